"""Positions as text that somebody has changed: refused in one line, or a table that plays."""

from __future__ import annotations

import random
import re

import pytest

from duskhall import installed
from duskhall.engine.events import ALL_SEEING
from duskhall.engine.game import Game
from duskhall.engine.positions import (
    WrongPosition,
    position_game,
    print_position,
    read_position,
    try_position,
)
from duskhall.engine.state import State
from tests.games.tables import answer_by_lot, cases, positions, some_positions

EDITS = 250  # per game
PLAYS = "plays"
NUMBERS = [0, 1, 2, 3, 5, 9, 12, 50, -1, -5, 99, 1000, 10**9]
LETTERS = "0123456789 ,=<():?|-xyz.\n"

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)


def edited(text: str, lots: random.Random) -> str:
    """The text with a slip of the pen or of the mind, or a few."""
    for _ in range(lots.choice([1, 1, 1, 2, 4])):
        numbers = list(re.finditer(r"-?\d+", text))
        words, lines = text.split(" "), text.split("\n")
        slip = lots.randrange(6)
        if slip == 0:
            at = lots.randrange(len(text))
            text = text[:at] + lots.choice(LETTERS) + text[at + 1 :]
        elif slip == 1:
            at = lots.randrange(len(text))
            text = text[:at] + text[at + lots.randrange(1, 5) :]
        elif slip == 2:
            del lines[lots.randrange(len(lines))]
            text = "\n".join(lines)
        elif slip == 3 and numbers:
            number = lots.choice(numbers)
            text = text[: number.start()] + str(lots.choice(NUMBERS)) + text[number.end() :]
        elif slip == 4:
            one, two = lots.randrange(len(words)), lots.randrange(len(words))
            words[one], words[two] = words[two], words[one]
            text = " ".join(words)
        else:
            lots.shuffle(lines)
            text = "\n".join(lines)
    return text


def play_to_the_end(s: State, game: Game, lots: random.Random) -> None:
    for _ in range(game.longest):
        if s.waiting:
            s.apply(*answer_by_lot(s, lots))
    assert not s.waiting
    game.standing(s)


@each_game
def test_a_changed_text_is_refused_or_plays(game: Game) -> None:
    lots = random.Random(game.name)
    tables = [case for case in cases() if case.game is game]
    edition = next(iter(game.editions()))
    outcomes: list[str] = []
    while len(outcomes) < EDITS:
        case = lots.choice(tables)
        for s in some_positions(case, 5):
            text = print_position(s, game, edition, lots.choice([ALL_SEEING, 0]))
            changed = edited(text, lots)
            try:
                position_game(changed)
                read = read_position(changed, game, s.box)
                try_position(read, game)
            except WrongPosition as wrong:
                outcomes.append(str(wrong))
            else:
                play_to_the_end(read, game, lots)
                outcomes.append(PLAYS)
    assert 0 < outcomes.count(PLAYS) < EDITS
    assert not any("\n" in outcome for outcome in outcomes)


@each_game
def test_no_true_position_has_a_flaw(game: Game) -> None:
    for case in [case for case in cases() if case.game is game]:
        for s in positions(case):
            assert s.flaw() == ""
            for place, cards in enumerate(s.places):
                assert all(s.belongs(card, place) for card in cards)
