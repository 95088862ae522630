"""The Faceless at the terminal: long lists, and what may be typed."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from duskhall import Move, Table, new_table
from duskhall.bots import make_bot
from duskhall.cli import run
from duskhall.cli.choices import FLAT, Menu
from duskhall.cli.session import PAGE, Session
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.steps import Step
from duskhall.games.the_faceless.box import (
    BLUE,
    COLLECTED,
    FACING,
    GREEN,
    OUTCOME,
    TEAM,
    TRAPPED,
    WON,
)
from duskhall.games.the_faceless.rules.memories import MoveObstacle
from duskhall.games.the_faceless.rules.threats import TurnAbout
from duskhall.games.the_faceless.rules.turn import Act, LukesStep
from duskhall.games.the_faceless.rules.walk import FreeStep, MoveGoat, PlaceFigure, TommysChance
from duskhall.games.the_faceless.state import Dusk
from tests.cli.screens import NAMES, ask, plain_console, put
from tests.cli.the_faceless import GAME, card, dusk, sit, space

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
    menu = session(s, TommysChance(0, 1, 1)).menu()
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
    chosen = {option.name: lots.choice(option.values) for option in GAME.options()}
    options = GAME.fit(chosen, players)
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
