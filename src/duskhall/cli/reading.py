"""Reading what a person typed: choice numbers, moves in their notation, and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from duskhall.cli.choices import Menu
from duskhall.engine.box import Box
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import HIDDEN
from duskhall.engine.moves import Move, parse_move

BETWEEN_NUMBERS: Final = re.compile(r"[\s,、と+]+|\band\b")
BETWEEN_NAMES: Final = re.compile(r"\s*[,、+]\s*|\s+and\s+")
NUMBER_THEN_NAME: Final = re.compile(r"(\d{1,3})[\s,、]+(.+)")
FIELD: Final = re.compile(r"\{([a-z]+)(\d+)")
CARD: Final = "card"
NUMBER: Final = "n"

# How well a text names something.
NO: Final = 0
PARTLY: Final = 1
WHOLLY: Final = 2


class Unclear(ValueError):
    """A text that could mean several things, or none: the key of a sentence, and what fills it."""

    def __init__(self, key: str, text: str, names: Sequence[str] = ()) -> None:
        super().__init__(key)
        self.key: Final = key
        self.text: Final = text
        self.names: Final = list(names)


class Match(NamedTuple):
    """A move that a text may mean."""

    level: int  # how well the text names it
    move: Move
    named: tuple[int, ...]  # which of its numbers the text names, by their index

    def is_exact(self) -> bool:
        return len(self.named) == len(self.move.about)


class Reader:
    """Understands texts about the cards of a box, and about whatever else its moves name."""

    def __init__(self, box: Box, language: str, names: Sequence[str] = ()) -> None:
        self.box: Final = box
        self.language: Final = language
        self.seats: Final = list(names)

    # Numbers of a menu

    def choice(self, menu: Menu, text: str) -> Menu | Move | None:
        """What a text of choice numbers means in this menu, or None if it is no such text.

        A name may stand for the last of them: `1 bazaar`.
        """
        words = [word for word in BETWEEN_NUMBERS.split(text) if word]
        if words and all(is_choice(word) for word in words):
            chosen = menu.choose([int(word) for word in words])
            if chosen is not None:
                return chosen
        named = NUMBER_THEN_NAME.fullmatch(text)
        further: Menu | Move | None = None
        if named and not menu.among:
            chosen = menu.choose([int(named[1])])
            moves = chosen.moves if isinstance(chosen, Menu) else [chosen] if chosen else []
            further = self.further(moves, menu.depth, named[2])
        elif menu.depth > 1:
            further = self.further(menu.moves, menu.depth - 1, text)
        if further is None and words and is_choice(words[0]):
            raise Unclear("no-choice", text)
        return further

    def further(self, moves: Sequence[Move], index: int, text: str) -> Menu | Move | None:
        """Of moves that are alike up to a number, those where it has this name.

        If it is a name, but of no move here, the rules will say why.
        """
        moves = [move for move in moves if len(move.about) > index]
        if not moves:
            return None
        levels = [self.fit(text, self.kind(move, index), move.about[index]) for move in moves]
        best = max(levels)
        if best == NO:
            first = moves[0]
            number = self.one(text, self.kind(first, index), self.all_of(self.kind(first, index)))
            return None if number is None else Move(first.verb, *first.about[:index], number)
        meant = [move for move, level in zip(moves, levels, strict=True) if level == best]
        check(text, [{self.called(self.kind(move, index), move.about[index])} for move in meant])
        return meant[0] if len(meant) == 1 else Menu(meant, depth=index + 2)

    # Words

    def answer(self, menu: Menu, text: str, visible: set[int], verbs: set[str]) -> Menu | Move:
        """The move, or the menu of moves, that a text in words means.

        With a verb it need not be a legal one: the rules will say why it is not. Without, it is
        a legal move about what is named. Of cards with the same name, any will do.
        """
        verb, rest = self.verb_of(text, verbs)
        if verb and rest:
            written = self.notation(verb, rest)
            if written is not None:
                return written
        alike = [move for move in menu.moves if not verb or move.verb == verb]
        found = self.matches(alike, rest, in_order=not menu.among)
        if menu.takes_any():
            found = [match for match in found if match.is_exact()]
        if found:
            return self.meant(menu, found)
        if verb or menu.takes_any():
            numbers = self.numbers(verb or menu.moves[0].verb, rest, visible)
            if menu.among:
                numbers.sort()
            return Move(verb or menu.moves[0].verb, *numbers)
        self.cards(rest, visible)  # says so where a name is wrong
        raise Unclear("no-such-move", text)

    def meant(self, menu: Menu, found: Sequence[Match]) -> Menu | Move:
        """The move that was found; of several, one where nothing is left open, else a menu."""
        exact = [match for match in found if match.is_exact()]
        if exact and (len(exact) == 1 or menu.among):
            return exact[0].move
        if len(found) == 1:
            return found[0].move
        if menu.among:
            held = tuple([found[0].move.about[index] for index in found[0].named])
            moves = [match.move for match in found if set(held) <= set(match.move.about)]
            return Menu(moves, menu.among, held)
        return Menu([match.move for match in exact or found], depth=len(found[0].named) + 1)

    def verb_of(self, text: str, verbs: set[str]) -> tuple[str, str]:
        """The verb a text begins with, if it does, and what follows."""
        first, _, rest = text.strip().partition(" ")
        return (first.lower(), rest.strip()) if first.lower() in verbs else ("", text.strip())

    def notation(self, verb: str, rest: str) -> Move | None:
        """A move as records write it: a verb and numbers."""
        try:
            move = parse_move(f"{verb} {rest}")
        except ValueError:
            return None
        for index, number in enumerate(move.about):
            is_card = self.kind(move, index) == CARD
            if is_card and not 0 <= number < len(self.box.card_names):
                raise Unclear("no-such-card", str(number))
        return move

    def in_names(self, move: Move) -> str:
        """A move as it can be typed: its verb and the names of what it is about."""
        names = [
            self.code(move, index) or self.called(self.kind(move, index), number).lower()
            for index, number in enumerate(move.about)
        ]
        has_card = any(self.kind(move, index) == CARD for index in range(len(names)))
        comma = ", " if has_card else " "
        return f"{move.verb} {comma.join(names)}"

    def code(self, move: Move, index: int) -> str:
        """The short name of what a move is about, where that is no card and has one."""
        kind = self.kind(move, index)
        codes = self.codes(kind, move.about[index]) if kind != CARD else []
        return codes[0] if codes else ""

    # Moves that a text names

    def matches(self, moves: Sequence[Move], text: str, in_order: bool) -> list[Match]:
        """The moves that a text names best. Unclear if they differ in what it names."""
        for words in split(text):
            found: list[Match] = []
            for move in moves:
                match = self.match(words, move, list(range(len(move.about))), in_order)
                if match is not None:
                    found.append(match)
            if found:
                best = max([match.level for match in found])
                found = [match for match in found if match.level == best]
                check(text, [self.said(match) for match in found])
                return found
        return []

    def match(
        self, words: Sequence[str], move: Move, indices: list[int], in_order: bool
    ) -> Match | None:
        """How well words name the first numbers of a move; of a set, any of them."""
        if not words:
            return Match(WHOLLY, move, ())
        best: Match | None = None
        for index in indices[:1] if in_order else indices:
            others = [other for other in indices if other != index]
            for length in range(len(words), 0, -1):
                text = " ".join(words[:length])
                level = self.fit(text, self.kind(move, index), move.about[index])
                rest = self.match(words[length:], move, others, in_order) if level else None
                if rest is not None and (best is None or min(level, rest.level) > best.level):
                    best = Match(min(level, rest.level), move, (index, *rest.named))
        return best

    def said(self, match: Match) -> set[str]:
        about = match.move.about
        return {self.called(self.kind(match.move, i), about[i]) for i in match.named}

    # Names without a move

    def cards(self, text: str, among: set[int]) -> list[int]:
        """The cards that a text names, each in full or by a part that no other name shares."""
        return self.numbers("", text, among)

    def numbers(self, verb: str, text: str, visible: set[int]) -> list[int]:
        """The numbers that a text names, in the order in which a move with this verb has them."""
        for words in split(text):
            found = self.listed(verb, words, [], visible)
            if found is not None:
                return found
        raise Unclear("no-such-card", text)

    def listed(
        self, verb: str, words: Sequence[str], before: list[int], visible: set[int]
    ) -> list[int] | None:
        if not words:
            return before
        kind = self.kind(Move(verb), len(before))
        among = visible - set(before) if kind == CARD else self.all_of(kind)
        for length in range(len(words), 0, -1):
            number = self.one(" ".join(words[:length]), kind, among)
            if number is not None:
                found = self.listed(verb, words[length:], [*before, number], visible)
                if found is not None:
                    return found
        return None

    def one(self, text: str, kind: str, among: Iterable[int]) -> int | None:
        """The number that a text names, or None. Unclear if several have a name like this."""
        if kind == NUMBER:
            return int(text) if is_choice(text) else None
        levels = {number: self.fit(text, kind, number) for number in sorted(among)}
        best = max(levels.values(), default=NO)
        if best == NO:
            return None
        found = [number for number, level in levels.items() if level == best]
        check(text, [{self.called(kind, number)} for number in found])
        return found[0]

    # What things are called

    def kind(self, move: Move, index: int) -> str:
        """What a number of a move is, by the move's sentence: a card, a seat, a district."""
        find = self.box.catalogue.find
        keys = [f"{move.verb}.{len(move.about)}", move.verb, f"{move.verb}.{index + 1}"]
        for sentence in [find("moves", key, "en") for key in keys]:
            for kind, number in FIELD.findall(sentence or ""):
                if int(number) == index:
                    return str(kind)
        return CARD

    def all_of(self, kind: str) -> list[int]:
        """All numbers that have a name of this kind."""
        if kind == "seat":
            return list(range(len(self.seats)))
        if kind == CARD:
            return list(range(len(self.box.card_names)))
        return [int(key) for key in self.box.catalogue.sentences["en"].get(kind, {})]

    def fit(self, text: str, kind: str, number: int) -> int:
        """How well a text names a number, in any language."""
        if kind == NUMBER:
            return WHOLLY if text == str(number) else NO
        wanted = text.casefold()
        names = [self.word(kind, number, language).casefold() for language in LANGUAGES]
        if wanted in names or wanted in self.codes(kind, number):
            return WHOLLY
        return PARTLY if any(wanted in name for name in names) else NO

    def codes(self, kind: str, number: int) -> list[str]:
        """Short names that a text has to give in full."""
        if kind == CARD:
            return [str(number)]
        return [word for word, meant in self.box.words.get(kind, {}).items() if meant == number]

    def called(self, kind: str, number: int) -> str:
        return self.word(kind, number, self.language)

    def word(self, kind: str, number: int, language: str) -> str:
        if kind == CARD and number == HIDDEN:
            return ""
        return self.box.catalogue.number(self.box, kind, number, self.seats, language)

    def name(self, card: int, language: str) -> str:
        return self.box.catalogue.card(self.box, card, language)


def is_choice(word: str) -> bool:
    """Whether a word is a number that a menu might have."""
    return word.isdecimal() and len(word) < 4


def check(text: str, readings: Sequence[set[str]]) -> None:
    """Unclear if the ways to read a text differ in the names that they find in it."""
    names = readings[0].union(*readings[1:])
    doubtful = names - readings[0].intersection(*readings[1:])
    if doubtful:
        raise Unclear("which-card", text, sorted(doubtful))


def split(text: str) -> list[list[str]]:
    """The ways to part a text: by commas, and by blanks."""
    by_commas = [part for part in BETWEEN_NAMES.split(text) if part]
    by_blanks = text.split()
    return [by_commas, by_blanks] if by_blanks != by_commas else [by_commas]
