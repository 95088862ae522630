"""Playing over the socket: answers, duplicates, stale moves, coming back, and the end."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

import duskhall
from duskhall.engine.box import Box
from duskhall.engine.events import NOWHERE, Event
from duskhall.engine.state import follow
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, play_on, set_up, sit_down

BOX = duskhall.game("dark-dealings").box(2)


def followed(view: Message, events: list[Message], box: Box) -> Message:
    """The places and numbers of a view after these events, by the engine's own `follow`."""
    place = {name: number for number, name in box.place_names}
    number = {name: index for index, name in box.number_names}
    for event in events:
        follow(
            view,
            Event(
                event["kind"],
                event["rule"],
                event.get("seat", -1),
                tuple(event.get("cards", ())),
                place[event["from"]] if "from" in event else NOWHERE,
                place[event["to"]] if "to" in event else NOWHERE,
                number[event["number"]] if "number" in event else NOWHERE,
                event.get("value", 0),
                0,
                event.get("under", False),
            ),
            box,
        )
    return {"places": view["places"], "numbers": view["numbers"]}


def shown(view: Message) -> Message:
    return {"places": view["places"], "numbers": view["numbers"]}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_people_play_a_whole_game(host: Host, seed: int) -> None:
    made = set_up(host.address, "Ada", "Grace")
    ada, grace = people = sit_down(host.address, made, views=True)
    with ada, grace:
        before = ada.view
        play_on(people, random.Random(seed))
        for message in [m for m in ada.seen if m["type"] == "moved"]:
            assert followed(before, message["events"], BOX) == shown(message["view"])
            before = message["view"]
        assert ada.over == grace.over
        assert ada.over["commitment"] == made["commitment"]
        assert hashlib.sha256(ada.over["header"].encode()).hexdigest() == made["commitment"]
        assert sorted(ada.over["ranks"])[0] == 1
        assert ada.move("pick 1 2")["error"] == "illegal-move"


def test_positions_come_without_a_gap(host: Host) -> None:
    people = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    play_on(people, random.Random(4), 20)
    for person in people:
        positions = [m["position"] for m in person.seen if m["type"] == "moved"]
        assert positions == list(range(1, 21))
        person.close()


def test_two_answers_to_the_same_question_are_both_in_time(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    assert ada.move(ada.moves[0])["position"] == 1
    # Grace has not read of it, and answers the position that she saw.
    assert grace.position == 0
    assert grace.move(grace.moves[0])["position"] == 2
    for person in people:
        person.close()


def test_who_is_asked_stays_asked_until_all_have_answered(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    assert ada.state["asked"] == [0, 1]
    sealed = ada.move(ada.moves[0])
    assert (sealed["waiting"], sealed["asked"]) == ([1], [0, 1])
    whole = grace.ask("sync", position=0, branch=0)
    assert (whole["waiting"], whole["asked"]) == ([1], [0, 1])
    for person in people:
        person.close()


def test_a_duplicate_is_answered_and_changes_nothing(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    move = ada.moves[0]
    assert ada.move(move, 0)["type"] == "moved"
    assert ada.move(move, 0)["type"] == "done"
    assert grace.move(grace.moves[0], 0)["type"] == "moved"
    assert ada.move(move, 0)["type"] == "done"
    assert ada.move("  " + move.replace(" ", "  "), 0)["type"] == "done"
    ada.catch_up(2)
    assert ada.position == 2
    for person in people:
        person.close()


def test_a_duplicate_sent_at_once_is_made_once(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
    with ada:
        first = ada.send("move", move=ada.moves[0], position=0)
        second = ada.send("move", move=ada.moves[0], position=0)
        answers = {m["id"]: m["type"] for m in [ada.hear("moved"), ada.hear("done")]}
        assert answers == {first: "moved", second: "done"}


def test_a_stale_move_is_refused_and_what_was_missed_follows(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    made, other = ada.moves[:2]  # the same again would be a duplicate
    ada.move(made)
    grace.move(grace.moves[0])
    stale = ada.move(other, 0)
    assert (stale["error"], stale["id"]) == ("stale", ada.ids)
    missed = ada.hear("table")
    assert (missed["since"], missed["position"], len(missed["log"])) == (0, 2, 2)
    assert "id" not in missed
    assert ada.move(ada.moves[0], 99)["error"] == "stale"
    for person in people:
        person.close()


def test_a_forbidden_move_names_its_rule_in_the_language_of_the_client(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    token = made["seats"][0]["token"]
    for language, word in (("en", "Pick exactly two heroes"), ("ja", "英雄")):
        with Person(host.address, made["table"], token, language=language) as ada:
            error = ada.move("pick 1")
            assert (error["error"], error["rule"]) == ("illegal-move", "DD-10")
            assert word in error["sentence"]


def test_why_says_what_forbids_a_move(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "open"))
    with ada:
        why = ada.ask("why", move="pick 1")
        assert (why["legal"], why["rule"]) == (False, "DD-10")
        assert ada.ask("why", move=ada.moves[0])["legal"] is True
        assert "英雄" in ada.ask("why", move="pick 1", language="ja")["sentence"]
        for odd in (
            "",
            "pick",
            "pick x",
            "pick -5 99999",
            "12",
            "strike 999999999",
            "pick " + "9" * 150,
        ):
            assert ada.ask("why", move=odd)["legal"] is False
        ada.move(ada.moves[0])
        assert ada.ask("why", move="pick 1 2")["sentence"].startswith("You have already answered")


def test_someone_who_comes_back_is_told_only_what_they_missed(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = ada, grace = sit_down(host.address, made)
    play_on(people, random.Random(5), 12)
    whole = [m["events"] for m in ada.seen if m["type"] == "moved"]
    ada.close()
    token = made["seats"][0]["token"]
    with Person(host.address, made["table"], token, position=7) as again:
        assert again.state["since"] == 7
        assert again.state["log"] == whole[7:]
        assert again.view == ada.view
    with Person(host.address, made["table"], token) as again:
        assert again.state["since"] == -1
        assert again.state["log"][1:] == whole
        assert [event["kind"] for event in again.state["log"][0]] == ["first", "deal", "deal"]
        synced = again.ask("sync", position=10, branch=0)
        assert (synced["since"], synced["log"]) == (10, whole[10:])
    grace.close()


def test_a_game_goes_on_after_the_server_was_restarted(tmp_path: Path) -> None:
    data, rng = tmp_path / "tables.sqlite", random.Random(6)
    with hosting(data) as first:
        made = set_up(first.address, "Ada", "Grace")
        people = sit_down(first.address, made)
        play_on(people, rng, 15)
        people[0].ask("chat", text="Until tomorrow.")
        views = [person.view for person in people]
    with hosting(data) as second:
        people = sit_down(second.address, made)
        assert [person.view for person in people] == views
        assert [line["text"] for line in people[0].state["chat"]] == ["Until tomorrow."]
        assert people[0].state["commitment"] == made["commitment"]
        play_on(people, rng)
        assert people[0].over["commitment"] == made["commitment"]
        for person in people:
            person.close()


def test_idle_tables_are_put_away_and_found_again(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", idle_time=0.0) as host:
        made = set_up(host.address, "Ada", "open")
        (ada,) = sit_down(host.address, made)
        ada.move(ada.moves[0])
        host.call(host.hall.sweep)
        assert made["table"] in host.hall.rooms
        ada.close()
        while host.call(lambda: bool(host.hall.rooms[made["table"]].audience.onlookers)):
            pass
        host.call(host.hall.sweep)
        assert made["table"] not in host.hall.rooms
        (ada,) = sit_down(host.address, made)
        assert ada.position == 1
        ada.close()


def test_spectators_see_what_is_open_and_may_not_move(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = sit_down(host.address, made)
    with Person(host.address, made["table"], made["spectator"]) as onlooker:
        assert onlooker.state["eyes"] == "spectator"
        assert onlooker.moves == []
        assert onlooker.view["places"]["hand.0"] == 9
        play_on(people, random.Random(7), 4)
        onlooker.catch_up(4)
        wishes: dict[str, dict[str, object]] = {
            "move": {"move": "pick 1 2", "position": 0},
            "why": {"move": "pick 1 2"},
            "undo": {},
            "seat": {"bot": "greedy"},
            "name": {"name": "X"},
            "rematch": {},
        }
        for kind, fields in wishes.items():
            assert onlooker.ask(kind, **fields)["error"] == "not-your-seat", kind
    for person in people:
        person.close()


def test_a_public_table_can_be_watched_without_a_link(host: Host) -> None:
    made = set_up(host.address, "Ada", "open", public=True)
    with Person(host.address, made["table"]) as onlooker:
        assert onlooker.state["eyes"] == "spectator"


def test_two_devices_may_sit_at_one_seat(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    (laptop,) = sit_down(host.address, made)
    (phone,) = sit_down(host.address, made)
    answer = laptop.move(laptop.moves[0])
    seen = phone.hear("moved")
    assert "id" not in seen
    assert {**seen, "id": answer["id"]} == answer
    laptop.close()
    phone.close()
