"""How cards are told where a sentence says more of them than their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from audiogames.cards.card import Card
from audiogames.core.contract import View
from audiogames.core.controls import Page
from audiogames.core.cues import Echo, Msg, Say, msg
from audiogames.core.events import Seat
from audiogames.core.telling import who


def suit_words(suit: str, pack: str) -> Msg:
    """The name of a suit."""
    return msg(f"suit-{pack}-{suit}")


def rank_words(card: Card) -> Msg:
    """The name of a card's rank."""
    return msg(f"rank-{card.pack}-{card.rank}")


def grouped(cards: Iterable[Card]) -> tuple[Msg, ...]:
    """Sorted cards with each suit said once: "cuori, asso, re"."""
    return tuple(
        msg(
            "suit-group",
            suit=msg(f"group-{pack}-{suit}"),
            ranks=tuple(map(rank_words, group)),
        )
        for (suit, pack), group in groupby(cards, key=lambda card: (card.suit, card.pack))
    )


def pages_by_rank(cards: Collection[Card], ranks: Iterable[str]) -> tuple[Page, ...]:
    """Cards as a long answer with a page for each rank that is there: "sette, coppe, denari"."""
    of_rank = ([card for card in sorted(cards) if card.rank == rank] for rank in ranks)
    return tuple(
        Page(
            msg(
                "rank-suits",
                rank=rank_words(found[0]),
                suits=tuple(suit_words(card.suit, card.pack) for card in found),
            )
        )
        for found in of_rank
        if found
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
