"""The doors of a server: names, origins, odd messages, private tables and the data file."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import stat
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from duskhall.cli import run
from duskhall.server.formats import WrongFile
from duskhall.server.limits import counted_as
from duskhall.server.run import configured
from duskhall.server.settings import Settings
from duskhall.server.store import SqliteStore
from tests.server.hosting import Host, Process, hosting
from tests.server.playing import get, post, set_up, sit_down
from tests.server.test_safety import closing_code, code_of

TABLE = {"game": "dark-dealings", "seats": [{"kind": "person"}]}


# Names and origins


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:80", 200),
        ("127.0.0.1:1", 200),
        ("192.168.1.7", 200),
        ("[::1]:8000", 200),
        ("hall.example", 200),
        ("friends.example:8443", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[", 421),
        ("", 421),
    ],
)
def test_a_server_answers_to_its_own_names(tmp_path: Path, name: str, status: int) -> None:
    settings = {"hosts": ["hall.example"], "origins": ["https://friends.example"]}
    with hosting(tmp_path / "tables.sqlite", **settings) as host:
        answer = httpx.get(f"{host.address}/api/games", headers={"Host": name})
        assert answer.status_code == status
        if status == 421:
            assert answer.json()["error"] == "wrong-host"


def test_a_socket_by_another_name_is_closed(host: Host) -> None:
    address = f"ws://evil.example:{host.port}/ws"
    way = socket.create_connection(("127.0.0.1", host.port))
    with (
        connect(address, sock=way, compression=None) as raw,
        pytest.raises(ConnectionClosed) as closed,
    ):
        raw.recv(10)
    assert code_of(closed) == 4403


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "x" * 5_000, "http://a:b:c"])
def test_an_odd_origin_is_refused(host: Host, origin: str) -> None:
    assert post(host.address, "/api/tables", TABLE, Origin=origin).status_code == 403


def test_who_claims_to_be_forwarded_is_believed_only_from_a_proxy(tmp_path: Path) -> None:
    limits = {"gets": [2.0, 0.001]}
    for proxies, statuses in (([], [200, 200, 429, 429]), (["127.0.0.1"], [200] * 4)):
        data = tmp_path / f"{len(proxies)}.sqlite"
        with hosting(data, proxies=proxies, **limits) as host:
            answers = [
                httpx.get(f"{host.address}/api/games", headers={"X-Forwarded-For": f"10.0.0.{n}"})
                for n in range(4)
            ]
            assert [answer.status_code for answer in answers] == statuses
    assert configured(host.app, Settings(tmp_path)).proxy_headers is False


def test_a_proxy_that_nobody_named_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for proxies, times in (([], 1), (["127.0.0.1"], 0)):
        caplog.clear()
        with hosting(tmp_path / f"{times}.sqlite", proxies=proxies) as host:
            for headers in ({}, {"X-Forwarded-For": "10.0.0.1"}, {"X-Forwarded-For": "10.0.0.2"}):
                httpx.get(f"{host.address}/api/games", headers=headers)
        told = [line for line in caplog.messages if "--behind-proxy" in line]
        assert len(told) == times


def test_a_network_of_ipv6_has_the_limits_of_one_address(tmp_path: Path) -> None:
    limits = {"gets": [2.0, 0.001], "sockets": 2}
    with hosting(tmp_path / "tables.sqlite", proxies=["127.0.0.1"], **limits) as host:

        def ask(address: str) -> int:
            headers = {"X-Forwarded-For": address}
            return httpx.get(f"{host.address}/api/games", headers=headers).status_code

        neighbours = ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:abcd::"]
        assert [ask(address) for address in neighbours] == [200, 200, 429]
        assert ask("2001:db8:0:1::1") == 200
        way = host.address.replace("http", "ws") + "/ws"
        with ExitStack() as open_ones:
            sockets = [
                open_ones.enter_context(
                    connect(way, additional_headers={"X-Forwarded-For": address})
                )
                for address in neighbours
            ]
            with pytest.raises(ConnectionClosed) as closed:
                sockets[2].recv(10)
        assert code_of(closed) == 4429


@pytest.mark.parametrize(
    ("address", "known_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a:b", "a:b"),
        ("", ""),
    ],
)
def test_addresses_are_counted_by_what_one_visitor_has(address: str, known_as: str) -> None:
    assert counted_as(address) == known_as


# Odd messages


@pytest.mark.parametrize("deep", ["[" * 30_000, '{"a":' * 12_000])
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/x/sit", "/api/replay"])
def test_deep_json_is_malformed(host: Host, path: str, deep: str) -> None:
    closed = "]" * 30_000 if deep[0] == "[" else "1" + "}" * 12_000
    body = '{"record": "", "game": "x", "seats": [], "x": ' + deep + closed + "}"
    kind = {"Content-Type": "application/json"}
    answer = httpx.post(f"{host.address}{path}", content=body, headers=kind)
    assert answer.status_code in (400, 413)


def test_deep_json_on_a_socket_is_malformed(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
    ada.raw('{"type": "sync", "x": ' + "[" * 7_000 + "]" * 7_000 + "}")
    assert ada.hear("error")["error"] == "malformed"
    ada.close()


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 7, "type": "dance"}',
        '{"id": 7}',
        '{"id": 7, "type": "move", "move": 5}',
        '{"type": "chat", "text": null, "id": 7}',
        '{"type": "move", "position": "x", "move": "x", "id": 7}',
    ],
)
def test_what_is_malformed_says_which_where_that_can_be_read(host: Host, text: str) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
    ada.raw(text)
    answer = ada.hear("error")
    assert (answer["error"], answer["id"]) == ("malformed", 7)
    ada.close()


@pytest.mark.parametrize("text", ["{", "[7]", '{"id": "7", "type": "sync"}', '{"id": 7, "type"'])
def test_what_has_no_id_to_be_read_is_answered_without(host: Host, text: str) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
    ada.raw(text)
    answer = ada.hear("error")
    assert answer["error"] == "malformed"
    assert "id" not in answer
    ada.close()


def test_a_malformed_join_says_which(host: Host) -> None:
    with connect(host.address.replace("http", "ws") + "/ws") as socket:
        socket.send('{"id": 3, "type": "join", "table": 5}')
        answer = json.loads(socket.recv(10))
        assert (answer["error"], answer["id"]) == ("malformed", 3)


def test_what_is_too_many_says_which(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", messages=[3.0, 0.001]) as host:
        (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
        asked = [ada.send("why", move="pick 1 2") for _ in range(6)]
        assert closing_code(ada) == 4429
        refused = [message["id"] for message in ada.seen if message.get("error") == "too-many"]
        first = asked.index(refused[0])
        assert refused == asked[first : first + len(refused)]
        ada.close()


def test_take_backs_of_a_table_are_bounded(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", takebacks=6) as host:
        (ada,) = sit_down(host.address, set_up(host.address, "Ada"))
        for _ in range(4):
            ada.move(ada.moves[0])
            ada.send("undo")
            ada.hear("table")
        ada.move(ada.moves[0])
        assert ada.ask("undo")["error"] == "no-more-undo"
        assert ada.move(ada.moves[0])["type"] == "moved"
        ada.close()


# The lobby


def test_the_lobby_has_pages(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite") as host:
        made = {set_up(host.address, "open", "open", public=True)["table"] for _ in range(5)}
        seen: list[str] = []
        after = ""
        while True:
            page = get(host.address, "/api/tables", limit="2", after=after).json()
            seen += [table["table"] for table in page["tables"]]
            after = page["next"]
            if not after:
                break
        assert (len(seen), set(seen)) == (5, made)
        for query in ({"limit": "0"}, {"limit": "x"}, {"limit": "٣"}, {"after": "x-y"}):
            assert get(host.address, "/api/tables", **query).status_code == 400


def test_a_row_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        bad, good = (set_up(host.address, "open", "open", public=True)["table"] for _ in range(2))
        with sqlite3.connect(data) as rows:
            edit = "UPDATE tables SET header = replace(header, '\"designed\"', '5') WHERE id = ?"
            rows.execute(edit, (bad,))
        rows.close()
        listed = get(host.address, "/api/tables").json()["tables"]
        assert [table["table"] for table in listed] == [good]


def test_a_table_that_nobody_ever_played_at_expires(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        empty, played, fresh = (set_up(host.address, "Ada", "Grace") for _ in range(3))
        (ada, grace) = sit_down(host.address, played)
        ada.move(ada.moves[0])
        ada.close()
        grace.close()
    with sqlite3.connect(data) as rows:
        old = (int(time.time()) - 15 * 86_400, fresh["table"])
        rows.execute("UPDATE tables SET created = ? WHERE id != ?", old)
    rows.close()
    with hosting(data) as host:
        asyncio.run_coroutine_threadsafe(host.hall.expire(), host.loop).result(30)
        found = [
            get(host.address, f"/api/tables/{made['table']}", made["spectator"]).status_code
            for made in (empty, played, fresh)
        ]
    assert found == [404, 200, 200]


# The data file


def test_the_data_file_is_its_owners(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = SqliteStore(tmp_path / "tables.sqlite", lambda call: call())
        modes = [stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()]
        store.close()
    finally:
        os.umask(before)
    assert modes
    assert set(modes) == {0o600}


def test_a_second_server_on_one_file_does_not_start(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    first = SqliteStore(data, lambda call: call())
    with pytest.raises(WrongFile, match="another server"):
        SqliteStore(data, lambda call: call())
    first.close()
    SqliteStore(data, lambda call: call()).close()


@pytest.mark.parametrize("kind", ["symlink", "hard link", "lock removed", "moved and linked"])
def test_a_file_by_another_name_is_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    data, other = tmp_path / "tables.sqlite", tmp_path / "elsewhere" / "other.sqlite"
    other.parent.mkdir()
    backup = tmp_path / "backup.sqlite"
    server = Process(data)
    try:
        table = set_up(server.address, "Ada", "Grace")["table"]
        assert run(["backup", str(backup), "--data", str(data)]) == 0
        if kind == "symlink":
            other.symlink_to(data)
        elif kind == "hard link":
            other.hardlink_to(data)
        else:
            (tmp_path / "tables.sqlite.lock").unlink()
            if kind == "lock removed":
                other = data
            else:
                data.rename(other)
                data.symlink_to(other)
        with pytest.raises(WrongFile, match=r"another server|2 names"):
            SqliteStore(other, lambda call: call())
        for command in (
            ["tables", str(other), "delete", table, "--yes"],
            ["migrate", str(other)],
            ["restore", str(backup), "--data", str(other)],
        ):
            assert run(command) == 2, command
    finally:
        server.kill()
    assert other.resolve().exists()


def test_a_link_to_the_data_stays_one(tmp_path: Path) -> None:
    data, link, backup = (tmp_path / name for name in ("tables.sqlite", "link", "backup.sqlite"))
    link.symlink_to(data)
    with hosting(link) as host:
        table = set_up(host.address, "Ada", "Grace")["table"]
        assert run(["backup", str(backup), "--data", str(link)]) == 0
    assert run(["restore", str(backup), "--data", str(link)]) == 0
    assert link.is_symlink()
    store = SqliteStore(data, lambda call: call())
    assert store.load(table, 0) is not None
    store.close()


def test_a_file_of_two_names_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "tables.sqlite"
    SqliteStore(data, lambda call: call()).close()
    (tmp_path / "other.sqlite").hardlink_to(data)
    with pytest.raises(WrongFile, match="2 names"):
        SqliteStore(data, lambda call: call())
    assert run(["doctor", "--data", str(data), "--language", "en"]) == 1
    assert "2 names" in capsys.readouterr().out.replace("\n", " ")


def test_what_is_written_to_a_deleted_file_is_not_acknowledged(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
        data.unlink()
        ada.send("move", move=ada.moves[0], position=0)
        assert closing_code(ada) == 4500
        assert not [message for message in ada.seen if message["type"] == "moved"]
        ada.close()
        answer = post(host.address, "/api/tables", TABLE)
        assert (answer.status_code, answer.json()["error"]) == (503, "storage")


def test_without_its_log_nothing_is_acknowledged_and_nothing_is_lost(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    server = Process(data)
    try:
        made = [set_up(server.address, "Ada", "Grace")["table"] for _ in range(3)]
        (tmp_path / "tables.sqlite-wal").unlink()
        assert post(server.address, "/api/tables", TABLE).status_code == 503
    finally:
        server.kill()
    store = SqliteStore(data, lambda call: call())
    assert all(store.load(table, 0) for table in made)
    store.close()


def test_a_damaged_file_is_recognised_before_anything_is_written(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        for _ in range(30):
            set_up(host.address, "Ada", "Grace")
    body = bytearray(data.read_bytes())
    body[8192:-4096] = bytes(len(body) - 12_288)
    data.write_bytes(body)
    with pytest.raises(WrongFile):
        SqliteStore(data, lambda call: call())
    assert data.read_bytes() == bytes(body)


# The host's commands


def test_a_host_lists_shows_and_deletes_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        first, second = (set_up(host.address, "Ada", "Grace")["table"] for _ in range(2))
        assert run(["tables", str(data), "list", "--language", "en"]) == 0
        assert first in capsys.readouterr().out
        assert run(["tables", str(data), "delete", first, "--yes"]) == 2
        assert "another server" in capsys.readouterr().err
    assert run(["tables", str(data), "show", first, "--language", "ja"]) == 0
    assert "Grace（人）" in capsys.readouterr().out
    assert run(["tables", str(data), "delete", first]) == 2  # nobody was asked
    assert run(["tables", str(data), "delete", "nowhere", "--yes"]) == 2
    assert run(["tables", str(data), "delete", first, "--yes"]) == 0
    capsys.readouterr()
    assert run(["tables", str(data), "list", "--language", "en"]) == 0
    told = capsys.readouterr().out
    assert (first in told, second in told) == (False, True)
    with sqlite3.connect(data) as rows:
        left = rows.execute("SELECT count(*) FROM tokens WHERE table_id = ?", (first,)).fetchone()
    rows.close()
    assert left == (0,)
