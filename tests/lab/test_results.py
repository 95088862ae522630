"""Results as rows: nothing twice, nothing lost, the same whoever plays, and every row a game."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from duskhall.engine.game import game
from duskhall.engine.records import BrokenRecord
from duskhall.lab import results as kept
from duskhall.lab.plan import Outcome, Plan
from duskhall.lab.results import CSV, TABLES, Results, WrongResults, read_rows, record_of
from duskhall.lab.simulate import BrokenGame, simulate
from duskhall.lab.statistics import Counted

GAME = "dark-dealings"
BOTS = ["random", "greedy"]


def run(folder: Path | None, games: int = 6, **changed: Any) -> Any:
    settings: dict[str, Any] = {"workers": 1, "kind": CSV, "results": folder, **changed}
    bots = settings.pop("bots", ["random"])
    return simulate(settings.pop("game", GAME), 2, games, bots, 3, **settings)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of rows, by its path."""
    return {
        str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("part-*"))
    }


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    return [row for file in sorted((folder / table).iterdir()) for row in read_rows(file, table)]


def test_rows_say_of_every_game_and_seat_how_it_went(tmp_path: Path) -> None:
    result = run(tmp_path, decisions=True)
    games, seats = rows(tmp_path, "games"), rows(tmp_path, "seats")
    decisions = rows(tmp_path, "decisions")
    assert [row["number"] for row in games] == list(range(6))
    assert [(row["number"], row["seat"]) for row in seats] == [
        (number, seat) for number in range(6) for seat in range(2)
    ]
    assert sum(row["win"] for row in seats) == pytest.approx(6)
    assert sum(row["answers"] for row in games) == sum(row["answers"] for row in seats)
    assert len(decisions) == sum(row["answers"] for row in seats)
    assert all(row["choices"] >= 1 and row["move"].startswith(row["verb"]) for row in decisions)
    assert result.summary == run(None).summary
    for table, found in (("games", games), ("seats", seats), ("decisions", decisions)):
        assert list(found[0]) == [column.name for column in TABLES[table]]


def test_every_row_is_a_game_that_verifies(tmp_path: Path) -> None:
    run(tmp_path, games=3)
    for row in rows(tmp_path, "games"):
        record = record_of(tmp_path, row["number"])
        assert not record.verify().waiting
        assert f"{record.seed:032x}" == row["seed"]
        assert len(record.moves) == row["answers"]
    with pytest.raises(WrongResults, match="no game 3"):
        record_of(tmp_path, 3)
    with pytest.raises(WrongResults, match="no results"):
        record_of(tmp_path / "elsewhere", 0)


def test_it_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it stopped between parts, in the middle of a line, or before the journal was cut."""
    monkeypatch.setattr(kept, "PART", 4)
    run(tmp_path / "whole", games=10)
    played: list[int] = []

    def until(last: int) -> Any:
        def stop(done: int, games: int) -> None:
            played.append(done)
            if done == last:
                raise KeyboardInterrupt

        return stop

    for stops in (3, 3, 2):
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path / "parts", games=10, progress=until(stops))
        journal = tmp_path / "parts" / "journal.jsonl"
        with journal.open("a") as file:
            file.write('[7, ["random"')  # killed in the middle of a line
        if stops == 3:
            assert record_of(tmp_path / "parts", 0).seed
    result = run(tmp_path / "parts", games=10)
    assert result.before == 8
    assert result.summary == run(None, games=10).summary
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert not journal.exists()
    again = run(tmp_path / "parts", games=10)
    assert again.before == 10  # nothing is played twice


def test_a_part_that_is_written_is_not_taken_from_the_journal_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "PART", 4)
    run(tmp_path / "whole", games=6)

    def stop(done: int, games: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "cut", games=6, progress=stop)
    before = (tmp_path / "cut" / "journal.jsonl").read_bytes()
    run(tmp_path / "cut", games=4)
    (tmp_path / "cut" / "journal.jsonl").write_bytes(before)  # killed before it was emptied
    run(tmp_path / "cut", games=6)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")


def test_a_killed_process_loses_and_repeats_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "duskhall", "simulate", GAME, "--players", "2"]
    command += ["--bots", "random", "--games", "40", "--seed", "5", "--csv", "--results"]
    killed = subprocess.Popen(
        [*command, str(tmp_path / "killed")], stdout=subprocess.PIPE, start_new_session=True
    )
    journal = tmp_path / "killed" / "journal.jsonl"
    while killed.poll() is None and not (journal.exists() and journal.stat().st_size):
        time.sleep(0.01)
    assert killed.poll() is None, "it was over before it could be killed"
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert journal.stat().st_size
    for folder in ("killed", "whole"):
        subprocess.run([*command, str(tmp_path / folder)], check=True, capture_output=True)
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_any_number_of_workers_writes_the_same(tmp_path: Path) -> None:
    run(tmp_path / "one", decisions=True)
    run(tmp_path / "two", decisions=True, workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_pair_has_one_deal_and_every_way_round(tmp_path: Path) -> None:
    run(tmp_path, games=4, bots=BOTS, paired=True)
    games = rows(tmp_path, "games")
    assert [row["deal"] for row in games] == [0, 0, 1, 1]
    assert [row["bots"] for row in games] == ["random,greedy", "greedy,random"] * 2
    assert games[0]["seed"] == games[1]["seed"] != games[2]["seed"]


def test_bots_that_are_all_the_same_are_not_played_twice_on_a_deal(tmp_path: Path) -> None:
    run(tmp_path, games=3, paired=True)
    assert [row["deal"] for row in rows(tmp_path, "games")] == [0, 1, 2]


def test_saved_records_of_a_pair_do_not_overwrite_each_other(tmp_path: Path) -> None:
    run(None, games=2, bots=BOTS, paired=True, save_dir=tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_deals_are_the_unit_where_games_share_them() -> None:
    tied = Counted(2)
    for value in (1, 0, 1, 0, 0, 1, 1, 0):
        tied.add(value)
    assert tied.estimate() == (0.5, 0.5, 0.5)  # every deal says the same
    alone = Counted()
    for value in (1, 0, 1, 0, 0, 1, 1, 0):
        alone.add(value)
    assert alone.share().low < tied.share().value == 0.5
    luck = Counted(2)
    for value in (1, 1, 0, 0, 1, 1, 0, 0):
        luck.add(value)
    assert luck.share().low < alone.share().low  # eight games, but they tell no more than four


def test_other_results_are_not_mixed(tmp_path: Path) -> None:
    run(tmp_path)
    with pytest.raises(WrongResults, match=r"something else; what differs: bots \(random,random "):
        run(tmp_path, bots=["greedy"])
    with pytest.raises(WrongResults, match=r"differs: --decisions$"):
        run(tmp_path, decisions=True)
    with pytest.raises(WrongResults, match=r"differs: seed \(3 there\), options$") as refused:
        simulate(GAME, 2, 6, ["random"], 4, {"hardcore": True}, results=tmp_path, kind=CSV)
    assert "シード（そこでは 3）" in refused.value.sentence("ja")


PARTS = "part-000000000-000000005"


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def without_moves(file: Path) -> None:
    lines = file.read_text().splitlines()
    file.write_text("\n".join([line.rpartition(",")[0] for line in lines]) + "\n")


def other_moves(file: Path) -> None:
    file.write_text(file.read_text().replace("0 pick ", "0 pass ", 1))


def one_row_less(file: Path) -> None:
    file.write_text("\n".join(file.read_text().splitlines()[:-1]) + "\n")


def a_list(file: Path) -> None:
    file.write_text("[]")


DAMAGES: list[tuple[str, Any, str, bool]] = [
    (f"games/{PARTS}.csv", cut, r"the moves of game 5 are not those", True),
    (f"games/{PARTS}.csv", without_moves, "has no column 'moves'", True),
    (f"games/{PARTS}.csv", one_row_less, "does not hold the games 0 to 5", True),
    (f"games/{PARTS}.csv", other_moves, "the moves of game 0 are not those", False),
    (f"games/{PARTS}.csv", a_list, "has no column 'number'", True),
    (f"seats/{PARTS}.csv", Path.unlink, "is missing", True),
    (f"seats/{PARTS}.csv", one_row_less, "does not hold the games 0 to 5", True),
    (f"seats/{PARTS}.csv", cut, "is damaged", True),
    (f"decisions/{PARTS}.csv", Path.unlink, "is missing", True),
    ("plan.json", a_list, "is damaged: it is not what was written", True),
    ("plan.json", cut, "is damaged: it is not what was written", True),
]


@pytest.mark.parametrize(("name", "damage", "told", "stops"), DAMAGES)
def test_what_is_damaged_is_named_and_left_alone(
    tmp_path: Path, name: str, damage: Any, told: str, stops: bool
) -> None:
    run(tmp_path, decisions=True)
    damage(tmp_path / name)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.*") if file.is_file()}
    told = f"{tmp_path / name}".replace(".", r"\.") + ".*" + told
    if stops:
        with pytest.raises(WrongResults, match=f"{told}.*or begin in another folder"):
            run(tmp_path, games=8, decisions=True)
    if not name.startswith(("seats", "decisions")):
        with pytest.raises(WrongResults, match=told):
            record_of(tmp_path, 5 if damage is cut else 0)
    (tmp_path / "journal.jsonl").unlink(missing_ok=True)
    for file, whole in before.items():
        assert file.read_bytes() == whole


def test_a_part_between_others_that_is_gone_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "PART", 2)
    run(tmp_path)
    (tmp_path / "games" / "part-000000002-000000003.csv").unlink()
    with pytest.raises(WrongResults, match=r"part-000000002-.* is missing"):
        run(tmp_path, games=8)


@pytest.mark.parametrize("table", ["seats", "decisions"])
def test_a_part_without_its_games_is_missed(tmp_path: Path, table: str) -> None:
    """Played again, its rows would be there twice: once in each part."""
    run(tmp_path, decisions=True)
    (tmp_path / "games" / f"{PARTS}.csv").unlink()
    for other in {"seats", "decisions"} - {table}:
        (tmp_path / other / f"{PARTS}.csv").unlink()
    before = contents(tmp_path)
    with pytest.raises(WrongResults, match=rf"games/{PARTS}\.csv is missing"):
        run(tmp_path, games=8, decisions=True)
    assert contents(tmp_path) == before


def test_a_part_that_was_broken_off_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its games are in the journal still; and with more of them it has another name."""
    run(tmp_path / "whole", games=8)

    def killed(file: Path, table: str, *about: Any) -> None:
        if table == "games":
            raise KeyboardInterrupt
        write(file, table, *about)

    write = kept.write_rows
    with monkeypatch.context() as patched:
        patched.setattr(kept, "write_rows", killed)
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path / "cut")
    assert list(contents(tmp_path / "cut")) == [f"seats/{PARTS}.csv"]
    run(tmp_path / "cut", games=8)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")


def test_rows_that_are_there_twice_are_not_gone_on_with(tmp_path: Path) -> None:
    run(tmp_path)
    twice = tmp_path / "seats" / "part-000000000-000000003.csv"
    twice.write_bytes((tmp_path / "seats" / f"{PARTS}.csv").read_bytes())
    with pytest.raises(WrongResults, match=r"000000003\.csv holds games that another part holds"):
        run(tmp_path, games=8)


def test_a_line_that_was_damaged_is_not_cut_off_with_all_that_follow(tmp_path: Path) -> None:
    def stop(done: int, games: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, progress=stop)
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    for damage in ("5\n", "[0]\n", "[1, 2\n", "\n"):
        journal.write_text(lines[0] + damage + lines[2])
        with pytest.raises(WrongResults, match="its line 2 cannot be read"):
            run(tmp_path)
        assert journal.read_text() == lines[0] + damage + lines[2]


def test_results_of_something_else_have_no_rows(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"compares": "dark-dealings"}')
    with pytest.raises(WrongResults, match="no results of a simulation"):
        record_of(tmp_path, 0)


def test_two_do_not_write_to_one_folder(tmp_path: Path) -> None:
    run(tmp_path, games=1)
    plan = Plan.read(kept.read_plan(tmp_path))
    first = Results(tmp_path, plan, CSV)
    with pytest.raises(WrongResults, match="somebody else"):
        Results(tmp_path, plan, CSV)
    first.close()


def test_a_full_disk_keeps_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(28, "No space left on device")

    def no_space(*about: object) -> None:
        raise full

    with monkeypatch.context() as patched:
        patched.setattr(kept, "write_rows", no_space)
        with pytest.raises(OSError, match="No space"):
            run(tmp_path / "full")
    assert run(tmp_path / "full").before == 6
    run(tmp_path / "whole")
    assert contents(tmp_path / "full") == contents(tmp_path / "whole")


def test_a_game_that_breaks_down_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_end(*about: object) -> None:
        raise ZeroDivisionError("a card divides by nothing")

    monkeypatch.setattr("duskhall.lab.simulate.play_out", no_end)
    with pytest.raises(BrokenGame, match=r"game 0 \(seed [0-9a-f]{32}\) .* divides by nothing"):
        run(tmp_path)


def no_matter(*about: object) -> None:
    """Takes what is no outcome."""


def die_at_two(plan: object, number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_worker_that_dies_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskhall.lab.simulate.play_one", die_at_two)
    monkeypatch.setattr(Results, "add", no_matter)
    monkeypatch.setattr("duskhall.lab.simulate.Tally.add", no_matter)
    with pytest.raises(WrongResults, match="a worker or its machine was lost"):
        run(tmp_path, workers=2)


def test_an_outcome_that_is_not_one_is_refused() -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Outcome.read([1, 2])


def test_rows_of_other_rules_are_not_replayed_by_these(tmp_path: Path) -> None:
    run(tmp_path, games=1)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "version": 1}))
    with pytest.raises((WrongResults, BrokenRecord), match="version 1"):
        record_of(tmp_path, 0)


# With what the extras bring


def test_parquet_is_read_by_others(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `lab` is not installed")
    run(tmp_path / "rows", kind="parquet", decisions=True)
    run(tmp_path / "text", decisions=True)
    for table in TABLES:
        assert rows(tmp_path / "rows", table) == rows(tmp_path / "text", table)
    assert run(tmp_path / "rows", games=8, kind="parquet", decisions=True).before == 6
    assert record_of(tmp_path / "rows", 7).verify()
    read = 0
    parts = str(tmp_path / "rows" / "seats" / "*.parquet")
    for name in ("polars", "duckdb", "pandas"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        read += 1
        if name == "polars":
            assert module.read_parquet(parts)["win"].sum() == pytest.approx(8)
        elif name == "duckdb":
            told = module.sql(f"select sum(win) from '{parts}'").fetchall()
            assert told == [(pytest.approx(8),)]
        else:
            assert module.read_parquet(tmp_path / "rows" / "seats")["win"].sum() == 8
    if not read:
        pytest.skip("Parquet is right; none of polars, duckdb and pandas is installed to read it")


def test_damaged_parquet_is_named(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `lab` is not installed")
    run(tmp_path, kind="parquet")
    file = tmp_path / "games" / f"{PARTS}.parquet"
    whole = file.read_bytes()
    pa, parquet = kept.arrow()
    table = parquet.read_table(file)

    def damaged(told: str) -> None:
        before = file.read_bytes()
        with pytest.raises(WrongResults, match=told):
            record_of(tmp_path, 0)
        with pytest.raises(WrongResults, match=told):
            run(tmp_path, games=8, kind="parquet")
        assert file.read_bytes() == before

    for end in (0, 20, len(whole) // 2, len(whole) - 4):
        file.write_bytes(whole[:end])
        damaged(f"{file.name} is damaged: it is not what was written")
    file.write_bytes(whole[:200] + bytes(200) + whole[400:])
    damaged(f"{file.name} is damaged")
    parquet.write_table(table.drop_columns(["moves"]), file)
    damaged(f"{file.name} is damaged: it has no column 'moves'")
    words = pa.array(["many"] * len(table))
    at = table.column_names.index("answers")
    parquet.write_table(table.set_column(at, "answers", words), file)
    damaged(f"{file.name} is damaged: it is not what was written")
    file.write_bytes(whole)
    (tmp_path / "seats" / file.name).unlink()
    with pytest.raises(WrongResults, match=r"seats.*parquet is missing"):
        run(tmp_path, games=8, kind="parquet")


def test_without_pyarrow_parquet_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(WrongResults, match=r"needs pyarrow: pip install 'duskhall\[lab\]'"):
        run(tmp_path, kind="parquet")


@pytest.mark.parametrize(
    ("name", "bot"),
    [("the-faceless", "greedy"), ("raid-and-trade", "random"), ("dark-dealings", "random")],
)
def test_scores_of_rows_are_those_of_the_summary(name: str, bot: str, tmp_path: Path) -> None:
    """Not the win itself, which is what some victory rules compare first."""
    result = simulate(name, 3, 3, [bot], 3, workers=1, results=tmp_path, kind=CSV)
    (file,) = (tmp_path / "seats").glob("part-*.csv")
    rows = read_rows(file, "seats")
    part = game(name).points_part
    assert [row["score"] for row in rows] == [int(row["scores"].split()[part]) for row in rows]
    assert any(row["score"] > row["win"] for row in rows)
    for seat, share in enumerate(result.summary.seats):
        scores = [row["score"] for row in rows if row["seat"] == seat]
        assert share.score.value == pytest.approx(sum(scores) / len(scores))


def test_who_escapes_the_city_has_no_points(tmp_path: Path) -> None:
    """Its score is the flight alone."""
    escape = {"scenario": "escape"}
    simulate("raid-and-trade", 2, 1, ["random"], 3, escape, workers=1, results=tmp_path, kind=CSV)
    (file,) = (tmp_path / "seats").glob("part-*.csv")
    assert all(str(row["score"]) == row["scores"] for row in read_rows(file, "seats"))


def test_who_survives_hardcore_has_the_heroes_it_defeated(tmp_path: Path) -> None:
    """What it stood is what the victory rule compares, and no points: 99 for all rounds."""
    hardcore: dict[str, object] = {"hardcore": True}

    def summed_up() -> list[float]:
        result = simulate(
            "dark-dealings", 2, 8, ["greedy"], 3, hardcore, workers=1, results=tmp_path, kind=CSV
        )
        return [share.score.value for share in result.summary.seats]

    played = summed_up()
    (file,) = (tmp_path / "seats").glob("part-*.csv")
    rows = read_rows(file, "seats")
    assert any(row["scores"].startswith("99 ") for row in rows)
    assert all(row["score"] <= 8 for row in rows)
    evicted = [row for row in rows if not row["scores"].startswith("99 ")]
    assert [row["score"] for row in evicted] == [
        int(row["scores"].split()[0]) - 1 for row in evicted
    ]
    assert summed_up() == played  # out of the rows


def test_outcomes_that_were_written_without_points_are_read() -> None:
    outcome = Outcome(("a", "b"), [1, 2], [(3, 1), (2, 0)], "most-heroes", 40, points=(3, 2))
    said = json.loads(json.dumps(outcome))
    assert Outcome.read(said) == outcome
    assert Outcome.read(said[:-1]) == outcome._replace(points=())
