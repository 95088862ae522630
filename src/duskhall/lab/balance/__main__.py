"""Write docs/balance/<game>.md: `python -m duskhall.lab.balance GAME [--part PART] [--games N] [--only WORDS]`."""

from __future__ import annotations

import argparse
from pathlib import Path

import duskhall
from duskhall.lab.balance import NoPage, page_of


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m duskhall.lab.balance")
    parser.add_argument("game")
    parser.add_argument("--part", default="", help="another page of the game, such as 'variants'")
    parser.add_argument("--games", type=int, default=600, help="games per line (default 600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="", help="an edition file instead of the built-in one")
    parser.add_argument(
        "--only", default="", help="words of the lines to play, as search:8,easy: others stay"
    )
    parser.add_argument("--workers", type=int, help="processes (default: one a processor)")
    parser.add_argument(
        "--write", default="docs/balance", help="the folder to write to; - prints only"
    )
    chosen = parser.parse_args(arguments)
    try:
        kind = duskhall.game(chosen.game)
        page = page_of(kind, chosen.games, chosen.seed, chosen.edition, chosen.part)
    except (duskhall.UnknownGame, NoPage) as error:
        parser.error(str(error))
    name = f"{kind.name}-{chosen.part}" if chosen.part else kind.name
    path = Path(chosen.write) / f"{name}.md"
    if chosen.only:
        before = path.read_text("utf-8") if path.exists() else ""
        text = page.write(chosen.workers, chosen.only.split(","), before)
    else:
        text = page.write(chosen.workers)
    if chosen.write == "-":
        print(text)
    else:
        path.write_text(text, "utf-8")
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
