"""What every test of the command line starts from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import play_demo


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves go to a folder of the test, and the language is English."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "DUSKHALL_LANGUAGE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A finished game of two random bots."""
    path = tmp_path / "game.json"
    play_demo(path)
    capsys.readouterr()
    return path
