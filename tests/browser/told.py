"""Writes web/test/told.json: games as the server tells them, and the sentences the engine makes.

The page's unit tests read it, so that page and engine say the same. `python tests/browser/told.py`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec

import duskhall
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.server import telling

FILE = Path(__file__).parents[2] / "web" / "test" / "told.json"
SECTIONS = ["table", "names", "places", "events", "moves"]
NUMBERED = ["district", "colour", "figure", "way", "space", "obstacle"]
NAMES = ["Ada", "Grace", "Emmy"]
LONGEST = 60  # moves of a game that are told
CHECKED = 7  # moves from one view that is told to the next


def told() -> str:
    games = [
        story("dark-dealings", 2, 5, 0, {}),
        story("dark-dealings", 2, 7, SPECTATOR, {"hardcore": True, "dragons": True}),
        story("dark-dealings", 1, 3, ALL_SEEING, {"row": 4}),
        story("dont-turn-your-back", 2, 2, 0, {}),
        story("dont-turn-your-back", 3, 4, SPECTATOR, {}),
        story("the-faceless", 3, 2, 0, {"memories": "any"}),
    ]
    text = {game.name: words(game.name) for game in duskhall.installed()}
    return (
        json.dumps({"text": text, "games": games}, ensure_ascii=False, separators=(",", ":")) + "\n"
    )


def words(game: str) -> dict[str, object]:
    catalogue = duskhall.game(game).catalogue()
    return {
        language: {
            section: catalogue.sentences[language].get(section, {})
            for section in SECTIONS + NUMBERED
        }
        for language in ("en", "ja")
    }


def story(
    game: str, players: int, seed: int, eyes: int, options: dict[str, object]
) -> dict[str, object]:
    """A game of random moves through these eyes, with every sentence in both languages."""
    names = NAMES[:players]
    table = duskhall.new_table(duskhall.game(game), players, seed, "", names, **options)
    luck = random.Random(seed)
    offered: list[list[str]] = []
    while table.state.waiting and len(offered) < LONGEST:
        seat = table.state.waiting[0]
        moves = table.state.legal_moves(seat)
        offered.append([str(move) for move in moves][:40])
        table.play(seat, luck.choice(moves))
    box = table.state.box
    frames = msgspec.to_builtins(telling.frames(table.record, eyes, views=False))
    views = {
        str(position): table.record.replay(position).view(eyes)
        for position in range(len(offered), 0, -CHECKED)
    }
    sentences: dict[str, list[object]] = {}
    for language in ("en", "ja"):
        catalogue = box.catalogue
        sentences[language] = [
            {
                "events": [
                    catalogue.event(box, event.shown_to(eyes), names, language) for event in events
                ],
                "move": catalogue.move(box, table.record.moves[position - 1][1], names, language)
                if position
                else "",
                "notation": str(table.record.moves[position - 1][1]) if position else "",
            }
            for position, events in enumerate(table.events)
        ]
    return {
        "names": names,
        "frames": frames,
        "views": views,
        "sentences": sentences,
        "offered": offered,
    }


if __name__ == "__main__":
    FILE.write_text(told(), encoding="utf-8")
