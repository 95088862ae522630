"""Haggling in Raid & Trade over the socket: offers, counters, words, limits and whispers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duskhall.games.raid_and_trade.parts import ACTED, AT, INSIDE, ITEMS
from tests.server.following import Message
from tests.server.hosting import Host, hosting
from tests.server.playing import Person, get, sit_down
from tests.server.raiding import city, sit, swap, table_at, tokens
from tests.server.toys.keeping import answer, heard, sitting

ELECTRICS = swap(["scrap", "scrap"], ["electrics"])


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


def offer(person: Person, to: list[int], terms: str = ELECTRICS, **more: Any) -> Message:
    """Make an offer, and return it as its maker is told of it."""
    told = person.ask("offer", to=to, terms=terms, **more)
    assert told["type"] == "done", told
    made: Message = [m for m in person.seen if m["type"] == "offers"][-1]["offers"][-1]
    return made


def talk_of(person: Person) -> list[Message]:
    """What is told of this turn's talk, without when it was said."""
    lines: list[Message] = person.ask("sync").get("talk", [])
    return [{key: value for key, value in line.items() if key != "time"} for line in lines]


def test_a_trade_is_offered_countered_and_agreed_on(host: Host) -> None:
    """RT-61, RT-64, RT-65, RT-68"""
    made, people = sit(host, city())
    active, partner, other = people
    with sitting(*people):
        first = offer(active, [1, 2], words="who has batteries?")
        dearer = swap(["electrics"], ["scrap", "scrap", "food"])
        second = offer(partner, [0], dearer, words="one more", counters=first["number"])
        assert second["counters"] == first["number"]
        (left, standing) = other.ask("sync")["offers"]
        assert (left["to"], left["refused"]) == ([2], [1])
        assert standing["number"] == second["number"]
        told = active.ask("agree", offer=second["number"])
        assert (told["type"], told["position"]) == ("moved", 1)
        other.catch_up(2)
        numbers = other.view["numbers"]
        assert [numbers[f"{kind}.0"] for kind in ("scrap", "food", "electrics")] == [1, 1, 1]
        assert [numbers[f"{kind}.1"] for kind in ("scrap", "food", "electrics")] == [2, 1, 1]
        assert [numbers[f"ap.{seat}"] for seat in range(3)] == [7, 7, 8]
        kinds = [(line["kind"], line["seat"], line["position"]) for line in talk_of(other)]
        assert kinds == [("offer", 0, 0), ("counter", 1, 0), ("agree", 0, 0), ("end", 0, 2)]
        assert talk_of(other)[-1]["why"] == "dealt"
        frames = get(
            host.address, f"/api/tables/{made['table']}/frames", made["seats"][2]["token"]
        ).json()["frames"]
        assert [line.get("words") for line in frames[0]["talk"]] == [
            *("who has batteries?", "one more", None)
        ]
        assert "talk" not in frames[1]
        record = host.call(lambda: host.hall.rooms[made["table"]].record.chained().dumps())
        assert "batteries" not in record


@pytest.mark.parametrize(
    ("maker", "to", "terms", "rule"),
    [
        (0, 1, swap(["guns"], ["electrics"]), "RT-64"),
        (0, 1, swap(["scrap"] * 4, ["electrics"]), "RT-64"),
        (0, 1, swap(["scrap"], ["guns"]), "RT-64"),
        (0, 1, swap(["scrap"], [9]), "RT-63"),
        (0, 1, swap(["scrap"], []), "RT-64"),
        (0, 1, "swap 2 0", "RT-64"),
        (0, 1, "gimme", "RT-64"),
        (0, 1, "swap 1 0 5 \uff15", "RT-64"),  # digits of another script
        (0, 1, "swap 1 0 05", "RT-64"),
        (0, 1, "swap +1 0 5", "RT-64"),
        (0, 1, "swap 1 0_0 5", "RT-64"),
        (1, 2, swap(["electrics"], ["scrap"]), "RT-64"),
    ],
)
def test_what_cannot_be_traded_is_refused_with_its_rule(
    host: Host, maker: int, to: int, terms: str, rule: str
) -> None:
    """RT-63, RT-64"""
    _, people = sit(host, city())
    with sitting(*people):
        refused = people[maker].ask("offer", to=[to], terms=terms)
        assert (refused.get("error"), refused.get("rule")) == ("illegal-move", rule)
        assert len(refused["sentence"]) > 10
        assert "offers" not in people[to].ask("sync")


def test_nobody_trades_with_someone_in_the_outpost(host: Host) -> None:
    """RT-61"""
    s = city()
    s.numbers[INSIDE + 1] = 1
    _, people = sit(host, s)
    with sitting(*people):
        refused = people[0].ask("offer", to=[1], terms=ELECTRICS)
        assert (refused["error"], refused["rule"]) == ("illegal-move", "RT-61")
        both = offer(people[0], [1, 2], swap(["food"], ["clothing"]))["number"]
        inside = people[1].ask("agree", offer=both)
        assert (inside["error"], inside["rule"]) == ("cannot-agree", "RT-61")
        assert people[2].ask("agree", offer=both)["type"] == "moved"


def test_an_item_that_is_gone_cannot_be_offered_again(host: Host) -> None:
    """RT-63"""
    s = city()
    item = s.places[ITEMS][0]
    _, people = sit(host, s)
    with sitting(*people):
        number = offer(people[0], [1], swap([item], ["tools"]))["number"]
        assert people[1].ask("agree", offer=number)["type"] == "moved"
        people[0].catch_up(2)
        assert item in people[0].view["places"]["items.1"]
        answer(people[0], "end")
        active = people[0].waiting[0]
        refused = people[0].ask("offer", to=[active], terms=swap([item], ["electrics"]))
        assert (refused["error"], refused["rule"]) == ("illegal-move", "RT-63")


def test_who_only_watches_or_has_the_wrong_link_offers_nothing(host: Host) -> None:
    """RT-68"""
    made, people = sit(host, city())
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(*people, bench):
        number = offer(people[0], [1])["number"]
        for kind, fields in (
            ("offer", {"to": [1], "terms": ELECTRICS}),
            ("agree", {"offer": number}),
            ("refuse", {"offer": number}),
            ("withdraw", {"offer": number}),
        ):
            assert bench.ask(kind, **fields)["error"] == "not-your-seat"
        stranger = Person(host.address, made["table"], "not-a-token")
        assert stranger.state["error"] == "unknown-table"
        stranger.close()
        assert people[2].ask("agree", offer=number)["error"] == "not-asked"
        assert [one["number"] for one in people[1].ask("sync")["offers"]] == [number]


def test_an_offer_that_nobody_left_could_take_ends(host: Host) -> None:
    """RT-68"""
    s = city()
    assert "electrics" in tokens(s, 1)
    assert "electrics" not in tokens(s, 2)
    _, people = sit(host, s)
    with sitting(*people):
        number = offer(people[0], [1, 2])["number"]
        assert people[1].ask("refuse", offer=number)["type"] == "done"
        told = people[0].ask("sync")
        assert "offers" not in told
        assert [(line["kind"], line.get("why", "")) for line in told["talk"]][-1] == (
            *("end", "impossible"),
        )


def test_offers_made_as_moves_count_with_those_of_the_book(host: Host) -> None:
    """RT-65"""
    _, people = sit(host, city())
    with sitting(*people):
        for _ in range(5):
            number = offer(people[0], [1])["number"]
            people[0].ask("withdraw", offer=number)
        refused = people[0].move("trade 1 2 0 0 5")
        assert (refused["error"], refused["rule"]) == ("illegal-move", "RT-65")


def test_nobody_takes_back_an_agreement_alone(host: Host) -> None:
    """RT-61"""
    _, people = sit(host, city())
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        assert people[1].ask("agree", offer=number)["type"] == "moved"
        for person in people[:2]:
            person.catch_up(2)
            assert person.undo == "consent"


def test_the_first_yes_takes_it_and_the_second_loses_nothing(host: Host) -> None:
    """RT-68"""
    _, people = sit(host, city())
    with sitting(*people):
        number = offer(people[0], [1, 2], swap(["food"], ["clothing"]))["number"]
        # A second one may agree before hearing of the first: one gets it, the other an error.
        assert people[2].ask("agree", offer=number)["type"] == "moved"
        late = people[1].ask("agree", offer=number)
        again = people[2].ask("agree", offer=number)
        assert late["error"] == again["error"] == "no-offer"
        assert "agreed" in late["sentence"]
        people[1].catch_up(2)
        numbers = people[1].view["numbers"]
        assert [numbers[f"clothing.{seat}"] for seat in range(3)] == [1, 0, 1]
        assert people[1].ask("sync")["position"] == 2


def test_an_offer_is_over_with_its_turn(host: Host) -> None:
    """RT-65"""
    made, people = sit(host, city())
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        answer(people[0], "end")
        late = people[1].ask("agree", offer=number)
        assert late["error"] == "no-offer"
        assert "turn" in late["sentence"]
        japanese = Person(host.address, made["table"], made["seats"][1]["token"], language="ja")
        assert "手番" in japanese.ask("agree", offer=number)["sentence"]
        japanese.close()
        (end,) = [line for line in talk_of(people[1]) if line["kind"] == "end"]
        assert (end["why"], end["offer"], end["seat"]) == ("turn", number, 0)


def test_an_offer_that_has_become_impossible_is_withdrawn_and_says_so(host: Host) -> None:
    """RT-68"""
    s = city()
    s.numbers[AT] = s.beside_outpost()[0]
    s.ask_again()
    _, people = sit(host, s)
    with sitting(*people):
        number = offer(people[0], [1])["number"]
        people[1].hear("offers")
        answer(people[0], "enter")
        told = people[1].hear("offers")
        assert told["offers"] == []
        (end,) = told["talk"]
        assert (end["why"], end["rule"], end["because"]) == ("impossible", "RT-61", "trade-outpost")
        assert end["about"] == [0]
        assert people[1].ask("agree", offer=number)["error"] == "no-offer"


def test_so_many_offers_a_turn_and_no_more(host: Host) -> None:
    """RT-65"""
    _, people = sit(host, city(offers=3))
    with sitting(*people):
        assert people[0].state["may_offer"] == 3
        for left in (2, 1, 0):
            number = offer(people[0], [1])["number"]
            assert people[0].ask("withdraw", offer=number)["type"] == "done"
            told = [m for m in people[0].seen if m["type"] == "offers"][-1]
            assert told["may_offer"] == left
        refused = people[0].ask("offer", to=[1], terms=ELECTRICS)
        assert (refused["error"], refused["rule"]) == ("illegal-move", "RT-65")
        assert "3" in refused["sentence"]
        assert people[1].ask("sync")["may_offer"] == 3
        answer(people[0], "end")
        assert people[0].ask("sync")["may_offer"] == 3


def test_a_flood_of_offers_is_refused_and_nothing_else_suffers(host: Host) -> None:
    """RT-65"""
    _, people = sit(host, city(offers=5))
    with sitting(*people):
        answers = [people[0].ask("offer", to=[1, 2], terms=ELECTRICS) for _ in range(60)]
        assert [told["type"] for told in answers] == ["done"] * 5 + ["error"] * 55
        assert len(people[1].ask("sync")["offers"]) == 5
        for words, terms in (("x" * 201, ELECTRICS), ("", "swap 1 " + "0 " * 200)):
            people[1].send("offer", to=[0], terms=terms, words=words)
            assert people[1].hear("error")["error"] == "malformed"
        longest = people[2].ask("offer", to=[0], terms="swap 30 " + "0 " * 62)
        assert (longest["error"], longest["rule"]) == ("illegal-move", "RT-64")
        assert answer(people[0], "end")["seat"] == 0


def test_how_many_were_made_is_known_after_a_restart(tmp_path: Path) -> None:
    """RT-65"""
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made, people = sit(host, city(offers=2))
        with sitting(*people):
            offer(people[0], [1], words="before")
            people[1].ask("refuse", offer=offer(people[0], [1])["number"], words="no thanks")
    with hosting(data) as host:
        people = sit_down(host.address, made)
        with sitting(*people):
            assert people[0].state["may_offer"] == 0
            assert people[0].ask("offer", to=[1], terms=ELECTRICS)["rule"] == "RT-65"
            assert [line.get("words") for line in talk_of(people[2])] == [
                *("before", None, "no thanks")
            ]


# Whispers


def test_all_hear_an_offer_unless_whispers_are_played_with(host: Host) -> None:
    """RT-68"""
    _, people = sit(host, city())
    with sitting(*people):
        refused = people[0].ask("offer", to=[1], terms=ELECTRICS, seen_by=[])
        assert (refused["error"], refused["rule"]) == ("illegal-move", "RT-68")


def test_of_a_whisper_others_hear_only_that_two_talk(host: Host) -> None:
    """RT-68"""
    made, people = sit(host, city(whispers=True))
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(*people, bench):
        heard(people[2])
        first = offer(people[0], [1], seen_by=[], words="psst")
        second = offer(
            *(people[1], [0], swap(["electrics"], ["scrap"] * 3)), counters=first["number"]
        )
        assert second["seen_by"] == []  # an answer to a whisper is one
        people[0].ask("refuse", offer=second["number"], words="never")
        told = heard(people[2])
        assert [message["talking"] for message in told] == [[[0, 1]]]
        assert (told[0]["offers"], told[0]["talk"]) == ([], [])
        for person in (people[2], bench):
            table = person.ask("sync")
            assert table["talking"] == [[0, 1]]
            assert "offers" not in table
            assert "talk" not in table
        assert [line["kind"] for line in talk_of(people[1])] == ["offer", "counter", "refuse"]
        assert "talking" not in people[1].ask("sync")
        answer(people[0], "end")
        assert "talking" not in people[2].ask("sync")


def test_a_replay_tells_whispers_to_their_hearers_alone(host: Host) -> None:
    """RT-68"""
    made, people = sit(host, city(whispers=True))
    with sitting(*people):
        offer(people[0], [1], seen_by=[], words="psst")
        offer(people[0], [2], swap(["food"], ["clothing"]), words="loud")

        def talk(token: str, eyes: str = "") -> list[tuple[str, str]]:
            query = {"eyes": eyes} if eyes else {}
            address = f"/api/tables/{made['table']}/frames"
            frames = get(host.address, address, token, **query).json()["frames"]
            return [(line["kind"], line.get("words", "")) for line in frames[0].get("talk", [])]

        keys = [seat["token"] for seat in made["seats"]]
        assert talk(keys[1]) == [("offer", "psst"), ("offer", "loud")]
        assert talk(keys[2]) == talk(made["spectator"]) == [("whisper", ""), ("offer", "loud")]
        assert talk(keys[1], "spectator") == [("whisper", ""), ("offer", "loud")]


def test_a_table_without_any_talk_opens_as_before(host: Host) -> None:
    s = city()
    s.numbers[ACTED] = 1
    made = table_at(host, s)
    people = sit_down(host.address, made)
    with sitting(*people):
        table = people[0].state
        assert not {"offers", "talk", "talking"} & set(table)
        assert people[0].ask("offer", to=[1], terms=ELECTRICS)["rule"] == "RT-22"


# Tables that come out otherwise


def test_the_talk_of_a_halted_table_is_told_and_goes_back_with_it(tmp_path: Path) -> None:
    """RT-65"""
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made, people = sit(host, city())
        with sitting(*people):
            offer(people[0], [1], words="early")
            answer(people[0], people[0].moves[0])
            answer(people[0], "end")
            last = people[0].waiting[0]
            people[last].catch_up(2)
            ends = people[last].ask("offer", to=[(last + 1) % 3], terms="nonsense")
            assert ends["rule"] == "RT-64"
    with sqlite3.connect(data) as rows:  # let it seem that the second move came out otherwise
        rows.execute("UPDATE moves SET pulse = 1 WHERE position = 1")
    with hosting(data) as host:
        people = sit_down(host.address, made)
        with sitting(*people):
            assert people[0].state["stopped"]["position"] == 1
            address = f"/api/tables/{made['table']}/frames"
            frames = get(host.address, address, made["seats"][2]["token"]).json()["frames"]
            assert frames[0]["talk"][0]["words"] == "early"
            for person in people:
                person.ask("settle", wish="go-on")
            people[0].hear("table")
            told = people[2].ask("sync")
            assert [line.get("words") for line in told["talk"] if line["kind"] == "offer"] == [
                "early"
            ]
