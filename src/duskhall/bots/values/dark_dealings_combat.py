"""Dark Dealings' combat, solved exactly: after the drafts it holds no luck for its owner.

A siege is a pile of heroes (the next one last) and the dials in front of the overlord. The best
result is the highest by the victory rule: heroes defeated, then cards left, then the highest
Challenge among the defeated (DD-55). With the option `vain_strikes` (DD-34), strikes that only turn
cards are not looked for.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import (
    BERSERKER,
    BOOSTER,
    DETOUR,
    FACING,
    FRONT,
    GONE,
    HALFLINGS,
    HEAVY_HITTER,
    KNIGHT,
    PILE,
    SPENT,
    STRIKING,
    THIEF,
    TOTAL,
    WIZARD,
    Keep,
)
from duskhall.games.dark_dealings.box import DEFEATED as TROPHIES
from duskhall.games.dark_dealings.fight import (
    Dials,
    at_most,
    falls,
    may_strike,
    strike,
    strike_value,
    targets,
)
from duskhall.games.dark_dealings.rules.combat import (
    FIRST_TIME,
    Face,
    FaceAgain,
    FaceOpenly,
    Strike,
    TrashForWizard,
)
from duskhall.games.dark_dealings.state import Siege

Pile = tuple[int, ...]
# A result by the victory rule, in one number: defeated * 10_000 + left * 100 + Challenge.
DEFEATED: Final = 10_000
LEFT: Final = 100
NOTHING: Final = -1
MEMORY: Final = 500_000  # solved sieges, and ways of fights, to remember
LOOK: Final = 256  # steps of work between looks at the clock


class TooLong(Exception):
    """A siege takes more work to solve than the solver was allowed."""


class Effort:
    """The work put into one answer, in steps that each take about as long; TooLong past a limit.

    By steps it is the same everywhere; by the clock it ends in time, wherever it is.
    """

    def __init__(self, limit: int = 0, end: float = 0.0) -> None:
        self.limit: Final = limit  # steps; 0 is no limit
        self.end: Final = end  # by perf_counter; 0 is no end
        self.work = 0

    def step(self) -> None:
        self.work += 1
        if self.work > self.limit > 0:
            raise TooLong
        if self.end and self.work % LOOK == 0 and perf_counter() > self.end:
            raise TooLong


class Solver:
    """Solves sieges with the cards of one box, and remembers what it has solved."""

    def __init__(self, box: Keep, limit: int = 0) -> None:
        self.box: Final = box
        self.limit: Final = limit  # steps of work for one answer; 0 is no limit
        self.effort = Effort(limit)
        self.ways = 0  # in which the fights that are remembered may end
        # Solved sieges: twice the result, plus one where it is exact and not only a ceiling.
        self.solved: dict[tuple[Pile, Dials], int] = {}
        self.fights: dict[tuple[int, Dials, bool], list[Dials]] = {}
        self.demands: dict[tuple[Pile, int], list[list[int]]] = {}
        self.held: dict[Dials, list[int]] = {}
        dials = len(box.types)
        # By dial: a struck or turned card is never better than this one still waiting to strike,
        # whatever comes; the second is for when a Thief, who wants exact sums, may still come.
        self.steady: list[bool] = [False] * dials
        self.exact: list[bool] = [False] * dials
        # By dial * 8 + a set of types: the strength left on sides of such a type.
        self.supply: list[int] = [0] * (dials * 8)
        self.any_type: list[int] = [0] * dials  # by dial: the types of all sides left
        self.least: list[int] = [0] * dials  # by dial: the strength of the weakest side left,
        self.turn: list[int] = [0] * dials  # and what it loses at least by a turn
        self.boosts: list[list[int]] = [[] for _ in range(dials)]  # types of Booster sides left
        for card in box.defenses:
            for side in range(2, -1, -1):
                dial = card * 4 + side
                if not box.types[dial]:
                    continue
                after, strength = box.next_dial[dial], box.strength[dial]
                self.steady[dial] = is_steady(box, dial, exactly=False)
                self.exact[dial] = is_steady(box, dial, exactly=True)
                self.any_type[dial] = box.types[dial] | self.any_type[after]
                self.least[dial] = min(strength, self.least[after]) if after else strength
                if box.ability[card] == BOOSTER:
                    self.boosts[dial] = [box.types[dial], *self.boosts[after]]
                for types in range(1, 8):
                    useful = strength if box.types[dial] & types else 0
                    later = self.supply[after * 8 + types]
                    # Whoever strikes with a side that trashes the card has no later side.
                    trashes = box.after_strike[dial] == GONE
                    found = max(useful, later) if trashes else useful + later
                    self.supply[dial * 8 + types] = found
                turn = self.supply[dial * 8 + 7] - self.supply[after * 8 + 7]
                if box.ability[card] == HEAVY_HITTER:
                    turn //= 2  # its strikes are held to be worth less already
                self.turn[dial] = min(turn, self.turn[after]) if after else turn

    def best(self, pile: Pile, front: Dials, floor: int = NOTHING) -> int:
        """The best result that this pile and these defenses allow.

        Only results above `floor` matter: a result not above it may be a mere ceiling.
        """
        if not pile:
            return len(front) * LEFT
        self.effort.step()
        key = (pile, front)
        entry = self.solved.get(key, NOTHING)
        if entry != NOTHING:
            if entry & 1 or entry >> 1 <= floor:
                return entry >> 1
            ceiling = entry >> 1
        else:
            ceiling = self.ceiling(pile, front)
            if ceiling <= floor:
                return ceiling
        hero, rest = pile[-1], pile[:-1]
        challenge = self.box.challenge[hero]
        best = NOTHING
        for after in self.outcomes(hero, front, self.thief_in(rest)):
            need = floor_before_trophy(max(best, floor), challenge)
            best = max(best, with_trophy(self.best(rest, after, need), challenge))
            if best >= ceiling:
                break
        if best < ceiling:
            best = max(best, self.best(rest, front, max(best, floor)))
            if self.is_halflings(hero) and not all(self.steady[dial] for dial in front):
                # Defeating them once can turn a card to a better side.
                for after in self.first_half(hero, self.box.weak[hero], True, {}, front, (), 0):
                    best = max(best, self.best(rest, after, max(best, floor)))
            if rest:
                for dial in front:
                    if self.box.ability[dial >> 2] == DETOUR:
                        after = turned(front, dial, self.detoured(dial))
                        best = max(best, self.best((hero, *rest), after, max(best, floor)))
        self.solved[key] = best * 2 + (1 if best > floor else 0)
        return best

    def ceiling(self, pile: Pile, front: Dials) -> int:
        """No result is above this: every hero takes its armor from sides that may strike it.

        For each set of types, the heroes weak to nothing else share the strength of those types;
        and a card that is left over has kept the strength of at least one side. So has one that is
        trashed for a Wizard; and a strike of a Heavy Hitter costs another card a side.
        """
        held = self.held.get(front)
        if held is None:
            held = self.held_by(front)
            self.held[front] = held
        weakest = held[8] if front else 0
        demands = self.demands.get((pile, weakest))
        if demands is None:
            demands = self.demands_of(pile, weakest)
            self.demands[pile, weakest] = demands
        defeated = len(pile)
        for types in range(7, 0, -1):
            prefix = demands[types]
            fit = last = len(prefix) - 1
            while prefix[fit] > held[types]:
                fit -= 1
            defeated = min(defeated, len(pile) - last + fit)
        spare = held[7] - demands[7][defeated]
        left = 0
        while left + 8 < len(held) and held[left + 8] <= spare:
            left += 1
        return defeated * DEFEATED + left * LEFT + demands[0][0]

    def held_by(self, front: Dials) -> list[int]:
        """By set of types, the strength left in front; from 8 on, sums of the weakest sides."""
        found = [0] * 8
        weakest: list[int] = []
        turn = 0 if self.box.alone_may_hit or not front else min([self.turn[d] for d in front])
        for dial in front:
            for types in range(1, 8):
                found[types] += self.supply[dial * 8 + types]
            least = self.least[dial]
            if turn and self.box.ability[dial >> 2] == HEAVY_HITTER:
                found[7] -= self.supply[dial * 8 + 7] - self.hitting(dial, turn)
                least -= min(turn, least)
            weakest.append(least)
            for boosted in self.boosts[dial]:
                fellows = 0
                for other in front:
                    if other != dial and self.any_type[other] & boosted:
                        fellows += 1
                for types in range(1, 8):
                    if boosted & types:
                        found[types] += fellows
        total = 0
        for least in sorted(weakest):
            total += least
            found.append(total)
        return found

    def hitting(self, dial: int, turn: int) -> int:
        """The strength left on a Heavy Hitter, where each strike costs others at least a turn."""
        box = self.box
        strength = max(0, box.strength[dial] - turn)
        after = box.next_dial[dial]
        if after == GONE:
            return strength
        later = self.hitting(after, turn)
        return max(strength, later) if box.after_strike[dial] == GONE else strength + later

    def demands_of(self, pile: Pile, weakest: int) -> list[list[int]]:
        """By set of types: sums of the least armors of heroes weak to no other. By 0: Challenge.

        A Wizard also takes a card, with the weakest side left or a stronger one.
        """
        box = self.box
        found = [[max([box.challenge[hero] for hero in pile])]]
        for types in range(1, 8):
            needs: list[int] = []
            for hero in pile:
                if box.weak[hero] & ~types:
                    continue
                need = box.armor[hero] * (2 if self.is_halflings(hero) else 1)
                if types == 7 and box.hero_class[hero] == WIZARD:
                    need += weakest
                needs.append(need)
            prefix = [0]
            for need in sorted(needs):
                prefix.append(prefix[-1] + need)
            found.append(prefix)
        return found

    def detoured(self, dial: int) -> int:
        """DD-52 What a Detour makes of the card that made it."""
        return GONE if self.box.detour_trashes else self.box.after_strike[dial]

    def thief_in(self, pile: Pile) -> bool:
        return any(self.box.hero_class[hero] == THIEF for hero in pile)

    def outcomes(self, hero: int, front: Dials, thief: bool) -> list[Dials]:
        """What may be left in front after this hero's defeat; what is surely worse is left out."""
        key = (hero, front, thief)
        found = self.fights.get(key)
        if found is None:
            found = self.fight(hero, front, thief)
            self.fights[key] = found
            self.ways += len(found)
        return found

    def fight(self, hero: int, front: Dials, thief: bool) -> list[Dials]:
        box = self.box
        found: dict[Dials, bool] = {}
        if box.hero_class[hero] == WIZARD:
            for trashed in front:
                Fight(self, hero, box.weak[hero], thief, found).run(turned(front, trashed, GONE))
        elif box.hero_class[hero] == HALFLINGS:
            self.first_half(hero, box.weak[hero], thief, found, front, (), 0)
        else:
            Fight(self, hero, box.weak[hero], thief, found).run(front)
        # What leaves most is tried first: good results found early spare the search the rest.
        return sorted(found, key=self.strength_left, reverse=True)

    def strength_left(self, front: Dials) -> int:
        return sum([self.supply[dial * 8 + 7] for dial in front])

    def first_half(
        self,
        hero: int,
        weak: int,
        thief: bool,
        found: dict[Dials, bool],
        ready: Dials,
        struck: Dials,
        total: int,
    ) -> dict[Dials, bool]:
        """DD-41 Halflings: every way to defeat them twice; returned, where one may stop at once."""
        first = Fight(self, hero, weak, thief, {})
        first.first_time = True
        first.run(ready, struck, total)
        stops: dict[Dials, bool] = {}
        for spent, left in first.halves:
            twice: dict[Dials, bool] = {}
            second = Fight(self, hero, weak, thief, twice)
            second.spent = spent
            second.run(left)
            found.update(twice)
            if self.box.halflings_may_stop or not twice:
                stops[tuple(sorted(left + spent))] = True
        return stops

    # Deciding at a table

    def begin(self, end: float = 0.0, limit: int = 0) -> None:
        """Begin to work on another answer, with all the work that it may take."""
        self.effort = Effort(limit or self.limit, end)
        if len(self.solved) + self.ways + len(self.held) > MEMORY:
            self.forget()

    def forget(self) -> None:
        self.solved.clear()
        self.fights.clear()
        self.demands.clear()
        self.held.clear()
        self.ways = 0

    def endings(self, s: Siege, seat: Seat) -> tuple[list[Dials], list[Dials]]:
        """How the fight the seat is in may end: what is left after a defeat, and otherwise."""
        hero, step, total = s.facing(seat), s.agenda[-1], s.numbers[TOTAL]
        front, struck, spent = (
            s.dials(FRONT + seat),
            s.dials(STRIKING + seat),
            s.dials(SPENT + seat),
        )
        weak, thief = s.vulnerabilities(seat), self.thief_in(s.places[PILE + seat])
        found: dict[Dials, bool] = {}
        if isinstance(step, Face):
            return self.outcomes(hero, front, thief), [front]
        if isinstance(step, TrashForWizard):
            given_up = [turned(front, dial, GONE) for dial in front]
            return self.outcomes(hero, front, thief), given_up
        if isinstance(step, Strike) and step.time == FIRST_TIME and self.is_halflings(hero):
            stops = self.first_half(hero, weak, thief, found, front, struck, total)
            if self.box.may_strike_in_vain:
                stops[self.given_up(front, struck, spent)] = True
            return list(found), list(stops)
        fight = Fight(self, hero, weak, thief, found)
        fight.spent = spent
        fight.run(front, struck, total)
        if self.box.may_strike_in_vain and isinstance(step, Strike):
            return list(found), [self.given_up(front, struck, spent)]
        gives_up = isinstance(step, FaceOpenly | FaceAgain)
        return list(found), [tuple(sorted(front + spent))] if gives_up else []

    def given_up(self, ready: Dials, struck: Dials, spent: Dials) -> Dials:
        """DD-34 What is left if the hero is let in after strikes in vain: they turn what struck."""
        if not self.box.booster_at_once:
            after = [self.box.after_strike[dial] for dial in struck]
            struck = tuple([dial for dial in after if dial != GONE])
        return tuple(sorted(ready + struck + spent))

    def appraise(self, s: Siege, seat: Seat) -> int:
        """The best result this seat can still reach, with what it has defeated already."""
        pile = s.places[PILE + seat]
        if not s.places[FACING + seat]:
            result = self.best(pile, s.dials(FRONT + seat))
        elif isinstance(s.agenda[-1], Face) and s.agenda[-1].seat == seat:
            result = self.best((*pile, s.facing(seat)), s.dials(FRONT + seat))
        else:
            challenge = self.box.challenge[s.facing(seat)]
            wins, losses = self.endings(s, seat)
            result = NOTHING
            for after in sorted(wins, key=self.strength_left, reverse=True):
                need = floor_before_trophy(result, challenge)
                result = max(result, with_trophy(self.best(pile, after, need), challenge))
            for after in losses:
                result = max(result, self.best(pile, after, result))
        for hero in s.places[TROPHIES + seat]:
            result = with_trophy(result, self.box.challenge[hero])
        return result

    def hope(self, s: Siege, seat: Seat) -> float:
        """How many heroes this seat will have defeated at best; a card left is a tenth of one.

        And a thousandth is a point of the highest Challenge, which decides between equals.
        """
        result = self.appraise(s, seat)
        return result // DEFEATED + result % DEFEATED // LEFT / 10 + result % LEFT / 1000

    def is_halflings(self, hero: int) -> bool:
        return self.box.hero_class[hero] == HALFLINGS

    def decide(self, s: Siege, seat: Seat, end: float = 0.0, limit: int = 0) -> Move:
        """The answer that leads to the best result; of equals, the first. TooLong.

        What took too long is forgotten, so that the same question takes too long again: an answer
        does not depend on how often one was asked.
        """
        self.begin(end, limit)
        best, chosen = NOTHING, s.legal_moves(seat)[0]
        for move in s.legal_moves(seat):
            after = s.clone()
            after.play(seat, move)
            result = self.appraise(after, seat)
            if result > best:
                best, chosen = result, move
        return chosen


class Fight:
    """All ways to make one hero fall."""

    def __init__(
        self,
        solver: Solver,
        hero: int,
        weak: int,
        thief: bool,
        found: dict[Dials, bool],
    ) -> None:
        self.box: Final = solver.box
        self.effort: Final = solver.effort
        self.kind: Final = solver.box.hero_class[hero]
        self.armor: Final = solver.box.armor[hero]
        self.weak: Final = weak
        self.waits: Final = solver.exact if thief else solver.steady
        self.found: Final = found
        self.first_time = False  # Halflings: what struck once must not strike again
        self.halves: list[tuple[Dials, Dials]] = []
        self.spent: Dials = ()  # what struck the Halflings the first time, and is turned already
        self.seen: dict[tuple[Dials, Dials, Dials, int], bool] = {}
        self.plain: list[int] = []  # what may strike without ado, the strongest first,
        self.values: list[int] = []  # how strongly,
        self.rest: list[int] = []  # how strongly it and all after it together,
        self.masks: list[int] = []  # and which sets of them suffice

    def run(self, ready: Dials, struck: Dials = (), total: int = 0) -> None:
        """Strike on from here in every way."""
        key = (ready, struck, self.spent, total)
        if key in self.seen:
            return
        self.effort.step()
        self.seen[key] = True
        box = self.box
        if total + at_most(box, self.kind, self.weak, ready, struck + self.spent) < self.armor:
            return
        if self.kind == KNIGHT or box.booster_at_once:
            self.run_in_order(ready, struck, total)
            return
        if falls(self.kind, self.armor, total) and all(self.waits[dial] for dial in ready):
            self.end(ready, struck)
            return
        # Heavy Hitters first, and Boosters before them: all other strikes may come afterwards.
        hitters = False
        for dial in ready:
            if box.ability[dial >> 2] == HEAVY_HITTER and self.may_strike(dial):
                hitters = True
                self.strike_with(dial, ready, struck, total)
        if hitters:
            for dial in ready:
                if box.ability[dial >> 2] == BOOSTER and self.may_strike(dial):
                    self.strike_with(dial, ready, struck, total)
        plain = [
            dial
            for dial in ready
            if box.ability[dial >> 2] != HEAVY_HITTER and self.may_strike(dial)
        ]
        valued = sorted(
            [(strike_value(box, dial, ready, struck + self.spent), dial) for dial in plain],
            reverse=True,
        )
        self.values = [value for value, _ in valued]
        self.plain = [dial for _, dial in valued]
        self.rest = [0] * (len(valued) + 1)
        for index in range(len(valued) - 1, -1, -1):
            self.rest[index] = self.rest[index + 1] + self.values[index]
        self.add_plain(0, 0, total)
        for mask in self.masks:
            striking = [dial for index, dial in enumerate(self.plain) if mask >> index & 1]
            left = tuple([dial for dial in ready if dial not in striking])
            self.end(left, (*struck, *striking))
        self.masks.clear()

    def may_strike(self, dial: int) -> bool:
        return may_strike(self.box, self.kind, self.weak, dial)

    def strike_with(self, dial: int, ready: Dials, struck: Dials, total: int) -> None:
        spent = self.spent
        busy = struck + spent
        for target in targets(self.box, dial, ready, busy):
            after = strike(self.box, self.kind, dial, target, ready, struck)
            value = after.value
            if spent:
                value = strike(self.box, self.kind, dial, target, ready, busy).value
            if target in spent:
                self.spent = turned(spent, target, self.box.next_dial[target])
            self.run(after.ready, tuple(sorted(after.busy)), total + value)
            self.spent = spent

    def run_in_order(self, ready: Dials, struck: Dials, total: int) -> None:
        """Where cards turn as they strike: every order."""
        done = falls(self.kind, self.armor, total)
        if done:
            self.end(ready, struck)
        for dial in ready:
            if self.may_strike(dial) and not (done and self.waits[dial]):
                self.strike_with(dial, ready, struck, total)

    def add_plain(self, index: int, mask: int, total: int) -> None:
        """Choose which of the plain cards strike, the strongest first: `masks` is filled.

        Once the total suffices, a card that could as well wait does not strike.
        """
        self.effort.step()
        enough = falls(self.kind, self.armor, total)
        if index == len(self.plain):
            if enough:
                self.masks.append(mask)
            return
        if total + self.rest[index] < self.armor:
            return
        self.add_plain(index + 1, mask, total)
        value = self.values[index]
        if self.kind == THIEF and total + value > self.armor:
            return
        if not (enough and self.waits[self.plain[index]] and value > 0):
            self.add_plain(index + 1, mask | 1 << index, total + value)

    def end(self, ready: Dials, struck: Dials) -> None:
        """The hero falls: turn what struck."""
        self.effort.step()
        box = self.box
        if self.kind == BERSERKER:
            struck = ()
        elif not box.booster_at_once:
            after = [box.after_strike[dial] for dial in struck]
            struck = tuple([dial for dial in after if dial != GONE])
        if self.first_time:
            self.halves.append((struck, ready))
        else:
            self.found[tuple(sorted(ready + struck + self.spent))] = True


def is_steady(box: Keep, dial: int, exactly: bool) -> bool:
    """Whether each later side of this card is no better than the one before it."""
    while dial != GONE:
        after = box.next_dial[dial]
        if after == GONE:
            return True
        if box.after_strike[dial] == GONE:
            return False  # a strike would trash it, a turn would not
        if box.types[after] & ~box.types[dial] or box.strength[after] > box.strength[dial]:
            return False
        if exactly and box.strength[after] != box.strength[dial]:
            return False
        dial = after
    return True


def turned(front: Dials, dial: int, after: int) -> Dials:
    """The dials, still sorted, with one turned or gone."""
    if after == GONE:
        return tuple([other for other in front if other != dial])
    return tuple(sorted([after if other == dial else other for other in front]))


def floor_before_trophy(floor: int, challenge: int) -> int:
    """What the rest of a siege must exceed so that, with this trophy, it exceeds the floor."""
    if challenge > floor % LEFT:
        return floor // LEFT * LEFT - DEFEATED - 1
    return floor - DEFEATED


def with_trophy(result: int, challenge: int) -> int:
    """One more hero defeated, of this Challenge."""
    highest = result % LEFT
    return result + DEFEATED + (challenge - highest if challenge > highest else 0)
