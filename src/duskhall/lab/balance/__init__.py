"""Balance pages: a module per game, named like the game, measures its designed cards."""
