"""The Faceless' box: event cards, memories and kids of an edition, and the map of the table."""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import NOBODY, Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition
from duskhall.engine.events import EVERYONE, NOWHERE, Place, Seat
from duskhall.engine.moves import Move
from duskhall.games.the_faceless.board import FACELESS, Board, section, whole
from duskhall.games.the_faceless.parts import Moments, Part

SEATS: Final = 4
WAYS: Final = ["e", "ne", "nw", "w", "sw", "se"]  # as board.DIRECTIONS
COLOURS: Final = ["yellow", "green", "blue", "red", "purple"]
COLOUR_RULES: Final = ["TF-21", "TF-21", "TF-21", "TF-22", "TF-23"]  # of a card that is played
YELLOW: Final = 0  # Judith; the first three colours are those of the Faceless, by number
GREEN: Final = 1  # Sam
BLUE: Final = 2  # Alan
RED: Final = 3  # Billygoat
PURPLE: Final = 4  # the Team
MEMORIES: Final = 8
OBSTACLES: Final = 6
ENTRANCE: Final = 0  # the first obstacle

EFFECTS: Final = [
    "hat",
    "bow",
    "school_book",
    "bags",
    "street",
    "music_player",
    "campfire",
    "old_rope",
]
HAT: Final = 0
BOW: Final = 1
SCHOOL_BOOK: Final = 2
BAGS: Final = 3
STREET: Final = 4
MUSIC_PLAYER: Final = 5
CAMPFIRE: Final = 6
OLD_ROPE: Final = 7

POWERS: Final = [
    "lily",
    "dylan",
    "matt",
    "karyn",
    "luke",
    "pj",
    "tommy",
    "emily",
    "julie",
    "casper",
]
LILY: Final = 0
DYLAN: Final = 1
MATT: Final = 2
KARYN: Final = 3
LUKE: Final = 4
PJ: Final = 5
TOMMY: Final = 6
EMILY: Final = 7
JULIE: Final = 8
CASPER: Final = 9
NO_POWER: Final = -1

# Places.
DECK: Final = 0  # the event deck
NEXT: Final = 1  # TF-73: the top event card, once it was looked at
REMOVED: Final = 2  # TF-15: three event cards that nobody has seen
DISCARD: Final = 3
PLAYED: Final = 4  # the card that is being resolved
THREAT: Final = 5  # the threat card on its way to the display
COLUMN: Final = 6  # + colour: the threat display; the last is the bottom, fully visible card
MEMORY_BOX: Final = COLUMN + 5
SPOT: Final = MEMORY_BOX + 1  # + spot: a memory face-down on the board
COLLECTED: Final = SPOT + MEMORIES
SPENT: Final = COLLECTED + 1  # TF-41: used, and still counting
KID_BOX: Final = SPENT + 1
HAND: Final = KID_BOX + 1  # + seat
KID: Final = HAND + SEATS  # + seat
PLACES: Final = KID + SEATS

# Numbers.
TURN: Final = 0
CURRENT: Final = 1  # the seat whose turn it is
TEAM: Final = 2  # the Team's space
GOAT: Final = 3  # Billygoat's space
GOAT_FACING: Final = 4
RING: Final = 5  # + Faceless: its external space, or -1 while it is removed
FACING: Final = RING + 3  # + Faceless: where its coloured half faces, in degrees
OBSTACLE: Final = FACING + 3  # + obstacle: which of its placements
SPOT_AT: Final = OBSTACLE + OBSTACLES  # + spot: the space, or -1 once it is collected
OUTCOME: Final = SPOT_AT + MEMORIES  # 0 while it is played, else one of OUTCOMES
USED: Final = OUTCOME + 1  # this turn, a bitmask: see below
NUMBERS: Final = USED + 1

OUTCOMES: Final = ["", "won", "deck-empty", "caught", "trapped", "servant", "den"]
WON: Final = 1
DECK_EMPTY: Final = 2
CAUGHT: Final = 3
TRAPPED: Final = 4
SERVED: Final = 5  # TF-155: a servant has met the Team
DEVOURED: Final = 6  # TF-120: the Team has come onto the Den

USED_MEMORY: Final = 1  # in this window: TF-28
USED_POWER: Final = 2  # Lily, Emily, Casper or Karyn, this turn
NO_EFFECT: Final = 4  # TF-73: this turn's threat card is added without effect
LED: Final = 8  # TF-74: Luke has moved the Team
ROLLED: Final = 16  # TF-110: the die was rolled by choice
BOUND: Final = 32  # TF-121: the turn began next to the Den

NOT_YET: Final = -1  # a figure that does not stand on the board yet
HAND_SIZE: Final = 3
REMOVED_UNSEEN: Final = 3
FACINGS: Final = 24  # the facings that are listed; every whole degree is legal
EVENT_CARDS: Final = 0  # decks
MEMORY_CARDS: Final = 1
KID_CARDS: Final = 2
AVATAR_CARDS: Final = 3
CROSSROADS_CARDS: Final = 4
SERVANT_CARDS: Final = 5
HAUNTED_CARDS: Final = 6


class Duskworld(Box):
    """The cards by number: event cards from 1, then memories, then kids, then those of expansions.

    Places and numbers of an expansion come after those of the base game, where it is in the box.
    """

    def __init__(
        self,
        players: int,
        options: dict[str, object],
        edition: Edition,
        board: Board,
        catalogue: Catalogue,
        parts: list[Part],
    ) -> None:
        super().__init__(players, options, catalogue, PLACES)
        self.board: Final = board
        self.parts: Final = parts  # the expansions, in the order of TF-95
        self.moments: Final = Moments()
        self.powers_stopped: Final = self.moments.powers  # asked for most often
        self.any_memories: Final = options["memories"] == "any"
        self.one_a_turn: Final = options["memories"] == "one-a-turn"
        self.luke_leaves_board: Final = options["luke"] == "maze"
        self.is_mirrored: Final = options["maze"] == "mirrored"
        self.is_strict: Final = options["collisions"] == "remove"
        self.has_kids: Final = options["kids"] is True
        self.picks_kids: Final = options["cast"] == "chosen"
        levels = section(edition, "levels")
        level = str(options["level"])
        self.display: Final = (
            int(str(options["hell"])) if level == "hell" else whole(edition, levels, level, 1, 30)
        )
        self.colour: list[int] = [-1]  # by card
        self.value: list[int] = [0]
        self.effect: list[int] = [-1]
        self.power: list[int] = [NO_POWER]
        self.deck_of.append(EVENT_CARDS)
        self.card_names.append("")
        self.events: list[int] = []
        self.memories: list[int] = []
        self.kids: list[int] = []
        self.faces: dict[
            int, dict[str, object]
        ] = {}  # by card of an expansion: what is printed on it
        self.read(edition)
        self.cast: list[int] = self.kids  # TF-178: those that are dealt
        for part in parts:
            part.add_cards(self)
        self.cards: Final = len(self.card_names)
        # Moves are made once, and every table of this box shares them.
        self.puts: list[list[Move]] = [  # by external space: each facing that is listed
            [Move("put", place, 15 * step) for step in range(FACINGS)]
            for place in range(self.board.places)
        ]
        self.goats: list[list[Move]] = [
            [Move("goat", space, 15 * step) for step in range(FACINGS)]
            for space in range(self.board.count)
        ]
        self.goat_starts: list[Move] = [Move("goat", space) for space in range(self.board.count)]
        self.turns: list[list[Move]] = [
            [Move("turn", figure, 15 * step) for step in range(FACINGS)] for figure in range(3)
        ]
        self.steps: list[Move] = [Move("step", way) for way in range(6)]
        self.walks: list[Move] = [Move("walk", card) for card in range(self.cards)]
        self.draws: list[Move] = [Move("draw", colour) for colour in range(5)]
        cards = range(len(self.events) + 1)
        self.gives: dict[str, list[list[Move]]] = {  # by verb and card: to each seat
            verb: [[Move(verb, card, seat) for seat in range(SEATS)] for card in cards]
            for verb in ("give", "free_give")
        }
        self.swaps: dict[str, list[list[Move]]] = {  # by verb and card: for each other card
            verb: [[Move(verb, one, two) for two in cards] for one in cards]
            for verb in ("swap", "free_swap")
        }
        self.teams: list[Move] = [Move("team", space) for space in range(self.board.count)]
        self.chases: list[Move] = [Move("chase", space) for space in range(self.board.count)]
        self.shifts: list[list[Move]] = [  # by spot: to each space
            [Move("shift", spot, space) for space in range(self.board.count)]
            for spot in range(MEMORIES)
        ]
        self.lays: list[list[Move]] = [  # by obstacle: each of its placements
            [Move("lay", obstacle, way) for way in range(len(ways))]
            for obstacle, ways in enumerate(self.board.placements)
        ]
        self.uses: list[Move] = [Move("use", card) for card in range(self.cards)]
        self.spends: list[Move] = [Move("spend", card) for card in range(self.cards)]
        self.discards: list[Move] = [Move("discard", card) for card in range(self.cards)]
        self.turn_abouts: list[Move] = [Move("turn_about", figure) for figure in range(3)]
        self.accept: Final = Move("accept")
        self.reject: Final = Move("reject")
        self.rest: Final = Move("rest")
        self.done: Final = Move("done")
        self.words["colour"] = {name: colour for colour, name in enumerate(COLOURS)}
        self.words["figure"] = {name: figure for figure, name in enumerate(FACELESS)}
        self.words["space"] = {name: space for space, name in enumerate(self.board.names)}
        self.words["way"] = {name: way for way, name in enumerate(WAYS)}
        self.map()
        self.opening: list[int] = [0] * NUMBERS  # before set-up: nothing stands on the board
        for number in (TEAM, GOAT, *range(RING, RING + 3), *range(OBSTACLE, SPOT_AT + MEMORIES)):
            self.opening[number] = NOT_YET
        self.white = NOWHERE  # TF-130: the number that says which end of the needle is followed
        self.fog = NOWHERE  # TF-150: the number that says whether the needle is hidden
        self.swamps = NOWHERE  # TF-160: the number that says which obstacles are swamps, as bits
        # Parts that their own steps look for.
        self.servants: Part | None = None
        self.crossroads: Part | None = None
        self.haunted: Part | None = None
        self.eyes: Part | None = None
        self.die: Part | None = None
        self.hourglass: Part | None = None
        self.peeked: list[Place] = []  # TF-107: by seat, what Karyn alone has seen of the deck
        self.has_carriers = False  # TF-156
        self.reverse_bits = 0  # TF-91: spaces on which set-up lays nothing
        self.place_decks: list[int] = []  # by place of an expansion: the deck its cards belong to
        for part in parts:
            part.join(self)

    def read(self, edition: Edition) -> None:
        seen: list[str] = []
        for line, row in edition.rows("events"):
            edition.fields(line, row, ["colour", "ones", "twos", "threes"], [])
            colour = edition.word(line, row, "colour", COLOURS)
            if colour in seen:
                raise edition.wrong(line, f"the colour '{colour}' stands already above")
            seen.append(colour)
            for value, field in enumerate(["ones", "twos", "threes"], 1):
                for _ in range(edition.number(line, row, field, 0, 30)):
                    self.events.append(self.add(f"{colour.capitalize()} {value}", EVENT_CARDS))
                    self.colour[-1], self.value[-1] = COLOURS.index(colour), value
        least = 4 * self.players + self.display + REMOVED_UNSEEN + 10
        if len(self.events) < least:
            raise edition.wrong(
                0, f"{self.players} players need {least} event cards, there are {len(self.events)}"
            )
        for line, row in edition.rows("memories"):
            edition.fields(line, row, ["name", "effect"], [])
            self.memories.append(self.add(edition.word(line, row, "name"), MEMORY_CARDS))
            self.effect[-1] = EFFECTS.index(edition.word(line, row, "effect", EFFECTS))
        if sorted([self.effect[card] for card in self.memories]) != list(range(MEMORIES)):
            raise edition.wrong(0, "there are eight memories, each with another effect")
        for line, row in edition.rows("kids"):
            edition.fields(line, row, ["name", "power"], [])
            self.kids.append(self.add(edition.word(line, row, "name"), KID_CARDS))
            self.power[-1] = POWERS.index(edition.word(line, row, "power", POWERS))
        if len(self.kids) < SEATS:
            raise edition.wrong(0, f"there must be four kids at least, there are {len(self.kids)}")

    def add(self, name: str, deck: int) -> int:
        self.card_names.append(name)
        self.deck_of.append(deck)
        self.colour.append(-1)
        self.value.append(0)
        self.effect.append(-1)
        self.power.append(NO_POWER)
        return len(self.card_names) - 1

    def more_numbers(self, name: str, count: int, value: int) -> int:
        """Numbers of an expansion, by its name and an index; the first of them."""
        first = len(self.opening)
        for index in range(count):
            self.count(first + index, f"{name}.{index}")
            self.opening.append(value)
        return first

    def more_number(self, name: str, value: int) -> int:
        number = len(self.opening)
        self.count(number, name)
        self.opening.append(value)
        return number

    def more_place(
        self,
        name: str,
        deck: int,
        seen_by: int = EVERYONE,
        ordered: bool = False,
        of: Seat = NOBODY,
    ) -> Place:
        """A place of an expansion, for cards of one deck."""
        place = len(self.name_of)
        self.seers.append(0)
        self.ordered.append(False)
        self.name_of.append("")
        self.place_decks.append(deck)
        self.lay_out(place, name, ordered=ordered, seen_by=seen_by, of=of)
        return place

    def map(self) -> None:
        """Name the places and numbers in use, and say who sees what: hands are open."""
        self.lay_out(DECK, "deck", seen_by=0)
        self.lay_out(NEXT, "next", ordered=True)
        self.lay_out(REMOVED, "removed", seen_by=0)
        self.lay_out(DISCARD, "discard", ordered=True)
        self.lay_out(PLAYED, "played")
        self.lay_out(THREAT, "threat")
        for colour, name in enumerate(COLOURS):
            self.lay_out(COLUMN + colour, f"{name}", ordered=True)
        self.lay_out(MEMORY_BOX, "memory_box", seen_by=0)
        for spot in range(MEMORIES):
            self.lay_out(SPOT + spot, f"memory.{spot}", seen_by=0)
        self.lay_out(COLLECTED, "collected")
        self.lay_out(SPENT, "spent")
        self.lay_out(KID_BOX, "kid_box")
        for seat in range(self.players):
            self.lay_out(HAND + seat, "hand", of=seat)
            self.lay_out(KID + seat, "kid", of=seat)
        self.count(TURN, "turn")
        self.count(CURRENT, "current")
        self.count(TEAM, "team")
        self.count(GOAT, "goat")
        self.count(GOAT_FACING, "goat_facing")
        for figure in range(3):
            self.count(RING + figure, f"ring.{figure}")
            self.count(FACING + figure, f"facing.{figure}")
        for obstacle in range(OBSTACLES):
            self.count(OBSTACLE + obstacle, f"obstacle.{obstacle}")
        for spot in range(MEMORIES):
            self.count(SPOT_AT + spot, f"memory_at.{spot}")
        self.count(OUTCOME, "outcome")
        self.count(USED, "used")
