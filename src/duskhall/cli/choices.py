"""Legal moves as a menu: few lines, each with a number, that may lead to further lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from duskhall.engine.moves import Move

FLAT: Final = 9  # up to this many moves are listed one by one
Files = Mapping[Move, Sequence[str]]  # by move: the headings it is filed under, the widest first
NO_CARD: Final = -1
NONE: Final = 0  # the number that chooses nothing of a set, where that may be


class Entry(NamedTuple):
    """A line of a menu."""

    number: int  # what is typed to choose it
    moves: list[Move]  # what choosing it leaves
    card: int  # the card or other number that the line is about, or NO_CARD
    heading: str = ""  # what its moves are filed under

    def is_group(self) -> bool:
        return len(self.moves) > 1


class Menu:
    """What a seat may answer.

    Choosing some of a set ('pick two of nine', 'discard any') lists each card once, and takes
    several numbers. Otherwise each move has a line; if that would be too many, moves that begin
    alike share one, and so do always those of the verbs in `by_card`. Moves that are `filed` share
    a line with those under the same heading instead.
    """

    def __init__(
        self,
        moves: Sequence[Move],
        among: Sequence[int] = (),
        held: tuple[int, ...] = (),
        depth: int = 1,
        by_card: Collection[str] = (),
        filed: Files | None = None,
    ) -> None:
        self.moves: Final = list(moves)
        self.among: Final = list(among)  # the set of which some are chosen, or nothing
        self.held: Final = held  # chosen already of that set
        self.depth: Final = depth  # how many numbers of a move a line may fix
        self.by_card: Final = by_card
        self.filed: Final = filed
        self.titles: list[str] = []  # the headings that all of it is under
        self.entries: Final = self._list()

    def _list(self) -> list[Entry]:
        if self.among:
            return self._list_set()
        if self.filed is not None:
            return self._list_filed(self.filed)
        return self._list_moves()

    def _list_filed(self, filed: Files, level: int = 0) -> list[Entry]:
        groups: dict[str | Move, list[Move]] = {}
        for move in self.moves:
            headings = filed[move][level : level + 1]
            groups.setdefault(headings[0] if headings else move, []).append(move)
        first = next(iter(groups))
        if len(groups) == 1 and isinstance(first, str):
            self.titles.append(first)
            return self._list_filed(filed, level + 1)
        entries: list[Entry] = []
        for number, (heading, group) in enumerate(groups.items(), 1):
            if isinstance(heading, str) and len(group) > 1:
                entries.append(Entry(number, group, NO_CARD, heading))
            else:
                entries.append(Entry(number, group, self._subject(group)))
        return self._list_moves() if len(self.moves) <= FLAT else entries

    def _list_set(self) -> list[Entry]:
        return [
            Entry(number, [move for move in self.moves if card in move.about], card)
            for number, card in enumerate(self.among, 1)
            if card not in self.held
        ]

    def _list_moves(self) -> list[Entry]:
        groups: list[list[Move]] = []
        for move in self.moves:
            if groups and self._shares(move) and self._begins_alike(groups[-1][0], move):
                groups[-1].append(move)
            else:
                groups.append([move])
        return [
            Entry(number, group, self._subject(group)) for number, group in enumerate(groups, 1)
        ]

    def _shares(self, move: Move) -> bool:
        is_long = len(self.moves) > FLAT or move.verb in self.by_card
        return is_long and len(move.about) > self.depth

    def _begins_alike(self, one: Move, other: Move) -> bool:
        beginning = one.about[: self.depth] == other.about[: self.depth]
        return one.verb == other.verb and beginning and len(one.about) > self.depth

    def _subject(self, group: Sequence[Move]) -> int:
        """What a line is about: the only number of its move, or the one that its moves share."""
        about = group[0].about
        if len(group) > 1 or (about and group[0].verb in self.by_card):
            return about[self.depth - 1]
        return about[0] if len(about) == 1 else NO_CARD

    def takes_any(self) -> bool:
        """Whether an answer may name as many of the set as it likes, or none."""
        return bool(self.among) and len({len(move.about) for move in self.moves}) > 1

    def to_choose(self) -> int:
        """How many numbers an answer takes."""
        return len(self.moves[0].about) - len(self.held) if self.among else 1

    def choose(self, numbers: Sequence[int]) -> Menu | Move | None:
        """The move that these numbers mean, the menu they lead to, or None for a wrong number."""
        if self.takes_any():
            return self._choose_any(numbers)
        chosen: Menu | Move | None = self
        for number in numbers:
            if not isinstance(chosen, Menu):
                return None
            chosen = chosen.follow(number)
        return chosen

    def _choose_any(self, numbers: Sequence[int]) -> Move | None:
        cards = {entry.number: entry.card for entry in self.entries}
        wanted = [] if list(numbers) == [NONE] else list(numbers)
        if len(set(wanted)) < len(wanted) or not set(wanted) <= set(cards):
            return None
        return Move(self.moves[0].verb, *sorted([cards[number] for number in wanted]))

    def follow(self, number: int) -> Menu | Move | None:
        for entry in self.entries:
            if entry.number == number:
                if not self.among and not entry.is_group():
                    return entry.moves[0]
                if entry.heading:
                    return Menu(entry.moves, filed=self.filed)
                if not self.among:
                    return Menu(entry.moves, depth=self.depth + 1)
                held = (*self.held, entry.card)
                if len(held) == len(entry.moves[0].about):
                    return entry.moves[0]
                return Menu(entry.moves, self.among, held)
        return None

    def is_about_cards(self) -> bool:
        """Whether every line is about a card and does the same with it."""
        return all(
            entry.card != NO_CARD and entry.moves[0].verb == self.moves[0].verb
            for entry in self.entries
        )


def common_set(moves: Sequence[Move]) -> list[int]:
    """The numbers of which the moves choose some, or nothing if they do not choose of a set."""
    if any(move.verb != moves[0].verb for move in moves):
        return []
    size = len(moves[0].about)
    numbers = sorted({number for move in moves for number in move.about})
    listed = {move.about for move in moves}
    if size == 0 and len(numbers) > 1:
        # Any number of them. Of a large set not every choice is listed, though all are legal.
        least = [(), tuple(numbers), *[(number,) for number in numbers]]
        return numbers if listed >= set(least) else []
    if size < 2 or any(len(move.about) != size for move in moves):
        return []
    if len(moves) != comb(len(numbers), size):
        return []
    return numbers if listed == set(combinations(numbers, size)) else []
