"""What one chooses from has room: cards keep their proportions, and nothing lies upon anything else."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import duskhall
from duskhall.engine.state import State
from tests.browser.checks import resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall
from tests.browser.moments import asks, find, stand
from tests.browser.test_found import BEYOND
from tests.browser.test_sizes import OVER

SHORT: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1024, "height": 768}
TABLET: ViewportSize = {"width": 768, "height": 1024}
SMALLEST: ViewportSize = {"width": 320, "height": 568}
BACKS = "dont-turn-your-back"
DISTRICTS = {"13", "hs", "cs", "wk", "bb"}
LONG = "ぜんまい保安官助手"  # the longest name of a card

# What of the defenses, names and all, is not within their board.
HIDDEN = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  return [...document.querySelectorAll('.market :is(.dial-face, .dial-name)')].filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([, box]) => box.top < board.top - 1 || box.bottom > board.bottom + 1)
    .map(([e, box]) => `${e.className} ${e.textContent.trim()}: ${Math.round(box.bottom - board.bottom)}`);
}"""
PROPORTIONS = """() => [...document.querySelectorAll('.hand .hero')].map((e) => e.getBoundingClientRect())
  .map(({ width, height }) => height / width)"""
# How far the cards in hand may be seen, and where what lies below them begins.
BELOW = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const nav = box('.nav');
  return [box('.holding').bottom, nav.height ? nav.top : innerHeight];
}"""


@cache
def commit(players: int, held: int) -> tuple[str, int]:
    """A game in which the first seat is to commit two of so many heroes."""

    def wanted(s: State) -> bool:
        asked = repr(s.agenda[-1]) if s.agenda else ""
        if not asked.startswith("Commit") or 0 not in s.waiting:
            return False
        places = s.view(0)["places"]
        assert isinstance(places, dict)
        return len(places["hand.0"]) == held

    return find("dark-dealings", players, wanted)


def close_notes(page: Page) -> None:
    while page.locator(".hint .tool").count():
        page.locator(".hint .tool").first.click()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("held", [8, 6])
def test_heroes_and_the_defenses_they_are_for_are_in_view(
    visit: Visit, hall: Hall, players: int, held: int
) -> None:
    """With a hint and without one, nothing is cut, and the tabs below are never covered."""
    kinds = ["Ada", *["bot"] * (players - 1)]
    page = visit(has_touch=True).go(stand(hall, commit(players, held), *kinds).seats[0])
    expect(page.locator(".hand .pick.legal")).to_have_count(held)
    close_notes(page)
    for with_hint in (False, True):
        if with_hint:
            page.locator(".hint-tool").click()
            expect(page.locator(".hint-text")).to_be_visible()
        for size in (PHONE, SHORT, TABLET, LAPTOP, DESK, SMALLEST):
            resize(page, size)
            where = f"{size}, hint: {with_hint}"
            seen, below = page.evaluate(BELOW)
            assert seen <= below + 1, where
            if size["width"] <= 720:
                assert max(page.evaluate(PROPORTIONS)) < 1.6, where
            page.locator(".rep").evaluate("(e) => e.scrollTo(0, 0)")
            if size != SMALLEST:
                assert page.evaluate(HIDDEN) == [], where
            # On the smallest, each of them can be scrolled to.
            last = page.locator(".market .dial-face").last
            last.scroll_into_view_if_needed()
            box, board = last.bounding_box(), page.locator(".board").bounding_box()
            assert box
            assert board
            assert box["y"] + box["height"] <= board["y"] + board["height"] + 1, where


def long_name_lies_in_the_city(s: State) -> bool:
    """And in the first seat's row, one that may go to almost any district; it is to place a card."""
    if not asks("PlaceCard")(s):
        return False
    catalogue, places = duskhall.game(BACKS).catalogue(), s.view(0)["places"]
    assert isinstance(places, dict)
    districts = s.box.districts  # type: ignore[attr-defined]  # bits
    if not any(districts[card].bit_count() > 3 for card in places["row.0"]):
        return False
    return any(
        catalogue.card(s.box, card, "ja") == LONG
        for place, cards in places.items()
        if place.partition(".")[0] in DISTRICTS and isinstance(cards, list)
        for card in cards
    )


def test_names_and_chips_stay_on_their_cards(visit: Visit, hall: Hall) -> None:
    """A long name in Japanese lies below its picture, and all districts within the card that names them."""
    found = find(BACKS, 3, long_name_lies_in_the_city, after=30, seed=2)
    links = stand(hall, found, "Ada", "bot", "bot", language="ja")
    page = visit(locale="ja", has_touch=True).go(links.seats[0])
    expect(page.locator(".mini-name").get_by_text(LONG).first).to_be_attached()
    expect(page.locator(".codes.many").first).to_be_attached()
    close_notes(page)
    page.locator(".why-hide").click()  # cards are wide enough for names without it
    page.evaluate("document.fonts.ready.then(() => null)")
    for size in (LAPTOP, DESK, TABLET, PHONE, SHORT):
        resize(page, size)
        if size in (LAPTOP, DESK):
            assert page.locator(".mini-name").first.bounding_box(), size
        assert page.evaluate(OVER, [".mini-art .i", ".mini-name"]) == [], size
        assert page.evaluate(BEYOND, [".mini-name", ".mini"]) == [], size
        assert page.evaluate(BEYOND, [".codes i", ".favor"]) == [], size


def faces(page: Page, selector: str) -> set[str]:
    """The fonts that what is written there is set in."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["postScriptName"] for font in fonts}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_name_is_set_in_one_face(visit: Visit, hall: Hall, language: str) -> None:
    """Though some of its letters are in no sentence of ours, and the fonts for those lack them."""
    name = "花子遥翔"
    plan = {
        "game": BACKS,
        "options": {},
        "language": language,
        "seats": [{"kind": "person", "name": name}, {"kind": "bot", "bot": "greedy"}],
    }
    token = hall.ask("/api/tables", plan)
    seats = token["seats"]
    assert isinstance(seats, list)
    page = visit(locale=language).go(f"/table/{token['table']}#{seats[0]['token']}")
    expect(page.locator(".seat-name b").first).to_contain_text(name)
    page.evaluate(
        """(name) => {
          for (const weight of [400, 600, 700]) {
            const line = document.createElement('p');
            line.textContent = name;
            line.className = `set-${weight}`;
            line.style.font = `${weight} 17px var(--font-${weight === 600 ? 'name' : 'text'})`;
            document.querySelector('.board').append(line);
          }
          return document.fonts.ready.then(() => null);
        }""",
        name,
    )
    page.wait_for_timeout(300)
    told = {weight: faces(page, f".set-{weight}") for weight in (400, 600, 700)}
    assert [len(fonts) for fonts in told.values()] == [1, 1, 1], told
    if language == "ja":
        assert "Noto" in "".join(told[700]), told


def test_escape_closes_a_hint_and_nothing_else(visit: Visit, hall: Hall) -> None:
    page = visit().go(stand(hall, commit(2, 8), "Ada", "bot").seats[0])
    page.locator(".hand .pick.legal").first.click()
    expect(page.locator(".hand .pick.picked")).to_have_count(1)
    page.keyboard.press("i")
    expect(page.locator(".hint-text")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hint-text")).to_have_count(0)
    expect(page.locator(".hand .pick.picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hand .pick.picked")).to_have_count(0)


def test_long_names_push_no_hero_aside(visit: Visit, hall: Hall) -> None:
    """Twelve heroes choose in order: each stands in its column, whoever's they are."""
    found = find("dark-dealings", 6, asks("TakeDefense"), after=30)
    names = ["Ada", *[f"Bartholomew {letter}" for letter in "BCDEF"]]
    page = visit(has_touch=True).go(stand(hall, found, *names).seats[0])
    expect(page.locator(".order .hero")).to_have_count(12)
    close_notes(page)
    for size in (DESK, TABLET, PHONE):
        resize(page, size)
        assert page.evaluate(OVER, [".order .hero", ".order .hero"]) == [], size
        assert page.evaluate(BEYOND, [".order .hero", ".rep"]) == [], size
        assert page.evaluate(BEYOND, [".step .who", ".step"]) == [], size
        assert page.evaluate(BEYOND, [".market .tag2", ".rep"]) == [], size
