"""Every command, and what it prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from duskhall import Record, game, installed, new_table
from duskhall.bots import BOTS
from duskhall.cli import run
from duskhall.cli.arguments import COMMANDS
from duskhall.cli.names import bot_name
from duskhall.cli.session import mend
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import DEFENSE_DECK, HAND, HERO_DECK
from tests.cli.commands import GAME, changed, complaint, half, output, typed

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


def test_a_ladder_is_told_kept_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rungs, page = str(tmp_path / "rungs"), tmp_path / "ladder.md"
    command = ["ladder", GAME, "--games", "2", "--bots", "random,greedy", "--results", rungs]
    result = json.loads(output(capsys, *command, "--json", "--write", str(page)))
    assert [bot["games"] for bot in result["bots"]] == [2, 2]
    assert {bot["bot"] for bot in result["bots"]} == {"random", "greedy"}
    assert result["pairs"][0]["one"] == "random"
    again = "duskhall ladder dark-dealings --players 2 --bots random,greedy --games 2 --seed 1"
    assert f"`{again}`" in page.read_text("utf-8")
    shown = output(capsys, *command)
    assert "2 of them had been played before." in shown
    assert "rating" in shown
    assert "worst" in shown
    blocked = str(page / "rungs")
    assert "ladder.md" in complaint(capsys, *command[:-1], blocked)


def test_a_ladder_does_not_cut_the_names_of_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "a_long_name_of_a_program_that_plays.py"
    bot.write_text("")
    command = ["ladder", GAME, "--games", "2", "--bots", "random", "--bot", f"python3 {bot}"]
    assert "…" not in output(capsys, *command)


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
