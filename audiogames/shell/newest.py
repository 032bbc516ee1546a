"""Downloads the file about the newest version in a thread, so that the main loop never waits.

Errors are ignored: no network, a slow one, a proxy that needs a password, an answer that is too
long.  The app validates the downloaded file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any, Final

from audiogames.app.newer import LARGEST, ReleaseFeed, is_address
from audiogames.shell.files import resources

if TYPE_CHECKING:
    from urllib.request import OpenerDirector

ADDRESS_FILE: Final = "newest-address"
"""The file beside the program's data with the address; `tools/package` writes it in some packages.
"""

SILENT_SECONDS: Final = 10.0
"""Seconds without any data after which the download is given up."""

WHOLE_SECONDS: Final = 30.0
"""Seconds for the whole download."""

PIECE: Final = 1024


def release_feed() -> ReleaseFeed | None:
    """Return the address of the release feed; None if this package has none."""
    try:
        address = (resources() / ADDRESS_FILE).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return ReleaseFeed(address, _today) if is_address(address) else None


def _today() -> int:
    """Return today's date as a day number (`date.toordinal`)."""
    return datetime.now(UTC).toordinal()


class NewestFile:
    """Downloads the file about the newest version, then calls `wake` in another thread."""

    def __init__(
        self,
        wake: Callable[[], None],
        fetch: Callable[[str], bytes | None] | None = None,
    ) -> None:
        self._wake = wake
        self._fetch = fetch or fetch_file
        self._came: bytes | None = None

    def look(self, address: str) -> None:
        """Start to download the file at this address."""
        thread = threading.Thread(
            target=self._run, args=(address,), name="looking for a newer version", daemon=True
        )
        thread.start()

    def take(self) -> bytes | None:
        """Return and forget the downloaded file; None if none is complete."""
        came, self._came = self._came, None
        return came

    def _run(self, address: str) -> None:
        """Download the file, and wake the main loop if that succeeded."""
        self._came = self._fetch(address)
        if self._came is not None:
            self._wake()


def fetch_file(address: str, whole: float = WHOLE_SECONDS) -> bytes | None:
    """Download an https address through the system's proxy; return None on any error."""
    from http.client import HTTPException  # this import loads all of TLS, which may never be needed

    end = time.monotonic() + whole
    try:
        with _opener().open(address, timeout=SILENT_SECONDS) as answer:
            return _read(answer, end)
    except (OSError, HTTPException, ValueError):
        return None


def _read(answer: IO[bytes], end: float) -> bytes | None:
    """Return the whole response; None if it is too long or not complete at the time `end`."""
    read = getattr(answer, "read1", answer.read)
    data = b""
    while piece := read(PIECE):
        data += piece
        if len(data) > LARGEST or time.monotonic() > end:
            return None
    return data


def _opener() -> OpenerDirector:
    """Return a URL opener that follows only redirects to https.

    `urllib.request` is imported here, because importing it at the program's start takes too long.
    """
    from urllib.request import HTTPRedirectHandler, build_opener

    class OnlyEncrypted(HTTPRedirectHandler):
        """Follows redirects to https only."""

        def redirect_request(self, *given: Any) -> Any:
            new_address = given[-1]
            if not new_address.startswith("https://"):
                return None
            return super().redirect_request(*given)

    opener = build_opener(OnlyEncrypted)
    opener.addheaders = [("User-Agent", "audiogames")]
    return opener


def open_page(page: str) -> bool:
    """Open a page in the browser; return whether that was possible."""
    import webbrowser

    try:
        return webbrowser.open(page)
    except (OSError, webbrowser.Error):
        return False
