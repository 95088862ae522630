"""What the cards of an edition do: effects named in data, each implemented once in rules/effects."""

from __future__ import annotations

from typing import Final, NamedTuple

from duskhall.engine.edition import Edition, Row
from duskhall.games.raid_and_trade.parts import KINDS, MODIFIED, TOKEN_KINDS

VERBS: Final = [
    "gain_ap",
    "gain_skill",
    "gain_favor",
    "clear_blacklist",
    "draw_resources",
    "pick_resources",
    "swap_resources",
    "draw_incident",
    "restore_item",
    "craft_free",
    "craft_discount",
    "wild_resource",
    "raid_discount",
    "raid_bonus",
    "raid_success",
    "stop_raid",
    "as_gun_attack",
    "as_gun_defend",
    "skip_combat_before",
    "skip_combat_after",
    "reroll",
    "protect",
    "steal_resources",
    "drain_ap",
    "move_free",
    "outpost_discount",
    "modify",
    "redraw_all",
    "share_outpost",
]
GAIN_AP: Final = 0
GAIN_SKILL: Final = 1
GAIN_FAVOR: Final = 2
CLEAR_BLACKLIST: Final = 3
DRAW_RESOURCES: Final = 4
PICK_RESOURCES: Final = 5
SWAP_RESOURCES: Final = 6
DRAW_INCIDENT: Final = 7
RESTORE_ITEM: Final = 8
CRAFT_FREE: Final = 9
CRAFT_DISCOUNT: Final = 10
WILD_RESOURCE: Final = 11
RAID_DISCOUNT: Final = 12
RAID_BONUS: Final = 13
RAID_SUCCESS: Final = 14
STOP_RAID: Final = 15
AS_GUN_ATTACK: Final = 16
AS_GUN_DEFEND: Final = 17
SKIP_COMBAT_BEFORE: Final = 18
SKIP_COMBAT_AFTER: Final = 19
REROLL: Final = 20
PROTECT: Final = 21
STEAL_RESOURCES: Final = 22
DRAIN_AP: Final = 23
MOVE_FREE: Final = 24
OUTPOST_DISCOUNT: Final = 25
MODIFY: Final = 26
REDRAW_ALL: Final = 27
SHARE_OUTPOST: Final = 28

COUNTED: Final = [  # verbs with a number `n`
    "gain_ap",
    "gain_skill",
    "gain_favor",
    "clear_blacklist",
    "draw_resources",
    "pick_resources",
    "swap_resources",
    "draw_incident",
    "craft_discount",
    "wild_resource",
    "raid_discount",
    "raid_bonus",
    "steal_resources",
    "drain_ap",
    "move_free",
    "outpost_discount",
]
BOUND: Final = {  # verbs that mean something in one window only
    "craft_discount": "on_craft",
    "wild_resource": "on_craft",
    "raid_discount": "on_raid",
    "raid_bonus": "on_raid",
    "raid_success": "on_raid",
    "stop_raid": "other_raid",
    "as_gun_attack": "on_attack",
    "as_gun_defend": "on_defend",
    "skip_combat_before": "when_attacked",
    "skip_combat_after": "attack_paid",
    "reroll": "after_roll",
    "protect": "on_loss",
    "move_free": "on_move",
    "outpost_discount": "own_turn",
    "modify": "whole_round",
    "share_outpost": "whole_round",
    "redraw_all": "round_start",
}
NEEDY: Final = ["on_attack", "on_defend", "after_roll", "on_loss"]  # windows for their verbs only
UP_TO: Final = ["restore_item", "craft_free"]  # verbs with a number `max_sp`
REACHES: Final = ["tile", "anywhere"]
ON_TILE: Final = 0
ANYWHERE: Final = 1
CHOOSERS: Final = ["thief", "blind"]
BLIND: Final = 1
WHOSE: Final = ["own", "any"]
OWN_DIE: Final = 0
ANY_DIE: Final = 1
WHAT: Final = ["tokens", "all"]
DRAWN_FROM: Final = ["deck", "either"]
EITHER: Final = 1
ALL_KINDS: Final = (1 << TOKEN_KINDS) - 1


class Effect(NamedTuple):
    """One verb of a card, with what it needs to know."""

    verb: int
    n: int  # how many; of `modify` by how much, of `restore_item` and `craft_free` up to what SP
    which: int = 0  # reach, whose die, what is protected, where from, or which rule is modified
    kinds: int = ALL_KINDS  # a bitmask: of which tokens may be picked
    blind: bool = False  # what is stolen is drawn, not chosen
    pay: int = 0  # AP for which it may be bought
    for_all: bool = False


class Need(NamedTuple):
    """What a quest asks for."""

    kinds: tuple[int, ...]  # tokens, by kind
    any: int  # further tokens
    incidents: int
    items: int
    sp: int
    ap: int
    favor: int
    houses: int

    @property
    def tokens(self) -> int:
        return sum(self.kinds) + self.any


def read_effects(edition: Edition, line: int, row: Row) -> list[Effect]:
    """The list `effect` of a card."""
    effects = row["effect"]
    if not isinstance(effects, list):
        raise edition.wrong(line, "'effect' must be a list of verbs in braces")
    return [read_effect(edition, line, each) for each in effects]


def read_effect(edition: Edition, line: int, row: object) -> Effect:
    if not isinstance(row, dict) or "do" not in row:
        raise edition.wrong(line, 'an effect is a verb in braces: { do = "gain_ap", n = 2 }')
    do = edition.word(line, row, "do", VERBS)
    verb, n, which, kinds, blind = VERBS.index(do), 0, 0, ALL_KINDS, False
    required = ["do"]
    optional = ["who"]
    if do in COUNTED:
        required.append("n")
        n = edition.number(line, row, "n", 1, 20) if "n" in row else 0
    elif do in UP_TO:
        required.append("max_sp")
        n = edition.number(line, row, "max_sp", 1, 10) if "max_sp" in row else 0
    if do == "pick_resources":
        optional.append("kinds")
        if "kinds" in row:
            kinds = sum(
                [1 << KINDS.index(kind) for kind in edition.words(line, row, "kinds", KINDS)]
            )
    elif do == "draw_incident":
        required.append("from")
        which = choice(edition, line, row, "from", DRAWN_FROM)
    elif do == "reroll":
        required.append("whose")
        which = choice(edition, line, row, "whose", WHOSE)
    elif do == "protect":
        required.append("what")
        which = 1 + choice(edition, line, row, "what", WHAT)
    elif do in ("steal_resources", "drain_ap"):
        required.append("reach")
        which = choice(edition, line, row, "reach", REACHES)
        if do == "steal_resources":
            required.append("chooser")
            blind = choice(edition, line, row, "chooser", CHOOSERS) == BLIND
    elif do == "modify":
        required += ["rule", "by"]
        which = choice(edition, line, row, "rule", MODIFIED)
        n = edition.number(line, row, "by", -10, 10) if "by" in row else 0
    pay = 0
    if "pay" in row:
        optional.append("pay")
        price = row["pay"]
        if not isinstance(price, dict):
            raise edition.wrong(line, "'pay' is a price in braces: { ap = 5 }")
        edition.fields(line, price, ["ap"], [])
        pay = edition.number(line, price, "ap", 1, 20)
    edition.fields(line, row, required, optional)
    for_all = "who" in row and edition.word(line, row, "who", ["all"]) == "all"
    return Effect(verb, n, which, kinds, blind, pay, for_all)


def check_window(edition: Edition, line: int, effects: list[Effect], when: str) -> None:
    """Refuse a verb that would do nothing in the window of its card; a raid card has none."""
    verbs = [VERBS[effect.verb] for effect in effects]
    for verb in verbs:
        bound = BOUND.get(verb, when)
        if bound != when:
            raise edition.wrong(line, f"'{verb}' is for '{bound}'")
        if when == "whole_round" and verb not in BOUND:
            raise edition.wrong(line, f"'{verb}' is not for 'whole_round'")
    if when in NEEDY and not any(verb in BOUND for verb in verbs):
        raise edition.wrong(line, f"nothing in it is for '{when}'")


def choice(edition: Edition, line: int, row: Row, field: str, words: list[str]) -> int:
    if field not in row:
        raise edition.wrong(line, f"'{field}' is missing")
    return words.index(edition.word(line, row, field, words))


def read_tokens(edition: Edition, line: int, row: Row, field: str) -> tuple[int, ...]:
    """Tokens by kind, as in `cost = { scrap = 1, tools = 2 }`."""
    cost = row[field]
    if not isinstance(cost, dict):
        raise edition.wrong(line, f"'{field}' is a table of tokens: {{ scrap = 1, tools = 2 }}")
    edition.fields(line, cost, [], KINDS)
    return tuple([edition.number(line, cost, kind, 1, 20) if kind in cost else 0 for kind in KINDS])


def read_need(edition: Edition, line: int, row: Row) -> Need:
    need = row["need"]
    if not isinstance(need, dict) or not need:
        raise edition.wrong(line, "'need' is a table of what the quest asks for")
    numbers = ["any", "incidents", "items", "sp", "ap", "favor", "houses"]
    edition.fields(line, need, [], ["resources", *numbers])
    kinds = (
        read_tokens(edition, line, need, "resources") if "resources" in need else (0,) * TOKEN_KINDS
    )
    found = [edition.number(line, need, field, 1, 20) if field in need else 0 for field in numbers]
    return Need(kinds, *found)
