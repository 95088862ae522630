"""What bots know of The Faceless: the best plan, and how likely the team is to win with it.

A plan is judged as people would with perfect eyes: every place and facing is tried, and a scout
walks the Team from there and weighs the threat to come.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from duskhall.bots.mind import Mind
from duskhall.bots.values.the_faceless_kids import won_with
from duskhall.bots.values.the_faceless_race import TRAITS, WEIGHTS, load
from duskhall.bots.values.the_faceless_scout import LOST, Map, Scout
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.the_faceless.box import (
    BAGS,
    BLUE,
    CAMPFIRE,
    CASPER,
    COLLECTED,
    DISCARD,
    EMILY,
    FACINGS,
    GOAT,
    GREEN,
    HAND_SIZE,
    KARYN,
    LILY,
    MEMORY_BOX,
    MUSIC_PLAYER,
    NEXT,
    OBSTACLE,
    OBSTACLES,
    OUTCOME,
    PLAYED,
    PURPLE,
    RED,
    STREET,
    TEAM,
    THREAT,
    USED,
    USED_POWER,
    WON,
    YELLOW,
    Duskworld,
)
from duskhall.games.the_faceless.expansions.avatars import LoseMemory
from duskhall.games.the_faceless.expansions.crossroads import WhiteStep
from duskhall.games.the_faceless.expansions.swamps import Sink
from duskhall.games.the_faceless.rules.memories import Burn, ChooseListener, Refill
from duskhall.games.the_faceless.rules.setup import ChooseKid, PlaceGoat, PlaceTeam
from duskhall.games.the_faceless.rules.threats import Darken, JuliesChance, ThreatPhase
from duskhall.games.the_faceless.rules.turn import Act, After, Turn
from duskhall.games.the_faceless.rules.walk import (
    ChangeSteps,
    Commit,
    FreeStep,
    MoveGoat,
    NeedleStep,
    Pay,
    PlaceFigure,
    SecondCard,
    SetOut,
    TommysChance,
    WalkSteps,
    more_steps,
)
from duskhall.games.the_faceless.state import Dusk

MAPS_KEPT: Final = 200
JUDGED_KEPT: Final = 4000
DEGREES: Final = 360 // FACINGS  # between two facings that are listed
WIDTH: Final = 8  # plans that a search looks into
TRAILS: Final = 24  # ways of the Team that are played by the rules, where a scout does not know all
PLAYED_STEPS: Final = 2  # of a walk by choice, the last ones: each of them has six ways
STARTS: Final = 16  # places of Billygoat that are weighed, the farthest from the Team
AT_ONCE: Final = 20  # questions that may follow an answer before the threat comes


class Plan:
    """An answer, and the chance of winning with it."""

    def __init__(self, chance: float, move: Move, trail: int = 0) -> None:
        self.chance: Final = chance
        self.move: Final = move
        self.trail: Final = trail  # of a placement: which way the Team goes then

    def or_better(self, chance: float, move: Move) -> Plan:
        return Plan(chance, move) if chance > self.chance else self


class DuskMind(Mind):
    """Judges tables of The Faceless."""

    def __init__(self, game: Game, learned: Path = WEIGHTS) -> None:
        super().__init__(game)
        self.race: Final = load(learned)
        self.maps: dict[tuple[int, ...], Map] = {}
        self.judged: dict[str, list[Plan]] = {}
        self.world: Duskworld | None = None  # the box that these plans are for
        self.is_wild = False  # whether there is more on its board than a scout knows of

    def map_of(self, s: Dusk) -> Map:
        obstacles = s.numbers[OBSTACLE : OBSTACLE + OBSTACLES]
        key: tuple[int, ...] = (int(s.world.is_mirrored), *obstacles)
        for _ in s.world.moments.goats:  # who Billygoat is decides where it goes
            key = (*key, *s.places[s.box.name_of.index("avatar")])
        found = self.maps.get(key)
        if found is None:
            if len(self.maps) >= MAPS_KEPT:
                self.maps.clear()
            found = Map(s)
            self.maps[key] = found
        return found

    def scout(self, s: Dusk, seat: Seat, facings: int) -> Scout:
        return Scout(s, self.map_of(s), self.race, seat, facings)

    # What the bots ask

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Dusk)
        players = s.box.players
        if s.is_over():
            return [float(s.numbers[OUTCOME] == WON)] * players
        if s.numbers[TEAM] < 0 or s.numbers[GOAT] < 0:
            return [0.5] * players
        return [self.best(s, s.waiting[0], 12)[0].chance] * players

    def traits(self, s: State) -> list[list[float]]:
        """Of the Team, and of the night."""
        assert isinstance(s, Dusk)
        return [self.scout(s, s.waiting[0], 12).traits(), [0.0] * len(TRAITS)]

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

    def solve(self, s: State, seat: Seat, end: float = 0.0, iterations: int = 0) -> Move | None:
        """TF-153 In the Fog nothing is searched: that would be to look at the needle.

        TF-166 Nor are kids: a turn that is played out tells little of one, and takes long.
        """
        return self.plan(s, seat) if not self.may_try(s) else None

    def may_try(self, s: State) -> bool:
        """TF-153 In the Fog that would be to look at the needle. TF-166 Kids were measured."""
        assert isinstance(s, Dusk)
        return not s.is_foggy() and not isinstance(s.agenda[-1], ChooseKid)

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
            moments = s.world.moments
            on_the_way = moments.stepping + moments.standing + moments.entering + moments.ends
            self.is_wild = bool(on_the_way or moments.victory)
        key = (
            f"{facings} {seat} {s.agenda[-2:]!r} {s.numbers} "
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
        if isinstance(step, ChooseKid):
            return [Plan(0.01 * won_with(s, move), move) for move in legal]
        if isinstance(step, PlaceTeam | PlaceGoat):
            return [Plan(self.begun(s, seat, move), move) for move in legal[:STARTS]]
        scout = self.scout(s, seat, facings)
        if isinstance(step, SecondCard):
            return self.walks(s, seat, facings) + [
                Plan(scout.walk(0, scout.goat, False, scout.cards), s.world.done)
            ]
        if isinstance(step, Pay | LoseMemory | Sink):
            return [
                Plan(0.5 - 0.01 * memory_worth(s, move.about[0]) if move.about else 0.5, move)
                for move in legal
            ]
        if isinstance(step, Refill):
            return [Plan(0.5 + 0.01 * card_worth(s, scout, move.about[0]), move) for move in legal]
        if isinstance(step, Burn):
            return burns(s, scout, legal)
        if isinstance(step, ChooseListener):
            return [Plan(0.5 - 0.01 * len(s.hand(move.about[0])), move) for move in legal]
        if isinstance(step, Darken):
            return [Plan(0.5 - 0.01 * hand_worth(s, move.about[0]), move) for move in legal]
        if isinstance(step, JuliesChance):
            return self.julie(s, seat, legal)
        if isinstance(step, TommysChance):
            drawing = [move for move in legal if move.verb == "draw_event"]
            return [Plan(0.5, (drawing or [s.world.done])[0])]
        return [Plan(self.tried(s, seat, move), move) for move in legal]

    def begun(self, s: Dusk, seat: Seat, move: Move) -> float:
        """TF-16 The chance if the Team, or Billygoat, starts there."""
        after = s.clone()
        after.play(seat, move)
        if after.waiting and isinstance(after.agenda[-1], PlaceGoat):
            return self.best(after, after.waiting[0], 12)[0].chance
        return self.values(after)[0]

    def tried(self, s: Dusk, seat: Seat, move: Move) -> float:
        """The chance after this answer, which is played by the rules; so is what follows at once."""
        after = until_threat(s)
        after.play(seat, move)
        for _ in range(AT_ONCE):
            if after.is_over():
                return float(after.numbers[OUTCOME] == WON)
            if after.numbers[TEAM] < 0:
                return 0.5
            if not after.waiting:
                break
            asked, step = after.waiting[0], after.agenda[-1]
            if isinstance(step, NeedleStep | FreeStep | WhiteStep):
                return self.rest_of_walk(after, asked)
            if isinstance(step, ChangeSteps):
                return max([self.tried(after, asked, each) for each in after.legal_moves(asked)])
            if not isinstance(step, Pay | LoseMemory | Sink | TommysChance):
                break
            after.play(asked, self.best(after, asked, 12)[0].move)
        if s.is_foggy():
            after.numbers[s.world.fog] = 1  # TF-153 nor is it lifted by thinking ahead
        return self.calm(after, seat)

    def rest_of_walk(self, s: Dusk, seat: Seat) -> float:
        """The chance while the Team is on its way: where one may choose, the best space is taken."""
        left, free = 1, isinstance(s.agenda[-1], FreeStep)
        for step in s.agenda[:-1][::-1]:
            if isinstance(step, WalkSteps):
                left += step.count
                break
            if not isinstance(step, NeedleStep):
                break
            left += 1
        if not free or (self.is_wild and left <= PLAYED_STEPS):
            return max([self.tried(s, seat, move) for move in s.legal_moves(seat)])
        scout = self.scout(s, seat, 12)
        return scout.walk(left, scout.goat, free, scout.cards)

    def calm(self, s: Dusk, seat: Seat) -> float:
        scout = self.scout(s, seat, 12)
        return scout.walk(0, scout.goat, False, scout.cards)

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
        least, best = scout.way_to_go(scout.team, scout.gone)[1], s.world.rest
        for move in s.legal_moves(seat):
            if move.verb == "shift":
                spot, space = move.about
                before = scout.spots[spot]
                scout.shift(spot, space)
                way = scout.way_to_go(scout.team, scout.gone)[1]
                scout.shift(spot, before)
                if way < least:
                    least, best = way, move
        return best

    def acting_after(self, s: Dusk, seat: Seat, move: Move) -> float:
        """The chance of the best walk once this was done before it."""
        after = s.clone()
        after.play(seat, move)
        return max([plan.chance for plan in self.walks(after, seat, 12, True)], default=LOST)

    def walks(self, s: Dusk, seat: Seat, facings: int, is_brief: bool = False) -> list[Plan]:
        """Each hand card with its best placement."""
        found: list[Plan] = []
        seen: list[int] = []
        scout = self.scout(s, seat, facings)
        for card in s.hand(seat):
            kind = s.world.colour[card] * 10 + s.world.value[card]
            if kind in seen:
                continue
            seen.append(kind)
            steps = max(s.world.value[card] + more_steps(s), 0)
            scout.is_played = True
            plans = self.put_plans(s, scout, s.world.colour[card], steps, scout.cards - 1)
            if self.is_wild and not is_brief and not s.is_foggy():
                plans = self.walked(s, seat, s.world.walks[card], plans)
            chance = max([plan.chance for plan in plans], default=LOST)
            found.append(Plan(chance, s.world.walks[card]))
        return found

    def walked(self, s: Dusk, seat: Seat, walk: Move, plans: list[Plan]) -> list[Plan]:
        """The same plans for a card, as the rules play them."""
        after = until_threat(s)
        after.play(seat, walk)
        if after.waiting and isinstance(after.agenda[-1], PlaceFigure | MoveGoat):
            return self.played(after, seat, plans)
        return [Plan(self.tried(s, seat, walk), walk)]

    def played(self, s: Dusk, seat: Seat, plans: list[Plan]) -> list[Plan]:
        """Of each way the Team may go, the best placement: as a scout sees it, then by the rules."""
        best: dict[int, Plan] = {}
        for plan in plans:
            known = best.get(plan.trail)
            if known is None or plan.chance > known.chance:
                best[plan.trail] = plan
        promising = sorted(best.values(), key=lambda plan: -plan.chance)[:TRAILS]
        return [Plan(self.tried(s, seat, plan.move), plan.move) for plan in promising]

    def put_plans(self, s: Dusk, scout: Scout, colour: int, steps: int, cards: int) -> list[Plan]:
        """All placements of a figure, with the walk that follows."""
        world = s.world
        found: list[Plan] = []
        if colour == PURPLE:
            return [Plan(scout.walk(steps, scout.goat, True, cards), world.rest)]
        scout.hold(colour)
        trail = 0
        if colour == RED:
            for space in s.goat_choices(scout.is_played):
                if space == scout.team:
                    continue
                for move in world.goats[space][:: scout.stride]:
                    scout.put(space, move.about[1])
                    if self.is_wild:
                        trail = scout.trail(steps)
                    found.append(Plan(scout.walk(steps, space, False, cards), move, trail))
        else:
            for place in s.reach(colour):
                for move in world.puts[place][:: scout.stride]:
                    scout.put(place, move.about[1])
                    if self.is_wild:
                        trail = scout.trail(steps)
                    found.append(Plan(scout.walk(steps, scout.goat, False, cards), move, trail))
        return found

    def placements(self, s: Dusk, seat: Seat, facings: int) -> list[Plan]:
        """Where to put the figure of the card that was played, or of the memory that was used."""
        step = s.agenda[-1]
        colour = step.figure if isinstance(step, PlaceFigure) else RED
        following = s.agenda[-3] if isinstance(s.agenda[-2], Commit) else s.agenda[-2]
        steps = 0
        if isinstance(following, SetOut):
            steps = max(following.count + more_steps(s), 0)
        elif isinstance(following, WalkSteps):
            steps = following.count
        elif isinstance(following, ChangeSteps):
            steps = following.value
        scout = self.scout(s, seat, facings)
        scout.is_played = bool(s.places[PLAYED])
        found = self.put_plans(s, scout, colour, steps, scout.cards)
        if self.is_wild and not s.is_foggy():
            found = self.played(s, seat, found)
        return found or [Plan(LOST, s.legal_moves(seat)[0])]

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
            shrunk = scout.walk(0, scout.goat, False, scout.cards + taken)
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


def until_threat(s: Dusk) -> Dusk:
    """A copy that ends before the threat, or before the next turn: what they bring nobody knows."""
    after = s.clone()
    at = len(after.agenda)
    while at and not isinstance(after.agenda[at - 1], After | ThreatPhase | Turn):
        at -= 1
    after.agenda = after.agenda[at:]
    return after


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


def make_mind(game: Game, learned: Path = WEIGHTS) -> Mind:
    return DuskMind(game, learned)
