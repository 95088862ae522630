"""A table in the server's memory, by what is done at it. All of it can be rebuilt from the store."""
