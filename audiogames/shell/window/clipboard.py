"""Access to the system's clipboard through the window."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

import pygame

PLAIN_TEXT: Final = "text/plain;charset=utf-8"
"""The only type that pygame knows on every system: it refuses its own SCRAP_TEXT."""

ENCODING: Final = "utf-16-le" if sys.platform == "win32" else "utf-8"
"""The real encoding, despite the type's name: on Windows it is CF_UNICODETEXT (pygame issue
3790)."""


def copy(text: str) -> bool:
    """Copy a text to the clipboard; return whether the system allowed it."""
    put_text = getattr(pygame.scrap, "put_text", None)  # pygame-ce
    with suppress(pygame.error):
        if put_text is not None:
            put_text(text)
        else:
            pygame.scrap.init()
            ended = text if ENCODING == "utf-8" else f"{text}\0"
            pygame.scrap.put(PLAIN_TEXT, ended.encode(ENCODING, "replace"))
        return True
    return False


def read() -> str:
    """Return the text on the clipboard; empty if there is none."""
    get_text = getattr(pygame.scrap, "get_text", None)  # pygame-ce
    with suppress(pygame.error):
        if get_text is not None:
            return str(get_text())
        pygame.scrap.init()
        found = pygame.scrap.get(PLAIN_TEXT) or b""
        return found.decode(ENCODING, "ignore").partition("\0")[0]
    return ""
