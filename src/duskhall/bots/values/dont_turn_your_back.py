"""What bots know of Don't Turn Your Back: how many Candles a player will have in the end, about.

The estimate adds up what lies on the table: Candles scored; what the High School and the law would
pay, if others add a little Pain; what the influence would buy; what the cards of a deck will do in
the turns to come; and the bonus at the level that the Encased piles point to.
"""

from __future__ import annotations

from math import exp
from typing import Final

from duskhall.bots.mind import Mind
from duskhall.engine.events import Seat
from duskhall.engine.game import Game
from duskhall.engine.moves import Move
from duskhall.engine.state import State
from duskhall.games.dont_turn_your_back.box import (
    ASIDE,
    BB,
    CANDLES,
    CS,
    D13,
    DECK,
    DISCARD,
    HAND,
    HS,
    PASSED,
    POINTS,
    ROW,
    SERVICES,
    SHOWN,
    TAKE_CHEAPEST,
    TOP,
    TURN,
    WK,
    MadCity,
)
from duskhall.games.dont_turn_your_back.rules.services import (
    DiscardOne,
    Encase,
    Harvest,
    KeepTwo,
    Oust,
    PlaceTurned,
)
from duskhall.games.dont_turn_your_back.rules.turn import (
    Acquire,
    Buy,
    CleanUp,
    DiscardLeftovers,
    PlaceCard,
    ResolveLaw,
    ScoreSchool,
    TakeByLaw,
)
from duskhall.games.dont_turn_your_back.scoring import high_school, law_candles, takers
from duskhall.games.dont_turn_your_back.state import Night

# What owning a card is worth, in Candles over a whole game. Pain, districts and four services were
# measured by giving one player one card for nothing (docs/balance); the other services are guesses.
PAIN_WORTH: Final = 4.3  # of a card that may go to 13, HS or CS
PAIN_ZERO: Final = 2.0  # a card of this Pain is worth as much as none: without, the deck is thinner
BOTH_SCORING: Final = 3.2  # it may go both to 13 and to HS
BUYS: Final = 0.6  # it may go to CS
SERVICE_WORTH: Final = {
    "blind_knight": 2.0,
    "city_desk_editor": 1.5,
    "cleaner": 1.5,
    "clockwork_lieutenant": 3.0,
    "dream_dealer": 0.5,
    "faceless": 0.3,
    "face_merchant": 1.5,
    "fortune_taker": 6.0,
    "harvester": 1.0,
    "lady_in_hating": 2.0,
    "mother_when": 4.0,
    "paperboy": 3.0,
    "shameful": 2.8,
    "smothered_folk": 3.5,
    "the_tacks_man": 3.5,
    "the_wax_king": 19.0,
}
# What a service brings at once, in Candles, where placing a card is judged without doing it.
SERVICE_NOW: Final = {
    "blind_knight": 3.0,
    "city_desk_editor": 3.5,
    "cleaner": 2.5,
    "clockwork_lieutenant": 3.0,
    "dream_dealer": 3.0,
    "faceless": 1.5,
    "face_merchant": 2.0,
    "fortune_taker": 5.0,
    "harvester": 3.0,
    "lady_in_hating": 3.0,
    "mother_when": 5.5,
    "paperboy": 4.0,
    "shameful": 3.6,
    "smothered_folk": 3.0,
    "the_tacks_man": 3.5,
    "the_wax_king": 7.0,
}
END_SHARE: Final = 0.42  # of Cost + Pain, what a card brings at the end, about
CARDS_TO_COME: Final = 0.7  # acquired per turn, for the bonus
RIVALS_ADD: Final = [0, 2, 4]  # Pain that others may still add in a district,
RIVALS_WEIGHT: Final = [0.45, 0.35, 0.2]  # and how likely
STAYS: Final = 0.55  # of the Pain left in HS for the next turn
ENCASED_SPREAD: Final = 1.6  # how sure a lead in encased Pain is in the end,
ENCASED_DRIFT: Final = 1.1  # and less so per turn to come
POTENTIAL: Final = 0.77  # of what a hand card could bring, if placed at once
POINT: Final = 1.1  # of influence, where baskets are not looked at, with all turns to come
LEAD: Final = 4.0  # Candles that make a lead telling at the end,
LEAD_DRIFT: Final = 1.3  # and more per turn to come
NOISE: Final = 2.0  # Candles by which a sampled player errs at most
GAME: Final = 8.0  # turns, by which worths are scaled
# By what a balanced player weighs these estimates, found by the bot playing against itself.
SCHOOL: Final = 0.9  # what HS would pay: rivals come late
BUYING: Final = 1.3  # what influence buys
WAX: Final = 1.6  # the bonus at the end


class Taste:
    """How much a player is drawn to each district; 1 everywhere is the balanced one."""

    def __init__(
        self, d13: float = 1.0, hs: float = 1.0, cs: float = 1.0, wk: float = 1.0, bb: float = 1.0
    ) -> None:
        self.d13: Final = d13
        self.hs: Final = hs * SCHOOL
        self.cs: Final = cs * BUYING
        self.wk: Final = wk * WAX
        self.bb: Final = bb


class Judge:
    """The numbers of one box, made ready for estimates."""

    def __init__(self, city: MadCity, taste: Taste) -> None:
        self.city: Final = city
        self.taste: Final = taste
        self.use: list[float] = []  # by card: what it does for its owner over a whole game
        self.end: list[float] = []  # by card: what it brings at the end, about
        self.service: list[float] = []  # by card: what its service brings at once
        for card in range(city.cards):
            service = SERVICES[city.service[card]]
            districts = city.districts[card]
            end = 0.0 if city.is_start[card] else END_SHARE * (city.cost[card] + city.pain[card])
            use = 0.0
            if districts & (1 << D13 | 1 << HS | 1 << CS):
                use += PAIN_WORTH * (city.pain[card] - PAIN_ZERO)
            if districts >> D13 & 1 and districts >> HS & 1:
                use += BOTH_SCORING
            if districts >> CS & 1:
                use += BUYS
            if service:
                use += SERVICE_WORTH[service]
            self.use.append(use - end)
            self.end.append(end)
            self.service.append(SERVICE_NOW[service] if service else 0.0)
        self.baskets: dict[tuple[int, ...], float] = {}

    # Cards

    def worth(self, card: int, left: int) -> float:
        """What acquiring this card is worth with so many turns to come."""
        return self.use[card] * left / GAME + self.end[card]

    def basket(self, row: tuple[int, ...], points: int, left: int) -> float:
        """The best that so much influence can buy from a row."""
        key = (points, left, *row)
        known = self.baskets.get(key)
        if known is not None:
            return known
        best = 0.0
        cost = self.city.cost
        for i, card in enumerate(row):
            if cost[card] <= points:
                rest = row[i + 1 :]
                value = self.worth(card, left) + self.basket(rest, points - cost[card], left)
                best = max(best, value)
        if len(self.baskets) > 50_000:
            self.baskets.clear()
        self.baskets[key] = best
        return best

    # A whole table

    def estimates(self, s: Night) -> list[float]:
        """By seat, how many Candles it will have in the end, about."""
        city, places, numbers = self.city, s.places, s.numbers
        players = city.players
        left = max(city.turns() - numbers[TURN], 0)
        found = [float(numbers[CANDLES + seat]) for seat in range(players)]
        if not s.agenda:
            return found
        placing = school_due = law_due = clean_due = False
        buying = [False] * players
        buyer = -1
        for step in s.agenda:
            if isinstance(step, PlaceCard):
                placing = True
            elif isinstance(step, Acquire):
                buying[step.seat] = True
            elif isinstance(step, Buy):
                buyer = step.seat
            elif isinstance(step, ScoreSchool):
                school_due = True
            elif isinstance(step, ResolveLaw):
                law_due = True
            elif isinstance(step, CleanUp):
                clean_due = True
        active = [
            placing and not numbers[PASSED] >> seat & 1 and len(places[HAND + seat]) > 0
            for seat in range(players)
        ]
        if school_due:
            self.add_school(s, found, active, left)
        else:
            for card in s.cards_in(HS):
                found[city.owner[card]] += self.taste.hs * STAYS * city.pain[card]
        if law_due:
            self.add_law(s, found, active, left)
        encased = [float(s.encased_pain(seat)) for seat in range(players)]
        if clean_due:
            for card in s.cards_in(WK):
                encased[city.owner[card]] += city.wax[card]
        share = left / GAME
        for seat in range(players):
            deck = (
                places[HAND + seat]
                + places[DECK + seat]
                + places[TOP + seat]
                + places[DISCARD + seat]
                + places[ASIDE + seat]
                + places[SHOWN + seat]
            )
            use = 0.0
            cost = pain = count = 0
            for card in deck:
                use += self.use[card]
                if not city.is_start[card]:
                    cost += city.cost[card]
                    pain += city.pain[card]
                    count += 1
            for district in (D13, HS, CS, BB):
                for card in s.cards_in(district):
                    if city.owner[card] == seat:
                        use += self.use[card]
                        if not city.is_start[card]:
                            cost += city.cost[card]
                            pain += city.pain[card]
                            count += 1
            found[seat] += use * share
            more = CARDS_TO_COME * left
            found[seat] += self.taste.wk * bonus_hope(
                self.hoped_level(encased, seat, left),
                cost + 4.0 * more,
                pain + 2.9 * more,
                count + more,
            )
            if buyer == seat:
                found[seat] += self.taste.cs * self.basket(
                    places[ROW + seat], numbers[POINTS], left
                )
            elif buying[seat]:
                points = s.influence(seat)
                found[seat] += self.taste.cs * self.basket(places[ROW + seat], points, left)
            if active[seat]:
                found[seat] += self.hand_potential(s, seat, left)
            elif not placing and left:
                found[seat] += 0.1 * len(places[HAND + seat])
        return found

    def hoped_level(self, encased: list[float], seat: Seat, left: int) -> float:
        """TB-96 The level of the bonus this seat may expect."""
        level = 1.0
        spread = ENCASED_SPREAD + ENCASED_DRIFT * left
        for other in range(len(encased)):
            if other != seat:
                level += 1.0 / (1.0 + exp((encased[seat] - encased[other] - 0.5) / spread))
        return level

    def add_school(self, s: Night, found: list[float], active: list[bool], left: int) -> None:
        """What HS would pay each seat, if rivals that still place add some Pain."""
        city = self.city
        line = s.cards_in(HS)
        if not line:
            return
        school = high_school(city, line)
        is_open = s.is_open(HS)
        pain, cards = s.pain_and_cards(HS)
        for seat in range(city.players):
            if not cards[seat]:
                continue
            hope = 0.0
            for add, weight in zip(RIVALS_ADD, RIVALS_WEIGHT, strict=True):
                wins = school.winner == seat
                if add and is_open:
                    for other in range(city.players):
                        if other != seat and active[other] and pain[other] + add > pain[seat]:
                            wins = False
                hope += weight * (pain[seat] if wins else cards[seat])
            found[seat] += self.taste.hs * hope
        if left:
            for card in line[school.leaving :]:
                found[city.owner[card]] += self.taste.hs * STAYS * city.pain[card]

    def add_law(self, s: Night, found: list[float], active: list[bool], left: int) -> None:
        """What the law would pay each seat, if rivals that still place add some Pain."""
        city, law = self.city, s.law()
        pain, cards = s.pain_and_cards(D13)
        is_open = s.is_open(D13)
        rivals = is_open and sum(active) > 0
        now = law_candles(city, law, pain, cards)
        taking = takers(law, pain, cards)
        for seat in range(city.players):
            hope = float(now[seat])
            if seat in taking:
                hope += self.taken(s, seat, left)
            if rivals and sum(active) > (1 if active[seat] else 0):
                hope *= RIVALS_WEIGHT[0]
                for index in range(1, len(RIVALS_ADD)):
                    more_pain, more_cards = pain[:], cards[:]
                    for other in range(city.players):
                        if other != seat and active[other]:
                            more_pain[other] += RIVALS_ADD[index]
                            more_cards[other] += 1
                    then = float(law_candles(city, law, more_pain, more_cards)[seat])
                    if law.take and seat in takers(law, more_pain, more_cards):
                        then += self.taken(s, seat, left)
                    hope += RIVALS_WEIGHT[index] * then
            found[seat] += self.taste.d13 * hope

    def taken(self, s: Night, seat: Seat, left: int) -> float:
        """What a card taken from the row by the law in force is worth."""
        law, row = s.law(), s.row(seat)
        if not row:
            return 0.0
        if law.encases:
            return 0.9 * max([self.city.pain[card] for card in row])
        if law.take == TAKE_CHEAPEST:
            least = min([self.city.cost[card] for card in row])
            row = tuple([card for card in row if self.city.cost[card] == least])
        return max([self.worth(card, left) for card in row]) + 0.5

    # Placing

    def hand_potential(self, s: Night, seat: Seat, left: int) -> float:
        """What the cards still in hand may bring this turn."""
        is_open = [s.is_open(district) for district in range(5)]
        total = 0.0
        for card in s.hand(seat):
            best = 0.0
            for district, _ in self.city.uses[card]:
                if is_open[district]:
                    best = max(best, self.potential(card, district, left))
            total += best
        return POTENTIAL * total

    def potential(self, card: int, district: int, left: int) -> float:
        """What placing a card brings, without looking at what lies there."""
        pain = self.city.pain[card]
        if district == BB:
            return self.taste.bb * self.service[card]
        if district == CS:
            return self.taste.cs * POINT * pain * (0.35 + 1.65 * left / GAME)
        if district == WK:
            return self.taste.wk * (0.9 * self.city.wax[card]) - self.worth(card, left)
        return (self.taste.d13 if district == D13 else self.taste.hs) * 1.1 * pain

    def prospect(self, s: Night, seat: Seat, card: int, district: int, left: int) -> float:
        """What placing a card brings, by what lies there now."""
        city = self.city
        pain = city.pain[card]
        if district == D13:
            pains, cards = s.pain_and_cards(D13)
            law = s.law()
            before = law_candles(city, law, pains, cards)
            took = law.take != 0 and seat in takers(law, pains, cards)
            pains[seat] += pain
            cards[seat] += 1
            after = law_candles(city, law, pains, cards)
            gain = float(after[seat] - before[seat]) + 0.3 * pain
            for other in range(city.players):
                if other != seat:
                    gain -= (after[other] - before[other]) / (city.players - 1) * 0.5
            if law.take and not took and seat in takers(law, pains, cards):
                gain += self.taken(s, seat, left)
            return self.taste.d13 * gain
        if district == HS:
            line = s.cards_in(HS)
            school = high_school(city, [*line, card])
            earlier = high_school(city, line)
            gain = float(school.candles[seat] - earlier.candles[seat])
            if len(line) >= school.leaving and left:
                gain += STAYS * pain
            return self.taste.hs * (gain + 0.25 * pain)
        return self.potential(card, district, left)


def bonus_hope(level: float, cost: float, pain: float, count: float) -> float:
    """TB-96 The bonus of a deck at a level that may lie between two."""
    ladder = [cost, pain, 2.0 * count, count, count]
    step = min(int(level), 4)
    return ladder[step - 1] + (level - step) * (ladder[step] - ladder[step - 1])


class MadMind(Mind):
    """Judges tables of Don't Turn Your Back."""

    def __init__(self, game: Game, taste: Taste | None = None) -> None:
        super().__init__(game)
        self.taste: Final = taste or Taste()
        self.judge: Judge | None = None

    def judge_of(self, s: Night) -> Judge:
        judge = self.judge
        if judge is None or judge.city is not s.city:
            judge = Judge(s.city, self.taste)
            self.judge = judge
        return judge

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Night)
        s = self.served(s)
        if not s.agenda:
            return self.payoffs(s)
        found = self.judge_of(s).estimates(s)
        lead = LEAD + LEAD_DRIFT * max(s.city.turns() - s.numbers[TURN], 0)
        best = max(found)
        shares = [exp((candles - best) / lead) for candles in found]
        total = sum(shares)
        return [share / total for share in shares]

    def served(self, s: Night) -> Night:
        """The table once the service in progress is done: what it may bring is seen only then."""
        copied = False
        while s.agenda and isinstance(
            s.agenda[-1], Oust | Encase | KeepTwo | Harvest | PlaceTurned | DiscardOne
        ):
            if not copied:
                s, copied = s.clone(), True
            seat = s.waiting[0]
            s.play(seat, self.choose(s, seat, 0.0))
        return s

    def forget(self, s: State) -> bool:
        had = bool(s.memory)
        s.memory = ()
        return had

    def is_settled(self, s: State) -> bool:
        """Turns are played to their end: the estimate is best between two turns."""
        assert isinstance(s, Night)
        step = s.agenda[-1]
        if isinstance(step, DiscardLeftovers):
            return True
        if isinstance(step, PlaceCard) and not s.numbers[PASSED]:
            return not s.cards_in(D13) + s.cards_in(CS) + s.cards_in(WK) + s.cards_in(BB)
        return False

    def moves(self, s: State, seat: Seat) -> list[Move]:
        """Copies of a card are alike; of the ways to discard, those that keep the best."""
        assert isinstance(s, Night)
        legal = s.legal_moves(seat)
        step = s.agenda[-1]
        if isinstance(step, DiscardLeftovers | DiscardOne):
            return self.discards(s, seat, legal)
        if not isinstance(step, PlaceCard | Encase | KeepTwo | Buy | TakeByLaw):
            return legal
        names = s.city.card_names
        seen: set[tuple[str, ...]] = set()
        found: list[Move] = []
        for move in legal:
            about = move.about
            if move.verb == "place":
                key: tuple[str, ...] = (move.verb, names[about[0]], str(about[1]))
            else:
                key = (move.verb, *sorted([names[card] for card in about]))
            if key not in seen:
                seen.add(key)
                found.append(move)
        return found

    def discards(self, s: Night, seat: Seat, legal: list[Move]) -> list[Move]:
        judge, left = self.judge_of(s), s.city.turns() - s.numbers[TURN]
        order = sorted(s.hand(seat), key=lambda card: (hand_worth(judge, card, left), card))
        found: list[Move] = []
        for count in range(len(order) + 1):
            move = Move("discard", *sorted(order[:count]))
            if move in legal:
                found.append(move)
        return found or legal

    def sample(self, s: State, seat: Seat) -> Move:
        """The answer that looks best at once, with a little error."""
        assert isinstance(s, Night)
        return self.choose(s, seat, NOISE)

    def choose(self, s: Night, seat: Seat, noise: float) -> Move:
        """The answer that looks best at once, with an error of so many Candles at most."""
        moves = s.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        judge, city = self.judge_of(s), s.city
        left = max(city.turns() - s.numbers[TURN], 0)
        step = s.agenda[-1]
        if isinstance(step, DiscardLeftovers | DiscardOne):
            choices = self.discards(s, seat, moves)
            if isinstance(step, DiscardOne):
                return choices[0]
            return choices[s.random_below(len(choices))]
        best, chosen = -1e9, moves[-1]
        luck = s.random_below(1 << 30) if noise else 0
        for move in moves:
            verb, about = move.verb, move.about
            if verb == "place":
                value = judge.prospect(s, seat, about[0], about[1], left)
            elif verb == "swap":
                value = judge.service[about[0]]
            elif verb == "oust":
                attacker = step.attacker if isinstance(step, Oust) else about[0]
                value = 0.8 * city.pain[about[0]] + 0.5 * city.pain[attacker]
                if isinstance(step, Oust) and step.district == WK:
                    value -= judge.worth(attacker, left) - city.wax[attacker]
            elif verb == "buy" or verb == "acquire":
                value = judge.worth(about[0], left)
            elif verb == "encase":
                value = 1.9 * city.pain[about[0]] - judge.worth(about[0], left)
                value -= 0.9 * (city.pain[about[0]] - city.wax[about[0]])
            elif verb == "keep":
                value = sum([hand_worth(judge, card, left) for card in about])
            else:
                value = 0.2 if verb == "pass" else 0.0
            luck = (luck * 1103515245 + 12345) & 0x3FFFFFFF
            value += noise * luck / 0x40000000
            if value > best:
                best, chosen = value, move
        return chosen


def hand_worth(judge: Judge, card: int, left: int) -> float:
    """What a card in hand may do this turn or the next."""
    return max(
        [judge.potential(card, district, left) for district, _ in judge.city.uses[card]],
        default=0.0,
    )


def make_mind(game: Game) -> Mind:
    return MadMind(game)
