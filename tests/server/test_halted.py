"""What can be done at a table that is halted: one whose journal says that it came out otherwise."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from duskhall.engine.game import installed
from duskhall.server.store import Store
from duskhall.server.upgrade import Checked, Due, check_all, due
from tests.server.hosting import Host, hosting
from tests.server.playing import PATIENCE, Message, Person, get, play_on, set_up, sit_down
from tests.server.upgrading import set_up_fixed

MOVES = 8


def played(data: Path, game: str) -> Message:
    """A table at which some moves were made, by a server that has stopped."""
    with hosting(data) as host:
        made = set_up_fixed(host.address, name=game)
        people = sit_down(host.address, made)
        play_on(people, random.Random(1), MOVES - 1)
        assert not people[0].over
        for person in people:
            person.close()
    return made


def part_at(data: Path, made: Message, position: int) -> None:
    """Let it seem that the move after this position, or the deal before it, came out otherwise."""
    rows = sqlite3.connect(data)
    with rows:
        if position < 0:
            rows.execute("UPDATE tables SET pulse = 1 WHERE id = ?", (made["table"],))
        else:
            rows.execute(
                "UPDATE moves SET pulse = 1 WHERE table_id = ? AND position = ?",
                (made["table"], position),
            )
    rows.close()


@pytest.mark.parametrize("game", [kind.name for kind in installed()])
def test_any_game_goes_on_from_where_it_is_the_same(game: str, tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    made = played(data, game)
    part_at(data, made, 4)
    with hosting(data) as host:
        people = sit_down(host.address, made)
        assert people[0].state["stopped"]["position"] == 4
        for person in people:
            person.ask("settle", wish="go-on")
        people[0].hear("table")
        for person in people:
            person.ask("sync")
            assert (person.position, person.branch) == (5, 1)
        play_on(people, random.Random(2))
        with sqlite3.connect(data) as rows:  # nothing was deleted
            count = rows.execute("SELECT count(*) FROM moves").fetchone()[0]
        assert count >= MOVES + 2
        for person in people:
            person.close()
    with hosting(data) as host:  # and what was written is read as the same
        about = get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()
        assert (about["over"], "stopped" in about) == (True, False)


def test_a_seat_that_a_bot_plays_has_no_say(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    made = played(data, "dark-dealings")
    part_at(data, made, 4)
    with (
        hosting(data, grace_time=0.0) as host,
        Person(host.address, made["table"], made["seats"][0]["token"]) as ada,
    ):
        assert ada.ask("settle", wish="go-on")["type"] == "done"
        told = ada.ask("sync")["stopped"]
        assert (told["asked"], told["wishes"]) == ([0, 1], {"0": "go-on"})
        assert ada.ask("seat", seat=1, bot="random")["type"] == "done"  # Grace is away
        assert ada.branch == 1
        while ada.position < 8 and not ada.over:  # the bot is awake
            if ada.moves:
                ada.move(ada.moves[0])
            else:
                ada.read()


def test_a_table_whose_deal_is_another_can_only_be_left(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    made = played(data, "dark-dealings")
    part_at(data, made, -1)
    with hosting(data) as host:
        people = sit_down(host.address, made)
        told = people[0].state["stopped"]
        assert (told["position"], told["known"]) == (-1, MOVES)
        assert people[0].ask("settle", wish="go-on")["error"] == "no-way-on"
        for person in people:
            person.ask("settle", wish="leave")
        assert people[0].hear("table")["stopped"]["state"] == "frozen"
        for person in people:
            person.close()


def test_wishes_stay_while_nobody_is_there(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    made = played(data, "dark-dealings")
    part_at(data, made, 4)
    with hosting(data, idle_time=0.0) as host:
        with Person(host.address, made["table"], made["seats"][0]["token"]) as ada:
            ada.ask("settle", wish="go-on")
        wait_until_away(host, made)
        host.call(host.hall.sweep)
        with Person(host.address, made["table"], made["seats"][1]["token"]) as grace:
            assert grace.state["stopped"]["wishes"] == {"0": "go-on"}
            assert not grace.state["seats"][0]["here"]
            grace.ask("settle", wish="go-on")
            assert grace.branch == 1
            assert grace.ask("settle", wish="leave")["error"] == "not-halted"


def test_wishes_survive_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    made = played(data, "dark-dealings")
    part_at(data, made, 4)
    for wishes in ({}, {"0": "go-on"}):
        with (
            hosting(data) as host,
            Person(host.address, made["table"], made["seats"][0]["token"]) as ada,
        ):
            assert ada.state["stopped"]["wishes"] == wishes
            assert ada.ask("settle", wish="go-on")["type"] == "done"


def test_nobody_leaves_a_table_for_good_through_anothers_seat(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    made = played(data, "dark-dealings")
    part_at(data, made, 4)
    with (
        hosting(data, grace_time=0.0) as host,
        Person(host.address, made["table"], made["seats"][0]["token"]) as ada,
    ):
        assert ada.ask("settle", wish="leave")["type"] == "done"
        assert ada.ask("seat", seat=1, bot="random")["type"] == "done"  # Grace is away
        assert ada.ask("sync")["stopped"]["state"] == "halted"


def wait_until_away(host: Host, made: Message) -> None:
    while host.hall.rooms[made["table"]].audience.onlookers:
        host.call(lambda: None)


def test_a_halted_table_is_in_no_lobby(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up(host.address, "Ada", "open", public=True)
        (ada,) = sit_down(host.address, made)
        ada.move(ada.moves[0])
        ada.close()
        assert get(host.address, "/api/tables").json()["tables"]
    part_at(data, made, 0)
    with hosting(data) as host:
        assert (
            get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()["stopped"]
            == "halted"
        )
        assert not get(host.address, "/api/tables").json()["tables"]


def test_until_a_table_was_checked_it_is_in_no_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start, tables are held against the rules: what is not known to go on is not offered."""
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        parted = set_up(host.address, "Ada", "open", public=True)
        same = set_up(host.address, "Grace", "open", public=True)
    part_at(data, parted, -1)
    may_survey, may_check = threading.Event(), threading.Event()

    def survey(store: Store) -> Due:
        assert may_survey.wait(PATIENCE)
        return due(store)

    def check(store: Store, tables: Due, tell: Callable[[Checked], None], *more: object) -> None:
        assert may_check.wait(PATIENCE)
        check_all(store, tables, tell)

    monkeypatch.setattr("duskhall.server.hall.due", survey)
    monkeypatch.setattr("duskhall.server.hall.check_all", check)
    done = threading.Event()
    with hosting(data) as host:
        host.call(lambda: host.hall.check(lambda _: done.set()))
        with pytest.raises(httpx.ReadTimeout):  # it is not known yet which tables are doubtful
            httpx.get(f"{host.address}/api/tables", timeout=0.3)
        may_survey.set()
        assert listed(host) == set()
        newer = set_up(host.address, "Cyd", "open", public=True)
        assert listed(host) == {newer["table"]}  # by the rules of today from the start
        may_check.set()
        assert done.wait(PATIENCE)
        assert listed(host) == {newer["table"], same["table"]}


def listed(host: Host) -> set[str]:
    told = get(host.address, "/api/tables").json()["tables"]
    return {table["table"] for table in told}
