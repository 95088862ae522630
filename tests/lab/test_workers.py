"""Workers end with who started them, however that went, and nobody waits for them in vain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duskhall.lab import results as kept

GAME = "dark-dealings"


def workers_of(parent: int) -> list[int]:
    """The processes that this one has started; those that are dead and not yet buried do not count."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, above, state in rows if int(above) == parent and state[0] != "Z"]


def is_alive(pid: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True
    ).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.mark.parametrize(
    ("command", "end"),
    [
        ("simulate", signal.SIGKILL),
        ("simulate", signal.SIGTERM),
        ("simulate", signal.SIGHUP),
        ("compare", signal.SIGKILL),
        ("ladder", signal.SIGTERM),
    ],
)
def test_workers_end_with_their_parent_however_it_went(
    tmp_path: Path, command: str, end: signal.Signals
) -> None:
    bots = ["random"] if command == "simulate" else ["random,greedy"]
    said = [sys.executable, "-m", "duskhall", command, GAME, "--players", "2", "--workers", "2"]
    said += [f"--bots={bot}" for bot in [*bots, *["random"] * (command == "compare")]]
    said += ["--seed", "5", "--results", str(tmp_path / "rows")]
    said += ["--games", "100000", "--csv"] if command == "simulate" else ["--games", "300"]
    parent = subprocess.Popen(
        said, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    name = {"simulate": "journal", "compare": "deals", "ladder": "games"}[command]
    played = tmp_path / "rows" / f"{name}.jsonl"
    while parent.poll() is None and not (played.exists() and played.read_text().count("\n") > 1):
        time.sleep(0.01)
    workers = workers_of(parent.pid)
    parent.send_signal(end)  # and nobody else
    _, told = parent.communicate(timeout=60)
    assert len(workers) == 2
    patience = time.monotonic() + 60
    while any(is_alive(worker) for worker in workers):
        assert time.monotonic() < patience, "the workers wait for ever"
        time.sleep(0.05)
    if end == signal.SIGKILL:
        assert parent.returncode == -end
        return
    assert parent.returncode == 128 + end
    assert "goes on from there" in told
    assert "Traceback" not in told


MANY_BYTES = """
from duskhall.lab.workers import in_order
def large(task):
    return bytes(100_000_000)
for _ in in_order(large, range(64), 2):
    raise SystemExit(3)
"""


def test_a_worker_that_is_ended_while_it_tells_a_result_is_not_waited_for() -> None:
    """The rest of that result never comes."""
    ended = subprocess.run([sys.executable, "-c", MANY_BYTES], timeout=60, check=False)
    assert ended.returncode == 3


def test_workers_do_not_hold_the_lock(tmp_path: Path) -> None:
    lock = kept.hold(tmp_path)
    begun, begins = os.pipe()
    worker = os.fork()
    if not worker:
        os.write(begins, b".")
        signal.pause()
    os.read(begun, 1)
    lock.close()
    try:
        kept.hold(tmp_path).close()
    finally:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        os.close(begun)
        os.close(begins)
