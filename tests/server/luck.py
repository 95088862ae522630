"""Luck that a test has chosen: where a table begins anew, the server draws this seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from duskhall.server import sources


@contextmanager
def drawing(seed: int) -> Iterator[None]:
    """For servers in a thread of this process, until the end of the block."""
    with patch.object(sources, "new_seed", lambda: seed):
        yield
