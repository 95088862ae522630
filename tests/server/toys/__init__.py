"""Games made for the server's tests: what no game of the hall uses yet."""
