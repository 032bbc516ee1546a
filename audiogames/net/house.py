"""What every part of a server core stands on: the people, the tables, and what goes out.

Whoever changes a table says so (`changed`), and whoever tells somebody something does it here, so
that it is numbered, kept for those who are away, and stands after what must be on disk before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from random import Random
from typing import Any, Final, Protocol

import msgspec

from audiogames.net import limits, wire
from audiogames.net.alarms import Alarms
from audiogames.net.fair import Fair
from audiogames.net.guesses import CodeGuesses, DigitGuesses, PasswordGuesses
from audiogames.net.leaving import Absent, Opened
from audiogames.net.limits import Bucket, Buckets
from audiogames.net.names import key_of, sound_of
from audiogames.net.outputs import CheckPassword, Conn, Drop, Note, Output, Send, Think, Write
from audiogames.net.people import Account, Member, Registered, digits_of, hidden, row_of
from audiogames.net.rooms import Room
from audiogames.net.store import Directory, Forget, Keep, Moderate, Row, Shelf
from audiogames.net.wire import Told
from audiogames.table.table import Wanted

CODE_DIGITS: Final = 6
CODE_DIGITS_FOR_STRANGERS: Final = 8
"""Of a table; the longer ones where anybody in the world may call.  `guesses` limits guessing."""

ROOM: Final = "room"
MEMBER: Final = "member"
LINE: Final = "line"


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


class Refusal(Exception):
    """A request is refused: the id of a message, and its fields."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_: dict[str, Any] = args


class Line:
    """A connection, whoever is at its other end."""

    def __init__(self, conn: Conn, address: str, now: float) -> None:
        self.conn = conn
        self.address = address
        self.member: Member | None = None
        self.heard_at = now
        self.pace = Bucket.full(
            limits.STRANGER_REQUESTS_A_SECOND, limits.STRANGER_REQUESTS_AT_ONCE, now
        )
        self.patience = Bucket.full(1.0, limits.REFUSED_AT_ONCE, now)
        self.asked: wire.Hello | None = None
        """A greeting whose password is being compared."""
        self.pleads: Room | None = None
        """The table whose people are being asked for a seat."""


class House:
    """The whole state of a server, and its way of telling."""

    def __init__(
        self,
        secrets: Secrets,
        directory: Directory,
        now: float,
        *,
        code: str,
        reserved: frozenset[str] = frozenset(),
    ) -> None:
        self.secrets = secrets
        self.directory = directory
        self.code = code
        """What strangers must know to come in; empty where everybody may."""
        self.code_digits = CODE_DIGITS
        self.alarms = Alarms()
        self.lines: dict[Conn, Line] = {}
        self.members: dict[int, Member] = {}
        self.by_key: dict[str, Member] = {}
        self.by_token: dict[str, Member] = {}
        self.by_sound: dict[str, Member] = {}
        self.by_former: dict[str, Member] = {}
        self.accounts: dict[str, Account] = {}
        self.account_sounds: set[str] = set()
        self.reserved = reserved
        """Names that nobody may have, by their sounds: words by which a program calls people."""
        self.rooms: dict[int, Room] = {}
        self.code_guesses = CodeGuesses(now)
        self.digit_guesses = DigitGuesses()
        self.password_guesses = PasswordGuesses()
        self.made: object = None
        """The lists that were made for all since something changed (`lists`)."""
        self.opened = Opened()
        self.absent = Absent()
        self.entries = Buckets(limits.ENTRIES_A_SECOND, limits.ENTRIES_AT_ONCE)
        self.reports = Buckets(1 / limits.ADDRESS_REPORT_SECONDS, limits.REPORTS_OF_AN_ADDRESS)
        self._moderation: Bucket | None = None
        """Bytes that may still be kept in the moderation log."""
        self.numbers = count(1)
        waiting = (limits.LOGINS_WAITING_AN_ADDRESS, limits.LOGINS_WAITING)
        self._checks = {known: Fair[CheckPassword](*waiting) for known in (True, False)}
        """Those from where the account has come in before, and all others: they take turns."""
        self._known_next = True
        self._checking = False
        self._from: Counter[str] = Counter()
        self._outputs: list[Output] = []
        self.request = 0
        """The number of the request that is being answered."""
        self._asker: Member | None = None
        self._answered = False

    # Lines

    def open_line(self, line: Line) -> None:
        """One connection more."""
        self.lines[line.conn] = line
        self._from[line.address] += 1

    def close_line(self, line: Line) -> None:
        """One less; who was at its other end must still be dealt with."""
        if self.lines.pop(line.conn, None) is not None:
            self._from[line.address] -= 1
            if not self._from[line.address]:
                del self._from[line.address]
        self.alarms.set((LINE, line.conn), None)
        if line.pleads is not None:
            line.pleads.plea, line.pleads = None, None
        for checks in self._checks.values():
            checks.drop(line.address, lambda check: check.conn == line.conn)
        line.member = None

    def lines_from(self, address: str) -> int:
        """How many connections an address has."""
        return self._from[address]

    # Passwords

    def check_password(self, line: Line, password: str, hashed: str, *, known: bool) -> None:
        """Have it compared, one after another and by turns of addresses.  Raises `Refusal`.

        `known` is whether the account has come in from there before.
        """
        check = CheckPassword(line.conn, password, hashed)
        refused = self._checks[known].put(line.address, check)
        if refused is check:
            raise Refusal("net-too-fast")
        if refused is not None:
            self._gives_way(self.lines[refused.conn])
        if not self._checking:
            self.check_next()

    def check_next(self) -> None:
        """The last comparison has come to its end."""
        first, self._known_next = self._known_next, not self._known_next
        check = self._checks[first].next() or self._checks[not first].next()
        self._checking = check is not None
        if check is not None:
            self._outputs.append(check)

    def _gives_way(self, line: Line) -> None:
        """The comparison of this line is not made: somebody who asks less goes first."""
        asked, line.asked = line.asked, None
        assert asked is not None
        request, self.request = self.request, asked.id
        answered = self._answered
        self.answer(line, wire.No(reason="net-too-fast"))
        self.request, self._answered = request, answered

    # What goes out

    def outputs(self) -> list[Output]:
        """What has come together since the last call."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def serve(self, member: Member | None, request: int) -> None:
        """What is told to this member from now on answers this request."""
        self._asker, self.request, self._answered = member, request, False

    @property
    def answered(self) -> bool:
        """Whether the member who asked was told anything."""
        return self._answered

    def answer(self, line: Line, told: Told) -> None:
        """Tell one line something that is not kept."""
        self._answered = True
        told = msgspec.structs.replace(told, re=self.request)
        self._outputs.append(Send(line.conn, wire.encode(told)))

    def answer_to(self, line: Line, request: int, told: Told) -> None:
        """Answer a request that was made a while ago."""
        self._outputs.append(
            Send(line.conn, wire.encode(msgspec.structs.replace(told, re=request)))
        )

    def tell(self, member: Member, told: Told) -> None:
        """Tell a member something; he will get it after an absence too."""
        number = member.outbox.next()
        request = 0
        if member is self._asker:
            request, self._answered = self.request, True
        message = wire.encode(msgspec.structs.replace(told, n=number, re=request))
        member.outbox.keep(number, message, here=member.here)
        if member.conn is not None:
            self._outputs.append(Send(member.conn, message))

    def tell_all(self, members: Iterable[Member], told: Told) -> None:
        """Tell several the same."""
        for member in members:
            self.tell(member, told)

    def resend(self, conn: Conn, messages: Iterable[bytes]) -> None:
        """Send what was kept."""
        self._outputs += [Send(conn, message) for message in messages]

    def goodbye(self, line: Line, reason: str, **args: Any) -> None:
        """End a line and say why; whoever was at its other end must have been dealt with."""
        self.answer(line, wire.Bye(reason=reason, args=args))
        self._outputs.append(Drop(line.conn))
        self.close_line(line)

    def think(self, room: Room, wanted: Wanted) -> None:
        """Have a bot's move thought."""
        self._outputs.append(Think(room.id, wanted, room.opened_from))

    def note(self, text: str) -> None:
        """A line for whoever keeps the server."""
        self._outputs.append(Note(text))

    # What is kept

    def write(self, row: Row) -> None:
        """Keep this before anything that follows is told."""
        self._outputs.append(Write(row))

    def keep_member(self, member: Member) -> None:
        """His place and his manners."""
        self.made = None
        self.write(Keep(Shelf.MEMBERS, member.token, row_of(member.registered())))
        account = self.accounts.get(member.key) if member.account else None
        if account is not None:
            self.write(Keep(Shelf.ACCOUNTS, member.key, row_of(account)))

    def keep_room(self, room: Room) -> None:
        """The table without its match, and its line in the directory."""
        self.made = None
        self.write(Keep(Shelf.TABLES, str(room.id), row_of(room.kept())))
        self.directory.enter(room.line(), room.code, public=room.public)

    def moderated(self, now: float, **what: Any) -> bool:
        """A line of the moderation log; whether there was room for it today."""
        row = row_of(what)
        if self._moderation is None:
            most = limits.MODERATION_BYTES
            self._moderation = Bucket.full(most / limits.DAY, most, now)
        if not self._moderation.take(now, len(row.encode())):
            return False
        self.write(Moderate(now, row))
        return True

    # People

    def add_member(self, registered: Registered, token: str) -> Member:
        """Somebody who is known from now on."""
        account = self.accounts.get(key_of(registered.name)) if registered.account else None
        member = Member(
            id=next(self.numbers),
            name=registered.name,
            gender=registered.gender,
            token=token,
            manners=account.manners if account else registered.manners,
            account=account is not None,
            table=registered.table,
            own=registered.own or digits_of(token),
            former=dict(registered.former),
            sat=registered.table != 0,
        )
        self.members[member.id] = member
        self.by_key[member.key] = member
        self.by_sound[sound_of(member.name)] = member
        self.by_token[token] = member
        self.by_former.update(dict.fromkeys(member.former, member))
        return member

    def forget_member(self, member: Member) -> None:
        """He is nobody any more, and his name is free."""
        del self.members[member.id], self.by_key[member.key], self.by_token[member.token]
        if self.by_sound.get(sound_of(member.name)) is member:
            del self.by_sound[sound_of(member.name)]
        self._forget_former(member)
        self.absent.remove(member)
        self.made = None
        self.alarms.set((MEMBER, member.id), None)
        self.write(Forget(Shelf.MEMBERS, member.token))

    def open_account(self, account: Account) -> None:
        """A name with a password from now on."""
        key = key_of(account.name)
        self.accounts[key] = account
        self.account_sounds.add(sound_of(account.name))
        self.write(Keep(Shelf.ACCOUNTS, key, row_of(account)))

    # Tokens

    def owner(self, token: str, now: float) -> Member | None:
        """Whose token (hash) this is, or was until somebody came in as them without it."""
        member = self.by_token.get(token)
        if member is not None:
            return member
        former = self.by_former.get(token)
        return former if former is not None and now < former.former[token] else None

    def change_token(self, member: Member, token: str) -> None:
        """He comes back with this one (hash) from now on, and with no other."""
        self.write(Forget(Shelf.MEMBERS, member.token))
        del self.by_token[member.token]
        self._forget_former(member)
        member.token = token
        self.by_token[token] = member
        self.keep_member(member)
        room = self.room_of(member)
        if room is not None:
            self.keep_room(room)

    def let_count(self, member: Member, tokens: Iterable[str], now: float) -> None:
        """Tokens (hashes) of whoever had this seat before count on for a while."""
        for token in tokens:
            member.former[token] = now + limits.FORMER_SECONDS
            self.by_former[token] = member
        self.keep_member(member)

    def _forget_former(self, member: Member) -> None:
        for token in member.former:
            self.by_former.pop(token, None)
        member.former.clear()

    def line_of(self, member: Member) -> Line | None:
        """His connection."""
        return None if member.conn is None else self.lines.get(member.conn)

    def person(self, name: str) -> Member:
        """The person on this server with that name.  Raises `Refusal`."""
        member = self.by_key.get(key_of(name))
        if member is None:
            raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])
        return member

    # Tables

    def room_of(self, member: Member) -> Room | None:
        """Where he sits or watches."""
        return self.rooms.get(member.table)

    def at_table(self, member: Member) -> Room:
        """The same.  Raises `Refusal` where he is at none."""
        room = self.room_of(member)
        if room is None:
            raise Refusal("net-at-no-table")
        return room

    def new_code(self) -> str:
        """A code that no table has."""
        while True:
            code = self.secrets.digits(self.code_digits)
            if self.directory.find(code) is None and code != self.code:
                return code

    def news(self, room: Room, what: str, name: str = "", **args: Any) -> None:
        """Tell everybody at the table."""
        self.tell_all(room.members, wire.News(what=what, name=name, args=args))

    def comings(self, room: Room, member: Member, what: str) -> None:
        """Tell the others of somebody's coming and going.

        Of one who only watches those are not told from whom they are hidden; whoever sits at a
        table must know who sits there too.
        """
        watches = member not in room.seated
        hearers = (
            one for one in room.people_besides(member) if not (watches and hidden(one, member))
        )
        self.tell_all(hearers, wire.News(what=what, name=member.name))

    def changed(self, room: Room) -> None:
        """Keep the table, and tell everybody at it how it is now."""
        self.keep_room(room)
        for member in room.members:
            self.tell(member, room.seated_for(member))


Handler = Callable[[House, Member, Any, float], None]
"""Answers a request.  Raises `Refusal` where nothing has changed."""
