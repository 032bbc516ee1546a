"""The lists for organising a tournament: opening it, setting its start, and deciding a meeting.

A meeting is a match of two entrants.  The steps after "New tournament" are the game, the form, the
time of a round, the start, and a name.  The steps to decide a meeting are the winner, the points,
and the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from audiogames.app.online.rulings import until_words
from audiogames.app.screens.base import Item, ListScreen
from audiogames.app.screens.editing import TextRules
from audiogames.app.screens.hours import day_words, read_hour, seconds_until
from audiogames.app.screens.online.room import written
from audiogames.app.screens.typing import TypeLine
from audiogames.core.contract import Refused
from audiogames.core.cues import Msg, msg
from audiogames.core.registry import Spec, games
from audiogames.net import wire
from audiogames.net.names import sayable
from audiogames.net.wire.steward import HOUR, MINUTE

if TYPE_CHECKING:
    from audiogames.app.online_context import OnlineContext

FORMS: Final = ("round-robin", "swiss", "knock-out", "groups")
MINUTES: Final = (0, 15, 20, 30, 45, 60)
"""The choices of minutes for a round; 0 means until its matches are over."""

STARTS: Final = (5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR)
"""The choices of seconds until a tournament starts."""

DAYS_AHEAD: Final = 14
"""The number of days offered."""

SHORT_REASON: Final = TextRules(40, sayable)

DRAWN: Final = -1
"""The winner's number in a request for a draw."""


def entrant_names(name: str) -> tuple[str, ...]:
    """Return the names of an entrant's players: one name, or two for a pair."""
    return tuple(name.split(" + "))


class AtServer(ListScreen):
    """The base class of lists in which the keys for online play work too."""

    context: OnlineContext

    layers = ("list", "server")


# Opening one --------------------------------------------------------------------------------------


class ContestTables(AtServer):
    """A list for choosing the game of a tournament, with its number of players and its preset."""

    def __init__(self, context: OnlineContext, opened: Callable[[wire.ContestLine], None]) -> None:
        super().__init__(context)
        self._opened = opened

    def title(self) -> Msg:
        return msg("contest-new")

    def items(self) -> Sequence[Item]:
        """Return an item for each game and variant in which two sides play."""
        return tuple(
            Item(label, partial(self._form, given))
            for spec in games()
            for label, given in kinds(spec)
        )

    def _form(self, given: dict[str, Any]) -> None:
        self.context.push(ContestForms(self.context, given, self._opened))


def kinds(spec: Spec) -> Iterator[tuple[Msg, dict[str, Any]]]:
    """Yield every variant of a game in which two players or two pairs play, in each preset.

    Each item is a description, and the fields of the request that opens such a tournament.
    """
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


class ContestForms(AtServer):
    """A list for choosing the form of a tournament, which decides who meets whom."""

    def __init__(
        self,
        context: OnlineContext,
        given: dict[str, Any],
        opened: Callable[[wire.ContestLine], None],
    ) -> None:
        super().__init__(context)
        self._given = given
        self._opened = opened

    def title(self) -> Msg:
        return msg("contest-form")

    def items(self) -> Sequence[Item]:
        """Return an item for each form of tournament, such as round robin."""
        return tuple(Item(msg(f"contest-form-{one}"), partial(self._take, one)) for one in FORMS)

    def _take(self, form: str) -> None:
        given = {**self._given, "form": form}
        self.context.push(ContestTime(self.context, given, self._opened))


class ContestTime(ContestForms):
    """A list for choosing how long a round lasts."""

    def title(self) -> Msg:
        return msg("contest-time")

    def items(self) -> Sequence[Item]:
        """Return the choices: until all matches are over, or a number of minutes."""
        return tuple(
            Item(
                msg("contest-minutes", one) if one else msg("contest-by-match"),
                partial(self._choose_start, one),
            )
            for one in MINUTES
        )

    def _choose_start(self, minutes: int) -> None:
        """Ask when the tournament starts; `minutes` is the length of a round, or 0 for no limit."""
        name = partial(self._name, minutes)
        self.context.push(StartList(self.context, name))

    def _name(self, minutes: int, seconds: int) -> None:
        def opened(answer: wire.ServerMessage) -> None:
            if isinstance(answer, wire.ContestList) and answer.lines:
                self._opened(answer.lines[0])

        def send(name: str) -> None:
            given = {**self._given, "minutes": minutes, "seconds": seconds, "name": name}
            self.context.online.ask(wire.OpenContest, opened, **given)

        self.context.push(TypeLine(self.context, msg("contest-type-name"), send))


# When it begins -----------------------------------------------------------------------------------


class StartList(AtServer):
    """A list for choosing when a tournament starts.

    `take` receives the seconds until then, or 0 if the organiser will start it.
    """

    def __init__(self, context: OnlineContext, take: Callable[[int], None]) -> None:
        super().__init__(context)
        self._take = take

    def title(self) -> Msg:
        return msg("contest-when")

    def items(self) -> Sequence[Item]:
        """Return the possible starts: by the organiser, after a delay, or at a time of day."""
        return (
            Item(msg("contest-when-asked"), partial(self._choose, 0)),
            *(
                Item(msg("item-of", what=until_words(one)), partial(self._choose, one))
                for one in STARTS
            ),
            Item(msg("contest-when-hour"), self._ask_hour),
        )

    def _choose(self, seconds: int) -> None:
        self.context.pop(silently=True)
        self._take(seconds)

    def _ask_hour(self) -> None:
        self.context.push(TypeLine(self.context, msg("contest-type-hour"), self._ask_day))

    def _ask_day(self, text: str) -> None:
        hour = read_hour(text)
        if hour is None:
            raise Refused("contest-no-hour", msg("contest-no-hour"))
        self.context.push(StartDays(self.context, hour, self._choose_at))

    def _choose_at(self, day: date, hour: tuple[int, int]) -> None:
        seconds = round(seconds_until(self.context.storage, day, *hour))
        if seconds <= 0:  # the hour has passed since the list was opened
            self.context.answer(msg("contest-hour-past"))
            return
        self._choose(seconds)


class StartDays(AtServer):
    """A list for choosing the day on which a tournament starts at a given hour."""

    def __init__(
        self,
        context: OnlineContext,
        hour: tuple[int, int],
        take: Callable[[date, tuple[int, int]], None],
    ) -> None:
        super().__init__(context)
        self._hour = hour
        self._take = take
        self._today = context.storage.local_time().date()

    def title(self) -> Msg:
        return msg("contest-day")

    def items(self) -> Sequence[Item]:
        """Return the days on which the tournament may start at the chosen hour.

        Today is left out if that hour is past.
        """
        days = (self._today + timedelta(days=at) for at in range(DAYS_AHEAD))
        storage = self.context.storage
        return tuple(
            Item(msg("item-of", what=day_words(one, self._today)), partial(self._choose, one))
            for one in days
            if seconds_until(storage, one, *self._hour) > 0
        )

    def _choose(self, day: date) -> None:
        self.context.pop(silently=True)
        self._take(day, self._hour)


# Deciding a meeting -------------------------------------------------------------------------------


class WinnerList(AtServer):
    """A list in which the organiser chooses the winner of a meeting.

    Then the organiser types the points and the reason.
    """

    def __init__(
        self,
        context: OnlineContext,
        meeting: wire.ContestMeeting,
        ruled: Callable[[dict[str, Any]], None],
    ) -> None:
        super().__init__(context)
        self._meeting = meeting
        self._ruled = ruled

    def title(self) -> Msg:
        return msg("contest-who-wins")

    def items(self) -> Sequence[Item]:
        """Return both sides, and a draw."""
        sides = (self._meeting.first, self._meeting.second)
        return (
            *(
                Item(msg("contest-wins", name=entrant_names(name)), partial(self._points, at))
                for at, name in enumerate(sides)
            ),
            Item(msg("contest-draw"), partial(self._points, DRAWN)),
        )

    def _points(self, won: int) -> None:
        first, second = entrant_names(self._meeting.first), entrant_names(self._meeting.second)
        title = msg("contest-type-points", first=first, second=second)
        self.context.push(TypeLine(self.context, title, partial(self._why, won)))

    def _why(self, won: int, text: str) -> None:
        words = text.replace(",", " ").split()
        is_score = len(words) == 2 and all(
            one.isascii() and one.isdigit() and len(one) < 5 for one in words
        )
        if not is_score:
            raise Refused("contest-no-points", msg("contest-no-points"))
        score = [*map(int, words)]

        def send(reason: str) -> None:
            self.context.pop(silently=True)
            self._ruled({"won": won, "score": score, "reason": reason.strip()})

        self.context.push(TypeLine(self.context, msg("why-type"), send, SHORT_REASON))
