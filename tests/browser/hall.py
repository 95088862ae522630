"""A server with the built page, and people who visit it with a browser."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    TimeoutError,
    ViewportSize,
    WebSocket,
)

from duskhall.server.strangers import BOOT

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "duskhall" / "server" / "page"
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 360, "height": 844}  # the narrowest phone
PATIENCE = BOOT  # seconds for an answer; the first record that is brought starts a process
WAIT = 45_000  # milliseconds for what the page is to show: a busy machine is no reason to fail
HASTE = 20  # milliseconds between two presses of a hasty person
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
]
# What a hasty person does next: press the lit button, else point at a lit spot or card, else the
# quiet way. With something picked that leads nowhere, any other card by lot, or the quiet way.
NEXT = """() => {
  if (document.querySelector('.fin')) return 'over';
  if (document.querySelector('.table.waiting')) {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return '';
  }
  const go = document.querySelector('.ribbon .btn.go');
  const all = [...document.querySelectorAll('.pick.legal:not([data-spot])')];
  const spot = document.querySelector('.pick.legal[data-spot]');
  const picked = document.querySelector('.pick.picked');
  const lit = spot ?? all[picked ? Math.floor(Math.random() * all.length) : 0];
  const quiet = document.querySelector('.ribbon:not(.wait) .btn.quiet:not(.only-wide)');
  const next = go ?? (picked && quiet && Math.random() < 0.1 ? quiet : lit) ?? quiet;
  next?.click();
  return next?.textContent ?? '';
}"""


def chromium() -> str:
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    raise AssertionError("the browser tests need chromium: `make chromium`")


def build_page() -> None:
    """Build the page if it was not; once, however many test workers ask."""
    lock = Path(tempfile.gettempdir()) / f"duskhall-page-{os.getuid()}.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if (PAGE / "index.html").exists():
            return
        assert shutil.which("npm"), "the page is not built, and there is no npm to build it with"
        if not (WEB / "node_modules").exists():
            subprocess.run(["npm", "ci"], cwd=WEB, check=True, capture_output=True)
        subprocess.run(["npm", "run", "build"], cwd=WEB, check=True, capture_output=True)


class Hall:
    """`duskhall serve` on a free port, with a file of its own."""

    log: Path | None = None  # of its errors

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str] | None = None,
        grace: int | None = 0,
        *more: str,
        pace: int = 0,
    ) -> None:
        self.data = folder / "tables.sqlite"
        self.log = folder / "server.log"
        self.environment = environment
        self.grace = [*([] if grace is None else ["--grace", str(grace)]), *more]
        self.pace = ["--pace", str(pace)]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def open(self, source: Path | None = None) -> None:
        """Open it, with these sources if they are others than ours."""
        paths = {} if source is None else {"PYTHONPATH": str(source)}
        environment = os.environ if self.environment is None else self.environment
        assert self.log is not None
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "duskhall", "serve"),
                    *("--port", str(self.port), "--data", str(self.data)),
                    *self.grace,
                    *self.pace,
                ],
                env={**environment, **paths},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.address}/api/games", timeout=PATIENCE).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not open")

    def close(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)

    def ask(self, path: str, body: object = None) -> dict[str, object]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            told = json.load(answer)
        assert isinstance(told, dict)
        return told

    def table(
        self,
        *kinds: str,
        game: str = "dark-dealings",
        options: dict[str, object] | None = None,
        public: bool = False,
    ) -> Links:
        """Set up a table: `hall.table("Ada", "Grace", "bot")`; any other word is a person's name."""
        seats = [
            {"kind": "bot", "bot": "greedy"}
            if kind == "bot"
            else {"kind": "open"}
            if kind == "open"
            else {"kind": "person", "name": kind}
            for kind in kinds
        ]
        plan = {
            "game": game,
            "options": options or {},
            "public": public,
            "language": "en",
            "seats": seats,
        }
        return Links(self.ask("/api/tables", plan))


class Links:
    """The addresses of a table's seats."""

    def __init__(self, made: dict[str, object]) -> None:
        self.table = str(made["table"])
        seats = made["seats"]
        assert isinstance(seats, list)
        self.seats = [f"/table/{self.table}#{seat.get('token', '')}" for seat in seats]
        self.spectator = f"/table/{self.table}#{made['spectator']}"


def press_barred(barred: Locator, button: Literal["left", "right"] = "left") -> None:
    """Press what says that it is disabled. Only a forced click does, and that one aims without
    waiting for what still moves."""
    barred.element_handle().wait_for_element_state("stable")
    barred.click(button=button, force=True)


class Visitor:
    """One person's browser. What its console complains of is remembered."""

    def __init__(self, browser: Browser, hall: Hall, **habits: object) -> None:
        settings: dict[str, object] = {
            "viewport": DESK,
            "locale": "en",
            "reduced_motion": "reduce",
            "base_url": hall.address,
        }
        self.hall = hall
        self.context: BrowserContext = browser.new_context(**(settings | habits))  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.heard: list[str] = []
        self.page.on("console", self.note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self.listen)
        self.page.set_default_timeout(WAIT)

    def note(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def hurry(self) -> None:
        """Begin to play on hastily, until rested."""
        self.page.evaluate(f"() => {{ window.hurrying = setInterval({NEXT}, {HASTE}); }}")

    def rest(self) -> None:
        self.page.evaluate("clearInterval(window.hurrying)")

    def play(self, seconds: float = 180) -> None:
        """Play on hastily until the game is over."""
        self.hurry()
        try:
            self.page.wait_for_selector(".fin", timeout=1000 * seconds)
        except TimeoutError as error:
            raise AssertionError(f"still playing: {self.where()}") from error
        self.rest()

    def play_until(self, selector: str, seconds: float = 60) -> None:
        """Play on hastily until this is to be seen."""
        deadline = time.monotonic() + seconds
        while not self.page.query_selector(selector):
            assert time.monotonic() < deadline, f"no {selector}: {self.where()}"
            self.page.evaluate(NEXT)
            self.page.wait_for_timeout(25)

    def where(self) -> str:
        return f"{self.page.url}: {self.page.inner_text('body')[:600]}"

    def leave(self) -> None:
        self.context.close()


def let_a_bot_play(page: Page, level: str = "Novice") -> None:
    """Hand one's own seat over, as the menu offers it."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("dialog").get_by_role("button", name=level).click()
