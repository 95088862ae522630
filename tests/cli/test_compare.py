"""`compare`: two sides on the same deals, as a table, as a file, and what cannot be compared."""

import csv
import json
from pathlib import Path

import pytest

from duskhall import game
from tests.cli.commands import complaint, output

GAME = "dark-dealings"
FEW = ["--players", "2", "--bots", "random", "--seed", "4", "--workers", "1", "--games", "3"]


def own_cards(tmp_path: Path, old: str, new: str) -> str:
    file = tmp_path / "mine.toml"
    text = next(iter(game(GAME).editions().values())).text
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    return str(file)


def test_an_edition_is_set_against_the_usual(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = own_cards(tmp_path, "armor=4", "armor=6")
    told = output(capsys, "compare", GAME, "--edition", cards, *FEW)
    assert "3 games of 2 on each side, seed 4" in told
    assert "before: designed" in told
    assert "after: mine.toml" in told
    assert "Most points to next" in told
    assert "Bonferroni" in told
    named = ["--edition", "designed", "--edition", cards]
    assert output(capsys, "compare", GAME, *named, *FEW) == told
    japanese = output(capsys, "compare", GAME, "--edition", cards, *FEW, "--language", "ja")
    assert "最多得点と次点の差" in japanese


def test_it_is_gone_on_with_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = str(tmp_path / "rows")
    command = ["compare", GAME, "--options", "", "--options", "hardcore=true", "--cards"]
    for form in ("md", "csv", "json"):
        file = tmp_path / f"table.{form}"
        told = output(capsys, *command, *FEW, "--results", rows, "--write", str(file))
        assert "hardcore=true" in told
        assert str(file) in told.replace("\n", "")
        named = "margin" if form == "csv" else "Most points to next"
        assert named in file.read_text("utf-8")
    assert "3 deals had been played before." in told
    found = json.loads((tmp_path / "table.json").read_text("utf-8"))
    assert found["deals"] == 3
    assert {change["measure"] for change in found["changes"]} >= {"card", "card-wins", "place"}
    unseeded = [*command, *FEW[:4], "--workers", "1", "--games", "3", "--results", rows, "--json"]
    assert json.loads(output(capsys, *unseeded)) == found


def test_a_table_as_csv_is_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Named columns, plain numbers, and the same in any language: what its JSON has."""
    file = tmp_path / "table.csv"
    command = ["compare", GAME, "--options", "hardcore=true", "--bots", "random", "--players", "2"]
    command += ["--seed", "4", "--games", "50", "--workers", "1", "--results", str(tmp_path / "r")]
    output(capsys, *command, "--language", "ja", "--write", str(file))
    assert file.read_bytes().isascii()
    found = json.loads(output(capsys, *command, "--json"))["changes"]
    with file.open(newline="") as text:
        rows = list(csv.DictReader(text))
    assert len(rows) == len(found)
    assert any(change["difference"] and change["difference"]["low"] < 0 for change in found)
    for row, change in zip(rows, found, strict=True):
        gap = change["difference"] or dict.fromkeys(("value", "low", "high"))
        assert [float(row[name]) if row[name] else None for name in list(row)[3:8]] == [
            *(change["before"], change["after"]),
            *(gap["value"], gap["low"], gap["high"]),
        ]
        assert row["kind"] == ("share" if change["share"] else "number")
        assert [row[name] for name in ("measure", "about", "verdict")] == [
            *(change["measure"], change["about"], change["verdict"])
        ]
    assert list(rows[0])[3:8] == ["before", "after", "difference", "low", "high"]


def test_bots_are_compared_at_the_same_seats(capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--bots", "greedy,random", "--bots", "random,random"]
    few = ["--players", "2", "--seed", "4", "--workers", "1", "--games", "4"]
    found = json.loads(output(capsys, "compare", GAME, *both, *few, "--json"))
    assert (found["deals"], found["games"]) == (2, 4)
    assert [c["about"] for c in found["changes"] if c["measure"] == "bot"] == ["random"]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ([], "nothing to compare"),
        (["--edition", "designed"], "both sides are the same"),
        (["--options", "", "--options", "a=1", "--options", "b=1"], "twice at most"),
        (["--options", "hardcore"], "hardcore"),
        (["--options", "hardcore=maybe"], "may be"),
        (["--options", "hardcore=true", "--measure", "luck"], "no measure 'luck'"),
        (["--options", "hardcore=true", "--within", "0"], "above 0"),
        (["--options", "hardcore=true", "--write", "table.xls"], ".csv, .json, .md"),
        (["--edition", "missing.toml"], "missing.toml"),
        (["--options", "hardcore=true", "--results", __file__], __file__),
    ],
)
def test_one_line_says_what_is_wrong(
    typed: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in complaint(capsys, "compare", GAME, *typed, *FEW)


def test_a_wrong_card_is_named_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = own_cards(tmp_path, "armor=4", "armor=40")
    assert "mine.toml, line 25: 'armor'" in complaint(
        capsys, "compare", GAME, "--edition", cards, *FEW
    )


def test_a_scenario_without_points_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """Its score is the flight alone."""
    escape = ["--option", "scenario=escape", "--options", "helipad=rotor"]
    few = ["--players", "2", "--bots", "random", "--seed", "4", "--workers", "1", "--games", "1"]
    told = output(capsys, "compare", "raid-and-trade", *escape, *few)
    assert "helipad=rotor" in told
    assert "Games that somebody wins" in told
    assert "oints" not in told


def test_notes_are_true_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--players", "3", "--bots", "random", "--seed", "4", "--workers", "1", "--games"]
    trade = ["compare", "raid-and-trade", "--options", "gifts=true", *few, "1"]
    told = " ".join(output(capsys, *trade).split())
    assert "Nothing is concluded before 50 deals; so far there are 1" in told
    assert "Points alone do not decide this game" in told
    assert "intervals hold together" in told
    one = " ".join(output(capsys, *trade, "--measure", "answers").split())
    assert "The interval holds with 95 %" in one
    assert "Points alone" not in one
    many = ["compare", GAME, "--options", "dragons=true", *few, "50", "--measure", "points"]
    enough = " ".join(output(capsys, *many).split())
    assert "Nothing is concluded" not in enough
    assert "Points alone" not in enough
