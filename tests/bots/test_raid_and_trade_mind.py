"""What bots make of tables of Raid & Trade where the right answer is beyond doubt."""

from __future__ import annotations

import pytest

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.bots.mind import mind_of
from duskhall.bots.values.raid_and_trade import RaidMind
from duskhall.bots.values.raid_and_trade_plan import FAVOR_WAY, QUEST_WAY, SKILL_WAY, plan_of
from duskhall.bots.values.raid_and_trade_trade import Verdict
from duskhall.bots.values.raid_and_trade_turn import ENDINGS
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import (
    ITEMS,
    OUTCOME,
    OUTCOMES,
    ROUND,
    SECTIONS,
    TILE,
    WINNER,
)
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.games.raid_and_trade.terms import Terms
from tests.games.raid_and_trade.words import card, counted, dice, offers, play, ruin, say
from tests.server.raiding import city

both_bots = pytest.mark.parametrize("name", ["greedy", "search:12"])
THREE = "Master Class, Clear the Row, The Long Haul"
TWO = "Master Class, Clear the Row"
FIVE_AP = "Pain Tablets, Hip Flask"  # Carter's
REASONS = GAME.catalogue().sentences["en"]["bots"]


def mind() -> RaidMind:
    found = mind_of(GAME)
    assert isinstance(found, RaidMind)
    return found


def answer(s: Ruin, name: str = "greedy", seat: int = -1) -> str:
    """What a bot answers to the question at hand."""
    asked = s.waiting[0] if seat < 0 else seat
    return say(s, make_bot(name, GAME).answer(s, asked, 0))


def turn(s: Ruin, name: str = "greedy") -> Ruin:
    """The table once a bot has played the turn of the first seat to its end; others pass."""
    bot, now = make_bot(name, GAME), s.current_turn()
    while s.waiting and s.current_turn() == now:
        seat = s.waiting[0]
        if seat == 0:
            s.apply(0, bot.answer(s, 0, 0))
        else:
            s.apply(seat, s.legal_moves(seat)[0])
    return s


def verdict(s: Ruin, seat: int, other: int, give: str, take: str) -> Verdict:
    terms = Terms(tuple(counted(give)), tuple(counted(take)))
    return mind().verdict(s, seat, other, terms)


# Winning


@both_bots
@pytest.mark.parametrize(
    "words",
    [
        {"sp": "20", "ap": "20"},
        {"sp": "20", "crafted": FIVE_AP},
        {"favor": "10", "crafted": FIVE_AP},
        {"fulfilled": THREE, "crafted": FIVE_AP},
        {"favor": "8", "seen": "Herald of the Gate", "crafted": "Pain Tablets"},
        {"favor": "9", "seen": "Signed Petition", "crafted": FIVE_AP},
        {"sp": "19", "seen": "Wandering Teacher", "crafted": FIVE_AP},
        {"sp": "18", "tokens": "2 scrap 1 clothing", "crafted": f"{FIVE_AP}, Patrol Radio"},
        {"sp": "6", "fulfilled": TWO, "row": "Quell the Riot", "ap": "17", "crafted": FIVE_AP}
        | {"tokens": "6 guns"},
        {"favor": "10", "crafted": "Pain Tablets", "unseen": "Strong Brew"},
    ],
)
def test_who_can_pay_the_gate_in_this_turn_does(name: str, words: dict[str, str]) -> None:
    """RT-75, RT-77"""
    s = turn(ruin(**words), name)
    assert s.numbers[WINNER] == 0


def test_only_who_leads_in_points_takes_the_last_house() -> None:
    """RT-76: its round is the last one"""
    last = {"at": "t2/a", "houses": "t2-c1 green"}
    assert answer(ruin(sp="9 | 2 | 2", **last)).startswith("raid")
    assert not answer(ruin(sp="2 | 9 | 2", **last)).startswith("raid")
    assert not answer(ruin(sp="9 | 8 | 2", **last)).startswith("raid")  # a craft would turn it
    two = {"at": "t2/a", "houses": "t2-c1 green, t4-c3 green"}
    assert answer(ruin(sp="2 | 9 | 2", **two)).startswith("raid")


def test_without_a_house_the_round_is_played_for_points() -> None:
    """RT-76: 2 for each SP, against the AP that a craft takes"""
    s = ruin(houses="", sp="6", tokens="2 scrap 1 clothing 1 tools", crafted=FIVE_AP)
    assert answer(s).startswith("use")  # AP are points now, and not kept for a gate


def test_cards_with_ap_are_kept_for_the_gate() -> None:
    """RT-75: 5 AP more than a round gives"""
    s = ruin(sp="12", ap="9", crafted=FIVE_AP, tokens="2 scrap 1 clothing")
    turn(s)
    assert {"Pain Tablets", "Hip Flask"} <= {s.box.card_names[c] for c in s.crafted(0)}


def test_more_of_them_than_the_gate_asks_for_are_used() -> None:
    s = ruin(sp="4", ap="9", crafted=f"{FIVE_AP}, Dried Meat, Combat Tonic")
    assert answer(s).startswith("use ")


def test_with_the_goal_met_bots_look_for_the_missing_ap() -> None:
    """RT-75: a card that gives AP is crafted, though no more SP are needed."""
    s = ruin(sp="20", tokens="2 food")
    assert answer(s) == "craft Dried Meat"


# Rivals


@both_bots
def test_who_stands_at_the_gate_is_drained(name: str) -> None:
    """RT-77"""
    s = play(ruin(sp="20 | 19", ap="20", unseen=" | Spread Rumours"), "0 gate")
    assert answer(s, name, 1) == "use Spread Rumours"


def test_a_bad_roll_of_ones_own_is_rolled_again() -> None:
    """RT-88"""
    words = {"at": "t1/a", "houses": "t1-c1 green", "green": "Flooded Cellar"}
    s = ruin(**words, crafted="Taser")
    house = offers(s, "raid")[0]
    s = dice(s, "fail")
    play(s, f"0 {house}")
    if offers(s, "roll"):
        play(s, "0 roll")
    assert answer(s).startswith("use Taser")


def test_a_fight_that_would_cost_a_disc_is_skipped() -> None:
    """RT-54"""
    s = ruin(tokens="1 guns", discs=" | 4", favor=" | 4", crafted=" | White Banner")
    assert answer(play(s, "0 attack 1"), seat=1) == "use White Banner"


def test_what_is_about_to_be_taken_is_kept() -> None:
    """RT-55, RT-71"""
    words = {"inside": "1", "crafted": " | Splints", "tokens": " | 5 food"}
    s = ruin(at="t4/b", **words)
    while "storm" not in offers(s):
        play(s, f"0 {offers(s, 'cross')[0]}")
    assert answer(play(s, "0 storm"), seat=1) == "use Splints"


# Plans


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ({"sp": "17"}, SKILL_WAY),
        ({"favor": "9", "discs": "4 3 1 1"}, FAVOR_WAY),
        ({"fulfilled": TWO, "row": "Master Class", "sp": "6"}, QUEST_WAY),
    ],
)
def test_the_nearest_way_is_gone(words: dict[str, str], way: int) -> None:
    if way == QUEST_WAY:
        words = {**words, "fulfilled": "Clear the Row, The Long Haul"}
    s = ruin(**words)
    assert plan_of(mind().lore(s.ruins), s, 0).best == way


def test_a_token_is_worth_more_where_an_item_lacks_it() -> None:
    s = ruin(sp="17", tokens="1 guns 1 parts 4 food")
    plan = plan_of(mind().lore(s.ruins), s, 0)
    (medical,) = counted("medical")
    assert [kind for kind, lack in enumerate(plan.way.lack) if lack] == [medical]
    assert plan.worth[medical] > 2 * plan.worth[counted("food")[0]]


def test_what_others_hold_unseen_is_not_known() -> None:
    """RT-13: a plan of a rival is the same whatever the rival's hand."""
    costs = []
    for hand in ("Quack Doctor", "Chief Thuma"):
        s = ruin(unseen=f" | {hand}")
        costs.append(plan_of(mind().lore(s.ruins), s, 1, is_own=False).cost)
    assert costs[0] == costs[1]


def test_values_are_shares_of_the_win() -> None:
    s = ruin(sp="18 | 2 | 5")
    values = mind().values(s)
    assert sum(values) == pytest.approx(1)
    assert values[0] == max(values)


def test_who_has_won_has_all() -> None:
    s = play(ruin(sp="20", ap="20"), "0 gate")
    assert mind().values(s) == [1.0, 0.0, 0.0]


# Trades


NEEDY = {  # Carter lacks tools for his Super Gun, and that is all he lacks
    "sp": "18",
    "crafted": FIVE_AP,
    "tokens": "1 guns 1 parts 3 electrics | 2 tools 1 clothing",
}


SELLING = "3 scrap 2 food 1 guns | 2 electrics 1 tools 1 food | 2 clothing 1 scrap"


def test_a_token_that_completes_an_item_is_agreed_to() -> None:
    """RT-61, RT-64"""
    s = ruin(**NEEDY)
    found = verdict(s, 0, 1, "1 electrics", "1 tools")
    assert (found.answer, found.reason) == ("agree", "needs-kind")
    assert found.about[0] == counted("tools")[0]
    assert s.ruins.cost[found.about[1]][found.about[0]]


def test_what_one_needs_oneself_is_not_given_for_nothing_better() -> None:
    s = ruin(**NEEDY)
    found = verdict(s, 0, 1, "1 guns 1 parts", "1 clothing")
    assert found.answer != "agree"


def test_a_rival_who_is_about_to_win_is_not_helped() -> None:
    words = {"characters": "Mayu | Carter", "sp": "15 | 18", "crafted": f" | {FIVE_AP}"}
    tokens = "1 medical 1 food 3 tools | 1 guns 1 parts 1 medical"
    s = ruin(**words, tokens=tokens)
    found = verdict(s, 0, 1, "1 tools", "1 medical")
    assert found.gain > 0
    assert (found.answer, found.reason, found.about) == ("refuse", "helps-rival", (1, 1))


def test_a_poor_offer_is_countered_with_one_that_both_could_take() -> None:
    """RT-65"""
    s = ruin(seat=1, characters="Carter | Zoey", **NEEDY)
    found = verdict(s, 0, 1, "1 guns", "1 clothing")
    assert (found.answer, found.reason) == ("counter", "rather-give")
    assert found.terms == Terms(tuple(counted("1 electrics")), tuple(counted("1 clothing")))


def test_a_verdict_changes_nothing_and_is_the_same_again() -> None:
    s = ruin(**NEEDY)
    before = s.digest()
    first = verdict(s, 0, 1, "1 electrics", "1 tools")
    assert (verdict(s, 0, 1, "1 electrics", "1 tools"), s.digest()) == (first, before)


def test_a_verdict_does_not_depend_on_what_the_other_holds_unseen() -> None:
    """RT-13"""
    found = [
        verdict(ruin(**NEEDY, unseen=f" | {hand}"), 0, 1, "1 electrics", "1 tools")
        for hand in ("Quack Doctor", "Chief Thuma")
    ]
    assert found[0] == found[1]


def sale(s: Ruin, seat: int, item: int, price: str) -> Verdict:
    """What a seat says to the first player who wants one of its items at this price."""
    return mind().verdict(s, seat, 0, Terms((item,), tuple(counted(price))))


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("is_city", [True, False])
def test_no_item_of_2_sp_or_more_is_sold_for_a_token(seat: int, is_city: bool) -> None:
    """RT-63: who gets an item may craft it for its SP, so it is kept though one has no use for it."""
    s = city() if is_city else ruin(tokens=SELLING)
    dear = [item for item in s.places[ITEMS + seat] if s.ruins.sp[item] >= 2]
    assert len(dear) >= 8
    for item in dear:
        found = sale(s, seat, item, "1 food")
        assert (found.answer, found.reason, found.about) == ("refuse", "keeps-item", (item,))


def test_a_fair_price_buys_an_item() -> None:
    """RT-63, RT-64: two tokens that are of use for an item of 2 SP; of 4 SP, more"""
    s = city()
    assert sale(s, 1, card(s, "Taser"), "1 food 1 scrap").answer == "agree"
    assert sale(s, 1, card(s, "Generator"), "1 food 1 scrap").answer == "refuse"
    assert sale(s, 1, card(s, "Generator"), "2 food 3 scrap").answer == "agree"


def test_several_items_are_not_cheaper_than_each_of_them() -> None:
    """RT-63"""
    s = city()
    both = Terms((card(s, "Taser"), card(s, "Solar Sheet")), tuple(counted("1 food 1 scrap")))
    assert mind().verdict(s, 1, 0, both).answer == "refuse"


def test_a_rival_near_the_gate_pays_more_for_an_item() -> None:
    """RT-63, RT-75"""
    far, near = ruin(tokens=SELLING), ruin(tokens=SELLING, sp="18", crafted=FIVE_AP)
    item = card(far, "Ration Tin")
    assert sale(far, 1, item, "2 food 1 scrap").answer == "agree"
    found = sale(near, 1, item, "2 food 1 scrap")
    assert (found.answer, found.reason) == ("counter", "one-more")


def test_a_crafted_item_is_sold_for_what_its_effect_is_worth() -> None:
    """RT-63, RT-75: AP that are kept for the gate are dear; a skipped fight is had for two tokens"""
    s = ruin(tokens=SELLING, crafted=" | Adrenaline Pen, White Banner")
    assert sale(s, 1, card(s, "White Banner"), "1 food").answer == "refuse"
    assert sale(s, 1, card(s, "White Banner"), "2 food").answer == "agree"
    assert sale(s, 1, card(s, "Adrenaline Pen"), "2 food 1 scrap").answer == "refuse"


def test_an_item_of_no_use_is_not_bought() -> None:
    """RT-63: a better one may be, for a token one can spare"""
    s = city()
    answers = {}
    for item in s.places[ITEMS]:
        terms = Terms(tuple(counted("1 electrics")), (item,))
        answers[item] = mind().verdict(s, 1, 0, terms).answer
    assert "agree" not in answers.values()
    hinges = Terms(tuple(counted("1 clothing")), (card(s, "Gate Hinges"),))
    assert mind().verdict(s, 2, 0, hinges).answer == "agree"


def test_an_offer_has_a_reason() -> None:
    s = ruin(**NEEDY)
    terms = Terms(tuple(counted("1 electrics")), tuple(counted("1 tools")))
    reason, about = mind().why_offer(s, 0, terms)
    assert (reason, about[0]) == ("needs-kind", counted("tools")[0])
    assert card(s, "Guns") not in about


def test_what_a_search_supposes_makes_no_offers_and_answers_them() -> None:
    s = ruin(**NEEDY)
    assert answer(s).startswith("trade")
    assert mind().sample(s, 0).verb != "trade"
    s.apply(0, make_bot("greedy", GAME).answer(s, 0, 0))
    assert mind().sample(s, s.waiting[0]).verb in ("agree", "counter")


def test_every_reason_of_a_verdict_is_in_words() -> None:
    """All terms of two tokens on each side, at many tables: whatever is answered can be said."""
    said: set[str] = set()
    for seed in range(3):
        s = ruin(seed=seed, **NEEDY)
        for give in ("1 electrics", "1 guns", "2 electrics", "1 guns 1 electrics"):
            for take in ("1 tools", "1 clothing", "2 tools", "1 tools 1 clothing"):
                for seat, other in ((0, 1), (1, 0)):
                    mine, theirs = (give, take) if seat == 0 else (take, give)
                    found = verdict(s, seat, other, mine, theirs)
                    said.add(found.reason)
    assert said <= set(REASONS)
    assert len(said) >= 4


# Searching


def test_who_has_nothing_to_do_thinks_of_ending_the_turn_alone() -> None:
    s = ruin(ap="0")
    assert mind().solve(s, 0) in ENDINGS


def test_a_search_tries_more_than_promises_much_at_first_sight() -> None:
    s, own = ruin(tokens="2 food 1 guns", crafted=FIVE_AP), mind()
    few = own.moves(s, 0)
    assert own.solve(s, 0) is None
    tried = own.moves(s, 0)
    assert tried[: len(few)] == few
    legal = {move for move in s.legal_moves(0) if move.verb != "trade"}
    assert set(tried) == (legal | set(few)) - set(ENDINGS)  # there is something to do
    assert len(tried) > len(few)
    assert mind().moves(s, 0) == few  # who does not search thinks of few


def test_what_leads_through_the_gate_is_not_searched() -> None:
    """RT-77"""
    s = ruin(sp="20", ap="20")
    assert mind().solve(s, 0) is not None


def test_a_search_does_not_try_ways_that_cost_nothing() -> None:
    """RT-30: they could be gone for ever."""
    s, own = ruin(event="Open Roads"), mind()
    few = own.moves(s, 0)
    own.solve(s, 0)
    assert [m for m in s.legal_moves(0) if m.verb == "cross" and m not in few]
    assert not [m for m in own.moves(s, 0) if m.verb == "cross" and m not in few]


def test_who_walks_already_is_not_tempted_back_without_a_reason() -> None:
    """RT-32, RT-33: a step that no plan asks for turns up an incident, or is the first."""
    s = ruin(at="t2/b", lying="t1 Scavenger, t2 Forger", houses="t5-c1 green")
    first = {move for move in s.legal_moves(0) if move.verb == "cross"}
    own = mind()
    own.solve(s, 0)
    assert first <= set(own.moves(s, 0))
    play(s, "0 cross t2/a")
    own = mind()
    planned = own.moves(s, 0)
    own.solve(s, 0)
    steps = [move for move in own.moves(s, 0) if move.verb == "cross" and move not in planned]
    assert steps
    for move in steps:
        tile = move.about[0] // SECTIONS
        assert tile != s.tile(0)
        assert not s.places[TILE + tile]


# Whole games


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_bots_find_the_gate(players: int) -> None:
    """RT-75, RT-76: before the last round, and by a way that leads in."""
    s = GAME.deal(GAME.box(players, {}), luck(players))
    assert isinstance(s, Ruin)
    bots = [make_bot("greedy", GAME, luck(players, seat)) for seat in range(players)]
    position = 0
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, bots[seat].answer(s, seat, position))
        position += 1
    assert OUTCOMES[s.numbers[OUTCOME]] in ("skill", "favor", "quests")
    assert s.numbers[ROUND] <= 12


def test_walking_for_nothing_comes_to_an_end() -> None:
    """RT-30: with barricades free, nobody goes to and fro for ever."""
    words = {"event": "Open Roads", "houses": "t1-c1 green, t9-c1 red, t4-c3 green"}
    s = ruin(**words)
    bot = make_bot("greedy", GAME)
    now = s.current_turn()
    for position in range(60):
        if s.current_turn() != now:
            break
        s.apply(s.waiting[0], bot.answer(s, s.waiting[0], position))
    assert s.current_turn() != now


@pytest.mark.parametrize("options", [{"gate_fee": 0}, {"gifts": True}, {"training": "off"}])
def test_bots_play_with_other_rules(options: dict[str, object]) -> None:
    """RT-75, RT-64, RT-70"""
    s = GAME.deal(GAME.box(3, options), luck(5))
    bot = make_bot("greedy", GAME)
    for position in range(2_000):
        if not s.waiting:
            break
        s.apply(s.waiting[0], bot.answer(s, s.waiting[0], position))
    assert not s.waiting


def test_who_errs_passes_no_round_in_which_there_is_something_to_do() -> None:
    """RT-22, RT-23: a weak turn is what a beginner may play, but no turn left out."""
    stopped, judge = 0, mind()
    for seed in (103, 110):
        s = GAME.setup(players=3, seed=seed)
        bots = [make_bot("erring:0.05", GAME, seat) for seat in range(3)]
        for position in range(120):
            seat = s.waiting[0]
            guess = bots[seat].guess(s, seat, position)
            move = bots[seat].answer(s, seat, position)
            if move in ENDINGS:
                stopped += 1
                assert judge.plan(guess, seat) in ENDINGS
            s.apply(seat, move)
    assert stopped > 10
