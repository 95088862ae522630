"""Chat: strangers have a share of their own, and never silence those who play."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.hosting import hosting
from tests.server.playing import Person, set_up, sit_down

SHARES = {"chat_kept": 6, "chat_shown": 4, "strangers_kept": 3, "strangers_shown": 2}


def kept(data: Path) -> list[str]:
    with closing(sqlite3.connect(data)) as rows:
        return [text for (text,) in rows.execute("SELECT text FROM chat ORDER BY number")]


def test_strangers_cannot_silence_a_table(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data, **SHARES) as host:
        made = set_up(host.address, "Ada", "Grace", public=True)
        (ada, grace) = sit_down(host.address, made)
        assert ada.ask("chat", text="well met")["type"] == "chat"
        with Person(host.address, made["table"]) as stranger:
            for number in range(20):
                assert stranger.ask("chat", text=f"noise {number}")["type"] == "chat"
        assert kept(data) == ["well met", "noise 17", "noise 18", "noise 19"]
        assert ada.ask("chat", text="anyway")["line"]["number"] == 21
        shown = ["well met", "noise 18", "noise 19", "anyway"]
        assert [line["text"] for line in grace.ask("sync")["chat"]] == shown
        ada.close()
        grace.close()
    with hosting(data, **SHARES) as host:
        (ada, grace) = sit_down(host.address, made)
        assert [line["text"] for line in ada.state["chat"]] == shown
        assert ada.ask("chat", text="good night")["line"]["number"] == 22
        ada.close()
        grace.close()


def test_players_may_always_talk_and_the_file_stays_small(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data, **SHARES) as host:
        made = set_up(host.address, "Ada", public=True)
        (ada,) = sit_down(host.address, made)
        with Person(host.address, made["table"]) as stranger:
            stranger.ask("chat", text="hello")
        for number in range(20):
            assert ada.ask("chat", text=f"line {number}")["type"] == "chat"
        assert kept(data) == ["hello", *(f"line {number}" for number in range(14, 20))]
        shown = ["hello", *(f"line {number}" for number in range(16, 20))]
        assert [line["text"] for line in ada.ask("sync")["chat"]] == shown
        ada.close()
