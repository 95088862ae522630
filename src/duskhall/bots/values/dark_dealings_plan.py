"""A plan for a siege of Dark Dealings: a good end, found in a few steps where the best takes many.

Hero after hero, all ways of the fight go on from the few sieges that look best by then.
"""

from __future__ import annotations

from typing import Final

from duskhall.bots.values.dark_dealings_combat import (
    Pile,
    Solver,
    TooLong,
    turned,
)
from duskhall.bots.values.dark_dealings_siege import SiegeJudge
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import DEFEATED as TROPHIES
from duskhall.games.dark_dealings.box import DETOUR, FACING, FRONT, PILE, SPENT, STRIKING, Keep
from duskhall.games.dark_dealings.fight import Dials
from duskhall.games.dark_dealings.rules.combat import Face
from duskhall.games.dark_dealings.state import Siege

WORK: Final = 400_000  # steps into the fights of a plan that follows so many
LINES: Final = 16  # lines of play; into those of wider ones as much more
NARROW: Final = 4  # lines of the narrowest plan
WIDER: Final = 4  # and how much wider the next one is
WAYS: Final = 3  # of each fight, so many endings for each siege that is kept: those that leave most


class Goal:
    """How the fight of the moment is to end."""

    def __init__(self, pile: Pile, front: Dials, is_won: bool) -> None:
        self.pile: Final = pile
        self.front: Final = front
        self.is_won: Final = is_won


class Line:
    """A siege on the way: what was defeated before it, and the goal that led to it."""

    def __init__(self, pile: Pile, front: Dials, defeated: int, goal: Goal) -> None:
        self.pile: Final = pile
        self.front: Final = front
        self.defeated: Final = defeated
        self.goal: Final = goal


Stage = dict[tuple[Pile, Dials], Line]


class Planner:
    """Plans with the cards of one box. Wider plans are better, and take longer."""

    def __init__(self, box: Keep, judge: SiegeJudge) -> None:
        self.box: Final = box
        self.judge: Final = judge
        self.solver: Final = Solver(box, WORK)

    def widest(self, s: Siege, seat: Seat, width: int, end: float) -> Move | None:
        """The answer of the widest plan that there is time for, up to this width."""
        wider = width
        while wider >= NARROW * WIDER:
            wider //= WIDER
        found = self.decide(s, seat, wider)
        while found is not None and wider < width:
            wider = min(wider * WIDER + WIDER - 1, width)
            better = self.decide(s, seat, wider, end)
            if better is None:
                break
            found = better
        return found

    def decide(self, s: Siege, seat: Seat, width: int, end: float = 0.0) -> Move | None:
        """The answer that leads to the best end found, or None if that takes too long."""
        self.solver.begin(end, WORK * max(width, LINES) // LINES)
        try:
            return self.towards(s, seat, self.goal(s, seat, width))
        except TooLong:
            self.solver.forget()
            return None

    def ending(self, s: Siege, seat: Seat, width: int) -> Goal | None:
        """How the fight of the moment ends in such a plan, or None if that takes too long."""
        self.solver.begin(0.0, WORK * max(width, LINES) // LINES)
        try:
            return self.goal(s, seat, width)
        except TooLong:
            self.solver.forget()
            return None

    def goal(self, s: Siege, seat: Seat, width: int) -> Goal:
        """How the fight should end, so that so many lines of play promise most."""
        return self.best(s, seat, width).goal

    def hope(self, s: Siege, seat: Seat, width: int) -> float:
        """As `result`, of a siege as it stands, also in the midst of a fight."""
        if not s.places[FACING + seat]:
            return self.result(s.places[PILE + seat], s.dials(FRONT + seat), width)
        self.solver.begin(0.0, WORK * max(width, LINES) // LINES)
        try:
            return heroes(self.best(s, seat, width))
        except TooLong:
            self.solver.forget()
            return -1.0

    def best(self, s: Siege, seat: Seat, width: int) -> Line:
        """The end that promises most, with the goal of this fight that leads to it."""
        pile, front = s.places[PILE + seat], s.dials(FRONT + seat)
        stages: list[Stage] = [{} for _ in range(len(pile) + 2)]  # by heroes still to be met
        wins, losses = self.solver.endings(s, seat)
        for after in wins:
            put(stages[len(pile)], Line(pile, after, 1, Goal(pile, after, True)))
        for after in losses:
            put(stages[len(pile)], Line(pile, after, 0, Goal(pile, after, False)))
        if isinstance(s.agenda[-1], Face) and pile:
            for line in self.detours((s.facing(seat), *pile), front, 0, None):
                put(stages[len(pile) + 1], line)
        for left in range(len(pile) + 1, 0, -1):
            self.play_on(stages[left], stages[left - 1], width)
        return max(
            stages[0].values(), key=heroes, default=Line((), front, 0, Goal(pile, front, False))
        )

    def result(self, pile: Pile, front: Dials, width: int, end: float = 0.0) -> float:
        """How many heroes such a plan defeats, a card left being a tenth; -1, if it takes too long."""
        self.solver.begin(end, WORK * max(width, LINES) // LINES)
        stages: list[Stage] = [{} for _ in range(len(pile) + 1)]
        put(stages[len(pile)], Line(pile, front, 0, Goal(pile, front, False)))
        try:
            for left in range(len(pile), 0, -1):
                self.play_on(stages[left], stages[left - 1], width)
        except TooLong:
            self.solver.forget()
            return -1.0
        return max([heroes(line) for line in stages[0].values()])

    def play_on(self, stage: Stage, following: Stage, width: int) -> None:
        """Meet the next hero in every way, from the lines that look best."""
        lines = list(stage.values())
        if len(lines) > width:
            worth = [line.defeated + self.judge.value(line.pile, line.front) for line in lines]
            order = sorted(range(len(lines)), key=worth.__getitem__, reverse=True)
            lines = [lines[at] for at in order[:width]]
        for line in lines:  # which may grow as it is read
            hero, rest = line.pile[-1], line.pile[:-1]
            put(following, Line(rest, line.front, line.defeated, line.goal))
            thief = self.solver.thief_in(rest)
            for after in self.solver.outcomes(hero, line.front, thief)[: WAYS * width]:
                put(following, Line(rest, after, line.defeated + 1, line.goal))
            if rest and len(lines) < 2 * width:
                pile = (hero, *rest)
                lines += self.detours(pile, line.front, line.defeated, line.goal)

    def detours(self, pile: Pile, front: Dials, defeated: int, goal: Goal | None) -> list[Line]:
        """DD-52 The hero goes to the bottom of the pile."""
        found: list[Line] = []
        for dial in front:
            if self.box.ability[dial >> 2] == DETOUR:
                after = turned(front, dial, self.solver.detoured(dial))
                found.append(Line(pile, after, defeated, goal or Goal(pile, after, False)))
        return found

    def towards(self, s: Siege, seat: Seat, goal: Goal) -> Move | None:
        """The first answer after which the fight can still end so."""
        front = s.places[FRONT + seat]
        dials = s.dials(FRONT + seat)
        for move in s.legal_moves(seat):
            if move.verb == "strike" and dials[front.index(move.about[0])] in goal.front:
                continue
            after = s.clone()
            after.play(seat, move)
            if self.leads(s, after, seat, goal):
                return move
        return None

    def leads(self, before: Siege, s: Siege, seat: Seat, goal: Goal) -> bool:
        pile, facing = s.places[PILE + seat], s.places[FACING + seat]
        # Heroes against whom nothing can be done have been let in already.
        left = pile + facing
        is_over = len(left) <= len(goal.pile) and left == goal.pile[: len(left)]
        if is_over and not s.places[STRIKING + seat] and not s.places[SPENT + seat]:
            won = len(s.places[TROPHIES + seat]) > len(before.places[TROPHIES + seat])
            return won == goal.is_won and s.dials(FRONT + seat) == goal.front
        if facing != before.places[FACING + seat] or pile != goal.pile:
            return False
        wins, losses = self.solver.endings(s, seat)
        return goal.front in (wins if goal.is_won else losses)


def heroes(line: Line) -> float:
    """That were defeated, a card left being a tenth."""
    return line.defeated + 0.1 * len(line.front)


def put(stage: Stage, line: Line) -> None:
    """Of the lines that lead to the same siege, keep the one that has defeated most."""
    key = (line.pile, line.front)
    known = stage.get(key)
    if known is None or known.defeated < line.defeated:
        stage[key] = line
