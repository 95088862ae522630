"""RT-103, RT-104, RT-123 to RT-127: guards attack who comes, are attacked, and withdraw."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.raid_and_trade.escape import guard_on, guards_of, line_of, loot
from duskhall.games.raid_and_trade.fate import lose
from duskhall.games.raid_and_trade.parts import (
    AT,
    BOARDED,
    COLOURS,
    DIE,
    GUARD,
    GUARDS,
    HELIPAD,
    HOUSE,
    NO_FACE,
    NOWHERE,
    SAFE,
    SAFE_TOKENS,
    SKIPPED,
    TOKEN_KINDS,
    UNDER,
)
from duskhall.games.raid_and_trade.rules import combat
from duskhall.games.raid_and_trade.rules.deeds import roll, symbol
from duskhall.games.raid_and_trade.rules.effects import TOKENS_LOST, AboutToLose, AfterRoll
from duskhall.games.raid_and_trade.rules.tokens import Pick
from duskhall.games.raid_and_trade.state import Ruin

A_GUARD: Final = -1  # where the other side of a fight is no player
LADEN_GUARDS: Final = 2  # RT-108: so many on the helipad, and all have lost


class OfGuard(SeatStep[Ruin]):
    """A step between a player and a guard."""

    def __init__(self, seat: Seat, guard: int) -> None:
        super().__init__(seat)
        self.guard: Final = guard

    def key(self) -> tuple[int, ...]:
        return self.seat, self.guard


def clear_dice(s: Ruin, rule: str) -> None:
    for which in (DIE, DIE + 1):
        s.numbers_set(which, NO_FACE, rule)


# Guards attack who enters


def enter(s: Ruin, seat: Seat) -> None:
    """RT-103, RT-124 One adrenaline, however many guards; then each of them attacks."""
    guards = guards_of(s, s.tile(seat))
    if guards:
        s.then(Ambush(seat, sum([1 << guard for guard in guards])))
        s.turn_dial(seat, -1, "RT-103")


class Ambush(Choice[Ruin]):
    """RT-124 One fight per guard, in the order the player chooses."""

    rule: ClassVar[str] = "RT-124"

    def __init__(self, seat: Seat, left: int) -> None:
        super().__init__(seat)
        self.left: Final = left  # a bitmask of the guards that are still to attack

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [
            Move("face", s.numbers[GUARD + guard])
            for guard in guards_of(s, s.tile(seat))
            if self.left >> guard & 1
        ]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "face")

    def choose(self, s: Ruin, move: Move) -> None:
        guard = guard_on(s, move.about[0])
        s.then(Ambush(self.seat, self.left & ~(1 << guard)))
        strike(s, self.seat, guard)


def strike(s: Ruin, seat: Seat, guard: int) -> None:
    """RT-103, RT-124 A guard's attack, with every window of an attack."""
    s.tell_of("guard_attacks", "RT-103", seat, s.numbers[GUARD + guard])
    s.numbers_set(SKIPPED, 0, "RT-55")
    s.then(
        combat.Attacked(A_GUARD, seat),
        combat.Paid(A_GUARD, seat),
        combat.Defend(seat, A_GUARD),
        GuardRolls(seat, guard),
        AfterRoll(A_GUARD, seat),
        GuardBonus(seat, A_GUARD, 1),
        Struck(seat, guard),
    )


class GuardRolls(OfGuard):
    """RT-103 The guard rolls the player's own die; who does not defend rolls none."""

    rule: ClassVar[str] = "RT-124"

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SKIPPED]:
            return
        roll(s, self.seat, 0, self.rule)
        if s.numbers[DIE + 1] != NO_FACE:
            roll(s, self.seat, 1, "RT-51")


class GuardBonus(combat.Bonus):
    """RT-124, RT-125 A bonus counts against a guard as well, but there is nothing to take from it."""

    def harm(self, s: Ruin, found: int) -> None:
        pass


class Struck(OfGuard):
    """RT-103, RT-124 Only hit and auto win count: three tokens go under the guard, +1 adrenaline."""

    rule: ClassVar[str] = "RT-103"

    def resolve(self, s: Ruin) -> None:
        shown, against = symbol(s, self.seat, 0), symbol(s, self.seat, 1)
        clear_dice(s, self.rule)
        if s.numbers[SKIPPED] or not combat.has_won(shown, against):
            s.tell("guard_fails", "RT-124", self.seat)
            return
        s.tell("guard_wins", self.rule, self.seat)
        s.then(
            AboutToLose(self.seat, TOKENS_LOST),
            LoseToGuard(self.seat, line_of(s).guard_takes, self.guard),
            WatchHelipad(),
            Frightened(self.seat),
        )


class LoseToGuard(Pick):
    """RT-103, RT-124 Tokens of the player's choice go under the guard, as many as they have at most."""

    rule: ClassVar[str] = "RT-103"

    def __init__(self, seat: Seat, left: int, guard: int) -> None:
        super().__init__(seat, left)
        self.guard: Final = guard

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left, self.guard

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [] if s.numbers[SAFE] >= SAFE_TOKENS else super().moves(s, seat)

    def take(self, s: Ruin, kind: int, n: int) -> None:
        under = UNDER + kind * GUARDS + self.guard
        s.add_tokens("give", self.rule, self.seat, kind, -n)
        s.numbers_set(under, s.numbers[under] + n, self.rule)

    def again(self, left: int) -> Pick:
        return LoseToGuard(self.seat, left, self.guard)


class Frightened(SeatStep[Ruin]):
    """RT-103 A guard's win brings one adrenaline more."""

    rule: ClassVar[str] = "RT-103"

    def resolve(self, s: Ruin) -> None:
        s.turn_dial(self.seat, -1, self.rule)


class WatchHelipad(Step[Ruin]):
    """RT-133 Two guards with tokens on the helipad: all have lost."""

    rule: ClassVar[str] = "RT-133"

    def resolve(self, s: Ruin) -> None:
        laden = [guard for guard in guards_of(s, HELIPAD) if sum(loot(s, guard))]
        if len(laden) >= LADEN_GUARDS:
            lose(s, BOARDED, self.rule)


# Guards are attacked


def targets(s: Ruin, seat: Seat) -> list[int]:
    """RT-125 The squares of guards in reach of where this figure stands."""
    here = s.numbers[AT + seat]
    squares = [s.numbers[GUARD + guard] for guard in guards_of(s, s.tile(seat))]
    return [square for square in squares if here in s.ruins.tiles.squares[square].near]


def fight_moves(s: Ruin, seat: Seat) -> list[Move]:
    if not combat.can_attack(s, seat):
        return []
    return [Move("fight", square) for square in targets(s, seat)]


def refuse_fight(s: Ruin, seat: Seat, square: int) -> Refusal:
    if guard_on(s, square) == NOWHERE or square < 0:
        return Refusal("RT-104", "no-guard")
    if square not in targets(s, seat):
        return Refusal("RT-125", "guard-far")
    return Refusal("RT-104", "attack-price")


def fight(s: Ruin, seat: Seat, square: int) -> None:
    """RT-104, RT-125 A guard always defends, with the attacker's own die."""
    guard = guard_on(s, square)
    s.tell_of("attack_guard", "RT-104", seat, square)
    s.numbers_set(SKIPPED, 0, "RT-55")
    s.then(
        combat.PayAttack(seat, A_GUARD),
        GuardDefends(seat, guard),
        AfterRoll(seat, A_GUARD),
        GuardBonus(seat, A_GUARD, 0),
        Fought(seat, guard),
    )


class GuardDefends(OfGuard):
    """RT-125 The player's die is rolled for both."""

    rule: ClassVar[str] = "RT-125"

    def resolve(self, s: Ruin) -> None:
        if not s.numbers[SKIPPED]:
            roll(s, self.seat, 0, "RT-51")
            roll(s, self.seat, 1, self.rule)


class Fought(OfGuard):
    """RT-104 A beaten guard is removed: its tokens, and 1 adrenaline less. Else it withdraws."""

    rule: ClassVar[str] = "RT-104"

    def resolve(self, s: Ruin) -> None:
        shown, against = symbol(s, self.seat, 0), symbol(s, self.seat, 1)
        clear_dice(s, self.rule)
        if s.numbers[SKIPPED]:
            return
        if not combat.has_won(shown, against):
            s.tell("guard_stands", self.rule, self.seat)
            s.then(Withdraw(self.seat, self.guard))
            return
        s.set("guard_beaten", self.rule, self.seat, GUARD + self.guard, NOWHERE)
        tokens = loot(s, self.guard)
        for kind in range(TOKEN_KINDS):
            if tokens[kind]:
                s.numbers_set(UNDER + kind * GUARDS + self.guard, 0, self.rule)
                s.add_tokens("loot_guard", self.rule, self.seat, kind, tokens[kind])
        s.turn_dial(self.seat, 1, self.rule)


def posts(s: Ruin, guard: int) -> list[int]:
    """RT-126 The squares a guard may withdraw to; none from the helipad.

    Where a tile has no square left it goes on to the next one.
    """
    row = line_of(s).row()
    at = row.index(s.ruins.tiles.squares[s.numbers[GUARD + guard]].tile)
    for tile in row[at + 1 :]:
        free = [
            square for square in s.ruins.tiles.tiles[tile].squares if guard_on(s, square) == NOWHERE
        ]
        if tile == HELIPAD:
            return free[:1]  # all its squares are alike
        for house in range(len(COLOURS), -1, -1):
            found = [square for square in free if s.numbers[HOUSE + square] == house]
            if found:
                return found
    return []


class Withdraw(Choice[Ruin]):
    """RT-104, RT-126 Guard and tokens go to the next tile: a large house, else medium, and so on."""

    rule: ClassVar[str] = "RT-126"

    def __init__(self, seat: Seat, guard: int) -> None:
        super().__init__(seat)
        self.guard: Final = guard

    def key(self) -> tuple[int, ...]:
        return self.seat, self.guard

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [Move("post", square) for square in posts(s, self.guard)]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "post")

    def choose(self, s: Ruin, move: Move) -> None:
        s.set("guard_withdraws", self.rule, self.seat, GUARD + self.guard, move.about[0])
        s.then(WatchHelipad())
