"""The score sheet of the document: a name a row, a round a column, bid above and points below."""

from __future__ import annotations

from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.core.game import Cell, Sheet
from audiogames.core.telling import from_me, who
from audiogames.games.wist import model as m
from audiogames.games.wist.words import bid_words, points_words, round_name


def sheet(view: m.WistView) -> Sheet:
    """The whole sheet; what is not played yet is empty, what is secret is told so."""
    plan = m.plan(view.options, len(view.scores))
    heads = tuple(msg("sheet-head", name=round_name(view, one.name)) for one in plan)
    seats = from_me(view, map(Seat, range(len(view.scores))))
    return Sheet(
        (*heads, msg("sheet-total")),
        tuple(who(view, seat) for seat in seats),
        tuple(_row(view, seat, len(plan)) for seat in seats),
        current=max(0, view.round - 1),
    )


def _row(view: m.WistView, seat: Seat, rounds: int) -> tuple[Cell, ...]:
    cells = [_cell(view, seat, place) for place in range(rounds)]
    return (*cells, Cell(lower=points_words(view.scores[seat])))


def _cell(view: m.WistView, seat: Seat, place: int) -> Cell:
    if place < len(view.sheet):
        done = view.sheet[place]
        return Cell(_bid(done.bids[seat]), points_words(done.points[seat]))
    return Cell(_bid_now(view, seat)) if place == view.round - 1 else Cell()


def _bid_now(view: m.WistView, seat: Seat) -> Msg | None:
    """The bid of the round that is being played, as far as it may be known."""
    bid = view.bids[seat]
    if bid is not None:
        return _bid(bid)
    return msg("sheet-hidden") if view.written[seat] else None


def _bid(number: int) -> Msg:
    return msg("sheet-bid", bid=bid_words(number))
