"""kill -9 at random moments under load loses nothing that was acknowledged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "kill_server.py"


def test_a_killed_server_has_lost_nothing_that_it_acknowledged() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--times", "20", "--seed", "3"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("killed 20 times")
    assert int(done.stdout.split()[3]) > 20, "there was no load"
