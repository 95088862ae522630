"""Telling a game: its events and views through somebody's eyes, live or position by position."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Raw

from duskhall.engine.box import Box
from duskhall.engine.events import ALL_SEEING, HIDDEN, NOWHERE, Event, sees
from duskhall.engine.game import Game
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.server.messages import Frame, Frames, Happened, Over
from duskhall.server.seats import eyes_name


def happened(events: list[Event], eyes: int, box: Box) -> list[Happened]:
    """Events as these eyes may know them, with the names of places and numbers."""
    told: list[Happened] = []
    for kind, rule, seat, cards, source, target, number, value, seen_by, under, change in events:
        told.append(
            Happened(
                kind,
                rule,
                seat,
                cards if sees(eyes, seen_by) else (HIDDEN,) * len(cards),
                "" if source == NOWHERE else box.name_of[source],
                "" if target == NOWHERE else box.name_of[target],
                "" if number == NOWHERE else box.number_name[number],
                value,
                under,
                change,
            )
        )
    return told


class Sight:
    """The views of one box: built up from the map of places, as `State.view` does, but faster.

    What all eyes see alike is made once for all of them.
    """

    def __init__(self, box: Box) -> None:
        self.box: Final = box
        self.maps: dict[int, list[tuple[str, int, bool]]] = {}  # by eyes: name, place, is it seen
        # All numbers are public: they are filled into one text, which is told to everyone.
        named = ",".join([f'"{name}":%d' for _, name in box.number_names])
        self.template: Final = f"{{{named}}}"
        self.indexes: Final = [number for number, _ in box.number_names]
        self.numbers: list[int] = []  # as they were last told
        self.told = Raw(b"{}")

    def view(self, s: State, eyes: int) -> dict[str, object]:
        places = s.places
        seen = self.maps.get(eyes)
        if seen is None:
            seers = self.box.seers
            seen = [(name, n, sees(eyes, seers[n])) for n, name in self.box.place_names]
            self.maps[eyes] = seen
        if self.numbers != s.numbers:
            self.numbers = s.numbers[:]
            values = tuple([self.numbers[n] for n in self.indexes])
            self.told = Raw((self.template % values).encode())
        return {
            "places": {name: places[n] if is_seen else len(places[n]) for name, n, is_seen in seen},
            "numbers": self.told,
            "sealed": {str(eyes): str(s.sealed[eyes])} if eyes in s.sealed else {},
            "asks": repr(s.agenda[-1]) if s.agenda else "",
            "outlook": s.outlook(),
        }


@lru_cache(64)
def sight_of(box: Box) -> Sight:
    """Tables with the same box share its map."""
    return Sight(box)


def log(record: Record, eyes: int, since: int) -> list[list[Happened]]:
    """The events of each position after `since`, told anew from the record."""
    box, told = record.box(), []
    events: list[Event] = []
    s = record.game.deal(box, record.seed, events)
    if since < 0:
        told.append(happened(events, eyes, box))
    for position, (seat, move) in enumerate(record.moves, 1):
        events = []
        s.events = events if position > since else None
        s.play(seat, move)
        if position > since:
            told.append(happened(events, eyes, box))
    return told


def over(record: Record, s: State) -> Over | None:
    """How the game stands, and the seed that its commitment promised; None while it is played."""
    if s.waiting:
        return None
    ranks, scores, rule, reason = record.game.standing(s)
    return Over(
        ranks, scores, rule, reason, f"{record.seed:032x}", record.header(), record.commitment()
    )


def frames(record: Record, eyes: int) -> Frames:
    """The whole of a game through these eyes."""
    box = record.box()
    events: list[Event] = []
    s = record.game.deal(box, record.seed, events)
    told = [Frame(0, happened(events, eyes, box), s.view(eyes), s.waiting[:])]
    for position, (seat, move) in enumerate(record.moves, 1):
        events = s.events = []
        s.play(seat, move)
        frame = Frame(position, happened(events, eyes, box), s.view(eyes), s.waiting[:], seat)
        if eyes in (seat, ALL_SEEING):
            frame.move = str(move)
        told.append(frame)
    return Frames(
        record.game.name,
        record.game.version,
        record.edition.name,
        record.players,
        record.options,
        record.names,
        record.commitment(),
        eyes_name(eyes),
        record.game.faces(box),
        ordered(box),
        over(record, s),
        told,
    )


def ordered(box: Box) -> list[str]:
    """The places whose cards keep their order."""
    return [name for place, name in box.place_names if box.ordered[place]]


def printed(game: Game, box: Box) -> dict[str, object]:
    """What a screen needs to know of a box."""
    return {"cards": game.faces(box), "ordered": ordered(box)}
