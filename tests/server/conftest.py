"""One server for all tests of a module that need nothing special, and luck that can be had again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.hosting import Host, hosting
from tests.server.luck import own_luck


@pytest.fixture(autouse=True)
def luck() -> Iterator[None]:
    with own_luck():
        yield


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running
