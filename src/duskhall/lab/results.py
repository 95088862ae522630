"""Results of a simulation as rows: Parquet or CSV, in parts, gone on from wherever it was left.

A folder holds `plan.json`, what is played; `games`, `seats` and `decisions`, each in parts of so many
games; and while games are played, a journal of those that are not in a part yet. Games are written
in the order of their numbers, so what is there is always the beginning of the whole.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, NamedTuple
from weakref import WeakSet

from duskhall.engine.game import game
from duskhall.engine.mistakes import Field, Mistake
from duskhall.engine.moves import parse_move
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.lab.match import wins
from duskhall.lab.plan import Outcome, Plan

PART: Final = 10_000  # games in a part
PARQUET: Final = "parquet"
CSV: Final = "csv"
Row = dict[str, Any]


class WrongResults(Mistake):
    """A folder of results that cannot be written to, gone on with or read."""

    def __init__(self, key: str, **fields: Field) -> None:
        super().__init__(key, fields)


class Column(NamedTuple):
    """A column of a table; docs/research.md has the same."""

    name: str
    kind: str  # int, float or text
    about: str


TABLES: Final[dict[str, list[Column]]] = {
    "games": [
        Column("number", "int", "of the game, from 0: its key in all three tables"),
        Column("deal", "int", "games of the same deal have the same luck"),
        Column("rotation", "int", "how many seats the bots have moved on in this deal"),
        Column("game", "text", "its name"),
        Column("version", "int", "of the rules"),
        Column("edition", "text", "its name"),
        Column("players", "int", "how many seats"),
        Column("options", "text", "those that are not as usual, as JSON"),
        Column("seed", "text", "of the deal, 32 hexadecimal digits"),
        Column("bots", "text", "by seat, with commas between"),
        Column("reason", "text", "what parted the first from the next, as a key of the catalogue"),
        Column("rule", "text", "the id of that rule"),
        Column("answers", "int", "that were given"),
        Column("moves", "text", "all answers: seat and move, with semicolons between"),
    ],
    "seats": [
        Column("number", "int", "of the game"),
        Column("seat", "int", "from 0"),
        Column("bot", "text", "who sat there"),
        Column("rank", "int", "1 is the first; equal ranks share"),
        Column("win", "float", "its part of the first place"),
        Column("score", "int", "the first thing that the victory rule compares"),
        Column("scores", "text", "all that it compares, with spaces between"),
        Column("answers", "int", "that this seat gave"),
    ],
    "decisions": [
        Column("number", "int", "of the game"),
        Column("position", "int", "how many answers had been given before"),
        Column("seat", "int", "who answered"),
        Column("question", "text", "the step that asked"),
        Column("choices", "int", "how many answers were listed"),
        Column("verb", "text", "of the answer"),
        Column("move", "text", "the answer"),
    ],
}


class Part(NamedTuple):
    """The games of one file of each table, from the first to the last."""

    first: int
    last: int

    def name(self, kind: str) -> str:
        return f"part-{self.first:09d}-{self.last:09d}.{kind}"


class Results:
    """A folder of results that is being written. Nobody else writes to it meanwhile."""

    def __init__(self, folder: Path, plan: Plan, kind: str = PARQUET) -> None:
        if kind == PARQUET:
            arrow()  # rather now than after an hour
        self.folder: Final = folder
        self.plan: Final = plan
        self.kind: Final = kind
        self.together: Final = plan.is_cooperative()  # whether all win or lose together
        folder.mkdir(parents=True, exist_ok=True)
        self.written = 0  # games that are in a part
        self.fresh: list[Outcome] = []  # those after them
        self.lock: Final = hold(folder)
        try:
            self.check_plan()
            for table in self.tables():
                (folder / table).mkdir(exist_ok=True)
            parts = parts_of(folder, kind)
            if parts:
                self.written = parts[-1].last + 1
            self.journal: Final[IO[str]] = self.open_journal()
        except BaseException:
            self.lock.close()
            raise

    def check_plan(self) -> None:
        """Write down what is played; or see that it is what has been played here."""
        said = json.loads(json.dumps({**self.plan.written(), "format": self.kind}))
        if not (self.folder / "plan.json").exists():
            text = json.dumps(said, indent=1, ensure_ascii=False)
            replace(self.folder / "plan.json", text + "\n")
        elif read_plan(self.folder) != said:
            raise WrongResults("results-other", folder=str(self.folder))

    def tables(self) -> list[str]:
        return [table for table in TABLES if table != "decisions" or self.plan.decisions]

    def open_journal(self) -> IO[str]:
        """Read what was played and is in no part, and go on after the last line that is whole."""
        file = self.folder / "journal.jsonl"
        whole = 0
        if file.exists():
            for line in file.read_bytes().splitlines(keepends=True):
                try:
                    number, *fields = json.loads(line)
                    outcome = Outcome.read(fields)
                except ValueError:
                    break
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                if number == self.done():
                    self.fresh.append(outcome)
            os.truncate(file, whole)
        return file.open("a", encoding="utf-8", newline="\n")

    def done(self) -> int:
        """How many games have been played, from the first."""
        return self.written + len(self.fresh)

    def add(self, outcome: Outcome) -> None:
        """Write down the next game. From then on it is not played again."""
        line = json.dumps([self.done(), *outcome], separators=(",", ":"))
        self.journal.write(line + "\n")
        self.journal.flush()
        self.fresh.append(outcome)
        if self.done() % PART == 0:
            self.write_part()

    def write_part(self) -> None:
        """Put the games of the journal into a part. It is there when its `games` are."""
        if not self.fresh:
            return
        part = Part(self.written, self.done() - 1)
        rows: dict[str, list[Row]] = {table: [] for table in TABLES}
        for number, outcome in enumerate(self.fresh, part.first):
            for table, found in rows_of(self.plan, number, outcome, self.together).items():
                rows[table] += found
        for table in reversed(self.tables()):
            write_rows(self.folder / table / part.name(self.kind), table, rows[table], self.kind)
        self.written, self.fresh = self.done(), []
        self.journal.truncate(0)

    def close(self, is_finished: bool = False) -> None:
        try:
            if is_finished:
                self.write_part()
        finally:
            self.journal.close()
            self.lock.close()
        if is_finished:
            (self.folder / "journal.jsonl").unlink()

    def outcomes(self) -> Iterator[Outcome]:
        """All games so far, in order: out of the parts, then out of the journal."""
        for part in parts_of(self.folder, self.kind):
            yield from read_outcomes(self.folder, part, self.kind)
        yield from self.fresh


def rows_of(
    plan: Plan, number: int, outcome: Outcome, is_cooperative: bool
) -> dict[str, list[Row]]:
    """What one game is in the tables."""
    kind = game(plan.game)
    usual = {option.name: option.default for option in kind.options()}
    unusual = {name: value for name, value in plan.options.items() if value != usual.get(name)}
    answers = outcome.moves.split(";") if outcome.moves else []
    won = wins(outcome.ranks, is_cooperative)
    return {
        "games": [
            {
                "number": number,
                "deal": plan.deal(number),
                "rotation": plan.rotation(number),
                "game": plan.game,
                "version": kind.version,
                "edition": plan.edition[0],
                "players": plan.players,
                "options": json.dumps(unusual, sort_keys=True),
                "seed": f"{plan.deal_seed(number):032x}",
                "bots": ",".join(outcome.bots),
                "reason": outcome.reason,
                "rule": outcome.rule,
                "answers": outcome.answers,
                "moves": outcome.moves,
            }
        ],
        "seats": [
            {
                "number": number,
                "seat": seat,
                "bot": bot,
                "rank": outcome.ranks[seat],
                "win": won[seat],
                "score": outcome.scores[seat][0],
                "scores": " ".join([str(part) for part in outcome.scores[seat]]),
                "answers": sum([answer.startswith(f"{seat} ") for answer in answers]),
            }
            for seat, bot in enumerate(outcome.bots)
        ],
        "decisions": [
            {
                "number": number,
                "position": position,
                "seat": seat,
                "question": question,
                "choices": choices,
                "verb": move.partition(" ")[0],
                "move": move,
            }
            for position, seat, question, choices, move in outcome.decisions
        ],
    }


def write_rows(file: Path, table: str, rows: list[Row], kind: str) -> None:
    """Write a file that is either whole or not there."""
    draft = file.with_name(file.name + ".draft")
    columns = TABLES[table]
    try:
        if kind == CSV:
            with draft.open("w", encoding="utf-8", newline="") as text:
                writer = csv.DictWriter(text, [column.name for column in columns])
                writer.writeheader()
                writer.writerows(rows)
        else:
            pa, parquet = arrow()
            kinds = {"int": pa.int64(), "float": pa.float64(), "text": pa.string()}
            schema = pa.schema([(column.name, kinds[column.kind]) for column in columns])
            parquet.write_table(pa.Table.from_pylist(rows, schema), draft, compression="zstd")
        with draft.open("rb") as whole:
            os.fsync(whole.fileno())
        os.replace(draft, file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_rows(file: Path, table: str) -> list[Row]:
    """The rows of one file, as they were written."""
    if file.suffix == f".{CSV}":
        read = {"int": int, "float": float, "text": str}
        with file.open(encoding="utf-8", newline="") as text:
            return [
                {column.name: read[column.kind](row[column.name]) for column in TABLES[table]}
                for row in csv.DictReader(text)
            ]
    rows: list[Row] = arrow()[1].read_table(file).to_pylist()
    return rows


def read_outcomes(folder: Path, part: Part, kind: str) -> Iterator[Outcome]:
    """The games of a part, without their decisions."""
    seats: dict[int, list[Row]] = {}
    for row in read_rows(folder / "seats" / part.name(kind), "seats"):
        seats.setdefault(row["number"], []).append(row)
    for row in read_rows(folder / "games" / part.name(kind), "games"):
        seated = seats[row["number"]]
        yield Outcome(
            tuple([str(seat["bot"]) for seat in seated]),
            [seat["rank"] for seat in seated],
            [tuple([int(part) for part in seat["scores"].split()]) for seat in seated],
            row["reason"],
            row["answers"],
            row["rule"],
            row["moves"],
        )


def parts_of(folder: Path, kind: str) -> list[Part]:
    """The parts that are there, in order."""
    found: list[Part] = []
    for file in sorted((folder / "games").glob(f"part-*.{kind}")):
        _, first, last = file.stem.split("-")
        found.append(Part(int(first), int(last)))
    return found


def read_plan(folder: Path) -> dict[str, Any]:
    try:
        plan: dict[str, Any] = json.loads((folder / "plan.json").read_text("utf-8"))
        return plan
    except (OSError, ValueError):
        raise WrongResults("results-none", folder=str(folder)) from None


def record_of(folder: Path, number: int) -> Record:
    """The game of a row as a record, to be opened at a table: as it was played, move by move."""
    said = read_plan(folder)
    row: Row | None = None
    for part in parts_of(folder, said["format"]):
        if part.first <= number <= part.last:
            file = folder / "games" / part.name(said["format"])
            row = next(row for row in read_rows(file, "games") if row["number"] == number)
    moves, seed, bots = (row["moves"], row["seed"], row["bots"]) if row else ("", "", "")
    if row is None:
        played = in_journal(folder, number)
        if played is None:
            raise WrongResults("no-row", folder=str(folder), number=number)
        plan = Plan.read(said)
        moves, bots = played.moves, ",".join(played.bots)
        seed = f"{plan.deal_seed(number):032x}"
    kind = game(said["game"])
    edition = kind.edition_of(said["edition"][0], said["edition"][1], "")
    names = [f"{bot} {seat}" for seat, bot in enumerate(bots.split(","), 1)]
    record = Record(kind, said["players"], said["options"], edition, int(seed, 16), names)
    if said["version"] != kind.version:
        raise WrongResults("results-version", version=said["version"], own=kind.version)
    for answer in moves.split(";"):
        seat, _, move = answer.partition(" ")
        record.moves.append((int(seat), parse_move(move)))
    return Table(record).record


def in_journal(folder: Path, number: int) -> Outcome | None:
    """The game of this number, if it is in no part yet."""
    with contextlib.suppress(OSError, ValueError):  # not there, or its last line is not whole
        for line in (folder / "journal.jsonl").read_text("utf-8").splitlines():
            found, *fields = json.loads(line)
            if found == number:
                return Outcome.read(fields)
    return None


def replace(file: Path, text: str) -> None:
    draft = file.with_name(file.name + ".draft")
    draft.write_text(text, "utf-8")
    os.replace(draft, file)


_held: Final[WeakSet[IO[str]]] = WeakSet()  # locks


def let_go() -> None:
    """Forked workers have the lock too, and would keep it after this process is gone."""
    for file in list(_held):
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=let_go)


def hold(folder: Path) -> IO[str]:
    """Keep others from writing there, for as long as this process lives."""
    file = (folder / "lock").open("w")
    _held.add(file)
    try:
        import fcntl
    except ImportError:  # where there is none, nobody is kept from it
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise WrongResults("results-busy", folder=str(folder)) from None
    return file


def arrow() -> tuple[Any, Any]:
    """PyArrow and its Parquet, which come with the extra `lab`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise WrongResults("no-package", package="pyarrow", extra="lab") from None
    return pyarrow, pyarrow.parquet
