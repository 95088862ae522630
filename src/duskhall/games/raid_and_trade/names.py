"""What roads, squares, discs and traders of a table are called, in every language."""

from __future__ import annotations

from typing import Final

from duskhall.engine.catalogue import Catalogue, Sentences
from duskhall.engine.edition import Edition
from duskhall.games.raid_and_trade.city import Tiles
from duskhall.games.raid_and_trade.parts import CENTRE, GRID, SECTIONS, TILES

REACH: Final = TILES - 1  # so far a city may grow from where it begins


def name_all(
    catalogue: Catalogue, tiles: Tiles, edition: Edition, discs: str, is_custom: bool
) -> Catalogue:
    """The sentences with what is named by number: sections, squares, credit discs and traders."""
    traders = [edition.word(line, row, "name") for line, row in edition.rows("black_market")]
    values = edition.data.get("credit_discs")
    found = values.get(discs) if isinstance(values, dict) else None
    worth = [str(value) for value in found] if isinstance(found, list) else []
    spots = name_spots(catalogue, tiles, is_custom)
    return spots.with_names("trader", traders).with_names("disc", worth)


def name_spots(catalogue: Catalogue, tiles: Tiles, is_custom: bool) -> Catalogue:
    """A road is named by its tile and which of its roads it is, a square by its place on the tile."""
    languages: dict[str, Sentences] = {}
    for language, sentences in catalogue.sentences.items():
        own = sentences.get("names", {})
        sections: dict[str, str] = {}
        squares: dict[str, str] = {}
        named: dict[str, str] = {}
        for number, tile in enumerate(tiles.tiles):
            words = {"tile": own.get(tile.name, tile.name)}
            is_pad = tile.role == "helipad"
            if is_pad:
                words["tile"] = catalogue.word("spots", "helipad", language)
            named[str(number)] = words["tile"]
            for index, road in enumerate(tile.section_names):
                words["road"] = own.get(road, road)
                section = str(number * SECTIONS + index)
                spot = "helipad" if is_pad else "section"  # it has but one
                sections[section] = catalogue.phrase("spots", spot, language, words)
            for index, square in enumerate(tile.squares):
                words["n"] = str(index + 1)
                spot = "post" if is_pad else "square"
                squares[str(square)] = catalogue.phrase("spots", spot, language, words)
        languages[language] = {
            **sentences,
            "section": sections,
            "square": squares,
            "tile": named,
            "cell": name_cells(catalogue, language) if is_custom else {},
        }
    return Catalogue(languages)


def name_cells(catalogue: Catalogue, language: str) -> dict[str, str]:
    """RT-114 Where a tile may be laid: rows and columns, counted from the Black Market."""
    found: dict[str, str] = {}
    for row in range(-REACH, REACH + 1):
        for column in range(-REACH, REACH + 1):
            words = {"row": f"{row:+d}", "column": f"{column:+d}"}
            cell = str(CENTRE + row * GRID + column)
            found[cell] = catalogue.phrase("spots", "cell", language, words)
    return found
