"""RT-01 to RT-28: set-up, rounds, and the end of a game that nobody has won."""

from __future__ import annotations

from typing import ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Choice, Refusal, SeatStep, Step
from duskhall.games.raid_and_trade.parts import (
    AGE,
    AP,
    BY_POINTS,
    CHARACTER,
    CHARACTER_BOX,
    CURRENT,
    EVENT,
    EVENT_DECK,
    EVENT_DISCARD,
    EVENT_ROW,
    EVENTS_SHOWN,
    FULFILLED,
    FULFILLED_USED,
    ITEM_BOX,
    ITEMS,
    OUTCOME,
    PASSED,
    QUEST_DECK,
    QUEST_ROW,
    RAIDED,
    READY,
    ROUND,
    ROUND_START,
    START,
    TIRED,
    WAITS,
)
from duskhall.games.raid_and_trade.rules.building import (
    BuildCity,
    LayCity,
    LayHouses,
    LayTrader,
    LayWasteland,
)
from duskhall.games.raid_and_trade.rules.effects import Do
from duskhall.games.raid_and_trade.rules.outpost import PutOut
from duskhall.games.raid_and_trade.rules.turn import Turn
from duskhall.games.raid_and_trade.state import TABLE, Ruin


class SetUp(Step[Ruin]):
    """RT-01 to RT-11 Tiles, trader, houses and decks; ages first where the players build."""

    rule: ClassVar[str] = "RT-01"

    def resolve(self, s: Ruin) -> None:
        city = BuildCity() if s.ruins.is_custom else LayCity()
        houses = LayWasteland() if s.ruins.is_wasteland else LayHouses()
        if s.ruins.is_custom or s.ruins.is_wasteland:
            s.then(Ages(), city, LayTrader(), houses, LayCards(), Characters())
        else:
            s.then(city, LayTrader(), houses, LayCards(), Ages(), Characters())


class LayCards(Step[Ruin]):
    """RT-03, RT-05 Two events and as many quests as players are face-up."""

    rule: ClassVar[str] = "RT-03"

    def resolve(self, s: Ruin) -> None:
        show_events(s)
        for _ in range(s.box.players):
            s.move("new_quest", "RT-05", TABLE, s.draw(QUEST_DECK, 1), QUEST_DECK, QUEST_ROW)


def show_events(s: Ruin) -> None:
    """RT-20 Two events are drawn; when the deck is out, its discards are shuffled."""
    for _ in range(EVENTS_SHOWN):
        if not s.places[EVENT_DECK]:
            discards = s.places[EVENT_DISCARD]
            s.move("reshuffle", "RT-20", TABLE, discards, EVENT_DISCARD, EVENT_DECK)
        s.move("new_event", "RT-03", TABLE, s.draw(EVENT_DECK, 1), EVENT_DECK, EVENT_ROW)


class Ages(Step[Ruin]):
    """RT-11 The youngest starts: an order of ages is drawn, or the table enters its own."""

    rule: ClassVar[str] = "RT-11"

    def resolve(self, s: Ruin) -> None:
        if s.ruins.enters_ages:
            s.then(EnterAges(0))
            return
        seats = list(range(s.box.players))
        order = [seats.pop(s.random_below(len(seats))) for _ in range(s.box.players)]
        set_ages(s, order)


def set_ages(s: Ruin, order: list[Seat]) -> None:
    for age, seat in enumerate(order):
        s.set("age", "RT-11", seat, AGE + seat, age)
    s.set("start", "RT-11", order[0], START, order[0])
    s.numbers_set(CURRENT, order[0], "RT-11")


class EnterAges(Choice[Ruin]):
    """RT-11 The table says who is younger than whom: the youngest first, one by one or at once."""

    rule: ClassVar[str] = "RT-11"

    def __init__(self, seat: Seat, *named: Seat) -> None:
        super().__init__(seat)
        self.named: Final = named

    def key(self) -> tuple[int, ...]:
        return (self.seat, *self.named)

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        left = [other for other in range(s.box.players) if other not in self.named]
        return [Move("ages", other) for other in left]

    def allows(self, s: Ruin, seat: Seat, move: Move) -> bool:
        order = [*self.named, *move.about]
        is_order = sorted(order) == list(range(s.box.players))
        return move.verb == "ages" and (is_order or move in s.legal_moves(seat))

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "ages")

    def choose(self, s: Ruin, move: Move) -> None:
        order = [*self.named, *move.about]
        if len(order) < s.box.players:
            s.then(EnterAges(self.seat, *order))
        else:
            set_ages(s, order)


class Characters(Step[Ruin]):
    """RT-08 From the starting player on, each picks a character; then the first round begins."""

    rule: ClassVar[str] = "RT-08"

    def resolve(self, s: Ruin) -> None:
        seats = s.seats_from(s.numbers[START])
        s.then(*[PickCharacter(seat) for seat in seats], NewRound())


class PickCharacter(Choice[Ruin]):
    """RT-08, RT-14, RT-98 A character with its items; Cora only where the table plays with her."""

    rule: ClassVar[str] = "RT-08"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        cora = s.ruins.characters[-1]
        return [
            s.ruins.chooses[card]
            for card in s.places[CHARACTER_BOX]
            if card != cora or s.ruins.has_cora
        ]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "character")

    def choose(self, s: Ruin, move: Move) -> None:
        seat, card = self.seat, move.about[0]
        s.move("character", self.rule, seat, (card,), CHARACTER_BOX, CHARACTER + seat)
        items = s.ruins.items[s.ruins.characters.index(card)]
        s.move("own_items", "RT-14", seat, tuple(items), ITEM_BOX, ITEMS + seat)


class NewRound(Step[Ruin]):
    """RT-20, RT-21 A new starting player, but not in round 1, picks one of two events."""

    rule: ClassVar[str] = "RT-20"

    def resolve(self, s: Ruin) -> None:
        s.set("round", self.rule, TABLE, ROUND, s.numbers[ROUND] + 1)
        if s.numbers[ROUND] > 1:
            seats = s.seats_from(0)
            least = min([s.tokens(seat) for seat in seats])
            start = s.youngest([seat for seat in seats if s.tokens(seat) == least])
            s.set("start", "RT-21", start, START, start)
        start = s.numbers[START]
        s.numbers_set(CURRENT, start, self.rule)
        s.then(*self.parts(start))

    def parts(self, start: Seat) -> list[Step[Ruin]]:
        """What a round consists of."""
        return [ChooseEvent(start), Reset(), EventStart(), Turns(start)]


class ChooseEvent(Choice[Ruin]):
    """RT-20 One of the two face-up events is in force this round; the other is discarded."""

    rule: ClassVar[str] = "RT-20"

    def moves(self, s: Ruin, seat: Seat) -> list[Move]:
        return [s.ruins.chooses[card] for card in s.places[EVENT_ROW]]

    def refuse(self, s: Ruin, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "event")

    def choose(self, s: Ruin, move: Move) -> None:
        s.move("choose_event", self.rule, self.seat, move.about, EVENT_ROW, EVENT)
        others = s.places[EVENT_ROW]
        if others:
            s.move("discard_event", self.rule, self.seat, others, EVENT_ROW, EVENT_DISCARD)
        s.read_event()


class Reset(Step[Ruin]):
    """RT-25 AP to exactly 15; marks of the round are cleared."""

    rule: ClassVar[str] = "RT-25"

    def resolve(self, s: Ruin) -> None:
        for seat in s.seats_from(0):
            if s.numbers[AP + seat] != s.ruins.ap_reset:
                s.set("reset", self.rule, seat, AP + seat, s.ruins.ap_reset)
            s.numbers_set(PASSED + seat, 0, self.rule)
            s.numbers_set(RAIDED + seat, 0, self.rule)
            for used, fresh in ((TIRED, READY), (FULFILLED_USED, FULFILLED)):
                cards = s.places[used + seat]
                if cards:
                    s.move("refresh", self.rule, seat, cards, used + seat, fresh + seat)
        s.numbers_set(WAITS, 0, self.rule)


class EventStart(Step[Ruin]):
    """RT-25 The event's start effect comes after the reset."""

    rule: ClassVar[str] = "RT-25"

    def resolve(self, s: Ruin) -> None:
        start = s.numbers[START]
        steps: list[Do] = []
        for card in s.places[EVENT]:
            if s.ruins.when[card] == ROUND_START:
                for index, effect in enumerate(s.ruins.effects[card]):
                    seats = s.seats_from(start) if effect.for_all else [start]
                    steps += [Do(seat, card, index, 0) for seat in seats]
        s.then(*steps)


class Turns(SeatStep[Ruin]):
    """RT-20, RT-27 Turns clockwise until all have passed, or all others have waited in a row."""

    rule: ClassVar[str] = "RT-20"

    def resolve(self, s: Ruin) -> None:
        active = [seat for seat in s.seats_from(self.seat) if not s.numbers[PASSED + seat]]
        if not active or s.numbers[WAITS] >= len(active):
            s.then(self.end())
        else:
            s.then(*self.go_on(active[0], (active[0] + 1) % s.box.players))

    def go_on(self, seat: Seat, left: Seat) -> list[Step[Ruin]]:
        """A turn of this seat, and then of those from the one to its left on."""
        return [Turn(seat), Turns(left)]

    def end(self) -> Step[Ruin]:
        """What the end of a round is."""
        return RoundEnd()


class RoundEnd(Step[Ruin]):
    """RT-25 The event's effect stops, the end is checked, and two more events are drawn."""

    rule: ClassVar[str] = "RT-25"

    def resolve(self, s: Ruin) -> None:
        out = [PutOut(seat) for seat in s.seats_from(s.numbers[START]) if s.is_inside(seat)]
        s.then(*(out if s.shared else []), AfterRound())


class AfterRound(Step[Ruin]):
    """RT-76 After the last house or the round limit the game ends without a winner."""

    rule: ClassVar[str] = "RT-76"

    def resolve(self, s: Ruin) -> None:
        if not s.houses() or s.numbers[ROUND] >= s.ruins.round_limit:
            s.set("points", self.rule, TABLE, OUTCOME, BY_POINTS)
            s.agenda.clear()
            return
        s.move("event_over", "RT-25", TABLE, s.places[EVENT], EVENT, EVENT_DISCARD)
        s.read_event()
        show_events(s)
        s.then(NewRound())
