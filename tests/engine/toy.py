"""A toy of a game, to try the engine's parts one by one: cards 1 to 9, and a bell to ring.

Interpreted code cannot subclass compiled classes: tests that play it are `interpreted_only`.
"""

from __future__ import annotations

from typing import ClassVar, Final

import pytest

import duskhall.engine.state
from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import Game, Option, Standing, rank
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.engine.steps import Ballot, Choice, Forced, Refusal, SeatStep, Step, Window
from duskhall.engine.table import Table

DECK: Final = 0  # nobody sees it
PILE: Final = 1  # nobody sees it, and it has an order
SHOW: Final = 2  # everyone sees it, in order
HAND: Final = 3  # + seat: its owner sees it
SEATS: Final = 3
RINGS: Final = 0  # how often the bell was rung
CARDS: Final = 9

IS_COMPILED: Final = not str(duskhall.engine.state.__file__).endswith(".py")
interpreted_only = pytest.mark.skipif(
    IS_COMPILED, reason="interpreted code cannot subclass compiled"
)


def toy_box(seats: int = SEATS) -> Box:
    """A box of the engine's own class: three seats, nine cards and a bell."""
    sentences = {
        "refusals": {"not-offered": "Not now.", "too-low": "{n0} is too low."},
        "events": {
            "forced.one-card": "{seat} has only {n0}.",
            "only": "{seat} showed {cards}.",
            "toll": "The bell rang.",
        },
        "moves": {"toll": "It struck the hour.", "fresh": "Luck is new."},
    }
    box = Box(seats, {}, Catalogue({"en": sentences, "ja": {}}), HAND + seats)
    box.deck_of, box.card_names = [0] * (CARDS + 1), ["", *[f"Card {n}" for n in range(1, 10)]]
    box.lay_out(DECK, "deck", seen_by=0)
    box.lay_out(PILE, "pile", ordered=True, seen_by=0)
    box.lay_out(SHOW, "show", ordered=True)
    for seat in range(seats):
        box.lay_out(HAND + seat, "hand", of=seat, seen_by=1 << seat)
    box.count(RINGS, "rings")
    return box


def lay(s: State, hands: str = "", deck: str = "", pile: str = "", show: str = "") -> None:
    """Put cards on a table from words: lay(s, hands="1 2, 3", deck="4 5")."""
    piles = [deck, pile, show, *hands.split(",")]
    piles += [""] * (HAND + s.box.players - len(piles))
    s.places = [tuple([int(card) for card in cards.split()]) for cards in piles]
    s.numbers = [0]
    s.reseed(1)


TOLL: Final = Move("toll")  # what toys hear from outside


class Toy(State):
    def clone(self) -> Toy:
        copy = Toy(self.box)
        self.copy_into(copy)
        return copy

    def hears(self, move: Move) -> Refusal | None:
        return None if move == TOLL else super().hears(move)

    def heard(self, move: Move) -> list[Step[Toy]]:
        return [Toll()]

    def weather(self) -> Move | None:
        """It tolls whenever the bell was rung an odd number of times."""
        return TOLL if self.numbers[RINGS] % 2 else None


class Note(Step[Toy]):
    """TY-1 Says its number."""

    rule: ClassVar[str] = "TY-1"

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def key(self) -> tuple[int, ...]:
        return (self.number,)

    def resolve(self, s: Toy) -> None:
        s.tell("note", self.rule, 0, self.number)


class Toll(Step[Toy]):
    """TY-10 The bell rings by itself."""

    def resolve(self, s: Toy) -> None:
        s.set("toll", "TY-10", -1, RINGS, s.numbers[RINGS] + 1)


class Nest(Note):
    """TY-2 Says its number, and has two notes of its own before whatever was to come."""

    def resolve(self, s: Toy) -> None:
        s.tell("note", "TY-2", 0, self.number)
        s.then(Note(self.number + 1), Note(self.number + 2))


class Deal(Step[Toy]):
    """TY-3 Everyone draws a card."""

    def resolve(self, s: Toy) -> None:
        for seat in range(s.box.players):
            s.move("draw", "TY-3", seat, s.draw(DECK, 1), DECK, HAND + seat)


class Say(Choice[Toy]):
    """TY-4 Say a number below a limit."""

    rule: ClassVar[str] = "TY-4"

    def __init__(self, seat: Seat, limit: int) -> None:
        super().__init__(seat)
        self.limit: Final = limit

    def key(self) -> tuple[int, ...]:
        return (self.seat, self.limit)

    def moves(self, s: Toy, seat: Seat) -> list[Move]:
        return [Move("say", number) for number in range(self.limit)]

    def choose(self, s: Toy, move: Move) -> None:
        s.tell("said", self.rule, self.seat, move.about[0])


class Ring(Choice[Toy]):
    """TY-5 Ring the bell any number of times above two; only one way of it is listed."""

    rule: ClassVar[str] = "TY-5"

    def moves(self, s: Toy, seat: Seat) -> list[Move]:
        return [Move("ring", 3), Move("pass")]

    def allows(self, s: Toy, seat: Seat, move: Move) -> bool:
        return move == Move("pass") or (move.verb == "ring" and move.about > (2,))

    def refuse(self, s: Toy, seat: Seat, move: Move) -> Refusal:
        return Refusal(self.rule, "too-low", move.about)

    def choose(self, s: Toy, move: Move) -> None:
        if move.verb == "ring":
            s.set("ring", self.rule, self.seat, RINGS, s.numbers[RINGS] + move.about[0])


class Drop(Choice[Toy]):
    """TY-7 Show a card of your hand."""

    rule: ClassVar[str] = "TY-7"

    def moves(self, s: Toy, seat: Seat) -> list[Move]:
        return [Move("drop", card) for card in s.places[HAND + seat]]

    def choose(self, s: Toy, move: Move) -> None:
        s.move("drop", self.rule, self.seat, move.about, HAND + self.seat, SHOW)


class Only(Drop):
    """TY-11 Show a card, and do it for good; who has one only is told why nobody asks."""

    rule: ClassVar[str] = "TY-11"

    def forced(self, s: Toy, move: Move) -> Forced | None:
        return Forced(self.rule, "one-card", move.about)

    def choose(self, s: Toy, move: Move) -> None:
        s.tell("only", self.rule, self.seat, *move.about)
        s.be_final()


class Any(Say):
    """TY-12 Say any number: one of them is listed, and it is asked nevertheless."""

    is_open_ended: ClassVar[bool] = True

    def allows(self, s: Toy, seat: Seat, move: Move) -> bool:
        return move.verb == "say" and len(move.about) == 1


class Interrupt(Window[Toy]):
    """TY-13 Whoever has cards might hold the 1, by what all see; who holds it may show it."""

    rule: ClassVar[str] = "TY-13"

    def deciders(self, s: Toy) -> list[Seat]:
        return [seat for seat in range(s.box.players) if s.places[HAND + seat]]

    def reactions(self, s: Toy, seat: Seat) -> list[Move]:
        return [Move("stop", 1)] if 1 in s.places[HAND + seat] else []

    def react(self, s: Toy, seat: Seat, move: Move) -> Step[Toy]:
        return Stop(seat)


class Stop(SeatStep[Toy]):
    """TY-14 The 1 is shown."""

    def resolve(self, s: Toy) -> None:
        s.move("stop", "TY-14", self.seat, (1,), HAND + self.seat, SHOW)


class Play(Ballot[Toy]):
    """TY-6 Everyone with cards plays one in secret; all are shown together."""

    rule: ClassVar[str] = "TY-6"

    def deciders(self, s: Toy) -> list[Seat]:
        return [seat for seat in range(s.box.players) if s.places[HAND + seat]]

    def moves(self, s: Toy, seat: Seat) -> list[Move]:
        return [Move("play", card) for card in s.places[HAND + seat]]

    def reveal(self, s: Toy, answers: dict[Seat, Move]) -> None:
        for seat in sorted(answers):
            s.move("play", self.rule, seat, answers[seat].about, HAND + seat, SHOW)


class Vote(Ballot[Toy]):
    """TY-9 Everyone votes; no card is shown by it."""

    rule: ClassVar[str] = "TY-9"

    def deciders(self, s: Toy) -> list[Seat]:
        return list(range(s.box.players))

    def moves(self, s: Toy, seat: Seat) -> list[Move]:
        return [Move("vote", 0), Move("vote", 1)]

    def reveal(self, s: Toy, answers: dict[Seat, Move]) -> None:
        votes = sum([answers[seat].about[0] for seat in sorted(answers)])
        s.set("ring", self.rule, 0, RINGS, votes)


class ToyGame(Game):
    """A game of the steps it is made with."""

    name = "toy"
    title = "Toy"
    version = 1
    longest = 50

    def __init__(
        self, *agenda: Step[Toy], hands: str = "1 2 3, 4 5 6", deck: str = "7 8 9"
    ) -> None:
        super().__init__()
        self.agenda: Final = agenda
        self.hands: Final = hands
        self.deck: Final = deck

    def player_counts(self) -> list[int]:
        return [2, 3]

    def options(self) -> list[Option]:
        return [Option("loud", [False, True], "TY-8"), Option("speed", [3, 4, "fast"], "TY-8")]

    def editions(self) -> dict[str, Edition]:
        return {"plain": Edition("plain", "", built_in=True)}

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        return toy_box(players)

    def open(self, box: Box) -> State:
        s = Toy(box)
        lay(s, self.hands, self.deck)
        s.then(*self.agenda)
        return s

    def standing(self, s: State) -> Standing:
        scores: list[tuple[int, ...]] = [
            (len(s.places[HAND + seat]),) for seat in range(s.box.players)
        ]
        return Standing(rank(scores)[0], scores, "TY-9", "cards")


def toy(*agenda: Step[Toy], hands: str = "1 2 3, 4 5 6", deck: str = "7 8 9") -> Toy:
    """A toy with these steps to come, played on to the first question, and listening."""
    s = Toy(toy_box())
    lay(s, hands, deck)
    s.events = []
    s.then(*agenda)
    s.play_on()
    return s


def toy_table(*agenda: Step[Toy], hands: str = "1 2 3, 4 5 6") -> Table:
    """A table of toys, for as many players as there are hands."""
    game = ToyGame(*agenda, hands=hands)
    return Table(Record(game, len(hands.split(",")), {}, game.editions()["plain"], seed=1))


def notes(events: list[Event] | None) -> list[int]:
    """What was said, in order."""
    return [event.cards[0] for event in events or [] if event.kind in ("note", "said")]
