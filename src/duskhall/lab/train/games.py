"""Games to learn from, and contests between what was learned and others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np

from duskhall.bots.bot import Bot, luck
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.learned import LearnedMind, Model, eyes_for
from duskhall.bots.learned.eyes import Eyes
from duskhall.bots.learned_bot import LearnedBot
from duskhall.bots.mind import mind_of
from duskhall.engine.box import Box
from duskhall.engine.game import Game
from duskhall.engine.state import State
from duskhall.lab.match import play_out, wins
from duskhall.lab.train.networks import Bytes, Floats, Ids

MOST_ANSWERS: Final = 24  # of one question that are learned from
MOST_PARTS: Final = 5  # of one answer
SAMPLED: Final = 0.25  # of a teacher's answers, those that it gives without thought


class Lived(NamedTuple):
    """One game: what each seat saw, one after the other, how it ended, and what was answered."""

    seen: list[list[list[int]]]  # by seat, one for each answer that anyone gave
    hopes: list[list[float]]  # and what a teacher thought of it then
    ends: list[float]  # by seat: 1 a clear win, 0 a clear loss
    asked: list[list[int]]  # what a seat saw that had to choose
    answers: list[list[list[int]]]  # what it could choose from, in parts
    chosen: list[int]


def ends(game: Game, s: State, spread: int) -> list[float]:
    """What a finished game is worth to each seat: half by the win, half by how clear it is."""
    standing = game.standing(s)
    won = wins(standing.ranks, s.box.is_cooperative)
    if s.box.players == 1 or s.box.is_cooperative:
        return won
    found: list[float] = []
    for seat, score in enumerate(standing.scores):
        best = max(other[0] for at, other in enumerate(standing.scores) if at != seat)
        lead = (score[0] - best) / spread
        found.append(0.5 * won[seat] + 0.25 * (1 + lead / (1 + abs(lead))))
    return found


class Player:
    """Gives the answers of games to learn from: a network's, with some by lot; or a teacher's."""

    def __init__(self, game: Game, model: Model | None, chance: float) -> None:
        self.game: Final = game
        self.mind: Final = LearnedMind(game, model, 0.0)
        self.plain: Final = mind_of(game)
        self.model: Final = model
        self.chance: Final = chance  # of an answer by lot

    def play(self, box: Box, eyes: Eyes, seed: int) -> Lived:
        game, rng = self.game, Random(seed)
        s = game.deal(box, luck(seed, 1))
        seats = range(box.players)
        lived = Lived([[] for _ in seats], [[] for _ in seats], [], [], [], [])
        greedy = GreedyBot(self.plain, seed)
        player = LearnedBot(self.mind, greedy, seed)
        position = 0
        while s.waiting:
            covered = eyes.covers(s)
            if covered or position == 0 or lived.seen[0][-1]:
                hopes = self.plain.values(s) if self.model is None else []
                for seat in range(box.players):
                    lived.seen[seat].append(eyes.look(s, seat))
                    lived.hopes[seat].extend(hopes[seat : seat + 1])
            if not covered:
                break
            seat = s.waiting[0]
            moves = s.legal_moves(seat)
            if len(moves) == 1:
                move = moves[0]
            elif self.model is None:
                lot = rng.random()
                if lot < self.chance:
                    move = moves[rng.randrange(len(moves))]
                elif lot < SAMPLED:
                    move = self.plain.sample(s, seat)
                else:
                    move = greedy.answer(s, seat, position)
            else:
                worth = self.plain.moves(s, seat)
                move = player.answer(s, seat, position)
                if move in worth and 1 < len(worth) <= MOST_ANSWERS:
                    lived.asked.append(lived.seen[seat][-1])
                    lived.answers.append([eyes.parts(s, seat, one) for one in worth])
                    lived.chosen.append(worth.index(move))
                if rng.random() < self.chance:
                    move = worth[rng.randrange(len(worth))]
            s.play(seat, move)
            s.pass_time()
            position += 1
        while s.waiting:  # past what the network judges, the hand-written mind plays
            seat = s.waiting[0]
            s.play(seat, greedy.answer(s, seat, position))
            s.pass_time()
            position += 1
        lived.ends.extend(ends(game, s, eyes.spread))
        return lived


def dense(sights: Sequence[list[int]], inputs: int) -> Bytes:
    """Rows of numbers of what was seen."""
    found = np.zeros((len(sights), inputs), np.uint8)
    rows = np.repeat(np.arange(len(sights)), [len(sight) // 2 for sight in sights])
    flat = np.array([number for sight in sights for number in sight], np.int64)
    np.add.at(found, (rows, flat[::2]), flat[1::2].astype(np.uint8))
    return found


def padded(answers: Sequence[list[list[int]]], none: int) -> Ids:
    found = np.full((len(answers), MOST_ANSWERS, MOST_PARTS), none, np.int16)
    for at, choices in enumerate(answers):
        for index, parts in enumerate(choices):
            found[at, index, : min(len(parts), MOST_PARTS)] = parts[:MOST_PARTS]
    return found


def backed_up(values: Floats, end: float, trace: float) -> Floats:
    """What each position of a game should be worth: the later ones' values, and the end's, mixed."""
    found = np.empty(len(values), np.float32)
    held = end
    for at in range(len(values) - 1, -1, -1):
        found[at] = held
        held = (1 - trace) * float(values[at]) + trace * held
    return found


Maker = Callable[[int], Bot]  # makes a bot with a seed


def contest(
    game: Game, boxes: Sequence[Box], ours: Maker, theirs: Maker, deals: range
) -> list[float]:
    """The share of the win that one of ours gets among theirs, by game: every deal from each seat.

    Where all win together, all seats are ours, and theirs do not play.
    """
    found: list[float] = []
    for deal in deals:
        box = boxes[deal % len(boxes)]
        seats = range(1) if box.is_cooperative else range(box.players)
        for own in seats:
            bots = [
                (ours if seat == own or box.is_cooperative else theirs)(luck(deal, seat + 1))
                for seat in range(box.players)
            ]
            s = game.deal(box, luck(deal))
            play_out(game, s, bots, s.play)
            found.append(wins(game.standing(s).ranks, box.is_cooperative)[own])
    return found


def eyes_of(box: Box) -> Eyes:
    eyes = eyes_for(box)
    if eyes is None:
        raise ValueError(f"nothing says what a network sees of {box.source[0]}")
    return eyes
