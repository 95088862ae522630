"""A fifth game, to prove what a game needs: its own folder and one line of the catalogue."""
