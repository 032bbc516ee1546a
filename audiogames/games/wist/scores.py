"""The points of a round, as functions; the rules text has them as a table named `scores`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from audiogames.games.wist.model import Options

BONUS: Final = 10
WIST: Final = {4: 25, 5: 20}
"""The points of a made Wist, by the number of players: with four it is harder."""

WIST_TRICK: Final = -5
"""The points of each trick in a failed Wist."""

CAGLIARI_BID: Final = 2
CAGLIARI_MISS: Final = -2


def round_points(bids: Sequence[int], tricks: Sequence[int], options: Options) -> tuple[int, ...]:
    """Return each seat's points for a round, from its bid and the tricks that it took."""
    if options.form == "cagliari":
        always = options.cagliari_points == "always"
        return tuple([cagliari(bid, tricks[seat], always=always) for seat, bid in enumerate(bids)])
    return tuple([eight(bid, tricks[seat], len(bids)) for seat, bid in enumerate(bids)])


def eight(bid: int, tricks: int, seats: int) -> int:
    """Return the points of a bid in the variant of eight rounds.

    Each trick scores one, an exact bid ten more.  A Wist (a bid of zero) is scored separately.
    """
    if bid == 0:
        return WIST_TRICK * tricks if tricks else WIST[seats]
    return tricks + BONUS if tricks == bid else tricks


def cagliari(bid: int, tricks: int, *, always: bool) -> int:
    """Return the points of a bid in the Cagliari variant.

    An exact bid scores ten plus two per trick; a missed one loses two for each trick of difference.
    With `always` the ten and the points for the bid also count after a miss, as some read the rule.
    """
    miss = CAGLIARI_MISS * abs(tricks - bid)
    return BONUS + CAGLIARI_BID * bid + miss if always or not miss else miss
