"""The client of a server: sends the player's requests, and announces the server's messages.

Theory of operation: `client_core` keeps the connection and reports what has happened.  On a server
the screen of the room, which lists the tables, is below all others.  At a table, the table's screen
is above it, and above that the screen of a match.  A message that the player did not request never
opens or closes the screen that they are using; a match is inserted below it.  After a lost
connection nothing is announced until everything missed has arrived.  Then a short summary is
announced, and all of it is in the history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.links import page_of
from audiogames.app.match.cues import queued
from audiogames.app.online.carrying import Carrying
from audiogames.app.online.matches import SILENT, MatchAtServer
from audiogames.app.online.opening import OnlineScreens, TableOfServer
from audiogames.app.online.places import Places
from audiogames.app.online.tables import news_of_codes, people_at, validate_seating
from audiogames.app.online.telling import LostLine, Return, Subject, Telling, words_of
from audiogames.app.screens.base import refusal
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.registry import Spec, game
from audiogames.net import wire
from audiogames.net.client.core import ClientCore, LineState
from audiogames.net.client.happenings import (
    Arrived,
    Dropped,
    Failed,
    Happening,
    Login,
    Nonsense,
    Slow,
    tidied,
)
from audiogames.net.client.orders import LineStatus, SocketOrder
from audiogames.net.wire.steward import PLAYER, ROLES
from audiogames.present.history import SYSTEM
from audiogames.present.localizer import Called
from audiogames.table.codec import FormError

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

PROGRAMS: Final = {
    "linux": "Linux", "win32": "Windows", "darwin": "Mac", "emscripten": "Web",
}  # fmt: skip
"""The names of this program among the devices of an account."""

CATCHING_UP: Final = 2.0
"""After a return, missed messages must have arrived within so many seconds."""


Then = Callable[[wire.ServerMessage], None]
"""The handler of the answer to a request; refusals are announced without it."""


class Online:
    """The app's side of a connection to a server, with the player's state on that server."""

    def __init__(self, context: OnlineContext, screens: OnlineScreens) -> None:
        self._context = context
        self._screens = screens
        self.core = ClientCore()
        self.me = ""
        self.seated: wire.Seated | None = None
        self._people: tuple[str, ...] = ()
        self._then: dict[int, Then] = {}
        self._day_request = 0
        """The last request for a deal of the day, whose table needs no announcement."""
        self._is_at_day = False
        """Whether the player sits at the table of a deal of the day."""
        self.places = Places(context, context.storage)
        self.carrying = Carrying(context, self.ask)
        self.lines: list[str] = []
        """Lines of chat that the player has written, oldest first."""
        self.telling = Telling(context)
        self.subject: Subject | None = None
        """The game of the current announcements: that of the table, or of one being looked at."""
        self.role = PLAYER
        """The player's role on the server: player, moderator or owner."""
        self.has_account = False
        """Whether the player has an account that can be managed."""
        self.fault = ""
        """What was wrong with the server's last message, for programmers."""
        self._room = screens.room()
        self._table: TableOfServer | None = None
        self._match = MatchAtServer(context, self, screens)
        self._loss = LostLine(context)
        self._woken = False
        self._invited_to = ""
        """The code of the table to sit down at after entering."""

    # What is known of the server

    @property
    def is_moderator(self) -> bool:
        """Whether the player moderates or owns the server."""
        return self.role != PLAYER

    @property
    def is_in(self) -> bool:
        """Whether the player has joined a server."""
        return bool(self.me)

    @property
    def is_lost(self) -> bool:
        """Whether the connection is lost and the client is reconnecting."""
        away = self.core.state is not LineState.IN
        return self.is_in and away and not self.core.comes_back_quietly

    @property
    def is_host(self) -> bool:
        """Whether the player is the host of their table."""
        return self.seated is not None and self.seated.host == self.me

    @property
    def table(self) -> wire.Seated:
        """The player's table.  Raises `Refused` if they are not at one."""
        if self.seated is None:
            raise Refused("online-at-no-table", msg("online-at-no-table"))
        return self.seated

    @property
    def spec(self) -> Spec:
        """The game of the player's table."""
        return game(self.table.game)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all known people except the player; people at the table come first."""
        here = [] if self.seated is None else [one.name for one in people_at(self.seated)]
        return tuple(one for one in dict.fromkeys([*here, *self._people]) if one != self.me)

    def ask(self, kind: type[wire.Request], then: Then | None = None, **given: Any) -> None:
        """Send a request; `then` receives the answer.

        Raises `Refused` while the connection is lost.
        """
        if self.core.state is not LineState.IN:
            raise Refused("online-lost", msg("online-lost"))
        number = self.core.ask(kind, self._context.now, **given)
        if kind is wire.PlayDay:
            self._day_request = number
        if then is not None:
            self._then[number] = then

    def known_people(self, people: wire.PeopleList) -> None:
        """Store the names of the people on the server, to whom the player can send messages."""
        self._people = tuple(one.name for one in people.people)

    # Called by the screens

    def enter(self, entry: Login, table: str = "") -> None:
        """Connect to a server, or retry with another name or code.

        A saved seat is used if there is one.  `table` is the code of a table at which to sit down.
        """
        self._invited_to = table
        self.core.greet(self.places.back(entry), self._context.now)
        here = entry.address == self._context.only_server
        to = msg("online-connecting", address=str(entry.address))
        self._context.answer(msg("online-connecting-here") if here else to)

    def be_called(self, name: str) -> None:
        """Store a new name, accepted by the server, in the settings and with the saved seat."""
        self.me = name
        entry = self.core.entry
        assert entry is not None
        self.places.keep(entry, name, self.core.token, self.places.own)
        self._context.change_settings(replace(self._context.settings, nickname=name))
        self.carrying.be_called(f"{name}@{self._context.settings.server}")

    def give_up(self) -> None:
        """Leave the table, or the server if the connection is lost."""
        if self.is_lost:
            self.leave()
        else:
            self.ask(wire.Leave)

    def leave(self) -> None:
        """Leave the server and give up the seat."""
        self.carrying.give()
        self.core.leave()
        self._forget()
        self._context.open_main_menu()

    def close(self, *, on_purpose: bool) -> None:
        """Close the connection because the program ends; give up the seat only if `on_purpose`."""
        if on_purpose:
            self.carrying.give()
            self.core.leave()
        else:
            self.core.refuse()

    def after_match(self) -> None:
        """Return from a finished match to its table; after a deal of the day, leave the table."""
        if self._is_at_day:
            self.ask(wire.Leave)
        else:
            self.to_table()

    def to_table(self, *before: Cue) -> None:
        """Return from a finished match to its table, announcing `before` first."""
        self._match.leave()
        self.carrying.give()
        assert self._table is not None
        self._context.stack(self._room, self._table)
        self._context.say(*before, *self._table.where())

    def speak_of(self, spec: Spec | None) -> None:
        """Look up words in the catalogue of this game before those of other games."""
        self.subject = None if spec is None else Subject(spec)
        self._context.wording.renew()

    def seat_players(self, players: tuple[Called, ...]) -> None:
        """Set the players' names for announcements that are made before there is a match."""
        self._context.seated = players

    def pressed(self) -> None:
        """Request the seat back from a substitute bot, because the player has pressed a key."""
        if self._woken or self.core.state is not LineState.IN or self.seated is None:
            return
        mine = [one for one in self.seated.seats if one.name == self.me and one.stand_in]
        if mine and self.seated.playing:
            self._woken = True
            self.ask(wire.Here)

    # Called by the connection

    def received(self, data: bytes | str, now: float) -> None:
        """Handle a message from the server."""
        self._take(self.core.received(data, now), now)

    def linked(self, line: LineStatus, now: float) -> None:
        """Handle a new status of the connection, such as open or lost."""
        self._take(self.core.linked(line, now), now)

    def tick(self, now: float) -> None:
        """Do everything online that is due at this time."""
        self._take(self.core.tick(now), now)
        self._loss.tick(now)
        if self._match.returning is not None and now >= self._match.returning.until:
            self._finish_reconnecting(now)
        if self._match.tells_at is not None and now >= self._match.tells_at:
            self._match.release(self._room.where())

    @property
    def deadline(self) -> float | None:
        """The time at which to call `tick` next; None if nothing is due."""
        back_at = self._match.returning.until if self._match.returning else None
        times = (self.core.deadline, back_at, self._loss.tells_at, self._match.tells_at)
        return min((time for time in times if time is not None), default=None)

    def drain(self) -> list[SocketOrder]:
        """Return and clear the pending commands for the socket."""
        return self.core.drain()

    # Internal

    def _take(self, happenings: list[Happening], now: float) -> None:
        """Handle events that the client core reports, such as messages and lost connections."""
        for happening in happenings:
            match happening:
                case Arrived():
                    self._arrived(happening, now)
                case Dropped(quietly):
                    self._dropped(quietly=quietly)
                case Failed(why):
                    self._failed(why)
                case Nonsense(why):
                    self._reject_message(why)
                case Slow():
                    waiting = Say(msg("online-waiting"), Priority.MINE, topic="online-waiting")
                    self._context.say(waiting)

    def _arrived(self, arrived: Arrived, now: float) -> None:
        """Handle a message; disconnect if its content is impossible in this game.

        Any other error is a bug of this program, which the host reports.
        """
        try:
            self._handle(replace(arrived, message=tidied(arrived.message)), now)
        except FormError as error:
            self._reject_message(str(error))

    def _handle(self, arrived: Arrived, now: float) -> None:
        message, request = arrived.message, arrived.request
        then = self._then.pop(request.id, None) if request is not None else None
        match message:
            case wire.Welcome():
                self._welcome(message, now)
            case wire.No():
                self._no(message, request)
            case wire.Bye():
                self._bye(message)
            case wire.Asked():
                self._context.answer(msg("claim-asked"))
            case _ if then is not None:
                then(message)
        if not isinstance(request, wire.AskStanding):
            self._at_table(message, now)
        if self._match.returning is not None and self._match.returning.is_there(
            message, self.seated, unfinished=self._match.is_unfinished
        ):
            self._finish_reconnecting(now)

    def _at_table(self, message: wire.ServerMessage, now: float) -> None:
        """Handle a message about the player's table."""
        match message:
            case wire.Seated():
                self._seated(message, now)
            case wire.Unseated():
                self._unseated(message)
            case wire.News():
                self._news(message, now)
            case wire.ChatMessage():
                self.telling.line(message, self.me)
            case wire.MatchUpdate():
                self._update(message, now)

    # Entering and leaving

    def _welcome(self, message: wire.Welcome, now: float) -> None:
        self.places.keep(self.core.entry, message.name, message.token, self.places.own)
        if message.back and self.me:
            if message.name not in {"", self.me}:  # an operator has changed it meanwhile
                self.be_called(message.name)
                told = Say(msg("account-done-rename", name=self.me), Priority.MINE)
                self._context.say(told, view=SYSTEM)
            until, unsaid = now + CATCHING_UP, self._loss.end()
            self._match.returning = Return(message.moved, message.missed, until, unsaid)
            return
        self.me = message.name or "?"
        entry = self.core.entry
        assert entry is not None
        kept = replace(self._context.settings, server=str(entry.address), nickname=message.name)
        self._context.change_settings(kept)
        self._wish()
        self._context.stack(self._room)
        id_ = "online-connected-account" if message.account else "online-connected"
        greeting = Say(msg(id_, name=message.name), Priority.REPLY)
        self._context.sound("sit-down")
        if message.back:
            # A restarted program has nothing to catch up with: the table arrives next.
            by_bot = Say(msg("online-bot-played", message.moved), Priority.MINE)
            played = [by_bot] if message.moved else []
            self._match.hold([greeting], played, until=now + CATCHING_UP)
        elif self._invited_to:
            self._context.say(greeting)
            self.ask(wire.Join, code=self._invited_to, own=self.places.own)
        else:
            self._context.say(greeting, *self._room.where())
        self._invited_to = ""
        self._context.say(Say(msg("online-chat-kept"), Priority.BACKGROUND), view=SYSTEM)

    def _wish(self) -> None:
        """Send the player's preferences, unless they are the defaults."""
        settings = self._context.settings
        wishes = (settings.auto_draw, float(settings.patience))
        if wishes != (False, 1.0):
            self.ask(wire.TellWishes, auto_draw=wishes[0], patience=wishes[1])

    def _no(self, message: wire.No, request: wire.Request | None) -> None:
        """Announce why the server refused a request, and offer what the player can do instead."""
        words = words_of(self._context, message.reason, message.args)
        if isinstance(request, wire.Hello):
            self._not_let_in(message.reason, words)
        elif not isinstance(request, SILENT):
            if isinstance(request, wire.MakeMove) and self._match.updates is not None:
                self._match.updates.remote.refused()
            with self._context.beginning_with(*refusal(Refused(message.reason, words))):
                if isinstance(request, wire.Join):
                    self._screens.ask_further(message.reason, request)

    def _not_let_in(self, reason: str, words: Msg) -> None:
        """Handle the server's refusal to let the player in.

        A newcomer can try again.  If the player had already been on the server, the session there
        ends.
        """
        if self.me:
            self._end(words)
            return
        screen = self._context.screen
        with self._context.beginning_with(*refusal(Refused(reason, words))):
            self._screens.not_let_in(screen, reason)

    def _bye(self, message: wire.Bye) -> None:
        if self.core.state is LineState.OUT:
            self._end(words_of(self._context, message.reason, message.args))
        else:
            self._dropped()

    def _dropped(self, *, quietly: bool = False) -> None:
        """Handle the loss of the connection."""
        self._then.clear()
        self._match.returning = None
        if not quietly:
            self._loss.begin(of_many=len(self.core.places) > 1)

    def _failed(self, why: LineStatus) -> None:
        words = msg("online-line-lost" if why is LineStatus.MIXED else f"online-line-{why.value}")
        if self.me:
            self._end(words)
            return
        entry = self.core.entry
        if why is LineStatus.MIXED and entry is not None:
            words = msg("online-line-mixed", page=page_of(entry.address))
        if why is LineStatus.NO_SERVER and entry is not None:
            # Encryption is guessed from the address, and the guess may be wrong.
            other = replace(entry.address, secure=not entry.address.secure)
            kind = "secure" if other.secure else "plain"
            words = msg(f"online-line-no-server-{kind}", address=str(other))
        self._context.say(*refusal(Refused(why.value, words)))

    def _reject_message(self, why: str) -> None:
        """Disconnect, because the server sent unusable data."""
        self.fault = why
        self._hang_up(msg("online-nonsense"))

    def break_off(self, report: str) -> None:
        """Disconnect after a bug of this program; the seat on the server stays reserved."""
        words = msg("online-fault", path=report) if report else msg("online-fault-unreported")
        self._hang_up(words)

    def _hang_up(self, why: Msg) -> None:
        """Disconnect, and announce why."""
        self.core.refuse()
        if self.me:
            self._end(why)
        else:
            self._context.say(*refusal(Refused(why.id, why)))

    def _end(self, why: Msg) -> None:
        """Return to the main menu, because the player is no longer on a server."""
        self._forget()
        cues = (Sound("error", notice=True), Say(why, Priority.CRITICAL))
        with self._context.beginning_with(*cues, view=SYSTEM):
            self._context.open_main_menu()

    def _forget(self) -> None:
        """Reset all data about the server that was left."""
        self._match.leave()
        self._match.hold((), ())
        self.me, self.seated, self._table = "", None, None
        self.role, self.has_account = PLAYER, False
        self.carrying.forget()
        self._match.returning = None
        self._loss.end()
        self.speak_of(None)
        self.telling.invitation = self.telling.call = None
        self._people = ()
        self._then.clear()

    # The table

    def _seated(self, message: wire.Seated, now: float) -> None:
        validate_seating(message)
        before, self.seated = self.seated, message
        if not self.is_playing:
            self.seat_players(tuple(Called(one.name, one.gender) for one in message.seats))
        if message.own not in {"", self.places.own}:
            self.places.keep(self.core.entry, self.me, self.core.token, message.own)
        if before is None or before.table != message.table:
            self._sit_down(message)
        else:
            self._context.say(*news_of_codes(before, message))
            self._match.is_new |= message.playing and not before.playing
        self._match.seated(message, now)
        self._woken = False

    def _sit_down(self, message: wire.Seated) -> None:
        self.telling.muted = False
        self._table = self._screens.table()
        self.speak_of(self.spec)
        self._context.stack(self._room, self._table)
        self._is_at_day = is_day = message.re != 0 and message.re == self._day_request
        self._match.sit_down(self._table, asked=bool(message.re), is_announced=not is_day)

    def _unseated(self, message: wire.Unseated) -> None:
        if self.seated is None:  # repeated to make sure, after a reconnection or a restart
            self._match.release(self._room.where())
            return
        self._match.leave()
        self.seated = self._table = None
        self.speak_of(None)
        self._context.stack(self._room)
        where = self._room.where()
        if message.re:
            left = Say(msg("online-left-table"), Priority.REPLY)
            self._context.say(Sound("menu-back", notice=True), left, *where)
        else:
            self._context.say(*map(queued, where))

    def _news(self, message: wire.News, now: float) -> None:
        if message.what == "account":
            self.has_account = True
            with suppress(Refused):
                self.ask(wire.ManageAccount, do="device", new=PROGRAMS.get(sys.platform, ""))
                self.carrying.meet(f"{self.me}@{self._context.settings.server}")
            return
        if message.what == "role" and message.args.get("role") in ROLES:
            before, self.role = self.role, message.args["role"]
            if before == self.role == PLAYER:
                return
        self.telling.news(message, self.me, self.seated, silently=self._match.returning is not None)
        if self._match.updates is not None:
            self._match.updates.note_news(message, now)

    # The match

    @property
    def is_playing(self) -> bool:
        """Whether there is a match, running or just ended."""
        return self._match.updates is not None

    def _update(self, message: wire.MatchUpdate, now: float) -> None:
        if self.seated is not None and message.table == self.seated.table:
            assert self._table is not None
            self._match.update(message, now, (self._room, self._table))

    # Reconnecting

    def _finish_reconnecting(self, now: float) -> None:
        """Announce a summary when everything missed during a lost connection has arrived."""
        if self._match.is_unfinished and self.seated is not None and not self.seated.playing:
            self._match.returning = None
            self._return_too_late()
            return
        self._match.come_back(now)
        with suppress(Refused):
            self._wish()

    def _return_too_late(self) -> None:
        """Return to the table of a match that has ended while the connection was lost.

        The client does not know the result of that match.
        """
        messages = (msg("online-back"), msg("online-match-gone"))
        says = [Say(one, Priority.CRITICAL) for one in messages]
        self.to_table(Sound("sit-down", notice=True), *says)
