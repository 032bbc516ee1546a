"""Why a bid or a card is not allowed: the reasons in the order in which a player would ask."""

from __future__ import annotations

from audiogames.core.cues import Name, msg
from audiogames.core.game import Move, Refused, Turn
from audiogames.games.wist import model as m
from audiogames.games.wist.words import bid_words, suit_words


def why_not(view: m.WistView, move: Move) -> Refused:
    """Why this move, which is not legal, is not."""
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
    barred = msg("refused-forbidden-bid", bid=bid_words(bid.number), cards=view.cards)
    return Refused("forbidden-bid", barred)


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
    held = sum(card.suit == led for card in view.hand)
    may_cut = view.options.free_cut and view.trump not in {None, led}
    id_ = "refused-must-follow-or-cut" if may_cut else "refused-must-follow"
    return Refused("must-follow", msg(id_, held, suit=suit_words(led)))
