"""RT-50 to RT-59: an attack in its order, with every window."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep
from duskhall.games.raid_and_trade.cards import AS_GUN_ATTACK, AS_GUN_DEFEND
from duskhall.games.raid_and_trade.parts import (
    ANY_TIME,
    AP,
    AP_SYMBOL,
    ATTACK_AP,
    ATTACK_PAID,
    CRAFT_SYMBOL,
    DEFEND_AP,
    DESTROY,
    DIE,
    DYNAMITE,
    DYNAMITE_SYMBOL,
    GUNS,
    HIDDEN_HAND,
    HIT,
    HOUSE,
    INCIDENT_DECK,
    ITEM_BOX,
    NO_FACE,
    NOT_PLACED,
    ON_ATTACK,
    ON_DEFEND,
    READY,
    SAFE,
    SAFE_ALL,
    SHIELD,
    SKILL_SYMBOL,
    SKIPPED,
    STEAL,
    TIRED,
    WHEN_ATTACKED,
    WIN,
    YIELD_FIVE,
    YIELD_THREE,
)
from duskhall.games.raid_and_trade.rules.deeds import DECLINE, CraftFree, roll, symbol
from duskhall.games.raid_and_trade.rules.effects import (
    LOSER_CHOOSES,
    OTHER_LOST,
    TAKER_CHOOSES,
    AboutToLose,
    AfterRoll,
    LoseTokens,
    Moment,
    Use,
)
from duskhall.games.raid_and_trade.state import Ruin

GUN_MOVE: Final = Move("gun")
DEFEND: Final = Move("defend")
DISC_MOVE: Final = Move("disc")
TOKENS_MOVE: Final = Move("tokens")
FIVE: Final = Move("five")
THREE: Final = Move("three")
RUIN: Final = Move("ruin")
BONUS_AP: Final = 3  # RT-52
BONUS_SP: Final = 1


def gun_cards(s: Ruin, seat: Seat, when: int, verb: int) -> list[int]:
    """RT-84, RT-85 Cards that stand for the gun."""
    return [card for card in s.cards_for(seat, when) if is_gun(s, card, verb)]


def is_gun(s: Ruin, card: int, verb: int) -> bool:
    return any(effect.verb == verb for effect in s.ruins.effects[card])


def exchanged(cards: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    return tuple(sorted([new if card == old else card for card in cards]))


def can_attack(s: Ruin, seat: Seat) -> bool:
    """RT-50 Whether this seat could pay for an attack."""
    if s.numbers[AP + seat] < ATTACK_AP or not s.may_attack():
        return False
    return s.has(seat, GUNS) > 0 or bool(gun_cards(s, seat, ON_ATTACK, AS_GUN_ATTACK))


def targets(s: Ruin, seat: Seat) -> list[Seat]:
    """RT-56 Whom this seat could attack, from where it stands."""
    return [other for other in s.seats_from(seat)[1:] if s.are_together(seat, other)]


def declare(s: Ruin, attacker: Seat, target: Seat, outcome: Outcome) -> None:
    """RT-55 The order of an attack."""
    s.tell_of("attack", "RT-50", attacker, target)
    s.numbers_set(SKIPPED, 0, "RT-55")
    s.then(
        Attacked(attacker, target),
        PayAttack(attacker, target),
        Paid(attacker, target),
        Defend(target, attacker),
        RollDice(attacker, target),
        AfterRoll(attacker, target),
        Bonus(attacker, target, 0),
        Bonus(target, attacker, 1),
        outcome,
    )


class Fight(SeatStep[Ruin]):
    """A step between an attacker and a defender."""

    def __init__(self, seat: Seat, other: Seat) -> None:
        super().__init__(seat)
        self.other: Final = other

    def key(self) -> tuple[int, ...]:
        return self.seat, self.other


class FightChoice(Choice[Ruin]):
    """What one of two in a fight decides."""

    def __init__(self, seat: Seat, other: Seat) -> None:
        super().__init__(seat)
        self.other: Final = other

    def key(self) -> tuple[int, ...]:
        return self.seat, self.other


class FightMoment(Moment):
    """A window of an attack, for the one who is attacked."""

    def __init__(self, attacker: Seat, target: Seat) -> None:
        self.attacker: Final = attacker
        self.target: Final = target

    def key(self) -> tuple[int, ...]:
        return self.attacker, self.target

    def asked(self, s: Ruin) -> list[Seat]:
        return [] if s.numbers[SKIPPED] else [self.target]


class Attacked(FightMoment):
    """RT-54, RT-86 An attack is declared: the attacked may end it before anybody pays."""

    rule: ClassVar[str] = "RT-54"
    whens: ClassVar[list[int]] = [WHEN_ATTACKED, ANY_TIME]


class Paid(FightMoment):
    """RT-54, RT-89 The attacker has paid: the attacked may end it, and the payment is lost."""

    rule: ClassVar[str] = "RT-89"
    whens: ClassVar[list[int]] = [ATTACK_PAID]


class PayAttack(FightChoice):
    """RT-50, RT-85 The attacker pays 5 AP, and a gun or a card that stands for it."""

    rule: ClassVar[str] = "RT-50"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if s.numbers[SKIPPED] or s.numbers[AP + seat] < ATTACK_AP:
            return []
        found = [GUN_MOVE] if s.has(seat, GUNS) else []
        return found + [s.ruins.uses[card] for card in gun_cards(s, seat, ON_ATTACK, AS_GUN_ATTACK)]

    def offer(self, s: Ruin) -> None:
        super().offer(s)
        # RT-94 Who holds unseen incidents is asked, whatever they are.
        if s.offered and s.places[HIDDEN_HAND + self.seat] and s.ruins.answerable[ON_ATTACK]:
            s.waiting = [self.seat]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "pay-attack")

    def suppose(self, guess: Ruin, eyes: Seat) -> None:
        """Who attacks without a gun that all can see holds a card for it."""
        own = HIDDEN_HAND + self.seat
        if eyes == self.seat or not guess.places[own] or self.moves(guess, self.seat):
            return
        unseen = [INCIDENT_DECK]
        for seat in range(guess.box.players):
            if seat not in (eyes, self.seat):
                unseen.append(HIDDEN_HAND + seat)
        fitting: list[tuple[Place, int]] = []
        for place in unseen:
            for card in guess.places[place]:
                if guess.ruins.when[card] == ON_ATTACK and is_gun(guess, card, AS_GUN_ATTACK):
                    fitting.append((place, card))
        if fitting:
            place, card = fitting[guess.random_below(len(fitting))]
            given = guess.places[own][guess.random_below(len(guess.places[own]))]
            guess.places[own] = exchanged(guess.places[own], given, card)
            guess.places[place] = exchanged(guess.places[place], card, given)

    def settle(self, s: Ruin, answers: dict[Seat, Move]) -> None:
        if not answers and not s.offered and not s.numbers[SKIPPED]:
            # Somebody has drained the AP since it was declared: the action is spent all the same.
            s.numbers_set(SKIPPED, 1, self.rule)
        super().settle(s, answers)

    def choose(self, s: Ruin, move: Move) -> None:
        s.pay_ap(self.seat, ATTACK_AP, self.rule)
        if move.verb == "gun":
            s.add_tokens("spend", self.rule, self.seat, GUNS, -1)
        else:
            s.then(Use(self.seat, move.about[0], 0))


class Defend(FightChoice):
    """RT-50, RT-84 Before any roll, the defender may pay 3 AP and a gun, or a card for it."""

    rule: ClassVar[str] = "RT-50"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        if s.numbers[SKIPPED]:
            return []
        if s.numbers[AP + seat] < DEFEND_AP:
            return [DECLINE]
        found = [DECLINE]
        if s.has(seat, GUNS):
            found.append(DEFEND)
        cards = gun_cards(s, seat, ON_DEFEND, AS_GUN_DEFEND)
        return found + [Move("defend", card) for card in cards]

    def offer(self, s: Ruin) -> None:
        super().offer(s)
        can = s.offered and s.numbers[AP + self.seat] >= DEFEND_AP
        if can and s.places[HIDDEN_HAND + self.seat] and s.ruins.answerable[ON_DEFEND]:
            s.waiting = [self.seat]

    def forced(self, s: Ruin, move: Move) -> Forced | None:
        return Forced(self.rule, "no-defence")

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "defend")

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "decline":
            s.tell("decline", self.rule, self.seat)
            return
        s.pay_ap(self.seat, DEFEND_AP, self.rule)
        s.then(RollDefence(self.seat))
        if move.about:
            s.then(Use(self.seat, move.about[0], 0))
        else:
            s.add_tokens("spend", self.rule, self.seat, GUNS, -1)


class RollDefence(SeatStep[Ruin]):
    """RT-51 The defender's die will be rolled: it is laid ready."""

    rule: ClassVar[str] = "RT-51"

    def resolve(self, s: Ruin) -> None:
        s.numbers_set(DIE + 1, 0, self.rule)
        s.tell("defend", self.rule, self.seat)


class RollDice(Fight):
    """RT-51 Both roll their character's die; who does not defend rolls none."""

    rule: ClassVar[str] = "RT-51"

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SKIPPED]:
            return
        roll(s, self.seat, 0, self.rule)
        if s.numbers[DIE + 1] != NO_FACE:
            roll(s, self.other, 1, self.rule)


class Bonus(Fight):
    """RT-51, RT-52 What a die's symbol gives to who rolled it, won or lost."""

    rule: ClassVar[str] = "RT-52"

    def __init__(self, seat: Seat, other: Seat, half: int) -> None:
        super().__init__(seat, other)
        self.half: Final = half

    def key(self) -> tuple[int, ...]:
        return self.seat, self.other, self.half

    def resolve(self, s: Ruin) -> None:
        found = symbol(s, self.seat, self.half)
        if found == NO_FACE:
            return
        s.tell_of("shows", self.rule, self.seat, found)
        if found == AP_SYMBOL:
            s.gain_ap(self.seat, BONUS_AP, self.rule)
        elif found == SKILL_SYMBOL:
            s.gain_sp(self.seat, BONUS_SP, self.rule)
        elif found == CRAFT_SYMBOL:
            s.then(CraftFree(self.seat, 1, 1))
        elif found == DYNAMITE_SYMBOL:
            s.then(PlaceDynamite(self.seat))
        else:
            self.harm(s, found)

    def harm(self, s: Ruin, found: int) -> None:
        """RT-52 What a symbol does to the rival."""
        if found == STEAL:
            s.then(StealItem(self.seat, self.other))
        elif found == DESTROY:
            s.then(Destroy(self.seat, self.other))


class StealItem(FightChoice):
    """RT-59 The roller takes a crafted item of the rival's; its SP stay with who crafted it."""

    rule: ClassVar[str] = "RT-59"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        items = s.crafted(self.other)
        return [*[Move("seize", card) for card in items], DECLINE] if items else []

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "seize":
            s.then(
                AboutToLose(self.other, OTHER_LOST), Seized(self.seat, self.other, move.about[0])
            )


class Seized(Fight):
    """RT-59 The item changes hands and keeps its used mark."""

    rule: ClassVar[str] = "RT-59"

    def __init__(self, seat: Seat, other: Seat, card: int) -> None:
        super().__init__(seat, other)
        self.card: Final = card

    def key(self) -> tuple[int, ...]:
        return self.seat, self.other, self.card

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SAFE] < SAFE_ALL:
            place = READY if self.card in s.places[READY + self.other] else TIRED
            if self.card in s.places[place + self.other]:
                source, target = place + self.other, place + self.seat
                s.move("seize", self.rule, self.seat, (self.card,), source, target)


class Destroy(FightChoice):
    """RT-57 The roller picks: a crafted item of the rival's, or one of their incidents at random."""

    rule: ClassVar[str] = "RT-57"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        found = [Move("ruin", card) for card in s.crafted(self.other)]
        if s.incidents(self.other):
            found.append(RUIN)
        return [*found, DECLINE] if found else []

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "ruin":
            card = move.about[0] if move.about else -1
            s.then(AboutToLose(self.other, OTHER_LOST), Ruined(self.seat, self.other, card))


class Ruined(Fight):
    """RT-57 The item goes back to the box, or the incident is discarded."""

    rule: ClassVar[str] = "RT-57"

    def __init__(self, seat: Seat, other: Seat, card: int) -> None:
        super().__init__(seat, other)
        self.card: Final = card  # -1: an incident at random

    def key(self) -> tuple[int, ...]:
        return self.seat, self.other, self.card

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SAFE] >= SAFE_ALL:
            return
        if self.card < 0:
            incidents = s.incidents(self.other)
            if incidents:
                card = incidents[s.random_below(len(incidents))]
                s.discard_incident("ruin_incident", self.other, card, self.rule)
            return
        place = READY if self.card in s.places[READY + self.other] else TIRED
        if self.card in s.places[place + self.other]:
            s.move("ruin", self.rule, self.seat, (self.card,), place + self.other, ITEM_BOX)


class PlaceDynamite(Choice[Ruin]):
    """RT-95, RT-96 A detonation token on a house of one's tile that has none."""

    rule: ClassVar[str] = "RT-96"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        laid = [s.numbers[DYNAMITE], s.numbers[DYNAMITE + 1]]
        if NOT_PLACED not in laid:
            return []
        squares = s.ruins.tiles.tiles[s.tile(seat)].squares
        found = [
            s.ruins.places_dynamite[square]
            for square in squares
            if s.numbers[HOUSE + square] and square not in laid
        ]
        return [*found, DECLINE] if found else []

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "place":
            token = DYNAMITE if s.numbers[DYNAMITE] == NOT_PLACED else DYNAMITE + 1
            s.set("dynamite", self.rule, self.seat, token, move.about[0])


class Outcome(Fight):
    """RT-51, RT-57 Who has won: auto win always, a hit unless the defender rolled a shield."""

    rule: ClassVar[str] = "RT-51"

    def resolve(self, s: Ruin) -> None:
        shown, against = symbol(s, self.seat, 0), symbol(s, self.other, 1)
        for which in (DIE, DIE + 1):
            s.numbers_set(which, NO_FACE, self.rule)
        if s.numbers[SKIPPED]:
            s.tell_of("fight_off", "RT-54", self.seat, self.other)
            return
        if has_won(shown, against):
            s.tell_of("fight_won", self.rule, self.seat, self.other)
            self.win(s)
        else:
            s.tell_of("fight_lost", self.rule, self.seat, self.other)

    def win(self, s: Ruin) -> None:
        s.then(Spoils(self.seat, self.other))


def has_won(shown: int, against: int) -> bool:
    """RT-51 Auto win against anything, a hit against all but a shield."""
    return shown == WIN or (shown == HIT and against != SHIELD)


class Spoils(FightChoice):
    """RT-53, RT-58 The winner chooses: the loser's highest disc, or tokens."""

    rule: ClassVar[str] = "RT-53"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        found: list[Move] = []
        if s.best_disc(self.other) >= 0:
            found.append(DISC_MOVE)
        if s.tokens(self.other):
            found.append(TOKENS_MOVE)
        return found

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "disc":
            s.then(AboutToLose(self.other, OTHER_LOST), DiscTaken(self.seat, self.other))
        else:
            s.then(Yield(self.other, self.seat))


class DiscTaken(Fight):
    """RT-53 The disc's Favor moves with it."""

    rule: ClassVar[str] = "RT-53"

    def resolve(self, s: Ruin) -> None:
        if s.numbers[SAFE] < SAFE_ALL:
            s.take_disc(self.seat, s.best_disc(self.other), self.rule)


class Yield(FightChoice):
    """RT-53, RT-58 The loser gives five of their own choice, or lets up to three be taken."""

    rule: ClassVar[str] = "RT-53"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [FIVE, THREE] if s.tokens(seat) >= YIELD_FIVE else [THREE]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal("RT-58", "five")

    def choose(self, s: Ruin, move: Move) -> None:
        if move.verb == "five":
            s.then(LoseTokens(self.seat, self.other, YIELD_FIVE, LOSER_CHOOSES))
        else:
            s.then(LoseTokens(self.seat, self.other, YIELD_THREE, TAKER_CHOOSES))
