"""Telling what is said and happens among people online, and what was missed: once, in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.online.news import AT_TABLE, COMING_AND_GOING, ToldNews, chat, count, report
from audiogames.app.online.rulings import ruled_fields
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.present.history import SYSTEM

if TYPE_CHECKING:
    from audiogames.app.context import Context

SEAT_SETTLED: Final = frozenset({"back", "sits-down", "seat-refused"})
"""News after which nobody asks for the seat any more."""

UNSAID: Final = 2.5
"""Seconds for which a lost line is not spoken of where another process may have us back."""


@dataclass(frozen=True)
class Subject:
    """What is spoken of, where no match runs."""

    spec: Spec


class Telling:
    """News and chat as they are told to one listener."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.muted = False
        """Whether the chat of the table is only written."""
        self.invitation: tuple[str, str, str] | None = None
        """Who invited last, to which game, with which code."""
        self.call: tuple[str, str, int] | None = None
        """Who waited for players last, at which game and public table."""
        self.asks_seat = ""
        """Whose seat is asked for, and may be given."""
        self._comings: list[Say] = []
        """Who came and went in the last announcement of that."""

    def news(
        self, message: wire.News, me: str, table: wire.Seated | None, *, silently: bool
    ) -> None:
        """Something happened; what happened while the line was lost is only written down."""
        if message.what == "invited":
            code, name = message.args.get("code"), message.args.get("game")
            if isinstance(code, str) and isinstance(name, str):
                self.invitation = (message.name, name, code)
        if message.what == "wants-to-play":
            game, number = message.args.get("game"), message.args.get("table")
            wanted = self._context.settings.company.split(",")
            if not (isinstance(game, str) and isinstance(number, int) and game in wanted):
                return
            self.call = (message.name, game, number)
        if message.what == "asks-seat":
            self.asks_seat = message.name
        elif message.name == self.asks_seat and message.what in SEAT_SETTLED:
            self.asks_seat = ""
        session = self._context.session
        told = report(message, me, paused=session is not None and session.paused)
        if silently:
            self._remember(told)
        elif told is not None:
            cues = self._comings_before(told) if message.what in COMING_AND_GOING else told.cues
            self._context.say(*cues, *count(message, table, me), view=told.view)

    def line(self, message: wire.ChatMessage, me: str) -> None:
        """Somebody wrote."""
        told = chat(message, me)
        if self.muted and not message.private and message.sender != me:
            self._remember(told)
        else:
            self._context.say(*told.cues, view=told.view)

    def _comings_before(self, told: ToldNews) -> Sequence[Cue]:
        """Who came or went, after those who wait to be told: in their order, counted once."""
        before = self._comings if self._context.announcer.drop(AT_TABLE) else []
        says = [cue for cue in told.cues if isinstance(cue, Say)]
        sooner = [replace(cue, priority=says[0].priority) for cue in before]
        self._comings = [*before, *says]
        return *(cue for cue in told.cues if cue not in says), *sooner, *says

    def _remember(self, told: ToldNews | None) -> None:
        """Write it into the history without a word."""
        if told is not None:
            says = [cue for cue in told.cues if isinstance(cue, Say)]
            self._context.announcer.remember(says, told.view)


def words_of(context: Context, reason: str, args: dict[str, Any]) -> Msg:
    """The words of a refusal, where the catalogue has them and all their fields came."""
    message = Msg(reason, ruled_fields(args))
    try:
        context.text(message)
    except (LookupError, TypeError, ValueError):  # what a server's fields do to a template
        return msg("online-refused")
    return message


class LostLine:
    """Says that the line is lost: at once, or where the server has other processes, in a while.

    Mostly one of them has us back before, and then all is said in one sentence (`Return`).
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.tells_at: float | None = None
        """When to say it; None where that was said, or the line is not lost."""

    def begin(self, *, of_many: bool) -> None:
        """It broke."""
        self.tells_at = self._context.now + (UNSAID if of_many else 0.0)
        self.tick(self._context.now)

    def tick(self, now: float) -> None:
        """Everybody hears it at once, whatever is being said."""
        if self.tells_at is not None and now >= self.tells_at:
            self.tells_at = None
            lost = Say(msg("online-lost"), Priority.CRITICAL)
            self._context.say(Sound("error", notice=True), lost, view=SYSTEM)

    def end(self) -> bool:
        """It is there again, or not wanted any more; whether its loss was left unsaid."""
        tells_at, self.tells_at = self.tells_at, None
        return tells_at is not None


@dataclass
class Return:
    """The line is there again: so many messages are still to come."""

    moved: int
    """How many moves a bot made meanwhile."""
    left: int
    until: float
    """When it is told at the latest."""
    unsaid: bool = False
    """Whether it was never said that the line was lost."""
    updates: int = 0
    """How many times something happened in the match."""
    too_late: bool = False
    """Whether the match has ended and the next has begun, so that nobody knows its end."""

    def is_there(
        self, message: wire.ServerMessage, table: wire.Seated | None, *, unfinished: bool = False
    ) -> bool:
        """Whether all has arrived: after what was missed the table comes, then how it stands.

        So does how a match has ended that was `unfinished` when the line was lost.
        """
        self.left -= bool(message.n)
        if self.left > 0:
            return False
        if table is None:
            return True
        stands = isinstance(message, wire.MatchUpdate) or not (table.playing or unfinished)
        return stands and not isinstance(message, wire.Welcome)

    def words(self, turn: Msg | None) -> Iterator[Say]:
        """Back again; in a match, what was missed, and whose turn it is.

        A short loss in which nothing was missed is told in one sentence.
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
