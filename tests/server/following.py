"""Following along, as docs/protocol.md describes it: the view after what a message tells."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

Message = dict[str, Any]


def step(view: Message, told: Message, ordered: Collection[str]) -> Message:
    """The view after a `moved` message or a frame."""
    if "view" in told:
        whole: Message = told["view"]
        return whole
    after = {**view, "places": dict(view["places"]), "numbers": dict(view["numbers"])}
    for event in told["events"]:
        follow(after, event, ordered)
    after["asks"], after["sealed"] = told["asks"], told.get("sealed", {})
    news = {**view["outlook"], **told.get("outlook", {})}
    after["outlook"] = {key: value for key, value in news.items() if value is not None}
    return after


def follow(view: Message, event: Message, ordered: Collection[str]) -> None:
    places, cards = view["places"], event.get("cards", [])
    if "from" in event:
        source, target = event["from"], event["to"]
        if isinstance(places[source], int):
            places[source] -= len(cards)
        else:
            places[source] = [card for card in places[source] if card not in cards]
        if isinstance(places[target], int):
            places[target] += len(cards)
        else:
            there = places[target]
            joined = [*cards, *there] if event.get("under") else [*there, *cards]
            places[target] = joined if target in ordered else sorted(joined)
    if "number" in event:
        view["numbers"][event["number"]] = event.get("value", 0)


def views_of(told: Message) -> list[Message]:
    """The view of each frame of a game."""
    views: list[Message] = []
    for frame in told["frames"]:
        views.append(step(views[-1] if views else {}, frame, told["ordered"]))
    return views
