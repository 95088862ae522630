"""Measure the page in a real browser: from `make play` to a usable page, and what a first load weighs.

The clone is installed and the browser runs already; every visit is the first of a new visitor.
"""

from __future__ import annotations

import argparse
import json
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
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Page, Request, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.server import set_up  # noqa: E402
from tests.browser.hall import ARGUMENTS, DESK, chromium  # noqa: E402

ROUNDS = 5
USABLE = {"home": "a.win", "table": ".pick.legal"}  # what is clicked first
KINDS = {"script": "script", "stylesheet": "style", "font": "fonts", "image": "pictures"}


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


def start(browser: Browser) -> dict[str, list[float]]:
    """Seconds from the command to its address, and to a page that can be used."""
    found: dict[str, list[float]] = {"printed": [], "usable": []}
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as data:
            port, begun = free_port(), perf_counter()
            with playing(port, data):
                found["printed"].append(perf_counter() - begun)
                context = browser.new_context(viewport=DESK, locale="en")
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
                page.locator(USABLE["home"]).first.click(trial=True)
                found["usable"].append(perf_counter() - begun)
                context.close()
    return found


def weigh(browser: Browser, address: str, usable: str) -> Counter[str]:
    """Bytes that a first load transfers, by what they are."""
    context = browser.new_context(viewport=DESK, locale="en")
    page: Page = context.new_page()
    done: list[Request] = []
    page.on("requestfinished", done.append)
    page.goto(address)
    page.locator(usable).first.wait_for()
    page.wait_for_load_state("networkidle")
    weights: Counter[str] = Counter()
    for request in done:
        weights[KINDS.get(request.resource_type, "other")] += request.sizes()["responseBodySize"]
    context.close()
    return weights


def measure() -> dict[str, object]:
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
                "table": weigh(browser, table, USABLE["table"]),
            }
        browser.close()
    return {"seconds": times, "bytes": weights}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    found = measure()
    if parser.parse_args().json:
        print(json.dumps(found))
        return
    times, weights = found["seconds"], found["bytes"]
    assert isinstance(times, dict)
    assert isinstance(weights, dict)
    print(f"From `make play`, median of {ROUNDS} (least to most), seconds")
    for name, all_times in times.items():
        least, most = min(all_times), max(all_times)
        print(f"  {name:30}{median(all_times):10.2f} ({least:.2f} to {most:.2f})")
    print("First load, kB as transferred")
    kinds = [*KINDS.values(), "other"]
    print(f"  {'':10}" + "".join([f"{kind:>10}" for kind in [*kinds, "all"]]))
    for name, weight in weights.items():
        shown = [weight[kind] for kind in kinds] + [sum(weight.values())]
        print(f"  {name:10}" + "".join([f"{size / 1e3:10.1f}" for size in shown]))


if __name__ == "__main__":
    main()
