"""Quiet windows at a table, and the passes that stand for those who are not to be waited for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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


def test_nobody_is_told_who_has_answered_until_all_have(host: Host) -> None:
    made, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
    with sitting(ada, bea, cyd):
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        for person in (ada, bea, cyd):
            heard(person)
        told = answer(cyd, "pass")
        assert (told["position"], told["seat"], told["waiting"]) == (2, 2, [1, 2])
        assert (told["moves"], told["sealed"], told["undo"]) == ([], {"2": "pass"}, "alone")
        assert heard(ada) == heard(bea) == []
        about = get(host.address, f"/api/tables/{made['table']}", made["spectator"]).json()
        assert (about["position"], about["waiting"]) == (1, [1, 2])
        answer(bea, "pass")
        assert [(m["position"], m["seat"]) for m in heard(ada)] == [(2, None), (3, None)]
        assert [(m["position"], m["seat"]) for m in heard(cyd)] == [(2, 2), (3, None)]
        assert [(m["position"], m["seat"]) for m in heard(bea)] == [(2, 1), (3, None)]
        assert ada.view["numbers"] == cyd.view["numbers"]
        assert ada.view["numbers"]["coins.1"] == 4


def test_a_guard_is_shown_when_all_have_answered_and_the_window_opens_again(host: Host) -> None:
    _, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
    with sitting(ada, bea, cyd):
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        answer(cyd, cyd.moves[1])
        answer(bea, "pass")
        ada.catch_up(3)
        assert [event["kind"] for event in ada.seen[-1]["events"]] == ["guard"]
        # Cyd has no card left: of Bea alone, all know when she answers.
        assert ada.waiting == [1]
        bea.catch_up(3)
        assert answer(bea, "pass")["seat"] == 1


def test_frames_of_a_running_game_tell_no_more(host: Host) -> None:
    made, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
    path = f"/api/tables/{made['table']}/frames"

    def seats(seat: int) -> list[tuple[int, object, object]]:
        token = made["seats"][seat]["token"]
        frames = get(host.address, path, token).json()["frames"]
        assert [frame["position"] for frame in frames] == list(range(len(frames)))
        return [(f["position"], f.get("seat"), f.get("move")) for f in frames[1:]]

    with sitting(ada, bea, cyd):
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        answer(cyd, "pass")
        assert seats(0) == [(1, 0, "attack 1")]
        assert seats(1) == [(1, 0, None)]
        assert seats(2) == [(1, 0, None), (2, 2, "pass")]
        answer(bea, "pass")
        assert seats(0) == [(1, 0, "attack 1"), (2, None, None), (3, None, None)]
        assert seats(1) == [(1, 0, None), (2, 1, "pass"), (3, None, None)]
        assert seats(2) == [(1, 0, None), (2, 2, "pass"), (3, None, None)]


def test_a_quiet_answer_is_taken_back_quietly_and_so_it_stays_after_a_restart(
    tmp_path: Path,
) -> None:
    data = tmp_path / "tables.sqlite"
    with keeping_vigil(data) as host:
        made, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        answer(bea, "pass")
        heard(ada), heard(cyd)
        bea.ask("undo")
        assert (bea.position, bea.branch, bea.moves) == (1, 0, ["pass"])
        answer(bea, "pass")
        assert heard(ada) == heard(cyd) == []
        for person in (ada, bea, cyd):
            person.close()
    with keeping_vigil(data) as host:
        ada, bea, cyd = sit_down(host.address, made)
        with sitting(ada, bea, cyd):
            assert [person.position for person in (ada, bea, cyd)] == [1, 2, 1]
            assert ada.state["takebacks"] == []
            assert ada.branch == 0
            answer(cyd, "pass")
            ada.catch_up(3)


def test_taking_back_behind_a_window_takes_all_of_its_answers(host: Host) -> None:
    _, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
    with sitting(ada, bea, cyd):
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        answer(cyd, "pass")
        answer(bea, "pass")
        bea.ask("undo")
        assert cyd.hear("undoing")["undoing"]["position"] == 1
        cyd.ask("undo", agree=True)
        ada.ask("undo", agree=True)
        back = cyd.hear("table")
        assert back["takebacks"][-1]["position"] == 1
        assert (back["position"], back["waiting"], back["moves"][:1]) == (1, [1, 2], ["pass"])


# Standing passes


def test_a_standing_pass_answers_at_once_and_only_its_seat_is_told(host: Host) -> None:
    _, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
    with sitting(ada, bea, cyd):
        told = cyd.ask("standing", passes=["Attacked"])
        assert (told["type"], told["passes"]) == ("standing", ["Attacked"])
        answer(ada, "attack 1")
        cyd.catch_up(2)
        assert (cyd.seen[-1]["seat"], cyd.seen[-1]["sealed"]) == (2, {"2": "pass"})
        assert [message["position"] for message in heard(ada) if "position" in message] == [0, 1]
        bea.catch_up(1)
        assert bea.seen[-1]["occasion"] == "Attacked.self"
        answer(bea, "pass")
        ada.catch_up(3)
        # Who is attacked is asked another question.
        answer(ada, "attack 2")
        cyd.catch_up(4)
        assert cyd.moves[0] == "pass"
        assert len(cyd.moves) == 2
        assert "standing" not in str(heard(ada)) + str(heard(bea))


def test_standing_passes_are_kept_and_apply_to_the_open_question_too(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with keeping_vigil(data) as host:
        made, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
        bea.ask("standing", passes=["Attacked.self", "Attacked"])
        for person in (ada, bea, cyd):
            person.close()
    with keeping_vigil(data) as host:
        ada, bea, cyd = sit_down(host.address, made)
        with sitting(ada, bea, cyd):
            assert bea.state["standing"] == ["Attacked", "Attacked.self"]
            assert "standing" not in ada.state
            answer(ada, "attack 1")
            cyd.catch_up(1)
            cyd.ask("standing", passes=["Attacked"])
            ada.catch_up(3)
            assert ada.view["asks"] == "Act(0)"
            cyd.ask("standing", passes=[])
            assert "standing" not in cyd.ask("sync")


def test_a_bot_without_a_choice_passes_without_a_worker(host: Host) -> None:
    made = set_up_vigil(host, "person", "person", "bot:random", seed=seed_for(3, 1))
    ada, bea = sit_down(host.address, made)
    with sitting(ada, bea):
        answer(ada, "attack 1")
        bea.catch_up(1)
        answer(bea, "pass")
        ada.catch_up(3)
        assert all(worker.pool is None for worker in host.hall.thinker.workers)


def test_a_spectator_sees_all_who_are_asked(host: Host) -> None:
    made, (ada, bea, cyd) = keep_vigil(host, 3, seed_for(3, 2))
    with sitting(ada, bea, cyd):
        answer(ada, "attack 1")
        all_at(1, bea, cyd)
        answer(bea, "pass")
        with Person(host.address, made["table"], made["spectator"]) as bench:
            assert (bench.position, bench.waiting) == (1, [1, 2])
            assert len(bench.state["log"]) == 2
