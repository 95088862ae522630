"""What a game must offer, and the list of the games that are installed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from duskhall.engine.box import Box
from duskhall.engine.box import Kept as Kept
from duskhall.engine.catalogue import Catalogue, read_catalogue
from duskhall.engine.edition import Edition, WrongEdition, read_edition
from duskhall.engine.events import Event, Seat
from duskhall.engine.mistakes import Field, Mistake, listed
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import State

SEED_BITS: Final = 128
SHARED_TEXT: Final = Path(__file__).parent.parent / "text"  # sentences of every game


class UnknownGame(ValueError):
    """There is no game of this name."""


class WrongOption(Mistake):
    """An option, or a number of players, that the game does not have or the rules do not allow."""

    def __init__(self, key: str, rule: str = "", reason: str = "", **fields: Field) -> None:
        super().__init__(key, {**fields, "rule": rule})
        self.rule: Final = rule
        self.reason: Final = reason  # the key of the sentence in the game's catalogue, under `ties`


class Option:
    """Something a table may decide before play. The first value is the default."""

    def __init__(
        self,
        name: str,
        values: list[object],
        rule: str,
        ruling: bool = False,
        players: list[int] | None = None,
        part: bool = False,
    ) -> None:
        self.name: Final = name
        self.values: Final = values
        self.rule: Final = rule
        self.ruling: Final = ruling  # the rulebook is silent here: the default is our reading
        self.part: Final = part  # it is about expansions, which are not in the box by default
        self.players: Final = players or []  # with how many it matters; with any, if none are named

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
        values = ", ".join(sorted([str(known).lower() for known in self.values]))
        raise WrongOption("option-value", name=self.name, listed=values, value=str(value).lower())


PLAYERS: Final = "players"  # a tie may speak of the number of players as of an option


class Tie(NamedTuple):
    """Where an option has one of these values, another may only have some of its own.

    So options exclude or need each other, and decide for how many the game is.
    """

    name: str
    values: list[object]
    other: str
    allowed: list[object]
    rule: str
    reason: str  # the key of the sentence that says so, under `ties`

    def holds(self, chosen: dict[str, object]) -> bool:
        return chosen[self.name] not in self.values or chosen[self.other] in self.allowed


class Scenario(NamedTuple):
    """A way to play that has a name: options that belong together.

    Title and story are in the catalogue, under `scenarios` and `stories`.
    """

    name: str
    options: dict[str, object]
    difficulty: int  # from 1 to 5
    minutes: int  # at a table of people, roughly
    about: Mapping[str, object] = MappingProxyType({})  # more of it, for the game's own set-up page


class Standing(NamedTuple):
    """How a finished game stands."""

    ranks: list[int]  # by seat; 1 is the winner, and equal ranks share
    scores: list[tuple[int, ...]]  # by seat: what the victory rule compares, most important first
    rule: str  # the rule that parted the first from the second
    reason: str  # the key of the sentence that says how


class Headway(NamedTuple):
    """How far a game is, by what everyone sees: the third of eight."""

    key: str  # of the sentence in the catalogue, under `headway`
    n: int
    of: int


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


def points_in(scores: Sequence[tuple[int, ...]], part: int) -> list[int]:
    """By seat, how far it came: this part of its score, or the last of one that is shorter."""
    return [score[min(part, len(score) - 1)] for score in scores]


class Game:
    """A game of the hall. A subclass is the whole of what the rest of the project knows of it."""

    folder: ClassVar[Path] = Path()  # where its editions lie, and its sentences in `text`
    edition_files: ClassVar[dict[str, str]] = {}  # by name, the default first
    name = ""  # as people type it: 'dark-dealings'
    title = ""
    minutes = 0  # that a game takes, or about so many
    version = 0  # of the rules: a record made by another version is not replayed silently
    longest = 0  # no game takes more answers than this
    points_part = 0  # of a score: which part says how far one came, where the first says who won
    changes: ClassVar[dict[int, list[str]]] = {}  # by version: the rules it changed
    text_hashes: ClassVar[dict[str, str]] = {}  # edition files, as records of format 1 name them

    def __init__(self) -> None:
        self.kept_editions: dict[str, Edition] = {}
        self.kept_catalogue: Catalogue | None = None

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return game, (self.name,)

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def player_counts(self) -> list[int]:
        """For how many it is, with whatever options."""
        raise NotImplementedError

    def options(self) -> list[Option]:
        return []

    def ties(self) -> list[Tie]:
        """How options, and the number of players, depend on each other."""
        return []

    def scenarios(self) -> list[Scenario]:
        """Named ways to play, the one to begin with first."""
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

    def points(self, s: State) -> list[int]:
        """By seat, how far it has come: points, even where they are not what decides."""
        return points_in(self.scores(s), self.points_part)

    def headway(self, s: State) -> Headway | None:
        """None where a game cannot say."""
        return None

    # What follows is the same for every game.

    def titled(self, language: str) -> str:
        """What it is called in a language."""
        return self.title if language == "en" else self.catalogue().word("game", "title", language)

    def editions(self) -> dict[str, Edition]:
        """The editions that come with the game, the default first."""
        if not self.kept_editions:
            for name, file in self.edition_files.items():
                self.kept_editions[name] = read_edition(self.folder / file, True, name)
        return self.kept_editions

    def edition(self, source: str) -> Edition:
        """An edition by its name, or by the path of a file."""
        own = self.editions().get(source)
        if own is None and not Path(source).exists():
            known = ", ".join(self.editions())
            raise WrongEdition(f"{source}: No such file; {self.title} itself has {known}")
        return own or read_edition(Path(source))

    def edition_of(self, name: str, text: str, known_as: str) -> Edition:
        """The edition that a record was played with, by its text, or by a hash where it has none.

        Ours is taken where the values are the same, whatever the comments say. WrongEdition.
        """
        own = self.editions().get(name)
        if text:
            cards = Edition(name, text, built_in=False)
            return own if own is not None and own.sha256 == cards.sha256 else cards
        if own is not None and own.sha256 == known_as:
            return own
        file = self.text_hashes.get(known_as)
        if file is None:
            raise WrongEdition(
                f"the edition '{name}' is not here in the state that was played with"
            )
        for known, current in self.edition_files.items():
            if file == current:
                return self.editions()[known]
        return read_edition(self.folder / file, True, Path(file).stem)

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
        chosen = self.choose(players, options or {})
        default = next(iter(self.editions()))
        cards = self.edition(edition or default) if isinstance(edition, str) else edition
        # With the edition and not here: what a stranger brings is not to stay.
        key = f"{self.name} {players} {sorted(chosen.items())}"
        return cards.boxes.get(key, lambda: self.packed(players, chosen, cards))

    def packed(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        try:
            box = self.pack(players, options, edition)
        except WrongEdition:
            if not self.has_parts_of(edition):
                for other in installed():
                    if other.has_parts_of(edition):
                        told = f"this is an edition of {other.title}, not of {self.title}"
                        raise edition.wrong(0, told) from None
            raise
        box.source = (self.name, edition.name, edition.text)
        return box

    def has_parts_of(self, edition: Edition) -> bool:
        """Whether an edition has every list and table that our usual one has."""
        usual = next(iter(self.editions().values())).data
        parts = {name for name, value in usual.items() if isinstance(value, (list, dict))}
        return parts <= edition.data.keys()

    def choose(self, players: int, options: dict[str, object]) -> dict[str, object]:
        """All options with their values, as far as they can be had together. WrongOption."""
        counts = self.player_counts()
        if players not in counts:
            raise WrongOption(
                "players", title=self.titled, low=counts[0], high=counts[-1], players=players
            )
        chosen = {option.name: option.default for option in self.options()}
        for name, value in options.items():
            for option in self.options():
                if option.name == name:
                    chosen[name] = option.read(value)
                    break
            else:
                raise WrongOption(
                    "no-option", title=self.titled, name=name, known=listed(sorted(chosen))
                )
        for tie in self.ties():
            if not tie.holds({**chosen, PLAYERS: players}):
                told = partial(self.catalogue().word, "ties", tie.reason)
                raise WrongOption("tie", tie.rule, tie.reason, sentence=told)
        return chosen

    def counts(self, options: dict[str, object]) -> list[int]:
        """For how many players it is with these options. WrongOption, if for nobody."""
        found: list[int] = []
        refused: WrongOption | None = None
        for players in self.player_counts():
            try:
                self.choose(players, options)
                found.append(players)
            except WrongOption as error:
                refused = error
        if not found and refused is not None:
            raise refused
        return found

    def fit(self, options: dict[str, object], players: int = 0) -> dict[str, object]:
        """As many of these options as can be had together, each with what it needs besides.

        Together, that is with so many players; with any number, if none is said.
        """
        chosen: dict[str, object] = {}
        for name, value in options.items():
            needs = {
                tie.other: tie.allowed[0]
                for tie in self.ties()
                if tie.name == name and value in tie.values and tie.other != PLAYERS
            }
            for trial in ({**chosen, name: value}, {**needs, **chosen, name: value}):
                try:
                    counts = self.counts(trial)
                except WrongOption:
                    continue
                if not players or players in counts:
                    chosen = trial
                    break
        return chosen

    def scenario(self, name: str) -> Scenario:
        for found in self.scenarios():
            if found.name == name:
                return found
        known = listed([found.name for found in self.scenarios()])
        raise WrongOption("no-scenario", title=self.titled, name=name, known=known)

    def deal(self, box: Box, seed: int, events: list[Event] | None = None) -> State:
        """Open a box and play on to the first question."""
        if not 0 <= seed < 1 << SEED_BITS:
            raise WrongOption("seed", bits=SEED_BITS, seed=seed)
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
