"""How the wheel is built: with the page, and with DUSKHALL_COMPILED set from the compiled copy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Wheel(BuildHookInterface[Any]):
    """Adds what mypyc made to the source, which stays beside it and is not imported then."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        if not (root / "src/duskhall/server/page/index.html").exists():
            raise FileNotFoundError("the page is not built: `make wheel` does it")
        if os.environ.get("DUSKHALL_COMPILED"):
            copy = root / "build/compiled"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"] = {
                str(file): str(file.relative_to(copy)) for file in copy.rglob("*.so")
            }
