"""The combat phase, the abilities of heroes and defenses, and Hardcore."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Forced, Refusal, SeatStep, Step
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
    Found,
)
from duskhall.games.dark_dealings.fight import (
    NO_ONE,
    REASON,
    Dials,
    Tries,
    any_strikes,
    can_fall,
    can_fall_twice,
    falls,
    farthest,
    strikes,
    targets,
)
from duskhall.games.dark_dealings.state import Siege

FIGHT: Final = Move("fight")  # a hero whose ability comes before any strike
DISCARD: Final = Move("discard")
STOP: Final = Move("stop")  # enough has struck
FIRST_TIME: Final = 0
SECOND_TIME: Final = 1  # DD-41 Halflings
ON_THE_FLIP: Final = 0  # a hero is given up before its ability takes effect
IN_THE_FIGHT: Final = 1  # or afterwards
TO_STRIKE: Final = 0  # questions about the hero a seat faces: which strikes keep its fall in reach,
TO_FIGHT: Final = 1  # whether it could fall before any strike
TO_DEFEAT_TWICE: Final = 2  # and, DD-41, twice
LONG: Final = 200  # looks: what took more is kept, with cards that are not ours
FOUND_KEPT: Final = 500  # answers of one box


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
                    found.append(s.keep.detours[card])
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
            return refuse_fight(s, seat)
        if move.verb == "fight":
            if not strike_moves(s, seat):
                return refuse_fight(s, seat)
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

    def forced(self, s: Siege, move: Move) -> Forced | None:
        why = refuse_fight(s, self.seat)
        if why.reason == "wizard-too-dear":
            return Forced("DD-42", "wizard-too-dear", why.about)
        return out_of_reach(s, self.seat, [s.dials(FRONT + self.seat)])


class TrashForWizard(Choice[Siege]):
    """DD-42 Wizard. Before any strike, trash one of your defenses."""

    rule: ClassVar[str] = "DD-42"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        return [s.keep.trashes[card] for card in s.places[FRONT + seat]]

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

    def forced(self, s: Siege, move: Move) -> Forced | None:
        return out_of_reach(s, self.seat, [s.dials(FRONT + self.seat)])


class Strike(Choice[Siege]):
    """DD-34, DD-35 Striking on. Add strikes until the total suffices, and more if you like.

    Ruling: only strikes after which the hero can still fall are offered, so nothing is spent in
    vain. With the option `vain_strikes` all that the hero feels are, and a fight may be given up.
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
        found = ([STOP] if enough else []) + strike_moves(s, seat)
        if s.keep.may_strike_in_vain and not enough and not self.must_go_on(s):
            return [DISCARD, *found]
        return found or [DISCARD]  # where no way was found again: see `fight.Tries`

    def must_go_on(self, s: Siege) -> bool:
        """DD-41 Whether Halflings that can fall a second time may not be let in any more."""
        if self.time == FIRST_TIME or s.keep.halflings_may_stop:
            return False
        return bool(winning_strikes(s, self.seat))

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
        elif move.verb == "discard":
            s.end_strikes(self.seat, FRONT + self.seat, fallen=False)
            s.then(NotDefeated(self.seat, IN_THE_FIGHT))
        elif s.keep.hero_class[s.facing(self.seat)] == HALFLINGS and self.time == FIRST_TIME:
            s.end_strikes(self.seat, SPENT + self.seat)
            s.set("half", "DD-41", self.seat, TOTAL, 0, s.facing(self.seat))
            s.then(FaceAgain(self.seat))
        else:
            s.then(Defeated(self.seat))

    def forced(self, s: Siege, move: Move) -> Forced | None:
        hero = s.facing(self.seat)
        if move.verb == "strike":
            return Forced(self.rule, "one-strike", (hero,))
        if move.verb == "discard":
            return out_of_reach(s, self.seat, [s.dials(FRONT + self.seat)])
        return Forced(self.rule, "enough", (hero, s.numbers[TOTAL], s.keep.armor[hero]))


class FaceAgain(Choice[Siege]):
    """DD-41 Halflings. Defeat them a second time with other cards, or stop here.

    Ruling: after the first success the player may stop; the cards that struck stay turned.
    """

    rule: ClassVar[str] = "DD-41"

    def moves(self, s: Siege, seat: Seat) -> list[Move]:
        found = strike_moves(s, seat)
        may_stop = s.keep.halflings_may_stop
        if s.keep.may_strike_in_vain and not may_stop:
            may_stop = not winning_strikes(s, seat)
        return found if found and not may_stop else [DISCARD, *found]

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

    def forced(self, s: Siege, move: Move) -> Forced | None:
        if move.verb == "strike":
            return Forced("DD-34", "one-strike", (s.facing(self.seat),))
        return out_of_reach(s, self.seat, [s.dials(FRONT + self.seat)])


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
    """The strikes that may be made: DD-34 ruling, those that keep the hero's fall in reach."""
    if s.keep.may_strike_in_vain:
        kind, weak = s.keep.hero_class[s.facing(seat)], s.vulnerabilities(seat)
        return any_strikes(s.keep, kind, weak, s.dials(FRONT + seat), s.busy(seat))
    return winning_strikes(s, seat)


def winning_strikes(s: Siege, seat: Seat) -> list[Move]:
    """The strikes that keep the hero's fall in reach."""
    return find(s, seat, TO_STRIKE)


def find(s: Siege, seat: Seat, question: int) -> list[Move]:
    """What a seat can do about the hero it faces. How much was looked at counts (`State.worked`).

    With cards that are not ours the answers to long questions are kept: a game is replayed often.
    """
    keep = s.keep
    weak, total = s.vulnerabilities(seat), s.numbers[TOTAL]
    ready, busy = s.dials(FRONT + seat), s.busy(seat)
    key = (question, s.facing(seat), weak, total, ready, busy)
    if keep.found is not None and key in keep.found:
        known = keep.found[key]
        s.worked += known.looks
        return known.moves
    tries = Tries()
    moves = look(s, seat, question, tries)
    looks = tries.looks()
    s.worked += looks
    if keep.found is not None and looks > LONG:
        if len(keep.found) >= FOUND_KEPT:
            keep.found.clear()
        keep.found[key] = Found(moves, looks)
    return moves


def look(s: Siege, seat: Seat, question: int, tries: Tries) -> list[Move]:
    hero, keep = s.facing(seat), s.keep
    kind, armor = keep.hero_class[hero], keep.armor[hero]
    if question == TO_FIGHT:
        weak = keep.weak[hero]  # before a Dragon Warrior has learned anything
        for left in left_to_strike(s, seat):
            if can_fall(keep, kind, armor, weak, 0, left, (), tries):
                return [FIGHT]
        return []
    ready, weak = s.dials(FRONT + seat), s.vulnerabilities(seat)
    if question == TO_DEFEAT_TWICE:
        return [FIGHT] if can_fall_twice(keep, armor, keep.weak[hero], ready, tries) else []
    return strikes(keep, kind, armor, weak, s.numbers[TOTAL], ready, s.busy(seat), tries)


def out_of_reach(s: Siege, seat: Seat, ways: list[Dials]) -> Forced:
    """Why the hero just faced can only be let in: how far the seat's defenses would reach."""
    hero, keep = s.facing(seat), s.keep
    kind, armor, weak = keep.hero_class[hero], keep.armor[hero], s.vulnerabilities(seat)
    most = farthest(keep, kind, weak, s.numbers[TOTAL], ways, s.busy(seat))
    if kind != THIEF:
        most = min(most, armor - 1)  # a way that was not found in time does not count as possible
    if most == 0:
        return Forced("DD-33", "no-strike", (hero,))
    return Forced("DD-34", "no-reach" if most < armor else "no-match", (hero, most, armor))


def may_fight(s: Siege, seat: Seat) -> bool:
    """Whether the hero just flipped could fall, or be struck at least, after what a Wizard costs."""
    if not s.keep.may_strike_in_vain:
        return can_defeat(s, seat)
    kind, weak = s.keep.hero_class[s.facing(seat)], s.vulnerabilities(seat)
    return any(any_strikes(s.keep, kind, weak, left, ()) for left in left_to_strike(s, seat))


def can_defeat(s: Siege, seat: Seat) -> bool:
    """Whether the hero just flipped could fall, after what a Wizard costs."""
    return bool(find(s, seat, TO_FIGHT))


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
        return bool(winning_strikes(s, seat))
    if keep.hero_class[hero] == HALFLINGS:
        return bool(find(s, seat, TO_DEFEAT_TWICE))
    return can_defeat(s, seat)


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
        if set(targets(keep, dial, ready, busy)) <= {NO_ONE}:
            return Refusal("DD-50", "nothing-to-turn", (card,))
        if any(strike.about[0] == card for strike in strike_moves(s, seat)):
            return refuse_turning(s, seat, move)
    elif len(move.about) != 1:
        return Refusal("DD-50", "no-heavy-hitter", (card,))
    total = s.numbers[TOTAL]
    if can_fall(keep, kind, armor, weak, total, ready, busy, Tries(REASON)):
        if kind != THIEF:
            return Refusal("DD-34", "spoils", (card, hero))
        return Refusal("DD-40", "overshoots", (card, hero, armor))
    most = farthest(keep, kind, weak, total, [ready], busy)
    return refuse_sum(kind, hero, most, armor)


def refuse_sum(kind: int, hero: int, most: int, armor: int) -> Refusal:
    """The defenses do not add up to what the hero takes."""
    if kind == THIEF and most >= armor:
        return Refusal("DD-40", "cannot-match", (hero, armor))
    most = min(most, armor - 1)  # a way that was not found in time does not count as possible
    return Refusal("DD-34", "cannot-win", (hero, most, armor))


def refuse_fight(s: Siege, seat: Seat) -> Refusal:
    """Why the hero just flipped cannot be fought: DD-42 a Wizard may be too dear, not too strong."""
    hero, keep, ready = s.facing(seat), s.keep, s.dials(FRONT + seat)
    kind, armor, weak = keep.hero_class[hero], keep.armor[hero], keep.weak[hero]
    if kind == WIZARD and can_fall(keep, kind, armor, weak, 0, ready, (), Tries(REASON)):
        most = min(farthest(keep, kind, weak, 0, left_to_strike(s, seat), ()), armor - 1)
        return Refusal("DD-42", "wizard-too-dear", (hero, most, armor))
    return refuse_sum(kind, hero, farthest(keep, kind, weak, 0, [ready], ()), armor)


def refuse_turning(s: Siege, seat: Seat, move: Move) -> Refusal:
    """DD-50 Why a Heavy Hitter that may strike cannot do so by turning what was named."""
    card = move.about[0]
    if len(move.about) != 2 or move.about[1] == card:
        return Refusal("DD-50", "turn-another", (card,))
    turned = move.about[1]
    if stands(s.busy(seat), turned) and not s.keep.struck_may_turn:
        return Refusal("DD-50", "turned-has-struck", (card, turned))
    if not stands(s.dials(FRONT + seat), turned):
        return Refusal("DD-50", "not-in-front", (turned,))
    return Refusal("DD-34", "turning-spoils", (card, turned, s.facing(seat)))


def stands(ready: Dials, card: int) -> bool:
    return any(dial >> 2 == card for dial in ready)
