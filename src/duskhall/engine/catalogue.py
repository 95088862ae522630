"""The catalogue of sentences: one file per game and language, for page, terminal and log alike."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from duskhall.engine.events import HIDDEN, NOWHERE, Event, Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal

if TYPE_CHECKING:
    from duskhall.engine.box import Box

LANGUAGES: Final = ["en", "ja"]
Sentences = dict[str, dict[str, str]]  # section -> key -> sentence
_FIELD: Final = re.compile(r"\{([a-z]+)(\d*)(?::([^|{}]*)\|([^{}]*))?\}(\.?)")


class Catalogue:
    """All sentences of a game, by language. A field in braces says what fills it:

    `{card0}` and `{seat0}` are the first number, named as a card or as a seat; `{n0}` is the
    number itself, and `{colour0}` what the section `colour` says of it. Of an event that sets a
    number, the first is which one it is (of `ring.2`, the 2) and the second what it is set to.
    Events also have `{seat}`, `{cards}`, `{count}`, `{value}`, `{change}` (without a sign),
    `{from}` and `{to}` (the words of its places), `{owner}` and `{whose}`: the seats it comes from
    and goes to. Moves have `{cards}`, all their numbers named as cards. `{count:card|cards}` is the
    first word where the count is 1, else the second; so with any other field that is a number.
    Of an offer, `{gives0}` are so many things named as cards after the first number, as it says,
    and `{takes0}` those after them. A name that ends with a stop, as P.J. does, ends a sentence.
    """

    def __init__(self, sentences: dict[str, Sentences]) -> None:
        self.sentences: Final = sentences

    def with_names(self, section: str, names: list[str]) -> Catalogue:
        """The same with one more section: names by number, in a language's own words if it has any."""
        languages: dict[str, Sentences] = {}
        for language, sentences in self.sentences.items():
            own = sentences.get("names", {})
            named = {str(number): own.get(name, name) for number, name in enumerate(names)}
            languages[language] = {**sentences, section: named}
        return Catalogue(languages)

    def find(self, section: str, key: str, language: str) -> str | None:
        found = self.sentences[language].get(section, {}).get(key)
        return found if found is not None else self.sentences["en"].get(section, {}).get(key)

    def word(self, section: str, key: str, language: str) -> str:
        """A sentence without fields to fill, or its key where the catalogue lacks it."""
        return self.find(section, key, language) or key

    def phrase(self, section: str, key: str, language: str, words: dict[str, str]) -> str:
        """A sentence that a screen says of its own accord: its fields are filled by name."""

        def field(match: re.Match[str]) -> str:
            kind, _, one, several, stop = match.groups()
            found = words.get(kind)
            if found is None:
                return match.group(0)
            if one is not None:
                found = one if found == "1" else several
            return found if found.endswith(".") else found + stop

        template = self.find(section, key, language)
        return key if template is None else _FIELD.sub(field, template)

    def card(self, box: Box, card: int, language: str) -> str:
        """A card's name. An edition's own names are shown as the edition gives them."""
        if card == HIDDEN:
            return self.word("table", "hidden-card", language)
        if not 0 <= card < len(box.card_names):
            return str(card)  # a refusal may speak of a card that does not exist
        name = box.card_names[card]
        return self.sentences[language].get("names", {}).get(name, name) or str(card)

    def event(self, box: Box, event: Event, names: list[str], language: str) -> str | None:
        """The log's sentence for an event, or None for one that the log leaves out.

        A kind may have a sentence of its own for hidden cards (`pick.hidden`), for one value
        (`learn.4`) and for one rule (`round.DD-39`).
        """
        keys = [event.kind + ".hidden"] if HIDDEN in event.cards else []
        keys += [f"{event.kind}.{event.value}", f"{event.kind}.{event.rule}", event.kind]
        found = [self.find("events", key, language) for key in keys]
        template = next((sentence for sentence in found if sentence is not None), None)
        if not template:
            return None
        words = {
            "cards": self.join([self.card(box, card, language) for card in event.cards], language),
            "count": str(len(event.cards)),
            "value": str(event.value),
            "change": str(abs(event.change)),
            "seat": names[event.seat] if 0 <= event.seat < len(names) else "",
            "from": self.place(box, event.source, language),
            "to": self.place(box, event.target, language),
            "owner": whose(box, event.source, names),
            "whose": whose(box, event.target, names),
        }
        return self.fill(template, box, numbered(box, event), names, language, words)

    def place(self, box: Box, place: Place, language: str) -> str:
        """The word for a place: `hand.0` is a hand."""
        if place == NOWHERE:
            return ""
        return self.word("places", box.name_of[place].partition(".")[0], language)

    def move(self, box: Box, move: Move, names: list[str], language: str) -> str:
        """A move in words."""
        template = self.find("moves", f"{move.verb}.{len(move.about)}", language)
        if template is None:
            template = self.find("moves", move.verb, language) or str(move)
        cards = self.join([self.card(box, card, language) for card in move.about], language)
        return self.fill(template, box, move.about, names, language, {"cards": cards})

    def refusal(
        self,
        box: Box,
        refusal: Refusal,
        seat: Seat,
        language: str,
        names: list[str] | None = None,
    ) -> str:
        """A refusal as this seat is told it: `late.you` says `late` of the one who hears it."""
        template = None
        if refusal.about[:1] == (seat,):
            template = self.find("refusals", f"{refusal.reason}.you", language)
        if template is None:
            template = self.word("refusals", refusal.reason, language)
        return self.fill(template, box, refusal.about, names or [], language, {})

    def fill(
        self,
        template: str,
        box: Box,
        about: tuple[int, ...],
        names: list[str],
        language: str,
        words: dict[str, str],
    ) -> str:
        def field(match: re.Match[str]) -> str:
            kind, index, one, several, stop = match.groups()
            if not index:
                found = words.get(kind, match.group(0).removesuffix(stop))
            elif int(index) >= len(about):
                found = ""
            elif kind in ("gives", "takes"):
                first = int(index) + 1
                parted = first + about[int(index)]
                things = about[first:parted] if kind == "gives" else about[parted:]
                found = self.things(box, things, language)
            else:
                found = self.number(box, kind, about[int(index)], names, language)
            if one is not None:
                found = one if found == "1" else several
            return found if found.endswith(".") else found + stop

        return _FIELD.sub(field, template)

    def number(self, box: Box, kind: str, number: int, names: list[str], language: str) -> str:
        """A number as a field names it: a card, a seat, itself, or a word of another section."""
        if kind == "card":
            return self.card(box, number, language)
        if kind == "seat":
            return names[number] if 0 <= number < len(names) else str(number)
        if kind == "n":
            return str(number)
        return self.word(kind, str(number), language)

    def things(self, box: Box, cards: tuple[int, ...], language: str) -> str:
        """Cards in a row, equal ones together and counted."""
        counts: dict[int, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        names = [
            self.card(box, card, language) + (f" ×{count}" if count > 1 else "")
            for card, count in counts.items()
        ]
        return self.join(names, language) or self.word("table", "nothing", language)

    def join(self, names: list[str], language: str) -> str:
        """Names in a row, as the language writes them: 'a, b and c'."""
        if len(names) < 2:
            return "".join(names)
        comma, last = self.word("table", "comma", language), self.word("table", "and", language)
        return comma.join(names[:-1]) + last + names[-1]


def whose(box: Box, place: Place, names: list[str]) -> str:
    """The name of the seat that a place belongs to: of `hand.0`, the first."""
    seat = len(names) if place == NOWHERE else box.seat_of.get(box.name_of[place], len(names))
    return names[seat] if seat < len(names) else ""


def numbered(box: Box, event: Event) -> tuple[int, ...]:
    """What an event is about; or which number it sets, and to what: of `ring.2`, the 2."""
    if event.number == NOWHERE:
        return event.about
    index = box.number_name[event.number].partition(".")[2]
    return (int(index or 0), event.value)


def read_catalogue(*folders: Path) -> Catalogue:
    """Merge the catalogues of these folders, the later over the earlier: `en.toml`, `ja.toml`.

    A long one may be in several files: `en.toml` and `en.screens.toml`.
    """
    languages: dict[str, Sentences] = {}
    for language in LANGUAGES:
        merged: Sentences = {}
        for folder in folders:
            files = [folder / f"{language}.toml", *sorted(folder.glob(f"{language}.*.toml"))]
            for file in files:
                for section, sentences in tomllib.loads(file.read_text("utf-8")).items():
                    merged.setdefault(section, {}).update(sentences)
        languages[language] = merged
    return Catalogue(languages)
