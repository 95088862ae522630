"""What a network sees of Dark Dealings: the drafts, by which the sieges are won or lost.

Of the others it sees what all have seen: heroes committed and piled up, and defenses taken. What
they still hold is not looked at, though a seat may remember some of it. In combat the hand-written
mind plays on. Solo and Hardcore are other games, and not seen at all.
"""

from __future__ import annotations

from typing import Final

from duskhall.bots.learned.eyes import Eyes, add, put
from duskhall.bots.values.dark_dealings import Overlord, in_combat
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import (
    CLASSES,
    COMMITTED,
    DRAFTED,
    FACING,
    FRONT,
    HAND,
    MARKET,
    PILE,
    ROUND,
    SEATS,
    Keep,
)
from duskhall.games.dark_dealings.rules.draft import picking_order
from duskhall.games.dark_dealings.state import Siege

STEPS: Final = ["PickHeroes", "CommitHeroes", "ChooseFirst", "TakeDefense"]
PARTS: Final = 8  # of a hero that an estimate is told in


class SiegeEyes(Eyes):
    spread = 1

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        assert isinstance(box, Keep)
        self.keep: Final = box
        self.overlord: Final = Overlord(box)
        self.at: list[int] = [0] * box.cards  # by card: which of its deck
        heroes: list[str] = []
        defenses: list[str] = []
        for card in box.heroes:
            self.at[card] = len(heroes)
            heroes.append(
                f"{box.card_names[card]} ({box.hero_class[card]} {box.challenge[card]}"
                f" {box.armor[card]} {box.weak[card]})"
            )
        for card in box.defenses:
            self.at[card] = len(defenses)
            sides = [
                f"{box.types[dial]} {box.strength[dial]} {box.after_strike[dial] % 4}"
                for dial in range(card * 4, card * 4 + 3)
            ]
            printed = f"{box.ability[card]} {' '.join(sides)}"
            defenses.append(f"{box.card_names[card]} ({printed})")
        self.packet: Final = self.sees([f"packet: {hero}" for hero in heroes])
        self.mine: Final = self.sees([f"my: {hero}" for hero in heroes])
        self.committed: Final = self.sees([f"committed: {hero}" for hero in heroes])
        self.pile: Final = self.sees([f"pile: {hero}" for hero in heroes])
        self.their_committed: Final = self.sees([f"their committed: {hero}" for hero in heroes])
        self.their_pile: Final = self.sees([f"their pile: {hero}" for hero in heroes])
        self.market: Final = self.sees([f"market: {card}" for card in defenses])
        self.front: Final = self.sees([f"front: {card}" for card in defenses])
        self.their_front: Final = self.sees([f"their front: {card}" for card in defenses])
        self.players: Final = self.sees([f"players {players}" for players in range(2, SEATS + 1)])
        self.round: Final = self.sees([f"round {number}" for number in range(9)])
        self.steps: Final = self.sees([f"asks {step}" for step in [*STEPS, "combat"]])
        self.asks_me: Final = self.sees(["asks me"])
        self.picks: Final = self.sees([f"my pick {place}" for place in range(2 * SEATS)])
        self.waits: Final = self.sees([f"waits for {place}" for place in range(2 * SEATS + 1)])
        self.weak: Final = self.sees([f"my heroes weak to {types}" for types in range(1, 8)], 4)
        self.burden: Final = self.sees([f"my burden to {types}" for types in range(1, 8)], 16)
        self.supply: Final = self.sees([f"my supply of {types}" for types in range(1, 8)], 16)
        self.classes: Final = self.sees([f"my {kind}" for kind in [*CLASSES, "gnome", "dragon"]], 2)
        self.challenge: Final = self.sees(["my challenge still to spend"], 64)
        self.offers: Final = self.sees([f"market supply of {types}" for types in range(1, 8)], 32)
        self.estimate: Final = self.sees(["estimate"], 32)
        self.estimates: Final = self.sees([f"estimate of {half}" for half in range(17)])
        self.now: Final = self.sees(["my siege now", "best siege now"], 16)
        self.their_supply: Final = self.sees(
            [f"best supply of {types}" for types in range(1, 8)], 16
        )
        self.step: Final = {name: at for at, name in enumerate(STEPS)}
        self.pick_part: Final = self.knows([f"pick: {hero}" for hero in heroes])
        self.commit_part: Final = self.knows([f"commit: {hero}" for hero in heroes])
        self.take_part: Final = self.knows([f"take: {card}" for card in defenses])
        self.other_part: Final = self.knows(["another"])

    def covers(self, s: State) -> bool:
        assert isinstance(s, Siege)
        return not in_combat(s)

    def look(self, s: State, seat: Seat) -> list[int]:
        assert isinstance(s, Siege)
        keep, places, at = self.keep, s.places, self.at
        found: list[int] = []
        hero_phase = not s.memory
        if hero_phase:
            put(found, self.packet, places[HAND + seat], at)
            buyers = places[DRAFTED + seat]
        else:
            buyers = places[HAND + seat]
        put(found, self.mine, buyers, at)
        piled = places[PILE + seat] + places[FACING + seat]
        put(found, self.committed, places[COMMITTED + seat], at)
        put(found, self.pile, piled, at)
        put(found, self.market, places[MARKET], at)
        put(found, self.front, places[FRONT + seat], at)
        best_supply = [0] * 8
        best_now = 0.0
        for other in range(keep.players):
            if other == seat:
                continue
            put(found, self.their_committed, places[COMMITTED + other], at)
            put(found, self.their_pile, places[PILE + other] + places[FACING + other], at)
            put(found, self.their_front, places[FRONT + other], at)
            supply = self.supplied(places[FRONT + other])
            for types in range(1, 8):
                best_supply[types] = max(best_supply[types], supply[types])
            best_now = max(best_now, self.siege(s, other))
        found.append(self.players + keep.players - 2)
        found.append(1)
        found.append(self.round + min(s.numbers[ROUND], 8))
        found.append(1)
        asked = len(STEPS)
        if s.agenda and s.waiting:
            asked = self.step.get(type(s.agenda[-1]).__name__, len(STEPS))
        found.append(self.steps + min(asked, len(STEPS)))
        found.append(1)
        if seat in s.waiting:
            found.append(self.asks_me)
            found.append(1)
        if places[COMMITTED + seat]:
            place = 0
            first = True
            for owner, hero in picking_order(s):
                if hero not in places[COMMITTED + owner]:
                    continue
                if owner == seat:
                    found.append(self.picks + place)
                    found.append(1)
                    if first:
                        found.append(self.waits + place)
                        found.append(1)
                        first = False
                place += 1
        self.add_sums(s, seat, found, buyers, piled)
        add(found, self.their_supply, best_supply[1:])
        add(found, self.now, [int(PARTS * self.siege(s, seat)), int(PARTS * best_now)])
        return found

    def add_sums(
        self,
        s: Siege,
        seat: Seat,
        found: list[int],
        buyers: tuple[int, ...],
        piled: tuple[int, ...],
    ) -> None:
        keep, places = self.keep, s.places
        weak, burden, classes = [0] * 8, [0] * 8, [0] * 8
        for hero in buyers + places[COMMITTED + seat] + piled:
            weak[keep.weak[hero]] += 1
            burden[keep.weak[hero]] += int(2 * self.overlord.burden[hero])
            classes[keep.hero_class[hero]] += 1
        add(found, self.weak, weak[1:])
        add(found, self.burden, burden[1:])
        add(found, self.classes, classes)
        add(found, self.challenge, [sum([keep.challenge[hero] for hero in buyers])])
        add(found, self.supply, self.supplied(places[FRONT + seat])[1:])
        add(found, self.offers, self.supplied(places[MARKET])[1:])
        hope = self.siege(s, seat) if in_combat(s) else self.overlord.estimate(s, seat)
        add(found, self.estimate, [int(PARTS * hope)])
        found.append(self.estimates + min(max(int(2 * hope), 0), 16))
        found.append(1)

    def supplied(self, defenses: tuple[int, ...]) -> list[int]:
        """By set of types, what fresh defenses supply."""
        supply = self.overlord.supply
        found = [0] * 8
        for card in defenses:
            for types in range(1, 8):
                found[types] += int(supply[card * 32 + types])
        return found

    def siege(self, s: Siege, seat: Seat) -> float:
        """How many of the heroes that all know it will face it would defeat as it stands."""
        heroes = s.places[PILE + seat] + s.places[COMMITTED + seat] + s.places[FACING + seat]
        return self.overlord.in_combat(heroes, s.dials(FRONT + seat))

    def parts(self, s: State, seat: Seat, move: Move) -> list[int]:
        verb, about = move.verb, move.about
        if verb == "pick":
            return [self.pick_part + self.at[card] for card in about]
        if verb == "commit":
            return [self.commit_part + self.at[card] for card in about]
        if verb == "take":
            return [self.take_part + self.at[about[0]]]
        return [self.other_part]


def make_eyes(box: Box) -> Eyes | None:
    assert isinstance(box, Keep)
    return None if box.hardcore or box.players == 1 else SiegeEyes(box)
