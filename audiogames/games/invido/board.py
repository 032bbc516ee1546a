"""What is drawn of Invido: the cards, the three lamps, the score in numbers, eggs and lines."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.core.board import Board, BoardEnding, Signs
from audiogames.core.contract import Turn
from audiogames.core.cues import Msg, Say, msg
from audiogames.core.events import Event, Seat
from audiogames.core.telling import by, ranking
from audiogames.games.invido import answers
from audiogames.games.invido import model as m
from audiogames.games.invido.answers import lamps, marks_of, opponent, tricks_words


def board_of(view: m.InvidoView) -> Board:
    """The table as a seat, or a spectator, may see it."""
    done = 2 * len(view.tricks)
    told = (*answers.score(view), *answers.value(view))
    return Board(
        laid=view.on_table,
        last=view.played[done - 2 : done] if done else (),
        last_taker=view.tricks[-1] if view.tricks else None,
        notes=tuple((msg("note-points", points),) for points in view.score),
        facts=tuple(cue.message for cue in told if isinstance(cue, Say)),
        signs=tuple(_signs(view)),
        ending=_ending(view),
    )


def _signs(view: m.InvidoView) -> Iterator[Signs]:
    """As in the manual's window: three lamps, each score, the ace of spades for whose turn."""
    yield Signs(tricks_words(view), tuple(lamps(view)))
    first = Seat(view.seat or 0)
    for seat in (first, opponent(first)):
        oef, canele = m.marks(view.score[seat])
        turn_mark = ("ace-of-spades",) if view.to_act == seat else ()
        yield Signs(marks_of(view, seat), (*turn_mark, *("egg",) * oef, *("line",) * canele))


def _ending(view: m.InvidoView) -> BoardEnding | None:
    """Who has won the match, or the deal; a deal that is tied or void is nobody's."""
    if not view.deal or not isinstance(view.to_act, Turn):
        return None
    winner = view.last_deal
    if winner is None:
        title = msg("deal-nobodys")
    elif view.to_act is Turn.OVER:
        mine, theirs = view.score[winner], view.score[opponent(winner)]
        title = by(view, "match-won", winner, mine=mine, theirs=theirs).message
    else:
        title = by(view, "deal-to", winner).message
    return BoardEnding(title, ranking(view, view.score))


def said(event: Event, _view: m.InvidoView) -> tuple[Seat, Msg] | None:
    """A call with its number, or an answer; a call that says no by itself is told next."""
    match event:
        case m.StakeCalled(seat=seat, name=name, level=level):
            return seat, msg("says-call", call=msg(f"call-{name}"), level=level)
        case m.StakeAccepted(seat=seat) | m.MonteAccepted(seat=seat):
            return seat, msg("says-fine")
        case m.Folded(seat=seat):
            return seat, msg("says-fold")
        case m.MonteAsked(seat=seat):
            return seat, msg("says-monte")
        case m.MonteRefused(seat=seat, by_call=False):
            return seat, msg("word-no")
    return None
