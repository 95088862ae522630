"""What a fight allows, against every sequence of strikes tried out one by one.

The trial reads the rulebook anew: it shares nothing with the rules but the words of the cards.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from duskhall.engine.edition import Edition
from duskhall.engine.moves import Move
from duskhall.engine.steps import ENOUGH
from duskhall.games.dark_dealings import GAME, fight
from duskhall.games.dark_dealings.box import (
    CLASSES,
    EVICTED,
    EXPANSION_CLASSES,
    FRONT,
    TURNED,
    TYPES,
    Keep,
    mask,
)
from duskhall.games.dark_dealings.fight import (
    WORK,
    Dials,
    Tries,
    can_fall,
    can_fall_twice,
    strikes,
)
from duskhall.games.dark_dealings.rules.combat import FOUND_KEPT
from duskhall.games.dark_dealings.state import Siege
from tests.engine.toy import interpreted_only
from tests.games.dark_dealings.words import (
    Defense,
    Hero,
    Side,
    combat,
    defense_words,
    edition_text,
    keep,
    offers,
    play,
    say,
)
from tests.games.words import asks, at

KINDS = CLASSES + EXPANSION_CLASSES
CASES = 600  # for each class and option
DECK = 60  # random defenses to draw the cases from


# The rulebook, read anew


class Card(NamedTuple):
    """A defense as it stands in front of its owner."""

    number: int
    face: Defense
    turned: int  # how often

    @property
    def side(self) -> Side:
        return self.face.sides[self.turned]

    def turn(self) -> list[Card]:
        """Turned one side clockwise: the card, or nothing if no side is left (DD-37)."""
        left = self.turned + 1 < len(self.face.sides)
        return [self._replace(turned=self.turned + 1)] if left else []

    def turn_after_striking(self) -> list[Card]:
        """The trash icon discards it (DD-37)."""
        return [] if self.side.trash else self.turn()


class Fight(NamedTuple):
    """One hero, what has struck it, and what may still strike."""

    kind: str
    armor: int
    weak: list[str]
    at_once: bool  # option: cards turn as they strike
    alone: bool  # option: a Heavy Hitter without company may strike
    waiting: list[Card]
    struck: list[Card]
    total: int = 0

    @property
    def fallen(self) -> bool:
        return self.total == self.armor if self.kind == "thief" else self.total >= self.armor

    def strike(self, card: Card, other: Card | None) -> Fight:
        """`card` strikes, after `other` has been turned for it (DD-50)."""
        waiting = [mate for mate in self.waiting if mate not in (card, other)]
        company = waiting + (other.turn() if other else []) + self.struck
        value = card.side.strength
        if card.face.ability == "booster":  # DD-53
            value += len([mate for mate in company if set(mate.side.types) & set(card.side.types)])
        waiting += other.turn() if other else []
        struck = self.struck
        if self.kind == "knight":  # DD-44
            waiting = waiting + card.turn_after_striking()
        else:
            struck = struck + (card.turn_after_striking() if self.at_once else [card])
        return self._replace(waiting=waiting, struck=struck, total=self.total + value)

    def strikes(self) -> list[tuple[Card, Card | None]]:
        """What may strike by type (DD-33) and ability, useful or not."""
        found: list[tuple[Card, Card | None]] = []
        for card in self.waiting:
            others = [mate for mate in self.waiting if mate != card]
            if not set(card.side.types) & set(self.weak):
                continue
            if self.kind == "gnome_illusionist" and not card.turn_after_striking():
                continue
            if card.face.ability != "heavy_hitter":
                found.append((card, None))
            elif others:
                found += [(card, mate) for mate in others]
            elif self.alone and not self.struck:
                found.append((card, None))
        return found

    def can_fall(self) -> bool:
        return self.fallen or any(self.strike(*pair).can_fall() for pair in self.strikes())

    def can_fall_twice(self) -> bool:
        """DD-41 once the hero has fallen, what struck is turned and does not strike again."""
        if self.fallen:
            turned = [card for mate in self.struck for card in mate.turn_after_striking()]
            struck = self.struck if self.at_once else turned
            if self._replace(struck=struck, total=0).can_fall():
                return True
        return any(self.strike(*pair).can_fall_twice() for pair in self.strikes())


# Cases


def random_defense(rng: random.Random, number: int) -> Defense:
    """A defense whose types, sides and abilities meet often."""
    sides = [
        Side(
            sorted(rng.sample(TYPES, rng.choice([1, 1, 1, 2]))),
            rng.choice([0, 1, 1, 2, 2, 3]),
            rng.random() < 0.15,
        )
        for _ in range(rng.choice([1, 2, 2, 3]))
    ]
    return Defense(
        f"Card {number}", rng.choice(["", "", "heavy_hitter", "booster", "booster"]), sides
    )


def deck(seed: int) -> list[Defense]:
    rng = random.Random(seed)
    return [random_defense(rng, number) for number in range(DECK)]


def box_of(cards: list[Defense], turning: str, alone: bool) -> Keep:
    edition = Edition("cases", edition_text([], cards, fillers=12), built_in=False)
    return keep(edition, row=3, turning=turning, heavy_hitter_alone=alone)


def random_fight(rng: random.Random, cards: list[Defense], kind: str, box: Keep) -> Fight:
    """Up to four defenses on any side; some have struck the hero already."""
    chosen = rng.sample(range(len(cards)), rng.randint(1, 3 if kind == "knight" else 4))
    lying = [
        Card(box.defenses[number], cards[number], rng.randrange(len(cards[number].sides)))
        for number in chosen
    ]
    struck = 0 if kind == "knight" else rng.choice([0, 0, 1]) * (len(lying) // 2)
    return Fight(
        kind,
        rng.randint(1, 9),
        sorted(rng.sample(TYPES, rng.randint(1, 3))),
        box.booster_at_once,
        box.alone_may_hit,
        lying[struck:],
        lying[:struck],
        rng.randint(0, 3) * min(struck, 1),
    )


def dials(cards: list[Card]) -> Dials:
    return tuple([card.number * 4 + card.turned for card in cards])


def story(fight: Fight) -> str:
    """The case in words, for a failing test to tell."""
    hero = f"{fight.kind} {fight.armor} {'|'.join(fight.weak)}, struck for {fight.total}"
    return " / ".join(
        [
            hero,
            *[f"{defense_words(card.face)} turned {card.turned}" for card in fight.waiting],
            *[f"({defense_words(card.face)} turned {card.turned})" for card in fight.struck],
        ]
    )


@pytest.mark.parametrize("alone", [False, True], ids=["heavy-hitter-needs-another", "alone"])
@pytest.mark.parametrize("turning", ["after", "at-once"])
@pytest.mark.parametrize("kind", KINDS)
def test_strikes_are_offered_exactly_when_the_hero_can_still_fall(
    kind: str, turning: str, alone: bool
) -> None:
    """DD-33 DD-34 DD-36 DD-37 DD-40 DD-44 DD-50 DD-53"""
    cards = deck(seed=len(kind))
    box = box_of(cards, turning, alone)
    rng = random.Random(f"{kind} {turning} {alone}")
    for _ in range(CASES):
        fight = random_fight(rng, cards, kind, box)
        number = KINDS.index(kind)
        hero = (number, fight.armor, mask(fight.weak), fight.total)
        ready, busy = dials(fight.waiting), dials(fight.struck)
        expected = [
            Move("strike", card.number, *([other.number] if other else []))
            for card, other in fight.strikes()
            if fight.strike(card, other).can_fall()
        ]
        assert can_fall(box, *hero, ready, busy) == fight.can_fall(), story(fight)
        offered = strikes(box, *hero, ready, busy)
        assert sorted(offered, key=str) == sorted(expected, key=str), story(fight)


@pytest.mark.parametrize("turning", ["after", "at-once"])
def test_halflings_can_be_defeated_when_two_groups_of_strikes_suffice(turning: str) -> None:
    """DD-41"""
    cards = deck(seed=41)
    box = box_of(cards, turning, alone=False)
    rng = random.Random(f"halflings twice {turning}")
    for _ in range(CASES):
        fight = random_fight(rng, cards, "halflings", box)._replace(armor=rng.randint(1, 4))
        fight = fight._replace(waiting=fight.waiting + fight.struck, struck=[], total=0)
        ready = dials(fight.waiting)
        expected = fight.can_fall_twice()
        assert can_fall_twice(box, fight.armor, mask(fight.weak), ready) == expected, story(fight)


# Whole fights


def ends(s: Siege, told: str = "") -> list[tuple[str, Siege]]:
    """Every way the fight may go, each with what was answered."""
    if not s.waiting:
        return [(told, s)]
    found: list[tuple[str, Siege]] = []
    for move in s.legal_moves(0):
        copy = s.clone()
        copy.apply(0, move)
        found += ends(copy, f"{told}, {say(s, move)}")
    return found


@pytest.mark.parametrize("turning", ["after", "at-once"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_leads_into_a_fight_that_cannot_end(kind: str, turning: str) -> None:
    """DD-34 DD-38"""
    rng = random.Random(f"ends {kind} {turning}")
    for _ in range(12):
        hero = f"{kind} {rng.randint(1, 8)} {'|'.join(rng.sample(TYPES, rng.randint(2, 3)))}"
        lying = ", ".join([defense_words(random_defense(rng, n)) for n in range(rng.randint(2, 3))])
        for answers, s in ends(combat(hero, lying, players=1, turning=turning)):
            fate = [len(at(s, place)) for place in ("facing.0", "defeated.0", "hero_discard")]
            assert fate in ([0, 1, 0], [0, 0, 1]), f"{hero} / {lying} / {answers}"
            assert at(s, "striking.0") + at(s, "spent.0") == [], f"{hero} / {lying} / {answers}"


# Cards that were made to take for ever


def hitters(count: int, strength: int) -> tuple[Keep, Dials]:
    """So many Heavy Hitters with three sides of this strength each."""
    sides = [Side(["trap"], strength, False)] * 3
    cards = [Defense(f"D{number}", "heavy_hitter", sides) for number in range(count)]
    box = keep(Edition("hitters", edition_text([], cards, fillers=20), built_in=False))
    return box, tuple([box.card_names.index(card.name) * 4 for card in cards])


@pytest.mark.parametrize(("kind", "strength"), [("ranger", 0), ("thief", 2), ("knight", 2)])
def test_whatever_the_cards_the_search_ends(kind: str, strength: int) -> None:
    """DD-34 DD-50"""
    box, ready = hitters(8, strength)
    tries = Tries()
    armor = 19 if kind == "thief" else 20 * 8
    assert not can_fall(box, KINDS.index(kind), armor, mask(["trap"]), 0, ready, (), tries)
    assert -WORK < tries.left <= WORK
    assert strikes(box, KINDS.index(kind), armor, mask(["trap"]), 0, ready, ()) == []


def test_questions_of_one_hero_share_what_was_tried_in_vain() -> None:
    """DD-34"""
    box, ready = hitters(4, 2)
    tries = Tries()
    thief = KINDS.index("thief")
    assert not can_fall(box, thief, 5, mask(["trap"]), 0, ready, (), tries)
    left = tries.left
    assert left < WORK
    assert not can_fall(box, thief, 5, mask(["trap"]), 0, ready, (), tries)
    assert tries.left == left


WEAKLING = "ranger 3 trap"
HITTERS = ", ".join(["heavy_hitter trap 3 > trap 3"] * 4)


@interpreted_only
@pytest.mark.parametrize("turning", ["after", "at-once"])
def test_a_fight_whose_way_is_not_found_again_is_given_up(
    turning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DD-34 DD-37 DD-38"""
    s = combat(f"ranger 9 trap, {WEAKLING}", HITTERS, players=1, turning=turning)
    monkeypatch.setattr(fight, "WORK", 0)  # from here on, nothing is found by looking
    monkeypatch.setattr(fight, "REASON", 0)
    play(s, "0 strike A B")
    assert at(s, "hero_discard") == ["Ranger"]
    assert at(s, "defeated.0") == at(s, "striking.0") == at(s, "spent.0") == []
    assert at(s, "front.0") == ["A", "B", "C", "D"]  # nothing is lost but the turns
    assert [s.numbers[TURNED + card] for card in s.places[FRONT]] == [1, 1, 0, 0]
    (forced,) = [event for event in s.events or [] if event.kind.startswith("forced.no")]
    assert (forced.kind, forced.rule) == ("forced.no-reach", "DD-34")
    assert forced.about[1:] == (3, 9)  # and not that this would suffice
    assert asks(s) == "Face(0)"  # the next hero comes
    play(s, "0 strike A B, 0 stop")
    assert at(s, "defeated.0") == ["Ranger II"]


@interpreted_only
def test_a_way_found_too_late_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """DD-34"""
    s = combat(f"ranger 9 trap, {WEAKLING}", HITTERS, players=1)
    monkeypatch.setattr(fight, "WORK", 0)
    play(s, "0 strike A B")
    (forced,) = [event for event in s.events or [] if event.kind.startswith("forced.no")]
    assert (forced.kind, forced.about[1:]) == ("forced.no-reach", (8, 9))


def hopeless_table(players: int) -> tuple[Siege, list[int]]:
    """A game with cards of which every question takes all it may; what each answer took."""
    side = Side(["trap", "spell", "minion"], 2, False)
    last = Side(["trap", "spell", "minion"], 4, False)
    heroes = [Hero(f"H{n}", "thief", 19, side.types, n) for n in range(1, 55)]
    cards = [Defense(f"D{n}", "heavy_hitter", [side, side, last]) for n in range(60)]
    edition = Edition("hopeless", edition_text(heroes, cards, fillers=0), built_in=False)
    s = GAME.deal(GAME.box(players, {}, edition), 7)
    assert isinstance(s, Siege)
    took: list[int] = []
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, s.legal_moves(seat)[0])
        took.append(s.worked)
    return s, took


def test_no_answer_leads_to_more_work_than_a_few_questions() -> None:
    """DD-30 DD-34"""
    s, took = hopeless_table(2)
    assert max(took) >= ENOUGH  # these cards do ask for much,
    assert max(took) < ENOUGH + 2 * WORK
    assert sum(took) > 5 * ENOUGH  # and for more than that in the whole game
    assert s.keep.found


def test_what_took_long_to_find_out_is_not_looked_for_again() -> None:
    """DD-34"""
    s, took = hopeless_table(2)
    assert s.keep.found is not None
    assert len(s.keep.found) <= FOUND_KEPT
    for found in s.keep.found.values():
        assert found.looks > 0
    again = GAME.deal(s.keep, 7)
    known = dict(s.keep.found)
    told: list[int] = []
    while again.waiting:
        seat = again.waiting[0]
        again.apply(seat, again.legal_moves(seat)[0])
        told.append(again.worked)
    assert told == took  # who is asked is the same, whether it was known or not
    assert s.keep.found == known


def test_with_our_cards_nothing_is_kept_and_nobody_is_asked_for_want_of_time() -> None:
    """DD-34"""
    s = GAME.setup(4, 3)
    assert isinstance(s, Siege)
    most = 0
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, s.legal_moves(seat)[0])
        most = max(most, s.worked)
    assert s.keep.found is None
    assert 0 < most < ENOUGH // 10


@interpreted_only
def test_in_hardcore_it_evicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """DD-71"""
    s = combat(f"ranger 9 trap / {WEAKLING}", f"{HITTERS} / trap 1", hardcore=True)
    monkeypatch.setattr(fight, "WORK", 0)
    play(s, "0 strike A B")
    assert s.numbers[EVICTED] == 1
    assert at(s, "facing.0") == ["Ranger"]


@interpreted_only
def test_the_same_at_a_position_that_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """DD-34"""
    s = play(combat("ranger 9 trap", HITTERS, players=1), "0 strike A B")
    assert "strike B C" in offers(s)
    monkeypatch.setattr(fight, "WORK", 0)
    s.ask_again()
    assert at(s, "hero_discard") == ["Ranger"]
    assert not s.waiting
