"""Raid & Trade: Escape the City to its end in two browsers; guards, the helicopter, a city that is built."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Page, expect

from duskhall.engine.game import game
from duskhall.engine.positions import print_position
from duskhall.engine.records import Record
from duskhall.games.raid_and_trade.parts import AP, FAVOR, FAVOR_MOST, OUT, SP
from duskhall.games.raid_and_trade.rules.trade import Agree
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.server.messages import WantedSeat
from tests.browser.checks import check, english_left, results
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, Links
from tests.games.raid_and_trade.escape_words import flight
from tests.server.hosting import Host, hosting

GAME = "raid-and-trade"
NAMES = ["Ada", "Grace", "Hopper", "Joan", "Kay"]
LONG = 240  # seconds for a whole game of two hasty people
GO = ".ribbon .btn.go"


class OpenHall(Hall):
    """A server in this process: tables may begin at any position, which strangers may not bring."""

    def __init__(self, host: Host) -> None:
        self.host, self.address, self.port = host, host.address, host.port


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHall]:
    with hosting(tmp_path_factory.mktemp("hall") / "tables.sqlite", grace=0) as host:
        yield OpenHall(host)


def table_at(hall: OpenHall, s: Ruin, language: str = "en") -> Links:
    """A table of people that begins at this position."""
    kind = game(GAME)
    edition = kind.editions()["designed"]
    start = print_position(s, kind, "designed")
    record = Record(kind, s.box.players, s.box.options, edition, 4, start=start)
    wanted = [WantedSeat("person", name) for name in NAMES[: s.box.players]]
    making = hall.host.hall.seat(record, wanted, False, language)
    made = asyncio.run_coroutine_threadsafe(making, hall.host.loop).result(30)
    return Links(msgspec.to_builtins(made))


def at_table(visit: Visit, hall: OpenHall, s: Ruin, **habits: object) -> Page:
    page = visit(**habits).go(table_at(hall, s, str(habits.get("locale", "en"))).seats[0])
    expect(page.locator(".ribbon")).to_be_visible()
    return page


def laid_out(step: str, players: int = 3, **options: object) -> Ruin:
    """The first table at which the first seat is asked this while the city is laid out."""
    kind, seed = game(GAME), 1
    box = kind.box(players, options)
    while True:
        s = kind.deal(box, seed)
        assert isinstance(s, Ruin)
        if repr(s.agenda[-1]) == f"{step}(0)":
            return s
        seed += 1


def before_guards(**words: object) -> Ruin:
    said = {
        "at": "t8/a | t8/a | t4/a",
        "guards": "t8-c1 2 food 1 guns, t4-c2, helipad-g1",
        "tokens": "2 guns 1 tools 2 scrap | 1 parts | 1 medical",
        "favor": "-6 | -3 | 0",
        "ap": "12 | 6 | 2",
    }
    return flight(3, **(said | words))


def test_two_people_and_a_bot_flee_to_the_end_in_two_browsers(visit: Visit, hall: OpenHall) -> None:
    """RT-108, RT-130: whatever becomes of them, both are told the same of it, each in their words."""
    links = hall.table("Ada", "Grace", "bot", game=GAME, options={"scenario": "escape"})
    ada, grace = visit(), visit(viewport=PHONE)
    ada.go(links.seats[0])
    grace.go(links.seats[1])
    expect(ada.page.locator(".stage")).to_have_count(5)
    for person in (ada, grace):
        person.hurry()
    for person in (ada, grace):
        person.page.wait_for_selector(".fin", timeout=1000 * LONG)
        person.rest()
    assert results(ada.page) == results(grace.page)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_guard_is_walked_to_and_attacked(
    visit: Visit, hall: OpenHall, viewport: dict[str, int]
) -> None:
    """RT-104, RT-125: the sum, the chance, and what failing means stand there before."""
    page = at_table(visit, hall, before_guards(), viewport=viewport)
    expect(page.locator(".guard")).to_have_count(3)
    expect(page.locator(".guard .loot")).to_have_count(3)
    expect(page.locator(".pulse .full").first).to_be_attached()
    expect(page.locator(".seat").first.locator(".pulse .full")).to_have_count(6)
    page.locator(".pick.legal[data-spot^='q']").click()
    expect(page.locator(".ribbon")).to_contain_text("1 + 5 = 6 of 12 AP")
    expect(page.locator(".ribbon")).to_contain_text("carries its loot")
    page.locator(GO).click()
    expect(page.locator(".ribbon")).not_to_contain_text("6 of 12 AP")
    check(page, "variants")


def test_who_enters_is_warned_and_the_map_keeps_its_size(visit: Visit, hall: OpenHall) -> None:
    """RT-103, RT-131: a section with a figure and a guard beside it is walked to by a click; the
    step that eliminates is asked about again. Whatever is asked, the map is as large."""
    s = before_guards(guards="t4-c2 1 food, t4-c1, helipad-g1", favor="-9 | -3 | 0")
    page = at_table(visit, hall, s)
    seen = page.locator(".map").bounding_box()
    page.locator(".act", has_text="Craft").click()
    expect(page.locator(".laid .laid-card").first).to_be_visible()
    assert page.locator(".map").bounding_box() == seen
    page.locator(".act", has_text="Craft").click()
    page.locator(".pick.legal[data-spot='s12']").click()  # t4/a, where another stands
    expect(page.locator(".ribbon")).to_contain_text("2 guards attack you there: adrenaline 9 → 10")
    expect(page.locator(".ribbon")).to_contain_text("eliminated as you enter")
    page.locator(
        ".pick[data-spot='s1']"
    ).focus()  # on the first tile, out of view: the map is moved
    expect(page.locator(".pick[data-spot='s1']")).to_be_in_viewport()
    assert page.locator(".map-frame").evaluate("box => [box.scrollLeft, box.scrollTop]") == [0, 0]
    page.locator(".ribbon .btn.danger").click()
    expect(page.locator(".ribbon .btn.danger")).to_contain_text("be eliminated?")
    page.locator(".ribbon .btn.danger").click()
    expect(page.locator(".seat").first.locator(".fell")).to_be_visible()
    expect(page.locator(".stage-home")).to_have_count(1)  # who is out follows the others


def test_a_long_proposal_leaves_the_map_its_room(visit: Visit, hall: OpenHall) -> None:
    """RT-65: what is below the question is scrolled to."""
    every = "2 scrap 2 food 2 clothing 3 tools 3 parts 3 electrics 2 medical 3 guns"
    s = flight(tokens=f"1 food | {every}", at="t1/a | t1/a | t1/a", ap="9 | 9 | 9")
    taken = [kind for kind, n in enumerate((2, 2, 2, 3, 3, 3, 2, 3)) for _ in range(n)]
    s.waiting, s.offered = [], []
    s.then(Agree(0, 1, 1, 1, *taken))
    s.play_on()
    page = at_table(visit, hall, s)
    expect(page.locator(".proposed")).to_be_visible()
    for wide, high in ((1024, 768), (390, 844)):
        page.set_viewport_size({"width": wide, "height": high})
        expect(page.locator(".ribbon .btn.go")).to_be_in_viewport()
        box = page.locator(".map-box").bounding_box()
        assert box
        assert box["height"] > 110
        page.locator(".bag").scroll_into_view_if_needed()
        expect(page.locator(".bag")).to_be_in_viewport()


def test_the_helicopter_is_told_and_given(visit: Visit, hall: OpenHall) -> None:
    """RT-132: what is left, who has it, who gave; and all that one has is given, also without AP."""
    s = before_guards(
        at="pad/a | pad/a | t4/a",
        guards="t4-c2",
        given=" | 1 tools",
        sp="6 | 5 | 4",
        ap="0 | 6 | 2",
    )
    page = at_table(visit, hall, s)
    page.locator(".act", has_text="Give").click()
    expect(page.locator(".answers .answer")).to_have_count(6)  # scrap, tools; 1, 2, 5 and 6 SP
    expect(page.locator(".answers")).to_contain_text("5 SP")
    scrap = page.locator(".need-table tr.is-scrap")
    expect(scrap.locator(".need-left")).to_have_text("2/2")
    expect(page.locator(".giver")).to_have_count(0)  # nobody gave in this table's own count
    page.locator(GO).click()
    expect(scrap.locator(".need-left")).to_have_text("0/2")
    expect(page.locator(".giver")).to_contain_text("6 SP")


def test_the_eliminated_watch_with_a_summary(visit: Visit, hall: OpenHall) -> None:
    """RT-107, RT-131"""
    s = before_guards(tokens="2 guns | 1 parts | ", ap="12 | 6 | 0")
    s.numbers[OUT + 2], s.numbers[FAVOR + 2] = 1, -FAVOR_MOST
    s.numbers[AP + 2] = s.numbers[SP + 2] = 0
    page = at_table(visit, hall, s)
    seat = page.locator(".seat").nth(2)
    expect(seat.locator(".fell")).to_contain_text("dealt to the others")
    expect(page.locator(".pawn-at")).to_have_count(2)


def test_fleeing_in_japanese(visit: Visit, hall: OpenHall) -> None:
    page = at_table(visit, hall, before_guards(), locale="ja")
    expect(page.locator(".stage")).to_have_count(5)
    words = page.inner_text("body")
    for name in NAMES:
        words = words.replace(name, "")
    assert english_left(words) == []


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_city_is_built(visit: Visit, hall: OpenHall, viewport: dict[str, int]) -> None:
    """RT-114: a tile is taken up, turned by a key, and laid where it fits."""
    page = at_table(visit, hall, laid_out("PlaceTile", city="custom"), viewport=viewport)
    expect(page.locator(".stock-tile")).to_have_count(8)
    page.locator(".stock-tile").nth(2).click()
    before = page.locator(".turners span").inner_text()
    page.keyboard.press("e")
    expect(page.locator(".turners span")).not_to_have_text(before)
    page.keyboard.press("q")
    expect(page.locator(".turners span")).to_have_text(before)
    page.locator(".cell-pick.legal").first.click()
    expect(page.locator(".cell-chosen")).to_be_attached()
    page.locator(GO).click()
    expect(page.locator(".stock-tile")).to_have_count(7)
    check(page, "variants")


def test_the_outpost_is_put_into_the_wasteland(visit: Visit, hall: OpenHall) -> None:
    """RT-112: nine large houses on the diagonals, and any other square in play may take it."""
    page = at_table(visit, hall, laid_out("ChooseSite", 3, side="wasteland"))
    expect(page.locator(".house .diagonal")).to_have_count(9)
    lit = page.locator(".pick.legal[data-spot^='q']")
    assert lit.count() == 14
    expect(page.locator(".square-may")).to_have_count(14)
    lit.first.click()
    page.locator(GO).click()
    expect(page.locator(".outpost")).to_be_attached()
    check(page, "variants")
