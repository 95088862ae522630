"""Fair play: nobody knows the luck unnoticed, nobody agrees for another, every table has its keys."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import duskhall
from duskhall.engine.edition import Edition
from duskhall.engine.records import Record
from duskhall.server.messages import Seat
from duskhall.server.seats import apart, letters
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get, play_on, post, set_up, sit_down
from tests.server.test_replays import put_away
from tests.server.test_seats import be_patient

GAME = duskhall.game("dark-dealings")
KNOWN = 7  # a seed that somebody has chosen


# A host who knows the luck


def chosen(moves: int = 0, edition: Edition | None = None) -> str:
    """A record whose maker knows all that will come."""
    table = duskhall.new_table(GAME, 2, seed=KNOWN, edition=edition or "")
    for _ in range(moves):
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    return table.record.dumps()


def altered(name: str) -> Edition:
    """Our cards, but for one letter."""
    own = next(iter(GAME.editions().values()))
    text = own.text.replace('name="', 'name="Marked ', 1)
    assert text != own.text
    return Edition(name, text, built_in=False)


def open_table(host: Host, record: str, position: int = 0) -> Message:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    body = {"record": record, "position": position, "seats": seats, "public": True}
    answer = post(host.address, "/api/tables/from-record", body)
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


def told_everywhere(host: Host, made: Message) -> list[object]:
    """What is said of where a table comes from: in the lobby, to who is invited, and at it."""
    lobby = get(host.address, "/api/tables").json()["tables"]
    listed = next(table for table in lobby if table["table"] == made["table"])
    about = get(host.address, f"/api/tables/{made['table']}").json()
    with Person(host.address, made["table"]) as guest:
        return [told.get("source") for told in (listed, about, guest.state)]


def test_at_the_beginning_of_a_record_the_luck_is_drawn_anew(host: Host) -> None:
    foreseen = Record.loads(chosen()).replay().view(1)["places"]
    hands = []
    for _ in range(5):
        made = open_table(host, chosen())
        guest = post(host.address, f"/api/tables/{made['table']}/sit", {}).json()
        with Person(host.address, made["table"], guest["token"]) as grace:
            assert grace.state["view"]["places"] != foreseen
            hands.append(json.dumps(grace.state["view"]["places"]))
    assert len(set(hands)) == 5


def test_a_table_from_a_record_says_so_to_everyone(host: Host) -> None:
    for position in (0, 1):
        made = open_table(host, chosen(1), position)
        assert told_everywhere(host, made) == [{"position": position}] * 3
        put_away(host, made)  # it is kept with the table
        assert told_everywhere(host, made) == [{"position": position}] * 3
    made = set_up(host.address, "Ada", "open", public=True)
    assert told_everywhere(host, made) == [None] * 3


@pytest.mark.parametrize("name", ["designed", "mine", "5"])
def test_cards_that_are_not_ours_never_bear_a_name_of_ours(host: Host, name: str) -> None:
    cards = altered(name)
    made = open_table(host, chosen(edition=cards))
    assert told_everywhere(host, made) == [{"position": 0, "edition": cards.sha256}] * 3
    lobby = get(host.address, "/api/tables").json()["tables"]
    listed = next(table for table in lobby if table["table"] == made["table"])
    about = get(host.address, f"/api/tables/{made['table']}").json()
    assert listed["edition"] == about["edition"] == cards.sha256[:12]
    put_away(host, made)
    (ada,) = sit_down(host.address, made)
    assert ada.state["edition"] == cards.sha256[:12]
    assert "stopped" not in ada.state
    ada.close()


def test_our_cards_bear_our_name_whatever_a_record_calls_them(host: Host) -> None:
    own = next(iter(GAME.editions().values()))
    record = json.loads(chosen(1))
    record["edition"]["name"] = "marked cards"
    made = open_table(host, json.dumps(record), 1)
    assert told_everywhere(host, made) == [{"position": 1}] * 3
    assert get(host.address, f"/api/tables/{made['table']}").json()["edition"] == own.name


def test_a_rematch_says_of_its_cards_what_the_first_table_said(host: Host) -> None:
    cards = altered("mine")
    body = {
        "record": chosen(1, cards),
        "position": 1,
        "seats": [{"kind": "person"}, {"kind": "person"}],
    }
    made = post(host.address, "/api/tables/from-record", body).json()
    people = sit_down(host.address, made)
    play_on(people, random.Random(1))
    again = people[0].ask("rematch")
    with Person(host.address, again["table"], again["token"]) as ada:
        assert ada.state["source"] == {"edition": cards.sha256}
    for person in people:
        person.close()


# Consent


def asked_and_gone(host: Host, *others: str) -> tuple[Message, Person, str]:
    """Ada asks to take back past a reveal, Grace is asked, and drops."""
    made = set_up(host.address, "Ada", "Grace", *others)
    people = ada, grace = sit_down(host.address, made)
    play_on(people, random.Random(2), 2)
    assert ada.undo == "consent"
    ada.ask("undo")
    grace.hear("undoing")
    grace.close()
    while ada.hear("seats")["seats"][1]["here"]:
        pass
    return made, ada, made["seats"][1]["token"]


def test_a_bot_does_not_agree_for_the_person_it_plays_for(host: Host) -> None:
    made, ada, token = asked_and_gone(host)
    assert ada.ask("seat", seat=1, bot="random")["error"] == "too-soon"
    host.call(lambda: be_patient(host, made["table"]))
    assert ada.ask("seat", seat=1, bot="random")["type"] == "done"
    state = ada.ask("sync")
    assert (state["branch"], state["undoing"]["asked"]) == (0, [1])
    with Person(host.address, made["table"], token) as grace:  # her say is still hers
        assert grace.state["seats"][1]["bot"] == "random"
        assert grace.state["undoing"]["asked"] == [1]
        assert grace.ask("undo", agree=False)["type"] == "done"
    closed = ada.hear("undoing")
    assert (closed["undoing"], closed["refused"]) == (None, 1)
    ada.close()


def test_who_lets_a_bot_play_is_asked_all_the_same(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = ada, grace = sit_down(host.address, made)
    play_on(people, random.Random(2), 2)
    ada.ask("undo")
    assert grace.ask("seat", bot="random")["type"] == "done"  # one's own seat, at once
    assert ada.ask("sync")["undoing"]["asked"] == [1]
    grace.send("undo", agree=True)
    assert ada.hear("table")["branch"] == 1
    for person in people:
        person.close()


def test_bots_wait_while_persons_are_asked_and_go_on_after(host: Host) -> None:
    made, ada, _ = asked_and_gone(host)
    host.call(lambda: be_patient(host, made["table"]))
    ada.ask("seat", seat=1, bot="random")
    before = ada.position
    assert 1 in ada.waiting
    state = ada.ask("sync")
    assert (state["position"], state["undoing"]["seat"]) == (before, 0)
    ada.ask("undo", agree=False)  # withdrawn
    ada.catch_up(before + 1)
    ada.close()


def test_luck_after_a_take_back_is_fresh(host: Host) -> None:
    """What was laid out and taken back does not come again, however often one tries."""
    draws: list[tuple[tuple[int, ...], ...]] = []
    for seed in range(3):
        (ada,) = sit_down(host.address, set_up(host.address, "Ada"))
        rng = random.Random(seed)
        move, told = "", ada.state
        while not laid_out(told):
            move = rng.choice(ada.moves)
            told = ada.move(move)
        for tries in range(1, 5):
            draws.append(laid_out(told))
            ada.send("undo")
            back = ada.hear("table")
            assert back["takebacks"][-1]["shown"]
            assert back["branch"] == tries
            told = ada.move(move)
        draws.append(laid_out(told))
        ada.close()
    assert len(draws) == 15
    assert len(set(draws)) == len(draws)  # 0 of 12 repeated


def laid_out(told: Message) -> tuple[tuple[int, ...], ...]:
    """The cards that a move has brought from the decks."""
    events = told.get("events", [])
    return tuple([tuple(one["cards"]) for one in events if one["kind"].startswith("lay_")])


# Keys


def test_every_table_has_its_own_keys(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = ada, grace = sit_down(host.address, made)
    bench = Person(host.address, made["table"], made["spectator"])
    play_on(people, random.Random(8))
    told = [ada.ask("rematch"), grace.hear("rematch"), bench.hear("rematch")]
    table = told[0]["table"]
    assert [message["table"] for message in told] == [table] * 3
    assert told[0]["spectator"] == told[1]["spectator"] == told[2]["token"]
    assert "spectator" not in told[2]
    assert len({message["token"] for message in told}) == 3
    for eyes, message in zip(("0", "1", "spectator"), told, strict=True):
        with Person(host.address, table, message["token"]) as person:
            assert person.state["eyes"] == eyes
    for old in [*[seat["token"] for seat in made["seats"]], made["spectator"]]:
        with Person(host.address, table, old) as stranger:
            assert stranger.state["error"] == "unknown-table"
        answer = get(host.address, f"/api/tables/{table}/frames", old)
        assert answer.json()["error"] == "unknown-table"
    for person in (*people, bench):
        person.close()


def test_who_was_away_gets_a_key_once_and_nobody_after_them(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = ada, grace = sit_down(host.address, made)
    play_on(people, random.Random(8))
    grace.close()
    while ada.hear("seats")["seats"][1]["here"]:
        pass
    table = ada.ask("rematch")["table"]
    old = made["seats"][1]["token"]
    with Person(host.address, made["table"], old) as grace:
        lost = grace.ask("rematch")["token"]  # on the way, say
        key = grace.ask("rematch")["token"]
        assert lost != key
    put_away(host, {"table": table})  # that nobody has come is kept with the table
    with Person(host.address, made["table"], old) as grace:
        assert grace.ask("rematch")["token"]
    with Person(host.address, table, key) as grace:
        assert grace.state["eyes"] == "1"
    put_away(host, {"table": table})
    with Person(host.address, made["table"], old) as stranger:
        assert "token" not in stranger.ask("rematch")
    ada.close()


def test_keys_for_a_seat_that_nobody_comes_to_are_few(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    people = ada, grace = sit_down(host.address, made)
    play_on(people, random.Random(8))
    ada.ask("rematch")
    told = [grace.ask("rematch") for _ in range(12)]
    assert ["token" in message for message in told] == [True] * 7 + [False] * 5
    for person in people:
        person.close()


# Names


UNSEEN = "\u034f\ufe0f\u3164\u1160\u115f\u2800\uffa0\U000e0100\u180b\u200b\u2060"


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("Ada", True),
        ("ADA", True),
        ("\uff21\uff44\uff41", True),  # in full width
        (" a d\u200da. ", True),
        *((f"A{unseen}da{unseen}", True) for unseen in UNSEEN),
        ("Adam", False),
        ("\u00c1da", False),
        ("Alan", False),
    ],
)
def test_names_that_read_alike_are_alike(name: str, same: bool) -> None:
    assert (letters(name) == letters("Ada")) is same


@pytest.fixture(scope="module")
def table(host: Host) -> Message:
    return set_up(host.address, "Ada", "Grace", "open", public=True)


@pytest.mark.parametrize("name", ["Ada", "\uff21DA", "g.race", "Ada\u034f", "A\U000e0100da"])
def test_a_stranger_cannot_speak_by_a_players_name(host: Host, table: Message, name: str) -> None:
    with Person(host.address, table["table"]) as stranger:
        line = stranger.ask("chat", text="I agree.", name=name)["line"]
        assert line["name"] == f"{name} (Onlooker)"
        assert "seat" not in line
        line = stranger.ask("chat", text="Hello.", name="Alan")["line"]
        assert line["name"] == "Alan"


def test_a_name_of_nothing_that_is_seen_is_none(host: Host, table: Message) -> None:
    with Person(host.address, table["table"]) as stranger:
        for name in (*UNSEEN, "".join(UNSEEN), "\u200d"):
            assert stranger.ask("chat", text="Hello.", name=name)["line"]["name"] == "Onlooker"
        line = stranger.ask("chat", text="Hello.", name="Alan" + "\u3164" * 30)["line"]
        assert line["name"] == "Alan"
    made = set_up(host.address, "Ada", "open")
    given = post(host.address, f"/api/tables/{made['table']}/sit", {"name": "\u2800\u034f"}).json()
    with Person(host.address, made["table"], given["token"]) as guest:
        assert guest.state["seats"][1]["name"] == "Player 2"


@pytest.mark.parametrize("unseen", UNSEEN)
def test_nor_sit_down_by_it_with_letters_that_nobody_sees(host: Host, unseen: str) -> None:
    made = set_up(host.address, "Ada", "open")
    name = f"Ada{unseen}"
    given = post(host.address, f"/api/tables/{made['table']}/sit", {"name": name}).json()
    with Person(host.address, made["table"], given["token"]) as guest:
        assert guest.state["seats"][1]["name"].endswith(" (2)")


def test_nor_sit_down_or_be_renamed_by_it(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    given = post(host.address, f"/api/tables/{made['table']}/sit", {"name": "ada"}).json()
    with Person(host.address, made["table"], given["token"]) as guest:
        assert guest.state["seats"][1]["name"] == "ada (2)"
        for wanted, given in (("A d a", "A d a (2)"), ("Grace", "Grace")):
            assert guest.ask("name", name=wanted)["type"] == "done"
            assert guest.ask("sync")["seats"][1]["name"] == given


def test_a_marked_name_is_no_longer_than_others() -> None:
    long = "x" * 40
    assert len(apart(long, [Seat("person", long)], "Onlooker")) == 40


def test_the_grace_time_is_a_setting(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", grace_time=0.0) as host:
        made = set_up(host.address, "Ada", "Grace")
        with Person(host.address, made["table"], made["seats"][0]["token"]) as ada:
            assert ada.ask("seat", seat=1, bot="random")["type"] == "done"
