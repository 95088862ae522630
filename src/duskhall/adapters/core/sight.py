"""What a seat sees as a row of whole numbers, brought up to date with as little work as can be.

It is made of what `State.view` is made of: cards in places that the seat sees, how many lie in the
others, the public numbers and the question. So nothing is in it that the seat may not know.
"""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.game import game
from duskhall.engine.positions import steps_of
from duskhall.engine.state import State

STEP_NUMBERS: Final = 4  # of the question: what it is made of
GIVEN: Final = 8  # small steps of the own answer that are seen again
SEAT: Final = 0
QUESTION: Final = 1
QUESTION_NUMBERS: Final = 2
ANSWERED: Final = QUESTION_NUMBERS + STEP_NUMBERS
ASKED: Final = ANSWERED + GIVEN


class Layout:
    """Where what stands in a sight, with a name for each cell. Tables of a box share it."""

    def __init__(self, box: Box) -> None:
        self.box: Final = box
        kind = game(box.source[0])
        self.questions: Final = {
            name: at for at, name in enumerate(sorted(steps_of(kind)), 1)
        }  # 0 is no question: the game is over
        self.numbers: Final = [number for number, _ in box.number_names]
        self.places: Final = [place for place, _ in box.place_names]
        self.first_number: Final = ASKED + box.players
        self.first_place: Final = self.first_number + len(self.numbers)
        self.first_card: Final = self.first_place + len(self.places)
        self.first_order: Final = self.first_card + len(box.card_names)
        self.size: Final = self.first_order + len(box.card_names)
        self.names: Final = [
            "seat",
            "question",
            *[f"question.{at}" for at in range(STEP_NUMBERS)],
            *[f"answered.{at}" for at in range(GIVEN)],
            *[f"asked.{seat}" for seat in range(box.players)],
            *[f"number {name}" for _, name in box.number_names],
            *[f"count {name}" for _, name in box.place_names],
            *[f"where card {card}" for card in range(len(box.card_names))],
            *[f"order card {card}" for card in range(len(box.card_names))],
        ]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return layout_of, (self.box,)

    def __deepcopy__(self, memo: object) -> Layout:
        return self


_layouts: Final[dict[int, Layout]] = {}


def layout_of(box: Box) -> Layout:
    found = _layouts.get(id(box))
    if found is None:
        if len(_layouts) >= 64:
            _layouts.clear()
        found = Layout(box)
        _layouts[id(box)] = found
    return found


class Sight:
    """What one seat sees of a table. Only what has changed since it last looked is written again."""

    def __init__(self, layout: Layout, seat: Seat) -> None:
        self.layout: Final = layout
        self.seat: Final = seat
        self.cells: Final = [0] * layout.size
        self.cells[SEAT] = seat
        self.piles: list[tuple[int, ...]] = [()] * len(layout.places)

    def look(self, s: State, given: list[int]) -> list[int]:
        """The row as it stands now. It is shared: whoever keeps it copies it."""
        layout, cells, piles, box = self.layout, self.cells, self.piles, self.layout.box
        first_card, first_order, first_place = (
            layout.first_card,
            layout.first_order,
            layout.first_place,
        )
        if s.agenda:
            step = s.agenda[-1]
            cells[QUESTION] = layout.questions.get(type(step).__name__, 0)
            key = step.key()
            for at in range(STEP_NUMBERS):
                cells[QUESTION_NUMBERS + at] = key[at] if at < len(key) else 0
        else:
            cells[QUESTION] = 0
            for at in range(STEP_NUMBERS):
                cells[QUESTION_NUMBERS + at] = 0
        for at in range(GIVEN):
            cells[ANSWERED + at] = given[at] if at < len(given) else 0
        for seat in range(box.players):
            cells[ASKED + seat] = 0
        for seat in s.asked():
            cells[ASKED + seat] = 1
        at = layout.first_number
        for number in layout.numbers:
            cells[at] = s.numbers[number]
            at += 1
        changed: list[int] = []
        for index, place in enumerate(layout.places):
            if s.places[place] is not piles[index]:
                changed.append(index)
                if box.seers[place] >> self.seat & 1:
                    for card in piles[index]:
                        cells[first_card + card] = 0
                        cells[first_order + card] = 0
        for index in changed:
            place = layout.places[index]
            pile = s.places[place]
            piles[index] = pile
            cells[first_place + index] = len(pile)
            if box.seers[place] >> self.seat & 1:
                ordered = box.ordered[place]
                for lies, card in enumerate(pile):
                    cells[first_card + card] = index + 1
                    cells[first_order + card] = lies + 1 if ordered else 0
        return cells
