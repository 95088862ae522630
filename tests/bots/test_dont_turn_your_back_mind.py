"""What bots make of tables of Don't Turn Your Back where the right answer is beyond doubt."""

from __future__ import annotations

import random

import pytest

from duskhall.bots import make_bot
from duskhall.bots.mind import mind_of
from duskhall.engine.events import Seat
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.state import Night
from tests.games.dont_turn_your_back.words import deal, night, offers, play, say, table
from tests.games.words import asks

both_bots = pytest.mark.parametrize("name", ["greedy", "search:40"])
LAST = 8  # the last turn of two players: what an answer pays is what it is worth
# The other player has nothing to draw and to place but in the City Slumbering.
HARMLESS = {"decks": "Sleeper / Sleeper", "discards": "rest / rest"}
SAWN = {"law": "The Sawtooth Act", "d13": "Thirteen 9 of 1"}  # who comes second loses Candles
DEAR = "Stranger $9, Stranger $9, Stranger $9, Stranger $9"  # four cards of a row


def answer(s: Night, name: str = "greedy", seat: Seat = 0) -> str:
    """What a bot answers to the question at hand."""
    return say(s, make_bot(name, GAME).answer(s, seat, 0))


def played_on(s: Night, lots: random.Random, answers: int = GAME.longest) -> Night:
    """The table after so many random answers, or at its end."""
    while s.waiting and answers:
        seat = s.waiting[0]
        s.apply(seat, lots.choice(s.legal_moves(seat)))
        answers -= 1
    return s


def values(s: Night) -> list[float]:
    """By seat, the share of the win, as a mind sees it that has seen no other table."""
    return mind_of(GAME).values(s)


# Placing


@both_bots
@pytest.mark.parametrize("turn", [4, LAST])
@pytest.mark.parametrize(
    "law",
    [
        "The First Admonishment",
        "The Lie Your Ground Law",
        "My Gun's Law",
        "The Sawtooth Act",
        "The Statute of Elimination",
    ],
)
def test_a_majority_that_decides_the_law_is_taken(name: str, turn: int, law: str) -> None:
    """TB-70 to TB-78: the school pays 3, and the law more than that."""
    words = {**HARMLESS, "law": law, "d13": "Thirteen 2 of 1", "candles": "6 / 6"}
    s = table({**words, "hands": "Thirteen+School 3 / City 0"}, turn=turn)
    assert answer(s, name) == "place Thirteen+School 3 in 13"


@both_bots
def test_the_school_is_better_than_a_law_that_is_lost(name: str) -> None:
    """TB-76, TB-60: in 13 a second card loses 2 Candles."""
    words = {**HARMLESS, **SAWN, "candles": "8 / 4"}
    s = table({**words, "hands": "Thirteen+School 4 / City 0"}, turn=LAST)
    assert answer(s, name) == "place Thirteen+School 4 in HS"


@both_bots
def test_passing_is_better_than_losing_candles(name: str) -> None:
    """TB-76"""
    words = {**HARMLESS, **SAWN, "candles": "9 / 1"}
    s = table({**words, "hands": "Thirteen 1 / City 0"}, turn=LAST)
    assert answer(s, name) == "pass"


@both_bots
def test_a_card_is_placed_where_being_absent_costs(name: str) -> None:
    """TB-77"""
    words = {**HARMLESS, "law": "The Somnambulation Act", "d13": "Thirteen 1 of 1"}
    s = table({**words, "hands": "Thirteen+School 3 / City 0", "candles": "5 / 4"}, turn=LAST)
    assert answer(s, name) == "place Thirteen+School 3 in 13"


@both_bots
def test_a_service_that_decides_is_worth_more_than_influence(name: str) -> None:
    """TB-33: the Lieutenant would oust the card that is first in 13."""
    words = {**HARMLESS, "d13": "Thirteen 5 of 1, Thirteen 2 of 0"}
    s = table({**words, "hands": "Clockwork Lieutenant+City / City 0"}, turn=LAST)
    assert answer(s, name) == "place Clockwork Lieutenant+City in BB"


@both_bots
@pytest.mark.parametrize(
    ("attacker", "words"),
    [
        ("Clockwork Lieutenant", {"d13": "Thirteen 1 of 1, Thirteen 5 of 1, Thirteen 2 of 0"}),
        ("Lady In Hating", {"hs": "School 1 of 1, School 5 of 1, School 3 of 0"}),
    ],
)
def test_an_attack_ousts_what_decides(name: str, attacker: str, words: dict[str, str]) -> None:
    """TB-33, TB-39"""
    s = play(table({**words, "hands": attacker}, turn=LAST), f"0 place {attacker} in BB")
    assert asks(s).startswith("Oust(0")
    assert " 5 of 1" in answer(s, name)


def test_protection_comes_before_what_an_attack_would_take() -> None:
    """TB-25, TB-33: the other player has nothing but a Lieutenant left."""
    words = {"decks": "Sleeper / ", "discards": "rest / rest"}
    s = table({**words, "hands": "Thirteen 5, City Desk Editor / Clockwork Lieutenant"}, turn=LAST)
    assert answer(s, "search:200") == "place City Desk Editor in BB"


# Acquiring


@both_bots
def test_a_great_card_within_reach_is_worth_more_than_a_candle(name: str) -> None:
    """TB-50, TB-60: the school is lost, and pays 1."""
    words = {**HARMLESS, "hs": "School 9 of 1", "rows": f"Anywhere 5 $4, City 4 $4, {DEAR}"}
    s = table({**words, "hands": "School+City 4 / City 0"}, turn=2)
    assert answer(s, name) == "place School+City 4 in CS"


@both_bots
@pytest.mark.parametrize("turn", [2, LAST])
def test_influence_that_would_be_lost_is_spent(name: str, turn: int) -> None:
    """TB-50"""
    s = night("City 4", rows=f"City 4 $4, City 4 $4, {DEAR}", turn=turn)
    assert answer(play(s, "0 place City 4 in CS"), name) == "buy City 4 $4"


@both_bots
def test_of_cards_at_one_price_the_better_is_bought(name: str) -> None:
    """TB-50"""
    s = night("City 4", rows=f"City 1 $4, Anywhere 5 $4, {DEAR}", turn=2)
    assert answer(play(s, "0 place City 4 in CS"), name) == "buy Anywhere 5 $4"


@both_bots
@pytest.mark.parametrize(
    ("encased", "scores", "row", "bought"),
    [
        ("Wax 2 /", "0 / 4", f"City 4 $3, City 1 $5, {DEAR}", "City 1 $5"),
        ("/ Wax 2", "0 / 3", f"City 1 $5, City 4 $3, {DEAR}", "City 4 $3"),
    ],
)
def test_the_last_turn_buys_what_the_bonus_counts(
    name: str, encased: str, scores: str, row: str, bought: str
) -> None:
    """TB-96: who has encased most counts Cost, the next one Pain."""
    s = night("City 5", rows=row, encased=encased, candles=scores, turn=LAST)
    assert answer(play(s, "0 place City 5 in CS"), name) == f"buy {bought}"


@both_bots
def test_the_law_gives_the_best_card_of_a_row(name: str) -> None:
    """TB-71"""
    row = "City 0 $1, Anywhere 5 $2, City 0 $1, City 0 $1, City 0 $1, City 0 $1"
    s = night("Thirteen", law="The 13th Admonishment", rows=row, turn=2)
    play(s, "0 place Thirteen in 13")
    assert "decline" in offers(s)
    assert answer(s, name) == "acquire Anywhere 5 $2"


# Encasing


@both_bots
def test_the_wax_kingdom_is_filled_where_it_brings_the_higher_bonus(name: str) -> None:
    """TB-96: the deck is worth 17 by Cost and 2 by Pain."""
    words = {
        **HARMLESS,
        "discards": "City 1 $9, City 1 $8, rest / rest",
        "encased": "Wax 2 / Wax 4",
    }
    s = table({**words, "hands": "School+Wax 3 / City 0", "candles": "0 / 9"}, turn=LAST)
    assert answer(s, name) == "place School+Wax 3 in WK"


@both_bots
def test_the_wax_tax_encases_the_pain_that_brings_the_higher_bonus(name: str) -> None:
    """TB-79, TB-96"""
    row = "City 1 $1, Stranger $9, City 4 $2, City 1 $1, City 1 $1, City 1 $1"
    s = night(
        "Thirteen", law="The Wax Tax", rows=row, discards="School 1 $9, School 1 $8",
        encased="/ Wax 3", turn=LAST, candles="0 / 10",
    )  # fmt: skip
    assert answer(play(s, "0 place Thirteen in 13"), name) == "acquire City 4 $2"


@both_bots
def test_the_blind_knight_encases_what_the_deck_does_not_count(name: str) -> None:
    """TB-30, TB-96: two cards of one Pain, of which one adds 9 to the bonus."""
    s = night(
        "Blind Knight, City 3 $9", discards="City 3", encased="/ Wax 1", turn=LAST,
        candles="0 / 5",
    )  # fmt: skip
    assert answer(play(s, "0 place Blind Knight in BB"), name) == "encase City 3"


# Discarding


@both_bots
@pytest.mark.parametrize("attacker", ["Mother When", "The Wax King"])
@pytest.mark.parametrize("turn", [2, LAST])
def test_the_best_card_is_not_discarded(name: str, attacker: str, turn: int) -> None:
    """TB-40, TB-45"""
    s = night(f"{attacker} / Anywhere 5, School 4, Thirteen, City 0", turn=turn)
    play(s, f"0 place {attacker} in BB")
    assert "discard Anywhere 5" in offers(s, 1)
    assert answer(s, name, seat=1) in ("discard Thirteen", "discard City 0")


@pytest.mark.parametrize(
    ("hand", "deck", "discarded"),
    [("Anywhere 5", "City 0", "discard"), ("City 0", "Anywhere 5", "discard City 0")],
)
def test_leftovers_are_kept_if_they_are_better_than_the_deck(
    hand: str, deck: str, discarded: str
) -> None:
    """TB-92"""
    s = night(f"{hand} / School", decks=", ".join([deck] * 8), turn=3)
    play(s, "0 pass, 1 pass")
    assert answer(s) == discarded


# The share of the win


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_finished_game_is_worth_what_it_pays(players: int, seed: int) -> None:
    """TB-98"""
    s = played_on(deal(players, seed), random.Random(seed))
    ranks = GAME.standing(s).ranks
    assert values(s) == [float(rank == 1) / ranks.count(1) for rank in ranks]


def test_a_shared_win_is_shared() -> None:
    """TB-98"""
    s = night("Thirteen", turn=LAST, candles="0 / 6")
    assert values(play(s, "0 place Thirteen in 13")) == [0.5, 0.5]


def test_shares_add_up_to_one() -> None:
    s, lots = deal(3), random.Random(1)
    while s.waiting:
        assert sum(values(s)) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in values(s))
        played_on(s, lots, answers=1)


def test_more_candles_are_worth_more() -> None:
    shares = [values(night("Thirteen / Thirteen", candles=f"{n} / 9"))[0] for n in (0, 5, 10, 20)]
    assert shares == sorted(set(shares))


def test_a_lead_is_worth_more_as_the_end_comes_near() -> None:
    shares = [values(night("Thirteen / Thirteen", candles="20 / 10", turn=n))[0] for n in (1, 4, 8)]
    assert shares == sorted(set(shares))


def test_a_better_deck_is_worth_more() -> None:
    decks = ["City 0", "City 1", "Anywhere 3", "Anywhere 5"]
    shares = [
        values(night("Thirteen / Thirteen", decks=f"{deck}, {deck} /", discards="rest"))[0]
        for deck in decks
    ]
    assert shares == sorted(set(shares))


def test_an_answer_does_not_know_what_the_seat_cannot_know() -> None:
    """TB-04, TB-01: neither the hands of others, nor decks, nor the laws to come."""
    s, lots = deal(3, 5), random.Random(2)
    while s.waiting:
        seat = s.waiting[0]
        guesses = [s.determinize(seat, lots.randrange(1 << 30)) for _ in range(2)]
        assert len({answer(guess, seat=seat) for guess in (s, *guesses)}) == 1
        played_on(s, lots, answers=1)
