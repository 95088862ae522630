"""Choosing tokens: one by one, or several in one answer."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal
from duskhall.games.raid_and_trade.parts import (
    CRAFT_OFF,
    CRAFT_WILD,
    SAFE,
    SAFE_TOKENS,
    TOKEN_KINDS,
)
from duskhall.games.raid_and_trade.state import Ruin

DONE: Final = Move("done")


class Pick(Choice[Ruin]):
    """So many tokens are still to be chosen, of kinds that are listed one by one."""

    verb: ClassVar[str] = "spend"
    may_stop: ClassVar[bool] = False  # "up to": done at any time

    def __init__(self, seat: Seat, left: int) -> None:
        super().__init__(seat)
        self.left: Final = left

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left

    def supply(self, s: Ruin) -> list[int]:
        """By kind, how many may be chosen."""
        return [s.has(self.seat, kind) for kind in range(TOKEN_KINDS)]

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if self.left < 1:
            return []
        supply = self.supply(s)
        listed = s.ruins.spends if self.verb == "spend" else s.ruins.takes
        found = [listed[kind] for kind in range(TOKEN_KINDS) if supply[kind] > 0]
        return [*found, DONE] if self.may_stop and found else found

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        if move.verb != self.verb or len(move.about) < 2:
            return move in s.legal_moves(seat)
        if len(move.about) > self.left:
            return False
        supply = self.supply(s)
        for kind in move.about:
            if not 0 <= kind < TOKEN_KINDS or not supply[kind]:
                return False
            supply[kind] -= 1
        return True

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "tokens-left", (self.left,))

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "done":
            self.finish(s)
            return
        counts = [0] * TOKEN_KINDS
        for kind in move.about:
            counts[kind] += 1
        for kind in range(TOKEN_KINDS):
            if counts[kind]:
                self.take(s, kind, counts[kind])
        left = self.left - len(move.about)
        if left:
            s.then(self.again(left))
        else:
            self.finish(s)

    def take(self, s: Ruin, kind: int, n: int) -> None:
        raise NotImplementedError

    def again(self, left: int) -> Pick:
        raise NotImplementedError

    def finish(self, s: Ruin) -> None:
        """When all are chosen."""


class SpendAny(Pick):
    """RT-38 The player chooses which tokens to spend."""

    rule: ClassVar[str] = "RT-38"

    def take(self, s: Ruin, kind: int, n: int) -> None:
        s.add_tokens("spend", self.rule, self.seat, kind, -n)

    def again(self, left: int) -> Pick:
        return SpendAny(self.seat, left)


class PayMarket(Pick):
    """RT-62, RT-66 Any four tokens go into the bag, and then the one is taken from it."""

    rule: ClassVar[str] = "RT-66"

    def __init__(self, seat: Seat, left: int, wanted: int) -> None:
        super().__init__(seat, left)
        self.wanted: Final = wanted

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left, self.wanted

    def supply(self, s: Ruin) -> list[int]:
        supply = super().supply(s)
        if self.left == 1 and not s.bag()[self.wanted]:  # the last must bring what is taken
            return [n if kind == self.wanted else 0 for kind, n in enumerate(supply)]
        return supply

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        is_last = len(move.about) == self.left
        if is_last and self.wanted not in move.about and not s.bag()[self.wanted]:
            return False
        return super().allows(s, seat, move)

    def take(self, s: Ruin, kind: int, n: int) -> None:
        s.add_tokens("spend", self.rule, self.seat, kind, -n)

    def again(self, left: int) -> Pick:
        return PayMarket(self.seat, left, self.wanted)

    def finish(self, s: Ruin) -> None:
        s.add_tokens("market", self.rule, self.seat, self.wanted, 1)


class PickFromBag(Pick):
    """Tokens of one's choice from the bag, of some kinds; what the bag lacks is lost."""

    rule: ClassVar[str] = "RT-93"
    verb: ClassVar[str] = "take"

    def __init__(self, seat: Seat, left: int, kinds: int) -> None:
        super().__init__(seat, left)
        self.kinds: Final = kinds

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left, self.kinds

    def supply(self, s: Ruin) -> list[int]:
        bag = s.bag()
        return [bag[kind] if self.kinds >> kind & 1 else 0 for kind in range(TOKEN_KINDS)]

    def take(self, s: Ruin, kind: int, n: int) -> None:
        s.add_tokens("pick", self.rule, self.seat, kind, n)

    def again(self, left: int) -> Pick:
        return PickFromBag(self.seat, left, self.kinds)


class SwapTokens(Pick):
    """Up to so many tokens go back into the bag, and as many are drawn blind."""

    rule: ClassVar[str] = "RT-93"
    may_stop: ClassVar[bool] = True

    def __init__(self, seat: Seat, left: int, back: int) -> None:
        super().__init__(seat, left)
        self.back: Final = back  # so many have gone back

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left, self.back

    def take(self, s: Ruin, kind: int, n: int) -> None:
        s.add_tokens("spend", self.rule, self.seat, kind, -n)

    def settle(self, s: Ruin, answers: dict[Seat, Move]) -> None:
        if answers:
            self.choose(s, answers[self.seat])
        else:  # nothing is left to give back
            s.draw_tokens(self.seat, self.back, self.rule)

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "done":
            s.draw_tokens(self.seat, self.back, self.rule)
            return
        back = self.back + len(move.about)
        for kind in move.about:
            self.take(s, kind, 1)
        s.then(SwapTokens(self.seat, self.left - len(move.about), back))


class GiveTokens(Pick):
    """RT-53, RT-71 The loser gives tokens of their own choice, as many as they have at most."""

    rule: ClassVar[str] = "RT-53"

    def __init__(self, seat: Seat, left: int, taker: Seat) -> None:
        super().__init__(seat, left)
        self.taker: Final = taker

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left, self.taker

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [] if s.numbers[SAFE] >= SAFE_TOKENS else super().moves(s, seat)

    def take(self, s: Ruin, kind: int, n: int) -> None:
        s.hand_over(self.seat, self.taker, kind, n, self.rule)

    def again(self, left: int) -> Pick:
        return GiveTokens(self.seat, left, self.taker)


class TakeTokens(Pick):
    """RT-53 The winner or thief takes up to so many tokens of their choice."""

    rule: ClassVar[str] = "RT-53"
    verb: ClassVar[str] = "take"
    may_stop: ClassVar[bool] = True

    def __init__(self, seat: Seat, left: int, loser: Seat) -> None:
        super().__init__(seat, left)
        self.loser: Final = loser

    def key(self) -> tuple[int, ...]:
        return self.seat, self.left, self.loser

    def supply(self, s: Ruin) -> list[int]:
        if s.numbers[SAFE] >= SAFE_TOKENS:
            return [0] * TOKEN_KINDS
        return [s.has(self.loser, kind) for kind in range(TOKEN_KINDS)]

    def take(self, s: Ruin, kind: int, n: int) -> None:
        s.hand_over(self.loser, self.seat, kind, n, self.rule)

    def again(self, left: int) -> Pick:
        return TakeTokens(self.seat, left, self.loser)


def fits(have: list[int], cost: list[int], tokens: int, wild: int) -> bool:
    """Whether so many tokens can be paid for what a craft still costs."""
    matching, others = 0, 0
    for kind in range(TOKEN_KINDS):
        same = min(have[kind], cost[kind])
        matching += same
        others += have[kind] - same
    return matching + min(wild, others) >= tokens


def tokens_to_pay(cost: tuple[int, ...], off: int) -> int:
    """So many tokens fewer; at least one is paid."""
    return max(1, sum(cost) - off)


class PayCraft(Pick):
    """RT-60 The tokens of an item: fewer, or other ones, where a card says so."""

    rule: ClassVar[str] = "RT-60"

    def __init__(self, seat: Seat, left: int, item: int, *paid: int) -> None:
        super().__init__(seat, left)
        self.item: Final = item
        self.paid: Final = paid  # by kind, so far

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.left, self.item, *self.paid)

    def rest(self, s: Ruin) -> tuple[list[int], list[int], int]:
        """What this seat has, what is left of the cost, and how many may still be other kinds."""
        cost = list(s.ruins.cost[self.item])
        wild = s.numbers[CRAFT_WILD]
        for kind, n in enumerate(self.paid):
            matched = min(n, cost[kind])
            cost[kind] -= matched
            wild -= n - matched
        return [s.has(self.seat, kind) for kind in range(TOKEN_KINDS)], cost, wild

    def can_take(
        self, have: list[int], cost: list[int], wild: int, kind: int, left: int
    ) -> tuple[list[int], list[int], int] | None:
        """What is left after paying one of this kind; None, if that leads nowhere."""
        if not have[kind] or (not cost[kind] and wild < 1):
            return None
        have, cost = have[:], cost[:]
        have[kind] -= 1
        if cost[kind]:
            cost[kind] -= 1
        else:
            wild -= 1
        return (have, cost, wild) if fits(have, cost, left - 1, wild) else None

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        have, cost, wild = self.rest(s)
        return [
            s.ruins.spends[kind]
            for kind in range(TOKEN_KINDS)
            if self.can_take(have, cost, wild, kind, self.left) is not None
        ]

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        if move.verb != "spend" or len(move.about) < 2:
            return move in s.legal_moves(seat)
        if len(move.about) > self.left or not all(0 <= k < TOKEN_KINDS for k in move.about):
            return False
        have, cost, wild = self.rest(s)
        left = self.left
        for kind in move.about:
            after = self.can_take(have, cost, wild, kind, left)
            if after is None:
                return False
            have, cost, wild = after
            left -= 1
        return True

    def choose(self, s: Ruin, move: Move) -> None:
        paid = list(self.paid) or [0] * TOKEN_KINDS
        for kind in move.about:
            paid[kind] += 1
            s.add_tokens("spend", self.rule, self.seat, kind, -1)
        left = self.left - len(move.about)
        if left:
            s.then(PayCraft(self.seat, left, self.item, *paid))


def can_craft(s: Ruin, seat: Seat, item: int, off: int, wild: int) -> bool:
    """Whether this seat has the tokens for an item."""
    cost = s.ruins.cost[item]
    if not off and not wild:
        return s.can_spend(seat, cost)
    have = [s.has(seat, kind) for kind in range(TOKEN_KINDS)]
    return fits(have, list(cost), tokens_to_pay(cost, off), wild)


def pay_for(s: Ruin, seat: Seat, item: int) -> None:
    """Ask for the tokens of an item, or just spend them where nothing is to choose."""
    off, wild = s.numbers[CRAFT_OFF], s.numbers[CRAFT_WILD]
    cost = s.ruins.cost[item]
    if off or wild:
        s.then(PayCraft(seat, tokens_to_pay(cost, off), item))
    else:
        s.spend(seat, cost, "RT-60")
