"""How far a player of Raid & Trade has to go on each of the three ways, in AP.

A way is priced like a shopping list: what it still asks for, less what lies in front of the player.
From the list follows what a token is worth to that player, and what a card is.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from duskhall.engine.events import Seat
from duskhall.games.raid_and_trade.box import DISCS, Ruins
from duskhall.games.raid_and_trade.cards import (
    AS_GUN_ATTACK,
    AS_GUN_DEFEND,
    CLEAR_BLACKLIST,
    CRAFT_DISCOUNT,
    CRAFT_FREE,
    DRAIN_AP,
    DRAW_INCIDENT,
    DRAW_RESOURCES,
    GAIN_AP,
    GAIN_FAVOR,
    GAIN_SKILL,
    MOVE_FREE,
    OUTPOST_DISCOUNT,
    PICK_RESOURCES,
    PROTECT,
    RAID_BONUS,
    RAID_DISCOUNT,
    RAID_SUCCESS,
    REROLL,
    RESTORE_ITEM,
    SKIP_COMBAT_AFTER,
    SKIP_COMBAT_BEFORE,
    STEAL_RESOURCES,
    STOP_RAID,
    SWAP_RESOURCES,
    WILD_RESOURCE,
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
TOKEN: Final = 2.7  # of the middle kind, that one needs
ANY: Final = 2.2  # of any kind, where a quest asks for any
SPARE: Final = 0.6  # that one needs for nothing
NAMED: Final = 1.0  # a quest's own kinds are harder to come by
TRADED: Final = 0.5  # by which a spare token makes one that is missing cheaper
HELD: Final = 0.45  # of a token's price, where items compete for those one has
DEAREST: Final = 2.0  # of the middle price, the most for a kind that is rare in the bag
CHEAPEST: Final = 0.75
UNLUCKY: Final = 0.35  # of each token that is drawn beyond those one needs
MOST_DRAWS: Final = 20.0
GATE_AP: Final = 1.3  # an AP on a card, while the gate's fee is short of it
CARD_AP: Final = 0.8  # and otherwise
LACKING_AP: Final = 2.4  # what an AP on a card costs where no item gives it
INCIDENT: Final = 3.0
FAVOR_UNIT: Final = 3.0
PUT_BACK: Final = 8.0  # 1 Favor by putting a raid card back
DISC_WASTE: Final = 5.0  # AP that are of little use beside the first disc,
STAYING: Final = 3.0  # and beside each after it
OCCUPIED: Final = 8.0  # where somebody else is in the Outpost
DISC_RISK: Final = 1.0  # for each disc one holds and each rival
NEVER: Final = 20.0  # where there is no training: 1 SP
NEW_QUEST: Final = 26.0  # one that does not lie open yet
RACE: Final = 0.0  # a quest may be taken by another first
SP_PRICE: Final = 4.0  # of an SP that a quest asks for
ITEM: Final = 5.0  # crafted only to be given up
HOUSE_COUNTED: Final = 1.0  # two houses in one round
UNSURE: Final = 6.0  # AP by which one way may be better than it seems
SKILL_LIKED: Final = 0.0  # AP added to the price of a way, found by the bot playing itself
FAVOR_LIKED: Final = 2.0
QUESTS_LIKED: Final = -3.0
VERB_WORTH: Final = {  # by verb of a card: AP for each of its n, or for all of it where it has none
    GAIN_AP: 0.9,
    GAIN_SKILL: 3.2,
    GAIN_FAVOR: 1.0,
    CLEAR_BLACKLIST: 0.3,
    DRAW_RESOURCES: 1.7,
    PICK_RESOURCES: 2.2,
    SWAP_RESOURCES: 0.4,
    DRAW_INCIDENT: 2.4,
    RESTORE_ITEM: 2.0,
    CRAFT_FREE: 5.0,
    CRAFT_DISCOUNT: 1.6,
    WILD_RESOURCE: 0.7,
    RAID_DISCOUNT: 0.9,
    RAID_BONUS: 1.6,
    RAID_SUCCESS: 1.8,
    STOP_RAID: 2.0,
    AS_GUN_ATTACK: 1.2,
    AS_GUN_DEFEND: 1.5,
    SKIP_COMBAT_BEFORE: 1.8,
    SKIP_COMBAT_AFTER: 1.8,
    REROLL: 1.5,
    PROTECT: 1.4,
    STEAL_RESOURCES: 1.9,
    DRAIN_AP: 0.6,
    MOVE_FREE: 0.7,
    OUTPOST_DISCOUNT: 0.5,
}
WHOLE: Final = [RESTORE_ITEM, CRAFT_FREE]  # verbs whose n is a limit, not a number of things
EVERY_ROUND: Final = 2.0  # a card that works once a round, against one that works once


class Taste:
    """How a player leans: by way, AP added to its price; and whether it trades at all."""

    def __init__(
        self, skill: float = 0.0, favor: float = 0.0, quests: float = 0.0, trades: bool = True
    ) -> None:
        self.likes: Final = [SKILL_LIKED + skill, FAVOR_LIKED + favor, QUESTS_LIKED + quests]
        self.trades: Final = trades


class Lore:
    """The numbers of one box, made ready for estimates."""

    def __init__(self, box: Ruins, taste: Taste) -> None:
        self.box: Final = box
        self.likes: Final = taste.likes
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
                elif effect.verb in VERB_WORTH:
                    count = 1 if effect.verb in WHOLE else max(1, effect.n)
                    worth += VERB_WORTH[effect.verb] * count
            self.ap.append(ap)
            self.favor.append(favor)
            self.skill.append(skill)
            self.worth.append(worth if box.once[card] else worth * EVERY_ROUND)
        self.loot: list[float] = []  # by colour of a house: tokens to expect
        self.finds: list[float] = []  # and what its cards' effects are worth
        for colour, cards in enumerate(box.raids):
            tokens, finds = 0.0, 0.0
            rolled = 0.0 if box.is_wasteland and colour == LARGE else 0.5  # RT-110: always fails
            for card in cards:
                chance = rolled if not box.blacklist[card] else 1.0
                tokens += box.high[card] * chance + box.low[card] * (1 - chance)
                for effect in box.effects[card]:
                    if not effect.pay and effect.verb in VERB_WORTH:
                        count = 1 if effect.verb in WHOLE else max(1, effect.n)
                        finds += VERB_WORTH[effect.verb] * count * chance
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
            TOKEN * min(DEAREST, max(CHEAPEST, tokens / (TOKEN_KINDS * (count + 0.5))))
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
            way.cost -= TRADED * min(spare, missing)
            # Few kinds that are missing take long to draw, however few tokens they are.
            draws = 0.0
            for kind in range(TOKEN_KINDS):
                if way.lack[kind]:
                    draws = max(draws, way.lack[kind] * tokens / (bag[kind] + 0.5))
            way.cost += UNLUCKY * max(0.0, min(draws, MOST_DRAWS) - missing)
        best = min([way.cost for way in self.ways])
        weights = [exp((best - way.cost) / UNSURE) for way in self.ways]
        total = added(weights)
        self.weights: Final = [weight / total for weight in weights]
        self.best: Final = [way.cost for way in self.ways].index(best)
        self.cost: Final = best - UNSURE * log(total)
        self.worth: Final = [0.0] * TOKEN_KINDS  # by kind: of one more token
        self.keep: Final = [0.0] * TOKEN_KINDS  # by kind: of the last one in hand
        for kind in range(TOKEN_KINDS):
            more, less = 0.0, 0.0
            for number, way in enumerate(self.ways):
                price = self.price[kind]
                other = ANY if way.any_lack else SPARE
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
                each = (price + HELD * used) / counted
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
            return 0.4 * self.lore.worth[card]
        counted = min(ap, ap_short)
        return counted * GATE_AP + (ap - counted) * CARD_AP + 0.4 * self.lore.worth[card]

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
        way.cost += DISC_RISK * rivals * held if short > 0 else 0.0
        discs.sort()
        entry = self.entry_ap
        open_items = [card for card in self.items if lore.favor[card]]
        while short > 0:
            ap_short = max(0, self.fee_short - self.card_ap - way.ap)
            best, chosen, gain, paid = PUT_BACK, -1, 1, PUT_BACK
            if discs:
                price = entry + DISC_AP + (DISC_WASTE if entry else STAYING)
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
            price += OCCUPIED
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
            best, chosen = NEW_QUEST, -1
            for quest in row:
                price = self.quest_price(s, way, quest, sp, incidents, crafted, favor)
                if price < best:
                    best, chosen = price, quest
            short -= 1
            if chosen < 0:
                way.cost += NEW_QUEST
                continue
            row.remove(chosen)
            way.quests.append(chosen)
            need = box.need[chosen]
            items = max(0, need.items - crafted)
            before = len(way.items)
            way.cost += need.ap + INCIDENT * max(0, need.incidents - incidents)
            way.cost += FAVOR_UNIT * max(0, need.favor - favor)
            way.cost += HOUSE_COUNTED * max(0, need.houses - numbers[RAIDED + seat])
            named = [(kind, asked) for kind, asked in enumerate(need.kinds) if asked]
            for kind, asked in named:
                more = asked - way.left[kind]
                if more > 0:
                    way.cost += more * self.price[kind] * NAMED
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
        price = RACE + need.ap + INCIDENT * max(0, need.incidents - incidents)
        price += SP_PRICE * max(0, need.sp - sp) + ITEM * max(0, need.items - crafted)
        price += FAVOR_UNIT * max(0, need.favor - favor)
        price += HOUSE_COUNTED * max(0, need.houses - s.numbers[RAIDED + self.seat])
        spare = 0
        for kind in range(TOKEN_KINDS):
            asked = need.kinds[kind]
            held = way.left[kind]
            if asked > held:
                price += (asked - held) * self.price[kind] * NAMED
            else:
                spare += held - asked
        return price + ANY * max(0, need.any - spare)

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
                way.cost += ANY
            else:
                way.left[chosen] -= 1

    def gate(self, way: Way) -> None:
        """The fee is more than the AP of a round: cards must give the rest."""
        lore = self.lore
        short = self.fee_short - self.card_ap - way.ap
        open_items = [card for card in self.items if lore.ap[card] and card not in way.items]
        while short > 0:
            best, chosen, paid = LACKING_AP, -1, LACKING_AP
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
        each = GATE_AP if self.short_of_fee else CARD_AP
        worth = lore.worth[card] + each * lore.ap[card] + 3.2 * lore.skill[card]
        liked = self.weights[FAVOR_WAY]
        return worth + lore.favor[card] * (0.8 + 2.6 * liked)


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
    left = 0.0 if s.numbers[PASSED + seat] else 0.85 * s.numbers[AP + seat]
    return max(0.0, plan.cost) - left
