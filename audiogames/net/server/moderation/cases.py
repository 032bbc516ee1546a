"""What there is for a moderator to look at: reports, sanctions in force, names, and records."""

from __future__ import annotations

from audiogames.net import wire
from audiogames.net.names import key_of
from audiogames.net.server import limits
from audiogames.net.server.moderation.desk import ModerationDesk
from audiogames.net.server.moderation.rulings import NameCase, Report, Sanction
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.registry import People


class CaseLists:
    """Answers `AskCases`."""

    def __init__(self, desk: ModerationDesk, people: People) -> None:
        self._rulings = desk.rulings
        self._people = people

    def answer(self, request: wire.AskCases, now: float) -> wire.CaseList:
        """Return the cases that are asked for.  Raises `Refusal`."""
        match request.about:
            case wire.REPORTS:
                reports = self._rulings.open_reports()
                cases = [self._report(one, now) for one in reports[: limits.REPORTS_LISTED]]
                return wire.CaseList(cases=cases, total=len(reports))
            case wire.IN_FORCE:
                held = [one for one in self._rulings.all(Sanction) if one.holds(now)]
                return self._sanctions([one for one in held if one.what != wire.WARN], now)
            case wire.NAMES:
                waiting = self._rulings.waiting_names()
                names = [self._name(one, now) for one in waiting[: limits.CASES_LISTED]]
                return wire.CaseList(cases=names, total=len(waiting))
            case wire.RECORD:
                return self._sanctions(self._rulings.about(request.name), now)
        raise Refusal("net-bad-ruling", allowed=", ".join(wire.LISTS))

    def _sanctions(self, found: list[Sanction], now: float) -> wire.CaseList:
        newest = found[::-1][: limits.CASES_LISTED]
        return wire.CaseList(cases=[_sanction(one, now) for one in newest], total=len(found))

    def _report(self, report: Report, now: float) -> wire.ModerationCase:
        here = self._people.by_key.get(key_of(report.name))
        return wire.ModerationCase(
            id=report.id,
            kind="report",
            name=report.name,
            by=report.by,
            ago=round(now - report.at),
            lines=report.lines,
            table=report.table,
            before=len(self._rulings.about(report.name)),
            here=here is not None and here.here,
        )

    def _name(self, case: NameCase, now: float) -> wire.ModerationCase:
        return wire.ModerationCase(
            id=case.name, kind="name", name=case.name, ago=round(now - case.at)
        )


def _sanction(one: Sanction, now: float) -> wire.ModerationCase:
    kind = "lifted" if one.lifted else one.what
    if not one.lifted and not one.holds(now):
        kind = f"past-{one.what}"
    return wire.ModerationCase(
        id=one.id,
        kind=kind,
        name=one.name,
        by=one.lifted or one.by,
        reason=one.reason,
        ago=round(now - one.at),
        left=one.left(now) if one.holds(now) else 0,
    )
