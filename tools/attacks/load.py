"""Load within the limits: many tables with people and onlookers; and a person's bot beside others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from time import perf_counter

from tests.server import attacks
from tools.attacks.people import GONE, PERSON, Message, Seat, Times, address_of, post, set_up, sit
from tools.attacks.servers import Server

PACE = 0.5  # seconds between two answers at a table
PEOPLE, STRANGERS, ELSEWHERE = 1, 2, 3  # nets of addresses
SLOW = {"kind": "bot", "bot": "search:0.5s"}
QUICK = {"kind": "bot", "bot": "greedy"}
THOUGHTLESS = {
    "kind": "bot",
    "bot": "random",
}  # whose answer takes as long as the wait for a worker
WHIM = 0.3  # seconds after which somebody answers without the hint they asked for
AT_ONCE = 20  # tables that are set up at once


class Load:
    """People who play on at a human pace, each table with an onlooker without a token."""

    def __init__(self, server: Server, tables: int, seconds: float) -> None:
        self.server = server
        self.tables = tables
        self.seconds = seconds
        self.times = Times()
        self.sockets = 0
        self.doors = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        self.end = perf_counter() + self.seconds + self.tables / 20
        await asyncio.gather(*[self.play(number) for number in range(self.tables)])

    async def play(self, number: int) -> None:
        rng, home = random.Random(number), address_of(number, PEOPLE)
        while perf_counter() < self.end:
            async with self.doors:
                made = await set_up(self.server.port, home, PERSON, PERSON)
                seats = [
                    await sit(self.server.port, home, made["table"], seat["token"])
                    for seat in made["seats"]
                ]
                away = address_of(number, STRANGERS)
                stranger = await sit(self.server.port, away, made["table"])
            self.sockets = max(self.sockets, 3 * self.tables)
            await self.play_table(rng, seats, stranger)
            for seat in (*seats, stranger):
                await seat.socket.close()

    async def play_table(self, rng: random.Random, seats: list[Seat], stranger: Seat) -> None:
        await asyncio.sleep(rng.uniform(0, PACE))
        while seats[0].told["waiting"] and perf_counter() < self.end:
            seat = seats[rng.choice(seats[0].told["waiting"])]
            position = await seat.move(rng, self.times)
            for other in (*seats, stranger):
                await other.catch_up(position)
            await asyncio.sleep(PACE)


async def beside_bots(server: Server, tables: int, watched: bool, answers: int) -> Times:
    """How long a person waits for the answer of their bot, beside tables of bots that think long."""
    doors = asyncio.Semaphore(AT_ONCE)
    watching: list[Seat] = []

    async def open_table(number: int) -> None:
        async with doors:
            home = address_of(number, ELSEWHERE)
            made = await set_up(server.port, home, SLOW, SLOW, SLOW)
            if watched:
                watching.append(await sit(server.port, home, made["table"], made["spectator"]))

    await asyncio.gather(*[open_table(number) for number in range(tables)])
    reading = [asyncio.create_task(read_on(seat)) for seat in watching]
    times, rng = Times(), random.Random(1)
    try:
        while len(times.taken) < answers:
            await play_with_a_bot(server, rng, times, answers)
    finally:
        for task in reading:
            task.cancel()
        for seat in watching:
            await seat.socket.close()
    return times


async def read_on(seat: Seat) -> None:
    while seat.told["waiting"]:
        await seat.hear()


async def play_with_a_bot(
    server: Server, rng: random.Random, times: Times, answers: int, bot: Message = QUICK
) -> None:
    home = address_of(0, PEOPLE)
    made: Message = await set_up(server.port, home, PERSON, bot)
    ada = await sit(server.port, home, made["table"], made["seats"][0]["token"])
    while ada.told["waiting"] and len(times.taken) < answers:
        if ada.told["moves"]:
            await ada.move(rng, Times())
        began = perf_counter()
        waited = False
        while ada.told["waiting"] and not ada.told["moves"]:
            waited = True
            await ada.hear()
        if waited:
            times.add(began)
    await ada.socket.close()


async def beside_advice(server: Server, askers: int, answers: int) -> Times:
    """The same, beside people who ask for hints without end, and look back at a game."""
    asking = [asyncio.create_task(ask_on(server, number)) for number in range(askers)]
    times, rng = Times(), random.Random(1)
    try:
        while len(times.taken) < answers:
            await play_with_a_bot(server, rng, times, answers, THOUGHTLESS)
    finally:
        for task in asking:
            task.cancel()
    return times


async def ask_on(server: Server, number: int) -> None:
    """At every question ask for a hint, and answer before it has come."""
    rng, home = random.Random(number), address_of(number, ELSEWHERE)
    with contextlib.suppress(*GONE):
        await post(server.port, home, "/api/review", {"record": attacks.honest()})
    while True:
        with contextlib.suppress(*GONE):
            made = await set_up(server.port, home, PERSON, THOUGHTLESS)
            seat = await sit(server.port, home, made["table"], made["seats"][0]["token"])
            while seat.told["waiting"]:
                if seat.told["moves"]:
                    moment = {key: seat.told[key] for key in ("position", "branch")}
                    await seat.socket.send(json.dumps({"type": "hint", **moment}))
                    await asyncio.sleep(WHIM)
                    await seat.move(rng, Times())
                else:
                    await seat.hear()
            await seat.socket.close()
        await asyncio.sleep(WHIM)
