"""Dark Dealings' balance: heroes defeated, drafting styles, classes and abilities, by simulation."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.events import Event, Seat
from duskhall.engine.game import Game, game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import ABILITIES, CLASSES, MARKET, Keep
from duskhall.games.dark_dealings.rules.draft import PickHeroes
from duskhall.games.dark_dealings.state import Siege
from duskhall.lab.balance.report import mean, note, percent
from duskhall.lab.statistics import Estimate, wilson

NAME: Final = "dark-dealings"
STYLES: Final = ["high", "low", "barbell", "middle"]


class StyleBot(Bot):
    """Drafts heroes by Challenge alone, and leaves everything else to greedy."""

    def __init__(self, style: str, seed: int) -> None:
        super().__init__(seed)
        self.style: Final = style
        self.greedy: Final = make_bot("greedy", game(NAME), seed)

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        if not isinstance(s.agenda[-1], PickHeroes):
            return self.greedy.answer(s, seat, position)
        assert isinstance(s, Siege)
        by_challenge = sorted(s.hand(seat), key=lambda hero: s.keep.challenge[hero])
        if self.style == "high":
            pair = by_challenge[-2:]
        elif self.style == "low":
            pair = by_challenge[:2]
        elif self.style == "barbell":
            pair = [by_challenge[0], by_challenge[-1]]
        else:
            pair = sorted(by_challenge, key=lambda hero: abs(s.keep.challenge[hero] - 27.5))[:2]
        return Move("pick", *sorted(pair))


class Sat(NamedTuple):
    """What one seat of one game did."""

    bot: str
    win: float  # its share of the first place
    defeated: int
    first: bool  # whether it was the first player
    picks: list[int]  # heroes, in the order picked
    takes: list[tuple[int, int]]  # defenses, with their place in the picking of their layout


class Job(NamedTuple):
    players: int
    bots: list[str]  # by seat; a style or the name of a bot
    seed: int
    options: dict[str, object]
    edition: str


def play(job: Job) -> tuple[list[Sat], str]:
    """One game; what each seat did, and the reason that decided it."""
    kind = game(NAME)
    box = kind.box(job.players, job.options, job.edition)
    bots: list[Bot] = [
        StyleBot(name, job.seed) if name in STYLES else make_bot(name, kind, job.seed)
        for name in job.bots
    ]
    events: list[Event] = []
    s = kind.deal(box, luck(job.seed), events)
    position = 0
    while s.waiting:
        seat = s.waiting[0]
        s.play(seat, bots[seat].answer(s, seat, position))
        position += 1
    picks: list[list[int]] = [[] for _ in job.bots]
    takes: list[list[tuple[int, int]]] = [[] for _ in job.bots]
    place = 0
    for event in events:
        if event.target == MARKET:
            place = 0
        elif event.kind == "pick":
            picks[event.seat] += event.cards
        elif event.kind == "take":
            takes[event.seat].append((event.cards[0], place))
            place += 1
    standing = kind.standing(s)
    winners = standing.ranks.count(1)
    assert isinstance(s, Siege)
    first = s.seats_from_first()[0]
    sat = [
        Sat(
            name,
            1 / winners if standing.ranks[seat] == 1 else 0.0,
            standing.scores[seat][0],
            seat == first,
            picks[seat],
            takes[seat],
        )
        for seat, name in enumerate(job.bots)
    ]
    return sat, standing.reason


def run(jobs: list[Job]) -> list[tuple[list[Sat], str]]:
    with ProcessPoolExecutor() as workers:
        return list(workers.map(play, jobs, chunksize=8))


def wins(sat: list[Sat], keep: Callable[[Sat], bool]) -> Estimate:
    chosen = [seat for seat in sat if keep(seat)]
    return wilson(sum([seat.win for seat in chosen]), len(chosen))


def page(kind: Game, games: int, seed: int, edition: str) -> str:
    """The whole page."""
    box = kind.box(4, {}, edition)
    assert isinstance(box, Keep)
    lines = [
        "# Balance of Dark Dealings' designed cards",
        "The rulebook prints no card values: those of `cards.toml` are this project's design, and this page is what simulation says of them. "
        f"Written by `make balance` (`python -m duskhall.lab.balance {kind.name} --games {games} --seed {seed}`); "
        "the bot is `greedy`, intervals are 95 %. Lines share no games.",
        "",
        "## Heroes defeated of eight",
        "Target: a mean of 4.5 to 6.5 for every number of players.",
        "",
        "| players | n games | mean defeated | first player wins, % | fair | ties on heroes, % | by cards left, % | by Challenge, % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    everyone: dict[int, list[Sat]] = {}
    for players in range(2, 7):
        jobs = [
            Job(players, ["greedy"] * players, luck(seed, players, i), {}, edition)
            for i in range(games)
        ]
        results = run(jobs)
        sat = [seat for seats, _ in results for seat in seats]
        everyone[players] = sat
        reasons = [reason for _, reason in results]
        by_cards = wilson(reasons.count("more-cards"), games)
        by_challenge = wilson(reasons.count("higher-challenge"), games)
        tied = wilson(games - reasons.count("most-heroes"), games)
        lines.append(
            f"| {players} | {games} | {mean([float(seat.defeated) for seat in sat])} "
            f"| {percent(wins(sat, lambda seat: seat.first))} | {100 / players:.1f} "
            f"| {percent(tied)} | {100 * by_cards.value:.1f} | {100 * by_challenge.value:.1f} |"
        )
        note(lines[-1])
    lines += ["", "| Solo, row of | n games | mean defeated |", "|---|---|---|"]
    for row in range(3, 8):
        jobs = [
            Job(1, ["greedy"], luck(seed, 10, row, i), {"row": row}, edition) for i in range(games)
        ]
        sat = [seat for seats, _ in run(jobs) for seat in seats]
        lines.append(f"| {row} | {games} | {mean([float(seat.defeated) for seat in sat])} |")
        note(lines[-1])
    lines += style_lines(games, seed, edition)
    lines += pick_lines(box, everyone[4])
    return "\n".join(lines) + "\n"


def style_lines(games: int, seed: int, edition: str) -> list[str]:
    lines = [
        "",
        "## Drafting styles",
        "Heroes drafted by Challenge alone: the two highest, the two lowest, highest and lowest, nearest to the middle; all else by `greedy`. "
        "High against low: seats filled by turns with the two; target within 10 points of each other. All four: seats filled by turns with the four. Win rates per seat, %.",
        "",
        "| players | fair | n games | high | low | points apart | n games | high | low | barbell | middle |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for players in (2, 3, 4, 5, 6):
        two = STYLES[:2]
        pairs = [
            Job(
                players,
                [two[(i + j) % 2] for j in range(players)],
                luck(seed, 20, players, i),
                {},
                edition,
            )
            for i in range(games)
        ]
        # All arrangements of the four styles come by turns.
        fours = [
            Job(
                players,
                [STYLES[(i // 4**j + i * j) % 4] for j in range(players)],
                luck(seed, 30, players, i),
                {},
                edition,
            )
            for i in range(games)
        ]
        sat = [seat for seats, _ in run(pairs) for seat in seats]
        high, low = (style_wins(sat, style) for style in two)
        mixed = [seat for seats, _ in run(fours) for seat in seats]
        shares = " | ".join([percent(style_wins(mixed, style)) for style in STYLES])
        lines.append(
            f"| {players} | {100 / players:.1f} | {games} | {percent(high)} | {percent(low)} "
            f"| {100 * abs(high.value - low.value):.1f} | {games} | {shares} |"
        )
        note(lines[-1])
    return lines


def style_wins(sat: list[Sat], style: str) -> Estimate:
    return wins(sat, lambda seat: seat.bot == style)


def pick_lines(box: Keep, sat: list[Sat]) -> list[str]:
    """What greedy picks with four players, and how the owners fare."""
    lines = [
        "",
        "## What is picked (greedy, four players)",
        "First picks are the two of the first hand. An owner's win rate is over the fair share: 1 is neutral.",
        "",
        "| class | of first picks, % | of all heroes kept, % | owner's win rate over fair |",
        "|---|---|---|---|",
    ]
    firsts = [hero for seat in sat for hero in seat.picks[:2]]
    kept = [hero for seat in sat for hero in seat.picks]
    for index, name in enumerate(CLASSES):
        early = [hero for hero in firsts if box.hero_class[hero] == index]
        late = [hero for hero in kept if box.hero_class[hero] == index]
        won = sum(
            [seat.win * sum([box.hero_class[h] == index for h in seat.picks]) for seat in sat]
        )
        lines.append(
            f"| {name} | {100 * len(early) / len(firsts):.1f} | {100 * len(late) / len(kept):.1f} "
            f"| {won / max(len(late), 1) * 4:.2f} |"
        )
    lines += [
        "",
        "| ability | cards | mean place in the picking of eight (0 first) | owner's win rate over fair |",
        "|---|---|---|---|",
    ]
    taken = [(card, place, seat.win) for seat in sat for card, place in seat.takes]
    for index, name in enumerate(["none", *ABILITIES]):
        of_it = [(place, win) for card, place, win in taken if box.ability[card] == index]
        count = sum([box.ability[card] == index for card in box.defenses])
        place = sum([place for place, _ in of_it]) / max(len(of_it), 1)
        won = sum([win for _, win in of_it]) / max(len(of_it), 1) * 4
        lines.append(f"| {name} | {count} | {place:.2f} | {won:.2f} |")
    rows = []
    for card in box.defenses:
        mine = [(place, win) for other, place, win in taken if other == card]
        if mine:
            place = sum([p for p, _ in mine]) / len(mine)
            rows.append((sum([w for _, w in mine]) / len(mine) * 4, place, card, len(mine)))
    rows.sort(reverse=True)
    lines += [
        "",
        "| defense | rank | n | mean place | owner's win rate over fair |",
        "|---|---|---|---|---|",
    ]
    for won, place, card, n in rows[:8] + rows[-6:]:
        lines.append(
            f"| {box.card_names[card]} | {box.rank[card]} | {n} | {place:.2f} | {won:.2f} |"
        )
    unpicked = sorted({box.card_names[c] for c in box.heroes} - {box.card_names[h] for h in firsts})
    lines += ["", f"Heroes never among the first picks: {', '.join(unpicked) or 'none'}."]
    return lines
