"""What is counted of an answer in Dark Dealings: heroes that fall, and what stands against the rest."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import NOW, Terms
from duskhall.bots.values.dark_dealings import HOPES, in_combat, situation
from duskhall.bots.values.dark_dealings_plan import NARROW, Goal, Planner
from duskhall.bots.values.dark_dealings_siege import SiegeJudge
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import (
    BERSERKER,
    COMMITTED,
    DEFEATED,
    DRAFTED,
    DRAGON,
    FACING,
    FRONT,
    GONE,
    HALFLINGS,
    HAND,
    PILE,
    ROUNDS,
    SPENT,
    STRIKING,
    TOTAL,
    Keep,
)
from duskhall.games.dark_dealings.fight import Tries, can_fall, falls, search_twice
from duskhall.games.dark_dealings.state import Siege

DRAFTS: Final = ["likely", "asks", "open", "early", "later", "meets", "strength", "armor"]


class SiegeTerms(Terms):
    def __init__(self) -> None:
        self.planner: Planner | None = None
        self.endings: dict[tuple[object, ...], Goal | None] = {}  # by all that matters in a fight

    def weights(self) -> dict[str, float]:
        return {
            "fallen": 1.0,
            "likely": 0.4,
            "asks": 0.1,
            "open": 0.1,
            "early": 0.01,
            "later": 0.01,
            "meets": 0.15,
            "strength": 0.12,
            "spared": 0.12,
            "armor": 0.1,
            "struck": 0.35,
            "cards": 0.2,
        }

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """In combat strength is spent: an answer spares some, and gives nobody any."""
        assert isinstance(s, Siege)
        if not in_combat(s):
            return DRAFTS
        spares = ["spared", "struck", "cards"]
        return spares if move.verb == "discard" else ["fallen", *spares]

    def facts(
        self, s: State, seat: Seat, move: Move, after: State, events: list[Event]
    ) -> list[tuple[str, tuple[int, ...]]]:
        """What is drafted; or what becomes of the hero that is faced, where answers decide it."""
        assert isinstance(s, Siege)
        assert isinstance(after, Siege)
        if not in_combat(s):
            return drafting(after, seat, move)
        if not s.places[FACING + seat]:
            return []
        hero = s.facing(seat)
        if hero in after.places[DEFEATED + seat]:
            return [("fallen" + NOW, (hero,))]
        if hero not in after.places[FACING + seat] or not in_reach(after, seat):
            return []
        kind, armor = s.keep.hero_class[hero], s.keep.armor[hero]
        if kind == DRAGON and move.verb == "fight":
            return []  # what it learns is luck
        if kind != HALFLINGS and falls(kind, armor, after.numbers[TOTAL]):
            return [("fallen.enough", (hero,))]
        is_asked = any(other.verb in ("discard", "trash") for other in s.legal_moves(seat))
        return [("fallen.reach", (hero,))] if is_asked else []

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Siege)
        keep, places = s.keep, s.places
        facing, coming = places[FACING + seat], places[PILE + seat] + places[COMMITTED + seat]
        heroes = coming + facing
        # Where nobody else is asked, the next hero is flipped before one can look.
        is_next = any(event.kind == "flip" and event.seat == seat for event in events)
        if is_next:
            coming = heroes
        ending = None if is_next else self.ending(s, seat)
        dials = left_standing(s, seat) if ending is None else ending.front
        falls_yet = in_reach(s, seat) if ending is None else ending.is_won
        sides = [side for dial in dials for side in sides_from(keep, dial)]
        found = {
            "fallen": len(places[DEFEATED + seat]) + float(not is_next and falls_yet),
            "strength": float(sum([keep.strength[side] for side in sides])),
            "cards": float(len(dials)),
        }
        if in_combat(s) or not s.waiting:
            reached = [meeting(keep, sides, hero) for hero in coming]
            useful = {side for met in reached for side in met}
            found["spared"] = float(sum([keep.strength[side] for side in useful]))
            found["struck"] = 0.0
            for hero, met in zip(coming, reached, strict=True):
                strength = sum([keep.strength[side] for side in met])
                times = 2 if keep.hero_class[hero] == HALFLINGS else 1  # DD-41
                found["struck"] += strength >= times * keep.armor[hero]
        # In combat a hero that was let in has armor no more, which is nothing to be glad of.
        is_drafting = s.waiting and not in_combat(s)
        if is_drafting or len(heroes) == ROUNDS["combat"]:
            found["armor"] = -float(sum([keep.armor[hero] for hero in heroes]))
        if len(heroes) == ROUNDS["combat"] and not keep.hardcore:
            found["likely"] = self.planner_of(keep).judge.value(heroes, dials)
        return {**found, **drafted(s, seat, events)}

    def ending(self, s: Siege, seat: Seat) -> Goal | None:
        """How the fight that a seat is in ends, as it is planned: one half done is half paid for."""
        if s.keep.hardcore or not s.places[FACING + seat]:
            return None
        planner, key = self.planner_of(s.keep), situation(s, seat)
        if key not in self.endings:
            if len(self.endings) > HOPES:
                self.endings.clear()
            self.endings[key] = planner.ending(s, seat, NARROW)
        return self.endings[key]

    def planner_of(self, box: Keep) -> Planner:
        if self.planner is None or self.planner.box is not box:
            self.planner = Planner(box, SiegeJudge(box))
            self.endings.clear()
        return self.planner


def drafted(s: Siege, seat: Seat, events: list[Event]) -> dict[str, float]:
    """What the first cards that a seat takes are like: those of its answer, whatever follows."""
    keep = s.keep
    found: dict[str, float] = {}
    for event in events:
        if event.seat != seat:
            continue
        if event.kind in ("pick", "commit") and "early" not in found:
            found["early"] = float(sum([keep.challenge[hero] for hero in event.cards]))
            if event.kind == "commit":
                found["later"] = -found["early"]
        # Alone one takes heroes from a row; else who comes to the pile was picked long before.
        chosen = "stack" if keep.players == 1 else "pick"
        if event.kind == chosen and "asks" not in found:
            found["asks"] = -float(sum([keep.armor[hero] for hero in event.cards]))
            found["open"] = float(sum([keep.weak[hero].bit_count() for hero in event.cards]))
        elif event.kind == "take" and "meets" not in found and not keep.hardcore:
            found["meets"] = float(matches(s, seat, event.cards[0]))
    return found


def drafting(after: Siege, seat: Seat, move: Move) -> list[tuple[str, tuple[int, ...]]]:
    """What the heroes that were picked or committed are like, or the defense that was taken."""
    keep = after.keep
    challenges = [keep.challenge[card] for card in move.about]
    if move.verb == "pick":
        return [("pick" + NOW, (sum([keep.armor[hero] for hero in move.about]), *challenges))]
    if move.verb == "commit":
        return [("commit" + NOW, tuple(challenges))]
    if move.verb in ("take", "pair") and not keep.hardcore:  # DD-70: nobody looks at a pile there
        defense = move.about[-1]
        return [("take" + NOW, (matches(after, seat, defense), len(own_heroes(after, seat))))]
    return []


def own_heroes(s: Siege, seat: Seat) -> list[int]:
    """All heroes that will come to a seat, as far as they are drafted."""
    return [
        hero for pile in (PILE, COMMITTED, HAND, DRAFTED, FACING) for hero in s.places[pile + seat]
    ]


def matches(s: Siege, seat: Seat, defense: int) -> int:
    """How many of a seat's heroes a fresh defense can strike."""
    sides = sides_from(s.keep, defense * 4)
    return sum([bool(meeting(s.keep, sides, hero)) for hero in own_heroes(s, seat)])


def in_reach(s: Siege, seat: Seat) -> bool:
    """Whether the hero that a seat faces can still be made to fall."""
    if not s.places[FACING + seat] or s.is_evicted(seat):
        return False
    keep, hero, total = s.keep, s.facing(seat), s.numbers[TOTAL]
    kind, armor, weak = keep.hero_class[hero], keep.armor[hero], s.vulnerabilities(seat)
    ready, busy = s.dials(FRONT + seat), s.busy(seat)
    if s.is_first_of_two(seat):
        return search_twice(keep, armor, weak, total, ready, busy, Tries())
    return can_fall(keep, kind, armor, weak, total, ready, busy)


def left_standing(s: Siege, seat: Seat) -> tuple[int, ...]:
    """The defenses of a seat as they will show once this fight is over, if no more of them strike.

    DD-37 What has struck is turned; DD-43 a Berserker that falls takes it with it.
    """
    keep, struck = s.keep, s.dials(STRIKING + seat)
    if not keep.booster_at_once:
        struck = tuple([keep.after_strike[dial] for dial in struck])
    if struck and keep.hero_class[s.facing(seat)] == BERSERKER:
        struck = ()
    standing = s.dials(FRONT + seat) + s.dials(SPENT + seat) + struck
    return tuple([dial for dial in standing if dial != GONE])


def meeting(keep: Keep, sides: list[int], hero: int) -> list[int]:
    """Those of these sides that a hero is vulnerable to."""
    return [side for side in sides if keep.types[side] & keep.weak[hero]]


def sides_from(keep: Keep, dial: int) -> list[int]:
    """The sides of a defense with which it can strike one after the other, from this one on."""
    found: list[int] = []
    while dial != GONE and keep.types[dial]:
        found.append(dial)
        dial = keep.after_strike[dial]
    return found


def make_terms() -> Terms:
    return SiegeTerms()
