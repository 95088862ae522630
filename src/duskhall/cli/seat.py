"""`duskhall seat`: a program of one's own plays at a table of a server, over the public protocol."""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from argparse import Namespace
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from duskhall.cli.bad_input import BadInput
from duskhall.cli.words import Words
from duskhall.engine.game import UnknownGame, WrongOption, game
from duskhall.engine.moves import parse_move
from duskhall.lab.programs import ILLEGAL, PROTOCOL, Failed, Program, command_of, question

Message = dict[str, Any]
PATIENCE: Final = 30.0  # seconds, for whatever the server does at once
REPLACED: Final = 1  # exit code


def run(arguments: Namespace, words: Words) -> int:
    command = command_of(" ".join([quoted(word) for word in arguments.program]))
    address, table, token = read_link(arguments.link, words)
    try:
        program = Program(command, arguments.seconds)  # before it takes anybody's seat
    except Failed:
        raise BadInput(words("seat.not-started", program=command[0])) from None
    try:
        if not token:
            given = post(f"{address}/api/tables/{table}/sit", {"name": arguments.name})
            token = str(given["token"])
        cards = fetch(f"{address}/api/tables/{table}/cards", token)
        with connect(f"ws{address[4:]}/ws", compression=None, max_size=None) as socket:
            seat = Sitting(socket, table, token, words)
            if arguments.name:
                seat.send("name", name=arguments.name)
            return play(seat, program, arguments, cards)
    except urllib.error.HTTPError as error:
        raise BadInput(told_error(error)) from None
    except urllib.error.URLError as error:
        raise BadInput(words("seat.no-server", address=address, reason=error.reason)) from None
    except (OSError, WebSocketException) as error:
        raise BadInput(words("seat.lost", reason=error)) from None
    finally:
        program.close()


def quoted(word: str) -> str:
    """A word of a command as a shell would have it."""
    return "'" + word.replace("'", "'\\''") + "'"


def read_link(text: str, words: Words) -> tuple[str, str, str]:
    """The server's address, the table, and the token, if the link has one."""
    parts = urlsplit(text)
    before, path, table = parts.path.rstrip("/").partition("/table/")
    is_table = path and table and not before and "/" not in table
    if parts.scheme not in ("http", "https") or not parts.netloc or not is_table:
        raise BadInput(words("seat.not-a-link", text=text[:100]))
    return f"{parts.scheme}://{parts.netloc}", table, parts.fragment


def fetch(address: str, token: str, body: bytes | None = None) -> Message:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, body, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        told: Message = json.loads(answer.read())
        return told


def post(address: str, body: Message) -> Message:
    return fetch(address, "", json.dumps(body).encode())


def told_error(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["sentence"])
    except (ValueError, TypeError, KeyError):
        return str(error)


class Sitting:
    """A socket at a seat, and what was told last."""

    def __init__(self, socket: ClientConnection, table: str, token: str, words: Words) -> None:
        self.socket: Final = socket
        self.words: Final = words
        self.ids = 0
        self.state: Message = {}
        self.send(
            "join", table=table, token=token, language=words.language, views=True, program=True
        )
        while "table" not in self.state:
            self.read()
        self.seat: Final = int(self.state["eyes"])
        self.consent(self.state.get("undoing"))
        self.refuse(self.state.get("offers", []))

    def send(self, kind: str, **fields: object) -> int:
        self.ids += 1
        self.socket.send(json.dumps({"type": kind, "id": self.ids, **fields}))
        return self.ids

    def read(self) -> Message:
        """The next message; whatever it says of the table is noted."""
        told: Message = json.loads(self.socket.recv())
        kind = told["type"]
        if kind in ("table", "moved"):
            if told.get("luck", {}).get("state", "dealt") != "dealt":
                raise BadInput(self.words("seat.proof"))
            self.state = {**self.state, **told}
        elif kind == "undoing":
            self.consent(told["undoing"])
        elif kind == "offers":
            self.refuse(told["offers"])
        elif kind == "error" and not self.state:
            raise BadInput(str(told["sentence"]))
        return told

    def consent(self, undoing: Message | None) -> None:
        """A program has nothing against it."""
        if undoing and self.state and int(self.state["eyes"]) in undoing["asked"]:
            self.send("undo", agree=True)

    def refuse(self, offers: list[Message]) -> None:
        """A program is not asked about offers: nobody is to wait for what it says to them."""
        for offer in offers:
            if self.seat in offer["to"] and self.seat not in offer["refused"]:
                self.send("refuse", offer=offer["number"])

    def answered(self, number: int) -> Message:
        """The message that answers the one of this number."""
        while (told := self.read()).get("id") != number:
            pass
        return told


def play(seat: Sitting, program: Program, arguments: Namespace, cards: Message) -> int:
    """Play on to the end; or until the program fails, and a bot of the server goes on."""
    words, state = seat.words, seat.state
    print(words("seat.sat", seat=seat.seat + 1, game=state["game"]), flush=True)
    describe = describer(state)
    program.tell(
        {
            "type": "start",
            "protocol": PROTOCOL,
            **{key: state[key] for key in ("game", "version", "edition", "players", "options")},
            "seat": seat.seat,
            "seconds": arguments.seconds,
            "cards": cards["cards"],
            "board": cards.get("board", {}),
        }
    )
    try:
        while not seat.state["over"]:
            if seat.state["moves"]:
                answer(seat, program, describe)
            else:
                seat.read()
        ranks = seat.state["over"]["ranks"]
        program.tell({"type": "end", "ranks": ranks})
        print(ending(ranks, seat.seat, words))
        return 0
    except Failed as error:
        bot = offered(arguments.link, words)
        seat.answered(seat.send("seat", bot=bot, why=error.why))
        told = words("seat.replaced", reason=words(f"seat.{error.why}"), bot=bot)
        print(f"duskhall: {told}", file=sys.stderr)
        return REPLACED


def ending(ranks: list[int], seat: int, words: Words) -> str:
    """How the game has ended for a seat. Only those who lose together have no first among them."""
    return words("seat.over", rank=ranks[seat]) if 1 in ranks else words("seat.all-lost")


def offered(link: str, words: Words) -> str:
    """The bot that the server offers first."""
    return str(fetch(f"{read_link(link, words)[0]}/api/games", "")["bot"])


def answer(seat: Sitting, program: Program, describe: Callable[[str], str]) -> None:
    state = seat.state
    moves = state["moves"]
    move = moves[0]
    if len(moves) > 1:
        asked = question(
            state["position"], state["view"], [(move, describe(move)) for move in moves]
        )
        move = program.ask(asked)
        if move not in moves:
            raise Failed(ILLEGAL)
    number = seat.send("move", move=move, position=state["position"], branch=state["branch"])
    told = seat.answered(number)
    if told["type"] == "error" and told["error"] != "stale":
        raise BadInput(str(told["sentence"]))
    if told["type"] == "error":  # the moment has passed; what is now follows
        while seat.read()["type"] != "table":
            pass


def describer(state: Message) -> Callable[[str], str]:
    """Moves in words, where the game and its cards are ours, too."""
    try:
        kind = game(state["game"])
        edition = kind.editions()[state["edition"]]
        box = kind.box(state["players"], state["options"], edition)
    except (UnknownGame, WrongOption, KeyError):
        return str
    names = [str(number) for number in range(box.players)]

    def describe(move: str) -> str:
        return box.catalogue.move(box, parse_move(move), names, "en")

    return describe
