"""When the strong bot agrees to annul a deal ("a monte").

The bot's certificate states how much any opponent can win against the bot at most, if the
bot always refuses to annul.  Annulling a lost deal costs nothing either: if the bot can
neither win nor call again, the opponent gains no more by asking than by playing on.
Annulling weak hands before the first card is friendly and has a small cost, which the
certificate states.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import cache
from typing import Final

from audiogames.games.invido import model as m
from audiogames.games.invido.bots import evaluation as e
from audiogames.games.invido.bots.belief import holdings, position, ranks

WEAK: Final = 0.05
"""Before the first card the sociable bot agrees to annul a hand that wins less often than this."""


class AnnulmentPolicy(Enum):
    """A bot's rule for agreeing to annul a deal."""

    NEVER = auto()
    IF_LOST = auto()
    IF_LOST_OR_WEAK = auto()


def accepts(policy: AnnulmentPolicy, view: m.InvidoView) -> bool:
    """Return True if a bot with this policy agrees to annul the deal."""
    if policy is AnnulmentPolicy.NEVER:
        return False
    if is_lost(view):
        return True
    fresh = not view.played and not view.calls
    return (
        policy is AnnulmentPolicy.IF_LOST_OR_WEAK
        and fresh
        and is_weak(leads=view.dealer != view.seat, hand=ranks(view.hand))
    )


@cache
def is_weak(*, leads: bool, hand: e.Hand) -> bool:
    """Return True if the hand is so weak that a bot may annul the deal before the first card."""
    return e.strength(e.START._replace(leads=leads), hand) < WEAK


def is_lost(view: m.InvidoView) -> bool:
    """Return True if this seat can neither win the deal nor raise its stake."""
    if _may_still_call(view):
        return False
    return not any(_can_win(position(view), ranks(view.hand), hand) for _, hand in holdings(view))


def _may_still_call(view: m.InvidoView) -> bool:
    """Return True if the solved strategy may still call in this deal.

    It never calls at the highest stake, when the stake already wins the match, or after its
    last card is played.
    """
    assert view.seat is not None
    stake = view.value
    enough = stake >= view.goal - view.score[view.seat] or m.next_call(stake) is None
    return not enough and bool(view.hand)


def _can_win(at: e.DealPosition, mine: e.Hand, theirs: e.Hand) -> bool:
    """Return True if this seat wins the deal under at least one way to play these two hands."""
    ended = e.verdict(at.tricks)
    if ended is not None:
        return ended > 0
    if at.led is not None:
        answers = theirs if at.leads else mine
        return any(_can_win(*_taken(at, card, mine, theirs)) for card in set(answers))
    leads = mine if at.leads else theirs
    return any(
        _can_win(
            at._replace(led=card),
            e.without(mine, card) if at.leads else mine,
            theirs if at.leads else e.without(theirs, card),
        )
        for card in set(leads)
    )


def _taken(
    at: e.DealPosition, card: int, mine: e.Hand, theirs: e.Hand
) -> tuple[e.DealPosition, e.Hand, e.Hand]:
    """Return the position and both hands after a trick is completed by this card."""
    assert at.led is not None
    lead = (at.led > card) - (at.led < card)
    trick = lead if at.leads else -lead
    leads = at.leads if trick == 0 else trick > 0
    after = e.DealPosition((*at.tricks, trick), None, leads)
    if at.leads:
        return after, mine, e.without(theirs, card)
    return after, e.without(mine, card), theirs
