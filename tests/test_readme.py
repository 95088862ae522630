"""What README and the page for hosts say to type works."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from duskhall.cli.arguments import parser
from duskhall.cli.words import Words

ROOT = Path(__file__).parent.parent


def test_the_snippet_of_the_readme_runs() -> None:
    readme = ROOT / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md", "docs/bots.md"])
def test_every_command_can_be_typed_as_it_stands(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    typed = re.findall(r"^(?:ExecStart=)?(?:\S*/)?duskhall (.+)$", text, re.MULTILINE)
    assert len(typed) > 3
    for line in typed:
        parser(Words("en")).parse_args(shlex.split(line, comments=True))


def test_a_server_behind_a_proxy_is_told_so() -> None:
    """Else all who come through it would share the limits of one address."""
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    served = re.findall(r"duskhall (serve .+--origin .+)$", text, re.MULTILINE)
    assert len(served) == 2  # by hand, and as a service
    for line in served:
        arguments = parser(Words("en")).parse_args(shlex.split(line))
        assert arguments.behind_proxy == ["127.0.0.1"]
