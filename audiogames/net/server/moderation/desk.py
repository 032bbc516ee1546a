"""Stores rulings, and checks bans, mutes, names and restarts.

The checks are for the code that admits people, sends chat and starts matches.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.limits import Buckets
from audiogames.net.server.moderation.rulings import (
    DISPLACED,
    AnyRuling,
    Erased,
    NameCase,
    Notice,
    Renamed,
    Report,
    Rulings,
    Sanction,
    key_of_ruling,
)
from audiogames.net.server.outputs import Outgoing, Refusal
from audiogames.net.server.people.member import Member, row_of
from audiogames.net.server.people.names import AccountNames
from audiogames.net.server.people.registry import Secrets
from audiogames.net.server.store import ForgetRow, KeepRow, ModerationRow, Shelf

ID_DIGITS: Final = 8

TICK: Final = 0.001
"""The least seconds by which a ruling's time is later than that of the ruling it replaces."""


class ModerationDesk:
    """Stores the rulings of a server, and refuses the actions that they forbid."""

    def __init__(self, outgoing: Outgoing, secrets: Secrets, names: AccountNames) -> None:
        self.rulings = Rulings(names)
        self._outgoing = outgoing
        self._secrets = secrets
        rate = 1 / limits.NAME_CASE_SECONDS
        self._name_cases = Buckets(rate, limits.NAME_CASES_OF_AN_ADDRESS)

    # Rulings

    def rule(self, ruling: AnyRuling) -> None:
        """Store a ruling that replaces any earlier one with the same key."""
        later = self.rulings.changed(key_of_ruling(ruling)) + TICK
        if ruling.changed < later:
            ruling = msgspec.structs.replace(ruling, changed=later)
        self.rulings.put(ruling)
        self.keep(ruling)

    def keep(self, ruling: AnyRuling) -> None:
        """Write a ruling to the store without changing its time."""
        beside = ruling.key if isinstance(ruling, Renamed) else ""
        row = KeepRow(Shelf.MODERATION, key_of_ruling(ruling), row_of(ruling), beside=beside)
        self._outgoing.write(row)

    def new_id(self) -> str:
        """Return a new number for a report or a sanction, short enough to type."""
        return self._secrets.digits(ID_DIGITS)

    def log(self, now: float, **what: Any) -> None:
        """Write a line to the moderation log, exempt from the log's daily limit."""
        self._outgoing.write(ModerationRow(now, row_of(what)))

    def tidy(self, now: float) -> None:
        """Delete rulings that ended long ago."""
        for key, one in self.rulings.items():
            if _is_over(one, now) and now > one.changed + _kept_for(one):
                self.rulings.drop(key)
                self._outgoing.write(ForgetRow(Shelf.MODERATION, key))

    # Permissions

    def check_address(self, address: str, now: float) -> None:
        """Raise `Refusal` if this address is banned."""
        ban = self.rulings.ban_from(address, now)
        if ban is not None:
            raise Refusal("net-banned-server", why=ban.reason, left=ban.left(now))

    def check_ban(self, name: str, now: float, *, account: bool) -> None:
        """Raise `Refusal` if the person with this name is banned."""
        ban = self.rulings.in_force(wire.BAN, name, now, account=account)
        if ban is not None:
            raise Refusal("net-banned-server", why=ban.reason, left=ban.left(now))

    def check_mute(self, member: Member, now: float) -> None:
        """Raise `Refusal` if the member is muted."""
        mute = self.rulings.in_force(wire.MUTE, member.name, now, account=member.account)
        if mute is not None:
            raise Refusal("net-muted", why=mute.reason, left=mute.left(now))

    def check_name(self, name: str, address: str, now: float) -> None:
        """Raise `Refusal` if new names need approval and this name has none.

        The first attempt adds the name to the list for moderators.
        """
        approval = self.rulings.notice("approval")
        if approval is None or not approval.text:
            return
        case = self.rulings.get(f"name {key_of(name)}", NameCase)
        if case is not None and case.state == "approved":
            return
        if case is not None and case.state == "refused":
            raise Refusal("net-name-refused", name=name)
        full = len(self.rulings.waiting_names()) >= limits.WAITING_NAMES
        if case is None and (full or not self._name_cases.take(address, now)):
            raise Refusal("net-too-fast")
        if case is None:
            self.rule(NameCase(at=now, changed=now, name=name))
        raise Refusal("net-name-waits", name=name)

    def check_start(self, now: float) -> None:
        """Raise `Refusal` if a due restart waits only for running matches to end."""
        restart = self.restart_due(now)
        if restart is not None and restart.lets_end:
            raise Refusal("net-restart-soon")

    def restart_due(self, now: float) -> Notice | None:
        """Return the planned restart if its time has come."""
        restart = self.rulings.notice("restart")
        return restart if restart is not None and restart.due and now >= restart.due else None

    # Reports

    def take_report(self, member: Member, name: str, lines: list[str], now: float) -> None:
        """Add a report to the open ones.  If there are too many, the oldest one is closed."""
        self.tidy(now)
        waiting = self.rulings.open_reports()
        if len(waiting) >= limits.OPEN_REPORTS:
            self.close(msgspec.structs.replace(waiting[0], lines=[]), DISPLACED, now)
        id_ = self.new_id()
        self.rule(
            Report(
                at=now, changed=now, by=member.name, id=id_, name=name, lines=lines,
                table=member.table,
            )
        )  # fmt: skip

    def close(self, report: Report, by: str, now: float) -> None:
        """Close a report, which can be opened again for some days."""
        self.rule(msgspec.structs.replace(report, closed=by, changed=now))


def sanction_fields(sanction: Sanction, now: float) -> dict[str, Any]:
    """Return the reason and remaining seconds of a sanction, for the affected person's client."""
    return {"why": sanction.reason, "left": sanction.left(now)}


def _kept_for(ruling: AnyRuling) -> float:
    """Return for how many seconds a ruling remains stored after it has ended."""
    return limits.CLOSED_REPORTS_KEPT if isinstance(ruling, Report) else limits.RULINGS_KEPT


def _is_over(ruling: AnyRuling, now: float) -> bool:
    match ruling:
        case Sanction():
            return not ruling.holds(now) or (ruling.what == wire.WARN and ruling.heard)
        case Erased() | Renamed(name=""):
            return True
        case Report(closed=closed):
            return bool(closed)
        case Notice(what=what, text=text):
            return what == "broadcast" or not text
    return False
