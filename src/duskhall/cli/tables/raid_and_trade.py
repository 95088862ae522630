"""Raid & Trade's table as text: the seats with dials and tokens, the city, quests, items, offers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final, cast

from rich import box as borders
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.reading import Unclear
from duskhall.cli.tables.plain import View, count_in, numbers, question
from duskhall.cli.tables.raid_and_trade_cards import CardDrawing, Row
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.parts import GRID, KINDS, SECTIONS, TILES, TOKEN_KINDS

SIGNS: Final = "●◆▲■★"
COLOURS: Final = ["cyan", "yellow", "magenta", "green", "blue"]
SIZES: Final = ["", "s", "m", "L"]  # of houses
HOUSES: Final = ["", "green", "yellow", "red"]
ARROWS: Final = "↑→↓←"
BORDERS: Final = "NESW"
COLUMNS: Final = 3  # tiles in a row
WIDEST: Final = 38  # columns of a tile
FOR: Final = re.compile(r"\s+(?:for|=|>|→)\s+|\s*(?:＝|＞|と交換で)\s*")
BETWEEN: Final = "for"
NUMBER: Final = re.compile(r"-?\d+")
USAGES: Final = {  # by question: the verb, and what one might say
    "Act": ("trade", f"2 scrap {BETWEEN} electrics"),
    "Propose": ("offer", f"2 scrap {BETWEEN} electrics"),
    "Agree": ("counter", f"electrics {BETWEEN} 3 scrap"),
}
TRADING: Final = ("trade", "offer", "counter")


class RuinDrawing(CardDrawing):
    """Draws what is open, which is nearly all, and one's own incidents."""

    by_card: ClassVar[tuple[str, ...]] = ("choose", "drop", "seize", "ruin")

    def title(self, view: View) -> str:
        now = numbers(view)
        if not now["turn"]:
            return self.say("set-up")
        name = self.names[now["current"]]
        limit = self.ruins.round_limit
        return self.say("turn", round=now["round"], limit=limit, turn=now["turn"], name=name)

    def table(self, view: View, seat: Seat, width: int, whole: bool) -> RenderableType:
        shown: list[RenderableType] = [self.seats(view, seat)]
        if numbers(view)["turn"]:
            shown += [self.city(view, width), self.legend()]
        shown += self.lines(view, seat)
        quests = self.at(view, "quest_row")
        if quests:
            shown += [Text(self.word("places", "quest_row"), "bold"), self.quests(view, seat)]
        if self.at(view, f"items.{seat}") or self.at(view, f"ready.{seat}"):
            shown += [Text(self.word("places", "items"), "bold"), self.items(view, seat, whole)]
        if whole:
            shown += self.others(view, seat)
        return Group(*shown)

    # Seats

    def seats(self, view: View, seat: Seat) -> RenderableType:
        """A line for every seat: dials, tokens by kind, cards, and where the figure stands."""
        now = numbers(view)
        grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, max_width=16)
        for heading in ("AP", "SP", self.say("favor"), self.say("quests")):
            grid.add_column(heading, justify="right", no_wrap=True)
        for kind in KINDS:
            grid.add_column(self.say(f"short.{kind}"), justify="right", no_wrap=True)
        grid.add_column(self.say("incidents"), justify="right", no_wrap=True)
        grid.add_column(self.say("where"), no_wrap=True)
        grid.add_column(self.say("short-of"), no_wrap=True)
        for other in range(self.box.players):
            character = self.at(view, f"character.{other}")
            name = self.names[other] + (f" ({self.name(character[0])})" if character else "")
            style = "bold" if other == seat else ""
            held = self.held(view, other)
            incidents = count_in(view, f"open_hand.{other}") + count_in(
                view, f"hidden_hand.{other}"
            )
            quests = count_in(view, f"fulfilled.{other}") + count_in(
                view, f"fulfilled_used.{other}"
            )
            grid.add_row(
                self.sign(other) + Text(">" if other == now["current"] and now["turn"] else " "),
                Text(name, style),
                *[str(now[f"{dial}.{other}"]) for dial in ("ap", "sp")],
                f"{now[f'favor.{other}']:+d}" if now[f"favor.{other}"] else "0",
                str(quests),
                *[str(count) if count else "·" for count in held.values()],
                str(incidents),
                self.whereabouts(view, other),
                Text(self.short_of(view, other), "dim"),
            )
        return grid

    def sign(self, seat: Seat) -> Text:
        return Text(SIGNS[seat], COLOURS[seat])

    def whereabouts(self, view: View, seat: Seat) -> str:
        now = numbers(view)
        code = section_code(now[f"at.{seat}"])
        if now[f"passed.{seat}"]:
            code += f" {self.say('passed')}"
        return f"{code} {self.say('inside')}" if now[f"inside.{seat}"] else code

    def short_of(self, view: View, seat: Seat) -> str:
        """What is short of each of the three gates, and of the fee."""
        goals = cast("dict[str, list[list[int]]]", view["outlook"]).get("goals")
        if not goals:
            return ""
        skill, favor, quests, fee = goals[seat]
        return f"{skill}/{favor}/{quests}" + (f" {fee}AP" if self.ruins.gate_fee else "")

    # The city

    def city(self, view: View, width: int) -> RenderableType:
        now = numbers(view)
        cells: dict[tuple[int, int], int] = {}
        for tile in range(TILES):
            at = now[f"tile.{tile}"]
            if at >= 0:
                cells[at // 4 // GRID, at // 4 % GRID] = tile
        rows = sorted({row for row, _ in cells})
        columns = sorted({column for _, column in cells})
        wide = min(WIDEST, (width - 1) // max(1, len(columns)) - 3)
        grid = Grid(box=borders.SQUARE, show_header=False, show_lines=True, border_style="dim")
        for _ in columns:
            grid.add_column(width=wide)
        for row in rows:
            found = [cells.get((row, column), -1) for column in columns]
            grid.add_row(*[self.tile(view, tile) if tile >= 0 else "" for tile in found])
        return grid

    def tile(self, view: View, tile: int) -> Text:
        """A tile: its roads with their ways out, who stands there, and what can be raided."""
        now, printed = numbers(view), self.ruins.tiles.tiles[tile]
        lines = [Text(f"{tile + 1} ", "dim") + Text(self.title_of(printed.name), "bold")]
        if tile == self.ruins.tiles.market:
            lines[0].append(" $", "bold yellow")
        turns = now[f"tile.{tile}"] % 4
        for index in range(len(printed.sections)):
            lines.append(self.section(view, tile, index, turns))
        joints = [f"{letter(a)}={letter(b)}" for a, b in printed.barricades]
        joints += [f"{letter(a)}^{letter(b)}" for a, b in printed.heights]
        if joints:
            lines.append(Text(" ".join(dict.fromkeys(joints)), "dim"))
        for card in self.at(view, f"tile.{tile}"):
            lines.append(Text(f"! {self.name(card)}", "italic"))
        return Text("\n").join(lines)

    def title_of(self, name: str) -> str:
        return self.box.catalogue.find("names", name, self.language) or name

    def section(self, view: View, tile: int, index: int, turns: int) -> Text:
        now, printed = numbers(view), self.ruins.tiles.tiles[tile]
        exits = [
            ARROWS[(border + turns) % 4]
            for border in range(len(BORDERS))
            if printed.exit_of[border] == index
        ]
        exits.sort(key=ARROWS.index)
        line = Text(letter(index))
        line.append("".join(exits), "dim")
        if printed.raised[index]:
            line.append("‾", "dim")
        section = tile * SECTIONS + index
        for seat in range(self.box.players):
            if now[f"at.{seat}"] == section and not now[f"inside.{seat}"]:
                line.append_text(Text(" ") + self.sign(seat))
        for number, square in enumerate(printed.squares):
            if section not in self.ruins.tiles.squares[square].near:
                continue
            size = now[f"house.{square}"]
            if square == now["outpost"]:
                line.append(f" {self.say('outpost')}", "bold")
                for seat in range(self.box.players):
                    if now[f"inside.{seat}"]:
                        line.append_text(self.sign(seat))
            elif size:
                line.append(f" {SIZES[size]}{number + 1}", HOUSES[size])
                if square in (now["dynamite.0"], now["dynamite.1"]):
                    line.append("*", "bold red")
        return line

    def legend(self) -> Text:
        small, medium, large = SIZES[1:]
        signs = {"a": letter(0), "b": letter(1), "s": small, "m": medium, "l": large}
        return Text(self.say("legend", **signs), "dim")

    # What else is open

    def lines(self, view: View, seat: Seat) -> list[RenderableType]:
        shown: list[RenderableType] = []
        for place in ("event", "raid_card"):
            for card in self.at(view, place):
                shown.append(
                    Text(f"{self.word('places', place)}: ", "dim")
                    + Text(self.name(card), "bold")
                    + Text(f"  {self.text(card)}", "dim")
                )
        now = numbers(view)
        if now["turn"]:
            kinds = [self.word("kind", str(kind)) for kind in self.ruins.traders[now["trader"]]]
            shown.append(Text(f"{self.say('market')}: ", "dim") + Text(self.words.join(kinds)))
        for place in ("open_hand", "hidden_hand"):
            for card in self.at(view, f"{place}.{seat}"):
                shown.append(
                    Text(f"{self.word('deck', 'incident')}: ", "dim")
                    + Text(self.name(card))
                    + Text(f"  {self.text(card)}", "dim")
                )
        return shown

    def others(self, view: View, seat: Seat) -> list[RenderableType]:
        """The items of the others, for whoever asks for the whole table."""
        shown: list[RenderableType] = []
        for other in range(self.box.players):
            if other != seat and self.at(view, f"items.{other}"):
                title = f"{self.word('places', 'items')} · {self.names[other]}"
                shown += [Text(title, "bold"), self.items(view, other, True)]
        return shown

    # Moves

    def note(self, view: View, seat: Seat, move: Move) -> Text:
        verb, about = move.verb, move.about
        if verb in ("cross", "leave", "out") and about:
            ways = cast("dict[str, list[int]]", cast("Row", view["outlook"]).get("ways", {}))
            way = ways.get(str(about[0])) if verb == "cross" else None
            price = f"  {way[0]} AP" if way else ""
            return Text(section_code(about[0]) + price, "dim")
        if verb == "raid" and about:
            size = numbers(view)[f"house.{about[0]}"]
            cost = self.ruins.raid_price[size - 1] if size else 0
            return Text(f"{self.word('house', str(size))}  {cost} AP", "dim")
        if verb in ("craft", "use", "quest") and about:
            sp = f"{self.ruins.sp[about[0]]} SP · " if verb == "craft" else ""
            return Text(sp + self.text(about[0]), "dim")
        if verb == "claim":
            here = numbers(view)[f"at.{seat}"] // SECTIONS
            cards = self.at(view, f"tile.{here}")
            return Text(", ".join([self.brief(card) for card in cards]), "dim")
        return Text()

    # Offers, as one would say them

    def asked(self, view: View) -> str:
        """Whoever is to agree reads with whom, and to what."""
        if question(view) != "Agree":
            return super().asked(view)
        _, other, *terms = said_numbers(view)
        template = self.word("terminal", "agree-to")
        names, about = list(self.names), (other, *terms)
        return self.box.catalogue.fill(template, self.box, about, names, self.language, {})

    def typing(self, view: View, moves: Sequence[Move]) -> list[tuple[str, str]]:
        """How a trade is offered, where one may be."""
        asked, name = question(view), ""
        if asked not in USAGES:
            return []
        verb, usage = USAGES[asked]
        if verb == "trade":
            partners = [move.about[0] for move in moves if move.verb == "trade"]
            if not partners:
                return []
            name = f"{self.names[partners[0]]}: "
        elif verb == "counter":
            made = numbers(view)[f"offers.{said_numbers(view)[0]}"]
            if made >= self.ruins.most_offers:
                return []
        return [(f"{verb} {name}{usage}", self.say(f"usage-text.{verb}", word=BETWEEN))]

    def typed(self, view: View, text: str) -> Move | None:
        """`trade NAME 2 scrap for electrics`, or in the order of records with names for numbers."""
        verb, _, rest = text.strip().partition(" ")
        if (
            verb not in TRADING
            or not rest.strip()
            or question(view) not in ("Act", "Propose", "Agree")
        ):
            return None
        if all(word.lstrip("-").isdecimal() for word in rest.split()):
            return None  # as records write it
        seat: list[int] = []
        name, colon, said = rest.replace("：", ":").rpartition(":")
        words = said.replace(",", " ").replace("、", " ").split()
        if verb == "trade":
            if colon:
                found = self.called(" ".join(name.split()), numbers(view)["current"])
            else:
                found, words = self.partner(words, numbers(view)["current"])
            if not words:
                return None
            seat = [found]
        parts = FOR.split(" ".join(words))
        if len(parts) == 2:
            give, take = self.things(parts[0].split()), self.things(parts[1].split())
        elif len(parts) == 1 and words[0].isdecimal() and int(words[0]) < len(words):
            count, things = int(words[0]), self.things(words[1:])
            give, take = things[:count], things[count:]
        else:
            raise Unclear("no-such-move", text)
        return Move(verb, *seat, len(give), *give, *take)

    def partner(self, words: list[str], asking: Seat) -> tuple[int, list[str]]:
        """Whom a text begins with, and what follows."""
        for length in range(len(words), 0, -1):
            found = self.seats_called(" ".join(words[:length]))
            if len(found) == 1:
                return found[0], words[length:]
        length = 2 if len(words) > 1 and words[1].isdecimal() else 1
        return self.called(" ".join(words[:length]), asking), words[length:]

    def called(self, name: str, asking: Seat) -> int:
        """Who is called like this; if nobody is, or several, who sits here."""
        found = self.seats_called(name)
        if len(found) == 1:
            return found[0]
        if found:
            raise Unclear("which-card", name, [self.names[seat] for seat in found])
        others = [other for seat, other in enumerate(self.names) if seat != asking]
        raise Unclear("no-such-player", name, others)

    def seats_called(self, name: str) -> list[int]:
        """The seats that a text may mean: a name, a part of one, or the number of a seat."""
        if name.isdecimal():
            return [int(name)] if int(name) < len(self.names) else []
        text = name.casefold()
        exact = [n for n, called in enumerate(self.names) if text == called.casefold()]
        return exact or [n for n, called in enumerate(self.names) if text in called.casefold()]

    def things(self, words: list[str]) -> list[int]:
        """Tokens and items that a text names: `2 scrap`, `scrap scrap`, `super gun`."""
        found: list[int] = []
        count, index = 1, 0
        while index < len(words):
            if words[index].isdecimal():
                count, index = int(words[index]), index + 1
                if count > 60:
                    raise Unclear("no-such-card", words[index - 1])
                continue
            for end in range(len(words), index, -1):
                thing = self.thing(" ".join(words[index:end]))
                if thing is not None:
                    found += [thing] * count
                    count, index = 1, end
                    break
            else:
                raise Unclear("no-such-card", words[index])
        return found

    def thing(self, text: str) -> int | None:
        """A kind of token or an item by its name in any language, or by a part that no other has."""
        wanted = text.casefold()
        if wanted in KINDS:
            return KINDS.index(wanted)
        cards: list[int] = list(range(TOKEN_KINDS))
        for owned in self.ruins.items:
            cards += owned
        parts: list[int] = []
        for card in cards:
            called = [
                self.box.catalogue.card(self.box, card, language).casefold()
                for language in LANGUAGES
            ]
            if wanted in called:
                return card
            if any(name.startswith(wanted) for name in called):
                parts.append(card)
        kinds = [card for card in parts if card < TOKEN_KINDS]
        found = kinds or parts
        return found[0] if len(found) == 1 and len(wanted) > 1 else None

    def score_name(self, part: int) -> str:
        return self.word("scores", str(part))


def said_numbers(view: View) -> list[int]:
    """The numbers of the question: of `Agree(0, 1, 1, 0, 5)`, who is asked, by whom, and the terms."""
    return [int(number) for number in NUMBER.findall(str(view["asks"]).partition("(")[2])]


def letter(index: int) -> str:
    return "abcd"[index]


def section_code(section: int) -> str:
    """The tile's number and the road's letter: `5a`."""
    return f"{section // SECTIONS + 1}{letter(section % SECTIONS)}"


DRAWING: Final = RuinDrawing
