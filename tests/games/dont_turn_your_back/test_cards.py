"""The built-in cards keep the constraints of their design, and a wrong edition is refused."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import UnknownGame, game
from duskhall.games.dont_turn_your_back import GAME
from duskhall.games.dont_turn_your_back.box import DISTRICTS, LAW_RULES, SERVICES
from duskhall.games.dont_turn_your_back.rulebook import ASKERS, DISTRICT_RULES, SERVICE_RULES
from tests.games.dont_turn_your_back.words import Card, city, deal, edition_text
from tests.games.editions import assert_refused, own_edition
from tests.games.words import sizes

CURRENT = "designed-2"
BUILT_IN = [CURRENT, "designed", "designed-25"]
HIGH = 4  # Pain from here on is called high


def cards(name: str = CURRENT) -> list[Card]:
    """The cards of a set, each as often as there are copies."""
    found: list[Card] = []
    for _, row in GAME.edition(name).rows("cards"):
        card = Card(
            str(row["name"]),
            number(row["pain"]),
            number(row.get("cost", 0)),
            words(row["districts"]),
            str(row.get("service", "")),
        )
        found += [card] * number(row["copies"])
    return found


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def words(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(word) for word in value]


def start(name: str = CURRENT) -> list[Card]:
    return [card for card in cards(name) if not card.cost]


def acquisition(name: str = CURRENT) -> list[Card]:
    return [card for card in cards(name) if card.cost]


def serving(service: str, name: str = CURRENT) -> Card:
    return next(card for card in cards(name) if card.service == service)


# Sets


@pytest.mark.parametrize(("name", "others"), [(CURRENT, 20), ("designed", 20), ("designed-25", 17)])
def test_a_set_has_eight_start_cards_and_twenty_or_seventeen_others(name: str, others: int) -> None:
    """TB-02"""
    assert (len(start(name)), len(acquisition(name))) == (8, others)


def test_the_small_set_is_the_large_one_less_three_cards() -> None:
    """TB-02"""
    large = Counter([card.name for card in cards("designed")])
    small = Counter([card.name for card in cards("designed-25")])
    assert sum((large - small).values()) == 3
    assert not small - large
    values = {card.name: card for card in cards("designed")}
    assert all(card == values[card.name] for card in cards("designed-25"))
    same = [tomllib.loads(GAME.edition(name).text) for name in BUILT_IN]
    assert same[0]["laws"] == same[1]["laws"] == same[2]["laws"]
    assert same[1]["city"] == same[2]["city"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_all_sixteen_services_are_there_and_just_on_cards_for_the_bazaar(name: str) -> None:
    """TB-24"""
    assert {card.service for card in cards(name)} - {""} == set(SERVICES) - {""}
    assert len(set(SERVICES) - {""}) == 16
    assert all(("BB" in card.districts) == bool(card.service) for card in cards(name))


def test_a_service_has_one_name() -> None:
    """TB-24"""
    for card in cards():
        if card.service:
            assert card.name.lower().replace(" ", "_") == card.service


def test_not_every_card_is_for_the_bazaar_or_for_the_wax_kingdom() -> None:
    """TB-24 TB-30"""
    assert any("BB" not in card.districts for card in cards())
    assert any("WK" not in card.districts for card in cards())
    assert mean([len(card.districts) > 1 for card in cards()]) > 0.5


def test_start_cards_have_pain_and_no_cost() -> None:
    """TB-02 TB-96"""
    assert all(card.pain > 0 and card.cost == 0 for card in start())


def test_start_cards_buy_from_the_first_turn_on_and_can_be_encased() -> None:
    """TB-50 TB-90"""
    assert sum("CS" in card.districts for card in start()) > 4  # so that every hand has one
    assert any("WK" in card.districts for card in start())


# Values


def test_no_card_costs_less_than_two_and_two_three_and_more_are_there() -> None:
    """TB-38"""
    costs = [card.cost for card in acquisition()]
    assert min(costs) == 2
    assert {2, 3} < set(costs)
    assert max(costs) >= 4


def test_several_cards_share_the_lowest_cost() -> None:
    """TB-73"""
    costs = [card.cost for card in acquisition()]
    assert costs.count(min(costs)) > 1


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_levels_of_the_bonus_fall_in_their_order(name: str) -> None:
    """TB-96"""
    cost = mean([card.cost for card in acquisition(name)])
    pain = mean([card.pain for card in acquisition(name)])
    assert cost > pain > 2


def test_dream_dealer_and_faceless_may_be_placed_in_the_city_slumbering() -> None:
    """TB-34 TB-35"""
    assert serving("dream_dealer").pain == 2
    assert serving("faceless").pain >= 1
    assert "CS" in serving("dream_dealer").districts
    assert "CS" in serving("faceless").districts


@pytest.mark.parametrize("service", ["fortune_taker", "smothered_folk", "the_wax_king"])
def test_these_have_high_pain(service: str) -> None:
    """TB-37 TB-43 TB-45"""
    assert serving(service).pain >= HIGH > mean([card.pain for card in cards()])


def test_where_cards_that_the_rulebook_speaks_of_may_be_placed() -> None:
    """TB-37 TB-45"""
    assert {"13", "HS"} & set(serving("fortune_taker").districts)
    assert "WK" in serving("the_wax_king").districts


def test_a_paperboy_is_dearer_than_a_shameful() -> None:
    """TB-41 TB-42"""
    assert serving("paperboy").cost > serving("shameful").cost


def test_the_high_school_example_can_be_laid() -> None:
    """TB-62"""
    pain = [card.pain for card in cards() if "HS" in card.districts]
    assert {2, 3} <= set(pain)
    assert any(one + two == 4 for one, two in combinations(pain, 2))


# Laws and city


def laws() -> dict[str, dict[str, object]]:
    return {str(row["law"]): row for _, row in GAME.edition(CURRENT).rows("laws")}


def test_there_are_the_ten_laws_of_the_rulebook() -> None:
    """TB-01 TB-70 TB-71 TB-72 TB-73 TB-74 TB-75 TB-76 TB-77 TB-78 TB-79"""
    assert list(laws()) == list(LAW_RULES)
    assert [law for law, row in laws().items() if row.get("opens")] == ["first_admonishment"]
    assert sorted(LAW_RULES.values()) == [f"TB-{n}" for n in range(70, 80)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", BUILT_IN)
def test_13_has_three_spaces_and_the_high_school_four_at_least(name: str, players: int) -> None:
    """TB-06 TB-62 TB-78"""
    box = city(name, players)
    counts = [box.space_to[n] - box.space_from[n] for n in range(len(DISTRICTS))]
    assert counts[DISTRICTS.index("13")] >= 3
    assert counts[DISTRICTS.index("HS")] >= 4
    assert min(counts) >= 1


def test_more_players_have_more_spaces_in_every_district() -> None:
    """TB-06"""
    two, three, four = [city(CURRENT, players) for players in (2, 3, 4)]
    for n in range(len(DISTRICTS)):
        counts = [box.space_to[n] - box.space_from[n] for box in (two, three, four)]
        assert counts[0] < counts[1] < counts[2]


# Playing with the editions


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_edition_plays(name: str, players: int) -> None:
    """TB-02"""
    s, lots = deal(players, edition=name), random.Random(f"{name} {players}")
    owned = len(cards(name))
    assert [len(s.city.start[n] + s.city.acquisition[n]) for n in range(players)] == (
        [owned] * players
    )
    while s.waiting:
        seat = s.waiting[0]
        s.apply(seat, lots.choice(s.legal_moves(seat)))
    assert sum(sizes(s, "discard") + sizes(s, "opened")) > 8 * players
    assert sorted(GAME.standing(s).ranks)[0] == 1


def test_the_game_is_in_the_catalogue_with_its_editions() -> None:
    assert game("dont-turn-your-back") is GAME
    assert list(GAME.editions()) == BUILT_IN
    with pytest.raises(UnknownGame):
        game("turn-your-back")


def test_a_face_shows_what_is_printed() -> None:
    box = city(CURRENT)
    faces = GAME.faces(box)
    assert faces[0] == {"deck": "", "name": ""}
    assert faces[box.first_law] == {
        "deck": "law",
        "name": "The First Admonishment",
        "law": "first_admonishment",
        "rule": "TB-70",
    }
    second = faces[box.acquisition[1][0]]
    card = next(card for card in acquisition() if card.name == second["name"])
    assert second == {
        "deck": "favor",
        "name": card.name,
        "owner": 1,
        "start": False,
        "pain": card.pain,
        "wax": card.pain,
        "cost": card.cost,
        "districts": sorted(card.districts, key=DISTRICTS.index),
        "service": card.service,
        "protects": card.service in ("paperboy", "city_desk_editor"),
        "rule": SERVICE_RULES.get(card.service, ""),
    }


def test_every_service_law_and_question_of_a_service_has_its_rule() -> None:
    box = city(CURRENT)
    faces = GAME.faces(box)
    assert {face["service"] for face in faces if face.get("rule") == ""} == {""}
    laws = [str(face["rule"]) for face in faces if face["deck"] == "law"]
    assert sorted(set(laws)) == [f"TB-{number}" for number in range(70, 80)]
    services = {face.get("service") for face in faces}
    assert set(ASKERS.values()) <= services
    assert sorted(DISTRICT_RULES) == sorted(DISTRICTS)


def test_a_move_may_name_districts_by_their_codes() -> None:
    s = deal(2, seed=3)
    seat = s.waiting[0]
    for move in s.legal_moves(seat)[:-1]:
        card, district = move.about
        code = "d13" if district == 0 else DISTRICTS[district].lower()
        said = GAME.parse(s, seat, f"place {s.box.card_names[card]} {code}")
        assert s.box.card_names[said.about[0]] == s.box.card_names[card]
        assert (said.verb, said.about[1]) == ("place", district)
        assert s.why_not(seat, said) is None


# Editions of one's own


GOOD = edition_text({"Cleaner+City 2": 4, "Paperboy+Wax 3 $5": 6, "School 2": 1})
START = "line 2"  # where the Cleaner stands
FAVOR = "line 3"  # where the Paperboy stands
FIRST_LAW = "line 7"
CITY_13 = f"line {GOOD.splitlines().index('[city]') + 2}"


def test_the_good_edition_is_good(tmp_path: Path) -> None:
    """TB-02"""
    lines = GOOD.splitlines()
    assert "Cleaner" in lines[1]
    assert "Paperboy" in lines[2]
    assert "The First Admonishment" in lines[6]
    s = GAME.setup(players=4, seed=1, edition=own_edition(tmp_path, GOOD))
    assert {"Cleaner+City 2", "Paperboy+Wax 3 $5"} < set(s.box.card_names)


@pytest.mark.parametrize(
    ("right", "wrong", "line", "reason"),
    [
        # cards
        ("pain=2", "pain=two", "line 2, column", "Invalid value"),
        ("pain=2", "pein=2", START, "'pain' is missing"),
        ("pain=2", "pain=2, size=1", START, "'size' is not a field of this row"),
        ("pain=2", "pain='2'", START, "'pain' must be a whole number from 0 to 20, not '2'"),
        ("pain=2", "pain=-1", START, "'pain' must be a whole number from 0 to 20, not -1"),
        ("pain=2", "pain=21", START, "'pain' must be a whole number from 0 to 20, not 21"),
        ("copies=4", "copies=0", START, "'copies' must be a whole number from 1 to 20, not 0"),
        ("copies=4", "copies=21", START, "'copies' must be a whole number from 1 to 20, not 21"),
        ('name="Cleaner+City 2"', 'name=""', START, "'name' must be a text, not ''"),
        (
            'name="Cleaner+City 2"',
            'name="School 2"',
            "line 4",
            "'School 2' stands already in line 2",
        ),
        ('set="start"', 'set="end"', START, "'set' must be one of start, acquisition, not 'end'"),
        ('set="start"', 'set="start", cost=3', START, "Start cards none"),
        (
            'set="acquisition", cost=5',
            'set="acquisition"',
            FAVOR,
            "Acquisition cards have a 'cost'",
        ),
        ("cost=5", "cost=0", FAVOR, "'cost' must be a whole number from 1 to 20, not 0"),
        ("cost=5", "cost=21", FAVOR, "'cost' must be a whole number from 1 to 20, not 21"),
        ("'BB', 'CS'", "'BB', 'XX'", START, "'districts' may hold 13, HS, CS, WK, BB, not 'XX'"),
        ("'BB', 'CS'", "'BB', 'BB'", START, "'districts' names something twice"),
        ("['BB', 'CS']", "[]", START, "'districts' must hold at least one of 13, HS, CS, WK, BB"),
        ("'BB', 'CS'", "'CS'", START, "a card has a 'service' just if BB is among its districts"),
        (', service="cleaner"', "", START, "a card has a 'service' just if BB is among"),
        ('"cleaner"', '"sweeper"', START, "'service' must be one of blind_knight, .*'sweeper'"),
        ('"cleaner"', '""', START, "'service' must be a text, not ''"),
        ("cards = [\n", "cards = [\n7,\n", "line 2", "each row of 'cards' is a table"),
        ("cards = [", "people = [", "", "there is no array 'cards'"),
        # laws
        ("laws = [", "rules = [", "", "there is no array 'laws'"),
        ('law="first_admonishment", ', "", FIRST_LAW, "'law' is missing"),
        ("first=6", "third=6", FIRST_LAW, "'third' is not a field of this row"),
        ("first=6", "first=21", FIRST_LAW, "'first' must be a whole number from -20 to 20, not 21"),
        ("first=6", "first=-21", FIRST_LAW, "'first' must be a whole number from -20 to 20"),
        ("opens=true", "opens=1", FIRST_LAW, "'opens' must be true or false, not 1"),
        ("opens=true, ", "", "", "no law 'opens'"),
        ('law="wax_tax"', 'law="wax_tax", opens=true', "line 16", "already in line 7"),
        ('"The Wax Tax"', '"The First Admonishment"', "line 16", "stands already above"),
        ('"The Wax Tax"', '"School 2"', "line 16", "the name 'School 2' stands already above"),
        ('take="any", to="encased"', 'to="encased"', "line 16", "'take' is missing: take, to and"),
        ('to="encased", ', "", "line 16", "'to' is missing: take, to and takers go together"),
        (', takers="first_each"', "", "line 16", "'takers' is missing: take, to and takers"),
        ('take="any", to="encased"', 'take="all", to="encased"', "line 16", "one of any, cheapest"),
        ('to="encased"', 'to="hand"', "line 16", "'to' must be one of deck_top, encased"),
        ('"first_each"', '"last"', "line 16", "'takers' must be one of first, first_each, present"),
        # city
        ("[city]", "[town]", "", r"there is no section \[city\]"),
        ('13 = ["always"', '14 = ["always"', CITY_13, r"\[city\] knows 13, HS, .*, not '14'"),
        ('13 = ["always"', '13 = ["5"', CITY_13, "'13' in .* each one of always, 3-4, 4"),
        ('13 = ["always", "always", "always"', "13 = [3", CITY_13, "must list its spaces"),
        ('13 = ["always"', '"13" = ["4"', CITY_13, "the spaces for more players come last"),
        ('13 = ["always", "always", "always", ', "13 = [", CITY_13, "has 0 spaces for 2 players"),
        (
            '13 = ["always"',
            "13 = [" + '"always", ' * 10 + '"always"',
            CITY_13,
            "has 13 spaces .* not 1 to 12",
        ),
    ],
)
def test_a_wrong_edition_is_refused_with_file_line_and_reason(
    tmp_path: Path, right: str, wrong: str, line: str, reason: str
) -> None:
    """TB-02 TB-01 TB-06"""
    assert right in GOOD
    path = own_edition(tmp_path, GOOD.replace(right, wrong, 1))
    assert_refused(GAME, path, line, reason)


@pytest.mark.parametrize(("start", "others"), [(3, 6), (4, 5)])
def test_an_edition_with_too_few_cards_is_refused(tmp_path: Path, start: int, others: int) -> None:
    """TB-03 TB-04"""
    path = own_edition(tmp_path, edition_text({"School 2": start, "School 2 $3": others}))
    reason = f"four Start cards and six Acquisition cards at least, there are {start} and {others}$"
    with pytest.raises(WrongEdition, match=rf"^mine\.toml: .*{reason}"):
        GAME.setup(players=2, seed=1, edition=path)


def test_an_edition_may_have_laws_for_two_players_and_not_for_three(tmp_path: Path) -> None:
    """TB-01"""
    lines = [line for line in GOOD.splitlines() if "sawtooth" not in line and "wax_tax" not in line]
    path = own_edition(tmp_path, "\n".join(lines))
    assert GAME.setup(players=2, seed=1, edition=path).waiting
    with pytest.raises(WrongEdition, match=r"^mine\.toml: 3 players need 9 laws, there are 8$"):
        GAME.setup(players=3, seed=1, edition=path)


def test_an_edition_may_have_spaces_for_four_players_and_not_for_two(tmp_path: Path) -> None:
    """TB-06"""
    path = own_edition(tmp_path, GOOD.replace('WK = ["always", "always", "3-4", ', "WK = ["))
    assert GAME.setup(players=4, seed=1, edition=path).waiting
    with pytest.raises(WrongEdition, match=r"'WK' in .* has 0 spaces for 3 players"):
        GAME.setup(players=3, seed=1, edition=path)


def test_an_edition_must_have_every_district(tmp_path: Path) -> None:
    """TB-06"""
    path = own_edition(tmp_path, GOOD.partition("BB = [")[0])
    with pytest.raises(WrongEdition, match=r"^mine\.toml: 'BB' in \[city\] must list its spaces"):
        GAME.setup(players=2, seed=1, edition=path)


def test_an_edition_of_ones_own_may_have_laws_of_its_own(tmp_path: Path) -> None:
    """TB-63 TB-80"""
    own = '  {name="Night Watch", law="night_watch", first=1, take="cheapest", to="encased", takers="present"},'
    path = own_edition(tmp_path, GOOD.replace("laws = [\n", f"laws = [\n{own}\n"))
    box = city(GAME.edition(path))
    law = box.law(box.card_names.index("Night Watch"))
    assert (law.rule, law.first, law.encases) == ("TB-63", 1, True)


def test_tables_of_the_same_edition_share_a_box() -> None:
    assert city(CURRENT) is city(CURRENT)
    assert city(CURRENT) is not city("designed-25")
    assert city(CURRENT) is not city(CURRENT, high_school="winner")
    own = Edition("mine", edition_text({"School 2": 4, "School 3 $3": 6}), built_in=False)
    again = Edition("mine", own.text, built_in=False)
    assert city(own) is city(own)
    assert city(own) is not city(again)  # what was brought goes with what it was brought in
