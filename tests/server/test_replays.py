"""Replays, records, and going on from any moment of one."""

from __future__ import annotations

import json
import random

import pytest

import duskhall
from duskhall import Record, Table
from duskhall.engine.positions import print_position
from duskhall.server.shelf import FACES
from tests.server.following import views_of
from tests.server.hosting import Host
from tests.server.playing import Message, Person, get, play_on, post, set_up, sit_down


@pytest.fixture(scope="module")
def finished(host: Host) -> Message:
    """A table at which the game is over, with what its two people have seen."""
    made = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, made)
    play_on(people, random.Random(1))
    for person in people:
        person.close()
    return {**made, "seen": [person.seen for person in people], "position": people[0].position}


def frames(host: Host, made: Message, eyes: str = "") -> Message:
    query = {"eyes": eyes} if eyes else {}
    told: Message = get(
        host.address, f"/api/tables/{made['table']}/frames", made["spectator"], **query
    ).json()
    return told


def record(host: Host, made: Message) -> str:
    answer = get(host.address, f"/api/tables/{made['table']}/record", made["spectator"])
    assert answer.headers["content-disposition"].startswith("attachment")
    return answer.text


def test_a_finished_game_is_told_through_any_eyes(host: Host, finished: Message) -> None:
    assert frames(host, finished)["eyes"] == "all"
    for eyes in ("0", "1", "spectator", "all"):
        told = frames(host, finished, eyes)
        assert (told["eyes"], len(told["frames"])) == (eyes, finished["position"] + 1)
        assert told["over"]["commitment"] == finished["commitment"]
    assert all("move" in frame for frame in frames(host, finished, "all")["frames"][1:])


def test_a_replay_shows_what_was_seen_at_the_table(host: Host, finished: Message) -> None:
    for seat, seen in enumerate(finished["seen"]):
        told = frames(host, finished, str(seat))["frames"]
        for message in [m for m in seen if m["type"] == "moved"]:
            frame = told[message["position"]]
            for field in ("events", "waiting", "seat", "asks", "sealed", "outlook"):
                assert frame.get(field) == message.get(field)


def test_the_record_of_a_finished_game_verifies(host: Host, finished: Message) -> None:
    kept = Record.loads(record(host, finished))
    assert kept.verify(finished["commitment"]).waiting == []
    assert kept.names == ["Ada", "Grace"]


def test_the_record_of_a_running_game_is_not_shown(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    token = made["seats"][0]["token"]
    answer = get(host.address, f"/api/tables/{made['table']}/record", token)
    assert (answer.status_code, answer.json()["error"]) == (403, "not-over")
    body = {"table": made["table"], "position": 0, "seats": [{"kind": "person"}] * 2}
    answer = post(host.address, "/api/tables/from-record", body, Authorization=f"Bearer {token}")
    assert answer.json()["error"] == "not-over"


def test_a_record_that_someone_brings_is_replayed(host: Host, finished: Message) -> None:
    told = post(host.address, "/api/replay", {"record": record(host, finished)}).json()
    assert told == frames(host, finished, "all")
    told = post(host.address, "/api/replay", {"record": record(host, finished), "eyes": "1"}).json()
    assert told == frames(host, finished, "1")


def test_a_simulated_record_is_replayed(host: Host) -> None:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 3, seed=5, dragons=True)
    rng = random.Random(5)
    while table.state.waiting:
        seat = rng.choice(table.state.waiting)
        table.play(seat, rng.choice(table.state.legal_moves(seat)))
    told = post(host.address, "/api/replay", {"record": table.record.dumps()}).json()
    assert len(told["frames"]) == len(table.record.moves) + 1
    assert views_of(told)[-1] == json.loads(json.dumps(table.state.view(31)))


def begun_at_a_position() -> str:
    """A record that is in order but for beginning at a table which somebody wrote down."""
    game = duskhall.game("dark-dealings")
    edition = game.edition("designed")
    s = game.setup(2, seed=1)
    start = print_position(s, game, edition.name)
    record = Record(game, 2, s.box.options, edition, 1, start=start)
    return Table(record).record.dumps()


def test_a_broken_record_is_refused_with_the_reason(host: Host, finished: Message) -> None:
    good = json.loads(record(host, finished))
    wrong_move = {**good, "moves": [good["moves"][0], *good["moves"]]}
    wrong_chain = {**good, "chain": [good["chain"][0], "0" * 64, *good["chain"][2:]]}
    for text, word in (
        ("", "not JSON"),
        ("{}", "not a record"),
        ("[" * 100_000, "not JSON"),
        (json.dumps({**good, "version": 99}), "version 99"),
        (json.dumps(wrong_move), "hashes"),
        (json.dumps(wrong_chain), "hash differs"),
        (json.dumps({**good, "moves": ["x"] * 3}), "cannot be read"),
        (json.dumps({**good, "moves": ["0 pick 1 2"] * 5_000}), "more than"),
        (json.dumps({**good, "seed": "zz"}), "cannot be read"),
        (json.dumps({**good, "freshened": float("inf")}), "how often luck"),
        (json.dumps({**good, "names": ["\ud800", "Grace"]}), "half ones"),
        (json.dumps({**good, "edition": {**good["edition"], "text": "a=" + "[" * 20_000}}), "deep"),
        (begun_at_a_position(), "begins at a position"),
    ):
        for path, more in (
            ("/api/replay", {}),
            ("/api/tables/from-record", {"position": 0, "seats": [{"kind": "person"}] * 2}),
        ):
            answer = post(host.address, path, {"record": text, **more})
            assert answer.status_code == 400, text[:50]
            assert answer.json()["error"] == "broken-record"
            assert word in answer.json()["sentence"]


def test_a_record_may_be_larger_than_other_messages_but_not_by_much(host: Host) -> None:
    assert post(host.address, "/api/replay", {"record": "x" * 900_000}).status_code == 400
    assert post(host.address, "/api/replay", {"record": "x" * 1_100_000}).status_code == 413


@pytest.mark.parametrize("position", [0, 1, 17])
def test_a_new_table_goes_on_from_any_moment(host: Host, finished: Message, position: int) -> None:
    seats = [{"kind": "person", "name": "Edsger"}, {"kind": "person"}]
    for source in ({"record": record(host, finished)}, {"table": finished["table"]}):
        made = post(
            host.address,
            "/api/tables/from-record",
            {**source, "position": position, "seats": seats},
            Authorization=f"Bearer {finished['spectator']}",
        ).json()
        people = sit_down(host.address, made)
        assert people[0].position == position
        same = people[0].view == views_of(frames(host, finished, "0"))[position]
        assert same == (position > 0)  # the beginning is dealt anew
        assert len(people[0].state["log"]) == position + 1
        for person in people:
            person.close()
        put_away(host, made)
        people = sit_down(host.address, made)  # it is read from the store now
        assert "stopped" not in people[0].state
        play_on(people, random.Random(2))
        same = people[0].over["commitment"] == finished["commitment"]
        assert same == (position > 0)
        for person in people:
            person.close()


def test_bots_keep_their_names_and_take_nobodys(host: Host) -> None:
    """Or else the same name means another seat than in what was told so far."""
    game = duskhall.game("dark-dealings")
    table = duskhall.new_table(game, 5, seed=5)
    table.record.names[:] = ["Player 1", "Gran Moss", "時計師", "Ada", "Vesper"]
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    master, adept = ({"kind": "bot", "bot": bot} for bot in ("master", "adept"))
    seats = [master, master, master, {"kind": "person", "name": "Ada"}, adept]
    body = {"record": table.record.dumps(), "position": 3, "seats": seats}
    others = set()
    for _ in range(8):
        made = post(host.address, "/api/tables/from-record", body).json()
        told = get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()["seats"]
        first, *rest = [one["name"] for one in told]
        assert rest == ["Gran Moss", "時計師", "Ada", "Vesper"]
        assert [one["face"] for one in told][1:3] == ["gran-moss", "clockmaker"]
        others.add(first)
    assert others == {"Abbot Hush"}  # who else there is of this level


def test_a_bot_of_another_level_has_another_face(host: Host, finished: Message) -> None:
    """Faces tell levels: nobody takes a novice for the master who sat there."""
    told = Record.loads(record(host, finished))
    told.names[:] = ["Ada", "Gran Moss"]
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "novice"}]
    body = {"record": told.dumps(), "position": 3, "seats": seats}
    made = post(host.address, "/api/tables/from-record", body).json()
    seat = get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()["seats"][1]
    assert seat["face"] in FACES["novice"]
    assert seat["name"] != "Gran Moss"


def put_away(host: Host, made: Message) -> None:
    while made["table"] in host.hall.rooms:
        room = host.hall.rooms[made["table"]]
        if room.is_idle:
            host.call(lambda: host.hall.rooms.pop(made["table"]))


def test_wrong_wishes_for_a_moment_are_refused(host: Host, finished: Message) -> None:
    text = record(host, finished)
    two = [{"kind": "person"}] * 2
    for body, error in (
        ({"record": text, "position": 10_000, "seats": two}, "wrong-position"),
        ({"record": text, "position": -1, "seats": two}, "wrong-position"),
        ({"record": text, "position": 3, "seats": two + two}, "wrong-seats"),
        ({"table": "nowhere", "position": 3, "seats": two}, "unknown-table"),
        ({"table": finished["table"], "position": 3, "seats": two}, "unknown-table"),
    ):
        assert post(host.address, "/api/tables/from-record", body).json()["error"] == error


def test_what_was_taken_back_is_in_no_replay(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    (ada,) = sit_down(host.address, made)
    ada.move(ada.moves[0])
    ada.send("undo")
    ada.hear("done")
    token = made["seats"][0]["token"]
    told = get(host.address, f"/api/tables/{made['table']}/frames", token).json()
    assert len(told["frames"]) == 1
    ada.close()


# What a client needs to draw and tell


def test_games_are_listed(host: Host) -> None:
    told = get(host.address, "/api/games").json()
    games = {game["name"]: game for game in told["games"]}
    assert len(games) == 4
    assert games["dark-dealings"]["players"] == [1, 2, 3, 4, 5, 6]
    assert games["raid-and-trade"]["players"] == [2, 3, 4, 5]
    assert told["bot"] in [bot["bot"] for bot in games["dark-dealings"]["bots"]]
    for game in told["games"]:
        assert game["title"]["en"]
        assert game["title"]["ja"]


def test_texts_are_complete_and_may_be_cached(host: Host) -> None:
    first = get(host.address, "/api/games/dark-dealings/text/ja")
    assert first.json()["moves"]["stop"]
    again = get(host.address, "/api/games/dark-dealings/text/ja")
    assert again.headers["etag"] == first.headers["etag"]
    assert get(host.address, "/api/text/en").json()["takebacks"]["alone"]
    assert get(host.address, "/api/text/fr").json()["error"] == "unknown-language"
    assert get(host.address, "/api/games/chess/text/en").json()["error"] == "unknown-game"


def test_cards_are_printed(host: Host) -> None:
    told = get(host.address, "/api/games/dark-dealings/cards", players="2", dragons="true").json()
    plain = get(host.address, "/api/games/dark-dealings/cards").json()
    assert len(told["cards"]) > len(plain["cards"])
    assert "market" in told["ordered"]
    wrong = get(host.address, "/api/games/dark-dealings/cards", players="x")
    assert wrong.json()["error"] == "wrong-option"
    made = set_up(host.address, "Ada", "open", dragons=True)
    assert get(host.address, f"/api/tables/{made['table']}/cards", made["spectator"]).json() == told


def test_someone_who_watches_a_public_table_may_replay_it(host: Host) -> None:
    made = set_up(host.address, "Ada", "open", public=True)
    told = get(host.address, f"/api/tables/{made['table']}/frames").json()
    assert told["eyes"] == "spectator"
    Person(host.address, made["table"]).close()
