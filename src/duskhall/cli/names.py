"""What players are called at a table: 'Player 1', 'Greedy 2'."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from duskhall.bots import BOTS
from duskhall.bots.levels import LEVELS
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES

PERSON: Final = ""  # who sits at a seat: a bot's name, or this
BOT_NAME: Final = re.compile(r"(?P<title>.*?) ?(?:\((?P<budget>[^)]*)\))? ?\d+$")


def lineup(players: int, person: int | None, bots: Sequence[str]) -> list[str]:
    """Who sits where. Bots take the seats the person leaves; too few are repeated in order."""
    seats: list[str] = []
    bot = 0
    for seat in range(players):
        if seat == person:
            seats.append(PERSON)
        else:
            seats.append(bots[bot % len(bots)])
            bot += 1
    return seats


def seat_names(seats: Sequence[str], words: Words) -> list[str]:
    return [
        bot_name(bot, number, words) if bot else words("player", number=number)
        for number, bot in enumerate(seats, 1)
    ]


def bot_name(bot: str, number: int, words: Words) -> str:
    """A bot's name at the table, with its budget: 'Search (0.5s) 3'."""
    kind, _, budget = bot.partition(":")
    title = words.find(f"bot.{kind}") or kind.capitalize()
    return words("bot", title=f"{title} ({budget})" if budget else title, number=number)


def bot_called(name: str) -> str:
    """The bot that sits under this name, in any language, or PERSON.

    A record stores only names; by them a game that was put aside finds its bots again.
    """
    parts = BOT_NAME.match(name)
    if parts is None:
        return PERSON
    for kind in [*LEVELS, *BOTS]:
        titles = [kind, *[Words(language).find(f"bot.{kind}") or kind for language in LANGUAGES]]
        if parts["title"].lower() in [title.lower() for title in titles]:
            return f"{kind}:{parts['budget']}" if parts["budget"] else kind
    return PERSON
