"""The board of Novantanove: the total, the last card, the stock, and each player's tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from audiogames.core.board import Board, BoardEnding, LargeNumber
from audiogames.core.contract import Turn
from audiogames.core.cues import Cue, Msg, Say, msg
from audiogames.core.events import Seat
from audiogames.core.telling import by, ranking
from audiogames.games.novantanove import model as m
from audiogames.games.novantanove import speech


def board_of(view: m.NovantanoveView) -> Board:
    """Return the board as seen by a seat or a spectator."""
    seats = range(len(view.tokens))
    return Board(
        laid=((view.last[0], view.last[1].card),) if view.last else (),
        notes=tuple(tuple(_notes(view, seat)) for seat in seats),
        facts=tuple(_facts(view)),
        total=LargeNumber(msg("total-label"), view.total),
        stock=view.stock if view.round else None,
        backwards=view.direction < 0,
        out=frozenset(Seat(seat) for seat in seats if not view.alive[seat]),
        ending=_ending(view),
    )


def _notes(view: m.NovantanoveView, seat: int) -> Iterator[Msg]:
    """Yield the seat's number of tokens, or that its player is out."""
    yield msg("note-tokens", view.tokens[seat]) if view.alive[seat] else msg("note-out")


def _facts(view: m.NovantanoveView) -> Iterator[Msg]:
    """Yield the last card with its chosen value, the direction, and the number of the round."""
    if not view.round:
        return
    if view.last is not None and view.last[1].value is not None:
        yield from _messages(speech.last_play(view))
    if sum(view.alive) > 2:
        yield from _messages(speech.direction(view))
    yield msg("note-round", round=view.round)


def _messages(cues: Iterable[Cue]) -> Iterator[Msg]:
    return (cue.message for cue in cues if isinstance(cue, Say))


def _ending(view: m.NovantanoveView) -> BoardEnding | None:
    """Return the winner of the match or, between rounds, the tokens of each player."""
    if not view.round or not isinstance(view.to_act, Turn) or view.resumes is not None:
        return None
    title = msg("round-ended")
    if view.to_act is Turn.OVER:
        winner = Seat(view.alive.index(True))
        title = by(view, "match-won", winner, view.tokens[winner]).message
    return BoardEnding(title, ranking(view, view.tokens))
