"""A table online: who sits and watches, what is played, and the match while there is one.

A chair is a bot's own, a person's, or that of a person who gave it up during the match: then a
bot plays for him, and he may have it back.  Before a match chairs stand in the order of joining;
a match keeps its own list of them by seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from audiogames.core.events import Seat
from audiogames.core.game import Turn
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import limits, wire
from audiogames.net.names import key_of
from audiogames.net.outputs import Conn
from audiogames.net.people import Member
from audiogames.table.seats import BOT, BOT_NAMES, HUMAN, Player, bot_player
from audiogames.table.served import ServedTable
from audiogames.table.setup import places
from audiogames.table.table import Listener, Wanted


class GivenUp(msgspec.Struct, frozen=True):
    """How the owner of a chair that was given up is known: by tokens (hashes), account, digits."""

    tokens: list[str] = []
    account: bool = False
    own: str = ""
    at: float = 0.0


@dataclass(eq=False)
class Chair:
    """A seat and who has it."""

    name: str
    gender: str = ""
    level: str = ""
    """Of a bot; empty for a person's chair."""
    member: Member | None = None
    stand_in: bool = False
    """Whether a bot plays for the person."""
    returns: bool = True
    """Whether he who gave it up may have it back."""
    given_up: GivenUp | None = None
    """Whose it was, while nobody has it."""

    @property
    def is_bot(self) -> bool:
        """Whether nobody ever sat here."""
        return self.level != ""

    def player(self) -> Player:
        """As the match begins with it."""
        if self.member is None:
            return Player(self.name, BOT, self.level, self.gender)
        wish = self.member.wish
        return Player(self.name, HUMAN, "", self.gender, wish.auto_draw, wish.patience)

    def sitting(self) -> wire.Sitting:
        """As everybody at the table is told of it."""
        away = self.member is not None and not self.member.here
        return wire.Sitting(self.name, self.gender, self.level, away, self.stand_in)


class KeptChair(msgspec.Struct):
    """A chair as the store has it; `member` is the hash of a token."""

    name: str
    gender: str
    level: str
    member: str
    stand_in: bool
    returns: bool
    given_up: GivenUp | None = None


class KeptRoom(msgspec.Struct):
    """A table as the store has it."""

    id: int
    code: str
    game: str
    options: dict[str, Any]
    public: bool
    limit: int | None
    slow: int
    extensions: bool
    spectators: bool
    host: str
    voted: bool
    empty_since: float
    banned: list[str]
    chairs: list[KeptChair]
    order: list[int]
    watchers: list[str]
    moved: bool = True


@dataclass(eq=False)
class Plea:
    """Somebody without token and digits asks those who sit here for a seat."""

    conn: Conn
    request: wire.Hello | wire.Join
    name: str
    until: float
    agreed: set[int] = field(default_factory=set)


@dataclass(eq=False)
class Room:
    """A table and the people at it."""

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
    order: list[Chair] = field(default_factory=list)
    """By seat, while a match is on."""
    sat: dict[int, Seat] = field(default_factory=dict)
    """Who had which seat in the match that has ended, by the number of the person."""
    watchers: list[Member] = field(default_factory=list)
    banned: set[str] = field(default_factory=set)
    """Keys of names, and addresses."""
    table: ServedTable | None = None
    votes: set[int] = field(default_factory=set)
    voted: bool = False
    """Whether a vote has paused the match."""
    waiting_since: float | None = None
    told_at: float = 0.0
    moved: bool = False
    """Whether a person has made a move in this match."""
    asked: Wanted | None = None
    empty_since: float | None = None
    plea: Plea | None = None

    # Who is here

    @property
    def playing(self) -> bool:
        """Whether a match is on."""
        return self.table is not None and self.table.state.to_act is not Turn.OVER

    @property
    def kept_seconds(self) -> float:
        """How long the match waits for people who have gone."""
        return limits.SAVED_SECONDS if self.moved else limits.UNPLAYED_SECONDS

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
        """Whether anybody who sits has a line."""
        return any(member.here for member in self.seated)

    def chair_of(self, member: Member) -> Chair | None:
        """Where he sits."""
        return next((chair for chair in self.chairs if chair.member is member), None)

    def seat_of(self, member: Member) -> Seat | None:
        """His seat in the match."""
        return next((Seat(n) for n, chair in enumerate(self.order) if chair.member is member), None)

    def given_up_by(self, name: str) -> Chair | None:
        """The chair that a person of this name has left and may have back."""
        left = (one for one in self.chairs if one.member is None and not one.is_bot)
        key = key_of(name)
        return next((one for one in left if one.returns and key_of(one.name) == key), None)

    def is_banned(self, name: str, address: str) -> bool:
        """Whether a person of this name, or from there, may not come to this table."""
        return key_of(name) in self.banned or address in self.banned

    def by_name(self, name: str) -> Member | None:
        """The person at this table with that name."""
        key = key_of(name)
        return next((member for member in self.members if member.key == key), None)

    # Sitting down and standing up

    def sit(self, member: Member) -> None:
        """A person takes the next chair; a bot of his name takes another name."""
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
        bot = bot_player(taken, "normal") if len(taken) < len(BOT_NAMES) else Player("Bot")
        return bot.name, bot.gender

    def last_bot(self) -> Chair | None:
        """The bot that came last."""
        return next((chair for chair in reversed(self.chairs) if chair.is_bot), None)

    def clear(self) -> None:
        """After a match: who gave up his chair has none any more."""
        self.chairs = [one for one in self.chairs if one.is_bot or one.member is not None]
        self.order = []
        for chair in self.chairs:
            chair.stand_in = False

    # The match

    def players(self) -> list[Chair]:
        """The chairs by seat, as they stand now."""
        seated = tuple(chair.player() for chair in self.chairs)
        by_seat = places(self.spec, seated)
        # By identity: two bots may be alike in everything.
        return [self.chairs[_place(seated, player)] for player in by_seat]

    def listeners(self) -> list[Listener]:
        """Who is told of the match: seats with a person, and those who watch, as one."""
        seats = [Seat(n) for n, chair in enumerate(self.order) if chair.member is not None]
        return [*seats, None] if self.watchers else [*seats]

    # As others see it

    def line(self) -> wire.TableLine:
        """As the list of tables has it."""
        people = len(self.seated)
        return wire.TableLine(
            table=self.id,
            game=self.spec.id,
            host=self.host.name if self.host else "",
            people=people,
            bots=sum(chair.is_bot for chair in self.chairs),
            seats=max(self.spec.seats),
            playing=self.playing,
            options=self.written_options(),
            limit=self.limit,
        )

    def written_options(self) -> dict[str, Any]:
        """The options in plain values."""
        options = plain(self.options)
        assert isinstance(options, dict)
        return options

    def seated_for(self, member: Member) -> wire.Seated:
        """As one of those at the table is told of it."""
        chairs = self.order if self.playing else self.chairs
        me = next((n for n, chair in enumerate(chairs) if chair.member is member), None)
        return wire.Seated(
            table=self.id,
            game=self.spec.id,
            options=self.written_options(),
            public=self.public,
            limit=self.limit,
            slow=self.slow,
            extensions=self.extensions,
            spectators=self.spectators,
            code="" if member in self.watchers else self.code,
            own="" if member in self.watchers else member.own,
            host=self.host.name if self.host else "",
            seats=[chair.sitting() for chair in chairs],
            watching=[watcher.name for watcher in self.watchers],
            me=me,
            playing=self.playing,
            paused=self.voted,
            votes=len(self.votes),
        )

    def kept(self) -> KeptRoom:
        """As the store keeps it."""
        return KeptRoom(
            self.id,
            self.code,
            self.spec.id,
            self.written_options(),
            self.public,
            self.limit,
            self.slow,
            self.extensions,
            self.spectators,
            self.host.token if self.host else "",
            self.voted,
            self.empty_since or 0.0,
            sorted(self.banned),
            list(map(_kept_chair, self.chairs)),
            [self.chairs.index(chair) for chair in self.order],
            [watcher.token for watcher in self.watchers],
            self.moved,
        )

    def people_besides(self, member: Member) -> Iterator[Member]:
        """Everybody at the table but one."""
        return (one for one in self.members if one is not member)


def _place(seated: tuple[Player, ...], player: Player) -> int:
    return next(place for place, one in enumerate(seated) if one is player)


def _kept_chair(chair: Chair) -> KeptChair:
    token = chair.member.token if chair.member else ""
    return KeptChair(
        chair.name,
        chair.gender,
        chair.level,
        token,
        chair.stand_in,
        chair.returns,
        chair.given_up,
    )
