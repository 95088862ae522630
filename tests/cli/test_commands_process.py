"""Commands as processes: closed pipes, interrupts, bars and keys."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from duskhall.cli import run
from tests.cli.commands import GAME

DUSKHALL = [sys.executable, "-m", "duskhall"]


def test_a_closed_pipe_is_silent(record: Path) -> None:
    command = " ".join([*DUSKHALL, "replay", str(record)])
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1"], capture_output=True, text=True, timeout=30
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def started(*argv: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    # Where the tests themselves run in the background, Ctrl-C would be ignored from the start.
    return subprocess.Popen(
        [*DUSKHALL, *argv],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupted(process: subprocess.Popen[bytes]) -> bytes:
    """Press Ctrl-C, as a terminal does to the whole group, and return what was printed since."""
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == b""
    return out


def test_an_interrupted_simulation_ends_without_a_traceback(tmp_path: Path) -> None:
    games = ["--games", "100000", "--bots", "random", "--workers", "2"]
    process = started("simulate", GAME, *games, "--save", str(tmp_path / "games"))
    deadline = time.monotonic() + 20
    while not list(tmp_path.glob("games/*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    interrupted(process)
    count = len(list(tmp_path.glob("games/*.json")))
    time.sleep(0.3)
    assert len(list(tmp_path.glob("games/*.json"))) == count, "the workers play on"


def test_an_interrupted_game_is_saved() -> None:
    process = started("play", GAME, "--bots", "random")
    assert process.stdout is not None
    while b"for example" not in process.stdout.readline():
        assert process.poll() is None
    assert b"--load" in interrupted(process)


def test_a_bar_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["simulate", GAME, "--players", "2", "--games", "40", "--bots", "random"]
    child = pexpect.spawn(DUSKHALL[0], [*DUSKHALL[1:], *games], timeout=120, encoding="utf-8")
    child.expect(r"games .*\d+/40.*\d:\d\d:\d\d")
    child.expect("games per second")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert run(games) == 0
    assert capsys.readouterr().err == ""


def test_a_replay_can_be_stepped_through_with_keys(record: Path) -> None:
    argv = [*DUSKHALL[1:], "replay", str(record), "--step"]
    child = pexpect.spawn(DUSKHALL[0], argv, timeout=120, encoding="utf-8", dimensions=(40, 100))
    child.expect("Space: on")
    child.expect("DD-02")
    child.send(" ")
    child.expect("   2 ")
    child.send("b")
    child.expect("back at 0")
    child.expect("DD-02")
    child.send("t")
    child.expect("Hand")
    child.send("\x1b[C")
    child.expect("   2 ")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
