"""What was told of a game, once for all eyes: to be read whatever the rules become."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, DecodeError, Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from duskhall.engine.events import ALL_SEEING, EVERYONE, HIDDEN, Event, sees
from duskhall.engine.forgetting import forgotten, without
from duskhall.engine.records import Answer, Record
from duskhall.engine.state import State
from duskhall.server import quiet
from duskhall.server.messages import Frame, Happened
from duskhall.server.telling import Outlook, asks, changed, happened, ordered

LEVEL: Final = 6  # of the compression
UNTOLD: Final = -2  # the seat of an answer of which nobody is told whose it is


class Moment(Struct, omit_defaults=True):
    """A position: the move that led to it, what happened on the way, and what is asked now."""

    waiting: list[int]
    events: list[Happened] = []
    masks: list[int] = []  # who sees the cards of each event; none, if all see all of them
    seat: int = -1
    move: str = ""
    asks: str = ""
    sealed: dict[str, str] = {}  # everyone's, by seat
    outlook: Outlook = {}  # what is new in it, and None for what is gone
    quiet: bool = False  # nobody was told who had answered

    @property
    def asked(self) -> list[int]:
        """Whom the open question asks, whether they have answered or not."""
        return sorted({*self.waiting, *[int(seat) for seat in self.sealed]})

    def seen_by(self, eyes: int) -> list[Happened]:
        """The events as these eyes may know them."""
        if not self.masks:
            return self.events
        return [
            event if sees(eyes, mask) else replace(event, cards=(HIDDEN,) * len(event.cards))
            for event, mask in zip(self.events, self.masks, strict=True)
        ]

    def sealed_for(self, eyes: int) -> dict[str, str]:
        if eyes == ALL_SEEING:
            return self.sealed
        own = str(eyes)
        return {own: self.sealed[own]} if own in self.sealed else {}

    def is_after(self, answer: Answer) -> bool:
        """Whether this is the answer that led here."""
        seat, move = answer
        return (self.seat, self.move) == (seat, str(move))


class Told(Struct, omit_defaults=True):
    """A game from its deal to where it was told to. Nothing in it needs the rules to be read."""

    places: dict[str, list[int]]  # what lay where after the deal
    seers: dict[str, int]  # by place: who sees its cards
    ordered: list[str]
    owners: dict[str, int]  # by place: whose it is
    numbers: dict[str, int]
    moments: list[Moment]  # by position; the first has the whole outlook
    cards: list[dict[str, object]]
    board: dict[str, object] = {}
    chain: list[str] = []  # the record's hashes
    forgetful: list[str] = []  # places: while it is played, what goes there is not told again

    @property
    def position(self) -> int:
        """The last position that was told."""
        return len(self.moments) - 1

    def shared_with(self, moves: list[Answer]) -> Told:
        """As much of it as these moves have led to: what was taken back since is left out."""
        known = 0
        for answer, moment in zip(moves, self.moments[1:], strict=False):
            if not moment.is_after(answer):
                break
            known += 1
        chain = self.chain if known == len(moves) == self.position else []
        return replace(self, moments=self.moments[: known + 1], chain=chain)

    def quietly(self, eyes: int) -> Told:
        """As it was told while it was played: who answered a quiet question, and when, is not.

        The positions between such a question and its reveal look the same whoever was first.
        """
        told: list[Moment] = []
        open_question: Moment | None = None  # with the answers so far
        for moment in self.moments:
            if moment.quiet and moment.sealed:
                open_question = moment
                continue
            if open_question is not None:
                answers = {**open_question.sealed, str(moment.seat): moment.move}
                told += between(open_question, answers, eyes)
                open_question, moment = None, replace(moment, seat=UNTOLD, move="")
            told.append(moment)
        if open_question is not None and str(eyes) in open_question.sealed:
            told.append(between(open_question, open_question.sealed, eyes)[0])
        return replace(self, moments=told)

    def views(self, eyes: int) -> Iterator[dict[str, object]]:
        """The view of each position, as `State.view` gives it."""
        places = {name: list(cards) for name, cards in self.places.items()}
        numbers = dict(self.numbers)
        outlook: Outlook = {}
        for position, moment in enumerate(self.moments):
            if position:
                for event in moment.events:
                    self.follow(event, places, numbers)
            news = {**outlook, **moment.outlook}
            outlook = {key: value for key, value in news.items() if value is not None}
            yield {
                "places": {
                    name: cards[:] if sees(eyes, self.seers[name]) else len(cards)
                    for name, cards in places.items()
                },
                "numbers": dict(numbers),
                "sealed": moment.sealed_for(eyes),
                "asks": moment.asks,
                "outlook": outlook,
            }

    def follow(
        self, event: Happened, places: dict[str, list[int]], numbers: dict[str, int]
    ) -> None:
        if event.source:
            there = places[event.target]
            gone = set(event.cards)
            places[event.source] = [card for card in places[event.source] if card not in gone]
            if event.source == event.target:
                there = places[event.target]
            cards = list(event.cards)
            joined = cards + there if event.under else there + cards
            places[event.target] = joined if event.target in self.ordered else sorted(joined)
        if event.number:
            numbers[event.number] = event.value

    def view(self, eyes: int) -> dict[str, object]:
        """The view of the last position."""
        *_, last = self.views(eyes)
        return last

    def log(self, eyes: int, since: int, is_over: bool) -> list[list[Happened]]:
        """The events of each position after `since`; what is forgotten stays so until the end."""
        told = [list(moment.seen_by(eyes)) for moment in self.moments]
        if self.forgetful and not is_over:
            moved = [[(event.cards, event.target) for event in events] for events in told]
            for (position, number), cards in forgotten(moved, self.forgetful).items():
                event = told[position][number]
                told[position][number] = replace(event, cards=without(event.cards, cards))
        return told[since + 1 :]

    def frames(self, eyes: int, views: bool, rest: list[Answer]) -> list[Frame]:
        """The game through these eyes, as telling.frames gives it from a record.

        Of the rest, moves that were never told, only the text is known, to those who made them.
        """
        told: list[Frame] = []
        for position, view in enumerate(self.views(eyes)):
            moment = self.moments[position]
            frame = Frame(position, moment.seen_by(eyes), moment.waiting, moment.asked)
            if position and moment.seat != UNTOLD:
                frame.seat = moment.seat
                if eyes in (moment.seat, ALL_SEEING):
                    frame.move = moment.move
            if views or not position:
                frame.view = view
            else:
                frame.asks = moment.asks
                frame.outlook = moment.outlook or UNSET
                frame.sealed = moment.sealed_for(eyes) or UNSET
            told.append(frame)
        for position, (seat, move) in enumerate(rest, self.position + 1):
            frame = Frame(position, [], [], [])
            if eyes in (seat, ALL_SEEING):
                frame.seat, frame.move = seat, str(move)
            if views:
                frame.view = view
            else:
                frame.asks = ""
            told.append(frame)
        return told


def tell(record: Record) -> Told:
    """Replay a game by the rules of today, and tell all of it."""
    box = record.box()
    events: list[Event] = []
    again = record.copy()
    again.moves = []
    s = record.begin(events)
    again.chain.append(again.link(s))
    told = Told(
        {name: list(s.places[place]) for place, name in box.place_names},
        {name: box.seers[place] for place, name in box.place_names},
        ordered(box),
        box.seat_of,
        {name: s.numbers[number] for number, name in box.number_names},
        [moment_of(s, events)],
        record.game.faces(box),
        record.game.printed_board(box),
        forgetful=[name for place, name in box.place_names if place in box.forgetful],
    )
    outlook = told.moments[0].outlook = s.outlook()
    for seat, move in record.moves:
        events = s.events = []
        s.play(seat, move)
        again.moves.append((seat, move))
        again.chain.append(again.link(s))
        moment = moment_of(s, events)
        moment.seat, moment.move = seat, str(move)
        before, outlook = outlook, s.outlook()
        news = changed(before, outlook)
        moment.outlook = {} if news is UNSET else news
        told.moments.append(moment)
    told.chain = again.chain
    return told


def between(question: Moment, answers: dict[str, str], eyes: int) -> list[Moment]:
    """The positions between a quiet question and its reveal. One's own answer seems the first."""
    asked = question.asked
    own = {str(eyes): answers[str(eyes)]} if str(eyes) in answers else {}
    blank = Moment(asked, seat=UNTOLD, asks=question.asks, sealed=own, quiet=True)
    told = [blank] * (len(asked) - 1)
    if own:
        told[0] = replace(blank, seat=eyes, move=own[str(eyes)])
    return told


def moment_of(s: State, events: list[Event]) -> Moment:
    masks = [event.seen_by for event in events]
    return Moment(
        quiet.waiting(s)[:],
        happened(events, ALL_SEEING, s.box),
        [] if all(mask == EVERYONE for mask in masks) else masks,
        asks=asks(s),
        sealed={str(seat): str(answer) for seat, answer in sorted(s.sealed.items())},
        quiet=s.is_quiet(),
    )


_encode: Final = Encoder().encode
_decode: Final = Decoder(Told).decode


def pack(told: Told) -> bytes:
    return zlib.compress(_encode(told), LEVEL)


def unpack(body: bytes) -> Told | None:
    """What was told, if anything was that can be read."""
    try:
        return _decode(zlib.decompress(body)) if body else None
    except (zlib.error, DecodeError):
        return None
