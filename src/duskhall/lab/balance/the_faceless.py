"""The Faceless' balance: how often bots win at each level, with and without kids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.games.the_faceless.box import COLLECTED, KID, POWERS, SPENT, TURN
from duskhall.games.the_faceless.state import Dusk
from duskhall.lab.balance.report import Page, count, mean, percent, table
from duskhall.lab.measures import (
    ALL,
    Findings,
    Key,
    MakeBot,
    Mean,
    Played,
    Reading,
    Series,
    Share,
    together,
)

LEVELS: Final = ["easy", "medium", "hard", "hell"]
SEARCH: Final = "search:40"
BOTS: Final = ["random", "greedy", SEARCH]
SHARE: Final = 4  # search is slow: with kids it plays one game in so many
WON: Final = "won"
LOST: Final = ["deck-empty", "caught", "trapped"]


def dusk(played: Played) -> Dusk:
    assert isinstance(played.s, Dusk)
    return played.s


class Ends(Share):
    """By the way a game may end, how often it does."""

    def readings(self) -> Iterable[Reading]:
        reason = self.played.standing().reason
        return [(end, reason == end) for end in [WON, *LOST]]


class Memories(Mean):
    """Memories collected."""

    def readings(self) -> Iterable[Reading]:
        places = self.played.s.places
        return [(ALL, len(places[COLLECTED]) + len(places[SPENT]))]


class Turns(Mean):
    """Turns taken."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, self.played.s.numbers[TURN])]


class KidWins(Share):
    """By kid among the players, games won."""

    def readings(self) -> Iterable[Reading]:
        s = dusk(self.played)
        kids = [card for seat in range(self.played.players) for card in s.places[KID + seat]]
        won = self.played.standing().reason == WON
        return [(s.world.power[card], won) for card in kids]


class PlayersWins(Share):
    """By number of players, games won."""

    def readings(self) -> Iterable[Reading]:
        return [(self.played.players, self.played.standing().reason == WON)]


def make_player(game: Game, name: str, seat: Seat, seed: int) -> Bot:
    """All seats play together, and share their luck, too."""
    return make_bot(name, game, luck(seed, 1))


class Balance(Page):
    measures = (Ends, Memories, Turns, KidWins, PlayersWins)

    def bot_maker(self) -> MakeBot:
        return make_player

    def series(self) -> Mapping[Key, Series]:
        """All bots and both ways get the same luck."""
        series: dict[Key, Series] = {}
        for kids in (False, True):
            for number, level in enumerate(LEVELS):
                for bot in BOTS:
                    series[kids, level, bot] = self.line([2, 3, 4], [bot], number)._replace(
                        games=self.games // SHARE if kids and bot == SEARCH else self.games,
                        options={"level": level, "kids": kids},
                    )
        return series

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        with_kids = together([found[True, level, "greedy"] for level in LEVELS])
        return [
            "# Balance of The Faceless' designed board",
            "The rulebook pictures the board, the obstacles and the cards without giving their values: those of `board.toml` are this project's design, and this page is what simulation says of them. "
            f"Written by `make balance GAME={self.kind.name}` ({self.command()}); "
            f"intervals are 95 %, 2, 3 and 4 players take turns. `search` is `{SEARCH}`: so many iterations; with kids it plays {self.games // SHARE} games a line.",
            "",
            "To measure a line anew: `--only`, as `--only greedy,medium,False`.",
            "",
            "## Won games by level, %",
            "A reference, without kids, from a throwaway simulator of the same board: greedy 63 / 56 / 45 / 33 and a two-ply search 74 / 71 / 57 / 43 at easy / medium / hard / hell; random 0.",
            *table(
                "level | kids | random | greedy | search | greedy: memories | turns | deck empty, caught, trapped",
                [self.level_row(found, level, kids) for kids in (False, True) for level in LEVELS],
            ),
            "",
            "A level is the number of cards in the display at the start, 5, 6, 8 or 10, as the rulebook sets it: easy and medium are one card apart, the others two. The board and the numbers on the cards, which are designed, are the same at every level; whether others would part two levels further has not been measured.",
            "",
            "## Kids",
            "Games won by `greedy` with each kid among the players, over all levels above. The kids' powers are the rulebook's and stay: a kid that wins less here may be one that this bot uses badly.",
            *table(
                "kid | n games | won, %",
                [
                    [name, count(won), percent(won)]
                    for power, name in enumerate(POWERS)
                    for won in [with_kids.of(KidWins, power)]
                ],
            ),
            "",
            "## Players",
            "Games won by `greedy` with kids, by number of players, over all levels above.",
            *table(
                "players | n games | won, %",
                [
                    [players, count(won), percent(won)]
                    for players in self.kind.player_counts()
                    for won in [with_kids.of(PlayersWins, players)]
                ],
            ),
        ]

    def level_row(self, found: Mapping[Key, Findings], level: str, kids: bool) -> list[str]:
        greedy = found[kids, level, "greedy"]
        return [
            level,
            "yes" if kids else "no",
            *[percent(found[kids, level, bot].of(Ends, WON)) for bot in BOTS],
            mean(greedy.of(Memories), 1),
            mean(greedy.of(Turns), 1),
            ", ".join([f"{greedy.of(Ends, end).total:.0f}" for end in LOST]),
        ]


PAGE: Final = Balance
