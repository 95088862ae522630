"""What bots do in their own turn in Raid & Trade: each thing by what it brings for its AP."""

from __future__ import annotations

from typing import Final

from duskhall.bots.values.raid_and_trade_deeds import AT_LEAST, Deeds, Option
from duskhall.bots.values.raid_and_trade_plan import (
    FAVOR_WAY,
    QUEST_WAY,
    SKILL_WAY,
    added,
)
from duskhall.bots.values.raid_and_trade_trade import best_offer
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.cards import (
    CLEAR_BLACKLIST,
    CRAFT_FREE,
    DRAIN_AP,
    DRAW_INCIDENT,
    DRAW_RESOURCES,
    MOVE_FREE,
    OUTPOST_DISCOUNT,
    PICK_RESOURCES,
    RESTORE_ITEM,
    STEAL_RESOURCES,
    SWAP_RESOURCES,
)
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP_MOST,
    AT,
    ATTACK_AP,
    BARRICADE,
    BORDER,
    DISC_AP,
    FAVOR,
    FREE,
    HAND_SIZE,
    HOUSE,
    MOVE_OVER,
    MOVED,
    NOT_MOVED,
    OFFERS,
    ON_RAID,
    SECTIONS,
    SP,
    TILE,
)
from duskhall.games.raid_and_trade.rules.raid import discount
from duskhall.games.raid_and_trade.rules.turn import END, GATE, PASS_ROUND
from duskhall.games.raid_and_trade.state import Ruin

# All in AP.
AT_ONCE: Final = [  # verbs not to wait with
    DRAW_RESOURCES,
    PICK_RESOURCES,
    CRAFT_FREE,
    DRAW_INCIDENT,
]
QUEST_GAIN: Final = 6.0
OFFERS_TRIED: Final = 2  # a turn
FREE_FIRST: Final = 50.0  # what costs no AP comes before what does
WINS: Final = 1000.0
BOUND: Final = 4  # answers of one's own turn that promise most, besides ending it
ALIKE: Final = 2  # of these, with the same verb
WIDE: Final = 16  # answers that a search tries in its own turn
ENDINGS: Final = (END, PASS_ROUND)


class Turn(Deeds):
    """One seat's own turn: what is best to do now."""

    def best(self) -> Move:
        """What is best to do now."""
        winning = self.finish()
        if winning is not None:
            return winning
        self.free_things()
        if not self.found:  # what costs no AP comes first
            self.costly_things()
        best, chosen = 0.0, None
        for option in self.found:
            if option.score > best:
                best, chosen = option.score, option.move
        return chosen if chosen is not None else self.ending()

    def options(self) -> list[Option]:
        """All that may be worth doing, the best first; the last of it ends the turn."""
        winning = self.finish()
        if winning is not None:
            return [Option(WINS, winning)]
        self.free_things()
        self.costly_things()
        self.found.sort(key=by_score)
        self.found.append(Option(0.0, self.ending()))
        return self.found

    def costly_things(self) -> None:
        if self.is_last:
            self.points()
        else:
            self.actions()

    def ending(self) -> Move:
        """End the turn if there is something to do in the next one, else pass."""
        s = self.s
        if END not in self.legal:
            return PASS_ROUND
        if self.is_last or not (s.numbers[ACTED] or s.numbers[MOVED]):
            return PASS_ROUND
        later = s.clone()
        later.numbers[ACTED], later.numbers[MOVED] = 0, NOT_MOVED
        later.waiting, later.offered = [], []
        later.agenda[-1].offer(later)
        if not later.waiting:
            return PASS_ROUND
        turn = Turn(self.lore, later, self.seat, self.plan)
        turn.offers = self.offers
        turn.actions()
        return END if turn.found else PASS_ROUND

    # Winning

    def finish(self) -> Move | None:
        """What leads through the gate in this very turn, if something does."""
        s, seat, fee, lore = self.s, self.seat, self.box.gate_fee, self.lore
        if GATE in self.legal:
            return GATE
        if not fee:
            return None
        cards = [move.about[0] for move in self.legal if move.verb == "use"]
        ap = self.ap + sum([lore.ap[card] for card in cards])
        if s.goal(seat):
            return self.fill_up(cards) if ap >= fee else None
        skill = sum([lore.skill[card] for card in cards]) + s.numbers[SP + seat]
        favor = sum([lore.favor[card] for card in cards]) + s.numbers[FAVOR + seat]
        if ap >= fee and (skill >= self.box.goals[0] or favor >= self.box.goals[1]):
            for card in cards:
                if skill >= self.box.goals[0] and lore.skill[card]:
                    return self.box.uses[card]
                if favor >= self.box.goals[1] and lore.favor[card]:
                    return self.box.uses[card]
        for move in self.legal:
            if move.verb == "quest" and s.quests(seat) + 1 >= self.box.goals[2]:
                need = self.box.need[move.about[0]]
                kept = sorted([lore.ap[card] for card in s.incidents(seat)])
                lost = sum(kept[: need.incidents])
                if ap - need.ap - lost >= fee:
                    return move
            elif move.verb == "craft":
                item = move.about[0]
                after = ap - self.plan.craft_ap + lore.ap[item]
                if skill + self.box.sp[item] >= self.box.goals[0] and after >= fee:
                    return move
        return None

    def fill_up(self, cards: list[int]) -> Move | None:
        """The AP card that wastes least on the way to the fee."""
        lore, best, chosen = self.lore, 99, -1
        for card in cards:
            if lore.ap[card]:
                wasted = max(0, self.ap + lore.ap[card] - AP_MOST)
                if wasted * 10 - lore.ap[card] < best:
                    best, chosen = wasted * 10 - lore.ap[card], card
        return self.box.uses[chosen] if chosen >= 0 else None

    # What costs no AP

    def free_things(self) -> None:
        s, seat, plan = self.s, self.seat, self.plan
        for move in self.legal:
            if move.verb == "quest":
                self.add(self.quest_score(move.about[0]), move)
            elif move.verb == "claim":
                self.add(self.claim_score(), move)
            elif move.verb == "use":
                score = self.use_score(move.about[0])
                if score > 0:
                    self.add(FREE_FIRST + score, move)
        if plan.best == QUEST_WAY and s.goal(seat):
            self.found = [option for option in self.found if option.move.verb != "quest"]

    def quest_score(self, quest: int) -> float:
        """A quest is claimed where the plan asks for it, or where nothing is lost by it."""
        need, plan, s = self.box.need[quest], self.plan, self.s
        if s.goal(self.seat):
            return 0.0
        if self.is_last:
            return FREE_FIRST + 3 - need.ap - 2 * need.sp - 2 * need.favor
        liked = plan.weights[QUEST_WAY]
        if quest in plan.ways[QUEST_WAY].quests and plan.best == QUEST_WAY:
            return FREE_FIRST + QUEST_GAIN
        lost = need.ap + self.prices.sp * need.sp * plan.weights[SKILL_WAY] + 3.0 * need.favor
        lost += 2.5 * need.incidents + added([plan.keep[k] * n for k, n in enumerate(need.kinds)])
        lost += self.prices.any * need.any * 0.6
        gain = self.prices.quest_liked * liked + plan.card_worth(quest)
        return FREE_FIRST + gain - lost if gain > lost else 0.0

    def claim_score(self) -> float:
        s, plan = self.s, self.plan
        card = s.places[TILE + s.tile(self.seat)][0]
        price = 0.0
        for kind, count in enumerate(self.box.cost[card]):
            price += plan.keep[kind] * count
        gain = self.hand_worth(card) - price
        room = HAND_SIZE - plan.hand_size
        return FREE_FIRST + gain if gain > self.prices.claim_least * (6 - room) else 0.0

    def hand_worth(self, card: int) -> float:
        """Of an incident in hand: its effect, or what it is to a quest."""
        plan, asked = self.plan, 0
        for quest in plan.ways[QUEST_WAY].quests:
            asked += self.box.need[quest].incidents
        worth = plan.card_worth(card)
        if plan.hand_size < asked:
            worth = max(worth, 3.2 * plan.weights[QUEST_WAY] + 0.5 * worth)
        return worth

    def is_kept(self, card: int) -> bool:
        """Whether an incident is rather spent on a quest than used."""
        plan = self.plan
        if plan.best != QUEST_WAY or card not in plan.hand:
            return False
        asked = 0
        for quest in plan.way.quests[:1]:
            asked = self.box.need[quest].incidents
        return plan.hand_size <= asked

    def use_score(self, card: int) -> float:
        """Cards of one's own turn. Those with AP or Favor are kept for the gate."""
        s, seat, lore, plan = self.s, self.seat, self.lore, self.plan
        if self.is_last:
            return 1.0
        again = not self.box.once[card]
        ap = lore.ap[card]
        if ap or lore.favor[card]:
            if again:
                return 1.0 if self.ap + ap <= 15 and not s.goal(seat) else 0.0
            spare = plan.card_ap - plan.fee_short - ap
            wanted = plan.best == FAVOR_WAY and lore.favor[card]
            full = plan.hand_size >= HAND_SIZE and card in plan.hand
            if wanted or not (spare >= 1 or full) or s.goal(seat) or self.is_kept(card):
                return 0.0
            return 0.5 if self.ap + ap <= 15 and self.ap >= 3 else 0.0
        if self.is_kept(card):
            return 0.0
        score = 0.0
        for effect in self.box.effects[card]:
            verb = effect.verb
            if lore.skill[card] or verb in AT_ONCE:
                score += 2.0
            elif verb == SWAP_RESOURCES:
                spare = sum(plan.way.left)
                score += 0.3 * spare if spare >= min(3, effect.n) and plan.way.any_lack == 0 else 0
            elif verb == RESTORE_ITEM:
                score += 1.0
            elif verb == CLEAR_BLACKLIST:
                black = -s.numbers[FAVOR + seat]
                score += 1.0 if black >= min(effect.n, 4) else 0.0
            elif verb == STEAL_RESOURCES:
                score += 1.5
            elif verb == DRAIN_AP:
                full = plan.hand_size >= HAND_SIZE - 1 or card not in plan.hand
                score += 0.5 if effect.which == 0 and full else 0.0
            elif verb == OUTPOST_DISCOUNT:
                score += 1.0 if again and self.wants_outpost() else 0.0
            elif verb == MOVE_FREE and self.box.when[card] and s.numbers[MOVED] == NOT_MOVED:
                score += self.move_score(effect.n)
        return score

    def wants_outpost(self) -> bool:
        return self.plan.best == FAVOR_WAY and self.ap >= DISC_AP - 3

    def move_score(self, free: int) -> float:
        """A card for walking is used where the best thing to do is that far away."""
        if self.s.numbers[FREE]:
            return 0.0
        best = self.best_house(0)
        return 1.0 if best is not None and best[1] >= min(2, free) else 0.0

    # What takes AP

    def actions(self) -> None:
        s, seat = self.s, self.seat
        acted = s.numbers[ACTED]
        waits = self.waits_beside()
        if waits and END in self.legal:
            self.add(FREE_FIRST, END)
            return
        if not acted:
            self.raids()
            for move in self.legal:
                verb = move.verb
                if verb == "craft" and len(move.about) == 1:
                    self.add(self.craft_score(move.about[0]), move)
                elif verb == "craft":
                    self.add(self.craft_score(move.about[0]) - 1.0, move)
                elif verb == "disc":
                    self.add(self.disc_score(move.about[0]), move)
                elif verb == "train":
                    self.add(self.train_score(), move)
                elif verb == "market":
                    self.add(self.market_score(move.about[0]), move)
                elif verb == "storm":
                    self.add(self.storm_score(), move)
                elif verb == "attack":
                    self.add(self.attack_score(move.about[0]), move)
            trades = [move.about[0] for move in self.legal if move.verb == "trade"]
            if trades and self.offers and s.numbers[OFFERS + seat] < OFFERS_TRIED:
                offer = best_offer(self.lore, s, seat, self.plan, trades)
                if offer is not None:
                    self.add(offer[0], offer[1])
            self.to_market()
            self.hunts()
        self.outpost()
        if not self.found and s.is_inside(seat):
            self.go_out()
        if not self.found and s.numbers[MOVED] != MOVE_OVER and not s.is_inside(seat):
            self.stroll()

    def raids(self) -> None:
        s, seat = self.s, self.seat
        best = self.best_house(0)
        card = -1
        for move in self.legal:
            if move.verb == "raid" and len(move.about) > 1:
                card = move.about[1]
        if card < 0:
            for ready in s.cards_for(seat, ON_RAID):
                if discount(s, ready):
                    card = ready
        if card >= 0:
            off = discount(s, card)
            cheaper = self.best_house(off)
            kept = 0.0 if not self.box.once[card] else 0.6 * off
            if cheaper is not None and (best is None or cheaper[0] - kept > best[0]):
                best = cheaper[0] - kept, cheaper[1], cheaper[2], cheaper[3]
            else:
                card = -1
        if best is None or (self.houses == 1 and not self.leads()):
            return  # who takes the last house ends the game
        score, _, square, section = best
        if self.is_done:
            score -= 4.0
        elif self.worths[s.numbers[HOUSE + square] - 1] > self.prices.least_loot:
            score = max(score, AT_LEAST)  # AP that are not spent are lost
        if s.is_inside(seat):
            stay = self.prices.come_back if self.outpost_deed()[0] > 0 else 0.0
            self.add(score - stay, self.box.leaves[section])
        elif s.numbers[AT + seat] == section:
            move = self.box.raid_moves[square] if card < 0 else Move("raid", square, card)
            self.add(score, move)
        else:
            step = self.walk(section)
            if step is not None:
                self.add(score, step)

    def points(self) -> None:
        """In the last round, what brings more points than its AP."""
        for move in self.legal:
            verb, about = move.verb, move.about
            if verb == "craft":
                self.add(2.0 * self.box.sp[about[0]] - self.plan.craft_ap, move)
            elif verb == "disc":
                self.add(2.0 * self.box.discs[about[0]] - DISC_AP, move)
            elif verb == "attack":
                best = self.s.best_disc(about[0])
                if best >= 0:
                    self.add(4.0 * self.box.discs[best] * self.chance(about[0]) - ATTACK_AP, move)


def by_score(option: Option) -> float:
    return -option.score


def distinct(options: list[Option]) -> list[Move]:
    """The best of each sort; the one that ends the turn only where there is nothing to do in it.

    Who tries answers out supposes that others play on, and comes to wait with all AP: where all
    think so, the round ends with them unused.
    """
    found: list[Move] = []
    verbs: list[str] = []
    for option in options[:-1]:
        move = option.move
        if move not in found and verbs.count(move.verb) < ALIKE and len(found) < BOUND:
            found.append(move)
            verbs.append(move.verb)
    return found or [options[-1].move]


def widened(s: Ruin, seat: Seat, found: list[Move]) -> list[Move]:
    """These and other answers; offers are many, and ways that cost nothing could be gone for ever."""
    walks = min(s.changed[BORDER], s.changed[BARRICADE]) > 0
    wide = found[:]
    for move in s.legal_moves(seat):
        if len(wide) < WIDE and move.verb != "trade":
            if move.verb != "cross" or (walks and leads_on(s, seat, move)):
                if move not in wide and move not in ENDINGS:
                    wide.append(move)
    return wide


def leads_on(s: Ruin, seat: Seat, move: Move) -> bool:
    """Whether a step that no plan asks for is worth trying.

    1 AP is less than playouts can tell apart: who walks already would as soon walk back as on. What
    speaks for another step then is an incident that turns up by it.
    """
    tile = move.about[0] // SECTIONS
    return not s.numbers[MOVED] or (tile != s.tile(seat) and not s.places[TILE + tile])
