"""Writes web/test/told.json: a game as the server tells it, and the sentences the engine makes of it.

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
SECTIONS = ["table", "names", "events", "moves"]
NAMES = ["Ada", "Grace"]


def told() -> str:
    games = [
        story(2, 5, 0, {}),
        story(2, 7, SPECTATOR, {"hardcore": True, "dragons": True}),
        story(1, 3, ALL_SEEING, {"row": 4}),
    ]
    catalogue = duskhall.game("dark-dealings").catalogue()
    text = {
        language: {section: catalogue.sentences[language].get(section, {}) for section in SECTIONS}
        for language in ("en", "ja")
    }
    return (
        json.dumps({"text": text, "games": games}, ensure_ascii=False, separators=(",", ":")) + "\n"
    )


def story(players: int, seed: int, eyes: int, options: dict[str, object]) -> dict[str, object]:
    """A game of random moves through these eyes, with every sentence in both languages."""
    names = NAMES[:players]
    table = duskhall.new_table(duskhall.game("dark-dealings"), players, seed, "", names, **options)
    luck = random.Random(seed)
    offered: list[list[str]] = []
    while table.state.waiting:
        seat = table.state.waiting[0]
        moves = table.state.legal_moves(seat)
        offered.append([str(move) for move in moves][:40])
        table.play(seat, luck.choice(moves))
    box = table.state.box
    frames = msgspec.to_builtins(telling.frames(table.record, eyes))
    for frame in frames["frames"]:
        frame["view"]["numbers"] = {k: v for k, v in frame["view"]["numbers"].items() if v}
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
    return {"names": names, "frames": frames, "sentences": sentences, "offered": offered}


if __name__ == "__main__":
    FILE.write_text(told(), encoding="utf-8")
