"""Don't Turn Your Back: Nightmares do favors in the districts of the Mad City."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from duskhall.engine.box import Box
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, Headway, Option, Scenario, Standing, rank
from duskhall.engine.state import State
from duskhall.games.dont_turn_your_back.box import (
    ACQUISITION_DECK,
    CANDLES,
    DECK,
    DISTRICTS,
    LAW,
    LAW_BOX,
    LAW_DECK,
    LAW_DISCARD,
    NUMBERS,
    SERVICES,
    TURN,
    MadCity,
)
from duskhall.games.dont_turn_your_back.rulebook import (
    ANY_LAW,
    ASKERS,
    CLEAN_UP_RULES,
    DISTRICT_RULES,
    PROTECTORS,
    SERVICE_RULES,
)
from duskhall.games.dont_turn_your_back.rules.turn import SetUp
from duskhall.games.dont_turn_your_back.state import HAND_SIZE, Night

REASONS: Final = ["most-candles", "higher-cost"]


class DontTurnYourBack(Game):
    folder: ClassVar[Path] = Path(__file__).parent
    edition_files: ClassVar[dict[str, str]] = {
        "designed-2": "cards-2.toml",
        "designed": "cards.toml",
        "designed-25": "cards-25.toml",
    }
    text_hashes: ClassVar[dict[str, str]] = {
        "cf55a98e6f4e318ceb2812d26cf23d136981a96ee2af5b9788576cc71e7eaa0b": "cards.toml",
        "0e93aa92c569b59764e682e4bd8b52f918c366ae625975779259c3f72e0dacba": "cards-25.toml",
        "c1be3690f23adb702173f7008903ffeec52dced755613cbe8b026475b49aa22a": "past/designed-0.toml",
        "d35fd060c8cad9a41e72e621cb0d8d57f83f5ef2ff69f30fdc5b08e5ec9bd6cc": "past/designed-25-0.toml",
    }
    name = "dont-turn-your-back"
    title = "Don't Turn Your Back"
    minutes = 50
    version = 1
    longest = 2000  # answers in one game, far above what was ever seen

    def player_counts(self) -> list[int]:
        return [2, 3, 4]

    def options(self) -> list[Option]:
        return [
            Option("oust", ["may", "must"], "TB-46", ruling=True),
            Option("high_school", ["most-cards", "winner"], "TB-61", ruling=True),
            Option("second_after_tie", ["scores", "nothing"], "TB-72", ruling=True),
            Option("cards_by_law", ["may", "must"], "TB-71", ruling=True),
            Option("encased_start", ["counts", "nothing"], "TB-96", ruling=True),
        ]

    def faces(self, box: Box) -> list[dict[str, object]]:
        assert isinstance(box, MadCity)
        return [face(box, card) for card in range(box.cards)]

    def scenarios(self) -> list[Scenario]:
        return [Scenario("mad-city", {}, 3, 50)]

    def printed_board(self, box: Box) -> dict[str, object]:
        return {
            "districts": DISTRICT_RULES,
            "law": ANY_LAW[1],
            "askers": ASKERS,
            "hand": HAND_SIZE,
            "clean_up": CLEAN_UP_RULES,
        }

    def pack(self, players: int, options: dict[str, object], edition: Edition) -> Box:
        return MadCity(players, options, edition, self.catalogue())

    def open(self, box: Box) -> State:
        assert isinstance(box, MadCity)
        s = Night(box)
        s.places = [()] * len(box.seers)
        s.numbers = [0] * NUMBERS
        s.places[LAW_BOX] = tuple(range(box.first_law, box.cards))
        for seat in range(box.players):
            s.places[DECK + seat] = tuple(box.start[seat])
            s.places[ACQUISITION_DECK + seat] = tuple(box.acquisition[seat])
        s.then(SetUp())
        return s

    def standing(self, s: State) -> Standing:
        """TB-98 Most Candles wins; among equals, the higher Cost total of the deck."""
        assert isinstance(s, Night)
        scores: list[tuple[int, ...]] = []
        for seat in range(s.box.players):
            cost = sum([s.city.cost[card] for card in s.deck_cards(seat)])
            scores.append((s.numbers[CANDLES + seat], cost))
        ranks, parted = rank(scores)
        reason = REASONS[parted] if parted >= 0 else "shared"
        return Standing(ranks, scores, "TB-98", reason)

    def headway(self, s: State) -> Headway | None:
        """TB-95 A turn for each law."""
        laws = sum([len(s.places[place]) for place in (LAW, LAW_DECK, LAW_DISCARD)])
        return Headway("law", s.numbers[TURN], laws)


def face(box: MadCity, card: int) -> dict[str, object]:
    """What is printed on a Favor card or on a law; `wax` is what its Pain counts when encased."""
    if card >= box.first_law:
        law = box.law(card)
        return {"deck": "law", "name": law.name, "law": law.key, "rule": law.rule}
    if card == 0:
        return {"deck": "", "name": ""}
    service = SERVICES[box.service[card]]
    return {
        "deck": "favor",
        "name": box.card_names[card],
        "owner": box.owner[card],
        "start": box.is_start[card],
        "pain": box.pain[card],
        "wax": box.wax[card],
        "cost": box.cost[card],
        "districts": [code for d, code in enumerate(DISTRICTS) if box.districts[card] >> d & 1],
        "service": service,
        "protects": service in PROTECTORS,
        "rule": SERVICE_RULES.get(service, ""),
    }


GAME: Final = DontTurnYourBack()
