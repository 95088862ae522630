"""Insight: what a bot would answer, what its answers are worth beside each other, and why.

The chances of answers are found on tables dealt anew, the same ones for each of them, so that luck
does not choose between them. Whoever weighs them is handed a guess, like any bot: nothing here
knows more than the seat.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
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
LEAST_CHANGE: Final = 0.5  # of a term, that is told as a number; less is "a little"
LEAST_WEIGHT: Final = 0.08  # of all that a term may be worth, that is worth a word
CERTAIN: Final = 97.0  # of 100 cases, from which on a chance is told as a fact
SURE: Final = 2.0  # standard errors that a change must differ from none, to be worth a word
BUT: Final = 0.6  # of what an answer gains, from which on what it loses is said, too
UNKNOWN: Final = -1.0  # a chance that was not weighed
TO_SOLVE: Final = 0.5  # seconds
CLOSE: Final = 0.01  # chances that differ by less are the same
# Reasons without a number
SOLVED: Final = "solved"  # the answer was reckoned out, not weighed
UNTRIED: Final = "untried"  # nothing could be tried out
EVEN: Final = "even"  # the answers are about as good as each other
WINS: Final = "wins"  # the game is over with it, and won
# And with two: chances with an answer and with others, of one or of all together.
CHANCES: Final = "chances"
CHANCES_TOGETHER: Final = "chances.team"
LESS: Final = ".less"  # after a term: what is given up
SOME: Final = ".some"  # after a term: a little of it, without a number
PLAYED: Final = ".played"  # after these: looking back, beside what was answered instead
CERTAINLY: Final = ".sure"  # after a chance that is nearly certain


class Reason(NamedTuple):
    """Why: a key of the catalogue's section `hints`, with the numbers that fill its sentence, if any."""

    key: str
    about: tuple[int, ...] = ()


class Weighed(NamedTuple):
    """An answer: the share of the win that it leaves to hope for, and what is counted on each table."""

    move: Move
    chance: float
    terms: list[dict[str, float]]
    own: list[str] | None = None  # the terms that are its own doing; None is any of them
    facts: tuple[Reason, ...] = ()  # what it does at once, whatever comes of it
    hopes: tuple[float, ...] = ()  # the share of the win on each table


class Insight(NamedTuple):
    """What a bot would answer, the others it looked at (the best first), and why."""

    best: Weighed
    others: list[Weighed]
    reasons: list[Reason]
    goal: Reason | None = None  # what the seat strives for, whatever it answers


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
        aim = self.terms.goal(guess, seat, chosen)
        goal = Reason(*aim) if aim is not None else None
        if not self.mind.may_try(guess):
            reasons = [Reason(UNTRIED)] if goal is None else []
            return Insight(Weighed(chosen, UNKNOWN, []), [], reasons, goal)
        best, rest, reasons = self.look(guess, seat, chosen, others, playouts, seconds)
        rest.sort(key=lambda one: -one.chance)
        if Reason(WINS) in best.facts:
            goal = None  # it is reached
        if not reasons and self.is_solved(guess, seat, chosen):
            reasons = [Reason(SOLVED)]
        if rest and rest[0].chance - best.chance >= CLOSE and is_better(rest[0], best):
            best, rest = best._replace(chance=UNKNOWN), []  # it knows more than playouts tell
        return Insight(best, rest, reasons, goal)

    def justify(
        self, guess: State, seat: Seat, move: Move, others: int, playouts: int, seconds: float
    ) -> list[Reason]:
        """What speaks for an answer that is given, beside so many others."""
        if not self.mind.may_try(guess):
            return []
        own, _, reasons = self.look(guess, seat, move, others, playouts, seconds)
        return [*own.facts, *reasons]

    def look(
        self, guess: State, seat: Seat, move: Move, others: int, playouts: int, seconds: float
    ) -> tuple[Weighed, list[Weighed], list[Reason]]:
        """An answer beside so many others: the best ones; and any, where those are all alike."""
        known = [move, *self.besides(guess, seat, [move], others)]
        own, *rest = self.weigh(guess, seat, known, playouts, seconds)
        reasons = self.why(own, rest)
        if reasons or abs(own.chance - mean([one.chance for one in rest])) >= CLOSE:
            return own, rest, reasons
        spread = self.any_of(guess, seat, known, others)
        if not spread:
            return own, rest, reasons
        own, *rest = self.weigh(guess, seat, [move, *spread], playouts, seconds)
        return own, rest, self.why(own, rest)

    def why(self, best: Weighed, others: list[Weighed]) -> list[Reason]:
        return why(self.terms.weights(), best, others, self.terms.shares())

    def besides(self, guess: State, seat: Seat, known: list[Move], most: int) -> list[Move]:
        """Other answers to look at: those that the mind thinks of first, or else any.

        Where it thinks of all alike, they are taken from the promising to the poor.
        """
        moves = [move for move in self.mind.moves(guess.clone(), seat) if move not in known]
        if len(moves) > most and (sight := self.mind.at_first_sight(guess, seat, moves)):
            order = sorted(range(len(moves)), key=lambda at: -sight[at])
            return spread([moves[at] for at in order], most)
        return moves[:most] or self.any_of(guess, seat, known, most)

    def any_of(self, guess: State, seat: Seat, known: list[Move], most: int) -> list[Move]:
        """Other answers from all over what is allowed."""
        return spread([move for move in guess.legal_moves(seat) if move not in known], most)

    def is_solved(self, guess: State, seat: Seat, move: Move) -> bool:
        return self.mind.solve(guess.clone(), seat, perf_counter() + TO_SOLVE) == move

    def compare(
        self, guess: State, seat: Seat, played: Move, others: int, playouts: int, seconds: float
    ) -> Insight:
        """The bot's answer beside the one that was given, and beside so many others after that."""
        chosen = self.bot.decide(guess.clone(), seat)
        if chosen == played or not self.mind.may_try(guess):
            return Insight(Weighed(chosen, UNKNOWN, []), [], [])
        moves = [chosen, played]
        moves += self.besides(guess, seat, moves, others)
        best, other, *rest = self.weigh(guess, seat, moves, playouts, seconds)
        # Who thinks again, with other luck, may find what was given as good.
        again = guess.determinize(seat, guess.random_below(WORD))
        if best.chance - other.chance >= CLOSE and self.bot.decide(again, seat) == played:
            return Insight(other._replace(chance=UNKNOWN), [], [])
        # Where playouts like another better, the bot knows more than they tell.
        rest = [one for one in rest if one.chance <= best.chance]
        rest.sort(key=lambda one: -one.chance)
        facts = [fact for fact in best.facts if fact not in other.facts]
        return Insight(best, [other, *rest], [*facts, *self.why(best, [other])])

    def weigh(
        self, guess: State, seat: Seat, moves: list[Move], playouts: int, seconds: float
    ) -> list[Weighed]:
        """What each of these answers leads to, on the same tables."""
        end = perf_counter() + seconds
        hopes: list[list[float]] = [[] for _ in moves]
        counts: list[list[dict[str, float]]] = [[] for _ in moves]
        first, done = guess.random_below(WORD), 0
        # What luck parts anyhow is not looked through: many rough judgements tell more than few sharp ones.
        judge = self.mind.foreseen if self.mind.is_settled(guess) else self.mind.chances
        while done < playouts and (done < LEAST_PLAYOUTS or perf_counter() < end):
            luck = guess.random_below(WORD)
            for index, move in enumerate(moves):
                table = guess.determinize(seat, luck)
                table.steer((first + done * GOLDEN) % WORD)
                told: list[Event] = []
                table.events = told
                table.play(seat, move)
                self.settle(table)
                hopes[index].append(judge(table)[seat])
                counts[index].append(self.terms.count(table, seat, told))
            done += 1
        return [
            Weighed(
                move,
                mean(hopes[at]),
                counts[at],
                self.terms.own(guess, seat, move),
                self.facts(guess, seat, move),
                tuple(hopes[at]),
            )
            for at, move in enumerate(moves)
        ]

    def facts(self, guess: State, seat: Seat, move: Move) -> tuple[Reason, ...]:
        """What an answer does at once, on this guess: no luck that follows has a part in it."""
        table = guess.clone()
        told: list[Event] = []
        table.events = told
        table.play(seat, move)
        facts = [Reason(*fact) for fact in self.terms.facts(guess, seat, move, table, told)]
        is_won = not table.waiting and self.mind.payoffs(table)[seat] == 1
        return (Reason(WINS), *facts) if is_won else tuple(facts)

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
            judged = (
                self.mind.foreseen(table, closely=True) if is_settled else self.mind.chances(table)
            )
            for seat, value in enumerate(judged):
                totals[seat] += value
        return [total / count for total in totals]


def spread(moves: list[Move], most: int) -> list[Move]:
    """So many of these at most, from the first on."""
    return moves[:: max(1, len(moves) // most)][:most]


def mean(amounts: list[float]) -> float:
    return sum(amounts) / len(amounts) if amounts else UNKNOWN


def why(
    weights: dict[str, float], best: Weighed, others: list[Weighed], shares: list[str] | None = None
) -> list[Reason]:
    """What speaks for an answer against the others, by what is counted: most of all, and what against.

    Shares are the terms that are of 100 cases.

    What comes of answers that follow, whoever gives them, is not said of this one: it gains what is
    its own doing, and gives up what is that of others. What is told as a fact is no hope any more.
    """
    if Reason(WINS) in best.facts:
        return []
    facts = [fact.key.partition(".")[0] for fact in best.facts]
    gains: list[tuple[float, str, float]] = []
    losses: list[tuple[float, str, float]] = []
    for key, weight in weights.items():
        change = changed(key, best, others)
        if change > 0 and does(best, key) and key not in facts:
            gains.append((weight * change, key, change))
        is_given_up = best.own is None or key not in best.own
        if change < 0 and is_given_up and any(does(other, key) for other in others):
            losses.append((-weight * change, key, -change))
    if not gains:
        return []
    gain, key, change = max(gains)
    if gain < LEAST_WEIGHT:
        return []
    if shares and key in shares:
        reasons = [of_100(key, change, best, others)]
    elif change < LEAST_CHANGE:
        reasons = [Reason(key + SOME)]
    else:
        reasons = [Reason(key, (round_up(change),))]
    loss, key, change = max(losses, default=(0.0, "", 0.0))
    if loss > BUT * gain and change >= LEAST_CHANGE:
        is_share = shares is not None and key in shares
        told = of_100(key, change, best, others).about if is_share else (round_up(change),)
        reasons.append(Reason(key + LESS, told))
    return reasons


def of_100(key: str, change: float, best: Weighed, others: list[Weighed]) -> Reason:
    """A chance: by how much it differs, what it is with an answer, and what with the others."""
    share = mean([counted[key] for counted in best.terms if key in counted])
    beside = mean([terms[key] for other in others for terms in other.terms if key in terms])
    about = round_up(change), int(share + 0.5), int(beside + 0.5)
    return Reason(key + CERTAINLY if share >= CERTAIN else key, about)


def because(found: Insight, is_together: bool, has_words: Callable[[str], bool]) -> list[Reason]:
    """What one strives for, and why, as far as there are words for it; else by chances alone.

    What an answer does at once comes first, and is no reason: others may do as much. Where something
    is given up, too, chances tell what outweighs what. Who was told of a gain and a loss does not
    hear that all answers are alike: only where nothing else is to be said. Where the bot knows more
    than was weighed, there may be nothing to say.
    """
    if Reason(WINS) in found.best.facts:
        return [Reason(WINS)]
    first = [found.goal, *found.best.facts] if found.goal is not None else [*found.best.facts]
    told = [one for one in first if has_words(one.key)]
    reasons = [one for one in found.reasons if has_words(one.key)]
    if reasons and not any(one.key.endswith(LESS) for one in reasons):
        return [*told, *reasons]
    chance, others = found.best.chance, mean([one.chance for one in found.others])
    if chance == UNKNOWN:
        return [*told, *reasons]
    if others < 0 or chance - others < CLOSE:
        return [*told, *(reasons or [Reason(EVEN)])]
    key = CHANCES_TOGETHER if is_together else CHANCES
    return [*told, *reasons, Reason(key, (percent(chance), percent(others)))]


def looking_back(found: list[Reason], has_words: Callable[[str], bool]) -> list[Reason]:
    """Reasons as far as there are words for them; where there are, against the answer that was given.

    A hint is weighed against the mean of several answers, a turning point against that one alone.
    """
    told = [
        one._replace(key=one.key + PLAYED) if has_words(one.key + PLAYED) else one for one in found
    ]
    return [one for one in told if has_words(one.key)]


def percent(share: float) -> int:
    """As a page rounds what it is told."""
    return int(100 * round(share, 3) + 0.5)


def does(weighed: Weighed, key: str) -> bool:
    """Whether a term can be an answer's own doing."""
    return weighed.own is None or key in weighed.own


def changed(key: str, best: Weighed, others: list[Weighed]) -> float:
    """How much more of a term an answer leads to than the others; 0 if that may be luck.

    Table by table, as all were tried on the same ones.
    """
    changes: list[float] = []
    for number, counted in enumerate(best.terms):
        beside = [other.terms[number] for other in others]
        amounts = [terms[key] for terms in beside if key in terms]
        if key in counted and amounts:
            changes.append(counted[key] - mean(amounts))
    return beyond_luck(changes)


def is_better(one: Weighed, other: Weighed) -> bool:
    """Whether playouts like one answer better than another, table by table, beyond what may be luck."""
    mine, yours = one.hopes, other.hopes
    return beyond_luck([hope - less for hope, less in zip(mine, yours, strict=True)]) > 0


def beyond_luck(changes: list[float]) -> float:
    """The mean of what differed from table to table; 0 if that may be luck."""
    if not changes:
        return 0.0
    change, count = mean(changes), len(changes)
    variance = sum([(one - change) ** 2 for one in changes]) / max(1, count - 1)
    return change if abs(change) >= SURE * sqrt(variance / count) else 0.0


def round_up(amount: float) -> int:
    """A whole number, and never 0: it is said where there is something to say."""
    return max(1, int(amount + 0.5))
