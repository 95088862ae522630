"""Imports point inward, only the catalogue names the games, and rules use nothing that varies."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import duskhall

pytestmark = pytest.mark.source
SOURCE = Path(__file__).parents[2] / "src" / "duskhall"
MODULES = sorted(SOURCE.rglob("*.py"))
INWARD: dict[str, list[str]] = {  # by part: the parts that it may import, beside itself
    "engine": [],
    "games": ["engine"],
    "": ["engine", "games"],  # duskhall/__init__.py
    "bots": ["engine", "games", ""],
    "lab": ["engine", "games", "", "bots"],
    "adapters": ["engine", "games", "", "bots"],
    "server": ["engine", "games", "", "bots"],
    "cli": ["engine", "games", "", "bots", "lab", "adapters", "server"],
    "__main__": ["cli"],
}
VARYING = ["random", "time", "datetime", "uuid", "os", "platform", "socket", "threading"]
GAMES = {game.name: game.name.replace("-", "_") for game in duskhall.installed()}
OWN_FOLDERS = [
    "games",
    "bots/learned",
    "bots/values",
    "bots/terms",
    "cli/tables",
    "lab/balance",
    "lab/train/lessons",
]  # where a game has files of its own


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def part_of(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imports(tree: ast.AST, ours: list[str]) -> Iterator[str]:
    """The modules that are imported, whole: `from duskhall import games` is duskhall.games."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out in full"
            if node.module == "duskhall":
                for alias in node.names:
                    yield f"duskhall.{alias.name}" if alias.name in ours else "duskhall"
            elif node.module:
                yield node.module


def parts_imported(tree: ast.AST) -> set[str]:
    return {
        (module.split(".") + [""])[1]
        for module in imports(tree, list(INWARD))
        if module.split(".")[0] == "duskhall"
    }


each_module = pytest.mark.parametrize("path", MODULES, ids=name_of)


@each_module
def test_imports_point_inward(path: Path) -> None:
    part = part_of(path)
    outward = parts_imported(ast.parse(path.read_text())) - {part, *INWARD[part]}
    assert not outward, f"{part} may not import {outward}"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("import duskhall.lab.match", "lab"),
        ("from duskhall.cli import main", "cli"),
        ("from duskhall import bots", "bots"),
        ("from duskhall import Move", ""),
        ("import duskhall", ""),
        ("def late():\n    from duskhall.server.rooms import Room", "server"),
    ],
)
def test_every_way_to_import_is_noticed(line: str, part: str) -> None:
    assert parts_imported(ast.parse(line)) == {part}


# Names of games


def games_named(path: Path, tree: ast.AST) -> set[str]:
    """The games that a module names, in code and not in prose."""
    found: set[str] = set()
    for name, folder in GAMES.items():
        title = duskhall.game(name).title.lower()
        if owner_of(path) == folder:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value.strip().lower() in (name, folder, title):
                    found.add(name)
            elif (isinstance(node, ast.Name) and folder in node.id.lower()) or (
                isinstance(node, ast.Attribute) and folder in node.attr.lower()
            ):
                found.add(name)
        if any(folder in module for module in imports(tree, [])):
            found.add(name)
    return found


def owner_of(path: Path) -> str:
    """The game whose own file this is, or nothing."""
    for folder in OWN_FOLDERS:
        if (SOURCE / folder) in path.parents:
            first = path.relative_to(SOURCE / folder).parts[0]
            return next((game for game in GAMES.values() if first.startswith(game)), "")
    return ""


@each_module
def test_only_the_catalogue_names_the_games(path: Path) -> None:
    named = games_named(path, ast.parse(path.read_text()))
    assert named == (set(GAMES) if name_of(path) == "games/__init__.py" else set())


@pytest.mark.parametrize("name", GAMES)
def test_naming_a_game_is_noticed(name: str) -> None:
    elsewhere, own = SOURCE / "engine" / "state.py", SOURCE / "games" / GAMES[name] / "box.py"
    for line in (
        f"if game.name == '{name}': pass",
        f"from duskhall.games.{GAMES[name]} import GAME",
        f"title = {duskhall.game(name).title!r}",
        f"{GAMES[name]}_values = 3",
    ):
        assert games_named(elsewhere, ast.parse(line)) == {name}
        assert games_named(own, ast.parse(line)) == set()


# What varies between processes


def varying(tree: ast.AST, is_entropy_allowed: bool = False) -> list[str]:
    """What would make two processes disagree, as far as it can be seen in the text."""
    found = [
        f"imports {module}"
        for module in imports(tree, [])
        if module.split(".")[0] in VARYING or (module == "secrets" and not is_entropy_allowed)
    ]
    hashing = {
        call
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for call in ast.walk(node)
    }
    sets = names_of_sets(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("hash", "id") and node not in hashing:
                found.append(f"line {node.lineno}: {node.func.id}()")
            if node.func.id in ("list", "tuple", "iter", "enumerate", "zip", "map", "filter"):
                found += [
                    f"line {node.lineno}: the order of a set"
                    for argument in node.args
                    if is_set(argument, sets)
                ]
        loops = [node.iter] if isinstance(node, ast.For | ast.comprehension) else []
        if isinstance(node, ast.Starred):
            loops.append(node.value)
        found += [f"line {loop.lineno}: the order of a set" for loop in loops if is_set(loop, sets)]
    return found


def names_of_sets(tree: ast.AST) -> set[str]:
    """Variables, parameters and attributes that hold sets."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and is_set(node.value, found):
            found |= {ast.unparse(target) for target in node.targets}
        elif isinstance(node, ast.AnnAssign) and "set[" in ast.unparse(node.annotation):
            found.add(ast.unparse(node.target))
        elif isinstance(node, ast.arg) and node.annotation is not None:
            if ast.unparse(node.annotation).split("[")[0] in ("set", "frozenset"):
                found.add(node.arg)
    return found


def is_set(node: ast.expr, sets: set[str]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub):
        return is_set(node.left, sets) or is_set(node.right, sets)
    return isinstance(node, ast.Set | ast.SetComp) or ast.unparse(node) in sets


@pytest.mark.parametrize(
    "path", [path for path in MODULES if part_of(path) in ("engine", "games")], ids=name_of
)
def test_rules_use_nothing_that_varies_between_processes(path: Path) -> None:
    is_entropy_allowed = name_of(path) == "engine/game.py"  # for the seed of a new table
    assert varying(ast.parse(path.read_text()), is_entropy_allowed) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from random import choice",
        "from time import monotonic",
        "import datetime as clock",
        "import secrets",
        "x = hash('pick')",
        "for card in {1, 2}: print(card)",
        "for card in set(hand): print(card)",
        "cards = [card for card in frozenset(hand)]",
        "seen = set()\nfor card in seen: print(card)",
        "def f(seen: set[int]) -> list[int]:\n    return list(seen)",
        "class A:\n    def __init__(self) -> None:\n        self.seen: set[int] = set()\n"
        "    def all(self) -> list[int]:\n        return [*self.seen]",
        "for card in set(hand) - {3}: print(card)",
    ],
)
def test_what_varies_is_noticed(text: str) -> None:
    assert varying(ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "for card in sorted({1, 2}): print(card)",
        "if len(set(hand)) < len(hand): pass",
        "class A:\n    def __hash__(self) -> int:\n        return hash((1, 2))",
        "seen = set()\nif 3 in seen: pass",
        "found = [card for card in hand if card not in {1, 2}]",
    ],
)
def test_what_does_not_vary_is_left_alone(text: str) -> None:
    assert varying(ast.parse(text)) == []
