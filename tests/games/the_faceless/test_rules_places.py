"""The rulebook of The Faceless: Den, eyes, Nightworld and swamps (TF-120 to TF-133, TF-160)."""

from __future__ import annotations

from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.rules.threats import Strike
from duskhall.games.the_faceless.rules.turn import Turn
from duskhall.games.the_faceless.state import Dusk
from tests.games.the_faceless.laid import laid, value, where
from tests.games.the_faceless.words import (
    LAID_OUT,
    SIX,
    WALL,
    apart,
    at,
    begun,
    cell,
    deal,
    dusk,
    goat,
    needle,
    outcome,
    play,
    reachable,
    refused,
    sizes,
    space,
    team,
    trail,
    verbs,
    world,
)
from tests.games.words import all_answer

SEVEN_FOUND = "Hat, Bow, School Book, Bags, Street, Music Player, Campfire"


# The Den


def den(cells: str, hands: str = "Purple 1", **words: str) -> Dusk:
    """A table with the Den on these spaces."""
    threat = words.pop("threat", "") == "yes"
    covered = sorted([space(found) for found in cells.split()])
    ways = [part for part in world(den=True).parts if hasattr(part, "ways")]
    found = [way.cells for way in ways[0].ways].index(covered)
    return dusk(hands, den="true", threat=threat, prepare=laid(den=str(found)), common=words)


HERE = "2,0 3,0 2,1"  # two steps east of the middle


def test_the_den_touches_no_obstacle_and_cuts_nothing_off() -> None:
    """TF-120 TF-122 TF-95: three free spaces, a triangle in either of its turns."""
    turns = set()
    for seed in range(40):
        s = begun(seed=seed, den=True)
        cells = [s.world.board.cells[found] for found in s.world.moments.tokens[0].spaces(s)]
        assert len(cells) == 3
        assert all(apart(one, two) == 1 for one in cells for two in cells if one != two)
        turns.add(sorted(cells)[1][1] - sorted(cells)[0][1])
        walls = {s.world.board.cells[found] for found in range(91) if s.walls[found]}
        assert all(apart(one, wall) > 1 for one in cells for wall in walls)
        assert reachable({*cells, *walls}) == 91 - 3 - len(walls)
        memories = [s.world.board.cells[s.numbers[n]] for n in range(17, 25)]
        assert not {*memories} & {*cells}
    assert len(turns) == 2


def test_billygoat_starts_next_to_the_den_and_not_at_the_edge() -> None:
    """TF-120 TF-122"""
    for seed in range(20):
        s = all_answer(deal(seed=seed, den=True))
        cells = [s.world.board.cells[found] for found in s.world.moments.tokens[0].spaces(s)]
        starts = [s.world.board.cells[move.about[0]] for move in s.legal_moves(s.waiting[0])]
        assert starts
        assert all(min(apart(start, found) for found in cells) == 1 for start in starts)
        assert all(max(abs(q), abs(r), abs(q + r)) < 5 for q, r in starts)


def test_the_team_is_lost_on_the_den_however_it_comes_there() -> None:
    """TF-120 TF-123: by a step, a needle or the Maze rule."""
    s = play(den(HERE, "Purple 2"), "0 walk Purple 2, 0 step E, 0 step E")
    assert outcome(s) == "den"
    assert team(s) == "2,0"
    assert outcome(den(HERE, threat="yes", top="Purple 1", display="Purple 2")) == "den"
    edge = den("-5,0 -4,0 -5,1", team="5,0", lying="Hat 4,1, Bow 3,2")
    assert outcome(play(edge, "0 walk Purple 1, 0 step E")) == "den"


def test_billygoat_passes_over_the_den() -> None:
    """TF-123 TF-90"""
    s = den("-3,0 -2,0 -3,1", threat="yes", top="Red 1", display="Red 2", goat="-4,0 0")
    assert goat(s).startswith("-2,0")


def test_next_to_the_den_no_power_and_no_memory_helps() -> None:
    """TF-120 TF-121: for a turn that begins there, by anybody; Dylan's limit stays."""
    s = den(HERE, "Purple 1, Red 1 / ", team="1,0", kids="Lily / Dylan", collected="Hat, Street")
    assert not {"use", "free_give"} & {*verbs(s)}
    assert refused(s, "0 use Hat") == "TF-121 memories-stopped"
    assert refused(s, "0 free_give Red 1 to 1") == "TF-70 powers-stopped"
    assert s.limit(1) == 4
    away = den(HERE, "Purple 1, Red 1 / ", kids="Lily / Dylan", collected="Hat")
    assert {"use", "free_give"} <= {*verbs(away)}
    s = play(den(HERE, team="1,0", collected="Street", top="Blue 3"), "0 walk Purple 1, 0 step W")
    assert s.waiting == [1]  # and not after the action either, though the Team has left
    s = den(HERE, "Purple 1, Red 1 / ", team="1,0", kids="Lily", top="Blue 3")
    assert play(s, "0 walk Purple 1, 0 step W").numbers[1] == 1  # nor is Lily asked


def test_karyns_quiet_does_not_come_about_next_to_the_den() -> None:
    """TF-121"""
    words = {"kids": "Karyn", "top": "Red 1", "goat": "-5,0 0"}
    hand = "Purple 1, Purple 2, Purple 3"
    near = play(den(HERE, hand, team="1,0", **words), "0 give Purple 1 to 1")
    assert goat(near).startswith("-4,0")
    away = play(den(HERE, hand, **words), "0 give Purple 1 to 1")
    assert goat(away).startswith("-5,0")


def test_powers_end_where_the_team_comes_next_to_the_den() -> None:
    """TF-121: Matt's second card."""
    s = den(HERE, "Purple 1, Purple 2", kids="Matt")
    assert play(s, "0 walk Purple 1, 0 step E").waiting == [1]
    away = den(HERE, "Purple 1, Purple 2", kids="Matt")
    assert play(away, "0 walk Purple 1, 0 step W").waiting == [0]


def test_memories_still_pay_at_obstacles_next_to_the_den() -> None:
    """TF-121"""
    s = den("0,2 1,2 0,3", team="1,1", obstacles=WALL, collected="Hat, Bow", lying="Street 1,4")
    play(s, "0 walk Purple 1, 0 step E")
    assert verbs(s) == ["spend"]


def test_the_old_rope_lays_nothing_against_the_den() -> None:
    """TF-91 TF-120"""
    s = den(
        "-1,1 0,1 -1,2", obstacles=LAID_OUT, team="-1,-3", collected="Old Rope", lying="Hat -2,-2"
    )
    play(s, "0 use Old Rope")
    board, cells = s.world.board, [board_cell("-1,1"), board_cell("0,1"), board_cell("-1,2")]
    for move in s.legal_moves(0):
        obstacle, way = move.about
        for found in board.placements[obstacle][way].cells:
            assert all(apart(board.cells[found], one) > 1 for one in cells)


def board_cell(words: str) -> tuple[int, int]:
    q, r = words.split(",")
    return int(q), int(r)


# Eyes


def eyes(hands: str = "Purple 1", **words: str) -> Dusk:
    """A table with an eye one step to the east, and another far away."""
    threat = words.pop("threat", "") == "yes"
    opened = words.pop("opened", "1 1")
    prepare = laid(eye_at="1,0 -1,4", eye_open=opened)
    return dusk(hands, eyes="true", threat=threat, prepare=prepare, common=words)


def test_the_eyes_lie_within_two_of_billygoat_and_three_apart() -> None:
    """TF-125 TF-126 TF-91"""
    for seed in range(30):
        s = begun(seed=seed, eyes=True)
        one, two = [board_cell(found) for found in where(s, "eye_at")]
        stands = board_cell(goat(s).split()[0])
        assert apart(one, stands) <= 2
        assert apart(two, stands) <= 2
        assert apart(one, two) >= 3


def test_a_wider_ring_where_no_eyes_fit() -> None:
    """TF-126"""
    s = begun(eyes=True)
    part = next(part for part in s.world.parts if part.name == "eyes")
    board, stands = s.world.board, s.numbers[3]
    far = [n for n in range(board.count) if board.distance[stands * board.count + n] in (3, 4)]
    found = part.seek(s, sum(board.bit[n] for n in far))
    assert found is not None
    assert all(board.distance[stands * board.count + n] == 3 for n in found)


def test_entering_flips_an_eye_either_way_and_in_passing() -> None:
    """TF-125 TF-128"""
    s = play(eyes("Purple 2"), "0 walk Purple 2, 0 step E, 0 step E")
    assert [value(s, "eye_open.0"), value(s, "eye_open.1")] == [0, 1]
    s = play(eyes("Purple 3"), "0 walk Purple 3, 0 step E, 0 step E, 0 step W")
    assert value(s, "eye_open.0") == 1
    s = eyes("Purple 2", team="1,0", obstacles=WALL, collected="Hat, Bow, Street")
    play(s, "0 walk Purple 2, 0 step E, 0 spend Hat, 0 step E, 0 spend Bow")
    assert value(s, "eye_open.0") == 1  # being stopped on it does not flip it


def test_an_open_eye_costs_three_cards_before_a_purple_threat() -> None:
    """TF-125 TF-94"""
    s = eyes(threat="yes", top="Purple 1", team="0,2")
    shut = eyes(threat="yes", top="Purple 1", team="0,2", opened="0 0")
    assert sizes(shut, "deck")[0] - sizes(s, "deck")[0] == 3
    assert sizes(s, "removed") == [3]
    assert sizes(eyes(threat="yes", top="Blue 3"), "removed") == [0]


def test_fewer_cards_than_three_all_go_and_that_is_no_loss_yet() -> None:
    """TF-127 TF-56"""
    s = eyes("Purple 1 / Purple 2", threat="yes", top="Purple 1", deck="Blue 1, Blue 2")
    assert sizes(s, "deck", "removed") == [0, 2]
    assert outcome(s) == ""
    assert outcome(play(s, "1 walk Purple 2, 1 step NE, 1 step NE")) == "deck-empty"


def test_the_card_that_karyn_looked_at_goes_too() -> None:
    """TF-127"""

    def prepare(s: Dusk) -> None:
        laid(eye_at="1,0 -1,4")(s)
        top, threat = s.box.name_of.index("next"), s.box.name_of.index("threat")
        card = s.box.card_names.index("Purple 2")
        s.places[0] = tuple([other for other in s.places[0] if other != card])
        s.places[threat], s.places[top] = s.places[top], (card,)

    s = dusk("Purple 1", eyes="true", top="Purple 1", prepare=prepare)
    s.agenda.clear()
    s.then(Strike(0), Turn(1))
    s.waiting = []
    s.play_on()
    assert at(s, "next") == []
    assert "Purple 2" in at(s, "discard")
    assert sizes(s, "removed") == [2]


def test_victory_needs_both_eyes_closed_whichever_comes_last() -> None:
    """TF-125 TF-97"""
    s = eyes("Purple 2", lying="Old Rope 0,-1", collected=SEVEN_FOUND, opened="0 1")
    play(s, "0 walk Purple 2, 0 step NW")
    assert outcome(s) == ""
    s = eyes(lying="Old Rope 0,-1", collected=SEVEN_FOUND, opened="0 0")
    assert outcome(play(s, "0 walk Purple 1, 0 step NW")) == "won"
    s = eyes("Purple 2", collected=SEVEN_FOUND, spent="Old Rope", opened="1 0")
    assert outcome(play(s, "0 walk Purple 2, 0 step E")) == "won"  # in mid-movement


# Nightworld


def night(hands: str = "Purple 1", **words: str) -> Dusk:
    threat = words.pop("threat", "") == "yes"
    white = words.pop("white", "0")
    return dusk(hands, nightworld="true", threat=threat, prepare=laid(white=white), common=words)


def test_nightworld_has_a_map_of_its_own() -> None:
    """TF-130 TF-133: symbols, Entrance, reverse spaces; set-up as on Duskworld."""
    box = world(nightworld=True)
    assert box.board.symbols != GAME.board(GAME.edition("designed")).symbols
    reverse = [cell(found) for found in box.board.reverse]
    assert sorted(reverse) == sorted(["-4,2", "-2,-1", "-1,2", "4,-2", "2,1", "1,-2"])
    for seed in range(20):
        s = begun(seed=seed, nightworld=True, eyes=True, portals=True, haunted=True)
        taken = [cell(found) for found in s.occupied() if found != s.numbers[3]]
        assert not {*taken} & {*reverse}  # TF-91: no token and no Team
        assert [cell(found) for found in range(91) if s.walls[found] == 1] == [
            "3,-4",
            "4,-4",
            "3,-3",
        ]


def test_a_reverse_space_turns_the_rule_of_the_needle() -> None:
    """TF-130 TF-132: two steps, the first by red onto a reverse space, the second by white."""
    s = night("Yellow 2", team="1,1", goat="-3,1 180")
    assert needle(s) == "E"
    play(s, "0 walk Yellow 2, 0 put X1 330")
    assert trail(s) == ["2,1", "1,1"]
    assert value(s, "white") == 1


def test_each_landing_changes_it_over_whatever_the_step_and_it_holds_on() -> None:
    """TF-131"""
    s = night("Purple 3", team="1,1")
    play(s, "0 walk Purple 3, 0 step E, 0 step E, 0 step W")
    assert value(s, "white") == 0
    s = night("Purple 2", team="1,1", top="Purple 1", goat="-3,1 180")
    play(s, "0 walk Purple 2, 0 step E, 0 step W")
    assert trail(s)[2:] == ["0,1"]  # the threat follows white as well


def test_being_stopped_is_no_landing_and_a_covered_space_does_nothing() -> None:
    """TF-131"""
    s = night("Purple 1", team="1,1")
    s.walls = [*s.walls]
    s.walls[space("2,1")] = 3
    assert s.world.moments.entering[0].entered(s, 0, space("2,1")) == []
    s.walls[space("2,1")] = 0
    assert len(s.world.moments.entering[0].entered(s, 0, space("2,1"))) == 1


def test_while_white_holds_every_step_by_the_needle_follows_it() -> None:
    """TF-132: also one that a card would send along white; chosen steps do not."""
    s = night(threat="yes", top="Purple 1", white="1")
    assert team(s) == "-1,0"
    only = laid(crossroads_deck="Crossroads 1", white="1")
    for road in ("0", "3"):
        s = dusk(
            "Purple 1",
            nightworld="true",
            crossroads="true",
            threat=True,
            top="Green 1",
            prepare=only,
        )
        assert team(play(s, f"0 road {road}")) == "-1,0"
    assert team(play(night(white="1"), "0 walk Purple 1, 0 step NE")) == "1,-1"


# Swamps


def swamp(hands: str = "Purple 1", **words: str) -> Dusk:
    """A table at which the Fallen Trunk, one step to the east, is a swamp."""
    threat = words.pop("threat", "") == "yes"
    words = {"team": "1,0", "obstacles": WALL, **words}
    return dusk(hands, swamps="2", threat=threat, prepare=laid(swamps="4"), common=words)


def test_two_or_three_obstacles_are_swamps_and_never_the_entrance() -> None:
    """TF-160 TF-162"""
    masks = [value(begun(seed=seed, swamps=2), "swamps") for seed in range(40)]
    assert {mask.bit_count() for mask in masks} == {2}
    assert not any(mask & 1 for mask in masks)
    assert len(set(masks)) > 5
    assert value(begun(swamps=3), "swamps").bit_count() == 3


def test_each_step_onto_a_swamp_costs_a_memory_and_is_taken() -> None:
    """TF-160 TF-161: two unused memories pay two steps, a third would lose."""
    s = swamp("Purple 3", collected="Hat, Bow")
    play(s, "0 walk Purple 3, 0 step E, 0 spend Hat, 0 step SE")
    assert team(s) == "2,1"
    assert at(s, "spent") == ["Hat", "Bow"]
    play(s, "0 step NW")
    assert outcome(s) == "trapped"


def test_stepping_off_and_standing_on_a_swamp_cost_nothing() -> None:
    """TF-161"""
    s = swamp(team="2,0", top="Blue 3")
    play(s, "0 walk Purple 1, 0 step E")
    assert team(s) == "3,0"
    assert outcome(s) == ""


def test_a_memory_of_the_same_movement_pays_and_the_needle_sinks_too() -> None:
    """TF-161"""
    s = swamp(threat="yes", top="Purple 1", display="Purple 2", team="0,0", lying="Hat 1,0")
    assert team(s) == "2,0"
    assert at(s, "spent") == ["Hat"]


def test_luke_may_lead_the_team_onto_a_swamp_for_a_memory() -> None:
    """TF-161"""
    s = swamp("Green 2, Green 2, Green 2", kids="Luke", collected="Hat, Bow", display=SIX)
    play(s, "0 rest, 0 lead 2,0, 0 spend Bow")
    assert team(s) == "2,0"


def test_for_billygoat_a_swamp_is_an_obstacle() -> None:
    """TF-160"""
    s = swamp("Red 1", goat="3,0 0", team="0,0")
    play(s, "0 walk Red 1")
    assert "2,0" not in {cell(move.about[0]) for move in s.legal_moves(0)}
    stuck = swamp(team="2,0", goat="3,0 0", threat="yes", top="Red 1")
    assert goat(stuck).startswith("3,0")
    assert outcome(stuck) == ""


def test_the_old_rope_moves_a_swamp_but_not_under_the_team() -> None:
    """TF-162"""

    def movable(where: str) -> set[int]:
        s = swamp(obstacles=LAID_OUT, team=where, collected="Old Rope")
        return {move.about[0] for move in play(s, "0 use Old Rope").legal_moves(0)}

    assert 2 in movable("0,0")
    assert 2 not in movable("2,-2")
