"""A server without limits on a free port, which it prints: python -m tests.server.process FILE."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from duskhall.server.run import listen, serve
from duskhall.server.settings import Settings
from tests.server.hosting import GENEROUS


def main() -> None:
    bound = listen("127.0.0.1", 0)
    settings = msgspec.convert({"data": Path(sys.argv[1]), **GENEROUS}, Settings)
    serve(settings, bound, lambda: print(bound.getsockname()[1], flush=True))


if __name__ == "__main__":
    main()
