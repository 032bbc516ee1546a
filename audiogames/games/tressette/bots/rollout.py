"""Rollouts: all hands are known, and a policy plays the deal to its end.

The policy follows the usual habits of partners: give points to a trick of one's own side, take a
trick as cheaply as possible, throw nothing of value on the opponents' tricks, lead unbeatable
cards.  It sees all hands.  It runs hundreds of times for one decision, so it uses only the highest
card of a suit, which the state stores first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.cards.course import NO_SUIT
from audiogames.core.contract import Turn
from audiogames.core.events import Seat
from audiogames.games.tressette.model import NEXT, PREVIOUS, Play
from audiogames.games.tressette.state import TressetteState

LAST_TRICK: Final = 3
"""The value of the last trick, in thirds."""
ASSO: Final = 3
NOTHING: Final = -1
"""A power below that of every card."""


def rollout(state: TressetteState, side: int) -> int:
    """Play the deal to its end; return the side's lead, in thirds of a point.

    The lead includes the point for the last trick.
    """
    apply = state.apply
    while not isinstance(seat := state.to_act, Turn):
        apply(seat, rollout_policy(state, seat))
    last = LAST_TRICK if state.taker & 1 == side else -LAST_TRICK
    return state.thirds[side] - state.thirds[1 - side] + last


def rollout_policy(state: TressetteState, seat: Seat) -> Play:
    """Return the card that the policy plays for this seat."""
    led = state.led
    if led == NO_SUIT:
        return _lead(state, seat)
    held = state.suits[seat][led]
    if len(held) == 1:
        return held[0]
    threat, help_ = _to_come(state, seat, led)
    return _follow(state, seat, threat, help_) if held else _throw(state, seat, threat, help_)


def _to_come(state: TressetteState, seat: Seat, led: int) -> tuple[int, int]:
    """Return the greatest strengths of the cards that opponents and partner can still play.

    Only cards of the suit led count, and only players who have not yet played to the trick.
    """
    closer, suits = state.closer, state.suits
    if seat == closer:
        return NOTHING, NOTHING
    seat = NEXT[seat]
    held = suits[seat][led]
    threat = held[0].power if held else NOTHING
    if seat == closer:
        return threat, NOTHING
    seat = NEXT[seat]
    held = suits[seat][led]
    help_ = held[0].power if held else NOTHING
    if seat != closer:
        held = suits[NEXT[seat]][led]
        if held and held[0].power > threat:
            threat = held[0].power
    return threat, help_


def _is_ours(state: TressetteState, seat: int, threat: int, help_: int) -> bool:
    """Return True if the seat's side certainly wins the trick, whichever card the seat plays."""
    best = state.best
    assert best is not None
    if best.power > threat and not (state.taker ^ seat) & 1:
        return True
    return help_ > threat and help_ > best.power


def _richest(plays: Sequence[Play]) -> Play:
    """Return the card with the most thirds; of several, the lowest."""
    richest = plays[-1]
    for play in plays:
        if play.thirds > richest.thirds or (
            play.thirds == richest.thirds and play.power < richest.power
        ):
            richest = play
    return richest


def _poorest(plays: Sequence[Play]) -> Play:
    poorest = plays[-1]
    for play in plays:
        if play.thirds < poorest.thirds or (
            play.thirds == poorest.thirds and play.power < poorest.power
        ):
            poorest = play
    return poorest


def _follow(state: TressetteState, seat: int, threat: int, help_: int) -> Play:
    """Follow suit: give points to a trick of the seat's side, else take cheaply, else lose little.

    An asso is preferred for taking a trick.
    """
    led, best = state.led, state.best
    assert best is not None
    held = state.suits[seat][led]
    if best.power > threat and not (state.taker ^ seat) & 1:
        return _richest(held)
    top = max(threat, best.power)
    if held[0].power > top:
        return _cheapest(held, top)
    return _richest(held) if help_ > top else _poorest(held)


def _cheapest(held: Sequence[Play], top: int) -> Play:
    cheapest = held[0]
    for play in held:
        if play.power <= top:
            break
        cheapest = play
        if play.thirds == ASSO:
            break
    return cheapest


def _throw(state: TressetteState, seat: Seat, threat: int, help_: int) -> Play:
    """Return the discard: the richest card if the seat's side gets the trick, else the poorest."""
    hand = state.hands[seat]
    return _richest(hand) if _is_ours(state, seat, threat, help_) else _poorest(hand)


def _lead(state: TressetteState, seat: Seat) -> Play:
    """Lead an unbeatable card, else a valuable one that the partner can take, else the poorest."""
    if state.bound != NO_SUIT:
        return state.suits[seat][state.bound][0]
    everybody = state.suits
    own, right = everybody[seat], everybody[NEXT[seat]]
    across, left = everybody[seat ^ 2], everybody[PREVIOUS[seat]]
    best: Play | None = None
    for suit, held in enumerate(own):
        if not held:
            continue
        theirs = NOTHING
        if right[suit]:
            theirs = right[suit][0].power
        if left[suit] and left[suit][0].power > theirs:
            theirs = left[suit][0].power
        if held[0].power > theirs:
            return held[0]
        if best is None and across[suit] and across[suit][0].power > theirs:
            best = _richest(held)
    return best or _poorest(state.hands[seat])
