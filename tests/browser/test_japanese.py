"""The whole page in Japanese, remembered."""

from __future__ import annotations

from playwright.sync_api import expect

import duskhall
from tests.browser.checks import check_fits, check_fits_phones, english_left, resize
from tests.browser.conftest import Visit
from tests.browser.hall import PHONE

LOADED = """() => [...new Set([...document.fonts].filter(({ family, status }) =>
  family.includes('JP') && status === 'loaded').map(({ family }) => family.replaceAll('"', '')))].sort()"""

# Signs that end a sentence or a part of it, and stand first in their line.
LONE = """() => [...document.querySelectorAll('.log p, .ribbon p, .hero-ab, .sub')].flatMap((line) => {
  const found = [];
  const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let before = null; walk.nextNode(); ) {
    for (let at = 0; at < walk.currentNode.length; at++) {
      const range = document.createRange();
      range.setStart(walk.currentNode, at);
      range.setEnd(walk.currentNode, at + 1);
      const box = range.getBoundingClientRect();
      if ('。、」：'.includes(range.toString()) && before && box.top > before.bottom - 2) found.push(line.textContent);
      if (box.width) before = box;
    }
  }
  return found;
})"""


def test_japanese_from_home_to_the_end(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/")
    # An English page brings three letters for the button, and none of the large fonts.
    button = page.get_by_role("button", name="日本語")
    expect(button).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate(LOADED) == ["Noto Button JP"]
    button.click()
    assert page.evaluate("document.documentElement.lang") == "ja"
    expect(page.locator(".win").first).to_contain_text("ダーク・ディーリングス")
    page.wait_for_function(f"() => ({LOADED})().includes('Noto Sans JP')")
    assert "Noto Serif JP" in page.evaluate(LOADED)
    assert english_left(page.inner_text("body")) == []
    page.locator("a.win").first.click()
    expect(page.locator(".about")).to_contain_text("魔王")
    page.locator("summary").click()
    assert english_left(page.inner_text("body")) == []
    page.locator("form .go").click()
    expect(page.locator(".hand .pick.legal")).to_have_count(9)
    assert english_left(page.inner_text("body")) == []
    page.reload()
    expect(page.locator(".ribbon .kicker")).to_contain_text("あなたの番")
    visitor.play_until(".face-card")
    assert english_left(page.inner_text("body")) == []
    assert page.evaluate(LONE) == []
    visitor.play()
    assert english_left(page.inner_text("body")) == []
    page.goto("/rules/dark-dealings")
    expect(page.locator(".rule").first).to_be_visible()
    assert english_left(page.inner_text("body")) == []


def test_setting_up_in_japanese_fits_a_phone(visit: Visit) -> None:
    page = visit(locale="ja", viewport=PHONE).page
    for game in duskhall.installed():
        page.goto(f"/new/{game.name}")
        expect(page.locator("form .go")).to_be_visible()
        page.evaluate("document.fonts.ready.then(() => null)")
        check_fits_phones(page)
        page.locator(".options summary").click()
        check_fits_phones(page)
        resize(page, {"width": 320, "height": 568})
        check_fits(page)
