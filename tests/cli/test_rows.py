"""`simulate --results` and `row`: rows on disk, and each of them a game to open."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from rich.progress import Progress

from duskhall.cli.screen import Left, Rate
from tests.cli.commands import complaint, output

GAME = "dark-dealings"
FEW = ["--players", "2", "--bots", "random", "--seed", "4", "--csv"]


def test_a_row_is_replayed_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, file = str(tmp_path / "rows"), str(tmp_path / "game.json")
    output(capsys, "simulate", GAME, "--games", "3", *FEW, "--results", rows, "--decisions")
    told = output(capsys, "row", rows, "2", "--save", file)
    assert f"duskhall replay {file} --step" in told
    assert "verified" in output(capsys, "verify", file)
    assert "Nothing is hidden." in output(capsys, "replay", file)
    assert "has no game 3: there are 3, from 0 to 2" in complaint(capsys, "row", rows, "3")
    told = complaint(capsys, "row", rows, "2", "--save", str(tmp_path))
    assert told == f"{tmp_path}: Is a directory"
    assert "no results" in complaint(capsys, "row", str(tmp_path), "0")


def test_the_same_command_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = str(tmp_path / "rows")
    command = ["simulate", GAME, *FEW, "--results", rows]
    output(capsys, *command, "--games", "2")
    told = output(capsys, *command, "--games", "3")
    assert "3 games of 2" in told
    assert "2 of them had been played before." in told
    told = output(capsys, *command, "--games", "3")
    assert "All of them had been played before" in told
    assert "per second" not in told
    unseeded = ["simulate", GAME, "--players", "2", "--bots", "random", "--csv", "--json"]
    again = json.loads(output(capsys, *unseeded, "--games", "3", "--results", rows))
    assert int(again["seed"], 16) == 4  # that of the results, where none is said
    other = [*command, "--games", "3", "--option", "hardcore=true"]
    assert "results of something else" in complaint(capsys, *other)


def test_rows_need_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--results" in complaint(capsys, "simulate", GAME, "--decisions")
    file = tmp_path / "file"
    file.write_text("")
    for command in (
        ["simulate", GAME, *FEW],
        ["compare", GAME, "--options", "hardcore=true"],
        ["ladder", GAME, "--bots", "random,greedy"],
    ):
        told = complaint(capsys, *command, "--games", "1", "--results", str(file))
        assert told == f"{file} is a file: name a folder to keep results in"
    told = complaint(capsys, "row", str(tmp_path), "-1")
    assert "must be the number of a game, from 0, not '-1'" in told


def test_progress_is_for_terminals_alone(tmp_path: Path) -> None:
    """A bar with rate and time left on a terminal's error output; in a pipe, nothing."""
    command = [sys.executable, "-m", "duskhall", "simulate", GAME, "--games", "4", *FEW]
    command += ["--workers", "1", "--results", str(tmp_path / "rows")]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    ours, theirs = pty.openpty()
    command[-1] += "-seen"
    done = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 1000)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert done.wait() == 0
    assert b"/s" in shown
    assert b"4/4" in shown


def test_a_bar_tells_the_time_left_once_enough_is_done() -> None:
    now = 100.0
    bar = Progress(get_time=lambda: now)
    bar.add_task("games", total=100)
    task = bar.tasks[0]
    now = 102.0
    task.completed = 1
    assert Left().render(task).plain == "-:--:--"
    assert Rate().render(task).plain == ""
    now, task.completed = 110.0, 20
    assert Left().render(task).plain == "0:00:40"
    assert Rate().render(task).plain == "2.0/s"
