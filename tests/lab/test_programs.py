"""Programs as players: they see what their seat sees, and one that fails is replaced and named."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from duskhall import game, installed
from duskhall.bots import UnknownBot
from duskhall.bots.bot import luck
from duskhall.lab import ladder_page
from duskhall.lab.ladder import Ladder, ladder
from duskhall.lab.programs import (
    LONGEST_SHOWN,
    MOST_SHOWN,
    UNASKED,
    Failed,
    Program,
    ProgramBot,
    command_of,
    short_names,
)

GAME = "dark-dealings"
DOCS = Path(__file__).parents[2] / "docs"
LONG = 60.0  # seconds; only a test that fails waits so long

GOOD = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "ask":
        print(json.dumps({"move": told["moves"][-1]["move"]}), flush=True)
"""
SILENT = "import time; time.sleep(600)"  # it does not even read
DEAD = "import sys; sys.stdin.readline()"
ILLEGAL = GOOD.replace('told["moves"][-1]["move"]', '"pick 0 0"')
GARBLED = GOOD.replace('json.dumps({"move": told["moves"][-1]["move"]})', '"[[[["')
TALKER = GOOD.replace("import json, sys\n", 'import json, sys\nprint("hello", flush=True)\n')
FLOOD = 'import os\nwhile True: os.write(1, b"x" * 1_000_000)'  # and never a new line
WRONG = GOOD.replace('"move": told', '"answer": told')


def program(folder: Path, text: str) -> str:
    file = folder / f"bot{len(list(folder.iterdir()))}.py"
    file.write_text(text)
    return f"exec:{sys.executable} {file}"


def played(*bots: str, seconds: float = LONG, **changed: Any) -> Ladder:
    settings: dict[str, Any] = {"games": 2, "workers": 1, **changed}
    return ladder(GAME, 2, bots, settings.pop("games"), 3, seconds=seconds, **settings)


def failures(found: Ladder) -> dict[str, int]:
    (rung,) = [rung for rung in found.rungs if rung.bot.startswith("exec:")]
    return rung.failures


def test_a_program_plays_whole_games(tmp_path: Path) -> None:
    found = played("random", program(tmp_path, GOOD))
    assert failures(found) == {}
    assert all(rung.times.clock.count > 10 for rung in found.rungs)


@pytest.mark.parametrize(
    ("text", "why", "seconds"),
    [
        (SILENT, "silent", 0.3),
        (DEAD, "dead", LONG),
        (ILLEGAL, "illegal", LONG),
        (GARBLED, "garbled", LONG),
        (WRONG, "garbled", LONG),
        (TALKER, "garbled", LONG),
        (FLOOD, "garbled", LONG),
    ],
    ids=["silent", "dead", "illegal", "garbled", "wrong", "talker", "flood"],
)
def test_a_program_that_fails_is_replaced_and_named(
    tmp_path: Path, text: str, why: str, seconds: float
) -> None:
    bot = program(tmp_path, text)
    found = played("random", bot, seconds=seconds)
    assert failures(found) == {why: 2}  # in both games, which were played to their end
    assert found.games == 2
    page = tmp_path / "ladder.md"
    ladder_page.write(page, found, "duskhall ladder")
    assert f"`random` had to stand in for {bot}: {why} 2." in page.read_text("utf-8")


def test_a_program_that_floods_is_not_read_on(tmp_path: Path) -> None:
    """Nobody asks it anything yet: what it writes is not heaped up."""
    running = Program(command_of(program(tmp_path, FLOOD)), LONG)
    running.threads[1].join(LONG)  # the one that reads
    assert not running.threads[1].is_alive()
    assert running.answers.qsize() <= UNASKED + 1
    with pytest.raises(Failed, match="garbled"):
        running.ask({})
    running.close(patience=0)


def test_of_the_error_output_so_much_is_shown_and_whose_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In all games together; and who writes on is not blocked."""
    loud = 'for _ in range(500): print("x" * 3000, file=sys.stderr)\n'
    bot = program(tmp_path, GOOD.replace("import json, sys\n", f"import json, sys\n{loud}"))
    assert failures(played("random", bot)) == {}
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == MOST_SHOWN + 1
    assert {line.partition(": ")[0] for line in lines} == {bot.removeprefix("exec:")}
    assert max(map(len, lines)) <= len(bot) + LONGEST_SHOWN
    assert lines[-1].endswith(": …")


def test_programs_are_called_without_their_folders_where_that_tells_them_apart() -> None:
    levels = "learned:64/4s|search:400/4s"
    assert short_names([levels, "exec:python3 /a/b/mine.py 'my word'"]) == {
        levels: levels,
        "exec:python3 /a/b/mine.py 'my word'": "python3 mine.py my word",
    }
    alike = ["exec:python3 /a/mine.py", "exec:python3 /b/mine.py"]
    assert short_names(alike) == dict(zip(alike, alike, strict=True))


def test_what_a_program_starts_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "child"
    text = (
        "import subprocess, time\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(600)\n"
    )
    kind = game(GAME)
    s = kind.setup(2, 1)
    bot = ProgramBot(program(tmp_path, text), kind, "designed", 1, seconds=0.3)
    while not note.exists() or not note.read_text():  # until it has started its child
        bot.failed = ""
        bot.answer(s, s.waiting[0], 0)
    child = int(note.read_text())
    bot.close()
    deadline = time.monotonic() + LONG
    while running(child):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state != "Z"  # dead, and nobody has asked for its last words yet


@pytest.mark.parametrize("name", [kind.name for kind in installed()])
def test_a_program_is_told_what_its_seat_sees_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    class Recorder:
        def __init__(self, *_: object) -> None: ...

        def tell(self, message: dict[str, Any]) -> None:
            told.append(json.dumps(message))

        def ask(self, message: dict[str, Any]) -> str:
            self.tell(message)
            moves = message["moves"]
            return str(moves[luck(len(told)) % len(moves)]["move"])

        def close(self, patience: float = 0) -> None: ...

    monkeypatch.setattr("duskhall.lab.programs.Program", Recorder)
    kind = game(name)
    s = kind.setup(kind.player_counts()[-1], 5)
    command = program(tmp_path, GOOD)
    asked = 0
    for position in range(40):
        if not s.waiting:
            break
        seat = s.waiting[0]
        told.clear()
        move = ProgramBot(command, kind, "designed", 1, LONG).answer(s, seat, position)
        real = told[:]
        told.clear()
        twin = s.determinize(seat, luck(7, position))
        ProgramBot(command, kind, "designed", 1, LONG).answer(twin, seat, position)
        assert told == real
        asked += len(real) > 1
        s.apply(seat, move)
        s.pass_time()
    assert asked > 5


@pytest.mark.parametrize("name", ["", "no-such-program-here", "'"])
def test_a_command_that_is_none_is_refused_before_anything_is_played(name: str) -> None:
    with pytest.raises(UnknownBot):
        played("random", f"exec:{name}")


def test_a_record_that_names_a_command_starts_nothing() -> None:
    """Programs come from the command line alone, never out of a file."""
    from duskhall.bots import BOTS
    from duskhall.cli.names import PERSON, bot_called

    assert not [kind for kind in BOTS if kind.startswith("exec")]
    assert bot_called("Exec (touch /tmp/x) 2") == PERSON


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("file", ["first.mjs", "words.mjs"])
def test_the_examples_in_javascript_play(file: str) -> None:
    found = played("random", f"exec:node {DOCS / 'bots' / file}")
    assert failures(found) == {}


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize(
    ("ranks", "told"),
    [([2, 1], "won by seat 1"), ([1, 1], "won by seat 0, 1"), ([2, 2], "lost by all together")],
)
def test_the_example_says_who_has_won(ranks: list[int], told: str) -> None:
    line = json.dumps({"type": "end", "ranks": ranks})
    command = ["node", str(DOCS / "bots" / "words.mjs")]
    ran = subprocess.run(command, input=line, capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == told


def test_the_page_shows_the_smallest_bot_as_it_is() -> None:
    shown = re.search(r"```js\n(.*?)```", (DOCS / "bots.md").read_text("utf-8"), re.DOTALL)
    assert shown is not None
    whole = (DOCS / "bots" / "first.mjs").read_text("utf-8")
    assert whole.endswith(shown[1])
    assert len(shown[1].splitlines()) <= 10
