"""Dark Dealings' balance: heroes defeated, drafting styles, classes and abilities, by simulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import ABILITIES, CLASSES, MARKET, Keep
from duskhall.games.dark_dealings.rules.draft import PickHeroes
from duskhall.games.dark_dealings.state import Siege
from duskhall.lab.balance.report import Page, bare_percent, mean, over_fair, percent, table
from duskhall.lab.match import mixed
from duskhall.lab.measures import (
    ALL,
    BotWins,
    Findings,
    Key,
    MakeBot,
    Mean,
    Played,
    Reading,
    Series,
    Share,
)
from duskhall.lab.yardsticks import PlaceWins

STYLES: Final = ["high", "low", "barbell", "middle"]
COUNTS: Final = range(2, 7)
ROWS: Final = range(3, 8)  # of heroes, in Solo
PICKERS: Final = 4  # with so many players it is looked at what is picked
FIRST_PICKS: Final = 2


class StyleBot(Bot):
    """Drafts heroes by Challenge alone, and leaves everything else to greedy."""

    def __init__(self, style: str, game: Game, seed: int) -> None:
        super().__init__(seed)
        self.style: Final = style
        self.greedy: Final = make_bot("greedy", game, seed)

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


class Defeated(Mean):
    """Heroes defeated by a seat."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, score[0]) for score in self.played.standing().scores]


class Ties(Share):
    """By what parts the first from the second, games; under ALL, those with equally many heroes."""

    def readings(self) -> Iterable[Reading]:
        reason = self.played.standing().reason
        return [
            (ALL, reason != "most-heroes"),
            *[(tie, reason == tie) for tie in ("more-cards", "higher-challenge")],
        ]


def picks(played: Played) -> list[tuple[Seat, int]]:
    """Seats and heroes, in the order picked."""
    return [
        (event.seat, hero)
        for event in played.events
        if event.kind == "pick"
        for hero in event.cards
    ]


def takes(played: Played) -> list[tuple[Seat, int, int]]:
    """Seats, defenses, and their place in the picking of their layout."""
    taken: list[tuple[Seat, int, int]] = []
    place = 0
    for event in played.events:
        if event.target == MARKET:
            place = 0
        elif event.kind == "take":
            taken.append((event.seat, event.cards[0], place))
            place += 1
    return taken


class FirstPicks(Share):
    """By hero among the two of a first hand, its owner wins."""

    def readings(self) -> Iterable[Reading]:
        won, picked = self.played.wins(), picks(self.played)
        return [
            (hero, won[seat])
            for seat in range(self.played.players)
            for hero in [hero for picker, hero in picked if picker == seat][:FIRST_PICKS]
        ]


class HeroWins(Share):
    """By hero kept, its owner wins."""

    def readings(self) -> Iterable[Reading]:
        won = self.played.wins()
        return [(hero, won[seat]) for seat, hero in picks(self.played)]


class DefenseWins(Share):
    """By defense taken, its owner wins."""

    def readings(self) -> Iterable[Reading]:
        won = self.played.wins()
        return [(card, won[seat]) for seat, card, _ in takes(self.played)]


class Places(Mean):
    """By defense taken, its place in the picking."""

    def readings(self) -> Iterable[Reading]:
        return [(card, place) for _, card, place in takes(self.played)]


def make_player(game: Game, name: str, seat: Seat, seed: int) -> Bot:
    """A style, or a bot by its name."""
    return StyleBot(name, game, seed) if name in STYLES else make_bot(name, game, seed)


class Balance(Page):
    styles = STYLES
    measures = (Defeated, PlaceWins, Ties, BotWins, FirstPicks, HeroWins, DefenseWins, Places)

    def bot_maker(self) -> MakeBot:
        return make_player

    def series(self) -> Mapping[Key, Series]:
        series: dict[Key, Series] = {}
        for players in COUNTS:
            series["players", players] = self.line([players], ["greedy"], players)
            series["two", players] = self.line([players], STYLES[:2], 20, players)
            four = self.line([players], STYLES, 30, players)
            series["four", players] = four._replace(seating=mixed)
        for row in ROWS:
            solo = self.line([1], ["greedy"], 10, row)
            series["solo", row] = solo._replace(options={"row": row})
        return series

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        return [
            "# Balance of Dark Dealings' designed cards",
            "The rulebook prints no card values: those of `cards.toml` are this project's design, and this page is what simulation says of them. "
            f"Written by `make balance` ({self.command()}); "
            "the bot is `greedy`, intervals are 95 %. Lines share no games.",
            "",
            "## Heroes defeated of eight",
            "Target: a mean of 4.5 to 6.5 for every number of players.",
            *table(
                "players | n games | mean defeated | first player wins, % | fair | ties on heroes, % | by cards left, % | by Challenge, %",
                [self.players_row(found["players", players], players) for players in COUNTS],
            ),
            *table(
                "Solo, row of | n games | mean defeated",
                [[row, self.games, mean(found["solo", row].of(Defeated))] for row in ROWS],
            ),
            "",
            "## Drafting styles",
            "Heroes drafted by Challenge alone: the two highest, the two lowest, highest and lowest, nearest to the middle; all else by `greedy`. "
            "High against low: seats filled by turns with the two; target within 10 points of each other. All four: seats filled by turns with the four. Win rates per seat, %.",
            *table(
                "players | fair | n games | high | low | points apart | n games | high | low | barbell | middle",
                [
                    self.styles_row(found["two", players], found["four", players], players)
                    for players in COUNTS
                ],
            ),
            *self.pick_lines(found["players", PICKERS]),
        ]

    def players_row(self, found: Findings, players: int) -> list[object]:
        return [
            players,
            found.games,
            mean(found.of(Defeated)),
            percent(found.of(PlaceWins, 0)),
            bare_percent(1 / players),
            percent(found.of(Ties)),
            bare_percent(found.of(Ties, "more-cards").value),
            bare_percent(found.of(Ties, "higher-challenge").value),
        ]

    def styles_row(self, two: Findings, four: Findings, players: int) -> list[object]:
        high, low = [two.of(BotWins, style) for style in STYLES[:2]]
        return [
            players,
            bare_percent(1 / players),
            two.games,
            percent(high),
            percent(low),
            bare_percent(abs(high.value - low.value)),
            four.games,
            *[percent(four.of(BotWins, style)) for style in STYLES],
        ]

    def pick_lines(self, found: Findings) -> list[str]:
        """What greedy picks, and how the owners fare."""
        box = self.kind.box(PICKERS, {}, self.edition)
        assert isinstance(box, Keep)
        first_picks, kept = (found.of(measure, *box.heroes).n for measure in (FirstPicks, HeroWins))
        by_class: list[list[object]] = []
        for index, name in enumerate(CLASSES):
            heroes = [hero for hero in box.heroes if box.hero_class[hero] == index]
            owners = found.of(HeroWins, *heroes)
            by_class.append(
                [
                    name,
                    bare_percent(found.of(FirstPicks, *heroes).n / first_picks),
                    bare_percent(owners.n / kept),
                    over_fair(owners, PICKERS),
                ]
            )
        by_ability: list[list[object]] = []
        for index, name in enumerate(["none", *ABILITIES]):
            cards = [card for card in box.defenses if box.ability[card] == index]
            by_ability.append(
                [
                    name,
                    len(cards),
                    f"{found.of(Places, *cards).value:.2f}",
                    over_fair(found.of(DefenseWins, *cards), PICKERS),
                ]
            )
        defenses = sorted(
            [card for card in box.defenses if found.of(Places, card).n],
            key=lambda card: (
                found.of(DefenseWins, card).value,
                found.of(Places, card).value,
                card,
            ),
            reverse=True,
        )
        picked_first = {box.card_names[hero] for hero in box.heroes if found.of(FirstPicks, hero).n}
        unpicked = sorted({box.card_names[hero] for hero in box.heroes} - picked_first)
        return [
            "",
            "## What is picked (greedy, four players)",
            "First picks are the two of the first hand. An owner's win rate is over the fair share: 1 is neutral.",
            *table(
                "class | of first picks, % | of all heroes kept, % | owner's win rate over fair",
                by_class,
            ),
            *table(
                "ability | cards | mean place in the picking of eight (0 first) | owner's win rate over fair",
                by_ability,
            ),
            *table(
                "defense | rank | n | mean place | owner's win rate over fair",
                [
                    [
                        box.card_names[card],
                        box.rank[card],
                        found.of(Places, card).n,
                        f"{found.of(Places, card).value:.2f}",
                        over_fair(found.of(DefenseWins, card), PICKERS),
                    ]
                    for card in defenses[:8] + defenses[-6:]
                ],
            ),
            "",
            f"Heroes never among the first picks: {', '.join(unpicked) or 'none'}.",
        ]


PAGE: Final = Balance
