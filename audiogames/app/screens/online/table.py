"""The screen of an online table before and after its match, and the options of such a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.about_bots import known_of
from audiogames.app.online.opening import TableOfServer
from audiogames.app.online.tables import code_words, own_words, players_of
from audiogames.app.screens.base import Action, Item, ListScreen
from audiogames.app.screens.online.people import PersonMenu
from audiogames.app.screens.online.room import written
from audiogames.app.screens.online.social import SocialKeys
from audiogames.app.screens.options import (
    Knob,
    OptionsScreen,
    level_knob,
    limit_knob,
    table_knobs,
    value_words,
)
from audiogames.core.contract import Refused
from audiogames.core.cues import Cue, Msg, Priority, Say, Sound, msg
from audiogames.core.options import Number, Switch, read_options
from audiogames.net import wire
from audiogames.present.frame import Button, Frame

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

BUTTONS: Final = {
    "start": "enter",
    "add-bot": "b",
    "remove-bot": "shift+b",
    "invite": "ctrl+i",
    "table-options": "alt+o",
    "chat": "alt+c",
}

SLOW: Final = Number(0, 60, (0, 1, 2, 5, 10, 30, 60))
"""The choices of seconds between two lines of chat of one person."""

MINIMUM: Final = Number(0, 100, (0, 1, 5, 10, 20, 50, 100))
"""The choices of how many finished matches a newcomer without the code needs."""


class OnlineTableScreen(ListScreen, TableOfServer):
    """The screen of an online table: the host starts the match, seats bots and sets options.

    The other people can wait, chat or leave.
    """

    context: OnlineContext

    layers: tuple[str, ...] = ("seats", "list", "server", "social")
    kind = "lobby"

    def __init__(self, context: OnlineContext) -> None:
        super().__init__(context)
        self._keys = SocialKeys(context)
        self._level = context.online.spec.bots.default
        self.chosen: set[str] = set()
        """The game's options that the host has set here."""

    def title(self) -> Msg:
        """Return the game of the table, and its host."""
        table = self.context.online.table
        name = msg(f"game-{table.game}")
        if self.context.online.is_host:
            return msg("lobby", game=name)
        return msg("online-table", game=name, host=table.host)

    def arrival(self) -> Sequence[Cue]:
        """Return the announcement for a player who has sat down at the table.

        It contains the kind of the table, its code, its players, and the digits that restore the
        player's seat.
        """
        kind, *own = (Say(words, Priority.REPLY) for words in self._kind_and_own())
        return Sound("sit-down", notice=True), kind, *self.where(), *own

    def beside_match(self) -> Sequence[Say]:
        """Return the announcements about the table itself, without its running match."""
        kind, *own = self._kind_and_own()
        return tuple(Say(words, Priority.MINE) for words in (kind, self.title(), *own))

    def _kind_and_own(self) -> Sequence[Msg]:
        table = self.context.online.table
        kind = "online-public-table" if table.public else "online-private-table"
        return msg(kind), *own_words(table)

    def where(self) -> Sequence[Cue]:
        """Return the announcement of the table: code, number of players, and how to start."""
        return self._announcement(*code_words(self.context.online.table), *self._state())

    def returned(self) -> None:
        """Announce the table again, without its code, because a key announces the code."""
        self.context.say(*self._announcement(*self._state()))

    def _announcement(self, *about: Msg) -> Sequence[Cue]:
        lost = (msg("online-lost"),) if self.context.online.is_lost else ()
        return tuple(Say(words, Priority.REPLY) for words in (*lost, self.title(), *about))

    def _state(self) -> Iterator[Msg]:
        table = self.context.online.table
        if len(table.seats) > 1:
            yield msg("lobby-players", len(table.seats))
        if table.rated:
            yield msg("online-rated")
        if table.playing:
            yield msg("online-being-played")
        elif not self.context.online.is_host:
            yield msg("online-host-starts", name=table.host)
        else:
            yield msg("lobby-start" if len(table.seats) > 1 else "online-alone")

    def items(self) -> Sequence[Item]:
        """Return the players, then the spectators."""
        table = self.context.online.table
        lines = [self._seat_words(one) for one in table.seats]
        lines += [msg("online-seat-watching", name=name) for name in table.watching]
        return tuple(Item(words, self._tell_person) for words in lines or [msg("people-nobody")])

    def _seat_words(self, one: wire.Sitting) -> Msg:
        if one.level:
            return msg("online-seat-bot", name=one.name)
        mine = "-you" if one.name == self.context.online.me else ""
        state = (
            "-away" if one.away else "-host" if one.name == self.context.online.table.host else ""
        )
        return msg(f"online-seat{mine}{state}", name=one.name)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, with actions for start, seats, options and people."""
        return {
            **self._keys.actions(),
            **super().actions(),
            "start": lambda _key: self._start(),
            "add-bot": lambda _key: self._host(wire.AddBot, level=self._level),
            "remove-bot": lambda _key: self._host(wire.RemoveBot),
            "table-options": lambda _key: self._options(),
            "person": lambda _key: self._tell_person(),
        }

    def frame(self) -> Frame:
        """Draw the players and the buttons."""
        offered = {id_: key for id_, key in BUTTONS.items() if self._is_offered(id_)}
        words = {key: self.context.text(msg(f"do-{id_}")) for id_, key in offered.items()}
        buttons = tuple(Button(text, key) for key, text in words.items())
        about = (*code_words(self.context.online.table), *self._state())
        lines = tuple(self.context.text(words) for words in about)
        return replace(super().frame(), buttons=buttons, lines=lines)

    def _is_offered(self, id_: str) -> bool:
        """Whether to offer the button for this action, given the people and seats at the table."""
        table, seats = self.context.online.table, self.context.online.spec.seats
        match id_:
            case "start":
                return len(table.seats) in seats
            case "add-bot":
                return len(table.seats) < max(seats)
            case "remove-bot":
                return any(one.level for one in table.seats)
        return True

    def back(self) -> None:
        """Ask for confirmation, then leave the table."""
        self._keys.leave()

    def _host(self, kind: type[wire.Request], **given: Any) -> None:
        """Send a request that only the host may send; for others, raise `Refused`."""
        table = self.context.online.table
        if not self.context.online.is_host:
            raise Refused("online-only-host", msg("online-only-host", name=table.host))
        self.context.online.ask(kind, **given)

    def _start(self) -> None:
        table, spec = self.context.online.table, self.context.online.spec
        if not table.playing and self.context.online.is_host and len(table.seats) < min(spec.seats):
            raise Refused("lobby-too-few", msg("lobby-too-few"))
        self._host(wire.StartMatch)

    def _tell_person(self) -> None:
        """Describe the focused bot, or open a menu for the focused person."""
        table = self.context.online.table
        people = [one.name for one in table.seats] + table.watching
        if self.place < len(table.seats) and table.seats[self.place].level:
            self._tell_about_bots(table)
            return
        name = people[self.place] if self.place < len(people) else ""
        if not name or name == self.context.online.me:
            self.context.say(self.current())
            return
        watching = self.place >= len(table.seats)
        self.context.push(
            PersonMenu(self.context, wire.Person(name, table=table.table, watching=watching))
        )

    def _tell_about_bots(self, table: wire.Seated) -> None:
        """Describe the focused bot by level and character; online all bots have the same speed."""
        spec = self.context.online.spec
        options = read_options(spec.options, table.options)
        bot = players_of(table)[self.place]
        self.context.say(Say(known_of(spec, options, bot, hesitates=False), Priority.REPLY))

    # Options

    def _options(self) -> None:
        self.context.push(
            OptionsScreen(self.context, msg("options"), TableKnobs(self.context, self).all())
        )

    @property
    def level(self) -> str:
        """The level of the bot that is added next."""
        return self._level

    @level.setter
    def level(self, level: str) -> None:
        self._level = level


class TableKnobs:
    """The controls for the options of an online table; changes are sent to the server at once."""

    def __init__(self, context: OnlineContext, screen: OnlineTableScreen) -> None:
        self._context = context
        self._screen = screen
        table = context.online.table
        self._options = read_options(context.online.spec.options, table.options)
        self._now: dict[str, Any] = {
            "limit": table.limit,
            "public": table.public,
            "slow": table.slow,
            "extensions": table.extensions,
            "spectators": table.spectators,
            "rated": table.rated,
            "same_address": table.same_address,
            "minimum": table.minimum,
        }

    def all(self) -> Sequence[Knob]:
        """Return the controls: game options, time limit, bots' level, who may join and chat."""
        limit = limit_knob(lambda: self._now["limit"], self._put_limit)
        spec, get = self._context.online.spec, lambda: self._screen.level
        level = level_knob(spec, lambda: self._options, get, self._put_level)
        return (
            *table_knobs(spec, lambda: self._options, self._put_options, self._screen.chosen),
            limit,
            level,
            self._switch("public"),
            self._switch("spectators"),
            self._switch("extensions"),
            self._switch("rated"),
            self._switch("same_address"),
            self._minimum(),
            self._slow(),
        )

    def _put_options(self, options: Any) -> None:
        self._arrange(options=written(options))
        self._options = options

    def _put_limit(self, limit: int | None) -> None:
        self._arrange(limit=limit or 0)
        self._now["limit"] = limit

    def _put_level(self, level: str) -> None:
        self._screen.level = level

    def _put(self, name: str, value: Any) -> None:
        self._arrange(**{name: value})
        self._now[name] = value

    def _switch(self, name: str) -> Knob:
        allowed = Switch()
        return Knob(
            f"table-{name}",
            lambda: value_words(name, allowed, self._now[name]),
            lambda by: self._put(name, allowed.step(self._now[name], by)),
        )

    def _minimum(self) -> Knob:
        return Knob(
            "table-minimum",
            lambda: value_words("table-minimum", MINIMUM, self._now["minimum"]),
            lambda by: self._put("minimum", MINIMUM.step(self._now["minimum"], by)),
        )

    def _slow(self) -> Knob:
        return Knob(
            "table-slow",
            lambda: msg("limit-seconds", self._now["slow"]),
            lambda by: self._put("slow", SLOW.step(self._now["slow"], by)),
        )

    def _arrange(self, **given: Any) -> None:
        """Send changed options to the server.  Raises `Refused` if the player is not the host."""
        online = self._context.online
        if not online.is_host:
            raise Refused("online-only-host", msg("online-only-host", name=online.table.host))
        online.ask(wire.Arrange, _ignore_answer, **given)


def _ignore_answer(_answer: wire.ServerMessage) -> None:
    """Do nothing with the server's answer, because the new value was announced already."""
