"""Raid & Trade: what is said while one puts an offer together, or is asked what one cannot answer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from duskhall.games.raid_and_trade.state import Ruin
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, press_barred
from tests.browser.test_raid_and_trade_found import (
    GREEN,
    LAPTOP,
    RICH,
    OpenHall,
    at_table,
    put_together,
    table_at,
)
from tests.browser.test_raid_and_trade_found import hall as hall
from tests.games.raid_and_trade.words import dice, play, ruin


def send_from(page: Page) -> None:
    put_together(page)
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".composer")).to_have_count(0)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_word_in_the_composer_answers_nobody(
    visit: Visit, hall: OpenHall, viewport: dict[str, int]
) -> None:
    """Enter agrees to nothing while one's own offer is empty; whoever waits is told of."""
    links = table_at(hall, ruin(**RICH))
    ada = visit(viewport=viewport).go(links.seats[0])
    grace = visit().go(links.seats[1])
    ada.locator(".act[data-spot='trade']").click()
    word = ada.get_by_label("A word with it")
    word.fill("I could")
    expect(grace.locator(".city")).to_be_visible()
    send_from(grace)
    ribbon = ada.locator(".ribbon")
    expect(ribbon).to_contain_text("Grace waits for your answer, under Talk.")
    expect(ribbon.get_by_role("button", name="Agree")).to_have_count(0)
    expect(ribbon.locator(".btn.go")).to_have_count(0)
    word.press("Enter")
    word.press("End")
    word.press_sequentially(" do better")
    expect(word).to_have_value("I could do better")
    expect(ada.locator(".seat .ap-dial").first).to_contain_text("15 AP")
    ribbon.get_by_role("button", name="Drop it").click()
    expect(ribbon).to_contain_text("Grace waits for your answer")
    ribbon.get_by_role("button", name="Agree").click()
    expect(ada.locator(".seat .ap-dial").first).to_contain_text("14 AP")


def test_an_empty_composer_is_dropped_out_of_turn(visit: Visit, hall: OpenHall) -> None:
    page = visit().go(table_at(hall, ruin(**RICH)).seats[1])
    page.locator(".act[data-spot='trade']").click()
    expect(page.locator(".ribbon")).to_contain_text("Choose what you give and what you get.")
    page.locator(".ribbon").get_by_role("button", name="Drop it").click()
    expect(page.locator(".composer")).to_have_count(0)


def test_a_counter_is_heard_by_who_heard_the_offer(visit: Visit, hall: OpenHall) -> None:
    """RT-68: whom an offer is for may be chosen, whom an answer to it is for may not."""
    links = table_at(hall, ruin(whispers=True, **RICH))
    ada, grace = visit().go(links.seats[0]), visit().go(links.seats[1])
    for is_whispered in (False, True):
        put_together(grace)
        box = grace.get_by_role("checkbox", name="Only for them")
        expect(box).not_to_be_checked()
        if is_whispered:
            box.check()
        grace.locator(".ribbon .btn.go").click()
        ada.get_by_role("tab", name="Talk").click()
        ada.locator(".offer-mine").get_by_role("button", name="Counter").click()
        expect(ada.locator(".ribbon")).to_contain_text("A counter-offer to Grace")
        expect(ada.get_by_role("checkbox", name="Only for them")).to_have_count(0)
        expect(ada.locator(".whisper")).to_have_count(int(is_whispered))
        ada.locator(".ribbon").get_by_role("button", name="Drop it").click()
        ada.locator(".offer-mine").get_by_role("button", name="Refuse").click()


def test_who_is_inside_is_offered_nothing(visit: Visit, hall: OpenHall) -> None:
    """RT-61: their chip says why, their tokens are none to ask for, and all are all the others."""
    page = at_table(visit, hall, ruin(inside="1", **RICH))
    page.locator(".act[data-spot='trade']").click()
    grace = page.locator(".to-chip", has_text="Grace")
    expect(grace).to_contain_text("in the Outpost")
    expect(grace).to_have_attribute("aria-disabled", "true")
    press_barred(grace)
    expect(page.locator(".why")).to_contain_text("RT-61")
    page.keyboard.press("Escape")
    expect(grace).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".to-chip", has_text="All")).to_have_count(0)  # there is one other
    guns = page.locator(".side-take .purse-kind.is-guns button").first
    expect(guns).to_be_disabled()
    expect(page.locator(".side-take .purse-item", has_text="Herb Pouch")).to_have_count(0)


def test_all_are_those_who_can(visit: Visit, hall: OpenHall) -> None:
    page = at_table(visit, hall, ruin(5, inside="1", ap="| | 0", **RICH))
    page.locator(".act[data-spot='trade']").click()
    expect(page.locator(".to-chip", has_text="Hopper")).to_contain_text("lacks AP")
    page.locator(".to-chip", has_text="All").click()
    pressed = page.locator(".to-chip[aria-pressed='true']")
    expect(pressed).to_have_text([re.compile("Joan"), re.compile("Kay"), "All"])


def test_the_price_is_told_of_each(visit: Visit, hall: OpenHall) -> None:
    """RT-61: nobody pays with Garcia, and both do with anybody else."""
    s = ruin(characters="Zoey | Garcia | Jake", **RICH)
    links = table_at(hall, s)
    page = visit().go(links.seats[0])
    expect(page.locator(".act[data-spot='trade']")).to_contain_text("0–1 AP each")
    page.locator(".act[data-spot='trade']").click()
    page.locator(".to-chip", has_text="All").click()
    page.locator(".side-give .purse-kind button:enabled").first.click()
    page.locator(".side-take .purse-kind button:enabled").first.click()
    told = "No AP with Grace. 1 AP each with Hopper."
    expect(page.locator(".ribbon")).to_contain_text(told)
    page.locator(".ribbon .btn.go").click()
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator(".offer")).to_contain_text(told)


@pytest.mark.parametrize("players", [3, 4])
def test_a_name_keeps_off_the_dial(visit: Visit, hall: OpenHall, players: int) -> None:
    """The longest of the names that people are given, on a phone."""
    names = [f"プレイヤー{seat + 1}" for seat in range(players)]
    s = ruin(players, ap=" | ".join(["20"] * players))
    page = visit(viewport=PHONE, locale="ja").go(table_at(hall, s, "ja", names=names).seats[0])
    expect(page.locator(".city")).to_be_visible()
    page.evaluate("document.fonts.ready")
    for seat in page.locator(".seat").all():
        dial = seat.locator(".ap-dial").bounding_box()
        assert dial
        for line in (seat.locator(".seat-name b"), seat.locator(".seat-note")):
            box = line.bounding_box()
            assert box
            if box["y"] + box["height"] > dial["y"] + 2:
                assert box["x"] + box["width"] <= dial["x"] - 2
        name = seat.locator(".seat-name b")
        cut = name.evaluate("one => one.scrollWidth - one.clientWidth")
        assert cut <= 1 or players > 3  # four are told apart by their signs


def free_craft() -> Ruin:
    s = ruin(characters="Zoey | Garcia | Jake", green="Hobby Bench", **GREEN)
    return play(s, "0 raid t2-c1")


def test_five_items_lie_side_by_side(visit: Visit, hall: OpenHall) -> None:
    """RT-60: all of them whole, where the tray is wide enough; else one sees that there are more."""
    page = at_table(visit, hall, free_craft())
    items = page.locator(".laid .laid-card")
    expect(items).to_have_count(5)
    expect(page.locator(".laid.more-after")).to_have_count(0)
    room = page.locator(".laid").bounding_box()
    last = items.last.bounding_box()
    assert room
    assert last
    assert last["x"] + last["width"] <= room["x"] + room["width"]

    page = at_table(visit, hall, free_craft(), viewport=LAPTOP)
    row = page.locator(".laid")
    expect(row).to_have_class("laid more-after")
    row.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    expect(row).to_have_class("laid more-before")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Asked of all with a hidden incident, so that nobody learns which it is."),
        ("ja", "非公開の出来事を持つ全員に尋ねるので、どのカードかは知られません。"),
    ],
)
def test_who_can_only_pass_is_told_why_they_are_asked(
    visit: Visit, hall: OpenHall, language: str, told: str
) -> None:
    """RT-94"""
    for unseen, is_idle in (("Forger | Lucky Charm", True), ("Lucky Charm | Forger", False)):
        s = dice(ruin(green="Kitchen Shelves", unseen=unseen, **GREEN), "fail")
        play(s, "0 raid t2-c1")
        while "AfterRoll" not in repr(s.agenda[-1]):
            for seat in s.waiting[:]:
                play(s, f"{seat} {'roll' if 'RaidCard' in repr(s.agenda[-1]) else 'pass'}")
        page = at_table(visit, hall, s, locale=language)
        expect(page.locator(".ribbon .then")).to_be_visible()
        expect(page.locator(".ribbon .then", has_text=told)).to_have_count(int(is_idle))


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_who_is_asked_by_an_offer_may_ask_what_a_bot_would_answer(
    visit: Visit, hall: OpenHall, viewport: dict[str, int]
) -> None:
    """RT-65: at the offer and by the key, out of turn; it goes with the offer, or when put away."""
    links = table_at(hall, ruin(**RICH), hints=True)
    ada = visit().go(links.seats[0])
    grace = visit(viewport=viewport).go(links.seats[1])
    expect(grace.locator(".city")).to_be_visible()
    put_together(ada)
    ada.locator(".ribbon .btn.go").click()
    door = grace.get_by_role("tab" if viewport == DESK else "button", name="Talk")
    door.click()
    grace.locator(".offer-mine").get_by_role("button", name="Hint").click()
    hint = grace.locator(".hint-line:visible")
    expect(hint).to_contain_text(re.compile("A bot would: .*(agree|refuse|counter)", re.I))
    grace.get_by_role("button", name="Close the hint").click()
    expect(hint).to_have_count(0)
    grace.keyboard.press("i")
    expect(hint).to_contain_text("A bot would:")
    ada.get_by_role("tab", name="Talk").click()
    ada.get_by_role("button", name="Withdraw").click()
    expect(hint).to_have_count(0)
