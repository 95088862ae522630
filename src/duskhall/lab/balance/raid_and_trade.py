"""Raid & Trade's balance: ways, characters, seats, trades, and whether every card finds a use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from duskhall.bots.bot import Bot, luck
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.values.raid_and_trade import RaidMind
from duskhall.bots.values.raid_and_trade_plan import Taste
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.parts import (
    CHARACTER,
    INCIDENT_CARDS,
    OUTCOME,
    OUTCOMES,
    ROUND,
)
from duskhall.lab.balance.report import Page, bare_percent, mean, percent, table
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
    together,
)
from duskhall.lab.yardsticks import PlaceWins

WAYS: Final = OUTCOMES[1:5]  # skill, favor, quests, and points where nobody came in
FIXED: Final = 40.0  # AP that the other ways seem to cost more to who is fixed on one
TASTES: Final = {
    "free": Taste(),
    "skill": Taste(favor=FIXED, quests=FIXED),
    "favor": Taste(skill=FIXED, quests=FIXED),
    "quests": Taste(skill=FIXED, favor=FIXED),
    "trader": Taste(),
    "loner": Taste(trades=False),
}
ONE_WAY: Final = ["skill", "favor", "quests"]
STYLES: Final = ["free", *ONE_WAY]
TRADERS: Final = ["trader", "loner"]
SHARE: Final = 8  # lines beside the first get one game in so many
SOON: Final = 12  # rounds within which 95 % of the games should end
USED: Final = "use"  # what becomes of an incident, as events call it
SPENT: Final = "drop_incident"
COUNTED: Final = {  # by event: what is counted of it
    "agree": "trades",
    "propose": "offers",
    "counter": "counter-offers",
    "market": "Black Market",
    "attack": "attacks",
    "fight_won": "attacks won",
    "storm": "Outpost stormed",
    "take_disc": "discs taken",
    "raid": "raids",
    "raid_stopped": "raids stopped",
    "put_back": "cards put back",
}


def box_of(played: Played) -> Ruins:
    box = played.s.box
    assert isinstance(box, Ruins)
    return box


class Ends(Share):
    """By the way a game may be won, how often it is."""

    def readings(self) -> Iterable[Reading]:
        end = OUTCOMES[self.played.s.numbers[OUTCOME]]
        return [(way, way == end) for way in WAYS]


class Rounds(Mean):
    """Rounds played."""

    def readings(self) -> Iterable[Reading]:
        return [(ALL, self.played.s.numbers[ROUND])]


class CharacterWins(Share):
    """By character, its player wins."""

    def readings(self) -> Iterable[Reading]:
        names, places = self.played.s.box.card_names, self.played.s.places
        return [
            (names[places[CHARACTER + seat][0]], won) for seat, won in enumerate(self.played.wins())
        ]


class Deeds(Mean):
    """By deed, how often it happens in a game."""

    def readings(self) -> Iterable[Reading]:
        counts = dict.fromkeys(COUNTED, 0)
        for event in self.played.events:
            if event.kind in counts:
                counts[event.kind] += 1
        return counts.items()


class TradeWins(Share):
    """By whether a seat has traded more or less than the others of its game, or as much: it wins."""

    def readings(self) -> Iterable[Reading]:
        counts = [0] * self.played.players
        for event in self.played.events:
            if event.kind == "agree":
                counts[event.seat] += 1
                counts[event.about[0]] += 1
        middle = sum(counts) / len(counts)
        for count, won in zip(counts, self.played.wins(), strict=True):
            more = "more" if count > middle else "less" if count < middle else "as much"
            yield more, won


class Crafts(Mean):
    """By item, each time it is crafted."""

    def readings(self) -> Iterable[Reading]:
        return cards_of(self.played, "craft")


class Incidents(Mean):
    """By what became of it and by incident: each time it is used, or spent on a quest."""

    def readings(self) -> Iterable[Reading]:
        box = box_of(self.played)
        for event in self.played.events:
            if event.kind in (USED, SPENT) and box.deck_kind[event.cards[0]] == INCIDENT_CARDS:
                yield (event.kind, box.card_names[event.cards[0]]), 1


class Quests(Mean):
    """By quest, each time it is fulfilled."""

    def readings(self) -> Iterable[Reading]:
        return cards_of(self.played, "fulfil")


class Chosen(Mean):
    """By event, each time it is chosen."""

    def readings(self) -> Iterable[Reading]:
        return cards_of(self.played, "choose_event")


def cards_of(played: Played, kind: str) -> Iterable[Reading]:
    """A reading for each event of this kind, by the name of its card."""
    names = played.s.box.card_names
    return [(names[event.cards[0]], 1) for event in played.events if event.kind == kind]


def make_player(game: Game, name: str, seat: Seat, seed: int) -> Bot:
    return GreedyBot(RaidMind(game, TASTES[name]), luck(seed, seat + 1))


class Balance(Page):
    styles = STYLES
    measures = (
        Ends,
        Rounds,
        PlaceWins,
        CharacterWins,
        Deeds,
        TradeWins,
        Crafts,
        Incidents,
        Quests,
        Chosen,
        BotWins,
    )

    def bot_maker(self) -> MakeBot:
        return make_player

    def series(self) -> Mapping[Key, Series]:
        fewer = self.games // SHARE
        series: dict[Key, Series] = {}
        for players in self.kind.counts({}):
            default = self.line([players], ["free"], players)
            series["players", players] = default
            fixed = self.line([players], ONE_WAY, 20, players)
            series["ways", players] = fixed._replace(games=fewer, seating=unlike)
            trading = self.line([players], TRADERS, 30, players)
            series["trades", players] = trading._replace(games=fewer, seating=unlike)
            series["free gate", players] = default._replace(games=fewer, options={"gate_fee": 0})
        return series

    def lines(self, found: Mapping[Key, Findings]) -> list[str]:
        counts = self.kind.counts({})
        default = {players: found["players", players] for players in counts}
        fewer = self.games // SHARE
        return [
            "# Balance of Raid & Trade's designed cards",
            "The rulebook prints neither the city, the dice, nor most of the cards: those of `cards.toml` are this project's design ([how, and what was changed](raid-and-trade-design.md)), and this page is what simulation says of them. "
            f"Written by `make balance GAME={self.kind.name}` ({self.command()}); "
            "the bot is `greedy`, characters are drawn at random, intervals are 95 %.",
            "",
            "## Ways and rounds",
            f"How games are won, %. Target: each of the three ways at least 12, and 95 % of the games over within {SOON} rounds.",
            *way_lines(default),
            "",
            "## Characters",
            "Wins of each character's player less the fair share, in points of a hundred. Target: none beyond 6.",
            *self.character_lines(default),
            "",
            "## Seats",
            "Wins by place in the order of the first round, %. Target: within 4 points of fair.",
            *seat_lines(default),
            "",
            "## Fixed on one way",
            f"Each seat keeps to one way for the whole game; seats are filled by turns with all three, {fewer} games a line. Win rates per seat, %.",
            *bot_lines({players: found["ways", players] for players in counts}, ONE_WAY),
            "",
            "## Trades",
            f"Those who never trade against those who do, {fewer} games a line; and, of the games of the first table, wins of those who traded more, as much or less than the mean of their game. Win rates per seat, %.",
            *bot_lines({players: found["trades", players] for players in counts}, TRADERS),
            *trade_lines(default),
            "",
            "## Deeds in a game",
            *deed_lines(default),
            "",
            "## Without a fee at the gate",
            f"The option `gate_fee = 0`, {fewer} games a line.",
            *way_lines({players: found["free gate", players] for players in counts}),
            "",
            "## Cards",
            "Over all games of the first table: how often each is crafted, used, fulfilled or chosen in a hundred games.",
            *self.card_lines(together(default.values())),
        ]

    def box(self) -> Ruins:
        box = self.kind.box(self.kind.counts({})[0], {}, self.edition)
        assert isinstance(box, Ruins)
        return box

    def character_lines(self, found: Mapping[int, Findings]) -> list[str]:
        box = self.box()
        rows: list[list[object]] = []
        for card in box.characters[:-1]:
            cells: list[object] = [box.card_names[card]]
            for players, games in found.items():
                wins = games.of(CharacterWins, box.card_names[card])
                value, low, high = wins.estimate
                cells.append(
                    f"{100 * (value - 1 / players):+.1f} ±{50 * (high - low):.1f} (n {wins.n})"
                )
            rows.append(cells)
        return table(players_heading("character", found), rows)

    def card_lines(self, found: Findings) -> list[str]:
        box = self.box()
        lines: list[str] = []
        for number, card in enumerate(box.characters[:-1]):
            items = [box.card_names[item] for item in box.items[number]]
            lines += ["", f"**{box.card_names[card]}** {counted(found, Crafts, items)}"]
        incidents = [box.card_names[card] for card in box.incidents]
        quests = [box.card_names[card] for card in box.quests]
        events = [box.card_names[card] for card in box.events]
        lines += ["", f"**Incidents used** {counted(found, Incidents, incidents, USED)}"]
        lines += [
            "",
            f"**Incidents spent on quests** {counted(found, Incidents, incidents, SPENT)}",
        ]
        lines += ["", f"**Quests** {counted(found, Quests, quests)}"]
        lines += ["", f"**Events** {counted(found, Chosen, events)}"]
        return lines


def counted(found: Findings, measure: type[Mean], names: Sequence[str], became: str = "") -> str:
    """How often each of these was seen in a hundred games, the rarest first; and which never."""
    games = max(1, found.games)
    seen = sorted(
        [(found.of(measure, (became, name) if became else name).n, name) for name in names]
    )
    never = [name for count, name in seen if not count]
    words = ", ".join([f"{name} {100 * count / games:.1f}" for count, name in seen])
    return f"{words}; never: {', '.join(never) or 'none'}."


def players_heading(first: str, found: Mapping[int, Findings]) -> str:
    return " | ".join([first, *[f"{players} players" for players in found]])


def way_lines(found: Mapping[int, Findings]) -> list[str]:
    rows: list[list[object]] = []
    for players, games in found.items():
        rounds = sorted(games.of(Rounds).values)
        n = len(rounds)
        soon = len([each for each in rounds if each <= SOON])
        rows.append(
            [
                players,
                n,
                *[percent(games.of(Ends, way)) for way in WAYS],
                mean(games.of(Rounds)),
                f"{rounds[n // 20]:.0f} to {rounds[n - 1 - n // 20]:.0f}",
                bare_percent(soon / n),
            ]
        )
    return table(
        f"players | n games | {' | '.join(WAYS)} | rounds | 5 % to 95 % | within {SOON}, %", rows
    )


def seat_lines(found: Mapping[int, Findings]) -> list[str]:
    return table(
        "players | n games | wins by seat, % | fair",
        [
            [
                players,
                games.games,
                ", ".join([percent(games.of(PlaceWins, seat)) for seat in range(players)]),
                bare_percent(1 / players),
            ]
            for players, games in found.items()
        ],
    )


def bot_lines(found: Mapping[int, Findings], bots: Sequence[str]) -> list[str]:
    return table(
        f"players | fair | n games | {' | '.join(bots)}",
        [
            [
                players,
                bare_percent(1 / players),
                games.games,
                *[percent(games.of(BotWins, bot)) for bot in bots],
            ]
            for players, games in found.items()
        ],
    )


def trade_lines(found: Mapping[int, Findings]) -> list[str]:
    compared = ["more", "as much", "less"]
    return table(
        f"players | fair | {' | '.join(compared)}",
        [
            [
                players,
                bare_percent(1 / players),
                *[percent(games.of(TradeWins, more)) for more in compared],
            ]
            for players, games in found.items()
        ],
    )


def deed_lines(found: Mapping[int, Findings]) -> list[str]:
    return table(
        players_heading("per game", found),
        [
            [words, *[mean(games.of(Deeds, kind)) for games in found.values()]]
            for kind, words in COUNTED.items()
        ],
    )


PAGE: Final = Balance
