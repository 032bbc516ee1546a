"""The board of Wist: the trick, each seat's bid, tricks and points, the round and its trump."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from audiogames.cards.telling import drawn_suit
from audiogames.cards.tricks import tricks_note
from audiogames.core.board import Board, BoardEnding, Standing
from audiogames.core.contract import Turn
from audiogames.core.cues import Msg, Say, msg
from audiogames.core.events import Event, Seat
from audiogames.core.telling import by, from_me, ranking, who
from audiogames.games.wist import answers
from audiogames.games.wist import model as m
from audiogames.games.wist.words import bid_words, points_words


def board_of(view: m.WistView) -> Board:
    """Build the board as seen by a seat or a spectator."""
    return replace(
        answers.TRICKS.board(view, _notes),
        facts=tuple(_facts(view)),
        trump=drawn_suit(view.trump, "french"),
        turned=view.turned,
        ending=_ending(view),
    )


def _notes(view: m.WistView, seat: Seat) -> Iterator[Msg]:
    """Yield a seat's tricks, its bid if public, and its points."""
    if view.round:
        yield from _bid_and_tricks(view, seat)
        yield points_words(view.scores[seat])


def _bid_and_tricks(view: m.WistView, seat: Seat) -> Iterator[Msg]:
    bid, taken = view.bids[seat], view.tricks[seat]
    if view.bound or (bid is None and not view.bidding):
        yield tricks_note(taken)
    elif bid is None:
        yield from [msg("note-ticket")] if view.written[seat] else []
    elif view.bidding:
        yield msg("note-bid", bid=bid_words(bid))
    else:
        yield msg("note-bid-tricks", bid=bid_words(bid), number=taken)


def _facts(view: m.WistView) -> Iterator[Msg]:
    """Yield the round and its trump suit; after the bidding also the sum of bids and the tricks."""
    if not view.round:
        return
    yield from (cue.message for cue in answers.round_and_trump(view) if isinstance(cue, Say))
    bids = [bid for bid in view.bids if bid is not None]
    if len(bids) == len(view.bids) and not view.bound:
        yield msg("sum-of", total=sum(bids), cards=view.cards)


def _ending(view: m.WistView) -> BoardEnding | None:
    """Return the winner of the match, or the result of the round."""
    if not view.sheet or not isinstance(view.to_act, Turn):
        return None
    if view.to_act is Turn.OVER:
        return BoardEnding(_won(view), ranking(view, view.scores))
    done = view.sheet[-1]
    standings = tuple(
        Standing(_round_line(view, done, Seat(seat)), total)
        for seat, total in enumerate(view.scores)
    )
    return BoardEnding(msg("round-over", round=view.round, rounds=view.rounds), standings)


def _round_line(view: m.WistView, done: m.Scored, seat: Seat) -> Msg:
    bid, tricks, points = bid_words(done.bids[seat]), done.tricks[seat], done.points[seat]
    total = view.scores[seat]
    return by(view, "round-line", seat, bid=bid, tricks=tricks, points=points, total=total).message


def _won(view: m.WistView) -> Msg:
    most = max(view.scores)
    points = points_words(most)
    best = [Seat(seat) for seat, score in enumerate(view.scores) if score == most]
    if len(best) == 1:
        return by(view, "match-won", best[0], points=points).message
    names = tuple(who(view, seat) for seat in from_me(view, best))
    return msg("match-shared", points=points, winners=names)


def said(event: Event, _view: m.WistView) -> tuple[Seat, Msg] | None:
    """Return the seat and the text of its balloon: its bid, or that it wrote one secretly."""
    match event:
        case m.BidMade(seat=seat, bid=bid):
            return seat, msg("says-bid", bid=bid_words(bid))
        case m.BidWritten(seat=seat):
            return seat, msg("note-ticket")
    return None
