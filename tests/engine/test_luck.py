"""Luck: fair, known from the seed, and never silently another."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from duskhall.engine.state import State
from tests.engine.toy import CARDS, DECK, lay, toy_box

WORDS = 1 << 32


def lucky(seed: int) -> State:
    s = State(toy_box())
    s.reseed(seed)
    return s


def roll(word: int, n: int) -> int | None:
    """What a word of luck is worth below n; None if it is redrawn."""
    s = lucky(0)
    s.words, s.drawn = (0, word, 0, 0, 0, 0, 0, 0), 1
    number = s.random_below(n)
    return number if s.drawn == 2 else None


def test_luck_never_changes_silently() -> None:
    s = lucky(7)
    assert [s.random_below(6) for _ in range(16)] == [
        0,
        2,
        3,
        4,
        5,
        3,
        1,
        0,
        4,
        1,
        2,
        4,
        0,
        5,
        3,
        2,
    ]
    assert [s.random_below(1000) for _ in range(8)] == [900, 447, 665, 628, 396, 655, 20, 512]


def test_luck_is_sha256_in_counter_mode() -> None:
    s = lucky(1 << 127 | 5)
    block = sha256((1 << 127 | 5).to_bytes(16, "big") + (0).to_bytes(8, "big")).digest()
    assert [s.random_below(WORDS) for _ in range(8)] == [
        int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)
    ]
    block = sha256((1 << 127 | 5).to_bytes(16, "big") + (1).to_bytes(8, "big")).digest()
    assert s.random_below(WORDS) == int.from_bytes(block[:4], "big")
    assert s.drawn == 9


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 9, 10, 36, 54, 100, 641, 1000, 6700417])
def test_every_number_has_exactly_as_many_words(n: int) -> None:
    """For each result the first and the last word that lead to it: their count is the same."""
    unfair = WORDS % n
    for number in sorted({0, 1, n // 2, n - 1} & set(range(n))):
        first = -(-(number * WORDS + unfair) // n)
        last = -(-(number + 1) * WORDS // n) - 1
        assert last - first + 1 == WORDS // n
        assert roll(first, n) == roll(last, n) == number
        assert first == 0 or roll(first - 1, n) != number
        assert last == WORDS - 1 or roll(last + 1, n) != number


def test_as_many_words_as_do_not_fit_are_redrawn() -> None:
    n = 3 * (1 << 30)  # a quarter of all words do not fit
    assert [roll(word, n) for word in range(256)].count(None) == 64


def test_numbers_are_even_in_practice() -> None:
    s = lucky(3)
    counts = Counter(s.random_below(6) for _ in range(60_000))
    chi_squared = sum((counts[number] - 10_000) ** 2 / 10_000 for number in range(6))
    assert chi_squared < 20.5  # one time in a thousand it is more, but the seed is fixed


def test_another_seed_is_another_luck() -> None:
    rolls = {tuple([lucky(seed).random_below(WORDS) for _ in range(4)]) for seed in range(100)}
    assert len(rolls) == 100


def test_reseeding_starts_anew() -> None:
    s = lucky(4)
    first = [s.random_below(100) for _ in range(11)]
    s.reseed(4)
    assert [s.random_below(100) for _ in range(11)] == first


def test_a_draw_chooses_cards_and_moves_none() -> None:
    s = State(toy_box())
    lay(s, deck="1 2 3 4 5 6 7 8 9")
    cards = s.draw(DECK, 4)
    assert len(set(cards)) == 4
    assert s.places[DECK] == tuple(range(1, CARDS + 1))


def test_a_draw_from_too_few_takes_them_all() -> None:
    s = State(toy_box())
    lay(s, deck="1 2 3")
    assert sorted(s.draw(DECK, 5)) == [1, 2, 3]
    assert s.draw(1, 1) == ()


def test_every_order_of_a_draw_comes_up() -> None:
    s = State(toy_box())
    lay(s, deck="1 2 3")
    counts = Counter(s.draw(DECK, 2) for _ in range(6000))
    assert len(counts) == 6
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("drawn", range(10))
def test_luck_can_be_steered_for_one_number(drawn: int) -> None:
    """At any place of a block; the numbers after it are as they would be."""
    s, plain = lucky(6), lucky(6)
    for _ in range(drawn):
        s.random_below(WORDS)
        plain.random_below(WORDS)
    s.steer(0xC0000000)
    assert s.random_below(4) == 3
    while plain.drawn < s.drawn:
        plain.random_below(WORDS)
    assert [s.random_below(WORDS) for _ in range(9)] == [
        plain.random_below(WORDS) for _ in range(9)
    ]
