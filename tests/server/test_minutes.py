"""The minutes of offers: what is kept of the talk, and who is told of it."""

from __future__ import annotations

import pytest

from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.server import minutes
from duskhall.server.bargains import Talk
from duskhall.server.minutes import Line, Minutes, spoken
from duskhall.server.notes import Note


def line(
    position: int,
    kind: str = "offer",
    seat: int = 0,
    hearers: list[int] | None = None,
    turn: int = 1,
) -> Line:
    return Line(Talk(position, kind, seat, 7, [1], "swap 1 1"), turn, hearers)


def kinds(lines: list[Line], eyes: int, own: int) -> list[str]:
    return [talk.kind for told in spoken(lines, eyes, own).values() for talk in told]


def test_what_was_written_is_read_again() -> None:
    book = Minutes([])
    notes = [note for each in (line(0), line(1, "refuse", 1)) for note in book.write(each)]
    again = Minutes(notes)
    assert list(again.lines.values()) == list(book.lines.values())
    assert again.next == 2


def test_only_so_much_is_kept_and_the_last_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minutes, "KEPT", 3)
    book = Minutes([])
    notes = [note for position in range(5) for note in book.write(line(position))]
    assert [each.talk.position for each in book.lines.values()] == [2, 3, 4]
    assert [note for note in notes if not note.text] == [Note("talk", 0), Note("talk", 1)]


def test_a_take_back_forgets_what_came_after_it_and_what_was_agreed_on() -> None:
    book = Minutes([])
    for each in (line(0), line(1), line(1, "agree", 1), line(2)):
        book.write(each)
    assert len(book.take_back(1)) == 2
    assert [(each.talk.position, each.talk.kind) for each in book.lines.values()] == [
        *((0, "offer"), (1, "offer"))
    ]


def test_a_turn_has_its_own_talk() -> None:
    book = Minutes([])
    for each in (line(0), line(1, turn=2), line(2, turn=2)):
        book.write(each)
    assert [each.talk.position for each in book.of_turn(2)] == [1, 2]
    assert book.of_turn(3) == []


@pytest.mark.parametrize(
    ("eyes", "own", "heard"),
    [
        (0, 0, ["offer", "counter", "offer"]),
        (ALL_SEEING, 1, ["offer", "counter", "offer"]),
        (2, 2, ["whisper", "offer"]),
        (ALL_SEEING, 2, ["whisper", "offer"]),
        (0, SPECTATOR, ["whisper", "offer"]),  # through a hearer's eyes, by who has not heard it
        (2, 0, ["whisper", "offer"]),
    ],
)
def test_a_whisper_is_told_to_its_hearers_through_their_eyes(
    eyes: int, own: int, heard: list[str]
) -> None:
    """RT-68"""
    answer = line(0, "counter", 1, [0, 1])
    answer.talk.to = [0]
    assert kinds([line(0, hearers=[0, 1]), answer, line(1)], eyes, own) == heard
