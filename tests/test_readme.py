"""The README's snippet runs."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_snippet_of_the_readme_runs() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 5
    assert failed == 0
