"""A game that is played by ids: the table, and how far each seat has come with its answer."""

from __future__ import annotations

from typing import Final

from duskhall.adapters.core.sight import Layout, Sight, layout_of
from duskhall.adapters.core.words import NO_STEP, WAIT, Words, words_of
from duskhall.engine.box import Box
from duskhall.engine.events import OUTSIDE, Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State

NOBODY: Final = -1
UNDEALT: Final = -1  # the seed before there is one
FEATURES: Final = 8  # of a move in a list: its verb, and its first numbers


class Asked:
    """What one seat may still answer, after the small steps that it has given."""

    def __init__(self, moves: list[Move], words: Words) -> None:
        self.moves = moves
        self.words: Final = words
        self.at = 0  # which step is asked for
        self.steps: list[int] = []  # by move: that step of it
        self.given: list[int] = []
        self.ids: list[int] = []  # that may be given now, in rising order; none, once it is decided

    def go_on(self) -> None:
        """Go past the steps that leave nothing to choose."""
        while len(self.moves) > 1:
            steps = self.words.steps(self.moves, self.at)
            if steps:
                self.steps, self.ids = steps, rising(steps)
                return
            self.at += 1
        self.ids = []

    def give(self, step: int) -> None:
        """Give a step that is among `ids`: this is not checked."""
        left: list[Move] = []
        for index, said in enumerate(self.steps):
            if said == step:
                left.append(self.moves[index])
        self.moves = left
        self.given.append(step)
        self.at += 1
        self.go_on()

    def copy(self) -> Asked:
        again = Asked(self.moves, self.words)
        again.at, again.steps = self.at, self.steps
        again.given, again.ids = self.given[:], self.ids
        return again


def rising(steps: list[int]) -> list[int]:
    """Each of them once, in rising order, as most lists of moves have them already."""
    found: list[int] = []
    last = NO_STEP
    is_rising = True
    for step in steps:
        if step != last:
            found.append(step)
            is_rising = is_rising and step > last
            last = step
    return found if is_rising else sorted(set(found))


class Listed(Asked):
    """What one seat may answer as a list of moves, of which it names one by its index.

    A list that is too long has pages: the last index turns over.
    """

    def __init__(self, moves: list[Move], words: Words, longest: int) -> None:
        super().__init__(moves, words)
        self.longest: Final = longest
        self.first = 0  # of the page

    def shown(self) -> list[Move]:
        """The moves of the page."""
        if len(self.moves) <= self.longest:
            return self.moves
        return self.moves[self.first : self.first + self.longest - 1]

    def go_on(self) -> None:
        self.ids = list(range(len(self.shown()))) if len(self.moves) > 1 else []
        if len(self.moves) > self.longest:
            self.ids.append(self.longest - 1)

    def give(self, step: int) -> None:
        if len(self.moves) > self.longest and step == self.longest - 1:
            self.given.append(step)
            self.first += self.longest - 1
            if self.first >= len(self.moves):
                self.first = 0
        else:
            self.moves, self.first = [self.moves[self.first + step]], 0
        self.go_on()

    def copy(self) -> Asked:
        again = Listed(self.moves, self.words, self.longest)
        again.first, again.given, again.ids = self.first, self.given[:], self.ids
        return again


class Play:
    """One game after another at a box.

    One seat after another is asked, `seat` and `ids` say who and what; or all that owe an answer
    are asked together (`together`). What leaves nothing to choose is answered without asking, and
    what comes from outside comes as in the lab. With `listed`, an answer is the index of a move in
    the list of what is legal, at most so many at once; else it is given by the ids of `words`.
    """

    def __init__(
        self,
        game: Game,
        box: Box,
        together: bool = False,
        listed: int = 0,
        state: State | None = None,
    ) -> None:
        self.game: Final = game
        self.box: Final = box
        self.together: Final = together
        self.listed: Final = listed
        self.words: Final[Words] = words_of(box)
        self.layout: Final[Layout] = layout_of(box)
        self.state: State = game.open(box) if state is None else state
        self.seed = UNDEALT
        self.moves: list[tuple[Seat, Move]] = []  # that were given, for a record
        self.asked: dict[Seat, Asked] = {}
        self.seat: Seat = NOBODY  # who is asked, or the first of them
        self.ids: list[int] = []
        self.sights: list[Sight | None] = [None] * box.players  # made when somebody looks

    def deal(self, seed: int) -> None:
        """Begin a game."""
        self.state = self.game.deal(self.box, seed)
        self.seed = seed
        self.moves = []
        self.ask()

    def ask(self) -> None:
        """Find who is asked what, once the table has changed."""
        s = self.state
        self.asked = {}
        self.seat, self.ids = NOBODY, []
        while s.waiting and self.seat == NOBODY:
            for seat in s.waiting[:] if self.together else s.waiting[:1]:
                moves = s.legal_moves(seat)
                if len(moves) == 1:
                    self.answer(seat, moves[0])
                    if not s.waiting or not s.sealed:
                        break  # another question, or none
                else:
                    asked = self.question(moves)
                    asked.go_on()
                    self.asked[seat] = asked
                    if self.seat == NOBODY:
                        self.seat, self.ids = seat, asked.ids

    def question(self, moves: list[Move]) -> Asked:
        if self.listed:
            return Listed(moves, self.words, self.listed)
        return Asked(moves, self.words)

    def answer(self, seat: Seat, move: Move) -> None:
        """Give a whole answer, and let come what comes from outside."""
        s = self.state
        s.play(seat, move)
        self.moves.append((seat, move))
        if self.box.has_weather:
            came = s.pass_time()
            if came is not None:
                self.moves.append((OUTSIDE, came))

    def play(self, seat: Seat, move: Move) -> None:
        """Give a whole answer of one who is asked, and ask on."""
        self.answer(seat, move)
        self.ask()

    def give(self, step: int) -> bool:
        """Give the next step of who is asked; False, with nothing changed, where it is not legal."""
        if step not in self.ids:
            return False
        asked = self.asked[self.seat]
        asked.give(step)
        self.ids = asked.ids
        if not self.ids:
            self.play(self.seat, asked.moves[0])
        return True

    def give_together(self, steps: dict[Seat, int]) -> list[Seat]:
        """Give a step of each who is asked. Whose was not legal: for them nothing has changed."""
        wrong: list[Seat] = []
        decided: list[Seat] = []
        for seat, asked in self.asked.items():
            step = steps.get(seat, WAIT)
            if step not in asked.ids:
                wrong.append(seat)
                continue
            asked.give(step)
            if not asked.ids:
                decided.append(seat)
        for seat in decided:
            self.answer(seat, self.asked.pop(seat).moves[0])
        if not self.asked:
            self.ask()
        return wrong

    def actions(self) -> int:
        """How many ids there are."""
        return self.listed or len(self.words.words)

    def features(self, seat: Seat) -> list[int]:
        """Of each move in the list, its verb and its numbers, from 1; 0 where there is none."""
        cells = [0] * (self.listed * FEATURES)
        asked = self.asked.get(seat)
        if isinstance(asked, Listed):
            for row, move in enumerate(asked.shown()):
                at = row * FEATURES
                cells[at] = self.words.verb_id[move.verb] - self.words.first_verb + 1
                for number in move.about[: FEATURES - 1]:
                    at += 1
                    cells[at] = number + 1
        return cells

    def ids_of(self, seat: Seat) -> list[int]:
        """What this seat may give now; none, if it is not asked."""
        asked = self.asked.get(seat)
        return asked.ids if asked is not None else []

    def given_by(self, seat: Seat) -> list[int]:
        """The small steps of the answer that this seat is at."""
        asked = self.asked.get(seat)
        return asked.given if asked is not None else []

    def look(self, seat: Seat) -> list[int]:
        """What this seat sees, as `Layout.names` names it. The row is shared: copy it."""
        return self.sight(seat).look(self.state, self.given_by(seat))

    def row(self, seat: Seat) -> bytearray:
        """The same as whole numbers of four bytes, in bytes of its own."""
        sight = self.sight(seat)
        sight.look(self.state, self.given_by(seat))
        return sight.bytes[:]

    def sight(self, seat: Seat) -> Sight:
        sight = self.sights[seat]
        if sight is None:
            sight = Sight(self.layout, seat)
            self.sights[seat] = sight
        return sight

    def mask(self, seat: Seat, wait: bool = False) -> bytearray:
        """By id, 1 where this seat may give it. With `wait`, who is not asked may only wait."""
        mask = bytearray(self.actions())
        ids = self.ids_of(seat)
        for step in ids:
            mask[step] = 1
        if wait and not ids:
            mask[WAIT] = 1
        return mask

    def payoffs(self) -> list[float]:
        """By seat, its share of the win once the game is over.

        Together all win or lose whole; alone, where one cannot lose, it is the score.
        """
        standing = self.game.standing(self.state)
        ranks = standing.ranks
        if self.box.players == 1 and not self.box.is_cooperative and not self.box.may_be_lost:
            return [float(standing.scores[0][0])]
        part = 1.0 if self.box.is_cooperative else 1.0 / max(1, ranks.count(1))
        return [part if rank == 1 else 0.0 for rank in ranks]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        given = {seat: asked.given for seat, asked in self.asked.items() if asked.given}
        kind = (self.game, self.box, self.together, self.listed)
        return play_again, (*kind, self.seed, self.moves, given)

    def __deepcopy__(self, memo: object) -> Play:
        again = Play(self.game, self.box, self.together, self.listed, self.state.clone())
        again.seed, again.moves = self.seed, self.moves[:]
        again.asked = {seat: asked.copy() for seat, asked in self.asked.items()}
        again.seat, again.ids = self.seat, self.ids
        return again


def play_again(
    game: Game,
    box: Box,
    together: bool,
    listed: int,
    seed: int,
    moves: list[tuple[Seat, Move]],
    given: dict[Seat, list[int]],
) -> Play:
    """A game that was pickled, played to where it was."""
    if seed == UNDEALT:
        return Play(game, box, together, listed)
    play = Play(game, box, together, listed, game.deal(box, seed))
    play.seed = seed
    for seat, move in moves:
        play.state.play(seat, move)
    play.moves = moves
    play.ask()
    for seat, steps in given.items():
        for step in steps:
            play.asked[seat].give(step)
    if play.seat != NOBODY:
        play.ids = play.asked[play.seat].ids
    return play
