"""What bots know of Dark Dealings: how many heroes an overlord will defeat, about.

The estimate is a budget. Sides of defenses supply strength, heroes demand it, and a hero can draw
only on sides of its vulnerabilities; heroes are served from the cheapest on, while the budget of
every set of types lasts. Heroes not yet used stand for the defense their Challenge will buy. Once the
drafts are over, outside Hardcore, a network judges instead, and sieges are solved or planned.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from time import perf_counter
from typing import Final

from duskhall.bots.mind import Mind
from duskhall.bots.values.dark_dealings_combat import Solver, TooLong
from duskhall.bots.values.dark_dealings_draft import FILE, Drafter
from duskhall.bots.values.dark_dealings_market import LastMarket
from duskhall.bots.values.dark_dealings_plan import NARROW, Planner
from duskhall.bots.values.dark_dealings_siege import MODEL, SiegeJudge
from duskhall.bots.weights import Weights
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import (
    BERSERKER,
    BOOSTER,
    COMMITTED,
    DEFEATED,
    DRAFTED,
    EVICTED,
    FACING,
    FRONT,
    GONE,
    HALFLINGS,
    HAND,
    HEAVY_HITTER,
    HERO_ROW,
    IMMUNE,
    KNIGHT,
    MARKET,
    PILE,
    SPENT,
    STRIKING,
    THIEF,
    TOTAL,
    WIZARD,
    Keep,
)
from duskhall.games.dark_dealings.fight import Dials
from duskhall.games.dark_dealings.rules.combat import Face
from duskhall.games.dark_dealings.rules.draft import picking_order
from duskhall.games.dark_dealings.state import HAND_SIZE, Siege

WEIGHTS: Final = FILE  # of drafts

# Fitted to what greedy bots defeated with 1,000 hands drafted in five styles (residual 0.65 heroes).
# By set of types: how much of the strength on such sides is put to use, and of cards yet to come.
USED: Final = [0.0, 0.52, 0.52, 0.75, 0.52, 0.75, 0.75, 0.92]
FUTURE: Final = [0.0, 0.30, 0.30, 0.60, 0.30, 0.60, 0.60, 0.92]
HITTER_COST: Final = 1.7  # what turning another card costs, per strike of a Heavy Hitter
BOOST: Final = 0.76  # of each matching fellow that a Booster counts now
FELLOWS: Final = 0.35  # of each card yet to come, as a fellow of a Booster
WIZARD_COST: Final = 4.0  # what the card is worth that a Wizard makes one trash
HALF_FITS: Final = 0.86  # credit for the share of a hero that the budget still pays
ENDINGS: Final = 40  # of the ways a fight may end, those that leave most are judged
PATIENCE: Final = 4_000_000  # steps of work that the solver may put into one answer of a siege;
FOR_FEW: Final = 2  # for who has few iterations, so many times their square
GLANCE: Final = 100_000  # steps into the ways in which one fight may end, where it is only judged
WIDE: Final = 256  # lines of play that a plan of a siege follows, where there is time:
A_LINE: Final = 8  # so many iterations for each
A_CLOSER_LOOK: Final = 200  # from so many on, the sieges that the last market may bring are planned
HOPES: Final = 5_000  # fights to remember
CARD_LEFT: Final = 0.1  # worth of a card, for the tie-break
SHARPNESS: Final = 1.6  # how surely a lead of one hero wins, while cards are drafted,
IN_COMBAT: Final = 4.7  # and in combat,
IN_SIGHT: Final = 15.0  # and where sieges of eight are foreseen to their end; of fewer, more surely
# Steps of work to solve such a siege, and lines of play of the plan where that is not enough:
AT_ONCE: Final = (15_000, 8)
CLOSELY: Final = (300_000, 32)
TYPICAL: Final = 6.5  # the burden of a hero not yet drafted
PICK_SLIP: Final = 0.75  # others do not take just what we want: of each place, this much is felt
SPREAD: Final = 0.85  # the Challenge decides less than the order of picking would let one think


class Overlord:
    """The numbers of one box, made ready for estimates."""

    def __init__(self, box: Keep, weights: Weights | None = None, learned: Path = MODEL) -> None:
        self.box: Final = box
        self.solver: Final = Solver(box, PATIENCE)
        self.judge: Final = Solver(box, GLANCE)
        self.siege: Final = SiegeJudge(box, learned)
        self.planner: Final = Planner(box, self.siege)
        self.hopes: dict[tuple[object, ...], float] = {}  # of fights, by all that matters in them
        self.burden: list[float] = [0.0] * box.cards
        self.supply: list[float] = [0.0] * (len(box.types) * 8)  # by dial * 8 + set of types
        self.worth: list[float] = [0.0] * box.cards  # of a fresh defense
        for hero in box.heroes:
            self.burden[hero] = burden(box, hero)
        for card in box.defenses:
            for side in range(2, -1, -1):
                dial = card * 4 + side
                if not box.types[dial]:
                    continue
                after = box.next_dial[dial]
                strength = float(box.strength[dial])
                if box.ability[card] == HEAVY_HITTER:
                    strength -= HITTER_COST
                if box.after_strike[dial] == GONE and after != GONE:
                    after = GONE  # a trash icon before the last side: only a turn gets past it
                for types in range(1, 8):
                    useful = strength if box.types[dial] & types else 0.0
                    self.supply[dial * 8 + types] = useful + self.supply[after * 8 + types]
            bonus = 2.5 if box.ability[card] == BOOSTER else 0.0
            both = 0.5 if box.types[card * 4] not in (1, 2, 4) else 0.0
            self.worth[card] = self.supply[card * 32 + 7] + bonus + both
        worths = sorted([self.worth[card] for card in box.defenses], reverse=True)
        # By Challenge: what the defense is worth that it buys, if heroes come as they may.
        self.buys: list[float] = []
        places = 2 * box.players
        middle = sum(worths) / len(worths)
        for challenge in range(100):
            ahead = (1 - min(challenge, 54) / 54) * (places - 1)
            share = (ahead + 0.5) / places
            worth = worths[min(int(share * len(worths)), len(worths) - 1)]
            self.buys.append(middle + SPREAD * (worth - middle))
        self.drafter: Final = Drafter(box, self.burden, self.buys, self.supply, weights)
        self.last_market: Final = LastMarket(box, self.siege, self.planner, self.drafter)

    def estimate(self, s: Siege, seat: Seat) -> float:
        """How many heroes this seat will have defeated in the end, about."""
        box, places = self.box, s.places
        # Heroes that have still to buy a defense, and how many are not even drafted yet.
        if box.players == 1:
            buyers: tuple[int, ...] = ()
            missing = 8 - len(places[PILE]) if places[MARKET] else 0
        elif s.memory:
            buyers, missing = places[HAND + seat], 0
        else:
            buyers = places[DRAFTED + seat]
            missing = 8 - len(buyers)
        heroes = places[PILE + seat] + places[COMMITTED + seat] + buyers
        if places[FACING + seat] and not s.is_evicted(seat):
            return self.in_fight(s, seat)
        dials = s.dials(FRONT + seat)
        if in_combat(s) and not box.hardcore:
            return len(places[DEFEATED + seat]) + self.in_combat(places[PILE + seat], dials)
        budget = [0.0] * 8
        coming = len(buyers) + missing + len(places[COMMITTED + seat])
        for dial in dials:
            self.add(budget, dial, dials, coming)
        if places[COMMITTED + seat] and places[MARKET]:
            self.expect_picks(s, seat, budget, dials)
        bought = self.buys[27] * missing
        for hero in buyers:
            bought += self.buys[box.challenge[hero]]
        for types in range(1, 8):
            budget[types] = budget[types] * USED[types] + bought * FUTURE[types]
        needs = [(self.burden[hero], box.weak[hero]) for hero in heroes]
        needs += [(TYPICAL, 7)] * missing
        return len(places[DEFEATED + seat]) + serve(budget, needs) + CARD_LEFT * len(dials)

    def in_combat(self, heroes: tuple[int, ...], dials: Dials) -> float:
        """How many of these heroes, the last one first, these defenses will defeat, about."""
        if not heroes:
            return CARD_LEFT * len(dials)
        if not self.box.hardcore:
            return self.siege.value(heroes, dials)
        budget = [0.0] * 8
        for dial in dials:
            self.add(budget, dial, dials)
        for types in range(1, 8):
            budget[types] *= USED[types]
        needs = [(self.burden[hero], self.box.weak[hero]) for hero in heroes]
        return serve(budget, needs) + CARD_LEFT * len(dials)

    def foreseen(self, s: Siege, seat: Seat, closely: bool) -> float:
        """The same in combat, to the end: solved, or planned where that takes too long."""
        key = (closely, s.places[DEFEATED + seat], *situation(s, seat))
        hope = self.hopes.get(key)
        if hope is None:
            if len(self.hopes) > HOPES:
                self.hopes.clear()
            hope = self.looked_through(s, seat, *(CLOSELY if closely else AT_ONCE))
            self.hopes[key] = hope
        return hope

    def looked_through(self, s: Siege, seat: Seat, limit: int, width: int) -> float:
        self.solver.begin(0.0, limit)
        try:
            return self.solver.hope(s, seat)
        except TooLong:
            self.solver.forget()
        still, defeated = self.planner.hope(s, seat, width), s.places[DEFEATED + seat]
        if still < 0:
            return self.estimate(s, seat)
        known = defeated + s.places[PILE + seat] + s.places[FACING + seat]
        highest = max([self.box.challenge[hero] for hero in known], default=0)
        return len(defeated) + still + highest / 1000  # as the solver counts

    def in_fight(self, s: Siege, seat: Seat) -> float:
        """The same, in the midst of a fight: as it ends at best."""
        pile, step, defeated = s.places[PILE + seat], s.agenda[-1], len(s.places[DEFEATED + seat])
        front = s.dials(FRONT + seat)
        if isinstance(step, Face):
            return defeated + self.in_combat((*pile, s.facing(seat)), front)
        key = situation(s, seat)
        hope = self.hopes.get(key)
        if hope is None:
            if len(self.hopes) > HOPES:
                self.hopes.clear()
            hope = self.best_ending(s, seat)
            self.hopes[key] = hope
        return defeated + hope

    def best_ending(self, s: Siege, seat: Seat) -> float:
        """How many heroes, with the one that is fought, will be defeated."""
        pile = s.places[PILE + seat]
        self.judge.begin()
        try:
            wins, losses = self.judge.endings(s, seat)
        except TooLong:
            self.judge.forget()
            return self.in_combat((*pile, s.facing(seat)), s.dials(FRONT + seat))
        best = 0.0
        for after in sorted(wins, key=self.judge.strength_left)[-ENDINGS:]:
            best = max(best, 1.0 + self.in_combat(pile, after))
        for after in losses:
            best = max(best, self.in_combat(pile, after))
        return best

    def add(self, budget: list[float], dial: int, dials: Dials, coming: int = 0) -> None:
        """Add what a dial supplies to the budget of every set of types.

        Of the cards still to come, a Booster may hope for some fellows.
        """
        box = self.box
        for types in range(1, 8):
            budget[types] += self.supply[dial * 8 + types]
        if box.ability[dial >> 2] == BOOSTER:
            fellows = coming * FELLOWS
            for other in dials:
                if other != dial and box.types[other] & box.types[dial]:
                    fellows += 1.0
            strikes = 1 if box.after_strike[dial] == GONE else 2
            for types in range(1, 8):
                if box.types[dial] & types:
                    budget[types] += fellows * strikes * BOOST

    def expect_picks(self, s: Siege, seat: Seat, budget: list[float], dials: Dials) -> None:
        """Committed heroes will take a defense each: the later, the worse."""
        market = s.places[MARKET]
        wanted = sorted(
            [(self.drafter.fit(s, seat, card, dials), card) for card in market], reverse=True
        )
        position, taken = 0, 0
        for owner, hero in picking_order(s):
            if hero not in s.places[COMMITTED + owner]:
                continue
            if owner == seat:
                index = min(
                    max(int((position - taken) * PICK_SLIP) + taken, taken), len(wanted) - 1
                )
                self.add(budget, wanted[index][1] * 4, dials)
                taken += 1
            position += 1


def situation(s: Siege, seat: Seat) -> tuple[object, ...]:
    """All that matters for how a seat's siege goes on: of two that are alike, one is looked at."""
    siege = (s.places[PILE + seat], s.dials(FRONT + seat))
    if not s.places[FACING + seat]:
        return siege
    step, struck, spent = s.agenda[-1], s.dials(STRIKING + seat), s.dials(SPENT + seat)
    asked = (type(step).__name__, step.key(), s.numbers[TOTAL], s.numbers[IMMUNE])
    return *siege, asked, s.facing(seat), struck, spent


def serve(budget: list[float], needs: list[tuple[float, int]]) -> float:
    """How many heroes a budget pays for, from the cheapest on; the budget is used up."""
    count = 0.0
    for need, weak in sorted(needs):
        share = 1.0
        for types in range(1, 8):
            if weak & ~types == 0 and budget[types] < need * share:
                share = max(budget[types], 0.0) / need
        count += 1.0 if share >= 1.0 else share * HALF_FITS
        for types in range(1, 8):
            if weak & ~types == 0:
                budget[types] -= need * share
    return count


def burden(box: Keep, hero: int) -> float:
    """What defeating a hero takes, in points of strength."""
    armor = float(box.armor[hero])
    kind = box.hero_class[hero]
    if kind == HALFLINGS:
        return 2.4 * armor
    if kind == WIZARD:
        return armor + WIZARD_COST
    if kind == BERSERKER:
        return 1.4 * armor - 0.8
    if kind == THIEF:
        return armor + 0.6
    if kind == KNIGHT:
        return armor - 0.7
    return armor


class DarkDealingsMind(Mind):
    """Estimates while cards are drafted; in combat outside Hardcore, the exact solution."""

    def __init__(self, game: Game, weights: Weights | None, learned: Path) -> None:
        super().__init__(game)
        self.weights: Final = weights
        self.learned: Final = learned  # of sieges
        self.overlords: dict[int, Overlord] = {}

    def overlord(self, box: Keep) -> Overlord:
        if id(box) not in self.overlords:
            self.overlords[id(box)] = Overlord(box, self.weights, self.learned)
        return self.overlords[id(box)]

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Siege)
        if not s.waiting:
            return self.payoffs(s)
        overlord = self.overlord(s.keep)
        estimates = [self.hope(overlord, s, seat) for seat in range(s.box.players)]
        if len(estimates) == 1:
            return [estimates[0] / 8]
        return shares(estimates, IN_COMBAT if in_combat(s) and not s.keep.hardcore else SHARPNESS)

    def foreseen(self, s: State, closely: bool = False) -> list[float]:
        assert isinstance(s, Siege)
        if s.box.players == 1 or s.keep.hardcore or not in_combat(s):
            return self.values(s)
        overlord, seats = self.overlord(s.keep), range(s.box.players)
        left = max([len(s.places[PILE + seat] + s.places[FACING + seat]) for seat in seats])
        return shares(
            [overlord.foreseen(s, seat, closely) for seat in seats], IN_SIGHT * 8 / max(1, left)
        )

    def payoffs(self, s: State) -> list[float]:
        if s.box.players == 1:
            assert isinstance(s, Siege)
            left = len(s.places[FRONT])
            return [(len(s.places[DEFEATED]) + CARD_LEFT * left) / 8]
        return super().payoffs(s)

    def hope(self, overlord: Overlord, s: Siege, seat: Seat) -> float:
        estimate = overlord.estimate(s, seat)
        if s.keep.hardcore and s.is_evicted(seat):
            return s.numbers[EVICTED + seat] - 1 - 0.5
        return estimate

    def sample(self, s: State, seat: Seat) -> Move:
        assert isinstance(s, Siege)
        drafter = self.overlord(s.keep).drafter
        if s.places[DRAFTED + seat] or len(s.hand(seat)) == HAND_SIZE:
            return drafter.pick(s, seat)
        moves = s.legal_moves(seat)
        if s.places[MARKET] and not s.places[HERO_ROW]:
            if s.offered:
                return drafter.take(s, seat, moves)
            if moves[0].verb == "commit":
                return drafter.commit(s, seat)
        return moves[s.random_below(len(moves))]

    def at_first_sight(self, s: State, seat: Seat, moves: list[Move]) -> list[float]:
        assert isinstance(s, Siege)
        drafter = self.overlord(s.keep).drafter
        if moves[0].verb == "pick":
            liked = drafter.appeal
        elif moves[0].verb == "commit":
            liked = drafter.eagerness(s, seat)
        else:
            return []
        return [sum([liked[hero] for hero in move.about]) for move in moves]

    def is_settled(self, s: State) -> bool:
        """The drafts must be over: what the market will bring is luck."""
        assert isinstance(s, Siege)
        return not s.waiting or in_combat(s)

    def solve(self, s: State, seat: Seat, end: float = 0.0, iterations: int = 0) -> Move | None:
        assert isinstance(s, Siege)
        if s.keep.hardcore:
            return None
        overlord = self.overlord(s.keep)
        until = 2 * end - perf_counter() if end else 0.0  # as long again
        if not in_combat(s):
            if 0 < iterations < A_CLOSER_LOOK:
                return None
            return overlord.last_market.decide(s, seat, IN_COMBAT, until)
        limit, width = PATIENCE, WIDE
        if iterations:
            limit = min(PATIENCE, FOR_FEW * iterations * iterations)
            width = min(WIDE, max(NARROW, iterations // A_LINE))
        try:
            return overlord.solver.decide(s, seat, end, limit)
        except TooLong:
            overlord.solver.forget()
            return overlord.planner.widest(s, seat, width, until)

    def plan(self, s: State, seat: Seat) -> Move | None:
        assert isinstance(s, Siege)
        if s.keep.hardcore or not in_combat(s):
            return None
        return self.overlord(s.keep).planner.decide(s, seat, NARROW)


def shares(estimates: list[float], sharpness: float) -> list[float]:
    """Of the win, by how many heroes each will have defeated."""
    best = max(estimates)
    parts = [exp(sharpness * (estimate - best)) for estimate in estimates]
    total = sum(parts)
    return [part / total for part in parts]


def in_combat(s: Siege) -> bool:
    """Whether the drafts are over: somebody faces a hero."""
    return any(s.places[FACING + seat] for seat in range(s.box.players))


def make_mind(game: Game, weights: Weights | None = None, learned: Path = MODEL) -> Mind:
    return DarkDealingsMind(game, weights, learned)
