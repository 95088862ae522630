"""Bad input: records that were made to hurt, and requests that are odd in any way."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter

from tests.server import attacks
from tools.attacks.people import Times
from tools.attacks.rows import GROWTH, Row
from tools.attacks.servers import Server

AT_ONCE = 8
PATIENCE = 90.0  # seconds for an answer
JSON = "application/json"
HOLES = (0, 500)  # no answer at all, or a fault of ours

WORDS = [
    *("", "x", "0", "-1", "5", "1e999", "null", "true", "dark-dealings", "designed", "\x00"),
    *("\ud800", "\udfff\ud800", "é", "日本", "\u202e", "../../etc/passwd", "%00", "%ff", "a" * 300),
    *("[", "{", "http://[", "http://[::1", "https://a:99999999", "//", "\t", "'\"", "${jndi}"),
]
PATHS_OF_API = [
    *("/api/games", "/api/tables", "/api/tables/{}", "/api/tables/{}/cards", "/api/text/{}"),
    *("/api/games/{}/text/{}", "/api/games/{}/cards", "/api/tables/{}/frames", "/{}"),
    *("/api/tables/{}/record", "/api/tables?after={}&limit={}", "/api/tables?game={}"),
    *("/api/games/dark-dealings/cards?players={}&row={}", "/api/tables/{}/frames?eyes={}&token={}"),
]
POSTS = ["/api/tables", "/api/tables/from-record", "/api/tables/{}/sit", "/api/replay"]
HEADERS = [
    *("Origin", "Accept-Language", "Authorization", "If-None-Match", "Accept-Encoding"),
    *("Content-Type", "X-Forwarded-For", "Cookie", "Range", "Expect"),
]


class Fuzzer:
    """Makes requests that are almost right, and wrong in any way."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def word(self) -> str:
        return self.rng.choice(WORDS)

    def value(self, depth: int = 0) -> object:
        kind = self.rng.randrange(9 if depth < 3 else 6)
        if kind == 0:
            return self.rng.choice([None, True, False, 0, -1, 1, 2**31, 2**53, 2**64, 10**40, 0.5])
        if kind < 6:
            return self.word()
        if kind < 8:
            return [self.value(depth + 1) for _ in range(self.rng.randrange(4))]
        return {self.word(): self.value(depth + 1) for _ in range(self.rng.randrange(4))}

    def bent(self, whole: object) -> object:
        """Something that is right, with one thing in it that is not."""
        if isinstance(whole, dict) and whole and self.rng.random() < 0.8:
            key = self.rng.choice(list(whole))
            return {**whole, key: self.bent(whole[key])}
        if isinstance(whole, list) and whole and self.rng.random() < 0.8:
            index = self.rng.randrange(len(whole))
            return [*whole[:index], self.bent(whole[index]), *whole[index + 1 :]]
        if isinstance(whole, str) and self.rng.random() < 0.5:
            at = self.rng.randrange(len(whole) + 1)
            return whole[:at] + self.word() + whole[at + self.rng.randrange(3) :]
        return self.value()

    def body(self) -> bytes:
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
        company = {"seats": seats, "public": True, "language": "en"}
        kind = self.rng.randrange(10)
        if kind < 5:
            plan = {**company, "game": "dark-dealings", "options": {"hardcore": True}}
            return text(self.bent(plan))
        if kind < 7:
            record = json.dumps(self.bent(json.loads(attacks.honest())))
            return text({**company, "position": 0, "record": record, "eyes": "all"})
        if kind == 7:
            return text(self.bent({**company, "position": 3, "record": attacks.honest()}))
        if kind == 8:
            deep = self.rng.choice([100, 2_000, 30_000])
            opened, closed = self.rng.choice([(b"[", b"]"), (b'{"a":', b"}")])
            return b'{"game": "x", "seats": [], "x": %s1%s}' % (opened * deep, closed * deep)
        return self.rng.randbytes(self.rng.randrange(200))

    def request(self) -> bytes:
        is_post = self.rng.random() < 0.5
        path = self.rng.choice(POSTS if is_post else PATHS_OF_API)
        while "{}" in path:
            path = path.replace("{}", self.escaped(self.word()), 1)
        method = "POST" if is_post else self.rng.choice(["GET"] * 8 + ["PUT", "HEAD", "OPTIONS"])
        host = "127.0.0.1" if self.rng.random() < 0.9 else self.word().strip()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        body = self.body() if is_post else b""
        if is_post:
            lines += [f"Content-Type: {JSON}", f"Content-Length: {len(body)}"]
        if self.rng.random() < 0.4:
            lines.append(f"{self.rng.choice(HEADERS)}: {self.word()}")
        head = "\r\n".join(line.replace("\x00", "") for line in lines)
        return head.encode("utf-8", "surrogatepass") + b"\r\n\r\n" + body

    def escaped(self, word: str) -> str:
        """As a browser writes it, mostly."""
        raw = word.encode("utf-8", "surrogatepass")
        if self.rng.random() < 0.1:
            return word.replace(" ", "").replace("\t", "").replace("\x00", "")
        return "".join(f"%{byte:02X}" for byte in raw)


def text(value: object) -> bytes:
    return json.dumps(value).encode()


async def ask(port: int, request: bytes) -> int:
    """The status of the answer; 0 if there is none."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(request)
                line = await reader.readline()
                status = int(line.split()[1]) if line else 0
                if status == 503 and b'"storage"' in await reader.read():
                    return 500  # something that was sent cannot be kept
                return status
            finally:
                writer.close()
    except (OSError, TimeoutError, ValueError, IndexError):
        return 0


def post(path: str, body: object) -> bytes:
    data = text(body)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {JSON}"
    return f"{head}\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data


SMALL = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def hurt(server: Server) -> list[Row]:
    """The records that were made to hurt, with a bystander beside each."""
    rows: list[Row] = []
    for name, make in attacks.NAMED.items():
        request = post("/api/replay", {"record": make()})
        before, began = server.memory(), time.perf_counter()
        asked = asyncio.create_task(ask(server.port, request))
        times = Times()
        while True:
            then = time.perf_counter()
            assert await ask(server.port, SMALL) == 200
            times.add(then)
            if asked.done():
                break
        took, grown = time.perf_counter() - began, server.memory() - before
        is_hole = asked.result() in HOLES or grown > GROWTH
        told = f"{asked.result()} in {took:.2f} s; a bystander {times}; memory {grown:+.0f} MB"
        rows.append(Row("record", name, told, is_hole))
    return rows


async def fuzz(server: Server, requests: int, seed: int) -> Row:
    """Many odd requests, by answer."""
    answers: Counter[int] = Counter()
    holes: list[bytes] = []
    numbers = iter(range(requests))

    async def some() -> None:
        for number in numbers:
            request = Fuzzer(seed * 1_000_003 + number).request()
            status = await ask(server.port, request)
            answers[status] += 1
            if status in HOLES:
                holes.append(request)

    began, before = time.monotonic(), server.memory()
    await asyncio.gather(*[some() for _ in range(AT_ONCE)])
    for request in holes[:10]:
        print(f"hole: {request[:300]!r}", file=sys.stderr)
    by = ", ".join([f"{status or 'none'}: {count}" for status, count in sorted(answers.items())])
    told = f"{len(holes)} holes; {by}; {time.monotonic() - began:.0f} s"
    told += f"; memory {server.memory() - before:+.0f} MB"
    return Row("bad input", f"{requests} odd requests", told, bool(holes))
