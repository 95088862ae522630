"""Write docs/balance/<game>.md: `python -m duskhall.lab.balance GAME [--games N] [--edition FILE]`."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

import duskhall

parser = argparse.ArgumentParser(prog="python -m duskhall.lab.balance")
parser.add_argument("game")
parser.add_argument("--games", type=int, default=600, help="games per line (default 600)")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--edition", default="", help="an edition file instead of the built-in one")
parser.add_argument("--write", default="docs/balance", help="the folder to write to; - prints only")
chosen = parser.parse_args()
kind = duskhall.game(chosen.game)
page = import_module(f"duskhall.lab.balance.{kind.name.replace('-', '_')}").page(
    kind, chosen.games, chosen.seed, chosen.edition
)
if chosen.write == "-":
    print(page)
else:
    path = Path(chosen.write) / f"{kind.name}.md"
    path.write_text(page, "utf-8")
    print(f"wrote {path}")
