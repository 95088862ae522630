"""The Faceless' balance: how often bots win at each level, with and without kids."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.engine.game import Game, game
from duskhall.games.the_faceless.box import COLLECTED, KID, POWERS, SPENT, TURN
from duskhall.games.the_faceless.state import Dusk
from duskhall.lab.balance.report import mean, note, percent
from duskhall.lab.statistics import Estimate, wilson

NAME: Final = "the-faceless"
LEVELS: Final = ["easy", "medium", "hard", "hell"]
SEARCH: Final = "search:40"
SHARE: Final = 4  # search is slow: with kids it plays one game in so many


class Job(NamedTuple):
    players: int
    bot: str
    seed: int
    options: dict[str, object]
    edition: str


class Played(NamedTuple):
    """One game."""

    players: int
    reason: str
    memories: int
    turns: int
    kids: list[int]  # powers


def play(job: Job) -> Played:
    kind = game(NAME)
    bot = make_bot(job.bot, kind, luck(job.seed, 1))
    s = kind.deal(kind.box(job.players, job.options, job.edition), luck(job.seed))
    assert isinstance(s, Dusk)
    position = 0
    while s.waiting:
        seat = s.waiting[0]
        s.play(seat, bot.answer(s, seat, position))
        position += 1
    return Played(
        job.players,
        kind.standing(s).reason,
        len(s.places[COLLECTED]) + len(s.places[SPENT]),
        s.numbers[TURN],
        [s.world.power[card] for seat in range(job.players) for card in s.places[KID + seat]],
    )


def run(jobs: list[Job]) -> list[Played]:
    with ProcessPoolExecutor() as workers:
        return list(workers.map(play, jobs, chunksize=4))


def jobs(bot: str, level: str, kids: bool, games: int, seed: int, edition: str) -> list[Job]:
    """Two, three and four players by turns; all bots and both ways get the same luck."""
    options: dict[str, object] = {"level": level, "kids": kids}
    return [
        Job(2 + i % 3, bot, luck(seed, LEVELS.index(level), i), options, edition)
        for i in range(games)
    ]


def wins(results: list[Played]) -> Estimate:
    return wilson(sum([played.reason == "won" for played in results]), len(results))


def page(kind: Game, games: int, seed: int, edition: str) -> str:
    """The whole page."""
    lines = [
        "# Balance of The Faceless' designed board",
        "The rulebook pictures the board, the obstacles and the cards without giving their values: those of `board.toml` are this project's design, and this page is what simulation says of them. "
        f"Written by `make balance GAME={kind.name}` (`python -m duskhall.lab.balance {kind.name} --games {games} --seed {seed}`); "
        f"intervals are 95 %, 2, 3 and 4 players take turns. `search` is `{SEARCH}`: so many iterations; with kids it plays {games // SHARE} games a line.",
        "",
        "## Won games by level, %",
        "A reference, without kids, from a throwaway simulator of the same board: greedy 63 / 56 / 45 / 33 and a two-ply search 74 / 71 / 57 / 43 at easy / medium / hard / hell; random 0.",
        "",
        "| level | kids | random | greedy | search | greedy: memories | turns | deck empty, caught, trapped |",
        "|---|---|---|---|---|---|---|---|",
    ]
    with_kids: list[Played] = []
    for kids in (False, True):
        for level in LEVELS:
            random = run(jobs("random", level, kids, games, seed, edition))
            greedy = run(jobs("greedy", level, kids, games, seed, edition))
            fewer = games // SHARE if kids else games
            search = run(jobs(SEARCH, level, kids, fewer, seed, edition))
            if kids:
                with_kids += greedy
            ends = Counter([played.reason for played in greedy])
            lines.append(
                f"| {level} | {'yes' if kids else 'no'} | {percent(wins(random))} "
                f"| {percent(wins(greedy))} | {percent(wins(search))} "
                f"| {mean([float(played.memories) for played in greedy], 1)} "
                f"| {mean([float(played.turns) for played in greedy], 1)} "
                f"| {ends['deck-empty']}, {ends['caught']}, {ends['trapped']} |"
            )
            note(lines[-1])
    lines += [
        "",
        "## Kids",
        "Games won by `greedy` with each kid among the players, over all levels above.",
        "",
        "| kid | n games | won, % |",
        "|---|---|---|",
    ]
    for power, name in enumerate(POWERS):
        having = [played for played in with_kids if power in played.kids]
        lines.append(f"| {name} | {len(having)} | {percent(wins(having))} |")
    lines += [
        "",
        "## Players",
        "Games won by `greedy` with kids, by number of players, over all levels above.",
        "",
        "| players | n games | won, % |",
        "|---|---|---|",
    ]
    for players in kind.player_counts():
        having = [played for played in with_kids if played.players == players]
        lines.append(f"| {players} | {len(having)} | {percent(wins(having))} |")
    return "\n".join(lines) + "\n"
