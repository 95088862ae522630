"""A lesson: a first game that teaches. It is data beside the game, played on an ordinary table.

`lesson.toml` in a game's folder says the deal (`players`, `options` and `seed`, or a position to
`start` at) and a list of steps. A step has the `key` of what is said (under `lesson` and
`lesson_titles`), what is `show`n in the light, and the `turns` that follow: who learns sits in the
first seat, and is waited for. Where a step is `quick`, the page answers for them.
"""

from __future__ import annotations

import tomllib
from typing import Final, NamedTuple

from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.positions import position_game
from duskhall.engine.records import Answer, Record
from duskhall.engine.state import State

LEARNER: Final = 0
FILE: Final = "lesson.toml"


class WrongLesson(ValueError):
    """A lesson that its game does not allow."""


class LessonStep(NamedTuple):
    """Something said, and what it waits for."""

    key: str
    show: list[str]  # a kind and names: 'card 12', 'place hand.0', 'seat 1'; the first is meant
    begins: int  # after so many answers of whoever learns
    answers: list[str]  # theirs, in notation; none if it is only read
    quick: bool  # the page gives them


class Lesson:
    """What is dealt, what is said, and what everyone answers."""

    def __init__(self, record: Record, steps: list[LessonStep], script: list[Answer]) -> None:
        self.record: Final = record
        self.steps: Final = steps
        self.script: Final = script
        self.learnt: Final = [n for n, (seat, _) in enumerate(script) if seat == LEARNER]

    def next(self, moves: list[Answer], seat: Seat) -> Move | None:
        """What a seat answers after these moves; None where they are not those of the lesson.

        Seats that are asked together may answer in any order: each is held against its own part.
        Who learns may also give the answers of one step in another order.
        """
        for other in range(self.record.players):
            told, given = part(self.script, other), part(moves, other)
            if told[: len(given)] != given and not (other == LEARNER and self.keeps_to(given)):
                return None
        own, count = part(self.script, seat), len(part(moves, seat))
        return own[count] if count < len(own) else None

    def keeps_to(self, given: list[Move]) -> bool:
        """Whether the learner's answers are those that the steps wait for."""
        waited = [step.answers for step in self.steps for _ in step.answers]
        return len(given) <= len(waited) and all(
            str(move) in waited[number] for number, move in enumerate(given)
        )


def part(moves: list[Answer], seat: Seat) -> list[Move]:
    return [move for mover, move in moves if mover == seat]


_kept: dict[str, Lesson] = {}  # by the name of the game and the file it was read from


def has_lesson(game: Game) -> bool:
    return (game.folder / FILE).exists()


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one. WrongLesson."""
    if not has_lesson(game):
        return None
    path = game.folder / FILE
    key = f"{game.name} {path}"
    if key not in _kept:
        _kept[key] = read_lesson(path.read_text("utf-8"), game)
    return _kept[key]


def read_lesson(text: str, game: Game) -> Lesson:
    """Read a lesson, and play it: every answer is held against the rules. WrongLesson."""
    told = tomllib.loads(text)
    start = str(told.get("start", ""))
    players, options = told.get("players", 0), told.get("options", {})
    if start:
        _, _, players, options = position_game(start)
    edition = next(iter(game.editions().values()))
    box = game.box(players, options, edition)
    record = Record(game, players, box.options, edition, int(told.get("seed", 0)), start=start)
    s = record.begin()
    steps: list[LessonStep] = []
    script: list[Answer] = []
    for step in told["steps"]:
        key = str(step["key"])
        begins = len(part(script, LEARNER))
        for line in step.get("turns", []):
            seat, _, words = str(line).partition(" ")
            script.append((int(seat), play(s, game, int(seat), words, key)))
        answers = [str(move) for move in part(script, LEARNER)[begins:]]
        show = [named(word, box, key) for word in step.get("show", [])]
        steps.append(LessonStep(key, show, begins, answers, bool(step.get("quick", False))))
    return Lesson(record, steps, script)


def play(s: State, game: Game, seat: Seat, words: str, key: str) -> Move:
    try:
        move = game.parse(s, seat, words)
    except ValueError as error:
        raise WrongLesson(f"{game.name}, {key}: '{seat} {words}': {error}") from None
    if seat not in s.waiting or move not in s.legal_moves(seat):
        legal = ", ".join([str(one) for one in s.legal_moves(seat)[:40]])
        raise WrongLesson(f"{game.name}, {key}: '{seat} {words}' is not legal: {legal}")
    s.apply(seat, move)
    return move


def named(word: str, box: Box, key: str) -> str:
    """What is shown, with a card by its numbers rather than by its name."""
    kind, _, name = word.partition(" ")
    if kind != "card":
        return word
    numbers = [str(card) for card, known in enumerate(box.card_names) if known == name]
    if not numbers:
        raise WrongLesson(f"{key}: there is no card '{name}'")
    return " ".join([kind, *numbers])
