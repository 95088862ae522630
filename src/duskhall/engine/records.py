"""A record: a game as data. It is the only thing that is ever stored."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.edition import NAME, Edition, WrongEdition, is_unicode
from duskhall.engine.events import OUTSIDE, Event, Seat
from duskhall.engine.game import SEED_BITS, Game, Standing, UnknownGame, game
from duskhall.engine.mistakes import Mistake
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.positions import read_position
from duskhall.engine.proof import BrokenProof, Proof, Share
from duskhall.engine.state import FRESH, IllegalMove, State

FORMAT: Final = 2
FORMATS: Final = [1, FORMAT]  # that can be read
SHOWN: Final = 60  # letters of a line that is no move
FRESHENED: Final = 1_000_000  # how often luck may have been begun anew
Answer = tuple[Seat, Move]


class BrokenRecord(ValueError):
    """A record that cannot be read, or that does not replay to what it says."""


class Record:
    """Game, rules version, edition, players, options, seed and moves; and the chain of hashes.

    Version and edition are those it was played by, which may not be those of today.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, object],
        edition: Edition,
        seed: int,
        names: list[str] | None = None,
        start: str = "",
    ) -> None:
        self.game: Final = game
        self.players: Final = players
        self.options: Final = options
        self.edition: Final = edition
        self.seed: Final = seed
        self.start: Final = start  # the position it begins at, as text; mostly with the deal
        self.format = FORMAT  # that it was read from
        self.version = game.version
        self.edition_hash = edition.sha256
        self.names: list[str] = names or [f"Player {seat + 1}" for seat in range(players)]
        self.moves: list[Answer] = []
        self.chain: list[str] = []  # one hash per position, the first before any move
        self.freshened = 0  # how often luck was begun anew after a take-back
        self.result: Standing | None = None  # how it ended, once it has
        self.proof: Proof | None = None  # what the seed was made of, where the seats added to it

    def box(self) -> Box:
        return self.game.box(self.players, self.options, self.edition)

    def header(self) -> str:
        """What is fixed before play, in one canonical text."""
        return self.fixed(f"{self.seed:032x}")

    def terms(self) -> str:
        """The header as it stands before there is a seed: what a promise of luck is bound to."""
        return self.fixed("")

    def fixed(self, seed: str) -> str:
        fixed: dict[str, object] = {
            "game": self.game.name,
            "version": self.version,
            "edition": self.edition_hash,
            "players": self.players,
            "options": self.options,
            "seed": seed,
        }
        if self.start:
            fixed["start"] = self.start
        return json.dumps(fixed, sort_keys=True)

    def commitment(self) -> str:
        """A hash that can be shown before play: it binds the seed, and does not tell it."""
        return sha256(self.header().encode()).hexdigest()

    def shown(self) -> list[str]:
        """All hashes that were shown before play: of the header, and of what made the seed."""
        return [self.commitment(), *(self.proof.hashes() if self.proof else [])]

    def link(self, s: State) -> str:
        """The next hash of the chain, for the position that the last move led to."""
        if not self.chain:
            return sha256(f"{self.commitment()} {s.digest()}".encode()).hexdigest()
        seat, move = self.moves[-1]
        return sha256(f"{self.chain[-1]} {seat} {move} {s.digest()}".encode()).hexdigest()

    def begin(self, events: list[Event] | None = None) -> State:
        """The state before the first move: dealt, or as the position says that it begins at."""
        if not self.start:
            return self.game.deal(self.box(), self.seed, events)
        s = read_position(self.start, self.game, self.box())
        s.reseed(self.seed)
        s.events = events
        return s

    def replay(self, position: int | None = None) -> State:
        """The state after that many moves, or after the last. Moves are checked by the rules."""
        s = self.begin()
        for number, (seat, move) in enumerate(self.moves[:position], 1):
            self.step(s, number, seat, move)
        return s

    def step(self, s: State, number: int, seat: Seat, move: Move) -> None:
        """Give a recorded answer. BrokenRecord, also where a strange beginning breaks the rules."""
        try:
            s.apply(seat, move)
        except IllegalMove as error:
            raise BrokenRecord(
                f"move {number}, '{seat} {move}': {error}{self.by_others()}"
            ) from None
        except Exception as error:
            raise BrokenRecord(
                f"move {number}, '{seat} {move}': {type(error).__name__}: {error}{self.by_others()}"
            ) from error

    def verify(self, commitment: str = "") -> State:
        """Replay, and hold every position, the result and the seed against what is recorded."""
        if commitment and commitment not in self.shown():
            raise BrokenRecord("the seed and header do not match the hash shown before play")
        self.check_proof()
        again = self.copy()
        again.moves = []
        s = self.begin()
        again.chain.append(again.link(s))
        if len(self.chain) != len(self.moves) + 1:
            raise BrokenRecord(
                f"{len(self.moves)} moves need {len(self.moves) + 1} hashes, not {len(self.chain)}"
            )
        if self.chain[0] != again.chain[0]:
            raise BrokenRecord(
                "the table that was dealt is not the one recorded" + self.by_others()
            )
        for number, (seat, move) in enumerate(self.moves, 1):
            self.step(s, number, seat, move)
            again.moves.append((seat, move))
            again.chain.append(again.link(s))
            if self.chain[number] != again.chain[number]:
                raise BrokenRecord(
                    f"after move {number}, '{seat} {move}', the hash differs{self.by_others()}"
                )
        self.check_luck()
        if self.result is not None and (s.waiting or self.game.standing(s) != self.result):
            raise BrokenRecord(f"the result is not the one recorded{self.by_others()}")
        return s

    def check_luck(self) -> None:
        """Luck begins anew with rising numbers, of which the last is known."""
        last = 0
        for seat, move in self.moves:
            if seat == OUTSIDE and move.verb == FRESH:
                if not last < move.about[0] <= self.freshened:
                    raise BrokenRecord(f"luck did not begin anew by '{move}'")
                last = move.about[0]

    def check_proof(self) -> None:
        """If the seats added to the seed, it is made of what they were bound to and of no more."""
        if self.proof is None:
            return
        try:
            self.proof.check(self.terms(), self.players, f"{self.seed:032x}")
        except BrokenProof as error:
            raise BrokenRecord(str(error)) from None

    def by_others(self) -> str:
        """What to say of a record that other rules than today's were played by."""
        if self.version == self.game.version:
            return ""
        title, now = self.game.title, self.game.version
        return f": it was played by rules version {self.version} of {title}, this is version {now}"

    def copy(self) -> Record:
        """A record of its own, that nobody plays on, without its chain."""
        copy = Record(
            self.game,
            self.players,
            self.options,
            self.edition,
            self.seed,
            self.names[:],
            self.start,
        )
        copy.version, copy.edition_hash = self.version, self.edition_hash
        copy.freshened, copy.result, copy.proof = self.freshened, self.result, self.proof
        copy.moves = self.moves[:]
        return copy

    def chained(self) -> Record:
        """The same record with its chain of hashes, and with its result if it is over."""
        whole = self.copy()
        moves, whole.moves = whole.moves, []
        s = whole.begin()
        whole.chain.append(whole.link(s))
        for seat, move in moves:
            s.play(seat, move)
            whole.moves.append((seat, move))
            whole.chain.append(whole.link(s))
        if not s.waiting:
            whole.result = self.game.standing(s)
        return whole

    def dumps(self) -> str:
        """The record as text: one line per move, so that two records can be compared."""
        edition = {
            "name": self.edition.name,
            "sha256": self.edition_hash,
            "text": self.edition.text,
        }
        head: dict[str, object] = {
            "duskhall": FORMAT,
            "game": self.game.name,
            "version": self.version,
            "edition": edition,
            "players": self.players,
            "names": self.names,
            "options": self.options,
            "seed": f"{self.seed:032x}",
            "commitment": self.commitment(),
        }
        if self.start:
            head["start"] = self.start
        if self.freshened:
            head["freshened"] = self.freshened
        if self.proof is not None:
            head["proof"] = {
                "round": self.proof.round,
                "promise": self.proof.promise,
                "secret": self.proof.secret,
                "shares": [
                    {"seat": seat, "commitment": commitment, "share": share}
                    for seat, commitment, share in self.proof.shares
                ],
            }
        if self.result is not None:
            head["result"] = {
                "ranks": self.result.ranks,
                "scores": [list(score) for score in self.result.scores],
                "rule": self.result.rule,
                "reason": self.result.reason,
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
        except (Mistake, WrongEdition) as error:
            raise BrokenRecord(f"the record cannot be read: {error}") from None
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            raise BrokenRecord(
                "the record cannot be read: something in it is of another kind than it has to be"
            ) from None


def _read(data: object) -> Record:
    if not isinstance(data, dict) or "duskhall" not in data:
        raise BrokenRecord("this is not a record of Duskhall")
    if data["duskhall"] not in FORMATS:
        raise BrokenRecord(f"the record has format {data['duskhall']}, this is format {FORMAT}")
    try:
        kind = game(str(data["game"]))
    except UnknownGame as error:
        raise BrokenRecord(str(error)) from None
    if type(data["version"]) is not int or data["version"] > kind.version:
        raise BrokenRecord(
            f"the record was played by rules version {data['version']} of {kind.title},"
            f" this is version {kind.version}"
        )
    if type(data["players"]) is not int or type(data["options"]) is not dict:
        raise BrokenRecord("the players of a record are a whole number, and its options a table")
    if type(data["edition"]) is not dict:
        raise BrokenRecord("the edition of the record is not a table")
    for name in ("moves", "chain"):
        if type(data[name]) is not list:
            raise BrokenRecord(f"the record cannot be read: its {name} are not a list")
    cards = read_cards(kind, data["edition"])
    box = kind.box(data["players"], data["options"], cards)
    seed, names = _read_seed(data["seed"]), data["names"]
    if not 0 <= seed < 1 << SEED_BITS:
        raise BrokenRecord(f"the seed of the record is not a number of {SEED_BITS} bits")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BrokenRecord("the names of the record are not a list of texts")
    if not all(is_unicode(name) and len(name) <= NAME for name in names):
        raise BrokenRecord(f"a name has at most {NAME} letters, and no half ones")
    if len(names) != box.players:
        raise BrokenRecord(f"the record names {len(names)} players, not {box.players}")
    start = str(data.get("start", ""))
    if start:
        read_position(start, kind, box)
    options = {name: box.options[name] for name in data["options"]}  # no others were known then
    record = Record(kind, box.players, options, cards, seed, names, start)
    record.format = data["duskhall"]
    record.version, record.edition_hash = data["version"], str(data["edition"]["sha256"])
    record.freshened = data.get("freshened", 0)
    if type(record.freshened) is not int or not 0 <= record.freshened <= FRESHENED:
        raise BrokenRecord("the record does not say how often luck was begun anew")
    record.moves = [_read_answer(number, line) for number, line in enumerate(data["moves"], 1)]
    record.chain = [str(link) for link in data["chain"]]
    if "result" in data:
        record.result = _read_result(data["result"])
    if data["commitment"] != record.commitment():
        raise BrokenRecord("the seed and header do not match the hash shown before play")
    if "proof" in data:
        record.proof = _read_proof(data["proof"])
        record.check_proof()
    return record


def _read_seed(text: object) -> int:
    try:
        return int(text, 16) if isinstance(text, str) else -1
    except ValueError:
        raise BrokenRecord(
            "the record cannot be read: its seed is not a hexadecimal number"
        ) from None


def _read_answer(number: int, line: object) -> Answer:
    """A line of the moves: a seat, and its move."""
    seat, _, words = str(line).partition(" ")
    try:
        return int(seat), parse_move(words)
    except ValueError:
        raise BrokenRecord(
            f"the record cannot be read: move {number}, {str(line)[:SHOWN]!r}, is not a seat and"
            " its answer, as in '0 pick 3 12'"
        ) from None


def read_cards(kind: Game, edition: dict[str, object]) -> Edition:
    """The edition that a record names, by its text, or by a hash where it carries none."""
    name, text, known_as = str(edition["name"]), str(edition.get("text", "")), edition["sha256"]
    try:
        cards = kind.edition_of(name, text, str(known_as))
    except WrongEdition as error:
        raise BrokenRecord(f"the record cannot be read: {error}") from None
    states = [cards.sha256, sha256(text.encode()).hexdigest()]
    if text and known_as not in states and not is_state_of(kind, cards, str(known_as)):
        raise BrokenRecord(
            f"the record was played with another state of the edition '{name}'"
            f" ({str(known_as)[:12]}, here {cards.sha256[:12]})"
        )
    return cards


def is_state_of(kind: Game, cards: Edition, known_as: str) -> bool:
    """Whether a record of format 1 means these values: it named them by a text that has changed."""
    if known_as not in kind.text_hashes:
        return False
    return kind.edition_of(cards.name, "", known_as).sha256 == cards.sha256


def _read_result(data: object) -> Standing:
    if not isinstance(data, dict):
        raise BrokenRecord("the result of the record is not a table")
    ranks, scores = data["ranks"], data["scores"]
    if not isinstance(ranks, list) or not isinstance(scores, list):
        raise BrokenRecord("the result of the record has no ranks or scores")
    return Standing(
        [int(rank) for rank in ranks],
        [tuple([int(part) for part in score]) for score in scores],
        str(data["rule"]),
        str(data["reason"]),
    )


def _read_proof(data: dict[str, object]) -> Proof:
    round, shares = data["round"], data["shares"]
    if type(round) is not int or not isinstance(shares, list):
        raise BrokenRecord("the proof of the record has no round or shares")
    read: list[Share] = []
    for share in shares:
        if type(share["seat"]) is not int:
            raise BrokenRecord("a share of the record belongs to no seat")
        read.append(Share(share["seat"], str(share["commitment"]), str(share["share"])))
    return Proof(round, str(data["promise"]), str(data["secret"]), read)
