"""Who asks to end while compiled bots think is heard when they have thought."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from duskhall.cli import Ended, ended_as_by_hand
from duskhall.lab.unbroken import unbroken
from duskhall.lab.workers import in_order

TWICE = """
import signal
from duskhall.lab.unbroken import unbroken
with unbroken():
    signal.raise_signal(signal.SIGINT)
    print("heard once", flush=True)
    signal.raise_signal(signal.SIGINT)
    print("never", flush=True)
"""


@pytest.fixture(autouse=True)
def _as_a_program_starts() -> Iterator[None]:
    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler),
        signal.SIGTERM: signal.signal(signal.SIGTERM, signal.SIG_DFL),
    }
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_an_interruption_is_heard_after_the_work() -> None:
    done: list[str] = []

    def work() -> None:
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_whoever_is_asked_to_end_says_by_what() -> None:
    with pytest.raises(Ended) as ended, ended_as_by_hand(), unbroken():
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.number == signal.SIGTERM


def test_a_second_interruption_is_heard_at_once() -> None:
    told = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True)
    assert (told.stdout, told.returncode) == ("heard once\n", 128 + signal.SIGINT)


def test_a_game_at_the_terminal_is_put_aside_however_often_one_asks() -> None:
    told = subprocess.run(
        [sys.executable, "-c", TWICE.replace("unbroken()", "unbroken(heard_twice=False)")],
        capture_output=True,
        text=True,
    )
    assert told.stdout == "heard once\nnever\n"
    assert "KeyboardInterrupt" in told.stderr


def test_a_game_that_is_played_alone_is_played_to_its_end_and_noted() -> None:
    played: list[int] = []

    def play(number: int) -> int:
        if number == 1:
            signal.raise_signal(signal.SIGINT)
        played.append(number)
        return number

    noted: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        noted.extend(in_order(play, [0, 1, 2], 1))
    assert (played, noted) == ([0, 1], [0, 1])
