"""The braille line on Linux, through BrlAPI (brltty's server).

Used where the chosen speaker has no braille of its own.  The library is called directly:
its Python binding is built for the distribution's Python only.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

RETRY_SECONDS = 3.0
NAMES = ("libbrlapi.so.0.8", "libbrlapi.so.0.7")
CURSOR_OFF = 0
TTY_DEFAULT = -1
ALL_KEYS = 0
NAME_BYTES = 64
#: Drivers of a server that has no line.
NO_LINE = ("", "NoBraille")

_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t)


def _ignore(_error: int, _kind: int, _packet: int | None, _size: int) -> None:
    """Say nothing: what is wrong shows in `refresh`, while the library's own handler aborts."""


# Kept for ever: the library holds no reference of its own.
_ignore_error = _HANDLER(_ignore)


def load_library() -> Any:
    """The client library with its signatures, or None where it is not installed."""
    for name in NAMES:
        try:
            library = ctypes.CDLL(name)
            library.brlapi_writeWText.argtypes = (ctypes.c_int, ctypes.c_wchar_p)
            library.brlapi_getDriverName.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
            library.brlapi_setExceptionHandler.argtypes = (_HANDLER,)
            library.brlapi_setExceptionHandler.restype = ctypes.c_void_p
        except (OSError, AttributeError):
            continue
        return library
    return None


class BrailleLine:
    """One braille line, taken at the first message and given back by `release`.

    No call raises.  A server that is away is tried again every RETRY_SECONDS, by the time that
    `refresh` is told; a server without a line, which is usual, counts as none.
    """

    def __init__(self, load: Callable[[], Any] = load_library) -> None:
        self._load = load
        self._library: Any = None
        self._loaded = False
        self._connected = False
        self._entered = False
        self._driver = ""
        self._retry_at = float("-inf")
        self._now = 0.0

    @property
    def found(self) -> bool:
        """Whether there was a braille line at the last look."""
        return self._connected and self._driver not in NO_LINE

    def refresh(self, now: float) -> bool:
        """Look again, connecting where that is due; `now` is in seconds.  Whether there is a line.

        The library learns the size of a line only as it connects, so another line means another
        connection.
        """
        self._now = now
        if self._connected and self._ask_driver() != self._driver:
            self.close()
        if not self._connected and now >= self._retry_at:
            self._retry_at = now + RETRY_SECONDS
            self._connect()
        return self.found

    def write(self, text: str) -> bool:
        """Show `text`, cut to the length of the line.  Whether the server took it."""
        if not self.found:
            return False
        if self._enter() and self._library.brlapi_writeWText(CURSOR_OFF, text) >= 0:
            return True
        self.close()
        self._retry_at = self._now + RETRY_SECONDS
        return False

    def release(self) -> None:
        """Let other programs have the line, as the window loses the focus."""
        if self._entered:
            self._library.brlapi_leaveTtyMode()
            self._entered = False

    def close(self) -> None:
        """End the connection; `refresh` may open another."""
        self.release()
        if self._connected:
            self._library.brlapi_closeConnection()
            self._connected = False

    def _connect(self) -> None:
        if not self._loaded:
            self._library, self._loaded = self._load(), True
        if self._library is None or self._library.brlapi_openConnection(None, None) < 0:
            return
        # Only now: opening puts the library's own handler back.
        self._library.brlapi_setExceptionHandler(_ignore_error)
        self._connected = True
        self._driver = self._ask_driver()

    def _ask_driver(self) -> str:
        """The name of the line's driver, asked of the server; empty when it is not there yet.

        A driver that starts has a name before it has cells, and refuses every text until then.
        """
        name = ctypes.create_string_buffer(NAME_BYTES)
        columns, rows = ctypes.c_uint(), ctypes.c_uint()
        library = self._library
        if library.brlapi_getDriverName(name, NAME_BYTES) < 0:
            return ""
        if library.brlapi_getDisplaySize(ctypes.byref(columns), ctypes.byref(rows)) < 0:
            return ""
        return name.value.decode("utf-8", "replace") if columns.value * rows.value else ""

    def _enter(self) -> bool:
        """Take the line for our terminal or, where that is unknown (a window), for the screen."""
        if not self._entered:
            library = self._library
            self._entered = (
                library.brlapi_enterTtyMode(TTY_DEFAULT, None) >= 0
                or library.brlapi_enterTtyModeWithPath(None, 0, None) >= 0
            )
            if self._entered:
                # brltty goes on turning the line's keys into ours, its own panning among them.
                library.brlapi_ignoreKeys(ALL_KEYS, None, 0)
        return self._entered
