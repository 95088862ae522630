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
WIDTH: Final = 4  # bytes of a cell


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
        self.bytes: Final = bytearray(layout.size * WIDTH)  # the same cells, as NumPy reads them
        self.row: Final = memoryview(self.bytes).cast("i")
        self.piles: list[tuple[int, ...]] = [()] * len(layout.places)
        self.looks = 0
        self.seen: Final = [0] * len(layout.box.card_names)  # by card: the look that saw it move
        self.put(SEAT, seat)

    def put(self, at: int, value: int) -> None:
        if self.cells[at] != value:
            self.cells[at] = value
            self.row[at] = value

    def look(self, s: State, given: list[int]) -> list[int]:
        """The row as it stands now. It is shared: whoever keeps it copies it."""
        layout, piles, box = self.layout, self.piles, self.layout.box
        key: tuple[int, ...] = ()
        question = 0
        if s.agenda:
            step = s.agenda[-1]
            question = layout.questions.get(type(step).__name__, 0)
            key = step.key()
        self.put(QUESTION, question)
        for at in range(STEP_NUMBERS):
            self.put(QUESTION_NUMBERS + at, key[at] if at < len(key) else 0)
        for at in range(GIVEN):
            self.put(ANSWERED + at, given[at] if at < len(given) else 0)
        asked = s.asked()
        for seat in range(box.players):
            self.put(ASKED + seat, 1 if seat in asked else 0)
        at = layout.first_number
        for number in layout.numbers:
            self.put(at, s.numbers[number])
            at += 1
        self.looks += 1
        gone: list[int] = []
        for index, place in enumerate(layout.places):
            pile = s.places[place]
            if pile is not piles[index]:
                self.put(layout.first_place + index, len(pile))
                if box.seers[place] >> self.seat & 1:
                    gone.extend(piles[index])
                    ordered = box.ordered[place]
                    for lies, card in enumerate(pile):
                        self.seen[card] = self.looks
                        self.put(layout.first_card + card, index + 1)
                        self.put(layout.first_order + card, lies + 1 if ordered else 0)
                piles[index] = pile
        for card in gone:
            if self.seen[card] != self.looks:
                self.put(layout.first_card + card, 0)
                self.put(layout.first_order + card, 0)
        return self.cells
