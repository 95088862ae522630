"""The page of a report: one file of HTML that asks nothing of anybody, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

STYLE: Final = """
:root{color-scheme:light dark;--ground:#efe6d2;--sheet:#f9f3e4;--ink:#221811;--quiet:#55432f;--rule:#c9b68f;
--bar:#1d63a6;--clear:#8138a3;--open:#7a6a52;--fair:#8c5a14;--ahead:#10704f;--behind:#a8401f;--trough:#e2d3b3;--shade:#6b4e1f99}
@media (prefers-color-scheme:dark){:root{--ground:#0c0a13;--sheet:#1b1727;--ink:#f4ecdc;--quiet:#b1a6b8;--rule:#3a3350;
--bar:#5f9cf5;--clear:#c99cf0;--open:#a99dbb;--fair:#ffc861;--ahead:#4fbf8e;--behind:#f28549;--trough:#262035;--shade:#b79cf0aa}}
*{box-sizing:border-box}
body{margin:0;padding:1.2rem;background:var(--ground);color:var(--ink);
font:16px/1.5 "Alegreya Sans","Noto Sans JP","Segoe UI",system-ui,sans-serif}
main{max-width:1320px;margin:auto;background:var(--sheet);border:1px solid var(--rule);border-radius:8px;padding:1.4rem 1.8rem 2rem}
h1,h2,h3{font-family:Grenze,Alegreya,"Noto Serif JP",Georgia,serif;line-height:1.2;margin:0}
h1{font-size:2.1rem;font-weight:500}h2{font-size:1.35rem}h3{font-size:1.08rem;margin-top:.9rem}
p{margin:.2rem 0 .7rem;max-width:75ch}.quiet{color:var(--quiet);font-size:.95rem}
.sections{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2rem 2.6rem;margin-top:1.2rem;border-top:2px solid var(--quiet);padding-top:1.4rem}
section.wide{grid-column:1/-1}.parts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,29rem),1fr));gap:1rem 2.6rem}
svg{display:block;width:100%;max-width:540px;height:auto;font:12px "Alegreya Sans","Noto Sans JP","Segoe UI",system-ui,sans-serif;fill:var(--ink)}
svg .tick{fill:var(--quiet);font-size:11px}svg .name,svg .value{font-size:12.5px}svg .value,svg .cell{font-variant-numeric:tabular-nums}
.grid{stroke:var(--rule);stroke-width:1}.axis{stroke:var(--quiet)}.fair{stroke:var(--fair);stroke-width:1.5;stroke-dasharray:5 4}
.bar{fill:var(--bar)}.trough{fill:var(--trough)}.reach{stroke-width:3}.reach.clear{stroke:var(--clear)}.reach.open{stroke:var(--open)}
.dot.clear{fill:var(--clear)}.dot.open{fill:var(--sheet);stroke:var(--open);stroke-width:2.5}.ahead{fill:var(--ahead)}.behind{fill:var(--behind)}
/* A table that goes on to the right has a shade there, which its end covers. */
.scroll{overflow-x:auto;margin-top:.6rem;scrollbar-width:thin;background:linear-gradient(to left,var(--sheet) 45%,transparent) right/3.5rem 100% no-repeat local,
linear-gradient(to left,var(--shade),transparent) right/1.6rem 100% no-repeat scroll}
.scroll th:first-child,.scroll td:first-child{position:sticky;left:0;background:var(--sheet)}.scroll:focus-visible{outline:2px solid var(--fair)}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;min-width:min(100%,22rem)}
th{font-weight:600;color:var(--quiet);text-align:right;border-bottom:1px solid var(--quiet);vertical-align:bottom}
th{min-width:4.4rem}th,td{padding:.18rem .7rem .18rem 0}td{text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child{text-align:left}td:first-child{white-space:normal;min-width:7.5rem}
footer{border-top:1px solid var(--rule);margin-top:2rem;padding-top:.8rem;color:var(--quiet);font-size:.9rem;overflow-wrap:anywhere}
@media (max-width:820px){body{padding:0}main{border:0;border-radius:0;padding:1rem}.sections{grid-template-columns:minmax(0,1fr)}h1{font-size:1.6rem}}
@media print{body{padding:0;background:none}main{border:0}section{break-inside:avoid}}
"""


NARROW: Final = "\N{NO-BREAK SPACE}%"


class Table(NamedTuple):
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


class Part(NamedTuple):
    """A chart with its numbers below."""

    title: str  # '' where the section has one part
    chart: str
    table: Table


class Section(NamedTuple):
    title: str
    about: str
    parts: Sequence[Part]
    is_wide: bool = False


def table_text(table: Table, name: str) -> str:
    if not table.headings:
        return ""
    head = "".join([f'<th scope="col">{escape(cell)}</th>' for cell in table.headings])
    rows = "".join(
        [
            "<tr>" + "".join([f"<td>{escape(cell)}</td>" for cell in row]) + "</tr>\n"
            for row in table.rows
        ]
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>"
    )


def section_text(section: Section) -> str:
    parts: list[str] = []
    for part in section.parts:
        title = f"<h3>{escape(part.title)}</h3>\n" if part.title else ""
        name = " · ".join([section.title, *([part.title] if part.title else [])])
        parts.append(f"<div>{title}{part.chart}\n{table_text(part.table, name)}</div>")
    wide = ' class="wide"' if section.is_wide else ""
    return (
        f'<section{wide}>\n<h2>{escape(section.title)}</h2>\n<p class="quiet">{escape(section.about)}</p>\n'
        f'<div class="parts">\n{"".join(parts)}\n</div>\n</section>\n'
    )


def page_text(
    language: str, title: str, about: str, sections: Sequence[Section], foot: Sequence[str]
) -> str:
    """The whole file."""
    feet = "".join([f"<p>{escape(sentence)}</p>" for sentence in foot])
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(title)}</h1>\n<p class="quiet">{escape(about.replace(" %", NARROW))}</p>\n<div class="sections">\n'
        f"{''.join([section_text(section) for section in sections])}</div>\n<footer>{feet}</footer>\n"
        "</main>\n</body>\n</html>\n"
    )
