"""Limits: how often somebody may ask, in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Final


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("left", "rate", "size", "then")

    def __init__(self, size: float, rate: float) -> None:
        self.size: Final = size
        self.rate: Final = rate
        self.left = size
        self.then = monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Take from the bucket, or say that there is too little in it."""
        now = monotonic()
        self.left = min(self.size, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < amount:
            return False
        self.left -= amount
        return True

    def wait(self, amount: float = 1.0) -> int:
        """Whole seconds until that much can be taken."""
        return max(1, round((amount - self.left) / self.rate + 0.5))


class Buckets:
    """A bucket for each address. The address that was silent longest is forgotten first."""

    def __init__(self, size: float, rate: float, most: int) -> None:
        self.size: Final = size
        self.rate: Final = rate
        self.most: Final = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.size, self.rate)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket


class Sockets:
    """How many sockets each address has open."""

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
