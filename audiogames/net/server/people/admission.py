"""Admission of people: guests, accounts, and owners who return to a seat.

A token restores a person's seat.  An account can also sign in with its password.  A guest who has
lost the token must prove ownership of the seat (`claims`).  The new owner may still be an impostor,
so the old token stays valid for a while, and using it ends the impostor's connection.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from audiogames.net import wire
from audiogames.net.names import key_of, read_name, sound_of, stored_sound_of
from audiogames.net.server import limits
from audiogames.net.server.connections import ClientConnection
from audiogames.net.server.guesses import PasswordGuesses, Registrations
from audiogames.net.server.limits import Buckets, is_this_machine
from audiogames.net.server.moderation.steward import Steward
from audiogames.net.server.outputs import WEAK, Refusal
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.claims import Claim
from audiogames.net.server.people.member import (
    Account,
    Contacts,
    Member,
    Registered,
    digits_of,
    hash_of,
)
from audiogames.net.server.people.presence import Presence
from audiogames.net.server.store import StoreQuestion
from audiogames.net.server.tables.match import Chair, GivenUp
from audiogames.net.server.tables.seating import may_come
from audiogames.net.server.tables.table import OnlineTable, SeatRequest

GENDERS = ("f", "m")


@dataclass(frozen=True)
class _Entry:
    """A person to admit: name, table if they have one, and proof of identity."""

    name: str
    table: OnlineTable | None
    proven: bool = False
    """Whether ownership of a given-up seat is proved."""
    token: str = ""
    """The hash of the newcomer's existing token, if any."""


class Admission:
    """Handles greetings: admits people to the server, or refuses them."""

    def __init__(
        self,
        parts: ServerParts,
        presence: Presence,
        steward: Steward,
        now: float,
    ) -> None:
        self._steward = steward
        self._desk = parts.desk
        self._people = parts.people
        self._lobby = parts.lobby
        self._connections = parts.connections
        self._claims = parts.claims
        self._seating = parts.seating
        self._presence = presence
        self._outgoing = parts.outgoing
        self._secrets = parts.secrets
        self._others = parts.others
        self.password_guesses = self._password_guesses = PasswordGuesses()
        self._registrations = Registrations(now)
        entries = Buckets(limits.ENTRIES_A_SECOND, limits.ENTRIES_AT_ONCE)
        share = parts.others.share
        self._may_enter = share("entries", entries.take)
        self._registered = share("registrations", self._registrations.take)
        self._password_tried = share("passwords-tried", self._password_guesses.take)
        self._password_right = share("passwords-right", self._password_guesses.right)

    def greet(self, connection: ClientConnection, request: wire.Hello, now: float) -> None:
        """Handle a greeting.  Raises `Refusal`, after which the client may send another one."""
        busy = connection.asked is not None or connection.pleads is not None
        if connection.member is not None or busy:
            raise Refusal("net-already-in")
        token = hash_of(request.token) if request.token else ""
        member = self._people.owner(token, now)
        self._check_bans(connection, request, member, now)
        if member is None:
            self._others.see(self._store_question(request, token))
            member = self._people.owner(token, now)
        elif member.account and member.key not in self._people.accounts:
            # The table was taken over, and with it only the rows of its own people.
            self._others.see(StoreQuestion(account=stored_sound_of(member.name)))
        elif not member.table:
            self._lobby.look_for(request.code)
        self._check_bans(connection, request, member, now)
        device = self._people.account_of_device(token, now) if member is None else None
        if member is not None:
            self._return(connection, request, member, now)
        elif device is not None:
            self._return_by_device(connection, request, device, now)
        elif request.recovery:
            self._ask_recovery(connection, request, now)
        elif request.token and not request.name:
            raise Refusal("net-unknown-token")
        elif request.password:
            self._ask_password(connection, request, now)
        else:
            self._guest(connection, request, now)

    def _check_bans(
        self, connection: ClientConnection, request: wire.Hello, member: Member | None, now: float
    ) -> None:
        """Raise `Refusal` if the sender of this greeting, or their address, is banned."""
        name = _asked_name(request) if member is None else member.name
        proves = bool(request.password) and not request.register
        account = proves if member is None else member.account
        if not account:
            self._desk.check_address(connection.address, now)
        self._desk.check_ban(name, now, account=account)

    def _store_question(self, request: wire.Hello, token: str) -> StoreQuestion:
        """Return the query for the store about a greeting's name, token and table code."""
        name = _asked_name(request)
        return StoreQuestion(
            token,
            self._account_key(request),
            sound_of(name),
            stored_sound_of(name),
            request.code,
            proves=bool(request.password) and not request.register,
            ticket=hash_of(request.ticket) if request.ticket else "",
        )

    def _account_key(self, request: wire.Hello) -> str:
        """Return the name key of the account to sign in to.

        The name is not validated, because old accounts may have names that are invalid now.
        """
        return self._people.names.key(_asked_name(request))

    # Guests

    def _guest(self, connection: ClientConnection, request: wire.Hello, now: float) -> None:
        """Admit a guest, or handle a guest's claim to a seat with this name.  Raises `Refusal`."""
        name = _name(request)
        table = self._lobby.behind(connection.address, request.code, now)
        key = self._people.names.key(name)
        if key in self._people.accounts:
            raise Refusal("net-name-reserved", name=name)
        known = self._people.by_key.get(key)
        if known is not None and table is not None and _left_a_seat(known, table):
            claim = Claim(connection, table, known.name, known.away_since or now)
            if self._claims.prove_or_ask(claim, GivenUp(own=known.own), request, now):
                self._return_without_token(connection, request, known, now, certain=False)
            return
        if known is not None and not self._people.is_free(known, now):
            raise Refusal("net-name-taken", name=name)
        if known is not None:
            self._people.forget(known)
        self._people.check_not_confusable(name, now)
        self._desk.check_name(name, connection.address, now)
        self._enter(connection, request, _Entry(name, table), now)

    def _enter(
        self, connection: ClientConnection, request: wire.Hello, entry: _Entry, now: float
    ) -> None:
        """Admit a person as a new member, if possible in their old seat.  Raises `Refusal`."""
        name, table = entry.name, entry.table
        key = self._people.names.key(name)
        watch = table is not None and _only_watches(table, key, connection.address)
        account = key in self._people.accounts
        chair = None if table is None else table.given_up_by(key)
        certain = chair is None or chair.is_known_by({hash_of(request.token)}, account=account)
        if chair is not None and table is not None and not (certain or entry.proven):
            owner = chair.given_up or GivenUp()
            claim = Claim(connection, table, name, owner.at)
            if not self._claims.prove_or_ask(claim, owner, request, now):
                return
        self._make_room(connection, now)
        token = entry.token or self._secrets.token()
        registered = Registered(name, _gender(request), account, 0, Contacts())
        member = self._people.add(registered, hash_of(token))
        self._people.note_device(member, hash_of(token), now)
        self._people.keep(member)
        if chair is not None and chair.given_up is not None and not certain:
            self._people.keep_former_tokens(member, chair.given_up.tokens, now)
        self._presence.connect(connection, member, now)
        others = [*self._others.addresses]
        welcome = wire.Welcome(name=name, token=token, account=account, others=others)
        self._outgoing.answer(connection.conn, welcome)
        with self._outgoing.aside():
            self._steward.greeted(member, now, back=bool(request.ticket))
        self._outgoing.serve(member, request.id)
        if table is not None:
            self._seating.come(member, table, now, watch=watch)

    def _make_room(self, connection: ClientConnection, now: float) -> None:
        """On a full server, forget a member who is away and at no table.

        Raises `Refusal` if there is none, or if too many people enter from this address.
        """
        gone = self._people.absent.first()
        full = len(self._people.by_id) >= limits.MEMBERS
        if full and gone is None:
            raise Refusal("net-server-full")
        address = connection.address
        if not (is_this_machine(address) or self._may_enter(address, now)):
            raise Refusal("net-too-fast")
        if full and gone is not None:
            self._people.forget(gone)

    # Accounts

    def _ask_password(self, connection: ClientConnection, request: wire.Hello, now: float) -> None:
        """Queue a password check, after which `verified` is called.  Raises `Refusal`."""
        key, address = self._account_key(request), connection.address
        account = self._people.accounts.get(key)
        if request.register:
            self._may_register(connection, request, _name(request), now)
            if not self._registrations.may(address, now):
                raise Refusal("net-too-many-accounts")
        elif account is None:
            raise Refusal("net-wrong-password")
        if len(request.password) > limits.PASSWORD_LONGEST:
            raise Refusal("net-bad-password", shortest=limits.PASSWORD_SHORTEST)
        if account is not None and not self._password_guesses.may(key, address, now):
            self._refuse_later(connection, request, now)
            return
        hashed = "" if request.register or account is None else account.hashed
        known = account is not None and self._password_guesses.is_home(key, address)
        self._connections.passwords.put(connection, request.password, hashed, known=known)
        if account is None:
            self._registered(address, now)
        else:
            self._password_tried(key, address, now)
        connection.asked = request

    def _ask_recovery(self, connection: ClientConnection, request: wire.Hello, now: float) -> None:
        """Queue the check of a recovery code.  A wrong code counts as a wrong password."""
        key, address = self._account_key(request), connection.address
        account = self._people.accounts.get(key)
        if not limits.PASSWORD_SHORTEST <= len(request.password) <= limits.PASSWORD_LONGEST:
            raise Refusal("net-bad-password", shortest=limits.PASSWORD_SHORTEST)
        if account is None or not account.recovery:
            raise Refusal("net-wrong-recovery")
        if not self._password_guesses.may(key, address, now):
            self._refuse_later(connection, request, now)
            return
        code = "".join(filter(str.isdigit, request.recovery))[: 2 * limits.RECOVERY_DIGITS]
        self._connections.passwords.put(connection, code, account.recovery, known=False)
        self._password_tried(key, address, now)
        connection.asked = request

    def _refuse_later(self, connection: ClientConnection, request: wire.Hello, now: float) -> None:
        """Refuse a password without a check, after a pause that blocks this connection."""
        connection.asked = request
        connection.refused_at = now + limits.UNCHECKED_PASSWORD_SECONDS
        self._connections.wake(connection, connection.refused_at)

    def refuse_unchecked(self, connection: ClientConnection, now: float) -> None:
        """Refuse a `Hello` that waits for its password check, when its waiting time is over."""
        if connection.refused_at is None or now < connection.refused_at:
            return
        request, connection.asked, connection.refused_at = connection.asked, None, None
        assert request is not None
        no = wire.No(reason="net-too-many-attempts")
        self._outgoing.answer_to(connection.conn, request.id, no)

    def _recover(self, connection: ClientConnection, request: wire.Hello, hashed: str) -> bool:
        """After a correct recovery code, hash the new password and then store it.

        Returns True if the new password is stored, and False if its hashing has only been queued.
        """
        account = self._people.accounts[self._account_key(request)]
        if not connection.hashing:
            connection.hashing, connection.asked = request.password, request
            self._connections.passwords.put(connection, request.password, "", known=True)
            return False
        connection.hashing = ""
        account.hashed, account.recovery = hashed, ""
        account.devices.clear()
        self._people.keep_account(self._account_key(request))
        return True

    def _may_register(
        self, connection: ClientConnection, request: wire.Hello, name: str, now: float
    ) -> None:
        """Raise `Refusal` if no account with this name and password may be registered."""
        self._lobby.behind(connection.address, request.code, now)
        key = self._people.names.key(name)
        if key in self._people.accounts or key in self._people.by_key:
            raise Refusal("net-name-taken", name=name)
        self._people.check_not_confusable(name, now)
        self._desk.check_name(name, connection.address, now)
        if len(self._people.accounts) >= limits.ACCOUNTS:
            raise Refusal("net-server-full")
        if len(request.password) < limits.PASSWORD_SHORTEST:
            raise Refusal("net-bad-password", shortest=limits.PASSWORD_SHORTEST)

    def verified(self, connection: ClientConnection, hashed: str | None, now: float) -> None:
        """Admit a client after its password check or hashing.  Raises `Refusal`.

        `hashed` is None if the password is wrong.
        """
        request, connection.asked = connection.asked, None
        if not isinstance(request, wire.Hello):
            return
        self._outgoing.serve(None, request.id)
        if hashed is None:
            raise Refusal("net-wrong-recovery" if request.recovery else "net-wrong-password")
        if hashed == WEAK:
            connection.hashing = ""
            raise Refusal("net-weak-password")
        if request.recovery and not self._recover(connection, request, hashed):
            return
        table = None
        if request.code:
            table = self._lobby.behind(connection.address, request.code, now)
        if request.register:
            name = _name(request)
            self._may_register(connection, request, name, now)
            self._people.open_account(Account(name, _gender(request), hashed))
            key = key_of(name)
        else:
            key = self._account_key(request)
        self._password_right(key, connection.address, now)
        known = self._people.by_key.get(key)
        if known is not None:
            self._return_without_token(connection, request, known, now)
        else:
            name = self._people.accounts[key].name
            self._enter(connection, request, _Entry(name, table), now)

    # Returning

    def _return(
        self, connection: ClientConnection, request: wire.Hello, member: Member, now: float
    ) -> None:
        """Give a member, recognised by the token, their seat back."""
        token = hash_of(request.token)
        if member.token != token:
            self._lock_out_impostor(member, token)
        self._presence.come_back(connection, member, now, token=request.token, heard=request.heard)
        self._greet_again(member, now)
        if request.code and not member.table:
            # The seat no longer exists: the code admits to a table, as for a newcomer.  After a
            # wrong code the person remains on the server.
            with suppress(Refusal):
                table = self._lobby.find(connection.address, request.code, now)
                self._seating.come(member, table, now)

    def _return_by_device(
        self, connection: ClientConnection, request: wire.Hello, account: Account, now: float
    ) -> None:
        """Sign in to an account by the token of a known device."""
        self._desk.check_ban(account.name, now, account=True)
        token, known = hash_of(request.token), self._people.named(account.name)
        table = None
        if request.code:
            with suppress(Refusal):
                table = self._lobby.behind(connection.address, request.code, now)
        if known is None:
            entry = _Entry(account.name, table, token=request.token)
            self._enter(connection, request, entry, now)
            return
        self._people.note_device(known, token, now)
        self._change_token(known, token)
        known.restored = True
        self._presence.come_back(connection, known, now, token=request.token, heard=request.heard)
        self._greet_again(known, now)

    def _lock_out_impostor(self, member: Member, token: str) -> None:
        """Give a seat back to its former owner, with a new seat code unknown to an impostor."""
        member.own, member.restored = digits_of(token + member.own), True
        self._change_token(member, token)

    def _return_without_token(
        self,
        connection: ClientConnection,
        request: wire.Hello,
        member: Member,
        now: float,
        *,
        certain: bool = True,
    ) -> None:
        """Give a member without a valid token their seat, a new token and the full state.

        If ownership is not `certain`, the member may be an impostor who has learned the seat's
        secret digits or obtained the others' consent, so the old token stays valid for a while.
        """
        member.gender = _gender(request)
        token, before = self._secrets.token(), [member.token, *member.former]
        self._people.note_device(member, hash_of(token), now)
        self._change_token(member, hash_of(token))
        if not certain:
            self._people.keep_former_tokens(member, before, now)
        member.restored = True
        self._presence.come_back(connection, member, now, token=token, heard=0)
        self._greet_again(member, now)

    def _greet_again(self, member: Member, now: float) -> None:
        """Send a returned member their role, warnings and notices."""
        with self._outgoing.aside():
            self._steward.greeted(member, now, back=True)

    def _change_token(self, member: Member, token: str) -> None:
        self._people.change_token(member, token)
        table = self._lobby.table_of(member)
        if table is not None:  # its row holds the tokens of its people
            table.keep()

    # By the consent of the others

    def agree(self, member: Member, request: wire.Agree, now: float) -> None:
        """Record a player's vote on another person's claim to a seat at the table."""
        table = self._lobby.at_table(member)
        plea = self._claims.answer(table, member, request, now)
        if plea is None:
            return
        connection = self._connections.by_conn[plea.conn]
        table.plea = connection.pleads = None
        asker = self._outgoing.request
        self._outgoing.serve(connection.member, plea.request.id)
        try:
            self._give_seat(connection, table, plea, now)
        except Refusal as refusal:
            self._outgoing.answer(connection.conn, refusal.as_answer())
        self._outgoing.serve(member, asker)

    def _give_seat(
        self, connection: ClientConnection, table: OnlineTable, plea: SeatRequest, now: float
    ) -> None:
        """Give an absent player's seat to the person who claims it, after the table has agreed.

        Raises `Refusal` if the seat was taken meanwhile.
        """
        request, chair = plea.request, table.given_up_by(self._people.names.key(plea.name))
        if isinstance(request, wire.Join):
            self._give_member(connection.member, table, chair, now)
            return
        known = self._people.named(plea.name)
        if known is not None and _left_a_seat(known, table):
            self._return_without_token(connection, request, known, now, certain=False)
        elif known is None and chair is not None:
            self._enter(connection, request, _Entry(plea.name, table, proven=True), now)
        else:
            raise Refusal("net-name-taken", name=plea.name)

    def _give_member(
        self, member: Member | None, table: OnlineTable, chair: Chair | None, now: float
    ) -> None:
        """Seat a member of the server in the chair for which the table has voted."""
        if member is None or member.table or chair is None:
            raise Refusal("net-no-such-table")
        self._people.keep_former_tokens(member, (chair.given_up or GivenUp()).tokens, now)
        self._seating.come(member, table, now)


def _name(request: wire.Hello) -> str:
    """Return the cleaned name in a greeting.  Raises `Refusal`."""
    name = read_name(request.name)
    if name is None:
        raise Refusal("net-bad-name", longest=limits.NAME_LENGTH)
    return name


def _gender(request: wire.Hello) -> str:
    """Return the gender stated in a greeting; empty if there is none or it is unknown."""
    return request.gender if request.gender in GENDERS else ""


def _asked_name(request: wire.Hello) -> str:
    """Return the unchecked name in a greeting, cut to four times the longest name."""
    return request.name[: 4 * limits.NAME_LENGTH]


def _left_a_seat(known: Member, table: OnlineTable) -> bool:
    """Return True if this member has lost the connection and has a seat at the table."""
    return known.away_since is not None and table.chair_of(known) is not None


def _only_watches(table: OnlineTable, key: str, address: str) -> bool:
    """Return True if the person may join the table only as a spectator.

    Raises `Refusal` if they may not join at all.
    """
    try:
        may_come(table, key, address, watch=False)
    except Refusal:
        may_come(table, key, address, watch=True)
        return True
    return False
