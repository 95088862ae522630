"""Reading what a person typed: choice numbers, moves in their notation, and names of cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from duskhall.cli.choices import Menu
from duskhall.engine.box import Box
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import HIDDEN
from duskhall.engine.moves import Move, parse_move

BETWEEN_NUMBERS: Final = re.compile(r"[\s,、と+]+|\band\b")
BETWEEN_NAMES: Final = re.compile(r"\s*[,、+]\s*|\s+and\s+")


class Unclear(ValueError):
    """A text that could mean several cards, or none: the key of a sentence, and what fills it."""

    def __init__(self, key: str, text: str, names: Sequence[str] = ()) -> None:
        super().__init__(key)
        self.key: Final = key
        self.text: Final = text
        self.names: Final = list(names)


class Reader:
    """Understands texts about the cards of a box that somebody may speak of."""

    def __init__(self, box: Box, language: str) -> None:
        self.box: Final = box
        self.language: Final = language

    def choice(self, menu: Menu, text: str) -> Menu | Move | None:
        """What a text of choice numbers means in this menu, or None if it is no such text."""
        words = [word for word in BETWEEN_NUMBERS.split(text) if word]
        if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
            return None
        chosen = menu.choose([int(word) for word in words])
        if chosen is None:
            raise Unclear("no-choice", text)
        return chosen

    def answer(self, menu: Menu, text: str, visible: set[int], verbs: set[str]) -> Menu | Move:
        """The move, or the menu of moves, that a text in words means.

        With a verb it need not be a legal one: the rules will say why it is not. Without, it is
        a legal move about the cards that are named.
        """
        verb, rest = self.verb_of(text, verbs)
        alike = [move for move in menu.moves if not verb or move.verb == verb]
        if verb and rest:
            written = self.notation(verb, rest)
            if written is not None:
                return written
        spoken_of = {number for move in alike for number in move.about}
        cards = self.cards(rest, visible | spoken_of if verb else spoken_of)
        meant = [move for move in alike if is_about(move, cards, in_order=not menu.among)]
        exact = [move for move in meant if len(move.about) == len(cards)]
        if len(exact) == 1 or len(meant) == 1:
            return (exact or meant)[0]
        if meant:
            return Menu(meant, menu.among, tuple(cards) if menu.among else ())
        if verb:
            return Move(verb, *cards)
        raise Unclear("no-such-move", text)

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
        for number in move.about:
            if not 0 <= number < len(self.box.card_names):
                raise Unclear("no-such-card", str(number))
        return move

    def cards(self, text: str, among: set[int]) -> list[int]:
        """The cards that a text names, each in full or by a part that no other card shares."""
        if not text:
            return []
        whole = self.matches(text, among)
        if len(whole) == 1:
            return whole
        parts = [part for part in BETWEEN_NAMES.split(text) if part]
        if len(parts) == 1:
            parts = text.split()
        return [self.card(part, among) for part in parts]

    def card(self, text: str, among: set[int]) -> int:
        found = self.matches(text, among)
        if not found:
            raise Unclear("no-such-card", text)
        if len(found) > 1:
            raise Unclear("which-card", text, [self.name(card, self.language) for card in found])
        return found[0]

    def matches(self, text: str, among: set[int]) -> list[int]:
        """Cards whose name is the text, or else those whose name holds it, in any language."""
        wanted = text.casefold()
        whole: list[int] = []
        partly: list[int] = []
        for card in sorted(among):
            if card == HIDDEN or card >= len(self.box.card_names):
                continue
            names = [self.name(card, language).casefold() for language in LANGUAGES]
            if wanted in names or wanted == str(card):
                whole.append(card)
            elif any(wanted in name for name in names):
                partly.append(card)
        return whole or partly

    def name(self, card: int, language: str) -> str:
        return self.box.catalogue.card(self.box, card, language)


def is_about(move: Move, cards: Sequence[int], in_order: bool) -> bool:
    """Whether a move begins with these cards; where some of a set are chosen, has them at all."""
    if in_order:
        return move.about[: len(cards)] == tuple(cards)
    return set(cards) <= set(move.about)
