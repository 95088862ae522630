"""A report of a game: one page with plots and the numbers below each, from declared measures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from math import inf
from pathlib import Path
from typing import Final

from duskhall.engine.catalogue import Catalogue, read_catalogue
from duskhall.lab.measures import BotWins, Findings, Found, Key
from duskhall.lab.report.charts import Mark, bars, histogram, intervals, number, squares
from duskhall.lab.report.page import Part, Section, Table, page_text
from duskhall.lab.report.plays import ALONE, DUEL, MAIN, PAIR, STYLES, Wish
from duskhall.lab.statistics import Estimate, shrink, wilson
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

__all__ = ["Report", "Wish"]
FIELD: Final = re.compile(r"\{[^{}]*\}")
WHO: Final = re.compile(r"^\{seat\}\s*[はがの]?")  # who does it, with what joins it to the rest
AMOUNT: Final = re.compile(r"\s*×\{[^{}]*\}|\{[^{}]*\}個")
ENOUGH: Final = 5  # seats must have done something before it is told of
MOST_CARDS: Final = 60  # in one chart


@cache
def sentences() -> Catalogue:
    return read_catalogue(Path(__file__).parent.parent / "text")


class Report:
    """What was found, put into sections in one language."""

    def __init__(self, wish: Wish, found: Mapping[Key, Findings], language: str) -> None:
        self.wish: Final = wish
        self.found: Final = found
        self.language: Final = language
        self.catalogue: Final = wish.kind.catalogue()
        self.players: Final = wish.players[0]
        self.main: Final = found[MAIN, self.players]

    def say(self, key: str, **fields: object) -> str:
        words = {name: str(value) for name, value in fields.items()}
        return sentences().phrase("report", key, self.language, words)

    def worded(self, key: str) -> str:
        """Where all win together, one is alone, or points do not decide, some are others."""
        if self.wish.is_cooperative():
            return f"{key}-together"
        is_apart = self.players > 1 and not self.wish.box().is_by_points
        other = f"{key}-{'apart' if is_apart else 'alone'}"
        is_other = (is_apart or self.players == 1) and sentences().find("report", other, "en")
        return other if is_other else key

    def so_many(self, players: int) -> str:
        return self.say("with" if players > 1 else "with-one", players=players)

    def named(self, players: int) -> str:
        """The number of players over a part, where there is another."""
        return self.so_many(players) if len(self.wish.players) > 1 else ""

    def about(self) -> str:
        """What was played, and by whom."""
        wish, find = self.wish, self.catalogue.find
        told = [
            self.say(
                "about" if len(wish.players) == 1 else "about-each",
                games=self.main.games,
                bots=", ".join(dict.fromkeys(wish.bots)),
                counts=", ".join([str(players) for players in wish.players]),
                **{"with": self.so_many(self.players)},
            )
        ]
        if wish.scenario:
            title = self.catalogue.word("scenarios", wish.scenario, self.language)
            told.append(self.say("about-scenario", scenario=title))
        chosen = [
            self.say(
                "about-option",
                option=find("options", name, self.language) or name,
                value=find("option_values", f"{name}.{str(value).lower()}", self.language)
                or str(value).lower(),
            )
            for name, value in wish.chosen().items()
        ]
        if chosen:
            told.append(self.say("about-options", options=", ".join(chosen)))
        edition, version = wish.edition[0], wish.kind.version
        return " ".join([*told, self.say("about-cards", edition=edition, version=version)])

    def text(self, command: str) -> str:
        """The page; `command` is how it is made again."""
        title = self.say("title", game=self.wish.kind.titled(self.language))
        foot = [self.say("foot"), command]
        return page_text(self.language, title, self.about(), self.sections(), foot)

    def sections(self) -> list[Section]:
        sections = [self.length(), *([self.seats()] if self.wish.is_race() else [])]
        if self.wish.is_cooperative():
            sections.append(self.together())
        has_points = self.wish.box().has_points
        sections += [self.scores()] if has_points else []
        if self.wish.is_race():
            sections += [*([self.course()] if has_points else []), self.decided(), self.skill()]
            if (STYLES,) in self.found and self.found[(STYLES,)].games:
                sections.append(self.styles())
        else:
            sections.append(self.decided())
        cards = self.cards() if self.wish.is_weighed() else None
        return [*sections, cards] if cards and cards.parts else sections

    def spread_of(self, found: Found, most: float = inf) -> list[str]:
        """A number as it is told: mean with interval, and where nine of ten lie."""
        ordered, n = sorted(found.values), found.n
        value, low, high = found.estimate.between(-inf, most)
        return [
            str(n),
            f"{value:.2f}",
            f"{low:.2f} – {high:.2f}",
            number(ordered[n // 20]),
            number(ordered[n // 2]),
            number(ordered[n - 1 - n // 20]),
        ]

    def numbers(self) -> list[str]:
        keys = ("mean", "interval", "low", "median", "high")
        return ["n", *[self.say(key) for key in keys]]

    def length(self) -> Section:
        title = self.say("length")
        parts = [
            Part(
                self.named(players),
                histogram(title, found.values),
                Table(["", *self.numbers()], [[self.say("answers"), *self.spread_of(found)]]),
            )
            for players in self.wish.players
            for found in [self.found[MAIN, players].of(Answers)]
        ]
        return Section(title, self.say("length-about"), parts)

    def seats(self) -> Section:
        parts: list[Part] = []
        for players in [players for players in self.wish.players if players > 1]:
            # An equal part of all wins: where nobody may win, they are fewer than games.
            fair = self.found[MAIN, players].of(PlaceWins, *range(players)).value
            marks: list[Mark] = []
            rows: list[list[str]] = []
            for place in range(players):
                found = self.found[MAIN, players].of(PlaceWins, place)
                is_clear = not found.estimate.low <= fair <= found.estimate.high
                name = self.say("place", number=place + 1)
                marks.append(Mark(name, found.estimate, is_clear))
                rows.append([name, str(found.n), *percents(found.estimate)])
            parts.append(
                Part(
                    self.named(players),
                    intervals(self.say("seats"), marks, fair, 100),
                    Table(["", "n", self.say("wins"), self.say("interval")], rows),
                )
            )
        return Section(self.say("seats"), self.say("seats-about"), parts)

    def together(self) -> Section:
        marks: list[Mark] = []
        rows: list[list[str]] = []
        for bot in self.wish.ladder:
            found = self.found[ALONE, bot].of(Won)
            marks.append(Mark(bot, found.estimate, True))
            rows.append([bot, str(found.n), *percents(found.estimate)])
        title = self.say("together")
        return Section(
            title,
            self.say("together-about"),
            [
                Part(
                    "",
                    intervals(title, marks, None, 100),
                    Table(["", "n", self.say("won"), self.say("interval")], rows),
                )
            ],
        )

    def scores(self) -> Section:
        rows = [[self.say(self.worded("every-seat")), *self.spread_of(self.main.of(Points))]]
        if self.wish.is_race():
            for rank in range(1, self.players + 1):
                found = self.main.of(Points, rank)
                if found.n:
                    rows.append([self.say("ended", number=rank), *self.spread_of(found)])
            for key, measure in (("margin", Margin), ("spread", Spread)):
                rows.append([self.say(key), *self.spread_of(self.main.of(measure))])
        title = self.say("scores")
        chart = histogram(title, self.main.of(Points).values)
        about = self.say(self.worded("scores-about"))
        return Section(title, about, [Part("", chart, Table(["", *self.numbers()], rows))])

    def course(self) -> Section:
        title = self.say("course")
        changes = self.main.of(LeadChanges)
        back = self.main.of(Comebacks)
        return Section(
            title,
            self.say("course-about"),
            [
                Part(
                    "",
                    histogram(title, changes.values),
                    Table(
                        ["", *self.numbers()],
                        [
                            [self.say("changes"), *self.spread_of(changes)],
                            [
                                self.say("comebacks"),
                                str(back.n),
                                *percents(back.estimate),
                                "",
                                "",
                                "",
                            ],
                        ],
                    ),
                )
            ],
        )

    def decided(self) -> Section:
        is_followed = self.wish.is_race() and self.wish.box().has_points
        title = self.say("decided" if is_followed else "decided-together")
        reasons = self.main.read.get(Reasons, {})
        counted = sorted(reasons.items(), key=lambda item: -len(item[1]))
        shares = [
            (self.catalogue.word("standings", str(reason), self.language), len(values))
            for reason, values in counted
        ]
        rows = [
            [name, str(count), *percents(wilson(count, self.main.games))] for name, count in shares
        ]
        parts = [
            Part(
                "",
                bars(title, [(name, count / self.main.games) for name, count in shares]),
                Table(["", "n", self.say("share"), self.say("interval")], rows),
            )
        ]
        if is_followed:
            ties, last = self.main.of(Ties), self.main.of(LastLead)
            parts.append(
                Part(
                    self.say("last-lead"),
                    histogram(self.say("last-lead"), last.values, 100),
                    Table(
                        ["", *self.numbers()],
                        [
                            [self.say("last-lead-row"), *self.spread_of(last, 100)],
                            [self.say("ties"), str(ties.n), *percents(ties.estimate), "", "", ""],
                        ],
                    ),
                )
            )
        about = self.worded("decided-about") if is_followed else "decided-about-together"
        return Section(title, self.say(about), parts, is_wide=is_followed)

    def skill(self) -> Section:
        marks: list[Mark] = []
        rows: list[list[str]] = []
        players, has_points = self.wish.duel(), self.wish.box().has_points
        for key, found in self.found.items():
            if not (isinstance(key, tuple) and key[0] == PAIR):
                continue
            _, weak, strong = key
            wins = found.of(Beats, (strong, weak))
            points = found.of(BotPoints, (strong, weak))
            name = self.say("against", one=strong, other=weak)
            marks.append(Mark(name, wins.estimate, wins.estimate.low > 0.5))
            row = [name, str(found.games), *percents(wins.estimate)]
            if has_points:
                value, low, high = points.estimate
                row.append(f"{value:+.2f} ({low:+.2f} – {high:+.2f})")
            if players == DUEL:
                row += [f"{100 * share:.0f}" for share in both_ways(found.of(SeatOf).values)]
            rows.append(row)
        headings = ["", "n", self.say("ahead"), self.say("interval")]
        headings += [self.say("by-points")] if has_points else []
        if players == DUEL:
            headings += [self.say(key) for key in ("same-strong", "same-weak", "same-seat", "rest")]
        title = self.say("skill")
        return Section(
            title,
            self.say("skill-about" if players == DUEL else "skill-about-many", players=players),
            [Part("", intervals(title, marks, 0.5, 100), Table(headings, rows))],
            is_wide=True,
        )

    def styles(self) -> Section:
        found = self.found[(STYLES,)]
        names = [str(name) for name in found.read.get(BotWins, {})]
        fair = found.of(BotWins, *names).value
        pairs = [(one, other) for one in names for other in names if one != other]
        cells = {pair: found.of(Beats, pair).estimate for pair in pairs}
        rows: list[list[str]] = []
        for name in names:
            wins = found.of(BotWins, name)
            against = [
                f"{100 * cells[name, other].value:.0f}" if other != name else "–" for other in names
            ]
            rows.append([name, str(wins.n), *percents(wins.estimate), *against])
        marks = []
        for name in names:
            estimate = found.of(BotWins, name).estimate
            marks.append(Mark(name, estimate, not estimate.low <= fair <= estimate.high))
        headings = ["", "n", self.say("wins"), self.say("interval"), *names]
        title = self.say("styles")
        return Section(
            title,
            " ".join([self.say("styles-about"), *[self.style(name) for name in names]]),
            [
                Part(self.say("styles-all"), intervals(title, marks, fair, 100), Table([], [])),
                Part(self.say("styles-each"), squares(title, names, cells), Table(headings, rows)),
            ],
            is_wide=True,
        )

    def cards(self) -> Section:
        parts: list[Part] = []
        wins = self.main.read.get(DeedWins, {})
        deeds = dict.fromkeys([key[0] for key in wins if isinstance(key, tuple)])
        # Where all win together, the game is what is counted; else each of its seats.
        seats = self.main.games * (1 if self.wish.is_cooperative() else self.players)
        for deed in sorted(deeds, key=lambda deed: -self.times(deed)):
            keys = [key for key in wins if isinstance(key, tuple) and key[0] == deed]
            # What every seat does wins a fair part by construction, and says nothing of a card.
            told = [key for key in keys if ENOUGH <= len(wins[key]) < seats]
            title = self.deed(str(deed))
            if len(told) < 3 or not title:
                continue
            founds = [self.main.of(DeedWins, key) for key in told]
            total, count = sum([f.total for f in founds]), sum([f.n for f in founds])
            middle = total / count
            noise = max(middle * (1 - middle), 0.25 / count)
            shrunken = shrink([f.value for f in founds], [noise / f.n for f in founds])
            order = sorted(range(len(told)), key=lambda at: -shrunken.estimates[at].value)
            rows: list[list[str]] = []
            marks: list[Mark] = []
            for at in order:
                key, estimate = told[at], shrunken.estimates[at].between(0.0, 1.0)
                name = self.card(str(key[1]))
                is_clear = not estimate.low <= shrunken.middle <= estimate.high
                marks.append(Mark(name, estimate, is_clear))
                used = self.main.of(DeedUses, key)
                rows.append(
                    [
                        name,
                        f"{used.total / seats:.2f}",
                        f"{100 * founds[at].n / seats:.1f}",
                        str(founds[at].n),
                        f"{100 * founds[at].value:.1f}",
                        *percents(estimate),
                    ]
                )
            headings = [
                "",
                *[self.say(self.worded(key)) for key in ("times", "seats-share")],
                "n",
                *[self.say(key) for key in ("won-raw", "won-shrunken", "interval")],
            ]
            chart = intervals(title, marks[:MOST_CARDS], shrunken.middle, 100)
            parts.append(Part(title, chart, Table(headings, rows)))
        about = self.say(self.worded("cards-about"), enough=ENOUGH)
        return Section(self.say("cards"), about, parts, is_wide=True)

    def times(self, deed: object) -> float:
        """How often something was done, with any card."""
        read = self.main.read.get(DeedUses, {})
        return sum(
            [
                sum(values)
                for key, values in read.items()
                if isinstance(key, tuple) and key[0] == deed
            ]
        )

    def style(self, name: str) -> str:
        """What bots of a style do; just its name, where nobody has said so."""
        key = f"{self.wish.kind.name}-{name}"
        meaning = sentences().find("styles", key, self.language)
        return self.say("style", name=name, meaning=meaning) if meaning else name

    def deed(self, kind: str) -> str:
        """What is done, in the words of the game, with dots for the card.

        Nothing, where they do not say that a seat does it with a card.
        """
        sentence = self.catalogue.find("events", kind, self.language) or ""
        before, _, after = sentence.partition("{cards}")
        if not after or "{seat}" not in before:
            return ""
        said = WHO.sub("", before) + "…" + AMOUNT.sub("", re.split("[:：。]", after)[0])
        said = FIELD.sub("…", said).strip(" .。")
        return said[:1].upper() + said[1:]

    def card(self, name: str) -> str:
        return self.catalogue.find("names", name, self.language) or name


def percents(estimate: Estimate) -> list[str]:
    value, low, high = [100 * part for part in estimate]
    return [f"{value:.1f}", f"{low:.1f} – {high:.1f}"]


def both_ways(seats: list[float]) -> list[float]:
    """Of deals that two bots play both ways round, in which share which of them won both, the
    same seat did, and the rest. The stronger sits first in the first game of a deal."""
    counts = [0, 0, 0, 0]
    for first, second in zip(seats[::2], seats[1::2], strict=True):
        if (first, second) == (0, 1):
            counts[0] += 1
        elif (first, second) == (1, 0):
            counts[1] += 1
        elif first == second and first >= 0:
            counts[2] += 1
        else:
            counts[3] += 1
    return [count / max(1, sum(counts)) for count in counts]
