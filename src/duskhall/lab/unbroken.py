"""Work that is not broken off in the middle."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

ENDS: Final = ("SIGINT", "SIGTERM", "SIGHUP")
SIGNALLED: Final = 128  # and the number of the signal, as shells count


@contextmanager
def unbroken(heard_twice: bool = True) -> Iterator[None]:
    """Whoever asks this process to end is heard afterwards; a second time at once, if at all.

    Compiled numbers take an interruption for a lack of memory, and end the process with a false word.
    """
    heard: list[int] = []

    def hear(number: int, frame: object) -> None:
        if heard and heard_twice:
            os._exit(SIGNALLED + number)
        heard.append(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: dict[int, Any] = {}
    for name in ENDS:
        number = getattr(signal, name, None)
        if number is not None and callable(signal.getsignal(number)):
            before[number] = signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if heard:
        signal.raise_signal(heard[0])
