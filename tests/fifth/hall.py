"""A copy of the sources with a fifth game: its folder is added, and one line of the catalogue."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "last_candle"


def sources_with_a_fifth_game(folder: Path) -> Path:
    """A place to import `duskhall` from that knows the game of this folder, too."""
    copy = folder / "src"
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "duskhall", copy / "duskhall", ignore=unwanted)
    games = copy / "duskhall" / "games"
    shutil.copytree(FOLDER, games / FOLDER.name, ignore=unwanted)
    catalogue = games / "__init__.py"
    line = f'    "{FOLDER.name}",\n'
    catalogue.write_text(catalogue.read_text("utf-8").replace("\n]\n", f"\n{line}]\n", 1), "utf-8")
    return copy


def environment(sources: Path) -> dict[str, str]:
    """The environment of a process that imports from there."""
    return {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
