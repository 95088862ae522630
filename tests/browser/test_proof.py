"""Everyone's luck on the page: two browsers make a seed with the server, and check it at the end."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from duskhall.cli import run
from tests.browser.checks import check, resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, Links

LOSE = "localStorage.removeItem('duskhall.luck')"
KEPT = "() => JSON.parse(localStorage.getItem('duskhall.luck') ?? '[]')"
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def look(page: Page, name: str) -> None:
    """Keep a picture, if somebody wants to look at it."""
    folder = os.environ.get("DUSKHALL_PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def proof_table(hall: Hall, *kinds: str) -> Links:
    others = {"open": {"kind": "open"}, "bot": {"kind": "bot", "bot": "greedy"}}
    seats = [others.get(kind, {"kind": "person", "name": kind}) for kind in kinds]
    body = {"game": "dark-dealings", "seats": seats, "proof": True, "public": "open" in kinds}
    return Links(hall.ask("/api/tables", body))


def record_of(page: Page, table: str, token: str) -> str:
    answer = page.request.get(f"/api/tables/{table}/record?token={token}")
    assert answer.ok
    return answer.text()


def test_two_people_make_the_luck_play_and_find_their_parts_in_the_seed(
    visit: Visit, tmp_path: Path
) -> None:
    ada, grace = visit(), visit(viewport=PHONE)
    page = ada.go("/new/dark-dealings")
    page.get_by_label("Friends").check(force=True)
    page.locator("input[name=seats][value='2']").check(force=True)
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_label("Everyone’s luck").check()
    page.locator(".seat-plan select").select_option("person")  # by a link of their own
    page.get_by_role("button", name="Set up the table").click()

    expect(page.locator(".gathering h1")).to_have_text("Everyone’s luck")
    expect(page.locator(".gathering-seats .bound")).to_contain_text("Ada")
    expect(page.locator(".gathering-state")).to_contain_text("Waiting for the fingerprint of")
    for size in (PHONE, DESK):
        resize(page, size)
        assert not page.evaluate(WIDER)
        check(page, "gathering")
        look(page, f"gathering-{size['width']}")
    before = page.evaluate(KEPT)
    page.reload()  # it is bound to what it has drawn
    expect(page.locator(".gathering-seats .bound")).to_contain_text("Ada")
    assert page.evaluate(KEPT) == before

    grace.go(page.locator("[data-link='seat 1']").input_value())
    for one in (ada, grace):
        expect(one.page.locator(".hand .pick.legal").first).to_be_visible()
    ada.hurry()
    grace.play()
    expect(page.locator(".fin")).to_be_visible()
    ada.rest()
    for one in (ada, grace):
        said = one.page.locator(".fin .luck.good")
        expect(said).to_contain_text("✓ Everyone’s luck: Your part is in the seed")
        look(one.page, f"proof-end-{one.page.evaluate('innerWidth')}")
        assert not one.page.evaluate(WIDER)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator("dialog")).to_contain_text("Every part fits the fingerprint")
    for part in [*page.evaluate(KEPT), *grace.page.evaluate(KEPT)]:
        expect(page.locator("dialog")).to_contain_text(part["commitment"])
    look(page, "proof-check")

    table, _, token = page.url.rpartition("/table/")[2].partition("#")
    file = tmp_path / "game.json"
    file.write_text(record_of(page, table, token), "utf-8")
    (part,) = grace.page.evaluate(KEPT)
    assert run(["verify", str(file), "--commitment", part["commitment"]]) == 0
    told = [share["share"] for share in json.loads(file.read_text("utf-8"))["proof"]["shares"]]
    assert told == [page.evaluate(KEPT)[0]["share"], part["share"]]

    page.keyboard.press("Escape")  # and the same again, by luck of its own
    page.get_by_role("button", name="Again, same seats").click()
    for one in (ada, grace):
        one.page.get_by_role("button", name="To the new table").click()
    for one in (ada, grace):
        expect(one.page.locator(".hand .pick.legal").first).to_be_visible()
        assert len(one.page.evaluate(KEPT)) == 2


def test_a_browser_that_was_closed_goes_on_and_one_without_its_part_begins_anew(
    visit: Visit, hall: Hall
) -> None:
    links = proof_table(hall, "Ada", "Grace", "Joan")
    ada, grace = visit(), visit()
    page, other = ada.go(links.seats[0]), grace.go(links.seats[1])
    expect(page.locator(".gathering-seats .bound")).to_have_count(2)
    other.evaluate(LOSE)
    other.reload()
    expect(other.locator(".gathering-astray")).to_contain_text("does not have")
    look(other, "gathering-lost")
    other.get_by_role("button", name="Begin anew").click()
    expect(other.locator(".gathering-astray")).to_have_count(0)
    expect(page.locator(".gathering")).to_contain_text("Round 1 was begun anew because of Grace’s")
    expect(page.locator(".gathering-seats .bound")).to_have_count(2)
    page.goto("/")  # and away, while the last one comes
    visit().go(links.seats[2])
    expect(other.locator(".gathering-state")).to_contain_text("Waiting for the part of Ada")
    page.goto(links.seats[0])
    for one in (page, other):
        expect(one.locator(".hand .pick.legal").first).to_be_visible()


def test_who_does_not_come_is_played_by_a_bot_and_adds_nothing(visit: Visit, hall: Hall) -> None:
    page = visit().go(proof_table(hall, "Ada", "Grace").seats[0])
    expect(page.locator(".gathering-seats .away")).to_contain_text("Grace")
    page.get_by_role("button", name="Let a bot play for Grace").click()
    expect(page.locator(".hand .pick.legal").first).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_it_is_said_in_japanese_and_before_one_sits_down(
    visit: Visit, hall: Hall, size: dict[str, int]
) -> None:
    links = proof_table(hall, "Ada", "open", "bot")
    page = visit(locale="ja", viewport=size).go(links.seats[0])
    expect(page.locator(".gathering h1")).to_have_text("全員の運")
    expect(page.locator(".gathering-seats li")).to_have_count(3)
    expect(page.locator(".gathering-seats .bot")).to_contain_text("ボットは何も加えません。")
    assert not page.evaluate(WIDER)
    look(page, f"gathering-ja-{size['width']}")
    guest = visit(locale="ja", viewport=size)
    for path, spot in (("/lobby", ".lobby .source"), (f"/table/{links.table}", ".join .source")):
        expect(guest.go(path).locator(spot).first).to_contain_text("全員の運")
    guest.page.locator(".join .btn.go").click()
    for one in (page, guest.page):
        expect(one.locator(".hand .pick.legal").first).to_be_visible()


def test_changed_fingerprints_are_not_answered(visit: Visit, hall: Hall) -> None:
    """A server that shows other fingerprints than before is told no part."""
    links = proof_table(hall, "Ada", "Grace")
    ada, grace = visit(), visit()
    page = ada.go(links.seats[0])
    expect(page.locator(".gathering-seats .bound")).to_have_count(1)
    page.evaluate(
        """() => {
          const parts = JSON.parse(localStorage.getItem('duskhall.luck'));
          parts[0].commitments = { 0: parts[0].commitment, 1: 'shown before' };
          localStorage.setItem('duskhall.luck', JSON.stringify(parts));
        }"""
    )
    page.reload()
    expect(page.locator(".gathering-seats .bound")).to_have_count(1)
    grace.go(links.seats[1])
    expect(page.locator(".gathering .trouble")).to_contain_text("do not trust this table")
    expect(grace.page.locator(".gathering-state")).to_contain_text("Waiting for the part of Ada")
