"""Balance of Raid & Trade's other ways to play: Escape the City, wasteland, Custom City, Cora."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.parts import (
    CHARACTER,
    FLOWN,
    OUT,
    OUTCOME,
    OUTCOMES,
)
from duskhall.lab.balance.raid_and_trade import (
    CharacterWins,
    Ends,
    Rounds,
    box_of,
    make_player,
    players_heading,
    seat_lines,
    way_lines,
)
from duskhall.lab.balance.report import Page, mean, percent, table
from duskhall.lab.measures import Findings, Key, MakeBot, Mean, Played, Reading, Series, Share
from duskhall.lab.yardsticks import PlaceWins

ESCAPE: Final[dict[str, object]] = {"scenario": "escape"}
CITIES: Final[dict[str, dict[str, object]]] = {  # by heading: the options
    "Wasteland": {"side": "wasteland"},
    "Custom City": {"city": "custom"},
    "With Cora": {"cora": True},
}
TABLES: Final[dict[str, dict[str, object]]] = {  # of Escape the City, beside the usual one
    "rotor": {"helipad": "rotor"},
    "wasteland": {"side": "wasteland"},
    "blacklist adds": {"escape_blacklist": "adds"},
    "a tile more": {"escape_length": 6},
}
FEWEST: Final = 3  # players of those tables
TABLE_SHARE: Final = 5  # they get one game in so many
CITY_SHARE: Final = 2  # and other cities
FATES: Final = ["escaped", "boarded", "eliminated"]
COUNTED: Final = {  # by event: what is counted of it
    "attack_guard": "guards attacked",
    "guard_beaten": "guards beaten",
    "guard_wins": "guards that won",
    "raid": "raids",
    "craft": "items crafted, the kit too",
    "market": "Black Market",
    "agree": "trades",
}


def is_escape(played: Played) -> bool:
    return box_of(played).line is not None


class Fates(Share):
    """By how Escape the City may end, how often it does."""

    def readings(self) -> Iterable[Reading]:
        if not is_escape(self.played):
            return []
        end = OUTCOMES[self.played.s.numbers[OUTCOME]]
        return [(fate, fate == end) for fate in FATES]


class Flown(Share):
    """By character, its player flies."""

    def readings(self) -> Iterable[Reading]:
        if not is_escape(self.played):
            return []
        s = self.played.s
        return [
            (s.box.card_names[s.places[CHARACTER + seat][0]], s.numbers[FLOWN + seat])
            for seat in range(self.played.players)
        ]


class Flight(Mean):
    """By deed, how often it happens in a game of Escape the City; and who is eliminated or flies."""

    def readings(self) -> Iterable[Reading]:
        if not is_escape(self.played):
            return []
        counts: dict[Key, float] = dict.fromkeys(COUNTED, 0)
        for event in self.played.events:
            if event.kind in counts:
                counts[event.kind] += 1
        numbers, players = self.played.s.numbers, self.played.players
        counts["out"] = sum(numbers[OUT : OUT + players])
        counts["flown"] = sum(numbers[FLOWN : FLOWN + players])
        return counts.items()


class Variants(Page):
    measures = (Ends, Rounds, PlaceWins, CharacterWins, Fates, Flown, Flight)

    def bot_maker(self) -> MakeBot:
        return make_player

    def series(self) -> Mapping[Key, Series]:
        series: dict[Key, Series] = {}
        for players in self.kind.counts(ESCAPE):
            series["escape", players] = self.line([players], ["free"], 40, players)._replace(
                options=ESCAPE
            )
        for name, options in TABLES.items():
            series["escape", name] = self.line([FEWEST], ["free"], 40, FEWEST)._replace(
                games=self.games // TABLE_SHARE, options={**ESCAPE, **options}
            )
        for city, options in CITIES.items():
            for players in self.kind.counts(options):
                series[city, players] = self.line([players], ["free"], 50, players)._replace(
                    games=self.games // CITY_SHARE, options=options
                )
        return series

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        escape = {players: found["escape", players] for players in self.kind.counts(ESCAPE)}
        words = [
            "# Balance of Raid & Trade's other ways to play",
            "What simulation says of the designed values of Escape the City, of both sides of the tiles, of the Custom City and of Cora. "
            f"Written by {self.command()}; the bot is `greedy`, characters, tiles and sites are drawn at random, intervals are 95 %. "
            "The base game is on [a page of its own](raid-and-trade.md).",
            "",
            "## Escape the City",
            "How games end, %: escaped, two laden guards on the Helipad, or nobody left. Target: 25 to 60 escape with three and with four players; two and five are told as they are. The lines are as long as the rules say for so many players. The bots play as one squad, whoever will fly: with four and five players three fly at most.",
            *fate_lines(escape),
            "",
            "## Deeds of an escape",
            *flight_lines(escape),
            "",
            "## Who flies",
            "Of each character's players, those who fly, %.",
            *self.flown_lines(escape),
            "",
            "## Escape the City, told otherwise",
            f"With {FEWEST} players, one option each, {self.games // TABLE_SHARE} games a line.",
            *fate_lines({name: found["escape", name] for name in TABLES}, "option"),
        ]
        for city, options in CITIES.items():
            counts = self.kind.counts(options)
            games = {players: found[city, players] for players in counts}
            words += [
                "",
                f"## {city}",
                f"{self.games // CITY_SHARE} games a line. Targets as in the base game, two points wider: each way at least 10 %, seats within 6 points of fair.",
                *way_lines(games),
                *seat_lines(games),
                "",
                "Wins of each character's player less the fair share, in points of a hundred; none beyond 8, and Cora not beyond 6.",
                *self.character_lines(games, bool(options.get("cora"))),
            ]
        return words

    def characters(self, with_cora: bool) -> list[str]:
        box = self.kind.box(FEWEST, {}, self.edition)
        assert isinstance(box, Ruins)
        found = [box.card_names[card] for card in box.characters]
        return found if with_cora else found[:-1]

    def character_lines(self, found: Mapping[int, Findings], with_cora: bool) -> list[str]:
        rows: list[list[object]] = []
        for name in self.characters(with_cora):
            cells: list[object] = [name]
            for players, games in found.items():
                wins = games.of(CharacterWins, name)
                value, low, high = wins.estimate
                cells.append(
                    f"{100 * (value - 1 / players):+.1f} ±{50 * (high - low):.1f} (n {wins.n})"
                )
            rows.append(cells)
        return table(players_heading("character", found), rows)

    def flown_lines(self, found: Mapping[int, Findings]) -> list[str]:
        return table(
            players_heading("character", found),
            [
                [name, *[percent(games.of(Flown, name)) for games in found.values()]]
                for name in self.characters(False)
            ],
        )


def fate_lines(
    found: Mapping[int, Findings] | Mapping[str, Findings], by: str = "players"
) -> list[str]:
    return table(
        f"{by} | n games | {' | '.join(FATES)} | rounds",
        [
            [
                name,
                games.games,
                *[percent(games.of(Fates, fate)) for fate in FATES],
                mean(games.of(Rounds)),
            ]
            for name, games in found.items()
        ],
    )


def flight_lines(found: Mapping[int, Findings]) -> list[str]:
    counted = {**COUNTED, "out": "eliminated", "flown": "who fly"}
    return table(
        players_heading("per game", found),
        [
            [words, *[mean(games.of(Flight, kind)) for games in found.values()]]
            for kind, words in counted.items()
        ],
    )


PAGE: Final = Variants
