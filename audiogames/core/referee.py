"""The one door for moves from outside: players, files, the network, the engine protocol."""

from __future__ import annotations

from typing import Any

from audiogames.core.events import Seat
from audiogames.core.game import Move, Refused, Rules, State, Turn


def admit(
    rules: Rules[Any, Any, Any, Any], state: State[Any, Any], seat: Seat | None, move: Move
) -> None:
    """Return if the move is allowed now; otherwise raise `Refused` with the reason."""
    if state.to_act is Turn.OVER:
        raise Refused("match-over")
    if seat is None:
        if not rules.allows_chance(state, move):
            raise rules.refusal(state.view(seat), move)
    elif not state.allows(seat, move):
        raise rules.refusal(state.view(seat), move)
