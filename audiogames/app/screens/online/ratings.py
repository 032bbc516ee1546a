"""The lists of ratings on a server, for each game and kind of table.

Ratings are announced only on request.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.days import date_words
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec, game_ids, games
from audiogames.net import wire

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext


class RatingGames(ListScreen):
    """A list of games whose ratings can be shown: of all players, or of the person `name`."""

    context: OnlineContext

    layers = ("list", "server")

    def __init__(self, context: OnlineContext, name: str = "") -> None:
        super().__init__(context)
        self._name = name

    def title(self) -> Msg:
        """Return the title: "ratings", with the player's name if there is a `name`."""
        return msg("ratings-of", name=self._name) if self._name else msg("ratings-title")

    def items(self) -> Sequence[Item]:
        """Return an item for each game and, in the player's own list, one for their conduct.

        Conduct is the number of matches finished, of matches left and of time-outs.
        """
        found = [
            Item(msg("item", name=msg(f"game-{spec.id}")), partial(self._open, spec))
            for spec in games()
        ]
        if not self._name:
            me = self.context.online.me
            found.append(Item(msg("person-conduct"), partial(ask_conduct, self.context, me)))
        return tuple(found)

    def _open(self, spec: Spec) -> None:
        self.context.push(RatingTables(self.context, spec, self._name))


class RatingTables(ListScreen):
    """A list for choosing a kind of table: the number of players, the usual options or a preset."""

    context: OnlineContext

    layers = ("list", "server")

    def __init__(self, context: OnlineContext, spec: Spec, name: str) -> None:
        super().__init__(context)
        self._spec = spec
        self._name = name

    def title(self) -> Msg:
        """Return the name of the game."""
        return msg("item", name=msg(f"game-{self._spec.id}"))

    def items(self) -> Sequence[Item]:
        """Return the kinds of tables, the usual number of players first."""
        usual = self._spec.usual_seats
        seats = (usual, *(one for one in self._spec.seats if one != usual))
        forms = [str(one) for one in seats]
        forms += [f"{one} {name}" for name in self._spec.presets for one in seats]
        return tuple(Item(form_words(form), partial(self._open, form)) for form in forms)

    def _open(self, form: str) -> None:
        if self._name:
            title = msg("ratings-of", name=self._name)
            ask(self.context, title, "one", game=self._spec.id, form=form, name=self._name)
        else:
            self.context.push(RatingLists(self.context, self._spec, form))


class RatingLists(ListScreen):
    """A list for choosing the ratings to see: the player's, similar ones, the best, and others."""

    context: OnlineContext

    layers = ("list", "server")

    def __init__(self, context: OnlineContext, spec: Spec, form: str) -> None:
        super().__init__(context)
        self._id = spec.id
        self._form = form

    def title(self) -> Msg:
        """Return the kind of table for which ratings are listed."""
        return form_words(self._form)

    def items(self) -> Sequence[Item]:
        """Return an item for each list; the months are the current and the previous one, in UTC."""
        this = self.context.storage.today()[:7]
        return (
            self._asks("one"),
            self._asks("around"),
            self._asks("first"),
            self._asks("season", "ratings-month", season=this),
            self._asks("season", "ratings-last-month", season=month_before(this)),
            self._asks("history"),
        )

    def _asks(self, about: str, words: str = "", season: str = "") -> Item:
        title = msg(words or f"ratings-{about}")
        given = {"game": self._id, "form": self._form, "season": season}
        return Item(title, partial(ask, self.context, title, about, **given))


def month_before(month: str) -> str:
    """Return the month before this one, both in the form "2026-11"."""
    year, _, number = month.partition("-")
    if not (year.isdigit() and number.isdigit()):
        return ""
    return f"{int(year) - 1}-12" if int(number) == 1 else f"{year}-{int(number) - 1:02}"


def ask(context: OnlineContext, title: Msg, about: str, **given: str) -> None:
    """Request ratings from the server; the answer opens a list with this title.

    `given` are the other fields of `wire.AskRatings`: game, form, name, season.
    """

    def show(answer: wire.ServerMessage) -> None:
        if isinstance(answer, wire.RatingList):
            context.push(RatingLines(context, title, about, answer.lines))

    context.online.ask(wire.AskRatings, show, about=about, **given)


def ask_conduct(context: OnlineContext, name: str) -> None:
    """Request and announce a person's conduct: matches finished, matches left, and time-outs."""

    def tell(answer: wire.ServerMessage) -> None:
        if isinstance(answer, wire.RatingList) and answer.lines:
            context.answer(conduct_words(name, answer.lines[0]))

    context.online.ask(wire.AskRatings, tell, about="conduct", name=name)


def conduct_words(name: str, line: wire.RatedLine) -> Msg:
    """Return a person's conduct in words: the counts that are not zero."""
    counts = {"finished": line.matches, "left": line.left, "timeouts": line.timeouts}
    facts = tuple(msg(f"conduct-{id_}", many) for id_, many in counts.items() if many)
    if not facts:
        return msg("conduct-none", name=name)
    return msg("conduct", name=name, facts=facts)


class RatingLines(ListScreen):
    """A list of ratings; it is not updated while it is open."""

    context: OnlineContext

    layers = ("list", "server")

    def __init__(
        self, context: OnlineContext, title: Msg, about: str, lines: Sequence[wire.RatedLine]
    ) -> None:
        super().__init__(context)
        self._title = title
        self._about = about
        self._lines = tuple(lines)

    def title(self) -> Msg:
        """Return the title with which the list was created."""
        return self._title

    def remarks(self) -> Sequence[Msg]:
        """Return a sentence about the winner of the last month, if there is one."""
        first = self._lines[0].name if self._lines else ""
        is_won = self._title.id == "ratings-last-month" and first == self.context.online.me
        return (msg("ratings-won"),) if is_won else ()

    def items(self) -> Sequence[Item]:
        """Return a line for each rated player or past match in the list."""
        found = tuple(Item(self._words(one), self.tell) for one in self._lines)
        return found or (Item(msg("ratings-none"), self.tell),)

    def _words(self, line: wire.RatedLine) -> Msg:
        if self._about == "season":
            place, won = line.place, line.won
            return msg("ratings-line-month", line.matches, place=place, name=line.name, won=won)
        if self._about == "history":
            return self._past(line)
        if not line.place:
            return msg("ratings-line-new", line.matches, name=line.name, points=line.points)
        return msg("ratings-line", place=line.place, name=line.name, points=line.points)

    def _past(self, line: wire.RatedLine) -> Msg:
        when = datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d")
        result = msg("past-won" if line.won else "past-lost")
        name = msg(f"game-{line.game}") if line.game in game_ids() else msg("text", text=line.game)
        fields = {"game": name, "result": result, "date": date_words(when)}
        return msg("ratings-line-past", **fields, points=line.points)


def form_words(form: str) -> Msg:
    """Return a kind of table in words: the number of players, and the preset if there is one."""
    seats, _, preset = form.partition(" ")
    number = int(seats) if seats.isdigit() else 0
    if not preset:
        return msg("rating-form", number)
    return msg("rating-form-preset", number, preset=msg(f"option-preset-{preset}"))
