"""Why a call, an answer or a card of Invido is good, from facts that its player knows.

How the tricks stand, how many cards that were not seen beat the own best one, what is at stake, and
how far each is from winning the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.contract import Move
from audiogames.core.cues import Msg, Name, msg
from audiogames.games.invido import model as m
from audiogames.games.invido.bots.belief import opponent

COPIES: Final = 4
"""Cards of each strength."""
LAST_TRICK: Final = 2
"""Tricks before the last."""


def reasons(view: m.InvidoView, best: Move, other: Move | None) -> Sequence[Msg]:
    """Why the first move is good, rather than the second."""
    if isinstance(best, m.Play) and isinstance(other, m.Play):
        return (*_of_card(view, best, other), *_tricks(view))
    return tuple(_of_call(view, best, other))


def _of_call(view: m.InvidoView, best: Move, other: Move | None) -> Iterator[Msg]:
    """Calls, answers, and cards that are played instead of a call."""
    yield from _tricks(view)
    if len(view.tricks) == LAST_TRICK and view.hand and view.on_table:
        yield msg(f"reason-last-{_outcome(view, view.hand[0])}", card=view.hand[0])
    elif view.hand:
        yield _beaten_by(view, max(view.hand, key=m.strength))
        if isinstance(best, m.Play) and other is None and view.on_table:
            yield msg(f"reason-{_outcome(view, None if best.covered else best.card)}")
    if m.VADO_VIA in (best, other):
        if view.asked is not None:
            yield msg("reason-accepting", view.asked)
        yield msg("reason-folding", view.value, seat=Name(opponent(view)))
        yield _needed(view)


def _tricks(view: m.InvidoView) -> Iterator[Msg]:
    """How the first trick ended, and so what the next or the last one must bring."""
    if view.tricks:
        first = view.tricks[0]
        outcome = "tied" if first is None else "won" if first == view.seat else "lost"
        needed = "now" if len(view.tricks) == LAST_TRICK else "first"
        yield msg(f"reason-{needed}-{outcome}")


def _beaten_by(view: m.InvidoView, card: Card) -> Msg:
    """How many cards that this seat has not seen are stronger."""
    number = _stronger(view, card)
    return msg("reason-beaten-by", number, card=card) if number else msg("reason-best", card=card)


def _stronger(view: m.InvidoView, card: Card) -> int:
    strong = m.strength(card)
    seen = [*view.hand, *view.covered, *(one for _, one in view.played if one is not None)]
    known = sum(m.strength(one) > strong for one in seen)
    return COPIES * (len(m.STRENGTH) - 1 - strong) - known


def _needed(view: m.InvidoView) -> Msg:
    """How far the opponent is from winning the match."""
    other = opponent(view)
    return msg("reason-needs", view.goal - view.score[other], seat=Name(other))


# Cards


def _of_card(view: m.InvidoView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    if best.covered or other.covered:
        hidden = best.card if best.covered else other.card
        yield msg("reason-covered", card=hidden)
    elif view.on_table:
        yield msg(f"reason-{_outcome(view, best.card)}")
        yield from _rather(view, best, other)
    else:
        yield _beaten_by(view, best.card)
        if m.strength(other.card) > m.strength(best.card):
            yield msg("reason-keeps", card=other.card)
        else:
            yield _beaten_by(view, other.card)


def _outcome(view: m.InvidoView, card: Card | None) -> str:
    """What a card does to the one on the table: "takes", "ties" or "loses"."""
    ((_, led),) = view.on_table
    mine, theirs = m.strength(card), m.strength(led)
    return "ties" if mine == theirs else "takes" if mine > theirs else "loses"


def _rather(view: m.InvidoView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    ((_, led),) = view.on_table
    one, two = m.strength(best.card), m.strength(other.card)
    if two > one:
        words = "reason-enough" if one > m.strength(led) else "reason-keeps-instead"
        yield msg(words, card=best.card, other=other.card)
    elif two < m.strength(led):
        yield msg("reason-would-lose", card=other.card)


def place(view: m.InvidoView) -> Msg:
    """Deal and trick."""
    return msg("review-place", deal=view.deal, trick=len(view.tricks) + 1)
