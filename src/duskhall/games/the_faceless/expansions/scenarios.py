"""What scenarios have of their own: their kids, the way home, and a name that is not to be said."""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar, Final

from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal, SeatStep, Step
from duskhall.games.the_faceless.box import (
    CURRENT,
    MEMORIES,
    POWERS,
    SPOT_AT,
    TEAM,
    THREAT,
    TURN,
    Duskworld,
)
from duskhall.games.the_faceless.parts import Part
from duskhall.games.the_faceless.rules.threats import ThreatPhase, strike
from duskhall.games.the_faceless.rules.turn import Act, After, OpenWindow, Turn
from duskhall.games.the_faceless.state import Dusk

BILLYGOAT: Final = "3"  # in the section `figure` of the catalogue


class Cast(Part):
    """TF-178 A scenario has its own kids; with fewer players, the first of them."""

    name: ClassVar[str] = "kids"

    def __init__(self, kids: list[str]) -> None:
        self.kids: Final = kids

    def add_cards(self, box: Duskworld) -> None:
        powers = [POWERS.index(kid) for kid in self.kids[: box.players]]
        found = [card for card in box.kids if box.power[card] in powers]
        if len(found) >= box.players:
            box.cast = found


class Homecoming(Part):
    """TF-173, TF-167 After the last memory the Team must stand next to the Entrance."""

    name: ClassVar[str] = "home"
    rule: ClassVar[str] = "TF-173"

    def join(self, box: Duskworld) -> None:
        box.moments.victory.append(self)

    def is_won(self, s: Dusk) -> bool:
        return s.numbers[TEAM] in s.beside_entrance()

    def goals(self, s: Dusk) -> list[int]:
        """The way home begins with the last memory; then the nearest space that is free counts."""
        is_lying = any(s.numbers[SPOT_AT + spot] >= 0 for spot in range(MEMORIES))
        if is_lying or self.is_won(s):
            return []
        board, team = s.world.board, s.numbers[TEAM]
        free = [space for space in s.beside_entrance() if not s.walls[space]]
        free.sort(key=lambda space: board.distance[team * board.count + space])
        return free[:1]


class TheName(Part):
    """TF-175, TF-168 Who says the name in their turn adds an event card, and it strikes."""

    name: ClassVar[str] = "name"
    rule: ClassVar[str] = "TF-175"

    def __init__(self) -> None:
        self.names: list[str] = []  # in every language of the page

    def join(self, box: Duskworld) -> None:
        for sentences in box.catalogue.sentences.values():
            self.names.append(folded(sentences["figure"][BILLYGOAT]))
        box.moments.outside.append(self)

    def listens(self, s: Dusk, seat: Seat, text: str) -> Move | None:
        if seat != s.numbers[CURRENT] or not s.numbers[TURN] or s.is_over():
            return None
        said = folded(text)
        is_said = any(name in said for name in self.names)
        return Move("name", seat) if is_said else None

    def hears(self, s: Dusk, move: Move) -> bool:
        return move == Move("name", s.numbers[CURRENT]) and s.numbers[TURN] > 0

    def heard(self, s: Dusk, move: Move) -> list[Step[Any]]:
        """TF-168 At the next moment when nothing is half done."""
        whole = (Act, After, OpenWindow, ThreatPhase, Turn)
        at = len(s.agenda)
        while at and not isinstance(s.agenda[at - 1], whole):
            at -= 1
        s.agenda.insert(at, Summon(move.about[0]))
        return []

    def by_hand(self, s: Dusk) -> Refusal:
        return Refusal("TF-168", "name-by-hand")


def folded(text: str) -> str:
    """TF-168 What is said, in whatever case and width it is written, without letters that nobody sees."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join([letter for letter in plain if unicodedata.category(letter)[0] != "C"])


class Summon(SeatStep[Dusk]):
    """TF-168 A card joins the display and strikes, without Julie and Karyn."""

    rule: ClassVar[str] = "TF-168"

    def resolve(self, s: Dusk) -> None:
        s.tell("summon", self.rule, self.seat)
        card = s.draw_event(self.seat, THREAT, "reveal", self.rule)
        if card:
            s.join_column(self.seat, card, self.rule)
            strike(s, self.seat, card)
