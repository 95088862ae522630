"""What the districts, the laws and the Encased piles pay: sums without a table."""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.games.dont_turn_your_back.box import Law, MadCity

LAST_LEVEL: Final = 4


class School(NamedTuple):
    """How the High School is scored."""

    candles: list[int]  # by seat
    winner: int  # -1 where nobody is there
    leaving: int  # how many cards leave from the start end


def high_school(city: MadCity, line: list[int]) -> School:
    """TB-60 The winner scores their Pain there, the others 1 per card; TB-61 how many cards leave.

    `line` holds the cards from the start space on.
    """
    pain, cards = [0] * city.players, [0] * city.players
    for card in line:
        pain[city.owner[card]] += city.pain[card]
        cards[city.owner[card]] += 1
    if not line:
        return School(cards, -1, 0)
    most = max([pain[seat] for seat in range(city.players) if cards[seat]])
    # A tie goes to whose card is nearest to the start.
    winner = next(city.owner[card] for card in line if pain[city.owner[card]] == most)
    candles = cards[:]
    candles[winner] = pain[winner]
    return School(candles, winner, cards[winner] if city.winner_empties else max(cards))


class Ranking(NamedTuple):
    """TB-64 Who is 1st and 2nd in District 13, by Pain; without a card there is no rank."""

    first: list[int]
    second: list[int]
    others: list[int]
    absent: list[int]


def ranking(pain: list[int], cards: list[int]) -> Ranking:
    seats = range(len(pain))
    present = [seat for seat in seats if cards[seat]]
    totals = sorted({pain[seat] for seat in present}, reverse=True)
    first = [seat for seat in present if pain[seat] == totals[0]]
    second = [seat for seat in present if len(totals) > 1 and pain[seat] == totals[1]]
    others = [seat for seat in present if seat not in first and seat not in second]
    return Ranking(first, second, others, [seat for seat in seats if not cards[seat]])


def law_candles(city: MadCity, law: Law, pain: list[int], cards: list[int]) -> list[int]:
    """TB-70 to TB-79 The Candles that a law gives and takes, by seat."""
    first, second, others, absent = ranking(pain, cards)
    candles = [0] * len(pain)
    for seat in first:
        if len(first) == 1:
            candles[seat] = law.first + law.first_per_pain * pain[seat]
            candles[seat] += law.first_per_card * cards[seat]
        else:
            candles[seat] = law.first_tied + law.first_tied_per_card * cards[seat]
    second_scores = len(first) == 1 or law.second_after_tie or city.second_scores
    for seat in second:
        candles[seat] = law.other
        if second_scores:
            candles[seat] += law.second if len(second) == 1 else law.second_tied
    for seat in others:
        candles[seat] = law.other
    for seat in absent:
        candles[seat] = law.absent
    return candles


def takers(law: Law, pain: list[int], cards: list[int]) -> list[int]:
    """Who takes a card of their row by this law."""
    first, second, others, _ = ranking(pain, cards)
    if law.takers == "present":
        return sorted(first + second + others)
    if law.takers == "first_each" or (law.takers == "first" and len(first) == 1):
        return first
    return []


def levels(encased: list[int]) -> list[int]:
    """TB-96, TB-97 By seat, which bonus it scores: tied players take the next lower level."""
    found: list[int] = []
    for pain in encased:
        level = 1 + sum([other > pain for other in encased])
        if encased.count(pain) > 1:
            level += 1
        found.append(min(level, LAST_LEVEL))
    return found


def bonus(city: MadCity, level: int, deck: list[int]) -> int:
    """TB-96 What a deck is worth at a level."""
    return sum([worth(city, level, card) for card in deck])


def worth(city: MadCity, level: int, card: int) -> int:
    """TB-96 What a card of a deck is worth at a level: its Cost, its Pain, 2, 1."""
    if level == 1:
        return city.cost[card]
    if level == 2:
        return city.pain[card]
    return 2 if level == 3 else 1
