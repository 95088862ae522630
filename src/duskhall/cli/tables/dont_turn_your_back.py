"""Don't Turn Your Back's table as text: the law, the city, the seats and one's own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, cast

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from duskhall.cli.tables.dont_turn_your_back_cards import GAP, CardDrawing, flow
from duskhall.cli.tables.plain import View, cards_in, count_in, numbers, question
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.dont_turn_your_back.box import BB, CS, D13, DISTRICTS, HS, WK

PHASES: Final = {"Buy": "acquire", "TakeByLaw": "score", "DiscardLeftovers": "clean-up"}
SHOW_THE_HAND: Final = ["PlaceCard", "DiscardOne", "DiscardDown", "DiscardLeftovers"]
BY_COST, BY_PAIN = 1, 2  # TB-96: what the first two levels of the bonus count


class CityDrawing(CardDrawing):
    """Draws the whole table for every question: all of it matters all the time."""

    by_card: ClassVar[tuple[str, ...]] = ("place", "buy", "acquire", "encase", "oust")

    def title(self, view: View) -> str:
        if not question(view):
            return ""
        phase = self.word("phases", PHASES.get(question(view), "place"))
        turn = numbers(view)["turn"]
        return self.say("turn", turn=turn, turns=self.city.turns(), phase=phase)

    # The table

    def table(self, view: View, seat: Seat, width: int, whole: bool) -> RenderableType:
        shown: list[RenderableType] = [
            *self.law(view, whole),
            self.districts_of_the_city(view, width, whole),
            Text(),
            self.seats(view, seat),
        ]
        if whole or seat >= self.city.players:
            for owner in range(self.city.players):
                shown += self.piles(view, owner, width)
            return Group(*shown)
        return Group(*shown, *self.own(view, seat, width))

    def own(self, view: View, seat: Seat, width: int) -> list[RenderableType]:
        """The own cards that the question does not list."""
        shown: list[RenderableType] = [Text()]
        aside = cards_in(view, f"aside.{seat}")
        if aside:
            shown += [Text(self.word("places", "aside"), "bold")]
            shown.append(self.cards(view, aside, [""] * len(aside), width))
        hand = cards_in(view, f"hand.{seat}")
        if hand and question(view) not in SHOW_THE_HAND:
            pieces = [self.with_pain(card) for card in hand]
            shown.append(self.line(self.say("your-hand"), pieces, width))
        if question(view) == "PlaceCard":
            stuck = [self.with_pain(card) for card in hand or [] if not self.may_go(view, card)]
            if stuck:
                shown.append(self.line(self.say("stuck"), stuck, width))
        row = [self.with_cost(card) for card in cards_in(view, f"row.{seat}") or []]
        shown.append(self.line(self.say("your-row"), row, width))
        return shown

    def law(self, view: View, whole: bool) -> list[RenderableType]:
        cards = cards_in(view, "law")
        if not cards:
            return []
        key = self.city.law(cards[0]).key
        line = Text.assemble((self.name(cards[0]), "bold"), "  ", self.word("law_short", key))
        shown: list[RenderableType] = [line]
        if whole:
            shown[0] = Text(self.name(cards[0]), "bold")
            shown.append(Text(self.word("law_text", key)))
            past = [Text(self.name(law)) for law in cards_in(view, "law_discard") or []]
            if past:
                shown.append(self.line(self.word("places", "law_discard"), past, 0))
        return [*shown, Text()]

    def line(self, title: str, pieces: Sequence[Text], width: int) -> RenderableType:
        """A title, and pieces in a row that stays indented where it wraps."""
        grid = Grid.grid(padding=(0, 1, 0, 0))
        room = width - cell_len(title) - GAP
        grid.add_row(Text(f"{title}:", "dim"), flow(pieces, room) if width else joined(pieces))
        return grid

    # The city

    def districts_of_the_city(self, view: View, width: int, whole: bool) -> RenderableType:
        """Each district with its cards and open spaces, and what it brings as things stand."""
        heads = [self.head(view, district) for district in range(len(DISTRICTS))]
        wide = max([cell_len(part) for head in heads for part in head.plain.split("\n")])
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        for district, head in enumerate(heads):
            cards = flow(self.in_district(view, district), width - wide - GAP)
            if whole:
                cards.append(f"\n{self.word('district_text', DISTRICTS[district])}", "dim")
            grid.add_row(head, cards)
        return grid

    def head(self, view: View, district: int) -> Text:
        """A district's code and name, and below what it brings."""
        code = DISTRICTS[district]
        text = Text.assemble((code, "bold"), f" {self.word('districts', code)}")
        prospect = self.prospect(view, district)
        return text + "\n   " + prospect if prospect else text

    def in_district(self, view: View, district: int) -> list[Text]:
        """The cards of a district from its first space on, each after its owner's sign."""
        start, end = self.city.space_from[district], self.city.space_to[district]
        pieces: list[Text] = []
        for place in range(start, end):
            for card in cards_in(view, self.box.name_of[place]) or []:
                pieces.append(self.sign(self.city.owner[card]) + " " + self.with_pain(card))
        free = end - start - len(pieces)
        note = self.say("open", count=free) if free else self.say("full")
        return [*pieces, Text(note, "dim")]

    def prospect(self, view: View, district: int) -> Text:
        """What a district would bring each seat if the turn ended now; '' for nothing."""
        if PHASES.get(question(view)) in ("score", "clean-up"):
            return Text()  # it has been paid
        outlook = cast("dict[str, list[int]]", view["outlook"])
        if district == D13:
            return self.by_seat("pays", outlook.get("law", []), "+d")
        if district == HS:
            school = cast("dict[str, dict[str, list[int]]]", view["outlook"])["hs"]
            return self.by_seat("pays", school["pays"], "+d")
        if district == CS and question(view) == "Buy":
            left = [0] * self.city.players
            left[asked(view)] = numbers(view)["points"]
            return self.by_seat("left", left, "d")
        if district == CS:
            return self.by_seat("spend", outlook["influence"], "d")
        if district == WK:
            return self.by_seat("encases", outlook["wk"], "d")
        signs = [self.sign(seat) for seat in outlook["protected"]]
        return Text.assemble((self.say("protects") + " ", "dim"), *signs) if signs else Text()

    def by_seat(self, title: str, amounts: Sequence[int], form: str) -> Text:
        shown = [
            self.sign(seat) + f" {format(amount, form)}".replace("-", "−")
            for seat, amount in enumerate(amounts)
            if amount
        ]
        if not shown:
            return Text()
        return Text(f"{self.say(title)} ", "dim") + Text("  ").join(shown)

    # The seats

    def seats(self, view: View, seat: Seat) -> RenderableType:
        """Who sits where, what they have, and how they stand in this turn."""
        grid = Grid(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
        grid.add_column("")
        for column in ("candles", "hand", "deck", "discard", "encased"):
            grid.add_column(self.say(f"{column}"), justify="right")
        grid.add_column("")
        for owner in range(self.city.players):
            deck = count_in(view, f"deck.{owner}") + count_in(view, f"top.{owner}")
            encased = count_in(view, f"encased.{owner}") + count_in(view, f"opened.{owner}")
            grid.add_row(
                self.seat_name(owner, seat),
                Text(str(numbers(view)[f"candles.{owner}"]), "bold"),
                str(count_in(view, f"hand.{owner}")),
                str(deck),
                str(count_in(view, f"discard.{owner}")),
                str(encased),
                ", ".join(self.standing(view, owner)),
            )
        return grid

    def seat_name(self, owner: Seat, seat: Seat) -> Text:
        text = self.sign(owner) + Text(f" {self.names[owner]}", "bold" if owner == seat else "")
        return text.append(f" {self.words('you')}", "dim") if owner == seat else text

    def standing(self, view: View, owner: Seat) -> list[str]:
        found: list[str] = []
        if numbers(view)["first"] == owner:
            found.append(self.say("first"))
        if numbers(view)["passed"] >> owner & 1:
            found.append(self.say("passed"))
        if owner in cast("dict[str, list[int]]", view["outlook"])["protected"]:
            found.append(self.say("protected"))
        return found

    # Piles

    def piles(self, view: View, owner: Seat, width: int) -> list[RenderableType]:
        """All that can be seen of a seat's cards, a line for each pile."""
        name = self.sign(owner) + Text(f" {self.names[owner]}", "bold")
        shown: list[RenderableType] = [Text(), name]
        for kind in ("hand", "aside", "row", "top", "discard", "acquisition_discard", "encased"):
            cards = cards_in(view, f"{kind}.{owner}")
            if cards:
                draw = self.with_cost if kind == "row" else self.with_pain
                # Of a pile the last card lies on top.
                ordered = cards[::-1] if kind in ("top", "discard") else cards
                pieces = [draw(card) for card in ordered]
                shown.append(self.line(self.word("places", kind), pieces, width))
        opened = cards_in(view, f"opened.{owner}")
        if opened:
            pieces = [self.with_pain(card) for card in opened]
            shown.append(self.line(self.word("places", "opened"), pieces, width))
        return shown

    def own_cards(self, view: View, seat: Seat, width: int) -> RenderableType:
        shown: list[RenderableType] = []
        for kind in ("hand", "aside", "row"):
            cards = cards_in(view, f"{kind}.{seat}")
            if cards:
                shown.append(Text(self.word("places", kind), "bold"))
                shown.append(self.cards(view, cards, [""] * len(cards), width))
        for kind in ("top", "discard", "encased"):
            cards = cards_in(view, f"{kind}.{seat}")
            if cards:
                pieces = [self.with_pain(card) for card in cards]
                shown.append(self.line(self.word("places", kind), pieces, width))
        return Group(*shown) if shown else Text(self.words("no-cards"))

    # Moves

    def note(self, view: View, seat: Seat, move: Move) -> Text:
        if move.verb in ("oust", "encase"):
            place = self.where(view, move.about[0])
            owner = self.city.owner[move.about[0]]
            return self.sign(owner) + Text(f" {self.whereabouts(place)}", "dim")
        if move.verb == "place" and move.about[1] == BB:
            return Text(self.service(move.about[0]), "italic")
        return Text()

    # The end

    def account(self, view: View) -> RenderableType | None:
        """TB-96 What the Encased piles made of the decks."""
        bonus = cast("dict[str, dict[str, list[int]]]", view["outlook"]).get("bonus")
        if bonus is None:
            return None
        grid = Grid(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
        grid.add_column("")
        grid.add_column(self.say("bonus.encased"), justify="right")
        grid.add_column(self.say("bonus.level"))
        grid.add_column(self.say("bonus.deck"))
        grid.add_column(self.say("bonus.bonus"), justify="right")
        for seat in range(self.city.players):
            level = bonus["level"][seat]
            grid.add_row(
                self.sign(seat) + f" {self.names[seat]}",
                str(bonus["encased"][seat]),
                self.word("bonus", str(level)),
                self.counted(level, bonus, seat),
                f"+{bonus['candles'][seat]}",
            )
        return Group(Text(self.say("bonus"), "bold"), grid)

    def counted(self, level: int, bonus: dict[str, list[int]], seat: Seat) -> str:
        """What of the deck a level of the bonus counts."""
        if level == BY_COST:
            return self.say("cost", cost=bonus["cost"][seat])
        if level == BY_PAIN:
            return self.say("pain", pain=bonus["pain"][seat])
        return self.say("cards", count=bonus["cards"][seat])

    def score_name(self, part: int) -> str:
        return self.say(["candles", "score.cost"][part])


def asked(view: View) -> Seat:
    """Whose question it is, where it is one seat's: of `Buy(2)`, the third."""
    return int(str(view["asks"]).partition("(")[2].rstrip(")").partition(",")[0])


def joined(pieces: Sequence[Text]) -> Text:
    return Text(", ").join(pieces)


DRAWING: Final = CityDrawing
