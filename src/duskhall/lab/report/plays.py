"""What is played for a report: the game itself, stronger against weaker, and styles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from duskhall.engine.box import Box
from duskhall.engine.game import Game, WrongOption
from duskhall.lab.balance import styles_of
from duskhall.lab.match import seat_bot, unlike
from duskhall.lab.measures import BotWins, Findings, Key, Measure, Series, measure_all
from duskhall.lab.plan import read_once
from duskhall.lab.workers import Progress, unheard
from duskhall.lab.yardsticks import (
    Answers,
    Beats,
    BotPoints,
    Comebacks,
    DeedUses,
    DeedWins,
    LastLead,
    LeadChanges,
    Margin,
    PlaceWins,
    Points,
    Reasons,
    SeatOf,
    Spread,
    Ties,
    Won,
)

LADDER: Final = ("random", "greedy", "search:40")  # from weak to strong
FEWER: Final = 4  # of pairs of bots, one game is played for so many of the main ones
DUEL: Final = 2  # players, where strength is held against strength
MAIN: Final = "main"
PAIR: Final = "pair"
ALONE: Final = "alone"
STYLES: Final = "styles"
ALWAYS: Final[tuple[type[Measure], ...]] = (Answers, Points, Reasons, DeedUses, DeedWins, BotWins)
RACES: Final[tuple[type[Measure], ...]] = (
    PlaceWins,
    Margin,
    Spread,
    Ties,
    LeadChanges,
    Comebacks,
    LastLead,
    Beats,
    BotPoints,
    SeatOf,
)


class Wish(NamedTuple):
    """What a report is to be about."""

    kind: Game
    players: Sequence[int]  # the first is looked at closely
    games: int  # of the main games, for each number of players
    bots: Sequence[str]
    seed: int
    options: Mapping[str, object]
    edition: tuple[str, str, bool]
    ladder: Sequence[str] = LADDER
    scenario: str = ""  # the name of the one that the options are of

    def box(self) -> Box:
        return self.kind.box(self.players[0], dict(self.options))

    def is_cooperative(self) -> bool:
        return self.box().is_cooperative

    def is_race(self) -> bool:
        return self.players[0] > 1 and not self.is_cooperative()

    def is_weighed(self) -> bool:
        """Whether anything can be won or lost: alone, one may just come far."""
        return self.players[0] > 1 or self.is_cooperative() or self.box().may_be_lost

    def chosen(self) -> dict[str, object]:
        """The options that are neither as usual nor as the scenario has them."""
        usual = {option.name: option.default for option in self.kind.options()}
        if self.scenario:
            usual |= self.kind.scenario(self.scenario).options
        return {name: value for name, value in self.box().options.items() if value != usual[name]}

    def line(self, players: int, bots: Sequence[str], games: int, *luck: int) -> Series:
        return Series(
            self.kind.name,
            [players],
            bots,
            games,
            (self.seed, *luck),
            self.options,
            self.edition,
        )

    def duel(self) -> int:
        """How many play where strength is held against strength: two, if they can."""
        counts = [count for count in self.kind.counts(dict(self.options)) if count >= DUEL]
        return counts[0] if counts else 0

    def series(self) -> dict[Key, Series]:
        series: dict[Key, Series] = {}
        for players in self.players:
            series[MAIN, players] = self.line(players, self.bots, self.games, players)
        fewer = max(2, self.games // FEWER)
        if self.is_race():
            players = self.duel()
            for number, (weak, strong) in enumerate(pairwise(self.ladder)):
                lineup = [(strong, weak)[seat % 2] for seat in range(players)]
                turns = 2 if players % 2 == 0 else players
                pair = self.line(players, lineup, turns * -(-fewer // turns), 100, number)
                series[PAIR, weak, strong] = pair._replace(turns=turns)
            styles, make_bot = styles_of(self.kind)
            if styles and self.players[0] > 1:
                styled = self.line(self.players[0], styles, self.games, 200)
                series[(STYLES,)] = styled._replace(seating=unlike, make_bot=make_bot)
        elif self.is_cooperative():
            for bot in self.ladder:
                alone = self.line(self.players[0], [bot], fewer, 100)
                series[ALONE, bot] = alone._replace(make_bot=seat_bot)
        return series

    def measures(self) -> list[type[Measure]]:
        return [*ALWAYS, *(RACES if self.is_race() else ()), *((Won,) * self.is_cooperative())]

    def check(self) -> None:
        """Refuse what cannot be played, before anything is. WrongOption, WrongEdition."""
        if self.games < 1:
            raise WrongOption("no-games", count=self.games)
        for players in self.players:
            self.kind.box(players, dict(self.options), read_once(*self.edition))

    def play(self, workers: int | None = None, progress: Progress = unheard) -> dict[Key, Findings]:
        self.check()
        return measure_all(self.series(), self.measures(), workers, progress=progress)
