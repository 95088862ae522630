"""Looking back at a game of one's own: whose answers turned it, what luck did, and how a phone shows it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

import duskhall
from duskhall.bots import make_bot
from tests.browser.checks import check, resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, let_a_bot_play
from tests.browser.test_replay import DROP

Told = dict[str, Any]
# Words of the curve that lie upon others.
UPON = """() => {
  const words = [...document.querySelectorAll('.curve svg text')].map((e) => [e.textContent, e.getBoundingClientRect()]);
  return words.flatMap(([one, a], n) => words.slice(0, n)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
    .map(([two]) => `${one} / ${two}`));
}"""
# The smallest distance between the middles of two marks, in pixels.
NEAREST = """() => {
  const marks = [...document.querySelectorAll('.curve-mark')].map((e) => e.getBoundingClientRect());
  const far = marks.flatMap((a, n) => marks.slice(0, n).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  return Math.min(...far);
}"""


def turning(position: int, seat: int, played: str) -> Told:
    return {
        "position": position,
        "seat": seat,
        "played": played,
        "better": played,
        "chance": 0.18,
        "better_chance": 0.53,
        "why": [{"key": "chances.played", "about": [53, 18]}],
        "also": [],
    }


def reviewed(page: Page, *, marked: bool, together: bool = False, won: bool = True) -> None:
    """Open the review of a game that is over here, as if a bot had found this."""
    frames: Told = {}

    def keep(route: Route) -> None:
        answer = route.fetch()
        frames.update(answer.json())
        if not won:
            frames["over"]["ranks"] = [2, 2]
        route.fulfill(response=answer, json=frames)

    def tell(route: Route) -> None:
        moves = [(frame.get("seat", -1), frame.get("move", "")) for frame in frames["frames"][1:]]
        deputies = frames.get("deputies", [])
        own = next(at for at, (seat, _) in enumerate(moves) if seat == 0 and at not in deputies)
        others = [at for at, (seat, _) in enumerate(moves) if seat >= 0 and at != own]
        points = sorted([own, *others[:5]])
        last = len(moves)
        told = {
            "review": "r",
            "state": "done",
            "done": 1,
            "total": 1,
            "together": together,
            "positions": [0, last // 2, last // 2 + 1, last],
            "chances": [[0.5, 0.5], [0.53, 0.47], [0.18, 0.82], [0, 1]],
            "turnings": [turning(at, *moves[at]) for at in points] if marked else [],
            "sums": [
                {"looked": 15, "same": 11, "points": 21},
                {"looked": 9, "same": 9 if won else 8, "points": 0},
            ],
            "luck": [{"position": last // 2 + 1, "seat": 0, "loss": 0.35}],
            "leaps": [{"position": last, "seat": 1, "change": 0.18}],
        }
        route.fulfill(json=told)

    page.route(re.compile("/api/tables/.*/frames"), keep)
    page.route(re.compile("/api/tables/.*/review"), tell)
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".curve polyline")).to_have_count(1 if together else 2)


def over(visit: Visit, hall: Hall) -> Page:
    """Ada answers once, and lets a bot play on."""
    page = visit().go(hall.table("Ada", "bot").seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    for pick in page.locator(".hand .pick.legal").all()[:2]:
        pick.click()
    page.locator(".ribbon .btn.go").click()
    let_a_bot_play(page)
    page.wait_for_selector(".fin")
    return page


def test_ones_own_turning_points_come_first_and_those_of_bots_are_told_so(
    visit: Visit, hall: Hall
) -> None:
    page = over(visit, hall)
    reviewed(page, marked=True)
    points = page.locator(".rv-points button")
    expect(points).to_have_count(1)
    expect(points).to_contain_text("35 points off Ada’s chance to win")
    expect(page.locator(".curve-mark.dim")).to_have_count(5)
    expect(page.locator(".headline")).to_have_text("Where it was won")
    expect(page.locator(".lede")).to_contain_text(
        "Of the six answers that cost the most, one is yours."
    )
    check(page, "own turning points")
    page.get_by_role("button", name="All 6").click()
    expect(points).to_have_count(6)
    expect(page.locator(".lede")).to_contain_text("The six answers that cost the most are marked.")
    expect(points.filter(has_text="by a bot for Ada").first).to_be_visible()
    page.get_by_role("button", name="Yours: 1").click()
    page.locator(".curve-mark.dim").first.click()  # whoever points at another sees all again
    expect(points).to_have_count(6)

    page.set_viewport_size(PHONE)
    check(page, "turning points on a phone")
    assert page.evaluate(NEAREST) >= 26
    for what in page.locator(".rv-what").all():  # what was answered, in two lines at most
        box = what.bounding_box()
        assert box
        assert box["width"] > 60
        assert 14 < box["height"] < 60
    page.locator(".lang").click()
    expect(points.first).to_contain_text("の勝つ見込みが35ポイント減")
    for choice in page.locator(".rv-whose button").all():
        assert choice.evaluate("(e) => e.scrollWidth <= e.clientWidth")
    check(page, "turning points on a phone, in Japanese")


def test_luck_is_named_and_without_marks_nothing_is_said_to_be_one(
    visit: Visit, hall: Hall
) -> None:
    page = over(visit, hall)
    reviewed(page, marked=False)
    expect(page.locator(".rv-note").last).to_contain_text("Nothing turned on a single answer.")
    expect(page.locator(".curve text.luck")).to_have_text(["luck of the draw", "unforeseen"])
    # It opens on a table that is dealt, and asks for a moment until one is chosen.
    expect(page.locator(".rv-kicker")).not_to_contain_text("Move 0 ")
    expect(page.locator(".rv-picture [data-card]").first).to_be_attached()
    expect(page.locator(".rv-note").last).to_contain_text("Choose a moment of the curve.")
    mark = page.locator(".curve path.luck").first.bounding_box()
    assert mark
    page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    expect(page.locator(".rv-told")).to_contain_text("Luck of the draw for Ada: 35 points less.")
    expect(page.locator(".rv-note").last).to_have_text("Nothing turned on a single answer.")
    leap = page.locator(".curve path.luck").last.bounding_box()
    assert leap
    page.mouse.click(leap["x"] + leap["width"] / 2, leap["y"] + leap["height"] / 2)
    expect(page.locator(".rv-told")).to_contain_text(": 18 points more. Bots that played on")
    expect(page.locator(".rv-note").last).not_to_contain_text("Nothing turned on a single answer.")
    sums = page.get_by_role("list", name="All answers that were looked at closely")
    expect(sums.locator("li").first).to_contain_text(
        "Of 15 answers that were looked at, a bot would have given 11, too."
        " The others cost 21 points, all in all."
    )
    expect(sums.locator("li").last).to_contain_text("all 9 answers that were looked at, too.")
    for size in (DESK, PHONE):
        resize(page, size)
        assert page.evaluate(UPON) == []
        check(page, "luck of the draw")
    page.locator(".lang").click()
    title = page.locator(".bar-title h1")
    expect(title).to_have_text("ダーク・ディーリングス")
    assert title.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_where_all_play_together_every_answer_is_listed(visit: Visit, hall: Hall) -> None:
    page = over(visit, hall)
    reviewed(page, marked=True, together=True)
    expect(page.locator(".headline")).to_have_text("How it went")
    expect(page.locator(".lede")).to_contain_text("The six answers that cost the most are marked.")
    expect(page.locator(".rv-points button")).to_have_count(6)
    expect(page.locator(".curve-mark.dim")).to_have_count(0)


def test_what_nobody_won_is_not_called_won(visit: Visit, hall: Hall) -> None:
    page = over(visit, hall)
    reviewed(page, marked=False, won=False)
    expect(page.locator(".headline")).to_have_text("How it went")
    expect(page.locator(".curve-note")).to_contain_text("Thin white line: an even game.")
    expect(page.locator(".rv-sums li").last).to_contain_text(
        "a bot would have given 8, too. The other one cost nothing to speak of."
    )


def test_the_small_board_is_all_there(visit: Visit, hall: Hall) -> None:
    """On a phone, too, and past the set-up while no answer is marked."""
    game = duskhall.game("the-faceless")
    table, bot = duskhall.new_table(game, 2, seed=3), make_bot("random", game, 1)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, bot.answer(table.state, seat, len(table.record.moves)))
    nothing: Told = {
        "positions": [],
        "chances": [],
        "turnings": [],
        "sums": [],
        "luck": [],
        "leaps": [],
    }
    told = {"review": "r", "state": "failed", "done": 0, "total": 0, "together": True, **nothing}
    page = visit(viewport=PHONE).go("/")
    expect(page.locator(".win").first).to_be_visible()
    page.route("**/api/review", lambda route: route.fulfill(json=told))
    page.evaluate(DROP, table.record.dumps())
    page.get_by_role("link", name="Review").click()
    board = page.locator(".rv-picture .wood")
    expect(board).to_be_visible()
    expect(page.locator(".rv-kicker")).to_contain_text(re.compile(r"^Move [1-9]\d* of "))
    assert board.evaluate("(e) => e.scrollHeight <= e.clientHeight")
