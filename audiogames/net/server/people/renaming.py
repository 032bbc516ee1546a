"""Changes of an account's name, by its owner or by the command `admin`.

Nothing stored about an account moves, since all of it is under the account's key (`names`).  A
change writes the account's row, a ruling that informs the other processes and the command `admin`,
the name in rating lists, and a line of the moderation log.  If another process has given the name
to another person at the same moment, the store refuses the account's row and with it the ruling.
"""

from __future__ import annotations

from typing import Final

import msgspec

from audiogames.net import wire
from audiogames.net.names import read_name, sound_of, stored_sound_of
from audiogames.net.server import limits
from audiogames.net.server.contests.contest import contestants_of
from audiogames.net.server.contests.desk import ContestDesk
from audiogames.net.server.contests.rows import NameRatings
from audiogames.net.server.moderation.desk import TICK
from audiogames.net.server.moderation.rulings import UNSAVED_SECONDS, Renamed, key_of_ruling
from audiogames.net.server.moderation.steward import Steward
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Account, Member
from audiogames.net.server.queues import Alarms
from audiogames.net.server.store import StoreQuestion

RENAMED: Final = "renamed"
"""The alarm kind of people at a table whose account was renamed by the command `admin`."""

AGAIN: Final = 5.0
"""Seconds between two checks whether a renamed person has left the table."""


class Renaming:
    """Checks and applies new names of accounts."""

    def __init__(
        self, parts: ServerParts, steward: Steward, contests: ContestDesk, alarms: Alarms
    ) -> None:
        self._people = parts.people
        self._desk = parts.desk
        self._others = parts.others
        self._outgoing = parts.outgoing
        self._steward = steward
        self._contests = contests
        self._alarms = alarms
        self._latest: dict[str, tuple[float, str]] = {}
        """By account key, when this process last changed the name, and the name before."""

    def look(self, member: Member, account: Account, text: str, now: float) -> None:
        """Check a requested new name, also in the store, before the password is checked.

        Raises `Refusal`.
        """
        name = self._checked_name(member, account, text, now)
        key = self._people.names.key(name)
        if key != member.key:
            sound, stored = sound_of(name), stored_sound_of(name)
            self._others.see(StoreQuestion(name=key, sound=sound, account=stored))
        self._check_others(member, account, name, now)

    def _checked_name(self, member: Member, account: Account, text: str, now: float) -> str:
        """Return the new name in its final spelling.

        Raises `Refusal` if the name is invalid or this account may not be renamed now.
        """
        name = read_name(text)
        if name is None:
            raise Refusal("net-bad-name", longest=limits.NAME_LENGTH)
        if name == account.name:
            raise Refusal("net-rename-same", name=name)
        if member.table:
            raise Refusal("net-rename-table")
        here = contestants_of(self._contests.contests.values())
        if member.key in here | self._others.contestants:
            raise Refusal("net-rename-contest")
        free = account.naming.given_up + limits.RENAME_SECONDS
        if account.former and now < free:
            raise Refusal("net-rename-lately", left=max(1, round(free - now)))
        return name

    def _check_others(self, member: Member, account: Account, name: str, now: float) -> None:
        """Raise `Refusal` if the name resembles another person's, or needs approval."""
        key = self._people.names.key(name)
        if key == member.key:
            return
        known = self._people.by_key.get(key)
        if key in self._people.accounts or (known and not self._people.is_free(known, now)):
            raise Refusal("net-name-taken", name=name)
        if known is not None:
            self._people.forget(known)
        self._people.check_not_confusable(name, now, account)
        self._desk.check_name(name, member.address, now)

    def rename(self, member: Member, account: Account, text: str, now: float) -> None:
        """Change the name of a member's account.  Raises `Refusal`."""
        name = self._checked_name(member, account, text, now)
        self._check_others(member, account, name, now)
        before, key = account.name, member.key
        self._latest[key] = now, before
        naming = account.naming.renamed(name, now)
        later = self._desk.rulings.changed(key_of_ruling(Renamed(at=now, key=key))) + TICK
        naming = msgspec.structs.replace(naming, changed=max(now, later))
        self._people.names.learn(key, naming)
        self._people.take_naming(key)
        self._people.keep(member)
        self._desk.rule(
            Renamed(
                at=now,
                changed=naming.changed,
                by=before,
                key=key,
                name=name,
                former=naming.former,
            )
        )
        self._outgoing.write(NameRatings(key, name))
        self._contests.rename(key, name)
        self._desk.log(now, what="rename", who=before, name=name, by=before)
        assert member.conn is not None
        self._outgoing.answer(member.conn, wire.AccountPage(data={"name": name}))

    def learn(self, ruling: Renamed, now: float) -> None:
        """Apply a change of name made at another process or by the command `admin`."""
        if ruling.name:
            self._contests.rename(ruling.key, ruling.name)
            self._settle(ruling.key, now)

    def wake(self, number: int, now: float) -> None:
        """Try again to rename a person, who may have left the table meanwhile."""
        member = self._people.by_id.get(number)
        if member is not None:
            self._settle(member.key, now)

    def _settle(self, key: str, now: float) -> None:
        """Rename an account in memory, and sign out a person who still uses the old name."""
        member, before = self._people.by_key.get(key), ""
        if member is not None:
            before = member.name
        self._people.take_naming(key)
        if member is None or not member.account:
            return
        self._people.keep(member)
        if member.table:
            self._alarms.set((RENAMED, member.id), now + AGAIN)
        elif member.here and member.name != before:
            self._steward.put_out(member, "net-signed-out", now)

    def undo(self, key: str, now: float) -> None:
        """Undo a change of name that the store has refused, so that the account is read again."""
        at, before = self._latest.pop(key, (0.0, ""))
        if now > at + UNSAVED_SECONDS:
            return
        self._desk.log(now, what="rename-refused", who=before, by=before)
        self._desk.rulings.drop(key_of_ruling(Renamed(at=now, key=key)))
        self._people.names.forget(key)
        self._contests.rename(key, before)
