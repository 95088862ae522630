"""The expansions: which are in the box, by the options of a table, and what the parts are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from duskhall.engine.edition import Edition, Row, read_edition
from duskhall.engine.game import Option, Scenario, Tie
from duskhall.games.the_faceless.board import Board
from duskhall.games.the_faceless.box import POWERS
from duskhall.games.the_faceless.expansions.avatars import AVATARS, Avatars
from duskhall.games.the_faceless.expansions.crossroads import Crossroads
from duskhall.games.the_faceless.expansions.den import Den
from duskhall.games.the_faceless.expansions.die import CreepyDie
from duskhall.games.the_faceless.expansions.eyes import Eyes
from duskhall.games.the_faceless.expansions.fog import Fog
from duskhall.games.the_faceless.expansions.haunted import HauntedPlaces
from duskhall.games.the_faceless.expansions.hourglass import Hourglass
from duskhall.games.the_faceless.expansions.nightworld import Nightworld
from duskhall.games.the_faceless.expansions.portals import Portals
from duskhall.games.the_faceless.expansions.scenarios import Cast, Homecoming, TheName
from duskhall.games.the_faceless.expansions.servants import Servants
from duskhall.games.the_faceless.expansions.swamps import Swamps
from duskhall.games.the_faceless.expansions.warnings import Warnings
from duskhall.games.the_faceless.parts import Part

OURS: Final = Path(__file__).parent.parent / "expansions.toml"
NONE: Final = "none"
OFF: Final = "off"
SCENARIOS: Final = [
    "billygoat-project",
    "rabbit-hole",
    "evil-intentions",
    "collecting-bugs",
    "one-memory",
    "silence",
    "goatgo-faster",
    "goatbusters",
]
SWITCHES: Final = {  # expansions that are in play or not, with their rules
    "die": "TF-110",
    "crossroads": "TF-115",
    "den": "TF-120",
    "eyes": "TF-125",
    "haunted": "TF-135",
    "portals": "TF-145",
    "fog": "TF-150",
    "nightworld": "TF-130",
}


def all_options() -> list[Option]:
    """What may be agreed about expansions. None of them is in play by default."""
    return [
        Option("scenario", [NONE, *SCENARIOS], "TF-170", part=True),
        Option("cast", ["dealt", "chosen"], "TF-166", ruling=True, part=True),
        Option("avatar", [NONE, "random", *AVATARS], "TF-100", part=True),
        Option("second_avatar", [NONE, *AVATARS], "TF-98", ruling=True, part=True),
        *[Option(name, [False, True], rule, part=True) for name, rule in SWITCHES.items()],
        Option("servants", [NONE, "roaming", "carriers"], "TF-155", part=True),
        Option("swamps", [0, 2, 3], "TF-160", part=True),
        Option("sand", [OFF, 60, 120, 180, 300], "TF-140", part=True),
        Option("as_if", ["displayed", "more"], "TF-117", ruling=True, part=True),
    ]


def all_ties(options: list[Option]) -> list[Tie]:
    """TF-98 What may not be combined. That servants roam or carry is one option already.

    TF-179 The Fog goes with every scenario: that is Nightmare mode.
    """
    found = [
        Tie("scenario", [*SCENARIOS], option.name, [option.default], "TF-170", "scenario-sets")
        for option in options
        if option.name not in ("scenario", "cast", "fog", "as_if")
    ]
    for avatar in AVATARS:
        others = [NONE, "random", *[other for other in AVATARS if other != avatar]]
        found.append(Tie("second_avatar", [avatar], "avatar", [*others], "TF-98", "two-avatars"))
    return found


OPTIONS: Final = all_options()
TIES: Final = all_ties(OPTIONS)


def scenarios() -> list[Scenario]:
    """TF-170 to TF-177 By name; how hard they are is by how often bots win them at medium.

    docs/balance/the-faceless-expansions.md: 5 below a third of their games, 2 above two thirds.
    That of the Fog is one more, as people reckon worse.
    """
    hard = {"billygoat-project": 5, "rabbit-hole": 5, "silence": 2, "goatbusters": 4}
    return [
        Scenario(name, {"scenario": name, "level": "medium"}, hard.get(name, 3), 50, told_of(name))
        for name in SCENARIOS
    ]


def told_of(scenario: str) -> dict[str, object]:
    """TF-170 to TF-178 What is in a scenario, for its card: its parts as options would set them."""
    mix = scenario_mix(scenario, False, Edition("", "", True))
    options: dict[str, object] = dict.fromkeys(mix.switches, True)
    options |= dict(zip(("avatar", "second_avatar"), mix.avatars, strict=False))
    if mix.servants != NONE:
        options["servants"] = mix.servants
    if mix.swamps:
        options["swamps"] = mix.swamps
    if mix.sand:
        options["sand"] = mix.sand
    return {"mix": options, "kids": mix.kids, "special": mix.special}


class Mix(NamedTuple):
    """What is in the box."""

    switches: list[str]
    avatars: list[str]
    servants: str
    swamps: int
    sand: int  # seconds; 0 without an Hourglass
    kids: list[str]  # none where all are dealt
    special: str


def mix_of(chosen: dict[str, object], edition: Edition) -> Mix:
    """What the options mean: a scenario sets all the others."""
    scenario = str(chosen["scenario"])
    if scenario != NONE:
        return scenario_mix(scenario, chosen["fog"] is True, edition)
    # The one that is named comes first: so chance does not draw it again.
    avatars = [str(chosen[name]) for name in ("second_avatar", "avatar") if chosen[name] != NONE]
    sand = chosen["sand"]
    return Mix(
        [name for name in SWITCHES if chosen[name] is True],
        avatars,
        str(chosen["servants"]),
        int(str(chosen["swamps"])),
        sand if isinstance(sand, int) else 0,
        [],
        "",
    )


def scenario_mix(name: str, is_nightmare: bool, edition: Edition) -> Mix:
    """TF-170 to TF-179 The parts of a scenario, as the edition gives them."""
    source = source_of(edition, "scenarios")
    for line, row in source.rows("scenarios"):
        if row.get("id") != name:
            continue
        known = [*SWITCHES, "roaming", "carriers", "swamps", "hourglass"]
        parts = names(source, line, row, "parts", known)
        special = str(row.get("special", ""))
        count = "scenario" if special == "three_swamps" else "count"
        swamps = numbers(edition, "swamps")[count] if "swamps" in parts else 0
        sand = numbers(edition, "hourglass")["seconds"] if "hourglass" in parts else 0
        servants = [part for part in ("roaming", "carriers") if part in parts]
        switches = [part for part in SWITCHES if part in parts]
        if is_nightmare and "fog" not in switches:
            switches.append("fog")
        return Mix(
            switches,
            names(source, line, row, "avatars", AVATARS),
            servants[0] if servants else NONE,
            swamps,
            sand,
            names(source, line, row, "kids", POWERS),
            special,
        )
    raise source.wrong(0, f"there is no scenario '{name}'")


def is_night(chosen: dict[str, object], edition: Edition) -> bool:
    """TF-130 Whether the board lies with its other side up."""
    return "nightworld" in mix_of(chosen, edition).switches


def make_parts(chosen: dict[str, object], edition: Edition, board: Board) -> list[Part]:
    """The parts of a box, in the order in which they are set up and wake (TF-94, TF-95)."""
    mix = mix_of(chosen, edition)
    has_servants = mix.servants != NONE or bool({"random", "puppetmaster"} & {*mix.avatars})
    places = (
        numbers(edition, "places") if set(mix.switches) & {"eyes", "portals", "haunted"} else {}
    )
    parts: list[Part] = []
    if mix.kids:
        parts.append(Cast(mix.kids))
    if "nightworld" in mix.switches:
        parts.append(Nightworld(board))
    if mix.swamps:
        parts.append(Swamps(mix.swamps))
    if "den" in mix.switches:
        parts.append(Den(source_of(edition, "den"), board))
    if mix.avatars:
        parts.append(Avatars(source_of(edition, "avatars"), mix.avatars))
    if has_servants:
        parts.append(
            Servants(
                source_of(edition, "servant_cards"), mix.servants, numbers(edition, "servants")
            )
        )
    if "eyes" in mix.switches:
        parts.append(Eyes(places))
    if "portals" in mix.switches:
        parts.append(Portals(places))
    if "haunted" in mix.switches:
        parts.append(HauntedPlaces(source_of(edition, "haunted"), places))
    if "crossroads" in mix.switches:
        more = chosen["as_if"] == "more"
        parts.append(Crossroads(source_of(edition, "crossroads"), more))
    if "die" in mix.switches:
        parts.append(CreepyDie())
    if mix.sand:
        parts.append(Hourglass(mix.sand, numbers(edition, "hourglass")))
    if "fog" in mix.switches:
        parts.append(Fog())
    if mix.special == "reach_entrance":
        parts.append(Homecoming())
    if mix.special == "do_not_say_the_name":
        parts.append(TheName())
    if parts:
        parts.append(Warnings())
    return parts


# Reading

_ours: list[Edition] = []


def source_of(edition: Edition, section: str) -> Edition:
    """The edition that a part is read from: this one where it has the section, and else ours."""
    if section in edition.data:
        return edition
    if not _ours:
        _ours.append(read_edition(OURS, True, "expansions"))
    return _ours[0]


def numbers(edition: Edition, section: str) -> dict[str, int]:
    """The whole numbers of a section."""
    source = source_of(edition, section)
    found = source.data[section]
    if not isinstance(found, dict):
        raise source.wrong(0, f"[{section}] is a section")
    ours = source_of(Edition("", "", True), section).data[section]
    assert isinstance(ours, dict)
    row: Row = {**ours, **found}
    return {
        name: source.number(0, row, name, 0, 1000)
        for name, value in ours.items()
        if type(value) is int
    }


def names(source: Edition, line: int, row: Row, field: str, known: list[str]) -> list[str]:
    """A list of known words, which may be empty."""
    if row.get(field) == []:
        return []
    source.fields(line, row, [field], list(row))
    return source.words(line, row, field, known)
