"""What a network sees of Don't Turn Your Back.

Everything a player owns is known to all but how hand and deck share it: so the own deck is seen, and
of the others' hands and decks only what both hold together. More than one rival are added up, and
the best of them is seen in the sums; then each is also seen alone, in the order of turns.
"""

from __future__ import annotations

from typing import Final

from duskhall.bots.learned.eyes import MOST, Eyes, add, put, without_values
from duskhall.engine.box import Box
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.engine.steps import Ballot
from duskhall.games.dont_turn_your_back.box import (
    ASIDE,
    CANDLES,
    D13,
    DECK,
    DISCARD,
    DISTRICTS,
    ENCASED,
    FIRST,
    HAND,
    HS,
    LAW,
    LAW_DISCARD,
    MOST_SPACES,
    OPENED,
    PASSED,
    POINTS,
    ROW,
    SEATS,
    SHOWN,
    TOP,
    TURN,
    WK,
    MadCity,
)
from duskhall.games.dont_turn_your_back.scoring import bonus, high_school, law_candles, takers
from duskhall.games.dont_turn_your_back.state import Night

STEPS: Final = [
    "PlaceCard",
    "Encase",
    "Oust",
    "KeepTwo",
    "Harvest",
    "PlaceTurned",
    "DiscardOne",
    "DiscardDown",
    "Buy",
    "TakeByLaw",
    "DiscardLeftovers",
]
LATER: Final = ["ScoreSchool", "ResolveLaw", "Acquire", "CleanUp"]  # still to come in this turn
SUMS: Final = [
    "candles",
    "hand",
    "influence",
    "d13",
    "hs",
    "encased",
    "law",
    "school",
    "deck",
    "takes",
]
RIVAL_FLAGS: Final = ["first", "passed", "asked", "buying later"]
VERBS: Final = ["pass", "done", "decline", "discard", "leave"]
CARD_VERBS: Final = ["buy", "acquire", "encase", "keep", "discard", "swap", "oust"]


class MadEyes(Eyes):
    spread = 10

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        assert isinstance(box, MadCity)
        self.city: Final = box
        kinds: list[str] = []
        self.kind: list[int] = [0] * box.cards
        for card in box.start[0] + box.acquisition[0]:
            printed = (
                f"{box.card_names[card]} ({box.pain[card]} {box.cost[card]} {box.wax[card]}"
                f" {box.districts[card]} {box.service[card]})"
            )
            if printed not in kinds:
                kinds.append(printed)
        by_name = {without_values(printed): at for at, printed in enumerate(kinds)}
        for card in range(1, box.first_law):
            self.kind[card] = by_name[box.card_names[card]]
        self.kinds: Final = len(kinds)
        mine = ["hand", "deck", "discard", "row", "encased", *[f"in {code}" for code in DISTRICTS]]
        theirs = ["hidden", "discard", "row", "encased", *[f"in {code}" for code in DISTRICTS]]
        self.mine: Final = self.sees([f"my {zone}: {kind}" for zone in mine for kind in kinds])
        self.theirs: Final = self.sees(
            [f"their {zone}: {kind}" for zone in theirs for kind in kinds]
        )
        laws = [
            f"{law.key} ({law.first} {law.first_tied} {law.second} {law.second_tied} {law.other}"
            f" {law.absent} {law.first_per_pain} {law.first_per_card} {law.first_tied_per_card})"
            for law in box.laws
        ]
        self.law: Final = self.sees([f"law: {law}" for law in laws])
        self.gone: Final = self.sees([f"gone: {law}" for law in laws])
        self.turn: Final = self.sees([f"turns left {turn}" for turn in range(10)])
        self.players: Final = self.sees([f"players {players}" for players in range(2, 5)])
        self.asks_me: Final = self.sees([f"asks me {step}" for step in STEPS])
        self.asks: Final = self.sees([f"asks {step}" for step in STEPS])
        self.later: Final = self.sees([f"later {step}" for step in LATER])
        self.flags: Final = self.sees(["first", "passed", "they passed", "my buying later"])
        self.points: Final = self.sees(["points"], 4)
        self.my_sums: Final = self.sees([f"my {name}" for name in SUMS], 8)
        self.best_sums: Final = self.sees([f"best {name}" for name in SUMS], 8)
        self.my_worth: Final = self.sees([f"my worth {level}" for level in range(1, 4)], 16)
        self.best_worth: Final = self.sees([f"best worth {level}" for level in range(1, 4)], 16)
        self.lead: Final = self.sees(["ahead", "behind", "encased ahead", "encased behind"], 8)
        self.line: Final = self.sees([f"my pain at {at}" for at in range(MOST_SPACES)], 4)
        self.their_line: Final = self.sees([f"their pain at {at}" for at in range(MOST_SPACES)], 4)
        self.rivals: Final = len(self.names)  # one after the other, where there are several
        for rival in range(1, SEATS) if box.players > 2 else range(0):
            self.sees([f"rival {rival} {name}" for name in RIVAL_FLAGS])
            self.sees([f"rival {rival} {name}" for name in [*SUMS, "wax"]], 8)
            self.sees([f"rival {rival} worth {level}" for level in range(1, 4)], 16)
            self.sees([f"rival {rival} pain at {at}" for at in range(MOST_SPACES)], 4)
        self.step: Final = {name: at for at, name in enumerate(STEPS)}
        self.step_later: Final = {name: at for at, name in enumerate(LATER)}
        self.place_part: Final = self.knows(
            [f"place in {district}: {kind}" for kind in kinds for district in DISTRICTS]
        )
        self.card_part: Final = self.knows(
            [f"{verb}: {kind}" for verb in CARD_VERBS for kind in kinds]
        )
        self.verb_part: Final = self.knows([*VERBS, "another"])
        self.verb: Final = {name: at for at, name in enumerate(VERBS)}
        self.card_verb: Final = {name: at for at, name in enumerate(CARD_VERBS)}

    def look(self, s: State, seat: Seat) -> list[int]:
        assert isinstance(s, Night)
        city, places, numbers = self.city, s.places, s.numbers
        kind, kinds, players = self.kind, self.kinds, city.players
        found: list[int] = []
        left = city.turns() - numbers[TURN]
        for other in range(players):
            held = places[HAND + other] + places[ASIDE + other] + places[SHOWN + other]
            if other == seat:
                zone = self.mine
                put(found, zone, held, kind)
                zone += kinds
            else:
                zone = self.theirs
                put(found, zone, held, kind)
            put(found, zone, places[DECK + other] + places[TOP + other], kind)
            zone += kinds
            put(found, zone, places[DISCARD + other], kind)
            zone += kinds
            put(found, zone, places[ROW + other], kind)
            zone += kinds
            put(found, zone, places[ENCASED + other] + places[OPENED + other], kind)
        my_city, their_city = self.mine + 5 * kinds, self.theirs + 4 * kinds
        owner = city.owner
        pain: list[list[int]] = []
        count: list[list[int]] = []
        lines: list[list[int]] = []
        for district in range(5):
            pains, counts, line = [0] * players, [0] * players, s.cards_in(district)
            lines.append(line)
            for card in line:
                who = owner[card]
                pains[who] += city.pain[card]
                counts[who] += 1
                found.append((my_city if who == seat else their_city) + kind[card])
                found.append(1)
            pain.append(pains)
            count.append(counts)
            my_city += kinds
            their_city += kinds
        for at, card in enumerate(lines[HS]):
            found.append((self.line if owner[card] == seat else self.their_line) + at)
            found.append(city.pain[card])
        laws = places[LAW]
        for law in laws:
            found.append(self.law + law - city.first_law)
            found.append(1)
        for law in places[LAW_DISCARD]:
            found.append(self.gone + law - city.first_law)
            found.append(1)
        found.append(self.turn + max(left, 0))
        found.append(1)
        found.append(self.players + players - 2)
        found.append(1)
        buying = [False] * players
        if s.agenda:
            asks = self.step.get(type(s.agenda[-1]).__name__, -1)
            if asks >= 0:
                found.append((self.asks_me if seat in s.waiting else self.asks) + asks)
                found.append(1)
            for step in s.agenda:
                name = type(step).__name__
                later = self.step_later.get(name, -1)
                if later >= 0 and name != "Acquire":
                    found.append(self.later + later)
                    found.append(1)
                elif later >= 0:
                    key = step.key()
                    buying[key[0]] = True
        if numbers[FIRST] == seat:
            found.append(self.flags)
            found.append(1)
        for other in range(players):
            if numbers[PASSED] >> other & 1:
                found.append(self.flags + (1 if other == seat else 2))
                found.append(1)
        if buying[seat]:
            found.append(self.flags + 3)
            found.append(1)
        if numbers[POINTS]:
            found.append(self.points)
            found.append(min(numbers[POINTS], MOST))
        sums, worths = self.sums(s, pain, count, lines[HS])
        self.add_sums(seat, found, sums, worths)
        if players > 2:
            self.add_rivals(s, seat, found, sums, worths, lines, buying)
        return found

    def sums(
        self, s: Night, pain: list[list[int]], count: list[list[int]], line: list[int]
    ) -> tuple[list[list[int]], list[list[int]]]:
        """By seat, sums that the rules themselves make, and the bonus of its deck by level."""
        city, places, numbers, players = self.city, s.places, s.numbers, self.city.players
        school = high_school(city, line).candles
        pays, taking = [0] * players, [0] * players
        if places[LAW]:
            law = s.law()
            pays = law_candles(city, law, pain[D13], count[D13])
            for taker in takers(law, pain[D13], count[D13]):
                taking[taker] = 1
        sums: list[list[int]] = []
        worths: list[list[int]] = []
        for seat in range(players):
            deck = s.deck_cards(seat)
            sums.append(
                [
                    numbers[CANDLES + seat],
                    len(places[HAND + seat]),
                    s.influence(seat),
                    pain[D13][seat],
                    pain[HS][seat],
                    s.encased_pain(seat),
                    max(pays[seat], 0),
                    school[seat],
                    len(deck),
                    8 * taking[seat],
                ]
            )
            worths.append([bonus(city, level, deck) for level in (1, 2, 3)])
        return sums, worths

    def add_sums(
        self, seat: Seat, found: list[int], sums: list[list[int]], worths: list[list[int]]
    ) -> None:
        """Those of the seat, and the best of the others."""
        best: list[int] = []
        best_worth: list[int] = []
        for other in range(len(sums)):
            if other == seat:
                continue
            if not best:
                best, best_worth = sums[other][:], worths[other][:]
                continue
            for at, number in enumerate(sums[other]):
                best[at] = max(best[at], number)
            for at, number in enumerate(worths[other]):
                best_worth[at] = max(best_worth[at], number)
        mine = sums[seat]
        add(found, self.my_sums, mine)
        add(found, self.best_sums, best)
        add(found, self.my_worth, worths[seat])
        add(found, self.best_worth, best_worth)
        ahead, encased = mine[0] - best[0], mine[5] - best[5]
        add(found, self.lead, [ahead, -ahead, encased, -encased])

    def add_rivals(
        self,
        s: Night,
        seat: Seat,
        found: list[int],
        sums: list[list[int]],
        worths: list[list[int]],
        lines: list[list[int]],
        buying: list[bool],
    ) -> None:
        """Each of the others, from the one who comes next."""
        city, players, numbers = self.city, self.city.players, s.numbers
        at = self.rivals
        # Who has given a secret answer already is not looked at: a guess makes it up.
        asked = [] if not s.agenda or isinstance(s.agenda[-1], Ballot) else s.waiting
        for step in range(1, players):
            other = (seat + step) % players
            line = [0] * MOST_SPACES
            for space, card in enumerate(lines[HS]):
                if city.owner[card] == other:
                    line[space] = city.pain[card]
            wax = sum([city.wax[card] for card in lines[WK] if city.owner[card] == other])
            seen = [
                1 if numbers[FIRST] == other else 0,
                numbers[PASSED] >> other & 1,
                1 if other in asked else 0,
                1 if buying[other] else 0,
                *sums[other],
                wax,
                *worths[other],
                *line,
            ]
            add(found, at, seen)
            at += len(seen)

    def parts(self, s: State, seat: Seat, move: Move) -> list[int]:
        verb, about = move.verb, move.about
        if verb == "place" and len(about) == 2:
            return [self.place_part + self.kind[about[0]] * 5 + about[1]]
        at = self.card_verb.get(verb, -1)
        if at >= 0 and about:
            first = self.card_part + at * self.kinds
            return [first + self.kind[card] for card in about]
        return [self.verb_part + self.verb.get(verb, len(self.verb))]


def make_eyes(box: Box) -> Eyes:
    return MadEyes(box)
