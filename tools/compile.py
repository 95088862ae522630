"""Compile engine, games and bots with mypyc into build/compiled, never into the source tree.

The folder is a whole copy of the package. Put it first on PYTHONPATH to use it; `make` does so
after bringing it up to date. Exit code 3 means that there is no C compiler: all works without.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "duskhall"
TARGET = ROOT / "build" / "compiled"
COMPILED = ["engine", "games", "bots"]


def fingerprint() -> str:
    """A hash of every module that is compiled."""
    digest = hashlib.sha256(sys.version.encode() + Path(__file__).read_bytes())
    for part in COMPILED:
        for path in sorted((SOURCE / part).rglob("*.py")):
            digest.update(str(path.relative_to(SOURCE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def copy_rest() -> None:
    """Bring everything that is not compiled up to date: data, text, page, server and the like."""
    shutil.copytree(
        SOURCE,
        TARGET / "duskhall",
        ignore=shutil.ignore_patterns("__pycache__"),
        dirs_exist_ok=True,
    )


def main() -> int:
    stamp = TARGET / "fingerprint"
    current = fingerprint()
    if stamp.exists() and stamp.read_text() == current:
        copy_rest()
        return 0
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None and shutil.which("cc") is None:
        print("compile: no C compiler here; everything works interpreted")
        return 3
    work = TARGET.with_name("compiling")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(SOURCE, work / "duskhall", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [
        str(path.relative_to(work))
        for part in COMPILED
        for path in sorted((work / "duskhall" / part).rglob("*.py"))
    ]
    (work / "setup.py").write_text(
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        f"setup(name='duskhall', packages=[], ext_modules=mypycify({['--strict', *modules]!r}, "
        "opt_level='3', debug_level='0', separate=False))\n"
    )
    print(f"compile: {len(modules)} modules, about a minute", flush=True)
    flags = os.environ.get("CFLAGS", "") + " -ffp-contract=off"
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
    shutil.rmtree(TARGET, ignore_errors=True)
    work.rename(TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main())
