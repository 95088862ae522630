"""Haggling: how bots answer offers of persons, and make offers of their own.

A bot is asked by the game's own questions, on a guess of the table: what it answers when the trade
is put to it is its answer to the offer. Its own proposals to persons go into the book, and not
into the game: there they would be a question that everybody waits for, perhaps for hours.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.engine.moves import parse_move
from duskhall.engine.state import IllegalMove, Offer, State
from duskhall.server.messages import MakeOffer
from duskhall.server.minutes import OFFERING
from duskhall.server.rooms.answers import Answers
from duskhall.server.rooms.offers import Book, Page, Saying
from duskhall.server.rooms.play import Play
from duskhall.server.settings import Settings
from duskhall.server.thinking import Question, Thinker, guess_of, put
from duskhall.server.words import Refused

ASKS: Final = 3  # offers of a bot to persons in one turn
THOUGHTS: Final = 12  # on the way to an answer that is no proposal to a person


class Task(NamedTuple):
    """An offer that a bot is to answer."""

    seat: int
    bot: str
    number: int


class Haggling:
    """What the bots at a table have to do with its book of offers."""

    def __init__(
        self, play: Play, book: Book, answers: Answers, thinker: Thinker, settings: Settings
    ) -> None:
        self.play: Final = play
        self.book: Final = book
        self.answers: Final = answers
        self.thinker: Final = thinker
        self.patience: Final = settings.offer_time

    # Answering

    def next(self) -> Task | None:
        """The oldest offer to a seat that a bot answers for, if it can be weighed now."""
        s = self.play.table.state
        if not self.book.pages or s.is_quiet():
            return None
        for page in self.book.pages.values():
            for seat in page.to:
                bot = self.play.seats[seat].bot
                if bot is not None and s.weighs(page.as_offer(), seat):
                    return Task(seat, bot, page.number)
        return None

    async def answer(self, task: Task, for_people: bool) -> None:
        """Let a bot weigh an offer, and agree, refuse or counter. What fails leaves it standing."""
        play, book = self.play, self.book
        seat, bot, number = task
        page = book.pages.get(number)
        if page is None:
            return
        moment = play.branch, play.position
        guess = guess_of(play.record, play.table.state, seat, play.asked)
        for mover, move in guess.weighs(page.as_offer(), seat):
            guess.apply(mover, move)
        text, reason, about = await self.thinker.say(self.question(guess, seat), bot, for_people)
        is_same = moment == (play.branch, play.position) and play.seats[seat].bot == bot
        if not is_same or book.pages.get(number) is not page or seat not in page.to:
            return  # it is asked again, if there is still something to ask
        move, saying = parse_move(text), Saying("", reason, list(about))
        closing = play.table.state.closes(page.as_offer(), seat)
        if closing and move == closing[-1][1]:
            try:
                self.answers.agree(seat, number, saying)
            except Refused:  # what it could not know stands against it
                book.refuse(seat, number, Saying())
            return
        if not self.counters(page, guess.proposes(seat, move), saying):
            is_counter = guess.proposes(seat, move) is not None
            book.refuse(seat, number, Saying() if is_counter else saying)

    def counters(self, page: Page, offer: Offer | None, saying: Saying) -> bool:
        """Make a counter-offer, if it is one and may be made."""
        if offer is None or not offer.terms:
            return False
        try:
            message = MakeOffer(list(offer.to), offer.terms, counters=page.number)
            self.book.make(offer.maker, message, saying)
        except Refused:
            return False
        return True

    # Proposing

    def waits(self, seat: int) -> bool:
        """Whether this seat has asked a person, and the time for an answer is not over."""
        return any(
            page.maker == seat and page.until is not None and self.is_to_person(page.as_offer())
            for page in self.book.pages.values()
        )

    async def decide(self, seat: int, bot: str, for_people: bool) -> str:
        """A bot's answer to the game; or an offer is made to a person, and it is ''.

        What was offered in this turn and not agreed on, the bot takes for refused.
        """
        play, s = self.play, self.play.table.state
        guess = guess_of(play.record, s, seat, play.asked)
        if not s.most_offers(seat) or not s.agenda[-1].is_open_ended:
            return await self.thinker.answer(self.question(guess, seat), bot, for_people)
        moment = play.branch, play.position
        asked = repr(s.agenda[-1])
        for offer in self.tried(seat):
            decline(guess, offer)
        for _ in range(THOUGHTS):
            if seat not in guess.waiting:
                break
            said = await self.thinker.say(self.question(guess, seat), bot, for_people)
            if moment != (play.branch, play.position):
                return ""
            move = parse_move(said.move)
            proposed = guess.proposes(seat, move)
            is_to_person = proposed is not None and self.is_to_person(proposed)
            if not is_to_person and repr(guess.agenda[-1]) == asked:
                return said.move
            if proposed is not None and proposed.terms:
                if self.propose(proposed, Saying("", said.reason, list(said.about))):
                    return ""
                guess.apply(seat, move)
                exhaust(guess, proposed)
                if repr(guess.agenda[-1]) != asked:
                    break
            else:
                guess.apply(seat, move)
        others = [move for move in s.legal_moves(seat) if s.proposes(seat, move) is None]
        return str(others[-1])

    def tried(self, seat: int) -> list[Offer]:
        """What this seat has offered in this turn without coming to terms."""
        lines = self.book.minutes.of_turn(self.play.table.state.current_turn())
        return [
            Offer(seat, tuple(line.talk.to), line.talk.terms)
            for line in lines
            if line.talk.kind in OFFERING and line.talk.seat == seat
        ]

    def is_to_person(self, offer: Offer) -> bool:
        """Whether anyone is asked for whom no bot answers; also where nobody sits yet."""
        return any(self.play.seats[seat].bot is None for seat in offer.to)

    def propose(self, offer: Offer, saying: Saying) -> bool:
        """Put a bot's proposal into the book, if the person is there and it may still be made."""
        seats, book = self.play.seats, self.book
        turn = self.play.table.state.current_turn()
        lines = [line.talk for line in book.minutes.of_turn(turn) if line.talk.seat == offer.maker]
        is_ignored = any(
            talk.why == "time" and set(talk.to) & set(offer.to)
            for talk in lines
            if talk.kind == "end"
        )
        if is_ignored or not all(seats[seat].here for seat in offer.to):
            return False
        if len([1 for talk in lines if talk.kind in OFFERING]) >= ASKS:
            return False
        if not self.play.table.state.weighs(offer, offer.to[0]):
            return False  # not the moment: agreeing could not be played
        seconds = max(1, round(self.patience))
        try:
            message = MakeOffer(list(offer.to), offer.terms, seconds=seconds)
            book.make(offer.maker, message, saying)
        except Refused:
            return False
        return True

    def question(self, guess: State, seat: int) -> Question:
        return put(self.play.record, guess, seat, self.play.seats[seat].face)


def decline(guess: State, offer: Offer) -> None:
    """Play on a guess that an offer was refused, as far as it can be."""
    trial = guess.clone()
    moves = guess.declines(offer, offer.to[0]) if offer.to else []
    try:
        for seat, move in moves:
            trial.apply(seat, move)
    except IllegalMove:
        return
    for seat, move in moves:
        guess.apply(seat, move)


def exhaust(guess: State, offer: Offer) -> None:
    """Play on a guess that nobody listens any more: what was proposed is refused, again and again."""
    other = offer.to[0]
    refusals = [move for move in guess.legal_moves(other) if move.verb == "refuse"]
    if refusals:
        guess.apply(other, refusals[0])
    left = guess.most_offers(offer.maker)
    while left:
        decline(guess, offer)
        before, left = left, guess.most_offers(offer.maker)
        if left == before:
            return
