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

from duskhall.server.app import make_app
from duskhall.server.hall import Hall
from duskhall.server.run import listen
from duskhall.server.settings import Settings
from duskhall.server.store import SqliteStore

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
GENEROUS = {  # for tests that are not about limits
    "posts": (1e6, 1e6),
    "gets": (1e6, 1e6),
    "messages": (1e6, 1e6),
    "sockets": 10_000,
    "warm": False,
    "workers": 1,
}


class Host:
    """A running server, and a way into it for what the protocol does not offer."""

    def __init__(self, port: int, hall: Hall, loop: asyncio.AbstractEventLoop) -> None:
        self.port = port
        self.hall = hall
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
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        http="httptools",
        loop="uvloop",
        ws_max_size=chosen.message_size,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="critical",
        timeout_graceful_shutdown=1,
    )
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
        yield Host(bound.getsockname()[1], app.state.hall, loops[0])
    finally:
        server.should_exit = True
        thread.join(20)
        bound.close()
        assert not thread.is_alive(), "the server did not stop"


class Process:
    """A server in a process of its own, to be killed."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.process", str(data)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
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

    def close(self) -> None:
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
