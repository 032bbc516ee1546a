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
    """Who thinks for all sessions."""

    def thinker(self, wake: Callable[[], None], address: str = "") -> HostThinker:
        """The part of one session, which `wake` tells of its answers."""
        ...


@dataclass(frozen=True)
class SharedBySessions:
    """The parts that sessions are made of.

    `report` writes about an error and says where, as far as players may know; `open_line` makes the
    line to a server of tables, which calls what it is given, perhaps from other threads, and gets
    the address of the browser.  `open_storage` opens what a new session keeps its settings and
    matches in.
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
    """Whether anybody may come in; else each needs a key."""
    is_of_one: bool = False
    """Whether all pages are one player's, who has one session and comes back to it."""
