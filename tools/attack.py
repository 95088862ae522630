"""Attack servers of our own on loopback, and print what they bore.

    python tools/attack.py                  everything, in some minutes
    python tools/attack.py --quick          the same with small numbers
    python tools/attack.py --part floods    load, bots, advice, floods, records, requests or kills

Load within the limits; a bot's answer beside other bots, and beside hints and reviews; floods, with
a bystander beside each; records made to hurt and odd requests; kills of the server and of all bots'
workers. What should not be is a hole: an answer of 500 or none, something acknowledged that is
lost, a table that stands, a bystander who is shut out, memory that grows. Then it ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT / "src"), str(ROOT)]

from tools.attacks import floods, inputs, kills, load  # noqa: E402
from tools.attacks.rows import GROWTH, Row, show  # noqa: E402
from tools.attacks.servers import Server  # noqa: E402

Rows = Iterator[Row]
Arguments = argparse.Namespace


def hold_load(chosen: Arguments) -> Rows:
    tables, seconds = (20, 3.0) if chosen.quick else (100, 15.0)
    with Server() as server:
        before, used, began = server.memory(), server.seconds(), time.perf_counter()
        people = load.Load(server, tables, seconds)
        asyncio.run(people.run())
        share = (server.seconds() - used) / (time.perf_counter() - began)
        grown = server.memory() - before
        told = f"moves {people.times}; server {share:.0%} of a processor"
        told += f"; memory {before:.0f} -> {server.memory():.0f} MB"
        what = f"{tables} tables, {2 * tables} people, {tables} strangers"
        yield Row("load", what, told, grown > GROWTH)


def beside_bots(chosen: Arguments) -> Rows:
    tables, answers = (20, 20) if chosen.quick else (100, 60)
    for count, watched in ((0, False), (tables, False), (tables, True)):
        with Server() as server:
            times = asyncio.run(load.beside_bots(server, count, watched, answers))
            kind = "watched" if watched else "unwatched"
            what = f"a bot's answer beside {count} {kind} tables"
            yield Row("bots", what, str(times), times.at(1.0) > floods.LATE * 1e3)


def beside_advice(chosen: Arguments) -> Rows:
    askers, answers = (5, 20) if chosen.quick else (20, 60)
    for count in (0, askers):
        with Server() as server:
            times = asyncio.run(load.beside_advice(server, count, answers))
            what = f"a bot's answer beside {count} who ask for hints and look back"
            yield Row("advice", what, str(times), times.at(1.0) > floods.LATE * 1e3)


def flood(chosen: Arguments) -> Rows:
    for name in chosen.flood or floods.FLOODS:
        yield floods.flood(name, 1.5 if chosen.quick else 5.0)


def send_records(chosen: Arguments) -> Rows:
    with Server(limited=False) as server:
        yield from asyncio.run(inputs.hurt(server))


def send_requests(chosen: Arguments) -> Rows:
    requests = chosen.requests or (500 if chosen.quick else 20_000)
    with Server(limited=False) as server:
        yield asyncio.run(inputs.fuzz(server, requests, chosen.seed))


def kill(chosen: Arguments) -> Rows:
    yield kills.kill_servers(chosen.kills or (3 if chosen.quick else 30), chosen.seed)
    tables, times = (5, 2) if chosen.quick else (30, 5)
    with Server() as server:
        yield asyncio.run(kills.kill_workers(server, tables, times))


PARTS: dict[str, Callable[[Arguments], Rows]] = {
    "load": hold_load,
    "bots": beside_bots,
    "advice": beside_advice,
    "floods": flood,
    "records": send_records,
    "requests": send_requests,
    "kills": kill,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small numbers")
    parser.add_argument("--part", choices=list(PARTS), action="append", help="only this")
    parser.add_argument("--flood", choices=list(floods.FLOODS), action="append", help="only this")
    parser.add_argument("--requests", type=int, help="odd ones (20000)")
    parser.add_argument("--kills", type=int, help="of the server (30)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and end what was started
    began, rows = time.monotonic(), []
    for part in chosen.part or PARTS:
        for row in PARTS[part](chosen):
            rows.append(row)
            print(show(row), flush=True)
    holes = sum(row.is_hole for row in rows)
    print(f"{len(rows)} attacks in {time.monotonic() - began:.0f} s: {holes} holes")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
