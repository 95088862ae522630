"""Vigil, a toy: a clock, a word that is listened for, a hush, quiet windows, and trades.

The active seat attacks others for their coins. Whoever holds a Guard may stop it; everyone with
cards is asked, so that nobody is betrayed by it.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.edition import Edition
from duskhall.engine.events import Seat
from duskhall.engine.game import Game, Option, Standing, rank
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import Clock, Offer, State
from duskhall.engine.steps import Ballot, Choice, Refusal, SeatStep, Step, Window

DECK: Final = 0  # nobody sees it
DISCARD: Final = 1
HAND: Final = 2  # + seat
TURN: Final = 0  # how many there have been
LATE: Final = 1  # how often the clock has run out
BOOS: Final = 2
SILENCE: Final = 3  # 1 while the active seat has asked for it
COINS: Final = 4  # + seat
GUARDS: Final = (0, 1)
TURNS: Final = 12


class Table(State):
    @property
    def active(self) -> Seat:
        return self.numbers[TURN] % self.box.players

    def clone(self) -> Table:
        copy = Table(self.box)
        self.copy_into(copy)
        return copy

    def clock(self) -> Clock | None:
        seconds = self.box.options["seconds"]
        assert isinstance(seconds, int)
        number = self.numbers[TURN] * 100 + self.numbers[LATE]
        return Clock(number, seconds, Move("run_out")) if seconds else None

    def hears(self, move: Move) -> Refusal | None:
        return None if move.verb in ("run_out", "boo") else Refusal("VG-1", "not-offered")

    def heard(self, move: Move) -> list[Step[Table]]:
        return [Boo(*move.about)] if move.verb == "boo" else [TimeUp()]

    def listens(self, seat: Seat, text: str) -> Move | None:
        return Move("boo", seat) if "boo" in text.lower() else None

    def hush(self, seat: Seat) -> Refusal | None:
        if self.numbers[SILENCE] and seat != self.active:
            return Refusal("VG-2", "silence", (self.active,))
        return None

    def current_turn(self) -> int:
        return self.numbers[TURN]

    def may_offer(self, offer: Offer) -> Refusal | None:
        terms = read_terms(offer.terms)
        if terms is None or (offer.maker != self.active and offer.to != (self.active,)):
            return Refusal("VG-3", "nonsense")
        if self.numbers[COINS + offer.maker] < terms[0]:
            return Refusal("VG-3", "poor", (terms[0],))
        return None

    def most_offers(self, seat: Seat) -> int:
        return 12

    def may_whisper(self) -> Refusal | None:
        return None

    def closes(self, offer: Offer, by: Seat) -> list[tuple[Seat, Move]]:
        give, take = read_terms(offer.terms) or (0, 0)
        if offer.maker == self.active:
            trade = (offer.maker, Move("trade", by, give, take))
        else:
            trade = (by, Move("trade", offer.maker, take, give))
        return [trade, (by if by != self.active else offer.maker, Move("agree"))]


def read_terms(text: str) -> tuple[int, int] | None:
    """`swap 2 1`: two coins for one."""
    try:
        move = parse_move(text)
    except ValueError:
        return None
    if move.verb != "swap" or len(move.about) != 2 or min(move.about) < 0:
        return None
    return move.about[0], move.about[1]


class Deal(Step[Table]):
    """VG-0 Everyone is dealt a card and five coins."""

    def resolve(self, s: Table) -> None:
        for seat in range(s.box.players):
            s.move("deal", "VG-0", seat, s.draw(DECK, 1), DECK, HAND + seat)
            s.set("coins", "VG-0", seat, COINS + seat, 5)


class TimeUp(Step[Table]):
    """VG-1 Who dawdles loses a coin."""

    def resolve(self, s: Table) -> None:
        s.set("late", "VG-1", s.active, LATE, s.numbers[LATE] + 1)


class Boo(SeatStep[Table]):
    """VG-1 A boo is counted."""

    def resolve(self, s: Table) -> None:
        s.set("boo", "VG-1", self.seat, BOOS, s.numbers[BOOS] + 1)


class Act(Choice[Table]):
    """VG-4 Attack, ask for silence, have all vote, trade, or end the turn."""

    rule: ClassVar[str] = "VG-4"

    def moves(self, s: Table, seat: Seat) -> list[Move]:
        others = [other for other in range(s.box.players) if other != seat]
        attacks = [Move("attack", other) for other in others]
        return [Move("end"), Move("hush"), Move("poll"), *attacks]

    def allows(self, s: Table, seat: Seat, move: Move) -> bool:
        if move.verb != "trade" or len(move.about) != 3:
            return move in self.moves(s, seat)
        to, give, take = move.about
        others = [other for other in range(s.box.players) if other != seat]
        return to in others and 0 <= give <= s.numbers[COINS + seat] and take >= 0

    def choose(self, s: Table, move: Move) -> None:
        if move.verb == "end":
            s.set("end", self.rule, self.seat, SILENCE, 0)
            s.set("turn", self.rule, self.seat, TURN, s.numbers[TURN] + 1)
            return
        if move.verb == "hush":
            s.set("hush", self.rule, self.seat, SILENCE, 1)
            s.then(self)
        elif move.verb == "poll":
            s.then(Poll(), self)
        elif move.verb == "trade":
            s.then(Answer(*move.about), self)
        else:
            s.then(Attacked(self.seat, *move.about), Hit(self.seat, *move.about), self)


class Poll(Ballot[Table]):
    """VG-9 All vote in secret, and nobody minds who is slow."""

    rule: ClassVar[str] = "VG-9"

    def deciders(self, s: Table) -> list[Seat]:
        return list(range(s.box.players))

    def moves(self, s: Table, seat: Seat) -> list[Move]:
        return [Move("aye"), Move("nay")]

    def reveal(self, s: Table, answers: dict[Seat, Move]) -> None:
        s.tell("poll", self.rule, s.active)


class Answer(Choice[Table]):
    """VG-5 Agree to a trade, or refuse it."""

    rule: ClassVar[str] = "VG-5"

    def __init__(self, seat: Seat, give: int, take: int) -> None:
        super().__init__(seat)
        self.give: Final = give
        self.take: Final = take

    def key(self) -> tuple[int, ...]:
        return self.seat, self.give, self.take

    def moves(self, s: Table, seat: Seat) -> list[Move]:
        can = s.numbers[COINS + seat] >= self.take
        return [*[Move("agree")] * can, Move("refuse")]

    def choose(self, s: Table, move: Move) -> None:
        if move.verb == "agree":
            change = self.give - self.take
            for seat, coins in ((self.seat, change), (s.active, -change)):
                s.set("paid", self.rule, seat, COINS + seat, s.numbers[COINS + seat] + coins)


class Attacked(Window[Table]):
    """VG-6 Who holds a Guard may spend it. Whoever has a card may hold one."""

    rule: ClassVar[str] = "VG-6"

    def __init__(self, active: Seat, target: Seat) -> None:
        self.active: Final = active
        self.target: Final = target

    def key(self) -> tuple[int, ...]:
        return self.active, self.target

    def deciders(self, s: Table) -> list[Seat]:
        seats = [seat for seat in range(s.box.players) if seat != self.active]
        return [seat for seat in seats if s.places[HAND + seat]]

    def reactions(self, s: Table, seat: Seat) -> list[Move]:
        return [Move("guard", card) for card in s.places[HAND + seat] if card in GUARDS]

    def react(self, s: Table, seat: Seat, move: Move) -> Step[Table]:
        return Guarded(seat, *move.about)

    def occasion(self, s: Table, seat: Seat) -> str:
        return "Attacked.self" if seat == self.target else "Attacked"


class Guarded(SeatStep[Table]):
    """VG-6 The Guard is spent, and earns two coins."""

    def __init__(self, seat: Seat, card: int) -> None:
        super().__init__(seat)
        self.card: Final = card

    def key(self) -> tuple[int, ...]:
        return self.seat, self.card

    def resolve(self, s: Table) -> None:
        coins = COINS + self.seat
        s.move(
            *("guard", "VG-6", self.seat, (self.card,), HAND + self.seat, DISCARD),
            number=coins,
            value=s.numbers[coins] + 2,
        )


class Hit(SeatStep[Table]):
    """VG-7 The attacked lose a coin, if they have one."""

    def __init__(self, seat: Seat, target: Seat) -> None:
        super().__init__(seat)
        self.target: Final = target

    def key(self) -> tuple[int, ...]:
        return self.seat, self.target

    def resolve(self, s: Table) -> None:
        coins = COINS + self.target
        s.set("hit", "VG-7", self.seat, coins, max(0, s.numbers[coins] - 1))


class Turn(Step[Table]):
    """VG-8 Turns go round until there have been enough of them."""

    def resolve(self, s: Table) -> None:
        if s.numbers[TURN] < TURNS:
            s.then(Act(s.active), self)


class Vigil(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {"plain": "cards.toml"}
    name = "vigil"
    title = "Vigil"
    version = 1
    longest = 1_000

    def player_counts(self) -> list[int]:
        return [2, 3, 4]

    def options(self) -> list[Option]:
        return [Option("seconds", [0, 1, 60], "VG-1")]

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        box = Box(players, options, self.catalogue(), HAND + players)
        box.card_names = [str(row["name"]) for _, row in edition.rows("cards")]
        box.deck_of = [0] * len(box.card_names)
        box.lay_out(DECK, "deck", seen_by=0)
        box.lay_out(DISCARD, "discard")
        for number, name in enumerate(["turn", "late", "boos", "silence"]):
            box.count(number, name)
        for seat in range(players):
            box.lay_out(HAND + seat, "hand", of=seat, seen_by=1 << seat)
            box.count(COINS + seat, f"coins.{seat}")
        return box

    def open(self, box: Box) -> State:
        s = Table(box)
        s.places = [tuple(range(len(box.card_names))), *[()] * (1 + box.players)]
        s.numbers = [0] * (COINS + box.players)
        s.then(Deal(), Turn())
        return s

    def standing(self, s: State) -> Standing:
        scores: list[tuple[int, ...]] = [
            (s.numbers[COINS + seat],) for seat in range(s.box.players)
        ]
        return Standing(rank(scores)[0], scores, "VG-8", "coins")
