"""What a seat of a game of tricks knows of the cards that it does not see, and how that is told.

Reviews and suggestions make their reasons of it.  The words are in the catalogue `tricks`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from audiogames.cards.card import Card
from audiogames.cards.course import Course
from audiogames.cards.telling import suit_words
from audiogames.cards.tricks import TrickView, best_of
from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat

FEW: Final = 2
"""So many cards that may beat one are few."""


class KnownCards:
    """What follows from one's hand and the course of a deal; `friends` play on one's side.

    `power` has the cards of the pack that are played, or that an opponent may hold.
    """

    follows: ClassVar[bool] = True
    """Whether the suit led must be followed: only there another suit tells something of a hand."""

    def __init__(
        self,
        view: TrickView,
        history: Course,
        power: Mapping[Card, int],
        *,
        friends: Collection[Seat] = (),
        trump: str | None = None,
    ) -> None:
        assert view.seat is not None
        self.me: Seat = view.seat
        self.hand: tuple[Card, ...] = view.hand
        self.on_table = view.on_table
        self.history = history
        self.friends = friends
        self.trump = trump
        self.gone = {card for _, card in history}
        self._power = power
        self.unseen = set(power) - self.gone - set(view.hand)
        """What others may hold, or draw."""
        self._seats = len(view.hand_sizes)
        self._voids = {
            (seat, led)
            for at, (seat, card) in enumerate(history)
            if self.follows
            and card.suit != (led := history[at - at % self._seats][1].suit)
            and not (trump is not None and card.suit == trump)
        }

    # Cards

    def is_higher(self, card: Card, than: Card) -> bool:
        """Whether a card of the same suit is higher."""
        return card.suit == than.suit and self._power[card] > self._power[than]

    def higher(self, card: Card) -> list[Card]:
        """The higher cards of its suit that others hold."""
        return [one for one in self.unseen if self.is_higher(one, card)]

    def is_void(self, seat: Seat, suit: str) -> bool:
        """Whether all know that a seat has none of a suit."""
        return (seat, suit) in self._voids

    @property
    def leads(self) -> Course:
        """The card that each trick of the deal was begun with."""
        return self.history[:: self._seats]

    # The trick

    @property
    def to_come(self) -> list[Seat]:
        """Who plays to the trick after this seat, in the order of seats."""
        played = {seat for seat, _ in self.on_table} | {self.me}
        return [Seat(seat) for seat in range(self._seats) if seat not in played]

    @property
    def opponents(self) -> list[Seat]:
        """Those of them who play against this seat."""
        return [seat for seat in self.to_come if seat not in self.friends]

    def takes(self, card: Card) -> bool:
        """Whether the card takes the trick as it lies."""
        trick = (*self.on_table, (self.me, card))
        return best_of(trick, self._power, self.trump)[0] == self.me

    def stands(self, card: Card) -> bool:
        """Whether no opponent to come can beat a card that takes, by all that is known."""
        led = self.on_table[0][1].suit if self.on_table else card.suit
        may_follow = [seat for seat in self.opponents if not self.is_void(seat, card.suit)]
        if self.higher(card) and may_follow:
            return False
        return card.suit == self.trump or not self._may_cut(led)

    def _may_cut(self, led: str) -> bool:
        """Whether an opponent to come may have none of the suit led, and a trump."""
        trump = self.trump
        if trump is None or trump == led or all(one.suit != trump for one in self.unseen):
            return False
        if not self.follows:
            return bool(self.opponents)
        left = sum(one.suit == led for one in self.unseen)
        return any(
            not self.is_void(seat, trump) and (self.is_void(seat, led) or left < self._seats)
            for seat in self.opponents
        )


# In words


def suit_of(card: Card) -> Msg:
    """The suit of a card."""
    return suit_words(card.suit, card.pack)


def still_out(known: KnownCards, card: Card) -> Iterator[Msg]:
    """Return how many cards in other hands beat this one."""
    if higher := known.higher(card):
        yield msg("reason-above-out", len(higher), card=card)


def few_out(known: KnownCards, card: Card) -> Iterator[Msg]:
    """The same to the credit of a card that hardly any other beats; nothing where many do."""
    if 0 < (number := len(known.higher(card))) <= FEW:
        yield msg("reason-above-few", number, card=card)


def more_above(known: KnownCards, card: Card, other: Card) -> Iterator[Msg]:
    """That more cards in other hands beat the first card than the second; nothing where not."""
    many, few = len(known.higher(card)), len(known.higher(other))
    if many > few > 0:
        words = "reason-above-more" if few > 1 else "reason-above-more-one"
        yield msg(words, many, few=few, card=card, other=other)
    elif many > few:
        yield from still_out(known, card)


def master(known: KnownCards, card: Card) -> Iterator[Msg]:
    """That no higher card of its suit is in other hands, and how many of them are out."""
    if not known.higher(card):
        fallen = sum(known.is_higher(one, card) for one in known.gone)
        words = "reason-highest-now" if fallen else "reason-highest"
        yield msg(words, fallen or None, card=card, suit=suit_of(card))


def has_none(seat: Seat, card: Card) -> Msg:
    """Who did not follow this card's suit."""
    return msg("reason-has-none", seat=Name(seat), suit=suit_of(card))


def led_by(known: KnownCards, seats: Sequence[Seat], card: Card) -> Iterator[Msg]:
    """The first of these seats who has led the suit in this deal."""
    for seat, led in known.leads:
        if seat in seats and led.suit == card.suit and (seat, led) not in known.on_table:
            yield msg("reason-led", seat=Name(seat), suit=suit_of(card))
            return
