"""A person who adds to the luck of a table, as a client does by docs/protocol.md."""

from __future__ import annotations

import secrets
from hashlib import sha256

from tests.server.playing import Message, Person, post


def digest(*lines: object) -> str:
    return sha256("\n".join(map(str, lines)).encode()).hexdigest()


def set_up_proof(address: str, *seats: str, game: str = "dark-dealings", **more: object) -> Message:
    """A table at which everyone adds to the luck: set_up_proof(address, "Ada", "bot", "open")."""
    kinds = {"bot": {"kind": "bot", "bot": "random"}, "open": {"kind": "open"}}
    wanted = [kinds.get(seat, {"kind": "person", "name": seat}) for seat in seats]
    body = {"game": game, "seats": wanted, "proof": True, **more}
    answer = post(address, "/api/tables", body)
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


class Prover(Person):
    """Someone at a seat, with a share of the luck."""

    def __init__(self, address: str, table: str, token: str = "", share: str = "") -> None:
        self.luck: Message = {}
        self.share = share or secrets.token_hex(32)
        super().__init__(address, table, token)

    def note(self, message: Message) -> None:
        super().note(message)
        if message["type"] in ("table", "luck"):
            self.luck = message.get("luck", {})

    @property
    def seat(self) -> int:
        return int(self.state["eyes"])

    @property
    def commitment(self) -> str:
        return digest(self.luck["promise"], self.seat, self.share)

    def commit(self, commitment: str = "") -> Message:
        return self.ask(
            "commit", round=self.luck["round"], commitment=commitment or self.commitment
        )

    def reveal(self, share: str = "") -> Message:
        return self.ask("reveal", round=self.luck["round"], share=share or self.share)

    def sync(self) -> Message:
        return self.ask("sync")


def come(address: str, made: Message) -> list[Prover]:
    return [
        Prover(address, made["table"], seat["token"]) for seat in made["seats"] if "token" in seat
    ]


def add_luck(people: list[Prover]) -> None:
    """Everyone commits, then tells: the game is dealt."""
    for person in people:
        person.sync()
        assert person.commit()["type"] == "done"
    for person in people:
        while person.luck["state"] == "commit":
            person.read()
        assert person.reveal()["type"] == "done"
    for person in people:
        while person.luck["state"] != "dealt":
            person.read()
