"""The last tricks of a round of Wist, where all hands are known, played as well as can be.

Every seat plays for its margin over the others; of courses that are equal to it, the one with the
greater points in seat order is taken, so that there is one answer.  All courses are searched.
Only the play of cards is known here: `tests/games/wist/test_endgame.py` holds it against the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from audiogames.core.events import Seat
from audiogames.games.wist.model import Play
from audiogames.games.wist.rules import WistState
from audiogames.games.wist.scores import round_points

Points = tuple[int, ...]
Trick = tuple[Play | None, str | None, Seat, Seat]
"""The card that takes it so far, the suit led, who takes it, and who plays last."""

POLL: Final = 1000
"""How many cards are played between two looks whether to stop."""


class Stopped(Exception):
    """The search was given up."""


class Ending:
    """The tricks that are left of one state; it must be nobody's bid."""

    def __init__(self, state: WistState, stop: Callable[[], bool]) -> None:
        self._stop = stop
        self._hands = [list(state.hand(Seat(seat))) for seat in range(state.seats)]
        self._tricks = state.tricks[:]
        self._state = state
        self._points: dict[Points, Points] = {}
        self.played = 0
        """How many cards were tried."""

    def points(self) -> Points:
        """What the round brings to each seat.  Raises `Stopped`."""
        state = self._state
        assert isinstance(state.to_act, int)
        return self._next(state.to_act, (state.best, state.led, state.taker, state.closer))

    def _next(self, seat: Seat, trick: Trick) -> Points:
        """The course that is best for whoever plays, as he sees it who plays after him."""
        hand = self._hands[seat]
        if not hand:
            return self._scored()
        found: Points = ()
        most = 0
        for play in self._choices(hand, trick[1]):
            hand.remove(play)
            points = self._after(seat, play, trick)
            hand.append(play)
            margin = len(points) * points[seat] - sum(points)
            if not found or margin > most or (margin == most and points > found):
                found, most = points, margin
        return found

    def _after(self, seat: Seat, play: Play, trick: Trick) -> Points:
        """What comes of a card."""
        self.played += 1
        if not self.played % POLL and self._stop():
            raise Stopped
        best, led, taker, closer = trick
        if best is None or self._beats(play, best):
            best, taker = play, seat
        state = self._state
        if seat != closer:
            return self._next(state.following[seat], (best, led or play.suit, taker, closer))
        self._tricks[taker] += 1
        points = self._next(taker, (None, None, taker, state.preceding[taker]))
        self._tricks[taker] -= 1
        return points

    def _beats(self, play: Play, best: Play) -> bool:
        if play.suit == best.suit:
            return play.power > best.power
        return play.suit == self._state.trump

    def _choices(self, hand: Sequence[Play], led: str | None) -> list[Play]:
        follow = [play for play in hand if play.suit == led]
        if not follow:
            return list(hand)
        cutter = self._state.cutter
        if cutter and cutter != led:
            follow += [play for play in hand if play.suit == cutter]
        return follow

    def _scored(self) -> Points:
        """The points, counted once for the same tricks."""
        tricks = tuple(self._tricks)
        points = self._points.get(tricks)
        if points is None:
            bids = [bid or 0 for bid in self._state.bids]
            points = self._points[tricks] = round_points(bids, tricks, self._state.options)
        return points
