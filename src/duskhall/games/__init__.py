"""The catalogue of games: one line each."""

from duskhall.engine.game import install
from duskhall.games.dark_dealings import GAME as DARK_DEALINGS
from duskhall.games.dont_turn_your_back import GAME as DONT_TURN_YOUR_BACK
from duskhall.games.the_faceless import GAME as THE_FACELESS

install(DARK_DEALINGS)
install(DONT_TURN_YOUR_BACK)
install(THE_FACELESS)
