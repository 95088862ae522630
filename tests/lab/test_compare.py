"""Comparisons: the same luck on both sides, intervals that may be watched, and nothing lost."""

import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from duskhall import WrongOption, game
from duskhall.engine.edition import Edition
from duskhall.lab import compare as module
from duskhall.lab.compare import Change, Compared, Comparison, compare, comparison
from duskhall.lab.measures import play_one
from duskhall.lab.results import WrongResults
from duskhall.lab.simulate import BrokenGame
from duskhall.lab.statistics import LOOK_FIRST, Estimate, Pairs, sequence_reach
from duskhall.lab.yardsticks import UnknownMeasure

GAME = "dark-dealings"
Options = dict[str, object]
Sides = list[tuple[Edition, Options, list[str]]]


def own(name: str = GAME) -> Edition:
    return next(iter(game(name).editions().values()))


def what(
    before: Options | None = None, after: Options | None = None, *bots: str, **more: Any
) -> Comparison:
    sides = [(own(), options or {}, bots or ("random",)) for options in (before, after)]
    return comparison(GAME, more.pop("players", 2), 3, sides, **more)


HARD: Options = {"hardcore": True}


def test_both_sides_have_the_same_deals() -> None:
    """With cards that only have other names, nothing differs at all."""
    text = own().text.replace("The Pottle Cousins", "The Kettle Cousins")
    sides: Sides = [(cards, {}, ["random"]) for cards in (own(), Edition("new", text, False))]
    found = compare(comparison(GAME, 2, 3, sides), games=LOOK_FIRST, workers=1)
    assert (found.deals, found.games) == (LOOK_FIRST, LOOK_FIRST)
    assert {change.line.name for change in found.changes} >= {"answers", "place", "margin"}
    for change in found.changes:
        assert change.difference is not None
        assert change.difference.value == 0
        assert change.difference.high > 0  # that it never differs is not known for sure
        assert not change.is_clear


def test_every_deal_is_played_every_way_round_the_table() -> None:
    found = compare(what(None, HARD, "random", "greedy"), games=8, workers=1)
    assert (found.deals, found.games) == (4, 8)
    values = {(change.line.name, change.line.key): change.before for change in found.changes}
    assert sum([values["place", place] or 0 for place in range(2)]) == pytest.approx(1)
    assert values["bot", "greedy"] == 1
    assert values["bot", "random"] == 0


def test_a_real_difference_is_found_and_it_stops_when_enough_is_known() -> None:
    """Heroes with more armor are defeated less."""
    text = re.sub(r"armor=\d", "armor=20", own().text)
    sides: Sides = [(cards, {}, ["random"]) for cards in (own(), Edition("hard", text, False))]
    asked = comparison(GAME, 1, 3, sides, ["points"])
    found = compare(asked, games=400, within=30, workers=1)
    assert found.is_within
    assert found.games < 400
    (points,) = found.changes
    assert points.is_clear
    assert points.difference is not None
    assert points.difference.value < 0
    assert points.difference.high - points.difference.value <= 0.3 * (points.before or 0)


def test_it_is_the_same_on_any_number_of_workers_and_gone_on_from(tmp_path: Path) -> None:
    asked = what(None, HARD, cards=True)
    whole = compare(asked, games=6, workers=1)
    assert compare(asked, games=6, workers=2) == whole
    first = compare(asked, games=4, workers=1, results=tmp_path)
    assert first.deals == 4
    file = tmp_path / "deals.jsonl"
    with file.open("a") as journal:
        journal.write('[4,[[0,"",1')  # killed while it wrote
    second = compare(asked, games=6, workers=1, results=tmp_path)
    assert second.before == 4
    assert second._replace(before=0) == whole
    assert len(file.read_text().splitlines()) == 6
    with pytest.raises(WrongResults, match="results of something else; what differs: measures"):
        compare(what(None, HARD), games=6, workers=1, results=tmp_path)
    with pytest.raises(WrongResults, match=r"what differs: options, bots$"):
        compare(what(HARD, None, "greedy", cards=True), games=6, workers=1, results=tmp_path)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:2], "[2,[[0]]]\n", *lines[3:]]))
    before = file.read_bytes()
    with pytest.raises(WrongResults, match="its line 3 cannot be read"):
        compare(asked, games=6, workers=1, results=tmp_path)
    assert file.read_bytes() == before


def test_cards_without_a_name_are_not_told_of() -> None:
    """The Faceless has one that stands for nothing."""
    cards = own("the-faceless")
    ways: list[Options] = [{}, {"level": "hell"}]
    sides: Sides = [(cards, options, ["random"]) for options in ways]
    asked = comparison("the-faceless", 2, 3, sides, cards=True)
    assert any(not name for name in game("the-faceless").box(2).card_names)
    assert all(line.about for line in asked.lines if line.name.startswith("card"))
    read = module.play_deal(asked, 0)
    assert {key for _, key in read} >= {line.key for line in asked.lines if line.name == "card"}
    assert not [key for at, key in read if asked.measures()[at].__name__ == "CardUses" and not key]


def test_a_difference_of_shares_stays_where_it_can_be() -> None:
    pairs = Pairs()
    for deal in range(LOOK_FIRST):
        pairs.add(deal % 2, 1, 1, 1)
    wide = pairs.difference(1e-100, is_share=True)
    assert wide is not None
    assert (wide.low, wide.high) == (-1.0, 1.0)
    assert pairs.deals == LOOK_FIRST
    line = what(None, HARD).lines[-1]
    near = Change(line, 0.1, 1.0, Estimate(0.9, 0.4, 1.0))
    assert not near.is_within(20)  # though it ends soon above
    free = pairs.difference(1e-100, is_share=False)
    assert free is not None
    assert free.high > 1


def test_what_was_done_stays_when_a_side_breaks_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, play = what(None, HARD), play_one

    def breaks(series: Any, measures: Any, task: Any) -> Any:
        if task[1] == 2 and series[""].options["hardcore"]:
            raise ZeroDivisionError("a card\n without strength")
        return play(series, measures, task)

    monkeypatch.setattr(module, "play_one", breaks)
    with pytest.raises(BrokenGame, match=r"'after' broke down in deal 2 .*a card without strength"):
        compare(asked, games=5, workers=1, results=tmp_path)
    monkeypatch.undo()
    found = compare(asked, games=5, workers=1, results=tmp_path)
    assert (found.before, found.deals) == (2, 5)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(WrongOption, match="both sides are the same"):
        what(None, {"hardcore": False})
    with pytest.raises(UnknownMeasure, match="no measure 'luck' here; there is answers"):
        what(None, HARD, names=["luck"])
    with pytest.raises(WrongOption, match="at least one game"):
        compare(what(None, HARD), games=0)


def test_few_deals_conclude_nothing() -> None:
    found = compare(what(None, HARD), games=LOOK_FIRST - 1, workers=1)
    assert all(change.difference is None and not change.is_clear for change in found.changes)
    assert all(change.before is not None for change in found.changes)


def test_looks_are_told_while_it_runs() -> None:
    looks: list[Compared] = []
    compare(what(None, HARD), games=30, workers=1, told=looks.append)
    assert [look.deals for look in looks] == [10, 20, 30]


def test_games_that_are_won_together_have_other_measures() -> None:
    cards = own("the-faceless")
    sides = [(cards, {"level": level}, ["greedy"]) for level in ("easy", "hell")]
    asked = comparison("the-faceless", 2, 1, sides)
    assert [line.name for line in asked.lines] == ["answers", "won", "points"]


def misses(looks: bool, runs: int = 400, deals: int = 400) -> int:
    """In how many runs an interval misses the truth at some look; the truth is that nothing differs."""
    lots, missed = random.Random(5), 0
    for _ in range(runs):
        pairs = Pairs()
        for deal in range(1, deals + 1):
            pairs.add(lots.random() < 0.3, 1, lots.random() < 0.3, 1)
            if (looks and deal >= LOOK_FIRST and deal % 10 == 0) or deal == deals:
                found = pairs.difference(0.05, True)
                assert found is not None
                if not found.low <= 0 <= found.high:
                    missed += 1
                    break
    return missed


def test_intervals_hold_at_all_looks_together() -> None:
    """A 95 % interval that is looked at 36 times would miss in about one run of four."""
    assert misses(looks=True) <= 0.05 * 400


def test_sequences_narrow_as_they_should() -> None:
    reaches = [sequence_reach(1.0, count, 0.05) for count in (50, 1000, 100_000)]
    assert reaches == sorted(reaches, reverse=True)
    assert 1.96 / 1000**0.5 < reaches[1] < 1.6 * 1.96 / 1000**0.5


def test_ratios_have_the_interval_of_their_parts() -> None:
    """Readings that not every deal has: the difference of ratios, and how far it scatters."""
    lots = random.Random(2)
    found: list[float] = []
    reach = partial(sequence_reach, count=200, alpha=0.05)
    for _ in range(200):
        pairs = Pairs()
        for _ in range(200):
            owned = lots.random() < 0.4
            pairs.add(owned and lots.random() < 0.5, owned, lots.random() < 0.3, 1)
        values = pairs.values()
        assert values is not None
        found.append(values[1] - values[0])
    middle = sum(found) / len(found)
    spread = (sum([(one - middle) ** 2 for one in found]) / len(found)) ** 0.5
    assert middle == pytest.approx(-0.2, abs=0.02)
    assert pairs.deviation(True) / 200**0.5 == pytest.approx(spread, rel=0.2)
    assert reach(pairs.deviation(True)) > 1.96 * spread
