"""What every game offers: options, boxes, ranks, and the list of games."""

from __future__ import annotations

import pytest

import duskhall
from duskhall import UnknownGame, WrongOption
from duskhall.engine.game import Game, Kept, Option, new_seed, rank
from duskhall.engine.moves import Move
from tests.engine.toy import ToyGame, interpreted_only, toy_box

SPEED = Option("speed", [3, 4, "fast", True], "TY-8")


# Options


@pytest.mark.parametrize(
    ("value", "meant"),
    [(3, 3), ("4", 4), ("fast", "fast"), ("FAST", "fast"), (True, True), ("true", True)],
)
def test_an_option_is_read_as_a_value_or_as_a_word(value: object, meant: object) -> None:
    read = SPEED.read(value)
    assert read == meant
    assert type(read) is type(meant)


@pytest.mark.parametrize("value", [5, "slow", None, 3.0, False, 1, [3]])
def test_another_value_is_refused_with_those_that_there_are(value: object) -> None:
    with pytest.raises(WrongOption, match="option 'speed' may be 3, 4, fast, true, not "):
        SPEED.read(value)


def test_the_first_value_is_the_default() -> None:
    assert SPEED.default == 3


# Ranks


@pytest.mark.parametrize(
    ("scores", "ranks", "parted"),
    [
        ([(3, 1), (2, 9)], [1, 2], 0),
        ([(3, 1), (3, 9)], [2, 1], 1),
        ([(3, 1), (3, 1), (0, 0)], [1, 1, 3], -1),
        ([(1, 1), (3, 1), (1, 1)], [2, 1, 2], 0),
        ([(7, 7)], [1], 0),
    ],
)
def test_ranks_go_by_the_first_part_of_the_score_that_differs(
    scores: list[tuple[int, ...]], ranks: list[int], parted: int
) -> None:
    assert rank(scores) == (ranks, parted)


# Boxes and tables


@pytest.mark.parametrize("game", duskhall.installed(), ids=lambda game: str(game.name))
def test_a_game_refuses_what_it_does_not_have(game: Game) -> None:
    counts = game.player_counts()
    with pytest.raises(WrongOption, match=f"is for {counts[0]} to {counts[-1]} players, not 99"):
        game.setup(99)
    with pytest.raises(WrongOption, match="no option 'weather'"):
        game.setup(counts[0], weather="fog")
    for seed in (-1, 1 << 128):
        with pytest.raises(WrongOption, match="a seed is a whole number"):
            game.setup(counts[0], seed)


@pytest.mark.parametrize("game", duskhall.installed(), ids=lambda game: str(game.name))
def test_a_box_knows_every_option_by_its_meaning(game: Game) -> None:
    for option in game.options():
        value = option.values[-1]
        box = game.box(game.player_counts()[0], {option.name: str(value)})
        assert box.options[option.name] == value
        assert list(box.options) == [each.name for each in game.options()]


@pytest.mark.parametrize("game", duskhall.installed(), ids=lambda game: str(game.name))
def test_a_game_passes_on_to_its_state(game: Game) -> None:
    s = game.setup(game.player_counts()[-1], seed=3)
    assert game.view(s, 0) == s.view(0)
    assert game.clone(s).digest() == s.digest()
    assert game.determinize(s, 0, 5).digest() == s.determinize(0, 5).digest()
    assert game.scores(s) == game.standing(s).scores
    assert game.describe(s, s.legal_moves(s.waiting[0])[0], ["Ada"] * 9)
    assert game.setup(2).digest() != game.setup(2).digest()


@pytest.mark.parametrize("game", duskhall.installed(), ids=lambda game: str(game.name))
def test_tables_of_the_same_kind_share_editions_box_and_sentences(game: Game) -> None:
    counts, option = game.player_counts(), game.options()[0]
    box = game.box(counts[0])
    assert game.box(counts[0], {option.name: option.default}, next(iter(game.editions()))) is box
    assert game.box(counts[1]) is not box
    assert game.box(counts[0], {option.name: option.values[1]}) is not box
    assert list(game.editions()) == list(game.edition_files)
    for name, edition in game.editions().items():
        assert game.edition(name) is edition
        assert edition.built_in
    assert game.catalogue().find("game", "title", "ja")


def test_what_is_kept_is_made_once_and_never_more_than_so_many() -> None:
    kept: Kept[list[str]] = Kept(2)
    one = kept.get("one", lambda: ["one"])
    assert kept.get("one", lambda: ["another"]) is one
    kept.get("two", lambda: ["two"])
    kept.get("three", lambda: ["three"])
    assert len(kept.made) <= kept.most
    assert kept.get("three", lambda: ["another"]) == ["three"]


def test_what_cannot_be_made_is_not_kept() -> None:
    kept: Kept[int] = Kept(2)
    with pytest.raises(ZeroDivisionError):
        kept.get("key", lambda: 1 // 0)
    assert kept.get("key", lambda: 3) == 3


def test_a_game_is_found_by_its_name() -> None:
    for game in duskhall.installed():
        assert duskhall.game(game.name) is game
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there is "):
        duskhall.game("chess")


def test_seeds_are_of_128_bits() -> None:
    seeds = [new_seed() for _ in range(100)]
    assert len(set(seeds)) == 100
    assert 1 << 120 < max(seeds) < 1 << 128


# Notation


@interpreted_only
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play 3", Move("play", 3)),
        (" PLAY  card 3 ", Move("play", 3)),
        ("play Card 3 Card 7", Move("play", 3, 7)),
        ("pass", Move("pass")),
    ],
)
def test_a_card_may_be_given_by_number_or_by_name(text: str, move: Move) -> None:
    game = ToyGame()
    assert game.parse(game.setup(2), 0, text) == move


# Boxes


def test_a_box_names_its_places_and_numbers() -> None:
    box = toy_box()
    assert box.place_names[:3] == [(0, "deck"), (1, "pile"), (2, "show")]
    box.count(3, "late")
    assert box.number_name == ["rings", "", "", "late"]
    assert box.number_names == [(0, "rings"), (3, "late")]


def test_a_game_must_say_what_it_is() -> None:
    game, box = Game(), toy_box()
    assert game.options() == []
    assert game.editions() == {}
    assert game.faces(box)[3] == {"name": "Card 3"}
    for part in (
        game.player_counts,
        lambda: game.pack(2, {}, next(iter(duskhall.installed()[0].editions().values()))),
        lambda: game.open(box),
        lambda: game.standing(duskhall.installed()[0].setup(2)),
    ):
        with pytest.raises(NotImplementedError):
            part()
