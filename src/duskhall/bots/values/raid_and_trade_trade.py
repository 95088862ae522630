"""How bots trade in Raid & Trade: what they offer, what they answer, and why, in a sentence.

A trade is judged by one seat from what it may know: its own plan, and the rival's by what lies
open. Nothing here draws luck or changes a table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.bots.values.raid_and_trade_plan import (
    Lore,
    Plan,
    plan_of,
    to_go,
    tokens_of,
)
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.parts import ITEMS, OFFERS, TOKEN_KINDS
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import Terms, has_offers_left, may_trade, price

# All in AP.
LEAST: Final = 0.25  # a trade must bring so much more than it costs
RIVAL: Final = 0.15  # of what the rival gains counts against it
RIVAL_NEAR: Final = 0.9  # where the rival is about to win
NEAR: Final = 20.0  # AP from the gate that make a rival dangerous
AP_PRICE: Final = 0.6  # of an AP paid for a trade
HOPED: Final = 0.3  # what a partner is thought to want more than nothing
FAIR: Final = 1.6  # a counter asks for no more than so many times what it leaves the other
HELD_ITEM: Final = 0.8  # of a crafted item's effect, for whoever gets it
SP_LEAST: Final = 2.2  # for each SP of an uncrafted item: two tokens for two SP are fair (RT-64)
SP_SOLD: Final = 5.0  # an SP that a rival need not train for
EFFECT: Final = 0.4  # of the effect of an item that is still to be crafted

AGREE: Final = "agree"
REFUSE: Final = "refuse"
COUNTER: Final = "counter"


class Verdict(NamedTuple):
    """What a bot answers to an offer, and why: the key of a sentence in `bots` and its numbers."""

    answer: str  # AGREE, REFUSE or COUNTER
    terms: Terms  # what it would give and take; of a counter-offer, those it asks for
    reason: str
    about: tuple[int, ...]
    gain: float  # AP, as this seat sees it


class Deal:
    """One pair of seats, as the first of them sees both."""

    def __init__(self, lore: Lore, s: Ruin, seat: Seat, other: Seat, plan: Plan | None = None):
        self.lore: Final = lore
        self.s: Final = s
        self.seat: Final = seat
        self.other: Final = other
        self.mine: Final = plan if plan is not None else plan_of(lore, s, seat)
        self.theirs: Final = plan_of(lore, s, other, False)
        self.cost: Final = AP_PRICE * price(s, seat, other)
        away = to_go(self.theirs, s)
        near = max(0.0, min(1.0, (NEAR - away) / NEAR))
        behind = to_go(self.mine, s) > away
        self.danger: Final = near if behind else 0.5 * near
        self.weight: Final = RIVAL + (RIVAL_NEAR - RIVAL) * self.danger

    def gain(self, terms: Terms) -> float:
        """What this seat gains by giving and taking these, without the AP of the trade.

        Its uncrafted items count for no less than `least`, also those that it has no use for.
        """
        gain = self.difference(self.seat, self.mine, terms, True)
        sold = self.uncrafted(terms)
        if not sold:
            return gain
        return min(
            gain, self.difference(self.seat, self.mine, self.kept(terms), True) - self.least(sold)
        )

    def their_gain(self, terms: Terms) -> float:
        gain = self.difference(self.other, self.theirs, terms.turned(), False)
        sold = self.uncrafted(terms)
        if not sold:
            return gain
        kept = self.difference(self.other, self.theirs, self.kept(terms).turned(), False)
        return max(gain, kept + self.least(sold))

    def uncrafted(self, terms: Terms) -> list[int]:
        """Items to be crafted that this seat would give away."""
        held = self.s.places[ITEMS + self.seat]
        return [thing for thing in terms.give if thing >= TOKEN_KINDS and thing in held]

    def kept(self, terms: Terms) -> Terms:
        """The same, with those items kept."""
        sold = self.uncrafted(terms)
        return Terms(tuple([thing for thing in terms.give if thing not in sold]), terms.take)

    def least(self, items: list[int]) -> float:
        """RT-63 What items to be crafted are worth to the rival, who may craft them for their SP.

        By their SP and effect less the tokens, of which the rival may have some already; and never
        for less than so much an SP, as nobody knows what the rival will find.
        """
        plan, box = self.theirs, self.lore.box
        have = tokens_of(self.s, self.other)
        total = 0.0
        for card in items:
            worth = SP_SOLD * box.sp[card] + EFFECT * plan.card_worth(card) - plan.craft_ap
            for kind in range(TOKEN_KINDS):
                asked = box.cost[card][kind]
                held = min(asked, have[kind])
                worth -= plan.price[kind] * (asked - held + plan.prices.held * held)
            total += max(worth, SP_LEAST * box.sp[card])
        return total

    def difference(self, seat: Seat, plan: Plan, terms: Terms, is_own: bool) -> float:
        have = tokens_of(self.s, seat)
        items = self.s.places[ITEMS + seat]
        extra = 0.0
        for thing in terms.give:
            if thing < TOKEN_KINDS:
                have[thing] -= 1
            elif thing in items:
                items = tuple([card for card in items if card != thing])
            else:
                extra -= self.loss(plan, thing)
        for thing in terms.take:
            if thing < TOKEN_KINDS:
                have[thing] += 1
            elif thing in self.s.places[ITEMS + (self.seat if not is_own else self.other)]:
                items = (*items, thing)
            else:
                extra += HELD_ITEM * plan.card_worth(thing)
        after = Plan(self.lore, self.s, seat, have, items, is_own)
        return plan.cost - after.cost + extra

    def loss(self, plan: Plan, card: int) -> float:
        """What a crafted item is worth to who gives it up: its effect, and what it was kept for."""
        lore = self.lore
        short = plan.fee_short - plan.card_ap + lore.ap[card]
        missing = max(0, min(lore.ap[card], short))  # AP for the gate that must come from elsewhere
        counted = plan.prices.gate_ap if plan.short_of_fee else plan.prices.card_ap
        worth = plan.card_worth(card) + (plan.prices.lacking_ap - counted) * missing
        if any(lore.box.need[quest].items for quest in plan.way.quests):
            worth += plan.prices.item
        return worth


def judge_trade(lore: Lore, s: Ruin, seat: Seat, other: Seat, terms: Terms) -> Verdict:
    """What `seat` answers to an offer of `other` by which it gives and takes these, and why."""
    deal = Deal(lore, s, seat, other)
    gain, theirs = deal.gain(terms) - deal.cost, deal.their_gain(terms)
    net = gain - deal.weight * max(0.0, theirs)
    if net >= LEAST:
        reason, about = why_agree(deal.mine, terms)
        return Verdict(AGREE, terms, reason, about, gain)
    if has_offers_left(s, seat):
        other_terms = counter_offer(deal, terms)
        if other_terms is not None:
            reason, about = why_counter(deal, terms, other_terms)
            return Verdict(COUNTER, other_terms, reason, about, gain)
    reason, about = why_refuse(deal, terms, gain, theirs)
    return Verdict(REFUSE, terms, reason, about, gain)


def counter_offer(deal: Deal, terms: Terms) -> Terms | None:
    """The same with one thing more or less or another, where both would gain by it."""
    s, seat, other = deal.s, deal.seat, deal.other
    mine, theirs = tokens_of(s, seat), tokens_of(s, other)
    for thing in terms.give:
        if thing < TOKEN_KINDS:
            mine[thing] -= 1
    for thing in terms.take:
        if thing < TOKEN_KINDS:
            theirs[thing] -= 1
    tried: list[Terms] = []
    for kind in range(TOKEN_KINDS):
        if theirs[kind] > 0 and kind not in terms.give:
            tried.append(Terms(terms.give, tuple(sorted((*terms.take, kind)))))
    for thing in sorted(set(terms.give)):
        less = list(terms.give)
        less.remove(thing)
        if less:
            tried.append(Terms(tuple(less), terms.take))
        if len(terms.give) == 1 and thing < TOKEN_KINDS:
            for kind in range(TOKEN_KINDS):
                if mine[kind] > 0 and kind != thing and kind not in terms.take:
                    tried.append(Terms((kind,), terms.take))
    best, chosen = LEAST, None
    for each in tried:
        theirs_gain = deal.their_gain(each) - deal.cost
        if theirs_gain < HOPED:
            continue
        net = deal.gain(each) - deal.cost - deal.weight * theirs_gain
        if net > best and is_legal(deal, each):
            best, chosen = net, each
    return chosen


def is_legal(deal: Deal, terms: Terms) -> bool:
    s = deal.s
    if deal.seat == s.current:
        return may_trade(s, deal.seat, deal.other, terms) is None
    return may_trade(s, deal.other, deal.seat, terms.turned()) is None


def item_for(plan: Plan, kind: int) -> int:
    """The item of the plan that asks for this kind; -1 if none does."""
    for card in plan.way.items:
        if plan.lore.box.cost[card][kind]:
            return card
    return -1


def quest_for(plan: Plan, kind: int) -> int:
    for card in plan.way.quests:
        if plan.lore.box.need[card].kinds[kind]:
            return card
    return -1


def why_agree(plan: Plan, terms: Terms) -> tuple[str, tuple[int, ...]]:
    for thing in sorted(set(terms.take)):
        if thing >= TOKEN_KINDS:
            return "wants-item", (thing,)
        if plan.way.lack[thing]:
            found = item_for(plan, thing)
            if found < 0:
                found = quest_for(plan, thing)
            if found >= 0:
                return "needs-kind", (thing, found)
    for thing in sorted(set(terms.give)):
        if thing < TOKEN_KINDS and plan.way.left[thing]:
            return "spare", (thing,)
    return "good-deal", (len(terms.give), len(terms.take))


def why_counter(deal: Deal, asked: Terms, terms: Terms) -> tuple[str, tuple[int, ...]]:
    if len(terms.take) > len(asked.take):
        more = list(terms.take)
        for thing in asked.take:
            more.remove(thing)
        return "one-more", (more[0],)
    if len(terms.give) < len(asked.give):
        less = list(asked.give)
        for thing in terms.give:
            less.remove(thing)
        return "one-less", (less[0],)
    return "rather-give", (terms.give[0], asked.give[0])


def why_refuse(deal: Deal, terms: Terms, gain: float, theirs: float) -> tuple[str, tuple[int, ...]]:
    plan = deal.mine
    if gain >= LEAST and theirs > 0 and (deal.danger > 0 or not deal.uncrafted(terms)):
        return "helps-rival", (deal.other, deal.theirs.best + 1)  # as outcomes are counted
    for thing in sorted(set(terms.give)):
        if thing >= TOKEN_KINDS:
            return "keeps-item", (thing,)
        if not plan.way.left[thing]:
            found = item_for(plan, thing)
            if found < 0:
                found = quest_for(plan, thing)
            if found >= 0:
                return "keeps-kind", (thing, found)
    for thing in sorted(set(terms.take)):
        if thing < TOKEN_KINDS and not plan.way.lack[thing]:
            return "no-use", (thing,)
    return "not-worth", (len(terms.give), len(terms.take))


def why_offer(lore: Lore, s: Ruin, seat: Seat, terms: Terms) -> tuple[str, tuple[int, ...]]:
    """Why this seat makes such an offer: the key of a sentence in `bots` and its numbers."""
    return why_agree(plan_of(lore, s, seat), terms)


def best_offer(
    lore: Lore, s: Ruin, seat: Seat, plan: Plan, partners: list[Seat]
) -> tuple[float, Move] | None:
    """The offer that brings most, of those the partner should agree to; its score and its move.

    Each offer of a turn that was refused makes way for the next best.
    """
    wanted = [kind for kind in range(TOKEN_KINDS) if plan.way.lack[kind]]
    spare = [kind for kind in range(TOKEN_KINDS) if plan.way.left[kind]]
    if not wanted or not spare:
        return None
    found: list[tuple[float, Seat, Terms]] = []
    for other in partners:
        if not any(s.has(other, kind) for kind in wanted):
            continue
        deal = Deal(lore, s, seat, other, plan)
        for take in wanted:
            if not s.has(other, take) or not deal.theirs.way.left[take]:
                continue
            for give in spare:
                if give == take or deal.theirs.worth[give] - deal.theirs.keep[take] < -1.0:
                    continue
                tried = [Terms((give,), (take,))]
                if plan.way.left[give] > 1:
                    tried.append(Terms((give, give), (take,)))
                for terms in tried:
                    theirs = deal.their_gain(terms)
                    if theirs - deal.cost < LEAST:
                        continue
                    gain = deal.gain(terms)
                    if theirs - deal.cost - RIVAL * gain < LEAST:  # as they will see it
                        continue
                    net = gain - deal.cost - deal.weight * theirs
                    if net >= LEAST:
                        found.append((net, other, terms))
    found.sort(key=by_net)
    made = s.numbers[OFFERS + seat]
    if made >= len(found):
        return None
    net, other, terms = found[made]
    return net, Move("trade", other, *terms.numbers())


def by_net(found: tuple[float, Seat, Terms]) -> float:
    return -found[0]
