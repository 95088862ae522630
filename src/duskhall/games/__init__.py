"""The catalogue of games: one line each."""

from duskhall.engine.game import install
from duskhall.games.dark_dealings import GAME as DARK_DEALINGS

install(DARK_DEALINGS)
