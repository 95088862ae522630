"""Dark Dealings in words: tables set up and played as one would say them.

A hero is its class, armor and vulnerabilities, `thief 5 trap|spell`, and its Challenge if that
matters: `thief 5 trap @54`. A defense is its sides in the order they strike, `trap 3 > spell 1`,
with `!` for the trash icon, its ability in front, `booster trap 1`, and its Rank if that matters:
`trap 1 #7`. Either may have a name, `Rats: minion 1`; else heroes are called by their class, and
defenses A, B, C. Commas part cards, slashes part seats.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from duskhall.engine.edition import Edition
from duskhall.engine.events import Place, Seat
from duskhall.engine.moves import Move, parse_move
from duskhall.games.dark_dealings import GAME
from duskhall.games.dark_dealings.box import (
    ABILITIES,
    DEFEATED,
    DEFENSE_DECK,
    DEFENSE_DISCARD,
    EVICTED,
    EXPANSION_CLASSES,
    FIRST,
    FRONT,
    HAND,
    HERO_DECK,
    HERO_ROW,
    MARKET,
    MET,
    PILE,
    TURNED,
    TYPES,
    Keep,
)
from duskhall.games.dark_dealings.rules.combat import CombatRound
from duskhall.games.dark_dealings.rules.draft import CommitHeroes, TakeDefense
from duskhall.games.dark_dealings.rules.solo import ClearRows, TakePair
from duskhall.games.dark_dealings.state import Siege
from tests.games.words import answer_until, at, begin, play_line, refusal, split


class Hero(NamedTuple):
    name: str
    kind: str
    armor: int
    weak: list[str]
    challenge: int = 0  # any


class Side(NamedTuple):
    types: list[str]
    strength: int
    trash: bool


class Defense(NamedTuple):
    name: str
    ability: str
    sides: list[Side]
    rank: int = 1


# Reading cards


def read_hero(words: str) -> Hero:
    """A hero from words: `Ann: thief 5 trap|spell @54`."""
    name, _, rest = words.rpartition(":")
    rest, _, challenge = rest.partition("@")
    kind, armor, weak = rest.split()
    return Hero(name.strip(), kind, int(armor), weak.split("|"), int(challenge or 0))


def read_defense(words: str) -> Defense:
    """A defense from words: `Hammer: heavy_hitter trap 6 > trap 2! #12`."""
    name, _, rest = words.rpartition(":")
    rest, _, rank = rest.partition("#")
    ability, _, sides = rest.strip().partition(" ")
    if ability not in ABILITIES:
        ability, sides = "", rest
    return Defense(
        name.strip(), ability, [read_side(side) for side in sides.split(">")], int(rank or 1)
    )


def read_side(words: str) -> Side:
    types, strength = words.split()
    return Side(types.split("|"), int(strength.rstrip("!")), strength.endswith("!"))


def defense_words(card: Defense) -> str:
    """The words that `read_defense` reads."""
    sides = [f"{'|'.join(side.types)} {side.strength}{'!' * side.trash}" for side in card.sides]
    return f"{card.name}: {card.ability} {' > '.join(sides)} #{card.rank}".replace("  ", " ")


def read_heroes(words: str) -> list[list[Hero]]:
    """Heroes by seat. Those without a name are called by their class: Ranger, Ranger II."""
    met: list[str] = []
    seats: list[list[Hero]] = []
    for part in words.split("/"):
        seats.append([])
        for hero in [read_hero(card) for card in split(part, ",")]:
            met.append(hero.kind)
            number = " " + "I" * met.count(hero.kind) if met.count(hero.kind) > 1 else ""
            title = hero.kind.replace("_", " ").title() + number
            seats[-1].append(hero._replace(name=hero.name or title))
    return seats


def read_defenses(words: str, letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ") -> list[list[Defense]]:
    """Defenses by seat. Those without a name are called A, B, C."""
    free = iter(letters)
    return [
        [
            card._replace(name=card.name or next(free))
            for card in [read_defense(words) for words in split(part, ",")]
        ]
        for part in words.split("/")
    ]


# Editions


def hero_line(hero: Hero) -> str:
    return (
        f'  {{challenge={hero.challenge}, name="{hero.name}", class="{hero.kind}",'
        f" armor={hero.armor}, weak={hero.weak}}},"
    )


def defense_line(card: Defense) -> str:
    sides = ", ".join(
        f"{{types={side.types}, strength={side.strength}{', trash=true' * side.trash}}}"
        for side in card.sides
    )
    ability = f', ability="{card.ability}"' if card.ability else ""
    return f'  {{rank={card.rank}, name="{card.name}", sides=[{sides}]{ability}}},'


def edition_text(heroes: list[Hero], defenses: list[Defense], fillers: int = 9) -> str:
    """An edition with these cards, and as many others as players may need."""
    free = [n for n in range(99, 0, -1) if n not in [hero.challenge for hero in heroes]]
    named = [hero._replace(challenge=hero.challenge or free.pop()) for hero in heroes]
    base = [hero for hero in named if hero.kind not in EXPANSION_CLASSES]
    expansion = [hero for hero in named if hero.kind in EXPANSION_CLASSES]
    base += [Hero(f"Stranger {n}", "ranger", 1, TYPES, free.pop()) for n in range(fillers)]
    spare = [Defense(f"Spare {n}", "", [Side(["spell"], 1, False)]) for n in range(fillers)]
    return "\n".join(
        [
            "heroes = [",
            *[hero_line(hero) for hero in base],
            "]",
            "defenses = [",
            *[defense_line(card) for card in defenses + spare],
            "]",
            "[expansions.dragons]",
            "heroes = [",
            *[hero_line(hero) for hero in expansion],
            "]",
            "defenses = []",
        ]
    )


def table(
    players: int, heroes: list[Hero], defenses: list[Defense], options: dict[str, object]
) -> Siege:
    """A table with everything still in its deck, and nothing to happen."""
    text = edition_text(heroes, defenses, fillers=max(9 * players, 28))
    edition = Edition("words", text, built_in=False)
    dragons = any(hero.kind in EXPANSION_CLASSES for hero in heroes)
    s = GAME.open(GAME.box(players, {"dragons": dragons, **options}, edition))
    assert isinstance(s, Siege)
    s.agenda.clear()
    s.reseed(1)
    s.events = []
    return s


def put(s: Siege, names: list[str], source: Place, target: Place) -> None:
    cards = tuple([s.box.card_names.index(name) for name in names])
    s.places[source] = tuple([card for card in s.places[source] if card not in cards])
    s.places[target] = cards if s.box.ordered[target] else tuple(sorted(cards))


# Tables


def deal(players: int, seed: int = 7, **options: object) -> Siege:
    """A new game with the built-in edition."""
    s = GAME.deal(GAME.box(players, options), seed, events=[])
    assert isinstance(s, Siege)
    return s


def combat(
    heroes: str, defenses: str, deck: str = "", first: Seat = 0, players: int = 2, **options: object
) -> Siege:
    """A table at the beginning of combat: combat("thief 5 trap|spell", "trap 3, trap 2").

    The first hero named is met first. `deck` is what is left of the defense deck.
    """
    piles, fronts = read_heroes(heroes), read_defenses(defenses)
    unused = read_defenses(deck, "UVWXYZ")[0]
    known = [card for front in fronts for card in front] + unused
    players = max(players, len(piles)) if players > 1 else 1
    s = table(players, [hero for pile in piles for hero in pile], known, options)
    for seat, pile in enumerate(piles):
        put(s, [hero.name for hero in pile][::-1], HERO_DECK, PILE + seat)
    for seat, front in enumerate(fronts):
        put(s, [card.name for card in front], DEFENSE_DECK, FRONT + seat)
    if unused:
        s.places[DEFENSE_DISCARD] = s.places[DEFENSE_DECK]
        put(s, [card.name for card in unused], DEFENSE_DISCARD, DEFENSE_DECK)
    s.numbers[FIRST] = first
    return begin(s, CombatRound(1))


def numbered(name: str) -> Hero:
    """A hero named by its Challenge: H54, or G54 of the expansion."""
    kind = "gnome_illusionist" if name.startswith("G") else "ranger"
    return Hero(name, kind, 1, ["trap"], int(name[1:]))


def forgiving(heroes: str, defenses: str, deck: str = "", **options: object) -> Siege:
    """Combat in Hardcore, without the ruling that a discard by choice evicts."""
    rules: dict[str, object] = {"hardcore": True, "hardcore_discard": "allowed", **options}
    return combat(heroes, defenses, deck, 0, 2, **rules)


def draft(hands: str, first: Seat = 0, **options: object) -> Siege:
    """A table about to commit heroes named by their Challenge: draft("H54 H20 / H30 H24").

    A G instead of the H marks one of the expansion, which may repeat a Challenge: H28 and G28.
    The market holds A, B, C, two for each player.
    """
    hold = [part.split() for part in hands.split("/")]
    heroes = [numbered(name) for hand in hold for name in hand]
    market = read_defenses(", ".join(["trap 1"] * 2 * len(hold)))[0]
    s = table(len(hold), heroes, market, options)
    for seat, hand in enumerate(hold):
        put(s, hand, HERO_DECK, HAND + seat)
    put(s, [card.name for card in market], DEFENSE_DECK, MARKET)
    s.numbers[FIRST] = first
    return begin(s, CommitHeroes())


def solo(heroes: str, defenses: str, **options: object) -> Siege:
    """Solo's two rows as they lie, named from left to right: solo("H9 H7 H5", "A B C")."""
    row = [numbered(name) for name in heroes.split()]
    market = [Defense(name, "", [Side(["trap"], 1, False)]) for name in defenses.split()]
    s = table(1, row, market, {"row": len(row), **options})
    put(s, [hero.name for hero in row], HERO_DECK, HERO_ROW)
    put(s, [card.name for card in market], DEFENSE_DECK, MARKET)
    return begin(s, TakePair(0), TakePair(0), ClearRows())


def decks(heroes: str, defenses: str, seed: int = 1, **options: object) -> Siege:
    """Solo before its first layout, with only these cards: decks("H1 H9 H5", "trap 1 #4, ...")."""
    row, market = [numbered(name) for name in heroes.split()], read_defenses(defenses)[0]
    s = table(1, row, market, {"row": len(row), **options})
    put(s, [hero.name for hero in row], HERO_DECK, HERO_DECK)
    put(s, [card.name for card in market], DEFENSE_DECK, DEFENSE_DECK)
    s.reseed(seed)
    return s


def finished(
    defeated: str, left: str, met: str = "", evicted: str = "", **options: object
) -> Siege:
    """A finished game: finished(defeated="54 3 / 20", left="1 / 2").

    By seat: the Challenges of the defeated heroes, and how many defenses are left; in Hardcore
    also the Challenge of the last hero met, and the round of the eviction (0 for none).
    """
    fallen = [[int(word) for word in part.split()] for part in defeated.split("/")]
    last = [int(word) for word in met.split("/")] if met else []
    known = {challenge for part in [*fallen, last] for challenge in part}
    heroes = [numbered(f"H{n}") for n in sorted(known)]
    counts = [int(word) for word in left.split("/")]
    cards = read_defenses("/".join([", ".join(["trap 1"] * count) for count in counts]))
    s = table(len(fallen), heroes, [card for front in cards for card in front], options)
    for seat, front in enumerate(cards):
        put(s, [card.name for card in front], DEFENSE_DECK, FRONT + seat)
        put(s, [f"H{n}" for n in fallen[seat]], HERO_DECK, DEFEATED + seat)
        if last:
            s.numbers[MET + seat] = s.box.card_names.index(f"H{last[seat]}")
    for seat, word in enumerate(evicted.split("/") if evicted else []):
        s.numbers[EVICTED + seat] = int(word)
    return s


# Playing


def read_move(s: Siege, line: str) -> tuple[Seat, Move]:
    seat, _, words = line.strip().partition(" ")
    known = s.box.card_names
    for card in sorted(range(1, len(known)), key=lambda card: -len(known[card])):
        words = re.sub(rf"(?<= ){re.escape(known[card])}(?= |$)", str(card), words)
    move = parse_move(words)
    if move.verb in ("pick", "commit"):  # their order says nothing
        move = Move(move.verb, *sorted(move.about))
    return int(seat), move


def say(s: Siege, move: Move) -> str:
    """A move, with its cards by name."""
    return " ".join([move.verb, *[s.box.card_names[card] for card in move.about]])


def offers(s: Siege, seat: Seat = 0) -> str:
    """What this seat may answer: "discard, strike A, strike B C"."""
    return ", ".join([say(s, move) for move in s.legal_moves(seat)])


def play(s: Siege, script: str) -> Siege:
    """Play moves as one would say them: play(s, "0 strike Rat Swarm, 0 stop")."""
    for line in script.split(","):
        seat, move = read_move(s, line)
        offered = "; ".join([f"{n} {offers(s, n)}" for n in s.waiting])
        play_line(s, line, seat, move, offered)
    return s


def refused(s: Siege, line: str) -> str:
    """The rule and the reason for which a move is refused; nothing may have changed."""
    return refusal(s, *read_move(s, line))


def reachable(s: Siege, line: str) -> tuple[int, ...]:
    """What a refusal says that strikes can reach, and the armor they would have to."""
    refusal = s.why_not(*read_move(s, line))
    assert refusal is not None
    assert refusal.reason in ("cannot-win", "wizard-too-dear")
    return refusal.about[1:]


def answer(s: Siege, seat: Seat, index: int = 0) -> Siege:
    """A seat gives one of the answers it has, by default the first."""
    s.apply(seat, s.legal_moves(seat)[index])
    return s


def until(s: Siege, step: str) -> Siege:
    """Give first answers until this step asks; with "" until the game is over."""
    return answer_until(s, step)


# Looking


def front(s: Siege, seat: Seat = 0) -> str:
    """The defenses in front of a seat with their current sides: "A trap 2, B spell|minion 1"."""
    return ", ".join([f"{name} {shows(s, name)}" for name in at(s, f"front.{seat}")])


def shows(s: Siege, name: str) -> str:
    """The current side of a defense: "trap 2"."""
    card = s.box.card_names.index(name)
    dial = card * 4 + s.numbers[TURNED + card]
    types = [word for bit, word in enumerate(TYPES) if s.keep.types[dial] >> bit & 1]
    return f"{'|'.join(types)} {s.keep.strength[dial]}"


def picking(s: Siege) -> str:
    """The heroes that are still to pick a defense, in their order: "H54 H30 H24"."""
    steps = [step for step in reversed(s.agenda) if isinstance(step, TakeDefense)]
    return " ".join([s.box.card_names[step.hero] for step in steps])


def keep(edition: Edition, players: int = 1, **options: object) -> Keep:
    box = GAME.box(players, options, edition)
    assert isinstance(box, Keep)
    return box
