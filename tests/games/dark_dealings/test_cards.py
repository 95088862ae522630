"""The built-in cards keep the constraints of their design, and a wrong edition is refused."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import ABILITIES, CLASSES, EXPANSION_CLASSES, TYPES
from tests.games.dark_dealings.words import (
    Defense,
    Hero,
    Side,
    deal,
    edition_text,
    read_defenses,
    read_heroes,
    until,
)
from tests.games.editions import assert_refused, own_edition
from tests.games.words import all_answer

BANDS = [range(1, 19), range(19, 37), range(37, 55)]  # of Challenge: easy, middling, hard


def heroes(section: str = "") -> list[Hero]:
    return [
        Hero(
            str(row["name"]), str(row["class"]), number(row["armor"]), words(row["weak"])
        )._replace(challenge=number(row["challenge"]))
        for _, row in built_in().rows("heroes", section)
    ]


def defenses(section: str = "") -> list[Defense]:
    found: list[Defense] = []
    for _, row in built_in().rows("defenses", section):
        sides = row["sides"]
        assert isinstance(sides, list)
        found.append(
            Defense(
                str(row["name"]),
                str(row.get("ability", "")),
                [
                    Side(words(side["types"]), number(side["strength"]), side.get("trash", False))
                    for side in sides
                ],
                number(row["rank"]),
            )
        )
    return found


def built_in() -> Edition:
    return GAME.edition("designed")


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def words(value: object) -> list[str]:
    assert isinstance(value, list)
    return sorted(value)


def of(kind: str) -> list[Hero]:
    return [hero for hero in heroes() if hero.kind == kind]


def armor(cards: list[Hero]) -> float:
    return mean([card.armor for card in cards])


def places(values: list[int]) -> list[float]:
    """The place of each value in their order; equal ones share the middle of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def correlation(xs: list[float], ys: list[float]) -> float:
    x, y = mean(xs), mean(ys)
    both = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return float(both / (sum((a - x) ** 2 for a in xs) * sum((b - y) ** 2 for b in ys)) ** 0.5)


# Heroes


def test_there_are_54_heroes_with_each_challenge_once() -> None:
    """DD-22"""
    assert sorted([hero.challenge for hero in heroes()]) == list(range(1, 55))


def test_each_of_the_six_classes_has_nine_heroes() -> None:
    """DD-40 DD-41 DD-42 DD-43 DD-44 DD-45"""
    assert Counter(hero.kind for hero in heroes()) == dict.fromkeys(CLASSES, 9)


def test_all_names_differ_and_no_two_heroes_are_alike() -> None:
    section = "expansions.dragons"
    names = [hero.name for hero in heroes() + heroes(section)]
    names += [card.name for card in defenses() + defenses(section)]
    assert len(set(names)) == len(names)
    assert len({(hero.kind, hero.armor, *hero.weak) for hero in heroes()}) == len(heroes())


@pytest.mark.parametrize("kind", CLASSES)
def test_vulnerabilities_are_spread_evenly_in_each_class(kind: str) -> None:
    """DD-33"""
    met = Counter(tuple(hero.weak) for hero in of(kind))
    types = sorted(TYPES)
    assert met == dict.fromkeys([*combinations(types, 1), *combinations(types, 2)], 1) | {
        tuple(types): 3
    }


def test_armor_grows_with_challenge() -> None:
    armors, challenges = zip(*[(hero.armor, hero.challenge) for hero in heroes()], strict=True)
    assert correlation(places(list(armors)), places(list(challenges))) > 0.4


@pytest.mark.parametrize("kind", CLASSES)
def test_armor_grows_with_challenge_within_each_class(kind: str) -> None:
    armors, challenges = zip(*[(hero.armor, hero.challenge) for hero in of(kind)], strict=True)
    assert correlation(places(list(armors)), places(list(challenges))) > 0.4


def test_halflings_have_the_lowest_armor() -> None:
    """DD-41"""
    assert min(CLASSES, key=lambda kind: armor(of(kind))) == "halflings"


def test_the_halflings_of_the_rulebooks_example_are_among_them() -> None:
    """DD-41"""
    assert (1, ["minion", "trap"]) in [(hero.armor, hero.weak) for hero in of("halflings")]


@pytest.mark.parametrize("band", BANDS)
def test_rangers_have_more_armor_than_the_rest_of_their_band(band: range) -> None:
    """DD-45"""
    here = [hero for hero in heroes() if hero.challenge in band]
    rangers = [hero for hero in here if hero.kind == "ranger"]
    assert armor(rangers) > armor([hero for hero in here if hero.kind != "ranger"])


@pytest.mark.parametrize("thief", of("thief"), ids=lambda thief: thief.name)
def test_every_thief_can_be_met_exactly_by_two_or_three_plain_cards(thief: Hero) -> None:
    """DD-40"""
    plain = [card.sides[0] for card in defenses() if not card.ability]
    values = [side.strength for side in plain if set(side.types) & set(thief.weak)]
    assert thief.armor in [sum(some) for n in (2, 3) for some in combinations(values, n)]


# Defenses


def test_there_are_53_defenses_of_one_to_three_sides() -> None:
    """DD-33"""
    assert len(defenses()) == 53
    assert {len(card.sides) for card in defenses()} == {1, 2, 3}


def test_ranks_tie() -> None:
    """DD-60"""
    ranks = [card.rank for card in defenses()]
    assert 1 < len(set(ranks)) < len(ranks)


def test_some_sides_show_several_types() -> None:
    """DD-33 DD-53"""
    assert {len(side.types) for card in defenses() for side in card.sides} == {1, 2, 3}


def test_some_defenses_change_their_type() -> None:
    """DD-33"""
    assert any(len({tuple(side.types) for side in card.sides}) > 1 for card in defenses())


def test_the_last_side_bears_the_trash_icon_and_sometimes_an_earlier_one_does() -> None:
    """DD-37"""
    assert all(card.sides[-1].trash for card in defenses())
    assert any(side.trash for card in defenses() for side in card.sides[:-1])


@pytest.mark.parametrize("ability", ["", *ABILITIES])
def test_each_ability_is_present_and_so_are_plain_cards(ability: str) -> None:
    """DD-50 DD-52 DD-53"""
    assert [card for card in defenses() if card.ability == ability]


def test_the_three_types_are_equally_strong() -> None:
    """DD-33"""
    sides = [side for card in defenses() for side in card.sides]
    total = [sum(side.strength for side in sides if kind in side.types) for kind in TYPES]
    assert max(total) <= 1.08 * min(total)


# The expansion


def test_the_expansion_has_nine_gnomes_six_dragon_warriors_and_three_dragons() -> None:
    """DD-23"""
    section = "expansions.dragons"
    counts = Counter(hero.kind for hero in heroes(section))
    assert counts == dict(zip(EXPANSION_CLASSES, [9, 6], strict=True))
    assert len(defenses(section)) == 3


def test_dragon_warriors_have_at_least_two_vulnerabilities() -> None:
    """DD-23"""
    warriors = [hero for hero in heroes("expansions.dragons") if hero.kind == "dragon_warrior"]
    assert all(len(hero.weak) >= 2 for hero in warriors)


def test_the_expansion_repeats_challenges_of_the_base_game() -> None:
    """DD-23"""
    assert {hero.challenge for hero in heroes("expansions.dragons")} <= set(range(1, 55))


def test_the_dragons_outrank_every_other_defense() -> None:
    """DD-60"""
    ranks = [card.rank for card in defenses("expansions.dragons")]
    assert min(ranks) > max(card.rank for card in defenses())


# Editions of one's own


GOOD = edition_text(
    [
        hero._replace(challenge=90 + n)
        for n, hero in enumerate(read_heroes("thief 5 trap|spell")[0])
    ],
    read_defenses("Rats: booster minion 1 > trap 2!")[0],
    fillers=18,
)
HERO = "line 2"  # where the Thief stands
DEFENSE = "line 23"  # where the Rats stand


@pytest.mark.parametrize(
    ("right", "wrong", "line", "reason"),
    [
        ("armor=5", "armor=five", "line 2, column", "Invalid value"),
        ("armor=5", "armour=5", HERO, "'armor' is missing"),
        ("armor=5", "armor=5, size=1", HERO, "'size' is not a field of this row"),
        ("armor=5", "armor='5'", HERO, "'armor' must be a whole number from 1 to 20, not '5'"),
        ("armor=5", "armor=true", HERO, "'armor' must be a whole number from 1 to 20, not True"),
        ("armor=5", "armor=0", HERO, "'armor' must be a whole number from 1 to 20, not 0"),
        ("armor=5", "armor=21", HERO, "'armor' must be a whole number from 1 to 20, not 21"),
        ("challenge=90", "challenge=100", HERO, "'challenge' must be a whole number from 1 to 99"),
        ("challenge=90", "challenge=1", "line 3", "challenge 1 stands already in line 2"),
        ('"thief"', '"bard"', HERO, "'class' must be one of thief, .*, not 'bard'"),
        ('"thief"', '"dragon_warrior"', HERO, "'class' must be one of thief"),
        ('"thief"', "3", HERO, "'class' must be a text, not 3"),
        ('name="Thief"', 'name=""', HERO, "'name' must be a text, not ''"),
        ('name="Thief"', 'name="Stranger 4"', "line 7", "'Stranger 4' stands already in line 2"),
        ('name="Rats"', 'name="Thief"', DEFENSE, "the name 'Thief' stands already in line 2"),
        ("['trap', 'spell']", "['trap', 'song']", HERO, "may hold spell, minion, trap, not 'song'"),
        ("['trap', 'spell']", "['trap', 'trap']", HERO, "'weak' names something twice"),
        ("['trap', 'spell']", "[]", HERO, "'weak' must hold at least one of spell, minion, trap"),
        ("['trap', 'spell']", "'trap'", HERO, "'weak' must be a list of spell, minion, trap"),
        ('"booster"', '"bouncer"', DEFENSE, "'ability' must be one of heavy_hitter, detour"),
        ("rank=1, name=", "name=", DEFENSE, "'rank' is missing"),
        ("rank=1, name=", "rank=-1, name=", DEFENSE, "'rank' must be a whole number from 0 to 99"),
        ("['minion']", "['horde']", DEFENSE, "'types' may hold spell, minion, trap, not 'horde'"),
        ("strength=1}", "strength=1.5}", DEFENSE, "'strength' must be a whole number from 0 to 20"),
        ("strength=1}", "strong=1}", DEFENSE, "'strength' is missing"),
        ("strength=1}", "strength=1, icon=1}", DEFENSE, "'icon' is not a field of this row"),
        ("trash=true", "trash=1", DEFENSE, "'trash' must be true or false, not 1"),
        ("sides=[", "sides=[1, ", DEFENSE, "each side is a table in braces"),
        ("sides=[", "sides=[{}, {}, ", DEFENSE, "'sides' must list one to three sides"),
        ("heroes = [\n", "heroes = [\n7,\n", "line 2", "each row of 'heroes' is a table"),
        ("heroes = [", "people = [", "", "there is no array 'heroes'"),
        ("defenses = [", "walls = [", "", "there is no array 'defenses'"),
    ],
)
def test_a_wrong_edition_is_refused_with_file_line_and_reason(
    tmp_path: Path, right: str, wrong: str, line: str, reason: str
) -> None:
    assert right in GOOD
    path = own_edition(tmp_path, GOOD.replace(right, wrong, 1))
    assert_refused(GAME, path, line, reason)


@pytest.mark.parametrize("kind", ["Stranger", "Spare"])
def test_an_edition_with_too_few_cards_is_refused(tmp_path: Path, kind: str) -> None:
    """DD-02 DD-20"""
    path = own_edition(tmp_path, re.sub(rf'.*"{kind} [1-9].*\n', "", GOOD))
    with pytest.raises(
        WrongEdition, match=r"^mine\.toml: 2 players need 18 heroes and 16 defenses"
    ):
        GAME.setup(players=2, seed=1, edition=path)


def test_an_edition_may_suffice_for_some_players_and_not_for_more(tmp_path: Path) -> None:
    """DD-02"""
    path = own_edition(tmp_path, GOOD)
    assert GAME.setup(players=2, seed=1, edition=path).waiting == [0, 1]
    with pytest.raises(WrongEdition, match="3 players need 27 heroes and 24 defenses"):
        GAME.setup(players=3, seed=1, edition=path)


def test_an_edition_without_the_expansion_is_refused_only_with_the_expansion(
    tmp_path: Path,
) -> None:
    """DD-23"""
    path = own_edition(tmp_path, GOOD.partition("[expansions")[0])
    assert GAME.setup(players=2, seed=1, edition=path).waiting == [0, 1]
    with pytest.raises(WrongEdition, match=r"no array 'heroes' in \[expansions.dragons\]"):
        GAME.setup(players=2, seed=1, edition=path, dragons=True)


def test_a_table_is_played_with_an_edition_of_ones_own(tmp_path: Path) -> None:
    s = GAME.setup(players=2, seed=1, edition=own_edition(tmp_path, GOOD))
    assert {"Thief", "Rats"} < set(s.box.card_names)


def test_the_built_in_edition_suffices_for_every_table() -> None:
    """DD-25"""
    assert until(deal(6), "Face").waiting
    assert until(deal(6, dragons=True), "Face").waiting
    assert all_answer(deal(1, row=7)).waiting
