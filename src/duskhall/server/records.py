"""Records that people bring to the server."""

from __future__ import annotations

from duskhall.engine.edition import WrongEdition
from duskhall.engine.game import WrongOption
from duskhall.engine.records import BrokenRecord, Record
from duskhall.server.words import Refused


def verified(text: str) -> Record:
    """A record that somebody brought, held against its rules and hashes."""
    try:
        record = Record.loads(text)
        if record.start:  # a table that somebody made up may hold the rules for ever
            raise BrokenRecord("a record that begins at a position is not taken here")
        if len(record.moves) > record.game.longest:
            raise BrokenRecord(f"no game takes more than {record.game.longest} moves")
        record.verify()
    except (BrokenRecord, WrongEdition, WrongOption) as error:
        raise Refused("broken-record", str(error)[:500]) from None
    return record
