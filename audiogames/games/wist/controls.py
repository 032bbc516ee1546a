"""The keys of Wist and its score sheet.

Bids are chosen from a list, so no move has a key of its own.
"""

from __future__ import annotations

from audiogames.cards import telling, tricks
from audiogames.core.controls import Cell, Query, Sheet, always
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Seat
from audiogames.core.telling import from_me, who
from audiogames.games.wist import answers
from audiogames.games.wist import model as m
from audiogames.games.wist.words import bid_words, points_words, round_name

QUERIES: tuple[Query[m.WistView], ...] = (
    Query("bids", ("b",), answers.bids, matters=always),
    Query("round", ("a",), answers.round_and_trump, matters=lambda view: view.bidding),
    Query("tricks", ("w",), answers.tricks),
    Query("table", ("c",), answers.TRICKS.table, matters=lambda view: not view.bidding),
    Query("last-trick", ("l",), answers.TRICKS.last_trick, recalls=True),
    Query("scores", ("s",), answers.scores, matters=always),
    Query("suit-led", ("shift+h",), tricks.held_of_suit_led(m.place_in_hand)),
    Query("counts", ("n",), telling.counts),
    Query("dealer", ("d",), telling.dealer),
    Query("fallen", ("f",), answers.fallen, answers.may_ask_fallen),
)


def sheet(view: m.WistView) -> Sheet:
    """Build the score sheet: a row for each player, a column for each round with bid and points.

    Rounds not yet played are empty; a secret bid is shown as a mark.
    """
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
    """Return a seat's bid in the current round, if it is public."""
    bid = view.bids[seat]
    if bid is not None:
        return _bid(bid)
    return msg("sheet-hidden") if view.written[seat] else None


def _bid(number: int) -> Msg:
    return msg("sheet-bid", bid=bid_words(number))
