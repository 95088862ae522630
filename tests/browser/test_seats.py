"""Seat plates: several seats in one browser, who is away, and who is first player."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

import duskhall
from tests.browser.checks import check, resize
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, PHONE, Hall, Links, Visitor, let_a_bot_play
from tests.server.playing import Person

GAMES = [game.name for game in duskhall.installed()]
LEVELS = ["beginner", "master"]
SMALL = {"width": 1024, "height": 768}


def you(page: Page) -> str:
    """The name on the plate of the seat whose eyes one looks through."""
    return (
        page.locator(".seat", has=page.get_by_text("you", exact=True))
        .get_by_role("button")
        .inner_text()
    )


def both(visitor: Visitor, links: Links) -> Page:
    """A browser that has opened both links."""
    visitor.go(links.seats[0])
    expect(visitor.page.locator(".seat em")).to_have_count(1)
    visitor.go("/")
    visitor.go(links.seats[1])
    expect(visitor.page.locator(".seat em")).to_have_count(2)
    return visitor.page


def test_a_seat_link_joins_the_seats_one_holds(visit: Visit, hall: Hall) -> None:
    page = both(visit(), hall.table("Ada", "Grace"))
    expect(page.locator(".seat.gone")).to_have_count(0)
    assert "Grace" in you(page)
    for name in ("Grace", "Ada"):  # each answers in turn, and then the next is asked
        expect(page.locator(".seat", has_text=name).get_by_text("you", exact=True)).to_be_visible()
        for card in (0, 1):
            page.locator(".hand .pick.legal").nth(card).click()
        page.locator(".ribbon .go").click()
    expect(page.locator(".pile-card").first).to_be_visible()
    page.reload()
    expect(page.locator(".seat em")).to_have_count(2)
    page.goto("/")
    expect(page.locator(".row.mine")).to_contain_text("Your move")


def test_one_chooses_whose_eyes_to_look_through(visit: Visit, hall: Hall) -> None:
    page = both(visit(), hall.table("Ada", "Grace", game="the-faceless"))
    expect(page.locator(".seat.turn").get_by_text("you", exact=True)).to_be_visible()
    asked = "Ada" if "Ada" in you(page) else "Grace"
    other = "Grace" if asked == "Ada" else "Ada"
    tool = page.get_by_role("button", name=f"Look through {other}’s eyes")
    tool.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat", has_text=other).get_by_text("you", exact=True)).to_be_visible()
    expect(page.locator(".ribbon.wait")).to_contain_text(asked)
    page.locator(".ribbon .go").click()  # back to whoever is asked
    expect(page.locator(".seat", has_text=asked).get_by_text("you", exact=True)).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".seat", has_text=other).get_by_text("you", exact=True)).to_be_visible()


class Post:
    """Carries what sockets say, and on request only to the seat that speaks."""

    def __init__(self) -> None:
        self.is_held = False
        self.speaker: WebSocketRoute | None = None
        self.kept: list[tuple[WebSocketRoute, str | bytes]] = []

    def carry(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def sent(text: str | bytes) -> None:
            self.speaker = page
            server.send(text)

        def told(text: str | bytes) -> None:
            if self.is_held and page is not self.speaker:
                self.kept.append((page, text))
            else:
                page.send(text)

        page.on_message(sent)
        server.on_message(told)

    def deliver(self) -> None:
        self.is_held = False
        for page, text in self.kept:
            page.send(text)


def test_a_seat_that_has_not_heard_of_a_move_is_waited_for(visit: Visit, hall: Hall) -> None:
    """One seat has moved and waits for the other, which still waits for the first."""
    visitor, post = visit(), Post()
    visitor.page.route_web_socket("**/ws", post.carry)
    page = both(visitor, hall.table("Ada", "Grace", game="dont-turn-your-back"))
    visitor.play_until(".ribbon .go")
    asked = "Ada" if "Ada" in you(page) else "Grace"
    other = "Grace" if asked == "Ada" else "Ada"
    post.is_held = True
    page.locator(".ribbon .go").click()
    expect(page.locator(".ribbon.wait")).to_contain_text(other)
    assert post.kept
    assert asked in you(page)
    post.deliver()
    expect(page.locator(".seat", has_text=other).get_by_text("you", exact=True)).to_be_visible()


def test_a_watching_link_leaves_one_ones_seat(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "bot")
    visitor = visit()
    visitor.go(links.seats[0])
    expect(visitor.page.locator(".hand .pick.legal")).to_have_count(9)
    visitor.go("/")
    page = visitor.go(links.spectator)
    expect(page.locator(".ribbon")).to_contain_text("You are watching")
    page.goto("/")
    page.locator(".row .btn").click()
    expect(page.locator(".hand .pick.legal")).to_have_count(9)


@pytest.mark.parametrize("game", GAMES)
def test_who_is_away_and_who_is_first(visit: Visit, hall: Hall, game: str) -> None:
    links = hall.table("Ada", "Grace", "bot", game=game)
    ada = visit().go(links.seats[0])
    grace = visit()
    away = ada.locator(".seat.gone")
    expect(away).to_have_count(1)
    expect(away).to_contain_text("Grace")
    expect(away).to_contain_text("away")
    grace.go(links.seats[1])
    expect(away).to_have_count(0)
    first = ada.locator(".seat").get_by_role("img", name="first player")
    numbers = [name for _, name in duskhall.game(game).box(3).number_names]
    knows_first = "first" in numbers or "start" in numbers
    expect(first).to_have_count(1 if knows_first else 0)
    grace.go("/")
    expect(away).to_contain_text("Grace")


def test_who_is_waited_for_and_away_may_be_played_by_a_bot(visit: Visit, hall: Hall) -> None:
    page = visit().go(hall.table("Ada", "Grace").seats[0])
    for card in (0, 1):
        page.locator(".hand .pick.legal").nth(card).click()
    page.locator(".ribbon .go").click()
    expect(page.locator(".ribbon")).to_contain_text("Grace is away.")
    page.locator(".ribbon").get_by_role("button", name="Let a bot play for Grace").click()
    expect(page.locator(".pile-card").first).to_be_visible()


def with_levels(hall: Hall, game: str) -> Links:
    seats = [{"kind": "person", "name": "Ada"}, *[{"kind": "bot", "bot": bot} for bot in LEVELS]]
    plan = {"game": game, "options": {}, "public": False, "language": "en", "seats": seats}
    # Where all may lose together, beginners on their own end a game before one has looked.
    plan["ask_first"] = duskhall.game(game).box(3).is_cooperative
    return Links(hall.ask("/api/tables", plan))


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_tells_how_well_its_bot_plays(visit: Visit, hall: Hall, game: str) -> None:
    page = visit().go(with_levels(hall, game).seats[0])
    expect(page.locator(".seat .flames")).to_have_count(2)
    for seat, (lit, word) in enumerate([(1, "Beginner"), (4, "Master")], 1):
        plate = page.locator(".seat").nth(seat)
        expect(plate.get_by_role("img", name=f"Bot, level: {word}")).to_be_visible()
        expect(plate.locator(".flames .on")).to_have_count(lit)
        expect(plate.locator(".seat-open")).to_have_attribute("title", f"Bot, level: {word}")
    page.locator(".seat-open").nth(2).click()
    expect(page.locator(".look")).to_contain_text("Bot, level: Master")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator(".look")).to_contain_text("ボット（強さ：達人）")


@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_seat_tells_the_whole_name(visit: Visit, hall: Hall, game: str) -> None:
    bots = [{"kind": "bot", "bot": "beginner", "face": face} for face in ("clockmaker", "nib")]
    seats = [{"kind": "person", "name": "Ada"}, *bots]
    plan = {"game": game, "seats": seats, "options": {}, "public": False, "language": "en"}
    page = visit(viewport=SMALL).go(Links(hall.ask("/api/tables", plan)).seats[0])
    name = page.locator(".seat-name b").nth(1)
    expect(name).to_have_text("The Clockmaker")
    assert name.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_who_lets_a_bot_play_reads_how_well_and_comes_back_in_time(
    browser: Browser, tmp_path: Path
) -> None:
    hall = Hall(tmp_path, pace=900)  # the bots rest for as long as this test may take
    hall.open()
    try:
        ada = Visitor(browser, hall)
        page = ada.go(with_levels(hall, GAMES[0]).seats[0])
        let_a_bot_play(page)
        expect(page.locator(".ribbon")).to_contain_text("A bot plays for you (Novice)")
        mine = page.locator(".seat").first
        expect(mine.get_by_role("img", name="A bot plays for Ada, level: Novice")).to_be_visible()
        page.get_by_role("button", name="Take my seat back").click()
        expect(mine.locator(".flames")).to_have_count(0)
        expect(page.locator(".fin")).to_have_count(0)
        expect(page.locator(".table:not(.waiting)")).to_be_visible()  # I am asked again
        assert not ada.complaints
        ada.leave()
    finally:
        hall.close()


def test_a_program_is_marked_and_everyone_is_told_why_it_left(visit: Visit, hall: Hall) -> None:
    links = hall.table("Ada", "Mog")
    page = visit().go(links.seats[0])
    token = links.seats[1].rpartition("#")[2]
    seat = page.locator(".seat", has_text="Mog")
    with Person(hall.address, links.table, token, program=True) as program:
        expect(seat.locator("em")).to_have_text("program")
        check(page, "a program at a seat")
        resize(page, PHONE)
        expect(seat.locator(".seat-note")).to_have_text("program")
        resize(page, DESK)
        program.ask("seat", bot="greedy", why="silent")
        told = page.locator(".log .took-back")
        expect(told).to_have_text("Mog’s program gave no answer in time. A bot plays on.")
        expect(seat.locator("em")).to_have_count(0)
        check(page, "a program that left")
    bench = visit(locale="ja").go(links.spectator)
    expect(bench.locator(".log .took-back")).to_contain_text("Mogのプログラムは時間内に答え")
