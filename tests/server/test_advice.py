"""Pointing at something and proposing an answer: seen by all, and kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import duskhall
from tests.server.hosting import Host
from tests.server.luck import drawing
from tests.server.playing import Message, Person, post, set_up, sit_down


@pytest.fixture
def made(host: Host) -> Message:
    """A table of The Faceless, where all is open."""
    seats = [{"kind": "person", "name": name} for name in ("Ada", "Grace")]
    record = duskhall.new_table(duskhall.game("the-faceless"), 2, seed=1).record
    body = {"record": record.dumps(), "position": 0, "seats": seats, "public": True}
    with drawing(record.seed):
        table: Message = post(host.address, "/api/tables/from-record", body).json()
    return table


@pytest.fixture
def table(host: Host, made: Message) -> Iterator[tuple[Person, Person]]:
    """Who is asked first, and the other."""
    people = sit_down(host.address, made)
    first = people[0].waiting[0]
    yield people[first], people[1 - first]
    for person in people:
        person.close()


def seat_of(person: Person) -> int:
    return int(person.state["eyes"])


def test_everyone_sees_what_a_seat_points_at(table: tuple[Person, Person]) -> None:
    ada, grace = table
    answer = ada.ask("point", at="s45\n\u202e")
    assert (answer["type"], answer["seat"], answer["at"]) == ("point", seat_of(ada), "s45")
    told = grace.hear("point")
    assert told == {"type": "point", "seat": seat_of(ada), "at": "s45"}
    assert ada.ask("point", at=" \n ")["error"] == "malformed"
    again = grace.ask("sync", position=-1)
    assert "s45" not in str(again["log"]) + str(again["chat"])


def test_what_another_may_answer_is_told_where_all_is_open(table: tuple[Person, Person]) -> None:
    ada, grace = table
    assert grace.state["moves"] == []
    assert grace.state["proposable"] == ada.state["moves"] != []
    assert ada.state["proposable"] == []
    moved = ada.move(ada.moves[0])
    assert moved["proposable"] == []
    assert grace.hear("moved")["proposable"] == moved["moves"]


def test_a_proposal_is_checked_told_and_adopted(table: tuple[Person, Person]) -> None:
    ada, grace = table
    move = grace.state["proposable"][1]
    answer = grace.ask("propose", move=move, position=0, branch=0)
    assert answer["type"] == "propose"
    told = ada.hear("propose")
    assert (told["seat"], told["move"]) == (seat_of(grace), move)
    assert (told["position"], told["branch"]) == (0, 0)
    wrong = grace.ask("propose", move="team 0", position=0)
    assert (wrong["error"], wrong["rule"]) == ("illegal-move", "TF-16")
    assert grace.ask("propose", move="te@m", position=0)["error"] == "malformed"
    assert grace.ask("propose", move=move, position=1)["error"] == "stale"
    assert grace.ask("propose", move=move, position=0, branch=3)["error"] == "stale"
    assert ada.move(told["move"])["type"] == "moved"
    assert grace.ask("propose", move=move, position=0)["error"] == "stale"


def test_any_whole_degree_may_be_proposed(table: tuple[Person, Person]) -> None:
    """TF-21: more is legal than is listed."""
    ada, grace = table
    while not ada.view["asks"].startswith("PlaceFigure"):
        ada.catch_up(grace.position)
        grace.catch_up(ada.position)
        asked, other = (ada, grace) if ada.moves else (grace, ada)
        walks = [move for move in asked.moves if move.startswith("walk")]
        asked.move((walks or asked.moves)[0])
        other.catch_up(asked.position)
        if asked.view["asks"].startswith("PlaceFigure"):
            ada, grace = asked, other
    place = ada.moves[0].split()[1]
    answer = grace.ask("propose", move=f"put {place} 101", position=grace.position)
    assert answer["type"] == "propose"
    assert ada.hear("propose")["move"] == f"put {place} 101"


def test_spectators_neither_point_nor_propose(
    host: Host, made: Message, table: tuple[Person, Person]
) -> None:
    ada, _ = table
    with Person(host.address, made["table"]) as onlooker:
        assert onlooker.state["proposable"] == []
        assert onlooker.ask("point", at="s45")["error"] == "not-your-seat"
        assert onlooker.ask("propose", move=ada.moves[0], position=0)["error"] == "not-your-seat"
        ada.ask("point", at="s1")
        assert onlooker.hear("point")["at"] == "s1"


def test_elsewhere_a_proposal_tells_nothing_of_hands(host: Host) -> None:
    """Where hands are secret, a proposal is passed on as it is: a refusal would tell of them."""
    ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    assert "proposable" not in ada.state
    assert grace.ask("propose", move="pick 1 2", position=0)["type"] == "propose"
    assert ada.hear("propose")["move"] == "pick 1 2"
    assert "proposable" not in ada.move(ada.moves[0])
    ada.close()
    grace.close()
