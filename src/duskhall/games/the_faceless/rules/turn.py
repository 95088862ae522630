"""A turn: one action, with memories and powers before or after it, and then the threats."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import NOWHERE, Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep, Step
from duskhall.games.the_faceless.box import (
    CASPER,
    CURRENT,
    DECK,
    EMILY,
    FACING,
    HAND,
    KARYN,
    LED,
    LILY,
    LUKE,
    MEMORIES,
    NEXT,
    NO_EFFECT,
    RING,
    SPOT_AT,
    TEAM,
    USED,
    USED_MEMORY,
    USED_POWER,
)
from duskhall.games.the_faceless.rules.memories import Refill, use_memory
from duskhall.games.the_faceless.rules.threats import ThreatPhase
from duskhall.games.the_faceless.rules.walk import lead, movement, walk
from duskhall.games.the_faceless.state import Dusk

# By verb: the kid whose power it is, and its rule.
POWER_RULES: Final[dict[str, tuple[int, str]]] = {
    "free_give": (LILY, "TF-70"),
    "free_swap": (LILY, "TF-70"),
    "peek": (KARYN, "TF-73"),
    "turn": (EMILY, "TF-77"),
    "shift": (CASPER, "TF-79"),
}


class Turn(SeatStep[Dusk]):
    """TF-20 to TF-28, TF-50 An action, what may be done before and after it, and a threat."""

    rule: ClassVar[str] = "TF-20"

    def resolve(self, s: Dusk) -> None:
        s.begin_turn(self.seat)
        following = (self.seat + 1) % s.box.players
        s.then(
            Act(self.seat), OpenWindow(), After(self.seat), ThreatPhase(self.seat), Turn(following)
        )


class OpenWindow(Step[Dusk]):
    """TF-28 After the action a memory may be used again; as an option, one a turn is all."""

    rule: ClassVar[str] = "TF-28"

    def resolve(self, s: Dusk) -> None:
        if s.has_used(USED_MEMORY) and not s.world.one_a_turn:
            seat = s.numbers[CURRENT]
            s.set("quiet", self.rule, seat, USED, s.numbers[USED] & ~USED_MEMORY)
        for part in s.world.moments.commits:
            part.commit(s)


class Act(Choice[Dusk]):
    """TF-20, TF-26, TF-27 Walk, Rest or Whisper; before it, memories (TF-28) and powers."""

    rule: ClassVar[str] = "TF-20"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found = [s.world.walks[card] for card in s.hand(seat)]
        found.append(s.world.rest)
        found += whispers(s, "give", "swap")
        found += memory_moves(s)
        power = s.power(seat)
        if not s.has_used(USED_POWER):
            if power == CASPER:
                found += shifts(s)
            elif power == KARYN and not s.has_used(USED_MEMORY):  # TF-73 as the turn begins
                if s.places[DECK] and not s.places[NEXT]:
                    found.append(Move("peek"))
            else:
                found += power_moves(s, power)
        for part in s.world.moments.extras:
            found += part.extras(s, seat)
        return found

    def allows(self, s: Dusk, seat: Seat, move: Move) -> bool:
        return is_any_turn(s, seat, move) or in_order(s, move) in s.legal_moves(seat)

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return refuse_action(s, seat, move)

    def choose(self, s: Dusk, move: Move) -> None:
        seat = self.seat
        if move.verb == "walk":
            walk(s, seat, move.about[0], second=False)
        elif move.verb == "rest":
            s.tell("rest", "TF-26", seat)
            stay_quiet(s, seat)
            rest(s, seat)
        elif move.verb in ("give", "swap"):
            stay_quiet(s, seat)
            whisper(s, seat, move, "TF-27")
        else:
            s.then(Act(seat))
            do_extra(s, seat, move)

    def forced(self, s: Dusk, move: Move) -> Forced | None:
        return Forced("TF-26", "only-rest")


class After(Choice[Dusk]):
    """TF-28 After the action: memories, and the powers of Lily and Emily; or the turn is over."""

    rule: ClassVar[str] = "TF-28"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        found = memory_moves(s)
        if not s.has_used(USED_POWER):
            found += power_moves(s, s.power(seat))
        for part in s.world.moments.extras:
            found += part.extras(s, seat)
        found.append(s.world.done)
        return found

    def allows(self, s: Dusk, seat: Seat, move: Move) -> bool:
        return is_any_turn(s, seat, move) or in_order(s, move) in s.legal_moves(seat)

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        if move.verb in ("walk", "rest", "give", "swap"):
            return Refusal(self.rule, "action-taken")
        refusal = refuse_action(s, seat, move)
        return Refusal(self.rule, "after-action") if refusal.reason == "act" else refusal

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb != "done":
            s.then(After(self.seat))
            do_extra(s, self.seat, move)


def rest(s: Dusk, seat: Seat) -> None:
    """TF-26 Fill the hand. TF-74 ruling: Luke moves the Team before that or after it."""
    size = s.limit(seat)
    if s.power(seat) == LUKE:
        s.then(LukesStep(seat))
    s.then(Refill(seat, size))
    if s.power(seat) == LUKE and len(s.hand(seat)) < size:
        s.then(LukesStep(seat))


def stay_quiet(s: Dusk, seat: Seat) -> None:
    """TF-73 If Karyn rests or whispers, this turn's threat has no effect."""
    if s.power(seat) == KARYN:
        s.use(NO_EFFECT)


def do_extra(s: Dusk, seat: Seat, move: Move) -> None:
    """A memory, or a kid's power."""
    if move.verb == "use":
        s.use(USED_MEMORY)
        use_memory(s, seat, move.about[0])
        return
    if move.verb == "roll":
        for part in s.world.moments.extras:
            part.do_extra(s, seat, move)
        return
    s.use(USED_POWER)
    if move.verb == "peek":
        s.move("peek", "TF-73", seat, s.draw(DECK, 1), DECK, peek_place(s, seat))
    elif move.verb == "turn":
        s.face(seat, move.about[0], move.about[1], "TF-77")
    elif move.verb == "shift":
        s.set("shift", "TF-79", seat, SPOT_AT + move.about[0], move.about[1])
    else:
        whisper(s, seat, move, "TF-70")


def peek_place(s: Dusk, seat: Seat) -> Place:
    """TF-73 ruling: all see the card that Karyn looks at; TF-107 but not while nobody may talk."""
    for part in s.world.moments.outside:
        place = part.peek_place(s, seat)
        if place != NOWHERE:
            return place
    return NEXT


def memory_moves(s: Dusk) -> list[Move]:
    """TF-28 Ruling: one memory before the action and one after it; as options, any number, or one."""
    if s.has_used(USED_MEMORY) and not s.world.any_memories:
        return []
    for part in s.world.moments.powers:
        if part.stops_memories(s):
            return []
    return [s.world.uses[memory] for memory in s.unused()]


def power_moves(s: Dusk, power: int) -> list[Move]:
    """TF-70 Lily's free Whisper, TF-77 Emily's turning, before or after the action."""
    if power == LILY:
        return whispers(s, "free_give", "free_swap")
    if power == EMILY:
        found: list[Move] = []
        for figure in range(3):
            if s.numbers[RING + figure] >= 0:
                facing = s.numbers[FACING + figure]
                found += [turn for turn in s.world.turns[figure] if turn.about[1] != facing]
        return found
    return []


def is_any_turn(s: Dusk, seat: Seat, move: Move) -> bool:
    """TF-77 Emily turns a Faceless to any whole degree, of which not all are listed."""
    if move.verb != "turn" or len(move.about) != 2 or s.power(seat) != EMILY:
        return False
    figure, facing = move.about
    if not 0 <= figure < 3 or not 0 <= facing < 360 or s.has_used(USED_POWER):
        return False
    return s.numbers[RING + figure] >= 0 and s.numbers[FACING + figure] != facing


def in_order(s: Dusk, move: Move) -> Move:
    """TF-27 A swap as it is listed: it is the same in either order."""
    if move.verb not in ("swap", "free_swap") or len(move.about) != 2:
        return move
    one, two = move.about
    return s.world.swaps[move.verb][two][one] if s.owner(one) > s.owner(two) >= 0 else move


def whispers(s: Dusk, give: str, swap: str) -> list[Move]:
    """TF-27 One card of any player to another with room, or two players' cards swapped."""
    gives, swaps = s.world.gives[give], s.world.swaps[swap]
    players = s.box.players
    hands = s.places[HAND : HAND + players]
    roomy = [seat for seat in range(players) if len(hands[seat]) < s.limit(seat)]
    later: tuple[int, ...] = ()
    for hand in hands:
        later += hand
    found: list[Move] = []
    for owner, hand in enumerate(hands):
        later = later[len(hand) :]  # the cards of all seats after this one
        receivers = [seat for seat in roomy if seat != owner]
        for card in hand:
            for seat in receivers:
                found.append(gives[card][seat])
            row = swaps[card]
            for other in later:
                found.append(row[other])
    return found


def whisper(s: Dusk, seat: Seat, move: Move, rule: str) -> None:
    one, two = move.about
    if move.verb in ("give", "free_give"):
        s.give(seat, one, s.owner(one), two, rule)
    else:
        owner, other = s.owner(one), s.owner(two)
        s.give(seat, one, owner, other, rule)
        s.give(seat, two, other, owner, rule)


def shifts(s: Dusk) -> list[Move]:
    """TF-79 Casper may move one memory to an adjacent free space."""
    found: list[Move] = []
    for spot in range(MEMORIES):
        space = s.numbers[SPOT_AT + spot]
        if space >= 0:
            near = s.world.board.neighbours[space]
            found += [s.world.shifts[spot][beside] for beside in near if s.is_free(beside)]
    return found


def refuse_action(s: Dusk, seat: Seat, move: Move) -> Refusal:
    """Why this cannot be done now, before or after the action."""
    verb, about = move.verb, move.about
    for part in s.world.moments.extras:
        refusal = part.refuse_extra(s, seat, move)
        if refusal is not None:
            return refusal
    if verb == "walk" and len(about) == 1:
        return Refusal("TF-20", "not-in-hand", about)
    if verb in POWER_RULES:
        kid, rule = POWER_RULES[verb]
        if s.kid_power(seat) != kid:
            return Refusal(rule, "not-your-kid")
        if s.power(seat) != kid:
            return Refusal(rule, "powers-stopped")
        if s.has_used(USED_POWER):
            return Refusal(rule, "power-used")
        if verb == "turn":
            return Refusal(rule, "turn-one")
        if verb in ("shift", "peek"):
            return Refusal(rule, "shift" if verb == "shift" else "peek")
    if verb in ("give", "free_give") and len(about) == 2 and s.owner(about[0]) >= 0:
        if 0 <= about[1] < s.box.players and about[1] != s.owner(about[0]):
            return Refusal("TF-27", "no-room", (about[1],))
        return Refusal("TF-27", "whisper")
    if verb in ("give", "swap", "free_give", "free_swap"):
        return Refusal("TF-27", "whisper")
    if verb == "use":
        if any(part.stops_memories(s) for part in s.world.moments.powers):
            return Refusal("TF-121", "memories-stopped")
        if s.has_used(USED_MEMORY) and not s.world.any_memories:
            return Refusal("TF-28", "one-a-turn" if s.world.one_a_turn else "one-memory")
        return Refusal("TF-41", "not-collected")
    return Refusal("TF-20", "act")


class LukesStep(Choice[Dusk]):
    """TF-74 When Luke rests, he may also move the Team to any adjacent space, but once.

    Ruling: the space across the board is not adjacent (option `luke`: by the Maze rule it is).
    """

    rule: ClassVar[str] = "TF-74"

    def moves(self, s: Dusk, seat: Seat) -> list[Move]:
        if s.has_used(LED):
            return []
        near = s.world.board.neighbours[s.numbers[TEAM]]
        if s.world.luke_leaves_board:
            across = {s.target(way) for way in range(6)} - {s.numbers[TEAM], *near}
            near = [*near, *sorted(across)]
        found = [Move("lead", space) for space in near if not s.walls[space] or s.is_swamp(space)]
        return [s.world.done, *found]

    def refuse(self, s: Dusk, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "lead")

    def choose(self, s: Dusk, move: Move) -> None:
        if move.verb == "lead":
            s.use(LED)
            movement(s, self.seat)
            near = s.world.board.neighbours[s.numbers[TEAM]]
            lead(s, self.seat, move.about[0], self.rule if move.about[0] in near else "TF-60")
