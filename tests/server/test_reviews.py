"""Reviews: a finished game, looked back at in workers, and told as it grows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.advice import ADVICE
from duskhall.bots.insight import percent
from duskhall.bots.review import smooth
from duskhall.engine.records import Record
from duskhall.server import reviewing
from duskhall.server.reviewing import Review, Reviews
from duskhall.server.settings import Settings
from duskhall.server.thinking import Thinker
from tests.server.hosting import Host, hosting
from tests.server.playing import Message, get, post, set_up, sit_down

PATIENCE = 120  # seconds; only a test that fails waits so long


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with hosting(data, adviser="greedy", workers=2) as running:
        yield running


def finished(seed: int = 5) -> Record:
    """Dark Dealings alone, where the first defense on offer is taken and every hero let in."""
    game = duskhall.game("dark-dealings")
    table = duskhall.new_table(game, 1, seed=seed)
    while table.state.waiting:
        legal = table.state.legal_moves(0)
        letting = [move for move in legal if move.verb == "discard"]
        table.play(0, (letting or legal)[0])
    return table.record


def put_down(host: Host, record: Record) -> tuple[str, str]:
    """A table at which this game is over, and its key."""
    seats = [{"kind": "person", "name": name} for name in record.names]
    body = {"record": record.dumps(), "position": len(record.moves), "seats": seats}
    made = post(host.address, "/api/tables/from-record", body).json()
    return made["table"], made["seats"][0]["token"]


def begin(host: Host, table: str, token: str) -> httpx.Response:
    return httpx.post(
        f"{host.address}/api/tables/{table}/review",
        json={},
        headers={"Authorization": f"Bearer {token}"} if token else {},
    )


def followed(host: Host, review: Message) -> list[Message]:
    """What is told of a review until it is done."""
    told = [review]
    end = time.monotonic() + PATIENCE
    while told[-1]["state"] == "working":
        assert time.monotonic() < end, told[-1]
        time.sleep(0.05)
        told.append(get(host.address, f"/api/reviews/{review['review']}").json())
    return told


def looked_at(host: Host, review: str, record: Record) -> list[int]:
    """By seat, how many answers were looked at closely."""
    suspects = host.call(lambda: list(host.app.state.reviews.kept[review].suspects or []))
    return [
        sum(record.moves[position][0] == seat for position in suspects)
        for seat in range(record.players)
    ]


def test_a_review_grows_until_it_is_done(host: Host) -> None:
    record = finished()
    table, token = put_down(host, record)
    told = followed(host, begin(host, table, token).json())
    done = told[-1]
    assert done["state"] == "done"
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    assert done["positions"] == sorted(done["positions"])
    assert done["positions"][-1] == len(record.moves)
    assert len(done["chances"]) == len(done["positions"])
    assert all(0 <= share <= 1 for shares in done["chances"] for share in shares)
    moments = host.call(lambda: dict(host.app.state.reviews.kept[done["review"]].curve))
    drawn = smooth(moments)
    rounded = [[round(share, 3) for share in drawn[at]] for at in done["positions"]]
    assert done["chances"] == rounded
    marked = [one["position"] for one in done["turnings"]]
    assert all(one["loss"] > 0 and one["position"] not in marked for one in done["luck"])
    assert all(abs(one["change"]) >= ADVICE.review.jump for one in done["leaps"])
    at_once = {one["position"] for one in done["luck"]} & {one["position"] for one in done["leaps"]}
    assert not at_once
    text = get(host.address, "/api/games/dark-dealings/text/en").json()
    assert done["turnings"], "to let all heroes in costs something"
    for one in done["turnings"]:
        seat, move = record.moves[one["position"]]
        assert (one["seat"], one["played"]) == (seat, str(move))
        assert one["better_chance"] > one["chance"]
        assert all(why["key"] in text["hints"] for why in one["why"])
    assert all(one["looked"] >= one["same"] >= 0 for one in done["sums"])
    assert [one["looked"] for one in done["sums"]] == looked_at(host, done["review"], record)
    for seat, own in enumerate(done["sums"]):  # what is marked is part of the sum
        marked_here = [one for one in done["turnings"] if one["seat"] == seat]
        assert len(marked_here) <= min(ADVICE.review.shown, own["looked"] - own["same"])
        cost = [percent(one["better_chance"]) - percent(one["chance"]) for one in marked_here]
        assert own["points"] >= sum(cost)
    # Whoever asks again is told the same, and nothing is thought twice.
    assert begin(host, table, token).json() == done


def test_a_record_that_somebody_brings_has_a_review(host: Host) -> None:
    record = finished(6)
    answer = post(host.address, "/api/review", {"record": record.dumps()})
    assert answer.status_code == 200
    assert followed(host, answer.json())[-1]["state"] == "done"


def test_there_is_none_of_a_game_that_is_not_over_nor_for_strangers(host: Host) -> None:
    made = set_up(host.address, "Ada", "bot:greedy")
    (ada,) = sit_down(host.address, made)
    assert begin(host, made["table"], ada.token).json()["error"] == "not-over"
    ada.close()
    table, _ = put_down(host, finished(7))
    assert begin(host, table, "").json()["error"] == "unknown-table"
    assert get(host.address, "/api/reviews/unheard-of").json()["error"] == "unknown-review"
    unfinished = duskhall.new_table(duskhall.game("dark-dealings"), 2, seed=1).record
    answer = post(host.address, "/api/review", {"record": unfinished.dumps()})
    assert answer.json()["error"] == "not-over"


def test_records_of_other_rules_or_cards_are_refused(host: Host) -> None:
    record = finished()
    old = msgspec.json.decode(record.dumps())
    old["version"] = 1
    answer = post(host.address, "/api/review", {"record": msgspec.json.encode(old).decode()})
    assert answer.json()["error"] == "broken-record"
    foreign = finished()
    text = foreign.edition.text.replace("strength=4", "strength=5")
    assert text != foreign.edition.text
    game = foreign.game
    table = duskhall.new_table(game, 1, seed=5, edition=game.edition_of("mine", text, ""))
    while table.state.waiting:
        table.play(0, table.state.legal_moves(0)[0])
    answer = post(host.address, "/api/review", {"record": table.record.dumps()})
    assert answer.json()["error"] == "no-review"


def test_the_work_rests_when_nobody_looks_and_goes_on(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "PATIENCE", 0.0)
    table, token = put_down(host, finished(8))
    first = begin(host, table, token).json()
    reviews = host.app.state.reviews
    end = time.monotonic() + PATIENCE
    while host.call(reviews.working):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert host.call(lambda: reviews.kept[first["review"]].state) == "working"
    monkeypatch.setattr(reviewing, "PATIENCE", 20.0)
    assert followed(host, begin(host, table, token).json())[-1]["state"] == "done"


def test_only_so_many_are_looked_back_at_at_once_and_the_others_wait(tmp_path: Path) -> None:
    with hosting(tmp_path / "t.sqlite", adviser="greedy", reviews_each=1) as small:
        one, two = put_down(small, finished(1)), put_down(small, finished(2))
        first, second = begin(small, *one).json(), begin(small, *two).json()
        assert second["state"] == "working"
        working = small.call(small.app.state.reviews.working)
        assert [review.key for review in working] in ([first["review"]], [second["review"]])
        for told in (first, second):
            assert followed(small, told)[-1]["state"] == "done"


def test_one_address_leaves_room_for_others() -> None:
    reviews = Reviews(Thinker(1, 1.0), Settings(Path(), reviews=3, reviews_each=2))
    for key, address in enumerate(("a", "a", "b")):
        assert reviews.has_room(address)
        review = Review(str(key), finished(), address)
        review.task = object()  # type: ignore[assignment]
        reviews.kept[str(key)] = review
        assert not reviews.has_room("a") or not key
    assert not reviews.has_room("c")


def test_one_that_failed_is_begun_anew(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError

    table, token = put_down(host, finished(9))
    with monkeypatch.context() as failing:
        failing.setattr(Reviews, "go_on", fail)
        assert followed(host, begin(host, table, token).json())[-1]["state"] == "failed"
    assert followed(host, begin(host, table, token).json())[-1]["state"] == "done"


def test_a_seats_chances_follow_who_wins() -> None:
    """The curve ends with who has won."""
    game = duskhall.game("dark-dealings")
    table = duskhall.new_table(game, 2, seed=3)
    bot = make_bot("greedy", game, 1)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, bot.answer(table.state, seat, len(table.record.moves)))
    last = reviewing.chances_at(table.record.dumps(), "greedy", [len(table.record.moves)])[0]
    assert table.record.result is not None
    winners = [rank == 1 for rank in table.record.result.ranks]
    assert [share > 0 for share in last] == winners
