"""States, moves and games travel between a researcher's own processes, compiled or not."""

import copy
import pickle

import pytest

from duskhall import Game, Move, State, installed
from duskhall.bots.bot import play_randomly

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
FEW = 40  # answers


def tables(game: Game, events: bool = False) -> list[State]:
    """Tables in the middle, the first with a sealed answer where the game has such questions."""
    found: list[State] = []
    for seed in range(3):
        s = game.deal(game.box(game.counts({})[-1]), seed, [] if events else None)
        if len(s.waiting) > 1 and not seed:
            s.play(s.waiting[0], s.legal_moves(s.waiting[0])[-1])
        else:
            play_randomly(s, FEW)
        found.append(s)
    return found


@each_game
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_is_the_same_table_and_another_one(game: Game, copied: object) -> None:
    assert callable(copied)
    for s in tables(game, events=True):
        again = copied(s)
        assert again.digest() == s.digest()
        assert again.box is s.box  # which never changes: tables go on sharing it
        assert again.events == s.events
        assert [again.legal_moves(seat) for seat in again.waiting] == [
            s.legal_moves(seat) for seat in s.waiting
        ]
        before = s.digest()
        play_randomly(again, FEW)
        assert s.digest() == before
        play_randomly(s, FEW)
        assert s.digest() == again.digest()


@each_game
def test_an_own_edition_travels_with_the_table(game: Game) -> None:
    ours = next(iter(game.editions().values()))
    own = game.edition_of("own", ours.text + "\n# mine\n", "")
    s = game.deal(game.box(game.counts({})[0], edition=own), 3)
    first, second = [pickle.loads(pickle.dumps(s)) for _ in range(2)]
    assert first.digest() == s.digest()
    assert first.box.source == s.box.source
    assert first.box is second.box


@each_game
def test_a_game_is_itself_wherever_it_goes(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game


def test_a_move_is_equal_to_its_copies() -> None:
    move = Move("pick", 3, 12)
    for again in (pickle.loads(pickle.dumps(move)), copy.deepcopy(move), copy.copy(move)):
        assert again == move
        assert str(again) == "pick 3 12"
