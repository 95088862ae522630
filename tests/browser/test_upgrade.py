"""The hall is renewed while people sit at their tables: they lose nothing, and decide how to go on."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hall import PAGE, PHONE, Hall, Visitor
from tests.server.playing import Message, Person, play_on, sit_down
from tests.server.upgrading import CHANGES, RULE, VERSION, changed, set_up_fixed

MOVES = 45


class Renewed:
    """A hall with a running and a finished table, and the sources it is opened with later."""

    def __init__(self, folder: Path) -> None:
        self.hall = Hall(folder)
        self.hall.open()
        self.running = set_up_fixed(self.hall.address)
        self.finished = set_up_fixed(self.hall.address)
        for made, moves in ((self.running, MOVES - 1), (self.finished, 1000)):
            people = sit_down(self.hall.address, made)
            play_on(people, random.Random(1), moves)
            for person in people:
                person.close()
        self.source = changed(folder, VERSION, CHANGES, RULE)
        page = self.source / "duskhall" / "server" / "page"
        shutil.copytree(PAGE, page)
        with (page / "index.html").open("a") as file:
            file.write("<!-- renewed -->\n")

    def renew(self) -> None:
        self.hall.close()
        self.hall.open(self.source)


def link(made: Message, seat: int = 0) -> str:
    return f"/table/{made['table']}#{made['seats'][seat]['token']}"


@pytest.fixture
def renewed(tmp_path: Path, browser: Browser) -> Iterator[Renewed]:
    made = Renewed(tmp_path)
    yield made
    made.hall.close()


def test_a_table_is_halted_and_goes_on_by_consent(renewed: Renewed, browser: Browser) -> None:
    ada = Visitor(browser, renewed.hall)
    page = ada.go(link(renewed.running))
    expect(page.locator(".board")).to_be_visible()
    page.evaluate("window.before = true")
    renewed.renew()
    # The page that was opened before says so, and is loaded anew by itself.
    expect(page.locator(".renewed")).to_contain_text("The hall was renewed")
    expect(page.locator(".renewed")).to_have_count(0)
    assert page.evaluate("window.before === undefined")
    panel = page.locator(".halted")
    expect(panel).to_contain_text("This table is halted")
    expect(panel).to_contain_text("Changed between versions 3 and 4")
    expect(panel.get_by_role("link", name="DD-34")).to_be_visible()
    expect(panel.get_by_text("Up to move")).to_contain_text(f"of {MOVES}")
    panel.get_by_role("button", name="Go on from move").click()
    expect(panel).to_contain_text("Ada would go on.")
    grace = Person(
        renewed.hall.address, renewed.running["table"], renewed.running["seats"][1]["token"]
    )
    assert grace.state["stopped"]["wishes"] == {"0": "go-on"}
    grace.ask("settle", wish="go-on")
    expect(panel).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("the table goes on from move")
    grace.close()
    ada.leave()


def test_a_table_that_is_left_and_one_that_was_over_are_read(
    renewed: Renewed, browser: Browser
) -> None:
    renewed.renew()
    ada = Visitor(browser, renewed.hall, viewport=PHONE, locale="ja")
    page = ada.go(link(renewed.running))
    panel = page.locator(".halted")
    expect(panel).to_contain_text("この卓は止まっています")
    panel.get_by_role("button", name="このまま残す").click()
    grace = Person(
        renewed.hall.address, renewed.running["table"], renewed.running["seats"][1]["token"]
    )
    grace.ask("settle", wish="leave")
    expect(panel).to_contain_text("この卓は凍結されています")
    panel.get_by_role("link", name="リプレイとして読む").click()
    note = page.locator(".frozen-note")
    expect(note).to_contain_text("凍結")
    expect(page.locator(".count")).to_contain_text(str(MOVES))
    ada.go(link(renewed.finished))
    expect(note).to_contain_text("凍結")
    with page.expect_download() as download:
        note.get_by_role("link").click()
    assert download.value.suggested_filename.startswith("dark-dealings-")
    assert ada.complaints == []
    grace.close()
    ada.leave()
