"""RT-105, RT-109, RT-122: the rounds and turns of Escape the City."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal, Step
from duskhall.games.raid_and_trade.parts import HELIPAD, OUTCOME
from duskhall.games.raid_and_trade.rules import combat
from duskhall.games.raid_and_trade.rules.escape import flight, guards
from duskhall.games.raid_and_trade.rules.rounds import NewRound, Reset, Turns
from duskhall.games.raid_and_trade.rules.turn import Act, Turn, use_moves
from duskhall.games.raid_and_trade.state import Ruin

NOT_HERE: Final = ["claim", "quest", "enter", "leave", "storm", "disc", "train", "gate"]


class EscapeRound(NewRound):
    """RT-109, RT-122 A starting player, AP and marks as usual; there are no events."""

    rule: ClassVar[str] = "RT-122"

    def parts(self, start: Seat) -> list[Step[Ruin]]:
        return [Reset(), EscapeTurns(start)]


class EscapeTurns(Turns):
    """RT-122 Turns clockwise; the end of a round is the bombardment."""

    rule: ClassVar[str] = "RT-122"

    def go_on(self, seat: Seat, left: Seat) -> list[Step[Ruin]]:
        return [EscapeTurn(seat), EscapeTurns(left)]

    def end(self) -> Step[Ruin]:
        return Bombardment()


class Bombardment(Step[Ruin]):
    """RT-105, RT-130 The end of a round; if anybody is left, the next one begins."""

    rule: ClassVar[str] = "RT-105"

    def resolve(self, s: Ruin) -> None:
        flight.bombard(s)
        if not s.numbers[OUTCOME]:
            s.then(EscapeRound())


class EscapeTurn(Turn):
    """RT-109 A turn as in the base game."""

    def act(self) -> Act:
        return Flee(self.seat)


class Flee(Act):
    """RT-109 One move and one action, as in the base game; guards are fought, the helicopter helped."""

    rule: ClassVar[str] = "RT-109"

    def claims(self, s: Ruin, seat: Seat) -> list[Move]:
        return use_moves(s, seat) + flight.give_moves(s, seat)

    def actions(self, s: Ruin, seat: Seat, is_inside: bool) -> list[Move]:
        return super().actions(s, seat, is_inside) + guards.fight_moves(s, seat)

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        if move.verb == "give" and len(move.about) > 1:
            return flight.can_give(s, seat, move.about)
        return super().allows(s, seat, move)

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        if move.verb in NOT_HERE:
            return Refusal("RT-100", "not-in-escape")
        if move.verb in ("give", "give_sp"):
            return flight.refuse_give(s, seat)
        if move.verb == "attack" and s.tile(seat) == HELIPAD:
            return Refusal("RT-108", "helipad-peace")
        found = super().refuse(s, seat, move)
        if move.verb == "fight" and len(move.about) == 1 and found.reason == "act":
            return guards.refuse_fight(s, seat, move.about[0])
        return found

    def enter(self, s: Ruin, seat: Seat) -> None:
        guards.enter(s, seat)

    def do(self, s: Ruin, seat: Seat, verb: str, about: tuple[int, ...], move: Move) -> None:
        if verb == "attack":
            combat.declare(s, seat, about[0], flight.EscapeOutcome(seat, about[0]))
        elif verb == "fight":
            guards.fight(s, seat, about[0])
        elif verb == "give":
            flight.give(s, seat, about)
        elif verb == "give_sp":
            flight.give_sp(s, seat, about[0])
        else:
            super().do(s, seat, verb, about, move)
