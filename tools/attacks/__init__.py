"""Our own attacks on a server of our own: bounded in number and time, and on loopback alone."""
