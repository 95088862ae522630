"""Don't Turn Your Back's box: cards, laws and city of an edition, and the map of the table."""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition, Row
from duskhall.engine.moves import Move

SEATS: Final = 4  # the most players; places of one kind lie this far apart

# Places. Those from HAND on are one per seat; the spaces of the city follow, one place each.
LAW: Final = 0  # the law in force
LAW_DECK: Final = 1
LAW_BOX: Final = 2  # TB-01: the laws of which nobody knows that they are not in this game
LAW_DISCARD: Final = 3
HAND: Final = 4
DECK: Final = HAND + SEATS  # the Favor deck, but for what was put on top of it
TOP: Final = DECK + SEATS  # TB-71: cards put on top of the deck in sight of all; the last is next
DISCARD: Final = TOP + SEATS  # the Favor discard
ROW: Final = DISCARD + SEATS
ACQUISITION_DECK: Final = ROW + SEATS
ACQUISITION_DISCARD: Final = ACQUISITION_DECK + SEATS
ENCASED: Final = ACQUISITION_DISCARD + SEATS
OPENED: Final = ENCASED + SEATS  # the Encased pile, turned up at the end
ASIDE: Final = OPENED + SEATS  # TB-37: what the Fortune Taker draws
SHOWN: Final = ASIDE + SEATS  # a card held up for all to see, on its way
SPACES: Final = SHOWN + SEATS

# Numbers.
FIRST: Final = 0  # the starting player
TURN: Final = 1
PASSED: Final = 2  # a bitmask of seats
POINTS: Final = 3  # what the seat that acquires may still spend
CANDLES: Final = 4  # + seat
LEVEL: Final = CANDLES + SEATS  # + seat: TB-96, which bonus it scores at the end
NUMBERS: Final = LEVEL + SEATS

DISTRICTS: Final = ["13", "HS", "CS", "WK", "BB"]
D13: Final = 0
HS: Final = 1
CS: Final = 2
WK: Final = 3
BB: Final = 4

CLASSES: Final = ["always", "3-4", "4"]  # TB-06: spaces for any number, from three, for four

SERVICES: Final = [
    "",
    "blind_knight",
    "city_desk_editor",
    "cleaner",
    "clockwork_lieutenant",
    "dream_dealer",
    "faceless",
    "face_merchant",
    "fortune_taker",
    "harvester",
    "lady_in_hating",
    "mother_when",
    "paperboy",
    "shameful",
    "smothered_folk",
    "the_tacks_man",
    "the_wax_king",
]
CITY_DESK_EDITOR: Final = 2
DREAM_DEALER: Final = 5
FACELESS: Final = 6
FACE_MERCHANT: Final = 7
PAPERBOY: Final = 12

SET: Final = 84  # cards of one player at most: three times ours
ROW_SIZE: Final = 6  # TB-03
MOST_SPACES: Final = 12  # in one district of an edition

LAWS: Final = 2 * SEATS  # decks: Start cards by seat, Acquisition cards by seat, and the laws

TAKE_ANY: Final = 1
TAKE_CHEAPEST: Final = 2
TAKERS: Final = ["first", "first_each", "present"]


LAW_RULES: Final = {
    "first_admonishment": "TB-70",
    "thirteenth_admonishment": "TB-71",
    "bass_ward_act": "TB-72",
    "have_us_a_corpus": "TB-73",
    "lie_your_ground_law": "TB-74",
    "my_guns_law": "TB-75",
    "sawtooth_act": "TB-76",
    "somnambulation_act": "TB-77",
    "statute_of_elimination": "TB-78",
    "wax_tax": "TB-79",
}
LAW_NUMBERS: Final = [
    "first",
    "first_tied",
    "second",
    "second_tied",
    "other",
    "absent",
    "first_per_pain",
    "first_per_card",
    "first_tied_per_card",
]
LAW_WORDS: Final = ["opens", "second_after_tie", "take", "to", "takers"]


class Law:
    """What a law does to those in District 13: Candles by place, and cards of the rows."""

    def __init__(self, edition: Edition, line: int, row: Row) -> None:
        edition.fields(line, row, ["name", "law"], LAW_NUMBERS + LAW_WORDS)
        self.name: Final = edition.word(line, row, "name")
        self.key: Final = edition.word(line, row, "law")  # of the sentence that explains it
        self.rule: Final = LAW_RULES.get(self.key, "TB-63")
        amounts = [
            edition.number(line, row, field, -20, 20) if field in row else 0
            for field in LAW_NUMBERS
        ]
        self.first: Final = amounts[0]  # most Pain alone
        self.first_tied: Final = amounts[1]  # each of those tied for most
        self.second: Final = amounts[2]  # the next lower total, alone
        self.second_tied: Final = amounts[3]
        self.other: Final = amounts[4]  # everyone else with a card there
        self.absent: Final = amounts[5]  # everyone without one
        self.first_per_pain: Final = amounts[6]
        self.first_per_card: Final = amounts[7]
        self.first_tied_per_card: Final = amounts[8]
        self.pays: Final = any(amounts)  # Candles, whether it gives or takes them
        self.opens: Final = flag(edition, line, row, "opens")
        self.second_after_tie: Final = flag(edition, line, row, "second_after_tie")
        self.take = 0
        self.takers = ""
        self.encases = False  # else onto the top of the Favor deck
        if "take" in row or "to" in row or "takers" in row:
            for field in ("take", "to", "takers"):
                if field not in row:
                    raise edition.wrong(
                        line, f"'{field}' is missing: take, to and takers go together"
                    )
            kinds = ["any", "cheapest"]
            self.take = 1 + kinds.index(edition.word(line, row, "take", kinds))
            self.takers = edition.word(line, row, "takers", TAKERS)
            self.encases = edition.word(line, row, "to", ["deck_top", "encased"]) == "encased"


def flag(edition: Edition, line: int, row: Row, field: str) -> bool:
    value = row.get(field, False)
    if not isinstance(value, bool):
        raise edition.wrong(line, f"'{field}' must be true or false, not {value!r}")
    return value


class MadCity(Box):
    """The cards by number: from 1 the first seat's, then the other seats', then the laws."""

    def __init__(
        self, players: int, options: dict[str, object], edition: Edition, catalogue: Catalogue
    ) -> None:
        spaces = read_city(edition, players)
        super().__init__(players, options, catalogue, SPACES + sum(spaces))
        self.winner_empties: Final = options["high_school"] == "winner"
        self.second_scores: Final = options["second_after_tie"] == "scores"
        self.may_leave_be: Final = options["oust"] == "may"
        self.may_decline: Final = options["cards_by_law"] == "may"
        self.space_from: list[int] = [SPACES + sum(spaces[:district]) for district in range(5)]
        self.space_to: list[int] = [SPACES + sum(spaces[: district + 1]) for district in range(5)]
        self.district_of: list[int] = [-1] * len(self.seers)  # by place
        for district in range(5):
            for place in range(self.space_from[district], self.space_to[district]):
                self.district_of[place] = district

        self.owner: list[int] = [-1]  # by card, as all that follow
        self.pain: list[int] = [0]
        self.cost: list[int] = [0]
        self.service: list[int] = [0]
        self.is_start: list[bool] = [False]
        self.wax: list[int] = [0]  # TB-96: what its Pain counts once it is encased
        self.districts: list[int] = [0]  # a bitmask
        self.deck_of.append(LAWS)
        self.card_names.append("")
        self.start: list[list[int]] = []  # by seat
        self.acquisition: list[list[int]] = []
        for seat in range(players):
            self.start.append([])
            self.acquisition.append([])
            self.read_cards(edition, seat, options["encased_start"] == "counts")
        self.first_law: Final = len(self.card_names)
        self.laws: list[Law] = []
        self.read_laws(edition)
        cards = len(self.card_names)
        self.cards: Final = cards
        # Moves are made once, and every table of this box shares them.
        self.uses: list[list[tuple[int, Move]]] = []  # by card: districts, and the move there
        for card in range(cards):
            mask = self.districts[card] if card < self.first_law else 0
            self.uses.append([(d, Move("place", card, d)) for d in range(5) if mask >> d & 1])
        self.buys: list[Move] = [Move("buy", card) for card in range(cards)]
        self.discards: list[Move] = [Move("discard", card) for card in range(cards)]
        self.pass_move: Final = Move("pass")
        self.done: Final = Move("done")
        self.decline: Final = Move("decline")
        self.keep_all: Final = Move("discard")
        self.words["district"] = {"d13": D13, "hs": HS, "cs": CS, "wk": WK, "bb": BB}
        self.map()

    def law(self, card: int) -> Law:
        return self.laws[card - self.first_law]

    def read_cards(self, edition: Edition, seat: int, start_counts: bool) -> None:
        names: dict[str, int] = {}
        for line, row in edition.rows("cards"):
            edition.fields(
                line, row, ["name", "set", "copies", "pain", "districts"], ["cost", "service"]
            )
            name = edition.word(line, row, "name")
            if name in names:
                raise edition.wrong(line, f"the name '{name}' stands already in line {names[name]}")
            names[name] = line
            is_start = edition.word(line, row, "set", ["start", "acquisition"]) == "start"
            districts = edition.words(line, row, "districts", DISTRICTS)
            if is_start == ("cost" in row):
                raise edition.wrong(line, "Acquisition cards have a 'cost', and Start cards none")
            if ("service" in row) != ("BB" in districts):
                raise edition.wrong(
                    line, "a card has a 'service' just if BB is among its districts"
                )
            cost = 0 if is_start else edition.number(line, row, "cost", 1, 20)
            service = 0
            if "service" in row:
                service = SERVICES.index(edition.word(line, row, "service", SERVICES[1:]))
            pain = edition.number(line, row, "pain", 0, 20)
            for _ in range(edition.number(line, row, "copies", 1, 20)):
                card = len(self.card_names)
                self.card_names.append(name)
                self.owner.append(seat)
                self.pain.append(pain)
                self.cost.append(cost)
                self.service.append(service)
                self.is_start.append(is_start)
                self.wax.append(pain if start_counts or not is_start else 0)
                self.districts.append(sum([1 << DISTRICTS.index(code) for code in districts]))
                if is_start:
                    self.start[seat].append(card)
                    self.deck_of.append(seat)
                else:
                    self.acquisition[seat].append(card)
                    self.deck_of.append(SEATS + seat)
        if len(self.start[seat]) + len(self.acquisition[seat]) > SET:
            raise edition.wrong(0, f"a set has at most {SET} cards")
        if len(self.start[seat]) < 4 or len(self.acquisition[seat]) < ROW_SIZE:
            raise edition.wrong(
                0,
                "a set needs four Start cards and six Acquisition cards at least, there are"
                f" {len(self.start[seat])} and {len(self.acquisition[seat])}",
            )

    def read_laws(self, edition: Edition) -> None:
        opening = 0
        for line, row in edition.rows("laws"):
            law = Law(edition, line, row)
            if law.name in self.card_names:
                raise edition.wrong(line, f"the name '{law.name}' stands already above")
            if law.opens and opening:
                raise edition.wrong(line, f"a law that opens stands already in line {opening}")
            opening = line if law.opens else opening
            self.laws.append(law)
            self.card_names.append(law.name)
            self.deck_of.append(LAWS)
            self.owner.append(-1)
            self.pain.append(0)
            self.cost.append(0)
            self.service.append(0)
            self.is_start.append(False)
            self.wax.append(0)
            self.districts.append(0)
        if not opening:
            raise edition.wrong(0, "no law 'opens': one lies on top of the others at set-up")
        if len(self.laws) <= self.turns() - 1:
            raise edition.wrong(
                0, f"{self.players} players need {self.turns()} laws, there are {len(self.laws)}"
            )

    def turns(self) -> int:
        """TB-01 How many turns the game lasts: one per law."""
        return 9 if self.players == 3 else 8

    def map(self) -> None:
        """Name the places and numbers in use, and say who sees what."""
        self.lay_out(LAW, "law")
        self.lay_out(LAW_DECK, "law_deck", seen_by=0)
        self.lay_out(LAW_BOX, "law_box", seen_by=0)
        self.lay_out(LAW_DISCARD, "law_discard", ordered=True)
        for district, code in enumerate(DISTRICTS):
            start = self.space_from[district]
            for place in range(start, self.space_to[district]):
                self.lay_out(place, f"{code.lower()}.{place - start + 1}")
        for seat in range(self.players):
            own = 1 << seat
            self.lay_out(HAND + seat, "hand", of=seat, seen_by=own)
            self.lay_out(DECK + seat, "deck", of=seat, seen_by=0)
            self.lay_out(TOP + seat, "top", of=seat, ordered=True)
            self.lay_out(DISCARD + seat, "discard", of=seat, ordered=True)
            self.lay_out(ROW + seat, "row", of=seat, ordered=True)
            self.lay_out(ACQUISITION_DECK + seat, "acquisition_deck", of=seat, seen_by=0)
            self.lay_out(ACQUISITION_DISCARD + seat, "acquisition_discard", of=seat, ordered=True)
            # TB-90 face-down: its owner may look, the others remember
            self.lay_out(ENCASED + seat, "encased", of=seat, seen_by=own)
            self.lay_out(OPENED + seat, "opened", of=seat)
            self.lay_out(ASIDE + seat, "aside", of=seat, seen_by=own)
            self.lay_out(SHOWN + seat, "shown", of=seat)
        self.count(FIRST, "first")
        self.count(TURN, "turn")
        self.count(PASSED, "passed")
        self.count(POINTS, "points")
        for seat in range(self.players):
            self.count(CANDLES + seat, f"candles.{seat}")
            self.count(LEVEL + seat, f"level.{seat}")


def read_city(edition: Edition, players: int) -> list[int]:
    """TB-06 How many spaces each district has for this many players."""
    city = edition.data.get("city")
    if not isinstance(city, dict):
        raise edition.wrong(0, "there is no section [city]")
    for code in city:
        if code not in DISTRICTS:
            raise edition.wrong(
                line_in_city(edition, code), f"[city] knows {', '.join(DISTRICTS)}, not '{code}'"
            )
    used = CLASSES[: max(players - 1, 1)]
    counts: list[int] = []
    for code in DISTRICTS:
        line, spaces = line_in_city(edition, code), city.get(code)
        if not isinstance(spaces, list) or not all(space in CLASSES for space in spaces):
            raise edition.wrong(
                line, f"'{code}' in [city] must list its spaces, each one of {', '.join(CLASSES)}"
            )
        if sorted(spaces, key=CLASSES.index) != spaces:
            raise edition.wrong(line, f"'{code}' in [city]: the spaces for more players come last")
        count = len([space for space in spaces if space in used])
        if not 1 <= count <= MOST_SPACES:
            raise edition.wrong(
                line,
                f"'{code}' in [city] has {count} spaces for {players} players, not 1 to {MOST_SPACES}",
            )
        counts.append(count)
    return counts


def line_in_city(edition: Edition, code: str) -> int:
    """The line on which the spaces of a district stand, or 0."""
    inside = False
    for number, line in enumerate(edition.text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            inside = bare.startswith("[city]")
        elif inside and bare.split("=")[0].strip(" \"'") == code:
            return number
    return 0
