"""The Faceless at the terminal: the board as text, long lists, and what may be typed."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len

from duskhall import Move, State, Table, game, new_table
from duskhall.bots import make_bot
from duskhall.cli import run
from duskhall.cli.choices import FLAT, Menu
from duskhall.cli.session import PAGE, Session
from duskhall.cli.tables import drawing_of
from duskhall.cli.tables.the_faceless import DuskDrawing
from duskhall.cli.tables.the_faceless_board import arrow
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import SPECTATOR
from duskhall.engine.steps import Step
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
    KID_BOX,
    NEXT,
    OUTCOME,
    PLAYED,
    RED,
    RING,
    SPENT,
    SPOT_AT,
    TEAM,
    THREAT,
    TRAPPED,
    WON,
)
from duskhall.games.the_faceless.rules.memories import MoveObstacle
from duskhall.games.the_faceless.rules.threats import JuliesChance, TurnAbout
from duskhall.games.the_faceless.rules.turn import Act, LukesStep
from duskhall.games.the_faceless.rules.walk import FreeStep, MoveGoat, PlaceFigure, TommysChance
from duskhall.games.the_faceless.state import Dusk
from tests.cli.screens import NAMES, ask, plain_console, put, table_text, text

GAME = game("the-faceless")
table = partial(table_text, GAME)


def dusk(players: int = 2, seed: int = 11, **options: object) -> Dusk:
    """A table after set-up: seed 11 is the board that these tests know."""
    s = GAME.deal(GAME.box(players, options), seed)
    assert isinstance(s, Dusk)
    for _ in range(2):
        s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    return s


def drawing(s: State, language: str = "en") -> DuskDrawing:
    drawn = drawing_of(GAME, s.box, NAMES[: s.box.players], Words(language))
    assert isinstance(drawn, DuskDrawing)
    return drawn


def space(s: Dusk, name: str) -> int:
    return s.world.board.names.index(name)


def card(s: Dusk, name: str) -> int:
    return s.box.card_names.index(name)


def sit(s: Dusk, seat: int, kid: str) -> Dusk:
    """Give a seat this kid."""
    put(s, card(s, kid), KID_BOX)
    for other in s.places[KID + seat]:
        put(s, other, KID_BOX)
    put(s, card(s, kid), KID + seat)
    return s


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


# Long lists


def session_at(
    s: Dusk, table: Table, read: Callable[[], str] = lambda: "", language: str = "en"
) -> Session:
    table.state = s
    console = plain_console()
    return Session(table, 0, [], Words(language), console, read)


def session(s: Dusk, step: Step[Dusk], typed: str = "", language: str = "en") -> Session:
    """A person at the first seat, who is asked this and will type that."""
    ask(s, step)
    table = new_table(GAME, s.box.players, 11, "", NAMES[: s.box.players])
    return session_at(s, table, lambda: typed, language)


def shown_by(person: Session, menu: Menu) -> str:
    with person.console.capture() as capture:
        person.show_menu(menu)
    return capture.get()


def typed(person: Session, menu: Menu) -> tuple[Menu | None, str]:
    with person.console.capture() as capture:
        following = person.listen(menu)
    return following, capture.get()


def test_placements_are_filed_by_where_the_needle_points_then_by_space() -> None:
    person = session(dusk(), PlaceFigure(0, BLUE, "TF-21"))
    menu = person.menu()
    assert len(menu.moves) > 200
    assert len(menu.entries) <= 12
    assert {entry.heading.partition(" ")[0] for entry in menu.entries if entry.heading} == {
        "Needle"
    }
    assert sum([len(entry.moves) for entry in menu.entries]) == len(menu.moves)
    widest = max(menu.entries, key=lambda entry: len(entry.moves))
    further = menu.choose([widest.number])
    assert isinstance(further, Menu)
    assert further.titles == [widest.heading]
    assert all(
        entry.heading.startswith("External space") for entry in further.entries if entry.heading
    )
    last = further.choose([1])
    assert isinstance(last, Menu)
    assert last.titles == [widest.heading, further.entries[0].heading]
    assert isinstance(last.choose([1]), Move)
    assert "for example: put " in shown_by(person, menu)


def test_a_heading_over_everything_is_a_title() -> None:
    s = dusk()
    s.numbers[TEAM] = space(s, "k6")
    person = session(s, PlaceFigure(0, GREEN, "TF-21"))
    menu = person.menu()
    assert len(menu.titles) == 1
    assert f"\n{menu.titles[0]}\n" in shown_by(person, menu)
    assert all(entry.heading.startswith("External space") for entry in menu.entries)


def test_a_short_list_is_not_filed() -> None:
    moves = [Move("swap", one, 9) for one in range(FLAT)]
    filed = dict.fromkeys(moves, ("Whisper",))
    assert [entry.moves for entry in Menu(moves, filed=filed).entries] == [[move] for move in moves]
    assert len(Menu([*moves, Move("rest")], filed={**filed, Move("rest"): ()}).entries) == 2


def test_whispers_and_powers_share_lines_among_the_actions() -> None:
    s = sit(dusk(4), 0, "Emily")
    person = session(s, Act(0))
    headings = [entry.heading for entry in person.menu().entries if entry.heading]
    assert headings == ["Whisper", "Turn a Faceless"]
    whisper = next(entry for entry in person.menu().entries if entry.heading == "Whisper")
    further = person.menu().choose([whisper.number])
    assert isinstance(further, Menu)
    assert re.fullmatch(r"\w+ \d of Ann", further.entries[0].heading)
    free = session(sit(dusk(4), 0, "Lily"), Act(0)).menu()
    assert [entry.heading for entry in free.entries if entry.heading] == ["Whisper", "Free Whisper"]
    shifts = session(sit(dusk(4), 0, "Casper"), Act(0)).menu()
    assert "Move a memory" in [entry.heading for entry in shifts.entries]


def test_what_tommy_swaps_is_filed_by_his_card() -> None:
    s = sit(dusk(hell=15, level="hell"), 0, "Tommy")
    menu = session(s, TommysChance(0, True, True)).menu()
    mine = [f"Swap {s.box.card_names[number]}" for number in dict.fromkeys(s.hand(0))]
    assert [entry.heading for entry in menu.entries if entry.heading] == list(dict.fromkeys(mine))


def test_obstacles_are_filed_by_name_and_by_symbol() -> None:
    person = session(dusk(), MoveObstacle(0), "bog")
    names = [entry.heading for entry in person.menu().entries]
    assert names == ["Brambles", "Fallen Trunk", "Crooked Root", "Boulders", "Bog"]
    following, shown = typed(person, person.menu())
    assert following is not None
    assert following.titles == ["Bog"]
    assert "over the symbol e4 …" in shown


def test_a_word_narrows_a_long_list_down() -> None:
    person = session(dusk(), MoveObstacle(0), "h5")
    following, shown = typed(person, person.menu())
    assert following is not None
    notes = [person.drawing.note(person.view(), 0, move).plain for move in following.moves]
    lines = [" ".join(person.drawing.headings(person.view(), move)) for move in following.moves]
    assert all("h5" in f"{note} {line}".split() for note, line in zip(notes, lines, strict=True))
    assert 0 < len(following.moves) < len(person.menu().moves)
    west = session(dusk(), PlaceFigure(0, BLUE, "TF-21"), "southwest")
    following, shown = typed(west, west.menu())
    assert following is not None
    assert following.titles == ["Needle southwest ↙ i3 (obstacle)"]
    assert "Needle southwest ↙ i3 (obstacle)\n" in shown


def test_a_word_that_parts_nothing_is_unknown() -> None:
    person = session(dusk(), PlaceFigure(0, BLUE, "TF-21"), "candle")
    following, shown = typed(person, person.menu())
    assert following is None
    assert "There is no 'candle'" in shown
    short = session(dusk(), LukesStep(0), "candle")
    assert typed(short, short.menu())[0] is None


def test_a_very_long_list_comes_in_pages() -> None:
    person = session(dusk(), MoveObstacle(0))
    menu = Menu(person.moves())
    assert len(menu.entries) <= 5
    listed = Menu(person.moves(), depth=2)
    shown = shown_by(person, listed)
    assert len(re.findall(r"^ +\d+  Move the obstacle", shown, re.M)) == PAGE
    assert f"{len(listed.entries) - PAGE} more. Type more to see them" in shown
    with person.console.capture() as capture:
        person.commands["more"]("")
    assert re.search(rf"^ +{PAGE + 1}  Move the obstacle", capture.get(), re.M)
    while person.shown_to < len(listed.entries):
        person.commands["more"]("")
    with person.console.capture() as capture:
        person.commands["more"]("")
    assert re.search(r"^ +1  Move the obstacle", capture.get(), re.M), "it begins again"


# What may be typed


@pytest.mark.parametrize(
    ("step", "line", "move"),
    [
        (PlaceFigure(0, BLUE, "TF-21"), "put 12 135", "put 12 135"),
        (PlaceFigure(0, BLUE, "TF-21"), "put 12 137", "put 12 137"),
        (MoveGoat(0, "TF-22"), "goat c8 90", "goat 20 90"),
        (MoveGoat(0, "TF-22"), "goat c8 91", "goat 20 91"),
        (MoveGoat(0, "TF-22"), "c8 90", "goat 20 90"),
        (FreeStep(0), "step ne", "step 1"),
        (FreeStep(0), "northeast", "step 1"),
        (FreeStep(0), "北東", "step 1"),
        (LukesStep(0), "g5", "lead 55"),
        (TurnAbout(0, 0), "sam", "turn_about 1"),
        (MoveObstacle(0), "lay bog 31", "lay 5 31"),
    ],
)
def test_a_move_can_be_typed_as_one_says_it(step: Step[Dusk], line: str, move: str) -> None:
    person = session(dusk(), step, line)
    meant = person.chosen(person.menu(), line) or person.meant(line)
    assert str(meant) == move
    assert person.table.state.why_not(0, meant) is None  # type: ignore[arg-type]


def test_emily_turns_to_any_degree() -> None:
    s = sit(dusk(), 0, "Emily")
    person = session(s, Act(0), "turn judith 33")
    typed(person, person.menu())
    assert s.numbers[FACING] == 33


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("put 12 400", "Directions are whole degrees"),
        ("put 6 0", "A free external space must stay between Alan and Sam."),
        ("put 4 0", "Alan cannot pass another Faceless."),
        ("put 40 0", "There is no such external space."),
    ],
)
def test_why_not_is_told_of_placements(line: str, sentence: str) -> None:
    person = session(dusk(), PlaceFigure(0, BLUE, "TF-21"), f"why not {line}")
    assert sentence in typed(person, person.menu())[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_can_be_written_by_names(language: str) -> None:
    s = sit(dusk(3), 0, "Emily")
    for step in (Act(0), MoveObstacle(0), FreeStep(0), MoveGoat(0, "TF-22")):
        person = session(s.clone(), step, language=language)
        for move in random.Random(1).sample(person.menu().moves, 6):
            meant = person.meant(person.reader.in_names(move))
            moves = meant.moves if isinstance(meant, Menu) else [meant]
            assert person.describe(move) in [person.describe(other) for other in moves]


def test_the_engine_reads_names_of_spaces_ways_and_figures() -> None:
    s = ask(dusk(), FreeStep(0))
    assert GAME.parse(s, 0, "step nw") == Move("step", 2)
    s = ask(s, MoveGoat(0, "TF-22"))
    assert GAME.parse(s, 0, "goat c8 91") == Move("goat", space(s, "c8"), 91)
    assert GAME.parse(s, 0, "turn alan 5") == Move("turn", 2, 5)


# The end


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (WON, "All won: the eight memories are collected.  TF-65"),
        (TRAPPED, "All lost: the Team ran into an obstacle and had no memory to give up.  TF-66"),
    ],
)
def test_all_win_or_lose_together(outcome: int, sentence: str) -> None:
    s = dusk()
    put(s, card(s, "The Hat"), COLLECTED)
    person = session(s, Act(0))
    s.numbers[OUTCOME], s.waiting = outcome, []
    with person.console.capture() as capture:
        person.end()
    assert sentence in capture.get()
    assert "memories collected: 1" in capture.get()
    assert "#" not in capture.get(), "nobody is ranked"


def command(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert run(list(words)) == code
    return capsys.readouterr().out


def test_commands_tell_of_a_common_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = ["play", GAME.name, "--demo", "--bots", "random", "--seed", "3", "--save", str(file)]
    assert "All lost: " in command(capsys, *played)
    assert "answers. All lost: " in command(capsys, "verify", str(file))
    assert "All lost: " in command(capsys, "replay", str(file), "--seat", "1")
    assert "全員の敗北：" in command(capsys, "replay", str(file), "--language", "ja")


def test_simulations_count_common_wins(capsys: pytest.CaptureFixture[str]) -> None:
    simulated = ["simulate", GAME.name, "--games", "4", "--bots", "random", "--seed", "1"]
    shown = command(capsys, *simulated, "--workers", "1")
    assert re.search(r"^random +0\.0%", shown, re.M)
    assert "All seats win or lose together." in shown
    assert "seat 1" not in shown
    summary = json.loads(command(capsys, *simulated, "--workers", "1", "--json"))
    assert summary["bots"]["random"]["wins"]["value"] == 0


def test_a_person_plays_by_number_and_by_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: Sequence[str] = ["h4", "1", "walk blue 1", "west", "1", "1", "log"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))
    sit_down = ["play", GAME.name, "--players", "2", "--bots", "random", "--seed", "11"]
    shown = command(capsys, *sit_down)
    assert "Player 1 put the Team on h4.  TF-16" in shown
    assert "Player 1 walked with Blue 1.  TF-20" in shown
    assert "The needle led the Team to h3.  TF-24" in shown


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_person_who_answers_anything_comes_to_the_end(seed: int, tmp_path: Path) -> None:
    lots = random.Random(seed)
    players, language = lots.choice([2, 3, 4]), LANGUAGES[seed % 2]
    options = {option.name: lots.choice(option.values) for option in GAME.options()}
    table = new_table(GAME, players, seed, "", NAMES[:players], **options)
    bots = [make_bot("random", GAME, seed + seat) for seat in range(players)]
    console = plain_console()

    def answer() -> str:
        if lots.random() < 0.2:
            return lots.choice(["table", "?", "more", "why not rest", "log", "memory", "cards"])
        return str(lots.choice(person.shown.entries).number)

    person = Session(table, 0, bots, Words(language), console, answer, tmp_path / "game.json")
    person.run()
    assert not table.state.waiting
