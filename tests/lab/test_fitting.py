"""What a game judges by is learned anew: a run can be stopped, goes on, tries itself, and tells of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import duskhall
from duskhall.bots.race import Race
from duskhall.bots.values import the_faceless_race as night
from duskhall.cli import run as command
from duskhall.lab.results import WrongResults
from duskhall.lab.train import fitting, race
from duskhall.lab.train.fitting import FittingRun, Meeting, Plan, Whose, met
from duskhall.lab.train.lessons import Lessons, lessons_of, mind_with
from duskhall.lab.train.lessons import dark_dealings as siege

CITY, DUSK, KEEP = "raid-and-trade", "the-faceless", "dark-dealings"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short gates, and little learning."""
    monkeypatch.setattr(fitting, "DEALS", 1)
    monkeypatch.setattr(fitting, "CHUNK", 4)
    monkeypatch.setattr(race, "PASSES", 2)
    monkeypatch.setattr(race.race_of(CITY), "ITERATIONS", 1)
    monkeypatch.setattr(siege, "PASSES", 2)
    monkeypatch.setattr(siege, "WAYS", 60_000)


def lessons(name: str, players: Sequence[int] = ()) -> Lessons:
    found = lessons_of(name, players)
    assert found is not None
    return found


def plan(folder: Path, games: int, name: str = DUSK, seed: int = 1) -> Plan:
    return Plan(lessons(name), seed, games, 8, "random", folder, 1)


def quiet(line: str) -> None:
    """Nobody listens."""


def arguments(name: str, folder: Path, *more: str) -> list[str]:
    base = ["train", name, "--games", "14", "--gate", "14", "--rival", "random", "--workers", "1"]
    return [*base, "--folder", str(folder), *more]


@pytest.mark.parametrize("name", [CITY, DUSK, KEEP])
def test_every_game_without_a_network_is_learned_by_the_command(
    name: str, tmp_path: Path, small: None, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "made"
    assert command(arguments(name, folder)) == 0
    said, of_game = capsys.readouterr().out, lessons(name)
    assert f"14 {of_game.unit}" in said
    [gate] = json.loads((folder / "gates.json").read_text())
    assert mind_with(name, folder / gate["file"]).values(duskhall.game(name).setup(3, seed=1))
    assert f"duskhall train {name} --what {of_game.what}" in (folder / "card.md").read_text()
    assert (folder / of_game.file).exists() == gate["kept"]
    assert ("Nothing that was learned holds" in said) != gate["kept"]


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path, small: None) -> None:
    said: list[str] = []
    FittingRun(plan(tmp_path / "whole", 16), said.append).go()

    class Enough(Exception):
        pass

    def stop(line: str) -> None:
        if line.startswith("12 games"):
            raise Enough

    with pytest.raises(Enough):
        FittingRun(plan(tmp_path / "parts", 16), stop).go()
    gates = tmp_path / "parts" / "gates.json"
    assert [gate["games"] for gate in json.loads(gates.read_text())] == [8]
    said.clear()
    assert FittingRun(plan(tmp_path / "parts", 16), said.append).go() == 12
    assert said[0] == "12 games are there"
    found = [
        json.loads((tmp_path / each / "gates.json").read_text()) for each in ("whole", "parts")
    ]
    for gate in found[0] + found[1]:
        del gate["minutes"]
    assert found[0] == found[1]
    file = found[0][-1]["file"]
    assert (tmp_path / "whole" / file).read_bytes() == (tmp_path / "parts" / file).read_bytes()


def test_examples_are_the_same_whoever_makes_them(tmp_path: Path, small: None) -> None:
    for workers in (1, 2):
        FittingRun(plan(tmp_path / str(workers), 8)._replace(workers=workers), quiet).go()
    kept = [
        [json.loads(line)[1] for line in text.splitlines() if line[0] == "["]
        for text in [(tmp_path / each / "games.jsonl").read_text() for each in ("1", "2")]
    ]
    assert len(kept[0]) == 8
    assert kept[0] == kept[1]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, small: None) -> None:
    FittingRun(plan(tmp_path, 8), quiet).go()
    before = (tmp_path / "games.jsonl").read_bytes()
    for other in (plan(tmp_path, 8, KEEP), plan(tmp_path, 8, seed=2)):
        with pytest.raises(WrongResults):
            FittingRun(other, quiet).go()
    assert (tmp_path / "games.jsonl").read_bytes() == before


def blind(folder: Path) -> Path:
    """A race that judges everything alike, but for what can only hurt, which it loves."""
    held: dict[str, Any] = json.loads(night.WEIGHTS.read_text())
    held["hidden"] = [[0.0 for _ in row] for row in held["hidden"]]
    held["straight"] = [-9.0 * sign for sign in night.SIGNS]
    path = folder / "blind.json"
    path.write_text(json.dumps(held))
    return path


def test_who_judges_worse_wins_less(tmp_path: Path) -> None:
    """A gate plays by the file that it is given."""
    whose = Whose(DUSK, (2,), 1)
    path = blind(tmp_path)
    assert Race(path, night.TRAITS).hope([1.0] * len(night.TRAITS)) != 0
    deals = range(8)
    won = [
        sum(met(whose, Meeting(deal, 0, str(file))) for deal in deals)
        for file in (night.WEIGHTS, path)
    ]
    assert won[0] >= won[1] + 3


def test_what_is_beaten_is_not_kept(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to be beaten is what is in use, and then whatever was not."""
    shares = iter([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
    asked: list[str] = []

    def told(
        self: FittingRun, deals: range, learned: str, rival: str = "", other: str = ""
    ) -> list[float]:
        asked.append(Path(learned).name)
        return next(shares)

    monkeypatch.setattr(FittingRun, "shares", told)
    training = FittingRun(plan(tmp_path, 16), quiet)
    training.go()
    assert [gate["kept"] for gate in training.gates] == [False, True]
    in_use = night.WEIGHTS.name
    assert asked == ["8-best.json", in_use, "", "16-best.json", in_use, ""]
    assert (tmp_path / "best.json").read_bytes() == (tmp_path / "16-best.json").read_bytes()
    assert (tmp_path / "card.md").read_text().count("\n| ") == 3  # the head, and two gates


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ([KEEP, "--what", "race"], "it learns sieges, network"),
        ([DUSK, "--what", "network"], "does not learn 'network': it learns race"),
        ([DUSK, "--first", "3"], "--first is for networks"),
        ([CITY, "--from", "x"], "--from is for networks"),
        ([KEEP, "--edition", "x"], "--edition is for networks"),
        ([DUSK, "--players", "9"], "players"),
        ([KEEP, "--players", "1"], "two to six"),
        ([DUSK, "--rival", "nobody"], "nobody"),
        ([DUSK, "--games", "1"], "too few games"),
        (["dont-turn-your-back", "--workers", "2"], "leave --workers away"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_a_line(
    more: list[str], word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["train", *more, "--folder", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert word in said
    assert said.count("\n") == 1


def test_a_network_that_was_begun_goes_on_and_nothing_else_takes_its_folder(
    tmp_path: Path, small: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command without --what trained a network before there was anything else to learn."""
    network, sieges = tmp_path / "network", tmp_path / "sieges"
    begun = ["train", KEEP, "--players", "2", "--games", "2", "--gate", "2", "--rival", "random"]
    assert command([*begun, "--what", "network", "--folder", str(network)]) == 0
    capsys.readouterr()
    assert command([*begun, "--folder", str(network)]) == 0
    assert "Goes on after" in capsys.readouterr().out
    kept = {file.name: file.read_bytes() for file in network.iterdir()}
    assert command([*begun, "--what", "sieges", "--folder", str(network)]) == 2
    assert "holds what was learned as 'network'" in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in network.iterdir()} == kept
    assert command(arguments(KEEP, sieges)) == 0
    assert command([*begun, "--what", "network", "--folder", str(sieges)]) == 2
    assert "holds what was learned as 'sieges'" in capsys.readouterr().err
