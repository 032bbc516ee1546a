"""Members of a server: their data, rate limits, and messages stored while they are away."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.names import key_of, sound_of, stored_sound_of
from audiogames.net.server import limits
from audiogames.net.server.limits import Bucket, Buckets
from audiogames.net.server.naming import (
    account_name,
    device_name,
    person_name,
    sound_name,
    token_name,
)
from audiogames.net.server.people.names import Naming

Conn = int
"""The number that the shell gives a connection."""

EVERYBODY: Final = "everybody"
FRIENDS: Final = "friends"
NOBODY: Final = "nobody"
PRIVACY: Final = (EVERYBODY, FRIENDS, NOBODY)


class Pace(Enum):
    """The actions of a person that are rate-limited."""

    REPORT = "report"
    INVITATION = "invitation"
    STRANGER = "stranger"
    """Receiving messages or invitations from strangers."""
    COMING = "coming"
    HOSTING = "hosting"
    CALL = "call"
    """Announcing to everybody that a table is looking for players."""


PACES: Final = {
    Pace.REPORT: (limits.REPORT_SECONDS, limits.REPORTS_AT_ONCE),
    Pace.INVITATION: (limits.INVITATION_SECONDS, limits.INVITATIONS_AT_ONCE),
    Pace.STRANGER: (limits.STRANGER_SECONDS, limits.STRANGERS_AT_ONCE),
    Pace.COMING: (limits.COMING_SECONDS, limits.COMINGS_AT_ONCE),
    Pace.HOSTING: (limits.HOSTING_SECONDS, limits.HOSTINGS_AT_ONCE),
    Pace.CALL: (limits.CALL_FOR_PLAYERS_SECONDS, limits.CALLS_FOR_PLAYERS),
}
"""The seconds to refill one token, and the size of the bucket."""

SharedPace = Callable[[str, str, float], bool]
"""A function that returns whether the person with this key may do this (`Pace`) now."""


class Paces:
    """Rate limits for people's actions, by name key, shared by all processes."""

    def __init__(self) -> None:
        self._buckets = {
            pace.value: Buckets(1 / seconds, at_once) for pace, (seconds, at_once) in PACES.items()
        }

    def take(self, key: str, pace: str, now: float) -> bool:
        """Count an action; return False if it is too frequent.

        Actions unknown to this version of the program are never limited.
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
"""Requests that are announced to the table, limited so that they do not drown out the match."""


class Contacts(msgspec.Struct):
    """A person's friends and blocked people, as names by key, and who may write to them."""

    friends: dict[str, str] = {}
    blocked: dict[str, str] = {}
    privacy: str = EVERYBODY


class Device(msgspec.Struct):
    """A client that may sign in to an account by its token alone."""

    since: float
    seen: float
    label: str = ""


class Account(msgspec.Struct):
    """A registered name, with hashes of the password and recovery code, devices and contacts."""

    name: str
    gender: str
    hashed: str
    manners: Contacts = msgspec.field(default_factory=Contacts)
    recovery: str = ""
    devices: dict[str, Device] = {}
    """Devices by token hash, the one used longest ago first."""
    carried: str = ""
    """A text that clients write and read, carried from device to device."""
    former: dict[str, float] = {}
    """The former names of the account, with the time when each was given up."""
    renamed: float = 0.0
    """When the name was last changed, as in `Naming.changed`."""

    @property
    def naming(self) -> Naming:
        """The name of the account, with its former names."""
        return Naming(self.name, self.former, self.renamed)

    def take(self, naming: Naming) -> None:
        """Set the account's name and former names."""
        self.name, self.former, self.renamed = naming.name, naming.former, naming.changed


class Registered(msgspec.Struct):
    """A member's stored record, without the address; its key is the hash of the token."""

    name: str
    gender: str
    account: bool
    table: int
    manners: Contacts
    own: str = ""
    former: dict[str, float] = {}
    away: float = 0.0
    """When a member at no table lost the connection; 0 if connected."""
    key: str = ""
    """The member's key, if it is not that of the name."""


@dataclass
class PlayerWishes:
    """A player's settings at any table: automatic draws, and a factor for the time limit."""

    auto_draw: bool = False
    patience: float = 1.0


class Outbox:
    """The latest messages to a member, numbered, to be sent again after a reconnection."""

    def __init__(self) -> None:
        self.said = 0
        """The number of the last message."""
        self._kept: deque[tuple[int, bytes]] = deque()
        self._bytes = 0

    def next(self) -> int:
        """Count a message, and return its number."""
        self.said += 1
        return self.said

    def keep(self, number: int, message: bytes, *, here: bool) -> None:
        """Store a message, and drop the oldest ones beyond the limits.

        The limits depend on whether the member is connected (`here`).
        """
        self._kept.append((number, message))
        self._bytes += len(message)
        most = limits.KEPT_MESSAGES if here else limits.KEPT_AWAY_MESSAGES
        most_bytes = limits.KEPT_BYTES if here else limits.KEPT_AWAY_BYTES
        while len(self._kept) > most or self._bytes > most_bytes:
            self._bytes -= len(self._kept.popleft()[1])

    def after(self, heard: int) -> list[bytes] | None:
        """Return the messages after this number, or None if some of them were dropped."""
        if not 0 <= heard <= self.said:
            return None
        missed = [message for number, message in self._kept if number > heard]
        return missed if len(missed) == self.said - heard else None

    def count_from(self, heard: int) -> None:
        """Continue the numbering from the last message that the member received.

        Stored messages are dropped, because the full state will replace them.
        """
        self.said = max(0, min(heard, 2**52))  # later numbers stay within the wire's bounds
        self._kept.clear()
        self._bytes = 0


@dataclass(eq=False)
class Member:
    """A person known to the server, connected or away."""

    id: int
    name: str
    gender: str
    token: str
    """The hash of the token with which they return."""
    manners: Contacts
    account: bool = False
    own: str = ""
    """The digits that prove ownership of the seat without the token."""
    former: dict[str, float] = field(default_factory=dict)
    """Hashes of earlier owners' tokens, with the end of their validity."""
    conn: Conn | None = None
    address: str = ""
    """The current or last address."""
    table: int = 0
    invited: bool = False
    """Whether the member has joined the table by its code, or has opened it."""
    sat: bool = False
    """Whether the member has ever been at a table."""
    away_since: float | None = None
    restored: bool = False
    """Whether the member was restored, so that it is unknown which messages they have received."""
    wish: PlayerWishes = field(default_factory=PlayerWishes)
    spoke_at: float = float("-inf")
    writes_to: str = ""
    """The key of the last person written to, whose answers are always accepted."""
    is_away_announced: bool = False
    """Whether the lost connection was announced."""
    paces: dict[Pace, Bucket] = field(default_factory=dict)
    shared_paces: SharedPace | None = None
    """Limits that replace `paces` if the member may move to other processes."""
    outbox: Outbox = field(default_factory=Outbox)
    key: str = ""
    """The key under which everything about the member is stored; for an account, that of its first
    name.
    """

    def __post_init__(self) -> None:
        self.key = self.key or key_of(self.name)

    @property
    def here(self) -> bool:
        """Whether the member is connected."""
        return self.conn is not None

    def may(self, pace: Pace, now: float) -> bool:
        """Count a rate-limited action; return False if it is too frequent."""
        if self.shared_paces is not None:
            return self.shared_paces(self.key, pace.value, now)
        if pace not in self.paces:
            seconds, at_once = PACES[pace]
            self.paces[pace] = Bucket.full(1 / seconds, at_once, now)
        return self.paces[pace].take(now)

    def registered(self) -> Registered:
        """Return the member's record for the store."""
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
            "" if self.key == key_of(self.name) else self.key,
        )


@dataclass(frozen=True)
class FarPerson:
    """A person at another process, for chat and invitations."""

    name: str
    process: int
    key: str
    """The person's key, as in `Member`."""
    manners: Contacts = field(default_factory=Contacts)
    account: bool = False


Correspondent = Member | FarPerson
"""A sender or receiver at any process."""


def hidden(one: Correspondent, other: Correspondent) -> bool:
    """Return True if one of two people has blocked the other."""
    return other.key in one.manners.blocked or one.key in other.manners.blocked


def may_write(sender: Member, to: Correspondent) -> bool:
    """Return True if the receiver accepts private messages and invitations from the sender."""
    if hidden(sender, to) or to.manners.privacy == NOBODY:
        return False
    return to.manners.privacy == EVERYBODY or sender.key in to.manners.friends


def hash_of(token: str) -> str:
    """Return the hash under which a token is stored.

    Tokens are long and random, so a fast hash is enough.
    """
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def digits_of(secret: str) -> str:
    """Return digits derived from a secret, short enough to be remembered."""
    return f"{int(hash_of(secret), 16) % 10**limits.OWN_DIGITS:0{limits.OWN_DIGITS}}"


def row_of(value: Any) -> str:
    """Encode a value as the text of a stored row."""
    return msgspec.json.encode(value).decode()


def names_of_account(key: str, account: Account) -> tuple[str, ...]:
    """Return the unique row names of an account; they also reserve its present and former names."""
    names = account.naming.all
    others = [one for one in map(key_of, names) if one != key]
    sounds = map(stored_sound_of, names)
    found = (
        *map(account_name, sounds),
        *map(person_name, others),
        *map(device_name, account.devices),
    )
    return tuple(dict.fromkeys(found))


def names_of(member: Member) -> tuple[str, ...]:
    """Return the names of a member's stored row, which are unique keys.

    One is made from the token and one from the key of the person; a guest has a third, which is
    made from the sound of the guest's name.
    """
    names = token_name(member.token), person_name(member.key)
    return names if member.account else (*names, sound_name(sound_of(member.name)))
