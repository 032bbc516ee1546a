"""What one listener is told of each update: events in their order, then what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from audiogames.app.match.mode import always
from audiogames.core.controls import Listing
from audiogames.core.cues import Cue, Kind, Priority, Say, Sound, TurnWords, mine
from audiogames.core.registry import Spec
from audiogames.core.telling import of_kind
from audiogames.present.facts import Rendered
from audiogames.present.table_speech import describe_table
from audiogames.table.clock import TABLE_EVENTS, ClockMoved
from audiogames.table.protocol import Listener, Update


@dataclass(frozen=True, eq=False, kw_only=True)
class DescribedUpdate(Update):
    """An update that was described and rendered when it came, long before it may be told."""

    told: Sequence[Cue]
    """What has happened."""
    asks: tuple[Cue, ...]
    """What is asked now, but for a list."""
    listing: Listing[Any] | None
    """The list that is asked from."""
    question: Sequence[Cue]
    """Its title, and the item that it begins with."""
    rendered: Rendered
    """The texts of all of these."""


class UpdateCues:
    """Remembers what was asked last, so that the same question is not put twice.

    `at_the_table` tells whether the listener has the match in front of them, and no menu.
    """

    def __init__(
        self, spec: Spec, seat: Listener, at_the_table: Callable[[], bool] = always
    ) -> None:
        self.listing: Listing[Any] | None = None
        """The decision that is no card, while the listener has one to make."""
        self.decisions = 0
        """How many such decisions there have been."""
        self._spec = spec
        self._seat = seat
        self._at_the_table = at_the_table
        self._seq = -1
        self._asked: tuple[Cue, ...] = ()

    def cues(self, update: Update) -> list[Cue]:
        """Everything that this update says."""
        return [*self.told(update), *self.asked(update)]

    def asked(self, update: Update) -> list[Cue]:
        """What is asked after this update, where it was not asked before."""
        return [*self._new_prompts(update), *self.decision(update)]

    def notices(self, update: Update) -> Iterator[Sound]:
        """The sounds that tell of a question also to those who are reading something else."""
        if update.seq != self._seq and self._seat is not None:
            asked = self._spec.prompt(update.view)
            yield from (cue for cue in asked if isinstance(cue, Sound) and cue.notice)

    def told(self, update: Update) -> Sequence[Cue]:
        """What has happened, without what is asked."""
        for event in update.events:
            if isinstance(event, ClockMoved) and event.seat == self._seat:
                self.decided()
        if isinstance(update, DescribedUpdate):
            return update.told
        told: list[Cue] = []
        for event in update.events:
            if isinstance(event, TABLE_EVENTS):
                told += describe_table(event, self._seat)
            else:
                told += self._spec.describe(event, update.view)
        return told

    def decided(self) -> None:
        """The decision has been made: what is asked next is another, also where it looks alike."""
        self.listing = None

    def ask_anew(self, seq: int) -> bool:
        """What was asked last was cut: it is asked again as far as it is still asked.

        Tells whether anything had been asked of this decision.
        """
        had_asked = self._seq == seq and bool(self._asked)
        self._seq, self._asked = -1, ()
        return had_asked

    def decision(self, update: Update) -> Sequence[Cue]:
        """The list of a decision that is new: its title, and the item that it begins with."""
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
        """All that is asked now; it counts as told."""
        self._seq = update.seq
        if isinstance(update, DescribedUpdate):
            self._asked = update.asks
        else:
            asked = () if self._seat is None else self._spec.prompt(update.view)
            self._asked = tuple(of_kind(Kind.TURNS, asked))
        return self._asked

    def _new_prompts(self, update: Update) -> list[Cue]:
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
    """The update with all that it says, whatever was asked before.  Raises whatever telling would.

    Nothing of it counts as told.
    """
    cues = UpdateCues(spec, update.seat)
    told, asks, question = cues.told(update), cues.prompts(update), cues.decision(update)
    return DescribedUpdate(
        **vars(update),
        told=told,
        asks=asks,
        listing=cues.listing,
        question=question,
        rendered=render((*told, *asks, *question)),
    )


def as_replies(cues: Iterable[Cue]) -> list[Cue]:
    """The same, each message at least as urgent as an answer."""
    return [
        replace(cue, priority=max(cue.priority, Priority.REPLY)) if isinstance(cue, Say) else cue
        for cue in cues
    ]


def as_events(cues: Iterable[Cue]) -> tuple[Cue, ...]:
    """The same as events: nobody has asked for it by a key."""
    return tuple(
        replace(cue, priority=min(cue.priority, Priority.MINE)) if isinstance(cue, Say) else cue
        for cue in cues
    )


def queued(cue: Cue) -> Cue:
    """The same, told after what is being told."""
    return replace(cue, priority=Priority.MINE) if isinstance(cue, Say) else cue
