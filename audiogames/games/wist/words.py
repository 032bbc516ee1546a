"""Phrases that several announcements of Wist share, and the words of refusals."""

from __future__ import annotations

from collections.abc import Iterable

from audiogames.cards import telling
from audiogames.cards.card import Card
from audiogames.cards.telling import grouped
from audiogames.cards.tricks import must_follow
from audiogames.core.contract import Move, Refused, Turn
from audiogames.core.cues import Argument, Msg, Name, msg
from audiogames.games.wist import model as m


def bid_words(number: int | None) -> Argument:
    """Return a bid as announced: zero is "Wist"."""
    return msg("bid-wist") if number == 0 else number


def points_words(number: int) -> Msg:
    """Return the words for a number of points, which may be negative."""
    return msg("points", number) if number >= 0 else msg("points-below", -number)


def suit_words(suit: str) -> Msg:
    """Return the name of a suit."""
    return telling.suit_words(suit, "french")


def by_suit(cards: Iterable[Card]) -> tuple[Msg, ...]:
    """Return the words for these cards, grouped by suit, each from the highest."""
    return grouped(sorted(cards, key=m.place_in_hand))


def round_name(view: m.WistView, name: str) -> Msg:
    """Return the name of a round, or the number of cards of a Cagliari hand."""
    if view.options.form == "cagliari":
        return msg("hand-of", int(name))
    return msg(f"round-{name}")


def trump_words(view: m.WistView) -> Msg:
    """Return the trump suit (seme del turno; in the Cagliari variant, atout), or "no trump"."""
    form = "-cagliari" if view.options.form == "cagliari" else ""
    if view.trump is None:
        return msg(f"no-trump{form}")
    return msg(f"trump{form}", suit=suit_words(view.trump))


def why_not(view: m.WistView, move: Move) -> Refused:
    """Return the reason why this illegal move is refused."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    if not isinstance(move, m.Bid | m.Play):
        return Refused("not-your-move")
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    return _no_bid(view, move) if isinstance(move, m.Bid) else _no_card(view, move)


def _no_bid(view: m.WistView, bid: m.Bid) -> Refused:
    assert view.seat is not None
    if view.bound:
        return Refused("no-bids")
    if view.written[view.seat]:
        made = view.bids[view.seat]
        return Refused("already-bid", msg("refused-already-bid", bid=bid_words(made)))
    if bid.number > view.cards:
        return Refused("bid-too-high", msg("refused-bid-too-high", view.cards))
    if view.to_act != view.seat:
        assert not isinstance(view.to_act, Turn)
        return Refused("not-your-bid", msg("refused-not-your-bid", seat=Name(view.to_act)))
    why = msg("refused-forbidden-bid", bid=bid_words(bid.number), cards=view.cards)
    return Refused("forbidden-bid", why)


def _no_card(view: m.WistView, play: m.Play) -> Refused:
    assert not isinstance(view.to_act, Turn)
    if view.hidden:
        return Refused("in-the-dark")
    if view.bidding:
        if m.BIDS[0] in view.legal or view.to_act == view.seat:
            return Refused("bid-first")
        return Refused("still-bidding", msg("refused-still-bidding", seat=Name(view.to_act)))
    if view.to_act != view.seat:
        return Refused("not-your-turn", msg("refused-not-your-turn", seat=Name(view.to_act)))
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    return _must_follow(view)


def _must_follow(view: m.WistView) -> Refused:
    led = view.on_table[0][1].suit
    may_cut = view.options.free_cut and view.trump not in {None, led}
    return must_follow(view, "refused-must-follow-or-cut" if may_cut else "refused-must-follow")
