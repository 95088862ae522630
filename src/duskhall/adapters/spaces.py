"""What the environments are made of in NumPy and Gymnasium: spaces, sights and masks as arrays."""

from __future__ import annotations

import re
from array import array
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from duskhall.adapters.core.play import FEATURES, UNDEALT, Play
from duskhall.engine.events import Seat
from duskhall.engine.game import SEED_BITS, Game, game

SMALLEST: Final = -(2**31)
LARGEST: Final = 2**31 - 1
LONGEST: Final = 256  # moves in a list at once
STEPS_PER_ANSWER: Final = 8  # a bound for the length of a game, no more
FORMS: Final = ["steps", "moves"]
DIGITS: Final = SEED_BITS // 4
SEED: Final = re.compile(rf"[0-9a-fA-F]{{{DIGITS}}}")  # as records and rows have it


def make_play(
    name: str | Game,
    players: int | None,
    options: dict[str, object] | None,
    edition: str,
    form: str,
    together: bool = False,
) -> Play:
    """A table of a game. By default it is for as few as play it together. UnknownGame, WrongOption."""
    kind = game(name) if isinstance(name, str) else name
    if form not in FORMS:
        raise ValueError(f"an answer has the form {' or '.join(FORMS)}, not '{form}'")
    counts = kind.counts(dict(options or {}))
    fewest = next((count for count in counts if count > 1), counts[0])
    box = kind.box(players or fewest, dict(options or {}), edition)
    return Play(kind, box, together, LONGEST if form == "moves" else 0)


def longest(play: Play, max_cycles: int | None) -> int:
    """After how many steps a game is broken off: by default after more than it can take."""
    return max_cycles or play.game.longest * STEPS_PER_ANSWER


def observation_space(play: Play) -> Any:
    parts: dict[str, Any] = {
        "observation": spaces.Box(SMALLEST, LARGEST, (play.layout.size,), np.int32),
        "action_mask": spaces.Box(0, 1, (play.actions(),), np.int8),
    }
    if play.listed:
        parts["moves"] = spaces.Box(0, LARGEST, (play.listed, FEATURES), np.int32)
    return spaces.Dict(parts)


def observe(play: Play, seat: Seat, wait: bool = False) -> dict[str, Any]:
    """What a seat sees, what it may give, and with lists the features of each move."""
    seen = {
        "observation": np.frombuffer(play.row(seat), np.int32),
        "action_mask": np.frombuffer(play.mask(seat, wait), np.int8),
    }
    if play.listed:
        moves = np.frombuffer(array("i", play.features(seat)), np.int32)
        seen["moves"] = moves.reshape(play.listed, FEATURES)
    return seen


def id_of(action: Any) -> int:
    """The id that was given. ValueError, where it is none."""
    if action is None:
        raise ValueError("who is asked gives an id: None is for seats whose game is over")
    try:
        return int(action)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"an id is a whole number, not {action!r}") from None


def check_dealt(play: Play) -> None:
    """ResetNeeded, before the first deal."""
    if play.seed == UNDEALT:
        raise ResetNeeded("nothing is dealt yet: call reset() before step()")


def seed_of(random: Any, options: dict[str, Any] | None) -> int:
    """The seed of the next deal: the one that the option `deal` names, or a generator's luck.

    ValueError, where it names none.
    """
    deal = (options or {}).get("deal")
    if deal is None:
        return int(random.integers(2**63))
    if isinstance(deal, str) and SEED.fullmatch(deal):
        return int(deal, 16)
    is_whole = isinstance(deal, (int, np.integer)) and not isinstance(deal, bool)
    if is_whole and 0 <= deal < 1 << SEED_BITS:
        return int(deal)
    raise ValueError(
        f"a deal is a seed: a whole number from 0 to 2**{SEED_BITS} - 1, "
        f"or the {DIGITS} hexadecimal digits of a record or a row, not {deal!r}"
    )
