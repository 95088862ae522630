"""Duskworld as text: the hexagon with its ring, and where the needle would point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from duskhall.cli.tables.plain import Drawing, View, cards_in, numbers, question
from duskhall.cli.tables.the_faceless_parts import (
    follows_white,
    is_foggy,
    servants_outside,
    swamps,
    tokens,
)
from duskhall.cli.words import Words
from duskhall.engine.box import Box
from duskhall.games.the_faceless.board import FACELESS, OFF, ROWS
from duskhall.games.the_faceless.box import MEMORIES, OBSTACLES, Duskworld

STYLES: Final = ["yellow", "green", "blue", "red", "magenta"]  # by colour
SIGNS: Final = "JSAG"  # by figure
TEAM: Final = "T"
ARROWS: Final = "→↗↑↖←↙↓↘"  # by eighths of a turn, counter-clockwise
WAY_ARROWS: Final = "→↗↖←↙↘"  # by direction of a step
NUMBERED: Final = ["PlaceTeam", "PlaceGoat", "MoveObstacle"]  # questions about any space
STEP: Final = 4  # columns from a space to the next
CELL: Final = 3  # columns of a space
BILLYGOAT: Final = 3


class BoardDrawing(Drawing):
    """Draws the board, and knows what its numbers mean."""

    def __init__(self, box: Box, names: Sequence[str], words: Words) -> None:
        super().__init__(box, names, words)
        assert isinstance(box, Duskworld)
        self.world: Final = box
        self.board: Final = box.board

    # Where things are

    def walls(self, view: View) -> dict[int, int]:
        """By space with an obstacle, which one lies there."""
        lying = numbers(view)
        return {
            space: obstacle
            for obstacle in range(OBSTACLES)
            for space in self.board.placements[obstacle][lying[f"obstacle.{obstacle}"]].cells
        }

    def memories(self, view: View) -> dict[int, int]:
        """By space with a memory, its number."""
        at = [numbers(view)[f"memory_at.{spot}"] for spot in range(MEMORIES)]
        return {space: spot for spot, space in enumerate(at) if space != OFF}

    def figures(self, view: View) -> tuple[list[int], list[int]]:
        """External spaces and facings of the Faceless."""
        found = numbers(view)
        ring = [found[f"ring.{figure}"] for figure in range(len(FACELESS))]
        return ring, [found[f"facing.{figure}"] for figure in range(len(FACELESS))]

    def needle(
        self, view: View, figure: int = -1, place: int = OFF, facing: int = 0
    ) -> tuple[int, ...]:
        """Where the needle points, or would if a figure stood elsewhere; two ways if between.

        Where its white end is followed, it is that one; in the Fog it points nowhere (TF-153).
        """
        if is_foggy(view):
            return ()
        now = numbers(view)
        ring, facings = self.figures(view)
        goat, goat_facing = now["goat"], now["goat_facing"]
        if figure == BILLYGOAT:
            goat, goat_facing = place, facing
        elif figure >= 0:
            ring[figure], facings[figure] = place, facing
        if OFF in (now["team"], goat) or now["team"] == goat:
            return ()
        for stuck in self.stuck(ring, goat):
            ring[stuck] = OFF
        ways = self.board.needle(now["team"], ring, facings, goat, goat_facing)
        turned = 3 if follows_white(view) else 0
        return tuple([(way + turned) % 6 for way in ways if way >= 0])

    def stuck(self, ring: Sequence[int], goat: int) -> list[int]:
        """TF-61 The Faceless that Billygoat would pull off the ring, where that is played."""
        if not self.world.is_strict:
            return []
        touches = self.board.touches
        return [
            figure for figure, place in enumerate(ring) if place != OFF and goat in touches[place]
        ]

    def target(self, view: View, way: int) -> int:
        """TF-60 Where a step of the Team goes."""
        index = numbers(view)["team"] * 6 + way
        if self.board.near[index] != OFF:
            return self.board.near[index]
        far = self.board.mirrored if self.world.is_mirrored else self.board.far_end
        return far[index]

    # In words

    def space(self, space: int) -> str:
        return self.board.names[space]

    def what_is_on(self, view: View, space: int) -> str:
        """What the Team would meet on a space, or ''."""
        if space in self.walls(view):
            is_swamp = self.walls(view)[space] in swamps(view)
            return self.say("swamp") if is_swamp else self.say("obstacle")
        if space == numbers(view)["goat"]:
            return self.word("figure", str(BILLYGOAT))
        spot = self.memories(view).get(space)
        met = [] if spot is None else [self.say("memory", number=spot)]
        token = tokens(self.world, view, self.say).get(space)
        return self.words.join([*met, *([token.word] if token else [])])

    def to(self, view: View, way: int) -> str:
        """A step, where it goes, and what is there: '↗ g5 (obstacle)'."""
        space = self.target(view, way)
        met = self.what_is_on(view, space)
        text = f"{WAY_ARROWS[way]} {self.space(space)}"
        return f"{text} ({met})" if met else text

    def points(self, view: View, ways: Sequence[int]) -> str:
        """Where the needle points, in words."""
        if is_foggy(view):
            return self.say("fog")
        if len(ways) > 1:
            one, two = [self.to(view, way) for way in sorted(ways)]
            return self.say("between", one=one, two=two)
        words = [self.word("way", str(way)) + " " + self.to(view, way) for way in ways]
        points = "".join(words)
        if follows_white(view):
            return self.say("white-needle", points=points)
        return self.say("needle", points=points)

    # The board

    def lines(self, view: View, whole: bool) -> list[Text]:
        """The board line by line; where names are asked for, spaces show theirs in the row."""
        radius = -self.board.cells[0][1]
        cells = self.cells(view, whole)
        ring = self.ring_cells(view)
        middle = STEP * (radius + 1) + CELL
        found: list[Text] = []
        for r in range(-radius - 1, radius + 2):
            row = {q: cell for (q, at), cell in [*cells.items(), *ring.items()] if at == r}
            label = ROWS[r + radius] if -radius <= r <= radius else " "
            line = Text(label, "dim", no_wrap=True, overflow="crop")
            for q in sorted(row):
                column = middle + STEP * q + STEP // 2 * r
                line.pad_right(column - CELL // 2 - line.cell_len)
                line.append_text(centred(row[q]))
            found.append(line)
        return found

    def cells(self, view: View, whole: bool) -> dict[tuple[int, int], Text]:
        walls, memories = self.walls(view), self.memories(view)
        laid, soft = tokens(self.world, view, self.say), swamps(view)
        symbols = self.board.symbols if question(view) == "MoveObstacle" else []
        numbered = whole or question(view) in NUMBERED
        shown: dict[tuple[int, int], Text] = {}
        for space, cell in enumerate(self.board.cells):
            if space in walls:
                sign = "~" if walls[space] in soft else "#"
                text = Text(f"{sign}{walls[space] if numbered else sign}{sign}", "dim")
            elif space in laid and (space not in memories or laid[space].sign == "sss"):
                text = Text(laid[space].sign, "cyan")
            elif space in memories:
                text = Text(f"({memories[space]})", "bold")
            elif numbered:
                mark = "*" if space in symbols else ""
                text = Text(self.space(space)[1:] + mark, "dim")
            else:
                text = Text(".", "dim")
            shown[cell] = text
        now = numbers(view)
        if now["goat"] != OFF:
            style = f"bold {STYLES[BILLYGOAT]}"
            sign = f"{SIGNS[BILLYGOAT]}{arrow(now['goat_facing'])}"
            shown[self.board.cells[now["goat"]]] = Text(sign, style)
        if now["team"] != OFF and now["team"] != now["goat"]:
            needle = "".join([WAY_ARROWS[way] for way in self.needle(view)])
            shown[self.board.cells[now["team"]]] = Text(f"{TEAM}{needle}", "bold reverse")
        return shown

    def ring_cells(self, view: View) -> dict[tuple[int, int], Text]:
        shown = {cell: Text(str(place), "dim") for place, cell in enumerate(self.board.ring)}
        for place in servants_outside(view):
            shown[self.board.ring[place]] = Text(f"s{place}", "cyan")
        ring, facings = self.figures(view)
        for figure, place in enumerate(ring):
            if place != OFF:
                sign = f"{SIGNS[figure]}{arrow(facings[figure])}"
                shown[self.board.ring[place]] = Text(sign, f"bold {STYLES[figure]}")
        return shown

    def legend(self, view: View, whole: bool) -> Text:
        """What the signs of the board mean."""
        signs = [f"{TEAM} {self.say('team')}"]
        signs += [f"{sign} {self.word('figure', str(figure))}" for figure, sign in enumerate(SIGNS)]
        if whole or question(view) in NUMBERED:
            signs += [
                f"#{number}# {self.word('obstacle', str(number))}" for number in range(OBSTACLES)
            ]
        else:
            signs.append(f"### {self.say('obstacle')}")
        signs.append(f"(0) {self.say('hidden-memory')}")
        if swamps(view):
            signs.append(f"~~~ {self.say('swamp')}")
        for sign, word in sorted(set(tokens(self.world, view, self.say).values())):
            signs.append(f"{sign} {word}")
        if servants_outside(view):
            signs.append(f"s0 {self.say('servant')}")
        if question(view) == "MoveObstacle":
            signs.append(f"* {self.say('symbol')}")
        return Text(" · ".join(signs), "dim")

    def card_at(self, view: View, place: str) -> list[int]:
        return cards_in(view, place) or []


def arrow(facing: int) -> str:
    """The arrow nearest to a direction in degrees."""
    return ARROWS[(facing * 8 + 180) // 360 % 8]


def centred(cell: Text) -> Text:
    """A cell in the middle of its columns; what has two begins on the left of it."""
    text = cell.copy()
    if text.cell_len == 1:
        text = Text(" ") + text
    text.pad_right(CELL - text.cell_len)
    return text
