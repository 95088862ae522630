"""Ids for answers: a whole move where there are few of its kind, else its words one by one.

What a verb is about follows from its sentence in the catalogue: `Place {card0} in {district1}` is
about a card and a district. A kind of move with few combinations has an id for each; the others are
answered in small steps: the verb, number after number, and the end. Steps that leave nothing to
choose are never asked for.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.game import Game
from duskhall.engine.moves import Move

WAIT: Final = 0  # the id for whoever is not asked, where all answer at once
END: Final = 1  # of an answer in small steps
NUMBERS: Final = 512  # that have an id of their own; or so many more times, where a box needs them
FIRST_NUMBER: Final = 2
MOST: Final = 4_000  # ids altogether
NO_STEP: Final = -1
FREE: Final = -1  # a domain that the catalogue does not bound
_FIELD: Final = re.compile(r"\{([a-z]+)(\d*)")
_CARDS: Final = ["card", "cards", "gives", "takes"]  # fields that are filled with cards


class TooLarge(ValueError):
    """A number in a move that has no id."""


class Words:
    """The ids of one box, with the words that they stand for: the same within a rules version."""

    def __init__(self, game: Game, box: Box) -> None:
        sentences = box.catalogue.sentences["en"].get("moves", {})
        verbs = sorted({key.partition(".")[0] for key in sentences})
        self.box: Final = box
        self.verbs: Final = verbs
        self.numbers: Final = numbers_of(box, sentences)
        self.first_verb: Final = FIRST_NUMBER + self.numbers
        self.verb_id: Final = {verb: self.first_verb + at for at, verb in enumerate(verbs)}
        self.words: Final = [
            "(wait)",
            "(end)",
            *[str(number) for number in range(self.numbers)],
            *[f"{verb} …" for verb in verbs],
        ]
        self.flat: Final[dict[Move, int]] = {}
        # By verb: of how many numbers a move with an id of its own may be, as bits.
        self.whole: Final = dict.fromkeys(verbs, 0)
        sized: list[tuple[int, str, list[int]]] = []
        for key, sentence in sentences.items():
            domains = domains_of(box, key, sentence)
            if FREE not in domains:
                size = 1
                for domain in domains:
                    size *= domain
                sized.append((size, key, domains))
        for size, key, domains in sorted(sized):
            if len(self.words) + size > MOST:
                break  # the larger ones are larger still
            verb = key.partition(".")[0]
            self.whole[verb] |= 1 << len(domains)
            for numbers in product(*[range(domain) for domain in domains]):
                move = Move(verb, *numbers)
                if move not in self.flat:
                    self.flat[move] = len(self.words)
                    self.words.append(str(move))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return words_of, (self.box,)

    def __deepcopy__(self, memo: object) -> Words:
        return self

    def __len__(self) -> int:
        return len(self.words)

    def named(self) -> list[str]:
        """By id, what it stands for as the table says it, with cards by name and number."""
        sentences = self.box.catalogue.sentences["en"].get("moves", {})
        kinds: list[str] = []  # what the numbers of answers in small steps are about
        for key, sentence in sentences.items():
            arity = len(domains_of(self.box, key, sentence))
            if not self.whole[key.partition(".")[0]] >> arity & 1:
                kinds += [kind for kind, _ in _FIELD.findall(sentence)]
        cards = [kind for kind in kinds if kind in _CARDS]
        found = self.words[:]
        for number, name in enumerate(self.box.card_names if cards else []):
            if name:
                card = f"{name} ({number})"
                is_clear = len(cards) == len(kinds)
                found[FIRST_NUMBER + number] = card if is_clear else f"{number} or {card}"
        seats = [f"seat {seat}" for seat in range(self.box.players)]
        for move, step in self.flat.items():
            key = f"{move.verb}.{len(move.about)}"
            sentence = sentences.get(key, sentences.get(move.verb, ""))
            told = with_numbers(sentence, move)
            found[step] = self.box.catalogue.fill(told, self.box, move.about, seats, "en", {})
        return found

    def steps(self, moves: list[Move], at: int) -> list[int]:
        """By move, the id that says it at a step of its answer; none, where that is the same for all.

        No spelling is the beginning of another.
        """
        found: list[int] = []
        verb, whole, named, first = "", 0, 0, NO_STEP
        for index, move in enumerate(moves):
            about = move.about
            step = END
            if at == 0:
                if move.verb is not verb:  # moves of one kind come in a row
                    verb = move.verb
                    whole, named = self.whole[verb], self.verb_id[verb]
                step = named
                if whole >> len(about) & 1:
                    step = self.flat.get(move, named)
            elif at <= len(about):
                step = FIRST_NUMBER + about[at - 1]
                if not FIRST_NUMBER <= step < self.first_verb:
                    raise TooLarge(f"'{move}' has no id: numbers go from 0 to {self.numbers - 1}")
            if found:
                found.append(step)
            elif first == NO_STEP:
                first = step
            elif step != first:
                found = [first] * index
                found.append(step)
        return found


def with_numbers(sentence: str, move: Move) -> str:
    """The sentence of a move with their numbers after its cards, which may share a name."""
    for at, number in enumerate(move.about):
        field = f"{{card{at}}}"
        sentence = sentence.replace(field, f"{field} ({number})")
    return sentence


def numbers_of(box: Box, sentences: dict[str, str]) -> int:
    """How many numbers need an id: for all cards, and all that the sentences of moves name."""
    most = len(box.card_names)
    for sentence in sentences.values():
        for kind, _ in _FIELD.findall(sentence):
            most = max(most, largest_named(box, kind) + 1)
    return max(1, -(-most // NUMBERS)) * NUMBERS


def largest_named(box: Box, kind: str) -> int:
    """The largest number that a section of the catalogue has a word for; -1, if there is none."""
    named = box.catalogue.sentences["en"].get(kind, {})
    return max([int(name) for name in named if name.isdecimal()], default=-1)


def domains_of(box: Box, key: str, sentence: str) -> list[int]:
    """By number of this kind of move, how many values it may have; FREE where that is not known."""
    found: dict[int, int] = {}
    for kind, index in _FIELD.findall(sentence):
        if not index:
            return [FREE]  # `{cards}`: as many as you like
        domain = FREE
        if kind == "card":
            domain = len(box.card_names)
        elif kind == "seat":
            domain = box.players
        elif kind not in ("n", "gives", "takes"):
            domain = largest_named(box, kind) + 1 or FREE
        at = int(index)
        if at not in found or found[at] == FREE:
            found[at] = domain
    domains = [found.get(at, FREE) for at in range(max(found, default=-1) + 1)]
    arity = key.partition(".")[2]
    if arity and int(arity) != len(domains):
        return [FREE]
    return domains


_words: Final[dict[int, Words]] = {}  # by the id of a box, which they keep alive


def words_of(box: Box) -> Words:
    """The ids of a box, made once for all tables that share it."""
    found = _words.get(id(box))
    if found is None:
        from duskhall.engine.game import game

        if len(_words) >= 64:
            _words.clear()
        found = Words(game(box.source[0]), box)
        _words[id(box)] = found
    return found
