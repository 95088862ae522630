"""The catalogue of sentences: fields, fallbacks and lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskhall.engine.box import Box
from duskhall.engine.catalogue import Catalogue, Sentences, read_catalogue
from duskhall.engine.events import HIDDEN, NOWHERE, Event
from duskhall.engine.moves import Move
from duskhall.engine.steps import Refusal
from tests.engine.toy import DECK, HAND, SHOW, toy_box

ENGLISH: Sentences = {
    "table": {"hidden-card": "a hidden card", "comma": ", ", "and": " and ", "nothing": "nothing"},
    "events": {
        "draw": "{seat} drew {cards}.",
        "draw.hidden": "{seat} drew {count}.",
        "ring": "The bell rang {value} times.",
        "show": "{seat} showed {cards}.",
        "give": "{seat} gave {count} {count:card|cards} from {from} to {whose}: {to}.",
        "score": "{seat} scored {change} {change:point|points}: {value}.",
        "pass": "{cards} went from {owner} to {whose}.",
        "turn": "{seat} turned arrow {n0} to the {compass1}.",
        "quiet": "",
        "be": "{seat} is {card0}. {card0} is {seat}.",
    },
    "moves": {
        "play": "Play {card0}",
        "play.2": "Play {card0} on {card1}",
        "rob": "Rob {seat0} of {n1}",
        "face": "Face {compass0}",
        "drop": "Drop {cards}",
        "pay": "Pay {n0} {n0:coin|coins}",
        "offer": "Offer {seat0} {gives1} for {takes1}",
    },
    "refusals": {
        "not-yours": "{card0} is not yours, but {seat1}'s.",
        "late": "{seat0} is late.",
        "late.you": "You are late.",
    },
    "compass": {"0": "north"},
    "places": {"deck": "the deck", "hand": "a hand"},
}
JAPANESE: Sentences = {
    "table": {"comma": "、", "and": "と"},
    "events": {"draw": "{seat}は{cards}を引いた。"},
    "names": {"Card 3": "三の札"},
}
SENTENCES = Catalogue({"en": ENGLISH, "ja": JAPANESE})
BOX: Box = toy_box()
NAMES = ["Ada", "Bo", "Cy"]


def event(kind: str, *cards: int, seat: int = 1, value: int = 0) -> Event:
    return Event(kind, "TY-1", seat, cards, NOWHERE, NOWHERE, NOWHERE, value, -1)


def told(happened: Event, language: str = "en") -> str | None:
    return SENTENCES.event(BOX, happened, NAMES, language)


# Events


def test_an_event_is_told_with_seat_and_cards() -> None:
    assert told(event("draw", 3, 5)) == "Bo drew Card 3 and Card 5."
    assert told(event("ring", value=4)) == "The bell rang 4 times."


def test_a_hidden_event_has_a_sentence_of_its_own() -> None:
    assert told(event("draw", HIDDEN, HIDDEN)) == "Bo drew 2."


def test_a_hidden_event_without_one_names_hidden_cards() -> None:
    assert told(event("show", HIDDEN)) == "Bo showed a hidden card."


def test_an_event_that_nobody_caused_has_no_seat() -> None:
    assert told(event("show", 3, seat=-1)) == " showed Card 3."


@pytest.mark.parametrize("kind", ["quiet", "unknown"])
def test_the_log_leaves_out_what_has_no_sentence(kind: str) -> None:
    assert told(event(kind, 3)) is None


def test_an_event_names_its_places_and_whose_the_last_is() -> None:
    given = event("give", 3)._replace(source=DECK, target=HAND + 2)
    assert told(given) == "Bo gave 1 card from the deck to Cy: a hand."
    shown = event("give", 3, 5)._replace(source=HAND, target=SHOW)
    assert told(shown) == "Bo gave 2 cards from a hand to : show."
    assert told(event("give")) == "Bo gave 0 cards from  to : ."


def test_an_event_names_whose_the_cards_were() -> None:
    passed = event("pass", 3)._replace(source=HAND, target=HAND + 2)
    assert told(passed) == "Card 3 went from Ada to Cy."


def test_an_event_names_which_number_changed_and_to_what() -> None:
    box = toy_box()
    box.count(1, "arrow.2")
    turned = event("turn", 3)._replace(number=1, value=0)
    assert SENTENCES.event(box, turned, NAMES, "en") == "Bo turned arrow 2 to the north."
    rung = event("turn", 3)._replace(number=0, value=0)
    assert SENTENCES.event(box, rung, NAMES, "en") == "Bo turned arrow 0 to the north."
    assert told(event("turn", 3)) == "Bo turned arrow  to the ."


@pytest.mark.parametrize(
    ("change", "words"), [(1, "1 point"), (-1, "1 point"), (0, "0 points"), (12, "12 points")]
)
def test_a_word_follows_its_number(change: int, words: str) -> None:
    assert told(event("score", value=30)._replace(change=change)) == f"Bo scored {words}: 30."


def test_a_number_in_a_places_name_need_not_be_a_seat() -> None:
    box = toy_box()
    box.lay_out(SHOW, "space.1")
    assert box.seat_of == {"hand.0": 0, "hand.1": 1, "hand.2": 2}
    shown = event("give", 3)._replace(source=DECK, target=SHOW)
    sentence = SENTENCES.event(box, shown, NAMES, "en")
    assert sentence == "Bo gave 1 card from the deck to : space."


# Moves and refusals


def moved(move: Move, language: str = "en") -> str:
    return SENTENCES.move(BOX, move, NAMES, language)


def test_an_offer_says_what_is_given_and_what_is_taken() -> None:
    assert moved(Move("offer", 1, 2, 3, 3, 5)) == "Offer Bo Card 3 ×2 for Card 5"
    assert moved(Move("offer", 0, 2, 3, 4, 5, 5)) == "Offer Ada Card 3 and Card 4 for Card 5 ×2"


def test_an_offer_may_be_a_gift() -> None:
    assert moved(Move("offer", 1, 0, 3)) == "Offer Bo nothing for Card 3"
    assert moved(Move("offer", 1, 1, 3)) == "Offer Bo Card 3 for nothing"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Move("play", 3), "Play Card 3"),
        (Move("play", 3, 5), "Play Card 3 on Card 5"),
        (Move("rob", 2, 7), "Rob Cy of 7"),
        (Move("face", 0), "Face north"),
        (Move("face", 1), "Face 1"),
        (Move("dance", 1), "dance 1"),
        (Move("drop", 3, 5, 6), "Drop Card 3, Card 5 and Card 6"),
        (Move("pay", 1), "Pay 1 coin"),
        (Move("pay", 2), "Pay 2 coins"),
    ],
)
def test_a_move_in_words(move: Move, words: str) -> None:
    assert SENTENCES.move(BOX, move, NAMES, "en") == words


def test_a_field_without_a_number_is_empty() -> None:
    assert SENTENCES.move(BOX, Move("play"), NAMES, "en") == "Play "


def test_an_unknown_field_stays_as_it_is() -> None:
    assert SENTENCES.fill("{wind} blows", BOX, (), NAMES, "en", {}) == "{wind} blows"


def test_a_refusal_in_words() -> None:
    refusal = Refusal("TY-1", "not-yours", (3, 1))
    assert SENTENCES.refusal(BOX, refusal, 0, "en", NAMES) == "Card 3 is not yours, but Bo's."
    assert SENTENCES.refusal(BOX, refusal, 0, "en") == "Card 3 is not yours, but 1's."


def test_a_refusal_that_is_about_its_hearer_says_you() -> None:
    refusal = Refusal("TY-1", "late", (1,))
    told = [SENTENCES.refusal(BOX, refusal, seat, "en", NAMES) for seat in range(2)]
    assert told == ["Bo is late.", "You are late."]


def test_every_seat_at_the_table_is_named() -> None:
    refusals = [Refusal("TY-1", "not-yours", (3, seat)) for seat in range(len(NAMES))]
    told = [SENTENCES.refusal(BOX, refusal, 0, "en", NAMES) for refusal in refusals]
    assert told == [f"Card 3 is not yours, but {name}'s." for name in NAMES]


@pytest.mark.parametrize("number", [-7, 10, 10**30])
def test_cards_and_seats_that_do_not_exist_are_numbers(number: int) -> None:
    refusal = Refusal("TY-1", "not-yours", (number, number))
    sentence = SENTENCES.refusal(BOX, refusal, 0, "en", NAMES)
    assert sentence == f"{number} is not yours, but {number}'s."


def test_a_refusal_without_a_sentence_is_its_key() -> None:
    assert SENTENCES.refusal(BOX, Refusal("TY-1", "too-late"), 0, "en") == "too-late"


def test_a_box_explains_with_the_id_of_the_rule() -> None:
    assert BOX.explain(Refusal("TY-5", "too-low", (2,)), 0) == "2 is too low. (TY-5)"
    assert BOX.explain(Refusal("", "too-low", (2,)), 0) == "2 is too low."


# Languages


def test_another_language_has_its_own_sentences_names_and_lists() -> None:
    assert told(event("draw", 3, 5, 6), "ja") == "Boは三の札、Card 5とCard 6を引いた。"


def test_a_section_of_names_may_be_added() -> None:
    named = SENTENCES.with_names("compass", ["a1", "Card 3"])
    assert named.move(BOX, Move("face", 1), NAMES, "en") == "Face Card 3"
    assert named.word("compass", "0", "ja") == "a1"
    assert named.word("compass", "1", "ja") == "三の札"
    assert SENTENCES.word("compass", "1", "ja") == "1"


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert told(event("ring", value=4), "ja") == "The bell rang 4 times."
    assert SENTENCES.card(BOX, HIDDEN, "ja") == "a hidden card"
    assert SENTENCES.word("table", "nowhere", "ja") == "nowhere"
    assert SENTENCES.find("table", "nowhere", "ja") is None


@pytest.mark.parametrize(
    ("names", "english", "japanese"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "aとb"),
        (["a", "b", "c"], "a, b and c", "a、bとc"),
    ],
)
def test_names_in_a_row(names: list[str], english: str, japanese: str) -> None:
    assert SENTENCES.join(names, "en") == english
    assert SENTENCES.join(names, "ja") == japanese


def test_later_folders_add_to_earlier_ones_and_win(tmp_path: Path) -> None:
    for folder, sentence in (("first", "one"), ("second", "two")):
        (tmp_path / folder).mkdir()
        text = f'[table]\nboth = "{sentence}"\n{folder} = "only {sentence}"\n'
        (tmp_path / folder / "en.toml").write_text(text)
        (tmp_path / folder / "ja.toml").write_text("")
    merged = read_catalogue(tmp_path / "first", tmp_path / "second")
    assert merged.sentences["en"]["table"] == {
        "both": "two",
        "first": "only one",
        "second": "only two",
    }
    assert merged.sentences["ja"] == {}


def test_a_language_may_be_in_several_files(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[table]\nboth = "one"\nfirst = "only one"\n')
    (tmp_path / "en.screens.toml").write_text('[table]\nboth = "two"\n[page]\nhand = "Hand"\n')
    (tmp_path / "ja.toml").write_text("")
    sentences = read_catalogue(tmp_path).sentences
    assert sentences["en"] == {
        "table": {"both": "two", "first": "only one"},
        "page": {"hand": "Hand"},
    }


def test_a_phrase_is_filled_by_name() -> None:
    page = {"left": "{name}: {n} {n:card|cards} left of {all}", "none": ""}
    catalogue = Catalogue({"en": {"page": page}, "ja": {}})

    def said(key: str, **words: str) -> str:
        return catalogue.phrase("page", key, "ja", words)

    assert said("left", name="{n}", n="1", all="9") == "{n}: 1 card left of 9"
    assert said("left", name="Ada", n="3") == "Ada: 3 cards left of {all}"
    assert said("none") == ""
    assert said("nowhere") == "nowhere"


def test_a_name_that_ends_with_a_stop_ends_its_sentence() -> None:
    """TF-75 Nobody is "P.J..", and no other stop is lost."""
    catalogue = Catalogue({"en": {"page": {"is": "{name} is {kid}."}}, "ja": {}})
    assert catalogue.phrase("page", "is", "en", {"name": "Ada", "kid": "P.J."}) == "Ada is P.J."
    assert catalogue.phrase("page", "is", "en", {"name": "P.J.", "kid": "it"}) == "P.J. is it."
    event = Event("be", "", 0, (), NOWHERE, NOWHERE, NOWHERE, 0, 0, about=(3,))
    said = SENTENCES.event(BOX, event, ["P.J."], "en")
    assert said == "P.J. is Card 3. Card 3 is P.J."
