"""Deputies: what a bot answered for a person is told as that, when the game is over."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duskhall
from duskhall.server.messages import Seat
from duskhall.server.notes import Note
from duskhall.server.rooms.deputies import DEPUTY, Deputies
from duskhall.server.rooms.journal import Followed
from duskhall.server.rooms.play import Play
from tests.server.hosting import hosting
from tests.server.playing import get, post, set_up, sit_down


def test_what_a_bot_answered_for_a_person_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    with hosting(tmp_path / "t.sqlite") as host:
        made = set_up(host.address, "Ada", "bot:random", "Grace")
        ada, grace = sit_down(host.address, made)
        frames = f"/api/tables/{made['table']}/frames"
        while not ada.moves:
            ada.hear("moved")
        assert ada.move(ada.moves[0])["type"] == "moved"  # her own
        for person in (ada, grace):
            assert person.ask("seat", bot="random")["type"] == "done"
        assert "deputies" not in get(host.address, frames, ada.token).json()
        while not ada.over:
            ada.hear("moved")
        told = get(host.address, frames, ada.token).json()
        own = [at for at, one in enumerate(told["frames"][1:]) if one.get("seat") in (0, 2)]
        assert told["deputies"] == own[1:]
        for person in (ada, grace):
            person.close()
    with hosting(tmp_path / "t.sqlite") as again:  # it is kept
        assert get(again.address, frames, ada.token).json() == told
        record = get(again.address, f"/api/tables/{made['table']}/record", ada.token).text
        # A record does not tell.
        brought = post(again.address, "/api/replay", {"record": record, "eyes": "all"}).json()
        assert "deputies" not in brought
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as rows:  # as an older server left it
        rows.execute("DELETE FROM notes WHERE kind = 'deputy'")
        rows.commit()
    with hosting(tmp_path / "t.sqlite") as older:
        plain = get(older.address, frames, ada.token).json()
        assert plain == {key: value for key, value in told.items() if key != "deputies"}


def test_a_table_that_is_not_played_on_tells_it_too(tmp_path: Path) -> None:
    with hosting(tmp_path / "t.sqlite") as host:
        made = set_up(host.address, "Ada", "bot:random")
        (ada,) = sit_down(host.address, made)
        assert ada.ask("seat", bot="random")["type"] == "done"
        while not ada.over:
            ada.hear("moved")
        frames = f"/api/tables/{made['table']}/frames"
        told = get(host.address, frames, ada.token).json()
        ada.close()
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as rows:  # by rules that end otherwise
        other = 'replace(result, \'"reason":"\', \'"reason":"x\')'
        rows.execute(f"UPDATE tables SET result = {other}")
        rows.commit()
    with hosting(tmp_path / "t.sqlite") as later:
        still = get(later.address, frames, ada.token).json()
    assert still["stopped"]["state"] == "frozen"
    assert still["deputies"] == told["deputies"]


def test_what_is_taken_back_is_forgotten_and_what_is_answered_anew_is_whose_it_is() -> None:
    table = duskhall.new_table(duskhall.game("the-faceless"), 2, seed=1)
    seats = [Seat("person", "Ada"), Seat("bot", "Pim", "random")]
    play = Play(table, seats, [])
    deputies = Deputies(play, [])

    def answered() -> list[Note]:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
        followed = Followed()
        deputies.follow(followed, None)
        return followed.notes

    while table.state.waiting[0] != 0:
        assert answered() == []  # Pim is a bot: nobody else's answer is given
    seats[0].bot = "random"
    first = len(table.record.moves)
    assert answered() == [Note(DEPUTY, first, "1")]
    table.rewind(first)
    followed = Followed()
    deputies.follow(followed, first)
    assert followed.notes == [Note(DEPUTY, first)]
    seats[0].bot = None
    assert answered() == []
    assert not deputies.answered
