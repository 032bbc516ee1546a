"""Everybody whom a server knows: found by name, sound and token, kept, and forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count
from random import Random
from typing import Final, Protocol

from audiogames.net.names import key_of, sound_of, stored_sound_of
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import ForgetRatings
from audiogames.net.server.naming import account_name, device_name
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import (
    Account,
    Conn,
    Device,
    Member,
    Registered,
    SharedPace,
    digits_of,
    names_of,
    row_of,
)
from audiogames.net.server.queues import Alarms
from audiogames.net.server.store import ForgetRow, KeepRow, Shelf

MEMBER: Final = "member"
"""The kind of a person's alarm."""


class Secrets(Protocol):
    """Where what nobody may guess comes from: the system, or for tests a lot that repeats."""

    def token(self) -> str:
        """A long word that brings a person back."""
        ...

    def digits(self, many: int) -> str:
        """A code that can be spoken."""
        ...

    def random(self) -> Random:
        """The lot of a dealer."""
        ...


class Numbers:
    """The numbers of people and tables: no two have the same."""

    def __init__(self, first: int = 1) -> None:
        self._count = count(first)

    def next(self) -> int:
        """One that nothing has."""
        return next(self._count)

    def go_beyond(self, known: Iterable[int]) -> None:
        """These are taken."""
        self._count = count(1 + max(known, default=0))


class Absent:
    """People who are away and at no table, in the order of going.

    Nobody waits for them, so they are the first to be forgotten where there is no room.
    """

    def __init__(self) -> None:
        self._never_sat: dict[int, Member] = {}
        self._others: dict[int, Member] = {}

    def add(self, member: Member) -> None:
        """Somebody has gone."""
        (self._others if member.sat else self._never_sat)[member.id] = member

    def remove(self, member: Member) -> None:
        """Back, or forgotten."""
        self._never_sat.pop(member.id, None)
        self._others.pop(member.id, None)

    def first(self) -> Member | None:
        """Who is forgotten where there is no room."""
        return next(chain(self._never_sat.values(), self._others.values()), None)


class People:
    """The people of a server, here and away, and the accounts."""

    def __init__(
        self,
        outgoing: Outgoing,
        alarms: Alarms,
        numbers: Numbers,
        reserved: Iterable[str],
        shared_paces: SharedPace | None = None,
    ) -> None:
        """`shared_paces` is given where other processes must find these people, too."""
        self._shared = shared_paces is not None
        self._shared_paces = shared_paces
        self._outgoing = outgoing
        self._alarms = alarms
        self._numbers = numbers
        self.by_id: dict[int, Member] = {}
        self.by_key: dict[str, Member] = {}
        self.by_token: dict[str, Member] = {}
        self._by_sound: dict[str, Member] = {}
        self._by_former: dict[str, Member] = {}
        self.accounts: dict[str, Account] = {}
        self._account_sounds: set[str] = set()
        self._by_device: dict[str, str] = {}
        """Keys of accounts, by the tokens (hashes) of their devices."""
        self._reserved = frozenset(map(sound_of, reserved))
        """Names that nobody may have, by their sounds: words by which a program calls people."""
        self.absent = Absent()
        self.version = 0
        """Rises whenever a list of people may have become another."""

    # Who is here

    def add(self, registered: Registered, token: str) -> Member:
        """Somebody who is known from now on."""
        account = self.accounts.get(key_of(registered.name)) if registered.account else None
        member = Member(
            id=self._numbers.next(),
            name=registered.name,
            gender=registered.gender,
            token=token,
            manners=account.manners if account else registered.manners,
            account=account is not None,
            table=registered.table,
            own=registered.own or digits_of(token),
            former=dict(registered.former),
            sat=registered.table != 0,
            away_since=registered.away or None,
            shared_paces=self._shared_paces,
        )
        self.by_id[member.id] = member
        self.by_key[member.key] = member
        self._by_sound[sound_of(member.name)] = member
        self.by_token[token] = member
        self._by_former.update(dict.fromkeys(member.former, member))
        return member

    def connect(self, member: Member, conn: Conn, address: str) -> None:
        """They are here."""
        self.absent.remove(member)
        self.version += 1
        member.conn, member.address, member.away_since = conn, address, None
        self._alarms.set((MEMBER, member.id), None)

    def disconnect(self, member: Member, now: float) -> None:
        """They are away."""
        member.conn, member.away_since = None, now
        self.version += 1
        self.wake(member, now + limits.GRACE)

    def wake(self, member: Member, at: float) -> None:
        """Look then whether they are still away."""
        self._alarms.set((MEMBER, member.id), at)

    def keep(self, member: Member) -> None:
        """Their place and their manners."""
        self.version += 1
        row = row_of(member.registered())
        names = names_of(member) if self._shared else ()
        self._outgoing.write(KeepRow(Shelf.MEMBERS, member.token, row, member.table, names))
        account = self.accounts.get(member.key) if member.account else None
        if account is not None:
            self._write_account(member.key, account)

    def forget(self, member: Member) -> None:
        """They are nobody any more, and their name is free."""
        self.drop(member)
        self._outgoing.write(ForgetRow(Shelf.MEMBERS, member.token))

    def drop(self, member: Member) -> None:
        """Know nothing of them any more; what is kept stays."""
        del self.by_id[member.id], self.by_key[member.key], self.by_token[member.token]
        if self._by_sound.get(sound_of(member.name)) is member:
            del self._by_sound[sound_of(member.name)]
        self._forget_former(member)
        self.absent.remove(member)
        self.version += 1
        self._alarms.set((MEMBER, member.id), None)

    # Names

    def open_account(self, account: Account) -> None:
        """A name with a password from now on."""
        key = key_of(account.name)
        self.accounts[key] = account
        self._account_sounds.add(sound_of(account.name))
        self._write_account(key, account, new=True)
        # Somebody else may have had the name: nothing of theirs is this person's.
        self._outgoing.write(ForgetRatings(key))

    def _write_account(self, key: str, account: Account, *, new: bool = False) -> None:
        # A file of one process may have accounts from before names had to differ by ear.
        names: tuple[str, ...] = ()
        if self._shared:
            names = account_name(stored_sound_of(account.name)), *map(device_name, account.devices)
        row = KeepRow(Shelf.ACCOUNTS, key, row_of(account), names=names, new=new)
        self._outgoing.write(row)

    def keep_account(self, key: str) -> None:
        """Keep what has changed of an account."""
        account = self.accounts[key]
        self._by_device.update(dict.fromkeys(account.devices, key))
        self._write_account(key, account)

    def close_account(self, key: str) -> None:
        """The account is no more, and its name is free."""
        account = self.accounts.pop(key)
        if all(sound_of(one.name) != sound_of(account.name) for one in self.accounts.values()):
            self._account_sounds.discard(sound_of(account.name))
        self._outgoing.write(ForgetRow(Shelf.ACCOUNTS, key))
        self._outgoing.write(ForgetRatings(key))

    def account_of_device(self, token: str, now: float) -> Account | None:
        """The account that this token (hash) of a device leads into."""
        account = self.accounts.get(self._by_device.get(token, ""))
        device = None if account is None else account.devices.get(token)
        is_good = device is not None and now < device.seen + limits.DEVICE_FORGOTTEN
        return account if is_good else None

    def note_device(self, member: Member, token: str, now: float) -> None:
        """A program has come in to an account, by its password or this token (hash)."""
        account = self.accounts.get(member.key) if member.account else None
        if account is None:
            return
        known = account.devices.pop(token, None) or Device(now, now)
        known.seen = now
        account.devices[token] = known
        for old in [*account.devices][: -limits.DEVICES]:
            del account.devices[old]
        self._by_device[token] = member.key

    def restore_accounts(self, accounts: dict[str, Account]) -> None:
        """The names with a password that were kept."""
        self.accounts.update(accounts)
        for key, one in accounts.items():
            self._by_device.update(dict.fromkeys(one.devices, key))
        self._account_sounds.update(sound_of(one.name) for one in accounts.values())

    def is_free(self, known: Member, now: float) -> bool:
        """Whether the name of a guest who is away, and for whom no seat waits, may be another's.

        It may be they themselves, if the connection was lost before their token reached them.
        """
        since = known.away_since
        gone = since is not None and now >= since + limits.GRACE
        return gone and not known.account and not known.table

    def see_to_sound(self, name: str, now: float) -> None:
        """A name that is new here is like no other to the ear.  Raises `Refusal`."""
        sound = sound_of(name)
        if sound in self._reserved:
            raise Refusal("net-name-word", name=name)
        alike = self._by_sound.get(sound)
        if sound in self._account_sounds or (alike is not None and not self.is_free(alike, now)):
            raise Refusal("net-name-alike", name=name)
        if alike is not None:
            self.forget(alike)

    # Tokens

    def owner(self, token: str, now: float) -> Member | None:
        """Whose token (hash) this is, or was until somebody came in as them without it."""
        member = self.by_token.get(token)
        if member is not None:
            return member
        former = self._by_former.get(token)
        return former if former is not None and now < former.former[token] else None

    def change_token(self, member: Member, token: str) -> None:
        """They come back with this one (hash) from now on, and with no other."""
        self._outgoing.write(ForgetRow(Shelf.MEMBERS, member.token))
        del self.by_token[member.token]
        self._forget_former(member)
        member.token = token
        self.by_token[token] = member
        self.keep(member)

    def let_count(self, member: Member, tokens: Iterable[str], now: float) -> None:
        """Tokens (hashes) of the person who had this seat before stay valid for a while."""
        for token in tokens:
            member.former[token] = now + limits.FORMER_SECONDS
            self._by_former[token] = member
        self.keep(member)

    def _forget_former(self, member: Member) -> None:
        for token in member.former:
            self._by_former.pop(token, None)
        member.former.clear()
