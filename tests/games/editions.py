"""Editions of one's own, written to a file, and how a wrong one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskhall.engine.edition import WrongEdition
from duskhall.engine.game import Game


def own_edition(folder: Path, text: str) -> str:
    """The path of an edition of one's own with this text."""
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    return str(file)


def assert_refused(game: Game, path: str, line: str, reason: str) -> None:
    """The edition is refused in one line, which begins with its file and the line of the row.

    No line is told where a whole file is wrong. What is no TOML is told by line and column.
    """
    with pytest.raises(WrongEdition, match=reason) as caught:
        game.setup(game.counts({})[0], seed=1, edition=path)
    told = str(caught.value)
    is_of_a_row = line and "column" not in line
    assert told.startswith(f"mine.toml, {line}: " if is_of_a_row else "mine.toml: ")
    assert line in told
    assert "\n" not in told
