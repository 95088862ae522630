"""RT-61 to RT-68: what a trade may be about, and the offers that lead to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import Offer
from duskhall.engine.steps import Refusal
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    INSIDE,
    ITEMS,
    OFFERS,
    READY,
    TIRED,
    TOKEN_KINDS,
    TRADE_PRICE,
)

if TYPE_CHECKING:
    from duskhall.engine.events import Seat
    from duskhall.games.raid_and_trade.state import Ruin

MOST_THINGS: Final = 60  # on both sides together


class Terms(NamedTuple):
    """What the active player gives and takes: kinds of tokens, once for each, and item cards."""

    give: tuple[int, ...]
    take: tuple[int, ...]

    def turned(self) -> Terms:
        return Terms(self.take, self.give)

    def numbers(self) -> tuple[int, ...]:
        """As they stand in a move: how many are given, then all of it."""
        return (len(self.give), *self.give, *self.take)


def read(numbers: tuple[int, ...]) -> Terms | None:
    """Terms out of the numbers of a move; None, if there is no sense in them."""
    if not numbers or not 0 <= numbers[0] < len(numbers) or len(numbers) > MOST_THINGS:
        return None
    given = 1 + numbers[0]
    return Terms(tuple(sorted(numbers[1:given])), tuple(sorted(numbers[given:])))


def read_text(text: str) -> Terms | None:
    """Terms as an offer writes them: `swap 2 0 0 5` gives two scrap for one of electrics."""
    try:
        move = parse_move(text)
    except ValueError:
        return None
    return read(move.about) if move.verb == "swap" else None


def price(s: Ruin, one: Seat, two: Seat) -> int:
    """RT-61 AP from each."""
    return 0 if s.trade_is_free(one, two) else max(0, s.changed[TRADE_PRICE])


def may_deal(s: Ruin, active: Seat, partner: Seat) -> Refusal | None:
    """Why these two cannot trade now, whatever the terms."""
    if active == partner or not s.is_playing(partner):
        return Refusal("RT-64", "trade-partner")
    if s.numbers[ACTED]:
        return Refusal("RT-22", "action-spent")
    for seat in (active, partner):
        if s.numbers[INSIDE + seat]:
            return Refusal("RT-61", "trade-outpost", (seat,))
        if s.numbers[AP + seat] < price(s, active, partner):
            return Refusal("RT-64", "trade-ap", (seat,))
    return None


def may_trade(s: Ruin, active: Seat, partner: Seat, terms: Terms) -> Refusal | None:
    """Why this trade cannot be, by what all can see; None where it can."""
    refusal = may_deal(s, active, partner)
    if refusal is not None:
        return refusal
    if not terms.give + terms.take:
        return Refusal("RT-64", "trade-nothing")
    if not s.ruins.has_gifts and not (terms.give and terms.take):
        return Refusal("RT-64", "trade-gift")
    for seat, things in ((active, terms.give), (partner, terms.take)):
        for thing in things:
            if 0 <= thing < TOKEN_KINDS:
                if things.count(thing) > s.has(seat, thing):
                    return Refusal("RT-64", "trade-tokens", (seat, thing))
            elif where(s, seat, thing) < 0:
                return Refusal("RT-63", "trade-item", (seat, thing))
            elif things.count(thing) > 1:
                return Refusal("RT-63", "trade-twice", (thing,))
    return None


def where(s: Ruin, seat: Seat, item: int) -> int:
    """The kind of place in which this item lies before this seat; -1, if it does not."""
    for place in (ITEMS, READY, TIRED):
        if item in s.places[place + seat]:
            return place
    return -1


def carry_out(s: Ruin, active: Seat, partner: Seat, terms: Terms) -> None:
    """RT-61 Both pay, and things change hands."""
    s.numbers_set(ACTED, 1, "RT-61")
    cost = price(s, active, partner)
    for seat in (active, partner):
        s.pay_ap(seat, cost, "RT-61")
    for giver, taker, things in (
        (active, partner, terms.give),
        (partner, active, terms.take),
    ):
        for kind in range(TOKEN_KINDS):
            count = things.count(kind)
            if count:
                s.hand_over(giver, taker, kind, count, "RT-61")
        for item in things:
            if item >= TOKEN_KINDS:
                place = where(s, giver, item)
                s.move("trade_item", "RT-63", giver, (item,), place + giver, place + taker)


def may_offer(s: Ruin, offer: Offer) -> Refusal | None:
    """RT-64, RT-68 The active player offers to others, or another to the active player."""
    terms = read_text(offer.terms)
    if terms is None or not offer.to:
        return Refusal("RT-64", "trade-nonsense")
    active = s.current
    if offer.maker == active:
        reasons = [may_trade(s, active, other, terms) for other in offer.to]
        return None if None in reasons else reasons[0]
    if offer.to != (active,):
        return Refusal("RT-64", "trade-active", (active,))
    if not has_offers_left(s, active):
        return Refusal("RT-65", "offers-spent", (s.ruins.most_offers,))
    return may_trade(s, active, offer.maker, terms.turned())


def closes(s: Ruin, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
    """The moves of an agreement: the active player proposes, the partner agrees."""
    terms = read_text(offer.terms)
    active = s.current
    if terms is None or s.waiting != [active]:
        return []
    partner = by
    if offer.maker != active:
        partner, terms = offer.maker, terms.turned()
    proposal = Move("trade", partner, *terms.numbers())
    if s.why_not(active, proposal) is not None:
        return []
    return [(active, proposal), (partner, Move("agree"))]


def has_offers_left(s: Ruin, seat: Seat) -> bool:
    """RT-65 At most so many offers and counter-offers of each player a turn."""
    return s.numbers[OFFERS + seat] < s.ruins.most_offers


def written(terms: Terms) -> str:
    """Terms as an offer writes them."""
    return str(Move("swap", *terms.numbers()))


def proposes(s: Ruin, seat: Seat, move: Move) -> Offer | None:
    """The offer a move makes: of `trade` alone, which is to be asked for its terms, without any."""
    about = move.about
    if move.verb == "trade" and about:
        found = read(about[1:])
        return Offer(seat, about[:1], written(found) if found is not None else "")
    found = read(about)
    if move.verb not in ("offer", "counter") or found is None:
        return None
    return Offer(seat, (s.agenda[-1].key()[1],), written(found))


def weighs(s: Ruin, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
    """The partner is asked by the proposal; the active player by a counter-offer to the same."""
    moves = closes(s, offer, by)
    terms = read_text(offer.terms)
    if not moves or terms is None or offer.maker == s.current:
        return moves[:1]
    return [moves[0], (offer.maker, Move("counter", *terms.numbers()))]


def declines(s: Ruin, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
    """RT-65 The active player proposes, the other refuses."""
    moves = closes(s, offer, by) if offer.maker == s.current else []
    return [*moves[:1], (by, Move("refuse"))] if moves else []
