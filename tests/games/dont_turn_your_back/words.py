"""Don't Turn Your Back in words: tables set up and played as one would say them.

A card's name says what it is: the districts that it lists and the services that it offers, its
Pain (1 if it is not said), and its Cost if it is an Acquisition card: `School 3`, `City+Wax 2 $4`,
`Mother When`, `Paperboy+City 2 $3`. Whose card it is follows after "of"; without that it is seat
0's. Commas part cards, slashes part seats.

Everyone has the same set: what the words name, and Sleepers to draw and Strangers to acquire.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import NamedTuple

from duskhall.engine.edition import Edition
from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.box import (
    ACQUISITION_DECK,
    ACQUISITION_DISCARD,
    CANDLES,
    DECK,
    DISCARD,
    DISTRICTS,
    ENCASED,
    HAND,
    LAW,
    LAW_BOX,
    LAW_DECK,
    LAW_DISCARD,
    ROW,
    ROW_SIZE,
    SERVICES,
    TOP,
    MadCity,
)
from duskhall.games.dont_turn_your_back.rules.turn import Turn
from duskhall.games.dont_turn_your_back.state import Night
from tests.games.tables import all_cards
from tests.games.words import answer_until, begin, play_line, refusal, split

SLEEPER = "Sleeper"  # a Start card, of which everyone has many
STRANGER = "Stranger $9"  # an Acquisition card, of which everyone has many
COPIES = 12  # of each of the two
REST = "rest"
FIVE = "City 1, City 2, City 3, City 4, City 5"  # more cards than a hand is drawn up to
SHOP = "City 1 $2, City 2 $3, City 3 $4, City 4 $6, City 5 $7, City 6 $8"  # a row
KINDS = {
    "Thirteen": ["13"],
    "School": ["HS"],
    "City": ["CS"],
    "Wax": ["WK"],
    "Anywhere": ["13", "HS", "CS", "WK"],
    "Sleeper": ["CS"],
    "Stranger": ["CS"],
}
SERVICE = {service.replace("_", " ").title(): service for service in SERVICES if service}
PILES = {
    "hands": HAND,
    "decks": DECK,
    "tops": TOP,
    "discards": DISCARD,
    "rows": ROW,
    "acquisition_decks": ACQUISITION_DECK,
    "acquisition_discards": ACQUISITION_DISCARD,
    "encased": ENCASED,
}
CODES = {"d13": "13", "hs": "HS", "cs": "CS", "wk": "WK", "bb": "BB"}
CITY = """[city]
13 = ["always", "always", "always", "3-4", "4"]
HS = ["always", "always", "always", "always", "3-4", "3-4", "4"]
CS = ["always", "always", "always", "always", "3-4", "4", "4"]
WK = ["always", "always", "3-4", "4"]
BB = ["always", "always", "always", "3-4", "4", "4"]
"""


class Card(NamedTuple):
    name: str
    pain: int
    cost: int  # 0 is a Start card's
    districts: list[str]
    service: str


# Reading cards


def read_card(name: str) -> Card:
    """A card from its name: `Paperboy+City 2 $3`."""
    found = re.fullmatch(r"(.+?)( \d+)?( \$\d+)?", name)
    assert found
    kinds, pain, cost = found.groups()
    districts: list[str] = []
    service = ""
    for kind in kinds.split("+"):
        if kind in SERVICE:
            service = SERVICE[kind]
            districts.append("BB")
        else:
            districts += KINDS[kind]
    return Card(name, int(pain or 1), int((cost or "0").strip(" $")), districts, service)


def read_owned(words: str) -> tuple[str, Seat]:
    """A card's name and whose it is: `School 3 of 1`."""
    name, _, owner = words.partition(" of ")
    return name, int(owner or 0)


# Editions


def card_line(card: Card, copies: int) -> str:
    kind = f'set="acquisition", cost={card.cost}' if card.cost else 'set="start"'
    service = f', service="{card.service}"' if card.service else ""
    return (
        f'  {{name="{card.name}", {kind}, copies={copies}, pain={card.pain},'
        f" districts={card.districts}{service}}},"
    )


def edition_text(copies: dict[str, int]) -> str:
    """An edition with so many copies of each card in a set.

    The laws are those of the game; the city is our own.
    """
    lines = [card_line(read_card(name), count) for name, count in copies.items()]
    laws = GAME.edition("designed").text.partition("\nlaws = [")[2].partition("\n]")[0]
    return "\n".join(["cards = [", *lines, "]", f"laws = [{laws}", "]", CITY])


# Tables


def deal(players: int, seed: int = 7, edition: str = "", **options: object) -> Night:
    """A new game with a built-in edition."""
    s = GAME.deal(GAME.box(players, options, edition), seed, events=[])
    assert isinstance(s, Night)
    return s


def night(
    hands: str = "", players: int = 2, first: Seat = 0, turn: int = 1, seed: int = 1, **words: str
) -> Night:
    """A table at the beginning of a turn: night("Cleaner / School 2", hs="School 1 of 1").

    `rows`, `decks`, `tops` (the last is next), `discards`, `acquisition_decks`,
    `acquisition_discards`, `encased` and `candles` are by seat, too; `d13`, `hs`, `cs`, `wk` and
    `bb` say what lies there already; `law` is in force; other words are options.

    What the words do not name lies where they say "rest": by default in the Favor deck and the
    Acquisition deck, or, where they say what these hold, in the Encased pile. Rows hold six
    Strangers.

    Who has no card in hand passes without being asked: with empty hands the turn is played to its
    end at once.
    """
    return table({"hands": hands, **words}, players, first, turn, seed)


def table(
    words: dict[str, str], players: int = 2, first: Seat = 0, turn: int = 1, seed: int = 1
) -> Night:
    """The same, with the words in a dictionary."""
    words = words.copy()
    law = words.pop("law", "The First Admonishment")
    scores = split(words.pop("candles", ""), "/")
    given = {key: words.pop(key) for key in PILES if key in words}
    piles = {key: [split(part) for part in text.split("/")] for key, text in given.items()}
    city = {code: split(words.pop(key)) for key, code in CODES.items() if key in words}
    spread = [(code, [read_owned(card) for card in cards]) for code, cards in city.items()]
    counts = [players, len(scores), *[len(parts) for parts in piles.values()]]
    players = max(counts + [owner + 1 for _, cards in spread for _, owner in cards])
    sets = [Counter[str]() for _ in range(players)]
    for parts in piles.values():
        for seat, part in enumerate(parts):
            sets[seat].update([name for name in part if name != REST])
    for _, cards in spread:
        for name, owner in cards:
            sets[owner][name] += 1

    copies = Counter({SLEEPER: COPIES, STRANGER: COPIES})
    for needed in sets:
        copies |= needed
    options: dict[str, object] = {**words}
    s = GAME.open(GAME.box(players, options, Edition("words", edition_text(copies), False)))
    assert isinstance(s, Night)
    s.agenda.clear()
    s.reseed(seed)
    s.events = []
    every = all_cards(s)
    left = [s.city.start[seat] + s.city.acquisition[seat] for seat in range(players)]
    for code, cards in spread:
        start = s.city.space_from[DISTRICTS.index(code)]
        assert len(cards) <= spaces(s, code), f"{code} has no room for {cards}"
        for place, (name, owner) in enumerate(cards, start):
            s.places[place] = (take(s, left[owner], name),)
    for seat in range(players):
        own = {key: parts[seat] for key, parts in piles.items() if seat < len(parts)}
        lay_piles(s, seat, own, left[seat])
    lay_laws(s, law, turn)
    for seat, score in enumerate(scores):
        s.numbers[CANDLES + seat] = int(score)
    assert all_cards(s) == every
    return begin(s, Turn(turn, first))


def lay_piles(s: Night, seat: Seat, piles: dict[str, list[str]], left: list[int]) -> None:
    """Lay a seat's cards on its piles, and what is left where the rest belongs."""
    s.places[DECK + seat] = s.places[ACQUISITION_DECK + seat] = ()
    for key, part in {"rows": [STRANGER] * ROW_SIZE, **piles}.items():
        put(s, [take(s, left, name) for name in part if name != REST], PILES[key] + seat)
    start = [card for card in left if s.city.is_start[card]]
    put(s, start, rest(piles, ["decks", "encased", "discards"]) + seat)
    others = [card for card in left if not s.city.is_start[card]]
    keys = ["acquisition_decks", "encased", "acquisition_discards"]
    put(s, others, rest(piles, keys) + seat)


def take(s: Night, left: list[int], name: str) -> int:
    """A card of this name that lies nowhere yet."""
    card = next(card for card in left if s.box.card_names[card] == name)
    left.remove(card)
    return card


def put(s: Night, cards: list[int], place: Place) -> None:
    pile = (*s.places[place], *cards)
    s.places[place] = pile if s.box.ordered[place] else tuple(sorted(pile))


def rest(given: dict[str, list[str]], keys: list[str]) -> Place:
    """The pile that the words call the rest, or the first of which they say nothing."""
    named = [key for key in keys if REST in given.get(key, [])]
    return PILES[(named + [key for key in keys if key not in given])[0]]


def lay_laws(s: Night, name: str, turn: int) -> None:
    """This law is in force; as many as there are turns to come are in the deck."""
    law = s.box.card_names.index(name)
    others = [card for card in range(s.city.first_law, s.city.cards) if card != law]
    coming, past = s.city.turns() - turn, turn - 1
    s.places[LAW] = (law,)
    s.places[LAW_DISCARD] = tuple(others[:past])
    s.places[LAW_DECK] = tuple(others[past : past + coming])
    s.places[LAW_BOX] = tuple(others[past + coming :])


# Playing


def candidates(s: Night, seat: Seat, words: str) -> list[int]:
    """The cards that words may mean: a seat's own, or those of the seat that they name."""
    if words.upper() in DISTRICTS:
        return [DISTRICTS.index(words.upper())]
    name, _, owner = words.partition(" of ")
    whose = int(owner) if owner else seat
    owned = [card for card in range(1, s.city.cards) if s.city.owner[card] in (whose, -1)]
    found = [card for card in owned if s.box.card_names[card] == name]
    return found or [int(name)]


def read_move(s: Night, line: str) -> tuple[Seat, Move]:
    """A move from words: "0 place School 2 in HS", "1 discard City 1 & Wax 2", "0 oust Wax 2 of 1".

    Of several copies of a card, those are meant with which the move is legal.
    """
    number, verb, *words = line.strip().split(" ", 2)
    seat = int(number)
    parts = re.split(r" & | in | for ", words[0]) if words else []
    readings: list[Move] = []
    for cards in product(*[candidates(s, seat, part) for part in parts]):
        if len(set(cards)) == len(cards) or verb == "place":
            # their order says nothing
            readings.append(Move(verb, *(sorted(cards) if verb in ("discard", "keep") else cards)))
    readings = readings or [Move(verb, *[candidates(s, seat, part)[0] for part in parts])]
    legal = [move for move in readings if s.why_not(seat, move) is None]
    return seat, (legal or readings)[0]


def say(s: Night, move: Move) -> str:
    """A move, with its cards by name."""
    names = [s.box.card_names[card] for card in move.about]
    if move.verb == "place":
        return f"place {names[0]} in {DISTRICTS[move.about[1]]}"
    if move.verb == "oust":
        return f"oust {names[0]} of {s.city.owner[move.about[0]]}"
    return " ".join([move.verb, (" for " if move.verb == "swap" else " & ").join(names)]).strip()


def offers(s: Night, seat: Seat = 0) -> str:
    """What this seat may answer: "place School 2 in HS, pass". Copies are named once."""
    return ", ".join(dict.fromkeys([say(s, move) for move in s.legal_moves(seat)]))


def play(s: Night, script: str) -> Night:
    """Play moves as one would say them: play(s, "0 place Cleaner in BB, 1 pass")."""
    for line in script.split(","):
        seat, move = read_move(s, line)
        offered = "; ".join([f"{n} {offers(s, n)}" for n in s.waiting])
        play_line(s, line, seat, move, offered)
    return s


def refused(s: Night, line: str) -> str:
    """The rule and the reason for which a move is refused; nothing may have changed."""
    return refusal(s, *read_move(s, line))


def about(s: Night, line: str) -> list[int]:
    """The numbers that a refusal speaks of."""
    refusal = s.why_not(*read_move(s, line))
    assert refusal is not None
    return list(refusal.about)


def until(s: Night, step: str) -> Night:
    """Give last answers (pass, done, decline) until this step asks; with "" until the end."""
    return answer_until(s, step, index=-1)


# Looking


def line(s: Night, district: str) -> str:
    """The cards in a district from its first space on: "School 2 of 0, School 1 of 1"."""
    cards = s.cards_in(DISTRICTS.index(district))
    return ", ".join([f"{s.box.card_names[card]} of {s.city.owner[card]}" for card in cards])


def spaces(s: Night, district: str) -> int:
    """How many spaces a district has at this table."""
    return len(s.spaces(DISTRICTS.index(district)))


def candles(s: Night) -> list[int]:
    return s.numbers[CANDLES : CANDLES + s.box.players]


def paid(s: Night, rule: str) -> list[int]:
    """By seat, the Candles that a rule has given and taken."""
    total = [0] * s.box.players
    for event in s.events or []:
        if event.kind in ("gain", "lose") and event.rule == rule:
            total[event.seat] += event.change
    return total


def city(edition: Edition | str, players: int = 2, **options: object) -> MadCity:
    box = GAME.box(players, options, edition)
    assert isinstance(box, MadCity)
    return box
