"""Environments tell a seat what it may know and nothing else, and every id has its words."""

import copy
import pickle
import random
from typing import Any

import pytest

from duskhall import Game, game, installed
from duskhall.adapters.core.play import FEATURES, Play
from duskhall.adapters.core.sight import Sight
from duskhall.adapters.core.told import Told, written
from duskhall.adapters.core.words import END, FIRST_NUMBER, MOST, words_of
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from tests.adapters.write_ids import IDS, ids_of

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
STEPS = 120


def begun(game: Game, seed: int = 1, **how: Any) -> Play:
    play = Play(game, game.box(game.counts({})[-1]), **how)
    play.deal(seed)
    return play


def record_of(play: Play) -> Record:
    """The game so far as a record."""
    kind, box = play.game, play.box
    record = Record(kind, box.players, box.options, kind.edition(box.source[1]), play.seed)
    record.moves = play.moves[:]
    return record


def walk(play: Play, seed: int = 1, steps: int = STEPS) -> Any:
    """Give ids by lot, and stop before each of them."""
    lots = random.Random(seed)
    for _ in range(steps):
        if not play.ids:
            return
        yield play.seat
        assert play.give(lots.choice(play.ids))


@each_game
def test_a_sight_is_what_the_seat_sees(game: Game) -> None:
    play = begun(game)
    names = play.layout.names
    for seat in walk(play):
        view = play.state.view(seat)
        seen = dict(zip(names, play.look(seat), strict=True))
        numbers, places = view["numbers"], view["places"]
        assert isinstance(numbers, dict)
        assert isinstance(places, dict)
        for name, value in numbers.items():
            assert seen[f"number {name}"] == value
        where: dict[int, int] = {}
        for index, (name, lying) in enumerate(places.items(), 1):
            assert seen[f"count {name}"] == (lying if isinstance(lying, int) else len(lying))
            for card in lying if isinstance(lying, list) else []:
                where[card] = index
        for card in range(len(play.box.card_names)):
            assert seen[f"where card {card}"] == where.get(card, 0)


@each_game
def test_no_sight_and_no_mask_tells_what_is_hidden(game: Game) -> None:
    """A table whose hidden cards are dealt anew looks the same to the seat, and asks it the same."""
    play = begun(game)
    lots = random.Random(5)
    for seat in walk(play):
        guess = play.state.determinize(seat, lots.getrandbits(60))
        again = Sight(play.layout, seat)
        assert again.look(guess, play.given_by(seat)) == play.look(seat)
        if not play.given_by(seat):
            assert guess.legal_moves(seat) == play.state.legal_moves(seat)


@each_game
def test_a_sight_brought_up_to_date_is_a_fresh_one(game: Game) -> None:
    play = begun(game)
    for seat in walk(play):
        fresh = Sight(play.layout, seat).look(play.state, play.given_by(seat))
        assert play.look(seat) == fresh
        assert memoryview(play.row(seat)).cast("i").tolist() == fresh


@each_game
def test_a_seat_is_told_what_its_log_shows_and_what_it_answered(game: Game) -> None:
    play = begun(game)
    told = Told(play)
    for seat in walk(play, steps=60):
        lines = told.to(seat)
        assert Told(play).to(seat) == lines  # from the beginning, or from where it was asked last
    table = Table(record_of(play))
    for eyes in range(play.box.players):
        expected = [written(event.shown_to(eyes)) for event in table.events[0]]
        for (seat, move), events in zip(play.moves, table.events[1:], strict=True):
            expected += [f"> {move}"] * (seat == eyes)
            expected += [written(event.shown_to(eyes)) for event in events]
        assert told.to(eyes)[:-2] == expected


@each_game
def test_ids_are_few_and_have_words(game: Game) -> None:
    words = words_of(game.box(game.counts({})[-1]))
    assert len(words) <= MOST
    assert len(set(words.words)) == len(words.words)
    for move, step in words.flat.items():
        assert words.words[step] == str(move)
    for verb, step in words.verb_id.items():
        assert words.words[step] == f"{verb} …"


@each_game
def test_ids_are_named_as_the_table_names_them(game: Game) -> None:
    """Cards have their numbers besides; words of small steps stay, where no card can be meant."""
    box = game.box(game.counts({})[-1])
    words, seats = words_of(box), [f"seat {seat}" for seat in range(box.players)]
    named = words.named()
    assert len(named) == len(words)
    assert named[: FIRST_NUMBER - 1] == words.words[: FIRST_NUMBER - 1]
    for move, step in words.flat.items():
        plain = named[step]
        for number in set(move.about):
            plain = plain.replace(f" ({number})", "")
        assert plain == box.catalogue.move(box, move, seats, "en")
        assert "{" not in plain
    for number, name in enumerate(box.card_names):
        if name:
            assert f"{name} ({number})" in named[FIRST_NUMBER + number]


@each_game
def test_ids_stay_as_they_are_within_a_rules_version(game: Game) -> None:
    """Where this fails, trained players would answer something else: it takes a new rules version.

    Of a version that nobody has played by yet, `make witnesses` writes the ids anew.
    """
    assert ids_of(game) in IDS.read_text("utf-8").splitlines()


@each_game
def test_every_answer_can_be_spelled_and_read_again(game: Game) -> None:
    play = begun(game)
    words = play.words
    for seat in walk(play, seed=7):
        for move in play.state.legal_moves(seat):
            # Beside what has another id at every step, so that all of its own are told.
            other = Move(words.verbs[move.verb == words.verbs[0]], *[n + 1 for n in move.about])
            longer = Move(other.verb, *other.about, 0)
            verb, *numbers, end = [
                words.steps([move, longer], at)[0] for at in range(len(move.about) + 2)
            ]
            if verb >= words.first_verb + len(words.verbs):
                assert parse_move(words.words[verb]) == move
            else:
                assert move not in words.flat
                assert end == END
                spelled = [step - FIRST_NUMBER for step in numbers]
                assert Move(words.verbs[verb - words.first_verb], *spelled) == move


@each_game
def test_an_id_that_is_not_legal_changes_nothing(game: Game) -> None:
    play = begun(game)
    before = play.state.digest(), list(play.ids)
    wrong = next(step for step in range(play.actions()) if step not in play.ids)
    assert not play.give(wrong)
    assert (play.state.digest(), play.ids) == before


@each_game
def test_every_scenario_and_option_has_ids_for_its_answers(game: Game) -> None:
    ways = [scenario.options for scenario in game.scenarios()]
    ways += [game.fit({option.name: option.values[-1]}) for option in game.options()]
    for options in ways:
        play = Play(game, game.box(game.counts(options)[-1], options))
        assert play.actions() <= MOST
        play.deal(2)
        for seat in walk(play, steps=30):
            assert len(play.look(seat)) == play.layout.size


@each_game
@pytest.mark.parametrize("how", [{}, {"together": True}, {"listed": 5}], ids=str)
def test_a_game_by_ids_is_a_record_that_verifies(game: Game, how: dict[str, Any]) -> None:
    """Also where all answer at once, and where a list has many pages."""
    play = begun(game, **how)
    lots = random.Random(3)
    while play.asked:
        if play.together:
            steps = {seat: lots.choice(asked.ids) for seat, asked in play.asked.items()}
            assert not play.give_together(steps)
        else:
            assert play.give(lots.choice(play.ids))
    table = Table(record_of(play))
    assert table.state.digest() == play.state.digest()
    assert not table.state.waiting
    assert len(play.payoffs()) == play.box.players


@each_game
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda play: pickle.loads(pickle.dumps(play))])
def test_a_copy_goes_on_as_the_game_does(game: Game, copied: Any) -> None:
    play = begun(game)
    for _ in walk(play, steps=33):
        pass
    again = copied(play)
    assert (again.seat, again.ids, again.moves) == (play.seat, play.ids, play.moves)
    assert [again.look(seat) for seat in range(2)] == [play.look(seat) for seat in range(2)]
    for _ in walk(play, seed=4):
        pass
    for _ in walk(again, seed=4):
        pass
    assert again.state.digest() == play.state.digest()


@each_game
def test_a_list_says_of_each_move_what_it_is(game: Game) -> None:
    play = begun(game, listed=40)
    for seat in walk(play, steps=40):
        features = play.features(seat)
        moves = play.state.legal_moves(seat)[:39]
        if play.given_by(seat):
            continue  # another page
        for row, move in enumerate(moves):
            verb, *numbers = features[row * FEATURES : (row + 1) * FEATURES]
            assert play.words.verbs[verb - 1] == move.verb
            assert [number - 1 for number in numbers if number] == list(move.about)[: FEATURES - 1]


def test_alone_the_score_is_what_one_plays_for() -> None:
    kind = game("dark-dealings")
    play = Play(kind, kind.box(1))
    play.deal(4)
    for _ in walk(play, steps=10_000):
        pass
    assert play.payoffs() == [float(kind.standing(play.state).scores[0][0])]


def test_together_all_win_or_none() -> None:
    kind = game("the-faceless")
    play = Play(kind, kind.box(2))
    play.deal(4)
    for _ in walk(play, steps=10_000):
        pass
    assert play.payoffs() in ([0.0, 0.0], [1.0, 1.0])
