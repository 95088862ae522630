"""Dark Dealings: overlords draft the heroes who attack them, and the defenses to meet them."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, Headway, Option, Scenario, Standing, Tie, rank
from duskhall.engine.state import State
from duskhall.games.dark_dealings.box import (
    ABILITIES,
    ABILITY_RULES,
    CLASS_RULES,
    CLASSES,
    COMBAT_ROUND,
    DEFEATED,
    DEFENSE_DECK,
    DRAFTED,
    EVICTED,
    EXPANSION_CLASSES,
    FRONT,
    GONE,
    HERO_DECK,
    MET,
    PLACES,
    ROUND,
    ROUNDS,
    THIEF,
    TURNED,
    TYPES,
    Keep,
)
from duskhall.games.dark_dealings.rules.draft import SetUp
from duskhall.games.dark_dealings.rules.solo import SoloLayout
from duskhall.games.dark_dealings.state import Siege

SURVIVED: Final = 99  # ranks above every round in which one may be evicted
NORMAL_REASONS: Final = ["most-heroes", "more-cards", "higher-challenge"]
PHASES: Final = {  # by the step that is asked for; any other is of the combat phase
    "PickHeroes": "hero",
    "CommitHeroes": "defense",
    "ChooseFirst": "defense",
    "TakeDefense": "defense",
    "TakePair": "solo",
}
HARDCORE_REASONS: Final = ["last-standing", "more-cards", "higher-last"]


class DarkDealings(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {"designed": "cards.toml"}
    text_hashes: ClassVar[dict[str, str]] = {
        "6da20bed6a13454c9ff8d3ee97dd56d02a0c2a25e1264b85936da6656f2d3286": "cards.toml",
    }
    changes: ClassVar[dict[int, list[str]]] = {2: ["DD-20"], 3: ["DD-23"]}
    name = "dark-dealings"
    title = "Dark Dealings"
    minutes = 20
    version = 3
    longest = 600  # answers in one game, far above what was ever seen

    def player_counts(self) -> list[int]:
        return [1, 2, 3, 4, 5, 6]

    def options(self) -> list[Option]:
        return [
            Option("hardcore", [False, True], "DD-70"),
            Option("row", [5, 3, 4, 6, 7], "DD-60", players=[1]),
            Option("dragons", [False, True], "DD-23"),
            Option("vain_strikes", [False, True], "DD-34", ruling=True),
            Option("turning", ["after", "at-once"], "DD-37", ruling=True),
            Option("halflings_stop", [True, False], "DD-41", ruling=True),
            Option("heavy_hitter_alone", [False, True], "DD-50", ruling=True),
            Option("heavy_hitter_turns", ["ready", "any"], "DD-50", ruling=True),
            Option("detour", ["turn", "trash"], "DD-52", ruling=True),
            Option("solo_columns", ["stay", "close"], "DD-61", ruling=True, players=[1]),
            Option("hardcore_discard", ["evicts", "allowed"], "DD-71", ruling=True),
        ]

    def ties(self) -> list[Tie]:
        return [
            # A card that has struck and is turned only later has that turn still to come.
            Tie("heavy_hitter_turns", ["any"], "turning", ["at-once"], "DD-50", "struck-is-turned"),
        ]

    def scenarios(self) -> list[Scenario]:
        return [
            Scenario("siege", {}, 2, 20),
            Scenario("dragons", {"dragons": True}, 3, 25),
            Scenario("hardcore", {"hardcore": True}, 4, 20),
        ]

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, Keep)
        return [face(box, card) for card in range(box.cards)]

    def printed_board(self, box: Box) -> dict[str, object]:
        """There is none; what a screen counts by is told in its place."""
        return {"rounds": ROUNDS, "combat": COMBAT_ROUND}

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        return Keep(players, options, edition, self.catalogue())

    def open(self, box: Box) -> State:
        assert isinstance(box, Keep)
        s = Siege(box)
        s.places = [()] * PLACES
        s.places[HERO_DECK] = tuple(sorted(box.heroes))
        s.places[DEFENSE_DECK] = tuple(sorted(box.defenses))
        s.numbers = [0] * (TURNED + box.cards)
        if box.players == 1:
            s.then(SoloLayout(1))
        else:
            s.then(SetUp())
        return s

    def standing(self, s: State) -> Standing:
        """DD-55 Victory; DD-62 in Solo the number defeated; DD-72 in Hardcore."""
        assert isinstance(s, Siege)
        scores = [overlord_score(s, seat) for seat in range(s.box.players)]
        ranks, parted = rank(scores)
        reasons = HARDCORE_REASONS if s.keep.hardcore else NORMAL_REASONS
        if s.box.players == 1:
            rule, reason = "DD-62", "solo"
        else:
            rule = "DD-72" if s.keep.hardcore else "DD-55"
            reason = reasons[parted] if parted >= 0 else "shared"
        return Standing(ranks, scores, rule, reason)

    def points(self, s: State) -> list[int]:
        """The heroes defeated, in Hardcore too: there the round that one stood to decides."""
        assert isinstance(s, Siege)
        return [len(s.places[DEFEATED + seat]) for seat in range(s.box.players)]

    def headway(self, s: State) -> Headway | None:
        """DD-10, DD-20, DD-30 The round of the phase."""
        phase = PHASES.get(type(s.agenda[-1]).__name__ if s.agenda else "", "combat")
        picked = len(s.places[DRAFTED]) // 2  # DD-10 two heroes a round
        n = 1 + picked if phase == "hero" else s.numbers[ROUND]
        return Headway(phase, n, ROUNDS[phase])


def face(box: Keep, card: int) -> dict[str, object]:
    """What is printed on a hero or on a defense."""
    if card in box.heroes:
        return {
            "deck": "hero",
            "name": box.card_names[card],
            "class": (CLASSES + EXPANSION_CLASSES)[box.hero_class[card]],
            "challenge": box.challenge[card],
            "armor": box.armor[card],
            "weak": type_names(box.weak[card]),
            "exact": box.hero_class[card] == THIEF,  # DD-40 its armor is to be met exactly
            "rule": CLASS_RULES[box.hero_class[card]],
        }
    sides: list[object] = []
    for dial in range(card * 4, card * 4 + 3):
        if box.types[dial]:
            trash = box.after_strike[dial] == GONE
            types = type_names(box.types[dial])
            sides.append({"types": types, "strength": box.strength[dial], "trash": trash})
    return {
        "deck": "defense" if sides else "",
        "name": box.card_names[card],
        "rank": box.rank[card],
        "ability": ([""] + ABILITIES)[box.ability[card]],
        "sides": sides,
        "rule": ABILITY_RULES[box.ability[card]],
    }


def type_names(types: int) -> list[str]:
    return [name for bit, name in enumerate(TYPES) if types >> bit & 1]


def overlord_score(s: Siege, seat: int) -> tuple[int, ...]:
    defeated = s.places[DEFEATED + seat]
    left = len(s.places[FRONT + seat])
    if s.keep.hardcore:
        stood = s.numbers[EVICTED + seat] or SURVIVED
        last = s.keep.challenge[s.numbers[MET + seat]]
        return (len(defeated), left, last) if s.box.players == 1 else (stood, left, last)
    return (len(defeated), left, max([s.keep.challenge[hero] for hero in defeated], default=0))


GAME: Final = DarkDealings()
