"""Hints: what a bot would answer, for whoever is asked, where the table allows it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import duskhall
from duskhall.bots.advice import ADVICE
from duskhall.bots.insight import percent
from duskhall.engine.game import installed
from duskhall.engine.moves import parse_move
from duskhall.engine.table import Table
from duskhall.server.advising import AskHint
from duskhall.server.hinting import Thought, think_of_hint
from duskhall.server.messages import Seat
from duskhall.server.rooms.hints import Hints, are_allowed, option
from duskhall.server.rooms.play import Play
from duskhall.server.settings import Settings
from duskhall.server.thinking import Thinker, guess_of, put
from duskhall.server.words import Refused
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get, post, set_up, sit_down

GAMES = [game.name for game in installed()]
each_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with hosting(data, adviser="greedy") as running:
        yield running


def wanted(address: str, *seats: str, hints: bool) -> Message:
    """A table of Dark Dealings that was set up with hints, or without."""
    people = [{"kind": "person", "name": name} for name in seats]
    body = {"game": "dark-dealings", "seats": people, "hints": hints}
    made: Message = post(address, "/api/tables", body).json()
    return made


def hint(person: Person, **other: object) -> Message:
    return person.ask("hint", **{"position": person.position, "branch": person.branch, **other})


# Where there are any


def test_who_plays_with_bots_gets_a_hint_and_everyone_is_told_so(host: Host) -> None:
    made = set_up(host.address, "Ada", "bot:greedy", public=True)
    assert get(host.address, f"/api/tables/{made['table']}").json()["hints"] is True
    (ada,) = sit_down(host.address, made)
    assert ada.state["hints"] is True
    told = hint(ada)
    assert told["type"] == "hint"
    assert told["move"] in ada.moves
    text = get(host.address, "/api/games/dark-dealings/text/ja").json()
    assert told["why"]
    assert all(one["key"] in text["hints"] for one in told["why"])
    with Person(host.address, made["table"]) as watcher:
        assert watcher.state["hints"] is True
        refused = hint(watcher)
        assert refused["error"] == "only-seats"
        assert refused["sentence"] == "Hints are for those who sit at the table."
    ada.close()


def test_there_are_none_where_people_compete_unless_it_was_set_up_so(host: Host) -> None:
    made = set_up(host.address, "Ada", "open")
    (ada,) = sit_down(host.address, made)
    assert "hints" not in ada.state
    assert hint(ada)["error"] == "no-hints"
    ada.close()
    people = sit_down(host.address, wanted(host.address, "Ada", "Grace", hints=True))
    assert all(person.state["hints"] is True for person in people)
    assert all(hint(person)["type"] == "hint" for person in people)
    for person in people:
        person.close()


def test_alone_one_may_do_without(host: Host) -> None:
    (ada,) = sit_down(host.address, wanted(host.address, "Ada", hints=False))
    assert hint(ada)["error"] == "no-hints"
    ada.close()


def test_where_all_win_together_there_are_hints() -> None:
    faceless, dealings = duskhall.game("the-faceless"), duskhall.game("dark-dealings")
    people = [Seat("person", name) for name in ("Ada", "Grace")]
    assert are_allowed([], people, faceless.box(2))
    assert not are_allowed([], people, dealings.box(2))
    assert not are_allowed(option(False), people, faceless.box(2))
    assert are_allowed(option(True), people, dealings.box(2))


def test_a_rematch_keeps_to_it(host: Host) -> None:
    made = wanted(host.address, "Ada", hints=False)
    (ada,) = sit_down(host.address, made)
    while not ada.over:
        ada.move(ada.moves[-1])
    again = ada.ask("rematch")
    with Person(host.address, again["table"], again["token"]) as next_time:
        assert hint(next_time)["error"] == "no-hints"
    ada.close()


# To whom, and when


def test_only_who_is_asked_gets_one_and_only_for_this_moment(host: Host) -> None:
    people = sit_down(host.address, wanted(host.address, "Ada", "Grace", hints=True))
    ada, grace = people
    ada.move(ada.moves[0])  # both pick in secret: Ada has answered
    assert hint(ada)["error"] == "nothing-asked"
    assert hint(grace, position=grace.position + 2)["error"] == "stale"
    assert hint(grace, branch=3)["error"] == "stale"
    assert grace.ask("seat", bot="greedy")["type"] == "done"
    assert hint(grace)["error"] in ("bot-plays", "nothing-asked")
    for person in people:
        person.close()


def test_a_hint_is_thought_of_once_for_a_moment(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "bot:greedy"))
    first = hint(ada)
    room = host.hall.rooms[ada.table]
    thought = host.call(lambda: room.hints.thoughts[0, 0].task)  # type: ignore[union-attr]
    again = hint(ada)
    assert {**again, "id": 0} == {**first, "id": 0}
    assert host.call(lambda: room.hints.thoughts[0, 0].task) is thought  # type: ignore[union-attr]
    ada.close()


def test_hints_are_paid_for(tmp_path: Path) -> None:
    with hosting(tmp_path / "t.sqlite", adviser="greedy", messages=(50.0, 0.001)) as poor:
        (ada,) = sit_down(poor.address, set_up(poor.address, "Ada", "bot:greedy"))
        kinds = [hint(ada) for _ in range(4)]
        assert [told["type"] for told in kinds][:2] == ["hint", "hint"]
        assert kinds[2]["error"] == kinds[3]["error"] == "too-many"
        # and one may still answer
        assert ada.move(ada.moves[0])["type"] == "moved"
        ada.close()


# Thoughts that nobody waits for


class Endless(Thinker):
    """Thinks until nobody wants to know any more."""

    def __init__(self) -> None:
        self.given_up = 0

    async def study(self, kind, limit, call, *given):  # type: ignore[no-untyped-def]
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def wondering() -> tuple[Endless, Play, Hints]:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=3)
    thinker, seats = Endless(), [Seat("person", ""), Seat("person", "")]
    play = Play(table, seats, [])
    return thinker, play, Hints(play, thinker, Settings(Path()), option(True), {})


def test_a_thought_ends_when_all_who_wait_for_it_have_gone() -> None:
    thinker, _, hints = wondering()

    async def leave() -> list[int]:
        askers = [asyncio.create_task(hints.ask(0, AskHint(0))) for _ in range(2)]
        given_up = []
        for asker in askers:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asker.cancel()
            await asyncio.wait([asker])
            await asyncio.sleep(0)
            given_up.append(thinker.given_up)
        return given_up

    assert asyncio.run(leave()) == [0, 1]
    assert not hints.thoughts


def test_a_thought_ends_when_the_question_is_answered_without_it() -> None:
    thinker, play, hints = wondering()

    async def answer() -> None:
        asker = asyncio.create_task(hints.ask(0, AskHint(0)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        hints.look_around()
        assert not asker.done()  # nothing has happened yet
        play.table.play(0, play.table.state.legal_moves(0)[0])
        hints.look_around()
        await asker

    with pytest.raises(Refused, match="stale"):
        asyncio.run(answer())
    assert thinker.given_up == 1


def test_who_leaves_gives_up_the_hints_that_are_thought_of_and_only_few_are(
    tmp_path: Path,
) -> None:
    with hosting(tmp_path / "t.sqlite", hints=1, warm=False) as busy:
        busy.hall.thinker = thinker = Endless()  # type: ignore[misc]
        ada, grace = sit_down(busy.address, wanted(busy.address, "Ada", "Grace", hints=True))
        ada.send("hint", position=ada.position, branch=ada.branch)
        assert ada.ask("hint", position=ada.position, branch=ada.branch)["error"] == "busy"
        assert hint(grace)["error"] == "busy"  # she comes from the same address
        ada.close()
        end = time.monotonic() + 60
        while not thinker.given_up:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert busy.call(lambda: busy.app.state.sockets.advising.open) == {}
        grace.close()


# What it knows


def played(name: str, rng: random.Random) -> Table:
    """A table somewhere in a game of random answers, where somebody has a choice."""
    game = duskhall.game(name)
    table = duskhall.new_table(game, rng.choice(game.counts({})), seed=rng.getrandbits(128))
    for _ in range(rng.randrange(60)):
        seat = rng.choice(table.state.waiting)
        table.play(seat, rng.choice(table.state.legal_moves(seat)))
        if not table.state.waiting:
            return played(name, rng)
    return table


class Told(Thinker):
    """Notes what a worker would be told."""

    def __init__(self) -> None:
        super().__init__(1, 1.0)
        self.given: list[tuple[object, ...]] = []

    async def study(self, kind, limit, call, *given):  # type: ignore[no-untyped-def]
        self.given.append(given)
        raise Refused("stale")


@each_game
def test_a_hint_does_not_differ_with_what_is_hidden(name: str) -> None:
    """At twin tables, which a seat cannot tell apart, a worker is told the very same."""
    rng, asked = random.Random(8), 0
    while asked < 12:
        table = played(name, rng)
        seat = rng.choice(table.state.waiting)
        if len(table.state.legal_moves(seat)) < 2:
            continue
        asked += 1
        thinker = Told()
        truth, twin = table.state, table.state.determinize(seat, rng.getrandbits(64))
        twin.sealed = dict(truth.sealed)  # who has answered is known, what is not
        twin.waiting = truth.waiting[:]
        seats = [Seat("person", "")] * truth.box.players
        for state in (truth, twin):
            table.state = state
            play = Play(table, seats, [])
            hints = Hints(play, thinker, Settings(Path()), option(True), {})
            with pytest.raises(Refused):
                asyncio.run(hints.ask(seat, AskHint(play.reached(seat))))
        assert thinker.given[0] == thinker.given[1]


class Slow(Told):
    """The first thought takes too long."""

    move = ""

    async def study(self, kind, limit, call, *given):  # type: ignore[no-untyped-def]
        self.given.append(given)
        if len(self.given) == 1:
            raise TimeoutError
        return Thought(self.move, 0.5, 0.4, [("even", ())])


def test_what_takes_too_long_is_thought_of_by_a_quicker_bot() -> None:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=3)
    thinker = Slow()
    thinker.move = str(table.state.legal_moves(0)[0])
    play = Play(table, [Seat("person", ""), Seat("bot", "")], [])
    hints = Hints(play, thinker, Settings(Path()), [], {})
    told = asyncio.run(hints.ask(0, AskHint(0)))
    assert (told.move, told.chance, told.others) == (thinker.move, 0.5, 0.4)
    assert [given[-1] for given in thinker.given] == [ADVICE.bot, ADVICE.quick]


def test_sentences_and_the_page_round_a_share_alike() -> None:
    shares = [0.005, 0.2648, 0.265, 0.375, 0.4949, 1.0]
    assert [percent(share) for share in shares] == [1, 27, 27, 38, 50, 100]


@each_game
def test_a_hint_is_legal_and_has_words(name: str) -> None:
    rng = random.Random(9)
    game = duskhall.game(name)
    for _ in range(3):
        table = played(name, rng)
        seat = rng.choice(table.state.waiting)
        question = put(table.record, guess_of(table.record, table.state, seat, 3), seat)
        thought: Thought = think_of_hint(*question[:3], "greedy")
        legal = [str(move) for move in table.state.legal_moves(seat)]
        assert thought.move in legal or table.state.proposes(seat, parse_move(thought.move))
        for key, _ in thought.why:
            assert all(game.catalogue().sentences[spoken]["hints"][key] for spoken in ("en", "ja"))
