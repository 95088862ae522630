"""The tables that promises are tried on: each game with every player count and every option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import duskhall
from duskhall import Game, Move, Record, State, Table
from duskhall.engine.events import OUTSIDE, SPECTATOR, Event, Seat
from duskhall.engine.game import Option

MIXTURES = 6  # tables per game on which every option is drawn by lot
RANGE = 5  # an option with more values than this is a range
ALL_LOOK = 60  # positions of a game at which every seat looks; later one does by turns


class Case(NamedTuple):
    """A table to be played, with the luck of its name."""

    game: Game
    players: int
    options: dict[str, object]

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.name, f"{self.players}p", *words]).lower()

    def __repr__(self) -> str:
        return str(self)

    def luck(self, *about: object) -> random.Random:
        """Luck for a test, the same in every run."""
        return random.Random(f"{self} {about}")

    def seed(self) -> int:
        return self.luck("seed").getrandbits(128)

    def deal(self) -> State:
        return self.game.deal(self.game.box(self.players, self.options), self.seed())

    def sit_down(self, seed: int | None = None) -> Table:
        edition = next(iter(self.game.editions().values()))
        options = self.game.box(self.players, self.options, edition).options
        return Table(
            Record(self.game, self.players, options, edition, self.seed() if seed is None else seed)
        )

    def seats(self) -> list[Seat]:
        return list(range(self.players))

    def eyes(self) -> list[Seat]:
        """Everyone who may watch: the seats, and someone without one."""
        return [*self.seats(), SPECTATOR]


def cases() -> list[Case]:
    """Every player count; every value of every option with the fewest and with more; mixtures."""
    return usual_cases() + single_cases()


def usual_cases() -> list[Case]:
    """Every player count; mixtures of options, in which what cannot be had together is left out."""
    found: list[Case] = []
    for game in duskhall.installed():
        found += [Case(game, players, {}) for players in game.counts({})]
        lots = random.Random(game.name)
        for turn in range(MIXTURES):
            mixture = game.fit(
                {
                    option.name: lots.choice(option.values[1:])
                    for option in own_options(game)
                    if lots.random() < 0.7
                }
            )
            counts = game.counts(mixture)
            found.append(Case(game, counts[turn % len(counts)], mixture))
        found += packed(game)
    return found


def single_cases() -> list[Case]:
    """Every value of every option, with what it needs, for the fewest players and for more."""
    found: list[Case] = []
    for game in duskhall.installed():
        usual = game.counts({})
        turn = 0
        for option in own_options(game):
            for value in tried(option):
                turn += 1
                options = game.fit({option.name: value})
                counts = game.counts(options)
                more = counts[min(1 + turn % 3, len(counts) - 1)]
                # What decides for how many the game is, is tried with all of them.
                own = list(options) == [option.name] and counts != usual
                for players in counts if own else sorted({counts[0], more}):
                    found.append(Case(game, players, options))
    return found


def own_options(game: Game) -> list[Option]:
    """Those of the base game."""
    return [option for option in game.options() if not option.part]


def packed(game: Game) -> list[Case]:
    """Every value of every option about expansions, as many of them at one table as fit together."""
    counts, found = game.counts({}), list[Case]()
    parts = [option for option in game.options() if option.part]
    left = {option.name: option.values[1:] for option in parts}
    while any(left.values()):
        wanted = {name: values[0] for name, values in left.items() if values}
        players = counts[len(found) % len(counts)]
        mixture = game.fit(wanted, players)
        for name in mixture:
            left[name] = left[name][1:]
        found.append(Case(game, players, mixture))
    return found


def tried(option: Option) -> list[object]:
    """The values besides the default; of a long range, its ends and its middle."""
    values = option.values[1:]
    if len(values) <= RANGE:
        return values
    return [values[0], values[len(values) // 2], values[-1]]


def answer_by_lot(s: State, lots: random.Random) -> tuple[Seat, Move]:
    seat = lots.choice(s.waiting)
    moves = s.legal_moves(seat)
    assert moves, f"seat {seat} owes an answer to {s.agenda[-1]} and has none"
    return seat, lots.choice(moves)


def positions(case: Case) -> Iterator[State]:
    """A random game: one table, at each of its questions and at the end."""
    lots, s = case.luck("game"), case.deal()
    yield s
    for _ in range(case.game.longest):
        if not s.waiting:
            return
        s.apply(*answer_by_lot(s, lots))
        yield s
        if s.pass_time() is not None:
            yield s
    raise AssertionError(f"a game of more than {case.game.longest} answers")


def seats_by_turns(case: Case, number: int) -> list[Seat]:
    """Who looks at the position of this number: all at first, then one after the other."""
    return case.seats() if number < ALL_LOOK else [number % case.players]


def some_positions(case: Case, count: int) -> Iterator[State]:
    """Copies of that many positions of a random game, spread over its length."""
    clones = [s.clone() for s in positions(case)][:-1]
    for index in sorted(some(case.luck("positions"), len(clones), count)):
        yield clones[index]


def some(lots: random.Random, below: int, count: int) -> list[int]:
    """So many different numbers below a limit, or all of them."""
    return lots.sample(range(below), min(count, below))


def played(case: Case) -> Table:
    """A random game, played to its end at a table."""
    lots, table = case.luck("game"), case.sit_down()
    while table.state.waiting:
        table.play(*answer_by_lot(table.state, lots))
        coming = table.state.coming()
        if coming is not None:
            table.play(OUTSIDE, coming)
        assert len(table.record.moves) <= case.game.longest, "an endless game"
    return table


def events_so_far(record: Record) -> Iterator[tuple[State, list[Event]]]:
    """The states of a record from the first on, each with the events that led to it."""
    told: list[Event] = []
    s = record.game.deal(record.box(), record.seed, told)
    yield s, told
    for seat, move in record.moves:
        s.events = told = []
        s.apply(seat, move)
        yield s, told


def all_cards(s: State) -> list[int]:
    return sorted([card for cards in s.places for card in cards])


def strange_moves(case: Case, s: State, lots: random.Random, count: int) -> list[Move]:
    """Moves that nobody offered: known verbs about other numbers, and nonsense."""
    known = [move for seat in case.seats() for move in s.legal_moves(seat)]
    found = [Move("dance"), Move("dance", 0), Move("dance", -1, 10**30)]
    for _ in range(count):
        move = lots.choice(known)
        about = [lots.randrange(-2, len(s.box.card_names) + 2) for _ in move.about]
        found += [Move(move.verb, *about), Move(lots.choice(known).verb, *move.about)]
        found += [
            Move(move.verb),
            Move(move.verb, *move.about, 0),
            Move(move.verb, *move.about[1:]),
        ]
    return found


# Single options are tried in one of the two runs of `make test`; the other has them in mixtures.
each_table = pytest.mark.parametrize(
    "case",
    [*usual_cases(), *[pytest.param(case, marks=pytest.mark.once) for case in single_cases()]],
    ids=str,
)
