"""Whole games at a real terminal: a pseudo-terminal, with keys pressed and the screen read."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

from duskhall import Record
from duskhall.cli.words import Words

GAME = "dark-dealings"
CITY = "dont-turn-your-back"
DUSK = "the-faceless"
PROMPT = r"\n(?:\x1b\[\?2004h)?> "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\r")
CHOICE = re.compile(r"^ {1,2}(\d+) ", re.MULTILINE)
WEAK_STRIKE = re.compile(r"^ +(\d+)  Strike with [^…\n]*→ \d+/\d+ *$", re.MULTILINE)
SEVERAL = re.compile(r"for example: (\d+ \d+)|例： (\d+ \d+)")


class Terminal:
    """A person at a terminal of a certain width."""

    def __init__(self, home: Path, *argv: str, columns: int = 100, **environment: str) -> None:
        # Bots that answer at random need no time, and a seed makes the table the same each time.
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "duskhall", *argv],
            # A test runner's own width would hide that of the terminal.
            env={
                **{key: os.environ[key] for key in os.environ if key not in ("COLUMNS", "LINES")},
                "XDG_DATA_HOME": str(home),
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                **environment,
            },
            dimensions=(50, columns),
            encoding="utf-8",
            timeout=120,  # a busy machine is no failure
        )
        self.child.delaybeforesend = None
        self.raw = ""  # all that came, with colours
        self.screen = ""  # what was shown before the last prompt
        self.code: int | None = None
        self.wait()

    def wait(self) -> None:
        """Read until the next question, or the end."""
        found = self.child.expect([PROMPT, pexpect.EOF])
        self.raw += self.child.before + str(self.child.after if found == 0 else "")
        self.screen = ESCAPES.sub("", self.child.before)
        if found == 1:
            self.child.close()
            self.code = self.child.exitstatus

    def type(self, line: str) -> str:
        """Type a line, and return what is shown after it."""
        self.child.sendline(line)
        self.wait()
        return self.screen

    def answer(self, choice: int = -1) -> str:
        """Answer the question on the screen: the last choice, or stop where that wins a fight."""
        question = self.screen.rpartition("\n\n")[2]
        if not CHOICE.search(question):
            question = self.type("").rpartition("\n\n")[2]
        several = SEVERAL.search(question)
        if several:
            return self.type(several[1] or several[2])
        stop = re.search(r"^ +(\d+)  (?:Stop striking|攻撃を終え)", question, re.MULTILINE)
        return self.type(stop[1] if stop else CHOICE.findall(question)[choice])

    def play_on(self, choice: int = -1) -> str:
        """Answer whatever is asked, to the end of the game."""
        for _ in range(200):
            if self.code is not None:
                return self.screen
            self.answer(choice)
        raise AssertionError("the game does not end")


def new_game(
    home: Path, *more: str, game: str = GAME, columns: int = 100, **environment: str
) -> Terminal:
    sit_down = ["play", game, "--players", "2", "--bots", "random", "--seed", "5", *more]
    return Terminal(home, *sit_down, columns=columns, **environment)


def verify(command: str, home: Path) -> str:
    done = pexpect.run(
        f"{sys.executable} -m {command}",
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        timeout=120,
    )
    assert isinstance(done, bytes)
    return done.decode()


@pytest.mark.parametrize(
    ("game", "rule", "choice"),
    [(GAME, "DD-55", -1), (CITY, "TB-98", -1), (CITY, "TB-98", 0), (DUSK, "TF-66", 0)],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_whole_game(game: str, rule: str, choice: int, language: str, tmp_path: Path) -> None:
    words = Words(language)
    terminal = new_game(tmp_path, "--language", language, game=game)
    shown = re.search(r"[0-9a-f]{64}", terminal.screen)
    assert shown is not None, "the hash is shown before play"
    end = terminal.play_on(choice)
    assert terminal.code == 0
    assert words("standing.title") in end
    assert rule in end
    assert f"{5:032x}" in end, "the seed is revealed after play"
    command = re.search(r"duskhall verify \S+ --commitment (\S+)", end)
    assert command is not None
    assert command[1] == shown[0]
    assert ": verified, " in verify(command[0], tmp_path)
    said = ESCAPES.sub("", terminal.raw)
    assert "{" not in said
    if language == "ja":
        code = r"^  duskhall .*$|[0-9a-f]{32,}|[A-Z]+-\d+|例：.*$"
        prose = re.sub(code, "", said, flags=re.MULTILINE)
        assert not re.search(r"[A-Za-z]{4,}", prose), "no English word slips in"


def test_a_solo_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", GAME, "--players", "1", "--seed", "5")
    assert "The rows" in terminal.screen
    assert "…" in terminal.screen, "many pairs are grouped by their hero"
    end = terminal.play_on()
    assert terminal.code == 0
    assert "DD-62" in end


def test_a_strike_in_vain_is_called_so(tmp_path: Path) -> None:
    """DD-34"""
    terminal = new_game(tmp_path, "--option", "vain_strikes=true")
    while "in vain" not in terminal.screen:
        assert "Final standing" not in terminal.screen
        terminal.answer()
    assert re.search(r"Strike with .* in vain", terminal.screen)


def test_a_hardcore_game_warns_and_hides_the_pile(tmp_path: Path) -> None:
    terminal = new_game(tmp_path, "--option", "hardcore=true")
    while "At the gate:" not in terminal.screen:
        terminal.answer()
    assert "evicts you" in terminal.screen
    assert "hidden even from you" in terminal.type("cards")


def test_the_table_tells_what_is_needed(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    assert re.search(
        r"1 +\d+ +\S.* +(Knight|Thief|Wizard|Ranger|Berserker|Halflings) +\d", terminal.screen
    )
    while "Take one of the defenses" not in terminal.screen:
        terminal.answer()
    assert "Choosing: " in terminal.screen
    assert re.search(r"1  \S.*  (\w+\+?)+ \d( x)?( > (\w+\+?)+ \d( x)?)*", terminal.screen)
    while not re.search(r"\+\d → \d+/\d+", terminal.screen):
        terminal.answer()
    assert re.search(r"At the gate: .* armor \d · weak to \w+", terminal.screen)
    while "more needed" not in terminal.screen:
        weak = WEAK_STRIKE.search(terminal.screen)
        terminal.type(weak[1] if weak else "1")
    assert re.search(r"Strikes so far: \d+ of \d+, \d+ more needed", terminal.screen)


def test_several_cards_are_chosen_at_once_one_by_one_or_by_name(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    names = re.findall(r"^ +\d  +\d+  (\S.*?)  ", terminal.screen, re.MULTILINE)
    assert len(names) == 9
    assert f"{names[2]}, and 1 more:" in terminal.type("3")
    assert "There is no choice 3 here." in terminal.type("3")
    assert f"Player 1 picked {names[2]} and {names[6]}." in terminal.type("7")
    names = re.findall(r"^ +\d  +\d+  (\S.*?)  ", terminal.screen.rpartition("\n\n")[2], re.M)
    shown = terminal.type(f"{names[1].upper()}, {names[0].lower()}")
    assert f"Player 1 picked {names[0]} and {names[1]}." in shown
    move = re.search(r"pick \d+ \d+", terminal.type("?"))
    assert move is not None
    assert "Hero phase, round 4 of 4" in terminal.type(move[0])


def test_what_cannot_be_done_is_told_with_its_rule(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    assert "You do not have" in terminal.type("pick 1 2")
    assert "DD-10" in terminal.screen
    assert "DD-10" in terminal.type("why not strike 77")
    assert "DD-10  Picking" in terminal.type("why")
    assert "You may: Pick " in terminal.type("why 1 2")
    assert "There is no choice 99 here. Enter" in terminal.type("99")
    assert "'xyzzy'" in terminal.type("xyzzy")
    assert "'9999'" in terminal.type("pick 9999 1")
    assert "nothing of yours to take back" in terminal.type("undo")
    assert "Hero phase, round 1 of 4" in terminal.type(""), "nothing has changed"


def test_rules_on_demand(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    assert re.search(r"4  Combat phase  DD-30 – DD-39", terminal.type("rules"))
    assert "Next: rules 5" in terminal.type("rules 4")
    assert "DD-34  Defeating a hero" in terminal.screen
    one = terminal.type("rules dd-34")
    assert "DD-34  Defeating a hero" in one
    assert "Our ruling:" in one
    assert "DD-35" not in one
    assert "no rule or chapter 'DD-99'" in terminal.type("rules DD-99")


def test_undo_alone_and_by_consent(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    first = terminal.screen
    picked = terminal.type("1 2")
    undone = terminal.type("undo")
    assert "Taken back: Pick " in undone
    assert "Agreed by Random 2. You have already seen:" in " ".join(undone.split()) or (
        "Nothing new had been shown to you." in undone
    )
    hand = re.compile(r"^ +\d  +\d+  .*$", re.MULTILINE)
    assert hand.findall(undone) == hand.findall(first), "the same question is asked again"
    assert picked in terminal.type("1 2"), "the bot's sealed answer has stayed"
    assert "Taken back: Pick " in terminal.type("log")
    while not WEAK_STRIKE.search(terminal.screen):
        terminal.answer()
    before = terminal.screen.rpartition("\n\n")[2]
    strike = WEAK_STRIKE.search(before)
    assert strike is not None
    terminal.type(strike[1])
    undone = terminal.type("undo")
    assert "Taken back: Strike with " in undone
    assert "Agreed" not in undone, "nothing was shown: nobody need be asked"
    assert undone.rpartition("\n\n")[2] == before


def test_save_quit_and_go_on_later(tmp_path: Path) -> None:
    terminal = new_game(tmp_path, "--language", "ja")
    terminal.type("1 2")
    copy = tmp_path / "copy.json"
    assert str(copy) in terminal.type(f"save {copy}").replace("\n", "").replace(" ", "")
    assert len(Record.loads(copy.read_text("utf-8")).moves) == 3
    left = terminal.type("quit")
    assert terminal.code == 0
    command = re.search(rf"duskhall (play {GAME} --load (\S+))", left)
    assert command is not None
    saved = Record.loads(Path(command[2]).read_text("utf-8"))
    assert saved.names == ["プレイヤー1", "でたらめ2"]

    told = new_game(tmp_path)
    assert f"--load {command[2]}" in told.screen
    told.type("quit")
    assert len(list(Path(command[2]).parent.iterdir())) == 2, "the same seed, but another game"

    later = Terminal(tmp_path, *command[1].split())
    assert "Hero phase, round 2 of 4" in later.screen
    assert "received" not in later.screen, "what was told before is not told again"
    later.play_on()
    assert later.code == 0
    assert not Path(command[2]).exists(), "a finished game waits for nobody"


def test_looking_at_things(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    terminal.type("1 2")
    name = re.findall(r"^ +1  +\d+  (\S.*?)  ", terminal.screen, re.MULTILINE)[-1]
    assert re.search(rf"{re.escape(name)} · \w+ · armor \d", terminal.type(f"look {name}"))
    assert "Your picks so far" in terminal.type("cards")
    assert "Random 2" in terminal.type("table")
    assert re.search(r"[0-9a-f]{64}", terminal.type("commitment"))
    assert "leave; the game is saved" in terminal.type("?")
    assert re.search(r"   0  \S.*first player", terminal.type("log"))


def test_the_pile_is_shown_in_the_order_it_is_met(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    while "Combat phase" not in terminal.screen:
        terminal.answer()
    following = re.search(r"^  1  +\d+  (\S.*?)  ", terminal.type("cards"), re.MULTILINE)
    assert following is not None
    terminal.type("")
    while f"Player 1 flipped {following[1]}" not in terminal.screen:
        assert terminal.screen.count("Player 1 flipped") == 0
        terminal.answer()


@pytest.mark.parametrize(
    ("language", "columns"), [("en", 60), ("en", 80), ("en", 120), ("ja", 60), ("ja", 100)]
)
@pytest.mark.parametrize(
    ("game", "more"), [(GAME, ["--option", "dragons=true"]), (CITY, ["--players", "4"])]
)
def test_nothing_is_wider_than_the_terminal(
    game: str, more: list[str], language: str, columns: int, tmp_path: Path
) -> None:
    terminal = new_game(tmp_path, "--language", language, *more, game=game, columns=columns)
    terminal.type("?")
    terminal.type("rules 4")
    for _ in range(16):  # well into combat
        terminal.answer(choice=-1 if game == GAME else 0)
    for command in ("table", "cards", "log", ""):
        terminal.type(command)
    lines = ESCAPES.sub("", terminal.raw).split("\n")
    assert max(cell_len(line) for line in lines if not line.startswith("  duskhall")) <= columns


def test_colours_can_be_switched_off(tmp_path: Path) -> None:
    assert re.search(r"\x1b\[[0-9;]*3[0-9]m", new_game(tmp_path).raw)
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", new_game(tmp_path, NO_COLOR="1").raw)


def test_the_end_of_input_saves_and_leaves(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    terminal.child.sendeof()
    terminal.wait()
    assert terminal.code == 0
    assert "--load" in terminal.screen


def test_a_closed_window_saves(tmp_path: Path) -> None:
    terminal = new_game(tmp_path)
    terminal.type("1 2")
    terminal.child.close()  # hangs up
    saved = list((tmp_path / "duskhall" / "saves").glob("*.json"))
    assert len(saved) == 1
    assert len(Record.loads(saved[0].read_text("utf-8")).moves) == 3
