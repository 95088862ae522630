"""Telling a game: its events and views through somebody's eyes, live or position by position."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from duskhall.engine.box import Box
from duskhall.engine.events import (
    ALL_SEEING,
    EVERYONE,
    HIDDEN,
    NOWHERE,
    OUTSIDE,
    SPECTATOR,
    Event,
    sees,
)
from duskhall.engine.forgetting import retold
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.server import quiet
from duskhall.server.messages import Frame, Frames, Happened, Over
from duskhall.server.proving import proven
from duskhall.server.seats import eyes_name

Outlook = dict[str, object]  # what follows from what all can see


def happened(events: list[Event], eyes: int, box: Box, live: bool = False) -> list[Happened]:
    """Events as these eyes may know them, with the names of places and numbers.

    While they happen they also say what is told but once.
    """
    told: list[Happened] = []
    for (
        kind,
        rule,
        seat,
        cards,
        source,
        target,
        number,
        value,
        seen_by,
        under,
        change,
        about,
    ) in events:
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
                about,
                live and target in box.forgetful,
            )
        )
    return told


def are_public(events: list[Event]) -> bool:
    """Whether these events are the same to all eyes."""
    return all(event.seen_by == EVERYONE or not event.cards for event in events)


def changed(before: Outlook, after: Outlook) -> Outlook | UnsetType:
    """What is new in an outlook, and None for what is gone; UNSET, if it is the same."""
    if before == after:
        return UNSET
    told = {key: value for key, value in after.items() if before.get(key) != value}
    for key in before:
        if key not in after:
            told[key] = None
    return told


def asks(s: State) -> str:
    """The step that is being decided."""
    return repr(s.agenda[-1]) if s.agenda else ""


def own_sealed(s: State, eyes: int) -> dict[str, str]:
    """The sealed answers that these eyes may see."""
    if not s.sealed:
        return {}
    return {
        str(seat): str(answer)
        for seat, answer in sorted(s.sealed.items())
        if eyes in (seat, ALL_SEEING)
    }


def log(record: Record, eyes: int) -> list[list[Happened]]:
    """The events of each position, told anew from the record; what is forgotten stays so."""
    box = record.box()
    events: list[Event] = []
    s = record.begin(events)
    told = [events]
    for seat, move in record.moves:
        events = s.events = []
        s.play(seat, move)
        told.append(events)
    again = retold(told, box, eyes, not s.waiting)
    return [happened(events, eyes, box) for events in again]


def over(record: Record, s: State) -> Over | None:
    """How the game stands, and the seed that its commitment promised; None while it is played."""
    if s.waiting:
        return None
    ranks, scores, rule, reason = record.game.standing(s)
    return Over(
        ranks,
        scores,
        rule,
        reason,
        f"{record.seed:032x}",
        record.header(),
        record.commitment(),
        proven(record.proof),
    )


def frames(record: Record, eyes: int, views: bool) -> Frames:
    """The whole of a game through these eyes, with views or with what is needed to follow."""
    box = record.box()
    events: list[Event] = []
    s = record.begin(events)
    told = [
        Frame(0, happened(events, eyes, box), quiet.waiting(s)[:], s.asked()[:], view=s.view(eyes))
    ]
    outlook = s.outlook()
    hides = record.result is None and eyes != ALL_SEEING  # who answered quietly, and when
    for position, (seat, move) in enumerate(record.moves, 1):
        events = s.events = []
        was_quiet = hides and quiet.is_quiet(s) and seat != OUTSIDE
        if was_quiet:
            answers = {**s.sealed, seat: move}
            if not s.waiting[1:]:
                told += quietly(s, answers, eyes, len(told), views)
        s.play(seat, move)
        if was_quiet and seat in s.sealed:
            continue
        frame = Frame(position, happened(events, eyes, box), quiet.waiting(s)[:], s.asked()[:])
        if not was_quiet:
            frame.seat = seat
            if eyes in (seat, ALL_SEEING):
                frame.move = str(move)
        if views:
            frame.view = s.view(eyes)
        else:
            before, outlook = outlook, s.outlook()
            frame.asks, frame.outlook = asks(s), changed(before, outlook)
            frame.sealed = own_sealed(s, eyes) or UNSET
        told.append(frame)
    if hides and eyes in s.sealed and quiet.is_quiet(s):
        told += quietly(s, s.sealed, eyes, len(told), views)[:1]
    whole = Frames(
        *terms(record),
        record.names,
        record.commitment(),
        eyes_name(eyes),
        record.game.faces(box),
        ordered(box),
        box.seat_of,
        over(record, s),
        told,
    )
    board = record.game.printed_board(box)
    if board:
        whole.board = board
    if eyes == ALL_SEEING:
        whole.hidden = [
            name for place, name in box.place_names if not sees(SPECTATOR, box.seers[place])
        ]
    return whole


def quietly(
    s: State, answers: dict[int, Move], eyes: int, position: int, views: bool
) -> list[Frame]:
    """The positions between a quiet question and its reveal. One's own answer seems the first."""
    waiting = s.asked()[:]
    told: list[Frame] = []
    for number in range(len(waiting) - 1):
        frame = Frame(position + number, [], waiting, waiting)
        if number == 0 and eyes in answers:
            frame.seat, frame.move = eyes, str(answers[eyes])
        if views:
            frame.view = {**s.view(eyes), "sealed": quiet.own(answers, eyes)}
        else:
            frame.asks, frame.sealed = asks(s), quiet.own(answers, eyes) or UNSET
        told.append(frame)
    return told


def terms(record: Record) -> tuple[str, int, str, int, dict[str, object]]:
    """What `Terms` holds of a record."""
    game = record.game
    return game.name, record.version, record.edition.name, record.players, record.options


def ordered(box: Box) -> list[str]:
    """The places whose cards keep their order."""
    return [name for place, name in box.place_names if box.ordered[place]]


def printed(game: Game, box: Box) -> dict[str, object]:
    """What a screen needs to know of a box."""
    told: dict[str, object] = {
        "cards": game.faces(box),
        "ordered": ordered(box),
        "owners": box.seat_of,
    }
    board = game.printed_board(box)
    return {**told, "board": board} if board else told
