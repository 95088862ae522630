"""A proof of luck: a seed that a server and the seats made together, each bound before any was told.

The server promises a secret. Each seat commits to a share of its own, which is bound to that
promise; once all have, all shares are told, and the seed is the hash of the secret and all of them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

DIGITS: Final = 64  # of a secret, a share and a hash, in lower case
SEED_DIGITS: Final = 32  # of the hash, the seed are the first ones
ROUNDS: Final = 1_000_000  # that may have been begun


class BrokenProof(ValueError):
    """A seed that was not made of what it is said to be made of."""


class Share(NamedTuple):
    """What a seat has added to the seed, and the hash by which it was bound to it."""

    seat: int
    commitment: str
    share: str


class Proof(NamedTuple):
    """All that a seed was made of."""

    round: int  # from 1: one in which somebody did not tell their share was begun anew
    promise: str
    secret: str  # the server's
    shares: list[Share]  # by rising seat; bots add nothing

    def seed(self) -> str:
        return seed_of(self.secret, {share.seat: share.share for share in self.shares})

    def check(self, terms: str, players: int, seed: str) -> None:
        """Hold every hash against what it was made of. BrokenProof says what does not fit."""
        if not 1 <= self.round <= ROUNDS:
            raise BrokenProof("there is no such round of luck")
        words = [self.promise, self.secret]
        for share in self.shares:
            words += [share.commitment, share.share]
        if not all(is_word(word) for word in words):
            raise BrokenProof(f"secrets, shares and their hashes have {DIGITS} hexadecimal digits")
        seats = [share.seat for share in self.shares]
        if not seats or seats != sorted(set(seats)) or not 0 <= seats[0] <= seats[-1] < players:
            raise BrokenProof("the shares are not those of seats in their order")
        if promise_of(terms, self.round, self.secret) != self.promise:
            raise BrokenProof("the server's secret is not the one that it promised")
        for share in self.shares:
            if commitment_of(self.promise, share.seat, share.share) != share.commitment:
                raise BrokenProof(
                    f"the share of seat {share.seat} is not the one that it committed to"
                )
        if self.seed() != seed:
            raise BrokenProof("the seed is not made of the server's secret and the seats' shares")

    def hashes(self) -> list[str]:
        """What was shown before the seed could be known."""
        return [self.promise, *[share.commitment for share in self.shares]]


def is_word(text: str) -> bool:
    return len(text) == DIGITS and all(letter in "0123456789abcdef" for letter in text)


def promise_of(terms: str, round: int, secret: str) -> str:
    """What a server shows first. It is bound to what is played, too."""
    return sha256(f"{terms}\n{round}\n{secret}".encode()).hexdigest()


def commitment_of(promise: str, seat: int, share: str) -> str:
    """What a seat shows next. Nobody can make it before the promise, nor use another seat's."""
    return sha256(f"{promise}\n{seat}\n{share}".encode()).hexdigest()


def seed_of(secret: str, shares: dict[int, str]) -> str:
    """The seed, in hexadecimal digits."""
    lines = [f"{seat} {shares[seat]}" for seat in sorted(shares)]
    return sha256("\n".join([secret, *lines]).encode()).hexdigest()[:SEED_DIGITS]
