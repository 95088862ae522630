"""Compile engine, games, bots and what environments share with mypyc into build/compiled, never into the source tree.

The folder is a whole copy of the package. Put it first on PYTHONPATH to use it; `make` does so
after bringing it up to date. Exit code 3 means that there is no C compiler: all works without.

`--later` waits for nothing: it prints the folder to run from, and compiles in the background for
the next time. One process at a time works at the copy, and it takes its place when it is whole.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "duskhall"
TARGET = ROOT / "build" / "compiled"
COMPILED = ["engine", "games", "bots", "adapters/core"]
NEEDED = ["mypy", "setuptools"]  # to compile; `make play` installs them only then
LOCK = ROOT / "requirements-dev.lock"
STAMP = TARGET / "fingerprint"
BUSY = TARGET.with_name("compiling.lock")  # held by whoever works at the copy
LOG = TARGET.with_name("compiling.log")  # of the background
FAILED = TARGET.with_name("compiling.failed")  # the fingerprint that could not be compiled there
NO_COMPILER = 3
# What compiles a copy. A C file for each module, and as many at a time as there are cores: one for
# all of them takes twice as long on two cores and eight times the memory, and is no faster to run.
SETUP = """
import os
from concurrent.futures import ThreadPoolExecutor

from mypyc.build import mypycify
from setuptools import setup
from distutils.ccompiler import CCompiler  # setuptools' own

def compile(self, sources, output_dir=None, macros=None, include_dirs=None, debug=False,
            extra_preargs=None, extra_postargs=None, depends=None):
    macros, objects, extra, flags, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = self._get_cc_args(flags, debug, extra_preargs)
    largest_first = sorted(build, key=lambda made: -os.path.getsize(build[made][0]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(
            lambda made: self._compile(made, *build[made], arguments, extra, flags), largest_first
        ))
    return objects

CCompiler.compile = compile
setup(name="duskhall", packages=[], ext_modules=mypycify(
    ["--strict", *MODULES], opt_level="3", debug_level="0", multi_file=True
))
"""


def fingerprint() -> str:
    """A hash of every module that is compiled."""
    digest = hashlib.sha256(sys.version.encode() + Path(__file__).read_bytes())
    for part in COMPILED:
        for path in sorted((SOURCE / part).rglob("*.py")):
            digest.update(str(path.relative_to(SOURCE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def is_current() -> bool:
    return STAMP.exists() and STAMP.read_text() == fingerprint()


def has_compiler() -> bool:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(compiler) is not None or shutil.which("cc") is not None


@contextlib.contextmanager
def alone(wait: bool) -> Iterator[bool]:
    """Work at the copy while nobody else does; or say that somebody does. Ends with the process."""
    BUSY.parent.mkdir(exist_ok=True)
    with BUSY.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def copy_rest() -> None:
    """Bring everything that is not compiled up to date: data, text, page, server and the like."""
    copy = TARGET / "duskhall"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE, copy, ignore=ignored, copy_function=renew, dirs_exist_ok=True)
    for path in copy.rglob("*"):
        is_ours = path.suffix not in (".so", ".pyc") and path.is_file()
        if is_ours and not (SOURCE / path.relative_to(copy)).exists():
            path.unlink()


def renew(source: str, copy: str) -> None:
    """Copy a file, unless it is there already: somebody may be reading it."""
    with contextlib.suppress(FileNotFoundError):
        before, now = os.stat(copy), os.stat(source)
        if (before.st_size, before.st_mtime_ns) == (now.st_size, now.st_mtime_ns):
            return
    shutil.copy2(source, copy)


def compile_all() -> int:
    """Compile a copy aside, and put it in the place of the old one."""
    if not has_compiler():
        print("compile: no C compiler here; everything works interpreted")
        return NO_COMPILER
    current = fingerprint()
    work = TARGET.with_name("compiling")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(SOURCE, work / "duskhall", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [
        str(path.relative_to(work))
        for part in COMPILED
        for path in sorted((work / "duskhall" / part).rglob("*.py"))
    ]
    (work / "setup.py").write_text(f"MODULES = {modules!r}\n{SETUP}")
    print(f"compile: {len(modules)} modules, about a minute", flush=True)
    flags = os.environ.get("CFLAGS", "") + " -ffp-contract=off -fno-semantic-interposition"
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=work,
        env={**os.environ, "CFLAGS": flags},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-6000:], file=sys.stderr)
        return 1
    shutil.rmtree(work / "build", ignore_errors=True)
    (work / "fingerprint").write_text(current)
    old = TARGET.with_name("compiled.old")
    shutil.rmtree(old, ignore_errors=True)
    if TARGET.exists():
        TARGET.rename(old)
    work.rename(TARGET)
    shutil.rmtree(old, ignore_errors=True)
    FAILED.unlink(missing_ok=True)
    return 0


def now() -> int:
    """Bring the copy up to date, and wait for it."""
    with alone(wait=True):
        if not is_current():
            return compile_all()
        copy_rest()
        return 0


def later() -> Path:
    """The folder to run from at once. If that is the source, it is compiled for the next time."""
    with alone(wait=False) as is_alone:
        if is_alone and is_current():
            copy_rest()
            return TARGET
    if not is_alone:
        tell("being compiled in the background: this start is slower, a later one will be fast")
    elif FAILED.exists() and FAILED.read_text() == fingerprint():
        tell(f"could not be compiled, and runs interpreted: see {LOG.relative_to(ROOT)}")
    elif has_compiler():
        subprocess.Popen(
            [sys.executable, __file__, "--background"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server
        )
        tell("compiling in the background, so that the next start is faster")
    return SOURCE.parent


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def background() -> int:
    """What `later` leaves behind: install what it takes, and compile, after everything else."""
    os.nice(10)
    with alone(wait=False) as is_alone:
        if not is_alone or is_current():
            return 0
        with LOG.open("w") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        if code := install():
            return code  # the network may be back at the next start
        code = compile_all()
        if code:
            FAILED.write_text(fingerprint())
        return code


def install() -> int:
    """Install what it takes to compile, by the hashes of the lock, unless it is there."""
    wanted = TARGET.with_name("compiling.requirements")
    wanted.write_text("\n".join(locked(LOCK.read_text(), NEEDED)))
    pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
    return subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", str(wanted)]).returncode


def locked(lock: str, names: list[str]) -> list[str]:
    """The entries of a lock for these packages, and for all that they need."""
    entries = {entry.partition("==")[0]: entry for entry in re.split(r"\n(?=\w)", lock)}
    chosen = names[:]
    for needed in chosen:  # which grows as it is read
        for name, entry in entries.items():
            wanted_by = re.findall(r"^ +#(?: via)? +(\S+)", entry, re.MULTILINE)
            if needed in wanted_by and name not in chosen:
                chosen.append(name)
    return [entries[name] for name in chosen]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--later", action="store_true")
    parser.add_argument("--background", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.later:
        print(later())
        return 0
    return background() if arguments.background else now()


if __name__ == "__main__":
    sys.exit(main())
