"""Dark Dealings' table as text: the seats, the market and the fight at the gate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.tables.dark_dealings_cards import (
    FULL,
    SHORT,
    CardDrawing,
    breadth,
    gap,
)
from duskhall.cli.tables.plain import View, cards_in, count_in, numbers, question
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings import SURVIVED
from duskhall.games.dark_dealings.box import HEROES, ROUNDS
from duskhall.games.dark_dealings.fight import NO_ONE, falls, strike

PHASES: Final = {
    "PickHeroes": "hero",
    "CommitHeroes": "defense",
    "ChooseFirst": "defense",
    "TakeDefense": "defense",
    "TakePair": "solo",
}
LAST_HAND: Final = 3  # DD-12
IN_A_FIGHT: Final = ["Strike", "FaceAgain", "FaceOpenly", "TrashForWizard"]


class SiegeDrawing(CardDrawing):
    """Draws the table by phase: what matters for the question that is asked."""

    def title(self, view: View) -> str:
        if not question(view):
            return ""
        phase = self.phase(view)
        number = numbers(view)["round"]
        if phase == "hero":
            number = count_in(view, "drafted.0") // 2 + 1
        title = self.word("phases", phase)
        return self.say("round", phase=title, number=number, rounds=ROUNDS[phase])

    def phase(self, view: View) -> str:
        return PHASES.get(question(view), "combat")

    # The table

    def table(self, view: View, seat: Seat, width: int, whole: bool) -> RenderableType:
        if whole or seat >= self.keep.players:
            return Group(*self.everything(view, seat, width))
        phase = self.phase(view)
        if phase == "hero":
            return Group(*self.hero_phase(view, seat, width))
        if phase == "defense":
            return Group(*self.defense_phase(view, seat, width))
        if phase == "solo":
            return Group(*self.solo(view, seat, width))
        if question(view) in IN_A_FIGHT and cards_in(view, f"facing.{seat}"):
            return Group(*self.gate(view, seat))
        return Group(*self.combat(view, seat, width))

    def hero_phase(self, view: View, seat: Seat, width: int) -> list[RenderableType]:
        left = self.names[(seat + 1) % self.keep.players]
        last = count_in(view, f"hand.{seat}") == LAST_HAND
        rest = self.say("discard-last") if last else self.say("pass-to", name=left)
        picks = self.cards_of(view, f"drafted.{seat}", "your-picks", width)
        return [*picks, Text(rest, "dim")]

    def defense_phase(self, view: View, seat: Seat, width: int) -> list[RenderableType]:
        shown: list[RenderableType] = [self.seats(view, seat)]
        if question(view) == "CommitHeroes":
            shown += self.cards_of(view, "market", "market", width)
        else:
            shown += [
                self.choosing(view),
                *self.cards_of(view, f"hand.{seat}", "your-hand", width),
            ]
        return shown + self.cards_of(view, f"front.{seat}", "your-defenses", width)

    def combat(self, view: View, seat: Seat, width: int) -> list[RenderableType]:
        return [
            self.seats(view, seat),
            *self.cards_of(view, f"front.{seat}", "your-defenses", width),
            *self.gate(view, seat),
        ]

    def everything(self, view: View, seat: Seat, width: int) -> list[RenderableType]:
        """All that these eyes can see, seat by seat."""
        shown: list[RenderableType] = [self.seats(view, seat)]
        if question(view) == "TakePair":
            shown.append(self.rows_of_solo(view, width))
        else:
            shown += self.cards_of(view, "market", "market", width)
        for owner in range(self.keep.players):
            piles = self.piles(view, owner, width)
            if piles:
                shown += [Text(self.names[owner], "bold underline"), *piles]
        for place in ("hero_discard", "defense_discard"):
            cards = cards_in(view, place)
            if cards:
                shown.append(self.listed(self.word("places", place), cards))
        return shown

    def piles(self, view: View, owner: Seat, width: int) -> list[RenderableType]:
        shown: list[RenderableType] = []
        for place in ("hand", "drafted", "committed", "pile", "facing", "defeated"):
            cards = cards_in(view, f"{place}.{owner}")
            if cards:
                # Of a pile the last card lies on top: it is met first.
                ordered = cards[::-1] if place == "pile" else cards
                shown.append(self.listed(self.word("places", place), ordered))
        return shown + self.cards_of(view, f"front.{owner}", "defenses", width)

    def listed(self, title: str, cards: Sequence[int]) -> Text:
        text = Text.assemble((f"{title}: ", "dim"))
        return text.append(", ".join([self.briefly(card) for card in cards]))

    def briefly(self, card: int) -> str:
        if self.keep.deck_of[card] == HEROES:
            return f"{self.keep.challenge[card]} {self.name(card)}"
        return self.name(card)

    def seats(self, view: View, seat: Seat) -> RenderableType:
        """Who sits where, and how much they have."""
        fighting = self.phase(view) == "combat"
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        grid.add_column("")
        columns = ["pile", "front", "defeated", "facing"] if fighting else ["hand", "pile", "front"]
        for place in columns:
            is_name = place == "facing"
            grid.add_column(self.say(f"seats.{place}"), justify="left" if is_name else "right")
        for owner in range(self.keep.players):
            cells = [
                self.faced(view, owner)
                if place == "facing"
                else Text(str(count_in(view, f"{place}.{owner}")))
                for place in columns
            ]
            grid.add_row(self.seat_name(view, owner, seat), *cells)
        return grid

    def seat_name(self, view: View, owner: Seat, seat: Seat) -> Text:
        text = Text(self.names[owner], "bold" if owner == seat else "")
        if owner == seat:
            text.append(f" {self.words('you')}", "dim")
        if self.keep.players > 1 and numbers(view)["first"] == owner:
            text.append(f" {self.say('first')}", "dim")
        return text

    def faced(self, view: View, owner: Seat) -> Text:
        if numbers(view)[f"evicted.{owner}"]:
            return Text(self.say("evicted"), "red")
        faced = cards_in(view, f"facing.{owner}")
        return Text(self.name(faced[0]) if faced else "–")

    def choosing(self, view: View) -> Text:
        """DD-22 The heroes that have yet to choose, the highest first."""
        waiting = [
            (self.keep.challenge[hero], self.names[owner])
            for owner in range(self.keep.players)
            for hero in cards_in(view, f"committed.{owner}") or []
        ]
        order = [f"{challenge} {name}" for challenge, name in sorted(waiting, reverse=True)]
        return Text.assemble((self.say("order") + " ", "dim"), " > ".join(order))

    # Cards of one place

    def cards_of(self, view: View, place: str, title: str, width: int) -> list[RenderableType]:
        """A title and the cards of a place, or nothing if there are none to be seen."""
        cards = cards_in(view, place)
        if not cards:
            return []
        return [Text(self.say(title), "bold"), self.cards(view, cards, [""] * len(cards), width)]

    def own_cards(self, view: View, seat: Seat, width: int) -> RenderableType:
        """DD-13, DD-31 The own pile, in the order in which its heroes are met."""
        shown: list[RenderableType] = []
        pile = cards_in(view, f"pile.{seat}")
        if pile is None:
            shown.append(Text(self.say("hidden-pile", count=count_in(view, f"pile.{seat}"))))
        elif pile:
            labels = [str(number) for number in range(1, len(pile) + 1)]
            shown.append(Text(self.say("your-pile"), "bold"))
            shown.append(self.cards(view, pile[::-1], labels, width))
        shown += self.cards_of(view, f"drafted.{seat}", "your-picks", width)
        shown += self.cards_of(view, f"hand.{seat}", "your-hand", width)
        shown += self.cards_of(view, f"front.{seat}", "your-defenses", width)
        return Group(*shown) if shown else Text(self.words("no-cards"))

    # The fight

    def gate(self, view: View, seat: Seat) -> list[RenderableType]:
        """The hero at the gate, its ability, and what the strikes add up to."""
        faced = cards_in(view, f"facing.{seat}")
        if not faced:
            return []
        hero = faced[0]
        immune = numbers(view)["immune"]
        gate = Text(self.say("gate") + " ", "dim")
        line = Text.assemble(gate, self.hero_line(hero, immune))
        shown: list[RenderableType] = [line, self.class_text(hero)]
        if immune:
            shown.append(Text.assemble(self.say("immune") + " ", self.types(immune, FULL, " ")))
        struck = cards_in(view, f"striking.{seat}") or []
        total = numbers(view)["total"]
        if struck or total:
            shown.append(self.progress(hero, total, struck))
        return shown

    def progress(self, hero: int, total: int, struck: Sequence[int]) -> Text:
        armor = self.keep.armor[hero]
        text = Text(self.say("total", total=total, armor=armor), "bold")
        if total < armor:
            text.append(self.say("needed", needed=armor - total))
        if struck:
            text.append(f"  ({', '.join([self.name(card) for card in struck])})", "dim")
        return text

    def note(self, view: View, seat: Seat, move: Move) -> Text:
        if move.verb == "strike":
            return self.strike_note(view, seat, move)
        if move.verb == "pair":
            return self.sides(view, move.about[1], SHORT)
        if move.verb == "discard" and self.keep.hardcore and self.keep.discard_evicts:
            return Text(self.say("evicts"), "red")
        return Text()

    def strike_note(self, view: View, seat: Seat, move: Move) -> Text:
        """What the strikes would add up to with this one."""
        faced = cards_in(view, f"facing.{seat}") or [0]
        kind, armor = self.keep.hero_class[faced[0]], self.keep.armor[faced[0]]
        turned = self.dial(view, move.about[1]) if len(move.about) == 2 else NO_ONE
        ready, busy = self.dials(view, f"front.{seat}"), self.busy(view, seat)
        struck = strike(self.keep, kind, self.dial(view, move.about[0]), turned, ready, busy)
        total = numbers(view)["total"] + struck.value
        text = Text(f"+{struck.value} → {total}/{armor}", "dim")
        if falls(kind, armor, total):
            text.append(" ✓", "green")
        outlook = cast("dict[str, list[int]]", view["outlook"])
        if move.about[0] in outlook.get("vain", []):  # DD-34, where one may strike so
            text.append(f"  {self.say('vain')}", "red")
        return text

    # Solo

    def solo(self, view: View, seat: Seat, width: int) -> list[RenderableType]:
        return [
            self.rows_of_solo(view, width),
            *self.cards_of(view, f"pile.{seat}", "your-pile-so-far", width),
            *self.cards_of(view, f"front.{seat}", "your-defenses", width),
        ]

    def rows_of_solo(self, view: View, width: int) -> RenderableType:
        """DD-60, DD-61 The two rows, a column to a line: a defense may stand level or lower."""
        heroes = self.columns(view, "hero_row", "hero_hole")
        defenses = self.columns(view, "market", "defense_hole")
        last = max([*heroes, *defenses])
        for detail in (FULL, SHORT):
            rows = [[Text(), *self.header(["hero", "defense"], FULL)]]
            for column in range(1, last + 1):
                hero, defense = heroes.get(column), defenses.get(column)
                left = self.solo_hero(hero, detail) if hero else Text("–", "dim")
                right = self.solo_defense(view, defense, detail) if defense else Text("–", "dim")
                rows.append([Text(str(column), "dim"), left, right])
            if breadth(rows, detail) <= width:
                break
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, gap(detail), 0, 0))
        for row in rows:
            grid.add_row(*row)
        shown: list[RenderableType] = [Text(self.say("rows"), "bold"), grid]
        return Group(*shown, self.legend()) if detail == SHORT else Group(*shown)

    def columns(self, view: View, row: str, hole: str) -> dict[int, int]:
        """The cards of a row by their column, counting the hole that a taken card left."""
        taken = numbers(view)[hole]
        return {
            index + 1 if taken and index >= taken else index: card
            for index, card in enumerate(cards_in(view, row) or [], 1)
        }

    def solo_hero(self, hero: int, detail: int) -> Text:
        text = Text(f"{self.keep.challenge[hero]} {self.name(hero)}\n")
        text.append(f"{self.class_name(hero)} {self.keep.armor[hero]} ", "dim")
        return text.append_text(self.types(self.keep.weak[hero], detail, " "))

    def solo_defense(self, view: View, defense: int, detail: int) -> Text:
        text = Text(f"{self.name(defense)}\n").append_text(self.sides(view, defense, detail))
        ability = self.ability(view, defense)
        return text.append(f"  {ability}", "italic") if ability else text

    # The end

    def score_name(self, part: int) -> str:
        if self.keep.hardcore:
            first = "defeated" if self.keep.players == 1 else "stood"
            return self.say(f"score.{[first, 'left', 'last'][part]}")
        return self.say(f"score.{['defeated', 'left', 'highest'][part]}")

    def score(self, part: int, value: int) -> str:
        if part == 0 and value == SURVIVED:
            return self.say("survived")
        return str(value)


DRAWING: Final = SiegeDrawing
