"""Answers: what seats decide. Each is checked, made durable, and then told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duskhall.engine.records import Answer
from duskhall.engine.state import IllegalMove
from duskhall.server.messages import Because, Done, encode
from duskhall.server.notes import Note
from duskhall.server.rooms.audience import Audience, Onlooker
from duskhall.server.rooms.beside import Beside
from duskhall.server.rooms.journal import Journal
from duskhall.server.rooms.keeping import Keeping
from duskhall.server.rooms.offers import SILENCE, Saying
from duskhall.server.rooms.play import Play, read_move
from duskhall.server.rooms.takebacks import TakeBacks, nothing
from duskhall.server.rooms.windows import answer_quietly
from duskhall.server.words import Refused


class Answers:
    """Takes a seat's answer, and says why one is not legal."""

    def __init__(
        self,
        play: Play,
        journal: Journal,
        audience: Audience,
        takebacks: TakeBacks,
        keeping: Keeping,
        beside: Beside,
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        self.takebacks: Final = takebacks
        self.keeping: Final = keeping
        self.beside: Final = beside

    def take(
        self,
        seat: int,
        text: str,
        position: int,
        branch: int | None,
        by: Onlooker | None = None,
        answers: int | None = None,
    ) -> None:
        self.journal.check()
        play = self.play
        if self.is_duplicate(seat, text, position, branch):
            if by is not None:
                self.journal.when_kept(lambda: by.push(encode(Done(answers))))
            return
        if not play.asked <= position <= play.reached(seat) or branch not in (None, play.branch):
            raise Refused("stale")
        move = read_move(text)
        language = by.language if by is not None else "en"
        if by is not None:
            self.beside.offers.check_proposal(seat, move, language)
        try:
            self.give([(seat, move)], by, answers)
        except IllegalMove as error:
            raise play.refused(error.refusal, seat, language) from None

    def give(
        self,
        moves: Sequence[Answer],
        by: Onlooker | None = None,
        answers: int | None = None,
        notes: Sequence[Note] = (),
    ) -> None:
        """Make these moves, all or none, in one write with these notes. IllegalMove."""
        self.journal.check()
        play = self.play
        if len(moves) > 1:
            trial = play.table.state.clone()
            for seat, move in moves:
                trial.apply(seat, move)
        first, was_quiet = play.position, False
        told: list[dict[Onlooker, bytes]] = []
        for seat, move in moves:
            was_quiet = play.is_quiet
            if was_quiet:
                told += answer_quietly(play, seat, move, self.audience)
            else:
                told.append(play.answer(seat, move, self.audience))
        # Where nobody is to know of an answer, the question of a take-back stays open.
        is_secret = was_quiet and moves[-1][0] in play.table.state.sealed
        close_question = nothing if is_secret else self.takebacks.close()
        follow = self.beside.follow()

        def tell() -> None:
            close_question()
            for number, messages in enumerate(told):
                self.audience.tell_each(messages, by if number == 0 else None, answers)
            follow.tell()

        pulses = play.table.pulses[first + 1 :]
        written = [(seat, str(move)) for seat, move in moves]
        noted = [*notes, *follow.notes, *([] if is_secret else self.journal.minute())]
        self.journal.moves(first, written, pulses, play.record.result, noted, tell)
        if play.is_over:
            self.keeping.begin()

    def agree(
        self,
        seat: int,
        number: int,
        saying: Saying = SILENCE,
        by: Onlooker | None = None,
        answers: int | None = None,
    ) -> None:
        """Agree to an offer: the moves of both are made in one write, and the offer is gone."""
        book = self.beside.offers
        moves = book.closes(seat, number, "en" if by is None else by.language)
        notes = book.agree(seat, number, saying)
        book.has_dealt = True
        try:
            self.give(moves, by, answers, notes)
        finally:
            book.has_dealt = False

    def is_duplicate(self, seat: int, text: str, position: int, branch: int | None) -> bool:
        """Whether this very answer has been accepted already, at the moment it was meant for."""
        if branch not in (None, self.play.branch):
            return False
        table = self.play.table
        root = table.roots[min(max(position, 0), self.play.position)]
        for mover, move in table.record.moves[root:]:
            if mover == seat:
                return str(move) == " ".join(text.split())
        return False

    def why(self, seat: int, text: str, language: str, answers: int | None) -> Because:
        """Why a move is not legal now, in a sentence and by a rule."""
        try:
            move = read_move(text)
        except Refused as refused:
            return Because(text, False, str(refused.reason), "", answers)
        refusal = self.play.table.state.why_not(seat, move)
        if refusal is None:
            return Because(text, True, "", "", answers)
        sentence = self.play.sentence(refusal, seat, language)
        return Because(text, False, sentence, refusal.rule, answers)
