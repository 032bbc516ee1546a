"""Building whole updates from changes, which hold only the changed parts of a view.

If a change does not fit the previous view, its events are stored and the client requests a whole
view.  The next update includes the stored events.

A view built from a change shares every unchanged value with the previous view, so that only the
changed values must be parsed (`table.codec.ViewReader`).  It may not be larger than a whole view
sent in one message: otherwise a server could make it grow without limit, change by change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from audiogames.net.differences import DoesNotFit, changed, digest
from audiogames.net.event_forms import NoSuchForm, named
from audiogames.net.wire import FEW, LARGEST, MatchChange, MatchUpdate, WireError, encode

DOUBTS: Final = 5
"""Whole views without a correct digest between them, after which the client gives up."""

MOST: Final = FEW.max_length or 0
"""The most items of a list, and fields of an event, as in a single message."""

OWED: Final = 512
"""The most events that may wait for a whole view."""


class ViewFollower:
    """Builds whole updates of a match from its latest update and the server's changes."""

    def __init__(self) -> None:
        self.doubts = False
        """Whether a whole view is needed before the next update."""
        self._last: MatchUpdate | None = None
        self._forms: dict[str, list[str]] = {}
        """The forms by which changes encode events."""
        self._owed: list[list[Any]] = []
        self._unproved = 0
        """The number of changes that did not fit since the last correct digest."""

    def take(self, change: MatchUpdate) -> MatchUpdate:
        """Store a whole update; return it, preceded by the events of changes that did not fit.

        Raises `WireError`.
        """
        self._forms = change.forms or self._forms
        if self._owed:
            owed = self._named(self._owed)
            change = msgspec.structs.replace(change, events=[*owed, *change.events])
            _check_size(change)
        self._last, self._owed, self.doubts = change, [], False
        return change

    def follow(self, change: MatchChange) -> MatchUpdate | None:
        """Return the whole update that results from a change, or None if the change does not fit.

        Raises `WireError`.
        """
        try:
            update = self._changed(change)
        except DoesNotFit as misfit:
            self._doubt(change, misfit)
            return None
        self._last = update
        return update

    def _changed(self, change: MatchChange) -> MatchUpdate:
        """Apply a change to the last update.  Raises `DoesNotFit`."""
        last, shared = self._last, change.shared
        if last is None or (change.since or change.n - 1) != last.n:
            raise DoesNotFit("goes on from something else")
        view = changed(last.view, shared)
        if change.own is not None:
            view = changed(view, change.own)
        update = MatchUpdate(
            n=change.n or last.n,
            re=change.re,
            table=last.table,
            seat=last.seat,
            seq=shared.seq,
            events=self._named(change.events),
            view=view,
            waiting=shared.waiting,
            over=shared.over,
            deals=last.deals if shared.deals is None else shared.deals,
            left=shared.left,
            limit=shared.limit,
            paused=shared.paused,
            awaited=change.awaited,
        )
        _check_size(update)
        if change.digest is not None:
            if change.digest != digest(view):
                raise DoesNotFit("another view")
            self._unproved = 0
        return update

    def _named(self, events: Iterable[list[Any]]) -> list[dict[str, Any]]:
        """Decode events into named fields.  Raises `WireError`."""
        try:
            return [named(self._forms, values) for values in events]
        except NoSuchForm as error:
            raise WireError(str(error)) from error

    def _doubt(self, change: MatchChange, misfit: DoesNotFit) -> None:
        """Store the events of a change that does not fit the last view, until a full view arrives.

        Raises `WireError` after too many such changes or events.
        """
        self._owed += change.events
        if not self.doubts:
            self._last, self.doubts = None, True
            self._unproved += 1
        if self._unproved > DOUBTS or len(self._owed) > OWED:
            raise WireError(f"changes that never fit: {misfit}") from misfit


def _check_size(update: MatchUpdate) -> None:
    """Raise `WireError` if the update would not fit into one message.

    The error text is the same as when the message reader refuses a message.  Each message was
    checked when it arrived, so only an update that combines several messages can be too long.
    """
    if len(encode(update)) > LARGEST:
        raise WireError("too large")
    if len(update.events) > MOST:
        raise WireError(f"Expected `array` of length <= {MOST} - at `$.events`")
    for place, event in enumerate(update.events):
        if len(event) > MOST:
            raise WireError(f"Expected `object` of length <= {MOST} - at `$.events[{place}]`")
    for value in update.view.values():
        if isinstance(value, list) and len(value) > MOST:
            raise WireError(f"Expected `array` of length <= {MOST} - at `$.view[...]`")
