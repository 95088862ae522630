"""What the server makes faster for itself is the same as what the engine says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import duskhall
from duskhall import Record, Table
from duskhall.engine.events import SPECTATOR
from duskhall.server.seats import plain
from duskhall.server.store import Entry, SqliteStore
from duskhall.server.telling import happened, log
from tests.server.hosting import hosting
from tests.server.playing import get, set_up, sit_down
from tests.server.test_safety import closing_code

GAME = duskhall.game("dark-dealings")


GAMES: list[tuple[int, dict[str, Any], int]] = [
    (2, {}, 1),
    (3, {"hardcore": True}, 2),
    (1, {}, 3),
    (4, {"dragons": True}, 4),
]


def play_randomly(table: Table, rng: random.Random, moves: int = 10_000) -> Iterator[None]:
    for _ in range(moves):
        if not table.state.waiting:
            break
        seat = rng.choice(table.state.waiting)
        table.play(seat, rng.choice(table.state.legal_moves(seat)))
        yield


@pytest.mark.parametrize(("players", "options", "seed"), GAMES)
def test_a_log_told_from_the_record_is_what_happened(
    players: int, options: dict[str, Any], seed: int
) -> None:
    table = duskhall.new_table(GAME, players, seed=seed, **options)
    list(play_randomly(table, random.Random(seed)))
    for eyes in [*range(players), SPECTATOR]:
        seen = [
            happened([event.shown_to(eyes) for event in events], eyes, table.state.box)
            for events in table.events
        ]
        assert log(table.record, eyes) == seen


def test_a_sparing_table_plays_and_takes_back_like_any_other() -> None:
    whole = duskhall.new_table(GAME, 2, seed=9)
    record = whole.record
    sparing = Table(Record(GAME, 2, record.options, record.edition, record.seed), sparing=True)
    rng = random.Random(9)
    for number, _ in enumerate(play_randomly(whole, rng)):
        sparing.play(*record.moves[-1])
        if number % 10 == 9:
            for seat in range(2):
                assert sparing.may_take_back(seat) == whole.may_take_back(seat)
            seat = rng.randrange(2)
            whole.take_back(seat, consent=True)
            sparing.take_back(seat, consent=True)
        assert sparing.state.digest() == whole.state.digest()
        if number > 100:
            break
    assert (sparing.events, sparing.record.chain) == ([], [])
    assert sparing.marks == whole.marks


def test_a_write_that_fails_has_not_happened(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite") as host:
        made = set_up(host.address, "Ada", "open")
        (ada,) = sit_down(host.address, made)
        store = host.hall.store
        assert isinstance(store, SqliteStore)
        # Somebody else has written what the server is about to write.
        store.append(made["table"], [Entry(0, 0, 1, "juggle 1 2")], None, lambda _: None)
        ada.send("move", move=ada.moves[0], position=0)
        assert closing_code(ada) == 4500
        assert not [m for m in ada.seen if m["type"] == "moved"]
        ada.close()
        # Nobody could have made that move: the table is halted, and says so.
        assert (
            get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()["stopped"]
            == "halted"
        )


def test_the_same_table_goes_on_after_a_write_that_failed(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite") as host:
        made = set_up(host.address, "Ada", "open")
        (ada,) = sit_down(host.address, made)
        room = host.hall.rooms[made["table"]]
        ada.move(ada.moves[0])
        host.call(lambda: setattr(room.journal, "entries", 0))  # the next entry will not be new
        ada.send("undo")
        assert closing_code(ada) == 4500
        ada.close()
        (ada,) = sit_down(host.address, made)
        assert (ada.position, ada.branch) == (1, 0)
        ada.send("undo")
        assert ada.hear("table")["branch"] == 1
        assert ada.move(ada.moves[1])["type"] == "moved"
        ada.close()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("A\u202ed\u2066a\x00\x1b[31m", "Ada[31m"),
        ("\u200b\ufeff", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("日本語\u3000名前", "日本語 名前"),
        ("a\r\nb\u2028c\td", "a b c d"),
        ("\ud800x", "x"),
    ],
)
def test_names_and_chat_are_text_on_one_line(text: str, shown: str) -> None:
    assert plain(text, 40) == shown
    assert json.dumps(plain(text * 100, 40)).isascii()
    assert len(plain(text * 100, 40)) <= 40
