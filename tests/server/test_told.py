"""What was told of a game is enough to read it for ever, through any eyes and without its rules."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import duskhall
from duskhall import Record
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.game import installed
from duskhall.server.messages import encode
from duskhall.server.rooms.room import Room
from duskhall.server.store import SqliteStore
from duskhall.server.telling import frames, happened, log, printed
from duskhall.server.told import Told, pack, tell, unpack
from tests.server.hosting import Host, hosting
from tests.server.playing import play_on, set_up, sit_down
from tests.server.test_following import as_sent, each_table, played

PRINTED = 10_000  # bytes of cards and board, compressed
EACH = 130  # bytes of an answer and what came of it, with its hash


def told_again(record: Record) -> Told:
    """As it comes out of the store."""
    told = unpack(pack(tell(record)))
    assert told is not None
    return told


@pytest.mark.once
@each_table
def test_frames_are_those_of_the_live_record(game: str, players: int) -> None:
    record = played(game, players)
    told, unfinished = told_again(record), record.copy()
    unfinished.result = None  # as it was told while it was played
    for eyes in [*range(players), SPECTATOR, ALL_SEEING]:
        for views in (False, True):
            live = as_sent(frames(record, eyes, views))
            assert as_sent(told.frames(eyes, views, [])) == live["frames"]
            if eyes != ALL_SEEING:
                live = as_sent(frames(unfinished, eyes, views))
                assert as_sent(told.quietly(eyes).frames(eyes, views, [])) == live["frames"]
        last = record.replay()
        assert as_sent(told.view(eyes)) == as_sent(last.view(eyes))
        assert as_sent(told.log(eyes, -1, True)) == as_sent(log(record, eyes))
        assert as_sent(told.log(eyes, 3, True)) == as_sent(log(record, eyes)[4:])
    now = as_sent(printed(record.game, record.box()))
    assert (told.cards, told.ordered, told.board) == (
        *(now["cards"], now["ordered"]),
        now.get("board", {}),
    )
    assert told.chain == record.chained().chain


@pytest.mark.parametrize("game", [kind.name for kind in installed()])
def test_it_is_small(game: str) -> None:
    most = duskhall.game(game).player_counts()[-1]
    record = played(game, most)
    assert len(pack(tell(record))) < PRINTED + EACH * len(record.moves)


def test_no_card_is_in_it_that_these_eyes_may_not_see() -> None:
    record = played("dark-dealings", 2)
    told = told_again(record)
    hidden = 0
    for moment in told.moments:
        for event, seen in zip(moment.events, moment.seen_by(SPECTATOR), strict=True):
            hidden += event.cards != seen.cards
            assert set(seen.cards) <= {*event.cards, -1}
    assert hidden > 10
    assert b'"seed"' not in encode(told.frames(0, False, []))


def test_of_what_was_never_told_the_moves_are_known_to_their_own_seats() -> None:
    record = played("dark-dealings", 2)
    short = record.copy()
    del short.moves[10:]
    told = told_again(short).shared_with(record.moves)
    assert (told.position, told.chain) == (10, [])
    for eyes in (0, SPECTATOR, ALL_SEEING):
        shown = told.frames(eyes, False, record.moves[10:])
        assert as_sent(shown[:11]) == as_sent(frames(short, eyes, False).frames)
        for frame, (seat, move) in zip(shown[11:], record.moves[10:], strict=True):
            assert (frame.events, frame.asks) == ([], "")
            known = {"seat": seat, "move": str(move)} if eyes in (seat, ALL_SEEING) else {}
            assert {key: as_sent(frame).get(key) for key in ("seat", "move")} == {
                "seat": None,
                "move": None,
                **known,
            }


def test_who_answered_a_quiet_question_is_not_told_while_it_is_played() -> None:
    record = played("dark-dealings", 3)
    told = tell(record)
    for moment in told.moments:  # as if all that is answered in secret were asked quietly
        moment.quiet = bool(moment.sealed) or len(moment.waiting) > 1
    first, second, third = (told.moments[n] for n in (1, 2, 3))
    assert (len(first.sealed), len(second.sealed), len(third.sealed)) == (1, 2, 0)
    for eyes in (0, 1, 2, SPECTATOR):
        quiet = told.quietly(eyes)
        assert quiet.position == told.position
        shown = as_sent(quiet.frames(eyes, False, []))
        whole = as_sent(told.frames(eyes, False, []))
        for frame in shown[1:3]:
            assert (frame["events"], frame["waiting"]) == ([], [0, 1, 2])
            assert list(frame.get("sealed", {})) == ([] if eyes == SPECTATOR else [str(eyes)])
        assert [frame.get("seat") for frame in shown[1:4]] == [
            *(None if eyes == SPECTATOR else eyes, None, None)
        ]
        assert [frame["events"] for frame in shown] == [frame["events"] for frame in whole]
        assert [*quiet.views(eyes)][3] == [*told.views(eyes)][3]
        # While it is open, one's own answer is all there is to it.
        begun = replace(told, moments=told.moments[:3]).quietly(eyes)
        assert begun.position == int(str(eyes) in second.sealed)
        assert begun.view(eyes)["sealed"] == second.sealed_for(eyes)


def test_what_was_taken_back_since_is_left_out() -> None:
    record = played("dark-dealings", 2)
    told = told_again(record)
    other = record.moves[:7] + [(1, duskhall.Move("other"))]
    assert told.shared_with(other).position == 7
    assert told.shared_with(record.moves).position == len(record.moves)
    assert told.shared_with(record.moves).chain == told.chain


def test_what_cannot_be_read_is_as_if_it_were_not_there() -> None:
    assert unpack(b"") is None
    assert unpack(b"nothing") is None
    assert unpack(pack(tell(played("dark-dealings", 1)))[:-40]) is None


def test_moments_that_all_see_have_no_masks() -> None:
    table = duskhall.new_table(duskhall.game("the-faceless"), 2, seed=1)
    rng = random.Random(1)
    while table.state.waiting:
        seat = rng.choice(table.state.waiting)
        table.play(seat, rng.choice(table.state.legal_moves(seat)))
    told = tell(table.record)
    assert not any(moment.masks for moment in told.moments[1:])
    assert as_sent(told.moments[3].events) == as_sent(
        happened(table.events[3], SPECTATOR, table.state.box)
    )


# When it is kept


def kept(host: Host, table: str) -> Told | None:
    return unpack(host.hall.store.told(table))


def test_it_is_kept_when_a_room_is_put_away(tmp_path: Path) -> None:
    with hosting(tmp_path / "tables.sqlite", idle_time=0.0) as host:
        made = set_up(host.address, "Ada", "open")
        (ada,) = sit_down(host.address, made)
        ada.move(ada.moves[0])
        assert kept(host, made["table"]) is None
        ada.close()
        while made["table"] in host.hall.rooms:
            host.call(host.hall.sweep)
        told = wait_for(lambda: kept(host, made["table"]))
        assert told.position == 1
        (ada,) = sit_down(host.address, made)
        room = host.hall.rooms[made["table"]]
        assert isinstance(room, Room)
        assert not room.keeping.is_due  # nothing has happened since
        ada.close()


def test_it_is_kept_when_a_game_is_over_and_when_the_server_stops(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with hosting(data) as host:
        made, other = set_up(host.address, "Ada", "Grace"), set_up(host.address, "Ada", "open")
        people = sit_down(host.address, made)
        play_on(people, random.Random(1))
        told = wait_for(lambda: kept(host, made["table"]))
        assert told.position == people[0].position
        (ada,) = sit_down(host.address, other)
        ada.move(ada.moves[0])
        for person in [ada, *people]:
            person.close()
        assert not host.hall.store.told(other["table"])
    store = SqliteStore(data, lambda call: call())
    last = unpack(store.told(other["table"]))
    store.close()
    assert last is not None
    assert last.position == 1


def wait_for(find: Callable[[], Told | None]) -> Told:
    for _ in range(1000):
        found = find()
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("nothing was kept")
