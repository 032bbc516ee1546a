"""Why a bid or a card of Wist is good, from facts that its player knows.

What a card should do depends on the bid: whoever needs tricks wants to take, whoever has them all
wants to stay below.  So that comes first, and then what is known of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audiogames.cards.card import Card
from audiogames.cards.known import KnownCards, has_none, master, still_out, suit_of
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.games.wist import model as m
from audiogames.games.wist.words import round_name


class KnownInWist(KnownCards):
    """What a player of Wist knows: also how many tricks they need, and who has enough."""

    def __init__(self, view: m.WistView) -> None:
        pack = m.PACKS[len(view.bids)]
        power = {card: m.POWER[card] for card in pack}
        super().__init__(view, view.history, power, trump=view.trump)
        self.bid = 0 if view.bound else view.bids[self.me] or 0
        self.need = self.bid - view.tricks[self.me]
        self.wants = self.need > 0 or (self.need < 0 < self.bid and view.options.form == "eight")


def reasons(view: m.WistView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Why the first move is good, rather than the second."""
    if isinstance(best, m.Bid):
        return tuple(_of_bid(view))
    if not isinstance(best, m.Play):
        return ()
    known = KnownInWist(view)
    rest = other.card if isinstance(other, m.Play) else None
    tell = _taking if known.wants else _ducking
    return (_needed(known), *tell(known, best.card, rest))


# Bids


def _of_bid(view: m.WistView) -> Iterator[Msg]:
    """What the hand has to take tricks with, and what the others have bid."""
    if view.hidden:
        return
    known = KnownInWist(view)
    tops = [card for card in view.hand if not known.higher(card)]
    yield msg("reason-tops", len(tops)) if tops else msg("reason-no-tops")
    if view.trump is not None:
        trumps = sum(card.suit == view.trump for card in view.hand)
        yield msg("reason-trumps", trumps) if trumps else msg("reason-no-trumps")
    made = [bid for seat, bid in enumerate(view.bids) if bid is not None and seat != view.seat]
    if made:
        yield msg("reason-others-bid", sum(made), cards=view.cards)


def _needed(known: KnownInWist) -> Msg:
    """What the bid asks for."""
    if known.need > 0:
        return msg("reason-needs", known.need)
    if known.need < 0:
        return msg("reason-missed")
    return msg("reason-has-enough" if known.bid else "reason-no-trick")


# Cards for who wants the trick


def _taking(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if not known.on_table:
        yield from _leading_high(known, best, other)
    elif known.takes(best):
        yield from _takes(known, best, other)
    elif other is not None and known.takes(other):
        if not known.stands(other):
            yield from _endangered(known, other)
        yield msg("reason-keeps", card=other)
    elif other is not None and not known.higher(other):
        yield msg("reason-keeps-highest", card=other, suit=suit_of(other))
    else:
        yield msg("reason-misses-least", card=best)


def _leading_high(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if known.stands(best):
        yield from master(known, best)
    else:
        yield from _endangered(known, best)
    if other is None or other.suit == best.suit:
        return
    if known.higher(best) and not known.higher(other):
        yield msg("reason-keeps-highest", card=other, suit=suit_of(other))
    else:
        yield from _endangered(known, other)


def _takes(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if best.suit == known.trump and known.on_table[0][1].suit != known.trump:
        yield msg("reason-cuts")
    if not known.stands(best):
        yield from _endangered(known, best)
        return
    yield msg("reason-stands" if known.to_come else "reason-takes-last")
    if other is not None and known.takes(other) and known.is_higher(other, best):
        yield msg("reason-enough", card=best, other=other)


def _endangered(known: KnownInWist, card: Card) -> Iterator[Msg]:
    """What can beat a card: higher ones, and who is known to have none of its suit."""
    yield from still_out(known, card)
    if known.trump is None or card.suit == known.trump:
        return
    for seat in known.to_come:
        if known.is_void(seat, card.suit) and not known.is_void(seat, known.trump):
            yield has_none(seat, card)
            return


# Cards for who wants none


def _ducking(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if not known.on_table:
        yield from _leading_low(known, best, other)
        return
    holder, lies = m.best_of(known.on_table, known.trump)
    if not known.takes(best):
        yield msg("reason-stays-below", card=best, seat=Name(holder), other=lies)
        if other is not None and known.takes(other):
            yield msg("reason-would-take", card=other)
        elif other is not None:
            yield from _rid(known, best, other)
        return
    if known.to_come:
        yield from still_out(known, best)
    elif other is not None and known.takes(other) and known.is_higher(best, other):
        yield msg("reason-anyway", card=best)
    if other is not None and (not known.takes(other) or known.is_higher(other, best)):
        yield from still_out(known, other)


def _leading_low(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    yield from still_out(known, best)
    if other is None:
        return
    if known.higher(other):
        yield from still_out(known, other)
    else:
        yield msg("reason-would-take", card=other)


def _rid(known: KnownInWist, best: Card, other: Card) -> Iterator[Msg]:
    """A card that may take a trick later goes while it cannot."""
    above = known.higher(best)
    if len(above) < len(known.higher(other)) or best.suit == known.trump:
        yield (
            msg("reason-rid", len(above), card=best) if above else msg("reason-rid-top", card=best)
        )


# Where it was


def place(view: m.WistView) -> Msg:
    """The round, and its bids or which trick."""
    name = view.round_name
    assert name is not None
    told = round_name(view, name)
    if view.bidding:
        return msg("review-place-bids", round=told)
    return msg("review-place", round=told, trick=sum(view.tricks) + 1)
