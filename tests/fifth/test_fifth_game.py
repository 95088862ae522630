"""A fifth game from its own folder and one line of the catalogue: in the terminal and on the server."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.hall import Hall
from tests.fifth.hall import ROOT, environment, sources_with_a_fifth_game
from tests.server.playing import get, play_on, set_up, sit_down

GAME = "last-candle"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sources_with_a_fifth_game(tmp_path_factory.mktemp("fifth"))


@pytest.fixture(scope="module")
def hall(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    opened = Hall(tmp_path_factory.mktemp("hall"), environment(sources))
    opened.open()
    yield opened
    opened.close()


def duskhall(sources: Path, *words: str, typed: str = "") -> str:
    """What the command line prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "duskhall", *words],
        env={**environment(sources), "COLUMNS": "100", "LANG": "C.UTF-8"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_the_promises_of_every_game(sources: Path) -> None:
    """All but the page of its rules, for which the copy has no place."""
    tests = [f"tests/games/test_{name}.py" for name in ("every_game", "catalogue", "secrets")]
    chosen = ["-k", f"{GAME} and not told_in_one_chapter", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *tests, *chosen],
        cwd=ROOT,
        env=environment(sources),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_terminal_lists_it(sources: Path) -> None:
    assert "last-candle  The Last Candle  2 to 4 players" in duskhall(sources, "games")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Hand · Player 1", "Shelf", "candles taken"]),
        ("ja", ["手札 · ", "棚", "取ったろうそく"]),
    ],
)
def test_a_person_plays_it_in_the_terminal_to_its_end(
    sources: Path, tmp_path: Path, language: str, words: list[str]
) -> None:
    file = str(tmp_path / "game.json")
    typed = "table\n" + "2\n1\n" * 30  # the second answer, or the only one
    seated = ["play", GAME, "--players", "2", "--seed", "7", "--save", file]
    told = duskhall(sources, *seated, "--language", language, typed=typed)
    assert [word for word in words if word not in told] == []
    assert "verified, " in duskhall(sources, "verify", file)


def test_bots_play_it_many_times(sources: Path) -> None:
    told = duskhall(sources, "simulate", GAME, "--games", "30", "--bots", "greedy,random")
    assert "The most wax wins." in told


def test_it_is_an_environment(sources: Path) -> None:
    """By ids that follow from its box and its sentences, to its end."""
    script = (
        "from duskhall import game; from duskhall.adapters.core.play import Play\n"
        f"play = Play(game('{GAME}'), game('{GAME}').box(2)); play.deal(1)\n"
        "while play.ids: play.look(play.seat); play.give(play.ids[-1])\n"
        "print(len(play.words.flat) > 0, sum(play.payoffs()))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(sources),
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "True 1.0\n"


def test_the_server_offers_it_with_its_words(hall: Hall) -> None:
    games = get(hall.address, "/api/games").json()["games"]
    (told,) = [game for game in games if game["name"] == GAME]
    assert told["pitch"]["en"] == "Burn bright, and take the shelf."
    text = get(hall.address, f"/api/games/{GAME}/text/ja").json()
    assert text["buttons"]["light"] == "灯す"


def test_people_play_it_on_the_server_to_its_end(hall: Hall) -> None:
    people = sit_down(hall.address, set_up(hall.address, "Ada", "Grace", "Edsger", game=GAME))
    play_on(people, random.Random(5))
    for person in people:
        assert person.over["rule"] == "LC-05"
        person.close()
