"""Foreign cards are held once for all the tables that play with them, and go with the last one."""

from __future__ import annotations

from typing import Final
from weakref import WeakValueDictionary

from duskhall.engine.box import Box
from duskhall.engine.edition import Edition


class Shared(dict[str, Box]):
    """What was packed with an edition, and its values: held by every edition of these values."""

    def __init__(self, values: dict[str, object]) -> None:
        super().__init__()
        self.values_read: Final = values


_shared: Final[WeakValueDictionary[str, Shared]] = WeakValueDictionary()  # by hash of the values


def share(edition: Edition) -> Edition:
    """Let an edition hold what others with the same values hold already."""
    if edition.built_in or isinstance(edition.boxes.made, Shared):
        return edition
    shared = _shared.setdefault(edition.sha256, Shared(edition.data))
    edition.boxes.made, edition.data = shared, shared.values_read
    return edition


def shared_editions() -> int:
    """How many foreign editions are held."""
    return len(_shared)
