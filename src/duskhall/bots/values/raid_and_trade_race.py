"""What tells between rounds of Raid & Trade who will be at the gate first.

The weights in `raid_and_trade_race.json` were learned: `duskhall train raid-and-trade`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from duskhall.bots.race import Race
from duskhall.bots.values.raid_and_trade_plan import Lore, plan_of
from duskhall.games.raid_and_trade.parts import FAVOR, ROUND, SP, START, TAKEN
from duskhall.games.raid_and_trade.state import Ruin

TRAITS: Final = [
    "AP to go",
    "by skill",
    "by favor",
    "by quests",
    "skill likely",
    "favor likely",
    "quests likely",
    "SP short",
    "Favor short",
    "quests short",
    "fee short",
    "AP on cards",
    "Favor on cards",
    "incidents",
    "tokens",
    "tokens to spare",
    "tokens lacking",
    "items",
    "crafted",
    "discs",
    "Favor of discs",
    "inside",
    "way to the Outpost",
    "houses taken",
    "goal met",
    "turns until asked",
    "first at the gate",
    "somebody at the gate",
    "least AP of a rival",
    "rounds left",
    "houses left",
    "players",
]
FAR: Final = 120.0  # AP beyond which it makes no difference
MOST_ROUNDS: Final = 10
SIGNS: Final[list[int]] = []  # of no trait it is said that more of it must help, or hurt
HIDDEN: Final = 12
GAMES: Final = 8_000  # to learn from,
TABLES: Final = [3, 3, 4, 3, 3, 5, 3, 3]  # with so many players by turns
ITERATIONS: Final = 12  # of a search that tries what was learned: greedy does not ask it
WAYS: Final[list[dict[str, object]]] = [{}]
WEIGHTS: Final = Path(__file__).parent / "raid_and_trade_race.json"


@cache
def load(path: Path = WEIGHTS) -> Race:
    return Race(path, TRAITS)


def traits(lore: Lore, s: Ruin) -> list[list[float]]:
    """By seat, what is known of it between rounds."""
    players, box, numbers = s.box.players, s.ruins, s.numbers
    plans = [plan_of(lore, s, seat) for seat in range(players)]
    order = s.seats_from(numbers[START])
    first = -1
    for seat in order:
        if first < 0 and s.goal(seat) and not plans[seat].short_of_fee:
            first = seat
    rounds = max(0, min(MOST_ROUNDS, box.round_limit - numbers[ROUND]))
    houses = s.houses() / players
    found: list[list[float]] = []
    for seat, plan in enumerate(plans):
        way = plan.way
        discs = s.discs(seat)
        rival = FAR
        for other, theirs in enumerate(plans):
            if other != seat:
                rival = min(rival, far(theirs.cost))
        found.append(
            [
                far(plan.cost),
                far(plan.ways[0].cost),
                far(plan.ways[1].cost),
                far(plan.ways[2].cost),
                plan.weights[0],
                plan.weights[1],
                plan.weights[2],
                float(max(0, box.goals[0] - numbers[SP + seat])),
                float(max(0, box.goals[1] - numbers[FAVOR + seat])),
                float(max(0, box.goals[2] - s.quests(seat))),
                float(max(0, plan.fee_short - plan.card_ap)),
                float(plan.card_ap),
                float(plan.card_favor),
                float(plan.hand_size),
                float(s.tokens(seat)),
                float(sum(way.left)),
                float(sum(way.lack) + way.any_lack),
                float(len(plan.items)),
                float(len(s.crafted(seat))),
                float(len(discs)),
                float(sum([box.discs[disc] for disc in discs])),
                float(s.is_inside(seat)),
                min(FAR, plan.entry_ap),
                float(numbers[TAKEN + seat]),
                1.0 if s.goal(seat) else 0.0,
                float(order.index(seat)),
                1.0 if seat == first else 0.0,
                0.0 if first < 0 else 1.0,
                rival,
                float(rounds),
                houses,
                float(players),
            ]
        )
    return found


def far(cost: float) -> float:
    return max(0.0, min(FAR, cost))
