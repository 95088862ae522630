"""Every command, and one clear line for everything that can be wrong with it."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
from rich.console import Console

from duskhall import Record, game, installed, new_table
from duskhall.bots import BOTS
from duskhall.cli import run
from duskhall.cli.arguments import COMMANDS
from duskhall.cli.choices import Menu, common_set
from duskhall.cli.names import bot_called, bot_name
from duskhall.cli.reading import Reader, Unclear
from duskhall.cli.saves import data_folder
from duskhall.cli.session import mend
from duskhall.cli.tables import drawing_of
from duskhall.cli.tables.plain import Drawing
from duskhall.cli.words import Words, catalogue, clean, wanted_language
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.moves import Move, parse_move
from duskhall.games.dark_dealings.box import DEFENSE_DECK, HAND, HERO_DECK
from duskhall.lab.match import play_table, seat_bots

GAME = "dark-dealings"
SOURCE = Path(__file__).parents[2] / "src" / "duskhall"
DUSKHALL = [sys.executable, "-m", "duskhall"]


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves go to a folder of the test, and the language is English."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "DUSKHALL_LANGUAGE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A finished game of two random bots."""
    path = tmp_path / "game.json"
    play_demo(path)
    capsys.readouterr()
    return path


def play_demo(path: Path, *more: str) -> None:
    demo = ["play", GAME, "--demo", "--players", "2", "--bots", "random", "--seed", "7"]
    assert run([*demo, "--save", str(path), *more]) == 0


def half(record: Path, moves: int = 20) -> Path:
    """The same game, broken off after some moves."""
    data = json.loads(record.read_text("utf-8"))
    data["moves"] = data["moves"][:moves]
    data["chain"] = data["chain"][: moves + 1]
    path = record.with_name("half.json")
    path.write_text(json.dumps(data), "utf-8")
    return path


def changed(record: Path, **fields: object) -> Path:
    data = json.loads(record.read_text("utf-8"))
    path = record.with_name("changed.json")
    path.write_text(json.dumps({**data, **fields}), "utf-8")
    return path


def output(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    assert run(argv) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line on the error output, after the program's name."""
    assert run(argv) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1, captured.err
    assert lines[0].startswith("duskhall: ")
    return lines[0].removeprefix("duskhall: ")


# Help


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        run([command, "--language", language, "--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert f"duskhall {command}" in shown.rpartition(Words(language)("help.example"))[2]
    assert "usage:" not in shown or language == "en"


def test_the_program_alone_shows_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run([])
    shown = capsys.readouterr().out
    assert all(command in shown for command in COMMANDS)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--version"])
    assert re.match(r"duskhall \d+\.\d+", capsys.readouterr().out)


# games


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_options_and_bots(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "games", "--language", language)
    for kind in installed():
        assert kind.name in shown
        assert all(option.name in shown for option in kind.options())
    assert all(bot in shown for bot in BOTS)


# simulate


def test_simulate_prints_shares_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["--players", "2", "--games", "4", "--bots", "random", "--seed", "1"]
    shown = output(capsys, "simulate", GAME, *games, "--option", "dragons=true")
    assert "4 games of 2, seed 1" in shown
    assert "dragons=true" in shown
    assert re.search(r"seat 2 +\d+\.\d% +\d+\.\d% – \d+\.\d%", shown)
    assert "games per second" in shown


def test_simulate_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["--players", "3", "--games", "3", "--bots", "random,greedy", "--seed", "9"]
    result = json.loads(output(capsys, "simulate", GAME, *games, "--json", "--workers", "2"))
    assert result["game"] == GAME
    assert result["games"] == 3
    assert int(result["seed"], 16) == 9
    assert result["bots"]["random"]["seats"] == 2
    assert result["bots"]["greedy"]["seats"] == 1
    assert len(result["seats"]) == 3
    wins = result["bots"]["greedy"]["wins"]
    assert wins["low"] <= wins["value"] <= wins["high"]
    again = json.loads(output(capsys, "simulate", GAME, *games, "--json", "--workers", "1"))
    for timing in ("seconds", "games_per_second", "workers"):
        del result[timing], again[timing]
    assert result == again


def test_simulated_games_are_saved_and_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games"
    games = ["--players", "2", "--games", "3", "--bots", "random", "--seed", "1"]
    output(capsys, "simulate", GAME, *games, "--save", str(folder))
    assert output(capsys, "verify", str(folder)) == f"{folder}: 3 of 3 records verified\n"


def test_a_simulated_game_can_be_played_again_from_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = ["--players", "2", "--games", "1", "--bots", "random", "--seed", "1"]
    output(capsys, "simulate", GAME, *games, "--save", str(tmp_path / "games"))
    simulated = Record.loads(next((tmp_path / "games").iterdir()).read_text("utf-8"))
    again = tmp_path / "again.json"
    seed = ["--seed", f"{simulated.seed:032x}", "--players", "2", "--bots", "random"]
    output(capsys, "play", GAME, "--demo", *seed, "--save", str(again))
    assert Record.loads(again.read_text("utf-8")).chain == simulated.chain


# replay


def test_a_finished_game_hides_nothing(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "replay", str(record))
    assert "Nothing is hidden." in shown
    assert "picked 2 heroes" not in shown
    assert "Final standing" in shown
    assert re.search(r"^ +\d+  Random 1 .*  DD-\d+$", shown, re.MULTILINE)


def test_a_seat_sees_its_own_picks_only(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "replay", str(record), "--seat", "2")
    assert "Through the eyes of Random 2." in shown
    assert "Random 1 picked 2 heroes." in shown
    assert "Random 2 picked 2 heroes." not in shown


def test_an_unfinished_game_is_told_as_an_onlooker_saw_it(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = output(capsys, "replay", str(half(record)))
    assert "As an onlooker saw it." in shown
    assert "Random 1 picked 2 heroes." in shown
    assert "Random 2 picked 2 heroes." in shown
    assert "Not finished: 20 answers so far." in shown


def test_a_replay_speaks_japanese(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "replay", str(record), "--language", "ja")
    assert Words("ja")("standing.title") in shown
    assert not re.search(r"\b(picked|struck|took)\b", shown)


# verify


def test_a_true_record_is_verified(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commitment = Record.loads(record.read_text("utf-8")).commitment()
    shown = output(capsys, "verify", str(record), "--commitment", commitment)
    assert re.fullmatch(r".*game\.json: verified, \d+ answers, won by Random \d\n", shown)
    assert "not finished" in output(capsys, "verify", str(half(record)))


def test_another_commitment_is_not_verified(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = output(capsys, "verify", str(record), "--commitment", "00ff", code=1)
    assert shown.count("\n") == 1
    assert "does not verify" in shown


@pytest.mark.parametrize("what", ["seed", "moves", "chain"])
def test_what_was_changed_is_not_verified(
    what: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(record.read_text("utf-8"))
    fields: dict[str, object] = {
        "seed": f"{8:032x}",
        "moves": [*data["moves"][:-1], "0 strike 9999"],
        "chain": [*data["chain"][:-1], "0" * 64],
    }
    file = changed(record, **{what: fields[what]})
    assert "does not verify" in output(capsys, "verify", str(file), code=1)


def test_a_folder_names_only_what_fails(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(record, seed=f"{8:032x}")
    shown = output(capsys, "verify", str(record.parent), code=1).splitlines()
    assert len(shown) == 2
    assert "changed.json: does not verify" in shown[0]
    assert shown[1].endswith("1 of 2 records verified")


def test_several_files_have_a_line_each_and_the_worst_code(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.json"
    assert run(["verify", str(record), str(missing), str(half(record))]) == 2
    captured = capsys.readouterr()
    assert captured.out.count(": verified") == 2
    assert captured.err == f"duskhall: {missing}: No such file or directory\n"


# play


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_demo_is_a_whole_game_as_text(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    demo = ["play", GAME, "--demo", "--bots", "random", "--seed", "7", "--language", language]
    shown = output(capsys, *demo)
    words = Words(language)
    assert words("standing.title") in shown
    assert words.join([bot_name("random", seat, words) for seat in (1, 2, 3)]) in shown
    assert f"{7:032x}" in shown
    assert shown == output(capsys, *demo)
    assert "{" not in shown


def test_demos_show_hardcore_solo_and_dragons(capsys: pytest.CaptureFixture[str]) -> None:
    demo = ["play", GAME, "--demo", "--bots", "random", "--seed", "3"]
    assert "evicted" in output(capsys, *demo, "--option", "hardcore=true")
    assert "DD-62" in output(capsys, *demo, "--players", "1")
    output(capsys, *demo, "--option", "dragons=true")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))


def test_lines_may_come_from_a_pipe_and_their_end_saves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1 2", "cards")
    shown = output(capsys, "play", GAME, "--players", "2", "--bots", "random", "--seed", "5")
    assert "> 1 2" in shown
    assert "Your picks so far" in shown
    saved = re.search(rf"duskhall (play {GAME} --load \S+)", shown)
    assert saved is not None
    typed(monkeypatch)
    assert "Hero phase, round 2 of 4" in output(capsys, *saved[1].split())
    typed(monkeypatch)
    told = output(capsys, "play", GAME, "--players", "2", "--bots", "random", "--seed", "5")
    assert "Unfinished games wait here: 1." in told


def test_a_record_is_mended_before_it_is_saved() -> None:
    """An interrupt may come between a move and its hash."""
    table = new_table(game(GAME), 2, seed=1)
    whole = table.record.dumps()
    table.record.moves.append((0, Move("pick", 1, 2)))
    mend(table.record)
    assert table.record.dumps() == whole
    table.record.chain.append("0" * 64)
    mend(table.record)
    assert table.record.dumps() == whole


def test_any_record_can_be_taken_over(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "table")
    shown = output(capsys, "play", GAME, "--load", str(half(record)), "--seat", "2")
    assert "Random 2 (you)" in shown


def test_nobody_sees_what_only_others_see(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the first answer, no command names a hero of another hand or of the deck."""
    typed(monkeypatch, "log", "table", "cards")
    shown = output(capsys, "play", GAME, "--players", "2", "--bots", "random", "--seed", "5")
    s = game(GAME).setup(2, 5)
    own = [s.box.card_names[card] for card in s.places[HAND]]
    hidden = [*s.places[HAND + 1], *s.places[HERO_DECK], *s.places[DEFENSE_DECK]]
    told = " ".join(shown.split())
    assert all(name in told for name in own)
    assert [s.box.card_names[card] for card in hidden if s.box.card_names[card] in told] == []


# What is wrong, in one line


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
        (["play", GAME, "--edition", "nowhere.toml"], "nowhere.toml: No such file"),
        (["play", GAME, "--load", "nowhere.json"], "nowhere.json: No such file"),
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


def test_names_cannot_command_the_terminal(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = changed(record, names=["\x1b[2J[red]A", "B\n\x07"])
    shown = output(capsys, "replay", str(file)) + output(capsys, "verify", str(file))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "[red]A" in shown


# The process


def test_a_closed_pipe_is_silent(record: Path) -> None:
    command = " ".join([*DUSKHALL, "replay", str(record)])
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1"], capture_output=True, text=True, timeout=30
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def started(*argv: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    # Where the tests themselves run in the background, Ctrl-C would be ignored from the start.
    return subprocess.Popen(
        [*DUSKHALL, *argv],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupted(process: subprocess.Popen[bytes]) -> bytes:
    """Press Ctrl-C, as a terminal does to the whole group, and return what was printed since."""
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == b""
    return out


def test_an_interrupted_simulation_ends_without_a_traceback(tmp_path: Path) -> None:
    games = ["--games", "100000", "--bots", "random", "--workers", "2"]
    process = started("simulate", GAME, *games, "--save", str(tmp_path / "games"))
    deadline = time.monotonic() + 20
    while not list(tmp_path.glob("games/*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    interrupted(process)
    count = len(list(tmp_path.glob("games/*.json")))
    time.sleep(0.3)
    assert len(list(tmp_path.glob("games/*.json"))) == count, "the workers play on"


def test_an_interrupted_game_is_saved() -> None:
    process = started("play", GAME, "--bots", "random")
    assert process.stdout is not None
    while b"for example" not in process.stdout.readline():
        assert process.poll() is None
    assert b"--load" in interrupted(process)


def test_a_bar_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["simulate", GAME, "--players", "2", "--games", "40", "--bots", "random"]
    child = pexpect.spawn(DUSKHALL[0], [*DUSKHALL[1:], *games], timeout=30, encoding="utf-8")
    child.expect(r"games .*\d+/40.*\d:\d\d:\d\d")
    child.expect("games per second")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert run(games) == 0
    assert capsys.readouterr().err == ""


def test_a_replay_can_be_stepped_through_with_keys(record: Path) -> None:
    argv = [*DUSKHALL[1:], "replay", str(record), "--step"]
    child = pexpect.spawn(DUSKHALL[0], argv, timeout=20, encoding="utf-8", dimensions=(40, 100))
    child.expect("Space: on")
    child.expect("DD-02")
    child.send(" ")
    child.expect("   2 ")
    child.send("b")
    child.expect("back at 0")
    child.expect("DD-02")
    child.send("t")
    child.expect("Hand")
    child.send("\x1b[C")
    child.expect("   2 ")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


# The parts


def test_both_languages_have_the_same_words_and_fields() -> None:
    sentences = catalogue().sentences
    english, japanese = sentences["en"]["cli"], sentences["ja"]["cli"]
    assert list(english) == list(japanese)
    for key, sentence in english.items():
        fields = sorted(re.findall(r"\{\w+\}", sentence))
        assert sorted(re.findall(r"\{\w+\}", japanese[key])) == fields, key


def test_every_word_that_is_used_is_in_the_catalogue() -> None:
    known = catalogue().sentences["en"]["cli"]
    for file in (SOURCE / "cli").rglob("*.py"):
        for key in re.findall(r"""words\(\s*"([^"{]+)\"""", file.read_text("utf-8")):
            assert key in known, f"{file.name}: {key}"


def test_every_bot_has_a_name_in_both_languages() -> None:
    for language in LANGUAGES:
        assert all(f"bot.{bot}" in catalogue().sentences[language]["cli"] for bot in BOTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search", "search:0.5s"])
def test_bots_are_found_again_by_their_names(bot: str, language: str) -> None:
    assert bot_called(bot_name(bot, 3, Words(language))) == bot
    assert bot_called(f"{bot.partition(':')[0]} 2") == bot.partition(":")[0]
    assert bot_called(Words(language)("player", number=2)) == ""


@pytest.mark.parametrize(
    ("argv", "environment", "language"),
    [
        ([], {}, "en"),
        (["--language", "ja"], {}, "ja"),
        (["--language=ja"], {"LANG": "en_GB"}, "ja"),
        (["--language"], {}, "en"),
        (["--language", "xx"], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"DUSKHALL_LANGUAGE": "ja", "LANG": "C"}, "ja"),
    ],
)
def test_the_language_is_asked_for_or_taken_from_the_system(
    argv: list[str], environment: dict[str, str], language: str
) -> None:
    assert wanted_language(argv, environment) == language


def test_data_lies_where_the_platform_wants_it() -> None:
    home = Path.home()
    assert data_folder({}, "linux") == home / ".local/share/duskhall"
    assert data_folder({"XDG_DATA_HOME": "/x"}, "linux") == Path("/x/duskhall")
    assert data_folder({}, "darwin") == home / "Library/Application Support/duskhall"
    assert data_folder({"LOCALAPPDATA": "/x"}, "win32") == Path("/x/duskhall")


def moves(*texts: str) -> list[Move]:
    return [parse_move(text) for text in texts]


def test_choosing_some_of_a_set_lists_each_card_once() -> None:
    picks = moves("pick 3 5", "pick 3 9", "pick 5 9")
    menu = Menu(picks, common_set(picks))
    assert [(entry.number, entry.card) for entry in menu.entries] == [(1, 3), (2, 5), (3, 9)]
    assert menu.to_choose() == 2
    assert menu.choose([3, 1]) == Move("pick", 3, 9)
    assert menu.choose([1, 1]) is None
    assert menu.choose([4]) is None
    assert menu.choose([1, 2, 3]) is None
    rest = menu.choose([2])
    assert isinstance(rest, Menu)
    assert [(entry.number, entry.card) for entry in rest.entries] == [(1, 3), (3, 9)]
    assert rest.choose([3]) == Move("pick", 5, 9)


def test_pairs_that_are_not_all_pairs_are_no_set() -> None:
    assert common_set(moves("pair 1 60", "pair 1 61", "pair 2 61")) == []
    assert common_set(moves("strike 3", "strike 4")) == []


def test_many_moves_that_begin_alike_share_a_line() -> None:
    menu = Menu(moves("stop", "strike 5", *[f"strike 6 {card}" for card in range(10, 20)]))
    assert len(menu.entries) == 3
    assert menu.choose([3, 2]) == Move("strike", 6, 11)
    assert menu.choose([1]) == Move("stop")
    few = Menu(moves("stop", "strike 6 10", "strike 6 11"))
    assert len(few.entries) == 3


def reader() -> Reader:
    return Reader(game(GAME).box(2), "en")


def number_of(name: str) -> int:
    return game(GAME).box(2).card_names.index(name)


def test_cards_may_be_named_by_a_part_or_in_japanese() -> None:
    alder, osric = number_of("Dame Alder"), number_of("Sir Osric the Late")
    vane = number_of("Dame Rosalind Vane")
    pairs = [Move("pick", *sorted(pair)) for pair in [(alder, osric), (alder, vane), (osric, vane)]]
    verbs, menu = {"pick", "strike"}, Menu(pairs, common_set(pairs))
    japanese = reader().name(alder, "ja")
    for text in ("alder osric", "Dame Alder, Sir Osric the Late", f"pick {japanese}, osric"):
        assert reader().answer(menu, text, set(), verbs) == pairs[0]
    with pytest.raises(Unclear, match="which-card"):
        reader().answer(menu, "dame", set(), verbs)
    with pytest.raises(Unclear, match="no-such-card"):
        reader().answer(menu, "wyrm", set(), verbs)
    rest = reader().answer(menu, "osric", set(), verbs)
    assert isinstance(rest, Menu)
    assert rest.held == (osric,)
    assert rest.choose([1]) == pairs[0]


def test_a_named_card_is_never_taken_for_the_one_that_is_turned() -> None:
    hammer, comet = number_of("Great Drop Hammer"), number_of("Comet Call")
    legal = [Move("discard"), Move("strike", hammer, comet)]
    verbs = {"strike", "discard"}
    assert reader().answer(Menu(legal), "strike comet", {comet, hammer}, verbs) == Move(
        "strike", comet
    )
    assert reader().answer(Menu(legal), "strike hammer", {comet, hammer}, verbs) == legal[1]
    with pytest.raises(Unclear):
        reader().answer(Menu(legal), "comet", {comet, hammer}, verbs)


def test_numbers_that_are_no_cards_are_refused() -> None:
    for text in ("strike 9999", "strike -1", f"strike {10**30}"):
        with pytest.raises(Unclear):
            reader().answer(Menu([Move("discard")]), text, set(), {"strike"})


def test_games_without_a_drawing_of_their_own_are_drawn_plainly() -> None:
    kind = game(GAME)
    s = kind.setup(2, 5)
    names = ["Ann", "Bob"]
    plain = Drawing(s.box, names, Words("en"))
    assert type(drawing_of(kind, s.box, names, Words("en"))) is not Drawing
    shown = drawn(plain.table(s.view(0), 0, 100, whole=True))
    assert "Hand · Ann" in shown
    assert "Hand · Bob" in shown
    own = [plain.name(card) for card in s.places[HAND]]
    others = [plain.name(card) for card in s.places[HAND + 1]]
    text = " ".join(shown.split())
    assert all(name in text for name in own)
    assert not any(name in text for name in others)
    assert all(name in drawn(plain.own_cards(s.view(0), 0, 100)) for name in own)


def drawn(shown: object) -> str:
    console = Console(width=200, file=io.StringIO())
    with console.capture() as capture:
        console.print(shown)
    return capture.get()


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR, ALL_SEEING])
@pytest.mark.parametrize("players", [1, 2])
def test_every_position_can_be_drawn_for_all_eyes(players: int, eyes: int) -> None:
    kind = game(GAME)
    table = new_table(kind, players, seed=3, dragons=True)
    play_table(table, seat_bots(kind, ["random"], players, 3))
    drawing = drawing_of(kind, table.state.box, ["A", "B"][:players], Words("en"))
    for position in range(0, len(table.record.moves) + 1, 3):
        view = table.record.replay(position).view(eyes)
        assert drawn(drawing.table(view, eyes, 80, whole=False))
        assert drawn(drawing.table(view, eyes, 80, whole=True))
        if eyes < players:
            assert drawn(drawing.own_cards(view, eyes, 80))


def test_text_is_cleaned_of_what_a_terminal_obeys() -> None:
    assert clean("a\x1b[2Jb\n") == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}"
    assert clean("狼殺しのブレンナ – ok") == "狼殺しのブレンナ – ok"
