"""A budget: how much a bot may think about one answer."""

from __future__ import annotations

from typing import Final

BAR: Final = "|"  # between a bot and who answers where it cannot
MOST_SECONDS: Final = 3600.0
MOST_ITERATIONS: Final = 10**9


def within(bot: str, seconds: float) -> str:
    """The same bot, if it thinks by the clock, with no more than so many seconds for an answer."""
    bot, bar, other = bot.partition(BAR)
    if bar:
        return within(bot, seconds) + bar + within(other, seconds)
    kind, _, budget = bot.partition(":")
    read = read_budget(budget) if budget.endswith("s") else None
    if read is None or read[0] <= seconds:
        return bot
    return f"{kind}:{read[1]}/{seconds:g}s" if read[1] else f"{kind}:{seconds:g}s"


def read_budget(text: str) -> tuple[float, int] | None:
    """Seconds and iterations, 0 where one is not bounded: `0.5s`, `2000`, `2000/3s`; None if wrong.

    By iterations within seconds, a machine that has other work to do takes longer, not worse
    answers, until the seconds are over.
    """
    seconds, iterations = 0.0, 0
    count, slash, limit = text.partition("/")
    if not slash and count.endswith("s"):
        count, limit = "", count
    try:
        if count or slash:
            iterations = int(count)
            if not 0 < iterations <= MOST_ITERATIONS:
                return None
        if limit or slash:
            if not limit.endswith("s"):
                return None
            seconds = float(limit[:-1])
            if not 0 < seconds <= MOST_SECONDS:
                return None
    except ValueError:
        return None
    return (seconds, iterations) if seconds or iterations else None
