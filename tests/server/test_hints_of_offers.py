"""Hints for offers: what a bot would answer to them, for whoever may agree."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskhall.engine.game import game
from duskhall.engine.positions import print_position
from duskhall.engine.records import Record
from duskhall.engine.table import Table
from duskhall.games.raid_and_trade.state import Ruin
from duskhall.server.advising import AskHint
from duskhall.server.messages import Seat
from duskhall.server.rooms.hints import Hints, option
from duskhall.server.rooms.offers import Page
from duskhall.server.rooms.play import Play
from duskhall.server.rooms.room import Room
from duskhall.server.settings import Settings
from duskhall.server.thinking import Thinker
from duskhall.server.words import Refused
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, Person, get
from tests.server.raiding import NAME, city, sit, swap, tokens
from tests.server.toys.keeping import sitting

FAIR = swap(["scrap"], ["electrics"])  # from who has scrap to who has electrics
BEYOND = swap(["tools"], ["scrap"])  # what the partner has not


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path / "tables.sqlite", adviser="greedy", offer_time=30.0) as running:
        yield running


def offered(maker: Person, to: Person, seat: int, terms: str) -> int:
    """Make an offer, and see it arrive. Returns its number."""
    assert maker.ask("offer", to=[seat], terms=terms)["type"] == "done"
    number: int = to.ask("sync")["offers"][0]["number"]
    return number


def hint(person: Person, offer: int) -> Message:
    return person.ask("hint", position=person.position, branch=person.branch, answers=offer)


def two_at(host: Host, s: Ruin) -> list[Person]:
    """Two who play against each other, with hints."""
    _, people = sit(host, s, ["person", "person", "bot:random"])
    room = host.hall.rooms[people[0].table]
    assert isinstance(room, Room)
    host.call(lambda: setattr(room.hints, "are_allowed", True))
    return people


def test_who_is_asked_by_an_offer_learns_what_a_bot_would_answer(host: Host) -> None:
    """RT-65 Agree, refuse, or a counter-offer."""
    people = two_at(host, city())
    ada, grace = people[0], people[1]
    with sitting(ada, grace):
        number = offered(ada, grace, 1, FAIR)
        told = hint(grace, number)
        assert told["type"] == "hint", told
        assert told["answers"] == number
        assert told["move"].split()[0] in ("agree", "refuse", "counter")
        hints = get(host.address, f"/api/games/{NAME}/text/en").json()["hints"]
        # A bot may know more than it can tell; whatever it tells has words.
        assert all(one["key"] in hints for one in told["why"])
        assert {**hint(grace, number), "id": 0} == {**told, "id": 0}  # thought of once


def test_nobody_else_gets_one_and_none_when_the_offer_is_gone(host: Host) -> None:
    people = two_at(host, city())
    ada, grace = people[0], people[1]
    with sitting(ada, grace):
        number = offered(ada, grace, 1, FAIR)
        assert hint(ada, number)["error"] == "nothing-asked"  # it is hers
        assert hint(grace, number + 1)["error"] == "nothing-asked"  # there is none
        assert ada.ask("withdraw", offer=number)["type"] == "done"
        assert hint(grace, number)["error"] == "nothing-asked"
        assert grace.ask("sync")["type"] == "table"  # and all goes on


class Waits(Thinker):
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.given_up = 0

    async def study(self, kind, limit, call, *given):  # type: ignore[no-untyped-def]
        self.asked.append(str(given[1]))
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def wondering(s: Ruin, terms: str) -> tuple[Waits, Play, Hints, dict[int, Page]]:
    kind = game(NAME)
    start = print_position(s, kind, "designed")
    table = Table(
        Record(kind, s.box.players, s.box.options, kind.editions()["designed"], 4, start=start)
    )
    people = [Seat("person", "") for _ in range(s.box.players)]
    play, thinker = Play(table, people, []), Waits()
    page = Page(7, 0, [1], terms, None, s.current_turn(), play.asked, 0.0, None)
    pages = {7: page}
    return thinker, play, Hints(play, thinker, Settings(Path()), option(True), pages), pages


def test_a_thought_about_an_offer_ends_with_it() -> None:
    thinker, _, hints, pages = wondering(city(), FAIR)

    async def withdraw() -> None:
        asker = asyncio.create_task(hints.ask(1, AskHint(0, answers=7)))
        for _ in range(3):
            await asyncio.sleep(0)
        hints.look_around()
        assert not asker.done()
        del pages[7]
        hints.look_around()
        await asker

    with pytest.raises(Refused, match="stale"):
        asyncio.run(withdraw())
    assert thinker.given_up == 1
    assert not hints.thoughts
    assert "agree" in thinker.asked[0].lower()  # the worker was asked the offer's question


def test_an_offer_that_cannot_be_agreed_on_has_no_hint() -> None:
    """RT-61 Who lacks what is asked for cannot give it."""
    s = city()
    assert "tools" not in tokens(s, 0)
    thinker, _, hints, _ = wondering(s, BEYOND)
    with pytest.raises(Refused, match="nothing-asked"):
        asyncio.run(hints.ask(1, AskHint(0, answers=7)))
    assert not thinker.asked


def test_an_offer_that_goes_before_it_is_thought_of_is_no_fault() -> None:
    thinker, _, hints, pages = wondering(city(), FAIR)

    async def vanish() -> None:
        asker = asyncio.create_task(hints.ask(1, AskHint(0, answers=7)))
        await asyncio.sleep(0)  # the thought is there, and has not begun
        pages.clear()
        await asker

    with pytest.raises(Refused, match="nothing-asked"):
        asyncio.run(vanish())
    assert not thinker.asked
