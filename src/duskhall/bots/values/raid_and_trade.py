"""What bots know of Raid & Trade: who will be at the gate first, about, and what leads there.

Positions are judged by the AP that each player still needs on the best of the three ways
(`raid_and_trade_plan`). A player's own turn is in `raid_and_trade_turn`, trades in
`raid_and_trade_trade`; all other questions are answered here.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Final

from duskhall.bots.mind import Mind
from duskhall.bots.values import raid_and_trade_escape as escape
from duskhall.bots.values.raid_and_trade_flight import Flight
from duskhall.bots.values.raid_and_trade_plan import (
    FAVOR_WAY,
    QUEST_WAY,
    SKILL_WAY,
    Lore,
    Plan,
    Taste,
    added,
    plan_of,
    to_go,
)
from duskhall.bots.values.raid_and_trade_prices import FILE, Prices
from duskhall.bots.values.raid_and_trade_race import WEIGHTS as LEARNED
from duskhall.bots.values.raid_and_trade_race import load, traits
from duskhall.bots.values.raid_and_trade_trade import (
    AGREE,
    COUNTER,
    Verdict,
    judge_trade,
    why_offer,
)
from duskhall.bots.values.raid_and_trade_turn import ENDINGS, WINS, Turn, distinct, widened
from duskhall.bots.weights import Weights
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import PASS, Move
from duskhall.engine.state import State
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.cards import (
    DRAIN_AP,
    DRAW_INCIDENT,
    DRAW_RESOURCES,
    GAIN_AP,
    MODIFY,
    RAID_BONUS,
    RAID_SUCCESS,
    REDRAW_ALL,
    SHARE_OUTPOST,
)
from duskhall.games.raid_and_trade.parts import (
    AP,
    ATTACK_ALLOWED,
    BARRED_FROM,
    CRAFT_PRICE,
    DIE,
    FAVOR,
    GUNS,
    HIT,
    HOUSE,
    NO_FACE,
    PASSED,
    RAID_CARD,
    SHIELD,
    SUCCESS,
    TOKEN_KINDS,
    WIN,
)
from duskhall.games.raid_and_trade.rules.building import ChooseSite, PlaceTile
from duskhall.games.raid_and_trade.rules.combat import (
    Attacked,
    Defend,
    Destroy,
    Paid,
    PayAttack,
    PlaceDynamite,
    Spoils,
    StealItem,
    Yield,
)
from duskhall.games.raid_and_trade.rules.deeds import (
    DECLINE,
    CraftFree,
    Drain,
    DrawIncident,
    Restore,
    symbol,
)
from duskhall.games.raid_and_trade.rules.effects import AfterRoll, Buy, OnLoss, Steal
from duskhall.games.raid_and_trade.rules.outpost import PutOut
from duskhall.games.raid_and_trade.rules.quests import Drop
from duskhall.games.raid_and_trade.rules.raid import RaidCard, StopRaid
from duskhall.games.raid_and_trade.rules.rounds import ChooseEvent, EnterAges, PickCharacter
from duskhall.games.raid_and_trade.rules.tokens import DONE, Pick, SwapTokens
from duskhall.games.raid_and_trade.rules.trade import REFUSE, Agree, Propose
from duskhall.games.raid_and_trade.rules.turn import Act, BeforeGate
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import Terms, read

HOPE: Final = 0.1  # of an answer that was tried seldom, in shares of the win
SHARPNESS: Final = 13.0  # AP ahead that make one the likely winner, as games of greedy bots end
WEIGHTS: Final = FILE  # what things are worth
STOP_LEADER: Final = 24.0  # AP from the gate that make it worth a card to stop somebody
EVENT_WORTH: Final = {  # by verb of an event: to who chooses it, for each of its n
    GAIN_AP: 0.8,
    DRAW_RESOURCES: 0.9,
    DRAW_INCIDENT: 1.5,
    SHARE_OUTPOST: 0.3,
}
RULE_WORTH: Final = [1.4, -0.6, -1.0, -1.7, -0.3, -0.1, -0.1]  # by rule: of adding 1 to it


class RaidMind(Mind):
    """Plans each own answer outright; positions are judged by the AP that all still need."""

    def __init__(
        self,
        game: Game,
        taste: Taste | None = None,
        weights: Weights | None = None,
        learned: Path = LEARNED,
    ) -> None:
        super().__init__(game)
        # Answers are tried, and all then play on as they would anyhow: luck parts what follows so
        # soon that a tree would try most of it once. Values between rounds lie close together.
        self.depth, self.explore = 1, HOPE
        self.taste: Final = taste if taste is not None else Taste()
        self.prices: Final = Prices(weights)
        self.race: Final = load(learned)
        self.lores: dict[int, Lore] = {}
        self.seen = ""  # the last position whose answers were looked for, and those answers
        self.numbers: list[int] = []
        self.places: list[tuple[int, ...]] = []
        self.found: list[Move] = []
        self.is_sure = False  # whether the one among them leads through the gate

    def lore(self, box: Ruins) -> Lore:
        if id(box) not in self.lores:
            self.lores[id(box)] = Lore(box, self.taste, self.prices)
        return self.lores[id(box)]

    # Positions

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Ruin)
        if not s.waiting:
            return self.payoffs(s)
        if is_escape(s):
            return escape.hopes(self.lore(s.ruins), s)
        lore = self.lore(s.ruins)
        if isinstance(s.agenda[-1], ChooseEvent):  # all begin a round alike, but for who is first
            return self.race.shares(self.traits(s))
        hopes = [-to_go(plan_of(lore, s, seat), s) for seat in range(s.box.players)]
        best = max(hopes)
        shares = [exp((hope - best) / SHARPNESS) for hope in hopes]
        total = added(shares)
        return [share / total for share in shares]

    def traits(self, s: State) -> list[list[float]]:
        assert isinstance(s, Ruin)
        return traits(self.lore(s.ruins), s)

    def is_settled(self, s: State) -> bool:
        """Between rounds nothing is half done, and all have the same AP."""
        assert isinstance(s, Ruin)
        if is_escape(s):
            return not s.waiting or escape.is_settled(s)
        return not s.waiting or isinstance(s.agenda[-1], ChooseEvent)

    def solve(self, s: State, seat: Seat, end: float = 0.0, iterations: int = 0) -> Move | None:
        """Where only one answer is worth a thought, it is given at once.

        A search asks this first. In its own turn it then tries nearly all answers: what comes of
        them by the end of the round tells more than what they promise at first sight. In Escape the
        City it does not: fewer flew than by the plan alone.
        """
        assert isinstance(s, Ruin)
        if is_escape(s):
            return self.answer(s, seat)
        found = self.moves(s, seat)
        if isinstance(s.agenda[-1], Act) and not self.is_sure:
            found = self.found = widened(s, seat, found)
        return found[0] if len(found) == 1 else None

    # Answers

    def plan(self, s: State, seat: Seat) -> Move | None:
        assert isinstance(s, Ruin)
        return self.answer(s, seat)

    def sample(self, s: State, seat: Seat) -> Move:
        assert isinstance(s, Ruin)
        moves = s.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        if isinstance(s.agenda[-1], Act) and not is_escape(s):
            turn = Turn(self.lore(s.ruins), s, seat)
            turn.offers = False  # of few of them something comes, and a search must be quick
            return turn.best()
        return self.answer(s, seat)

    def moves(self, s: State, seat: Seat) -> list[Move]:
        """What is worth a thought: in one's own turn the few that promise most."""
        assert isinstance(s, Ruin)
        step = s.agenda[-1]
        if isinstance(step, Act):
            # A search asks again for the same position with every iteration.
            if repr(step) != self.seen or s.numbers != self.numbers or s.places != self.places:
                self.found = self.worthwhile(s, seat)
                self.seen, self.numbers, self.places = repr(step), s.numbers[:], s.places[:]
            return self.found
        legal = s.legal_moves(seat)
        if len(legal) <= 2:
            return legal
        return [self.answer(s, seat)]

    def tempting(self, s: State, seat: Seat, planned: Move | None) -> list[Move]:
        """Nobody ends a turn, or passes a round, who sees something to do in it."""
        moves = self.moves(s, seat)
        if planned in ENDINGS:
            return moves
        return [move for move in moves if move not in ENDINGS] or moves

    def worthwhile(self, s: Ruin, seat: Seat) -> list[Move]:
        """The few answers of one's own turn that promise most."""
        lore = self.lore(s.ruins)
        self.is_sure = False
        if is_escape(s):
            return escape.few(Flight(lore, s, seat).options())
        options = Turn(lore, s, seat).options()
        self.is_sure = options[0].score == WINS
        return distinct(options)

    def answer(self, s: Ruin, seat: Seat) -> Move:
        """The best answer to any question of the game."""
        if is_escape(s):
            return escape.answer(self.lore(s.ruins), s, seat)
        step = s.agenda[-1]
        legal = s.legal_moves(seat)
        lore = self.lore(s.ruins)
        if isinstance(step, Act):
            return Turn(lore, s, seat).best()
        if len(legal) == 1 and not isinstance(step, Agree):
            return legal[0]
        if isinstance(step, (PickCharacter, EnterAges, PlaceTile, ChooseSite)):
            return legal[s.random_below(len(legal))]
        if isinstance(step, ChooseEvent):
            return self.event(s, seat, legal)
        plan = plan_of(lore, s, seat)
        if isinstance(step, Agree):
            return self.agree(lore, s, seat, step, legal)
        if isinstance(step, Propose):
            return legal[0]
        if isinstance(step, Pick):
            return pick(s, plan, step, legal)
        if isinstance(step, RaidCard):
            return raid_card(s, seat, plan, legal)
        if isinstance(step, AfterRoll):
            return self.reroll(lore, s, seat, plan, step, legal)
        if isinstance(step, StopRaid):
            return self.stop(lore, s, seat, step, legal)
        if isinstance(step, BeforeGate):
            return drain(s, legal)
        if isinstance(step, (Attacked, Paid)):
            return skip_fight(s, seat, legal)
        if isinstance(step, OnLoss):
            return legal[-1]
        if isinstance(step, Defend):
            return self.defend(s, seat, plan, legal)
        if isinstance(step, PayAttack):
            return legal[0] if plan.keep[GUNS] < 1.5 or len(legal) == 1 else legal[-1]
        if isinstance(step, Spoils):
            return self.spoils(lore, s, seat, step, plan, legal)
        if isinstance(step, Yield):
            return give_way(s, seat, plan, legal)
        if isinstance(step, (Drain, Steal)):
            return self.victim(lore, s, seat, plan, legal)
        if isinstance(step, DrawIncident):
            return best_card(plan, legal, 2.4)
        if isinstance(step, Restore):
            return best_card(plan, legal, 0.0)
        if isinstance(step, CraftFree):
            return craft_free(plan, legal)
        if isinstance(step, Buy):
            return self.buy(s, seat, plan, legal)
        if isinstance(step, Drop):
            return cheapest_card(plan, legal)
        if isinstance(step, (StealItem, Destroy)):
            return best_card(plan, legal, 1.5)
        if isinstance(step, PutOut):
            return put_out(s, legal)
        if isinstance(step, PlaceDynamite):
            return legal[0]
        return legal[0]

    def event(self, s: Ruin, seat: Seat, legal: list[Move]) -> Move:
        plan = plan_of(self.lore(s.ruins), s, seat)
        liked = plan.weights[FAVOR_WAY]
        best, chosen = -99.0, legal[0]
        for move in legal:
            worth = 0.0
            for effect in s.ruins.effects[move.about[0]]:
                verb, rule = effect.verb, effect.which
                if verb == REDRAW_ALL:
                    worth += 0.3 * (sum(plan.way.left) - s.tokens(seat) / 2)
                elif verb == MODIFY:
                    worth += RULE_WORTH[rule] * effect.n
                    if rule == ATTACK_ALLOWED:
                        worth += 2.0 * liked * len(s.discs(seat))
                    elif rule == CRAFT_PRICE:
                        worth += 0.6 * plan.weights[SKILL_WAY]
                else:
                    worth += EVENT_WORTH.get(verb, 0.0) * max(1, effect.n)
                    if verb == SHARE_OUTPOST:
                        worth += 2.0 * liked
                    elif verb == GAIN_AP and s.goal(seat):
                        worth += 3.0 if plan.short_of_fee else -1.0
            if worth > best:
                best, chosen = worth, move
        return chosen

    # Trades

    def verdict(self, s: Ruin, seat: Seat, other: Seat, terms: Terms) -> Verdict:
        """What a seat says to an offer by which it gives and takes these, and why.

        It draws no luck and looks at nothing that the seat may not know.
        """
        if is_escape(s):
            return escape.judge(self.lore(s.ruins), s, seat, other, terms)
        return judge_trade(self.lore(s.ruins), s, seat, other, terms)

    def why_offer(self, s: Ruin, seat: Seat, terms: Terms) -> tuple[str, tuple[int, ...]]:
        """Why a seat makes such an offer: the key of a sentence and its numbers."""
        if is_escape(s):
            return escape.why_offer(s, terms)
        return why_offer(self.lore(s.ruins), s, seat, terms)

    def reason(self, s: State, seat: Seat, move: Move) -> tuple[str, tuple[int, ...]]:
        """Why an offer is answered or made like this, in the guess in which the seat was asked."""
        assert isinstance(s, Ruin)
        step = s.agenda[-1]
        if isinstance(step, Agree):
            found = self.verdict(s, seat, step.other, step.terms())
            if found.answer == move.verb:
                return found.reason, found.about
        elif move.verb == "trade" and len(move.about) > 1:
            terms = read(move.about[1:])
            if terms is not None:
                return self.why_offer(s, seat, terms)
        return super().reason(s, seat, move)

    def agree(self, lore: Lore, s: Ruin, seat: Seat, step: Agree, legal: list[Move]) -> Move:
        if not lore.trades:
            return REFUSE
        found = judge_trade(lore, s, seat, step.other, step.terms())
        if found.answer == AGREE:
            return legal[0]
        if found.answer == COUNTER and seat != s.current:
            return Move(COUNTER, *found.terms.numbers())
        return REFUSE

    # Dangers

    def leads(self, lore: Lore, s: Ruin, seat: Seat, other: Seat) -> bool:
        """Whether this rival is nearest to the gate of all, and near enough to be stopped."""
        theirs = to_go(plan_of(lore, s, other, False), s)
        if theirs > STOP_LEADER:
            return False
        for each in range(s.box.players):
            if each != other and to_go(plan_of(lore, s, each, each == seat), s) < theirs:
                return False
        return True

    def stop(self, lore: Lore, s: Ruin, seat: Seat, step: StopRaid, legal: list[Move]) -> Move:
        large = s.numbers[HOUSE + step.square] == 3
        if large or self.leads(lore, s, seat, step.raider) or len(s.incidents(seat)) >= 4:
            return legal[-1]
        return PASS

    def reroll(
        self, lore: Lore, s: Ruin, seat: Seat, plan: Plan, step: AfterRoll, legal: list[Move]
    ) -> Move:
        if s.places[RAID_CARD]:
            card, box = s.places[RAID_CARD][0], s.ruins
            worth = 1.8 * (box.high[card] - box.low[card])
            if box.effects[card]:
                worth += -1.5 if box.on_fail[card] else 1.5
            failed = s.numbers[DIE] != SUCCESS
            if step.one == seat:
                return legal[1] if failed and worth >= plan.prices.reroll else PASS
            if (
                not failed
                and worth >= 2 * plan.prices.reroll
                and self.leads(lore, s, seat, step.one)
            ):
                return legal[1]
            return PASS
        shown = symbol(s, step.one, 0)
        against = symbol(s, step.two, 1) if s.numbers[DIE + 1] != NO_FACE else NO_FACE
        won = shown == WIN or (shown == HIT and against != SHIELD)
        for move in legal[1:]:
            die = move.about[1] if len(move.about) > 1 else 0
            if step.one == seat and not won and die == (1 if shown == HIT else 0):
                return move
            if step.two == seat and won and die == 0:
                return move
        return PASS

    def defend(self, s: Ruin, seat: Seat, plan: Plan, legal: list[Move]) -> Move:
        lost = 1.5 * min(4, s.tokens(seat))
        best = s.best_disc(seat)
        if best >= 0:
            lost = max(lost, 3.0 * s.ruins.discs[best] * (0.4 + plan.weights[FAVOR_WAY]))
        ap = 0.5 if s.numbers[PASSED + seat] else 2.5
        for move in legal[1:]:
            price = 0.8 if move.about else plan.keep[GUNS]
            if 0.2 * lost + 0.6 > price + ap:
                return move
        return legal[0]

    def spoils(
        self, lore: Lore, s: Ruin, seat: Seat, step: Spoils, plan: Plan, legal: list[Move]
    ) -> Move:
        best = s.best_disc(step.other)
        if best < 0:
            return legal[0]
        rival = plan_of(lore, s, step.other, False)
        value = s.ruins.discs[best]
        worth = value * (3.4 * plan.weights[FAVOR_WAY] + 1.5 * rival.weights[FAVOR_WAY] + 0.3)
        return legal[0] if worth >= 1.6 * min(4, s.tokens(step.other)) else legal[-1]

    def victim(self, lore: Lore, s: Ruin, seat: Seat, plan: Plan, legal: list[Move]) -> Move:
        best, chosen = -99.0, legal[0]
        for move in legal:
            other = move.about[0]
            score = -0.1 * to_go(plan_of(lore, s, other, False), s)
            if move.verb == "rob":
                held = sorted(
                    [plan.worth[k] for k in range(TOKEN_KINDS) if s.has(other, k)], reverse=True
                )
                score += added(held[:2])
            if score > best:
                best, chosen = score, move
        return chosen

    def buy(self, s: Ruin, seat: Seat, plan: Plan, legal: list[Move]) -> Move:
        rest = s.numbers[AP + seat]
        wants = plan.weights[SKILL_WAY] + 0.5 * plan.weights[QUEST_WAY]
        return legal[0] if wants > 0.45 and rest < 9 and not s.goal(seat) else legal[-1]


# Questions that the plan alone answers


def pick(s: Ruin, plan: Plan, step: Pick, legal: list[Move]) -> Move:
    """Tokens: the best are taken, the least are given."""
    best, chosen = -99.0, legal[0]
    for move in legal:
        if move == DONE:
            score = -0.9 if isinstance(step, SwapTokens) else -50.0
        elif move.verb == "take":
            score = plan.worth[move.about[0]]
        else:
            score = -plan.keep[move.about[0]]
        if score > best:
            best, chosen = score, move
    return chosen


def raid_card(s: Ruin, seat: Seat, plan: Plan, legal: list[Move]) -> Move:
    """A card for the raid first; then the die, or whether the Blacklist is worth it."""
    box, card = s.ruins, s.places[RAID_CARD][0]
    for move in legal:
        if move.verb == "use":
            for effect in box.effects[move.about[0]]:
                if effect.verb == RAID_BONUS:
                    return move
                if effect.verb == RAID_SUCCESS and box.high[card] - box.low[card] >= 2:
                    return move
    if not box.blacklist[card]:
        return legal[0]
    black, dial = box.blacklist[card], s.numbers[FAVOR + seat]
    liked = plan.weights[FAVOR_WAY]
    lost = (black + 1) * (plan.prices.black * (1 - liked) + plan.prices.black_favor * liked)
    for bar in BARRED_FROM:
        if dial - black <= -bar < dial:
            lost += plan.prices.barred
    each = added(plan.worth) / TOKEN_KINDS
    gain = each * box.high[card] + (1.5 if box.effects[card] else 0.0)
    return legal[0] if gain >= lost else legal[1]


def drain(s: Ruin, legal: list[Move]) -> Move:
    """Somebody is at the gate: whatever takes their AP is used."""
    for move in legal[1:]:
        for effect in s.ruins.effects[move.about[0]]:
            if effect.verb == DRAIN_AP:
                return move
    return PASS


def skip_fight(s: Ruin, seat: Seat, legal: list[Move]) -> Move:
    for move in legal[1:]:
        verbs = [effect.verb for effect in s.ruins.effects[move.about[0]]]
        if any(verb not in (GAIN_AP, DRAIN_AP) for verb in verbs) and (
            s.tokens(seat) >= 2 or s.best_disc(seat) >= 0
        ):
            return move
    return PASS


def give_way(s: Ruin, seat: Seat, plan: Plan, legal: list[Move]) -> Move:
    """Five of one's own choice, or three of the rival's."""
    if len(legal) == 1:
        return legal[0]
    held: list[float] = []
    left = plan.way.left[:]
    for kind in range(TOKEN_KINDS):
        for _ in range(s.has(seat, kind)):
            held.append(0.6 if left[kind] > 0 else plan.price[kind])
            left[kind] -= 1
    held.sort()
    return legal[0] if added(held[:5]) <= added(held[-3:]) else legal[1]


def best_card(plan: Plan, legal: list[Move], otherwise: float) -> Move:
    """The card worth most; what names no card is worth so much."""
    best, chosen = -1.0, legal[0]
    for move in legal:
        worth = plan.card_worth(move.about[0]) if move.about else otherwise
        if move == DECLINE:
            worth = 0.0
        if worth > best:
            best, chosen = worth, move
    return chosen


def cheapest_card(plan: Plan, legal: list[Move]) -> Move:
    best, chosen = 99.0, legal[0]
    for move in legal:
        worth = plan.card_worth(move.about[0])
        if worth < best:
            best, chosen = worth, move
    return chosen


def craft_free(plan: Plan, legal: list[Move]) -> Move:
    """The item whose tokens are dearest, for all its SP."""
    best, chosen = -1.0, legal[0]
    for move in legal:
        if move.verb == "craft":
            card = move.about[0]
            worth = 3.0 * plan.lore.box.sp[card] + plan.card_worth(card)
            if worth > best:
                best, chosen = worth, move
    return chosen


def put_out(s: Ruin, legal: list[Move]) -> Move:
    """Where most houses can be raided."""
    best, chosen = -1, legal[0]
    for move in legal:
        squares = s.city.squares[move.about[0]]
        count = len([square for square in squares if s.numbers[HOUSE + square]])
        if count > best:
            best, chosen = count, move
    return chosen


def is_escape(s: Ruin) -> bool:
    """Whether this is Escape the City, where other things count (`raid_and_trade_escape`)."""
    return s.ruins.line is not None


def make_mind(game: Game, weights: Weights | None = None, learned: Path = LEARNED) -> Mind:
    return RaidMind(game, None, weights, learned)
