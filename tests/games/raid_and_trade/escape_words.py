"""Escape the City in words: tables on the line, set up and played as one would say them.

The line of the city is t1, t2, t8, t4 and so on, and the helipad, whose section is `pad/a`. Guards
are told with their square and what lies under them: "t2-c3 2 food, helipad-g1".
"""

from __future__ import annotations

from duskhall.engine.events import Seat
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.parts import (
    COLOURS,
    CURRENT,
    GIVEN,
    GIVEN_SP,
    GUARD,
    GUARDS,
    HOUSE,
    NOWHERE,
    OUT,
    READY,
    ROUND,
    SEATS,
    START,
    UNDER,
)
from duskhall.games.raid_and_trade.rules.escape.line import FillLine, LayLine
from duskhall.games.raid_and_trade.rules.escape.rounds import EscapeTurn, EscapeTurns
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.raid_and_trade.words import (
    DECKS,
    SAID,
    SQUARE_IDS,
    counted,
    keep_only,
    kinds,
    put,
    seat_players,
    seats,
    square,
)
from tests.games.tables import all_cards
from tests.games.words import begin, split

OWN = ("guards", "houses", "given", "given_sp")


def flight(players: int = 3, /, **said: object) -> Ruin:
    """A table on the line at the beginning of a turn: flight(at="t2/a | t1/a", tokens="1 guns").

    The words are those of `ruin`; `guards` and `houses` tell all there are, where they are not as
    laid out; `given` and `given_sp` what was given for the helicopter, by seat.
    """
    seat, seed = int(str(said.pop("seat", 0))), int(str(said.pop("seed", 1)))
    own = {key: str(said.pop(key)) for key in OWN if key in said}
    words = {**SAID, **{key: str(value) for key, value in said.items() if key in SAID}}
    decks = {key: str(value) for key, value in said.items() if key in DECKS}
    options = {key: value for key, value in said.items() if key not in SAID and key not in DECKS}
    s = GAME.open(GAME.box(players, {**options, "scenario": "escape"}))
    assert isinstance(s, Ruin)
    s.agenda.clear()
    s.reseed(seed)
    every = all_cards(s)
    LayLine().resolve(s)
    FillLine().resolve(s)
    s.events = []
    seat_players(s, words)
    for owner, names in enumerate(seats(words["crafted"])):
        put(s, split(names), READY + owner)
    for key, names in decks.items():
        keep_only(s, split(names), *DECKS[key])
    assert all_cards(s) == every
    if "houses" in own:
        for number in range(len(s.ruins.tiles.squares)):
            s.numbers[HOUSE + number] = 0
        for part in split(own["houses"]):
            where, colour = part.split()
            s.numbers[HOUSE + square(where)] = 1 + COLOURS.index(colour)
    if "guards" in own:
        post(s, own["guards"])
    for owner, tokens in enumerate(seats(own.get("given", ""))):
        for kind in counted(tokens):
            s.numbers[GIVEN + kind * SEATS + owner] += 1
    for owner, n in enumerate(seats(own.get("given_sp", ""))):
        s.numbers[GIVEN_SP + owner] = int(n or 0)
    s.numbers[ROUND] = 1
    s.numbers[START] = s.numbers[CURRENT] = seat
    return begin(s, EscapeTurn(seat), EscapeTurns((seat + 1) % players))


def post(s: Ruin, words: str) -> None:
    """These are all the guards."""
    for guard in range(GUARDS):
        s.numbers[GUARD + guard] = NOWHERE
    for guard, part in enumerate(split(words)):
        where, _, tokens = part.partition(" ")
        s.numbers[GUARD + guard] = square(where)
        for kind in counted(tokens):
            s.numbers[UNDER + kind * GUARDS + guard] += 1


def guards(s: Ruin) -> list[str]:
    """The guards with what lies under them: ["t2-c3 2 food"]."""
    found = []
    for guard in range(GUARDS):
        at = s.numbers[GUARD + guard]
        if at >= 0:
            under = [s.numbers[UNDER + kind * GUARDS + guard] for kind in range(8)]
            found.append(f"{SQUARE_IDS[at]} {kinds(under)}".strip())
    return sorted(found)


def out(s: Ruin) -> list[Seat]:
    return [seat for seat in range(s.box.players) if s.numbers[OUT + seat]]


def result(s: Ruin) -> tuple[list[int], str, str]:
    standing = GAME.standing(s)
    return standing.ranks, standing.rule, standing.reason
