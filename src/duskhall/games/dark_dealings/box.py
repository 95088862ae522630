"""Dark Dealings' box: the cards of an edition as tables of numbers, and the map of the table."""

from __future__ import annotations

from typing import Final

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue
from duskhall.engine.edition import Edition, Row
from duskhall.engine.moves import Move

SEATS: Final = 6  # the most players; places of one kind lie this far apart

# Places. Those from HAND on are one per seat: HAND + seat.
HERO_DECK: Final = 0
DEFENSE_DECK: Final = 1
HERO_DISCARD: Final = 2
DEFENSE_DISCARD: Final = 3
MARKET: Final = 4  # the defenses laid out; in Solo, the row of defenses
HERO_ROW: Final = 5  # Solo's row of heroes
HAND: Final = 6
DRAFTED: Final = HAND + SEATS  # DD-10: the pile of the hero phase, its owner may look
COMMITTED: Final = DRAFTED + SEATS  # DD-21: heroes revealed, and not yet used to pick
PILE: Final = COMMITTED + SEATS  # DD-24: the heroes to face; the last used lies on top (last)
FACING: Final = PILE + SEATS
FRONT: Final = FACING + SEATS  # the defenses that may still strike
STRIKING: Final = FRONT + SEATS  # defenses that have struck and are turned once it is over
SPENT: Final = STRIKING + SEATS  # defenses that struck the Halflings the first time
DEFEATED: Final = SPENT + SEATS
PLACES: Final = DEFEATED + SEATS

# Numbers.
FIRST: Final = 0  # the first player
ROUND: Final = 1  # of the phase
TOTAL: Final = 2  # what the strikes at the hero being fought add up to
IMMUNE: Final = 3  # the type (a bit) that a Dragon Warrior is immune to
HERO_HOLE: Final = 4  # Solo: the column (from 1) a hero was taken from
DEFENSE_HOLE: Final = 5  # Solo: the column (from 1) a defense was taken from
EVICTED: Final = 6  # + seat: Hardcore's evicted overlords, by the round they fell
MET: Final = EVICTED + SEATS  # + seat: the last hero it met
TURNED: Final = MET + SEATS  # + card: how often a defense has been turned

TYPES: Final = ["spell", "minion", "trap"]  # bits 1, 2 and 4
CLASSES: Final = ["thief", "halflings", "wizard", "berserker", "knight", "ranger"]
EXPANSION_CLASSES: Final = ["gnome_illusionist", "dragon_warrior"]
ABILITIES: Final = ["heavy_hitter", "detour", "booster"]
CLASS_RULES: Final = ["DD-40", "DD-41", "DD-42", "DD-43", "DD-44", "DD-45", "DD-23", "DD-23"]
ABILITY_RULES: Final = ["DD-37", "DD-50", "DD-52", "DD-53"]  # the first of those without one
ROUNDS: Final = {"hero": 4, "defense": 4, "solo": 4, "combat": 8}  # of each phase
COMBAT_ROUND: Final = "DD-39"

THIEF: Final = 0
HALFLINGS: Final = 1
WIZARD: Final = 2
BERSERKER: Final = 3
KNIGHT: Final = 4
RANGER: Final = 5
GNOME: Final = 6
DRAGON: Final = 7

PLAIN: Final = 0
HEAVY_HITTER: Final = 1
DETOUR: Final = 2
BOOSTER: Final = 3

DECK: Final = 160  # cards in one of the decks at most: more than twice ours
HEROES: Final = 0  # decks
DEFENSES: Final = 1

GONE: Final = (
    0  # a dial that was trashed. A dial is a defense and its current side: card * 4 + side
)


class Found:
    """The answer to a question about a hero, and how much was looked at for it."""

    def __init__(self, moves: list[Move], looks: int) -> None:
        self.moves: Final = moves
        self.looks: Final = looks


Question = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]


class Keep(Box):
    """The cards by number: heroes from 1, then defenses, then what expansions add."""

    def __init__(
        self, players: int, options: dict[str, object], edition: Edition, catalogue: Catalogue
    ) -> None:
        super().__init__(players, options, catalogue, PLACES)
        self.hardcore: Final = options["hardcore"] is True
        self.is_by_points = not self.hardcore or players == 1  # DD-72 who stands longest wins
        self.dragons: Final = options["dragons"] is True
        self.row: Final = int(str(options["row"]))
        self.may_strike_in_vain: Final = options["vain_strikes"] is True
        self.booster_at_once: Final = options["turning"] == "at-once"
        self.halflings_may_stop: Final = options["halflings_stop"] is True
        self.alone_may_hit: Final = options["heavy_hitter_alone"] is True
        self.struck_may_turn: Final = options["heavy_hitter_turns"] == "any"
        self.detour_trashes: Final = options["detour"] == "trash"
        self.columns_close: Final = options["solo_columns"] == "close"
        self.discard_evicts: Final = options["hardcore_discard"] == "evicts"

        self.hero_class: list[int] = [0]  # by card, as all that follow
        self.armor: list[int] = [0]
        self.challenge: list[int] = [0]
        self.weak: list[int] = [0]  # a bitmask of types
        self.rank: list[int] = [0]
        self.ability: list[int] = [0]
        self.types: list[int] = [0] * 4  # by dial, a bitmask
        self.strength: list[int] = [0] * 4  # by dial
        self.next_dial: list[int] = [0] * 4  # by dial: what a turn makes of it
        self.after_strike: list[int] = [0] * 4  # by dial: what a strike makes of it
        self.dragon_type: list[int] = [0]  # by card: the type a Dragon Warrior learns from it
        self.deck_of.append(HEROES)
        self.card_names.append("")
        self.heroes: list[int] = []
        self.defenses: list[int] = []
        self.read(edition)
        cards = len(self.card_names)
        # Moves are made once, and every table of this box shares them; those of two cards, of which
        # there are many, when they are first needed. By first card * cards + second card:
        self.picks: dict[int, Move] = {}
        self.commits: dict[int, Move] = {}
        self.heavy_strikes: dict[int, Move] = {}
        self.takes: list[Move] = [Move("take", card) for card in range(cards)]
        self.strikes: list[Move] = [Move("strike", card) for card in range(cards)]
        self.detours: list[Move] = [Move("detour", card) for card in range(cards)]
        self.trashes: list[Move] = [Move("trash", card) for card in range(cards)]
        self.cards: Final = cards
        # What was found out with cards that are not ours, which may take long; None with ours.
        self.found: dict[Question, Found] | None = None if edition.built_in else {}
        self.map()

    def of_two(self, made: dict[int, Move], verb: str, first: int, second: int) -> Move:
        """A move about two cards, which is made once."""
        key = first * self.cards + second
        if key not in made:
            made[key] = Move(verb, first, second)
        return made[key]

    def read(self, edition: Edition) -> None:
        names: dict[str, int] = {}
        challenges: dict[int, int] = {}
        for line, row in edition.rows("heroes"):
            self.add_hero(edition, line, row, CLASSES, names)
            if self.challenge[-1] in challenges:
                raise edition.wrong(
                    line,
                    f"challenge {self.challenge[-1]} stands already in line"
                    f" {challenges[self.challenge[-1]]}; only expansions repeat one",
                )
            challenges[self.challenge[-1]] = line
        for line, row in edition.rows("defenses"):
            self.add_defense(edition, line, row, names)
        if self.dragons:
            for line, row in edition.rows("heroes", "expansions.dragons"):
                self.add_hero(edition, line, row, CLASSES + EXPANSION_CLASSES, names)
            for line, row in edition.rows("defenses", "expansions.dragons"):
                self.add_defense(edition, line, row, names)
        for name, deck in (("heroes", self.heroes), ("defenses", self.defenses)):
            if len(deck) > DECK:
                raise edition.wrong(
                    0, f"there are at most {DECK} {name}, those of expansions among them"
                )
        heroes = 9 * self.players if self.players > 1 else 4 * self.row
        defenses = 8 * self.players if self.players > 1 else 4 * self.row
        if len(self.heroes) < heroes or len(self.defenses) < defenses:
            raise edition.wrong(
                0,
                f"{self.players} players need {heroes} heroes and {defenses} defenses,"
                f" there are {len(self.heroes)} and {len(self.defenses)}",
            )

    def add_card(self, edition: Edition, line: int, row: Row, names: dict[str, int]) -> int:
        name = edition.word(line, row, "name")
        if name in names:
            raise edition.wrong(line, f"the name '{name}' stands already in line {names[name]}")
        names[name] = line
        self.card_names.append(name)
        self.hero_class.append(0)
        self.armor.append(0)
        self.challenge.append(0)
        self.weak.append(0)
        self.rank.append(0)
        self.ability.append(PLAIN)
        self.dragon_type.append(0)
        self.types += [0] * 4
        self.strength += [0] * 4
        self.next_dial += [0] * 4
        self.after_strike += [0] * 4
        return len(self.card_names) - 1

    def add_hero(
        self, edition: Edition, line: int, row: Row, classes: list[str], names: dict[str, int]
    ) -> None:
        edition.fields(line, row, ["challenge", "name", "class", "armor", "weak"], [])
        card = self.add_card(edition, line, row, names)
        self.deck_of.append(HEROES)
        self.heroes.append(card)
        self.hero_class[card] = (CLASSES + EXPANSION_CLASSES).index(
            edition.word(line, row, "class", classes)
        )
        self.challenge[card] = edition.number(line, row, "challenge", 1, 99)
        self.armor[card] = edition.number(line, row, "armor", 1, 20)
        self.weak[card] = mask(edition.words(line, row, "weak", TYPES))

    def add_defense(self, edition: Edition, line: int, row: Row, names: dict[str, int]) -> None:
        edition.fields(line, row, ["rank", "name", "sides"], ["ability"])
        card = self.add_card(edition, line, row, names)
        self.deck_of.append(DEFENSES)
        self.defenses.append(card)
        self.rank[card] = edition.number(line, row, "rank", 0, 99)
        if "ability" in row:
            self.ability[card] = 1 + ABILITIES.index(edition.word(line, row, "ability", ABILITIES))
        sides = row["sides"]
        if not isinstance(sides, list) or not 1 <= len(sides) <= 3:
            raise edition.wrong(line, "'sides' must list one to three sides that strike")
        seen = 0
        single = True
        for index, side in enumerate(sides):
            if not isinstance(side, dict):
                raise edition.wrong(line, "each side is a table in braces")
            edition.fields(line, side, ["types", "strength"], ["trash"])
            dial = card * 4 + index
            self.types[dial] = mask(edition.words(line, side, "types", TYPES))
            self.strength[dial] = edition.number(line, side, "strength", 0, 20)
            trash = side.get("trash", False)
            if type(trash) is not bool:
                raise edition.wrong(line, f"'trash' must be true or false, not {trash!r}")
            last = index == len(sides) - 1
            self.next_dial[dial] = GONE if last else dial + 1
            self.after_strike[dial] = GONE if trash or last else dial + 1
            single = single and self.types[dial] in (1, 2, 4) and seen in (0, self.types[dial])
            seen = self.types[dial]
        if single and self.ability[card] != DETOUR:
            self.dragon_type[card] = seen

    def map(self) -> None:
        """Name the places and numbers in use, and say who sees what."""
        self.lay_out(HERO_DECK, "hero_deck", seen_by=0)
        self.lay_out(DEFENSE_DECK, "defense_deck", seen_by=0)
        self.lay_out(HERO_DISCARD, "hero_discard")
        self.lay_out(DEFENSE_DISCARD, "defense_discard")
        self.lay_out(MARKET, "market", ordered=True)
        self.lay_out(HERO_ROW, "hero_row", ordered=True)
        for seat in range(self.players):
            own = 1 << seat
            self.lay_out(HAND + seat, "hand", of=seat, seen_by=own)
            # The order in it says from which hand a hero was picked: see State.pool.
            self.lay_out(DRAFTED + seat, "drafted", of=seat, ordered=True, seen_by=own)
            self.lay_out(COMMITTED + seat, "committed", of=seat)
            # DD-31 its owner may look through it, in order; DD-70 nobody may in Hardcore
            seen_by = 0 if self.hardcore else own
            self.lay_out(PILE + seat, "pile", of=seat, ordered=True, seen_by=seen_by)
            if self.hardcore:
                self.forgetful.add(PILE + seat)
            self.lay_out(FACING + seat, "facing", of=seat)
            self.lay_out(FRONT + seat, "front", of=seat)
            self.lay_out(STRIKING + seat, "striking", of=seat)
            self.lay_out(SPENT + seat, "spent", of=seat)
            self.lay_out(DEFEATED + seat, "defeated", of=seat)
        self.count(FIRST, "first")
        self.count(ROUND, "round")
        self.count(TOTAL, "total")
        self.count(IMMUNE, "immune")
        if self.players == 1:
            self.count(HERO_HOLE, "hero_hole")
            self.count(DEFENSE_HOLE, "defense_hole")
        for seat in range(self.players):
            self.count(EVICTED + seat, f"evicted.{seat}")
            self.count(MET + seat, f"met.{seat}")
        for card in self.defenses:
            self.count(TURNED + card, f"turned.{card}")


def mask(types: list[str]) -> int:
    return sum([1 << TYPES.index(kind) for kind in types])
