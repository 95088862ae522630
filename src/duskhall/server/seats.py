"""Seats: who sits at a table, what they are called, and the secrets that open it."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.server.messages import Seat, WantedSeat
from duskhall.server.shelf import BOTS, EVERY_FACE, FACES, OLDER
from duskhall.server.words import Refused, say

NAME_LENGTH: Final = 40
CHAT_LENGTH: Final = 500
JOINERS: Final = "\u200c\u200d"  # they shape letters and emoji, and do no harm
# Letters and symbols by their kind, but nothing is seen where they stand.
BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"
EYES: Final = {SPECTATOR: "spectator", ALL_SEEING: "all"}


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """An id that a command line does not take for an option."""
    while (new := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return new


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
        " " if is_blank(letter) else letter
        for letter in text
        if is_blank(letter) or letter in JOINERS or unicodedata.category(letter)[0] != "C"
    ]
    return " ".join("".join(kept).split())[:length].strip()


def is_blank(letter: str) -> bool:
    return letter.isspace() or letter in BLANKS


def plain_name(text: str) -> str:
    """A name that can be seen, or none."""
    name = plain(text, NAME_LENGTH)
    return name if seen(name, "CMZ") else ""


def letters(name: str) -> str:
    """What a reader takes a name for: whatever its case, width, spaces and marks around it.

    Marks that join no letter go, too, as most of them are not seen at all.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return seen(folded, "CMPZ") or seen(folded, "CMZ")


def seen(text: str, without: str) -> str:
    """What is left of a text without blanks, and without letters of these kinds."""
    return "".join(
        [
            letter
            for letter in text
            if letter not in BLANKS and unicodedata.category(letter)[0] not in without
        ]
    )


def apart(name: str, seats: list[Seat], mark: str, own: int = -1) -> str:
    """A name that nobody takes for another seat's: one that might be bears a mark."""
    taken = {letters(seat.name) for number, seat in enumerate(seats) if number != own}
    if letters(name) not in taken:
        return name
    marked = f"{name[: NAME_LENGTH - len(mark) - 3]} ({mark})"
    return marked if letters(marked) not in taken else mark


def seat_people(
    wanted: list[WantedSeat], players: int, language: str, before: Sequence[str] = ()
) -> list[Seat]:
    """The seats of a new table, and who sat there before, in its record. The first person is the host.

    Whoever of the bots sat at the table before is where they were, as long as the level is theirs;
    nobody else is called so.
    """
    if len(wanted) != players:
        raise Refused("wrong-seats", f"{len(wanted)} / {players}")
    seats = [take_seat(seat, number, language) for number, seat in enumerate(wanted, 1)]
    for seat, name in zip(seats, before, strict=False):
        face = face_called(name)
        if seat.kind == "bot" and not seat.face and not seat.name and face in own_faces(seat.bot):
            seat.face, seat.name = face, name
    for seat in seats:
        if seat.kind == "bot":
            seat.face = seat.face or free_face(seat.bot or "", seats, language, before)
            seat.name = seat.name or say("faces", seat.face, language)
    for seat in seats:
        if seat.kind == "person":
            seat.host = True
            break
    return seats


def take_seat(wanted: WantedSeat, number: int, language: str) -> Seat:
    name = plain_name(wanted.name)
    if wanted.kind == "bot":
        check_bot(wanted.bot)
        if wanted.face and wanted.face not in EVERY_FACE:
            raise Refused("unknown-bot", wanted.face[:40])
        return Seat("bot", name, wanted.bot, face=wanted.face)
    if wanted.kind == "open":
        return Seat("open", say("names", "open", language, number=number))
    return Seat("person", name or say("names", "person", language, number=number))


def face_called(name: str) -> str:
    """The face of a bot with this name, in whatever language; or none."""
    for face in EVERY_FACE:
        if name in [say("faces", face, language) for language in LANGUAGES]:
            return face
    return ""


def own_faces(bot: str | None) -> list[str]:
    """The faces of a bot's level."""
    return FACES[OLDER.get(bot or "", bot or "")]


def free_face(bot: str, seats: list[Seat], language: str, before: Sequence[str] = ()) -> str:
    """A face by lot that nobody at the table has, nor its name: one of the bot's level, if any is left."""
    faces = {seat.face for seat in seats} | {face_called(name) for name in before}
    taken = {letters(name) for name in [*before, *[seat.name for seat in seats]]}
    free = [face for face in EVERY_FACE if face not in faces]
    free = [face for face in free if letters(say("faces", face, language)) not in taken] or free
    own = [face for face in free if face in own_faces(bot)]
    return secrets.choice(own or free or EVERY_FACE)


def persons(seats: list[Seat]) -> list[int]:
    """The seats that persons answer for now."""
    return [
        number for number, seat in enumerate(seats) if seat.kind == "person" and seat.bot is None
    ]


def check_bot(bot: str) -> None:
    if bot not in BOTS and bot not in OLDER:
        raise Refused("unknown-bot", bot[:40])
