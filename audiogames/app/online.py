"""Being on a server: what the player asks goes out, and what arrives is told.

Theory of operation: `client_core` keeps the line and says what has happened.  Who is in has a
room of tables below all other screens; at a table its screen lies on that, and a match on the
table's.  What comes unasked never opens or closes what the player is reading, but for the match
itself, which slips in below it.  After a lost line nothing is told until everything missed has
arrived: then it is told once, in short, and all of it is in the history.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Protocol

from audiogames.app.desk import Screen, Stage
from audiogames.app.line import Then
from audiogames.app.online_places import Places
from audiogames.app.online_session import OnlineSession, around
from audiogames.app.online_tables import news_of_codes, people_at, players_of, see_that_it_can_be
from audiogames.app.online_telling import Return, Subject, Telling, words_of
from audiogames.app.screens.base import refusal
from audiogames.app.screens.choices import queued
from audiogames.app.screens.online.chat import ChatLine
from audiogames.app.screens.online.claim import ASKS_SEAT, ask_proof
from audiogames.app.screens.online.entrance import Entrance
from audiogames.app.screens.online.match import OnlineMatch
from audiogames.app.screens.online.room import RoomScreen
from audiogames.app.screens.online.table import OnlineTable
from audiogames.app.storage import Storage
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.game import Refused
from audiogames.core.registry import Spec, game
from audiogames.net import wire
from audiogames.net.client_core import (
    Arrived,
    ClientCore,
    Dropped,
    Entry,
    Failed,
    Happening,
    Line,
    Nonsense,
    Order,
    Slow,
    State,
)
from audiogames.net.remote import RemoteTable
from audiogames.net.tidy import tidied
from audiogames.present.history import GAME, SYSTEM
from audiogames.present.localizer import Called

CATCHING_UP: Final = 2.0
"""Seconds after a return in which what was missed must have arrived."""

SILENT: Final = (wire.Heard, wire.Wishes, wire.Here, wire.Ping)
"""Requests that the program makes by itself: that one is refused is no answer to a key."""


class Host(Stage, Protocol):
    """What being online asks of the program beside what the screens do."""

    @abstractmethod
    def slip_in(self, screen: Screen, over: Screen) -> None: ...


class Online:
    """One server, and what the player is there."""

    def __init__(self, app: Host, storage: Storage) -> None:
        self._app = app
        self.places = Places(app, storage)
        self.core = ClientCore()
        self.me = ""
        self.seated: wire.Seated | None = None
        self.lines: list[str] = []
        """What the player has written, oldest first."""
        self.telling = Telling(app)
        self.subject: Subject | None = None
        """The game that is spoken of: that of the table, or of one that is looked at."""
        self.fault = ""
        """What was wrong with what the server sent last, for programmers."""
        self._people: tuple[str, ...] = ()
        self._then: dict[int, Then] = {}
        self._room = RoomScreen(app)
        self._table: OnlineTable | None = None
        self._match: OnlineMatch | None = None
        self._new_match = False
        self._return: Return | None = None
        self._woken = False

    # What the screens ask

    @property
    def is_in(self) -> bool:
        """Whether there is a server."""
        return bool(self.me)

    @property
    def is_lost(self) -> bool:
        """Whether the line is broken, and is being tried again."""
        return self.is_in and self.core.state is not State.IN

    @property
    def is_host(self) -> bool:
        """Whether the table is the player's."""
        return self.seated is not None and self.seated.host == self.me

    @property
    def table(self) -> wire.Seated:
        """The table.  Raises `Refused` where one is at none."""
        if self.seated is None:
            raise Refused("online-at-no-table", msg("online-at-no-table"))
        return self.seated

    @property
    def spec(self) -> Spec:
        """What is played at the table."""
        return game(self.table.game)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody known, but for the player: at the table, then elsewhere."""
        here = [] if self.seated is None else [one.name for one in people_at(self.seated)]
        return tuple(one for one in dict.fromkeys([*here, *self._people]) if one != self.me)

    def enter(self, entry: Entry) -> None:
        """Go to a server, or try again with another name or code; a place that was kept is used."""
        self.core.greet(self.places.back(entry), self._app.now)
        self._app.answer(msg("online-connecting", address=str(entry.address)))

    def ask(self, kind: type[wire.Request], then: Then | None = None, **given: Any) -> None:
        """Ask something.  Raises `Refused` while the line is lost."""
        if self.core.state is not State.IN:
            raise Refused("online-lost", msg("online-lost"))
        number = self.core.ask(kind, self._app.now, **given)
        if then is not None:
            self._then[number] = then

    def give_up(self) -> None:
        """Leave the table; where the line is lost, the server."""
        if self.is_lost:
            self.leave()
        else:
            self.ask(wire.Leave)

    def leave(self) -> None:
        """Leave the server: the seat is given up."""
        self.core.leave()
        self._forget()
        self._app.open_main_menu()

    def close(self, *, on_purpose: bool) -> None:
        """The program ends; the seat waits, unless that was on purpose."""
        if on_purpose:
            self.core.leave()
        else:
            self.core.refuse()

    def to_table(self, *before: Cue) -> None:
        """Away from a match that is over, back to its table."""
        self._leave_match()
        assert self._table is not None
        self._app.stack(self._room, self._table)
        self._app.say(*before, *self._table.where())

    def speak_of(self, spec: Spec | None) -> None:
        """The words of one game come before those of the others."""
        self.subject = None if spec is None else Subject(spec)
        self._app.speak_of_game()

    def seat_players(self, players: tuple[Called, ...]) -> None:
        """How those are called of whom is told while no match runs."""
        self._app.seated = players

    def known_people(self, people: wire.PeopleList) -> None:
        """Who is on the server: one can write to them."""
        self._people = tuple(one.name for one in people.people)

    def pressed(self) -> None:
        """Any key: a seat that a bot kept is the player's again."""
        if self._woken or self.core.state is not State.IN or self.seated is None:
            return
        mine = [one for one in self.seated.seats if one.name == self.me and one.stand_in]
        if mine and self.seated.playing:
            self._woken = True
            self.ask(wire.Here)

    # What the line brings

    def received(self, data: bytes | str, now: float) -> None:
        """A message came in."""
        self._take(self.core.received(data, now), now)

    def linked(self, line: Line, now: float) -> None:
        """The line came about, or broke."""
        self._take(self.core.linked(line, now), now)

    def tick(self, now: float) -> None:
        """Time passed."""
        self._take(self.core.tick(now), now)
        if self._return is not None and now >= self._return.until:
            self._is_back(now)

    @property
    def deadline(self) -> float | None:
        """When to call `tick`."""
        times = (self.core.deadline, self._return.until if self._return else None)
        return min((time for time in times if time is not None), default=None)

    def drain(self) -> list[Order]:
        """What is to be done with the socket."""
        return self.core.drain()

    # Inside

    def _take(self, happenings: list[Happening], now: float) -> None:
        for happening in happenings:
            match happening:
                case Arrived():
                    self._arrived(happening, now)
                case Dropped():
                    self._dropped()
                case Failed(why):
                    self._failed(why)
                case Nonsense(why):
                    self._nonsense(why)
                case Slow():
                    waiting = Say(msg("online-waiting"), Priority.MINE, topic="online-waiting")
                    self._app.say(waiting)

    def _arrived(self, arrived: Arrived, now: float) -> None:
        """Tell a message; one that makes no sense in this game is the end of this server."""
        try:
            self._told(replace(arrived, message=tidied(arrived.message)), now)
        except Exception as error:  # noqa: BLE001 - whatever a made-up message does to the screens
            self._nonsense(repr(error))

    def _told(self, arrived: Arrived, now: float) -> None:
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
                self._app.answer(msg("claim-asked"))
            case _ if then is not None:
                then(message)
        if not isinstance(request, wire.Standing):
            self._at_table(message, now)
        if self._return is not None and self._return.is_there(
            message, self.seated, unfinished=self._is_unfinished
        ):
            self._is_back(now)

    def _at_table(self, message: wire.ServerMessage, now: float) -> None:
        match message:
            case wire.Seated():
                self._seated(message, now)
            case wire.Unseated():
                self._unseated(message)
            case wire.News():
                self._news(message, now)
            case wire.Line():
                self.telling.line(message, self.me)
            case wire.Update():
                self._update(message, now)

    # Coming in and out

    def _welcome(self, message: wire.Welcome, now: float) -> None:
        self.places.keep(self.core.entry, message.name, message.token, self.places.own)
        if message.back and self.me:
            self._return = Return(message.moved, message.missed, now + CATCHING_UP)
            return
        self.me = message.name or "?"
        entry = self.core.entry
        assert entry is not None
        kept = replace(self._app.settings, server=str(entry.address), nickname=message.name)
        self._app.change_settings(kept)
        self._wish()
        self._app.stack(self._room)
        id_ = "online-connected-account" if message.account else "online-connected"
        told = Say(msg(id_, name=message.name), Priority.REPLY)
        # A program that was started anew has nothing to catch up with: the table comes now.
        moved = [Say(msg("online-bot-played", message.moved), Priority.REPLY)]
        told_too = moved if message.moved else self._room.where()
        self._app.say(Sound("sit-down", notice=True), told, *told_too)
        self._app.say(Say(msg("online-chat-kept"), Priority.BACKGROUND), view=SYSTEM)

    def _wish(self) -> None:
        settings = self._app.settings
        wishes = (settings.auto_draw, float(settings.patience))
        if wishes != (False, 1.0):
            self.ask(wire.Wishes, auto_draw=wishes[0], patience=wishes[1])

    def _no(self, message: wire.No, request: wire.Request | None) -> None:
        words = words_of(self._app, message.reason, message.args)
        if isinstance(request, wire.Hello):
            self._not_let_in(message.reason, words)
        elif not isinstance(request, SILENT):
            if isinstance(request, wire.Move) and self._session is not None:
                self._session.remote.refused()
            self._app.say(*refusal(Refused(message.reason, words)))
            if isinstance(request, wire.Join) and message.reason in ASKS_SEAT:
                ask_proof(self._app, request.code)

    def _not_let_in(self, reason: str, words: Msg) -> None:
        """A newcomer may try again; who comes back too late is told so, and is out."""
        if self.me:
            self._end(words)
            return
        self._app.say(*refusal(Refused(reason, words)))
        screen = self._app.screen
        if isinstance(screen, Entrance):
            screen.refused(reason)

    def _bye(self, message: wire.Bye) -> None:
        if self.core.state is State.OUT:
            self._end(words_of(self._app, message.reason, message.args))
        else:
            self._dropped()

    def _dropped(self) -> None:
        """The line broke: everybody hears it at once, whatever is being said."""
        self._then.clear()
        self._return = None
        lost = Say(msg("online-lost"), Priority.CRITICAL)
        self._app.say(Sound("error", notice=True), lost, view=SYSTEM)

    def _failed(self, why: Line) -> None:
        words = msg(f"online-line-{why.value}")
        if self.me:
            self._end(words)
        else:
            self._app.say(*refusal(Refused(why.value, words)))

    def _nonsense(self, why: str) -> None:
        """The server cannot be understood: no more of it."""
        self.fault = why
        self.core.refuse()
        if self.me:
            self._end(msg("online-nonsense"))
        else:
            self._app.say(*refusal(Refused("online-nonsense", msg("online-nonsense"))))

    def _end(self, why: Msg) -> None:
        """There is no server any more."""
        self._forget()
        self._app.open_main_menu()
        self._app.say(Sound("error", notice=True), Say(why, Priority.CRITICAL), view=SYSTEM)

    def _forget(self) -> None:
        self._leave_match()
        self.me, self.seated, self._table, self._return = "", None, None, None
        self.speak_of(None)
        self.telling.invitation, self._people = None, ()
        self._then.clear()

    # The table

    def _seated(self, message: wire.Seated, now: float) -> None:
        see_that_it_can_be(message)
        before, self.seated = self.seated, message
        if not self.is_playing:
            self.seat_players(tuple(Called(one.name, one.gender) for one in message.seats))
        if message.own not in {"", self.places.own}:
            self.places.keep(self.core.entry, self.me, self.core.token, message.own)
        if before is None or before.table != message.table:
            self._sit_down(message)
        else:
            self._app.say(*news_of_codes(before, message))
            self._new_match = self._new_match or (message.playing and not before.playing)
        if self._session is not None and message.playing and not self._new_match:
            self._session.remote.sit(players_of(message))
            self._session.remote.stand_still(now, paused=message.paused)
        self._woken = False

    def _sit_down(self, message: wire.Seated) -> None:
        self._leave_match()
        self._new_match, self.telling.muted = True, False
        self._table = OnlineTable(self._app)
        self.speak_of(self.spec)
        self._app.stack(self._room, self._table)
        cues = self._table.arrival()
        self._app.say(*(cues if message.re else map(queued, cues)))

    def _unseated(self, message: wire.Unseated) -> None:
        self._leave_match()
        self.seated = self._table = None
        self.speak_of(None)
        self._app.stack(self._room)
        where = self._room.where()
        if message.re:
            left = Say(msg("online-left-table"), Priority.REPLY)
            self._app.say(Sound("menu-back", notice=True), left, *where)
        else:
            self._app.say(*map(queued, where))

    def _news(self, message: wire.News, now: float) -> None:
        self.telling.news(message, self.me, self.seated, silently=self._return is not None)
        if message.what in {"paused", "resumed"} and self._session is not None:
            self._session.remote.stand_still(now, paused=message.what == "paused")

    # The match

    @property
    def is_playing(self) -> bool:
        """Whether a match is on, or has just ended."""
        return self._session is not None

    @property
    def _session(self) -> OnlineSession | None:
        session = self._app.session
        return session if isinstance(session, OnlineSession) else None

    def _update(self, message: wire.Update, now: float) -> None:
        session = self._session
        if self.seated is None or message.table != self.seated.table:
            return
        if session is None or self._new_match or session.seat != message.seat:
            self._begin(message, now)
        elif self._return is not None:
            self._return.updates += message.seq > session.table.seq
            self._app.announcer.remember(session.absorb(message, now), GAME)
        else:
            session.arrived(message, now, answers=bool(message.re))

    def _begin(self, message: wire.Update, now: float) -> None:
        """A match begins, or one that goes on is joined."""
        assert self.seated is not None
        assert self._table is not None
        self._new_match = False
        table = RemoteTable(self.spec, players_of(self.seated), self._ask_for_table)
        update = table.take(message, now)
        session = OnlineSession(table, update.seat, around(self._app))
        before, self._match = self._match, None
        if before is not None:
            self._app.stack(self._room, self._table, *self._chat_lines())
        self._app.enter(session)
        self._match = OnlineMatch(self._app, session)
        self._app.slip_in(self._match, self._table)
        self._app.matches.follow()
        session.began(update, now)

    def _chat_lines(self) -> list[Screen]:
        return [self._app.screen] if isinstance(self._app.screen, ChatLine) else []

    def _ask_for_table(self, kind: type[wire.Request], **given: Any) -> int:
        if self.core.state is not State.IN:
            if issubclass(kind, SILENT):
                return 0
            raise Refused("online-lost", msg("online-lost"))
        return self.core.ask(kind, self._app.now, **given)

    def _leave_match(self) -> None:
        if self._session is not None:
            self._app.announcer.forget(GAME)
            self._app.enter(None)
        self._match = None

    # Coming back

    def _is_back(self, now: float) -> None:
        """Everything missed has arrived: tell it once."""
        back, self._return = self._return, None
        assert back is not None
        if self._is_unfinished and self.seated is not None and not self.seated.playing:
            self._is_back_too_late()
            return
        session = self._session
        turn = None if session is None else session.whose_turn()
        self._app.say(Sound("sit-down", notice=True), *back.words(turn), view=SYSTEM)
        if session is not None:
            cues = list(map(queued, session.caught_up(now)))
            if cues:
                self._app.tell(cues)
            session.has_heard()
        with suppress(Refused):
            self._wish()

    @property
    def _is_unfinished(self) -> bool:
        """Whether a match is on whose end has not been told."""
        last = None if self._session is None else self._session.remote.last
        return last is not None and not last.over

    def _is_back_too_late(self) -> None:
        """The match has ended, and nobody knows any more how: only its table is left."""
        told = (msg("online-back"), msg("online-match-gone"))
        says = [Say(one, Priority.CRITICAL) for one in told]
        self.to_table(Sound("sit-down", notice=True), *says)
