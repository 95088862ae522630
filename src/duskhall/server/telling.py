"""Telling a game: its events and views through somebody's eyes, live or position by position."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct, defstruct

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

    Names never change, so they are the fields of structs that are made once.
    """

    def __init__(self, box: Box) -> None:
        self.seers: Final = [(place, box.seers[place]) for place, _ in box.place_names]
        self.seen: dict[int, list[tuple[int, bool]]] = {}  # by eyes: place, is it seen
        self.places: Final = shape("Places", [name for _, name in box.place_names])
        self.shown: Final = [number for number, _ in box.number_names]
        self.numbers: Final = shape("Numbers", [name for _, name in box.number_names])

    def common(self, s: State) -> dict[str, object]:
        """What all eyes see alike; it is made once for all of them."""
        return {
            "numbers": self.numbers(*[s.numbers[n] for n in self.shown]),
            "asks": repr(s.agenda[-1]) if s.agenda else "",
            "outlook": s.outlook(),
        }

    def view(self, s: State, eyes: int, common: dict[str, object]) -> dict[str, object]:
        seen, places = self.seen.get(eyes), s.places
        if seen is None:
            seen = self.seen[eyes] = [(place, sees(eyes, seers)) for place, seers in self.seers]
        return {
            "places": self.places(
                *[places[n] if is_seen else len(places[n]) for n, is_seen in seen]
            ),
            "sealed": {str(eyes): str(s.sealed[eyes])} if eyes in s.sealed else {},
            **common,
        }


def shape(title: str, names: list[str]) -> type[Struct]:
    """A struct with a field of each name."""
    fields = [(f"field{number}", object) for number in range(len(names))]
    renamed = {field: name for (field, _), name in zip(fields, names, strict=True)}
    return defstruct(title, fields, rename=renamed, gc=False)


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
    whole = Frames(
        *terms(record),
        record.names,
        record.commitment(),
        eyes_name(eyes),
        record.game.faces(box),
        ordered(box),
        over(record, s),
        told,
    )
    board = record.game.printed_board(box)
    if board:
        whole.board = board
    return whole


def terms(record: Record) -> tuple[str, int, str, int, dict[str, object]]:
    """What `Terms` holds of a record."""
    game = record.game
    return game.name, game.version, record.edition.name, record.players, record.options


def ordered(box: Box) -> list[str]:
    """The places whose cards keep their order."""
    return [name for place, name in box.place_names if box.ordered[place]]


def printed(game: Game, box: Box) -> dict[str, object]:
    """What a screen needs to know of a box."""
    told: dict[str, object] = {"cards": game.faces(box), "ordered": ordered(box)}
    board = game.printed_board(box)
    return {**told, "board": board} if board else told
