"""Reads keys from the Windows console."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from audiogames.shell.keys import Press
from audiogames.shell.terminal.records import RECORD, RecordKeys, read_record

AT_ONCE: Final = 32
"""The most records that are read together."""

_PROCESSED, _LINES, _ECHO, _SEQUENCES = 0x1, 0x2, 0x4, 0x200
_COOKED: Final = _PROCESSED | _LINES | _ECHO | _SEQUENCES
"""Console modes that process keys, such as Ctrl+C."""


@contextmanager
def reading_keys() -> Iterator[Callable[[], list[Press]]]:
    """Within this context, read the console's keys; yield a function that waits for more keys.

    That function raises `OSError` when the console is closed.
    """
    if sys.platform != "win32":
        raise OSError("only Windows has such a console")
    import msvcrt

    descriptor = os.open("CONIN$", os.O_RDWR)
    handle = ctypes.c_void_p(msvcrt.get_osfhandle(descriptor))
    kernel, mode = ctypes.windll.kernel32, ctypes.c_uint()
    kernel.GetConsoleMode(handle, ctypes.byref(mode))
    kernel.SetConsoleMode(handle, mode.value & ~_COOKED)
    keys, count = RecordKeys(), ctypes.c_uint()
    records = ctypes.create_string_buffer(AT_ONCE * RECORD.size)

    def read() -> list[Press]:
        if not kernel.ReadConsoleInputW(handle, records, AT_ONCE, ctypes.byref(count)):
            raise OSError("the console is gone")
        size = RECORD.size
        parts = (records.raw[size * place : size * (place + 1)] for place in range(count.value))
        return [press for one in map(read_record, parts) if one for press in keys.feed(one)]

    try:
        yield read
    finally:
        kernel.SetConsoleMode(handle, mode.value)
