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
FEW: Final = 8
"""A card that no more than so many unseen ones beat is strong."""
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
        yield from _of_hand(view, best, other)
    if m.VADO_VIA in (best, other):
        if m.VA_BENE in (best, other) and view.asked is not None:
            yield msg("reason-accepting", view.asked)
        yield msg("reason-folding", view.value, seat=Name(opponent(view)))
        yield from _needed(view)


def _of_hand(view: m.InvidoView, best: Move, other: Move | None) -> Iterator[Msg]:
    """What the best card in hand is worth, where that speaks for the move."""
    is_card, folds = isinstance(best, m.Play), m.VADO_VIA in (best, other)
    if isinstance(best, m.Play) and view.on_table:
        yield msg(f"reason-{_outcome(view, None if best.covered else best.card)}")
        if other is None:
            return
    elif isinstance(best, m.Play) and other is None and not best.covered:
        yield from _led(view, best.card)
        return
    *others, card = sorted(_left(view, best), key=m.strength)
    is_strong = _stronger(view, card) <= FEW
    if is_card and not folds and is_strong and others:
        yield _beaten_by(view, others[-1])
    elif best == m.VADO_VIA or (is_card and not folds):
        yield _beaten_by(view, card)
    elif is_strong:
        yield _hardly_beaten(view, card)
    elif not folds:
        yield _beaten_by(view, card)


def _left(view: m.InvidoView, best: Move) -> Sequence[Card]:
    """The hand, but for a card that goes on the trick and is not the last."""
    played = best.card if isinstance(best, m.Play) and view.on_table else None
    return [card for card in view.hand if card is not played] or view.hand


def _led(view: m.InvidoView, card: Card) -> Iterator[Msg]:
    """How few can beat a card that is led, or which stronger one is kept."""
    strongest = max(view.hand, key=m.strength)
    if m.strength(strongest) > m.strength(card):
        yield _kept(view, strongest)
    else:
        yield _hardly_beaten(view, card)


def _kept(view: m.InvidoView, card: Card) -> Msg:
    """That a card is better for a later trick."""
    return msg("reason-keeps" if _stronger(view, card) else "reason-keeps-best", card=card)


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


def _hardly_beaten(view: m.InvidoView, card: Card) -> Msg:
    """The same of a strong card, where that is to its credit."""
    number = _stronger(view, card)
    if not 0 < number <= FEW:
        return _beaten_by(view, card)
    return msg("reason-hardly-beaten", number, card=card)


def _stronger(view: m.InvidoView, card: Card) -> int:
    strong = m.strength(card)
    seen = [*view.hand, *view.covered, *(one for _, one in view.played if one is not None)]
    known = sum(m.strength(one) > strong for one in seen)
    return COPIES * (len(m.STRENGTH) - 1 - strong) - known


def _needed(view: m.InvidoView) -> Iterator[Msg]:
    """How far the opponent is from winning the match, where this deal may be the last."""
    other = opponent(view)
    needed = view.goal - view.score[other]
    if needed <= max(view.value, view.asked or 0):
        yield msg("reason-needs", needed, seat=Name(other))


# Cards


def _of_card(view: m.InvidoView, best: m.Play, other: m.Play) -> Iterator[Msg]:
    if best.covered or other.covered:
        hidden = best.card if best.covered else other.card
        yield msg("reason-covered", card=hidden)
    elif view.on_table:
        yield from _answering(view, best.card, other.card)
    elif m.strength(other.card) > m.strength(best.card):
        if _stronger(view, best.card) <= FEW:
            yield _hardly_beaten(view, best.card)
        yield _kept(view, other.card)
    else:
        yield _hardly_beaten(view, best.card)
        yield _beaten_by(view, other.card)


def _outcome(view: m.InvidoView, card: Card | None) -> str:
    """What a card does to the one on the table: "takes", "ties" or "loses"."""
    ((_, led),) = view.on_table
    mine, theirs = m.strength(card), m.strength(led)
    return "ties" if mine == theirs else "takes" if mine > theirs else "loses"


def _answering(view: m.InvidoView, best: Card, other: Card) -> Iterator[Msg]:
    """What a card does to the one on the table, and what the other card would do or is kept for."""
    good, rest = _outcome(view, best), _outcome(view, other)
    if m.strength(other) > m.strength(best):
        if good == "takes":
            yield msg("reason-enough", card=best, other=other)
        else:
            yield msg(f"reason-{good}")
            yield msg("reason-keeps-instead", card=best, other=other)
    elif good == rest:
        yield msg(f"reason-{good}")
    else:
        yield msg(f"reason-{good}-{rest}", other=other)


def place(view: m.InvidoView) -> Msg:
    """Deal and trick."""
    return msg("review-place", deal=view.deal, trick=len(view.tricks) + 1)
