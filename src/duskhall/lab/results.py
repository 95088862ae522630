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
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeVar
from weakref import WeakSet

from duskhall.engine.game import game, points_in
from duskhall.engine.mistakes import Field, Mistake, sentences
from duskhall.engine.moves import parse_move
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.lab.match import wins
from duskhall.lab.plan import Outcome, Plan

PART: Final = 10_000  # games in a part
PARQUET: Final = "parquet"
CSV: Final = "csv"
PART_NAME: Final = re.compile(r"part-(\d+)-(\d+)")
HEX: Final = re.compile(r"[0-9a-f]+")
NEEDED: Final = ("game", "version", "players", "bots", "seed", "options", "edition", "format")
Row = dict[str, Any]
Said = TypeVar("Said")


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
        Column(
            "score",
            "int",
            "how far it came, as the summary counts it: points, heroes in Dark Dealings, memories in The Faceless",
        ),
        Column(
            "scores",
            "text",
            "all that the victory rule compares, with spaces between; the first may be the win itself",
        ),
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
            self.written = self.check_parts()
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
        else:
            check_same(self.folder, read_plan(self.folder), said)

    def check_parts(self) -> int:
        """How many games are in parts: each follows the last, and is there in every table."""
        written = 0
        for part in parts_of(self.folder, self.kind):
            for table in self.tables():
                file = self.folder / table / part.name(self.kind)
                if part.first != written:
                    missing = f"part-{written:09d}-…"
                    raise WrongResults("results-gone", file=str(file.with_name(missing)))
                if not file.exists():
                    raise WrongResults("results-gone", file=str(file))
            written = part.last + 1
        return written

    def tables(self) -> list[str]:
        return [table for table in TABLES if table != "decisions" or self.plan.decisions]

    def open_journal(self) -> IO[str]:
        """Read what was played and is in no part, and go on after the last line that is whole."""
        file, whole = self.folder / "journal.jsonl", 0
        with contextlib.suppress(FileNotFoundError):
            for (number, outcome), end in lines_of(file, read_game):
                whole = end
                if number == self.done():
                    self.fresh.append(outcome)
        self.clear_strays()
        if file.exists():
            os.truncate(file, whole)
        return file.open("a", encoding="utf-8", newline="\n")

    def clear_strays(self) -> None:
        """See that no other table has a part without its `games`: its rows would be there twice.

        If all of its games are in the journal, writing it was broken off, and it is written anew.
        """
        known = parts_of(self.folder, self.kind)
        strays = [
            (self.folder / table / part.name(self.kind), part)
            for table in self.tables()
            for part in parts_of(self.folder, self.kind, table)
            if part not in known
        ]
        for file, part in strays:
            if part.first < self.written:
                raise WrongResults("results-twice", file=str(file))
            if part.last >= self.done():
                raise WrongResults("results-gone", file=str(self.folder / "games" / file.name))
        for file, _ in strays:
            file.unlink()

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
            yield from read_outcomes(self.folder, part, self.kind, self.plan.players)
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
    came = outcome.points or points_in(outcome.scores, kind.points_part)
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
                "score": came[seat],
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
            found = pa.Table.from_pylist(rows, schema_of(table))
            parquet.write_table(found, draft, compression="zstd")
        with draft.open("rb") as whole:
            os.fsync(whole.fileno())
        os.replace(draft, file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_rows(file: Path, table: str) -> list[Row]:
    """The rows of one file, as they were written. WrongResults, where they are not."""
    try:
        return read_csv(file, table) if file.suffix == f".{CSV}" else read_parquet(file, table)
    except WrongResults:
        raise
    except FileNotFoundError:
        raise WrongResults("results-gone", file=str(file)) from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # it may be whole, but cannot be got at
        raise WrongResults("results-damaged", file=str(file)) from None


def read_csv(file: Path, table: str) -> list[Row]:
    read = {"int": int, "float": float, "text": str}
    with file.open(encoding="utf-8", newline="") as text:
        reader = csv.DictReader(text, strict=True)
        check_columns(file, table, reader.fieldnames or [])
        rows: list[Row] = []
        for row in reader:
            if None in row.values():  # cut short
                raise WrongResults("results-damaged", file=str(file))
            rows.append({c.name: read[c.kind](row[c.name]) for c in TABLES[table]})
        return rows


def read_parquet(file: Path, table: str) -> list[Row]:
    found = arrow()[1].read_table(file)
    check_columns(file, table, found.column_names)
    rows: list[Row] = (
        found.select([c.name for c in TABLES[table]]).cast(schema_of(table)).to_pylist()
    )
    return rows


def check_columns(file: Path, table: str, found: Sequence[str]) -> None:
    for column in TABLES[table]:
        if column.name not in found:
            raise WrongResults("results-column", file=str(file), column=column.name)


def schema_of(table: str) -> Any:
    pa = arrow()[0]
    kinds = {"int": pa.int64(), "float": pa.float64(), "text": pa.string()}
    return pa.schema([(column.name, kinds[column.kind]) for column in TABLES[table]])


def read_games(folder: Path, part: Part, kind: str) -> list[Row]:
    """The rows of the games of a part: all of them are there, with all of their moves."""
    file = folder / "games" / part.name(kind)
    rows = read_rows(file, "games")
    if [row["number"] for row in rows] != list(range(part.first, part.last + 1)):
        raise WrongResults("results-rows", file=str(file), first=part.first, last=part.last)
    for row in rows:
        if row["moves"].count(";") + 1 != row["answers"]:
            raise WrongResults("results-moves", file=str(file), number=row["number"])
    return rows


def read_outcomes(folder: Path, part: Part, kind: str, players: int) -> Iterator[Outcome]:
    """The games of a part, without their decisions."""
    seats: dict[int, list[Row]] = {}
    file = folder / "seats" / part.name(kind)
    for row in read_rows(file, "seats"):
        seats.setdefault(row["number"], []).append(row)
    for row in read_games(folder, part, kind):
        seated = seats.get(row["number"], [])
        if [seat["seat"] for seat in seated] != list(range(players)):
            raise WrongResults("results-rows", file=str(file), first=part.first, last=part.last)
        try:
            scores = [tuple([int(part) for part in seat["scores"].split()]) for seat in seated]
        except ValueError:
            raise WrongResults("results-damaged", file=str(file)) from None
        yield Outcome(
            tuple([str(seat["bot"]) for seat in seated]),
            [seat["rank"] for seat in seated],
            scores,
            row["reason"],
            row["answers"],
            row["rule"],
            row["moves"],
            points=tuple([seat["score"] for seat in seated]),
        )


def parts_of(folder: Path, kind: str, table: str = "games") -> list[Part]:
    """The parts that are there, in order."""
    found: list[Part] = []
    for file in sorted((folder / table).glob(f"part-*.{kind}")):
        named = PART_NAME.fullmatch(file.stem)
        if named is not None:
            found.append(Part(int(named[1]), int(named[2])))
    return found


def read_plan(folder: Path) -> dict[str, Any]:
    file = folder / "plan.json"
    try:
        plan: object = json.loads(file.read_text("utf-8"))
    except OSError:
        raise WrongResults("results-none", folder=str(folder)) from None
    except ValueError:
        raise WrongResults("results-damaged", file=str(file)) from None
    if not isinstance(plan, dict):
        raise WrongResults("results-damaged", file=str(file))
    return plan


def check_same(folder: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """WrongResults, if what is there is of something else: it says of what."""
    differs: dict[str, Any] = {
        name: there.get(name)
        for name in dict.fromkeys([*here, *there])
        if there.get(name) != here.get(name)
    }
    if "sides" in differs:  # of a comparison: rather what differs in them
        with contextlib.suppress(TypeError, LookupError):
            theirs, ours = differs["sides"], here["sides"]
            parts = [key for key in ours[0] if [s[key] for s in theirs] != [s[key] for s in ours]]
            if parts:
                del differs["sides"]
                differs |= dict.fromkeys(parts)
    if differs:
        told = partial(said_to_differ, differs)
        raise WrongResults("results-other", folder=str(folder), differs=told)


def said_to_differ(differs: Mapping[str, object], language: str) -> str:
    """What differs, in words; of what is short, how it is there."""
    told: list[str] = []
    for name, theirs in differs.items():
        what = sentences().word("differs", name, language)
        value = ""
        if name == "seed" and isinstance(theirs, str):
            value = str(int(theirs, 16)) if HEX.fullmatch(theirs) else theirs
        elif name == "bots" and isinstance(theirs, list):
            value = ",".join([str(bot) for bot in theirs])
        elif name in ("version", "players", "format"):
            value = str(theirs)
        fields = {"what": what, "value": value}
        told.append(sentences().phrase("differs", "as-there", language, fields) if value else what)
    return ", ".join(told)


def record_of(folder: Path, number: int) -> Record:
    """The game of a row as a record, to be opened at a table: as it was played, move by move."""
    said = read_plan(folder)
    if any(name not in said for name in NEEDED):
        raise WrongResults("results-none", folder=str(folder))
    try:
        plan = Plan.read(said)
        kind = game(plan.game)
        edition = kind.edition_of(plan.edition[0], plan.edition[1], "")
        kind.box(plan.players, plan.options, edition)
    except Mistake:
        raise
    except (ValueError, TypeError, LookupError, AttributeError):
        raise WrongResults("results-damaged", file=str(folder / "plan.json")) from None
    if said["version"] != kind.version:
        raise WrongResults("results-version", version=said["version"], own=kind.version)
    file, moves, seed, bots = find_row(folder, plan, said["format"], number)
    try:
        names = [f"{bot} {seat}" for seat, bot in enumerate(bots.split(","), 1)]
        record = Record(kind, plan.players, plan.options, edition, int(seed, 16), names)
        for answer in moves.split(";"):
            seat, _, move = answer.partition(" ")
            record.moves.append((int(seat), parse_move(move)))
        table = Table(record)
    except (ValueError, IndexError):  # IllegalMove and BrokenRecord too
        raise WrongResults("results-moves", file=str(file), number=number) from None
    if table.state.waiting:
        raise WrongResults("results-moves", file=str(file), number=number)
    return table.record


def find_row(folder: Path, plan: Plan, kind: str, number: int) -> tuple[Path, str, str, str]:
    """Where the game of this number is; its moves, seed and bots."""
    for part in parts_of(folder, kind):
        if part.first <= number <= part.last:
            row = read_games(folder, part, kind)[number - part.first]
            return folder / "games" / part.name(kind), row["moves"], row["seed"], row["bots"]
    file = folder / "journal.jsonl"
    played = in_journal(file, number)
    if played is None:
        count = games_in(folder, kind)
        if not count:
            raise WrongResults("no-rows", folder=str(folder))
        raise WrongResults("no-row", folder=str(folder), number=number, count=count, last=count - 1)
    return file, played.moves, f"{plan.deal_seed(number):032x}", ",".join(played.bots)


def games_in(folder: Path, kind: str) -> int:
    """How many games are there: in parts, and in the journal."""
    count = max([part.last + 1 for part in parts_of(folder, kind)], default=0)
    with contextlib.suppress(FileNotFoundError):
        for (found, _), _ in lines_of(folder / "journal.jsonl", read_game):
            count = max(count, found + 1)
    return count


def in_journal(file: Path, number: int) -> Outcome | None:
    """The game of this number, if it is in no part yet."""
    with contextlib.suppress(FileNotFoundError):
        for (found, outcome), _ in lines_of(file, read_game):
            if found == number:
                return outcome
    return None


def read_game(said: Any) -> tuple[int, Outcome]:
    """A line of the journal: the number of a game, and how it ended."""
    number, *fields = said
    return number, Outcome.read(fields)


def lines_of(file: Path, read: Callable[[Any], Said]) -> Iterator[tuple[Said, int]]:
    """What the lines of a file say, and where each ends.

    A last line that is not whole was never written. One before it can only have been damaged.
    """
    end = 0
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                return
            try:
                said = read(json.loads(line))
            except (ValueError, TypeError, LookupError, AttributeError):
                raise WrongResults("results-line", file=str(file), line=number) from None
            end += len(line)
            yield said, end


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
