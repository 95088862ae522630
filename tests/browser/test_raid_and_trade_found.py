"""Raid & Trade: what somebody found who played it for the first time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Page, expect

from duskhall.engine.game import game
from duskhall.engine.positions import print_position
from duskhall.engine.records import Record
from duskhall.games.raid_and_trade.parts import ACTED, MOVE_OVER, MOVED
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.server.messages import WantedSeat
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, Links, press_barred
from tests.games.raid_and_trade.words import FAR_HOUSE, deal, dice, play, ruin
from tests.server.hosting import Host, hosting

NAMES = ["Ada", "Grace", "Hopper", "Joan", "Kay"]
TABLET = {"width": 768, "height": 1024}
LAPTOP = {"width": 1024, "height": 768}
each_width = pytest.mark.parametrize(
    "viewport", [DESK, LAPTOP, TABLET, PHONE], ids=["desk", "laptop", "tablet", "phone"]
)
GREEN = {"houses": f"t2-c1 green, {FAR_HOUSE}"}
RICH = {
    "tokens": "3 scrap 2 clothing 1 guns | 2 food 1 guns | 1 electrics",
    "crafted": "Knuckle Wraps, Brass Whistle, Bandolier | Herb Pouch",
    "favor": "2 | -6 | 10",
    "discs": "1 | 4",
}


class OpenHall(Hall):
    """A server in this process: tables may begin at any position, which strangers may not bring."""

    def __init__(self, host: Host) -> None:
        self.host, self.address, self.port = host, host.address, host.port


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHall]:
    with hosting(tmp_path_factory.mktemp("hall") / "tables.sqlite", grace=0) as host:
        yield OpenHall(host)


def table_at(
    hall: OpenHall,
    s: Ruin,
    language: str = "en",
    others: str = "person",
    names: list[str] = NAMES,
    hints: bool | None = None,
) -> Links:
    """A table that begins at this position, with people in the other seats or bots."""
    s.ask_again()
    kind = game("raid-and-trade")
    edition = kind.editions()["designed"]
    start = print_position(s, kind, "designed")
    record = Record(kind, s.box.players, s.box.options, edition, 4, start=start)
    wanted = [WantedSeat("person", names[0])]
    for name in names[1 : s.box.players]:
        wanted.append(
            WantedSeat("person", name) if others == "person" else WantedSeat("bot", bot="greedy")
        )
    making = hall.host.hall.seat(record, wanted, False, language, hints=hints)
    made = asyncio.run_coroutine_threadsafe(making, hall.host.loop).result(30)
    return Links(msgspec.to_builtins(made))


def at_table(visit: Visit, hall: OpenHall, s: Ruin, **habits: object) -> Page:
    language = str(habits.get("locale", "en"))
    page = visit(**habits).go(table_at(hall, s, language).seats[0])
    expect(page.locator(".city")).to_be_visible()
    return page


def test_a_disc_is_taken(visit: Visit, hall: OpenHall) -> None:
    """RT-73: every disc that may be taken is lit, and one is taken."""
    page = at_table(visit, hall, ruin(inside="0"))
    page.locator(".act[data-spot='outpost']").click()
    discs = page.locator(".answer[data-spot^='=disc']")
    expect(discs).to_have_count(5)
    expect(page.locator(".answer.legal[data-spot^='=disc']")).to_have_count(5)
    expect(discs.first).to_contain_text("8 AP")
    expect(page.locator(".answer[data-spot='=train']")).to_contain_text("6 AP")
    discs.first.click()
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".seat").first.locator(".tag-disc")).to_have_text("4")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_an_incident_on_the_map_is_read(
    visit: Visit, hall: OpenHall, viewport: dict[str, int]
) -> None:
    """RT-35: also one that cannot be claimed now; and nothing opens over the table empty."""
    page = at_table(visit, hall, ruin(at="t7/a", lying="t7 Scavenger"), viewport=viewport)
    slip = page.locator(".slip-pick")
    slip.click()
    expect(page.locator(".scrim .city-close")).to_contain_text("Scavenger")
    page.keyboard.press("Escape")
    expect(page.locator(".scrim")).to_have_count(0)
    slip.click(button="right")
    expect(page.locator(".scrim .city-close")).to_contain_text("Scavenger")


def test_a_slip_opens_nothing_empty(visit: Visit, hall: OpenHall) -> None:
    page = at_table(visit, hall, ruin(inside="0"))
    page.locator(".act[data-spot='outpost']").click()
    page.locator(".answer").first.click(button="right")
    page.locator(".answer").last.click()
    expect(page.locator(".answer.picked")).to_have_count(1)
    expect(page.locator(".scrim")).to_have_count(0)


@pytest.mark.parametrize("viewport", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_end_is_read(visit: Visit, hall: OpenHall, viewport: dict[str, int]) -> None:
    """Names stand on one line, and nothing lies over anything else."""
    page = at_table(visit, hall, ruin(5, sp="20", ap="20"), viewport=viewport)
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".led")).to_have_count(5)
    for seat in page.locator(".led").all():
        name, sums = seat.locator(".who b").bounding_box(), seat.locator("dl").bounding_box()
        assert name
        assert sums
        assert name["height"] < 40
        assert sums["width"] > 200
        assert sums["x"] >= name["x"] + name["width"] or sums["y"] >= name["y"] + name["height"]


@pytest.mark.parametrize("name", ["raid-and-trade", "the-faceless", "dark-dealings"])
def test_the_list_of_keys_opens(visit: Visit, hall: OpenHall, name: str) -> None:
    """Also where a game has a key of its own for what the hall has one for."""
    page = visit().go(hall.table("Ada", "Grace", "Hopper", game=name).seats[0])
    expect(page.locator(".ribbon")).to_be_visible()
    page.keyboard.press("?")
    keys = page.locator("dialog .keys").first
    expect(keys.locator("dt", has_text="Esc")).to_have_count(1)


def test_a_barred_action_says_what_is_missing(visit: Visit, hall: OpenHall) -> None:
    """RT-50, RT-60, RT-61: each with its own reason, one press after another."""
    page = at_table(visit, hall, ruin())
    fight, craft = page.locator(".act[data-spot='fight']"), page.locator(".act[data-spot='craft']")
    expect(fight).to_contain_text("gun missing")
    expect(page.locator(".act[data-spot='market']")).to_contain_text("four tokens needed")
    press_barred(fight)
    expect(page.locator(".why")).to_contain_text("An attack costs 5 AP and a gun")
    press_barred(craft)
    expect(page.locator(".why")).to_contain_text("You do not have the tokens for Knuckle Wraps")


def test_an_outpost_that_is_taken_is_not_far_away(visit: Visit, hall: OpenHall) -> None:
    """RT-73: whoever stands beside it is told that somebody is inside."""
    page = at_table(visit, hall, ruin(outpost="t2-c3", inside="1", ap="6"))
    expect(page.locator(".act[data-spot='outpost']")).to_contain_text("taken")


def test_nobody_trades_from_inside(visit: Visit, hall: OpenHall) -> None:
    page = at_table(visit, hall, ruin(inside="0"))
    press_barred(page.locator(".act.act-no[data-spot='trade']"))
    expect(page.locator(".why")).to_contain_text("RT-61")
    expect(page.locator(".composer")).to_have_count(0)


def test_what_the_round_adds_to_a_raid_is_counted(visit: Visit, hall: OpenHall) -> None:
    """RT-44: four are printed, and every raid of a Dust Storm draws one more."""
    s = ruin(event="Dust Storm", green="Sleeping Family", **GREEN)
    page = at_table(visit, hall, play(s, "0 raid t2-c1"))
    expect(page.locator(".raid-more")).to_contain_text("+1")
    expect(page.locator(".answer", has_text="Keep it")).to_contain_text("Draw 5 tokens")
    page.locator(".answer", has_text="Keep it").click()
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".raid-card")).to_have_count(0)
    held = page.locator(".bag .res b").all_inner_texts()
    assert sum(int(n) for n in held) == 5


def test_a_raid_that_the_die_settles_is_seen(visit: Visit, hall: OpenHall) -> None:
    """RT-41: its card and its roll, also where nothing moves and nobody is asked."""
    page = at_table(visit, hall, dice(ruin(green="Kitchen Shelves", **GREEN), "fail"))
    page.locator(".house-pick.legal").first.click()
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".raid-die")).to_contain_text("failure")
    expect(page.locator(".raid-die")).to_contain_text("2 tokens")
    expect(page.locator(".raid-card")).to_contain_text("Kitchen Shelves")
    expect(page.locator(".ribbon")).to_contain_text("Your action is taken. You may still move.")


def test_a_window_says_that_it_is_quiet_only_where_it_is(visit: Visit, hall: OpenHall) -> None:
    """RT-94: of one who is asked alone, everybody sees when they have answered."""
    for unseen, is_quiet in (("Lucky Charm", False), ("Lucky Charm | Forger", True)):
        s = dice(ruin(green="Kitchen Shelves", unseen=unseen, **GREEN), "fail")
        play(s, "0 raid t2-c1")
        while "AfterRoll" not in repr(s.agenda[-1]):
            for seat in s.waiting[:]:
                play(s, f"{seat} {'roll' if 'RaidCard' in repr(s.agenda[-1]) else 'pass'}")
        page = at_table(visit, hall, s)
        expect(page.locator(".ribbon")).to_contain_text("Have it rolled again?")
        told = page.locator(".ribbon", has_text="nobody is told who has")
        expect(told).to_have_count(int(is_quiet))


def first_to_choose() -> Ruin:
    """The first seat is the first to choose a character."""
    for seed in range(100):
        s = deal(3, seed=seed)
        if s.waiting == [0] and "PickCharacter" in repr(s.agenda[-1]):
            return s
    raise AssertionError("the first seat never begins")


def test_a_character_is_chosen_knowing_what_it_is(visit: Visit, hall: OpenHall) -> None:
    """RT-10: die, role and power on its slip, all items and what the die means in its note."""
    page = at_table(visit, hall, first_to_choose())
    slips = page.locator(".laid .deck-character")
    expect(slips).to_have_count(5)
    room = page.locator(".tray").bounding_box()
    assert room
    for slip in slips.all():
        expect(slip.locator(".die-faces li")).to_have_count(12)
        box = slip.bounding_box()
        assert box
        assert room["x"] <= box["x"]
        assert box["x"] + box["width"] <= room["x"] + room["width"]
        assert box["y"] + box["height"] <= DESK["height"]
    garcia = page.locator(".deck-character", has_text="Garcia")
    expect(garcia).to_contain_text("trader")
    expect(garcia).to_contain_text("Trades cost neither side AP")
    garcia.click(button="right")
    note = page.locator(".scrim .city-close")
    expect(note.locator(".character-items li")).to_have_count(14)
    expect(note.locator(".character-items")).to_contain_text("Trading Post")
    expect(note.locator(".die-legend")).to_contain_text(
        "Wins, unless the defender rolled a shield."
    )


def test_what_is_left_of_a_turn_is_said(visit: Visit, hall: OpenHall) -> None:
    """RT-22"""
    s = ruin()
    s.numbers[ACTED], s.numbers[MOVED] = 1, MOVE_OVER
    page = at_table(visit, hall, s)
    expect(page.locator(".ribbon")).to_contain_text("Move and action are done.")
    expect(page.locator(".ribbon")).not_to_contain_text("move once")
    japanese = at_table(visit, hall, ruin(), locale="ja")
    expect(japanese.locator(".ribbon .kicker")).to_have_text(
        "あなたの手番 · 残り：移動とアクション"
    )


def put_together(page: Page) -> None:
    page.locator(".act[data-spot='trade']").click()
    page.locator(".side-give .purse-kind button:enabled").first.click()
    page.locator(".side-take .purse-kind button:enabled").first.click()


def test_what_was_refused_is_still_there(visit: Visit, hall: OpenHall) -> None:
    """RT-65: an offer more than one may make; it is not put together once more."""
    page = at_table(visit, hall, ruin(offers=1, **RICH))
    put_together(page)
    page.get_by_label("A word with it").fill("Please.")
    page.get_by_label("A word with it").press("Enter")
    expect(page.locator(".made")).to_contain_text("1 of 1 offers")
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator(".offer")).to_contain_text("Please.")
    expect(page.get_by_text("Nobody has said anything yet.")).to_have_count(0)
    page.locator(".side-give .purse-kind button:enabled").first.click()
    page.locator(".side-take .purse-kind button:enabled").first.click()
    page.get_by_label("A word with it").fill("Once more.")
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".ribbon.broken")).to_contain_text("You have made your 1 offers")
    expect(page.get_by_label("A word with it")).to_have_value("Once more.")
    expect(page.locator(".deal-plate .token")).to_have_count(2)


def test_a_word_to_an_offer_has_its_name_on_a_phone(visit: Visit, hall: OpenHall) -> None:
    """And all of what is put together is in view, as long as nobody offers anything else."""
    page = at_table(visit, hall, ruin(5, **RICH), viewport=PHONE)
    page.locator(".act[data-spot='trade']").click()
    field = page.locator("#offer-word")
    expect(field).to_have_attribute("placeholder", "A word with it")
    shown = "one => getComputedStyle(one, '::placeholder').color"
    assert "rgba(0, 0, 0, 0)" not in field.evaluate(shown)
    expect(field).to_be_in_viewport()


def test_the_outpost_is_lit_as_houses_are(visit: Visit, hall: OpenHall) -> None:
    """In the same gold, and with a rim as strong on its own dark ground."""
    page = at_table(visit, hall, ruin(outpost="t2-c3", **GREEN))
    read = "one => (({ stroke, strokeWidth }) => [stroke, parseFloat(strokeWidth)])(getComputedStyle(one))"
    house = page.locator(".house-may .house-rim").first.evaluate(read)
    outpost = page.locator(".outpost").evaluate(read)
    assert outpost[0] == house[0]
    assert outpost[1] > 3 > house[1]


CUT = """() => [...document.querySelectorAll(
  '.seat-name b, .tags, .tag:not(.tag-item, .tag-bad), .gates, .item-row, .quest-state')]
  .filter((one) => one.getClientRects().length && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className + ': ' + one.textContent)"""
OVER = """() => [...document.querySelectorAll('.seat')].filter((seat) => {
  const note = seat.querySelector('.seat-note').getBoundingClientRect();
  const dial = seat.querySelector('.ap-dial').getBoundingClientRect();
  return note.right > dial.left + 1 && note.bottom > dial.top && dial.bottom > note.top;
}).map((seat) => seat.textContent)"""


@each_width
@pytest.mark.parametrize("language", ["en", "ja"])
def test_five_seats_are_whole(
    visit: Visit, hall: OpenHall, viewport: dict[str, int], language: str
) -> None:
    """Names, dials and chips of all of them, and the last panel to its end."""
    page = at_table(visit, hall, ruin(5, **RICH), viewport=viewport, locale=language)
    expect(page.locator(".seat")).to_have_count(5)
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) == []
    last = page.locator(".seat").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= viewport["height"]
    assert last["x"] + last["width"] <= viewport["width"]


BROKEN = """() => [...document.querySelectorAll('.gate-table thead th')].filter((one) => {
  const line = parseFloat(getComputedStyle(one).lineHeight);
  const range = document.createRange();
  range.selectNodeContents(one);
  const lines = Math.round(range.getBoundingClientRect().height / line);
  return lines > one.textContent.split('\u200b').length;
}).map((one) => one.textContent)"""
LINES = """all => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length;
})"""
EDGE = """() => [...document.querySelectorAll('.item-row')].map((row) => {
  const range = document.createRange();
  range.selectNodeContents(row.querySelector('em'));
  return row.getBoundingClientRect().right - range.getBoundingClientRect().right;
})"""


@each_width
def test_japanese_headers_break_between_words(
    visit: Visit, hall: OpenHall, viewport: dict[str, int]
) -> None:
    """And the points of an item keep off the edge of its card."""
    page = at_table(visit, hall, ruin(**RICH), viewport=viewport, locale="ja")
    expect(page.locator(".act").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert set(page.locator(".act b").evaluate_all(LINES)) == {1}
    if page.locator(".nav").is_visible():
        page.locator(".nav button").nth(1).click()
    expect(page.locator(".gate-table")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(BROKEN) == []
    assert min(page.evaluate(EDGE)) >= 5


def test_nobody_is_asked_where_only_bots_play(visit: Visit, hall: OpenHall) -> None:
    """What an incident revealed is taken back without asking anybody; among people they are asked."""
    for others, label in (("bot", "Take back"), ("person", "Ask to take back")):
        page = visit().go(table_at(hall, ruin(), others=others).seats[0])
        page.locator(".road-pick.legal", has_text="AP").first.click()
        page.locator(".ribbon .btn.go").click()
        tool = page.locator(".bar .tool", has_text="ake back")
        expect(tool).to_have_text(label)
