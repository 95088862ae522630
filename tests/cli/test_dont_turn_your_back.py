"""Don't Turn Your Back at the terminal: what is drawn."""

from __future__ import annotations

import re
from functools import partial

import pytest
from rich.cells import cell_len

from duskhall.cli.tables.plain import Drawing
from duskhall.cli.words import Words
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.games.dont_turn_your_back.box import (
    ASIDE,
    BB,
    D13,
    DISCARD,
    ENCASED,
    HS,
    LAW,
    LAW_BOX,
    LAW_DECK,
    TOP,
    WK,
)
from duskhall.games.dont_turn_your_back.rules.services import KeepTwo, Oust
from duskhall.games.dont_turn_your_back.rules.turn import Buy, DiscardLeftovers, PlaceCard
from duskhall.games.dont_turn_your_back.state import Night
from tests.cli.dont_turn_your_back import GAME, card, drawing, hold, night, send
from tests.cli.screens import NAMES, ask, put, table_text, text

table = partial(table_text, GAME)


# The city


def test_each_card_lies_in_its_district_after_its_owners_sign_with_its_pain() -> None:
    s = night()
    send(s, 0, "Shameful", D13)
    send(s, 1, "Clockwork Deputy", D13)
    send(s, 2, "Cleaner", HS)
    shown = table(s)
    assert re.search(r"^13 District 13 +● Shameful 1  ◆ Clockwork Deputy 2  2 open$", shown, re.M)
    assert re.search(r"^HS High School +▲ Cleaner 1  5 open$", shown, re.M)
    assert re.search(r"^WK Wax Kingdom +2 open$", shown, re.M)


def test_the_high_school_is_drawn_from_its_start() -> None:
    s = night()
    for seat in (1, 0, 2):
        send(s, seat, "Truant Officer", HS)
    assert "◆ Truant Officer 3  ● Truant Officer 3  ▲ Truant Officer 3" in table(s, width=100)


def test_a_district_without_open_spaces_is_full() -> None:
    s = night()
    for name in ("Sleepwalker", "Clockwork Deputy"):
        send(s, 0, name, WK)
    assert re.search(
        r"^WK Wax Kingdom +● Sleepwalker 2  ● Clockwork Deputy 2  full$", table(s), re.M
    )


def test_districts_tell_what_they_would_bring_now() -> None:
    s = night()
    send(s, 0, "Shameful", D13)
    send(s, 1, "Clockwork Deputy", D13)
    send(s, 0, "Truant Officer", HS)
    send(s, 2, "Faceless", BB)
    send(s, 1, "Paperboy", BB)
    send(s, 0, "Sleepwalker", WK)
    shown = table(s)
    assert "pays now ● +3  ◆ +6" in shown, "the First Admonishment"
    assert re.search(r"pays now ● \+3$", shown, re.M), "the High School"
    assert "to spend ▲ 1" in shown
    assert "Pain to encase ● 2" in shown
    assert "protects ◆" in shown
    assert re.search(r"◆ Bob .* protected$", shown, re.M)


def test_a_law_that_takes_is_drawn_with_a_minus() -> None:
    s = night()
    lay_law(s, "The Somnambulation Act")
    send(s, 1, "Clockwork Deputy", D13)
    shown = table(s)
    assert shown.startswith("The Somnambulation Act  absent −4\n")
    assert "pays now ● −4  ▲ −4" in shown


def lay_law(s: Night, name: str) -> None:
    wanted = s.box.card_names.index(name)
    laws = sorted({*s.places[LAW], *s.places[LAW_DECK], *s.places[LAW_BOX]} - {wanted})
    s.places[LAW], s.places[LAW_BOX] = (wanted,), (laws[0],)
    s.places[LAW_DECK] = tuple(laws[1:])


def test_what_has_been_paid_is_not_promised_again() -> None:
    s = night()
    send(s, 0, "Truant Officer", HS)
    ask(s, DiscardLeftovers())
    assert "pays now" not in table(s)


def test_a_buyer_is_told_what_is_left() -> None:
    s = night()
    s.open_purse(1, 3)
    ask(s, Buy(1))
    assert "left to spend ◆ 3" in table(s, eyes=1)


# The seats and their cards


def test_seats_are_told_with_candles_piles_and_how_they_stand() -> None:
    s = night(2, seed=1)
    s.numbers[s.box.number_name.index("first")] = 0
    s.numbers[s.box.number_name.index("candles.1")] = 17
    s.pass_on(1)
    shown = table(s)
    assert re.search(r"^ +Candles +hand +deck +discard +encased$", shown, re.M)
    assert re.search(r"^● Ann \(you\) +0 +4 +4 +0 +0  starts$", shown, re.M)
    assert re.search(r"^◆ Bob +17 +4 +4 +0 +0  passed$", shown, re.M)


def test_the_question_lists_the_hand_with_districts_and_services() -> None:
    s = night(2)
    hold(s, 0, "Cleaner", "Sleepwalker")
    send(s, 1, "Sleepwalker", WK)
    shown = text(drawing(s).cards(s.view(0), s.hand(0), ["1", "2"], 80))
    assert re.search(r"^ +Card +Pain  Districts +In the Bazaar$", shown, re.M)
    assert re.search(r"^  1  Cleaner +1     HS    -- BB  Draw 1 card. 1 Candle.$", shown, re.M)
    assert re.search(r"^  2  Sleepwalker +2        CS --$", shown, re.M), "the Wax Kingdom is full"


def test_where_there_is_no_room_the_services_are_left_out() -> None:
    s = night(2)
    hold(s, 0, "Cleaner")
    assert "Draw 1 card" not in text(drawing(s).cards(s.view(0), s.hand(0), [""], 40), 40)


def test_copies_are_counted_where_one_stands_for_all() -> None:
    s = night(2)
    hold(s, 0, "Faceless", "Faceless")
    first, second = s.hand(0)
    assert "Faceless ×2" in text(drawing(s).cards(s.view(0), [first], ["1"], 80))
    assert "×" not in text(drawing(s).cards(s.view(0), [first, second], ["1", "2"], 80))


def test_cards_without_an_open_space_are_named() -> None:
    s = night(2)
    hold(s, 0, "Sleepwalker", "Cleaner")
    send(s, 1, "Sleepwalker", WK)
    for name in ("Faceless", "Faceless", "Clockwork Deputy", "Lamplighter"):
        send(s, 1, name, 2, copy=0 if name != "Faceless" else len(s.cards_in(2)))
    ask(s, PlaceCard(0))
    assert "No open space for: Sleepwalker 2\n" in table(s)


def test_the_own_row_has_its_costs_and_other_rows_are_on_the_whole_table() -> None:
    s = night()
    dear = s.row(1)[0]
    own = [f"{s.box.card_names[card]} {s.city.cost[card]}" for card in s.row(0)]
    shown = " ".join(table(s).split())
    assert all(name in shown for name in own)
    assert table(s).count("Acquisition row") == 0
    whole = table(s, whole=True)
    assert whole.count("Acquisition row:") == 3
    assert f"Acquisition row: {s.box.card_names[dear]} {s.city.cost[dear]}" in whole


def test_the_whole_table_explains_the_law_and_the_districts() -> None:
    s = night()
    whole = " ".join(table(s, whole=True).split())
    assert "First scores 6 Candles, those tied for it 4 each" in whole
    assert all(
        sentence in whole for sentence in s.box.catalogue.sentences["en"]["district_text"].values()
    )


def test_the_whole_table_has_all_piles_that_can_be_seen() -> None:
    s = night()
    s.discard_law()
    s.turn_up_law()
    put(s, card(s, 1, "Mother When"), DISCARD + 1)
    put(s, card(s, 0, "Blind Knight"), ENCASED)
    put(s, card(s, 1, "Night Magistrate"), ENCASED + 1)
    put(s, card(s, 2, "Pawnbroker"), TOP + 2)
    whole = table(s, whole=True)
    assert "Past laws: The First Admonishment" in whole
    assert "Favor discard: Mother When 3" in whole
    assert "Top of the Favor deck: Pawnbroker 3" in whole
    assert "Encased: Blind Knight 3" in whole
    assert "Night Magistrate 4" not in whole, "an Encased pile is its owner's to look at"
    assert "Encased: Night Magistrate 4" in table(s, eyes=ALL_SEEING, whole=True)


def test_own_cards_are_told_in_full() -> None:
    s = night()
    put(s, card(s, 0, "Mother When"), DISCARD)
    put(s, card(s, 0, "Blind Knight"), ENCASED)
    put(s, card(s, 0, "The Wax King"), ASIDE)
    shown = text(drawing(s).own_cards(s.view(0), 0, 80))
    for title in ("Hand", "Drawn aside", "Acquisition row", "Favor discard: Mother When 3"):
        assert f"{title}\n" in shown
    assert "Encased: Blind Knight 3" in shown
    assert re.search(r"Card +Cost +Pain", shown)
    empty = GAME.open(s.box)
    assert "no cards" in text(drawing(s).own_cards(empty.view(0), 0, 80)).lower()


def test_a_card_drawn_aside_is_shown_beside_the_hand() -> None:
    s = night()
    for name in ("Blind Knight", "Pawnbroker", "Mother When"):
        put(s, card(s, 0, name), ASIDE)
    ask(s, KeepTwo(0))
    shown = table(s)
    assert "Drawn aside\n" in shown
    assert re.search(r"^ +Blind Knight +3  13       WK BB", shown, re.M)
    assert "Your hand: " in shown


def test_looking_at_a_card_or_a_law() -> None:
    s = night()
    shown = text(drawing(s).look(s.view(0), card(s, 1, "The Tacks Man")), 200)
    assert "The Tacks Man · Pain 3 · Cost 5 · 13 District 13, HS High School, BB" in shown
    assert "In the Bazaar: Attack: all others lose 2 Candles." in shown
    shown = text(drawing(s).look(s.view(0), card(s, 0, "Sleepwalker")), 200)
    assert shown == "Sleepwalker · Pain 2 · Start card · CS City Slumbering, WK Wax Kingdom"
    law = s.places[LAW][0]
    assert "First scores 6 Candles" in text(drawing(s).look(s.view(0), law))
    assert "The First Admonishment" in text(drawing(s).cards(s.view(0), [law], ["1"], 80))


def test_the_title_tells_turn_and_phase() -> None:
    s = night()
    assert drawing(s).title(s.view(0)) == "Turn 1 of 9: Place cards"
    ask(s, DiscardLeftovers())
    assert drawing(s).title(s.view(0)) == "Turn 1 of 9: Clean up and draw up"
    s.agenda = []
    assert drawing(s).title(s.view(0)) == ""


def test_the_same_card_of_two_owners_is_told_apart() -> None:
    s = night()
    attacker = send(s, 0, "Lady In Hating", BB)
    send(s, 1, "Cleaner", HS)
    send(s, 2, "Cleaner", HS)
    ask(s, Oust(0, attacker, HS))
    moves = s.legal_moves(0)
    notes = [drawing(s).note(s.view(0), 0, move).plain for move in moves]
    assert notes == ["◆ HS 1", "▲ HS 2", ""]
    shown = text(drawing(s).cards(s.view(0), [move.about[0] for move in moves[:2]], ["1", "2"], 80))
    assert "◆ Cleaner (HS 1)" in shown
    assert "▲ Cleaner (HS 2)" in shown


def test_a_card_to_encase_is_told_with_where_it_lies() -> None:
    s = night()
    hold(s, 0, "Cleaner")
    put(s, card(s, 0, "Pawnbroker"), DISCARD)
    both = [*s.hand(0), *s.places[DISCARD]]
    shown = text(drawing(s).cards(s.view(0), both, ["1", "2"], 80))
    assert "Cleaner (Hand)" in shown
    assert "Pawnbroker (Favor discard)" in shown


# The end


def finished(players: int = 3) -> Night:
    s = night(players)
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, s.legal_moves(seat)[0])
    return s


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bonus_is_accounted_for(language: str) -> None:
    s = finished()
    view = s.view(SPECTATOR)
    account = drawing(s, language).account(view)
    assert account is not None
    shown = text(account)
    outlook = view["outlook"]
    assert isinstance(outlook, dict)
    for seat, candles in enumerate(outlook["bonus"]["candles"]):
        encased = outlook["bonus"]["encased"][seat]
        assert re.search(rf"^\S {NAMES[seat]} +{encased}  \S.* \+{candles}$", shown, re.M)
    assert drawing(s).account(night().view(0)) is None
    assert table(s), "the table can be drawn without a law"


def test_every_level_of_the_bonus_says_what_it_counts() -> None:
    sums = {"cost": [40], "pain": [30], "cards": [11]}
    said = [drawing(night()).counted(level, sums, 0) for level in (1, 2, 3, 4)]
    assert said == ["Cost 40", "Pain 30", "11 cards", "11 cards"]


# Width and language


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crowded_city_fits(language: str, width: int) -> None:
    s = night(4)
    for seat in range(4):
        send(s, seat, "Clockwork Deputy", D13)
        send(s, seat, "Truant Officer", HS)
        send(s, seat, "Clockwork Lieutenant", BB)
    for seat in range(3):
        send(s, seat, "Sleepwalker", WK)
    for whole in (False, True):
        shown = table(s, width=width, whole=whole, language=language)
        assert max([cell_len(line) for line in shown.split("\n")]) <= width
        if language == "ja":
            prose = re.sub("|".join(NAMES), "", shown)
            assert not re.search(r"[A-Za-z]{3,}", prose), "no English word slips in"


def test_games_without_a_drawing_of_their_own_may_have_spaces_too() -> None:
    s = night(2)
    send(s, 0, "Cleaner", HS)
    send(s, 0, "Truant Officer", HS)
    send(s, 1, "Truant Officer", HS)
    plain = Drawing(s.box, NAMES[:2], Words("en"))
    shown = text(plain.table(s.view(0), 0, 80, whole=True))
    assert re.search(r"^the High School 3 +Truant Officer$", shown, re.M)
    assert "the High School" not in text(plain.own_cards(s.view(0), 0, 80))
