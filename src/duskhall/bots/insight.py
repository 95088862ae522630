"""Insight: what a bot would answer, what its answers are worth beside each other, and why.

The chances of answers are found on tables dealt anew, the same ones for each of them, so that luck
does not choose between them. Whoever weighs them is handed a guess, like any bot: nothing here
knows more than the seat.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final, NamedTuple

from duskhall.bots.bot import Bot
from duskhall.bots.mind import Mind
from duskhall.bots.terms import Terms
from duskhall.engine.events import ALL_SEEING, Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State

WORD: Final = 1 << 32
GOLDEN: Final = 0x9E3779B9  # the golden ratio of a word: its multiples lie evenly within a word
LEAST_PLAYOUTS: Final = 4  # whatever the time
LEAST_CHANGE: Final = 0.5  # of a term, that is worth a word
LEAST_WEIGHT: Final = 0.08  # of all that a term may be worth, that is worth a word
BUT: Final = 0.6  # of what an answer gains, from which on what it loses is said, too
UNKNOWN: Final = -1.0  # a chance that was not weighed
TO_SOLVE: Final = 0.5  # seconds
CLOSE: Final = 0.01  # chances that differ by less are the same
# Reasons without a number
SOLVED: Final = "solved"  # the answer was reckoned out, not weighed
FARTHER: Final = "farther"  # others looked better at first; thought through, they are not
UNTRIED: Final = "untried"  # nothing could be tried out


class Weighed(NamedTuple):
    """An answer: the share of the win that it leaves to hope for, and what is counted then."""

    move: Move
    chance: float
    terms: dict[str, float]


class Reason(NamedTuple):
    """Why: a key of the catalogue's section `hints`, with the number that fills its sentence, if any."""

    key: str
    amount: int = 0


class Insight(NamedTuple):
    """What a bot would answer, the others it looked at (the best first), and why."""

    best: Weighed
    others: list[Weighed]
    reasons: list[Reason]


class Adviser:
    """Asks a bot, and weighs its answer against others."""

    def __init__(self, bot: Bot, mind: Mind, terms: Terms, longest: int) -> None:
        self.bot: Final = bot
        self.mind: Final = mind
        self.terms: Final = terms
        self.longest: Final = longest  # answers of a game

    def advise(
        self, guess: State, seat: Seat, others: int, playouts: int, seconds: float
    ) -> Insight:
        """The bot's answer to the question of a guess, beside so many others."""
        chosen = self.bot.decide(guess.clone(), seat)
        if not self.mind.may_try(guess):
            return Insight(Weighed(chosen, UNKNOWN, {}), [], [Reason(UNTRIED)])
        moves = [chosen, *self.besides(guess, seat, [chosen], others)]
        best, *rest = self.weigh(guess, seat, moves, playouts, seconds)
        rest = sorted(rest, key=lambda one: -one.chance)
        reasons = why(self.terms.weights(), best, rest)
        if not reasons and self.is_solved(guess, seat, chosen):
            reasons = [Reason(SOLVED)]
        if rest and rest[0].chance > best.chance:
            if not reasons and rest[0].chance - best.chance >= CLOSE:
                reasons = [Reason(FARTHER)]
            best, rest = best._replace(chance=UNKNOWN), []  # it knows more than playouts tell
        return Insight(best, rest, reasons)

    def justify(
        self, guess: State, seat: Seat, move: Move, others: int, playouts: int, seconds: float
    ) -> list[Reason]:
        """What speaks for an answer that is given, beside so many others."""
        if not self.mind.may_try(guess):
            return []
        moves = [move, *self.besides(guess, seat, [move], others)]
        own, *rest = self.weigh(guess, seat, moves, playouts, seconds)
        return why(self.terms.weights(), own, rest)

    def besides(self, guess: State, seat: Seat, known: list[Move], most: int) -> list[Move]:
        """Other answers to look at: those that the mind thinks of, or else any."""
        moves = [move for move in self.mind.moves(guess.clone(), seat) if move not in known]
        if not moves:
            moves = [move for move in guess.legal_moves(seat) if move not in known]
            moves = moves[:: max(1, len(moves) // most)]
        return moves[:most]

    def is_solved(self, guess: State, seat: Seat, move: Move) -> bool:
        return self.mind.solve(guess.clone(), seat, perf_counter() + TO_SOLVE) == move

    def compare(
        self, guess: State, seat: Seat, played: Move, others: int, playouts: int, seconds: float
    ) -> Insight:
        """The bot's answer beside the one that was given, and beside so many others after that."""
        chosen = self.bot.decide(guess.clone(), seat)
        if chosen == played or not self.mind.may_try(guess):
            return Insight(Weighed(chosen, UNKNOWN, {}), [], [])
        moves = [chosen, played]
        moves += self.besides(guess, seat, moves, others)
        best, other, *rest = self.weigh(guess, seat, moves, playouts, seconds)
        # Where playouts like another better, the bot knows more than they tell.
        rest = [one for one in rest if one.chance <= best.chance]
        rest.sort(key=lambda one: -one.chance)
        return Insight(best, [other, *rest], why(self.terms.weights(), best, [other]))

    def weigh(
        self, guess: State, seat: Seat, moves: list[Move], playouts: int, seconds: float
    ) -> list[Weighed]:
        """What each of these answers leads to, on the same tables."""
        end = perf_counter() + seconds
        totals = [0.0] * len(moves)
        counts: list[dict[str, float]] = [{} for _ in moves]
        first, done = guess.random_below(WORD), 0
        while done < playouts and (done < LEAST_PLAYOUTS or perf_counter() < end):
            luck = guess.random_below(WORD)
            for index, move in enumerate(moves):
                table = guess.determinize(seat, luck)
                table.steer((first + done * GOLDEN) % WORD)
                told: list[Event] = []
                table.events = told
                table.play(seat, move)
                self.settle(table)
                totals[index] += self.mind.values(table)[seat]
                add(counts[index], self.terms.count(table, seat, told))
            done += 1
        return [
            Weighed(move, totals[index] / done, shared(counts[index], done))
            for index, move in enumerate(moves)
        ]

    def settle(self, s: State) -> None:
        """Play on as people might, until the mind is sure of itself."""
        s.pass_time()
        for _ in range(self.longest):
            if not s.waiting or self.mind.is_settled(s):
                return
            other = s.waiting[0]
            s.play(other, self.mind.sample(s, other))
            s.pass_time()

    def chances(self, s: State, playouts: int, luck: int) -> list[float]:
        """By seat, its share of the win with all cards face up, as they lie. What was sealed is open."""
        if not s.waiting:
            return self.mind.payoffs(s)
        totals = [0.0] * s.box.players
        is_settled = not s.sealed and self.mind.is_settled(s)
        count = 1 if is_settled else playouts
        for number in range(count):
            table = s.determinize(ALL_SEEING, luck + number)
            table.steer((luck + number * GOLDEN) % WORD)
            if not is_settled:
                self.settle(table)
            for seat, value in enumerate(self.mind.values(table)):
                totals[seat] += value
        return [total / count for total in totals]


def add(totals: dict[str, float], terms: dict[str, float]) -> None:
    for key, amount in terms.items():
        totals[key] = totals.get(key, 0.0) + amount


def shared(totals: dict[str, float], by: int) -> dict[str, float]:
    return {key: total / by for key, total in totals.items()}


def why(weights: dict[str, float], best: Weighed, others: list[Weighed]) -> list[Reason]:
    """What speaks for an answer against the others, by what is counted: most of all, and what against."""
    if not others:
        return []
    found: list[tuple[float, str, float]] = []
    for key, weight in weights.items():
        if key not in best.terms:
            continue
        amounts = [other.terms[key] for other in others if key in other.terms]
        if amounts:
            change = best.terms[key] - sum(amounts) / len(amounts)
            found.append((weight * change, key, change))
    found.sort()
    if not found:
        return []
    gain, key, change = found[-1]
    if gain < LEAST_WEIGHT or change < LEAST_CHANGE:
        return []
    reasons = [Reason(key, round_up(change))]
    loss, key, change = found[0]
    if -loss > BUT * gain and -change >= LEAST_CHANGE:
        reasons.append(Reason(f"{key}.less", round_up(-change)))
    return reasons


def round_up(amount: float) -> int:
    """A whole number, and never 0: it is said where there is something to say."""
    return max(1, int(amount + 0.5))
