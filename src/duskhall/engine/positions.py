"""A position as text: a whole table in a short block, for tests, bug reports and links.

    the-faceless 2 designed 3
    kids=false, level=easy
    hand.0: 3 7 9
    hand.1: 12? 30?
    turn=4, team=45
    Act(0) < NextTurn(1)
    luck 0b5c... 17 4

The first line names game, rules version, edition and players; the second the options that are not
as usual. Then come places, with the cards that these eyes can only guess marked by `?`; numbers
that are not 0; the agenda, what is next first; answers that are sealed; and the luck. In one line,
a bar stands for each new line.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.events import ALL_SEEING, Seat, sees
from duskhall.engine.game import Game
from duskhall.engine.mistakes import Field, Mistake
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import KNOWN, State
from duskhall.engine.steps import SeatStep, Step

NEXT: Final = " < "  # between the steps of an agenda
BAR: Final = " | "  # between lines, where all is in one
LONGEST: Final = 20_000  # letters of a text that is read
MOST: Final = 1_000_000  # the largest number that is read
TRIALS: Final = 3  # games by lot, to see whether a position plays
_STEP: Final = re.compile(r"(\w+)\(([^()]*)\)")
_LUCK: Final = re.compile(r"[0-9a-f]{32} [0-9]+ [0-9]+")
_RULE: Final = re.compile(r"[A-Z]{2}-\d{1,4}")  # what else than numbers a step may be made of


class WrongPosition(Mistake):
    """A text that is no position of this game."""

    def __init__(self, key: str, **fields: Field) -> None:
        super().__init__(key, fields)


def print_position(s: State, game: Game, edition: str, eyes: Seat = ALL_SEEING) -> str:
    """The position as these eyes may know it. What they cannot know is made up, and marked."""
    box = s.box
    shown = s if eyes == ALL_SEEING else s.determinize(eyes, 0)
    options = [
        f"{option.name}={str(box.options[option.name]).lower()}"
        for option in game.options()
        if box.options.get(option.name, option.default) != option.default
    ]
    cards = re.sub(r"[\s|]", "_", edition) or "_"  # a file may be called anything
    lines = [f"{game.name} {game.version} {cards} {box.players}"]
    lines += [", ".join(options)] * bool(options)
    for place, name in box.place_names:
        pile = shown.places[place]
        if pile:
            seen = sees(eyes, box.seers[place])
            made_up = [
                not seen and shown.pool(place, index, eyes) != KNOWN for index in range(len(pile))
            ]
            words = [f"{card}{'?' * made_up[index]}" for index, card in enumerate(pile)]
            lines.append(f"{name}: {' '.join(words)}")
    numbers = [f"{name}={s.numbers[n]}" for n, name in box.number_names if s.numbers[n]]
    lines += [", ".join(numbers)] * bool(numbers)
    lines += [NEXT.join([step.spelled() for step in reversed(s.agenda)])] * bool(s.agenda)
    lines += [f"sealed {seat} {shown.sealed[seat]}" for seat in sorted(shown.sealed)]
    if any(shown.memory):
        lines.append("memory " + " ".join([str(number) for number in shown.memory]))
    lines.append(f"luck {shown.seed.hex()} {shown.drawn} {s.revealed}")
    return "\n".join(lines) + "\n"


def position_game(text: str) -> tuple[str, str, int, dict[str, object]]:
    """The game, edition, players and options that a position names. WrongPosition."""
    if len(text) > LONGEST:
        raise WrongPosition("too-long", most=LONGEST, count=len(text))
    lines = split(text)
    words = lines[0].split() if lines else []
    if len(words) != 4 or not is_number(words[1]) or not is_number(words[3]):
        raise WrongPosition("beginning")
    options: dict[str, object] = {}
    if len(lines) > 1 and is_assigned(lines[1]) and ":" not in lines[1]:
        for part in lines[1].split(","):
            name, _, value = part.strip().partition("=")
            options[name] = value
    return words[0], words[2], int(words[3]), options


def read_position(text: str, game: Game, box: Box) -> State:
    """The table that a position says. WrongPosition tells in one line what is wrong with it.

    It is held against what every game keeps to, and against the first question. Whether the rules
    can lead there is not known: `try_position` plays on from it.
    """
    try:
        return _read(text, game, box)
    except WrongPosition:
        raise
    except Exception as error:  # whatever the rules stumble over at such a table
        raise WrongPosition("no-position", title=game.titled, reason=reason(error)) from None


def try_position(s: State, game: Game) -> None:
    """Refuse a table from which play breaks down or never ends, as far as a few games tell."""
    for trial in range(TRIALS):
        try:
            if not ends(s.clone(), game, trial):
                raise WrongPosition("endless", title=game.titled)
        except WrongPosition:
            raise
        except Exception as error:
            raise WrongPosition("unplayable", title=game.titled, reason=reason(error)) from None


def ends(s: State, game: Game, seed: int) -> bool:
    """Play by lot, and say whether there is an end to it."""
    lots = State(s.box)  # luck for the answers, besides that of the table
    lots.reseed(seed)
    s.reseed(seed)
    for _ in range(game.longest):
        if not s.waiting:
            game.standing(s)
            return True
        seat = s.waiting[lots.random_below(len(s.waiting))]
        moves = s.legal_moves(seat)
        s.play(seat, moves[lots.random_below(len(moves))])
        s.pass_time()
    return not s.waiting


def reason(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _read(text: str, game: Game, box: Box) -> State:
    named, _, players, options = position_game(text)
    lines = split(text)
    if named != game.name or players != box.players:
        raise WrongPosition("other-table", game=named, players=players)
    version = int(lines[0].split()[1])
    if version > game.version:
        raise WrongPosition("newer", version=version, title=game.titled, own=game.version)
    if options and game.choose(players, options) != box.options:
        raise WrongPosition("other-options")
    s = game.open(box)
    cards = sorted([card for pile in s.places for card in pile])
    s.places = [()] * len(s.places)
    s.numbers, s.agenda, s.events = [0] * len(s.numbers), [], None
    s.reseed(0)
    sealed: dict[Seat, Move] = {}
    said: set[str] = set()  # places, numbers and other lines that were there already
    for line in lines[2 if options else 1 :]:
        _read_line(line, s, game, sealed, said)
    if sorted([card for pile in s.places for card in pile]) != cards:
        raise WrongPosition("cards")
    for place, name in box.place_names:
        for card in s.places[place]:
            if not s.belongs(card, place):
                raise WrongPosition("misplaced", card=card, place=name)
    flaw = s.flaw()
    if flaw:
        raise WrongPosition("flaw", flaw=partial(game.catalogue().word, "flaws", flaw))
    s.refresh()
    s.ask_again()
    for seat in sorted(sealed):
        if not s.agenda or s.why_not(seat, sealed[seat]) is not None:
            raise WrongPosition("sealed", seat=seat, move=str(sealed[seat]))
    if sealed and len(sealed) == len(s.waiting):
        raise WrongPosition("all-sealed")
    s.sealed = sealed
    s.waiting = [seat for seat in s.waiting if seat not in sealed]
    return s


def _read_line(line: str, s: State, game: Game, sealed: dict[Seat, Move], said: set[str]) -> None:
    box = s.box
    head, _, rest = line.partition(" ")
    if head == "luck":
        once("twice", head, said)
        if not _LUCK.fullmatch(rest):
            raise WrongPosition("luck", line=line)
        seed, drawn, revealed = rest.split()
        s.seed, s.drawn, s.revealed = bytes.fromhex(seed), whole(drawn), whole(revealed)
        wind(s)
    elif head == "memory":
        once("twice", head, said)
        s.memory = tuple([whole(number) for number in rest.split()])
    elif head == "sealed":
        seat, _, move = rest.partition(" ")
        once("twice", f"{head} {whole(seat)}", said)
        sealed[whole(seat)] = parse_move(move)
    elif _STEP.match(line):
        once("twice", "agenda", said)
        steps = steps_of(game)
        s.agenda = [read_step(word, steps, box.players) for word in reversed(line.split(NEXT))]
    elif ":" in line:
        name, _, listed = line.partition(":")
        once("place-twice", name, said)
        places = {known: place for place, known in box.place_names}
        if name not in places:
            raise WrongPosition("no-place", name=name)
        pile = [whole(card.rstrip("?")) for card in listed.split()]
        s.places[places[name]] = tuple(pile if box.ordered[places[name]] else sorted(pile))
    elif is_assigned(line):
        numbers = {known: number for number, known in box.number_names}
        for part in line.split(","):
            name, _, value = part.strip().partition("=")
            once("number-twice", name, said)
            if name not in numbers:
                raise WrongPosition("no-number", name=name)
            s.numbers[numbers[name]] = whole(value)
    else:
        raise WrongPosition("no-line", line=line)


def once(mistake: str, what: str, said: set[str]) -> None:
    """Refuse what is said a second time, by the sentence that is for it."""
    if f"{mistake} {what}" in said:
        raise WrongPosition(mistake, what=what, name=what)
    said.add(f"{mistake} {what}")


def whole(word: str) -> int:
    """A whole number, no larger than a table ever needs."""
    try:
        number = int(word)
    except ValueError:
        raise WrongPosition("not-whole", word=word[:20]) from None
    if abs(number) > MOST:
        raise WrongPosition("too-large", word=word[:20])
    return number


def is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 7


def wind(s: State) -> None:
    """Bring the words of luck to where they were in the middle of a block."""
    if s.drawn & 7:
        drawn = s.drawn
        s.drawn &= ~7
        s.random_below(1)
        s.drawn = drawn


def split(text: str) -> list[str]:
    lines = text.replace("|", "\n").splitlines()
    return [line.strip() for line in lines if line.strip()]


def is_assigned(line: str) -> bool:
    return all("=" in part for part in line.split(","))


def in_one_line(text: str) -> str:
    return BAR.join(split(text))


def steps_of(game: Game) -> dict[str, type[Step[State]]]:
    """The steps of a game by name: those that are written where the game is."""
    home = type(game).__module__
    found: dict[str, type[Step[State]]] = {}
    left: list[type[Step[State]]] = [Step]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        module = str(getattr(kind, "__module__", ""))
        if module == home or module.startswith(home + "."):
            found[kind.__name__] = kind
    return found


def read_step(word: str, steps: dict[str, type[Step[State]]], players: int) -> Step[State]:
    """A step that is written as it spells itself."""
    word = word.strip()
    match = _STEP.fullmatch(word)
    if match is None or match.group(1) not in steps:
        raise WrongPosition("no-step", word=word)
    made_of: list[object] = []
    for part in match.group(2).split(","):
        part = part.strip()
        if _RULE.fullmatch(part):
            made_of.append(part)
        elif part:
            made_of.append(whole(part))
    step = steps[match.group(1)](*made_of)
    numbers: list[object] = list(step.key())
    spelled = f"{match.group(1)}({', '.join([str(part) for part in made_of])})"
    if step.spelled() != spelled or not all(isinstance(number, int) for number in numbers):
        raise WrongPosition("step-made", word=word)
    if isinstance(step, SeatStep) and not 0 <= step.seat < players:
        raise WrongPosition("step-seat", word=word)
    return step
