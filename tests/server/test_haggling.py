"""Bots that haggle: what they answer to offers, and what they offer to people."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import duskhall
from duskhall.engine.moves import Move
from duskhall.engine.positions import read_position
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.server.thinking import Question, Said, Thinker, unpack
from tests.server.following import Message
from tests.server.hosting import Host, hosting
from tests.server.playing import Person
from tests.server.raiding import city, sit, swap
from tests.server.toys.keeping import sitting

ELECTRICS = swap(["scrap", "scrap"], ["electrics"])
Script = Callable[[Ruin, int], Said]  # what a bot says, at a guess and for a seat


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path / "tables.sqlite", offer_time=30.0, retry_time=0.05) as running:
        yield running


def say(monkeypatch: pytest.MonkeyPatch, script: Script) -> list[str]:
    """Bots say what this says; the questions they were asked."""
    asked: list[str] = []

    async def scripted(
        thinker: Thinker, question: Question, bot: str, for_people: bool = True
    ) -> Said:
        kind, box = unpack(question.setting)
        guess = read_position(question.position, kind, box)
        assert isinstance(guess, Ruin)
        asked.append(repr(guess.agenda[-1]))
        return script(guess, question.seat)

    monkeypatch.setattr(Thinker, "say", scripted)
    return asked


def to_bot(person: Person, to: int, terms: str = ELECTRICS, **more: object) -> list[Message]:
    """Make a bot an offer, and return what is said of it up to the bot's answer."""
    assert person.ask("offer", to=[to], terms=terms, **more)["type"] == "done"
    said: list[Message] = []
    while not said or said[-1]["seat"] != to:
        told = [message for message in person.seen if message["type"] == "offers"]
        said = [line for message in told for line in message["talk"]]
        if not said or said[-1]["seat"] != to:
            person.read()
    return said


def test_a_bot_agrees_and_says_why(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """RT-61, RT-65"""
    asked = say(monkeypatch, lambda *_: Said("agree", "gain", (5,)))
    _, people = sit(host, city(), ["person", "bot:random", "person"])
    with sitting(*people):
        said = to_bot(people[0], 1)
        assert [line["kind"] for line in said] == ["offer", "agree"]
        assert (said[1]["reason"], said[1]["about"]) == ("gain", [5])
        people[1].catch_up(2)
        assert people[1].view["numbers"]["electrics.0"] == 1
        assert asked[0].startswith("Agree(1, 0")


def test_a_bot_refuses_and_the_offer_is_answered(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-65"""
    say(monkeypatch, lambda *_: Said("refuse", "no-gain"))
    _, people = sit(host, city(), ["person", "bot:random", "person"])
    with sitting(*people):
        said = to_bot(people[0], 1)
        assert (said[-1]["kind"], said[-1]["reason"]) == ("refuse", "no-gain")
        assert "offers" not in people[1].ask("sync")
        assert people[1].position == 0


def test_a_bot_counters_and_the_person_agrees(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """RT-65"""
    say(monkeypatch, lambda *_: Said("counter 1 5 0 0 0", "rather"))
    _, people = sit(host, city(), ["person", "bot:random", "person"])
    with sitting(*people):
        said = to_bot(people[0], 1)
        assert (said[-1]["kind"], said[-1]["terms"]) == ("counter", "swap 1 5 0 0 0")
        (counter,) = people[0].ask("sync")["offers"]
        assert (counter["maker"], counter["to"], counter["reason"]) == (1, [0], "rather")
        assert people[0].ask("agree", offer=counter["number"])["type"] == "moved"
        people[1].catch_up(2)
        assert people[1].view["numbers"]["scrap.1"] == 3


def test_a_bot_whose_turn_it_is_weighs_what_others_offer_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-68"""

    def script(s: Ruin, seat: int) -> Said:
        if repr(s.agenda[-1]).startswith("Agree(0, 1"):
            return Said("agree", "gain")
        raise RuntimeError("still thinking")

    say(monkeypatch, script)
    _, people = sit(host, city(), ["bot:random", "person", "person"])
    with sitting(*people):
        said = to_bot(people[0], 0, swap(["electrics"], ["scrap"]))
        assert said[-1]["kind"] == "agree"
        people[1].catch_up(2)
        assert people[1].view["numbers"]["electrics.0"] == 1


def test_a_bot_that_fails_loses_no_offer(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """RT-65"""
    faults = ["a fault", "another"]

    def script(s: Ruin, seat: int) -> Said:
        if faults:
            raise RuntimeError(faults.pop())
        return Said("agree")

    say(monkeypatch, script)
    _, people = sit(host, city(), ["person", "bot:random", "person"])
    with sitting(*people):
        assert to_bot(people[0], 1)[-1]["kind"] == "agree"
        assert faults == []


def test_nonsense_of_a_bot_leaves_the_offer_standing(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-65"""
    asked = say(monkeypatch, lambda *_: Said("%%%"))
    _, people = sit(host, city(), ["person", "bot:random", "person"])
    with sitting(*people):
        people[0].ask("offer", to=[1], terms=ELECTRICS)
        wait_until(lambda: len(asked) >= 3)
        assert len(people[0].ask("sync")["offers"]) == 1


def test_a_real_bot_answers_at_once(host: Host) -> None:
    """RT-65"""
    _, people = sit(host, city(), ["person", "bot:random", "person"])
    with sitting(*people):
        line = to_bot(people[0], 1)[-1]
        assert line["kind"] in ("agree", "refuse")
        assert line["reason"] in duskhall.game("raid-and-trade").catalogue().sentences["en"]["bots"]


# What bots offer


def hand_over(host: Host) -> list[Person]:
    """Three people at a table, of whom the first, whose turn it is, leaves the rest to a bot."""
    _, people = sit(host, city())
    assert people[0].ask("seat", bot="random")["type"] == "done"
    return people


def wait_for_offer(person: Person) -> Message:
    """The offer that stands, once there is one."""
    found: list[Message] = person.ask("sync").get("offers", [])
    while not found:
        found = person.hear("offers")["offers"]
    return found[0]


def wait_until(is_so: Callable[[], bool]) -> None:
    """A test that fails waits for thirty seconds."""
    for _ in range(3_000):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def trading(*others: str) -> Script:
    """A bot that proposes the same as long as it can, and else does these in turn."""
    rest = list(others)

    def script(s: Ruin, seat: int) -> Said:
        move = Move("trade", 1, 2, 0, 0, 5)
        if repr(s.agenda[-1]) == "Act(0)" and s.why_not(0, move) is None:
            return Said(str(move), "wish", (5,))
        return Said(rest.pop(0) if len(rest) > 1 else rest[0])

    return script


def test_a_bot_asks_a_person_by_the_book_and_the_table_goes_on(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-64, RT-65"""
    say(monkeypatch, trading("end"))
    people = hand_over(host)
    with sitting(*people):
        person = people[1]
        made = wait_for_offer(person)
        assert (made["maker"], made["to"], made["terms"]) == (0, [1], "swap 2 0 0 5")
        assert (made["reason"], made["about"]) == ("wish", [5])
        assert 0 < made["left"] <= 30
        assert person.position == 0
        assert person.ask("agree", offer=made["number"])["type"] == "moved"
        person.catch_up(3)
        assert person.view["numbers"]["scrap.1"] == 2
        assert person.seen[-1]["seat"] == 0


def test_a_bot_that_is_refused_thinks_of_something_else(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-65"""
    say(monkeypatch, trading("end"))
    people = hand_over(host)
    with sitting(*people):
        person = people[1]
        for _ in range(3):  # so often it asks in one turn
            made = wait_for_offer(person)
            assert person.ask("refuse", offer=made["number"])["type"] == "done"
        person.catch_up(1)
        assert person.view["numbers"]["offers.0"] == 0


def test_a_bot_waits_a_while_and_then_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-65"""
    say(monkeypatch, trading("end"))
    with hosting(tmp_path / "tables.sqlite", offer_time=1.0) as host:
        people = hand_over(host)
        with sitting(*people):
            people[1].catch_up(1)
            told = [message for message in people[1].seen if message["type"] == "offers"]
            lines = [(line["kind"], line.get("why")) for m in told for line in m["talk"]]
            assert lines == [("offer", None), ("end", "time")]


def test_a_bot_does_not_wait_for_whoever_is_away(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-65"""
    say(monkeypatch, trading("end"))
    _, people = sit(host, city(), ["bot:random", "open", "person"])
    with sitting(*people):
        people[0].catch_up(1)
        told = [message for message in people[0].seen if message["type"] == "offers"]
        assert [line for message in told for line in message["talk"]] == []


def test_bots_trade_with_each_other_by_the_game_alone(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RT-65"""

    def script(s: Ruin, seat: int) -> Said:
        if seat == 1:
            return Said("refuse")
        return trading("end")(s, seat)

    say(monkeypatch, script)
    _, people = sit(host, city(), ["bot:random", "bot:random", "person"])
    with sitting(*people):
        people[0].catch_up(11)
        assert people[0].view["numbers"]["turn"] == 1 + city().numbers[1]
        assert "talk" not in people[0].ask("sync")


def test_a_person_counters_a_bots_offer(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """RT-65"""

    def script(s: Ruin, seat: int) -> Said:
        if repr(s.agenda[-1]).startswith("Agree(0"):
            return Said("agree")
        return trading("end")(s, seat)

    say(monkeypatch, script)
    people = hand_over(host)
    with sitting(*people):
        person = people[1]
        made = wait_for_offer(person)
        dearer = swap(["electrics"], ["scrap"] * 3)
        assert person.ask("offer", to=[0], terms=dearer, counters=made["number"])["type"] == "done"
        person.catch_up(2)
        assert person.view["numbers"]["scrap.1"] == 3
