"""How cards are told where a sentence says more of them than their names."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from audiogames.cards.card import Card
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.core.game import View
from audiogames.core.telling import who


def suit_words(suit: str, pack: str) -> Msg:
    """The name of a suit."""
    return msg(f"suit-{pack}-{suit}")


def grouped(cards: Iterable[Card]) -> tuple[Msg, ...]:
    """Sorted cards with each suit said once: "cuori, asso, re"."""
    return tuple(
        msg(
            "suit-group",
            suit=msg(f"group-{pack}-{suit}"),
            ranks=tuple(msg(f"rank-{pack}-{card.rank}") for card in group),
        )
        for (suit, pack), group in groupby(cards, key=lambda card: (card.suit, card.pack))
    )


def plays(view: View, trick: Iterable[tuple[Seat, Card]]) -> tuple[Msg, ...]:
    """Cards with who played them, in order of play: "Ada re di coppe"."""
    return tuple(who(view, seat, "played", card=card) for seat, card in trick)
