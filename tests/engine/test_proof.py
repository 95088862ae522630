"""A seed that a server and the seats made together: every hash is held against what it binds."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

import pytest

import duskhall
from duskhall import BrokenRecord, Record
from duskhall.engine.proof import (
    BrokenProof,
    Proof,
    Share,
    commitment_of,
    promise_of,
    seed_of,
)
from duskhall.engine.table import Table

GAME = duskhall.installed()[0]
SECRET = "5e" * 32
SHARES = {0: "0a" * 32, 2: "2c" * 32}  # seat 1 is a bot's
Data = dict[str, object]


def terms(players: int = 3) -> Record:
    """A record before there is a seed."""
    edition = next(iter(GAME.editions().values()))
    options = GAME.box(players, {}, edition).options
    return Record(GAME, players, options, edition, 0)


def proof(round: int = 1, secret: str = SECRET, shares: dict[int, str] = SHARES) -> Proof:
    promise = promise_of(terms().terms(), round, secret)
    told = [
        Share(seat, commitment_of(promise, seat, share), share) for seat, share in shares.items()
    ]
    return Proof(round, promise, secret, told)


def proven(made: Proof | None = None) -> Record:
    """A record of a few moves whose seed was made so."""
    made = made or proof()
    bare = terms()
    record = Record(GAME, bare.players, bare.options, bare.edition, int(made.seed(), 16))
    record.proof = made
    table = Table(record)
    for _ in range(3):
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    return table.record


def reason(change: Callable[[Data], object]) -> str:
    """Why a proven record is refused after this change of its proof."""
    data = json.loads(proven().dumps())
    change(data["proof"])
    with pytest.raises(BrokenRecord) as broken:
        Record.loads(json.dumps(data))
    return str(broken.value)


def test_the_hashes_are_those_that_the_protocol_describes() -> None:
    text = terms().terms()
    assert json.loads(text)["seed"] == ""
    assert text == proven().header().replace(proof().seed(), "")
    promise = sha256(f"{text}\n1\n{SECRET}".encode()).hexdigest()
    assert promise_of(text, 1, SECRET) == promise
    assert (
        commitment_of(promise, 2, SHARES[2])
        == sha256(f"{promise}\n2\n{SHARES[2]}".encode()).hexdigest()
    )
    lines = f"{SECRET}\n0 {SHARES[0]}\n2 {SHARES[2]}"
    assert seed_of(SECRET, {2: SHARES[2], 0: SHARES[0]}) == sha256(lines.encode()).hexdigest()[:32]


def test_a_proven_record_is_written_read_and_verified() -> None:
    record = proven()
    again = Record.loads(record.dumps())
    assert again.dumps() == record.dumps() == record.chained().dumps()
    assert again.proof == proof()
    for shown in record.shown():
        assert again.verify(shown).digest() == record.replay().digest()
    assert len(set(record.shown())) == 4  # of the header, the server and two seats
    with pytest.raises(BrokenRecord, match="do not match the hash"):
        again.verify("0" * 64)


def test_a_record_from_before_carries_none_and_verifies() -> None:
    record = proven()
    record.proof = None
    text = record.dumps()
    assert "proof" not in json.loads(text)
    assert Record.loads(text).verify(record.commitment()).digest() == record.replay().digest()
    with pytest.raises(BrokenRecord, match="do not match the hash"):
        Record.loads(text).verify(proof().promise)  # a proof that was taken out is missed


def test_every_part_changes_the_seed() -> None:
    seeds = {
        seed_of(SECRET, SHARES),
        seed_of("00" * 32, SHARES),
        seed_of(SECRET, {**SHARES, 0: "ff" * 32}),
        seed_of(SECRET, {**SHARES, 2: "ff" * 32}),
        seed_of(SECRET, {0: SHARES[2], 2: SHARES[0]}),
        seed_of(SECRET, {0: SHARES[0]}),
        seed_of(SECRET, {0: SHARES[0], 1: SHARES[2]}),
    }
    assert len(seeds) == 7


def test_a_commitment_is_of_one_seat_and_one_promise() -> None:
    """Who copies another's commitment cannot tell the share that it asks for."""
    promise, other = proof(1).promise, proof(2).promise
    share = SHARES[0]
    hashes = {
        commitment_of(promise, 0, share),
        commitment_of(promise, 1, share),
        commitment_of(other, 0, share),
    }
    assert len(hashes) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda p: p.update(secret="00" * 32), "not the one that it promised"),
        (lambda p: p.update(promise="00" * 32), "not the one that it promised"),
        (lambda p: p.update(round=2), "not the one that it promised"),
        (lambda p: p.update(round=0), "no such round"),
        (lambda p: p.update(round=True), "no round or shares"),
        (lambda p: p.update(shares={}), "no round or shares"),
        (lambda p: p.update(secret="5E" * 32), "64 hexadecimal digits"),
        (lambda p: p.update(secret="5e" * 31), "64 hexadecimal digits"),
        (lambda p: p.update(secret=None), "64 hexadecimal digits"),
        (lambda p: p.pop("secret"), "lacks 'secret'"),
        (lambda p: p.update(shares=[]), "not those of seats"),
        (lambda p: p["shares"].reverse(), "not those of seats"),
        (lambda p: p["shares"].append(p["shares"][-1]), "not those of seats"),
        (lambda p: p["shares"][1].update(seat=3), "not those of seats"),
        (lambda p: p["shares"][0].update(seat=-1), "not those of seats"),
        (lambda p: p["shares"][0].update(seat="0"), "belongs to no seat"),
        (lambda p: p["shares"][0].update(share="ff" * 32), "share of seat 0 is not the one"),
        (lambda p: p["shares"][1].update(commitment="ff" * 32), "share of seat 2 is not the one"),
        (lambda p: p["shares"][1].update(seat=1), "share of seat 1 is not the one"),
        (lambda p: p["shares"].pop(), "seed is not made of"),
        (lambda p: p.update(shares=[7]), "cannot be read"),
    ],
)
def test_a_proof_that_does_not_fit_is_refused(change: Callable[[Data], object], said: str) -> None:
    assert said in reason(change)


def test_a_proof_of_another_seed_is_refused_though_it_fits_by_itself() -> None:
    record = proven()
    record.proof = proof(shares={0: "11" * 32})
    with pytest.raises(BrokenRecord, match="seed is not made of"):
        record.verify()


def test_a_promise_is_bound_to_what_is_played() -> None:
    """A server cannot promise for one game, and deal another by it."""
    made = proof()
    made.check(terms().terms(), 3, made.seed())
    with pytest.raises(BrokenProof, match="not the one that it promised"):
        made.check(terms(2).terms(), 3, made.seed())
