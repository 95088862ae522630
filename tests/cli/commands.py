"""Commands as one types them, what they print, and what they say when something is wrong."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from duskhall.cli import run

GAME = "dark-dealings"


def play_demo(path: Path, *more: str) -> None:
    demo = ["play", GAME, "--demo", "--players", "2", "--bots", "random", "--seed", "7"]
    assert run([*demo, "--save", str(path), *more]) == 0


def half(record: Path, moves: int = 20) -> Path:
    """The same game, broken off after some moves."""
    data = json.loads(record.read_text("utf-8"))
    data["moves"] = data["moves"][:moves]
    data["chain"] = data["chain"][: moves + 1]
    del data["result"]
    path = record.with_name("half.json")
    path.write_text(json.dumps(data), "utf-8")
    return path


def changed(record: Path, **fields: object) -> Path:
    data = json.loads(record.read_text("utf-8"))
    path = record.with_name("changed.json")
    path.write_text(json.dumps({**data, **fields}), "utf-8")
    return path


def output(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    assert run(argv) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line on the error output, after the program's name."""
    assert run(argv) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1, captured.err
    assert lines[0].startswith("duskhall: ")
    return lines[0].removeprefix("duskhall: ")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))
