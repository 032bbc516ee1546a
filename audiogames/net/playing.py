"""A match online: what is told to whom, who waits for what, and who plays for whom.

Theory of operation.  `deliver` is the one way on which a match's updates reach people, and ends
in `settle`, which looks at the table anew: whether a bot is asked, whether everybody waits for the
next deal, whether somebody has slept through three turns, whether the match is over, and when to
look again.  A match stands still (`settle_pause`) while a vote has paused it, or while nobody who
plays has a line.  Whoever is away for longer than the grace is stood in for by a bot, which is
asked for one move at a time; so is who let three turns go by, until he presses a key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import msgspec

from audiogames.core.cues import Msg
from audiogames.core.events import Event, Seat
from audiogames.core.game import Move, Refused, Turn
from audiogames.core.log import Entry, Log, line
from audiogames.core.options import OptionError
from audiogames.core.text import plain
from audiogames.net import limits, wire
from audiogames.net.house import MEMBER, ROOM, House, Refusal
from audiogames.net.people import Member
from audiogames.net.rooms import Chair, Room
from audiogames.net.store import Begin, End, Enter
from audiogames.table.clock import TimeSettings
from audiogames.table.forms import written
from audiogames.table.seats import PATIENCE
from audiogames.table.served import ServedTable
from audiogames.table.table import Listener, Update, Wanted, new_log

STAND_IN: Final = "normal"
"""The bot that plays for a person who is not there."""


# --- Beginning and going on -----------------------------------------------------------------------


def start(house: House, room: Room, stamp: str, now: float) -> None:
    """Begin a match with those who sit.  Raises `Refusal`."""
    if len(room.chairs) not in room.spec.seats:
        allowed = ", ".join(map(str, room.spec.seats))
        raise Refusal("net-wrong-number", count=len(room.chairs), allowed=allowed)
    if not room.seated:
        raise Refusal("net-nobody-plays")
    order = room.players()
    players = [chair.player() for chair in order]
    room.moved = False
    log = new_log(room.spec, room.options, players, TimeSettings(limit=room.limit), stamp)
    table = _table(log, house.secrets.random())
    room.order, room.table = order, table
    house.write(Begin(room.id, line(log.header)))
    _keep(house, room, table)
    _seat(room)
    house.changed(room)
    house.news(room, "match-begins")
    deliver(house, room, table.start(now), now)
    settle_pause(house, room, now)


def resume(house: House, room: Room, log: Log, now: float) -> None:
    """Go on with a match that was kept; it stands still until somebody comes back."""
    table = ServedTable(log, house.secrets.random(), listeners=room.listeners())
    room.table = table
    _keep(house, room, table)
    table.start(now)
    table.pause(now)
    for seat, chair in enumerate(room.order):
        if chair.stand_in:
            table.substitute(Seat(seat), STAND_IN, now)
    settle(house, room, now)


def _table(log: Log, rng: Random) -> ServedTable:
    """A table for a new match.  Raises `Refusal`."""
    try:
        return ServedTable(log, rng, listeners=())
    except OptionError as error:
        raise Refusal(error.id, **error.args_) from None


def _keep(house: House, room: Room, table: ServedTable) -> None:
    def record(entry: Entry) -> None:
        house.write(Enter(room.id, entry.seq, line(entry)))

    table.keep(record)


def _seat(room: Room) -> None:
    room.asked = room.waiting_since = None
    room.votes.clear()
    room.sat.clear()
    room.voted = False
    listen(room)


def listen(room: Room) -> None:
    """Somebody came or went: updates go to those who are there."""
    if room.table is not None:
        room.table.listen(room.listeners())


# --- Telling --------------------------------------------------------------------------------------


def deliver(house: House, room: Room, updates: Sequence[Update], now: float) -> None:
    """Tell everybody what he may know of it, and look at the table anew."""
    known: dict[int, dict[str, Any]] = {}
    for update in updates:
        told = told_of(room, update, now, known)
        house.tell_all(_hearers(room, update.seat), told)
    if updates:
        room.told_at = now
    settle(house, room, now)


def told_of(
    room: Room, update: Update, now: float, known: dict[int, dict[str, Any]] | None = None
) -> wire.Update:
    """An update as it travels; `known` holds events that others are told too, by identity."""
    known = {} if known is None else known
    table = room.table
    assert table is not None
    view = plain(update.view)
    assert isinstance(view, dict)
    clock = table.clock
    at = now if table.paused_since is None else table.paused_since
    return wire.Update(
        table=room.id,
        seat=update.seat,
        seq=update.seq,
        events=[_written(event, known) for event in update.events],
        view=view,
        waiting=update.waiting,
        over=update.over,
        deals=table.deals,
        left=None if clock is None else round(clock.left(at), 3),
        limit=None if clock is None else clock.limit,
        paused=room.voted,
    )


def _written(event: Event, known: dict[int, dict[str, Any]]) -> dict[str, Any]:
    if id(event) not in known:
        known[id(event)] = written(event)
    return known[id(event)]


def _hearers(room: Room, listener: Listener) -> Sequence[Member]:
    if listener is None:
        return room.watchers
    member = room.order[listener].member
    return () if member is None else (member,)


def show(house: House, room: Room, member: Member, now: float, *, recap: bool = False) -> None:
    """Tell one person how the match stands; with `recap` also what happened since his move."""
    table, seat = room.table, room.seat_of(member)
    if seat is None and recap:  # the match may have ended meanwhile
        seat = room.sat.get(member.id)
    if table is None or (seat is None and member not in room.watchers):
        return
    told = told_of(room, table.look(seat), now)
    if recap and seat is not None:
        since = [written(event) for event in table.since_move(seat)]
        told = msgspec.structs.replace(told, events=since)
    house.tell(member, told)


# --- Looking anew ---------------------------------------------------------------------------------


def settle(house: House, room: Room, now: float) -> None:
    """See to whatever the table waits for now."""
    table = room.table
    if table is None or not room.order:
        return
    for chair in _asleep(room, table):
        stand_in(house, room, chair, now)
    if not table.waiting:
        room.waiting_since = None
    elif room.waiting_since is None:
        room.waiting_since = now
    _ask(house, room, table)
    if table.state.to_act is Turn.OVER and room.waiting_since is None:
        _end(house, room)
    house.alarms.set((ROOM, room.id), deadline(room))


def deadline(room: Room) -> float | None:
    """When something is due at this table."""
    if not room.playing or room.table is None or room.table.paused_since is not None:
        return None if room.empty_since is None else room.empty_since + room.kept_seconds
    times = [room.table.deadline]
    if room.waiting_since is not None:
        times.append(room.waiting_since + limits.READY_SECONDS)
    return min((time for time in times if time is not None), default=None)


def wake(house: House, room: Room, now: float) -> None:
    """A time has come at which something was due."""
    table = room.table
    if table is None or not room.playing:
        return
    since = room.waiting_since
    still = table.paused_since is not None
    if since is not None and now >= since + limits.READY_SECONDS and not still:
        for seat, player in enumerate(table.players):
            if table.waiting and not player.is_bot:
                deliver(house, room, table.ready(Seat(seat), now), now)
    deliver(house, room, table.tick(now), now)


def _asleep(room: Room, table: ServedTable) -> list[Chair]:
    """Who has let three turns in a row go by."""
    if not room.playing:
        return []
    seats = enumerate(room.order)
    tired = [chair for seat, chair in seats if table.timeouts[Seat(seat)] >= limits.TIMEOUTS]
    return [chair for chair in tired if not (chair.stand_in or chair.is_bot)]


def _ask(house: House, room: Room, table: ServedTable) -> None:
    if table.wanted is None or table.paused_since is not None:
        return
    if room.asked is not table.wanted:
        room.asked = table.wanted
        house.think(room, table.wanted)


def _end(house: House, room: Room) -> None:
    """The match is over: chairs that were given up are free, and the next can begin."""
    house.write(End(room.id))
    room.voted = False
    room.votes.clear()
    room.sat = {one.id: seat for one in room.seated if (seat := room.seat_of(one)) is not None}
    room.clear()
    house.changed(room)
    for member in room.members:
        if member.away_since is not None:
            # His chair waited for the whole match; for the next one it waits as before any.
            house.alarms.set((MEMBER, member.id), member.away_since + limits.GRACE)


# --- Standing still -------------------------------------------------------------------------------


def settle_pause(house: House, room: Room, now: float) -> None:
    """Stop, or go on, as the votes and the lines of those who play want it."""
    table = room.table
    if table is None or not room.playing:
        return
    still = room.voted or not room.somebody_plays
    since = table.paused_since
    if still and since is None:
        table.pause(now)
        settle(house, room, now)
    elif not still and since is not None:
        if room.waiting_since is not None:
            room.waiting_since += now - since
        table.go_on(now)
        deliver(house, room, table.tick(now), now)


def needed(room: Room) -> int:
    """How many votes stop the match, or let it go on."""
    return max(1, min(limits.VOTES, sum(member.here for member in room.seated)))


def count_votes(house: House, room: Room, now: float) -> None:
    """Stop or go on, if enough have voted."""
    if not room.playing or not room.votes or len(room.votes) < needed(room):
        return
    room.votes.clear()
    room.voted = not room.voted
    house.news(room, "paused" if room.voted else "resumed")
    house.changed(room)
    settle_pause(house, room, now)


# --- Who plays for whom ---------------------------------------------------------------------------


def stand_in(house: House, room: Room, chair: Chair, now: float) -> None:
    """A bot plays for a person from now on, one move at a time."""
    table = room.table
    if table is None or not room.playing or chair.stand_in:
        return
    chair.stand_in = True
    updates = table.substitute(Seat(room.order.index(chair)), STAND_IN, now)
    house.news(room, "bot-plays-for", chair.name)
    house.changed(room)
    deliver(house, room, updates, now)


def give_back(room: Room, chair: Chair, now: float) -> list[Update]:
    """A person plays again himself, with a whole turn's time if it is his turn.

    What it brings must be delivered, even if it is nothing.
    """
    table = room.table
    if table is None or not room.playing:
        return []
    seat = Seat(room.order.index(chair))
    table.timeouts[seat] = 0
    if chair.stand_in:
        chair.stand_in = False
        return table.give_back(seat, now)
    table.renew(seat, now)
    return []


def thought(house: House, room: Room, wanted: Wanted, move: Move, now: float) -> None:
    """A bot's answer; one that comes too late is dropped."""
    table = room.table
    if table is None or table.wanted is not wanted or wanted.seq != table.seq:
        return
    try:
        updates = table.submit(wanted.seat, move, wanted.seq, now, thought=True)
    except Refused as refused:
        # A bot that errs must not hold up a table: any other move goes on.
        house.note(f"Bot {wanted.level} of {wanted.game} chose {move}: {refused.id}")
        any_move = table.state.legal_moves(wanted.seat)[0]
        updates = table.submit(wanted.seat, any_move, wanted.seq, now, thought=True)
    deliver(house, room, updates, now)


# --- What those who play ask ----------------------------------------------------------------------


def _playing(house: House, member: Member) -> tuple[Room, ServedTable, Seat]:
    """His match and his seat.  Raises `Refusal`."""
    room = house.at_table(member)
    if room.table is None or not room.playing:
        raise Refusal("net-no-match")
    seat = room.seat_of(member)
    if seat is None:
        raise Refusal("net-you-watch")
    return room, room.table, seat


def _awake(house: House, room: Room, member: Member, now: float) -> None:
    """Any key of a person takes his seat back from the bot that keeps it."""
    chair = room.chair_of(member)
    if chair is not None and chair.stand_in:
        updates = give_back(room, chair, now)
        house.changed(room)
        house.news(room, "comes-back", chair.name)
        deliver(house, room, updates, now)


def move(house: House, member: Member, request: wire.Move, now: float) -> None:
    """A move; it is on disk before anybody hears of it."""
    room, table, seat = _playing(house, member)
    _awake(house, room, member, now)
    if len(request.move) > limits.MOVE_LENGTH:
        raise Refusal("refused-malformed")
    with _refusals_travel():
        made = room.spec.rules.read(request.move)
        updates = table.submit(seat, made, request.seq, now)
    if not room.moved:
        room.moved = True
        house.keep_room(room)
    if table.holding == seat and not updates:
        house.tell(member, wire.News(what="one-moment"))
    deliver(house, room, updates, now)


@contextmanager
def _refusals_travel() -> Iterator[None]:
    """What the table refuses in here is refused to the member."""
    try:
        yield
    except Refused as refused:
        raise refusal_of(refused) from None


def refusal_of(refused: Refused) -> Refusal:
    """The reason as it can travel; the client knows how to say the longer ones itself."""
    message: Msg = refused.message
    simple = all(isinstance(value, str | int) for value in message.args.values())
    if simple:
        return Refusal(message.id, **message.args)
    return Refusal("net-move-refused", why=refused.id)


def ready(house: House, member: Member, request: wire.Ready, now: float) -> None:
    """The result was heard."""
    del request
    room, table, seat = _playing(house, member)
    _awake(house, room, member, now)
    with _refusals_travel():
        updates = table.ready(seat, now)
    deliver(house, room, updates, now)


def extend(house: House, member: Member, request: wire.Extend, now: float) -> None:
    """More time."""
    del request
    room, table, seat = _playing(house, member)
    if not room.extensions:
        raise Refusal("net-no-extensions")
    with _refusals_travel():
        updates = table.extend(seat, now)
    deliver(house, room, updates, now)


def heard(house: House, member: Member, request: wire.Heard, now: float) -> None:
    """When his announcement ends: the clock and the bots wait for it, within reason."""
    room = house.room_of(member)
    if room is None or room.table is None or not room.playing:
        return
    seat = room.seat_of(member)
    if seat is None or request.seq != room.table.seq:
        return
    until = min(now + max(0.0, request.seconds), room.told_at + limits.BOTS_LISTEN)
    room.table.listening(seat, until)
    house.alarms.set((ROOM, room.id), deadline(room))


def wishes(house: House, member: Member, request: wire.Wishes, now: float) -> None:
    """What a player asks for himself, here and at the tables to come."""
    if request.patience not in PATIENCE:
        allowed = ", ".join(f"{one:g}" for one in PATIENCE)
        raise Refusal("net-bad-patience", allowed=allowed)
    member.wish.auto_draw, member.wish.patience = request.auto_draw, request.patience
    room = house.room_of(member)
    seat = room.seat_of(member) if room else None
    if room is None or room.table is None or seat is None or not room.playing:
        return
    updates = room.table.accommodate(
        seat, now, auto_draw=request.auto_draw, patience=request.patience
    )
    deliver(house, room, updates, now)


def here(house: House, member: Member, request: wire.Here, now: float) -> None:
    """A key was pressed."""
    del request
    room = house.room_of(member)
    if room is not None and room.playing:
        _awake(house, room, member, now)


def pause(house: House, member: Member, request: wire.Pause, now: float) -> None:
    """A vote for standing still, or for going on."""
    del request
    room, _, _ = _playing(house, member)
    room.votes.add(member.id)
    votes: dict[str, Any] = {"votes": len(room.votes), "needed": needed(room)}
    house.news(room, "pause-vote", member.name, **votes)
    count_votes(house, room, now)
