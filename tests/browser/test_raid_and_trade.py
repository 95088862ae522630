"""Raid & Trade: three people trade, fight and win; the map is walked; everything by keyboard too."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable, Iterator

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from duskhall.engine.game import game
from duskhall.engine.positions import print_position
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.engine.table import new_table
from duskhall.games.raid_and_trade.parts import (
    AP,
    AT,
    FREE_TRADE,
    HIDDEN_HAND,
    INSIDE,
    KINDS,
    OPEN_HAND,
    PASSED,
    READY,
    ROUND,
    SEATS,
    SP,
    TOKEN_KINDS,
    TOKENS,
)
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.server.messages import WantedSeat
from tests.browser.checks import check, english_left
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, Links
from tests.browser.moments import asks, find, stand
from tests.server.hosting import Host, hosting

GAME = "raid-and-trade"
TABLET = {"width": 768, "height": 1024}
LAPTOP = {"width": 1024, "height": 768}
NAMES = ["Ada", "Grace", "Hopper", "Joan", "Kay"]
PEOPLE = [
    {"clothing": 2, "scrap": 3},
    {"guns": 2, "food": 1},
    {"electrics": 3, "guns": 1, "food": 2, "tools": 1},
]
LONG = 120  # seconds for a whole game by keyboard


def city(players: int = 3, seed: int = 1, has_garcia: bool = False) -> Ruin:
    """The first seat's first turn, played up to there by lot; with Garcia in that seat if wanted."""
    while True:
        rng, table = random.Random(seed), new_table(game(GAME), players, seed)
        s = table.state
        assert isinstance(s, Ruin)
        for _ in range(30):
            if repr(s.agenda[-1]) == "Act(0)" and (s.power(0) == FREE_TRADE) == has_garcia:
                copy = s.clone()
                for seat in range(players):
                    hold(copy, seat, PEOPLE[seat % len(PEOPLE)])
                return copy
            seat = rng.choice(s.waiting)
            table.play(seat, rng.choice(s.legal_moves(seat)))
        seed += 1


def hold(s: Ruin, seat: int, tokens: dict[str, int]) -> None:
    for kind in range(TOKEN_KINDS):
        s.numbers[TOKENS + kind * SEATS + seat] = tokens.get(KINDS[kind], 0)


def give(s: Ruin, seat: int, name: str) -> int:
    """A crafted item lies before a seat, whoever had it."""
    card = s.ruins.card_names.index(name)
    for place in range(len(s.places)):
        s.places[place] = tuple(other for other in s.places[place] if other != card)
    s.places[READY + seat] = tuple(sorted((*s.places[READY + seat], card)))
    return card


class OpenHall(Hall):
    """A server in this process: tables may begin at any position, which strangers may not bring."""

    def __init__(self, host: Host) -> None:
        self.host, self.address, self.port = host, host.address, host.port


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHall]:
    with hosting(tmp_path_factory.mktemp("hall") / "tables.sqlite", grace=0) as host:
        yield OpenHall(host)


def table_at(hall: OpenHall, s: Ruin, *kinds: str, language: str = "en") -> Links:
    """A table that begins at this position. Seats are named as for `hall.table`."""
    s.ask_again()
    kind = game(GAME)
    start = print_position(s, kind, "designed")
    edition = kind.editions()["designed"]
    record = Record(kind, s.box.players, s.box.options, edition, 4, start=start)
    wanted = [
        WantedSeat("bot", bot="greedy") if name == "bot" else WantedSeat("person", name)
        for name in kinds
    ]
    making = hall.host.hall.seat(record, wanted, False, language)
    made = asyncio.run_coroutine_threadsafe(making, hall.host.loop).result(30)
    return Links(msgspec.to_builtins(made))


def at_table(visit: Visit, hall: OpenHall, s: Ruin, **habits: object) -> Page:
    """The page of the first seat of such a table; nobody sits in the others."""
    page = visit(**habits).go(table_at(hall, s, *NAMES[: s.box.players]).seats[0])
    expect(page.locator(".city")).to_be_visible()
    return page


def purse(page: Page, side: str, kind: str) -> Locator:
    return page.locator(f".side-{side} .purse-kind.is-{kind} > button").first


def compose(page: Page, gives: list[str], takes: list[str]) -> None:
    for kind in gives:
        purse(page, "give", kind).click()
    for kind in takes:
        purse(page, "take", kind).click()


def press(page: Page, name: str) -> None:
    page.locator(".ribbon").get_by_role("button", name=name).click()


def pass_windows(pages: list[Page], until: Callable[[], bool]) -> None:
    """Whoever is asked in between lets it be, until this is so."""
    deadline = time.monotonic() + 30
    while not until():
        assert time.monotonic() < deadline, [page.inner_text(".ribbon") for page in pages]
        for page in pages:
            for name in ("Pass", "Let three be taken", "Tokens", "Done"):
                button = page.locator(".ribbon").get_by_role("button", name=name, exact=True)
                slip = page.locator(".answer", has_text=name)
                if slip.count() and not page.locator(".answer.picked").count():
                    slip.first.click(timeout=2_000)
                    page.locator(".ribbon .btn.go").click(timeout=2_000)
                    break
                if button.count():
                    button.click(timeout=2_000)
                    break
            page.wait_for_timeout(60)


def test_three_people_trade_fight_interrupt_and_win(visit: Visit, hall: OpenHall) -> None:
    """RT-61, RT-65, RT-50, RT-88, RT-75: one of them on a phone."""
    s = city(has_garcia=True)
    give(s, 0, "Taser")
    for seat in range(3):
        s.numbers[PASSED + seat] = 0
        s.numbers[AT + seat], s.numbers[INSIDE + seat] = s.numbers[AT], 0
    s.numbers[AP], s.numbers[SP] = 20, 20
    links = table_at(hall, s, "Ada", "Grace", "Hopper")
    ada, grace = visit().go(links.seats[0]), visit().go(links.seats[1])
    hopper = visit(viewport=PHONE, has_touch=True).go(links.seats[2])
    pages = [ada, grace, hopper]
    for page in pages:
        expect(page.locator(".city")).to_be_visible()

    # A trade: offered, countered on the phone, agreed.
    ada.get_by_role("button", name=re.compile("^Trade")).click()
    hopper_chip = ada.locator(".to-chip", has_text="Hopper")
    if hopper_chip.get_attribute("aria-pressed") != "true":
        hopper_chip.click()
    grace_chip = ada.locator(".to-chip", has_text="Grace")
    if grace_chip.get_attribute("aria-pressed") == "true":
        grace_chip.click()
    compose(ada, ["clothing"], ["electrics", "electrics"])
    ada.get_by_label("A word with it").fill("Warm clothes for the night.")
    press(ada, "Send the offer")
    expect(hopper.locator(".ribbon")).to_contain_text("Ada waits for your answer")
    expect(grace.locator(".nav i, .tabs i")).to_have_count(0)  # it is not for her
    hopper.locator(".nav").get_by_role("button", name="Talk").click()
    expect(hopper.locator(".offer")).to_contain_text("Warm clothes for the night.")
    expect(hopper.locator(".offer")).to_contain_text("No AP for either.")
    hopper.locator(".offer").get_by_role("button", name="Counter").click()
    expect(hopper.locator(".composer")).to_be_visible()
    purse(hopper, "take", "scrap").click()
    press(hopper, "Send the counter-offer")
    grace.get_by_role("tab", name="Talk").click()
    expect(grace.locator(".offer").first).to_contain_text("Hopper to Ada")
    expect(grace.locator(".offer-acts button")).to_have_count(0)
    expect(ada.locator(".ribbon")).to_contain_text("Hopper waits for your answer, under Talk.")
    press(ada, "Drop it")
    expect(ada.locator(".ribbon")).to_contain_text("Give 1 scrap, 1 clothing. Get 2 electrics.")
    press(ada, "Agree")
    expect(ada.locator(".bag [data-number='electrics.0'] b")).to_have_text("2")
    expect(hopper.locator(".bag [data-number='scrap.2'] b")).to_have_text("1")
    expect(ada.locator(".seat .ap-dial").first).to_contain_text("20 AP")
    ada.get_by_role("tab", name="Log").click()
    expect(ada.locator("ol.log")).to_contain_text("as a counter-offer: 2 electrics for")
    press(ada, "End the turn")

    # A fight: declared by Grace, defended on the phone, rolled again by Ada.
    grace.get_by_role("button", name=re.compile("^Fight")).click()
    grace.locator(".pick.legal[data-spot='p2']").click()
    expect(grace.locator(".ribbon")).to_contain_text("Attack Hopper: 5 of 15 AP and a gun.")
    press(grace, "Attack")
    pass_windows([grace], lambda: hopper.locator(".ribbon .btn", has_text="Defend").count() > 0)
    expect(hopper.locator(".tray .duel")).to_contain_text("Grace attacks")
    expect(ada.locator(".plan .duel")).to_contain_text("Hopper decides whether to defend")
    press(hopper, "Defend")
    taser = ada.locator(".hand-pick", has_text="Taser")
    expect(taser).to_have_class(re.compile("legal"))
    expect(grace.locator(".plan .duel")).to_contain_text("may still change")
    taser.click()
    ada.locator(".answer").first.click()
    press(ada, "Use it")
    turn = hopper.get_by_role("button", name=re.compile("^Raid"))
    pass_windows([grace, hopper, ada], lambda: grace.locator(".act").count() > 1)
    press(grace, "End the turn")
    expect(turn).to_be_visible()

    # Hopper passes, and Ada pays the gate.
    hopper.get_by_role("button", name=re.compile("^Pass")).first.click()
    press(hopper, "Pass")
    expect(ada.locator(".ribbon")).to_contain_text("The gate is open to you: pay 20 AP and win.")
    press(ada, "Pay the gate")
    for page in pages:
        expect(page.locator(".fin")).to_be_visible()
        expect(page.locator(".fin")).to_contain_text("Ada")


def test_a_house_is_walked_to_and_raided_in_one_go(visit: Visit, hall: OpenHall) -> None:
    """RT-33: what turns up on the way stops the walk, and one press goes on."""
    page = at_table(visit, hall, city(has_garcia=False))
    houses = page.locator(".house-pick.legal")
    expect(houses.first).to_be_attached()
    page.locator(".road-pick.legal").first.hover()
    expect(page.locator(".way")).to_be_visible()
    # The cheapest sums stand on the map; take a house two tiles away, if there is one.
    names = [house.text_content() or "" for house in houses.all()]
    sums = [int(found[1]) for name in names if (found := re.search(r"for (\d+) AP", name))]
    assert len(sums) == len(names)
    far = max(range(len(sums)), key=lambda i: sums[i])
    spot = houses.nth(far).get_attribute("data-spot")
    page.locator(f"[data-spot='{spot}'][data-pick]").click(force=True)
    expect(page.locator(".ribbon")).to_contain_text(f"= {sums[far]} of 15 AP.")
    expect(page.locator(".ribbon .then")).to_contain_text(f"Leaves {15 - sums[far]} AP.")
    for _ in range(200):
        if page.locator(".raid-card").count():
            break
        go = page.locator(".ribbon .btn.go", has_text=re.compile("raid|Raid"))
        if go.count():
            go.click()
        page.wait_for_timeout(150)
    expect(page.locator(".raid-card")).to_be_visible()
    dial = page.locator(".seat .ap-dial b").first
    expect(dial).to_have_text(str(15 - sums[far]))


def test_a_deal_is_dragged(visit: Visit, hall: OpenHall) -> None:
    page = at_table(visit, hall, city())
    page.keyboard.press("o")
    purse(page, "give", "scrap").drag_to(page.locator("[data-plate='give']"))
    expect(page.locator(".ribbon")).to_contain_text("Give 1 scrap.")
    expect(page.locator(".side-give .purse-badge")).to_have_text("1")
    page.locator(".side-give .purse-badge").click()
    expect(page.locator(".side-give .purse-badge")).to_have_count(0)


def test_why_not_on_the_map(visit: Visit, hall: OpenHall) -> None:
    s = city()
    s.numbers[AP] = 3
    page = at_table(visit, hall, s)
    house = page.locator(".house-pick:not(.legal)").first
    house.click(force=True)
    expect(page.locator(".why")).to_contain_text(re.compile("RT-(24|40)"))


def test_the_loser_chooses(visit: Visit, hall: OpenHall) -> None:
    """RT-53: five of one's own choice, or up to three of the winner's."""

    def wanted(s: State) -> bool:  # and no other may interrupt
        hands = [s.places[place + seat] for place in (OPEN_HAND, HIDDEN_HAND) for seat in range(3)]
        return asks("Yield", 0)(s) and not any(hands)

    found = find(GAME, 3, wanted, bot="random")
    page = visit().go(stand(hall, found, *NAMES[:3]).seats[0])
    slips = page.locator(".answer")
    expect(slips).to_have_count(2)
    slips.filter(has_text="Give five").click()
    press(page, "Give five")
    expect(page.locator(".bag .pick.legal").first).to_be_visible()
    for _ in range(5):
        page.locator(".bag .pick.legal").first.click()
    expect(page.locator(".ribbon .then")).to_have_text("5 of 5 chosen")
    press(page, "Spend")
    expect(page.locator(".bag .pick")).to_have_count(0)


MOMENTS = ["PickCharacter", "ChooseEvent", "Act", "RaidCard", "Defend", "AfterRoll", "Yield"]


@pytest.mark.parametrize("step", MOMENTS)
def test_screens_are_accessible(visit: Visit, hall: OpenHall, step: str) -> None:
    links = stand(hall, find(GAME, 4, asks(step, 0), after=0), *NAMES[:4])
    for viewport in (DESK, PHONE):
        page = visit(viewport=viewport, has_touch=viewport is PHONE).go(links.seats[0])
        expect(page.locator(".city")).to_be_visible()
        expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
        check(page, f"{step} {viewport['width']}")


@pytest.mark.parametrize("viewport", [DESK, LAPTOP, TABLET, PHONE], ids=lambda v: str(v["width"]))
def test_five_seats_and_a_deal_fit(visit: Visit, hall: OpenHall, viewport: dict[str, int]) -> None:
    page = at_table(visit, hall, city(5), viewport=viewport, has_touch=viewport is PHONE)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    box = page.locator(".map-box").bounding_box()
    assert box
    assert box["width"] > 300
    assert box["height"] > 230
    if viewport is PHONE:
        for hint in page.locator(".hint button").all():
            hint.click()
    page.get_by_role("button", name=re.compile("^Trade")).click()
    expect(page.locator(".composer")).to_be_visible()
    check(page, f"deal {viewport['width']}")
    purse(page, "give", "scrap").click()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for tab in ("Plan", "Log", "Talk"):
        name = re.compile(f"^{tab}")
        nav = page.locator(".nav").get_by_role("button", name=name)
        (nav if nav.is_visible() else page.get_by_role("tab", name=name)).click()
        check(page, f"{tab} {viewport['width']}")


def test_the_map_is_panned_and_zoomed_on_a_phone(visit: Visit, hall: OpenHall) -> None:
    page = at_table(visit, hall, city(), viewport=PHONE, has_touch=True)
    before = page.locator(".city").bounding_box()
    assert before
    assert before["width"] > 500  # it opens on one's own tile
    page.get_by_role("button", name="Farther").click()
    page.get_by_role("button", name="Farther").click()
    page.get_by_role("button", name="Farther").click()
    whole = page.locator(".city").bounding_box()
    assert whole
    assert whole["width"] < 391
    page.get_by_role("button", name="Closer").click()
    page.get_by_role("button", name="Closer").click()
    page.get_by_role("button", name=re.compile("^Show ")).first.click()
    corner = page.locator(".city").bounding_box()
    frame = page.locator(".map-box").bounding_box()
    assert corner
    assert frame
    assert abs(corner["x"] - frame["x"]) < 2


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=lambda v: str(v["width"]))
def test_nothing_is_left_in_english(visit: Visit, hall: OpenHall, viewport: dict[str, int]) -> None:
    s = city(4)
    links = table_at(hall, s, "アダ", "グレース", "ホッパー", "ジョーン", language="ja")
    page = visit(viewport=viewport, locale="ja", has_touch=viewport is PHONE).go(links.seats[0])
    expect(page.locator(".city")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator(".composer")).to_be_visible()
    assert english_left(page.inner_text(".board")) == []
    assert english_left(page.inner_text(".tray")) == []
    assert english_left(page.inner_text(".seats")) == []
    page.keyboard.press("Escape")
    nav = page.locator(".nav button").nth(1)
    if nav.is_visible():
        nav.click()
    assert english_left(page.inner_text(".side")) == []


def test_a_whole_game_by_keyboard(visit: Visit, hall: OpenHall) -> None:
    """RT-76: to the end, against bots, without touching the mouse."""
    s = city(3)
    s.numbers[ROUND] = 9
    links = table_at(hall, s, "Ada", "bot", "bot")
    page = visit().go(links.seats[0])
    expect(page.locator(".city")).to_be_visible()
    # A house by arrows and Enter, as one would explore it.
    page.keyboard.press("a")
    expect(page.locator(".act-on")).to_contain_text("Raid")
    page.locator(".house-pick.legal").first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".ribbon .go")).to_be_visible()
    page.keyboard.press("Enter")
    deadline = time.monotonic() + LONG
    seen: set[str] = set()
    while not page.query_selector(".fin"):
        assert time.monotonic() < deadline, page.inner_text("body")[:900]
        key = page.evaluate(NEXT_KEY)
        seen.add(key)
        page.keyboard.press(key)
        page.wait_for_timeout(30)
    assert {"Enter", "x"} <= seen, seen
    expect(page.locator(".results .led")).to_have_count(3)


# What somebody at the keys presses next: the lit button; where an answer must be pointed at, its
# number; in one's turn, that it is over; and while others play, a key that skips what is shown.
NEXT_KEY = """() => {
  if (document.querySelector('.table.waiting')) return 'F2';
  if (document.querySelector('.ribbon .go')) return 'Enter';
  if (document.querySelector('.act') && document.querySelector('.ribbon .quiet')) return 'x';
  const all = [...document.querySelectorAll('.pick.legal, .pick.picked')].slice(0, 9);
  const lit = all.findIndex((pick) => pick.matches('.legal'));
  return lit < 0 ? 'x' : String(1 + lit);
}"""
