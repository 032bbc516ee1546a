"""Words about suits, ranks and played cards, and answers to keys that many card games share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from audiogames.cards.card import Card
from audiogames.core.board import Suit
from audiogames.core.contract import Turn, View
from audiogames.core.controls import Page
from audiogames.core.cues import Echo, Msg, Say, msg, reply
from audiogames.core.events import Event, Seat
from audiogames.core.telling import each, who


def suit_words(suit: str, pack: str) -> Msg:
    """Return the name of a suit."""
    return msg(f"suit-{pack}-{suit}")


def drawn_suit(suit: str | None, pack: str) -> Suit | None:
    """Return the trump suit as shown on the board; None without trumps."""
    return None if suit is None else Suit(suit, pack, suit_words(suit, pack))


def rank_words(card: Card) -> Msg:
    """Return the name of a card's rank."""
    return msg(f"rank-{card.pack}-{card.rank}")


def grouped(cards: Iterable[Card]) -> tuple[Msg, ...]:
    """Return phrases for sorted cards, each naming a suit and its ranks: "cuori, asso, re"."""
    return tuple(
        msg(
            "suit-group",
            suit=msg(f"group-{pack}-{suit}"),
            ranks=tuple(map(rank_words, group)),
        )
        for (suit, pack), group in groupby(cards, key=lambda card: (card.suit, card.pack))
    )


def pages_by_rank(cards: Collection[Card], ranks: Iterable[str]) -> tuple[Page, ...]:
    """Return one page for each rank in `cards`, listing its suits: "sette, coppe, denari"."""
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
    """Shorten a fact about the listener's own card if an arrow key had just named that card.

    Then `brief` is spoken instead of the fact; with None, nothing.
    """
    return replace(fact, echo=Echo(card, brief))


def laid(fact: Say, card: Card, trick: Sequence[object]) -> Say:
    """Shorten the announcement of the listener's own card if a key has just named that card.

    Then only "Played." (`card-laid`) is announced, or nothing if the card completes the trick.
    """
    return just_named(fact, card, msg("card-laid") if trick else None)


def of_trick(fact: Say, seat: Seat, card: Card, view: Any) -> Say:
    """Prepare a fact about a card played to a trick, so that the card is not named twice.

    For the listener's own card, the fact is shortened if a key has just named the card.  For
    another player's card, answers that name it right after the fact are shortened.
    """
    is_mine = seat == view.seat
    return laid(fact, card, view.on_table) if is_mine else replace(fact, names=(seat, card))


def after_words(fact: Say) -> Say:
    """Let a fact about a card omit the player's name if the previous fact has named them."""
    args = fact.message.args
    return replace(fact, echo=Echo(args["seat"], msg("card-next", **args)))


def plays(view: View, trick: Iterable[tuple[Seat, Card]]) -> tuple[Msg, ...]:
    """Return phrases for cards with their players, in order of play: "Ada re di coppe"."""
    return tuple(who(view, seat, "played", card=card) for seat, card in trick)


# Answers to the keys


def counts(view: View) -> Iterator[Say]:
    """Answer key N: the number of cards in each hand."""
    yield reply("trick-counts", hands=each(view, "of", view.hand_sizes))


def dealer(view: View) -> Iterator[Say]:
    """Announce who is dealing, or between deals who deals next."""
    if view.dealer is None:
        yield reply("no-dealer-yet")
        return
    id_ = "dealer-next" if isinstance(view.to_act, Turn) else "dealer-now"
    yield Say(who(view, view.dealer, id_), reply(id_).priority)


def recap(facts: Iterable[Msg]) -> Iterator[Say]:
    """Answer key E: the other players' actions since the listener's last move."""
    said = tuple(facts)
    yield reply("recap", facts=said) if said else reply("recap-nothing")


def recap_by(
    facts: Callable[[Event, Any], Iterable[Msg]],
) -> Callable[[Sequence[Event], Any], Iterator[Say]]:
    """Build `GameSpec.recap` from a function that returns the facts of one event."""
    return lambda events, view: recap(fact for event in events for fact in facts(event, view))
