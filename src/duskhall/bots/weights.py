"""Weights of a mind that was written by hand: numbers by name, out of a file beside it.

`python -m duskhall.lab.train.tune` finds better ones by play.
"""

from __future__ import annotations

import json
from pathlib import Path

Weights = dict[str, float]


def read_weights(path: Path) -> Weights:
    return {name: float(value) for name, value in json.loads(path.read_text("utf-8")).items()}
