"""Tables that stand at a moment worth looking at: bots play a game until it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duskhall
from duskhall.bots import make_bot
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.state import State
from tests.browser.hall import Hall, Links

Wanted = Callable[[State], bool]


def asks(step: str, seat: int = 0, choices: int = 2) -> Wanted:
    """Whether this seat is asked this question, and has something to choose."""

    def wanted(s: State) -> bool:
        asked = repr(s.agenda[-1]).partition("(")[0] if s.agenda else ""
        return asked == step and seat in s.waiting and len(s.legal_moves(seat)) >= choices

    return wanted


def find(
    game: str,
    players: int,
    wanted: Wanted,
    after: int = 0,
    seed: int = 1,
    bot: str = "random",
    **options: Any,
) -> tuple[str, int]:
    """A record of a game, and the position of the first such moment after so many moves."""
    rules = duskhall.game(game)
    while True:
        table = duskhall.new_table(rules, players, seed, **options)
        minds = [make_bot(bot, rules, seed + seat) for seat in range(players)]
        while table.state.waiting:
            position = len(table.record.moves)
            if position >= after and wanted(table.state):
                return table.record.dumps(), position
            seat = table.state.waiting[0]
            table.play(seat, minds[seat].answer(table.state, seat, position))
        seed += 1


def finished(game: str, seed: int = 3) -> tuple[str, list[str]]:
    """The record of a whole game, and what lay hidden when it was dealt: the names of those cards."""
    rules = duskhall.game(game)
    players = max(2, rules.counts({})[0])
    table = duskhall.new_table(rules, players, seed)
    box, view = table.state.box, table.state.view(ALL_SEEING)["places"]
    seen = table.state.view(SPECTATOR)["places"]
    assert isinstance(view, dict)
    assert isinstance(seen, dict)
    hidden = [
        rules.catalogue().card(box, card, "en")
        for place, cards in view.items()
        if isinstance(seen[place], int)
        for card in cards
    ]
    minds = [make_bot("random", rules, seed + seat) for seat in range(players)]
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, minds[seat].answer(table.state, seat, len(table.record.moves)))
    return table.record.dumps(), hidden


def stand(
    hall: Hall, found: tuple[str, int], *kinds: str, language: str = "en", ask_first: bool = False
) -> Links:
    """A table at that moment. Seats are named as for `hall.table`."""
    record, position = found
    seats = [
        {"kind": "bot", "bot": "greedy"} if kind == "bot" else {"kind": "person", "name": kind}
        for kind in kinds
    ]
    plan = {"record": record, "position": position, "seats": seats, "language": language}
    return Links(hall.ask("/api/tables/from-record", {**plan, "ask_first": ask_first}))
