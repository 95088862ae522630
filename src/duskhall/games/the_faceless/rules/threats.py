"""The threat phase: one event card joins the display, and its colour strikes."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep, Step
from duskhall.games.the_faceless.box import (
    BLUE,
    DISCARD,
    FACING,
    GREEN,
    HAND,
    JULIE,
    NO_EFFECT,
    PURPLE,
    RED,
    RING,
    THREAT,
    YELLOW,
)
from duskhall.games.the_faceless.rules.walk import NeedleStep, more_steps, movement
from duskhall.games.the_faceless.state import Dusk


class ThreatPhase(SeatStep[Dusk]):
    """TF-50 The next event card is revealed; TF-78 Julie may have another in its place."""

    rule: ClassVar[str] = "TF-50"

    def resolve(self, s: Dusk) -> None:
        for part in s.world.moments.threats:
            part.threat_begins(s)
        if s.draw_event(self.seat, THREAT, "reveal", self.rule):
            s.then(Strike(self.seat))
            if s.power(self.seat) == JULIE:
                s.then(JuliesChance(self.seat))


class JuliesChance(Choice[Dusk]):
    """TF-78 Julie may discard the revealed card and reveal another, which stays."""

    rule: ClassVar[str] = "TF-78"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.accept, s.world.reject]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "accept-or-reject")

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb == "reject":
            s.discard(self.seat, s.places[THREAT], THREAT, self.rule)
            s.draw_event(self.seat, THREAT, "reveal", self.rule)


class Strike(SeatStep[Dusk]):
    """TF-50, TF-94 The card joins the column of its colour, and then that colour strikes.

    TF-73 Not where Karyn has rested or whispered.
    """

    rule: ClassVar[str] = "TF-50"

    def resolve(self, s: Dusk) -> None:
        card = s.places[THREAT][0]
        s.join_column(self.seat, card, self.rule)
        if s.has_used(NO_EFFECT):
            s.tell("no_effect", "TF-73", self.seat)
        else:
            strike(s, self.seat, card)


def strike(s: Dusk, seat: Seat, card: int) -> None:
    """TF-94 What comes before the effect of a colour, the effect, and what comes after it."""
    colour, moments = s.world.colour[card], s.world.moments
    if not moments.before[colour] and not moments.after[colour]:
        take_effect(s, seat, colour, len(s.column(colour)))
        return
    before: list[Step[Any]] = []
    after: list[Step[Any]] = []
    for part in moments.before[colour]:
        before += part.before(s, seat, card)
    for part in moments.after[colour]:
        after += part.after(s, seat, card)
    s.then(*after)
    if before:
        s.then(*before, Effect(seat, colour))
    else:
        take_effect(s, seat, colour, len(s.column(colour)))


class Effect(SeatStep[Dusk]):
    """TF-94 A colour is resolved, counting its column as it is now."""

    rule: ClassVar[str] = "TF-94"

    def __init__(self, seat: Seat, colour: int) -> None:
        super().__init__(seat)
        self.colour: Final = colour

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.colour)

    def resolve(self, s: Dusk) -> None:
        take_effect(s, self.seat, self.colour, len(s.column(self.colour)))


def take_effect(s: Dusk, seat: Seat, colour: int, cards: int) -> None:
    """TF-51 to TF-55 What a colour does with so many cards in its column."""
    count = s.strength(colour, cards)
    if not count:
        return
    if colour == PURPLE:
        steps = max(count + more_steps(s), 0)
        movement(s, seat, *[NeedleStep(seat) for _ in range(steps)])
    elif colour == RED:
        s.then(*[Chase(seat) for _ in range(count)])
    elif colour == YELLOW:
        s.then(TurnAbout(seat, 0))
    elif colour == BLUE:
        s.then(*[Gather(seat) for _ in range(count)])
    elif colour == GREEN:
        order = s.seats_from(seat)
        s.then(*[Darken(order[i % len(order)]) for i in range(count)])


class Chase(Choice[Dusk]):
    """TF-52 Billygoat moves one space on a shortest path to the Team, and turns its blank side to it.

    Players choose among equal paths. Where there is no path it only turns.
    """

    rule: ClassVar[str] = "TF-52"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.chases[space] for space in s.paths_to_team()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "shortest-path")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if answers or s.offered:
            super().settle(s, answers)
        else:
            s.goat_faces_team(self.seat, self.rule)

    def choose(self, s: Dusk, move: Move) -> None:
        s.chase(self.seat, move.about[0])


class TurnAbout(Choice[Dusk]):
    """TF-53 For each pair of yellow cards a different Faceless is turned by 180 degrees."""

    rule: ClassVar[str] = "TF-53"

    def __init__(self, seat: Seat, turned: int) -> None:
        super().__init__(seat)
        self.turned: Final = turned  # a bitmask of those that have been turned

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.turned)

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [
            s.world.turn_abouts[figure]
            for figure in range(3)
            if not self.turned >> figure & 1 and s.numbers[RING + figure] >= 0
        ]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "another-faceless")

    def choose(self, s: Dusk, move: Move) -> None:
        figure = move.about[0]
        s.face(self.seat, figure, (s.numbers[FACING + figure] + 180) % 360, self.rule)
        turned = self.turned | 1 << figure
        if turned.bit_count() < len(s.column(YELLOW)) // 2:
            s.then(TurnAbout(self.seat, turned))

    def forced(self, s: Dusk, move: Move) -> Forced | None:
        return Forced(self.rule, "one-faceless", move.about)


class Gather(SeatStep[Dusk]):
    """TF-54 For each pair of blue cards one more event card joins the display, without effect."""

    rule: ClassVar[str] = "TF-54"

    def resolve(self, s: Dusk) -> None:
        s.add_to_display(self.seat, self.rule)


class Darken(Choice[Dusk]):
    """TF-55 For each pair of green cards another player discards a card; or, without one, the deck's top."""

    rule: ClassVar[str] = "TF-55"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.discards[card] for card in s.hand(seat)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "discard-one")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if answers or s.offered:
            super().settle(s, answers)
        else:
            s.draw_event(self.seat, DISCARD, "lose_top", self.rule)

    def choose(self, s: Dusk, move: Move) -> None:
        s.discard(self.seat, move.about, HAND + self.seat, self.rule)

    def forced(self, s: Dusk, move: Move) -> Forced | None:
        return Forced(self.rule, "last-card", move.about)
