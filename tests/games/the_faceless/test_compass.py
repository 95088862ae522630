"""The compass: its tables, which way its halves pull, and 200,000 needles that a browser repeats.

The needle is worked out twice, here and in the page. Both make the same states from the generator
below, write one byte for each, and compare the hash of all bytes with the one that is kept here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import sha256
from math import atan2, cos, degrees, floor, radians, sin, sqrt
from typing import NamedTuple

import pytest

from duskhall.games.the_faceless.board import DIRECTIONS, OFF
from duskhall.games.the_faceless.needle import COS, QUARTER, SIN, Field, direction
from tests.games.the_faceless.words import BOARD, WAYS, space

# Of the tables as signed 32-bit numbers, the least byte first.
RING_TABLE = "81d1a45ebfe325efec8ce9afa19a66cd40cdeb635c95d8f45fcb4f3a87d334b8"
GOAT_TABLE = "7757b9f583a2863527fd732b8f8849e494d3dfbe67f34de0a5041a50c0cdad3a"
# Of the bytes of 200,000 needles and of the first 20,000; and the first of all, to find a mistake by.
COUNT = 200_000
NEEDLES = "53b607fda3e96b834ef30c1143c3b7ba4b0ce2e8798676203e5abc315b3424ce"
FEW = 20_000
FEW_NEEDLES = "bda84fce61f68a6e673dc524c54de41435003adc332a6d9906d1042f835e8311"
FIRST = [16, 40, 32, 16, 16, 0, 0, 40, 40, 40, 40, 32, 8, 8, 8, 8, 40, 8, 2, 2]

TIE = 2.0  # degrees on either side of the middle between two spaces


class Magnets(NamedTuple):
    """A state of the compass: what `Board.needle` is asked with."""

    team: int
    ring: list[int]  # by Faceless: its external space, or OFF
    facing: list[int]
    goat: int
    goat_facing: int

    def needle(self) -> tuple[int, int]:
        return BOARD.needle(*self)


FIRST_STATE = Magnets(21, [9, 0, 14], [253, 133, 200], 33, 5)


class Luck:
    """A generator of numbers that is the same in every language.

    It starts with 1. Each number is the last one times 1664525, plus 1013904223, of which the
    lowest 32 bits are kept. A number below n is n times that, without its lowest 32 bits (in
    doubles: floor(number / 2**32 * n), which is exact).
    """

    def __init__(self) -> None:
        self.number = 1

    def below(self, n: int) -> int:
        self.number = (self.number * 1664525 + 1013904223) & 0xFFFFFFFF
        return self.number * n >> 32


def states(count: int) -> Iterator[Magnets]:
    """So many states of the compass.

    For each state, in this order: the Team's space (below 91); Billygoat's (below 91, anew while it
    is the Team's); for Judith, Sam and Alan an external space (below 19, where 18 says that the
    figure is removed; anew while it is less than two places of the ring from one before it) and a
    facing (below 360); at last Billygoat's facing (below 360).
    """
    luck = Luck()
    for _ in range(count):
        team = luck.below(91)
        goat = luck.below(91)
        while goat == team:
            goat = luck.below(91)
        ring: list[int] = []
        facing: list[int] = []
        for _ in range(3):
            place = luck.below(19)
            while place < 18 and any(
                other != OFF and (place - other) % 18 in (0, 1, 17) for other in ring
            ):
                place = luck.below(19)
            ring.append(place if place < 18 else OFF)
            facing.append(luck.below(360))
        yield Magnets(team, ring, facing, goat, luck.below(360))


def as_byte(needle: tuple[int, int]) -> int:
    """Eight times the direction, plus one more than the other one (which is -1 without a tie)."""
    best, second = needle
    return 8 * best + second + 1


# Tables


def test_the_tables_are_those_that_were_measured() -> None:
    """TF-02 TF-03"""
    for table, known in [
        (BOARD.ring_field.table, RING_TABLE),
        (BOARD.goat_field.table, GOAT_TABLE),
    ]:
        whole = [int(number) for number in table]
        assert whole == table
        assert sha256(struct.pack(f"<{len(whole)}i", *whole)).hexdigest() == known
    assert (len(BOARD.ring_field.table), len(BOARD.goat_field.table)) == (18 * 91 * 3, 91 * 91 * 3)


def test_the_cosines_are_rounded_to_a_millionth() -> None:
    """TF-03"""
    assert [floor(2**20 * cos(radians(a)) + 0.5) for a in range(91)] == QUARTER
    for degree in range(360):
        assert abs(COS[degree] - 2**20 * cos(radians(degree))) <= 0.5001
        assert abs(SIN[degree] - 2**20 * sin(radians(degree))) <= 0.5001


def test_sums_of_fields_are_exact() -> None:
    """TF-03"""
    apart = [
        BOARD.goat_field.table[(goat * 91 + team) * 3 + part]
        for goat in range(91)
        for team in range(91)
        if goat != team
        for part in range(3)
    ]
    strongest = max(abs(number) for number in apart + BOARD.ring_field.table)
    assert 4 * 2 * strongest * 2**20 < 2**53


# Which way the halves pull


def alone(team: str, goat: str, facing: int) -> tuple[int, int]:
    """The needle where Billygoat is the only magnet."""
    return BOARD.needle(space(team), [OFF] * 3, [0] * 3, space(goat), facing % 360)


@pytest.mark.parametrize("distance", [1, 2, 3, 5])
@pytest.mark.parametrize("way", range(6))
def test_the_coloured_half_pulls_and_the_blank_half_pushes(way: int, distance: int) -> None:
    """TF-02"""
    q, r = DIRECTIONS[way]
    goat = f"{q * distance},{r * distance}"
    assert alone("0,0", goat, 60 * way + 180) == (way, OFF)  # the coloured half is towards the Team
    assert alone("0,0", goat, 60 * way) == ((way + 3) % 6, OFF)


@pytest.mark.parametrize("figure", range(3))
def test_the_halves_of_the_faceless_do_the_same(figure: int) -> None:
    """TF-02"""
    # X0 lies east of the space 5,-1, and Billygoat is as far away as can be.
    ring = [OFF] * 3
    ring[figure] = 0
    there, far = space("5,-1"), space("-5,0")
    assert BOARD.needle(there, ring, [180] * 3, far, 0)[0] == WAYS.index("E")
    assert BOARD.needle(there, ring, [0] * 3, far, 0)[0] == WAYS.index("W")


def test_beside_a_magnet_the_needle_is_parallel_to_it_at_half_strength() -> None:
    """TF-02"""
    ahead_xx, ahead_xy, _, beside_xx, beside_xy, _ = Field(
        [(0.0, 0.0)], [(10.0, 0.0), (0.0, 10.0)], height=0.0, moment=1000.0
    ).table
    assert (ahead_xy, beside_xy) == (0, 0)
    assert beside_xx > 0 > ahead_xx
    assert abs(ahead_xx + 2 * beside_xx) <= 2  # rounded


def test_a_field_falls_with_the_cube_of_the_distance() -> None:
    """TF-02"""
    near, _, _, far, _, _ = Field(
        [(0.0, 0.0)], [(10.0, 0.0), (20.0, 0.0)], height=0.0, moment=1000.0
    ).table
    assert abs(near / far - 8) < 0.001


# Between two spaces


def pointing(angle: float) -> tuple[int, int]:
    return direction(1e9 * cos(radians(angle)), 1e9 * sin(radians(angle)), BOARD.tie)


@pytest.mark.parametrize("way", range(6))
def test_a_needle_goes_to_the_nearest_of_six_directions(way: int) -> None:
    """TF-03"""
    for offset in (-27.9, -10, 0, 10, 27.9):
        assert pointing(60 * way + offset) == (way, OFF)


@pytest.mark.parametrize("way", range(6))
def test_two_degrees_from_the_middle_are_still_between_two_spaces(way: int) -> None:
    """TF-03"""
    following, middle = (way + 1) % 6, 60 * way + 30
    assert pointing(middle - TIE - 0.01) == (way, OFF)
    assert pointing(middle - TIE + 0.01) == (way, following)
    assert pointing(middle - 0.01) == (way, following)
    assert pointing(middle + 0.01) == (following, way)
    assert pointing(middle + TIE - 0.01) == (following, way)
    assert pointing(middle + TIE + 0.01) == (following, OFF)


def test_the_band_is_the_square_of_a_sine() -> None:
    """TF-03"""
    assert abs(BOARD.tie - sin(radians(TIE)) ** 2) < 1e-15


def test_the_strength_of_the_field_says_nothing_of_the_band() -> None:
    """TF-03"""
    for size in (1.0, 1e6, 1e14):
        x, y = size * cos(radians(29)), size * sin(radians(29))
        assert direction(x, y, BOARD.tie) == (0, 1)


def test_without_any_field_the_needle_points_nowhere() -> None:
    """TF-03"""
    assert direction(0.0, 0.0, BOARD.tie) == direction(-0.0, 0.0, BOARD.tie) == (OFF, OFF)
    assert direction(0.0, 1.0, BOARD.tie) == (1, 2)


# The same on every side


def turned(m: Magnets) -> Magnets:
    """The whole table a sixth counter-clockwise."""
    return Magnets(
        a_sixth_on(m.team),
        [OFF if place == OFF else (place + 3) % 18 for place in m.ring],
        [(facing + 60) % 360 for facing in m.facing],
        a_sixth_on(m.goat),
        (m.goat_facing + 60) % 360,
    )


def a_sixth_on(number: int) -> int:
    q, r = BOARD.cells[number]
    return BOARD.space_at[q + r, -q]


def mirrored(m: Magnets) -> Magnets:
    """The whole table in a mirror along the row through the middle."""
    return Magnets(
        reflected(m.team),
        [OFF if place == OFF else 17 - place for place in m.ring],
        [-facing % 360 for facing in m.facing],
        reflected(m.goat),
        -m.goat_facing % 360,
    )


def reflected(number: int) -> int:
    q, r = BOARD.cells[number]
    return BOARD.space_at[q + r, -r]


def reversed_(m: Magnets) -> Magnets:
    """All magnets turned about."""
    return m._replace(
        facing=[(facing + 180) % 360 for facing in m.facing],
        goat_facing=(m.goat_facing + 180) % 360,
    )


def both(needle: tuple[int, int], factor: int = 1, shift: int = 0) -> set[int]:
    """The directions that may be taken, in another view of the table."""
    return {(factor * way + shift) % 6 for way in needle if way != OFF}


def test_the_needle_turns_with_the_table() -> None:
    """TF-03"""
    for m in states(3000):
        assert both(turned(m).needle()) == both(m.needle(), shift=1)
        assert both(mirrored(m).needle()) == both(m.needle(), factor=-1)
        assert both(reversed_(m).needle()) == both(m.needle(), shift=3)


# The list of states that a browser repeats


def written(count: int) -> bytes:
    return bytes([as_byte(m.needle()) for m in states(count)])


def test_the_states_are_what_their_recipe_says() -> None:
    """TF-03"""
    luck = Luck()
    assert [luck.below(2**32) for _ in range(3)] == [1015568748, 1586005467, 2165703038]
    made = list(states(2000))
    assert made[0] == FIRST_STATE
    assert {m.ring.count(OFF) for m in made} >= {0, 1, 2}
    for m in made:
        standing = [place for place in m.ring if place != OFF]
        assert all(BOARD.apart(a, b) for i, a in enumerate(standing) for b in standing[:i])
        assert m.team != m.goat


def test_the_needles_of_the_list_are_known() -> None:
    """TF-03"""
    needles = written(FEW)
    assert list(needles[: len(FIRST)]) == FIRST
    assert sha256(needles).hexdigest() == FEW_NEEDLES


@pytest.mark.slow
def test_two_hundred_thousand_needles_are_known() -> None:
    """TF-03"""
    needles = written(COUNT)
    assert sha256(needles).hexdigest() == NEEDLES
    ties = sum([byte % 8 > 0 for byte in needles]) / COUNT
    assert 0.06 < ties < 0.07  # four degrees of sixty


# Another's physics


def test_magpylib_has_the_same_needle() -> None:
    """TF-02 TF-03"""
    magpylib = pytest.importorskip("magpylib")
    compared = 0
    for m in states(300):
        figures = [
            (BOARD.ring[place], facing, 1.0)
            for place, facing in zip(m.ring, m.facing, strict=True)
            if place != OFF
        ]
        figures.append((BOARD.cells[m.goat], m.goat_facing, 1.5))
        dipoles = [
            magpylib.misc.Dipole(
                # The moment points from the coloured half, which attracts, to the blank one.
                moment=[-moment * cos(radians(facing)), -moment * sin(radians(facing)), 0.0],
                position=[*in_metres(*where), 0.0],
            )
            for where, facing, moment in figures
        ]
        team = [*in_metres(*BOARD.cells[m.team]), 0.01]  # the needle lies a little higher
        x, y, _ = magpylib.getB(dipoles, team, sumup=True)
        angle = degrees(atan2(y, x)) % 360
        nearest = round(angle / 60)
        from_middle = 30 - abs(angle - 60 * nearest)
        best, second = m.needle()
        if from_middle > 0.05:
            assert best == nearest % 6
            compared += 1
        if abs(from_middle - TIE) > 0.05:
            assert (second != OFF) == (from_middle < TIE)
    assert compared > 290


def in_metres(q: int, r: int) -> tuple[float, float]:
    """Where a space lies: neighbours are 3.5 cm apart."""
    return 0.035 * (q + r / 2), -0.035 * r * sqrt(3) / 2
