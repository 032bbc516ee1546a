"""Why a bid or a card of Wist is good, from facts that its player knows.

Which card is good depends on the bid: a player who needs tricks wants to take this one, a player
who has enough wants to stay below.  So the first sentence says how many tricks are needed, and the
others are facts about the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.cards.known import (
    KnownCards,
    few_out,
    has_none,
    master,
    more_above,
    still_out,
)
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.games.wist import model as m
from audiogames.games.wist.words import round_name

SUITS: Final = 4


class KnownInWist(KnownCards):
    """The knowledge and aims of a player of Wist.

    They are the cards seen, the number of tricks still needed, and whether the player wants
    this trick.
    """

    def __init__(self, view: m.WistView) -> None:
        pack = m.PACKS[len(view.bids)]
        power = {card: m.POWER[card] for card in pack}
        super().__init__(view, view.history, power, trump=view.trump)
        self.bid = 0 if view.bound else view.bids[self.me] or 0
        self.need = self.bid - view.tricks[self.me]
        self.can_take = any(isinstance(one, m.Play) and self.takes(one.card) for one in view.legal)
        """Whether any card that may be played would be winning the trick."""
        self.wants = self.need > 0 or (self.need < 0 < self.bid and view.options.form == "eight")
        self.is_lost = self.wants and bool(self.on_table) and not self.can_take
        """Whether the player wants this trick and can no longer win it."""


def reasons(view: m.WistView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Return why `best` is good or, if `other` is given, better than `other`."""
    if isinstance(best, m.Bid):
        return tuple(_of_bid(view, best, other if isinstance(other, m.Bid) else None))
    if not isinstance(best, m.Play):
        return ()
    known = KnownInWist(view)
    rest = other.card if isinstance(other, m.Play) else None
    tell = _taking if known.wants else _ducking
    found = (*tell(known, best.card, rest),)
    return found if known.is_lost else (_needed(known), *found)


# Bids


def _of_bid(view: m.WistView, best: m.Bid, other: m.Bid | None) -> Iterator[Msg]:
    """Explain a bid by the strong cards of the hand and the other players' bids.

    Compared with a higher bid, the reasons name what the hand lacks; compared with a lower one,
    what it has.
    """
    if view.hidden:
        return
    is_high = other is not None and other.number > best.number
    is_low = other is not None and other.number < best.number
    made = [bid for seat, bid in enumerate(view.bids) if bid is not None and seat != view.seat]
    left = view.cards - sum(made)
    found = [*_sure(view, is_high=is_high), *_trumps(view, is_high=is_high, is_low=is_low)]
    if is_low:
        found = [one for one in found if one.id != "reason-no-tops"] or [*_second(view)]
    if is_high and other is not None and other.number > left:
        words = "reason-others-left" if left > 0 else "reason-others-none-left"
        found.insert(0, msg(words, left if left > 0 else None, number=sum(made)))
    elif made:
        found.append(_others_bid(sum(made), view.cards))
    yield from found


def _others_bid(number: int, cards: int) -> Msg:
    if not number:
        return msg("reason-nobody-bid")
    return msg("reason-others-bid", number, cards=cards)


def _sure(view: m.WistView, *, is_high: bool) -> Iterator[Msg]:
    """Yield, as a reason, how many cards in hand are the highest left of their suit."""
    known = KnownInWist(view)
    tops = sum(not known.higher(card) for card in view.hand)
    if not tops:
        yield msg("reason-no-tops")
    else:
        yield msg("reason-tops-few" if is_high else "reason-tops", tops)


def _second(view: m.WistView) -> Iterator[Msg]:
    """Yield, as a reason, how many cards in hand are the second highest left of their suit."""
    known = KnownInWist(view)
    if seconds := sum(len(known.higher(card)) == 1 for card in view.hand):
        yield msg("reason-seconds", seconds)


def _trumps(view: m.WistView, *, is_high: bool, is_low: bool) -> Iterator[Msg]:
    """Yield the number of trumps in hand, unless it would be an argument against the bid."""
    if view.trump is None:
        return
    trumps = sum(card.suit == view.trump for card in view.hand)
    has_many = trumps * SUITS > len(view.hand)
    if not (is_high and has_many) and not (is_low and not has_many):
        yield msg("reason-trumps", trumps) if trumps else msg("reason-no-trumps")


def _needed(known: KnownInWist) -> Msg:
    """Return the words for the number of tricks that the bid still needs."""
    if known.need > 0:
        return msg("reason-needs", known.need)
    if known.need < 0:
        return msg("reason-missed-points" if known.wants else "reason-missed")
    return msg("reason-has-enough" if known.bid else "reason-no-trick")


# Cards for a player who wants the trick


def _taking(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if not known.on_table:
        yield from _leading_high(known, best, other)
    elif known.takes(best):
        yield from _takes(known, best, other)
    elif other is not None and known.takes(other):
        if not known.is_unbeatable(other):
            yield from _endangered(known, other)
        yield msg("reason-keeps", card=other)
    elif other is not None and not known.higher(other):
        yield msg("reason-keeps-highest", card=other)
    elif known.can_take:
        yield msg("reason-keeps-high")
    else:
        yield msg("reason-misses-least", card=best)


def _leading_high(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    """Explain a lead that should take the trick, and which cards may beat the other lead."""
    found = [*_unbeaten(known, best)]
    if other is not None:
        if known.higher(best) and not known.higher(other):
            found.append(msg("reason-keeps-highest", card=other))
        else:
            found += more_above(known, other, best)
            if not found and len(known.higher(best)) > len(known.higher(other)):
                found.append(msg("reason-keeps", card=other))
        if other.suit != best.suit:
            found += _cut_by(known, other)
    yield from found or _led(known, best)


def _led(known: KnownInWist, card: Card) -> Iterator[Msg]:
    """Explain why a card is led although it may be beaten."""
    above = len(known.higher(card))
    if any(len(known.higher(one)) < above for one in known.hand):
        yield msg("reason-keeps-high")
    else:
        yield from [*few_out(known, card)] or _endangered(known, card)


def _unbeaten(known: KnownInWist, card: Card) -> Iterator[Msg]:
    """Yield the reason that no card, or only a trump, can beat a led card."""
    if known.is_unbeatable(card):
        yield from [*master(known, card)] or [msg("reason-stands")]
    elif not known.higher(card):
        yield msg("reason-only-trump", card=card)


def _takes(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if known.is_unbeatable(best):
        yield msg("reason-stands" if known.to_come else "reason-takes-last")
        if other is not None and known.takes(other) and known.is_higher(other, best):
            yield msg("reason-enough", card=best, other=other)
        return
    is_cut = best.suit == known.trump and known.on_table[0][1].suit != known.trump
    yield msg("reason-cuts" if is_cut else "reason-takes-so-far")
    compared: list[Msg] = []
    if other is not None and known.takes(other):
        is_saved = known.is_higher(other, best)
        compared += (
            [msg("reason-keeps", card=other)] if is_saved else more_above(known, other, best)
        )
    yield from compared or few_out(known, best)
    yield from _cut_by(known, best)


def _endangered(known: KnownInWist, card: Card) -> Iterator[Msg]:
    """Yield the reasons that a card may be beaten: by higher cards, or by a trump.

    A trump is a danger if its player is void in the card's suit.
    """
    yield from still_out(known, card)
    yield from _cut_by(known, card)


def _cut_by(known: KnownInWist, card: Card) -> Iterator[Msg]:
    """Yield the reason that a later player is void in the card's suit and may hold a trump."""
    if known.trump is None or card.suit == known.trump:
        return
    for seat in known.to_come:
        if known.is_void(seat, card.suit) and not known.is_void(seat, known.trump):
            yield has_none(seat, card)
            return


# Cards for a player who wants no trick


def _ducking(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    if not known.on_table:
        yield from _leading_low(known, best, other)
    elif known.takes(best):
        yield from _takes_unwanted(known, best, other)
    elif other is None or known.takes(other):
        yield _below(known, best)
        if other is not None:
            yield msg("reason-would-take", card=other)
    else:
        yield from [*_gets_rid(known, best, other)] or [_below(known, best)]


def _below(known: KnownInWist, card: Card) -> Msg:
    """Say that a card does not take the trick; if it follows suit, say which card beats it."""
    holder, lies = m.best_of(known.on_table, known.trump)
    if card.suit != lies.suit:
        return msg("reason-takes-not", card=card)
    return msg("reason-stays-below", card=card, seat=Name(holder), other=lies)


def _takes_unwanted(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    """Yield the reason for a card that takes an unwanted trick.

    A later player may beat it; or `other` takes the trick too, and is lower.
    """
    takes_both = other is not None and known.takes(other)
    if known.to_come:
        yield from _safer_low(known, best, other if takes_both else None)
    elif other is not None and takes_both and known.is_higher(best, other):
        yield msg("reason-anyway", card=best)


def _leading_low(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    yield from _safer_low(known, best, other)
    if other is not None and not known.higher(other):
        yield msg("reason-would-take", card=other)


def _safer_low(known: KnownInWist, best: Card, other: Card | None) -> Iterator[Msg]:
    """Yield which unseen cards beat `best` but not `other`.

    If there are none, yield which unseen cards beat `best`.
    """
    compared = [] if other is None else [*more_above(known, best, other)]
    yield from compared or still_out(known, best)


def _gets_rid(known: KnownInWist, best: Card, other: Card) -> Iterator[Msg]:
    """Yield the reason to get rid of a card now: later it might take an unwanted trick."""
    above = known.higher(best)
    if len(above) < len(known.higher(other)) or best.suit == known.trump:
        yield (
            msg("reason-rid", len(above), card=best) if above else msg("reason-rid-top", card=best)
        )


# The moment of the match


def before_recap(view: m.WistView) -> Msg | None:
    """Return the words that precede a recap: the round and the trick; None during the bidding.

    The recap itself covers the bidding.
    """
    return None if view.bidding else place(view)


def place(view: m.WistView) -> Msg:
    """Return the words for the name of the round, and the number of the trick or the bidding."""
    name = view.round_name
    assert name is not None
    name_words = round_name(view, name)
    if view.bidding:
        return msg("review-place-bids", round=name_words)
    return msg("review-place", round=name_words, trick=sum(view.tricks) + 1)
