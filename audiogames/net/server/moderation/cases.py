"""Lists for moderators: reports, sanctions, and names (to be decided, decided, former)."""

from __future__ import annotations

import msgspec

from audiogames.net import wire
from audiogames.net.server import limits
from audiogames.net.server.moderation.desk import ModerationDesk
from audiogames.net.server.moderation.rulings import (
    AnyRuling,
    NameCase,
    Report,
    Rulings,
    Sanction,
)
from audiogames.net.server.outputs import Refusal
from audiogames.net.server.people.registry import People


class CaseLists:
    """Answers moderators' requests for lists (`AskCases`)."""

    def __init__(self, desk: ModerationDesk, people: People) -> None:
        self._rulings = desk.rulings
        self._people = people

    def answer(self, request: wire.AskCases, now: float) -> wire.CaseList:
        """Return the requested list of cases.  Raises `Refusal`."""
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
                names = [case_of(one, self._rulings, now) for one in waiting[: limits.CASES_LISTED]]
                return wire.CaseList(cases=names, total=len(waiting))
            case wire.CLOSED:
                reports = self._rulings.closed_reports()
                cases = [self._report(one, now) for one in reports[: limits.REPORTS_LISTED]]
                return wire.CaseList(cases=cases, total=len(reports))
            case wire.DECIDED:
                decided = self._rulings.decided_names()
                names = [case_of(one, self._rulings, now) for one in decided[: limits.CASES_LISTED]]
                return wire.CaseList(cases=names, total=len(decided))
            case wire.RECORD:
                return self._sanctions(self._rulings.about(request.name), now)
            case wire.FORMER:
                former = former_names(request.name, self._rulings, now)
                return wire.CaseList(cases=former[: limits.CASES_LISTED], total=len(former))
        raise Refusal("net-bad-ruling", allowed=", ".join(wire.LISTS))

    def _sanctions(self, found: list[Sanction], now: float) -> wire.CaseList:
        newest = found[::-1][: limits.CASES_LISTED]
        cases = [case_of(one, self._rulings, now) for one in newest]
        return wire.CaseList(cases=cases, total=len(found))

    def _report(self, report: Report, now: float) -> wire.ModerationCase:
        """Return a report as a list entry, which says whether the reported person is online."""
        person = self._people.named(report.name)
        case = case_of(report, self._rulings, now)
        return msgspec.structs.replace(case, here=person is not None and person.here)


def former_names(name: str, rulings: Rulings, now: float) -> list[wire.ModerationCase]:
    """Return an entry for each former name of the person with this name, the latest first."""
    naming = rulings.names.of(rulings.names.key(name))
    if naming is None:
        return []
    former = sorted(naming.former.items(), key=lambda one: -one[1])
    return [
        wire.ModerationCase(
            id=one, kind="former", name=one, by=naming.name, ago=max(0, round(now - at))
        )
        for one, at in former
    ]


def case_of(ruling: AnyRuling, rulings: Rulings, now: float) -> wire.ModerationCase:
    """Return a report, a sanction or a name as an entry in a list for moderators."""
    ago = max(0, round(now - ruling.at))
    match ruling:
        case Report(id=id_, name=name):
            case = wire.ModerationCase(
                id=id_,
                kind="report",
                name=name,
                by=ruling.by,
                ago=ago,
                lines=ruling.lines,
                table=ruling.table,
                before=sum(not one.lifted for one in rulings.about(name)),
            )
            if not ruling.closed:
                return case
            return msgspec.structs.replace(case, kind="closed", reason=ruling.closed)
        case Sanction():
            return _sanction(ruling, ago, now)
        case NameCase(name=name, state=("approved" | "refused") as state):
            return wire.ModerationCase(id=name, kind=state, name=name, by=ruling.by, ago=ago)
        case _:
            name = getattr(ruling, "name", "")
            return wire.ModerationCase(id=name, kind="name", name=name, ago=ago)


def _sanction(one: Sanction, ago: int, now: float) -> wire.ModerationCase:
    kind = "lifted" if one.lifted else one.what if one.holds(now) else f"past-{one.what}"
    by, left = one.lifted or one.by, one.left(now) if one.holds(now) else 0
    return wire.ModerationCase(
        id=one.id, kind=kind, name=one.name, by=by, reason=one.reason, ago=ago, left=left
    )
