"""Cards in use: their verbs one after the other, and the windows in which they interrupt."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import PASS, Move
from duskhall.engine.steps import Choice, SeatStep, Step, Window
from duskhall.games.raid_and_trade.cards import (
    ANY_DIE,
    CLEAR_BLACKLIST,
    CRAFT_FREE,
    DRAIN_AP,
    DRAW_INCIDENT,
    DRAW_RESOURCES,
    GAIN_AP,
    GAIN_FAVOR,
    GAIN_SKILL,
    PICK_RESOURCES,
    PROTECT,
    REDRAW_ALL,
    REROLL,
    RESTORE_ITEM,
    STEAL_RESOURCES,
    SWAP_RESOURCES,
    Effect,
)
from duskhall.games.raid_and_trade.parts import (
    AFTER_ROLL,
    AP,
    DIE,
    FAVOR,
    HIDDEN_HAND,
    NO_FACE,
    NOT_SAFE,
    ON_LOSS,
    SAFE,
    SAFE_ALL,
    SAFE_TOKENS,
)
from duskhall.games.raid_and_trade.rules.deeds import (
    DECLINE,
    FLAGS,
    SETTERS,
    CraftFree,
    Drain,
    DrawIncident,
    Restore,
    could,
    could_any,
    redraw_all,
    roll,
    victims,
)
from duskhall.games.raid_and_trade.rules.tokens import (
    GiveTokens,
    PickFromBag,
    SwapTokens,
    TakeTokens,
)
from duskhall.games.raid_and_trade.state import Ruin

BUY: Final = Move("buy")

# How tokens are taken.
LOSER_CHOOSES: Final = 0
TAKER_CHOOSES: Final = 1
BLIND: Final = 2

# What is about to be taken.
TOKENS_LOST: Final = SAFE_TOKENS
OTHER_LOST: Final = SAFE_ALL


class Use(SeatStep[Ruin]):
    """RT-35, RT-60 A card is used up, or for this round, and its verbs are done in order."""

    rule: ClassVar[str] = "RT-93"

    def __init__(self, seat: Seat, card: int, which: int) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.which: Final = which  # of two dice

    def key(self) -> tuple[int, ...]:
        return self.seat, self.card, self.which

    def resolve(self, s: Ruin) -> None:
        s.use_up(self.seat, self.card, self.rule)
        verbs = range(len(s.ruins.effects[self.card]))
        s.then(*[Do(self.seat, self.card, index, self.which) for index in verbs])


def use(s: Ruin, seat: Seat, move: Move) -> Use:
    """The step of a move `use C`, or `use C 1` for the second die."""
    return Use(seat, move.about[0], move.about[1] if len(move.about) > 1 else 0)


class Do(SeatStep[Ruin]):
    """RT-93 One verb of a card, done as far as possible."""

    rule: ClassVar[str] = "RT-93"

    def __init__(self, seat: Seat, card: int, index: int, which: int) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.index: Final = index  # of the verb
        self.which: Final = which  # of two dice

    def key(self) -> tuple[int, ...]:
        return self.seat, self.card, self.index, self.which

    def resolve(self, s: Ruin) -> None:
        effect = s.ruins.effects[self.card][self.index]
        if effect.pay:
            s.then(Buy(self.seat, self.card, self.index))
        else:
            carry_out(s, self.seat, effect, self.which)


class Buy(Choice[Ruin]):
    """RT-48 An effect with a price may be bought or declined."""

    rule: ClassVar[str] = "RT-48"

    def __init__(self, seat: Seat, card: int, index: int) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.index: Final = index

    def key(self) -> tuple[int, ...]:
        return self.seat, self.card, self.index

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        effect = s.ruins.effects[self.card][self.index]
        can = s.numbers[AP + seat] >= effect.pay and could(s, seat, effect)
        return [BUY, DECLINE] if can else [DECLINE]

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "buy":
            effect = s.ruins.effects[self.card][self.index]
            s.pay_ap(self.seat, effect.pay, self.rule)
            carry_out(s, self.seat, effect, 0)


def carry_out(s: Ruin, seat: Seat, effect: Effect, which: int) -> None:
    """Do what the verb says."""
    verb, n = effect.verb, effect.n
    if verb == GAIN_AP:
        s.gain_ap(seat, n, "RT-93")
    elif verb == GAIN_SKILL:
        s.gain_sp(seat, n, "RT-93")
    elif verb == GAIN_FAVOR:
        s.turn_dial(seat, n, "RT-93")
    elif verb == CLEAR_BLACKLIST:
        s.turn_dial(seat, min(n, max(0, -s.numbers[FAVOR + seat])), "RT-93")
    elif verb == DRAW_RESOURCES:
        s.draw_tokens(seat, n, "RT-44")
    elif verb == PICK_RESOURCES:
        s.then(PickFromBag(seat, n, effect.kinds))
    elif verb == SWAP_RESOURCES:
        s.then(SwapTokens(seat, n, 0))
    elif verb == DRAW_INCIDENT:
        steps = [DrawIncident(seat, effect.which) for _ in range(n)]
        s.then(*steps)
    elif verb == RESTORE_ITEM:
        s.then(Restore(seat, n))
    elif verb == CRAFT_FREE:
        s.then(CraftFree(seat, 0, n))
    elif verb in SETTERS:
        number = SETTERS[verb]
        s.numbers_set(number, s.numbers[number] + n, "RT-93")
    elif verb in FLAGS:
        s.numbers_set(FLAGS[verb], 1, "RT-93")
    elif verb == REROLL:
        roll(s, seat, which, "RT-88")
    elif verb == PROTECT:
        s.numbers_set(SAFE, max(s.numbers[SAFE], effect.which), "RT-93")
    elif verb == STEAL_RESOURCES:
        s.then(Steal(seat, n, effect.which, int(effect.blind)))
    elif verb == DRAIN_AP:
        s.then(Drain(seat, n, effect.which))
    elif verb == REDRAW_ALL:
        redraw_all(s)


class Moment(Window[Ruin]):
    """RT-94 A moment at which cards interrupt. Who is asked does not tell who holds what.

    Everybody with an unseen incident is asked wherever some incident could answer; others only if
    an open card of theirs could. Of several who answer, the first in turn order does, and all are
    asked again.
    """

    rule: ClassVar[str] = "RT-94"
    whens: ClassVar[list[int]] = []

    def asked(self, s: Ruin) -> list[Seat]:
        """All whom this concerns, in turn order; none, where it is over."""
        raise NotImplementedError

    def fits(self, s: Ruin, seat: Seat, card: int) -> list[Move]:
        """The moves by which this card may be used here."""
        return [s.ruins.uses[card]] if could_any(s, seat, card) else []

    def reactions(self, s: Ruin, seat: Seat) -> list[Move]:
        found: list[Move] = []
        for when in self.whens:
            for card in s.cards_for(seat, when):
                found += self.fits(s, seat, card)
        return found

    def is_answerable(self, s: Ruin) -> bool:
        """Whether some incident could answer here."""
        return any(s.ruins.answerable[when] for when in self.whens)

    def might(self, s: Ruin, seat: Seat) -> bool:
        """Whether this seat could answer, by what everybody knows."""
        hidden = s.places[HIDDEN_HAND + seat]
        if hidden and self.is_answerable(s):
            return True
        for when in self.whens:
            for card in s.cards_for(seat, when):
                if card not in hidden and self.fits(s, seat, card):
                    return True
        return False

    def deciders(self, s: Ruin) -> list[Seat]:
        return [seat for seat in self.asked(s) if self.might(s, seat)]

    def offer(self, s: Ruin) -> None:
        s.waiting = sorted(self.deciders(s))

    def react(self, s: Ruin, seat: Seat, move: Move) -> Step[Ruin]:
        return use(s, seat, move)

    def reveal(self, s: Ruin, answers: dict[Seat, Move]) -> None:
        for seat in self.asked(s):
            if seat in answers and answers[seat] != PASS:
                s.then(self.react(s, seat, answers[seat]), self)
                return


class AfterRoll(Moment):
    """RT-88 A die has been rolled, before its result counts: it may be rolled again, by anybody."""

    rule: ClassVar[str] = "RT-88"
    whens: ClassVar[list[int]] = [AFTER_ROLL]

    def __init__(self, one: Seat, two: Seat) -> None:
        self.one: Final = one  # who rolled the first die
        self.two: Final = two  # who rolled the second, or -1

    def key(self) -> tuple[int, ...]:
        return self.one, self.two

    def asked(self, s: Ruin) -> list[Seat]:
        return s.seats_from(s.current) if s.numbers[DIE] != NO_FACE else []

    def fits(self, s: Ruin, seat: Seat, card: int) -> list[Move]:
        found: list[Move] = []
        for which, roller in enumerate((self.one, self.two)):
            if s.numbers[DIE + which] != NO_FACE:
                for effect in s.ruins.effects[card]:
                    if effect.verb == REROLL and (effect.which == ANY_DIE or roller == seat):
                        found.append(Move("use", card, which))
        return found


class OnLoss(Moment):
    """RT-55 Tokens, a disc, an item or an incident are about to be taken: a card may keep them."""

    rule: ClassVar[str] = "RT-55"
    whens: ClassVar[list[int]] = [ON_LOSS]

    def __init__(self, loser: Seat, what: int) -> None:
        self.loser: Final = loser
        self.what: Final = what  # TOKENS_LOST or OTHER_LOST

    def key(self) -> tuple[int, ...]:
        return self.loser, self.what

    def asked(self, s: Ruin) -> list[Seat]:
        return [] if s.numbers[SAFE] >= self.what else [self.loser]

    def fits(self, s: Ruin, seat: Seat, card: int) -> list[Move]:
        for effect in s.ruins.effects[card]:
            if effect.verb == PROTECT and effect.which >= self.what:
                return [s.ruins.uses[card]]
        return []


class AboutToLose(SeatStep[Ruin]):
    """RT-55 Nothing is kept safe until a card says so; then the loser is asked."""

    rule: ClassVar[str] = "RT-55"

    def __init__(self, seat: Seat, what: int) -> None:
        super().__init__(seat)
        self.what: Final = what

    def key(self) -> tuple[int, ...]:
        return self.seat, self.what

    def resolve(self, s: Ruin) -> None:
        s.numbers_set(SAFE, NOT_SAFE, self.rule)
        s.then(OnLoss(self.seat, self.what))


class LoseTokens(SeatStep[Ruin]):
    """RT-53 Tokens go to another player: as the loser chooses, as the taker does, or drawn blind."""

    rule: ClassVar[str] = "RT-53"

    def __init__(self, seat: Seat, taker: Seat, n: int, how: int) -> None:
        super().__init__(seat)
        self.taker: Final = taker
        self.n: Final = n
        self.how: Final = how

    def key(self) -> tuple[int, ...]:
        return self.seat, self.taker, self.n, self.how

    def resolve(self, s: Ruin) -> None:
        if self.how == LOSER_CHOOSES:
            taking: Step[Ruin] = GiveTokens(self.seat, self.n, self.taker)
        elif self.how == TAKER_CHOOSES:
            taking = TakeTokens(self.taker, self.n, self.seat)
        else:
            taking = TakeBlind(self.taker, self.n, self.seat)
        s.then(AboutToLose(self.seat, TOKENS_LOST), taking)


class TakeBlind(SeatStep[Ruin]):
    """RT-72 Tokens of another player, drawn by luck."""

    rule: ClassVar[str] = "RT-72"

    def __init__(self, seat: Seat, n: int, loser: Seat) -> None:
        super().__init__(seat)
        self.n: Final = n
        self.loser: Final = loser

    def key(self) -> tuple[int, ...]:
        return self.seat, self.n, self.loser

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SAFE] >= SAFE_TOKENS:
            return
        for _ in range(min(self.n, s.tokens(self.loser))):
            s.hand_over(self.loser, self.seat, s.random_token(self.loser), 1, self.rule)


class Steal(Choice[Ruin]):
    """RT-72 Take up to so many tokens of one player in reach, chosen or blind."""

    rule: ClassVar[str] = "RT-72"

    def __init__(self, seat: Seat, n: int, reach: int, blind: int) -> None:
        super().__init__(seat)
        self.n: Final = n
        self.reach: Final = reach
        self.blind: Final = blind

    def key(self) -> tuple[int, ...]:
        return self.seat, self.n, self.reach, self.blind

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        effect = Effect(STEAL_RESOURCES, self.n, self.reach)
        return [Move("rob", other) for other in victims(s, seat, effect)]

    def choose(self, s: Ruin, move: Move) -> None:
        (loser,) = move.about
        s.tell("rob", self.rule, self.seat)
        s.then(LoseTokens(loser, self.seat, self.n, TAKER_CHOOSES + self.blind))
