"""A hint at the table, step by step, and looking back at the game afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

import duskhall
from duskhall.bots.mind import mind_of
from duskhall.engine.state import State
from duskhall.games.the_faceless.box import RING
from duskhall.games.the_faceless.rules.walk import PlaceFigure
from tests.browser.checks import check, resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, NARROW, PHONE, Hall, let_a_bot_play
from tests.browser.moments import asks, find, finished, stand

# How far rings reach out of the map's frame, in pixels: nowhere, if they are drawn within it.
BEYOND = """() => {
  const frame = document.querySelector('.map-frame').getBoundingClientRect();
  return [...document.querySelectorAll('.hint-rings rect')].map((e) => {
    const ring = e.getBBox();
    return Math.round(Math.max(frame.left - ring.x, frame.top - ring.y,
      ring.x + ring.width - frame.right, ring.y + ring.height - frame.bottom));
  });
}"""
# Whether something else lies over this.
COVERED = """(e) => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  return [[left + 4, top + 4], [(left + right) / 2, (top + bottom) / 2], [right - 4, bottom - 4]]
    .some(([x, y]) => !e.contains(document.elementFromPoint(x, y)));
}"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One whose adviser thinks quickly."""
    opened = Hall(tmp_path_factory.mktemp("hall"), None, 0, "--adviser", "greedy")
    opened.open()
    yield opened
    opened.close()


def test_a_hint_and_a_review(visit: Visit, hall: Hall) -> None:
    """The hint on a phone, the review there and at a desk."""
    visitor = visit(viewport=PHONE)
    page = visitor.go(hall.table("Ada", "bot").seats[0])
    expect(page.locator(".hand .pick.legal").first).to_be_visible()
    page.keyboard.press("i")
    line = page.locator("div.hint-line")
    expect(line).to_contain_text(re.compile("step 1 of [23]"))
    check(page, "hint")
    if (
        "of 3" in line.inner_text()
    ):  # with a reason, which comes first, and is of no answer named yet
        expect(line).to_contain_text("With a bot’s answer: ")
        expect(page.locator(".hint-rings rect")).to_have_count(0)
        line.get_by_role("button", name="Show me where").click()
    else:
        expect(line).to_contain_text("what is ringed")
    expect(page.locator(".hint-rings rect")).to_have_count(2)  # the two heroes to pick
    for ring in page.locator(".hint-rings rect").all():  # nothing lies over them
        expect(ring).to_have_css("fill", "none")
    page.keyboard.press("i")
    expect(line).to_contain_text("A bot would: Pick")
    expect(line).not_to_contain_text("With a bot’s answer")
    check(page, "hint with its answer")
    line.get_by_role("button", name="Do it").click()
    expect(line).to_have_count(0)

    visitor.play()
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".curve polyline")).to_have_count(2)
    expect(page.locator(".rv-state")).to_have_text("", timeout=90_000)
    check(page, "review on a phone")
    page.set_viewport_size(DESK)
    check(page, "review")
    slider = page.get_by_label("A moment of the game")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".curve-read")).to_contain_text("Move 0 of")
    points = page.locator(".rv-points button")
    if points.count():
        points.first.click()
        expect(page.locator(".rv-row.best")).to_have_count(1)
        assert (
            page.locator(".rv-row").count() >= 2
        )  # what was answered, and what else was thought of
        expect(page.locator(".rv-why")).to_contain_text("Advice to ")
        expect(page.locator(".rv-picture .picture-table .board > *").first).to_be_visible()
        check(page, "turning point")
    page.locator(".lang").click()
    expect(page.locator("h2.headline")).to_have_text("勝負の分かれ目")
    assert not re.search(r"[A-Za-z]{4,}", page.locator(".curve-note").inner_text())
    page.get_by_role("link", name="ここから続ける").click()
    expect(page.locator("dialog")).to_be_visible()


def test_a_hint_leaves_the_board_its_room(visit: Visit, hall: Hall) -> None:
    found = find("the-faceless", 2, asks("Act"), after=4, seed=2)
    visitor = visit(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    page = visitor.go(stand(hall, found, "Ada", "bot").seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    page.keyboard.press("i")
    expect(page.locator(".hint-acts")).to_be_in_viewport(ratio=1)
    expect(page.locator("p.hint")).to_be_hidden()
    expect(page.locator(".team")).to_be_in_viewport(ratio=0.5)
    board = page.locator(".wood").bounding_box()
    assert board
    assert board["height"] >= 120


def test_on_a_phone_every_kid_can_be_chosen_beside_a_hint(visit: Visit, hall: Hall) -> None:
    chosen: dict[str, object] = {"kids": True, "cast": "chosen"}
    link = hall.table("Ada", "bot", game="the-faceless", options=chosen).seats[0]
    page = visit(viewport=PHONE, has_touch=True).go(link)
    kids = page.locator(".kids .pick")
    expect(kids).to_have_count(10)
    for size in (PHONE, NARROW):
        resize(page, size)
        page.keyboard.press("i")
        expect(page.locator("div.hint-line")).to_be_visible()
        kids.last.scroll_into_view_if_needed()
        expect(kids.last).to_be_in_viewport(ratio=0.99)  # it is scrolled by whole pixels
        assert not kids.last.evaluate(COVERED)
        expect(page.locator(".ribbon")).to_be_in_viewport(ratio=1)  # the question stays
    name = kids.last.locator("b").inner_text()
    kids.last.tap()
    page.locator(".ribbon .btn.go").tap()
    expect(page.locator(".seat").first).to_contain_text(name)


def test_where_only_one_answer_is_left_the_question_stands(visit: Visit, hall: Hall) -> None:
    def single(s: State) -> bool:
        return s.waiting == [0] and len(s.legal_moves(0)) == 1

    found = find("dont-turn-your-back", 2, single, after=4, seed=2)
    page = visit().go(stand(hall, found, "Ada", "bot").seats[0])
    question = page.locator(".ribbon:not(.wait)")
    expect(question).to_be_visible()
    asked = question.inner_text()
    page.keyboard.press("i")
    expect(page.locator(".unhinted")).to_contain_text("There is nothing else to answer.")
    assert question.inner_text() == asked


def test_what_is_hinted_comes_into_view(visit: Visit, hall: Hall) -> None:
    """On a phone whose map shows another end of the city."""

    def turn(s: State) -> bool:
        return 0 in s.waiting and any(str(move).startswith("raid") for move in s.legal_moves(0))

    found = find("raid-and-trade", 3, turn, after=34, seed=2, bot="greedy")
    page = visit(viewport=PHONE, has_touch=True).go(
        stand(hall, found, "Ada", "bot", "bot").seats[0]
    )
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    far = page.locator(".locator button").first
    far.click()
    line = page.locator("div.hint-line")
    page.keyboard.press("i")
    expect(line).to_contain_text("step 1 of 3")
    line.get_by_role("button", name="Show me where").click()
    rings = page.locator(".hint-rings rect")
    expect(rings).to_have_count(1)
    ring = rings.bounding_box()
    assert ring
    assert ring["width"] >= 40  # not a sliver at the edge
    assert ring["height"] >= 40
    line.get_by_role("button", name="Show the answer").click()
    expect(line).to_contain_text(re.compile("A bot would: (Raid house|Go to)"))
    expect(rings).to_have_count(1)
    assert page.evaluate(BEYOND)[0] <= 0
    page.get_by_role("button", name="Closer").click()
    frame = page.locator(".map-frame").bounding_box()
    assert frame
    for _ in range(4):  # who looks elsewhere sees no ring over the seats
        page.mouse.move(frame["x"] + 20, frame["y"] + frame["height"] / 2)
        page.mouse.down()
        page.mouse.move(frame["x"] + 280, frame["y"] + frame["height"] / 2, steps=4)
        page.mouse.up()
        assert all(beyond <= 0 for beyond in page.evaluate(BEYOND))


def review_of(page: Page, record: str) -> Locator:
    """The turning points of a game that is brought."""
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Choose a file").first.click()
    file: FilePayload = {
        "name": "a.json",
        "mimeType": "application/json",
        "buffer": record.encode(),
    }
    chooser.value.set_files(file)
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".rv-state")).to_have_text("", timeout=90_000)
    points = page.locator(".rv-points button")
    expect(points.nth(1)).to_be_attached()  # who plays at random errs more than once
    return points


def test_a_turning_point_is_seen_when_chosen(visit: Visit, hall: Hall) -> None:
    """What was answered, what was better and why: all in view, and nothing lies over it."""
    page = visit().go("/")
    points = review_of(page, finished("dark-dealings")[0])
    expect(points).to_have_count(10)
    expect(page.locator(".lede")).to_contain_text("The ten answers that cost the most")
    rows = [box["y"] for box in (point.bounding_box() for point in points.all()) if box]
    assert rows[-2] == rows[-1]  # none stands alone in its row
    for wide, high in ((1440, 900), (1024, 768), (768, 1024), (390, 844)):
        resize(page, {"width": wide, "height": high})
        page.evaluate("scrollTo(0, 0)")
        points.last.click()
        expect(points.last).to_have_attribute("aria-pressed", "true")
        for part in (".rv-told h2", ".rv-row.best", ".rv-why"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
            assert not page.locator(part).evaluate(COVERED), (part, wide)
        page.keyboard.press("ArrowLeft")
        expect(points.last).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".rv-points button:focus")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".rv-why")).to_be_in_viewport(ratio=1)
    for part in (".rv-when", ".rv-loss"):  # on a phone too: when it was, and whose answer
        box = points.last.locator(part).bounding_box()
        assert box
        assert box["width"] > 30


def test_a_turning_point_is_seen_through_the_eyes_of_its_seat(visit: Visit, hall: Hall) -> None:
    page = visit().go("/")
    points = review_of(page, finished("dark-dealings")[0])
    early = points.filter(has_text=re.compile("Heroes|Defenses"))
    expect(early.first).to_be_visible()
    for point in early.all():
        point.click()
        sign = point.locator(".shape").get_attribute("class") or ""
        seat = int(re.findall(r"shape-(\d)", sign)[0]) - 1
        picture = page.locator(".rv-picture")
        expect(picture.locator(f'[data-place="hand.{seat}"] [data-card]').nth(1)).to_be_visible()
        expect(picture.locator('[data-place^="hand."]')).to_have_count(1)
        if "Defenses" in point.inner_text():  # and what there was to choose from
            expect(picture.locator(".market-slot").first).to_be_visible()
        expect(page.get_by_role("link", name="In the replay", exact=True)).to_have_attribute(
            "href", re.compile(f"eyes={seat}$")
        )


def test_what_a_bot_answered_for_a_person_is_told_so(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "bot").seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    let_a_bot_play(page)
    page.wait_for_selector(".fin")
    page.get_by_role("link", name="Watch the replay").click()
    deck = page.locator(".deck")
    expect(deck).to_contain_text("The cards are dealt.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tline input")).to_have_value("1")
    seen = [deck.inner_text()]
    for at in range(2, 5):  # both have answered by then
        page.keyboard.press("ArrowRight")
        expect(page.locator(".tline input")).to_have_value(str(at))
        seen.append(deck.inner_text())
    assert any(text.startswith("A bot, for Ada: ") for text in seen), seen
    assert not any(text.startswith("Ada: ") for text in seen), seen


def test_a_review_of_the_faceless_tells_directions_and_is_found_again(
    visit: Visit, hall: Hall
) -> None:
    page = visit().go("/")
    points = review_of(page, finished("the-faceless")[0])
    for told in points.all_inner_texts():
        assert not re.search(r" [a-k]\d+\b|points for", told), told
        assert re.search(r"\d+ points?\s+off the chance to win", told), told
    moved = points.filter(has_text="facing")
    moved.first.click()  # a magnet that was put elsewhere: both answers are marked
    for mark in ("was", "best"):
        expect(page.locator(f".rv-picture .ghost-at.{mark}")).to_have_count(1)
    heading = page.locator(".rv-told h2").inner_text()
    page.get_by_role("link", name="In the replay", exact=True).click()
    expect(page.locator(".deck")).to_contain_text(heading)  # it is told of that answer there
    page.go_back()
    expect(page.locator(".rv-told h2")).to_have_text(heading)


def test_what_was_answered_to_a_raid_card_is_told_with_its_name(visit: Visit, hall: Hall) -> None:
    """RT-43: where one looks back, the card lies there no more."""

    def drawn(s: State) -> bool:
        return any(move.verb == "keep" for seat in s.waiting for move in s.legal_moves(seat))

    _, position = find("raid-and-trade", 3, drawn, bot="greedy")
    record, _ = find("raid-and-trade", 3, lambda _: True, after=position + 1, bot="greedy")
    page = visit().go("/")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Choose a file").first.click()
    file: FilePayload = {
        "name": "a.json",
        "mimeType": "application/json",
        "buffer": record.encode(),
    }
    chooser.value.set_files(file)
    page.locator(".tline input").focus()
    page.keyboard.press("End")
    expect(page.locator(".deck")).to_contain_text(re.compile("(Put|Keep) (?!the card)"))


def test_what_is_ringed_lies_above_the_ribbon_on_a_phone(visit: Visit, hall: Hall) -> None:
    found = find("the-faceless", 2, asks("PlaceFigure"), after=4, seed=2)
    page = visit(viewport=PHONE, has_touch=True).go(stand(hall, found, "Ada", "bot").seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    page.keyboard.press("i")
    page.locator("div.hint-line").get_by_role("button", name="Show me where").click()
    ring = page.locator(".hint-rings rect")
    expect(ring).to_have_count(1)
    box, tray = ring.bounding_box(), page.locator(".tray").bounding_box()
    assert box
    assert tray
    assert box["height"] >= 40  # whole
    assert box["y"] + box["height"] <= tray["y"]


def test_a_moved_obstacle_is_outlined_and_told_without_a_number(visit: Visit, hall: Hall) -> None:
    found = find("the-faceless", 2, asks("MoveObstacle"), seed=2)
    for size in (DESK, PHONE):
        page = visit(viewport=size).go(stand(hall, found, "Ada", "bot").seats[0])
        expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
        if size == DESK:  # the log lies beside the board there, which stays in view
            page.get_by_role("tab", name="Log").click()
        page.keyboard.press("i")
        line = page.locator("div.hint-line")
        expect(line).to_be_visible()
        while line.get_by_role("button", name=re.compile("^Show")).count():
            line.get_by_role("button", name=re.compile("^Show")).click()
        expect(line).to_contain_text(re.compile("Move the obstacle .* to the marked spaces"))
        outline = page.locator(".ghost-at.best .ghost-line")
        expect(outline).to_be_visible()
        expect(page.locator(".hint-rings rect")).to_have_count(
            0
        )  # they would lie across each other
        box, tray = outline.bounding_box(), page.locator(".tray").bounding_box()
        assert box
        assert tray
        assert box["y"] + box["height"] <= tray["y"] or box["x"] + box["width"] <= tray["x"]
        check(page, "a hint to move an obstacle")


def stays(s: State) -> bool:
    """Whether a bot would turn the figure that is asked about, and not move it."""
    if not asks("PlaceFigure")(s):
        return False
    plan = mind_of(duskhall.game("the-faceless")).plan(s.clone(), 0)
    step = s.agenda[-1]
    assert isinstance(step, PlaceFigure)
    return plan is not None and plan.about[0] == s.numbers[RING + step.figure]


def test_a_figure_that_would_stand_elsewhere_is_drawn_there(visit: Visit, hall: Hall) -> None:
    found = find("the-faceless", 2, asks("MoveGoat"), seed=2)
    page = visit().go(stand(hall, found, "Ada", "bot").seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    page.keyboard.press("i")
    line = page.locator("div.hint-line")
    expect(line).to_be_visible()
    while line.get_by_role("button", name=re.compile("^Show")).count():
        expect(page.locator(".ghost-facing")).to_have_count(0)
        line.get_by_role("button", name=re.compile("^Show")).click()
    facing = page.locator(".ghost-facing.best")
    expect(facing).to_be_visible()
    expect(line).to_contain_text(f"({facing.get_attribute('data-facing')}°)")
    check(page, "a hint to move a figure")


def test_a_hint_to_turn_a_figure_can_be_followed_by_hand(visit: Visit, hall: Hall) -> None:
    found = find("the-faceless", 2, stays, seed=2)
    for size in (DESK, PHONE):
        page = visit(viewport=size).go(stand(hall, found, "Ada", "bot").seats[0])
        expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
        page.keyboard.press("i")
        line = page.locator("div.hint-line")
        expect(line).to_be_visible()
        goal = page.locator(".spin .knob-goal")  # where the knob of the dial is to come
        expect(goal).to_have_count(0)
        while line.get_by_role("button", name=re.compile("^Show")).count():
            line.get_by_role("button", name=re.compile("^Show")).click()
        expect(goal).to_be_visible()
        expect(line).to_contain_text("stays, facing")
        expect(line).to_contain_text(f"({goal.get_attribute('data-facing')}°)")
        expect(page.locator(".hint-rings rect, .ghost-facing")).to_have_count(0)
        check(page, "a hint to turn a figure")


def is_around(ring: Locator, things: Locator) -> bool:
    """Whether a ring has the same middle as one of these."""
    box = ring.bounding_box()
    assert box
    return any(
        thing
        and abs(box["x"] + box["width"] / 2 - thing["x"] - thing["width"] / 2) < 8
        and abs(box["y"] + box["height"] / 2 - thing["y"] - thing["height"] / 2) < 8
        for thing in [one.bounding_box() for one in things.all()]
    )


def test_a_button_that_is_the_answer_is_ringed(visit: Visit, hall: Hall) -> None:
    found = find("the-faceless", 2, asks("JuliesChance"), seed=2)
    page = visit(viewport=PHONE).go(stand(hall, found, "Ada", "bot").seats[0])
    expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
    page.keyboard.press("i")
    line = page.locator("div.hint-line")
    expect(line).to_be_visible()
    while line.get_by_role("button", name="Show the answer").count():
        line.get_by_role("button", name="Show the answer").click()
    ring = page.locator(".hint-rings rect")
    expect(ring).to_have_count(1)
    assert is_around(ring, page.locator(".ribbon-act .btn"))
    check(page, "a hint to press a button")


@pytest.mark.parametrize(
    ("step", "verbs"), [("RaidCard", "keep put_back"), ("Spoils", "disc tokens")]
)
def test_a_slip_that_is_the_answer_is_ringed(
    visit: Visit, hall: Hall, step: str, verbs: str
) -> None:
    """RT-43, RT-66"""

    def asked(s: State) -> bool:
        return asks(step)(s) and {move.verb for move in s.legal_moves(0)} >= set(verbs.split())

    found = find("raid-and-trade", 3, asked, bot="greedy")
    for size in (DESK, PHONE):
        page = visit(viewport=size).go(stand(hall, found, "Ada", "bot", "bot").seats[0])
        expect(page.locator(".ribbon:not(.wait)")).to_be_visible()
        page.keyboard.press("i")
        line = page.locator("div.hint-line")
        expect(line).to_be_visible()
        while line.get_by_role("button", name=re.compile("^Show")).count():
            line.get_by_role("button", name=re.compile("^Show")).first.click()
        expect(line).to_contain_text("A bot would: ")
        ring = page.locator(".hint-rings rect")
        expect(ring).to_have_count(1)
        assert is_around(ring, page.locator(".answers .answer"))
        check(page, f"a hint at {step}")
