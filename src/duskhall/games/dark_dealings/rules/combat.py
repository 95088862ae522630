"""The combat phase, the abilities of heroes and defenses, and Hardcore."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.dark_dealings.box import (
    DEFENSE_DECK,
    DEFENSE_DISCARD,
    DETOUR,
    DRAGON,
    FRONT,
    GNOME,
    GONE,
    HALFLINGS,
    HEAVY_HITTER,
    IMMUNE,
    PILE,
    SPENT,
    THIEF,
    TOTAL,
    TURNED,
    WIZARD,
)
from duskhall.games.dark_dealings.fight import (
    NO_ONE,
    Dials,
    can_fall,
    can_fall_twice,
    falls,
    reach,
    strikes,
)
from duskhall.games.dark_dealings.state import Siege

FIGHT: Final = Move("fight")  # a hero whose ability comes before any strike
DISCARD: Final = Move("discard")
STOP: Final = Move("stop")  # enough has struck
FIRST_TIME: Final = 0
SECOND_TIME: Final = 1  # DD-41 Halflings
ON_THE_FLIP: Final = 0  # a hero is given up before its ability takes effect
IN_THE_FIGHT: Final = 1  # or afterwards


class CombatRound(Step[Siege]):
    """DD-30, DD-39 Rounds. From the first player clockwise, each faces the top hero of the pile.

    DD-71, DD-72 in Hardcore the evicted are skipped, and a last overlord need not go on.
    """

    rule: ClassVar[str] = "DD-30"

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def key(self) -> tuple[int, ...]:
        return (self.number,)

    def resolve(self, s: Siege) -> None:
        standing = [seat for seat in s.seats_from_first() if not s.is_evicted(seat)]
        besieged = [seat for seat in standing if s.places[PILE + seat]]
        if not besieged or (s.keep.hardcore and len(standing) == 1 and s.box.players > 1):
            return
        s.begin_round(self.number, "DD-39")
        s.then(*[Flip(seat) for seat in besieged], CombatRound(self.number + 1))


class Flip(SeatStep[Siege]):
    """DD-30 Flipping. Turn up the top hero of the pile."""

    rule: ClassVar[str] = "DD-30"

    def resolve(self, s: Siege) -> None:
        s.flip(self.seat)
        s.then(Face(self.seat))


class Face(Choice[Siege]):
    """DD-32 Facing. Discard the hero at once, detour it (DD-52), or fight it.

    A Wizard (DD-42) or a Dragon Warrior is fought by saying so, as its ability comes before any
    strike; any other hero by the first strike.
    """

    rule: ClassVar[str] = "DD-32"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        found = [DISCARD]
        if s.places[PILE + seat]:
            for card in s.places[FRONT + seat]:
                if s.keep.ability[card] == DETOUR:
                    found.append(Move("detour", card))
        if s.keep.hero_class[s.facing(seat)] in (WIZARD, DRAGON):
            if may_fight(s, seat):
                found.append(FIGHT)
        else:
            found += strike_moves(s, seat)
        return found

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        if move.verb == "detour":
            return refuse_detour(s, seat, move)
        hero = s.facing(seat)
        kind = s.keep.hero_class[hero]
        if move.verb in ("strike", "fight") and kind in (WIZARD, DRAGON):
            if may_fight(s, seat):
                return Refusal("DD-42" if kind == WIZARD else "DD-23", "ability-first", (hero,))
            ways, weak = left_to_strike(s, seat), s.keep.weak[hero]
            most = max([reach(s.keep, kind, weak, 0, left, ()) for left in ways])
            return Refusal("DD-34", "cannot-win", (hero, most, s.keep.armor[hero]))
        if move.verb == "fight":
            return Refusal("DD-34", "fight-by-striking")
        return refuse_strike(s, seat, move)

    def choose(self, s: Siege, move: Move) -> None:
        seat = self.seat
        if move.verb == "discard":
            s.then(NotDefeated(seat, ON_THE_FLIP))
        elif move.verb == "detour":
            s.detour(seat)
            if s.keep.detour_trashes:
                s.trash(seat, move.about[0], FRONT + seat, "DD-52")
            else:
                s.turn_after_strike(seat, move.about[0], FRONT + seat, FRONT + seat)
            s.then(Flip(seat))
        elif move.verb == "fight":
            s.tell("fight", "DD-32", seat, s.facing(seat))
            if s.keep.hero_class[s.facing(seat)] == WIZARD:
                s.then(TrashForWizard(seat), FaceOpenly(seat))
            else:
                s.then(LearnImmunity(seat), FaceOpenly(seat))
        else:
            strike(s, seat, move)
            s.then(Strike(seat, FIRST_TIME))


class TrashForWizard(Choice[Siege]):
    """DD-42 Wizard. Before any strike, trash one of your defenses."""

    rule: ClassVar[str] = "DD-42"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        return [Move("trash", card) for card in s.places[FRONT + seat]]

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "trash-one")

    def choose(self, s: Siege, move: Move) -> None:
        s.trash(self.seat, move.about[0], FRONT + self.seat, "DD-42")


class LearnImmunity(SeatStep[Siege]):
    """DD-23 Dragon Warrior. An unused defense of a single type makes it immune to that type.

    Cards of several types, that change type, or with Detour teach it nothing.
    """

    rule: ClassVar[str] = "DD-23"

    def resolve(self, s: Siege) -> None:
        for card in s.draw(DEFENSE_DECK, 1):
            learned = s.keep.dragon_type[card]
            s.move(
                "learn", "DD-23", self.seat, (card,), DEFENSE_DECK, DEFENSE_DISCARD, IMMUNE, learned
            )


class FaceOpenly(Choice[Siege]):
    """DD-38, DD-42 After such an ability: strike, or let the hero in after all."""

    rule: ClassVar[str] = "DD-38"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        return [DISCARD, *strike_moves(s, seat)]

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        if move.verb == "detour":
            return Refusal("DD-52", "detour-too-late")
        return refuse_strike(s, seat, move)

    def choose(self, s: Siege, move: Move) -> None:
        if move.verb == "discard":
            s.then(NotDefeated(self.seat, IN_THE_FIGHT))
        else:
            strike(s, self.seat, move)
            s.then(Strike(self.seat, FIRST_TIME))


class Strike(Choice[Siege]):
    """DD-34, DD-35 Striking on. Add strikes until the total suffices, and more if you like.

    Only strikes after which the hero can still fall are offered, so nothing is spent in vain.
    """

    rule: ClassVar[str] = "DD-34"

    def __init__(self, seat: Seat, time: int) -> None:
        super().__init__(seat)
        self.time: Final = time

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.time)

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        hero = s.facing(seat)
        enough = falls(s.keep.hero_class[hero], s.keep.armor[hero], s.numbers[TOTAL])
        return ([STOP] if enough else []) + strike_moves(s, seat)

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        hero = s.facing(seat)
        if move.verb == "stop":
            exact = "not-exact" if s.numbers[TOTAL] > s.keep.armor[hero] else "not-enough"
            return Refusal("DD-34", exact, (hero, s.numbers[TOTAL], s.keep.armor[hero]))
        if move.verb == "discard":
            return Refusal("DD-34", "fight-begun", (hero,))
        if move.verb == "detour":
            return Refusal("DD-52", "detour-too-late")
        return refuse_strike(s, seat, move)

    def choose(self, s: Siege, move: Move) -> None:
        if move.verb == "strike":
            strike(s, self.seat, move)
            s.then(Strike(self.seat, self.time))
        elif s.keep.hero_class[s.facing(self.seat)] == HALFLINGS and self.time == FIRST_TIME:
            s.end_strikes(self.seat, SPENT + self.seat)
            s.set("half", "DD-41", self.seat, TOTAL, 0, s.facing(self.seat))
            s.then(FaceAgain(self.seat))
        else:
            s.then(Defeated(self.seat))


class FaceAgain(Choice[Siege]):
    """DD-41 Halflings. Defeat them a second time with other cards, or stop here.

    Ruling: after the first success the player may stop; the cards that struck stay turned.
    """

    rule: ClassVar[str] = "DD-41"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        found = strike_moves(s, seat)
        return found if found and not s.keep.halflings_may_stop else [DISCARD, *found]

    def refuse(self, s: Siege, seat: Seat, move: Move) -> Refusal:
        if move.verb == "discard":
            return Refusal("DD-41", "halflings-go-on", (s.facing(seat),))
        if move.verb == "detour":
            return Refusal("DD-52", "detour-too-late")
        return refuse_strike(s, seat, move)

    def choose(self, s: Siege, move: Move) -> None:
        if move.verb == "discard":
            s.then(NotDefeated(self.seat, IN_THE_FIGHT))
        else:
            strike(s, self.seat, move)
            s.then(Strike(self.seat, SECOND_TIME))


class Defeated(SeatStep[Siege]):
    """DD-34, DD-37, DD-43 The hero falls: cards that struck are turned, or trashed by a Berserker."""

    rule: ClassVar[str] = "DD-34"

    def resolve(self, s: Siege) -> None:
        s.end_strikes(self.seat, FRONT + self.seat)
        s.defeat(self.seat)
        s.then(Aftermath(self.seat))


class NotDefeated(Step[Siege]):
    """DD-38 A hero that is not defeated goes to the common discard.

    DD-71 In Hardcore it evicts the overlord instead, and stays in front. Ruling: a discard by
    choice is not a defeat either (option `hardcore_discard`).
    """

    rule: ClassVar[str] = "DD-38"

    def __init__(self, seat: Seat, moment: int) -> None:
        self.seat: Final = seat
        self.moment: Final = moment

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.moment)

    def resolve(self, s: Siege) -> None:
        s.then(Aftermath(self.seat))
        keep = s.keep
        if keep.hardcore and (keep.discard_evicts or not could_defeat(s, self.seat, self.moment)):
            s.evict(self.seat)
        else:
            s.let_in(self.seat, "DD-38")


class Aftermath(SeatStep[Siege]):
    """The fight is over: what struck the Halflings stands with the others again."""

    rule: ClassVar[str] = "DD-36"

    def resolve(self, s: Siege) -> None:
        spent = s.places[SPENT + self.seat]
        if spent:
            s.move("rest", "DD-36", self.seat, spent, SPENT + self.seat, FRONT + self.seat)
        if s.numbers[TOTAL]:
            s.set("quiet", "DD-34", self.seat, TOTAL, 0)
        if s.numbers[IMMUNE]:
            s.set("quiet", "DD-34", self.seat, IMMUNE, 0)


def strike(s: Siege, seat: Seat, move: Move) -> None:
    """Strike with a defense. DD-50 Heavy Hitter: turn the other one named first."""
    if len(move.about) == 2:
        s.turn(seat, move.about[1], "DD-50")
    s.strike(seat, move.about[0])


def strike_moves(s: Siege, seat: Seat) -> list[Move]:
    """The strikes that keep the hero's fall in reach."""
    hero, keep = s.facing(seat), s.keep
    found = strikes(
        keep,
        keep.hero_class[hero],
        keep.armor[hero],
        s.vulnerabilities(seat),
        s.numbers[TOTAL],
        s.dials(FRONT + seat),
        s.busy(seat),
    )
    return [
        keep.strikes[dial >> 2] if other == NO_ONE else Move("strike", dial >> 2, other >> 2)
        for dial, other in found
    ]


def may_fight(s: Siege, seat: Seat) -> bool:
    """Whether the hero just flipped could fall, after what a Wizard costs."""
    hero, keep = s.facing(seat), s.keep
    kind, armor, weak = keep.hero_class[hero], keep.armor[hero], keep.weak[hero]
    return any(can_fall(keep, kind, armor, weak, 0, left, ()) for left in left_to_strike(s, seat))


def left_to_strike(s: Siege, seat: Seat) -> list[Dials]:
    """What may be left to strike the hero just flipped: DD-42 a Wizard costs any one defense."""
    ready = s.dials(FRONT + seat)
    if s.keep.hero_class[s.facing(seat)] != WIZARD or not ready:
        return [ready]
    return [tuple([dial for dial in ready if dial != trashed]) for trashed in ready]


def could_defeat(s: Siege, seat: Seat, moment: int) -> bool:
    """Whether the seat has a way to defeat the hero it gives up."""
    hero, keep = s.facing(seat), s.keep
    if moment == IN_THE_FIGHT:
        return bool(strike_moves(s, seat))
    if keep.hero_class[hero] == HALFLINGS:
        return can_fall_twice(keep, keep.armor[hero], keep.weak[hero], s.dials(FRONT + seat))
    return may_fight(s, seat)


def refuse_detour(s: Siege, seat: Seat, move: Move) -> Refusal:
    card = move.about[0] if move.about else 0
    if card not in s.places[FRONT + seat]:
        return Refusal("DD-52", "not-in-front", (card,))
    if s.keep.ability[card] != DETOUR:
        return Refusal("DD-52", "no-detour", (card,))
    return Refusal("DD-52", "nowhere-to-go")


def refuse_strike(s: Siege, seat: Seat, move: Move) -> Refusal:
    """Why this strike cannot be made."""
    hero, keep = s.facing(seat), s.keep
    kind, armor, weak = keep.hero_class[hero], keep.armor[hero], s.vulnerabilities(seat)
    ready, busy = s.dials(FRONT + seat), s.busy(seat)
    if move.verb != "strike" or not move.about:
        return Refusal("DD-32", "not-offered")
    card = move.about[0]
    dial = card * 4 + s.numbers[TURNED + card] if card in keep.defenses else GONE
    if dial in busy:
        return Refusal("DD-36", "has-struck", (card,))
    if dial not in ready:
        return Refusal("DD-33", "not-in-front", (card,))
    if keep.types[dial] & weak == 0:
        if keep.types[dial] & keep.weak[hero]:
            return Refusal("DD-33", "immune", (card, hero))
        return Refusal("DD-33", "wrong-type", (card, hero))
    if kind == GNOME and keep.after_strike[dial] == GONE:
        return Refusal("DD-37", "gnome", (card, hero))
    if keep.ability[card] == HEAVY_HITTER:
        if len(ready) == 1:
            return Refusal("DD-50", "nothing-to-turn", (card,))
        if len(move.about) != 2 or move.about[1] == card or not stands(ready, move.about[1]):
            return Refusal("DD-50", "turn-another", (card,))
    elif len(move.about) != 1:
        return Refusal("DD-50", "no-heavy-hitter", (card,))
    total = s.numbers[TOTAL]
    if can_fall(keep, kind, armor, weak, total, ready, busy):
        if kind != THIEF:
            return Refusal("DD-34", "spoils", (card, hero))
        return Refusal("DD-40", "overshoots", (card, hero, armor))
    most = reach(keep, kind, weak, total, ready, busy)
    if most >= armor:
        return Refusal("DD-40", "cannot-match", (hero, armor))
    return Refusal("DD-34", "cannot-win", (hero, most, armor))


def stands(ready: Dials, card: int) -> bool:
    return any(dial >> 2 == card for dial in ready)
