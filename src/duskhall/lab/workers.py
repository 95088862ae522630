"""Many games on all cores: results come in the order of the games, whoever plays them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, TypeVar

from duskhall.lab.unbroken import unbroken

LARGEST_CHUNK: Final = 25  # games sent to a worker at once: few enough for a lively progress bar
LAST_WAIT: Final = 5.0  # seconds, for a worker whose parent is gone, to end what it has started
WHEN_THE_PARENT_DIES: Final = 1  # PR_SET_PDEATHSIG
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
            with unbroken():  # until it is noted, too
                yield play(task)
        return
    chunk = chunk_size(games, workers)
    strangers = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, initializer=be_a_worker)
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
        results = getattr(pool, "_result_queue", None)
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - strangers:
            worker.terminate()
        # One may have been ended in the middle of a result. The pool would wait for the rest of it,
        # and this process for the pool, as long as anybody could still write it: this process, too.
        if results is not None:
            results._writer.close()
        raise
    pool.shutdown()


def chunk_size(games: int, workers: int) -> int:
    """How many games are sent to a worker at once."""
    return max(1, min(LARGEST_CHUNK, games // (workers * 32)))


# In the workers


def be_a_worker() -> None:
    """Ctrl-C is for the parent, which then ends its workers; and none outlives it, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Not what the parent does when it is asked to end, which is inherited.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    is_told = be_told_of_the_end()
    threading.Thread(target=follow_the_parent, args=(is_told,), daemon=True).start()


def be_told_of_the_end() -> bool:
    """Have the system send SIGTERM when the parent is gone: compiled bots let no thread run."""
    if sys.platform != "linux":
        return False
    try:
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        return bool(prctl(WHEN_THE_PARENT_DIES, int(signal.SIGTERM)) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def follow_the_parent(is_told: bool) -> None:
    """End after the parent. The programs of a ladder are ended before that, by SIGTERM."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    if not is_told:
        os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_WAIT)
    os._exit(1)


def play_some(play: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    return [play(task) for task in tasks]
