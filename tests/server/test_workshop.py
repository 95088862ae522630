"""The workshop: for the host alone, one comparison at a time, and bad values with their line."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from duskhall import game
from duskhall.server.workshop import is_here
from tests.server.hosting import Host, hosting
from tests.server.playing import PATIENCE

GAME = "dark-dealings"
SHEET = f"/api/workshop/{GAME}"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("workshop") / "data", workshop=True) as found:
        yield found


def ask(host: Host, path: str, body: object = None, **headers: str) -> httpx.Response:
    if body is None:
        return httpx.get(host.address + path, headers=headers, timeout=PATIENCE)
    return httpx.post(host.address + path, json=body, headers=headers, timeout=PATIENCE)


def armor(host: Host, value: object) -> list[dict[str, Any]]:
    """The first hero's armor, changed."""
    row = ask(host, SHEET).json()["sheets"][0]["rows"][0]
    return [{"line": row["line"], "field": "armor", "value": value}]


def test_without_the_option_there_is_none(tmp_path: Path) -> None:
    with hosting(tmp_path / "data") as host:
        assert ask(host, "/api/workshop").json() == {"open": False}
        asked: list[tuple[str, object]] = [
            (SHEET, None),
            ("/api/workshop/run", None),
            ("/api/workshop/run/stop", {}),
            (f"{SHEET}/sheet", {}),
            (f"{SHEET}/file", {}),
            (f"{SHEET}/run", {}),
            (f"{SHEET}/table", {}),
        ]
        for path, body in asked:
            assert ask(host, path, body).status_code == 404, path


def test_it_is_for_this_computer_alone(host: Host) -> None:
    assert ask(host, "/api/workshop").json() == {"open": True}
    assert [is_here(one) for one in ("127.0.0.1", "::1", "::ffff:127.0.0.1")] == [True] * 3
    assert not any(is_here(one) for one in ("192.0.2.1", "10.0.0.1", "::", "", "localhost"))
    for proxy in ("x-forwarded-for", "forwarded", "x-real-ip"):
        brought = {proxy: "192.0.2.1"}
        assert ask(host, "/api/workshop", **brought).json() == {"open": False}
        assert ask(host, SHEET, **brought).status_code == 404
    other = {"Host": "elsewhere.example"}
    assert ask(host, SHEET, **other).status_code == 421
    other = {"origin": "https://elsewhere.example"}
    assert ask(host, f"{SHEET}/file", {}, **other).status_code == 403


def test_an_edition_is_a_table_of_cells(host: Host) -> None:
    told = ask(host, SHEET).json()
    assert told["edition"] == "designed"
    heroes = told["sheets"][0]
    assert (heroes["name"], len(heroes["rows"])) == ("heroes", 54)
    assert heroes["rows"][0]["cells"]["armor"] == 1
    assert set(heroes["words"]["weak"]) == {"trap", "spell", "minion"}
    assert ask(host, f"{SHEET}?edition=none").status_code == 404
    assert ask(host, "/api/workshop/none").status_code == 404


def test_bad_values_are_refused_with_their_line(host: Host) -> None:
    good = {"name": "Mine", "changes": armor(host, 9)}
    told = ask(host, f"{SHEET}/file", good).json()
    assert told["name"] == "Mine"
    assert "armor=9" in told["text"]
    for value, why in [(99, "'armor' must be a whole number"), ("x", "'armor' must be")]:
        bad = ask(host, f"{SHEET}/file", {"name": "Mine", "changes": armor(host, value)})
        assert bad.status_code == 400
        assert bad.json()["error"] == "wrong-edition"
        line = armor(host, value)[0]["line"]
        assert f"Mine, line {line}: {why}" in bad.json()["sentence"]
    taken = {"name": "designed", "changes": armor(host, 9)}
    assert "name of its own" in ask(host, f"{SHEET}/file", taken).json()["sentence"]
    assert ask(host, f"{SHEET}/file", {"changes": [{"line": "x"}]}).status_code == 400


def test_numbers_inside_of_cells_are_changed_and_refused_like_others(host: Host) -> None:
    sheet = "/api/workshop/raid-and-trade"
    (items,) = [one for one in ask(host, sheet).json()["sheets"] if one["name"] == "items"]
    row = next(row for row in items["rows"] if row["cells"]["name"] == "Field Dressing")
    assert row["cells"]["cost"] == {"medical": 1, "clothing": 1}

    def file(field: str, value: object) -> httpx.Response:
        change = {"line": row["line"], "field": field, "value": value}
        return ask(host, f"{sheet}/file", {"name": "Mine", "changes": [change]})

    assert "cost = { medical = 3, clothing = 1 }" in file("cost.medical", 3).json()["text"]
    assert '[{ do = "gain_ap", n = 4 }]' in file("effect.0.n", 4).json()["text"]
    for field, value, why in [
        ("cost.medical", 99, "'medical' must be a whole number from 1 to 20"),
        ("effect.0.n", 0, "'n' must be a whole number"),
        ("cost.gold", 1, "'cost.gold' is not a field of this row"),
        ("sp", 10**9, "'sp' must lie between"),
    ]:
        bad = file(field, value).json()
        assert bad["error"] == "wrong-edition"
        assert f", line {row['line']}: {why}" in bad["sentence"]


def test_a_file_says_its_own_name_and_can_be_gone_on_with(host: Host) -> None:
    sheet = "/api/workshop/dont-turn-your-back"
    row = ask(host, sheet).json()["sheets"][0]["rows"][0]
    change = {"line": row["line"], "field": "pain", "value": 2}
    saved = ask(host, f"{sheet}/file", {"name": "Mine", "changes": [change]}).json()["text"]
    assert tomllib.loads(saved)["edition"] == "Mine"
    top = saved.split("\n")
    assert top[0].startswith("## Mine: an edition of Don't Turn Your Back, made in the workshop")
    assert top[1] == "##   Faceless, pain: 1 -> 2"
    assert not any(
        line.startswith("# ") for line in top[: top.index("")]
    )  # all that is older is marked

    own = {"edition": "file-name", "text": saved}
    told = ask(host, f"{sheet}/sheet", own).json()
    assert told["edition"] == "Mine"
    assert told["base"] != ask(host, sheet).json()["base"]
    again = told["sheets"][0]["rows"][0]
    assert again["cells"]["pain"] == 2
    more = {**own, "name": "Mine", "changes": [{**change, "line": again["line"], "value": 3}]}
    text = ask(host, f"{sheet}/file", more).json()["text"]
    assert text.split("\n")[1] == "##   Faceless, pain: 2 -> 3"
    assert tomllib.loads(text)["cards"][0]["pain"] == 3
    begun = ask(host, f"{sheet}/run", {**more, "games": 2, "players": 2, "bot": "random"})
    assert begun.json()["about"]["base"] == told["base"]
    assert "text" not in begun.json()["about"]
    assert until(host, "done", "failed")["state"] == "done"
    same = {**more, "changes": [{**change, "line": again["line"], "value": 2}]}
    assert ask(host, f"{sheet}/run", same).json()["error"] == "workshop-same"

    ours = {"edition": "designed", "text": saved.replace('"Mine"', '"designed-2"')}
    assert ask(host, f"{sheet}/sheet", ours).json()["edition"] == "designed-own"
    bad = again["line"]
    broken = saved.replace("pain=2", "pain=99", 1)
    other = next(iter(game(GAME).editions().values())).text
    for text, why in [
        (broken, f"Mine, line {bad}: 'pain' must be a whole number"),
        ("x =\ny = 1", "line 1"),
        ("# " + "x" * 100_000, "at most 100000 letters"),
        (other, "x: this is an edition of Dark Dealings, not of Don't Turn Your Back"),
    ]:
        refused = ask(host, f"{sheet}/sheet", {"edition": "x", "text": text}).json()
        assert refused["error"] == "wrong-edition"
        assert why in refused["sentence"]


def until(host: Host, *states: str) -> dict[str, Any]:
    end = time.monotonic() + 20 * PATIENCE
    while time.monotonic() < end:
        told: dict[str, Any] = ask(host, "/api/workshop/run").json()
        if told["state"] in states:
            return told
        time.sleep(0.05)
    raise AssertionError(told)


def test_one_comparison_runs_at_a_time_and_can_be_stopped(host: Host) -> None:
    assert ask(host, f"{SHEET}/run", {}).json()["error"] == "workshop-same"
    wanted = {"players": 2, "games": 5000, "bot": "greedy", "changes": armor(host, 9)}
    with ThreadPoolExecutor(3) as windows:  # that all ask at once
        asked = list(windows.map(lambda _: ask(host, f"{SHEET}/run", wanted), range(3)))
    assert sorted([one.status_code for one in asked]) == [201, 409, 409]
    (begun,) = [one.json() for one in asked if one.status_code == 201]
    assert begun["state"] == "running"
    while not (running := ask(host, "/api/workshop/run").json())["played"]:
        assert running["state"] == "running", running
        time.sleep(0.05)
    assert running["games"] <= running["played"] < running["of"]
    assert (begun["about"]["changes"], begun["about"]["players"]) == (armor(host, 9), 2)
    assert ask(host, f"{SHEET}/run", wanted).json()["error"] == "workshop-busy"
    stopped = ask(host, "/api/workshop/run/stop", {}).json()
    assert stopped["state"] == "stopped"
    assert stopped["played"] >= running["played"]
    few = {"players": 1, "games": 20, "bot": "random", "changes": armor(host, 9)}
    assert ask(host, f"{SHEET}/run", few).status_code == 201
    told = until(host, "done", "failed")
    assert told["state"] == "done", told
    assert (told["games"], told["played"], told["of"]) == (20, 20, 20)
    assert [change["name"] for change in told["changes"]] == ["answers", "points"]
    assert all(change["before"] is not None for change in told["changes"])
    assert ask(host, f"{SHEET}/run", {**few, "bot": "search"}).json()["error"] == "unknown-bot"
    assert ask(host, f"{SHEET}/run", {**few, "games": 10**9}).status_code == 400
    assert ask(host, f"{SHEET}/run", {**few, "players": 9}).json()["error"] == "wrong-option"
    unknown = {"options": {"none": True}, "changes": armor(host, 9)}
    assert ask(host, f"{SHEET}/run", unknown).json()["error"] == "wrong-option"


def test_a_table_is_opened_with_the_changed_cards(host: Host) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "greedy"}]
    wanted = {"name": "Mine", "changes": armor(host, 9), "seats": seats, "language": "en"}
    made = ask(host, f"{SHEET}/table", wanted)
    assert made.status_code == 201, made.text
    table, token = made.json()["table"], made.json()["seats"][0]["token"]
    about = ask(host, f"/api/tables/{table}", authorization=f"Bearer {token}").json()
    assert about["edition"] == "Mine"
    cards = ask(host, f"/api/tables/{table}/cards", authorization=f"Bearer {token}")
    assert cards.status_code == 200
    assert ask(host, f"{SHEET}/table", {**wanted, "seats": []}).json()["error"] == "wrong-option"
    wanted["changes"] = armor(host, 99)
    assert ask(host, f"{SHEET}/table", wanted).json()["error"] == "wrong-edition"
