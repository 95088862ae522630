"""Reading again what is kept: the edition of a table, and its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.json import Decoder

from duskhall.engine.edition import Edition
from duskhall.engine.events import OUTSIDE
from duskhall.engine.game import Game
from duskhall.engine.moves import parse_move
from duskhall.engine.state import FRESH
from duskhall.server.messages import TakeBack
from duskhall.server.sharing import share

if TYPE_CHECKING:
    from duskhall.server.store import Stored

decode_takeback: Final = Decoder(TakeBack).decode
_own: dict[tuple[str, str, str, str], Edition] = {}


def edition_of(kind: Game, name: str, text: str, known_as: str) -> Edition:
    """Most tables share our own editions: each is read once. Foreign ones go with the last of theirs."""
    key = (kind.name, name, text, known_as)
    edition = _own.get(key)
    if edition is None:
        edition = share(kind.edition_of(name, text, known_as))
        if edition.built_in:
            _own[key] = edition
    return edition


def retell(stored: Stored, journal: list[tuple[int, int, str, str | None, int]]) -> None:
    """Read a journal: what was taken back is not there any more, but for the luck it had."""
    for number, (position, seat, words, takeback, pulse) in enumerate(journal):
        if takeback is not None:
            del stored.moves[position:]
            del stored.pulses[position + 1 :]
            del stored.numbers[position:]
            back = decode_takeback(takeback)
            if not back.quiet:
                stored.takebacks.append(back)
        else:
            assert position == len(stored.moves), "the journal has a gap"
            move = parse_move(words)
            if seat == OUTSIDE and move.verb == FRESH:
                stored.freshened = max(stored.freshened, move.about[0])
            stored.moves.append((seat, move))
            stored.pulses.append(pulse)
            stored.numbers.append(number)
    stored.entries = len(journal)
