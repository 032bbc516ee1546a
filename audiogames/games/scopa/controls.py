"""The keys of Scopa and their answers, its score sheet and its board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from audiogames.cards import sides, telling
from audiogames.cards.card import Card, cards_of
from audiogames.cards.sides import each_side, from_mine, of_side, side_number, sided
from audiogames.cards.telling import pages_by_rank, rank_words
from audiogames.core.board import Board, BoardEnding, Capture, Pile, Standing
from audiogames.core.contract import Turn
from audiogames.core.controls import Page, Query, Sheet, always
from audiogames.core.cues import Cue, Echo, Msg, Say, msg, reply
from audiogames.core.events import Event, Seat
from audiogames.core.telling import each
from audiogames.games.scopa import model as m
from audiogames.games.scopa.model import Play
from audiogames.games.scopa.rules import counted, so_far, taken_by, unseen
from audiogames.games.scopa.speech import play_words, recall_of, take_words

# Captures


def choice(move: Play, view: m.ScopaView) -> Msg:
    """Return the words for a capture in the list of choices, with the sum of the cards left."""
    left = [card for card in view.table if card not in move.takes]
    return msg("choice", takes=take_words(move.takes, left), sum=_sum(left))


def way(move: Play, view: m.ScopaView) -> Msg:
    """Return the captured cards as spoken after the played card's name."""
    left = [card for card in view.table if card not in move.takes]
    return msg("way", takes=take_words(move.takes, left))


def choice_title(move: Play, _view: m.ScopaView) -> Msg:
    """Return the title of the choice between captures."""
    return msg("choice-title", card=move.card)


def explain(move: Play, view: m.ScopaView) -> Iterator[Cue]:
    """Answer key X: the cards that a card would capture, and the sum left on the table."""
    takes = cards_of(taken_by(move, view))
    left = [card for card in view.table if card not in takes]
    if not takes:
        yield reply("explain-stays", sum=_sum([*left, move.card]))
    else:
        id_ = "explain-takes" if left else "explain-takes-all"
        yield reply(id_, takes=take_words(takes, left), sum=_sum(left))


def _sum(cards: Sequence[Card]) -> int:
    return sum(m.VALUES[card] for card in cards)


# Answers to the keys


def table(view: m.ScopaView) -> Iterator[Say]:
    """Answer key C: the cards on the table, in the order in which they were laid."""
    yield reply("table" if view.table else "trick-table-empty", cards=view.table)


def deal(view: m.ScopaView) -> Msg:
    """Return the words for the cards on the table."""
    return msg("deal-table" if view.table else "deal-table-empty", cards=view.table)


def undone(events: Sequence[Event], view: m.ScopaView) -> Msg | None:
    """Return the announcement of the cards that the listener's undone play had captured."""
    played = next((event for event in events if isinstance(event, m.CardPlayed)), None)
    if played is None or played.seat != view.seat or not played.takes:
        return None
    return msg("undone-swept" if played.scopa else "undone-took", len(played.takes))


def by_value(view: m.ScopaView) -> Iterator[Say]:
    """Answer key V: the cards on the table by value, and their sum, which may allow a scopa."""
    ranks = tuple(map(rank_words, sorted(view.table, key=m.VALUES.__getitem__)))
    yield reply("table-sum" if ranks else "trick-table-empty", sum=_sum(view.table), cards=ranks)


def last_take(view: m.ScopaView) -> Iterator[Say]:
    """Answer key L: the last play and its capture, if the options allow looking it up."""
    if view.options.review == "none":
        yield reply("review-none")
    elif view.last_take:
        seat, card, takes = view.history[-1]
        last = reply("last-take", take=play_words(view, seat, card, takes))
        yield replace(last, echo=Echo((seat, card)))
    else:
        yield reply("no-last-take")


def taken(view: m.ScopaView) -> Iterator[Say]:
    """Answer key P: how many cards each side has captured, and the number of its scope."""
    ids = ["taken-scope" if scope else "side-number" for scope in view.scope]
    words = tuple(
        of_side(view, ids[side], side, view.scope[side], number=view.taken[side])
        for side in from_mine(view)
    )
    yield reply("taken", taken=words)


def counts(view: m.ScopaView) -> Iterator[Say]:
    """Answer key N: how many cards are in each hand and in the stock."""
    hands = each(view, "of", view.hand_sizes)
    if view.stock:
        yield reply("counts", hands=hands, stock=view.stock)
    else:
        yield reply("hands", hands=hands)


def coins(view: m.ScopaView) -> Iterator[Say]:
    """Answer key D: the coins that each side has captured."""
    if recall_of(view) is not None:
        yield reply(f"review-{view.options.review}")
        return
    yield reply("coins", coins=each_side(view, so_far(view).coins))


def missing(view: m.ScopaView) -> Iterator[Say]:
    """Answer key M (unseen cards) if all have been seen, or if the options forbid counting."""
    yield reply("missing-none" if recall_of(view) is None else f"review-{view.options.review}")


def missing_pages(view: m.ScopaView) -> Sequence[Page]:
    """Return the pages of key M: the unseen cards by rank; none if the options forbid counting."""
    return pages_by_rank(cards_of(unseen(view) if recall_of(view) is None else 0), m.RANKS)


QUERIES: tuple[Query[m.ScopaView], ...] = (
    Query("score", ("s",), sides.score, matters=always),
    Query("table", ("c",), table, matters=always),
    Query("by-value", ("v",), by_value, matters=always),
    Query("last-take", ("l",), last_take, recalls=True),
    Query("taken", ("p",), taken),
    Query("counts", ("n",), counts),
    Query("coins", ("d",), coins),
    Query("missing", ("m",), missing, pages=missing_pages, title=lambda _: msg("missing-title")),
    Query("dealer", ("shift+m",), telling.dealer),
)


# Score sheet and board

COLUMNS: Final = (
    "cards", "coins", "settebello", "primiera", "scope", "napola", "rebello", "points",
)  # fmt: skip
"""The columns of the sheet after a deal."""


def board_of(view: m.ScopaView) -> Board:
    """Build the board as seen by a seat or a spectator."""
    facts = [*sides.score(view), *(by_value(view) if view.table else ())]
    facts += last_take(view) if view.last_take and view.options.review != "none" else ()
    laid = tuple((seat, card) for seat, card, _ in view.history[-1:])
    return Board(
        laid=laid,
        taker=view.last_taker if view.last_take else None,
        capture=_capture(view),
        middle=tuple(card for card in view.table if card not in dict(laid).values()),
        piles=tuple(_pile(view, Seat(seat)) for seat in range(len(view.hand_sizes))),
        notes=tuple(_notes(view, Seat(seat)) for seat in range(len(view.hand_sizes))),
        facts=tuple(cue.message for cue in facts),
        stock=view.stock if view.options.form == "scopa" else None,
        ending=_ending(view),
    )


def _pile(view: m.ScopaView, seat: Seat) -> Pile:
    """Return the pile of a seat's side, with one card laid across for each scopa."""
    side = side_number(view, seat)
    return Pile(view.taken[side], view.scope[side])


def _capture(view: m.ScopaView) -> Capture | None:
    """Return the most recent capture of the deal, if any."""
    recalled = view.options.review != "none" and bool(view.last_take)
    captures = (
        Capture(seat, (card, *takes), number, recalled)
        for number, (seat, card, takes) in reversed(tuple(enumerate(view.history, 1)))
        if takes
    )
    return next(captures, None)


def _notes(view: m.ScopaView, seat: Seat) -> tuple[Msg, ...]:
    side = side_number(view, seat)
    scope = (msg("why-scope", view.scope[side]),) if view.scope[side] else ()
    return (msg("note-taken", view.taken[side]), *scope)


def _ending(view: m.ScopaView) -> BoardEnding | None:
    """Return the winner of the match, or the result of the deal, with each side's points."""
    if (deal := counted(view)) is None:
        return None
    ahead = sorted(from_mine(view), key=lambda side: -view.score[side])
    is_over = view.to_act is Turn.OVER
    title = sided(view, "match-won", ahead[0]) if is_over else msg("deal-over")
    points, score = deal.points, view.score
    return BoardEnding(
        title,
        tuple(
            Standing(
                of_side(view, "ending-line", side, points=points[side], total=score[side]),
                score[side],
            )
            for side in ahead
        ),
    )


def sheet(view: m.ScopaView) -> Sheet:
    """Build the score sheet: after a deal all counts, during it only the public ones."""
    deal, rows = counted(view), {"cards": view.taken, "scope": view.scope}
    if deal is not None:
        rows = {name: getattr(deal, name) for name in COLUMNS}
    rows["total"] = view.score
    columns = [
        (msg(f"column-{name}"), [None if n is None else msg("cell", number=n) for n in row])
        for name, row in rows.items()
        if getattr(view.options, name, True)
    ]
    return sides.side_sheet(view, columns)
