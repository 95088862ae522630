"""Offers on the plain page: any game that lets seats offer each other something has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall, Links
from tests.engine.toy import interpreted_only
from tests.server.hosting import Host
from tests.server.playing import post
from tests.server.toys.keeping import keeping_vigil

pytestmark = interpreted_only


class OpenHall(Hall):
    """A server in this process, at which a toy can be played."""

    def __init__(self, host: Host) -> None:
        self.address, self.port = host.address, host.port


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHall]:
    with keeping_vigil(tmp_path_factory.mktemp("hall") / "tables.sqlite") as host:
        yield OpenHall(host)


def test_an_offer_is_written_answered_and_remembered(visit: Visit, hall: OpenHall) -> None:
    seats = [{"kind": "person", "name": name} for name in ("Ada", "Grace", "Hopper")]
    plan = {"game": "vigil", "options": {}, "public": False, "language": "en", "seats": seats}
    links = Links(post(hall.address, "/api/tables", plan).json())
    ada, grace = visit().go(links.seats[0]), visit().go(links.seats[1])
    for page in (ada, grace):
        page.get_by_role("tab", name="Talk").click()
    form = ada.locator(".offer-form")
    form.get_by_label("Grace").check()
    form.get_by_label("What is offered").fill("swap 2 1")
    form.get_by_label("A word with it").fill("for old times")
    form.get_by_role("button", name="Send").click()
    offer = grace.locator(".offer-mine")
    expect(offer).to_contain_text("Ada to you")
    expect(offer).to_contain_text("for old times")
    offer.get_by_role("button", name="Refuse").click()
    expect(grace.locator(".offer-mine")).to_have_count(0)
    expect(ada.locator(".offer-fell")).to_contain_text("Grace said no.")

    form.get_by_label("What is offered").fill("swap 1 1")
    form.get_by_role("button", name="Send").click()
    grace.locator(".offer-mine").get_by_role("button", name="Agree").click()
    expect(grace.locator(".offer-mine")).to_have_count(0)
    grace.get_by_role("tab", name="Log").click()
    expect(grace.locator("ol.log")).to_contain_text("Grace agrees")
