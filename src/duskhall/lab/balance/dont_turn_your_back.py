"""Don't Turn Your Back's balance: seats, scores, districts, cards and styles, by simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from duskhall.bots import make_bot
from duskhall.bots.bot import Bot, luck
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.learned import insight_for
from duskhall.bots.values.dont_turn_your_back import MadMind, Taste
from duskhall.engine.events import NOWHERE, Event, Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.games.dont_turn_your_back.box import (
    BB,
    CANDLES,
    DISTRICTS,
    SERVICES,
    SPACES,
    MadCity,
)
from duskhall.games.dont_turn_your_back.state import OUSTERS, Night
from duskhall.lab.balance.report import (
    Page,
    bare_percent,
    each,
    games_of,
    mean,
    over_fair,
    percent,
    table,
)
from duskhall.lab.match import unlike
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

TASTES: Final = {
    "balanced": Taste(),
    "13": Taste(d13=1.5, hs=0.8),
    "HS": Taste(d13=0.8, hs=1.5),
    "WK": Taste(wk=1.5),
    "buying": Taste(cs=1.5),
}
STYLES: Final = list(TASTES)
ADEPT: Final = "learned:32"
OPTION_SHARE: Final = 4  # the other readings get one game in so many
SMALL: Final = "designed-25"  # the edition with 25 cards a player
DISTRICT_WORDS: Final = "Share of the spaces that are filled in a turn / share of turns that leave the district empty, %."
SOURCES: Final = ["HS", "13", "Bazaar", "bonus"]


def night(played: Played) -> Night:
    assert isinstance(played.s, Night)
    return played.s


def city(played: Played) -> MadCity:
    assert isinstance(played.s.box, MadCity)
    return played.s.box


class WinnersCandles(Mean):
    """The winner's score."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, max([score[0] for score in self.played.standing().scores]))]


class Ties(Share):
    """Decided by Cost, or shared."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, self.played.standing().reason != "most-candles")]


class Candles(Mean):
    """By where it came from, each gain or loss of Candles."""

    def readings(self) -> Iterable[Reading]:
        for event in self.played.events:
            if event.kind in ("gain", "lose"):
                assert event.number == CANDLES + event.seat
                yield source_of(event.rule), event.change


def source_of(rule: str) -> str:
    number = int(rule[3:])
    if number == 60:
        return "HS"
    if 70 <= number <= 79:
        return "13"
    return "bonus" if number == 96 else "Bazaar"


class EncasedPain(Mean):
    """Pain encased by a seat."""

    def readings(self) -> Iterable[Reading]:
        s = night(self.played)
        return [(ALL, s.encased_pain(seat)) for seat in range(self.played.players)]


def acquired(played: Played) -> list[Counter[str]]:
    """By seat, how many of which cards it acquired."""
    counts: list[Counter[str]] = [Counter() for _ in range(played.players)]
    for event in played.events:
        if event.kind in ("buy", "acquire") and event.source != NOWHERE:
            counts[event.seat][played.s.box.card_names[event.cards[0]]] += 1
    return counts


class Acquired(Mean):
    """Cards acquired by a seat; also by card, where there are any."""

    def readings(self) -> Iterable[Reading]:
        for count in acquired(self.played):
            yield ALL, count.total()
            yield from count.items()


class OwnerWins(Share):
    """By card, a seat that acquired one wins."""

    def readings(self) -> Iterable[Reading]:
        for count, won in zip(acquired(self.played), self.played.wins(), strict=True):
            for name in count:
                yield name, won


class Services(Mean):
    """By service, each use in the Bazaar."""

    def readings(self) -> Iterable[Reading]:
        box = city(self.played)
        for event in self.played.events:
            if event.kind == "place" and event.target >= SPACES:
                if box.district_of[event.target] == BB:
                    yield box.service[event.cards[0]], 1


class Ousted(Mean):
    """By service, each attack in the Bazaar that has thrown a card out of its district."""

    def readings(self) -> Iterable[Reading]:
        box = city(self.played)
        for event in self.played.events:
            if event.kind == "take_over":
                yield box.service[event.cards[0]], 1


class Districts(Mean):
    """By district: the share of its spaces that are filled in a turn, whether it stays empty, and
    whether it is the first of the turn to be full."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.inside = [0] * len(DISTRICTS)  # cards there now
        self.most = [0] * len(DISTRICTS)  # in this turn
        self.filled = [0.0] * len(DISTRICTS)  # over all turns
        self.empty = [0] * len(DISTRICTS)
        self.first = [0] * len(DISTRICTS)  # turns in which it was full before all others
        self.is_any_full = False  # in this turn
        self.turns = 0
        self.follow(played.events)

    def answered(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        self.follow(events)

    def follow(self, events: Sequence[Event]) -> None:
        district_of = city(self.played).district_of
        for event in events:
            if event.source >= SPACES:
                self.inside[district_of[event.source]] -= 1
            if event.target >= SPACES:
                district = district_of[event.target]
                self.inside[district] += 1
                self.most[district] = max(self.most[district], self.inside[district])
                if not self.is_any_full and self.inside[district] == self.spaces(district):
                    self.first[district] += 1
                    self.is_any_full = True
            if event.kind == "discard_law":  # placing is over, the clean-up still to come
                self.end_turn()
            if event.kind == "turn":
                self.most = self.inside[:]

    def spaces(self, district: int) -> int:
        box = city(self.played)
        return box.space_to[district] - box.space_from[district]

    def end_turn(self) -> None:
        self.turns += 1
        for district, most in enumerate(self.most):
            self.filled[district] += most / self.spaces(district)
            self.empty[district] += most == 0
        self.most = [0] * len(DISTRICTS)
        self.is_any_full = False

    def readings(self) -> Iterable[Reading]:
        for district in range(len(DISTRICTS)):
            yield (district, "filled"), self.filled[district] / self.turns
            yield (district, "empty"), self.empty[district] / self.turns
            yield (district, "first"), self.first[district] / self.turns


def make_player(game: Game, name: str, seat: Seat, seed: int) -> Bot:
    if name == ADEPT:
        return make_bot(name, game, luck(seed, seat))
    return GreedyBot(MadMind(game, TASTES[name]), luck(seed, seat))


class Balance(Page):
    styles = STYLES
    measures = (
        PlaceWins,
        WinnersCandles,
        Ties,
        Candles,
        EncasedPain,
        Acquired,
        OwnerWins,
        Services,
        Ousted,
        Districts,
        BotWins,
    )

    def bot_maker(self) -> MakeBot:
        return make_player

    def series(self) -> Mapping[Key, Series]:
        fewer = self.games // OPTION_SHARE
        series: dict[Key, Series] = {}
        for players in self.kind.player_counts():
            default = self.line([players], ["balanced"], players)
            series["players", players] = default
            if insight_for(self.kind, self.kind.box(players, {}, self.edition)) is not None:
                series["adept", players] = default._replace(bots=[ADEPT])
            styles = self.line([players], STYLES, 20, players)
            series["styles", players] = styles._replace(seating=unlike)
            for name, value in self.other_readings():
                series[name, players] = default._replace(games=fewer, options={name: value})
            if not self.edition:
                series["small", players] = default._replace(games=fewer, edition=SMALL)
        return series

    def other_readings(self) -> list[tuple[str, object]]:
        """Options with the value that is not the default."""
        return [(option.name, option.values[1]) for option in self.kind.options()]

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        counts = self.kind.player_counts()
        default = {players: found["players", players] for players in counts}
        lines = [
            "# Balance of Don't Turn Your Back's designed cards",
            "The rulebook prints neither the cards' Pain, Cost and districts nor the spaces of the city: those of `cards-2.toml` are this project's design ([how](dont-turn-your-back-design.md)), and this page is what simulation says of them. "
            f"Written by `make balance GAME={self.kind.name}` ({self.command()}); "
            "the bot is `greedy`, intervals are 95 %. Rulings and bots are compared on the same luck.",
            "",
            "## Seats and scores",
            "Seats in the order of the first turn. Target: within 4 points of fair; a winner's score typically 50 to 120.",
            *seat_lines(default),
            "",
            "## Where Candles come from",
            *source_lines(default),
            "",
            "## Districts",
            f"{DISTRICT_WORDS} Target: none empty in more than a tenth of the turns.",
            *district_lines(default),
            "",
            "Share of turns in which the district is the first to be full, %. The rulebook: often the Bazaar is.",
            *district_lines(default, ["first"]),
            "",
            "## Cards",
            "Per player and game: copies acquired / times used in the Bazaar / win rate over fair of those who acquired one (1 is neutral; the price is not deducted).",
            *self.card_lines(default),
            *adept_lines({n: found["adept", n] for n in counts if ("adept", n) in found}),
            "",
            "## Styles",
            "The same bot with another taste: 13 values District 13 half as much again and HS a fifth less, HS the reverse; WK and buying value the Encased bonus, or what influence buys, half as much again. Seats are filled by turns with all five. Win rates per seat, %. Target: at least three of the four styles within 12 points of each other.",
            *style_lines({players: found["styles", players] for players in counts}),
            "",
            "## Rulings",
            "The other reading, against the default of the first table: the winner's Candles, and the first seat's wins in %.",
            *self.ruling_lines(found),
        ]
        if not self.edition:
            small = {players: found["small", players] for players in counts}
            lines += [
                "",
                "## Twenty-five cards",
                f"The edition `{SMALL}`: seats and scores, and the districts, as above.",
                *seat_lines(small),
                *district_lines(small),
            ]
        return lines

    def card_lines(self, found: Mapping[int, Findings]) -> list[str]:
        box = self.kind.box(min(found), {}, self.edition)
        assert isinstance(box, MadCity)
        cards: dict[str, int] = {}  # of several of a name, the first stands for all
        for card in box.start[0] + box.acquisition[0]:
            cards.setdefault(box.card_names[card], card)
        rows = [
            [
                name,
                "Start" if box.is_start[card] else box.cost[card],
                box.pain[card],
                *[card_cell(name, box.service[card], players, found[players]) for players in found],
            ]
            for name, card in cards.items()
        ]
        services = range(1, len(SERVICES))
        used = [
            str(players)
            for players, games in found.items()
            if all(games.of(Services, service).n for service in services)
        ]
        return [
            *table(
                "card | Cost | Pain | " + " | ".join([f"{players} players" for players in found]),
                rows,
            ),
            "",
            f"All {len(services)} services are used with {', '.join(used) or 'no'} players.",
            "",
            "Attacks on a district, per player and game: times placed in the Bazaar / times with a card thrown out.",
            *ousted_lines(found),
        ]

    def ruling_lines(self, found: Mapping[Key, Findings]) -> list[str]:
        """Both readings where the rulebook and its aid differ, or are silent."""
        rows: list[list[object]] = []
        for name, value in self.other_readings():
            for players in self.kind.player_counts():
                both = found[name, players], found["players", players]
                rows.append(
                    [
                        f"{name}={value}",
                        players,
                        games_of(both[0]),
                        *[mean(games.of(WinnersCandles), 1) for games in both],
                        *[percent(games.of(PlaceWins, 0)) for games in both],
                    ]
                )
        return table(
            "option | players | n games | winner's Candles | default | first seat wins | default",
            rows,
        )


def adept_lines(found: Mapping[int, Findings]) -> list[str]:
    """What changes with players who play better, where there are networks."""
    if not found:
        return []
    return [
        "",
        "## With the adept",
        f"The same deals with the level adept (`{ADEPT}`) at every seat: the tables above for players who play better.",
        *seat_lines(found),
        *source_lines(found),
        "",
        "Share of turns in which the district is the first to be full, %:",
        *district_lines(found, ["first"]),
    ]


def seat_lines(found: Mapping[int, Findings]) -> list[str]:
    rows: list[list[object]] = []
    for players, games in found.items():
        candles = games.of(WinnersCandles)
        scores, n = sorted(candles.values), candles.n
        rows.append(
            [
                players,
                games_of(games),
                ", ".join([percent(games.of(PlaceWins, turn)) for turn in range(players)]),
                bare_percent(1 / players),
                mean(candles, 1),
                f"{scores[n // 20]} to {scores[n - 1 - n // 20]}",
                bare_percent(games.of(Ties).value),
            ]
        )
    return table(
        "players | n games | wins by seat, % | fair | winner's Candles: mean | 5 % to 95 % | decided by Cost or shared, %",
        rows,
    )


def source_lines(found: Mapping[int, Findings]) -> list[str]:
    return table(
        f"players | {' | '.join([f'{source}, %' for source in SOURCES])} | acquired per player | Pain encased per player",
        [
            [
                players,
                *[
                    f"{100 * games.of(Candles, source).total / games.of(Candles, *SOURCES).total:.0f}"
                    for source in SOURCES
                ],
                mean(games.of(Acquired), 1),
                mean(games.of(EncasedPain), 1),
            ]
            for players, games in found.items()
        ],
    )


def ousted_lines(found: Mapping[int, Findings]) -> list[str]:
    return table(
        f"players | {' | '.join([service.replace('_', ' ').title() for service in OUSTERS])}",
        [
            [
                players,
                *[
                    " / ".join(
                        [
                            each(games.of(what, SERVICES.index(service)).n, games, players)
                            for what in (Services, Ousted)
                        ]
                    )
                    for service in OUSTERS
                ],
            ]
            for players, games in found.items()
        ],
    )


def district_lines(
    found: Mapping[int, Findings], whats: Sequence[str] = ("filled", "empty")
) -> list[str]:
    return table(
        f"players | {' | '.join(DISTRICTS)}",
        [
            [
                players,
                *[
                    " / ".join(
                        [
                            f"{100 * games.of(Districts, (district, what)).value:.0f}"
                            for what in whats
                        ]
                    )
                    for district in range(len(DISTRICTS))
                ],
            ]
            for players, games in found.items()
        ],
    )


def card_cell(name: str, service: int, players: int, found: Findings) -> str:
    owners = found.of(OwnerWins, name)
    cells = [
        each(found.of(Acquired, name).total, found, players),
        each(found.of(Services, service).n, found, players) if service else "–",
        over_fair(owners, players) if owners.n else "–",
    ]
    return " / ".join(cells)


def style_lines(found: Mapping[int, Findings]) -> list[str]:
    return table(
        f"players | fair | n games | {' | '.join(STYLES)}",
        [
            [
                players,
                bare_percent(1 / players),
                games_of(games),
                *[percent(games.of(BotWins, style)) for style in STYLES],
            ]
            for players, games in found.items()
        ],
    )


PAGE: Final = Balance
