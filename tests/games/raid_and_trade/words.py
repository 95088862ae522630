"""Raid & Trade in words: tables set up and played as one would say them.

A section is a tile and its letter, `t7/a`; a square is named as in the edition, `t7-c1`. Bars part
seats, commas part cards and moves. Tokens are counted: `2 scrap 1 guns`. Favor below zero is
Blacklist. A table of words lies on the standard map of the city.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from duskhall.engine.edition import Edition
from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade import GAME
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.city import BORDERS
from duskhall.games.raid_and_trade.parts import (
    AGE,
    AP,
    AT,
    CHARACTER,
    COLOURS,
    CURRENT,
    DISC,
    EVENT,
    EVENT_DECK,
    FAVOR,
    FULFILLED,
    FULFILLED_USED,
    HELIPAD,
    HIDDEN_HAND,
    HOUSE,
    INCIDENT_DECK,
    INCIDENT_DISCARD,
    INSIDE,
    ITEM_BOX,
    ITEMS,
    KINDS,
    OPEN_HAND,
    OUTPOST,
    PASSED,
    QUEST_DECK,
    QUEST_ROW,
    RAID_CARD,
    RAID_DECK,
    RAID_DISCARD,
    RAIDED,
    READY,
    ROUND,
    SEATS,
    SECTIONS,
    SP,
    START,
    SYMBOLS,
    TILE,
    TILE_AT,
    TIRED,
    TOKENS,
    TRADER,
    USED,
)
from duskhall.games.raid_and_trade.rules.rounds import Turns
from duskhall.games.raid_and_trade.rules.turn import Turn
from duskhall.games.raid_and_trade.state import Ruin
from tests.games.tables import all_cards
from tests.games.words import all_answer, at, begin, events, play_line, refusal, split

EDITION = GAME.edition("designed")
TILES = GAME.tiles(EDITION, "city")
TILE_IDS = list(TILES.ids)
SQUARE_IDS = [str(row["id"]) for _, row in TILES.own_rows("squares")]
SQUARE_IDS += [str(row["id"]) for _, row in EDITION.rows("guard_squares")]  # of the helipad
PAD = "pad/a"  # the helipad's only section
FAR_HOUSE = "t4-c3 green"  # so that a round is not the last, and nobody stands near
SAID = {
    "characters": "Carter | Mayu | Zoey | Jake | Garcia",
    "at": "",  # all on the Black Market
    "inside": "",  # seats in the Outpost
    "passed": "",
    "ap": "",
    "sp": "",
    "favor": "",
    "raided": "",  # houses this round
    "tokens": "",
    "held": "",  # items that are not crafted, besides those of one's character
    "crafted": "",
    "tired": "",  # crafted, and used this round
    "used": "",  # single-use items that are used
    "seen": "",  # incidents in hand that all have seen
    "unseen": "",  # incidents in hand that only their player has seen
    "fulfilled": "",
    "fulfilled_used": "",
    "discs": "",  # by seat, their values
    "ages": "0 1 2 3 4",  # seats, the youngest first
    "lying": "",  # incidents on tiles: "t7 Scavenger"
    "row": "",  # quests that lie open
    "event": "",
    "houses": FAR_HOUSE,
    "outpost": "t4-c4",
    "trader": "Caravan",
}
DECKS = {  # where words tell all cards of a deck; the others are discarded, or with the events gone
    "green": (RAID_DECK, RAID_DISCARD),
    "yellow": (RAID_DECK + 1, RAID_DISCARD + 1),
    "red": (RAID_DECK + 2, RAID_DISCARD + 2),
    "incidents": (INCIDENT_DECK, INCIDENT_DISCARD),
    "quests": (QUEST_DECK, ITEM_BOX),
}
BY_SEAT_CARDS = [
    ("held", ITEMS),
    ("crafted", READY),
    ("tired", TIRED),
    ("used", USED),
    ("seen", OPEN_HAND),
    ("unseen", HIDDEN_HAND),
    ("fulfilled", FULFILLED),
    ("fulfilled_used", FULFILLED_USED),
]


# Reading


def seats(words: str) -> list[str]:
    return [part.strip() for part in words.split("|")]


def section(words: str) -> int:
    """The number of a section: section("t7/a")."""
    if words == PAD:
        return HELIPAD * SECTIONS
    tile, letter = words.split("/")
    number = TILE_IDS.index(tile)
    return number * SECTIONS + TILES.tiles[number].sections.index(letter)


def section_name(number: int) -> str:
    tile, index = divmod(number, SECTIONS)
    if tile == HELIPAD:
        return PAD
    return f"{TILE_IDS[tile]}/{TILES.tiles[tile].sections[index]}"


def square(words: str) -> int:
    return SQUARE_IDS.index(words)


def counted(words: str) -> list[int]:
    """Kinds, once for each token: counted("2 scrap 1 guns") is [0, 0, 7]."""
    found: list[int] = []
    count = 1
    for word in words.split():
        if word.isdigit():
            count = int(word)
        else:
            found += [KINDS.index(word)] * count
            count = 1
    return found


def card(s: Ruin, name: str) -> int:
    return s.box.card_names.index(name)


# Tables


def edition_with(old: str, new: str) -> Edition:
    """The designed edition with something else in it."""
    assert EDITION.text.count(old) == 1, (
        f"{old!r} is {EDITION.text.count(old)} times in the edition"
    )
    return Edition("mine.toml", EDITION.text.replace(old, new), built_in=False)


def box(players: int = 3, **options: object) -> Ruins:
    found = GAME.box(players, options)
    assert isinstance(found, Ruins)
    return found


def deal(players: int = 3, /, **options: object) -> Ruin:
    """A new game, at the choice of characters; `seed` is its luck, and the rest are options."""
    seed = int(str(options.pop("seed", 7)))
    s = GAME.deal(GAME.box(players, options), seed, events=[])
    assert isinstance(s, Ruin)
    return s


def begun(players: int = 3, /, **options: object) -> Ruin:
    """A new game in its first turn, with first answers so far."""
    s = deal(players, **options)
    while not s.numbers[ROUND] or type(s.agenda[-1]).__name__ != "Act":
        all_answer(s)
    return s


def ruin(players: int = 3, /, **said: object) -> Ruin:
    """A table at the beginning of a turn: ruin(at="t7/a | t7/b", tokens="1 guns | 2 food").

    `SAID` lists the words; of seats and dials they say nothing of, all are as at the beginning.
    `green`, `yellow`, `red`, `incidents` and `quests` tell all cards of a deck; the others lie among
    its discards. `seat` has the turn; `seed`, `round` and `edition` are what they say, and what is no
    such word is an option.
    """
    seat, seed = int(str(said.pop("seat", 0))), int(str(said.pop("seed", 1)))
    round = int(str(said.pop("round", 1)))
    edition = said.pop("edition", EDITION)
    assert isinstance(edition, Edition)
    words = {**SAID, **{key: str(value) for key, value in said.items() if key in SAID}}
    decks = {key: str(value) for key, value in said.items() if key in DECKS}
    options = {key: value for key, value in said.items() if key not in SAID and key not in DECKS}
    s = GAME.open(GAME.box(players, options, edition))
    assert isinstance(s, Ruin)
    s.agenda.clear()
    s.reseed(seed)
    s.events = []
    every = all_cards(s)
    lay_board(s, words)
    seat_players(s, words)
    for key, place in BY_SEAT_CARDS:
        for owner, names in enumerate(seats(words[key])):
            put(s, split(names), place + owner)
    for part in split(words["lying"]):
        tile, name = part.split(" ", 1)
        put(s, [name], TILE + TILE_IDS.index(tile))
    put(s, split(words["row"]), QUEST_ROW)
    put(s, split(words["event"]), EVENT)
    for key, names in decks.items():
        keep_only(s, split(names), *DECKS[key])
    assert all_cards(s) == every
    s.numbers[ROUND] = round
    s.numbers[START] = s.numbers[CURRENT] = seat
    s.refresh()
    return begin(s, Turn(seat), Turns((seat + 1) % players))


def lay_board(s: Ruin, words: dict[str, str]) -> None:
    s.numbers[TILE_AT : TILE_AT + len(TILE_IDS)] = TILES.standard
    for part in split(words["houses"]):
        where, colour = part.split()
        s.numbers[HOUSE + square(where)] = 1 + COLOURS.index(colour)
    s.numbers[OUTPOST] = square(words["outpost"])
    s.numbers[TRADER] = s.ruins.trader_names.index(words["trader"])


def seat_players(s: Ruin, words: dict[str, str]) -> None:
    """Characters with their items, figures, dials, tokens and discs."""
    players = s.box.players
    named = seats(words["characters"])
    others = [name for name in seats(SAID["characters"]) if name not in named]
    characters = (named + others)[:players]
    for seat, name in enumerate(characters):
        put(s, [name], CHARACTER + seat)
        items = s.ruins.items[s.ruins.characters.index(card(s, name))]
        put(s, [s.box.card_names[item] for item in items], ITEMS + seat)
        s.numbers[AP + seat] = s.ruins.ap_reset
    for age, seat in enumerate([int(word) for word in words["ages"].split()][:5]):
        if seat < players:
            s.numbers[AGE + seat] = age
    for key, number in (("ap", AP), ("sp", SP), ("favor", FAVOR), ("raided", RAIDED)):
        for seat, value in enumerate(seats(words[key])):
            if value:
                s.numbers[number + seat] = int(value)
    for seat, where in enumerate(seats(words["at"])):
        if where:
            s.numbers[AT + seat] = section(where)
    for key, number in (("inside", INSIDE), ("passed", PASSED)):
        for word in words[key].split():
            s.numbers[number + int(word)] = 1
    for word in words["inside"].split():
        s.numbers[AT + int(word)] = s.beside_outpost()[0]
    for seat, tokens in enumerate(seats(words["tokens"])):
        for kind in counted(tokens):
            s.numbers[TOKENS + kind * SEATS + seat] += 1
    for seat, values in enumerate(seats(words["discs"])):
        for value in values.split():
            free = [i for i in range(5) if not s.numbers[DISC + i]]
            disc = next(i for i in free if s.ruins.discs[i] == int(value))
            s.numbers[DISC + disc] = seat + 1


def put(s: Ruin, names: Iterable[str], target: Place) -> None:
    """Move cards of these names to another place, from wherever they lie."""
    for name in names:
        moved = card(s, name)
        source = next(place for place, cards in enumerate(s.places) if moved in cards)
        s.places[source] = tuple([other for other in s.places[source] if other != moved])
        pile = (*s.places[target], moved)
        s.places[target] = pile if s.box.ordered[target] else tuple(sorted(pile))


def keep_only(s: Ruin, names: list[str], deck: Place, discard: Place) -> None:
    """Leave only these cards in a deck."""
    others = [s.box.card_names[other] for other in s.places[deck]]
    put(s, [name for name in others if name not in names], discard)
    put(s, names, deck)


def coming_events(s: Ruin, *names: str) -> Ruin:
    """Leave only these global events in the deck, so that it is known what comes."""
    kept = [card(s, name) for name in names]
    put(s, [s.box.card_names[c] for c in s.places[EVENT_DECK] if c not in kept], 3)
    return s


def dice(s: Ruin, *words: str) -> Ruin:
    """Load the next dice: dice(s, "0 attack win", "1 defense shield") or dice(s, "success").

    A word is a seat, the half it reads and the symbol; or a face of the raid die, before which a
    raid card is drawn, unless one lies open.
    """
    while s.drawn & 7 != 1:
        s.random_below(1)
    faces: list[int] = []
    for word in words:
        if word in ("success", "fail"):
            faces += [0] * (not s.places[RAID_CARD])
            faces.append(s.ruins.raid_faces.index(int(word == "success")))
            continue
        seat, half, name = word.split()
        die = s.ruins.dice[s.places[CHARACTER + int(seat)][0]]
        wanted = SYMBOLS.index(name)
        faces.append([face[half == "defense"] for face in die].index(wanted))
    loaded = [(face << 32) // 6 + 1_000 for face in faces]
    s.words = (*s.words[:1], *loaded, *s.words[1 + len(loaded) :])
    return s


# Playing


def read_move(s: Ruin, line: str) -> tuple[Seat, Move]:
    """A move from words: "0 cross t7/b", "1 use Helmet", "0 trade 1 2 scrap for 1 food".

    What is given and taken in a trade is counted; items stand there by name.
    """
    number, verb, *rest = line.strip().split(" ", 2)
    words = rest[0] if rest else ""
    about: list[int] = []
    if verb in ("trade", "offer", "counter") and " for " in f" {words} ":
        give, take = [part.strip() for part in f" {words} ".split(" for ")]
        if verb == "trade":
            partner, _, give = give.partition(" ")
            about.append(int(partner))
        given = things(s, give)
        about += [len(given), *given, *things(s, take)]
    elif verb in ("spend", "take", "give") and words and words[0].isdigit():
        about = counted(words)
    else:
        about = numbers(s, words)
    return int(number), Move(verb, *about)


def things(s: Ruin, words: str) -> list[int]:
    """Tokens, counted, and items by name: things(s, "2 scrap Safe")."""
    found: list[int] = []
    for name in sorted(s.box.card_names, key=len, reverse=True):
        if name in words:
            found.append(card(s, name))
            words = words.replace(name, "")
    return counted(words) + found


def numbers(s: Ruin, words: str) -> list[int]:
    """The numbers that words of a move stand for: cards by name, kinds, sections, squares."""
    names = sorted(s.box.card_names, key=len, reverse=True)
    pattern = "|".join([re.escape(name) for name in names])
    found: list[int] = []
    for match in re.finditer(rf"(?P<card>{pattern})|(?P<word>\S+)", words):
        word = match.group()
        if match.lastgroup == "card":
            found.append(card(s, word))
        elif word in KINDS:
            found.append(KINDS.index(word))
        elif word in SQUARE_IDS:
            found.append(square(word))
        elif "/" in word:
            found.append(section(word))
        else:
            found.append(int(word))
    return found


SECTION_VERBS = ("cross", "leave", "out")
SQUARE_VERBS = ("raid", "place", "site", "face", "fight", "post")
SEAT_VERBS = ("attack", "trade", "ages", "tire", "rob", "disc")
NUMBER_VERBS = ("lay", "offer", "give_sp")


def say(s: Ruin, move: Move) -> str:
    """A move in these words."""
    if move.verb in SECTION_VERBS:
        return f"{move.verb} {section_name(move.about[0])}"
    if move.verb in SEAT_VERBS or move.verb in NUMBER_VERBS:
        return " ".join([move.verb, *[str(number) for number in move.about]])
    spoken = [s.box.card_names[number] for number in move.about]
    if move.verb in SQUARE_VERBS:
        spoken[0] = SQUARE_IDS[move.about[0]]
    elif move.verb == "use" and len(spoken) > 1:
        spoken[1] = str(move.about[1])
    kinds = [word.lower() if word.lower() in KINDS else word for word in spoken]
    return " ".join([move.verb, *kinds])


def offers(s: Ruin, *verbs: str, seat: Seat = -1) -> list[str]:
    """What this seat, or the only one that is asked, may answer with one of these verbs."""
    asked = s.waiting[0] if seat < 0 else seat
    return [say(s, m) for m in s.legal_moves(asked) if m.verb in verbs or not verbs]


def play(s: Ruin, script: str) -> Ruin:
    """Play moves as one would say them: play(s, "0 cross t7/b, 0 raid t7-c5, 1 pass")."""
    for line in script.split(", "):
        seat, move = read_move(s, line)
        offered = "; ".join([f"{n} {', '.join(offers(s, seat=n))}" for n in s.waiting])
        play_line(s, line, seat, move, offered)
    return s


def refused(s: Ruin, line: str) -> str:
    """The rule and the reason for which a move is refused; nothing may have changed."""
    return refusal(s, *read_move(s, line))


def may(s: Ruin, line: str) -> bool:
    return s.why_not(*read_move(s, line)) is None


def next_turn(s: Ruin) -> Ruin:
    """The active player ends the turn."""
    return play(s, f"{s.current} end")


def pass_all(s: Ruin) -> Ruin:
    """All pass until the round is over."""
    round = s.numbers[ROUND]
    while s.agenda and s.numbers[ROUND] == round:
        play(s, f"{s.waiting[0]} pass")
    return s


# Looking


def dial(s: Ruin, number: int) -> list[int]:
    return s.numbers[number : number + s.box.players]


def ap(s: Ruin) -> list[int]:
    return dial(s, AP)


def sp(s: Ruin) -> list[int]:
    return dial(s, SP)


def favor(s: Ruin) -> list[int]:
    return dial(s, FAVOR)


def tokens(s: Ruin, seat: Seat) -> str:
    """What lies before a seat: "2 scrap 1 guns"."""
    return kinds([s.has(seat, kind) for kind in range(len(KINDS))])


def bag(s: Ruin) -> str:
    return kinds(s.bag())


def kinds(counts: list[int]) -> str:
    return " ".join([f"{n} {KINDS[kind]}" for kind, n in enumerate(counts) if n])


def token_counts(s: Ruin) -> list[int]:
    return [s.tokens(seat) for seat in range(s.box.players)]


def figure(s: Ruin, seat: Seat) -> str:
    """Where a figure stands: "t7/a", or "Outpost"."""
    return "Outpost" if s.is_inside(seat) else section_name(s.numbers[AT + seat])


def house(s: Ruin, where: str) -> str:
    """The house on a square: "green", or "" without one."""
    return ["", *COLOURS][s.numbers[HOUSE + square(where)]]


def discs(s: Ruin, seat: Seat) -> list[int]:
    """The values of the credit discs before a seat; of -1, of those beside the board."""
    return [s.ruins.discs[i] for i in range(5) if s.numbers[DISC + i] == seat + 1]


def asked(s: Ruin) -> str:
    """The question, and who is asked: "StopRaid 1 2"."""
    step = type(s.agenda[-1]).__name__ if s.agenda else "over"
    return " ".join([step, *[str(seat) for seat in s.waiting]])


def told_kinds(s: Ruin) -> list[str]:
    """The kinds of all events that were told, but numbers nobody hears of."""
    return [event.kind for event in s.events or [] if event.kind != "mark"]


def paid(s: Ruin, seat: Seat) -> int:
    """The AP that a seat has paid so far."""
    return -sum([event.change for event in events(s, "pay_ap") if event.seat == seat])


def incident_on(s: Ruin, tile: str) -> list[str]:
    return at(s, f"tile.{TILE_IDS.index(tile)}")


def in_hand(s: Ruin, seat: Seat) -> list[str]:
    return at(s, f"open_hand.{seat}") + at(s, f"hidden_hand.{seat}")


def exits(tile: str) -> dict[str, str]:
    """By border, before turning, the section that leads there."""
    drawn = TILES.tiles[TILE_IDS.index(tile)]
    return {BORDERS[i]: drawn.sections[drawn.exit_of[i]] for i in range(4)}
