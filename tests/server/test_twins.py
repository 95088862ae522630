"""Two tables that differ in who holds a Guard: whoever cannot know hears the same of both.

Each pair is played by the same plan. What a listener does, or may see others do, comes in the same
order at both tables; what it may not see (the others' answers to a quiet question, and their
taking them back) comes at each table in an order of its own. So does the time: a minute begins with
all that a listener sees, and another with what it does not.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from duskhall.server.rooms import journal
from tests.engine.toy import interpreted_only
from tests.server.following import Message
from tests.server.hosting import Host
from tests.server.playing import Person, get
from tests.server.toys.keeping import deal, holders, keep_vigil, keeping_vigil
from tests.server.toys.vigil import HAND

pytestmark = interpreted_only
PLAYERS = 4
GAMES = 16  # by each of the seeds
Act = tuple[str, int]  # what is done, and by whom
BENCH = -1
OWN = {
    "id",
    "table",
    "commitment",
    "created",
    "time",
    "left",
}  # what differs between any two tables


class Clock:
    """The time at the server, as these tests set it."""

    def __init__(self) -> None:
        self.minutes = 0

    def time(self) -> float:
        return 60.0 * self.minutes

    def monotonic(self) -> float:
        return time.monotonic()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    set_by_hand = Clock()
    monkeypatch.setattr(journal, "time", set_by_hand)
    return set_by_hand


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with keeping_vigil(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


def common(message: Any) -> Any:
    """A message without what differs between any two tables."""
    if isinstance(message, dict):
        return {key: common(value) for key, value in message.items() if key not in OWN}
    return [common(part) for part in message] if isinstance(message, list) else message


class Side:
    """One of the two tables, with everyone at it."""

    def __init__(self, host: Host, seed: int, listener: int) -> None:
        self.address, self.listener = host.address, listener
        self.made, self.people = keep_vigil(host, PLAYERS, seed, seconds=60)
        self.bench = Person(
            host.address, self.made["table"], self.made["spectator"], views=listener % 2 == 0
        )
        self.asked: list[Message] = []  # what was asked for on the way

    def token(self, seat: int) -> str:
        return str(self.made["spectator"] if seat == BENCH else self.made["seats"][seat]["token"])

    def do(self, act: str, seat: int) -> None:
        person = self.bench if seat == BENCH else self.people[seat]
        verb, _, rest = act.partition(" ")
        if verb == "move":
            answer = person.move(rest)
            assert answer["type"] == "moved", answer
        elif verb == "undo":
            assert person.ask("undo")["type"] == "done"
        elif verb in ("agree", "disagree"):
            assert person.ask("undo", agree=verb == "agree")["type"] == "done"
        elif verb == "say":
            assert person.ask("chat", text=rest)["type"] == "chat"
        elif verb == "sync":
            since = max(-1, person.position - int(rest))
            person.ask("sync", position=since, branch=person.branch)
        elif verb == "probe":  # a move, and a proposal, for a position that may be there already
            person.move("pass", person.position + 1)
            if not person.moves:
                person.move("pass")
            person.ask("propose", move="pass", position=person.position + 1, branch=person.branch)
        elif verb == "join":
            with Person(self.address, self.made["table"], self.token(seat)) as again:
                self.asked += again.seen
        else:
            path = f"/api/tables/{self.made['table']}{rest}"
            self.asked.append(get(self.address, path, self.token(seat)).json())

    def heard(self) -> list[Any]:
        """All that the listener, and the bench, have heard since this was asked the last time."""
        told: list[Any] = []
        for person in (self.people[self.listener], self.bench):
            person.ask("sync")
            told += [*person.seen, "and then"]
            person.seen = []
        told, self.asked = told + self.asked, []
        return [common(message) for message in told]

    def settle(self) -> None:
        """Everyone has heard of everything."""
        for person in self.people:
            person.ask("sync", position=person.position, branch=person.branch)

    def close(self) -> None:
        for person in [*self.people, self.bench]:
            person.close()


class Plan:
    """What is done while a window is open: in the sight of the listener, and out of it."""

    def __init__(
        self,
        rng: random.Random,
        active: int,
        listener: int,
        moves: dict[int, str],
        wishers: list[int],
    ) -> None:
        self.rng, self.listener = rng, listener
        self.seen: list[Act] = []
        self.unseen: dict[int, list[Act]] = {}
        self.ends = ""  # how: '' when all have answered, or with what the last that is seen does
        for seat, move in moves.items():
            again = [("undo", seat), (f"move {move}", seat)] * rng.randrange(2)
            if seat != listener:
                self.unseen[seat] = [(f"move {move}", seat), *again]
            elif rng.random() < 0.7:
                self.seen += [(f"move {move}", seat), *again]
            else:
                self.ends = f"move {move}"
        for _ in range(rng.randrange(6)):
            look = rng.choice(
                ["sync 0", "sync 2", "join", "get", "get /frames", "get /frames?views=true"]
            )
            self.put((look, rng.choice([listener, BENCH])))
        if listener != active and rng.random() < 0.5:
            self.put(("probe", listener))
        if rng.random() < 0.4:
            self.put((rng.choice(["say hello", "say boo"]), active))
        wishers = [seat for seat in wishers if seat in self.unseen]
        if wishers and rng.random() < 0.5:
            wisher = rng.choice(wishers)
            wish = self.put(("undo", wisher))
            if rng.random() < 0.4:
                self.put(("disagree", (wisher + 1) % PLAYERS), wish + 1)
            elif rng.random() < 0.6:
                self.seen += [("agree", seat) for seat in range(PLAYERS) if seat != wisher]
                self.ends = "agree"
        elif not self.ends and rng.random() < 0.25:
            self.ends = "undo"
            self.seen.append(("undo", active))
        if self.ends.startswith("move"):
            self.seen.append((self.ends, listener))

    def put(self, act: Act, first: int = 0) -> int:
        at = self.rng.randrange(first, len(self.seen) + 1)
        self.seen.insert(at, act)
        return at

    def merged(self, rng: random.Random) -> list[tuple[Act, int]]:
        """All of it in one order: what is seen in its own, the rest anywhere between; with when.

        A minute has begun with each that is seen, and another for what is not seen after it.
        """
        seen = self.seen[:]
        acts: list[tuple[Act, int]] = []
        unseen = {seat: todo[:] for seat, todo in self.unseen.items()}
        closing: list[Act] = []
        if self.ends.startswith("move"):
            closing = [seen.pop()]
        else:  # somebody is the last, or never comes to it
            last = unseen.pop(rng.choice(list(unseen)))
            closing = [last[0]] if not self.ends else []
        while seen or any(unseen.values()):
            free = [seat for seat in unseen if unseen[seat] and ("undo", seat) not in seen]
            if len(seen) == 1 and self.ends in ("agree", "undo") and rng.random() < 0.3:
                free = []
            if seen and (not free or rng.random() < 0.4):
                acts.append((seen[0], 2 * (len(self.seen) - len(seen))))
                seen.pop(0)
                if not seen and self.ends in ("agree", "undo"):
                    return acts
            else:
                minute = 2 * (len(self.seen) - len(seen)) - 1
                acts.append((unseen[rng.choice(free)].pop(0), minute))
        return acts + [(act, 2 * len(self.seen)) for act in closing]


def pairs(rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Two deals of which a listener sees the same, and the listener."""
    while True:
        first, second, listener = rng.randrange(2_000), rng.randrange(2_000), rng.randrange(PLAYERS)
        a, b = deal(PLAYERS, first).state, deal(PLAYERS, second).state
        if rng.random() < 0.2:
            yield first, first, listener
        elif a.places[HAND + listener] == b.places[HAND + listener] and holders(a) != holders(b):
            yield first, second, listener


def reaction(rng: random.Random, sides: list[Side], seat: int) -> str:
    """What a seat answers at both tables: a Guard only where it has the same at both."""
    moves = [side.people[seat].moves for side in sides]
    return str(rng.choice(moves[0])) if moves[0] == moves[1] else "pass"


@pytest.mark.parametrize("seed", range(8))
def test_a_listener_cannot_tell_the_tables_apart(host: Host, clock: Clock, seed: int) -> None:
    rng = random.Random(seed)
    compared = minutes = 0
    for (first, second, listener), _ in zip(pairs(rng), range(GAMES), strict=False):
        sides = [Side(host, first, listener), Side(host, second, listener)]
        for _ in range(3):
            if not sides[0].people[0].view["asks"].startswith("Act"):
                break  # taken back into an earlier window
            active = sides[0].people[0].waiting[0]
            act = rng.choice(["move end", "move hush", *["move attack"] * 5])
            if act == "move attack":
                act += f" {rng.choice([seat for seat in range(PLAYERS) if seat != active])}"
            minutes += 1
            clock.minutes = minutes
            for side in sides:
                side.do(act, active)
                side.settle()
            asked = sides[0].people[active].waiting
            if "attack" in act and len(asked) > 1:
                moves = {seat: reaction(rng, sides, seat) for seat in asked}
                wishers = [n for n in range(PLAYERS) if sides[0].people[n].undo == "consent"]
                plan = Plan(rng, active, listener, moves, wishers)
                for side in sides:
                    for (step, seat), minute in plan.merged(rng):
                        clock.minutes = minutes + 2 + minute
                        side.do(step, seat)
                    side.settle()
                minutes += 100
            told = [side.heard() for side in sides]
            for one, other in zip(*told, strict=True):
                assert one == other
            compared += 1
        for side in sides:
            side.close()
    assert compared > GAMES
