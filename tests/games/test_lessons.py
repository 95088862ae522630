"""The first game that teaches: every lesson can be played by the rules, and is told in words."""

from __future__ import annotations

import pytest

from duskhall import Game, Move, installed
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.lessons import LEARNER, Lesson, WrongLesson, lesson_of, part, read_lesson
from duskhall.engine.records import Record

KINDS = {"card", "place", "number", "seat", "spot", "part"}  # what the page can put into the light
MOST = 16  # steps: it is to take about three minutes

every_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)


def taught(game: Game) -> Lesson:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson


@every_game
def test_the_lesson_is_a_game_by_the_rules(game: Game) -> None:
    lesson = taught(game)
    record = lesson.record
    again = Record(
        game, record.players, record.options, record.edition, record.seed, start=record.start
    )
    again.moves = lesson.script
    s = again.replay()
    assert s.waiting, "who has learnt may play on"
    assert LEARNER in s.waiting, "and it is their turn"


@every_game
def test_each_step_begins_where_the_one_before_ends(game: Game) -> None:
    lesson, given = taught(game), 0
    for step in lesson.steps:
        assert step.begins == given
        assert not step.quick or step.answers, f"{step.key}: there is nothing to be quick about"
        given += len(step.answers)
    assert given == len(lesson.learnt)
    assert not lesson.steps[0].answers
    assert not lesson.steps[-1].answers
    assert len(lesson.steps) <= MOST


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_is_told(game: Game, language: str) -> None:
    keys = [step.key for step in taught(game).steps]
    assert len(set(keys)) == len(keys)
    for section in ("lesson", "lesson_titles"):
        assert set(game.catalogue().sentences[language][section]) == set(keys)


@every_game
def test_what_is_put_into_the_light_is_there(game: Game) -> None:
    lesson = taught(game)
    box = lesson.record.box()
    places = {name for _, name in box.place_names}
    numbers = {name for _, name in box.number_names}
    for step in lesson.steps:
        for shown in step.show:
            kind, *names = shown.split()
            assert kind in KINDS, shown
            assert kind != "place" or set(names) <= places, shown
            assert kind != "number" or set(names) <= numbers, shown
            assert kind != "seat" or int(names[0]) < lesson.record.players, shown


@every_game
def test_others_answer_by_the_script_as_long_as_the_learner_keeps_to_it(game: Game) -> None:
    lesson = taught(game)
    for position, (seat, move) in enumerate(lesson.script):
        assert lesson.next(lesson.script[:position], seat) == move
    astray = [(LEARNER, Move("astray"))]
    assert lesson.next(astray, 1) is None
    assert lesson.next(lesson.script, LEARNER) is None


@every_game
def test_the_learner_may_give_the_answers_of_a_step_in_another_order(game: Game) -> None:
    lesson = taught(game)
    many = next((step for step in lesson.steps if len(step.answers) > 1), None)
    if many is None:
        return
    own = part(lesson.script, LEARNER)
    first = own[many.begins]
    own[many.begins], own[many.begins + 1] = own[many.begins + 1], first
    assert lesson.keeps_to(own)
    assert not lesson.keeps_to([*own, first])


def test_a_lesson_that_the_rules_do_not_allow_is_refused() -> None:
    game = installed()[0]
    counts = game.counts({})
    text = f'players = {counts[0]}\nseed = 1\n[[steps]]\nkey = "one"\nturns = ["0 nonsense"]'
    with pytest.raises(WrongLesson, match="one"):
        read_lesson(text, game)
    shown = f'players = {counts[0]}\nseed = 1\n[[steps]]\nkey = "one"\nshow = ["card Nobody"]'
    with pytest.raises(WrongLesson, match="Nobody"):
        read_lesson(shown, game)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_why_and_every_chapter_belongs_to_a_question(game: Game, language: str) -> None:
    text = game.catalogue().sentences[language]
    questions = set(text["asks"])
    assert set(text["why"]) <= questions
    assert set(text["why"]) == set(text["why_rules"])
    assert set(text["why_rules"].values()) <= set(text["rules"])
    assert set(text["ask_rules"]) <= questions
    assert set(text["ask_rules"].values()) <= set(text["rules"])


@every_game
def test_whatever_a_lesson_asks_has_a_chapter_of_the_rules(game: Game) -> None:
    lesson = taught(game)
    placed = game.catalogue().sentences["en"]["ask_rules"]
    s = lesson.record.begin()
    for seat, move in lesson.script:
        assert type(s.agenda[-1]).__name__ in placed
        s.apply(seat, move)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aim_is_told_in_three_parts(game: Game, language: str) -> None:
    parts = {"title", "lead"} | {
        f"{n}{more}" for n in ("one", "two", "three") for more in ("", "-title")
    }
    assert set(game.catalogue().sentences[language]["aim"]) == parts
