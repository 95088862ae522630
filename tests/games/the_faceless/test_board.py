"""Duskworld as it is printed: spaces, ring, obstacles and cards; and a wrong edition is refused."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import atan2, degrees
from pathlib import Path

import pytest

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.games.the_faceless import BOARDS_KEPT, GAME, TheFaceless
from duskhall.games.the_faceless.board import (
    DIRECTIONS,
    OFF,
    Placement,
    nth_bit,
    point,
    set_bits,
)
from duskhall.games.the_faceless.box import COLOURS, EFFECTS, POWERS, Duskworld
from tests.games.editions import assert_refused, own_edition
from tests.games.the_faceless.words import BOARD, cell, space, world

GOOD = GAME.edition("designed").text


# Spaces


def test_there_are_91_spaces_numbered_row_by_row() -> None:
    """TF-01"""
    assert (BOARD.count, len(BOARD.cells), len(set(BOARD.cells))) == (91, 91, 91)
    assert [cell(number) for number in (0, 5, 6, 12, 40, 45, 50, 84, 85, 90)] == [
        "0,-5",
        "5,-5",
        "-1,-4",
        "5,-4",
        "-5,0",
        "0,0",
        "5,0",
        "1,4",
        "-5,5",
        "0,5",
    ]


def test_spaces_have_names_by_row_and_place() -> None:
    """TF-01"""
    names = [BOARD.names[space(words)] for words in ("0,-5", "5,-5", "-1,-4", "0,0", "-5,5", "0,5")]
    assert names == ["a1", "a6", "b1", "f6", "k1", "k6"]
    assert len(set(BOARD.names)) == 91


def test_six_corners_have_three_neighbours_and_24_other_edge_spaces_four() -> None:
    """TF-01"""
    assert Counter([len(near) for near in BOARD.neighbours]) == {6: 61, 4: 24, 3: 6}
    assert sum(BOARD.is_edge) == 30


def test_neighbours_are_each_others_neighbours() -> None:
    """TF-01"""
    for number in range(91):
        for way in range(6):
            near = BOARD.near[number * 6 + way]
            if near != OFF:
                assert BOARD.near[near * 6 + (way + 3) % 6] == number
                assert near in BOARD.neighbours[number]
        spread = BOARD.spread(BOARD.bit[number]) & BOARD.everywhere
        assert BOARD.spaces(spread) == sorted([number, *BOARD.neighbours[number]])


def test_directions_go_counter_clockwise_from_the_east() -> None:
    """TF-03"""
    for way, (dq, dr) in enumerate(DIRECTIONS):
        x, y = point(dq, dr, 3.5)
        assert degrees(atan2(y, x)) % 360 == pytest.approx(60 * way, abs=1e-9)
        assert x * x + y * y == pytest.approx(3.5**2)


def test_distances_are_numbers_of_steps() -> None:
    """TF-52"""
    for start in range(91):
        steps = {start: 0}
        frontier = [start]
        for number in frontier:
            for near in BOARD.neighbours[number]:
                if near not in steps:
                    steps[near] = steps[number] + 1
                    frontier.append(near)
        assert [steps[goal] for goal in range(91)] == BOARD.distance[start * 91 : start * 91 + 91]


# The ring


def test_18_external_spaces_lie_around_the_board() -> None:
    """TF-01 TF-10"""
    assert BOARD.places == len(set(BOARD.ring)) == 18
    assert all(max(abs(q), abs(r), abs(q + r)) == 6 for q, r in BOARD.ring)
    angles = [degrees(atan2(y, x)) % 360 for x, y in [point(q, r, 1) for q, r in BOARD.ring]]
    assert angles == sorted(angles)  # counter-clockwise


def test_each_external_space_touches_two_edge_spaces() -> None:
    """TF-01 TF-61"""
    touched = [{cell(number) for number in BOARD.touches[place]} for place in range(18)]
    assert touched[:4] == [{"5,-1", "5,0"}, {"5,-3", "5,-2"}, {"5,-5", "5,-4"}, {"4,-5", "5,-5"}]
    assert touched[13] == {"-3,5", "-2,5"}
    assert all(len(beside) == 2 for beside in touched)
    assert all(BOARD.is_edge[number] for beside in BOARD.touches for number in beside)
    assert set().union(*touched) == {cell(n) for n in range(91) if BOARD.is_edge[n]}


def test_the_ring_is_closed() -> None:
    """TF-21"""
    assert [BOARD.apart(0, place) for place in range(18)] == [False, False, *[True] * 15, False]
    assert [BOARD.apart(17, place) for place in (15, 16, 17, 0, 1)] == [
        True,
        False,
        False,
        False,
        True,
    ]


# The Maze rule


def test_each_way_off_the_board_has_one_way_back() -> None:
    """TF-60"""
    ways = [(n, way) for n in range(91) for way in range(6) if BOARD.near[n * 6 + way] == OFF]
    assert len(ways) == 66
    for table in (BOARD.far_end, BOARD.mirrored):
        arrivals = [(table[n * 6 + way], (way + 3) % 6) for n, way in ways]
        assert sorted(arrivals) == ways
        for (n, way), (end, back) in zip(ways, arrivals, strict=True):
            assert table[end * 6 + back] == n != end
            assert BOARD.near[end * 6 + back] == OFF
            assert way != back


def test_a_line_ends_where_walking_back_leads() -> None:
    """TF-60"""
    for number in range(91):
        for way in range(6):
            if BOARD.near[number * 6 + way] == OFF:
                end = number
                while BOARD.near[end * 6 + (way + 3) % 6] != OFF:
                    end = BOARD.near[end * 6 + (way + 3) % 6]
                assert BOARD.far_end[number * 6 + way] == end


# Obstacles


def test_the_obstacles_have_so_many_places() -> None:
    """TF-11"""
    assert [len(ways) for ways in BOARD.placements] == [1, 144, 60, 130, 89, 127]


def all_ways() -> list[tuple[int, Placement]]:
    return [(obstacle, way) for obstacle, ways in enumerate(BOARD.placements) for way in ways]


def test_each_place_covers_exactly_one_symbol_and_only_the_entrance_its_own() -> None:
    """TF-11"""
    assert len(set(BOARD.symbols)) == 9
    assert BOARD.symbols[-1] == space("-4,4")
    for obstacle, way in all_ways():
        covered = [symbol for symbol in BOARD.symbols if symbol in way.cells]
        assert len(covered) == 1
        assert (covered[0] == BOARD.symbols[-1]) == (obstacle == 0)


def shape(numbers: list[int]) -> list[int]:
    """How far the spaces are from each other: the same however an obstacle is turned."""
    return sorted([BOARD.distance[one * 91 + two] for one, two in combinations(numbers, 2)])


def test_an_obstacle_keeps_its_shape_and_its_marks() -> None:
    """TF-11 TF-12"""
    for ways in BOARD.placements:
        assert len({tuple(shape(way.cells)) for way in ways}) == 1
        assert len({tuple(shape(way.marks)) for way in ways}) == 1
        assert all(set(way.marks) <= set(way.cells) for way in ways)
        assert len({(tuple(way.cells), tuple(sorted(way.marks))) for way in ways}) == len(ways)
    assert [len(ways[0].cells) for ways in BOARD.placements] == [3, 3, 3, 3, 4, 4]
    assert [len(ways[0].marks) for ways in BOARD.placements] == [0, 1, 2, 1, 2, 2]


def test_an_obstacle_is_turned_but_not_mirrored() -> None:
    """TF-11"""
    laid = [tuple(way.cells) for way in BOARD.placements[5]]

    def is_laid(words: str) -> bool:
        return tuple(sorted([space(part) for part in words.split()])) in laid

    hook, mirrored = "-2,2 -1,2 0,2 0,3", "-2,2 -1,2 0,2 1,1"
    assert is_laid(hook)
    assert not is_laid(mirrored)


def test_the_halo_is_what_an_obstacle_covers_and_all_around() -> None:
    """TF-11"""
    for _, way in all_ways():
        around = {near for number in way.cells for near in BOARD.neighbours[number]}
        assert BOARD.spaces(way.mask) == way.cells
        assert BOARD.spaces(way.halo) == sorted({*way.cells, *around})


def mask_of(words: str) -> int:
    return sum([BOARD.bit[space(part)] for part in words.split()])


def test_spaces_that_hang_together() -> None:
    """TF-11"""
    assert BOARD.is_connected(0)
    assert BOARD.is_connected(mask_of("0,0 1,0 0,1"))
    assert BOARD.is_connected(mask_of("0,-5"))  # the first of all may be covered
    assert not BOARD.is_connected(mask_of("4,0 5,-1 4,1"))  # around a corner
    assert not BOARD.is_connected(mask_of("1,0 1,-1 0,-1 -1,0 -1,1 0,1"))  # around the middle
    assert not BOARD.is_connected(mask_of(" ".join([f"{q},0" for q in range(-5, 6)])))


def test_every_placement_knows_which_others_leave_a_free_space_between() -> None:
    """TF-11"""
    for _, way in all_ways()[::7]:
        for other, leaves in enumerate(way.leaves):
            ways = enumerate(BOARD.placements[other])
            assert set_bits(leaves) == [n for n, two in ways if not two.mask & way.halo]


def test_obstacles_that_lie_apart_part_the_board_only_where_one_does_alone() -> None:
    """TF-11"""
    rng = random.Random(11)
    parted = 0
    for _ in range(2000):
        chosen: list[tuple[int, int]] = []
        room = [(1 << len(ways)) - 1 for ways in BOARD.placements]
        for obstacle in rng.sample(range(6), 6):
            ways = set_bits(room[obstacle])
            alone = [way for way in ways if not BOARD.whole[obstacle] >> way & 1]
            if not ways:
                break
            index = rng.choice(alone if alone and rng.random() < 0.1 else ways)
            chosen.append((obstacle, index))
            leaves = BOARD.placements[obstacle][index].leaves
            room = [one & two for one, two in zip(room, leaves, strict=True)]
        mask = sum([BOARD.placements[obstacle][index].mask for obstacle, index in chosen])
        is_whole = all(BOARD.whole[obstacle] >> index & 1 for obstacle, index in chosen)
        assert BOARD.is_connected(mask) == is_whole
        parted += not is_whole
    assert parted > 100


def test_an_entrance_that_cuts_off_a_corner_leaves_no_room(tmp_path: Path) -> None:
    """TF-11"""
    text = GOOD.replace("[[-4, 4], [-3, 3], [-4, 3]]", "[[1, 4], [0, 4], [-1, 5]]")
    text = text.replace("entrance = [-4, 4]", "entrance = [0, 4]")
    with pytest.raises(WrongEdition, match="there is no room for all obstacles and memories"):
        GAME.box(2, edition=own_edition(tmp_path, text))


def test_bits_are_counted_from_the_lowest() -> None:
    bits = 1 << 143 | 1 << 71 | 1 << 70 | 0b1101
    assert set_bits(bits) == [0, 2, 3, 70, 71, 143]
    assert [nth_bit(bits, n) for n in range(6)] == set_bits(bits)
    assert set_bits(0) == []


# Billygoat's face


def test_billygoat_turns_its_blank_half_to_the_team_from_everywhere() -> None:
    """TF-52 TF-16"""
    for team in range(91):
        for goat in range(91):
            if goat == team:
                continue
            (tx, ty), (gx, gy) = [point(*BOARD.cells[number], 3.5) for number in (team, goat)]
            bearing = degrees(atan2(gy - ty, gx - tx)) % 360
            facing = BOARD.away[team * 91 + goat]
            assert abs((facing - bearing + 180) % 360 - 180) <= 0.5
            assert abs(bearing % 1 - 0.5) > 0.08  # no two machines may round it otherwise


# Cards


def test_there_are_fifty_event_cards_ten_of_each_colour() -> None:
    """TF-15"""
    box = world()
    events = Counter([(COLOURS[box.colour[card]], box.value[card]) for card in box.events])
    assert sum(events.values()) == 50
    for colour in COLOURS:
        counts = [events[colour, value] for value in (1, 2, 3)]
        assert counts == ([7, 2, 1] if colour == "purple" else [6, 3, 1])


def test_there_are_eight_memories_and_ten_kids_each_once() -> None:
    """TF-12 TF-13 TF-40"""
    box = world()
    assert sorted([EFFECTS[box.effect[card]] for card in box.memories]) == sorted(EFFECTS)
    assert sorted([POWERS[box.power[card]] for card in box.kids]) == sorted(POWERS)
    assert (len(EFFECTS), len(POWERS)) == (8, 10)


def test_a_face_shows_what_is_printed() -> None:
    box = world()
    faces = GAME.faces(box)
    assert faces[0] == {"deck": "", "name": ""}
    yellow = {"deck": "event", "name": "Yellow 1", "colour": "yellow", "value": 1, "rule": "TF-21"}
    assert faces[1] == yellow
    hat = {"deck": "memory", "name": "The Hat", "effect": "hat", "rule": "TF-40"}
    assert faces[box.memories[0]] == hat
    assert faces[box.kids[5]] == {"deck": "kid", "name": "P.J.", "power": "pj"}


def test_the_printed_board_is_the_one_that_is_played_on() -> None:
    """TF-03"""
    printed = GAME.printed_board(world())
    assert printed["spaces"] == BOARD.cells
    assert printed["ring"] == BOARD.ring
    assert printed["magnets"] == {
        "spacing": 3.5,
        "height": 1.0,
        "faceless": 1.0,
        "billygoat": 1.5,
        "tie": BOARD.tie,
    }


# Editions of one's own


def line_of(words: str) -> str:
    """The line of the built-in edition on which these words stand."""
    return f"line {next(n for n, line in enumerate(GOOD.splitlines(), 1) if words in line)}"


ENTRANCE = line_of('"Entrance"')
BRAMBLES = line_of('"Brambles"')
YELLOW = line_of('"yellow"')
GREEN = line_of('"green"')
HAT = line_of('"hat"')
LILY = line_of('"lily"')
TRIANGLE = "cells=[[0, 0], [1, 0], [0, 1]], "
HEXAGON = "cells=[[0, 0], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]], "  # its mark inside
SYMBOLS = "[[-4, 1], [1, 3], [3, -4], [-1, -1], [-1, 2], [2, -1], [0, -4], [4, 0]]"


@pytest.mark.parametrize(
    ("right", "wrong", "line", "reason"),
    [
        # the board
        ("radius = 5", "radius = five", "column", "Invalid value"),
        ("[board]", "[plank]", "", r"there is no section \[board\]"),
        ("radius = 5", "", "", "'radius' is missing"),
        ("radius = 5", "radius = 2", "", "'radius' must be a whole number from 3 to 9, not 2"),
        ("radius = 5", "radius = 10", "", "'radius' must be a whole number from 3 to 9, not 10"),
        ("radius = 5", "radius = 5.0", "", "'radius' must be a whole number .* not 5.0"),
        (SYMBOLS, "7", "", "'symbols' must be a list of pairs of coordinates"),
        (SYMBOLS, "[[1, 2, 3]]", "", "'symbols' must be a list of pairs"),
        (SYMBOLS, "[[1, 2.0]]", "", "'symbols' must be a list of pairs"),
        (SYMBOLS, "[[1, 2], [1, 2]]", "", "'symbols' names a space twice"),
        (SYMBOLS, "[[9, 9]]", "", r"the symbol \[9, 9\] is not on the board"),
        (SYMBOLS, "[[2, -1]]", "", "there is no room for all obstacles and memories"),
        (TRIANGLE, HEXAGON, "", "there is no room for all obstacles and memories"),
        ("entrance = [-4, 4]", "", "", "'entrance' in .* must be a pair of coordinates"),
        ("entrance = [-4, 4]", "entrance = [4]", "", "'entrance' in .* must be a pair"),
        ("entrance = [-4, 4]", "entrance = [-6, 4]", "", r"\[-6, 4\] is not on the board"),
        ("entrance = [-4, 4]", "entrance = [0, 0]", ENTRANCE, "must cover 'entrance'"),
        # the ring
        ("external = [", "outside = [", "", "'external' must be a list of pairs"),
        ("  [6, -3],", "  [6, -1],", "", "'external' names a space twice"),
        ("  [6, -3],", "  [5, -3],", "", r"the external space \[5, -3\] lies on the board"),
        ("  [6, -3],", "  [7, -3],", "", r"external space \[7, -3\] does not touch the board"),
        ("judith = 1,", "", "", "'starts' in .* must name judith, sam and alan"),
        ("judith = 1", "ethan = 1", "", "'starts' in .* must name judith, sam and alan"),
        ("starts = {judith = 1, sam = 7, alan = 13}", "starts = 7", "", "'starts' in .* must name"),
        ("judith = 1", "judith = 18", "", "'judith' must be a whole number from 0 to 17, not 18"),
        ("judith = 1", "judith = -1", "", "'judith' must be a whole number from 0 to 17, not -1"),
        ("judith = 1", "judith = 8", "", "the Faceless need a free space between them"),
        # magnets
        ("[magnets]", "[forces]", "", r"there is no section \[magnets\]"),
        ("spacing = 3.5", "", "", "'spacing' must be a number from 0.1 to 1000, not None"),
        ("spacing = 3.5", "spacing = 0", "", "'spacing' must be a number from 0.1 to 1000, not 0"),
        ("height = 1.0", "height = 0", "", "'height' must be a number from 0.1 to 1000, not 0"),
        ("height = 1.0", "height = nan", "", "'height' must be a number from 0.1 to 1000, not nan"),
        ("height = 1.0", "height = inf", "", "'height' must be a number from 0.1 to 1000, not inf"),
        ("faceless = 1.0", "faceless = -1", "", "'faceless' must be a number from 0 to 1000"),
        ("billygoat = 1.5", "billygoat = 1001", "", "'billygoat' must be a number from 0 to 1000"),
        ("billygoat = 1.5", "billygoat = true", "", "'billygoat' must be a number .* not True"),
        ("tie = 0.0", 'tie = "no" # ', "", "'tie' must be a number from 0 to 1000, not 'no'"),
        # obstacles
        ("obstacles = [", "rocks = [", "", "there is no array 'obstacles'"),
        ('name="Brambles", ', "", BRAMBLES, "'name' is missing"),
        ('name="Brambles"', 'name=""', BRAMBLES, "'name' must be a text, not ''"),
        ('name="Brambles"', 'name="Brambles", size=3', BRAMBLES, "'size' is not a field"),
        ("marks=[[0, 0]]}", "marks=[[2, 2]]}", BRAMBLES, "'marks' must be among the 'cells'"),
        ("marks=[[0, 0]]}", "marks=[0]}", BRAMBLES, "'marks' must be a list of pairs"),
        ("marks=[[0, 0]]}", "marks=[]}", "", "six obstacles with eight marks, not 6 with 7"),
        (TRIANGLE, "cells=[[0, 0], [0, 0]], ", BRAMBLES, "'cells' names a space twice"),
        (TRIANGLE, "cells=[[0, 0], [20, 0]], ", BRAMBLES, "this obstacle cannot lie on the board"),
        ("[-4, 4], [-3, 3], [-4, 3]]", "[-6, 4]]", ENTRANCE, "cannot lie on the board"),
        ("[-4, 4], [-3, 3], [-4, 3]]", "[-3, 3], [-4, 3]]", ENTRANCE, "must cover 'entrance'"),
        ("[-4, 4], [-3, 3], [-4, 3]]", "[-4, 4], [-1, 2]]", ENTRANCE, "and no symbol"),
        ("[[-4, 4], [-3, 3], [-4, 3]]", "[]", ENTRANCE, "must cover 'entrance'"),
        # event cards
        ("events = [", "cards = [", "", "there is no array 'events'"),
        ('colour="yellow"', 'colour="white"', YELLOW, "'colour' must be one of yellow, .*'white'"),
        ('colour="green"', 'colour="yellow"', GREEN, "the colour 'yellow' stands already above"),
        ("ones=6", "ones=-1", YELLOW, "'ones' must be a whole number from 0 to 30, not -1"),
        ("ones=6", "ones=31", YELLOW, "'ones' must be a whole number from 0 to 30, not 31"),
        ("ones=6, ", "", YELLOW, "'ones' is missing"),
        ("threes=1", "threes=1, fours=1", YELLOW, "'fours' is not a field of this row"),
        # memories and kids
        ('effect="hat"', 'effect="cap"', HAT, "'effect' must be one of hat, .*'cap'"),
        ('effect="hat"', 'effect="bow"', "", "there are eight memories, each with another effect"),
        ('power="lily"', 'power="ethan"', LILY, "'power' must be one of lily, .*'ethan'"),
        ('name="Lily", ', "", LILY, "'name' is missing"),
        # levels
        ("[levels]", "[stages]", "", r"there is no section \[levels\]"),
        ("medium = 6", "", "", "'medium' is missing"),
        ("medium = 6", "medium = 0", "", "'medium' must be a whole number from 1 to 30, not 0"),
        ("medium = 6", "medium = 30", "", "2 players need 51 event cards, there are 50"),
    ],
)  # fmt: skip
def test_a_wrong_edition_is_refused_with_file_line_and_reason(
    tmp_path: Path, right: str, wrong: str, line: str, reason: str
) -> None:
    """TF-10 TF-11 TF-15"""
    assert right in GOOD
    path = own_edition(tmp_path, GOOD.replace(right, wrong, 1))
    assert_refused(GAME, path, line, reason)


def test_three_kids_are_too_few(tmp_path: Path) -> None:
    """TF-13"""
    kids = GOOD.partition("kids = [\n")[2].partition("\n]")[0]
    three = "\n".join(kids.splitlines()[:3])
    with pytest.raises(WrongEdition, match=r"four kids at least, there are 3$"):
        GAME.setup(players=2, edition=own_edition(tmp_path, GOOD.replace(kids, three)))


def test_five_obstacles_are_too_few(tmp_path: Path) -> None:
    """TF-11"""
    bog = next(line for line in GOOD.splitlines() if '"Bog"' in line)
    with pytest.raises(WrongEdition, match=r"six obstacles with eight marks, not 5 with 6$"):
        GAME.setup(players=2, edition=own_edition(tmp_path, GOOD.replace(bog + "\n", "")))


def test_more_players_need_more_event_cards(tmp_path: Path) -> None:
    """TF-14 TF-15"""
    path = own_edition(tmp_path, GOOD.replace("medium = 6", "medium = 25"))
    assert GAME.setup(players=3, seed=1, edition=path).waiting
    with pytest.raises(WrongEdition, match=r"4 players need 54 event cards, there are 50$"):
        GAME.setup(players=4, seed=1, edition=path)


def test_an_edition_of_ones_own_has_levels_and_places_of_its_own(tmp_path: Path) -> None:
    """TF-15 TF-10"""
    text = GOOD.replace("medium = 6", "medium = 9").replace("judith = 1", "judith = 3")
    box = world(edition=own_edition(tmp_path, text))
    assert (box.display, box.board.starts) == (9, [3, 7, 13])


@pytest.mark.parametrize("value", ["faceless = 0", "height = 0.1", "height = 1000", "tie = 0 #"])
def test_values_at_their_limits_are_played_with(tmp_path: Path, value: str) -> None:
    """TF-03"""
    name = value.split()[0]
    text = GOOD.replace(f"\n{name} = ", f"\n{value} # ")
    assert text != GOOD
    assert GAME.setup(players=2, seed=1, edition=own_edition(tmp_path, text)).waiting


def test_tables_of_the_same_edition_share_a_box_and_a_board() -> None:
    game = TheFaceless()
    one, other = game.box(2), game.box(2, {"maze": "mirrored"})
    assert game.box(2) is one is not other
    assert isinstance(one, Duskworld)
    assert isinstance(other, Duskworld)
    assert one.board is other.board
    for number in range(BOARDS_KEPT + 3):
        game.box(2, edition=Edition("mine", f"{GOOD}# {number}\n", built_in=False))
    assert len(game.kept_boards.made) <= BOARDS_KEPT
