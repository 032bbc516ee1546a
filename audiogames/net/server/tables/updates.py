"""Updates of a match: first a whole view, then changes to it.

Theory of operation.  For each person the latest update and its connection are stored.  The
next update on that connection is a diff; on a new connection, and on request, a whole view
is sent.  While a member is away the kept messages begin with a whole view, and then contain
their diffs.

At each moment the public part of the diff, and each event, is encoded once for all
listeners; the other fields are encoded for each seat.  If a member was meanwhile sent a
whole view, the next diff for this member is relative to that view and is encoded
separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from audiogames.core.contract import View
from audiogames.core.events import Event
from audiogames.core.registry import Spec
from audiogames.core.text import plain
from audiogames.net import wire
from audiogames.net.differences import (
    Fields,
    difference,
    digest,
    own_fields,
    public_fields,
)
from audiogames.net.event_forms import forms_of, short
from audiogames.net.server.outputs import Outgoing
from audiogames.net.server.people.member import Conn, Member
from audiogames.table.codec import written
from audiogames.table.protocol import Update

DIGEST_EVERY: Final = 64
"""The number of changes from one digest to the next."""


@dataclass(slots=True)
class SentUpdate:
    """The latest update sent to a person, to which the next diff refers."""

    conn: Conn | None
    view: View
    deals: int
    moment: int | None = None
    """The moment of the update; None if only this person was sent it."""
    number: int = 0
    """The number of the message."""
    changes: int = 0
    """The number of changes since a whole view."""


class MatchUpdates:
    """Sends the updates of one match, as whole views or as changes."""

    def __init__(self, spec: Spec, outgoing: Outgoing) -> None:
        self._spec = spec
        self._outgoing = outgoing
        self._sent: dict[int, SentUpdate] = {}
        """The last updates by the number of the person."""
        self._public = public_fields(spec)
        self._own: Fields | None = None
        self._moment = 0
        self._around = wire.MatchUpdate()
        self._events: dict[int, Any] = {}
        self._shared: dict[int, Any] = {}
        """Encoded shared parts of the current moment, by the earlier moment that they continue."""

    def keep_only(self, people: Iterable[Member]) -> None:
        """Forget the last updates of all people except these."""
        here = {member.id for member in people}
        self._sent = {id_: sent for id_, sent in self._sent.items() if id_ in here}

    def begin(self, around: wire.MatchUpdate) -> None:
        """Start the updates that result from one event of the match.

        `around` has the data that is not in the view, such as the clock.
        """
        self._moment += 1
        self._around = around
        self._events.clear()
        self._shared.clear()

    def tell(self, member: Member, update: Update, *, awaited: bool) -> None:
        """Send a person the changes since their last update, or a whole view if there is none.

        `awaited` says that the server waits until the person has heard this update.
        """
        last = self._sent.get(member.id)
        sent = SentUpdate(member.conn, update.view, self._around.deals, self._moment)
        if last is None or last.conn != member.conn or last.view.seat != update.seat:
            message = whole(update, self._around, awaited=awaited)
            self._send(member, self._with_forms(message), sent)
            return
        sent.changes = last.changes + 1
        put, parts = difference(last.view, update.view, self._own_fields(update.view))
        written = self._written
        change = wire.MatchChange(
            since=0 if last.number == member.outbox.said else last.number,
            events=[written(event) for event in update.events],
            shared=self._shared_part(last, update),
            own=wire.ViewChanges(put, parts) if put or parts else None,
            awaited=awaited,
            digest=None if sent.changes % DIGEST_EVERY else digest(_values(update.view)),
        )
        self._send(member, change, sent)

    def show(self, member: Member, message: wire.MatchUpdate, view: View) -> None:
        """Send one person a whole view."""
        self._send(member, self._with_forms(message), SentUpdate(member.conn, view, message.deals))

    def _send(
        self, member: Member, message: wire.MatchUpdate | wire.MatchChange, sent: SentUpdate
    ) -> None:
        self._outgoing.tell(member, message)
        sent.number = member.outbox.said
        self._sent[member.id] = sent

    def _own_fields(self, view: View) -> Fields:
        if self._own is None:
            self._own = own_fields(self._spec, type(view))
        return self._own

    def _shared_part(self, last: SentUpdate, update: Update) -> Any:
        """Return the encoded part of a change that is the same for all listeners."""
        known = None if last.moment is None else self._shared.get(last.moment)
        if known is not None:
            return known
        around = self._around
        put, parts = difference(last.view, update.view, self._public)
        part = wire.part(
            wire.SharedChange(
                put,
                parts,
                seq=update.seq,
                waiting=update.waiting,
                over=update.over,
                deals=None if around.deals == last.deals else around.deals,
                left=around.left,
                limit=around.limit,
                paused=around.paused,
            )
        )
        if last.moment is not None:
            self._shared[last.moment] = part
        return part

    def _written(self, event: Event) -> Any:
        part = self._events.get(id(event))
        if part is None:
            part = self._events[id(event)] = wire.part(short(event))
        return part

    def _with_forms(self, message: wire.MatchUpdate) -> wire.MatchUpdate:
        """Add the event forms, by which the client decodes later changes."""
        return msgspec.structs.replace(message, forms=forms_of(self._spec.id).part)


def whole(update: Update, around: wire.MatchUpdate, *, awaited: bool) -> wire.MatchUpdate:
    """Return the message for an update with its whole view."""
    return msgspec.structs.replace(
        around,
        seat=update.seat,
        seq=update.seq,
        events=list(map(written, update.events)),
        view=_values(update.view),
        waiting=update.waiting,
        over=update.over,
        awaited=awaited,
    )


def _values(view: View) -> dict[str, Any]:
    values = plain(view)
    assert isinstance(values, dict)
    return values
