"""Training learns, can be gone on with, and says how strong what it made is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import duskhall
from duskhall.bots.bot import RandomBot, play_randomly
from duskhall.bots.learned import FOLDER, LearnedMind, Model, Weights
from duskhall.cli import run as command
from duskhall.lab.train import run as training
from duskhall.lab.train.games import backed_up, contest, ends
from duskhall.lab.train.networks import HabitNet, ValueNet, taken_over
from duskhall.lab.train.run import Plan, Run

GAME = duskhall.game("dont-turn-your-back")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games between two times of learning, and short gates."""
    for name, value in (
        ("CHUNK", 2),
        ("GATE", 1),
        ("KEPT", 400),
        ("KEPT_ANSWERS", 200),
        ("ENOUGH", 1),
    ):
        monkeypatch.setattr(training, name, value)


def plan(folder: Path, games: int) -> Plan:
    return Plan(GAME, [GAME.box(2)], 3, 2, games, 2, "random", folder)


def other_values(folder: Path, change: str, to: str) -> str:
    """An edition with something else printed on a card."""
    text = (GAME.folder / GAME.edition_files["designed"]).read_text("utf-8")
    assert text.count(change) == 1
    path = folder / "other.toml"
    path.write_text(text.replace(change, to), "utf-8")
    return str(path)


def test_a_network_learns_what_it_is_shown() -> None:
    rng = np.random.default_rng(1)
    net = ValueNet([1, 1, 2], rng)
    seen = rng.integers(0, 3, (64, 3)).astype(np.uint8)
    wanted = (0.2 + 0.1 * seen[:, 0] * seen[:, 1]).astype(np.float32)
    errors = [net.fit(seen, wanted, 3e-3) for _ in range(300)]
    assert errors[-1] < 0.002 < 0.02 < errors[0]


def test_what_is_kept_follows_the_luck_of_single_games_less_than_the_last_step() -> None:
    rng = np.random.default_rng(1)
    net = ValueNet([1, 1, 1, 1], rng)
    chances = rng.random((4096, 4)).astype(np.float32) > 0.5
    seen = chances.astype(np.uint8)
    truth = (0.3 + 0.1 * seen[:, 0] * seen[:, 1] + 0.2 * seen[:, 2]).astype(np.float32)
    for start in range(0, 4096 * 20, 32):
        part = slice(start % 4096, start % 4096 + 32)
        won = (rng.random(32) < truth[part]).astype(np.float32)
        net.fit(seen[part], won, 3e-3)
    last = ((net.forward(seen, net.layers.weights)[3] - truth) ** 2).mean()
    assert ((net.values(seen) - truth) ** 2).mean() < 0.5 * last


def test_a_network_learns_to_foretell() -> None:
    """Whoever sees input 0 answers with part 0, and else with part 1."""
    rng = np.random.default_rng(1)
    net = HabitNet([1, 1], 2, rng)
    seen = rng.integers(0, 2, (256, 2)).astype(np.uint8)
    answers = np.full((256, 3, 2), 2, np.int16)
    answers[:, 0, 0], answers[:, 1, 0] = 0, 1
    chosen = np.where(seen[:, 0] == 1, 0, 1).astype(np.int16)
    for _ in range(200):
        _, right = net.fit(seen, answers, chosen, 1e-2)
    assert right == 1


def test_positions_are_worth_what_later_ones_were() -> None:
    values = np.array([0.5, 0.6, 0.8], np.float32)
    assert backed_up(values, 1.0, 1.0).tolist() == [1.0, 1.0, 1.0]
    assert backed_up(values, 1.0, 0.0).tolist() == pytest.approx([0.6, 0.8, 1.0])
    assert backed_up(values, 1.0, 0.5).tolist() == pytest.approx([0.75, 0.9, 1.0])


def test_the_ends_of_a_game_are_ordered_as_its_ranks() -> None:
    s = GAME.setup(3, seed=2)
    play_randomly(s, GAME.longest)
    found, ranks = ends(GAME, s, 1), GAME.standing(s).ranks
    assert all(0 <= end <= 1 for end in found)
    assert found.index(max(found)) in [seat for seat, rank in enumerate(ranks) if rank == 1]


def test_every_deal_is_played_from_each_seat() -> None:
    """Bots that do the same share every deal, whoever has the better seat."""
    shares = contest(GAME, [GAME.box(3)], RandomBot, RandomBot, range(2))
    assert [sum(shares[:3]), sum(shares[3:])] == [1, 1]


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, small: None) -> None:
    said: list[str] = []
    Run(plan(tmp_path, 4), said.append).go()
    assert sum(line.startswith("gate") for line in said) == 2
    again = Run(plan(tmp_path, 6), said.append)
    assert again.load()
    assert again.games == 4
    again.go()
    assert [gate["games"] for gate in again.gates] == [2, 4, 6]
    model = Model((tmp_path / "best.model").read_bytes())
    assert LearnedMind(GAME, model).judges(GAME.setup(2, seed=1))
    card = (tmp_path / "card.md").read_text()
    assert "duskhall train dont-turn-your-back --players 2" in card
    assert card.count("\n| ") == 4  # the head, and three gates


def test_few_games_are_not_learned_by_heart(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who begins from a good network and learns a few games often is worse afterwards."""
    monkeypatch.setattr(training, "KEPT", 4000)
    monkeypatch.setattr(training, "BATCH", 16)
    said: list[str] = []
    begun = Run(plan(tmp_path, 6), said.append)
    for _ in range(3):
        begun.chunk(True, 0.0)
    drawn = begun.value.layers.steps * 16
    assert 0 < drawn <= training.PASSES * begun.positions.count
    monkeypatch.setattr(training, "ENOUGH", 4000)
    later = Run(plan(tmp_path, 6), said.append)
    later.chunk(True, 0.0)
    assert later.value.layers.steps == 0


def test_a_run_can_be_made_again(tmp_path: Path, small: None) -> None:
    made: list[bytes] = []
    said: list[str] = []
    for name in ("one", "two"):
        Run(plan(tmp_path / name, 4), said.append).go()
        made.append((tmp_path / name / "best.model").read_bytes())
    assert made[0] == made[1]


def test_the_command_trains(
    tmp_path: Path, small: None, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["train", GAME.name, "--games", "2", "--first", "2", "--gate", "2"]
    arguments += ["--players", "2", "--rival", "random", "--folder", str(tmp_path / "made")]
    assert command(arguments) == 0
    assert "best.model" in capsys.readouterr().out
    assert (tmp_path / "made" / "best.model").exists()


def test_rows_are_taken_over_by_card_and_place() -> None:
    known = ["hand: Crow", "hand: Owl", "turn"]
    rows = np.array([[1, 2], [3, 6], [5, 5]], np.float32)
    names = ["turn", "hand: Owl (3 1)", "hand: Rat (1 1)", "deck: Crow (2 2)"]
    assert taken_over(rows, known, names).tolist() == [[5, 5], [3, 6], [2, 4], [0, 0]]


def test_a_run_begins_from_the_network_of_another_edition(
    tmp_path: Path, small: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is the same is judged the same; without a teacher, and as the first to be beaten."""
    learned = next(FOLDER.glob(f"{GAME.name}-2.model"))
    before = Weights(learned.read_bytes())
    paperboy = '{name="Paperboy", set="acquisition", copies=1, pain='
    edition = other_values(tmp_path, f"{paperboy}2", f"{paperboy}3")
    box = GAME.box(2, {}, edition)
    warm = Run(Plan(GAME, [box], 3, 0, 2, 2, "random", tmp_path / "warm", learned))
    assert warm.eyes.schema() != before.schema
    after = Weights(warm.best)
    assert after.value == before.value
    assert after.habit == before.habit
    arguments = ["train", GAME.name, "--games", "2", "--gate", "2", "--players", "2"]
    arguments += ["--rival", "random", "--edition", edition, "--from", str(learned)]
    assert command([*arguments, "--folder", str(tmp_path / "made")]) == 0
    card = (tmp_path / "made" / "card.md").read_text()
    assert "--first 0" in card
    assert f"--from {learned.name}" in card
    assert Model((tmp_path / "made" / "best.model").read_bytes()).schema == warm.eyes.schema()
    capsys.readouterr()
    arguments[1:2] = ["dark-dealings", "--what", "network"]
    del arguments[arguments.index("--edition") : arguments.index("--from")]
    assert command([*arguments, "--folder", str(tmp_path / "wrong")]) == 2
    assert f"a network of {GAME.name}" in capsys.readouterr().err


def test_one_network_serves_tables_that_are_seen_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three and four players, but not two of them, who are seen by fewer names."""
    boxes = [GAME.box(3), GAME.box(4)]
    assert Run(Plan(GAME, boxes, 1, 0, 2, 2, "random", tmp_path)).header["players"] == [3, 4]
    arguments = ["train", GAME.name, "--players", "2", "3", "--folder", str(tmp_path)]
    assert command(arguments) == 2
    assert "cannot see all these tables" in capsys.readouterr().err
