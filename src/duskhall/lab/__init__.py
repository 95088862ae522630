"""The laboratory: games between bots, played in numbers and measured."""
