"""Fighting one hero: what a strike adds, and whether the hero can still fall.

Pure functions of dials (a defense and its current side), so that rules, bots and the solver of
combat share one reading of the rulebook. `ready` may still strike; `busy` has struck this hero
already and still stands in front of its owner.
"""

from __future__ import annotations

from typing import Final

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

    That defense is not striking: what has struck already cannot be turned for it.
    Without any, the list says NO_ONE under the option `heavy_hitter_alone`, and nothing otherwise.
    """
    if box.ability[dial >> 2] != HEAVY_HITTER:
        return [NO_ONE]
    others = [other for other in ready if other != dial]
    if not others and not busy and box.alone_may_hit:
        return [NO_ONE]
    return others


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
    value = strike_value(box, dial, ready, busy)
    after = box.after_strike[dial]
    if kind == KNIGHT:
        return Strike(replace(ready, dial, after), busy, value)
    ready = replace(ready, dial, GONE)
    if not box.booster_at_once:
        return Strike(ready, (*busy, dial), value)
    return Strike(ready, (*busy, after) if after != GONE else busy, value)


def replace(dials: Dials, old: int, new: int) -> Dials:
    """The dials with one turned, or taken away if it is GONE."""
    if new == GONE:
        return tuple([dial for dial in dials if dial != old])
    return tuple([new if dial == old else dial for dial in dials])


def can_fall(
    box: Keep, kind: int, armor: int, weak: int, total: int, ready: Dials, busy: Dials
) -> bool:
    """Whether further strikes can still make the hero fall (or already have)."""
    return search(box, kind, armor, weak, total, ready, busy, {})


def search(
    box: Keep,
    kind: int,
    armor: int,
    weak: int,
    total: int,
    ready: Dials,
    busy: Dials,
    tried: dict[tuple[Dials, Dials, int], int],
) -> bool:
    """`can_fall`, which has `tried` these dials with at most these totals in vain."""
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
    if not tricky:
        return False
    key = (ready, busy, total if kind == THIEF else 0)
    if tried.get(key, -1) >= total:
        return False
    tried[key] = total
    # What the plain sum leaves out: a Heavy Hitter turns another card, which may strike afterwards,
    # and a Booster counts the types of the moment. Other cards can wait, unless they turn meanwhile.
    for dial in ready:
        if in_turn or box.ability[dial >> 2] in (HEAVY_HITTER, BOOSTER):
            if may_strike(box, kind, weak, dial):
                for turned in targets(box, dial, ready, busy):
                    struck = strike(box, kind, dial, turned, ready, busy)
                    left, gone = struck.ready, struck.busy
                    if search(box, kind, armor, weak, total + struck.value, left, gone, tried):
                        return True
    return False


def reach(box: Keep, kind: int, weak: int, total: int, ready: Dials, busy: Dials) -> int:
    """The most that strikes can add up to, whatever the armor. A Thief may be overshot here."""
    most = total
    while can_fall(box, RANGER if kind == THIEF else kind, most + 1, weak, total, ready, busy):
        most += 1
    return most


def turns_in_turn(box: Keep, kind: int) -> bool:
    """Whether each card turns right after its strike, so that the order of strikes matters."""
    return kind == KNIGHT or box.booster_at_once


def can_fall_twice(box: Keep, armor: int, weak: int, ready: Dials) -> bool:
    """DD-41 Halflings. Whether two groups of strikes by different cards can each reach the armor."""
    return search_twice(box, armor, weak, 0, ready, (), set())


def search_twice(
    box: Keep,
    armor: int,
    weak: int,
    total: int,
    ready: Dials,
    busy: Dials,
    tried: set[tuple[Dials, Dials, int]],
) -> bool:
    key = (ready, busy, total)
    if key in tried:
        return False
    tried.add(key)
    if total >= armor:
        turned = busy
        if not box.booster_at_once:
            turned = tuple(
                [box.after_strike[dial] for dial in busy if box.after_strike[dial] != GONE]
            )
        if can_fall(box, HALFLINGS, armor, weak, 0, ready, turned):
            return True
    for dial in ready:
        if may_strike(box, HALFLINGS, weak, dial):
            for other in targets(box, dial, ready, busy):
                struck = strike(box, HALFLINGS, dial, other, ready, busy)
                left, gone = struck.ready, tuple(sorted(struck.busy))
                if search_twice(box, armor, weak, total + struck.value, left, gone, tried):
                    return True
    return False


def strikes(
    box: Keep, kind: int, armor: int, weak: int, total: int, ready: Dials, busy: Dials
) -> list[tuple[int, int]]:
    """The strikes after which the hero can still fall: pairs of the dial and the one turned."""
    tricky = False  # whether the order of strikes, or what is turned for one, matters
    plain: list[tuple[int, int]] = []  # what may strike without turning another: dial and value
    for dial in ready:
        ability = box.ability[dial >> 2]
        if ability == HEAVY_HITTER or (ability == BOOSTER and turns_in_turn(box, kind)):
            tricky = True
        elif may_strike(box, kind, weak, dial):
            plain.append((dial, strike_value(box, dial, ready, busy)))
    if kind == THIEF and not tricky:
        return [(dial, NO_ONE) for dial in exact_strikes(plain, armor - total)]
    enough = total + sum([value for _, value in plain]) >= armor
    if not tricky and (enough or can_fall(box, kind, armor, weak, total, ready, busy)):
        return [(dial, NO_ONE) for dial, _ in plain]  # each only adds: none can spoil the fight
    if not tricky:
        return []
    safe = enough and kind != THIEF and not box.booster_at_once
    found: list[tuple[int, int]] = []
    for dial in ready:
        if may_strike(box, kind, weak, dial):
            if safe and (kind != KNIGHT and box.ability[dial >> 2] != HEAVY_HITTER):
                found.append((dial, NO_ONE))  # the plain strikes suffice, whatever comes first
                continue
            for turned in targets(box, dial, ready, busy):
                struck = strike(box, kind, dial, turned, ready, busy)
                if can_fall(
                    box, kind, armor, weak, total + struck.value, struck.ready, struck.busy
                ):
                    found.append((dial, turned))
    return found


def exact_strikes(plain: list[tuple[int, int]], lacking: int) -> list[int]:
    """DD-40 Thief. The dials that are part of a set which adds up to just what is lacking."""
    found: list[int] = []
    for dial, value in plain:
        if value <= lacking:
            sums = 1  # a bit for each total the other dials can make
            for other, more in plain:
                if other != dial:
                    sums |= sums << more
            if sums >> (lacking - value) & 1:
                found.append(dial)
    return found
