"""Coming in, being away, coming back, and going: everything about a person and his line.

A token brings a person back to his seat and to what he missed.  A guest who lost even that comes
back by his name and the code of the table where his seat is, once the grace is over; a person with
an account by his password.
"""

from __future__ import annotations

from audiogames.net import limits, wire
from audiogames.net.house import MEMBER, House, Line, Refusal
from audiogames.net.limits import is_this_machine
from audiogames.net.names import key_of, read_name
from audiogames.net.outputs import CheckPassword
from audiogames.net.people import Account, Manners, Member, Registered, hash_of, row_of
from audiogames.net.playing import (
    count_votes,
    deliver,
    give_back,
    listen,
    settle_pause,
    show,
    stand_in,
)
from audiogames.net.rooms import Room
from audiogames.net.seating import come, depart, find, hand_over, may_come
from audiogames.net.store import Forget, Keep, Shelf

GENDERS = ("f", "m")


# --- Coming in ------------------------------------------------------------------------------------


def greet(house: House, line: Line, request: wire.Hello, now: float) -> None:
    """The first message.  Raises `Refusal`; then another may follow."""
    if line.member is not None or line.asked is not None:
        raise Refusal("net-already-in")
    if not house.attempts.has(line.address, now):
        raise Refusal("net-too-many-attempts")
    if request.token:
        _return(house, line, request, now)
    elif request.password:
        _ask_password(house, line, request, now)
    else:
        _guest(house, line, request, now)


def _guest(house: House, line: Line, request: wire.Hello, now: float) -> None:
    name = _name(request)
    room = _door(house, line, request, now)
    if key_of(name) in house.accounts:
        raise Refusal("net-name-reserved", name=name)
    known = house.by_key.get(key_of(name))
    if known is not None and _lost_his_token(known, room, now):
        _back_anew(house, line, request, known, now)
        return
    if known is not None and not _is_free(known, now):
        raise Refusal("net-name-taken", name=name)
    if known is not None:
        house.forget_member(known)
    _enter(house, line, request, now, name=name, room=room)


def _name(request: wire.Hello) -> str:
    name = read_name(request.name)
    if name is None:
        raise Refusal("net-bad-name", longest=limits.NAME_LENGTH)
    return name


def _gender(request: wire.Hello) -> str:
    """What is said of it now; nothing by an older program, or where nothing should be."""
    return request.gender if request.gender in GENDERS else ""


def _door(house: House, line: Line, request: wire.Hello, now: float) -> Room | None:
    """The table that the code is of, or None where it is the server's.  Raises `Refusal`."""
    if request.code == house.code:
        return None
    if not request.code:
        raise Refusal("net-code-wanted")
    return find(house, line.address, request.code, now)


def _lost_his_token(known: Member, room: Room | None, now: float) -> bool:
    """Whether a guest's seat waits at the table whose code was given."""
    return _is_long_gone(known, now) and room is not None and known.table == room.id


def _is_free(known: Member, now: float) -> bool:
    """Whether the name of a guest may be another's: he is away, and no seat waits for him.

    It may be himself, if the line was lost before his token reached him.
    """
    return _is_long_gone(known, now) and not known.table


def _is_long_gone(known: Member, now: float) -> bool:
    since = known.away_since
    return since is not None and now >= since + limits.GRACE and not known.account


def _enter(  # noqa: PLR0913 - who comes in, by which line, where to and when
    house: House, line: Line, request: wire.Hello, now: float, *, name: str, room: Room | None
) -> None:
    """Somebody new.  Raises `Refusal`."""
    watch = room is not None and _only_watches(room, name, line.address)
    if len(house.members) >= limits.MEMBERS:
        raise Refusal("net-server-full")
    if not (is_this_machine(line.address) or house.entries.take(line.address, now)):
        raise Refusal("net-too-fast")
    token = house.secrets.token()
    account = key_of(name) in house.accounts
    registered = Registered(name, _gender(request), account, 0, Manners())
    member = house.add_member(registered, hash_of(token))
    house.keep_member(member)
    _connect(house, line, member)
    house.answer(line, wire.Welcome(name=name, token=token, account=account))
    house.serve(member, request.id)
    if room is not None:
        come(house, member, room, now, watch)


def _only_watches(room: Room, name: str, address: str) -> bool:
    """Whether there is no seat, but room to stand.  Raises `Refusal` where there is neither."""
    try:
        may_come(room, name, address, watch=False)
    except Refusal:
        may_come(room, name, address, watch=True)
        return True
    return False


def _connect(house: House, line: Line, member: Member) -> None:
    line.member, line.asked = member, None
    member.conn, member.address, member.away_since = line.conn, line.address, None
    house.alarms.set((MEMBER, member.id), None)


# --- Accounts -------------------------------------------------------------------------------------


def _ask_password(house: House, line: Line, request: wire.Hello, now: float) -> None:
    """Passwords are compared elsewhere, since that takes a while; `verified` goes on."""
    name = _name(request)
    account = house.accounts.get(key_of(name))
    if request.register:
        _may_register(house, line, request, name, now)
    elif account is None:
        house.attempts.take(line.address, now)
        raise Refusal("net-wrong-password")
    if len(request.password) > limits.PASSWORD_LONGEST:
        raise Refusal("net-bad-password", shortest=limits.PASSWORD_SHORTEST)
    house.attempts.take(line.address, now)
    line.asked = request
    hashed = "" if request.register or account is None else account.hashed
    house.output(CheckPassword(line.conn, request.password, hashed))


def _may_register(house: House, line: Line, request: wire.Hello, name: str, now: float) -> None:
    _door(house, line, request, now)
    if key_of(name) in house.accounts or key_of(name) in house.by_key:
        raise Refusal("net-name-taken", name=name)
    if len(house.accounts) >= limits.ACCOUNTS:
        raise Refusal("net-server-full")
    if len(request.password) < limits.PASSWORD_SHORTEST:
        raise Refusal("net-bad-password", shortest=limits.PASSWORD_SHORTEST)


def verified(house: House, line: Line, hashed: str | None, now: float) -> None:
    """A password was right, or has its hash now; None where it was wrong.  Raises `Refusal`."""
    request, line.asked = line.asked, None
    if request is None:
        return
    house.serve(None, request.id)
    if hashed is None:
        raise Refusal("net-wrong-password")
    name = _name(request)
    room = _door(house, line, request, now) if request.code else None
    if request.register:
        _may_register(house, line, request, name, now)
        account = Account(name, _gender(request), hashed)
        house.accounts[key_of(name)] = account
        house.write(Keep(Shelf.ACCOUNTS, key_of(name), row_of(account)))
    known = house.by_key.get(key_of(name))
    if known is not None:
        _back_anew(house, line, request, known, now)
    else:
        name = house.accounts[key_of(name)].name
        _enter(house, line, request, now, name=name, room=room)


# --- Coming back ----------------------------------------------------------------------------------


def _return(house: House, line: Line, request: wire.Hello, now: float) -> None:
    member = house.by_token.get(hash_of(request.token))
    if member is None:
        house.attempts.take(line.address, now)
        raise Refusal("net-unknown-token")
    _come_back(house, line, member, now, token=request.token, heard=request.heard)


def _back_anew(house: House, line: Line, request: wire.Hello, member: Member, now: float) -> None:
    """Back without the token: with a new one, and without knowing what was heard."""
    member.gender = _gender(request)
    house.write(Forget(Shelf.MEMBERS, member.token))
    del house.by_token[member.token]
    token = house.secrets.token()
    member.token = hash_of(token)
    house.by_token[member.token] = member
    house.keep_member(member)
    room = house.room_of(member)
    if room is not None:
        house.keep_room(room)
    member.restored = True
    _come_back(house, line, member, now, token=token, heard=0)


def _come_back(  # noqa: PLR0913 - who, by which line, knowing what, and when
    house: House, line: Line, member: Member, now: float, *, token: str, heard: int
) -> None:
    _end_other_line(house, member)
    missed = None if member.restored else member.outbox.after(heard)
    if missed is None:
        member.outbox.count_from(heard)
    moved = _moved(house, member)
    member.restored = False
    _connect(house, line, member)
    welcome = wire.Welcome(
        name=member.name,
        token=token,
        back=True,
        moved=moved,
        missed=len(missed or ()),
        account=member.account,
    )
    house.answer(line, welcome)
    house.serve(member, house.request)
    house.resend(line.conn, missed or ())
    _back_at_table(house, member, now, recap=missed is None)


def _end_other_line(house: House, member: Member) -> None:
    """The line that he had before may look alive for minutes."""
    other = house.line_of(member)
    if other is not None:
        request = house.request
        house.serve(None, 0)
        house.goodbye(other, "net-elsewhere")
        house.serve(None, request)
        _count_from_here(house, member)


def _moved(house: House, member: Member) -> int:
    """How many moves were made for him since he went."""
    room = house.room_of(member)
    seat = room.seat_of(member) if room else None
    if room is None or room.table is None or seat is None:
        return 0
    return room.table.played[seat]


def _count_from_here(house: House, member: Member) -> None:
    room = house.room_of(member)
    seat = room.seat_of(member) if room else None
    if room is not None and room.table is not None and seat is not None:
        room.table.played[seat] = 0


def _back_at_table(house: House, member: Member, now: float, *, recap: bool) -> None:
    room = house.room_of(member)
    if room is None:
        if recap:
            house.tell(member, wire.Unseated())
        return
    chair = room.chair_of(member)
    updates = [] if chair is None else give_back(room, chair, now)
    house.changed(room)
    house.tell_all(room.people_besides(member), wire.News(what="back", name=member.name))
    show(house, room, member, now, recap=recap)
    deliver(house, room, updates, now)
    settle_pause(house, room, now)


# --- Being away, and going ------------------------------------------------------------------------


def lost(house: House, member: Member, now: float) -> None:
    """His line is lost: everything of his waits."""
    member.conn, member.away_since = None, now
    _count_from_here(house, member)
    room = house.room_of(member)
    house.alarms.set((MEMBER, member.id), now + limits.GRACE)
    if room is None:
        return
    house.tell_all(room.people_besides(member), wire.News(what="away", name=member.name))
    house.changed(room)
    settle_pause(house, room, now)
    count_votes(house, room, now)


def still_away(house: House, member: Member, now: float) -> None:
    """The grace is over, or everything that waits longer."""
    if member.away_since is None:
        return
    room = house.room_of(member)
    chair = room.chair_of(member) if room else None
    gone = now - member.away_since
    if room is not None and room.playing and chair is not None and gone < limits.SAVED_SECONDS:
        _keep_seat(house, room, member, now)
        house.alarms.set((MEMBER, member.id), member.away_since + limits.SAVED_SECONDS)
        return
    if room is not None:
        depart(house, room, member, now, keep=gone < limits.SAVED_SECONDS)
    if gone < limits.FORGOTTEN_AFTER:
        house.alarms.set((MEMBER, member.id), member.away_since + limits.FORGOTTEN_AFTER)
    else:
        house.forget_member(member)


def _keep_seat(house: House, room: Room, member: Member, now: float) -> None:
    """A bot plays, and the table has another host if anybody is there to be it."""
    chair = room.chair_of(member)
    assert chair is not None
    stand_in(house, room, chair, now)
    heir = next((one for one in room.members if one.here), None)
    if room.host is member and heir is not None:
        hand_over(house, room, heir)
        house.changed(room)


def goodbye(house: House, line: Line, now: float) -> None:
    """He leaves on purpose: nobody waits for him."""
    member = line.member
    if member is not None:
        leave_all(house, member, now)
    house.goodbye(line, "net-goodbye")


def leave_all(house: House, member: Member, now: float) -> None:
    """Away from the table and from the server."""
    room = house.room_of(member)
    if room is not None:
        depart(house, room, member, now)
    member.conn = None
    house.forget_member(member)


def restore(house: House, member: Member, now: float) -> None:
    """The server has begun anew: everybody is away, and comes back as after a lost line."""
    member.restored, member.away_since = True, now
    house.alarms.set((MEMBER, member.id), now + limits.GRACE)
    room = house.room_of(member)
    if room is not None:
        listen(room)
