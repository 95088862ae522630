"""One clear line for everything that can be wrong with a command."""

from __future__ import annotations

import json
from errno import EACCES
from pathlib import Path

import pytest

from duskhall.cli.arguments import parser
from duskhall.cli.words import Words
from tests.cli.commands import GAME, changed, complaint, output


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["play"], "required: GAME"),
        (["play", GAME, "--wings"], "unrecognized arguments: --wings"),
        (["play", "chess"], "no game 'chess'"),
        (["simulate", "chess"], "no game 'chess'"),
        (["play", GAME, "--bots", "oracle"], "no bot 'oracle'"),
        (["play", GAME, "--bots", "random,oracle"], "no bot 'oracle'"),
        (["simulate", GAME, "--bots", "oracle"], "no bot 'oracle'"),
        (["simulate", GAME, "--bots", "random:5"], "random"),
        (["simulate", GAME, "--bots", ","], "no bot ''"),
        (
            ["simulate", GAME, "--players", "2", "--bots", "random,greedy,random"],
            "3 bots are named, but the seats are 2",
        ),
        (
            ["compare", GAME, "--players", "1", "--bots", "random", "--bots", "random,greedy"],
            "2 bots are named, but the seats are 1",
        ),
        (
            ["play", GAME, "--players", "2", "--bots", "random,greedy"],
            "2 bots are named, but the seats for them are 1",
        ),
        (
            ["play", GAME, "--demo", "--players", "2", "--bots", "random,greedy,random"],
            "3 bots are named, but the seats for them are 2",
        ),
        (["ladder", "chess"], "no game 'chess'"),
        (["ladder", GAME, "--bots", "greedy"], "two bots or more"),
        (["ladder", GAME, "--bots", "greedy,greedy"], "'greedy' is there twice"),
        (["ladder", GAME, "--bots", "greedy,oracle"], "no bot 'oracle'"),
        (["ladder", GAME, "--players", "1"], "two players or more"),
        (["ladder", GAME, "--games", "1000000", "--write", "no/such/page.md"], "no/such/page.md"),
        (
            ["ladder", GAME, "--bot", "no-such-program 1"],
            "no-such-program 1: there is no program 'no-such-program'",
        ),
        (["ladder", GAME, "--games", "0"], "a whole number from 1, not '0'"),
        (["play", GAME, "--players", "7"], "1 to 6 players, not 7"),
        (["simulate", GAME, "--players", "7"], "1 to 6 players, not 7"),
        (["play", GAME, "--players", "two"], "a whole number from 1, not 'two'"),
        (["simulate", GAME, "--games", "0"], "a whole number from 1, not '0'"),
        (["simulate", GAME, "--workers", "-1"], "a whole number from 1, not '-1'"),
        (["play", GAME, "--seed", "luck"], "not 'luck'"),
        (["play", GAME, "--seed", str(1 << 128)], "below 2**128"),
        (["play", GAME, "--seat", "4"], "no seat 4; seats go from 1 to 3"),
        (["play", GAME, "--option", "hardcore"], "name=value, not 'hardcore'"),
        (["play", GAME, "--option", "wet=true"], "no option 'wet'"),
        (["simulate", GAME, "--option", "hardcore=maybe"], "may be false, true, not maybe"),
        (
            ["play", GAME, "--edition", "nowhere.toml"],
            "nowhere.toml: No such file; Dark Dealings itself has designed",
        ),
        (["play", GAME, "--load", "nowhere.json"], "nowhere.json: No such file"),
        (["play", GAME, "--demo", "--from", ""], "--from: must not be empty"),
        (["play", GAME, "--demo", "--from", " "], "--from: must not be empty"),
        (["play", GAME, "--demo", "--load", ""], "--load: must not be empty"),
        (["play", GAME, "--demo", "--scenario", ""], "--scenario: must not be empty"),
        (["play", GAME, "--demo", "--edition", ""], "--edition: must not be empty"),
        (["play", GAME, "--demo", "--save", ""], "--save: must not be empty"),
        (["simulate", GAME, "--games", "1", "--save", ""], "--save: must not be empty"),
        (["play", GAME, "--language", "de"], "invalid choice: 'de'"),
        (["replay", "nowhere.json"], "nowhere.json: No such file"),
        (["replay", "."], "Is a directory"),
        (["verify", "nowhere.json"], "nowhere.json: No such file"),
        (["verify"], "required: FILE"),
        (["verify", "a", "b", "--commitment", "00"], "one file"),
    ],
)
def test_bad_input_gets_one_line(
    argv: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in complaint(capsys, *argv)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("heroes = [", "cards.toml: "),
        ("heroes = 3", "cards.toml: there is no array 'heroes'"),
        ('heroes = [\n  {challenge=1, name="A"},\n]', "cards.toml, line 2: 'class' is missing"),
    ],
)
def test_a_wrong_edition_is_told_with_file_line_and_reason(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(text)
    for command in ("play", "simulate"):
        assert said in complaint(capsys, command, GAME, "--edition", str(file))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{}", "not a record of Duskhall"),
        (b"[" * 100_000, "not JSON"),
        (b'{"duskhall": 99}', "format 99"),
        (b'{"duskhall": 1, "game": "chess"}', "no game 'chess'"),
        (b'{"duskhall": 1}', "lacks 'game'"),
    ],
)
def test_a_broken_record_is_told_with_its_file(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    for argv in (["replay", str(file)], ["play", GAME, "--load", str(file)]):
        line = complaint(capsys, *argv)
        assert line.startswith(f"{file}: ")
        assert said in line


def test_a_record_that_does_not_verify_is_neither_replayed_nor_played(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(record.read_text("utf-8"))
    file = changed(record, chain=[*data["chain"][:-1], "0" * 64])
    assert "the hash differs" in complaint(capsys, "replay", str(file))
    assert "the hash differs" in complaint(capsys, "play", GAME, "--load", str(file))


def test_a_record_already_says_what_is_played(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for extra in (["--seed", "5"], ["--players", "2"], ["--option", "row=3"]):
        line = complaint(capsys, "play", GAME, "--load", str(record), *extra)
        assert "cannot be given with --load" in line
    assert "no seat 3" in complaint(capsys, "play", GAME, "--load", str(record), "--seat", "3")
    assert "no seat 3" in complaint(capsys, "replay", str(record), "--seat", "3")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--scenario", "picnic"], "シナリオ「picnic」はありません"),
        (["--option", "wet=true"], "オプション「wet」はありません"),
        (["--option", "hardcore=maybe"], "maybe は使えません"),
        (["--option", "hardcore"], "名前=値"),
        (["--players", "7"], "7人では遊べません"),
        (["--from", "nonsense|"], "局面は「the-faceless 2 designed 3」のように"),
        (["--from", f"{GAME} 2 designed 2|hand.9: 1"], "「hand.9」という場所はありません"),
        (["--from", f"{GAME} 2 designed 2|hand.0: 1"], "ちょうど一か所に"),
        (["--from", f"{GAME} 99 designed 2|"], "ルール第99版"),
        (["--from", "nowhere.txt"], "ファイルがありません"),
        (["--from", "{bytes}"], "UTF-8 のテキストではありません"),
        (["--from", ""], "空にはできません"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_in_japanese(
    argv: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd"
    odd.write_bytes(b"\xff\xfe\x00")
    given = [word.replace("{bytes}", str(odd)) for word in argv]
    assert said in complaint(capsys, "play", GAME, "--demo", *given, "--language", "ja")


def test_an_empty_folder_has_nothing_to_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no records" in complaint(capsys, "verify", str(tmp_path))


def test_a_place_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    games = ["--players", "2", "--games", "1", "--bots", "random", "--save", str(blocked / "x")]
    assert "file" in complaint(capsys, "simulate", GAME, *games)


@pytest.mark.parametrize(
    "command",
    [
        ["compare", GAME, "--option", "hardcore=true", "--bots", "random", "--bots", "greedy"],
        ["report", GAME],
        ["ladder", GAME, "--bots", "random,greedy"],
    ],
)
def test_what_is_to_be_written_is_tried_before_anything_is_played(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def played(*_: object) -> None:
        raise AssertionError("a game was played")

    def refused(**_: object) -> None:
        raise PermissionError(EACCES, "Permission denied")

    for name in ("compare.play_all", "measures.in_order", "ladder.in_order"):
        monkeypatch.setattr(f"duskhall.lab.{name}", played)
    (tmp_path / "folder.md").mkdir()
    there, nowhere = str(tmp_path / "folder.md"), str(tmp_path / "no" / "page.md")
    assert f"{there} is a folder" in complaint(capsys, *command, "--write", there)
    told = complaint(capsys, *command, "--write", nowhere)
    assert f"there is no folder {tmp_path / 'no'}" in told
    monkeypatch.setattr("tempfile.TemporaryFile", refused)
    closed = str(tmp_path / "page.md")
    assert f"{closed}: Permission denied" in complaint(capsys, *command, "--write", closed)


def test_names_cannot_command_the_terminal(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = changed(record, names=["\x1b[2J[red]A", "B\n\x07"])
    shown = output(capsys, "replay", str(file)) + output(capsys, "verify", str(file))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "[red]A" in shown


def test_bots_may_rest_for_parts_of_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    words = Words("en")
    for text, seconds in (("0", 0.0), ("0.5", 0.5), ("12", 12.0)):
        assert parser(words).parse_args(["serve", "--pace", text]).pace == seconds
    for text in ("-1", "nan", "inf", "1e3", ".5", "soon"):
        assert f"a number of seconds from 0, as 2 or 0.5, not '{text}'" in complaint(
            capsys, "serve", f"--pace={text}"
        )


@pytest.mark.parametrize("command", ["simulate", "report", "compare", "ladder", "play"])
def test_who_cannot_play_so_is_told_the_option_that_lets_them(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = ["--bots", "greedy", "--bots", "random"] if command == "compare" else []
    pair = ["raid-and-trade", "--players", "2", *sides]
    told = complaint(capsys, command, *pair)
    assert told.startswith("Two can play Escape the City only. (RT-100)")
    assert "--option scenario=escape" in told
    named = complaint(capsys, command, *pair, "--option", "scenario=none")
    assert "--option" not in named  # it was chosen otherwise


def test_what_takes_more_than_one_option_names_none(capsys: pytest.CaptureFixture[str]) -> None:
    two = ["simulate", "raid-and-trade", "--players", "2", "--option", "city=custom"]
    assert complaint(capsys, *two) == "Two can play Escape the City only. (RT-100)"
