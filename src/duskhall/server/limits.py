"""Limits: how often somebody may ask, in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic
from typing import Final

HOUSEHOLD: Final = 64  # bits of an IPv6 address that one customer is given as a whole


def counted_as(address: str) -> str:
    """By what an address is counted: IPv4 by itself, IPv6 by the network that it is free to roam."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    assert isinstance(found, IPv6Address)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), HOUSEHOLD), strict=False))


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("left", "rate", "size", "then")

    def __init__(self, size: float, rate: float) -> None:
        self.size: Final = size
        self.rate: Final = rate
        self.left = size
        self.then = monotonic()

    def has(self, amount: float = 1.0) -> bool:
        """Whether so much can be taken. What is more than it ever holds takes all of it."""
        now = monotonic()
        self.left = min(self.size, self.left + (now - self.then) * self.rate)
        self.then = now
        return self.left >= min(amount, self.size)

    def take(self, amount: float = 1.0) -> bool:
        """Take from the bucket, or say that there is too little in it."""
        if not self.has(amount):
            return False
        self.left -= min(amount, self.size)
        return True

    def owe(self, amount: float) -> None:
        """Take what was spent already, also what is not there: no more than it holds is owed."""
        self.has()
        self.left = max(self.left - amount, -self.size)

    def wait(self, amount: float = 1.0) -> int:
        """Whole seconds until that much can be taken."""
        return max(1, round((min(amount, self.size) - self.left) / self.rate + 0.5))


class Purse:
    """Several buckets that pay together, or not at all: a socket's, its address', its table's."""

    __slots__ = ("buckets",)

    def __init__(self, *buckets: Bucket) -> None:
        self.buckets: Final = buckets

    def has(self, amount: float = 1.0) -> bool:
        return all(bucket.has(amount) for bucket in self.buckets)

    def take(self, amount: float = 1.0) -> bool:
        if not self.has(amount):
            return False
        for bucket in self.buckets:
            bucket.take(amount)
        return True


class Buckets:
    """A bucket for each address or table. What was silent longest is forgotten first."""

    def __init__(self, size: float, rate: float, most: int) -> None:
        self.size: Final = size
        self.rate: Final = rate
        self.most: Final = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        bucket = self.buckets.get(name)
        if bucket is None:
            bucket = self.buckets[name] = Bucket(self.size, self.rate)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(name)
        return bucket


class Counts:
    """How many of something each address has at once: sockets, or hints that are thought of."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        count = self.open.get(address, 0)
        if count >= self.most:
            return False
        self.open[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        count = self.open[address] - 1
        if count:
            self.open[address] = count
        else:
            del self.open[address]
