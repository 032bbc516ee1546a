"""Why a move of Invido is not allowed: one reason, in the words of the game."""

from __future__ import annotations

from audiogames.core.cues import Name, msg
from audiogames.core.game import Move, Refused, Turn
from audiogames.games.invido import model as m


def why_not(view: m.InvidoView, move: Move) -> Refused:
    """The reasons in the order in which a player would ask."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    if not isinstance(move, m.Play | m.Call | m.Word):
        return Refused("not-your-move")
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if move == m.A_MONTE:
        return _no_monte(view)
    return _no_move(view, move) if view.to_act == view.seat else _not_yours(view)


def _no_move(view: m.InvidoView, move: Move) -> Refused:
    """It is this seat's turn, but not for that."""
    says_no = view.options.implicit_no and view.asked is None and isinstance(move, m.Call)
    if view.monte_asked and not says_no:
        return _answer_monte(view)
    match move:
        case m.Play():
            return _no_card(view, move)
        case m.Call():
            return _no_call(view)
        case m.NO if view.asked is not None:
            return Refused("answer-first", msg("refused-answer-first", asked=view.asked))
    return Refused("nothing-to-answer")


def _no_monte(view: m.InvidoView) -> Refused:
    if view.monte_asker == view.seat:
        return Refused("monte-pending")
    if view.monte_asked:
        return _answer_monte(view)
    return Refused("no-more-montes")


def _answer_monte(view: m.InvidoView) -> Refused:
    assert view.monte_asker is not None
    return Refused("answer-monte", msg("refused-answer-monte", seat=Name(view.monte_asker)))


def _not_yours(view: m.InvidoView) -> Refused:
    assert not isinstance(view.to_act, Turn)
    waiting = view.monte_asked or view.asked is not None
    id_ = "not-your-answer" if waiting else "not-your-turn"
    return Refused(id_, msg(f"refused-{id_}", seat=Name(view.to_act)))


def _no_card(view: m.InvidoView, play: m.Play) -> Refused:
    if view.asked is not None and not view.options.implicit_accept:
        return Refused("answer-first", msg("refused-answer-first", asked=view.asked))
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    if play.covered:
        return Refused("no-vado-dentro")
    return Refused("answer-first", msg("refused-answer-first", asked=view.asked or view.value))


def _no_call(view: m.InvidoView) -> Refused:
    """A jump names the step that is allowed; the last caller must wait for the other."""
    level = view.asked if view.asked is not None else view.value
    step = m.next_call(level)
    if step is None:
        return Refused("top-of-the-ladder")
    if view.asked is None and view.last_raiser == view.seat:
        return Refused("not-yours-to-raise")
    return Refused("not-the-next-step", msg("refused-not-the-next-step", call=msg(f"call-{step}")))
