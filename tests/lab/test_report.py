"""Reports: one file that asks for nothing, its numbers below each plot, and noise shrunken away."""

import random
import re
from pathlib import Path

import pytest
from tests.cli.commands import complaint, output

from duskhall import Game, installed
from duskhall.engine.catalogue import LANGUAGES
from duskhall.lab.balance import styles_of
from duskhall.lab.measures import Findings, Key
from duskhall.lab.report import Report, Wish, both_ways, sentences
from duskhall.lab.report.charts import Mark, bins, cut, folded, histogram, intervals
from duskhall.lab.report.plays import MAIN, PAIR, STYLES
from duskhall.lab.statistics import Estimate, shrink
from duskhall.lab.yardsticks import Answers, DeedUses, DeedWins, PlaceWins, Points


def wish(kind: Game, *players: int, games: int = 2, ladder: tuple[str, ...] = ("random",)) -> Wish:
    cards = next(iter(kind.editions().values()))
    return Wish(
        kind,
        players,
        games,
        ["random"],
        1,
        {},
        (cards.name, cards.text, cards.built_in),
        ladder,
    )


def installed_game(name: str) -> Game:
    return next(kind for kind in installed() if kind.name == name)


def without_styles(asked: Wish) -> dict[Key, Findings]:
    """What is found in the games of random bots: those are cheap."""
    from duskhall.lab.measures import measure_all

    series = {name: games for name, games in asked.series().items() if name != (STYLES,)}
    return measure_all(series, asked.measures(), 1)


@pytest.mark.parametrize("kind", installed(), ids=lambda kind: kind.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_report_in_every_language(kind: Game, language: str) -> None:
    asked = wish(kind, 3, games=8 if language == "en" else 2)
    text = Report(asked, without_styles(asked), language).text("duskhall report")
    assert text.count("<main>") == text.count("</main>") == 1
    assert not re.search(r"https?:|<script|url\(|@import|<link|<img", text)
    assert "{" not in re.sub(r"<style>.*</style>", "", text, flags=re.DOTALL)
    charts = text.count("<svg ")
    assert charts >= 4
    assert text.count("</table>") == charts  # its numbers below each
    assert len(re.findall(r'<svg [^>]*aria-label="[^"]+"', text)) == charts


def test_a_report_of_stronger_and_styles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    few = ["--games", "8", "--seed", "1", "--bots", "random", "--ladder", "random,greedy"]
    command = ["report", "dark-dealings", "--players", "2", *few, "--workers", "1"]
    told = output(capsys, *command, "--write", str(file))
    assert str(file) in told.replace("\n", "")
    text = file.read_text("utf-8")
    assert "greedy / random" in text
    assert "Styles against each other" in text
    for style in styles_of(next(kind for kind in installed() if kind.name == "dark-dealings"))[0]:
        assert style in text
    assert "duskhall report dark-dealings --seed 1 --games 8 --players 2" in text
    assert "at least two bots" in complaint(capsys, *command[:4], "--ladder", "random")
    nowhere = str(tmp_path / "none" / "report.html")
    assert "there is no folder" in complaint(capsys, *command, "--write", nowhere)


def test_several_numbers_of_players_stand_side_by_side() -> None:
    kind = next(kind for kind in installed() if kind.name == "dark-dealings")
    asked = wish(kind, 2, 3)
    found = without_styles(asked)
    report = Report(asked, found, "en")
    assert [part.title for part in report.seats().parts] == ["2 players", "3 players"]
    rows = report.seats().parts[1].table.rows
    assert sum([float(row[2]) for row in rows]) == pytest.approx(100, abs=0.2)
    assert found[MAIN, 3].of(PlaceWins, 0, 1, 2).total == pytest.approx(2)
    assert found[MAIN, 2].of(Answers).n == 2
    assert found[MAIN, 2].of(Points).n == 4


def test_where_all_win_together_a_game_counts_once() -> None:
    kind = next(kind for kind in installed() if kind.name == "the-faceless")
    asked = wish(kind, 3, games=8)
    found = without_styles(asked)
    main = found[MAIN, 3]
    assert main.of(Points).n == 8
    assert max([len(won) for won in main.read[DeedWins].values()]) <= 8
    report = Report(asked, found, "en")
    (part,) = report.scores().parts
    assert part.table.rows[0][:2] == ["All seats together", "8"]
    for part in report.cards().parts:
        assert part.table.headings[1:4] == ["times a game", "games, %", "n"]
        assert all(float(row[2]) <= 100 for row in part.table.rows)


def test_words_are_true_of_the_game() -> None:
    """Points alone decide in one, not in the next, and where all win together nobody is ahead."""
    abouts = {}
    for name in ("dark-dealings", "raid-and-trade", "the-faceless"):
        asked = wish(installed_game(name), 3)
        report = Report(asked, without_styles(asked), "en")
        sections = {section.title: section for section in report.sections()}
        abouts[name] = sections["Points"].about
        ending = "How games end" if name == "the-faceless" else "What decides"
        assert ending in sections
        assert ("winner" in sections[ending].about) == (name != "the-faceless")
    assert len(set(abouts.values())) == 3
    assert "Points alone do not decide" in abouts["raid-and-trade"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", installed(), ids=lambda kind: kind.name)
def test_every_style_says_what_it_does(kind: Game, language: str) -> None:
    for style in styles_of(kind)[0]:
        assert sentences().sentences[language]["styles"].get(f"{kind.name}-{style}"), style


def test_headings_of_cards_have_dots_for_the_card_alone() -> None:
    asked = wish(installed_game("dark-dealings"), 2)
    found = without_styles(asked)
    headings = {language: Report(asked, found, language).deed for language in LANGUAGES}
    assert [headings["en"](deed) for deed in ("pick", "strike")] == ["Picked …", "Struck with …"]
    assert [headings["ja"](deed) for deed in ("pick", "strike")] == ["…を選んだ", "…で攻撃した"]
    trades = Report(wish(installed_game("raid-and-trade"), 2), {(MAIN, 2): found[MAIN, 2]}, "en")
    assert trades.deed("pick") == "Took … from the bag"
    assert trades.deed("get") == ""  # it has no words, so nobody could tell what the chart is about


def test_cards_are_those_that_seats_have_answered_with() -> None:
    kind = next(kind for kind in installed() if kind.name == "dark-dealings")
    asked = wish(kind, 2)
    read = without_styles(asked)[MAIN, 2].read[DeedWins]
    picks = [len(won) for key, won in read.items() if isinstance(key, tuple) and key[0] == "pick"]
    assert sum(picks) == 2 * 2 * 8  # in two games, two seats, eight heroes each
    assert {key[0] for key in read if isinstance(key, tuple)} >= {"pick", "take", "commit"}


def test_pairs_of_bots_play_every_deal_both_ways() -> None:
    kind = next(kind for kind in installed() if kind.name == "dark-dealings")
    series = wish(kind, 3, games=20, ladder=("random", "greedy")).series()
    pair = series[PAIR, "random", "greedy"]
    assert (pair.turns, pair.games % 2) == (2, 0)
    assert [pair.seated(number) for number in range(2)] == [
        ("greedy", "random"),
        ("random", "greedy"),
    ]
    assert both_ways([0, 1, 1, 0, 0, 0, -1, 1]) == [0.25, 0.25, 0.25, 0.25]


def test_noise_is_shrunken_away_and_what_differs_is_not() -> None:
    lots = random.Random(4)
    counts = [20 + 10 * index for index in range(30)]
    noise = [0.25 / count for count in counts]
    alike = [sum([lots.random() < 0.5 for _ in range(count)]) / count for count in counts]
    found = shrink(alike, noise)
    assert max([abs(one.value - 0.5) for one in found.estimates]) < 0.06
    assert max([abs(rate - 0.5) for rate in alike]) > 0.1
    assert sum([not one.low <= 0.5 <= one.high for one in found.estimates]) <= 2
    apart = [0.5 + (0.3 if index % 2 else -0.3) for index in range(30)]
    kept = shrink(apart, noise)
    assert all(
        abs(one.value - rate) < 0.06 for one, rate in zip(kept.estimates, apart, strict=True)
    )
    assert kept.estimates[0].high < kept.middle < kept.estimates[1].low


def test_charts_count_what_they_show() -> None:
    values = [3.0, 4.0, 4.0, 9.0]
    start, width, counts = bins(values)
    assert (start, width, sum(counts)) == (3.0, 1.0, 4)
    assert histogram("values", values).count("<rect") == 3
    assert histogram("one", [5.0]).count("<rect") == 1
    assert bins([0.0, 55.5, 100.0])[2][-1] == 1
    start, width, counts = bins([0.0, 97.5, 100.0], 100)
    assert (start + width * len(counts), counts[-1]) == (100.0, 2)  # no bar begins at the end
    start, width, counts = bins([100.0, 100.0], 100)
    assert (start + width * len(counts), counts) == (100.0, [2])
    all_won = intervals("all", [Mark("a", Estimate(1.0, 0.3, 1.0 + 1e-12))], None, 100)
    assert re.findall(r'class="tick">(\d+)<', all_won)[-1] == "100"
    assert cut("a long name of a card", 6) == "a long…"
    assert cut("夜の市場の主", 6) == "夜の市…"
    assert folded("a long name of a card", 9) == ["a long", "name of a", "card"]
    assert folded("夜の市場の主", 6) == ["夜の市", "場の主"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_flight_alone_is_reported_too(players: int) -> None:
    """Who escapes the city has no points besides."""
    kind = installed_game("raid-and-trade")
    asked = wish(kind, players)._replace(options={"scenario": "escape"})
    report = Report(asked, without_styles(asked), "en")
    assert "<table>" in report.text("duskhall report")
    titles = [section.title for section in report.sections()]
    assert "How games end" in titles
    assert not {"Points", "Lead changes and comebacks", "What decides"} & set(titles)
    assert "points ahead" not in report.skill().parts[0].table.headings


def test_where_nobody_may_win_a_fair_part_is_of_what_is_won() -> None:
    asked = wish(installed_game("raid-and-trade"), 2)._replace(options={"scenario": "escape"})
    found = without_styles(asked)
    quarter = [1.0, 0.0, 0.0, 0.0] * 100
    found[MAIN, 2].read[PlaceWins] = {0: quarter, 1: quarter}
    (part,) = Report(asked, found, "en").seats().parts
    assert 'class="dot open"' in part.chart
    assert 'class="dot clear"' not in part.chart


def test_points_of_hardcore_are_heroes_and_do_not_decide_alone() -> None:
    asked = wish(installed_game("dark-dealings"), 2, games=6)._replace(
        options={"hardcore": True}, bots=["greedy"]
    )
    found = without_styles(asked)
    assert max(found[MAIN, 2].of(Points).values) <= 8
    assert "Points alone do not decide" in Report(asked, found, "en").scores().about


def test_the_head_says_what_was_played() -> None:
    kind = installed_game("dark-dealings")
    asked = wish(kind, 2, 3)._replace(options={"hardcore": True, "turning": "at-once"})
    found = without_styles(asked)
    told = Report(asked, found, "en").about()
    assert "2 games with each number of players (2, 3), played by random." in told
    assert "What names no number of players is about 2 players." in told
    assert "Hardcore (On)" in told
    assert "at-once" not in told  # but what it is called
    named = Report(asked._replace(scenario="hardcore"), found, "en").about()
    assert "Scenario: Hardcore." in named
    assert "Hardcore (On)" not in named
    assert "シナリオ" in Report(asked._replace(scenario="hardcore"), found, "ja").about()
    plain = Report(wish(kind, 2), found, "en").about()
    assert "2 games with 2 players" in plain
    assert "Options" not in plain


def test_alone_nothing_is_said_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "alone.html"
    few = ["--players", "1", "--games", "12", "--seed", "1", "--bots", "random", "--workers", "1"]
    command = ["report", "dark-dealings", *few, "--write", str(file)]
    assert "--ladder was not played" in output(capsys, *command, "--ladder", "random,greedy")
    assert "--ladder" not in output(capsys, *command)
    text = file.read_text("utf-8")
    assert "12 games with 1 player, played" in text
    assert "rank" not in text
    assert "<h2>Cards</h2>" not in text  # nobody can lose, with any


def test_one_alone_stands_beside_others() -> None:
    asked = wish(installed_game("dark-dealings"), 2, 1)
    report = Report(asked, without_styles(asked), "en")
    assert [part.title for part in report.length().parts] == ["2 players", "1 player"]
    assert [part.title for part in report.seats().parts] == ["2 players"]
    assert report.sections()


def test_luck_against_skill_says_how_many_ways_a_deal_is_played() -> None:
    duel = wish(installed_game("dark-dealings"), 2)
    found = without_styles(duel)
    told = Report(duel, found, "en").skill()
    assert "every deal played both ways round" in told.about
    assert told.is_wide  # or its table would be cut
    three = Report(wish(installed_game("raid-and-trade"), 3), {(MAIN, 3): found[MAIN, 2]}, "en")
    assert "3 at a table, every deal played once for each way round" in three.skill().about
    assert "both ways" not in three.skill().about


def test_what_every_seat_does_is_left_out_of_the_cards() -> None:
    """Their wins are a fair part by construction, and would be told as if they were found."""
    asked = wish(installed_game("dark-dealings"), 2, games=10)
    found = without_styles(asked)
    read = found[MAIN, 2].read
    uses = {"all": 20, "many": 19, "some": 10, "few": 5, "rare": 4}
    read[DeedWins] = {
        ("pick", name): [1.0, 0.0] * (n // 2) + [1.0] * (n % 2) for name, n in uses.items()
    }
    read[DeedUses] = {("pick", name): [1.0] * n for name, n in uses.items()}
    cards = Report(asked, found, "en").cards()
    (part,) = cards.parts
    assert {row[0] for row in part.table.rows} == {"many", "some", "few"}
    assert "fewer than 5 seats" in cards.about
    assert "What every seat does" in cards.about
