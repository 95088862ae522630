"""The workshop: cells are changed, weighed, saved and played with, also by keyboard and small."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.checks import check
from tests.browser.conftest import Visit
from tests.browser.hall import Hall, Visitor

GAME = "dark-dealings"
LONG = 120_000  # milliseconds: the comparison has the lowest priority of all


def test_there_is_none_for_strangers(visit: Visit) -> None:
    page = visit().go(f"/workshop/{GAME}")
    expect(page.get_by_role("heading", name="There is no workshop here")).to_be_visible()
    page.goto(f"/rules/{GAME}")
    expect(page.locator(".rule").first).to_be_visible()
    expect(page.get_by_role("link", name="Change its cards")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".floor")).to_be_visible()
    expect(page.locator(".to-workshop")).to_have_count(0)


@pytest.mark.slow
def test_cards_are_changed_weighed_saved_and_played_with(browser: Browser, tmp_path: Path) -> None:
    hall = Hall(tmp_path, None, 0, "--workshop")
    hall.open()
    visitor = Visitor(browser, hall)
    try:
        page = visitor.go("/")
        page.locator(".to-workshop a").click()
        expect(page.get_by_role("heading", name="The workshop")).to_be_visible()
        page.goto(f"/rules/{GAME}")
        page.get_by_role("link", name="Change its cards").click()
        hero = page.get_by_label("The Pottle Cousins: armor")
        expect(hero).to_have_value("1")
        expect(page.get_by_role("button", name="Weigh it")).to_be_disabled()

        hero.focus()  # by keyboard
        page.keyboard.press("ArrowUp")
        expect(page.locator("td.ch")).to_have_text("1 →")
        weak = page.get_by_role("group", name="The Pottle Cousins: weak")
        weak.get_by_role("button", name="spell").focus()
        page.keyboard.press("Space")
        expect(page.get_by_text("2 cells changed").first).to_be_visible()

        beside = page.locator("tr[data-line='24'] .cell-why")
        hero.fill("1.5")
        hero.press("Tab")
        expect(beside).to_have_text("Whole numbers only. It is still 2.")
        expect(hero).to_have_value("2")
        expect(hero).to_have_accessible_description("Whole numbers only. It is still 2.")
        hero.fill("99")
        hero.press("Tab")
        refused = page.get_by_role("alert")
        expect(refused).to_contain_text("line 24: 'armor' must be a whole number")
        expect(beside).to_contain_text("'armor' must be a whole number")
        expect(page.locator("tr.wrong")).to_have_attribute("data-line", "24")
        hero.fill("4")
        hero.press("Tab")
        expect(refused).to_have_count(0)

        page.get_by_label("Players").select_option("1")
        page.get_by_label("Played by").select_option("random")
        page.get_by_label("Games each").select_option("200")
        page.get_by_role("button", name="Weigh it").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        expect(page.locator(".ws-res")).to_contain_text("Answers in a game", timeout=LONG)
        expect(page.get_by_text("200 of 200 games each are counted")).to_be_visible(timeout=LONG)
        check(page, "workshop")
        page.set_viewport_size({"width": 390, "height": 844})
        check(page, "workshop on a phone")
        answers = page.get_by_role("rowheader", name="Answers in a game")
        expect(answers.locator(".small-ba")).to_have_text(re.compile(r"^[\d.]+ → [\d.]+$"))
        expect(answers.locator(".small-ba")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        page.set_viewport_size({"width": 1440, "height": 900})

        page.goto("/")  # whoever leaves finds it again
        page.goto(f"/workshop/{GAME}")
        expect(hero).to_have_value("4")
        stale = page.get_by_text("These results are of other values")
        expect(page.get_by_text("Played alone by random.")).to_be_visible()
        expect(stale).to_have_count(0)
        hero.fill("5")
        hero.press("Tab")
        expect(stale).to_be_visible()
        hero.fill("4")
        hero.press("Tab")

        page.get_by_label("Name").fill("Hard Cousins")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as file").click()
        assert saved.value.suggested_filename == "Hard-Cousins.toml"
        heroes = tomllib.loads(Path(saved.value.path()).read_text("utf-8"))["heroes"]
        assert heroes[0]["armor"] == 4
        assert set(heroes[0]["weak"]) == {"trap", "minion", "spell"}
        bar = page.locator(".ws-say")
        expect(bar).to_contain_text("Saved as Hard-Cousins.toml · 2 cells changed")
        hero.fill("5")
        hero.press("Tab")
        expect(bar).to_contain_text("Not saved · 2 cells changed")
        hero.fill("4")
        hero.press("Tab")
        expect(bar).to_contain_text("Saved as")

        bad = tmp_path / "bad.toml"
        text = Path(saved.value.path()).read_text("utf-8")
        bad.write_text(text.replace("armor=4", "armor=99"), "utf-8")
        chooser = page.locator("input[type=file]")
        chooser.set_input_files(bad)
        line = text.split("\n").index(next(one for one in text.split("\n") if "armor=4" in one)) + 1
        expect(page.get_by_role("alert")).to_contain_text(f"line {line}: 'armor' must be")
        expect(bar).to_contain_text("Saved as")  # all stays as it was
        mine = tmp_path / "Hard Cousins.toml"
        mine.write_text(text, "utf-8")
        chooser.set_input_files(mine)
        edition = page.get_by_role("combobox", name="Edition")
        expect(edition.locator("option:checked")).to_have_text("Hard Cousins")
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(hero).to_have_value("4")
        expect(bar).to_contain_text("nothing changed yet")
        hero.fill("6")
        hero.press("Tab")
        page.goto("/")  # it is there again, too
        page.goto(f"/workshop/{GAME}")
        expect(hero).to_have_value("6")
        expect(edition.locator("option:checked")).to_have_text("Hard Cousins")

        page.get_by_role("button", name="日本語で表示する").click()
        expect(page.get_by_role("heading", name="工房")).to_be_visible()
        page.get_by_role("button", name="卓を開く").click()
        expect(page.locator(".hand, .hero-row, .pick").first).to_be_visible()
        assert "/table/" in page.url
        assert [said for said in visitor.complaints if "400" not in said] == []
    finally:
        visitor.leave()
        hall.close()


ASKEW = """() => [...document.querySelectorAll('.ws-grid tbody tr')].flatMap((row) => {
  const heads = [...document.querySelectorAll('.ws-grid thead th')];
  return [...row.cells].filter((cell, at) => {
    const [is, head] = [cell.getBoundingClientRect(), heads[at].getBoundingClientRect()];
    return Math.abs(is.left - head.left) > 1 || Math.abs(is.right - head.right) > 1
      || Math.abs(is.height - row.getBoundingClientRect().height) > 1.5;
  });
}).length"""


@pytest.mark.slow
def test_cells_with_parts_stand_below_their_headings(browser: Browser, tmp_path: Path) -> None:
    hall = Hall(tmp_path, None, 0, "--workshop")
    hall.open()
    visitor = Visitor(browser, hall)
    try:
        page = visitor.go("/workshop/raid-and-trade")
        part = page.get_by_role("combobox", name="Part")
        expect(part.locator("option:checked")).to_have_text("items · 82 rows")
        cost = page.get_by_label("Field Dressing: cost medical")
        expect(cost).to_have_value("1")
        for width in (1440, 1024, 768, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(ASKEW) == 0, width
        page.set_viewport_size({"width": 1024, "height": 900})
        cost.fill("99")
        cost.press("Tab")
        expect(page.get_by_role("alert")).to_contain_text("line 33: 'medical' must be")
        cost.fill("3")
        cost.press("Tab")
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".pair .was")).to_have_text("1 →")
        for at in range(part.locator("option").count()):  # also where they are only shown
            part.select_option(str(at))
            assert page.evaluate(ASKEW) == 0, at
        part.select_option(label="items · 82 rows")
        check(page, "workshop with parts of cells")
    finally:
        visitor.leave()
        hall.close()
