"""Looking back at a game, and why a bot would have answered otherwise."""

from __future__ import annotations

import pytest

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.advice import ADVICE, adviser
from duskhall.bots.bot import Bot
from duskhall.bots.insight import (
    CLOSE,
    UNKNOWN,
    UNTRIED,
    Adviser,
    Insight,
    Reason,
    Weighed,
    because,
    mean,
    why,
)
from duskhall.bots.mind import mind_of
from duskhall.bots.review import (
    Leap,
    Reviewer,
    Studied,
    Turning,
    points,
    smooth,
    sums,
    worst,
)
from duskhall.bots.terms import Terms, terms_of
from duskhall.bots.terms.raid_and_trade import BLACKLISTED, GOALS
from duskhall.bots.values.dark_dealings import in_combat
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import installed
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.games.dark_dealings.state import Siege
from duskhall.games.dont_turn_your_back.box import CS, HS
from duskhall.games.dont_turn_your_back.state import Night
from duskhall.games.raid_and_trade.parts import AP, SP
from duskhall.games.raid_and_trade.rules.turn import Act
from tests.engine.toy import interpreted_only

GAMES = [game.name for game in installed()]
each_game = pytest.mark.parametrize("name", GAMES)
RAID = Move("raid", 0)
BRIEF = ADVICE.review._replace(moments=9, tables=2, answers=4, playouts=4, loss=0.0)


def played(name: str, most: int = 10_000) -> Record:
    """A game in which the first seat answers anything, and the others with a thought."""
    game = duskhall.game(name)
    table = duskhall.new_table(game, max(2, game.counts({})[0]), seed=21)
    bots: list[Bot] = [make_bot("random", game, 1), make_bot("greedy", game, 2)]
    while table.state.waiting and len(table.record.moves) < most:
        seat = table.state.waiting[0]
        bot = bots[min(seat, 1)]
        table.play(seat, bot.answer(table.state, seat, len(table.record.moves)))
        table.pass_time()
    return table.record


@each_game
def test_a_review_has_a_curve_to_the_end_and_legal_advice(name: str) -> None:
    reviewer = Reviewer(played(name), "greedy", BRIEF)
    assert len(reviewer.moments) <= BRIEF.moments
    assert reviewer.moments == sorted(set(reviewer.moments))
    last = len(reviewer.record.moves)
    assert reviewer.moments[-1] == last
    curve = {position: reviewer.chances(position) for position in reviewer.moments}
    assert all(0 <= share <= 1 for shares in curve.values() for share in shares)
    assert curve[last] == reviewer.adviser.mind.payoffs(reviewer.states[last])
    suspects = reviewer.suspects(curve)
    assert len(suspects) <= BRIEF.answers * reviewer.record.players
    for position in suspects:
        seat, answer = reviewer.record.moves[position]
        studied = reviewer.study(position)
        assert studied == reviewer.study(position)  # whoever looks back again sees the same
        assert studied.seat == seat
        assert not (studied.is_same and studied.turning)
        found = studied.turning
        if found is not None:
            assert studied.loss == found.loss
            assert (found.seat, found.played) == (seat, answer)
            assert found.better != answer
            assert found.loss >= BRIEF.loss
            shares = [share for _, share in found.also]
            assert len(shares) <= BRIEF.others
            assert shares == sorted(shares, reverse=True)
            legal = reviewer.states[position].legal_moves(seat)
            assert all(move in legal for move, _ in found.also)
            assert not {found.played, found.better} & {move for move, _ in found.also}


def test_what_others_hold_does_not_change_the_advice() -> None:
    """The bot looks back from what the seat could know then: twin tables give the same."""
    record = played("dark-dealings", 6)
    one, two = (Reviewer(record, "greedy", BRIEF) for _ in range(2))
    position = 5
    seat, _ = record.moves[position]
    truth = one.states[position]
    twin = truth.determinize(seat, 99)
    twin.sealed, twin.waiting = dict(truth.sealed), truth.waiting[:]
    assert [twin.places[n] for n in range(len(twin.places))] != truth.places
    two.states[position] = twin
    assert one.study(position) == two.study(position)


def test_an_answer_that_wins_nothing_is_told_from_one_that_does() -> None:
    """Who lets every hero in loses by it, and the review says so."""
    game = duskhall.game("dark-dealings")
    table = duskhall.new_table(game, 2, seed=6)
    greedy = make_bot("greedy", game, 1)
    while table.state.waiting:
        seat = table.state.waiting[0]
        legal = table.state.legal_moves(seat)
        letting = [move for move in legal if move.verb == "discard"]
        if seat == 0 and letting:
            table.play(seat, letting[0])
        else:
            table.play(seat, greedy.answer(table.state, seat, len(table.record.moves)))
    reviewer = Reviewer(table.record, "greedy", ADVICE.review._replace(tables=2, playouts=4))
    curve = {position: reviewer.chances(position) for position in reviewer.moments}
    found = [reviewer.study(position) for position in reviewer.suspects(curve)[:12]]
    marked = worst(found, reviewer.plan.shown)
    assert any(one.seat == 0 and one.played.verb == "discard" for one in marked)


def turning(position: int, seat: int, loss: float) -> Turning:
    played, better = Move("pass"), Move("done")
    return Turning(position, seat, played, better, 0.5, 0.5 + loss, [], [])


def studied(position: int, seat: int, loss: float, is_marked: bool = True) -> Studied[Turning]:
    return Studied(seat, False, loss, turning(position, seat, loss) if is_marked else None)


def test_every_seat_has_its_own_answers_looked_at_and_marked() -> None:
    """However badly another plays: whoever looks back wants to see their own."""
    reviewer = Reviewer(played("dark-dealings", 20), "greedy", BRIEF._replace(answers=2, shown=2))
    moves, last = reviewer.record.moves, len(reviewer.record.moves)
    asked = {
        n for n, (seat, _) in enumerate(moves) if len(reviewer.states[n].legal_moves(seat)) > 1
    }
    # Seat 1 falls from each position to the next, seat 0 only ever rises.
    curve = {n: [n / last, 1 - n / last] for n in range(last + 1)}
    suspects = reviewer.suspects(curve)
    assert sorted(moves[position][0] for position in suspects) == [0, 0, 1, 1]
    assert moves[suspects[0]][0] == 1  # who fell is looked at first
    assert set(suspects) <= asked
    few = Reviewer(reviewer.record, "greedy", reviewer.plan._replace(answers_of_all=2))
    assert sorted(moves[position][0] for position in few.suspects(curve)) == [0, 1]

    found = [studied(n, 1, 0.3) for n in (4, 5, 6)] + [studied(9, 0, 0.05), studied(8, 1, 0.4)]
    assert [one.position for one in worst(found, 2)] == [4, 8, 9]


def test_many_small_losses_are_told_together() -> None:
    small = [studied(n, 0, 0.02, is_marked=False) for n in range(6)]
    agreed: list[Studied[Turning]] = [Studied(0, True, 0.0, None), Studied(1, True, 0.0, None)]
    lucky = [studied(9, 1, -0.04, is_marked=False)]  # what was played did better, by chance
    assert worst(small, 5) == []
    first, second = sums([*small, *agreed, *lucky], 2, 5)
    assert first == (7, 1, 12)
    assert second == (2, 1, 0)


def test_a_sum_is_no_less_than_what_is_told_of_its_turning_points() -> None:
    """Neither luck with other answers nor another rounding takes from it."""
    rounded = Studied(
        0, False, 0.034, turning(3, 0, 0.034)._replace(chance=0.929, better_chance=0.963)
    )
    twins = [studied(4, 1, 0.0649), studied(5, 1, 0.0649)]  # they look the same: 50 to 56
    lucky = [studied(n, 1, -0.03, is_marked=False) for n in (6, 7)]
    first, second = sums([rounded, *twins, *lucky], 2, 5)
    assert points(turning(4, 1, 0.0649)) == 6
    assert (first.points, second.points) == (3, 12)
    assert sums([*twins, studied(6, 1, 0.02, is_marked=False)], 2, 5)[1].points == 14
    assert sums(twins, 2, 1)[1].points == 13  # what is not shown counts, too, as it was


def test_a_reason_is_what_changed_most_and_what_it_costs() -> None:
    weights = {"school": 1.0, "law": 1.0, "wax": 0.1}
    best = Weighed(Move("pass"), 0.5, [{"school": 6.0, "law": 0.0, "wax": 9.0}])
    other = Weighed(Move("done"), 0.4, [{"school": 2.0, "law": 3.0, "wax": 1.0}])
    assert why(weights, best, [other]) == [Reason("school", (4,)), Reason("law.less", (3,))]
    assert why(weights, best, [best]) == []
    assert why(weights, best, []) == []


def test_an_answer_gains_by_its_own_doing_and_gives_up_what_another_would_do() -> None:
    """What comes of later answers differs too, and is not what this one is for."""
    weights = {"school": 1.0, "law": 1.0, "wax": 1.0}
    best = Weighed(Move("pass"), 0.5, [{"school": 3.0, "law": 0.0, "wax": 9.0}], ["school"])
    other = Weighed(Move("done"), 0.4, [{"school": 0.0, "law": 5.0, "wax": 1.0}], ["wax"])
    assert why(weights, best, [other]) == [Reason("school", (3,))]
    lawful = other._replace(own=["law"])
    assert why(weights, best, [lawful]) == [Reason("school", (3,)), Reason("law.less", (5,))]
    assert why(weights, best._replace(own=[]), [lawful]) == []


def test_a_placed_card_does_what_is_done_in_its_district() -> None:
    game = duskhall.game("dont-turn-your-back")
    s, terms = game.setup(players=2, seed=1), terms_of(game)
    seat = s.waiting[0]
    own = {move.about[1]: terms.own(s, seat, move) for move in s.legal_moves(seat) if move.about}
    assert own[CS] == ["bought", "influence"]
    assert "wax" not in (own[HS] or ["wax"])
    assert terms.own(s, seat, Move("pass")) is None


def test_who_ends_a_turn_has_no_reason_in_what_follows() -> None:
    game = duskhall.game("raid-and-trade")
    s, terms = game.setup(players=3, seed=1), terms_of(game)
    assert terms.own(s, 0, Move("end")) == []
    assert terms.own(s, 0, Move("trade", 1)) is None


def test_influence_is_counted_where_cards_are_taken_with_it() -> None:
    """TB-50: also where nothing could be taken for it."""
    game = duskhall.game("dont-turn-your-back")
    s, terms = game.setup(players=2, seed=1), terms_of(game)
    told: list[Event] = []
    s.events = told
    seat = s.waiting[0]
    s.play(seat, next(move for move in s.legal_moves(seat) if move.about[1:] == (CS,)))
    assert isinstance(s, Night)
    influence = s.influence(seat)
    while not any(event.kind == "influence" and event.seat == seat for event in told):
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[-1])
    assert influence > 0
    assert terms.count(s, seat, told)["influence"] == influence


def test_the_shortest_way_is_told_first() -> None:
    """RT-75"""
    game = duskhall.game("raid-and-trade")
    s, terms = game.setup(players=3, seed=1), terms_of(game)
    seat = s.waiting[0]
    assert terms.goal(s, seat, RAID) is None  # an event is chosen, no way
    while not s.waiting or not isinstance(s.agenda[-1], Act):
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    seat = s.waiting[0]
    s.numbers[SP + seat] = 12
    assert terms.goal(s, seat, RAID) == ("goal.skill", (12, 20))
    s.numbers[SP + seat], s.numbers[AP + seat] = 20, 15
    assert terms.goal(s, seat, Move("gate")) == ("goal.gate", (15, 20))
    best = Weighed(Move("end"), 0.5, [])
    found = Insight(best, [], [Reason("skill", (2,))], Reason("goal.gate", (15, 20)))
    told = because(found, False, lambda _: True)
    assert told == [Reason("goal.gate", (15, 20)), Reason("skill", (2,))]
    assert because(found, False, lambda key: key != "goal.gate") == told[1:]
    words = game.catalogue()
    for language in LANGUAGES:
        for key in (*GOALS, GOALS[1] + BLACKLISTED, "goal.gate"):
            assert words.find("hints", key, language) is not None


def test_who_flees_strives_for_no_gate() -> None:
    """RT-100"""
    game = duskhall.game("raid-and-trade")
    s, terms = game.setup(2, 1, scenario="escape"), terms_of(game)
    assert terms.goal(s, s.waiting[0], RAID) is None


def test_a_small_gain_is_told_without_a_number() -> None:
    best = Weighed(Move("pass"), 0.5, [{"school": 2.0}, {"school": 2.0}, {"school": 2.0}])
    other = best._replace(terms=[{"school": 1.7}, {"school": 1.6}, {"school": 1.7}])
    assert why({"school": 1.0}, best, [other]) == [Reason("school.some")]
    assert why({"school": 0.1}, best, [other]) == []


def test_what_is_given_up_is_weighed_against_what_is_gained() -> None:
    """Two reasons that speak against each other do not tell which is the stronger."""
    give = [Reason("quests", (1,)), Reason("skill.less", (5,))]
    best, other = Weighed(Move("quest"), 0.56, []), Weighed(Move("pass"), 0.32, [])

    def because_of(best: Weighed, other: Weighed, reasons: list[Reason]) -> list[Reason]:
        return because(Insight(best, [other], reasons), False, lambda key: key != "unheard")

    assert because_of(best, other, give) == [*give, Reason("chances", (56, 32))]
    assert because_of(best, other._replace(chance=0.555), give) == give
    assert because_of(best, other, give[:1]) == give[:1]
    assert because_of(best, other._replace(chance=0.555), []) == [Reason("even")]
    assert because_of(best, other, [Reason("unheard")]) == [Reason("chances", (56, 32))]
    unknown = Insight(best._replace(chance=UNKNOWN), [], give)
    assert because(unknown, True, lambda _: True) == give


def test_in_combat_strength_is_spared_and_while_drafting_it_is_gained() -> None:
    game = duskhall.game("dark-dealings")
    s, terms = game.setup(players=2, seed=1), terms_of(game)
    assert "strength" in (terms.own(s, 0, s.legal_moves(0)[0]) or [])
    assert isinstance(s, Siege)
    while not in_combat(s):
        s.play(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    own = terms.own(s, s.waiting[0], s.legal_moves(s.waiting[0])[0]) or []
    assert "spared" in own
    assert "strength" not in own


class TwoMinds(Bot):
    """Answers one thing, and another when it is asked again."""

    def __init__(self, moves: list[Move]) -> None:
        super().__init__()
        self.moves = moves

    def decide(self, guess: State, seat: int) -> Move:
        return self.moves.pop(0)


@pytest.mark.parametrize("second", [0, 1])
def test_what_a_bot_might_have_answered_itself_is_no_turning_point(second: int) -> None:
    game = duskhall.game("dark-dealings")
    s = game.setup(players=2, seed=3)
    mind, terms = mind_of(game), terms_of(game)
    moves = s.legal_moves(0)
    weighing = Adviser(TwoMinds([]), mind, terms, game.longest)
    weighed = weighing.weigh(s.clone(), 0, moves, 8, 60.0)
    weighed.sort(key=lambda one: one.chance)
    worst, best = weighed[0].move, weighed[-1].move
    adviser = Adviser(TwoMinds([best, [worst, best][second]]), mind, terms, game.longest)
    found = adviser.compare(s.clone(), 0, worst, 1, 8, 60.0)
    assert bool(found.others) == bool(second)


def test_what_may_be_luck_is_no_reason() -> None:
    """Tables are dealt anew: a term that is now higher and now lower tells nothing of the answer."""

    def on_tables(*law: float) -> Weighed:
        return Weighed(Move("pass"), 0.5, [{"law": amount} for amount in law])

    weights = {"law": 1.0}
    assert why(weights, on_tables(8, 0, 7, 1), [on_tables(0, 6, 1, 2)]) == []
    assert why(weights, on_tables(8, 2, 7, 4), [on_tables(6, 0, 6, 2)]) == [Reason("law", (2,))]


def test_answers_are_not_called_alike_because_the_best_are() -> None:
    """A mind thinks of the best ways to place a magnet first, and those are often alike."""
    game = duskhall.game("the-faceless")
    own = adviser(game, "greedy")
    alike = asked = 0
    for seed in (21, 22, 23):
        table = duskhall.new_table(game, 2, seed=seed)
        while table.state.waiting:
            seat = table.state.waiting[0]
            legal = table.state.legal_moves(seat)
            if legal[0].verb == "put":
                asked += 1
                guess = Bot(1).guess(table.state, seat, 0)
                found = own.advise(guess, seat, 5, 4, 2.0)
                beside = mean([one.chance for one in found.others])
                if found.others and not found.reasons and found.best.chance - beside < CLOSE:
                    alike += 1
                    more = [one.chance for one in own.weigh(guess, seat, legal[::9], 4, 2.0)]
                    assert sum(more) / len(more) > found.best.chance - 0.1
            table.play(seat, own.bot.answer(table.state, seat, len(table.record.moves)))
    assert asked >= 4
    assert alike < asked


def test_a_won_game_of_all_together_ends_with_all_of_the_win() -> None:
    game = duskhall.game("the-faceless")
    for seed in range(20):
        table = duskhall.new_table(game, 3, seed=seed)
        greedy = make_bot("greedy", game, 1)
        while table.state.waiting:
            seat = table.state.waiting[0]
            table.play(seat, greedy.answer(table.state, seat, len(table.record.moves)))
        won = table.record.result is not None and 1 in table.record.result.ranks
        reviewer = Reviewer(table.record, "greedy", BRIEF)
        assert reviewer.chances(len(table.record.moves)) == [float(won)] * 3
        if won:
            return
    raise AssertionError("no game was won")


def test_to_let_a_hero_in_is_not_called_less_armor() -> None:
    """It is told of drafts only: there one chooses which heroes come."""
    game = duskhall.game("dark-dealings")
    own = adviser(game, "greedy")
    table = duskhall.new_table(game, 2, seed=4)
    seen = set()
    while table.state.waiting:
        seat = table.state.waiting[0]
        for move in table.state.legal_moves(seat)[:4]:
            after = table.state.clone()
            after.play(seat, move)
            counted = own.terms.count(after, seat, [])
            assert not (move.verb == "discard" and "armor" in counted)
            seen.add((move.verb, "armor" in counted))
        table.play(seat, own.bot.answer(table.state, seat, len(table.record.moves)))
    assert ("discard", False) in seen
    assert ("take", True) in seen


def test_in_the_fog_nothing_is_tried_out() -> None:
    """TF-153 To weigh answers there would be to look at the needle."""
    game = duskhall.game("the-faceless")
    table = duskhall.new_table(game, 2, seed=3, fog=True)
    greedy = make_bot("greedy", game, 1)
    while not (table.state.waiting and not adviser(game, "greedy").mind.may_try(table.state)):
        seat = table.state.waiting[0]
        table.play(seat, greedy.answer(table.state, seat, len(table.record.moves)))
    seat = table.state.waiting[0]
    guess = Bot(1).guess(table.state, seat, 0)
    found = adviser(game, "greedy").advise(guess, seat, 3, 4, 1.0)
    assert found.best.chance < 0
    assert not found.others
    assert found.reasons == [Reason(UNTRIED)]


def test_there_is_something_to_compare_with_where_the_mind_knows_one_answer_only() -> None:
    """Otherwise nothing could be said of why."""
    game = duskhall.game("the-faceless")
    table = duskhall.new_table(game, 2, seed=5)
    greedy, own = make_bot("greedy", game, 1), adviser(game, "greedy")
    while len(own.mind.moves(table.state.clone(), table.state.waiting[0])) > 1 or (
        len(table.state.legal_moves(table.state.waiting[0])) < 4
    ):
        seat = table.state.waiting[0]
        table.play(seat, greedy.answer(table.state, seat, len(table.record.moves)))
    seat = table.state.waiting[0]
    found = own.advise(Bot(1).guess(table.state, seat, 0), seat, 3, 4, 1.0)
    assert found.others or found.best.chance == UNKNOWN


class Stubborn(Bot):
    """Lets every hero in, whatever speaks against it."""

    def decide(self, s: State, seat: Seat) -> Move:
        return next(move for move in s.legal_moves(seat) if move.verb == "discard")


def test_what_only_the_bot_sees_is_not_called_even() -> None:
    """Playouts like another answer better, and the bot knows more: then there is nothing to say."""
    game = duskhall.game("dark-dealings")
    table = duskhall.new_table(game, 1, seed=6)
    while not any(move.verb == "discard" for move in table.state.legal_moves(0)):
        table.play(0, table.state.legal_moves(0)[0])
    own = adviser(game, "greedy")
    stubborn = Adviser(Stubborn(1), own.mind, Terms(), own.longest)
    guess = Bot(1).guess(table.state, 0, 0)
    found = stubborn.advise(guess.clone(), 0, 5, 8, 60.0)
    assert found.best.chance == UNKNOWN
    assert found.reasons == because(found, True, lambda _: True) == []
    # Looking back, what playouts like better than the bot's answer is not said to be thought of.
    played = next(move for move in table.state.legal_moves(0) if move.verb != "discard")
    told = stubborn.compare(guess.clone(), 0, played, 5, 8, 60.0)
    best, other, *rest = told.best, *told.others
    assert other.move == played
    assert all(one.chance <= best.chance for one in rest)


def test_a_single_moment_that_nothing_else_bears_out_is_not_drawn() -> None:
    """A spike goes; a fall that lasts stays where it is, and so do the first moment and the last."""
    calm, spike, low = [0.5, 0.3, 0.2], [0.8, 0.1, 0.1], [0.1, 0.6, 0.3]
    drawn = smooth({0: calm, 4: spike, 5: calm, 9: calm, 12: low, 13: low, 20: spike})
    assert drawn == {0: calm, 4: calm, 5: calm, 9: calm, 12: low, 13: low, 20: spike}
    rising = {0: [0.1], 1: [0.4], 2: [0.9]}
    assert smooth(rising) == rising


@interpreted_only
def test_where_the_curve_jumps_it_is_reckoned_on_more_tables() -> None:
    reviewer = Reviewer(played("dark-dealings"), "greedy", BRIEF)
    flat = {0: [0.5, 0.5], 4: [0.4, 0.6], 8: [0.6, 0.4], 9: [0.55, 0.45], 12: [0.0, 1.0]}
    between = reviewer.open_between(4, 8) + reviewer.open_between(9, 12)  # whose answer it was
    assert len(between) > 1
    assert reviewer.jumps(flat) == sorted([4, 8, 9, *between])  # the end is known
    asked: list[int] = []

    class Counting:
        def chances(self, s: State, tables: int, luck: int) -> list[float]:
            asked.append(tables)
            return [0.5, 0.5]

    reviewer.adviser = Counting()  # type: ignore[assignment,misc]
    reviewer.chances(0)
    reviewer.chances_again(0)
    assert asked == [BRIEF.tables, BRIEF.more_tables]
    assert BRIEF.more_tables >= 3 * BRIEF.tables


@interpreted_only
@pytest.mark.parametrize("by_luck", [True, False])
def test_a_fall_is_called_luck_where_other_luck_would_undo_it(by_luck: bool) -> None:
    reviewer = Reviewer(played("the-faceless"), "greedy", BRIEF)
    states = reviewer.states
    after = next(n for n in range(1, len(states)) if states[n].drawn > states[n - 1].drawn + 1)
    before = after - 1
    quiet = next(n for n in range(1, len(states)) if states[n].drawn == states[n - 1].drawn)
    drawn = {0: [0.9, 0.9], before: [0.9, 0.9], after: [0.2, 0.2]}
    if quiet != after:
        (still,) = reviewer.leaps({quiet - 1: [0.9, 0.9], quiet: [0.2, 0.2]}, [])
        assert not reviewer.was_luck(still)
    assert reviewer.leaps(drawn, [before]) == []  # an answer explains it
    (fall,) = reviewer.leaps(drawn, [])
    seat = reviewer.record.moves[before][0]
    assert fall == Leap(before, after, seat, 0.2 - 0.9, 0, 0.9 - 0.2)

    class Judging:
        """Only what was drawn in truth is bad; or whatever is drawn, after this answer."""

        def chances(self, s: State, tables: int, luck: int) -> list[float]:
            is_truth = s.places == states[after].places and s.numbers == states[after].numbers
            return [0.2, 0.2] if is_truth or not by_luck else [0.9, 0.9]

    reviewer.adviser = Judging()  # type: ignore[assignment,misc]
    assert reviewer.was_luck(fall) == by_luck


def test_a_jump_that_no_turning_point_explains_is_marked_with_who_answered() -> None:
    """An answer that costs its seat a little explains no gain, and that of another explains it."""
    reviewer = Reviewer(played("dark-dealings"), "greedy", BRIEF)
    moves = reviewer.record.moves
    at = next(n for n in range(len(moves) - 1) if (moves[n][0], moves[n + 1][0]) == (0, 1))
    even, won, lost = [0.5, 0.5], [0.95, 0.05], [0.05, 0.95]
    assert reviewer.leaps({at: even, at + 1: [0.6, 0.4]}, []) == []
    (leap,) = reviewer.leaps({at: even, at + 1: won}, [at])
    assert (leap.position, leap.seat, leap.loser) == (at + 1, 0, 1)
    assert leap.change == pytest.approx(0.45)
    assert not reviewer.was_luck(leap)  # nothing was drawn
    (leap,) = reviewer.leaps({at: even, at + 1: lost}, [])
    assert leap.seat == 0
    assert leap.change == pytest.approx(-0.45)
    assert reviewer.leaps({at: even, at + 1: lost}, [at]) == []
