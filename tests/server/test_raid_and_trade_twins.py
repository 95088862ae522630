"""Two cities that differ in hidden incidents and in what is whispered: others hear the same of both.

Each pair is played by one plan. Seats whisper other terms and other words at the one table than at
the other; passes in a window come in an order of each table's own. The listener, and whoever only
watches, must not be able to tell the tables apart by anything that is sent to them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from duskhall.engine.events import SPECTATOR
from duskhall.engine.moves import Move, parse_move
from duskhall.engine.state import Offer
from duskhall.games.raid_and_trade.parts import AT, GUNS, HIDDEN_HAND, HOUSE, SEATS, TOKENS
from duskhall.games.raid_and_trade.state import Ruin
from tests.server.following import Message
from tests.server.hosting import Host, hosting
from tests.server.playing import Person, get, sit_down
from tests.server.raiding import city, swap, table_at

PLAYERS = 4
GAMES = 5  # by each of the seeds
ACTS = 18
TALKS = 9
BY_LOT = {"number", "offer", "counters"}  # where they number offers
OWN = {"id", "table", "commitment", "created", "time", "left"}
THINGS = ["scrap", "food", "electrics", "tools", "clothing"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosting(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


def common(message: Any) -> Any:
    """A message without what differs between any two tables."""
    if isinstance(message, dict):
        return {
            key: common(value)
            for key, value in message.items()
            if key not in OWN and not (key in BY_LOT and isinstance(value, int))
        }
    return [common(part) for part in message] if isinstance(message, list) else message


class Side:
    """One of the two tables, with everyone at it."""

    def __init__(self, host: Host, s: Ruin, listener: int) -> None:
        self.host, self.listener = host, listener
        self.made = table_at(host, s)
        self.people = sit_down(host.address, self.made)
        self.bench = Person(host.address, self.made["table"], self.made["spectator"])
        self.offers: list[int] = []  # in the order in which they were made
        self.asked: list[Message] = []

    def state(self) -> Ruin:
        found = self.host.call(
            lambda: self.host.hall.rooms[self.made["table"]].play.table.state.clone()  # type: ignore[union-attr]
        )
        assert isinstance(found, Ruin)
        return found

    def move(self, seat: int, move: str) -> None:
        person = self.people[seat]
        person.ask("sync", position=person.position, branch=person.branch)
        told = person.move(move)
        assert told["type"] == "moved", told

    def offer(self, maker: int, **fields: Any) -> str:
        """Make an offer; 'done', or the error."""
        counters = fields.pop("counters", None)
        if counters is not None:
            fields["counters"] = self.offers[counters]
        told = self.people[maker].ask("offer", **fields)
        if told["type"] == "done":
            offers = [m for m in self.people[maker].seen if m["type"] == "offers"]
            self.offers.append(offers[-1]["offers"][-1]["number"])
        return str(told.get("error", "done"))

    def answer(self, seat: int, kind: str, offer: int, **fields: Any) -> str:
        told = self.people[seat].ask(kind, offer=self.offers[offer], **fields)
        return str(told.get("error", told["type"]))

    def look(self, path: str) -> None:
        for token in (self.made["spectator"], self.made["seats"][self.listener]["token"]):
            address = f"/api/tables/{self.made['table']}{path}"
            self.asked.append(get(self.host.address, address, token).json())

    def heard(self) -> list[Any]:
        """All that the listener, and the bench, have heard since this was asked the last time."""
        for person in self.people:
            person.ask("sync", position=person.position, branch=person.branch)
        told: list[Any] = []
        for person in (self.people[self.listener], self.bench):
            person.ask("sync")
            told += [*person.seen, "and then"]
            person.seen = []
        told, self.asked = told + self.asked, []
        return [common(message) for message in told]

    def close(self) -> None:
        for person in [*self.people, self.bench]:
            person.close()


class Made:
    """An offer of the plan."""

    def __init__(self, maker: int, to: list[int], whispered: bool) -> None:
        self.maker, self.to, self.whispered = maker, to, whispered


def armed(s: Ruin) -> Ruin:
    """All have a gun and stand beside a house, so that attacks and raids ask the others."""
    square = next(n for n, _ in enumerate(s.ruins.tiles.squares) if s.numbers[HOUSE + n])
    for seat in range(PLAYERS):
        s.numbers[TOKENS + GUNS * SEATS + seat] = 2
        s.numbers[AT + seat] = s.ruins.tiles.squares[square].near[0]
    s.ask_again()
    return s


def twins(rng: random.Random) -> Iterator[tuple[Ruin, Ruin, int]]:
    """Two tables that a listener cannot tell apart, though others hold other incidents."""
    while True:
        s, listener = armed(city(PLAYERS, rng.randrange(40), whispers=True)), rng.randrange(PLAYERS)
        twin = s.determinize(listener, rng.getrandbits(64))
        assert isinstance(twin, Ruin)
        hands = range(HIDDEN_HAND, HIDDEN_HAND + PLAYERS)
        if [s.places[hand] for hand in hands] != [twin.places[hand] for hand in hands]:
            yield s, twin, listener


def same_after(states: list[Ruin], listener: int, seat: int, move: Move) -> bool:
    """Whether it may be played at both, and shows the listener nothing that was hidden."""
    if any(s.why_not(seat, move) is not None for s in states):
        return False
    after = [s.clone() for s in states]
    for s in after:
        s.play(seat, move)
    one, other = after
    return one.view(listener) == other.view(listener) and one.view(SPECTATOR) == other.view(
        SPECTATOR
    )


class Plan:
    """What is done at both tables."""

    def __init__(self, rng: random.Random, sides: list[Side], listener: int) -> None:
        self.rng, self.sides, self.listener = rng, sides, listener
        self.made: list[Made] = []
        self.moved = self.whispers = self.windows = 0
        self.may_move = False  # first they only talk: an action would end it

    def act(self) -> None:
        states = [side.state() for side in self.sides]
        if not states[0].waiting:
            return
        if states[0].is_quiet():
            self.pass_window(states)
            return
        kinds = ["offer"] * 4 + ["answer"] * 2 + ["look"] + ["move"] * 2 * self.may_move
        kind = self.rng.choice(kinds)
        if kind == "offer":
            self.offer(states[0])
        elif kind == "answer" and self.made:
            self.answer()
        elif kind == "look":
            for side in self.sides:
                side.look("/frames")
        elif self.may_move:
            self.move(states)

    def terms(self, s: Ruin, maker: int, to: int) -> str:
        """Something both could give, or now and then nonsense."""
        own = [kind for kind in range(8) if s.has(maker, kind)] or [0]
        theirs = [kind for kind in range(8) if s.has(to, kind)] or [0]
        give = [self.rng.choice(own) for _ in range(self.rng.randrange(1, 3))]
        if self.rng.random() < 0.1:
            return swap([self.rng.choice(THINGS)] * 9, ["guns"])
        return swap(sorted(give), [self.rng.choice(theirs)])

    def offer(self, s: Ruin) -> None:
        rng, active = self.rng, s.current
        maker = rng.randrange(PLAYERS)
        others = [seat for seat in range(PLAYERS) if seat != maker]
        to = sorted(rng.sample(others, rng.randrange(1, 3))) if maker == active else [active]
        counters = None
        if self.made and rng.random() < 0.3:
            counters = rng.randrange(len(self.made))
            maker, to = rng.choice(self.made[counters].to), [self.made[counters].maker]
        whispered = self.made[counters].whispered if counters is not None else rng.random() < 0.6
        is_unheard = whispered and self.listener not in [maker, *to]
        terms, words = self.terms(s, maker, to[0]), rng.choice(["", "please", "psst"])
        told = []
        for side in self.sides:
            if is_unheard:  # others may say what they like, as long as it may be said at both
                possible = [self.terms(s, maker, to[0]) for _ in range(20)]
                possible = [terms for terms in possible if may_offer(s, maker, to, terms)]
                if not possible:
                    return
                terms, words = rng.choice(possible), f"between us {rng.random()}"
            fields: dict[str, Any] = {"to": to, "terms": terms, "words": words}
            if whispered and counters is None:
                fields["seen_by"] = []
            if counters is not None:
                fields["counters"] = counters
            told.append(side.offer(maker, **fields))
        assert told[0] == told[1]
        if told[0] == "done":
            self.whispers += is_unheard
            self.made.append(Made(maker, to, whispered))

    def answer(self) -> None:
        number = self.rng.randrange(len(self.made))
        made = self.made[number]
        kind = self.rng.choice(["refuse", "refuse", "withdraw"])
        seat = made.maker if kind == "withdraw" else self.rng.choice(made.to)
        unheard = made.whispered and self.listener not in [made.maker, *made.to]
        told = []
        for side in self.sides:
            words = f"no {self.rng.random()}" if unheard else "no"
            more = {"words": words} if kind == "refuse" else {}
            told.append(side.answer(seat, kind, number, **more))
        assert told[0] == told[1]

    def move(self, states: list[Ruin]) -> None:
        seat = states[0].waiting[0]
        moves = [str(move) for move in states[0].legal_moves(seat)]
        self.rng.shuffle(moves)
        moves.sort(key=lambda move: not move.startswith(("attack", "raid", "gun", "pass", "end")))
        for move in moves:
            if same_after(states, self.listener, seat, parse_move(move)):
                for side in self.sides:
                    side.move(seat, move)
                self.moved += 1
                return

    def pass_window(self, states: list[Ruin]) -> None:
        """All pass, at each table in an order of its own."""
        self.windows += 1
        for side, s in zip(self.sides, states, strict=True):
            waiting = s.waiting[:]
            self.rng.shuffle(waiting)
            for seat in waiting:
                side.move(seat, "pass")


def may_offer(s: Ruin, maker: int, to: list[int], terms: str) -> bool:
    return s.may_offer(Offer(maker, tuple(to), terms)) is None


@pytest.mark.once
@pytest.mark.parametrize("seed", range(4))
def test_whispers_and_hidden_incidents_cannot_be_told(host: Host, seed: int) -> None:
    """RT-68, RT-94"""
    rng = random.Random(seed)
    moved = whispers = windows = 0
    for (one, other, listener), _ in zip(twins(rng), range(GAMES), strict=False):
        sides = [Side(host, one, listener), Side(host, other, listener)]
        plan = Plan(rng, sides, listener)
        for number in range(ACTS):
            plan.may_move = number >= TALKS
            plan.act()
            told = [side.heard() for side in sides]
            for first, second in zip(*told, strict=True):
                assert first == second
        moved, whispers, windows = (
            moved + plan.moved,
            whispers + plan.whispers,
            windows + plan.windows,
        )
        for side in sides:
            side.close()
    assert moved > GAMES
    assert whispers > GAMES
    assert windows
