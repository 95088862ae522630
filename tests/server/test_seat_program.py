"""`duskhall seat`: a program plays at a table in play; one that fails leaves its seat to a bot."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from duskhall.cli import run
from duskhall.cli.seat import Sitting, ending
from duskhall.cli.words import Words
from tests.cli.commands import complaint
from tests.server.hosting import Host
from tests.server.playing import Message, Person, set_up

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_program_in_javascript_plays_a_whole_game(
    host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    made = set_up(host.address, "open", "bot:random")
    link = f"{host.address}/table/{made['table']}"
    bot = ["node", str(DOCS / "bots" / "words.mjs"), "attack"]
    assert run(["seat", link, "--name", "Node", "--seconds", "60", "--", *bot]) == 0
    told = capsys.readouterr().out
    assert "Seat 1 at dark-dealings." in told
    assert "The game is over: rank" in told
    with Person(host.address, made["table"], made["spectator"]) as onlooker:
        assert onlooker.over
        assert onlooker.state["seats"][0]["name"] == "Node"


@pytest.mark.parametrize(
    ("ranks", "told"),
    [([2, 1], "The game is over: rank 2."), ([2, 2], "The game is over, and lost together.")],
)
def test_who_loses_together_has_no_rank(ranks: list[int], told: str) -> None:
    assert ending(ranks, 0, Words("en")) == told


def test_a_program_that_lies_leaves_its_seat_to_a_bot(
    host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text(
        "import sys\nfor line in sys.stdin:\n"
        '    if \'"ask"\' in line:\n        print(\'{"move": "win"}\', flush=True)\n'
    )
    made = set_up(host.address, "Ada", "Grace")
    link = f"{host.address}/table/{made['table']}#{made['seats'][1]['token']}"
    assert run(["seat", link, "--seconds", "60", "--", sys.executable, str(liar)]) == 1
    captured = capsys.readouterr()
    assert "illegal answer; " in captured.err
    with Person(host.address, made["table"], made["seats"][0]["token"]) as ada:
        seat = ada.state["seats"][1]
        assert seat["bot"] is not None
        assert seat["failed"] == {"why": "illegal", "position": 0}
        assert "program" not in seat  # it is gone


def test_a_seat_says_that_a_program_sits_there_as_long_as_it_does(host: Host) -> None:
    made = set_up(host.address, "Ada", "Grace")
    table, (ada_seat, grace_seat) = made["table"], made["seats"]
    with Person(host.address, table, ada_seat["token"]) as ada:
        with Person(host.address, table, grace_seat["token"], program=True) as program:
            assert program.state["seats"][1]["program"] is True
            told = ada.hear("seats")
            assert told["seats"][1]["program"] is True
            assert "program" not in told["seats"][0]  # who says nothing is a person
            assert ada.ask("seat", bot="greedy", why="silent")["type"] == "done"
            ada.ask("seat", bot=None)
            assert program.ask("seat", bot="greedy", why="bored")["error"] == "malformed"
            assert program.ask("seat", bot="greedy", why="silent")["type"] == "done"
        with Person(host.address, table, grace_seat["token"]) as grace:
            first, second = grace.state["seats"]
            assert "failed" not in first  # only a program fails so
            assert second["failed"] == {"why": "silent", "position": 0}
            assert "program" not in second


def test_a_program_may_be_given_parts_of_a_second(
    host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text("import time\ntime.sleep(60)\n")
    made = set_up(host.address, "Ada", "Grace")
    link = f"{host.address}/table/{made['table']}#{made['seats'][1]['token']}"
    assert run(["seat", link, "--seconds", "0.2", "--", sys.executable, str(sleeper)]) == 1
    capsys.readouterr()
    with Person(host.address, made["table"], made["seats"][0]["token"]) as ada:
        assert ada.state["seats"][1]["failed"]["why"] == "silent"
    said = complaint(capsys, "seat", link, "--seconds", "0", "--", sys.executable)
    assert "above 0" in said


class Wire:
    """A socket that tells these messages, and keeps what is said."""

    def __init__(self, *told: Message) -> None:
        self.told = [json.dumps(message) for message in told]
        self.said: list[Message] = []

    def recv(self) -> str:
        return self.told.pop(0)

    def send(self, text: str) -> None:
        self.said.append(json.loads(text))


def test_offers_to_a_program_are_refused_so_that_nobody_waits() -> None:
    offers = [
        {"number": 7, "to": [1, 2], "refused": []},
        {"number": 8, "to": [2], "refused": []},
        {"number": 9, "to": [1], "refused": [1]},
    ]
    wire = Wire(
        {"type": "table", "table": "t", "eyes": "1", "offers": offers[:1]},
        {"type": "offers", "offers": offers},
    )
    sitting = Sitting(wire, "t", "key", Words("en"))  # type: ignore[arg-type]
    sitting.read()
    answers = [(said["type"], said["offer"]) for said in wire.said[1:]]
    assert answers == [("refuse", 7), ("refuse", 7)]


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("table", "is no link of a table"),
        ("http://127.0.0.1:9/elsewhere", "is no link of a table"),
        ("HOST/table/none", "table"),
        ("http://127.0.0.1:9/table/none", "127.0.0.1:9"),
    ],
)
def test_a_wrong_link_gets_one_line(
    host: Host, link: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    link = link.replace("HOST", host.address)
    assert said in complaint(capsys, "seat", link, "--", sys.executable)


def test_a_program_that_is_not_there_is_named(
    host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    link = f"{host.address}/table/none"
    assert "no-such-program" in complaint(capsys, "seat", link, "--", "no-such-program")


def test_a_program_that_cannot_be_started_takes_no_seat(
    host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"no program")
    broken.chmod(0o755)
    made = set_up(host.address, "Ada", "open")
    link = f"{host.address}/table/{made['table']}"
    assert "it has taken no seat" in complaint(capsys, "seat", link, "--", str(broken))
    with Person(host.address, made["table"], made["seats"][0]["token"]) as ada:
        assert ada.state["seats"][1]["kind"] == "open"
