"""The Faceless, tried out: how likely the team is to win, about, after a walk and a threat.

The Team is walked step by step by the exact needle, and the threat to come is weighed by the cards
not yet seen. The chance of winning after that is told by a small network.
"""

from __future__ import annotations

from typing import Final

from duskhall.bots.race import Race
from duskhall.bots.values.the_faceless_race import (
    MOST_AWAY,
    MOST_PACE,
    MOST_UNUSED,
    MOST_WAY,
    Night,
)
from duskhall.engine.events import NOWHERE, Seat
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    BLUE,
    COLLECTED,
    COLUMN,
    DECK,
    FACING,
    FACINGS,
    GOAT,
    GOAT_FACING,
    GREEN,
    MEMORIES,
    NEXT,
    NO_EFFECT,
    PURPLE,
    RED,
    REMOVED,
    RING,
    SPOT_AT,
    TEAM,
    YELLOW,
)
from duskhall.games.the_faceless.needle import COS, SIN, SIXTY
from duskhall.games.the_faceless.state import Dusk

LOST: Final = 0.0
ALL: Final = (1 << MEMORIES) - 1
TOURS_KEPT: Final = 200
FAR: Final = 999


GUARDED: Final = 6  # steps by which a memory is farther away that cannot be taken alive now
# How sure a direction is in the Fog (TF-153): reckoned from places and facings, it is often a sixth off.
ROUGHLY: Final = [(0, 0.5), (1, 0.25), (5, 0.25)]


class Map:
    """Distances around the obstacles as they lie: of the Team, which may wrap, and of Billygoat."""

    def __init__(self, s: Dusk) -> None:
        board, walls = s.world.board, s.walls
        count = board.count
        wraps = board.mirrored if s.world.is_mirrored else board.far_end
        self.goat: list[int] = []
        self.team: list[int] = []
        self.goat_ways: list[list[int]] = [
            [near for near in board.neighbours[space] if not walls[near]] for space in range(count)
        ]
        for part in s.world.moments.goats:
            self.goat_ways = [part.goat_near(s, space) for space in range(count)]
        ways: list[list[int]] = []
        for space in range(count):
            ways.append(
                [
                    board.near[space * 6 + way]
                    if board.near[space * 6 + way] != OFF
                    else wraps[space * 6 + way]
                    for way in range(6)
                ]
            )
        ways = [[near for near in reached if not walls[near]] for reached in ways]
        for start in range(count):
            self.goat += spread(start, self.goat_ways)
            self.team += spread(start, ways)
        self.count: Final = count
        self.tours: dict[tuple[int, ...], list[int]] = {}

    def tour(self, spots: list[int]) -> list[int]:
        """By a set of memories that lie there and one of them, the shortest way from it through all.

        A set is a bitmask, and its way from a memory is number MEMORIES * set + memory.
        """
        key = tuple(spots)
        found = self.tours.get(key)
        if found is None:
            if len(self.tours) >= TOURS_KEPT:
                self.tours.clear()
            found = self.all_tours(spots)
            self.tours[key] = found
        return found

    def all_tours(self, spots: list[int]) -> list[int]:
        lying = [spot for spot in range(MEMORIES) if spots[spot] >= 0]
        found = [0] * (MEMORIES << MEMORIES)
        known = sum([1 << spot for spot in lying])
        for chosen in range(1 << MEMORIES):
            if chosen & ~known:
                continue
            for spot in lying:
                rest = chosen & ~(1 << spot)
                if rest == chosen or not rest:
                    continue
                least = FAR
                for other in lying:
                    if rest >> other & 1:
                        way = self.team[spots[spot] * self.count + spots[other]]
                        least = min(least, way + found[rest * MEMORIES + other])
                found[chosen * MEMORIES + spot] = least
        return found


def spread(start: int, ways: list[list[int]]) -> list[int]:
    distance = [99] * len(ways)
    distance[start] = 0
    frontier = [start]
    while frontier:
        following: list[int] = []
        for space in frontier:
            for near in ways[space]:
                if distance[near] == 99:
                    distance[near] = distance[space] + 1
                    following.append(near)
        frontier = following
    return distance


class Scout:
    """A table made ready for trying out plans. It knows the spaces of memories, not their faces."""

    def __init__(self, s: Dusk, world_map: Map, race: Race, seat: Seat, facings: int) -> None:
        self.s: Final = s
        self.board: Final = s.world.board
        self.map: Final = world_map
        self.seat: Final = seat  # whose turn it is
        self.stride: Final = FACINGS // facings
        numbers = s.numbers
        count = self.board.count
        self.count: Final = count
        self.team: Final = numbers[TEAM]
        self.goat: Final = numbers[GOAT]
        self.goat_facing: Final = numbers[GOAT_FACING]
        self.ring: Final = numbers[RING : RING + 3]
        self.facing: Final = numbers[FACING : FACING + 3]
        self.spot_on: list[int] = [-1] * count  # by space: which memory lies there
        self.spots: list[int] = []
        gone = 0
        for spot in range(MEMORIES):
            space = numbers[SPOT_AT + spot]
            if space >= 0:
                self.spot_on[space] = spot
            else:
                gone |= 1 << spot
            self.spots.append(space)
        self.gone: Final = gone  # a bitmask of the memories collected
        self.unused = len(s.places[COLLECTED])
        self.is_played = False  # the figure is moved by a card from the hand (TF-105)
        self.deck = s.deck_count()
        self.is_quiet = s.has_used(NO_EFFECT)  # TF-73: the threat to come has no effect
        self.columns: list[int] = [len(s.places[COLUMN + colour]) for colour in range(5)]
        self.cards = 0
        for other in range(s.box.players):
            self.cards += len(s.hand(other))
        unseen = [0] * 5
        total = 0
        for place in (DECK, REMOVED):
            for card in s.places[place]:
                unseen[s.world.colour[card]] += 1
                total += 1
        self.to_come: Final = [(left / total if total else 0.2) for left in unseen]
        self.odds: list[float] = self.to_come  # of the next threat
        self.night: Final = Night(race, self.steady())
        if s.places[NEXT]:
            known = s.world.colour[s.places[NEXT][-1]]
            self.odds = [1.0 if colour == known else 0.0 for colour in range(5)]
        # The field of the figures that stay, by space of the Team: made when first asked for.
        self.bx: list[float] = [0.0] * count
        self.by: list[float] = [0.0] * count
        self.known: list[bool] = [False] * count
        # What expansions add: spaces that are lost, swamps, the other end of the needle, and goals.
        self.deadly: set[int] = set()
        self.goals: list[int] = []
        self.risks: list[list[float]] = []  # by space, of a red threat's first deed
        self.stare = 0  # cards of the deck that a purple threat takes first
        for part in s.world.parts:
            self.deadly.update(part.deadly(s))
            self.goals += part.goals(s)
            self.stare += part.toll(s, PURPLE)
            risks = part.risks(s)
            if risks:
                self.risks.append(risks)
        self.pace: Final = 1.0 / (
            1.0 + self.odds[PURPLE] * self.stare
        )  # what a card of it is worth
        self.is_foggy: Final = s.is_foggy()
        self.error = 0  # by how many sixths the needle is taken for another than it is
        self.has_swamps: Final = s.world.swamps != NOWHERE
        self.turned: Final = 3 if s.follows_white() else 0
        self.tour = world_map.tour(self.spots)
        self.ways: dict[int, tuple[int, int]] = {}  # what has been judged already, three ways
        self.calmed: dict[int, float] = {}
        self.without: dict[int, float] = {}
        self.table = self.board.ring_field.table
        self.tie: Final = self.board.tie
        self.moving = -1  # the figure that is being moved: 0 to 2, or 3 for Billygoat
        self.place = 0
        self.c = 0.0
        self.sn = 0.0

    def shift(self, spot: int, space: int) -> None:
        """From now on a memory lies elsewhere."""
        self.spots[spot] = space
        self.tour = self.map.tour(self.spots)
        self.ways.clear()

    def hold(self, figure: int) -> None:
        """From now on this figure moves, and the others stay."""
        self.moving = figure
        self.table = self.board.goat_field.table if figure == 3 else self.board.ring_field.table
        self.known = [False] * self.count

    def put(self, place: int, facing: int) -> None:
        self.place = place
        self.c, self.sn = COS[facing], SIN[facing]

    def needle(self, team: int) -> tuple[int, int]:
        """The needle with the moved figure where it was put."""
        if not self.known[team]:
            self.add_others(team)
        bx, by = self.bx[team], self.by[team]
        if self.moving >= 0:
            table, c, s = self.table, self.c, self.sn
            i = (self.place * self.count + team) * 3
            cross = table[i + 1]
            bx += table[i] * c + cross * s
            by += cross * c + table[i + 2] * s
        # The field along three axes; the ways of the two largest are the needle's best and second.
        p1 = 0.5 * bx + SIXTY * by
        p2 = p1 - bx
        a0, a1, a2 = max(bx, -bx), max(p1, -p1), max(p2, -p2)
        if a0 >= a1 and a0 >= a2:
            best, lead = (0 if bx > 0.0 else 3), a0 - max(a1, a2)
        elif a1 >= a2:
            best, lead = (1 if p1 > 0.0 else 4), a1 - max(a0, a2)
        else:
            best, lead = (2 if p2 > 0.0 else 5), a2 - max(a0, a1)
        if lead * lead > self.tie * (bx * bx + by * by):
            return best, -1
        left, right = (best + 1) % 6, (best + 5) % 6
        if projection(bx, p1, p2, left) >= projection(bx, p1, p2, right):
            return best, left
        return best, right

    def felt(self, team: int) -> tuple[int, int]:
        """TF-130 Where the end of the needle points that is followed, as far as it is known."""
        best, second = self.needle(team)
        turned = self.turned + self.error
        if not turned:
            return best, second
        return (best + turned) % 6, (second + turned) % 6 if second >= 0 else second

    def trail(self, steps: int) -> int:
        """The way that so many steps by the needle would take, as a number."""
        team, found = self.team, 0
        for _ in range(steps):
            way = self.felt(team)[0]
            found = found * 7 + way + 1
            space = self.target(team, way)
            if not self.s.walls[space]:
                team = space
        return found

    def add_others(self, team: int) -> None:
        bx = by = 0.0
        table = self.board.ring_field.table
        for figure in range(3):
            if figure != self.moving and self.ring[figure] != OFF:
                i = (self.ring[figure] * self.count + team) * 3
                c, s = COS[self.facing[figure]], SIN[self.facing[figure]]
                bx += table[i] * c + table[i + 1] * s
                by += table[i + 1] * c + table[i + 2] * s
        if self.moving != 3:
            table = self.board.goat_field.table
            i = (self.goat * self.count + team) * 3
            c, s = COS[self.goat_facing], SIN[self.goat_facing]
            bx += table[i] * c + table[i + 1] * s
            by += table[i + 1] * c + table[i + 2] * s
        self.bx[team], self.by[team], self.known[team] = bx, by, True

    def target(self, team: int, way: int) -> int:
        near = self.board.near[team * 6 + way]
        if near != OFF:
            return near
        if self.s.world.is_mirrored:
            return self.board.mirrored[team * 6 + way]
        return self.board.far_end[team * 6 + way]

    # Walking

    def walk(self, steps: int, goat: int, free: bool, cards: int) -> float:
        """The chance after the best way to walk so many steps, and after the threat to come."""
        if not self.is_foggy:
            return self.go(self.team, steps, self.gone, self.unused, goat, free, cards)
        hope = 0.0
        for error, share in ROUGHLY:
            self.error = error
            hope += share * self.go(self.team, steps, self.gone, self.unused, goat, free, cards)
        self.error = 0
        return hope

    def go(
        self, team: int, steps: int, gone: int, unused: int, goat: int, free: bool, cards: int
    ) -> float:
        if not steps:
            return self.threatened(team, gone, unused, goat, cards)
        if free:
            hope = LOST
            for way in range(6):
                hope = max(hope, self.onward(team, way, steps, gone, unused, goat, free, cards))
            return hope
        best, second = self.felt(team)
        hope = self.onward(team, best, steps, gone, unused, goat, free, cards)
        if second >= 0:
            hope = max(hope, self.onward(team, second, steps, gone, unused, goat, free, cards))
        return hope

    def onward(
        self,
        team: int,
        way: int,
        steps: int,
        gone: int,
        unused: int,
        goat: int,
        free: bool,
        cards: int,
    ) -> float:
        team, gone, unused = self.tread(team, self.target(team, way), gone, unused)
        if unused < 0 or team == goat:
            return LOST
        if gone == ALL and not self.goals:
            return 1.0
        return self.go(team, steps - 1, gone, unused, goat, free, cards)

    def tread(self, team: int, space: int, gone: int, unused: int) -> tuple[int, int, int]:
        """TF-30, TF-42 One step: where the Team is then, what is collected, and what is unused."""
        if self.deadly and space in self.deadly:
            return space, gone, -1
        if self.s.walls[space]:
            if self.has_swamps and self.s.is_swamp(space):
                return space, gone, unused - 1
            return team, gone, unused - 1
        spot = self.spot_on[space]
        if spot >= 0 and not gone >> spot & 1:
            return space, gone | 1 << spot, unused + 1
        return space, gone, unused

    # The threat to come

    def threatened(self, team: int, gone: int, unused: int, goat: int, cards: int) -> float:
        """The chance of winning from here, over the colours the next threat may have."""
        if self.deck < 1:
            return LOST
        hope = self.without_panic(team, gone, unused, goat, cards)
        if self.odds[PURPLE] and not self.is_quiet:
            hope += self.odds[PURPLE] * self.panicked(team, gone, unused, goat, cards)
        return hope

    def without_panic(self, team: int, gone: int, unused: int, goat: int, cards: int) -> float:
        """What all colours but purple bring: the same wherever the moved figure stands."""
        key = self.key(team, gone, unused, goat, cards)
        found = self.without.get(key)
        if found is None:
            found = self.weigh(team, gone, unused, goat, cards)
            self.without[key] = found
        return found

    def key(self, team: int, gone: int, unused: int, goat: int, cards: int) -> int:
        return (((gone << 4 | unused) << 5 | cards) * self.count + goat) * self.count + team

    def weigh(self, team: int, gone: int, unused: int, goat: int, cards: int) -> float:
        deck = self.deck - 1
        calm = self.calm(team, gone, unused, goat, cards)
        if self.is_quiet:
            return calm
        odds, columns = self.odds, self.columns
        hope = odds[YELLOW] * calm * (0.99 if columns[YELLOW] % 2 else 1.0)
        dark = max(cards - (columns[GREEN] + 1) // 2, 0)
        hope += odds[GREEN] * self.chance(team, gone, unused, goat, deck, dark)
        late = deck - (columns[BLUE] + 1) // 2
        hope += odds[BLUE] * self.chance(team, gone, unused, goat, late, cards)
        if odds[RED]:
            hope += odds[RED] * self.chased(team, gone, unused, goat, deck, cards)
        return hope

    def calm(self, team: int, gone: int, unused: int, goat: int, cards: int) -> float:
        """The chance after a threat that did nothing else than take a card off the deck."""
        key = self.key(team, gone, unused, goat, cards)
        found = self.calmed.get(key)
        if found is None:
            found = self.chance(team, gone, unused, goat, self.deck - 1, cards)
            self.calmed[key] = found
        return found

    def chased(self, team: int, gone: int, unused: int, goat: int, deck: int, cards: int) -> float:
        """TF-52 Billygoat comes nearer, by one space per red card."""
        distance = self.map.goat[team * self.count + goat]
        nearer = self.columns[RED] + 1
        if distance <= nearer:
            return LOST
        spared = 1.0
        for risks in self.risks:
            spared *= 1.0 - risks[team]
        if distance >= 99:
            return spared * self.chance(team, gone, unused, goat, deck, cards, 1)
        space = goat
        for _ in range(nearer):
            for near in self.map.goat_ways[space]:
                if self.map.goat[team * self.count + near] < distance:
                    space = near
                    distance -= 1
                    break
        return spared * self.chance(team, gone, unused, space, deck, cards, 1)

    def panicked(self, team: int, gone: int, unused: int, goat: int, cards: int) -> float:
        """TF-51 The Team follows the needle; at ties we go on with the first."""
        for _ in range(self.columns[PURPLE] + 1):
            best, second = self.felt(team)
            space = self.target(team, best)
            if second >= 0 and (self.s.walls[space] or space == goat):
                space = self.target(team, second)
            team, gone, unused = self.tread(team, space, gone, unused)
            if unused < 0 or team == goat:
                return LOST
            if gone == ALL and not self.goals:
                return 1.0
        if self.stare:
            deck = max(self.deck - 1 - self.stare, 0)
            return self.chance(team, gone, unused, goat, deck, cards)
        return self.calm(team, gone, unused, goat, cards)

    def chance(
        self, team: int, gone: int, unused: int, goat: int, deck: int, cards: int, added: int = 0
    ) -> float:
        """The chance of winning, about, with so many red cards more."""
        if deck < 0:
            return LOST
        return self.night.chance(self.planned(team, gone, unused, goat, deck, cards, added))

    def planned(
        self, team: int, gone: int, unused: int, goat: int, deck: int, cards: int, added: int = 0
    ) -> list[float]:
        """The traits of the race that a plan changes, in their order."""
        left, way = self.way_to_go(team, gone)
        time = self.pace * deck
        away = self.map.goat[team * self.count + goat]
        reds = self.columns[RED] + added
        return [
            float(left),
            min(float(way), MOST_WAY),
            min(way / (time + 1.0), MOST_PACE),
            time,
            float(min(unused, MOST_UNUSED)),
            1.0 / max(away, 1) + (1.0 if away <= reds + 1 else 0.0),
            min(float(away), MOST_AWAY),
            float(cards),
            float(reds),
        ]

    def steady(self) -> list[float]:
        """The other traits: what is to come, and the columns but the red one."""
        columns = self.columns
        shown = [columns[YELLOW], columns[GREEN], columns[BLUE], columns[PURPLE]]
        return [*self.to_come, *[float(cards) for cards in shown]]

    def traits(self) -> list[float]:
        """All of them, of the table as it is."""
        planned = self.planned(self.team, self.gone, self.unused, self.goat, self.deck, self.cards)
        return [*planned, *self.steady()]

    def way_to_go(self, team: int, gone: int) -> tuple[int, int]:
        """How many memories and other goals are left, and how long the way to all of them is."""
        key = gone * self.count + team
        found = self.ways.get(key)
        if found is None:
            left, way, around = 0, FAR, 0
            base = team * self.count
            tours = (ALL & ~gone) * MEMORIES
            for spot in range(MEMORIES):
                if not gone >> spot & 1:
                    left += 1
                    way = min(way, self.map.team[base + self.spots[spot]] + self.tour[tours + spot])
                    if self.deadly and self.spots[spot] in self.deadly:
                        around += GUARDED
            if not left:
                way = 0
            for goal in self.goals:
                left += 1
                around += self.map.team[base + goal]
            found = (left, way + around)
            self.ways[key] = found
        return found


def projection(bx: float, p1: float, p2: float, way: int) -> float:
    if way == 0:
        return bx
    if way == 1:
        return p1
    if way == 2:
        return p2
    if way == 3:
        return -bx
    return -p1 if way == 4 else -p2
