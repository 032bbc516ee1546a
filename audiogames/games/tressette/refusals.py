"""Why a move of Tressette is not allowed: the reasons in the order in which a player would ask."""

from __future__ import annotations

from audiogames.core.cues import Name, msg
from audiogames.core.game import Move, Refused, Turn
from audiogames.games.tressette import model as m
from audiogames.games.tressette.words import accusa_words, suit_words


def why_not(view: m.TressetteView, move: Move) -> Refused:
    """Why this move, which is not allowed, is not."""
    if view.seat is None:
        return Refused("not-the-dealers-move")
    if not isinstance(move, m.Play | m.Say | m.SayText | m.Accuse):
        return Refused("not-your-move")
    if view.to_act is Turn.CHANCE:
        return Refused("being-dealt")
    if isinstance(move, m.Say | m.SayText):
        return _silence(view)
    if view.to_act != view.seat:
        assert not isinstance(view.to_act, Turn)
        return Refused("not-your-turn", msg("refused-not-your-turn", seat=Name(view.to_act)))
    return _no_accusa(view, move) if isinstance(move, m.Accuse) else _no_card(view, move)


def _silence(view: m.TressetteView) -> Refused:
    """Where the table declares, or nobody does, or he has said enough."""
    if view.options.declarations == "automatic":
        return Refused("table-declares")
    if view.options.declarations == "none":
        return Refused("no-declarations")
    return Refused("said-enough", msg("refused-said-enough", says=m.SAYS_A_TRICK))


def _no_accusa(view: m.TressetteView, accuse: m.Accuse) -> Refused:
    if not view.options.accuse:
        return Refused("no-accuse")
    if view.tricks_played:
        return Refused("accuse-too-late")
    if any(one.seat == view.seat and one.accuse == accuse for one in view.accuse):
        return Refused("already-accused")
    return Refused("accusa-not-held", msg("refused-accusa-not-held", accusa=accusa_words(accuse)))


def _no_card(view: m.TressetteView, play: m.Play) -> Refused:
    if play.card not in view.hand:
        return Refused("card-not-held", msg("refused-card-not-held", card=play.card))
    if m.PLAYS[play.card] in view.legal:
        return _no_box(view)
    if view.bound:
        return Refused(
            "must-lead-the-three", msg("refused-must-lead-the-three", suit=suit_words(view.bound))
        )
    led = view.on_table[0][1].suit
    held = sum(card.suit == led for card in view.hand)
    return Refused("must-follow", msg("refused-must-follow", held, suit=suit_words(led)))


def _no_box(view: m.TressetteView) -> Refused:
    """Boxes are for tables that declare, and each for one role."""
    if view.options.declarations != "automatic":
        return Refused("no-boxes")
    role = "following" if view.on_table else "leading"
    return Refused("not-yours-to-tick", msg(f"refused-not-yours-to-tick-{role}"))
