"""The OPEN policy of rollouts: the play of a player who sees all hands.

Each seat aims at its own bid.  A seat that needs tricks takes with the cheapest card that should
win, and leads unbeatable cards; one that needs none plays the highest card that loses.  A seat that
can spare a trick attacks a Wist: it forces a player who has bid zero and taken nothing to take one.

Hands are sorted from the lowest card of each suit.  The level of a trick is the power that a card
must beat, with `CUT` added for a trump.  The weights of cards were fitted by rounds of this policy
against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.cards.course import NO_SUIT
from audiogames.core.events import Seat
from audiogames.games.wist.model import Play
from audiogames.games.wist.state import WistState

CUT: Final = 20
"""Added to the power of a trump that cuts another suit."""
NOTHING: Final = -1
"""A power below that of every card."""
MANY: Final = 99.0

# The weights of a card as a discard

SAVED: Final = 0.5
"""The weight, in a suit's safety, of its lowest card's power."""
LENGTH: Final = 0.3

# The weights of a card as a lead

TRUMP_LEAD: Final = 6
"""The extra power of a trump if no trick is wanted, so that it is kept."""
CASHED: Final = 20
"""The bonus of an unbeatable lead, greater than all other weights."""
SAFE: Final = 50
SHORT_TRUMPS: Final = 2

Held = Sequence[Sequence[Play]]
"""A hand by suit numbers."""


def open_card(state: WistState, seat: Seat) -> Play:
    """Return the card that the OPEN policy plays."""
    now = state.now
    assert now is not None
    if now.bound:
        return _bound(state, seat)
    return attack_on_wist(state, seat) or _aim(state, seat)


def _wants_tricks(state: WistState, seat: Seat) -> bool:
    """Return True if this seat benefits from a trick."""
    bid = state.bids[seat]
    need = bid - state.tricks[seat]  # type: ignore[operator] # all bids are made
    return need > 0 or (need < 0 < bid and state.options.form == "eight")  # type: ignore[operator]


def _should_take(state: WistState, seat: Seat) -> bool:
    """Return True if the seat should win this trick.

    It should if it wants tricks and its trumps alone will not win all that it still needs.
    """
    if not _wants_tricks(state, seat):
        return False
    trump = state.trump
    if trump == NO_SUIT or not (mine := state.suits[seat][trump]):
        return True
    need = state.bids[seat] - state.tricks[seat]  # type: ignore[operator] # all bids are made
    if need < 0 or len(mine) < need:
        return True
    return mine[-need].power < _top(state, seat, trump)


def _top(state: WistState, seat: Seat, suit: int) -> int:
    """Return the power of the highest card of a suit in other hands."""
    top = NOTHING
    for other, suits in enumerate(state.suits):
        held = suits[suit]
        if held and other != seat and held[-1].power > top:
            top = held[-1].power
    return top


def _to_beat(state: WistState, seat: Seat, led: int, level: int) -> int:
    """Return the strength that a card must exceed to win, allowing for the players still to come.

    Players who want the trick are expected to play high, the others low.
    """
    closer, following, suits, trump = state.closer, state.following, state.suits, state.trump
    is_cut = level >= CUT
    while seat != closer:
        seat = following[seat]
        held = suits[seat][led]
        if held:
            if not is_cut:
                power = held[-1].power if _wants_tricks(state, seat) else held[0].power
                level = max(level, power)
        elif trump not in (NO_SUIT, led) and suits[seat][trump] and _wants_tricks(state, seat):
            level = max(level, CUT + suits[seat][trump][-1].power)
    return level


def _aim(state: WistState, seat: Seat) -> Play:
    """Return the card that brings the seat closest to its own bid."""
    led, own = state.led, state.suits[seat]
    if led == NO_SUIT:
        return _lead_master(state, seat) if _should_take(state, seat) else _lead_low(state, own)
    held = own[led]
    if len(held) == 1:
        return held[0]
    best = state.best
    assert best is not None
    level = best.power if best.suit == led else CUT + best.power
    if _should_take(state, seat):
        return take(own, held, _to_beat(state, seat, led, level), state.trump)
    return duck(held, level, last=seat == state.closer) if held else throw(own, level, state.trump)


def _lead_master(state: WistState, seat: Seat) -> Play:
    """Return an unbeatable card to lead, otherwise a low card, preferably of a long suit."""
    lead, most = None, -MANY
    for suit, held in enumerate(state.suits[seat]):
        if not held:
            continue
        weight = len(held) - SHORT_TRUMPS if suit == state.trump else len(held)
        play = held[0]
        if held[-1].power > _top(state, seat, suit):
            play = held[-1]
            weight += CASHED
        if weight > most:
            lead, most = play, float(weight)
    assert lead is not None
    return lead


def _lead_low(state: WistState, own: Held) -> Play:
    """Return the lowest card, preferably of a short suit."""
    lead, least = None, MANY
    for suit, held in enumerate(own):
        if held:
            weight = held[0].power + LENGTH * len(held)
            if suit == state.trump:
                weight += TRUMP_LEAD
            if weight < least:
                lead, least = held[0], weight
    assert lead is not None
    return lead


def _bound(state: WistState, seat: Seat) -> Play:
    """Return the card to play if all have bid zero: the highest that loses the trick."""
    led, own = state.led, state.suits[seat]
    if led == NO_SUIT:
        return _lead_under(state, seat)
    held = own[led]
    if not held:
        return throw(own, NOTHING, NO_SUIT)
    best = state.best
    assert best is not None
    level = _to_beat(state, seat, led, best.power)
    return duck(held, level, last=True)


def _lead_under(state: WistState, seat: Seat) -> Play:
    """Return the highest card to lead that another player will have to beat.

    If there is none, return the lowest card to lead.
    """
    lead, most = None, -MANY
    for suit, held in enumerate(state.suits[seat]):
        if not held:
            continue
        forced = _forced(state, seat, suit)
        under = [play for play in held if play.power < forced]
        play = under[-1] if under else held[0]
        weight = SAFE + play.power - len(held) if under else -play.power
        if weight > most:
            lead, most = play, float(weight)
    assert lead is not None
    return lead


def _forced(state: WistState, seat: Seat, suit: int) -> int:
    """Return the highest power among the other players' lowest cards of this suit.

    If a card of less power is led, at least one other player must beat it.
    """
    lowest = [suits[suit][0].power for suits in state.suits if suits[suit]]
    own = state.suits[seat][suit][0].power
    lowest.remove(own)
    return max(lowest, default=NOTHING)


# Cards for a purpose


def take(own: Held, held: Sequence[Play], level: int, trump: int) -> Play:
    """Return the cheapest card that should win, otherwise the least valuable card."""
    for play in held:
        if play.power > level:
            return play
    if held:
        return held[0]
    for play in own[trump] if trump != NO_SUIT else ():
        if play.power + CUT > level:
            return play
    return poorest(own, trump)


def poorest(own: Held, trump: int) -> Play:
    """Return the lowest card, preferably of a long suit; a trump only if there is nothing else."""
    found, least = None, MANY
    for suit, held in enumerate(own):
        if held and suit != trump:
            weight = held[0].power - LENGTH * len(held)
            if weight < least:
                found, least = held[0], weight
    return found or own[trump][0]


def duck(held: Sequence[Play], level: int, *, last: bool) -> Play:
    """Return the highest card below `level`.

    If there is none, return the lowest card, or the highest one if `last`.
    """
    for play in reversed(held):
        if play.power < level:
            return play
    return held[-1] if last else held[0]


def throw(own: Held, level: int, trump: int) -> Play:
    """Return a trump that is already beaten, else the card most likely to take a later trick."""
    for play in reversed(own[trump]) if trump != NO_SUIT else ():
        if play.power + CUT < level:
            return play
    worst, most = None, -MANY
    for suit, held in enumerate(own):
        if held and suit != trump:
            weight = held[-1].power - SAVED * held[0].power - LENGTH * len(held)
            if weight > most:
                worst, most = held[-1], weight
    return worst or own[trump][0]


# The attack on a Wist


def attack_on_wist(state: WistState, seat: Seat) -> Play | None:
    """Return a card that may force a trick on a player with an open bid of zero, or None."""
    now = state.now
    assert now is not None
    if now.bound or now.secret or 0 not in state.bids:
        return None
    return spoiling_card(state, seat)


def spoiling_card(state: WistState, seat: Seat) -> Play | None:
    """Return a card that may force a trick on a player who bid zero, or None.

    Also None if the seat has no trick to spare.
    """
    if not _spares(state, seat):
        return None
    for target, bid in enumerate(state.bids):
        if bid == 0 and target != seat and not state.tricks[target]:
            found = (
                _underplay(state, seat, Seat(target))
                if state.led != NO_SUIT
                else _lead_to(state, seat, target)
            )
            if found:
                return found
    return None


def _spares(state: WistState, seat: Seat) -> bool:
    bid = state.bids[seat]
    assert bid is not None
    need = bid - state.tricks[seat]
    return need <= 0 or need < len(state.hands[seat]) - 1


def _lead_to(state: WistState, seat: Seat, target: int) -> Play | None:
    """Return the highest card to lead below all of `target`'s cards of the suit, or None.

    If several suits have such a card, choose the suit with the greatest difference in power
    between the lowest card of `target` and the lowest card of this seat.
    """
    found, most = None, 0
    theirs = state.suits[target]
    for suit, held in enumerate(state.suits[seat]):
        if held and theirs[suit]:
            lowest = theirs[suit][0].power
            if lowest - held[0].power > most:
                most = lowest - held[0].power
                found = duck(held, lowest, last=False)
    return found


def _underplay(state: WistState, seat: Seat, target: Seat) -> Play | None:
    """Return a card that lets `target` win the trick, or None.

    There can be one only if `target` is winning the trick, or plays later and holds no card of
    the suit led that would lose it.
    """
    led, best = state.led, state.best
    assert best is not None
    if best.suit != led:
        return None
    own = state.suits[seat]
    if state.taker == target:
        return _below(own[led], best.power) or _aside(own, led, state.trump)
    theirs = state.suits[target][led]
    if theirs and theirs[0].power >= best.power and _plays_later(state, seat, target):
        return _below(own[led], theirs[0].power)
    return None


def _below(held: Sequence[Play], level: int) -> Play | None:
    """Return the highest card of a suit whose power is below `level`; None if there is none."""
    return duck(held, level, last=False) if held and held[0].power < level else None


def _aside(own: Held, led: int, trump: int) -> Play | None:
    """Return a discard that is not a trump, or None if the suit led must be followed."""
    if own[led] or not any(held for suit, held in enumerate(own) if suit != trump):
        return None
    return poorest(own, trump)


def _plays_later(state: WistState, seat: Seat, other: Seat) -> bool:
    """Return True if `other` has yet to play to this trick."""
    while seat != state.closer:
        seat = state.following[seat]
        if seat == other:
            return True
    return False
