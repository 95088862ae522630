"""Which rules say what a card, a law or a district is for: for a screen to show."""

from __future__ import annotations

from typing import Final

SERVICE_RULES: Final = {
    "blind_knight": "TB-30",
    "city_desk_editor": "TB-31",
    "cleaner": "TB-32",
    "clockwork_lieutenant": "TB-33",
    "dream_dealer": "TB-34",
    "faceless": "TB-35",
    "face_merchant": "TB-36",
    "fortune_taker": "TB-37",
    "harvester": "TB-38",
    "lady_in_hating": "TB-39",
    "mother_when": "TB-40",
    "paperboy": "TB-41",
    "shameful": "TB-42",
    "smothered_folk": "TB-43",
    "the_tacks_man": "TB-44",
    "the_wax_king": "TB-45",
}
ANY_LAW: Final = ["TB-63", "TB-64"]  # how the law in force scores
DISTRICT_RULES: Final = {  # the most important first
    "13": ANY_LAW,
    "HS": ["TB-60", "TB-61", "TB-23"],
    "CS": ["TB-50", "TB-51"],
    "WK": ["TB-90", "TB-96"],
    "BB": ["TB-24", "TB-25"],
}
ASKERS: Final = {  # the service that asks a question
    "Encase": "blind_knight",
    "KeepTwo": "fortune_taker",
    "Harvest": "harvester",
    "PlaceTurned": "the_tacks_man",
    "DiscardOne": "mother_when",
    "DiscardDown": "the_wax_king",
}
PROTECTORS: Final = ["paperboy", "city_desk_editor"]  # TB-25
CLEAN_UP_RULES: Final = ["TB-90", "TB-91", "TB-92"]  # of the last phase of a turn
