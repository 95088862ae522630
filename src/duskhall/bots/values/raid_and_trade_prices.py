"""What things are worth to bots of Raid & Trade: numbers out of a file, set by hand.

`python -m duskhall.lab.train.tune raid-and-trade --players 3 --whole` finds some that beat them, and
that play for Favor alone (docs/decisions/0021).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from duskhall.bots.weights import Weights, read_weights
from duskhall.games.raid_and_trade.cards import VERBS
from duskhall.games.raid_and_trade.parts import AP_MOST

FILE: Final = Path(__file__).parent / "raid_and_trade_prices.json"


class Prices:
    """All in AP, where nothing else is said."""

    def __init__(self, weights: Weights | None = None) -> None:
        held = weights or read_weights(FILE)
        # A way as a shopping list
        self.token: Final = held["token"]  # of the middle kind, that one needs
        self.any: Final = held["any token"]  # of any kind, where a quest asks for any
        self.spare: Final = held["spare token"]  # that one needs for nothing
        self.named: Final = held["named token"]  # times as dear: a quest's own kinds
        self.traded: Final = held["traded"]  # by which a spare token makes a missing one cheaper
        self.held: Final = held["held"]  # of a token's price, where items compete for those one has
        self.dearest: Final = held[
            "dearest"
        ]  # of the middle price, the most for a kind that is rare
        self.cheapest: Final = held["cheapest"]
        self.unlucky: Final = held["unlucky"]  # of each token that is drawn beyond those one needs
        self.gate_ap: Final = held[
            "gate AP"
        ]  # an AP on a card, while the gate's fee is short of it
        self.card_ap: Final = held["card AP"]  # and otherwise
        self.lacking_ap: Final = held["lacking AP"]  # what an AP on a card costs that no item gives
        self.incident: Final = held["incident"]
        self.favor_unit: Final = held["favor"]
        self.put_back: Final = held["put back"]  # 1 Favor by putting a raid card back
        self.disc_waste: Final = held["disc, wasted"]  # AP of little use beside the first disc,
        self.staying: Final = held["disc, staying"]  # and beside each after it
        self.occupied: Final = held["occupied"]  # where somebody else is in the Outpost
        self.disc_risk: Final = held["disc, risk"]  # for each disc one holds and each rival
        self.new_quest: Final = held["new quest"]  # one that does not lie open yet
        self.race: Final = held["quest"]  # it may be taken by another first
        self.sp_price: Final = held["quest, SP"]  # of an SP that a quest asks for
        self.item: Final = held["item"]  # crafted only to be given up
        self.house: Final = held["house"]  # that a quest counts
        self.unsure: Final = held["unsure"]  # by which one way may be better than it seems
        self.likes: Final = [  # added to the price of a way
            held["skill way"],
            held["favor way"],
            held["quest way"],
        ]
        self.in_hand: Final = held["AP in hand"]  # of an AP of this round, to who compares players
        # Cards
        self.effect: Final = held["effect"]  # of an item's effect, to who crafts it for its SP
        self.skill_card: Final = held["skill card"]  # an SP on a card
        self.favor_card: Final = held["favor card"]  # a Favor on a card,
        self.favor_liked: Final = held["favor card, liked"]  # and more to who goes that way
        self.every_round: Final = held[
            "every round"
        ]  # a card that works so often, in cards of once
        # By verb of a card: for each of its n, or for all of it where it has none.
        self.verbs: Final = {
            verb: held[f"card: {name}"]
            for verb, name in enumerate(VERBS)
            if f"card: {name}" in held
        }
        # A turn
        self.crafting: Final = held["crafting"]  # what the plan asks for
        self.last_steps: Final = held[
            "last steps"
        ]  # more, where the goal can be met with the AP left
        self.walk_saved: Final = held["walk"]  # of each AP of a way walked with AP nobody needs
        self.disc_favor: Final = held["disc, favor"]  # of 1 Favor to who goes the Favor way
        self.denied: Final = held["disc, denied"]  # and to who takes it from others
        self.hurt: Final = held["hurt"]  # of what a rival loses
        self.hurt_leader: Final = held["hurt, leader"]  # where that rival is about to win
        self.contested: Final = held["contested"]  # of what who goes the Favor way loses
        self.near: Final = held["near"]  # AP from the gate that make a leader dangerous
        self.sp: Final = held["SP"]
        self.least_loot: Final = held["least loot"]
        self.quest_liked: Final = held["quest, liked"]  # of one that the plan does not ask for
        self.claim_least: Final = held[
            "claim"
        ]  # an incident must be worth so much more than its tokens
        self.come_back: Final = held[
            "come back"
        ]  # of staying in the Outpost, to who goes the Favor way
        self.stolen: Final = held["stolen"]  # a token of a rival's choice or by lot
        self.storm_black: Final = held["storm, blacklist"]
        self.black: Final = held["blacklist"]  # 1 of it, to who does not go the Favor way
        self.black_favor: Final = held["blacklist, favor"]  # and to who does
        self.barred: Final = held[
            "barred"
        ]  # more, where houses of one colour are out of reach then
        self.reroll: Final = held["reroll"]  # what a better roll must bring
        packed, loose = held["AP, packed"], held["AP, loose"]  # of AP beside raids, and of the rest
        # By AP left in a round: what they are worth, as raids of 6, 8 and 10 fill them with a step each.
        self.ap_left: Final = [
            packed * full + loose * (ap - full) for ap, full in enumerate(FILLED)
        ]


def filled() -> list[int]:
    """By AP left in a round: those that raids fill."""
    found: list[int] = []
    for ap in range(AP_MOST + 1):
        best = 0
        for raid in (7, 9, 11):
            for other in (0, 7, 9):
                if raid + other <= ap:
                    best = max(best, raid + other)
        found.append(best)
    return found


FILLED: Final = filled()
