"""Measure the page in a real browser: from `make play` to a usable page, and what a first load weighs.

The clone is installed and the browser runs already; every visit is the first of a new visitor.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser, Request, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.server import Figures, set_up, shown  # noqa: E402
from tests.browser.hall import ARGUMENTS, chromium  # noqa: E402

ROUNDS = 5
PRINTED = "`make play` to its address, milliseconds"
READY = "`make play` to a usable page, milliseconds"
USABLE = {"home": "a.win", "table": ".pick.legal"}  # what is clicked first
KINDS = ["script", "stylesheet", "font", "image", "other"]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def playing(port: int, data: str) -> Iterator[None]:
    """`make play`, from when it has printed its address."""
    process = subprocess.Popen(
        ["make", "-s", "play", f"PORT={port}"],
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": data},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        assert any(f":{port}" in line for line in process.stdout), "the server did not start"
        yield
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def start(browser: Browser) -> Figures:
    """How long it takes from the command to its address, and to a page that can be used."""
    found: Figures = {PRINTED: [], READY: []}
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as data:
            port, begun = free_port(), perf_counter()
            with playing(port, data):
                found[PRINTED].append((perf_counter() - begun) * 1e3)
                page = browser.new_page()
                page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
                page.locator(USABLE["home"]).first.click(trial=True)
                found[READY].append((perf_counter() - begun) * 1e3)
                page.close()
    return found


def weigh(browser: Browser, address: str, usable: str) -> Counter[str]:
    """Bytes that a first load transfers, by what they are."""
    page = browser.new_page()
    done: list[Request] = []
    page.on("requestfinished", lambda request: done.append(request))
    page.goto(address)
    page.locator(usable).first.wait_for()
    page.wait_for_load_state("networkidle")
    weights: Counter[str] = Counter()
    for request in done:
        kind = request.resource_type if request.resource_type in KINDS else "other"
        weights[kind] += request.sizes()["responseBodySize"]
    page.close()
    return weights


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        times = start(browser)
        port = free_port()
        with tempfile.TemporaryDirectory() as data, playing(port, data):
            address = f"http://127.0.0.1:{port}"
            made = set_up(address)
            table = f"{address}/table/{made['table']}#{made['seats'][0]['token']}"
            weights = {
                "home": weigh(browser, address, USABLE["home"]),
                "table link": weigh(browser, table, USABLE["table"]),
            }
        browser.close()
    print(f"Page: median of {ROUNDS} starts (least to most)")
    for name, values in times.items():
        print(f"{name:42}{shown(values):>30}")
    print(f"{'first load, kB':16}" + "".join([f"{kind:>12}" for kind in [*KINDS, "all"]]))
    for name, weight in weights.items():
        sizes = [weight[kind] for kind in KINDS] + [weight.total()]
        print(f"{name:16}" + "".join([f"{size / 1e3:12.1f}" for size in sizes]))


if __name__ == "__main__":
    main()
