"""Coming in, being away, coming back, and going: everything about a person and his line.

A token brings a person back to their seat and to what they missed; a person with an account comes
back by a password as well.  A guest who lost the token proves that the seat is theirs (`claims`).
Should that have been somebody else, the token counts on for a while, and ends that one's line.
"""

from __future__ import annotations

from contextlib import suppress

from audiogames.net import claims, limits, wire
from audiogames.net.claims import Claim
from audiogames.net.house import MEMBER, House, Line, Refusal
from audiogames.net.limits import Bucket, is_this_machine
from audiogames.net.names import key_of, read_name, sound_of
from audiogames.net.people import (
    Account,
    Manners,
    Member,
    Pace,
    Registered,
    digits_of,
    hash_of,
)
from audiogames.net.playing import (
    count_votes,
    deliver,
    give_back,
    listen,
    settle_pause,
    show,
    stand_in,
)
from audiogames.net.rooms import GivenUp, Plea, Room
from audiogames.net.seating import come, depart, find, hand_over, may_come, see_who_is_left

GENDERS = ("f", "m")


# --- Coming in ------------------------------------------------------------------------------------


def greet(house: House, line: Line, request: wire.Hello, now: float) -> None:
    """The first message.  Raises `Refusal`; then another may follow."""
    if line.member is not None or line.asked is not None or line.pleads is not None:
        raise Refusal("net-already-in")
    token = hash_of(request.token) if request.token else ""
    member = house.owner(token, now)
    if member is not None:
        _return(house, line, request, member, now)
    elif request.token and not request.name:
        raise Refusal("net-unknown-token")
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
    if known is not None and room is not None and _left_a_seat(known, room):
        claim = Claim(line, room, known.name, known.away_since or now)
        _claim(house, claim, request, known, now)
        return
    if known is not None and not _is_free(known, now):
        raise Refusal("net-name-taken", name=name)
    if known is not None:
        house.forget_member(known)
    _see_to_sound(house, name, now)
    _enter(house, line, request, now, name=name, room=room)


def _see_to_sound(house: House, name: str, now: float) -> None:
    """A name that is new here is like no other to the ear.  Raises `Refusal`."""
    sound = sound_of(name)
    if sound in house.reserved:
        raise Refusal("net-name-word", name=name)
    alike = house.by_sound.get(sound)
    if sound in house.account_sounds or (alike is not None and not _is_free(alike, now)):
        raise Refusal("net-name-alike", name=name)
    if alike is not None:
        house.forget_member(alike)


def _left_a_seat(known: Member, room: Room) -> bool:
    """Whether the seat of somebody whose line is lost waits at this table."""
    return known.away_since is not None and room.chair_of(known) is not None


def _claim(house: House, claim: Claim, request: wire.Hello, known: Member, now: float) -> None:
    """Without the token: by the digits, or the others are asked.  Raises `Refusal`."""
    if request.plead:
        claims.plead(house, claim, request, now)
        return
    claims.see_digits(house, claim, known.own, request.own, now)
    _back_anew(house, claim.line, request, known, now, certain=False)


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
    if not house.code:
        return find(house, line.address, request.code, now) if request.code else None
    if not request.code:
        raise Refusal("net-code-wanted")
    if request.code == house.code and house.code_guesses.may(line.address, now):
        return None
    return find(house, line.address, request.code, now)


def _is_free(known: Member, now: float) -> bool:
    """Whether the name of a guest may be another's: he is away, and no seat waits for him.

    It may be himself, if the line was lost before his token reached him.
    """
    since = known.away_since
    gone = since is not None and now >= since + limits.GRACE
    return gone and not known.account and not known.table


def _enter(  # noqa: PLR0913 - who comes in, by which line, where to and when
    house: House,
    line: Line,
    request: wire.Hello,
    now: float,
    *,
    name: str,
    room: Room | None,
    proven: bool = False,
) -> None:
    """Somebody new, or back to a chair that was given up.  Raises `Refusal`."""
    watch = room is not None and _only_watches(room, name, line.address)
    account = key_of(name) in house.accounts
    chair = None if room is None else claims.given_up(room, name)
    certain = chair is None or claims.is_owner(chair, {hash_of(request.token)}, account=account)
    if chair is not None and room is not None and not (certain or proven):
        owner = chair.given_up or GivenUp()
        claim = Claim(line, room, name, owner.at)
        if request.plead and not owner.account:
            claims.plead(house, claim, request, now)
            return
        claims.see_digits(house, claim, owner.own, request.own, now)
    gone = house.absent.first()
    if len(house.members) >= limits.MEMBERS and gone is None:
        raise Refusal("net-server-full")
    if not (is_this_machine(line.address) or house.entries.take(line.address, now)):
        raise Refusal("net-too-fast")
    if len(house.members) >= limits.MEMBERS and gone is not None:
        house.forget_member(gone)
    token = house.secrets.token()
    registered = Registered(name, _gender(request), account, 0, Manners())
    member = house.add_member(registered, hash_of(token))
    house.keep_member(member)
    if chair is not None and chair.given_up is not None and not certain:
        house.let_count(member, chair.given_up.tokens, now)
    _connect(house, line, member, now)
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


def _connect(house: House, line: Line, member: Member, now: float) -> None:
    line.member, line.asked = member, None
    line.pace = Bucket.full(limits.REQUESTS_A_SECOND, limits.REQUESTS_AT_ONCE, now)
    house.absent.remove(member)
    house.made = None
    member.conn, member.address, member.away_since = line.conn, line.address, None
    house.alarms.set((MEMBER, member.id), None)


# --- Accounts -------------------------------------------------------------------------------------


def _ask_password(house: House, line: Line, request: wire.Hello, now: float) -> None:
    """Passwords are compared elsewhere, since that takes a while; `verified` goes on."""
    key = _account_key(request)
    account = house.accounts.get(key)
    if request.register:
        _may_register(house, line, request, _name(request), now)
    elif account is None:
        raise Refusal("net-wrong-password")
    if len(request.password) > limits.PASSWORD_LONGEST:
        raise Refusal("net-bad-password", shortest=limits.PASSWORD_SHORTEST)
    if account is not None and not house.password_guesses.may(key, line.address, now):
        raise Refusal("net-too-many-attempts")
    hashed = "" if request.register or account is None else account.hashed
    known = account is not None and house.password_guesses.is_home(key, line.address)
    house.check_password(line, request.password, hashed, known=known)
    if account is not None:
        house.password_guesses.take(key, line.address, now)
    line.asked = request


def _account_key(request: wire.Hello) -> str:
    """Of the name as it is written: an account keeps a name that nobody could take today."""
    return key_of(request.name[: 4 * limits.NAME_LENGTH])


def _may_register(house: House, line: Line, request: wire.Hello, name: str, now: float) -> None:
    _door(house, line, request, now)
    if key_of(name) in house.accounts or key_of(name) in house.by_key:
        raise Refusal("net-name-taken", name=name)
    _see_to_sound(house, name, now)
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
    room = _door(house, line, request, now) if request.code else None
    if request.register:
        name = _name(request)
        _may_register(house, line, request, name, now)
        house.open_account(Account(name, _gender(request), hashed))
        key = key_of(name)
    else:
        key = _account_key(request)
    house.password_guesses.right(key, line.address, now)
    known = house.by_key.get(key)
    if known is not None:
        _back_anew(house, line, request, known, now)
    else:
        _enter(house, line, request, now, name=house.accounts[key].name, room=room)


# --- Coming back ----------------------------------------------------------------------------------


def _return(house: House, line: Line, request: wire.Hello, member: Member, now: float) -> None:
    token = hash_of(request.token)
    if member.token != token:
        _oust(house, member, token)
    _come_back(house, line, member, now, token=request.token, heard=request.heard)
    if request.code and not member.table:
        # The seat is gone: the code leads to a table, as it would a newcomer.  A wrong one does not
        # undo that they are in.
        with suppress(Refusal):
            come(house, member, find(house, line.address, request.code, now), now)


def _oust(house: House, member: Member, token: str) -> None:
    """The owner is here: what somebody who had the seat meanwhile knows opens nothing any more."""
    member.own, member.restored = digits_of(token + member.own), True
    house.change_token(member, token)


def _back_anew(  # noqa: PLR0913 - as `greet`, and how it was proved
    house: House,
    line: Line,
    request: wire.Hello,
    member: Member,
    now: float,
    *,
    certain: bool = True,
) -> None:
    """Back without the token: with a new one, and without knowing what was heard.

    Digits and consent may have been got by somebody else: the old token counts on then.
    """
    member.gender = _gender(request)
    token, before = house.secrets.token(), [member.token, *member.former]
    house.change_token(member, hash_of(token))
    if not certain:
        house.let_count(member, before, now)
    member.restored = True
    _come_back(house, line, member, now, token=token, heard=0)


# --- By the consent of the others -----------------------------------------------------------------


def agree(house: House, member: Member, request: wire.Agree, now: float) -> None:
    """Somebody who sits there answers who asks for a seat."""
    room = house.at_table(member)
    plea = claims.answer(house, room, member, request, now)
    if plea is None:
        return
    line = house.lines[plea.conn]
    room.plea = line.pleads = None
    asker = house.request
    house.serve(line.member, plea.request.id)
    try:
        _give(house, line, room, plea, now)
    except Refusal as refusal:
        house.answer(line, wire.No(reason=refusal.reason, args=refusal.args_))
    house.serve(member, asker)


def _give(house: House, line: Line, room: Room, plea: Plea, now: float) -> None:
    """Everybody has agreed.  Raises `Refusal` where the seat is somebody's again meanwhile."""
    request, chair = plea.request, claims.given_up(room, plea.name)
    if isinstance(request, wire.Join):
        if line.member is None or line.member.table or chair is None:
            raise Refusal("net-no-such-table")
        house.let_count(line.member, (chair.given_up or GivenUp()).tokens, now)
        come(house, line.member, room, now)
        return
    known = house.by_key.get(key_of(plea.name))
    if known is not None and _left_a_seat(known, room):
        _back_anew(house, line, request, known, now, certain=False)
    elif known is None and chair is not None:
        _enter(house, line, request, now, name=plea.name, room=room, proven=True)
    else:
        raise Refusal("net-name-taken", name=plea.name)


def _come_back(  # noqa: PLR0913 - who, by which line, knowing what, and when
    house: House, line: Line, member: Member, now: float, *, token: str, heard: int
) -> None:
    _end_other_line(house, member)
    missed = None if member.restored else member.outbox.after(heard)
    if missed is None:
        member.outbox.count_from(heard)
    moved = _moved(house, member)
    member.restored = False
    _connect(house, line, member, now)
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
    if room.plea is not None and key_of(room.plea.name) == member.key:
        claims.end(house, room, "net-not-agreed")
    house.changed(room)
    if member.told_away:
        house.comings(room, member, "back")
    member.told_away = False
    show(house, room, member, now, recap=recap)
    deliver(house, room, updates, now)
    settle_pause(house, room, now)
    see_who_is_left(house, room, now)


# --- Being away, and going ------------------------------------------------------------------------


def lost(house: House, member: Member, now: float) -> None:
    """His line is lost: everything of his waits."""
    member.conn, member.away_since = None, now
    house.made = None
    _count_from_here(house, member)
    room = house.room_of(member)
    house.alarms.set((MEMBER, member.id), now + limits.GRACE)
    if room is None:
        house.absent.add(member)
        return
    # A line that breaks again and again is told of a few times, and then no more for a while.
    member.told_away = member.may(Pace.COMING, now)
    if member.told_away:
        house.comings(room, member, "away")
    house.changed(room)
    settle_pause(house, room, now)
    count_votes(house, room, now)
    see_who_is_left(house, room, now)


def still_away(house: House, member: Member, now: float) -> None:
    """The grace is over, or everything that waits longer."""
    if member.away_since is None:
        return
    room = house.room_of(member)
    chair = room.chair_of(member) if room else None
    gone = now - member.away_since
    kept = room.kept_seconds if room else 0.0
    if room is not None and room.playing and chair is not None and gone < kept:
        _keep_seat(house, room, member, now)
        house.alarms.set((MEMBER, member.id), member.away_since + kept)
        return
    if room is not None:
        depart(house, room, member, now, keep=gone < kept)
    if gone < _remembered(house, member):
        house.alarms.set((MEMBER, member.id), member.away_since + limits.FORGOTTEN_AFTER)
    else:
        house.forget_member(member)


def _remembered(house: House, member: Member) -> float:
    """How long somebody who is at no table may stay away."""
    crowded = len(house.members) > limits.GUESTS_IN_PEACE
    passed_by = not (member.sat or member.account)
    return limits.GRACE if crowded and passed_by else limits.FORGOTTEN_AFTER


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
    if room is None:
        house.absent.add(member)
    else:
        listen(room)
