"""RT-61 to RT-68: trading with players, and with the Black Market."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal
from duskhall.games.raid_and_trade import terms
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    ANY_TIME,
    AP,
    ITEMS,
    MARKET_TOKENS,
    OFFERS,
    TOKEN_KINDS,
    TRADER,
)
from duskhall.games.raid_and_trade.rules.deeds import could_any
from duskhall.games.raid_and_trade.rules.effects import use
from duskhall.games.raid_and_trade.rules.tokens import PayMarket
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import Terms

AGREE: Final = Move("agree")
REFUSE: Final = Move("refuse")
LET_BE: Final = Move("decline")
NEAR: Final = 2  # an item is near when it lacks no more tokens than this


# The Black Market


def market_price(s: Ruin, seat: Seat) -> int:
    """RT-62, RT-66 1 AP, also for Garcia unless the option says otherwise."""
    return 0 if s.ruins.garcia_market and s.trade_is_free(seat, seat) else 1


def may_market(s: Ruin, seat: Seat) -> Refusal | None:
    """RT-62, RT-66 On its tile, not inside the Outpost, with four tokens."""
    if s.tile(seat) != s.ruins.tiles.market:
        return Refusal("RT-62", "not-at-market")
    if s.is_inside(seat):
        return Refusal("RT-72", "inside")
    if s.numbers[AP + seat] < market_price(s, seat):
        return Refusal("RT-24", "too-dear", (1, s.numbers[AP + seat]))
    if s.tokens(seat) < MARKET_TOKENS:
        return Refusal("RT-62", "market-tokens")
    return None


def market_moves(s: Ruin, seat: Seat) -> list[Move]:
    if may_market(s, seat) is not None:
        return []
    bag = s.bag()
    kinds = s.ruins.traders[s.numbers[TRADER]]
    return [s.ruins.markets[kind] for kind in kinds if bag[kind] or s.has(seat, kind)]


def go_to_market(s: Ruin, seat: Seat, kind: int) -> None:
    s.numbers_set(ACTED, 1, "RT-62")
    s.pay_ap(seat, market_price(s, seat), "RT-62")
    s.then(PayMarket(seat, MARKET_TOKENS, kind))


# With players


def wanted(s: Ruin, seat: Seat) -> list[int]:
    """Kinds that this seat lacks for an item it could soon craft, by what all can see."""
    lacking = [0] * TOKEN_KINDS
    for item in s.places[ITEMS + seat]:
        cost, short = s.ruins.cost[item], 0
        missing: list[int] = []
        for kind in range(TOKEN_KINDS):
            less = cost[kind] - s.has(seat, kind)
            if less > 0:
                short += less
                missing.append(kind)
        if short <= NEAR:
            for kind in missing:
                lacking[kind] += 1
    return [kind for kind in range(TOKEN_KINDS) if lacking[kind]]


def sensible(s: Ruin, active: Seat, partner: Seat) -> list[Terms]:
    """A bounded list of offers: a kind one lacks for one or two tokens of another kind."""
    found: list[Terms] = []
    if terms.may_deal(s, active, partner) is not None:
        return found
    gets = [kind for kind in wanted(s, active) if s.has(partner, kind)]
    for take in gets:
        for give in range(TOKEN_KINDS):
            if give != take and s.has(active, give):
                found.append(Terms((give,), (take,)))
                if s.has(active, give) > 1:
                    found.append(Terms((give, give), (take,)))
    return found


class Propose(Choice[Ruin]):
    """RT-64, RT-65 What the active player offers: some of what may be, or anything at all."""

    rule: ClassVar[str] = "RT-64"
    is_open_ended: ClassVar[bool] = True

    def __init__(self, seat: Seat, partner: Seat) -> None:
        super().__init__(seat)
        self.partner: Final = partner

    def key(self) -> tuple[int, ...]:
        return self.seat, self.partner

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        offers = [Move("offer", *found.numbers()) for found in sensible(s, seat, self.partner)]
        return [LET_BE, *offers]

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        if move.verb == "decline":
            return not move.about
        return move.verb == "offer" and self.wrong(s, seat, move) is None

    def wrong(self, s: Ruin, seat: Seat, move: Move) -> Refusal | None:
        found = terms.read(move.about)
        if found is None:
            return Refusal(self.rule, "trade-nonsense")
        return terms.may_trade(s, seat, self.partner, found)

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        wrong = self.wrong(s, seat, move) if move.verb == "offer" else None
        return wrong or Refusal(self.rule, "propose")

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "offer":
            found = terms.read(move.about)
            assert found is not None
            propose(s, self.seat, self.partner, found)


def propose(s: Ruin, active: Seat, partner: Seat, found: Terms) -> None:
    s.tell_of("propose", "RT-64", active, partner, *found.numbers())
    s.then(Agree(partner, active, *found.turned().numbers()))


class Agree(Choice[Ruin]):
    """RT-61, RT-65 Agree to a trade, refuse it, or make another offer. One gives the first of it."""

    rule: ClassVar[str] = "RT-65"

    def __init__(self, seat: Seat, other: Seat, *numbers: int) -> None:
        super().__init__(seat)
        self.other: Final = other
        self.numbers: Final = numbers

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.other, *self.numbers)

    def terms(self) -> Terms:
        """What this seat would give and take."""
        found = terms.read(self.numbers)
        assert found is not None
        return found

    def deal(self, s: Ruin, found: Terms) -> tuple[Seat, Seat, Terms]:
        """The same as the active player sees it."""
        if self.seat == s.current:
            return self.seat, self.other, found
        return self.other, self.seat, found.turned()

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        found: list[Move] = []
        active, partner, deal = self.deal(s, self.terms())
        if terms.may_trade(s, active, partner, deal) is None:
            found.append(AGREE)
        found.append(REFUSE)
        if seat != s.current:
            for card in s.cards_for(seat, ANY_TIME):
                if could_any(s, seat, card):
                    found.append(s.ruins.uses[card])
        return found

    def offer(self, s: Ruin) -> None:
        super().offer(s)
        s.waiting = [self.seat]  # whatever was dealt, nobody says no for another

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        if move.verb == "counter":
            return self.wrong(s, seat, move) is None
        return move in s.legal_moves(seat)

    def wrong(self, s: Ruin, seat: Seat, move: Move) -> Refusal | None:
        """Why this counter-offer cannot be."""
        found = terms.read(move.about)
        if found is None:
            return Refusal("RT-64", "trade-nonsense")
        if not terms.has_offers_left(s, seat):
            return Refusal("RT-65", "offers-spent", (s.ruins.most_offers,))
        active, partner, deal = self.deal(s, found)
        return terms.may_trade(s, active, partner, deal)

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        if move.verb == "counter":
            wrong = self.wrong(s, seat, move)
            if wrong is not None:
                return wrong
        if move.verb == "agree":
            active, partner, deal = self.deal(s, self.terms())
            wrong = terms.may_trade(s, active, partner, deal)
            if wrong is not None:
                return wrong
        return Refusal(self.rule, "agree")

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "agree":
            active, partner, deal = self.deal(s, self.terms())
            s.tell_of("agree", "RT-61", self.seat, self.other)
            s.be_final()  # both have given their word: nobody takes it back alone
            terms.carry_out(s, active, partner, deal)
        elif move.verb == "counter":
            found = terms.read(move.about)
            assert found is not None
            count = OFFERS + self.seat
            s.numbers_set(count, s.numbers[count] + 1, self.rule)
            s.tell_of("counter", self.rule, self.seat, self.other, *found.numbers())
            s.then(Agree(self.other, self.seat, *found.turned().numbers()))
        elif move.verb == "use":
            s.then(use(s, self.seat, move), self)
        else:
            s.tell_of("refuse", self.rule, self.seat, self.other)
