"""What was ruled on a server, as the store keeps it, and what follows for one person or address.

Theory of operation.  Each ruling is one row of the shelf `MODERATION`: a role, a sanction, a
report, a name that waits, or a notice.  Every process that shares the store, and the command
`admin`, may write any of them at any time, so a ruling says when it was `changed`, and of two with
one key the later counts.  `learn` takes what the store has; what this process has just ruled and
the store does not have yet stays.  A ruling is never changed in place: a new one replaces it.

A sanction on an account holds for that account; one on a guest holds for every name that sounds
like theirs.  A ban may also hold for an address or a network: it keeps guests and new accounts out,
while accounts that are there come in with their passwords, since households and mobile networks
share addresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, TypeVar

import msgspec

from audiogames.net import wire
from audiogames.net.names import key_of, sound_of
from audiogames.net.server import limits

UNSAVED_SECONDS: Final = 60.0
"""A ruling of this process that the store does not have after so long was forgotten by another."""


class Ruling(msgspec.Struct, tag_field="kind", frozen=True, omit_defaults=True, kw_only=True):
    """One row; `by` is who ruled, and `at` when."""

    at: float
    by: str = ""
    changed: float = 0.0


class GivenRole(Ruling, tag="role", frozen=True, kw_only=True):
    """An account is an owner or a moderator."""

    name: str
    role: str


class Sanction(Ruling, tag="sanction", frozen=True, kw_only=True):
    """A person was warned, muted or banned."""

    id: str
    what: str
    name: str
    reason: str
    account: bool = False
    until: float = 0.0
    """When it ends; 0 for good."""
    network: str = ""
    """The address or network that a ban holds for as well."""
    by_address: bool = False
    """Whether it is to hold for the address too, which the process where they are fills in."""
    lifted: str = ""
    """Who took it back."""
    heard: bool = False
    """Whether a warning has been told."""

    def holds(self, now: float) -> bool:
        """Whether it is in force."""
        return not self.lifted and (self.until == 0 or now < self.until)

    def left(self, now: float) -> int:
        """Seconds until it ends, at least one; 0 for good."""
        return max(1, round(self.until - now)) if self.until else 0


class Report(Ruling, tag="report", frozen=True, kw_only=True):
    """Somebody reported a person, with the lines of chat that they saw."""

    id: str
    name: str
    lines: list[str] = []
    table: int = 0
    closed: str = ""
    """Who closed it."""


class NameCase(Ruling, tag="name", frozen=True, kw_only=True):
    """A new name that waits for approval, or was approved or refused."""

    name: str
    state: str = "waits"


class Notice(Ruling, tag="notice", frozen=True, kw_only=True):
    """Something for everybody: `broadcast`, `motd`, `restart`, or that names need `approval`."""

    what: str
    text: str = ""
    due: float = 0.0
    """When the server restarts."""
    lets_end: bool = False


class Erased(Ruling, tag="erased", frozen=True, kw_only=True):
    """The command `admin` has deleted an account, and servers that run forget it."""

    name: str


AnyRuling = GivenRole | Sanction | Report | NameCase | Notice | Erased
Kind = TypeVar("Kind", GivenRole, Sanction, Report, NameCase, Notice)
Network = IPv4Network | IPv6Network

_DECODER: Final = msgspec.json.Decoder(AnyRuling)


def key_of_ruling(ruling: AnyRuling) -> str:
    """Return the key of its row."""
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


def read_ruling(text: str) -> AnyRuling:
    """Return the ruling of a row.  Raises `msgspec.DecodeError`."""
    ruling: AnyRuling = _DECODER.decode(text)
    return ruling


def network_of(text: str) -> Network | None:
    """Return the network of an address as limits know it, or of one that was written."""
    try:
        return ip_network(text.partition("%")[0], strict=False)
    except ValueError:
        return None


class Rulings:
    """Everything that was ruled."""

    def __init__(self) -> None:
        self._by_key: dict[str, AnyRuling] = {}
        self._sanctions: dict[str, list[Sanction]] = {}
        """By the sound of the name."""
        self._networks: list[tuple[Network, Sanction]] = []
        self.unreadable: set[str] = set()
        """Keys of rows that cannot be read."""

    def learn(self, rows: Mapping[str, str], now: float) -> list[AnyRuling]:
        """Take what the store has; return what is new here, oldest first."""
        changed: dict[str, AnyRuling] = {}
        for key, text in rows.items():
            try:
                ruling = read_ruling(text)
            except (msgspec.DecodeError, UnicodeError):
                self.unreadable.add(key)
                continue
            mine = self._by_key.get(key)
            if mine is None or ruling.changed > mine.changed:
                changed[key] = ruling
        gone = [
            key
            for key, one in self._by_key.items()
            if key not in rows and now > one.changed + UNSAVED_SECONDS
        ]
        for key in gone:
            del self._by_key[key]
        self._by_key.update(changed)
        if changed or gone:
            self._index()
        return sorted(changed.values(), key=lambda one: one.changed)

    def put(self, ruling: AnyRuling) -> None:
        """Know this from now on."""
        self._by_key[key_of_ruling(ruling)] = ruling
        self._index()

    def drop(self, key: str) -> None:
        """Forget the ruling with this key."""
        del self._by_key[key]
        self._index()

    def _index(self) -> None:
        self._sanctions, self._networks = {}, []
        for one in self.all(Sanction):
            self._sanctions.setdefault(sound_of(one.name), []).append(one)
            network = network_of(one.network) if one.network and not one.lifted else None
            if network is not None:
                self._networks.append((network, one))

    # Looking

    def get(self, key: str, kind: type[Kind]) -> Kind | None:
        """The ruling with this key, if it is of this kind."""
        found = self._by_key.get(key)
        return found if isinstance(found, kind) else None

    def changed(self, key: str) -> float:
        """When the ruling with this key was changed; minus infinity where there is none."""
        found = self._by_key.get(key)
        return float("-inf") if found is None else found.changed

    def all(self, kind: type[Kind]) -> list[Kind]:
        """All rulings of a kind, oldest first."""
        found = [one for one in self._by_key.values() if isinstance(one, kind)]
        return sorted(found, key=lambda one: one.at)

    def items(self) -> Iterator[tuple[str, AnyRuling]]:
        """All of them, with their keys."""
        yield from list(self._by_key.items())

    def role_of(self, name: str) -> str:
        """The role of the account of this name."""
        given = self.get(f"role {key_of(name)}", GivenRole)
        return wire.PLAYER if given is None else given.role

    def about(self, name: str, *, account: bool | None = None) -> list[Sanction]:
        """The sanctions on a person, oldest first, also those that are over.

        With `account` unknown, those on the account and on guests of such a name.
        """
        key = key_of(name)
        return [
            one
            for one in self._sanctions.get(sound_of(name), ())
            if key_of(one.name) == key or not (one.account or account)
        ]

    def in_force(self, what: str, name: str, now: float, *, account: bool) -> Sanction | None:
        """The mute or ban that holds for a person longest."""
        found = [
            one for one in self.about(name, account=account) if one.what == what and one.holds(now)
        ]
        return _longest(found)

    def ban_from(self, address: str, now: float) -> Sanction | None:
        """The ban that holds for an address."""
        if not self._networks:
            return None
        caller = network_of(address)
        return _longest(
            one
            for network, one in self._networks
            if one.what == wire.BAN and one.holds(now) and _is_within(caller, network)
        )

    def open_reports(self) -> list[Report]:
        """The reports that nobody has closed, oldest first."""
        return [one for one in self.all(Report) if not one.closed]

    def waiting_names(self) -> list[NameCase]:
        """The names that wait for approval, oldest first."""
        return [one for one in self.all(NameCase) if one.state == "waits"]

    def notice(self, what: str) -> Notice | None:
        """The notice of this kind."""
        return self.get(f"notice {what}", Notice)


def _longest(sanctions: Iterable[Sanction]) -> Sanction | None:
    return max(sanctions, key=lambda one: one.until or float("inf"), default=None)


def _is_within(caller: Network | None, network: Network) -> bool:
    if isinstance(caller, IPv4Network) and isinstance(network, IPv4Network):
        return caller.subnet_of(network)
    if isinstance(caller, IPv6Network) and isinstance(network, IPv6Network):
        return caller.subnet_of(network)
    return False


def network_to_ban(address: str) -> str:
    """Return what a ban by address holds for; empty where others have the same address."""
    return "" if not address or limits.is_local(address) else limits.block(address)
