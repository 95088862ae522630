"""What a map draws: points, lines and shapes in thousandths of a tile's side, checked when read."""

from __future__ import annotations

from typing import Final

from duskhall.engine.edition import Edition, Row

SIDE: Final = 1000
SHAPES: Final = ["circle", "rect"]
POINT: Final = 2  # numbers of a point; a rectangle has two


def are_numbers(value: object, least: int) -> bool:
    """Whether this is a list of at least so many whole numbers inside a tile."""
    return (
        isinstance(value, list)
        and len(value) >= least
        and all(type(number) is int and 0 <= number <= SIDE for number in value)
    )


def check_point(edition: Edition, line: int, row: Row, field: str) -> None:
    value = row[field]
    if not isinstance(value, list) or len(value) != POINT or not are_numbers(value, POINT):
        raise edition.wrong(line, f"'{field}' is a point: [500, 500], from 0 to {SIDE}")


def check_lines(edition: Edition, line: int, row: Row, field: str) -> None:
    value = row[field]
    lines = value if isinstance(value, list) else [None]
    for each in lines:
        if (
            not isinstance(each, list)
            or len(each) < POINT
            or not all(are_numbers(point, POINT) and len(point) == POINT for point in each)
        ):
            raise edition.wrong(line, f"'{field}' are lines of points: [[[0, 500], [1000, 500]]]")


def check_areas(edition: Edition, line: int, row: Row) -> None:
    areas = row["areas"]
    for area in areas if isinstance(areas, list) else [None]:
        if not isinstance(area, dict):
            raise edition.wrong(line, "'areas' are shapes in braces")
        if edition.word(line, {"shape": "", **area}, "shape", SHAPES) == "circle":
            edition.fields(line, area, ["shape", "at", "radius"], [])
            check_point(edition, line, area, "at")
            edition.number(line, area, "radius", 1, SIDE)
        else:
            edition.fields(line, area, ["shape", "at"], [])
            if not are_numbers(area["at"], 2 * POINT):
                raise edition.wrong(line, "'at' of a rectangle is two corners: [0, 0, 500, 500]")


def check_decor(edition: Edition, line: int, row: Row) -> None:
    decor = row["decor"]
    for each in decor if isinstance(decor, list) else [None]:
        if not isinstance(each, list) or not each or not isinstance(each[0], str):
            raise edition.wrong(
                line, "'decor' names what is drawn where: [['ruin', 10, 20, 30, 40]]"
            )
        if not are_numbers(each[1:], POINT):
            raise edition.wrong(line, f"'decor' lies inside the tile, from 0 to {SIDE}")
