"""The menu of a server's room, and the lists that it opens: new table, public tables, calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from audiogames.app.favourites import Favourite, setup_of
from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question
from audiogames.app.screens.favourites import TablesScreen
from audiogames.app.screens.online.account import open_account
from audiogames.app.screens.online.days import ServerDays
from audiogames.app.screens.online.people import ServerKeys
from audiogames.app.screens.online.ratings import RatingGames
from audiogames.app.screens.options import (
    OptionsScreen,
    choice_knob,
    field_knobs,
    limit_knob,
)
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import Cue, Msg, Priority, Say, msg
from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec, game, game_ids
from audiogames.net import wire
from audiogames.net.client.remote_table import read_update
from audiogames.net.wire.steward import PLAYER
from audiogames.present.localizer import Called
from audiogames.present.table_speech import standing

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

PRIVACY: Final = ("everybody", "friends", "nobody")
"""The choices of who may write to and invite the player."""


class RoomScreen(ListScreen):
    """The menu of the room, which is below all other screens while the player is on a server."""

    context: OnlineContext

    layers: tuple[str, ...] = ("list", "server")

    def __init__(self, context: OnlineContext) -> None:
        super().__init__(context)
        self._keys = ServerKeys(context)
        self._privacy = PRIVACY[0]

    def title(self) -> Msg:
        return msg("room-title")

    def items(self) -> Sequence[Item]:
        """Return the actions of the room."""
        return (
            *self._invitation(),
            *self._call(),
            Item(msg("room-open"), lambda: self.context.push(NewTable(self.context))),
            Item(msg("room-tables"), self._ask_for_tables),
            Item(msg("room-code"), self._ask_code),
            Item(msg("room-people"), partial(self._press, "who-online")),
            Item(msg("room-friends"), partial(self._press, "friends")),
            Item(msg("room-company"), lambda: self.context.push(CompanyScreen(self.context))),
            Item(msg("room-contests"), self._contests),
            Item(msg("menu-days"), lambda: self.context.push(ServerDays(self.context))),
            Item(msg("room-ratings"), lambda: self.context.push(RatingGames(self.context))),
            Item(msg("room-privacy"), self._open_privacy),
            *self._account(),
            *self._moderation(),
            Item(msg("room-leave"), self.back),
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and of the keys that work on all screens of a server."""
        return {**self._keys.actions(), **super().actions()}

    def back(self) -> None:
        """Ask for confirmation, then leave the server."""
        question = Question(msg("room-leave-question"), self.context.online.leave)
        self.context.push(Confirm(self.context, question))

    def _press(self, id_: str) -> None:
        self._keys.actions()[id_]("")

    def _invitation(self) -> Iterator[Item]:
        if self.context.online.telling.invitation is None:
            return
        name, id_, code = self.context.online.telling.invitation
        if id_ in game_ids():
            words = msg("room-invited", name=name, game=msg(f"game-{id_}"))
            yield Item(words, partial(self.context.online.ask, wire.Join, code=code))

    def _account(self) -> Iterator[Item]:
        if self.context.online.has_account:
            yield Item(msg("room-account"), partial(open_account, self.context))

    def _moderation(self) -> Iterator[Item]:
        if self.context.online.role != PLAYER:
            yield Item(msg("room-moderation"), partial(self._press, "moderation"))

    def _call(self) -> Iterator[Item]:
        """Yield a menu item that joins the table of the latest call for players, if any."""
        if self.context.online.telling.call is None:
            return
        name, id_, number = self.context.online.telling.call
        if id_ in game_ids():
            words = msg("room-called", name=name, game=msg(f"game-{id_}"))
            yield Item(words, partial(self.context.online.ask, wire.Join, table=number))

    def _ask_for_tables(self) -> None:
        def show(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.TableList):
                self.context.push(TableLines(self.context, answer.tables))

        self.context.online.ask(wire.ListTables, show)

    def _contests(self) -> None:
        # Imported on demand, because that module imports this one.
        from audiogames.app.screens.online.contests import ask_for_contests  # noqa: PLC0415

        ask_for_contests(self.context)

    def _ask_code(self) -> None:
        self.context.push(TypeLine(self.context, msg("room-type-code"), self._join))

    def _join(self, text: str) -> None:
        code = "".join(text.split())
        self.context.online.ask(wire.Join, code=code, own=self.context.online.places.own)

    def _open_privacy(self) -> None:
        def put(value: str) -> None:
            self.context.online.ask(wire.Privacy, messages=value)
            self._privacy = value

        knob = choice_knob("privacy", PRIVACY, lambda: self._privacy, put)
        self.context.push(OptionsScreen(self.context, msg("room-privacy"), (knob,)))


class CompanyScreen(ListScreen):
    """The settings for announcing that a table waits for players: for which games, and when.

    Enter switches a game on or off.
    """

    context: OnlineContext

    def title(self) -> Msg:
        return msg("room-company")

    def items(self) -> Sequence[Item]:
        """Return an item for each game, and one for the hours of announcing waiting tables."""
        wanted = self._wanted
        games = (
            Item(
                msg(f"company-{'on' if id_ in wanted else 'off'}", game=msg(f"game-{id_}")),
                partial(self._turn, id_),
            )
            for id_ in game_ids()
        )
        return (*games, Item(self._hours(), self._open_hours))

    def _hours(self) -> Msg:
        settings = self.context.settings
        first, end = settings.company_from, settings.company_to
        is_always = end - first == 24 or first == end
        return msg("company-always") if is_always else msg("company-hours", first=first, end=end)

    def _open_hours(self) -> None:
        put = self.context.change_settings
        knobs = field_knobs(lambda: self.context.settings, put, ("company_from", "company_to"))
        self.context.push(OptionsScreen(self.context, self._hours(), knobs))

    @property
    def _wanted(self) -> list[str]:
        return [one for one in self.context.settings.company.split(",") if one]

    def _turn(self, id_: str) -> None:
        """Switch on or off whether calls for players of this game are announced."""
        wanted = self._wanted
        kept = [one for one in wanted if one != id_] if id_ in wanted else [*wanted, id_]
        self.context.change_settings(replace(self.context.settings, company=",".join(kept)))
        self.context.say(self.current())


class NewTable(TablesScreen):
    """A list for choosing a game or favourite for a new table."""

    context: OnlineContext

    def title(self) -> Msg:
        return msg("room-open")

    def take(self, spec: Spec) -> None:
        """Open a private table with the options that were used last for this game."""
        last = self.context.matches.table_for(spec)
        options = written(last.options)
        self.context.online.ask(wire.Open, game=spec.id, options=options, limit=last.limit)

    def take_favourite(self, favourite: Favourite) -> None:
        """Open a table with the options of a favourite, but with empty seats."""
        setup = setup_of(favourite, self.context.matches.me())
        options = written(setup.options)
        self.context.online.ask(wire.Open, game=setup.spec.id, options=options, limit=setup.limit)


class TableLines(ListScreen):
    """A list of the public tables; it is not updated while it is open."""

    context: OnlineContext

    layers: tuple[str, ...] = ("tables", "list", "server")

    def __init__(self, context: OnlineContext, tables: Sequence[wire.TableLine]) -> None:
        super().__init__(context)
        self._keys = ServerKeys(context)
        self._tables = tuple(one for one in tables if one.game in game_ids())

    def title(self) -> Msg:
        """Return the number of tables."""
        return msg("tables-title", len(self._tables))

    def items(self) -> Sequence[Item]:
        """Return an item for each table: its game, host, seats and state."""
        found = tuple(Item(_line(one), partial(self._join, one)) for one in self._tables)
        return found or (Item(msg("tables-none"), self.back),)

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of the list.

        Some announce the options of the focused table and the score of its match.
        """
        return {
            **self._keys.actions(),
            **super().actions(),
            "table-rules": lambda _key: self._rules(),
            "table-standing": lambda _key: self._standing(),
        }

    @property
    def _focused(self) -> wire.TableLine | None:
        return self._tables[self.place] if self.place < len(self._tables) else None

    def _join(self, line: wire.TableLine) -> None:
        """Sit down at a table, or watch if it is full or its match has started."""
        watch = line.playing or line.people + line.bots >= line.seats
        self.context.online.ask(wire.Join, table=line.table, watch=watch)

    def _rules(self) -> None:
        """Announce the options of the focused table."""
        line = self._focused
        if line is None:
            self.tell()
            return
        self.context.online.speak_of(game(line.game))
        self.context.say(*rules_of(game(line.game), line.options, line.limit))

    def _standing(self) -> None:
        line = self._focused
        if line is None:
            self.tell()
        elif not line.playing:
            self.context.answer(msg("tables-not-begun"))
        else:
            show = partial(self._tell_standing, game(line.game))
            self.context.online.ask(wire.AskStanding, show, table=line.table)

    def _tell_standing(self, spec: Spec, answer: wire.ServerMessage) -> None:
        if not isinstance(answer, wire.MatchUpdate):
            return
        seats = len(answer.view.get("hand_sizes", ()))
        update = read_update(spec, answer, seats)
        places = (self.context.text(msg("seat-number", seat=seat + 1)) for seat in range(seats))
        self.context.online.seat_players(tuple(map(Called, places)))
        self.context.online.speak_of(spec)
        self.context.answer(standing(spec, update.view, waiting=update.waiting))


def _line(table: wire.TableLine) -> Msg:
    state = msg("table-playing" if table.playing else "table-waits")
    seats = msg("table-seats", taken=table.people + table.bots, seats=table.seats)
    name = msg(f"game-{table.game}")
    return msg("table-line", game=name, host=table.host, seats=seats, state=state)


def rules_of(spec: Spec, options: object, limit: int | None) -> tuple[Cue, ...]:
    """Return announcements of the options of a table, one for each."""
    try:
        read = read_options(spec.options, options if isinstance(options, dict) else {})
    except OptionError:
        return (Say(msg("tables-foreign"), Priority.REPLY),)
    knobs = [*field_knobs(lambda: read, _fixed), limit_knob(lambda: limit, _fixed)]
    return tuple(Say(knob.label(), Priority.REPLY) for knob in knobs)


def written(options: object) -> dict[str, object]:
    """Return options as JSON values, as they are sent to the server."""
    return {name: getattr(options, name) for name in options.__dataclass_fields__}  # type: ignore[attr-defined]


def _fixed(_value: object) -> None:
    """Do nothing: the options of another table are shown but cannot be changed."""
