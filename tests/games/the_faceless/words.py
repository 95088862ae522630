"""The Faceless in words: tables set up and played as one would say them.

A space is a pair of coordinates without a blank, `1,-2`: the first grows to the east, the second
to the south-east. `X3` is an external space. A figure is a space and where its coloured half
faces, in degrees counter-clockwise from the east: `1,-2 90`. Directions are E, NE, NW, W, SW, SE.
A comma and a blank part cards and moves, slashes part seats.

At a table of words the Team stands in the middle, and Billygoat west of it turns it the blank
half: the needle points east on all of that row, until the words say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

from duskhall.engine.edition import Edition
from duskhall.engine.events import HIDDEN, Place, Seat
from duskhall.engine.moves import Move
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    COLLECTED,
    COLOURS,
    COLUMN,
    DECK,
    DISCARD,
    EFFECTS,
    FACING,
    GOAT,
    GOAT_FACING,
    HAND,
    KID,
    KID_BOX,
    MEMORY_BOX,
    NEXT,
    OBSTACLE,
    OUTCOME,
    OUTCOMES,
    RING,
    SPENT,
    SPOT,
    SPOT_AT,
    TEAM,
    Duskworld,
)
from duskhall.games.the_faceless.rules.threats import ThreatPhase
from duskhall.games.the_faceless.rules.turn import Turn
from duskhall.games.the_faceless.state import Dusk
from tests.games.tables import all_cards
from tests.games.words import all_answer, begin, events, play_line, refusal, shown

BOARD = GAME.board(GAME.edition("designed"))
WAYS = ["E", "NE", "NW", "W", "SW", "SE"]
FIGURES = ["Judith", "Sam", "Alan"]
MEMORIES = [effect.replace("_", " ").title() for effect in EFFECTS]
# Spaces out of the way, for memories of which the words say nothing.
SPARE = ["-5,5", "-3,5", "-1,5", "1,4", "3,2", "-5,1", "-5,3", "4,1"]
# A table as set-up may lay it out: each obstacle with its spaces.
LAID_OUT = (
    "Brambles 4,0 4,-1 5,-1, Fallen Trunk 2,-3 2,-2 2,-1, Crooked Root -4,1 -5,1 -3,0, "
    "Boulders 1,-5 0,-4 0,-5 1,-4, Bog 2,2 1,3 0,4 -1,4"
)
WORDS = {
    "team": "0,0",
    "goat": "-3,0 180",
    "judith": "X1 330",
    "sam": "X7 0",
    "alan": "X13 270",
    "obstacles": "",
    "lying": "",
    "collected": "",
    "spent": "",
    "display": "",
    "top": "Blue 3",  # a threat that does nothing: it has no pair
    "kids": "",
}
# What tables of several chapters have in common.
NO_FACELESS = {"judith": "off", "sam": "off", "alan": "off"}
STARTS = {"judith": "X1 30", "sam": "X7 150", "alan": "X13 90"}  # alike left and right
WALL = "Fallen Trunk 2,-1 2,0 2,1"  # two steps east of the middle
CORNER = "Crooked Root 4,0 5,-1 4,1"  # all around the corner 5,0
SEVEN = ", ".join(MEMORIES[1:])  # all memories but the Hat
FULL_HAND = "Green 2, Green 2, Green 2"
SIX = "Yellow 1, Yellow 2, Red 1, Red 2, Purple 2, Yellow 3"
EMPTY = {"deck": "", "top": ""}


def split(words: str, separator: str = ", ") -> list[str]:
    return [part.strip() for part in words.split(separator) if part.strip()]


# Reading


def space(words: str) -> int:
    """The number of a space: space("1,-2")."""
    q, r = words.split(",")
    return BOARD.space_at[int(q), int(r)]


def cell(number: int) -> str:
    """A space in words."""
    return "{},{}".format(*BOARD.cells[number]) if number != OFF else "off"


def figure_at(words: str) -> tuple[int, int]:
    """Where a Faceless is and faces: "X3 90"; "off" is one that has been removed."""
    place, _, facing = words.partition(" ")
    return (OFF if place == "off" else int(place[1:])), int(facing or 0)


def placements(obstacle: int, cells: list[str]) -> list[int]:
    """The ways in which an obstacle covers just these spaces."""
    covered = sorted([space(words) for words in cells])
    ways = BOARD.placements[obstacle]
    return [index for index, way in enumerate(ways) if way.cells == covered]


def obstacle_and_cells(words: str) -> tuple[int, list[str]]:
    """Which obstacle, and the spaces it covers: "Fallen Trunk 2,-3 2,-2 2,-1"."""
    name = next(name for name in BOARD.obstacle_names if words.startswith(name))
    return BOARD.obstacle_names.index(name), re.findall(r"-?\d+,-?\d+", words)


def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    """How many steps there are from one space to another."""
    dq, dr = one[0] - two[0], one[1] - two[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def reachable(walls: set[tuple[int, int]]) -> int:
    """How many spaces can be walked to from one that is free, without the Maze rule."""
    frontier = [next(found for found in BOARD.cells if found not in walls)]
    reached = set(frontier)
    while frontier:
        q, r = frontier.pop()
        for near in (
            (q + 1, r),
            (q + 1, r - 1),
            (q, r - 1),
            (q - 1, r),
            (q - 1, r + 1),
            (q, r + 1),
        ):
            if near in BOARD.space_at and near not in walls and near not in reached:
                reached.add(near)
                frontier.append(near)
    return len(reached)


def threats(colour: str, count: int) -> str:
    """So many cards of a colour; a 1 is left to be revealed."""
    return ", ".join([f"{colour} {value}" for value in [2, 2, 2, 3, 1, 1, 1, 1, 1][:count]])


# Tables


def deal(players: int = 3, seed: int = 7, **options: object) -> Dusk:
    """A new game."""
    s = GAME.deal(GAME.box(players, options), seed, events=[])
    assert isinstance(s, Dusk)
    return s


def begun(players: int = 3, seed: int = 7, **options: object) -> Dusk:
    """A new game in which Team and Billygoat stand where they are proposed to."""
    return all_answer(all_answer(deal(players, seed, **options)))


def dusk(
    hands: str = "",
    common: dict[str, str] | None = None,
    seat: Seat = 0,
    players: int = 2,
    seed: int = 1,
    threat: bool = False,
    prepare: Callable[[Dusk], None] | None = None,
    **words: str,
) -> Dusk:
    """A table at the beginning of a turn: dusk("Yellow 2 / Red 1", goat="3,-3 60", kids="Lily").

    `team`, `goat`, `judith`, `sam` and `alan` say where figures stand and face. `obstacles` lie
    where the words say; of those that are not named, only the Entrance lies on the board.
    `lying` says which memory lies where ("Hat 1,0, Bow 2,0"), `collected` and `spent` what does not lie
    on the board any more; the other memories are out of the way. `display` names threat cards, the
    bottom one of a column last; `top` is the next event card, and `deck` all that come after it:
    without that word, all cards that lie nowhere else. What is left over is in the discard.
    `kids` are by seat. Other words are options.

    Where nobody has a card, all Rest without being asked: so a seat of which the words say nothing
    holds a Purple 1.

    `common` are words that several tables share. With `threat` the table is at the threat phase of
    that turn. `prepare` lays out what is of an expansion, before the turn begins.
    """
    words = {**WORDS, **(common or {}), **words}
    given = {key: words.pop(key) for key in WORDS}
    deck = words.pop("deck", None)
    options: dict[str, object] = {**words}
    by_seat = [split(part) for part in hands.split("/")]
    kids = [kid.strip() for kid in given["kids"].split("/")]
    players = max(players, len(by_seat), len(kids))
    by_seat += [["Purple 1"]] * (players - len(by_seat))
    s = GAME.open(GAME.box(players, options))
    assert isinstance(s, Dusk)
    s.agenda.clear()
    s.reseed(seed)
    s.events = []
    every = all_cards(s)
    stand_figures(s, given)
    lay_obstacles(s, given["obstacles"])
    lay_memories(s, given)
    for owner, hand in enumerate(by_seat):
        take_from(s, DECK, hand, HAND + owner)
    for owner, kid in enumerate(kids):
        take_from(s, KID_BOX, [kid] if kid else [], KID + owner)
    take_from(s, DECK, split(given["top"]), NEXT)
    for name in split(given["display"]):
        take_from(s, DECK, [name], COLUMN + COLOURS.index(name.split()[0].lower()))
    if deck is not None:
        take_from(s, DECK, split(deck), DISCARD)
        s.places[DISCARD], s.places[DECK] = s.places[DECK], tuple(sorted(s.places[DISCARD]))
    if prepare is not None:
        prepare(s)
    assert all_cards(s) == every
    if threat:
        return begin(s, ThreatPhase(seat), Turn((seat + 1) % players))
    return begin(s, Turn(seat))


def stand_figures(s: Dusk, words: dict[str, str]) -> None:
    s.numbers[TEAM] = space(words["team"])
    where, _, facing = words["goat"].partition(" ")
    s.numbers[GOAT], s.numbers[GOAT_FACING] = space(where), int(facing)
    for figure, name in enumerate(FIGURES):
        s.numbers[RING + figure], s.numbers[FACING + figure] = figure_at(words[name.lower()])


def lay_obstacles(s: Dusk, words: str) -> None:
    s.numbers[OBSTACLE] = 0
    for part in split(words):
        obstacle, cells = obstacle_and_cells(part)
        s.numbers[OBSTACLE + obstacle] = placements(obstacle, cells)[0]
    s.raise_walls()


def lay_memories(s: Dusk, words: dict[str, str]) -> None:
    lying = dict([part.rsplit(" ", 1) for part in split(words["lying"])])
    collected, spent = split(words["collected"]), split(words["spent"])
    spare = [where for where in SPARE if where not in lying.values()]
    for spot, name in enumerate(MEMORIES):
        if name in collected or name in spent:
            continue
        s.numbers[SPOT_AT + spot] = space(lying[name] if name in lying else spare.pop(0))
        take_from(s, MEMORY_BOX, [name], SPOT + spot)
    take_from(s, MEMORY_BOX, collected, COLLECTED)
    take_from(s, MEMORY_BOX, spent, SPENT)


def take_from(s: Dusk, source: Place, names: list[str], target: Place) -> None:
    """Move cards of these names to another place."""
    for name in names:
        card = next(card for card in cards_named(s, name) if card in s.places[source])
        s.places[source] = tuple([other for other in s.places[source] if other != card])
        pile = (*s.places[target], card)
        s.places[target] = pile if s.box.ordered[target] else tuple(sorted(pile))


def cards_named(s: Dusk, name: str) -> list[int]:
    """All copies of a card; a memory goes by its effect."""
    if name in MEMORIES:
        return [s.world.effect.index(MEMORIES.index(name))]
    return [card for card, known in enumerate(s.box.card_names) if known == name]


# Playing

_COLOUR = "Yellow|Green|Blue|Red|Purple"
_WORD = re.compile(
    rf"(?P<cell>-?\d+,-?\d+)|(?P<card>(?:{_COLOUR}) [123])|(?P<colour>{_COLOUR})"
    rf"|(?P<memory>{'|'.join(MEMORIES)})|(?P<figure>{'|'.join(FIGURES)})|X(?P<place>\d+)"
    r"|(?P<way>\b[NS]?[EW]\b)|(?P<number>-?\d+)"
)


def meanings(s: Dusk, match: re.Match[str]) -> list[int]:
    """The numbers that a word of a move may stand for."""
    kind, word = match.lastgroup, match.group(match.lastgroup or 0)
    if kind == "cell":
        return [space(word)]
    if kind in ("card", "memory"):
        return cards_named(s, word)
    if kind == "colour":
        return [COLOURS.index(word.lower())]
    if kind == "figure":
        return [FIGURES.index(word)]
    return [WAYS.index(word)] if kind == "way" else [int(word)]


def read_move(s: Dusk, line: str) -> tuple[Seat, Move]:
    """A move from words: "0 walk Yellow 2", "0 put X3 90", "1 give Red 1 to 0", "0 step NE".

    A memory on the board is named by its space, "0 shift 1,0 to 2,0", and an obstacle with the
    spaces it will cover, "0 lay Bog 2,2 1,3 0,4 -1,4". Of several copies of a card, those are meant
    with which the move is legal.
    """
    number, verb, *rest = line.strip().split(" ", 2)
    words = rest[0] if rest else ""
    if verb == "lay":
        obstacle, cells = obstacle_and_cells(words)
        parts = [[obstacle], placements(obstacle, cells)]
    else:
        parts = [meanings(s, match) for match in _WORD.finditer(words)]
    if verb == "shift":
        parts[0] = [s.spot_at(parts[0][0])]
    readings = [Move(verb, *numbers) for numbers in product(*parts)]
    legal = [move for move in readings if s.why_not(int(number), move) is None]
    return int(number), (legal or readings)[0]


def say(s: Dusk, move: Move) -> str:
    """A move in words, for those with few readings."""
    verb, about = move.verb, list(move.about)
    if verb in ("team", "goat", "chase", "lead"):
        return " ".join([verb, cell(about[0]), *[str(number) for number in about[1:]]])
    if verb == "step":
        return f"step {WAYS[about[0]]}"
    if verb in ("walk", "use", "spend", "discard"):
        return f"{verb} {named(s, about[0])}"
    if verb in ("draw", "burn"):
        return f"{verb} {COLOURS[about[0]].title()}"
    if verb in ("turn", "turn_about"):
        return " ".join([verb, FIGURES[about[0]], *[str(number) for number in about[1:]]])
    if verb in ("give", "free_give"):
        return f"{verb} {named(s, about[0])} to {about[1]}"
    if verb in ("swap", "free_swap"):
        return f"{verb} {named(s, about[0])} for {named(s, about[1])}"
    if verb == "shift":
        return f"shift {cell(s.numbers[SPOT_AT + about[0]])} to {cell(about[1])}"
    if verb == "exchange":
        return f"exchange {named(s, about[0])} for {COLOURS[about[1]].title()}"
    return str(move)


def offers(s: Dusk, *verbs: str) -> list[str]:
    """What may be answered, of these verbs or of all. Copies of a card are named once."""
    moves = [move for seat in s.waiting for move in s.legal_moves(seat)]
    return list(dict.fromkeys([say(s, m) for m in moves if not verbs or m.verb in verbs]))


def verbs(s: Dusk) -> list[str]:
    """The verbs of what may be answered."""
    moves = [move for seat in s.waiting for move in s.legal_moves(seat)]
    return list(dict.fromkeys([move.verb for move in moves]))


def ring_of(s: Dusk) -> list[int]:
    """The external spaces that may be gone to now."""
    return sorted({move.about[0] for move in s.legal_moves(s.waiting[0])})


def may(s: Dusk, line: str) -> bool:
    """Whether a move is legal now."""
    return s.why_not(*read_move(s, line)) is None


def play(s: Dusk, script: str) -> Dusk:
    """Play moves as one would say them: play(s, "0 walk Yellow 2, 0 put X3 90")."""
    for line in split(script):
        seat, move = read_move(s, line)
        play_line(s, line, seat, move, f"{s.waiting} {offers(s)[:50]}" if s.waiting else "")
        assert len(set(all_cards(s))) == len(all_cards(s)) == s.world.cards - 1
    return s


def refused(s: Dusk, line: str) -> str:
    """The rule and the reason for which a move is refused; nothing may have changed."""
    return refusal(s, *read_move(s, line))


def named(s: Dusk, card: int) -> str:
    if card == HIDDEN:
        return "?"
    return MEMORIES[s.world.effect[card]] if s.world.effect[card] >= 0 else s.box.card_names[card]


def at(s: Dusk, place: str) -> list[str]:
    """The cards that lie there: at(s, "hand.0"), at(s, "yellow"), at(s, "collected")."""
    return [named(s, card) for card in s.places[s.box.name_of.index(place)]]


def sizes(s: Dusk, *places: str) -> list[int]:
    """How many cards lie in these places."""
    return [len(at(s, place)) for place in places]


def columns(s: Dusk) -> list[int]:
    """How many threat cards of each colour are on display."""
    return [len(s.column(colour)) for colour in range(5)]


def team(s: Dusk) -> str:
    return cell(s.numbers[TEAM])


def goat(s: Dusk) -> str:
    return f"{cell(s.numbers[GOAT])} {s.numbers[GOAT_FACING]}"


def faceless(s: Dusk, name: str) -> str:
    """Where a Faceless stands and faces: "X3 90"."""
    number = FIGURES.index(name)
    place = s.numbers[RING + number]
    return f"X{place} {s.numbers[FACING + number]}" if place != OFF else "off"


def lies(s: Dusk, obstacle: str) -> str:
    """The spaces that an obstacle covers."""
    number = BOARD.obstacle_names.index(obstacle)
    cells = BOARD.placements[number][s.numbers[OBSTACLE + number]].cells
    return " ".join([cell(covered) for covered in cells])


def memory_spaces(s: Dusk) -> dict[str, str]:
    """The spaces with a memory, and which it is."""
    return {
        cell(s.numbers[SPOT_AT + spot]): named(s, s.places[SPOT + spot][0])
        for spot in range(len(MEMORIES))
        if s.places[SPOT + spot]
    }


def needle(s: Dusk) -> str:
    """Where the red needle points: "E", or "E NE" between two."""
    return " ".join([WAYS[way] for way in s.needle() if way >= 0])


def outcome(s: Dusk) -> str:
    """How the game has ended, or "" while it is played."""
    assert bool(s.agenda) == (s.numbers[OUTCOME] == 0)
    return OUTCOMES[s.numbers[OUTCOME]]


def sees(s: Dusk, seat: Seat, place: str) -> list[str] | int:
    """What a seat's view shows of a place: the cards, or only how many."""
    cards = shown(s, seat, place)
    return [named(s, card) for card in cards] if isinstance(cards, tuple) else cards


def trail(s: Dusk) -> list[str]:
    """The spaces that the Team has come to since the table was set up."""
    return [cell(event.value) for event in events(s, "team")]


def world(players: int = 2, edition: Edition | str = "", **options: object) -> Duskworld:
    box = GAME.box(players, options, edition)
    assert isinstance(box, Duskworld)
    return box
