"""Raid & Trade: an open city to raid, dice, negotiation, and three ways into the Golden City."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition
from duskhall.engine.game import PLAYERS, Game, Headway, Kept, Option, Standing, Tie, rank
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.city import Tiles
from duskhall.games.raid_and_trade.escape import Escape
from duskhall.games.raid_and_trade.line import BY_PLAYERS, Line
from duskhall.games.raid_and_trade.names import name_all
from duskhall.games.raid_and_trade.outlook import by_name
from duskhall.games.raid_and_trade.parts import (
    AP,
    ATTACK_AP,
    BARRED_FROM,
    BOARDED,
    BY_POINTS,
    CHARACTER_BOX,
    COLOURS,
    DEFEND_AP,
    DISC_AP,
    ELIMINATED,
    ENTER_AP,
    ESCAPED,
    EVENT_DECK,
    FAVOR,
    FAVOR_MOST,
    FLOWN,
    HAND_SIZE,
    INCIDENT_DECK,
    ITEM_BOX,
    KINDS,
    OUTCOME,
    OUTCOMES,
    PLACES,
    QUEST_DECK,
    RAID_DECK,
    ROUND,
    SP,
    STORM_AP,
    TOKEN_KINDS,
    TOKEN_SORTS,
    WINNER,
)
from duskhall.games.raid_and_trade.rules.escape.line import EscapeSetUp
from duskhall.games.raid_and_trade.rules.rounds import SetUp
from duskhall.games.raid_and_trade.state import Ruin

TILES_KEPT: Final = 10
MOST_SEATS: Final = 5
TIE_RULE: Final = "RT-78"
FATES: Final = {ESCAPED: "RT-132", BOARDED: "RT-133", ELIMINATED: "RT-108"}
TIES: Final = ["tie-quests", "tie-skill", "tie-favor", "tie-tokens"]  # what parted equal points


class RaidAndTrade(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {"designed": "cards.toml"}
    name = "raid-and-trade"
    title = "Raid & Trade"
    minutes = 90
    version = 1
    longest = 20_000  # answers in one game, far above what was ever seen
    points_part = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept_tiles: Kept[Tiles] = Kept(TILES_KEPT)
        self.named: Catalogue | None = None

    def player_counts(self) -> list[int]:
        return [2, 3, 4, 5]

    def options(self) -> list[Option]:
        return [
            Option("gate_fee", [20, 0], "RT-75", ruling=True),
            Option("round_limit", [10, *range(5, 10), *range(11, 21)], "RT-76", ruling=True),
            Option("market", ["any", "four"], "RT-02", ruling=True),
            Option("ages", ["random", "entered"], "RT-11", ruling=True),
            Option("incident_hands", ["seen", "hidden"], "RT-13", ruling=True),
            Option("height", ["wall", "climb"], "RT-30", ruling=True),
            Option("put_back", ["stays", "taken"], "RT-42", ruling=True),
            Option("gifts", [False, True], "RT-64", ruling=True),
            Option("offers", [5, *range(1, 5), *range(6, 21)], "RT-65", ruling=True),
            Option("garcia_market", ["pays", "free"], "RT-66", ruling=True),
            Option("whispers", [False, True], "RT-68", ruling=True),
            Option("training", [6, 5, 7, 8, "off"], "RT-70", ruling=True),
            Option("cora", [False, True], "RT-98"),
            Option("side", ["city", "wasteland"], "RT-110"),
            Option("city", ["grid", "custom"], "RT-111"),
            Option("scenario", ["none", "escape"], "RT-100"),
            Option("escape_length", [BY_PLAYERS, 5, 6, 7], "RT-100", ruling=True),
            Option("helipad", ["fuel", "rotor"], "RT-100"),
            Option("escape_market", ["caravan", "tinker", "smuggler", "beggar"], "RT-100"),
            Option("start_guard", [False, True], "RT-121", ruling=True),
            Option("escape_blacklist", ["none", "adds"], "RT-128", ruling=True),
        ]

    def ties(self) -> list[Tie]:
        own: list[tuple[str, list[object]]] = [
            ("escape_length", [5, 6, 7]),
            ("helipad", ["rotor"]),
            ("escape_market", ["tinker", "smuggler", "beggar"]),
            ("start_guard", [True]),
            ("escape_blacklist", ["adds"]),
        ]
        # RT-100, RT-109: what of the base game the scenario has no use for.
        without: list[tuple[str, list[object]]] = [
            ("gate_fee", [0]),
            ("round_limit", [*range(5, 10), *range(11, 21)]),
            ("market", ["four"]),
            ("incident_hands", ["hidden"]),
            ("training", [5, 7, 8, "off"]),
        ]
        escape: list[object] = ["escape"]
        return [
            Tie("scenario", ["none"], PLAYERS, [3, 4, 5], "RT-100", "two-escape"),
            Tie("scenario", escape, "city", ["grid"], "RT-115", "escape-or-custom"),
            *[
                Tie(name, values, "scenario", escape, "RT-100", "escape-only")
                for name, values in own
            ],
            *[
                Tie(name, values, "scenario", ["none"], "RT-109", "not-in-escape")
                for name, values in without
            ],
        ]

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, Ruins)
        return box.rows

    def printed_board(self, box: Box) -> dict[str, object]:
        assert isinstance(box, Ruins)
        return {
            "tiles": [tile.printed for tile in box.tiles.tiles],
            "market": box.tiles.market,
            "traders": [
                {"name": name, "kinds": [KINDS[kind] for kind in kinds]}
                for name, kinds in zip(box.trader_names, box.traders, strict=True)
            ],
            "discs": box.discs,
            "goals": {"skill": box.goals[0], "favor": box.goals[1], "quests": box.goals[2]},
            "gate_fee": box.gate_fee,
            "round_limit": box.round_limit,
            "hand": HAND_SIZE,
            "costs": {
                "raid": dict(zip(COLOURS, box.raid_price, strict=True)),
                "blast": dict(zip(COLOURS, box.blast, strict=True)),
                "attack": ATTACK_AP,
                "defend": DEFEND_AP,
                "storm": STORM_AP,
                "enter": ENTER_AP,
                "disc": DISC_AP,
                "training": box.training,
            },
            "bars": BARRED_FROM,
            "escape": printed_line(box),
            "supply": dict(zip(KINDS, box.supply, strict=True)),
            "rules": {"house": "RT-40", "outpost": "RT-70", "market": "RT-62", "tile": "RT-30"},
        }

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        side = str(options["side"])
        if options["scenario"] == "escape":
            tiles = self.line(edition, side, players, str(options["escape_length"]))
        else:
            tiles = self.tiles(edition, side)
        discs = "values" if options["gate_fee"] else "values_without_fee"
        is_custom = options["city"] == "custom"
        catalogue = name_all(super().catalogue(), tiles, edition, discs, is_custom)
        return Ruins(players, options, edition, tiles, catalogue)

    def catalogue(self) -> Catalogue:
        """The sentences, with the names of what is on the usual map, and of the helipad."""
        if self.named is None:
            edition = next(iter(self.editions().values()))
            tiles = self.line(edition, "city", MOST_SEATS, BY_PLAYERS)
            self.named = name_all(super().catalogue(), tiles, edition, "values", True)
        return self.named

    def tiles(self, edition: Edition, side: str) -> Tiles:
        if not edition.built_in:  # it is in the box, and goes with it
            return Tiles(edition, side)
        return self.kept_tiles.get(f"{edition.sha256} {side}", lambda: Tiles(edition, side))

    def line(self, edition: Edition, side: str, players: int, length: str) -> Tiles:
        if not edition.built_in:
            return Line(edition, side, players, length)
        key = f"{edition.sha256} {side} {players} {length}"
        return self.kept_tiles.get(key, lambda: Line(edition, side, players, length))

    def open(self, box: Box) -> State:
        assert isinstance(box, Ruins)
        s = Ruin(box) if box.line is None else Escape(box)
        s.places = [()] * PLACES
        items = [card for cards in box.items for card in cards]
        if box.line is None:
            s.places[EVENT_DECK] = tuple(box.events)
            s.places[INCIDENT_DECK] = tuple(box.incidents)
            s.places[QUEST_DECK] = tuple(box.quests)
        else:  # RT-100: they stay in the box
            items += box.incidents + box.quests + box.events
        s.places[CHARACTER_BOX] = tuple(box.characters)
        s.places[ITEM_BOX] = tuple(items)
        s.places[TOKEN_SORTS] = tuple(range(TOKEN_KINDS))
        for colour, cards in enumerate(box.raids):
            s.places[RAID_DECK + colour] = tuple(cards)
        s.numbers = box.opening()
        s.then(SetUp() if box.line is None else EscapeSetUp())
        return s

    def standing(self, s: State) -> Standing:
        """RT-75, RT-76, RT-78 Who came through the gate; else points, and what breaks a tie."""
        assert isinstance(s, Ruin)
        if isinstance(s, Escape):
            return standing_of_escape(s)
        scores = [score(s, seat) for seat in range(s.box.players)]
        ranks, part = rank(scores)
        outcome = s.numbers[OUTCOME]
        if outcome == BY_POINTS and part != 1:
            return Standing(ranks, scores, TIE_RULE, "shared" if part < 0 else TIES[part - 2])
        rule = "RT-76" if outcome == BY_POINTS else "RT-75"
        return Standing(ranks, scores, rule, OUTCOMES[outcome])

    def headway(self, s: State) -> Headway | None:
        """RT-76 The round, of those there may be; in Escape the City a tile burns in each."""
        assert isinstance(s, Ruin)
        box = s.ruins
        rounds = len(box.line.row()) if box.line else box.round_limit
        return Headway("round", max(1, s.numbers[ROUND]), rounds)


def printed_line(box: Ruins) -> dict[str, object] | None:
    """What Escape the City has besides; None in the base game."""
    line = box.line
    if line is None:
        return None
    return {
        "row": line.row(),
        "helipad": {
            "name": str(box.options["helipad"]),
            "sp": line.pad_sp[box.pad],
            "tokens": by_name(list(line.pad_tokens[box.pad])),
            "seats": line.seats,
        },
        "guard_takes": line.guard_takes,
        "out": FAVOR_MOST,
        "keeping_costs": box.keeping_costs,
        "rules": {"guard": "RT-104", "fire": "RT-105", "dial": "RT-106", "helipad": "RT-108"},
    }


def standing_of_escape(s: Escape) -> Standing:
    """RT-108, RT-132, RT-133 Who flies wins, and all others lose; or everybody has lost."""
    outcome = s.numbers[OUTCOME]
    flown = s.numbers[FLOWN : FLOWN + s.box.players]
    ranks = [1 if flies else 2 for flies in flown]
    return Standing(
        ranks, [(flies,) for flies in flown], FATES.get(outcome, "RT-108"), OUTCOMES[outcome]
    )


def score(s: Ruin, seat: int) -> tuple[int, ...]:
    """The gate; points; and what RT-78 compares: quests, SP, Favor, tokens."""
    ap, sp, favor = (s.numbers[number + seat] for number in (AP, SP, FAVOR))
    quests = s.quests(seat)
    points = ap + 2 * sp + (2 * favor if favor > 0 else favor) + 3 * quests
    has_won = int(s.numbers[WINNER] == seat)
    return has_won, points, quests, sp, max(0, favor), s.tokens(seat)


GAME: Final = RaidAndTrade()
