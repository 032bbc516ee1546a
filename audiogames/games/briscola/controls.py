"""The keys of Briscola and what they answer, its score sheet, and what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from audiogames.cards import tricks
from audiogames.cards.sides import each_side, is_ours, sided
from audiogames.cards.sides import partner as across
from audiogames.cards.telling import suit_words
from audiogames.cards.tricks import Course
from audiogames.core.board import Board, BoardEnding, Suit
from audiogames.core.contract import Move, Turn
from audiogames.core.controls import Cell, Command, Listing, Opener, Query, Sheet, always
from audiogames.core.cues import Cue, Msg, Name, Say, msg, reply
from audiogames.core.events import Event, Seat
from audiogames.core.telling import who
from audiogames.games.briscola import model as m
from audiogames.games.briscola.rules import no_sign
from audiogames.games.briscola.speech import in_order, result


def summary(view: m.BriscolaView) -> Msg:
    """Where the match stands."""
    return msg("summary", wins=each_side(view, view.wins), deals=view.options.deals)


def table(view: m.BriscolaView) -> Iterator[Say]:
    """C: the cards of this trick, and who takes it so far."""
    return tricks.cards_on_table(view, lambda: m.best_of(view.on_table, view.briscola)[0])


def last_trick(view: m.BriscolaView) -> Iterator[Say]:
    """L: the last trick, and whose it was."""
    last = _last(view)
    return tricks.last_trick(
        view, last, lambda: who(view, m.best_of(last, view.briscola)[0], "took")
    )


def _last(view: m.BriscolaView) -> Course:
    done = len(view.history) - len(view.on_table)
    return view.history[max(0, done - len(view.hand_sizes)) : done]


def briscola(view: m.BriscolaView) -> Iterator[Say]:
    """B: the suit, with its card as long as that lies there."""
    if view.briscola is None:
        yield reply("no-briscola-yet")
    elif view.turned:
        yield reply("briscola-turned", card=view.turned)
    else:
        yield reply("briscola", suit=suit_words(view.briscola, "italian"))


def stock(view: m.BriscolaView) -> Iterator[Say]:
    """M: how many cards are left to be drawn."""
    yield reply("stock", view.stock + 1, card=view.turned) if view.turned else reply("stock-empty")


def points(view: m.BriscolaView) -> Iterator[Say]:
    """V: the points of this deal, as far as the table counts them."""
    told = each_side(view, view.points)
    yield reply("points", points=told) if told else reply("points-not-told")


def score(view: m.BriscolaView) -> Iterator[Say]:
    """S: the deals won, and how many win the match."""
    yield reply("score", view.options.deals, wins=each_side(view, view.wins))


def signs(view: m.BriscolaView) -> Iterator[Say]:
    """A: the signs of one's pair in this deal, and who else gave one in this trick."""
    told = [
        who(view, one.seat, "sign-of", trick=one.trick, sign=msg(f"sign-{one.sign}"))
        for one in view.signs
    ]
    told += [
        msg("signed", seat=Name(seat))
        for seat in view.signed
        if seat not in {one.seat for one in view.signs}
    ]
    yield reply("signs", signs=tuple(told)) if told else reply("no-signs-yet")


def partner(view: m.BriscolaView) -> Iterator[Say]:
    """P: the partner's hand, once it is shown."""
    told = (
        reply("partner-hand", seat=Name(seat), cards=in_order(view.partner_hand))
        for seat in shown(view)
    )
    yield next(told, reply("partner-hand-hidden"))


def shown(view: m.BriscolaView) -> tuple[Seat, ...]:
    """The partner, whose hand lies open before the last three tricks."""
    return (across(view.seat),) if view.seat is not None and view.partner_hand else ()


QUERIES: tuple[Query[m.BriscolaView], ...] = (
    Query("briscola", ("b",), briscola, matters=always),
    Query("stock", ("m",), stock),
    Query("table", ("c",), table, matters=always),
    Query("last-trick", ("l",), last_trick),
    Query("points", ("v",), points, lambda view: view.options.count != "none"),
    Query("score", ("s",), score),
    Query("signs", ("a",), signs),
    Query("partner-hand", ("p",), partner, matters=lambda view: bool(shown(view))),
    Query("counts", ("n",), tricks.counts),
    Query("dealer", ("d",), tricks.dealer),
)

COMMANDS = (Command[m.BriscolaView]("exchange", ("shift+b",), lambda _view: m.EXCHANGE),)


def listing(view: m.BriscolaView) -> Listing[m.Sign]:
    """F: the signs that one may give now, also before one's turn."""
    if m.SIGNS[0] not in view.legal:
        raise no_sign(view)
    return Listing(msg("sign-title"), m.SIGNS)


OPENERS = (Opener[m.BriscolaView]("sign", ("f",), listing),)


def choice(move: Move, _view: m.BriscolaView) -> Msg:
    """A sign in its list."""
    assert isinstance(move, m.Sign)
    return msg(f"sign-{move.sign}")


def explain(move: Move, view: m.BriscolaView) -> Iterator[Cue]:
    """X: whether this card would take the trick and for how many points, or what it leads."""
    assert isinstance(move, m.Play)
    if not view.on_table:
        kinds = {"1": "carico", "3": "carico", "R": "figure", "C": "figure", "F": "figure"}
        kind = kinds.get(move.card.rank, "liscio")
        if move.suit == view.briscola:
            kind = "briscola" if move.points else "briscoletta"
        yield reply(f"explain-{kind}", move.points)
        return
    lies = sum(m.PLAYS[card].points for _, card in view.on_table) + move.points
    takes = tricks.would_take(view, move.card, lambda trick: m.best_of(trick, view.briscola))
    last = len(view.on_table) == len(view.hand_sizes) - 1
    yield reply(
        ("explain-takes" if last else "explain-takes-so-far") if takes else "explain-loses", lies
    )


# Written and drawn


def sheet(view: m.BriscolaView) -> Sheet:
    """A row for each side, a column for each deal with its points, and the deals won."""
    heads = tuple(msg("sheet-deal", deal=n) for n in range(1, len(view.sheet) + 1))
    names = tuple(sided(view, "who", side) for side in range(len(view.wins)))
    rows = tuple(
        (
            *(Cell(lower=msg("points-of", deal.points[n])) for deal in view.sheet),
            Cell(lower=msg("deals-of", view.wins[n])),
        )
        for n in range(len(view.wins))
    )
    return Sheet((*heads, msg("sheet-wins")), names, rows, current=max(0, len(heads) - 1))


def board_of(view: m.BriscolaView) -> Board:
    """The trick, the card turned up with the stock on it, and the points that may be told."""
    notes = (_notes(view, Seat(seat)) for seat in range(len(view.hand_sizes)))
    board = tricks.trick_board(
        view, lambda trick: m.best_of(trick, view.briscola), _last(view), notes=notes
    )
    suit = view.briscola and Suit(view.briscola, "italian", suit_words(view.briscola, "italian"))
    told = (*score(view), *(points(view) if each_side(view, view.points) else ()))
    facts = tuple(one.message for one in told)
    stock = view.stock + 1 if view.turned else 0
    return replace(
        board,
        trump=suit or None,
        turned=view.turned,
        stock=stock,
        facts=facts,
        ending=_ending(view),
    )


def _notes(view: m.BriscolaView, seat: Seat) -> Iterator[Msg]:
    """The hand, once it is shown to the partner, and the points that may be told of the side."""
    if seat in shown(view):
        yield msg("note-hand", cards=in_order(view.partner_hand))
    points = view.points[seat % len(view.points)]
    if points is not None:
        yield msg("points-of", points)


def _ending(view: m.BriscolaView) -> BoardEnding | None:
    """Who has won the deal, or the match, and the points of the deal."""
    if not view.sheet or not isinstance(view.to_act, Turn):
        return None
    done = view.sheet[-1]
    if view.to_act is Turn.OVER:
        return BoardEnding(msg("match-over"), each_side(view, done.wins))
    title = result(view, "fact-deal", done.winners, done.points)
    return BoardEnding(title, each_side(view, done.points))


def said(event: Event, view: m.BriscolaView) -> tuple[Seat, Msg] | None:
    """A sign: which one for who was told it, that there was one for all others."""
    match event:
        case m.SignTold(seat=seat, sign=sign):
            return seat, msg(f"sign-{sign}")
        case m.SignGiven(seat=seat) if view.seat is None or not is_ours(view, seat):
            return seat, msg("note-sign")
    return None
