"""Self-service of accounts: recovery code, password, devices, data, deletion.

A recovery code is made on request, shown once, and stored as a hash like the password.  Using it
sets a new password, invalidates the code and signs out every device.  There is no e-mail and no
other way to recover an account.

A device is a client that has signed in with the password.  Its token signs in without the password,
until the device is signed out or was unused for long.  Only one device is signed in at a time,
since a person sits at one table: the latest one replaces the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from audiogames.net import wire
from audiogames.net.names import clean
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection, RowsAsked
from audiogames.net.server.contests.desk import ContestDesk
from audiogames.net.server.contests.rating import told
from audiogames.net.server.contests.rows import OWNED, RatingQuestion, RatingRow
from audiogames.net.server.guesses import PasswordGuesses
from audiogames.net.server.moderation.rulings import GivenRole, Renamed
from audiogames.net.server.moderation.steward import Steward
from audiogames.net.server.outputs import WEAK, AskRatingLines, Refusal
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Account, Member
from audiogames.net.server.people.renaming import Renaming

PROVEN: Final = ("recovery", "password", "rename", "delete")
"""Requests that need the password."""


class AccountKeeping:
    """Handles people's requests about their own accounts (`ManageAccount`)."""

    def __init__(
        self,
        parts: ServerParts,
        steward: Steward,
        guesses: PasswordGuesses,
        contests: ContestDesk,
        renaming: Renaming,
    ) -> None:
        self._people = parts.people
        self._connections = parts.connections
        self._outgoing = parts.outgoing
        self._secrets = parts.secrets
        self._desk = parts.desk
        self._others = parts.others
        self._steward = steward
        self._guesses = guesses
        self._contests = contests
        self._renaming = renaming
        self._acts: Mapping[str, Callable[[Member, Account, wire.ManageAccount, float], None]] = {
            "overview": self._overview,
            "data": self._data,
            "device": self._name_device,
            "carried": self._carried,
            "carry": self._carry,
            "sign-out": self._sign_out,
            "leave": self._sign_out,
        }

    def manage(self, member: Member, request: wire.ManageAccount, now: float) -> None:
        """Handle a request about the member's account; some requests first need a password check.

        Raises `Refusal`.
        """
        account = self._people.accounts.get(member.key) if member.account else None
        if account is None:
            raise Refusal("net-guest")
        if request.do in PROVEN:
            self._prove(member, account, request, now)
        elif request.do in self._acts:
            self._acts[request.do](member, account, request, now)
        else:
            raise Refusal("net-bad-ruling", allowed=", ".join([*self._acts, *PROVEN]))

    # With the password

    def _prove(
        self, member: Member, account: Account, request: wire.ManageAccount, now: float
    ) -> None:
        """Queue a check of the password that this request requires.  Raises `Refusal`."""
        connection = self._connections.of(member)
        assert connection is not None
        short = limits.PASSWORD_SHORTEST
        if request.do == "password" and not short <= len(request.new) <= limits.PASSWORD_LONGEST:
            raise Refusal("net-bad-password", shortest=short)
        if connection.asked is not None:
            raise Refusal("net-too-fast")
        if request.do == "rename":
            self._renaming.look(member, account, request.new, now)
        if not self._guesses.may(member.key, connection.address, now):
            raise Refusal("net-too-many-attempts")
        password = request.password[: limits.PASSWORD_LONGEST]
        self._connections.passwords.put(connection, password, account.hashed, known=True)
        self._guesses.take(member.key, connection.address, now)
        connection.asked = request
        self._outgoing.answered = True  # the answer follows

    def verified(self, connection: ClientConnection, hashed: str | None, now: float) -> None:
        """Carry out a request after its password check or hashing.  Raises `Refusal`.

        `hashed` is None if the password is wrong.
        """
        request, connection.asked = connection.asked, None
        made, connection.hashing = connection.hashing, ""
        member = connection.member
        if not isinstance(request, wire.ManageAccount) or member is None:
            return
        self._outgoing.serve(member, request.id)
        account = self._people.accounts.get(member.key)
        if hashed is None or account is None:
            raise Refusal("net-wrong-password")
        if hashed == WEAK:
            raise Refusal("net-weak-password")
        if made:
            self._take(member, account, request, made, hashed)
            return
        self._guesses.right(member.key, connection.address, now)
        if request.do == "delete":
            self.delete(member.key, now)
            return
        if request.do == "rename":
            self._renaming.rename(member, account, request.new, now)
            return
        new = request.new if request.do == "password" else self._code()
        connection.asked, connection.hashing = request, new
        self._connections.passwords.put(connection, new, "", known=True)

    def _code(self) -> str:
        """Return a new recovery code."""
        return self._secrets.digits(limits.RECOVERY_DIGITS)

    def _take(
        self, member: Member, account: Account, request: wire.ManageAccount, made: str, hashed: str
    ) -> None:
        """Store the hash of a new password, or of a new recovery code."""
        assert member.conn is not None
        if request.do == "password":
            account.hashed = hashed
            self._forget_devices(account, member.token)
            self._outgoing.answer(member.conn, wire.Done())
        else:
            account.recovery = hashed
            self._outgoing.answer(member.conn, wire.AccountPage(code=made, recovery=True))
        self._people.keep_account(member.key)

    def delete(self, key: str, now: float) -> None:
        """Delete an account and its role, free its names, and disconnect its owner."""
        account = self._people.accounts[key]
        member = self._people.by_key.get(key)
        roles = self._desk.rulings.roles(account.name)
        self._people.close_account(key)
        self._contests.forget_person(key, now)
        self._others.forget_entrant(key)
        for one in roles:
            if one.role != wire.PLAYER:
                given = GivenRole(at=now, changed=now, name=one.name, role=wire.PLAYER)
                self._desk.rule(given)
        if account.former:
            self._desk.rule(Renamed(at=now, changed=now, key=key))
        self._desk.log(now, what="account-deleted", who=account.name)
        if member is not None:
            self._steward.put_out(member, "net-account-deleted", now)

    def erase(self, key: str, now: float) -> None:
        """Delete from this process an account that the command `admin` has deleted."""
        self._contests.forget_person(key, now)
        if key in self._people.accounts:
            self.delete(key, now)

    # Without the password

    def _overview(self, member: Member, account: Account, _request: Any, now: float) -> None:
        assert member.conn is not None
        devices = [
            wire.AccountDevice(
                label=one.label, ago=max(0, round(now - one.seen)), mine=token == member.token
            )
            for token, one in reversed(account.devices.items())
        ]
        page = wire.AccountPage(devices=devices, recovery=bool(account.recovery))
        self._outgoing.answer(member.conn, page)

    def _data(self, member: Member, account: Account, _request: Any, now: float) -> None:
        """Query the store, and then send a person all data stored about their account."""
        connection = self._connections.of(member)
        assert connection is not None
        if connection.asked_rows is not None:
            raise Refusal("net-too-fast")
        request = self._outgoing.request
        question = RatingQuestion(OWNED, "", who=member.key)
        go_on = partial(self._send_data, member, account)
        connection.asked_rows = RowsAsked(request, go_on)
        self._outgoing.add(AskRatingLines(connection.conn, request, question))
        self._outgoing.answered = True  # the answer follows

    def _send_data(
        self, member: Member, account: Account, rows: Sequence[RatingRow], now: float
    ) -> None:
        assert member.conn is not None
        rulings = self._desk.rulings
        sanctions = [
            {"what": one.what, "reason": one.reason, "at": round(one.at), "until": round(one.until)}
            for one in rulings.about(account.name, account=True)
        ]
        devices = [
            {"label": one.label, "since": round(one.since), "seen": round(one.seen)}
            for one in account.devices.values()
        ]
        data = {
            "name": account.name,
            "gender": account.gender,
            "former": sorted(account.former),
            "friends": self._names(account.manners.friends),
            "blocked": self._names(account.manners.blocked),
            "messages": account.manners.privacy,
            "role": rulings.role_of(account.name),
            "recovery": bool(account.recovery),
            "devices": devices,
            "sanctions": sanctions,
            "carried": account.carried,
            "tournaments": self._contests.names_of(member.key),
            **_played(rows),
            "written": round(now),
        }
        self._outgoing.answer(member.conn, wire.AccountPage(data=data))

    def _names(self, noted: Mapping[str, str]) -> list[str]:
        """Return the current names of the people in a list of contacts.

        The list may contain names that they had before.
        """
        return sorted(self._people.names.current(key, name) for key, name in noted.items())

    def _carried(self, member: Member, account: Account, _request: Any, now: float) -> None:
        """Send the text that a person's clients store in the account for their other devices."""
        del now
        assert member.conn is not None
        self._outgoing.answer(member.conn, wire.AccountPage(data={"carried": account.carried}))

    def _carry(
        self, member: Member, account: Account, request: wire.ManageAccount, now: float
    ) -> None:
        """Store a text from the client in the account, for the person's other devices."""
        del now
        if len(request.new) > limits.CARRIED:
            raise Refusal("net-too-large")
        if request.new != account.carried:
            account.carried = request.new
            self._people.keep_account(member.key)

    def _name_device(
        self, member: Member, account: Account, request: wire.ManageAccount, now: float
    ) -> None:
        del now
        device, label = account.devices.get(member.token), clean(request.new, limits.DEVICE_LABEL)
        if device is not None and device.label != label:
            device.label = label
            self._people.keep_account(member.key)

    def _sign_out(
        self, member: Member, account: Account, request: wire.ManageAccount, now: float
    ) -> None:
        """Sign out all other devices or, for the request `leave`, only this one."""
        is_here = request.do == "sign-out"
        kept = member.token if is_here else ""
        if is_here:
            self._forget_devices(account, kept)
        else:
            account.devices.pop(member.token, None)
        self._people.keep_account(member.key)
        if not is_here:
            self._steward.put_out(member, "net-signed-out", now)

    def _forget_devices(self, account: Account, but: str) -> None:
        account.devices = {token: one for token, one in account.devices.items() if token == but}


def _played(rows: Sequence[RatingRow]) -> dict[str, list[dict[str, Any]]]:
    """Return the rating rows of an account as plain values, grouped by kind."""
    found: dict[str, list[dict[str, Any]]] = {"conduct": [], "ratings": [], "rated": [], "days": []}
    for row in rows:
        match row.name:
            case "conduct":
                counts = {"finished": row.matches, "left": row.left, "timeouts": row.timeouts}
                found["conduct"].append(counts)
            case "rating":
                points = {"points": told(row.mu, row.sigma), "matches": row.matches}
                found["ratings"].append({"game": row.game, "form": row.form, **points})
            case "rated":
                result = {"at": round(row.at), "won": row.won}
                found["rated"].append({"game": row.game, "form": row.form, **result})
            case "day":
                result = {"own": row.matches, "other": row.left}
                found["days"].append({"game": row.game, "date": row.form, **result})
    return found
