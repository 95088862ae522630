"""Yardsticks: what is measured of any game, whatever its rules are."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from duskhall.engine.box import Box
from duskhall.engine.events import OUTSIDE, Event, Seat
from duskhall.engine.mistakes import Field, Mistake, listed
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.lab.measures import ALL, BotWins, Key, Mean, Measure, Played, Reading, Share

BEGINS: Final = ("first", "start")  # names of the number that tells who begins


class UnknownMeasure(Mistake):
    """There is no measure of this name for these games."""

    def __init__(self, key: str, **fields: Field) -> None:
        super().__init__(key, fields)


def first_seat(s: State) -> Seat:
    """Who begins: the first seat, where the game has no number for it."""
    for number, name in s.box.number_names:
        if name in BEGINS:
            return s.numbers[number]
    return 0


def points(played: Played) -> list[int]:
    """By seat, how far it came, whether that decides or not."""
    return played.game.points(played.s)


def first_two(played: Played) -> list[tuple[int, int]]:
    """The most points and the next; nothing, where one plays alone."""
    return list(itertools.pairwise(sorted(points(played), reverse=True)))[:1]


class PlaceWins(Share):
    """By place in the order in which the game began, the seat wins."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.first: Final = first_seat(played.s)

    def readings(self) -> Iterable[Reading]:
        players = self.played.players
        return [((seat - self.first) % players, won) for seat, won in enumerate(self.played.wins())]


class Won(Share):
    """Games that all win together."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, self.played.wins()[0])]


class SomebodyWon(Share):
    """Games that are not lost by all."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, 1 in self.played.standing().ranks)]


class Answers(Mean):
    """Answers given in a game."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.count = 0

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self.count += seat != OUTSIDE

    def readings(self) -> Iterable[Reading]:
        return [(ALL, self.count)]


class WinnersPoints(Mean):
    """The points of who won; where several did, of each the same share of a reading."""

    def readings(self) -> Iterable[Reading]:
        ranks, found = self.played.standing().ranks, points(self.played)
        first = [found[seat] for seat, rank in enumerate(ranks) if rank == 1] or [max(found)]
        return [(ALL, sum(first) / len(first))]


class Points(Mean):
    """By place at the end, from 1, the points of a seat; under ALL, of every seat.

    Where all win together, the table has them, once.
    """

    def readings(self) -> Iterable[Reading]:
        if self.played.s.box.is_cooperative:
            shared = points(self.played)
            yield ALL, sum(shared) / len(shared)
            return
        ranks = self.played.standing().ranks
        for seat, found in enumerate(points(self.played)):
            yield ALL, found
            yield ranks[seat], found


class Margin(Mean):
    """By how many points the best is ahead of the next."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, best - second) for best, second in first_two(self.played)]


class Spread(Mean):
    """By how many points the best is ahead of the last."""

    def readings(self) -> Iterable[Reading]:
        found = points(self.played)
        return [(ALL, max(found) - min(found))]


class Ties(Share):
    """Games in which the best are level on points, so that something else decides, or nothing."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, best == second) for best, second in first_two(self.played)]


class Course(Measure):
    """Follows who is ahead on points, after every answer."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.leaders: list[Seat] = []  # after each answer, who is alone ahead, or who was last
        self.follow()

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        if any(event.number >= 0 or event.cards for event in events):
            self.follow()
        else:
            self.leaders.append(self.leaders[-1])

    def follow(self) -> None:
        found = points(self.played)
        best = max(found)
        before = self.leaders[-1] if self.leaders else -1
        self.leaders.append(found.index(best) if found.count(best) == 1 else before)

    def winners(self) -> list[Seat]:
        return [seat for seat, rank in enumerate(self.played.standing().ranks) if rank == 1]


class LeadChanges(Course, Mean):
    """How often somebody else takes the lead."""

    def readings(self) -> Iterable[Reading]:
        led = [seat for seat in self.leaders if seat >= 0]
        return [(ALL, sum([one != next for one, next in itertools.pairwise(led)]))]


class Comebacks(Course, Share):
    """Games whose winner was not ahead when half of the answers had been given."""

    def readings(self) -> Iterable[Reading]:
        leader = self.leaders[len(self.leaders) // 2]
        return [(ALL, leader >= 0 and leader not in self.winners())]


class LastLead(Course, Mean):
    """How much of a game had been played when the winner took the lead for good, in percent."""

    def readings(self) -> Iterable[Reading]:
        winners = self.winners()
        behind = [at for at, seat in enumerate(self.leaders) if seat not in winners]
        return [(ALL, 100 * (behind[-1] + 1) / len(self.leaders) if behind else 0.0)]


def named(cards: Iterable[str]) -> list[str]:
    """Each name once. What a game has as cards for itself alone has none, and is not told of."""
    return [name for name in dict.fromkeys(cards) if name]


class Uses(Measure):
    """Follows which cards a seat names in an answer that moves them: taken, bought, played.

    Answers may be secret at first: so an event is about a card that its seat has last answered with.
    """

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.named: list[set[int]] = [set() for _ in range(played.players)]
        self.used: list[dict[tuple[str, str], int]] = [{} for _ in range(played.players)]

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        if seat != OUTSIDE:
            self.named[seat] = set(move.about)
        names = self.played.s.box.card_names
        for event in events:
            if event.seat < 0 or not self.named[event.seat]:
                continue
            for card in event.cards:
                if card in self.named[event.seat] and names[card]:
                    self.named[event.seat].remove(card)
                    key = (event.kind, names[card])
                    self.used[event.seat][key] = self.used[event.seat].get(key, 0) + 1

    def users(self) -> list[tuple[dict[tuple[str, str], int], float]]:
        """What each seat has used, and whether it wins. Where all win together they are one:
        seats of one game would say the same several times."""
        won = self.played.wins()
        if not self.played.s.box.is_cooperative:
            return list(zip(self.used, won, strict=True))
        all_used: dict[tuple[str, str], int] = {}
        for used in self.used:
            for key, times in used.items():
                all_used[key] = all_used.get(key, 0) + times
        return [(all_used, won[0])]


class DeedUses(Uses, Mean):
    """By deed and card, how often a seat, or all together, did it that did it at all."""

    def readings(self) -> Iterable[Reading]:
        for used, _ in self.users():
            yield from used.items()


class DeedWins(Uses, Share):
    """By deed and card, a seat that did it wins; or all together do."""

    def readings(self) -> Iterable[Reading]:
        for used, won in self.users():
            for key in used:
                yield key, won


class CardUses(Uses, Share):
    """By card, a seat has named it in an answer that moved it."""

    def readings(self) -> Iterable[Reading]:
        all_names = named(self.played.s.box.card_names)
        for used in self.used:
            names = {name for _, name in used}
            for name in all_names:
                yield name, name in names


class CardWins(Uses, Share):
    """By card, a seat that has used it so wins."""

    def readings(self) -> Iterable[Reading]:
        for used, won in zip(self.used, self.played.wins(), strict=True):
            for name in {name for _, name in used}:
                yield name, won


class Reasons(Share):
    """By what parted the first from the next, games."""

    def readings(self) -> Iterable[Reading]:
        return [(self.played.standing().reason, 1.0)]


class Beats(Share):
    """By two bots of a table, the first ends before the second; level is a half."""

    def readings(self) -> Iterable[Reading]:
        ranks, bots = self.played.standing().ranks, self.played.bots
        for one, name in enumerate(bots):
            for other, against in enumerate(bots):
                if name != against:
                    won = (ranks[one] < ranks[other]) + (ranks[one] <= ranks[other])
                    yield (name, against), won / 2


class BotPoints(Mean):
    """By two bots of a table, by how many points the first is ahead of the second."""

    def readings(self) -> Iterable[Reading]:
        found, bots = points(self.played), self.played.bots
        for one, name in enumerate(bots):
            for other, against in enumerate(bots):
                if name != against:
                    yield (name, against), found[one] - found[other]


class SeatOf(Mean):
    """Which seat ends first: -1 where several do. For deals that are played several ways round."""

    def readings(self) -> Iterable[Reading]:
        ranks = self.played.standing().ranks
        return [(ALL, ranks.index(1) if ranks.count(1) == 1 else -1)]


class Line(NamedTuple):
    """One thing that is told of games: what a measure has read under one key."""

    name: str  # of its words in the catalogue, under `measures`
    measure: type[Measure]
    key: Key = ALL
    about: str = ""  # what its words speak of: a place, a bot, a card

    @property
    def is_share(self) -> bool:
        return issubclass(self.measure, Share)

    @property
    def is_of_points(self) -> bool:
        return issubclass(self.measure, (Points, WinnersPoints, Margin, Spread, Ties, Course))


def lines_for(boxes: Sequence[Box], bots: Sequence[str], cards: Iterable[str] = ()) -> list[Line]:
    """What can be told of games with any of these boxes and these bots; of these cards, each by
    itself."""
    box = boxes[0]
    lines = [Line("answers", Answers)]
    is_race = box.players > 1 and not box.is_cooperative
    if box.is_cooperative:
        lines += [Line("won", Won)]
    elif any(box.may_be_lost for box in boxes):
        lines += [Line("somebody", SomebodyWon)]
    lines += [Line("points", Points)]
    if is_race:
        lines += [
            Line("winner", WinnersPoints),
            Line("margin", Margin),
            Line("spread", Spread),
            Line("ties", Ties),
            Line("lead-changes", LeadChanges),
            Line("comebacks", Comebacks),
            Line("last-lead", LastLead),
            *[Line("place", PlaceWins, place, str(place + 1)) for place in range(box.players)],
        ]
        if len(set(bots)) > 1:
            lines += [Line("bot", BotWins, bot, bot) for bot in dict.fromkeys(bots)]
    if not all(box.has_points for box in boxes):
        lines = [line for line in lines if not line.is_of_points]
    for card in named(cards):
        lines.append(Line("card", CardUses, card, card))
        if is_race or box.is_cooperative:
            lines.append(Line("card-wins", CardWins, card, card))
    return lines


def chosen_lines(lines: Sequence[Line], names: Sequence[str]) -> list[Line]:
    """Those of these names; all, if none is named. UnknownMeasure."""
    known = list(dict.fromkeys([line.name for line in lines]))
    for name in names:
        if name not in known:
            raise UnknownMeasure("no-measure", name=name, known=listed(known))
    return [line for line in lines if not names or line.name in names]
