"""Promises every game keeps. Each test runs on random games of each game in the catalogue."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tools.compile import TARGET, fingerprint

import duskhall
from duskhall import IllegalMove, Move, Record, State, Table
from duskhall.engine.events import ALL_SEEING, NOWHERE, OUTSIDE, SPECTATOR, Seat
from duskhall.engine.moves import parse_move
from duskhall.engine.positions import print_position, read_position
from duskhall.engine.state import FRESH
from duskhall.engine.steps import Step
from duskhall.engine.table import ALONE, CONSENT, NothingToTakeBack
from tests.games.chains import chains
from tests.games.tables import (
    Case,
    all_cards,
    answer_by_lot,
    cases,
    each_table,
    played,
    positions,
    some,
    some_positions,
    strange_moves,
    tried,
)

ROOT = Path(__file__).parents[2]
CASES = cases()
RULE = re.compile(r"[A-Z]{2}-\d+")


def test_every_player_count_and_every_value_of_every_option_is_tried() -> None:
    for game in duskhall.installed():
        own = [case for case in CASES if case.game is game]
        assert {case.players for case in own} == set(game.player_counts())
        for option in game.options():
            values = {case.options.get(option.name, option.default) for case in own}
            assert {option.default, *tried(option)} <= values, option.name


# A record is enough


@each_table
def test_a_record_replays_to_the_same_chain_of_hashes(case: Case) -> None:
    table = played(case)
    record = table.record
    assert record.verify(record.commitment()).digest() == table.state.digest()
    again = Table(Record.loads(record.dumps()))
    assert again.record.chain == record.chain
    assert again.events == table.events
    assert len(set(record.chain)) == len(record.moves) + 1


@each_table
def test_a_record_survives_being_written_and_read(case: Case) -> None:
    text = played(case).record.dumps()
    assert Record.loads(text).dumps() == text


@each_table
def test_any_position_of_a_record_can_be_opened(case: Case) -> None:
    digests = [s.digest() for s in positions(case)]
    record = played(case).record
    for position in some(case.luck("positions"), len(digests), 4):
        assert record.replay(position).digest() == digests[position]


def test_the_same_answers_with_another_seed_lead_elsewhere() -> None:
    for game in duskhall.installed():
        first, second = (game.setup(game.player_counts()[-1], seed) for seed in (1, 2))
        assert first.digest() != second.digest()


@each_table
def test_luck_comes_from_the_seed_alone(case: Case) -> None:
    random.seed(1)
    before = random.getstate()
    chain = played(case).record.chain
    assert random.getstate() == before
    random.seed(2)
    assert played(case).record.chain == chain


# Clones


@each_table
def test_past_positions_stay_as_they_were_while_play_goes_on(case: Case) -> None:
    past: list[tuple[State, str, str]] = []
    for s in positions(case):
        clone = s.clone()
        assert clone.digest() == s.digest()
        past.append((clone, s.digest(), s.determinize(0, seed=1).digest()))
    for clone, digest, guess in past:
        assert clone.digest() == digest
        assert clone.determinize(0, seed=1).digest() == guess


@each_table
def test_playing_a_clone_leaves_the_original_alone(case: Case) -> None:
    lots = case.luck("clones")
    for s in some_positions(case, 12):
        before = s.digest()
        moves = [str(move) for seat in s.waiting for move in s.legal_moves(seat)]
        clone = s.clone()
        for _ in range(12):
            if clone.waiting:
                clone.apply(*answer_by_lot(clone, lots))
        assert s.digest() == before
        assert [str(move) for seat in s.waiting for move in s.legal_moves(seat)] == moves


@each_table
def test_a_clone_has_the_same_future(case: Case) -> None:
    record = played(case).record
    digests = [s.digest() for s in positions(case)]
    for position in some(case.luck("future"), len(record.moves), 4):
        clone = record.replay(position).clone()
        for number, answer in enumerate(record.moves[position:], position + 1):
            clone.apply(*answer)
            assert clone.digest() == digests[number]


# A position as text


def text_of(case: Case, s: State, eyes: Seat = ALL_SEEING) -> str:
    return print_position(s, case.game, next(iter(case.game.editions())), eyes)


@each_table
def test_every_position_prints_and_is_read_again(case: Case) -> None:
    for s in positions(case):
        again = read_position(text_of(case, s), case.game, s.box)
        assert again.digest() == s.digest()
        assert again.waiting == s.waiting
        for seat in case.seats():
            assert again.legal_moves(seat) == s.legal_moves(seat)


@each_table
def test_a_position_that_was_read_has_the_same_future(case: Case) -> None:
    record = played(case).record
    digests = [s.digest() for s in positions(case)]
    for position in some(case.luck("future of a text"), len(record.moves), 4):
        s = record.replay(position)
        again = read_position(text_of(case, s), case.game, s.box)
        for number, answer in enumerate(record.moves[position:], position + 1):
            again.apply(*answer)
            assert again.digest() == digests[number]


@each_table
def test_a_position_through_a_seats_eyes_is_the_same_table_to_it(case: Case) -> None:
    for s in some_positions(case, 12):
        for seat in case.seats():
            again = read_position(text_of(case, s, seat), case.game, s.box)
            assert again.view(seat) == s.view(seat)
            assert again.view(SPECTATOR) == s.view(SPECTATOR)
            assert again.legal_moves(seat) == s.legal_moves(seat)
            assert text_of(case, again, seat) == text_of(case, s, seat)


# Events and cards


@each_table
def test_every_event_names_the_rule_it_comes_from(case: Case) -> None:
    for told in played(case).events:
        for event in told:
            assert RULE.fullmatch(event.rule), event


@each_table
def test_every_card_is_always_in_exactly_one_place(case: Case) -> None:
    cards = all_cards(case.game.open(case.deal().box))
    assert max(Counter(cards).values()) == 1
    for s in positions(case):
        assert all_cards(s) == cards


@each_table
def test_unordered_places_have_no_secret_order(case: Case) -> None:
    for s in positions(case):
        for place, cards in enumerate(s.places):
            assert s.box.ordered[place] or list(cards) == sorted(cards)
            assert s.box.name_of[place] or not cards


# Moves


@each_table
def test_every_seat_that_is_waited_for_has_moves_and_no_other(case: Case) -> None:
    for s in positions(case):
        assert len(set(s.waiting)) == len(s.waiting)
        assert not set(s.waiting) & set(s.sealed)
        for seat in case.seats():
            moves = s.legal_moves(seat)
            assert bool(moves) == (seat in s.waiting)
            assert len(set(moves)) == len(moves)
    assert s.agenda == []


@each_table
def test_every_move_prints_and_parses_back(case: Case) -> None:
    for s in positions(case):
        for seat in s.waiting:
            for move in s.legal_moves(seat):
                assert parse_move(str(move)) == move
            assert case.game.parse(s, seat, f" {move} ") == move
            assert s.why_not(seat, move) is None


@each_table
def test_a_card_may_be_given_by_its_name(case: Case) -> None:
    s = case.deal()
    names = Counter(name.lower() for name in s.box.card_names)
    for card, name in enumerate(s.box.card_names):
        if names[name.lower()] == 1 and name:
            assert case.game.parse(s, 0, f"take {name.upper()} 3") == Move("take", card, 3)


@each_table
def test_what_is_not_legal_is_refused_with_a_reason_and_changes_nothing(case: Case) -> None:
    lots = case.luck("strange moves")
    for s in some_positions(case, 12):
        before = s.digest()
        for seat in [*case.seats(), case.players, -1, SPECTATOR, ALL_SEEING]:
            for move in strange_moves(case, s, lots, 3):
                if move not in s.legal_moves(seat) and not is_legal_unlisted(s, seat, move):
                    with pytest.raises(IllegalMove) as refused:
                        s.apply(seat, move)
                    assert RULE.fullmatch(refused.value.rule)
                    assert str(refused.value).endswith(f" ({refused.value.rule})")
        assert s.digest() == before


def is_legal_unlisted(s: State, seat: Seat, move: Move) -> bool:
    """Whether the step asked has moves of its own beside those it lists, and this is one."""
    step = s.agenda[-1]
    has_own = type(step).allows is not Step.allows
    return has_own and seat in s.waiting and step.allows(s, seat, move)


@each_table
def test_a_finished_game_takes_no_more_answers(case: Case) -> None:
    table = played(case)
    before = table.state.digest()
    with pytest.raises(IllegalMove):
        table.play(*table.record.moves[-1])
    assert table.state.digest() == before


@each_table
def test_the_order_in_which_answers_are_sealed_does_not_matter(case: Case) -> None:
    for s in some_positions(case, 12):
        answers = [(seat, s.legal_moves(seat)[-1]) for seat in s.waiting]
        there, back = s.clone(), s.clone()
        for answer in answers:
            there.apply(*answer)
        for answer in answers[::-1]:
            back.apply(*answer)
        assert there.digest() == back.digest()


@each_table
def test_a_finished_game_has_a_standing(case: Case) -> None:
    standing = case.game.standing(played(case).state)
    assert len(standing.ranks) == len(standing.scores) == case.players
    best = max(standing.scores)
    if case.deal().box.is_cooperative:
        assert standing.ranks in ([1] * case.players, [2] * case.players)
        assert standing.scores == [best] * case.players
    else:
        winners = [rank == 1 for rank in standing.ranks]
        if case.deal().box.may_be_lost and not any(winners):
            assert standing.ranks == [2] * case.players
            assert standing.scores == [best] * case.players
        else:
            assert winners == [score == best for score in standing.scores]
    assert RULE.fullmatch(standing.rule)
    assert standing.reason


# Taking back


def leave_by_the_rules(table: Table, seat: Seat, before: State) -> str:
    """What `may_take_back` should say, told from the events: `before` is the last position."""
    moves, told, box = table.record.moves, table.events[-1], table.state.box
    if seat not in [other for other, _ in moves]:
        return ""
    if seat in table.state.sealed:
        return ALONE
    turned_up = any(
        event.source != NOWHERE and box.seers[event.target] & ~box.seers[event.source]
        for event in told
    )
    lucky = table.state.drawn != before.drawn
    final = table.state.finals != before.finals
    shown = turned_up or lucky or final or bool(before.sealed)
    return CONSENT if moves[-1][0] != seat or shown else ALONE


@each_table
def test_a_seat_takes_back_alone_until_luck_a_reveal_or_a_final_deed(case: Case) -> None:
    lots, table = case.luck("game"), case.sit_down()
    leaves = [""] * case.players
    assert [table.may_take_back(seat) for seat in case.seats()] == leaves
    while table.state.waiting:
        before = table.state.clone()
        table.play(*answer_by_lot(table.state, lots))
        for seat in case.seats():
            # Who has answered a quiet question is not to be told by what others may take back.
            if not table.state.is_quiet() or not table.state.sealed or seat in table.state.sealed:
                leaves[seat] = leave_by_the_rules(table, seat, before)
            assert table.may_take_back(seat) == leaves[seat]


@each_table
def test_taking_back_restores_the_table_and_keeps_what_others_sealed(case: Case) -> None:
    lots, record = case.luck("take back"), played(case).record
    for earlier in some(lots, len(record.moves), 8):
        position = earlier + 1
        table = table_at(record, position)
        seat = lots.choice(case.seats())
        last = root(record, table, seat)
        leave, digest, sealed = table.may_take_back(seat), table.state.digest(), table.state.sealed
        if leave != ALONE:
            with pytest.raises(NothingToTakeBack):
                table.take_back(seat)
            assert table.state.digest() == digest
        if leave == "":
            continue
        drawn = table.state.drawn
        table.take_back(seat, consent=leave == CONSENT)
        is_own = seat in sealed  # to take back what came before an open question reopens it
        kept = record.moves[last + 1 : position] if is_own else []
        if record.replay(last).drawn != drawn:
            kept = [(OUTSIDE, Move(FRESH, 1))]  # luck that was seen does not come again
        assert table.record.moves == record.moves[:last] + kept
        assert table.record.chain[: last + 1] == record.chain[: last + 1]
        assert table.state.digest() == table.record.verify().digest()
        assert len(table.events) == len(table.marks) == len(table.record.chain)
        assert seat in table.state.waiting
        if leave == ALONE and (is_own or not sealed):
            others = {other: move for other, move in sealed.items() if other != seat}
            assert table.state.sealed == others
            table.play(*record.moves[last])
            assert table.state.digest() == digest


def root(record: Record, table: Table, seat: Seat) -> int:
    """Where a seat's last answer was given; of a quiet question that was revealed, where it began."""
    last = table.last_answer(seat)
    if last < 0 or seat in table.state.sealed:
        return last
    asked = record.replay(last)
    return last - len(asked.sealed) if asked.is_quiet() else last


def table_at(record: Record, position: int) -> Table:
    """A table at an earlier position of a record."""
    copy = Record.loads(record.dumps())
    del copy.moves[position:], copy.chain[position + 1 :]
    return Table(copy)


@each_table
def test_going_back_and_playing_the_same_gives_the_same_chain(case: Case) -> None:
    table = played(case)
    moves, chain, events = table.record.moves[:], table.record.chain[:], table.events[:]
    position = case.luck("rewind").randrange(len(moves))
    table.rewind(position)
    assert table.record.chain == chain[: position + 1]
    for answer in moves[position:]:
        table.play(*answer)
    assert table.record.chain == chain
    assert table.events == events


# The same in every process, interpreted or compiled


def chains_elsewhere(games: int, hash_seed: str, path: Path = ROOT / "src") -> list[str]:
    """What another process says of the same games, with strings hashed another way."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.chains", str(games)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def compiled_path() -> Path:
    """Where the compiled copy is; skips the test where there is none of this source."""
    stamp = TARGET / "fingerprint"
    if not stamp.exists():
        pytest.skip("nothing is compiled: run `make compile`")
    if stamp.read_text() != fingerprint():
        pytest.skip("the compiled copy is older than the source: run `make compile`")
    return TARGET


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_two_processes_agree(hash_seed: str) -> None:
    assert chains_elsewhere(len(CASES), hash_seed) == chains(len(CASES))


@pytest.mark.source
def test_compiled_and_interpreted_agree() -> None:
    path = compiled_path()
    assert chains_elsewhere(len(CASES), "3", path) == chains_elsewhere(len(CASES), "4")


@pytest.mark.source
@pytest.mark.slow
def test_compiled_and_interpreted_agree_on_a_thousand_games() -> None:
    path = compiled_path()
    assert chains_elsewhere(1000, "5", path) == chains_elsewhere(1000, "6")
