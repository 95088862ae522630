"""Events, and who may see their cards."""

import pytest

from duskhall.engine.events import ALL_SEEING, EVERYONE, HIDDEN, SPECTATOR, Event, sees

DRAW = Event("draw", "TY-3", 1, (4, 7), 0, 3, 5, 9, seen_by=0b010, under=True)


@pytest.mark.parametrize(
    ("eyes", "mask", "seen"),
    [
        (0, 0b001, True),
        (1, 0b001, False),
        (2, 0b101, True),
        (0, 0, False),
        (5, EVERYONE, True),
        (SPECTATOR, EVERYONE, True),
        (SPECTATOR, 0b111111, False),
        (SPECTATOR, 0, False),
        (ALL_SEEING, 0, True),
        (ALL_SEEING, EVERYONE, True),
    ],
)
def test_who_sees_what(eyes: int, mask: int, seen: bool) -> None:
    assert sees(eyes, mask) is seen


def test_an_event_is_shown_whole_to_those_who_see_its_cards() -> None:
    assert DRAW.shown_to(1) == DRAW
    assert DRAW.shown_to(ALL_SEEING) == DRAW


@pytest.mark.parametrize("eyes", [0, 2, SPECTATOR])
def test_others_are_shown_all_of_it_but_the_cards(eyes: int) -> None:
    assert DRAW.shown_to(eyes) == DRAW._replace(cards=(HIDDEN, HIDDEN))


def test_what_is_shown_stays_shown() -> None:
    hidden = DRAW.shown_to(0)
    assert hidden.shown_to(0) == hidden
    assert hidden.shown_to(1) == hidden
