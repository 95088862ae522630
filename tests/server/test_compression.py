"""Large answers are compressed beside the event loop: everyone else would wait for it."""

from __future__ import annotations

import gzip
import random
import threading
from pathlib import Path

import pytest

from duskhall.engine.edition import Edition
from duskhall.server import documents
from duskhall.server.app import AT_ONCE
from tests.server.attacks import GAME, honest, played
from tests.server.hosting import Host, hosting
from tests.server.playing import get, play_on, post, set_up, sit_down

Compressed = list[tuple[int, int]]  # the thread in which it was done, and the bytes that it was of


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> Compressed:
    done: Compressed = []

    def noted(body: bytes, mtime: float) -> bytes:
        done.append((threading.get_ident(), len(body)))
        return gzip.compress(body, mtime=mtime)

    monkeypatch.setattr(documents, "compress", noted)
    return done


def check(host: Host, compressed: Compressed, least: int = AT_ONCE) -> None:
    """Something large was compressed, and nothing large where all are served."""
    large = [thread for thread, size in compressed if size >= least]
    assert large
    assert host.call(threading.get_ident) not in large


def test_a_full_lobby(tmp_path: Path, compressed: Compressed) -> None:
    with hosting(tmp_path / "tables.sqlite") as host:
        for _ in range(100):
            set_up(host.address, *["N" * 40] * 4, "open", public=True)
        assert len(get(host.address, "/api/tables").json()["tables"]) == 100
        check(host, compressed)


def test_a_whole_game(host: Host, compressed: Compressed) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, made)
    play_on(people, random.Random(1))
    path, token = f"/api/tables/{made['table']}/frames", made["spectator"]
    assert get(host.address, path, token, views="true").json()["frames"]
    check(host, compressed)
    for person in people:
        person.close()


def test_a_record_that_a_stranger_brings(host: Host, compressed: Compressed) -> None:
    answer = post(host.address, "/api/replay", {"record": honest(), "views": True})
    assert answer.json()["frames"]
    check(host, compressed)


def test_cards_of_ones_own(
    host: Host, compressed: Compressed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskhall.server.app.AT_ONCE", 10_000)
    text = next(iter(GAME.editions().values())).text
    own = text.replace('name="', 'name="Marked ', 1)
    record = played(Edition("mine", own, built_in=False), 1).chained().dumps()
    body = {"record": record, "position": 5, "seats": [{"kind": "person"}] * 2}
    made = post(host.address, "/api/tables/from-record", body).json()
    compressed.clear()
    cards = get(host.address, f"/api/tables/{made['table']}/cards", made["spectator"])
    assert "Marked" in cards.text
    check(host, compressed, 10_000)
