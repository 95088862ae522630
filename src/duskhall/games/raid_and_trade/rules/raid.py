"""RT-40 to RT-48: a raid in its order."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep
from duskhall.games.raid_and_trade.cards import (
    CLEAR_BLACKLIST,
    CRAFT_FREE,
    GAIN_AP,
    GAIN_FAVOR,
    GAIN_SKILL,
    RAID_DISCOUNT,
    RAID_SUCCESS,
    SWAP_RESOURCES,
)
from duskhall.games.raid_and_trade.parts import (
    AP,
    AT,
    BARRED_FROM,
    BONUS,
    DETONATION,
    DIE,
    DYNAMITE,
    FAILURE,
    FAVOR,
    HIDDEN_HAND,
    HOUSE,
    NO_FACE,
    NOT_PLACED,
    ON_RAID,
    OTHER_RAID,
    RAID_BOTTOM,
    RAID_CARD,
    RAID_DISCARD,
    RAID_DRAW,
    RAID_OFF,
    RAIDED,
    SKIPPED,
    SPENT_TOKEN,
    SUCCESS,
    SURE,
    TAKEN,
)
from duskhall.games.raid_and_trade.rules.deeds import DECLINE, could, could_any, roll
from duskhall.games.raid_and_trade.rules.effects import AfterRoll, Do, Moment, Use, use
from duskhall.games.raid_and_trade.state import Ruin

ROLL: Final = Move("roll")
KEEP: Final = Move("keep")
PUT_BACK: Final = Move("put_back")
UNASKED: Final = [  # verbs that are only a gain, or ask for themselves
    GAIN_AP,
    GAIN_SKILL,
    GAIN_FAVOR,
    CLEAR_BLACKLIST,
    CRAFT_FREE,
    SWAP_RESOURCES,
]


def barred(s: Ruin, seat: Seat, colour: int) -> bool:
    """RT-43 At 6+ Blacklist no green, at 8+ no yellow, at 10 no red houses."""
    return -s.numbers[FAVOR + seat] >= BARRED_FROM[colour]


def discounts(s: Ruin, seat: Seat) -> list[int]:
    """The cards that would make this seat's raid cheaper."""
    found: list[int] = []
    for card in s.cards_for(seat, ON_RAID):
        if discount(s, card):
            found.append(card)
    return found


def discount(s: Ruin, card: int) -> int:
    off = 0
    for effect in s.ruins.effects[card]:
        if effect.verb == RAID_DISCOUNT:
            off += effect.n
    return off


def raid_moves(s: Ruin, seat: Seat) -> list[Move]:
    """RT-40, RT-45 Houses beside one's section, with cards that make them cheaper."""
    numbers = s.numbers
    if s.is_inside(seat):
        return []
    found: list[Move] = []
    cards: list[int] | None = None
    for square in s.city.squares[numbers[AT + seat]]:
        colour = numbers[HOUSE + square] - 1
        if colour < 0 or barred(s, seat, colour) or s.is_guarded(square):
            continue
        price = s.ruins.raid_price[colour]
        if price <= numbers[AP + seat]:
            found.append(s.ruins.raid_moves[square])
        if cards is None:
            cards = discounts(s, seat)
        for card in cards:
            if price - discount(s, card) <= numbers[AP + seat]:
                found.append(Move("raid", square, card))
    return found


def may_raid(s: Ruin, seat: Seat, move: Move) -> Refusal | None:
    """Why this raid cannot be; None where it can. Several cards may make it cheaper."""
    square, cards = move.about[0], move.about[1:]
    squares = s.ruins.tiles.squares
    if not 0 <= square < len(squares) or not s.numbers[HOUSE + square]:
        return Refusal("RT-45", "no-house")
    if s.is_inside(seat):
        return Refusal("RT-72", "inside")
    if s.numbers[AT + seat] not in squares[square].near:
        return Refusal("RT-40", "not-beside-house")
    if s.is_guarded(square):
        return Refusal("RT-127", "guarded-house")
    colour = s.numbers[HOUSE + square] - 1
    if barred(s, seat, colour):
        return Refusal("RT-43", "blacklisted", (BARRED_FROM[colour],))
    known = discounts(s, seat)
    if len(set(cards)) < len(cards) or not all(card in known for card in cards):
        return Refusal("RT-46", "raid-cards")
    price = s.ruins.raid_price[colour] - sum([discount(s, card) for card in cards])
    if price > s.numbers[AP + seat]:
        return Refusal("RT-24", "too-dear", (price, s.numbers[AP + seat]))
    return None


def raid(s: Ruin, seat: Seat, square: int, cards: tuple[int, ...]) -> None:
    """RT-46 The order of a raid."""
    s.tell_of("raid", "RT-40", seat, square, s.numbers[HOUSE + square])
    for number in (SKIPPED, BONUS, SURE, RAID_OFF):
        s.numbers_set(number, 0, "RT-46")
    s.then(
        *[Use(seat, card, 0) for card in cards],
        PayRaid(seat, square),
        StopRaid(seat, square),
        Blast(seat, square),
        TurnCard(seat, square),
        RaidCard(seat, square),
    )


class OnHouse(SeatStep[Ruin]):
    """A step of somebody's raid on a house."""

    def __init__(self, seat: Seat, square: int) -> None:
        super().__init__(seat)
        self.square: Final = square

    def key(self) -> tuple[int, ...]:
        return self.seat, self.square


class PayRaid(OnHouse):
    """RT-40, RT-46 The price of the house, reduced by cards."""

    rule: ClassVar[str] = "RT-40"

    def resolve(self, s: Ruin) -> None:
        price = s.ruins.raid_price[s.numbers[HOUSE + self.square] - 1]
        s.pay_ap(self.seat, max(0, price - s.numbers[RAID_OFF]), self.rule)


class StopRaid(Moment):
    """RT-90 Others may stop a raid that was paid: AP and action are lost, the house stays."""

    rule: ClassVar[str] = "RT-90"
    whens: ClassVar[list[int]] = [OTHER_RAID]

    def __init__(self, raider: Seat, square: int) -> None:
        self.raider: Final = raider
        self.square: Final = square

    def key(self) -> tuple[int, ...]:
        return self.raider, self.square

    def asked(self, s: Ruin) -> list[Seat]:
        return [] if s.numbers[SKIPPED] else s.seats_from(self.raider)[1:]


class Blast(OnHouse):
    """RT-95, RT-97 Dynamite on the house: another player pays half its price again, once."""

    rule: ClassVar[str] = "RT-97"

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SKIPPED]:
            return
        for token in (DYNAMITE, DYNAMITE + 1):
            if s.numbers[token] == self.square:
                if s.power(self.seat) == DETONATION:
                    s.set("dynamite_back", "RT-96", self.seat, token, NOT_PLACED)
                else:
                    s.set("blast", self.rule, self.seat, token, SPENT_TOKEN)
                    colour = s.numbers[HOUSE + self.square] - 1
                    s.lose_ap(self.seat, s.ruins.blast[colour], self.rule)


class TurnCard(OnHouse):
    """RT-41 The matching raid card is turned up."""

    rule: ClassVar[str] = "RT-41"

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SKIPPED]:
            s.tell("raid_stopped", "RT-90", self.seat)
        else:
            s.turn_raid_card(self.seat, s.numbers[HOUSE + self.square] - 1)


def is_doomed(s: Ruin, square: int) -> bool:
    """RT-110, RT-113 The die card of a large house of the wasteland always fails."""
    return s.ruins.is_wasteland and s.ruins.tiles.squares[square].diagonal


class RaidCard(Choice[Ruin]):
    """RT-41, RT-42 The card lies open: roll the die, or keep it or put it back; or use a card."""

    rule: ClassVar[str] = "RT-41"

    def __init__(self, seat: Seat, square: int) -> None:
        super().__init__(seat)
        self.square: Final = square

    def key(self) -> tuple[int, ...]:
        return self.seat, self.square

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if s.numbers[SKIPPED]:
            return []
        card = s.places[RAID_CARD][0]
        found = [KEEP, PUT_BACK] if s.ruins.blacklist[card] else [ROLL]
        for other in s.cards_for(seat, ON_RAID):
            if not discount(s, other) and self.helps(s, seat, other):
                found.append(s.ruins.uses[other])
        return found

    def helps(self, s: Ruin, seat: Seat, card: int) -> bool:
        """Whether a card would do anything here: none makes sure of what always fails."""
        for effect in s.ruins.effects[card]:
            is_vain = effect.verb == RAID_SUCCESS and is_doomed(s, self.square)
            if not is_vain and could(s, seat, effect):
                return True
        return False

    def offer(self, s: Ruin) -> None:
        super().offer(s)
        # RT-94 Who holds unseen incidents is asked, whatever they are.
        if s.offered and s.places[HIDDEN_HAND + self.seat] and s.ruins.answerable[ON_RAID]:
            s.waiting = [self.seat]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        card = s.places[RAID_CARD][0]
        return (
            Refusal("RT-42", "raid-keep")
            if s.ruins.blacklist[card]
            else Refusal("RT-41", "raid-roll")
        )

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "use":
            s.then(use(s, self.seat, move), RaidCard(self.seat, self.square))
        elif move.verb == "roll":
            if is_doomed(s, self.square):
                s.set("doomed", "RT-113", self.seat, DIE, FAILURE)
                s.then(Loot(self.seat, self.square))
            elif s.numbers[SURE]:
                s.set("sure", "RT-46", self.seat, DIE, SUCCESS)
                s.then(Loot(self.seat, self.square))
            else:
                roll(s, self.seat, 0, self.rule)
                s.then(AfterRoll(self.seat, -1), Loot(self.seat, self.square))
        elif move.verb == "keep":
            s.numbers_set(DIE, SUCCESS, "RT-42")
            s.then(Loot(self.seat, self.square))
            if s.ruins.keeping_costs:
                card = s.places[RAID_CARD][0]
                s.turn_dial(self.seat, -s.ruins.blacklist[card], "RT-42")
        else:
            put_back(s, self.seat, self.square)


def put_back(s: Ruin, seat: Seat, square: int) -> None:
    """RT-42, RT-47 The card goes to the bottom of its deck, for 1 Favor; the house stays or not."""
    card = s.places[RAID_CARD][0]
    s.move("put_back", "RT-42", seat, (card,), RAID_CARD, RAID_BOTTOM + s.ruins.colour[card])
    s.turn_dial(seat, 1, "RT-42")
    if s.ruins.takes_house:
        take_house(s, seat, square)


def take_house(s: Ruin, seat: Seat, square: int) -> None:
    """RT-40 The house tile goes in front of the raider, and counts for this round's quests."""
    s.set("take_house", "RT-40", seat, HOUSE + square, 0)
    s.numbers_set(TAKEN + seat, s.numbers[TAKEN + seat] + 1, "RT-40")
    s.numbers_set(RAIDED + seat, s.numbers[RAIDED + seat] + 1, "RT-38")


class Loot(OnHouse):
    """RT-41 Tokens, then the effect; then the house is taken and the card discarded."""

    rule: ClassVar[str] = "RT-41"

    def resolve(self, s: Ruin) -> None:
        card = s.places[RAID_CARD][0]
        has_succeeded = s.numbers[DIE] == SUCCESS
        s.numbers_set(DIE, NO_FACE, self.rule)
        count = s.ruins.high[card] if has_succeeded else s.ruins.low[card]
        s.draw_tokens(self.seat, count + s.changed[RAID_DRAW] + s.numbers[BONUS], "RT-44")
        s.then(Leave(self.seat, self.square))
        if has_succeeded != s.ruins.on_fail[card]:
            s.then(RaidEffect(self.seat, card))


class RaidEffect(Choice[Ruin]):
    """RT-41, RT-46 The raider may use the card's effect; nobody is asked where it is only a gain."""

    rule: ClassVar[str] = "RT-41"

    def __init__(self, seat: Seat, card: int) -> None:
        super().__init__(seat)
        self.card: Final = card

    def key(self) -> tuple[int, ...]:
        return self.seat, self.card

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if not could_any(s, seat, self.card):
            return []
        effects = s.ruins.effects[self.card]
        is_gain = all(effect.pay or effect.verb in UNASKED for effect in effects)
        return [s.ruins.uses[self.card]] if is_gain else [s.ruins.uses[self.card], DECLINE]

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "use":
            verbs = range(len(s.ruins.effects[self.card]))
            s.then(*[Do(self.seat, self.card, index, 0) for index in verbs])


class Leave(OnHouse):
    """RT-40, RT-46 The house goes in front of the raider, the card to its discards."""

    rule: ClassVar[str] = "RT-46"

    def resolve(self, s: Ruin) -> None:
        take_house(s, self.seat, self.square)
        card = s.places[RAID_CARD][0]
        s.move(
            "raid_over",
            self.rule,
            self.seat,
            (card,),
            RAID_CARD,
            RAID_DISCARD + s.ruins.colour[card],
        )
