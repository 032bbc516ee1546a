"""The menus of moderators: reports, sanctions, names to approve, and notices by owners.

Muting a reported person takes these choices: the key, Reports, the report, Mute, a reason, a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as replace_fields

from audiogames.app.online.rulings import (
    ago_words,
    reason_words,
    sentence,
    span_words,
    until_words,
)
from audiogames.app.screens.base import Action, Confirm, Item, ListScreen, Question
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.typing import TypeLine
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, msg
from audiogames.net import wire
from audiogames.net.names import sayable
from audiogames.net.server.limits import NOTICE_LENGTH, REASON_LENGTH
from audiogames.net.wire import steward

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

TYPED_REASON = TextRules(REASON_LENGTH, sayable)
TYPED_NOTICE = TextRules(NOTICE_LENGTH, sayable)

RESTARTS = (steward.MINUTE, 5 * steward.MINUTE, 15 * steward.MINUTE, steward.HOUR)
"""Seconds until a restart, as the list offers them."""

Then = Callable[[], None]


@dataclass(frozen=True)
class Ruled:
    """A sanction whose reason and duration the moderator is choosing, and its report."""

    what: str
    name: str
    case: str = ""
    address: bool = False
    reason: str = ""


def moderation_actions(context: OnlineContext) -> Mapping[str, Action]:
    """Return the action of the moderators' key, which works on all screens of a server."""
    return {"moderation": lambda _key: open_moderation(context)}


def open_moderation(context: OnlineContext) -> None:
    """Open the moderation menu.  Raises `Refused` for players who are not moderators."""
    if context.online.role == steward.PLAYER:
        raise Refused("net-not-moderator", msg("net-not-moderator"))
    context.push(ModerationMenu(context))


def sanction_items(
    context: OnlineContext, name: str, case: str = "", then: Then | None = None
) -> Iterator[Item]:
    """Yield items for the sanctions that the player may impose on a person."""
    for what in steward.SANCTIONS:
        chosen = partial(_choose_reason, context, Ruled(what, name, case), then)
        yield Item(msg(f"moderate-{what}"), chosen)
    by_address = Ruled(steward.BAN, name, case, address=True)
    yield Item(msg("moderate-ban-address"), partial(_choose_reason, context, by_address, then))
    yield Item(msg("moderate-record"), partial(ask_cases, context, steward.RECORD, name))
    yield Item(msg("moderate-former"), partial(ask_cases, context, steward.FORMER, name))


def _choose_reason(context: OnlineContext, ruled: Ruled, then: Then | None) -> None:
    context.push(ReasonList(context, ruled, then))


def ask_cases(context: OnlineContext, about: str, name: str = "") -> None:
    """Request the moderation cases of the kind `about`, and list them when they arrive."""

    def show(answer: wire.ServerMessage) -> None:
        if isinstance(answer, wire.CaseList):
            context.push(CasesScreen(context, about, answer, name))

    context.online.ask(wire.AskCases, show, about=about, name=name)


class ModerationMenu(ListScreen):
    """The menu of actions for moderators and owners."""

    context: OnlineContext

    def title(self) -> Msg:
        return msg("moderation-title")

    def items(self) -> Sequence[Item]:
        """Return the actions; reports, which are used most, come first."""
        ask = partial(ask_cases, self.context)
        return (
            Item(msg("moderation-reports"), partial(ask, steward.REPORTS)),
            Item(msg("moderation-sanctions"), partial(ask, steward.IN_FORCE)),
            Item(msg("moderation-names"), partial(ask, steward.NAMES)),
            Item(msg("moderation-about"), self._ask_name),
            Item(msg("moderation-closed"), partial(ask, steward.CLOSED)),
            Item(msg("moderation-decided"), partial(ask, steward.DECIDED)),
            *(self._of_owners() if self.context.online.role == steward.OWNER else ()),
        )

    def _ask_name(self) -> None:
        take = lambda name: self.context.push(  # noqa: E731 - short
            PersonModeration(self.context, name.strip())
        )
        self.context.push(TypeLine(self.context, msg("moderation-type-name"), take))

    def _of_owners(self) -> Sequence[Item]:
        return (
            Item(msg("moderation-broadcast"), partial(self._type, "broadcast")),
            Item(msg("moderation-motd"), partial(self._type, "motd")),
            Item(msg("moderation-motd-off"), partial(self._run, "motd")),
            Item(msg("moderation-restart"), lambda: self._restarts(lets_end=False)),
            Item(msg("moderation-restart-ends"), lambda: self._restarts(lets_end=True)),
            Item(msg("moderation-stay-open"), partial(self._run, "stay-open")),
            Item(msg("moderation-approval"), partial(self._run, "approval")),
            Item(msg("moderation-approval-off"), partial(self._run, "approval", off=True)),
        )

    def _type(self, what: str) -> None:
        take = lambda text: self._run(what, text=text)  # noqa: E731 - short
        self.context.push(
            TypeLine(self.context, msg(f"moderation-type-{what}"), take, TYPED_NOTICE)
        )

    def _restarts(self, *, lets_end: bool) -> None:
        self.context.push(RestartList(self.context, partial(self._ask_restart, lets_end)))

    def _ask_restart(self, lets_end: bool, seconds: int) -> None:  # noqa: FBT001 - bound
        run = partial(self._run, "restart", seconds=seconds, lets_end=lets_end)
        id_ = "restart-ends-question" if lets_end else "restart-question"
        words = msg(id_, left=until_words(seconds))
        self.context.push(Confirm(self.context, Question(words, run)))

    def _run(self, what: str, **given: Any) -> None:
        off = given.get("off") or (what == "motd" and not given.get("text"))
        done = msg(f"moderation-done-{what}-off" if off else f"moderation-done-{what}")

        def then(answer: wire.ServerMessage) -> None:
            if not isinstance(answer, wire.News):  # news is announced to this player too
                self.context.answer(done)

        self.context.online.ask(wire.RunServer, then, do=what, **given)


class RestartList(ListScreen):
    """A list for choosing when the server restarts."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, take: Callable[[int], None]) -> None:
        super().__init__(context)
        self._take = take

    def title(self) -> Msg:
        """Return the question of when the server should restart."""
        return msg("restart-when")

    def items(self) -> Sequence[Item]:
        """Return an item for each time that can be chosen, such as five minutes from now."""
        return tuple(
            Item(msg("item-of", what=until_words(one)), partial(self._choose, one))
            for one in RESTARTS
        )

    def _choose(self, seconds: int) -> None:
        self.context.pop(silently=True)
        self._take(seconds)


class PersonModeration(ListScreen):
    """The menu of a moderator's actions about one person, who may be offline."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, name: str) -> None:
        super().__init__(context)
        self._name = name

    def title(self) -> Msg:
        """Return the name of the person."""
        return msg("person-title", name=self._name)

    def items(self) -> Sequence[Item]:
        """Return items for sanctions and the person's record; owners can also change the role."""
        lift = partial(_moderate, self.context, "lift", self._name, msg("moderated-lift"))
        return (
            *sanction_items(self.context, self._name),
            Item(msg("moderate-lift"), lift),
            *(self._roles() if self.context.online.role == steward.OWNER else ()),
        )

    def _roles(self) -> Iterator[Item]:
        for role in steward.ROLES:
            done = msg("moderated-role", name=self._name, role=msg(f"role-{role}"))
            run = partial(_moderate, self.context, "role", self._name, done, reason=role)
            question = Question(msg(f"moderate-role-{role}-question", name=self._name), run)
            ask = partial(self.context.push, Confirm(self.context, question))
            yield Item(msg(f"moderate-role-{role}"), ask)


def _moderate(context: OnlineContext, do: str, name: str, done: Msg, **given: Any) -> None:
    then = lambda _answer: context.answer(done)  # noqa: E731 - short
    context.online.ask(wire.Moderate, then, do=do, name=name, **given)


class CasesScreen(ListScreen):
    """A list of cases: of reports, sanctions, new names, or all of one person.

    A case is removed from the list when it is settled.
    """

    context: OnlineContext

    def __init__(
        self, context: OnlineContext, about: str, answer: wire.CaseList, name: str
    ) -> None:
        super().__init__(context)
        self._about = about
        self._cases = list(answer.cases)
        self._more = max(0, answer.total - len(answer.cases))
        self._name = name

    def title(self) -> Msg:
        """Return the kind and number of the cases."""
        count = len(self._cases) + self._more
        return msg(f"cases-{self._about}", count, name=self._name)

    def items(self) -> Sequence[Item]:
        """Return an item for each case; a report quotes the chat messages that it is about."""
        found = tuple(Item(case_words(one), partial(self._open, one)) for one in self._cases)
        return found or (Item(msg("cases-none"), self.back),)

    def _open(self, case: wire.ModerationCase) -> None:
        done = partial(self._done, case)
        self.context.push(CaseMenu(self.context, case, done))

    def _done(self, case: wire.ModerationCase) -> None:
        """Remove a settled case from the list; in a person's record, mark it as lifted."""
        if self._about == steward.RECORD:
            lifted = replace_fields(case, kind="lifted", by=self.context.online.me, left=0)
            self._cases = [lifted if one.id == case.id else one for one in self._cases]
            return
        self._cases = [one for one in self._cases if one.id != case.id]
        self.place = max(0, min(self.place, len(self._cases) - 1))
        if not self._cases and self._more:
            self.context.pop(silently=True)
            ask_cases(self.context, self._about, self._name)


class CaseMenu(ListScreen):
    """The menu of actions about a case."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, case: wire.ModerationCase, done: Then) -> None:
        super().__init__(context)
        self._case = case
        self._done = done

    def title(self) -> Msg:
        """Return the name of the person in the case."""
        return msg("person-title", name=self._case.name)

    def items(self) -> Sequence[Item]:
        """Return the actions that a moderator can take on this report, sanction or new name."""
        case = self._case
        match case.kind:
            case "report":
                items = sanction_items(self.context, case.name, case.id, self._close)
                return *items, Item(msg("moderate-close"), partial(self._rule, "close"))
            case "name":
                return tuple(
                    Item(msg(f"moderate-{verb}"), partial(self._rule, verb))
                    for verb in ("approve", "refuse")
                )
            case "closed":
                return Item(msg("moderate-reopen"), partial(self._rule, "reopen")), self._record()
            case "approved":
                return (Item(msg("moderate-refuse"), partial(self._rule, "refuse")),)
            case "refused":
                return (Item(msg("moderate-approve"), partial(self._rule, "approve")),)
            case steward.WARN | steward.MUTE | steward.BAN:
                return (
                    Item(msg("moderate-lift"), partial(self._rule, "lift")),
                    self._record(),
                )
        return (self._record(),)

    def _record(self) -> Item:
        run = partial(ask_cases, self.context, steward.RECORD, self._case.name)
        return Item(msg("moderate-record"), run)

    def _rule(self, verb: str) -> None:
        def done(_answer: wire.ServerMessage) -> None:
            self._close()
            self.context.answer(msg(f"moderated-{verb}"))

        case = self._case
        self.context.online.ask(wire.Moderate, done, do=verb, name=case.name, case=case.id)

    def _close(self) -> None:
        """Return to the list of cases, and report to it that this case is settled."""
        if self.context.screen is self:
            self.context.pop(silently=True)
        self._done()


class SanctionStep(ListScreen):
    """The base class of lists that ask for the details of a sanction before it is sent."""

    context: OnlineContext

    def __init__(self, context: OnlineContext, ruled: Ruled, then: Then | None) -> None:
        super().__init__(context)
        self._ruled = ruled
        self._then = then


class ReasonList(SanctionStep):
    """A list for choosing the reason of a sanction, or typing one."""

    def title(self) -> Msg:
        """Return the question about the reason of the sanction."""
        kind = f"{self._ruled.what}-address" if self._ruled.address else self._ruled.what
        return msg(f"why-{kind}", name=self._ruled.name)

    def items(self) -> Sequence[Item]:
        """Return the predefined reasons, and an item for typing one."""
        return (
            *(
                Item(msg("item-of", what=reason_words(one)), partial(self._take, one))
                for one in steward.REASONS
            ),
            Item(msg("why-typed"), self._type),
        )

    def _type(self) -> None:
        self.context.push(TypeLine(self.context, msg("why-type"), self._take, TYPED_REASON))

    def _take(self, reason: str) -> None:
        self._close_lists()
        ruled = replace(self._ruled, reason=reason)
        if ruled.what == steward.WARN:
            rule(self.context, ruled, 0, self._then)
        else:
            self.context.push(SpanList(self.context, ruled, self._then))

    def _close_lists(self) -> None:
        """Close this list, and the text field of the reason if it is open."""
        while self.context.screen is not self:
            self.context.pop(silently=True)
        self.context.pop(silently=True)


class SpanList(SanctionStep):
    """A list for choosing the duration of a sanction."""

    def title(self) -> Msg:
        """Return the question about the duration."""
        return msg("span-title")

    def items(self) -> Sequence[Item]:
        """Return the possible durations of the sanction, the shortest first."""
        return tuple(
            Item(msg("item-of", what=span_words(one)), partial(self._take, one))
            for one in steward.SPANS
        )

    def _take(self, seconds: int) -> None:
        self.context.pop(silently=True)
        rule(self.context, self._ruled, seconds, self._then)


def rule(context: OnlineContext, ruled: Ruled, seconds: int, then: Then | None) -> None:
    """Impose a sanction: send it to the server, and announce when it is in force."""

    def done(_answer: wire.ServerMessage) -> None:
        if then is not None:
            then()
        words = msg(f"moderated-{ruled.what}", name=ruled.name, left=span_words(seconds))
        context.answer(words)

    context.online.ask(
        wire.Moderate, done, do=ruled.what, name=ruled.name, reason=ruled.reason,
        seconds=seconds, address=ruled.address, case=ruled.case,
    )  # fmt: skip


def case_words(case: wire.ModerationCase) -> Msg:
    """Describe a moderation case, such as a report or a name to approve, in one line."""
    ago = ago_words(case.ago)
    if case.kind == "name":
        return msg("case-name", name=case.name, ago=ago)
    if case.kind == "former":
        return msg("case-former", name=case.name, by=case.by, ago=ago)
    said = " ".join(map(sentence, case.lines))
    lines = msg("case-said", lines=said) if said else msg("case-nothing-said")
    if case.kind == "report":
        before = msg("case-before", case.before) if case.before else msg("case-first")
        return msg("case-report", name=case.name, by=case.by, ago=ago, lines=lines, before=before)
    if case.kind == "closed":
        closer = case.reason
        return msg("case-closed", name=case.name, by=case.by, ago=ago, closer=closer, lines=lines)
    if case.kind in {"approved", "refused"}:
        return msg(f"case-{case.kind}", name=case.name, by=case.by, ago=ago)
    kind = case.kind.removeprefix("past-")
    if kind not in {*steward.SANCTIONS, "lifted"}:
        kind = "lifted"
    why, left = reason_words(case.reason), span_words(case.left)
    id_ = f"case-past-{kind}" if case.kind.startswith("past-") else f"case-{kind}"
    return msg(id_, name=case.name, by=case.by, why=why, ago=ago, left=left)
