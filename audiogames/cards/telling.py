"""How cards are told where a sentence says more of them than their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from audiogames.cards.card import Card
from audiogames.core.contract import View
from audiogames.core.cues import Echo, Msg, Say, msg
from audiogames.core.events import Seat
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


def just_named(fact: Say, card: Card, brief: Msg | None) -> Say:
    """One's own card; right after the arrow that named it, its name is not said again."""
    return replace(fact, echo=Echo(card, brief))


def laid(fact: Say, card: Card, trick: Sequence[object]) -> Say:
    """The same in a trick: once the trick is over, what comes of it is answer enough."""
    return just_named(fact, card, msg("card-laid") if trick else None)


def after_words(fact: Say) -> Say:
    """Somebody's card; right after what they said before it, they are not named again."""
    args = fact.message.args
    return replace(fact, echo=Echo(args["seat"], msg("card-next", **args)))


def plays(view: View, trick: Iterable[tuple[Seat, Card]]) -> tuple[Msg, ...]:
    """Cards with who played them, in order of play: "Ada re di coppe"."""
    return tuple(who(view, seat, "played", card=card) for seat, card in trick)
