"""What is told and kept of a seed that the seats made together with the server."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType

from duskhall.engine.proof import Proof, Share
from duskhall.server.lots import Luck, Proven, ToldShare

COMMIT, REVEAL, DEALT = "commit", "reveal", "dealt"  # how far it has come
SHOWN: Final = 20  # rounds begun anew that are told


def proven(proof: Proof | None) -> Proven | UnsetType:
    """A proof as it is told once the game is over, and kept."""
    if proof is None:
        return UNSET
    shares = [ToldShare(*share) for share in proof.shares]
    return Proven(proof.round, proof.promise, proof.secret, shares)


def read_proven(told: Proven) -> Proof:
    shares = [Share(share.seat, share.commitment, share.share) for share in told.shares]
    return Proof(told.round, told.promise, told.secret, shares)


def made_luck(proof: Proof | None) -> Luck | UnsetType:
    """What is told while a game is played by such a seed: the hashes alone."""
    if proof is None:
        return UNSET
    commitments = {str(share.seat): share.commitment for share in proof.shares}
    seats = [share.seat for share in proof.shares]
    return Luck(proof.round, proof.promise, DEALT, commitments, seats, [], [])
