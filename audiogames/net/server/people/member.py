"""Who is on a server: what is known of each, and what is kept for one whose connection is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.names import key_of, sound_of
from audiogames.net.server import limits
from audiogames.net.server.limits import Bucket, Buckets
from audiogames.net.server.naming import person_name, sound_name, token_name

Conn = int
"""The number that the shell gives a connection."""

EVERYBODY: Final = "everybody"
FRIENDS: Final = "friends"
NOBODY: Final = "nobody"
PRIVACY: Final = (EVERYBODY, FRIENDS, NOBODY)


class Pace(Enum):
    """What a person may do so often and no more."""

    REPORT = "report"
    INVITATION = "invitation"
    STRANGER = "stranger"
    """Being written to or invited by somebody who is no friend."""
    COMING = "coming"
    HOSTING = "hosting"
    CALL = "call"
    """Having everybody told that players are wanted."""


PACES: Final = {
    Pace.REPORT: (limits.REPORT_SECONDS, limits.REPORTS_AT_ONCE),
    Pace.INVITATION: (limits.INVITATION_SECONDS, limits.INVITATIONS_AT_ONCE),
    Pace.STRANGER: (limits.STRANGER_SECONDS, limits.STRANGERS_AT_ONCE),
    Pace.COMING: (limits.COMING_SECONDS, limits.COMINGS_AT_ONCE),
    Pace.HOSTING: (limits.HOSTING_SECONDS, limits.HOSTINGS_AT_ONCE),
    Pace.CALL: (limits.CALL_FOR_PLAYERS_SECONDS, limits.CALLS_FOR_PLAYERS),
}
"""Seconds until one comes back, and how many at once."""

SharedPace = Callable[[str, str, float], bool]
"""Whether the person with this key may do this (`Pace`) now, at whichever process they are."""


class Paces:
    """What people may do so often, by the keys of their names."""

    def __init__(self) -> None:
        self._buckets = {
            pace.value: Buckets(1 / seconds, at_once) for pace, (seconds, at_once) in PACES.items()
        }

    def take(self, key: str, pace: str, now: float) -> bool:
        """Whether it is not too often; it counts then.

        What another version of the program counts is never too often here.
        """
        buckets = self._buckets.get(pace)
        return buckets is None or buckets.take(key, now)


PACED: Final[dict[type[wire.Request], Pace]] = {
    wire.Join: Pace.COMING,
    wire.Watch: Pace.COMING,
    wire.VotePause: Pace.COMING,
    wire.AddBot: Pace.HOSTING,
    wire.RemoveBot: Pace.HOSTING,
    wire.Arrange: Pace.HOSTING,
    wire.PassHost: Pace.HOSTING,
}
"""What everybody at a table hears of: nobody may keep the others from hearing anything else."""


class Contacts(msgspec.Struct):
    """Whom a person wants to hear; names by their keys, friends with the name as it is written."""

    friends: dict[str, str] = {}
    blocked: dict[str, str] = {}
    privacy: str = EVERYBODY


class Device(msgspec.Struct):
    """A program that may come in to an account by its token alone."""

    since: float
    seen: float
    label: str = ""


class Account(msgspec.Struct):
    """A name that is kept: hashes of its password and recovery code, and its owner's contacts."""

    name: str
    gender: str
    hashed: str
    manners: Contacts = msgspec.field(default_factory=Contacts)
    recovery: str = ""
    devices: dict[str, Device] = {}
    """By the hashes of their tokens, the one used longest ago first."""


class Registered(msgspec.Struct):
    """A member as the store has them, under the hash of their token; their address is not kept."""

    name: str
    gender: str
    account: bool
    table: int
    manners: Contacts
    own: str = ""
    former: dict[str, float] = {}
    away: float = 0.0
    """Since when somebody at no table has no connection; 0 where they have one."""


@dataclass
class PlayerWishes:
    """What a player asks for at any table."""

    auto_draw: bool = False
    patience: float = 1.0


class Outbox:
    """What was told to a member, numbered, and the last of it kept."""

    def __init__(self) -> None:
        self.said = 0
        """The number of the last message."""
        self._kept: deque[tuple[int, bytes]] = deque()
        self._bytes = 0

    def next(self) -> int:
        """The number of the next message."""
        self.said += 1
        return self.said

    def keep(self, number: int, message: bytes, *, here: bool) -> None:
        """Keep a message, and of the older ones what there is room for."""
        self._kept.append((number, message))
        self._bytes += len(message)
        most = limits.KEPT_MESSAGES if here else limits.KEPT_AWAY_MESSAGES
        most_bytes = limits.KEPT_BYTES if here else limits.KEPT_AWAY_BYTES
        while len(self._kept) > most or self._bytes > most_bytes:
            self._bytes -= len(self._kept.popleft()[1])

    def after(self, heard: int) -> list[bytes] | None:
        """What was told after this number, or None where not all of it is kept."""
        if not 0 <= heard <= self.said:
            return None
        missed = [message for number, message in self._kept if number > heard]
        return missed if len(missed) == self.said - heard else None

    def count_from(self, heard: int) -> None:
        """Go on counting where the member is; what they have not heard is told in another way."""
        self.said = max(0, min(heard, 2**52))  # what follows is still a number that a client reads
        self._kept.clear()
        self._bytes = 0


@dataclass(eq=False)
class Member:
    """A person on the server, here or away."""

    id: int
    name: str
    gender: str
    token: str
    """The hash of what they come back with."""
    manners: Contacts
    account: bool = False
    own: str = ""
    """The digits that prove whose seat it is where the token is lost."""
    former: dict[str, float] = field(default_factory=dict)
    """Hashes of tokens of whoever had the seat before, and until when they count."""
    conn: Conn | None = None
    address: str = ""
    """Where their connection comes from, or came from last."""
    table: int = 0
    invited: bool = False
    """Whether they have come to their table by its code, or have opened it."""
    sat: bool = False
    """Whether they have been at a table."""
    away_since: float | None = None
    restored: bool = False
    """Whether the server ended meanwhile, and does not know what they have heard."""
    wish: PlayerWishes = field(default_factory=PlayerWishes)
    spoke_at: float = float("-inf")
    writes_to: str = ""
    """The key of the last person that was written to: an answer is always welcome."""
    told_away: bool = False
    """Whether the others were told that the connection is lost."""
    paces: dict[Pace, Bucket] = field(default_factory=dict)
    shared_paces: SharedPace | None = None
    """In the place of `paces` where they may go to other processes."""
    outbox: Outbox = field(default_factory=Outbox)

    @cached_property
    def key(self) -> str:
        """What no other name may be taken for."""
        return key_of(self.name)

    @property
    def here(self) -> bool:
        """Whether they have a connection."""
        return self.conn is not None

    def may(self, pace: Pace, now: float) -> bool:
        """Whether it is not too often; it counts then."""
        if self.shared_paces is not None:
            return self.shared_paces(self.key, pace.value, now)
        if pace not in self.paces:
            seconds, at_once = PACES[pace]
            self.paces[pace] = Bucket.full(1 / seconds, at_once, now)
        return self.paces[pace].take(now)

    def registered(self) -> Registered:
        """As the store keeps them."""
        away = 0.0 if self.table else self.away_since or 0.0
        return Registered(
            self.name,
            self.gender,
            self.account,
            self.table,
            self.manners,
            self.own,
            self.former,
            away,
        )


@dataclass(frozen=True)
class FarPerson:
    """Somebody who is at another process."""

    name: str
    process: int
    manners: Contacts = field(default_factory=Contacts)

    @property
    def key(self) -> str:
        """As a member's."""
        return key_of(self.name)


Correspondent = Member | FarPerson
"""Somebody who writes or is written to, wherever they are."""


def hidden(one: Correspondent, other: Correspondent) -> bool:
    """Whether either has blocked the other."""
    return other.key in one.manners.blocked or one.key in other.manners.blocked


def may_write(sender: Member, to: Correspondent) -> bool:
    """Whether a person takes private messages and invitations of another."""
    if hidden(sender, to) or to.manners.privacy == NOBODY:
        return False
    return to.manners.privacy == EVERYBODY or sender.key in to.manners.friends


def hash_of(token: str) -> str:
    """What is kept of a token: it is long and drawn by lot, so a quick hash is enough."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def digits_of(secret: str) -> str:
    """Digits that only somebody who knows this secret could tell, short enough to be remembered."""
    return f"{int(hash_of(secret), 16) % 10**limits.OWN_DIGITS:0{limits.OWN_DIGITS}}"


def row_of(value: Any) -> str:
    """A row for the store."""
    return msgspec.json.encode(value).decode()


def names_of(member: Member) -> tuple[str, ...]:
    """By which a store finds a member, and which nobody else has."""
    names = token_name(member.token), person_name(member.key)
    return names if member.account else (*names, sound_name(sound_of(member.name)))
