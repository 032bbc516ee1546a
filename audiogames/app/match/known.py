"""What one listener knows of a match: only what they have been told."""

from __future__ import annotations

from collections import Counter

from audiogames.core.contract import Turn, View
from audiogames.core.cues import Msg, msg
from audiogames.core.events import Event
from audiogames.present.localizer import Called
from audiogames.present.table_speech import standing
from audiogames.table.protocol import Listener, TableProtocol, Update


class KnownMatch:
    """A match as far as its listener has been told of it, which may be behind its table."""

    def __init__(self, table: TableProtocol, seat: Listener) -> None:
        self.table = table
        self.seat = seat
        self.spec = table.spec
        look = table.look(seat)
        self.view: View = look.view
        self.seq = look.seq if table.begun else -1
        """The number of the decision that the listener has been told of."""
        self.waiting = False
        self.dealt_at = float("-inf")
        self.waiting_since = float("-inf")
        """Since when the next deal, or the next match, waits for the listener."""
        self.events: list[Event] = []
        """What happened since the listener's last move."""
        self.news: tuple[Event, ...] = ()
        """What was told last: the events of one moment, until there are newer ones."""
        self._news_at = float("-inf")
        self.asked_last = 0
        """How often the listener has asked for the last trick or take."""
        self.turns = 0
        """How many turns of the listener have ended, by a card of theirs or otherwise."""
        self._is_resumed = table.begun
        self._moved = False
        """Whether the listener moved since the last deal; spectators forget the past."""
        self._dealt = 0
        """How many deals the log holds."""

    def learn(self, update: Update, now: float) -> None:
        """From now on the listener knows this update."""
        before, self.view, self.seq = self.view, update.view, update.seq
        was_asked = before.to_act == self.seat and self.seat is not None
        if was_asked and not self.my_turn:
            self.events = []
        if before.to_act == self.seat and not (self.my_turn and _holds_all(before, self.view)):
            self.turns += 1
        self.events += update.events
        if update.events:
            self.news = (*(self.news if now == self._news_at else ()), *update.events)
            self._news_at = now
        dealt = self.table.deals
        if dealt != self._dealt:
            self._dealt, self.dealt_at = dealt, now
            if not self._moved:
                self.events = list(update.events)
            self._moved = False
        if update.over or (update.waiting and not self.waiting):
            self.waiting_since = now
        self.waiting = update.waiting

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.view.to_act is Turn.OVER

    @property
    def has_moved(self) -> bool:
        """Whether there may be a last move to speak of; in a resumed match there may."""
        return self.turns > 0 or self._is_resumed

    @property
    def my_turn(self) -> bool:
        """Whether the listener is asked."""
        return self.seat is not None and self.view.to_act == self.seat

    @property
    def waits_for_me(self) -> bool:
        """Whether the next deal comes when the listener is ready; spectators need not be."""
        return self.waiting and self.seat is not None

    @property
    def is_timed(self) -> bool:
        """Whether turns have a time limit."""
        return self.table.time.limit is not None

    def called(self, seat: int) -> Called:
        """How the player of a seat is called."""
        player = self.table.players[seat]
        return Called(player.name, player.gender)

    def standing(self) -> Msg:
        """Where the match stands, and whose turn it is."""
        if self.paused:
            return msg("standing-paused", where=self.spec.summary(self.view))
        return standing(self.spec, self.view, waiting=self.waiting)

    @property
    def paused(self) -> bool:
        """Whether nothing moves and no time runs."""
        return self.table.paused_since is not None


def _holds_all(before: View, after: View) -> bool:
    """Whether no card of the hand is gone: a player who is asked again has played none."""
    return not Counter(before.hand) - Counter(after.hand)
