"""What docs/research.md says works, and its columns are those that are written."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from duskhall.cli.arguments import parser
from duskhall.cli.words import Words
from duskhall.lab.results import TABLES

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_snippets_run() -> None:
    for package in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(package, reason="the extra `rl` is not installed")
    failed, tried = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried > 25
    assert failed == 0


def test_every_command_can_be_typed_as_it_stands() -> None:
    typed = re.findall(r"^duskhall (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(typed) == 7
    for line in typed:
        parser(Words("en")).parse_args(shlex.split(line))


def test_every_column_is_described() -> None:
    text = PAGE.read_text("utf-8")
    described = text[text.index("<!-- columns -->") : text.index("<!-- /columns -->")]
    rows = re.findall(r"^\| (\w+) \| (int|float|text) \| (.+) \|$", described, re.MULTILINE)
    assert rows == [tuple(column) for columns in TABLES.values() for column in columns]
