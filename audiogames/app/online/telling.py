"""Announcing chat and news of people online, and a summary of what was missed."""

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
    """The game of announcements while there is no match."""

    spec: Spec


class Telling:
    """News and chat, as announced to one listener."""

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
        self._comings: list[Say] = []
        """Arrivals and departures in their last announcement."""

    def news(
        self, message: wire.News, me: str, table: wire.Seated | None, *, silently: bool
    ) -> None:
        """Announce news; what happened during a lost connection only goes to the history."""
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
                self._comings_before(announcement)
                if message.what in COMING_AND_GOING
                else announcement.cues
            )
            self._context.say(*cues, *count(message, table, me), view=announcement.view)

    def _hour(self) -> int:
        """Return the hour of the player's own day."""
        return self._context.storage.local_time().hour

    def line(self, message: wire.ChatMessage, me: str) -> None:
        """Announce a line of chat."""
        announcement = chat(message, me)
        if self.muted and not message.private and message.sender != me:
            self._remember(announcement)
        else:
            self._context.say(*announcement.cues, view=announcement.view)

    def _comings_before(self, announcement: NewsAnnouncement) -> Sequence[Cue]:
        """Return an arrival or departure after those not yet announced, to be counted once."""
        before = self._comings if self._context.announcer.drop(AT_TABLE) else []
        says = [cue for cue in announcement.cues if isinstance(cue, Say)]
        sooner = [replace(cue, priority=says[0].priority) for cue in before]
        self._comings = [*before, *says]
        return *(cue for cue in announcement.cues if cue not in says), *sooner, *says

    def _remember(self, announcement: NewsAnnouncement | None) -> None:
        """Write it to the history silently."""
        if announcement is not None:
            says = [cue for cue in announcement.cues if isinstance(cue, Say)]
            self._context.announcer.remember(says, announcement.view)


def words_of(context: Context, reason: str, args: dict[str, Any]) -> Msg:
    """Return the words of a refusal, if the catalogue has them and all their fields are valid."""
    message = Msg(reason, ruled_fields(args))
    try:
        context.text(message)
    except (LookupError, TypeError, ValueError):  # a server's fields may not fit the template
        return msg("online-refused")
    return message


class LostLine:
    """Announces a lost connection: at once, or later if the server has other processes.

    Another process usually accepts the player before that, and one sentence reports it all
    (`Return`).
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.tells_at: float | None = None
        """When to announce it; None if that was done, or the connection is not lost."""

    def begin(self, *, of_many: bool) -> None:
        """Note that the connection was lost."""
        self.tells_at = self._context.now + (UNSAID if of_many else 0.0)
        self.tick(self._context.now)

    def tick(self, now: float) -> None:
        """Announce it when it is time, interrupting everything."""
        if self.tells_at is not None and now >= self.tells_at:
            self.tells_at = None
            lost = Say(msg("online-lost"), Priority.CRITICAL)
            self._context.say(Sound("error", notice=True), lost, view=SYSTEM)

    def end(self) -> bool:
        """Note the end of the loss; return whether it was never announced."""
        tells_at, self.tells_at = self.tells_at, None
        return tells_at is not None


@dataclass
class Return:
    """A restored connection, with the number of messages still to come."""

    moved: int
    """How many moves a bot made meanwhile."""
    left: int
    until: float
    """When to announce it at the latest."""
    unsaid: bool = False
    """Whether the loss was never announced."""
    updates: int = 0
    """How many updates of the match were missed."""
    too_late: bool = False
    """Whether the match ended unseen and the next one has started."""

    def is_there(
        self, message: wire.ServerMessage, table: wire.Seated | None, *, unfinished: bool = False
    ) -> bool:
        """Return whether everything has arrived: missed messages, then the table, then its match.

        A match that was `unfinished` when the connection was lost is awaited even if it has ended.
        """
        self.left -= bool(message.n)
        if self.left > 0:
            return False
        if table is None:
            return True
        stands = isinstance(message, wire.MatchUpdate) or not (table.playing or unfinished)
        return stands and not isinstance(message, wire.Welcome)

    def words(self, turn: Msg | None) -> Iterator[Say]:
        """Return the announcement: back, what was missed in a match, and whose turn it is.

        A short loss in which nothing was missed takes one sentence.
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
        if self.moved:
            return msg("online-bot-played", self.moved)
        return msg("online-others-played" if self.updates else "online-missed-nothing")
