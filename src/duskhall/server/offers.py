"""What the server offers: the games, those to come, and the bots for people to play against."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.game import Game, installed
from duskhall.server.words import say

OFFERS: Final = tomllib.loads((Path(__file__).parent / "games.toml").read_text("utf-8"))
BOTS: Final[list[str]] = OFFERS["bots"]
FIRST_BOT: Final[str] = OFFERS["first"]


def offered() -> dict[str, object]:
    """The answer of `GET /api/games`."""
    games = [about(game) for game in installed()]
    names = [game.name for game in installed()]
    for coming in OFFERS["games"]:
        if coming["name"] not in names:
            games.append(
                {**coming, "playable": False, "cooperative": False, "options": [], "bots": []}
            )
    return {"games": games, "bot": FIRST_BOT}


def about(game: Game) -> dict[str, object]:
    catalogue = game.catalogue()
    return {
        "name": game.name,
        "title": {
            language: catalogue.find("game", "title", language) or game.title
            for language in LANGUAGES
        },
        "playable": True,
        "players": game.player_counts(),
        "cooperative": game.is_cooperative,
        "options": [
            {
                "name": option.name,
                "values": option.values,
                "rule": option.rule,
                "ruling": option.ruling,
            }
            for option in game.options()
        ],
        "bots": [
            {
                "bot": bot,
                "name": {language: say("bots", bot, language) for language in LANGUAGES},
                "about": {language: say("bot_text", bot, language) for language in LANGUAGES},
            }
            for bot in BOTS
        ],
    }


def whole(catalogue: Catalogue, language: str) -> dict[str, dict[str, str]]:
    """All sentences in a language, and in English where it lacks one."""
    merged = {section: dict(keys) for section, keys in catalogue.sentences["en"].items()}
    for section, keys in catalogue.sentences[language].items():
        merged.setdefault(section, {}).update(keys)
    return merged
