"""Raid & Trade's cards as text: what items, incidents, quests and events do, need and lack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.tables.plain import Drawing, View, cards_in, numbers
from duskhall.cli.words import Words
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.games.raid_and_trade.box import Ruins
from duskhall.games.raid_and_trade.parts import KINDS

Row = dict[str, object]
NUMBERS: Final = ("n", "by", "max_sp")  # of an effect: what is no part of its key
BESIDE: Final = ("do", "pay", "who", "kinds", *NUMBERS)
NEAR: Final = 6  # items that are shown when not all are asked for


class CardDrawing(Drawing):
    """Says what is printed on cards."""

    def __init__(self, box: Box, names: Sequence[str], words: Words) -> None:
        super().__init__(box, names, words)
        assert isinstance(box, Ruins)
        self.ruins: Final = box

    # Sentences

    def phrase(self, section: str, key: str, **fields: object) -> str:
        words = {field: str(value) for field, value in fields.items()}
        return self.box.catalogue.phrase(section, key, self.language, words)

    def effect(self, effect: Row) -> str:
        """An effect in words; its key is its verb with the words of its data, else a shorter one."""
        keys = [str(effect["do"])]
        keys += [str(value) for field, value in effect.items() if field not in BESIDE]
        if "kinds" in effect:
            keys.append("kinds")
        n = next((int(str(effect[field])) for field in NUMBERS if field in effect), 0)
        if n < 0:
            keys.append("less")
        while len(keys) > 1 and not self.has("effect_text", ".".join(keys)):
            keys.pop()
        kinds = [
            self.word("kind", str(kind)) for kind in cast("list[str]", effect.get("kinds", []))
        ]
        said = self.phrase(
            "effect_text", ".".join(keys), n=abs(n), sp=abs(n), kinds=self.words.join(kinds)
        )
        if "pay" in effect:
            price = cast("dict[str, int]", effect["pay"])
            said = self.phrase("effect_of", "pay", n=price["ap"], effect=said)
        return self.phrase("effect_of", "all", effect=said) if "who" in effect else said

    def has(self, section: str, key: str) -> bool:
        return self.box.catalogue.find(section, key, self.language) is not None

    def text(self, card: int) -> str:
        """What a card does."""
        row = self.ruins.rows[card]
        effects = [self.effect(effect) for effect in cast("list[Row]", row.get("effect", []))]
        said = " ".join(effects)
        if row.get("on") == "fail":
            said = self.phrase("effect_of", "fail", effect=said)
        if "when" in row and row["deck"] != "event":
            said = f"{self.word('when', str(row['when']))}: {said}"
        return said

    def tokens(self, cost: dict[str, int]) -> str:
        """Tokens by kind: '2 scrap, 1 part'."""
        known = [kind for kind in KINDS if cost.get(kind)]
        counted = [self.phrase("kind_count", kind, n=cost[kind]) for kind in known]
        return self.word("table", "comma").join(counted)

    def cost(self, card: int) -> dict[str, int]:
        return cast("dict[str, int]", self.ruins.rows[card].get("cost", {}))

    # What a view tells of them

    def at(self, view: View, place: str) -> list[int]:
        return cards_in(view, place) or []

    def outlook(self, view: View, key: str, seat: Seat) -> dict[str, dict[str, int]]:
        told = cast("dict[str, dict[str, dict[str, int]]]", view["outlook"])
        return told.get(f"{key}.{seat}", {})

    def items(self, view: View, seat: Seat, whole: bool) -> RenderableType:
        """Items to craft with what is missing, the nearest first; and what is crafted."""
        missing = self.outlook(view, "missing", seat)
        cards = sorted(
            self.at(view, f"items.{seat}"),
            key=lambda card: (sum(missing.get(str(card), {}).values()), -self.ruins.sp[card]),
        )
        grid = folded()
        for place in ("ready", "tired"):
            for card in self.at(view, f"{place}.{seat}"):
                mark = self.say("ready" if place == "ready" else "tired")
                grid.add_row(
                    Text(self.name(card), "bold"), "", Text(mark), Text(self.text(card), "dim")
                )
        for card in cards if whole else cards[:NEAR]:
            lack = self.tokens(missing.get(str(card), {}))
            note = self.say("lacks", tokens=lack) if lack else self.say("can-craft")
            style = "" if lack else "green"
            worth = Text(f"{self.ruins.sp[card]} SP")
            grid.add_row(self.name(card), worth, Text(note, style), Text(self.text(card), "dim"))
        left = len(cards) - NEAR
        if not whole and left > 0:
            grid.add_row(
                "", "", Text(self.say("more-items", count=left, command="table"), "dim"), ""
            )
        return grid

    def quests(self, view: View, seat: Seat) -> RenderableType:
        """The quests that lie open, with what one lacks for each."""
        needs = self.outlook(view, "needs", seat)
        grid = folded()
        for card in self.at(view, "quest_row"):
            lack = self.lacking(needs.get(str(card), {}))
            note = self.say("lacks", tokens=lack) if lack else self.say("can-claim")
            grid.add_row(
                self.name(card), Text(note, "" if lack else "green"), Text(self.text(card), "dim")
            )
        return grid

    def lacking(self, need: dict[str, int]) -> str:
        parts = [self.tokens({kind: need[kind]}) for kind in KINDS if kind in need]
        parts += [self.phrase("need", key, n=n) for key, n in need.items() if key not in KINDS]
        return self.word("table", "comma").join(parts)

    # Cards one by one

    def cards(
        self, view: View, cards: Sequence[int], labels: Sequence[str], width: int
    ) -> RenderableType:
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="bold cyan", min_width=3)
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for card, label in zip(cards, labels, strict=True):
            grid.add_row(label, self.name(card), Text(self.brief(card), "dim"))
        return grid

    def brief(self, card: int) -> str:
        """All that matters of a card on one line."""
        row = self.ruins.rows[card]
        if row["deck"] == "character":
            role, power = str(row["role"]), str(row["power"])
            return f"{self.word('role', role)} · {self.word('power_text', power)}"
        parts = []
        if row["deck"] == "item":
            parts.append(f"{self.ruins.sp[card]} SP")
        if self.cost(card):
            parts.append(self.tokens(self.cost(card)))
        if "need" in row:
            parts.append(self.need(cast("Row", row["need"])))
        parts.append(self.text(card))
        return " · ".join([part for part in parts if part])

    def need(self, need: Row) -> str:
        """What a quest asks for."""
        parts = [self.tokens(cast("dict[str, int]", need.get("resources", {})))]
        for key, n in need.items():
            if key != "resources" and n:
                parts.append(self.phrase("need", key, n=n))
        return self.word("table", "comma").join([part for part in parts if part])

    def own_cards(self, view: View, seat: Seat, width: int) -> RenderableType:
        shown: list[RenderableType] = []
        for place in ("items", "ready", "tired", "fulfilled", "open_hand", "hidden_hand"):
            cards = self.at(view, f"{place}.{seat}")
            if cards:
                shown.append(Text(self.word("places", place), "bold"))
                shown.append(self.cards(view, cards, [""] * len(cards), width))
        return Group(*shown) if shown else Text(self.words("no-cards"))

    def look(self, view: View, card: int) -> RenderableType:
        row = self.ruins.rows[card]
        shown = [Text(self.name(card), "bold"), Text(self.brief(card))]
        if row["deck"] == "character":
            faces = cast("list[list[str]]", row["die"])
            said = [
                f"{self.word('symbol', att)} / {self.word('symbol', dfn)}" for att, dfn in faces
            ]
            shown.append(Text(f"{self.word('faces', 'die')}: " + " · ".join(said)))
        elif "use" in row:
            shown.append(Text(self.word("use_text", str(row["use"])), "dim"))
        return Group(*shown)

    def held(self, view: View, seat: Seat) -> dict[str, int]:
        """A seat's tokens by kind."""
        return {kind: numbers(view)[f"{kind}.{seat}"] for kind in KINDS}


def folded() -> Grid:
    """A grid whose long texts go on in the next line, also where a language has no blanks."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for _ in range(4):
        grid.add_column(overflow="fold")
    return grid
