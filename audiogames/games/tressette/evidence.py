"""What the cards that others played make likely of those that they kept.

Each card played was chosen among those that the player held then; what bots choose is known
(`choices`).  So a world in which a card was a strange choice counts less than one in which it was
the usual one.  Evidence is soft: no world ever counts nothing for it.

What they said or did not say is weighed in `hearsay`.
Everything is kept by what a hand holds of a suit, so that a world is weighed by looking up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import exp, log
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.tressette import choices
from audiogames.games.tressette import declarations as d
from audiogames.games.tressette.facts import later
from audiogames.games.tressette.hearsay import Hearsay
from audiogames.games.tressette.model import SUITS, TressetteView
from audiogames.games.tressette.worlds import SHIFT, Cards

TRUST: Final = 0.8
"""How much is made of a choice: 0 nothing, 1 as much as of the bots that the weights come from."""


@dataclass
class Choice:
    """A card that a seat played when it had, by suit, what it has now and `since`."""

    seat: Seat
    suit: str
    card: d.Suit
    now: choices.Situation
    since: dict[str, d.Suit]
    """Of the suits from which he could choose."""
    _sums: dict[Cards, float] = field(default_factory=dict)
    """By what is held of a suit; by the suit's negative shift where that is nothing."""
    _own: dict[Cards, float] = field(default_factory=dict)

    def likelihood(self, hand: Cards) -> float:
        """The logarithm of how likely the card was, if the seat has this hand now."""
        whole = 0.0
        for suit in self.since:
            part = hand & OF[suit]
            found = self._sums.get(part or -SHIFT[suit])
            whole += self._sum(suit, part) if found is None else found
        part = hand & OF[self.suit]
        own = self._own.get(part)
        return (self._weigh(part) if own is None else own) - log(whole)

    def _sum(self, suit: str, part: Cards) -> float:
        """What all cards of a suit weigh together."""
        held = part >> SHIFT[suit] | self.since[suit]
        weights = (choices.weight(self.now, suit, card, held) for card in choices.bits(held))
        found = self._sums[part or -SHIFT[suit]] = sum(map(exp, weights))
        return found

    def _weigh(self, part: Cards) -> float:
        """What the card itself weighs, as a logarithm."""
        held = part >> SHIFT[self.suit] | self.since[self.suit]
        found = self._own[part] = choices.weight(self.now, self.suit, self.card, held)
        return found


OF: Final = {suit: d.WHOLE << SHIFT[suit] for suit in SUITS}
"""All cards of a suit."""


def chosen(view: TressetteView) -> Iterator[Choice]:
    """The choices of the others in this deal."""
    history = view.history
    for at, (seat, card) in enumerate(history):
        if seat == view.seat:
            continue
        now = choices.situation(history[:at], seat)
        follows = now.led == card.suit
        since = {suit: later(history, seat, suit, at) for suit in (card.suit if follows else SUITS)}
        yield Choice(seat, card.suit, d.BIT[card], now, since)


class Evidence:
    """How much a world counts beside others, for all that is soft; `deaf` for choices alone."""

    def __init__(self, view: TressetteView, *, deaf: bool = False) -> None:
        self._choices = list(chosen(view))
        self._hearsay = None if deaf else Hearsay(view)

    def weight(self, hands: tuple[Cards, ...]) -> float:
        """The logarithm of it, for hands by seat."""
        weight = TRUST * sum(one.likelihood(hands[one.seat]) for one in self._choices)
        return weight + self._hearsay.weight(hands) if self._hearsay else weight
