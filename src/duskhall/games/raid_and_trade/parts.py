"""Raid & Trade: what cards, places and numbers are called in the rules."""

from __future__ import annotations

from typing import Final

SEATS: Final = 5
TILES: Final = 9
SECTIONS: Final = 4  # a tile has at most so many: section = tile * SECTIONS + its index
SQUARES: Final = 51  # of the side with more of them
GRID: Final = 32  # cell = row * GRID + column
MIDDLE: Final = GRID + 1  # the cell in the centre of the 3 x 3 grid
CENTRE: Final = GRID // 2 * GRID + GRID // 2  # where a city that grows begins
HAND_SIZE: Final = 5  # RT-35
NOWHERE: Final = -1

KINDS: Final = ["scrap", "food", "clothing", "tools", "parts", "electrics", "medical", "guns"]
TOKEN_KINDS: Final = 8  # cards 0 to 7 are the kinds of tokens, to speak of them
GUNS: Final = 7

COLOURS: Final = ["green", "yellow", "red"]  # small, medium, large houses; a house is 1 + colour
SMALL: Final = 0
MEDIUM: Final = 1
LARGE: Final = 2

CHARACTERS: Final = ["mayu", "zoey", "jake", "garcia", "carter", "cora"]
POWERS: Final = ["none", "trade_costs_no_ap", "detonation"]
FREE_TRADE: Final = 1
DETONATION: Final = 2

SYMBOLS: Final = [
    "nothing",
    "hit",
    "win",
    "shield",
    "steal",
    "destroy",
    "ap",
    "craft",
    "skill",
    "dynamite",
]
NOTHING: Final = 0
HIT: Final = 1
WIN: Final = 2
SHIELD: Final = 3
STEAL: Final = 4
DESTROY: Final = 5
AP_SYMBOL: Final = 6
CRAFT_SYMBOL: Final = 7
SKILL_SYMBOL: Final = 8
DYNAMITE_SYMBOL: Final = 9
FACES: Final = 6
ATTACK: Final = 0  # the half of a die that an attacker reads
DEFENSE: Final = 1

WINDOWS: Final = [
    "own_turn",
    "any_time",
    "on_move",
    "on_raid",
    "other_raid",
    "on_craft",
    "on_attack",
    "when_attacked",
    "attack_paid",
    "on_defend",
    "after_roll",
    "on_loss",
    "round_start",
    "whole_round",
]
OWN_TURN: Final = 0
ANY_TIME: Final = 1
ON_MOVE: Final = 2
ON_RAID: Final = 3
OTHER_RAID: Final = 4
ON_CRAFT: Final = 5
ON_ATTACK: Final = 6
WHEN_ATTACKED: Final = 7
ATTACK_PAID: Final = 8
ON_DEFEND: Final = 9
AFTER_ROLL: Final = 10
ON_LOSS: Final = 11
ROUND_START: Final = 12
WHOLE_ROUND: Final = 13

MODIFIED: Final = [
    "raid_draw",
    "border",
    "barricade",
    "craft",
    "trade",
    "training",
    "attack_allowed",
]
RAID_DRAW: Final = 0
BORDER: Final = 1
BARRICADE: Final = 2
CRAFT_PRICE: Final = 3
TRADE_PRICE: Final = 4
TRAINING_PRICE: Final = 5
ATTACK_ALLOWED: Final = 6
UNMODIFIED: Final = [0, 1, 1, 1, 1, 6, 1]

# Decks.
KIND_CARDS: Final = 0
CHARACTER_CARDS: Final = 1
ITEM_CARDS: Final = 2
RAID_CARDS: Final = 3  # + colour
INCIDENT_CARDS: Final = 6
QUEST_CARDS: Final = 7
EVENT_CARDS: Final = 8

# Places.
EVENT_DECK: Final = 0
EVENT_ROW: Final = 1
EVENT: Final = 2  # in force this round
EVENT_DISCARD: Final = 3
INCIDENT_DECK: Final = 4
INCIDENT_DISCARD: Final = 5
QUEST_DECK: Final = 6
QUEST_ROW: Final = 7
RAID_CARD: Final = 8  # turned up now
ITEM_BOX: Final = 9
CHARACTER_BOX: Final = 10
RAID_DECK: Final = 11  # + colour
RAID_BOTTOM: Final = 14  # + colour: put back, known to all, the next to be drawn first
RAID_DISCARD: Final = 17  # + colour
TILE: Final = 20  # + tile: the incident that lies there
ITEMS: Final = TILE + TILES  # + seat: not crafted
READY: Final = ITEMS + SEATS  # + seat: crafted
TIRED: Final = READY + SEATS  # + seat: crafted, and used this round
USED: Final = TIRED + SEATS  # + seat: single-use items this seat has used
FULFILLED: Final = USED + SEATS  # + seat: quests
FULFILLED_USED: Final = FULFILLED + SEATS  # + seat: quests used this round
OPEN_HAND: Final = FULFILLED_USED + SEATS  # + seat: incidents that all have seen
HIDDEN_HAND: Final = OPEN_HAND + SEATS  # + seat: incidents that only their player has seen
CHARACTER: Final = HIDDEN_HAND + SEATS  # + seat
TOKEN_SORTS: Final = CHARACTER + SEATS  # the eight kinds of tokens, as cards to speak of
PLACES: Final = TOKEN_SORTS + 1

# Numbers.
ROUND: Final = 0
TURN: Final = 1
CURRENT: Final = 2
START: Final = 3
OUTPOST: Final = 4  # its square
TRADER: Final = 5  # which market token lies on the Black Market
MOVED: Final = 6  # NOT_MOVED, WALKING or MOVE_OVER
ACTED: Final = 7
QUESTED: Final = 8
SPENT: Final = 9  # AP this turn
WAITS: Final = 10  # turns in a row that ended without spending AP
FREE: Final = 11  # AP of this move that need not be paid
BONUS: Final = 12  # more tokens in this raid
SURE: Final = 13  # this raid succeeds without a die
RAID_OFF: Final = 14  # AP less for this raid
CRAFT_OFF: Final = 15  # tokens fewer in this craft
CRAFT_WILD: Final = 16  # tokens of this craft that may be of any kind
SKIPPED: Final = 17  # the raid or fight in progress has been stopped
SAFE: Final = 18  # nothing, tokens or all are kept from being taken
OUTPOST_OFF: Final = 19  # AP less for the next thing at the Outpost this turn
OUTCOME: Final = 20
WINNER: Final = 21
DIE: Final = 22  # + 0 attacker or raider, 1 defender: the face that lies there
DYNAMITE: Final = DIE + 2  # + token: its square, NOT_PLACED or SPENT_TOKEN
DISC: Final = DYNAMITE + 2  # + disc: 1 + its owner
TILE_AT: Final = DISC + 5  # + tile: cell * 4 + quarter turns
AT: Final = TILE_AT + TILES  # + seat: section
INSIDE: Final = AT + SEATS  # + seat: in the Outpost
AP: Final = INSIDE + SEATS
SP: Final = AP + SEATS
FAVOR: Final = SP + SEATS  # + seat: the one dial through zero
AGE: Final = FAVOR + SEATS  # + seat: 0 is the youngest
PASSED: Final = AGE + SEATS
RAIDED: Final = PASSED + SEATS  # + seat: houses this round
TAKEN: Final = RAIDED + SEATS  # + seat: houses in all
OFFERS: Final = TAKEN + SEATS  # + seat: made this turn
TOKENS: Final = OFFERS + SEATS  # + kind * SEATS + seat
HOUSE: Final = TOKENS + TOKEN_KINDS * SEATS  # + square: 1 + colour, or 0
NUMBERS: Final = HOUSE + SQUARES

# Escape the City goes on from there: a tenth tile with squares of its own, guards and the helicopter.
HELIPAD: Final = TILES  # its tile
HELIPAD_SQUARES: Final = 6  # their houses stand after all others, and are always 0
GUARDS: Final = 6
HELIPAD_AT: Final = HOUSE + SQUARES + HELIPAD_SQUARES  # cell * 4 + quarter turns
OUT: Final = HELIPAD_AT + 1  # + seat: eliminated
GUARD: Final = OUT + SEATS  # + guard: its square, or NOWHERE
UNDER: Final = GUARD + GUARDS  # + kind * GUARDS + guard: tokens that lie under it
GIVEN: Final = UNDER + TOKEN_KINDS * GUARDS  # + kind * SEATS + seat: for the helicopter
GIVEN_SP: Final = GIVEN + TOKEN_KINDS * SEATS  # + seat
GAVE: Final = GIVEN_SP + SEATS  # + seat: 1 for who was the first to give, 2 for the next
FLOWN: Final = GAVE + SEATS  # + seat
ESCAPE_NUMBERS: Final = FLOWN + SEATS

NOT_MOVED: Final = 0
WALKING: Final = 1
MOVE_OVER: Final = 2

NOT_SAFE: Final = 0
SAFE_TOKENS: Final = 1
SAFE_ALL: Final = 2

NO_FACE: Final = -1
NOT_PLACED: Final = -1
SPENT_TOKEN: Final = -2

SUCCESS: Final = 1  # the faces of the raid die
FAILURE: Final = 0

AP_MOST: Final = 20  # RT-12
SP_MOST: Final = 20
FAVOR_MOST: Final = 10

OUTCOMES: Final = [
    "playing",
    "skill",
    "favor",
    "quests",
    "points",
    "escaped",
    "boarded",
    "eliminated",
]
BY_SKILL: Final = 1
BY_FAVOR: Final = 2
BY_QUESTS: Final = 3
BY_POINTS: Final = 4
ESCAPED: Final = 5
BOARDED: Final = 6  # RT-133: lost to two guards on the helipad
ELIMINATED: Final = 7  # RT-108: nobody is left

BARRED_FROM: Final = [6, 8, 10]  # RT-43, by colour: with so much Blacklist it is not raided
ATTACK_AP: Final = 5  # RT-50
DEFEND_AP: Final = 3
STORM_AP: Final = 7  # RT-71
STORM_TOKENS: Final = 3
STORM_BLACKLIST: Final = 3
ENTER_AP: Final = 5  # RT-70
DISC_AP: Final = 8
YIELD_FIVE: Final = 5  # RT-53
YIELD_THREE: Final = 3
MARKET_TOKENS: Final = 4  # RT-62
EVENTS_SHOWN: Final = 2  # RT-03
