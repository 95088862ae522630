"""The course of a table: what goes on by itself, without anybody deciding it now."""

from __future__ import annotations

from typing import Final

from duskhall.server.rooms.answers import Answers
from duskhall.server.rooms.outside import Outside
from duskhall.server.rooms.windows import StandingPasses


class Course:
    """Lets go on what needs nobody: things from outside, and passes that stand."""

    def __init__(self, answers: Answers, outside: Outside, standing: StandingPasses) -> None:
        self.answers: Final = answers
        self.outside: Final = outside
        self.standing: Final = standing

    def go_on(self) -> None:
        while not self.answers.journal.failed and (self.outside.settle() or self.pass_standing()):
            pass

    def pass_standing(self) -> bool:
        due = self.standing.due()
        if due is not None:
            self.answers.give([due])
        return due is not None
