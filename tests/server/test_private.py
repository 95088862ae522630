"""Private tables: to whoever has no token they are as if there were none."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.hosting import Host, hosting
from tests.server.playing import Person, get, post, set_up


def told_by_every_door(host: Host, table: str, token: str) -> list[object]:
    """All that a table tells whoever has this token, or none: by every door there is."""
    told: list[object] = []
    for part in ("", "/cards", "/frames", "/frames?eyes=0", "/record"):
        answer = get(host.address, f"/api/tables/{table}{part}", token)
        told.append((answer.status_code, answer.content, sorted(answer.headers.items())))
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    seats = [{"kind": "person"}] * 2
    for path, body in (
        (f"/api/tables/{table}/sit", {"name": "Eve"}),
        (f"/api/tables/{table}/sit", {"name": "Eve", "seat": 1}),
        ("/api/tables/from-record", {"table": table, "position": 0, "seats": seats}),
    ):
        answer = post(host.address, path, body, **bearer)
        told.append((answer.status_code, answer.content, sorted(answer.headers.items())))
    with Person(host.address, table, token) as stranger:
        told.append(stranger.state)
        with pytest.raises(ConnectionClosed) as closed:
            stranger.read()
        assert closed.value.rcvd is not None
        told.append((closed.value.rcvd.code, closed.value.rcvd.reason))
    return without_dates(told)


def without_dates(told: list[object]) -> list[object]:
    return [
        (*one[:2], [pair for pair in one[2] if pair[0] != "date"])
        if isinstance(one, tuple) and len(one) == 3
        else one
        for one in told
    ]


@pytest.mark.parametrize("token", ["", "A" * 32])
@pytest.mark.parametrize("is_at_hand", [True, False])
def test_a_private_table_and_none_are_alike_without_a_token(
    host: Host, token: str, is_at_hand: bool
) -> None:
    made = set_up(host.address, "Ada", "Grace")
    if not is_at_hand:
        host.call(lambda: host.hall.rooms.pop(made["table"]))
    told = told_by_every_door(host, made["table"], token)
    assert told == told_by_every_door(host, "A" * len(made["table"]), token)
    assert {one[0] for one in told[:-2] if isinstance(one, tuple)} == {404}
    assert (made["table"] in host.hall.rooms) == is_at_hand  # nor is it loaded for a stranger
    path = f"/api/tables/{made['table']}"
    assert get(host.address, path, made["spectator"]).json()["over"] is False


def test_a_halted_private_table_is_as_silent(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up(host.address, "Ada", "Grace")
    with sqlite3.connect(data) as rows:
        rows.execute("UPDATE tables SET pulse = 1")  # as if the deal came out otherwise today
    rows.close()
    with hosting(data) as host:
        token = made["seats"][0]["token"]
        path = f"/api/tables/{made['table']}"
        assert get(host.address, path, token).json()["stopped"] == "halted"
        told = told_by_every_door(host, made["table"], "")
        assert told == told_by_every_door(host, "A" * len(made["table"]), "")


def test_both_are_refused_after_the_same_time(tmp_path: Path) -> None:
    """With that time without end, neither is answered, by no door; whoever has a token is."""
    with hosting(tmp_path / "tables.sqlite", unknown_time=3600.0) as host:
        made = set_up(host.address, "Ada", "Grace")
        for table in (made["table"], "A" * len(made["table"])):
            for part in ("", "/cards", "/frames", "/record"):
                with pytest.raises(httpx.ReadTimeout):
                    httpx.get(f"{host.address}/api/tables/{table}{part}", timeout=0.3)
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(f"{host.address}/api/tables/{table}/sit", json={}, timeout=0.3)
            with connect(host.address.replace("http", "ws") + "/ws") as socket:
                socket.send(f'{{"type": "join", "table": "{table}"}}')
                with pytest.raises(TimeoutError):
                    socket.recv(0.3)
        with Person(host.address, made["table"], made["spectator"]) as guest:
            assert guest.state["type"] == "table"


def test_its_address_is_the_invitation_to_an_open_seat(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    path = f"/api/tables/{made['table']}"
    assert get(host.address, path).json()["seats"][1]["kind"] == "open"
    assert get(host.address, f"{path}/cards").status_code == 404
    post(host.address, f"{path}/sit", {"name": "Grace"})
    assert get(host.address, path).status_code == 404


def test_a_public_table_says_that_a_token_is_not_its_own(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace", public=True)
    path = f"/api/tables/{made['table']}"
    for part in ("", "/cards", "/frames", "/record"):
        answer = get(host.address, path + part, "A" * 32)
        assert (answer.status_code, answer.json()["error"]) == (401, "wrong-token")
    assert post(host.address, f"{path}/sit", {}).json()["error"] == "not-open"
    with Person(host.address, made["table"], "A" * 32) as stranger:
        assert stranger.state["error"] == "wrong-token"
