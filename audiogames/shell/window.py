"""The program in a window: keys by KEYDOWN events, one large picture, a mouse for who wants one.

The loop sleeps until an event or the next deadline.  Speech comes before drawing.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import pygame

from audiogames.app.keynames import key_words
from audiogames.present.outputs import Announcement
from audiogames.present.screen import Frame
from audiogames.shell.boxes import Box
from audiogames.shell.canvas import Canvas, Look
from audiogames.shell.ending import Waker, ending_signals
from audiogames.shell.host import Host
from audiogames.shell.keys import window_key, writes
from audiogames.shell.themes import THEMES

CAPTION: Final = "Audiogames"
"""Short and constant: a screen reader says it at each focus."""

WIDTH, HEIGHT = 1280, 800
REPEAT_AFTER, REPEAT_EVERY = 400, 60
"""Milliseconds that a key is held before it counts again."""

PLAIN_TEXT: Final = "text/plain;charset=utf-8"
"""The one kind that pygame puts on a clipboard: it refuses its own SCRAP_TEXT."""

LEFT_BUTTON: Final = 1
WAKE: Final = pygame.event.custom_type()


class NoWindow(Exception):
    """No window can be opened here."""


class Window:
    """A shell of the program.  Raises `NoWindow`."""

    suspend = None
    """There is no shell to go back to."""

    def __init__(self) -> None:
        # The app asks before Alt+F4 ends it; Windows itself would not.
        os.environ.setdefault("SDL_WINDOWS_NO_CLOSE_ON_ALT_F4", "1")
        try:
            self._open()
        except pygame.error:
            pygame.display.quit()
            raise NoWindow from None
        self._waker = Waker()
        self._drawn: tuple[Frame, Look] | None = None
        self._hits: list[Box] = []
        self._writing = False
        self._held: int | None = None
        """The key that was pressed last, while it is down."""
        self._commanding = False
        """Whether it is a command with Alt, for which X11 and Windows send a character as well."""

    def _open(self) -> None:
        pygame.display.init()
        if pygame.display.get_driver() == "x11":
            # Loading OpenGL takes longer than the whole program, to show one still picture;
            # other drivers may have nothing else to show it with.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.font.init()
        pygame.display.set_caption(CAPTION)
        width, height = pygame.display.get_desktop_sizes()[0]
        size = min(WIDTH, width), min(HEIGHT, height)
        pygame.display.set_mode(size, pygame.RESIZABLE).fill(THEMES[Look().theme].background)
        pygame.display.flip()
        pygame.key.set_repeat(REPEAT_AFTER, REPEAT_EVERY)
        # Else an input method may swallow the letters that are commands.
        pygame.key.stop_text_input()

    # What the host calls

    def show(self, announcement: Announcement) -> None:
        """The last sentence is part of the picture, which is drawn after it was spoken."""

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard, where the system lets us."""
        put_text = getattr(pygame.scrap, "put_text", None)
        with suppress(pygame.error):
            if put_text is not None:
                put_text(text)
            else:
                pygame.scrap.init()
                pygame.scrap.put(PLAIN_TEXT, text.encode("utf-8", "replace"))
            return True
        return False

    def wake(self) -> None:
        """Have the loop look for answers; may be called from any thread."""
        with suppress(pygame.error):
            pygame.event.post(pygame.event.Event(WAKE))

    # The loop

    def run(self, host: Host) -> int:
        """Play until the end; the exit code."""
        threading.Thread(target=self._pass_signals_on, daemon=True).start()
        with ending_signals(self._waker) as ending:
            host.begin()
            self._draw(host)
            while host.code is None:
                self._turn(host)
                if ending.asked:
                    host.leave()
        return host.code

    def close(self) -> None:
        """Close the window."""
        self._waker.close()
        pygame.display.quit()

    def _pass_signals_on(self) -> None:
        """While SDL waits, no signal is handled: this thread makes an event of it."""
        while self._waker.wait():
            self.wake()

    def _turn(self, host: Host) -> None:
        """Wait for an event or a deadline, and take it and all that came with it."""
        milliseconds = max(1, math.ceil(1000 * host.seconds_left()))
        first = pygame.event.wait(milliseconds)
        for event in self._without_echoes([first, *pygame.event.get()]):
            self._take(event, host)
            self._follow_text_field(host)
        host.tick()
        self._draw(host)

    def _without_echoes(self, events: list[pygame.event.Event]) -> Iterator[pygame.event.Event]:
        """A held key counts again in its time, not for as long as the program was busy."""
        released = {event.key for event in events if event.type == pygame.KEYUP}
        counted = False
        for event in events:
            if event.type == pygame.KEYUP and event.key == self._held:
                self._held = None
                self._commanding = False
            if event.type == pygame.KEYDOWN:
                again = event.key == self._held
                if again and (counted or event.key in released):
                    continue
                self._held, counted = event.key, True
            yield event

    def _take(self, event: pygame.event.Event, host: Host) -> None:
        match event.type:
            case pygame.KEYDOWN:
                self._key(event, host)
            case pygame.TEXTINPUT if host.wants_text and not self._commanding:
                host.type_text(event.text)
            case pygame.MOUSEBUTTONDOWN if event.button == LEFT_BUTTON:
                self._click(event.pos, host)
            case pygame.WINDOWFOCUSGAINED | pygame.WINDOWFOCUSLOST:
                host.focus(gained=event.type == pygame.WINDOWFOCUSGAINED)
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED:
                self._drawn = None
            case pygame.QUIT:
                host.leave()

    def _key(self, event: pygame.event.Event, host: Host) -> None:
        is_text = host.wants_text and writes(event)
        self._commanding = not is_text and bool(event.mod & pygame.KMOD_ALT)
        if is_text:
            return
        key = window_key(event)
        if key is not None:
            host.key(key)

    def _click(self, place: tuple[int, int], host: Host) -> None:
        hit = next((hit for hit in self._hits if hit.place.collidepoint(place)), None)
        if hit is not None and hit.key:
            host.key(hit.key)
        elif hit is not None:
            host.click(hit.name)

    def _follow_text_field(self, host: Host) -> None:
        if host.wants_text == self._writing:
            return
        self._writing = host.wants_text
        if self._writing:
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()

    def _draw(self, host: Host) -> None:
        """Draw what has changed."""
        if host.code is not None:
            return
        settings = host.app.settings
        look = Look(settings.scale, settings.theme, settings.suit_letters)
        picture = host.frame(), look
        if picture == self._drawn:
            return
        self._drawn = picture
        canvas = Canvas(
            pygame.display.get_surface(), look, lambda key: host.app.text(key_words((key,)))
        )
        canvas.draw(picture[0])
        self._hits = canvas.hits
        pygame.display.flip()
