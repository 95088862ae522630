"""The compass: where the red needle points, the same bit for bit in Python and in a browser.

A magnet is a horizontal dipole. Its field at the Team is a symmetric matrix times the direction
of its coloured half, so one table of three whole numbers per pair of spaces is enough for every
facing. Only basic operations of IEEE doubles are used, in this order: whole numbers below 2**53
are exact, and the rest is rounded alike everywhere.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import Final

# By degree from 0 to 90: 2**20 times the cosine, rounded.
QUARTER: Final = [
    1048576,
    1048416,
    1047937,
    1047139,
    1046022,
    1044586,
    1042832,
    1040760,
    1038371,
    1035666,
    1032646,
    1029311,
    1025662,
    1021701,
    1017429,
    1012847,
    1007956,
    1002758,
    997255,
    991448,
    985339,
    978930,
    972223,
    965219,
    957922,
    950333,
    942454,
    934288,
    925838,
    917105,
    908093,
    898805,
    889243,
    879410,
    869309,
    858943,
    848316,
    837430,
    826289,
    814897,
    803256,
    791370,
    779244,
    766880,
    754282,
    741455,
    728402,
    715127,
    701634,
    687928,
    674012,
    659890,
    645568,
    631049,
    616338,
    601438,
    586356,
    571095,
    555661,
    540057,
    524288,
    508360,
    492277,
    476044,
    459665,
    443147,
    426494,
    409711,
    392803,
    375776,
    358634,
    341383,
    324028,
    306574,
    289027,
    271391,
    253673,
    235878,
    218011,
    200078,
    182083,
    164033,
    145934,
    127789,
    109606,
    91389,
    73145,
    54878,
    36595,
    18300,
    0,
]
SIXTY: Final = 0.8660254037844386  # the sine of 60 degrees
SCALE: Final = 1073741824.0  # 2**30


def cosines() -> list[float]:
    """By degree from 0 to 359."""
    found: list[float] = []
    for degree in range(360):
        if degree <= 90:
            found.append(float(QUARTER[degree]))
        elif degree <= 180:
            found.append(-float(QUARTER[180 - degree]))
        elif degree <= 270:
            found.append(-float(QUARTER[degree - 180]))
        else:
            found.append(float(QUARTER[360 - degree]))
    return found


COS: Final = cosines()
SIN: Final = [COS[(degree + 270) % 360] for degree in range(360)]


class Field:
    """The fields of magnets at some places on the spaces of a board."""

    def __init__(
        self,
        sources: list[tuple[float, float]],
        spaces: list[tuple[float, float]],
        height: float,
        moment: float,
    ) -> None:
        self.count: Final = len(spaces)
        self.table: list[float] = []  # by (source, space): xx, xy and yy of the matrix
        k = SCALE * moment
        for sx, sy in sources:
            for x, y in spaces:
                dx, dy = x - sx, y - sy
                d2 = dx * dx + dy * dy + height * height
                i3 = 1.0 / (d2 * sqrt(d2))
                i5 = i3 / d2
                self.table.append(float(floor(k * (i3 - 3.0 * dx * dx * i5) + 0.5)))
                self.table.append(float(floor(k * (-3.0 * dx * dy * i5) + 0.5)))
                self.table.append(float(floor(k * (i3 - 3.0 * dy * dy * i5) + 0.5)))


def direction(bx: float, by: float, tie: float) -> tuple[int, int]:
    """The neighbour (0 to 5, counter-clockwise from the east) that a field points at, and another
    one if it points between the two; else -1. Without any field both are -1.

    `tie` is the square of the sine of the angle that counts as between.
    """
    if bx == 0.0 and by == 0.0:
        return -1, -1
    p1 = 0.5 * bx + SIXTY * by
    p2 = -0.5 * bx + SIXTY * by
    p = [bx, p1, p2, -bx, -p1, -p2]
    best = 0
    for k in range(1, 6):
        if p[k] > p[best]:
            best = k
    left, right = (best + 1) % 6, (best + 5) % 6
    second = left if p[left] >= p[right] else right
    lead = p[best] - p[second]
    if lead * lead <= tie * (bx * bx + by * by):
        return best, second
    return best, -1
