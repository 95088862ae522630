"""The book of offers: beside the record, until somebody agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import interpreted_only
from tests.server.following import Message
from tests.server.hosting import Host
from tests.server.playing import Person, sit_down
from tests.server.toys.keeping import (
    all_at,
    answer,
    keep_vigil,
    keeping_vigil,
    set_up_vigil,
    sitting,
)

pytestmark = interpreted_only


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with keeping_vigil(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


def offer(person: Person, to: list[int], terms: str = "swap 2 1", **more: Any) -> Message:
    """Make an offer, and return it as its maker is told of it."""
    assert person.ask("offer", to=to, terms=terms, **more)["type"] == "done"
    told: Message = [m for m in person.seen if m["type"] == "offers"][-1]["offers"][-1]
    return told


def heard_of(person: Person) -> list[Message]:
    """What has come so far."""
    person.ask("sync")
    told, person.seen = person.seen, []
    return told


def open_offers(person: Person) -> list[int]:
    return [offered["number"] for offered in person.ask("sync").get("offers", [])]


def test_an_offer_is_told_to_all_and_nothing_of_it_is_in_the_record(host: Host) -> None:
    made, people = keep_vigil(host, 3)
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(*people, bench):
        made_offer = offer(people[0], [1, 2])
        assert (made_offer["maker"], made_offer["to"]) == (0, [1, 2])
        assert (made_offer["terms"], made_offer["seen_by"]) == ("swap 2 1", None)
        for person in (*people[1:], bench):
            assert person.hear("offers")["offers"] == [made_offer]
            assert person.ask("sync")["offers"] == [made_offer]
        record = host.call(lambda: host.hall.rooms[made["table"]].record)
        assert record.moves == []


def test_what_is_said_with_an_offer_is_heard_by_those_who_see_it(host: Host) -> None:
    _, people = keep_vigil(host, 3)
    with sitting(*people):
        loud = offer(people[0], [1], words="  for\told\x1b times ")
        assert loud["words"] == "for old times"
        assert people[2].hear("offers")["offers"][0]["words"] == "for old times"
        offer(people[0], [1], seen_by=[], words="between us")
        people[1].ask("sync")
        told = [m for m in people[1].seen if m["type"] == "offers"][-1]["offers"]
        assert [one["words"] for one in told] == ["for old times", "between us"]
        assert "between us" not in str(people[2].ask("sync"))


@pytest.mark.parametrize(("maker", "agreeing"), [(0, 1), (1, 0)])
def test_an_agreement_is_the_moves_of_both_in_one_write(
    host: Host, monkeypatch: pytest.MonkeyPatch, maker: int, agreeing: int
) -> None:
    _, people = keep_vigil(host, 3)
    with sitting(*people):
        made_offer = offer(people[maker], [agreeing])
        written: list[int] = []
        append = host.hall.store.append

        def counting(table: str, entries: list[Any], *more: Any, **named: Any) -> None:
            written.append(len(entries))
            append(table, entries, *more, **named)

        monkeypatch.setattr(host.hall.store, "append", counting)
        told = people[agreeing].ask("agree", offer=made_offer["number"])
        assert (told["type"], told["position"], told["seat"]) == ("moved", 1, 0)
        people[2].catch_up(2)
        assert people[2].seen[-1]["seat"] == 1
        assert written == [2]
        coins = people[2].view["numbers"]
        expected = {maker: 4, agreeing: 6}
        assert {seat: coins[f"coins.{seat}"] for seat in expected} == expected
        assert people[2].hear("offers")["offers"] == []


def test_what_cannot_be_done_is_not_half_done(host: Host) -> None:
    _, people = keep_vigil(host, 3)
    with sitting(*people):
        dear = offer(people[0], [1], "swap 0 9")
        assert people[1].ask("agree", offer=dear["number"])["error"] == "cannot-agree"
        again = people[1].ask("sync")
        assert again["position"] == 0
        assert again["view"]["asks"] == "Act(0)"
        assert [offered["number"] for offered in again["offers"]] == [dear["number"]]


def test_a_private_offer_is_told_to_nobody_else(host: Host) -> None:
    made, people = keep_vigil(host, 4)
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(*people, bench):
        heard_of(people[3])
        heard_of(bench)
        secret = offer(people[0], [1], seen_by=[2])
        for person in people[1:3]:
            assert person.hear("offers")["offers"] == [secret]
        people[1].ask("refuse", offer=secret["number"])
        assert people[0].hear("offers")["offers"] == []
        for person in (people[3], bench):  # that two are talking, and nothing more
            (told,) = [message for message in heard_of(person) if message["type"] == "offers"]
            assert (told["offers"], told["talk"], told["talking"]) == ([], [], [[0, 1]])
            assert "offers" not in person.ask("sync")


def test_who_may_agree_refuse_and_withdraw(host: Host) -> None:
    made, people = keep_vigil(host, 4)
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(*people, bench):
        number = offer(people[0], [1, 2])["number"]
        assert people[3].ask("agree", offer=number)["error"] == "not-asked"
        assert people[0].ask("agree", offer=number)["error"] == "not-asked"
        assert people[1].ask("withdraw", offer=number)["error"] == "no-offer"
        assert bench.ask("agree", offer=number)["error"] == "not-your-seat"
        assert bench.ask("offer", to=[0], terms="swap 1 1")["error"] == "not-your-seat"
        assert people[1].ask("refuse", offer=number)["type"] == "done"
        (left,) = people[0].ask("sync")["offers"]
        assert (left["to"], left["refused"]) == ([2], [1])
        assert people[1].ask("agree", offer=number)["error"] == "no-offer"
        assert people[0].ask("withdraw", offer=number)["type"] == "done"
        assert people[2].ask("agree", offer=number)["error"] == "no-offer"
        assert open_offers(people[2]) == []


@pytest.mark.parametrize(
    ("to", "terms", "error"),
    [
        ([0], "swap 1 1", "malformed"),
        ([7], "swap 1 1", "malformed"),
        ([1], " ", "malformed"),
        ([1], "juggle", "illegal-move"),
        ([1], "swap 6 1", "illegal-move"),
    ],
)
def test_what_cannot_be_offered(host: Host, to: list[int], terms: str, error: str) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        refused = people[0].ask("offer", to=to, terms=terms)
        assert refused["error"] == error
        if error == "illegal-move":
            assert refused["rule"] == "VG-3"
        assert open_offers(people[0]) == []


def test_a_seat_has_only_so_many_offers_open(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        for _ in range(8):
            offer(people[0], [1])
        assert people[0].ask("offer", to=[1], terms="swap 1 1")["error"] == "too-many"
        assert offer(people[1], [0])["maker"] == 1


def test_silence_is_kept_by_the_book_too(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        answer(people[0], "hush")
        assert people[1].ask("offer", to=[0], terms="swap 1 1")["error"] == "hushed"


def test_words_are_said_with_refusals_too_and_silence_is_kept(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        number = offer(people[1], [0])["number"]
        assert people[0].ask("refuse", offer=number, words=" too \t dear ")["type"] == "done"
        (line,) = people[1].hear("offers")["talk"]
        assert (line["kind"], line["words"], line["ends"]) == ("refuse", "too dear", True)
        number = offer(people[0], [1])["number"]
        answer(people[0], "hush")
        hushed = people[1].ask("refuse", offer=number, words="but")
        assert (hushed["error"], hushed["rule"]) == ("hushed", "VG-2")
        assert people[1].ask("refuse", offer=number)["type"] == "done"


def test_what_is_said_with_an_offer_is_listened_to(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        offer(people[0], [1], words="or I say boo")
        people[1].catch_up(1)
        assert people[1].view["numbers"]["boos"] == 1


def test_a_counter_answers_an_offer_and_goes_to_its_maker(host: Host) -> None:
    _, people = keep_vigil(host, 3)
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        wrong = [
            (people[1], [2], number, "malformed"),
            (people[2], [0], number, "not-asked"),
            (people[0], [1], number, "not-asked"),
            (people[1], [0], number + 1, "no-offer"),
        ]
        for person, to, counters, error in wrong:
            refused = person.ask("offer", to=to, terms="swap 1 1", counters=counters)
            assert refused["error"] == error
        assert open_offers(people[0]) == [number]
        counter = offer(people[1], [0], "swap 1 3", counters=number)
        assert (counter["counters"], counter["to"]) == (number, [0])
        assert open_offers(people[2]) == [counter["number"]]
        late = people[1].ask("agree", offer=number)
        assert late["error"] == "no-offer"
        assert "answered with another" in late["sentence"]


def test_a_turn_has_only_so_many_offers(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        for left in range(11, -1, -1):
            people[0].ask("withdraw", offer=offer(people[0], [1])["number"])
            assert people[0].ask("sync")["may_offer"] == left
        assert people[0].ask("offer", to=[1], terms="swap 1 1")["error"] == "illegal-move"
        assert offer(people[1], [0])["maker"] == 1
        answer(people[0], "end")
        assert people[0].ask("sync")["may_offer"] == 12


# How offers end


def test_what_answers_an_open_offer_is_no_whisper(host: Host) -> None:
    _, people = keep_vigil(host, 3)
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        refused = people[1].ask("offer", to=[0], terms="swap 1 3", counters=number, seen_by=[])
        assert (refused["error"], open_offers(people[2])) == ("loud-counter", [number])


def test_a_take_back_ends_offers_but_gives_none_back(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        offer(people[0], [1], words="early")
        answer(people[0], "hush")
        late = offer(people[0], [1], words="late")["number"]
        people[0].ask("undo")
        people[0].ask("sync")
        told = [message for message in people[0].seen if message["type"] == "offers"][-1]
        assert [(line["why"], line["offer"]) for line in told["talk"]] == [("undone", late)]
        talk = people[1].ask("sync")["talk"]
        assert [line.get("words", "") for line in talk] == ["early", "late", ""]
        assert {line["position"] for line in talk} == {0}
        assert people[0].ask("sync")["may_offer"] == 10


def test_an_offer_dies_with_its_turn(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        answer(people[0], "hush")
        assert open_offers(people[1]) == [number]
        answer(people[0], "end")
        assert people[1].hear("offers")["offers"] == []
        assert open_offers(people[1]) == []


def test_an_offer_dies_when_its_terms_stop_being_possible(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        rich, poor = [offer(people[1], [0], f"swap {coins} 1")["number"] for coins in (5, 4)]
        answer(people[0], "attack 1")
        people[1].catch_up(1)
        answer(people[1], "pass")
        people[0].catch_up(2)
        assert open_offers(people[0]) == [poor]
        assert people[0].ask("agree", offer=rich)["error"] == "no-offer"


def test_an_offer_dies_with_a_take_back_behind_it(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        early = offer(people[0], [1])["number"]
        answer(people[0], "hush")
        late = offer(people[0], [1])["number"]
        assert open_offers(people[0]) == [early, late]
        people[0].ask("undo")
        assert open_offers(people[0]) == [early]


def test_an_offer_dies_by_its_own_time(host: Host) -> None:
    _, people = keep_vigil(host, 2)
    with sitting(*people):
        assert 0 < offer(people[0], [1], seconds=1)["left"] <= 1
        assert people[1].hear("offers")["offers"]
        assert people[1].hear("offers")["offers"] == []


def test_offers_are_still_there_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with keeping_vigil(data) as host:
        made, people = keep_vigil(host, 2)
        number = offer(people[0], [1], seconds=600)["number"]
        gone = offer(people[0], [1])["number"]
        people[0].ask("withdraw", offer=gone)
        for person in people:
            person.close()
    with keeping_vigil(data) as host:
        people = sit_down(host.address, made)
        with sitting(*people):
            assert [offered["number"] for offered in people[1].state["offers"]] == [number]
            assert people[1].ask("agree", offer=number)["type"] == "moved"
    with keeping_vigil(data) as host:
        people = sit_down(host.address, made)
        with sitting(*people):
            assert people[0].position == 2
            assert "offers" not in people[0].state


def test_nothing_is_agreed_on_while_a_window_is_open(host: Host) -> None:
    _, people = keep_vigil(host, 3)
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        answer(people[0], "attack 2")
        all_at(1, *people)
        assert people[1].ask("agree", offer=number)["error"] == "cannot-agree"


def test_who_has_handed_their_seat_to_a_bot_does_not_trade(host: Host) -> None:
    made = set_up_vigil(host, "person", "person")
    people = sit_down(host.address, made)
    with sitting(*people):
        people[1].ask("seat", bot="random")
        assert people[1].ask("offer", to=[0], terms="swap 1 1")["error"] == "bot-plays"
