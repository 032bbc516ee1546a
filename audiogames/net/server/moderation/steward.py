"""Requests of moderators and owners, and the effect of rulings.

Theory of operation.  A moderator's request is checked (role, name, reason, time), becomes a ruling
(`rulings`) that is stored and logged, and then takes effect here.  `learn` reads the rulings of
other processes and of the command `admin`, which take effect in the same way for people connected
here.  A ban ends their connections and gives up their seat; a warning is delivered now or at their
next visit; a mute is announced, and `desk` checks it whenever they write.

A restart is a ruling with a time.  It is announced when it is made, five minutes and one minute
before, and then ends the server (`Stop`), which its supervisor starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.names import clean, sound_of, stored_sound_of
from audiogames.net.server import limits
from audiogames.net.server.moderation.cases import CaseLists
from audiogames.net.server.moderation.desk import sanction_fields
from audiogames.net.server.moderation.rulings import (
    UNSAVED_SECONDS,
    AnyRuling,
    Erased,
    GivenRole,
    NameCase,
    Notice,
    Renamed,
    Report,
    Sanction,
    key_of_ruling,
    network_of,
    network_to_ban,
)
from audiogames.net.server.outputs import Refusal, Stop
from audiogames.net.server.parts import ServerParts
from audiogames.net.server.people.member import Member
from audiogames.net.server.queues import Alarms
from audiogames.net.server.store import StoreQuestion
from audiogames.net.server.tables.seating import STANDS_UP, Departure

RESTART: Final = "restart"
"""The alarm kind of a planned restart."""

TOLD_BEFORE: Final = (300.0, 60.0)
"""Seconds before a restart at which it is announced again."""

AGAIN: Final = 5.0
"""Seconds between two checks whether matches have ended."""


class Steward:
    """Handles moderators' and owners' requests, and carries out rulings."""

    def __init__(self, parts: ServerParts, alarms: Alarms) -> None:
        self._people = parts.people
        self._lobby = parts.lobby
        self._connections = parts.connections
        self._seating = parts.seating
        self._outgoing = parts.outgoing
        self._others = parts.others
        self._desk = desk = parts.desk
        self._alarms = alarms
        self._lists = CaseLists(desk, parts.people)
        self._motd_shown: dict[str, tuple[float, int]] = {}
        """For each name, the time of the latest message of the day that was shown, and the day."""
        self._started: float | None = None
        self._given: dict[str, tuple[GivenRole, str]] = {}
        """By ruling key, roles given at this process, and the role before; see `_void_roles`."""
        self.erase: Callable[[str, float], None] = lambda _key, _now: None
        """Deletes an account; set by `AccountKeeping`."""
        self.rename: Callable[[Renamed, float], None] = lambda _ruling, _now: None
        """Applies a change of an account's name; set by `AccountKeeping`."""
        self._acts: Mapping[str, Callable[[Member, wire.Moderate, float], None]] = {
            **dict.fromkeys(wire.SANCTIONS, self._sanction),
            "lift": self._lift,
            "close": self._close,
            "reopen": self._reopen,
            "approve": self._judge_name,
            "refuse": self._judge_name,
            "role": self._give_role,
        }

    # Requests

    def handlers(self) -> dict[type[wire.Request], Callable[[Member, Any, float], None]]:
        """Return the handlers of requests, by request type."""
        return {
            wire.Moderate: self.moderate,
            wire.AskCases: self.cases,
            wire.RunServer: self.run_server,
        }

    def moderate(self, member: Member, request: wire.Moderate, now: float) -> None:
        """Handle a moderator's request about a person, such as a mute.  Raises `Refusal`."""
        self._check_role(member, wire.MODERATOR)
        act = self._acts.get(request.do)
        if act is None:
            raise Refusal("net-bad-ruling", allowed=", ".join(self._acts))
        act(member, request, now)

    def cases(self, member: Member, request: wire.AskCases, now: float) -> None:
        """Send a moderator the requested list of cases."""
        self._check_role(member, wire.MODERATOR)
        assert member.conn is not None
        self._outgoing.answer(member.conn, self._lists.answer(request, now))

    def run_server(self, member: Member, request: wire.RunServer, now: float) -> None:
        """Handle an owner's request about the server, such as a restart.  Raises `Refusal`."""
        self._check_role(member, wire.OWNER)
        notice = notice_of(request, member.name, now)
        if notice is None:
            raise Refusal("net-bad-ruling", allowed=", ".join(NOTICES))
        self._desk.rule(notice)
        self._desk.log(now, what=request.do, by=member.name, text=notice.text)
        self._take_effect(notice, now)

    def _check_role(self, member: Member, least: str) -> None:
        role = self.role_of(member)
        if wire.ROLES.index(role) > wire.ROLES.index(least):
            raise Refusal("net-not-moderator" if least == wire.MODERATOR else "net-not-owner")

    def role_of(self, member: Member) -> str:
        """Return a person's role.  Only accounts can be owners or moderators."""
        return self._desk.rulings.role_of(member.name) if member.account else wire.PLAYER

    # About a person

    def _sanction(self, member: Member, request: wire.Moderate, now: float) -> None:
        report = self._desk.rulings.get(f"report {request.case}", Report)
        name = clean(request.name or (report.name if report else ""), limits.NAME_LENGTH)
        if not name:
            raise Refusal("net-nobody-called", name="")
        reason = clean(request.reason, limits.REASON_LENGTH)
        if not reason:
            raise Refusal("net-reason-wanted")
        if not 0 <= request.seconds <= limits.LONGEST_SANCTION:
            raise Refusal("net-bad-span")
        known = self._people.named(name)
        self._check_rank(member, name)
        sanction = Sanction(
            at=now,
            changed=now,
            by=member.name,
            id=self._desk.new_id(),
            what=request.do,
            name=name if known is None else known.name,
            reason=reason,
            account=self._people.names.key(name) in self._people.accounts,
            until=now + request.seconds if request.seconds and request.do != wire.WARN else 0.0,
            by_address=request.address and request.do == wire.BAN,
        )
        self._desk.rule(sanction)
        self._log_sanction(sanction, member, now)
        self._take_effect(sanction, now)
        if report is not None:
            self._desk.close(report, member.name, now)

    def _log_sanction(self, sanction: Sanction, member: Member, now: float) -> None:
        until = round(sanction.until)
        self._desk.log(
            now, what=sanction.what, who=sanction.name, by=member.name, reason=sanction.reason,
            until=until, id=sanction.id,
        )  # fmt: skip

    def _check_rank(self, member: Member, name: str) -> None:
        """Raise `Refusal` for a ruling on oneself or on a person of equal or higher rank."""
        if self._people.names.key(name) == member.key:
            raise Refusal("net-not-yourself")
        rank = wire.ROLES.index
        theirs = self._desk.rulings.role_of(name)
        if theirs != wire.PLAYER and rank(theirs) <= rank(self.role_of(member)):
            raise Refusal("net-too-high", name=name[: limits.NAME_LENGTH])

    def _lift(self, member: Member, request: wire.Moderate, now: float) -> None:
        """Lift one sanction by its number, or all mutes and bans of a person."""
        held = self._desk.rulings.to_lift(request.case, request.name, now)
        if not held:
            raise Refusal("net-nothing-to-lift", name=request.name[: limits.NAME_LENGTH])
        for sanction in held:
            self._check_rank(member, sanction.name)
        for sanction in held:
            lifted = msgspec.structs.replace(sanction, lifted=member.name, changed=now)
            self._desk.rule(lifted)
            self._desk.log(now, what="lift", who=lifted.name, by=member.name, id=lifted.id)
            self._take_effect(lifted, now)

    def _close(self, member: Member, request: wire.Moderate, now: float) -> None:
        report = self._desk.rulings.get(f"report {request.case}", Report)
        if report is None or report.closed:
            raise Refusal("net-no-such-case")
        self._desk.close(report, member.name, now)
        self._desk.log(now, what="close", who=report.name, by=member.name, id=report.id)

    def _reopen(self, member: Member, request: wire.Moderate, now: float) -> None:
        report = self._desk.rulings.get(f"report {request.case}", Report)
        if report is None or not report.closed:
            raise Refusal("net-no-such-case")
        self._desk.rule(msgspec.structs.replace(report, closed="", changed=now))
        self._desk.log(now, what="reopen", who=report.name, by=member.name, id=report.id)

    def _judge_name(self, member: Member, request: wire.Moderate, now: float) -> None:
        """Approve or refuse the name in the request."""
        state = "approved" if request.do == "approve" else "refused"
        name = clean(request.name, limits.NAME_LENGTH)
        if not name:
            raise Refusal("net-no-such-case")
        self._desk.rule(NameCase(at=now, changed=now, by=member.name, name=name, state=state))
        self._desk.log(now, what=request.do, who=name, by=member.name)

    def _give_role(self, member: Member, request: wire.Moderate, now: float) -> None:
        self._check_role(member, wire.OWNER)
        key = self._people.names.key(request.name[: 4 * limits.NAME_LENGTH])
        if key not in self._people.accounts:
            self._others.see(StoreQuestion(account=stored_sound_of(request.name)))
        account = self._people.accounts.get(key)
        if account is None:
            raise Refusal("net-no-account", name=request.name[: limits.NAME_LENGTH])
        if request.reason not in wire.ROLES:
            raise Refusal("net-bad-ruling", allowed=", ".join(wire.ROLES))
        if key == member.key:
            raise Refusal("net-not-yourself")
        given = GivenRole(
            at=now, changed=now, by=member.name, name=account.name, role=request.reason
        )
        ruling_key = key_of_ruling(given)
        self._given[ruling_key] = given, self._desk.rulings.role_of(account.name)
        self._desk.rule(given)
        self._desk.log(now, what="role", who=given.name, by=member.name, role=given.role)
        self._take_effect(given, now)

    # Entering

    def greeted(self, member: Member, now: float, *, back: bool) -> None:
        """Send their role, their warnings and the server's notices to a member who has entered."""
        role = self.role_of(member)
        if member.account and member.conn is not None:
            self._outgoing.answer_to(member.conn, 0, wire.News(what="account"))
        if role != wire.PLAYER:
            self._tell_role(member, role)
        for sanction in self._desk.rulings.about(member.name, account=member.account):
            if sanction.what == wire.WARN and not (sanction.heard or sanction.lifted):
                self._warn(member, sanction, now)
        motd, day = self._desk.rulings.notice("motd"), int(now // limits.DAY)
        version = 0.0 if motd is None else motd.changed, day
        if (
            motd is not None
            and motd.text
            and not back
            and self._motd_shown.get(member.key) != version
        ):
            self._motd_shown[member.key] = version
            self._outgoing.tell(member, wire.News(what="motd", args={"text": motd.text}))
        restart = self._desk.rulings.notice("restart")
        if restart is not None and restart.due > now and not back:
            self._outgoing.tell(member, _restart_news(restart, now))

    def _tell_role(self, member: Member, role: str) -> None:
        if member.conn is None:
            return  # they are sent it when they enter
        args: dict[str, Any] = {"role": role, "reports": len(self._desk.rulings.open_reports())}
        news = wire.News(what="role", name=member.name, args=args)
        self._outgoing.answer_to(member.conn, 0, news)

    def reported(self) -> None:
        """Notify the connected moderators that there is a new report."""
        waiting = len(self._desk.rulings.open_reports())
        for member in self._people.by_id.values():
            if member.here and self.role_of(member) != wire.PLAYER:
                news = wire.News(what="reported", args={"reports": waiting})
                self._outgoing.tell(member, news)

    # Effects

    def learn(self, rows: Mapping[str, str], now: float) -> None:
        """Read the rulings in the store's rows, and carry out the rulings of other processes."""
        is_first = self._started is None
        known = set(self._desk.rulings.unreadable)
        changed, overwritten = self._desk.rulings.learn(rows, now)
        for ruling in overwritten:
            self._desk.keep(ruling)
        for key in self._desk.rulings.unreadable - known:
            self._outgoing.note(f"A ruling cannot be read: {key}")
        if is_first:
            self._started = now
            for one in changed:
                if isinstance(one, Renamed):
                    self.rename(one, now)
            self._desk.tidy(now)
            self._plan_restart(now)
            return
        for ruling in changed:
            self._take_effect(ruling, now)
        for ruling in changed:
            if isinstance(ruling, GivenRole) and ruling.role != wire.OWNER:
                self._void_roles(ruling, now)

    def _void_roles(self, taken: GivenRole, now: float) -> None:
        """Undo roles given here by an owner who had already been demoted through another process.

        Two owners who demote each other at once would otherwise leave a server without an owner.
        """
        author = self._people.names.key(taken.name)
        for key, (given, before) in list(self._given.items()):
            if now > given.at + UNSAVED_SECONDS:
                del self._given[key]
                continue
            current = self._desk.rulings.get(key, GivenRole)
            is_current = current is not None and current.at == given.at and current.by == given.by
            is_void = taken.changed <= given.changed and self._people.names.key(given.by) == author
            if is_void and is_current:
                del self._given[key]
                undone = msgspec.structs.replace(given, role=before, by=taken.by, at=now)
                self._desk.rule(msgspec.structs.replace(undone, changed=now))
                self._desk.log(now, what="role-void", who=given.name, by=given.by, role=before)
                self._take_effect(undone, now)

    def _take_effect(self, ruling: AnyRuling, now: float) -> None:
        match ruling:
            case Erased():
                self.erase(self._people.names.key(ruling.name), now)
            case Renamed():
                self.rename(ruling, now)
            case GivenRole():
                member = self._people.named(ruling.name)
                if member is not None and member.account:
                    self._tell_role(member, ruling.role)
            case Sanction():
                self._apply(ruling, now)
            case Report(closed=""):
                self.reported()
            case Notice():
                self._notify(ruling, now)

    def _apply(self, sanction: Sanction, now: float) -> None:
        """Apply a sanction, or the lifting of a sanction, to the people at this process."""
        if sanction.lifted:
            self._tell(sanction, "unmuted" if sanction.what == wire.MUTE else "", now)
        elif sanction.what == wire.WARN:
            for member in self._named_people(sanction):
                self._warn(member, sanction, now)
        elif sanction.holds(now) and sanction.what == wire.MUTE:
            self._tell(sanction, "muted", now)
        elif sanction.holds(now):
            self._ban(sanction, now)

    def _named_people(self, sanction: Sanction) -> list[Member]:
        """Return the people at this process whose name or account is sanctioned."""
        sound, key = sound_of(sanction.name), self._people.names.key(sanction.name)
        return [
            one
            for one in self._people.by_id.values()
            if one.key == key
            or not (sanction.account or one.account or sound_of(one.name) != sound)
        ]

    def _tell(self, sanction: Sanction, what: str, now: float) -> None:
        """Send news about a sanction to the people whose name or account is sanctioned."""
        for member in self._named_people(sanction) if what else ():
            news = wire.News(what=what, name=member.name, args=sanction_fields(sanction, now))
            self._outgoing.tell(member, news)

    def _warn(self, member: Member, sanction: Sanction, now: float) -> None:
        if sanction.heard:
            return
        args = {"why": sanction.reason}
        self._outgoing.tell(member, wire.News(what="warned", name=member.name, args=args))
        self._desk.rule(msgspec.structs.replace(sanction, heard=True, changed=now))

    def _ban(self, sanction: Sanction, now: float) -> None:
        """Remove the people whom a ban names, and guests at its address."""
        named = self._named_people(sanction)
        if sanction.by_address and not sanction.network:
            networks = [network_to_ban(one.address) for one in named]
            network = next((one for one in networks if one), "")
            if network:
                sanction = msgspec.structs.replace(sanction, network=network, changed=now)
                self._desk.rule(sanction)
        found = named + [one for one in self._guests_from(sanction, now) if one not in named]
        for member in found:
            what = "kicked" if sanction.until else "banned"
            why = {"why": sanction.reason, "left": sanction.left(now)}
            self.put_out(member, "net-banned-server", now, Departure(what, returns=False), **why)

    def _guests_from(self, sanction: Sanction, now: float) -> list[Member]:
        """Return the connected guests whose address is banned."""
        if network_of(sanction.network) is None:
            return []
        return [
            one
            for one in self._people.by_id.values()
            if one.here
            and not one.account
            and self._desk.rulings.ban_from(one.address, now) is not None
        ]

    def put_out(
        self, member: Member, reason: str, now: float, how: Departure = STANDS_UP, **args: Any
    ) -> None:
        """Give up a member's seat, disconnect the member with this reason, and forget them."""
        with self._outgoing.aside():
            table = self._lobby.table_of(member)
            if table is not None:
                self._seating.depart(table, member, now, how)
            connection = self._connections.of(member)
            if connection is not None:
                self._connections.goodbye(connection, reason, **args)
            member.conn = None
            self._people.forget(member)

    # Notices

    def _notify(self, notice: Notice, now: float) -> None:
        """Announce an owner's notice, and schedule or cancel a restart."""
        match notice.what:
            case "broadcast":
                self._tell_all(wire.News(what="broadcast", args={"text": notice.text}))
            case "motd" if notice.text:
                self._tell_all(wire.News(what="motd", args={"text": notice.text}))
                self._motd_shown = {
                    one.key: (notice.changed, int(now // limits.DAY))
                    for one in self._people.by_id.values()
                }
            case "restart" if notice.due:
                self._tell_all(_restart_news(notice, now))
                self._plan_restart(now)
            case "restart":
                self._alarms.set((RESTART, 0), None)
                self._tell_all(wire.News(what="restart-off"))

    def _tell_all(self, news: wire.News) -> None:
        """Send news to all people who are connected or have a table."""
        self._outgoing.tell_all(
            [one for one in self._people.by_id.values() if one.here or one.table], news
        )

    def _plan_restart(self, now: float) -> None:
        """Set the alarm for the next warning of a restart or for the restart itself.

        If the planned time is before the server's start, the restart has already happened.
        """
        restart = self._desk.rulings.notice("restart")
        if restart is None or not restart.due or restart.due <= (self._started or now):
            return
        times = [restart.due - one for one in TOLD_BEFORE if restart.due - one > now]
        self._alarms.set((RESTART, 0), min([*times, max(restart.due, now)]))

    def wake(self, _number: int, now: float) -> None:
        """Announce the coming restart, or restart when it is due."""
        restart = self._desk.rulings.notice("restart")
        if restart is None or not restart.due:
            return
        if now < restart.due:
            self._tell_all(_restart_news(restart, now))
            self._plan_restart(now)
            return
        waits = restart.lets_end and now < restart.due + limits.RESTART_WAITS
        if waits and any(table.playing and table.somebody_plays for table in self._tables()):
            self._alarms.set((RESTART, 0), now + AGAIN)
            return
        self._outgoing.note("The planned restart")
        self._outgoing.add(Stop())

    def _tables(self) -> Any:
        return list(self._lobby.tables.values())


NOTICES: Final = ("broadcast", "motd", "restart", "stay-open", "approval")


def notice_of(request: wire.RunServer, by: str, now: float) -> Notice | None:
    """Return the notice that an owner requests; None for an unknown kind of notice.

    Raises `Refusal`.
    """
    text = clean(request.text, limits.NOTICE_LENGTH)
    made = partial(Notice, at=now, changed=now, by=by)
    match request.do:
        case "broadcast" if not text:
            raise Refusal("net-nothing-said")
        case "broadcast" | "motd":
            return made(what=request.do, text=text)
        case "restart" if not 0 <= request.seconds <= limits.LONGEST_RESTART:
            raise Refusal("net-bad-span")
        case "restart":
            due = now + max(1, request.seconds)
            return made(what="restart", due=due, lets_end=request.lets_end)
        case "stay-open":
            return made(what="restart")
        case "approval":
            return made(what="approval", text="" if request.off else "on")
    return None


def _restart_news(restart: Notice, now: float) -> wire.News:
    args = {"seconds": max(1, round(restart.due - now)), "ends": int(restart.lets_end)}
    return wire.News(what="restart", args=args)
