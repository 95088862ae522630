"""Print the entries of a lock for these packages, and for all that they need."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.compile import locked

if __name__ == "__main__":
    print("\n".join(locked(Path(sys.argv[1]).read_text("utf-8"), sys.argv[2:])))
