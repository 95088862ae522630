"""The Faceless at the terminal: the board as text, and what a move leads to."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest
from rich.cells import cell_len

from duskhall import Move
from duskhall.cli.tables.the_faceless_board import arrow
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import SPECTATOR
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    BLUE,
    COLLECTED,
    COLUMN,
    DECK,
    FACING,
    GOAT,
    GREEN,
    KID,
    NEXT,
    PLAYED,
    RED,
    RING,
    SPENT,
    SPOT_AT,
    TEAM,
    THREAT,
)
from duskhall.games.the_faceless.rules.memories import MoveObstacle
from duskhall.games.the_faceless.rules.threats import JuliesChance, TurnAbout
from duskhall.games.the_faceless.rules.walk import FreeStep, MoveGoat, PlaceFigure
from tests.cli.screens import NAMES, ask, put, table_text, text
from tests.cli.the_faceless import GAME, card, drawing, dusk, sit, space

table = partial(table_text, GAME)


# The board


def test_the_board_shows_obstacles_memories_figures_and_the_needle() -> None:
    s = dusk()
    lines = [line[:50].rstrip() for line in table(s).splitlines()[:13]]
    assert lines == [
        "                   5       4       3",
        "a            6   .   .   .   .   .   .   2",
        "b             (0) ### ### ### (1)  .   .",
        "c       S←   .   .   .   .   .   .  G↗   .  J←",
        "d          .   .   .   .   .  ### ###  .   .",
        "e    8   .   .   .   .   .  (2) ###  .  (3) ###  0",
        "f     (4) ###  .   .   .   .   .   .   .  ### ###",
        "g    9   .  ### ### ### (5)  .   .   .   .  ### 17",
        "h          .   .   .  T↖   .   .   .  ### (6)",
        "i       10   .  ### ###  .   .  ### ###  .  16",
        "j              .  ###  .   .  (7)  .   .",
        "k           11   .   .   .   .   .   .  15",
        "                  12      A↘      14",
    ]


def test_a_collected_memory_and_a_removed_faceless_leave_the_board() -> None:
    s = dusk()
    s.numbers[SPOT_AT + 5] = OFF
    s.numbers[RING] = OFF
    shown = table(s)
    assert "(5)" not in shown
    assert "J←" not in shown
    assert re.search(r"J Judith +-$", shown, re.M)


def test_a_needle_between_two_spaces_points_at_both() -> None:
    s = dusk()
    s.numbers[FACING + BLUE] = 120
    shown = table(s)
    assert "T↙↘" in shown
    assert re.search(r"T Team +h4 ↙ i3", shown)
    assert "↘ i4" in shown


def test_before_the_figures_stand_there_is_no_needle() -> None:
    s = GAME.setup(2, 11)
    shown = table(s)
    assert re.search(r"T Team +-$", shown, re.M)
    assert re.search(r"G Billygoat -$", shown, re.M)
    assert drawing(s).title(s.view(0)) == "Set-up"


def test_where_spaces_are_asked_for_they_show_their_names() -> None:
    s = GAME.setup(2, 11)
    assert "h          1   2   3   4   5   6   7  #3# (6)" in table(s)
    assert "#0# Entrance · #1# Brambles" in table(s)
    assert "h          1   2   3  T↖   5   6   7  #3# (6)" in table(dusk(), whole=True)


def test_symbols_are_marked_while_an_obstacle_is_moved() -> None:
    s = ask(dusk(), MoveObstacle(0))
    assert "e    8   1   2   3  4*   5  (2) #1#  8  (3) #4#  0" in table(s)
    assert "* symbol" in table(s).replace("\n", " ")


@pytest.mark.parametrize(
    ("facing", "sign"),
    [(0, "→"), (22, "→"), (23, "↗"), (90, "↑"), (182, "←"), (337, "↘"), (338, "→")],
)
def test_an_arrow_is_the_nearest_of_eight(facing: int, sign: str) -> None:
    assert arrow(facing) == sign


# Beside and below the board


def test_the_bottom_card_of_each_column_is_marked_and_what_comes_next_is_counted() -> None:
    s = dusk()
    assert [s.box.card_names[number] for number in s.places[COLUMN + RED]] == [
        "Red 2",
        "Red 3",
        "Red 2",
    ]
    shown = table(s)
    assert re.search(r"red +2 3 \[2\] +×4", shown)
    assert re.search(r"green +\[1\] +×1", shown)
    assert re.search(r"yellow +-$", shown, re.M)
    assert "Threats: 6 (at least 6)" in shown


def test_figures_are_told_with_space_and_degrees() -> None:
    shown = table(dusk())
    assert re.search(r"T Team +h4 ↖ g4", shown)
    assert re.search(r"J Judith +1 +← 182°", shown)
    assert re.search(r"G Billygoat c7 ↗ 51°", shown)


def test_hands_are_open_with_kids_and_the_turn() -> None:
    s = dusk(3)
    shown = table(s, eyes=1)
    current = s.waiting[0]
    for seat in range(3):
        hand = ", ".join([s.box.card_names[number] for number in s.hand(seat)])
        kid = s.box.card_names[s.places[KID + seat][0]]
        mark = ">" if seat == current else " "
        you = r" \(you\)" if seat == 1 else ""
        assert re.search(rf"^{mark} {NAMES[seat]}{you} +{kid} +{hand}$", shown, re.M)


def test_memories_used_are_in_parentheses() -> None:
    s = dusk()
    put(s, card(s, "The Hat"), COLLECTED)
    put(s, card(s, "The Bow"), SPENT)
    assert "Memories 2/8  The Hat, (The Bow)" in table(s)


def test_the_card_played_the_card_looked_at_and_the_threat_are_shown() -> None:
    s = dusk()
    put(s, card(s, "Green 3"), PLAYED)
    put(s, card(s, "Blue 2"), NEXT)
    put(s, card(s, "Red 1"), THREAT)
    ask(s, JuliesChance(0))
    shown = table(s)
    assert "Played now: Green 3" in shown
    assert "Top of the event deck: Blue 2" in shown
    assert "Threat: Red 1 ×4  For each red card on display" in shown


def test_the_deck_is_the_clock() -> None:
    s = dusk()
    left = len(s.places[DECK])
    name = NAMES[s.waiting[0]]
    assert drawing(s).title(s.view(0)) == f"Turn 1: {name}. Event deck: {left}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 60, 52])
@pytest.mark.parametrize("whole", [False, True])
def test_nothing_is_wider_than_the_terminal(language: str, width: int, whole: bool) -> None:
    s = dusk(4)
    for memory in s.world.memories[:5]:
        put(s, memory, COLLECTED)
    shown = table(s, SPECTATOR, width, whole, language)
    assert max([cell_len(line) for line in shown.splitlines()]) <= width
    assert "{" not in shown
    assert "tf." not in shown
    assert "T↖" in shown


def test_the_whole_table_says_what_everything_does() -> None:
    s = sit(dusk(), 0, "Lily")
    put(s, card(s, "The Street"), COLLECTED)
    put(s, card(s, "Green 3"), 3)
    shown = table(s, whole=True)
    assert "one Whisper more" in shown
    assert "The Team takes one step in any direction." in shown
    assert "Billygoat comes one space nearer" in shown
    assert "Discarded: Green 3" in shown


def test_cards_say_what_they_do() -> None:
    s = dusk()
    drawn, view = drawing(s), s.view(0)
    assert text(drawn.look(view, card(s, "Yellow 2"))).splitlines() == [
        "Yellow 2",
        "Judith, then the needle × 2",
        "Threat: For each pair of yellow cards on display, turn another Faceless by 180°.",
    ]
    assert "any direction × 1" in text(drawn.look(view, card(s, "Purple 1")))
    assert "Discard up to two" in text(drawn.look(view, card(s, "The Campfire")))
    assert "Billygoat, then the needle × 1" in text(drawn.own_cards(view, 0, 80))


# What a move leads to


@pytest.mark.parametrize("figure", [0, GREEN, BLUE])
def test_a_placement_tells_where_the_needle_will_point(figure: int) -> None:
    s = ask(dusk(), PlaceFigure(0, figure, "TF-21"))
    drawn, view = drawing(s), s.view(0)
    for move in random.Random(figure).sample(s.legal_moves(0), 30):
        after = s.clone()
        after.put(0, figure, move.about[0], move.about[1], "TF-21")
        ways = sorted([way for way in after.needle() if way >= 0])
        assert sorted(drawn.needle_after(view, move)) == ways
        assert drawn.headings(view, move)[0] == drawn.points(view, ways)


def test_moving_billygoat_tells_where_the_needle_will_point() -> None:
    s = ask(dusk(), MoveGoat(0, "TF-22"))
    drawn, view = drawing(s), s.view(0)
    for move in random.Random(3).sample(s.legal_moves(0), 30):
        after = s.clone()
        after.move_goat(0, move.about[0], move.about[1], "TF-22")
        ways = sorted([way for way in after.needle() if way >= 0])
        assert sorted(drawn.needle_after(view, move)) == ways


def test_turning_a_faceless_about_tells_where_the_needle_will_point() -> None:
    s = ask(dusk(), TurnAbout(0, 0))
    drawn, view = drawing(s), s.view(0)
    for move in s.legal_moves(0):
        after = s.clone()
        after.apply(0, move)
        assert drawn.note(view, 0, move).plain == drawn.points(
            view, [w for w in after.needle() if w >= 0]
        )


def test_where_magnets_collide_one_is_warned_before() -> None:
    s = dusk(collisions="remove")
    s.numbers[GOAT] = s.world.board.touches[0][0]
    ask(s, PlaceFigure(0, 0, "TF-21"))
    drawn, view = drawing(s), s.view(0)
    for move in s.legal_moves(0):
        after = s.clone()
        after.put(0, 0, move.about[0], move.about[1], "TF-21")
        ways = sorted([way for way in after.needle() if way >= 0])
        warned = drawn.note(view, 0, move).plain.endswith("removes Judith")
        assert sorted(drawn.needle_after(view, move)) == ways
        assert warned == (after.numbers[RING] == OFF) == (move.about[0] == 0)
    ask(s, MoveGoat(0, "TF-22"))
    s.numbers[RING] = 1
    drawn, view = drawing(s), s.view(0)
    for move in s.legal_moves(0):
        after = s.clone()
        after.move_goat(0, move.about[0], move.about[1], "TF-22")
        warned = "removes Judith" in drawn.note(view, 0, move).plain
        assert warned == (after.numbers[RING] == OFF)


def test_a_step_tells_what_the_team_would_meet() -> None:
    s = ask(dusk(), FreeStep(0))
    drawn, view = drawing(s), s.view(0)
    notes = [drawn.note(view, 0, move).plain for move in s.legal_moves(0)]
    assert notes == ["h5", "g5 (memory 5)", "g4 (obstacle)", "h3", "i3 (obstacle)", "i4"]
    s.numbers[GOAT] = space(s, "h5")
    assert drawn.note(s.view(0), 0, Move("step", 0)).plain == "h5 (Billygoat)"


@pytest.mark.parametrize(("maze", "far"), [("line", "h9"), ("mirrored", "d9")])
def test_a_step_off_the_board_comes_in_on_the_far_side(maze: str, far: str) -> None:
    s = dusk(maze=maze)
    s.numbers[TEAM] = space(s, "h1")
    west = drawing(s).note(s.view(0), 0, Move("step", 3)).plain
    assert west.startswith(far)


def test_other_moves_have_notes_of_their_own() -> None:
    s = sit(dusk(), 0, "Casper")
    drawn, view = drawing(s), s.view(0)
    mine, theirs = s.hand(0)[0], s.hand(1)[0]
    put(s, card(s, "The Street"), COLLECTED)
    assert drawn.note(view, 0, Move("swap", mine, theirs)).plain == "Ann / Bob"
    assert drawn.note(view, 0, Move("give", mine, 1)).plain == "Ann"
    assert drawn.note(view, 0, Move("draw", RED)).plain == "Red 2"
    assert drawn.note(view, 0, Move("shift", 5, space(s, "g6"))).plain == "from g5"
    assert drawn.note(view, 0, Move("lead", space(s, "g5"))).plain == "memory 5"
    assert drawn.note(view, 0, Move("goat", space(s, "d8"))).plain == "distance 6"
    assert drawn.note(view, 0, Move("rest")).plain == ""
    assert "one step" in drawn.note(view, 0, Move("use", card(s, "The Street"))).plain
