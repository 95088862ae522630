"""The catalogue of games: one line each, the folder of the game."""

from importlib import import_module
from typing import Final

from duskhall.engine.game import Game, install

CATALOGUE: Final = [
    "dark_dealings",
    "dont_turn_your_back",
    "the_faceless",
    "raid_and_trade",
]

for folder in CATALOGUE:
    game: Game = import_module(f"duskhall.games.{folder}").GAME
    install(game)
