"""Balance pages: found by the game's name, and whole."""

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.games.dont_turn_your_back.words import night, play, until

import duskhall
from duskhall import Game
from duskhall.bots.bot import Bot, RandomBot
from duskhall.engine import state
from duskhall.engine.events import Seat
from duskhall.games.dont_turn_your_back import GAME as MAD_CITY
from duskhall.games.dont_turn_your_back.box import BB, SERVICES, WK
from duskhall.lab import balance
from duskhall.lab.balance import NoPage, Page, page_of
from duskhall.lab.balance import __main__ as command
from duskhall.lab.balance.dont_turn_your_back import Districts, Ousted
from duskhall.lab.measures import Findings, Key, Played, Series, measure_all

DOCS = Path(__file__).parents[2] / "docs" / "balance"
MEASURED = [
    kind
    for kind in duskhall.installed()
    if find_spec(f"duskhall.lab.balance.{kind.name.replace('-', '_')}")
]
IS_COMPILED = not str(state.__file__).endswith(".py")


class TinyGame(Game):
    name = "tiny-game"
    title = "Tiny Game"


def anyone(kind: Game, name: str, seat: Seat, seed: int) -> Bot:
    """Stands in for every bot: what a page says is not the point here."""
    return RandomBot(seed)


def headings(page: str) -> list[str]:
    return [line.split(" (")[0] for line in page.splitlines() if line.startswith("#")]


PARTS = [(kind, "") for kind in MEASURED] + [
    (duskhall.game("raid-and-trade"), "variants"),
    (duskhall.game("the-faceless"), "expansions"),
]


@pytest.mark.parametrize(("kind", "part"), PARTS, ids=lambda each: getattr(each, "name", each))
def test_a_page_says_what_its_measures_find(kind: Game, part: str) -> None:
    page = page_of(kind, games=20, seed=1, part=part)
    games = {
        name: series._replace(games=min(series.games, 2), make_bot=anyone)
        for name, series in page.series().items()
    }
    found = measure_all(games, page.measures, workers=1)
    for measure in page.measures:
        assert any(findings.read.get(measure) for findings in found.values()), measure
    lines = page.lines(found)
    written = DOCS / f"{kind.name}{'-' if part else ''}{part}.md"
    assert headings("\n".join(lines)) == headings(written.read_text("utf-8"))
    bars = 0
    for line in lines:
        if bars and line.startswith("|"):
            assert line.count("|") == bars, line
        bars = line.count("|") if line.startswith("|") else 0


def test_the_first_district_to_be_full_and_attacks_that_throw_out_are_read() -> None:
    s = night("Wax 1, Smothered Folk 4 / Wax 2, Shameful, Cleaner", bb="Faceless of 1")
    play(s, "0 place Wax 1 in WK, 1 place Wax 2 in WK, 0 place Smothered Folk 4 in BB")
    play(s, "0 oust Wax 2 of 1, 1 place Shameful in BB, 1 place Cleaner in BB")
    until(s, "")
    played = Played(MAD_CITY, ("one", "other"), s, s.events or [])
    assert list(Ousted(played).readings()) == [(SERVICES.index("smothered_folk"), 1)]
    found = dict(Districts(played).readings())
    assert found[WK, "first"] == 1 / 8, "of eight turns, this one"
    assert found[BB, "first"] == 0, "it was full later in the turn"


def test_a_module_without_a_page_is_none() -> None:
    with pytest.raises(NoPage, match="it would be lab/balance/dark_dealings_siege"):
        page_of(duskhall.game("dark-dealings"), 4, 1, part="siege")


@pytest.mark.skipif(IS_COMPILED, reason="a game that is interpreted is none of a compiled kind")
def test_a_page_is_found_by_the_name_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NoPage, match="Tiny Game"):
        page_of(TinyGame(), 4, 1)
    (tmp_path / "tiny_game.py").write_text(
        "from duskhall.lab.balance import Page\n"
        "class PAGE(Page):\n"
        "    def series(self): return {}\n"
        "    def lines(self, found): return [f'# {self.kind.title}', self.command()]\n"
    )
    monkeypatch.setattr(balance, "__path__", [*balance.__path__, str(tmp_path)])
    assert page_of(TinyGame(), 4, 1).write(workers=1) == (
        "# Tiny Game\n`python -m duskhall.lab.balance tiny-game --games 4 --seed 1`\n"
    )


class ShortPage(Page):
    def series(self) -> Mapping[Key, Series]:
        return {}

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        return [f"{self.games} games of seed {self.seed} {self.edition}"]


def test_the_command_prints_a_page_or_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "page_of", ShortPage)
    command.main([MEASURED[0].name, "--games", "5", "--edition", "own.toml", "--write", "-"])
    assert capsys.readouterr().out == "5 games of seed 1 own.toml\n\n"
    command.main([MEASURED[0].name, "--seed", "2", "--write", str(tmp_path)])
    command.main([MEASURED[0].name, "--part", "more", "--write", str(tmp_path)])
    assert (tmp_path / f"{MEASURED[0].name}-more.md").exists()
    assert (tmp_path / f"{MEASURED[0].name}.md").read_text("utf-8") == "600 games of seed 2 \n"


def test_the_command_knows_what_cannot_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["chess"])
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_lines_that_are_not_played_stay_as_they_are_on_the_page() -> None:
    before = (DOCS / "the-faceless.md").read_text("utf-8")
    page = page_of(duskhall.game("the-faceless"), games=2, seed=1)
    written = page.write(workers=1, only=["random", "easy", "True"], page=before)
    changed = [
        (old.split(" | "), new.split(" | "))
        for old, new in zip(before.splitlines(), written.splitlines(), strict=True)
        if old != new and old.startswith("|")
    ]
    assert len(changed) == 1
    old, new = changed[0]
    assert old[:2] == new[:2] == ["| easy", "yes"]
    assert new[2] == "0.0 (0.0–65.8)", "of two games"
    assert old[3:] == new[3:]
    bare = page.write(workers=1, only=["random", "easy"])
    assert "| hard | yes | – | – | – | – | – | – |" in bare, "no page was there before"


def test_a_page_with_counts_keeps_those_of_lines_that_are_not_played() -> None:
    before = (DOCS / "dont-turn-your-back.md").read_text("utf-8")
    page = page_of(MAD_CITY, games=2, seed=1)
    written = page.write(workers=1, only=["players", "2"], page=before)
    for old, new in zip(before.splitlines(), written.splitlines(), strict=True):
        if re.match(r"\| (\w+=\w+ \| )?[34] \|", old):
            assert old == new
    first = [line for line in written.splitlines() if line.startswith("| 2 |")]
    assert first[0].startswith("| 2 | 2 | "), "two games"
    assert not re.search(r"\bnan\b", written)
