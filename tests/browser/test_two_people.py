"""Two people in two browsers, through reloads and a restart of the server."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.checks import results
from tests.browser.conftest import Visit
from tests.browser.hall import NEXT, Hall, Visitor, let_a_bot_play


def play_together(ada: Visitor, grace: Visitor, until: str) -> None:
    for _ in range(3000):
        if all(visitor.page.query_selector(until) for visitor in (ada, grace)):
            return
        for visitor in (ada, grace):
            if not visitor.page.query_selector(until):
                visitor.page.evaluate(NEXT)
        ada.page.wait_for_timeout(20)
    raise AssertionError(f"no {until}\n{ada.where()}\n{grace.where()}")


def test_two_people_play_a_whole_game_through_a_reload_and_a_restart(
    visit: Visit, hall: Hall
) -> None:
    links = hall.table("Ada", "Grace")
    ada, grace = visit(), visit()
    ada.go(links.seats[0])
    grace.go(links.seats[1])
    expect(ada.page.locator(".hand .pick")).to_have_count(9)
    assert ada.page.title().startswith("● ")

    # A sealed pick is shown to nobody else, and the other's turn is unmistakable.
    for card in (0, 1):
        ada.page.locator(".hand .pick").nth(card).click()
    ada.page.locator(".ribbon .go").click()
    expect(grace.page.locator(".seat.sealed")).to_contain_text("Ada")
    expect(ada.page.locator(".ribbon.wait")).to_contain_text("Grace")
    expect(ada.page).not_to_have_title("● Dark Dealings · Duskhall")

    play_together(ada, grace, ".market")

    ada.page.reload()
    expect(ada.page.locator(".seat")).to_have_count(2)
    before = grace.page.locator(".log li").count()
    assert before > 10
    expect(ada.page.locator(".log li")).to_have_count(before)

    hall.close()
    expect(ada.page.locator(".ribbon.broken")).to_be_visible()
    expect(ada.page.locator(".market .dial").first).to_be_visible()
    hall.open()
    for visitor in (ada, grace):
        expect(visitor.page.locator(".ribbon.broken")).to_have_count(0, timeout=20_000)

    play_together(ada, grace, ".face-card")
    play_together(ada, grace, ".fin")
    assert results(ada.page) == results(grace.page)

    # The same seats again, by keys of the new table's own.
    ada.page.locator(".bigwin .go").click()
    ada.page.get_by_role("button", name="To the new table").click()
    expect(ada.page.locator(".hand .pick")).to_have_count(9)
    grace.page.get_by_role("button", name="To the new table").click()
    expect(grace.page.locator(".hand .pick")).to_have_count(9)
    keys = [person.page.url.split("#")[1] for person in (ada, grace)]
    assert len({*keys, *[link.split("#")[1] for link in links.seats]}) == 4


def test_friends_are_invited_by_links_and_talk(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.go("/new/dark-dealings")
    host.page.get_by_label("Friends").check()
    host.page.locator("input[name=seats][value='2']").check()
    host.page.get_by_label("Your name", exact=True).fill("<b>Ada</b>")
    host.page.get_by_role("button", name="Set up the table").click()
    friend.go(host.page.locator(".paper input").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    expect(friend.page.locator(".hand .pick")).to_have_count(9)
    host.page.get_by_role("button", name="To the table").click()
    expect(friend.page.locator(".seat").nth(1)).to_contain_text("<b>Ada</b>")

    friend.page.keyboard.press("t")
    friend.page.keyboard.type("Well met, <i>Ada</i>.")
    friend.page.keyboard.press("Enter")
    expect(host.page.get_by_role("tab", name="Talk 1")).to_be_visible()
    host.page.get_by_role("tab", name="Talk").click()
    expect(host.page.locator(".talk")).to_contain_text("Well met, <i>Ada</i>.")


def test_an_open_seat_is_found_in_the_lobby(visit: Visit, hall: Hall) -> None:
    hall.table("Ada", "open", public=True)
    guest = visit()
    guest.go("/lobby")
    guest.page.get_by_label("Your name").fill("Grace")
    guest.page.get_by_role("button", name="Sit down").first.click()
    expect(guest.page.locator(".hand .pick")).to_have_count(9)
    expect(guest.page.locator(".seat").first).to_contain_text("Grace")


def test_a_seat_is_handed_to_a_bot_and_taken_back(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Grace")
    ada = visit()
    ada.go(links.seats[0])
    let_a_bot_play(ada.page, "Master")
    expect(ada.page.locator(".ribbon")).to_contain_text("A bot plays for you (Master)")
    ada.page.get_by_role("button", name="Take my seat back").click()
    expect(ada.page.locator(".ribbon")).not_to_contain_text("A bot plays for you")
