"""PPO learns Dark Dealings alone, from where greedy stands; by NumPy alone."""

import numpy as np

import duskhall
from duskhall.bots.bot import luck
from duskhall.lab.ahead import Ahead, Batch, Look, later
from duskhall.lab.match import play_out

GAME, LOTS = duskhall.game("dark-dealings"), np.random.default_rng(1)
LOOK = Look(GAME, players=1)


def play(weights, deal, heat=0.0):  # heroes, choices, and what each gained on greedy's hopes
    bot = Ahead(LOOK, weights, heat, LOTS)
    play_out(GAME, s := GAME.deal(LOOK.box, luck(7, deal)), [bot])
    heroes = GAME.standing(s).scores[0][0]
    hopes = np.array([8 * choice.rows[:, -1].max() for choice in bot.choices])
    return heroes, bot.choices, later(hopes, heroes) - hopes


def learn(rounds, games, sharpness=160.0, passes=4, rate=0.1, clip=0.2):
    weights, (mean, square) = sharpness * np.eye(LOOK.size)[-1], np.zeros((2, LOOK.size))
    for number in range(rounds):
        played = [play(weights, number * games + game, heat=1.0) for game in range(games)]
        batch = Batch([choice for _, choices, _ in played for choice in choices])
        gains = np.concatenate([gained for _, _, gained in played])
        gains = (gains - gains.mean()) / gains.std()
        for _ in range(passes):
            ratio = (chances := batch.chances(weights))[batch.taken] / batch.before
            kept = np.where(gains > 0, ratio < 1 + clip, ratio > 1 - clip) * gains * ratio
            slope = kept @ batch.surprise(chances) / len(kept)
            mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2  # Adam's
            weights = weights + rate * mean / (np.sqrt(square) + 1e-9)
        print(number, np.mean([heroes for heroes, _, _ in played]).round(2), flush=True)
    return weights


if __name__ == "__main__":
    learn(rounds=36, games=128)
