"""The protocol's page is enough: a client in plain JavaScript plays a whole game."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.hosting import Host

CLIENT = Path(__file__).parent / "client.js"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_client_written_from_the_page_plays_a_whole_game(host: Host, seed: int) -> None:
    done = subprocess.run(
        ["node", str(CLIENT), host.address, str(seed)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["answered"] > 10
    assert told["lines"] > 100
