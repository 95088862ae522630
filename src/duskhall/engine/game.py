"""What a game must offer, and the list of the games that are installed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue, read_catalogue
from duskhall.engine.edition import Edition, read_edition
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import State

SEED_BITS: Final = 128
SHARED_TEXT: Final = Path(__file__).parent.parent / "text"  # sentences of every game
BOXES_KEPT: Final = 100  # at once, for tables to share
T = TypeVar("T")


class UnknownGame(ValueError):
    """There is no game of this name."""


class WrongOption(ValueError):
    """An option, or a number of players, that the game does not have."""


class Option:
    """Something a table may decide before play. The first value is the default."""

    def __init__(self, name: str, values: list[object], rule: str, ruling: bool = False) -> None:
        self.name: Final = name
        self.values: Final = values
        self.rule: Final = rule
        self.ruling: Final = ruling  # the rulebook is silent here: the default is our reading

    @property
    def default(self) -> object:
        return self.values[0]

    def read(self, value: object) -> object:
        """The value meant, also when it is written as a word of the command line."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
            if isinstance(value, str) and str(known).lower() == value.lower():
                return known
        listed = ", ".join(sorted([str(known).lower() for known in self.values]))
        raise WrongOption(f"option '{self.name}' may be {listed}, not {str(value).lower()}")


class Standing(NamedTuple):
    """How a finished game stands."""

    ranks: list[int]  # by seat; 1 is the winner, and equal ranks share
    scores: list[tuple[int, ...]]  # by seat: what the victory rule compares, most important first
    rule: str  # the rule that parted the first from the second
    reason: str  # the key of the sentence that says how


def rank(scores: list[tuple[int, ...]]) -> tuple[list[int], int]:
    """Ranks by descending scores, and which part of the score parts the first from the next.

    That part is -1 where the first place is shared, and 0 where nobody else plays.
    """
    ranks = [1 + sum([other > score for other in scores]) for score in scores]
    ordered = sorted(scores, reverse=True)
    if len(ordered) < 2:
        return ranks, 0
    for part, (first, second) in enumerate(zip(ordered[0], ordered[1], strict=True)):
        if first != second:
            return ranks, part
    return ranks, -1


class Kept(Generic[T]):
    """What is made once for all tables to share, by a key; never more than so many at once."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.made: dict[str, T] = {}

    def get(self, key: str, make: Callable[[], T]) -> T:
        if key not in self.made:
            if len(self.made) >= self.most:
                self.made.clear()  # a server is sent records with editions of their own
            self.made[key] = make()
        return self.made[key]


class Game:
    """A game of the hall. A subclass is the whole of what the rest of the project knows of it."""

    folder: ClassVar[Path] = Path()  # where its editions lie, and its sentences in `text`
    edition_files: ClassVar[dict[str, str]] = {}  # by name, the default first
    name = ""  # as people type it: 'dark-dealings'
    title = ""
    version = 0  # of the rules: a record made by another version is not replayed silently
    longest = 0  # no game takes more answers than this
    is_cooperative = False  # all win or all lose: then nobody is ranked first
    is_open = False  # all seats see the same: then what one may answer is no secret to others

    def __init__(self) -> None:
        self.kept_editions: dict[str, Edition] = {}
        self.kept_boxes: Kept[Box] = Kept(BOXES_KEPT)
        self.kept_catalogue: Catalogue | None = None

    def player_counts(self) -> list[int]:
        raise NotImplementedError

    def options(self) -> list[Option]:
        return []

    def faces(self, box: Box) -> list[dict[str, object]]:
        """By card number, what is printed on it, as plain data for a screen to draw."""
        return [{"name": name} for name in box.card_names]

    def printed_board(self, box: Box) -> dict[str, object]:
        """What is printed on the board, as plain data for a screen to draw; empty without one."""
        return {}

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        """Put together what is needed for this many players and these options. Tables share it."""
        raise NotImplementedError

    def open(self, box: Box) -> State:
        """The table before the first card is dealt: everything in its deck."""
        raise NotImplementedError

    def standing(self, s: State) -> Standing:
        raise NotImplementedError

    # What follows is the same for every game.

    def editions(self) -> dict[str, Edition]:
        """The editions that come with the game, the default first."""
        if not self.kept_editions:
            for name, file in self.edition_files.items():
                self.kept_editions[name] = read_edition(self.folder / file, True, name)
        return self.kept_editions

    def edition(self, source: str) -> Edition:
        """An edition by its name, or by the path of a file."""
        return self.editions().get(source) or read_edition(Path(source))

    def catalogue(self) -> Catalogue:
        """The sentences of the game, in every language."""
        if self.kept_catalogue is None:
            self.kept_catalogue = read_catalogue(SHARED_TEXT, self.folder / "text")
        return self.kept_catalogue

    def box(
        self, players: int, options: dict[str, object] | None = None, edition: str | Edition = ""
    ) -> Box:
        """Check players, options and edition, and pack the box, or take one that is packed so.

        WrongOption, WrongEdition.
        """
        if players not in self.player_counts():
            counts = self.player_counts()
            raise WrongOption(
                f"{self.title} is for {counts[0]} to {counts[-1]} players, not {players}"
            )
        chosen = {option.name: option.default for option in self.options()}
        for name, value in (options or {}).items():
            for option in self.options():
                if option.name == name:
                    chosen[name] = option.read(value)
                    break
            else:
                known = ", ".join(sorted(chosen)) or "none"
                raise WrongOption(f"{self.title} has no option '{name}'; it has {known}")
        default = next(iter(self.editions()))
        cards = self.edition(edition or default) if isinstance(edition, str) else edition
        key = f"{players} {sorted(chosen.items())} {cards.sha256}"
        return self.kept_boxes.get(key, lambda: self.pack(players, chosen, cards))

    def deal(self, box: Box, seed: int, events: list[Event] | None = None) -> State:
        """Open a box and play on to the first question."""
        if not 0 <= seed < 1 << SEED_BITS:
            raise WrongOption(f"a seed is a whole number from 0 to 2**{SEED_BITS} - 1, not {seed}")
        s = self.open(box)
        s.reseed(seed)
        s.events = events
        s.play_on()
        return s

    def setup(
        self,
        players: int,
        seed: int | None = None,
        edition: str | Edition = "",
        **options: object,
    ) -> State:
        """A table ready for its first answer. Without a seed, the system's luck is taken."""
        return self.deal(self.box(players, options, edition), new_seed() if seed is None else seed)

    def view(self, s: State, seat: Seat) -> dict[str, object]:
        return s.view(seat)

    def clone(self, s: State) -> State:
        return s.clone()

    def determinize(self, s: State, seat: Seat, seed: int) -> State:
        return s.determinize(seat, seed)

    def scores(self, s: State) -> list[tuple[int, ...]]:
        """By seat, what the victory rule compares."""
        return self.standing(s).scores

    def describe(self, s: State, move: Move, names: list[str], language: str = "en") -> str:
        return s.box.catalogue.move(s.box, move, names, language)

    def parse(self, s: State, seat: Seat, text: str) -> Move:
        """Read a move in its notation; a card may also be given by its whole name.

        Of several cards of that name, one is meant with which the move is legal.
        """
        verb, *words = text.lower().split() or [""]
        names: dict[str, list[int]] = {}
        for card, name in enumerate(s.box.card_names):
            names.setdefault(name.lower(), []).append(card)
        longest = max([len(name.split()) for name in names], default=0)
        short = {word: number for kind in s.box.words.values() for word, number in kind.items()}
        meant: list[list[int]] = []  # by number of the move, what it may be
        while words:
            for length in range(min(longest, len(words)), -1, -1):
                spoken = " ".join(words[:length])
                if spoken in names and length:
                    meant.append(names[spoken])
                    break
            else:
                length, word = 1, words[0]
                meant.append([short[word] if word in short else as_number(word, text)])
            del words[:length]
        for move in s.legal_moves(seat):
            if move.verb == verb and len(move.about) == len(meant):
                if all(number in meant[index] for index, number in enumerate(move.about)):
                    return move
        return parse_move(" ".join([verb, *[str(numbers[0]) for numbers in meant]]))


def as_number(word: str, text: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a move: '{word}' is neither a number nor a card"
        ) from None


def new_seed() -> int:
    """128 bits of the system's luck."""
    return secrets.randbits(SEED_BITS)


_installed: dict[str, Game] = {}


def install(game: Game) -> None:
    _installed[game.name] = game


def installed() -> list[Game]:
    return list(_installed.values())


def game(name: str) -> Game:
    """The game of this name: `duskhall.game("dark-dealings")`."""
    if name not in _installed:
        raise UnknownGame(f"there is no game '{name}'; there is {', '.join(_installed)}")
    return _installed[name]
