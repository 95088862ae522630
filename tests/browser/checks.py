"""What is held of any screen: axe-core finds nothing grave, all is in view, no English is left."""

from __future__ import annotations

import re

from playwright.sync_api import Page, ViewportSize

from tests.browser.hall import NARROW, PHONE, WEB

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
# Buttons that a finger may miss; the spaces of The Faceless apart, as large as its board allows.
SMALL = """() => [...document.querySelectorAll('button, a.btn, .nav button, select, .tool')]
  .filter((e) => e.offsetParent && !e.closest('.log, .side-rules, .rule-list, .dusk .spots') && !e.matches('.sr'))
  .filter((e) => getComputedStyle(e).visibility === 'visible')
  .map((e) => e.matches('.seat-open, .district-name, .law-name')  // all of it opens
    ? e.closest('.seat, .district, .slip') : e)
  .map((e) => [e.textContent.trim().slice(0, 20) || e.className, e.getBoundingClientRect()])
  .filter(([, b]) => b.width && (b.height < 43.5 || b.width < 43.5))
  .map(([name, b]) => `${name}: ${Math.round(b.width)} x ${Math.round(b.height)}`)"""
BOXES = """() => ['.board', '.tray', '.ribbon', '.nav', '.seats'].map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
LATIN = re.compile(r"[A-Za-z]{4,}")
KEPT = {"Duskhall", "English", "Enter"} | {"game", "icons", "Open", "Font", "License"}


def check(page: Page, screen: str) -> None:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    grave = [
        f"{screen}: {finding['id']}: {node['html'][:160]} {node['failureSummary'][:240]}"
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"][:3]
    ]
    assert grave == [], "; ".join(grave)


def check_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    small = page.evaluate(SMALL)
    assert not small, f"too small to be pressed: {small}"


def resize(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.wait_for_function("(wide) => innerWidth === wide", arg=size["width"])


def check_fits_phones(page: Page) -> None:
    """It fits a phone, and the narrowest one too."""
    for size in (NARROW, PHONE):
        resize(page, size)
        check_fits(page)


def english_left(text: str) -> list[str]:
    return [word for word in LATIN.findall(text) if word not in KEPT]


def results(page: Page) -> str:
    """What the end says of all seats, whoever reads it: without who is "you"."""
    told = page.locator(".results").inner_text()
    talk = page.locator(".results .end-talk")
    if talk.count():  # in which an offer is "to you", and to others by name
        told = told.replace(talk.inner_text(), "")
    return re.sub(r"\s*\(?\byou\b\)?", "", told)
