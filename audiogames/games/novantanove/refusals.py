"""Why a move is not allowed: the reasons in the order in which a player would ask."""

from __future__ import annotations

from audiogames.core.cues import Name, msg
from audiogames.core.game import Move, Refused, Turn
from audiogames.games.novantanove import model as m


def why_not(view: m.NovantanoveView, move: Move) -> Refused:
    """Why this move, which is not legal, is not."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    match move:
        case m.Draw():
            return _no_draw(view)
        case m.Play():
            return _no_play(view, move)
    return Refused("not-your-move")


def _no_play(view: m.NovantanoveView, play: m.Play) -> Refused:
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if view.to_act != view.seat:
        return _not_your_turn(view)
    if not view.hand:
        return Refused("draw-first")
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    return Refused("value-chosen", msg("refused-value-chosen", total=view.total))


def _no_draw(view: m.NovantanoveView) -> Refused:
    """A window that closed is too late; otherwise no draw is due at all."""
    held = len(view.hand)
    if _is_out(view):
        return Refused("eliminated")
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if held < m.HAND and view.last is not None and view.last[0] != view.seat:
        return Refused("too-late-to-draw", msg("refused-too-late-to-draw", held))
    if view.to_act == view.seat and held == m.HAND:
        return Refused("play-first")
    return Refused("no-draw-due", msg("refused-no-draw-due", held))


def _not_your_turn(view: m.NovantanoveView) -> Refused:
    if _is_out(view):
        return Refused("eliminated")
    assert not isinstance(view.to_act, Turn)
    id_ = "refused-not-your-turn-draw" if view.may_draw else "refused-not-your-turn"
    return Refused("not-your-turn", msg(id_, seat=Name(view.to_act)))


def _is_out(view: m.NovantanoveView) -> bool:
    return view.seat is not None and not view.alive[view.seat]
