"""Reasons why a card of Briscola is good, from facts that its player knows.

The facts are the points of the trick and its current winner, the cards that can still beat a card,
the trumps and high cards (carichi) still out, the next card to draw, and the points still needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.known import KnownCards
from audiogames.cards.sides import side_number, side_of
from audiogames.cards.tricks import finished
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.core.events import Seat
from audiogames.games.briscola import controls
from audiogames.games.briscola import model as m

LOADS: Final = "13"
LOAD: Final = 10
"""The fewest points of a high card (carico)."""
TO_WIN: Final = 61
"""The points that win a deal between two sides."""


class KnownInBriscola(KnownCards):
    """A player's knowledge of the cards in Briscola, including cards shown by others."""

    follows = False

    def __init__(self, view: m.BriscolaView) -> None:
        assert view.seat is not None
        seats = len(view.hand_sizes)
        mates = [seat for seat in side_of(view.seat, seats) if seat != view.seat]
        open_cards = [card for seat, card in view.known if seat in mates]
        turned = () if view.turned is None else (view.turned,)
        not_theirs = {*view.partner_hand, *open_cards, *turned}
        power = {card: m.POWER[card] for card in m.PACKS[seats] if card not in not_theirs}
        super().__init__(view, view.history, power, friends=mates, trump=view.briscola)
        self.lies = sum(map(points_of, (card for _, card in view.on_table)))
        """The points in the trick on the table."""

    def is_trump(self, card: Card) -> bool:
        """Return whether the card is a trump."""
        return card.suit == self.trump

    def beating(self, card: Card) -> int:
        """Return the number of cards with which an opponent may beat `card` in the trick."""
        trumps = 0 if self.is_trump(card) else self.trumps_out
        return len(self.higher(card)) + trumps

    @property
    def trumps_out(self) -> int:
        """The number of trumps that others may hold."""
        return sum(map(self.is_trump, self.unseen))

    @property
    def loads_out(self) -> int:
        """The number of unseen aces and threes that are not trumps."""
        return sum(card.rank in LOADS and not self.is_trump(card) for card in self.unseen)


def reasons(view: m.BriscolaView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Return why `best` is good or, if `other` is given, better than `other`."""
    if not isinstance(best, m.Play):
        return ()
    known = KnownInBriscola(view)
    rest = other.card if isinstance(other, m.Play) else None
    first, *later = (
        _following(known, best.card, rest) if view.on_table else _leading(known, best.card, rest)
    )
    return first, *_drawn(view, known, best.card), *_at_the_end(view), *later


# Leading


def _leading(known: KnownInBriscola, best: Card, other: Card | None) -> Iterator[Msg]:
    found = [msg("reason-stands")] if known.is_unbeatable(best) else []
    if other is not None:
        found += _against_lead(known, best, other)
    if known.is_trump(best) and not known.trumps_out:
        found.append(msg("reason-no-trumps-out"))
    elif not points_of(best):
        found.append(msg("reason-leads-nothing"))
    elif not known.is_unbeatable(best) and _risks_least(known, best):
        found.append(msg("reason-risks-least", points_of(best)))
    yield from found or [_beaten(known, best, other)]


def _beaten(known: KnownInBriscola, best: Card, other: Card | None) -> Msg:
    """Explain a lead by how many unseen cards can beat it, alone or compared with `other`."""
    few, many = known.beating(best), 0 if other is None else known.beating(other)
    if other is not None and many > few > 1:
        return msg("reason-beaten-more", many, few=few, card=other, other=best)
    if other is None and points_of(best) < LOAD:
        return msg("reason-risks-least", points_of(best))
    return msg("reason-beaten", few)


def _risks_least(known: KnownInBriscola, best: Card) -> bool:
    """Return True if the card is not a carico, and no plain card in hand has fewer points."""
    return points_of(best) < LOAD and all(
        known.is_trump(one) or points_of(one) >= points_of(best) for one in known.hand
    )


def _against_lead(known: KnownInBriscola, best: Card, other: Card) -> Iterator[Msg]:
    """Explain why `other` is not led: it would risk points, or is a trump worth keeping."""
    if known.is_trump(other):
        yield from _kept_trump(known, best, other)
    elif points_of(other) > points_of(best) and not known.is_unbeatable(other):
        yield msg("reason-risks-points", points_of(other), card=other)
        yield msg("reason-beaten", known.beating(other))


def _kept_trump(known: KnownInBriscola, best: Card, other: Card) -> Iterator[Msg]:
    """Explain why trump `other` is kept, if `best` is a lower trump or not a trump."""
    if known.is_trump(best) and not known.is_higher(other, best):
        return
    if known.loads_out:
        yield msg("reason-keeps-for-loads", known.loads_out, card=other)
    else:
        yield msg("reason-keeps", card=other)


# Following


def _following(known: KnownInBriscola, best: Card, other: Card | None) -> Iterator[Msg]:
    if known.takes(best):
        yield from _taking(known, best, other)
        return
    holder, lies = m.best_of(known.on_table, known.trump)
    if holder in known.friends:
        yield _to_partner(known, best, holder, lies)
    elif other is not None and known.takes(other):
        yield msg("reason-lies", known.lies) if known.lies else msg("reason-lies-nothing")
    against = () if other is None else (*_rather_than(known, best, other),)
    if against or holder in known.friends:
        yield from against
    elif not points_of(best):
        yield msg("reason-gives-nothing")
    else:
        yield _given(known, points_of(best))


def _given(known: KnownInBriscola, points: int) -> Msg:
    """Describe points given to an opponent's trick; name the partner, if still to play."""
    for seat in known.to_come:
        if seat in known.friends:
            return msg("reason-partner-to-come", points, seat=Name(seat))
    return msg("reason-gives-points", points)


def _taking(known: KnownInBriscola, best: Card, other: Card | None) -> Iterator[Msg]:
    points = known.lies + points_of(best)
    takes_too = other is not None and known.takes(other)
    if other is not None and takes_too and _is_more_valuable(known, other, best):
        yield msg("reason-enough", card=best, other=other)
    yield msg("reason-takes-points", points) if points else msg("reason-takes-last")
    if other is not None and not takes_too and points_of(other):
        yield msg("reason-gives", points_of(other), card=other)
    if known.opponents:
        stands, beating = known.is_unbeatable(best), known.beating(best)
        yield msg("reason-stands") if stands else msg("reason-beaten", beating)


def _is_more_valuable(known: KnownInBriscola, card: Card, than: Card) -> bool:
    """Return True if `card` is worth more in hand than `than`, when both take the trick."""
    if known.is_trump(card) != known.is_trump(than):
        return known.is_trump(card)
    return known.is_higher(card, than)


def _to_partner(known: KnownInBriscola, best: Card, holder: Seat, lies: Card) -> Msg:
    """Explain a card played to a trick that the partner is winning or is certain to win."""
    id_ = "reason-partner-takes" if known.is_unbeatable(lies) else "reason-partner-takes-so-far"
    if points := points_of(best):
        return msg(f"{id_}-points", points, seat=Name(holder))
    return msg(id_, seat=Name(holder))


def _rather_than(known: KnownInBriscola, best: Card, other: Card) -> Iterator[Msg]:
    """Explain why losing the trick with `best` is better than playing `other`."""
    if known.takes(other) and not known.is_unbeatable(other):
        yield msg("reason-beaten-by", known.beating(other), card=other)
    if known.is_trump(other):
        yield from _kept_trump(known, best, other)
    elif known.takes(other):
        yield msg("reason-keeps", card=other)
    elif points_of(other) > points_of(best):
        yield msg("reason-gives", points_of(other), card=other)


# What is at stake


def _at_the_end(view: m.BriscolaView) -> Iterator[Msg]:
    """Yield a reason when the stock is empty: the points that the side still needs to win."""
    if view.turned is None and len(view.wins) == 2 and view.seat is not None:
        missing = TO_WIN - points_taken(view)[side_number(view, view.seat)]
        if missing > 0:
            yield msg("reason-missing", missing)


def _drawn(view: m.BriscolaView, known: KnownInBriscola, best: Card) -> Iterator[Msg]:
    """For two players: yield the reason that the loser of this trick draws the turned-up card."""
    is_last = view.turned is not None and view.stock == 1
    if is_last and len(view.hand_sizes) == 2 and view.on_table and not known.takes(best):
        yield msg("reason-draws-turned", card=view.turned)


def more(view: m.BriscolaView, _best: Move, _other: Move) -> Sequence[Msg]:
    """Return a sentence that lists the opponent's cards, if they can be inferred.

    That is possible with two players, as soon as the stock is empty.
    """
    if view.stock or view.turned is not None or len(view.hand_sizes) != 2:
        return ()
    known = KnownInBriscola(view)
    held = m.IN_HAND.sorted(known.unseen)
    assert view.seat is not None
    return (msg("reason-holds-cards", seat=Name(Seat(1 - view.seat)), cards=held),) if held else ()


def points_taken(view: m.BriscolaView) -> list[int]:
    """Count each side's points in this deal, from its finished tricks."""
    taken = [0] * len(view.wins)
    for trick in finished(view):
        taker = m.best_of(trick, view.briscola)[0]
        taken[taker % len(taken)] += sum(points_of(card) for _, card in trick)
    return taken


def points_of(card: Card) -> int:
    """Return the points of a card."""
    return m.PLAYS[card].points


# The moment of the match


def place(view: m.BriscolaView) -> Msg:
    """Return the words that say which deal and trick this is: "deal 2, trick 5"."""
    trick = len(view.history) // len(view.hand_sizes) + 1
    return msg("review-place", deal=view.deal, trick=trick)


def situation(view: m.BriscolaView) -> Sequence[Msg]:
    """Return the words for the trump suit, and for the turned-up card until it is drawn."""
    return tuple(say.message for say in controls.briscola(view))
