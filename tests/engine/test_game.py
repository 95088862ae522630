"""What every game offers: options, boxes, ranks, and the list of games."""

from __future__ import annotations

import pytest

import duskhall
from duskhall import UnknownGame, WrongOption
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.game import PLAYERS, Game, Kept, Option, Scenario, Tie, new_seed, rank
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


# Ties and scenarios


class TiedGame(ToyGame):
    """Fast is for three, and is never loud."""

    def ties(self) -> list[Tie]:
        return [
            Tie("speed", ["fast"], PLAYERS, [3], "TY-8", "fast-for-three"),
            Tie("loud", [True], "speed", [3, 4], "TY-9", "loud-is-slow"),
        ]

    def scenarios(self) -> list[Scenario]:
        return [Scenario("race", {"speed": "fast"}, 2, 15), Scenario("still", {}, 1, 30)]

    def catalogue(self) -> Catalogue:
        told = {"fast-for-three": "Fast is for three.", "loud-is-slow": "Loud is never fast."}
        return Catalogue({"en": {"ties": told}, "ja": {}})


@interpreted_only
def test_of_options_that_exclude_each_other_the_earlier_is_had() -> None:
    game = TiedGame()
    assert game.fit({"speed": "fast", "loud": True}, 3) == {"speed": "fast"}
    assert game.fit({"loud": True, "speed": "fast"}, 3) == {"loud": True}
    assert game.fit({"speed": "fast", "loud": True}, 2) == {"loud": True}


@interpreted_only
@pytest.mark.parametrize(
    ("players", "options", "sentence", "rule", "reason"),
    [
        (2, {"speed": "fast"}, "Fast is for three. (TY-8)", "TY-8", "fast-for-three"),
        (3, {"speed": "fast", "loud": True}, "Loud is never fast. (TY-9)", "TY-9", "loud-is-slow"),
    ],
)
def test_options_that_exclude_each_other_are_refused_with_the_rule(
    players: int, options: dict[str, object], sentence: str, rule: str, reason: str
) -> None:
    with pytest.raises(WrongOption) as refused:
        TiedGame().box(players, options)
    assert str(refused.value) == sentence
    assert (refused.value.rule, refused.value.reason) == (rule, reason)


@interpreted_only
def test_options_that_go_together_are_taken() -> None:
    chosen = TiedGame().choose(3, {"speed": "FAST", "loud": "false"})
    assert chosen == {"speed": "fast", "loud": False}


@interpreted_only
def test_the_number_of_players_follows_the_options() -> None:
    tied = TiedGame()
    assert tied.counts({}) == [2, 3]
    assert tied.counts({"speed": "fast"}) == [3]
    with pytest.raises(WrongOption, match="never fast"):
        tied.counts({"speed": "fast", "loud": True})
    with pytest.raises(WrongOption, match="no option 'colour'"):
        tied.counts({"colour": "red"})


@interpreted_only
def test_a_scenario_is_found_by_its_name() -> None:
    tied = TiedGame()
    assert tied.scenario("race").options == {"speed": "fast"}
    with pytest.raises(WrongOption, match="no scenario 'war'; it has race, still"):
        tied.scenario("war")
    with pytest.raises(WrongOption, match="it has none"):
        ToyGame().scenario("race")


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
        game.setup(counts[-1], weather="fog")
    for seed in (-1, 1 << 128):
        with pytest.raises(WrongOption, match="a seed is a whole number"):
            game.setup(counts[-1], seed)


@pytest.mark.parametrize("game", duskhall.installed(), ids=lambda game: str(game.name))
def test_a_box_knows_every_option_by_its_meaning(game: Game) -> None:
    for option in game.options():
        value = option.values[-1]
        options = {**game.fit({option.name: value}), option.name: str(value)}
        box = game.box(game.counts(options)[0], options)
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
    few = game.counts({})[0]
    assert game.setup(few).digest() != game.setup(few).digest()


@pytest.mark.parametrize("game", duskhall.installed(), ids=lambda game: str(game.name))
def test_tables_of_the_same_kind_share_editions_box_and_sentences(game: Game) -> None:
    counts, option = game.counts({}), game.options()[0]
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
