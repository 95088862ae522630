"""The rulebook of The Faceless: scenarios, and what holds for all expansions (TF-90 to TF-98)."""

from __future__ import annotations

import random
import tomllib

import pytest

from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.events import OUTSIDE
from duskhall.engine.game import WrongOption
from duskhall.engine.moves import Move
from duskhall.engine.state import IllegalMove
from duskhall.games.the_faceless import GAME
from duskhall.games.the_faceless.box import GOAT, OBSTACLE, RED, TEAM
from duskhall.games.the_faceless.expansions import OURS, SCENARIOS
from duskhall.games.the_faceless.rules import setup
from duskhall.games.the_faceless.state import Dusk
from tests.engine.toy import interpreted_only
from tests.games.tables import Case, packed
from tests.games.the_faceless.laid import laid, value
from tests.games.the_faceless.words import (
    at,
    begun,
    columns,
    deal,
    dusk,
    offers,
    outcome,
    play,
    refused,
    sizes,
    world,
)
from tests.games.words import all_answer, events

SEVEN_FOUND = "Hat, Bow, School Book, Bags, Street, Music Player, Campfire"
PARTS = {  # by scenario, what is in the box
    "billygoat-project": {"kids", "eyes", "portals"},
    "rabbit-hole": {"kids", "servants", "haunted", "crossroads"},
    "evil-intentions": {"kids", "den", "avatar", "die"},
    "collecting-bugs": {"kids", "servants", "home"},
    "one-memory": {"kids", "swamps", "avatar", "servants", "crossroads"},
    "silence": {"kids", "nightworld", "avatar", "name"},
    "goatgo-faster": {"kids", "nightworld", "sand"},
    "goatbusters": {"kids", "avatar", "crossroads", "fog"},
}
AVATARS = {
    "evil-intentions": ["Demon"],
    "one-memory": ["Puppetmaster", "Eraserhead"],
    "silence": ["Unspeakable"],
    "goatbusters": ["Spectral"],
}
KIDS = {
    "billygoat-project": "Lily Casper Dylan Emily",
    "rabbit-hole": "Matt Julie Lily Luke",
    "evil-intentions": "Emily P.J. Dylan Karyn",
    "collecting-bugs": "Lily Casper Dylan Emily",
    "one-memory": "Tommy Luke Julie Matt",
    "silence": "Casper Matt P.J. Emily",
    "goatgo-faster": "Dylan Luke Karyn Julie",
    "goatbusters": "Tommy Lily Emily Casper",
}


def kids_of(s: Dusk) -> list[str]:
    return [at(s, f"kid.{seat}")[0] for seat in range(s.box.players)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_sets_its_parts_avatars_and_kids(scenario: str) -> None:
    """TF-170 TF-171 TF-172 TF-173 TF-174 TF-175 TF-176 TF-177"""
    s = begun(4, scenario=scenario)
    assert {part.name for part in s.world.parts} - {""} == PARTS[scenario]
    if scenario in AVATARS:
        assert at(s, "avatar") == AVATARS[scenario]
    assert sorted(kids_of(s)) == sorted(KIDS[scenario].split())
    if scenario == "one-memory":
        assert value(s, "swamps").bit_count() == 3
    if scenario == "goatgo-faster":
        clock = s.clock()
        assert clock is not None
        assert clock.seconds == 180


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_with_fewer_players_the_first_kids_are_in_it_dealt_at_random(scenario: str) -> None:
    """TF-178 TF-166"""
    first = KIDS[scenario].split()[:2]
    dealt = {tuple(kids_of(deal(2, seed, scenario=scenario))) for seed in range(12)}
    assert dealt == {(first[0], first[1]), (first[1], first[0])}


def test_the_players_may_choose_their_kids_as_an_option() -> None:
    """TF-166: among those of the scenario; hands are dealt after that."""
    s = deal(3, scenario="billygoat-project", cast="chosen")
    lily, dylan = (s.box.card_names.index(name) for name in ("Lily", "Dylan"))
    matt = s.box.card_names.index("Matt")
    assert s.why_not(0, Move("be", matt)) is not None
    assert len(s.legal_moves(0)) == 3
    assert sizes(s, "hand.0") == [0]
    s.apply(0, Move("be", dylan))
    s.apply(1, Move("be", lily))
    assert kids_of(s) == ["Dylan", "Lily", "Casper"]
    assert sizes(s, "hand.0", "hand.1", "hand.2") == [4, 3, 3]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nightmare_mode_is_any_scenario_with_the_fog(scenario: str) -> None:
    """TF-179"""
    assert value(begun(scenario=scenario, fog=True), "fog") == 1


@pytest.mark.parametrize(
    "other",
    [{"eyes": True}, {"avatar": "demon"}, {"servants": "roaming"}, {"swamps": 2}, {"sand": 60}],
    ids=str,
)
def test_a_scenario_is_not_mixed_with_other_parts(other: dict[str, object]) -> None:
    """TF-170 TF-98"""
    with pytest.raises(WrongOption, match=r"A scenario sets all expansions.*TF-170"):
        GAME.box(2, {"scenario": "silence", **other})


# Collecting Bugs


def bugs(hands: str = "Purple 2", **words: str) -> Dusk:
    return dusk(hands, scenario="collecting-bugs", common=words)


def test_after_the_last_memory_the_team_must_reach_the_entrance() -> None:
    """TF-173 TF-97: on the way there all losses stay possible."""
    s = bugs("Purple 1", lying="Old Rope 1,0", collected=SEVEN_FOUND, top="Blue 3")
    play(s, "0 walk Purple 1, 0 step E, 0 done")
    assert outcome(s) == ""
    every = f"{SEVEN_FOUND}, Old Rope"
    s = bugs("Purple 2", team="-1,2", collected=every)
    play(s, "0 walk Purple 2, 0 step W")
    assert outcome(s) == "won"  # TF-167: passing such a space is enough


def test_the_way_out_is_where_the_entrance_lies_now() -> None:
    """TF-173 TF-40"""
    every = f"{SEVEN_FOUND}, Old Rope"
    s = bugs("Purple 1", team="-1,2", collected=every, entrance="moves")
    assert s.beside_entrance() == s.world.board.entrance

    def away(moved: Dusk) -> None:
        moved.numbers[OBSTACLE] = len(s.world.board.placements[0]) - 1
        moved.raise_walls()

    words = {"scenario": "collecting-bugs", "entrance": "moves", "collected": every}
    moved = dusk("Purple 1", words, team="-1,2", prepare=away)
    assert outcome(play(moved, "0 walk Purple 1, 0 step W")) == ""
    beside = moved.beside_entrance()
    assert set(beside) == set(s.world.board.placements[0][-1].beside)


def test_who_stands_there_with_the_last_memory_wins_at_once() -> None:
    """TF-167"""
    s = bugs("Purple 1", team="-1,2", lying="Old Rope -2,2", collected=SEVEN_FOUND)
    assert outcome(play(s, "0 walk Purple 1, 0 step W")) == "won"


# The Silence of the Goats


def silence(hands: str = "Purple 2", **words: str) -> Dusk:
    prepare = laid(avatar="Unspeakable")
    return dusk(hands, scenario="silence", prepare=prepare, common=words)


@pytest.mark.parametrize(
    "text",
    [
        "billygoat!",
        "it is BillyGoat",
        "あれはビリーゴートだ",
        "Ｂｉｌｌｙｇｏａｔ",
        "ﾋﾞﾘｰｺﾞｰﾄ",
        "Billy\u200dgoat",
    ],
)
def test_the_name_is_heard_of_the_player_whose_turn_it_is(text: str) -> None:
    """TF-175 TF-168: in any case, width and language of the page; of others it costs nothing."""
    s = silence()
    assert s.listens(0, text) == Move("name", 0)
    assert s.listens(1, text) is None
    assert s.listens(0, "the goat") is None
    assert dusk("Purple 1").listens(0, text) is None


def test_the_name_adds_a_card_and_it_strikes() -> None:
    """TF-175 TF-168: at once, where nothing is half done; without Julie and Karyn."""
    s = silence(top="Purple 1", kids="Julie")
    s.apply(OUTSIDE, Move("name", 0))
    assert columns(s)[4] == 1
    assert [event.value for event in events(s, "team")] != []
    assert s.waiting == [0]


def test_the_name_waits_until_nothing_is_half_done() -> None:
    """TF-168"""
    s = silence(top="Purple 1", goat="-5,0 180")
    play(s, "0 walk Purple 2")
    s.apply(OUTSIDE, Move("name", 0))
    assert offers(s)[0].startswith("step")
    assert columns(s)[4] == 0
    play(s, "0 step NE, 0 step NE")
    assert at(s, "purple") == ["Purple 1"]
    assert len(events(s, "reveal")) == 2  # the name's card, and then the threat


def test_each_message_costs_one_card_and_a_seat_cannot_send_it() -> None:
    """TF-168: a flood of messages is a flood of cards."""
    s = silence(top="Blue 3", deck="Blue 2, Blue 1, Green 1, Yellow 1, Yellow 1")
    for _ in range(3):
        s.apply(OUTSIDE, Move("name", 0))
    assert sum(columns(s)) >= 3
    assert refused(s, "0 name 0") == "TF-168 name-by-hand"
    with pytest.raises(IllegalMove):
        s.apply(OUTSIDE, Move("name", 1))


# What holds for all


def test_without_expansions_nothing_of_them_is_in_the_box() -> None:
    """TF-98: each is switched on alone; the base game has its places and numbers as ever."""
    box = world()
    assert box.parts == []
    assert "wakes" not in begun().outlook()
    larger = world(eyes=True)
    assert larger.number_name[: len(box.number_name)] == box.number_name
    assert larger.name_of[: len(box.name_of)] == box.name_of


def test_roaming_and_carrying_servants_exclude_each_other() -> None:
    """TF-98: they are one option."""
    with pytest.raises(WrongOption):
        GAME.box(2, {"servants": "roaming, carriers"})


def test_warning_marks_show_what_each_colour_wakes() -> None:
    """TF-165"""
    s = begun(
        die=True, crossroads=True, haunted=True, eyes=True, servants="roaming", avatar="demon"
    )
    found = s.outlook()["wakes"]
    assert isinstance(found, dict)
    assert {colour: [what for what, _ in order] for colour, order in found.items()} == {
        "yellow": ["die", "effect"],
        "green": ["crossroads", "effect"],
        "blue": ["haunted", "effect"],
        "purple": ["eyes", "effect"],
        "red": ["roaming", "effect"],
    }
    assert found["red"][0] == ("roaming", len(s.column(RED)) + 1)
    assert found["purple"][0] == ("eyes", 3)


def test_warning_marks_stand_in_the_order_in_which_they_wake() -> None:
    """TF-165 TF-94: Puppetmaster, then servants, then Billygoat, and Eraserhead at last."""
    s = begun(avatar="eraserhead", second_avatar="puppetmaster", servants="carriers")
    wakes = s.outlook()["wakes"]
    assert isinstance(wakes, dict)
    assert [what for what, _ in wakes["red"]] == [
        "puppetmaster",
        "carriers",
        "effect",
        "eraserhead",
    ]
    assert begun(avatar="demon").outlook()["wakes"] == {}


def test_the_outlook_knows_where_the_team_is_lost_and_where_it_must_go() -> None:
    """TF-97 TF-120 TF-155"""
    s = begun(den=True, eyes=True, servants="roaming")
    numbers = dict(zip(s.world.number_name, s.numbers, strict=True))
    den = s.outlook()["den"]
    assert isinstance(den, list)
    servants = [numbers[f"servant_at.{servant}"] for servant in range(4)]
    assert s.outlook()["deadly"] == sorted({*den, *servants})
    assert s.outlook()["goals"] == sorted([numbers["eye_at.0"], numbers["eye_at.1"]])
    assert s.outlook()["more_steps"] == 0


def test_billygoats_distance_is_that_of_its_avatar() -> None:
    """TF-52 TF-101 TF-106: as many steps as its own shortest path has."""
    for avatar in ("spectral", "lurker", "demon"):
        s = begun(avatar=avatar)
        apart = s.outlook()["apart"]
        assert isinstance(apart, int)
        steps = 0
        while s.numbers[GOAT] != s.numbers[TEAM]:
            s.numbers[GOAT] = s.paths_to_team()[0]
            steps += 1
        assert steps == apart


def test_only_the_threat_card_of_a_threat_phase_wakes_them() -> None:
    """TF-96: not a card that joins the display by a Rest, nor Julie's first, nor Karyn's quiet one."""
    s = dusk("Green 1", die="true", top="Yellow 1", deck="Yellow 2, Blue 3")
    s.add_to_display(0, "TF-26")
    assert events(s, "die") == []
    julie = dusk(threat=True, kids="Julie", die="true", top="Yellow 1", deck="Blue 3")
    play(julie, "0 reject")
    assert events(julie, "die") == []
    hand = "Purple 1, Purple 2, Purple 3"
    karyn = dusk(hand, kids="Karyn", die="true", top="Yellow 1", display="Yellow 2")
    play(karyn, "0 give Purple 1 to 1, 0 done")
    assert at(karyn, "yellow")[-1] == "Yellow 1"
    assert events(karyn, "die") == []


def test_a_step_happens_in_the_order_of_the_ledger() -> None:
    """TF-92: a memory, then the eye, then victory; a place pushes only if the game goes on."""
    words = {"lying": "Old Rope 1,0", "collected": SEVEN_FOUND, "eyes": "true"}
    s = dusk("Purple 1", prepare=laid(eye_at="1,0 -1,4", eye_open="1 0"), common=words)
    play(s, "0 walk Purple 1, 0 step E")
    kinds = [event.kind for event in s.events or []]
    assert kinds[kinds.index("team") :] == ["team", "collect", "eye_open", "end"]
    assert outcome(s) == "won"


def test_tommy_is_asked_before_the_eye_flips() -> None:
    """TF-92"""
    s = dusk(
        "Purple 1", eyes="true", kids="Tommy", lying="Hat 1,0", prepare=laid(eye_at="1,0 -1,4")
    )
    play(s, "0 walk Purple 1, 0 step E")
    assert "draw_event" in offers(s)
    assert value(s, "eye_open.0") == 1
    play(s, "0 done")
    assert value(s, "eye_open.0") == 0


def test_memories_that_pay_are_picked_by_the_current_player_and_count() -> None:
    """TF-99"""
    only = laid(crossroads_deck="Crossroads 10")
    s = dusk(
        "Purple 1",
        crossroads="true",
        threat=True,
        top="Green 1",
        collected="Hat, Bow",
        prepare=only,
    )
    play(s, "0 road 8")
    assert offers(s) == ["spend Hat", "spend Bow"]
    assert refused(s, "0 spend Street") == "TF-99 spend-one"
    play(s, "0 spend Bow")
    assert GAME.standing(s).scores[0] == (0, 2)


@interpreted_only  # compiled code does not look a function up anew
def test_where_a_part_finds_no_room_the_obstacles_are_laid_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """TF-95: Team and Billygoat are placed again, and nothing is lost."""
    s = deal(portals=True)
    really, refusals = setup.find_room, [1]

    def full_at_first(s: Dusk) -> list[list[int]] | None:
        return None if refusals and refusals.pop() else really(s)

    monkeypatch.setattr(setup, "find_room", full_at_first)
    before = [s.numbers[n] for n in range(11, 17)]
    all_answer(all_answer(s))
    assert events(s, "lay_anew")
    assert [s.numbers[n] for n in range(11, 17)] != before
    assert value(s, "team") == value(s, "goat") == -1
    all_answer(all_answer(s))
    assert value(s, "turn") == 1
    assert value(s, "portal_at.0") >= 0


def test_an_edition_in_which_the_den_fits_nowhere_is_refused() -> None:
    """TF-95"""
    ours = tomllib.loads(OURS.read_text("utf-8"))["den"]
    text = GAME.edition("designed").text
    wide = [[q, r] for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    own = Edition("mine", f"{text}\n[den]\ncells = {wide}\nturned = {wide}\n", built_in=False)
    with pytest.raises(WrongEdition, match="no room"):
        GAME.box(2, {"den": True}, own)
    same = f"{text}\n[den]\ncells = {ours['cells']}\nturned = {ours['turned']}\n"
    assert GAME.box(2, {"den": True}, Edition("mine", same, built_in=False))


def test_the_values_of_the_expansions_are_never_changed_in_place() -> None:
    """TF-119 TF-133: records name the edition, which these belong to."""
    known = "02856b95360e5dbc1c10fd44964ef6f00478d0b513ada2ecf44f353c111e39ab"
    assert Edition("expansions", OURS.read_text("utf-8"), built_in=True).sha256 == known


@pytest.mark.parametrize("case", packed(GAME), ids=str)
def test_every_packed_table_is_set_up(case: Case) -> None:
    """TF-95: whatever is mixed."""
    lots = random.Random(str(case))
    box = GAME.box(case.players, case.options)
    for _ in range(5):
        s = GAME.deal(box, lots.getrandbits(64))
        while s.waiting and not s.numbers[0]:
            s.apply(s.waiting[0], s.legal_moves(s.waiting[0])[0])
        assert s.numbers[0] == 1
