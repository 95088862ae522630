"""How one drafts in Dark Dealings without thinking long: what others may answer, and one's own later
answers, while a search looks ahead. The weights are tuned by play (`python -m duskhall.lab.train.tune`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from duskhall.bots.weights import Weights, read_weights
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.games.dark_dealings.box import (
    BOOSTER,
    CLASSES,
    COMMITTED,
    DETOUR,
    FRONT,
    HAND,
    HEAVY_HITTER,
    MARKET,
    PILE,
    RANGER,
    Keep,
)
from duskhall.games.dark_dealings.fight import Dials
from duskhall.games.dark_dealings.state import Siege

FILE: Final = Path(__file__).parent / "dark_dealings_draft.json"
WORD: Final = 1 << 16
HIGHEST: Final = 54.0  # Challenge


class Drafter:
    """Likely answers with the cards of one box."""

    def __init__(
        self,
        box: Keep,
        burden: list[float],
        buys: list[float],
        supply: list[float],
        weights: Weights | None = None,
    ) -> None:
        held = weights or read_weights(FILE)
        self.box: Final = box
        self.burden: Final = burden
        self.supply: Final = supply
        self.whim: Final = held["whim"]  # a hero less appealing by so much is never picked instead
        self.any_strength: Final = held["any strength"]  # of a defense that strikes none of ours
        self.booster: Final = held["booster"]
        self.fellow: Final = held["booster, fellow"]
        self.heavy_hitter: Final = held["heavy hitter"]
        self.detour: Final = held["detour"]
        self.eager: Final = held["eager"]  # to send high heroes where the market differs much
        self.usual: Final = held["usual market"]
        self.heavy_first: Final = held["heavy first"]
        self.appeal: list[float] = [0.0] * box.cards  # of a hero, when heroes are picked
        weak_sides = [0.0, 0.0, held["two weak sides"], held["three weak sides"]]
        for hero in box.heroes:
            kind = CLASSES[min(box.hero_class[hero], RANGER)]  # the expansion's fight like rangers
            dread = held[kind] * box.armor[hero] + held[f"{kind}, any"]
            weak = weak_sides[box.weak[hero].bit_count()]
            self.appeal[hero] = held["buying"] * buys[box.challenge[hero]] - dread + weak

    def pick(self, s: Siege, seat: Seat) -> Move:
        """Two heroes of the hand that many would pick: they buy much, and are easily defeated."""
        liked: list[tuple[float, int]] = []
        for hero in s.hand(seat):
            whim = self.whim * s.random_below(WORD) / WORD
            liked.append((self.appeal[hero] + whim, hero))
        first, second = best_two(liked)
        return self.box.of_two(self.box.picks, "pick", first, second)

    def commit(self, s: Siege, seat: Seat) -> Move:
        """Two heroes of the hand that many would send."""
        eager = self.eagerness(s, seat)
        liked: list[tuple[float, int]] = []
        for hero in s.hand(seat):
            liked.append((eager[hero] + s.random_below(WORD) / WORD, hero))
        first, second = best_two(liked)
        return self.box.of_two(self.box.commits, "commit", first, second)

    def eagerness(self, s: Siege, seat: Seat) -> list[float]:
        """By hero of the hand: high ones where much may be won or lost by choosing first."""
        dials = s.dials(FRONT + seat)
        fits = [self.fit(s, seat, card, dials) for card in s.places[MARKET]]
        spread = max(fits) - sum(fits) / len(fits) - self.usual
        eager = [0.0] * self.box.cards
        for hero in s.hand(seat):
            high = self.box.challenge[hero] / HIGHEST
            eager[hero] = self.eager * spread * high + self.heavy_first * self.burden[hero] / 10
        return eager

    def take(self, s: Siege, seat: Seat, moves: list[Move]) -> Move:
        """The defense of the market that fits best."""
        dials = s.dials(FRONT + seat)
        best, chosen = -1_000.0, moves[0]
        for move in moves:
            fit = self.fit(s, seat, move.about[0], dials)
            if fit > best:
                best, chosen = fit, move
        return chosen

    def fit(self, s: Siege, seat: Seat, card: int, dials: Dials) -> float:
        """What a defense of the market is worth to this seat, by the heroes it may strike."""
        box = self.box
        heroes = s.places[PILE + seat] + s.places[COMMITTED + seat] + s.places[HAND + seat]
        useful, all_needs = 0.0, 0.001
        types = box.types[card * 4]
        for hero in heroes:
            need = self.burden[hero]
            all_needs += need
            if box.weak[hero] & types:
                useful += need
        worth = self.supply[card * 32 + 7]
        ability = box.ability[card]
        if ability == BOOSTER:
            for dial in dials:
                if box.types[dial] & types:
                    worth += self.fellow
            worth += self.booster
        elif ability == HEAVY_HITTER:
            worth += self.heavy_hitter
        elif ability == DETOUR:
            worth += self.detour
        return worth * (self.any_strength + useful / all_needs)


def best_two(liked: list[tuple[float, int]]) -> list[int]:
    """Those liked best, in the order of their numbers."""
    liked.sort(reverse=True)
    return sorted([liked[0][1], liked[1][1]])
