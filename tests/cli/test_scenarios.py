"""Scenarios in the terminal: listed, chosen by name or from a menu; options that tie each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import duskhall.engine.game
from duskhall import Record, game, installed
from duskhall.cli.scenarios import Chooser
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.game import PLAYERS, Scenario, Tie
from duskhall.games.the_faceless import TheFaceless
from tests.cli.commands import GAME, complaint, output
from tests.cli.screens import plain_console
from tests.cli.test_play import Terminal
from tests.engine.toy import interpreted_only

DUSK = "the-faceless"
OWN = str(len(game(DUSK).scenarios()) + 1)  # after all scenarios, one's own options


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_scenarios_with_story_and_length(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = "".join(output(capsys, "games", "--language", language).split())
    for kind in installed():
        for scenario in kind.scenarios():
            assert scenario.name in shown
            for section in ("scenarios", "stories"):
                told = kind.catalogue().word(section, scenario.name, language)
                assert "".join(told.split()) in shown
            minutes = Words(language)("scenarios.minutes", minutes=scenario.minutes)
            assert "".join(minutes.split()) in shown


def test_a_scenario_is_simulated_and_single_options_go_over_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = ["--players", "2", "--games", "2", "--bots", "random", "--seed", "1", "--json"]
    played = json.loads(output(capsys, "simulate", DUSK, "--scenario", "alone", *few))
    assert played["options"]["level"] == "hard"
    assert played["options"]["kids"] is False
    over = ["--option", "level=easy"]
    played = json.loads(output(capsys, "simulate", DUSK, "--scenario", "alone", *few, *over))
    assert played["options"]["level"] == "easy"
    assert played["options"]["kids"] is False


def test_a_scenario_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    demo = ["--demo", "--bots", "random", "--seed", "1", "--save", str(path)]
    output(capsys, "play", DUSK, "--scenario", "hell", *demo)
    assert Record.loads(path.read_text("utf-8")).options["level"] == "hell"


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_an_unknown_scenario_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, command, DUSK, "--scenario", "picnic")
    assert "no scenario 'picnic'; it has first-night, duskworld" in said


def test_a_loaded_game_has_its_scenario_already(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint(capsys, "play", GAME, "--load", str(record), "--scenario", "siege")
    assert said == "--scenario cannot be given with --load: the record says it"


# The menu before play


def chosen(
    *lines: str, language: str = "en", kind: duskhall.Game | None = None
) -> tuple[tuple[int, dict[str, object]], str]:
    """What somebody chooses who types these lines, and what was shown meanwhile."""
    console = plain_console(width=120)
    typed = iter(lines)
    chooser = Chooser(kind or game(DUSK), Words(language), console, lambda: next(typed))
    with console.capture() as capture:
        found = chooser.choose()
    assert next(typed, None) is None
    return found, capture.get()


@pytest.mark.parametrize("line", ["2", "duskworld", "Duskworld", " 2 "])
def test_a_scenario_is_chosen_by_number_name_or_title(line: str) -> None:
    (players, options), shown = chosen(line)
    assert players == 3
    assert options == {"level": "medium"}
    assert "★★☆☆☆" in shown
    assert "about 45 minutes" in shown
    assert f"{OWN}  Choose options yourself" in shown


def test_enter_takes_the_first_scenario() -> None:
    assert chosen("")[0][1] == {"level": "easy"}


def test_what_is_no_choice_is_told_and_asked_again() -> None:
    found, shown = chosen("99", "1")
    assert found[1] == {"level": "easy"}
    assert "There is no choice 99 here." in shown


def test_options_are_chosen_one_by_one() -> None:
    names = [PLAYERS, *[option.name for option in game(DUSK).options()]]
    number = str(names.index("kids") + 1)
    (players, options), shown = chosen(OWN, "1", number, "kids", "")
    assert players == 4
    assert options["kids"] is False
    assert "There is no choice kids here." in shown
    assert chosen(OWN, number, number, "")[0][1]["kids"] is True


def test_the_menu_speaks_japanese() -> None:
    _, shown = chosen(OWN, "", language="ja")
    assert "オプションを自分で選ぶ" in shown
    assert "約45分" in shown
    assert game(DUSK).catalogue().word("stories", "hell", "ja") in shown.replace("\n", "")


class TiedDusk(TheFaceless):
    """The kids are for three and more, and never in hell."""

    def ties(self) -> list[Tie]:
        return [
            Tie("kids", [True], PLAYERS, [3, 4], "TF-03", "three-kids"),
            Tie("level", ["hell"], "kids", [False], "TF-03", "no-kids-in-hell"),
        ]

    def scenarios(self) -> list[Scenario]:
        return [Scenario("duskworld", {}, 2, 45)]

    def catalogue(self) -> Catalogue:
        ties = {
            "en": {"three-kids": "Kids are three.", "no-kids-in-hell": "No kids in hell."},
            "ja": {"three-kids": "子どもは三人から。", "no-kids-in-hell": "地獄に子どもはいない。"},
        }
        found = super().catalogue().sentences
        return Catalogue({name: {**found[name], "ties": ties[name]} for name in found})


@pytest.fixture
def tied(monkeypatch: pytest.MonkeyPatch) -> Callable[[], TiedDusk]:
    monkeypatch.setitem(duskhall.engine.game._installed, DUSK, TiedDusk())
    return TiedDusk


@interpreted_only
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No kids in hell. (TF-03) It can be played with --option kids=false."),
        ("ja", "地獄に子どもはいない。 (TF-03) --option kids=false を付ければ遊べます。"),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.usefixtures("tied")
def test_options_that_exclude_each_other_are_refused_with_the_rule(
    command: str, language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hell = ["--option", "level=hell", "--players", "3", "--language", language]
    assert complaint(capsys, command, DUSK, *hell) == said


@interpreted_only
@pytest.mark.usefixtures("tied")
def test_the_number_of_players_follows_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, "play", DUSK, "--players", "2", "--option", "kids=true")
    assert said == "Kids are three. (TF-03)"
    hell = ["--option", "level=hell", "--option", "kids=false", "--players", "2"]
    few = ["--games", "1", "--bots", "random", "--seed", "1", "--json"]
    assert json.loads(output(capsys, "simulate", DUSK, *hell, *few))["players"] == 2


@interpreted_only
def test_the_menu_of_options_skips_what_cannot_be_had_and_says_why() -> None:
    kind = TiedDusk()
    names = [PLAYERS, *[option.name for option in kind.options()]]
    level = str(names.index("level") + 1)
    levels = next(option.values for option in kind.options() if option.name == "level")
    turns = [level] * (len(levels) - 1)  # round to the first again, past hell
    found, shown = chosen("2", *turns, "", kind=kind)
    assert found[1]["level"] == levels[0]
    assert "No kids in hell. (TF-03)" in shown


# At a real terminal


def test_scenarios_are_offered_first_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", GAME, "--bots", "random")
    assert "What shall it be?" in terminal.screen
    assert "Dark Dealings" in terminal.type("3")
    terminal.type("quit")
    saved = next((tmp_path / "duskhall" / "saves").glob("*.json"))
    options = Record.loads(saved.read_text("utf-8")).options
    assert options["hardcore"] is True


@pytest.mark.parametrize("said", [["--scenario", "hell"], ["--players", "2"], ["--seed", "3"]])
def test_who_has_chosen_is_not_asked(said: list[str], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", DUSK, "--bots", "random", *said)
    assert "What shall it be?" not in terminal.screen
    assert "The Faceless" in terminal.screen


def test_who_leaves_the_menu_leaves_no_game_behind(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", DUSK, "--bots", "random")
    terminal.child.sendeof()
    terminal.wait()
    assert terminal.code == 130
    assert not (tmp_path / "duskhall").exists()
