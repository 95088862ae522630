"""The whole page in Japanese, remembered."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit

LATIN = re.compile(r"[A-Za-z]{4,}")
KEPT = {"Duskhall", "English", "Enter"} | {"game", "icons", "Open", "Font", "License"}


def english_left(text: str) -> list[str]:
    return [word for word in LATIN.findall(text) if word not in KEPT]


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
