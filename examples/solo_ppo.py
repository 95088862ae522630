"""PPO learns Dark Dealings alone. It needs: pip install 'duskhall[rl]' sb3-contrib"""

import sys

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from duskhall.adapters.gym import SeatEnv


class Solo(SeatEnv):  # paid for every hero at once, and not only at the end
    def action_masks(self):
        return [legal > 0 for legal in self.play.mask(max(self.play.seat, 0))]

    def step(self, action):
        before = self.play.game.scores(self.play.state)[0][0]
        seen, _, over, late, info = super().step(action)
        return seen, self.play.game.scores(self.play.state)[0][0] - before, over, late, info


class Bag(BaseFeaturesExtractor):  # what is seen are names: each value of a column has a vector
    def __init__(self, space, size=64, values=64):
        super().__init__(space, size)
        self.register_buffer("first", torch.arange(space["observation"].shape[0]) * values)
        self.bag, self.most = torch.nn.EmbeddingBag(len(self.first) * values, size), values - 1

    def forward(self, seen):
        return self.bag(seen["observation"].long().clamp(0, self.most) + self.first).relu()


if __name__ == "__main__":
    tables = make_vec_env(lambda: Solo("dark-dealings", players=1), 8, seed=1)
    kind = {"features_extractor_class": Bag, "net_arch": [64]}
    how = {"n_steps": 256, "batch_size": 512, "n_epochs": 5, "learning_rate": 1e-3, "seed": 1}
    learner = MaskablePPO("MultiInputPolicy", tables, ent_coef=0.01, policy_kwargs=kind, **how)
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 40):
        games = learner.learn(10_240, reset_num_timesteps=False).ep_info_buffer
        print(learner.num_timesteps, sum(game["r"] for game in games) / len(games), flush=True)
