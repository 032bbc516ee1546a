"""Parts of sentences that several things which Wist says are made of."""

from __future__ import annotations

from collections.abc import Iterable

from audiogames.cards import telling
from audiogames.cards.card import Card
from audiogames.cards.telling import grouped
from audiogames.core.cues import Argument, Msg, msg
from audiogames.games.wist import model as m


def bid_words(number: int | None) -> Argument:
    """A bid as it is said: zero is "Wist"."""
    return msg("bid-wist") if number == 0 else number


def points_words(number: int) -> Msg:
    """Points, of which there may be fewer than none."""
    return msg("points", number) if number >= 0 else msg("points-below", -number)


def suit_words(suit: str) -> Msg:
    """The name of a suit."""
    return telling.suit_words(suit, "french")


def by_suit(cards: Iterable[Card]) -> tuple[Msg, ...]:
    """Cards suit by suit, each from the highest."""
    return grouped(sorted(cards, key=m.place_in_hand))


def round_name(view: m.WistView, name: str) -> Msg:
    """What a round is called; a Cagliari hand by its number of cards."""
    if view.options.form == "cagliari":
        return msg("hand-of", int(name))
    return msg(f"round-{name}")


def trump_words(view: m.WistView) -> Msg:
    """The seme del turno, in the Cagliari variant the atout, or that there is none."""
    form = "-cagliari" if view.options.form == "cagliari" else ""
    if view.trump is None:
        return msg(f"no-trump{form}")
    return msg(f"trump{form}", suit=suit_words(view.trump))
