"""The Faceless: a magnet is dragged and turned, the needle is the engine's, and all play together."""

from __future__ import annotations

import math
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from duskhall.engine.records import Record
from duskhall.games.the_faceless.box import FACING, GOAT, GOAT_FACING, RING, TEAM
from duskhall.games.the_faceless.needle import COS, SIN
from duskhall.games.the_faceless.state import Dusk
from tests.browser.checks import check, check_fits, check_fits_phones, english_left, resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, NARROW, NEXT, PHONE, Hall, Visitor, press_barred
from tests.browser.moments import asks, find, stand

GAME = "the-faceless"
CLOSE = 0.05  # degrees between the needle that is drawn and the engine's
BEYOND = """() => {
  const { right } = document.querySelector('.dusk-summary').getBoundingClientRect();
  return [...document.querySelectorAll('.dusk-summary .polaroid')].some((one) => one.getBoundingClientRect().right > right);
}"""


def table_at(hall: Hall, found: tuple[str, int], *kinds: str) -> tuple[Dusk, str]:
    """A table at that moment: its state, and the link of the first seat."""
    record, position = found
    s = Record.loads(record).replay(position)
    assert isinstance(s, Dusk)
    return s, stand(hall, found, *kinds).seats[0]


def engine_needle(s: Dusk) -> tuple[float, list[int]]:
    """The engine's own angle of the field at the Team, and the spaces it means."""
    board, numbers = s.world.board, s.numbers
    bx = by = 0.0
    sources = [(board.ring_field, numbers[RING + i], numbers[FACING + i]) for i in range(3)]
    sources.append((board.goat_field, numbers[GOAT], numbers[GOAT_FACING]))
    for field, source, facing in sources:
        i = (source * board.count + numbers[TEAM]) * 3
        xx, xy, yy = field.table[i : i + 3]
        bx += xx * COS[facing] + xy * SIN[facing]
        by += xy * COS[facing] + yy * SIN[facing]
    return math.degrees(math.atan2(by, bx)), [s.target(way) for way in s.needle() if way >= 0]


def drawn_angle(page: Page) -> float:
    return float(page.locator(".team .needle").get_attribute("data-angle") or "nan")


def turned_angle(page: Page) -> float:
    """What the needle's transform says, counter-clockwise."""
    style = page.locator(".team .needle").get_attribute("style") or ""
    found = re.search(r"rotate\((-?[\d.e-]+)deg\)", style)
    assert found, style
    return -float(found[1])


def apart(one: float, two: float) -> float:
    return abs((one - two + 180) % 360 - 180)


def check_needle(page: Page, s: Dusk) -> None:
    """The needle that is drawn, and the spaces that are lit, are the engine's for this state."""
    angle, targets = engine_needle(s)
    assert apart(drawn_angle(page), angle) < CLOSE
    assert apart(turned_angle(page), angle) < CLOSE
    lit = [int(e.get_attribute("data-target") or -1) for e in page.locator(".aim-at").all()]
    assert sorted(lit) == sorted(targets)


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    for part in (0.3, 0.6, 1.0):
        page.mouse.move(
            start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        )
    page.mouse.up()


def frames(hall: Hall, link: str) -> list[dict[str, Any]]:
    """The game so far, as the server tells it to whoever has this link."""
    table, token = link.rpartition("/")[2].split("#")
    told = hall.ask(f"/api/tables/{table}/frames?token={token}")["frames"]
    assert isinstance(told, list)
    return told


def facing(page: Page) -> int:
    return int(page.locator(".spin").get_attribute("aria-valuenow") or -1)


PUT = find(GAME, 2, asks("PlaceFigure"), after=4, seed=11, bot="random")
ACT = find(GAME, 2, asks("Act"), after=12, seed=3, bot="random")
RED = find(GAME, 2, asks("MoveGoat"), after=4, seed=11, bot="random")


def test_a_faceless_is_dragged_and_turned_and_the_needle_is_the_engines(
    visit: Visit, hall: Hall
) -> None:
    s, link = table_at(hall, PUT, "Ada", "Grace")
    figure = int(repr(s.agenda[-1]).strip(")").split(",")[1])
    page = visit().go(link)
    expect(page.locator(".spin")).to_be_visible()
    check_needle(page, s)
    free = [place for place in s.reach(figure) if place != s.numbers[RING + figure]]

    # Along the ring, to the place that is farthest in the list, and round to 200 degrees.
    goal = free[-1]
    drag(page, middle(page.locator(".spin-drag")), middle(page.locator(f"[data-spot=x{goal}]")))
    expect(page.locator(f"[data-spot=x{goal}]")).to_have_class(re.compile("picked"))
    x, y = middle(page.locator(".spin-drag"))
    turn = math.radians(200)
    drag(
        page,
        middle(page.locator(".knob")),
        (x + 90 * math.cos(turn), y - 90 * math.sin(turn)),
    )
    assert facing(page) == 200
    s.numbers[RING + figure], s.numbers[FACING + figure] = goal, 200
    check_needle(page, s)

    # By the wheel and by keys: 15 degrees and 1 degree either way.
    page.mouse.move(x, y)
    page.mouse.wheel(0, -100)
    expect(page.locator(".spin")).to_have_attribute("aria-valuenow", re.compile("215|230"))
    page.locator(".spin").focus()
    before = facing(page)
    for key, change in [("ArrowLeft", 1), ("Shift+ArrowLeft", 15), ("PageDown", -15), (".", -1)]:
        page.keyboard.press(key)
        assert (facing(page) - before) % 360 == change % 360
        before = facing(page)
    page.keyboard.press("ArrowRight")  # no multiple of 15, and legal all the same
    s.numbers[FACING + figure] = facing(page)
    assert facing(page) % 15
    check_needle(page, s)
    angle = drawn_angle(page)

    # Committed, the engine stands as it was shown, and the Team goes where the needle pointed.
    way = s.needle()[0]
    target, wall = s.target(way), s.walls[s.target(way)]
    page.locator(".ribbon .go").click()
    if page.locator(".ribbon .go.danger").count():  # it loses the game, and was asked again
        page.locator(".ribbon .go").click()
    expect(page.locator(".spin")).to_have_count(0)
    told = frames(hall, page.url)
    frame = next(frame for frame in reversed(told) if frame.get("move", "").startswith("put"))
    assert frame["move"] == f"put {goal} {s.numbers[FACING + figure]}"
    assert apart(angle, engine_needle(s)[0]) < CLOSE
    teams = [event["value"] for event in frame["events"] if event.get("number") == "team"]
    if not wall and s.needle()[1] < 0 and "steps" not in frame["asks"].lower():
        assert teams[:1] == [target]


def test_billygoat_is_moved_to_a_neighbour_and_turned(visit: Visit, hall: Hall) -> None:
    s, link = table_at(hall, RED, "Ada", "bot")
    page = visit().go(link)
    lit = page.locator(".space-pick.legal")
    expect(lit).to_have_count(len(s.goat_steps()))
    expect(page.locator(".ribbon .go")).to_have_count(0)
    goal = s.goat_steps()[-1]
    drag(page, middle(page.locator(".spin-drag")), middle(page.locator(f"[data-spot=s{goal}]")))
    page.get_by_role("button", name="15 degrees clockwise", exact=True).click()
    page.get_by_role("button", name="1 degree counter-clockwise", exact=True).click()
    s.numbers[GOAT] = goal
    s.numbers[GOAT_FACING] = (s.numbers[GOAT_FACING] - 14) % 360
    assert facing(page) == s.numbers[GOAT_FACING]
    if goal != s.numbers[TEAM]:
        check_needle(page, s)
    press_barred(page.locator(f"[data-spot=s{s.numbers[TEAM]}]"))
    expect(page.locator(".why")).to_be_visible()


def test_a_whole_game_with_bots(visit: Visit, hall: Hall) -> None:
    visitor = visit()
    visitor.go(hall.table("Ada", "bot", game=GAME).seats[0])
    visitor.play()
    page = visitor.page
    expect(page.locator(".headline")).to_contain_text("together")
    expect(page.locator(".results .led")).to_have_count(2)
    expect(page.locator(".dusk-summary")).to_be_visible()
    size = page.viewport_size
    page.set_viewport_size({"width": 768, "height": 1024})
    assert not page.evaluate(BEYOND)  # all eight memories lie within the summary
    assert size is not None
    page.set_viewport_size(size)
    check(page, "end")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".deck")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".dusk .stander")).not_to_have_count(0)
    page.get_by_role("button", name="Show the field").click()
    expect(page.locator(".stream").first).to_be_attached()
    check(page, "replay")


def test_a_game_on_a_phone(visit: Visit, hall: Hall) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.go(stand(hall, PUT, "Ada", "bot").seats[0])
    expect(page.locator(".spin")).to_be_visible()
    for size in (NARROW, PHONE):
        resize(page, size)
        check_fits(page)
        board = page.locator(".dusk").bounding_box()
        assert board
        assert board["width"] > 0.6 * size["width"]
    before = facing(page)
    page.get_by_role("button", name="15 degrees counter-clockwise").tap()
    assert (facing(page) - before) % 360 == 15
    page.goto(stand(hall, ACT, "Ada", "bot").seats[0])
    expect(page.locator(".actions")).to_be_visible()
    check_fits_phones(page)
    page.locator(".act", has_text="Whisper").tap()
    check_fits_phones(page)
    page.locator(".act", has_text="Whisper").tap()
    visitor.play()
    check_fits_phones(page)


def test_japanese(visit: Visit, hall: Hall) -> None:
    visitor = visit(locale="ja")
    page = visitor.go(f"/new/{GAME}")
    expect(page.locator(".about")).to_contain_text("羅針盤")
    assert english_left(page.inner_text("body")) == []
    for found, thing in [(ACT, ".actions"), (PUT, ".spin"), (RED, ".spin")]:
        page.goto(stand(hall, found, "エイダ", "グレース").seats[0])
        expect(page.locator(thing)).to_be_visible()
        assert english_left(page.inner_text("body")) == []
    page.goto(stand(hall, ACT, "エイダ", "bot", language="ja").seats[0])
    visitor.play()
    assert english_left(page.inner_text("body")) == []


def together(visit: Visit, hall: Hall, found: tuple[str, int]) -> tuple[Visitor, Visitor]:
    links = stand(hall, found, "Ada", "Grace")
    ada, grace = visit(), visit()
    for visitor, link in zip((ada, grace), links.seats, strict=True):
        visitor.go(link)
        expect(visitor.page.locator(".dusk")).to_be_visible()
    return ada, grace


def test_a_pointer_is_seen_by_everyone(visit: Visit, hall: Hall) -> None:
    ada, grace = together(visit, hall, PUT)
    grace.page.locator("[data-spot=s45]").click(modifiers=["Alt"])
    expect(ada.page.locator(".pointer")).to_contain_text("Grace points at")
    x, y = middle(ada.page.locator("[data-spot=s45]"))
    ring_x, ring_y = middle(ada.page.locator(".pointer i").first)
    assert math.hypot(x - ring_x, y - ring_y) < 2
    expect(ada.page.locator(".pointer")).to_have_count(0, timeout=5000)
    # A long press, and the keyboard.
    x, y = middle(ada.page.locator("[data-spot=s50]"))
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    expect(grace.page.locator(".pointer")).to_contain_text("Ada")
    ada.page.mouse.up()
    expect(grace.page.locator(".pointer")).to_have_count(0, timeout=5000)
    grace.page.locator("[data-spot=s40]").focus()
    grace.page.keyboard.press("p")
    expect(ada.page.locator(".pointer")).to_contain_text("Grace")


def test_a_proposal_is_drawn_as_a_ghost_and_adopted_with_one_click(
    visit: Visit, hall: Hall
) -> None:
    ada, grace = together(visit, hall, PUT)
    grace.page.get_by_role("button", name="Suggest").click()
    expect(grace.page.locator(".table.proposing .spin")).to_be_visible()
    grace.page.get_by_role("button", name="15 degrees counter-clockwise").click()
    grace.page.get_by_role("button", name="1 degree clockwise").click()
    wanted = facing(grace.page)
    grace.page.locator(".ribbon .btn", has_text="Suggest:").click()
    proposal = ada.page.locator(".proposal")
    expect(proposal).to_contain_text("Grace suggests: External space")
    expect(proposal).to_contain_text(f"{wanted}°")
    expect(ada.page.locator(".ghost-at .figure")).to_be_visible()
    check(ada.page, "a proposal")
    proposal.get_by_role("button", name="Do it").click()
    expect(ada.page.locator(".proposal")).to_have_count(0)
    expect(ada.page.locator(".spin")).to_have_count(0)
    moves = [frame.get("move", "") for frame in frames(hall, ada.page.url)]
    assert any(re.fullmatch(rf"put \d+ {wanted}", move) for move in moves)


def sit_alone(page: Page) -> None:
    page.goto(f"/new/{GAME}")
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    page.get_by_label("Just me").check()
    page.locator("input[name=seats][value='2']").check()
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat em")).to_have_count(2)
    expect(page.locator(".seat.gone")).to_have_count(0)


def test_one_person_holds_every_seat(visit: Visit) -> None:
    page = visit().page
    sit_alone(page)
    seats: set[str] = set()
    deadline = time.monotonic() + 60
    while len(seats) < 2:
        assert time.monotonic() < deadline, page.inner_text("body")[:400]
        if page.query_selector(".fin"):  # lost before the second had a turn
            sit_alone(page)
        if page.query_selector(".table:not(.waiting) .seat.turn"):
            asked = page.locator(".seat.turn .seat-name b").all_inner_texts()
            seats.update(name.removesuffix("YOU").strip() for name in asked)
        page.evaluate(NEXT)
        page.wait_for_timeout(30)
    assert seats == {"Ada", "Ada 2"}


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(visit: Visit, hall: Hall, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport).go(stand(hall, ACT, "Ada", "bot").seats[0])
    expect(page.locator(".actions")).to_be_visible()
    check(page, "an action")
    page.locator(".act", has_text="Whisper").click()
    page.locator(".palms .pick.legal").first.click()
    check(page, "a whisper")
    page.goto(stand(hall, PUT, "Ada", "bot").seats[0])
    expect(page.locator(".spin")).to_be_visible()
    check(page, "turning")
    press_barred(page.locator(".spots .pick").first)
    check(page, "a space")


def test_reading_and_why_not(visit: Visit, hall: Hall) -> None:
    s, link = table_at(hall, PUT, "Ada", "bot")
    page = visit().go(link)
    expect(page.locator(".spin")).to_be_visible()
    figure = int(repr(s.agenda[-1]).strip(")").split(",")[1])
    taken = next(s.numbers[RING + other] for other in range(3) if other != figure)
    press_barred(page.locator(f"[data-spot=x{taken}]"))
    expect(page.locator(".why")).to_contain_text("free external space")
    expect(page.locator(".why a")).to_contain_text("TF-21")


# A note rises by a few pixels as it appears.
SETTLED = """() => Promise.all(
  document.querySelector('.why').getAnimations().map((one) => one.finished)).then(() => null)"""
KEPT = ".spin, .team, .aim-at, .spots .pick.legal, .spots .pick.picked, .ribbon-act .btn"
COVERED = """(kept) => {
  const note = document.querySelector('.why').getBoundingClientRect();
  return [...document.querySelectorAll(kept)].map((one) => one.getBoundingClientRect()).filter((box) =>
    Math.min(note.right, box.right) > Math.max(note.left, box.left) &&
    Math.min(note.bottom, box.bottom) > Math.max(note.top, box.top)).length;
}"""


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_note_never_covers_figure_team_or_targets(
    visit: Visit, hall: Hall, viewport: dict[str, int]
) -> None:
    for found in (RED, PUT):
        page = visit(viewport=viewport).go(stand(hall, found, "Ada", "bot").seats[0])
        expect(page.locator(".spin")).to_be_visible()
        page.evaluate("document.fonts.ready.then(() => null)")
        for spot in page.locator(".spots .pick.off").all()[::5]:
            page.keyboard.press("Escape")
            expect(page.locator(".why")).to_have_count(0)
            spot.hover()
            expect(page.locator(".why b")).not_to_be_empty()
            page.evaluate(SETTLED)
            assert page.evaluate(COVERED, KEPT) == 0
        # It goes as soon as the figure is taken.
        drag(page, middle(page.locator(".spin-drag")), middle(page.locator(".team")))
        expect(page.locator(".why")).to_have_count(0)


def test_a_figure_is_put_back_by_a_button_and_by_escape(visit: Visit, hall: Hall) -> None:
    s, link = table_at(hall, PUT, "Ada", "bot")
    figure = int(repr(s.agenda[-1]).strip(")").split(",")[1])
    goal = [place for place in s.reach(figure) if place != s.numbers[RING + figure]][-1]
    page = visit().go(link)
    button = page.get_by_role("button", name="Put back")
    expect(button).to_be_disabled()

    def try_it() -> None:
        drag(page, middle(page.locator(".spin-drag")), middle(page.locator(f"[data-spot=x{goal}]")))
        page.get_by_role("button", name="15 degrees clockwise", exact=True).click()
        expect(page.locator(f"[data-spot=x{goal}]")).to_have_class(re.compile("picked"))

    def check_back() -> None:
        expect(page.locator(".spots .picked")).to_have_count(0)
        assert facing(page) == s.numbers[FACING + figure]
        check_needle(page, s)

    try_it()
    button.click()
    check_back()
    try_it()
    page.keyboard.press("Escape")
    check_back()
    # Also while it is still in the hand: letting go then changes nothing.
    page.mouse.move(*middle(page.locator(".spin-drag")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(f"[data-spot=x{goal}]")), steps=3)
    page.keyboard.press("Escape")
    page.mouse.move(*middle(page.locator(".team")), steps=3)
    page.mouse.up()
    check_back()
    assert frames(hall, page.url)[-1]["position"] == PUT[1]


REFILL = find(GAME, 3, asks("Refill"), after=20, seed=2, bot="random")
SPILLED = """() => [...document.querySelectorAll('.seat .ev')].filter((chip) =>
  chip.getBoundingClientRect().right > chip.closest('.seat').getBoundingClientRect().right).length"""


def test_a_phone_says_what_the_threats_mean(visit: Visit, hall: Hall) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).go(
        stand(hall, ACT, "Ada", "bot").seats[0]
    )
    page.locator(".strip").tap()
    expect(page.locator(".threat-sheet")).to_contain_text("if it comes next")
    check(page, "threats")
    page.locator(".threat-sheet .btn").tap()
    expect(page.locator(".threat-sheet")).to_have_count(0)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_hand_and_display_stand_under_their_names(
    visit: Visit, hall: Hall, viewport: dict[str, int]
) -> None:
    page = visit(viewport=viewport).go(stand(hall, REFILL, "Ada", "bot", "bot").seats[0])
    for name, cards in [("Your hand", ".palm"), ("Display", ".bottoms")]:
        label = page.get_by_role("heading", name=name).bounding_box()
        row = page.locator(cards).bounding_box()
        assert label
        assert row
        assert abs(label["x"] - row["x"]) < 12
        assert 0 <= row["y"] - label["y"] < 40
    widths = [card.bounding_box() for card in page.locator(".bottoms .pick").all()]
    assert all(box and box["width"] >= 44 for box in widths)
    assert page.evaluate(SPILLED) == 0


def test_a_space_that_is_named_can_be_found(visit: Visit, hall: Hall) -> None:
    """Rows have their names at both ends, where nothing lies; any space has its own under the pointer."""
    page = visit().go(hall.table("Ada", "bot", game=GAME).seats[0])
    expect(page.locator(".spots")).to_be_visible()
    names = page.locator("text.coordinate").all_text_contents()
    letters = {name[0] for name in names}
    assert letters <= set("abcdefghijk")
    assert (
        len(letters) >= 8
    )  # of eleven rows, as obstacles and memories may lie on both ends of one
    button = page.locator(".space-pick").nth(6 + 7 + 8 + 9 + 10)
    label = button.locator(".space-name")
    expect(label).to_be_hidden()
    button.hover()
    expect(label).to_be_visible()
    expect(label).to_have_attribute("data-name", "f1")
