"""How a shrewd player plays by habit: as if it saw all hands, for the playouts of strong.

Each seat aims at its own bid.  Who needs tricks takes with the cheapest card that should stand and
leads what nobody can beat; who needs none stays below, with the highest card that does.  Who can
spare it hunts a Wist (`hunting`).
"""

from __future__ import annotations

from typing import Final

from audiogames.core.events import Seat
from audiogames.games.wist.hunting import prey_in_sight
from audiogames.games.wist.model import Play
from audiogames.games.wist.picks import CUT, LENGTH, MANY, NOTHING, Held, duck, take, throw
from audiogames.games.wist.rules import WistState

# What a card weighs when it is led: fitted by matches of habit against habit.

TRUMP_LEAD: Final = 6
"""A trump is kept where no trick is wanted, as if it were so much higher."""
CASHED: Final = 20
"""What nobody can beat is led before everything else."""
SAFE: Final = 50
SHORT_TRUMPS: Final = 2


def habit(state: WistState, seat: Seat) -> Play:
    """The card that a shrewd player plays."""
    now = state.now
    assert now is not None
    if now.bound:
        return _bound(state, seat)
    return prey_in_sight(state, seat) or _aim(state, seat)


def _wills(state: WistState, seat: Seat) -> bool:
    """Whether a trick is good for this seat."""
    bid = state.bids[seat]
    need = bid - state.tricks[seat]  # type: ignore[operator] # all bids are made
    return need > 0 or (need < 0 < bid and state.options.form == "eight")  # type: ignore[operator]


def _wants(state: WistState, seat: Seat) -> bool:
    """Whether it should take now: not where its highest trumps bring all that it needs anyway."""
    if not _wills(state, seat):
        return False
    trump = state.trump
    if trump is None or not (mine := state.suits[seat][trump]):
        return True
    need = state.bids[seat] - state.tricks[seat]  # type: ignore[operator] # all bids are made
    if need < 0 or len(mine) < need:
        return True
    return mine[-need].power < _top(state, seat, trump)


def _top(state: WistState, seat: Seat, suit: str) -> int:
    """The highest card of a suit in other hands."""
    top = NOTHING
    for other, suits in enumerate(state.suits):
        held = suits[suit]
        if held and other != seat and held[-1].power > top:
            top = held[-1].power
    return top


def _to_beat(state: WistState, seat: Seat, led: str, level: int) -> int:
    """What must be beaten: who wants the trick plays his highest, who does not his lowest."""
    closer, following, suits, trump = state.closer, state.following, state.suits, state.trump
    is_cut = level >= CUT
    while seat != closer:
        seat = following[seat]
        held = suits[seat][led]
        if held:
            if not is_cut:
                power = held[-1].power if _wills(state, seat) else held[0].power
                level = max(level, power)
        elif trump and trump != led and suits[seat][trump] and _wills(state, seat):
            level = max(level, CUT + suits[seat][trump][-1].power)
    return level


def _aim(state: WistState, seat: Seat) -> Play:
    """The card that serves one's own bid."""
    led, own = state.led, state.suits[seat]
    if led is None:
        return _lead_master(state, seat) if _wants(state, seat) else _lead_low(state, own)
    held = own[led]
    if len(held) == 1:
        return held[0]
    best = state.best
    assert best is not None
    level = best.power if best.suit == led else CUT + best.power
    if _wants(state, seat):
        return take(own, held, _to_beat(state, seat, led, level), state.trump)
    return duck(held, level, last=seat == state.closer) if held else throw(own, level, state.trump)


def _lead_master(state: WistState, seat: Seat) -> Play:
    """A card that nobody can beat, else a low one; rather of a long suit."""
    lead, most = None, -MANY
    for suit, held in state.suits[seat].items():
        if not held:
            continue
        weight = len(held) - SHORT_TRUMPS if suit == state.trump else len(held)
        play = held[0]
        if held[-1].power > _top(state, seat, suit):
            play = held[-1]
            weight += CASHED
        if weight > most:
            lead, most = play, weight
    assert lead is not None
    return lead


def _lead_low(state: WistState, own: Held) -> Play:
    """The lowest card, rather of a short suit."""
    lead, least = None, MANY
    for suit, held in own.items():
        if held:
            weight = held[0].power + LENGTH * len(held)
            if suit == state.trump:
                weight += TRUMP_LEAD
            if weight < least:
                lead, least = held[0], weight
    assert lead is not None
    return lead


def _bound(state: WistState, seat: Seat) -> Play:
    """The card of habit where all are bound to zero: it counts on those who must go above."""
    led, own = state.led, state.suits[seat]
    if led is None:
        return _lead_under(state, seat)
    held = own[led]
    if not held:
        return throw(own, NOTHING, None)
    best = state.best
    assert best is not None
    level = _to_beat(state, seat, led, best.power)
    return duck(held, level, last=True)


def _lead_under(state: WistState, seat: Seat) -> Play:
    """The highest card that somebody must beat, else the lowest."""
    lead, most = None, -MANY
    for suit, held in state.suits[seat].items():
        if not held:
            continue
        forced = _forced(state, seat, suit)
        under = [play for play in held if play.power < forced]
        play = under[-1] if under else held[0]
        weight = SAFE + play.power - len(held) if under else -play.power
        if weight > most:
            lead, most = play, weight
    assert lead is not None
    return lead


def _forced(state: WistState, seat: Seat, suit: str) -> int:
    """The highest of the others' lowest cards of a suit."""
    lowest = [suits[suit][0].power for suits in state.suits if suits[suit]]
    own = state.suits[seat][suit][0].power
    lowest.remove(own)
    return max(lowest, default=NOTHING)
