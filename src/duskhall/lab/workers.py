"""Many games on all cores: results come in the order of the games, whoever plays them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, TypeVar

LARGEST_CHUNK: Final = 25  # games sent to a worker at once: few enough for a lively progress bar
Progress = Callable[[int, int], None]  # called with the games done and the games in all
Task = TypeVar("Task")  # what is sent to a worker: plain data, as states do not travel
Result = TypeVar("Result")


def unheard(done: int, games: int) -> None:
    """Progress that nobody wants to hear of."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    play: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int,
    progress: Progress = unheard,
) -> Iterator[Result]:
    """Play every task, and give the results in the order of the tasks.

    With several workers, `play` must be a function of a module, or a `partial` of one.
    """
    games = len(tasks)
    if workers == 1:
        progress(0, games)
        for task in tasks:
            yield play(task)
        return
    chunk = chunk_size(games, workers)
    strangers = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent)
    try:
        chunks = [
            pool.submit(play_some, play, tasks[start : start + chunk])
            for start in range(0, games, chunk)
        ]
        # Not before: whoever listens may start a thread, and threads do not fork.
        progress(0, games)
        for finished in chunks:
            yield from finished.result()
    except BaseException:
        # Nobody wants the rest: a search may think for minutes before it would notice.
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - strangers:
            worker.terminate()
        raise
    pool.shutdown()


def chunk_size(games: int, workers: int) -> int:
    """How many games are sent to a worker at once."""
    return max(1, min(LARGEST_CHUNK, games // (workers * 32)))


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_some(play: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    return [play(task) for task in tasks]
