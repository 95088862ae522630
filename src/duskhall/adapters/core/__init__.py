"""What all environments share: ids for answers, numbers for sights, and a game that is played by them."""
