"""Taking back: alone before anything is seen, by consent afterwards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall, Visitor


def seal_two(visitor: Visitor) -> None:
    pick(visitor, 1)
    pick(visitor, 2)
    visitor.page.locator(".ribbon .go").click()


def pick(visitor: Visitor, count: int) -> None:
    visitor.page.locator(".hand .pick.legal:not(.picked)").first.click()
    expect(visitor.page.locator(".hand .pick.picked")).to_have_count(count)


def test_a_sealed_pick_is_reopened_alone(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace")
    ada = visit()
    ada.go(links.seats[0])
    seal_two(ada)
    ada.page.get_by_role("button", name="Reopen").click()
    expect(ada.page.locator(".hand .pick.legal")).to_have_count(9)
    expect(ada.page.locator(".log")).to_contain_text("Ada took back a move.")


def test_what_is_picked_stays_so_while_another_seals(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace")
    ada, grace = visit(), visit()
    ada.go(links.seats[0])
    grace.go(links.seats[1])
    pick(grace, 1)
    seal_two(ada)
    expect(grace.page.locator(".seats, .rivals, .table").first).to_contain_text("sealed")
    pick(grace, 2)
    grace.page.locator(".ribbon .go").click()
    expect(grace.page.locator(".hand .pick.legal")).to_have_count(7)


def test_after_a_reveal_the_other_is_asked(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace")
    ada, grace = visit(), visit()
    ada.go(links.seats[0])
    grace.go(links.seats[1])
    seal_two(ada)
    seal_two(grace)
    expect(ada.page.locator(".hand .pick.legal")).to_have_count(7)
    ada.page.get_by_role("button", name="Ask to take back").click()
    expect(ada.page.locator(".ribbon")).to_contain_text("You ask to take back")
    expect(grace.page.locator(".ribbon")).to_contain_text("Ada asks to take back a move")
    expect(ada.page.get_by_role("button", name="Ask to take back")).to_have_count(0)
    grace.page.get_by_role("button", name="No", exact=True).click()
    expect(ada.page.locator(".ribbon")).to_contain_text("Grace would rather not")
    ada.page.get_by_role("button", name="Ask to take back").click()
    grace.page.get_by_role("button", name="Allow", exact=True).click()
    expect(ada.page.locator(".hand .pick.legal")).to_have_count(9)
    expect(grace.page.locator(".log")).to_contain_text("by consent")


def test_among_bots_nobody_is_asked_and_none_is_said_to_have_agreed(
    visit: Visit, hall: Hall
) -> None:
    ada = visit()
    ada.go(hall.table("Ada", "bot").seats[0])
    seal_two(ada)
    expect(ada.page.locator(".hand .pick.legal")).to_have_count(7)
    ada.page.get_by_role("button", name="Take back", exact=True).click()
    expect(ada.page.locator(".log")).to_contain_text(
        "Ada took back 2 moves, after something was seen."
    )
    expect(ada.page.locator(".log")).not_to_contain_text("by consent")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="日本語").click()
    expect(ada.page.locator(".log")).not_to_contain_text("同意")
