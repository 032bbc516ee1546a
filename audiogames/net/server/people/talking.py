"""Chat, invitations, contacts and reports.

The server stores chat only in the outboxes of members who have lost the connection.
"""

from __future__ import annotations

from collections.abc import Container

from audiogames.net import wire
from audiogames.net.names import clean
from audiogames.net.server import limits
from audiogames.net.server.limits import Buckets
from audiogames.net.server.moderation.steward import Steward
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import (
    PRIVACY,
    Correspondent,
    FarPerson,
    Member,
    Pace,
    hidden,
    may_write,
)
from audiogames.net.server.tables.table import OnlineTable


class Talking:
    """Handles chat, invitations, reports, friends and blocked people."""

    def __init__(self, parts: ServerParts, steward: Steward) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._others = others = parts.others
        self._outgoing = parts.outgoing
        self._desk = parts.desk
        self._steward = steward
        rate = 1 / limits.ADDRESS_REPORT_SECONDS
        reports = Buckets(rate, limits.REPORTS_OF_AN_ADDRESS)
        self._may_report = others.share("reports", reports.take)

    def chat(self, member: Member, request: wire.Chat, now: float) -> None:
        """Send a chat line to the table, or to one person."""
        text = clean(request.text)
        if not text:
            raise Refusal("net-nothing-said")
        table = self._lobby.table_of(member)
        self._desk.check_mute(member, now)
        _not_too_fast(member, table, now)
        if request.to:
            self._whisper(member, request.to, text, now)
        elif table is None:
            raise Refusal("net-at-no-table")
        else:
            self._say(table, member, text)
        member.spoke_at = now

    def _say(self, table: OnlineTable, member: Member, text: str) -> None:
        """Send a chat line to the people at the table.

        It is not sent to people who have blocked the sender, or whom the sender has blocked.
        """
        watching = member in table.watchers
        line = wire.ChatMessage(sender=member.name, text=text, watching=watching)
        hearers = [one for one in table.members if one is member or not hidden(one, member)]
        self._outgoing.tell_all(hearers, line)

    def _whisper(self, member: Member, to: str, text: str, now: float) -> None:
        """Send a private chat line to the person with the name `to`.  Raises `Refusal`."""
        other = self._find(to)
        if other is member:
            raise Refusal("net-not-yourself")
        if not may_write(member, other):
            raise Refusal("net-takes-no-messages", name=other.name)
        if isinstance(other, FarPerson):
            member.spoke_at = now
            self._others.write(member, other, text)
        self.hand_line(member, other, text, now)
        self.echo(member, other.name, text)

    def hand_line(self, sender: Correspondent, to: Member, text: str, now: float) -> None:
        """Deliver a private message to a member at this process.  Raises `Refusal`."""
        _limit_strangers(sender, to, now)
        line = wire.ChatMessage(sender=sender.name, text=text, private=True, to=to.name)
        self._outgoing.tell(to, line)

    def echo(self, member: Member, to: str, text: str) -> None:
        """Send the sender a copy of their own private message."""
        member.writes_to = self._people.names.key(to)
        line = wire.ChatMessage(sender=member.name, text=text, private=True, to=to)
        self._outgoing.tell(member, line)

    def _find(self, name: str) -> Correspondent:
        """Return the person of this name, at this process or another.

        Raises `Refusal` if there is no such person.
        """
        known = self._people.named(name)
        if known is not None:
            return known
        return self._others.person(name)

    def block(self, member: Member, request: wire.BlockPerson, now: float) -> None:
        """Block a person or, with `off`, unblock them."""
        del now
        self._note(
            member, member.manners.blocked, request.name, off=request.off, most=limits.BLOCKED
        )

    def befriend(self, member: Member, request: wire.Befriend, now: float) -> None:
        """Add a friend or, with `off`, remove one."""
        del now
        self._note(
            member, member.manners.friends, request.name, off=request.off, most=limits.FRIENDS
        )

    def _note(
        self, member: Member, noted: dict[str, str], name: str, *, off: bool, most: int
    ) -> None:
        """Add a person to a list of friends or of blocked people or, with `off`, remove them.

        Raises `Refusal`, for example if the list already has `most` people.
        """
        if off:
            same = self._people.names.key(name)
            written = name.casefold()
            known = [key for key, one in noted.items() if key == same or one.casefold() == written]
            if not known:
                raise Refusal("net-not-noted", name=name[: limits.NAME_LENGTH])
            del noted[known[0]]
        else:
            other = self._find(name)
            if other is member:
                raise Refusal("net-not-yourself")
            if len(noted) >= most:
                raise Refusal("net-too-many-noted")
            noted[other.key] = other.name
        self._people.keep(member)

    def privacy(self, member: Member, request: wire.Privacy, now: float) -> None:
        """Set who may write to a member."""
        del now
        if request.messages not in PRIVACY:
            raise Refusal("net-bad-privacy", allowed=", ".join(PRIVACY))
        member.manners.privacy = request.messages
        self._people.keep(member)

    def invite(self, member: Member, request: wire.Invite, now: float) -> None:
        """Invite a person to the table by its code.

        A spectator may not know the code, so their request is passed on to the host.
        """
        table = self._lobby.at_table(member)
        self._desk.check_mute(member, now)
        other = self._find(request.name)
        if other in table.members:
            raise Refusal("net-already-here", name=other.name)
        if not may_write(member, other):
            raise Refusal("net-takes-no-messages", name=other.name)
        if not member.may(Pace.INVITATION, now):
            raise Refusal("net-too-fast")
        if member in table.watchers and table.host is not member:
            if isinstance(other, Member):
                _limit_strangers(member, other, now)
            self._ask_host(table, member, other.name)
            return
        if member is table.host:
            self._lift_ban(table, member, other, now)
        code, game = table.code, table.spec.id
        if isinstance(other, FarPerson):
            self._others.invite(member, other, code, game)
        self.hand_invitation(member, other, code, game, now)

    def _lift_ban(self, table: OnlineTable, host: Member, other: Correspondent, now: float) -> None:
        """Lift the host's ban on a person whom the host now invites."""
        banned = {other.key, *([other.address] if isinstance(other, Member) else [])}
        if table.banned & banned:
            table.banned -= banned
            table.changed()
            self._outgoing.moderated(
                now, what="unbanned", who=other.name, by=host.name, table=table.id
            )

    def hand_invitation(
        self, sender: Correspondent, to: Member, code: str, game: str, now: float
    ) -> None:
        """Deliver an invitation to a member at this process.  Raises `Refusal`."""
        _limit_strangers(sender, to, now)
        args = {"code": code, "game": game}
        self._outgoing.tell(to, wire.News(what="invited", name=sender.name, args=args))

    def _ask_host(self, table: OnlineTable, member: Member, who: str) -> None:
        host = table.host
        if host is None or hidden(host, member):
            raise Refusal("net-takes-no-messages", name=host.name if host else "")
        args = {"who": who}
        self._outgoing.tell(host, wire.News(what="asks-to-invite", name=member.name, args=args))

    def call(self, host: str, blocked: Container[str], game: str, table: int) -> None:
        """Tell the connected members who are at no table that a table is looking for players."""
        key = self._people.names.key(host)
        news = wire.News(what="wants-to-play", name=host, args={"game": game, "table": table})
        for one in self._people.by_id.values():
            unwanted = one.key == key or one.key in blocked or key in one.manners.blocked
            if one.conn is not None and not one.table and not unwanted:
                self._outgoing.answer_to(one.conn, 0, news)

    def report(self, member: Member, request: wire.ReportPerson, now: float) -> None:
        """Report a person, who may be offline, to the server's moderators."""
        name = clean(request.name, limits.NAME_LENGTH)
        if not name:
            raise Refusal("net-nobody-called", name="")
        if not (member.may(Pace.REPORT, now) and self._may_report(member.address, now)):
            raise Refusal("net-too-fast")
        lines = _last_lines(request.lines[-limits.REPORTED_LINES :])
        if not self._outgoing.moderated(now, what="report", who=name, by=member.name, lines=lines):
            raise Refusal("net-no-more-reports")
        self._desk.take_report(member, name, lines, now)
        self._steward.reported()
        self._outgoing.note(f"{member.name} reports {name}")


def _not_too_fast(member: Member, table: OnlineTable | None, now: float) -> None:
    """Raise `Refusal` if the member sends chat lines faster than the table's slow mode."""
    slow = max(limits.SLOW, table.slow if table else 0)
    if now < member.spoke_at + slow:
        raise Refusal("net-slow-mode", seconds=slow)


def _limit_strangers(sender: Correspondent, to: Member, now: float) -> None:
    """Raise `Refusal` if strangers write to this person too often.

    Friends are exempt, and so is the last person to whom the receiver has written.
    """
    known = sender.key in to.manners.friends or sender.key == to.writes_to
    if not known and not to.may(Pace.STRANGER, now):
        raise Refusal("net-many-write", name=to.name)


def _last_lines(lines: list[str]) -> list[str]:
    """Return the last chat lines of a report, as many as it may contain."""
    kept: list[str] = []
    left = limits.REPORTED_BYTES
    for line in map(clean, reversed(lines)):
        left -= len(line.encode())
        if left < 0:
            break
        kept.insert(0, line)
    return kept
