"""A server for tests: on a free port, in a thread of this process or in a process of its own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
import uvicorn
from starlette.applications import Starlette

from duskhall.server.app import make_app
from duskhall.server.hall import Hall
from duskhall.server.run import configured, listen
from duskhall.server.settings import Settings
from duskhall.server.store import SqliteStore

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
GENEROUS = {  # for tests that are not about limits
    "posts": (1e6, 1e6),
    "gets": (1e6, 1e6),
    "messages": (1e6, 1e6),
    "address_messages": (1e6, 1e6),
    "table_messages": (1e6, 1e6),
    "stranger_messages": (1e6, 1e6),
    "strangers_messages": (1e6, 1e6),
    "sockets": 10_000,
    "connections": 10_000,
    "arrivals": (1e6, 1e6),
    "rest_time": 0.0,
    "unknown_time": 0.0,
    "pace_time": 0.0,
    "warm": False,
    "workers": 1,
}


class Host:
    """A running server, and a way into it for what the protocol does not offer."""

    def __init__(self, port: int, app: Starlette, loop: asyncio.AbstractEventLoop) -> None:
        self.port = port
        self.app = app
        self.hall: Hall = app.state.hall
        self.loop = loop
        self.address = f"http://127.0.0.1:{port}"

    def call(self, function: Callable[[], T]) -> T:
        """Run this on the server's own thread."""

        async def run() -> T:
            return function()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(30)


@contextmanager
def hosting(data: Path, **settings: object) -> Iterator[Host]:
    """A server in a thread, until the end of the block."""
    chosen = msgspec.convert({"data": data, **GENEROUS, **settings}, Settings)
    bound = listen("127.0.0.1", 0)
    app = make_app(chosen, SqliteStore(data, lambda call: call()))
    config = configured(app, chosen, "critical")
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    loops: list[asyncio.AbstractEventLoop] = []
    started = threading.Event()

    async def main() -> None:
        loops.append(asyncio.get_running_loop())

        async def announce() -> None:
            while not server.started:
                await asyncio.sleep(0.005)
            started.set()

        asyncio.create_task(announce())  # noqa: RUF006
        await server.serve(sockets=[bound])

    def run() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(main())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(20), "the server did not start"
    try:
        yield Host(bound.getsockname()[1], app, loops[0])
    finally:
        server.should_exit = True
        thread.join(20)
        bound.close()
        assert not thread.is_alive(), "the server did not stop"


class Process:
    """A server in a process of its own, to be killed; of this duskhall, or of another one."""

    def __init__(self, data: Path, source: Path = ROOT / "src") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.process", str(data)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.strip().isdecimal(), f"the server said {line!r}"
        self.address = f"http://127.0.0.1:{int(line)}"

    def kill(self) -> None:
        self.process.kill()
        self.close()

    def stop(self) -> None:
        """As an operator does before an upgrade."""
        self.process.terminate()
        self.close()

    def close(self) -> None:
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
