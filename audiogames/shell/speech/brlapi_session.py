"""A connection to BrlAPI, brltty's server of braille lines, through its C library.

The library is called directly: its Python binding is built for the distribution's Python only.
Names and numbers are taken from BrlAPI's `brlapi.h` and `brlapi_constants.h`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any, Final

from audiogames.shell.speech.panning import PanningKey

NAMES: Final = ("libbrlapi.so.0.8", "libbrlapi.so.0.7")
CURSOR_OFF: Final = 0
TTY_DEFAULT: Final = -1
ALL_KEYS: Final = 0
KEYS_OF_COMMAND: Final = 2
"""Kinds of key ranges; the second kind matches a command with any cell and flags."""

NAME_BYTES: Final = 64
NO_LINE: Final = ("", "NoBraille")
"""Drivers of a server that has no braille line."""

COMMAND: Final = 0x20000000
BLOCK: Final = 0x1FFF0000
ROUTE: Final = COMMAND | 0x00010000
"""A routing key; its low sixteen bits are the cell."""

KEYS: Final = {
    COMMAND | 1: PanningKey.OLDER,  # LNUP
    COMMAND | 2: PanningKey.NEWER,  # LNDN
    COMMAND | 5: PanningKey.OLDER,  # PRDIFLN
    COMMAND | 6: PanningKey.NEWER,  # NXDIFLN
    COMMAND | 23: PanningKey.BACK,  # FWINLT
    COMMAND | 24: PanningKey.FORWARD,  # FWINRT
    COMMAND | 25: PanningKey.BACK,  # FWINLTSKIP
    COMMAND | 26: PanningKey.FORWARD,  # FWINRTSKIP
    COMMAND | 27: PanningKey.START,  # LNBEG
    COMMAND | 28: PanningKey.END,  # LNEND
    COMMAND | 29: PanningKey.NOW,  # HOME
    COMMAND | 31: PanningKey.NOW,  # RETURN
    ROUTE: PanningKey.NOW,
}
"""The keys that the program accepts, by brltty's names of commands; brltty handles all others."""

_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t)


def _ignore(_error: int, _kind: int, _packet: int | None, _size: int) -> None:
    """Do nothing on an error of the library, whose own handler would abort the program.

    `look` detects errors.
    """


# Kept forever, since the library holds no reference.
_ignore_error = _HANDLER(_ignore)


def load_library() -> Any:
    """Load the client library and declare its signatures; return None if it is not installed."""
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


def has_window() -> bool:
    """Return whether the program has opened a window."""
    pygame = sys.modules.get("pygame")
    return pygame is not None and pygame.display.get_init()


class BrlapiSession:
    """A connection to brltty: `look` opens it, and the first `show` acquires the braille line.

    No call raises an exception.  All calls must come from one thread, and may wait for the server.
    """

    def __init__(self, load: Callable[[], Any] = load_library) -> None:
        self.descriptor: int | None = None
        """The descriptor that becomes readable for keys and when the server ends; None without
        one."""
        self.size = (0, 0)
        """Columns and rows of the line."""
        self.connections = 0
        """The number of connections so far: a new one shows nothing yet."""
        self._load = load
        self._library: Any = None
        self._loaded = False
        self._entered = False
        self._driver = ""

    def look(self) -> bool:
        """Connect to brltty if necessary; return whether there is a braille display.

        BrlAPI reads the size of a braille display only when it connects, so another display needs
        another connection.
        """
        self._check()
        if self.descriptor is None:
            self._connect()
        return self.found

    @property
    def found(self) -> bool:
        """Whether a usable braille display was connected at the last check."""
        return self.descriptor is not None and self._driver not in NO_LINE

    def show(self, text: str) -> bool:
        """Show `text`, cut to the length of the line; return whether the server accepted it."""
        if self.found and self._enter() and self._library.brlapi_writeWText(CURSOR_OFF, text) >= 0:
            return True
        self.close()
        return False

    def steps(self) -> list[PanningKey]:
        """Return the panning keys pressed since the last call; disconnect from a lost server."""
        if self.descriptor is None:
            return []
        found, code = [], ctypes.c_uint64()
        while (answer := self._library.brlapi_readKey(0, ctypes.byref(code))) > 0:
            found += _steps(code.value)
        if answer < 0:
            self._check()
        return found

    def release(self) -> None:
        """Release the braille line to other programs."""
        if self._entered:
            self._library.brlapi_leaveTtyMode()
            self._entered = False

    def close(self) -> None:
        """Close the connection; `look` may open another one."""
        self.release()
        if self.descriptor is not None:
            self._library.brlapi_closeConnection()
            self.descriptor = None

    def _connect(self) -> None:
        """Open a connection, if the library is installed and the server answers."""
        if not self._loaded:
            self._library, self._loaded = self._load(), True
        if self._library is None:
            return
        descriptor = self._library.brlapi_openConnection(None, None)
        if descriptor < 0:
            return
        # After opening, which resets the library's handler.
        self._library.brlapi_setExceptionHandler(_ignore_error)
        self.descriptor = descriptor
        self.connections += 1
        self._driver = self._ask_driver() or ""

    def _check(self) -> None:
        """Close the connection if its server was lost or now has another braille display."""
        if self.descriptor is not None and self._ask_driver() != self._driver:
            self.close()

    def _ask_driver(self) -> str | None:
        """Return the name of the braille display's driver; None if the server does not answer.

        A driver that is starting has a name before it knows its size, and refuses texts until then;
        in this state an empty text is returned.
        """
        name = ctypes.create_string_buffer(NAME_BYTES)
        columns, rows = ctypes.c_uint(), ctypes.c_uint()
        library = self._library
        if library.brlapi_getDriverName(name, NAME_BYTES) < 0:
            return None
        if library.brlapi_getDisplaySize(ctypes.byref(columns), ctypes.byref(rows)) < 0:
            return ""
        self.size = columns.value, rows.value
        return name.value.decode("utf-8", "replace") if columns.value * rows.value else ""

    def _enter(self) -> bool:
        """Acquire the braille line for this connection, unless it already has it."""
        if not self._entered:
            self._entered = self._acquire_line()
            if self._entered:
                self._share_keys()
        return self._entered

    def _acquire_line(self) -> bool:
        """Acquire the braille line for this terminal or, if that is unknown, the whole screen.

        A window inherits the number of the terminal from which it was started, but does not belong
        to it.
        """
        library = self._library
        if not has_window() and library.brlapi_enterTtyMode(TTY_DEFAULT, None) >= 0:
            return True
        return bool(library.brlapi_enterTtyModeWithPath(None, 0, None) >= 0)

    def _share_keys(self) -> None:
        """Receive only the panning keys; brltty converts the display's other keys to typed keys."""
        codes = (ctypes.c_uint64 * len(KEYS))(*KEYS)
        self._library.brlapi_ignoreKeys(ALL_KEYS, None, 0)
        self._library.brlapi_acceptKeys(KEYS_OF_COMMAND, codes, len(KEYS))


def _steps(code: int) -> list[PanningKey]:
    """Return the panning action of a key code, in a list; the code's flags and cell are ignored."""
    command = code & (COMMAND | BLOCK | 0xFFFF)
    step = KEYS.get(command) or KEYS.get(command & (COMMAND | BLOCK))
    return [] if step is None else [step]
