"""After an upgrade: every table that was played by other rules is held against those of today."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from duskhall.server.messages import Renewal
from duskhall.server.reopening import Reopened, fingerprints, reopen, version_now
from duskhall.server.rooms.keeping import told_of
from duskhall.server.store import HALTED, LEFT, Standpoint, Store, Stored, Unchecked

logger: Final = logging.getLogger("duskhall.server")
GONE: Final = "gone"  # the fingerprint of a game that is not here
SAME, IS_HALTED, IS_FROZEN = "same", "halted", "frozen"  # what becomes of a table


class Checked(Struct):
    """What became of a table."""

    table: str
    game: str
    outcome: str
    position: int  # up to which it is the same
    moves: int
    version: int  # that it went on by before
    now: int

    @property
    def is_news(self) -> bool:
        """Whether anything is other than it was."""
        return self.outcome != SAME or self.version != self.now


class Due(Struct):
    """The tables that may come out otherwise, and the fingerprints by which that is known."""

    tables: list[Unchecked]
    fingerprints: dict[str, str]


def due(store: Store, again: bool = False) -> Due:
    """The tables of games that are made of other code than when they were checked the last time.

    A version may be forgotten. Or all of them, if it is to be done again.
    """
    now, before = fingerprints(), store.checked()
    tables: list[Unchecked] = []
    for table in store.unchecked():
        current = now.setdefault(table.game, GONE)
        if again or table.lacks or before.get(table.game) != current:
            tables.append(table)
    return Due(tables, now)


def check_all(
    store: Store,
    due: Due,
    tell: Callable[[Checked], None],
    is_wanted: Callable[[], bool] = lambda: True,
) -> None:
    """Check tables as long as that is wanted, and tell what became of each."""
    for table in due.tables:
        if not is_wanted():
            return
        try:
            checked = check(store, table)
        except Exception:  # one that cannot even be read is not to keep the others from it
            logger.exception("table %s could not be checked", table.table)
        else:
            if checked is not None:
                tell(checked)
    store.save_checked(due.fingerprints)


def check(store: Store, table: Unchecked) -> Checked | None:
    """Hold one table against the rules of today, and keep what comes out."""
    stored = store.load(table.table, 0)
    if stored is None or stored.header.is_gathering:  # nothing was dealt by any rules yet
        return None
    found = reopen(stored)
    note(store, stored, found)
    if found.parting is None and stored.over and stored.told != stored.entries:
        told = told_of(found.record)
        store.save_told(stored.table, stored.entries, told, found.record.result, lambda _: None)
    return Checked(
        table.table,
        table.game,
        outcome_of(stored, found),
        found.position,
        len(stored.moves),
        table.rules,
        version_now(table.game),
    )


def outcome_of(stored: Stored, found: Reopened) -> str:
    if found.parting is None:
        return SAME
    return IS_FROZEN if stored.over else IS_HALTED


def note(store: Store, stored: Stored, found: Reopened) -> None:
    """Keep what came out, where it is another thing than is known: `stored` has it then, too."""
    before = stored.standpoint
    assert before is not None
    if before.still == LEFT:
        return
    if found.parting is None and found.table is not None and 0 in stored.pulses:
        deal, *pulses = found.table.pulses
        by_entry = dict(zip(stored.numbers, pulses, strict=True))
        store.save_pulses(stored.table, deal, by_entry, lambda _: None)
    now = Standpoint(before.rules, before.renewals)
    if found.parting is None:
        now.rules = found.record.game.version
        if now.rules != before.rules and not stored.over:
            renewal = Renewal(len(stored.moves), now.rules, True)
            now.renewals = [*before.renewals, renewal]
    elif not stored.over:
        now.still = HALTED
    if now != before:
        stored.standpoint = now
        store.renew(stored.table, [], before.rules, now, lambda _: None)
