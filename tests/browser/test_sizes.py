"""Every game at every size from 320 px up, in one walk each: the board keeps its width, all that is written
can be read, and nothing lies upon a title."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.moments import asks, find, stand

SIZES = [(1366, 768), (1024, 768), (768, 1024), (844, 390), (390, 844), (360, 640), (320, 568)]
FACELESS = "the-faceless"
# Two frames later a page has been laid out for its new size.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ACT = find(FACELESS, 3, asks("Act"), after=4, seed=2)
PUT = find(FACELESS, 3, asks("PlaceFigure"), after=4, seed=2)
PLACE = find("dont-turn-your-back", 4, asks("PlaceCard"), after=60, seed=3)
DRAFT = find("dark-dealings", 3, asks("PickHeroes"), after=6, seed=1)
DEFENSE = find("dark-dealings", 3, asks("TakeDefense"), after=30, seed=1)

# Letters of signs and maps are pictures; all else is read.
WRITTEN = """() => {
  const small = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest('svg, .sr')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 11.9) small.push(`${node.textContent.trim().slice(0, 20)}: ${size}`);
  }
  return small;
}"""
# Of each pair of things that show and share a parent, those that lie upon each other.
OVER = """([one, two]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility())
    .map((e) => ({ e, box: e.getBoundingClientRect() })).filter(({ box }) => box.width > 1);
  const found = [];
  for (const a of boxes(one)) for (const b of boxes(two)) {
    if (a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e)) continue;
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (wide > 1.5 && high > 1.5) found.push(`${a.e.textContent.trim().slice(0, 20)} / ${b.e.textContent.trim().slice(0, 20)}`);
  }
  return found;
}"""
CUT = """(what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility())
  .filter((e) => e.scrollHeight > e.clientHeight + 2).map((e) => e.textContent.trim().slice(0, 40))"""
WIDE = "(what) => document.querySelector(what).getBoundingClientRect().width"


def walk(page: Page, board: str, parts: float, pairs: list[tuple[str, str]], cut: str = "") -> None:
    """Through all the sizes; the board has at least that part of the width of an upright screen."""
    page.evaluate("document.fonts.ready.then(() => null)")
    while page.locator(".hint .tool").count():
        page.locator(".hint .tool").first.click()
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_function(
            "([w, h]) => innerWidth === w && innerHeight === h", arg=[wide, high]
        )
        at = f"{wide} x {high}"
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, at
        assert page.evaluate(WRITTEN) == [], at
        if wide < high:
            assert page.evaluate(WIDE, board) >= parts * wide, at
        assert page.evaluate(OVER, [".bar-tools .tool", ".phases li, .bar-title h1"]) == [], at
        for pair in pairs:
            assert page.evaluate(OVER, list(pair)) == [], at
        if cut:
            assert page.evaluate(CUT, cut) == [], at


def test_dark_dealings(visit: Visit, hall: Hall) -> None:
    page = visit(has_touch=True).go(stand(hall, DRAFT, "Ada", "bot", "bot").seats[0])
    expect(page.locator(".hand .pick.legal").first).to_be_visible()
    walk(page, ".vista", 0.9, [(".tally", ".vista h2, .vista .sub")])
    page.set_viewport_size({"width": 1024, "height": 768})
    for ability in page.locator(".hand .hero-ab").all():
        expect(ability).to_be_visible()
    page.goto(stand(hall, DEFENSE, "Ada", "bot", "bot").seats[0])
    expect(page.locator(".market .pick.legal").first).to_be_visible()
    walk(page, ".board", 0.9, [(".own .dv-t", ".own .dv-t")])
    page.set_viewport_size({"width": 1024, "height": 768})
    assert page.evaluate(OVER, [".ribbon", ".market .dial-name"]) == []


def test_dont_turn_your_back(visit: Visit, hall: Hall) -> None:
    page = visit(has_touch=True).go(stand(hall, PLACE, "Ada", "bot", "bot", "bot").seats[0])
    expect(page.locator(".in-hand .pick.legal").first).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 768})
    small = page.locator(".held-card").count() <= 4  # then there is room for the row beside it
    expect(page.locator(".row-card").first).to_be_visible(visible=small)
    walk(page, ".city", 0.9, [(".district-name", ".tally-line")], cut=".law-short, .law-long")
    # To pass with cards that could be placed is asked again; another press does it.
    position = page.locator(".log li").count()
    button = page.locator(".ribbon .btn.quiet")
    button.click()
    expect(button).to_have_text("Pass, with cards to place?")
    assert page.locator(".log li").count() == position
    page.locator(".in-hand .pick.legal").first.click()
    page.keyboard.press("Escape")
    expect(button).to_have_text("Pass")


def test_raid_and_trade(visit: Visit, hall: Hall) -> None:
    visitor = visit(has_touch=True)
    page = visitor.go(hall.table("Ada", "bot", "bot", game="raid-and-trade").seats[0])
    visitor.play_until(".acts-box .act-may, .ribbon:not(.wait) .acts")
    walk(page, ".map-box", 0.7, [(".acts-box", ".map-box"), (".ribbon", ".map-box")])


def test_the_faceless(visit: Visit, hall: Hall) -> None:
    """The board has the same width whatever lies in the tray, and what is turned is in view."""
    page = visit(has_touch=True).go(stand(hall, ACT, "Ada", "bot", "bot").seats[0])
    expect(page.locator(".actions")).to_be_visible()
    walk(page, ".dusk", 0.55, [(".field-tool", ".strip, .under, .rail")])
    widths = []
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(DRAWN)
        widths.append(page.evaluate(WIDE, ".dusk"))
    for (wide, high), now in zip(SIZES, widths, strict=True):
        if wide <= 720:
            assert now >= 0.97 * wide
        assert now >= 0.55 * min(wide, high), (wide, high)
    # Whose power it is stands with the seat, and its text where the seat is opened.
    expect(page.locator(".seat .power b").first).to_be_visible()
    page.locator(".seat-open").first.click()
    expect(page.locator(".dusk-mat .power").first).to_be_visible()
    page.goto(stand(hall, PUT, "Ada", "bot", "bot").seats[0])
    expect(page.locator(".spin")).to_be_visible()
    page.locator(".hint .tool").first.click()
    for (wide, high), before in zip(SIZES, widths, strict=True):
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_function(
            "([w, h]) => innerWidth === w && innerHeight === h", arg=[wide, high]
        )
        edges = page.locator(".turner .btn").evaluate_all(
            "all => all.flatMap((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
        )
        assert min(edges) >= 0, (wide, high)
        assert max(edges) <= wide, (wide, high)
        if wide <= 720 or high <= 600:
            assert abs(page.evaluate(WIDE, ".dusk") - before) < 1, (wide, high)


# What is read or pressed in the hall, and reaches beyond the window without being in a row that scrolls.
BEYOND = """() => [...document.querySelectorAll('main :is(h1, h2, p, button, .rule-search, .aim svg, .slab, a)')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
  .filter((e) => !e.parentElement.closest('ol, nav, .scroll') || e.closest('.aim'))
  .map((e) => `${e.tagName} ${e.textContent.trim().slice(0, 30)}`)"""


def test_the_hall(visit: Visit) -> None:
    page = visit().page
    for where in ["/", "/tables", "/lobby", "/replay", "/new/the-faceless", "/rules/the-faceless"]:
        page.goto(where)
        expect(page.locator("main :is(h1, h2):visible").first).to_be_visible()
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            assert page.evaluate(BEYOND) == [], f"{where} at {wide}×{high}"
            height = page.locator(".top").bounding_box()
            assert height is not None
            assert height["height"] < 70, "the head keeps one line"
