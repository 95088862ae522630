"""What the deeds of a turn in Raid & Trade bring for their AP: raids, crafts, the Outpost, rivals."""

from __future__ import annotations

from typing import Final

from duskhall.bots.values.raid_and_trade_plan import (
    FAVOR_WAY,
    QUEST_WAY,
    SKILL_WAY,
    Lore,
    Plan,
    plan_of,
    to_go,
    tokens_of,
)
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    AP_MOST,
    AT,
    ATTACK_AP,
    BARRICADE,
    BORDER,
    CHARACTER,
    DISC,
    DISC_AP,
    ENTER_AP,
    FAVOR,
    FREE,
    GUNS,
    HIT,
    HOUSE,
    MARKET_TOKENS,
    MOVE_OVER,
    MOVED,
    NOT_MOVED,
    OUTPOST_OFF,
    PASSED,
    RAID_DRAW,
    ROUND,
    SECTIONS,
    SP,
    SPENT,
    STORM_AP,
    STORM_BLACKLIST,
    TILE,
    TOKEN_KINDS,
    TRADER,
    WAITS,
    WIN,
)
from duskhall.games.raid_and_trade.rules.combat import can_attack
from duskhall.games.raid_and_trade.rules.raid import barred
from duskhall.games.raid_and_trade.state import Ruin

# All in AP.
FINE: Final = 32  # crossings that count less than 1 AP
AT_LEAST: Final = 0.05
LEAD: Final = 4  # points that a rival may still make of what is left of a round
MARKET_LIKED: Final = 0.0
MARKET_FEW: Final = 6  # tokens that are missing at most when one thinks of the trader


class Option:
    """Something to do, and how much better it is than doing nothing."""

    def __init__(self, score: float, move: Move) -> None:
        self.score: Final = score
        self.move: Final = move


def points_of(s: Ruin, seat: Seat) -> int:
    """RT-76 The points of a seat, but for its AP."""
    favor = s.numbers[FAVOR + seat]
    return 2 * s.numbers[SP + seat] + (2 * favor if favor > 0 else favor) + 3 * s.quests(seat)


class Deeds:
    """One seat's own turn, looked at once: what each deed would bring."""

    def __init__(self, lore: Lore, s: Ruin, seat: Seat, plan: Plan | None = None) -> None:
        self.lore: Final = lore
        self.prices: Final = lore.prices
        self.s: Final = s
        self.seat: Final = seat
        self.box: Final = lore.box
        self.ap: Final = s.numbers[AP + seat]
        self.plan: Final = plan if plan is not None else plan_of(lore, s, seat)
        self.legal: Final = s.legal_moves(seat)
        self.rivals: list[Plan] = []
        # All is there for the gate: AP are only waited for.
        self.is_done: Final = s.goal(seat) > 0 and not self.plan.short_of_fee
        # RT-76: without a house, too, this round is the last one.
        self.houses: Final = s.houses()
        self.is_last: Final = s.numbers[ROUND] >= self.box.round_limit or not self.houses
        self.offers = lore.trades  # whether offers are thought of, which takes long
        self.found: list[Option] = []
        self.raid_rate = -1.0  # not looked at yet
        self.worths: list[float] = []  # by colour: of raiding such a house

    def add(self, score: float, move: Move) -> None:
        if score > 0:
            self.found.append(Option(score, move))

    def leads(self) -> bool:
        """RT-76 Whether points would decide for this seat, whoever spends what is left of the AP."""
        points = [points_of(self.s, seat) for seat in range(self.s.box.players)]
        own = points.pop(self.seat)
        return own > max(points) + LEAD

    # Ways and houses

    def left(self, spent: int) -> float:
        """What the AP of this round are worth less when so many are spent."""
        after = max(0, self.ap - spent)
        worth = self.prices.ap_left
        less = worth[min(after, AP_MOST)] - worth[min(self.ap, AP_MOST)]
        return less * self.rate()

    def rate(self) -> float:
        """What an AP brings in the best sort of raid, at most itself."""
        if self.raid_rate < 0:
            best = 0.25
            for colour in range(len(self.box.raid_price)):
                self.worths.append(self.house_worth(colour))
                best = max(best, self.worths[colour] / (self.box.raid_price[colour] + 1))
            self.raid_rate = min(1.0, best)
        return self.raid_rate

    def walk(self, target: int) -> Move | None:
        """The first crossing of the cheapest way."""
        s = self.s
        here = s.numbers[AT + self.seat]
        if here == target:
            return None
        # Of ways that cost the same the one with fewer crossings, so that free ones never go round.
        border, barricade = s.changed[BORDER], max(0, s.changed[BARRICADE])
        far = s.city.distances(border * FINE + 1, barricade * FINE + 1)
        best, chosen = 9_999, -1
        for section, is_border in s.city.beside[here]:
            price = s.crossing_price(section, is_border) * FINE + 1 + far[section][target]
            if price < best:
                best, chosen = price, section
        move = self.box.crosses[chosen]
        return move if move in self.legal else None

    def walk_to(self, square: int) -> int:
        """AP of the shortest way to where this square can be raided from."""
        s = self.s
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))
        near = self.box.tiles.squares[square].near
        return min([far[s.numbers[AT + self.seat]][section] for section in near])

    def house_worth(self, colour: int) -> float:
        """What raiding such a house brings."""
        s, plan, lore = self.s, self.plan, self.lore
        bag = s.bag()
        total = sum(bag)
        if not total:
            return 0.0
        each = 0.0
        tokens = lore.loot[colour] + s.changed[RAID_DRAW]
        for kind in range(TOKEN_KINDS):
            expected = tokens * bag[kind] / total
            if expected:
                wanted = 0.0
                for number, way in enumerate(plan.ways):
                    fill = min(1.0, (way.lack[kind] + 0.3 * way.any_lack) / expected)
                    price = plan.price[kind] if way.lack[kind] else self.prices.any
                    wanted += plan.weights[number] * (fill * price + (1 - fill) * self.prices.spare)
                each += expected * wanted
        asks = 0
        for quest in plan.ways[QUEST_WAY].quests:
            asks = max(asks, self.box.need[quest].houses)
        counted = 0.8 * plan.weights[QUEST_WAY] if asks else 0.0
        return each + lore.finds[colour] + counted

    def best_house(self, off: int) -> tuple[float, int, int, int] | None:
        """The best raid of this turn: its score, the way, the square and where one raids from."""
        s, seat, numbers = self.s, self.seat, self.s.numbers
        here = numbers[AT + seat]
        inside = s.is_inside(seat)
        may_walk = numbers[MOVED] != MOVE_OVER
        if inside and numbers[MOVED] != NOT_MOVED:
            return None
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))[here]
        self.rate()
        worths = self.worths
        best: tuple[float, int, int, int] | None = None
        for square, place in enumerate(self.box.tiles.squares):
            colour = numbers[HOUSE + square] - 1
            if colour < 0 or barred(s, seat, colour):
                continue
            price = max(0, self.box.raid_price[colour] - off)
            for section in place.near:
                if inside:
                    walk = 0
                    if section not in s.beside_outpost():
                        continue
                elif section == here:
                    walk = 0
                elif may_walk:
                    walk = max(0, far[section] - numbers[FREE])
                else:
                    continue
                if walk + price > self.ap:
                    continue
                score = worths[colour] + self.left(walk + price)
                if numbers[HOUSE + square] and s.places[TILE + place.tile]:
                    score += 0.1
                if best is None or score > best[0]:
                    best = score, walk, square, section
        return best

    # Crafts and training

    def craft_score(self, item: int) -> float:
        plan, s = self.plan, self.s
        price = plan.craft_ap
        if s.goal(self.seat) and (self.is_done or not self.lore.ap[item]):
            return 0.0
        if item not in plan.way.items:
            lost = 0.0
            for kind, count in enumerate(self.box.cost[item]):
                lost += plan.keep[kind] * count
            gain = self.box.sp[item] * self.prices.sp * plan.weights[
                SKILL_WAY
            ] + 0.6 * plan.card_worth(item)
            return gain - lost - price
        if not price and self.would_end_the_round():
            return AT_LEAST / 2
        score = self.prices.crafting + price + self.left(price) + 0.1 * self.box.sp[item]
        if plan.way.cost <= self.ap + 6:
            score += self.prices.last_steps
        return score

    def would_end_the_round(self) -> bool:
        """Whether this turn counts as waiting, like that of all who have not passed."""
        numbers = self.s.numbers
        active = [seat for seat in range(self.box.players) if not numbers[PASSED + seat]]
        return not numbers[SPENT] and numbers[WAITS] + 1 >= len(active)

    def disc_score(self, disc: int) -> float:
        plan, s = self.plan, self.s
        value = self.box.discs[disc]
        short = self.box.goals[1] - s.numbers[FAVOR + self.seat] - plan.card_favor
        useful = min(value, max(0, short))
        liked = plan.weights[FAVOR_WAY]
        gain = useful * self.prices.disc_favor * liked + value * self.prices.denied * (1 - liked)
        if plan.best == FAVOR_WAY and plan.way.discs:
            gain = max(gain, DISC_AP + 1.0)  # inside there is little else to do with them
        return gain + self.left(DISC_AP - s.numbers[OUTPOST_OFF]) + 1.0

    def train_score(self) -> float:
        s, plan = self.s, self.plan
        price = s.training_price()
        if s.goal(self.seat):
            return 0.0
        if plan.way.trained:
            return price + 1.0 + self.left(price)
        gain = self.prices.sp * plan.weights[SKILL_WAY]
        # Nothing else may be there to do with them in here.
        return gain - 0.2 * price if self.ap < DISC_AP else gain + self.left(price)

    # The Black Market

    def market_score(self, kind: int) -> float:
        """Four tokens for one: by what the plan then still asks for."""
        s, plan = self.s, self.plan
        if not plan.way.lack[kind] or self.is_done:
            return 0.0
        have = tokens_of(s, self.seat)
        left = plan.way.left[:]
        for _ in range(MARKET_TOKENS):
            best = -1
            for each in range(TOKEN_KINDS):
                if have[each] and each != kind:
                    if best < 0 or left[each] > left[best]:
                        best = each
            if best < 0:
                return 0.0
            left[best] -= 1
            have[best] -= 1
        have[kind] += 1
        after = Plan(self.lore, s, self.seat, have, plan.items)
        return plan.cost - after.cost + MARKET_LIKED

    def to_market(self) -> None:
        """To the trader, where four spare tokens buy what is hard to draw."""
        s, seat, plan, numbers = self.s, self.seat, self.plan, self.s.numbers
        tile = self.box.tiles.market
        if s.is_inside(seat) or s.tile(seat) == tile or numbers[MOVED] == MOVE_OVER:
            return
        if sum(plan.way.left) < MARKET_TOKENS or sum(plan.way.lack) > MARKET_FEW:
            return
        if numbers[MOVED] and not min(s.changed[BORDER], s.changed[BARRICADE]):
            return
        bag = s.bag()
        best = 0.0
        for kind in self.box.traders[numbers[TRADER]]:
            if bag[kind] and plan.way.lack[kind]:
                best = max(best, self.market_score(kind))
        if best <= 0:
            return
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))
        here = numbers[AT + seat]
        walk, target = 99, -1
        for section in range(tile * SECTIONS, tile * SECTIONS + SECTIONS):
            if s.city.exists[section] and far[here][section] < walk:
                walk, target = far[here][section], section
        if target < 0 or walk + 1 > self.ap:
            return
        step = self.walk(target)
        if step is not None:
            self.add(best + self.left(walk + 1), step)

    # The Outpost

    def waits_beside(self) -> bool:
        """Whether one has come here to enter the Outpost, which takes a move of its own."""
        s, seat, numbers = self.s, self.seat, self.s.numbers
        if numbers[MOVED] == NOT_MOVED or s.is_inside(seat):
            return False
        if numbers[AT + seat] not in s.beside_outpost() or (s.insiders() and not s.shared):
            return False
        gain, price = self.outpost_deed()
        return gain > 0 and self.ap >= ENTER_AP + price

    def outpost_deed(self) -> tuple[float, int]:
        """What the next deed in the Outpost would bring, and its AP; nothing where none is wanted."""
        s, seat, plan, numbers = self.s, self.seat, self.plan, self.s.numbers
        if s.goal(seat):
            return 0.0, 0
        if plan.best == FAVOR_WAY:
            free = (
                []
                if not plan.way.discs
                else [
                    self.box.discs[disc]
                    for disc in range(len(self.box.discs))
                    if not numbers[DISC + disc]
                ]
            )
            if free:
                return max(free) * self.prices.disc_favor * plan.weights[FAVOR_WAY], DISC_AP
        elif plan.way.trained and plan.train_ap:
            return plan.train_ap + 1.0, plan.train_ap
        return 0.0, 0

    def outpost(self) -> None:
        s, seat, numbers = self.s, self.seat, self.s.numbers
        gain, price = self.outpost_deed()
        if s.is_inside(seat) or gain <= 0:
            return
        beside = s.beside_outpost()
        here = numbers[AT + seat]
        if here in beside:
            for move in self.legal:
                if move.verb == "enter":
                    if self.ap >= ENTER_AP + price and not numbers[ACTED]:
                        self.add(gain + self.left(ENTER_AP + price), move)
                    elif self.ap < ENTER_AP + 6:
                        self.add(0.9 * ENTER_AP + self.left(ENTER_AP), move)
            return
        if numbers[MOVED] == MOVE_OVER or (s.insiders() and not s.shared):
            return
        if numbers[MOVED] and not min(s.changed[BORDER], s.changed[BARRICADE]):
            return  # where walking is free one must not change one's mind for ever
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))[here]
        best, target = 99, -1
        for section in beside:
            if far[section] < best:
                best, target = far[section], section
        rest = self.ap - best
        if rest < 0:
            return
        if rest >= ENTER_AP + price:
            score = gain + self.left(best + ENTER_AP + price)
        else:  # to begin the next round beside it
            score = 0.7 * best + self.left(best) if rest < 7 else 0.0
        step = self.walk(target)
        if step is not None:
            self.add(score, step)

    def go_out(self) -> None:
        """Out of the Outpost, when there is nothing more to be had in it."""
        if self.outpost_deed()[0] > 0:
            return
        if self.is_done or self.s.numbers[MOVED] != NOT_MOVED:
            return
        leaves = [move for move in self.legal if move.verb == "leave"]
        if leaves:
            self.add(AT_LEAST, leaves[0])

    # Rivals

    def rival(self, other: Seat) -> Plan:
        if not self.rivals:
            for seat in range(self.box.players):
                self.rivals.append(
                    self.plan if seat == self.seat else plan_of(self.lore, self.s, seat, False)
                )
        return self.rivals[other]

    def hurt(self, other: Seat) -> float:
        """How much of what a rival loses is gained: more of who is about to win."""
        theirs = to_go(self.rival(other), self.s)
        for seat in range(self.box.players):
            if seat not in (other, self.seat) and to_go(self.rival(seat), self.s) < theirs:
                return self.prices.hurt
        share = (self.prices.near - theirs) / self.prices.near
        return self.prices.hurt + (self.prices.hurt_leader - self.prices.hurt) * max(
            0.0, min(1.0, share)
        )

    def hunts(self) -> None:
        """To a rival in the Outpost, or with a credit disc, to take what leads them to the gate."""
        s, seat, numbers = self.s, self.seat, self.s.numbers
        if numbers[MOVED] == MOVE_OVER or s.is_inside(seat) or not s.may_attack():
            return
        if numbers[MOVED] and not min(s.changed[BORDER], s.changed[BARRICADE]):
            return
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))[numbers[AT + seat]]
        if s.insiders() and not s.shared:
            for section in s.beside_outpost():
                walk = far[section]
                if walk and walk + STORM_AP <= self.ap:
                    self.go_for(self.storm_score(walk), section)
        if can_attack(s, seat):
            for other in range(self.box.players):
                if other == seat or s.is_inside(other) or s.best_disc(other) < 0:
                    continue
                section = numbers[AT + other]
                walk = far[section]
                if walk and walk + ATTACK_AP <= self.ap:
                    self.go_for(self.attack_score(other, walk), section)

    def go_for(self, score: float, section: int) -> None:
        step = self.walk(section) if score > 0 else None
        if step is not None:
            self.add(score, step)

    def storm_score(self, walk: int = 0) -> float:
        s, plan = self.s, self.plan
        occupant = s.insiders()[0]
        rival = self.rival(occupant)
        tokens = min(3, s.tokens(occupant))
        liked = rival.weights[FAVOR_WAY]
        harm = 1.15 * self.prices.stolen * tokens + (ENTER_AP + DISC_AP) * liked
        black = STORM_BLACKLIST * (self.prices.storm_black + 3.0 * plan.weights[FAVOR_WAY])
        if s.numbers[FAVOR + self.seat] <= -3:
            black += 3.0
        gain = (
            self.prices.stolen * tokens
            + max(self.hurt(occupant), self.prices.contested * liked) * harm
            - black
        )
        if plan.best == FAVOR_WAY:
            gain += 3.0
        return gain + self.left(STORM_AP + walk)

    def attack_score(self, other: Seat, walk: int = 0) -> float:
        s, seat, plan = self.s, self.seat, self.plan
        chance = self.chance(other)
        tokens = min(5, s.tokens(other))
        best = s.best_disc(other)
        spoils = self.prices.stolen * tokens * (1.0 + 0.8 * self.hurt(other))
        if best >= 0:
            value = self.box.discs[best]
            rival = self.rival(other)
            taken = value * (self.prices.disc_favor * plan.weights[FAVOR_WAY] + 0.3)
            liked = rival.weights[FAVOR_WAY]
            taken += value * 3.0 * liked * max(self.hurt(other), self.prices.contested)
            spoils = max(spoils, taken)
        cost = plan.keep[GUNS] if s.has(seat, GUNS) else 1.0
        return chance * spoils + 0.7 - cost + self.left(ATTACK_AP + walk)

    def chance(self, other: Seat) -> float:
        """That an attack on this rival succeeds, if they defend where they can."""
        s = self.s
        mine = self.box.dice[s.places[CHARACTER + self.seat][0]]
        hits = sum([face[0] in (HIT, WIN) for face in mine]) / len(mine)
        if s.has(other, GUNS) and s.numbers[AP + other] >= 3:
            return hits * 0.65
        return hits

    # The rest of a round

    def stroll(self) -> None:
        """With AP that nothing else needs, towards the next house."""
        s, seat, numbers = self.s, self.seat, self.s.numbers
        if self.is_done or not self.ap:
            return
        if numbers[MOVED] and not min(s.changed[BORDER], s.changed[BARRICADE]):
            return
        here = numbers[AT + seat]
        far = s.city.distances(s.changed[BORDER], max(0, s.changed[BARRICADE]))
        self.rate()
        worths = self.worths
        best, target, near = -1.0, -1, 0
        for square, place in enumerate(self.box.tiles.squares):
            colour = numbers[HOUSE + square] - 1
            if colour >= 0 and not barred(s, seat, colour):
                for section in place.near:
                    walk = far[here][section]
                    score = worths[colour] - 0.9 * (self.box.raid_price[colour] + walk)
                    if target < 0 or score > best:
                        best, target, near = score, section, walk
        if target >= 0 and 0 < near <= self.ap:
            step = self.walk(target)
            if step is not None:
                self.add(self.prices.walk_saved * near, step)
