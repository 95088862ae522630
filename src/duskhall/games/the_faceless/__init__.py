"""The Faceless: kids follow a compass through Duskworld, and magnets turn its needle."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue, read_catalogue
from duskhall.engine.edition import Edition, read_edition
from duskhall.engine.game import Game, Option, Standing
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

FOLDER: Final = Path(__file__).parent
BOXES_KEPT: Final = 100  # at once, for tables to share
BOARDS_KEPT: Final = 10
REASONS: Final = ["playing", "won", "deck-empty", "caught", "trapped"]


class TheFaceless(Game):
    name = "the-faceless"
    title = "The Faceless"
    version = 1
    longest = 3000  # answers in one game, far above what was ever seen
    is_cooperative = True
    is_open = True

    def __init__(self) -> None:
        self.cached_editions: dict[str, Edition] = {}
        self.cached_catalogue: Catalogue | None = None
        self.cached_boxes: dict[str, Duskworld] = {}
        self.cached_boards: dict[str, Board] = {}  # by edition: it takes a while to make one

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

    def editions(self) -> dict[str, Edition]:
        if not self.cached_editions:
            ours = read_edition(FOLDER / "board.toml", built_in=True, name="designed")
            self.cached_editions = {"designed": ours}
        return self.cached_editions

    def edition(self, source: str) -> Edition:
        return self.editions().get(source) or read_edition(Path(source))

    def catalogue(self) -> Catalogue:
        return self.catalogue_of(self.board(next(iter(self.editions().values()))))

    def catalogue_of(self, board: Board) -> Catalogue:
        """The sentences, with the names of what is on this board."""
        if self.cached_catalogue is None:
            shared = FOLDER.parent.parent / "text"
            self.cached_catalogue = read_catalogue(shared, FOLDER / "text")
        named = self.cached_catalogue.with_names("space", board.names)
        return named.with_names("obstacle", board.obstacle_names)

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, Duskworld)
        return [face(box, card) for card in range(box.cards)]

    def printed_board(self, box: Box) -> dict[str, object]:
        assert isinstance(box, Duskworld)
        return box.board.printed()

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        key = f"{players} {sorted(options.items())} {edition.sha256}"
        if key not in self.cached_boxes:
            if len(self.cached_boxes) >= BOXES_KEPT:
                self.cached_boxes.clear()  # a server is sent records with editions of their own
            board = self.board(edition)
            told = self.catalogue_of(board)
            box = Duskworld(players, options, edition, board, told)
            s = Dusk(box)
            s.reseed(0)
            if not has_room(s):
                raise edition.wrong(0, "there is no room for all obstacles and memories")
            self.cached_boxes[key] = box
        return self.cached_boxes[key]

    def board(self, edition: Edition) -> Board:
        if edition.sha256 not in self.cached_boards:
            if len(self.cached_boards) >= BOARDS_KEPT:
                self.cached_boards.clear()
            self.cached_boards[edition.sha256] = Board(edition)
        return self.cached_boards[edition.sha256]

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
