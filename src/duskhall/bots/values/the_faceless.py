"""What bots know of The Faceless: how likely the team is to win, about, and the best plan at once.

A plan is judged as people would with perfect eyes: every place and facing is tried, the Team is
walked step by step by the exact needle, and the threat to come is weighed by the cards not yet
seen. The chance of winning is a logistic curve over a few features; its weights are those with which
`greedy` won most of a few thousand games, not a fit to outcomes.
"""

from __future__ import annotations

from math import exp
from typing import Final

from duskhall.bots.mind import Mind
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    BAGS,
    BLUE,
    CAMPFIRE,
    CASPER,
    COLLECTED,
    COLUMN,
    DECK,
    DISCARD,
    EMILY,
    FACING,
    FACINGS,
    GOAT,
    GOAT_FACING,
    GREEN,
    HAND_SIZE,
    KARYN,
    LILY,
    MEMORIES,
    MEMORY_BOX,
    MUSIC_PLAYER,
    NEXT,
    NO_EFFECT,
    OBSTACLE,
    OBSTACLES,
    OUTCOME,
    PURPLE,
    RED,
    REMOVED,
    RING,
    SPOT_AT,
    STREET,
    TEAM,
    THREAT,
    USED,
    USED_POWER,
    WON,
    YELLOW,
    Duskworld,
)
from duskhall.games.the_faceless.needle import COS, SIN, SIXTY
from duskhall.games.the_faceless.rules.memories import Burn, ChooseListener, Refill
from duskhall.games.the_faceless.rules.threats import Chase, Darken, JuliesChance, TurnAbout
from duskhall.games.the_faceless.rules.turn import Act, After, LukesStep
from duskhall.games.the_faceless.rules.walk import (
    ChangeSteps,
    FreeStep,
    MoveGoat,
    NeedleStep,
    Pay,
    PlaceFigure,
    SecondCard,
    TommysChance,
    WalkSteps,
)
from duskhall.games.the_faceless.state import Dusk

LOST: Final = 0.0
ALL: Final = (1 << MEMORIES) - 1
MAPS_KEPT: Final = 200
JUDGED_KEPT: Final = 4000
DEGREES: Final = 360 // FACINGS  # between two facings that are listed
WIDTH: Final = 8  # plans that a search looks into
# Weights of the chance of winning, by feature: see Scout.chance and Scout.way_to_go.
WEIGHTS: Final = [2.0, -1.1, 0.14, -0.12, -0.2, 0.2, -0.23, 0.08, -0.07]


class Map:
    """Distances around the obstacles as they lie: of the Team, which may wrap, and of Billygoat."""

    def __init__(self, s: Dusk) -> None:
        board, walls = s.world.board, s.walls
        count = board.count
        wraps = board.mirrored if s.world.is_mirrored else board.far_end
        self.goat: list[int] = []
        self.team: list[int] = []
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
        for start in range(count):
            self.goat += spread(start, board.neighbours, walls)
            self.team += spread(start, ways, walls)


def spread(start: int, ways: list[list[int]], walls: list[int]) -> list[int]:
    distance = [99] * len(ways)
    distance[start] = 0
    frontier = [start]
    while frontier:
        following: list[int] = []
        for space in frontier:
            for near in ways[space]:
                if distance[near] == 99 and not walls[near]:
                    distance[near] = distance[space] + 1
                    following.append(near)
        frontier = following
    return distance


class Scout:
    """A table made ready for trying out plans. It knows the spaces of memories, not their faces."""

    def __init__(self, s: Dusk, world_map: Map, seat: Seat, facings: int) -> None:
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
        self.odds: list[float] = [(left / total if total else 0.2) for left in unseen]
        if s.places[NEXT]:
            known = s.world.colour[s.places[NEXT][-1]]
            self.odds = [1.0 if colour == known else 0.0 for colour in range(5)]
        # The field of the figures that stay, by space of the Team: made when first asked for.
        self.bx: list[float] = [0.0] * count
        self.by: list[float] = [0.0] * count
        self.known: list[bool] = [False] * count
        self.ways: dict[int, float] = {}  # what has been judged already, three ways
        self.calmed: dict[int, float] = {}
        self.without: dict[int, float] = {}
        self.table = self.board.ring_field.table
        self.tie: Final = self.board.tie
        self.moving = -1  # the figure that is being moved: 0 to 2, or 3 for Billygoat
        self.place = 0
        self.c = 0.0
        self.sn = 0.0

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
        return self.go(self.team, steps, self.gone, self.unused, goat, free, cards)

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
        best, second = self.needle(team)
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
        if gone == ALL:
            return 1.0
        return self.go(team, steps - 1, gone, unused, goat, free, cards)

    def tread(self, team: int, space: int, gone: int, unused: int) -> tuple[int, int, int]:
        """TF-30, TF-42 One step: where the Team is then, what is collected, and what is unused."""
        if self.s.walls[space]:
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
        if distance >= 99:
            return self.chance(team, gone, unused, goat, deck, cards, 1)
        space = goat
        for _ in range(nearer):
            for near in self.board.neighbours[space]:
                if self.map.goat[team * self.count + near] < distance:
                    space = near
                    distance -= 1
                    break
        return self.chance(team, gone, unused, space, deck, cards, 1)

    def panicked(self, team: int, gone: int, unused: int, goat: int, cards: int) -> float:
        """TF-51 The Team follows the needle; at ties we go on with the first."""
        for _ in range(self.columns[PURPLE] + 1):
            best, second = self.needle(team)
            space = self.target(team, best)
            if second >= 0 and (self.s.walls[space] or space == goat):
                space = self.target(team, second)
            team, gone, unused = self.tread(team, space, gone, unused)
            if unused < 0 or team == goat:
                return LOST
            if gone == ALL:
                return 1.0
        return self.calm(team, gone, unused, goat, cards)

    def chance(
        self, team: int, gone: int, unused: int, goat: int, deck: int, cards: int, added: int = 0
    ) -> float:
        """The chance of winning, about, with so many red cards more: a logistic curve."""
        if deck < 0:
            return LOST
        weights = WEIGHTS
        away = self.map.goat[team * self.count + goat]
        reds = self.columns[RED] + added
        total = (
            self.way_to_go(team, gone)
            + weights[2] * deck
            + weights[5] * min(unused, 4)
            + weights[6] * (1.0 / max(away, 1) + (1.0 if away <= reds + 1 else 0.0))
            + weights[7] * cards
            + weights[8] * reds
        )
        return 1.0 / (1.0 + exp(-total))

    def way_to_go(self, team: int, gone: int) -> float:
        """What the memories that are left, and the way to them, do to the chance."""
        key = gone * self.count + team
        found = self.ways.get(key)
        if found is None:
            nearest, total, left = 99, 0, 0
            base = team * self.count
            for spot in range(MEMORIES):
                if not gone >> spot & 1:
                    distance = self.map.team[base + self.spots[spot]]
                    left += 1
                    total += distance
                    nearest = min(nearest, distance)
            weights = WEIGHTS
            found = (
                weights[0]
                + weights[1] * left
                + weights[3] * nearest
                + weights[4] * total / max(left, 1)
            )
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


class Plan:
    """An answer, and the chance of winning with it."""

    def __init__(self, chance: float, move: Move) -> None:
        self.chance: Final = chance
        self.move: Final = move

    def or_better(self, chance: float, move: Move) -> Plan:
        return Plan(chance, move) if chance > self.chance else self


class DuskMind(Mind):
    """Judges tables of The Faceless."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.maps: dict[tuple[int, ...], Map] = {}
        self.judged: dict[str, list[Plan]] = {}
        self.world: Duskworld | None = None  # the box that these plans are for

    def map_of(self, s: Dusk) -> Map:
        key = (int(s.world.is_mirrored), *s.numbers[OBSTACLE : OBSTACLE + OBSTACLES])
        found = self.maps.get(key)
        if found is None:
            if len(self.maps) >= MAPS_KEPT:
                self.maps.clear()
            found = Map(s)
            self.maps[key] = found
        return found

    def scout(self, s: Dusk, seat: Seat, facings: int) -> Scout:
        return Scout(s, self.map_of(s), seat, facings)

    # What the bots ask

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Dusk)
        players = s.box.players
        if s.is_over():
            return [float(s.numbers[OUTCOME] == WON)] * players
        if s.numbers[TEAM] < 0 or s.numbers[GOAT] < 0:
            return [0.5] * players
        return [self.best(s, s.waiting[0], 12)[0].chance] * players

    def plan(self, s: State, seat: Seat) -> Move | None:
        assert isinstance(s, Dusk)
        return self.best(s, seat, 24)[0].move

    def moves(self, s: State, seat: Seat) -> list[Move]:
        """The plans that look best."""
        assert isinstance(s, Dusk)
        return [plan.move for plan in self.best(s, seat, 24)]

    def sample(self, s: State, seat: Seat) -> Move:
        assert isinstance(s, Dusk)
        return self.best(s, seat, 12)[0].move

    def is_settled(self, s: State) -> bool:
        """The table is judged when the next player's turn begins."""
        assert isinstance(s, Dusk)
        return isinstance(s.agenda[-1], Act) and not s.numbers[USED]

    # Plans

    def best(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        """The best plans, the best first. Tables that look the same are judged once."""
        if s.world is not self.world:
            self.world = s.world
            self.judged.clear()
        key = (
            f"{facings} {seat} {s.agenda[-1]!r} {s.agenda[-2]!r} {s.numbers} "
            f"{s.places[NEXT]} {s.places[DISCARD:MEMORY_BOX]} {s.places[COLLECTED:]}"
        )
        found = self.judged.get(key)
        if found is None:
            found = sorted(self.plans(s, seat, facings), key=lambda plan: -plan.chance)[:WIDTH]
            if len(self.judged) >= JUDGED_KEPT:
                self.judged.clear()
            self.judged[key] = found
        return found

    def plans(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        """Every answer worth a thought, with the chance of winning that it leads to."""
        step = s.agenda[-1]
        legal = s.legal_moves(seat)
        if len(legal) == 1:
            return [Plan(self.calm(s, seat), legal[0])]
        if isinstance(step, Act):
            return self.actions(s, seat, facings)
        if isinstance(step, After):
            return self.afters(s, seat, facings)
        if isinstance(step, PlaceFigure | MoveGoat):
            return self.placements(s, seat, facings)
        if isinstance(step, NeedleStep | FreeStep):
            return self.steps(s, seat, legal)
        scout = self.scout(s, seat, facings)
        if isinstance(step, ChangeSteps):
            found: list[Plan] = []
            for move in legal:
                free = step.colour == PURPLE
                chance = scout.walk(move.about[0], scout.goat, free, scout.cards)
                found.append(Plan(chance, move))
            return found
        if isinstance(step, SecondCard):
            return self.walks(s, seat, facings) + [
                Plan(scout.walk(0, scout.goat, False, scout.cards), s.world.done)
            ]
        if isinstance(step, LukesStep):
            return self.leads(s, seat, legal)
        if isinstance(step, Pay):
            return [Plan(0.5 - 0.01 * memory_worth(s, move.about[0]), move) for move in legal]
        if isinstance(step, Refill):
            return [Plan(0.5 + 0.01 * card_worth(s, scout, move.about[0]), move) for move in legal]
        if isinstance(step, Burn):
            return burns(s, scout, legal)
        if isinstance(step, ChooseListener):
            return [Plan(0.5 - 0.01 * len(s.hand(move.about[0])), move) for move in legal]
        if isinstance(step, Chase):
            return [Plan(self.chased(s, seat, move.about[0]), move) for move in legal]
        if isinstance(step, TurnAbout):
            return self.turned(s, seat, legal)
        if isinstance(step, Darken):
            return [Plan(0.5 - 0.01 * hand_worth(s, move.about[0]), move) for move in legal]
        if isinstance(step, JuliesChance):
            return self.julie(s, seat, legal)
        if isinstance(step, TommysChance):
            drawing = [move for move in legal if move.verb == "draw_event"]
            return [Plan(0.5, (drawing or [s.world.done])[0])]
        return [Plan(0.5, legal[0])]  # where to start: the suggestion

    def calm(self, s: Dusk, seat: Seat) -> float:
        scout = self.scout(s, seat, 12)
        return scout.threatened(scout.team, scout.gone, scout.unused, scout.goat, scout.cards)

    def actions(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        found = self.walks(s, seat, facings)
        scout = self.scout(s, seat, facings)
        scout.is_quiet = s.power(seat) == KARYN  # TF-73, whether she rests or whispers
        room = s.limit(seat) - len(s.hand(seat))
        found.append(Plan(self.resting(s, scout, room), s.world.rest))
        hope = max([plan.chance for plan in found])
        if hope == LOST or not s.hand((seat + 1) % s.box.players):
            found += self.gifts(s, seat, facings, "give")
        if not s.has_used(USED_POWER):
            found = self.powers(s, seat, facings, hope) + found
        return found

    def powers(self, s: Dusk, seat: Seat, facings: int, hope: float) -> list[Plan]:
        """What a kid may do before the action, if that gives more hope than the best action."""
        power, legal = s.power(seat), s.legal_moves(seat)
        if power == KARYN:  # TF-73 It costs nothing to look.
            return [Plan(hope, move) for move in legal if move.verb == "peek"]
        best = Plan(hope, s.world.rest)
        if power == EMILY and facings == FACINGS:  # TF-77 Not in forethought: it takes long.
            for move in legal:
                if move.verb == "turn" and move.about[1] % (2 * DEGREES) == 0:
                    best = best.or_better(self.acting_after(s, seat, move), move)
        elif power == CASPER:
            move = self.shift(s, seat)
            if move.verb == "shift":
                best = best.or_better(self.acting_after(s, seat, move), move)
        return [best] if best.chance > hope else []

    def shift(self, s: Dusk, seat: Seat) -> Move:
        """TF-79 What Casper moves, so that the way to go is as short as it gets; or a rest."""
        scout = self.scout(s, seat, 12)
        most, best = scout.way_to_go(scout.team, scout.gone), s.world.rest
        for move in s.legal_moves(seat):
            if move.verb == "shift":
                spot, space = move.about
                before, scout.spots[spot] = scout.spots[spot], space
                scout.ways.clear()
                worth = scout.way_to_go(scout.team, scout.gone)
                scout.spots[spot] = before
                if worth > most:
                    most, best = worth, move
        return best

    def acting_after(self, s: Dusk, seat: Seat, move: Move) -> float:
        """The chance of the best walk once this was done before it."""
        after = s.clone()
        after.play(seat, move)
        return max([plan.chance for plan in self.walks(after, seat, 12)], default=LOST)

    def walks(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        """Each hand card with its best placement."""
        found: list[Plan] = []
        seen: list[int] = []
        scout = self.scout(s, seat, facings)
        for card in s.hand(seat):
            kind = s.world.colour[card] * 10 + s.world.value[card]
            if kind in seen:
                continue
            seen.append(kind)
            value = s.world.value[card]
            chance = LOST
            for plan in self.put_plans(s, scout, s.world.colour[card], value, scout.cards - 1):
                chance = max(chance, plan.chance)
            found.append(Plan(chance, s.world.walks[card]))
        return found

    def put_plans(self, s: Dusk, scout: Scout, colour: int, steps: int, cards: int) -> list[Plan]:
        """All placements of a figure, with the walk that follows."""
        world = s.world
        found: list[Plan] = []
        if colour == PURPLE:
            return [Plan(scout.walk(steps, scout.goat, True, cards), world.rest)]
        scout.hold(colour)
        if colour == RED:
            for space in s.goat_steps() or [scout.goat]:
                if space == scout.team:
                    continue
                for move in world.goats[space][:: scout.stride]:
                    scout.put(space, move.about[1])
                    found.append(Plan(scout.walk(steps, space, False, cards), move))
        else:
            for place in s.reach(colour):
                for move in world.puts[place][:: scout.stride]:
                    scout.put(place, move.about[1])
                    found.append(Plan(scout.walk(steps, scout.goat, False, cards), move))
        return found or [Plan(LOST, s.legal_moves(scout.seat)[0])]

    def placements(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        """Where to put the figure of the card that was played, or of the memory that was used."""
        step = s.agenda[-1]
        colour = step.figure if isinstance(step, PlaceFigure) else RED
        following = s.agenda[-2]
        steps = 0
        if isinstance(following, WalkSteps):
            steps = following.count
        elif isinstance(following, ChangeSteps):
            steps = following.value
        scout = self.scout(s, seat, facings)
        return self.put_plans(s, scout, colour, steps, scout.cards)

    def steps(self, s: Dusk, seat: Seat, legal: list[Move]) -> list[Plan]:
        """The next step of a walk, with the steps to come."""
        left, free = 0, False
        for step in s.agenda[:-1][::-1]:
            if isinstance(step, WalkSteps):
                left, free = step.count, step.colour == PURPLE
                break
            if not isinstance(step, NeedleStep):
                break
            left += 1
        scout = self.scout(s, seat, 24)
        return [
            Plan(
                scout.onward(
                    scout.team,
                    move.about[0],
                    left + 1,
                    scout.gone,
                    scout.unused,
                    scout.goat,
                    free,
                    scout.cards,
                ),
                move,
            )
            for move in legal
        ]

    def resting(self, s: Dusk, scout: Scout, room: int) -> float:
        """A rest: cards come from the display, the most useful columns first."""
        taken = 0
        columns = scout.columns[:]
        for _ in range(room):
            best, most = -1, -1.0
            for colour in range(5):
                if columns[colour]:
                    worth = column_worth(columns, colour)
                    if worth > most:
                        best, most = colour, worth
            if best < 0:
                break
            columns[best] -= 1
            taken += 1
        before = scout.columns
        missing = max(s.world.display - sum(columns), 0)
        scout.columns = columns
        deck = scout.deck
        hope = LOST
        if deck > missing:
            shrunk = scout.threatened(
                scout.team, scout.gone, scout.unused, scout.goat, scout.cards + taken
            )
            # The display is topped up: every card of the deck is a bit of time.
            later = scout.chance(
                scout.team, scout.gone, scout.unused, scout.goat, deck - missing, scout.cards
            )
            now = scout.chance(scout.team, scout.gone, scout.unused, scout.goat, deck, scout.cards)
            hope = shrunk * (later / now if now > 0 else 1.0)
        scout.columns = before
        return hope

    def gifts(self, s: Dusk, seat: Seat, facings: int, verb: str) -> list[Plan]:
        """A card for the next player."""
        scout = self.scout(s, seat, facings)
        scout.is_quiet |= verb == "give" and s.power(seat) == KARYN
        following = (seat + 1) % s.box.players
        found: list[Plan] = []
        base = scout.walk(0, scout.goat, False, scout.cards)
        for move in s.legal_moves(seat):
            if move.verb == verb and move.about[1] == following:
                found.append(Plan(base + 0.003 * s.world.value[move.about[0]], move))
        return found

    def afters(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        """After the action: a memory may change the needle, or the threat, before it comes."""
        scout = self.scout(s, seat, facings)
        found = [Plan(scout.walk(0, scout.goat, False, scout.cards), s.world.done)]
        for move in s.legal_moves(seat):
            if move.verb != "use":
                continue
            effect = s.world.effect[move.about[0]]
            scout = self.scout(s, seat, facings)
            scout.unused -= 1
            chance = LOST
            if effect <= BAGS:
                colour = [GREEN, YELLOW, BLUE, RED][effect]
                for plan in self.put_plans(s, scout, colour, 0, scout.cards):
                    chance = max(chance, plan.chance)
            elif effect == STREET:
                chance = scout.walk(1, scout.goat, True, scout.cards)
            elif effect == CAMPFIRE:
                chance = self.after_burning(s, scout)
            elif effect == MUSIC_PLAYER:
                chance = self.after_music(s, scout)
            found.append(Plan(chance, move))
        if not s.has_used(USED_POWER):
            if s.power(seat) == LILY and not s.hand((seat + 1) % s.box.players):
                found += self.gifts(s, seat, facings, "free_give")
            elif s.power(seat) == EMILY:
                found.append(self.turn(s, seat, facings))
        return found

    def turn(self, s: Dusk, seat: Seat, facings: int) -> Plan:
        """TF-77 How Emily turns a Faceless for the threat to come."""
        scout = self.scout(s, seat, facings)
        best = Plan(LOST, s.world.done)
        for move in s.legal_moves(seat):
            if move.verb == "turn" and move.about[1] % (scout.stride * DEGREES) == 0:
                figure, facing = move.about
                scout.hold(figure)
                scout.put(scout.ring[figure], facing)
                best = best.or_better(scout.walk(0, scout.goat, False, scout.cards), move)
        return best

    def after_burning(self, s: Dusk, scout: Scout) -> float:
        """TF-40 The Campfire: the two worst cards leave the display, as far as it stays full."""
        columns = scout.columns
        for _ in range(2):
            if sum(columns) > s.world.display:
                worst = max(range(5), key=lambda colour: threat_worth(columns, colour))
                columns[worst] -= 1
        return scout.walk(0, scout.goat, False, scout.cards)

    def after_music(self, s: Dusk, scout: Scout) -> float:
        """TF-40 The Music Player: the emptiest hand is filled."""
        least = min([len(s.hand(other)) for other in range(s.box.players)])
        drawn = max(HAND_SIZE - least, 0)
        missing = max(s.world.display - (sum(scout.columns) - drawn), 0)
        if scout.deck <= missing:
            return LOST
        scout.deck -= missing
        return scout.walk(0, scout.goat, False, scout.cards + drawn)

    def leads(self, s: Dusk, seat: Seat, legal: list[Move]) -> list[Plan]:
        """TF-74 Where Luke may lead the Team."""
        scout = self.scout(s, seat, 12)
        found: list[Plan] = []
        for move in legal:
            if move.verb == "done":
                chance = scout.walk(0, scout.goat, False, scout.cards)
            else:
                way = self.board_way(s, move.about[0])
                chance = scout.onward(
                    scout.team, way, 1, scout.gone, scout.unused, scout.goat, True, scout.cards
                )
            found.append(Plan(chance, move))
        return found

    def board_way(self, s: Dusk, space: int) -> int:
        board, team = s.world.board, s.numbers[TEAM]
        return board.near[team * 6 : team * 6 + 6].index(space)

    def chased(self, s: Dusk, seat: Seat, space: int) -> float:
        """TF-52 Among equal paths, the one that leaves the needle better."""
        after = s.clone()
        after.chase(seat, space)
        if after.is_over():
            return LOST
        scout = self.scout(after, seat, 12)
        return scout.chance(
            scout.team, scout.gone, scout.unused, scout.goat, scout.deck, scout.cards
        )

    def turned(self, s: Dusk, seat: Seat, legal: list[Move]) -> list[Plan]:
        """TF-53 The Faceless that is farthest from the Team matters least."""
        board, team = s.world.board, s.numbers[TEAM]
        found: list[Plan] = []
        for move in legal:
            place = s.numbers[RING + move.about[0]]
            q, r = board.ring[place]
            p, t = board.cells[team]
            distance = max(abs(q - p), abs(r - t), abs(q + r - p - t))
            found.append(Plan(0.5 + 0.01 * distance, move))
        return found

    def julie(self, s: Dusk, seat: Seat, legal: list[Move]) -> list[Plan]:
        """TF-78 The revealed colour against whatever else may come."""
        scout = self.scout(s, seat, 12)
        known = s.world.colour[s.places[THREAT][0]]
        scout.deck += 1
        scout.odds = [1.0 if colour == known else 0.0 for colour in range(5)]
        accept = scout.walk(0, scout.goat, False, scout.cards)
        scout = self.scout(s, seat, 12)
        reject = scout.walk(0, scout.goat, False, scout.cards)
        return [Plan(accept if move.verb == "accept" else reject, move) for move in legal]


def memory_worth(s: Dusk, memory: int) -> float:
    """How much a memory's effect is worth keeping."""
    return [4.0, 4.0, 4.0, 5.0, 6.0, 2.0, 3.0, 1.0][s.world.effect[memory]]


def hand_worth(s: Dusk, card: int) -> float:
    """What a card in hand is good for."""
    colour = s.world.colour[card]
    return s.world.value[card] * 0.5 + (3.0 if colour == PURPLE else 1.5 if colour == RED else 0.0)


def threat_worth(columns: list[int], colour: int) -> float:
    """How bad the next card of a column is for the players."""
    if not columns[colour]:
        return -1.0
    if colour == RED:
        return 2.0 + columns[colour]
    if colour == PURPLE:
        return 1.5 + columns[colour]
    return 0.3 * columns[colour] + (0.5 if columns[colour] % 2 else 0.0)


def column_worth(columns: list[int], colour: int) -> float:
    """Why to take the bottom card of a column: it is useful, and gone from there."""
    useful = 3.0 if colour == PURPLE else 1.5 if colour == RED else 0.0
    return useful + threat_worth(columns, colour)


def card_worth(s: Dusk, scout: Scout, colour: int) -> float:
    return column_worth(scout.columns, colour) + 0.5 * s.world.value[s.column(colour)[-1]]


def burns(s: Dusk, scout: Scout, legal: list[Move]) -> list[Plan]:
    """TF-40 Burn what threatens most, as long as no new card takes its place."""
    spare = sum(scout.columns) > s.world.display
    return [
        Plan(
            0.4
            if move.verb == "done"
            else (0.5 if spare else 0.3) + 0.01 * threat_worth(scout.columns, move.about[0]),
            move,
        )
        for move in legal
    ]


def make_mind(game: Game) -> Mind:
    return DuskMind(game)
