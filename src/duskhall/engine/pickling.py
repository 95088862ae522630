"""Pickles: boxes and tables for other processes of the same person.

A pickle holds the whole table, with all that is hidden and the luck to come: it is for research in
one's own processes, and never sent to a seat. What is stored is a record.
"""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import Box, Kept
from duskhall.engine.edition import Edition
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import game
from duskhall.engine.moves import Move
from duskhall.engine.positions import read_step, steps_of
from duskhall.engine.state import State
from duskhall.engine.steps import Step

EDITIONS: Final[Kept[Edition]] = Kept(16)  # that are not ours, so that tables go on sharing boxes
STEPS: Final[dict[str, dict[str, type[Step[State]]]]] = {}  # by game
Luck = tuple[bytes, tuple[int, ...], int]  # the seed, the words of the block, how many were drawn
Counted = tuple[int, int, int]  # reveals, final deeds, work done


def told_text(box: Box) -> str:
    """The text of a box's edition; '' where it is ours, and so is where the pickle is read."""
    name, edition, text = box.source
    own = game(name).editions().get(edition)
    return "" if own is not None and own.text == text else text


def unpack_box(name: str, players: int, options: dict[str, object], edition: str, text: str) -> Box:
    """The box that was packed so, shared with the tables that are here already."""
    kind = game(name)
    own = kind.editions().get(edition)
    if own is None or (text and own.text != text):
        own = EDITIONS.get(f"{name} {edition} {text}", lambda: kind.edition_of(edition, text, ""))
    return kind.box(players, options, own)


def unpack_state(
    box: Box,
    places: list[tuple[int, ...]],
    numbers: list[int],
    agenda: list[str],
    waiting: list[Seat],
    offered: list[Move],
    sealed: dict[Seat, Move],
    memory: tuple[int, ...],
    events: list[Event] | None,
    luck: Luck,
    counted: Counted,
) -> State:
    """The table that was pickled, in the middle of whatever it was in."""
    kind = game(box.source[0])
    if kind.name not in STEPS:
        STEPS[kind.name] = steps_of(kind)
    s = kind.open(box)
    s.places, s.numbers, s.memory = places, numbers, memory
    s.agenda = [read_step(word, STEPS[kind.name], box.players) for word in agenda]
    s.seed, s.words, s.drawn = luck
    s.events = None
    s.refresh()
    s.waiting, s.offered, s.sealed, s.events = waiting, offered, sealed, events
    s.revealed, s.finals, s.worked = counted
    return s
