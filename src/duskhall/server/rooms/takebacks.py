"""Taking back: alone where nothing was revealed, else by consent of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import UNSET, UnsetType

from duskhall.engine.table import ALONE
from duskhall.server.messages import TableFrame, TakeBack, UndoAsked, Undoing, encode
from duskhall.server.rooms.audience import Audience
from duskhall.server.rooms.beside import Beside
from duskhall.server.rooms.journal import Followed, Journal
from duskhall.server.rooms.play import Play
from duskhall.server.words import Refused

# Tells all of a table, as it stands then: for these eyes, from this position and branch on.
Whole = Callable[[int, int, int], TableFrame]


class TakeBacks:
    """What was taken back is in `play`; here is the question of consent, while it is open."""

    def __init__(
        self, play: Play, journal: Journal, audience: Audience, beside: Beside, most: int
    ) -> None:
        self.play: Final = play
        self.journal: Final = journal
        self.audience: Final = audience
        self.beside: Final = beside
        self.most: Final = most  # lines of the journal that may have been taken back
        self.undoing: Undoing | None = None

    def undo(self, seat: int, whole: Whole) -> None:
        """Take back alone, or ask those who have to agree."""
        table = self.play.table
        if self.play.is_over:
            raise Refused("game-over")
        if self.journal.entries - self.play.position > self.most:
            raise Refused("no-more-undo")
        if self.play.is_quiet and seat in table.state.sealed:
            self.take_back_quietly(seat, whole)
            return
        if self.undoing is not None:
            if self.undoing.seat == seat:
                return  # it is asked already: who answers now answers this
            raise Refused("undo-asked")
        leave = table.may_take_back(seat)
        if not leave:
            raise Refused("nothing-to-undo")
        others = [other for other in self.persons() if other != seat]
        if leave == ALONE or not others:
            self.take_back(seat, False, whole)
        else:
            back = table.way_back(seat)
            self.undoing = Undoing(seat, back, [], others, table.has_shown(back))
            self.tell()

    def agree(self, seat: int, agrees: bool, whole: Whole) -> None:
        """Answer the question of consent, or withdraw it."""
        asking = self.undoing
        if asking is None or seat not in [*asking.asked, *asking.agreed, asking.seat]:
            raise Refused("nothing-to-undo")
        if not agrees:
            self.undoing = None
            self.tell(UNSET if seat == asking.seat else seat)
            return
        if seat in asking.asked:
            asking.asked.remove(seat)
            asking.agreed.append(seat)
            if not asking.asked:
                self.take_back(asking.seat, True, whole)
                return
        self.tell()

    def persons(self) -> list[int]:
        """The seats that are a person's, also while a bot plays for them: it agrees to nothing."""
        return [number for number, seat in enumerate(self.play.seats) if seat.kind == "person"]

    def take_back(self, seat: int, was_asked: bool, whole: Whole) -> None:
        """Take back, as the others have agreed; or there is nobody who has to: bots are not asked."""
        self.journal.check()
        play, table = self.play, self.play.table
        before = play.position
        if play.is_quiet:  # nobody is told who had answered: it falls with the question
            before = play.asked
            table.rewind(before)
        last = table.way_back(seat)
        shown = table.has_shown(last)
        table.take_back(seat, consent=True)
        back = TakeBack(play.branch + 1, seat, last, before, was_asked, shown)
        again = [(other, str(move)) for other, move in play.record.moves[last:]]
        play.takebacks.append(back)
        close_question, follow = self.close(), self.beside.follow(last)
        made: dict[int, bytes] = {}  # by eyes
        for onlooker in self.audience.onlookers:
            if onlooker.eyes not in made:
                made[onlooker.eyes] = encode(whole(onlooker.eyes, last, play.branch))
        messages = {onlooker: made[onlooker.eyes] for onlooker in self.audience.onlookers}

        def tell() -> None:
            close_question()
            self.audience.tell_each(messages)
            follow.tell()

        notes = [*follow.notes, *self.journal.minute()]
        self.journal.take_back(back, again, table.pulses[last + 1 :], notes, tell)

    def take_back_quietly(self, seat: int, whole: Whole) -> None:
        """Take back an answer of which the others have not been told: nor are they of this."""
        self.journal.check()
        play, table = self.play, self.play.table
        before, last = play.position, table.last_answer(seat)
        table.take_back(seat)
        back = TakeBack(play.branch, seat, last, before, False, False, True)
        again = [(other, str(move)) for other, move in play.record.moves[last:]]
        message = encode(whole(seat, play.asked, play.branch))
        own = {onlooker: message for onlooker in self.audience.onlookers if onlooker.eyes == seat}
        pulses = table.pulses[last + 1 :]
        followed = Followed()
        self.beside.deputies.follow(followed, last)
        notes = followed.notes
        self.journal.take_back(back, again, pulses, notes, lambda: self.audience.tell_each(own))

    def close(self) -> Callable[[], None]:
        """Close the question, if one is open. What is returned tells of it, when it is time."""
        if self.undoing is None:
            return nothing
        self.undoing = None
        return lambda: self.audience.tell(encode(UndoAsked(None)))

    def tell(self, refused: int | UnsetType = UNSET) -> None:
        message = encode(UndoAsked(self.undoing, refused))
        self.journal.when_kept(lambda: self.audience.tell(message))


def nothing() -> None:
    """There is nothing to tell."""
