"""Why a card of Tressette is good, from facts that its player knows.

Each reason is a fact of the deal: the cards of a suit that are played or in the player's hand, who
did not follow, what was declared, who is winning the trick and its points.  Reasons never
cite the bot's numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.known import (
    KnownCards,
    has_none,
    led_by,
    master,
    more_above,
    still_out,
    suit_of,
)
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.games.tressette import model as m
from audiogames.games.tressette.words import said_words, thirds_words

LONG: Final = 3
"""The fewest cards of a suit that are worth calling the longest one."""


class KnownInTressette(KnownCards):
    """A player's knowledge of the other hands, from cards played and declarations."""

    def __init__(self, view: m.TressetteView) -> None:
        assert view.seat is not None
        self.partner = m.partner(view.seat)
        super().__init__(view, view.history, m.POWER, friends=(self.partner,))
        self.declarations = view.declarations
        self.choice = [one.card for one in view.legal if isinstance(one, m.Play)]
        """The cards that may be played."""

    def commands(self, suit: str) -> bool:
        """Return True if this player holds the highest remaining card of a suit."""
        return any(card.suit == suit and not self.higher(card) for card in self.hand)

    def is_stronger(self, card: Card, than: Card) -> bool:
        """Return True if both cards take the trick, and `card` is higher than `than`."""
        return self.takes(card) and self.takes(than) and self.is_higher(card, than)


def reasons(view: m.TressetteView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Return why `best` is good or, if `other` is given, better than `other`."""
    if not isinstance(best, m.Play):
        return ()
    known = KnownInTressette(view)
    rest = other.card if isinstance(other, m.Play) else None
    tell = _following if view.on_table else _leading
    return tuple(tell(known, best.card, rest))


# Leading


def _leading(known: KnownInTressette, best: Card, other: Card | None) -> Iterator[Msg]:
    found = [
        *master(known, best),
        *_opponents_void(known, best),
        *_declared(known, best.suit),
        *led_by(known, (known.partner,), best),
    ]
    if other is not None:
        found += _against_lead(known, best, other)
    if known.is_void(known.partner, best.suit):
        found.append(has_none(known.partner, best))
    if other is None or other.suit != best.suit:
        found += _longest(known, best)
    yield from found or _last_resort(known, best, other)


def _last_resort(known: KnownInTressette, best: Card, other: Card | None) -> Iterator[Msg]:
    """Yield a reason for `best` when there is no better one.

    It names the higher cards left, the length of the suit, or that the card gives no points.
    """
    if other is not None and other.suit == best.suit:
        found = [*more_above(known, best, other), *more_above(known, other, best)]
        yield from found or still_out(known, best)
        return
    held = sum(card.suit == best.suit for card in known.hand)
    if not _thirds(best):
        yield msg("reason-gives-nothing")
    elif held > 1:
        yield msg("reason-holds", held, suit=suit_of(best))
    else:
        yield msg("reason-only-card", suit=suit_of(best))


def _longest(known: KnownInTressette, card: Card) -> Iterator[Msg]:
    """Yield the reason that this card's suit is the longest in hand, with its length."""
    lengths = Counter(one.suit for one in known.hand)
    held = lengths[card.suit]
    if held >= LONG and held == max(lengths.values()):
        yield msg("reason-longest", held, suit=suit_of(card))


def _opponents_void(known: KnownInTressette, card: Card) -> Iterator[Msg]:
    """Yield the reason that both opponents are void in a suit in which the partner may win."""
    if known.higher(card) and all(known.is_void(seat, card.suit) for seat in known.opponents):
        seats = tuple(map(Name, known.opponents))
        yield msg("reason-they-have-none", seats=seats, suit=suit_of(card))


def _declared(known: KnownInTressette, suit: str) -> Iterator[Msg]:
    """Yield the partner's first declaration of this suit as a reason."""
    for one in known.declarations:
        if one.seat == known.partner and one.suit == suit and one.name is not None:
            what = said_words(one.name, one.suit, one.text)
            yield msg("reason-declared", seat=Name(one.seat), what=what)
            return


def _against_lead(known: KnownInTressette, best: Card, other: Card) -> Iterator[Msg]:
    if not known.higher(other):
        yield msg("reason-keeps-highest", card=other)
    elif _thirds(other) > _thirds(best):
        yield msg("reason-risks", card=other, worth=thirds_words(_thirds(other)))
    elif not known.higher(best):
        yield from still_out(known, other)
    if other.suit != best.suit:
        yield from led_by(known, known.opponents, other)
        if known.is_void(known.partner, other.suit):
            yield has_none(known.partner, other)


# Following


def _following(known: KnownInTressette, best: Card, other: Card | None) -> Iterator[Msg]:
    holder, lies = m.best_of(known.on_table)
    is_ours = holder == known.partner
    if known.takes(best):
        yield from _taking(known, best, other)
    elif is_ours and known.is_unbeatable(lies):
        yield from _to_partner(best, holder)
    elif is_ours:
        yield msg("reason-partner-takes-so-far", seat=Name(holder))
    against = () if other is None else (*_against_follow(known, best, other, is_ours=is_ours),)
    yield from against
    if not known.takes(best) and not is_ours and not against:
        yield from _given(known, best, other, holder)


def _taking(known: KnownInTressette, best: Card, other: Card | None) -> Iterator[Msg]:
    is_cheaper = other is not None and known.is_stronger(other, best)
    if not known.is_unbeatable(best):
        if is_cheaper:
            yield msg("reason-keeps", card=other)
        elif other is not None and known.takes(other):
            yield from more_above(known, other, best)
        yield msg("reason-takes-unless", len(known.higher(best)))
        return
    if is_cheaper:
        yield msg("reason-enough", card=best, other=other)
    worth = sum(_thirds(card) for _, card in known.on_table) + _thirds(best)
    if known.to_come:
        yield msg("reason-stands")
        if worth:
            yield msg("reason-trick-worth", worth=thirds_words(worth))
    elif worth:
        yield msg("reason-takes-worth", worth=thirds_words(worth))
    else:
        yield msg("reason-takes-last")


def _to_partner(best: Card, holder: Seat) -> Iterator[Msg]:
    """Yield the reason that the partner is winning the trick, and the points that are added."""
    if _thirds(best):
        yield msg("reason-partners-trick", seat=Name(holder), worth=thirds_words(_thirds(best)))
    else:
        yield msg("reason-partner-takes", seat=Name(holder))


def _against_follow(
    known: KnownInTressette, best: Card, other: Card, *, is_ours: bool
) -> Iterator[Msg]:
    if known.takes(other) and not known.takes(best):
        if not known.is_unbeatable(other):
            yield from still_out(known, other)
        yield msg("reason-keeps", card=other)
        return
    is_saved = other.suit != best.suit or known.is_higher(other, best)
    if is_saved and not known.takes(other):
        yield from _kept(known, best, other)
    if _thirds(other) > _thirds(best) and not is_ours and not known.takes(other):
        yield msg("reason-gives", card=other, worth=thirds_words(_thirds(other)))


def _kept(known: KnownInTressette, best: Card, other: Card) -> Iterator[Msg]:
    """Yield the reason to keep `other`: it, or a higher card of its suit, may win later."""
    if not (above := known.higher(other)):
        yield msg("reason-keeps-highest", card=other)
    elif len(above) == 1 < len(known.higher(best)) and _thirds(other):
        yield msg("reason-keeps-strong", card=other)
    elif other.suit != best.suit and known.commands(other.suit) and not known.commands(best.suit):
        yield msg("reason-keeps-suit", suit=suit_of(other))


def _given(known: KnownInTressette, card: Card, other: Card | None, holder: Seat) -> Iterator[Msg]:
    """Yield the reason that a losing card gives few or no points to the winner of the trick.

    If `other` would give fewer points, yield instead which unseen cards are higher than `card`.
    """
    worth = _thirds(card)
    if other is not None and worth > _thirds(other):
        yield from still_out(known, card)
    elif not worth:
        yield msg("reason-gives-nothing")
    else:
        is_least = all(_thirds(one) > worth for one in known.choice if one is not card)
        words = "reason-gives-least" if is_least else "reason-gives-little"
        yield msg(words, seat=Name(holder), worth=thirds_words(worth))


def _thirds(card: Card) -> int:
    return m.THIRDS.get(card.rank, 0)


# The moment of the match


def place(view: m.TressetteView) -> Msg:
    """Return the words for the numbers of the deal and the trick."""
    return msg("review-place", deal=view.deal, trick=view.tricks_played + 1)
