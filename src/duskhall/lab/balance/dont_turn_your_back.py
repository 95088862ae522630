"""Don't Turn Your Back's balance: seats, scores, districts, cards and styles, by simulation."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

from duskhall.bots.bot import Bot, luck
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.values.dont_turn_your_back import MadMind, Taste
from duskhall.engine.events import NOWHERE, Event
from duskhall.engine.game import Game, game
from duskhall.games.dont_turn_your_back.box import (
    BB,
    CANDLES,
    DISTRICTS,
    FIRST,
    SERVICES,
    SPACES,
    MadCity,
)
from duskhall.games.dont_turn_your_back.state import Night
from duskhall.lab.balance.report import mean, note, percent
from duskhall.lab.statistics import Estimate, wilson

NAME: Final = "dont-turn-your-back"
TASTES: Final = {
    "balanced": Taste(),
    "13": Taste(d13=1.5, hs=0.8),
    "HS": Taste(d13=0.8, hs=1.5),
    "WK": Taste(wk=1.5),
    "buying": Taste(cs=1.5),
}
STYLES: Final = list(TASTES)
OPTION_SHARE: Final = 4  # the other readings get one game in so many
DISTRICT_WORDS: Final = "Share of the spaces that are filled in a turn / share of turns that leave the district empty, %."
SOURCES: Final = ["HS", "13", "Bazaar", "bonus"]


class Sat(NamedTuple):
    """What one seat of one game did."""

    style: str
    turn: int  # its place in the order of the first turn
    win: float  # its share of the first place
    score: int
    sources: list[int]  # Candles by where they came from
    acquired: list[int]  # cards by number within a set
    played: list[int]  # services, by number, used in the Bazaar
    encased: int  # Pain


class Played(NamedTuple):
    """One game."""

    sat: list[Sat]
    spaces: list[float]  # by district: share of its spaces filled, over all turns
    empty: list[float]  # by district: share of turns it stood empty
    reason: str


class Job(NamedTuple):
    players: int
    styles: list[str]  # by seat
    seed: int
    options: dict[str, object]
    edition: str


def play(job: Job) -> Played:
    kind = game(NAME)
    box = kind.box(job.players, job.options, job.edition)
    assert isinstance(box, MadCity)
    bots: list[Bot] = [
        GreedyBot(MadMind(kind, TASTES[style]), luck(job.seed, seat))
        for seat, style in enumerate(job.styles)
    ]
    events: list[Event] = []
    s = kind.deal(box, luck(job.seed), events)
    assert isinstance(s, Night)
    first = s.numbers[FIRST]
    position = 0
    while s.waiting:
        seat = s.waiting[0]
        s.play(seat, bots[seat].answer(s, seat, position))
        position += 1
    return summary(job, box, s, kind, events, first)


def summary(
    job: Job, box: MadCity, s: Night, kind: Game, events: list[Event], first: int
) -> Played:
    players = range(job.players)
    sources = [[0] * len(SOURCES) for _ in players]
    acquired: list[list[int]] = [[] for _ in players]
    played: list[list[int]] = [[] for _ in players]
    set_size = len(box.start[0]) + len(box.acquisition[0])
    inside, most = [0] * 5, [0] * 5
    filled, empty, turns = [0.0] * 5, [0.0] * 5, 0
    for event in events:
        if event.source >= SPACES:
            inside[box.district_of[event.source]] -= 1
        if event.target >= SPACES:
            district = box.district_of[event.target]
            inside[district] += 1
            most[district] = max(most[district], inside[district])
            if event.kind == "place" and district == BB:
                played[event.seat].append(box.service[event.cards[0]])
        if event.kind in ("buy", "acquire") and event.source != NOWHERE:
            acquired[event.seat].append((event.cards[0] - 1) % set_size)
        if event.kind in ("gain", "lose"):
            assert event.number == CANDLES + event.seat
            sources[event.seat][source_of(event.rule)] += event.change
        if event.kind == "discard_law":  # the turn's placing is over, its clean-up still to come
            turns += 1
            for district in range(5):
                spaces = box.space_to[district] - box.space_from[district]
                filled[district] += most[district] / spaces
                empty[district] += most[district] == 0
            most = [0] * 5
        if event.kind == "turn":
            most = inside[:]
    standing = kind.standing(s)
    winners = standing.ranks.count(1)
    sat = [
        Sat(
            job.styles[seat],
            (seat - first) % job.players,
            1 / winners if standing.ranks[seat] == 1 else 0.0,
            standing.scores[seat][0],
            sources[seat],
            acquired[seat],
            played[seat],
            s.encased_pain(seat),
        )
        for seat in players
    ]
    return Played(
        sat,
        [share / turns for share in filled],
        [count / turns for count in empty],
        standing.reason,
    )


def source_of(rule: str) -> int:
    number = int(rule[3:])
    if number == 60:
        return 0
    if 70 <= number <= 79:
        return 1
    return 3 if number == 96 else 2


def run(jobs: list[Job]) -> list[Played]:
    with ProcessPoolExecutor() as workers:
        return list(workers.map(play, jobs, chunksize=8))


def page(kind: Game, games: int, seed: int, edition: str) -> str:
    """The whole page."""
    lines = [
        "# Balance of Don't Turn Your Back's designed cards",
        "The rulebook prints neither the cards' Pain, Cost and districts nor the spaces of the city: those of `cards.toml` are this project's design ([how](dont-turn-your-back-design.md)), and this page is what simulation says of them. "
        f"Written by `make balance GAME={kind.name}` (`python -m duskhall.lab.balance {kind.name} --games {games} --seed {seed}`); "
        "the bot is `greedy`, intervals are 95 %. Only the rulings are compared on the same luck.",
        "",
        "## Seats and scores",
        "Seats in the order of the first turn. Target: within 4 points of fair; a winner's score typically 50 to 120.",
    ]
    results = self_play(kind, games, seed, edition)
    lines += seat_lines(results)
    lines += source_lines(results)
    lines += [
        "",
        "## Districts",
        f"{DISTRICT_WORDS} Target: none empty in more than a tenth of the turns.",
    ]
    lines += district_lines(results)
    lines += card_lines(kind, edition, results)
    lines += style_lines(kind, games, seed, edition)
    lines += option_lines(kind, games // OPTION_SHARE, seed, edition, results)
    if not edition:
        lines += small_set_lines(kind, games // OPTION_SHARE, seed)
    return "\n".join(lines) + "\n"


def self_play(kind: Game, games: int, seed: int, edition: str) -> dict[int, list[Played]]:
    """Games of the balanced bot against itself, by number of players."""
    results: dict[int, list[Played]] = {}
    for players in kind.player_counts():
        jobs = [
            Job(players, ["balanced"] * players, luck(seed, players, i), {}, edition)
            for i in range(games)
        ]
        results[players] = run(jobs)
        note(seat_line(players, results[players]))
    return results


def seat_wins(results: list[Played], turn: int) -> Estimate:
    won = [sat.win for played in results for sat in played.sat if sat.turn == turn]
    return wilson(sum(won), len(won))


def winners_scores(results: list[Played]) -> list[int]:
    return sorted([max([sat.score for sat in played.sat]) for played in results])


def seat_lines(results: dict[int, list[Played]]) -> list[str]:
    return [
        "",
        "| players | n games | wins by seat, % | fair | winner's Candles: mean | 5 % to 95 % | decided by Cost or shared, % |",
        "|---|---|---|---|---|---|---|",
        *[seat_line(players, games) for players, games in results.items()],
    ]


def seat_line(players: int, results: list[Played]) -> str:
    wins = ", ".join([percent(seat_wins(results, turn)) for turn in range(players)])
    scores = winners_scores(results)
    n = len(results)
    tied = sum([played.reason != "most-candles" for played in results])
    return (
        f"| {players} | {n} | {wins} | {100 / players:.1f} | {mean(scores, 1)} "
        f"| {scores[n // 20]} to {scores[n - 1 - n // 20]} | {100 * tied / n:.1f} |"
    )


def source_lines(results: dict[int, list[Played]]) -> list[str]:
    lines = [
        "",
        "## Where Candles come from",
        "",
        "| players | "
        + " | ".join([f"{source}, %" for source in SOURCES])
        + " | acquired per player | Pain encased per player |",
        "|---|---|---|---|---|---|---|",
    ]
    for players, games in results.items():
        sat = [seat for played in games for seat in played.sat]
        totals = [sum([seat.sources[i] for seat in sat]) for i in range(len(SOURCES))]
        shares = " | ".join([f"{100 * total / sum(totals):.0f}" for total in totals])
        lines.append(
            f"| {players} | {shares} | {mean([float(len(seat.acquired)) for seat in sat], 1)} "
            f"| {mean([float(seat.encased) for seat in sat], 1)} |"
        )
    return lines


def district_lines(results: dict[int, list[Played]]) -> list[str]:
    lines = [
        "",
        "| players | " + " | ".join(DISTRICTS) + " |",
        "|---|---|---|---|---|---|",
    ]
    for players, games in results.items():
        n = len(games)
        cells = [
            f"{100 * sum([game.spaces[d] for game in games]) / n:.0f} / "
            f"{100 * sum([game.empty[d] for game in games]) / n:.0f}"
            for d in range(5)
        ]
        lines.append(f"| {players} | " + " | ".join(cells) + " |")
    return lines


def card_lines(kind: Game, edition: str, results: dict[int, list[Played]]) -> list[str]:
    counts = list(results)
    lines = [
        "",
        "## Cards",
        "Per player and game: copies acquired / times used in the Bazaar / win rate over fair of those who acquired one (1 is neutral; the price is not deducted).",
        "",
        "| card | Cost | Pain | " + " | ".join([f"{players} players" for players in counts]) + " |",
        "|---|---|---|" + "---|" * len(counts),
    ]
    box = kind.box(counts[0], {}, edition)
    assert isinstance(box, MadCity)
    seen: set[str] = set()
    for card in box.start[0] + box.acquisition[0]:
        name = box.card_names[card]
        if name in seen:
            continue
        seen.add(name)
        copies = [
            other - 1
            for other in range(1, 1 + len(box.start[0]) + len(box.acquisition[0]))
            if box.card_names[other] == name
        ]
        cells = []
        for players, games in results.items():
            sat = [seat for played in games for seat in played.sat]
            got = sum([seat.acquired.count(copy) for seat in sat for copy in copies])
            service = box.service[card]
            used = sum([seat.played.count(service) for seat in sat]) if service else 0
            owners = [seat.win for seat in sat if any(copy in seat.acquired for copy in copies)]
            over = f"{players * sum(owners) / len(owners):.2f}" if owners else "–"
            cells.append(
                f"{got / len(sat):.2f} / {f'{used / len(sat):.2f}' if service else '–'} / {over}"
            )
        cost = "Start" if box.is_start[card] else str(box.cost[card])
        lines.append(f"| {name} | {cost} | {box.pain[card]} | " + " | ".join(cells) + " |")
    used_all = [
        all(
            any(service in seat.played for played in games for seat in played.sat)
            for service in range(1, len(SERVICES))
        )
        for games in results.values()
    ]
    lines += [
        "",
        f"All {len(SERVICES) - 1} services are used with {', '.join([str(players) for players, all_used in zip(results, used_all, strict=True) if all_used]) or 'no'} players.",
    ]
    return lines


def style_lines(kind: Game, games: int, seed: int, edition: str) -> list[str]:
    lines = [
        "",
        "## Styles",
        "The same bot with another taste: 13 values District 13 half as much again and HS a fifth less, HS the reverse; WK and buying value the Encased bonus, or what influence buys, half as much again. Seats are filled by turns with all five. Win rates per seat, %. Target: at least three of the four styles within 12 points of each other.",
        "",
        "| players | fair | n games | " + " | ".join(STYLES) + " |",
        "|---|---|---|" + "---|" * len(STYLES),
    ]
    for players in kind.player_counts():
        jobs = [
            Job(
                players,
                [STYLES[(i // 5**j + i * (j + 1)) % 5] for j in range(players)],
                luck(seed, 20, players, i),
                {},
                edition,
            )
            for i in range(games)
        ]
        # A style against itself says nothing.
        jobs = [job for job in jobs if len(set(job.styles)) > 1]
        sat = [seat for played in run(jobs) for seat in played.sat]
        shares = []
        for style in STYLES:
            won = [seat.win for seat in sat if seat.style == style]
            shares.append(percent(wilson(sum(won), len(won))))
        lines.append(
            f"| {players} | {100 / players:.1f} | {len(jobs)} | " + " | ".join(shares) + " |"
        )
        note(lines[-1])
    return lines


def option_lines(
    kind: Game, games: int, seed: int, edition: str, results: dict[int, list[Played]]
) -> list[str]:
    """Both readings where the rulebook and its aid differ, or are silent."""
    lines = [
        "",
        "## Rulings",
        "The other reading, against the default of the first table: the winner's Candles, and the first seat's wins in %.",
        "",
        "| option | players | n games | winner's Candles | default | first seat wins | default |",
        "|---|---|---|---|---|---|---|",
    ]
    for option in kind.options():
        for players in kind.player_counts():
            jobs = [
                Job(
                    players,
                    ["balanced"] * players,
                    luck(seed, players, i),
                    {option.name: option.values[1]},
                    edition,
                )
                for i in range(games)
            ]
            other, default = run(jobs), results[players]
            lines.append(
                f"| {option.name}={option.values[1]} | {players} | {games} "
                f"| {mean(winners_scores(other), 1)} | {mean(winners_scores(default), 1)} "
                f"| {percent(seat_wins(other, 0))} | {percent(seat_wins(default, 0))} |"
            )
            note(lines[-1])
    return lines


def small_set_lines(kind: Game, games: int, seed: int) -> list[str]:
    """The edition with 25 cards a player."""
    results = self_play(kind, games, seed, "designed-25")
    return [
        "",
        "## Twenty-five cards",
        "The edition `designed-25`: seats and scores, and the districts, as above.",
        *seat_lines(results),
        *district_lines(results),
    ]
