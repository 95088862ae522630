"""What expansions lay on the board of Duskworld, as signs, and what of them is said beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from duskhall.cli.tables.plain import View, numbers
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import OBSTACLES, Duskworld

LETTERS: Final = "ABCDEFGH"  # of portals
WAY_SIGNS: Final = "→↗↖←↙↘"  # by direction
Say = Callable[..., str]


class Token(NamedTuple):
    """Something on a space: its sign, and its word."""

    sign: str
    word: str


def tokens(world: Duskworld, view: View, say: Say) -> dict[int, Token]:
    """By space, what an expansion has laid there; what comes last lies on top."""
    now = numbers(view)
    found: dict[int, Token] = {}
    for space in world.board.reverse:
        found[space] = Token("%", say("reverse"))
    outlook = view["outlook"]
    assert isinstance(outlook, dict)
    for space in outlook.get("den", []):
        found[space] = Token("DDD", say("den"))
    for name, value in now.items():
        kind, _, index = name.partition(".")
        if not index or value == OFF:
            continue
        if kind == "eye_at":
            is_open = now[f"eye_open.{index}"]
            found[value] = Token("eO" if is_open else "e-", say("eye-open" if is_open else "eye"))
        elif kind == "portal_at":
            letter = LETTERS[int(index)]
            found[value] = Token(f"<{letter}", say("portal", letter=letter))
        elif kind == "haunted_at":
            way = WAY_SIGNS[now[f"haunted_way.{index}"]]
            found[value] = Token(f"h{way}", say("haunted"))
        elif kind == "servant_at":
            found[value] = Token("sss", say("servant"))
    return found


def swamps(view: View) -> list[int]:
    """The obstacles that are swamps."""
    bits = numbers(view).get("swamps", 0)
    return [obstacle for obstacle in range(OBSTACLES) if bits >> obstacle & 1]


def servants_outside(view: View) -> list[int]:
    """The external spaces on which a servant stands."""
    now = numbers(view)
    return [
        value for name, value in now.items() if name.startswith("servant_out.") and value != OFF
    ]


def is_foggy(view: View) -> bool:
    """TF-150 Whether the needle is hidden."""
    return bool(numbers(view).get("fog", 0))


def follows_white(view: View) -> bool:
    """TF-130 Whether the Team follows the white end of the needle."""
    return bool(numbers(view).get("white", 0))
