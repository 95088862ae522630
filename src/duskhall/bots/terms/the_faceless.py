"""What is counted of an answer in The Faceless: memories, ways, cards, and how near Billygoat is."""

from __future__ import annotations

from typing import Final

from duskhall.bots.terms import NOW, Terms
from duskhall.bots.values.the_faceless_kids import won_with
from duskhall.engine.events import Event, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    COLLECTED,
    COLUMN,
    GOAT,
    MEMORIES,
    OUTCOME,
    RED,
    SPOT_AT,
    TEAM,
    WON,
)
from duskhall.games.the_faceless.rules.setup import ChooseKid
from duskhall.games.the_faceless.state import Dusk

FAR: Final = 99
GOAT_STARTS: Final = "goat"  # a verb
USING: Final = "TF-40"  # a memory is used, which nobody has to
NEAR_ENOUGH: Final = 6  # spaces from which on Billygoat is no matter of this turn


class DuskTerms(Terms):
    def weights(self) -> dict[str, float]:
        return {
            "safe": 0.04,
            "memories": 1.1,
            "way": 0.16,
            "goat": 0.14,
            "cards": 0.09,
            "given": 0.2,
            "calm": 0.1,
        }

    def shares(self) -> list[str]:
        return ["safe"]

    def goal(self, s: State, seat: Seat, move: Move) -> tuple[str, tuple[int, ...]] | None:
        """TF-166 How bots fared with a kid, and with the others that are left on average."""
        assert isinstance(s, Dusk)
        if not isinstance(s.agenda[-1], ChooseKid):
            return None
        others = [won_with(s, other) for other in s.legal_moves(seat) if other != move]
        return "measured", (won_with(s, move), round(sum(others) / max(1, len(others))))

    def own(self, s: State, seat: Seat, move: Move) -> list[str] | None:
        """TF-16 Before Billygoat stands on the board, where it will stand is another's doing."""
        assert isinstance(s, Dusk)
        if s.numbers[GOAT] < 0 and move.verb != GOAT_STARTS:
            return [key for key in self.weights() if key != "goat"]
        return None

    def facts(
        self, s: State, seat: Seat, move: Move, after: State, events: list[Event]
    ) -> list[tuple[str, tuple[int, ...]]]:
        """TF-30 A memory that the Team has come to is collected. TF-28 Memories wait to be used."""
        assert isinstance(s, Dusk)
        assert isinstance(after, Dusk)
        if move.verb == "done" and any(other.verb == "use" for other in s.legal_moves(seat)):
            return [("kept" + NOW, (len(s.places[COLLECTED]),))]
        return [("memories" + NOW, ())] if found_by(after) > found_by(s) else []

    def count(self, s: State, seat: Seat, events: list[Event]) -> dict[str, float]:
        assert isinstance(s, Dusk)
        numbers = s.numbers
        is_lost = s.is_over() and numbers[OUTCOME] != WON
        found = {"safe": 0.0 if is_lost else 100.0}
        found["memories"] = float(found_by(s))
        # Whether a memory is used later is another answer's doing: only what has to be given up counts.
        found["given"] = 0.0
        for event in events:
            if event.kind == "spend" and event.rule != USING:
                found["given"] -= 1
        hands = 0
        for other in range(s.box.players):
            hands += len(s.hand(other))
        found["cards"] = float(hands)
        found["calm"] = -float(len(s.places[COLUMN + RED]))
        if numbers[TEAM] >= 0:
            steps = walk(s, numbers[TEAM])
            spots = [numbers[SPOT_AT + spot] for spot in range(MEMORIES)]
            nearest = min([steps[space] for space in spots if space >= 0], default=0)
            # Who has just collected the nearest one has the next before them: that is no loss.
            has_collected = any(event.kind == "collect" for event in events)
            if nearest < FAR and not has_collected:
                found["way"] = -float(nearest)
            if numbers[GOAT] >= 0:
                found["goat"] = float(min(steps[numbers[GOAT]], NEAR_ENOUGH))
        return found


def found_by(s: Dusk) -> int:
    """How many memories the Team has found: they lie on no space any more."""
    return [s.numbers[SPOT_AT + spot] for spot in range(MEMORIES)].count(-1)


def walk(s: Dusk, start: int) -> list[int]:
    """By space: how many steps it is away, around the obstacles."""
    board = s.world.board
    wraps = board.mirrored if s.world.is_mirrored else board.far_end
    steps = [FAR] * board.count
    steps[start] = 0
    frontier = [start]
    while frontier:
        following: list[int] = []
        for space in frontier:
            for way in range(6):
                near = board.near[space * 6 + way]
                if near == OFF:
                    near = wraps[space * 6 + way]
                if steps[near] == FAR and not s.walls[near]:
                    steps[near] = steps[space] + 1
                    following.append(near)
        frontier = following
    return steps


def make_terms() -> Terms:
    return DuskTerms()
