"""Charts as inline SVG: colours come from the page, so they are right in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

from duskhall.lab.statistics import Estimate

WIDTH: Final = 440
ROW: Final = 24
HEIGHT: Final = 180  # of a histogram
LETTER: Final = 7.6  # how wide one is at most, on average: pages are read with any font
NAMES: Final = 70  # for the names beside a chart, at least
VALUES: Final = 46  # for the numbers on the other side
LETTERS: Final = 26  # of a name, before it is cut
MARGIN: Final = 14  # beside the last bar, for the half of its number
MOST_BARS: Final = 24
LONGEST: Final = 50  # letters in a line above a bar


class Mark(NamedTuple):
    """A row of a chart of intervals."""

    name: str
    estimate: Estimate
    is_clear: bool = False  # it stands off: a full dot
    text: str = ""  # its number, as it is told


def nice_step(span: float, count: int) -> float:
    """A round step that divides a span into about so many parts."""
    raw = max(span, 1e-9) / count
    power = 10 ** floor(log10(raw))
    for factor in (1, 2, 5):
        if raw <= factor * power:
            return float(factor * power)
    return float(10 * power)


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def wide(name: str) -> int:
    """How many letters of ours a name is wide; letters of Japanese are twice as wide."""
    return sum([1 + (ord(letter) > 0x2E7F) for letter in name])


def cut(name: str, letters: int) -> str:
    """A name that fits."""
    for index in range(len(name)):
        if wide(name[: index + 1]) > letters:
            return name[:index] + "…"
    return name


def folded(said: str, letters: int) -> list[str]:
    """A sentence in lines that fit, parted between words, or anywhere where it has none."""
    lines = [""]
    for piece in re.findall(r"[^\s\u2e80-\uffff]+\s*|[\u2e80-\uffff]|\s+", said):
        if lines[-1] and wide(lines[-1] + piece.rstrip()) > letters:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def picture(width: float, height: float, about: str, inside: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(about)}">'
        + "".join(inside)
        + "</svg>"
    )


def text(x: float, y: float, said: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def intervals(about: str, marks: Sequence[Mark], fair: float | None, scale: float = 1.0) -> str:
    """A dot with its interval for each row; `fair` is a dashed line to hold them against."""
    lows = [mark.estimate.low for mark in marks] + ([fair] if fair is not None else [])
    highs = [mark.estimate.high for mark in marks] + ([fair] if fair is not None else [])
    low, high = scale * min(lows), scale * max(highs)
    step = nice_step(high - low or 1.0, 5)
    low, high = step * floor(low / step), step * ceil(high / step)
    if scale == 100:  # shares: there is nothing beyond all
        low, high = max(0.0, low), min(100.0, high)
    names = [cut(mark.name, LETTERS) for mark in marks]
    left, right = max(NAMES, 20 + LETTER * max(map(wide, names), default=0)), WIDTH - VALUES
    bottom = 8 + ROW * len(marks)

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low or 1.0)

    drawn: list[str] = []
    for tick in range(round((high - low) / step) + 1):
        at = low + tick * step
        drawn.append(line(x(at), 4, x(at), bottom, "grid"))
        drawn.append(text(x(at), bottom + 18, number(at), "middle", "tick"))
    if fair is not None:
        drawn.append(line(x(scale * fair), 4, x(scale * fair), bottom, "fair"))
    for row, mark in enumerate(marks):
        y = 8 + ROW * (row + 0.5)
        value, first, last = [scale * part for part in mark.estimate]
        kind = "clear" if mark.is_clear else "open"
        drawn.append(text(left - 14, y + 5, names[row], "end", "name"))
        drawn.append(line(x(first), y, x(last), y, f"reach {kind}"))
        drawn.append(f'<circle cx="{x(value):.1f}" cy="{y:.1f}" r="6" class="dot {kind}"/>')
        shown = mark.text or (f"{value:.1f}" if scale == 100 else number(value))
        drawn.append(text(WIDTH, y + 5, shown, "end", "value"))
    return picture(WIDTH, bottom + 26, about, drawn)


def bins(values: Sequence[float], most: float | None = None) -> tuple[float, float, list[int]]:
    """Values counted: where the first bar begins, how wide each is, and how many fall into it.

    No bar begins at `most`, beyond which nothing can be: what is there is of the bar before.
    """
    low, high = min(values), max(values)
    whole = all(float(value).is_integer() for value in values)
    width = nice_step(high - low or 1.0, MOST_BARS)
    if whole:
        width = max(1.0, width)
    start = width * floor(low / width)
    if most is not None and start >= most:
        start -= width
    last = int((high - start) / width)
    if most is not None and start + last * width >= most:
        last -= 1
    counts = [0] * (last + 1)
    for value in values:
        counts[min(last, int((value - start) / width))] += 1
    return start, width, counts


def histogram(about: str, values: Sequence[float], most: float | None = None) -> str:
    """How often each value came; `most`, where there is nothing beyond."""
    start, width, counts = bins(values, most)
    left, bottom, top = 44, HEIGHT - 30, 10
    bar = (WIDTH - MARGIN - left) / len(counts)
    highest = max(counts)
    drawn: list[str] = []
    step = nice_step(100 * highest / len(values), 4)
    percent = 0.0
    while percent <= 100 * highest / len(values):
        y = bottom - (bottom - top) * percent * len(values) / 100 / highest
        drawn.append(line(left, y, WIDTH - MARGIN, y, "grid"))
        drawn.append(text(left - 8, y + 4, f"{percent:g} %", "end", "tick"))
        percent += step
    every = max(1, ceil(len(counts) / 9))
    # A bar that is one whole number has its name below its middle; others have theirs where they begin.
    is_single = width == 1.0 and most is None
    for index, count in enumerate(counts):
        height = (bottom - top) * count / highest
        x = left + bar * index
        if count:
            drawn.append(
                f'<rect x="{x + 1:.1f}" y="{bottom - height:.1f}" width="{max(1.0, bar - 2):.1f}"'
                f' height="{height:.1f}" class="bar"/>'
            )
        if index % every == 0:
            shift = bar / 2 if is_single else 0.0
            drawn.append(
                text(x + shift, bottom + 18, number(start + index * width), "middle", "tick")
            )
    if not is_single and len(counts) % every == 0:  # where the last one ends
        end = text(
            WIDTH - MARGIN, bottom + 18, number(start + len(counts) * width), "middle", "tick"
        )
        drawn.append(end)
    drawn.append(line(left, bottom, WIDTH - MARGIN, bottom, "axis"))
    return picture(WIDTH, HEIGHT, about, drawn)


def bars(about: str, rows: Sequence[tuple[str, float]]) -> str:
    """Shares of a whole, a bar for each."""
    drawn: list[str] = []
    y = 0
    for name, share in rows:
        first, *more = folded(name, LONGEST)
        drawn.append(text(0, y + 14, first, "start", "name"))
        for further in more:
            y += 16
            drawn.append(text(0, y + 14, further, "start", "name"))
        drawn.append(f'<rect x="0" y="{y + 20}" width="{WIDTH}" height="12" class="trough"/>')
        drawn.append(
            f'<rect x="0" y="{y + 20}" width="{max(1.0, WIDTH * share):.1f}" height="12" class="bar"/>'
        )
        drawn.append(text(WIDTH, y + 14, f"{100 * share:.1f} %", "end", "value"))
        y += 40
    return picture(WIDTH, y, about, drawn)


def squares(about: str, names: Sequence[str], cells: dict[tuple[str, str], Estimate]) -> str:
    """Who beats whom: a row against each column, the more the deeper its colour."""
    left, top = 90, 26
    size = (WIDTH - left) / len(names)
    height = min(size, 44.0)
    drawn: list[str] = []
    for column, name in enumerate(names):
        drawn.append(text(left + size * (column + 0.5), top - 9, name[:12], "middle", "tick"))
    for row, name in enumerate(names):
        y = top + height * row
        drawn.append(text(left - 10, y + height / 2 + 5, name[:16], "end", "name"))
        for column, against in enumerate(names):
            x = left + size * column
            found = cells.get((name, against))
            if found is None:
                continue
            ahead = found.value > 0.5
            depth = min(1.0, abs(found.value - 0.5) * 2.5)
            drawn.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size - 2:.1f}" height="{height - 2:.1f}"'
                f' class="{"ahead" if ahead else "behind"}" style="fill-opacity:{0.08 + 0.5 * depth:.2f}"/>'
            )
            drawn.append(
                text(x + size / 2, y + height / 2 + 5, f"{100 * found.value:.0f}", "middle", "cell")
            )
    return picture(WIDTH, top + height * len(names) + 4, about, drawn)
