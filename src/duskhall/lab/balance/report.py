"""What balance pages are written with."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from duskhall.lab.statistics import Estimate, Sample


def mean(values: Iterable[float], digits: int = 2) -> str:
    """A mean with half its 95 % interval."""
    sample = Sample()
    for value in values:
        sample.add(value)
    found = sample.estimate()
    return f"{found.value:.{digits}f} ±{found.high - found.value:.{digits}f}"


def percent(found: Estimate) -> str:
    """A share with its interval, in percent."""
    return f"{100 * found.value:.1f} ({100 * found.low:.1f}–{100 * found.high:.1f})"


def note(text: str) -> None:
    """Say how far it got: the pages take a while."""
    print(text, file=sys.stderr, flush=True)
