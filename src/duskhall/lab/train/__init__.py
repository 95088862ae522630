"""Training of learned judgement: games a bot plays against itself, and networks fitted to them."""
