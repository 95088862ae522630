"""Foreign cards at a table: they are few, held once, and paid for by whoever brought them."""

from __future__ import annotations

import gc
import random
from collections import Counter
from pathlib import Path

import pytest

import duskhall
from duskhall import Record
from duskhall.engine.edition import Edition, WrongEdition
from duskhall.games.dark_dealings.box import DECK, Keep
from duskhall.server import sockets
from duskhall.server.app import told_cards
from duskhall.server.costs import QUICK, SECOND, cost_of_time
from duskhall.server.limits import Bucket
from duskhall.server.retelling import edition_of
from duskhall.server.sharing import shared_editions
from duskhall.server.sources import brought
from tests.server import attacks
from tests.server.hosting import hosting
from tests.server.playing import get, play_on, set_up, sit_down

GAME = attacks.GAME
NEVER = 0.001  # a second


def large(heroes: int, defenses: int) -> Edition:
    """Cards of which many belong to an expansion; all defenses are Heavy Hitters."""

    def hero(n: int) -> str:
        return f'{{challenge={n % 99 + 1}, name="H{n}", class="thief", armor=9, weak=["trap"]}},'

    def defense(n: int) -> str:
        side = '{types=["trap"], strength=1}'
        return f'{{rank=1, name="D{n}", ability="heavy_hitter", sides=[{side}]}},'

    lines = ["heroes = [", *[hero(n) for n in range(60)], "]"]
    lines += ["defenses = [", *[defense(n) for n in range(60)], "]", "[expansions.dragons]"]
    lines += ["heroes = [", *[hero(n) for n in range(60, heroes)], "]"]
    lines += ["defenses = [", *[defense(n) for n in range(60, defenses)], "]"]
    return Edition("large", "\n".join(lines), built_in=False)


@pytest.mark.parametrize(("heroes", "defenses"), [(DECK + 1, 60), (60, DECK + 1)])
def test_a_deck_is_not_much_larger_than_ours(heroes: int, defenses: int) -> None:
    with pytest.raises(WrongEdition, match=f"at most {DECK}"):
        GAME.box(6, {"dragons": True}, large(heroes, defenses))


def test_a_set_is_not_much_larger_than_ours() -> None:
    game = duskhall.game("dont-turn-your-back")
    text = next(iter(game.editions().values())).text.replace("copies=", "copies=1")
    with pytest.raises(WrongEdition, match="at most 84"):
        game.box(4, {}, Edition("large", text, built_in=False))


def test_moves_of_two_cards_are_made_when_they_are_needed() -> None:
    box = GAME.box(6, {"dragons": True}, large(DECK, DECK))
    assert isinstance(box, Keep)
    assert not box.picks
    assert not box.commits
    assert not box.heavy_strikes
    s = GAME.deal(box, 1)
    assert len(s.legal_moves(0)) == 36  # two of nine
    assert len(box.picks) == 36
    assert s.legal_moves(0)[0] is s.legal_moves(0)[0]


# Sharing


def test_tables_with_the_same_values_share_them_and_the_last_takes_them_away() -> None:
    gc.collect()
    before = shared_editions()
    text = attacks.heavy_hitters()
    one, two = (brought(Record.loads(text), 3) for _ in range(2))
    assert one.edition is not two.edition
    assert one.box() is two.box()
    assert one.edition.data is two.edition.data
    kept = edition_of(GAME, one.edition.name, one.edition.text, one.edition.sha256)
    assert GAME.box(2, one.options, kept) is one.box()  # also a table that is opened again
    assert shared_editions() == before + 1
    del one, two, kept
    gc.collect()
    assert shared_editions() == before


def test_other_values_are_not_shared() -> None:
    one = brought(Record.loads(attacks.heavy_hitters()), 0)
    text = one.edition.text.replace("armor=20", "armor=19")
    other = edition_of(GAME, one.edition.name, text, "")
    assert GAME.box(2, one.options, other) is not one.box()


# Time is paid for


def test_what_takes_long_is_paid_afterwards() -> None:
    assert cost_of_time(QUICK / 2) == 0
    assert cost_of_time(QUICK + 1) == pytest.approx(SECOND)
    bucket = Bucket(10.0, NEVER)
    bucket.owe(4.0)
    assert round(bucket.left) == 6
    bucket.owe(1_000.0)
    assert round(bucket.left) == -10  # it recovers in bounded time
    assert not bucket.take()


def test_an_address_pays_for_the_time_of_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosting(tmp_path / "tables.sqlite", address_messages=(400.0, NEVER)) as host:
        people = sit_down(host.address, set_up(host.address, "Ada", "Grace"))
        (address,) = host.app.state.sockets.addresses.buckets.values()
        before = address.left
        play_on(people, random.Random(1), 1)
        assert round(before - address.left) == 1
        monkeypatch.setattr(sockets, "cost_of_time", lambda _: 100.0)
        play_on(people, random.Random(1), 1)
        assert round(before - address.left) == 102
        for person in people:
            person.close()


def test_cards_with_other_options_cost_what_it_takes_to_pack_them(tmp_path: Path) -> None:
    next(iter(GAME.editions().values())).boxes.made.clear()
    told_cards.cache_clear()
    with hosting(tmp_path / "tables.sqlite", gets=(60.0, NEVER)) as host:
        told = Counter(
            get(host.address, "/api/games/dark-dealings/cards", **options).status_code
            for options in ever_other_options(40)
        )
        assert told[200] < 15
        assert told[429] == 40 - told[200]


def test_the_same_cards_again_are_one_request(tmp_path: Path) -> None:
    next(iter(GAME.editions().values())).boxes.made.clear()
    told_cards.cache_clear()
    with hosting(tmp_path / "tables.sqlite", gets=(60.0, NEVER)) as host:
        for _ in range(40):
            answer = get(host.address, "/api/games/dark-dealings/cards", players="3")
            assert answer.status_code == 200


def ever_other_options(count: int) -> list[dict[str, str]]:
    found = [
        {"players": players, "turning": turning, "detour": detour, "dragons": dragons}
        for players in "23456"
        for turning in ("after", "at-once")
        for detour in ("turn", "trash")
        for dragons in ("false", "true")
    ]
    return found[:count]
