"""The registry of people: lookup by name, similar sound and token, storing and forgetting."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count
from random import Random
from typing import Final, Protocol

from audiogames.net.names import key_of, sound_of
from audiogames.net.server import limits
from audiogames.net.server.contests.rows import ForgetRatings
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
    names_of_account,
    row_of,
)
from audiogames.net.server.people.names import AccountNames
from audiogames.net.server.queues import Alarms
from audiogames.net.server.store import ForgetRow, KeepRow, Shelf

MEMBER: Final = "member"
"""The alarm kind of people."""


class Secrets(Protocol):
    """A source of unguessable values: the operating system or, in tests, a seeded generator."""

    def token(self) -> str:
        """Return a new token, by which a returning person is recognised."""
        ...

    def digits(self, many: int) -> str:
        """Return a numeric code of this length, short enough to be spoken."""
        ...

    def random(self) -> Random:
        """Return a random generator for dealing cards."""
        ...


class Numbers:
    """Assigns unique numbers to people or tables."""

    def __init__(self, first: int = 1) -> None:
        self._count = count(first)

    def next(self) -> int:
        """Return a number that no person or table has had yet."""
        return next(self._count)

    def skip_to(self, known: Iterable[int]) -> None:
        """Continue the numbering after the highest of these numbers."""
        self._count = count(1 + max(known, default=0))


class Absent:
    """Members who are away and at no table, in the order in which a full server forgets them.

    People who have never sat at a table are first, then the others, each in order of leaving.
    """

    def __init__(self) -> None:
        self._never_sat: dict[int, Member] = {}
        self._others: dict[int, Member] = {}

    def add(self, member: Member) -> None:
        """Add a member who has left."""
        (self._others if member.sat else self._never_sat)[member.id] = member

    def remove(self, member: Member) -> None:
        """Remove a member who has returned or was forgotten."""
        self._never_sat.pop(member.id, None)
        self._others.pop(member.id, None)

    def first(self) -> Member | None:
        """Return the member who should be forgotten first."""
        return next(chain(self._never_sat.values(), self._others.values()), None)


class People:
    """Finds, stores and forgets the people of a server and their accounts."""

    def __init__(
        self,
        outgoing: Outgoing,
        alarms: Alarms,
        numbers: Numbers,
        reserved: Iterable[str],
        shared_paces: SharedPace | None = None,
    ) -> None:
        """Create a registry without people.

        `shared_paces` has the shared rate limits if other processes serve these people too.
        """
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
        self.names = AccountNames()
        self._account_sounds: set[str] = set()
        self._by_device: dict[str, str] = {}
        """Account keys by the token hashes of their devices."""
        self._reserved = frozenset(map(sound_of, reserved))
        """Forbidden names by sound key: words by which the program addresses people."""
        self.absent = Absent()
        self.version = 0
        """A number that rises with every possible change of the list of people."""

    # Lookup

    def named(self, name: str) -> Member | None:
        """Return the member who has or had this name."""
        return self.by_key.get(self.names.key(name))

    # Presence

    def add(self, registered: Registered, token: str) -> Member:
        """Register a member from a stored or new record."""
        key = registered.key or self.names.key(registered.name)
        account = self.accounts.get(key) if registered.account else None
        # A person at a table keeps the old name until they leave the table.
        member = Member(
            id=self._numbers.next(),
            name=registered.name if account is None or registered.table else account.name,
            gender=registered.gender,
            token=token,
            manners=account.manners if account else registered.manners,
            account=account is not None or (registered.account and self._shared),
            table=registered.table,
            own=registered.own or digits_of(token),
            former=dict(registered.former),
            sat=registered.table != 0,
            away_since=registered.away or None,
            shared_paces=self._shared_paces,
            key=key,
        )
        self.by_id[member.id] = member
        self.by_key[member.key] = member
        self._by_sound[sound_of(member.name)] = member
        self.by_token[token] = member
        self._by_former.update(dict.fromkeys(member.former, member))
        return member

    def connect(self, member: Member, conn: Conn, address: str) -> None:
        """Mark a member as connected."""
        self.absent.remove(member)
        self.version += 1
        member.conn, member.address, member.away_since = conn, address, None
        self._alarms.set((MEMBER, member.id), None)

    def disconnect(self, member: Member, now: float) -> None:
        """Mark a member as away."""
        member.conn, member.away_since = None, now
        self.version += 1
        self.wake(member, now + limits.GRACE)

    def wake(self, member: Member, at: float) -> None:
        """Set the time at which a member's absence is handled next.

        Then a bot takes over the seat, the seat is given up, or the member is forgotten.
        """
        self._alarms.set((MEMBER, member.id), at)

    def keep(self, member: Member) -> None:
        """Write a member's seat and settings to the store."""
        self.version += 1
        row = row_of(member.registered())
        names = names_of(member) if self._shared else ()
        self._outgoing.write(KeepRow(Shelf.MEMBERS, member.token, row, member.table, names))
        account = self.accounts.get(member.key) if member.account else None
        if account is not None:
            self._write_account(member.key, account)

    def forget(self, member: Member) -> None:
        """Delete a member and free their name."""
        self.drop(member)
        self._outgoing.write(ForgetRow(Shelf.MEMBERS, member.token))

    def drop(self, member: Member) -> None:
        """Remove a member from memory, but not from the store."""
        del self.by_id[member.id], self.by_key[member.key], self.by_token[member.token]
        if self._by_sound.get(sound_of(member.name)) is member:
            del self._by_sound[sound_of(member.name)]
        self._forget_former(member)
        self.absent.remove(member)
        self.version += 1
        self._alarms.set((MEMBER, member.id), None)

    # Names

    def open_account(self, account: Account) -> None:
        """Add a new account, and write it to the store."""
        key = key_of(account.name)
        self.accounts[key] = account
        self._account_sounds |= _sounds_of(account)
        self._write_account(key, account, new=True)
        # A former owner of the name may have ratings, which must not become this person's.
        self._outgoing.write(ForgetRatings(key))

    def _write_account(self, key: str, account: Account, *, new: bool = False) -> None:
        # A single process's file may have accounts older than the rule that names sound different.
        names = names_of_account(key, account) if self._shared else ()
        row = KeepRow(Shelf.ACCOUNTS, key, row_of(account), names=names, new=new)
        self._outgoing.write(row)

    def keep_account(self, key: str) -> None:
        """Write a changed account to the store."""
        account = self.accounts[key]
        self._by_device.update(dict.fromkeys(account.devices, key))
        self._write_account(key, account)

    def close_account(self, key: str) -> None:
        """Delete an account and free its names."""
        self.drop_account(key)
        self.names.forget(key)
        self._outgoing.write(ForgetRow(Shelf.ACCOUNTS, key))
        self._outgoing.write(ForgetRatings(key))

    def drop_account(self, key: str) -> None:
        """Remove an account from memory, but not from the store."""
        account = self.accounts.pop(key, None)
        if account is not None:
            self._free_sounds(account)

    def take_naming(self, key: str) -> None:
        """Give an account its latest name; rename its member too, if they are at no table."""
        account, naming = self.accounts.get(key), self.names.of(key)
        if account is None or naming is None:
            return
        account.take(naming)
        self._account_sounds |= _sounds_of(account)
        member = self.by_key.get(key)
        if member is not None and not member.table:
            if self._by_sound.get(sound_of(member.name)) is member:
                del self._by_sound[sound_of(member.name)]
            member.name = account.name
            self._by_sound[sound_of(member.name)] = member
            self.version += 1

    def _free_sounds(self, account: Account) -> None:
        """Free the phonetic keys of an account's names that no other account's name has."""
        gone = _sounds_of(account)
        others = (one for one in self.accounts.values() if one is not account)
        self._account_sounds -= gone.difference(*map(_sounds_of, others))

    def account_of_device(self, token: str, now: float) -> Account | None:
        """Return the account of the device whose token has this hash.

        None if there is no such device, or if it was unused for too long.
        """
        account = self.accounts.get(self._by_device.get(token, ""))
        device = None if account is None else account.devices.get(token)
        is_good = device is not None and now < device.seen + limits.DEVICE_FORGOTTEN
        return account if is_good else None

    def note_device(self, member: Member, token: str, now: float) -> None:
        """Record that a member has signed in from the device whose token has this hash."""
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
        """Restore the stored accounts."""
        new = accounts.keys() - self.accounts.keys()
        self.accounts.update(accounts)
        for key, one in accounts.items():
            self._by_device.update(dict.fromkeys(one.devices, key))
            self.names.learn(key, one.naming)
            one.take(self.names.of(key) or one.naming)
            member = self.by_key.get(key) if key in new else None
            if member is not None and member.account:
                member.manners = one.manners
            self._account_sounds |= _sounds_of(one)

    def is_free(self, known: Member, now: float) -> bool:
        """Return True if a newcomer may take the name of a guest who is away without a seat.

        The newcomer may be the same guest, if the connection broke before the token arrived.
        """
        since = known.away_since
        gone = since is not None and now >= since + limits.GRACE
        return gone and not known.account and not known.table

    def check_not_confusable(self, name: str, now: float, account: Account | None = None) -> None:
        """Raise `Refusal` if a new name sounds like another person's name or a reserved one."""
        sound = sound_of(name)
        if sound in self._reserved:
            raise Refusal("net-name-word", name=name)
        if account is not None and sound in _sounds_of(account):
            return
        alike = self._by_sound.get(sound)
        if sound in self._account_sounds or (alike is not None and not self.is_free(alike, now)):
            raise Refusal("net-name-alike", name=name)
        if alike is not None:
            self.forget(alike)

    # Tokens

    def owner(self, token: str, now: float) -> Member | None:
        """Return the owner of a token, given its hash; None if there is none.

        The owner is the member who has the token.  If that member's seat was taken over, it is the
        member who took it over.
        """
        member = self.by_token.get(token)
        if member is not None:
            return member
        former = self._by_former.get(token)
        return former if former is not None and now < former.former[token] else None

    def change_token(self, member: Member, token: str) -> None:
        """Replace the hash of a member's token, so that the old token becomes invalid."""
        self._outgoing.write(ForgetRow(Shelf.MEMBERS, member.token))
        del self.by_token[member.token]
        self._forget_former(member)
        member.token = token
        self.by_token[token] = member
        self.keep(member)

    def keep_former_tokens(self, member: Member, tokens: Iterable[str], now: float) -> None:
        """Accept the tokens of a seat's former owner for a while longer, and store the member.

        Used when `member` got the seat by its secret digits or by a vote of the table, and may be
        an impostor.
        """
        for token in tokens:
            member.former[token] = now + limits.FORMER_SECONDS
            self._by_former[token] = member
        self.keep(member)

    def _forget_former(self, member: Member) -> None:
        for token in member.former:
            self._by_former.pop(token, None)
        member.former.clear()


def _sounds_of(account: Account) -> set[str]:
    """Return the phonetic keys of an account's present and former names.

    Names with equal keys sound alike.
    """
    return set(map(sound_of, account.naming.all))
