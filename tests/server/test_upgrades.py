"""Real servers, one after the other, on the same data: what was played survives every upgrade."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.server.hosting import Process
from tests.server.playing import Message, Person, get, play_on, post, set_up, sit_down
from tests.server.upgrading import (
    CHANGES,
    COMMENT,
    GONE,
    RULE,
    SCORING,
    VALUE,
    VERSION,
    changed,
    command,
    frames,
    join,
    record,
    set_up_fixed,
    upgraded,
)

RUNNING = 45  # moves of the game that is still played: it fights already
OLD_RECORD = Path(__file__).parent / "old" / "record-1.json"


class Before:
    """What was played before the upgrade, and what was told of it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        server = Process(data)
        address = server.address
        self.running = set_up_fixed(address, public=True)
        people = sit_down(address, self.running)
        play_on(people, random.Random(1), RUNNING - 1)
        people[0].ask("chat", text="Well met.")
        self.views = [person.view for person in people]
        self.waiting = people[0].waiting
        self.own_frames = [frames(address, self.running, seat=seat) for seat in (0, 1)]
        assert not people[0].over
        self.finished = set_up_fixed(address)
        players = sit_down(address, self.finished)
        play_on(players, random.Random(1))
        self.over = players[0].over
        self.frames = {
            eyes: frames(address, self.finished, eyes) for eyes in ("0", "1", "spectator", "all")
        }
        self.record = record(address, self.finished)
        self.cards = get(
            address, f"/api/tables/{self.running['table']}/cards", self.running["spectator"]
        ).json()
        self.open = set_up(address, "Ada", "open", public=True)
        for person in [*people, *players]:
            person.close()
        server.stop()


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    return Before(tmp_path_factory.mktemp("before") / "tables.sqlite")


def goes_on(address: str, before: Before) -> None:
    """Both games are as they were, and the one that is not over is played to its end."""
    people = sit_down(address, before.running)
    assert [person.view for person in people] == before.views
    assert people[0].state["commitment"] == before.running["commitment"]
    assert people[0].state["chat"][0]["text"] == "Well met."
    assert [frames(address, before.running, seat=seat) for seat in (0, 1)] == before.own_frames
    play_on(people, random.Random(2))
    assert people[0].over["commitment"] == before.running["commitment"]
    stays(address, before)
    for person in people:
        person.close()


def stays(address: str, before: Before) -> None:
    """The game that was over is told as it was, through all eyes."""
    about = get(address, f"/api/tables/{before.finished['table']}", before.finished["spectator"])
    assert (about.status_code, about.json()["over"]) == (200, True)
    for eyes, told in before.frames.items():
        now = frames(address, before.finished, eyes)
        now.pop("stopped", None)
        assert now == told
    assert without_comments(record(address, before.finished)) == without_comments(before.record)
    with join(address, before.finished) as ada:
        assert ada.over == before.over


def without_comments(text: str) -> Message:
    """A record with the values of its edition, not with its text."""
    data: Message = json.loads(text)
    data["edition"]["text"] = tomllib.loads(data["edition"]["text"])
    return data


def test_a_comment_in_an_edition_changes_nothing(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, COMMENT) as address:
        goes_on(address, before)
        for text in (before.record, OLD_RECORD.read_text()):
            told = post(address, "/api/replay", {"record": text})
            assert told.status_code == 200, told.text
    kept = tmp_path / "record.json"
    kept.write_text(before.record)
    for file in (kept, OLD_RECORD):
        for words in (["verify"], ["replay"], ["migrate", "--report"]):
            done = command(tmp_path / "src", *words, str(file))
            assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_table_keeps_the_cards_it_is_played_with(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, VALUE) as address:
        cards = get(
            address, f"/api/tables/{before.running['table']}/cards", before.running["spectator"]
        ).json()
        assert cards == before.cards
        assert get(address, "/api/games/dark-dealings/cards", players="2").json() != before.cards
        goes_on(address, before)
        told = post(address, "/api/replay", {"record": before.record})
        assert told.json() == before.frames["all"]


def test_the_same_by_new_rules_goes_on_under_them(before: Before, tmp_path: Path) -> None:
    renewals = [{"position": RUNNING, "version": 4, "same": True}]
    for folder in ("once", "again"):  # what is written is written once
        (tmp_path / folder).mkdir()
    with (
        upgraded(before.data, tmp_path / "once", VERSION) as address,
        join(address, before.running) as ada,
    ):
        assert ada.state["renewals"] == renewals
        assert (ada.state["version"], "stopped" in ada.state) == (3, False)
    with upgraded(tmp_path / "once" / "tables.sqlite", tmp_path / "again", VERSION) as address:
        with join(address, before.running) as ada:
            assert ada.state["renewals"] == renewals
        goes_on(address, before)
        kept = tmp_path / "record.json"
        kept.write_text(record(address, before.running))
    assert json.loads(kept.read_text())["version"] == 3
    assert command(tmp_path / "again" / "src", "verify", str(kept)).returncode == 0


# Other rules, and a game that is still played


def halted(address: str, before: Before) -> Message:
    about = get(
        address, f"/api/tables/{before.running['table']}", before.running["spectator"]
    ).json()
    assert (about["stopped"], about["over"]) == ("halted", False)
    with join(address, before.running) as ada:
        stopped: Message = ada.state["stopped"]
    assert (stopped["state"], stopped["why"], stopped["moves"]) == ("halted", "rules", RUNNING)
    assert 0 < stopped["position"] < RUNNING
    return stopped


def agree(people: list[Person], wish: str) -> list[Message]:
    """Both wish the same. What they are told then."""
    ada, grace = people
    assert ada.ask("settle", wish=wish)["type"] == "done"
    assert grace.hear("stopped")["stopped"]["wishes"] == {"0": wish}
    heard = len(grace.seen)
    assert grace.ask("settle", wish=wish)["type"] == "done"
    (told,) = [message for message in grace.seen[heard:] if message["type"] == "table"]
    return [ada.hear("table"), told]


def test_other_rules_halt_a_game_until_its_people_decide(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, VERSION, CHANGES, RULE) as address:
        stopped = halted(address, before)
        assert (stopped["version"], stopped["now"], stopped["rules"]) == (3, 4, ["DD-34"])
        assert (stopped["asked"], stopped["known"]) == ([0, 1], RUNNING)
        people = sit_down(address, before.running)
        ada, grace = people
        # It is read through one's own eyes as before, and tells no more than before.
        assert [person.view for person in people] == before.views
        assert ada.moves == ada.waiting == []
        for seat, told in enumerate(before.own_frames):
            now = frames(address, before.running, seat=seat)
            assert now.pop("stopped")["position"] == stopped["position"]
            assert now == told
        path, token = f"/api/tables/{before.running['table']}", ada_token(before)
        for asked, query in (
            ("record", {}),
            ("frames", {"eyes": "1"}),
            ("frames", {"eyes": "all"}),
        ):
            assert get(address, f"{path}/{asked}", token, **query).json()["error"] == "not-over"
        refused = post(address, f"{path}/sit", {"name": "Eve"})
        assert (refused.status_code, refused.json()["error"]) == (403, "halted")
        for kind, fields in (
            ("move", {"move": "stop", "position": RUNNING}),
            ("undo", {}),
            ("why", {"move": "stop"}),
            ("point", {"at": "1"}),
            ("rematch", {}),
        ):
            assert ada.ask(kind, **fields)["error"] == "halted"
        assert ada.ask("chat", text="What now?")["line"]["number"] == 1
        assert ada.ask("sync")["stopped"]["wishes"] == {}
        with Person(address, before.running["table"]) as onlooker:
            assert onlooker.ask("settle", wish="go-on")["error"] == "not-your-seat"
        # One alone decides nothing, and may think again.
        ada.ask("settle", wish="go-on")
        ada.ask("settle", wish="")
        assert grace.hear("stopped")["stopped"]["wishes"] == {"0": "go-on"}
        assert grace.hear("stopped")["stopped"]["wishes"] == {}
        tables = agree(people, "go-on")
        at = stopped["position"]
        for seat, person in enumerate(people):
            assert "stopped" not in tables[seat]
            assert (person.branch, person.position) == (1, at + 1)  # luck that nobody has seen
            told = frames(address, before.running, seat=seat)["frames"]
            assert told[: at + 1] == before.own_frames[seat]["frames"][: at + 1]
            assert tables[seat]["renewals"] == [{"position": at, "version": 4, "same": False}]
            assert tables[seat]["chat"][-1]["text"] == "What now?"
        play_on(people, random.Random(3))
        kept = tmp_path / "record.json"
        kept.write_text(record(address, before.running))
        for person in people:
            person.close()
    assert command(tmp_path / "src", "verify", str(kept)).returncode == 0


def ada_token(before: Before) -> str:
    return str(before.running["seats"][0]["token"])


def test_a_halted_game_may_be_left_as_it_is(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, VERSION, RULE) as address:
        assert halted(address, before)["rules"] == []
        people = sit_down(address, before.running)
        assert [told["stopped"]["state"] for told in agree(people, "leave")] == ["frozen"] * 2
        assert people[0].ask("settle", wish="go-on")["error"] == "frozen"
        assert people[0].ask("chat", text="A pity.")["type"] == "chat"
        assert len(json.loads(record(address, before.running))["moves"]) == RUNNING
        told = frames(address, before.running, "all")
        assert [frame.get("move") is not None for frame in told["frames"][1:]] == [True] * RUNNING
        for person in people:
            person.close()
    again = tmp_path / "again"
    again.mkdir()
    with upgraded(tmp_path / "tables.sqlite", again) as address:  # with the old rules, too
        about = get(
            address, f"/api/tables/{before.running['table']}", before.running["spectator"]
        ).json()
        assert about["stopped"] == "frozen"


def test_a_halted_game_goes_on_where_its_rules_come_back(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, RULE) as address:  # and the version was forgotten
        stopped = halted(address, before)
        assert (stopped["version"], stopped["now"], stopped["rules"]) == (3, 3, [])
        assert before.running["table"] not in lobby(address)
    back = tmp_path / "back"
    back.mkdir()
    with upgraded(tmp_path / "tables.sqlite", back) as address:
        goes_on(address, before)


def lobby(address: str) -> list[str]:
    return [table["table"] for table in get(address, "/api/tables").json()["tables"]]


def test_without_what_was_told_it_is_shown_as_far_as_it_is_the_same(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    server = Process(data)
    made = set_up_fixed(server.address)
    people = sit_down(server.address, made)
    play_on(people, random.Random(1), RUNNING - 1)
    before = [frames(server.address, made, seat=seat) for seat in (0, 1)]
    moves = [[frame.get("move") for frame in told["frames"]] for told in before]
    for person in people:
        person.close()
    server.kill()
    after = tmp_path / "after"
    after.mkdir()
    with upgraded(data, after, VERSION, RULE) as address:
        for seat in (0, 1):
            told = frames(address, made, seat=seat)
            same = told["stopped"]["known"]
            assert 0 < same == told["stopped"]["position"] < RUNNING
            assert told["frames"][: same + 1] == before[seat]["frames"][: same + 1]
            assert [frame.get("move") for frame in told["frames"]] == moves[seat]
            assert not any(frame["events"] for frame in told["frames"][same + 1 :])


# Other rules, and a game that is over


def test_other_rules_do_not_touch_a_game_that_is_over(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, VERSION, RULE) as address:
        told = frames(address, before.finished)["stopped"]
        assert (told["state"], told["asked"], told["known"]) == ("frozen", [], told["moves"])
        stays(address, before)
        body = {"table": before.finished["table"], "position": 3, "seats": [{"kind": "person"}] * 2}
        token = f"Bearer {before.finished['spectator']}"
        made = post(address, "/api/tables/from-record", body, Authorization=token)
        assert made.status_code == 201  # as far as all is the same, anybody may go on from it
        late = {**body, "position": told["moves"]}
        refused = post(address, "/api/tables/from-record", late, Authorization=token)
        assert refused.json()["error"] == "wrong-position"


def test_a_result_stays_though_the_scoring_has_changed(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, SCORING) as address:
        assert frames(address, before.finished)["stopped"]["state"] == "frozen"
        stays(address, before)


def test_a_game_that_is_gone_can_still_be_read(before: Before, tmp_path: Path) -> None:
    with upgraded(before.data, tmp_path, GONE) as address:
        stays(address, before)
        for seat, told in enumerate(before.own_frames):
            now = frames(address, before.running, seat=seat)
            assert (now.pop("stopped")["why"], now) == ("game", told)
        with join(address, before.running) as ada:
            assert ada.state["stopped"]["now"] == 0
            assert ada.ask("settle", wish="go-on")["error"] == "no-way-on"
            assert ada.ask("chat", text="Where is it?")["type"] == "chat"
        cards = get(
            address, f"/api/tables/{before.running['table']}/cards", before.running["spectator"]
        ).json()
        assert cards == before.cards
        assert (
            get(address, f"/api/tables/{before.open['table']}", before.open["spectator"]).json()[
                "stopped"
            ]
            == "halted"
        )
        assert lobby(address) == []


# What the operator is told


def serve(data: Path, source: Path) -> str:
    """What `duskhall serve` prints until it has checked the tables."""
    process = subprocess.Popen(
        [sys.executable, "-m", "duskhall", "serve", "--port", "0", "--data", str(data)],
        env={**os.environ, "PYTHONPATH": str(source), "LC_ALL": "C.UTF-8", "COLUMNS": "300"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if "held against" in line:
            break
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    return printed + rest


def test_serve_and_migrate_say_what_becomes_of_the_tables(before: Before, tmp_path: Path) -> None:
    source = changed(tmp_path, VERSION, CHANGES, RULE)
    data = tmp_path / "data"
    data.write_bytes(before.data.read_bytes())
    first = command(source, "migrate", str(data), "--report")
    assert data.read_bytes() == before.data.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "src"]
    printed = serve(data, source)
    running, finished = before.running["table"], before.finished["table"]
    for said in (first.stdout, printed):
        assert re.search(rf"{running}, Dark Dealings: halted.* of {RUNNING};.*\(DD-34\)", said)
        assert re.search(rf"{finished}, Dark Dealings: frozen", said)
        assert "3 tables held against the rules of today: 1 go on as they are, 1 halted" in said
    japanese = command(source, "migrate", str(data), "--language", "ja")
    assert (japanese.returncode, running in japanese.stdout) == (0, True)
    assert "停止" in japanese.stdout
