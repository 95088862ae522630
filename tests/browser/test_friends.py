"""Friends: one link and its code, one's tables, a lost network, the end, and replays that tell all."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.checks import check
from tests.browser.conftest import Visit
from tests.browser.hall import DESK, NEXT, PHONE, Hall, Visitor
from tests.browser.moments import finished
from tests.browser.test_replay import DROP

GAMES = ["dark-dealings", "dont-turn-your-back", "the-faceless", "raid-and-trade"]
# A QR code is read by its modules: those of the finder in the corner, seven wide after a quiet zone of four.
FINDER = """() => {
  const path = document.querySelector('.paper .qr path').getAttribute('d');
  const size = Number(document.querySelector('.paper .qr').getAttribute('viewBox').split(' ')[2]);
  const dark = new Set(path.split('M').slice(1).map((part) => part.split('h')[0]));
  const row = [...Array(size).keys()].map((x) => (dark.has(`${x} 4`) ? 1 : 0)).join('');
  return [size, row];
}"""
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


class Network:
    """A way to the server that can be cut, so that nobody is told: what is sent is kept back."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.whole = threading.Event()
        self.whole.set()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            self.whole.wait()
            far = socket.create_connection(("127.0.0.1", self.hall.port))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                if not self.whole.is_set():
                    break  # what is on its way when the line is cut is lost
                target.sendall(data)
        except OSError:
            pass
        self.whole.wait()
        for end in (source, target):
            end.close()

    def close(self) -> None:
        self.whole.set()
        self.door.close()


@pytest.fixture
def network(hall: Hall) -> Iterator[Network]:
    opened = Network(hall)
    yield opened
    opened.close()


def test_one_link_invites_and_its_code_says_the_same(visit: Visit) -> None:
    mara, friend = visit(), visit()
    page = mara.go("/new/dont-turn-your-back")
    page.get_by_label("Friends").check()
    page.locator("input[name=seats][value='3']").check()
    page.get_by_label("Your name", exact=True).fill("Mara")
    page.locator(".seat-plan select").nth(1).select_option("bot")
    page.locator(".coming select").select_option("gran-moss")  # chosen for this chair alone
    page.locator(".stand-in select").select_option("600")
    page.get_by_role("button", name="Set up the table").click()
    link = page.locator(".paper input").input_value()
    assert "#" not in link  # the link is no key
    expect(page.locator(".only-here")).to_contain_text("--host 0.0.0.0")  # nobody else can open it
    size, row = page.evaluate(FINDER)
    assert size >= 29
    assert row.startswith("0000" + "1111111")
    assert row.endswith("1111111" + "0000")
    expect(page.locator(".chairs li.free")).to_contain_text("the link is waiting")
    check(page, "the host's invitation")
    page.get_by_role("button", name="To the table").click()

    # Nobody "is picking" on a chair that is empty.
    mara.play_until(".ribbon:has-text('A chair is still empty')")
    assert "Open seat" not in page.inner_text("body")

    invited = friend.go(link)
    expect(invited.locator("h1")).to_have_text("Don't Turn Your Back")
    said = invited.inner_text("main")
    for words in (
        "Mara has kept a chair for you",
        "Favours in a city",
        "Three players",
        "This chair",
        "Gran Moss",
        "The usual rules",
        "Away for 10 minutes: a bot keeps your chair.",
    ):
        assert words in said, words
    drawn = "async image => { await image.decode(); return image.naturalWidth; }"
    assert invited.locator(".invited-win").evaluate(drawn) > 0
    assert not invited.evaluate(WIDER)
    check(invited, "an invitation")
    invited.get_by_label("Your name").fill("Oren")
    invited.get_by_role("button", name="Sit down").click()
    expect(invited.locator(".seat em")).to_have_text("you")
    expect(page.locator(".seat").nth(1)).to_contain_text("Oren")

    # Who goes is away, with a countdown to the stand-in.
    friend.leave()
    expect(page.locator(".seat.gone .countdown")).to_contain_text("bot in 9:")


def test_a_move_made_without_a_network_is_on_its_way_and_made_once(
    browser: Browser, visit: Visit, hall: Hall, network: Network
) -> None:
    links = hall.table("Ada", "Grace")
    grace = visit()
    ada = Visitor(browser, hall, base_url=network.address)
    page = ada.go(links.seats[0])
    grace.go(links.seats[1])
    expect(page.locator(".hand .pick")).to_have_count(9)
    expect(grace.page.locator(".seat.gone")).to_have_count(0)

    network.whole.clear()
    expect(grace.page.locator(".seat.gone")).to_have_count(1, timeout=30_000)
    expect(page.locator(".offline")).to_contain_text("You are offline", timeout=30_000)
    for _ in range(200):
        if page.query_selector(".sending"):
            break
        page.evaluate(NEXT)
        page.wait_for_timeout(25)
    expect(page.locator(".sending")).to_contain_text("On its way")
    expect(page.locator(".sending")).to_contain_text("not lost")

    network.whole.set()
    expect(page.locator(".offline")).to_have_count(0, timeout=30_000)
    expect(page.locator(".sending")).to_have_count(0)
    expect(page.locator(".ribbon")).to_contain_text("You sealed")
    expect(grace.page.locator(".seat.gone")).to_have_count(0)
    told = hall.ask(f"/api/tables/{links.table}?token={links.seats[0].split('#')[1]}")
    assert told["position"] == 1
    assert told["waiting"] == [1]
    ada.leave()


def test_a_move_whose_answer_was_lost_is_not_made_twice(visit: Visit, hall: Hall) -> None:
    """The answer never comes, and the browser says that it is offline: the move stands."""
    links = hall.table("Ada", "Grace")
    ada = visit()
    page = ada.page
    page.add_init_script(
        """const send = WebSocket.prototype.send;
        window.deaf = false;
        WebSocket.prototype.send = function (text) {
          send.call(this, text);
          if (window.deaf && JSON.parse(text).type === 'move') { this.onmessage = null; window.deaf = false; }
        };"""
    )
    ada.go(links.seats[0])
    expect(page.locator(".hand .pick")).to_have_count(9)
    page.evaluate("window.deaf = true")
    for _ in range(200):
        if page.query_selector(".sending"):
            break
        page.evaluate(NEXT)
        page.wait_for_timeout(25)
    path = f"/api/tables/{links.table}?token={links.seats[0].split('#')[1]}"
    page.wait_for_timeout(100)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator(".ribbon").last).to_contain_text("You sealed")
    expect(page.locator(".sending")).to_have_count(0)
    assert hall.ask(path)["position"] == 1


def keep(page: Page, tables: list[dict[str, object]]) -> None:
    page.evaluate("kept => localStorage.setItem('duskhall.tables', kept)", json.dumps(tables))


def test_ones_tables_running_ones_first_and_all_to_be_reached(visit: Visit, hall: Hall) -> None:
    mara = visit()
    page = mara.go("/")
    kept: list[dict[str, object]] = []
    for number in range(25):  # finished long ago, and opened since
        kept.append(
            {
                "table": f"over{number}",
                "token": "",
                "game": GAMES[number % 4],
                "seat": 0,
                "names": ["Mara", f"Guest {number}"],
                "time": 2_000_000_000 - number,
                "over": True,
                "ranks": [1, 2] if number % 2 else [2, 1],
                "ended": 1_760_000_000,
            }
        )
    for number, game in enumerate(GAMES):
        others = ["Oren", "Ysolde"] if game == "raid-and-trade" else ["Oren"]
        while True:  # until it is her move: who is first is drawn by lot
            links = hall.table("Mara", *others, game=game)
            told = hall.ask(f"/api/tables/{links.table}?token={links.seats[0].split('#')[1]}")
            if told["waiting"][:1] == [0]:  # type: ignore[index]
                break
        mine = {"table": links.table, "token": links.seats[0].split("#")[1], "game": game}
        kept.append({**mine, "seat": 0, "names": [], "time": number, "over": False})
    full = hall.table("Mara", "open")
    token = full.seats[0].split("#")[1]
    watched = {"table": full.table, "token": token, "game": GAMES[0], "seat": -1, "names": []}
    kept.append({**watched, "time": 9, "over": False})
    keep(page, kept)

    page.goto("/")
    expect(page.locator(".row.mine")).to_have_count(4)  # not behind what is over
    for row, game in zip(page.locator(".row.mine .sig").all(), GAMES, strict=True):
        assert row.get_attribute("data-game") == game
    expect(page.locator(".row .go")).to_have_count(1)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".row.mine").first).to_be_in_viewport(ratio=1)
    page.set_viewport_size(PHONE)
    expect(page.locator(".row.mine").first).to_be_in_viewport(ratio=1)
    page.set_viewport_size(DESK)
    page.get_by_role("link", name="All your tables (30)").click()

    rows = page.locator(".my-table")
    expect(page.locator(".my-table.mine")).to_have_count(4)
    expect(rows.first).to_contain_text("Your move: Pick two heroes for your own pile.")
    expect(rows.first).to_contain_text("Oren")
    icons = page.locator(".my-table.mine .sig path").evaluate_all(
        "all => new Set(all.map((path) => path.getAttribute('d'))).size"
    )
    assert icons == 4
    expect(rows.nth(4)).to_contain_text("Mara is picking two heroes · A chair is still empty")
    expect(rows.nth(4).get_by_role("link")).to_have_text("Invite")
    expect(page.locator(".list-over .my-table")).to_have_count(20)
    page.get_by_role("button", name="Show 5 more").click()
    expect(page.locator(".list-over .my-table")).to_have_count(25)
    last = page.locator(".list-over .my-table").nth(1)
    expect(last).to_contain_text("You won")
    expect(last).to_contain_text("Oct")
    check(page, "your tables")
    page.set_viewport_size(PHONE)
    assert not page.evaluate(WIDER)
    page.get_by_label("Name or game").fill("guest 24")
    expect(rows).to_have_count(1)

    page.goto("/replay")
    expect(rows).to_have_count(25)
    expect(rows.nth(2)).to_contain_text("Guest 2")
    expect(rows.nth(2)).to_contain_text("Won, together")
    check(page, "replays")


def test_at_the_end_one_talks_sees_oneself_and_takes_the_links_along(
    visit: Visit, hall: Hall
) -> None:
    links = hall.table("Ada", "bot", "bot", public=True)
    ada, guest = visit(), visit()
    page = ada.go(links.seats[0])
    expect(page.locator(".seat .face img")).to_have_count(2)
    names = page.locator(".seat-name b").all_inner_texts()
    assert not any(name.startswith("Quick") for name in names)
    ada.play()
    expect(page.locator(".led .you")).to_have_count(1)
    expect(page.locator(".led", has=page.locator(".you"))).to_contain_text("Ada")
    expect(page.locator(".chart")).to_contain_text("Ada (you)")
    guest.go(f"/table/{links.table}?watch=1")
    page.get_by_label("Say something to the table").fill("Well played.")
    page.get_by_role("button", name="Say it").click()
    expect(guest.page.locator(".end-talk")).to_contain_text("Well played.")
    check(page, "the end")

    # A rematch has its links like any table, and tells where the others come from.
    page.get_by_role("button", name="Again, same seats").click()
    page.get_by_role("button", name="To the new table").click()
    expect(page.locator(".hand .pick").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Links to this table").click()
    expect(page.locator(".paper .qr")).to_be_visible()
    assert page.locator(".paper input").get_attribute("data-link") == "watch"
    expect(page.locator(".before a")).to_have_attribute("href", f"/table/{links.table}")


def test_without_a_name_no_seat_is_called_seat_1_2(visit: Visit) -> None:
    page = visit().go("/new/the-faceless")
    page.get_by_label("Just me").check()
    page.locator("input[name=seats][value='2']").check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat em")).to_have_count(2)
    names = page.locator(".seat-name b").all_inner_texts()
    # Whose eyes are first is whose move it is, which is drawn by lot.
    found = sorted([name.split("\n")[0].strip()[:8] for name in names])
    assert found == ["Player 1", "Player 2"]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_all_that_was_hidden_marks_it_and_names_the_winner(
    visit: Visit, game: str
) -> None:
    text, hidden = finished(game)
    visitor = visit()
    page = visitor.go("/")
    expect(page.locator(".win").first).to_be_visible()
    page.evaluate(DROP, text)
    expect(page.locator(".mattered button").first).to_be_visible()
    page.get_by_role("tab", name="Hidden").click()
    told = page.locator(".hidden-things button").all_inner_texts()
    assert sorted(told) == sorted(hidden)
    check(page, f"a replay of {game}")
    page.get_by_label("Speed").select_option("8")
    last = int(page.locator(".tline input").get_attribute("max") or 0)
    page.locator(".tline input").evaluate(
        "(line, at) => { line.value = at; line.dispatchEvent(new Event('input', {bubbles: true})); }",
        last - 2,
    )
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".tline input")).to_have_value(str(last))
    expect(page.locator(".say2 b").first).to_contain_text(
        "together" if game == "the-faceless" else "win"
    )
