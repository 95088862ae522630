"""Writes docs/screenshots: the page as it is, taken from games that are played for it.

`python tools/screenshots.py`. Needs chromium, the built page, and for the Japanese picture a
Japanese font (fonts-noto-cjk).
"""

from __future__ import annotations

import struct
import sys
import tempfile
import zlib
from collections import Counter
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.hall import ARGUMENTS, PHONE, Hall, Visitor, build_page, chromium  # noqa: E402
from tests.browser.moments import asks, find, stand  # noqa: E402

import duskhall  # noqa: E402
from duskhall.bots import make_bot  # noqa: E402
from duskhall.games.dont_turn_your_back.box import TURN  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
DESK = {"width": 1280, "height": 800}
LARGEST = 250_000  # bytes of one picture
COLOURS = 256
DITHER = [[-5, 1, -3, 3], [4, -2, 5, 0], [-3, 3, -4, 2], [5, 0, 4, -1]]
Colour = tuple[int, int, int]
STRIKE = ".dials .pick.legal"


def main() -> int:
    build_page()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder))
        hall.open()
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            take_all(browser, hall)
            take_city(browser, hall)
            take_dusk(browser, hall)
        finally:
            browser.close()
            hall.close()
    for file in sorted(FOLDER.glob("*.png")):
        size = file.stat().st_size
        print(f"{size:8} {file.relative_to(ROOT)}")
        if size > LARGEST:
            print(f"{file.name} is larger than {LARGEST} bytes")
            return 1
    return 0


def take_all(browser: Browser, hall: Hall) -> None:
    visitor = Visitor(browser, hall, viewport=DESK)
    page = visitor.go("/")
    page.wait_for_selector(".win img")
    shoot(visitor, "home")
    page.goto("/new/dark-dealings")
    page.wait_for_selector(".levels label.on")
    shoot(visitor, "set-up")
    links = hall.table("Mara", "bot", "bot", "bot")
    page.goto(links.seats[0])
    page.wait_for_selector(".hand .pick.legal")
    visitor.play_until(".pile-card")
    page.wait_for_selector(".hand .pick.legal")
    for card in (1, 4):
        page.locator(".hand .pick").nth(card).click()
    shoot(visitor, "draft")
    visitor.play_until(".market .pick.legal")
    visitor.play_until(".market-slot.gone")
    visitor.play_until(".market .pick.legal:not(.picked)")
    shoot(visitor, "market")
    visitor.play_until(STRIKE)
    for _ in range(2):
        if page.locator(STRIKE).count():
            page.locator(STRIKE).first.click()
    shoot(visitor, "combat")
    visitor.play()
    shoot(visitor, "end")
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".deck")
    for _ in range(32):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("F2")
    page.get_by_role("radio", name="Mara").click()
    shoot(visitor, "replay")
    visitor.leave()

    phone = Visitor(browser, hall, viewport=PHONE, device_scale_factor=1.5)
    phone.go(hall.table("Mara", "bot", "bot", "bot").seats[0])
    phone.play_until(".pile-card")
    phone.page.wait_for_selector(".hand .pick.legal")
    for card in (2, 5):
        phone.page.locator(".hand .pick").nth(card).click()
    shoot(phone, "phone")
    phone.leave()

    reader = Visitor(browser, hall, viewport=DESK, locale="ja")
    reader.go(hall.table("マーラ", "bot", "bot").seats[0])
    reader.play_until(STRIKE)
    reader.page.locator(STRIKE).first.click()
    shoot(reader, "japanese")
    reader.leave()


def take_city(browser: Browser, hall: Hall) -> None:
    """Don't Turn Your Back: the city in mid-game, buying, the end, a phone, and in Japanese."""
    game = "dont-turn-your-back"
    place, spot = ".held-card.legal", ".pick.legal[data-spot]"
    four = ("Mara", "bot", "bot", "bot")

    def moment(players: int, step: str, choices: int, after: int) -> tuple[str, int]:
        wanted = asks(step, 0, choices)
        middle = range(7)  # turns; a city in its last turns has little left to show
        return find(
            game,
            players,
            lambda s: s.numbers[TURN] in middle and wanted(s),
            after,
            seed=7,
            bot="greedy",
        )

    visitor = Visitor(browser, hall, viewport=DESK)
    visitor.go(stand(hall, moment(4, "Oust", 4, 60), *four).seats[0])
    visitor.page.locator(".in-city.legal").first.click()
    shoot(visitor, "tb-city")
    visitor.go(stand(hall, moment(4, "Buy", 4, 60), *four).seats[0])
    visitor.page.locator(".row-card.legal").first.click()
    shoot(visitor, "tb-market")
    last = find(game, 3, asks("PlaceCard"), 150, seed=7, bot="greedy")
    visitor.go(stand(hall, last, *four[:3]).seats[0])
    visitor.page.wait_for_selector(".table")
    visitor.play()
    shoot(visitor, "tb-end")
    visitor.leave()

    phone = Visitor(browser, hall, viewport=PHONE, device_scale_factor=1.5)
    phone.go(stand(hall, moment(4, "PlaceCard", 7, 70), *four).seats[0])
    phone.page.locator(place).first.click()
    if phone.page.query_selector(spot):
        phone.page.locator(spot).last.click()
    shoot(phone, "tb-phone")
    phone.leave()

    reader = Visitor(browser, hall, viewport=DESK, locale="ja")
    table = stand(hall, moment(3, "Oust", 3, 40), "マーラ", "bot", "bot", language="ja")
    reader.go(table.seats[0])
    reader.page.locator(".in-city.legal").first.click()
    shoot(reader, "tb-japanese")
    reader.leave()


def take_dusk(browser: Browser, hall: Hall) -> None:
    """The Faceless: an action, a magnet being turned, a win, a phone, and Japanese."""
    game = "the-faceless"
    acting = find(game, 3, asks("Act", choices=20), after=40, seed=2, bot="greedy")
    turning = find(game, 3, asks("PlaceFigure"), after=40, seed=2, bot="greedy")
    names = ("Mara", "Ines", "Ren")
    ines, ren = [Visitor(browser, hall, viewport=DESK) for _ in names[1:]]
    visitor = Visitor(browser, hall, viewport=DESK)
    page = visitor.page

    def sit(found: tuple[str, int]) -> None:
        links = stand(hall, found, *names)
        for person, link in zip((visitor, ines, ren), links.seats, strict=True):
            person.go(link)
            person.page.wait_for_selector(".dusk .team")

    sit(acting)
    page.locator(".palm .pick.legal").first.click()
    shoot(visitor, "tf-board")
    sit(turning)
    box = page.locator(".knob").bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] - 60, box["y"] - 40)
    page.mouse.up()
    ines.page.get_by_role("button", name="Suggest").click()
    ines.page.get_by_role("button", name="15 degrees clockwise").click()
    ines.page.locator(".ribbon .btn", has_text="Suggest:").click()
    page.wait_for_selector(".proposal")
    shoot(visitor, "tf-turning")
    page.goto(stand(hall, won(game, 3), *names).seats[0])
    page.wait_for_selector(".dusk-summary")
    shoot(visitor, "tf-end")
    for person in (visitor, ines, ren):
        person.leave()

    phone = Visitor(browser, hall, viewport=PHONE, device_scale_factor=1.5)
    phone.go(stand(hall, turning, "Mara", "bot", "bot").seats[0])
    phone.page.wait_for_selector(".spin")
    phone.page.get_by_role("button", name="15 degrees counter-clockwise").click()
    shoot(phone, "tf-phone")
    phone.leave()

    reader = Visitor(browser, hall, viewport=DESK, locale="ja")
    reader.go(stand(hall, turning, "マーラ", "イネス", "レン").seats[0])
    reader.page.wait_for_selector(".spin")
    shoot(reader, "tf-japanese")
    reader.leave()


def won(game: str, players: int) -> tuple[str, int]:
    """A game that was won, at its end."""
    rules = duskhall.game(game)
    for seed in count(1):
        table = duskhall.new_table(rules, players, seed)
        minds = [make_bot("greedy", rules, seed + seat) for seat in range(players)]
        while table.state.waiting:
            seat = table.state.waiting[0]
            table.play(seat, minds[seat].answer(table.state, seat, len(table.record.moves)))
        if rules.standing(table.state).ranks[0] == 1:
            return table.record.dumps(), len(table.record.moves)
    raise AssertionError


def shoot(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_timeout(700)
    picture = visitor.page.screenshot(type="png")
    (FOLDER / f"{name}.png").write_bytes(smaller(picture))


def smaller(png: bytes) -> bytes:
    """The picture with a palette of 256 colours: a third of the size, and as good to look at."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    if depth != 8 or kind not in (2, 6):
        return png
    channels = 4 if kind == 6 else 3
    data = b""
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    rows = unfilter(zlib.decompress(data), width * channels, height, channels)
    pixels = [list(zip(*[row[c::channels] for c in range(3)], strict=True)) for row in rows]
    counts = Counter(pixel for row in pixels for pixel in row)
    colours = palette(counts)
    known: dict[Colour, int] = {}
    out = bytearray()
    for y, row in enumerate(pixels):
        out.append(0)
        for x, (r, g, b) in enumerate(row):
            shift = DITHER[y & 3][x & 3]
            key = (r + shift >> 2, g + shift >> 2, b + shift >> 2)
            number = known.get(key)
            if number is None:
                number = known[key] = closest(colours, key)
            out.append(number)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        [
            png[:8],
            chunk(b"IHDR", header),
            chunk(b"PLTE", b"".join(bytes(colour) for colour in colours)),
            chunk(b"IDAT", zlib.compress(out, 9)),
            chunk(b"IEND", b""),
        ]
    )


def palette(counts: Counter[Colour]) -> list[Colour]:
    """At most 256 colours by median cut."""
    boxes = [list(counts)]
    while len(boxes) < COLOURS:
        widest, spread, channel = 0, 0.0, 0
        for number, box in enumerate(boxes):
            for c in range(3):
                values = [colour[c] for colour in box]
                weight = (max(values) - min(values)) * len(box) ** 0.5
                if weight > spread:
                    widest, spread, channel = number, weight, c
        if not spread:
            break
        box = sorted(boxes.pop(widest), key=lambda colour: colour[channel])
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    colours: list[Colour] = []
    for box in boxes:
        total = sum(counts[colour] for colour in box)
        mean = [sum(colour[c] * counts[colour] for colour in box) // total for c in range(3)]
        colours.append((mean[0], mean[1], mean[2]))
    return colours


def closest(colours: list[Colour], key: Colour) -> int:
    r, g, b = [4 * value + 2 for value in key]
    far = [2 * (r - x) ** 2 + 4 * (g - y) ** 2 + 3 * (b - z) ** 2 for x, y, z in colours]
    return far.index(min(far))


def unfilter(data: bytes, stride: int, height: int, channels: int) -> list[bytes]:
    """The rows of a picture, with the five filters of PNG undone."""
    rows: list[bytes] = []
    before = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        kind = data[start]
        row = bytearray(data[start + 1 : start + 1 + stride])
        for x in range(stride if kind else 0):
            left = row[x - channels] if x >= channels else 0
            up = before[x]
            corner = before[x - channels] if x >= channels else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            else:
                guess = nearest(left, up, corner)
            row[x] = (row[x] + guess) & 0xFF
        rows.append(bytes(row))
        before = row
    return rows


def nearest(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
    if a <= b and a <= c:
        return left
    return up if b <= c else corner


def chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)


if __name__ == "__main__":
    raise SystemExit(main())
