"""Where a table comes from: what everyone is told where somebody may know luck or cards before."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, new_seed
from duskhall.engine.records import Record
from duskhall.server.messages import Source
from duskhall.server.sharing import share

DIGITS: Final = 12  # of the hash that a foreign edition is called by


def brought(record: Record, position: int) -> Record:
    """A record that somebody brought, as far as a table is to go on from it.

    At the beginning nobody is to know the luck: it is drawn anew. And the names of our editions
    are ours to give, whatever a record calls its own.
    """
    is_new = position == 0
    again = Record(
        record.game,
        record.players,
        record.options,
        named(record.game, record.edition),
        new_seed() if is_new else record.seed,
        record.names,
        record.start,
    )
    if not is_new:
        again.version, again.edition_hash = record.version, record.edition_hash
        again.freshened = record.freshened
        again.moves = record.moves[:position]
    return again


def named(kind: Game, edition: Edition) -> Edition:
    """Our own edition where the values are ours; any other by its hash."""
    if edition.built_in:
        return edition
    for own in kind.editions().values():
        if own.sha256 == edition.sha256:
            return own
    return share(Edition(edition.sha256[:DIGITS], edition.text, built_in=False))


def source_of(record: Record, position: int | None = None) -> Source | None:
    """What is to be said of a table with this record; None where there is nothing to say."""
    source = Source(
        UNSET if position is None else position,
        UNSET if record.edition.built_in else record.edition.sha256,
    )
    return None if source == Source() else source
