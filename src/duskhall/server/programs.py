"""Programs that sit at a table: what is told of one that leaves its seat to a bot."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Failing = Literal["silent", "dead", "illegal", "garbled"]  # as docs/bots.md says


class Failure(Struct):
    """Why a program left its seat to a bot, and at which position everyone knew of."""

    why: Failing
    position: int
