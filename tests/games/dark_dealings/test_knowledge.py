"""What a seat knows of the heroes it cannot see, worked out from nothing but the events shown to it.

`State.pool` says it by arithmetic over the hands that go round. Here it is told by listing worlds,
and by following each card through the events.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice

import pytest

import duskhall
from duskhall import State, Table
from duskhall.engine.edition import Edition
from duskhall.engine.events import HIDDEN, NOWHERE, Event, Seat, sees
from duskhall.games.dark_dealings.box import DRAFTED, HAND, HEROES, PILE

GAME = duskhall.game("dark-dealings")
World = tuple[tuple[frozenset[int], ...], ...]  # by place: the heroes there, in batches


def random_game(players: int, seed: int, edition: Edition | str = "") -> Iterator[Table]:
    """A table at each of its questions, with answers drawn by lot."""
    table = duskhall.new_table(GAME, players, seed, edition=edition)
    lots = random.Random(seed)
    yield table
    while table.state.waiting:
        seat = lots.choice(table.state.waiting)
        table.play(seat, lots.choice(table.state.legal_moves(seat)))
        yield table


def hero_phase(players: int, seed: int, edition: Edition | str = "") -> Iterator[Table]:
    """The questions of the hero phase, and the first of the defense phase."""
    return islice(random_game(players, seed, edition), 4 * players + 1)


def shown(table: Table, seat: Seat) -> list[Event]:
    return [event.shown_to(seat) for told in table.events for event in told]


def heroes_by_place(s: State) -> World:
    """Where the heroes lie, and of those that were picked, in which round."""
    found: list[tuple[frozenset[int], ...]] = []
    for place, cards in enumerate(s.places):
        heroes = [card for card in cards if s.box.deck_of[card] == HEROES]
        size = 2 if DRAFTED <= place < DRAFTED + s.box.players else len(heroes)
        batches = [heroes[i : i + size] for i in range(0, len(heroes), size or 1)]
        found.append(tuple([frozenset(batch) for batch in batches]))
    return tuple(found)


# By listing every world


def small_edition(heroes: int) -> Edition:
    """An edition for two players with so few heroes that all worlds can be listed."""
    rows = [
        f'{{challenge={n}, name="Hero {n}", class="ranger", armor=5, weak=["trap"]}}'
        for n in range(1, heroes + 1)
    ]
    cards = [
        f'{{rank={n}, name="Trap {n}", sides=[{{types=["trap"], strength=2, trash=true}}]}}'
        for n in range(1, 17)
    ]
    text = "heroes = [\n" + ",\n".join(rows) + ",\n]\ndefenses = [\n" + ",\n".join(cards) + ",\n]\n"
    return Edition("small", text, built_in=False)


def successors(world: World, event: Event) -> Iterator[World]:
    """What a world may have become by this event; nothing if it cannot have happened in it."""
    lying = frozenset().union(*world[event.source])
    if HIDDEN in event.cards:
        choices = [frozenset(few) for few in combinations(sorted(lying), len(event.cards))]
    else:
        choices = [frozenset(event.cards)] if lying >= frozenset(event.cards) else []
    for moved in choices:
        after = list(world)
        after[event.source] = tuple(
            [batch - moved for batch in world[event.source] if batch - moved]
        )
        if event.kind == "pick":
            after[event.target] += (moved,)
        else:
            after[event.target] = (moved.union(*world[event.target]),)
        yield tuple(after)


@pytest.mark.parametrize("heroes", [19, pytest.param(20, marks=pytest.mark.slow)])
def test_guesses_are_exactly_the_worlds_that_two_players_cannot_rule_out(heroes: int) -> None:
    """DD-10, DD-11, DD-12, DD-13"""
    known: list[set[World]] = []
    listed = 0  # how many sets of worlds were small enough to find every one of them
    for table in hero_phase(2, heroes, small_edition(heroes)):
        s = table.state
        known = known or [{heroes_by_place(GAME.open(s.box))} for _ in (0, 1)]
        for seat in (0, 1):
            for event in [event.shown_to(seat) for event in table.events[-1]]:
                if event.source != NOWHERE and event.kind != "lay_out":
                    known[seat] = {
                        after for world in known[seat] for after in successors(world, event)
                    }
            assert heroes_by_place(s) in known[seat]
            guesses = {heroes_by_place(s.determinize(seat, seed)) for seed in range(100)}
            assert guesses <= known[seat]
            if len(known[seat]) <= 10:
                assert guesses == known[seat]
                listed += len(known[seat]) > 1
    assert listed


def test_a_hand_that_came_back_tells_what_the_other_took() -> None:
    """DD-11"""
    table = list(hero_phase(2, seed=1))[-1]
    first_passed, came_back = (next(islice(passes(table, seat=0), turn, None)) for turn in (0, 1))
    taken = set(first_passed) - set(came_back)
    for seed in range(50):
        guess = table.state.determinize(0, seed)
        assert len(taken & set(guess.places[HAND + 1])) == 2


def passes(table: Table, seat: Seat) -> Iterator[tuple[int, ...]]:
    """The hands of its own deal that a seat held: as it passed it on, and as it got it back."""
    box = table.state.box
    own = [event.cards for event in shown(table, seat) if event.kind == "deal"]
    dealt = next(cards for cards in own if HIDDEN not in cards)
    for event in shown(table, seat):
        if event.kind == "pass" and set(event.cards) <= set(dealt):
            assert sees(seat, box.seers[event.source]) or sees(seat, box.seers[event.target])
            yield event.cards


# By following each card


def allowed_places(table: Table, seat: Seat) -> dict[int, set[int]]:
    """By hero: the places where it may lie now, for all that the seat was shown.

    Each hero went some way through the events. A seat may take it for any hero whose way agrees
    with what the events showed: named wherever it was named, hidden wherever it was hidden.
    """
    told = [event for events in table.events for event in events]
    seen = shown(table, seat)
    s = table.state
    heroes = [card for card in range(1, len(s.box.deck_of)) if s.box.deck_of[card] == HEROES]
    place_of = {card: place for place, cards in enumerate(s.places) for card in cards}
    named = {card: [n for n, event in enumerate(seen) if card in event.cards] for card in heroes}
    agrees = {
        way: [n for n, event in enumerate(told) if way in event.cards and way in seen[n].cards]
        for way in heroes
    }
    return {
        card: {place_of[way] for way in heroes if agrees[way] == named[card]} for card in heroes
    }


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_guess_never_contradicts_what_a_seat_was_shown(players: int, seed: int) -> None:
    """DD-10, DD-11, DD-12, DD-13, DD-21, DD-24, DD-31"""
    for table in islice(random_game(players, seed), 0, None, players - 1):
        for seat in range(players):
            allowed = allowed_places(table, seat)
            guess = table.state.determinize(seat, seed)
            for card, places in allowed.items():
                assert any(card in guess.places[place] for place in places)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_guesses_reach_every_place_where_a_hero_may_lie(players: int) -> None:
    """DD-10, DD-11, DD-12, DD-13"""
    for table in islice(hero_phase(players, seed=players), 0, None, players):
        for seat in range(players):
            missing = {
                (card, place)
                for card, places in allowed_places(table, seat).items()
                for place in places
            }
            for guessed in range(600):
                if not missing:
                    break
                guess = table.state.determinize(seat, guessed)
                missing = {pair for pair in missing if pair[0] not in guess.places[pair[1]]}
            assert not missing


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_combat_everyone_knows_every_pile(players: int) -> None:
    """DD-21, DD-24"""
    table = next(t for t in random_game(players, seed=4) if "Face(" in repr(t.state.agenda))
    for seat in range(players):
        guess = table.state.determinize(seat, seed=1)
        assert guess.places[PILE : PILE + players] == table.state.places[PILE : PILE + players]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_in_hardcore_nobody_knows_the_order_of_a_pile(players: int) -> None:
    """DD-70"""
    s = GAME.setup(players, seed=5, hardcore=True)
    lots = random.Random(5)
    while not repr(s.agenda[-1]).startswith("Face"):
        seat = s.waiting[0]
        s.apply(seat, lots.choice(s.legal_moves(seat)))
    for seat in range(players):
        guesses = [s.determinize(seat, seed) for seed in range(20)]
        for pile in range(PILE, PILE + players):
            assert len({guess.places[pile] for guess in guesses}) > 10
            assert {frozenset(guess.places[pile]) for guess in guesses} == {
                frozenset(s.places[pile])
            }
