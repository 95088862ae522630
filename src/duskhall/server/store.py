"""Storage: what a server keeps. A table is its header and a journal of moves and take-backs."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from duskhall.engine.game import Standing
from duskhall.engine.records import Answer
from duskhall.server import housekeeping
from duskhall.server import notes as beside
from duskhall.server import statements as sql
from duskhall.server.datafile import DataFile
from duskhall.server.formats import FORMAT, SCHEMA, WrongFile, format_of, migrate
from duskhall.server.header import Header
from duskhall.server.housekeeping import lenient
from duskhall.server.messages import Line, Renewal, Seat, TakeBack
from duskhall.server.notes import Note
from duskhall.server.retelling import retell

Outcome = Exception | None
Done = Callable[[Outcome], None]  # told once it is durable, or has failed
Post = Callable[[Callable[[], None]], None]  # hands a call to the thread that waits for it


class Result(Struct):
    """How a game ended, as it is kept."""

    ranks: list[int]
    scores: list[tuple[int, ...]]
    rule: str
    reason: str

    @staticmethod
    def of(standing: Standing) -> Result:
        return Result(standing.ranks, standing.scores, standing.rule, standing.reason)

    def standing(self) -> Standing:
        return Standing(self.ranks, self.scores, self.rule, self.reason)


RUNS, HALTED, LEFT = 0, 1, 2  # whether a table may be played on: LEFT is for good


class Standpoint(Struct):
    """By which rules a table goes on, since when, and whether it does."""

    rules: int  # the version
    renewals: list[Renewal] = []
    still: int = RUNS


class Stored(Struct):
    """A table as it is kept."""

    table: str
    header: Header
    seats: list[Seat]
    public: bool
    created: int
    over: bool = False
    rematch: str = ""
    tokens: dict[bytes, int] = {}  # hash of a token -> the eyes it opens
    moves: list[Answer] = []
    takebacks: list[TakeBack] = []
    entries: int = 0  # of the journal
    chat: list[Line] = []  # the last lines
    lines: int = 0  # of the chat, in all
    edition: str = ""  # the hash of its edition's values; empty where it is the header's
    pulses: list[int] = []  # by position, 0 where none was taken
    numbers: list[int] = []  # by move: which entry of the journal it is
    freshened: int = 0  # how often luck was begun anew
    result: Standing | None = None
    standpoint: Standpoint | None = None  # None for a table that is new
    told: int = 0  # the entries of the journal that are in what was told
    notes: list[Note] = []


class Entry(Struct, gc=False):
    """A line of a table's journal: a move that was made, or a return to an earlier position."""

    number: int
    position: int  # of the table before the move, or after the take-back
    seat: int
    move: str = ""
    takeback: TakeBack | None = None
    pulse: int = 0  # of the position that the move led to


class Unchecked(Struct):
    """A table that is not left for good."""

    table: str
    game: str
    rules: int
    over: bool
    lacks: bool = False  # whether something is not kept of it yet


class Store:
    """Where tables are kept. What is written is told of once it is durable, in order."""

    def create(self, table: Stored, done: Done) -> None:
        raise NotImplementedError

    def deal(self, table: Stored, notes: list[Note], done: Done) -> None:
        """Keep the header of a table that was set up before its seed, its deal, and these notes."""
        raise NotImplementedError

    def append(
        self,
        table: str,
        entries: list[Entry],
        result: Standing | None,
        done: Done,
        notes: Sequence[Note] = (),
    ) -> None:
        """Add to the journal and change the notes, all or nothing; with the result, if it is over."""
        raise NotImplementedError

    def renew(
        self, table: str, entries: list[Entry], before: int, now: Standpoint, done: Done
    ) -> None:
        """Note by which rules a table goes on, unless that has changed since it was read.

        `before` is the version it went on by. Entries are added to the journal, if there are any.
        """
        raise NotImplementedError

    def save_pulses(self, table: str, deal: int, pulses: dict[int, int], done: Done) -> None:
        """Keep the pulses of a journal that has none, by entry: an older format knew none."""
        raise NotImplementedError

    def save_told(
        self, table: str, entries: int, told: bytes, result: Standing | None, done: Done
    ) -> None:
        """Keep what was told of a game up to this entry of its journal, and its result."""
        raise NotImplementedError

    def told(self, table: str) -> bytes:
        """What was told of a game when it was kept the last time; may be called in any thread."""
        raise NotImplementedError

    def unchecked(self) -> list[Unchecked]:
        """All tables that may have to be held against the rules of today."""
        raise NotImplementedError

    def checked(self) -> dict[str, str]:
        """By game, the fingerprint of the rules that its tables were held against last."""
        raise NotImplementedError

    def save_checked(self, fingerprints: dict[str, str]) -> None:
        raise NotImplementedError

    def save_seats(
        self, table: str, seats: list[Seat], tokens: dict[bytes, int], done: Done
    ) -> None:
        """Keep the seats as they are now, and add these tokens."""
        raise NotImplementedError

    def save_rematch(self, table: str, rematch: Stored, done: Done) -> None:
        """Create the table at which these seats play again."""
        raise NotImplementedError

    def say(
        self, table: str, line: Line, most: int, done: Done, notes: Sequence[Note] = ()
    ) -> None:
        """Keep a line. Of seats, or of strangers if one said it, only so many are kept: the last."""
        raise NotImplementedError

    def note(self, table: str, notes: list[Note], done: Done) -> None:
        raise NotImplementedError

    def load(self, table: str, lines: int, strangers: int = 0) -> Stored | None:
        """A table with its journal, and the last lines of its seats and of its strangers.

        May be called in any thread.
        """
        raise NotImplementedError

    def admits(self, table: str, token: bytes, is_guest: bool) -> bool:
        """Whether there is such a table for whoever has a token of this hash: without loading it."""
        raise NotImplementedError

    def lobby(
        self, game: str, most: int, after: tuple[int, str] | None = None
    ) -> tuple[list[Stored], str]:
        """Public tables with an open seat, the newest first, without their journals.

        Those after a place, which is when a table was made and its name; and the next place.
        """
        raise NotImplementedError

    def unplayed(self, since: int, before: int) -> list[str]:
        """Tables made in this time at which no person ever answered anything."""
        raise NotImplementedError

    def remove(self, table: str, done: Done) -> None:
        """Delete a table, with everything that belongs to it."""
        raise NotImplementedError

    def close(self) -> None:
        """Make everything durable, and stop."""
        raise NotImplementedError


BATCH: Final = 2_000  # writes in one commit, at most
BUSY: Final = 8  # writes in one commit, from which on others are sure to be on their way
GATHER: Final = 0.002  # seconds to wait for them: a commit costs far more than a write
ROWS: Final = 500  # rows in one statement, at most
Statement = tuple[str, tuple[object, ...]]
Write = tuple[str, list[Statement], Done]  # with the table that it belongs to

encode: Final = Encoder().encode
decode_header: Final = Decoder(Header).decode
decode_seats: Final = Decoder(list[Seat]).decode
decode_result: Final = Decoder(Result).decode
decode_renewals: Final = Decoder(list[Renewal]).decode


class SqliteStore(Store):
    """An SQLite file with a write-ahead log. One thread writes, many writes to a commit."""

    def __init__(self, path: Path, post: Post) -> None:
        self.post = post
        self.queue: SimpleQueue[Write | None] = SimpleQueue()
        self.commits = 0  # how many there have been
        self.is_refused = False  # whether the last write failed
        self.going = True  # until the writer is told to stop
        # Tables of which a write has failed. What was to follow it fails too, until they are read
        # again: a journal never has a gap.
        self.failing: set[str] = set()
        self.reading: Final = threading.Lock()
        found = format_of(path)
        self.file: Final = DataFile(path)
        self.path: Final = self.file.path
        try:
            # Where the old file is kept, if it was an old one.
            self.migrated: Final = migrate(self.path, found)
            self.reader: Final = self.connect()
            self.reader.executescript(SCHEMA)
            self.reader.executescript(beside.SCHEMA)
            self.reader.execute(f"PRAGMA user_version = {FORMAT}")
            self.writer: Final = self.connect()
            self.file.remember_log()
        except (sqlite3.Error, WrongFile) as error:
            self.file.close()
            known = isinstance(error, WrongFile)
            raise WrongFile(str(error) if known else f"{path}: {error}") from None
        self.thread: Final = threading.Thread(target=self.write, name="store", daemon=True)
        self.thread.start()

    def connect(self) -> sqlite3.Connection:
        # Autocommit, so that a commit is where we write it; threads take turns by the lock.
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -4000")
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # now the log is open, too
        return connection

    @property
    def is_well(self) -> bool:
        """Whether what is written now can be kept."""
        return self.thread.is_alive() and not self.is_refused and self.file.is_there()

    # Writing

    def write(self) -> None:
        """The writer's thread."""
        while self.going:
            if self.commit_next() >= BUSY:
                sleep(GATHER)

    def commit_next(self) -> int:
        """Take all that waits, commit it at once, tell of it. How much it was."""
        batch: list[Write] = []
        taken = self.queue.get()
        try:
            while taken is not None:
                batch.append(taken)
                if len(batch) == BATCH:
                    break
                taken = self.queue.get_nowait()
            else:
                self.going = False
        except Empty:
            pass
        if batch:
            self.commit(batch)
        return len(batch)

    def commit(self, batch: list[Write]) -> None:
        try:
            if not self.commit_moves(batch):
                self.commit_any(batch)
            self.file.check()
        except Exception as error:  # whatever cannot be written, the writer goes on
            if self.writer.in_transaction:
                self.writer.execute("ROLLBACK")
            if len(batch) > 1:  # one of them may be at fault: the others are not to suffer
                for single in batch:
                    self.commit([single])
                return
            self.rescue()
            outcome: Outcome = error
            self.failing.add(batch[0][0])
            self.is_refused = True
        else:
            outcome = None
            self.commits += 1
            self.is_refused = False

        def tell() -> None:
            for _, _, done in batch:
                done(outcome)

        self.post(tell)

    def rescue(self) -> None:
        """Put into the file what is in its log, if that has lost its name and would go with us."""
        if not self.file.is_there():
            with suppress(sqlite3.Error):
                self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def commit_moves(self, batch: list[Write]) -> bool:
        """Commit moves alone, which most batches are, in one statement.

        Each statement gives the other threads a turn, and waits for its own; so one for all.
        """
        if len(batch) > ROWS or self.failing:
            return False
        values: list[object] = []
        for _, statements, _ in batch:
            if len(statements) != 1 or statements[0][0] is not sql.MOVE:
                return False
            values += statements[0][1]
        rows = ", ".join([sql.ROW] * len(batch))
        self.writer.execute(f"INSERT INTO moves VALUES {rows}", values)
        return True

    def commit_any(self, batch: list[Write]) -> None:
        execute = self.writer.execute
        execute("BEGIN IMMEDIATE")
        for table, statements, _ in batch:
            if not statements:
                self.failing.discard(table)
            elif table in self.failing:
                raise sqlite3.OperationalError("an earlier write of this table has failed")
            for statement, values in statements:
                execute(statement, values)
        execute("COMMIT")

    def create(self, table: Stored, done: Done) -> None:
        self.queue.put((table.table, creation(table), done))

    def deal(self, table: Stored, notes: list[Note], done: Done) -> None:
        header, pulse = table.header, table.pulses[0] if table.pulses else 0
        fixed = encode(replace(header, edition_text="")).decode()
        statements: list[Statement] = [(sql.DEALT, (fixed, pulse, header.version, table.table))]
        statements += [beside.written(table.table, note) for note in notes]
        if table.result is not None:
            statements.append((sql.OVER, (encode(Result.of(table.result)).decode(), table.table)))
        self.queue.put((table.table, statements, done))

    def append(
        self,
        table: str,
        entries: list[Entry],
        result: Standing | None,
        done: Done,
        notes: Sequence[Note] = (),
    ) -> None:
        statements = [journal(table, entry) for entry in entries]
        statements += [beside.written(table, note) for note in notes]
        if result is not None:
            statements.append((sql.OVER, (encode(Result.of(result)).decode(), table)))
        self.queue.put((table, statements, done))

    def renew(
        self, table: str, entries: list[Entry], before: int, now: Standpoint, done: Done
    ) -> None:
        values = (now.rules, encode(now.renewals).decode(), now.still, table, before)
        statements = [journal(table, entry) for entry in entries]
        self.queue.put((table, [*statements, (sql.RENEW, values)], done))

    def save_pulses(self, table: str, deal: int, pulses: dict[int, int], done: Done) -> None:
        statements: list[Statement] = [(sql.DEAL, (deal, table))]
        statements += [(sql.PULSE, (pulse, table, entry)) for entry, pulse in pulses.items()]
        self.queue.put((table, statements, done))

    def save_told(
        self, table: str, entries: int, told: bytes, result: Standing | None, done: Done
    ) -> None:
        statements: list[Statement] = [(sql.TOLD, (table, entries, told))]
        if result is not None:
            statements.append((sql.RESULT, (encode(Result.of(result)).decode(), table)))
        self.queue.put((table, statements, done))

    def save_seats(
        self, table: str, seats: list[Seat], tokens: dict[bytes, int], done: Done
    ) -> None:
        statements: list[Statement] = [
            (sql.SEATS, (encode(seats).decode(), has_open(seats), table))
        ]
        statements += [(sql.TOKEN, (table, token, eyes)) for token, eyes in tokens.items()]
        self.queue.put((table, statements, done))

    def save_rematch(self, table: str, rematch: Stored, done: Done) -> None:
        self.queue.put((table, [*creation(rematch), (sql.REMATCH, (rematch.table, table))], done))

    def say(
        self, table: str, line: Line, most: int, done: Done, notes: Sequence[Note] = ()
    ) -> None:
        values = (table, line.number, line.seat, line.name, line.text, line.time)
        statements: list[Statement] = [(sql.SAY, values)]
        if line.number >= most:
            statements.append((housekeeping.FORGET, (table, line.seat < 0) * 2 + (most,)))
        statements += [beside.written(table, note) for note in notes]
        self.queue.put((table, statements, done))

    def remove(self, table: str, done: Done) -> None:
        self.queue.put((table, housekeeping.removal(table), done))

    def note(self, table: str, notes: list[Note], done: Done) -> None:
        self.queue.put((table, [beside.written(table, note) for note in notes], done))

    def close(self) -> None:
        self.queue.put(None)
        self.thread.join()
        with self.reading:
            self.reader.close()
        self.writer.close()
        self.file.close()

    # Reading

    def load(self, table: str, lines: int, strangers: int = 0) -> Stored | None:
        if table in self.failing:
            self.queue.put((table, [], lambda _: None))
        return read_table(self.reader, table, lines, strangers, self.reading)

    def admits(self, table: str, token: bytes, is_guest: bool) -> bool:
        with self.reading:
            row = self.reader.execute(sql.ADMITS, (is_guest, token, table)).fetchone()
        return row is not None and bool(row[0])

    def told(self, table: str) -> bytes:
        with self.reading:
            found = self.reader.execute("SELECT body FROM told WHERE table_id = ?", (table,))
            row = found.fetchone()
        return bytes(row[0]) if row else b""

    def checked(self) -> dict[str, str]:
        with self.reading:
            notes = self.reader.execute(beside.READ, ("",)).fetchall()
        return {kind: text for kind, _, text in notes}

    def save_checked(self, fingerprints: dict[str, str]) -> None:
        self.note(
            "", [Note(game, 0, known) for game, known in fingerprints.items()], lambda _: None
        )

    def unchecked(self) -> list[Unchecked]:
        with self.reading:
            rows = self.reader.execute(
                "SELECT CAST(id AS BLOB), CAST(game AS BLOB), CAST(rules AS INTEGER), over != 0,"
                " pulse = 0 OR (over AND table_id IS NULL) FROM tables"
                " LEFT JOIN told ON table_id = id WHERE still != ? ORDER BY created DESC",
                (LEFT,),
            ).fetchall()
        return [
            Unchecked(lenient(table), lenient(game), rules, bool(over), bool(lacks))
            for table, game, rules, over, lacks in rows
        ]

    def lobby(
        self, game: str, most: int, after: tuple[int, str] | None = None
    ) -> tuple[list[Stored], str]:
        with self.reading:
            return housekeeping.listed(self.reader, sql.BYTES, unpack, game, most, after)

    def unplayed(self, since: int, before: int) -> list[str]:
        with self.reading:
            return housekeeping.unplayed(self.reader, since, before)


def read_table(
    rows: sqlite3.Connection,
    table: str,
    lines: int,
    strangers: int,
    turn: AbstractContextManager[object],
) -> Stored | None:
    """A table as it is kept in a file; the file is read in one's turn."""
    with turn:
        execute = rows.execute
        execute("BEGIN")  # one state of the file for all that is read
        try:
            row = execute(f"SELECT {sql.BYTES} FROM tables WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            (freshened, pulse, result, rules, renewals, still, text, told) = execute(
                "SELECT freshened, pulse, result, rules, renewals, still, text, entries"
                " FROM tables LEFT JOIN editions ON sha256 = edition"
                " LEFT JOIN told ON table_id = id WHERE id = ?",
                (table,),
            ).fetchone()
            moves = execute(
                "SELECT position, seat, move, takeback, pulse FROM moves"
                " WHERE table_id = ? ORDER BY entry",
                (table,),
            ).fetchall()
            tokens = execute(
                "SELECT hash, eyes FROM tokens WHERE table_id = ?", (table,)
            ).fetchall()
            chat = housekeeping.chat_of(rows, table, lines, strangers)
            (said,) = execute(housekeeping.SAID, (table,)).fetchone()
            notes = execute(beside.READ, (table,)).fetchall()
        finally:
            execute("COMMIT")
    stored = unpack(row)
    stored.tokens = dict(tokens)
    stored.chat, stored.lines = chat, said
    stored.header.edition_text = text or stored.header.edition_text
    stored.freshened, stored.pulses, stored.told = freshened, [pulse], told or 0
    stored.result = decode_result(result).standing() if result else None
    stored.standpoint = Standpoint(rules, decode_renewals(renewals), still)
    stored.notes = [Note(*note) for note in notes]
    retell(stored, moves)
    return stored


def creation(table: Stored) -> list[Statement]:
    header = table.header
    edition = table.edition or header.edition_sha256
    row = (
        table.table,
        header.game,
        encode(replace(header, edition_text="")).decode(),
        encode(table.seats).decode(),
        table.public,
        has_open(table.seats),
        table.created,
        table.over,
        edition,
        table.pulses[0] if table.pulses else 0,
        table.freshened,
        None if table.result is None else encode(Result.of(table.result)).decode(),
        header.version if table.standpoint is None else table.standpoint.rules,
    )
    statements: list[Statement] = [(sql.CREATE, row), (sql.EDITION, (edition, header.edition_text))]
    statements += [(sql.TOKEN, (table.table, token, eyes)) for token, eyes in table.tokens.items()]
    statements += [beside.written(table.table, note) for note in table.notes]
    pulses = table.pulses[1:] or [0] * len(table.moves)
    for number, (seat, move) in enumerate(table.moves):
        values = (table.table, number, number, seat, str(move), None, pulses[number])
        statements.append((sql.MOVE, values))
    return statements


def journal(table: str, entry: Entry) -> Statement:
    back = None if entry.takeback is None else encode(entry.takeback).decode()
    return (
        sql.MOVE,
        (table, entry.number, entry.position, entry.seat, entry.move, back, entry.pulse),
    )


def has_open(seats: list[Seat]) -> bool:
    return any(seat.kind == "open" for seat in seats)


def unpack(row: tuple[bytes, bytes, bytes, int, int, int, bytes]) -> Stored:
    table, header, seats, public, created, over, rematch = row
    return Stored(
        table.decode(),
        decode_header(header),
        decode_seats(seats),
        bool(public),
        created,
        bool(over),
        rematch.decode(),
    )
