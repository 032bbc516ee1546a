"""How cards are told where a sentence says more of them than their names, and common answers."""

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
    """The name of a suit."""
    return msg(f"suit-{pack}-{suit}")


def drawn_suit(suit: str | None, pack: str) -> Suit | None:
    """The suit that counts more than the others, as it is drawn; None where there is none."""
    return None if suit is None else Suit(suit, pack, suit_words(suit, pack))


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


def of_trick(fact: Say, seat: Seat, card: Card, view: Any) -> Say:
    """A card in a trick: one's own as laid, another player's named for answers that repeat it."""
    is_mine = seat == view.seat
    return laid(fact, card, view.on_table) if is_mine else replace(fact, names=(seat, card))


def after_words(fact: Say) -> Say:
    """Somebody's card; right after what they said before it, they are not named again."""
    args = fact.message.args
    return replace(fact, echo=Echo(args["seat"], msg("card-next", **args)))


def plays(view: View, trick: Iterable[tuple[Seat, Card]]) -> tuple[Msg, ...]:
    """Cards with who played them, in order of play: "Ada re di coppe"."""
    return tuple(who(view, seat, "played", card=card) for seat, card in trick)


# Answers to the keys


def counts(view: View) -> Iterator[Say]:
    """N: how many cards each holds."""
    yield reply("trick-counts", hands=each(view, "of", view.hand_sizes))


def dealer(view: View) -> Iterator[Say]:
    """Who deals, or who will."""
    if view.dealer is None:
        yield reply("no-dealer-yet")
        return
    id_ = "dealer-next" if isinstance(view.to_act, Turn) else "dealer-now"
    yield Say(who(view, view.dealer, id_), reply(id_).priority)


def recap(facts: Iterable[Msg]) -> Iterator[Say]:
    """E: what the others did since one's own last move."""
    told = tuple(facts)
    yield reply("recap", facts=told) if told else reply("recap-nothing")


def recap_by(
    facts: Callable[[Event, Any], Iterable[Msg]],
) -> Callable[[Sequence[Event], Any], Iterator[Say]]:
    """The same, once a game says what is told of one event (`GameSpec.recap`)."""
    return lambda events, view: recap(fact for event in events for fact in facts(event, view))
