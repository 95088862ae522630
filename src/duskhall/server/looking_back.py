"""What is asked over HTTP to look back at a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from duskhall.engine.records import Record
from duskhall.server.advising import AskReview
from duskhall.server.asking import address_of, answer
from duskhall.server.reviewing import Reviews
from duskhall.server.rooms.room import Room
from duskhall.server.rooms.still import Still
from duskhall.server.strangers import Work
from duskhall.server.words import Refused

if TYPE_CHECKING:
    from duskhall.server.app import Api

BEGIN: Final = 10.0  # requests: to begin a review, which keeps a worker busy for a while


class LookingBack:
    """Begin a review of a table or a record, and look how far it has come."""

    def __init__(self, api: Api, reviews: Reviews) -> None:
        self.api: Final = api
        self.reviews: Final = reviews

    def routes(self) -> list[Route]:
        return [
            Route("/api/tables/{table}/review", self.of_table, methods=["POST"]),
            Route("/api/review", self.of_record, methods=["POST"]),
            Route("/api/reviews/{review}", self.look, methods=["GET"]),
        ]

    async def of_table(self, request: Request) -> Response:
        api = self.api
        await api.body(request, dict, api.settings.body_size)
        room = await api.room(request)
        api.eyes(request, room)
        if isinstance(room, Still):
            raise Refused(room.state)
        if not isinstance(room, Room) or not room.is_over:
            raise Refused("not-over")
        api.count(request, cost=BEGIN)
        return answer(self.reviews.begin(room.record.copy(), address_of(request)))

    async def of_record(self, request: Request) -> Response:
        api = self.api
        wanted = await api.body(request, AskReview, api.settings.record_size)
        api.count(request, cost=BEGIN)
        verified = await api.strangers.ask(Work(wanted.record), address_of(request))
        record = await api.told(lambda: Record.loads(verified.body.decode()))
        if record.result is None:
            raise Refused("not-over")
        return answer(self.reviews.begin(record, address_of(request)))

    async def look(self, request: Request) -> Response:
        self.api.count(request)
        return answer(self.reviews.look(request.path_params["review"]))
