"""What one listener is told of each update: events in their order, then what is asked of him."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.core.cues import Cue, mine
from audiogames.core.registry import Spec
from audiogames.present.tabletalk import describe_table
from audiogames.table.events import TABLE_EVENTS
from audiogames.table.table import Listener, Update


class Teller:
    """Remembers what was asked last, so that the same question is not put twice."""

    def __init__(self, spec: Spec, seat: Listener) -> None:
        self._spec = spec
        self._seat = seat
        self._seq = -1
        self._asked: tuple[Cue, ...] = ()

    def cues(self, update: Update) -> Iterator[Cue]:
        """Everything that this update says."""
        for event in update.events:
            if isinstance(event, TABLE_EVENTS):
                yield from describe_table(event, self._seat)
            else:
                yield from self._spec.describe(event, update.view)
        yield from self._new_prompts(update)

    def prompts(self, update: Update) -> tuple[Cue, ...]:
        """All that is asked now; it counts as told."""
        self._seq = update.seq
        self._asked = () if self._seat is None else tuple(self._spec.prompt(update.view))
        return self._asked

    def _new_prompts(self, update: Update) -> Iterator[Cue]:
        seq, before = self._seq, self._asked
        asked = self.prompts(update)
        is_new = seq != update.seq and update.view.to_act == self._seat
        yield from (cue for cue in asked if is_new or cue not in before)
        if self._seat is None or not update.events:
            return
        if update.over:
            yield mine("match-over-prompt")
        elif update.waiting:
            yield mine("go-on-prompt")
