"""The verbs of a state: they change the table, tell of it, and decide who sees it."""

from __future__ import annotations

import pytest

from duskhall.engine.events import ALL_SEEING, EVERYONE, NOWHERE, SPECTATOR, Event
from duskhall.engine.moves import Move
from duskhall.engine.state import State, follow
from duskhall.engine.steps import Choice
from tests.engine.toy import DECK, HAND, PILE, RINGS, SHOW, lay, toy_box


def table(hands: str = "", deck: str = "", pile: str = "", show: str = "") -> State:
    """A table of the engine's own class, and someone listening."""
    s = State(toy_box())
    lay(s, hands, deck, pile, show)
    s.events = []
    return s


def last_event(s: State) -> Event:
    assert s.events
    return s.events[-1]


def test_cards_move_from_place_to_place() -> None:
    s = table(hands="1 4 6, 2")
    s.move("play", "TY-6", 0, (4,), HAND, SHOW)
    assert s.places[HAND] == (1, 6)
    assert s.places[SHOW] == (4,)


def test_only_a_card_that_lies_in_a_place_moves_from_it() -> None:
    s = State(toy_box())
    lay(s, deck="4 5 6", pile="7")
    with pytest.raises(ValueError, match="card 7 is not in"):
        s.move("take", "TY-1", 0, (7,), DECK, SHOW)
    assert s.places[DECK] == (4, 5, 6)
    assert s.places[SHOW] == ()


def test_an_ordered_place_keeps_the_order_in_which_cards_came() -> None:
    s = table(hands="1 4 6", show="5")
    s.move("play", "TY-6", 0, (6, 1), HAND, SHOW)
    assert s.places[SHOW] == (5, 6, 1)


def test_cards_may_go_under_a_pile() -> None:
    s = table(hands="1 4 6", pile="5 2")
    s.move("bury", "TY-6", 0, (6, 1), HAND, PILE, under=True)
    assert s.places[PILE] == (6, 1, 5, 2)
    assert last_event(s).under


def test_an_unordered_place_stays_sorted() -> None:
    s = table(hands="3 7", deck="5")
    s.move("back", "TY-6", 0, (7, 3), HAND, DECK)
    assert s.places[DECK] == (3, 5, 7)
    assert s.places[HAND] == ()


def test_a_move_may_set_a_number_in_the_same_breath() -> None:
    s = table(hands="1")
    s.move("play", "TY-6", 0, (1,), HAND, SHOW, RINGS, 5)
    assert s.numbers == [5]
    event = Event("play", "TY-6", 0, (1,), HAND, SHOW, RINGS, 5, EVERYONE, change=5)
    assert last_event(s) == event


@pytest.mark.parametrize(
    ("source", "target", "seen_by"),
    [
        (DECK, HAND + 1, 0b010),
        (HAND + 1, DECK, 0b010),
        (HAND, HAND + 1, 0b011),
        (HAND, SHOW, EVERYONE),
        (SHOW, PILE, EVERYONE),
        (DECK, PILE, 0),
    ],
)
def test_a_card_is_shown_to_those_who_see_where_it_was_or_goes(
    source: int, target: int, seen_by: int
) -> None:
    s = table()
    s.places[source] = (8,)
    s.move("go", "TY-6", 0, (8,), source, target)
    assert last_event(s).seen_by == seen_by


@pytest.mark.parametrize(
    ("source", "target", "revealed"),
    [
        (DECK, HAND + 1, 1),
        (HAND + 1, DECK, 0),
        (HAND, HAND + 1, 1),
        (HAND, SHOW, 1),
        (SHOW, HAND, 0),
        (SHOW, PILE, 0),
        (DECK, PILE, 0),
    ],
)
def test_a_state_counts_what_is_turned_up_to_someone(
    source: int, target: int, revealed: int
) -> None:
    s = table()
    s.places[source] = (8,)
    s.move("go", "TY-6", 0, (8,), source, target)
    assert s.revealed == revealed


def test_setting_a_number_tells_everyone() -> None:
    s = table()
    s.set("ring", "TY-5", 2, RINGS, 4, 8)
    assert s.numbers == [4]
    event = Event("ring", "TY-5", 2, (8,), NOWHERE, NOWHERE, RINGS, 4, EVERYONE, change=4)
    assert last_event(s) == event


def test_telling_changes_nothing() -> None:
    s = table(hands="1")
    before = s.digest()
    s.tell("note", "TY-1", 2, 8)
    assert s.digest() == before
    assert last_event(s) == Event("note", "TY-1", 2, (8,), NOWHERE, NOWHERE, NOWHERE, 0, EVERYONE)


def test_nothing_is_noted_where_nobody_listens() -> None:
    s = table(hands="1")
    s.events = None
    s.move("play", "TY-6", 0, (1,), HAND, SHOW)
    s.set("ring", "TY-5", 0, RINGS, 1)
    s.tell("note", "TY-1", 0)
    assert s.places[SHOW] == (1,)
    assert s.numbers == [1]
    assert s.events is None


# Views and hashes


def test_a_view_shows_cards_to_those_who_see_the_place_and_their_number_to_others() -> None:
    s = table(hands="1 2, 3", deck="4 5 6", pile="8 7", show="9")
    s.numbers = [3]
    assert s.view(1) == {
        "places": {"deck": 3, "pile": 2, "show": [9], "hand.0": 2, "hand.1": [3], "hand.2": 0},
        "numbers": {"rings": 3},
        "sealed": {},
        "asks": "",
        "outlook": {},
    }
    assert s.view(SPECTATOR)["places"] == {
        "deck": 3, "pile": 2, "show": [9], "hand.0": 2, "hand.1": 1, "hand.2": 0
    }  # fmt: skip
    assert s.view(ALL_SEEING)["places"] == {
        "deck": [4, 5, 6], "pile": [8, 7], "show": [9], "hand.0": [1, 2], "hand.1": [3], "hand.2": []
    }  # fmt: skip


def test_a_digest_changes_with_everything_the_table_is() -> None:
    s = table(hands="1 2, 3", deck="4 5 6", pile="8 7", show="9")
    digests = [s.digest()]
    s.places[PILE] = (7, 8)
    digests.append(s.digest())
    s.numbers = [1]
    digests.append(s.digest())
    s.waiting = [1]
    digests.append(s.digest())
    s.random_below(3)
    digests.append(s.digest())
    s.reseed(2)
    digests.append(s.digest())
    s.revealed += 1
    digests.append(s.digest())
    s.sealed = {0: Move("play", 1)}
    digests.append(s.digest())
    s.sealed = {0: Move("play", 2)}
    digests.append(s.digest())
    s.agenda = [Choice(1)]
    digests.append(s.digest())
    s.agenda = [Choice(0)]
    digests.append(s.digest())
    assert len(set(digests)) == len(digests) == 11


def test_a_digest_never_changes_silently() -> None:
    s = table(hands="1 2, 3", deck="4 5 6", pile="8 7", show="9")
    assert s.digest() == "b6508da18452d46528365cf66a469c976182349d870792335d4feb9a97ce2bf0"


@pytest.mark.parametrize("eyes", [0, 1, 2, SPECTATOR, ALL_SEEING])
def test_a_client_follows_events_to_the_next_view(eyes: int) -> None:
    s = table(hands="1 2, 3", deck="4 5 6", pile="8 7", show="9")
    view = s.view(eyes)
    s.move("draw", "TY-3", 2, (5, 4), DECK, HAND + 2)
    s.move("give", "TY-6", 0, (2,), HAND, HAND + 1)
    s.move("bury", "TY-6", 1, (3,), HAND + 1, PILE, under=True)
    s.move("turn", "TY-6", 0, (7,), PILE, SHOW, RINGS, 6)
    s.move("back", "TY-6", 0, (9,), SHOW, DECK)
    s.set("ring", "TY-5", 0, RINGS, 7)
    assert s.events is not None
    for event in s.events:
        follow(view, event.shown_to(eyes), s.box)
    assert view == s.view(eyes)


def test_a_client_is_never_sent_a_hidden_card_into_a_place_it_sees() -> None:
    s = table(hands="1 2")
    hidden = Event("play", "TY-6", 0, (-1,), HAND, SHOW, NOWHERE, 0, 0)
    with pytest.raises(AssertionError, match="unseen"):
        follow(s.view(1), hidden, s.box)


def test_a_state_of_no_game_cannot_be_cloned() -> None:
    with pytest.raises(NotImplementedError):
        table().clone()
