"""The box: what a game is played with and what never changes during play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from duskhall.engine.catalogue import Catalogue
from duskhall.engine.events import EVERYONE, Place, Seat
from duskhall.engine.steps import Refusal

NOBODY: Final = -1
T = TypeVar("T")


class Kept(Generic[T]):
    """What is made once for all tables to share, by a key; never more than so many at once."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.made: dict[str, T] = {}
        self.times = 0  # that something had to be made

    def get(self, key: str, make: Callable[[], T]) -> T:
        if key not in self.made:
            if len(self.made) >= self.most:
                self.made.clear()
            self.made[key] = make()
            self.times += 1
        return self.made[key]


class Box:
    """Players, options and cards of one game, and the map of its places and numbers."""

    def __init__(
        self, players: int, options: dict[str, object], catalogue: Catalogue, places: int
    ) -> None:
        self.players: Final = players
        self.options: Final = options
        self.catalogue: Final = catalogue
        self.seers: list[int] = [0] * places  # by place: a bitmask of the seats that see its cards
        self.ordered: list[bool] = [False] * places  # by place: whether its cards keep their order
        self.forgetful: set[Place] = set()  # where cards go of which nothing is told again
        self.name_of: list[str] = [
            ""
        ] * places  # by place: 'hand.0', or '' where the place is not in use
        self.number_name: list[str] = []  # by number: 'round', or '' where it is not in use
        self.place_names: list[tuple[Place, str]] = []
        self.number_names: list[tuple[int, str]] = []
        self.seat_of: dict[str, Seat] = {}  # by the name of a place, whose it is: 'hand.0'
        self.deck_of: list[int] = []  # by card: which deck it belongs to
        self.card_names: list[str] = []  # by card, as the edition gives them
        self.words: dict[str, dict[str, int]] = {}  # by kind: short words for numbers of moves
        self.is_cooperative = False  # all win or all lose: then nobody is ranked first
        self.may_be_lost = (
            False  # nobody may win it, though not all win together: none is first then
        )
        self.has_points = True  # else the score is the win and nothing besides
        self.is_by_points = True  # who has the most points wins
        self.is_open = False  # all seats see the same: what one may answer is no secret to others
        self.source: tuple[str, str, str] = (
            "",
            "",
            "",
        )  # the game, and its edition's name and text
        self.has_weather = False  # things come from outside, and the lab has to make them up

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled as what it was packed from: whoever reads it shares the box that is there."""
        from duskhall.engine.pickling import told_text, unpack_box

        name, edition, _ = self.source
        return unpack_box, (name, self.players, self.options, edition, told_text(self))

    def __deepcopy__(self, memo: object) -> Box:
        return self  # nothing in it changes in play

    def lay_out(
        self,
        place: Place,
        name: str,
        ordered: bool = False,
        seen_by: int = EVERYONE,
        of: Seat = NOBODY,
    ) -> None:
        """Name a place of the table, and say whose it is and who sees what lies there."""
        if of != NOBODY:
            name = f"{name}.{of}"
            self.seat_of[name] = of
        self.seers[place], self.ordered[place], self.name_of[place] = seen_by, ordered, name
        self.place_names.append((place, name))

    def count(self, number: int, name: str) -> None:
        """Name a number of the table. Numbers are public."""
        while len(self.number_name) <= number:
            self.number_name.append("")
        self.number_name[number] = name
        self.number_names.append((number, name))

    def explain(self, refusal: Refusal, seat: Seat, language: str = "en") -> str:
        """The sentence that says why a move is not legal, with the id of its rule."""
        sentence = self.catalogue.refusal(self, refusal, seat, language)
        return f"{sentence} ({refusal.rule})" if refusal.rule else sentence
