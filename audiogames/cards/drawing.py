"""Drawing from a stock after each trick; the turned-up card under the stock is drawn last.

The winner of a trick draws first, then the others in turn.  A draw is public, but the card drawn is
public only if it is the turned-up one.

The view has `turned`, the turned-up card, None after it was drawn; `stock`, the number of cards
left; and `known`, pairs of a seat and an unplayed card that everyone saw it take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from audiogames.cards.card import Card
from audiogames.core.cues import Msg, Name, Say, mine, msg, reply
from audiogames.core.events import Event, Seat


@dataclass(frozen=True)
class CardDrawn(Event):
    """A seat drew a card; `stock` face-down cards are left.

    `card` is the turned-up card if the seat drew that one, otherwise None.
    """

    seat: Seat
    stock: int
    card: Card | None


@dataclass(frozen=True)
class CardTaken(Event):
    """The card that this seat drew, sent to that seat only."""

    card: Card


def announce(event: Event, view: Any) -> Iterator[Say]:
    """Announce to one listener that a card was drawn."""
    match event:
        case CardDrawn(seat=seat, card=card) if seat != view.seat:
            turned = msg("turned-drawn", seat=Name(seat), card=card)
            yield Say(turned if card else msg("card-drawn", seat=Name(seat)), full=card is None)
        case CardTaken(card=card):
            is_turned = (view.seat, card) in view.known
            last = "turned-taken" if is_turned else "card-taken-last"
            yield mine("card-taken" if view.turned else last, card=card)


def facts(event: Event) -> Iterator[Msg]:
    """Yield the recap's text (key E) for the card that the listener drew."""
    if isinstance(event, CardTaken):
        yield msg("fact-drawn", card=event.card)


def stock(view: Any) -> Iterator[Say]:
    """Answer the key for the stock: how many cards are left to draw."""
    yield reply("stock", view.stock + 1, card=view.turned) if view.turned else reply("stock-empty")
