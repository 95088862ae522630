"""Bots think in processes of their own, which may die."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import duskhall
from duskhall.bots import make_bot
from duskhall.engine.game import installed
from duskhall.engine.moves import parse_move
from duskhall.engine.table import Table
from duskhall.server import thinking
from duskhall.server.rooms.room import Room
from duskhall.server.thinking import (
    ADVICE,
    CROWD,
    HURRY,
    OTHERS,
    PATIENCE,
    PEOPLE,
    Question,
    Said,
    Thinker,
    guess_of,
    own_luck,
    put,
    ready,
    think,
)
from tests.server.hosting import Host, hosting
from tests.server.playing import Person, set_up, sit_down

GAME = duskhall.game("dark-dealings")
NAMES = [game.name for game in installed()]
each_game = pytest.mark.parametrize("name", NAMES)


def processes(thinker: Thinker) -> list[int]:
    """The ids of its workers' processes."""
    pools = [worker.pool for worker in thinker.workers if worker.pool is not None]
    return [process for pool in pools for process in pool._processes]


def first_question() -> Question:
    table = duskhall.new_table(GAME, 2, seed=3)
    return put(table.record, guess_of(table.record, table.state, 0, 0), 0)


def played(name: str, rng: random.Random) -> Table:
    """A table somewhere in a game of random answers."""
    game = duskhall.game(name)
    table = duskhall.new_table(game, rng.choice(game.counts({})), seed=rng.getrandbits(128))
    for _ in range(rng.randrange(80)):
        seat = rng.choice(table.state.waiting)
        move = rng.choice(table.state.legal_moves(seat))
        table.play(seat, move)
        if not table.state.waiting:
            return played(name, rng)
    return table


@each_game
def test_a_worker_answers_like_a_bot_at_the_table(name: str) -> None:
    rng = random.Random(5)
    for bot in ["random", "greedy", "search:8"] * 8:  # of which the first makes no guess
        table = played(name, rng)
        s, position = table.state, len(table.record.moves)
        seat = rng.choice(s.waiting)
        local = make_bot(bot, table.record.game, own_luck(table.record, seat).seed)
        question = put(table.record, guess_of(table.record, s, seat, position), seat)
        if len(s.legal_moves(seat)) > 1:
            said = think(*question, bot, PATIENCE).move
            if bot == "random":
                assert said in [str(move) for move in s.legal_moves(seat)]
            else:
                assert said == str(local.answer(s, seat, position))


@each_game
def test_a_worker_is_told_nothing_that_its_seat_may_not_know(name: str) -> None:
    rng = random.Random(6)
    for _ in range(30):
        table = played(name, rng)
        record, truth = table.record, table.state
        seat = rng.choice(truth.waiting)
        twin = truth.determinize(seat, rng.getrandbits(64))
        question = put(record, guess_of(record, truth, seat, 7), seat)
        # What others have sealed is open again in a guess, as it is in what is sent.
        assert put(record, guess_of(record, twin, seat, 7), seat) == question
        assert f"{record.seed:032x}" not in question.position + question.setting.decode()
        assert truth.seed.hex() not in question.position


def test_a_worker_that_dies_is_replaced_and_the_answer_comes() -> None:
    async def play() -> None:
        thinker = Thinker(1, 30.0)
        question = first_question()
        first = await thinker.answer(question, "random")
        (worker,) = processes(thinker)
        asked = asyncio.create_task(thinker.answer(question, "search:2s"))
        await asyncio.sleep(0.1)
        os.kill(worker, signal.SIGKILL)
        answer = await asked
        assert parse_move(answer) in duskhall.new_table(GAME, 2, seed=3).state.legal_moves(0)
        assert await thinker.answer(question, "random") == first
        thinker.close()

    asyncio.run(play())


def test_a_worker_that_died_while_nobody_asked_is_replaced() -> None:
    async def play() -> None:
        thinker = Thinker(1, 30.0)
        question = first_question()
        first = await thinker.answer(question, "random")
        (worker,) = processes(thinker)
        os.kill(worker, signal.SIGKILL)
        pool = thinker.workers[0].pool
        while pool is not None and not getattr(pool, "_broken"):  # noqa: B009
            await asyncio.sleep(0.01)
        assert await thinker.answer(question, "random") == first
        thinker.close()

    asyncio.run(play())


def test_a_worker_that_takes_too_long_is_replaced() -> None:
    async def play() -> None:
        thinker = Thinker(1, 0.3)
        await thinker.study(PEOPLE, 60.0, ready)
        (before,) = processes(thinker)
        with pytest.raises(TimeoutError):  # and not after an hour
            await thinker.answer(first_question(), "search:3600s")
        await asyncio.gather(*thinker.beginning)
        assert before not in processes(thinker)
        thinker.close()

    asyncio.run(play())


def test_in_a_crowd_bots_think_shorter() -> None:
    async def play() -> None:
        thinker = Thinker(1, 600.0)
        assert thinker.seconds(True, waited=0.0) == PATIENCE
        thinker.asking[True] = CROWD + 1
        assert thinker.seconds(True, waited=0.0) == HURRY
        answer = await thinker.answer(first_question(), "search:3600s")  # else it takes an hour
        assert parse_move(answer) in duskhall.new_table(GAME, 2, seed=3).state.legal_moves(0)
        thinker.close()

    asyncio.run(play())


def test_who_has_waited_for_a_worker_waits_less_for_the_bot() -> None:
    thinker = Thinker(2, 600.0)
    assert thinker.seconds(True, waited=1.0) == PATIENCE - 1.0
    assert thinker.seconds(True, waited=60.0) == HURRY
    assert thinker.seconds(False, waited=0.0) == PATIENCE  # another worker is free for people
    assert Thinker(1, 600.0).seconds(False, waited=0.0) == HURRY  # none is


def test_a_thought_that_nobody_needs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 3600.0)
    monkeypatch.setattr(thinking, "DROPPED", 0.01)

    async def play() -> None:
        thinker = Thinker(1, 3600.0)
        first = await thinker.answer(first_question(), "random")
        asked = asyncio.create_task(thinker.answer(first_question(), "search:3600s"))
        waiting = asyncio.create_task(thinker.answer(first_question(), "search:3600s"))
        while thinker.idle or not thinker.queues[PEOPLE]:
            await asyncio.sleep(0)
        waiting.cancel()  # it was not begun
        asked.cancel()
        assert await thinker.answer(first_question(), "random") == first  # else after an hour
        assert thinker.asking == {True: 0, False: 0}
        assert thinker.idle == thinker.workers
        thinker.close()

    asyncio.run(play())


def test_a_worker_that_was_ended_is_no_ones_turn_until_it_has_begun_anew() -> None:
    """Who ends one hint after the other makes nobody wait for processes that begin."""

    async def end_one() -> None:
        thinker = Thinker(2, 60.0)
        await asyncio.gather(*[thinker.study(PEOPLE, 60.0, ready) for _ in range(2)])
        with pytest.raises(TimeoutError):
            await thinker.study(ADVICE, 0.01, time.sleep, 60.0)
        (left,) = thinker.idle
        assert left.pool is not None
        await asyncio.gather(*thinker.beginning)
        assert len(thinker.idle) == 2
        assert all(worker.pool is not None for worker in thinker.idle)
        thinker.close()

    asyncio.run(end_one())


def test_a_worker_that_cannot_begin_anew_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may have no process left to give just then."""

    def submit(pool: ProcessPoolExecutor, call: Callable[..., object], *given: object) -> Any:
        if call is ready:
            raise BlockingIOError
        return pool.submit(call, *given)

    async def end_one() -> None:
        thinker = Thinker(1, 60.0)
        await thinker.study(PEOPLE, 60.0, ready)
        monkeypatch.setattr(thinking, "submit", submit)
        with pytest.raises(TimeoutError):
            await thinker.study(ADVICE, 0.01, time.sleep, 60.0)
        await asyncio.wait(thinker.beginning)
        monkeypatch.undo()
        await asyncio.wait_for(thinker.study(PEOPLE, 60.0, ready), 60.0)
        thinker.close()

    asyncio.run(end_one())


def test_what_nobody_waits_for_any_more_does_not_cost_a_worker_at_once() -> None:
    """Whoever asks and goes, again and again, has no new process started each time."""

    async def give_up() -> None:
        thinker = Thinker(1, 60.0)
        await thinker.study(ADVICE, 60.0, ready)
        (before,) = processes(thinker)
        asked = asyncio.create_task(thinker.study(ADVICE, 60.0, time.sleep, 0.2))
        while thinker.idle:
            await asyncio.sleep(0)
        asked.cancel()
        await thinker.study(ADVICE, 60.0, ready)
        assert processes(thinker) == [before]
        thinker.close()

    asyncio.run(give_up())


class Thinks:
    """A thinker that finds no answer, and knows what it was asked and what it need not find."""

    def __init__(self, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.dropped = 0
        self.for_people: list[bool] = []
        self.queued = host.hall.thinker.queued  # they wait for a worker
        monkeypatch.setattr(host.hall.thinker, "say", self.say)

    async def say(self, question: Question, bot: str, for_people: bool = True) -> Said:
        self.asked += 1
        self.for_people.append(for_people)
        self.queued.add(asyncio.current_task())
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        raise AssertionError("unreachable")

    def wait(self, asked: int, dropped: int) -> None:
        deadline = time.monotonic() + 60
        while (self.asked, self.dropped) != (asked, dropped):
            assert time.monotonic() < deadline, (self.asked, self.dropped)
            time.sleep(0.01)


def test_who_sits_down_has_their_bot_asked_anew(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began to think when nobody was there, and might wait behind all that nobody waits for."""
    thinks = Thinks(host, monkeypatch)
    made = set_up(host.address, "Ada", "bot:novice")
    thinks.wait(asked=1, dropped=0)
    (ada,) = sit_down(host.address, made)
    thinks.wait(asked=2, dropped=1)
    assert thinks.for_people == [False, True]
    ada.close()
    (ada,) = sit_down(host.address, made)  # who goes and comes again need not have it asked again
    thinks.wait(asked=2, dropped=1)
    ada.close()


def test_a_bot_does_not_think_on_about_what_was_taken_back(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = set_up(host.address, "Ada", "bot:novice", game="dont-turn-your-back")
    (ada,) = sit_down(host.address, made)
    with ada:
        while not ada.moves or not room_of(host, made["table"]).record.moves:
            if ada.moves:
                ada.move(ada.moves[0])
            else:
                ada.read()
        thinks = Thinks(host, monkeypatch)
        while ada.moves:  # to the end of the turn
            ada.move(ada.moves[-1])
        thinks.wait(asked=1, dropped=0)
        assert ada.ask("undo")["type"] == "done"
        thinks.wait(asked=1, dropped=1)
        assert not host.call(lambda: room_of(host, made["table"]).bots.thoughts)


def test_bots_alone_think_while_somebody_looks(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks = Thinks(host, monkeypatch)
    made = set_up(host.address, "bot:novice", "bot:novice")
    with Person(host.address, made["table"], made["spectator"]):
        thinks.wait(asked=1, dropped=0)
    thinks.wait(asked=1, dropped=1)


def test_who_takes_their_seat_back_does_not_wait_for_the_bot(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks = Thinks(host, monkeypatch)
    made = set_up(host.address, "Ada", "bot:novice")
    thinks.wait(asked=1, dropped=0)
    (ada,) = sit_down(host.address, made)
    with ada:
        thinks.wait(asked=2, dropped=1)  # anew, for her
        assert ada.ask("seat", bot="novice")["type"] == "done"
        assert ada.ask("seat", bot=None)["type"] == "done"
        assert thinks.asked - thinks.dropped == 1


def test_a_game_goes_on_when_the_worker_of_a_bot_dies(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "bot:search:0.5s"))
    while not processes(host.hall.thinker):
        time.sleep(0.01)
    for worker in processes(host.hall.thinker):
        os.kill(worker, signal.SIGKILL)
    ada.catch_up(1)
    ada.move(ada.moves[0])
    ada.catch_up(2)
    ada.close()


def is_thinking(host: Host, table: str) -> bool:
    return host.call(lambda: bool(room_of(host, table).bots.thoughts))


def room_of(host: Host, table: str) -> Room:
    room = host.hall.rooms[table]
    assert isinstance(room, Room)
    return room


def test_where_nobody_watches_bots_sleep(host: Host) -> None:
    made = set_up(host.address, "bot:random", "bot:random")
    assert not is_thinking(host, made["table"])
    with Person(host.address, made["table"], made["spectator"]) as bench:
        bench.catch_up(1)
    while host.call(lambda: room_of(host, made["table"]).audience.onlookers):
        time.sleep(0.01)
    while is_thinking(host, made["table"]):
        time.sleep(0.01)
    room = room_of(host, made["table"])
    host.call(room.look_around)
    assert not room.is_over
    assert not is_thinking(host, made["table"])


def test_bots_think_on_a_while_for_persons_who_left(host: Host) -> None:
    made = set_up(host.address, "Ada", "bot:search:0.5s")
    assert is_thinking(host, made["table"])

    def long_ago() -> bool:
        room = room_of(host, made["table"])
        room.audience.left -= room.bots.settings.away_time
        return room.bots.is_awake

    assert not host.call(long_ago)


def test_a_table_asks_for_one_answer_at_a_time(host: Host) -> None:
    made = set_up(host.address, "Ada", "bot:search:0.5s", "bot:search:0.5s", "bot:search:0.5s")
    assert host.call(lambda: len(room_of(host, made["table"]).bots.thoughts)) == 1


def test_peoples_tables_come_first_and_others_leave_a_worker_free() -> None:
    async def play() -> None:
        thinker = Thinker(2, 30.0)
        kinds = {"Ada": PEOPLE, "hint": ADVICE, "bots": OTHERS}
        names = ["bots 1", "hint 1", "bots 2", "Ada 1", "Ada 2", "bots 3", "hint 2", "Ada 3"]
        order: list[str] = []

        async def wait(name: str) -> None:
            worker = await thinker.turn(kinds[name.split()[0]])
            order.append(name)
            await asyncio.sleep(0)
            thinker.idle.append(worker)
            thinker.hand_out()

        first = await thinker.turn(PEOPLE)
        waiting = [asyncio.create_task(wait(name)) for name in names]
        await asyncio.sleep(0)
        assert thinker.idle == []  # the free one went to Ada, though bots had asked before
        thinker.idle.append(first)
        thinker.hand_out()
        await asyncio.gather(*waiting)
        assert order == sorted(names, key=lambda name: (kinds[name.split()[0]], name))
        assert len(thinker.idle) == 2

    asyncio.run(play())


def test_who_gives_up_waiting_takes_no_worker_along() -> None:
    async def play() -> None:
        thinker = Thinker(1, 30.0)
        worker = await thinker.turn(PEOPLE)
        waiting = [asyncio.create_task(thinker.turn(PEOPLE)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        thinker.idle.append(worker)
        thinker.hand_out()  # the second has it, but does not know it yet
        waiting[1].cancel()
        assert await waiting[2] is worker

    asyncio.run(play())


def test_a_bot_without_an_answer_is_asked_again_later_and_later(tmp_path: Path) -> None:
    waits: list[float] = []
    with hosting(tmp_path / "tables.sqlite", retry_time=0.001, retry_longest=0.02) as host:
        thinker = host.hall.thinker
        answer = thinker.answer

        async def fail_often(question: Question, bot: str, for_people: bool = True) -> str:
            (room,) = host.hall.rooms.values()
            assert isinstance(room, Room)
            if room.bots.failures < 7:
                raise BrokenProcessPool
            waits.append(room.bots.failures)
            return await answer(question, bot, for_people)

        thinker.answer = fail_often  # type: ignore[method-assign]
        (ada,) = sit_down(host.address, set_up(host.address, "Ada", "bot:random"))
        with ada:
            while not ada.over:
                if ada.moves:
                    ada.move(ada.moves[0])
                    break
                ada.hear("moved")
            ada.catch_up(2)
    assert waits[0] == 7


def test_it_waits_twice_as_long_each_time_but_not_once_the_game_has_gone_on(host: Host) -> None:
    made = set_up(host.address, "Ada", "Bea")
    room = room_of(host, made["table"])

    def waits() -> list[float]:
        found = []
        for _ in range(12):
            room.bots.ask_again_later()
            assert room.bots.again is not None
            found.append(room.bots.again.when() - host.loop.time())
            room.bots.again.cancel()
        return found

    found = host.call(waits)
    assert [round(wait) for wait in found] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    ada, bea = sit_down(host.address, made)
    with ada, bea:
        assert room.bots.again is not None
        assert ada.move(ada.moves[0])["type"] == "moved"
        assert host.call(lambda: room.bots.again) is None
