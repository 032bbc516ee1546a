"""Opening and hosting a table: bots, settings, starting a match, removing people."""

from __future__ import annotations

from audiogames.core.options import OptionError, read_options
from audiogames.core.registry import Spec, game, game_ids
from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.contests.rating import can_rate
from audiogames.net.server.contests.results import check_rated
from audiogames.net.server.limits import is_local
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Member, Pace
from audiogames.net.server.people.talking import Talking
from audiogames.net.server.tables.fairness import check_addresses, vote_away
from audiogames.net.server.tables.seating import Departure, may_watch, require_no_table
from audiogames.net.server.tables.table import OnlineTable
from audiogames.search.arena import levels
from audiogames.table.clock import LIMIT


class Hosting:
    """Handles requests to open a table, and the requests of hosts."""

    def __init__(self, parts: ServerParts, talking: Talking) -> None:
        self._talking = talking
        self._others = parts.others
        self._lobby = parts.lobby
        self._seating = parts.seating
        self._secrets = parts.secrets
        self._outgoing = parts.outgoing
        self._desk = parts.desk

    def open_table(self, member: Member, request: wire.Open, now: float) -> None:
        """Open a table with this member as its host."""
        require_no_table(member)
        self._lobby.check_has_room(member)
        spec = _game(request.game)
        options = read_table_options(spec, request.options)
        table = OnlineTable(
            self._lobby.register,
            self._lobby.new_number(),
            self._lobby.new_code(),
            spec,
            options,
            public=request.public,
            limit=read_limit(request.limit),
            host=member,
            opened_by=member.id,
            opened_from=member.address,
        )
        self._lobby.add(table)
        member.invited = True
        self._seating.sit_down(table, member, now)
        if table.public:
            self._call(table, member, now)

    def _call(self, table: OnlineTable, member: Member, now: float) -> None:
        """Announce to people at no table that this table is looking for players."""
        if table.playing or table.full or not member.may(Pace.CALL, now):
            return
        game, number = table.spec.id, table.id
        self._talking.call(member.name, member.manners.blocked, game, number)
        self._others.call_for_players(member, game, number)

    def start(self, member: Member, request: wire.StartMatch, now: float) -> None:
        """Start a match at the host's table.  Raises `Refusal`."""
        del request
        table = self._hosted(member, before=True)
        if table.day is not None:
            raise Refusal("net-day-once")
        if len(table.chairs) not in table.spec.seats:
            allowed = ", ".join(map(str, table.spec.seats))
            raise Refusal("net-wrong-number", count=len(table.chairs), allowed=allowed)
        if not table.seated:
            raise Refusal("net-nobody-plays")
        self._desk.check_start(now)
        if table.rated:
            check_rated(table.spec, table.options, table.chairs)
            if not table.same_address:
                check_addresses(table.chairs)
        table.start(self._secrets.random, now)

    def watch(self, member: Member, request: wire.Watch, now: float) -> None:
        """Make a player a spectator, or a spectator a player."""
        del request, now
        table = self._lobby.at_table(member)
        is_trusted = member.invited or member is table.host
        if table.chair_of(member) is None and table.minimum and not is_trusted:

            def sit(_: float) -> None:
                if member in table.watchers:
                    _change_place(table, member)

            self._seating.count_first(member, table, sit)
        else:
            _change_place(table, member)

    def add_bot(self, member: Member, request: wire.AddBot, now: float) -> None:
        """Add a bot in the next empty seat."""
        del now
        table = self._hosted(member, before=True)
        if table.full:
            raise Refusal("net-table-full")
        known = levels(table.spec)
        level = request.level or table.spec.bots.default
        if level not in known:
            raise Refusal("net-unknown-level", allowed=", ".join(known))
        chair = table.seat_bot(level)
        table.changed()
        table.news("bot-sits", chair.name)

    def remove_bot(self, member: Member, request: wire.RemoveBot, now: float) -> None:
        """Remove the bot that was added last."""
        del request, now
        table = self._hosted(member, before=True)
        chair = table.last_bot()
        if chair is None:
            raise Refusal("net-no-bot")
        table.chairs.remove(chair)
        table.changed()
        table.news("bot-leaves", chair.name)

    def arrange(self, member: Member, request: wire.Arrange, now: float) -> None:
        """Change those settings of the table that the request contains."""
        given = (request.options, request.limit, request.rated)
        for_match = any(one is not None for one in given)
        table = self._hosted(member, before=for_match)
        if request.rated and not can_rate():
            raise Refusal("net-no-ratings")
        options = table.options
        if request.options is not None:
            options = read_table_options(table.spec, request.options)
        limit = table.limit if request.limit is None else read_limit(request.limit)
        if request.slow is not None and not 0 <= request.slow <= limits.SLOWEST:
            raise Refusal("net-bad-slow", allowed=f"0-{limits.SLOWEST}")
        if request.minimum is not None and not 0 <= request.minimum <= limits.MINIMUM:
            raise Refusal("net-bad-minimum", allowed=f"0-{limits.MINIMUM}")
        table.options, table.limit = options, limit
        if table.public and request.public is False:
            # People who saw it while it was public must not return uninvited.
            table.code = self._lobby.new_code()
        _arrange_talk(table, request)
        if not table.spectators:
            for watcher in [one for one in table.watchers if one is not member]:
                self._seating.depart(table, watcher, now)
        table.changed()
        _tell_arranged(table, request)
        if request.public:
            self._call(table, member, now)

    def pass_host(self, member: Member, request: wire.PassHost, now: float) -> None:
        """Make another member the host."""
        del now
        table = self._hosted(member)
        table.hand_over(_other_at(table, member, request.name))
        table.changed()

    def kick(self, member: Member, request: wire.Kick, now: float) -> None:
        """Remove a person from the table.

        The host's request does this at once; another player's request counts as a vote.
        """
        table = self._lobby.at_table(member)
        if table.host is not member and not request.ban and table.plays(member):
            self._vote(table, member, request.name, now)
            return
        table = self._hosted(member)
        other = _other_at(table, member, request.name)
        what = "banned" if request.ban else "kicked"
        self._outgoing.tell(other, wire.News(what=what, name=other.name))
        if request.ban:
            table.banned.add(other.key)
            if not is_local(other.address):
                table.banned.add(other.address)
            table.code = self._lobby.new_code()
        self._outgoing.moderated(now, what=what, who=other.name, by=member.name, table=table.id)
        blameless = not table.is_stalling(other)
        self._seating.depart(table, other, now, Departure(what, returns=False, blameless=blameless))

    def _vote(self, table: OnlineTable, member: Member, name: str, now: float) -> None:
        """Count a player's vote to remove another player who keeps exceeding the time limit."""
        other = _other_at(table, member, name)
        chair, match = table.chair_of(other), table.match
        if chair is None or match is None:  # a spectator
            raise Refusal("net-host-only", host=table.host.name if table.host else "")
        votes, needed = vote_away(match, member, chair)
        if votes < needed:
            table.news("vote-away", member.name, who=other.name, missing=needed - votes)
            return
        self._outgoing.tell(other, wire.News(what="voted-away", name=other.name))
        self._outgoing.moderated(now, what="voted-away", who=other.name, table=table.id)
        self._seating.depart(table, other, now, Departure("voted-away", returns=False))

    def _hosted(self, member: Member, *, before: bool = False) -> OnlineTable:
        """Return the table that the member hosts.

        Raises `Refusal` if the member is not a host or, with `before`, if a match has started.
        """
        table = self._lobby.at_table(member)
        if table.host is not member:
            raise Refusal("net-host-only", host=table.host.name if table.host else "")
        if before and table.playing:
            raise Refusal("net-not-during-match")
        return table


def _game(id_: str) -> Spec:
    if id_ not in game_ids():
        raise Refusal("net-no-such-game", allowed=", ".join(game_ids()))
    return game(id_)


def read_table_options(spec: Spec, given: dict[str, object]) -> object:
    """Return a game's options with these values, and defaults for the rest.  Raises `Refusal`."""
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
    """Return the seconds for each turn, or None for no time limit.  Raises `Refusal`."""
    if limit is None or limit == 0:
        return None
    if not LIMIT.low <= limit <= LIMIT.high:
        raise Refusal("net-bad-limit", allowed=LIMIT.allowed)
    return limit


def _arrange_talk(table: OnlineTable, request: wire.Arrange) -> None:
    """Apply all settings in the request except the game's options and the time limit."""
    if request.public is not None:
        table.public = request.public
    if request.slow is not None:
        table.slow = request.slow
    if request.extensions is not None:
        table.extensions = request.extensions
    if request.spectators is not None:
        table.spectators = request.spectators
    if request.rated is not None:
        table.rated = request.rated
    if request.same_address is not None:
        table.same_address = request.same_address
    if request.minimum is not None:
        table.minimum = request.minimum


def _tell_arranged(table: OnlineTable, request: wire.Arrange) -> None:
    """Announce which of the table's settings have changed."""
    if request.public is not None:
        table.news("public" if table.public else "private")
    if request.rated is not None:
        table.news("rated" if table.rated else "casual")
    rest = (request.options, request.limit, request.slow, request.extensions, request.spectators)
    if any(one is not None for one in (*rest, request.same_address, request.minimum)):
        table.news("options-changed")


def _change_place(table: OnlineTable, member: Member) -> None:
    """Make a player a spectator, or a spectator a player.  Raises `Refusal`."""
    if table.playing:
        raise Refusal("net-not-during-match")
    chair = table.chair_of(member)
    if chair is not None:
        may_watch(table)
        table.chairs.remove(chair)
        table.watchers.append(member)
    elif table.full:
        raise Refusal("net-table-full")
    else:
        table.watchers.remove(member)
        table.sit(member)
    what = "sits-down" if chair is None else "watches"
    table.changed()
    table.news(what, member.name)


def _other_at(table: OnlineTable, member: Member, name: str) -> Member:
    """Return another person at the table by name.  Raises `Refusal`."""
    other = table.by_name(name)
    if other is None:
        raise Refusal("net-nobody-called", name=name[: limits.NAME_LENGTH])
    if other is member:
        raise Refusal("net-not-yourself")
    return other
