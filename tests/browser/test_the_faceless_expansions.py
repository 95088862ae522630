"""The Faceless with expansions: stories and mixes at set-up, pieces on the board, Fog and sand."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

import duskhall
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State
from duskhall.games.the_faceless.box import FACING, RING, TURN
from duskhall.games.the_faceless.expansions import SCENARIOS
from duskhall.games.the_faceless.expansions.crossroads import told_of
from duskhall.games.the_faceless.state import Dusk
from tests.browser.checks import check
from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.moments import asks, find, stand
from tests.browser.test_replay import DROP

GAME = "the-faceless"
# By scenario: what lies on the board once the Team stands there, and what is in force beside it.
PIECES = {
    "billygoat-project": {"portals": 3, "eyes": 2},
    "rabbit-hole": {"roaming": 4, "haunted": 4},
    "evil-intentions": {"den": 1},
    "collecting-bugs": {"carriers": 8},
    "one-memory": {"swamp": 3},
    "silence": {"nightworld": 6},
    "goatgo-faster": {"nightworld": 6},
    "goatbusters": {},
}
FORCE = {
    "billygoat-project": [],
    "rabbit-hole": [],
    "evil-intentions": ["die", "demon"],
    "collecting-bugs": ["home"],
    "one-memory": ["puppetmaster", "eraserhead"],
    "silence": ["nightworld", "unspeakable", "name"],
    "goatgo-faster": ["nightworld", "sand"],
    "goatbusters": ["fog", "spectral"],
}


def begun(s: State) -> bool:
    assert isinstance(s, Dusk)
    return s.numbers[TURN] > 0


def test_each_story_opens_and_draws_all_its_pieces(visit: Visit, hall: Hall) -> None:
    """TF-170 to TF-177: every piece is drawn, and all that is in force or on the board explained."""
    visitor = visit()
    for scenario in SCENARIOS:
        found = find(GAME, 2, begun, scenario=scenario)
        page = visitor.go(stand(hall, found, "Ada", "Grace").seats[0])
        expect(page.locator(".bar-title")).to_contain_text(re.compile("turn 1"))
        for piece, count in PIECES[scenario].items():
            drawn = page.locator(f"[data-piece={piece}]")
            if piece == "nightworld":  # obstacles may cover some of them (TF-131)
                assert 1 <= drawn.count() <= count, scenario
            else:
                expect(drawn).to_have_count(count)
        for part in FORCE[scenario]:
            page.locator(f'.force [data-spot="part:{part}"]').click()
            expect(page.locator(".why")).to_contain_text(re.compile(r"TF-\d+"))
            page.keyboard.press("Escape")
        if scenario == "rabbit-hole":  # TF-155 TF-158: what servants stand on is not forgotten
            expect(page.locator("[data-covered=memory]")).to_have_count(4)
        page.get_by_role("tab", name="Pieces").click()
        told = page.locator(".piece-key li")
        assert told.count() >= 2 + len(FORCE[scenario]), scenario
        for row in told.all():
            assert re.search(r"TF-\d+", row.inner_text())
            assert row.locator("svg path, svg circle").count(), row.inner_text()
        marked = page.locator(".omens").count()  # TF-165: neither sand nor night wakes by a colour
        assert (marked > 0) == (scenario != "goatgo-faster")
        if scenario == "evil-intentions":  # the Den is told of by the space it lies on
            den = page.locator(".spots").get_by_text("the Den", exact=False).first
            expect(den).to_be_attached()
            check(page, scenario)
            page.set_viewport_size({"width": 1024, "height": 768})
            for shown in [".force", ".night", ".seat >> nth=1"]:
                expect(page.locator(shown)).to_be_in_viewport(ratio=1)
            check(page, f"{scenario}, in a low window")
            page.set_viewport_size({"width": 1440, "height": 900})


def test_four_seats_and_what_is_in_force_are_all_seen_on_a_laptop(visit: Visit, hall: Hall) -> None:
    found = find(GAME, 4, begun, scenario="silence")
    page = visit().go(stand(hall, found, "Ada", "Grace", "Joan", "Edith").seats[0])
    for width, height in [(1440, 900), (1024, 768)]:
        page.set_viewport_size({"width": width, "height": height})
        for shown in [".force", ".panel.night", ".seat >> nth=3", ".wood >> text=Alan >> nth=0"]:
            expect(page.locator(shown)).to_be_in_viewport(ratio=1)


def test_a_mix_says_what_it_means_and_refuses_what_the_rules_refuse(
    visit: Visit, hall: Hall
) -> None:
    """TF-98 TF-170 TF-179"""
    visitor = visit()
    page = visitor.go(f"/new/{GAME}")
    page.locator(".story", has=page.locator("input[value=rabbit-hole]")).click()
    expect(page.locator(".refusals")).to_contain_text("only the Fog may be added to it. TF-170")
    nightmare = page.locator(".nightmare input")
    nightmare.check(force=True)
    expect(page.locator(".ribbon .kicker")).to_have_text(
        "Down the Rabbit Hole · Nightmare · Medium"
    )
    page.locator("input[data-option=portals]").check(force=True)
    expect(page.locator(".ribbon .kicker")).to_contain_text("Own mix, begun from Down the Rabbit")
    expect(page.locator(".ribbon p").first).to_contain_text("Three portals take the Team along.")
    expect(nightmare).to_be_disabled()
    page.locator("select[data-option=avatar]").select_option("demon")
    same = page.locator("select[data-option=second_avatar] option[value=demon]")
    expect(same).to_be_disabled()
    expect(page.locator(".refusals")).to_contain_text("Two avatars must be different ones. TF-98")
    page.locator("[data-option='servants.carriers']").click()
    expect(page.locator("[data-option='servants.roaming']")).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(page.locator(".refusals")).to_contain_text("never both. TF-98")
    check(page, "a mix")
    sent: list[dict[str, object]] = []
    page.on(
        "request",
        lambda asked: (
            sent.append(json.loads(asked.post_data or "{}")["options"])
            if asked.method == "POST" and asked.url.endswith("/api/tables")
            else None
        ),
    )
    page.locator(".ribbon .btn.go").click()
    expect(page.locator(".bar-title")).to_contain_text("Own mix")
    chosen = {name: value for name, value in sent[0].items() if value not in (False, "none", 0)}
    assert chosen == {
        "level": "medium",
        "fog": True,
        "haunted": True,
        "crossroads": True,
        "portals": True,
        "servants": "carriers",
        "avatar": "demon",
        "sand": "off",
    }


def goes_on(s: State) -> bool:
    """Whether a Faceless is placed, and the game goes on when it is turned by 30 degrees."""
    if not asks("PlaceFigure")(s):
        return False
    assert isinstance(s, Dusk)
    figure = int(repr(s.agenda[-1]).strip(")").split(",")[1])
    place, facing = s.numbers[RING + figure], (s.numbers[FACING + figure] - 30) % 360
    later = s.clone()
    later.apply(0, Move("put", place, facing))
    return place >= 0 and not later.is_over()


FOG = find(GAME, 2, goes_on, after=6, seed=2, bot="greedy", fog=True)


def seen_last() -> tuple[int, str]:
    """Which turn it was when the needle was seen last, and the way it pointed then."""
    record, position = Record.loads(FOG[0]), FOG[1]
    now = record.replay(position)
    while record.replay(position - 1).numbers[TURN] == now.numbers[TURN]:
        position -= 1
    fell = record.replay(position)  # nothing has moved since the turn before it ended
    assert isinstance(fell, Dusk)
    ways = [record.game.catalogue().word("way", str(way), "en") for way in fell.ways()]
    return fell.numbers[TURN] - 1, " and ".join(ways)


def test_the_fog_hides_the_needle_until_the_figure_is_let_go(visit: Visit, hall: Hall) -> None:
    """TF-150 TF-151 TF-153: drawn, said and reckoned nowhere on the page; then it is shown."""
    links = stand(hall, FOG, "Ada", "Grace")
    turn, way = seen_last()
    one, other = visit(), visit()
    page, watching = one.go(links.seats[0]), other.go(links.seats[1])
    for seen in (page, watching):
        expect(seen.locator(".team .compass-lid")).to_be_visible()
        expect(seen.locator(".needle")).to_have_count(0)
        expect(seen.locator("[data-angle], .aim-at")).to_have_count(0)
        expect(seen.locator(".force")).to_contain_text("the needle is covered")
        expect(seen.locator(".ways li")).to_have_count(6)
        expect(seen.locator(".ways .seen")).to_contain_text(f"as turn {turn} ended: {way}.")
        assert "needle points" not in seen.inner_text("body")
    assert not any('"needle":' in frame for frame in one.heard)
    page.locator(".force [data-pick]").first.focus()
    page.keyboard.press("Tab")  # leads to what can be chosen
    expect(page.locator(".spots .legal:focus")).to_have_count(1)
    page.keyboard.press("]")  # it is turned, and still nothing is to be seen
    page.keyboard.press("]")
    expect(page.locator(".ribbon p").first).to_contain_text("The Fog hides the needle")
    expect(page.locator("[data-angle], .aim-at")).to_have_count(0)
    expect(page.locator(".ribbon .btn.go")).to_contain_text("Let go")
    page.locator(".ribbon .btn.go").click()
    for seen in (page, watching):
        expect(seen.locator(".team .needle[data-angle]")).to_be_visible()
        expect(seen.locator(".compass-lid")).to_have_count(0)


def test_the_hourglass_runs_by_the_servers_clock(visit: Visit, hall: Hall) -> None:
    """TF-140 TF-141: drawn as it runs; nobody at the table can turn it or let it run out."""
    links = hall.table("Ada", "Grace", game=GAME, options={"sand": 300})
    first, second = visit().go(links.seats[0]), visit().go(links.seats[1])
    for page in (first, second):
        expect(page.locator(".force .sand")).to_contain_text("it runs from the first turn")
    expect(first.locator(".ribbon")).to_contain_text("Team")
    mover = first if first.locator(".ribbon .btn.go").count() else second
    mover.locator(".ribbon .btn.go").click()
    expect(mover.locator(".ribbon")).to_contain_text("Billygoat may start on")
    mover.locator(".ribbon .btn.go").click()
    clock = first.locator(".sand-left")
    expect(clock).to_have_text(re.compile(r"^(5:00|4:\d\d)$"))
    before = int(first.locator(".sand svg").first.get_attribute("data-left") or 0)
    first.wait_for_function(
        "before => Number(document.querySelector('.sand svg').dataset.left) < before", arg=before
    )
    token = links.seats[0 if mover is first else 1].partition("#")[2]
    refused = first.evaluate(
        """([table, token]) => new Promise((done) => {
          const told = [];
          const socket = new WebSocket(`ws://${location.host}/ws`);
          socket.onopen = () => socket.send(JSON.stringify({ type: "join", table, token, language: "en" }));
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === "table") {
              socket.send(JSON.stringify({ type: "move", id: 1, position: message.position, branch: message.branch, move: "sand" }));
              socket.send(JSON.stringify({ type: "clock", id: 2, clock: { number: 0, left: 0, running: true } }));
            }
            if (message.type === "error") told.push(message.error);
            if (told.length === 2) { socket.close(); done(told); }
          };
          socket.onclose = () => done(told);
        })""",
        [links.table, token],
    )
    assert refused == ["illegal-move", "malformed"]
    assert first.locator(".log li", has_text="hourglass has run out").count() == 0


@pytest.fixture(scope="module")
def hushed() -> tuple[str, int]:
    def wanted(s: State) -> bool:
        return asks("Act")(s) and s.hush(0) is not None

    return find(GAME, 2, wanted, after=4, seed=1, bot="greedy", scenario="silence")


def test_under_the_unspeakable_nobody_talks_points_or_proposes(
    visit: Visit, hall: Hall, hushed: tuple[str, int]
) -> None:
    """TF-102 TF-107: and the page says why, with its rule."""
    links = stand(hall, hushed, "Ada", "Grace")
    page = visit().go(links.seats[1])
    expect(page.locator(".force .hushed")).to_contain_text("Nobody may talk")
    expect(page.locator(".ribbon .btn", has_text="Suggest")).to_have_count(0)
    expect(page.locator(".ribbon")).to_contain_text("nobody talks until the next threat phase")
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator("#say")).to_be_disabled()
    expect(page.locator(".silence")).to_contain_text("TF-102")
    page.locator('[data-spot="s45"]').focus()
    page.keyboard.press("p")
    expect(page.locator(".ribbon.broken")).to_contain_text("Nobody may talk")


def test_a_picked_road_is_marked_on_the_board(visit: Visit, hall: Hall) -> None:
    """TF-115: where its first step leads, or Billygoat, if that comes nearer."""

    def leads(s: State) -> bool:
        if not asks("ChooseRoad")(s):
            return False
        roads = [told_of(move.about[0])[0] for move in s.legal_moves(0)]
        return roads == ["red_threat", "white_needle"] or roads == ["white_needle", "red_threat"]

    found = find(GAME, 2, leads, bot="greedy", crossroads=True)
    page = visit().go(stand(hall, found, "Ada", "Grace").seats[0])
    expect(page.locator(".pick.road.legal")).to_have_count(2)
    expect(page.locator("[data-target]")).to_have_count(0)
    needle = page.locator(".pick.road", has=page.locator(".compass"))
    needle.click()
    expect(page.locator(".aim-at[data-target]").first).to_be_visible()
    page.locator(".pick.road", has=page.locator(".road-art")).click()
    expect(page.locator("[data-target=goat]")).to_be_visible()
    expect(page.locator(".aim-at")).to_have_count(0)


def test_a_replay_tells_everyone_what_lay_hidden(visit: Visit) -> None:
    """TF-12 TF-136 TF-153: memories, haunted places and the needle; a guest's eyes see none of it."""
    table = duskhall.new_table(duskhall.game(GAME), 2, seed=4, fog=True, haunted=True)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    page = visit().go("/")
    expect(page.locator(".win").first).to_be_visible()
    page.evaluate(DROP, table.record.dumps())
    expect(page.locator(".photo-sign")).to_have_count(8)
    for _ in range(2):  # Team and Billygoat stand, and the Fog is down
        page.keyboard.press("ArrowRight")
    expect(page.locator(".force")).to_contain_text("the needle is covered")
    expect(page.locator(".team .needle")).to_be_visible()
    expect(page.locator(".pc-number.below")).to_have_count(4)
    page.get_by_role("radio", name="A guest").click()
    expect(page.locator(".photo-down text")).to_have_count(8)
    for hidden in (".photo-sign", ".pc-number", ".needle"):
        expect(page.locator(hidden)).to_have_count(0)
