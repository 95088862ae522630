"""The whole page in Japanese, remembered."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.checks import english_left
from tests.browser.conftest import Visit


def test_japanese_from_home_to_the_end(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/")
    page.get_by_role("button", name="日本語").click()
    assert page.evaluate("document.documentElement.lang") == "ja"
    expect(page.locator(".win").first).to_contain_text("ダーク・ディーリングス")
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
    visitor.play()
    assert english_left(page.inner_text("body")) == []
    page.goto("/rules/dark-dealings")
    expect(page.locator(".rule").first).to_be_visible()
    assert english_left(page.inner_text("body")) == []
