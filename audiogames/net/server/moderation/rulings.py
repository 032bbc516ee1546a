"""The rulings on a server: how they are stored, merged and found for a person or an address.

Theory of operation.  Each ruling is one row of the shelf `MODERATION`: a role, a sanction, a
report, a name that waits for approval, or a notice.  Every process that shares the store, and the
command `admin`, may write any of them at any time.  So a ruling has a time `changed`, and of two
with the same key the later one counts, whichever reached the store last: a process that finds a
later ruling of its own overwritten stores it again.  A sanction that one process lifts while
another records its delivery stays lifted (`newest`).  `learn` reads the store's rows; this
process's own unsaved rulings are kept.  A ruling is never changed in place: a new one replaces it.

A sanction on an account affects only that account.  A sanction on a guest affects every name that
sounds alike.  A ban may also cover an address or a network: it keeps out guests and new accounts,
while existing accounts enter with their passwords, since households and mobile networks share
addresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, NamedTuple, TypeVar

import msgspec

from audiogames.net import wire
from audiogames.net.names import key_of, sound_of
from audiogames.net.server import limits
from audiogames.net.server.people.names import AccountNames, Naming

UNSAVED_SECONDS: Final = 60.0
"""The seconds after which a ruling missing in the store counts as deleted, not as unsaved."""


DISPLACED: Final = "-"
"""Instead of a name in `Report.closed`: the report was displaced from a full queue, and its lines
are only in the log."""


class Ruling(msgspec.Struct, tag_field="kind", frozen=True, omit_defaults=True, kw_only=True):
    """A decision of a moderator or owner, stored for the whole server.

    `by` is the person who made it, `at` its time.
    """

    at: float
    by: str = ""
    changed: float = 0.0


class GivenRole(Ruling, tag="role", frozen=True, kw_only=True):
    """The role of an account: owner, moderator or player."""

    name: str
    role: str


class Sanction(Ruling, tag="sanction", frozen=True, kw_only=True):
    """A warning, mute or ban of the person with this name."""

    id: str
    what: str
    name: str
    reason: str
    account: bool = False
    until: float = 0.0
    """When the sanction ends; 0 for never."""
    network: str = ""
    """The address or network that a ban also covers."""
    by_address: bool = False
    """Whether the ban should also cover the address, which the person's process fills in."""
    lifted: str = ""
    """Who lifted the sanction."""
    heard: bool = False
    """Whether a warning was delivered."""

    def holds(self, now: float) -> bool:
        """Return True if the sanction is in force."""
        return not self.lifted and (self.until == 0 or now < self.until)

    def left(self, now: float) -> int:
        """Return the seconds until the sanction ends, at least 1; 0 for one without an end."""
        return max(1, round(self.until - now)) if self.until else 0


class Report(Ruling, tag="report", frozen=True, kw_only=True):
    """A report about a person, with the chat lines that the reporter saw."""

    id: str
    name: str
    lines: list[str] = []
    table: int = 0
    closed: str = ""
    """Who closed the report."""


class NameCase(Ruling, tag="name", frozen=True, kw_only=True):
    """A name that waits for approval by a moderator, or was approved or refused."""

    name: str
    state: str = "waits"


class Notice(Ruling, tag="notice", frozen=True, kw_only=True):
    """A setting or message for the whole server, made by one of its owners.

    `what` is `broadcast`, `motd` (the message of the day), `restart`, or `approval` (of new
    names).
    """

    what: str
    text: str = ""
    due: float = 0.0
    """When the server restarts."""
    lets_end: bool = False


class Renamed(Ruling, tag="renamed", frozen=True, kw_only=True):
    """The present and former names of the account with this key.

    The name is empty if the account is deleted.
    """

    key: str
    name: str = ""
    former: dict[str, float] = {}

    @property
    def naming(self) -> Naming:
        """The account's name and former names, with the time of the change."""
        return Naming(self.name, self.former, self.changed)


class Erased(Ruling, tag="erased", frozen=True, kw_only=True):
    """A request by the command `admin` that running servers forget a deleted account."""

    name: str


AnyRuling = GivenRole | Sanction | Report | NameCase | Notice | Erased | Renamed
Kind = TypeVar("Kind", GivenRole, Sanction, Report, NameCase, Notice)
Network = IPv4Network | IPv6Network

_DECODER: Final = msgspec.json.Decoder(AnyRuling)


def key_of_ruling(ruling: AnyRuling) -> str:
    """Return the key under which a ruling is stored."""
    match ruling:
        case GivenRole(name=name):
            return f"role {key_of(name)}"
        case Sanction(id=id_):
            return f"sanction {id_}"
        case Report(id=id_):
            return f"report {id_}"
        case NameCase(name=name):
            return f"name {key_of(name)}"
        case Notice(what=what):
            return f"notice {what}"
        case Erased(name=name):
            return f"erased {key_of(name)}"
        case Renamed(key=key):
            return f"renamed {key}"


def read_ruling(text: str) -> AnyRuling:
    """Parse a ruling.  Raises `msgspec.DecodeError`."""
    ruling: AnyRuling = _DECODER.decode(text)
    return ruling


def newest(mine: AnyRuling | None, stored: AnyRuling) -> AnyRuling:
    """Return the later of two rulings with the same key; if equally late, the stored one.

    If either of the two says that a sanction is lifted or delivered, so does the result.  If the
    later ruling has no network, the network of the earlier one is used.
    """
    if mine is None:
        return stored
    later, earlier = (mine, stored) if mine.changed > stored.changed else (stored, mine)
    if not isinstance(later, Sanction) or not isinstance(earlier, Sanction):
        return later
    return msgspec.structs.replace(
        later,
        lifted=later.lifted or earlier.lifted,
        heard=later.heard or earlier.heard,
        network=later.network or earlier.network,
    )


class Learned(NamedTuple):
    """The result of reading rulings from the store."""

    new: list[AnyRuling]
    """The rulings that are new to this process, oldest first."""
    overwritten: list[AnyRuling]


def network_of(text: str) -> Network | None:
    """Parse an address or a range of addresses; return None if the text is neither."""
    try:
        return ip_network(text.partition("%")[0], strict=False)
    except ValueError:
        return None


class Rulings:
    """All rulings that this process knows, with indexes of sanctions by name and network."""

    def __init__(self, names: AccountNames | None = None) -> None:
        """Start without rulings.

        `names` has the accounts' changed names; later rulings update it.
        """
        self.names = names or AccountNames()
        self._by_key: dict[str, AnyRuling] = {}
        self._sanctions: dict[str, list[Sanction]] = {}
        """Sanctions by the sound key of the name."""
        self._networks: list[tuple[Network, Sanction]] = []
        self.unreadable: set[str] = set()
        """Keys of unreadable rows."""

    def learn(self, rows: Mapping[str, str], now: float) -> Learned:
        """Merge the rulings in the store's rows into those in memory; return the changes."""
        new: dict[str, AnyRuling] = {}
        overwritten: list[AnyRuling] = []
        for key, text in rows.items():
            try:
                stored = read_ruling(text)
            except (msgspec.DecodeError, UnicodeError):
                self.unreadable.add(key)
                continue
            mine = self._by_key.get(key)
            ruling = newest(mine, stored)
            if ruling != mine:
                new[key] = ruling
            if ruling != stored and not isinstance(ruling, Renamed | Erased):
                overwritten.append(ruling)
        gone = [
            key
            for key, one in self._by_key.items()
            if key not in rows and now > one.changed + UNSAVED_SECONDS
        ]
        for key in gone:
            del self._by_key[key]
        self._by_key.update(new)
        self._learn_names(new.values())
        if new or gone:
            self._index()
        return Learned(sorted(new.values(), key=lambda one: one.changed), overwritten)

    def put(self, ruling: AnyRuling) -> None:
        """Add a ruling, replacing any with the same key."""
        self._by_key[key_of_ruling(ruling)] = ruling
        self._learn_names([ruling])
        self._index()

    def drop(self, key: str) -> None:
        """Remove the ruling with this key, if it exists."""
        self._by_key.pop(key, None)
        self._index()

    def _learn_names(self, rulings: Iterable[AnyRuling]) -> None:
        for one in rulings:
            if isinstance(one, Renamed) and one.name:
                self.names.learn(one.key, one.naming)
            elif isinstance(one, Renamed):
                self.names.forget(one.key)

    def _index(self) -> None:
        """Index all sanctions again by name and by network."""
        self._sanctions, self._networks = {}, []
        for one in self.all(Sanction):
            self._sanctions.setdefault(sound_of(one.name), []).append(one)
            network = network_of(one.network) if one.network and not one.lifted else None
            if network is not None:
                self._networks.append((network, one))

    # Queries

    def get(self, key: str, kind: type[Kind]) -> Kind | None:
        """Return the ruling with this key, if it is of this kind."""
        found = self._by_key.get(key)
        return found if isinstance(found, kind) else None

    def changed(self, key: str) -> float:
        """Return the time of the last change of a ruling; minus infinity if there is none."""
        found = self._by_key.get(key)
        return float("-inf") if found is None else found.changed

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Return all rulings of a kind, oldest first."""
        found = [one for one in self._by_key.values() if isinstance(one, kind)]
        return sorted(found, key=lambda one: one.at)

    def items(self) -> Iterator[tuple[str, AnyRuling]]:
        """Yield all rulings with their keys."""
        yield from list(self._by_key.items())

    def role_of(self, name: str) -> str:
        """Return an account's role: the one given last, under any present or former name."""
        given = self.roles(name)
        return wire.PLAYER if not given else max(given, key=lambda one: one.changed).role

    def roles(self, name: str) -> list[GivenRole]:
        """Return the roles given under any of the names that this account has had."""
        keys = dict.fromkeys(f"role {key_of(one)}" for one in self.names.all(name))
        found = [self.get(key, GivenRole) for key in keys]
        return [one for one in found if one is not None]

    def about(self, name: str, *, account: bool | None = None) -> list[Sanction]:
        """Return all sanctions on a person, oldest first, including expired ones.

        Sanctions on an account's former names are included.  If `account` is None, the result has
        those on the account and those on guests of that name.
        """
        names = self.names.all(name)
        keys = set(map(key_of, names))
        found = {
            one.id: one
            for sound in dict.fromkeys(map(sound_of, names))
            for one in self._sanctions.get(sound, ())
            if key_of(one.name) in keys or not (one.account or account)
        }
        return sorted(found.values(), key=lambda one: one.at)

    def in_force(self, what: str, name: str, now: float, *, account: bool) -> Sanction | None:
        """Return the mute or ban (`what`) in force against a person; None if there is none.

        If there are several, return the one that ends last.
        """
        found = [
            one for one in self.about(name, account=account) if one.what == what and one.holds(now)
        ]
        return _longest(found)

    def to_lift(self, id_: str, name: str, now: float) -> list[Sanction]:
        """Return the sanction with this number; without a number, all mutes and bans of a name.

        Only sanctions in force are returned.  A warning restricts no one, so it is lifted
        only by number.
        """
        one = self.get(f"sanction {id_}", Sanction)
        if one is not None:
            return [one] if one.holds(now) else []
        return [x for x in self.about(name) if x.holds(now) and x.what != wire.WARN] if name else []

    def ban_from(self, address: str, now: float) -> Sanction | None:
        """Return the ban of this address that ends last; None if none is in force."""
        if not self._networks:
            return None
        caller = network_of(address)
        return _longest(
            one
            for network, one in self._networks
            if one.what == wire.BAN and one.holds(now) and _is_within(caller, network)
        )

    def open_reports(self) -> list[Report]:
        """Return the open reports, oldest first."""
        return [one for one in self.all(Report) if not one.closed]

    def closed_reports(self) -> list[Report]:
        """Return the reports that can be opened again, the latest closed first."""
        closed = [one for one in self.all(Report) if one.closed not in {"", DISPLACED}]
        return sorted(closed, key=lambda one: -one.changed)

    def decided_names(self) -> list[NameCase]:
        """Return the names that were approved or refused, the latest decision first."""
        decided = [one for one in self.all(NameCase) if one.state != "waits"]
        return sorted(decided, key=lambda one: -one.changed)

    def waiting_names(self) -> list[NameCase]:
        """Return the names that wait for approval, oldest first."""
        return [one for one in self.all(NameCase) if one.state == "waits"]

    def notice(self, what: str) -> Notice | None:
        """Return the latest server-wide message or setting of this kind, such as "motd".

        `motd` is the message of the day.
        """
        return self.get(f"notice {what}", Notice)


def _longest(sanctions: Iterable[Sanction]) -> Sanction | None:
    """Return the sanction that ends last; None if there are none."""
    return max(sanctions, key=lambda one: one.until or float("inf"), default=None)


def _is_within(caller: Network | None, network: Network) -> bool:
    if isinstance(caller, IPv4Network) and isinstance(network, IPv4Network):
        return caller.subnet_of(network)
    if isinstance(caller, IPv6Network) and isinstance(network, IPv6Network):
        return caller.subnet_of(network)
    return False


def network_to_ban(address: str) -> str:
    """Return the network to ban with an address; empty for a private or missing address."""
    return "" if not address or limits.is_local(address) else limits.block(address)
