"""A lesson is an ordinary table whose bots answer by the script, as long as it is kept to."""

from __future__ import annotations

import pytest

from duskhall import Game, installed
from duskhall.engine.lessons import LEARNER, Lesson, lesson_of, part
from duskhall.server.lessons import begun
from duskhall.server.shelf import about
from duskhall.server.words import Refused
from tests.fifth.last_candle import LastCandle
from tests.server.hosting import Host
from tests.server.playing import Person, get, post

every_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)


def taught(game: Game) -> Lesson:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson


def sit_down(address: str, game: Game) -> Person:
    answer = post(address, "/api/tables/lesson", {"game": game.name, "name": "Ada"})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert [("token" in seat) for seat in made["seats"]].count(True) == 1
    return Person(address, made["table"], made["seats"][LEARNER]["token"])


@every_game
def test_a_lesson_comes_out_at_the_table_as_it_is_told(host: Host, game: Game) -> None:
    lesson = taught(game)
    told = get(host.address, f"/api/games/{game.name}/lesson").json()
    assert told["learnt"] == lesson.learnt
    with sit_down(host.address, game) as ada:
        assert ada.state["source"] == {"lesson": True}
        for move in part(lesson.script, LEARNER):
            while str(move) not in ada.moves:
                ada.read()
            assert ada.move(str(move))["type"] == "moved"
        ada.catch_up(len(lesson.script))
        while not ada.moves:  # and who has learnt plays on
            ada.read()
        assert LEARNER in ada.waiting


def test_who_takes_another_way_plays_on_with_ordinary_bots(host: Host) -> None:
    game = installed()[0]
    lesson = taught(game)
    with sit_down(host.address, game) as ada:
        while not ada.moves:
            ada.read()
        expected = str(part(lesson.script, LEARNER)[0])
        ada.move(next(move for move in ada.moves if move != expected))
        for _ in range(3):
            while not ada.moves:
                ada.read()
            ada.move(ada.moves[0])
        assert not ada.over


def test_a_game_without_a_lesson_offers_none(host: Host) -> None:
    fifth = LastCandle()
    assert about(fifth)["lesson"] is False
    assert about(installed()[0])["lesson"] is True
    with pytest.raises(Refused, match="no-lesson"):
        begun(fifth, "Ada")
    refused = post(host.address, "/api/tables/lesson", {"game": "nothing"})
    assert refused.json()["error"] == "unknown-game"
