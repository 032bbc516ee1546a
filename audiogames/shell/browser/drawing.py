"""Sends a page its appearance and its picture, each only when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from audiogames.present.frame import Frame
from audiogames.shell.browser.clicks import Clickable, Thing
from audiogames.shell.browser.messages import Look, ShowFrame, ToPage, unusual
from audiogames.shell.browser.services import page_voice

if TYPE_CHECKING:
    from audiogames.app.settings import Settings


class PagePicture:
    """The picture of one page, which is sent only when it has changed."""

    def __init__(self, send: Callable[[ToPage], None]) -> None:
        self._send = send
        self._look: Look | None = None
        self._frame: Frame | None = None
        self._clickable = Clickable()

    def show_look(self, settings: Settings, lang: str, words: dict[str, str]) -> None:
        """Send the page's appearance, sound settings and words, if they have changed."""
        look = _wanted_look(settings, lang, words)
        if look != self._look:
            self._look = look
            self._send(look)

    def show(self, frame: Frame) -> None:
        """Send the frame, if it has changed."""
        frame = replace(frame, corner=())  # the page has buttons of its own for these
        if frame != self._frame:
            sent = unusual(frame)
            self._clickable.number(frame, sent)
            self._frame = frame
            self._send(ShowFrame(sent))

    def clicked(self, number: int) -> Thing | None:
        """Return the clickable item with this number in the page's picture, or None."""
        return self._clickable.at(number)

    @property
    def has_clock(self) -> bool:
        """Whether the picture shows a running clock."""
        table = self._frame.table if self._frame is not None else None
        return bool(table and table.clock)


def _wanted_look(settings: Settings, lang: str, words: dict[str, str]) -> Look:
    """Return the page's appearance and sound settings."""
    return Look(
        settings.theme,
        settings.scale,
        settings.suit_letters,
        settings.motion,
        page_voice(settings),
        settings.voice_rate,
        settings.voice_pitch,
        settings.voice_volume / 100,
        lang,
        words,
    )
