"""A population learns to judge Don't Turn Your Back against greedy; by NumPy alone."""

import numpy as np

import duskhall
from duskhall.bots import make_bot
from duskhall.bots.bot import luck
from duskhall.lab.ahead import Ahead, Look, later
from duskhall.lab.match import play_out

GAME, LOTS = duskhall.game("dont-turn-your-back"), np.random.default_rng(1)
LOOK, RIVAL = Look(GAME, players=2), "greedy"


def play(weights, deal, heat=0.0):  # what was seen after answers, and what lead came of it
    bots = [Ahead(LOOK, weights, heat, LOTS), make_bot(RIVAL, GAME, luck(8, deal))]
    way = 1 - 2 * (deal % 2)  # round the table
    play_out(GAME, s := GAME.deal(LOOK.box, luck(7, deal)), bots[::way])
    mine, theirs = [candles for candles, *_ in GAME.standing(s).scores][::way]
    return (seen := bots[0].seen()), later(seen @ weights, mine - theirs)


def learn(generations, members, games, ridge=300.0):
    won, weights = [], np.tile(8.0 * np.eye(LOOK.size)[-1], (members, 1))  # by greedy's odds alone
    sums, pulls = np.tile(ridge * np.eye(LOOK.size), (members, 1, 1)), ridge * weights[..., None]
    for number in range(generations):
        for deal in range(number * games, (number + 1) * games):
            for member in range(members):  # on the same deals
                seen, leads = play(weights[member], deal, heat=0.5)
                heard = LOTS.random(members) < 0.5  # each learns from half of all games
                sums[heard] += seen.T @ seen
                pulls[heard] += seen.T @ leads[:, None]
                won.append(leads[-1] > 0)
        weights = np.linalg.solve(sums, pulls)[..., 0]
        print(number, np.mean(won[-members * games :]).round(3), flush=True)
    return weights.mean(axis=0)


if __name__ == "__main__":
    learn(generations=8, members=6, games=24)
