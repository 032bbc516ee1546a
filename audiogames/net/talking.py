"""What people say to one another, and whom they want to hear.

Chat is kept nowhere but in the outboxes of those who may still come back for it.
"""

from __future__ import annotations

from audiogames.net import limits, wire
from audiogames.net.house import House, Refusal
from audiogames.net.names import clean
from audiogames.net.people import PRIVACY, Member, Pace, hidden, may_write
from audiogames.net.rooms import Room


def chat(house: House, member: Member, request: wire.Chat, now: float) -> None:
    """A line to the table, or to one person."""
    text = clean(request.text)
    if not text:
        raise Refusal("net-nothing-said")
    room = house.room_of(member)
    _not_too_fast(member, room, now)
    if request.to:
        _whisper(house, member, request.to, text, now)
    elif room is None:
        raise Refusal("net-at-no-table")
    else:
        _say(house, room, member, text)
    member.spoke_at = now


def _not_too_fast(member: Member, room: Room | None, now: float) -> None:
    slow = max(limits.SLOW, room.slow if room else 0)
    if now < member.spoke_at + slow:
        raise Refusal("net-slow-mode", seconds=slow)


def _say(house: House, room: Room, member: Member, text: str) -> None:
    watching = member in room.watchers
    line = wire.Line(sender=member.name, text=text, watching=watching)
    hearers = [one for one in room.members if one is member or not hidden(one, member)]
    house.tell_all(hearers, line)


def _whisper(house: House, member: Member, to: str, text: str, now: float) -> None:
    other = house.person(to)
    if other is member:
        raise Refusal("net-not-yourself")
    if not may_write(member, other):
        raise Refusal("net-takes-no-messages", name=other.name)
    _not_too_many(member, other, now)
    member.writes_to = other.key
    line = wire.Line(sender=member.name, text=text, private=True, to=other.name)
    house.tell(other, line)
    house.tell(member, line)


def _not_too_many(sender: Member, to: Member, now: float) -> None:
    """However many strangers write at once, one person hears a few; friends and answers pass."""
    known = sender.key in to.manners.friends or sender.key == to.writes_to
    if not known and not to.may(Pace.STRANGER, now):
        raise Refusal("net-many-write", name=to.name)


def block(house: House, member: Member, request: wire.Block, now: float) -> None:
    """Hide a person and be hidden; also one who has gone already can be let back in."""
    del now
    _note(house, member, member.manners.blocked, request.name, off=request.off, most=limits.BLOCKED)


def befriend(house: House, member: Member, request: wire.Befriend, now: float) -> None:
    """Note a person as a friend."""
    del now
    _note(house, member, member.manners.friends, request.name, off=request.off, most=limits.FRIENDS)


def _note(  # noqa: PLR0913 - one list of names is kept as the other
    house: House, member: Member, noted: dict[str, str], name: str, *, off: bool, most: int
) -> None:
    if off:
        known = [key for key, one in noted.items() if one.casefold() == name.casefold()]
        if not known:
            raise Refusal("net-not-noted", name=name[: limits.NAME_LENGTH])
        del noted[known[0]]
    else:
        other = house.person(name)
        if other is member:
            raise Refusal("net-not-yourself")
        if len(noted) >= most:
            raise Refusal("net-too-many-noted")
        noted[other.key] = other.name
    house.keep_member(member)


def privacy(house: House, member: Member, request: wire.Privacy, now: float) -> None:
    """Who may write to him."""
    del now
    if request.messages not in PRIVACY:
        raise Refusal("net-bad-privacy", allowed=", ".join(PRIVACY))
    member.manners.privacy = request.messages
    house.keep_member(member)


def invite(house: House, member: Member, request: wire.Invite, now: float) -> None:
    """Tell a person of the table; its code is enough to come.

    Who watches does not know the code, and asks the host.
    """
    room = house.at_table(member)
    other = house.person(request.name)
    if other in room.members:
        raise Refusal("net-already-here", name=other.name)
    if not may_write(member, other):
        raise Refusal("net-takes-no-messages", name=other.name)
    if not member.may(Pace.INVITATION, now):
        raise Refusal("net-too-fast")
    _not_too_many(member, other, now)
    if member in room.watchers and room.host is not member:
        _ask_host(house, room, member, other)
        return
    args = {"code": room.code, "game": room.spec.id}
    house.tell(other, wire.News(what="invited", name=member.name, args=args))


def _ask_host(house: House, room: Room, member: Member, other: Member) -> None:
    host = room.host
    if host is None or hidden(host, member):
        raise Refusal("net-takes-no-messages", name=host.name if host else "")
    args = {"who": other.name}
    house.tell(host, wire.News(what="asks-to-invite", name=member.name, args=args))


def report(house: House, member: Member, request: wire.Report, now: float) -> None:
    """For whoever keeps the server; the person may have gone already."""
    name = clean(request.name, limits.NAME_LENGTH)
    if not name:
        raise Refusal("net-nobody-called", name="")
    if not (member.may(Pace.REPORT, now) and house.reports.take(member.address, now)):
        raise Refusal("net-too-fast")
    lines = _last_lines(request.lines[-limits.REPORTED_LINES :])
    if not house.moderated(now, what="report", who=name, by=member.name, lines=lines):
        raise Refusal("net-no-more-reports")
    house.note(f"{member.name} reports {name}")


def _last_lines(lines: list[str]) -> list[str]:
    """The last of them, as many as there is room for."""
    kept: list[str] = []
    room = limits.REPORTED_BYTES
    for line in map(clean, reversed(lines)):
        room -= len(line.encode())
        if room < 0:
            break
        kept.insert(0, line)
    return kept
