"""Seats: sitting down, bots for people, taking back, talk, and another game."""

from __future__ import annotations

import random

import pytest
from msgspec import to_builtins

from tests.server.hosting import Host
from tests.server.playing import Message, Person, get, play_on, post, set_up, sit_down


def sit(host: Host, table: str, **fields: object) -> Message:
    answer = post(host.address, f"/api/tables/{table}/sit", fields)
    message: Message = answer.json()
    return message


def seats_of(host: Host, table: str) -> list[Message]:
    seats: list[Message] = host.call(lambda: to_builtins(host.hall.rooms[table].about().seats))
    return seats


def be_patient(host: Host, table: str) -> None:
    """Everyone who is away has been so for as long as anybody waits."""
    seating = host.hall.rooms[table].seating
    for seat in seating.gone:
        seating.gone[seat] -= seating.grace


# Sitting down


def test_the_lobby_lists_public_tables_with_an_open_seat(host: Host) -> None:
    hidden = set_up(host.address, "Ada", "open")["table"]
    shown = set_up(host.address, "Ada", "open", public=True)["table"]
    full = set_up(host.address, "Ada", "Grace", public=True)["table"]
    listed = get(host.address, "/api/tables").json()["tables"]
    names = [table["table"] for table in listed]
    assert shown in names
    assert hidden not in names
    assert full not in names
    assert listed[names.index(shown)]["seats"][1]["kind"] == "open"
    assert get(host.address, "/api/tables", game="chess").json() == {"tables": [], "next": ""}
    sit(host, shown, name="Grace")
    listed = get(host.address, "/api/tables").json()["tables"]
    assert shown not in [table["table"] for table in listed]


def test_an_open_seat_is_given_to_one(host: Host) -> None:
    made = set_up(host.address, "Ada", "open", "open", public=True)
    (ada,) = sit_down(host.address, made)
    given = sit(host, made["table"], name="Grace", seat=2)
    assert given["seat"] == 2
    assert ada.hear("seats")["seats"][2]["name"] == "Grace"
    assert sit(host, made["table"], seat=2)["error"] == "not-open"
    assert sit(host, made["table"], seat=0)["error"] == "not-open"
    assert sit(host, made["table"])["seat"] == 1
    assert sit(host, made["table"])["error"] == "not-open"
    with Person(host.address, made["table"], given["token"]) as grace:
        assert grace.state["eyes"] == "2"
        assert grace.moves
    ada.close()


def test_names_are_text_on_one_line(host: Host) -> None:
    made = set_up(host.address, "<b>Ada</b>\n\u202e\x00\x07 \t Lovelace " + "x" * 100, "open")
    assert seats_of(host, made["table"])[0]["name"] == "<b>Ada</b> Lovelace " + "x" * 20
    (ada,) = sit_down(host.address, made)
    ada.ask("name", name="\u200b\u2066 Countess")
    assert seats_of(host, made["table"])[0]["name"] == "Countess"
    ada.ask("name", name="\x01 ")
    assert seats_of(host, made["table"])[0]["name"] == "Countess"
    ada.close()


def test_who_is_here_is_told(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    ada, grace = sit_down(host.address, made)
    assert ada.hear("seats")["seats"][1]["here"] is True
    grace.close()
    assert ada.hear("seats")["seats"][1]["here"] is False
    ada.close()


# Bots


def test_a_person_plays_a_whole_game_against_bots(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "bot:greedy", "bot:random"))
    rng = random.Random(1)
    with ada:
        while not ada.over:
            if ada.moves:
                assert ada.move(rng.choice(ada.moves))["type"] == "moved"
            else:
                ada.hear("moved")
    assert len(ada.over["ranks"]) == 3


def test_bots_play_to_the_end_while_someone_watches(host: Host) -> None:
    made = set_up(host.address, "bot:random", "bot:random")
    with Person(host.address, made["table"], made["spectator"]) as bench:
        while not bench.over:
            bench.hear("moved")
    assert get(host.address, f"/api/tables/{made['table']}/record").status_code == 404
    answer = get(host.address, f"/api/tables/{made['table']}/record", made["spectator"])
    assert answer.status_code == 200


def test_a_seat_is_handed_to_a_bot_and_taken_back(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    assert ada.ask("seat", bot="random")["type"] == "done"
    assert grace.hear("seats")["seats"][0]["bot"] == "random"
    grace.catch_up(1)  # the bot has answered for Ada
    assert ada.move("pick 1 2", 0)["error"] == "bot-plays"
    assert ada.ask("seat", bot=None)["type"] == "done"
    assert grace.move(grace.moves[0])["type"] == "moved"
    ada.catch_up(2)
    assert ada.move(ada.moves[0])["type"] == "moved"
    for person in people:
        person.close()


def test_the_host_may_hand_over_only_what_nobody_is_at(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace", "open")
    ada, grace = sit_down(host.address, made)
    assert ada.ask("seat", seat=1, bot="random")["error"] == "not-your-seat"
    assert grace.ask("seat", seat=2, bot="random")["error"] == "not-your-seat"
    assert ada.ask("seat", seat=9, bot="random")["error"] == "not-your-seat"
    assert ada.ask("seat", seat=2, bot="deep-thought")["error"] == "unknown-bot"
    assert ada.ask("seat", seat=2, bot="search:3600s")["error"] == "unknown-bot"
    assert ada.ask("seat", seat=2, bot="random")["type"] == "done"
    grace.close()
    while ada.hear("seats")["seats"][1]["here"]:
        pass
    soon = ada.ask("seat", seat=1, bot="random")
    assert (soon["error"], "seconds to come back" in soon["sentence"]) == ("too-soon", True)
    host.call(lambda: be_patient(host, made["table"]))
    assert ada.ask("seat", seat=1, bot="random")["type"] == "done"
    with Person(host.address, made["table"], made["seats"][1]["token"]) as again:
        assert again.state["seats"][1]["bot"] == "random"
        assert again.ask("seat", bot=None)["type"] == "done"
    ada.close()


# Taking back


def test_a_sealed_answer_is_taken_back_alone(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    ada.move(ada.moves[3])
    assert ada.undo == "alone"
    ada.send("undo")
    back = ada.hear("table")
    assert (back["position"], back["branch"], back["since"]) == (0, 1, 0)
    assert back["takebacks"] == [
        {"branch": 1, "seat": 0, "position": 0, "before": 1, "consent": False, "shown": False}
    ]
    assert grace.hear("table")["waiting"] == [0, 1]
    assert ada.hear("done")
    assert ada.move(ada.moves[5])["position"] == 1
    for person in people:
        person.close()


def test_what_others_have_sealed_stays_when_one_takes_back(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace", "Edsger")
    people = sit_down(host.address, made)
    ada, grace = people[:2]
    ada.move(ada.moves[0])
    sealed = grace.moves[1]
    grace.move(sealed, 0)
    ada.catch_up(2)
    ada.send("undo")
    back = grace.hear("table")
    assert (back["position"], back["waiting"]) == (1, [0, 2])
    assert back["view"]["sealed"] == {"1": sealed}
    for person in people:
        person.close()


def test_after_a_reveal_the_others_must_agree(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    play_on(people, random.Random(2), 2)
    assert ada.undo == "consent"
    assert ada.ask("undo")["type"] == "done"
    asked = grace.hear("undoing")["undoing"]
    assert asked == {
        "seat": 0,
        "position": asked["position"],
        "agreed": [],
        "asked": [1],
        "shown": True,
    }
    assert grace.ask("undo", agree=False)["type"] == "done"
    closed = ada.hear("undoing")
    assert closed["undoing"] is None
    assert closed["refused"] == 1
    assert grace.ask("undo", agree=True)["error"] == "nothing-to-undo"
    ada.ask("undo")
    grace.send("undo", agree=True)
    back = ada.hear("table")
    assert back["branch"] == 1
    assert back["takebacks"][0]["consent"] is True
    assert back["takebacks"][0]["shown"] is True
    assert back["position"] == asked["position"]
    for person in people:
        person.close()


def test_asking_again_while_it_is_open_changes_nothing(host: Host) -> None:
    """Else a "no" to the first question would close a second one that its giver has not seen."""
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    play_on(people, random.Random(2), 2)
    ada.ask("undo")
    assert ada.ask("undo")["type"] == "done"
    assert grace.ask("undo")["error"] == "undo-asked"
    grace.ask("undo", agree=False)
    assert [m["undoing"] is None for m in grace.seen if m["type"] == "undoing"] == [False, True]
    for person in people:
        person.close()


def test_a_move_closes_the_question_of_consent(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    play_on(people, random.Random(2), 2)
    ada.ask("undo")
    grace.hear("undoing")
    grace.move(grace.moves[0])
    closed = [m for m in grace.seen if m["type"] == "undoing"][-1]
    assert closed["undoing"] is None
    assert grace.ask("undo", agree=True)["error"] == "nothing-to-undo"
    for person in people:
        person.close()


def test_bots_are_not_asked_and_nobody_says_that_they_agreed(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "bot:random"))
    ada.move(ada.moves[0])
    while not (ada.moves and ada.position >= 2):
        ada.hear("moved")
    assert ada.undo == "consent"
    ada.send("undo")
    back = ada.hear("table")
    assert back["branch"] == 1
    assert 0 in back["waiting"]
    (told,) = back["takebacks"]
    assert (told["consent"], told["shown"]) == (False, True)
    ada.close()


def test_there_is_nothing_to_take_back_at_the_beginning_or_after_the_end(host: Host) -> None:
    people = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    ada = people[0]
    assert ada.ask("undo")["error"] == "nothing-to-undo"
    play_on(people, random.Random(3))
    assert ada.undo == ""
    assert ada.ask("undo")["error"] == "game-over"
    for person in people:
        person.close()


def test_a_move_from_before_a_take_back_is_stale(host: Host) -> None:
    people = ada, grace = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
    ada.move(ada.moves[0])
    ada.send("undo")
    ada.hear("done")
    grace.hear("table")
    stale = grace.ask("move", move=grace.moves[0], position=0, branch=0)
    assert stale["error"] == "stale"
    assert grace.hear("table")["branch"] == 1
    for person in people:
        person.close()


# Talk


def test_chat_is_kept_and_cleaned(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    ada, grace = sit_down(host.address, made)
    assert ada.ask("chat", text="Well\x00 met,\n<i>Grace</i>." + "!" * 1000)["type"] == "chat"
    line = grace.hear("chat")["line"]
    assert line["text"] == ("Well met, <i>Grace</i>." + "!" * 1000)[:500]
    assert (line["seat"], line["name"], line["number"]) == (0, "Ada", 0)
    assert ada.ask("chat", text=" \n ")["error"] == "malformed"
    with Person(host.address, made["table"], made["spectator"]) as onlooker:
        assert onlooker.state["chat"] == [line]
        onlooker.ask("chat", text="Hello", name="Alan")
        spoken = grace.hear("chat")["line"]
        assert ("seat" in spoken, spoken["name"]) == (False, "Alan")
    ada.close()
    grace.close()


# Another game


def test_a_rematch_keeps_seats_and_options(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace", hardcore=True)
    ada, grace = people = sit_down(host.address, made)
    assert ada.ask("rematch")["error"] == "not-over"
    play_on(people, random.Random(8))
    again = ada.ask("rematch")
    assert grace.hear("rematch")["table"] == again["table"]
    assert grace.ask("rematch")["table"] == again["table"]
    for person in people:
        person.close()
    with Person(host.address, made["table"], made["seats"][1]["token"]) as late:
        assert late.state["rematch"] == again["table"]
        token = late.ask("rematch")["token"]
    with Person(host.address, again["table"], token) as grace:
        assert grace.state["eyes"] == "1"
        assert grace.state["options"]["hardcore"] is True
        assert grace.state["commitment"] != made["commitment"]
        assert [seat["name"] for seat in grace.state["seats"]] == ["Ada", "Grace"]
        assert grace.moves


@pytest.mark.parametrize("language", ["en", "ja"])
def test_seats_without_a_name_are_named(host: Host, language: str) -> None:
    body = {
        "game": "dark-dealings",
        "language": language,
        "seats": [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}],
    }
    made = post(host.address, "/api/tables", body).json()
    names = [seat["name"] for seat in seats_of(host, made["table"])]
    assert all(names)
    assert names[0] == ("Player 1" if language == "en" else "プレイヤー1")
