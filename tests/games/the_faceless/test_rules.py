"""The Faceless' rulebook, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import pytest

from duskhall.engine.edition import Edition
from duskhall.engine.events import Seat
from duskhall.engine.game import WrongOption
from duskhall.engine.moves import Move
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    CURRENT,
    FACING,
    GOAT,
    OBSTACLE,
    RING,
    SPOT_AT,
    TEAM,
    TURN,
)
from duskhall.games.the_faceless.rules.setup import ENTRANCE
from duskhall.games.the_faceless.rules.walk import NeedleStep
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.words import (
    BOARD,
    FIGURES,
    LAID_OUT,
    MEMORIES,
    WAYS,
    at,
    begun,
    cell,
    columns,
    deal,
    dusk,
    faceless,
    goat,
    lies,
    may,
    memory_spaces,
    needle,
    offers,
    outcome,
    play,
    refused,
    sees,
    sizes,
    space,
    team,
    trail,
    verbs,
)
from tests.games.words import ONLOOKER, all_answer, asks, begin, events

NO_FACELESS = {"judith": "off", "sam": "off", "alan": "off"}
WALL = "Fallen Trunk 2,-1 2,0 2,1"  # two steps east of the middle
SEVEN = ", ".join(MEMORIES[1:])  # all memories but the Hat
STARTS = {"judith": "X1 30", "sam": "X7 150", "alan": "X13 90"}  # alike left and right


# Board words


def test_a_space_has_up_to_six_neighbours_and_an_edge_space_fewer() -> None:
    """TF-01"""
    inner = {cell(near) for near in BOARD.neighbours[space("0,0")]}
    assert inner == {"1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"}
    assert {cell(near) for near in BOARD.neighbours[space("5,0")]} == {"5,-1", "4,0", "4,1"}
    assert len(BOARD.neighbours[space("5,-2")]) == 4
    assert [BOARD.is_edge[space(words)] for words in ("0,0", "4,0", "5,0", "5,-2")] == [
        False,
        False,
        True,
        True,
    ]


def test_a_space_with_a_figure_or_a_token_is_not_free() -> None:
    """TF-01 TF-79"""
    s = dusk("Red 1", team="0,1", goat="1,-1 0", lying="Hat 0,0, Bow -1,0", kids="Casper",
             obstacles="Brambles -1,-1 0,-2 0,-1")  # fmt: skip
    assert offers(s, "shift")[:2] == ["shift 0,0 to 1,0", "shift 0,0 to -1,1"]
    assert not any(words.startswith("shift 0,0") for words in offers(s, "shift")[2:])


@pytest.mark.parametrize(
    ("card", "verb", "figure"),
    [("Yellow 1", "put", "Judith"), ("Green 1", "put", "Sam"), ("Blue 1", "put", "Alan")],
)
def test_each_faceless_has_its_colour(card: str, verb: str, figure: str) -> None:
    """TF-02"""
    s = dusk(card)
    before = {name: faceless(s, name) for name in FIGURES}
    place = before[figure].split()[0]
    play(s, f"0 walk {card}, 0 {verb} {place} 45")
    after = {name: faceless(s, name) for name in FIGURES}
    assert after == {**before, figure: f"{place} 45"}
    assert goat(s) == "-3,0 180"


def test_billygoat_is_red() -> None:
    """TF-02"""
    assert verbs(play(dusk("Red 1"), "0 walk Red 1")) == ["goat"]


@pytest.mark.parametrize(("facing", "pointing"), [(180, "E"), (0, "W")])
def test_the_coloured_half_attracts_the_needle_and_the_blank_half_repels_it(
    facing: int, pointing: str
) -> None:
    """TF-02"""
    assert needle(dusk("Red 1", NO_FACELESS, goat=f"2,0 {facing}")) == pointing


@pytest.mark.parametrize(("facing", "pointing"), [(180, "E"), (0, "W")])
def test_so_do_the_halves_of_a_faceless(facing: int, pointing: str) -> None:
    """TF-02"""
    figures = {**NO_FACELESS, "judith": f"X0 {facing}"}
    assert needle(dusk("Red 1", figures, team="5,-1", goat="-4,0 0")) == pointing


BOTH_PULL = {**NO_FACELESS, "judith": "X0 180", "goat": "-4,-1 0"}  # from the ends of one row


@pytest.mark.parametrize(("where", "pointing"), [("4,-1", "E"), ("-2,-1", "W")])
def test_the_nearer_magnet_is_the_stronger(where: str, pointing: str) -> None:
    """TF-02"""
    assert needle(dusk("Red 1", BOTH_PULL, team=where)) == pointing


def test_at_the_same_distance_billygoat_is_stronger_than_a_faceless() -> None:
    """TF-02"""
    assert needle(dusk("Red 1", BOTH_PULL, team="1,-1")) == "W"


def test_the_magnets_are_summed() -> None:
    """TF-03"""
    table = {**NO_FACELESS, "team": "4,-3", "goat": "0,0 210"}
    assert needle(dusk("Red 1", table)) == "NE"
    assert needle(dusk("Red 1", {**table, "judith": "X1 30"})) == "NW"
    assert needle(dusk("Red 1", {**table, "judith": "X1 240"})) == "E"


def test_the_team_steps_where_the_needle_points() -> None:
    """TF-03"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1, 0 put X1 330")
    assert trail(s) == ["1,0"]


def test_between_two_spaces_the_acting_player_chooses() -> None:
    """TF-03"""
    s = dusk("Blue 1 / Red 1", STARTS, goat="1,-2 90")
    assert needle(s) in ("SE SW", "SW SE")
    play(s, "0 walk Blue 1, 0 put X13 90")
    assert (s.waiting, sorted(offers(s))) == ([0], ["step SE", "step SW"])
    assert trail(play(s.clone(), "0 step SE")) == []  # a clone does not tell
    assert team(play(s.clone(), "0 step SE")) == "0,1"
    assert team(play(s.clone(), "0 step SW")) == "-1,1"
    assert refused(s, "0 step E") == "TF-03 follow-needle"
    assert refused(s, "1 step SE") == "TF-03 not-your-turn"


@pytest.mark.parametrize("facing", [46, 90, 131, 133, 227, 270, 312])
def test_so_it_is_between_any_two(facing: int) -> None:
    """TF-03"""
    s = dusk("Blue 1", NO_FACELESS, goat=f"-2,0 {facing}", top="Purple 1", threat=True)
    assert offers(s) == [f"step {way}" for way in needle(s).split()]
    assert len(offers(s)) == 2


def test_a_needle_that_is_not_between_two_spaces_leaves_no_choice() -> None:
    """TF-03"""
    s = dusk("Blue 1 / Red 1", STARTS, goat="1,-2 80")
    play(s, "0 walk Blue 1, 0 put X13 90")
    assert (trail(s), asks(s)) == (["0,1"], "Act(1)")


def test_where_there_is_no_field_the_team_steps_in_any_of_six_directions() -> None:
    """TF-03"""
    text = GAME.edition("designed").text
    for name in ("faceless", "billygoat"):
        text = text.replace(f"\n{name} = ", f"\n{name} = 0 # ")
    s = GAME.open(GAME.box(2, edition=Edition("no magnets", text, built_in=False)))
    assert isinstance(s, Dusk)
    s.agenda.clear()
    s.numbers[TEAM], s.numbers[GOAT] = space("0,0"), space("-3,0")
    begin(s, NeedleStep(0))
    assert offers(s) == [f"step {way}" for way in WAYS]
    assert s.outlook()["needle"] == list(range(6))


# Set-up


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    """TF-13"""
    with pytest.raises(WrongOption, match=f"2 to 4 players, not {players}"):
        GAME.setup(players=players, seed=1)


def test_the_faceless_start_on_their_marked_spaces() -> None:
    """TF-10"""
    s = deal()
    assert [s.numbers[RING + figure] for figure in range(3)] == [1, 7, 13]
    assert [cell_of_ring(place) for place in (1, 7, 13)] == [(6, -3), (-3, -3), (-3, 6)]


def cell_of_ring(place: int) -> tuple[int, int]:
    return BOARD.ring[place]


def test_the_faceless_face_anywhere() -> None:
    """TF-10"""
    facings = [deal(2, seed).numbers[FACING + figure] for seed in range(200) for figure in range(3)]
    assert (min(facings) < 20, max(facings) > 340, max(facings) < 360) == (True, True, True)
    assert len(set(facings)) > 250


def assert_well_laid(s: Dusk) -> None:
    """TF-11, TF-12 What set-up asks of obstacles and memories, told without the set-up's code."""
    covered: list[set[tuple[int, int]]] = []
    marks: list[tuple[int, int]] = []
    symbols = {BOARD.cells[symbol] for symbol in BOARD.symbols}
    for obstacle in range(6):
        way = BOARD.placements[obstacle][s.numbers[OBSTACLE + obstacle]]
        covered.append({BOARD.cells[number] for number in way.cells})
        marks += [BOARD.cells[number] for number in way.marks]
    assert [len(cells) for cells in covered] == [3, 3, 3, 3, 4, 4]
    assert [len(cells & symbols) for cells in covered] == [1] * 6
    assert covered[ENTRANCE] == {(-4, 4), (-3, 3), (-4, 3)}
    for one, two in combinations(covered, 2):
        assert all(apart(a, b) > 1 for a, b in product(one, two))
    spots = [BOARD.cells[s.numbers[SPOT_AT + spot]] for spot in range(8)]
    walls = set().union(*covered)
    assert not walls & set(spots)
    assert all(apart(a, b) > 1 for a, b in combinations(spots, 2))
    assert len(marks) == 8
    assert pairs_up(spots, marks)
    assert reachable(walls) == len(BOARD.cells) - len(walls)


def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    """How many steps there are from one space to another."""
    dq, dr = one[0] - two[0], one[1] - two[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def pairs_up(spots: list[tuple[int, int]], marks: list[tuple[int, int]]) -> bool:
    """Whether each mark can have a memory of its own beside it."""
    if not marks:
        return not spots
    return any(
        pairs_up([other for other in spots if other != spot], marks[1:])
        for spot in spots
        if apart(spot, marks[0]) == 1
    )


def reachable(walls: set[tuple[int, int]]) -> int:
    """How many spaces can be walked to from one that is free, without the Maze rule."""
    frontier = [next(found for found in BOARD.cells if found not in walls)]
    reached = set(frontier)
    while frontier:
        q, r = frontier.pop()
        for near in (
            (q + 1, r),
            (q + 1, r - 1),
            (q, r - 1),
            (q - 1, r),
            (q - 1, r + 1),
            (q, r + 1),
        ):
            if near in BOARD.space_at and near not in walls and near not in reached:
                reached.add(near)
                frontier.append(near)
    return len(reached)


def assert_can_begin(s: Dusk) -> None:
    """TF-16 There is room for the Team, and for Billygoat."""
    assert asks(s).startswith("PlaceTeam")
    assert asks(all_answer(s)).startswith("PlaceGoat")
    assert asks(all_answer(s)).startswith("Act")


def test_obstacles_and_memories_are_laid_by_the_rules() -> None:
    """TF-11 TF-12 TF-16"""
    box = GAME.box(2)
    for seed in range(500):
        s = GAME.deal(box, seed)
        assert isinstance(s, Dusk)
        assert_well_laid(s)
        assert_can_begin(s)


@pytest.mark.slow
def test_obstacles_and_memories_are_laid_by_the_rules_ten_thousand_times() -> None:
    """TF-11 TF-12 TF-16"""
    box = GAME.box(4)
    for seed in range(1000, 11_000):
        s = GAME.deal(box, seed)
        assert isinstance(s, Dusk)
        assert_well_laid(s)
        assert_can_begin(s)


def test_obstacles_lie_anywhere_they_may() -> None:
    """TF-11"""
    tables = [deal(2, seed) for seed in range(600)]
    for obstacle in range(1, 6):
        symbols = {
            symbol for s in tables for symbol in BOARD.symbols if s.walls[symbol] == obstacle + 1
        }
        assert len(symbols) == 8
        assert BOARD.symbols[-1] not in symbols  # that is the Entrance's


def test_memories_are_shuffled_and_face_down() -> None:
    """TF-12"""
    s = deal()
    assert [sees(s, seat, "memory.0") for seat in (0, 1, 2, ONLOOKER)] == [1] * 4
    assert sizes(s, "memory_box", "collected", "spent") == [0, 0, 0]
    assert sorted(memory_spaces(s).values()) == sorted(MEMORIES)
    firsts = {at(deal(2, seed), "memory.0")[0] for seed in range(60)}
    assert firsts == set(MEMORIES)


def test_nobody_can_tell_the_memories_on_the_board_apart() -> None:
    """TF-12"""
    s = dusk("Yellow 1", collected="Hat, Bow")
    guesses = {at(s.determinize(0, seed), "memory.2")[0] for seed in range(60)}
    assert guesses == set(MEMORIES) - {"Hat", "Bow"}


def test_each_player_has_a_random_kid_face_up() -> None:
    """TF-13"""
    s = deal(4)
    kids = [at(s, f"kid.{seat}") for seat in range(4)]
    assert [len(kid) for kid in kids] == [1] * 4
    assert len({kid[0] for kid in kids}) == 4
    assert sees(s, ONLOOKER, "kid.2") == kids[2]
    assert len(at(s, "kid_box")) == 6
    assert len({at(deal(2, seed), "kid.0")[0] for seed in range(100)}) == 10


def test_kids_may_be_left_in_the_box() -> None:
    """TF-13"""
    s = begun(4, kids=False)
    assert (sizes(s, "kid.0", "kid.3", "kid_box"), sizes(s, "hand.0", "hand.3")) == (
        [0, 0, 10],
        [3, 3],
    )


def test_everyone_has_three_event_cards_in_the_open() -> None:
    """TF-14"""
    s = deal(3, kids=False)
    assert sizes(s, "hand.0", "hand.1", "hand.2") == [3, 3, 3]
    assert sees(s, 0, "hand.2") == sees(s, ONLOOKER, "hand.2") == at(s, "hand.2")
    assert len({deal(2, seed, kids=False).hand(0) for seed in range(10)}) == 10


LEVELS = [("easy", 5), ("medium", 6), ("hard", 8), ("hell", 10)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("level", "size"), LEVELS)
def test_the_level_says_how_many_threats_lie_on_display(
    level: str, size: int, players: int
) -> None:
    """TF-15"""
    s = deal(players, kids=False, level=level)
    assert sum(columns(s)) == s.world.display == size
    assert sees(s, 0, "removed") == 3
    assert sees(s, 0, "deck") == 50 - 3 * players - size - 3
    assert sizes(s, "discard", "next", "played", "threat") == [0, 0, 0, 0]


@pytest.mark.parametrize("size", range(10, 16))
def test_hell_may_have_more_than_ten(size: int) -> None:
    """TF-15"""
    s = deal(4, level="hell", hell=size)
    assert sum(columns(s)) == size


def test_hells_number_says_nothing_of_other_levels() -> None:
    """TF-15"""
    assert sum(columns(deal(2, level="easy", hell=12))) == 5


def test_medium_is_the_level_that_is_proposed() -> None:
    """TF-15"""
    assert sum(columns(deal(2))) == 6


def test_threats_are_grouped_by_colour() -> None:
    """TF-15"""
    s = deal(2, level="hell", hell=15)
    for colour in ("yellow", "green", "blue", "red", "purple"):
        assert {card.split()[0].lower() for card in at(s, colour)} <= {colour}
        assert sees(s, ONLOOKER, colour) == at(s, colour)


def test_threats_of_set_up_have_no_effect() -> None:
    """TF-15"""
    s = deal(2, level="hell", hell=15)
    told = {event.kind for event in s.events or []}
    assert told == {
        "put",
        "face",
        "obstacle",
        "memory",
        "kid",
        "deal",
        "reveal",
        "threat",
        "remove",
    }
    assert len(events(s, "put")) == len(events(s, "face")) == 3


def test_the_cards_that_are_removed_may_be_any() -> None:
    """TF-15"""
    s = deal(2)
    deck, removed = set(at(s, "deck")), {tuple(at(deal(2, n), "removed")) for n in range(20)}
    assert len(removed) > 15
    guesses = [s.determinize(1, seed).places[s.box.name_of.index("removed")] for seed in range(80)]
    assert len({card for guess in guesses for card in guess}) > 30
    assert deck


def test_the_team_starts_on_a_free_space_next_to_the_entrance() -> None:
    """TF-16"""
    s = deal()
    entrance = [space(words) for words in ("-4,4", "-3,3", "-4,3")]
    beside = {near for there in entrance for near in BOARD.neighbours[there]} - set(entrance)
    free = {cell(near) for near in beside} - memory_spaces(s).keys()
    assert {words.split()[1] for words in offers(s)} == free
    assert offers(s)[0].split()[1] in ("-2,2", "-3,2", "-2,3")  # away from the edge is proposed
    assert refused(s, f"{s.waiting[0]} team 0,0") == "TF-16 team-at-entrance"
    assert refused(s, f"{s.waiting[0]} team -4,4") == "TF-16 team-at-entrance"


def test_the_team_does_not_start_on_a_memory() -> None:
    """TF-16"""
    tables = [deal(2, seed) for seed in range(100)]
    for s in tables:
        assert not {words.split()[1] for words in offers(s)} & memory_spaces(s).keys()
    beside = {
        words for s in tables for words in memory_spaces(s) if apart_words(words, "-4,3") == 1
    }
    assert beside  # it would have been possible


def apart_words(one: str, two: str) -> int:
    return apart(BOARD.cells[space(one)], BOARD.cells[space(two)])


def test_billygoat_starts_next_to_an_obstacle_and_not_at_the_edge() -> None:
    """TF-16"""
    s = deal()
    seat = s.waiting[0]
    all_answer(s)
    walls = {number for number in range(91) if s.walls[number]}
    beside = {near for wall in walls for near in BOARD.neighbours[wall]} - walls
    taken = {space(words) for words in (*memory_spaces(s), team(s))}
    inner = {cell(near) for near in beside - taken if len(BOARD.neighbours[near]) == 6}
    assert {words.split()[1] for words in offers(s)} == inner
    edge = next(cell(near) for near in beside - taken if len(BOARD.neighbours[near]) < 6)
    assert refused(s, f"{seat} goat {edge}") == "TF-16 goat-at-obstacle"
    assert refused(s, f"{seat} goat {team(s)}") == "TF-16 goat-at-obstacle"
    assert refused(s, f"{seat} goat {cell(min(walls))}") == "TF-16 goat-at-obstacle"


def test_billygoat_is_proposed_far_from_the_team() -> None:
    """TF-16"""
    s = all_answer(deal())
    distances = [apart_words(words.split()[1], team(s)) for words in offers(s)]
    assert distances == sorted(distances, reverse=True)


def test_billygoat_starts_facing_the_team_with_its_blank_half() -> None:
    """TF-16"""
    s = begun()
    team_at, goat_at = s.numbers[TEAM], space(goat(s).split()[0])
    pushed = BOARD.needle(team_at, [OFF] * 3, [0] * 3, goat_at, int(goat(s).split()[1]))
    pulled = BOARD.needle(
        team_at, [OFF] * 3, [0] * 3, goat_at, (int(goat(s).split()[1]) + 180) % 360
    )
    assert apart_after(team_at, pushed[0], goat_at) > apart_after(team_at, pulled[0], goat_at)


def apart_after(start: int, way: int, goal: int) -> int:
    return apart(BOARD.cells[BOARD.near[start * 6 + way]], BOARD.cells[goal])


def test_any_player_may_start() -> None:
    """TF-17"""
    starters = [begun(3, seed).waiting[0] for seed in range(30)]
    assert set(starters) == {0, 1, 2}
    s = begun(3)
    assert asks(s) == f"Act({s.numbers[CURRENT]})"
    assert s.numbers[TURN] == 1


# Walk


def test_a_walk_plays_a_card_which_is_then_discarded() -> None:
    """TF-20"""
    s = play(dusk("Yellow 1, Red 2"), "0 walk Yellow 1")
    assert (at(s, "hand.0"), at(s, "played"), at(s, "discard")) == (["Red 2"], ["Yellow 1"], [])
    play(s, "0 put X1 330")
    assert (at(s, "hand.0"), at(s, "played"), at(s, "discard")) == (["Red 2"], [], ["Yellow 1"])


def test_only_a_card_of_ones_own_hand_is_played() -> None:
    """TF-20"""
    s = dusk("Yellow 1 / Red 2")
    assert offers(s, "walk") == ["walk Yellow 1"]
    assert refused(s, "0 walk Red 2") == "TF-20 not-in-hand"
    assert refused(s, "0 walk Blue 1") == "TF-20 not-in-hand"


def test_a_turn_is_one_action_and_then_a_threat_and_the_next_players_turn() -> None:
    """TF-20"""
    s = dusk("Yellow 1, Red 1 / Green 1, Green 2 / Blue 1")
    play(s, "0 walk Yellow 1, 0 put X1 330")
    assert (asks(s), s.numbers[CURRENT], at(s, "blue")) == ("Act(1)", 1, ["Blue 3"])
    assert refused(s, "0 walk Red 1") == "TF-20 not-your-turn"
    play(s, "1 walk Green 1, 1 put X7 0")
    assert (asks(s), s.numbers[CURRENT], s.numbers[TURN]) == ("Act(2)", 2, 3)


def test_after_the_last_player_comes_the_first() -> None:
    """TF-20"""
    s = dusk("Yellow 1 / Green 1", seat=1)
    assert asks(play(s, "1 walk Green 1, 1 put X7 0")) == "Act(0)"


def test_only_an_action_ends_the_turn() -> None:
    """TF-20"""
    s = dusk("Yellow 1", collected="Hat")
    assert refused(s, "0 done") == "TF-20 act"
    assert refused(s, "0 put X1 30") == "TF-20 act"


def test_a_second_action_is_refused() -> None:
    """TF-20"""
    s = play(dusk("Yellow 1, Red 1", collected="Hat"), "0 walk Yellow 1, 0 put X1 330")
    assert asks(s) == "After(0)"
    assert refused(s, "0 walk Red 1") == "TF-28 action-taken"
    assert refused(s, "0 rest") == "TF-28 action-taken"
    assert refused(s, "0 give Red 1 to 1") == "TF-28 action-taken"


def ring_of(s: Dusk) -> list[int]:
    """The external spaces that may be gone to now."""
    return sorted({move.about[0] for move in s.legal_moves(s.waiting[0])})


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("Yellow 1", [0, 1, 2, 3, 4, 5, 15, 16, 17]),
        ("Green 1", [3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("Blue 1", [9, 10, 11, 12, 13, 14, 15, 16, 17]),
    ],
)
def test_a_faceless_moves_as_far_as_wished_but_not_past_another(
    card: str, places: list[int]
) -> None:
    """TF-21"""
    assert ring_of(play(dusk(card), f"0 walk {card}")) == places


def test_a_faceless_that_is_shut_in_stays() -> None:
    """TF-21"""
    s = dusk("Yellow 1", judith="X1 0", sam="X3 0", alan="X17 0")
    assert ring_of(play(s, "0 walk Yellow 1")) == [1]


def test_the_gap_counts_around_the_rings_end() -> None:
    """TF-21"""
    s = dusk("Yellow 1", judith="X3 0", sam="X9 0", alan="X17 0")
    assert ring_of(play(s, "0 walk Yellow 1")) == [1, 2, 3, 4, 5, 6, 7]


def test_a_free_external_space_stays_between_two_faceless() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1")
    assert refused(s, "0 put X6 0") == "TF-21 too-close"
    assert refused(s, "0 put X7 0") == "TF-21 too-close"
    assert refused(s, "0 put X14 0") == "TF-21 too-close"
    assert may(s, "0 put X5 0")
    assert may(s, "0 put X15 0")


def test_a_faceless_does_not_pass_another() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1", judith="X1 10"), "0 walk Yellow 1")
    assert [refused(s, f"0 put X{place} 0") for place in (9, 10, 11)] == ["TF-21 cannot-pass"] * 3


def test_a_faceless_stays_on_the_ring_and_faces_a_whole_degree() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1")
    assert refused(s, "0 put X18 0") == "TF-21 not-external"
    assert refused(s, "0 put -1 0") == "TF-21 not-external"
    assert refused(s, "0 put X1 360") == "TF-21 whole-degrees"
    assert refused(s, "0 put X1 -1") == "TF-21 whole-degrees"
    assert refused(s, "0 put X1") == "TF-21 place-figure"
    assert refused(s, "0 step E") == "TF-21 place-figure"


def test_the_gap_is_kept_from_the_first_external_space_too() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1", judith="X3 0", alan="X17 0"), "0 walk Yellow 1")
    assert refused(s, "0 put X0 0") == "TF-21 too-close"
    s = play(dusk("Yellow 1", judith="X3 0", alan="X0 0"), "0 walk Yellow 1")
    assert refused(s, "0 put X1 0") == "TF-21 too-close"


@pytest.mark.parametrize("card", ["Yellow 1", "Red 1"])
@pytest.mark.parametrize("facing", [45, 46])
def test_facings_are_listed_by_15_degrees_and_each_once(card: str, facing: int) -> None:
    """TF-21 TF-22"""
    s = play(dusk(card, judith=f"X1 {facing}", goat=f"-3,0 {facing}"), f"0 walk {card}")
    moves = s.legal_moves(0)
    assert len(set(moves)) == len(moves)
    listed = {move.about[1] for move in moves}
    assert listed == {*range(0, 360, 15), facing}


def test_every_whole_degree_is_legal() -> None:
    """TF-21"""
    s = play(dusk("Yellow 1"), "0 walk Yellow 1")
    assert all(may(s, f"0 put X3 {facing}") for facing in range(360))
    assert faceless(play(s, "0 put X3 37"), "Judith") == "X3 37"


@pytest.mark.parametrize(
    ("card", "put"), [("Yellow 1", "X1 331"), ("Green 1", "X7 7"), ("Blue 1", "X13 271")]
)
def test_as_it_stands_is_among_what_is_listed(card: str, put: str) -> None:
    """TF-21: also where it faces between the facings that are listed."""
    s = dusk(card, judith="X1 331", sam="X7 7", alan="X13 271")
    play(s, f"0 walk {card}")
    place, facing = put.removeprefix("X").split()
    assert Move("put", int(place), int(facing)) in s.legal_moves(0)


@pytest.mark.parametrize(
    ("put", "stands"), [("X1 331", "X1 331"), ("X0 331", "X0 331"), ("X1 7", "X1 7")]
)
def test_a_faceless_need_not_move_or_turn(put: str, stands: str) -> None:
    """TF-21"""
    s = play(dusk("Yellow 1", judith="X1 331"), "0 walk Yellow 1")
    assert "put 1 331" in offers(s)
    assert faceless(play(s, f"0 put {put}"), "Judith") == stands


@pytest.mark.parametrize(
    ("card", "answer"),
    [("Yellow 1", "put X1 330"), ("Green 1", "put X7 0"), ("Blue 1", "put X13 270")],
)
def test_nothing_is_told_of_a_faceless_that_stays_as_it_is(card: str, answer: str) -> None:
    """TF-21"""
    s = play(dusk(card), f"0 walk {card}, 0 {answer}")
    assert events(s, "put") + events(s, "face") == []


@pytest.mark.parametrize(
    ("card", "place", "figure"),
    [("Yellow 1", "X1", "Judith"), ("Green 1", "X7", "Sam"), ("Blue 1", "X13", "Alan")],
)
@pytest.mark.parametrize("facing", [0, 1, 7, 13, 270, 330])
def test_a_faceless_faces_where_it_is_turned(
    card: str, place: str, figure: str, facing: int
) -> None:
    """TF-21: whatever the others do, whose places and facings are among these numbers."""
    s = play(dusk(card), f"0 walk {card}, 0 put {place} {facing}")
    assert faceless(s, figure) == f"{place} {facing}"


@pytest.mark.parametrize("card", ["Yellow 1", "Green 2", "Blue 3", "Yellow 3"])
def test_then_the_team_moves_exactly_the_cards_number(card: str) -> None:
    """TF-21"""
    s = dusk(card, top="Green 3")
    colour, value = card.split()
    stays = {"Yellow": "X1 330", "Green": "X7 0", "Blue": "X13 270"}[colour]
    play(s, f"0 walk {card}, 0 put {stays}")
    assert trail(s) == ["1,0", "2,0", "3,0"][: int(value)]


def test_the_figure_is_moved_before_the_team_walks() -> None:
    """TF-21"""
    s = dusk("Yellow 1", team="4,-2")
    assert needle(s) == "SW"
    assert trail(play(s, "0 walk Yellow 1, 0 put X1 120")) == ["4,-3"]


def test_billygoat_must_move_one_space_in_any_direction() -> None:
    """TF-22"""
    s = play(dusk("Red 1"), "0 walk Red 1")
    spaces = {words.split()[1] for words in offers(s)}
    assert spaces == {"-2,0", "-2,-1", "-3,-1", "-4,0", "-4,1", "-3,1"}
    assert refused(s, "0 goat -3,0 0") == "TF-22 goat-must-move"
    assert refused(s, "0 goat -1,0 0") == "TF-22 goat-one-space"
    assert refused(s, "0 goat -1 0") == "TF-22 goat-one-space"


def test_billygoat_does_not_move_onto_an_obstacle() -> None:
    """TF-22"""
    s = dusk("Red 1", goat="1,0 180", obstacles=WALL, team="-2,0")
    play(s, "0 walk Red 1")
    assert {words.split()[1] for words in offers(s)} == {"1,-1", "0,0", "0,1", "1,1"}
    assert refused(s, "0 goat 2,0 0") == "TF-22 goat-and-obstacle"
    s = play(dusk("Red 1", goat="-1,-4 0", obstacles=LAID_OUT), "0 walk Red 1")
    assert refused(s, "0 goat 0,-5 0") == "TF-22 goat-and-obstacle"  # the first space of all


def test_billygoat_never_leaves_the_board() -> None:
    """TF-22 TF-60"""
    s = play(dusk("Red 1", goat="5,0 0"), "0 walk Red 1")
    assert {words.split()[1] for words in offers(s)} == {"5,-1", "4,0", "4,1"}
    assert refused(s, "0 goat -5,0 0") == "TF-22 goat-one-space"


def test_billygoat_may_stand_on_a_memory_and_does_not_collect_it() -> None:
    """TF-22"""
    s = play(dusk("Red 1", lying="Hat -4,0"), "0 walk Red 1, 0 goat -4,0 180")
    assert (goat(s), memory_spaces(s)["-4,0"], at(s, "collected")) == ("-4,0 180", "Hat", [])


def test_billygoat_is_turned_freely() -> None:
    """TF-22"""
    s = play(dusk("Red 1"), "0 walk Red 1")
    assert all(may(s, f"0 goat -4,0 {facing}") for facing in range(360))
    assert refused(s, "0 goat -4,0 360") == "TF-22 whole-degrees"
    assert refused(s, "0 goat -4,0 -1") == "TF-22 whole-degrees"
    assert refused(s, "0 goat -4,0") == "TF-22 move-goat"
    assert refused(s, "0 step E") == "TF-22 move-goat"
    assert goat(play(s, "0 goat -4,0 77")) == "-4,0 77"


def test_billygoat_may_keep_its_facing() -> None:
    """TF-22"""
    s = play(dusk("Red 1", goat="-3,0 181"), "0 walk Red 1")
    assert "goat -2,0 181" in offers(s)
    assert goat(play(s, "0 goat -2,0 181")) == "-2,0 181"


def test_then_the_team_moves_the_red_cards_number() -> None:
    """TF-22"""
    s = play(dusk("Red 2"), "0 walk Red 2, 0 goat -2,0 180")
    assert (trail(s), goat(s)) == (["1,0", "2,0"], "-2,0 180")


def test_billygoat_is_moved_before_the_team_walks() -> None:
    """TF-22"""
    s = play(dusk("Red 1", goat="-3,0 180"), "0 walk Red 1, 0 goat -2,0 0")
    assert trail(s) == ["-1,0"]  # it pulls now


CORNER = "Crooked Root 4,0 5,-1 4,1"  # all around the corner 5,0


def test_a_billygoat_that_is_shut_in_only_turns() -> None:
    """TF-22"""
    s = play(dusk("Red 1", goat="5,0 0", obstacles=CORNER), "0 walk Red 1")
    assert {words.split()[1] for words in offers(s)} == {"5,0"}
    assert goat(play(s, "0 goat 5,0 180")) == "5,0 180"


@pytest.mark.parametrize("way", WAYS)
def test_a_purple_card_moves_the_team_in_any_direction(way: str) -> None:
    """TF-23"""
    s = play(dusk("Purple 1"), "0 walk Purple 1")
    assert offers(s) == [f"step {way}" for way in WAYS]
    ends = ["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
    assert trail(play(s, f"0 step {way}")) == [ends[WAYS.index(way)]]


def test_each_step_of_a_purple_card_is_chosen_anew_and_none_is_left_out() -> None:
    """TF-23"""
    s = play(dusk("Purple 3"), "0 walk Purple 3, 0 step NW, 0 step W")
    assert offers(s) == [f"step {way}" for way in WAYS]
    assert refused(s, "0 done") == "TF-23 one-of-six"
    assert trail(play(s, "0 step SE")) == ["0,-1", "-1,-1", "-1,0"]
    assert asks(s) == "Act(1)"


def test_a_purple_card_moves_no_figure() -> None:
    """TF-23"""
    s = dusk("Purple 1")
    before = [goat(s), *[faceless(s, name) for name in FIGURES]]
    play(s, "0 walk Purple 1")
    assert refused(s, "0 put X1 0") == "TF-23 one-of-six"
    play(s, "0 step W")
    assert [goat(s), *[faceless(s, name) for name in FIGURES]] == before


def test_the_needle_is_read_again_before_each_step() -> None:
    """TF-24"""
    s = dusk("Yellow 3", judith="X1 0", alan="X13 0")
    play(s, "0 walk Yellow 3, 0 put X1 0")
    assert trail(s) == ["1,0", "2,0", "2,1"]


def test_a_walk_with_a_choice_goes_on_after_it() -> None:
    """TF-24 TF-03"""
    s = dusk("Blue 2", STARTS, goat="1,-2 90")
    play(s, "0 walk Blue 2, 0 put X13 90, 0 step SE")
    after = BOARD.needle(space("0,1"), [1, 7, 13], [30, 150, 90], space("1,-2"), 90)
    assert after == (WAYS.index("SE"), OFF)
    assert (trail(s), asks(s)) == (["0,1", "0,2"], "Act(1)")


def test_figures_are_not_moved_before_the_card_is_played() -> None:
    """TF-25"""
    s = dusk("Yellow 1, Red 1")
    assert refused(s, "0 put X3 90") == "TF-20 act"
    assert refused(s, "0 goat -2,0 90") == "TF-20 act"
    play(s, "0 walk Yellow 1")
    assert refused(s, "0 goat -2,0 90") == "TF-21 place-figure"
    assert refused(s, "0 walk Red 1") == "TF-21 place-figure"  # the card is committed


@pytest.mark.parametrize("put", ["X0 90", "X5 200", "X16 13"])
def test_the_needle_that_a_trial_shows_is_the_one_that_is_followed(put: str) -> None:
    """TF-25"""
    s = play(dusk("Yellow 1", team="4,-2"), "0 walk Yellow 1")
    place, facing = int(put.split()[0][1:]), int(put.split()[1])
    numbers = s.numbers
    shown = BOARD.needle(numbers[TEAM], [place, 7, 13], [facing, 0, 270], space("-3,0"), 180)
    assert shown[1] == OFF
    assert team(play(s, f"0 put {put}")) == cell(BOARD.near[space("4,-2") * 6 + shown[0]])


def test_all_see_where_the_needle_points() -> None:
    """TF-25"""
    s = play(dusk("Blue 1", STARTS, goat="1,-2 90"), "0 walk Blue 1")
    for seat in (0, 1, ONLOOKER):
        outlook = s.view(seat)["outlook"]
        assert isinstance(outlook, dict)
        assert outlook["needle"] == [way for way in s.needle() if way >= 0]
        assert len(outlook["needle"]) == 2
    outlook = dusk("Blue 1").view(ONLOOKER)["outlook"]
    assert isinstance(outlook, dict)
    assert outlook["needle"] == [WAYS.index("E")]


def test_all_see_obstacles_limits_and_how_many_threats_must_lie() -> None:
    """TF-11 TF-26 TF-71"""
    s = dusk("Red 1", obstacles=LAID_OUT, kids=" / Dylan", level="hard")
    outlook = s.view(ONLOOKER)["outlook"]
    assert isinstance(outlook, dict)
    assert (outlook["display"], outlook["limits"]) == (8, [3, 4])
    walls = [cell(number) for cells in outlook["obstacles"] for number in cells]
    assert set(walls) == {cell(number) for number in range(91) if s.walls[number]}
    assert len(outlook["obstacles"]) == 6
    outlook = dusk("Red 1", obstacles=WALL).view(ONLOOKER)["outlook"]
    assert isinstance(outlook, dict)
    assert len(outlook["obstacles"]) == 2


def test_once_the_figure_is_placed_the_team_moves_and_steps_are_final() -> None:
    """TF-25"""
    s = dusk("Blue 2", STARTS, goat="1,-2 90")
    play(s, "0 walk Blue 2, 0 put X13 90")
    assert refused(s, "0 put X13 30") == "TF-03 follow-needle"
    assert refused(s, "0 done") == "TF-03 follow-needle"


# Rest


FULL_HAND = "Green 2, Green 2, Green 2"
SIX = "Yellow 1, Yellow 2, Red 1, Red 2, Purple 2, Yellow 3"


def test_a_rest_fills_the_hand_to_three_from_the_bottom_of_the_columns() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest")
    assert offers(s) == ["draw Yellow", "draw Red", "draw Purple"]
    play(s, "0 draw Yellow, 0 draw Red")
    assert at(s, "hand.0") == ["Yellow 3", "Green 1", "Red 2"]
    assert at(s, "yellow")[:2] == ["Yellow 1", "Yellow 2"]


def test_several_cards_may_come_from_one_column() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest, 0 draw Yellow, 0 draw Yellow")
    assert at(s, "hand.0") == ["Yellow 2", "Yellow 3", "Green 1"]


def test_a_rest_of_an_empty_hand_draws_three() -> None:
    """TF-26"""
    s = dusk(" / Green 1", display=SIX, collected="Hat")
    play(s, "0 rest, 0 draw Yellow, 0 draw Yellow, 0 draw Yellow")
    assert sizes(s, "hand.0", "hand.1") == [3, 1]


def test_only_a_column_with_a_card_is_drawn_from() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest")
    assert refused(s, "0 draw Blue") == "TF-26 draw-bottom"
    assert refused(s, "0 done") == "TF-26 draw-bottom"


def test_a_full_hand_may_rest_and_draws_nothing() -> None:
    """TF-26"""
    s = play(dusk(FULL_HAND, display=SIX), "0 rest")
    assert (at(s, "hand.0"), asks(s), columns(s)) == (
        FULL_HAND.split(", "),
        "Act(1)",
        [3, 0, 1, 2, 1],
    )


def test_a_display_with_too_few_cards_is_filled_up_without_effects() -> None:
    """TF-26"""
    s = dusk("Green 1", display=SIX, top="Red 1, Red 1, Red 1", collected="Hat")
    play(s, "0 rest, 0 draw Red, 0 draw Yellow")
    assert (sum(columns(s)), at(s, "red")) == (6, ["Red 1", "Red 1", "Red 1"])
    assert (goat(s), asks(s)) == ("-3,0 180", "After(0)")


def test_a_display_with_enough_cards_is_not_filled_up() -> None:
    """TF-26"""
    s = dusk("Green 1", display=SIX, level="easy", collected="Hat")
    play(s, "0 rest, 0 draw Red, 0 draw Yellow")
    assert sum(columns(s)) == 5
    s = dusk("Green 1", display=SIX + ", Green 1, Blue 1, Blue 1", collected="Hat")
    play(s, "0 rest, 0 draw Red, 0 draw Yellow")
    assert sum(columns(s)) == 7


def test_the_display_is_filled_up_once_all_are_drawn() -> None:
    """TF-26"""
    s = play(dusk("Green 1", display=SIX), "0 rest, 0 draw Yellow")
    assert sum(columns(s)) == 5


def test_without_a_display_a_rest_draws_from_the_deck() -> None:
    """TF-26"""
    s = dusk("Green 1", top="Blue 1, Red 3, Purple 3", collected="Hat", deck=SIX)
    play(s, "0 rest")
    assert at(s, "hand.0") == ["Green 1", "Red 3", "Purple 3"]
    assert (sum(columns(s)), asks(s)) == (6, "After(0)")


def test_a_display_that_runs_out_is_followed_by_the_deck() -> None:
    """TF-26"""
    s = dusk(" / Green 1", display="Red 1, Red 2", top="Blue 1, Purple 3", collected="Hat")
    play(s, "0 rest")  # nothing to choose
    assert at(s, "hand.0") == ["Red 1", "Red 2", "Purple 3"]


def test_a_rest_is_followed_by_a_threat() -> None:
    """TF-26 TF-50"""
    s = play(
        dusk(
            FULL_HAND, display="Red 1", level="easy", top="Red 2, Blue 1, Blue 1, Green 1, Green 1"
        ),
        "0 rest",
    )
    assert goat(s) == "-1,0 180"


# Whisper


def test_any_players_card_is_given_to_any_other_with_room() -> None:
    """TF-27"""
    s = dusk("Yellow 1, Yellow 2, Yellow 3 / Green 1 / Blue 1")
    assert offers(s, "give") == [
        "give Yellow 1 to 1",
        "give Yellow 1 to 2",
        "give Yellow 2 to 1",
        "give Yellow 2 to 2",
        "give Yellow 3 to 1",
        "give Yellow 3 to 2",
        "give Green 1 to 2",
        "give Blue 1 to 1",
    ]
    play(s, "0 give Green 1 to 2")
    assert (at(s, "hand.1"), at(s, "hand.2"), asks(s)) == ([], ["Green 1", "Blue 1"], "Act(1)")


def test_one_may_give_and_take() -> None:
    """TF-27"""
    s = dusk("Yellow 1 / Green 1", display=SIX)
    assert at(play(s.clone(), "0 give Yellow 1 to 1"), "hand.1") == ["Yellow 1", "Green 1"]
    assert at(play(s.clone(), "0 give Green 1 to 0"), "hand.0") == ["Yellow 1", "Green 1"]


def test_nobody_ever_holds_more_than_three_cards() -> None:
    """TF-27"""
    s = dusk(f"Yellow 1 / {FULL_HAND}")
    assert refused(s, "0 give Yellow 1 to 1") == "TF-27 no-room"
    assert may(s, "0 give Green 2 to 0")


def test_two_players_cards_are_swapped() -> None:
    """TF-27"""
    s = dusk(f"Yellow 1 / {FULL_HAND} / Red 1, Red 1, Red 2")
    assert set(offers(s, "swap")) == {
        "swap Yellow 1 for Green 2",
        "swap Yellow 1 for Red 1",
        "swap Yellow 1 for Red 2",
        "swap Green 2 for Red 1",
        "swap Green 2 for Red 2",
    }
    play(s, "0 swap Green 2 for Red 1")
    assert at(s, "hand.1") == ["Green 2", "Green 2", "Red 1"]
    assert at(s, "hand.2") == ["Green 2", "Red 1", "Red 2"]


def test_a_whisper_is_between_two_players_and_about_their_cards() -> None:
    """TF-27"""
    s = dusk("Yellow 1, Yellow 2 / Green 1")
    assert refused(s, "0 give Yellow 1 to 0") == "TF-27 whisper"
    assert refused(s, "0 give Yellow 1 to 2") == "TF-27 whisper"
    assert refused(s, "0 give Blue 1 to 1") == "TF-27 whisper"
    assert refused(s, "0 give Yellow 1") == "TF-27 whisper"
    assert refused(s, "0 swap Yellow 1 for Yellow 2") == "TF-27 whisper"
    assert refused(s, "0 swap Yellow 1 for Blue 1") == "TF-27 whisper"


def test_one_card_is_all_that_a_whisper_moves() -> None:
    """TF-27"""
    s = play(dusk("Yellow 1, Yellow 2 / Green 1"), "0 give Yellow 1 to 1")
    assert asks(s) == "Act(1)"


# Memories in a turn


def test_one_memory_is_used_before_the_action_and_one_after_it() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Hat, Bow, School Book")
    play(s, "0 use Hat, 0 put X7 45")
    assert refused(s, "0 use Bow") == "TF-28 one-memory"
    play(s, "0 walk Purple 1, 0 step E, 0 use Bow, 0 put X1 45")
    assert (faceless(s, "Sam"), faceless(s, "Judith"), asks(s)) == ("X7 45", "X1 45", "Act(1)")
    assert at(s, "collected") == ["School Book"]


def test_the_second_memory_after_the_action_is_refused() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Street, Bow, School Book", kids="Emily")
    play(s, "0 walk Purple 1, 0 step E, 0 use Street, 0 step E")
    assert refused(s, "0 use Bow") == "TF-28 one-memory"
    assert "use" not in verbs(s)


def test_each_turn_has_its_own_memories() -> None:
    """TF-28"""
    s = dusk("Purple 1 / Purple 1, Purple 2", collected="Hat, Bow, School Book, Bags")
    play(s, "0 use Hat, 0 put X7 45, 0 walk Purple 1, 0 step E, 0 use Bow, 0 put X1 45")
    assert may(s, "1 use Bags")


def test_any_number_of_memories_is_an_option() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Hat, Bow, School Book, Bags", memories="any")
    play(s, "0 use Hat, 0 put X7 45, 0 use Bow, 0 put X1 45, 0 walk Purple 1, 0 step E")
    play(s, "0 use School Book, 0 put X13 45, 0 use Bags, 0 goat -4,0 45")
    assert (at(s, "collected"), asks(s)) == ([], "Act(1)")


def test_no_memory_need_be_used() -> None:
    """TF-28"""
    s = play(dusk("Purple 1", collected="Hat"), "0 walk Purple 1, 0 step E")
    assert offers(s) == ["use Hat", "done"]
    play(s, "0 done")
    assert (at(s, "collected"), asks(s)) == (["Hat"], "Act(1)")


def test_a_memory_collected_by_the_action_may_be_used_after_it() -> None:
    """TF-28"""
    s = play(dusk("Purple 1", lying="Hat 1,0"), "0 walk Purple 1, 0 step E")
    assert offers(s) == ["use Hat", "done"]


def test_memories_are_used_in_ones_own_turn() -> None:
    """TF-28"""
    s = dusk("Purple 1", collected="Hat")
    assert refused(s, "1 use Hat") == "TF-20 not-your-turn"


def test_no_memory_is_used_in_the_middle_of_an_action() -> None:
    """TF-28"""
    s = play(dusk("Purple 2", collected="Hat"), "0 walk Purple 2, 0 step E")
    assert refused(s, "0 use Hat") == "TF-23 one-of-six"


# Memories


def test_a_memory_is_collected_even_in_passing() -> None:
    """TF-30"""
    s = play(dusk("Yellow 2", lying="Hat 1,0, Bow 3,0"), "0 walk Yellow 2, 0 put X1 330")
    assert (trail(s), at(s, "collected")) == (["1,0", "2,0"], ["Hat"])
    assert "1,0" not in memory_spaces(s)
    assert s.spot_at(space("1,0")) < 0


def test_a_memory_is_revealed_and_kept() -> None:
    """TF-30"""
    s = dusk("Purple 1", lying="Hat 1,0")
    assert sees(s, 0, "memory.0") == 1
    play(s, "0 walk Purple 1, 0 step E")
    assert sees(s, 1, "collected") == sees(s, ONLOOKER, "collected") == ["Hat"]
    assert [(event.rule, event.seat) for event in events(s, "collect")] == [("TF-30", 0)]


def test_a_memory_is_collected_once() -> None:
    """TF-30"""
    s = play(dusk("Purple 3", lying="Hat 1,0"), "0 walk Purple 3, 0 step E, 0 step E, 0 step W")
    assert (team(s), len(events(s, "collect"))) == ("1,0", 1)


def test_all_may_use_what_was_collected() -> None:
    """TF-30"""
    s = play(dusk("Purple 1", lying="Hat 1,0"), "0 walk Purple 1, 0 step E, 0 done")
    assert may(s, "1 use Hat")


@pytest.mark.parametrize(
    ("memory", "figure", "places"),
    [
        ("Hat", "Sam", [3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("Bow", "Judith", [0, 1, 2, 3, 4, 5, 15, 16, 17]),
        ("School Book", "Alan", [9, 10, 11, 12, 13, 14, 15, 16, 17]),
    ],
)
def test_three_memories_move_a_faceless_and_not_the_team(
    memory: str, figure: str, places: list[int]
) -> None:
    """TF-40"""
    s = play(dusk("Purple 1", collected=memory), f"0 use {memory}")
    assert ring_of(s) == places
    play(s, f"0 put X{places[0]} 33")
    assert faceless(s, figure) == f"X{places[0]} 33"
    assert (trail(s), asks(s), at(s, "spent")) == ([], "Act(0)", [memory])
    assert events(s, "put")[-1].rule == "TF-40"


def test_the_bags_of_memories_move_billygoat_and_not_the_team() -> None:
    """TF-40"""
    s = play(dusk("Purple 1", collected="Bags"), "0 use Bags")
    assert refused(s, "0 goat -3,0 0") == "TF-22 goat-must-move"
    play(s, "0 goat -2,0 33")
    assert (goat(s), trail(s), asks(s)) == ("-2,0 33", [], "Act(0)")
    assert events(s, "goat")[-1].rule == "TF-40"


def test_the_street_is_one_free_step() -> None:
    """TF-40"""
    s = play(dusk("Purple 1", collected="Street", lying="Hat 0,-1"), "0 use Street")
    assert offers(s) == [f"step {way}" for way in WAYS]
    play(s, "0 step NW")
    assert (trail(s), at(s, "collected"), asks(s)) == (["0,-1"], ["Hat"], "Act(0)")


def test_a_street_into_an_obstacle_costs_a_memory() -> None:
    """TF-40 TF-42"""
    s = dusk("Purple 1", team="1,0", collected="Street, Bow", obstacles=WALL)
    play(s, "0 use Street, 0 step E")
    assert (team(s), at(s, "collected"), outcome(s)) == ("1,0", [], "")
    s = dusk("Purple 1", team="1,0", collected="Street", obstacles=WALL)
    assert outcome(play(s, "0 use Street, 0 step E")) == "trapped"


def test_the_music_player_refills_a_chosen_hand_from_the_display() -> None:
    """TF-40"""
    s = dusk(f"Purple 1 / Green 1 / {FULL_HAND}", collected="Music Player", display=SIX)
    play(s, "0 use Music Player")
    assert offers(s) == ["listen 0", "listen 1"]
    assert refused(s, "0 listen 2") == "TF-40 listener"
    play(s, "0 listen 1")
    assert s.waiting == [1]  # that player draws
    play(s, "1 draw Red, 1 draw Yellow")
    assert at(s, "hand.1") == ["Yellow 3", "Green 1", "Red 2"]
    assert (at(s, "hand.0"), sum(columns(s)), asks(s)) == (["Purple 1"], 6, "Act(0)")


def test_the_music_player_refills_to_exactly_three_even_for_dylan() -> None:
    """TF-40 TF-71"""
    s = dusk("Purple 1 / Red 1, Red 1", kids=" / Dylan", display=SIX, collected="Music Player")
    play(s, "0 use Music Player, 0 listen 1, 1 draw Yellow")
    assert sizes(s, "hand.1") == [3]


def test_who_has_three_cards_does_not_listen() -> None:
    """TF-40"""
    s = dusk(f"{FULL_HAND} / Red 1, Red 1, Red 1", collected="Music Player", display=SIX)
    play(s, "0 use Music Player")
    assert (asks(s), at(s, "spent"), sum(columns(s))) == ("Act(0)", ["Music Player"], 6)


def test_the_campfire_discards_up_to_two_bottom_cards() -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX + ", Green 1, Green 2")
    play(s, "0 use Campfire")
    assert offers(s) == ["burn Yellow", "burn Green", "burn Red", "burn Purple", "done"]
    play(s, "0 burn Yellow, 0 burn Green")
    assert at(s, "discard") == ["Yellow 3", "Green 2"]
    assert (sum(columns(s)), asks(s)) == (6, "Act(0)")


def test_both_cards_of_the_campfire_may_come_from_one_column() -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX)
    play(s, "0 use Campfire, 0 burn Yellow, 0 burn Yellow")
    assert at(s, "discard") == ["Yellow 3", "Yellow 2"]


@pytest.mark.parametrize(("script", "burnt"), [("0 done", 0), ("0 burn Red, 0 done", 1)])
def test_the_campfire_may_discard_fewer(script: str, burnt: int) -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX)
    play(s, f"0 use Campfire, {script}")
    assert (sizes(s, "discard"), sum(columns(s)), asks(s)) == ([burnt], 6, "Act(0)")


def test_after_the_campfire_the_display_is_filled_up() -> None:
    """TF-40 TF-26"""
    s = dusk("Purple 1", collected="Campfire", display=SIX, top="Red 1, Red 1")
    play(s, "0 use Campfire, 0 burn Purple, 0 burn Yellow")
    assert (at(s, "red"), goat(s)) == (["Red 1", "Red 2", "Red 1", "Red 1"], "-3,0 180")


def test_the_campfire_burns_what_is_there() -> None:
    """TF-40"""
    s = dusk("Purple 1", collected="Campfire", display=SIX)
    play(s, "0 use Campfire")
    assert refused(s, "0 burn Blue") == "TF-40 burn-bottom"


def test_the_old_rope_moves_one_obstacle_by_the_rules_of_set_up() -> None:
    """TF-40 TF-11"""
    s = dusk("Purple 1", team="-2,2", goat="3,-3 60", obstacles=LAID_OUT, collected="Old Rope")
    play(s, "0 use Old Rope, 0 lay Bog 0,-1 0,0 0,1 -1,2")
    assert lies(s, "Bog") == "0,-1 0,0 0,1 -1,2"
    assert (asks(s), s.walls[space("2,2")], s.walls[space("0,0")]) == ("Act(0)", 0, 6)


ROPE = {
    "team": "-2,2",
    "goat": "3,-3 60",
    "obstacles": LAID_OUT,
    "collected": "Old Rope",
    "lying": "Hat 3,0, Bow 1,-3, School Book 1,0, Bags -5,2, Street 2,-5, Music Player 2,3, Campfire -1,3",
}


def test_the_old_rope_offers_every_other_lawful_place_and_no_other() -> None:
    """TF-40 TF-11"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    taken = {space(words) for words in (*memory_spaces(s), team(s), goat(s).split()[0])}
    lawful: set[Move] = set()
    for obstacle in range(1, 6):
        others = [
            BOARD.placements[other][s.numbers[OBSTACLE + other]].cells
            for other in range(6)
            if other != obstacle
        ]
        walls = {BOARD.cells[number] for cells in others for number in cells}
        for index, way in enumerate(BOARD.placements[obstacle]):
            cells = {BOARD.cells[number] for number in way.cells}
            if index == s.numbers[OBSTACLE + obstacle] or taken & set(way.cells):
                continue
            if all(apart(one, two) > 1 for one, two in product(cells, walls)):
                if reachable(walls | cells) == 91 - len(walls | cells):
                    lawful.add(Move("lay", obstacle, index))
    assert set(s.legal_moves(0)) == lawful
    assert {move.about[0] for move in lawful} == {1, 2, 3, 4, 5}


def test_the_old_rope_leaves_figures_memories_and_other_obstacles_alone() -> None:
    """TF-40 TF-11"""
    s = play(dusk("Purple 1", ROPE), "0 use Old Rope")
    assert refused(s, "0 lay Brambles 2,-1 3,-2 2,-2") == "TF-11 obstacle-place"
    assert refused(s, "0 lay Bog 2,2 1,3 0,4 -1,4") == "TF-11 obstacle-place"  # as it lies
    assert refused(s, "0 lay Entrance -4,4 -3,3 -4,3") == "TF-11 obstacle-place"
    assert refused(s, "0 done") == "TF-11 obstacle-place"


def test_a_used_memory_is_not_used_again() -> None:
    """TF-41"""
    s = dusk("Purple 1, Purple 2", collected="Bow", spent="Hat")
    assert offers(s, "use") == ["use Bow"]
    assert refused(s, "0 use Hat") == "TF-41 not-collected"
    assert refused(s, "0 use Campfire") == "TF-41 not-collected"
    play(s, "0 use Bow, 0 put X1 0, 0 walk Purple 1, 0 step E")
    assert (at(s, "spent"), asks(s)) == (["Hat", "Bow"], "Act(1)")


def test_used_memories_count_for_victory() -> None:
    """TF-41 TF-65"""
    s = play(dusk("Purple 1", lying="Hat 1,0", spent=SEVEN), "0 walk Purple 1, 0 step E")
    assert outcome(s) == "won"
    assert GAME.standing(s).scores == [(1, 8)] * 2


def test_each_step_into_an_obstacle_costs_a_memory() -> None:
    """TF-42"""
    s = dusk("Yellow 3", obstacles=WALL, collected="Hat, Bow")
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert offers(s) == ["spend Hat", "spend Bow"]
    play(s, "0 spend Bow")  # the third step leaves nothing to choose
    assert (trail(s), at(s, "collected"), at(s, "spent")) == (["1,0"], [], ["Hat", "Bow"])
    assert (outcome(s), len(events(s, "hit")), asks(s)) == ("", 2, "Act(1)")


def test_with_too_few_memories_the_game_is_lost() -> None:
    """TF-42 TF-66"""
    s = dusk("Yellow 3", obstacles=WALL, collected="Hat", spent="Bow")
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert (outcome(s), team(s), at(s, "spent")) == ("trapped", "1,0", ["Hat", "Bow"])


def test_without_a_memory_the_first_step_into_an_obstacle_loses_the_game() -> None:
    """TF-42 TF-66"""
    s = dusk("Yellow 2", obstacles=WALL)
    assert outcome(play(s, "0 walk Yellow 2, 0 put X1 330")) == "trapped"


def test_the_players_choose_which_memory_is_spent_without_its_effect() -> None:
    """TF-42"""
    s = dusk("Yellow 2", obstacles=WALL, collected="Hat, Street, Bags", spent="Bow")
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert offers(s) == ["spend Hat", "spend Bags", "spend Street"]
    assert refused(s, "0 spend Bow") == "TF-42 spend-one"
    assert refused(s, "0 use Street") == "TF-42 spend-one"
    play(s, "0 spend Street")
    assert (team(s), at(s, "spent"), asks(s)) == ("1,0", ["Bow", "Street"], "After(0)")


def test_a_memory_spent_on_an_obstacle_is_not_the_one_of_the_window() -> None:
    """TF-42 TF-28"""
    s = dusk("Yellow 2", obstacles=WALL, collected="Hat, Street")
    play(s, "0 walk Yellow 2, 0 put X1 330, 0 spend Hat, 0 use Street, 0 step W")
    assert team(s) == "0,0"


def test_a_purple_card_may_turn_away_from_the_obstacle() -> None:
    """TF-42 TF-23"""
    s = dusk("Purple 3", team="1,0", obstacles=WALL, collected="Hat, Bow")
    play(s, "0 walk Purple 3, 0 step E, 0 spend Hat, 0 step W, 0 step W")
    assert (team(s), at(s, "collected")) == ("-1,0", ["Bow"])


def test_the_entrance_is_an_obstacle() -> None:
    """TF-42"""
    s = play(dusk("Purple 1", team="-2,3", collected="Hat"), "0 walk Purple 1, 0 step W")
    assert (team(s), at(s, "spent")) == ("-2,3", ["Hat"])


# Threats


def test_the_next_event_card_joins_the_bottom_of_its_column() -> None:
    """TF-50"""
    s = dusk("Purple 1", display="Blue 1, Red 1", top="Blue 3", threat=True)
    assert (at(s, "blue")[:2], at(s, "red"), sizes(s, "next", "threat")) == (
        ["Blue 1", "Blue 3"],
        ["Red 1"],
        [0, 0],
    )


def test_only_the_colour_that_was_revealed_strikes() -> None:
    """TF-50"""
    display = "Red 1, Red 1, Purple 1, Purple 1, Green 1, Green 1, Blue 1, Blue 1"
    s = dusk("Purple 1", display=display, top="Yellow 1", threat=True)
    assert (team(s), goat(s), at(s, "hand.0"), asks(s)) == (
        "0,0",
        "-3,0 180",
        ["Purple 1"],
        "Act(1)",
    )
    assert sum(columns(s)) == 9


@pytest.mark.parametrize("count", [1, 2, 4])
def test_for_each_purple_card_the_team_follows_the_needle(count: int) -> None:
    """TF-51"""
    display = ", ".join(["Purple 1"] * (count - 1))
    s = dusk("Red 1", display=display, top="Purple 3", threat=True)
    assert trail(s) == ["1,0", "2,0", "3,0", "4,0"][:count]


def test_a_purple_threat_reads_the_needle_again_before_each_step() -> None:
    """TF-51 TF-24"""
    figures = {"judith": "X1 0", "alan": "X13 0"}
    s = dusk("Red 1", figures, display="Purple 1, Purple 1", top="Purple 1", threat=True)
    assert trail(s) == ["1,0", "2,0", "2,1"]


def test_a_purple_threat_may_hit_an_obstacle_or_collect_a_memory() -> None:
    """TF-51 TF-42"""
    table = {"display": "Purple 1", "top": "Purple 2", "obstacles": WALL}
    s = dusk("Red 1", table, lying="Hat 1,0", threat=True)
    assert (team(s), at(s, "spent"), outcome(s)) == ("1,0", ["Hat"], "")
    assert outcome(dusk("Red 1", table, threat=True)) == "trapped"


def test_between_two_spaces_the_current_player_chooses_for_a_purple_threat() -> None:
    """TF-51 TF-03"""
    s = dusk("Red 1", NO_FACELESS, seat=1, goat="-2,0 90", top="Purple 1", threat=True)
    assert (s.waiting, sorted(offers(s))) == ([1], ["step NE", "step NW"])
    assert team(play(s, "1 step NW")) == "0,-1"


@pytest.mark.parametrize(("count", "where"), [(1, "-4,0 180"), (2, "-3,0 180"), (3, "-2,0 180")])
def test_for_each_red_card_billygoat_comes_a_space_nearer(count: int, where: str) -> None:
    """TF-52"""
    display = ", ".join(["Red 1"] * (count - 1))
    s = dusk("Red 3", goat="-5,0 0", display=display, top="Red 2", threat=True)
    assert goat(s) == where


def test_then_its_blank_half_faces_the_team() -> None:
    """TF-52"""
    s = dusk("Red 3", NO_FACELESS, goat="3,-3 0", top="Red 2", threat=True)
    assert goat(s) == "2,-2 60"
    assert needle(s) == "SW"


def test_players_choose_among_equal_paths() -> None:
    """TF-52"""
    s = dusk("Red 3", seat=1, goat="-3,1 0", top="Red 2", threat=True)
    assert (s.waiting, sorted(offers(s))) == ([1], ["chase -2,0", "chase -2,1"])
    assert refused(s, "1 chase -3,0") == "TF-52 shortest-path"
    play(s, "1 chase -2,1")
    assert goat(s).split()[0] == "-2,1"


def test_each_step_of_billygoat_is_chosen_anew() -> None:
    """TF-52"""
    s = dusk("Red 3", goat="-4,2 0", display="Red 1", top="Red 2", threat=True)
    play(s, "0 chase -3,1")
    assert sorted(offers(s)) == ["chase -2,0", "chase -2,1"]


def test_billygoat_walks_around_obstacles() -> None:
    """TF-52"""
    s = dusk("Red 3", goat="3,0 0", team="1,0", obstacles=WALL, top="Red 2", threat=True)
    assert sorted(offers(s)) == ["chase 3,-1", "chase 3,1"]
    s = dusk("Red 3", goat="3,0 0", team="1,-1", obstacles=WALL, top="Red 2", threat=True)
    assert goat(s).split()[0] == "3,-1"


def test_billygoat_walks_through_memories_and_leaves_them() -> None:
    """TF-52"""
    s = dusk("Red 3", lying="Hat -2,0", top="Red 2", threat=True)
    assert (goat(s), memory_spaces(s)["-2,0"]) == ("-2,0 180", "Hat")


def test_billygoat_never_uses_the_maze() -> None:
    """TF-52 TF-60"""
    s = dusk("Red 3", goat="5,0 0", team="-5,0", top="Red 2", threat=True)
    assert goat(s).split()[0] == "4,0"


def test_a_billygoat_without_a_path_stays_and_turns() -> None:
    """TF-52"""
    table = {"goat": "5,0 77", "obstacles": CORNER, "display": "Red 1", "top": "Red 2"}
    s = dusk("Red 3", table, threat=True)
    assert (goat(s), outcome(s)) == ("5,0 0", "")


def threats(colour: str, count: int) -> str:
    """So many cards of a colour; a 1 is left to be revealed."""
    return ", ".join([f"{colour} {value}" for value in [2, 2, 2, 3, 1, 1, 1, 1, 1][:count]])


@pytest.mark.parametrize(
    ("count", "turned"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 3)]
)
def test_for_each_pair_of_yellow_cards_a_different_faceless_turns_about(
    count: int, turned: int
) -> None:
    """TF-53"""
    s = dusk("Red 3", display=threats("Yellow", count - 1), top="Yellow 1", threat=True)
    facings = [faceless(s, name) for name in FIGURES]
    assert facings == ["X1 330", "X7 0", "X13 270"] or count >= 6
    for _ in range(turned if turned < 3 else 2):  # the last one leaves nothing to choose
        all_answer(s)
    assert asks(s) == "Act(1)"
    after = ["X1 150", "X7 180", "X13 90"][:turned]
    assert [faceless(s, name) for name in FIGURES][:turned] == after
    assert len(events(s, "face")) == turned


def test_a_faceless_turns_about_wherever_it_stands() -> None:
    """TF-53"""
    s = dusk("Red 3", judith="X0 0", display="Yellow 2", top="Yellow 1", threat=True)
    assert offers(s) == ["turn_about Judith", "turn_about Sam", "turn_about Alan"]


def test_the_players_choose_the_faceless_and_none_twice() -> None:
    """TF-53"""
    s = dusk("Red 3", seat=1, display=threats("Yellow", 3), top="Yellow 1", threat=True)
    assert s.waiting == [1]
    assert offers(s) == ["turn_about Judith", "turn_about Sam", "turn_about Alan"]
    play(s, "1 turn_about Sam")
    assert offers(s) == ["turn_about Judith", "turn_about Alan"]
    assert refused(s, "1 turn_about Sam") == "TF-53 another-faceless"
    play(s, "1 turn_about Alan")
    assert [faceless(s, name) for name in FIGURES] == ["X1 330", "X7 180", "X13 90"]


@pytest.mark.parametrize(("count", "added"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_for_each_pair_of_blue_cards_one_more_card_joins_the_display(
    count: int, added: int
) -> None:
    """TF-54"""
    s = dusk(
        "Red 3", display=threats("Blue", count - 1), top="Red 1, Red 1, Red 2, Blue 1", threat=True
    )
    assert columns(s) == [0, 0, count, added, 0]
    assert (goat(s), asks(s)) == ("-3,0 180", "Act(1)")  # without its effect


def test_blue_cards_that_are_added_add_no_more() -> None:
    """TF-54"""
    s = dusk("Red 3", display="Blue 1", top="Red 1, Blue 1, Blue 2", threat=True)
    assert columns(s) == [0, 0, 3, 0, 0]


@pytest.mark.parametrize(
    ("count", "discards"),
    [
        (1, [0, 0, 0]),
        (2, [0, 1, 0]),
        (3, [0, 1, 0]),
        (4, [0, 1, 1]),
        (6, [1, 1, 1]),
        (8, [1, 2, 1]),
    ],
)
def test_for_each_pair_of_green_cards_a_player_discards_clockwise(
    count: int, discards: list[int]
) -> None:
    """TF-55"""
    hands = "Red 1, Red 1, Red 1 / Blue 1, Blue 1, Blue 1 / Purple 1, Purple 1, Purple 1"
    s = dusk(hands, seat=1, display=threats("Green", count - 1), top="Green 1", threat=True)
    order: list[Seat] = []
    while asks(s).startswith("Darken"):
        order += s.waiting
        all_answer(s)
    assert order == [1, 2, 0, 1][: count // 2]
    assert [3 - size for size in sizes(s, "hand.0", "hand.1", "hand.2")] == discards
    assert asks(s) == "Act(2)"


def test_each_chooses_the_card_to_discard() -> None:
    """TF-55"""
    s = dusk("Red 1, Red 2 / Blue 1", display="Green 1", top="Green 1", threat=True)
    assert offers(s) == ["discard Red 1", "discard Red 2"]
    assert refused(s, "0 discard Blue 1") == "TF-55 discard-one"
    play(s, "0 discard Red 2")
    assert (at(s, "hand.0"), at(s, "discard")) == (["Red 1"], ["Red 2"])


def test_who_has_no_card_discards_the_top_event_card() -> None:
    """TF-55"""
    s = dusk(" / Blue 1", display="Green 1", top="Red 3, Green 1", threat=True)
    assert (at(s, "discard"), at(s, "hand.1"), goat(s)) == (["Red 3"], ["Blue 1"], "-3,0 180")


def test_who_has_discarded_the_last_card_discards_from_the_deck_the_next_time() -> None:
    """TF-55"""
    s = dusk("Red 1 / Blue 1", display=threats("Green", 5), top="Red 3, Green 1", threat=True)
    assert at(s, "discard") == ["Red 1", "Blue 1", "Red 3"]


EMPTY = {"deck": "", "top": ""}


def test_a_threat_from_an_empty_deck_loses_the_game() -> None:
    """TF-56 TF-66"""
    s = play(dusk("Purple 1 / Red 1", EMPTY), "0 walk Purple 1, 0 step E")
    assert (outcome(s), team(s), GAME.standing(s).reason) == ("deck-empty", "1,0", "deck-empty")


def test_the_last_event_card_loses_nothing() -> None:
    """TF-56"""
    s = play(dusk("Purple 1 / Red 1", deck="Blue 1", top=""), "0 walk Purple 1, 0 step E")
    assert (outcome(s), asks(s), at(s, "blue")) == ("", "Act(1)", ["Blue 1"])


@pytest.mark.parametrize(
    ("table", "script"),
    [
        ({"display": "Red 1", **EMPTY, "level": "easy"}, "0 rest, 0 draw Red"),
        ({"display": "Red 1, Blue 1", "deck": "Blue 1", "top": ""}, "0 rest, 0 draw Red"),
        ({**EMPTY}, "0 rest"),
        ({"display": "Red 1", **EMPTY, "collected": "Campfire"}, "0 use Campfire, 0 burn Red"),
    ],
)
def test_a_rest_or_a_fire_that_empties_the_deck_loses_the_game(
    table: dict[str, str], script: str
) -> None:
    """TF-56 TF-26"""
    s = dusk("Green 1, Green 1", table)
    for line in script.split(", "):
        if s.waiting and may(s, line):
            play(s, line)
    assert outcome(s) == "deck-empty"


@pytest.mark.parametrize(
    ("display", "top", "hands"), [("Blue 1", "Blue 2", "Red 1"), ("Green 1", "Green 2", "")]
)
def test_a_threat_that_must_draw_from_an_empty_deck_loses_the_game(
    display: str, top: str, hands: str
) -> None:
    """TF-56"""
    s = dusk(f"{hands} / Red 1", display=display, top=top, deck="", threat=True)
    assert outcome(s) == "deck-empty"


# Other rules


def off_board() -> list[tuple[str, str]]:
    """Each space and direction that lead off the board."""
    ways = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    return [
        (f"{q},{r}", WAYS[index])
        for q, r in BOARD.cells
        for index, (dq, dr) in enumerate(ways)
        if (q + dq, r + dr) not in BOARD.space_at
    ]


def far_end(where: str, way: str) -> str:
    """TF-60 By what a line keeps: its row, its column or their sum."""
    q, r = BOARD.cells[space(where)]
    kept = {"E": r, "W": r, "NE": q + r, "SW": q + r, "NW": q, "SE": q}[way]
    jump = 10 - abs(kept)
    dq, dr = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}[
        way
    ]
    return f"{q - jump * dq},{r - jump * dr}"


def mirrored(where: str, way: str) -> str:
    q, r = BOARD.cells[space(where)]
    return f"{-q},{-r}"


@pytest.mark.parametrize(("maze", "arrival"), [("line", far_end), ("mirrored", mirrored)])
def test_off_the_board_the_team_comes_in_on_the_far_side(
    maze: str, arrival: Callable[[str, str], str]
) -> None:
    """TF-60"""
    pairs = off_board()
    assert len(pairs) == 66
    for where, way in pairs:
        s = dusk("Purple 1", team=where, maze=maze)
        assert team(play(s, f"0 walk Purple 1, 0 step {way}")) == arrival(where, way)


def test_the_two_readings_agree_on_lines_through_the_middle() -> None:
    """TF-60"""
    agreed = [pair for pair in off_board() if far_end(*pair) == mirrored(*pair)]
    assert len(agreed) == 6


def test_the_line_of_travel_is_what_is_played_by_default() -> None:
    """TF-60"""
    s = play(dusk("Purple 1", team="5,-2"), "0 walk Purple 1, 0 step E")
    assert team(s) == "-3,-2"


def test_the_needle_leads_off_the_board_too() -> None:
    """TF-60 TF-24"""
    s = dusk("Red 2", NO_FACELESS, team="5,-2", goat="2,-2 180")
    play(s, "0 walk Red 2, 0 goat 3,-2 180")
    assert trail(s)[0] == "-3,-2"


def test_what_stands_on_the_far_side_applies() -> None:
    """TF-60"""
    step = "0 walk Purple 1, 0 step W"
    s = play(dusk("Purple 1", team="-4,-1", lying="Hat 5,-1"), step)
    assert (team(s), at(s, "collected")) == ("5,-1", ["Hat"])
    s = play(dusk("Purple 1", team="-4,-1", goat="5,-1 0"), step)
    assert outcome(s) == "caught"
    brambles = "Brambles 4,0 4,-1 5,-1"
    s = play(dusk("Purple 1", team="-4,-1", obstacles=brambles, collected="Hat"), step)
    assert (team(s), at(s, "spent")) == ("-4,-1", ["Hat"])
    s = play(dusk("Purple 1", team="-4,-1", obstacles=brambles), step)
    assert outcome(s) == "trapped"


STRICT = {"collisions": "remove"}


def test_magnets_do_not_collide_by_default() -> None:
    """TF-61"""
    s = play(dusk("Red 1", goat="4,-3 0"), "0 walk Red 1, 0 goat 5,-3 0")
    assert faceless(s, "Judith") == "X1 330"


def test_as_an_option_a_faceless_that_touches_billygoat_is_removed() -> None:
    """TF-61"""
    s = play(dusk("Red 1", STRICT, goat="4,-3 0"), "0 walk Red 1, 0 goat 5,-3 0")
    assert [faceless(s, name) for name in FIGURES] == ["off", "X7 0", "X13 270"]
    assert goat(s) == "5,-3 0"


def test_so_is_a_faceless_that_is_moved_to_billygoat() -> None:
    """TF-61"""
    s = dusk("Yellow 1", STRICT, goat="5,-5 0")
    play(s, "0 walk Yellow 1, 0 put X2 0")
    assert (faceless(s, "Judith"), goat(s)) == ("off", "5,-5 0")


def test_so_is_one_to_which_billygoat_is_drawn_by_a_threat() -> None:
    """TF-61 TF-52"""
    s = dusk("Yellow 1", STRICT, team="5,-1", goat="5,-4 0", top="Red 1", threat=True)
    assert (goat(s).split()[0], faceless(s, "Judith")) == ("5,-3", "off")


def test_a_faceless_farther_off_stays() -> None:
    """TF-61"""
    s = play(dusk("Red 1", STRICT, goat="5,-4 0"), "0 walk Red 1, 0 goat 4,-3 0")
    assert faceless(s, "Judith") == "X1 330"


def test_a_removed_faceless_has_no_field() -> None:
    """TF-61"""
    table = {"team": "5,-1", "goat": "4,-3 0"}
    move = "0 walk Red 1, 0 goat 5,-3 180"
    assert trail(play(dusk("Red 1", table | STRICT), move)) == ["4,0"]
    assert trail(play(dusk("Red 1", table), move)) == ["-4,-1"]


def test_a_removed_faceless_returns_to_any_external_space_not_next_to_another() -> None:
    """TF-61"""
    s = play(dusk("Yellow 1", STRICT, judith="off"), "0 walk Yellow 1")
    assert ring_of(s) == [0, 1, 2, 3, 4, 5, 9, 10, 11, 15, 16, 17]
    assert refused(s, "0 put X8 0") == "TF-21 too-close"
    assert faceless(play(s, "0 put X10 45"), "Judith") == "X10 45"


def test_a_removed_faceless_bars_no_way() -> None:
    """TF-61"""
    s = play(dusk("Blue 1", STRICT, judith="off"), "0 walk Blue 1")
    assert ring_of(s) == [place for place in range(18) if place not in (6, 7, 8)]


def test_a_memory_brings_a_removed_faceless_back() -> None:
    """TF-61 TF-40"""
    s = dusk("Yellow 1", STRICT, judith="off", collected="Bow")
    assert faceless(play(s, "0 use Bow, 0 put X10 45"), "Judith") == "X10 45"


def test_a_removed_faceless_is_not_turned() -> None:
    """TF-61 TF-53 TF-77"""
    display = threats("Yellow", 7)
    s = dusk("Yellow 1", STRICT, judith="off", display=display, top="Yellow 1", threat=True)
    assert offers(s) == ["turn_about Sam", "turn_about Alan"]
    assert asks(play(s, "0 turn_about Sam")) == "Act(1)"
    s = dusk("Red 1", STRICT, judith="off", kids="Emily")
    assert refused(s, "0 turn Judith 90") == "TF-77 turn-one"
    assert not [words for words in offers(s, "turn") if "Judith" in words]


# The end


def test_a_memory_on_the_first_space_is_still_to_be_collected() -> None:
    """TF-65"""
    s = dusk("Purple 1", lying="Hat 1,0, Bow 0,-5", collected=", ".join(MEMORIES[2:]))
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == ""


def test_all_win_when_the_eighth_memory_is_collected() -> None:
    """TF-65"""
    s = dusk("Purple 1", lying="Hat 1,0", collected=SEVEN, players=3)
    play(s, "0 walk Purple 1, 0 step E")
    assert (outcome(s), s.waiting, s.agenda) == ("won", [], [])
    standing = GAME.standing(s)
    assert (standing.ranks, standing.rule, standing.reason) == ([1, 1, 1], "TF-65", "won")


def test_seven_memories_do_not_win() -> None:
    """TF-65"""
    s = dusk("Purple 1", lying="Hat 1,0, Bow 0,1", collected=", ".join(MEMORIES[2:]))
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == ""


@pytest.mark.parametrize("where", ["0,-5", "0,5", "0,0"])
def test_a_memory_that_still_lies_anywhere_is_missing(where: str) -> None:
    """TF-65"""
    others = ", ".join(MEMORIES[2:])
    s = dusk("Purple 1", team="2,0", lying=f"Hat 3,0, Bow {where}", collected=others)
    assert outcome(play(s, "0 walk Purple 1, 0 step E")) == ""


def test_the_game_is_won_in_the_middle_of_a_walk() -> None:
    """TF-65"""
    s = dusk("Yellow 3", EMPTY, lying="Hat 1,0", collected=SEVEN, obstacles=WALL)
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert (outcome(s), trail(s)) == ("won", ["1,0"])


def test_the_game_is_won_by_a_threat() -> None:
    """TF-65 TF-51"""
    s = dusk("Red 1", lying="Hat 1,0", collected=SEVEN, top="Purple 1", threat=True)
    assert outcome(s) == "won"


def test_all_lose_when_the_team_walks_into_billygoat() -> None:
    """TF-66"""
    s = dusk("Yellow 3", goat="2,0 180", players=3)
    play(s, "0 walk Yellow 3, 0 put X1 330")
    assert (outcome(s), trail(s), s.waiting) == ("caught", ["1,0", "2,0"], [])
    standing = GAME.standing(s)
    assert (standing.ranks, standing.rule, standing.reason) == ([2, 2, 2], "TF-66", "caught")


def test_all_lose_when_billygoat_is_moved_onto_the_team() -> None:
    """TF-66 TF-22"""
    s = play(dusk("Red 2", goat="1,0 0"), "0 walk Red 2, 0 goat 0,0 90")
    assert (outcome(s), trail(s)) == ("caught", [])


def test_all_lose_when_a_memory_moves_billygoat_onto_the_team() -> None:
    """TF-66 TF-40"""
    s = play(dusk("Red 2", goat="1,0 0", collected="Bags"), "0 use Bags, 0 goat 0,0 90")
    assert outcome(s) == "caught"


def test_all_lose_when_a_threat_brings_billygoat_to_the_team() -> None:
    """TF-66 TF-52"""
    s = dusk("Red 1", goat="-2,0 0", display="Red 1, Red 2", top="Red 1", threat=True)
    assert (outcome(s), len(events(s, "chase"))) == ("caught", 2)


def test_all_lose_when_a_threat_brings_the_team_to_billygoat() -> None:
    """TF-66 TF-51"""
    s = dusk("Red 1", goat="2,0 180", display="Purple 1, Purple 1", top="Purple 1", threat=True)
    assert (outcome(s), trail(s)) == ("caught", ["1,0", "2,0"])


def test_a_memory_under_billygoat_wins_nothing() -> None:
    """TF-66"""
    s = dusk("Purple 1", goat="1,0 0", lying="Hat 1,0", collected=SEVEN)
    play(s, "0 walk Purple 1, 0 step E")
    assert (outcome(s), sizes(s, "collected")) == ("caught", [7])


def test_when_it_is_over_nothing_more_is_allowed() -> None:
    """TF-66"""
    s = play(dusk("Red 2", goat="1,0 0"), "0 walk Red 2, 0 goat 0,0 90")
    assert refused(s, "1 rest") == "game-over"


# Kids


def test_lily_whispers_once_for_free_before_or_after_the_action() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1", kids="Lily")
    play(s, "0 free_give Green 1 to 0")
    assert (asks(s), at(s, "hand.0")) == ("Act(0)", ["Yellow 1", "Green 1", "Red 1"])
    assert refused(s, "0 free_give Green 1 to 1") == "TF-70 power-used"
    play(s, "0 walk Yellow 1, 0 put X1 330")
    assert asks(s) == "Act(1)"  # nothing is left for after


def test_lily_may_wait_until_after_the_action() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1", kids="Lily")
    play(s, "0 walk Yellow 1, 0 put X1 330, 0 free_swap Red 1 for Green 1")
    assert (at(s, "hand.0"), at(s, "hand.1"), asks(s)) == (["Green 1"], ["Red 1"], "Act(1)")


def test_lilys_action_may_be_a_whisper_too() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1", kids="Lily")
    play(s, "0 give Yellow 1 to 1, 0 free_give Red 1 to 1")
    assert (sizes(s, "hand.0", "hand.1"), asks(s)) == ([0, 3], "Act(1)")


def test_lily_may_leave_it_and_has_it_again_the_next_turn() -> None:
    """TF-70"""
    s = dusk("Yellow 1, Red 1 / Green 1, Green 1", kids="Lily", top="Green 3, Blue 3, Yellow 3")
    play(s, "0 free_give Green 1 to 0, 0 walk Yellow 1, 0 put X1 330, 1 walk Green 1, 1 put X7 0")
    assert may(s, "0 free_give Red 1 to 1")
    play(s, "0 walk Red 1, 0 goat -4,0 180, 0 done")
    assert asks(s) == "Act(1)"


def test_lilys_whisper_keeps_the_limit_and_is_hers_alone() -> None:
    """TF-70 TF-27"""
    s = dusk(f"Yellow 1 / {FULL_HAND}", kids="Lily")
    assert refused(s, "0 free_give Yellow 1 to 1") == "TF-27 no-room"
    s = dusk("Yellow 1 / Green 1", kids="Emily / Lily")
    assert refused(s, "0 free_give Yellow 1 to 1") == "TF-70 not-your-kid"
    assert refused(s, "0 free_swap Yellow 1 for Green 1") == "TF-70 not-your-kid"


def test_dylan_starts_with_four_cards() -> None:
    """TF-71"""
    tables = [deal(3, seed) for seed in range(40)]
    hands = {
        (at(s, f"kid.{seat}") == ["Dylan"], len(s.hand(seat))) for s in tables for seat in range(3)
    }
    assert hands == {(True, 4), (False, 3)}


def test_dylan_rests_to_four_cards() -> None:
    """TF-71"""
    s = dusk("Green 1, Green 1", kids="Dylan", display=SIX)
    play(s, "0 rest, 0 draw Yellow, 0 draw Yellow")
    assert sizes(s, "hand.0") == [4]


def test_dylan_may_be_given_a_fourth_card_and_no_fifth() -> None:
    """TF-71 TF-27"""
    s = dusk(f"Yellow 1, Yellow 2 / {FULL_HAND}", kids=" / Dylan")
    play(s, "0 give Yellow 1 to 1")
    assert sizes(s, "hand.1") == [4]
    s = dusk(f"Yellow 1, Yellow 2 / {FULL_HAND}, Green 1", kids=" / Dylan")
    assert refused(s, "0 give Yellow 1 to 1") == "TF-27 no-room"


def test_matt_may_walk_with_two_cards_the_first_resolved_first() -> None:
    """TF-72"""
    s = dusk("Purple 1, Red 1, Yellow 1", kids="Matt")
    play(s, "0 walk Purple 1, 0 step W")
    assert (at(s, "discard"), offers(s)) == (
        ["Purple 1"],
        ["walk Yellow 1", "walk Red 1", "done"],
    )
    play(s, "0 walk Red 1, 0 goat -4,0 180")
    assert (trail(s), at(s, "discard"), asks(s)) == (
        ["-1,0", "0,0"],
        ["Purple 1", "Red 1"],
        "Act(1)",
    )


def test_matt_may_stop_after_one_card() -> None:
    """TF-72"""
    s = play(dusk("Purple 1, Red 1", kids="Matt"), "0 walk Purple 1, 0 step W, 0 done")
    assert (at(s, "hand.0"), asks(s)) == (["Red 1"], "Act(1)")


def test_matts_second_card_is_a_walk() -> None:
    """TF-72"""
    s = play(dusk("Purple 1, Red 1", kids="Matt"), "0 walk Purple 1, 0 step W")
    assert refused(s, "0 rest") == "TF-72 second-card"
    assert refused(s, "0 walk Blue 1") == "TF-72 second-card"


def test_others_walk_with_one_card() -> None:
    """TF-72"""
    s = play(dusk("Purple 1, Red 1", kids=" / Matt"), "0 walk Purple 1, 0 step W")
    assert asks(s) == "Act(1)"


def test_karyn_may_look_at_the_top_event_card() -> None:
    """TF-73"""
    s = dusk("Purple 1", kids="Karyn", deck="Blue 1, Blue 2, Green 1", top="")
    play(s, "0 peek")
    (shown,) = at(s, "next")
    assert (sees(s, 0, "next"), sees(s, 1, "next"), sizes(s, "deck")) == ([shown], [shown], [2])
    assert refused(s, "0 peek") == "TF-73 power-used"
    play(s, "0 walk Purple 1, 0 step E")
    assert at(s, shown.split()[0].lower()) == [shown]  # it is the threat that comes


def test_karyn_looks_at_the_start_of_her_turn() -> None:
    """TF-73"""
    s = dusk("Purple 1", kids="Karyn", collected="Hat, Bow", top="")
    play(s, "0 use Hat, 0 put X7 0")
    assert refused(s, "0 peek") == "TF-73 peek"
    play(s, "0 walk Purple 1, 0 step E")
    assert refused(s, "0 peek") == "TF-73 peek"


def test_nobody_else_looks() -> None:
    """TF-73"""
    assert refused(dusk("Purple 1", kids="Lily", top=""), "0 peek") == "TF-73 not-your-kid"


@pytest.mark.parametrize("action", ["0 rest", "0 give Green 2 to 1"])
def test_when_karyn_rests_or_whispers_the_threat_has_no_effect(action: str) -> None:
    """TF-73"""
    s = dusk(FULL_HAND, kids="Karyn", display=SIX, top="Red 2")
    play(s, action)
    assert (goat(s), at(s, "red"), asks(s)) == ("-3,0 180", ["Red 1", "Red 2", "Red 2"], "Act(1)")


def test_when_karyn_walks_the_threat_has_its_effect() -> None:
    """TF-73"""
    s = dusk("Purple 1", kids="Karyn", top="Red 2")
    play(s, "0 walk Purple 1, 0 step E")
    assert goat(s) == "-2,0 180"


def test_the_next_players_threat_has_its_effect_again() -> None:
    """TF-73"""
    s = dusk(f"{FULL_HAND} / Purple 1", kids="Karyn", display="Green 1, Green 3", level="easy",
             top="Red 2, Blue 3, Blue 1, Blue 1, Blue 1")  # fmt: skip
    play(s, "0 rest, 1 walk Purple 1, 1 step E")
    assert goat(s) == "-2,0 180"


def test_whoever_else_rests_has_a_threat_with_its_effect() -> None:
    """TF-73"""
    s = dusk(FULL_HAND, kids=" / Karyn", display=SIX, top="Red 2")
    assert outcome(play(s, "0 rest")) == "caught"  # the third red card, from three spaces away


def test_when_luke_rests_he_may_move_the_team_to_any_adjacent_space() -> None:
    """TF-74"""
    s = play(dusk(FULL_HAND, kids="Luke", display=SIX, lying="Hat 0,-1"), "0 rest")
    assert set(offers(s)) == {
        "done",
        *[f"lead {words}" for words in ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")],
    }
    assert refused(s, "0 lead 2,0") == "TF-74 lead"
    play(s, "0 lead 0,-1")
    assert (trail(s), at(s, "collected")) == (["0,-1"], ["Hat"])


def test_luke_may_leave_the_team_where_it_is() -> None:
    """TF-74"""
    s = play(dusk(FULL_HAND, kids="Luke", display=SIX), "0 rest, 0 done")
    assert (team(s), asks(s)) == ("0,0", "Act(1)")


def test_luke_leads_neither_into_an_obstacle_nor_off_the_board() -> None:
    """TF-74"""
    s = dusk(FULL_HAND, kids="Luke", display=SIX, team="5,0", obstacles="Brambles 4,0 4,-1 5,-1")
    assert offers(play(s, "0 rest")) == ["done", "lead 4,1"]


def test_luke_may_lead_before_he_fills_his_hand() -> None:
    """TF-74"""
    s = play(dusk("Yellow 1, Green 1", kids="Luke", display="Red 1, Red 2, Red 3"), "0 rest")
    assert (asks(s), len(s.hand(0))) == ("LukesStep(0)", 2)
    play(s, "0 lead 1,0")
    assert (trail(s)[0], len(s.hand(0))) == ("1,0", 3)
    assert asks(s) != "LukesStep(0)"  # only once


def test_luke_may_lead_after_he_has_filled_his_hand() -> None:
    """TF-74"""
    s = dusk("Yellow 1, Green 1", kids="Luke", display="Red 1, Red 2, Red 3")
    play(s, "0 rest, 0 done")
    assert (asks(s), len(s.hand(0))) == ("LukesStep(0)", 3)
    assert trail(play(s, "0 lead 1,0"))[0] == "1,0"
    assert asks(s) != "LukesStep(0)"


def test_luke_may_collect_the_last_memory_before_an_empty_deck_loses() -> None:
    """TF-74 TF-65 TF-56"""
    s = dusk("Yellow 1", kids="Luke", lying="Hat 1,0", spent=SEVEN, display=SIX, top="", deck="")
    assert outcome(play(s, "0 rest, 0 lead 1,0")) == "won"


def test_luke_leads_only_when_he_rests() -> None:
    """TF-74"""
    s = play(dusk("Purple 1", kids="Luke"), "0 walk Purple 1, 0 step E")
    assert asks(s) == "Act(1)"
    s = play(dusk(FULL_HAND, kids=" / Luke", display=SIX), "0 rest")
    assert asks(s) == "Act(1)"


@pytest.mark.parametrize(
    ("count", "trailed"), [(1, ["1,0"]), (2, ["1,0", "2,0"]), (3, ["1,0", "2,0", "3,0"])]
)
def test_pj_may_add_or_subtract_one(count: int, trailed: list[str]) -> None:
    """TF-75"""
    s = dusk("Yellow 2", kids="P.J.")
    play(s, "0 walk Yellow 2, 0 put X1 330")  # he decides after the figure, before the Team moves
    assert (offers(s), trail(s)) == (["steps 1", "steps 2", "steps 3"], [])
    assert refused(s, "0 steps 0") == "TF-75 one-more-or-less"
    assert refused(s, "0 steps 4") == "TF-75 one-more-or-less"
    assert trail(play(s, f"0 steps {count}")) == trailed


def test_pj_may_make_a_one_a_zero() -> None:
    """TF-75"""
    s = play(dusk("Yellow 1", kids="P.J."), "0 walk Yellow 1, 0 put X1 0, 0 steps 0")
    assert (trail(s), faceless(s, "Judith"), asks(s)) == ([], "X1 0", "Act(1)")


def test_pj_changes_a_purple_card_too() -> None:
    """TF-75"""
    s = play(dusk("Purple 1", kids="P.J."), "0 walk Purple 1, 0 steps 2, 0 step W, 0 step NW")
    assert trail(s) == ["-1,0", "-1,-1"]


def test_pj_changes_only_his_own_walks() -> None:
    """TF-75"""
    s = play(dusk("Yellow 1", kids=" / P.J."), "0 walk Yellow 1, 0 put X1 330")
    assert (trail(s), asks(s)) == (["1,0"], "Act(1)")
    s = dusk("Red 1", kids="P.J.", top="Purple 1", threat=True)
    assert (trail(s), asks(s)) == (["1,0"], "Act(1)")


def test_tommy_may_draw_and_swap_when_a_memory_is_collected() -> None:
    """TF-76"""
    s = dusk(
        "Purple 1, Yellow 1", kids="Tommy", lying="Hat 1,0", top="Blue 3, Green 3", display=SIX
    )
    play(s, "0 walk Purple 1, 0 step E")
    assert offers(s) == [
        "done",
        "draw_event",
        "exchange Yellow 1 for Yellow",
        "exchange Yellow 1 for Red",
        "exchange Yellow 1 for Purple",
    ]
    play(s, "0 draw_event")
    assert at(s, "hand.0") == ["Yellow 1", "Green 3"]
    assert "draw_event" not in offers(s)
    play(s, "0 exchange Green 3 for Red")
    assert (at(s, "hand.0"), at(s, "green"), at(s, "red")) == (
        ["Yellow 1", "Red 2"],
        ["Green 3"],
        ["Red 1"],
    )
    assert asks(s) == "After(0)"


def test_tommy_may_swap_first_and_draw_then() -> None:
    """TF-76"""
    s = dusk("Purple 1, Yellow 1", kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E, 0 exchange Yellow 1 for Yellow")
    assert (at(s, "hand.0"), at(s, "yellow")) == (
        ["Yellow 3"],
        ["Yellow 1", "Yellow 2", "Yellow 1"],
    )
    assert offers(s) == ["done", "draw_event"]
    assert refused(s, "0 exchange Yellow 3 for Red") == "TF-76 tommy"
    play(s, "0 draw_event")
    assert (sizes(s, "hand.0"), asks(s)) == ([2], "After(0)")


def test_tommy_need_do_neither() -> None:
    """TF-76"""
    s = dusk("Purple 1, Yellow 1", kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E, 0 done")
    assert (at(s, "hand.0"), asks(s)) == (["Yellow 1"], "After(0)")


def test_tommy_draws_only_below_the_limit() -> None:
    """TF-76"""
    s = dusk(f"Purple 1 / {FULL_HAND}", kids=" / Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E")
    assert s.waiting == [1]  # at any player's turn
    assert refused(s, "1 draw_event") == "TF-76 hand-full"
    play(s, "1 exchange Green 2 for Purple")
    assert at(s, "hand.1") == ["Green 2", "Green 2", "Purple 2"]
    assert asks(s) == "After(0)"


def test_tommys_chance_comes_at_once_in_the_middle_of_a_walk() -> None:
    """TF-76"""
    s = dusk("Yellow 2", kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert (asks(s), trail(s)) == ("TommysChance(0, 1, 1)", ["1,0"])
    assert trail(play(s, "0 done")) == ["1,0", "2,0"]


def test_tommy_need_not_empty_the_deck() -> None:
    """TF-76 TF-56"""
    s = dusk("Purple 1, Yellow 1", EMPTY, kids="Tommy", lying="Hat 1,0", display=SIX)
    play(s, "0 walk Purple 1, 0 step E")
    assert "draw_event" not in offers(s)
    assert outcome(play(s, "0 done, 0 done")) == "deck-empty"


def test_nobody_else_draws_for_a_memory() -> None:
    """TF-76"""
    s = dusk("Purple 1, Yellow 1", kids="Lily / Luke", lying="Hat 1,0", display=SIX)
    assert asks(play(s, "0 walk Purple 1, 0 step E")) == "After(0)"


@pytest.mark.parametrize("facing", [90, 37, 0])
def test_emily_turns_one_faceless_in_place(facing: int) -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily")
    play(s, f"0 turn Judith {facing}")
    assert (faceless(s, "Judith"), trail(s), asks(s)) == (f"X1 {facing}", [], "Act(0)")
    assert refused(s, "0 turn Sam 90") == "TF-77 power-used"
    play(s, "0 walk Purple 1, 0 step E")
    assert asks(s) == "Act(1)"


def test_emily_may_turn_one_after_the_action() -> None:
    """TF-77"""
    s = play(dusk("Purple 1", kids="Emily"), "0 walk Purple 1, 0 step E, 0 turn Alan 91")
    assert (faceless(s, "Alan"), asks(s)) == ("X13 91", "Act(1)")
    s = play(dusk("Purple 1", kids="Emily"), "0 walk Purple 1, 0 step E, 0 done")
    assert (faceless(s, "Alan"), asks(s)) == ("X13 270", "Act(1)")


def test_emily_turns_any_faceless_wherever_it_stands() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily", judith="X0 0")
    assert {words.split()[1] for words in offers(s, "turn")} == set(FIGURES)
    assert may(s, "0 turn Judith 91")


def test_emily_turns_a_faceless_to_another_facing() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily", judith="X1 330", sam="X7 7")
    assert "turn Judith 330" not in offers(s)
    assert refused(s, "0 turn Judith 330") == refused(s, "0 turn Sam 7") == "TF-77 turn-one"
    assert len(offers(s, "turn")) == 23 + 24 + 23
    assert all(s.why_not(0, move) is None for move in s.legal_moves(0))


def test_emily_turns_a_faceless_and_by_whole_degrees() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Emily")
    assert [
        refused(s, f"0 turn {words}") for words in ("3 90", "-1 90", "Sam 360", "Sam -1", "Sam")
    ] == ["TF-77 turn-one"] * 5


def test_nobody_else_turns_a_faceless() -> None:
    """TF-77"""
    s = dusk("Purple 1", kids="Luke / Emily", collected="Hat")
    assert refused(s, "0 turn Sam 90") == "TF-77 not-your-kid"
    assert refused(s, "0 turn Sam 91") == "TF-77 not-your-kid"
    play(s, "0 walk Purple 1, 0 step E")
    assert refused(s, "0 turn Sam 91") == "TF-77 not-your-kid"


def test_julie_may_have_another_threat_which_stays() -> None:
    """TF-78"""
    s = dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True)
    assert (at(s, "threat"), offers(s)) == (["Red 3"], ["accept", "reject"])
    play(s, "0 reject")
    assert (at(s, "discard"), at(s, "blue"), goat(s), asks(s)) == (
        ["Red 3"],
        ["Blue 3"],
        "-3,0 180",
        "Act(1)",
    )


def test_the_second_threat_has_its_effect() -> None:
    """TF-78"""
    s = dusk("Green 1", kids="Julie", top="Red 3, Blue 3", threat=True)
    assert goat(play(s, "0 reject")) == "-2,0 180"


def test_julie_may_keep_the_first() -> None:
    """TF-78"""
    s = play(dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True), "0 accept")
    assert (at(s, "red"), goat(s), at(s, "next")) == (["Red 3"], "-2,0 180", ["Blue 3"])
    s = dusk("Green 1", kids="Julie", top="Blue 3, Red 3", threat=True)
    assert refused(s, "0 done") == "TF-78 accept-or-reject"


def test_julies_second_card_from_an_empty_deck_loses_the_game() -> None:
    """TF-78 TF-56"""
    s = dusk("Green 1", kids="Julie", top="Red 3", deck="", threat=True)
    assert outcome(play(s, "0 reject")) == "deck-empty"


def test_julie_has_her_own_threat_phase_only() -> None:
    """TF-78"""
    assert asks(dusk("Green 1", kids=" / Julie", threat=True)) == "Act(1)"


def test_casper_moves_a_memory_to_an_adjacent_free_space_before_the_action() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 2,0")
    play(s, "0 shift 2,0 to 1,0")
    assert memory_spaces(s)["1,0"] == "Hat"
    assert "2,0" not in memory_spaces(s)
    assert (sees(s, 0, "memory.0"), asks(s)) == (1, "Act(0)")
    assert refused(s, "0 shift 1,0 to 2,0") == "TF-79 power-used"
    assert at(play(s, "0 walk Purple 1, 0 step E"), "collected") == ["Hat"]


def test_casper_moves_a_memory_from_the_first_space_as_from_any_other() -> None:
    """TF-79"""
    s = play(dusk("Purple 1", lying="Hat 0,-5", kids="Casper"), "0 shift 0,-5 to 1,-5")
    assert memory_spaces(s)["1,-5"] == "Hat"


def test_casper_moves_any_memory() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 2,0, Old Rope 0,-2, Bow 0,2")
    play(s, "0 shift 0,-2 to 0,-1")
    spaces = memory_spaces(s)
    assert (spaces["0,-1"], spaces["2,0"], spaces["0,2"]) == ("Old Rope", "Hat", "Bow")


def test_casper_moves_it_one_space_and_onto_nothing() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 1,0", obstacles=WALL)
    assert refused(s, "0 shift 1,0 to 0,0") == "TF-79 shift"
    assert refused(s, "0 shift 1,0 to 2,0") == "TF-79 shift"
    assert refused(s, "0 shift 1,0 to -1,0") == "TF-79 shift"


def test_casper_does_so_only_before_the_action_and_nobody_else_does() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", lying="Hat 2,0", collected="Bow")
    play(s, "0 walk Purple 1, 0 step W")
    assert "shift" not in verbs(s)
    assert refused(s, "0 shift 2,0 to 1,0") == "TF-79 shift"
    s = dusk("Purple 1", kids=" / Casper", lying="Hat 2,0")
    assert refused(s, "0 shift 2,0 to 1,0") == "TF-79 not-your-kid"


def test_a_collected_memory_is_not_moved() -> None:
    """TF-79"""
    s = dusk("Purple 1", kids="Casper", collected=SEVEN, lying="Hat 2,0")
    assert all(words.startswith("shift 2,0 to") for words in offers(s, "shift"))
    assert len(offers(s, "shift")) == 6
