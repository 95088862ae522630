"""What The Faceless forbids to try out is not taken back alone."""

from __future__ import annotations

import random

from duskhall.engine.table import CONSENT, Table
from tests.games.tables import Case, answer_by_lot, cases

WALKS = {"walk", "team"}  # a card that is played, a step of the Team


def dusk() -> Case:
    return next(case for case in cases() if case.game.name == "the-faceless")


def told(table: Table) -> set[str]:
    """What the last answer did; that the Team is set up is no step."""
    return {event.kind for event in table.events[-1] if event.rule != "TF-16"}


def test_a_card_played_and_a_step_of_the_team_stand() -> None:
    """TF-20 TF-25"""
    seen: set[str] = set()
    for seed in range(30):
        table, lots = dusk().sit_down(seed), random.Random(seed)
        while table.state.waiting:
            seat, move = answer_by_lot(table.state, lots)
            table.play(seat, move)
            if told(table) & WALKS:
                seen |= told(table)
                assert table.may_take_back(seat) == CONSENT
    assert seen >= WALKS
