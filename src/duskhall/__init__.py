"""Duskhall: four tabletop games of the dark at one table."""

from duskhall import games as _games
from duskhall.engine.game import Game, UnknownGame, WrongOption, game, installed
from duskhall.engine.moves import Move
from duskhall.engine.records import BrokenRecord, Record
from duskhall.engine.state import IllegalMove, State
from duskhall.engine.table import Table, new_table

__version__ = "0.1.0"
__all__ = [
    "BrokenRecord",
    "Game",
    "IllegalMove",
    "Move",
    "Record",
    "State",
    "Table",
    "UnknownGame",
    "WrongOption",
    "game",
    "installed",
    "new_table",
]
del _games
