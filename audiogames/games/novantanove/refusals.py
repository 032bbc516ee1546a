"""Why a move is not allowed: the reasons in the order in which a player would ask."""

from __future__ import annotations

from typing import Protocol

from audiogames.cards.card import Card
from audiogames.core.cues import Name, msg
from audiogames.core.events import Seat
from audiogames.core.game import Move, Refused, Turn
from audiogames.games.novantanove import model as m


class Position(Protocol):
    """What of a state the reasons are read from."""

    total: int
    hands: list[list[Card]]
    tokens: list[int]
    drawer: Seat | None
    last: tuple[Seat, m.Play, int] | None

    @property
    def to_act(self) -> Seat | Turn:
        """Whose decision the game waits for."""
        ...


def refusal(state: Position, seat: Seat | None, move: Move) -> Refused:
    """Why this move, which is not legal, is not."""
    if seat is None:
        return Refused("not-the-dealers-move")
    match move:
        case m.Draw():
            return _no_draw(state, seat)
        case m.Play():
            return _no_play(state, seat, move)
    return Refused("not-your-move")


def _no_play(state: Position, seat: Seat, play: m.Play) -> Refused:
    if state.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if state.to_act != seat:
        return _not_your_turn(state, seat)
    if not state.hands[seat]:
        return Refused("draw-first")
    if play.card not in state.hands[seat]:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    return Refused("value-chosen", msg("refused-value-chosen", total=state.total))


def _no_draw(state: Position, seat: Seat) -> Refused:
    """A window that closed is too late; otherwise no draw is due at all."""
    held = len(state.hands[seat])
    if not state.tokens[seat]:
        return Refused("eliminated")
    if state.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if held < m.HAND and state.last is not None and state.last[0] != seat:
        return Refused("too-late-to-draw", msg("refused-too-late-to-draw", held))
    if state.to_act == seat and held == m.HAND:
        return Refused("play-first")
    return Refused("no-draw-due", msg("refused-no-draw-due", held))


def _not_your_turn(state: Position, seat: Seat) -> Refused:
    if not state.tokens[seat]:
        return Refused("eliminated")
    assert not isinstance(state.to_act, Turn)
    id_ = "refused-not-your-turn-draw" if state.drawer == seat else "refused-not-your-turn"
    return Refused("not-your-turn", msg(id_, seat=Name(state.to_act)))
