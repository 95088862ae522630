"""Opening a table again: it is held against what was kept of it, as its rules may be others now."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

from duskhall import engine
from duskhall.engine.edition import WrongEdition
from duskhall.engine.game import UnknownGame, game, installed
from duskhall.engine.records import BrokenRecord, Record
from duskhall.engine.table import Parting, Table, retrace
from duskhall.server.header import Header
from duskhall.server.retelling import edition_of
from duskhall.server.store import Stored
from duskhall.server.told import Told, tell, unpack

NOTHING: Final = -1  # the position of a table of which nothing is the same


class Reopened(Struct):
    """A table by the rules of today, as far as it comes out the same."""

    record: Record  # with all its moves
    table: Table | None  # at the last position that is the same; None if there is no such game
    parting: Parting | None  # None, if all is the same
    why: str = ""  # what is other: rules, edition, game

    @property
    def position(self) -> int:
        """Up to which all is the same."""
        return len(self.record.moves) if self.parting is None else self.parting.position


def reopen(stored: Stored) -> Reopened:
    """Replay a table, and hold it against its pulses and its result. It never fails."""
    header, moves = stored.header, stored.moves
    bare = header.bare()
    bare.moves, bare.freshened, bare.result = moves, stored.freshened, stored.result
    try:
        record = header.record()
        record.freshened, record.moves = stored.freshened, moves[:]
        table, parting = retrace(record, stored.pulses, stored.result)
        record.game.faces(record.box())  # a screen could not be drawn without them
        record.game.printed_board(record.box())
    except BrokenRecord as error:
        return Reopened(bare, None, Parting(NOTHING, str(error)), missing(header))
    except Exception as error:  # whatever rules of today stumble over before the first move
        return Reopened(bare, None, Parting(NOTHING, str(error)), "rules")
    if parting is None and stored.over and table.state.waiting:
        parting = Parting(len(moves), "it is not over")
    if parting is None:
        return Reopened(table.record, table, None)
    if parting.position == NOTHING:
        return Reopened(bare, None, parting, "rules")
    return Reopened(bare, table, parting, "rules")


def missing(header: Header) -> str:
    try:
        kind = game(header.game)
        edition_of(kind, header.edition, header.edition_text, header.edition_sha256)
    except UnknownGame:
        return "game"
    except WrongEdition:
        return "edition"
    return "rules"


def known_part(stored: Stored, found: Reopened, body: bytes) -> Told | None:
    """What can be shown of a table that comes out otherwise: as it was told, or as it replays."""
    kept = unpack(body)
    told = None if kept is None else kept.shared_with(stored.moves)
    if found.table is not None and (told is None or told.position < found.position):
        record = found.table.record.copy()
        del record.moves[found.position :]
        told = tell(record)
        told.chain = []
    return told


def fingerprints() -> dict[str, str]:
    """By game, what changes with anything that its rules are made of."""
    return {kind.name: fingerprint(kind.folder) for kind in installed()}


@cache
def fingerprint(folder: Path) -> str:
    digest = sha256()
    for part in (Path(str(engine.__file__)).parent, folder):
        sources = sorted(part.rglob("*.py")) or sorted(part.rglob("*.so"))
        for path in sources:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def version_now(name: str) -> int:
    """The version of a game's rules today; 0 if there is no such game."""
    return versions().get(name, 0)


def versions() -> dict[str, int]:
    return {kind.name: kind.version for kind in installed()}


def changed_rules(name: str, since: int) -> list[str]:
    """The rules that were changed after this version, as far as they were noted."""
    try:
        kind = game(name)
    except UnknownGame:
        return []
    noted = [kind.changes.get(version, []) for version in range(since + 1, kind.version + 1)]
    return list(dict.fromkeys([rule for rules in noted for rule in rules]))
