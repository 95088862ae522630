"""What may be set for a server: where it keeps its data, and how much it bears."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

PAGE: Final = Path(__file__).parent / "page"  # the built page, if it was built


class Settings(Struct, frozen=True):
    data: Path
    page: Path = PAGE
    build: str = ""  # what is served: another page, or another package, has another one
    origins: tuple[str, ...] = ()  # allowed besides the server's own, as 'https://example.org'
    metrics: tuple[str, int] | None = None  # where Prometheus may ask: a host and a port
    hosts: tuple[str, ...] = ()  # names it answers to besides localhost, addresses and origins
    workshop: bool = False  # who sits at the server's own computer may weigh changed cards
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is believed

    # Sizes, in bytes unless said otherwise
    head_size: int = 32_000  # of a request: its address and headers
    body_size: int = 64_000
    record_size: int = 1_000_000  # of a record that someone brings
    message_size: int = 16_000  # of a client's message on the socket
    queue_size: int = 1_000_000  # waiting for one reader
    queue_length: int = 300  # messages waiting for one reader
    logs_size: int = 32_000_000  # of logs that were told last, kept to be told again
    stranger_memory: int = 768_000_000  # of a process that replays what a stranger sent

    # Rates: so many at once, and so many a second after that. Messages count by what they cost.
    posts: tuple[float, float] = (60.0, 2.0)  # by address
    gets: tuple[float, float] = (300.0, 30.0)  # by address
    messages: tuple[float, float] = (100.0, 20.0)  # by socket
    address_messages: tuple[float, float] = (400.0, 40.0)  # by address, with its joins
    table_messages: tuple[float, float] = (800.0, 120.0)  # by table, but for moves
    stranger_messages: tuple[float, float] = (30.0, 2.0)  # by socket without a token
    strangers_messages: tuple[float, float] = (200.0, 20.0)  # by table, of all of them
    sockets: int = 200  # open at once, by address
    connections: int = 200  # for requests, open at once, by address
    arrivals: tuple[float, float] = (300.0, 30.0)  # connections by address, unless behind a proxy
    addresses: int = 10_000  # remembered at once

    # Time, in seconds
    request_time: float = 10.0  # for a request to be whole
    join_time: float = 10.0
    unknown_time: float = 0.1  # before it is said that there is no such table, or none for you
    rest_time: float = 5.0  # before a join too many is closed: to come again is no quicker
    idle_time: float = 60.0  # a table that nobody watches is put away after this
    # A person is away so long before the host may let a bot play for them, and before bots that ask
    # first do without an answer.
    grace_time: float = 60.0
    think_time: float = 30.0  # a bot that takes longer is replaced
    hint_time: float = 8.0  # a hint that takes longer is thought of by a quicker bot
    offer_time: float = 45.0  # a bot waits so long for a person to answer its offer
    away_time: float = 120.0  # when all persons are away for longer, bots no longer think
    pace_time: float = 1.0  # bots rest so long after an answer where people only watch
    retry_time: float = 1.0  # before a bot without an answer is asked again; then twice that, ...
    retry_longest: float = 300.0
    stranger_time: float = 10.0  # of the processor, to replay what a stranger sent
    table_time: float = 1.0  # of the processor, to replay a table with foreign cards
    expiry: float = 14 * 86_400.0  # a table that nobody ever played at is deleted after this

    # Numbers
    tables: int = 2_000  # in memory without anyone watching
    chat_shown: int = 100  # lines of seats that a client is given
    chat_kept: int = 2_000  # lines of seats that are kept of a table, the last ones
    strangers_shown: int = 25  # the same of those who watch: they never crowd out the seats
    strangers_kept: int = 500
    takebacks: int = 2_000  # lines of a table's journal that were taken back
    strangers: int = 2  # processes that replay what strangers send
    strangers_waiting: int = 16  # and how much may wait for them
    hints: int = 4  # thought of at once, by address
    reviews: int = 8  # games that are looked back at, at once,
    reviews_each: int = 2  # and so many of them for one address
    reviews_kept: int = 100  # whose reviews are at hand
    workers: int = 2  # processes in which bots think
    adviser: str = ""  # the bot that advises people; empty: as bots/adviser.toml says
    warm: bool = True  # start them before they are needed
