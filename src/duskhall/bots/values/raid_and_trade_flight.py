"""A bot's own turn in Escape the City: ahead of the fire, past the guards, to the helicopter."""

from __future__ import annotations

from typing import Final

from duskhall.bots.values.raid_and_trade_deeds import Option
from duskhall.bots.values.raid_and_trade_plan import Lore, added
from duskhall.bots.values.raid_and_trade_squad import PLAIN, SKILL, Squad
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.cards import (
    CLEAR_BLACKLIST,
    CRAFT_FREE,
    DRAIN_AP,
    DRAW_RESOURCES,
    GAIN_AP,
    GAIN_FAVOR,
    MOVE_FREE,
    PICK_RESOURCES,
    RESTORE_ITEM,
    STEAL_RESOURCES,
    SWAP_RESOURCES,
)
from duskhall.games.raid_and_trade.escape import guards_of
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    AT,
    ATTACK_AP,
    BARRICADE,
    BORDER,
    FREE,
    GUARD,
    GUNS,
    HELIPAD,
    HOUSE,
    ITEMS,
    MARKET_TOKENS,
    MOVE_OVER,
    MOVED,
    NOT_MOVED,
    NOWHERE,
    OFFERS,
    ON_RAID,
    PASSED,
    SECTIONS,
    TOKEN_KINDS,
)
from duskhall.games.raid_and_trade.rules.raid import barred, discount
from duskhall.games.raid_and_trade.rules.turn import END, PASS_ROUND
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import MOST_THINGS, Terms, may_deal
from duskhall.games.raid_and_trade.terms import price as trade_price

# All in AP.
GIVES: Final = 1000.0  # what leads to the flight
FREE_FIRST: Final = 500.0  # what costs no AP comes before what does
FIGHTS: Final = 200.0
FLEES: Final = 100.0
LEADS: Final = 80.0
RATE: Final = 0.45  # of an AP that a raid or a way to it takes
CRAFT_AP: Final = 0.6
CAUTION: Final = 0.1  # less chance to beat a guard that makes one lead, for each adrenaline over
CALM: Final = 6  # so much, at which one does something about it
OFFERS_TRIED: Final = 1  # a turn
MOST_GIVEN: Final = MOST_THINGS - 2  # in one trade
HOPE: Final = 1.0  # guards that guns should beat, for each that is there


class Flight:
    """One seat's own turn in Escape the City."""

    def __init__(self, lore: Lore, s: Ruin, seat: Seat) -> None:
        self.lore: Final = lore
        self.s: Final = s
        self.seat: Final = seat
        self.box: Final = lore.box
        self.squad: Final = Squad(lore, s, seat)
        self.ap: Final = s.numbers[AP + seat]
        self.legal: Final = s.legal_moves(seat)
        self.tile: Final = s.tile(seat)
        self.at: Final = self.squad.at(seat)
        self.next: Final = self.squad.next_tile(seat)
        self.held: Final = bool(self.squad.guards(self.tile))
        self.found: list[Option] = []
        held = [bool(guards_of(s, tile)) for tile in range(len(self.box.tiles.tiles))]
        here = s.numbers[AT + seat]
        border, barricade = s.changed[BORDER], max(0, s.changed[BARRICADE])
        far, before = s.city.ways(here, border, barricade, held)
        self.far: Final = far
        self.before: Final = before

    def add(self, score: float, move: Move | None) -> None:
        if score > 0 and move is not None:
            self.found.append(Option(score, move))

    def options(self) -> list[Option]:
        """What may be worth doing, the best first; the last of it ends the turn."""
        self.give()
        self.cards()
        if not self.s.numbers[ACTED]:
            self.fight()
            self.raids()
            self.crafts()
            self.market()
            self.offer()
        self.walk()
        self.found.sort(key=by_score)
        self.found.append(Option(0.0, self.ending()))
        return self.found

    # The helicopter

    def give(self) -> None:
        """All that one has of what is needed."""
        kinds: list[int] = []
        for move in self.legal:
            if move.verb == "give":
                kind = move.about[0]
                kinds += [kind] * min(self.squad.need[kind], self.s.has(self.seat, kind))
            elif move.verb == "give_sp":
                self.add(GIVES + move.about[0], move)
        if kinds:
            self.add(2 * GIVES, Move("give", *kinds))

    # Cards

    def cards(self) -> None:
        for move in self.legal:
            if move.verb == "use":
                self.add(self.use_score(move.about[0]), move)

    def use_score(self, card: int) -> float:
        """Cards of one's own turn; nobody harms another who flees."""
        score = 0.0
        ap = self.lore.ap[card]
        for effect in self.box.effects[card]:
            verb = effect.verb
            if verb in (DRAIN_AP, STEAL_RESOURCES):
                return 0.0
            if verb in (PICK_RESOURCES, DRAW_RESOURCES, CRAFT_FREE):
                score += FREE_FIRST
            elif verb == RESTORE_ITEM:
                score += 1.0
            elif verb == SWAP_RESOURCES:
                score += 0.5 if self.spare() >= effect.n else 0.0
            elif verb in (GAIN_FAVOR, CLEAR_BLACKLIST) and not ap:
                black = self.squad.adrenaline(self.seat)
                score += FREE_FIRST if black >= min(4, effect.n + 1) else 0.0
            elif verb == MOVE_FREE and self.s.numbers[MOVED] == NOT_MOVED:
                score += FREE_FIRST if self.walks_on(effect.n) else 0.0
            elif verb == GAIN_AP:
                score += self.ap_score(effect.n, bool(self.lore.favor[card]))
        if not self.box.once[card] and ap and self.ap + ap <= 15:
            score += FREE_FIRST
        return score

    def ap_score(self, n: int, calms: bool) -> float:
        """AP are used where they make the difference; at the end, wherever they are of use."""
        after = self.ap + n
        if calms and self.squad.adrenaline(self.seat) >= CALM:
            return FREE_FIRST
        if self.can_fight_with(after) and self.ap < ATTACK_AP <= after:
            return FREE_FIRST
        price = self.way_on()
        if self.at == 0 and self.ap < price <= after and not self.held:
            return FREE_FIRST
        if len(self.squad.tiles) <= 2 and self.ap <= 13:
            return 2.0
        return 0.0

    def can_fight_with(self, ap: int) -> bool:
        return self.held and ap >= ATTACK_AP and self.squad.guns(self.seat) > 0

    def walks_on(self, free: int) -> bool:
        """Whether a card for walking is of use now: where the way on is clear, or must be taken."""
        if self.s.numbers[FREE] or self.held or self.next == NOWHERE:
            return False
        return self.way_on() >= free and (self.at == 0 or not self.squad.guards(self.next))

    def spare(self) -> int:
        """Tokens that nobody needs."""
        count = 0
        for kind in range(TOKEN_KINDS):
            if self.squad.keep(kind) <= PLAIN:
                count += self.s.has(self.seat, kind)
        return count

    # Guards

    def fight(self) -> None:
        """The guards of this tile: from here, or from where one can walk to."""
        squad, numbers = self.squad, self.s.numbers
        if not self.held or not squad.guns(self.seat):
            return
        mine = squad.kill[self.seat]
        better = [other for other in squad.fighters(self.tile) if squad.kill[other] > mine]
        if better and squad.comes_in_time(better):
            return
        for guard in squad.guards(self.tile):
            square = numbers[GUARD + guard]
            score = FIGHTS + (1.0 if squad.is_laden(square) else 0.0)
            # A laden guard that is driven off to another laden one on the helipad is the end.
            if self.next == HELIPAD and squad.is_laden(square) and squad.laden(HELIPAD):
                if self.at > 0:
                    continue
                score = 1.0
            move = Move("fight", square)
            if move in self.legal:
                self.add(score, move)
                continue
            for section in self.box.tiles.squares[square].near:
                if self.far[section] + ATTACK_AP <= self.ap and numbers[MOVED] != MOVE_OVER:
                    self.add(score - 5.0 - self.far[section], self.step(section))

    # Ways

    def way_on(self) -> int:
        """AP to the nearest section of the next tile."""
        return self.way_to(self.next)[0]

    def way_to(self, tile: int) -> tuple[int, int]:
        """AP to the nearest section of a tile, and which it is."""
        best, target = 99, NOWHERE
        if tile != NOWHERE:
            for section in range(tile * SECTIONS, tile * SECTIONS + SECTIONS):
                if self.s.city.exists[section] and self.far[section] < best:
                    best, target = self.far[section], section
        return max(0, best - self.s.numbers[FREE]), target

    def step(self, target: int) -> Move | None:
        """The first crossing of the cheapest way."""
        here = self.s.numbers[AT + self.seat]
        if target in (here, NOWHERE) or self.far[target] > 99:
            return None
        while self.before[target] not in (here, NOWHERE):
            target = self.before[target]
        move = self.box.crosses[target]
        return move if move in self.legal else None

    def reserve(self, tile: int) -> int:
        """AP that one keeps for the way on from a tile: the fire comes, and guards may wait there."""
        squad = self.squad
        if tile not in squad.tiles or squad.tiles.index(tile) > 0 or len(squad.tiles) < 2:
            return 0
        ahead = squad.tiles[1]
        price = squad.price(ahead) + self.barricades(tile)
        if squad.guards(tile):
            return price + (ATTACK_AP if squad.guns(self.seat) else 0)
        if squad.guards(ahead) and squad.guns(self.seat):
            return price + ATTACK_AP
        return price

    def barricades(self, tile: int) -> int:
        """AP for barricades on the way through a tile."""
        return 1 if self.box.tiles.tiles[tile].barricades else 0

    def leader(self) -> Seat:
        """Who should enter the next, guarded tile first; -1, if nobody can."""
        squad, numbers = self.squad, self.s.numbers
        guards = len(squad.guards(self.next))
        if not squad.pool:
            return NOWHERE
        best, chosen = -99.0, NOWHERE
        for other in squad.alive:
            if numbers[PASSED + other] or self.s.tile(other) != self.tile:
                continue
            if numbers[AP + other] < squad.price(self.next) + ATTACK_AP + 1:
                continue
            score = squad.kill[other] + 0.05 * min(2, squad.cards[other])
            score -= CAUTION * max(0, squad.adrenaline(other) + guards - CALM)
            if score > best:
                best, chosen = score, other
        return chosen

    def walk(self) -> None:
        """On to the next tile: out of the fire, ahead of the others, or behind them."""
        squad, s = self.squad, self.s
        if s.numbers[MOVED] == MOVE_OVER or self.held or self.next == NOWHERE:
            return
        price, target = self.way_to(self.next)
        if price > self.ap:
            return
        step = self.step(target)
        if not squad.guards(self.next):
            self.add(FLEES if self.at == 0 and self.is_late(price) else 1.0, step)
            return
        if squad.comes_in_time(squad.fighters(self.next)):
            return  # somebody is there already
        leader = self.leader()
        if leader == self.seat and (self.at == 0 or self.is_worth_it()):
            self.enter(LEADS if self.at == 0 else 0.5, price, step)
        elif self.at == 0 and not squad.comes_in_time([leader]):
            self.enter(0.6, price, step)

    def enter(self, score: float, price: int, step: Move | None) -> None:
        """To the guards of the helipad one goes without tokens, if somebody keeps them meanwhile."""
        stash = self.stash(price)
        self.add(score, step if stash is None else stash)

    def stash(self, price: int) -> Move | None:
        """All one's tokens for an item of who stays behind or is there already."""
        s, seat, squad = self.s, self.seat, self.squad
        have = s.tokens(seat)
        if (
            self.next != HELIPAD
            or not have
            or s.numbers[ACTED]
            or s.numbers[OFFERS + seat] >= OFFERS_TRIED
        ):
            return None
        if s.numbers[MOVED] or not self.lore.trades:
            return None
        best, chosen = -1, NOWHERE
        for other in squad.alive:
            if may_deal(s, seat, other) is not None:
                continue
            cost = trade_price(s, seat, other)
            if other == seat or self.ap < price + 2 * cost or not s.places[ITEMS + other]:
                continue
            safe = 20 if s.tile(other) == self.next else 0
            if safe + s.numbers[AP + other] > best:
                best, chosen = safe + s.numbers[AP + other], other
        if chosen == NOWHERE:
            return None
        give: list[int] = []
        for kind in range(TOKEN_KINDS):
            give += [kind] * s.has(seat, kind)
        take = self.least_item(chosen)
        return Move("trade", chosen, *Terms(tuple(give[:MOST_GIVEN]), (take,)).numbers())

    def least_item(self, seat: Seat) -> int:
        """Of a seat's uncrafted items the one worth least."""
        best, chosen = 99.0, NOWHERE
        for item in self.s.places[ITEMS + seat]:
            worth = self.squad.card_worth(item) + self.box.sp[item]
            if worth < best:
                best, chosen = worth, item
        return chosen

    def is_worth_it(self) -> bool:
        """Whether to go ahead although nothing presses: not to the helipad without guns enough."""
        squad = self.squad
        if self.next != HELIPAD:
            return True
        hope = 0.0
        for other in squad.alive:
            hope += squad.kill[other] * squad.guns(other)
        return hope >= HOPE * len(squad.guards(HELIPAD))

    def is_late(self, price: int) -> bool:
        """Whether there is nothing to be raided here that leaves the AP for the way on."""
        return self.ap - price < min(self.box.raid_price)

    # Raids

    def loot(self, colour: int) -> float:
        """What raiding such a house brings."""
        bag = self.s.bag()
        total = sum(bag)
        if not total:
            return 0.0
        each = 0.0
        for kind in range(TOKEN_KINDS):
            each += bag[kind] / total * self.squad.worth[kind]
        return each * self.lore.loot[colour] + 0.6 * self.lore.finds[colour]

    def raids(self) -> None:
        s, seat, squad = self.s, self.seat, self.squad
        here = s.numbers[AT + seat]
        card, off = NOWHERE, 0
        for ready in s.cards_for(seat, ON_RAID):
            if discount(s, ready) > off:
                card, off = ready, discount(s, ready)
        worths = [self.loot(colour) for colour in range(len(self.box.raid_price))]
        best, chosen, where = 0.0, NOWHERE, NOWHERE
        for square, place in enumerate(self.box.tiles.squares):
            if place.tile not in squad.tiles or s.is_guarded(square):
                continue
            colour = s.numbers[HOUSE + square] - 1
            if colour < 0 or barred(s, seat, colour):
                continue
            if place.tile != self.tile and (squad.guards(place.tile) or self.held):
                continue
            for section in place.near:
                way = max(0, self.far[section] - s.numbers[FREE])
                if section != here and s.numbers[MOVED] == MOVE_OVER:
                    continue
                spent = way + max(0, self.box.raid_price[colour] - off)
                if spent + self.reserve(place.tile) > self.ap:
                    continue
                score = worths[colour] - RATE * spent
                if score > best:
                    best, chosen, where = score, square, section
        if chosen == NOWHERE:
            return
        if where != here:
            self.add(best, self.step(where))
        elif card != NOWHERE:
            self.add(best, Move("raid", chosen, card))
        else:
            self.add(best, self.box.raid_moves[chosen])

    # Crafts, the market, trades

    def crafts(self) -> None:
        for move in self.legal:
            if move.verb == "craft":
                self.add(self.craft_score(move.about[0]) - 1.0 * (len(move.about) - 1), move)

    def craft_score(self, item: int) -> float:
        squad = self.squad
        if self.reserve(self.tile) + 1 > self.ap:
            return 0.0
        price = CRAFT_AP
        for kind, count in enumerate(self.box.cost[item]):
            price += squad.keep(kind) * count
        gain = squad.card_worth(item)
        gain += SKILL * min(squad.short_sp, self.box.sp[item])
        return gain - price

    def market(self) -> None:
        """Four tokens for a gun, or for what the helicopter needs."""
        squad, s = self.squad, self.s
        if self.reserve(self.tile) + 1 > self.ap:
            return
        for move in self.legal:
            if move.verb != "market":
                continue
            held: list[float] = []
            for kind in range(TOKEN_KINDS):
                if kind != move.about[0]:
                    held += [squad.keep(kind)] * s.has(self.seat, kind)
            held.sort()
            if len(held) >= MARKET_TOKENS:
                price = added(held[:MARKET_TOKENS])
                self.add(squad.worth[move.about[0]] - price - CRAFT_AP, move)

    def offer(self) -> None:
        """Before a guard, one asks for the guns of who cannot use them now."""
        squad, s, seat = self.squad, self.s, self.seat
        if not self.held or squad.guns(seat) or not self.lore.trades:
            return
        if s.numbers[OFFERS + seat] >= OFFERS_TRIED:
            return
        give = self.cheapest()
        if give == NOWHERE:
            give = self.least_item(seat)
        best, chosen, count = 0, NOWHERE, 0
        for other in squad.alive:
            if other == seat or may_deal(s, seat, other) is not None or give == NOWHERE:
                continue
            rest = self.ap - trade_price(s, seat, other)
            guns = s.has(other, GUNS)
            if rest >= ATTACK_AP and guns > best and should_lend(squad, other, seat):
                best, chosen, count = guns, other, min(guns, rest // ATTACK_AP)
        if chosen != NOWHERE:
            terms = Terms((give,), (GUNS,) * count)
            self.add(FIGHTS - 1, Move("trade", chosen, *terms.numbers()))

    def cheapest(self) -> int:
        best, chosen = 99.0, NOWHERE
        for kind in range(TOKEN_KINDS):
            if kind != GUNS and self.s.has(self.seat, kind) and self.squad.keep(kind) < best:
                best, chosen = self.squad.keep(kind), kind
        return chosen

    # The end of a turn

    def ending(self) -> Move:
        """End the turn while something may still be done in the round, else pass."""
        s = self.s
        if END not in self.legal:
            return PASS_ROUND
        numbers = s.numbers
        if not (numbers[ACTED] or numbers[MOVED]):  # it waits for others, as long as any is there
            others = [
                other
                for other in self.squad.alive
                if other != self.seat and not numbers[PASSED + other]
            ]
            return END if others and self.waits() else PASS_ROUND
        later = s.clone()
        later.numbers[ACTED], later.numbers[MOVED] = 0, NOT_MOVED
        later.waiting, later.offered = [], []
        later.agenda[-1].offer(later)
        if not later.waiting:
            return PASS_ROUND
        turn = Flight(self.lore, later, self.seat)
        return END if turn.options()[0].score > 0 or turn.waits() else PASS_ROUND

    def waits(self) -> bool:
        """Whether the AP left may still be of use, when others have done their part."""
        if self.held and self.squad.pool and self.ap >= ATTACK_AP:
            return True
        if self.next == NOWHERE:
            return False
        if self.held:
            return self.ap >= self.squad.price(self.next)
        return self.ap >= self.way_on()


def should_lend(squad: Squad, giver: Seat, taker: Seat) -> bool:
    """Whether a gun is of more use with the other: who stands before a guard, or shoots better."""
    s = squad.s
    if not squad.guards(s.tile(taker)):
        return False
    return not squad.guards(s.tile(giver)) or squad.kill[taker] > squad.kill[giver]


def by_score(option: Option) -> float:
    return -option.score
