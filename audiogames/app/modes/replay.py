"""The replay of a finished match, move by move.

Keys are answered from the view that the listener had at the current moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from audiogames.app.match.controller import MatchController
from audiogames.app.match.cues import UpdateCues, as_replies
from audiogames.app.match.mode import MatchMode, MatchServices
from audiogames.app.storage import human_seat
from audiogames.core.contract import Move, View
from audiogames.core.cues import Cue, Say
from audiogames.core.events import Event, Seat
from audiogames.core.log import Log, LogError
from audiogames.table.clock import TimeSettings
from audiogames.table.decisions import PlayedMove, since_move
from audiogames.table.journal import Journal
from audiogames.table.protocol import BotRequest, Listener
from audiogames.table.replay import ReplayStep, replay_steps
from audiogames.table.table import Table

PROMPTS: Final = frozenset({"go-on-prompt", "match-over-prompt"})
"""Questions to players, left out of a replay."""


@dataclass(frozen=True)
class Moment:
    """One moment of a replay: some moves with their announcements, and the view after them."""

    cues: tuple[Cue, ...]
    view: View
    events: tuple[Event, ...]
    made: tuple[PlayedMove, ...]
    deals: bool

    @property
    def is_heard(self) -> bool:
        """Whether any words are announced at this moment."""
        return any(isinstance(cue, Say) for cue in self.cues)


class Moments:
    """The moments of a logged match, computed when they are needed.

    A moment is one update of the table; updates without words are joined with the next one.
    """

    def __init__(self, log: Log, seat: Listener, cues: UpdateCues) -> None:
        self._seat = seat
        self._steps = replay_steps(log, seat)
        self._cues = cues
        self._known: list[Moment] = []

    def at(self, place: int) -> Moment | None:
        """Return the moment (one update of the match) with this number, counted from 0.

        Return None after the last one.
        """
        while len(self._known) <= place and self._make_next():
            pass
        return self._known[place] if 0 <= place < len(self._known) else None

    def heard(self, place: int, *, in_deal: bool = False) -> Sequence[Event]:
        """Return the events between the listener's last move and the end of moment `place`.

        A moment is one update of the table.  With `in_deal`, leave out events of earlier deals.
        """
        known = self._known[: place + 1]
        first = max((at for at, one in enumerate(known) if one.deals), default=0) if in_deal else 0
        return since_move(self._seat, (made for one in known[first:] for made in one.made))

    def before(self, entry: int) -> int:
        """Return the number of the last moment (update of the table) before this log entry."""
        place = 0
        while (after := self.at(place + 1)) is not None and after.made[-1].entry.seq < entry:
            place += 1
        return place

    def deal(self, place: int, by: int) -> int:
        """Return the number of the next (`by` 1) or an earlier (-1) moment that begins a deal.

        A moment is one update of the table.  If none of them begins a deal, return the last or the
        first one.
        """
        place += by
        while (moment := self.at(place)) is not None and not moment.deals:
            place += by
        return max(0, min(place, len(self._known) - 1))

    def _make_next(self) -> bool:
        """Compute the next moment, which is one or more updates with at least one announcement.

        Return False at the end of the log.
        """
        silent: tuple[ReplayStep, ...] = ()
        for step in self._steps:
            moment = self._moment((*silent, step))
            if moment.is_heard:
                self._known.append(moment)
                return True
            silent = (*silent, step)
        return False

    def _moment(self, steps: Sequence[ReplayStep]) -> Moment:
        """Combine steps of the log into one moment: an update that the replay announces at once."""
        cues = tuple(self._cues.cues(steps[-1].update))
        return Moment(
            tuple(one for one in cues if not _is_prompt(one)),
            steps[-1].update.view,
            tuple(event for one in steps for event in one.update.events),
            tuple(made for one in steps for made in one.made),
            any(one.deals for one in steps),
        )


class KeptMoments:
    """The steps of a replay made from a journal: one for each decision of the listener."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._count = len(journal.decisions())

    def at(self, place: int) -> Moment | None:
        """Return the replay's content at the decision with this number, counted from 0.

        None after the last decision.
        """
        if not 0 <= place < self._count:
            return None
        view, heard = self._journal.before(place + 1)
        return Moment((), view, heard, (), deals=False)

    def heard(self, place: int, *, in_deal: bool = False) -> Sequence[Event]:
        """Return the events since the previous decision; `in_deal` is ignored.

        A journal does not record deals.
        """
        del in_deal
        return self._journal.before(place + 1)[1]

    def before(self, entry: int) -> int:
        """Return the number of the replay moment at which the decision `entry` was made."""
        return entry - 1

    def deal(self, place: int, by: int) -> int:
        """Return `place` unchanged: a journal records no deals, so none can be skipped."""
        del by
        return place


def _is_prompt(cue: Cue) -> bool:
    return isinstance(cue, Say) and cue.message.id in PROMPTS


def _never() -> bool:
    """Return False: no list of moves opens during a replay."""
    return False


def _replayed_seat(past: Log | Journal) -> Listener:
    """Return the seat from which a match is replayed.

    In a log this is the first seat of a person, or None if only bots played.
    """
    found = human_seat(past) if isinstance(past, Log) else past.seat
    return None if found is None else Seat(found)


class Replay(MatchMode):
    """The mode in which a finished match is replayed.

    It moves from update to update if it reads a log, and from decision to decision if it reads
    a journal.  Raises `LogError`.
    """

    is_played = False

    def __init__(self, past: Log | Journal, services: MatchServices, time: TimeSettings) -> None:
        log = past if isinstance(past, Log) else Log(past.header)
        seat = _replayed_seat(past)
        table = Table(log, Random(0), listeners=())
        table.retime(time)
        self.past = past
        self.session = MatchController(table, seat, services, self)
        self._moments: Moments | KeptMoments
        if isinstance(past, Log):
            self._moments = Moments(past, seat, UpdateCues(table.spec, seat, _never))
        else:
            self._moments = KeptMoments(past)
        if self._moments.at(0) is None:  # only a header, and nothing to replay
            raise LogError("log-damaged", line=1)
        self._place = 0
        self._next_at: float | None = None
        """When the next moment plays automatically, or None."""

    # Listening

    @property
    def now(self) -> Moment:
        """The current moment of the replay."""
        moment = self._moments.at(self._place)
        assert moment is not None
        return moment

    def begin(self) -> None:
        """Move to the first moment; the screen announces it."""
        self._go(0)

    def step(self, by: int) -> bool:
        """Move to the next (1) or previous (-1) moment; return False if there is none.

        A moment is one update of the match with its announcements.
        """
        self._next_at = None
        return self._go(self._place + by)

    def to_deal(self, by: int) -> bool:
        """Move to the start of the next or an earlier deal; return False if there is none."""
        before, self._next_at = self._place, None
        self._go(self._moments.deal(self._place, by))
        return self._place != before

    def to_before(self, entry: int) -> None:
        """Move to the last moment before this entry of the log."""
        self._go(self._moments.before(entry))

    @property
    def heard_in_deal(self) -> Sequence[Event]:
        """The events of this deal since the listener's last move, up to the current moment."""
        return self._moments.heard(self._place, in_deal=True)

    def announcements(self) -> list[Cue]:
        """Return the announcements of the current moment, as the answer to a key."""
        return as_replies(self.now.cues)

    @property
    def plays_on(self) -> bool:
        """Whether the replay proceeds automatically."""
        return self._next_at is not None

    def play_on(self, now: float) -> None:
        """Announce the next moments automatically, beginning when the current announcements end."""
        self._next_at = (
            max(now, self.session.services.announcer.ends()) + self.session.table.time.pace
        )

    def stop(self) -> None:
        """Stop playing the replay automatically."""
        self._next_at = None

    def tick(self, now: float) -> None:
        """Announce the match's next update when it is due, while the replay plays by itself.

        Stop at the end, or if another screen is open.
        """
        if self._next_at is None or now < self._next_at:
            return
        if not (self.session.services.at_the_table() and self.step(1)):
            self.stop()
            return
        self.session.services.tell(self.announcements())
        self.play_on(now)

    @property
    def pauses(self) -> bool:
        """Return True: during a replay no moves are made."""
        return True

    @property
    def acts_at(self) -> float | None:
        """When the replay next plays an update automatically; None if it does not."""
        return self._next_at

    def _go(self, place: int) -> bool:
        """Move to the moment (one update of the match) with this number, counted from 0.

        Return False if there is none.
        """
        moment = self._moments.at(place)
        if moment is None:
            return False
        self._place, self.session.view = place, moment.view
        self.session.news = moment.events
        self.session.events = list(self._moments.heard(place))
        return True

    def seats(self, seat: Listener) -> Sequence[Seat]:
        """Return no seats: settings of the player do not apply to a replay."""
        return ()

    def holds(self, wanted: BotRequest, move: Move) -> bool:
        """Return True, so that replies of bots are dropped: a replay needs none."""
        return True
