"""Storage: what a server keeps. A table is its header and a journal of moves and take-backs."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from duskhall.engine.edition import Edition
from duskhall.engine.game import UnknownGame, game
from duskhall.engine.moves import parse_move
from duskhall.engine.records import Answer, BrokenRecord, Record
from duskhall.server.messages import Line, Seat, TakeBack

Outcome = Exception | None
Done = Callable[[Outcome], None]  # told once it is durable, or has failed
Post = Callable[[Callable[[], None]], None]  # hands a call to the thread that waits for it


class Header(Struct):
    """What is fixed before play."""

    game: str
    version: int
    edition: str
    edition_sha256: str
    edition_text: str  # empty for an edition that comes with the game
    players: int
    options: dict[str, object]
    seed: str

    @staticmethod
    def of(record: Record) -> Header:
        edition = record.edition
        return Header(
            record.game.name,
            record.game.version,
            edition.name,
            edition.sha256,
            "" if edition.built_in else edition.text,
            record.players,
            record.options,
            f"{record.seed:032x}",
        )

    def record(self, names: list[str] | None = None) -> Record:
        """A record without moves. BrokenRecord, if it was played by other rules than ours."""
        try:
            kind = game(self.game)
        except UnknownGame as error:
            raise BrokenRecord(str(error)) from None
        if kind.version != self.version:
            raise BrokenRecord(f"version {self.version} of {kind.title}, not {kind.version}")
        if self.edition_text:
            edition = Edition(self.edition, self.edition_text, built_in=False)
        else:
            found = kind.editions().get(self.edition)
            if found is None or found.sha256 != self.edition_sha256:
                raise BrokenRecord(f"another state of the edition '{self.edition}'")
            edition = found
        box = kind.box(self.players, self.options, edition)
        return Record(kind, self.players, box.options, edition, int(self.seed, 16), names)


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


class Entry(Struct, gc=False):
    """A line of a table's journal: a move that was made, or a return to an earlier position."""

    number: int
    position: int  # of the table before the move, or after the take-back
    seat: int
    move: str = ""
    takeback: TakeBack | None = None


class Store:
    """Where tables are kept. What is written is told of once it is durable, in order."""

    def create(self, table: Stored, done: Done) -> None:
        raise NotImplementedError

    def append(self, table: str, entries: list[Entry], over: bool, done: Done) -> None:
        """Add to the journal, all or nothing."""
        raise NotImplementedError

    def save_seats(
        self, table: str, seats: list[Seat], tokens: dict[bytes, int], done: Done
    ) -> None:
        """Keep the seats as they are now, and add these tokens."""
        raise NotImplementedError

    def save_rematch(self, table: str, rematch: Stored, done: Done) -> None:
        """Create the table at which these seats play again."""
        raise NotImplementedError

    def say(self, table: str, line: Line, done: Done) -> None:
        raise NotImplementedError

    def load(self, table: str, lines: int) -> Stored | None:
        """A table with its journal, and the last lines of its chat. May be called in any thread."""
        raise NotImplementedError

    def lobby(self, game: str, most: int) -> list[Stored]:
        """Public tables with an open seat, the newest first, without their journals."""
        raise NotImplementedError

    def close(self) -> None:
        """Make everything durable, and stop."""
        raise NotImplementedError


SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, header TEXT NOT NULL, seats TEXT NOT NULL,
  public INTEGER NOT NULL, open INTEGER NOT NULL, created INTEGER NOT NULL,
  over INTEGER NOT NULL DEFAULT 0, rematch TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS lobby ON tables (created) WHERE public AND open AND NOT over;
CREATE TABLE IF NOT EXISTS tokens (
  table_id TEXT NOT NULL, hash BLOB NOT NULL, eyes INTEGER NOT NULL, PRIMARY KEY (table_id, hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
  table_id TEXT NOT NULL, entry INTEGER NOT NULL, position INTEGER NOT NULL,
  seat INTEGER NOT NULL, move TEXT NOT NULL, takeback TEXT, PRIMARY KEY (table_id, entry)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
  table_id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,
  text TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
"""
FORMAT: Final = 1  # of the file
BATCH: Final = 2_000  # writes in one commit, at most
ROWS: Final = 500  # rows in one statement, at most
Statement = tuple[str, tuple[object, ...]]
Write = tuple[str, list[Statement], Done]  # with the table that it belongs to

CREATE: Final = (
    "INSERT INTO tables (id, game, header, seats, public, open, created, over)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
TOKEN: Final = "INSERT INTO tokens VALUES (?, ?, ?)"
ROW: Final = "(?, ?, ?, ?, ?, ?)"
MOVE: Final = f"INSERT INTO moves VALUES {ROW}"
OVER: Final = "UPDATE tables SET over = 1 WHERE id = ?"
SEATS: Final = "UPDATE tables SET seats = ?, open = ? WHERE id = ?"
REMATCH: Final = "UPDATE tables SET rematch = ? WHERE id = ?"
SAY: Final = "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)"

encode: Final = Encoder().encode
decode_header: Final = Decoder(Header).decode
decode_takeback: Final = Decoder(TakeBack).decode
decode_seats: Final = Decoder(list[Seat]).decode


class WrongFile(Exception):
    """A file that is not a store of this format."""


class SqliteStore(Store):
    """An SQLite file with a write-ahead log. One thread writes, many writes to a commit."""

    def __init__(self, path: Path, post: Post) -> None:
        self.path: Final = path
        self.post = post
        self.queue: SimpleQueue[Write | None] = SimpleQueue()
        self.commits = 0  # how many there have been
        # Tables of which a write has failed. What was to follow it fails too, until they are read
        # again: a journal never has a gap.
        self.failing: set[str] = set()
        self.reading: Final = threading.Lock()
        try:
            self.reader: Final = self.connect()
            self.reader.executescript(SCHEMA)
            found = self.reader.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, FORMAT):
                raise WrongFile(f"{path}: format {found} of the file, this is format {FORMAT}")
            self.reader.execute(f"PRAGMA user_version = {FORMAT}")
            self.writer: Final = self.connect()
        except sqlite3.Error as error:
            raise WrongFile(f"{path}: {error}") from None
        self.thread: Final = threading.Thread(target=self.write, name="store", daemon=True)
        self.thread.start()

    def connect(self) -> sqlite3.Connection:
        # Autocommit, so that a commit is where we write it; threads take turns by the lock.
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -4000")
        return connection

    # Writing

    def write(self) -> None:
        """The writer's thread: take all that waits, commit it at once, tell of it."""
        going = True
        while going:
            batch: list[Write] = []
            taken = self.queue.get()
            try:
                while taken is not None:
                    batch.append(taken)
                    if len(batch) == BATCH:
                        break
                    taken = self.queue.get_nowait()
                else:
                    going = False
            except Empty:
                pass
            if batch:
                self.commit(batch)

    def commit(self, batch: list[Write]) -> None:
        try:
            if not self.commit_moves(batch):
                self.commit_any(batch)
        except sqlite3.Error as error:
            if self.writer.in_transaction:
                self.writer.execute("ROLLBACK")
            if len(batch) > 1:  # one of them may be at fault: the others are not to suffer
                for single in batch:
                    self.commit([single])
                return
            outcome: Outcome = error
            self.failing.add(batch[0][0])
        else:
            outcome = None
            self.commits += 1

        def tell() -> None:
            for _, _, done in batch:
                done(outcome)

        self.post(tell)

    def commit_moves(self, batch: list[Write]) -> bool:
        """Commit moves alone, which most batches are, in one statement.

        Each statement gives the other threads a turn, and waits for its own; so one for all.
        """
        if len(batch) > ROWS or self.failing:
            return False
        values: list[object] = []
        for _, statements, _ in batch:
            if len(statements) != 1 or statements[0][0] is not MOVE:
                return False
            values += statements[0][1]
        rows = ", ".join([ROW] * len(batch))
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

    def append(self, table: str, entries: list[Entry], over: bool, done: Done) -> None:
        statements = [journal(table, entry) for entry in entries]
        if over:
            statements.append((OVER, (table,)))
        self.queue.put((table, statements, done))

    def save_seats(
        self, table: str, seats: list[Seat], tokens: dict[bytes, int], done: Done
    ) -> None:
        statements: list[Statement] = [(SEATS, (encode(seats).decode(), has_open(seats), table))]
        statements += [(TOKEN, (table, token, eyes)) for token, eyes in tokens.items()]
        self.queue.put((table, statements, done))

    def save_rematch(self, table: str, rematch: Stored, done: Done) -> None:
        self.queue.put((table, [*creation(rematch), (REMATCH, (rematch.table, table))], done))

    def say(self, table: str, line: Line, done: Done) -> None:
        values = (table, line.number, line.seat, line.name, line.text, line.time)
        self.queue.put((table, [(SAY, values)], done))

    def close(self) -> None:
        self.queue.put(None)
        self.thread.join()
        with self.reading:
            self.reader.close()
        self.writer.close()

    # Reading

    def load(self, table: str, lines: int) -> Stored | None:
        if table in self.failing:
            self.queue.put((table, [], lambda _: None))
        with self.reading:
            execute = self.reader.execute
            execute("BEGIN")  # one state of the file for all that is read
            try:
                row = execute(
                    "SELECT id, header, seats, public, created, over, rematch"
                    " FROM tables WHERE id = ?",
                    (table,),
                ).fetchone()
                if row is None:
                    return None
                moves = execute(
                    "SELECT position, seat, move, takeback FROM moves"
                    " WHERE table_id = ? ORDER BY entry",
                    (table,),
                ).fetchall()
                tokens = execute(
                    "SELECT hash, eyes FROM tokens WHERE table_id = ?", (table,)
                ).fetchall()
                chat = execute(
                    "SELECT number, name, text, time, seat FROM chat WHERE table_id = ?"
                    " ORDER BY number DESC LIMIT ?",
                    (table, lines),
                ).fetchall()
            finally:
                execute("COMMIT")
        stored = unpack(row)
        stored.tokens = dict(tokens)
        stored.chat = [Line(*line) for line in reversed(chat)]
        stored.lines = chat[0][0] + 1 if chat else 0
        retell(stored, moves)
        return stored

    def lobby(self, game: str, most: int) -> list[Stored]:
        with self.reading:
            rows = self.reader.execute(
                "SELECT id, header, seats, public, created, over, rematch FROM tables"
                " WHERE public AND open AND NOT over AND (game = ? OR ? = '')"
                " ORDER BY created DESC LIMIT ?",
                (game, game, most),
            ).fetchall()
        return [unpack(row) for row in rows]


def creation(table: Stored) -> list[Statement]:
    row = (
        table.table,
        table.header.game,
        encode(table.header).decode(),
        encode(table.seats).decode(),
        table.public,
        has_open(table.seats),
        table.created,
        table.over,
    )
    statements: list[Statement] = [(CREATE, row)]
    statements += [(TOKEN, (table.table, token, eyes)) for token, eyes in table.tokens.items()]
    for number, (seat, move) in enumerate(table.moves):
        statements.append((MOVE, (table.table, number, number, seat, str(move), None)))
    return statements


def journal(table: str, entry: Entry) -> Statement:
    back = None if entry.takeback is None else encode(entry.takeback).decode()
    return MOVE, (table, entry.number, entry.position, entry.seat, entry.move, back)


def has_open(seats: list[Seat]) -> bool:
    return any(seat.kind == "open" for seat in seats)


def unpack(row: tuple[str, str, str, int, int, int, str]) -> Stored:
    table, header, seats, public, created, over, rematch = row
    return Stored(
        table,
        decode_header(header),
        decode_seats(seats),
        bool(public),
        created,
        bool(over),
        rematch,
    )


def retell(stored: Stored, journal: list[tuple[int, int, str, str | None]]) -> None:
    """Read a journal: what was taken back is not there any more."""
    for position, seat, move, takeback in journal:
        if takeback is not None:
            del stored.moves[position:]
            stored.takebacks.append(decode_takeback(takeback))
        else:
            assert position == len(stored.moves), "the journal has a gap"
            stored.moves.append((seat, parse_move(move)))
    stored.entries = len(journal)
