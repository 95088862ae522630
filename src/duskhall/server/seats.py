"""Seats: who sits at a table, what they are called, and the secrets that open it."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256
from typing import Final

from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.server.messages import Seat, WantedSeat
from duskhall.server.offers import BOTS
from duskhall.server.words import Refused, say

NAME_LENGTH: Final = 40
CHAT_LENGTH: Final = 500
JOINERS: Final = "\u200c\u200d"  # they shape letters and emoji, and do no harm
EYES: Final = {SPECTATOR: "spectator", ALL_SEEING: "all"}


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    return secrets.token_urlsafe(9)


def hashed(token: str) -> bytes:
    """What is kept of a token: who reads the file cannot sit down with it."""
    return sha256(token.encode("utf-8", "replace")).digest()


def eyes_name(eyes: int) -> str:
    return EYES.get(eyes) or str(eyes)


def read_eyes(name: str, players: int) -> int:
    """Eyes by their name in the protocol."""
    for eyes, known in EYES.items():
        if name == known:
            return eyes
    if name.isascii() and name.isdecimal() and len(name) < 3 and int(name) < players:
        return int(name)
    raise Refused("malformed", f"there are no eyes '{name[:20]}'")


def plain(text: str, length: int) -> str:
    """Text without anything that a screen would obey: on one line, and no longer than that."""
    kept = [
        " " if letter.isspace() else letter
        for letter in text
        if letter.isspace() or letter in JOINERS or unicodedata.category(letter)[0] != "C"
    ]
    return " ".join("".join(kept).split())[:length].strip()


def seat_people(wanted: list[WantedSeat], players: int, language: str) -> list[Seat]:
    """The seats of a new table. The first person is the host."""
    if len(wanted) != players:
        raise Refused("wrong-seats", f"{len(wanted)} / {players}")
    seats = [take_seat(seat, number, language) for number, seat in enumerate(wanted, 1)]
    for seat in seats:
        if seat.kind == "person":
            seat.host = True
            break
    return seats


def take_seat(wanted: WantedSeat, number: int, language: str) -> Seat:
    name = plain(wanted.name, NAME_LENGTH)
    if wanted.kind == "bot":
        check_bot(wanted.bot)
        title = say("bots", wanted.bot, language)
        name = name or say("names", "bot", language, title=title, number=number)
        return Seat("bot", name, wanted.bot)
    if wanted.kind == "open":
        return Seat("open", say("names", "open", language, number=number))
    return Seat("person", name or say("names", "person", language, number=number))


def check_bot(bot: str) -> None:
    if bot not in BOTS:
        raise Refused("unknown-bot", bot[:40])
