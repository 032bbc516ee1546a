"""The keys of Briscola and their answers, its score sheet and its board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from audiogames.cards import drawing, sides, signs, telling
from audiogames.cards.sides import each_side, ranked_sides
from audiogames.cards.telling import drawn_suit, suit_words
from audiogames.cards.tricks import TrickAnswers
from audiogames.core.board import Board, BoardEnding
from audiogames.core.contract import Turn
from audiogames.core.controls import Command, Opener, Query, Sheet, always
from audiogames.core.cues import Cue, Msg, Name, Say, msg, reply
from audiogames.core.events import Seat
from audiogames.games.briscola import model as m
from audiogames.games.briscola.speech import result


def summary(view: m.BriscolaView) -> Msg:
    """Return a message with the deals won by each side, and how many deals win the match."""
    return msg("summary", wins=each_side(view, view.wins), deals=view.options.deals)


TRICKS: Final = TrickAnswers[m.BriscolaView](lambda view, trick: m.best_of(trick, view.briscola))


def briscola(view: m.BriscolaView) -> Iterator[Say]:
    """Answer key B: the trump suit, and the turned-up card until it is drawn."""
    if view.briscola is None:
        yield reply("no-briscola-yet")
    elif view.turned:
        yield reply("briscola-turned", card=view.turned)
    else:
        yield reply("briscola", suit=suit_words(view.briscola, "italian"))


def counted(view: m.BriscolaView) -> tuple[int | None, ...]:
    """Return each side's points in this deal, or None while the options hide them."""
    is_over = view.sheet and isinstance(view.to_act, Turn)
    return view.sheet[-1].points if is_over else view.points


def points(view: m.BriscolaView) -> Iterator[Say]:
    """Answer key V: the points of this deal, if the options show them."""
    words = each_side(view, counted(view))
    yield reply("points", points=words) if words else reply("points-not-told")


def score(view: m.BriscolaView) -> Iterator[Say]:
    """Answer key S: the deals won by each side, and how many deals a side needs to win."""
    yield reply("score", view.options.deals, wins=each_side(view, view.wins))


def partner(view: m.BriscolaView) -> Iterator[Say]:
    """Answer key P: the partner's hand, if it is shown."""
    cards = (
        reply("partner-hand", seat=Name(seat), cards=m.IN_HAND.sorted(view.partner_hand))
        for seat in shown(view)
    )
    yield next(cards, reply("partner-hand-hidden"))


def shown(view: m.BriscolaView) -> tuple[Seat, ...]:
    """Return the seats whose hands this seat may see.

    In the last three tricks it may see its partner's hand.
    """
    return (sides.partner(view.seat),) if view.seat is not None and view.partner_hand else ()


QUERIES: tuple[Query[m.BriscolaView], ...] = (
    Query("briscola", ("b",), briscola, matters=always),
    Query("stock", ("m",), drawing.stock),
    Query("table", ("c",), TRICKS.table, matters=always),
    Query("last-trick", ("l",), TRICKS.last_trick, recalls=True),
    Query("points", ("v",), points, lambda view: view.options.count != "none"),
    Query("score", ("s",), score),
    Query("signs", ("a",), signs.answer),
    Query("partner-hand", ("p",), partner, matters=lambda view: bool(shown(view))),
    Query("counts", ("n",), telling.counts),
    Query("dealer", ("d",), telling.dealer),
)

COMMANDS = (Command[m.BriscolaView]("exchange", ("shift+b",), lambda _view: m.EXCHANGE),)

OPENERS = (Opener[m.BriscolaView]("sign", ("f",), signs.listing(m.SIGNS)),)


def explain(move: m.Play, view: m.BriscolaView) -> Iterator[Cue]:
    """Answer key X: whether the card takes the trick, and for how many points.

    For a lead the answer is its kind (trump, carico, figure or plain) and its points.
    """
    if not view.on_table:
        kinds = {"1": "carico", "3": "carico", "R": "figure", "C": "figure", "F": "figure"}
        kind = kinds.get(move.card.rank, "liscio")
        if move.card.suit == view.briscola:
            kind = "briscola" if move.points else "briscoletta"
        yield reply(f"explain-{kind}", move.points)
        return
    lies = sum(m.PLAYS[card].points for _, card in view.on_table)
    yield reply(TRICKS.outcome(view, move.card), lies + move.points)


# Score sheet and board


def sheet(view: m.BriscolaView) -> Sheet:
    """Build the score sheet: a row for each side, a column with the points of each deal."""
    columns = [
        (msg("sheet-deal", deal=deal), [msg("points-of", points) for points in done.points])
        for deal, done in enumerate(view.sheet, 1)
    ]
    wins = (msg("sheet-wins"), [msg("deals-of", number) for number in view.wins])
    return sides.side_sheet(view, [*columns, wins], current=max(0, len(columns) - 1))


def board_of(view: m.BriscolaView) -> Board:
    """Build the board: the trick, the stock with its turned-up card, and the points if shown."""
    facts = (*score(view), *(points(view) if each_side(view, counted(view)) else ()))
    return replace(
        TRICKS.board(view, _notes),
        trump=drawn_suit(view.briscola, "italian"),
        turned=view.turned,
        stock=view.stock + 1 if view.turned else 0,
        facts=tuple(one.message for one in facts),
        ending=_ending(view),
    )


def _notes(view: m.BriscolaView, seat: Seat) -> Iterator[Msg]:
    """Yield the notes of a seat: its hand if shown to the partner, and visible points."""
    if seat in shown(view):
        yield msg("note-hand", cards=m.IN_HAND.sorted(view.partner_hand))
    points = counted(view)[seat % len(view.points)]
    if points is not None:
        yield msg("points-of", points)


def _ending(view: m.BriscolaView) -> BoardEnding | None:
    """Return the winner of the deal or the match, and the points of the deal."""
    if not view.sheet or not isinstance(view.to_act, Turn):
        return None
    done = view.sheet[-1]
    if view.to_act is Turn.OVER:
        return BoardEnding(msg("match-over"), ranked_sides(view, done.wins))
    title = result(view, "fact-deal", done.winners, done.points)
    return BoardEnding(title, ranked_sides(view, done.points))
