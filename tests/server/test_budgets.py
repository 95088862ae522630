"""What messages cost, and who pays: a socket, its address and its table, each from its own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.json import decode as decode_json

import duskhall
from duskhall.engine.events import SPECTATOR
from duskhall.engine.records import Record
from duskhall.server.costs import HEAVY, POSITION, TOLD, cost_of, cost_of_all
from duskhall.server.limits import Bucket, Purse
from duskhall.server.logbook import Logs
from duskhall.server.messages import Asked, decode_asked, encode
from duskhall.server.rooms.room import Room
from duskhall.server.telling import log
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get, play_on, set_up, sit_down

NEVER = 0.001  # a second


def room_of(host: Host, made: Message) -> Room:
    room = host.hall.rooms[made["table"]]
    assert isinstance(room, Room)
    return room


def asked(kind: str, **fields: object) -> Asked:
    message: Asked = decode_asked(encode({"type": kind, **fields}))
    return message


# Costs


def test_what_is_told_to_many_costs_more_and_a_move_costs_nothing_more(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace", public=True)
    room = room_of(host, made)
    before = [cost_of(message, room) for message in TOLD_TO_ALL]
    people = [Person(host.address, made["table"]) for _ in range(10)]
    after = [cost_of(message, room) for message in TOLD_TO_ALL]
    assert after == pytest.approx([cost + 10 * TOLD for cost in before])
    assert cost_of(asked("move", move="pick 1 2", position=0), room) == 0
    for person in people:
        person.close()


TOLD_TO_ALL = [asked("chat", text="Hello"), asked("point", at="pile"), asked("name", name="Eve")]


def test_to_be_told_all_costs_by_how_much_that_is(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, made)
    room = room_of(host, made)
    assert cost_of(asked("sync"), room) == cost_of_all(room) == HEAVY
    play_on(people, random.Random(1), 10)
    assert cost_of(asked("sync"), room) == HEAVY + 10 * POSITION
    for person in people:
        person.close()


# Who pays


def test_a_purse_pays_from_all_its_buckets_or_from_none() -> None:
    full, poor = Bucket(10.0, NEVER), Bucket(3.0, NEVER)
    purse = Purse(full, poor)
    assert purse.take(2.0)
    assert not purse.take(2.0)
    assert (round(full.left), round(poor.left)) == (8, 1)


def test_what_costs_more_than_a_bucket_holds_takes_all_of_it() -> None:
    bucket = Bucket(3.0, NEVER)
    assert bucket.take(50.0)
    assert not bucket.take(50.0)


def test_a_stale_move_is_answered_with_all_only_while_that_can_be_paid(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", table_messages=[22.0, NEVER]) as host:
        ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))  # 5 each
        for _ in range(5):
            assert ada.move("pick 1 2", 999)["error"] == "stale"
        ada.ask("why", move="pick 1 2")  # so that all has been heard
        assert (
            len([message for message in ada.seen if message["type"] == "table"]) == 3
        )  # with the first
        assert ada.ask("sync")["error"] == "too-many"
        assert ada.move(ada.moves[0])["type"] == "moved"  # as long as it is one's turn
        ada.close()
        grace.close()


def test_the_sockets_of_an_address_pay_together(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", address_messages=[30.0, NEVER]) as host:
        people = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
        heard = [person.ask("sync")["type"] for person in people * 2]
        assert heard == ["table"] * 3 + ["error"]
        for person in people:
            person.close()


def joined(host: Host, table: str, token: str = "") -> str:
    """The error with which a join is refused, or nothing."""
    with Person(host.address, table, token) as person:
        return str(person.state.get("error", ""))


def test_joins_are_counted(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", address_messages=[12.0, NEVER]) as host:
        made = set_up(host.address, "Ada", "Grace")
        people = sit_down(host.address, made)
        assert joined(host, made["table"], made["spectator"]) == "too-many"
        for person in people:
            person.close()


def test_joins_at_tables_that_do_not_exist_are_counted(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", address_messages=[12.0, NEVER]) as host:
        errors = [joined(host, "no-such-table") for _ in range(3)]
        assert errors == ["unknown-table", "unknown-table", "too-many"]


def test_strangers_have_little_and_not_what_the_table_has(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data, stranger_messages=[4.5, NEVER], strangers_messages=[14.0, NEVER]) as host:
        made = set_up(host.address, "Ada", "Grace", public=True)
        people = sit_down(host.address, made)
        strangers = [Person(host.address, made["table"]) for _ in range(2)]
        said = [strangers[0].ask("chat", text="hey")["type"] for _ in range(2)]
        assert said == ["chat", "error"]
        assert joined(host, made["table"]) == "too-many"
        guest = Person(host.address, made["table"], made["spectator"])
        assert [guest.ask("chat", text="hello")["type"] for _ in range(3)] == ["chat"] * 3
        assert people[0].ask("sync")["type"] == "table"
        for person in [*people, *strangers, guest]:
            person.close()


def test_a_whole_game_costs_more_requests_than_one(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", gets=[7.5, NEVER]) as host:
        made = set_up(host.address, "Ada", "Grace")
        people = sit_down(host.address, made)
        play_on(people, random.Random(1), 20)
        path, token = f"/api/tables/{made['table']}/frames", made["seats"][0]["token"]
        answers = [get(host.address, path, token).status_code for _ in range(3)]
        assert answers == [200, 200, 429]  # one to ask, and two to be told
        for person in people:
            person.close()


# Logs


def test_a_log_is_told_anew_only_after_another_move(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, made)
    play_on(people, random.Random(2), 12)
    people[0].ask("sync", position=-1)
    logs, before = host.hall.logs, host.hall.logs.replays
    told = [people[0].ask("sync", position=since)["log"] for since in (-1, 4, 12)]
    with Person(host.address, made["table"], made["seats"][0]["token"]) as again:
        assert again.state["log"] == told[0]
    assert logs.replays == before
    assert (told[1], told[2]) == (told[0][5:], [])
    play_on(people, random.Random(3), 1)
    assert len(people[0].ask("sync", position=-1)["log"]) == 14
    assert logs.replays == before + 1
    for person in people:
        person.close()


def test_after_a_take_back_the_log_is_another(host: Host) -> None:
    made = set_up(host.address, "Ada")
    (ada,) = sit_down(host.address, made)
    with ada:
        for move in (0, -1):
            ada.move(ada.moves[move])
            log_then = ada.ask("sync", position=-1)["log"]
            record = room_of(host, made).play.record
            assert log_then == log_of(record)
            ada.ask("undo")
            assert len(ada.ask("sync", position=-1)["log"]) <= len(log_then)


def log_of(record: Record) -> object:
    return decode_json(encode(log(record, 0)))


def test_logs_keep_to_their_size_and_are_forgotten_with_their_room() -> None:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=1)
    logs = Logs(100_000)
    rooms = [object() for _ in range(200)]
    for room in rooms:
        for eyes in (0, SPECTATOR):
            logs.of(room, table.record, eyes)
        assert logs.size <= 100_000
    assert 0 < len(logs.told) < 400
    for room in rooms:
        logs.forget(room, 2)
    assert (len(logs.told), logs.size) == (0, 0)
