"""What an edition of Raid & Trade must be: a wrong one is refused with file, line and reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.cards import VERBS
from duskhall.games.raid_and_trade.parts import COLOURS, TILE_AT
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.editions import assert_refused, own_edition
from tests.games.raid_and_trade.words import EDITION, TILES, ap, begun, edition_with, ruin

# Without ruins and rocks it is read in half the time, and every row has its line.
GOOD = re.sub(r", decor = \[\[.*\]\]", "", EDITION.text)
FLASK = 'effect = [{ do = "gain_ap", n = 2 }] },\n  { id = "carter-bandolier"'
HELMET = 'cost = { scrap = 2, clothing = 1 }, use = "once", when = "on_defend"'
WHISTLE = '{ do = "drain_ap", n = 3, reach = "tile" }] },\n  { id = "carter-dried-meat"'
SHED = '{ id = "green-02", house = "green", name = "Garden Shed", kind = "die", low = 2, high = 4'
TRUNK = '"Locked Trunk", kind = "blacklist", blacklist = 2, low = 5'
FORGER = 'name = "Forger", cost = { scrap = 1 }, when = "own_turn"'
CLASS = "need = { sp = 6, any = 3 }"
DEAL = 'name = "The Deal", when = "whole_round", effect = [{ do = "share_outpost" }]'
T1 = 'id = "t1", side = "city", name = "Gatehouse Row", role = "escape_start"'
T2 = 'id = "t2", side = "city", name = "Lantern Bazaar"'
T1_BACK = 'tile = "t1", side = "city", id = "c", name = "back", exits = []'
T1_SIDE = 'tile = "t1", side = "city", id = "b", name = "side", exits = ["W"]'
T5_LINK = '{ tile = "t5", side = "city", between = ["a", "b"], kind = "barricade", at = [500, 500], angle = 135 },'
T1_SQUARE = '{ id = "t1-c1", tile = "t1", side = "city", at = [645, 200], from = ["a"] }'
T3_SQUARE = 'id = "t3-c1", tile = "t3", side = "city", at = [352, 355], from = ["g"]'
T5_CELL = '{ side = "city", tile = "t5", row = 0, column = 0, turn = 0 }'

ROWS = [  # what is changed, into what, and the reason for which it is refused
    (HELMET, HELMET.replace("scrap = 2", "gold = 2"), "'gold' is not a field"),
    (HELMET, HELMET.replace("scrap = 2", "scrap = 0"), "'scrap' must be a whole number from 1"),
    (HELMET, HELMET.replace("{ scrap = 2, clothing = 1 }", "{}"), "costs one token at least"),
    (HELMET, HELMET.replace("{ scrap = 2, clothing = 1 }", "3"), "is a table of tokens"),
    (HELMET, HELMET.replace("once", "twice"), "'use' must be one of once, round"),
    (HELMET, HELMET.replace("on_defend", "on_sundays"), "'when' must be one of own_turn"),
    (HELMET, HELMET.replace("on_defend", "whole_round"), "is for events only"),
    (HELMET, HELMET.replace("on_defend", "own_turn"), "'as_gun_defend' is for 'on_defend'"),
    ('owner = "carter", name = "Helmet", sp = 2', 'owner = "nobody", name = "Helmet", sp = 2', "'owner' must be one of"),
    ('owner = "carter", name = "Helmet", sp = 2', 'owner = "carter", name = "Helmet", sp = 11', "'sp' must be a whole number"),
    ('owner = "carter", name = "Helmet", sp = 2', 'owner = "carter", name = "Helmet"', "'sp' is missing"),
    ('owner = "carter", name = "Helmet"', 'owner = "carter", name = ""', "'name' must be a text"),
    (FLASK, FLASK.replace("gain_ap", "gain_gold"), "'do' must be one of gain_ap"),
    (FLASK, FLASK.replace("n = 2", "n = 0"), "'n' must be a whole number from 1 to 20"),
    (FLASK, FLASK.replace(", n = 2", ""), "'n' is missing"),
    (FLASK, FLASK.replace("n = 2", "n = 2, twice = true"), "'twice' is not a field"),
    (FLASK, FLASK.replace("n = 2", 'n = 2, who = "all"'), "'who' is for events only"),
    (FLASK, FLASK.replace("n = 2", "n = 2, pay = 5"), "is a price in braces"),
    (FLASK, FLASK.replace("n = 2", "n = 2, pay = { scrap = 5 }"), "'ap' is missing"),
    (FLASK, FLASK.replace('[{ do = "gain_ap", n = 2 }]', "[]"), "'effect' is empty"),
    (FLASK, FLASK.replace('[{ do = "gain_ap", n = 2 }]', '["gain_ap"]'), "is a verb in braces"),
    (FLASK, FLASK.replace('[{ do = "gain_ap", n = 2 }]', '"gain_ap"'), "must be a list of verbs"),
    (FLASK, FLASK.replace("gain_ap", "move_free"), "'move_free' is for 'on_move'"),
    (WHISTLE, WHISTLE.replace('"tile"', '"moon"'), "'reach' must be one of tile, anywhere"),
    (WHISTLE, WHISTLE.replace(', reach = "tile"', ""), "'reach' is missing"),
    (SHED, SHED.replace("high = 4", "high = 1"), "'high' must be a whole number from 2"),
    (SHED, SHED.replace('house = "green"', 'house = "blue"'), "'house' must be one of green"),
    (SHED, SHED.replace('"die"', '"coin"'), "'kind' must be one of die, blacklist"),
    (SHED, SHED.replace("low = 2", "low = 2, blacklist = 1"), "has no 'blacklist'"),
    (SHED, SHED.replace("low = 2", 'low = 2, on = "win"'), "'on' must be one of fail"),
    (TRUNK, TRUNK.replace(" blacklist = 2,", ""), "'blacklist' is missing"),
    (TRUNK, TRUNK.replace("blacklist = 2", "blacklist = 11"), "from 1 to 10"),
    ('"Warm Stove", kind = "die", low = 2, high = 3, effect = [{ do = "gain_ap", n = 2 }]', '"Warm Stove", kind = "die", low = 2, high = 3, effect = [{ do = "stop_raid" }]', "'stop_raid' is for 'other_raid'"),
    (FORGER, FORGER.replace("scrap = 1", "scrap = 21"), "'scrap' must be a whole number"),
    (FORGER, FORGER.replace("own_turn", "round_start"), "is for events only"),
    (FORGER, FORGER.replace("own_turn", "on_attack"), "nothing in it is for 'on_attack'"),
    (CLASS, "need = {}", "is a table of what the quest asks for"),
    (CLASS, "need = { love = 1 }", "'love' is not a field"),
    (CLASS, "need = { sp = 0 }", "'sp' must be a whole number"),
    ('name = "Ration Drop", when = "round_start"', 'name = "Ration Drop", when = "own_turn"', "an event works at"),
    (DEAL, DEAL.replace('"share_outpost"', '"modify", rule = "luck", by = 1'), "'rule' must be one of"),
    (DEAL, DEAL.replace('"share_outpost"', '"modify", rule = "border"'), "'by' is missing"),
    (DEAL, DEAL.replace('"share_outpost"', '"gain_ap", n = 1'), "'gain_ap' is not for 'whole_round'"),
    ('name = "Beggar", kinds = ["electrics", "clothing"]', 'name = "Beggar", kinds = ["gold"]', "'kinds' may hold"),
    ('name = "Beggar", kinds = ["electrics", "clothing"]', 'name = "Beggar", kinds = []', "'kinds' must hold at least one of scrap"),
    ('role = "mechanic", power = "none"', 'role = "mechanic", power = "flight"', "'power' must be one of"),
    ('["hit", "shield"], ["hit", "shield"], ["hit", "nothing"], ["destroy", "craft"], ', "", "a die has six faces"),
    ('["destroy", "craft"]', '["destroy", "dance"]', "an attack and a defense half"),
    ('{ id = "zoey", name', '{ id = "zed", name', "'id' must be one of mayu"),
    (T2, T2.replace("t2", "t1"), "stands already above"),
    (T1, T1.replace("escape_start", "castle"), "'role' must be one of"),
    (T1, T1 + ', decor = [["ruin", 5]]', "'decor' lies inside the tile"),
    (T1, T1 + ', decor = ["ruin"]', "'decor' names what is drawn where"),
    (T1, T1.replace('side = "city", ', ""), "'side' is missing"),
    (T1_BACK, T1_BACK + ", areas = [5]", "'areas' are shapes in braces"),
    (T1_BACK, T1_BACK + ', areas = [{ shape = "star" }]', "'shape' must be one of circle, rect"),
    (T1_BACK, T1_BACK + ', areas = [{ shape = "rect", at = [1, 2] }]', "is two corners"),
    (T1_BACK, T1_BACK + ', areas = [{ shape = "circle", at = [1, 2] }]', "'radius' is missing"),
    (T1_BACK, T1_BACK.replace("[]", '"N"'), "'exits' must be a list"),
    ('{ id = "zoey", name', '{ id = "jake", name', "the characters are mayu, zoey"),
    (T1_BACK, T1_BACK.replace('"t1"', '"t10"'), "there is no tile 't10'"),
    (T1_BACK, T1_BACK.replace('id = "c"', 'id = "b"'), "stands already above"),
    (T1_BACK, T1_BACK.replace("[]", '["W"]'), "has a road to W already"),
    (T1_BACK, T1_BACK.replace("[]", '["up"]'), "may hold N, E, S, W"),
    (T5_LINK, T5_LINK.replace('"b"]', '"z"]'), "the tile has no section 'z'"),
    (T5_LINK, T5_LINK.replace('"b"]', '"b", "a"]'), "names two sections"),
    (T5_LINK, T5_LINK.replace('"barricade"', '"rope"'), "'kind' must be one of barricade, height"),
    (T5_LINK, T5_LINK.replace("[500, 500]", '"here"'), "'at' is a point"),
    (T1_SQUARE, T1_SQUARE.replace('["a"]', '["z"]'), "the tile has no section 'z'"),
    (T1_SQUARE, T1_SQUARE.replace('["a"]', "[]"), "names the sections it is raided from"),
    (T1_SQUARE, T1_SQUARE.replace('["a"]', '["a"], mark = 3'), "'mark' must be a whole number from 4"),
    (T1_SQUARE, T1_SQUARE.replace("[645, 200]", "[645, 2000]"), "'at' is a point"),
    (T1_SQUARE, T1_SQUARE.replace('side = "city"', 'side = "moon"'), "'side' must be one of"),
    (T3_SQUARE, T3_SQUARE.replace('["g"]', '["u"]'), "nothing is raided from a raised road"),
    (T3_SQUARE, T3_SQUARE.replace("t3-c1", "t1-c1"), "stands already above"),
    (T5_CELL, T5_CELL.replace("row = 0", "row = 3"), "'row' must be a whole number from 0 to 2"),
    ('stand = [525, 500]', 'stand = [525]', "'stand' is a point"),
    ('[[500, 500], [400, 500]], [[800, 500], [800, 590]]]', '[[500, 500], [400, 500]], [[800, 500]]]', "'roads' are lines"),
]  # fmt: skip

WHOLE = [  # what is wrong with a whole file
    (T5_LINK, "", "no way leads"),  # a section is cut off
    ('  { tile = "t1", side = "city", between = ["a", "c"], kind = "barricade", at = [800, 590], angle = 90 },\n', "", "no way leads"),
    (T5_CELL + ",", "", "standard map of the city has nine cells"),
    (T5_CELL, T5_CELL.replace("row = 0", "row = 1"), "standard map of the city has nine cells"),
    (T1_SIDE, T1_SIDE.replace('["W"]', "[]"), "no road of 'Gatehouse Row' leads to its W border"),
    (T1_SQUARE + ",", "", "fill all squares in play, which are 30"),
    ('players = 3, green = 15', 'players = 3, green = 14', "fill all squares in play"),
    ("scrap = 21", "gold = 21", "'scrap' is missing"),
    ("scrap = 21", "scrap = -1", "'scrap' must be a whole number"),
    ("raid_cost = { green = 6,", "raid_cost = { green = 0,", "'green' must be a whole number from 1"),
    ("raid_cost = { green = 6,", "raid_cost = {", "'green' is missing"),
    ("goals = { skill = 20", "goals = { skill = 21", "'skill' must be a whole number"),
    ("ap_reset = 15", "ap_reset = 15\nap_max = 30", "'ap_max' is not a field"),
    ('faces = ["success", ', "faces = [", "the raid die has six faces"),
    ('faces = ["success", ', 'faces = ["maybe", ', "a face of the raid die"),
    ("values = [4, 3, 1, 1, 1]", "values = [4, 3, 1, 1]", "five credit discs"),
    ("values = [4, 3, 1, 1, 1]", "values = [4, 3, 1, 1, 0]", "a credit disc is worth 1 to 10"),
    ("extra_ap = { green = 3", "extra_ap = { green = -3", "'green' must be a whole number"),
    ("[raid_die]", "[raid_dice]", r"there is no table \[raid_die\]"),
    ("incidents = [", "accidents = [", "there is no array 'incidents'"),
    ('name = "Lantern Bazaar", role = "black_market"', 'name = "Lantern Bazaar", role = "plain"', "one tile with the Black Market"),
]  # fmt: skip


def line_of(old: str) -> str:
    assert GOOD.count(old) == 1, f"{old!r} is {GOOD.count(old)} times in the edition"
    return f"line {1 + GOOD[: GOOD.index(old)].count(chr(10))}"


@pytest.mark.parametrize(("old", "new", "reason"), ROWS)
def test_a_wrong_row_is_refused_with_its_line(
    old: str, new: str, reason: str, tmp_path: Path
) -> None:
    assert_refused(GAME, own_edition(tmp_path, GOOD.replace(old, new)), line_of(old), reason)


@pytest.mark.parametrize(("old", "new", "reason"), WHOLE)
def test_a_wrong_whole_is_refused(old: str, new: str, reason: str, tmp_path: Path) -> None:
    assert line_of(old)
    assert_refused(GAME, own_edition(tmp_path, GOOD.replace(old, new)), "", reason)


def rows_of(array: str) -> str:
    """The text of all rows of an array."""
    start = GOOD.index(f"\n{array} = [\n") + len(f"\n{array} = [\n")
    return GOOD[start : GOOD.index("\n]\n", start) + 1]


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        ("black_market", r"no trader to draw \(RT-02\)"),
        ("quests", r"3 players need as many quests \(RT-05\)"),
        ("events", r"two events at least \(RT-03\)"),
        ("raids", r"there are no green raid cards \(RT-06\)"),
        ("characters", "there are 6 characters"),
        ("tiles", "the city has 9 tiles, there are 0"),
    ],
)
def test_an_empty_array_is_refused(array: str, reason: str, tmp_path: Path) -> None:
    """RT-02, RT-03, RT-05, RT-06, RT-80, RT-01"""
    assert_refused(GAME, own_edition(tmp_path, GOOD.replace(rows_of(array), "")), "", reason)


def test_a_table_that_wants_traders_with_four_kinds_needs_one() -> None:
    """RT-02"""
    rows = rows_of("black_market").splitlines(keepends=True)
    mine = Edition("mine.toml", GOOD.replace("".join(rows[:2]), ""), built_in=False)
    assert GAME.setup(3, seed=1, edition=mine)
    with pytest.raises(WrongEdition, match=r"no trader to draw \(RT-02\)"):
        GAME.setup(3, seed=1, edition=mine, market="four")


def test_a_level_that_ends_within_the_tile_is_refused() -> None:
    """RT-01"""
    old = 'tile = "t4", side = "city", between = ["a", "b"], kind = "barricade"'
    text = GOOD.replace(old, old.replace("barricade", "height"))
    with pytest.raises(WrongEdition, match="no way leads"):
        GAME.setup(3, seed=1, edition=Edition("mine.toml", text, built_in=False))


def test_a_third_tile_with_two_levels_is_refused() -> None:
    """RT-01 Three in a row would cut a road off."""
    text = GOOD.replace(T5_LINK, T5_LINK.replace("barricade", "height"))
    for old, new in (
        ('"a", name = "main", exits = ["N", "E"]', '["N", "S"]'),
        ('"b", name = "side", exits = ["S", "W"]', '["E", "W"]'),
    ):
        row = f'tile = "t5", side = "city", id = {old}'
        assert GOOD.count(row) == 1
        text = text.replace(row, row[: row.index("exits = ") + 8] + new)
    with pytest.raises(WrongEdition, match="no way leads to every road where 3 tiles"):
        GAME.setup(3, seed=1, edition=Edition("mine.toml", text, built_in=False))


def test_a_level_that_joins_two_neighbouring_borders_is_refused() -> None:
    """RT-01 In a corner of the map it would lead nowhere."""
    text = GOOD.replace(
        'tile = "t3", side = "city", id = "u", name = "upper", exits = ["N", "S"]',
        'tile = "t3", side = "city", id = "u", name = "upper", exits = ["N", "W"]',
    ).replace(
        'tile = "t3", side = "city", id = "g", name = "lower", exits = ["E", "W"]',
        'tile = "t3", side = "city", id = "g", name = "lower", exits = ["E", "S"]',
    )
    assert text != GOOD
    with pytest.raises(WrongEdition, match="no way leads"):
        GAME.setup(3, seed=1, edition=Edition("mine.toml", text, built_in=False))


def test_an_edition_of_ones_own_is_played_with_its_values() -> None:
    """RT-40, RT-60"""
    text = GOOD.replace("ap_reset = 15", "ap_reset = 12")
    mine = Edition("mine.toml", text, built_in=False)
    assert ap(ruin(edition=mine)) == [12, 12, 12]
    assert begun().ruins.tiles is TILES  # ours is read once, and one's own goes with its box
    assert ruin(edition=mine).ruins.tiles is not TILES


def test_the_designed_edition_uses_every_verb() -> None:
    used = {effect.verb for effects in ruin().ruins.effects for effect in effects}
    assert used == set(range(len(VERBS)))


def test_the_designed_edition_has_the_printed_counts() -> None:
    """RT-06, RT-08, RT-98"""
    ruins = ruin().ruins
    assert [len(ruins.raids[colour]) for colour in range(len(COLOURS))] == [25, 15, 10]
    assert (len(ruins.incidents), len(ruins.quests), len(ruins.events)) == (30, 11, 10)
    assert (len(ruins.traders), sum(ruins.supply)) == (4, 130)


def test_the_standard_map_is_one_that_could_be_dealt() -> None:
    """RT-01"""
    lying = ruin().numbers[TILE_AT : TILE_AT + 9]
    assert sorted([at // 4 for at in lying]) == [0, 1, 2, 32, 33, 34, 64, 65, 66]
    assert lying[TILES.market] // 4 == 33


ESCAPE = [  # what only the scenario reads
    ('{ side = "city", tile = "t8", turn = 0, fill', '{ side = "city", tile = "t1", turn = 0, fill', "a tile lies in the line once"),
    ('fill = ["t2-c1", "t2-c2", "t2-c4", "t2-c3"]', 'fill = ["t2-c1", "t2-c2", "t2-c4"]', "names every square of the tile once"),
    ('fill = ["t2-c1", "t2-c2", "t2-c4", "t2-c3"]', 'fill = ["t2-c1", "t2-c2", "t2-c4", "moon"]', "'fill' may hold"),
    ('{ id = "helipad-g6", at = [270, 760] }', '{ id = "helipad-g6", at = [270] }', "'at' is a point"),
    ('name = "Fuel", skill = 12', 'name = "Fuel", skill = -1', "'skill' must be a whole number"),
    ('tile = "t2", turn = 1, fill = ["t2-c1", "t2-c2", "t2-c4", "t2-c3"]', 'tile = "t5", turn = 1, fill = ["t5-c1", "t5-c2", "t5-c3", "t5-c4", "t5-c5", "t5-c6"]', "the second is the Black Market"),
    ('tile = "t8", turn = 0, fill = ["t8-c1", "t8-c2", "t8-c3", "t8-c4", "t8-c5", "t8-c6"]', 'tile = "t3", turn = 0, fill = ["t3-c1", "t3-c2", "t3-c3", "t3-c4", "t3-c5", "t3-c6"]', "is walked from west to east"),
    ('  { id = "helipad-g6", at = [270, 760] },\n', "", "the helipad has 6 squares"),
    ('{ id = "helipad-fuel"', '{ id = "helipad-wings"', "there is no helipad-fuel"),
    ('{ id = "market-caravan"', '{ id = "market-circus"', "market-caravan"),
    ("length = { 2 = 5,", "length = { 2 = 4,", "'2' must be a whole number from 5 to 7"),
    ("guards = 6\n", "guards = 7\n", "'guards' must be a whole number from 6 to 6"),
    ("start_items_sp = 4", "start_items_sp = 11", "'start_items_sp' must be a whole number"),
    ("adrenaline = { out = 10,", "adrenaline = { out = 9,", "'out' must be a whole number from 10"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "reason"), ESCAPE)
def test_what_is_wrong_with_the_line_is_refused_where_it_is_played_on(
    old: str, new: str, reason: str
) -> None:
    """RT-100, RT-121"""
    own = edition_with(old, new)
    with pytest.raises(WrongEdition, match=reason):
        GAME.setup(2, 1, own, scenario="escape")


def test_everybodys_items_must_make_what_one_starts_with() -> None:
    """RT-101"""
    text = EDITION.text.replace("sp = 1,", "sp = 3,").replace("sp = 2,", "sp = 3,")
    own = Edition("mine.toml", text.replace("sp = 4,", "sp = 3,"), built_in=False)
    with pytest.raises(WrongEdition, match="everybody's items make 4 SP"):
        GAME.setup(2, 1, own, scenario="escape")


def test_a_line_of_ones_own_is_played_on() -> None:
    """RT-100"""
    own = edition_with("length = { 2 = 5,", "length = { 2 = 7,")
    s = GAME.setup(2, 1, own, scenario="escape")
    assert isinstance(s, Ruin)
    assert s.ruins.line is not None
    assert s.ruins.line.length == 7
