"""Converts updates to announcements for one listener: the events in order, then the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from audiogames.app.match.mode import always
from audiogames.core.controls import Listing
from audiogames.core.cues import Cue, Kind, Priority, Say, Sound, TurnWords, mine
from audiogames.core.registry import Spec
from audiogames.core.telling import of_kind
from audiogames.present.composing import Rendered
from audiogames.present.table_speech import describe_table
from audiogames.table.clock import TABLE_EVENTS, ClockMoved
from audiogames.table.protocol import Listener, Update


@dataclass(frozen=True, eq=False, kw_only=True)
class DescribedUpdate(Update):
    """An update together with its announcements, which were rendered when it arrived.

    It may be delivered much later.
    """

    event_cues: Sequence[Cue]
    """Announcements of the events."""
    asks: tuple[Cue, ...]
    """The questions, except that of a list of moves."""
    listing: Listing[Any] | None
    """The list of moves to choose from."""
    question: Sequence[Cue]
    """The title of the list, and its first item."""
    rendered: Rendered
    """The rendered texts of all of these."""


class UpdateCues:
    """Makes the announcements of updates; stores the last question, so that it is asked only once.

    `at_the_table` returns whether the match is on top of the screen stack.
    """

    def __init__(
        self, spec: Spec, seat: Listener, at_the_table: Callable[[], bool] = always
    ) -> None:
        self.listing: Listing[Any] | None = None
        """The list of moves of the listener's current decision; None if it has no list."""
        self.decisions = 0
        """The number of decisions with a list of moves so far, including the current one."""
        self._spec = spec
        self._seat = seat
        self._at_the_table = at_the_table
        self._seq = -1
        self._asked: tuple[Cue, ...] = ()

    def cues(self, update: Update) -> list[Cue]:
        """Return all announcements of this update."""
        return [*self.event_cues(update), *self.asked(update)]

    def asked(self, update: Update) -> list[Cue]:
        """Return the questions open after this update, except those already asked."""
        return [*self._new_prompts(update), *self.decision(update)]

    def notices(self, update: Update) -> Iterator[Sound]:
        """Yield the sounds of a new question that must be heard even behind another screen."""
        if update.seq != self._seq and self._seat is not None:
            asked = self._spec.prompt(update.view)
            yield from (cue for cue in asked if isinstance(cue, Sound) and cue.notice)

    def event_cues(self, update: Update) -> Sequence[Cue]:
        """Return the announcements of the events, without questions."""
        for event in update.events:
            if isinstance(event, ClockMoved) and event.seat == self._seat:
                self.decided()
        if isinstance(update, DescribedUpdate):
            return update.event_cues
        cues: list[Cue] = []
        for event in update.events:
            if isinstance(event, TABLE_EVENTS):
                cues += describe_table(event, self._seat)
            else:
                cues += self._spec.describe(event, update.view)
        return cues

    def decided(self) -> None:
        """Record that the listener has made the decision.

        So the next decision is announced as new even if it offers the same moves.
        """
        self.listing = None

    def ask_anew(self, seq: int) -> bool:
        """Forget that the last question was asked, so that it is asked again if it is still open.

        Return whether there was a question for decision `seq`.
        """
        had_asked = self._seq == seq and bool(self._asked)
        self._seq, self._asked = -1, ()
        return had_asked

    def decision(self, update: Update) -> Sequence[Cue]:
        """Return the title and first item of the list of moves if it is a new decision."""
        before = self.listing
        if isinstance(update, DescribedUpdate):
            self.listing = update.listing
        else:
            self.listing = None if self._seat is None else self._spec.lists.listing(update.view)
        if self.listing is None or (before and before.moves == self.listing.moves):
            return ()
        self.decisions += 1
        if isinstance(update, DescribedUpdate):
            return update.question if self._at_the_table() else update.question[:1]
        words = [self.listing.title]
        if self._at_the_table():
            words.append(self._spec.lists.choice(self.listing.moves[0], update.view))
        return [Say(one, Priority.MINE, turn=TurnWords.QUESTION) for one in words]

    def prompts(self, update: Update) -> tuple[Cue, ...]:
        """Return all questions of the update except a list of moves, and record them as asked."""
        self._seq = update.seq
        if isinstance(update, DescribedUpdate):
            self._asked = update.asks
        else:
            asked = () if self._seat is None else self._spec.prompt(update.view)
            self._asked = tuple(of_kind(Kind.TURNS, asked))
        return self._asked

    def _new_prompts(self, update: Update) -> list[Cue]:
        """Return the questions open after this update, except those already asked.

        After a deal or match, add the instruction how to continue.
        """
        seq, before = self._seq, self._asked
        asked = self.prompts(update)
        is_new = seq != update.seq and update.view.to_act == self._seat
        new = [cue for cue in asked if is_new or cue not in before]
        if self._seat is not None and update.events and (update.over or update.waiting):
            new.append(mine("match-over-prompt" if update.over else "go-on-prompt"))
        return new


def described(
    update: Update, spec: Spec, render: Callable[[Iterable[Cue]], Rendered]
) -> DescribedUpdate:
    """Describe an update and render its texts.

    Its questions are included even if the listener has heard them before.  Nothing is marked as
    delivered.  Errors in the game's announcements are raised here.
    """
    cues = UpdateCues(spec, update.seat)
    events, asks, question = cues.event_cues(update), cues.prompts(update), cues.decision(update)
    return DescribedUpdate(
        **vars(update),
        event_cues=events,
        asks=asks,
        listing=cues.listing,
        question=question,
        rendered=render((*events, *asks, *question)),
    )


def as_replies(cues: Iterable[Cue]) -> list[Cue]:
    """Raise the priority of each message to `Priority.REPLY`, unless it is already higher."""
    return [
        replace(cue, priority=max(cue.priority, Priority.REPLY)) if isinstance(cue, Say) else cue
        for cue in cues
    ]


def as_events(cues: Iterable[Cue]) -> tuple[Cue, ...]:
    """Limit the priority of these messages to `MINE`, since they do not answer a key."""
    return tuple(
        replace(cue, priority=min(cue.priority, Priority.MINE)) if isinstance(cue, Say) else cue
        for cue in cues
    )


def queued(cue: Cue) -> Cue:
    """Lower the priority of a message so that it waits for the current announcement."""
    return replace(cue, priority=Priority.MINE) if isinstance(cue, Say) else cue
