"""Don't Turn Your Back at the terminal: what may be typed."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence

import pytest
from rich.console import Console

from duskhall import Move, new_table
from duskhall.cli import run
from duskhall.cli.choices import Menu, common_set
from duskhall.cli.reading import Reader, Unclear
from duskhall.cli.session import Session
from duskhall.cli.words import Words
from duskhall.games.dont_turn_your_back.box import BB, D13, HAND, HS, SHOWN, WK
from duskhall.games.dont_turn_your_back.rules.services import Oust, PlaceTurned
from duskhall.games.dont_turn_your_back.rules.turn import DiscardLeftovers, PlaceCard
from duskhall.games.dont_turn_your_back.state import Night
from tests.cli.dont_turn_your_back import GAME, card, hold, night, send
from tests.cli.screens import NAMES, ask, put

VERBS = {"place", "pass", "discard", "oust", "encase", "buy", "swap"}


# What may be typed


def asked(s: Night, *hand: str) -> tuple[Reader, Menu]:
    """A reader, and the menu of someone who places one of these cards."""
    hold(s, 0, *hand)
    ask(s, PlaceCard(0))
    unlike = {GAME.describe(s, move, NAMES): move for move in reversed(s.legal_moves(0))}
    moves = [move for move in s.legal_moves(0) if move in unlike.values()]
    return Reader(s.box, "en", NAMES), Menu(moves, by_card=("place",))


def meant(reader: Reader, menu: Menu, typed: str, visible: set[int]) -> Menu | Move:
    return reader.choice(menu, typed) or reader.answer(menu, typed, visible, VERBS)


@pytest.mark.parametrize(
    "typed",
    [
        "place faceless bb",
        "place faceless, bizarre bazaar",
        "faceless bazaar",
        "FACELESS BB",
        "顔なし 怪奇バザール",
        "1 bb",
        "1 bazaar",
        "1 3",
    ],
)
def test_a_card_and_its_district_may_be_typed(typed: str) -> None:
    s = night()
    reader, menu = asked(s, "Faceless", "Faceless", "Clockwork Deputy")
    chosen = meant(reader, menu, typed, set(s.hand(0)))
    assert isinstance(chosen, Move)
    assert s.box.card_names[chosen.about[0]] == "Faceless"
    assert chosen.about[1] == BB


@pytest.mark.parametrize("typed", ["clockwork deputy 13", "place deputy d13", "1 13", "1 1"])
def test_district_13_may_be_called_by_its_number(typed: str) -> None:
    s = night()
    reader, menu = asked(s, "Clockwork Deputy")
    chosen = meant(reader, menu, typed, set(s.hand(0)))
    assert chosen == Move("place", s.hand(0)[0], D13)


def test_a_card_alone_leads_to_its_districts() -> None:
    s = night()
    reader, menu = asked(s, "Clockwork Deputy", "Cleaner")
    deputy = card(s, 0, "Clockwork Deputy")
    for further in (reader.choice(menu, "2"), reader.answer(menu, "deputy", set(), VERBS)):
        assert isinstance(further, Menu)
        assert further.depth == 2
        assert reader.choice(further, "wax") == Move("place", deputy, WK)
        assert reader.choice(further, "13") == Move("place", deputy, D13)
        assert reader.choice(further, "2") == Move("place", deputy, 2)
        assert reader.choice(further, "cleaner") is None, "another answer to the same question"


def test_what_is_named_but_not_legal_goes_to_the_rules() -> None:
    s = night()
    reader, menu = asked(s, "Cleaner")
    cleaner = s.hand(0)[0]
    assert reader.choice(menu, "1 13") == Move("place", cleaner, D13)
    assert reader.answer(menu, "place cleaner 13", {cleaner}, VERBS) == Move("place", cleaner, D13)
    refusal = s.why_not(0, Move("place", cleaner, D13))
    assert refusal is not None
    assert refusal.reason == "wrong-district"


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("faceless i", "which-card"),
        ("clockwork cs", "which-card"),
        ("place faceless moon", "no-such-card"),
        ("1 moon", "no-choice"),
        ("4 cs", "no-choice"),
        ("9", "no-choice"),
        ("3 cs", "no-choice"),
        ("0", "no-choice"),
        ("1 2 3", "no-choice"),
        ("deputy bb", "no-such-card"),
        ("cleaner", "no-such-move"),
    ],
)
def test_what_cannot_be_meant_is_unclear(typed: str, key: str) -> None:
    s = night()
    reader, menu = asked(s, "Faceless", "Clockwork Deputy")
    visible = {*s.hand(0), card(s, 0, "Clockwork Lieutenant"), card(s, 0, "Cleaner")}
    if typed.startswith("clockwork"):
        put(s, card(s, 0, "Clockwork Lieutenant"), HAND)
        menu = Menu([*menu.moves, Move("place", card(s, 0, "Clockwork Lieutenant"), 2)])
    with pytest.raises(Unclear, match=key):
        meant(reader, menu, typed, visible)


def test_any_number_of_a_hand_is_discarded_by_numbers_or_names() -> None:
    s = night(2)
    hold(s, 0, "Faceless", "Faceless", "Cleaner")
    hold(s, 1)
    ask(s, DiscardLeftovers())
    moves = s.legal_moves(0)
    menu, reader = Menu(moves, common_set(moves)), Reader(s.box, "en", NAMES)
    first, second, cleaner = s.hand(0)
    assert menu.takes_any()
    assert [entry.card for entry in menu.entries] == [first, second, cleaner]
    for typed, cards in [
        ("0", []),
        ("discard", []),
        ("2", [second]),
        ("3 1", [first, cleaner]),
        ("cleaner", [cleaner]),
        ("faceless", [first]),
        ("faceless faceless", [first, second]),
        ("cleaner, faceless", [first, cleaner]),
    ]:
        chosen = meant(reader, menu, typed, set(s.hand(0)))
        assert chosen == Move("discard", *cards), typed
    for wrong in ([4], [1, 1], [0, 1]):
        assert menu.choose(wrong) is None


def test_of_a_large_hand_any_cards_may_be_named_though_not_all_choices_are_listed() -> None:
    moves = [Move("discard"), *[Move("discard", n) for n in range(1, 9)]]
    moves.append(Move("discard", *range(1, 9)))
    menu = Menu(moves, common_set(moves))
    assert menu.choose([8, 2]) == Move("discard", 2, 8)
    box = GAME.box(2)
    faceless, cleaner = box.card_names.index("Faceless"), box.card_names.index("Cleaner")
    chosen = Reader(box, "en").answer(menu, "cleaner, faceless", set(range(1, 9)), VERBS)
    assert chosen == Move("discard", faceless, cleaner)
    assert common_set(moves[:-1]) == [], "not the whole: then it is no set"


def test_a_victim_may_be_one_of_several_of_the_same_name() -> None:
    s = night()
    attacker = send(s, 0, "Lady In Hating", BB)
    send(s, 1, "Cleaner", HS)
    send(s, 2, "Cleaner", HS)
    ask(s, Oust(0, attacker, HS))
    menu = Menu(s.legal_moves(0), by_card=("oust",))
    further = Reader(s.box, "en", NAMES).answer(menu, "oust cleaner", set(), VERBS)
    assert isinstance(further, Menu)
    assert [entry.card for entry in further.entries] == [
        card(s, 1, "Cleaner"),
        card(s, 2, "Cleaner"),
    ]


def test_a_move_can_be_written_by_names() -> None:
    s = night()
    reader, menu = asked(s, "Clockwork Deputy")
    assert reader.in_names(menu.moves[0]) == "place clockwork deputy, d13"
    for move in menu.moves[:-1]:
        assert reader.answer(menu, reader.in_names(move), set(s.hand(0)), VERBS) == move


# The command


def played(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *lines: str,
    more: Sequence[str] = (),
) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join([f"{line}\n" for line in lines])))
    sit_down = ["play", GAME.name, "--players", "3", "--bots", "random", "--seed", "5", *more]
    assert run(sit_down) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _at_home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "C.UTF-8")


def test_a_person_places_by_number_name_and_both(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["1", "cs", "1 13", "why not 1 hs", "look tacks", "?", "cards", "shameful bb", "undo"]
    shown = played(monkeypatch, capsys, *lines)
    assert "In one go, for example: 1 cs" in shown
    assert "1  Place Faceless in the City Slumbering" in shown
    assert "Player 1 placed Faceless in the City Slumbering.  TB-20" in shown
    assert "Faceless cannot be placed in District 13: it does not name that district." in shown
    assert "Faceless cannot be placed in the High School" in shown
    assert "The Tacks Man · Pain 3" in shown
    assert "place faceless, cs" in shown
    assert "Player 1 placed Shameful in the Bizarre Bazaar." in shown
    assert "Taken back: Place Shameful in the Bizarre Bazaar." in shown


def test_copies_of_a_card_have_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = played(monkeypatch, capsys)
    assert len(re.findall(r"^  \d  Faceless", shown, re.M)) == 1
    assert "Faceless ×2" in shown


def test_a_card_turned_over_goes_straight_to_its_districts() -> None:
    table = new_table(GAME, 3, seed=5)
    s = table.state
    assert isinstance(s, Night)
    number = card(s, 0, "Clockwork Deputy")
    put(s, number, SHOWN)
    ask(s, PlaceTurned(0, number))
    console = Console(width=80, file=io.StringIO())
    session = Session(table, 0, [], Words("en"), console, lambda: "wax")
    with console.capture() as capture:
        session.show_question()
        session.listen(session.menu())
    assert "  2  Place Clockwork Deputy in the City Slumbering" in capture.get()
    assert number in s.cards_in(WK)
