"""Every message of the protocol, as docs/protocol.md describes it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field
from msgspec.json import Decoder, Encoder

from duskhall.server.advising import AskHint
from duskhall.server.advising import Why as Reason
from duskhall.server.bargains import Offer, Talk
from duskhall.server.lots import Luck, Proven
from duskhall.server.programs import Failing, Failure

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
    face: Word = ""  # of the bot


class Company(Struct, kw_only=True):
    """Who is to sit at a new table."""

    seats: Annotated[list[WantedSeat], Meta(max_length=20)]
    public: bool = False
    language: Word = "en"
    ask_first: bool = False  # whether bots ask people before they answer, where all win together


class NewTable(Company):
    game: Word
    options: dict[Word, bool | int | Word] = {}
    proof: bool = False  # whether the seats make the seed with the server
    stand_in: Annotated[int, Meta(ge=0, le=86_400)] = (
        0  # seconds, after which a bot plays for who is away
    )
    hints: bool | None = None  # whether there are hints; None: where nobody competes with people


class FromRecord(Company):
    position: Small
    record: str = ""
    table: Word = ""


class Learn(Struct):
    """Who wants to learn a game at a table of its lesson."""

    game: Word
    name: Word = ""
    language: Word = "en"


class Sit(Struct):
    name: Word = ""
    seat: Small | None = None


class Replay(Struct):
    record: str
    eyes: Word = ""
    views: bool = False


# What clients send over the socket


class Join(Struct, tag="join"):
    table: Word
    token: Word = ""
    language: Word = "en"
    position: Small | None = None
    branch: Small = 0
    views: bool = False  # whether whole views are wanted
    program: bool = False  # whether it is none that a person looks through
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


class GoAhead(Struct, tag="go"):
    """A bot is to answer as it proposes."""

    move: Word
    position: Small
    branch: Small | None = None
    turn: bool = False  # and to play on by itself until its turn is over
    id: Id | None = None


class HandOver(Struct, tag="seat"):
    bot: Word | None
    seat: Small | None = None
    why: Failing | None = None  # of a program that does not play on
    id: Id | None = None


class Rename(Struct, tag="name"):
    name: Word
    id: Id | None = None


class PlayAgain(Struct, tag="rematch"):
    id: Id | None = None


class Settle(Struct, tag="settle"):
    """What is to become of a halted table, as this seat wishes."""

    wish: Literal["go-on", "leave", ""]
    id: Id | None = None


class Commit(Struct, tag="commit"):
    """The hash of a share of the luck, before anybody tells theirs."""

    round: Small
    commitment: Word
    id: Id | None = None


class Reveal(Struct, tag="reveal"):
    round: Small
    share: Word
    id: Id | None = None


class BeginAnew(Struct, tag="anew"):
    """This seat cannot tell its share any more."""

    round: Small
    id: Id | None = None


class SetStanding(Struct, tag="standing"):
    passes: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=40)]
    id: Id | None = None


class MakeOffer(Struct, tag="offer"):
    to: Annotated[list[Small], Meta(min_length=1, max_length=20)]
    terms: Word
    seen_by: Annotated[list[Small], Meta(max_length=20)] | None = None
    seconds: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    words: Word = ""
    counters: Id | None = None  # the offer that this one answers
    id: Id | None = None


class Agree(Struct, tag="agree"):
    offer: Id
    id: Id | None = None


class RefuseOffer(Struct, tag="refuse"):
    offer: Id
    words: Word = ""
    id: Id | None = None


class Withdraw(Struct, tag="withdraw"):
    offer: Id
    id: Id | None = None


class Beat(Struct, tag="beat"):
    """Is anybody there? Each side asks so that a lost network is noticed."""

    id: Id | None = None


class Numbered(Struct):
    """What all messages of clients have."""

    id: Id | None = None


Asked = (
    Answer
    | Why
    | AskHint
    | Sync
    | Undo
    | Say
    | Point
    | Propose
    | GoAhead
    | HandOver
    | Rename
    | PlayAgain
    | Settle
    | Commit
    | Reveal
    | BeginAnew
    | SetStanding
    | MakeOffer
    | Agree
    | RefuseOffer
    | Withdraw
)

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
    face: str = ""  # of a bot whose seat it is
    program: bool | UnsetType = UNSET  # true while a program is connected to it
    failed: Failure | UnsetType = UNSET  # why the last one left it to a bot


class Source(Struct, omit_defaults=True):
    """Why somebody may know more of a table than what is dealt to them."""

    position: int | UnsetType = UNSET  # of the record that it was taken from
    edition: str | UnsetType = UNSET  # the hash of cards that are not ours
    lesson: bool | UnsetType = UNSET  # it is the game's lesson: deal and answers are known


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
    about: tuple[int, ...] = ()
    once: bool = False  # its cards are not told again, nor by what brought them where they were


class Over(Struct):
    ranks: list[int]
    scores: list[tuple[int, ...]]
    rule: str
    reason: str
    seed: str
    header: str
    commitment: str
    proof: Proven | UnsetType = UNSET  # where the seats added to the seed


class TakeBack(Struct, omit_defaults=True):
    branch: int
    seat: int
    position: int
    before: int
    consent: bool
    shown: bool
    quiet: bool = False  # of an answer that only its own seat knew of: this is never told


class Renewal(Struct):
    """From this position on, a table is played by another version of the rules."""

    position: int
    version: int
    same: bool  # whether all that was played before comes out the same by it


class Stopped(Struct):
    """A table that cannot be played on as it is: by the rules of today it comes out otherwise."""

    state: str  # halted, as long as its persons may decide; else frozen
    why: str  # what is other now: the rules, the edition, or the game is gone
    position: int  # up to which all is the same; -1 if nothing is
    moves: int  # that were made
    known: int  # the position up to which it can be shown
    version: int  # of the rules it was played by
    now: int  # and of those of today; 0 if there are none
    rules: list[str]  # that changed between them, as far as they were noted
    asked: list[int] = []  # the persons who have a say
    wishes: dict[str, str] = {}  # by seat


class Undoing(Struct):
    seat: int
    position: int
    agreed: list[int]
    asked: list[int]
    shown: bool  # whether something was seen since; else the rules let it stand once it is done


class Clock(Struct):
    number: int
    left: float  # seconds
    running: bool


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
    asked: list[int]
    moves: list[str]
    undo: str
    since: int
    log: list[list[Happened]] | list[Raw]
    takebacks: list[TakeBack]
    undoing: Undoing | None
    chat: list[Line]
    over: Over | None
    rematch: str | None
    proposable: list[str] | UnsetType = UNSET
    build: str = ""  # of the server: a page that was opened with another is to be loaded anew
    source: Source | UnsetType = UNSET  # if there is anything to say of it
    renewals: list[Renewal] | UnsetType = UNSET  # if there are any
    stopped: Stopped | UnsetType = UNSET
    hushed: list[int] | UnsetType = UNSET  # this and what follows: where there is any
    occasion: str | UnsetType = UNSET
    standing: list[str] | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    offers: list[Offer] | UnsetType = UNSET
    talk: list[Talk] | UnsetType = UNSET  # of offers, in this turn
    talking: list[list[int]] | UnsetType = UNSET
    may_offer: int | UnsetType = UNSET
    luck: Luck | UnsetType = UNSET
    stand_in: int | UnsetType = UNSET
    away: dict[str, float] | UnsetType = UNSET
    hints: bool | UnsetType = UNSET  # true, where who is asked may ask for a hint
    ask_first: bool | UnsetType = UNSET  # true, where bots ask before they answer,
    asking: Proposed | UnsetType = UNSET  # and what one of them proposes now
    id: Answers = UNSET


class Moved(Struct, tag="moved", gc=False):
    """A move. What follows from its events is left out, unless whole views are wanted."""

    position: int
    branch: int
    seat: int | None  # None where it is not told who has answered
    events: list[Happened]
    waiting: list[int]
    asked: list[int]
    moves: list[str]
    undo: str
    over: Over | None
    asks: str | UnsetType = UNSET
    sealed: dict[str, str] | UnsetType = UNSET  # if there are any
    outlook: dict[str, object] | UnsetType = UNSET  # what changed in it; None for what is gone
    view: dict[str, object] | UnsetType = UNSET  # instead of these three
    proposable: list[str] | UnsetType = UNSET
    hushed: list[int] | UnsetType = UNSET  # if any are
    occasion: str | UnsetType = UNSET  # of a quiet question to these eyes


class SeatsChanged(Struct, tag="seats"):
    seats: list[Seat]


class AwayChanged(Struct, tag="away"):
    """The seconds until a bot stands in, by seat."""

    away: dict[str, float]


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
    asks: bool | UnsetType = UNSET  # true, where a bot waits for what people say to it
    why: list[Reason] | UnsetType = UNSET  # if it can say


class UndoAsked(Struct, tag="undoing"):
    undoing: Undoing | None
    refused: int | UnsetType = UNSET  # the seat that said no


class StoppedNow(Struct, tag="stopped"):
    stopped: Stopped


class LuckChanged(Struct, tag="luck"):
    luck: Luck


class Again(Struct, tag="rematch"):
    table: str
    token: str | UnsetType = UNSET  # of one's own seat there, or of its bench
    spectator: str | UnsetType = UNSET  # of its bench, for a seat to pass on
    id: Answers = UNSET


class ClockChanged(Struct, tag="clock"):
    clock: Clock | None


class Standing(Struct, tag="standing"):
    passes: list[str]
    id: Answers = UNSET


class Because(Struct, tag="why"):
    move: str
    legal: bool
    sentence: str
    rule: str
    id: Answers = UNSET


class Beating(Struct, tag="beat"):
    id: Answers = UNSET


class Done(Struct, tag="done"):
    id: Answers = UNSET


class Error(Struct, tag="error"):
    error: str
    sentence: str
    rule: str | UnsetType = UNSET
    id: Answers = UNSET


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
    stopped: str | UnsetType = UNSET  # halted or frozen
    source: Source | UnsetType = UNSET  # if there is anything to say of it
    proof: bool | UnsetType = UNSET  # true, where the seats make the seed with the server
    stand_in: int | UnsetType = UNSET  # seconds, where a bot plays for who is away
    hints: bool | UnsetType = UNSET  # true, where there are hints
    ask_first: bool | UnsetType = UNSET  # true, where bots ask before they answer
    asks: str | UnsetType = UNSET  # what is being decided: this and the next by a token only
    ranks: list[int] | UnsetType = UNSET  # once it is over
    moved: int | UnsetType = UNSET  # seconds since 1970, to a minute: the last move, if known
    headway: tuple[str, int, int] | UnsetType | None = UNSET  # how far: key, number, of so many
    helper: int | UnsetType = UNSET  # the seat of a bot that has asked, and waits for a person


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
    waiting: list[int]
    asked: list[int]
    seat: int | UnsetType = UNSET
    move: str | UnsetType = UNSET
    asks: str | UnsetType = UNSET  # this and the next two as in `Moved`
    sealed: dict[str, str] | UnsetType = UNSET
    outlook: dict[str, object] | UnsetType = UNSET
    view: dict[str, object] | UnsetType = UNSET  # of the first, or of all if they are wanted
    talk: list[Talk] | UnsetType = UNSET  # of offers, at this position


class Frames(Terms):
    names: list[str]
    commitment: str
    eyes: str
    cards: list[dict[str, object]]
    ordered: list[str]
    owners: dict[str, int]  # by the name of a place: whose it is
    over: Over | None
    frames: list[Frame]
    board: dict[str, object] | UnsetType = UNSET
    stopped: Stopped | UnsetType = UNSET
    hidden: list[str] | UnsetType = UNSET  # places that not everybody sees, for all eyes
    deputies: list[int] | UnsetType = UNSET  # positions at which a bot answered for a person


encode: Final = Encoder().encode
decode_join: Final = Decoder(Join).decode
decode_asked: Final = Decoder(Asked | Beat).decode
decode_answer: Final = Decoder(Answer).decode
decode_id: Final = Decoder(Numbered).decode


def answering(message: bytes, answers: Id | None) -> bytes:
    """The same message, as the answer to the one with this id: many share the rest of it."""
    return message if answers is None else b'{"id":%d,' % answers + message[1:]
