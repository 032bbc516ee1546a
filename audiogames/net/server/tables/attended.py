"""A table online as a place: what it was opened with, and who sits there and watches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.outputs import Outgoing
from audiogames.net.server.people.member import Member, hidden
from audiogames.net.server.tables.kept import TableRegister
from audiogames.net.server.tables.match import Chair
from audiogames.table.seats import BOT_NAMES, bot_player


@dataclass(eq=False)
class AttendedTable:
    """A table and the people at it.  Before a match chairs stand in the order of joining."""

    register: TableRegister
    id: int
    code: str
    spec: Spec
    options: Any
    public: bool = False
    limit: int | None = None
    slow: int = limits.SLOW
    extensions: bool = True
    spectators: bool = True
    host: Member | None = None
    opened_by: int = 0
    opened_from: str = ""
    """The address; in no file, so that after a restart it is not known any more."""
    chairs: list[Chair] = field(default_factory=list)
    """In the order of joining."""
    watchers: list[Member] = field(default_factory=list)
    banned: set[str] = field(default_factory=set)
    """Keys of names, and addresses."""

    @property
    def seated(self) -> list[Member]:
        """The people who sit, in the order of joining."""
        return [chair.member for chair in self.chairs if chair.member is not None]

    @property
    def members(self) -> list[Member]:
        """Everybody at the table."""
        return [*self.seated, *self.watchers]

    @property
    def full(self) -> bool:
        """Whether every seat is taken that the game can have."""
        return len(self.chairs) >= max(self.spec.seats)

    @property
    def somebody_plays(self) -> bool:
        """Whether anybody who sits has a connection."""
        return any(member.here for member in self.seated)

    def chair_of(self, member: Member) -> Chair | None:
        """Where they sit."""
        return next((chair for chair in self.chairs if chair.member is member), None)

    def is_banned(self, name: str, address: str) -> bool:
        """Whether a person of this name, or from there, may not come to this table."""
        return key_of(name) in self.banned or address in self.banned

    def by_name(self, name: str) -> Member | None:
        """The person at this table with that name."""
        key = key_of(name)
        return next((member for member in self.members if member.key == key), None)

    def sit(self, member: Member) -> None:
        """A person takes the next chair; a bot of that name takes another name."""
        for chair in self.chairs:
            if chair.is_bot and key_of(chair.name) == member.key:
                chair.name, chair.gender = self._bot_name(member)
        self.chairs.append(Chair(member.name, member.gender, member=member))

    def seat_bot(self, level: str) -> Chair:
        """A bot takes the next chair."""
        chair = Chair(*self._bot_name(), level=level)
        self.chairs.append(chair)
        return chair

    def _bot_name(self, comes: Member | None = None) -> tuple[str, str]:
        people = [*self.seated, *self.watchers, *([comes] if comes else [])]
        keys = {key_of(chair.name) for chair in self.chairs} | {one.key for one in people}
        taken = tuple(name for name, _ in BOT_NAMES if key_of(name) in keys)
        if len(taken) == len(BOT_NAMES):
            return "Bot", ""
        bot = bot_player(taken, self.spec.bots.default)
        return bot.name, bot.gender

    def last_bot(self) -> Chair | None:
        """The bot that came last."""
        return next((chair for chair in reversed(self.chairs) if chair.is_bot), None)

    def people_besides(self, member: Member) -> Iterator[Member]:
        """Everybody at the table but one."""
        return (one for one in self.members if one is not member)

    @property
    def _outgoing(self) -> Outgoing:
        return self.register.outgoing

    def news(self, what: str, name: str = "", **args: Any) -> None:
        """Tell everybody at the table."""
        self._outgoing.tell_all(self.members, wire.News(what=what, name=name, args=args))

    def comings(self, member: Member, what: str) -> None:
        """Tell the others of somebody's coming and going.

        A spectator is not named to people whom they have blocked or who have blocked them; the
        seated are always named, since everybody at a table must know who sits there.
        """
        watches = member not in self.seated
        hearers = (
            one for one in self.people_besides(member) if not (watches and hidden(one, member))
        )
        self._outgoing.tell_all(hearers, wire.News(what=what, name=member.name))

    def hand_over(self, heir: Member) -> None:
        """The table has another host."""
        self.host = heir
        self.news("host-is", heir.name)

    def written_options(self) -> dict[str, Any]:
        """The options in plain values."""
        options = plain(self.options)
        assert isinstance(options, dict)
        return options
