"""What a seat knows of the cards it cannot see, worked out from nothing but the events shown to it.

`State.pool` says it by what all have seen. Here it is told by tables in words, and in random games
by the event in which each card was last shown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from duskhall.engine.edition import Edition
from duskhall.engine.events import Seat
from duskhall.engine.events import sees as sees_place
from duskhall.engine.table import Table, new_table
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.state import Night
from tests.games.dont_turn_your_back.words import SLEEPER, deal, edition_text, night, play, until
from tests.games.words import ONLOOKER, all_answer, at, sees


def guesses(s: Night, seat: Seat, place: str) -> set[str]:
    """What this seat may take the cards of a place for."""
    return {", ".join(sorted(at(s.determinize(seat, seed), place))) for seed in range(80)}


def with_one_of(known: str, others: str) -> set[str]:
    """Cards of which all but one are known."""
    return {", ".join(sorted([*known.split(", "), other])) for other in others.split(", ")}


# Hands and decks


def test_a_hand_may_hold_any_of_the_cards_that_its_deck_may() -> None:
    """TB-04"""
    s = night("City 1 / City 2", decks="Wax 1, Wax 2")
    assert guesses(s, 1, "hand.0") == {"City 1", "Wax 1", "Wax 2"}
    assert guesses(s, 1, "deck.0") == {"Wax 1, Wax 2", "City 1, Wax 2", "City 1, Wax 1"}


def test_everyone_knows_their_own_hand_and_deck_but_not_its_order() -> None:
    """TB-04"""
    s = night("City 1", decks="Wax 1, Wax 2")
    assert guesses(s, 0, "hand.0") == {"City 1"}
    assert guesses(s, 0, "deck.0") == {"Wax 1, Wax 2"}
    assert sees(s, 0, "deck.0") == 2


def test_cards_of_different_players_are_never_taken_for_each_other() -> None:
    """TB-02"""
    s = deal(3)
    for seed in range(20):
        guess = s.determinize(0, seed)
        assert all(s.city.owner[card] == 1 for card in guess.places[s.box.name_of.index("hand.1")])


def test_an_acquisition_deck_is_known_by_counting() -> None:
    """TB-03"""
    s = deal(2)
    assert len(guesses(s, 1, "acquisition_deck.0")) == 1
    assert sees(s, 0, "acquisition_deck.0") == sees(s, 1, "acquisition_deck.0") == 14


def test_when_the_discard_is_shuffled_all_that_was_hidden_is_in_hand() -> None:
    """TB-11"""
    s = night("Cleaner, City 1, City 2", decks="", discards="Wax 1, Wax 2, Wax 3")
    play(s, "0 place Cleaner in BB")
    assert guesses(s, 1, "hand.0") == with_one_of("City 1, City 2", "Wax 1, Wax 2, Wax 3")


def test_what_is_drawn_before_the_shuffle_is_known_too() -> None:
    """TB-11"""
    s = night("Shameful, City 1", decks="City 2", discards="Wax 1, Wax 2, Wax 3")
    play(s, "0 place Shameful in BB")
    assert guesses(s, 1, "hand.0") == with_one_of("City 1, City 2", "Wax 1, Wax 2, Wax 3")


def test_the_hand_is_known_when_a_shuffle_comes_before_a_card_is_turned_over() -> None:
    """TB-11 TB-44"""
    s = night("The Tacks Man, City 1", decks="", discards="School 1, School 1, School 2")
    assert guesses(play(s, "0 place The Tacks Man in BB"), 1, "hand.0") == {"City 1"}


def test_a_card_that_was_known_in_hand_is_unknown_when_it_was_played_and_shuffled() -> None:
    """TB-11"""
    s = night("Cleaner, City 1", decks="", discards="School 1, School 2", cs="City 2, City 3")
    play(s, "0 place Cleaner in BB, 0 place City 1 in CS, 0 pass, 0 discard")
    hands = {hand.replace(", School 1, School 2", "") for hand in guesses(s, 1, "hand.0")}
    again = combinations(["City 1", "City 2", "City 3", "Cleaner"], 2)
    assert hands == {", ".join(pair) for pair in again}


def test_a_second_shuffle_makes_known_what_was_drawn_since_the_first() -> None:
    """TB-11"""
    s = night("Cleaner, Cleaner, City 1", decks="", discards="Wax 1, Wax 2")
    play(s, "0 place Cleaner in BB, 0 place Cleaner in BB")
    assert guesses(s, 1, "hand.0") == {"City 1, Wax 1, Wax 2"}
    play(s, "0 place Wax 1 in WK, 0 pass, 0 discard")  # both Cleaners are drawn again
    assert guesses(s, 1, "hand.0") == {"City 1, Cleaner, Cleaner, Wax 2"}


def test_one_players_shuffle_tells_nothing_of_another() -> None:
    """TB-11"""
    s = night("Cleaner, City 1 / City 1", decks=" / Wax 1, Wax 2", discards="Wax 3, Wax 3")
    play(s, "0 place Cleaner in BB")
    assert guesses(s, 0, "hand.1") == {"City 1", "Wax 1", "Wax 2"}


def test_one_players_shuffle_does_not_make_others_forget() -> None:
    """TB-11 TB-44"""
    s = night(
        "The Tacks Man, City 1 / Cleaner", decks="Shameful, Paperboy / ", discards=" / Wax 1, Wax 2"
    )
    play(s, "0 place The Tacks Man in BB, 1 place Cleaner in BB")
    (turned,) = set(at(s, "hand.0")) - {"City 1"}
    (left,) = at(s, "deck.0")
    assert guesses(s, 1, "hand.0") == with_one_of(turned, f"City 1, {left}")


# Cards shown on their way


def test_what_lies_on_top_of_a_deck_is_seen_and_remembered_when_drawn() -> None:
    """TB-71"""
    s = night("Cleaner, City 1", tops="Wax 2 $2", decks="City 2, City 3")
    assert sees(s, 1, "top.0") == ["Wax 2 $2"]
    play(s, "0 place Cleaner in BB")
    assert guesses(s, 1, "hand.0") == with_one_of("Wax 2 $2", "City 1, City 2, City 3")
    assert guesses(s, 1, "deck.0") == {"City 2, City 3", "City 1, City 3", "City 1, City 2"}


def test_a_card_that_the_tacks_man_could_not_place_is_remembered_in_hand() -> None:
    """TB-44"""
    s = night("The Tacks Man, City 1", decks="Cleaner, Wax 1", wk="Wax 2, Wax 2")
    play(s, "0 place The Tacks Man in BB")
    (turned,) = set(at(s, "hand.0")) - {"City 1"}
    (left,) = at(s, "deck.0")
    assert guesses(s, 1, "hand.0") == with_one_of(turned, f"City 1, {left}")


def test_a_remembered_card_is_known_through_a_shuffle() -> None:
    """TB-44 TB-11"""
    s = night("The Tacks Man, Cleaner, City 1", decks="Shameful", discards="Wax 1, Wax 2")
    play(s, "0 place The Tacks Man in BB, 0 place Cleaner in BB")
    assert guesses(s, 1, "hand.0") == with_one_of("City 1, Shameful", "Wax 1, Wax 2")


def test_encased_cards_lie_face_down_and_are_known_to_all() -> None:
    """TB-90 TB-30 TB-79"""
    s = night("Blind Knight, Wax 1, City 1", wk="Wax 2", law="The Wax Tax", d13="Thirteen 1")
    play(s, "0 place Blind Knight in BB, 0 encase Wax 1, 0 pass, 0 acquire Stranger $9")
    assert sees(s, 1, "encased.0") == sees(s, ONLOOKER, "encased.0") == 3
    assert guesses(s, 1, "encased.0") == {"Stranger $9, Wax 1, Wax 2"}


# Laws


def test_laws_to_come_and_laws_left_out_cannot_be_told_apart() -> None:
    """TB-01"""
    s = deal(2)
    out = {name for pair in guesses(s, 0, "law_box") for name in pair.split(", ")}
    assert len(out) == 9
    assert "The First Admonishment" not in out


def test_a_law_that_was_turned_up_is_neither_to_come_nor_left_out() -> None:
    """TB-01 TB-63"""
    s = until(deal(2), "DiscardLeftovers")
    all_answer(s)
    seen = set(at(s, "law") + at(s, "law_discard"))
    assert len(seen) == 2
    for place in ("law_box", "law_deck"):
        assert not seen & {name for names in guesses(s, 0, place) for name in names.split(", ")}


# The Fortune Taker


def test_cards_drawn_aside_may_be_any_of_hand_and_deck() -> None:
    """TB-37"""
    s = night("Fortune Taker, City 1", decks="Wax 1, Wax 2, Wax 3, Wax 4, Wax 5")
    play(s, "0 place Fortune Taker in BB")
    assert guesses(s, 1, "hand.0") == {"City 1", *[f"Wax {n}" for n in range(1, 6)]}
    assert len(guesses(s, 1, "aside.0")) == 15
    assert guesses(s, 0, "aside.0") == {", ".join(at(s, "aside.0"))}


def test_what_a_deck_is_worth_tells_nothing_of_the_cards_drawn_aside() -> None:
    """TB-37 TB-95"""
    s = night("Fortune Taker, City 1", decks="Wax 1, Wax 2 $2, Wax 3 $3, Wax 4, Wax 5 $5")
    play(s, "0 place Fortune Taker in BB")
    worth = s.outlook()["worth"]
    assert worth == [[10, 10, 6, 3], [0, 0, 0, 0]]
    one, two = at(s, "aside.0")[:2]
    assert play(s, f"0 keep {one} & {two}").outlook()["worth"] == worth


def test_what_a_fortune_taker_draws_from_the_top_is_known() -> None:
    """TB-37 TB-71"""
    s = night("Fortune Taker", tops="Wax 2 $2", decks="City 1, City 2, City 3, City 4")
    play(s, "0 place Fortune Taker in BB")
    assert all("Wax 2 $2" in aside for aside in guesses(s, 1, "aside.0"))
    kept = next(name for name in at(s, "aside.0") if name != "Wax 2 $2")
    play(s, f"0 keep Wax 2 $2 & {kept}")
    unknown = ", ".join([kept, *at(s, "deck.0")])
    assert guesses(s, 1, "hand.0") == with_one_of("Wax 2 $2", unknown)


def test_with_a_shuffle_cards_aside_may_be_in_hand_but_not_in_the_deck() -> None:
    """TB-37 TB-11"""
    s = night("Fortune Taker, City 1", decks="City 2", discards="Wax 1, Wax 2, Wax 3, Wax 4")
    play(s, "0 place Fortune Taker in BB")
    assert guesses(s, 1, "hand.0") == {"City 1", "City 2"}
    assert guesses(s, 1, "deck.0") == {f"Wax {n}" for n in range(1, 5)}
    assert all(aside.count("City") == 1 for aside in guesses(s, 1, "aside.0"))


def test_what_was_known_in_hand_stays_known_when_a_fortune_taker_shuffles() -> None:
    """TB-37 TB-11 TB-44"""
    s = night(
        "The Tacks Man, Fortune Taker, City 1",
        tops="Cleaner $2",  # which cannot be placed
        decks="City 2",
        discards="Wax 1, Wax 2, Wax 3, Wax 4",
    )
    play(s, "0 place The Tacks Man in BB, 0 place Fortune Taker in BB")
    assert guesses(s, 1, "hand.0") == with_one_of("Cleaner $2", "City 1, City 2")


def test_after_a_fortune_takers_shuffle_the_discards_tell_what_was_kept() -> None:
    """TB-37 TB-11"""
    s = night("Fortune Taker, City 1", decks="City 2", discards="Wax 1, Wax 2, Wax 3, Wax 4")
    play(s, "0 place Fortune Taker in BB")
    kept = next(name for name in at(s, "aside.0") if name != "City 2")
    play(s, f"0 keep City 2 & {kept}")
    unknown = ", ".join([kept, *at(s, "deck.0")])
    assert guesses(s, 1, "hand.0") == with_one_of("City 1, City 2", unknown)


# In random games

MANY_FORTUNES = {
    "Fortune Taker+City": 3,
    "The Tacks Man+Wax": 1,
    "Shameful+City": 1,
    "Blind Knight+School": 1,
    SLEEPER: 2,
    "Thirteen 2 $1": 3,
    "Wax+Face Merchant 2 $1": 3,
    "Harvester+City $2": 3,
}


def random_game(players: int, seed: int, edition: Edition | str) -> Iterator[Table]:
    """A table at each of its questions, with answers drawn by lot."""
    table = new_table(GAME, players, seed, edition=edition)
    lots = random.Random(seed)
    yield table
    while table.state.waiting:
        seat = lots.choice(table.state.waiting)
        table.play(seat, lots.choice(table.state.legal_moves(seat)))
        yield table


def last_shown(table: Table, seat: Seat) -> dict[int, int]:
    """By card: in which event its face was last shown to this seat, all in all."""
    found: dict[int, int] = {}
    told = [event.shown_to(seat) for events in table.events for event in events]
    for number, event in enumerate(told):
        found.update(dict.fromkeys(event.cards, number))
    return found


def alike(table: Table, seat: Seat) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Hidden cards, with their places, that this seat cannot tell apart.

    Cards of one deck that were last shown in the same event went the same way until then, and
    nobody else has seen them since. A card that comes to a hidden place is shown alone, or with
    all others that lie there: so cards that were last shown at different times cannot be taken
    for each other.
    """
    s, shown = table.state, last_shown(table, seat)
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place, cards in enumerate(s.places):
        if not sees_place(seat, s.box.seers[place]):
            for card in cards:
                event = shown.get(card, -1)
                sort = (event, s.box.deck_of[card] if event < 0 else 0)
                found.setdefault(sort, []).append((card, place))
    return found


EDITIONS = [
    pytest.param("designed", id="designed"),
    pytest.param(Edition("fortunes", edition_text(MANY_FORTUNES), False), id="fortunes"),
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_guess_deals_anew_only_what_a_seat_cannot_tell_apart(
    players: int, edition: Edition | str
) -> None:
    """TB-01 TB-04 TB-11 TB-30 TB-37 TB-44 TB-71 TB-73 TB-79 TB-90"""
    for seed in (1, 2):
        for table in islice(random_game(players, seed, edition), 0, None, 2):
            for seat in range(players):
                guess = table.state.determinize(seat, seed)
                for cards in alike(table, seat).values():
                    places = sorted([place for _, place in cards])
                    guessed = [
                        place
                        for card, _ in cards
                        for place, pile in enumerate(guess.places)
                        if card in pile
                    ]
                    assert sorted(guessed) == places, (repr(table.state.agenda[-1:]), cards)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_guess_may_deal_each_card_to_each_place_where_a_seat_cannot_rule_it_out(
    players: int, edition: Edition | str
) -> None:
    """TB-01 TB-04 TB-11 TB-37"""
    for table in islice(random_game(players, 3, edition), 0, None, 9):
        seat = len(table.record.moves) % players
        missing = {
            (card, place)
            for cards in alike(table, seat).values()
            for card, _ in cards
            for _, place in cards
        }
        for seed in range(600):
            if not missing:
                break
            guess = table.state.determinize(seat, seed)
            missing = {pair for pair in missing if pair[0] not in guess.places[pair[1]]}
        assert not missing
