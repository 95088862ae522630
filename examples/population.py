"""A population of tastes learns Don't Turn Your Back against bots of the ladder; by NumPy alone."""

import sys

import numpy as np

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.bots.greedy import GreedyBot
from duskhall.bots.values.dont_turn_your_back import MadMind, Taste
from duskhall.lab.match import play_out, wins

GAME, PLAYERS, LADDER = duskhall.game("dont-turn-your-back"), 3, ["greedy", "random"]


def fitness(genes, deals):  # the share of wins, at every seat in turn
    mind, won = MadMind(GAME, Taste(*map(float, np.exp(genes)))), 0.0
    for deal in deals:
        seat, seed = deal % PLAYERS, luck(7, deal)
        bots = [make_bot(LADDER[at % len(LADDER)], GAME, luck(seed, at)) for at in range(PLAYERS)]
        bots[seat] = GreedyBot(mind, luck(seed, PLAYERS))
        play_out(GAME, s := GAME.deal(GAME.box(PLAYERS), seed), bots)
        won += wins(GAME.standing(s).ranks, False)[seat] / len(deals)
    return won


def learn(generations, members, games, spread=0.5, lots=np.random.default_rng(1)):  # noqa: B008
    middle = np.zeros(5)  # how much each district weighs, as a power of e: all begin as greedy
    for number in range(generations):
        deals = range(number * games, (number + 1) * games)  # the same luck for all members
        tried = middle + spread * 0.85**number * lots.normal(size=(members, 5))
        found = np.array([fitness(genes, deals) for genes in tried])
        middle = tried[found.argsort()[-max(1, members // 3) :]].mean(axis=0)  # of the best third
        print(number, found.mean().round(3), np.exp(middle).round(2))
    return middle


if __name__ == "__main__":
    learn(*map(int, sys.argv[1:] or (8, 12, 24)))
