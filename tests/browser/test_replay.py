"""A finished game through any eyes, a link to each moment, and playing on from there."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

import duskhall
from tests.browser.checks import check
from tests.browser.conftest import Visit
from tests.browser.hall import Hall, Links

DROP = """(text) => {
  const files = new DataTransfer();
  files.items.add(new File([text], 'record.json', { type: 'application/json' }));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def record() -> str:
    table = duskhall.new_table(duskhall.game("dark-dealings"), 3, seed=11)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[-1])
    return table.record.dumps()


def test_the_end_leads_to_the_replay_and_on_to_a_new_table(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "bot", public=True)
    ada = visit()
    page = ada.go(links.seats[0])
    ada.play()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator("dialog")).to_contain_text("They are the same")
    page.keyboard.press("Escape")

    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".deck")).to_contain_text("The cards are dealt.")
    expect(page.locator(".seat .face img")).to_have_count(1)  # the bot's own
    page.keyboard.press("End")
    last = int(page.locator(".tline input").input_value())
    assert last > 20
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".tline input")).to_have_value("3")
    assert "at=3" in page.url

    # Everyone's eyes see both hands; Ada's see hers alone; a guest's see none.
    expect(page.locator(".all-hands b").first).to_be_visible()
    page.get_by_role("radio", name="Ada").click()
    expect(page.locator(".hand [data-card]")).to_have_count(7)
    page.get_by_role("radio", name="A guest").click()
    expect(page.locator(".hand [data-card]")).to_have_count(0)

    guest = visit()
    guest.go(page.url)
    expect(guest.page.locator(".tline input")).to_have_value("3")

    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Sit down here").click()
    expect(page.locator(".hand .pick.legal").first).to_be_visible()
    assert f"/table/{links.table}" not in page.url


def test_a_dropped_record_is_replayed_and_played_on(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.go("/")
    expect(page.locator(".win").first).to_be_visible()
    page.evaluate(DROP, record())
    expect(page.locator(".deck")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(3)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.locator("dialog")
    expect(dialog.get_by_role("button", name="Sit down here")).to_be_visible()
    assert dialog.evaluate("(e) => e.scrollWidth <= e.clientWidth")
    page.get_by_role("button", name="Sit down here").click()
    expect(page.locator(".pick").first).to_be_visible()


def test_whoever_sat_there_is_proposed_to_play_on(visit: Visit, hall: Hall) -> None:
    """With the level that was theirs; and for a person's seat, one that was at the table."""
    told = json.loads(record())
    told["names"] = ["Ada", "Gran Moss", "Corvin"]
    page = visit().go("/")
    expect(page.locator(".win").first).to_be_visible()
    page.evaluate(DROP, json.dumps(told))
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    level, chairs = (
        dialog.get_by_label("The others are played by"),
        dialog.locator(".coming select"),
    )
    dialog.get_by_role("radio", name="Corvin").check()
    expect(level).to_have_value("master")
    expect(chairs.first).to_have_value("clockmaker")
    dialog.get_by_role("radio", name="Ada").check()
    expect(level.locator("option:checked")).to_have_text("Different levels")
    expect(chairs.first).to_have_value("gran-moss")
    expect(chairs.last).to_have_value("corvin")
    check(page, "who plays on")
    chairs.last.select_option("nib")
    dialog.get_by_role("button", name="Sit down here").click()
    seats = page.locator(".seat")
    expect(seats.nth(1)).to_contain_text("Gran Moss")
    expect(seats.nth(1).get_by_label("Bot, level: Master")).to_be_visible()
    expect(seats.nth(2).get_by_label("Bot, level: Beginner")).to_be_visible()


def test_a_tables_bots_go_on_as_they_were(visit: Visit, hall: Hall) -> None:
    bots = [{"kind": "bot", "bot": "beginner", "face": face} for face in ("nib", "tatter")]
    seats = [{"kind": "person", "name": "Ada"}, *bots]
    plan = {"game": "dark-dealings", "seats": seats, "options": {}, "public": False}
    ada = visit()
    page = ada.go(Links(hall.ask("/api/tables", {**plan, "language": "en"})).seats[0])
    ada.play()
    page.get_by_role("link", name="Watch the replay").click()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Ada").check()
    expect(dialog.get_by_label("The others are played by")).to_have_value("beginner")
    assert [one.input_value() for one in dialog.locator(".coming select").all()] == [
        "nib",
        "tatter",
    ]


def test_a_broken_record_says_what_is_wrong(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/replay")
    expect(page.get_by_text("Drop a record file anywhere on this page")).to_be_visible()
    page.evaluate(DROP, record().replace('"seed"', '"sead"'))
    expect(page.locator("main")).to_contain_text("This record cannot be shown")
    visitor.complaints.clear()  # the refused request
