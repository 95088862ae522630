"""Bots think in processes of their own, which may die."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import duskhall
from duskhall.engine.moves import parse_move
from duskhall.server.store import Header, encode
from duskhall.server.thinking import IN_A_CROWD, Thinker, think
from tests.server.hosting import Host
from tests.server.playing import set_up, sit_down

GAME = duskhall.game("dark-dealings")


def test_a_worker_answers_like_a_bot_at_the_table() -> None:
    table = duskhall.new_table(GAME, 2, seed=3)
    header = encode(Header.of(table.record))
    moves: list[str] = []
    for _ in range(12):
        seat = table.state.waiting[0]
        answer = think(header, moves, seat, "random")
        assert parse_move(answer) in table.state.legal_moves(seat)
        assert think(header, moves, seat, "random") == answer
        table.play(seat, parse_move(answer))
        moves = [*moves, f"{seat} {answer}"]
    # What was taken back is not remembered.
    assert think(header, [], 0, "random") == moves[0].partition(" ")[2]


def test_a_worker_that_dies_is_replaced_and_the_answer_comes() -> None:
    async def play() -> None:
        thinker = Thinker(1, 30.0)
        record = duskhall.new_table(GAME, 2, seed=3).record
        first = await thinker.answer(record, 0, "random")
        assert thinker.pool is not None
        (worker,) = thinker.pool._processes
        asked = asyncio.create_task(thinker.answer(record, 0, "search:2s"))
        await asyncio.sleep(0.1)
        os.kill(worker, signal.SIGKILL)
        answer = await asked
        assert parse_move(answer) in record.replay().legal_moves(0)
        assert await thinker.answer(record, 0, "random") == first
        thinker.close()

    asyncio.run(play())


def test_a_worker_that_takes_too_long_is_replaced() -> None:
    async def play() -> None:
        thinker = Thinker(1, 0.3)
        record = duskhall.new_table(GAME, 2, seed=3).record
        try:
            await thinker.answer(record, 0, "search:3600s")
        except TimeoutError:
            assert thinker.pool is None
        else:
            raise AssertionError("it has waited for an hour")
        thinker.close()

    asyncio.run(play())


def test_in_a_crowd_bots_think_shorter() -> None:
    async def play() -> None:
        thinker = Thinker(1, 30.0)
        record = duskhall.new_table(GAME, 2, seed=3).record
        thinker.waiting = 100
        expected = await thinker.answer(record, 0, IN_A_CROWD)
        assert await thinker.answer(record, 0, "search:3600s") == expected
        thinker.close()

    asyncio.run(play())


def test_a_game_goes_on_when_the_worker_of_a_bot_dies(host: Host) -> None:
    (ada,) = sit_down(host.address, set_up(host.address, "Ada", "bot:search:0.5s"))
    pool = host.hall.thinker.pool
    while pool is None or not pool._processes:
        time.sleep(0.01)
        pool = host.hall.thinker.pool
    for worker in list(pool._processes):
        os.kill(worker, signal.SIGKILL)
    ada.catch_up(1)
    ada.move(ada.moves[0])
    ada.catch_up(2)
    ada.close()
