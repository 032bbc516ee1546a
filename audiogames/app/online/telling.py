"""Announcements of chat and of news about people online, and a summary of what was missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.online.news import (
    AT_TABLE,
    COMING_AND_GOING,
    NewsAnnouncement,
    chat,
    count,
    report,
)
from audiogames.app.online.rulings import ruled_fields
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.present.history import SYSTEM

if TYPE_CHECKING:
    from audiogames.app.context import Context

SEAT_SETTLED: Final = frozenset({"back", "sits-down", "seat-refused"})
"""News that settles the claim to a seat."""

UNSAID: Final = 2.5
"""Seconds before a lost connection is announced, if another process may accept the player."""


@dataclass(frozen=True)
class Subject:
    """The game of the online table: the current game while no match is running."""

    spec: Spec


class Telling:
    """Announces a server's news and chat messages, or adds them to the history silently."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.muted = False
        """Whether the table's chat goes to the history only."""
        self.invitation: tuple[str, str, str] | None = None
        """The last invitation: who sent it, the game, and the code."""
        self.call: tuple[str, str, int] | None = None
        """The last call for players: who sent it, the game, and the public table."""
        self.asks_seat = ""
        """The name of the player who claims a seat."""
        self._arrivals: list[Say] = []
        """Arrivals and departures in their last announcement."""

    def news(
        self, message: wire.News, me: str, table: wire.Seated | None, *, silently: bool
    ) -> None:
        """Announce news, or with `silently` only add them to the history."""
        if message.what == "invited":
            code, name = message.args.get("code"), message.args.get("game")
            if isinstance(code, str) and isinstance(name, str):
                self.invitation = (message.name, name, code)
        if message.what == "wants-to-play":
            game, number = message.args.get("game"), message.args.get("table")
            if not (isinstance(game, str) and isinstance(number, int)):
                return
            if not self._context.settings.wants_company(game, self._hour()):
                return
            self.call = (message.name, game, number)
        if message.what == "asks-seat":
            self.asks_seat = message.name
        elif message.name == self.asks_seat and message.what in SEAT_SETTLED:
            self.asks_seat = ""
        session = self._context.session
        announcement = report(message, me, paused=session is not None and session.paused)
        if silently:
            self._remember(announcement)
        elif announcement is not None:
            cues = (
                self._with_pending_arrivals(announcement)
                if message.what in COMING_AND_GOING
                else announcement.cues
            )
            self._context.say(*cues, *count(message, table, me), view=announcement.view)

    def _hour(self) -> int:
        """Return the current hour in the player's time zone."""
        return self._context.storage.local_time().hour

    def line(self, message: wire.ChatMessage, me: str) -> None:
        """Announce a chat message; if the table's chat is muted, only add it to the history."""
        announcement = chat(message, me)
        if self.muted and not message.private and message.sender != me:
            self._remember(announcement)
        else:
            self._context.say(*announcement.cues, view=announcement.view)

    def _with_pending_arrivals(self, announcement: NewsAnnouncement) -> Sequence[Cue]:
        """Combine an arrival or departure with earlier ones that still wait to be announced.

        The number of players is announced only once, after all of them.
        """
        before = self._arrivals if self._context.announcer.drop(AT_TABLE) else []
        says = [cue for cue in announcement.cues if isinstance(cue, Say)]
        sooner = [replace(cue, priority=says[0].priority) for cue in before]
        self._arrivals = [*before, *says]
        return *(cue for cue in announcement.cues if cue not in says), *sooner, *says

    def _remember(self, announcement: NewsAnnouncement | None) -> None:
        """Add an announcement to the history without speaking it."""
        if announcement is not None:
            says = [cue for cue in announcement.cues if isinstance(cue, Say)]
            self._context.announcer.remember(says, announcement.view)


def words_of(context: Context, reason: str, args: dict[str, Any]) -> Msg:
    """Return the message that explains a refusal by the server.

    If the catalogue lacks it, or its fields are invalid, return a general message.
    """
    message = Msg(reason, ruled_fields(args))
    try:
        context.text(message)
    except (LookupError, TypeError, ValueError):  # a server's fields may not fit the template
        return msg("online-refused")
    return message


class LostLine:
    """Announces a lost connection: at once, or after a delay if the server has several processes.

    Within the delay another process usually accepts the player; then one sentence about the
    reconnection is enough (`Return`).
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.tells_at: float | None = None
        """When to announce the lost connection; None if that was done, or the connection is not
        lost."""

    def begin(self, *, of_many: bool) -> None:
        """Handle a lost connection; `of_many` says whether the server has several processes."""
        self.tells_at = self._context.now + (UNSAID if of_many else 0.0)
        self.tick(self._context.now)

    def tick(self, now: float) -> None:
        """Announce the lost connection if that is due, interrupting all other speech."""
        if self.tells_at is not None and now >= self.tells_at:
            self.tells_at = None
            lost = Say(msg("online-lost"), Priority.CRITICAL)
            self._context.say(Sound("error", notice=True), lost, view=SYSTEM)

    def end(self) -> bool:
        """Record that the connection is restored; return True if its loss was never announced."""
        tells_at, self.tells_at = self.tells_at, None
        return tells_at is not None


@dataclass
class Return:
    """The return of a player after a lost connection, while missed messages are arriving."""

    moved: int
    """How many moves a substitute bot made meanwhile."""
    left: int
    until: float
    """When to announce the reconnection at the latest."""
    unsaid: bool = False
    """Whether the loss was never announced."""
    updates: int = 0
    """How many updates of the match were missed."""
    too_late: bool = False
    """Whether the match ended during the loss and the next one has started."""

    def is_there(
        self, message: wire.ServerMessage, table: wire.Seated | None, *, unfinished: bool = False
    ) -> bool:
        """Return whether everything has arrived: missed messages, then the table and its match.

        `unfinished` means that a match was running when the connection was lost.  An update of that
        match is then awaited, even if the match has ended since.
        """
        self.left -= bool(message.n)
        if self.left > 0:
            return False
        if table is None:
            return True
        stands = isinstance(message, wire.MatchUpdate) or not (table.playing or unfinished)
        return stands and not isinstance(message, wire.Welcome)

    def words(self, turn: Msg | None) -> Iterator[Say]:
        """Yield the summary: the player is back, the events they missed, and whose turn it is.

        One sentence is enough if the connection was lost briefly and the player missed nothing.
        """
        if self.unsaid and turn is not None and not (self.moved or self.updates):
            is_mine = turn == msg("your-turn")
            id_ = "online-goes-on-yours" if is_mine else "online-goes-on"
            yield Say(msg(id_), Priority.CRITICAL)
            return
        yield Say(msg("online-back"), Priority.CRITICAL)
        if turn is not None:
            yield Say(self._missed(), Priority.CRITICAL)
            yield Say(turn, Priority.CRITICAL)

    def _missed(self) -> Msg:
        """Return what happened in the match while the connection was lost."""
        if self.moved:
            return msg("online-bot-played", self.moved)
        return msg("online-others-played" if self.updates else "online-missed-nothing")
