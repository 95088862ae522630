"""The examples for researchers: short enough to paste, and what needs no further package runs."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
LINES = 40


def load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_can_be_pasted(file: Path) -> None:
    text = file.read_text("utf-8")
    assert len(text.splitlines()) <= LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("duskhall"):
            module = importlib.util.find_spec(str(node.module))
            assert module is not None, node.module


def test_a_population_learns(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy", reason="the extra `rl` is not installed")
    population = load(next(file for file in EXAMPLES if file.stem == "population"))
    best = population.learn(2, 2, 1)
    assert best.shape == (5,)
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_learner_is_paid_for_every_hero() -> None:
    for package in ("gymnasium", "torch", "stable_baselines3", "sb3_contrib"):
        pytest.importorskip(package, reason="what PPO needs is not installed")
    solo = load(next(file for file in EXAMPLES if file.stem == "solo_ppo"))
    env = solo.Solo("dark-dealings", players=1)
    env.reset(seed=1)
    paid, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(env.action_masks().index(True))
        paid += reward
    assert paid == info["scores"][0][0]
    assert "torch" in sys.modules
