"""A record: a game as data. It is the only thing that is ever stored."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.edition import Edition
from duskhall.engine.events import Seat
from duskhall.engine.game import SEED_BITS, Game, UnknownGame, game
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import IllegalMove, State

FORMAT: Final = 1
Answer = tuple[Seat, Move]


class BrokenRecord(ValueError):
    """A record that cannot be read, or that does not replay to what it says."""


class Record:
    """Game, rules version, edition, players, options, seed and moves; and the chain of hashes."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, object],
        edition: Edition,
        seed: int,
        names: list[str] | None = None,
    ) -> None:
        self.game: Final = game
        self.players: Final = players
        self.options: Final = options
        self.edition: Final = edition
        self.seed: Final = seed
        self.names: list[str] = names or [f"Player {seat + 1}" for seat in range(players)]
        self.moves: list[Answer] = []
        self.chain: list[str] = []  # one hash per position, the first before any move

    def box(self) -> Box:
        return self.game.box(self.players, self.options, self.edition)

    def header(self) -> str:
        """What is fixed before play, in one canonical text."""
        return json.dumps(
            {
                "game": self.game.name,
                "version": self.game.version,
                "edition": self.edition.sha256,
                "players": self.players,
                "options": self.options,
                "seed": f"{self.seed:032x}",
            },
            sort_keys=True,
        )

    def commitment(self) -> str:
        """A hash that can be shown before play: it binds the seed, and does not tell it."""
        return sha256(self.header().encode()).hexdigest()

    def link(self, s: State) -> str:
        """The next hash of the chain, for the position that the last move led to."""
        if not self.chain:
            return sha256(f"{self.commitment()} {s.digest()}".encode()).hexdigest()
        seat, move = self.moves[-1]
        return sha256(f"{self.chain[-1]} {seat} {move} {s.digest()}".encode()).hexdigest()

    def replay(self, position: int | None = None) -> State:
        """The state after that many moves, or after the last. Moves are checked by the rules."""
        s = self.game.deal(self.box(), self.seed)
        for number, (seat, move) in enumerate(self.moves[:position], 1):
            try:
                s.apply(seat, move)
            except IllegalMove as error:
                raise BrokenRecord(f"move {number}, '{seat} {move}': {error}") from None
        return s

    def verify(self, commitment: str = "") -> State:
        """Replay, and hold every position against the chain and the seed against its hash."""
        if commitment and commitment != self.commitment():
            raise BrokenRecord("the seed and header do not match the hash shown before play")
        again = Record(self.game, self.players, self.options, self.edition, self.seed)
        s = self.game.deal(self.box(), self.seed)
        again.chain.append(again.link(s))
        if len(self.chain) != len(self.moves) + 1:
            raise BrokenRecord(
                f"{len(self.moves)} moves need {len(self.moves) + 1} hashes, not {len(self.chain)}"
            )
        if self.chain[0] != again.chain[0]:
            raise BrokenRecord("the table that was dealt is not the one recorded")
        for number, (seat, move) in enumerate(self.moves, 1):
            try:
                s.apply(seat, move)
            except IllegalMove as error:
                raise BrokenRecord(f"move {number}, '{seat} {move}': {error}") from None
            again.moves.append((seat, move))
            again.chain.append(again.link(s))
            if self.chain[number] != again.chain[number]:
                raise BrokenRecord(f"after move {number}, '{seat} {move}', the hash differs")
        return s

    def dumps(self) -> str:
        """The record as text: one line per move, so that two records can be compared."""
        edition: dict[str, str] = {"name": self.edition.name, "sha256": self.edition.sha256}
        if not self.edition.built_in:
            edition["text"] = self.edition.text
        head = {
            "duskhall": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "edition": edition,
            "players": self.players,
            "names": self.names,
            "options": self.options,
            "seed": f"{self.seed:032x}",
            "commitment": self.commitment(),
        }
        text = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
        moves = ",\n  ".join([f'"{seat} {move}"' for seat, move in self.moves])
        chain = ",\n  ".join([f'"{link}"' for link in self.chain])
        return f'{text},\n "moves": [\n  {moves}\n ],\n "chain": [\n  {chain}\n ]\n}}\n'

    @staticmethod
    def loads(text: str) -> Record:
        """Read a record. BrokenRecord says in one line what is wrong with it."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise BrokenRecord("this is not a record: it is not JSON") from None
        try:
            return _read(data)
        except KeyError as error:
            raise BrokenRecord(f"the record lacks {error}") from None
        except BrokenRecord:
            raise
        except (ValueError, TypeError, AttributeError) as error:
            raise BrokenRecord(f"the record cannot be read: {error}") from None


def _read(data: object) -> Record:
    if not isinstance(data, dict) or "duskhall" not in data:
        raise BrokenRecord("this is not a record of Duskhall")
    if data["duskhall"] != FORMAT:
        raise BrokenRecord(f"the record has format {data['duskhall']}, this is format {FORMAT}")
    try:
        kind = game(str(data["game"]))
    except UnknownGame as error:
        raise BrokenRecord(str(error)) from None
    if data["version"] != kind.version:
        raise BrokenRecord(
            f"the record was played by rules version {data['version']} of {kind.title},"
            f" this is version {kind.version}"
        )
    edition = data["edition"]
    if "text" in edition:
        cards = Edition(edition["name"], edition["text"], built_in=False)
    elif edition["name"] in kind.editions():
        cards = kind.editions()[edition["name"]]
    else:
        raise BrokenRecord(f"the record needs the edition '{edition['name']}', which is not here")
    if cards.sha256 != edition["sha256"]:
        raise BrokenRecord(
            f"the record was played with another state of the edition '{edition['name']}'"
            f" ({edition['sha256'][:12]}, here {cards.sha256[:12]})"
        )
    box = kind.box(data["players"], data["options"], cards)
    seed, names = int(data["seed"], 16), data["names"]
    if not 0 <= seed < 1 << SEED_BITS:
        raise BrokenRecord(f"the seed of the record is not a number of {SEED_BITS} bits")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BrokenRecord("the names of the record are not a list of texts")
    if len(names) != box.players:
        raise BrokenRecord(f"the record names {len(names)} players, not {box.players}")
    record = Record(kind, box.players, box.options, cards, seed, names)
    for line in data["moves"]:
        seat, _, words = line.partition(" ")
        record.moves.append((int(seat), parse_move(words)))
    record.chain = [str(link) for link in data["chain"]]
    if data["commitment"] != record.commitment():
        raise BrokenRecord("the seed and header do not match the hash shown before play")
    return record
