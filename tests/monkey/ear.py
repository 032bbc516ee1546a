"""`Ear`: checks what a program under random keys announces to each listener of a match.

The announcements are compared with the log of the match (`tests/monkey/order.py`).  The comparison
restarts when a match is resumed or fast-forwarded, a move is undone, a connection returns or the
window was in the background: then the program announces the position instead of facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from audiogames.app.match.controller import MatchController
from audiogames.core.log import Log, read_log, undone
from audiogames.present.catalogue import load
from audiogames.present.localizer import Localizer
from audiogames.present.outputs import Announcement
from audiogames.table.table import Table
from tests.kit.pilot import LOCALES
from tests.monkey.order import Disorder, disorders, every_verbosity, facts

Words = tuple[str, tuple[str, ...]]
"""A language and its preferred styles."""


@dataclass
class Stretch:
    """A section of a match in which one listener's announcements are compared with the log."""

    session: MatchController
    since: int
    told: list[Announcement] = field(default_factory=list)
    words: set[Words] = field(default_factory=set)

    def localizers(self) -> list[Localizer]:
        """Return localizers for all languages and verbosities that may have been used."""
        found: list[Localizer] = []
        for lang, styles in sorted(self.words):
            catalogue = load(LOCALES, lang).first(self.session.spec.id)
            plain = Localizer(catalogue, self.session.called)
            plain.styles = styles
            found += every_verbosity(plain)
        return found


class Ear:
    """Follows a pilot's announcements, and collects in `found` those that are out of order."""

    def __init__(self, pilot: Any) -> None:
        self.facts = 0
        """The number of facts that have been compared with the announcements."""
        self.found: list[Disorder] = []
        self._pilot = pilot
        self._stretches: dict[MatchController, Stretch] = {}
        self._log: Log | None = None
        self._table: object = None
        self._since = 0
        self._known = set(pilot.storage.matches)
        """The matches that have begun so far."""
        self._was_lost = self._was_skipping = False
        self._noted = 0
        self.listen()
        self._forget()

    def listen(self) -> None:
        """Record the announcements and log entries since the last call."""
        session: MatchController | None = self._pilot.app.session
        told = self._pilot.announcements[self._noted :]
        self._noted = len(self._pilot.announcements)
        log = None if session is None else self._log_of(session)
        if session is None or log is None:
            self.end()
            return
        if self._table is not session.table or self._goes_on_anew(log):
            self.end()
            self._begin(session, log)
        self._log = log
        stretch = self._stretches.setdefault(session, Stretch(session, self._since))
        lang = self._pilot.app.announcer.localizer.lang
        stretch.words.add((lang, self._pilot.app.settings.styles))
        stretch.told += told
        skips = self._pilot.app.matches.skip.is_on
        if skips or self._was_skipping:  # skipped texts are only written into the history
            self._forget()
        self._was_skipping = skips

    def end(self) -> None:
        """Compare the announcements so far with the log, and start a new comparison."""
        log, self._log, self._table = self._log, None, None
        stretches, self._stretches = self._stretches, {}
        if log is not None:
            for stretch in stretches.values():
                self._judge(log, stretch)

    def begin_anew(self) -> None:
        """Finish the comparison of announcements with the log, and start a new one from here.

        While the program was in the background, announcements may have been summarised.
        """
        self.end()
        self.listen()
        self._forget()

    def _forget(self) -> None:
        """Ignore everything up to now when announcements are compared with the log."""
        for stretch in self._stretches.values():
            stretch.since = 0 if self._log is None else len(self._log.entries)
            stretch.told.clear()

    def _begin(self, session: MatchController, log: Log) -> None:
        # An open match continues another from some place; all earlier events were known.
        is_new = log.header.started not in self._known and not log.is_open
        self._known.add(log.header.started)
        self._table, self._since = session.table, 0 if is_new else len(log.entries)

    def _judge(self, log: Log, stretch: Stretch) -> None:
        expected = facts(log, stretch.session.seat, stretch.localizers(), stretch.since)
        self.facts += len(expected)
        self.found += disorders(expected, stretch.told)

    def _goes_on_anew(self, log: Log) -> bool:
        """Return True if a move was undone or the connection was restored since the last call."""
        lost = not getattr(self._pilot, "plugged", True)
        back, self._was_lost = self._was_lost and not lost, lost
        known = 0 if self._log is None else len(self._log.entries)
        return back or any(undone(entry) is not None for entry in log.entries[known:])

    def _log_of(self, session: MatchController) -> Log | None:
        """Return the match's current log, or None if no match is played, as in a lesson."""
        if not session.mode.is_played:
            return None
        if session.mode.is_online:
            return self._log_of_server()
        assert isinstance(session.table, Table)
        log = session.table.log
        return Log(log.header, list(log.entries))

    def _log_of_server(self) -> Log | None:
        """Return the log in the server's store, or the last one seen if the match has ended."""
        seated = self._pilot.app.online.seated
        kept = self._pilot.net.served.store.kept.matches
        text = kept.get(seated.table) if seated else None
        return read_log(text) if text else self._log
