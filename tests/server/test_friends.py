"""Friends at a table: faces of bots, a network that is lost, stand-ins, and what a list may know."""

from __future__ import annotations

import json
import random
import socket
import time
from pathlib import Path

import pytest
from msgspec.json import decode

from duskhall.server import run
from duskhall.server.messages import Seat
from duskhall.server.shelf import BOTS, EVERY_FACE, FACES
from duskhall.server.words import catalogue
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get, play_on, post, set_up, sit_down


def at(host: Host, made: Message, seat: int) -> Person:
    return Person(host.address, made["table"], made["seats"][seat]["token"])


def with_stand_in(host: Host, seconds: int, *names: str) -> Message:
    seats = [{"kind": "person", "name": name} for name in names]
    body = {"game": "dark-dealings", "seats": seats, "stand_in": seconds}
    made: Message = post(host.address, "/api/tables", body).json()
    return made


# Faces


def test_every_face_has_a_name_and_a_line_in_both_languages() -> None:
    assert list(FACES) == BOTS
    assert len(set(EVERY_FACE)) == len(EVERY_FACE)
    for language in ("en", "ja"):
        said = catalogue().sentences[language]
        assert list(said["faces"]) == list(said["face_text"]) == EVERY_FACE
        assert len(set(said["faces"].values())) == len(EVERY_FACE)


def test_bots_have_names_and_faces_of_their_own(host: Host) -> None:
    made = set_up(host.address, "Pim", *["bot:greedy"] * 5)
    with at(host, made, 0) as pim:
        bots = pim.state["seats"][1:]
    faces = {bot["face"] for bot in bots}
    assert len(faces) == len({bot["name"] for bot in bots}) == 5
    assert {"sparrow", "zefa"} <= faces  # its own come first, but one is called like a person
    assert "pim" not in faces
    assert not any(character.isdigit() for bot in bots for character in bot["name"])


def test_a_face_may_be_asked_for(host: Host) -> None:
    def ask(face: str, name: str = "") -> Message:
        bot = {"kind": "bot", "bot": "random", "face": face, "name": name}
        body = {"game": "dark-dealings", "seats": [{"kind": "person"}, bot], "language": "ja"}
        told: Message = post(host.address, "/api/tables", body).json()
        return told

    with at(host, ask("corvin"), 0) as person:
        assert person.state["seats"][1]["name"] == "コルヴィン"
    with at(host, ask("corvin", "Rook"), 0) as person:
        assert person.state["seats"][1] == {
            "kind": "bot",
            "name": "Rook",
            "bot": "random",
            "here": False,
            "host": False,
            "face": "corvin",
        }
    assert ask("nobody")["error"] == "unknown-bot"


def test_seats_that_were_kept_before_there_were_faces_are_read() -> None:
    kept = '{"kind":"bot","name":"Quick 2","bot":"greedy","here":false,"host":false}'
    assert decode(kept, type=Seat) == Seat("bot", "Quick 2", "greedy")


# A network that is lost


def test_a_beat_is_answered_and_costs_nothing(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", messages=(3.0, 0.0)) as host:
        made = set_up(host.address, "Ada", "Grace")
        with at(host, made, 0) as ada:
            for _ in range(8):
                ada.raw('{"type":"beat"}')
                assert ada.hear("beat", "error") == {"type": "beat"}
            for _ in range(3):  # with an id it is a message like any other
                assert ada.ask("beat") == {"type": "beat", "id": ada.ids}
            assert ada.ask("beat")["error"] == "too-many"


def test_beats_without_end_count_like_anything_else(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", messages=(3.0, 0.0)) as host:
        made = set_up(host.address, "Ada", "Grace")
        with at(host, made, 0) as ada:
            for _ in range(30):
                ada.raw('{"type":"beat"}')
            assert ada.hear("error")["error"] == "too-many"


def test_who_does_not_answer_any_more_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run.PING + run.PONG <= 10
    monkeypatch.setattr(run, "PING", 0.3)
    monkeypatch.setattr(run, "PONG", 3.0)
    with hosting(tmp_path / "tables.sqlite") as host:
        made = set_up(host.address, "Ada", "Grace")
        with at(host, made, 0) as ada, socket.create_connection(("127.0.0.1", host.port)) as mute:
            join = {
                "type": "join",
                "table": made["table"],
                "token": made["seats"][1]["token"],
            }
            upgrade = (
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            mute.sendall(upgrade.encode())
            assert b" 101 " in mute.recv(1000)
            text = json.dumps(join).encode()
            assert len(text) < 126
            mute.sendall(bytes((0x81, 0x80 | len(text))) + bytes(4) + text)
            assert ada.hear("seats")["seats"][1]["here"]
            assert not ada.hear("seats")["seats"][1]["here"]


# Stand-ins


def test_a_bot_stands_in_for_who_stays_away_and_leaves_when_they_are_back(host: Host) -> None:
    made = with_stand_in(host, 1, "Ada", "Grace")
    assert (
        get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()["stand_in"] == 1
    )
    with at(host, made, 0) as ada:
        assert ada.state["stand_in"] == 1
        assert 0 < ada.state["away"]["1"] <= 1
        assert ada.hear("seats")["seats"][1]["bot"] == "novice"
        assert ada.hear("away")["away"] == {}
        ada.move(ada.moves[0])
        ada.catch_up(2)  # the bot has answered, too
        with at(host, made, 1) as grace:
            assert grace.state["seats"][1]["bot"] is None or (
                grace.hear("seats")["seats"][1]["bot"] is None
            )
            assert grace.moves or 1 not in grace.waiting


def test_nobody_stands_in_while_nobody_waits_nor_where_it_was_not_wanted(host: Host) -> None:
    made = with_stand_in(host, 600, "Ada", "Grace")
    room = host.hall.rooms[made["table"]]
    ada, grace = sit_down(host.address, made)
    assert "away" not in grace.state
    assert ada.hear("away")["away"] == {}
    grace.close()
    assert ada.hear("away")["away"].keys() == {"1"}
    ada.close()
    with at(host, made, 1) as grace:
        assert grace.state["away"].keys() == {"0"}  # counted anew, for who is there now
        assert grace.state["away"]["0"] > 590
        assert host.call(lambda: list(room.standins.due)) == [0]  # type: ignore[union-attr]
    plain = set_up(host.address, "Ada", "Grace")
    with at(host, plain, 0) as ada:
        assert not {"away", "stand_in"} & ada.state.keys()


def test_who_took_their_seat_back_keeps_it_and_who_gave_it_away_too(host: Host) -> None:
    """What a person decides about their seat, no stand-in changes."""
    made = with_stand_in(host, 600, "Ada", "Grace")
    ada, grace = sit_down(host.address, made)
    grace.ask("seat", bot="random")
    grace.close()
    with at(host, made, 1) as grace:
        assert grace.state["seats"][1]["bot"] == "random"
    ada.close()


# What a list of one's tables may know


def test_what_is_decided_and_who_won_is_told_by_a_token_only(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    path = f"/api/tables/{made['table']}"
    guest = get(host.address, path).json()
    assert guest["game"] == "dark-dealings"
    assert not {"asks", "ranks", "headway", "moved"} & guest.keys()
    assert get(host.address, path, made["seats"][0]["token"]).json()["asks"] == "PickHeroes()"
    assert "asks" not in get(host.address, path, "wrong").json()

    over = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, over)
    play_on(people, random.Random(3))
    path = f"/api/tables/{over['table']}"
    told = get(host.address, path, over["spectator"]).json()
    assert told["ranks"] == people[0].over["ranks"]
    assert get(host.address, path).status_code == 404
    for person in people:
        person.close()


def test_a_list_knows_how_far_a_game_is_and_since_when_it_waits(tmp_path: Path) -> None:
    before = int(time.time()) // 60 * 60
    with hosting(tmp_path / "tables.sqlite") as host:
        made = set_up(host.address, "Ada", "Grace")
        path, token = f"/api/tables/{made['table']}", made["seats"][0]["token"]
        told = get(host.address, path, token).json()
        assert told["headway"] == ["hero", 1, 4]
        assert "moved" not in told
        people = sit_down(host.address, made)
        play_on(people, random.Random(3), 2)
        told = get(host.address, path, token).json()
        assert told["headway"] == ["hero", 2, 4]
        assert before <= told["moved"] <= time.time()
        for person in people:
            person.close()
    with hosting(tmp_path / "tables.sqlite") as host:
        again = get(host.address, path, token).json()
        assert (again["moved"], again["headway"]) == (told["moved"], told["headway"])
