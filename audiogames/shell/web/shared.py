"""What all sessions of a server share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from audiogames.present.outputs import Announcement
from audiogames.shell.services import HostLine, HostThinker
from audiogames.shell.web.clock import USUAL_SILENCE, Silence
from audiogames.shell.web.work import Work, WorkAtOnce

if TYPE_CHECKING:
    from audiogames.app.storage import Storage
    from audiogames.shell.mixer import SoundFiles


class BotsOfSessions(Protocol):
    """Bots for all sessions."""

    def thinker(self, wake: Callable[[], None], address: str = "") -> HostThinker:
        """Return one session's thinker, which calls `wake` with each answer."""
        ...


@dataclass(frozen=True)
class SharedBySessions:
    """The parts that sessions are made of.

    `report` writes about an error and returns where, as far as players may know; `open_line` makes
    the connection to a server of tables, which calls its argument, perhaps from other threads, and
    gets the browser's address.  `open_storage` opens a new session's storage of settings and
    matches.
    """

    bots: BotsOfSessions
    sounds: SoundFiles
    report: Callable[[Exception, Iterable[Announcement]], str]
    record: Callable[[Announcement], None]
    open_line: Callable[[Callable[[], None], str], HostLine]
    open_storage: Callable[[], Storage]
    work: Work = field(default_factory=WorkAtOnce)
    now: Callable[[], float] = time.monotonic
    silence: Silence = USUAL_SILENCE
    has_guests: bool = False
    """Whether guests are admitted without a key."""
    is_of_one: bool = False
    """Whether all pages are one player's, who has one session and returns to it."""
