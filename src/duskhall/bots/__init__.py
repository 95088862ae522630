"""Players made of code. Each decides from its seat's view and from guesses, never from the truth."""
