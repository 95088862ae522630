"""Levels: four names that mean about the same at every game, and what bot each is there."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

LEVELS: Final = ["beginner", "novice", "adept", "master"]  # from the weakest
ANY_GAME: Final = "any"


@cache
def table() -> dict[str, dict[str, str]]:
    """By game and level, a bot's name."""
    text = (Path(__file__).parent / "levels.toml").read_text("utf-8")
    return {game: {**levels} for game, levels in tomllib.loads(text).items()}


def bot_of(level: str, game: str) -> str:
    """The bot that a level is at a game; any other name stands for itself."""
    if level not in LEVELS:
        return level
    own = table().get(game, {})
    return own.get(level) or table()[ANY_GAME][level]
