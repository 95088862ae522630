"""One browser for a run, one server for a module, and visitors whose consoles stay silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.hall import ARGUMENTS, WAIT, Hall, Visitor, build_page, chromium

expect.set_options(timeout=WAIT)
OFFLINE = ["WebSocket connection", "ERR_CONNECTION_REFUSED", "net::ERR_"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    build_page()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    opened = Hall(tmp_path_factory.mktemp("hall"))
    opened.open()
    yield opened
    opened.close()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, hall: Hall) -> Iterator[Visit]:
    """Visitors, who must not see an error or a forbidden script or style in their consoles."""
    visitors: list[Visitor] = []

    def come(**habits: object) -> Visitor:
        visitors.append(Visitor(browser, hall, **habits))
        return visitors[-1]

    yield come
    if hall.log is not None:
        print(hall.log.read_text())  # which is shown where a test fails
    complaints = [
        complaint
        for visitor in visitors
        for complaint in visitor.complaints
        if not any(word in complaint for word in OFFLINE)
    ]
    for visitor in visitors:
        visitor.leave()
    assert complaints == []
