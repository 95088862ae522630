"""The header of a table: what is fixed before play, as a server keeps it."""

from __future__ import annotations

from msgspec import Struct

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import Game, UnknownGame, WrongOption, game
from duskhall.engine.records import BrokenRecord, Record
from duskhall.server.lots import Proven
from duskhall.server.messages import Source
from duskhall.server.proving import read_proven
from duskhall.server.retelling import edition_of


class Header(Struct):
    """What is fixed before play, with the version and the edition that it is played by."""

    game: str
    version: int
    edition: str
    edition_sha256: str
    edition_text: str  # in the store it is kept once for all tables that have the same
    players: int
    options: dict[str, object]
    seed: str  # empty as long as the seats have not made one
    start: str = ""  # the position it begins at, as text; mostly with the deal
    source: Source | None = None  # what everyone is told of where it comes from
    brought: int = 0  # moves that were made elsewhere
    proof: Proven | None = None  # what the seed was made of, where the seats added to it

    @property
    def is_gathering(self) -> bool:
        """Whether there is no seed yet: nothing can be dealt."""
        return not self.seed

    @property
    def is_proof(self) -> bool:
        return self.is_gathering or self.proof is not None

    @staticmethod
    def of(record: Record) -> Header:
        edition = record.edition
        return Header(
            record.game.name,
            record.version,
            edition.name,
            record.edition_hash,
            edition.text,
            record.players,
            record.options,
            f"{record.seed:032x}",
            record.start,
            brought=len(record.moves),
        )

    def record(self) -> Record:
        """A record without moves, by the rules of today. BrokenRecord, if it cannot have any."""
        try:
            kind = game(self.game)
            edition = edition_of(kind, self.edition, self.edition_text, self.edition_sha256)
            box = kind.box(self.players, self.options, edition)
        except (UnknownGame, WrongEdition, WrongOption) as error:
            raise BrokenRecord(str(error)) from None
        options = {name: box.options[name] for name in self.options}  # others came later
        return self.fill(kind, edition, options)

    def bare(self) -> Record:
        """The same record without any rules: to be read and copied, not to be replayed."""
        kind = Game()
        kind.name = kind.title = self.game
        kind.version = self.version
        try:
            edition = Edition(self.edition, self.edition_text, built_in=False)
        except WrongEdition:
            edition = Edition(self.edition, "", built_in=False)
        return self.fill(kind, edition, self.options)

    def fill(self, kind: Game, edition: Edition, options: dict[str, object]) -> Record:
        seed = int(self.seed or "0", 16)
        record = Record(kind, self.players, options, edition, seed, start=self.start)
        record.proof = None if self.proof is None else read_proven(self.proof)
        record.version, record.edition_hash = self.version, self.edition_sha256
        return record
