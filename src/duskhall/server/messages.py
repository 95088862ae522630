"""Every message of the protocol, as docs/protocol.md describes it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.json import Decoder, Encoder

Small = Annotated[int, Meta(ge=-1, le=1_000_000)]
Id = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Word = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=4_000)]
Answers = Id | None | UnsetType  # the id of the message that this one answers

# What clients send over HTTP


class WantedSeat(Struct):
    kind: Literal["person", "bot", "open"]
    name: Word = ""
    bot: Word = ""


class Company(Struct, kw_only=True):
    """Who is to sit at a new table."""

    seats: Annotated[list[WantedSeat], Meta(max_length=20)]
    public: bool = False
    language: Word = "en"


class NewTable(Company):
    game: Word
    options: dict[Word, bool | int | Word] = {}


class FromRecord(Company):
    position: Small
    record: str = ""
    table: Word = ""


class Sit(Struct):
    name: Word = ""
    seat: Small | None = None


class Replay(Struct):
    record: str
    eyes: Word = ""


# What clients send over the socket


class Join(Struct, tag="join"):
    table: Word
    token: Word = ""
    language: Word = "en"
    position: Small | None = None
    branch: Small = 0
    id: Id | None = None


class Answer(Struct, tag="move", gc=False):
    move: Word
    position: Small
    branch: Small | None = None
    id: Id | None = None


class Why(Struct, tag="why"):
    move: Word
    language: Word = ""
    id: Id | None = None


class Sync(Struct, tag="sync"):
    position: Small = -1
    branch: Small = 0
    id: Id | None = None


class Undo(Struct, tag="undo"):
    agree: bool | None = None
    id: Id | None = None


class Say(Struct, tag="chat"):
    text: Text
    name: Word = ""
    id: Id | None = None


class Point(Struct, tag="point"):
    at: Word
    id: Id | None = None


class Propose(Struct, tag="propose"):
    move: Word
    position: Small
    branch: Small | None = None
    id: Id | None = None


class HandOver(Struct, tag="seat"):
    bot: Word | None
    seat: Small | None = None
    id: Id | None = None


class Rename(Struct, tag="name"):
    name: Word
    id: Id | None = None


class PlayAgain(Struct, tag="rematch"):
    id: Id | None = None


Asked = Answer | Why | Sync | Undo | Say | Point | Propose | HandOver | Rename | PlayAgain

# What the server sends


class Terms(Struct):
    """What is agreed before play."""

    game: str
    version: int
    edition: str
    players: int
    options: dict[str, object]


class Seat(Struct):
    """A seat of a table: whose it is, and who answers for it now."""

    kind: str  # person, bot, open
    name: str
    bot: str | None = None  # who answers for it now
    here: bool = False
    host: bool = False


class Happened(Struct, omit_defaults=True, gc=False):
    """An event as these eyes may know it."""

    kind: str
    rule: str
    seat: int = -1
    cards: tuple[int, ...] = ()
    source: str = field(name="from", default="")
    target: str = field(name="to", default="")
    number: str = ""
    value: int = 0
    under: bool = False
    change: int = 0


class Over(Struct):
    ranks: list[int]
    scores: list[tuple[int, ...]]
    rule: str
    reason: str
    seed: str
    header: str
    commitment: str


class TakeBack(Struct):
    branch: int
    seat: int
    position: int
    before: int
    consent: bool
    shown: bool


class Undoing(Struct):
    seat: int
    position: int
    agreed: list[int]
    asked: list[int]


class Line(Struct, omit_defaults=True):
    number: int
    name: str
    text: str
    time: int
    seat: int = -1


class TableFrame(Terms, tag="table"):
    table: str
    eyes: str
    public: bool
    commitment: str
    seats: list[Seat]
    position: int
    branch: int
    view: dict[str, object]
    waiting: list[int]
    moves: list[str]
    undo: str
    since: int
    log: list[list[Happened]]
    takebacks: list[TakeBack]
    undoing: Undoing | None
    chat: list[Line]
    over: Over | None
    rematch: str | None
    proposable: list[str] | UnsetType = UNSET
    id: Answers = UNSET


class Moved(Struct, tag="moved", gc=False):
    position: int
    branch: int
    seat: int
    events: list[Happened]
    view: dict[str, object]
    waiting: list[int]
    moves: list[str]
    undo: str
    over: Over | None
    proposable: list[str] | UnsetType = UNSET


class SeatsChanged(Struct, tag="seats"):
    seats: list[Seat]


class Said(Struct, tag="chat"):
    line: Line
    id: Answers = UNSET


class Pointed(Struct, tag="point"):
    seat: int
    at: str


class Proposed(Struct, tag="propose"):
    seat: int
    move: str
    position: int
    branch: int


class UndoAsked(Struct, tag="undoing"):
    undoing: Undoing | None


class Again(Struct, tag="rematch"):
    table: str
    id: Answers = UNSET


class Because(Struct, tag="why"):
    move: str
    legal: bool
    sentence: str
    rule: str
    id: Answers = UNSET


class Done(Struct, tag="done"):
    id: Answers = UNSET


class Error(Struct, tag="error"):
    error: str
    sentence: str
    rule: str | UnsetType = UNSET
    id: Answers = UNSET


Sent = (
    Moved
    | TableFrame
    | SeatsChanged
    | Said
    | Pointed
    | Proposed
    | UndoAsked
    | Again
    | Because
    | Done
    | Error
)

# What the server answers over HTTP


class About(Terms):
    """What is public of a table."""

    table: str
    public: bool
    created: int
    seats: list[Seat]
    over: bool
    position: int | UnsetType = UNSET
    waiting: list[int] | UnsetType = UNSET
    commitment: str | UnsetType = UNSET


class Given(Struct):
    """A seat that was given away, with its token."""

    seat: int
    token: str | UnsetType = UNSET


class Created(Struct):
    table: str
    spectator: str
    seats: list[Given]
    commitment: str


class Frame(Struct):
    """The table at one position, and what happened on the way to it."""

    position: int
    events: list[Happened]
    view: dict[str, object]
    waiting: list[int]
    seat: int | UnsetType = UNSET
    move: str | UnsetType = UNSET


class Frames(Terms):
    names: list[str]
    commitment: str
    eyes: str
    cards: list[dict[str, object]]
    ordered: list[str]
    over: Over | None
    frames: list[Frame]
    board: dict[str, object] | UnsetType = UNSET


encode: Final = Encoder().encode
decode_join: Final = Decoder(Join).decode
decode_asked: Final = Decoder(Asked).decode


def answering(message: bytes, answers: Id | None) -> bytes:
    """The same message, as the answer to the one with this id: many share the rest of it."""
    return message if answers is None else b'{"id":%d,' % answers + message[1:]
