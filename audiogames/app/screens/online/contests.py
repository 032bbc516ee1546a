"""Tournaments of a server: list, calendar, menu of a tournament, standings and meetings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.online.rulings import reason_words
from audiogames.app.screens.base import Confirm, Item, Question
from audiogames.app.screens.hours import when_words
from audiogames.app.screens.online.organising import (
    FORMS,
    AtServer,
    ContestTables,
    StartList,
    WinnerList,
    entrant_names,
)
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import game_ids
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

SOON: Final = 3600
"""Seconds.  A start within this time is announced as "in ten minutes", a later one by its time."""


def ask_for_contests(context: OnlineContext) -> None:
    """Request the tournaments from the server, and open a list of them."""

    def show(answer: wire.ServerMessage) -> None:
        if isinstance(answer, wire.ContestList):
            context.push(ContestLines(context, answer.lines))

    context.online.ask(wire.AskContests, show)


class ContestLines(AtServer):
    """A list of the tournaments; it is not updated while it is open."""

    def __init__(self, context: OnlineContext, lines: Sequence[wire.ContestLine]) -> None:
        super().__init__(context)
        self._lines = [one for one in lines if one.game in game_ids()]

    def title(self) -> Msg:
        """Return the number of tournaments."""
        return msg("contests-title", len(self._lines))

    def items(self) -> Sequence[Item]:
        """Return an item for each tournament, then the calendar and "new tournament"."""
        return tuple(self._items())

    def _items(self) -> Iterator[Item]:
        found = (Item(_line(one), partial(self._open, one)) for one in self._lines)
        yield from found
        if coming := [one for one in self._lines if is_coming(one)]:
            calendar = ContestCalendar(self.context, coming)
            yield Item(msg("contest-calendar"), partial(self.context.push, calendar))
        yield Item(msg("contest-new"), self._new)

    def _open(self, line: wire.ContestLine) -> None:
        self.context.push(ContestMenu(self.context, line))

    def _new(self) -> None:
        def opened(line: wire.ContestLine) -> None:
            # Close the lists that led here.
            while isinstance(self.context.screen, AtServer):
                self.context.pop(silently=True)
            self.context.push(ContestMenu(self.context, line))

        self.context.push(ContestTables(self.context, opened))


def _line(line: wire.ContestLine) -> Msg:
    """Describe a tournament as an item of the list: name, game and progress."""
    given = {"name": line.name, "game": msg(f"game-{line.game}")}
    if line.state == "open":
        return msg("contest-line-open", line.entrants, **given)
    if line.state == "on":
        return msg("contest-line-on", **given, round=line.round, rounds=line.rounds)
    return msg("contest-line-over", **given)


def is_coming(line: wire.ContestLine) -> bool:
    """Whether a tournament has a start time and has not started yet."""
    return line.state == "open" and line.seconds > 0


class ContestCalendar(AtServer):
    """A list of the upcoming tournaments by time, in the player's time zone."""

    def __init__(self, context: OnlineContext, lines: Sequence[wire.ContestLine]) -> None:
        super().__init__(context)
        self._lines = sorted(lines, key=lambda one: one.seconds)
        storage = context.storage
        self._times = [when_words(storage, one.seconds) for one in self._lines]
        """The times in words, made once so that the list does not change while it is open."""

    def title(self) -> Msg:
        return msg("contest-calendar")

    def items(self) -> Sequence[Item]:
        """Return the time and the name of each tournament."""
        pairs = zip(self._times, self._lines, strict=True)
        return tuple(Item(self._words(when, one), partial(self._open, one)) for when, one in pairs)

    def _words(self, when: Msg, one: wire.ContestLine) -> Msg:
        game = msg(f"game-{one.game}")
        return msg("contest-coming", one.entrants, when=when, name=one.name, game=game)

    def _open(self, line: wire.ContestLine) -> None:
        self.context.push(ContestMenu(self.context, line))


class ContestMenu(AtServer):
    """The menu of one tournament."""

    def __init__(self, context: OnlineContext, line: wire.ContestLine) -> None:
        super().__init__(context)
        self._contest = line
        self._start = self._begins()

    def _begins(self) -> Msg | None:
        """Return when the tournament starts, if that is known."""
        one = self._contest
        if not is_coming(one):
            return None
        if one.seconds < SOON:
            return msg("contest-starts", max(1, round(one.seconds / 60)))
        return msg("item-of", what=when_words(self.context.storage, one.seconds))

    def title(self) -> Msg:
        """Return the name, the game, and the progress of the tournament."""
        return _line(self._contest)

    def remarks(self) -> Sequence[Msg]:
        """Return the form of the tournament, such as round robin, and when it starts."""
        one = self._contest
        messages = [msg(f"contest-form-{one.form}")] if one.form in FORMS else []
        messages += [msg("contest-pairs")] if one.pairs else []
        return [*messages, *([self._start] if self._start else [])]

    def items(self) -> Sequence[Item]:
        """Return the items: standings, current round, and the actions possible now."""
        one = self._contest
        return (
            Item(msg("contest-standings"), partial(self._ask, ContestStandings)),
            Item(msg("contest-meetings"), partial(self._ask, ContestMeetings)),
            *self._own(one),
            *(self._opener(one) if one.mine else ()),
        )

    def _own(self, one: wire.ContestLine) -> Iterator[Item]:
        """Yield the actions of a player who takes part or may take part: entering and leaving."""
        if one.state == "over":
            return
        if one.entered:
            yield Item(msg("contest-leave"), self._leave)
        elif one.pairs:
            yield Item(msg("contest-enter-pair"), self._ask_partner)
        else:
            yield Item(msg("contest-enter"), partial(self._do, "enter"))

    def _opener(self, one: wire.ContestLine) -> Iterator[Item]:
        """Yield the actions of the organiser, who has opened the tournament."""
        if one.state == "open":
            yield Item(msg("contest-start"), partial(self._do, "start"))
            yield Item(msg("contest-when"), self._ask_time)
            yield Item(msg("contest-bots"), partial(self._do, "bots", table=1))
        if one.state != "over":
            yield Item(msg("contest-close"), self._close)

    def _do(self, do: str, **given: Any) -> None:
        def done(answer: wire.ServerMessage) -> None:
            if not isinstance(answer, wire.No):
                self.context.answer(msg(f"contest-done-{do}"))
                self._renew()

        number = self._contest.contest
        self.context.online.ask(wire.InContest, done, contest=number, do=do, **given)

    def _renew(self) -> None:
        """Request the tournament from the server again, and update this menu."""

        def take(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.ContestList):
                number = self._contest.contest
                new = [one for one in answer.lines if one.contest == number]
                self._contest = new[0] if new else self._contest
                self._start = self._begins()

        self.context.online.ask(wire.AskContests, take)

    def _ask_time(self) -> None:
        def take(seconds: int) -> None:
            self._do("time", seconds=seconds)

        self.context.push(StartList(self.context, take))

    def _ask_partner(self) -> None:
        def enter(name: str) -> None:
            self._do("enter", name=name)

        self.context.push(TypeLine(self.context, msg("contest-type-partner"), enter))

    def _leave(self) -> None:
        question = Question(msg("contest-leave-question"), partial(self._do, "leave"))
        self.context.push(Confirm(self.context, question))

    def _close(self) -> None:
        question = Question(msg("contest-close-question"), partial(self._do, "close"))
        self.context.push(Confirm(self.context, question))

    def _ask(self, kind: type[ContestStandings | ContestMeetings]) -> None:
        def show(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.ContestTable):
                self.context.push(kind(self.context, self._contest, answer))

        self.context.online.ask(wire.AskContests, show, contest=self._contest.contest)


class _OfContest(AtServer):
    """The base class of lists about one tournament, as the server last sent it."""

    title_id = ""

    def __init__(
        self, context: OnlineContext, line: wire.ContestLine, table: wire.ContestTable
    ) -> None:
        super().__init__(context)
        self._contest = line
        self._table = table

    def title(self) -> Msg:
        """Return the kind of list, and the name of the tournament."""
        return msg(self.title_id, name=self._contest.name)


class ContestStandings(_OfContest):
    """The standings of a tournament: an item for each entrant; Enter announces all figures."""

    title_id = "contest-standings-of"

    def items(self) -> Sequence[Item]:
        """Return an item for each entrant, with place, name and points."""
        found = tuple(Item(self._words(one), partial(self._more, one)) for one in self._table.lines)
        return found or (Item(msg("people-nobody"), self.tell),)

    def _words(self, one: wire.ContestPlace) -> Msg:
        return msg("contest-place", one.points, place=one.place, name=entrant_names(one.name))

    def _more(self, one: wire.ContestPlace) -> None:
        given = {"won": one.won, "drawn": one.drawn, "lost": one.lost}
        rest = {"difference": one.difference, "buchholz": one.buchholz}
        self.context.answer(msg("contest-more", **given, **rest))


class ContestMeetings(_OfContest):
    """A list of the meetings (matches of two entrants) in the newest round of a tournament."""

    title_id = "contest-meetings-of"

    def items(self) -> Sequence[Item]:
        """Return an item for each meeting: its two sides, and the result."""
        found = tuple(
            Item(_meeting(one), partial(self._rule, at, one))
            for at, one in enumerate(self._table.meetings)
        )
        return found or (Item(msg("contest-no-round"), self.tell),)

    def _rule(self, at: int, one: wire.ContestMeeting) -> None:
        """Let the organiser decide the result of a meeting; for others, announce the item again."""
        if not (self._contest.mine and one.second):
            self.tell()
            return

        def ruled(given: dict[str, Any]) -> None:
            def done(answer: wire.ServerMessage) -> None:
                if not isinstance(answer, wire.No):
                    self.context.answer(msg("contest-done-adjudicate"))
                    self._renew()

            where = {"contest": self._contest.contest, "round": self._table.round, "table": at}
            self.context.online.ask(wire.InContest, done, do="adjudicate", **where, **given)

        self.context.push(WinnerList(self.context, one, ruled))

    def _renew(self) -> None:
        def take(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.ContestTable):
                self._table = answer

        self.context.online.ask(wire.AskContests, take, contest=self._contest.contest)


def _meeting(one: wire.ContestMeeting) -> Msg:
    first, second = entrant_names(one.first), entrant_names(one.second)
    if not one.second:
        return msg("contest-meeting-bye", first=first)
    if not one.how:
        return msg("contest-meeting-on", first=first, second=second)
    own, other = (*one.score, 0, 0)[:2]
    fields = {"first": first, "second": second, "own": own, "other": other}
    if one.how == "adjudicated":
        return msg("contest-meeting-adjudicated", **fields, why=reason_words(one.reason))
    how = one.how if one.how in {"time", "absent", "withdrawn"} else "played"
    return msg(f"contest-meeting-{how}", **fields)
