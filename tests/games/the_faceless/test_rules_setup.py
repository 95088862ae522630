"""The Faceless' rulebook, paragraph by paragraph: the board's words and set-up."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from duskhall.engine.edition import Edition
from duskhall.engine.game import WrongOption
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    CURRENT,
    ENTRANCE,
    FACING,
    GOAT,
    OBSTACLE,
    RING,
    SPOT_AT,
    TEAM,
    TURN,
)
from duskhall.games.the_faceless.rules.walk import NeedleStep
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.words import (
    BOARD,
    FIGURES,
    MEMORIES,
    NO_FACELESS,
    STARTS,
    WAYS,
    apart,
    at,
    begun,
    cell,
    columns,
    deal,
    dusk,
    faceless,
    goat,
    memory_spaces,
    needle,
    offers,
    play,
    reachable,
    refused,
    sees,
    sizes,
    space,
    team,
    trail,
    verbs,
)
from tests.games.words import ONLOOKER, all_answer, asks, begin, events

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


def pairs_up(spots: list[tuple[int, int]], marks: list[tuple[int, int]]) -> bool:
    """Whether each mark can have a memory of its own beside it."""
    if not marks:
        return not spots
    return any(
        pairs_up([other for other in spots if other != spot], marks[1:])
        for spot in spots
        if apart(spot, marks[0]) == 1
    )


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
