"""The Faceless: kids follow a compass through Duskworld, and magnets turn its needle."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, Headway, Kept, Option, Scenario, Standing, Tie
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.the_faceless import expansions
from duskhall.games.the_faceless.board import Board, back, front
from duskhall.games.the_faceless.box import (
    COLLECTED,
    COLOUR_RULES,
    COLOURS,
    DECK,
    EFFECTS,
    HAND_SIZE,
    KID_BOX,
    MEMORIES,
    MEMORY_BOX,
    OUTCOME,
    POWERS,
    SPENT,
    WON,
    Duskworld,
)
from duskhall.games.the_faceless.expansions.hourglass import Hourglass
from duskhall.games.the_faceless.rules.setup import SetUp, has_room, has_room_for_parts
from duskhall.games.the_faceless.state import Dusk

BOARDS_KEPT: Final = 10
REASONS: Final = ["playing", "won", "deck-empty", "caught", "trapped", "servant", "den"]


class TheFaceless(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {"designed": "board.toml"}
    text_hashes: ClassVar[dict[str, str]] = {
        "6a2696c71f73a907bfc996c999fb9b97fbf24828f4e548c11cc0a48f20c08bbb": "board.toml",
    }
    changes: ClassVar[dict[int, list[str]]] = {
        2: ["TF-03", "TF-74", "TF-77"],
        3: ["TF-27", "TF-40", "TF-61"],
    }
    name = "the-faceless"
    title = "The Faceless"
    minutes = 40
    version = 3
    longest = 3000  # answers in one game, far above what was ever seen
    points_part = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept_boards: Kept[Board] = Kept(BOARDS_KEPT)  # it takes a while to make one

    def player_counts(self) -> list[int]:
        return [2, 3, 4]

    def options(self) -> list[Option]:
        return [
            Option("level", ["medium", "easy", "hard", "hell"], "TF-15"),
            Option("hell", [10, 11, 12, 13, 14, 15], "TF-15"),
            Option("kids", [True, False], "TF-13"),
            Option("memories", ["one", "any", "one-a-turn"], "TF-28", ruling=True),
            Option("entrance", ["stays", "moves"], "TF-40", ruling=True),
            Option("maze", ["line", "mirrored"], "TF-60", ruling=True),
            Option("collisions", ["off", "remove"], "TF-61", ruling=True),
            Option("luke", ["board", "maze"], "TF-74", ruling=True),
            *expansions.OPTIONS,
        ]

    def ties(self) -> list[Tie]:
        return expansions.TIES

    def scenarios(self) -> list[Scenario]:
        return [
            Scenario("first-night", {"level": "easy"}, 1, 40),
            Scenario("duskworld", {"level": "medium"}, 2, 45),
            Scenario("deep-dusk", {"level": "hard"}, 3, 50),
            Scenario("alone", {"level": "hard", "kids": False}, 4, 50),
            Scenario("hell", {"level": "hell"}, 5, 50),
            *expansions.scenarios(),
        ]

    def catalogue(self) -> Catalogue:
        return self.catalogue_of(self.board(next(iter(self.editions().values()))))

    def catalogue_of(self, board: Board) -> Catalogue:
        """The sentences, with the names of what is on this board."""
        named = super().catalogue().with_names("space", board.names)
        return named.with_names("obstacle", board.obstacle_names)

    def describe(self, s: State, move: Move, names: list[str], language: str = "en") -> str:
        """Where an obstacle goes is told by the symbol that it lies on then: ways have no names."""
        assert isinstance(s, Dusk)
        if any(move in lays for lays in s.world.lays):
            board, (obstacle, way) = s.world.board, move.about
            symbols = board.covered(board.placements[obstacle][way])
            move = Move("lay", obstacle, way, symbols[0])
        return super().describe(s, move, names, language)

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, Duskworld)
        return [face(box, card) for card in range(box.cards)]

    def printed_board(self, box: Box) -> dict[str, object]:
        assert isinstance(box, Duskworld)
        rules = {"space": "TF-01", "outside": "TF-21", "wall": "TF-42", "needle": "TF-03"}
        maze = box.board.mirrored if box.is_mirrored else box.board.far_end
        found: dict[str, object] = {
            **box.board.printed(),
            "maze": maze,
            "rules": rules,
            "hand": HAND_SIZE,
        }
        if box.parts:  # what expansions bring to the table, with the rule of each
            found["pieces"] = {
                what: rule for part in box.parts for what, rule in part.pieces().items()
            }
        if isinstance(box.hourglass, Hourglass):
            found["sand"] = box.hourglass.seconds
        return found

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        is_night = expansions.is_night(options, edition)
        board = self.board(edition, is_night, options["entrance"] == "moves")
        parts = expansions.make_parts(options, edition, board)
        box = Duskworld(players, options, edition, board, self.catalogue_of(board), parts)
        box.is_cooperative = box.is_open = True
        s = self.open(box)
        assert isinstance(s, Dusk)
        s.reseed(0)
        no_room = "there is no room for all that expansions lay out (TF-95)"
        if not has_room(s):
            without = "there is no room for all obstacles and memories"
            raise edition.wrong(0, no_room if box.moments.on_board else without)
        if box.moments.set_up or box.moments.goat_starts:
            if not has_room_for_parts(s):
                raise edition.wrong(0, no_room)
        return box

    def board(
        self, edition: Edition, is_night: bool = False, entrance_moves: bool = False
    ) -> Board:
        """A side of the board: Duskworld, or Nightworld (TF-130). TF-40 Its Entrance may move."""

        def make() -> Board:
            source = expansions.source_of(edition, "nightworld") if is_night else edition
            side = back(source) if is_night else front(source)
            return Board(edition, side, entrance_moves)

        if not edition.built_in:  # it is in the box, and goes with it
            return make()
        return self.kept_boards.get(f"{edition.sha256} {is_night} {entrance_moves}", make)

    def open(self, box: Box) -> State:
        assert isinstance(box, Duskworld)
        s = Dusk(box)
        s.places = [()] * len(box.name_of)
        s.places[DECK] = tuple(box.events)
        s.places[MEMORY_BOX] = tuple(box.memories)
        s.places[KID_BOX] = tuple(box.kids)
        s.numbers = box.opening[:]
        for part in box.parts:
            part.open(s)
        s.raise_walls()
        s.then(SetUp())
        return s

    def standing(self, s: State) -> Standing:
        """TF-65, TF-66 All win or all lose: the score is the win, and the memories collected."""
        assert isinstance(s, Dusk)
        outcome = s.numbers[OUTCOME]
        memories = len(s.places[COLLECTED]) + len(s.places[SPENT])
        score = (int(outcome == WON), memories)
        rule = "TF-65" if outcome == WON else "TF-66"
        ranks = [1 if outcome == WON else 2] * s.box.players
        return Standing(ranks, [score] * s.box.players, rule, REASONS[outcome])

    def headway(self, s: State) -> Headway | None:
        """TF-65 The memories collected, of those there are."""
        return Headway("memories", len(s.places[COLLECTED]) + len(s.places[SPENT]), MEMORIES)


def face(box: Duskworld, card: int) -> dict[str, object]:
    """What is printed on an event card, a memory or a kid."""
    name = box.card_names[card]
    if box.colour[card] >= 0:
        colour = COLOURS[box.colour[card]]
        rule = COLOUR_RULES[box.colour[card]]
        value = box.value[card]
        return {"deck": "event", "name": name, "colour": colour, "value": value, "rule": rule}
    if box.effect[card] >= 0:
        effect = EFFECTS[box.effect[card]]
        return {"deck": "memory", "name": name, "effect": effect, "rule": "TF-40"}
    if box.power[card] >= 0:
        return {"deck": "kid", "name": name, "power": POWERS[box.power[card]]}
    if card in box.faces:
        return {"name": name, **box.faces[card]}
    return {"deck": "", "name": name}


GAME: Final = TheFaceless()
