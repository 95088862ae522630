"""Lessons at a table: a game's own deal, and bots that answer by its script while it is kept to."""

from __future__ import annotations

from duskhall.engine.game import Game
from duskhall.engine.lessons import LEARNER, Lesson, lesson_of
from duskhall.engine.records import Record
from duskhall.server.messages import Source, WantedSeat
from duskhall.server.shelf import FIRST_BOT
from duskhall.server.words import Refused


def known(game: Game) -> Lesson:
    """The lesson of a game. Refused, if it has none."""
    lesson = lesson_of(game)
    if lesson is None:
        raise Refused("no-lesson")
    return lesson


def steps(game: Game) -> dict[str, object]:
    """The answer of `GET /api/games/{game}/lesson`."""
    lesson = known(game)
    return {
        "steps": [step._asdict() for step in lesson.steps],
        "learnt": lesson.learnt,
    }


def begun(game: Game, name: str) -> tuple[Record, list[WantedSeat]]:
    """The record of a new table for the lesson, and who sits there."""
    fixed = known(game).record
    record = Record(
        game, fixed.players, fixed.options, fixed.edition, fixed.seed, start=fixed.start
    )
    seats = [WantedSeat("bot", bot=FIRST_BOT) for _ in range(record.players)]
    seats[LEARNER] = WantedSeat("person", name)
    return record, seats


def script_of(record: Record, source: Source | None) -> Lesson | None:
    """The lesson that a table is played by, if it is one."""
    is_lesson = source is not None and source.lesson is True
    return lesson_of(record.game) if is_lesson else None
