"""The board of Invido: the cards, the stake, a sign for each trick's result, the scores."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.core.board import Board, BoardEnding, LargeNumber, Signs, Stake
from audiogames.core.contract import Turn
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Event, Seat
from audiogames.core.telling import by, ranking, who
from audiogames.games.invido import answers
from audiogames.games.invido import model as m
from audiogames.games.invido.answers import opponent, tricks_words


def board_of(view: m.InvidoView) -> Board:
    """Return the board as seen by a seat or a spectator."""
    done = 2 * len(view.tricks)
    return Board(
        laid=view.on_table,
        last=view.played[done - 2 : done] if done else (),
        last_taker=view.tricks[-1] if view.tricks else None,
        notes=tuple((msg("note-score", points=points, goal=view.goal),) for points in view.score),
        stake=_stake(view) if view.deal else None,
        signs=tuple(_signs(view)),
        ending=_ending(view),
    )


def _stake(view: m.InvidoView) -> Stake:
    """Return the stake, or the call if one must be answered, and the result of each trick.

    A result is drawn as a lamp, a small round sign, as in the game's manual.
    """
    tricks = Signs(tricks_words(view), tuple(answers.lamps(view)))
    if view.asked is None:
        return Stake(LargeNumber(msg("stake-label"), view.value), tricks)
    return Stake(LargeNumber(msg("stake-asked", value=view.value), view.asked), tricks)


def _signs(view: m.InvidoView) -> Iterator[Signs]:
    """Yield the pictures of each player's score, with an ace of spades for the player to act."""
    first = Seat(view.seat or 0)
    for seat in (first, opponent(first)):
        oef, canele = m.marks(view.score[seat])
        turn_mark = ("ace-of-spades",) if view.to_act == seat else ()
        signs = (*turn_mark, *("egg",) * oef, *("line",) * canele)
        if signs:
            yield Signs(who(view, seat), signs)


def _ending(view: m.InvidoView) -> BoardEnding | None:
    """Return the winner of the match or deal, and the score; a tied or void deal has no winner."""
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
    """Return the seat and the words of its call or answer, for its balloon; None for other events.

    If a call refuses "a monte", only the call is shown.
    """
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
