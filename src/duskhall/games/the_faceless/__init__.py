"""The Faceless: kids follow a compass through Duskworld, and magnets turn its needle."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, Kept, Option, Standing
from duskhall.engine.state import State
from duskhall.games.the_faceless.board import Board
from duskhall.games.the_faceless.box import (
    COLLECTED,
    COLOURS,
    DECK,
    EFFECTS,
    GOAT,
    KID_BOX,
    MEMORIES,
    MEMORY_BOX,
    NUMBERS,
    OBSTACLE,
    OUTCOME,
    PLACES,
    POWERS,
    RING,
    SPENT,
    SPOT_AT,
    TEAM,
    WON,
    Duskworld,
)
from duskhall.games.the_faceless.rules.setup import SetUp, has_room
from duskhall.games.the_faceless.state import NOT_YET, Dusk

BOARDS_KEPT: Final = 10
REASONS: Final = ["playing", "won", "deck-empty", "caught", "trapped"]


class TheFaceless(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {"designed": "board.toml"}
    name = "the-faceless"
    title = "The Faceless"
    version = 2
    longest = 3000  # answers in one game, far above what was ever seen
    is_cooperative = True
    is_open = True

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
            Option("memories", ["one", "any"], "TF-28", ruling=True),
            Option("maze", ["line", "mirrored"], "TF-60", ruling=True),
            Option("collisions", ["off", "remove"], "TF-61", ruling=True),
        ]

    def catalogue(self) -> Catalogue:
        return self.catalogue_of(self.board(next(iter(self.editions().values()))))

    def catalogue_of(self, board: Board) -> Catalogue:
        """The sentences, with the names of what is on this board."""
        named = super().catalogue().with_names("space", board.names)
        return named.with_names("obstacle", board.obstacle_names)

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, Duskworld)
        return [face(box, card) for card in range(box.cards)]

    def printed_board(self, box: Box) -> dict[str, object]:
        assert isinstance(box, Duskworld)
        return box.board.printed()

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        board = self.board(edition)
        box = Duskworld(players, options, edition, board, self.catalogue_of(board))
        s = Dusk(box)
        s.reseed(0)
        if not has_room(s):
            raise edition.wrong(0, "there is no room for all obstacles and memories")
        return box

    def board(self, edition: Edition) -> Board:
        return self.kept_boards.get(edition.sha256, lambda: Board(edition))

    def open(self, box: Box) -> State:
        assert isinstance(box, Duskworld)
        s = Dusk(box)
        s.places = [()] * PLACES
        s.places[DECK] = tuple(box.events)
        s.places[MEMORY_BOX] = tuple(box.memories)
        s.places[KID_BOX] = tuple(box.kids)
        s.numbers = [0] * NUMBERS
        for number in (TEAM, GOAT, *range(RING, RING + 3), *range(OBSTACLE, SPOT_AT + MEMORIES)):
            s.numbers[number] = NOT_YET
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


def face(box: Duskworld, card: int) -> dict[str, object]:
    """What is printed on an event card, a memory or a kid."""
    name = box.card_names[card]
    if box.colour[card] >= 0:
        colour = COLOURS[box.colour[card]]
        return {"deck": "event", "name": name, "colour": colour, "value": box.value[card]}
    if box.effect[card] >= 0:
        return {"deck": "memory", "name": name, "effect": EFFECTS[box.effect[card]]}
    if box.power[card] >= 0:
        return {"deck": "kid", "name": name, "power": POWERS[box.power[card]]}
    return {"deck": "", "name": name}


GAME: Final = TheFaceless()
