"""A server to be attacked, in a process of its own; and what the system says of that process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT / "src"), str(ROOT)]
OWN_LIMITS = """
import sys
from pathlib import Path
from duskhall.server.run import listen, serve
from duskhall.server.settings import Settings
bound = listen("127.0.0.1", 0)
serve(Settings(Path(sys.argv[1]), pace_time=0.0), bound, lambda: print(bound.getsockname()[1], flush=True))
"""
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1_000_000


class Server:
    """A server on a free port with a file of its own: by its own limits, or without any."""

    def __init__(self, limited: bool = True) -> None:
        self.folder = tempfile.TemporaryDirectory()
        data = str(Path(self.folder.name) / "tables.sqlite")
        call = ["-c", OWN_LIMITS] if limited else ["-m", "tests.server.process"]
        self.process = subprocess.Popen(
            [sys.executable, *call, data],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(SOURCES)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # it complains of what it is sent
            text=True,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.address = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.folder.cleanup()

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def memory(self) -> float:
        """Megabytes that it has in memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * PAGE / MEGABYTE

    def seconds(self) -> float:
        """Seconds of a processor that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def workers(self) -> list[int]:
        """The processes that work for it."""
        found: list[int] = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                command = Path(f"/proc/{child}/cmdline").read_bytes()
                if b"spawn_main" in command:
                    found.append(int(child))
        return found
