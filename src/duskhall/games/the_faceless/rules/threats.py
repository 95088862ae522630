"""The threat phase: one event card joins the display, and its colour strikes."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep
from duskhall.games.the_faceless.box import (
    BLUE,
    COLUMN,
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
from duskhall.games.the_faceless.rules.walk import NeedleStep
from duskhall.games.the_faceless.state import Dusk


class ThreatPhase(SeatStep[Dusk]):
    """TF-50 The next event card is revealed; TF-78 Julie may have another in its place."""

    rule: ClassVar[str] = "TF-50"

    def resolve(self, s: Dusk) -> None:
        if s.draw_event(self.seat, THREAT, "reveal", self.rule):
            s.then(Strike(self.seat))
            if s.power(self.seat) == JULIE:
                s.then(JuliesChance(self.seat))


class JuliesChance(Choice[Dusk]):
    """TF-78 Julie may discard the revealed card and reveal another, which stays."""

    rule: ClassVar[str] = "TF-78"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("accept"), Move("reject")]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "accept-or-reject")

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb == "reject":
            s.discard(self.seat, s.places[THREAT], THREAT, self.rule)
            s.draw_event(self.seat, THREAT, "reveal", self.rule)


class Strike(SeatStep[Dusk]):
    """TF-50 The card joins the column of its colour, and that colour is resolved.

    TF-73 Not where Karyn has rested or whispered.
    """

    rule: ClassVar[str] = "TF-50"

    def resolve(self, s: Dusk) -> None:
        seat, card = self.seat, s.places[THREAT][0]
        s.join_column(seat, card, self.rule)
        if s.has_used(NO_EFFECT):
            s.tell("no_effect", "TF-73", seat)
            return
        colour = s.world.colour[card]
        count = len(s.places[COLUMN + colour])
        if colour == PURPLE:
            s.then(*[NeedleStep(seat) for _ in range(count)])  # TF-51
        elif colour == RED:
            s.then(*[Chase(seat) for _ in range(count)])
        elif colour == YELLOW:
            s.then(*[TurnAbout(seat, 0)] * min(count // 2, 1))
        elif colour == BLUE:
            s.then(*[Gather(seat) for _ in range(count // 2)])
        elif colour == GREEN:
            order = s.seats_from(seat)
            s.then(*[Darken(order[i % len(order)]) for i in range(count // 2)])


class Chase(Choice[Dusk]):
    """TF-52 Billygoat moves one space on a shortest path to the Team, and turns its blank side to it.

    Players choose among equal paths. Where there is no path it only turns.
    """

    rule: ClassVar[str] = "TF-52"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("chase", space) for space in s.paths_to_team()]

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
            Move("turn_about", figure)
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


class Gather(SeatStep[Dusk]):
    """TF-54 For each pair of blue cards one more event card joins the display, without effect."""

    rule: ClassVar[str] = "TF-54"

    def resolve(self, s: Dusk) -> None:
        s.add_to_display(self.seat, self.rule)


class Darken(Choice[Dusk]):
    """TF-55 For each pair of green cards another player discards a card; or, without one, the deck's top."""

    rule: ClassVar[str] = "TF-55"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("discard", card) for card in s.hand(seat)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "discard-one")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if answers or s.offered:
            super().settle(s, answers)
        else:
            s.draw_event(self.seat, DISCARD, "discard", self.rule)

    def choose(self, s: Dusk, move: Move) -> None:
        s.discard(self.seat, move.about, HAND + self.seat, self.rule)
