"""Bots that ask first: what they propose is seen on the board, and people say what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.checks import check, english_left
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall
from tests.browser.moments import asks, find, stand

GAME = "the-faceless"


PUT = find(GAME, 2, asks("PlaceFigure"), after=4, seed=11)
ACT = find(GAME, 2, asks("Act"), after=12, seed=3)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One in which bots wait a while for who loads the page again."""
    opened = Hall(tmp_path_factory.mktemp("hall"), grace=None)
    opened.open()
    yield opened
    opened.close()


SAID = ".ribbon.helping .ribbon-text > p"


def beside_a_bot(hall: Hall, found: tuple[str, int]) -> str:
    """The link to Ada's seat at a table where the bot in the first one is asked."""
    return stand(hall, found, "bot", "Ada", ask_first=True).seats[1]


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_bot_proposes_and_waits_for_a_go_ahead(
    visit: Visit, hall: Hall, screen: dict[str, int]
) -> None:
    page = visit(viewport=screen).go(beside_a_bot(hall, PUT))
    asked = page.locator(".ribbon.helping")
    # No number of a space, and degrees as a dial counts them.
    expect(asked).to_contain_text(re.compile(r"(to the marked space|stays), facing \w+ \(\d+°\)"))
    expect(asked.get_by_text("the whole turn")).to_be_visible()  # what "Just play" means
    bot = page.locator(".seat.turn .seat-name b").inner_text().strip()
    expect(page.locator(".own-power")).to_be_visible()
    expect(page.locator(".own-power")).to_contain_text(f"{bot}’s hand")  # and not Ada's
    kid = page.locator(".seat.turn .power b").inner_text().strip()
    expect(page.locator(".own-power")).to_contain_text(kid)
    expect(page.locator(".ghost-at .figure")).to_be_visible()
    expect(page.locator(".ghost-needle")).to_have_count(1)
    expect(asked.locator(".btn")).to_have_count(3)
    for button in asked.locator(".btn").all():
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate("one => one.offsetHeight") >= 44
    check(page, "a bot asks")
    page.locator(".menu-tool").click()
    page.get_by_role("button", name="日本語").click()
    expect(asked).to_contain_text("相談")
    expect(asked).not_to_contain_text("marked")  # until the game's own words have come too
    name = page.locator(".seat.turn .seat-name b").inner_text().strip()
    assert english_left(asked.inner_text().replace(name, "")) == []
    page.get_by_role("button", name="English").click()
    page.reload()  # it is still asked
    expect(page.locator(".ghost-at .figure")).to_be_visible()
    asked.get_by_role("button", name="Go ahead").click()
    expect(page.locator(".ghost-needle")).to_have_count(0)


def test_who_asks_for_a_hint_out_of_turn_keeps_the_question(visit: Visit, hall: Hall) -> None:
    page = visit(viewport=PHONE).go(beside_a_bot(hall, ACT))
    asked, note = page.locator(".ribbon.helping"), page.locator(".unhinted")
    expect(asked).to_be_visible()
    page.keyboard.press("i")
    expect(note).to_contain_text("Hints are allowed here, once it is your move.")
    expect(asked.locator(".btn")).to_have_count(3)
    check(page, "no hint now")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.keyboard.press("i")
    expect(note).to_be_visible()
    asked.get_by_role("button", name="Just play").click()
    expect(page.locator(".ribbon:not(.helping, .wait)")).to_be_visible()
    expect(note).to_have_count(0)  # now it is one's move


def test_another_way_is_taken_over(visit: Visit, hall: Hall) -> None:
    page = visit().go(beside_a_bot(hall, PUT))
    expect(page.locator(".ribbon.helping")).to_be_visible()
    page.get_by_role("button", name="Another way").click()
    page.get_by_role("button", name="15 degrees counter-clockwise").click()
    wanted = int(page.locator(".spin").get_attribute("aria-valuenow") or -1)
    page.locator(".ribbon .btn", has_text="Suggest:").click()
    expect(page.locator(".ghost-needle")).to_have_count(0)
    table, _, token = page.url.rpartition("/")[2].partition("#")
    frames = hall.ask(f"/api/tables/{table}/frames?eyes=1&views=true&token={token}")["frames"]
    assert isinstance(frames, list)
    numbers = frames[PUT[1] + 1]["view"]["numbers"]
    assert wanted in [numbers[f"facing.{figure}"] for figure in range(3)]


def test_what_is_proposed_while_the_cards_are_fetched_is_seen(visit: Visit, hall: Hall) -> None:
    """It came before the page knew at which moment the table stood, and was forgotten for ever."""
    visitor = visit()
    held: list[Route] = []
    visitor.page.route("**/cards*", lambda route: held.append(route))
    link = beside_a_bot(hall, ACT)
    visitor.page.goto(link)
    table, _, token = link.rpartition("/")[2].partition("#")
    while not (held and "helper" in hall.ask(f"/api/tables/{table}?token={token}")):
        visitor.page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    expect(visitor.page.locator(SAID).first).to_contain_text("suggests: ")


def test_enter_goes_ahead_and_just_play_ends_the_asking(visit: Visit, hall: Hall) -> None:
    page = visit().go(beside_a_bot(hall, ACT))
    said = page.locator(SAID).first
    expect(said).to_contain_text("suggests: ")
    expect(page.locator(".seat.turn .seat-note")).to_have_text("asking")
    before = said.inner_text()
    page.keyboard.press("Enter")
    expect(said).not_to_have_text(before)
    expect(said).to_contain_text("suggests: ")
    page.get_by_role("button", name="Just play").click()
    expect(page.locator(".ribbon.helping")).to_have_count(0)
    expect(page.locator(".table:not(.waiting), .fin").first).to_be_visible()


def test_the_set_up_offers_it_where_all_win_together(visit: Visit) -> None:
    page = visit().go(f"/new/{GAME}")
    box = page.get_by_label("Bots ask first")
    expect(box).not_to_be_checked()
    page.get_by_label("Just me").check()
    expect(box).to_have_count(0)
    page.goto("/new/dark-dealings")
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    expect(page.get_by_label("Bots ask first")).to_have_count(0)
