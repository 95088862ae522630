"""The Faceless' expansions at a real server: the Hourglass, silence, the Fog, and bad input."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from duskhall.engine.edition import Edition
from duskhall.engine.events import OUTSIDE
from duskhall.engine.records import Record
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.state import Dusk
from duskhall.server.rooms.room import Room
from tests.games.the_faceless.laid import laid
from tests.games.the_faceless.words import FULL_HAND, LAID_OUT, begun, dusk
from tests.server.beginning import begin_at
from tests.server.following import views_of
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get, post, set_up, sit_down
from tests.server.toys.keeping import all_at, answer, sitting

NAME = GAME.name
CALM = "Yellow 1, Green 1, Blue 1, Purple 1, Purple 2, Green 3"


def place_figures(*people: Person) -> None:
    """Team and Billygoat begin where they are proposed to."""
    for _ in range(2):
        first = people[people[0].waiting[0]]
        answer(first, first.moves[0])
        all_at(first.position, *people)


def play_at_random(people: list[Person], lots: random.Random, until: Callable[[], bool]) -> None:
    for _ in range(400):
        if people[0].over or until():
            return
        person = people[people[0].waiting[0]]
        told = answer(person, lots.choice(person.moves))
        all_at(told["position"], *people)


def room_of(host: Host, made: Message) -> Room:
    room = host.hall.rooms[made["table"]]
    assert isinstance(room, Room)
    return room


def run_out(host: Host, made: Message) -> None:
    """Let all the time pass that is left of the sand."""

    def pass_time() -> None:
        clock = room_of(host, made).clock
        assert clock.kept is not None
        clock.kept.left = 0.0
        clock.beat()

    host.call(pass_time)


# The Hourglass


def test_the_sand_runs_by_the_servers_clock_and_nobody_sends_it(tmp_path: Path) -> None:
    """TF-140 TF-141 TF-142 TF-143: while somebody sits there; and over a restart."""
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made = set_up(host.address, "Ada", "Grace", game=NAME, sand=60, kids=False)
        ada, grace = people = sit_down(host.address, made)
        with sitting(*people):
            assert "clock" not in ada.state
            place_figures(*people)
            clock = ada.ask("sync")["clock"]
            assert (clock["number"], clock["running"]) == (0, True)
            assert 0 < clock["left"] <= 60
            asked = people[ada.waiting[0]]
            for person in people:
                refused = person.move("sand")
                assert (refused["error"], refused["rule"]) == ("illegal-move", "TF-142")
                assert refused["sentence"].startswith("The Hourglass runs by a clock of its own")
            assert asked.ask("clock", number=1, left=0)["error"] == "malformed"
            at, shown = asked.position, displayed(asked)
            run_out(host, made)
            all_at(at + 1, *people)
            told = next(told for told in grace.seen[::-1] if told["type"] == "moved")
            assert told["seat"] == OUTSIDE
            assert told["waiting"] == [int(asked.state["eyes"])]
            assert displayed(asked) == shown + 2
            again = asked.ask("sync")["clock"]
            assert (again["number"], again["running"]) == (1, True)
            assert again["left"] > 50
        with Person(host.address, made["table"], made["spectator"]) as bench:
            while (stopped := bench.ask("sync")["clock"])["running"]:
                pass
    with hosting(data) as host:
        with Person(host.address, made["table"], made["spectator"]) as bench:
            assert bench.state["clock"] == stopped
        (ada,) = sit_down(host.address, {**made, "seats": made["seats"][:1]})
        with sitting(ada):
            clock = ada.state["clock"]
            assert (clock["number"], clock["running"]) == (1, True)
            assert clock["left"] <= stopped["left"]
            room_of(host, made).record.chained().verify()


def displayed(person: Person) -> int:
    places = person.view["places"]
    return sum(len(places[colour]) for colour in ("yellow", "green", "blue", "red", "purple"))


# Silence


def sit_at(host: Host, s: Dusk, seed: int = 1) -> tuple[Message, list[Person]]:
    made = begin_at(host, NAME, s, [], seed)
    return made, sit_down(host.address, made)


def unspeakable(**words: str) -> Dusk:
    hands = f"{FULL_HAND} / Yellow 1, Yellow 2, Yellow 3"
    common = {"avatar": "unspeakable", "obstacles": LAID_OUT, "goat": "-3,3 180", **words}
    return dusk(hands, common, prepare=laid(avatar="Unspeakable"))


def test_after_a_red_threat_nobody_talks_points_or_proposes(host: Host) -> None:
    """TF-102 TF-107: whoever floods the table, until the next threat phase; and nothing is lost."""
    made, (ada, grace) = sit_at(host, unspeakable(top="Red 1", display=CALM, deck="Blue 2, Blue 3"))
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(ada, grace, bench):
        assert ada.ask("chat", text="Before")["type"] == "chat"
        answer(ada, "rest")
        all_at(1, grace, bench)
        assert grace.waiting == [1]
        assert grace.ask("sync")["hushed"] == [0, 1]
        talk: list[tuple[str, dict[str, object]]] = [
            ("chat", {"text": "psst"}),
            ("point", {"at": "s45"}),
            ("propose", {"move": "rest", "position": ada.position}),
            ("name", {"name": "Rest now"}),  # a name would say it, too
        ]
        for person in (ada, grace):
            for kind, fields in talk:
                refused = person.ask(kind, **fields)
                assert (refused["error"], refused["rule"]) == ("hushed", "TF-102")
                assert refused["sentence"] == "Nobody may talk until the next threat phase."
        for person in (ada, grace, bench):
            sent = [person.send("chat", text=f"psst {number}") for number in range(100)]
            answers = [person.read() for _ in sent]
            assert {told["error"] for told in answers} == {"hushed"}
        assert [line["text"] for line in bench.ask("sync")["chat"]] == ["Before"]
        assert "hushed" not in answer(grace, "rest")
        assert grace.ask("chat", text="After")["type"] == "chat"
        assert grace.ask("propose", move="rest", position=grace.position)["type"] == "propose"


def silence(hands: str = "Purple 2", **words: str) -> Dusk:
    common = {"scenario": "silence", "kids": "Matt / P.J.", **words}
    return dusk(hands, common, prepare=laid(avatar="Unspeakable"))


def test_the_name_is_heard_in_chat_of_the_player_whose_turn_it_is(host: Host) -> None:
    """TF-175 TF-168: not of others, nor of the bench, nor as a move."""
    s = silence(top="Green 1", deck="Blue 1, Blue 2, Yellow 1, Green 2")
    made, (ada, grace) = sit_at(host, s)
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(ada, grace, bench):
        for person in (grace, bench):
            assert person.ask("chat", text="Billygoat!")["type"] == "chat"
        refused = ada.move("name 0")
        assert (refused["error"], refused["rule"]) == ("illegal-move", "TF-168")
        assert ada.ask("sync")["position"] == 0
        assert ada.ask("chat", text="ビリーゴート…")["line"]["text"] == "ビリーゴート…"
        all_at(1, ada, grace, bench)
        told = grace.seen[-1]
        assert told["seat"] == OUTSIDE
        assert [event["kind"] for event in told["events"]][:2] == ["summon", "reveal"]
        assert displayed(grace) == 1
        record = host.call(lambda: room_of(host, made).record.dumps())
        assert '"-1 name 0"' in record
        assert "ビリーゴート" not in record


def test_a_flood_of_the_name_costs_a_card_a_message_and_then_the_game(host: Host) -> None:
    """TF-168 TF-56: no more than that, and the table stays whole."""
    s = silence(top="Green 1", deck="Blue 1, Yellow 1, Yellow 2, Green 2, Blue 3")
    made, (ada, grace) = sit_at(host, s)
    with sitting(ada, grace):
        for _ in range(40):
            ada.send("chat", text="Billygoat")
        while not ada.over:
            ada.read()
        assert ada.over["reason"] == "deck-empty"
        end = ada.position
        assert 1 < end <= 7
        said = ada.ask("chat", text="Billygoat, again")
        assert said["line"]["number"] == 40
        assert ada.ask("sync")["position"] == end
        host.call(lambda: room_of(host, made).record.chained().verify())


def flood(person: Person, count: int) -> None:
    """Talk and talk, and read until nothing more is told."""
    for number in range(count):
        person.send("chat", text=str(number))
    person.hear("never")


def test_who_floods_a_table_with_talk_is_slowed_down(tmp_path: Path) -> None:
    """TF-168: each message is a card, but no socket sends without bound."""
    with hosting(tmp_path / "tables.sqlite", messages=(5, 0.001)) as host:
        made = set_up(host.address, "Ada", "Grace", game=NAME, scenario="silence")
        (ada, grace) = sit_down(host.address, made)
        with sitting(ada, grace):
            with pytest.raises(ConnectionClosed):
                flood(ada, 100)
            assert 1 <= host.call(lambda: room_of(host, made).talk.lines) <= 5
            assert grace.ask("chat", text="I can still talk")["type"] == "chat"


# The Fog


def test_nobody_is_told_of_the_needle_in_the_fog(host: Host) -> None:
    """TF-150 TF-151 TF-153: neither as it happens, nor to who comes later, nor in what is told again."""
    made, people = sit_at(host, begun(2, 1, fog=True, nightworld=True))
    bench = Person(host.address, made["table"], made["spectator"])
    whole = Person(host.address, made["table"], made["seats"][0]["token"], views=True)
    seen = {False: 0, True: 0}

    def check() -> bool:
        at = people[0].position
        all_at(at, bench, whole)
        for person in (*people, bench, whole):
            view = person.view
            is_foggy = bool(view["numbers"]["fog"])
            seen[is_foggy] += 1
            assert is_foggy != ("needle" in view["outlook"]) or view["numbers"]["goat"] < 0
        if people[0].view["numbers"]["fog"]:
            with Person(host.address, made["table"], made["spectator"]) as late:
                assert '"needle"' not in json.dumps(late.state)
                assert '"needle"' not in json.dumps(people[1].ask("sync"))
            last = [told for told in bench.seen if told["type"] == "moved"][-1:]
            assert not any(told.get("outlook", {}).get("needle") for told in last)
        return min(seen.values()) > 30

    with sitting(*people, bench, whole):
        play_at_random(people, random.Random(5), check)
        assert min(seen.values()) > 10
        path = f"/api/tables/{made['table']}/frames"
        told = get(host.address, path, made["seats"][0]["token"]).json()
        for view in views_of(told)[:-1]:
            if view["numbers"]["fog"]:
                assert "needle" not in view["outlook"]


# Bad input


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"scenario": "silence", "eyes": True}, "TF-170"),
        ({"scenario": "rabbit-hole", "servants": "carriers"}, "TF-170"),
        ({"avatar": "demon", "second_avatar": "demon"}, "TF-98"),
    ],
    ids=str,
)
def test_a_mix_that_the_rules_forbid_is_refused_with_its_rule(
    host: Host, options: dict[str, object], rule: str
) -> None:
    """TF-98 TF-170"""
    seats = [{"kind": "person", "name": name} for name in ("Ada", "Grace")]
    before = len(host.hall.rooms)
    told = post(host.address, "/api/tables", {"game": NAME, "options": options, "seats": seats})
    assert told.status_code == 400
    assert told.json()["rule"] == rule
    assert told.json()["sentence"].endswith(".")
    assert len(host.hall.rooms) == before


def test_a_kid_that_is_not_in_the_scenario_is_refused(host: Host) -> None:
    """TF-166 TF-178"""
    bugs = "collecting-bugs"
    made = set_up(host.address, "Ada", "Grace", game=NAME, scenario=bugs, cast="chosen")
    people = sit_down(host.address, made)
    with sitting(*people):
        asked = people[people[0].waiting[0]]
        names = GAME.box(2, {"scenario": bugs}).card_names
        for name in ("Matt", "Dylan"):  # one of another scenario, and the third of this one
            refused = asked.move(f"be {names.index(name)}")
            assert (refused["error"], refused["rule"]) == ("illegal-move", "TF-166")
        assert answer(asked, f"be {names.index('Casper')}")


def test_an_edition_in_which_the_den_fits_nowhere_is_refused_with_its_rule(host: Host) -> None:
    """TF-95: nothing of it is kept."""
    wide = [[q, r] for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    text = GAME.edition("designed").text
    own = Edition("mine", f"{text}\n[den]\ncells = {wide}\nturned = {wide}\n", built_in=False)
    record = json.loads(Record(GAME, 2, GAME.box(2, {}).options, own, 1).dumps())
    record["options"]["den"] = True
    before = len(host.hall.rooms)
    seats = [{"kind": "person", "name": name} for name in ("Ada", "Grace")]
    body = {"record": json.dumps(record), "position": 0, "seats": seats}
    told = post(host.address, "/api/tables/from-record", body)
    assert told.status_code == 400
    assert "no room" in told.json()["sentence"]
    assert "TF-95" in told.json()["sentence"]
    assert len(host.hall.rooms) == before
