"""Why bots trade as they do, in a sentence."""

from __future__ import annotations

from typing import Final

from duskhall.bots.bot import Bot
from duskhall.bots.mind import mind_of
from duskhall.cli.words import clean
from duskhall.engine.events import Seat
from duskhall.engine.moves import Move
from duskhall.engine.records import Record
from duskhall.engine.state import State

ANSWERS: Final = ("agree", "refuse", "counter")


def reason_of(bot: Bot, record: Record, s: State, seat: Seat, move: Move, language: str) -> str:
    """What a bot says with an offer, or with its answer to one; '' if this is about none."""
    offer = s.proposes(seat, move)
    is_offer = offer is not None and bool(offer.terms)
    if not s.most_offers(seat) or not (is_offer or move.verb in ANSWERS):
        return ""
    guess = bot.guess(s, seat, len(record.moves))
    key, about = mind_of(record.game).reason(guess, seat, move)
    catalogue = s.box.catalogue
    template = catalogue.word("bots", key, language)
    said = catalogue.fill(template, s.box, about, record.names, language, {})
    return clean(f"{record.names[seat]}: {said}")
