"""The examples for researchers: short enough to paste, and what needs no further package runs."""

import ast
import importlib.util
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
    weights = population.learn(generations=2, members=2, games=1)
    assert weights.shape == (population.LOOK.size,)
    assert weights[:-1].any()
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_ppo_moves_away_from_greedy(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy", reason="the extra `rl` is not installed")
    solo = load(next(file for file in EXAMPLES if file.stem == "solo_ppo"))
    weights = solo.learn(rounds=2, games=2)
    assert weights[:-1].any()
    heroes, choices, gains = solo.play(weights, deal=1)
    assert 0 <= heroes <= 8
    assert len(choices) == len(gains)
    assert len(capsys.readouterr().out.splitlines()) == 2
