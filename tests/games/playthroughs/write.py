"""Write the golden playthroughs and the counts of lines anew: `make playthroughs`.

One text per table: every answer, what it led to, and what one seat saw of it. Cards in parentheses
are hidden from that seat. Review the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import duskhall
from duskhall import Game, Record, State, Table
from duskhall.bots.bot import luck
from duskhall.engine.events import HIDDEN, NOWHERE, Event, Seat

FOLDER = Path(__file__).parent
PERFT = FOLDER.parent / "perft.toml"
SEED = 7
WATCHER = 0  # the seat through whose eyes a playthrough is told
DEPTH = 3


class Golden(NamedTuple):
    """A table that is always played the same way."""

    game: Game
    variant: str
    players: int
    options: dict[str, object]

    def path(self) -> Path:
        return FOLDER / f"{self.game.name}-{self.variant}.txt"

    def sit_down(self) -> Table:
        edition = next(iter(self.game.editions().values()))
        options = self.game.box(self.players, self.options, edition).options
        return Table(Record(self.game, self.players, options, edition, SEED))


class Position(NamedTuple):
    """A position of a golden table, from which lines are counted."""

    table: Golden
    answers: int  # given before


def goldens(game: Game) -> list[Golden]:
    """The fewest players, a few more, and every option turned to its last value."""
    counts = game.counts({})
    fewest, few = counts[0], counts[min(1, len(counts) - 1)]
    some = counts[min(2, len(counts) - 1)]
    turned = game.fit(
        {option.name: option.values[-1] for option in game.options() if not option.part}
    )
    return [
        Golden(game, f"{fewest}p", fewest, {}),
        Golden(game, f"{some}p", some, {}),
        Golden(game, f"{few}p-all-options", few, turned),
    ]


def answer(table: Table) -> tuple[Seat, duskhall.Move]:
    """What is answered next: chosen by the number of the answer alone."""
    number = len(table.record.moves)
    waiting = table.state.waiting
    seat = waiting[luck(SEED, number) % len(waiting)]
    moves = table.state.legal_moves(seat)
    return seat, moves[luck(SEED, number, seat) % len(moves)]


# Playthroughs


def playthrough(golden: Golden) -> str:
    """A whole game as text."""
    table = golden.sit_down()
    options = [f"{name}={value}".lower() for name, value in golden.options.items()]
    lines = [
        f"{golden.game.title}, version {golden.game.version}, {golden.players} players, seed {SEED}",
        "options: " + (", ".join(options) or "none"),
        f"told to seat {WATCHER}: (cards in parentheses) are hidden from it",
        "",
        "set-up",
    ]
    view = golden.game.open(table.state.box).view(WATCHER)
    lines += happenings(table, view)
    while table.state.waiting:
        view = table.state.view(WATCHER)
        seat, move = answer(table)
        table.play(seat, move)
        lines += [f"{len(table.record.moves)}. seat {seat}: {move}", *happenings(table, view)]
    standing = golden.game.standing(table.state)
    scores = ", ".join([" ".join([str(part) for part in score]) for score in standing.scores])
    ranks = " ".join([str(rank) for rank in standing.ranks])
    lines.append(f"ranks {ranks}; scores {scores}; {standing.rule} {standing.reason}")
    return "\n".join(lines) + "\n"


def happenings(table: Table, before: dict[str, object]) -> list[str]:
    """The events of the last position, what the watcher saw change, and what is asked now."""
    s = table.state
    told = [f"   {event_text(s, event)}" for event in table.events[-1]]
    changed = changes(before, s.view(WATCHER))
    seen = [f"   sees {'; '.join(changed)}"] if changed else []
    asked = [f"{seat}:{len(s.legal_moves(seat))}" for seat in s.waiting]
    asks = [f"   asks {s.agenda[-1]} of {' '.join(asked)} moves"] if asked else []
    return told + seen + asks


def event_text(s: State, event: Event) -> str:
    box = s.box
    cards = ", ".join([box.card_names[card] or str(card) for card in event.cards])
    if HIDDEN in event.shown_to(WATCHER).cards:
        cards = f"({cards})"
    words = [event.rule, event.kind, f"by {event.seat}" if event.seat >= 0 else "", cards]
    if event.source != NOWHERE:
        under = " under" if event.under else ""
        words.append(f"[{box.name_of[event.source]} >{under} {box.name_of[event.target]}]")
    if event.number != NOWHERE:
        words.append(f"{box.number_name[event.number]}={event.value}")
    return " ".join([word for word in words if word])


def changes(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """What differs between two views: cards by number where they are seen, else how many."""
    found: list[str] = []
    for part in ("places", "numbers", "sealed"):
        old, new = before[part], after[part]
        assert isinstance(old, dict)
        assert isinstance(new, dict)
        for name in [*old, *[name for name in new if name not in old]]:
            if old.get(name) != new.get(name):
                label = f"sealed.{name}" if part == "sealed" else name
                found.append(f"{label}: {seen_text(part, new.get(name))}")
    return found


def seen_text(part: str, value: object) -> str:
    if isinstance(value, list):
        return " ".join([str(card) for card in value]) or "empty"
    if part == "places":
        return f"{value} hidden"
    return "opened" if value is None else str(value)


# Counts of lines


def starts(game: Game) -> list[Position]:
    """Three tables to count from: at the beginning, in the middle, and towards the end."""
    counts = game.counts({})
    plain, some, turned = goldens(game)
    many = Golden(game, "many", counts[-1], turned.options)
    positions = [Position(plain, 0)]
    for table, numerator, denominator in ((some, 1, 4), (many, 2, 3)):
        positions.append(Position(table, length(table) * numerator // denominator))
    return positions


def length(golden: Golden) -> int:
    """How many answers the golden game takes."""
    table = golden.sit_down()
    while table.state.waiting:
        table.play(*answer(table))
    return len(table.record.moves)


def lines_from(position: Position) -> list[int]:
    """How many different lines of one, two, three answers there are from here."""
    table = position.table.sit_down()
    for _ in range(position.answers):
        table.play(*answer(table))
    return [count(table.state, depth) for depth in range(1, DEPTH + 1)]


def count(s: State, depth: int) -> int:
    """Lines of that many answers; of several seats that are asked at once, the first answers."""
    if not s.waiting:
        return 0
    seat = s.waiting[0]
    moves = s.legal_moves(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = s.clone()
        after.play(seat, move)
        total += count(after, depth - 1)
    return total


def perft() -> str:
    """The counts of every game, as TOML."""
    lines = ["# How many lines of one, two and three answers there are. By `make playthroughs`."]
    for game in duskhall.installed():
        for position in starts(game):
            table = position.table
            options = [f"{name} = {toml(value)}" for name, value in table.options.items()]
            lines += [
                "",
                "[[tables]]",
                f'game = "{game.name}"',
                f"players = {table.players}",
                f"options = {{{', '.join(options)}}}",
                f"answers = {position.answers}",
                f"lines = {lines_from(position)}",
            ]
    return "\n".join(lines) + "\n"


def toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def main() -> None:
    for golden in [golden for game in duskhall.installed() for golden in goldens(game)]:
        golden.path().write_text(playthrough(golden), "utf-8")
        print(f"wrote {golden.path().name}")
    PERFT.write_text(perft(), "utf-8")
    print(f"wrote {PERFT.name}")


if __name__ == "__main__":
    main()
