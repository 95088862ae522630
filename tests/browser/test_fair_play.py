"""Fair play on the page: where a table comes from is said, and keys go only where they are meant to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import duskhall
from duskhall.engine.edition import Edition
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall
from tests.browser.moments import find, stand

COPY = """() => Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: async (text) => { window.copied = text; } },
})"""
SAID = {
    "en": ["From a record, at move 2: whoever brought it may know what comes.", "Other cards than"],
    "ja": ["記録の2手目から始まった卓です。", "私たちのものではないカードです"],
}
CLOSED = {
    "en": ["This table does not open", "there is no such table, or it is private."],
    "ja": ["この卓は開けません", "卓がないか、非公開の卓です。"],
}


def look(page: Page, name: str) -> None:
    """Keep a picture, if somebody wants to look at it."""
    folder = os.environ.get("DUSKHALL_PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def marked_record() -> str:
    """A record that somebody made, with cards of their own."""
    game = duskhall.game("dark-dealings")
    text = next(iter(game.editions().values())).text.replace('name="', 'name="Marked ', 1)
    cards = Edition("designed", text, built_in=False)
    table = duskhall.new_table(game, 2, seed=7, edition=cards)
    for seat in (0, 1):
        table.play(seat, table.state.legal_moves(seat)[0])
    return table.record.dumps()


@pytest.mark.parametrize(("language", "size"), [("en", DESK), ("ja", PHONE)])
def test_where_a_table_comes_from_is_said_in_lobby_invite_and_at_it(
    visit: Visit, hall: Hall, language: str, size: dict[str, int]
) -> None:
    made = hall.ask(
        "/api/tables/from-record",
        {
            "record": marked_record(),
            "position": 2,
            "public": True,
            "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}],
        },
    )
    guest = visit(locale=language, viewport=size)
    places = {
        "lobby": ("/lobby", ".lobby .row:first-child .source"),
        "join": (f"/table/{made['table']}", ".join .source"),
        "table": (f"/table/{made['table']}?watch=1", ".tray .source"),
    }
    for name, (path, spot) in places.items():
        page = guest.go(path)
        for sentence in SAID[language]:
            expect(page.locator(spot).first).to_contain_text(sentence)
        look(page, f"source-{name}-{size['width']}")
    page.locator(".tray .hint .tool").first.click()  # read, and kept in the log
    expect(page.locator(".tray .source")).to_have_count(0)
    page.reload()
    expect(page.locator(".log .source")).to_contain_text(SAID[language][1])
    expect(page.locator(".tray .source")).to_have_count(0)


def test_the_end_says_it_too(visit: Visit, hall: Hall) -> None:
    found = find("dark-dealings", 2, lambda s: 0 in s.waiting, after=50)
    ada = visit()
    page = ada.go(stand(hall, found, "Ada", "bot").seats[0])
    ada.play()
    expect(page.locator(".fin .source")).to_contain_text(f"From a record, at move {found[1]}")
    look(page, "source-end-1440")


def test_links_to_moments_and_the_next_table_carry_no_key_of_mine(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "bot")
    key = links.seats[0].partition("#")[2]
    ada = visit()
    page = ada.go(links.seats[0])
    ada.play()
    replay = page.get_by_role("link", name="Watch the replay")
    assert replay.get_attribute("href") == f"/replay/{links.table}"

    page.get_by_role("button", name="Again, same seats").click()
    page.get_by_role("button", name="To the new table").click()
    expect(page.locator(".hand .pick.legal").first).to_be_visible()
    assert links.table not in page.url
    assert key not in page.url
    assert len(page.url.partition("#")[2]) == len(key)

    page.goto(f"/replay/{links.table}#{key}")
    expect(page.locator(".deck")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tline input")).to_have_value("1")
    page.evaluate(COPY)
    page.locator(".deck .acts2 button").first.click()
    expect(page.locator(".deck .acts2 button").first).to_contain_text("Link copied")
    for address in (page.url, page.evaluate("window.copied")):
        assert address == f"{hall.address}/replay/{links.table}?at=1&eyes=all"
    page.reload()  # the key is kept here
    expect(page.locator(".tline input")).to_have_value("1")

    stranger = visit()
    stranger.go(f"/replay/{links.table}?at=1&eyes=all")
    expect(stranger.page.locator("main")).to_contain_text("Nothing opens by this link")
    stranger.complaints.clear()  # the refused request


@pytest.mark.parametrize(("language", "size"), [("en", DESK), ("ja", PHONE)])
def test_a_stranger_sees_the_same_at_a_private_table_and_at_none(
    visit: Visit, hall: Hall, language: str, size: dict[str, int]
) -> None:
    table = hall.table("Ada", "Grace").table
    stranger = visit(locale=language, viewport=size)
    for path in ("/table/{}", "/table/{}?watch=1", "/table/{}#abc", "/replay/{}?at=3"):
        seen: list[str] = []
        for name in (table, "A" * len(table)):
            page = stranger.go("/")
            page = stranger.go(path.format(name))
            expect(page.locator(".lost h1")).to_have_text(CLOSED[language][0])
            expect(page.locator(".lost p")).to_contain_text(CLOSED[language][1])
            seen.append(page.inner_text("body"))
            look(page, f"private-{language}-{size['width']}")
        assert seen[0] == seen[1]
        assert page.locator(".lost button").count() == 0  # to try again would not help
        page.locator(".lost a").click()
        expect(page).to_have_url(f"{hall.address}/")
    assert [text for text in stranger.complaints if "404" not in text] == []
    stranger.complaints.clear()  # the refused requests


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_my_seat_on_another_device_is_a_link_of_its_own(
    visit: Visit, hall: Hall, size: dict[str, int]
) -> None:
    links = hall.table("Ada", "Grace")
    page = visit(viewport=size).go(links.seats[0])
    expect(page.locator(".hand .pick.legal").first).to_be_visible()
    page.locator(".menu-tool").click()
    page.get_by_role("button", name="My seat on another device").click()
    expect(page.locator("dialog")).to_contain_text("The link is your seat.")
    look(page, f"device-{size['width']}")
    link = page.locator("dialog input").input_value()
    assert link == hall.address + links.seats[0]
    page.keyboard.press("Escape")
    other = visit().go(link)
    expect(other.locator(".hand .pick.legal").first).to_be_visible()


def test_a_strangers_name_in_the_talk_is_marked(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "open", public=True)
    stranger = visit()
    page = stranger.go("/")
    page.evaluate("localStorage.setItem('duskhall.name', 'ADA')")
    page = stranger.go(f"/table/{links.table}?watch=1")
    expect(page.locator(".seat")).to_have_count(2)
    page.keyboard.press("t")
    page.locator("#say").fill("I agree.")
    page.locator("#say").press("Enter")
    expect(page.locator(".talk b")).to_have_text("ADA (Onlooker)")


def test_who_has_just_gone_is_not_handed_over_yet(visit: Visit, tmp_path: Path, hall: Hall) -> None:
    patient = Hall(tmp_path, grace=None)
    patient.open()
    page = visit().go(patient.address + patient.table("Ada", "Grace").seats[0])
    for card in (0, 1):
        page.locator(".hand .pick.legal").nth(card).click()
    page.locator(".ribbon .go").click()
    page.locator(".ribbon").get_by_role("button", name="Let a bot play for Grace").click()
    expect(page.locator(".ribbon")).to_contain_text("more seconds to come back")
    look(page, "too-soon")
    patient.close()
