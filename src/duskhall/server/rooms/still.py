"""A still room: a table that comes out otherwise by the rules of today, to be read and decided on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import UNSET

from duskhall.engine.events import ALL_SEEING, OUTSIDE, SPECTATOR, sees
from duskhall.engine.moves import Move
from duskhall.engine.state import FRESH
from duskhall.engine.table import Table
from duskhall.server.messages import (
    About,
    Frames,
    HandOver,
    Over,
    Renewal,
    Stopped,
    StoppedNow,
    TableFrame,
    TakeBack,
    encode,
)
from duskhall.server.notes import Note, of_kind
from duskhall.server.proving import made_luck, proven
from duskhall.server.reopening import Reopened, changed_rules, version_now
from duskhall.server.rooms.deputies import DEPUTY, for_persons
from duskhall.server.rooms.offers import forgotten
from duskhall.server.rooms.unplayed import EMPTY, Unplayed
from duskhall.server.seats import eyes_name, persons
from duskhall.server.settings import Settings
from duskhall.server.store import LEFT, Entry, Standpoint, Store, Stored
from duskhall.server.telling import terms
from duskhall.server.told import Told
from duskhall.server.words import Refused

WISH: Final = "wish"  # by seat, among the notes of a table
HALTED, FROZEN = "halted", "frozen"
GO_ON, LEAVE = "go-on", "leave"


class Still(Unplayed):
    """Halted while its persons may still decide to go on from where all is the same; else frozen.

    It is read from what was told, and from the replay as far as that is the same.
    """

    def __init__(
        self,
        stored: Stored,
        found: Reopened,
        told: Told | None,
        store: Store,
        settings: Settings,
        go_on: Callable[[Still, Stored, Table], None],  # what the hall does with it then
    ) -> None:
        super().__init__(stored, store, settings)
        assert stored.standpoint is not None
        self.record: Final = found.record
        self.found: Final = found
        self.told: Final = told
        self.standpoint: Standpoint = stored.standpoint
        self.commitment: Final = found.record.commitment()
        self.wishes: Final[dict[int, str]] = of_kind(stored.notes, WISH)  # by seat
        self.is_decided = False  # and about to be done
        self.go_on_with: Final = go_on

    @property
    def state(self) -> str:
        return FROZEN if self.is_over else HALTED

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come: then it may be seen through all eyes."""
        return self.stored.over or self.standpoint.still == LEFT

    @property
    def forgets(self) -> bool:
        """Whether the rules forbid to look back as long as it is played."""
        return self.told is not None and bool(self.told.forgetful)

    @property
    def is_idle(self) -> bool:
        return super().is_idle and not self.wishes

    # What its persons decide

    @property
    def may_go_on(self) -> bool:
        return not self.is_over and self.found.table is not None

    def hand_over(self, eyes: int, message: HandOver, language: str) -> None:
        self.wish(self.seating.hand_over(eyes, message, language), "")
        self.decide()

    def wish(self, seat: int, wish: str) -> None:
        """Note what a seat wishes, or that it wishes nothing any more."""
        if wish:
            self.wishes[seat] = wish
        else:
            self.wishes.pop(seat, None)
        self.journal.note([Note(WISH, seat, wish)], lambda: None)

    def forget_wishes(self) -> None:
        for seat in list(self.wishes):
            self.wish(seat, "")

    def settle(self, seat: int, wish: str) -> None:
        """A person's wish. What all of them wish is done."""
        self.journal.check()
        if self.is_over:
            raise Refused(FROZEN)
        if self.is_decided:
            raise Refused("stale")
        if seat == SPECTATOR or seat not in persons(self.seats):
            raise Refused("not-your-seat")
        if wish == GO_ON and not self.may_go_on:
            raise Refused("no-way-on")
        self.wish(seat, wish)
        self.decide()

    def decide(self) -> None:
        """Going on asks the persons that play; leaving it, which is for good, everyone's own word."""
        playing = persons(self.seats)
        owners = [seat for seat, about in enumerate(self.seats) if about.kind == "person"]
        if playing and all(self.wishes.get(seat) == GO_ON for seat in playing):
            self.go_on()
        elif owners and all(self.wishes.get(seat) == LEAVE for seat in owners):
            self.leave_it()
        else:
            message = encode(StoppedNow(self.stopped()))
            self.journal.when_kept(lambda: self.audience.tell(message))

    def leave_it(self) -> None:
        """Leave it as it is, for good."""
        before = self.standpoint.rules
        self.standpoint = Standpoint(before, self.standpoint.renewals, LEFT)
        self.forget_wishes()

        def tell() -> None:
            for onlooker in list(self.audience.onlookers):
                onlooker.push(encode(self.whole(onlooker.eyes, -1, 0)))

        self.journal.renew([], before, self.standpoint, tell)

    def go_on(self) -> None:
        """Go on from the last position that is the same, as after a take-back."""
        table, stored = self.found.table, self.stored
        assert table is not None
        at, before = self.found.position, len(stored.moves)
        seat = min(self.wishes)
        self.forget_wishes()
        self.is_decided = True
        back = TakeBack(len(stored.takebacks) + 1, seat, at, before, True, True)
        entries = [Entry(stored.entries, at, seat, takeback=back)]
        table.record.freshened = stored.freshened
        if table.state.waiting:  # what comes next is luck that nobody has seen
            table.record.freshened += 1
            move = Move(FRESH, table.record.freshened)
            table.play(OUTSIDE, move)
            entries.append(
                Entry(stored.entries + 1, at, OUTSIDE, str(move), pulse=table.pulses[-1])
            )
        version = table.record.game.version
        renewal = Renewal(at, version, False)
        now = Standpoint(version, [*self.standpoint.renewals, renewal])
        stored.takebacks.append(back)
        stored.entries += len(entries)
        stored.standpoint = now
        gone = forgotten(stored.notes, at)
        dropped = {(note.kind, note.number) for note in gone}
        stored.notes = [note for note in stored.notes if (note.kind, note.number) not in dropped]
        self.journal.note(gone, lambda: None)

        def open_again() -> None:
            stored.chat, stored.lines = self.chat.chat, self.chat.lines
            self.go_on_with(self, stored, table)

        self.journal.renew(entries, self.standpoint.rules, now, open_again)

    # What is told of it

    def stopped(self) -> Stopped:
        header = self.stored.header
        return Stopped(
            self.state,
            self.found.why or "rules",
            self.found.position,
            len(self.record.moves),
            NOTHING_KNOWN if self.told is None else self.told.position,
            self.standpoint.rules,
            version_now(header.game),
            changed_rules(header.game, self.standpoint.rules),
            [] if self.is_over else persons(self.seats),
            {str(seat): wish for seat, wish in sorted(self.wishes.items())},
        )

    def told_to(self, eyes: int) -> Told | None:
        """What these eyes were told of it: all, once nothing more will come."""
        return self.told if self.told is None or self.is_over else self.told.quietly(eyes)

    def about(self) -> About:
        return About(
            *terms(self.record),
            self.name,
            self.public,
            self.stored.created,
            self.seats,
            self.stored.over,
            len(self.record.moves),
            [],
            self.commitment,
            self.state,
            self.stored.header.source or UNSET,
            self.stored.header.is_proof or UNSET,
            ranks=UNSET if self.stored.result is None else self.stored.result.ranks,
        )

    def over(self) -> Over | None:
        """The result as it was, once nothing more will come."""
        result, record = self.stored.result, self.record
        if result is None:
            return None
        return Over(
            result.ranks,
            result.scores,
            result.rule,
            result.reason,
            f"{record.seed:032x}",
            record.header(),
            self.commitment,
            proven(record.proof),
        )

    def printed(self) -> dict[str, object]:
        """What a screen needs to know of its box."""
        told = self.told
        if told is None:
            return {"cards": [], "ordered": [], "owners": {}}
        printed: dict[str, object] = {
            "cards": told.cards,
            "ordered": told.ordered,
            "owners": told.owners,
        }
        return {**printed, "board": told.board} if told.board else printed

    def frames(self, eyes: int, views: bool) -> Frames:
        told = self.told_to(eyes)
        rest = self.record.moves[self.told.position :] if self.told else []
        frames = Frames(
            *terms(self.record),
            self.names(),
            self.commitment,
            eyes_name(eyes),
            told.cards if told else [],
            told.ordered if told else [],
            told.owners if told else {},
            self.over(),
            told.frames(eyes, views, rest) if told else [],
            stopped=self.stopped(),
        )
        if told and told.board:
            frames.board = told.board
        if told and eyes == ALL_SEEING:
            frames.hidden = [name for name, seen in told.seers.items() if not sees(SPECTATOR, seen)]
        if self.is_over:
            answered = of_kind(self.stored.notes, DEPUTY)
            frames.deputies = for_persons(answered, self.record, self.seats) or UNSET
        return frames

    def record_text(self) -> str:
        """The record as it was, with its hashes if they were kept."""
        record = self.record.copy()
        record.names, record.result = self.names(), self.stored.result
        record.chain = self.told.chain if self.told else []
        return record.dumps()

    def whole(self, eyes: int, position: int, branch: int) -> TableFrame:
        told, stored = self.told_to(eyes), self.stored
        frame = TableFrame(
            *terms(self.record),
            self.name,
            eyes_name(eyes),
            self.public,
            self.commitment,
            self.seats,
            told.position if told else 0,
            len(stored.takebacks),
            told.view(eyes) if told else EMPTY,
            [],
            [],
            [],
            "",
            -1,
            told.log(eyes, -1, self.is_over) if told else [],
            stored.takebacks,
            None,
            self.chat.chat,
            self.over(),
            None,
            build=self.settings.build,
            source=self.stored.header.source or UNSET,
            stopped=self.stopped(),
        )
        frame.renewals = self.standpoint.renewals or UNSET
        frame.luck = made_luck(self.record.proof)
        return frame


NOTHING_KNOWN: Final = -1
