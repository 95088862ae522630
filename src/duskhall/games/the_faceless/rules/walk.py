"""Walking: figures are moved, and the Team follows the needle."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep, Step
from duskhall.games.the_faceless.box import (
    FACING,
    GOAT,
    GOAT_FACING,
    HAND,
    MATT,
    PJ,
    PLAYED,
    PURPLE,
    RED,
    RING,
    TOMMY,
    TRAPPED,
)
from duskhall.games.the_faceless.state import Dusk


def walk(s: Dusk, seat: Seat, card: int, second: bool) -> None:
    """TF-20 Play a card: move its figure, then the Team. TF-72 Matt may play two."""
    colour, value = s.world.colour[card], s.world.value[card]
    s.play_card(seat, card)
    if s.power(seat) == MATT and not second:
        s.then(SecondCard(seat))
    s.then(FinishCard(seat))
    if s.power(seat) == PJ:
        s.then(ChangeSteps(seat, value, colour))
    else:
        s.then(setting_out(s, seat, value, colour))
    if s.world.moments.commits:
        s.then(Commit(seat))
    if colour < RED:
        move_figure(s, seat, colour, "TF-21")
    elif colour == RED:
        s.then(MoveGoat(seat, "TF-22"))


# Figures


def move_figure(s: Dusk, seat: Seat, figure: int, by: str) -> None:
    """TF-21, TF-40 A Faceless is moved; TF-118 one that was removed may be unable to return."""
    if s.reach(figure):
        s.then(PlaceFigure(seat, figure, by))


class PlaceFigure(Choice[Dusk]):
    """TF-21 Move a Faceless along the external spaces and turn it, as one likes.

    It does not pass another Faceless, and one free external space stays between two. Facings of
    every 15 degrees are listed; every whole degree is legal.
    """

    rule: ClassVar[str] = "TF-21"
    is_open_ended: ClassVar[bool] = True

    def __init__(self, seat: Seat, figure: int, by: str) -> None:
        super().__init__(seat)
        self.figure: Final = figure
        self.by: Final = by  # the rule of what moves it

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.figure)

    def spelled(self) -> str:
        return f"PlaceFigure({self.seat}, {self.figure}, {self.by})"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found: list[Move] = []
        for place in s.reach(self.figure):
            found += s.world.puts[place]
        place, facing = s.numbers[RING + self.figure], s.numbers[FACING + self.figure]
        if place >= 0 and facing % 15:
            found.append(Move("put", place, facing))  # it may stay as it stands
        return found

    def allows(self, s: Dusk, seat: Seat, move: Move) -> bool:
        if move.verb != "put" or len(move.about) != 2:
            return False
        return move.about[0] in s.reach(self.figure) and 0 <= move.about[1] < 360

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        if move.verb != "put" or len(move.about) != 2:
            return Refusal(self.rule, "place-figure", (self.figure,))
        place, facing = move.about
        if not 0 <= facing < 360:
            return Refusal(self.rule, "whole-degrees")
        if not 0 <= place < s.world.board.places:
            return Refusal(self.rule, "not-external")
        if s.gaps(self.figure) != s.reach(self.figure) and place in s.gaps(self.figure):
            return Refusal("TF-90", "place-barred", (self.figure,))
        for other in range(3):
            at = s.numbers[RING + other]
            if other != self.figure and at >= 0 and not s.world.board.apart(place, at):
                return Refusal(self.rule, "too-close", (self.figure, other))
        return Refusal(self.rule, "cannot-pass", (self.figure,))

    def choose(self, s: Dusk, move: Move) -> None:
        s.put(self.seat, self.figure, move.about[0], move.about[1], self.by)


class MoveGoat(Choice[Dusk]):
    """TF-22 Billygoat must move one space, not onto an obstacle, and is turned as one likes.

    Where it is shut in, it only turns.
    """

    rule: ClassVar[str] = "TF-22"
    is_open_ended: ClassVar[bool] = True

    def __init__(self, seat: Seat, by: str) -> None:
        super().__init__(seat)
        self.by: Final = by

    def spelled(self) -> str:
        return f"MoveGoat({self.seat}, {self.by})"

    def spaces(self, s: Dusk) -> list[int]:
        return s.goat_choices(self.by == "TF-22")

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found: list[Move] = []
        facing = s.numbers[GOAT_FACING]
        for space in self.spaces(s):
            found += s.world.goats[space]
            if facing % 15:
                found.append(Move("goat", space, facing))
        return found

    def allows(self, s: Dusk, seat: Seat, move: Move) -> bool:
        if move.verb != "goat" or len(move.about) != 2:
            return False
        return move.about[0] in self.spaces(s) and 0 <= move.about[1] < 360

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        if move.verb != "goat" or len(move.about) != 2:
            return Refusal(self.rule, "move-goat")
        space, facing = move.about
        if not 0 <= facing < 360:
            return Refusal(self.rule, "whole-degrees")
        if space == s.numbers[GOAT]:
            return Refusal(self.rule, "goat-must-move")
        if self.by == "TF-22" and space in s.goat_steps():
            return Refusal("TF-105", "goat-nearer")
        if 0 <= space < s.world.board.count and s.walls[space]:
            return Refusal(self.rule, "goat-and-obstacle")
        return Refusal(self.rule, "goat-one-space")

    def choose(self, s: Dusk, move: Move) -> None:
        s.move_goat(self.seat, move.about[0], move.about[1], self.by)


# The Team


class ChangeSteps(Choice[Dusk]):
    """TF-75 P.J. may add 1 to the card's number, or subtract 1, before the Team moves."""

    rule: ClassVar[str] = "TF-75"

    def __init__(self, seat: Seat, value: int, colour: int) -> None:
        super().__init__(seat)
        self.value: Final = value
        self.colour: Final = colour

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.value, self.colour)

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [Move("steps", count) for count in range(self.value - 1, self.value + 2)]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "one-more-or-less", (self.value,))

    def choose(self, s: Dusk, move: Move) -> None:
        s.then(setting_out(s, self.seat, move.about[0], self.colour))


def setting_out(s: Dusk, seat: Seat, count: int, colour: int) -> Step[Dusk]:
    """The steps of a card, as a movement where something waits for its start or its end."""
    if s.world.moments.counting or s.world.moments.ends:
        return SetOut(seat, count, colour)
    return WalkSteps(seat, count, colour)


def movement(s: Dusk, seat: Seat, *steps: Step[Dusk]) -> None:
    """TF-93 All steps of one cause; then what waits for the movement's end."""
    if s.world.moments.ends:
        for part in s.world.moments.ends:
            part.begins(s)
        s.then(EndMovement(seat))
    s.then(*steps)


def more_steps(s: Dusk) -> int:
    """TF-112 By how much the number of a movement changes as it begins."""
    return sum([part.more_steps(s) for part in s.world.moments.counting])


class SetOut(SeatStep[Dusk]):
    """TF-93, TF-112 The Team begins to move by a card; of a purple one, a step more is the needle's."""

    rule: ClassVar[str] = "TF-93"

    def __init__(self, seat: Seat, count: int, colour: int) -> None:
        super().__init__(seat)
        self.count: Final = count
        self.colour: Final = colour

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.count, self.colour)

    def resolve(self, s: Dusk) -> None:
        change = more_steps(s)
        if change > 0 and self.colour == PURPLE:
            own = WalkSteps(self.seat, self.count, self.colour)
            movement(s, self.seat, own, WalkSteps(self.seat, change, RED))
        else:
            movement(s, self.seat, WalkSteps(self.seat, max(self.count + change, 0), self.colour))


class EndMovement(SeatStep[Dusk]):
    """TF-93 A movement is over: what waits for its end happens."""

    rule: ClassVar[str] = "TF-93"

    def resolve(self, s: Dusk) -> None:
        for part in s.world.moments.ends:
            part.ends(s, self.seat)


class Commit(SeatStep[Dusk]):
    """TF-151 The figure stands where it was put, before the Team moves."""

    rule: ClassVar[str] = "TF-151"

    def resolve(self, s: Dusk) -> None:
        for part in s.world.moments.commits:
            part.commit(s)


class WalkSteps(SeatStep[Dusk]):
    """TF-21 to TF-24 The Team moves so many spaces one at a time; a purple card lets one choose."""

    rule: ClassVar[str] = "TF-24"

    def __init__(self, seat: Seat, count: int, colour: int) -> None:
        super().__init__(seat)
        self.count: Final = count
        self.colour: Final = colour

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.count, self.colour)

    def resolve(self, s: Dusk) -> None:
        if self.count:
            step = FreeStep(self.seat) if self.colour == PURPLE else NeedleStep(self.seat)
            s.then(step, WalkSteps(self.seat, self.count - 1, self.colour))


class NeedleStep(Choice[Dusk]):
    """TF-03, TF-24 The needle is read and the Team follows it; between two spaces, one chooses."""

    rule: ClassVar[str] = "TF-03"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return [s.world.steps[way] for way in s.ways()]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "follow-needle")

    def choose(self, s: Dusk, move: Move) -> None:
        step(s, self.seat, move.about[0], "TF-24")


class FreeStep(Choice[Dusk]):
    """TF-23 A step in any direction, whatever the needle says."""

    rule: ClassVar[str] = "TF-23"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        return s.world.steps

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "one-of-six")

    def choose(self, s: Dusk, move: Move) -> None:
        step(s, self.seat, move.about[0], "TF-23")


def step(s: Dusk, seat: Seat, way: int, rule: str) -> None:
    """One step of the Team that is no push."""
    for part in s.world.moments.stepping:
        part.steps_anew(s)
    tread(s, seat, s.target(way), "TF-60" if s.leaves_board(way) else rule)


def lead(s: Dusk, seat: Seat, space: int, rule: str) -> None:
    """TF-74 The same to a space that Luke has chosen."""
    for part in s.world.moments.stepping:
        part.steps_anew(s)
    tread(s, seat, space, rule)


def tread(s: Dusk, seat: Seat, space: int, rule: str) -> None:
    """TF-92 The Team is about to come to a space, and what it meets there."""
    for part in s.world.moments.stepping:
        if part.stepping(s, seat, space, rule):
            return
    if s.walls[space]:
        s.tell("hit", "TF-42", seat)
        s.be_final()
        s.then(Pay(seat))
    else:
        enter(s, seat, space, rule)


def enter(s: Dusk, seat: Seat, space: int, rule: str) -> None:
    """TF-92 The Team comes to a space: TF-66 Billygoat, TF-30 memories, TF-65 the eighth of them."""
    s.stand(seat, space, rule)
    for part in s.world.moments.standing:
        if not s.is_over():
            part.standing(s, seat, space)
    if s.is_over():
        return
    chances: list[Step[Dusk]] = []
    may_win = bool(s.world.moments.victory)
    while (spot := s.spot_at(space)) >= 0:
        s.collect(seat, spot)
        may_win = True
        for owner in range(s.box.players):
            if s.power(owner) == TOMMY:
                chances.append(TommysChance(owner, 1, 1))
    if may_win and s.win_if_won():
        return
    for part in s.world.moments.entering:
        chances += part.entered(s, seat, space)
    s.then(*chances)


class Pay(Choice[Dusk]):
    """TF-42 A step into an obstacle is not taken and costs an unused memory; without one, all is lost."""

    rule: ClassVar[str] = "TF-42"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found = [s.world.spends[memory] for memory in s.unused()]
        for part in s.world.moments.shelters:
            if part.shelters(s):
                found.append(Move("shelter"))
        return found

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "spend-one")

    def settle(self, s: Dusk, answers: dict[Seat, Move]) -> None:
        if not answers and not s.offered:
            s.end(TRAPPED, "TF-66")
        else:
            super().settle(s, answers)

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb == "spend":
            s.spend(self.seat, move.about[0], self.rule)
            return
        for part in s.world.moments.shelters:
            part.shelter(s, self.seat)

    def forced(self, s: Dusk, move: Move) -> Forced | None:
        return Forced(self.rule, "last-memory", move.about) if move.verb == "spend" else None


class FinishCard(SeatStep[Dusk]):
    """TF-20 The card that was played is discarded."""

    rule: ClassVar[str] = "TF-20"

    def resolve(self, s: Dusk) -> None:
        s.discard(self.seat, s.places[PLAYED], PLAYED, self.rule)


class SecondCard(Choice[Dusk]):
    """TF-72 Matt may play a second card, once the first is fully resolved."""

    rule: ClassVar[str] = "TF-72"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        if s.power(seat) != MATT:
            return []  # TF-121 it was stopped in the meantime
        return [s.world.walks[card] for card in s.hand(seat)] + [s.world.done]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "second-card")

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb == "walk":
            walk(s, self.seat, move.about[0], second=True)


class TommysChance(Choice[Dusk]):
    """TF-76 When the Team collects a memory, Tommy may draw an event card and swap one.

    Ruling: at any player's turn; he draws only below his limit.
    """

    rule: ClassVar[str] = "TF-76"

    def __init__(self, seat: Seat, may_draw: int, may_swap: int) -> None:
        super().__init__(seat)
        self.may_draw: Final = may_draw
        self.may_swap: Final = may_swap

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.may_draw, self.may_swap)

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found = [s.world.done]
        if self.may_draw and len(s.hand(seat)) < s.limit(seat) and s.deck_count():
            found.append(Move("draw_event"))
        if self.may_swap:
            found += [
                Move("exchange", card, colour) for card in s.hand(seat) for colour in s.columns()
            ]
        return found

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        if move.verb == "draw_event" and self.may_draw:
            return Refusal(self.rule, "hand-full", (s.limit(seat),))
        return Refusal(self.rule, "tommy")

    def choose(self, s: Dusk, move: Move) -> None:
        seat = self.seat
        if move.verb == "draw_event":
            s.draw_event(seat, HAND + seat, "draw_event", self.rule)
            s.then(TommysChance(seat, 0, self.may_swap))
        elif move.verb == "exchange":
            card, colour = move.about
            s.take(seat, colour, self.rule)
            s.lay_down(seat, card, self.rule)
            s.then(TommysChance(seat, self.may_draw, 0))
