"""Raid & Trade's box: tokens, cards and tiles of an edition, and the map of the table."""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition, Row
from duskhall.engine.moves import Move
from duskhall.games.raid_and_trade.cards import (
    Effect,
    Need,
    check_window,
    read_effects,
    read_need,
    read_tokens,
)
from duskhall.games.raid_and_trade.city import Tiles
from duskhall.games.raid_and_trade.line import Line
from duskhall.games.raid_and_trade.parts import (
    AGE,
    AP,
    AT,
    CHARACTER,
    CHARACTER_BOX,
    CHARACTER_CARDS,
    CHARACTERS,
    COLOURS,
    DIE,
    DISC,
    DYNAMITE,
    ESCAPE_NUMBERS,
    EVENT,
    EVENT_CARDS,
    EVENT_DECK,
    EVENT_DISCARD,
    EVENT_ROW,
    EVENTS_SHOWN,
    FACES,
    FAVOR,
    FLOWN,
    FULFILLED,
    FULFILLED_USED,
    GAVE,
    GIVEN,
    GIVEN_SP,
    GUARD,
    GUARDS,
    HELIPAD,
    HELIPAD_AT,
    HIDDEN_HAND,
    HOUSE,
    INCIDENT_CARDS,
    INCIDENT_DECK,
    INCIDENT_DISCARD,
    INSIDE,
    ITEM_BOX,
    ITEM_CARDS,
    ITEMS,
    KIND_CARDS,
    KINDS,
    NO_FACE,
    NOT_PLACED,
    NOWHERE,
    NUMBERS,
    OFFERS,
    OPEN_HAND,
    OUT,
    OUTPOST,
    PASSED,
    PLACES,
    POWERS,
    QUEST_CARDS,
    QUEST_DECK,
    QUEST_ROW,
    RAID_BOTTOM,
    RAID_CARD,
    RAID_CARDS,
    RAID_DECK,
    RAID_DISCARD,
    RAIDED,
    READY,
    ROUND_START,
    SEATS,
    SECTIONS,
    SP,
    SYMBOLS,
    TAKEN,
    TILE,
    TILE_AT,
    TILES,
    TIRED,
    TOKEN_KINDS,
    TOKEN_SORTS,
    TOKENS,
    UNDER,
    USED,
    WINDOWS,
    WINNER,
)

DISCS: Final = 5  # RT-07
NO_NEED: Final = Need((0,) * TOKEN_KINDS, 0, 0, 0, 0, 0, 0, 0)
NO_TOKENS: Final = (0,) * TOKEN_KINDS
SINGLE_NUMBERS: Final = [
    "round",
    "turn",
    "current",
    "start",
    "outpost",
    "trader",
    "moved",
    "acted",
    "quested",
    "spent",
    "waits",
    "free",
    "bonus",
    "sure",
    "raid_off",
    "craft_off",
    "craft_wild",
    "skipped",
    "safe",
    "outpost_off",
    "outcome",
    "winner",
]


class Ruins(Box):
    """The cards by number: the kinds of tokens, characters, items, raids, incidents, quests, events."""

    def __init__(
        self,
        players: int,
        options: dict[str, object],
        edition: Edition,
        tiles: Tiles,
        catalogue: Catalogue,
    ) -> None:
        super().__init__(players, options, catalogue, PLACES)
        self.tiles: Final = tiles
        self.line: Final = tiles if isinstance(tiles, Line) else None  # in Escape the City
        self.may_be_lost = self.line is not None
        self.has_points = self.line is None
        self.is_by_points = False  # RT-75 the gate comes before points
        self.number_count: Final = NUMBERS if self.line is None else ESCAPE_NUMBERS
        self.deck_kind: list[int] = []  # by card: as deck_of
        self.colour: list[int] = []  # of a raid card
        self.sp: list[int] = []  # of an item
        self.cost: list[tuple[int, ...]] = []  # of an item or incident, by kind
        self.owner: list[int] = []  # of an item: the character
        self.once: list[bool] = []  # an item that leaves the game when it is used
        self.when: list[int] = []  # one of WINDOWS
        self.effects: list[list[Effect]] = []
        self.low: list[int] = []  # of a raid card
        self.high: list[int] = []
        self.blacklist: list[int] = []  # of a raid card; 0 with a die
        self.on_fail: list[bool] = []
        self.need: list[Need] = []  # of a quest
        self.power: list[int] = []  # of a character
        self.dice: list[list[tuple[int, int]]] = []  # of a character: attack and defense halves
        self.rows: list[dict[str, object]] = []  # what a screen shows of it
        self.characters: list[int] = []
        self.items: list[list[int]] = [[] for _ in CHARACTERS]  # by character
        self.raids: list[list[int]] = [[] for _ in COLOURS]
        self.incidents: list[int] = []
        self.quests: list[int] = []
        self.events: list[int] = []
        self.traders: list[list[int]] = []  # by market token: kinds
        self.trader_names: list[str] = []
        self.supply: list[int] = []  # by kind: tokens in the game
        self.discs: list[int] = []
        self.raid_faces: list[int] = []
        self.raid_price: list[int] = []
        self.house_counts: list[int] = []  # by colour
        self.blast: list[int] = []
        self.goals: list[int] = []  # skill, favor, quests
        self.read_options(options)
        self.read(edition)
        self.cards: Final = len(self.card_names)
        if self.line is not None:
            for items in self.items:
                if not makes(self.line.kit_sp, [self.sp[card] for card in items]):
                    raise edition.wrong(0, f"everybody's items make {self.line.kit_sp} SP (RT-101)")
        # By window: whether some incident could answer in it, so that holders of one are asked.
        self.answerable: list[bool] = [False] * len(WINDOWS)
        for card in self.incidents:
            self.answerable[self.when[card]] = True
        self.make_moves()
        self.map()

    def read_options(self, options: dict[str, object]) -> None:
        self.side = self.tiles.side
        # RT-110, RT-120: what the wasteland's rules of houses say is not for the scenario.
        self.is_wasteland = self.side == "wasteland" and self.line is None
        self.is_custom = options["city"] == "custom"
        self.four_kinds = options["market"] == "four"
        self.enters_ages = options["ages"] == "entered"
        self.hides_hands = options["incident_hands"] == "hidden"
        self.climbs = options["height"] == "climb"
        self.takes_house = options["put_back"] == "taken"
        self.has_gifts = options["gifts"] is True
        self.most_offers = int(str(options["offers"]))
        self.garcia_market = options["garcia_market"] == "free"
        self.whispers = options["whispers"] is True
        training = str(options["training"])
        self.training = 0 if training == "off" else int(training)
        self.gate_fee = int(str(options["gate_fee"]))
        self.round_limit = int(str(options["round_limit"]))
        self.has_cora = options["cora"] is True
        self.start_guard = options["start_guard"] is True
        # RT-128: in the scenario, keeping a Blacklist card adds nothing unless the option says so.
        self.keeping_costs = self.line is None or options["escape_blacklist"] == "adds"
        self.pad = 0  # which helipad token lies there
        self.line_trader = 0  # which trader waits on the line

    # Reading the edition

    def add(self, name: str, deck: int, row: dict[str, object]) -> int:
        self.card_names.append(name)
        self.deck_of.append(deck)
        self.deck_kind.append(deck)
        self.colour.append(NOWHERE)
        self.sp.append(0)
        self.cost.append(NO_TOKENS)
        self.owner.append(NOWHERE)
        self.once.append(True)
        self.when.append(ROUND_START)
        self.effects.append([])
        self.low.append(0)
        self.high.append(0)
        self.blacklist.append(0)
        self.on_fail.append(False)
        self.need.append(NO_NEED)
        self.power.append(0)
        self.dice.append([])
        self.rows.append({**row, "name": name})
        return len(self.card_names) - 1

    def read(self, edition: Edition) -> None:
        for kind in KINDS:
            self.add(kind.capitalize(), KIND_CARDS, {"deck": "kind", "kind": kind, "rule": "RT-09"})
        self.read_rules(edition)
        self.read_characters(edition)
        self.read_items(edition)
        self.read_raids(edition)
        for line, row in edition.rows("incidents"):
            edition.fields(line, row, ["id", "name", "cost", "when", "effect"], [])
            card = self.add_card(edition, line, row, INCIDENT_CARDS, "incident", "RT-35")
            self.cost[card] = read_tokens(edition, line, row, "cost")
            self.incidents.append(card)
        for line, row in edition.rows("quests"):
            edition.fields(line, row, ["id", "name", "need", "when", "effect"], [])
            card = self.add_card(edition, line, row, QUEST_CARDS, "quest", "RT-36")
            self.need[card] = read_need(edition, line, row)
            self.once[card] = False
            self.quests.append(card)
        for line, row in edition.rows("events"):
            edition.fields(line, row, ["id", "name", "when", "effect"], [])
            card = self.add_card(edition, line, row, EVENT_CARDS, "event", "RT-20")
            if self.when[card] < ROUND_START:
                raise edition.wrong(line, "an event works at 'round_start' or the 'whole_round'")
            self.events.append(card)
        if len(self.quests) < self.players:
            raise edition.wrong(0, f"{self.players} players need as many quests (RT-05)")
        if len(self.events) < EVENTS_SHOWN:
            raise edition.wrong(0, "there must be two events at least (RT-03)")

    def add_card(
        self, edition: Edition, line: int, row: Row, deck: int, kind: str, rule: str
    ) -> int:
        """A card with an effect: an item, incident, quest, event or raid card."""
        shown: dict[str, object] = {"deck": kind, "rule": rule}
        for field, value in row.items():
            if field not in ("name", "id"):
                shown[field] = value
        card = self.add(edition.word(line, row, "name"), deck, shown)
        self.effects[card] = read_effects(edition, line, row)
        if "when" in row:
            self.when[card] = WINDOWS.index(edition.word(line, row, "when", WINDOWS))
            if self.when[card] >= ROUND_START and kind != "event":
                raise edition.wrong(line, f"'{row['when']}' is for events only")
            if not self.effects[card]:
                raise edition.wrong(line, "'effect' is empty")
        check_window(edition, line, self.effects[card], str(row.get("when", "")))
        if kind != "event" and any(effect.for_all for effect in self.effects[card]):
            raise edition.wrong(line, "'who' is for events only")
        return card

    def read_rules(self, edition: Edition) -> None:
        rules = table(edition, "rules")
        edition.fields(0, rules, ["ap_reset", "goals", "raid_cost"], [])
        self.ap_reset = edition.number(0, rules, "ap_reset", 1, 20)
        goals = inner(edition, rules, "goals")
        edition.fields(0, goals, ["skill", "favor", "quests"], [])
        self.goals = [
            edition.number(0, goals, "skill", 1, 20),
            edition.number(0, goals, "favor", 1, 10),
            edition.number(0, goals, "quests", 1, 5),
        ]
        prices = inner(edition, rules, "raid_cost")
        edition.fields(0, prices, COLOURS, [])
        self.raid_price = [edition.number(0, prices, colour, 1, 20) for colour in COLOURS]
        tokens = table(edition, "tokens")
        edition.fields(0, tokens, KINDS, [])
        self.supply = [edition.number(0, tokens, kind, 0, 200) for kind in KINDS]
        die = table(edition, "raid_die")
        faces = die.get("faces")
        if not isinstance(faces, list) or len(faces) != FACES:
            raise edition.wrong(0, "the raid die has six faces, 'success' or 'fail'")
        for face in faces:
            if face not in ("success", "fail"):
                raise edition.wrong(
                    0, f"a face of the raid die is 'success' or 'fail', not {face!r}"
                )
            self.raid_faces.append(int(face == "success"))
        discs = table(edition, "credit_discs")
        edition.fields(0, discs, ["values", "values_without_fee"], [])
        values = discs["values" if self.gate_fee else "values_without_fee"]
        if not isinstance(values, list) or len(values) != DISCS:
            raise edition.wrong(0, "there are five credit discs (RT-07)")
        for value in values:
            if type(value) is not int or not 1 <= value <= 10:
                raise edition.wrong(0, f"a credit disc is worth 1 to 10, not {value!r}")
            self.discs.append(value)
        detonation = table(edition, "detonation")
        edition.fields(0, detonation, ["extra_ap"], [])
        blast = inner(edition, detonation, "extra_ap")
        edition.fields(0, blast, COLOURS, [])
        self.blast = [edition.number(0, blast, colour, 0, 20) for colour in COLOURS]
        for line, row in edition.rows("black_market"):
            edition.fields(line, row, ["id", "name", "kinds"], [])
            kinds = edition.words(line, row, "kinds", KINDS)
            self.traders.append([KINDS.index(kind) for kind in kinds])
            self.trader_names.append(edition.word(line, row, "name"))
        if not self.drawn_traders():
            raise edition.wrong(0, "there is no trader to draw (RT-02)")
        if self.line is not None:
            self.read_scenario(edition, self.line)
            return
        for line, row in edition.rows("houses"):
            edition.fields(line, row, ["side", "players", *COLOURS], [])
            counts = [edition.number(line, row, colour, 0, 51) for colour in COLOURS]
            if row["side"] == self.side and row["players"] == self.players:
                self.house_counts = counts
        squares = len(self.squares_in_play())
        if sum(self.house_counts) + 1 != squares:
            raise edition.wrong(
                0, f"houses and Outpost fill all squares in play, which are {squares} (RT-10)"
            )

    def read_scenario(self, edition: Edition, line: Line) -> None:
        """RT-100 The players choose the helipad token and the trader."""
        pad, trader = str(self.options["helipad"]), str(self.options["escape_market"])
        traders = [str(row["id"]) for _, row in edition.rows("black_market")]
        if pad not in line.pads or f"market-{trader}" not in traders:
            raise edition.wrong(0, f"there is no helipad-{pad} or market-{trader} (RT-100)")
        self.pad = line.pads.index(pad)
        self.line_trader = traders.index(f"market-{trader}")

    def drawn_traders(self) -> list[int]:
        """RT-02 The market tokens to draw from: all, or only those with four kinds."""
        return [
            number
            for number, kinds in enumerate(self.traders)
            if len(kinds) >= 4 or not self.four_kinds
        ]

    def squares_in_play(self) -> list[int]:
        """RT-10 The squares without a mark, and those marked for this many players."""
        return [
            number
            for number, square in enumerate(self.tiles.squares)
            if square.mark <= self.players
        ]

    def read_characters(self, edition: Edition) -> None:
        for line, row in edition.rows("characters"):
            edition.fields(line, row, ["id", "name", "role", "power", "die"], [])
            known = edition.word(line, row, "id", CHARACTERS)
            if len(self.characters) != CHARACTERS.index(known):
                raise edition.wrong(line, f"the characters are {', '.join(CHARACTERS)}, in order")
            die = row["die"]
            if not isinstance(die, list) or len(die) != FACES:
                raise edition.wrong(line, "a die has six faces")
            halves: list[tuple[int, int]] = []
            for face in die:
                if (
                    not isinstance(face, list)
                    or len(face) != 2
                    or not all(half in SYMBOLS for half in face)
                ):
                    raise edition.wrong(
                        line, f"a face is an attack and a defense half of {', '.join(SYMBOLS)}"
                    )
                halves.append((SYMBOLS.index(face[0]), SYMBOLS.index(face[1])))
            shown: dict[str, object] = {
                "deck": "character",
                "character": known,
                "role": edition.word(line, row, "role"),
                "power": edition.word(line, row, "power", POWERS),
                "die": die,
                "rule": "RT-80",
            }
            card = self.add(edition.word(line, row, "name"), CHARACTER_CARDS, shown)
            self.power[card] = POWERS.index(edition.word(line, row, "power", POWERS))
            self.dice[card] = halves
            self.characters.append(card)
        if len(self.characters) != len(CHARACTERS):
            raise edition.wrong(0, f"there are {len(CHARACTERS)} characters (RT-80)")

    def read_items(self, edition: Edition) -> None:
        for line, row in edition.rows("items"):
            edition.fields(
                line, row, ["id", "owner", "name", "sp", "cost", "use", "when", "effect"], []
            )
            card = self.add_card(edition, line, row, ITEM_CARDS, "item", "RT-60")
            owner = CHARACTERS.index(edition.word(line, row, "owner", CHARACTERS))
            self.owner[card] = owner
            self.sp[card] = edition.number(line, row, "sp", 0, 10)
            self.cost[card] = read_tokens(edition, line, row, "cost")
            if sum(self.cost[card]) == 0:
                raise edition.wrong(line, "an item costs one token at least")
            self.once[card] = edition.word(line, row, "use", ["once", "round"]) == "once"
            self.items[owner].append(card)

    def read_raids(self, edition: Edition) -> None:
        for line, row in edition.rows("raids"):
            required = ["id", "house", "name", "kind", "low", "high", "effect"]
            edition.fields(line, row, required, ["blacklist", "on"])
            card = self.add_card(edition, line, row, RAID_CARDS, "raid", "RT-41")
            colour = COLOURS.index(edition.word(line, row, "house", COLOURS))
            self.colour[card] = colour
            self.deck_of[card] = self.deck_kind[card] = RAID_CARDS + colour
            self.low[card] = edition.number(line, row, "low", 0, 20)
            self.high[card] = edition.number(line, row, "high", self.low[card], 20)
            self.on_fail[card] = "on" in row and edition.word(line, row, "on", ["fail"]) == "fail"
            if edition.word(line, row, "kind", ["die", "blacklist"]) == "blacklist":
                if "blacklist" not in row:
                    raise edition.wrong(line, "'blacklist' is missing")
                self.blacklist[card] = edition.number(line, row, "blacklist", 1, 10)
                self.rows[card]["rule"] = "RT-42"
            elif "blacklist" in row:
                raise edition.wrong(line, "a card with a die has no 'blacklist'")
            self.raids[colour].append(card)
        for colour, cards in enumerate(self.raids):
            if not cards:
                raise edition.wrong(0, f"there are no {COLOURS[colour]} raid cards (RT-06)")

    # Moves are made once, and every table of this box shares them

    def make_moves(self) -> None:
        cards = range(self.cards)
        sections = range(len(self.tiles.tiles) * SECTIONS)
        squares = range(len(self.tiles.squares))
        self.crosses: list[Move] = [Move("cross", section) for section in sections]
        self.leaves: list[Move] = [Move("leave", section) for section in sections]
        self.outs: list[Move] = [Move("out", section) for section in sections]
        self.raid_moves: list[Move] = [Move("raid", square) for square in squares]
        self.attacks: list[Move] = [Move("attack", seat) for seat in range(SEATS)]
        self.trades: list[Move] = [Move("trade", seat) for seat in range(SEATS)]
        self.crafts: list[Move] = [Move("craft", card) for card in cards]
        self.uses: list[Move] = [Move("use", card) for card in cards]
        self.quest_moves: list[Move] = [Move("quest", card) for card in cards]
        self.chooses: list[Move] = [Move("choose", card) for card in cards]
        self.drops: list[Move] = [Move("drop", card) for card in cards]
        self.takes: list[Move] = [Move("take", card) for card in cards]
        self.spends: list[Move] = [Move("spend", kind) for kind in range(TOKEN_KINDS)]
        self.markets: list[Move] = [Move("market", kind) for kind in range(TOKEN_KINDS)]
        self.disc_moves: list[Move] = [Move("disc", disc) for disc in range(DISCS)]
        self.places_dynamite: list[Move] = [Move("place", square) for square in squares]
        self.words["kind"] = {name: kind for kind, name in enumerate(KINDS)}
        for number, tile in enumerate(self.tiles.tiles):  # as a terminal writes them: 5a, 5h1
            for index in range(len(tile.sections)):
                code = f"{number + 1}{'abcd'[index]}"
                self.words.setdefault("section", {})[code] = number * SECTIONS + index
            for index, square in enumerate(tile.squares):
                self.words.setdefault("square", {})[f"{number + 1}h{index + 1}"] = square

    # The map of the table

    def map(self) -> None:
        self.lay_out(EVENT_DECK, "event_deck", seen_by=0)
        self.lay_out(EVENT_ROW, "event_row")
        self.lay_out(EVENT, "event")
        self.lay_out(EVENT_DISCARD, "event_discard")
        self.lay_out(INCIDENT_DECK, "incident_deck", seen_by=0)
        self.lay_out(INCIDENT_DISCARD, "incident_discard")
        self.lay_out(QUEST_DECK, "quest_deck", seen_by=0)
        self.lay_out(QUEST_ROW, "quest_row", ordered=True)
        self.lay_out(RAID_CARD, "raid_card")
        self.lay_out(ITEM_BOX, "item_box")
        self.lay_out(CHARACTER_BOX, "character_box")
        for colour, name in enumerate(COLOURS):
            self.lay_out(RAID_DECK + colour, f"{name}_deck", seen_by=0)
            self.lay_out(RAID_BOTTOM + colour, f"{name}_bottom", ordered=True)
            self.lay_out(RAID_DISCARD + colour, f"{name}_discard")
        for tile in range(TILES):
            self.lay_out(TILE + tile, f"tile.{tile}")
        for seat in range(self.players):
            self.lay_out(ITEMS + seat, "items", of=seat)
            self.lay_out(READY + seat, "ready", of=seat)
            self.lay_out(TIRED + seat, "tired", of=seat)
            self.lay_out(USED + seat, "used", of=seat)
            self.lay_out(FULFILLED + seat, "fulfilled", of=seat)
            self.lay_out(FULFILLED_USED + seat, "fulfilled_used", of=seat)
            self.lay_out(OPEN_HAND + seat, "open_hand", of=seat)
            self.lay_out(HIDDEN_HAND + seat, "hidden_hand", of=seat, seen_by=1 << seat)
            self.lay_out(CHARACTER + seat, "character", of=seat)
        self.lay_out(TOKEN_SORTS, "token_sorts")
        for number, name in enumerate(SINGLE_NUMBERS):
            self.count(number, name)
        for index in range(2):
            self.count(DIE + index, f"die.{index}")
            self.count(DYNAMITE + index, f"dynamite.{index}")
        for disc in range(DISCS):
            self.count(DISC + disc, f"disc.{disc}")
        for tile in range(TILES):
            self.count(TILE_AT + tile, f"tile.{tile}")
        seat_numbers = [
            (AT, "at"),
            (INSIDE, "inside"),
            (AP, "ap"),
            (SP, "sp"),
            (FAVOR, "favor"),
            (AGE, "age"),
            (PASSED, "passed"),
            (RAIDED, "raided"),
            (TAKEN, "houses"),
            (OFFERS, "offers"),
        ]
        for seat in range(self.players):
            for number, name in seat_numbers:
                self.count(number + seat, f"{name}.{seat}")
            for kind, name in enumerate(KINDS):
                self.count(TOKENS + kind * SEATS + seat, f"{name}.{seat}")
        for square in range(len(self.tiles.squares)):
            self.count(HOUSE + square, f"house.{square}")
        if self.line is not None:
            self.map_escape()

    def map_escape(self) -> None:
        """What only Escape the City has."""
        self.count(HELIPAD_AT, f"tile.{HELIPAD}")
        for guard in range(GUARDS):
            self.count(GUARD + guard, f"guard.{guard}")
            for kind, name in enumerate(KINDS):
                self.count(UNDER + kind * GUARDS + guard, f"under_{name}.{guard}")
        for seat in range(self.players):
            self.count(OUT + seat, f"out.{seat}")
            for kind, name in enumerate(KINDS):
                self.count(GIVEN + kind * SEATS + seat, f"given_{name}.{seat}")
            self.count(GIVEN_SP + seat, f"given_sp.{seat}")
            self.count(GAVE + seat, f"gave.{seat}")
            self.count(FLOWN + seat, f"flown.{seat}")

    def opening(self) -> list[int]:
        """The numbers before anything is set up."""
        numbers = [0] * self.number_count
        if self.line is not None:
            for number in (HELIPAD_AT, *range(GUARD, GUARD + GUARDS)):
                numbers[number] = NOWHERE
        for tile in range(TILES):
            numbers[TILE_AT + tile] = NOWHERE
        for number in (OUTPOST, WINNER):
            numbers[number] = NOWHERE
        for index in range(2):
            numbers[DIE + index] = NO_FACE
            numbers[DYNAMITE + index] = NOT_PLACED
        for seat in range(self.players):
            numbers[AT + seat] = self.tiles.start
            numbers[AP + seat] = self.ap_reset  # RT-08
        return numbers


def makes(total: int, parts: list[int]) -> bool:
    """Whether some of these numbers make exactly so much."""
    sums = {0}
    for part in parts:
        sums |= {known + part for known in sorted(sums)}
    return total in sums


def table(edition: Edition, name: str) -> Row:
    found = edition.data.get(name)
    if not isinstance(found, dict):
        raise edition.wrong(0, f"there is no table [{name}]")
    return found


def inner(edition: Edition, row: Row, field: str) -> Row:
    found = row.get(field)
    if not isinstance(found, dict):
        raise edition.wrong(0, f"'{field}' must be a table in braces")
    return found
