"""Wist's prompts, and the answers to its keys."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from audiogames.cards import tricks as common
from audiogames.core.contract import Move, Turn
from audiogames.core.controls import Listing
from audiogames.core.cues import Cue, Msg, Name, Sound, mine, msg, reply
from audiogames.core.events import Seat
from audiogames.core.telling import each, from_me, who, your_turn
from audiogames.games.wist import model as m
from audiogames.games.wist.words import (
    bid_words,
    by_suit,
    points_words,
    round_name,
    suit_words,
    trump_words,
)
from audiogames.search.levelling import expected_shares

# Prompts


def prompt(view: m.WistView) -> Iterator[Cue]:
    """Announce the number that may not be bid or, after the bidding, the listener's turn."""
    if view.bidding:
        if listing(view):
            yield Sound("your-turn", notice=True)
        if view.forbidden is not None:
            yield mine("forbidden", bid=bid_words(view.forbidden))
    else:
        yield from your_turn(view)


def listing(view: m.WistView) -> Listing[m.Bid] | None:
    """Return the list of bids, from zero (Wist) up, including the forbidden one."""
    if m.BIDS[1] not in view.legal and m.BIDS[0] not in view.legal:
        return None
    return Listing(msg(_bid_title(view)), m.BIDS_UP_TO[view.cards], first=0)


def _bid_title(view: m.WistView) -> str:
    if view.secret:
        return "bid-title-dark-ticket" if view.hidden else "bid-title-ticket"
    return "bid-title-dark" if view.hidden else "bid-title"


def choice_title(_move: Move, view: m.WistView) -> Msg:
    """Return the title of the list of bids."""
    return msg(_bid_title(view))


def choice(bid: m.Bid, view: m.WistView) -> Msg:
    """Return the text of a bid in the list of bids."""
    is_forbidden = bid.number == view.forbidden
    return msg("choice-forbidden" if is_forbidden else "choice", bid=bid_words(bid.number))


def hidden_hand(view: m.WistView) -> Msg | None:
    """Return the reason why the hand is hidden (Buio, until the last bid); None if visible."""
    if not view.hidden or view.seat is None:
        return None
    return msg("in-the-dark" if view.written[view.seat] else "in-the-dark-bid-first")


def turn(view: m.WistView) -> Msg:
    """Answer key T: who must bid or play, and which suit must be followed."""
    if isinstance(view.to_act, Turn):
        return msg("dealing")
    if view.bidding:
        return _bidder(view, view.to_act)
    return common.turn_to_play(view, view.to_act)


def _bidder(view: m.WistView, seat: Seat) -> Msg:
    """Say who must bid, or in a secret round who must write a bid.

    In a secret round, a listener who may still write a bid is asked to do so.
    """
    if view.secret:
        may_write = view.seat is not None and not view.written[view.seat]
        return msg("writes-you") if may_write else msg("writes", seat=Name(seat))
    return who(view, seat, "bidder")


def standing(view: m.WistView) -> Msg | None:
    """Return words that say who must bid, to be used inside a sentence.

    Return None outside the bidding.
    """
    if isinstance(view.to_act, Turn) or not view.bidding:
        return None
    if not view.secret:
        return who(view, view.to_act, "standing-bid")
    may_write = view.seat is not None and not view.written[view.seat]
    return msg("standing-write-you") if may_write else msg("standing-write", seat=Name(view.to_act))


def around(view: m.WistView) -> tuple[Seat, ...]:
    """Return the seats in their order around the table, clockwise.

    In the Cagliari variant this order was drawn at random; otherwise seats are in number order.
    """
    return view.order or tuple(map(Seat, range(len(view.scores))))


def summary(view: m.WistView) -> Msg:
    """Return the words for the round and the listener's points."""
    if view.seat is None:
        return msg("summary-plain", round=view.round, rounds=view.rounds)
    points = points_words(view.scores[view.seat])
    return msg("summary", round=view.round, rounds=view.rounds, points=points)


ROUND_SPREAD: Final = 6
"""About how many points one round separates two equal players."""


def outlook(view: m.WistView) -> tuple[float, ...]:
    """Return each player's expected share of the win, by the scores and the rounds left."""
    left = max(1, view.rounds - len(view.sheet))
    return expected_shares(view.scores, ROUND_SPREAD * math.sqrt(left))


# Answers to keys

TRICKS: Final = common.TrickAnswers[m.WistView](lambda view, trick: m.best_of(trick, view.trump))


def _known_bids(view: m.WistView) -> tuple[Msg, ...]:
    known = [seat for seat in _all(view) if view.bids[seat] is not None]
    return tuple(who(view, seat, "bid-of", bid=bid_words(view.bids[seat])) for seat in known)


def bids(view: m.WistView) -> Iterator[Cue]:
    """Answer key B: the bids so far, their sum, and the number that may not be bid."""
    if view.bound or not view.round:
        yield reply("bids-bound" if view.bound else "no-bids-yet")
        return
    known = _known_bids(view)
    if not known:
        yield reply("no-bids-yet")
        return
    if view.secret and None in view.bids:
        yield reply("bids", bids=known)
        return
    total = sum(bid for bid in view.bids if bid is not None)
    if view.forbidden is None:
        yield reply("bids-sum", bids=known, total=total)
    else:
        yield reply("bids-barred", bids=known, total=total, barred=bid_words(view.forbidden))


def deal(view: m.WistView) -> Msg | None:
    """Return the bids so far in words or, after bidding, the tricks.

    After bidding a player hears the number of their own tricks and the current trick; a
    spectator hears only the current trick.
    """
    if not view.round:
        return None
    if None in view.bids and not view.bound:
        known = _known_bids(view)
        return msg("deal-bids", bids=known) if known else msg("deal-no-bids")
    trick = common.deal_stands(view)
    if trick is None or view.seat is None:
        return trick
    return msg("deal-tricks", tricks=_tricks_of(view, view.seat), trick=trick)


def round_and_trump(view: m.WistView) -> Iterator[Cue]:
    """Answer key A: the number of the round, its name and its trump suit."""
    if not view.round or view.round_name is None:
        yield reply("not-dealt-yet")
        return
    place = {"round": view.round, "rounds": view.rounds, "trump": trump_words(view)}
    if view.options.form == "cagliari":
        yield reply("mano-now", int(view.round_name), **place)
    elif view.trump:
        yield reply("turno-now", **place)
    else:
        yield reply("turno-now-named", name=round_name(view, view.round_name), **place)


def tricks(view: m.WistView) -> Iterator[Cue]:
    """Answer key W: the tricks of every player, with the bid if it is public."""
    if not view.round:
        yield reply("not-dealt-yet")
        return
    yield reply("tricks", tricks=tuple(_tricks_of(view, seat) for seat in _all(view)))


def _tricks_of(view: m.WistView, seat: Seat) -> Msg:
    bid, taken = view.bids[seat], view.tricks[seat]
    if bid is None or view.bound:
        return who(view, seat, "of", number=taken)
    if bid:
        return who(view, seat, "tricks-of", number=taken, bid=bid)
    return (
        who(view, seat, "tricks-of-wist", taken)
        if taken
        else who(view, seat, "tricks-of-wist-none")
    )


def scores(view: m.WistView) -> Iterator[Cue]:
    """Answer key S: the total scores."""
    yield reply("scores", scores=each(view, "of", view.scores))


def fallen(view: m.WistView) -> Iterator[Cue]:
    """Answer key F: the cards played in this round, by suit."""
    groups = by_suit(card for _, card in view.history)
    yield reply("fallen", suits=groups) if groups else reply("none-fallen")


def may_ask_fallen(view: m.WistView) -> bool:
    """Return True if the options allow key F, which lists the cards played in this round."""
    return view.options.fallen_cards


def _all(view: m.WistView) -> list[Seat]:
    return from_me(view, map(Seat, range(len(view.scores))))


# Cards


def explain(move: m.Play, view: m.WistView) -> Iterable[Cue]:
    """Answer key X: what a card would do now, without facts that players must remember."""
    if view.to_act == view.seat and move not in view.legal and not view.bidding:
        return (common.not_allowed(view),)
    if not view.on_table:
        return (reply("explain-leads", suit=suit_words(move.card.suit)),)
    return (reply(_effect(move, view)),)


def _effect(play: m.Play, view: m.WistView) -> str:
    """Return the id of the message about what a card would do in the trick, such as cut or lose."""
    follows = play.card.suit == view.on_table[0][1].suit
    if not TRICKS.would_take(view, play.card):
        return "explain-loses" if follows else "explain-discards"
    last = len(view.on_table) == len(view.scores) - 1
    cuts = "explain-takes" if follows else "explain-cuts"
    return cuts if last else f"{cuts}-so-far"
