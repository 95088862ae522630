"""Fighting one hero: what a strike adds, and whether the hero can still fall.

Pure functions of dials (a defense and its current side), so that rules, bots and the solver of
combat share one reading of the rulebook. `ready` may still strike; `busy` has struck this hero
already and still stands in front of its owner.
"""

from __future__ import annotations

from typing import Final

from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import (
    BOOSTER,
    GNOME,
    GONE,
    HALFLINGS,
    HEAVY_HITTER,
    KNIGHT,
    RANGER,
    THIEF,
    Keep,
)

Dials = tuple[int, ...]
NO_ONE: Final = -1  # no defense is turned for this strike
NO_MOST: Final = -1  # as much as any question may take
WORK: Final = 10_000  # strikes that are looked at to answer one question
REASON: Final = 500  # and to say why something cannot be


class Tries:
    """What was looked at in vain, for one hero, and how much more may be.

    With our cards a question takes a hundred looks or so. There are cards with which it would take
    billions: what is not found within WORK of them does not count as possible.
    """

    def __init__(self, most: int = NO_MOST) -> None:
        self.tried: dict[tuple[Dials, Dials, int], int] = {}  # the largest total that was in vain
        self.twice: set[tuple[Dials, Dials, int]] = set()
        self.most: Final = WORK if most == NO_MOST else most
        self.left = self.most

    def looks(self) -> int:
        """How much was looked at."""
        return self.most - max(self.left, 0)


def may_strike(box: Keep, kind: int, weak: int, dial: int) -> bool:
    """DD-33 Type. A current type must be among the vulnerabilities.

    A Gnome Illusionist does not feel the last strike a card has left.
    """
    return box.types[dial] & weak != 0 and (kind != GNOME or box.after_strike[dial] != GONE)


def strike_value(box: Keep, dial: int, ready: Dials, busy: Dials) -> int:
    """DD-33 Strength. DD-53 Booster: +1 for each other defense that shows one of its types."""
    value = box.strength[dial]
    if box.ability[dial >> 2] == BOOSTER:
        types = box.types[dial]
        for other in ready:
            if other != dial and box.types[other] & types:
                value += 1
        for other in busy:
            if other != dial and box.types[other] & types:
                value += 1
    return value


def falls(kind: int, armor: int, total: int) -> bool:
    """DD-34 The total must reach the armor; DD-40 a Thief's exactly."""
    return total == armor if kind == THIEF else total >= armor


def targets(box: Keep, dial: int, ready: Dials, busy: Dials) -> list[int]:
    """DD-50 Heavy Hitter. The defenses that may be turned before it strikes.

    That defense is not striking: what has struck already cannot be turned for it, but under the
    option `heavy_hitter_turns`, where all that struck is turned already.
    Without any, the list says NO_ONE under the option `heavy_hitter_alone`, and nothing otherwise.
    """
    if box.ability[dial >> 2] != HEAVY_HITTER:
        return [NO_ONE]
    others = [other for other in ready if other != dial]
    if not others and not busy and box.alone_may_hit:
        return [NO_ONE]
    return sorted([*others, *busy]) if box.struck_may_turn else others


class Strike:
    """What one strike leads to."""

    def __init__(self, ready: Dials, busy: Dials, value: int) -> None:
        self.ready: Final = ready
        self.busy: Final = busy
        self.value: Final = value


def strike(box: Keep, kind: int, dial: int, turned: int, ready: Dials, busy: Dials) -> Strike:
    """Turn a defense for a Heavy Hitter, add the value, and turn the card that struck.

    DD-37 cards turn when the hero has fallen; DD-44 against a Knight at once, and so may strike
    again. The option `turning` lets every card turn at once.
    """
    if turned != NO_ONE:
        ready = replace(ready, turned, box.next_dial[turned])
        if box.struck_may_turn:
            busy = replace(busy, turned, box.next_dial[turned])
    value = strike_value(box, dial, ready, busy)
    after = box.after_strike[dial]
    if kind == KNIGHT:
        return Strike(replace(ready, dial, after), busy, value)
    ready = replace(ready, dial, GONE)
    if not box.booster_at_once:
        return Strike(ready, busy + (dial,), value)
    return Strike(ready, busy + (after,) if after != GONE else busy, value)


def replace(dials: Dials, old: int, new: int) -> Dials:
    """The dials with one turned, or taken away if it is GONE."""
    if new == GONE:
        return tuple([dial for dial in dials if dial != old])
    return tuple([new if dial == old else dial for dial in dials])


def can_fall(
    box: Keep,
    kind: int,
    armor: int,
    weak: int,
    total: int,
    ready: Dials,
    busy: Dials,
    tries: Tries | None = None,
) -> bool:
    """Whether further strikes can still make the hero fall (or already have).

    Questions about the same hero may share their tries; armor may only grow between them.
    """
    return search(box, kind, armor, weak, total, ready, busy, tries or Tries())


def search(
    box: Keep,
    kind: int,
    armor: int,
    weak: int,
    total: int,
    ready: Dials,
    busy: Dials,
    tries: Tries,
) -> bool:
    """`can_fall`, which has tried these dials with at most these totals in vain."""
    if falls(kind, armor, total):
        return True
    if kind == THIEF and total > armor:
        return False
    in_turn = turns_in_turn(box, kind)
    tricky = False
    sums, most = 1, 0  # a bit for each total the plain strikes can make; and their sum
    for dial in ready:
        ability = box.ability[dial >> 2]
        if ability == HEAVY_HITTER or (ability == BOOSTER and in_turn):
            tricky = True
            continue
        side = dial
        while side != GONE and may_strike(box, kind, weak, side):
            value = strike_value(box, side, ready, busy)
            sums |= sums << value
            most += value
            side = box.after_strike[side] if kind == KNIGHT else GONE  # DD-44
    if kind == THIEF:
        if sums >> (armor - total) & 1:
            return True
    elif total + most >= armor:
        return True
    if not tricky or total + at_most(box, kind, weak, ready, busy) < armor:
        return False
    # Nobody asks in which order they struck.
    key = (ready, tuple(sorted(busy)), total if kind == THIEF else 0)
    if tries.tried.get(key, -1) >= total:
        return False
    tries.tried[key] = total
    # What the plain sum leaves out: a Heavy Hitter turns another card, which may strike afterwards,
    # and a Booster counts the types of the moment. Other cards can wait, unless they turn meanwhile.
    for dial in ready:
        if in_turn or box.ability[dial >> 2] in (HEAVY_HITTER, BOOSTER):
            if may_strike(box, kind, weak, dial):
                for turned in targets(box, dial, ready, busy):
                    tries.left -= 1
                    if tries.left < 0:
                        return False
                    struck = strike(box, kind, dial, turned, ready, busy)
                    left, gone = struck.ready, struck.busy
                    if search(box, kind, armor, weak, total + struck.value, left, gone, tries):
                        del tries.tried[key]
                        return True
    return False


def at_most(box: Keep, kind: int, weak: int, ready: Dials, busy: Dials) -> int:
    """More than these dials can ever add: each strikes with its best side, DD-44 or with all."""
    found = 0
    for dial in ready:
        boost = len(ready) + len(busy) - 1 if box.ability[dial >> 2] == BOOSTER else 0
        best, side = 0, dial
        while side != GONE:
            if may_strike(box, kind, weak, side):
                value = box.strength[side] + boost
                best = best + value if kind == KNIGHT else max(best, value)
            side = box.next_dial[side]
        found += best
    return found


def reach(
    box: Keep, kind: int, weak: int, total: int, ready: Dials, busy: Dials, tries: Tries
) -> int:
    """The most that strikes can add up to, whatever the armor. A Thief may be overshot here."""
    most = total
    foe = RANGER if kind == THIEF else kind
    while can_fall(box, foe, most + 1, weak, total, ready, busy, tries):
        most += 1
    return most


def farthest(box: Keep, kind: int, weak: int, total: int, ways: list[Dials], busy: Dials) -> int:
    """The most that strikes can add up to in one of these ways, as far as REASON lets one look."""
    most, left = total, REASON
    for ready in ways:
        tries = Tries(left)
        most = max(most, reach(box, kind, weak, total, ready, busy, tries))
        left = max(tries.left, 0)
    return most


def turns_in_turn(box: Keep, kind: int) -> bool:
    """Whether each card turns right after its strike, so that the order of strikes matters."""
    return kind == KNIGHT or box.booster_at_once


def can_fall_twice(
    box: Keep, armor: int, weak: int, ready: Dials, tries: Tries | None = None
) -> bool:
    """DD-41 Halflings. Whether two groups of strikes by different cards can each reach the armor."""
    return search_twice(box, armor, weak, 0, ready, (), tries or Tries())


def search_twice(
    box: Keep, armor: int, weak: int, total: int, ready: Dials, busy: Dials, tries: Tries
) -> bool:
    key = (ready, busy, total)
    if key in tries.twice:
        return False
    tries.twice.add(key)
    if total >= armor:
        turned = busy
        if not box.booster_at_once:
            turned = tuple(
                [box.after_strike[dial] for dial in busy if box.after_strike[dial] != GONE]
            )
        if can_fall(box, HALFLINGS, armor, weak, 0, ready, turned, tries):
            return True
    for dial in ready:
        if may_strike(box, HALFLINGS, weak, dial):
            for other in targets(box, dial, ready, busy):
                tries.left -= 1
                if tries.left < 0:
                    return False
                struck = strike(box, HALFLINGS, dial, other, ready, busy)
                left, gone = struck.ready, tuple(sorted(struck.busy))
                if search_twice(box, armor, weak, total + struck.value, left, gone, tries):
                    return True
    return False


def second_groups(box: Keep, armor: int, weak: int, ready: Dials, busy: Dials) -> list[list[int]]:
    """DD-41 Halflings. The smallest groups of ready defenses that could make them fall by themselves.

    Whatever strikes the first time must leave one of them whole. Others count for a Booster as they
    show now.
    """
    tries = Tries()
    found: list[int] = []  # as bits
    for mask in sorted(range(1, 1 << len(ready)), key=lambda mask: (mask.bit_count(), mask)):
        if any(group & mask == group for group in found):
            continue
        group = tuple([dial for index, dial in enumerate(ready) if mask >> index & 1])
        others = busy + tuple([dial for dial in ready if dial not in group])
        if can_fall(box, HALFLINGS, armor, weak, 0, group, others, tries):
            found.append(mask)
    return [[dial >> 2 for i, dial in enumerate(ready) if mask >> i & 1] for mask in found]


def strikes(
    box: Keep,
    kind: int,
    armor: int,
    weak: int,
    total: int,
    ready: Dials,
    busy: Dials,
    tries: Tries | None = None,
) -> list[Move]:
    """The strikes after which the hero can still fall."""
    tricky = False  # whether the order of strikes, or what is turned for one, matters
    plain: list[int] = []  # what may strike without turning another
    values: list[int] = []  # what each of these adds
    for dial in ready:
        ability = box.ability[dial >> 2]
        if ability == HEAVY_HITTER or (ability == BOOSTER and turns_in_turn(box, kind)):
            tricky = True
        elif may_strike(box, kind, weak, dial):
            plain.append(dial)
            values.append(strike_value(box, dial, ready, busy))
    if kind == THIEF and not tricky:
        plain = exact_strikes(plain, values, armor - total)
        return [box.strikes[dial >> 2] for dial in plain]
    enough = total + sum(value for value in values) >= armor
    if not tricky and (enough or can_fall(box, kind, armor, weak, total, ready, busy)):
        return [box.strikes[dial >> 2] for dial in plain]  # each only adds: none spoils the fight
    if not tricky:
        return []
    safe = enough and kind != THIEF and not box.booster_at_once
    found: list[Move] = []
    tries = tries or Tries()
    for dial in ready:
        if may_strike(box, kind, weak, dial):
            if safe and (kind != KNIGHT and box.ability[dial >> 2] != HEAVY_HITTER):
                found.append(box.strikes[dial >> 2])  # the plain strikes suffice, in any order
                continue
            # A Heavy Hitter adds the same whatever it turns: only a Booster minds the others.
            at_once = falls(kind, armor, total + strike_value(box, dial, ready, busy))
            for turned in targets(box, dial, ready, busy):
                if at_once or can_fall_after(
                    box, kind, armor, weak, total, ready, busy, dial, turned, tries
                ):
                    found.append(strike_move(box, dial, turned))
    return found


def any_strikes(box: Keep, kind: int, weak: int, ready: Dials, busy: Dials) -> list[Move]:
    """DD-33 All strikes that a hero feels, whether or not it can still fall."""
    return [
        strike_move(box, dial, turned)
        for dial in ready
        if may_strike(box, kind, weak, dial)
        for turned in targets(box, dial, ready, busy)
    ]


def can_fall_after(
    box: Keep,
    kind: int,
    armor: int,
    weak: int,
    total: int,
    ready: Dials,
    busy: Dials,
    dial: int,
    turned: int,
    tries: Tries,
) -> bool:
    """Whether the hero can still fall after this strike."""
    struck = strike(box, kind, dial, turned, ready, busy)
    total += struck.value
    return can_fall(box, kind, armor, weak, total, struck.ready, struck.busy, tries)


def strike_move(box: Keep, dial: int, turned: int) -> Move:
    if turned == NO_ONE:
        return box.strikes[dial >> 2]
    return box.of_two(box.heavy_strikes, "strike", dial >> 2, turned >> 2)


def exact_strikes(plain: list[int], values: list[int], lacking: int) -> list[int]:
    """DD-40 Thief. The dials that are part of a set which adds up to just what is lacking."""
    found: list[int] = []
    for index, dial in enumerate(plain):
        if values[index] <= lacking:
            sums = 1  # a bit for each total the other dials can make
            for other, value in enumerate(values):
                if other != index:
                    sums |= sums << value
            if sums >> (lacking - values[index]) & 1:
                found.append(dial)
    return found
