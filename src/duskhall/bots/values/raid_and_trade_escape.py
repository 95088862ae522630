"""What bots answer in Escape the City, besides their own turn; and what they hope for."""

from __future__ import annotations

from math import exp
from typing import Final

from duskhall.bots.values.raid_and_trade_deeds import Option
from duskhall.bots.values.raid_and_trade_flight import GIVES, Flight, should_lend
from duskhall.bots.values.raid_and_trade_plan import Lore
from duskhall.bots.values.raid_and_trade_squad import Squad
from duskhall.bots.values.raid_and_trade_trade import AGREE, REFUSE, Verdict
from duskhall.engine.events import Seat
from duskhall.engine.moves import PASS, Move
from duskhall.engine.steps import Step
from duskhall.games.raid_and_trade.cards import (
    DRAIN_AP,
    GAIN_AP,
    RAID_BONUS,
    RAID_SUCCESS,
)
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AP,
    ATTACK_AP,
    BARRED_FROM,
    DEFEND_AP,
    DIE,
    FAVOR,
    GUNS,
    HELIPAD,
    HIT,
    ITEMS,
    MOVED,
    NO_FACE,
    RAID_CARD,
    SHIELD,
    SP,
    SUCCESS,
    TOKEN_KINDS,
    WIN,
)
from duskhall.games.raid_and_trade.rules.building import ChooseSite, PlaceTile
from duskhall.games.raid_and_trade.rules.combat import Attacked, Defend, Paid, PayAttack
from duskhall.games.raid_and_trade.rules.deeds import CraftFree, Restore, symbol
from duskhall.games.raid_and_trade.rules.effects import AfterRoll, Buy, OnLoss
from duskhall.games.raid_and_trade.rules.escape.guards import Ambush
from duskhall.games.raid_and_trade.rules.escape.line import PickKit
from duskhall.games.raid_and_trade.rules.raid import RaidCard, StopRaid
from duskhall.games.raid_and_trade.rules.rounds import EnterAges, PickCharacter
from duskhall.games.raid_and_trade.rules.tokens import DONE, Pick, SwapTokens
from duskhall.games.raid_and_trade.rules.trade import Agree
from duskhall.games.raid_and_trade.rules.turn import Act
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import Terms

BOUND: Final = 5  # answers that are worth a thought in one's own turn
BLACK: Final = 0.7  # AP of 1 adrenaline, where keeping a card brings it
BARRED: Final = 5.0  # more, where houses of one colour are out of reach then
REROLL_LEAST: Final = 2.4
LEAST: Final = 0.2  # what the squad must gain by a trade
OWN_LOSS: Final = 2.0  # what one gives up for the others at most


def answer(lore: Lore, s: Ruin, seat: Seat) -> Move:
    """The best answer to any question of the scenario."""
    step, legal = s.agenda[-1], s.legal_moves(seat)
    if isinstance(step, Act):
        return Flight(lore, s, seat).options()[0].move
    if isinstance(step, (PickCharacter, EnterAges, PlaceTile, ChooseSite)):
        return legal[s.random_below(len(legal))]
    if isinstance(step, Agree):
        verdict = judge(lore, s, seat, step.other, step.terms())
        return legal[0] if verdict.answer == AGREE else Move(REFUSE)
    if len(legal) == 1:
        return legal[0]
    return respond(Squad(lore, s, seat), step, legal)


def respond(squad: Squad, step: Step[Ruin], legal: list[Move]) -> Move:
    """What one answers to a question with several answers."""
    s, seat = squad.s, squad.seat
    if isinstance(step, PickKit):
        return kit(squad, step.left, legal)
    if isinstance(step, Pick):
        return pick(squad, step, legal)
    if isinstance(step, RaidCard):
        return raid_card(squad, legal)
    if isinstance(step, AfterRoll):
        return reroll(squad, step, legal)
    if isinstance(step, (Attacked, Paid)):
        return skip(squad, legal)
    if isinstance(step, OnLoss):
        return legal[-1]
    if isinstance(step, Defend):
        return defend(squad, legal)
    if isinstance(step, PayAttack):
        return legal[0] if s.has(seat, GUNS) > 1 else legal[-1]
    if isinstance(step, Ambush):  # who is laden takes what others then do not find
        for move in legal:
            if squad.is_laden(move.about[0]):
                return move
    if isinstance(step, Buy):
        spare = s.numbers[AP + seat] >= ATTACK_AP + 6
        return legal[0] if squad.short_sp and spare else legal[-1]
    if isinstance(step, StopRaid):
        return PASS
    if isinstance(step, (CraftFree, Restore)):
        return best_card(squad, legal)
    return legal[0]


def kit(squad: Squad, left: int, legal: list[Move]) -> Move:
    """The items to start with: the best of all that come out exactly."""
    items = [move.about[0] for move in legal]
    best, chosen = -1.0, legal[0]
    for chosen_items in sums(squad.box.sp, list(squad.s.places[ITEMS + squad.seat]), left):
        worth = 0.0
        for item in chosen_items:
            worth += squad.card_worth(item)
        if worth > best:
            best, chosen = worth, legal[items.index(chosen_items[0])]
    return chosen


def sums(sp: list[int], items: list[int], left: int) -> list[list[int]]:
    """All choices of items whose SP make exactly so many."""
    if not left:
        return [[]]
    found: list[list[int]] = []
    for number, item in enumerate(items):
        if sp[item] <= left:
            for rest in sums(sp, items[number + 1 :], left - sp[item]):
                found.append([item, *rest])
    return found


def pick(squad: Squad, step: Pick, legal: list[Move]) -> Move:
    """Tokens: the best are taken, the least are given."""
    best, chosen = -99.0, legal[0]
    for move in legal:
        if move == DONE:
            score = -1.0 if isinstance(step, SwapTokens) else -50.0
        elif move.verb == "take":
            score = squad.worth[move.about[0]]
        else:
            score = -squad.keep(move.about[0])
        if score > best:
            best, chosen = score, move
    return chosen


def raid_card(squad: Squad, legal: list[Move]) -> Move:
    """A card for the raid first; then the die, or whether to keep what is turned up."""
    s, box = squad.s, squad.box
    card = s.places[RAID_CARD][0]
    for move in legal:
        if move.verb == "use":
            for effect in box.effects[move.about[0]]:
                if effect.verb == RAID_BONUS:
                    return move
                if effect.verb == RAID_SUCCESS and box.high[card] - box.low[card] >= 2:
                    return move
    if not box.blacklist[card] or not box.keeping_costs:
        return legal[0]
    black, dial = box.blacklist[card], s.numbers[FAVOR + squad.seat]
    lost = (black + 1) * BLACK
    for bar in BARRED_FROM:
        if dial - black <= -bar < dial:
            lost += BARRED
    return legal[0] if 1.6 * box.high[card] >= lost else legal[1]


def reroll(squad: Squad, step: AfterRoll, legal: list[Move]) -> Move:
    """Dice of raids and fights are rolled again where they went against one who flees."""
    s, seat = squad.s, squad.seat
    if s.places[RAID_CARD]:
        card, box = s.places[RAID_CARD][0], s.ruins
        worth = 1.8 * (box.high[card] - box.low[card])
        failed = s.numbers[DIE] != SUCCESS
        own = step.one == seat and failed and worth >= REROLL_LEAST
        return legal[1] if own else PASS
    fighter = step.one if step.one >= 0 else step.two
    if step.one >= 0 and step.two >= 0:
        return PASS
    shown = symbol(s, fighter, 0)
    against = symbol(s, fighter, 1) if s.numbers[DIE + 1] != NO_FACE else NO_FACE
    won = shown == WIN or (shown == HIT and against != SHIELD)
    attacks = step.one == fighter
    if attacks == won:
        return PASS
    for move in legal[1:]:
        die = move.about[1] if len(move.about) > 1 else 0
        if attacks and die == (1 if shown == HIT else 0):
            return move
        if not attacks and die == 0 and s.tokens(fighter):
            return move
    return PASS


def skip(squad: Squad, legal: list[Move]) -> Move:
    """A fight is avoided by who has something to lose."""
    for move in legal[1:]:
        verbs = [effect.verb for effect in squad.box.effects[move.about[0]]]
        if all(verb in (GAIN_AP, DRAIN_AP) for verb in verbs):
            continue
        if squad.s.tokens(squad.seat) >= 1 or squad.adrenaline(squad.seat) >= 8:
            return move
    return PASS


def defend(squad: Squad, legal: list[Move]) -> Move:
    """With a card, if AP are left for an attack; with a gun only where all would be lost."""
    s, seat = squad.s, squad.seat
    rest = s.numbers[AP + seat] - DEFEND_AP
    danger = squad.on_helipad() and squad.laden(HELIPAD) >= 1 and s.tokens(seat) > 0
    for move in legal[1:]:
        if move.about and (rest >= ATTACK_AP or danger):
            return move
        if not move.about and danger and s.has(seat, GUNS):
            return move
    return legal[0]


def best_card(squad: Squad, legal: list[Move]) -> Move:
    best, chosen = -1.0, legal[0]
    for move in legal:
        worth = squad.card_worth(move.about[0]) + squad.box.sp[move.about[0]] if move.about else 0.0
        if worth > best:
            best, chosen = worth, move
    return chosen


# Trades


def judge(lore: Lore, s: Ruin, seat: Seat, other: Seat, terms: Terms) -> Verdict:
    """What a seat says to an offer: what helps the squad is agreed to, if it is no great loss."""
    squad = Squad(lore, s, seat)
    own, theirs = 0.0, 0.0
    lends = should_lend(squad, seat, other)
    for thing in terms.give:
        if thing == GUNS and lends:
            theirs += LEAST
            continue
        own -= worth_to(squad, thing, seat, seat)
        theirs += worth_to(squad, thing, other, seat)
    for thing in terms.take:
        own += worth_to(squad, thing, seat, other)
        theirs -= worth_to(squad, thing, other, other)
    if own >= LEAST:
        return Verdict(AGREE, terms, "good-deal", (len(terms.give), len(terms.take)), own)
    if own + theirs >= LEAST and own >= -OWN_LOSS:
        return Verdict(AGREE, terms, "helps-all", (other,), own)
    return Verdict(REFUSE, terms, "not-worth", (len(terms.give), len(terms.take)), own)


def worth_to(squad: Squad, thing: int, seat: Seat, holder: Seat) -> float:
    """What a thing is worth in a seat's hands."""
    if thing >= TOKEN_KINDS:
        if thing in squad.s.places[ITEMS + holder]:
            return 1.0
        return squad.card_worth(thing)
    return squad.worth_of(thing, seat)


# Positions


def hopes(lore: Lore, s: Ruin) -> list[float]:
    """By seat, the share of the win it may hope for: by its guns, guards left, and what is given."""
    squad = Squad(lore, s, s.current)
    if not squad.alive:
        return [0.0] * s.box.players
    guards, guns = 0, 0.0
    for tile in squad.tiles:
        guards += len(squad.guards(tile)) + squad.laden(tile)
    for other in squad.alive:
        guns += squad.kill[other] * min(4, squad.guns(other))
    lacking = 0.25 * sum(squad.short) + 0.15 * squad.short_sp
    hope = guns - 0.5 * guards - lacking - 0.4 * squad.laden(HELIPAD)
    share = 1.0 / max(1, min(3, len(squad.alive)))
    found: list[float] = []
    for seat in range(s.box.players):
        if seat not in squad.alive:
            found.append(0.0)
            continue
        own = hope + 0.3 * squad.at(seat) - 0.12 * squad.adrenaline(seat)
        own += 0.02 * s.numbers[SP + seat]
        found.append(share / (1.0 + exp(-own)))
    return found


def few(options: list[Option]) -> list[Move]:
    """What is worth a thought: the best, and the end of the turn only where nothing promises anything.

    Where all wait for one another, the fire takes them with all their AP. What the helicopter needs
    is given without a thought: who gives earlier flies earlier, and nothing that is kept is of any
    use in the end.
    """
    if options[0].score >= GIVES:
        return [options[0].move]
    found: list[Move] = []
    for option in (options[:-1] or options)[:BOUND]:
        if option.move not in found:
            found.append(option.move)
    return found


def is_settled(s: Ruin) -> bool:
    """Between turns nothing is half done."""
    return isinstance(s.agenda[-1], Act) and not (s.numbers[ACTED] or s.numbers[MOVED])


def why_offer(s: Ruin, terms: Terms) -> tuple[str, tuple[int, ...]]:
    """Why one makes such an offer: the key of a sentence in `bots` and its numbers."""
    if GUNS in terms.take:
        return "needs-gun", ()
    if len(terms.give) > len(terms.take):
        return "keep-these", ()
    return "good-deal", (len(terms.give), len(terms.take))
