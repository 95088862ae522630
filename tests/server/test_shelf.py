"""What the page is told of the games it offers."""

from __future__ import annotations

import pytest

from duskhall import installed
from duskhall.bots import make_bot
from duskhall.bots.levels import LEVELS
from duskhall.engine.game import Game
from duskhall.server.messages import WantedSeat
from duskhall.server.seats import check_bot, seat_people
from duskhall.server.shelf import FACES, OLDER, about
from duskhall.server.words import Refused


def rows(told: object) -> list[dict[str, object]]:
    assert isinstance(told, list)
    return told


def names(told: object) -> set[str]:
    return {str(row["name"]) for row in rows(told)}


def the_faceless() -> dict[str, object]:
    return about(next(game for game in installed() if game.name == "the-faceless"))


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_ties_and_scenarios_speak_of_options_that_are_offered(game: Game) -> None:
    told = about(game)
    offered = names(told["options"])
    assert offered == {option.name for option in game.options()}
    assert all({tie["name"], tie["other"]} <= offered | {"players"} for tie in rows(told["ties"]))
    for scenario in rows(told["scenarios"]):
        options = scenario["options"]
        assert isinstance(options, dict)
        assert {*options} <= offered


def test_the_base_game_is_offered_and_its_expansions_are_marked() -> None:
    told = the_faceless()
    assert {"level", "kids", "maze"} <= names(told["options"])
    assert {"first-night", "hell"} <= names(told["scenarios"])
    parts = {str(row["name"]) for row in rows(told["options"]) if row["part"]}
    assert {"scenario", "die", "fog", "servants", "sand"} <= parts
    assert not parts & {"level", "hell", "kids", "memories", "maze", "collisions"}


def test_a_scenarios_card_says_what_is_in_it_as_options_would_set_it() -> None:
    """TF-170 TF-174 TF-178"""
    told = {str(row["name"]): row["about"] for row in rows(the_faceless()["scenarios"])}
    assert told["first-night"] == {}
    assert told["one-memory"] == {
        "mix": {
            "crossroads": True,
            "avatar": "puppetmaster",
            "second_avatar": "eraserhead",
            "swamps": 3,
        },
        "kids": ["tommy", "luke", "julie", "matt"],
        "special": "three_swamps",
    }
    game = next(game for game in installed() if game.name == "the-faceless")
    for name, card in told.items():
        if card:
            assert isinstance(card, dict)
            game.box(2, card["mix"])  # each can be had as a mix of one's own
            assert len(card["kids"]) == max(game.player_counts()), name


# Levels


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
def test_four_levels_with_names_and_faces_are_offered_at_every_game(game: Game) -> None:
    offered = rows(about(game)["bots"])
    assert [row["bot"] for row in offered] == LEVELS
    for row in offered:
        for words in (row["name"], row["about"]):
            assert isinstance(words, dict)
            assert words["en"]
            assert words["ja"] != words["en"]
        assert len(rows(row["faces"])) == 3


def test_bots_of_before_there_were_levels_are_still_seated() -> None:
    """Tables and clients that name them find them as they were."""
    game = installed()[0]
    for bot, level in OLDER.items():
        check_bot(bot)
        make_bot(bot, game)
        assert level in LEVELS
        seat = seat_people([WantedSeat("bot", bot=bot)], 1, "en")[0]
        assert seat.bot == bot
        assert seat.face in FACES[level]
    with pytest.raises(Refused):
        check_bot("search:3600s")
