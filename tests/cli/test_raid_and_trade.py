"""Raid & Trade at the terminal: the city as text, and trades as one says them."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from duskhall import Move, new_table
from duskhall.bots import make_bot
from duskhall.cli.reading import Unclear
from duskhall.cli.session import Leave, Session
from duskhall.cli.tables import drawing_of
from duskhall.cli.words import Words
from duskhall.engine.game import game
from duskhall.games.raid_and_trade.parts import (
    ACTED,
    AT,
    DYNAMITE,
    HOUSE,
    INCIDENT_DECK,
    INSIDE,
    OFFERS,
    OPEN_HAND,
    OUTPOST,
    PASSED,
    RAID_CARD,
    READY,
    TILE,
)
from duskhall.games.raid_and_trade.rules.trade import Agree, Propose
from duskhall.games.raid_and_trade.state import Ruin
from tests.cli.screens import NAMES, ask, plain_console, put, table_text, text
from tests.server.raiding import city

GAME = game("raid-and-trade")


def drawn(s: Ruin, width: int = 80, whole: bool = False, language: str = "en") -> str:
    return table_text(GAME, s, 0, width, whole, language)


def typed(s: Ruin, line: str, language: str = "en") -> Move | None:
    drawing = drawing_of(GAME, s.box, NAMES[: s.box.players], Words(language))
    return drawing.typed(s.view(0), line)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("players", [3, 4])
def test_everything_fits_the_screen_and_nothing_is_cut(
    width: int, language: str, players: int
) -> None:
    s = city(players)
    for whole in (False, True):
        lines = drawn(s, width, whole, language).splitlines()
        assert max(cell_len(line) for line in lines) <= width
        city_lines = [line for line in lines if line.startswith("│")]
        assert len(city_lines) >= 9
        assert not any("…" in line for line in lines[players + 1 :])


def test_seats_show_dials_tokens_and_where_they_stand() -> None:
    s = city()
    s.numbers[PASSED + 2] = 1
    s.numbers[INSIDE + 1] = 1
    ann, bob, cid = drawn(s).splitlines()[1:4]
    code = f"{s.numbers[AT] // 4 + 1}{'abcd'[s.numbers[AT] % 4]}"
    assert ann.startswith("●> Ann (")
    dials, held = ann.split()[3:7], ann.split()[7:15]
    assert (dials[0], held) == ("8", ["3", "2", *"······"])
    assert code in ann
    assert f"{code} in" in bob
    assert f"{code} passed" in cid


def test_the_city_shows_houses_figures_incidents_and_dynamite() -> None:
    s = city()
    square = next(n for n in range(51) if s.numbers[HOUSE + n] == 3)
    tile = s.ruins.tiles.squares[square].tile
    index = s.ruins.tiles.tiles[tile].squares.index(square) + 1
    s.numbers[DYNAMITE] = square
    card = put(s, s.places[INCIDENT_DECK][0], TILE + tile)
    shown = drawn(s)
    assert f"L{index}*" in shown
    assert f"! {s.box.card_names[card]}" in shown
    assert "OUTPOST" in shown
    s.numbers[INSIDE] = 1
    assert "OUTPOST●" in drawn(s)
    s.numbers[OUTPOST] = -1
    assert "OUTPOST" not in drawn(s)
    assert "● ◆ ▲" in drawn(city())


def test_items_say_what_is_missing_and_the_nearest_come_first() -> None:
    s = city()
    shown = drawn(s)
    assert "lacks" in shown
    assert "more: `table` shows all" in shown
    whole = drawn(s, whole=True)
    assert "Items to craft · Bob" in whole
    item = s.places[READY - 5][0]
    put(s, item, READY)
    assert f"{s.box.card_names[item]}" in drawn(s)
    assert "crafted" in drawn(s)


def test_cards_that_lie_open_say_what_they_do() -> None:
    s = city()
    raid = put(s, s.ruins.raids[0][0], RAID_CARD)
    card = put(s, s.places[INCIDENT_DECK][0], OPEN_HAND)
    shown = drawn(s, 200)
    assert f"Raid card: {s.box.card_names[raid]}" in shown
    assert f"Incident: {s.box.card_names[card]}" in shown
    drawing = drawing_of(GAME, s.box, NAMES[:3], Words("en"))
    view = s.view(0)
    for number, row in enumerate(s.ruins.rows):
        said = text(drawing.look(view, number), 200)
        assert s.box.card_names[number] in said
        assert "{" not in said
        if row.get("effect"):
            assert len(said.splitlines()) > 1
    assert s.box.card_names[card] in text(drawing.own_cards(view, 0, 80))


def test_before_the_first_round_there_is_no_city() -> None:
    s = new_table(GAME, 3, 1, "", NAMES[:3]).state
    assert isinstance(s, Ruin)
    shown = drawn(s)
    assert "│" not in shown
    assert drawing_of(GAME, s.box, NAMES[:3], Words("en")).title(s.view(0)) == (
        "Before the first round"
    )


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("trade Bob: 2 scrap for electrics", "trade 1 2 0 0 5"),
        ("trade bob scrap scrap for electrics", "trade 1 2 0 0 5"),
        ("trade 1 2 scrap scrap electrics", "trade 1 2 0 0 5"),
        ("trade ci scrap, food = 2 clothing", "trade 2 2 0 1 2 2"),
        ("trade Bob: スクラップ for 電装品", "trade 1 1 0 5"),
        ("trade Bob: elec for scr", "trade 1 1 5 0"),
    ],
)
def test_a_trade_is_typed_as_one_says_it(line: str, move: str) -> None:
    """RT-64"""
    assert str(typed(city(), line)) == move


def test_items_are_named_in_a_trade() -> None:
    """RT-63"""
    s = city()
    item = s.ruins.items[4][6]
    name = s.box.card_names[item].lower()
    assert typed(s, f"trade bob: scrap for {name}") == Move("trade", 1, 1, 0, item)


def test_offers_and_counters_have_no_partner() -> None:
    """RT-65"""
    s = city()
    ask(s, Propose(0, 1))
    assert typed(s, "offer scrap for electrics") == Move("offer", 1, 0, 5)
    ask(s, Agree(0, 1, 1, 0, 5))
    assert typed(s, "counter 1 scrap electrics electrics") == Move("counter", 1, 0, 5, 5)


@pytest.mark.parametrize(
    "line",
    [
        "trade nobody scrap for food",
        "trade bob: scrap for unobtainium",
        "trade bob: scrap",
        "trade bob: 99 scrap for food",
        "trade bob: s for food",
    ],
)
def test_what_cannot_be_meant_is_unclear(line: str) -> None:
    with pytest.raises(Unclear):
        typed(city(), line)


def test_what_is_no_trade_is_left_to_others() -> None:
    s = city()
    for line in ("trade", "trade 1", "trade 1 2 0 0 5", "cross 2a", "trade bob"):
        assert typed(s, line) is None


@pytest.mark.parametrize(
    ("line", "key", "said"),
    [
        ("trade Bob 9: scrap for food", "no-such-player", "Bob 9"),
        ("trade Bob 9 scrap for food", "no-such-player", "Bob 9"),
        ("trade nobody scrap for food", "no-such-player", "nobody"),
        ("trade 7: scrap for food", "no-such-player", "7"),
        ("trade bob：scrap for food", "which-card", "bob"),
        ("trade bob scrap for food", "which-card", "bob"),
    ],
)
def test_a_wrong_partner_is_told_who_sits_there(line: str, key: str, said: str) -> None:
    """RT-64"""
    s = city()
    drawing = drawing_of(GAME, s.box, ["Ann", "Bob 2", "Bob 3"], Words("en"))
    with pytest.raises(Unclear) as unclear:
        drawing.typed(s.view(0), line)
    found = unclear.value
    assert (found.key, found.text, found.names) == (key, said, ["Bob 2", "Bob 3"])


def hints(s: Ruin) -> list[str]:
    drawing = drawing_of(GAME, s.box, NAMES[: s.box.players], Words("en"))
    return [usage for usage, _ in drawing.typing(s.view(0), s.legal_moves(0))]


def test_a_trade_is_suggested_only_where_one_may_be_offered() -> None:
    """RT-22, RT-61, RT-65: with the action, to who is outside, and as long as offers are left"""
    assert hints(city()) == ["trade Bob: 2 scrap for electrics"]
    s = city()
    s.numbers[INSIDE + 1] = 1
    s.ask_again()
    assert hints(s) == ["trade Cid: 2 scrap for electrics"]
    for number, value in ((ACTED, 1), (INSIDE, 1), (OFFERS, s.ruins.most_offers)):
        s = city()
        s.numbers[number] = value
        s.ask_again()
        assert hints(s) == []


def test_a_counter_offer_is_suggested_while_offers_are_left() -> None:
    """RT-65"""
    s = ask(city(), Agree(0, 1, 1, 0, 5))
    assert hints(s) == ["counter electrics for 3 scrap"]
    s.numbers[OFFERS] = s.ruins.most_offers
    assert hints(s) == []


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Agree to this trade with Bob: you give Scrap ×2, and get Electrics and Tools?"),
        ("ja", "Bobとの取引に応じますか？ 渡すもの：スクラップ ×2、もらうもの：電装品と工具"),
    ],
)
def test_who_is_to_agree_reads_to_what(language: str, question: str) -> None:
    """RT-65"""
    s = ask(city(), Agree(0, 1, 2, 0, 0, 5, 3))
    drawing = drawing_of(GAME, s.box, NAMES[:3], Words(language))
    assert drawing.asked(s.view(0)) == question


def test_the_terms_stand_in_the_question_itself() -> None:
    """RT-65: also where the log has scrolled away"""
    s = ask(city(), Agree(0, 1, 1, 0, 5))
    shown = play(s, "")
    assert shown.count("Agree to this trade with Greedy 2: you give Scrap, and get Electrics?") == 2


def test_nobody_by_that_name_is_answered_with_the_names() -> None:
    """RT-64"""
    shown = play(city(), "trade Greedy 9: scrap for tools")
    said = "Nobody here is called 'Greedy 9'. At this table sit Greedy 2 and Greedy 3."
    assert said in shown


def play(s: Ruin, *lines: str) -> str:
    """What a person at the first seat sees who types this, and leaves."""
    table = new_table(GAME, 3, 4, "", ["Ann", "Greedy 2", "Greedy 3"])
    table.state = s
    typed = list(lines)

    def read() -> str:
        if not typed:
            raise Leave
        return typed.pop(0)

    bots = [make_bot("greedy", GAME, seat) for seat in range(3)]
    console = plain_console(120)
    session = Session(table, 0, bots, Words("en"), console, read)
    with console.capture() as capture, pytest.raises(Leave):
        session.run()
    return capture.get()


def test_a_bot_answers_a_typed_offer_and_says_why() -> None:
    """RT-65"""
    shown = play(
        city(), "?", "why trade greedy 2: 9 guns for tools", "trade greedy 2: scrap for tools"
    )
    assert "trade Greedy 2: 2 scrap for electrics" in shown
    assert "You have too few tokens of this kind: Guns." in shown
    assert "Ann offered Greedy 2 Scrap for Tools." in shown
    answers = ["Greedy 2 refused.", "Greedy 2 agreed", "Greedy 2 would rather"]
    assert any(answer in shown for answer in answers)
    assert "Greedy 2: I " in shown or "Greedy 2: For " in shown or "Greedy 2: W" in shown
