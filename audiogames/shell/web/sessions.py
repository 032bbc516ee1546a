"""All sessions of a server by token, and the keys that admit new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from audiogames.net.server import limits
from audiogames.net.server.limits import is_this_machine, neighbourhood
from audiogames.shell.web.access import PageKeys
from audiogames.shell.web.messages import PageHello
from audiogames.shell.web.session import WebSession
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.words import spoken_language
from audiogames.shell.web.work import Work

if TYPE_CHECKING:
    from pathlib import Path

    from audiogames.app.app import App
    from audiogames.app.storage import Storage

MOST: Final = 20
"""Sessions at a time where keys are needed; for guests `limits` has the number."""


class NotLetIn(Exception):
    """Neither key nor token is valid, or the server is full; `reason` is a message id."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Sessions:
    """Opens and finds sessions, and closes abandoned ones.

    `make_app` takes the session's storage and the browser's language, or an empty string if the
    program does not have it.

    `emptied` is called when the last session has ended.
    """

    def __init__(
        self,
        shared: SharedBySessions,
        locales: Path,
        make_app: Callable[[Storage, str], App],
        emptied: Callable[[], None],
    ) -> None:
        self._shared = shared
        self._locales = locales
        self._make_app = make_app
        self._emptied = emptied
        self.keys = PageKeys()
        """Admits pages where guests are not admitted."""
        self._sessions: dict[str, WebSession] = {}
        self._from: Counter[str] = Counter()
        """Sessions by address."""

    def __len__(self) -> int:
        return len(self._sessions)

    def invite(self) -> str:
        """Return a key that admits one page, once."""
        return self.keys.new()

    def find(self, hello: PageHello) -> WebSession | None:
        """Return the session of this page, if it still exists.

        It is found by the token; a single player is admitted to their session by every new key,
        even while another page is attached.
        """
        known = self._sessions.get(hello.token)
        if known is not None or not self._shared.is_of_one or not self._sessions:
            return known
        if self.are_of_guests or not self.keys.is_good(hello.key):
            return None
        self.keys.use(hello.key)
        return next(reversed(self._sessions.values()))

    def now(self) -> float:
        """Return the clock by which presses are dated."""
        return self._shared.now()

    @property
    def are_of_guests(self) -> bool:
        """Whether guests are admitted without a key."""
        return self._shared.has_guests

    @property
    def work(self) -> Work:
        """The scheduler of these sessions' work."""
        return self._shared.work

    def admit(self, hello: PageHello, address: str) -> Storage:
        """Return the storage for a new session of this page.  Raises `NotLetIn`."""
        self._check(hello, address)
        return self._shared.open_storage()

    def _check(self, hello: PageHello, address: str) -> None:
        if self.are_of_guests:
            self._see_that_there_is_room(neighbourhood(address))
            return
        if not self.keys.is_good(hello.key):
            raise NotLetIn("page-session-over" if hello.token else "page-wrong-key")
        if len(self._sessions) >= MOST:
            raise NotLetIn("page-full")

    def _see_that_there_is_room(self, address: str) -> None:
        if len(self._sessions) >= limits.SESSIONS:
            raise NotLetIn("page-full-later")
        if self._from[address] >= limits.SESSIONS_AN_ADDRESS and not is_this_machine(address):
            raise NotLetIn("page-full-address")

    def open(self, hello: PageHello, storage: Storage, address: str) -> WebSession:
        """Open a session with this storage.  Raises `NotLetIn`."""
        self._check(hello, address)
        self.keys.use(hello.key)
        app = self._make_app(storage, spoken_language(self._locales, hello.lang))
        session = WebSession(app, self._shared, self._forget, address)
        self._sessions[session.token] = session
        self._from[neighbourhood(address)] += 1
        return session

    def sweep(self) -> None:
        """Close sessions that have had no connection for too long."""
        end = self._shared.now() - limits.SESSION_SECONDS
        for session in list(self._sessions.values()):
            if session.lost_at is not None and session.lost_at <= end:
                session.close()

    def close(self) -> None:
        """End all sessions; their matches are kept."""
        for session in list(self._sessions.values()):
            session.close()

    def _forget(self, session: WebSession) -> None:
        if self._sessions.pop(session.token, None) is not None:
            address = neighbourhood(session.address)
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]
        if not self._sessions:
            self._emptied()
