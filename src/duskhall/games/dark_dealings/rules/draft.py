"""Set-up, the hero phase and the defense phase."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Ballot, Choice, Forced, Refusal, Step
from duskhall.games.dark_dealings.box import COMMITTED, FIRST, HAND, MARKET, Keep
from duskhall.games.dark_dealings.rules.combat import CombatRound
from duskhall.games.dark_dealings.state import HAND_SIZE, Siege

DRAFT_ROUNDS: Final = 4  # DD-25


class SetUp(Step[Siege]):
    """DD-01 to DD-03. Deal nine heroes to each; a random player is first for the whole game."""

    rule: ClassVar[str] = "DD-03"

    def resolve(self, s: Siege) -> None:
        first = s.random_below(s.box.players)
        s.set("first", "DD-03", first, FIRST, first)
        for seat in range(s.box.players):
            s.deal(seat, HAND_SIZE)
        s.then(PickHeroes(), PassHands(), DefensePhase())


class PickHeroes(Ballot[Siege]):
    """DD-10 Picking. Everyone picks two heroes in secret, for their own face-down pile."""

    rule: ClassVar[str] = "DD-10"

    def deciders(self, s: Siege) -> list[Seat]:
        return list(range(s.box.players))

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        return pairs(s.keep, s.hand(seat), s.keep.picks, "pick")

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        return refuse_pair(s, seat, move, "pick", self.rule)

    def reveal(self, s: Siege, answers: dict[Seat, Move]) -> None:
        for seat in range(s.box.players):
            s.pick(seat, answers[seat].about)


class PassHands(Step[Siege]):
    """DD-11, DD-12 Passing. The rest goes to the left, until of three only one is left: discard it."""

    rule: ClassVar[str] = "DD-11"

    def resolve(self, s: Siege) -> None:
        hands = s.places[HAND : HAND + s.box.players]
        for seat in range(s.box.players):
            if len(hands[seat]) == 1:
                s.discard_last(seat)
            else:
                s.pass_hand(seat, hands[seat])
        if len(hands[0]) > 1:
            s.then(PickHeroes(), PassHands())


class DefensePhase(Step[Siege]):
    """DD-20, DD-25 The eight heroes come back into the hand; four rounds of dealing follow."""

    rule: ClassVar[str] = "DD-20"

    def resolve(self, s: Siege) -> None:
        for seat in range(s.box.players):
            s.take_up(seat)
        s.then(DefenseRound(1))


class DefenseRound(Step[Siege]):
    """DD-20 Layout. Each round begins with two defenses per player, face-up."""

    rule: ClassVar[str] = "DD-20"

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def key(self) -> tuple[int, ...]:
        return (self.number,)

    def resolve(self, s: Siege) -> None:
        s.begin_round(self.number, "DD-25")
        s.lay_out(2 * s.box.players, "DD-20")
        last = self.number == DRAFT_ROUNDS
        s.then(CommitHeroes(), CombatRound(1) if last else DefenseRound(self.number + 1))


class CommitHeroes(Ballot[Siege]):
    """DD-21 Committing. Each plays two heroes face-down; all are revealed together."""

    rule: ClassVar[str] = "DD-21"

    def deciders(self, s: Siege) -> list[Seat]:
        if len(s.hand(0)) == 2:
            return []  # the last two: there is nothing to decide
        return list(range(s.box.players))

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        return pairs(s.keep, s.hand(seat), s.keep.commits, "commit")

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        return refuse_pair(s, seat, move, "commit", self.rule)

    def reveal(self, s: Siege, answers: dict[Seat, Move]) -> None:
        for seat in range(s.box.players):
            s.commit(seat, answers[seat].about if answers else s.hand(seat))
        s.then(*choosing(s))


def choosing(s: Siege) -> list[Step[Siege]]:
    """DD-22 Who chooses, in this order; DD-23 of two equal heroes their owner says which is first."""
    found: list[Step[Siege]] = []
    order = picking_order(s)
    while order:
        seat, hero = order.pop(0)
        challenge = s.keep.challenge
        if order and order[0][0] == seat and challenge[order[0][1]] == challenge[hero]:
            found.append(ChooseFirst(seat, hero, order.pop(0)[1]))
        else:
            found.append(TakeDefense(seat, hero))
    return found


def picking_order(s: Siege) -> list[tuple[Seat, int]]:
    """DD-22 Highest Challenge first, whoever the heroes belong to.

    DD-23 among equals, the owner of the higher other hero; then turn order from the first player.
    """
    order: list[tuple[int, int, int, Seat, int]] = []
    for turn, seat in enumerate(s.seats_from_first()):
        committed = s.places[COMMITTED + seat]
        both = sum(s.keep.challenge[hero] for hero in committed)
        for hero in committed:
            challenge = s.keep.challenge[hero]
            order.append((-challenge, challenge - both, turn, seat, hero))
    return [(seat, hero) for _, _, _, seat, hero in sorted(order)]


class ChooseFirst(Choice[Siege]):
    """DD-23 Equal heroes of one overlord. The owner says which of them chooses first."""

    rule: ClassVar[str] = "DD-23"

    def __init__(self, seat: Seat, one: int, two: int) -> None:
        super().__init__(seat)
        self.one: Final = one
        self.two: Final = two

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.one, self.two)

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        return [Move("first", self.one), Move("first", self.two)]

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "first-of-two", (self.one, self.two))

    def choose(self, s: Siege, move: Move) -> None:
        first = move.about[0]
        second = self.two if first == self.one else self.one
        s.then(TakeDefense(self.seat, first), TakeDefense(self.seat, second))


class TakeDefense(Choice[Siege]):
    """DD-22, DD-24 Choosing. The hero's owner takes a defense; the hero goes onto the pile."""

    rule: ClassVar[str] = "DD-22"

    def __init__(self, seat: Seat, hero: int) -> None:
        super().__init__(seat)
        self.hero: Final = hero

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.hero)

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        takes = s.keep.takes
        return [takes[card] for card in s.places[MARKET]]

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        if move.verb == "take" and len(move.about) == 1:
            return Refusal(self.rule, "not-in-market", move.about)
        return Refusal(self.rule, "take-one")

    def choose(self, s: Siege, move: Move) -> None:
        s.take(self.seat, move.about[0], "DD-22")
        s.stack(self.seat, self.hero, COMMITTED + self.seat, "DD-24")

    def forced(self, s: Siege, move: Move) -> Forced | None:
        return Forced(self.rule, "last-defense", move.about)


def pairs(keep: Keep, hand: tuple[int, ...], made: dict[int, Move], verb: str) -> list[Move]:
    """Every two cards of a hand, as moves that were made once and for all."""
    found: list[Move] = []
    for i in range(len(hand)):
        first = hand[i]
        for j in range(i + 1, len(hand)):
            found.append(keep.of_two(made, verb, first, hand[j]))
    return found


def refuse_pair(s: Siege, seat: Seat, move: Move, verb: str, rule: str) -> Refusal:
    if move.verb != verb or len(move.about) != 2:
        return Refusal(rule, f"{verb}-two")
    for card in move.about:
        if card not in s.hand(seat):
            return Refusal(rule, "not-in-hand", (card,))
    return Refusal(rule, "ascending")
