"""Tournaments of a server: the list, entering, the standings, and opening one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.screens.base import Confirm, Item, ListScreen, Question
from audiogames.app.screens.online.room import written
from audiogames.app.screens.typing import TypeLine
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec, game_ids, games
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

FORMS: Final = ("round-robin", "swiss", "knock-out", "groups")
MINUTES: Final = (0, 15, 20, 30, 45, 60)
"""The choices of minutes a round; 0: until its matches are over."""


def ask_for_contests(context: OnlineContext) -> None:
    """Request the tournaments, and open their list."""

    def show(answer: wire.ServerMessage) -> None:
        if isinstance(answer, wire.ContestList):
            context.push(ContestLines(context, answer.lines))

    context.online.ask(wire.AskContests, show)


class _AtServer(ListScreen):
    """A list in which the keys of a server work."""

    context: OnlineContext

    layers = ("list", "server")


class ContestLines(_AtServer):
    """The tournaments as of the request."""

    def __init__(self, context: OnlineContext, lines: Sequence[wire.ContestLine]) -> None:
        super().__init__(context)
        self._lines = [one for one in lines if one.game in game_ids()]

    def title(self) -> Msg:
        """Return the number of tournaments."""
        return msg("contests-title", len(self._lines))

    def items(self) -> Sequence[Item]:
        """Return a line for each tournament, then a new one."""
        found = (Item(_line(one), partial(self._open, one)) for one in self._lines)
        new = Item(msg("contest-new"), lambda: self.context.push(ContestTables(self.context)))
        return (*found, new)

    def _open(self, line: wire.ContestLine) -> None:
        self.context.push(ContestMenu(self.context, line))


def _line(line: wire.ContestLine) -> Msg:
    """Return the name, the game, and the progress of a tournament."""
    given = {"name": line.name, "game": msg(f"game-{line.game}")}
    if line.state == "open":
        return msg("contest-line-open", line.entrants, **given)
    if line.state == "on":
        return msg("contest-line-on", **given, round=line.round, rounds=line.rounds)
    return msg("contest-line-over", **given)


class ContestMenu(_AtServer):
    """The actions of one tournament."""

    def __init__(self, context: OnlineContext, line: wire.ContestLine) -> None:
        super().__init__(context)
        self._contest = line

    def title(self) -> Msg:
        """Return the line of the tournament."""
        return _line(self._contest)

    def remarks(self) -> Sequence[Msg]:
        """Return how it is played, and when it starts."""
        one = self._contest
        told = [msg(f"contest-form-{one.form}")] if one.form in FORMS else []
        told += [msg("contest-pairs")] if one.pairs else []
        if one.state == "open" and one.seconds:
            told.append(msg("contest-starts", round(one.seconds / 60)))
        return told

    def items(self) -> Sequence[Item]:
        """Return standings, round, and the actions possible now."""
        one = self._contest
        return (
            Item(msg("contest-standings"), partial(self._ask, ContestStandings)),
            Item(msg("contest-meetings"), partial(self._ask, ContestMeetings)),
            *self._own(one),
            *(self._opener(one) if one.mine else ()),
        )

    def _own(self, one: wire.ContestLine) -> Iterator[Item]:
        if one.state == "over":
            return
        if one.entered:
            yield Item(msg("contest-leave"), self._leave)
        elif one.pairs:
            yield Item(msg("contest-enter-pair"), self._ask_partner)
        else:
            yield Item(msg("contest-enter"), partial(self._do, "enter"))

    def _opener(self, one: wire.ContestLine) -> Iterator[Item]:
        if one.state == "open":
            yield Item(msg("contest-start"), partial(self._do, "start"))
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
        """Request the current state of the tournament."""

        def take(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.ContestList):
                number = self._contest.contest
                new = [one for one in answer.lines if one.contest == number]
                self._contest = new[0] if new else self._contest

        self.context.online.ask(wire.AskContests, take)

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
                self.context.push(kind(self.context, self._contest.name, answer))

        self.context.online.ask(wire.AskContests, show, contest=self._contest.contest)


class _OfContest(_AtServer):
    """A part of a tournament's state as of the request."""

    title_id = ""

    def __init__(self, context: OnlineContext, name: str, table: wire.ContestTable) -> None:
        super().__init__(context)
        self._name = name
        self._table = table

    def title(self) -> Msg:
        """Return what it is, and the name of the tournament."""
        return msg(self.title_id, name=self._name)


class ContestStandings(_OfContest):
    """A line for each entrant; Enter says all figures."""

    title_id = "contest-standings-of"

    def items(self) -> Sequence[Item]:
        """Return place, name and points of each entrant."""
        found = tuple(Item(self._words(one), partial(self._more, one)) for one in self._table.lines)
        return found or (Item(msg("people-nobody"), self.tell),)

    def _words(self, one: wire.ContestPlace) -> Msg:
        return msg("contest-place", one.points, place=one.place, name=_names(one.name))

    def _more(self, one: wire.ContestPlace) -> None:
        given = {"won": one.won, "drawn": one.drawn, "lost": one.lost}
        rest = {"difference": one.difference, "buchholz": one.buchholz}
        self.context.answer(msg("contest-more", **given, **rest))


class ContestMeetings(_OfContest):
    """The meetings of the newest round."""

    title_id = "contest-meetings-of"

    def items(self) -> Sequence[Item]:
        """Return the two sides of each meeting, and the result."""
        found = tuple(Item(_meeting(one), self.tell) for one in self._table.meetings)
        return found or (Item(msg("contest-no-round"), self.tell),)


def _meeting(one: wire.ContestMeeting) -> Msg:
    first, second = _names(one.first), _names(one.second)
    if not one.second:
        return msg("contest-meeting-bye", first=first)
    if not one.how:
        return msg("contest-meeting-on", first=first, second=second)
    own, other = (*one.score, 0, 0)[:2]
    how = one.how if one.how in {"time", "absent", "withdrawn", "adjudicated"} else "played"
    told = {"first": first, "second": second, "own": own, "other": other}
    return msg(f"contest-meeting-{how}", **told)


def _names(name: str) -> tuple[str, ...]:
    """Return the people of an entrant."""
    return tuple(name.split(" + "))


# Opening a tournament -----------------------------------------------------------------------------


class ContestTables(_AtServer):
    """The games with tables of two sides."""

    def title(self) -> Msg:
        return msg("contest-new")

    def items(self) -> Sequence[Item]:
        """Return a line for each game, with its pairs and presets."""
        return tuple(
            Item(label, partial(self._form, given))
            for spec in games()
            for label, given in kinds(spec)
        )

    def _form(self, given: dict[str, Any]) -> None:
        self.context.push(ContestForms(self.context, given))


def kinds(spec: Spec) -> Iterator[tuple[Msg, dict[str, Any]]]:
    """Return a game's tables of two sides, each with its words and the fields of its request."""
    for pairs in (False, True):
        seats = 4 if pairs else 2
        if seats not in spec.seats or len(spec.partners(seats)) != 2:
            continue
        for name, options in spec.named_options.items():
            game = msg(f"game-{spec.id}")
            words = msg("contest-kind-pairs" if pairs else "contest-kind", game=game)
            given: dict[str, Any] = {"game": spec.id, "pairs": pairs, "options": {}}
            if name in spec.presets:
                preset = msg(f"option-preset-{name}")
                words = msg("contest-kind-preset", kind=words, preset=preset)
                given = {**given, "options": written(options)}
            yield words, given


class ContestForms(_AtServer):
    """The forms of a tournament: which entrants meet."""

    def __init__(self, context: OnlineContext, given: dict[str, Any]) -> None:
        super().__init__(context)
        self._given = given

    def title(self) -> Msg:
        return msg("contest-form")

    def items(self) -> Sequence[Item]:
        """Return a line for each form."""
        return tuple(Item(msg(f"contest-form-{one}"), partial(self._take, one)) for one in FORMS)

    def _take(self, form: str) -> None:
        self.context.push(ContestTime(self.context, {**self._given, "form": form}))


class ContestTime(ContestForms):
    """The time of a round."""

    def title(self) -> Msg:
        return msg("contest-time")

    def items(self) -> Sequence[Item]:
        """Return the choices: until the matches are over, or a number of minutes."""
        return tuple(
            Item(
                msg("contest-minutes", one) if one else msg("contest-by-match"),
                partial(self._name, one),
            )
            for one in MINUTES
        )

    def _name(self, minutes: int) -> None:
        def opened(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.ContestList) and answer.lines:
                for _ in range(4):  # close the four lists that led here
                    self.context.pop(silently=True)
                self.context.push(ContestMenu(self.context, answer.lines[0]))

        def send(name: str) -> None:
            given = {**self._given, "minutes": minutes, "name": name}
            self.context.online.ask(wire.OpenContest, opened, **given)

        self.context.push(TypeLine(self.context, msg("contest-type-name"), send))
