"""Many games on a Ray cluster: the same results as on one machine, whoever of it goes down.

Without RAY_ADDRESS, Ray is started on this machine with so many workers.
"""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from duskhall.lab.results import WrongResults
from duskhall.lab.workers import Progress, Result, Task, chunk_size, in_order, play_some, unheard

PROCESSES: Final = "processes"
RAY: Final = "ray"
WHERE: Final = [PROCESSES, RAY]  # games can be played
PLACE: Final = re.compile(r"(?:ray://)?([^/]+):(\d+)")  # a host and a port
PATIENCE: Final = 10.0  # seconds, for a cluster to answer at all
RETRIES: Final = 5  # times that a chunk is played again whose worker has died


def play_all(
    play: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int,
    progress: Progress = unheard,
    on: str = PROCESSES,
) -> Iterator[Result]:
    """Play every task there, and give the results in the order of the tasks."""
    there = in_order_on_ray if on == RAY else in_order
    return there(play, tasks, workers, progress)


def in_order_on_ray(
    play: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int,
    progress: Progress = unheard,
) -> Iterator[Result]:
    """Play every task, and give the results in the order of the tasks."""
    ray = ray_package()
    is_ours = not ray.is_initialized()
    if is_ours:
        join(ray, os.environ.get("RAY_ADDRESS") or "", workers)
    try:
        remote = ray.remote(max_retries=RETRIES)(play_some)
        shared = ray.put(play)
        size = chunk_size(len(tasks), workers)
        chunks = [
            remote.remote(shared, tasks[start : start + size])
            for start in range(0, len(tasks), size)
        ]
        progress(0, len(tasks))
        for chunk in chunks:
            yield from ray.get(chunk)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if cause is None or isinstance(cause, ray.exceptions.RayError):
            raise WrongResults("worker-died", reason=type(error).__name__) from None
        raise cause from None
    finally:
        if is_ours:
            with suppress(Exception):  # of what is gone already nothing need be ended
                ray.shutdown()


def join(ray: Any, address: str, workers: int) -> None:
    """Join the cluster of this address, or start one here. WrongResults, where there is none."""
    place = PLACE.fullmatch(address)
    try:
        if place is not None:  # Ray itself tries for minutes, and not in silence
            socket.create_connection((place[1].strip("[]"), int(place[2])), PATIENCE).close()
        ray.init(
            address=address or None,
            num_cpus=None if address else workers,
            include_dashboard=None if address else False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (OSError, RuntimeError, ValueError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        told = (why.strip().splitlines() or [type(error).__name__])[0]
        raise WrongResults("no-cluster", address=address or "ray", reason=told) from None


def ray_package() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise WrongResults("no-package", package="ray", extra="ray") from None
    return ray
