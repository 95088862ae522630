"""Retracing: a record is held against what was kept of it, by the rules of today."""

from __future__ import annotations

from duskhall import Move, Record, Table
from duskhall.engine.game import Standing
from duskhall.engine.state import State
from duskhall.engine.steps import Step
from duskhall.engine.table import Parting, retrace
from tests.engine.toy import Deal, Ring, Say, Toy, ToyGame, interpreted_only

pytestmark = interpreted_only
MOVES = [(0, Move("say", 2)), (1, Move("ring", 4)), (0, Move("say", 1))]


def old() -> list[Step[Toy]]:
    """The rules of then."""
    return [Say(0, 3), Ring(1), Say(0, 3)]


def kept(game: ToyGame) -> tuple[list[int], Standing | None]:
    """What was kept of a game by the rules of then."""
    table = played(game)
    return table.pulses, table.record.result


def played(game: ToyGame) -> Table:
    record = Record(game, 2, {}, game.editions()["plain"], seed=1)
    record.moves = MOVES[:]
    return Table(record)


def traced(
    *agenda: Step[Toy], hands: str = "1 2 3, 4 5 6", game: ToyGame | None = None
) -> tuple[Table, Parting | None]:
    """What becomes of the old game by other rules."""
    pulses, result = kept(ToyGame(*old()))
    new = game or ToyGame(*agenda, hands=hands)
    record = Record(new, 2, {}, new.editions()["plain"], seed=1)
    record.moves = MOVES[:]
    return retrace(record, pulses, result)


def test_the_same_rules_lead_the_same_way() -> None:
    table, parting = traced(*old())
    assert parting is None
    assert not table.state.waiting
    assert table.record.moves == MOVES


class Chatty(Say):
    """Tells more of the same."""

    def choose(self, s: Toy, move: Move) -> None:
        super().choose(s, move)
        s.tell("note", "TY-1", 0, 3)


Chatty.__name__ = "Say"


def test_what_is_only_told_otherwise_is_the_same() -> None:
    assert traced(Chatty(0, 3), Ring(1), Chatty(0, 3))[1] is None


def test_another_deal_parts_before_the_first_answer() -> None:
    table, parting = traced(Deal(), *old())
    assert parting == Parting(-1, "another deal")
    assert table.record.moves == []


class Twice(Ring):
    """The bell rings twice as often now."""

    def choose(self, s: Toy, move: Move) -> None:
        super().choose(s, Move("ring", 2 * move.about[0]))


Twice.__name__ = "Ring"  # an old rule, changed


def test_another_outcome_leaves_the_table_before_it() -> None:
    table, parting = traced(Say(0, 3), Twice(1), Say(0, 3))
    assert parting == Parting(1, "another outcome")
    assert table.record.moves == MOVES[:1]
    assert table.state.waiting == [1]


class Higher(Ring):
    """Only 5 and more may be rung now."""

    def allows(self, s: Toy, seat: int, move: Move) -> bool:
        return move.about > (4,)


Higher.__name__ = "Ring"


def test_an_answer_that_is_not_legal_any_more_parts_with_the_reason() -> None:
    table, parting = traced(Say(0, 3), Higher(1), Say(0, 3))
    assert parting == Parting(1, "4 is too low. (TY-5)")
    assert table.state.waiting == [1]


class Crash(Ring):
    def choose(self, s: Toy, move: Move) -> None:
        raise KeyError


Crash.__name__ = "Ring"


def test_a_rule_that_crashes_parts_and_does_not_crash_the_table() -> None:
    table, parting = traced(Say(0, 3), Crash(1), Say(0, 3))
    assert parting == Parting(1, "KeyError")
    assert table.record.moves == MOVES[:1]
    assert table.state.waiting == [1]


class Generous(ToyGame):
    def standing(self, s: State) -> Standing:
        return Standing([1, 1], [(9,), (9,)], "TY-9", "cards")


def test_another_result_parts_at_the_end() -> None:
    table, parting = traced(game=Generous(*old()))
    assert parting == Parting(3, "another result")
    assert table.record.moves == MOVES


def test_what_was_never_kept_is_not_missed() -> None:
    game = ToyGame(Say(0, 3), Twice(1), Say(0, 3))
    record = Record(game, 2, {}, game.editions()["plain"], seed=1)
    record.moves = MOVES[:]
    table, parting = retrace(record, [0, 0])
    assert parting is None
    assert table.state.numbers == [8]


def test_pulses_are_kept_by_position_and_go_with_a_take_back() -> None:
    table = played(ToyGame(*old()))
    assert len(table.pulses) == len(MOVES) + 1
    sparing = Table(played(ToyGame(*old())).record.copy(), sparing=True)
    assert sparing.pulses == table.pulses
    pulses = table.pulses[:]
    table.take_back(0, consent=True)
    assert table.pulses == pulses[:3]
    assert len(set(pulses)) > 1
