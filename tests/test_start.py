"""What a start rests on: two locks that agree, and a compiled copy that is never used half-made."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tools.compile import NEEDED, locked

ROOT = Path(__file__).parents[1]
RUNTIME, DEVELOPMENT = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"


def pins(lock: Path) -> dict[str, tuple[str, frozenset[str]]]:
    """Version and hashes by name."""
    found = {}
    for entry in re.split(r"\n(?=\w)", lock.read_text()):
        name, version = entry.split()[0].split("==")
        found[name] = (version, frozenset(re.findall(r"--hash=(sha256:\w{64})", entry)))
    return found


def test_both_locks_agree_and_hold_hashes_and_no_addresses() -> None:
    runtime, development = pins(RUNTIME), pins(DEVELOPMENT)
    assert runtime.items() < development.items()
    assert all(hashes for _, hashes in development.values())
    for lock in (RUNTIME, DEVELOPMENT):
        assert "://" not in lock.read_text()


def test_what_only_tests_need_is_not_installed_to_play() -> None:
    assert not pins(RUNTIME).keys() & {"mypy", "pytest", "scipy", "matplotlib", "playwright"}


def test_compiling_takes_a_part_of_the_lock() -> None:
    lock = DEVELOPMENT.read_text()
    names = {entry.partition("==")[0] for entry in locked(lock, NEEDED)}
    assert {"mypy", "setuptools", "mypy-extensions", "librt"} <= names  # with what mypy needs
    assert not names & {"scipy", "pytest", "starlette"}
    assert all("--hash=" in entry and entry in lock for entry in locked(lock, NEEDED))


# The page


def test_a_page_is_put_into_the_compiled_copy_too(tmp_path: Path) -> None:
    """Whoever compiles first and builds the page then runs a copy that has it."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    built, copy = tmp_path / "src/duskhall/server/page", tmp_path / "build/compiled/duskhall/server"
    for folder in (tmp_path / "web" / "node_modules", built):
        folder.mkdir(parents=True)
    for file in ("web/package-lock.json", "web/node_modules/installed"):
        (tmp_path / file).touch()
    (built / "index.html").write_text("the page")  # newer than all that it is built from
    subprocess.run(["make", "-s", "page"], cwd=tmp_path, check=True)
    assert not copy.exists()
    copy.mkdir(parents=True)
    for page in ("the page", "another page"):
        (built / "index.html").write_text(page)
        subprocess.run(["make", "-s", "page"], cwd=tmp_path, check=True)
        assert (copy / "page" / "index.html").read_text() == page


# The compiled copy


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A project of a few files, with the tool that compiles it."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "compile.py", tmp_path / "tools")
    for part in ("engine", "games", "bots", "server"):
        (tmp_path / "src" / "duskhall" / part).mkdir(parents=True)
        (tmp_path / "src" / "duskhall" / part / "__init__.py").write_text("number = 1\n")
    return tmp_path


def compiling(clone: Path, *argv: str, path: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(clone / "tools" / "compile.py"), *argv]
    environment = {**os.environ, "PATH": path}  # without a compiler, if it is not said
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)


def compile_by_hand(clone: Path) -> Path:
    """A compiled copy that is up to date, as far as the tool can tell."""
    copy = clone / "build" / "compiled"
    shutil.copytree(clone / "src", copy)
    script = "from tools.compile import fingerprint; print(fingerprint(), end='')"
    command = [sys.executable, "-c", script]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=clone)
    (copy / "fingerprint").write_text(told.stdout)
    return copy


@contextmanager
def somebody_compiles(clone: Path) -> Iterator[None]:
    (clone / "build").mkdir(exist_ok=True)
    with (clone / "build" / "compiling.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_a_start_uses_a_copy_that_is_up_to_date_and_renews_the_rest(clone: Path) -> None:
    copy = compile_by_hand(clone)
    (copy / "duskhall" / "server" / "gone.py").write_text("")
    (copy / "duskhall" / "engine" / "made.so").write_text("")
    (clone / "src" / "duskhall" / "server" / "__init__.py").write_text("number = 22\n")
    started = compiling(clone, "--later")
    assert (started.stdout, started.stderr) == (f"{copy}\n", "")
    assert (copy / "duskhall" / "server" / "__init__.py").read_text() == "number = 22\n"
    assert not (copy / "duskhall" / "server" / "gone.py").exists()
    assert (copy / "duskhall" / "engine" / "made.so").exists()


def test_a_start_uses_the_source_once_it_has_changed(clone: Path) -> None:
    compile_by_hand(clone)
    (clone / "src" / "duskhall" / "engine" / "__init__.py").write_text("number = 22\n")
    started = compiling(clone, "--later")
    assert started.stdout == f"{clone / 'src'}\n"
    assert started.stderr == ""  # no compiler: nothing is begun, and nothing said


def test_nobody_touches_the_copy_while_another_compiles(clone: Path) -> None:
    copy = compile_by_hand(clone)
    with somebody_compiles(clone):
        started = compiling(clone, "--later", path=os.environ["PATH"])
        assert started.stdout == f"{clone / 'src'}\n"
        assert len(started.stderr.splitlines()) == 1
        (copy / "fingerprint").write_text("old")
        second = compiling(clone, "--background", path=os.environ["PATH"])
        assert second.returncode == 0
    assert not (clone / "build" / "compiling").exists()
    assert not (clone / "build" / "compiling.log").exists()


def test_what_could_not_be_compiled_is_not_tried_at_every_start(clone: Path) -> None:
    shutil.copy(DEVELOPMENT, clone)  # all of it is installed already
    (clone / "src" / "duskhall" / "engine" / "__init__.py").write_text("number: int = ''\n")
    tried = compiling(clone, "--background", path=os.environ["PATH"])
    assert tried.returncode == 1
    log = clone / "build" / "compiling.log"
    assert "Incompatible types" in log.read_text()
    log.unlink()
    started = compiling(clone, "--later", path=os.environ["PATH"])
    assert started.stdout == f"{clone / 'src'}\n"
    assert "compiling.log" in started.stderr
    assert not (clone / "build" / "compiling.log").exists()
