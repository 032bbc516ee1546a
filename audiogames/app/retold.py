"""A finished match heard again, move by move: a session that nobody plays in.

Its view is that of the moment one listens to, so that all questions are answered as they were then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from audiogames.app.keeper import human_seat
from audiogames.app.session import Around, Session, as_replies
from audiogames.app.teller import Teller
from audiogames.core.cues import Cue, Say
from audiogames.core.events import Event, Seat
from audiogames.core.game import Listing, Move, Refused, View
from audiogames.core.log import Log, LogError
from audiogames.table.clock import TimeSettings
from audiogames.table.course import Made, since_move
from audiogames.table.retelling import Told, retelling
from audiogames.table.table import Listener, Table, Wanted

PROMPTS: Final = frozenset({"go-on-prompt", "match-over-prompt"})
"""What is asked of who plays, and of nobody who hears it again."""


@dataclass(frozen=True)
class Moment:
    """What was heard at one moment, and how things stood after it."""

    cues: tuple[Cue, ...]
    view: View
    made: tuple[Made, ...]
    deals: bool

    @property
    def is_heard(self) -> bool:
        """Whether there are words in it."""
        return any(isinstance(cue, Say) for cue in self.cues)


class Moments:
    """The moments of a log, made when they are first asked for; what has no words is no moment."""

    def __init__(self, log: Log, seat: Listener, teller: Teller) -> None:
        self._told = retelling(log, seat)
        self._teller = teller
        self._known: list[Moment] = []

    def at(self, place: int) -> Moment | None:
        """The moment of this number, from 0; None beyond the last one."""
        while len(self._known) <= place and self._make_next():
            pass
        return self._known[place] if 0 <= place < len(self._known) else None

    def before(self, place: int) -> Sequence[Moment]:
        """All moments up to this one."""
        return self._known[: place + 1]

    def deal(self, place: int, by: int) -> int:
        """Where the next (1) deal begins, or this one or the previous (-1); the edge if none."""
        place += by
        while (moment := self.at(place)) is not None and not moment.deals:
            place += by
        return max(0, min(place, len(self._known) - 1))

    def _make_next(self) -> bool:
        """Make one more; False at the end."""
        silent: tuple[Told, ...] = ()
        for told in self._told:
            moment = self._moment((*silent, told))
            if moment.is_heard:
                self._known.append(moment)
                return True
            silent = (*silent, told)
        return False

    def _moment(self, told: Sequence[Told]) -> Moment:
        cues = tuple(self._teller.cues(told[-1].update))
        return Moment(
            tuple(one for one in cues if not _is_prompt(one)),
            told[-1].update.view,
            tuple(made for one in told for made in one.made),
            any(one.deals for one in told),
        )


def _is_prompt(cue: Cue) -> bool:
    return isinstance(cue, Say) and cue.message.id in PROMPTS


def _never() -> bool:
    """No list opens while a match is heard again."""
    return False


class Retold(Session):
    """What one listener heard of a match, from its log.  Raises `LogError`."""

    def __init__(self, log: Log, around: Around, time: TimeSettings) -> None:
        found = human_seat(log)
        seat = None if found is None else Seat(found)
        super().__init__(Table(log, Random(0), listeners=()), seat, around)
        self.table.retime(time)
        self._moments = Moments(log, seat, Teller(self.spec, seat, _never))
        if self._moments.at(0) is None:  # a header alone: there is nothing to hear
            raise LogError("log-damaged", line=1)
        self._place = 0
        self._next_at: float | None = None
        """When it plays on by itself."""

    # Listening

    @property
    def now(self) -> Moment:
        """The moment that one listens to."""
        moment = self._moments.at(self._place)
        assert moment is not None
        return moment

    def begin(self, now: float) -> None:
        """At the first moment; the screen tells it."""
        del now
        self._go(0)

    def step(self, by: int) -> bool:
        """To the next (1) or previous (-1) moment; False where there is none."""
        self._next_at = None
        return self._go(self._place + by)

    def to_deal(self, by: int) -> bool:
        """To where a deal begins; False where one is at the edge."""
        before, self._next_at = self._place, None
        self._go(self._moments.deal(self._place, by))
        return self._place != before

    def told(self) -> list[Cue]:
        """The moment, as the answer to a key."""
        return as_replies(self.now.cues)

    @property
    def plays_on(self) -> bool:
        """Whether it goes on by itself."""
        return self._next_at is not None

    def play_on(self, now: float) -> None:
        """Go on by itself from here."""
        self._next_at = max(now, self._around.announcer.ends()) + self.table.time.pace

    def stop(self) -> None:
        """Stay where it is."""
        self._next_at = None

    def tick(self, now: float) -> None:
        """The next moment, when the last one has been heard; not behind a menu."""
        if self._next_at is None or now < self._next_at:
            return
        if not (self._around.at_the_table() and self.step(1)):
            self.stop()
            return
        self._around.tell(self.told())
        self.play_on(now)

    @property
    def deadline(self) -> float | None:
        """When it plays on."""
        return self._next_at

    def _go(self, place: int) -> bool:
        moment = self._moments.at(place)
        if moment is None:
            return False
        self._place, self.view = place, moment.view
        course = (made for one in self._moments.before(place) for made in one.made)
        self.events: list[Event] = since_move(self.seat, course)
        return True

    # Nobody plays here

    def settle(self, now: float) -> None:
        """There is no table that waits."""

    @property
    def listing(self) -> Listing[Any] | None:
        """No decision is to be made."""
        return None

    def thought(self, wanted: Wanted, move: Move, now: float) -> None:
        """Nobody thinks."""

    def submit(self, move: Move, now: float, *, at_once: bool = False) -> None:
        """Nobody moves."""
        raise Refused("not-playing")

    def follow(self, time: TimeSettings, now: float, *, auto_draw: bool, patience: float) -> None:
        """The pace may change."""
        self.table.retime(time)
