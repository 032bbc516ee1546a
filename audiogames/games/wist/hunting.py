"""The hunt for a Wist: who bid nothing and has taken nothing is made to take a trick.

All hands are known here, and sorted from the lowest card of each suit.  Only a player who can spare
the trick hunts: one who has enough, or who may let one go and still get what he needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from audiogames.core.events import Seat
from audiogames.games.wist.model import Play
from audiogames.games.wist.picks import Held, duck, poorest
from audiogames.games.wist.rules import WistState


def prey_in_sight(state: WistState, seat: Seat) -> Play | None:
    """The hunter's card where somebody has bid nothing, and all know it."""
    now = state.now
    assert now is not None
    if now.bound or now.secret or 0 not in state.bids:
        return None
    return hunt(state, seat)


def hunt(state: WistState, seat: Seat) -> Play | None:
    """A card that may spoil somebody's Wist; None where there is none, or none to spare."""
    if not _spares(state, seat):
        return None
    for prey, bid in enumerate(state.bids):
        if bid == 0 and prey != seat and not state.tricks[prey]:
            found = _lure(state, seat, Seat(prey)) if state.led else _offer(state, seat, prey)
            if found:
                return found
    return None


def _spares(state: WistState, seat: Seat) -> bool:
    bid = state.bids[seat]
    assert bid is not None
    need = bid - state.tricks[seat]
    return need <= 0 or need < sum(map(len, state.suits[seat].values())) - 1


def _offer(state: WistState, seat: Seat, prey: int) -> Play | None:
    """The highest card that the prey cannot stay below, of the suit where it is furthest above."""
    found, most = None, 0
    theirs = state.suits[prey]
    for suit, held in state.suits[seat].items():
        if held and theirs[suit]:
            lowest = theirs[suit][0].power
            if lowest - held[0].power > most:
                most = lowest - held[0].power
                found = duck(held, lowest, last=False)
    return found


def _lure(state: WistState, seat: Seat, prey: Seat) -> Play | None:
    """A card that leaves the trick to the prey, which has it or can only go above."""
    led, best = state.led, state.best
    assert led is not None
    assert best is not None
    if best.suit != led:
        return None
    own = state.suits[seat]
    if state.taker == prey:
        return _below(own[led], best.power) or _aside(own, led, state.trump)
    theirs = state.suits[prey][led]
    if theirs and theirs[0].power >= best.power and _plays_later(state, seat, prey):
        return _below(own[led], theirs[0].power)
    return None


def _below(held: Sequence[Play], level: int) -> Play | None:
    """The highest card of a suit below a level."""
    return duck(held, level, last=False) if held and held[0].power < level else None


def _aside(own: Held, led: str, trump: str | None) -> Play | None:
    """Where the suit led cannot be followed, a card that is no trump."""
    if own[led] or not any(held for suit, held in own.items() if suit != trump):
        return None
    return poorest(own, trump)


def _plays_later(state: WistState, seat: Seat, other: Seat) -> bool:
    """Whether another is still to play to this trick."""
    while seat != state.closer:
        seat = state.following[seat]
        if seat == other:
            return True
    return False
