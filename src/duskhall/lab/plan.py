"""A plan: what is to be played, as plain data; and an outcome: how one of its games ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.engine.box import Box
from duskhall.engine.edition import Edition
from duskhall.engine.game import Game, WrongOption, game
from duskhall.lab.match import in_turn

Decision = tuple[int, int, str, int, str]  # position, seat, question, choices, move


@cache
def read_once(name: str, text: str, built_in: bool) -> Edition:
    """An edition from its text, read once per process."""
    return Edition(name, text, built_in)


def lineup(kind: Game, bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat; fewer than seats are repeated. WrongOption, UnknownBot."""
    if not bots:
        raise WrongOption("no-bots")
    for name in bots:
        make_bot(name, kind)
    if len(bots) > players:
        raise WrongOption("many-bots", count=len(bots), players=players)
    return tuple([bots[seat % len(bots)] for seat in range(players)])


class Plan(NamedTuple):
    """What is to be played, as plain data that any process can read."""

    game: str
    players: int
    bots: tuple[str, ...]  # one name per seat, before seats are rotated
    seed: int
    options: dict[str, object]
    edition: tuple[str, str, bool]  # name, text, and whether it came with the game
    save_to: str  # a folder, or '' for nowhere
    paired: bool = False  # every deal is played once for each way round the table
    rows: bool = False  # outcomes tell of every answer
    decisions: bool = False  # and of what else could have been answered

    def rotations(self) -> int:
        """How many games have the same deal: where all bots are the same, there is one way round."""
        if not self.paired:
            return 1
        for moved in range(1, self.players):
            if in_turn(self.bots, self.players, moved) == self.bots:
                return moved
        return self.players

    def deal(self, number: int) -> int:
        return number // self.rotations()

    def rotation(self, number: int) -> int:
        return number % (self.rotations() if self.paired else self.players)

    def deal_seed(self, number: int) -> int:
        """The luck of the game of this number."""
        return luck(self.seed, self.deal(number))

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots by seat in the game of this number: each game they move on by one."""
        return in_turn(self.bots, self.players, self.rotation(number))

    def box(self) -> Box:
        kind = game(self.game)
        edition = kind.edition_of(self.edition[0], self.edition[1], "")
        return kind.box(self.players, self.options, edition)

    def is_cooperative(self) -> bool:
        return self.box().is_cooperative

    def written(self) -> dict[str, Any]:
        """What games depend on: with the same, one goes on where another run has stopped."""
        return {
            "game": self.game,
            "version": game(self.game).version,
            "players": self.players,
            "bots": list(self.bots),
            "seed": f"{self.seed:032x}",
            "options": self.options,
            "edition": list(self.edition[:2]),
            "paired": self.paired,
            "decisions": self.decisions,
        }

    @staticmethod
    def read(said: dict[str, Any]) -> Plan:
        """The plan that was written so."""
        return Plan(
            said["game"],
            said["players"],
            tuple(said["bots"]),
            int(said["seed"], 16),
            said["options"],
            (said["edition"][0], said["edition"][1], False),
            "",
            said["paired"],
            True,
            said["decisions"],
        )


class Outcome(NamedTuple):
    """How one game ended."""

    bots: tuple[str, ...]  # by seat
    ranks: list[int]
    scores: list[tuple[int, ...]]
    reason: str
    answers: int
    rule: str = ""
    moves: str = ""  # `0 pick 3 12;1 pick 4 5`, where rows are wanted
    decisions: tuple[Decision, ...] = ()
    points: tuple[int, ...] = ()  # by seat; a part of the scores, where nothing is said

    @staticmethod
    def read(fields: list[Any]) -> Outcome:
        """An outcome out of JSON, which knows no tuples. ValueError."""
        try:
            bots, ranks, scores, reason, answers, rule, moves, decisions, *points = fields
            return Outcome(
                tuple(bots),
                ranks,
                [tuple(score) for score in scores],
                reason,
                answers,
                rule,
                moves,
                tuple([tuple(decision) for decision in decisions]),
                *[tuple(found) for found in points],
            )
        except TypeError as error:
            raise ValueError(str(error)) from None
