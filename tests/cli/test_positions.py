"""Positions as text in the terminal: printed, begun at, saved, verified, refused in one line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from duskhall import Record, game, installed
from duskhall.engine.events import ALL_SEEING
from duskhall.engine.game import Game
from duskhall.engine.positions import in_one_line, print_position, read_position
from tests.cli.commands import GAME, complaint, half, output, typed

BOTS = ["--bots", "random", "--seed", "9"]


def position(kind: Game, players: int = 0, eyes: int = ALL_SEEING) -> str:
    s = kind.setup(players or max(2, kind.player_counts()[0]), seed=5)
    for _ in range(10):
        s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[0])
    return print_position(s, kind, next(iter(kind.editions())), eyes)


@pytest.mark.parametrize("kind", installed(), ids=lambda kind: kind.name)
def test_a_game_begins_at_a_position_from_a_file_and_verifies(
    kind: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, saved = tmp_path / "position.txt", tmp_path / "game.json"
    text = position(kind, kind.counts({})[0])
    file.write_text(text, "utf-8")
    output(capsys, "play", kind.name, "--demo", *BOTS, "--from", str(file), "--save", str(saved))
    record = Record.loads(saved.read_text("utf-8"))
    assert record.start == in_one_line(text)
    assert record.seed == 9
    verdict = output(capsys, "verify", str(saved), "--commitment", record.commitment())
    assert f"verified, {len(record.moves)} answers from a position on" in verdict
    assert "Final standing" in output(capsys, "replay", str(saved))


def test_a_position_may_be_given_in_one_line_or_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = in_one_line(position(game(GAME)))
    demo = ["play", GAME, "--demo", *BOTS, "--from"]
    shown = output(capsys, *demo, line)
    typed(monkeypatch, *position(game(GAME)).splitlines())
    assert output(capsys, *demo, "-") == shown


def test_a_game_from_a_position_is_played_saved_and_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = in_one_line(position(game(GAME), eyes=0))
    typed(monkeypatch, "save", "quit")
    shown = output(capsys, "play", GAME, *BOTS, "--from", line)
    assert "The game begins at a position." in shown
    saved = re.search(rf"duskhall (play {GAME} --load (\S+))", shown)
    assert saved is not None
    assert "from a position on, not finished" in output(capsys, "verify", saved[2])
    typed(monkeypatch, "quit")
    assert "The game begins at a position." in output(capsys, *saved[1].split())


def test_the_word_position_prints_what_ones_own_eyes_see(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "position")
    shown = output(capsys, "play", GAME, "--players", "2", *BOTS)
    found = re.search(rf"^{GAME} 3 designed 2\n(?:.+\n)*luck .*$", shown, re.MULTILINE)
    assert found is not None
    kind = game(GAME)
    s = kind.setup(2, seed=9)
    s.apply(1, s.legal_moves(1)[0])  # the bot has answered in secret
    again = read_position(found[0], kind, s.box)
    assert again.places[6] == s.places[6]
    assert again.waiting == [0, 1]
    assert "sealed" not in found[0]
    typed(monkeypatch, "局面")
    assert f"{GAME} 3 designed 2" in output(
        capsys, "play", GAME, "--players", "2", *BOTS, "--language", "ja"
    )


def test_a_record_prints_its_positions(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = Record.loads(record.read_text("utf-8"))
    shown = output(capsys, "replay", str(record), "--position", "12")
    again = read_position(shown, kept.game, kept.box())
    assert again.digest() == kept.replay(12).digest()
    own = output(capsys, "replay", str(record), "--position", "12", "--seat", "2")
    assert "?" in own
    assert read_position(own, kept.game, kept.box()).view(1) == kept.replay(12).view(1)


def test_of_an_unfinished_game_a_position_is_shown_through_a_seat_only(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(half(record))
    assert "give --seat" in complaint(capsys, "replay", path, "--position", "3")
    assert "?" in output(capsys, "replay", path, "--position", "3", "--seat", "1")
    said = complaint(capsys, "replay", path, "--position", "99", "--seat", "1")
    assert said == "there is no position 99; the record has 20 answers"
    assert "from 0, not '-1'" in complaint(capsys, "replay", path, "--position", "-1")


def test_a_position_goes_from_a_replay_to_a_game_through_a_pipe(record: Path) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "duskhall", "replay", str(record), "--position", "8", "--seat", "1"],
        capture_output=True,
        check=True,
    )
    played = subprocess.run(
        [sys.executable, "-m", "duskhall", "play", GAME, "--demo", *BOTS, "--from", "-"],
        input=printed.stdout,
        capture_output=True,
        check=True,
    )
    assert b"Final standing" in played.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("dark-dealings 3", "the-faceless 3", "a position of the-faceless, not of dark-dealings"),
        ("dark-dealings 3", "dark-dealings x", "a position begins with game, version"),
        ("designed 2", "printed 2", "of the edition 'printed': name its file with --edition"),
        ("designed 2", "designed 9", "1 to 6 players, not 9"),
        ("designed 2", "designed 2 | wet=true", "no option 'wet'"),
        ("hero_deck:", "hero_dock:", "there is no place 'hero_dock'"),
        ("luck ", "luck luck ", "is no luck"),
    ],
)
def test_a_wrong_position_gets_one_line(
    old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = in_one_line(position(game(GAME)))
    assert old in line
    assert said in complaint(capsys, "play", GAME, "--from", line.replace(old, new, 1))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--players", "2"], "--players cannot be given with --from: the position says it"),
        (["--scenario", "siege"], "--scenario cannot be given with --from"),
        (["--option", "row=3"], "--option cannot be given with --from"),
        (["--seat", "3"], "no seat 3; seats go from 1 to 2"),
        (["--load", "game.json"], "--from cannot be given with --load"),
    ],
)
def test_what_a_position_says_is_not_said_again(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = in_one_line(position(game(GAME)))
    assert said in complaint(capsys, "play", GAME, "--from", line, *given)


def test_a_missing_file_and_a_finished_position_are_refused(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "No such file" in complaint(capsys, "play", GAME, "--from", str(tmp_path / "none.txt"))
    end = len(Record.loads(record.read_text("utf-8")).moves)
    over = in_one_line(output(capsys, "replay", str(record), "--position", str(end)))
    assert "the game is over" in complaint(capsys, "play", GAME, "--from", over)
