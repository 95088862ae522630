"""A ladder is fair in its seats and deals, goes on where it was stopped, and tells who is stronger."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from duskhall import WrongOption, game
from duskhall.bots import BOTS, UnknownBot, make_bot
from duskhall.bots.bot import Bot, RandomBot, luck
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.lab import ladder_page
from duskhall.lab.ladder import Ladder, Rung, ladder, pairings, plan_of, schedule
from duskhall.lab.plan import Plan
from duskhall.lab.rating import MIDDLE, SCALE, Duel, ratings
from duskhall.lab.results import WrongResults
from duskhall.lab.simulate import make_plan
from duskhall.lab.thinking import Times

GAME = "dark-dealings"


def plan(players: int, name: str = GAME) -> Plan:
    return make_plan(game(name), players, ["random"], 5, None, "")._replace(paired=True)


def played(bots: list[str], **changed: Any) -> Ladder:
    settings: dict[str, Any] = {"players": 2, "games": 4, "workers": 1, "name": GAME, **changed}
    name, players, games = [settings.pop(key) for key in ("name", "players", "games")]
    return ladder(name, players, bots, games, 3, **settings)


def without_times(found: Ladder) -> object:
    rungs = [rung._replace(times=0) for rung in found.rungs]  # type: ignore[arg-type]
    return rungs, found.meetings, found.games


# Fair


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_takes_every_seat_equally_often(players: int) -> None:
    tasks = list(schedule(plan(players), pairings(["a", "b", "c"], players, False), 24))
    taken = Counter(
        (bot, at)
        for task in tasks
        for at, bot in enumerate(plan_of(plan(players), task.pairing).seated(task.number))
    )
    assert len(taken) == 3 * players
    assert len(set(taken.values())) == 1
    met = Counter(frozenset(task.pairing) for task in tasks)
    assert set(met.values()) == {24}  # as many games for each pair


@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_is_played_from_every_seat_and_no_other_has_its_seed(players: int) -> None:
    table = plan(players)
    tasks = list(schedule(table, pairings(["a", "b", "c"], players, False), 24))
    alone: dict[int, Counter[tuple[str, int]]] = {}
    pairs: dict[int, set[frozenset[str]]] = {}
    for task in tasks:
        own = plan_of(table, task.pairing)
        seed, seated = own.deal_seed(task.number), own.seated(task.number)
        at = seated.index(task.pairing.one)
        alone.setdefault(seed, Counter())[task.pairing.one, at] += 1
        pairs.setdefault(seed, set()).add(frozenset(task.pairing))
    assert all(len(found) == 1 for found in pairs.values())  # each pair has its own deals
    both = 2 if players > 2 else 1  # one among the others, and the other way round
    for found in alone.values():
        assert len(found) == players * both
        assert set(found.values()) == {1}
    assert len(alone) == 3 * 24 // (players * both)


def test_who_plays_together_gets_the_same_deals() -> None:
    table = plan(3, "the-faceless")
    tasks = list(schedule(table, pairings(["a", "b"], 3, True), 5))
    seeds: dict[str, list[int]] = {}
    for task in tasks:
        own = plan_of(table, task.pairing)
        assert set(own.seated(task.number)) == {task.pairing.one}
        seeds.setdefault(task.pairing.one, []).append(own.deal_seed(task.number))
    assert seeds["a"] == seeds["b"]
    assert len(set(seeds["a"])) == 5


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert played(["random", "greedy"], games=3).games == 4
    three = list(schedule(plan(3), pairings(["a", "b"], 3, False), 7))
    assert len(three) == 12


# It goes on


def test_a_ladder_that_was_broken_off_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    bots = ["random", "greedy"]
    whole = played(bots, games=8)

    def stop(done: int, games: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(bots, games=8, folder=tmp_path, progress=stop)
    file = tmp_path / "games.jsonl"
    assert len(file.read_text().splitlines()) == 4  # what it is of, and three games
    file.write_bytes(file.read_bytes()[:-9])  # killed while it wrote
    resumed = played(bots, games=8, folder=tmp_path)
    assert resumed.before == 2
    assert without_times(resumed) == without_times(whole)
    again = played(bots, games=8, folder=tmp_path)
    assert again.before == 8
    assert [rung.times.clock.count for rung in again.rungs] == [
        rung.times.clock.count for rung in resumed.rungs
    ]


def test_more_bots_and_games_come_to_what_was_played(tmp_path: Path) -> None:
    first = played(["random", "greedy"], folder=tmp_path)
    more = played(["random", "greedy", "erring:0.5"], folder=tmp_path)
    assert more.before == first.games == 4
    assert more.games == 12
    assert more.meetings[0] == first.meetings[0]
    assert played(["random", "greedy"], games=6, folder=tmp_path).before == 4


def test_a_folder_of_another_ladder_is_left_alone(tmp_path: Path) -> None:
    played(["random", "greedy"], folder=tmp_path)
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(WrongResults, match=r"something else.* number of players \(2 there\)"):
        played(["random", "greedy"], players=3, folder=tmp_path)
    assert (tmp_path / "games.jsonl").read_bytes() == before
    damaged = before.replace(b"\n[", b"\n5\n[", 1)
    (tmp_path / "games.jsonl").write_bytes(damaged)
    with pytest.raises(WrongResults, match="its line 2 cannot be read"):
        played(["random", "greedy"], folder=tmp_path)
    assert (tmp_path / "games.jsonl").read_bytes() == damaged


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    bots = ["random", "greedy"]
    assert without_times(played(bots, workers=2)) == without_times(played(bots))


# Who is stronger


class Half(Bot):
    """Answers well about every other time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.random = RandomBot(seed)
        self.good = make_bot("greedy", game(GAME), seed)

    def answer(self, s: State, seat: Seat, position: int) -> Move:
        bot = self.good if luck(self.seed, position) % 2 else self.random
        return bot.answer(s, seat, position)


@pytest.mark.once
def test_bots_of_known_strength_come_out_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "half", lambda _game, seed, _budget: Half(seed))
    found = played(["half", "random", "greedy"], games=16)
    assert [rung.bot for rung in found.rungs] == ["greedy", "half", "random"]
    rated = [rung.rating.value for rung in found.rungs if rung.rating]
    assert rated == sorted(rated, reverse=True)
    assert sum(rated) / 3 == pytest.approx(MIDDLE)
    for rung in found.rungs:
        assert rung.games == 32
        assert rung.rating is not None
        assert rung.rating.low <= rung.rating.value <= rung.rating.high
        for lengths in (rung.times.clock, rung.times.work):
            assert 0 < lengths.mean() <= lengths.worst
            assert lengths.within(0.95) <= lengths.worst


def test_more_than_two_seats_count_by_chance() -> None:
    found = played(["random", "greedy"], players=3, games=12)
    assert found.chance == pytest.approx(1 / 3)
    assert [meeting.pairing for meeting in found.meetings] == [
        ("random", "greedy"),
        ("greedy", "random"),
    ]
    assert [meeting.games for meeting in found.meetings] == [6, 6]
    assert found.rungs[0].bot == "greedy"


def test_together_there_are_shares_and_no_ratings() -> None:
    found = played(["random", "greedy"], name="the-faceless", games=3)
    assert found.is_shared
    assert [rung.bot for rung in found.rungs] == ["greedy", "random"]
    assert [rung.rating for rung in found.rungs] == [None, None]
    assert [rung.games for rung in found.rungs] == [3, 3]


def duel(one: int, others: int, strength: list[float], seats: tuple[int, int], worth: int) -> Duel:
    """What bots of these ratings would come to, if luck were even."""
    mine, theirs = [10 ** (strength[bot] / SCALE) for bot in (one, others)]
    share = seats[0] * mine / (seats[0] * mine + seats[1] * theirs)
    return Duel(one, others, seats, share, worth)


@pytest.mark.parametrize("seats", [(1, 1), (1, 3)])
def test_ratings_are_found_again(seats: tuple[int, int]) -> None:
    strength = [1300.0, 1450.0, 1550.0, 1700.0]
    duels = [
        duel(one, others, strength, seats, 4000)
        for one in range(4)
        for others in range(4)
        if one != others
    ]
    for rating, true in zip(ratings(4, duels), strength, strict=True):
        assert rating.value == pytest.approx(true, abs=2)
        assert rating.low < true < rating.high
        assert rating.high - rating.low < 40


def test_few_games_leave_much_open_and_always_winning_is_no_endless_rating() -> None:
    few, many = [ratings(2, [Duel(0, 1, (1, 1), 1.0, worth)])[0] for worth in (4, 400)]
    assert MIDDLE < few.value < many.value < MIDDLE + 800
    assert few.high - few.low > 100
    assert few.low < many.low


def test_times_can_be_kept_and_added() -> None:
    times, other = Times(), Times()
    for milliseconds in range(1, 101):
        (times if milliseconds % 2 else other).add(milliseconds / 1000, milliseconds / 2000)
    times.merge(Times.read(json.loads(json.dumps(other.written()))))
    for lengths, part in ((times.clock, 1.0), (times.work, 0.5)):
        assert lengths.count == 100
        assert lengths.mean() == pytest.approx(0.0505 * part)
        assert lengths.worst == pytest.approx(0.1 * part)
        assert 0.095 <= lengths.within(0.95) / part <= 0.095 * 1.05


def test_times_of_older_ladders_are_read() -> None:
    """They kept of the work only the worst."""
    times = Times.read([2, 0.03, 0.02, 0.01, [[213, 1], [229, 1]]])
    assert (times.clock.count, times.clock.worst, times.work.worst) == (2, 0.02, 0.01)
    assert (times.work.count, times.work.mean()) == (0, 0.0)


# What is wrong is said before anything is played


@pytest.mark.parametrize(
    ("bots", "changed", "said"),
    [
        (["random"], {}, "two bots or more"),
        (["random", "greedy", "random"], {}, "'random' is there twice"),
        (["random", "greedy"], {"games": 0}, "at least one game"),
        (["random", "greedy"], {"workers": 0}, "at least one worker"),
        (["random", "greedy"], {"players": 9}, "players, not 9"),
        (["random", "greedy"], {"players": 1}, "two players or more"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    bots: list[str], changed: dict[str, Any], said: str
) -> None:
    with pytest.raises(WrongOption, match=said):
        played(bots, **changed)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(UnknownBot, match="oracle"):
        played(["random", "oracle"])


# The page


def test_a_section_takes_the_place_of_its_older_self(tmp_path: Path) -> None:
    file = tmp_path / "ladder.md"
    found = played(["random", "greedy"])
    ladder_page.write(file, found, "duskhall ladder one")
    ladder_page.write(file, played(["random", "greedy"], players=3, games=6), "duskhall ladder 3")
    ladder_page.write(file, found, "duskhall ladder two")
    text = file.read_text("utf-8")
    assert text.startswith("# The ladder")
    assert "ladder one" not in text
    assert text.index("`duskhall ladder two`") < text.index("`duskhall ladder 3`")
    assert "greedy × 2" in text
    best = found.rungs[0]
    assert isinstance(best, Rung)
    assert f"| {best.bot} | 4 | {best.wins.value:.1%}" in text


def test_a_program_that_failed_in_every_game_has_no_rating() -> None:
    broken = "exec:false"
    found = ladder(GAME, 2, ["random", broken, "greedy"], 4, 3, workers=1)
    assert {rung.bot: rung.rating is None for rung in found.rungs} == {
        "random": False,
        "greedy": False,
        broken: True,
    }
    assert found.rungs[-1].bot == broken
    alone = ladder(GAME, 2, ["random", "greedy"], 4, 3, workers=1)
    assert [rung.rating for rung in found.rungs[:2]] == [rung.rating for rung in alone.rungs]
