"""Coming to a table and leaving it: who sits, who watches, who is host, who is sent away."""

from __future__ import annotations

from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec, game, game_ids
from audiogames.net import claims, limits, wire
from audiogames.net.claims import Claim
from audiogames.net.house import ROOM, House, Refusal
from audiogames.net.limits import is_local
from audiogames.net.people import Member, hidden
from audiogames.net.playing import (
    count_votes,
    deliver,
    give_back,
    listen,
    settle_pause,
    show,
    stand_in,
    told_of,
)
from audiogames.net.rooms import Chair, GivenUp, Room
from audiogames.net.store import End, Forget, Shelf
from audiogames.search.bots import levels
from audiogames.table.clock import LIMIT

# --- Opening and closing --------------------------------------------------------------------------


def open_table(house: House, member: Member, request: wire.Open, now: float) -> None:
    """A new table with this person as its host."""
    _at_none(member)
    if len(house.rooms) - house.opened.deserted >= limits.TABLES:
        raise Refusal("net-no-more-tables")
    if house.opened.too_many(member):
        raise Refusal("net-too-many-tables")
    spec = _game(request.game)
    options = read_table_options(spec, request.options)
    room = Room(
        next(house.numbers),
        house.new_code(),
        spec,
        options,
        public=request.public,
        limit=read_limit(request.limit),
    )
    room.host, room.opened_by, room.opened_from = member, member.id, member.address
    house.rooms[room.id] = room
    house.opened.add(room)
    _sit_down(house, room, member, now)


def _game(id_: str) -> Spec:
    if id_ not in game_ids():
        raise Refusal("net-no-such-game", allowed=", ".join(game_ids()))
    return game(id_)


def read_table_options(spec: Spec, given: dict[str, object]) -> object:
    """The options that are given, the others as usual.  Raises `Refusal`."""
    if len(given) > limits.OPTIONS:
        raise Refusal("net-too-many-options")
    for name, value in given.items():
        if not isinstance(value, str | int | bool) or len(f"{name}{value}") > limits.OPTION_LENGTH:
            raise Refusal("net-bad-option", option=name[: limits.OPTION_LENGTH])
    try:
        return read_options(spec.options, given)
    except OptionError as error:
        raise Refusal(error.id, **error.args_) from None


def read_limit(limit: int | None) -> int | None:
    """Seconds a turn; 0 is none.  Raises `Refusal`."""
    if limit is None or limit == 0:
        return None
    if not LIMIT.low <= limit <= LIMIT.high:
        raise Refusal("net-bad-limit", allowed=LIMIT.allowed)
    return limit


def close(house: House, room: Room) -> None:
    """The table is no more."""
    del house.rooms[room.id]
    house.opened.remove(room)
    house.made = None
    house.directory.leave(room.id)
    house.alarms.set((ROOM, room.id), None)
    house.write(End(room.id))
    house.write(Forget(Shelf.TABLES, str(room.id)))


def _empty(house: House, room: Room, now: float, *, keep: bool) -> None:
    """Nobody is at the table any more: a match is kept for those who come back."""
    room.host = None
    if not (room.playing and keep):
        close(house, room)
        return
    room.empty_since = now
    settle_pause(house, room, now)
    house.keep_room(room)
    house.alarms.set((ROOM, room.id), now + room.kept_seconds)
    see_who_is_left(house, room, now)


def expire(house: House, room: Room, now: float) -> None:
    """An empty table has waited long enough."""
    since = room.empty_since
    if since is not None and not room.members and now >= since + room.kept_seconds:
        close(house, room)


def see_who_is_left(house: House, room: Room, now: float) -> None:
    """Somebody came or went: of too many tables at which nobody is, the first is closed."""
    surplus = house.opened.see(room)
    if surplus is None:
        return
    left = house.rooms[surplus]
    for member in left.members:
        depart(house, left, member, now, keep=False)
    if surplus in house.rooms:  # it had nobody even away
        close(house, left)


# --- Coming ---------------------------------------------------------------------------------------


def join(house: House, member: Member, request: wire.Join, now: float) -> None:
    """To a public table by its number, to any by its code."""
    _at_none(member)
    if request.code:
        found = find(house, member.address, request.code, now)
        if request.watch or _is_his(house, member, found, request, now):
            come(house, member, found, now, request.watch)
        return
    room = _public(house, member, request.table)
    come(house, member, room, now, request.watch, by_code=False)


def standing(house: House, member: Member, request: wire.Standing, now: float) -> None:
    """Where a public match stands, for whoever might watch it too."""
    room = _public(house, member, request.table)
    if member not in room.members:
        if room.is_banned(member.name, member.address):
            raise Refusal("net-banned")
        if not room.spectators:
            raise Refusal("net-no-spectators")
    if room.table is None or not room.playing:
        raise Refusal("net-no-match")
    line = house.line_of(member)
    assert line is not None
    house.answer(line, told_of(room, room.table.look(None), now))


def _public(house: House, member: Member, table: int) -> Room:
    """The public table with this number, unless its host and the member are hidden from each other.

    Raises `Refusal`.
    """
    room = house.rooms.get(table)
    if room is None or not room.public or not room.members:
        raise Refusal("net-no-such-table")
    if room.host is not None and hidden(room.host, member):
        raise Refusal("net-banned")
    return room


def _is_his(house: House, member: Member, room: Room, request: wire.Join, now: float) -> bool:
    """Whether no chair has this name, or it is theirs; False where the others are asked."""
    chair, line = claims.given_up(room, member.name), house.line_of(member)
    if chair is None or claims.is_owner(
        chair, {member.token, *member.former}, account=member.account
    ):
        return True
    owner = chair.given_up or GivenUp()
    assert line is not None
    claim = Claim(line, room, member.name, owner.at)
    if request.plead and not owner.account:
        claims.plead(house, claim, request, now)
        return False
    claims.see_digits(house, claim, owner.own, request.own, now)
    house.let_count(member, owner.tokens, now)
    return True


def find(house: House, address: str, code: str, now: float) -> Room:
    """The table with this code; who guesses is soon refused.  Raises `Refusal`."""
    if not house.code_guesses.may(address, now):
        raise Refusal("net-too-many-attempts")
    number = house.directory.find(code)
    room = None if number is None else house.rooms.get(number)
    if room is None:
        house.code_guesses.wrong(address, now)
        raise Refusal("net-wrong-code")
    return room


def come(  # noqa: PLR0913 - who, where, when and how
    house: House,
    member: Member,
    room: Room,
    now: float,
    watch: bool = False,  # noqa: FBT001, FBT002 - as the request has it
    *,
    by_code: bool = True,
) -> None:
    """Sit down, sit down again where that was proved, or watch.  Raises `Refusal`."""
    may_come(room, member.name, member.address, watch=watch, by_code=by_code)
    chair = room.given_up_by(member.name) if room.playing and by_code and not watch else None
    if chair is not None:
        _sit_again(house, room, member, chair, now)
    elif watch:
        _stand_by(house, room, member, now)
    else:
        _sit_down(house, room, member, now)


def may_come(room: Room, name: str, address: str, *, watch: bool, by_code: bool = True) -> None:
    """Raises `Refusal` where there is no place for a person of this name."""
    if room.is_banned(name, address):
        raise Refusal("net-banned")
    if watch:
        _may_watch(room)
    elif room.playing and not (by_code and room.given_up_by(name)):
        raise Refusal("net-match-runs")
    elif not room.playing and room.full:
        raise Refusal("net-table-full")


def _may_watch(room: Room) -> None:
    if not room.spectators:
        raise Refusal("net-no-spectators")
    if len(room.watchers) >= limits.WATCHING or not room.members:
        raise Refusal("net-table-full")


def _sit_down(house: House, room: Room, member: Member, now: float) -> None:
    room.sit(member)
    _arrived(house, room, member, "sits-down", now)


def _stand_by(house: House, room: Room, member: Member, now: float) -> None:
    room.watchers.append(member)
    _arrived(house, room, member, "watches", now)
    show(house, room, member, now)


def _sit_again(house: House, room: Room, member: Member, chair: Chair, now: float) -> None:
    """Back to the chair that he gave up in this match."""
    chair.member, chair.given_up = member, None
    updates = give_back(room, chair, now)
    _arrived(house, room, member, "sits-down", now)
    show(house, room, member, now, recap=True)
    deliver(house, room, updates, now)


def _arrived(house: House, room: Room, member: Member, what: str, now: float) -> None:
    member.table, member.sat = room.id, True
    room.empty_since = None
    room.host = room.host or member
    listen(room)
    house.keep_member(member)
    house.changed(room)
    house.comings(room, member, what)
    settle_pause(house, room, now)
    see_who_is_left(house, room, now)


def _at_none(member: Member) -> None:
    if member.table:
        raise Refusal("net-already-at-table")


# --- Leaving --------------------------------------------------------------------------------------


def leave(house: House, member: Member, request: wire.Leave, now: float) -> None:
    """Stand up on purpose."""
    del request
    depart(house, house.at_table(member), member, now)


def depart(  # noqa: PLR0913 - who, from where, when and how
    house: House,
    room: Room,
    member: Member,
    now: float,
    what: str = "stands-up",
    *,
    returns: bool = True,
    keep: bool = True,
) -> None:
    """Away from the table; during a match a bot plays on for who sat."""
    chair = room.chair_of(member)
    if chair is None:
        room.watchers.remove(member)
        what = "stops-watching" if what == "stands-up" else what
    elif room.playing:
        chair.member, chair.returns = None, returns
        tokens = [member.token, *member.former]
        chair.given_up = GivenUp(tokens, member.account, member.own, now)
    else:
        room.chairs.remove(chair)
    member.table = 0
    room.votes.discard(member.id)
    listen(room)
    if not member.here:
        house.absent.add(member)
    house.tell(member, wire.Unseated())
    house.keep_member(member)
    if not room.members:
        _empty_after(house, room, chair, now, keep=keep)
        return
    if chair is None:
        house.comings(room, member, what)
    else:
        house.news(room, what, member.name)
    if room.host is member:
        hand_over(house, room, _heir(room))
    house.changed(room)
    _played_on(house, room, chair, now)


def _empty_after(house: House, room: Room, chair: Chair | None, now: float, *, keep: bool) -> None:
    """The last one has gone: the table stands still before a bot could play."""
    _empty(house, room, now, keep=keep)
    if room.playing and chair is not None and room.id in house.rooms:
        stand_in(house, room, chair, now)


def _played_on(house: House, room: Room, chair: Chair | None, now: float) -> None:
    if chair is not None and room.playing:
        settle_pause(house, room, now)
        stand_in(house, room, chair, now)
    count_votes(house, room, now)


def _heir(room: Room) -> Member:
    """The next host: the first who sits and has a line, else whoever there is."""
    return next((one for one in room.members if one.here), room.members[0])


def hand_over(house: House, room: Room, heir: Member) -> None:
    """The table has another host."""
    room.host = heir
    house.news(room, "host-is", heir.name)


# --- The host's -----------------------------------------------------------------------------------


def hosted(house: House, member: Member, *, before: bool = False) -> Room:
    """The table whose host he is.  Raises `Refusal`; `before` also during a match."""
    room = house.at_table(member)
    if room.host is not member:
        raise Refusal("net-host-only", host=room.host.name if room.host else "")
    if before and room.playing:
        raise Refusal("net-not-during-match")
    return room


def watch(house: House, member: Member, request: wire.Watch, now: float) -> None:
    """From the chair to watching, and back."""
    del request, now
    room = house.at_table(member)
    if room.playing:
        raise Refusal("net-not-during-match")
    chair = room.chair_of(member)
    if chair is not None:
        _may_watch(room)
        room.chairs.remove(chair)
        room.watchers.append(member)
    elif room.full:
        raise Refusal("net-table-full")
    else:
        room.watchers.remove(member)
        room.sit(member)
    what = "sits-down" if chair is None else "watches"
    house.changed(room)
    house.news(room, what, member.name)


def add_bot(house: House, member: Member, request: wire.AddBot, now: float) -> None:
    """A bot into the next empty seat."""
    del now
    room = hosted(house, member, before=True)
    if room.full:
        raise Refusal("net-table-full")
    known = levels(room.spec)
    if request.level not in known:
        raise Refusal("net-unknown-level", allowed=", ".join(known))
    chair = room.seat_bot(request.level)
    house.changed(room)
    house.news(room, "bot-sits", chair.name)


def remove_bot(house: House, member: Member, request: wire.RemoveBot, now: float) -> None:
    """The bot that came last leaves."""
    del request, now
    room = hosted(house, member, before=True)
    chair = room.last_bot()
    if chair is None:
        raise Refusal("net-no-bot")
    room.chairs.remove(chair)
    house.changed(room)
    house.news(room, "bot-leaves", chair.name)


def arrange(house: House, member: Member, request: wire.Arrange, now: float) -> None:
    """What is given is changed."""
    for_match = request.options is not None or request.limit is not None
    room = hosted(house, member, before=for_match)
    options = room.options
    if request.options is not None:
        options = read_table_options(room.spec, request.options)
    limit = room.limit if request.limit is None else read_limit(request.limit)
    if request.slow is not None and not 0 <= request.slow <= limits.SLOWEST:
        raise Refusal("net-bad-slow", allowed=f"0-{limits.SLOWEST}")
    room.options, room.limit = options, limit
    if room.public and request.public is False:
        # Whoever came while it was public, or read of it, may not come back unasked.
        room.code = house.new_code()
    _arrange_talk(room, request)
    if not room.spectators:
        for watcher in [one for one in room.watchers if one is not member]:
            depart(house, room, watcher, now)
    house.changed(room)
    _tell_arranged(house, room, request)


def _arrange_talk(room: Room, request: wire.Arrange) -> None:
    """What may be changed at any time."""
    if request.public is not None:
        room.public = request.public
    if request.slow is not None:
        room.slow = request.slow
    if request.extensions is not None:
        room.extensions = request.extensions
    if request.spectators is not None:
        room.spectators = request.spectators


def _tell_arranged(house: House, room: Room, request: wire.Arrange) -> None:
    if request.public is not None:
        house.news(room, "public" if room.public else "private")
    rest = (request.options, request.limit, request.slow, request.extensions, request.spectators)
    if any(one is not None for one in rest):
        house.news(room, "options-changed")


def pass_host(house: House, member: Member, request: wire.PassHost, now: float) -> None:
    """Another is host from now on."""
    del now
    room = hosted(house, member)
    heir = _other_at(room, member, request.name)
    hand_over(house, room, heir)
    house.changed(room)


def kick(house: House, member: Member, request: wire.Kick, now: float) -> None:
    """Send a person away."""
    room = hosted(house, member)
    other = _other_at(room, member, request.name)
    what = "banned" if request.ban else "kicked"
    house.tell(other, wire.News(what=what, name=other.name))
    if request.ban:
        room.banned.add(other.key)
        if not is_local(other.address):
            room.banned.add(other.address)
        room.code = house.new_code()
    house.moderated(now, what=what, who=other.name, by=member.name, table=room.id)
    depart(house, room, other, now, what, returns=False)


def _other_at(room: Room, member: Member, name: str) -> Member:
    other = room.by_name(name)
    if other is None:
        raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])
    if other is member:
        raise Refusal("net-not-yourself")
    return other
