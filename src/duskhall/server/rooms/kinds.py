"""The kinds of rooms that a table may be in."""

from __future__ import annotations

from duskhall.server.rooms.gathering import Gathering
from duskhall.server.rooms.room import Room
from duskhall.server.rooms.still import Still

AnyRoom = Room | Still | Gathering
