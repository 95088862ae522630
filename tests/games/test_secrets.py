"""What a seat may know: tables that differ only in what it cannot know are the same to it.

Each test runs on random games of each game in the catalogue.
"""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

import duskhall
from duskhall import Move, State
from duskhall.bots import BOTS, UnknownBot, make_bot
from duskhall.bots.bot import Bot
from duskhall.bots.learned_search import LearnedSearch
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import ALL_SEEING, NOWHERE, SPECTATOR, Event, Seat, sees
from duskhall.engine.positions import print_position
from duskhall.engine.state import follow
from duskhall.engine.table import mark
from tests.games.tables import (
    Case,
    all_cards,
    answer_by_lot,
    cases,
    each_table,
    events_so_far,
    played,
    positions,
    seats_by_turns,
    some,
    some_positions,
    strange_moves,
)

CASES = cases()


# Guesses


@pytest.mark.once
@each_table
def test_a_seat_cannot_tell_the_true_table_from_a_guess(case: Case) -> None:
    lots = case.luck("guesses")
    for number, s in enumerate(positions(case)):
        before = s.digest()
        for seat in seats_by_turns(case, number):
            guess = s.determinize(seat, lots.getrandbits(128))
            assert guess.view(seat) == s.view(seat)
            assert guess.view(SPECTATOR) == s.view(SPECTATOR)
            assert guess.legal_moves(seat) == s.legal_moves(seat)
            assert all_cards(guess) == all_cards(s)
        assert s.digest() == before


@each_table
def test_a_guess_opens_what_others_have_sealed(case: Case) -> None:
    for s in positions(case):
        for seat in case.seats():
            guess = s.determinize(seat, seed=1)
            own = {seat: s.sealed[seat]} if seat in s.sealed else {}
            assert guess.sealed == own
            assert guess.waiting == sorted({*s.waiting, *s.sealed} - set(own))
            assert all(guess.legal_moves(other) for other in guess.waiting)


@each_table
def test_a_guess_has_luck_of_its_own(case: Case) -> None:
    s = case.deal()
    lucks = [s.determinize(0, seed) for seed in (1, 2)] + [s.clone()]
    rolls = [[luck.random_below(1 << 32) for _ in range(4)] for luck in lucks]
    assert rolls[0] != rolls[1]
    assert rolls[2] not in rolls[:2]


@each_table
def test_a_guess_can_be_played_to_the_end(case: Case) -> None:
    for s in some_positions(case, 3):
        lots = case.luck("end")
        guess = s.determinize(lots.choice(case.seats()), seed=3)
        for _ in range(case.game.longest):
            if guess.waiting:
                guess.apply(*answer_by_lot(guess, lots))
        assert not guess.waiting
        assert all_cards(guess) == all_cards(s)


@each_table
def test_a_guess_deals_anew_every_card_that_a_seat_cannot_place(case: Case) -> None:
    """Hidden cards of a deck that the same events have shown to a seat are alike to it.

    Where such cards lie in two places, guesses must be found that have each of them elsewhere.
    """
    lots, record = case.luck("dealt anew"), played(case).record
    chosen = some(lots, len(record.moves), 3)
    seats = {position: lots.choice(case.seats()) for position in chosen}
    shown: dict[Seat, dict[int, list[int]]] = {seat: {} for seat in case.seats()}
    number = 0
    for position, (s, told) in enumerate(events_so_far(record)):
        for event in told:
            number += 1
            for seat in case.seats():
                for card in event.shown_to(seat).cards:
                    shown[seat].setdefault(card, []).append(number)
        if position in seats:
            seat = seats[position]
            stuck = cards_alike_in_several_places(s, seat, shown[seat])
            for seed in range(1000):
                if not stuck:
                    break
                guess = s.determinize(seat, seed)
                stuck = [(card, place) for card, place in stuck if card in guess.places[place]]
            assert not stuck, f"seat {seat} knows where {stuck} lie"


def cards_alike_in_several_places(
    s: State, seat: Seat, shown: dict[int, list[int]]
) -> list[tuple[int, int]]:
    """Hidden cards, with their places, that might as well lie in another hidden place."""
    alike: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for place, cards in enumerate(s.places):
        if not sees(seat, s.box.seers[place]):
            for card in cards:
                sort = (s.box.deck_of[card], *shown.get(card, []))
                alike.setdefault(sort, []).append((card, place))
    return [
        found
        for group in alike.values()
        if len({place for _, place in group}) > 1
        for found in group
    ]


# Two tables that differ only in what a seat cannot know


def twin(s: State, seat: Seat, lots: random.Random) -> State:
    """A table that differs from `s` in all that `seat` cannot know, and in nothing else.

    The luck to come is the same. Others have answered alike, if not always the same.
    """
    other = s.determinize(seat, lots.getrandbits(128))
    other.seed, other.words, other.drawn = s.seed, s.words, s.drawn
    for answered, sealed in s.sealed.items():
        if answered != seat:
            legal = other.legal_moves(answered)
            alike = [move for move in legal if shape(move) == shape(sealed)]
            other.play(answered, lots.choice(alike))
    assert other.waiting == s.waiting
    return other


def payload(s: State, seat: Seat) -> str:
    """All that a server would send to a seat and to an onlooker."""
    return json.dumps(
        {
            "view": s.view(seat),
            "spectator": s.view(SPECTATOR),
            "moves": [str(move) for move in s.legal_moves(seat)],
            "waiting": s.waiting,
            "sealed": sorted(s.sealed),
            "take back": mark(s),
        }
    )


def test_a_twin_is_another_table() -> None:
    """Some of a game's positions hide something, and there the twin has it otherwise."""
    for game in duskhall.installed():
        own = [case for case in CASES if case.game is game]
        lots = random.Random(1)
        hiding = (s for case in own for s in some_positions(case, 6))
        assert any(twin(s, 0, lots).digest() != s.digest() for s in hiding)


@each_table
def test_what_a_seat_cannot_know_does_not_show_in_views_moves_or_refusals(case: Case) -> None:
    lots = case.luck("twins")
    for s in some_positions(case, 6):
        for seat in case.seats():
            other = twin(s, seat, lots)
            assert payload(other, seat) == payload(s, seat)
            for move in strange_moves(case, s, lots, 4):
                refusal = s.why_not(seat, move)
                assert other.why_not(seat, move) == refusal, move
                if refusal is not None:
                    for language in LANGUAGES:
                        sentence = s.box.explain(refusal, seat, language)
                        assert other.box.explain(refusal, seat, language) == sentence


@each_table
def test_what_a_seat_cannot_know_does_not_show_in_guesses(case: Case) -> None:
    """The same seed gives the same guess, and the same guess of a guess: so do bots decide."""
    lots = case.luck("twins")
    for s in some_positions(case, 6):
        for seat in case.seats():
            guess = s.determinize(seat, seed=5)
            same = twin(s, seat, lots).determinize(seat, seed=5)
            assert same.digest() == guess.digest()
            for further in case.seats():
                again = same.determinize(further, seed=6)
                assert again.digest() == guess.determinize(further, seed=6).digest()


@each_table
def test_what_a_seat_cannot_know_does_not_show_in_a_position_as_text(case: Case) -> None:
    lots = case.luck("twins")
    edition = next(iter(case.game.editions()))
    for s in some_positions(case, 6):
        for seat in case.seats():
            text = print_position(s, case.game, edition, seat)
            assert print_position(twin(s, seat, lots), case.game, edition, seat) == text


def thrifty_bot(name: str, case: Case) -> Bot:
    """A bot that thinks as little as it can."""
    try:
        return make_bot(f"{name}:20", case.game, seed=7)
    except UnknownBot:
        return make_bot(name, case.game, seed=7)


def assert_bots_decide_alike(case: Case, name: str, tables: list[State]) -> None:
    """Whatever the bot answers at these tables, it also answers at their twins."""
    lots, bot = case.luck("bots"), thrifty_bot(name, case)
    for position, s in enumerate(tables):
        seat = lots.choice(s.waiting)
        before = s.digest()
        move = bot.answer(s, seat, position)
        assert s.why_not(seat, move) is None
        assert bot.answer(twin(s, seat, lots), seat, position) == move
        assert s.digest() == before


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("case", [case for case in CASES if not case.options], ids=str)
def test_what_a_seat_cannot_know_does_not_show_in_how_bots_begin(case: Case, name: str) -> None:
    early = islice(positions(case), 0, 5 * case.players, case.players + 1)
    assert_bots_decide_alike(case, name, [s.clone() for s in early if s.waiting])


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("name", BOTS)
@each_table
def test_what_a_seat_cannot_know_does_not_show_in_what_bots_do(case: Case, name: str) -> None:
    tables = list(some_positions(case, 3))
    bot = thrifty_bot(name, case)
    if isinstance(bot, LearnedSearch):  # without a network that fits, it is the search
        tables = [s for s in tables if bot.learned.fits(s)]
    assert_bots_decide_alike(case, name, tables)


@pytest.mark.once
@each_table
def test_what_a_seat_cannot_know_does_not_show_in_events(case: Case) -> None:
    """Both tables are played on alike, until something is turned up that was hidden."""
    lots = case.luck("twins")
    for s in some_positions(case, 6):
        for seat in case.seats():
            first, second = s.clone(), twin(s, seat, lots)
            for _ in range(30):
                if not first.waiting or not play_alike(first, second, seat, lots):
                    break
                assert payload(second, seat) == payload(first, seat)


def play_alike(first: State, second: State, seat: Seat, lots: random.Random) -> bool:
    """Play one answer on both tables; False once the seat is shown something that differs."""
    decider, move = answer_by_lot(first, lots)
    legal = second.legal_moves(decider)
    assert decider != seat or move in legal
    if move not in legal:
        # Someone else has other cards there, and answers differently: in secret, but alike.
        alike = [other for other in legal if shape(other) == shape(move)]
        if (len(first.waiting) == 1 and not first.sealed) or not alike:
            return False
        legal = alike
    told: list[list[Event]] = [[], []]
    first.events, second.events = told
    first.apply(decider, move)
    second.apply(decider, move if move in legal else lots.choice(legal))
    for eyes in (seat, SPECTATOR):
        for one, two in zip(*told, strict=False):
            if one.shown_to(eyes) != two.shown_to(eyes):
                assert one.source != NOWHERE, f"{one} and {two} differ"
                assert not sees(eyes, first.box.seers[one.source]), f"{one} and {two} differ"
                assert alike_but_for_cards(one, two), f"{one} and {two} differ"
                return False
    assert len(told[0]) == len(told[1])
    return True


def shape(move: Move) -> tuple[str, int]:
    return move.verb, len(move.about)


def alike_but_for_cards(one: Event, two: Event) -> bool:
    """Whether two events turn up as many cards in the same way."""
    return len(one.cards) == len(two.cards) and one[:3] == two[:3] and one[4:7] == two[4:7]


@each_table
def test_onlookers_see_nothing_that_is_hidden_from_a_seat(case: Case) -> None:
    for number, s in enumerate(positions(case)):
        seen = s.view(SPECTATOR)
        assert seen["sealed"] == {}
        places = seen["places"]
        assert isinstance(places, dict)
        for seat in seats_by_turns(case, number):
            own = s.view(seat)
            assert set(own) == set(seen)
            assert isinstance(own["sealed"], dict)
            assert set(own["sealed"]) <= {str(seat)}
            assert isinstance(own["places"], dict)
            for name, cards in places.items():
                assert not isinstance(cards, list) or own["places"][name] == cards


@each_table
def test_an_event_shows_its_cards_to_those_who_see_where_they_were_or_go(case: Case) -> None:
    table = played(case)
    box = table.state.box
    opened = case.game.open(box)
    where = {card: place for place, cards in enumerate(opened.places) for card in cards}
    for event in [event for told in table.events for event in told]:
        for card in event.cards:
            before = where[card]
            if event.source != NOWHERE:
                assert before == event.source
                where[card] = event.target
            for eyes in case.eyes():
                sees_it = sees(eyes, box.seers[before]) or sees(eyes, box.seers[where[card]])
                assert (card in event.shown_to(eyes).cards) == sees_it, f"{event} to {eyes}"


@each_table
def test_a_view_and_the_events_shown_make_the_next_view(case: Case) -> None:
    table = played(case)
    box = table.record.box()
    views = {eyes: case.game.open(box).view(eyes) for eyes in [*case.eyes(), ALL_SEEING]}
    for s, told in events_so_far(table.record):
        for eyes, view in views.items():
            for event in told:
                follow(view, event.shown_to(eyes), box)
            now = s.view(eyes)
            assert view["places"] == now["places"]
            assert view["numbers"] == now["numbers"]
