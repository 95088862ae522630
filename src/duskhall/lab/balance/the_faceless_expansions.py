"""The Faceless' expansions: how hard each scenario is, and what each part alone costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from duskhall.games.the_faceless import REASONS
from duskhall.games.the_faceless.expansions import SCENARIOS
from duskhall.games.the_faceless.expansions.avatars import AVATARS
from duskhall.lab.balance.report import Page, mean, percent, table
from duskhall.lab.balance.the_faceless import (
    LEVELS,
    WON,
    Memories,
    Turns,
    make_player,
)
from duskhall.lab.measures import Findings, Found, Key, MakeBot, Reading, Series, Share

GREEDY: Final = "greedy"
MEDIUM: Final = "medium"
SEARCH: Final = "search:8"  # the least that looks at every plan once, for search is slow here
LOST: Final = [reason for reason in REASONS if reason not in ("playing", WON)]
NO_PART: Final = "none"
PARTS: Final[dict[str, dict[str, object]]] = {  # by what the page calls it: the options
    NO_PART: {},
    **{f"avatar {name}": {"avatar": name} for name in AVATARS},
    "two avatars": {"avatar": "puppetmaster", "second_avatar": "eraserhead"},
    "creepy die": {"die": True},
    "crossroads": {"crossroads": True},
    "den": {"den": True},
    "eyes": {"eyes": True},
    "nightworld": {"nightworld": True},
    "haunted places": {"haunted": True},
    "hourglass": {"sand": 180},
    "portals": {"portals": True},
    "the fog": {"fog": True},
    "roaming servants": {"servants": "roaming"},
    "carrier servants": {"servants": "carriers"},
    "two swamps": {"swamps": 2},
    "three swamps": {"swamps": 3},
}


class Ends(Share):
    """By the way a game may end, how often it does."""

    def readings(self) -> Iterable[Reading]:
        reason = self.played.standing().reason
        return [(end, reason == end) for end in [WON, *LOST]]


class Expansions(Page):
    measures = (Ends, Memories, Turns)

    def bot_maker(self) -> MakeBot:
        return make_player

    def series(self) -> Mapping[Key, Series]:
        """Levels of one scenario, and parts, get the same luck."""
        series: dict[Key, Series] = {}
        for number, scenario in enumerate(SCENARIOS):
            for level in LEVELS:
                options: dict[str, object] = {"scenario": scenario, "level": level}
                line = self.line([2, 3, 4], [GREEDY], 60, number)._replace(options=options)
                series[scenario, level, GREEDY] = line
                series[scenario, level, SEARCH] = line._replace(bots=[SEARCH])
        for part, chosen in PARTS.items():
            series["part", part] = self.line([2, 3, 4], [GREEDY], 70)._replace(options=chosen)
        return series

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        return [
            "# Balance of The Faceless' expansions",
            "What simulation says of the scenarios and of each part alone. Scenarios, parts and kids are the rulebook's; positions, numbers and one avatar that it does not print are designed (`expansions.toml`). "
            f"Written by {self.command()}; intervals are 95 %, 2, 3 and 4 players take turns, {self.games} games a line. "
            f"`search` is `{SEARCH}`: it looks into each of its eight best plans about once. "
            "In the Fog bots reckon the needle only roughly until the figure stands, and search nothing (TF-153). "
            "The Hourglass counts turns here, and nobody says a name. The base game is on [a page of its own](the-faceless.md).",
            "",
            "*`greedy` is that of today; `search` was measured when bots judged by a curve of nine numbers instead of a small network (CHANGELOG), at medium and at hell by weights set by hand: so its columns are not to be compared with their neighbours. To measure a line anew: `--only`, as `--only search:8,hell,silence`.*",
            "",
            "## Scenarios by level, won %",
            "Target: each is won at every level, and none by `greedy` above 90 at medium.",
            *table(
                f"scenario | {' | '.join(LEVELS)} | search, {' | search, '.join(LEVELS)}",
                [self.level_row(found, scenario) for scenario in SCENARIOS],
            ),
            "",
            "## How they end",
            "`greedy` at medium: memories collected, turns, and of a hundred games those lost in each way.",
            *table(
                f"scenario | memories | turns | {' | '.join(LOST)}",
                [self.end_row(found, scenario) for scenario in SCENARIOS],
            ),
            "",
            "## What each part costs",
            "`greedy` at medium with kids dealt from all ten, one part alone: points of winning against the base game, whose line is the first.",
            *table(
                f"part | won, % | points | memories | turns | {' | '.join(LOST)}",
                [self.part_row(found, part) for part in PARTS],
            ),
        ]

    def level_row(self, found: Mapping[Key, Findings], scenario: str) -> list[str]:
        lines = [(scenario, level, GREEDY) for level in LEVELS]
        lines += [(scenario, level, SEARCH) for level in LEVELS]
        return [scenario, *[percent(found[line].of(Ends, WON)) for line in lines]]

    def end_row(self, found: Mapping[Key, Findings], scenario: str) -> list[str]:
        games = found[scenario, MEDIUM, GREEDY]
        return [
            scenario,
            mean(games.of(Memories), 1),
            mean(games.of(Turns), 1),
            *losses(games),
        ]

    def part_row(self, found: Mapping[Key, Findings], part: str) -> list[str]:
        games, base = found["part", part], found["part", NO_PART].of(Ends, WON)
        won = games.of(Ends, WON)
        return [
            part,
            percent(won),
            "" if part == NO_PART else difference(won, base),
            mean(games.of(Memories), 1),
            mean(games.of(Turns), 1),
            *losses(games),
        ]


def losses(games: Findings) -> list[str]:
    return [f"{100 * games.of(Ends, end).value:.0f}" for end in LOST]


def difference(won: Found, base: Found) -> str:
    """How far two shares lie apart, in points, with half its 95 % interval."""
    spread = sum([share.value * (1 - share.value) / max(share.n, 1) for share in (won, base)])
    return f"{100 * (won.value - base.value):+.1f} ±{100 * 1.96 * sqrt(spread):.1f}"


PAGE: Final = Expansions
