"""What may be set for a server: where it keeps its data, and how much it bears."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

PAGE: Final = Path(__file__).parent / "page"  # the built page, if it was built


class Settings(Struct, frozen=True):
    data: Path
    page: Path = PAGE
    origins: tuple[str, ...] = ()  # allowed besides the server's own, as 'https://example.org'

    # Sizes, in bytes unless said otherwise
    body_size: int = 64_000
    record_size: int = 1_000_000  # of a record that someone brings
    message_size: int = 16_000  # of a client's message on the socket
    queue_size: int = 1_000_000  # waiting for one reader
    queue_length: int = 300  # messages waiting for one reader

    # Rates: so many at once, and so many a second after that
    posts: tuple[float, float] = (60.0, 2.0)  # by address
    gets: tuple[float, float] = (300.0, 30.0)  # by address
    messages: tuple[float, float] = (100.0, 20.0)  # by socket
    sockets: int = 200  # open at once, by address
    addresses: int = 10_000  # remembered at once

    # Time, in seconds
    join_time: float = 10.0
    idle_time: float = 60.0  # a table that nobody watches is put away after this
    think_time: float = 30.0  # a bot that takes longer is replaced

    # Numbers
    tables: int = 2_000  # in memory without anyone watching
    chat_shown: int = 100  # lines that a client is given
    chat_kept: int = 2_000  # lines that a table may have
    workers: int = 2  # processes in which bots think
    warm: bool = True  # start them before they are needed
