"""Helpers: bots that ask the people they play with before they answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import duskhall
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.state import Dusk
from duskhall.server.rooms.helpers import asks_first, option
from duskhall.server.rooms.room import Room
from duskhall.server.thinking import Question, Said, Thinker, think
from tests.games.the_faceless.laid import laid
from tests.games.the_faceless.words import FULL_HAND, LAID_OUT, dusk
from tests.server.beginning import begin_at
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get, post, set_up, sit_down
from tests.server.toys.keeping import answer, sitting

NAME = GAME.name
BESIDE = "Yellow 1, Yellow 2, Yellow 3"
WHY = [("way", (2,))]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think at once, in this process, and can always say why."""

    async def say(thinker: Thinker, question: Question, bot: str, for_people: bool = True) -> Said:
        return think(*question, bot, 1.0)

    async def study(thinker: Thinker, *given: object) -> object:
        return WHY

    monkeypatch.setattr(Thinker, "say", say)
    monkeypatch.setattr(Thinker, "study", study)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path / "tables.sqlite", grace_time=600.0, retry_time=0.05) as running:
        yield running


def dusk_at(seats: int = 2, **words: str) -> Dusk:
    hands = " / ".join([FULL_HAND, *[BESIDE, "Blue 1, Blue 2"][: seats - 1]])
    return dusk(hands, {"obstacles": LAID_OUT, "goat": "-3,3 180", **words})


def together(host: Host, *seats: str, **words: str) -> tuple[Message, list[Person]]:
    """The first seat is asked what it does in its turn."""
    made = begin_at(host, NAME, dusk_at(len(seats), **words), seats, 1, ask_first=True)
    return made, sit_down(host.address, made)


def asked(person: Person) -> Message:
    """What a bot proposes now: told before, or to be told next."""
    now = [one for one in person.seen if one["type"] == "propose" and one.get("asks")]
    if person.state.get("asking"):
        now.insert(0, person.state["asking"])
    if now and (now[-1]["position"], now[-1]["branch"]) == (person.position, person.branch):
        return now[-1]
    while not (told := person.read()).get("asks") or told["type"] != "propose":
        pass
    return told


def go(person: Person, told: Message, **other: object) -> Message:
    fields = {name: told[name] for name in ("move", "position", "branch")}
    return person.ask("go", **{**fields, **other})


def made_by(host: Host, made: Message) -> list[tuple[int, str]]:
    room = host.hall.rooms[made["table"]]
    assert isinstance(room, Room)
    return host.call(lambda: [(seat, str(move)) for seat, move in room.record.moves])


# What people may say


def test_a_bot_says_what_it_would_do_and_waits_for_a_go_ahead(host: Host) -> None:
    made, (ada,) = together(host, "bot:greedy", "person")
    with sitting(ada):
        assert ada.state["ask_first"] is True
        told = asked(ada)
        assert (told["seat"], told["position"]) == (0, 0)
        assert told["why"] == [{"key": "way", "about": [2]}]
        assert told["move"] in ada.ask("sync")["proposable"]
        assert ada.ask("sync")["position"] == 0
        assert go(ada, told)["type"] == "done"
        ada.catch_up(1)
        assert made_by(host, made)[0] == (0, told["move"])


def test_who_comes_later_hears_of_it_and_any_person_may_say_so(host: Host) -> None:
    made, (ada, grace) = together(host, "bot:greedy", "person", "person")
    with sitting(ada, grace):
        told = asked(ada)
        (late,) = sit_down(host.address, {**made, "seats": made["seats"][2:]})
        bench = Person(host.address, made["table"], made["spectator"])
        with sitting(late, bench):
            for one in (late, bench):
                assert one.state["asking"]["move"] == told["move"]
        assert go(grace, told)["type"] == "done"
        ada.catch_up(1)


def test_who_is_elsewhere_learns_by_the_table_that_a_bot_waits_for_them(host: Host) -> None:
    made, (ada, *_) = together(host, "bot:greedy", "person", "open")
    with sitting(ada):
        asked(ada)
        path, token = f"/api/tables/{made['table']}", made["seats"][1]["token"]
        assert get(host.address, path, token).json()["helper"] == 0
        assert "helper" not in get(host.address, path).json()  # who comes by the link


def test_a_bot_takes_over_what_a_person_proposes(host: Host) -> None:
    made, (ada,) = together(host, "bot:greedy", "person")
    with sitting(ada):
        told = asked(ada)
        better = next(move for move in ada.ask("sync")["proposable"] if move != told["move"])
        moment = {"position": 0, "branch": 0}
        refused = ada.ask("propose", move="walk 99", **moment)
        assert refused["error"] == "illegal-move"
        assert ada.ask("sync")["asking"]["move"] == told["move"]
        assert ada.ask("propose", move=better, **moment)["type"] == "propose"
        ada.catch_up(1)
        assert made_by(host, made)[0] == (0, better)


def test_told_to_just_play_it_asks_no_more_until_another_has_answered(host: Host) -> None:
    _, (ada,) = together(host, "bot:greedy", "person")
    with sitting(ada):
        assert go(ada, asked(ada), turn=True)["type"] == "done"
        while ada.waiting != [1]:
            ada.read()
        assert len([one for one in ada.seen if one["type"] == "propose"]) <= 1
        while ada.waiting == [1]:
            answer(ada, ada.moves[-1])
        assert ada.waiting == [0]
        assert asked(ada)["seat"] == 0


def test_that_it_may_just_play_outlives_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data, grace_time=600.0) as host:
        made, (ada,) = together(host, "bot:greedy", "person")
        first = asked(ada)
        ada.close()
    with hosting(data, grace_time=600.0) as host:
        (ada,) = sit_down(host.address, made)
        again = asked(ada)  # it was thought of anew
        assert (again["move"], again["position"]) == (first["move"], 0)
        room = host.hall.rooms[made["table"]]
        assert isinstance(room, Room)
        host.call(lambda: setattr(room.bots, "wake", lambda: None))  # it stops right then
        assert go(ada, again, turn=True)["type"] == "done"
        ada.catch_up(1)
        ada.close()
    with hosting(data, grace_time=600.0) as host:
        (ada,) = sit_down(host.address, made)
        with sitting(ada):
            while ada.waiting != [1]:
                told = ada.read()
                assert told["type"] != "propose"


# Who may not


def test_strangers_spectators_and_late_words_move_nothing(host: Host) -> None:
    made, (ada, grace) = together(host, "bot:greedy", "person", "person")
    bench = Person(host.address, made["table"], made["spectator"])
    with sitting(ada, grace, bench):
        told = asked(ada)
        stranger = Person(host.address, made["table"], "guessed")
        assert stranger.state["error"] == "unknown-table"
        stranger.close()
        assert go(bench, told)["error"] == "not-your-seat"
        other = next(move for move in ada.ask("sync")["proposable"] if move != told["move"])
        for wrong in ({"move": other}, {"position": 7}, {"branch": 1}, {"move": "no such"}):
            assert go(ada, told, **wrong)["error"] == "stale"
        for broken in ({"move": 3}, {"position": "0"}, {"turn": "yes"}):
            assert go(ada, told, **broken)["error"] == "malformed"
        assert grace.ask("seat", bot="greedy")["type"] == "done"
        assert go(grace, told)["error"] == "bot-plays"
        assert ada.ask("sync")["position"] == 0
        assert go(ada, told)["type"] == "done"
        assert go(ada, told)["error"] == "stale"


def test_a_flood_of_go_aheads_makes_one_move_each(host: Host) -> None:
    made, (ada,) = together(host, "bot:greedy", "person")
    with sitting(ada):
        told = asked(ada)
        fields = {name: told[name] for name in ("move", "position", "branch")}
        sent = [ada.send("go", **fields) for _ in range(60)]
        answers: list[Message] = []
        while len(answers) < len(sent):
            message = ada.read()
            if message.get("id") in sent:
                answers.append(message)
        assert [one["type"] for one in answers].count("done") == 1
        assert {one["error"] for one in answers if one["type"] == "error"} == {"stale"}
        ada.catch_up(1)
        assert len(made_by(host, made)) == 1


def test_go_aheads_are_paid_for(tmp_path: Path) -> None:
    with hosting(tmp_path / "t.sqlite", messages=(30.0, 0.001)) as poor:
        _, (ada,) = together(poor, "bot:greedy", "person")
        with sitting(ada):
            told = asked(ada)
            errors = [go(ada, told, position=7)["error"] for _ in range(12)]
            assert errors[0] == "stale"
            assert errors[-1] == "too-many"


# When it does not ask


def test_at_other_tables_bots_act_by_themselves(host: Host) -> None:
    made = begin_at(host, NAME, dusk_at(), ["bot:greedy", "person"], 1)
    (ada,) = sit_down(host.address, made)
    with sitting(ada):
        assert "ask_first" not in ada.state
        while ada.waiting != [1]:
            assert ada.read()["type"] != "propose"
        assert ada.ask("go", move="rest", position=0)["error"] == "stale"


def test_only_where_all_win_together_and_all_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    faceless, dealings = duskhall.game(NAME).box(2), duskhall.game("dark-dealings").box(2)
    assert asks_first(option(True), faceless)
    assert not asks_first(option(False), faceless)
    assert not asks_first([], faceless)
    assert not asks_first(option(True), dealings)
    monkeypatch.setattr(faceless, "is_open", False)
    assert not asks_first(option(True), faceless)


def test_the_shelf_says_where_it_can_be_had_and_a_table_that_it_is(host: Host) -> None:
    games = get(host.address, "/api/games").json()["games"]
    assert {game["name"]: game["ask_first"] for game in games}[NAME] is True
    assert not any(game["ask_first"] for game in games if not game["cooperative"])
    for name, is_told in ((NAME, True), ("dark-dealings", False)):
        seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
        body = {"game": name, "seats": seats, "ask_first": True, "public": True}
        made = post(host.address, "/api/tables", body).json()
        about = get(host.address, f"/api/tables/{made['table']}").json()
        assert about.get("ask_first", False) is is_told
    plain = set_up(host.address, "Ada", "bot:greedy", game=NAME, public=True)
    assert "ask_first" not in get(host.address, f"/api/tables/{plain['table']}").json()


def test_a_hushed_table_is_not_talked_at(host: Host) -> None:
    """TF-102: nobody proposes anything until the next threat phase; nor does a bot."""
    hands = f"{FULL_HAND} / {BESIDE}"
    common = {"avatar": "unspeakable", "obstacles": LAID_OUT, "goat": "-3,3 180"}
    calm = "Yellow 1, Green 1, Blue 1, Purple 1, Purple 2, Green 3"
    words = {**common, "top": "Red 1", "display": calm, "deck": "Blue 2, Blue 3"}
    s = dusk(hands, words, prepare=laid(avatar="Unspeakable"))
    made = begin_at(host, NAME, s, ["person", "bot:greedy"], 1, ask_first=True)
    (ada,) = sit_down(host.address, made)
    with sitting(ada):
        told = answer(ada, "rest")
        assert told["hushed"] == [0, 1]
        while ada.position < 2:  # it answers, and has said nothing before
            assert ada.read()["type"] != "propose"


def test_a_lesson_goes_by_its_script(host: Host) -> None:
    made = post(host.address, "/api/tables/lesson", {"game": NAME}).json()
    (ada,) = sit_down(host.address, made)
    with sitting(ada):
        assert "ask_first" not in ada.state


def test_without_people_nobody_is_asked_and_without_anybody_there_it_waits_a_while_only(
    tmp_path: Path,
) -> None:
    with hosting(tmp_path / "t.sqlite", grace_time=0.5) as host:
        made, (ada,) = together(host, "bot:greedy", "person")
        bench = Person(host.address, made["table"], made["spectator"])
        with sitting(bench):
            asked(ada)
            time.sleep(0.7)  # as long as she is there it waits
            assert ada.ask("sync")["position"] == 0
            ada.close()
            while bench.waiting != [1]:
                bench.read()
            assert made_by(host, made)[0][0] == 0


def test_who_lets_a_bot_play_for_them_has_no_say_and_is_not_waited_for(host: Host) -> None:
    _, (ada,) = together(host, "bot:greedy", "person")
    with sitting(ada):
        asked(ada)
        assert ada.ask("seat", bot="greedy")["type"] == "done"
        ada.catch_up(2)


# What changes in the middle


def test_what_is_taken_back_is_not_asked_any_more(host: Host) -> None:
    _, (ada,) = together(host, "person", "bot:greedy")
    with sitting(ada):
        answer(ada, ada.moves[-1])
        told = asked(ada)
        assert told["seat"] == 1
        assert ada.ask("undo")["type"] == "done"
        (back,) = [one for one in ada.seen if one["type"] == "table" and one["branch"] == 1]
        assert "asking" not in back
        assert go(ada, told)["error"] == "stale"
        assert ada.waiting == [0]
        answer(ada, ada.moves[-1])
        assert asked(ada)["branch"] == 1


def test_while_a_take_back_is_asked_for_a_bot_goes_nowhere(host: Host) -> None:
    made, (ada, grace) = together(host, "person", "bot:greedy", "person")
    with sitting(ada, grace):
        answer(ada, ada.moves[-1])
        go(ada, asked(ada))
        ada.catch_up(2)
        told = asked(ada)  # about the rest of its turn
        assert told["seat"] == 1
        assert ada.ask("undo")["type"] == "done"
        grace.hear("undoing")
        assert go(grace, told)["error"] == "undo-asked"
        other = next(move for move in ada.ask("sync")["proposable"] if move != told["move"])
        assert ada.ask("propose", move=other, position=2, branch=0)["type"] == "propose"
        assert grace.ask("undo", agree=False)["type"] == "done"
        assert len(made_by(host, made)) == 2
        assert go(grace, asked(grace))["type"] == "done"
        ada.catch_up(3)


def test_a_seat_that_is_taken_or_has_another_bot_asks_no_more_or_anew(host: Host) -> None:
    made, (ada,) = together(host, "open", "person")
    with sitting(ada):
        assert ada.ask("seat", seat=0, bot="greedy")["type"] == "done"
        told = asked(ada)
        ada.seen.clear()
        assert ada.ask("seat", seat=0, bot="random")["type"] == "done"
        again = asked(ada)
        assert again["position"] == 0
        sat = post(host.address, f"/api/tables/{made['table']}/sit", {"name": "Grace"}).json()
        with Person(host.address, made["table"], sat["token"]) as grace:
            assert "asking" not in grace.ask("sync")
            assert go(ada, again)["error"] == "stale"
            assert go(ada, told)["error"] == "stale"
            assert grace.moves
            answer(grace, grace.moves[-1])


def test_a_rematch_keeps_to_it(host: Host) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "greedy"}]
    made = post(
        host.address, "/api/tables", {"game": NAME, "seats": seats, "ask_first": True}
    ).json()
    (ada,) = sit_down(host.address, made)
    with sitting(ada):
        heard = 0
        if ada.waiting == [1]:
            go(ada, asked(ada), turn=True)
        while not ada.over:
            if ada.waiting == [0]:
                answer(ada, ada.moves[-1])
            elif heard < len(ada.seen):
                told, heard = ada.seen[heard], heard + 1
                if told.get("asks") and told["type"] == "propose":
                    go(ada, told, turn=True)  # which comes too late for one that has passed
            else:
                ada.read()
        again = ada.ask("rematch")
        with Person(host.address, again["table"], again["token"]) as next_time:
            assert next_time.state["ask_first"] is True
