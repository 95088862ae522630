"""What is told of offers: those that stand, and what was said of them."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Offer(Struct):
    number: int
    maker: int
    to: list[int]
    terms: str
    seen_by: list[int] | None  # None: everybody
    refused: list[int]  # by those who were asked too
    left: float | None  # seconds that it stands
    words: str = ""  # said with it
    counters: int | UnsetType = UNSET  # the offer that it answers
    reason: str | UnsetType = UNSET  # why a bot makes it: a key of the game's `bots`,
    about: list[int] | UnsetType = UNSET  # and the numbers that fill its fields


class Talk(Struct, omit_defaults=True):
    """Something said of an offer. Which kinds there are is in docs/protocol.md."""

    position: int
    kind: str
    seat: int
    offer: int = 0
    to: list[int] = []
    terms: str = ""
    words: str = ""
    counters: int = 0
    why: str = ""  # it has ended
    rule: str = ""  # by which it is not possible any more,
    because: str = ""  # a key of the game's `refusals`
    reason: str = ""  # of a bot
    about: list[int] = []  # numbers that fill the fields of either
    ends: bool = False  # nobody is left who may agree
    whispered: bool = False
    time: int = 0


class Offers(Struct, tag="offers"):
    offers: list[Offer]
    talk: list[Talk] = []  # since the last such message
    talking: list[list[int]] | UnsetType = UNSET  # pairs of seats that whisper unheard
    may_offer: int | UnsetType = UNSET  # how many more this seat may make in this turn
