"""What is told of luck that the seats make together: parts, hashes, and how far it has come."""

from __future__ import annotations

from msgspec import Struct


class ToldShare(Struct):
    """What a seat has added to the seed, and the hash it showed before."""

    seat: int
    commitment: str
    share: str


class Proven(Struct):
    """All that a seed was made of."""

    round: int
    promise: str
    secret: str
    shares: list[ToldShare]


class Broken(Struct):
    """A round of luck that was begun anew, as this seat's share was not to be had."""

    round: int
    seat: int  # -1: the hall was renewed meanwhile


class Luck(Struct):
    """How far the seats have come with making a seed together."""

    round: int
    promise: str  # the hash of the server's secret, shown before anybody commits
    state: str  # commit, reveal; dealt, once there is a seed
    commitments: dict[str, str]  # by seat
    revealed: list[int]
    waiting: list[int]  # the seats that are waited for, also open ones
    broken: list[Broken]  # the last of them
