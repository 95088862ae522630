"""A wheel is the product: installed where there is no Node and no compiler, it plays a game."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from tools.compile import NO_COMPILER

from tests.server.playing import get, set_up, sit_down

ROOT = Path(__file__).parents[1]


def build(folder: Path, compiled: bool) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "DUSKHALL_COMPILED": "1" if compiled else ""}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,) = folder.iterdir()
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """An empty environment with the wheel, and what the lock for play says. Its commands."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in re.findall(r"^([\w-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE):
        found = distribution(name)
        for file in found.files or []:
            top = packages / file.parts[0]
            if file.parts[0] not in ("..", "__pycache__") and not top.exists():
                top.symlink_to(Path(str(found.locate_file(file.parts[0]))))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    subprocess.run([*pip, "-q", "--no-index", "--no-deps", str(wheel)], check=True)
    return folder / "bin"


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [False, True], ids=["pure", "compiled"])
def test_a_game_is_played_from_an_installed_wheel(compiled: bool, tmp_path: Path) -> None:
    if compiled:
        done = subprocess.run([sys.executable, str(ROOT / "tools" / "compile.py")])
        if done.returncode == NO_COMPILER:
            pytest.skip("no C compiler here")
        assert done.returncode == 0
    wheel = build(tmp_path / "dist", compiled)
    assert wheel.name.endswith("-py3-none-any.whl") != compiled
    with zipfile.ZipFile(wheel) as file:
        assert "duskhall/server/page/index.html" in file.namelist()
    commands = install(wheel, tmp_path / "empty")
    alone = {"PATH": str(tmp_path / "nothing"), "LANG": "C.UTF-8", "HOME": str(tmp_path)}

    def told(*argv: str) -> str:
        command = [str(commands / "duskhall"), *argv]
        return subprocess.run(
            command, env=alone, cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    assert re.match(r"duskhall \d+\.\d+", told("--version"))
    found = told("doctor", "--port", "0")
    assert ("is compiled" in found) == compiled
    assert "The page is here" in found
    server = subprocess.Popen(
        [str(commands / "duskhall"), "serve", "--port", "0"],
        env=alone,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert address
        page = get(address.group(), "/").text
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert get(address.group(), script).status_code == 200
        rng = random.Random(1)
        (ada,) = sit_down(address.group(), set_up(address.group(), "Ada", "bot:greedy"))
        while not ada.over:
            if ada.moves:
                ada.move(rng.choice(ada.moves))
            else:
                ada.read()
        ada.close()
    finally:
        server.send_signal(signal.SIGINT)
        err = server.communicate()[1]
    assert (server.returncode, err) == (0, "")
    assert (tmp_path / ".local/share/duskhall/tables.sqlite").exists()
