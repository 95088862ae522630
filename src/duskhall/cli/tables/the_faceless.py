"""The Faceless' table as text: the board, the threats, the figures and the open hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.tables.plain import View, count_in, numbers
from duskhall.cli.tables.the_faceless_board import (
    BILLYGOAT,
    SIGNS,
    STYLES,
    TEAM,
    BoardDrawing,
    arrow,
)
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    COLOURS,
    EFFECTS,
    MEMORIES,
    NO_POWER,
    POWERS,
    PURPLE,
    RED,
)

GAP: Final = 2
BOARD_WIDTH: Final = 50
PANEL_WIDTH: Final = 26  # narrower than this, what is beside the board goes below it
WHISPERS: Final = {"give": "whisper", "swap": "whisper"} | {
    "free_give": "free-whisper",
    "free_swap": "free-whisper",
}


class DuskDrawing(BoardDrawing):
    """Draws the whole table for every question: all of it is open, and all of it matters."""

    def title(self, view: View) -> str:
        now = numbers(view)
        if not now["turn"]:
            return self.say("set-up")
        deck = count_in(view, "deck") + count_in(view, "next")
        return self.say("turn", turn=now["turn"], name=self.names[now["current"]], deck=deck)

    # The table

    def table(self, view: View, seat: Seat, width: int, whole: bool) -> RenderableType:
        board = Group(*self.lines(view, whole))
        panel = Group(self.display(view), Text(), self.whereabouts(view))
        shown: list[RenderableType] = []
        if width - BOARD_WIDTH - GAP >= PANEL_WIDTH:
            grid = Grid.grid(padding=(0, GAP, 0, 0))
            grid.add_column(width=BOARD_WIDTH, no_wrap=True)
            grid.add_column()
            grid.add_row(board, panel)
            shown.append(grid)
        else:
            shown += [board, panel]
        shown += [self.legend(view, whole), Text(), self.seats(view, seat), self.collected(view)]
        for place in ("played", "next", "avatar", "crossroads", "servant_cards"):
            if place in self.world.name_of and self.card_at(view, place):
                shown.append(self.line(view, place))
        if "die" in numbers(view):
            face = self.word("die", str(numbers(view)["die"]))
            shown.append(Text(f"{self.say('die')}: ", "bold") + Text(face))
        threat = self.card_at(view, "threat")
        if threat:
            shown.append(self.threat(view, threat[0]))
        if whole:
            shown += self.details(view)
        return Group(*shown)

    def display(self, view: View) -> RenderableType:
        """The threat columns from the top, the bottom card marked, and what the next would do."""
        shown = sum([len(self.card_at(view, colour)) for colour in COLOURS])
        outlook = cast("dict[str, int]", view["outlook"])
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        title = self.say("threats", count=shown, least=outlook["display"])
        grid.add_row("", "", Text(self.say("next"), "dim"))
        for colour, name in enumerate(COLOURS):
            column = self.card_at(view, name)
            values = [str(self.world.value[card]) for card in column]
            if values:
                values[-1] = f"[{values[-1]}]"
            grid.add_row(
                Text(self.word("colour", str(colour)), STYLES[colour]),
                Text(" ".join(values) or "-"),
                Text(self.strength(colour, len(column) + 1), "dim"),
            )
        return Group(Text(title, "bold"), grid)

    def strength(self, colour: int, count: int) -> str:
        """How hard a colour strikes with so many cards on display; '' for not at all."""
        times = count if colour in (RED, PURPLE) else count // 2
        return f"×{times}" if times else ""

    def whereabouts(self, view: View) -> RenderableType:
        """Where each figure stands and is turned, and where the needle points."""
        now = numbers(view)
        ring, facings = self.figures(view)
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        team = self.space(now["team"]) if now["team"] != OFF else "-"
        needle = "\n".join([self.to(view, way) for way in self.needle(view)])
        grid.add_row(Text(f"{TEAM} {self.say('team')}", "bold"), team, needle)
        goat = self.space(now["goat"]) if now["goat"] != OFF else "-"
        stands = [*[str(place) if place != OFF else "-" for place in ring], goat]
        for figure, facing in enumerate([*facings, now["goat_facing"]]):
            name = f"{SIGNS[figure]} {self.word('figure', str(figure))}"
            turned = f"{arrow(facing)} {facing}°" if stands[figure] != "-" else ""
            grid.add_row(Text(name, STYLES[figure]), stands[figure], turned)
        return grid

    def seats(self, view: View, seat: Seat) -> RenderableType:
        """Who sits where, with which kid and which cards."""
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        for owner in range(self.world.players):
            is_current = numbers(view)["turn"] and numbers(view)["current"] == owner
            name = Text(">" if is_current else " ", "bold")
            name.append(f" {self.names[owner]}", "bold" if owner == seat else "")
            if owner == seat:
                name.append(f" {self.words('you')}", "dim")
            kid = ", ".join([self.name(card) for card in self.card_at(view, f"kid.{owner}")])
            hand = self.row(self.card_at(view, f"hand.{owner}"))
            grid.add_row(name, Text(kid, "italic"), hand or Text("-"))
        return grid

    def collected(self, view: View) -> RenderableType:
        """The memories that were collected, those used in parentheses."""
        unused, used = self.card_at(view, "collected"), self.card_at(view, "spent")
        title = self.say("memories", count=len(unused) + len(used), all=MEMORIES)
        pieces = [Text(self.name(card)) for card in unused]
        pieces += [Text(f"({self.name(card)})", "dim") for card in used]
        return Text(f"{title}  ", "bold") + Text(self.words("comma")).join(pieces)

    def threat(self, view: View, card: int) -> Text:
        """The threat card that is on its way, and what it will do."""
        colour = self.world.colour[card]
        count = count_in(view, COLOURS[colour]) + 1
        text = Text(f"{self.word('places', 'threat')}: ", "bold") + self.card(card)
        text.append(f" {self.strength(colour, count)}".rstrip(), "bold")
        return text.append(f"  {self.word('threat_text', COLOURS[colour])}", "dim")

    def details(self, view: View) -> list[RenderableType]:
        """Powers, memories and threats in words, and the discard."""
        shown: list[RenderableType] = []
        seats = range(self.world.players)
        kids = [card for seat in seats for card in self.card_at(view, f"kid.{seat}")]
        memories = self.card_at(view, "collected")
        if kids + memories:
            shown += [Text(), self.cards(view, kids + memories, [""] * len(kids + memories), 0)]
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        for colour, name in enumerate(COLOURS):
            word = Text(self.word("colour", str(colour)), STYLES[colour])
            grid.add_row(Text("   ") + word, self.word("threat_text", name))
        shown += [Text(), Text(self.word("places", "threat"), "bold"), grid]
        if self.card_at(view, "discard"):
            shown += [Text(), self.line(view, "discard")]
        return shown

    # Cards

    def line(self, view: View, place: str) -> Text:
        """What lies somewhere, in a line."""
        title = Text(f"{self.word('places', place)}: ", "bold")
        return title + self.row(self.card_at(view, place))

    def row(self, cards: Sequence[int]) -> Text:
        return Text(self.words("comma")).join([self.card(card) for card in cards])

    def card(self, card: int) -> Text:
        colour = self.world.colour[card]
        return Text(self.name(card), STYLES[colour] if colour >= 0 else "")

    def text(self, card: int) -> str:
        """What a card does."""
        if self.world.effect[card] >= 0:
            return self.word("effect_text", EFFECTS[self.world.effect[card]])
        if self.world.power[card] != NO_POWER:
            return self.word("power_text", POWERS[self.world.power[card]])
        if self.world.colour[card] < 0:
            return self.printed(card)
        return self.walking(card)

    def printed(self, card: int) -> str:
        """What is on a card of an expansion."""
        face = self.world.faces.get(card, {})
        if face.get("deck") == "avatar":
            return self.word("avatar_text", str(face["avatar"]))
        roads = face.get("roads")
        if isinstance(roads, list):
            return " / ".join([self.word("road", str(road)) for road in roads])
        if face.get("deck") == "haunted":
            return self.say("pushes", count=face["steps"])
        return self.word("way", str(face.get("way", "")))

    def walking(self, card: int) -> str:
        """What an event card does when it is played."""
        colour, value = self.world.colour[card], self.world.value[card]
        if colour == PURPLE:
            return self.say("walk-free", count=value)
        return self.say("walk", figure=self.word("figure", str(colour)), count=value)

    def cards(
        self, view: View, cards: Sequence[int], labels: Sequence[str], width: int
    ) -> RenderableType:
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, GAP, 0, 0))
        grid.add_column(justify="right", style="bold cyan", min_width=1)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for card, label in zip(cards, labels, strict=True):
            grid.add_row(label, self.card(card), Text(self.text(card)))
        return grid

    def own_cards(self, view: View, seat: Seat, width: int) -> RenderableType:
        cards = self.card_at(view, f"kid.{seat}") + self.card_at(view, f"hand.{seat}")
        return self.cards(view, cards, [""] * len(cards), width)

    def look(self, view: View, card: int) -> RenderableType:
        shown = [self.card(card), Text(self.text(card))]
        if self.world.colour[card] >= 0:
            threat = self.word("threat_text", COLOURS[self.world.colour[card]])
            shown.append(Text(f"{self.word('places', 'threat')}: ", "dim") + Text(threat))
        return Group(*shown)

    # Moves

    def headings(self, view: View, move: Move) -> tuple[str, ...]:
        verb, about = move.verb, move.about
        if verb in WHISPERS:
            return (self.say(WHISPERS[verb]), self.of(view, about[0]))
        if verb == "put":
            return (self.outcome(view, move), self.say("external", number=about[0]))
        if verb == "goat" and len(about) > 1:
            return (self.outcome(view, move), self.space(about[0]))
        if verb == "turn":
            return (self.say("turn-one"), self.outcome(view, move), self.figure(about[0]))
        if verb == "shift":
            return (self.say("shift"), self.say("memory", number=about[0]))
        if verb == "lay":
            way = self.board.placements[about[0]][about[1]]
            over = next(space for space in self.board.symbols if space in way.cells)
            return (
                self.word("obstacle", str(about[0])),
                self.say("over", space=self.space(over)),
            )
        if verb == "exchange":
            return (self.say("exchange", card=self.name(about[0])),)
        return ()

    def outcome(self, view: View, move: Move) -> str:
        """Where the needle would point after a figure was moved or turned, and what is removed."""
        points = self.points(view, self.needle_after(view, move))
        ring, goat = self.figures(view)[0], numbers(view)["goat"]
        if move.verb == "goat":
            goat = move.about[0]
        elif move.verb == "put":
            ring[placed(view)] = move.about[0]
        removed = [self.figure(figure) for figure in self.stuck(ring, goat)]
        if not removed:
            return points
        return f"{points} · " + self.say("removed", figures=self.words.join(removed))

    def needle_after(self, view: View, move: Move) -> tuple[int, ...]:
        if move.verb == "goat":
            return self.needle(view, BILLYGOAT, *move.about)
        ring, facings = self.figures(view)
        if move.verb == "turn_about":
            figure = move.about[0]
            return self.needle(view, figure, ring[figure], (facings[figure] + 180) % 360)
        if move.verb == "turn":
            return self.needle(view, move.about[0], ring[move.about[0]], move.about[1])
        return self.needle(view, placed(view), *move.about)

    def figure(self, figure: int) -> str:
        return self.word("figure", str(figure))

    def holder(self, view: View, card: int) -> str:
        """Who has a card in the hand, or ''."""
        seats = range(self.world.players)
        holders = [seat for seat in seats if card in self.card_at(view, f"hand.{seat}")]
        return self.names[holders[0]] if holders else ""

    def of(self, view: View, card: int) -> str:
        return self.say("of", card=self.name(card), name=self.holder(view, card))

    def note(self, view: View, seat: Seat, move: Move) -> Text:
        verb, about = move.verb, move.about
        if verb in ("put", "turn", "turn_about") or (verb == "goat" and len(about) > 1):
            return Text(self.outcome(view, move), "dim")
        if verb == "step":
            space = self.target(view, about[0])
            met = self.what_is_on(view, space)
            return Text(self.space(space) + (f" ({met})" if met else ""), "dim")
        if verb in ("walk", "use"):
            return Text(self.text(about[0]), "dim")
        if verb in WHISPERS:
            holders = [self.holder(view, about[0])]
            holders += [self.holder(view, about[1])] if verb.endswith("swap") else []
            return Text(" / ".join(holders), "dim")
        if verb in ("draw", "burn", "exchange"):
            bottom = self.card_at(view, COLOURS[about[-1]])[-1]
            return self.card(bottom)
        if verb == "lay":
            cells = self.board.placements[about[0]][about[1]].cells
            return Text(" ".join([self.space(space) for space in cells]), "dim")
        if verb == "shift":
            at = numbers(view)[f"memory_at.{about[0]}"]
            return Text(self.say("from", space=self.space(at)), "dim")
        if verb == "goat":
            apart = self.board.distance[numbers(view)["team"] * self.board.count + about[0]]
            return Text(self.say("apart", count=apart), "dim")
        if verb == "lead":
            return Text(self.what_is_on(view, about[0]), "dim")
        return Text()

    # The end

    def score_name(self, part: int) -> str:
        return self.say(["score.won", "score.memories"][part])


def placed(view: View) -> int:
    """Which Faceless the question is about: of `PlaceFigure(0, 2)`, Alan."""
    return int(str(view["asks"]).rstrip(")").rpartition(",")[2])


DRAWING: Final = DuskDrawing
