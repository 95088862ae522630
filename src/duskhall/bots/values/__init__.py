"""What bots know of each game: a module per game, named like the game."""
