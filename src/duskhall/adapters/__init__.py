"""Environments for researchers: every game as PettingZoo, Gymnasium, OpenSpiel and NumPy know games.

All of them follow from a box: there is no line here for any one game. What they share is in `core`,
which needs no package and is compiled; the rest needs the extra `rl`. See docs/research.md.
"""
