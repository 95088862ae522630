"""Luck that a test has chosen, and luck that is the same whenever a test is run."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from duskhall.engine.game import SEED_BITS
from duskhall.server import hall, sources, workshop


@contextmanager
def drawing(seed: int) -> Iterator[None]:
    """Where a table begins anew, the server draws this seed.

    For servers in a thread of this process, until the end of the block.
    """
    with patch.object(sources, "new_seed", lambda: seed):
        yield


@contextmanager
def own_luck() -> Iterator[None]:
    """Every seed that a server of this process draws follows from the name of the running test.

    `LUCK=7 pytest tests/server` deals otherwise, to look for tests that fail by chance.
    """
    name, _, _ = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    luck = random.Random(name + os.environ.get("LUCK", ""))
    with ExitStack() as patched:
        for module in (hall, sources, workshop):
            patched.enter_context(
                patch.object(module, "new_seed", lambda: luck.getrandbits(SEED_BITS))
            )
        yield
