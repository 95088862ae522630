"""Whoever only watches is shown nothing hidden, neither on the page nor on the wire."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

HIDDEN_UNTIL_SHOWN = {"deal", "pick", "pass", "take_up"}


def test_a_spectator_sees_nothing_hidden(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "bot")
    ada, guest = visit(), visit()
    ada.go(links.seats[0])
    guest.go(links.spectator)
    expect(guest.page.locator(".ribbon")).to_contain_text("You are watching")
    assert guest.page.locator(".pick").count() == 0
    ada.play_until(".face-card")
    expect(guest.page.locator(".face-card")).to_be_visible()
    expect(guest.page.locator(".pick")).to_have_count(0)
    heard = [json.loads(frame) for frame in guest.heard]
    assert len(heard) > 10
    for message in heard:
        places = message.get("view", {}).get("places", {})
        for place, cards in places.items():
            if place.split(".")[0] in ("hand", "drafted", "pile", "hero_deck", "defense_deck"):
                assert isinstance(cards, int), f"{place}: {cards}"
        assert not message.get("moves")
        groups = [message.get("events", []), *message.get("log", [])]
        for event in [event for group in groups for event in group]:
            if event["kind"] in HIDDEN_UNTIL_SHOWN:
                assert set(event["cards"]) == {-1}, event


def test_a_forged_link_opens_nothing(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "bot")
    stranger = visit()
    stranger.go(f"/table/{links.table}#nonsense")
    expect(stranger.page.locator("main")).to_contain_text("Nothing opens by this link")
    assert [text for text in stranger.complaints if "404" not in text] == []
    stranger.complaints.clear()
