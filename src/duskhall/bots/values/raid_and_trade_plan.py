"""How far a player of Raid & Trade has to go on each of the three ways, in AP.

A way is priced like a shopping list: what it still asks for, less what lies in front of the player.
From the list follows what a token is worth to that player, and what a card is.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from duskhall.bots.values.raid_and_trade_prices import Prices
from duskhall.engine.events import Seat
from duskhall.games.raid_and_trade.box import DISCS, Ruins
from duskhall.games.raid_and_trade.cards import (
    CRAFT_FREE,
    GAIN_AP,
    GAIN_FAVOR,
    GAIN_SKILL,
    RESTORE_ITEM,
)
from duskhall.games.raid_and_trade.parts import (
    ANY_TIME,
    AP,
    AT,
    BARRICADE,
    BORDER,
    CRAFT_PRICE,
    DISC,
    DISC_AP,
    ENTER_AP,
    FAVOR,
    FULFILLED,
    FULFILLED_USED,
    ITEMS,
    LARGE,
    OPEN_HAND,
    OWN_TURN,
    PASSED,
    QUEST_ROW,
    RAIDED,
    READY,
    SEATS,
    SP,
    TIRED,
    TOKEN_KINDS,
    TOKENS,
)
from duskhall.games.raid_and_trade.state import Ruin

SKILL_WAY: Final = 0
FAVOR_WAY: Final = 1
QUEST_WAY: Final = 2
WAYS: Final = 3

# All in AP.
MOST_DRAWS: Final = 20.0
NEVER: Final = 20.0  # where there is no training: 1 SP
WHOLE: Final = [RESTORE_ITEM, CRAFT_FREE]  # verbs whose n is a limit, not a number of things


class Taste:
    """How a player leans: by way, AP added to its price; and whether it trades at all."""

    def __init__(
        self, skill: float = 0.0, favor: float = 0.0, quests: float = 0.0, trades: bool = True
    ) -> None:
        self.likes: Final = [skill, favor, quests]
        self.trades: Final = trades


class Lore:
    """The numbers of one box, made ready for estimates."""

    def __init__(self, box: Ruins, taste: Taste, prices: Prices) -> None:
        self.box: Final = box
        self.prices: Final = prices
        self.likes: Final = [prices.likes[way] + taste.likes[way] for way in range(WAYS)]
        self.trades: Final = taste.trades
        self.ap: list[int] = []  # by card: AP that it gives in one's own turn
        self.favor: list[int] = []
        self.skill: list[int] = []
        self.worth: list[float] = []  # by card: what its effects are worth, but for AP and Favor
        # By card: the kinds that it costs, each with how many.
        self.asks: Final = [
            [(kind, asked) for kind, asked in enumerate(cost) if asked] for cost in box.cost
        ]
        for card in range(box.cards):
            ap, favor, skill, worth = 0, 0, 0, 0.0
            in_turn = box.when[card] in (OWN_TURN, ANY_TIME)
            for effect in box.effects[card]:
                if effect.verb == GAIN_AP and in_turn:
                    ap += effect.n
                elif effect.verb == GAIN_FAVOR and in_turn:
                    favor += effect.n
                elif effect.verb == GAIN_SKILL and in_turn:
                    skill += effect.n
                elif effect.verb in prices.verbs:
                    count = 1 if effect.verb in WHOLE else max(1, effect.n)
                    worth += prices.verbs[effect.verb] * count
            self.ap.append(ap)
            self.favor.append(favor)
            self.skill.append(skill)
            self.worth.append(worth if box.once[card] else worth * prices.every_round)
        self.loot: list[float] = []  # by colour of a house: tokens to expect
        self.finds: list[float] = []  # and what its cards' effects are worth
        for colour, cards in enumerate(box.raids):
            tokens, finds = 0.0, 0.0
            rolled = 0.0 if box.is_wasteland and colour == LARGE else 0.5  # RT-110: always fails
            for card in cards:
                chance = rolled if not box.blacklist[card] else 1.0
                tokens += box.high[card] * chance + box.low[card] * (1 - chance)
                for effect in box.effects[card]:
                    if not effect.pay and effect.verb in prices.verbs:
                        count = 1 if effect.verb in WHOLE else max(1, effect.n)
                        finds += prices.verbs[effect.verb] * count * chance
            self.loot.append(tokens / len(cards))
            self.finds.append(finds / len(cards))


class Way:
    """One way into the city as a shopping list: what is left over, and what is missing."""

    def __init__(self, have: list[int]) -> None:
        self.left: list[int] = have[:]  # tokens that this way does not ask for
        self.lack: list[int] = [0] * TOKEN_KINDS
        self.any_lack = 0
        self.cost = 0.0  # AP
        self.items: list[int] = []  # to be crafted, in this order
        self.quests: list[int] = []
        self.ap = 0  # on cards, with those of its items
        self.discs = 0  # to be bought in the Outpost
        self.trained = 0  # SP that are to be trained in the Outpost


class Plan:
    """What one seat strives for, by what all can see and its own hand."""

    def __init__(
        self,
        lore: Lore,
        s: Ruin,
        seat: Seat,
        have: list[int],
        items: tuple[int, ...],
        is_own: bool = True,
    ) -> None:
        self.lore: Final = lore
        self.prices: Final = lore.prices
        self.seat: Final = seat
        self.items: Final = items
        box, numbers = lore.box, s.numbers
        self.craft_ap: Final = max(0, s.changed[CRAFT_PRICE])
        self.card_ap = 0  # on cards that lie ready for the gate
        self.card_favor = 0
        self.card_skill = 0
        # Of a rival's hand, only what all have seen is known, and how many others there are.
        self.hand: Final = s.incidents(seat) if is_own else s.places[OPEN_HAND + seat]
        self.hand_size: Final = len(s.incidents(seat))
        for place in (READY, TIRED, FULFILLED, FULFILLED_USED):
            for card in s.places[place + seat]:
                self.count(card)
        for card in self.hand:
            self.count(card)
        fee = box.gate_fee
        self.fee_short: Final = max(0, fee - box.ap_reset) if fee else 0
        bag = s.bag()
        tokens = max(1, sum(bag))
        # By kind: the AP of a token one needs, dearer the fewer there are in the bag.
        self.price: Final = [
            self.prices.token
            * min(
                self.prices.dearest,
                max(self.prices.cheapest, tokens / (TOKEN_KINDS * (count + 0.5))),
            )
            for count in bag
        ]
        self.entry_ap: Final = self.entry(s)
        self.train_ap: Final = s.training_price()
        self.ways: Final = [Way(have), Way(have), Way(have)]
        self.skill_way(s, self.ways[SKILL_WAY])
        self.favor_way(s, self.ways[FAVOR_WAY])
        self.quest_way(s, self.ways[QUEST_WAY])
        for number, way in enumerate(self.ways):
            way.cost += lore.likes[number]
            self.gate(way)
            spare, missing = sum(way.left), sum(way.lack) + way.any_lack
            way.cost -= self.prices.traded * min(spare, missing)
            # Few kinds that are missing take long to draw, however few tokens they are.
            draws = 0.0
            for kind in range(TOKEN_KINDS):
                if way.lack[kind]:
                    draws = max(draws, way.lack[kind] * tokens / (bag[kind] + 0.5))
            way.cost += self.prices.unlucky * max(0.0, min(draws, MOST_DRAWS) - missing)
        best = min([way.cost for way in self.ways])
        weights = [exp((best - way.cost) / self.prices.unsure) for way in self.ways]
        total = added(weights)
        self.weights: Final = [weight / total for weight in weights]
        self.best: Final = [way.cost for way in self.ways].index(best)
        self.cost: Final = best - self.prices.unsure * log(total)
        self.worth: Final = [0.0] * TOKEN_KINDS  # by kind: of one more token
        self.keep: Final = [0.0] * TOKEN_KINDS  # by kind: of the last one in hand
        for kind in range(TOKEN_KINDS):
            more, less = 0.0, 0.0
            for number, way in enumerate(self.ways):
                price = self.price[kind]
                other = self.prices.any if way.any_lack else self.prices.spare
                more += self.weights[number] * (price if way.lack[kind] else other)
                less += self.weights[number] * (other if way.left[kind] else price)
            self.worth[kind] = more
            self.keep[kind] = less
        self.short_of_fee: Final = self.fee_short > self.card_ap
        self.favor: Final = numbers[FAVOR + seat]

    def count(self, card: int) -> None:
        self.card_ap += self.lore.ap[card]
        self.card_favor += self.lore.favor[card]
        self.card_skill += self.lore.skill[card]

    @property
    def way(self) -> Way:
        return self.ways[self.best]

    # The three ways

    def add_items(self, way: Way, short: int) -> int:
        """Put items on the list until so many SP are reached; how many are still short then."""
        lore, box = self.lore, self.lore.box
        left, prices = way.left, self.price
        open_items = [card for card in self.items if card not in way.items]
        while short > 0 and open_items:
            trained = self.train_ap + self.entry_ap / short if self.train_ap else NEVER
            best, chosen, paid, bare = 1e9, -1, 0.0, 0.0
            ap_short = max(0, self.fee_short - self.card_ap - way.ap)
            for card in open_items:
                missing, used = 0.0, 0.0
                for kind, asked in lore.asks[card]:
                    token = prices[kind]
                    more = asked - left[kind]
                    if more > 0:
                        missing += more * token
                        used += (asked - more) * token
                    else:
                        used += asked * token
                price = missing + self.craft_ap - self.bonus(ap_short, card)
                counted = min(short, max(1, box.sp[card]))
                each = (price + self.prices.held * used) / counted
                if each < best:
                    best, chosen, paid, bare = each, card, price, price / counted
            if bare > trained:
                break
            open_items.remove(chosen)
            self.reserve(way, lore.asks[chosen])
            way.items.append(chosen)
            way.cost += paid
            way.ap += lore.ap[chosen]
            short -= box.sp[chosen]
        return max(0, short)

    def add_skill(self, way: Way, short: int) -> None:
        """So many SP: by items, and what they do not give by training."""
        rest = self.add_items(way, short)
        if rest:
            way.trained += rest
            way.cost += rest * (self.train_ap or NEVER) + self.entry_ap

    def bonus(self, ap_short: int, card: int) -> float:
        """What an item's effect gives back, where so many AP are short at the gate."""
        ap = self.lore.ap[card]
        if not ap:
            return self.prices.effect * self.lore.worth[card]
        counted = min(ap, ap_short)
        worth = counted * self.prices.gate_ap + (ap - counted) * self.prices.card_ap
        return worth + self.prices.effect * self.lore.worth[card]

    def reserve(self, way: Way, asks: list[tuple[int, int]]) -> None:
        for kind, asked in asks:
            held = min(asked, way.left[kind])
            way.left[kind] -= held
            way.lack[kind] += asked - held

    def skill_way(self, s: Ruin, way: Way) -> None:
        goal = self.lore.box.goals[0] - s.numbers[SP + self.seat] - self.card_skill
        if goal > 0:
            self.add_skill(way, goal)

    def favor_way(self, s: Ruin, way: Way) -> None:
        lore, box, numbers, seat = self.lore, self.lore.box, s.numbers, self.seat
        short = box.goals[1] - numbers[FAVOR + seat] - self.card_favor
        rivals = box.players - 1
        held = 0
        discs: list[int] = []
        for disc in range(DISCS):
            owner = numbers[DISC + disc]
            if not owner:
                discs.append(box.discs[disc])
            elif owner == seat + 1:
                held += 1
        way.cost += self.prices.disc_risk * rivals * held if short > 0 else 0.0
        discs.sort()
        entry = self.entry_ap
        open_items = [card for card in self.items if lore.favor[card]]
        while short > 0:
            ap_short = max(0, self.fee_short - self.card_ap - way.ap)
            best, chosen, gain, paid = self.prices.put_back, -1, 1, self.prices.put_back
            if discs:
                price = entry + DISC_AP + (self.prices.disc_waste if entry else self.prices.staying)
                if price / min(short, discs[-1]) < best:
                    best, chosen, gain, paid = price / min(short, discs[-1]), -2, discs[-1], price
            for card in open_items:
                price = self.craft_ap - self.bonus(ap_short, card)
                for kind, asked in lore.asks[card]:
                    more = asked - way.left[kind]
                    if more > 0:
                        price += more * self.price[kind]
                each = price / min(short, lore.favor[card])
                if each < best:
                    best, chosen, gain, paid = each, card, lore.favor[card], price
            if chosen == -2:
                discs.pop()
                entry = 0.0
                way.discs += 1
            elif chosen >= 0:
                open_items.remove(chosen)
                self.reserve(way, lore.asks[chosen])
                way.items.append(chosen)
                way.ap += lore.ap[chosen]
            way.cost += paid
            short -= gain

    def entry(self, s: Ruin) -> float:
        """AP until one is inside the Outpost."""
        if s.is_inside(self.seat):
            return 0.0
        price = float(ENTER_AP)
        if s.insiders() and not s.shared:
            price += self.prices.occupied
        if s.roads is not None:
            price += outpost_distance(s, s.numbers[AT + self.seat])
        return price

    def quest_way(self, s: Ruin, way: Way) -> None:
        box, numbers, seat = self.lore.box, s.numbers, self.seat
        short = box.goals[2] - s.quests(seat)
        sp = numbers[SP + seat]
        incidents = self.hand_size
        crafted = len(s.places[READY + seat]) + len(s.places[TIRED + seat])
        favor = max(0, numbers[FAVOR + seat])
        row = list(s.places[QUEST_ROW])
        while short > 0:
            best, chosen = self.prices.new_quest, -1
            for quest in row:
                price = self.quest_price(s, way, quest, sp, incidents, crafted, favor)
                if price < best:
                    best, chosen = price, quest
            short -= 1
            if chosen < 0:
                way.cost += self.prices.new_quest
                continue
            row.remove(chosen)
            way.quests.append(chosen)
            need = box.need[chosen]
            items = max(0, need.items - crafted)
            before = len(way.items)
            way.cost += need.ap + self.prices.incident * max(0, need.incidents - incidents)
            way.cost += self.prices.favor_unit * max(0, need.favor - favor)
            way.cost += self.prices.house * max(0, need.houses - numbers[RAIDED + seat])
            named = [(kind, asked) for kind, asked in enumerate(need.kinds) if asked]
            for kind, asked in named:
                more = asked - way.left[kind]
                if more > 0:
                    way.cost += more * self.price[kind] * self.prices.named
            self.reserve(way, named)
            if need.sp > sp:
                self.add_skill(way, need.sp - sp)
            new_items = len(way.items) - before
            sp = max(0, sp - need.sp)
            for _ in range(max(0, items - new_items)):
                self.add_items(way, 1)
            self.take_any(way, need.any)
            incidents = max(0, incidents - need.incidents)
            crafted = max(0, crafted + new_items - need.items)
            favor = max(0, favor - need.favor)

    def quest_price(
        self, s: Ruin, way: Way, quest: int, sp: int, incidents: int, crafted: int, favor: int
    ) -> float:
        """What a quest still costs, about."""
        need = self.lore.box.need[quest]
        price = (
            self.prices.race + need.ap + self.prices.incident * max(0, need.incidents - incidents)
        )
        price += self.prices.sp_price * max(0, need.sp - sp) + self.prices.item * max(
            0, need.items - crafted
        )
        price += self.prices.favor_unit * max(0, need.favor - favor)
        price += self.prices.house * max(0, need.houses - s.numbers[RAIDED + self.seat])
        spare = 0
        for kind in range(TOKEN_KINDS):
            asked = need.kinds[kind]
            held = way.left[kind]
            if asked > held:
                price += (asked - held) * self.price[kind] * self.prices.named
            else:
                spare += held - asked
        return price + self.prices.any * max(0, need.any - spare)

    def take_any(self, way: Way, count: int) -> None:
        """Spare tokens go to a quest, the cheapest kinds first."""
        price = self.price
        for _ in range(count):
            chosen = -1
            for kind in range(TOKEN_KINDS):
                if way.left[kind] and (chosen < 0 or price[kind] < price[chosen]):
                    chosen = kind
            if chosen < 0:
                way.any_lack += 1
                way.cost += self.prices.any
            else:
                way.left[chosen] -= 1

    def gate(self, way: Way) -> None:
        """The fee is more than the AP of a round: cards must give the rest."""
        lore = self.lore
        short = self.fee_short - self.card_ap - way.ap
        open_items = [card for card in self.items if lore.ap[card] and card not in way.items]
        while short > 0:
            best, chosen, paid = self.prices.lacking_ap, -1, self.prices.lacking_ap
            for card in open_items:
                price = float(self.craft_ap)
                for kind, asked in lore.asks[card]:
                    more = asked - way.left[kind]
                    if more > 0:
                        price += more * self.price[kind]
                each = price / min(short, lore.ap[card])
                if each < best:
                    best, chosen, paid = each, card, price
            way.cost += paid
            if chosen < 0:
                short -= 1
                continue
            open_items.remove(chosen)
            self.reserve(way, lore.asks[chosen])
            way.items.append(chosen)
            way.ap += lore.ap[chosen]
            short -= lore.ap[chosen]

    # Cards

    def card_worth(self, card: int) -> float:
        """What a card in hand is worth to this seat: an incident, or the effect of an item."""
        lore = self.lore
        each = self.prices.gate_ap if self.short_of_fee else self.prices.card_ap
        worth = lore.worth[card] + each * lore.ap[card] + self.prices.skill_card * lore.skill[card]
        liked = self.prices.favor_liked * self.weights[FAVOR_WAY]
        return worth + lore.favor[card] * (self.prices.favor_card + liked)


def added(values: list[float]) -> float:
    """Their sum, a float also where there are none: compiled, `sum` is no such thing."""
    total = 0.0
    for value in values:
        total += value
    return total


def outpost_distance(s: Ruin, section: int) -> int:
    """AP of the way to a section beside the Outpost."""
    far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))[section]
    best = 99
    for near in s.beside_outpost():
        best = min(best, far[near])
    return best


def tokens_of(s: Ruin, seat: Seat) -> list[int]:
    numbers = s.numbers
    return [numbers[TOKENS + kind * SEATS + seat] for kind in range(TOKEN_KINDS)]


def plan_of(lore: Lore, s: Ruin, seat: Seat, is_own: bool = True) -> Plan:
    return Plan(lore, s, seat, tokens_of(s, seat), s.places[ITEMS + seat], is_own)


def to_go(plan: Plan, s: Ruin) -> float:
    """AP that a seat still needs, less those it has this round."""
    seat = plan.seat
    left = 0.0 if s.numbers[PASSED + seat] else plan.prices.in_hand * s.numbers[AP + seat]
    return max(0.0, plan.cost) - left
