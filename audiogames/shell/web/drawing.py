"""The picture at a page: how it looks and what it shows, each sent where it is not what is there.

A page keeps what it was sent, so that only what has changed travels.  A page on a new line has
nothing yet: to it everything is sent again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from audiogames.present.frame import Frame
from audiogames.shell.web.clicks import Clickable, Thing
from audiogames.shell.web.messages import Look, ShowFrame, ToPage, unusual
from audiogames.shell.web.services import page_voice

if TYPE_CHECKING:
    from audiogames.app.settings import Settings


class PagePicture:
    """What one page has of the picture.  `send` reaches it."""

    def __init__(self, send: Callable[[ToPage], None]) -> None:
        self._send = send
        self._look: Look | None = None
        self._frame: Frame | None = None
        self._clickable = Clickable()

    def start_again(self) -> None:
        """Another line, perhaps another page: it has nothing of what was sent before."""
        self._look = self._frame = None

    def show_look(self, settings: Settings, lang: str, words: dict[str, str]) -> None:
        """Send how the page is to look and sound, and the page's own words."""
        look = _wanted_look(settings, lang, words)
        if look != self._look:
            self._look = look
            self._send(look)

    def show(self, frame: Frame) -> None:
        """What is drawn."""
        frame = replace(frame, corner=())  # the page has buttons of its own for these
        if frame != self._frame:
            sent = unusual(frame)
            self._clickable.number(frame, sent)
            self._frame = frame
            self._send(ShowFrame(sent))

    def clicked(self, number: int) -> Thing | None:
        """The thing of this number in the picture that the page has; None where it has gone."""
        return self._clickable.at(number)

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs in what is drawn."""
        table = self._frame.table if self._frame is not None else None
        return bool(table and table.clock)


def _wanted_look(settings: Settings, lang: str, words: dict[str, str]) -> Look:
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
