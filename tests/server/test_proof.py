"""Luck that everyone adds to, over the real socket: promise, commitments, shares, and the deal."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import duskhall
from duskhall.cli import run
from duskhall.engine.proof import is_word, promise_of
from duskhall.engine.records import Record
from duskhall.server.rooms.gathering import Gathering, new_secret
from duskhall.server.store import SqliteStore
from tests.server.hosting import Host, Process, hosting
from tests.server.playing import Message, Person, get, play_on, post, set_up, sit_down
from tests.server.proving import Prover, add_luck, come, digest, set_up_proof
from tests.server.test_fair_play import laid_out
from tests.server.test_replays import put_away
from tests.server.test_seats import be_patient

GAMES = duskhall.installed()


def record_of(host: Host, made: Message) -> str:
    return get(host.address, f"/api/tables/{made['table']}/record", made["spectator"]).text


def finished(host: Host, *seats: str) -> tuple[Message, list[Prover]]:
    """A game by everyone's luck that has come to its end."""
    made = set_up_proof(host.address, *seats)
    people = come(host.address, made)
    add_luck(people)
    play_on(list(people), random.Random(1))
    return made, people


def leave(people: list[Prover]) -> None:
    for person in people:
        person.close()


# The way to a seed


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_is_dealt_once_all_have_told_their_share(host: Host, game: str) -> None:
    fewest = min(players for players in duskhall.game(game).counts({}) if players > 1)
    made = set_up_proof(host.address, "Ada", "Grace", *["bot"] * (fewest - 2), game=game)
    assert made["commitment"] == ""  # there is nothing yet that it could be of
    ada, grace = come(host.address, made)
    grace.sync()
    first = grace.luck
    assert (first["state"], first["round"], first["waiting"]) == ("commit", 1, [0, 1])
    assert (first["commitments"], first["revealed"], first["broken"]) == ({}, [], [])
    assert len(first["promise"]) == 64
    assert (ada.state["commitment"], ada.state["moves"], ada.state["over"]) == ("", [], None)

    ada.commit()
    assert grace.hear("luck")["luck"]["commitments"] == {"0": ada.commitment}
    grace.commit()
    told = ada.hear("luck")["luck"]
    assert (told["state"], told["waiting"], told["promise"]) == ("reveal", [0, 1], first["promise"])
    ada.reveal()
    assert grace.hear("luck")["luck"]["waiting"] == [1]
    grace.reveal()
    for person in (ada, grace):
        while person.luck["state"] != "dealt":
            person.read()
        assert person.luck["commitments"] == told["commitments"]
        state = person.sync()
        assert len(state["commitment"]) == 64
        assert state["view"]["places"]
    leave([ada, grace])


def test_the_end_tells_what_the_seed_was_made_of_and_the_record_verifies(
    host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = set_up_proof(host.address, "Ada", "Joan", "Grace")
    ada, joan, grace = people = come(host.address, made)
    joan.ask("seat", bot="random")  # who lets a bot play adds nothing, and may come back later
    add_luck([ada, grace])
    joan.ask("seat", bot=None)
    for person in people:
        person.sync()
    play_on(list(people), random.Random(1))
    over, promise = ada.over, ada.luck["promise"]
    proof = over["proof"]
    assert (proof["round"], proof["promise"]) == (1, promise)
    terms = over["header"].replace(over["seed"], "")
    assert digest(terms, 1, proof["secret"]) == promise
    assert proof["shares"] == [
        {"seat": 0, "commitment": ada.commitment, "share": ada.share},
        {"seat": 2, "commitment": grace.commitment, "share": grace.share},
    ]
    lines = [proof["secret"], f"0 {ada.share}", f"2 {grace.share}"]
    assert digest(*lines)[:32] == over["seed"] == json.loads(over["header"])["seed"]

    file = tmp_path / "game.json"
    file.write_text(record_of(host, made), "utf-8")
    for shown in (over["commitment"], promise, ada.commitment, grace.commitment):
        assert run(["verify", str(file), "--commitment", shown, "--language", "en"]) == 0
        assert "Everyone's luck: Ada and Grace added to the seed" in capsys.readouterr().out
    assert run(["verify", str(file), "--commitment", "0" * 64]) == 1
    assert run(["verify", str(file), "--language", "ja"]) == 0
    assert "全員の運：AdaとGrace" in capsys.readouterr().out.replace("、", "と")
    replayed = post(host.address, "/api/replay", {"record": file.read_text("utf-8")}).json()
    assert replayed["over"]["proof"] == proof

    forged = json.loads(file.read_text("utf-8"))
    forged["proof"]["shares"][1]["share"] = "00" * 32
    file.write_text(json.dumps(forged), "utf-8")
    assert run(["verify", str(file), "--language", "en"]) == 1
    assert "share of seat 2 is not the one" in capsys.readouterr().out
    leave(people)


def test_nobody_is_told_a_secret_before_the_end(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace", public=True)
    people = come(host.address, made)
    watcher = Prover(host.address, made["table"])
    add_luck(people)
    play_on(list(people), random.Random(2), 5)
    watcher.sync()
    room = host.hall.rooms[made["table"]]
    proof = room.record.proof
    assert proof is not None
    secrets = [proof.secret, proof.seed(), *[share.share for share in proof.shares]]
    about = get(host.address, f"/api/tables/{made['table']}").text
    frames = get(host.address, f"/api/tables/{made['table']}/frames").text
    said = json.dumps([person.seen for person in [*people, watcher]]) + about + frames
    assert proof.promise in said
    assert [secret for secret in secrets if secret in said] == []
    leave([*people, watcher])


def test_a_person_alone_adds_to_the_luck_and_bots_do_not(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "bot")
    (ada,) = come(host.address, made)
    add_luck([ada])
    assert list(ada.luck["commitments"]) == ["0"]
    leave([ada])


# What is refused


def test_what_is_no_commitment_and_no_share_is_refused(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace")
    ada, grace = come(host.address, made)
    for odd in ("", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٠" * 64):
        assert ada.ask("commit", round=1, commitment=odd)["error"] == "wrong-luck"
    for odd_fields in ({"round": 1, "commitment": 7}, {"commitment": "0" * 64}):
        ada.send("commit", **odd_fields)
        assert ada.hear("error")["error"] == "malformed"
    assert ada.ask("commit", round=2, commitment="0" * 64)["error"] == "stale-round"
    assert ada.reveal()["error"] == "too-early"
    assert ada.ask("anew", round=1)["error"] == "not-committed"
    assert ada.commit()["type"] == "done"
    assert ada.commit()["type"] == "done"  # the answer was lost, and it comes again
    assert ada.commit("0" * 64)["error"] == "committed"
    assert ada.reveal()["error"] == "too-early"
    grace.commit()
    for person in (ada, grace):
        while person.luck["state"] == "commit":
            person.read()
    assert ada.reveal("0" * 63)["error"] == "wrong-luck"
    assert ada.reveal("0" * 64)["error"] == "no-match"
    assert ada.reveal(grace.share)["error"] == "no-match"
    assert ada.ask("reveal", round=3, share=ada.share)["error"] == "stale-round"
    assert ada.commit("0" * 64)["error"] == "committed"
    assert ada.reveal()["type"] == "done"
    assert ada.reveal()["type"] == "done"
    assert grace.hear("luck")["luck"]["revealed"] == [0]
    grace.reveal()
    assert grace.ask("reveal", round=1, share=grace.share)["error"] == "not-gathering"
    sentence = grace.ask("anew", round=1)
    assert sentence["sentence"] == "No luck is being gathered at this table."
    leave([ada, grace])


def test_a_copied_commitment_is_of_no_use(host: Host) -> None:
    """Who commits to what another has committed to cannot tell the share that it asks for."""
    made = set_up_proof(host.address, "Ada", "Grace")
    ada, grace = come(host.address, made)
    ada.commit()
    grace.commit(ada.commitment)
    while ada.luck["state"] == "commit":
        ada.read()
    ada.reveal()
    assert grace.reveal(ada.share)["error"] == "no-match"
    leave([ada, grace])


def test_watchers_and_seats_that_bots_play_for_add_nothing(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace", public=True)
    ada, grace = come(host.address, made)
    for token in ("", made["spectator"]):
        with Prover(host.address, made["table"], token) as watcher:
            for kind, word in (("commit", "commitment"), ("reveal", "share")):
                answer = watcher.ask(kind, round=1, **{word: "0" * 64})
                assert answer["error"] == "not-your-seat"
            assert watcher.ask("anew", round=1)["error"] == "not-your-seat"
    grace.ask("seat", bot="random")
    assert grace.commit()["error"] == "bot-plays"
    leave([ada, grace])


def test_nothing_else_is_done_before_the_deal(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace", public=True)
    ada, grace = come(host.address, made)
    for kind, fields in (
        ("move", {"move": "pick 1 2", "position": 0}),
        ("why", {"move": "pick 1 2"}),
        ("undo", {}),
        ("rematch", {}),
        ("point", {"at": "1"}),
        ("settle", {"wish": "leave"}),
    ):
        assert ada.ask(kind, **fields)["error"] == "not-dealt"
    assert ada.ask("chat", text="Well met.")["line"]["text"] == "Well met."
    assert ada.ask("name", name="Ada L.")["type"] == "done"
    path = f"/api/tables/{made['table']}"
    for end, status, error in (("frames", 403, "not-dealt"), ("record", 403, "not-over")):
        answer = get(host.address, f"{path}/{end}")
        assert (answer.status_code, answer.json()["error"]) == (status, error)
    body = {"table": made["table"], "position": 0, "seats": [{"kind": "person"}] * 2}
    assert post(host.address, "/api/tables/from-record", body).json()["error"] == "not-over"
    assert get(host.address, f"{path}/cards").json()["cards"]
    add_luck([ada, grace])
    assert ada.sync()["chat"][0]["text"] == "Well met."
    assert ada.sync()["seats"][0]["name"] == "Ada L."
    leave([ada, grace])


def test_an_ordinary_table_gathers_no_luck(host: Host) -> None:
    made = set_up(host.address, "Ada", "bot:random")
    (ada,) = sit_down(host.address, made)
    assert "luck" not in ada.state
    assert ada.ask("commit", round=1, commitment="0" * 64)["error"] == "not-gathering"
    assert ada.ask("reveal", round=1, share="0" * 64)["error"] == "not-gathering"
    ada.close()


def test_bots_alone_cannot_want_it(host: Host) -> None:
    seats = [{"kind": "bot", "bot": "random"}] * 2
    body = {"game": "dark-dealings", "seats": seats, "proof": True}
    answer = post(host.address, "/api/tables", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "no-person")
    assert post(host.address, "/api/tables", {**body, "proof": "yes"}).status_code == 400


# Who comes and goes


def test_an_open_seat_is_waited_for(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "open", public=True)
    (ada,) = come(host.address, made)
    listed = get(host.address, "/api/tables").json()["tables"][0]
    about = get(host.address, f"/api/tables/{made['table']}").json()
    assert (listed["table"], listed["proof"], about["proof"]) == (made["table"], True, True)
    assert (about["waiting"], about["commitment"]) == ([0, 1], "")
    ada.commit()
    ada.sync()
    assert (ada.luck["state"], ada.luck["waiting"]) == ("commit", [1])
    given = post(host.address, f"/api/tables/{made['table']}/sit", {"name": "Grace"}).json()
    with Prover(host.address, made["table"], given["token"]) as grace:
        assert grace.luck["commitments"] == {"0": ada.commitment}  # which stands
        grace.commit()
        while ada.luck["state"] == "commit":
            ada.read()
        grace.reveal()
        ada.reveal()
        assert ada.luck["state"] == "dealt"
    leave([ada])


def test_who_goes_before_all_have_committed_is_not_waited_for(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace", "open")
    ada, grace = come(host.address, made)
    ada.commit()
    grace.commit()
    grace.ask("seat", bot="random")
    ada.sync()
    assert (ada.luck["round"], ada.luck["waiting"]) == (1, [2])
    assert list(ada.luck["commitments"]) == ["0"]
    assert ada.ask("seat", bot="random", seat=2)["type"] == "done"
    ada.sync()
    assert (ada.luck["state"], ada.luck["waiting"]) == ("reveal", [0])
    ada.reveal()
    assert ada.luck["state"] == "dealt"
    leave([ada, grace])


def test_who_vanishes_with_their_share_is_released_and_all_begins_anew(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace", "Joan")
    ada, grace, joan = come(host.address, made)
    for person in (ada, grace, joan):
        person.sync()
        person.commit()
    ada.sync()
    before, old = ada.luck, ada.share
    assert before["state"] == "reveal"
    ada.reveal()
    grace.sync()
    grace.reveal()
    joan.close()  # the last one knows no more than the others, and gains nothing
    while not ada.seen or ada.seen[-1].get("seats", [{}] * 3)[2].get("here", True):
        ada.read()
    assert ada.ask("seat", seat=2, bot="random")["error"] == "too-soon"
    be_patient(host, made["table"])
    assert ada.ask("seat", seat=2, bot="random")["type"] == "done"
    ada.sync()
    now = ada.luck
    assert (now["round"], now["state"], now["commitments"]) == (2, "commit", {})
    assert now["broken"] == [{"round": 1, "seat": 2}]
    assert now["promise"] != before["promise"]  # a secret that nothing is known of
    assert ada.ask("reveal", round=1, share=old)["error"] == "stale-round"
    assert ada.ask("commit", round=1, commitment="0" * 64)["error"] == "stale-round"
    ada.share, grace.share = "0a" * 32, "0b" * 32
    add_luck([ada, grace])
    assert ada.sync()["luck"]["round"] == 2
    leave([ada, grace])


def test_who_takes_a_seat_back_while_shares_are_told_has_a_part_in_the_next_round(
    host: Host,
) -> None:
    made = set_up_proof(host.address, "Ada", "Grace")
    ada, grace = come(host.address, made)
    grace.ask("seat", bot="random")
    ada.sync()
    ada.commit()
    assert ada.sync()["luck"]["state"] == "reveal"
    grace.ask("seat", bot=None)
    ada.sync()
    assert (ada.luck["round"], ada.luck["waiting"]) == (2, [0, 1])
    add_luck([ada, grace])
    leave([ada, grace])


def test_who_has_lost_their_share_begins_anew(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace")
    ada, grace = come(host.address, made)
    for person in (ada, grace):
        person.sync()
        person.commit()
    assert grace.ask("anew", round=1)["type"] == "done"
    ada.sync()
    assert (ada.luck["round"], ada.luck["broken"]) == (2, [{"round": 1, "seat": 1}])
    add_luck([ada, grace])
    leave([ada, grace])


# What is kept


def test_a_server_that_is_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    server = Process(data)
    made = set_up_proof(server.address, "Ada", "Grace")
    shares = ["0a" * 32, "0b" * 32]
    promises = []

    def sit(seat: int) -> Prover:
        person = Prover(server.address, made["table"], made["seats"][seat]["token"], shares[seat])
        promises.append(person.luck["promise"])
        return person

    for seat in (0, 1):
        with sit(seat) as person:
            assert person.commit()["type"] == "done"
        server.kill()
        server = Process(data)
    with sit(0) as ada:
        assert ada.luck["state"] == "reveal"
        assert ada.reveal()["type"] == "done"
    server.kill()
    server = Process(data)
    with sit(1) as grace:
        assert (grace.luck["revealed"], grace.luck["waiting"]) == ([0], [1])
        assert grace.reveal()["type"] == "done"
        grace.sync()
        dealt = grace.state = grace.sync()
    server.kill()
    server = Process(data)
    with sit(1) as grace:
        assert grace.luck["state"] == "dealt"
        assert grace.state["commitment"] == dealt["commitment"]
        assert grace.state["view"] == dealt["view"]
    server.kill()
    assert len(promises) == 5
    assert len(set(promises)) == 1
    store = SqliteStore(data, lambda call: call())
    found = store.load(made["table"], 0)
    store.close()
    assert found is not None
    record = found.header.record()
    assert found.notes == []  # the secrets are where the seed is
    assert record.proof is not None
    record.proof.check(record.terms(), 2, found.header.seed)
    assert [share.share for share in record.proof.shares] == shares


def change(data: Path, column: str, value: object, table: str) -> None:
    with closing(sqlite3.connect(data)) as rows:
        rows.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (value, table))
        rows.commit()


def stored(data: Path, column: str, table: str) -> Any:
    with closing(sqlite3.connect(data)) as rows:
        found = rows.execute(f"SELECT {column} FROM tables WHERE id = ?", (table,)).fetchone()
    return json.loads(found[0])


@pytest.mark.parametrize("closed", [False, True])
def test_a_seat_that_changed_as_the_server_died_is_noticed(tmp_path: Path, closed: bool) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up_proof(host.address, "Ada", "Grace", *([] if closed else ["open"]))
        people = come(host.address, made)
        for person in people:
            person.sync()
            person.commit()
        leave(people)
    seats = stored(data, "seats", made["table"])
    for seat in seats[1:]:
        seat["bot"] = "random"
    change(data, "seats", json.dumps(seats), made["table"])
    with hosting(data) as host:
        (ada, _) = come(host.address, made)
        assert list(ada.luck["commitments"]) == ([] if closed else ["0"])
        assert (ada.luck["round"], ada.luck["state"]) == (
            (2, "commit") if closed else (1, "reveal")
        )
        assert ada.luck["broken"] == ([{"round": 1, "seat": -1}] if closed else [])


def test_by_other_rules_than_were_promised_it_begins_anew(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up_proof(host.address, "Ada", "bot")
        (ada,) = come(host.address, made)
        ada.commit()
        ada.close()
    header = stored(data, "header", made["table"])
    change(data, "header", json.dumps({**header, "version": 1}), made["table"])
    change(data, "rules", 1, made["table"])
    with hosting(data) as host:
        (ada,) = come(host.address, made)
        assert (ada.luck["round"], ada.luck["state"]) == (2, "commit")
        assert ada.luck["broken"] == [{"round": 1, "seat": -1}]
        assert ada.state["version"] == header["version"]
        add_luck([ada])
        assert ada.move(ada.moves[0])["type"] == "moved"
        leave([ada])
    with hosting(data) as host:
        (ada,) = come(host.address, made)
        assert (ada.luck["round"], ada.luck["state"]) == (2, "dealt")
        assert "renewals" not in ada.state
        leave([ada])


def test_a_game_that_is_gone_leaves_a_table_to_be_left(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up_proof(host.address, "Ada", "bot")
    header = stored(data, "header", made["table"])
    change(data, "header", json.dumps({**header, "game": "gone"}), made["table"])
    with hosting(data) as host:
        (ada,) = come(host.address, made)
        assert (ada.state["stopped"]["state"], ada.state["stopped"]["why"]) == ("halted", "game")
        assert ada.ask("commit", round=1, commitment="0" * 64)["error"] == "halted"
        leave([ada])
    change(data, "header", json.dumps(header), made["table"])
    with hosting(data) as host:  # it has come back
        (ada,) = come(host.address, made)
        add_luck([ada])
        leave([ada])


def test_a_host_sees_that_luck_is_gathered_and_nobody_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up_proof(host.address, "Ada", "bot")
    assert run(["tables", str(data), "list", "--language", "en"]) == 0
    assert "0 lines, luck is being gathered" in capsys.readouterr().out
    assert run(["migrate", str(data), "--language", "en"]) == 0
    store = SqliteStore(data, lambda call: call())
    assert store.unplayed(0, 2**40) == [made["table"]]  # it expires as any other
    store.close()


# What comes after


def test_the_next_table_gathers_luck_of_its_own(host: Host) -> None:
    _, (ada, grace) = finished(host, "Ada", "Grace")
    again = ada.ask("rematch")
    key = grace.hear("rematch")["token"]
    people = [Prover(host.address, again["table"], token) for token in (again["token"], key)]
    assert people[0].luck["state"] == "commit"
    assert people[0].luck["promise"] != ada.luck["promise"]
    assert grace.ask("rematch").get("token") is None  # someone has come to that seat
    add_luck(people)
    leave([ada, grace, *people])


def test_a_key_to_the_next_table_is_claimed_before_and_after_its_deal(host: Host) -> None:
    made, (ada, grace) = finished(host, "Ada", "Grace")
    grace.close()
    again = ada.ask("rematch")
    late = Prover(host.address, made["table"], made["seats"][1]["token"])
    key = late.ask("rematch")["token"]
    first = Prover(host.address, again["table"], again["token"])
    assert late.ask("rematch")["token"] != key
    be_patient(host, again["table"])
    first.ask("seat", seat=1, bot="random")
    first.sync()
    add_luck([first])
    assert late.ask("rematch")["token"]  # nobody has come yet
    with Person(host.address, again["table"], key):
        assert "token" not in late.ask("rematch")
    leave([ada, late, first])


def test_after_a_take_back_the_luck_is_fresh_and_the_record_verifies(host: Host) -> None:
    made = set_up_proof(host.address, "Ada")
    (ada,) = come(host.address, made)
    add_luck([ada])
    rng, move, told = random.Random(4), "", ada.state
    while not laid_out(told):
        move = rng.choice(ada.moves)
        told = ada.move(move)
    ada.send("undo")
    assert ada.hear("table")["luck"]["state"] == "dealt"
    assert laid_out(ada.move(move)) != laid_out(told)
    play_on([ada], rng)
    record = Record.loads(record_of(host, made))
    assert record.freshened == 1
    assert record.verify(ada.luck["promise"]).waiting == []
    leave([ada])


def test_a_table_from_such_a_record_is_nobodys_proof(host: Host) -> None:
    """Those who sit there have not made its luck, and whoever brought it knows it."""
    made, people = finished(host, "Ada", "Grace")
    text = record_of(host, made)
    for position in (0, 2):
        body = {"record": text, "position": position, "seats": [{"kind": "person"}] * 2}
        again = post(host.address, "/api/tables/from-record", body).json()
        with Person(host.address, again["table"], again["seats"][0]["token"]) as ada:
            assert ada.state["source"] == {"position": position}
            assert "luck" not in ada.state
    leave(people)


def test_a_promise_is_kept_when_the_table_is_put_away(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "Grace")
    ada, grace = come(host.address, made)
    ada.commit()
    promise, share = ada.luck["promise"], ada.share
    leave([ada, grace])
    put_away(host, made)
    with Prover(host.address, made["table"], made["seats"][0]["token"], share) as again:
        assert again.luck["promise"] == promise
        assert again.luck["commitments"] == {"0": again.commitment}
        assert again.commit()["type"] == "done"  # it is the same
        assert again.sync()["luck"]["waiting"] == [1]


def test_what_is_promised_is_bound_to_the_table(host: Host) -> None:
    made = set_up_proof(host.address, "Ada", "bot")
    (ada,) = come(host.address, made)
    room = host.hall.rooms[made["table"]]
    assert isinstance(room, Gathering)
    assert promise_of(room.record.terms(), 1, room.drawing.secret) == ada.luck["promise"]
    leave([ada])


def test_secrets_are_words_and_never_alike() -> None:
    drawn = {new_secret() for _ in range(20)}
    assert len(drawn) == 20
    assert all(is_word(secret) for secret in drawn)
