"""The book of offers, beside the record: only what is agreed on enters it, as the moves of both."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

from msgspec import UNSET, Struct
from msgspec.json import decode
from msgspec.json import encode as encode_text

from duskhall.engine import state
from duskhall.engine.events import SPECTATOR
from duskhall.engine.moves import Move
from duskhall.engine.state import IllegalMove
from duskhall.engine.steps import Refusal
from duskhall.server.bargains import Offer, Offers, Talk
from duskhall.server.messages import MakeOffer, TableFrame, encode
from duskhall.server.minutes import OFFERING, Line, Minutes
from duskhall.server.notes import Note, of_kind
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.rooms.journal import Followed, Journal
from duskhall.server.rooms.play import Play
from duskhall.server.seats import plain
from duskhall.server.words import Refused, say

NOTE: Final = "offer"  # by number
MOST: Final = 8  # open ones of a seat
WORDS: Final = 200  # letters that are said with one
ENDS: Final = ("agree", "withdraw", "end")  # kinds of talk after which it does not stand
Listen = Callable[[int, str], list[Note]]  # what is noted of a seat's words


class Saying(Struct):
    """What is said with an offer or a refusal: words of a person, or a bot's reason."""

    words: str = ""
    reason: str = ""  # a key of the game's `bots`
    about: list[int] = []


SILENCE: Final = Saying()


class Page(Struct):
    """An offer as it is kept."""

    number: int  # drawn by lot: counting would tell of offers that one does not see
    maker: int
    to: list[int]
    terms: str
    seen_by: list[int] | None
    turn: int
    position: int  # it was made at
    made: float  # seconds since 1970
    until: float | None  # seconds since 1970; None: as long as its turn
    refused: list[int] = []
    words: str = ""
    counters: int = 0  # the offer that it answers
    reason: str = ""
    about: list[int] = []

    def hearers(self) -> list[int] | None:
        """Who may know of it; None for all."""
        if self.seen_by is None:
            return None
        return sorted({self.maker, *self.to, *self.refused, *self.seen_by})

    def is_for(self, eyes: int) -> bool:
        return self.seen_by is None or eyes in [self.maker, *self.to, *self.refused, *self.seen_by]

    def as_offer(self) -> state.Offer:
        return state.Offer(self.maker, tuple(self.to), self.terms)


class Shown(Struct):
    """What a pair of eyes sees of the book."""

    offers: list[tuple[int, list[int]]]  # numbers, and who may agree
    talking: list[list[int]]
    may_offer: int | None


class Book:
    """The offers that stand. Each dies with its turn, a take-back, its terms, or its time."""

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        notes: list[Note],
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        kept = [decode(text, type=Page) for text in of_kind(notes, NOTE).values()]
        kept.sort(key=lambda page: page.made)
        self.pages: Final = {page.number: page for page in kept}
        self.minutes: Final = Minutes(notes)
        self.unsaid: list[Line] = []  # to be told with the next news
        self.has_dealt = False  # while what was agreed on is being played
        self.timer: asyncio.TimerHandle | None = None
        self.shown = self.open()

    # What people do

    def offer(self, by: Onlooker, message: MakeOffer, listen: Listen) -> None:
        self.play.check_hush(by)
        saying = Saying(plain(message.words, WORDS))
        self.make(by.eyes, message, saying, by.language, listen)

    def make(
        self,
        maker: int,
        message: MakeOffer,
        saying: Saying,
        language: str = "en",
        listen: Listen | None = None,
    ) -> None:
        """Write an offer down, whoever makes it."""
        self.journal.check()
        play, s = self.play, self.play.table.state
        to, terms = sorted(set(message.to)), " ".join(message.terms.split())
        countered = None
        if message.counters is not None:
            countered = self.page_to(maker, message.counters, language)
        self.check(maker, to, terms, message, countered, language)
        number = 1 + secrets.randbelow((1 << 31) - 1)
        now = time.time()
        seen_by = None if message.seen_by is None else sorted(set(message.seen_by))
        if countered is not None:  # an answer to a whisper is heard by the same
            hearers = countered.hearers()
            seen_by = None if hearers is None else sorted({*hearers} - {maker, *to})
        page = Page(
            *(number, maker, to, terms, seen_by, s.current_turn(), play.asked, now),
            None if message.seconds is None else now + message.seconds,
            words=saying.words,
            counters=message.counters or 0,
            reason=saying.reason,
            about=saying.about,
        )
        notes = [note(page)]
        self.pages[number] = page
        talk = Talk(play.asked, "offer", maker, number, to[:], terms)
        if countered is not None:
            talk.kind, talk.counters = "counter", countered.number
            talk.ends = self.strike_from(maker, countered, notes)
        notes += self.say(page, talk, saying)
        if listen is not None and saying.words:
            notes += listen(maker, saying.words)
        self.write(notes)

    def check(
        self,
        maker: int,
        to: list[int],
        terms: str,
        message: MakeOffer,
        countered: Page | None,
        language: str,
    ) -> None:
        """Refuse what may not be offered. Only what all can see tells."""
        play, s = self.play, self.play.table.state
        seats = [*to, *(message.seen_by or [])]
        if maker in to or not terms or not all(0 <= seat < s.box.players for seat in seats):
            raise Refused("malformed", "an offer goes to other seats of the table")
        if countered is not None and to != [countered.maker]:
            raise Refused("malformed", "a counter-offer goes to whoever made the offer")
        if countered is not None and countered.seen_by is None and message.seen_by is not None:
            raise Refused("loud-counter")
        if play.is_over:
            raise Refused("game-over")
        if len([page for page in self.pages.values() if page.maker == maker]) >= MOST:
            raise Refused("too-many")
        refusal = s.may_offer(state.Offer(maker, tuple(to), terms))
        if refusal is None and self.left(maker) <= 0:
            refusal = s.offers_spent(maker)
        if refusal is None and message.seen_by is not None and countered is None:
            refusal = s.may_whisper()
        if refusal is not None:
            raise play.refused(refusal, maker, language)

    def closes(self, seat: int, number: int, language: str = "en") -> list[tuple[int, Move]]:
        """The moves that this seat's agreement makes. Refused, if it cannot be done now."""
        page, s = self.page_to(seat, number, language), self.play.table.state
        moves = [] if s.is_quiet() else s.closes(page.as_offer(), seat)
        trial = s.clone()
        try:
            for mover, move in moves:
                trial.apply(mover, move)
        except IllegalMove:
            moves = []
        if not moves:
            refusal = s.may_offer(state.Offer(page.maker, (seat,), page.terms))
            if refusal is None:
                raise Refused("cannot-agree")
            sentence = self.play.sentence(refusal, seat, language)
            raise Refused("cannot-agree", sentence, refusal.rule)
        return moves

    def agree(self, seat: int, number: int, saying: Saying = SILENCE) -> list[Note]:
        """It is agreed on: what is to be written with its moves."""
        page = self.pages.pop(number)
        talk = Talk(self.play.asked, "agree", seat, number)
        return [Note(NOTE, number), *self.say(page, talk, saying)]

    def refuse(self, seat: int, number: int, saying: Saying, language: str = "en") -> None:
        """Say no for oneself; who else was asked may still agree, if anybody could."""
        page = self.page_to(seat, number, language)
        notes: list[Note] = []
        talk = Talk(self.play.asked, "refuse", seat, number)
        talk.ends = self.strike_from(seat, page, notes)
        notes += self.say(page, talk, saying)
        if not talk.ends:
            notes += self.look_after(page)
        self.write(notes)

    def withdraw(self, by: Onlooker, number: int) -> None:
        self.journal.check()
        page = self.pages.get(number)
        if page is None or page.maker != by.eyes:
            raise self.ended(by.eyes, number, by.language)
        del self.pages[number]
        talk = Talk(self.play.asked, "withdraw", by.eyes, number)
        self.write([Note(NOTE, number), *self.say(page, talk, SILENCE)])

    def strike_from(self, seat: int, page: Page, notes: list[Note]) -> bool:
        """This seat does not agree to it. Whether nobody is left who may."""
        page.to.remove(seat)
        page.refused.append(seat)
        if not page.to:
            del self.pages[page.number]
        notes.append(note(page) if page.to else Note(NOTE, page.number))
        return not page.to

    def page_to(self, seat: int, number: int, language: str) -> Page:
        self.journal.check()
        page = self.pages.get(number)
        if page is None or self.fate(page, None) is not None or seat in page.refused:
            raise self.ended(seat, number, language)
        if seat not in page.to:
            raise Refused("not-asked") if page.is_for(seat) else Refused("no-offer")
        return page

    def ended(self, eyes: int, number: int, language: str) -> Refused:
        """There is no such offer: what became of it, as far as these eyes may know."""
        for line in reversed(self.minutes.about(number)):
            talk = line.talk
            if not line.is_for(eyes) or (talk.kind in OFFERING and talk.offer == number):
                break
            if talk.ends or talk.kind in ENDS or talk.seat == eyes:
                return Refused("no-offer", say("ended", talk.why or talk.kind, language))
        return Refused("no-offer")

    # How much is said

    def made(self, seat: int) -> int:
        """Offers and counter-offers of this seat in this turn."""
        turn = self.play.table.state.current_turn()
        lines = self.minutes.of_turn(turn)
        return len([1 for line in lines if line.talk.kind in OFFERING and line.talk.seat == seat])

    def left(self, seat: int) -> int:
        """How many more it may make."""
        return max(0, self.play.table.state.most_offers(seat) - self.made(seat))

    def check_proposal(self, seat: int, move: Move, language: str) -> None:
        """An offer made as a move is one of those that this seat may make in a turn."""
        s = self.play.table.state
        if s.most_offers(seat) and s.proposes(seat, move) is not None and self.left(seat) <= 0:
            raise self.play.refused(s.offers_spent(seat), seat, language)

    def say(self, page: Page, talk: Talk, saying: Saying) -> list[Note]:
        """Note what is said of an offer, and tell it with the next news."""
        talk.words, talk.reason, talk.time = saying.words, saying.reason, int(time.time())
        talk.about, talk.whispered = saying.about or talk.about, page.seen_by is not None
        line = Line(talk, self.play.table.state.current_turn(), page.hearers())
        self.unsaid.append(line)
        is_forgotten = talk.why == "undone" and not self.minutes.about(page.number)
        return [] if is_forgotten else self.minutes.write(line)

    # What becomes of them

    def follow(self, followed: Followed, taken_back_to: int | None) -> None:
        """After a change of position: what does not stand any more is gone."""
        if not (self.pages or self.shown or self.unsaid or self.play.table.state.most_offers(0)):
            return  # nothing is ever offered here
        if taken_back_to is not None:
            turn = self.play.table.state.current_turn()
            followed.notes.extend(self.minutes.take_back(taken_back_to, turn))
        for page in list(self.pages.values()):
            followed.notes.extend(self.look_after(page, taken_back_to))
        followed.tells.append(self.news())

    def look_after(self, page: Page, taken_back_to: int | None = None) -> list[Note]:
        """If this offer does not stand any more it is gone, and that is said."""
        fate = self.fate(page, taken_back_to)
        if fate is None:
            return []
        del self.pages[page.number]
        talk = Talk(self.play.asked, "end", page.maker, page.number, page.to[:])
        talk.why, refusal = fate
        if refusal is not None and talk.why == "impossible":
            talk.rule, talk.because = refusal.rule, refusal.reason
            talk.about = list(refusal.about)
        return [Note(NOTE, page.number), *self.say(page, talk, SILENCE)]

    def fate(self, page: Page, taken_back_to: int | None) -> tuple[str, Refusal | None] | None:
        """Why this offer does not stand any more; None while it does."""
        play, s = self.play, self.play.table.state
        if not s.waiting:
            return "over", None
        if page.position > (play.asked if taken_back_to is None else taken_back_to):
            return "undone", None
        if page.turn != s.current_turn():
            return "turn", None
        if page.until is not None and page.until <= time.time():
            return "time", None
        refusal = s.may_offer(page.as_offer())
        if refusal is None:
            return None
        return "dealt" if self.has_dealt else "impossible", refusal

    def wind(self, then: Callable[[], None]) -> None:
        """Look again when the next of them ends by its own time, and then look around."""
        self.close()
        times = [page.until for page in self.pages.values() if page.until is not None]
        if times:
            loop = asyncio.get_running_loop()
            wait = max(0.0, min(times) - time.time())
            self.timer = loop.call_later(wait, self.expire, then)

    def expire(self, then: Callable[[], None]) -> None:
        if not self.journal.failed:
            followed = Followed()
            self.follow(followed, None)
            self.journal.note(followed.notes, followed.tell)
            self.wind(then)  # clocks differ: it may have rung a moment too early
            then()

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    # What is told of them

    def write(self, notes: list[Note]) -> None:
        self.journal.note(notes, self.news())

    def seen(self, eyes: int) -> list[Offer]:
        now = time.time()
        told: list[Offer] = []
        for page in self.pages.values():
            if not page.is_for(eyes):
                continue
            left = None if page.until is None else round(max(0.0, page.until - now), 1)
            offer = Offer(
                *(page.number, page.maker, page.to[:], page.terms, page.seen_by),
                page.refused[:],
                left,
                page.words,
            )
            if page.counters:
                offer.counters = page.counters
            if page.reason:
                offer.reason, offer.about = page.reason, page.about
            told.append(offer)
        return told

    def tell_in(self, frame: TableFrame, eyes: int) -> None:
        """Put into a whole table what these eyes see of the book."""
        shown = self.open().get(eyes)
        if shown is None:
            return
        lines = self.minutes.of_turn(self.play.table.state.current_turn())
        frame.offers = self.seen(eyes) or UNSET
        frame.talk = [line.talk for line in lines if line.is_for(eyes)] or UNSET
        frame.talking = shown.talking or UNSET
        frame.may_offer = UNSET if shown.may_offer is None else shown.may_offer

    def news(self) -> Callable[[], None]:
        """Tells those for whom something has changed, and nobody else, when it is time."""
        before, self.shown = self.shown, self.open()
        lines, self.unsaid = self.unsaid, []
        messages: dict[int, bytes] = {}
        for eyes, now in self.shown.items():
            talk = [line.talk for line in lines if line.is_for(eyes)]
            if talk or before.get(eyes) != now:
                may_offer = UNSET if now.may_offer is None else now.may_offer
                message = Offers(self.seen(eyes), talk, now.talking or UNSET, may_offer)
                messages[eyes] = encode(message)

        def tell() -> None:
            for onlooker in list(self.audience.onlookers):
                if onlooker.eyes in messages:
                    onlooker.push(messages[onlooker.eyes])

        return tell

    def open(self) -> dict[int, Shown]:
        """By eyes, what they see of it; nothing, where nothing can be offered."""
        s = self.play.table.state
        seats = range(s.box.players)
        most = [s.most_offers(seat) for seat in seats]
        if not any(most) and not self.pages and not self.minutes.lines:
            return {}
        lines = self.minutes.of_turn(s.current_turn())
        offering = [line for line in lines if line.talk.kind in OFFERING]
        shown: dict[int, Shown] = {}
        for eyes in [*seats, SPECTATOR]:
            pages = [page for page in self.pages.values() if page.is_for(eyes)]
            unheard = {pair for line in offering if not line.is_for(eyes) for pair in line.pairs()}
            may_offer = None
            if eyes != SPECTATOR:
                made = len([1 for line in offering if line.talk.seat == eyes])
                may_offer = max(0, most[eyes] - made)
            shown[eyes] = Shown(
                [(page.number, page.to[:]) for page in pages],
                [list(pair) for pair in sorted(unheard)],
                may_offer,
            )
        return shown


def note(page: Page) -> Note:
    return Note(NOTE, page.number, encode_text(page).decode())


def forgotten(notes: list[Note], position: int) -> list[Note]:
    """What is to be dropped of these notes where a table goes on from an earlier position."""
    pages = [decode(text, type=Page) for text in of_kind(notes, NOTE).values()]
    gone = [Note(NOTE, page.number) for page in pages if page.position > position]
    return gone + Minutes(notes).take_back(position)
