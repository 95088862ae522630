"""The shelf: the games, and the bots for people to play against."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.game import Game, installed
from duskhall.engine.lessons import has_lesson
from duskhall.server.words import say

OFFERED: Final = tomllib.loads((Path(__file__).parent / "bots.toml").read_text("utf-8"))
BOTS: Final[list[str]] = OFFERED["bots"]
FIRST_BOT: Final[str] = OFFERED["first"]
FACES: Final[dict[str, list[str]]] = OFFERED["faces"]  # by level
OLDER: Final[dict[str, str]] = OFFERED["older"]  # by name, the level whose faces it has
EVERY_FACE: Final = [face for faces in FACES.values() for face in faces]


def shelf() -> dict[str, object]:
    """The answer of `GET /api/games`."""
    return {"games": [about(game) for game in installed()], "bot": FIRST_BOT}


def about(game: Game) -> dict[str, object]:
    catalogue, box = game.catalogue(), game.box(game.counts({})[0])
    return {
        "name": game.name,
        "title": {
            language: catalogue.find("game", "title", language) or game.title
            for language in LANGUAGES
        },
        "pitch": {
            language: catalogue.find("game", "pitch", language) or "" for language in LANGUAGES
        },
        "minutes": game.minutes,
        "lesson": has_lesson(game),
        "players": game.player_counts(),
        "cooperative": box.is_cooperative,
        "ask_first": may_ask(box),
        "options": [
            {
                "name": option.name,
                "values": option.values,
                "rule": option.rule,
                "ruling": option.ruling,
                "players": option.players,
                "part": option.part,
            }
            for option in game.options()
        ],
        "ties": [tie._asdict() for tie in game.ties()],
        "scenarios": [
            {**scenario._asdict(), "about": dict(scenario.about)} for scenario in game.scenarios()
        ],
        "bots": [
            {
                "bot": bot,
                "name": said("bots", bot),
                "about": said("bot_text", bot),
                "faces": [
                    {"face": face, "name": said("faces", face), "about": said("face_text", face)}
                    for face in FACES[bot]
                ],
            }
            for bot in BOTS
        ],
    }


def may_ask(box: Box) -> bool:
    """Whether bots can ask before they answer: all win together, and a proposal tells of no hand."""
    return box.is_cooperative and box.is_open


def said(section: str, key: str) -> dict[str, str]:
    """A sentence of the server in all languages."""
    return {language: say(section, key, language) for language in LANGUAGES}


def whole(catalogue: Catalogue, language: str) -> dict[str, dict[str, str]]:
    """All sentences in a language, and in English where it lacks one."""
    merged = {section: dict(keys) for section, keys in catalogue.sentences["en"].items()}
    for section, keys in catalogue.sentences[language].items():
        merged.setdefault(section, {}).update(keys)
    return merged
