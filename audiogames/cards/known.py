"""What a player of a trick-taking game can infer about unseen cards, and words for it.

Reviews and suggestions use these facts as reasons.  The words are in the catalogue `tricks`.
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
"""Up to this many higher cards count as few."""


class KnownCards:
    """A player's knowledge of the other hands, inferred from their own hand and the cards played.

    `friends` are the partners.  `power` ranks all cards of the game, or only those that may be
    in an opponent's hand.
    """

    follows: ClassVar[bool] = True
    """Whether suit must be followed: only then does discarding show that a player is void."""

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
        """The cards that others may hold, or draw."""
        self._seats = len(view.hand_sizes)
        self._voids = {
            (seat, led)
            for at, (seat, card) in enumerate(history)
            if self.follows
            and card.suit != (led := history[at - at % self._seats][1].suit)
            and not (trump is not None and card.suit == trump)
        }

    # Inferences about cards

    def is_higher(self, card: Card, than: Card) -> bool:
        """Return whether a card is of the same suit as `than` and higher."""
        return card.suit == than.suit and self._power[card] > self._power[than]

    def higher(self, card: Card) -> list[Card]:
        """Return the unseen cards that are of the same suit as this card and higher."""
        return [one for one in self.unseen if self.is_higher(one, card)]

    def is_void(self, seat: Seat, suit: str) -> bool:
        """Return whether a seat is publicly known to have no card of this suit."""
        return (seat, suit) in self._voids

    @property
    def leads(self) -> Course:
        """The first card of each trick of the deal, with its leader."""
        return self.history[:: self._seats]

    # Inferences about the trick

    @property
    def to_come(self) -> list[Seat]:
        """The other seats that have not played to this trick yet, in seat order."""
        played = {seat for seat, _ in self.on_table} | {self.me}
        return [Seat(seat) for seat in range(self._seats) if seat not in played]

    @property
    def opponents(self) -> list[Seat]:
        """The opponents that have not played to this trick yet."""
        return [seat for seat in self.to_come if seat not in self.friends]

    def takes(self, card: Card) -> bool:
        """Return whether the card would beat the cards played to this trick so far."""
        trick = (*self.on_table, (self.me, card))
        return best_of(trick, self._power, self.trump)[0] == self.me

    def is_unbeatable(self, card: Card) -> bool:
        """Return whether no opponent still to play can beat this card, as far as the seat can know.

        Call this only for a card that beats the cards on the table.
        """
        led = self.on_table[0][1].suit if self.on_table else card.suit
        may_follow = [seat for seat in self.opponents if not self.is_void(seat, card.suit)]
        if self.higher(card) and may_follow:
            return False
        return card.suit == self.trump or not self._may_cut(led)

    def _may_cut(self, led: str) -> bool:
        """Return whether an opponent still to play may trump a trick of the suit `led`."""
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


# Reasons in words


def suit_of(card: Card) -> Msg:
    """Return the name of a card's suit."""
    return suit_words(card.suit, card.pack)


def still_out(known: KnownCards, card: Card) -> Iterator[Msg]:
    """If unseen cards beat this card, yield a reason that says how many."""
    if higher := known.higher(card):
        yield msg("reason-above-out", len(higher), card=card)


def few_out(known: KnownCards, card: Card) -> Iterator[Msg]:
    """Yield the reason that few unseen cards beat this card; nothing if none or many do."""
    if 0 < (number := len(known.higher(card))) <= FEW:
        yield msg("reason-above-few", number, card=card)


def more_above(known: KnownCards, card: Card, other: Card) -> Iterator[Msg]:
    """If more unseen cards beat `card` than `other`, yield that as a reason."""
    many, few = len(known.higher(card)), len(known.higher(other))
    if many > few > 0:
        words = "reason-above-more" if few > 1 else "reason-above-more-one"
        yield msg(words, many, few=few, card=card, other=other)
    elif many > few:
        yield from still_out(known, card)


def master(known: KnownCards, card: Card) -> Iterator[Msg]:
    """Yield the reason that a card is the highest one left of its suit; nothing if it is not.

    The reason gives the number of higher cards that were played before.
    """
    if not known.higher(card):
        fallen = sum(known.is_higher(one, card) for one in known.gone)
        words = "reason-highest-now" if fallen else "reason-highest"
        yield msg(words, fallen or None, card=card, suit=suit_of(card))


def has_none(seat: Seat, card: Card) -> Msg:
    """Build the reason that a seat is void in this card's suit, since it did not follow suit."""
    return msg("reason-has-none", seat=Name(seat), suit=suit_of(card))


def led_by(known: KnownCards, seats: Sequence[Seat], card: Card) -> Iterator[Msg]:
    """Yield the reason that one of these seats has led this card's suit before."""
    for seat, led in known.leads:
        if seat in seats and led.suit == card.suit and (seat, led) not in known.on_table:
            yield msg("reason-led", seat=Name(seat), suit=suit_of(card))
            return
