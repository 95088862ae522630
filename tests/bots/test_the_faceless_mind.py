"""What bots make of tables of The Faceless where the right answer is beyond doubt."""

from __future__ import annotations

import pytest

from duskhall.bots import make_bot
from duskhall.bots.mind import mind_of
from duskhall.bots.values.the_faceless import DuskMind
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.box import CURRENT
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.words import (
    LAID_OUT,
    MEMORIES,
    at,
    begun,
    deal,
    dusk,
    needle,
    offers,
    outcome,
    play,
    say,
)
from tests.games.words import asks

both_bots = pytest.mark.parametrize("name", ["greedy", "search:20"])
SEVEN = ", ".join(MEMORIES[1:])  # all memories but the Hat
CALM = {"display": "Yellow 1, Green 1, Blue 1, Red 1, Yellow 2, Green 2"}
NEARLY_WON = {**CALM, "spent": SEVEN, "lying": "Hat -5,5"}  # so that only a blunder loses
LAST_CHANCE = {**CALM, "spent": SEVEN, "top": "", "deck": ""}  # the threat to come ends the game
GOAT_PULLS = {"goat": "1,0 180"}  # from the next space in the east
WALL = {"obstacles": "Fallen Trunk 2,-1 2,0 2,1"}  # two steps east of the Team, without a way round
FULL_HAND = "Yellow 1, Yellow 2, Blue 1"


def answer(s: Dusk, name: str = "greedy") -> str:
    """What a bot answers to the question at hand."""
    seat = s.waiting[0]
    return say(s, make_bot(name, GAME).answer(s, seat, 0))


def turn(s: Dusk, name: str = "greedy") -> Dusk:
    """The table once bots have played this turn to its end."""
    bot, seat, position = make_bot(name, GAME), s.numbers[CURRENT], 0
    while s.waiting and s.numbers[CURRENT] == seat:
        s.apply(s.waiting[0], bot.answer(s, s.waiting[0], position))
        position += 1
    return s


def value(s: Dusk) -> float:
    """The chance of winning, as a mind sees it that has seen no other table."""
    values = mind_of(GAME).values(s)
    assert values == [values[0]] * s.box.players
    return values[0]


# Winning


@both_bots
@pytest.mark.parametrize("where", ["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"])
def test_the_last_memory_is_taken_before_the_deck_runs_out(name: str, where: str) -> None:
    """TF-65, TF-56: one of these cards leads there; any other answer loses."""
    s = dusk("Purple 1, Green 1", LAST_CHANCE, lying=f"Hat {where}")
    assert outcome(turn(s, name)) == "won"


@both_bots
def test_the_street_wins_after_the_action(name: str) -> None:
    """TF-40, TF-65"""
    words = {"collected": SEVEN, "spent": "", "lying": "Hat 0,1"}
    board = {"goat": "-3,3 180", "obstacles": LAID_OUT}
    s = dusk(FULL_HAND, {**LAST_CHANCE, **words, **board})
    assert outcome(turn(play(s, "0 rest"), name)) == "won"


@both_bots
def test_luke_leads_the_team_to_the_last_memory(name: str) -> None:
    """TF-74, TF-65"""
    s = play(dusk(FULL_HAND, LAST_CHANCE, lying="Hat 0,1", kids="Luke"), "0 rest")
    assert answer(s, name) == "lead 0,1"


@both_bots
def test_pj_goes_as_far_as_the_last_memory(name: str) -> None:
    """TF-75, TF-65"""
    s = dusk("Yellow 2", LAST_CHANCE, lying="Hat 3,0", kids="P.J.")
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert answer(s, name) == "steps 3"


@pytest.mark.parametrize("where", ["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"])
def test_billygoat_is_put_so_that_the_needle_leads_to_a_memory(where: str) -> None:
    """TF-22, TF-30"""
    s = play(dusk("Red 1", CALM, goat="-2,-1 180", lying=f"Hat {where}"), "0 walk Red 1")
    assert at(turn(s), "collected") == ["Hat"]


@pytest.mark.parametrize("where", ["5,-2", "5,-3", "4,-3", "3,-2", "3,-1", "4,-1"])
def test_so_is_a_faceless(where: str) -> None:
    """TF-21, TF-30"""
    words = {**CALM, "team": "4,-2", "goat": "-3,3 0", "lying": f"Hat {where}"}
    s = play(dusk("Yellow 1", words), "0 walk Yellow 1")
    assert at(turn(s), "collected") == ["Hat"]


# Not losing


@both_bots
def test_no_card_is_played_that_leads_to_billygoat(name: str) -> None:
    """TF-66: it stands before the last memory, and no Faceless turns the needle from it."""
    s = dusk("Yellow 3, Blue 2, Purple 1", {**NEARLY_WON, **GOAT_PULLS}, lying="Hat 2,0")
    assert needle(s) == "E"
    assert answer(s, name) in ("rest", "walk Purple 1")
    assert outcome(turn(s, name)) == ""


@both_bots
@pytest.mark.parametrize("where", ["2,0", "1,-2"])
def test_no_step_goes_to_billygoat_or_into_an_obstacle_that_cannot_be_paid(
    name: str, where: str
) -> None:
    """TF-23, TF-42, TF-66: two steps away lies the last memory, behind the one or the other."""
    words = {**NEARLY_WON, "obstacles": "Fallen Trunk 0,-1 1,-1 2,-1", "goat": "1,0 0"}
    s = play(dusk("Purple 2", words, lying=f"Hat {where}"), "0 walk Purple 2")
    assert len(offers(s)) == 6
    assert outcome(turn(s, name)) == ""


@both_bots
@pytest.mark.parametrize("card", ["Yellow 3", "Green 3"])
def test_the_team_rests_where_a_walk_ends_at_an_obstacle(name: str, card: str) -> None:
    """TF-42: the memory on the way pays for the second step, and nothing for the third."""
    words = {**NEARLY_WON, **WALL, "spent": ", ".join(MEMORIES[2:]), "lying": "Hat 1,0"}
    assert answer(dusk(card, words), name) == "rest"


@both_bots
def test_pj_stops_short_of_the_obstacle(name: str) -> None:
    """TF-75, TF-42"""
    s = dusk("Yellow 2", {**NEARLY_WON, **WALL}, kids="P.J.")
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert answer(s, name) == "steps 1"


@both_bots
def test_a_red_card_does_not_move_billygoat_onto_the_team(name: str) -> None:
    """TF-22, TF-66"""
    s = play(dusk("Red 1", NEARLY_WON, goat="-1,0 0"), "0 walk Red 1")
    assert "goat 0,0 0" in offers(s)
    assert outcome(turn(s, name)) == ""


@both_bots
@pytest.mark.parametrize("hands", ["Yellow 2 /", "Yellow 2 / Yellow 3"])
def test_nothing_is_done_that_takes_more_cards_than_there_are(name: str, hands: str) -> None:
    """TF-56, TF-27: the walk ends at an obstacle and a rest empties the deck, but not a whisper."""
    s = dusk(hands, WALL, spent=SEVEN, lying="Hat -5,5", deck="Yellow 1, Green 1")
    assert answer(s, name) == "give Yellow 2 to 1"


def test_an_empty_hand_rests() -> None:
    """TF-26: the display has cards to spare, so that a rest takes none from the deck."""
    words = {"display": f"{CALM['display']}, Purple 1, Purple 2, Red 2"}
    s = dusk(" / / Purple 1", words, spent=", ".join(MEMORIES[4:]))
    assert "give Purple 1 to 1" in offers(s)
    assert answer(s) == "rest"


# Against the threat to come


@both_bots
@pytest.mark.parametrize(("memory", "way_out"), [("Street", "step"), ("Bags", "goat")])
def test_a_memory_is_used_where_the_panic_kills(name: str, memory: str, way_out: str) -> None:
    """TF-51, TF-28: the needle points at Billygoat, and the next event card is purple."""
    spent = SEVEN.replace(f"{memory}, ", "")
    words = {**NEARLY_WON, **GOAT_PULLS, "spent": spent, "collected": memory, "top": "Purple 1"}
    s = play(dusk(FULL_HAND, words), "0 rest")
    assert asks(s) == "After(0)"
    assert answer(s, name) == f"use {memory}"
    assert answer(play(s, f"0 use {memory}"), name).startswith(way_out)
    assert outcome(turn(s, name)) == ""


def test_emily_turns_a_faceless_where_the_panic_kills() -> None:
    """TF-77, TF-51: the needle points at Billygoat, and the next event card is purple."""
    words = {**NEARLY_WON, "goat": "4,0 0", "team": "5,0", "judith": "X17 0", "top": "Purple 1"}
    s = play(dusk(FULL_HAND, words, kids="Emily"), "0 rest")
    assert outcome(play(s.clone(), "0 done")) == "caught"
    assert answer(s).startswith("turn Judith")
    assert outcome(turn(s)) == ""


@pytest.mark.parametrize(("kid", "end"), [("Emily", "won"), ("Dylan", "deck-empty")])
def test_emily_turns_a_faceless_so_that_a_card_wins(kid: str, end: str) -> None:
    """TF-77, TF-65: the card alone does not lead to the last memory."""
    words = {**LAST_CHANCE, "goat": "-4,0 0", "team": "5,0", "judith": "X17 0"}
    assert outcome(turn(dusk("Blue 1", words, lying="Hat 4,0", kids=kid))) == end


@both_bots
def test_casper_brings_the_last_memory_within_reach(name: str) -> None:
    """TF-79, TF-65"""
    s = dusk("Purple 1", LAST_CHANCE, lying="Hat 2,0", kids="Casper")
    assert outcome(turn(s, name)) == "won"


def test_karyn_looks_before_she_acts() -> None:
    """TF-73: it costs nothing."""
    assert answer(dusk(FULL_HAND, CALM, kids="Karyn", top="")) == "peek"


def test_lily_leaves_nobody_without_a_card() -> None:
    """TF-70: after her walk the next player gets one of her cards."""
    s = dusk("Purple 1, Blue 2, Blue 1 / ", CALM, kids="Lily", goat="-5,0 0")
    assert len(turn(s).hand(1)) == 1


@both_bots
def test_so_it_is_if_no_other_card_can_come(name: str) -> None:
    """TF-51: nobody has looked at the next card, but the whole deck is purple."""
    words = {**NEARLY_WON, **GOAT_PULLS, "spent": SEVEN.replace("Street, ", "")}
    table = {**words, "collected": "Street", "top": "", "deck": "Purple 1, Purple 2, Purple 3"}
    s = play(dusk(FULL_HAND, table), "0 rest")
    assert answer(s, name) == "use Street"


@both_bots
def test_red_cards_are_burnt_before_billygoat_reaches_the_team(name: str) -> None:
    """TF-40, TF-52"""
    words = {**NEARLY_WON, "spent": SEVEN.replace("Campfire, ", ""), "collected": "Campfire"}
    table = {**words, "goat": "-2,0 180", "top": "Red 1"}
    table["display"] += ", Red 2, Green 3"
    s = play(dusk(FULL_HAND, table), "0 rest")
    assert answer(s, name) == "use Campfire"
    assert outcome(turn(s, name)) == ""


def lured(top: str, goat: str) -> Dusk:
    """Karyn has seen the next card. A step east there is a memory, and Billygoat behind it."""
    words = {**CALM, "goat": goat, "lying": "Hat 1,0", "top": top, "kids": "Karyn"}
    return play(dusk("Purple 1", words), "0 walk Purple 1")


@pytest.mark.parametrize(("top", "goat"), [("Red 1", "3,0 180"), ("Purple 1", "2,0 180")])
def test_a_card_that_karyn_has_seen_is_feared(top: str, goat: str) -> None:
    """TF-73: it would be the end of a Team that has taken the memory."""
    s = lured(top, goat)
    assert outcome(play(s.clone(), "0 step E, 0 done")) == "caught"
    assert outcome(turn(s)) == ""


@pytest.mark.parametrize("top", ["Blue 3", "Green 3", "Yellow 3"])
def test_and_where_it_is_harmless_the_memory_is_taken(top: str) -> None:
    """TF-73"""
    assert answer(lured(top, "3,0 180")) == "step E"


@both_bots
@pytest.mark.parametrize("top", ["Red 1", "Purple 1"])
def test_karyn_keeps_quiet_where_the_threat_would_kill(name: str, top: str) -> None:
    """TF-73: nobody has room for another card, but she may rest."""
    words = {**NEARLY_WON, **GOAT_PULLS, "top": top, "kids": "Karyn"}
    s = dusk(f"{FULL_HAND} / Purple 1, Purple 1, Purple 1", words)
    assert outcome(turn(s, name)) == ""


@both_bots
@pytest.mark.parametrize(
    ("top", "coming", "verb"),
    [
        ("Purple 1", "Blue 2, Yellow 3, Green 3", "reject"),
        ("Red 2", "Blue 2, Yellow 3, Green 3", "reject"),
        ("Blue 3", "Purple 2, Purple 3, Red 2, Red 3", "accept"),
    ],
)
def test_julie_rejects_what_kills(name: str, top: str, coming: str, verb: str) -> None:
    """TF-78"""
    words = {**NEARLY_WON, **GOAT_PULLS, "top": top, "deck": coming, "kids": "Julie"}
    assert answer(dusk("Purple 1", words, threat=True), name) == verb


# The chance of winning


def test_a_table_that_is_won_is_worth_one_and_one_that_is_lost_nothing() -> None:
    """TF-65, TF-66"""
    won = dusk("Purple 1", spent=SEVEN, lying="Hat 1,0")
    assert value(play(won, "0 walk Purple 1, 0 step E")) == 1
    lost = dusk("Purple 1", GOAT_PULLS, spent=SEVEN)
    assert value(play(lost, "0 walk Purple 1, 0 step E")) == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_is_worth_something_between(players: int) -> None:
    assert 0 < value(begun(players)) < 1


def assert_rising(values: list[float]) -> None:
    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_a_deeper_deck_is_worth_more() -> None:
    """TF-56"""
    reds = ["Red 1", "Red 1", "Red 1", "Red 2", "Red 2", "Red 3"]
    decks = [", ".join(reds[:count]) for count in (1, 2, 4, 6)]
    assert_rising([value(dusk("Purple 1", CALM, deck=deck)) for deck in decks])


def test_fewer_memories_left_are_worth_more() -> None:
    """TF-65"""
    found = [", ".join(MEMORIES[:count]) for count in range(7)]
    assert_rising([value(dusk("Purple 1", CALM, spent=spent)) for spent in found])


def test_a_memory_nearby_is_worth_more() -> None:
    """TF-30"""
    words = {**CALM, "spent": SEVEN}
    spaces = ["5,0", "4,0", "3,0", "2,0"]
    assert_rising([value(dusk("Purple 1", words, lying=f"Hat {where}")) for where in spaces])


def test_memories_on_one_way_are_worth_more_than_as_near_ones_on_two() -> None:
    """TF-65: the Team comes to all of them, one after the other."""
    words = {**CALM, "spent": ", ".join(MEMORIES[2:])}
    apart = value(dusk("Purple 1", words, lying="Hat -3,0, Bow 3,0"))
    together = value(dusk("Purple 1", words, lying="Hat 3,-1, Bow 3,0"))
    assert 1 - apart > 1.5 * (1 - together)


@pytest.mark.parametrize("seed", range(3))
def test_the_team_and_billygoat_start_where_the_first_turn_promises_most(seed: int) -> None:
    """TF-16"""
    s = deal(2, seed)
    seat = s.waiting[0]
    promised = DuskMind(GAME).best(s, seat, 24)
    assert len(promised) > 1
    s.apply(seat, promised[0].move)
    for move in s.legal_moves(seat)[:8]:
        other = s.clone()
        other.play(seat, move)
        assert value(other) <= promised[0].chance
    s.apply(seat, make_bot("greedy", GAME).answer(s, seat, 1))
    assert value(s) == promised[0].chance


@pytest.mark.parametrize("seed", [1, 2])
def test_a_judgement_does_not_know_what_nobody_can_know(seed: int) -> None:
    """TF-12, TF-15: neither the order of the deck nor the faces of memories."""
    s = begun(2, seed)
    for position in range(25):
        seat = s.waiting[0]
        guesses = [s, *[s.determinize(seat, 100 * position + deal) for deal in range(3)]]
        minds = [mind_of(GAME) for _ in guesses]
        plans = [mind.plan(guess, seat) for mind, guess in zip(minds, guesses, strict=True)]
        assert len(set(plans)) == 1
        assert len({value(guess) for guess in guesses}) == 1
        assert plans[0] is not None
        s.apply(seat, plans[0])
