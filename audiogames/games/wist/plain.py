"""How a plain player plays: it looks at its own hand and the table, and at nothing else.

It takes as cheaply as it can while it is short of its bid, and leads its highest card; from then on
it gives the highest card that does not take, and leads its lowest.  Hands are sorted from the
lowest card of each suit.
"""

from __future__ import annotations

from collections.abc import Iterable

from audiogames.core.events import Seat
from audiogames.games.wist.model import Play
from audiogames.games.wist.picks import NOTHING
from audiogames.games.wist.rules import WistState


def habit(state: WistState, seat: Seat) -> Play:
    """The card that a plain player plays."""
    own, best, led = state.suits[seat], state.best, state.led
    short = state.tricks[seat] < (state.bids[seat] or 0)
    if best is None or led is None:
        return _highest(own.values()) if short else _lowest(own.values())
    if held := own[led]:
        if best.suit != led:
            return held[0] if short else held[-1]
        return (_over if short else _under)(held, best.power)
    level = best.power if best.suit == state.trump else NOTHING
    return (_cut if short else _throw)(own, level, state.trump)


def _highest(suits: Iterable[list[Play]]) -> Play:
    return max((held[-1] for held in suits if held), key=_power)


def _lowest(suits: Iterable[list[Play]]) -> Play:
    return min((held[0] for held in suits if held), key=_power)


def _power(play: Play) -> int:
    return play.power


def _over(held: list[Play], level: int) -> Play:
    """The cheapest card above, else the lowest."""
    for play in held:
        if play.power > level:
            return play
    return held[0]


def _under(held: list[Play], level: int) -> Play:
    """The highest card below, else the lowest."""
    for play in reversed(held):
        if play.power < level:
            return play
    return held[0]


def _cut(own: dict[str, list[Play]], level: int, trump: str | None) -> Play:
    """The cheapest trump that takes, else the lowest card."""
    for play in own[trump] if trump else ():
        if play.power > level:
            return play
    return _lowest(own.values())


def _throw(own: dict[str, list[Play]], level: int, trump: str | None) -> Play:
    """The highest card that does not take, else the lowest trump."""
    losers = [
        [play for play in held if suit != trump or play.power < level] for suit, held in own.items()
    ]
    return _highest(losers) if any(losers) else own[trump or ""][0]
