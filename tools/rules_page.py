"""Write the rules page of every game, docs/rules/<game>.md, from its English catalogue.

With --check nothing is written: exit code 1 says that a page is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from duskhall import Game, installed
from duskhall.engine.game import Option

ROOT = Path(__file__).resolve().parent.parent
Sections = dict[str, dict[str, str]]


def page(game: Game) -> str:
    """The whole page: what the game is, its chapters, and its options."""
    text = game.box(game.counts({})[0]).catalogue.sentences["en"]
    lines = [
        "<!-- Written by tools/rules_page.py from the English catalogue of the game: edit that. -->",
        f"# {text['game']['title']}: the rules",
        f"*{text['game']['tagline']}*",
        text["game"]["about"],
        text["game"]["unofficial"],
        "The rules are told in our own words. Every paragraph has an id, which the log, the answers"
        " to “why not?” and the tests refer to. *Ours:* marks our own reading, where the rulebook is"
        " silent or unclear.",
    ]
    for chapter, title in text["chapters"].items():
        lines.append(f"## {title}")
        for rule in text["chapter_rules"][chapter].split():
            lines += paragraph(text, rule)
    lines += ["## Options", options_table(game.options(), text)]
    return "\n\n".join(lines) + "\n"


def paragraph(text: Sections, rule: str) -> list[str]:
    lines = [f"### {rule} {text['rule_titles'][rule]}", text["rules"][rule]]
    if rule in text["rulings"]:
        lines.append(f"*Ours:* {text['rulings'][rule]}")
    return lines


def options_table(options: list[Option], text: Sections) -> str:
    rows = ["| option | what it does | values, the default first | rule |", "|---|---|---|---|"]
    for option in options:
        words = [value_words(option.name, value, text) for value in option.values]
        rule = f"{option.rule}, ours" if option.ruling else option.rule
        rows.append(
            f"| **{text['options'][option.name]}** `{option.name}` | {text['option_text'][option.name]}"
            f" | {'; '.join(words)} | {rule} |"
        )
    return "\n".join(rows)


def value_words(name: str, value: object, text: Sections) -> str:
    notation = str(value).lower()
    words = text["option_values"].get(f"{name}.{notation}")
    return f"{words} `{notation}`" if words else f"`{notation}`"


def main(arguments: list[str]) -> int:
    stale = 0
    for game in installed():
        path = ROOT / "docs" / "rules" / f"{game.name}.md"
        written = path.read_text("utf-8") if path.exists() else ""
        if page(game) == written:
            continue
        stale += 1
        name = path.relative_to(ROOT)
        if "--check" in arguments:
            print(f"{name} is out of date: run tools/rules_page.py")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page(game), "utf-8")
            print(f"wrote {name}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
