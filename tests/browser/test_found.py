"""What was met on tablets, small phones and in Japanese, each held where it was met."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page, expect

import duskhall
from duskhall.bots import make_bot
from duskhall.engine.state import State
from tests.browser.conftest import Visit
from tests.browser.hall import PHONE, Hall, Visitor, press_barred
from tests.browser.moments import asks, find, stand
from tests.browser.test_sizes import CUT, OVER

TABLET = {"width": 768, "height": 1024}
LAPTOP = {"width": 1024, "height": 768}
LOW = {"width": 844, "height": 390}
SMALL = {"width": 320, "height": 568}
BACKS = "dont-turn-your-back"
FACELESS = "the-faceless"
RAID = "raid-and-trade"

# Parts of things that reach beyond them.
BEYOND = """([part, whole]) => [...document.querySelectorAll(part)].filter((e) => e.checkVisibility())
  .map((e) => [e.getBoundingClientRect(), e.closest(whole).getBoundingClientRect(), e])
  .filter(([a, b]) => a.left < b.left - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1)
  .map(([, , e]) => e.closest(whole).textContent.trim().slice(0, 30))"""
# What cannot be pressed in its middle, because something lies upon it or it is cut off.
COVERED = """(what) => [...document.querySelectorAll(what)].filter((e) => {
  const { left, top, width, height } = e.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((x) => !e.contains(document.elementFromPoint(left + x * width, top + height / 2)));
}).map((e) => e.getAttribute('aria-label') ?? e.textContent.trim())"""
# How large the letters of a drawing are on the screen.
DRAWN = """(what) => Math.min(...[...document.querySelectorAll(what)].map((e) =>
  parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a))"""
LINES = "(e) => e.getClientRects().length"
WIDE = "document.documentElement.scrollWidth - innerWidth"


def at(visitor: Visitor, hall: Hall, found: tuple[str, int], players: int, language: str) -> Page:
    """The first seat's page at that moment, with nothing left to be read first."""
    others = ["bot"] * (players - 1)
    page = visitor.go(stand(hall, found, "Ada", *others, language=language).seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    while page.locator(".hint .tool").count():
        page.locator(".hint .tool").first.click()
    page.evaluate("document.fonts.ready.then(() => null)")
    return page


@cache
def last(game: str, players: int, seed: int = 3) -> tuple[str, int]:
    """A record, and where the first seat is asked for the last time."""
    rules = duskhall.game(game)
    table = duskhall.new_table(rules, players, seed)
    minds = [make_bot("random", rules, seed + seat) for seat in range(players)]
    position = 0
    while table.state.waiting:
        if 0 in table.state.waiting:
            position = len(table.record.moves)
        seat = table.state.waiting[0]
        table.play(seat, minds[seat].answer(table.state, seat, len(table.record.moves)))
    return table.record.dumps(), position


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_end_is_read_at_every_size(visit: Visit, hall: Hall, language: str) -> None:
    """Sums, chart and talk: nothing upon each other, nothing beyond its box, no tiny letters."""
    ada = visit(locale=language, viewport=TABLET)
    page = at(ada, hall, last(BACKS, 3), 3, language)
    ada.play()
    expect(page.locator(".chart polyline")).to_have_count(3)
    for size in (TABLET, LAPTOP, PHONE, SMALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_function("(w) => innerWidth === w", arg=size["width"])
        page.wait_for_timeout(100)  # until the chart has been drawn as wide as it is
        where = str(size)
        assert page.evaluate(WIDE) <= 0, where
        assert page.evaluate(DRAWN, ".chart text") >= 12, where
        assert page.evaluate(OVER, [".sum-part, .sum-op", ".sum-total b, .sum-total .i"]) == [], (
            where
        )
        assert page.evaluate(BEYOND, [".say, .say *", ".end-talk"]) == [], where
        assert page.evaluate(BEYOND, [".bigwin .btn > *", ".btn"]) == [], where
        assert page.locator(".lede a").evaluate(LINES) == 1, where


def with_scouts(s: State) -> bool:
    """Seven heroes to choose from, among them one whose ability takes three lines."""
    names = duskhall.game("dark-dealings").catalogue()
    places = s.view(0)["places"]
    assert isinstance(places, dict)
    hand = [names.card(s.box, card, "en") for card in places["hand.0"]]
    return asks("PickHeroes")(s) and len(hand) == 7 and "The Cellar Scouts" in hand


@pytest.mark.parametrize("language", ["en", "ja"])
def test_weaknesses_lie_upon_their_cards(visit: Visit, hall: Hall, language: str) -> None:
    found = find("dark-dealings", 3, with_scouts)
    page = at(visit(locale=language, viewport=TABLET), hall, found, 3, language)
    expect(page.locator(".hand .hero-vul")).to_have_count(7)
    assert page.evaluate(BEYOND, [".hand .hero-vul, .hand .hero-ab", ".hero"]) == []


@pytest.mark.parametrize("size", [TABLET, LAPTOP], ids=lambda size: str(size["width"]))
def test_what_a_card_does_is_read_before_it_is_bought(
    visit: Visit, hall: Hall, size: dict[str, int]
) -> None:
    found = find(BACKS, 3, asks("Buy"), after=60, seed=3, bot="greedy")
    page = at(visit(locale="ja", viewport=size), hall, found, 3, "ja")
    texts = page.locator(".beside .favor-text")
    assert texts.count() == page.locator(".beside .row-card").count() > 3
    for text in texts.all():
        expect(text).to_be_visible()
    assert page.evaluate(CUT, ".beside .favor-text") == []
    assert page.evaluate(BEYOND, [".beside .codes", ".favor"]) == []


def holding_two(s: State) -> bool:
    """A magnet is turned, with two cards in hand beside the one that is played."""
    places = s.view(0)["places"]
    assert isinstance(places, dict)
    return asks("PlaceFigure")(s) and len(places["hand.0"]) == 2


@pytest.mark.parametrize("size", [TABLET, LOW, SMALL], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_magnets_buttons_can_all_be_pressed(
    visit: Visit, hall: Hall, size: dict[str, int], language: str
) -> None:
    found = find(FACELESS, 3, holding_two)
    page = at(visit(locale=language, viewport=size, has_touch=True), hall, found, 3, language)
    expect(page.locator(".turner .btn")).to_have_count(5)
    page.locator(".turner").scroll_into_view_if_needed()
    assert page.evaluate(COVERED, ".turner .btn") == []


def test_hands_lie_within_their_seats_on_a_phone_on_its_side(visit: Visit, hall: Hall) -> None:
    found = find(FACELESS, 3, asks("Act"), after=4, seed=2)
    page = at(visit(viewport=LOW, has_touch=True), hall, found, 3, "en")
    assert page.locator(".seat .evs .ev").count() > 6
    assert page.evaluate(BEYOND, [".seat .ev", ".seat"]) == []


def test_characters_lie_side_by_side_on_a_phone(visit: Visit, hall: Hall) -> None:
    found = find(RAID, 3, asks("PickCharacter"))
    page = at(visit(locale="ja", viewport=PHONE, has_touch=True), hall, found, 3, "ja")
    assert page.locator(".deck-character").count() > 2
    assert page.evaluate(OVER, [".deck-character", ".deck-character"]) == []


@pytest.mark.parametrize(
    ("language", "wins"), [("en", "{} wins undefended"), ("ja", "防御がなければ{}の勝ち")]
)
def test_the_odds_of_a_fight_say_whose_they_are(
    visit: Visit, hall: Hall, language: str, wins: str
) -> None:
    found = find(RAID, 4, asks("Defend"))
    page = at(visit(locale=language, viewport=PHONE), hall, found, 4, language)
    others = page.locator(".seat-name b").all_inner_texts()[1:]
    assert page.locator(".odds dt").first.inner_text() in [wins.format(name) for name in others]


def test_why_not_is_forgotten_when_it_is_no_longer_so(visit: Visit, hall: Hall) -> None:
    """Who asked a card out of turn is not told so any more once it is their turn."""
    links = hall.table("Ada", "Grace", game=BACKS)
    pages = [visit(has_touch=True, viewport=PHONE).go(link) for link in links.seats]
    for page in pages:
        expect(page.locator(".held-card").first).to_be_visible()
    waits = pages[0].locator(".ribbon.wait").count()
    asked, other = pages[0 if not waits else 1], pages[1 if not waits else 0]
    press_barred(other.locator(".held-card").first)
    expect(other.locator(".why")).to_contain_text("TB-20")
    asked.locator(".held-card.legal").first.click()
    asked.locator(".pick.legal[data-spot]").first.click()
    asked.locator(".ribbon .go").click()
    expect(other.locator(".ribbon:not(.wait)")).to_be_visible()
    expect(other.locator(".why")).to_have_count(0)


def test_japanese_sentences_end_with_more_than_a_letter(visit: Visit, hall: Hall) -> None:
    """Lines end where a phrase does, also in the small print."""
    found = find(RAID, 3, asks("Act"), after=20)
    links = stand(hall, found, "Ada", "bot", "bot", language="ja")
    page = visit(locale="ja", viewport=PHONE).go(links.seats[0])
    note = page.locator(".tray .source")
    expect(note).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    tail = note.evaluate("""(e) => {
      const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
      let low = 0, tail = '';
      while (walk.nextNode()) [...walk.currentNode.textContent].forEach((letter, i) => {
        const range = document.createRange();
        range.setStart(walk.currentNode, i);
        range.setEnd(walk.currentNode, i + 1);
        const { top, width } = range.getBoundingClientRect();
        if (!width) return;
        tail = top > low + 4 ? letter : tail + letter;
        low = Math.max(low, top);
      });
      return tail.trim();
    }""")
    assert len(tail) > 3, tail
