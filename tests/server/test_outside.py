"""What comes from outside a table: its clock, words that were said, and silence."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskhall.server.rooms.room import Room
from tests.engine.toy import interpreted_only
from tests.server.hosting import Host
from tests.server.playing import Person, get, sit_down
from tests.server.toys.keeping import (
    all_at,
    answer,
    heard,
    keep_vigil,
    keeping_vigil,
    seed_for,
    set_up_vigil,
    sitting,
)

pytestmark = interpreted_only


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with keeping_vigil(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


def run_down(host: Host, table: str) -> None:
    """Let all the time pass that is left on a table's clock."""

    def pass_time() -> None:
        room = host.hall.rooms[table]
        assert isinstance(room, Room)
        clock = room.clock
        assert clock.kept is not None
        clock.kept.left = 0.0
        clock.beat()

    host.call(pass_time)


# The clock


def test_a_clock_that_runs_out_is_a_move_of_nobody(host: Host) -> None:
    _, (ada, bea) = keep_vigil(host, 2, seconds=1)
    with sitting(ada, bea):
        clock = ada.state["clock"]
        assert (clock["number"], clock["running"]) == (0, True)
        assert 0 < clock["left"] <= 1
        ada.catch_up(1)
        told = ada.seen[-1]
        assert (told["seat"], told["waiting"]) == (-1, [0])
        assert [event["kind"] for event in told["events"]] == ["late"]
        again = ada.hear("clock")["clock"]
        assert (again["number"], again["running"]) == (1, True)


def test_another_number_is_another_run_and_the_same_goes_on(host: Host) -> None:
    _, (ada, bea) = keep_vigil(host, 2, seconds=60)
    with sitting(ada, bea):
        heard(ada)
        answer(ada, "hush")
        assert [message["type"] for message in heard(ada)] == ["moved"]
        answer(ada, "end")
        told = heard(ada)
        assert [message["type"] for message in told] == ["moved", "clock"]
        assert told[1]["clock"]["number"] == 100
        assert 59 < told[1]["clock"]["left"] <= 60


def test_a_clock_waits_for_somebody_to_sit_there(host: Host) -> None:
    made = set_up_vigil(host, "person", "person", seconds=1)
    with Person(host.address, made["table"], made["spectator"]) as bench:
        time.sleep(1.2)
        assert bench.ask("sync")["clock"] == {"number": 0, "left": 1.0, "running": False}
        ada = Person(host.address, made["table"], made["seats"][0]["token"])
        assert bench.hear("clock")["clock"]["running"]
        ada.close()
        # It stops, unless it has run out before she was gone.
        while bench.hear("clock")["clock"]["running"]:
            pass


def test_what_is_left_is_kept_when_all_have_gone(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with keeping_vigil(data) as host:
        made, (ada, bea) = keep_vigil(host, 2, seconds=60)
        answer(ada, "end")
        time.sleep(0.3)
        ada.close()
        bea.close()
    with keeping_vigil(data) as host:
        with Person(host.address, made["table"], made["spectator"]) as bench:
            clock = bench.state["clock"]
            assert (clock["number"], clock["running"]) == (100, False)
            assert clock["left"] <= 59.7
        (bea,) = sit_down(host.address, {**made, "seats": made["seats"][1:]})
        with sitting(bea):
            assert bea.state["clock"]["running"]


def test_a_clock_survives_a_server_that_dies(tmp_path: Path) -> None:
    data, found = tmp_path / "tables.sqlite", tmp_path / "found"
    with keeping_vigil(data) as host:
        made, (ada, bea) = keep_vigil(host, 2, seconds=60)
        with sitting(ada, bea):
            answer(ada, "end")
            found.mkdir()  # as a dying server leaves it
            for file in tmp_path.glob("tables.sqlite*"):
                shutil.copy(file, found)
            with keeping_vigil(found / data.name) as other:
                (again,) = sit_down(other.address, {**made, "seats": made["seats"][1:]})
                with sitting(again):
                    assert again.state["clock"]["number"] == 100
                    assert again.state["clock"]["running"]


def test_a_clock_is_set_again_when_its_end_is_taken_back(host: Host) -> None:
    made, (ada, bea) = keep_vigil(host, 2, seconds=60)
    with sitting(ada, bea):
        answer(ada, "hush")
        run_down(host, made["table"])
        ada.catch_up(2)
        ada.ask("undo")
        bea.hear("undoing")
        bea.ask("undo", agree=True)
        back = ada.hear("table")
        while back["branch"] == 0:
            back = ada.hear("table")
        assert back["clock"]["number"] == 0
        assert back["clock"]["left"] > 59
        run_down(host, made["table"])
        ada.catch_up(back["position"] + 1)
        assert ada.seen[-1]["seat"] == -1


@pytest.mark.parametrize("question", ["poll", "attack 1"])
def test_a_clock_that_runs_out_waits_for_the_reveal(host: Host, question: str) -> None:
    made, people = keep_vigil(host, 3, seconds=60)
    ada = people[0]
    with sitting(*people):
        answer(ada, question)
        first, *others = ada.waiting
        all_at(1, *people)
        answer(people[first], people[first].moves[0])
        run_down(host, made["table"])
        assert ada.ask("sync")["clock"]["left"] == 0
        for seat in others:
            answer(people[seat], people[seat].moves[0])
        ada.catch_up(2 + len(others) + 1)
        assert ada.seen[-1]["seat"] == -1


def test_an_untouched_quiet_window_holds_the_clock_too(host: Host) -> None:
    made, people = keep_vigil(host, 3, seconds=60)
    ada, bea, cyd = people
    with sitting(*people):
        answer(ada, "attack 1")
        run_down(host, made["table"])
        assert ada.ask("sync")["position"] == 1
        all_at(1, bea, cyd)
        answer(bea, "pass")
        answer(cyd, "pass")
        ada.catch_up(4)
        assert ada.seen[-1]["seat"] == -1


# Words


def test_a_word_has_its_consequence_and_only_that_is_in_the_record(host: Host) -> None:
    made, (ada, bea) = keep_vigil(host, 2)
    with sitting(ada, bea):
        assert bea.ask("chat", text="Boo to you")["line"]["text"] == "Boo to you"
        ada.catch_up(1)
        told = ada.seen[-1]
        assert (told["seat"], told["events"][0]["kind"], told["events"][0]["seat"]) == (
            -1,
            "boo",
            1,
        )
        assert ada.undo == ""
        record = host.call(lambda: host.hall.rooms[made["table"]].record.dumps())
        assert '"-1 boo 1"' in record
        assert "to you" not in record
        bea.ask("chat", text="Well met")
        assert ada.ask("sync")["position"] == 1


def test_words_of_the_bench_are_only_words(host: Host) -> None:
    made, (ada, bea) = keep_vigil(host, 2)
    with sitting(ada, bea), Person(host.address, made["table"], made["spectator"]) as bench:
        bench.ask("chat", text="boo")
        assert ada.ask("sync")["position"] == 0


@pytest.mark.parametrize("question", ["poll", "attack 1"])
def test_a_word_waits_for_the_reveal_and_is_not_forgotten(tmp_path: Path, question: str) -> None:
    data = tmp_path / "tables.sqlite"
    with keeping_vigil(data) as host:
        made, people = keep_vigil(host, 3)
        answer(people[0], question)
        first, *others = people[0].waiting
        all_at(1, *people)
        answer(people[first], people[first].moves[0])
        people[0].ask("chat", text="boo")
        people[0].ask("chat", text="boo!")
        assert not [told for told in heard(people[0]) if told.get("seat") == -1]
        for person in people:
            person.close()
    with keeping_vigil(data) as host:
        people = sit_down(host.address, made)
        with sitting(*people):
            for seat in others:
                answer(people[seat], people[seat].moves[0])
            people[0].catch_up(2 + len(others) + 2)
            assert people[0].view["numbers"]["boos"] == 2


def test_what_has_waited_comes_also_after_the_answer_of_a_bot(host: Host) -> None:
    _, people = keep_vigil(host, 3, seed_for(3, 2))
    ada, bea, cyd = people
    with sitting(*people):
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        answer(cyd, "pass")
        ada.ask("chat", text="boo")
        bea.ask("seat", bot="random")  # who has nothing to choose, and passes
        ada.catch_up(4)
        assert ada.seen[-1]["events"][0]["kind"] == "boo"


# Silence


def test_who_is_hushed_may_not_talk_point_or_propose(host: Host) -> None:
    made, (ada, bea) = keep_vigil(host, 2)
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(ada, bea, bench):
        bea.ask("chat", text="Before")
        assert answer(ada, "hush")["hushed"] == [1]
        all_at(1, bea, bench)
        for kind, fields in (
            ("chat", {"text": "psst"}),
            ("point", {"at": "c1"}),
            ("propose", {"move": "end", "position": 1}),
        ):
            refused = bea.ask(kind, **fields)
            assert (refused["type"], refused["error"], refused["rule"]) == (
                "error",
                "hushed",
                "VG-2",
            )
            assert refused["sentence"] == "Player 1 has asked for silence."
        # Nor does anybody speak for them from the bench.
        assert bench.ask("chat", text="psst")["error"] == "hushed"
        assert ada.ask("chat", text="Thank you")["type"] == "chat"
        assert bench.ask("sync")["hushed"] == [1]
        assert "hushed" not in answer(ada, "end")
        assert bea.ask("chat", text="After")["type"] == "chat"


def test_a_running_game_is_told_with_its_outside_answers(host: Host) -> None:
    made, (ada, bea) = keep_vigil(host, 2)
    with sitting(ada, bea):
        bea.ask("chat", text="boo")
        ada.catch_up(1)
        path = f"/api/tables/{made['table']}/frames"
        frames = get(host.address, path, made["seats"][0]["token"]).json()["frames"]
        assert [frame.get("seat") for frame in frames] == [None, -1]
        assert "move" not in frames[1]
