"""Runs the program in a window: reads keys from KEYDOWN events, and draws one large picture.

The loop sleeps until an event or the next deadline.  Speech is started before drawing.
"""

from __future__ import annotations

import ctypes
import math
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import pygame

from audiogames.app.keys.names import key_words
from audiogames.present.frame import Frame
from audiogames.present.outputs import Announcement
from audiogames.shell.ending import Waker, ending_signals
from audiogames.shell.host import Host
from audiogames.shell.keys import CTRL, window_key, writes
from audiogames.shell.newest import open_page
from audiogames.shell.window import clipboard
from audiogames.shell.window.canvas import Appearance
from audiogames.shell.window.held import HeldKey
from audiogames.shell.window.icon import icon
from audiogames.shell.window.picture import Picture
from audiogames.shell.window.ruler import USUAL
from audiogames.shell.window.themes import THEMES
from audiogames.shell.window.wishes import desktop_wishes

CAPTION: Final = "Audiogames"
"""The window's title; short and constant, since a screen reader says it at each change of focus."""


LEFT_BUTTON: Final = 1
WAKE: Final = pygame.event.custom_type()

KEYS: Final = (pygame.KEYDOWN, pygame.TEXTINPUT)
"""The events that interrupt drawing."""

ACTS: Final = frozenset({*KEYS, pygame.MOUSEBUTTONDOWN})
"""The events that end a movement of cards."""


LEAST_SIZE: Final = (320, 200)
"""The size in pixels below which the picture is unreadable."""

WINDOWS_TRIED: Final = 16
"""The window numbers that are tried.

SDL numbers windows from 1, and pygame creates another one when the kind of window changes.
"""


def ask_for_least_size() -> None:
    """Ask the window manager not to make the window smaller than a minimum.

    pygame has no call for that, so SDL is called directly.  If that is impossible, a smaller window
    is drawn as well as possible.
    """
    with suppress(AttributeError, OSError):
        sdl = ctypes.CDLL(pygame.display.__file__)
        sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
        sdl.SDL_SetWindowMinimumSize.argtypes = ctypes.c_void_p, ctypes.c_int, ctypes.c_int
        # Without pygame._sdl2.video, whose window crashes the interpreter at the end.
        windows = filter(None, map(sdl.SDL_GetWindowFromID, range(1, WINDOWS_TRIED)))
        for window in windows:
            sdl.SDL_SetWindowMinimumSize(window, *LEAST_SIZE)


class NoWindow(RuntimeError):
    """Raised if no window can be opened."""


def _change_device(event: pygame.event.Event, host: Host) -> None:
    """Report that a sound device was added, or that the current device was lost.

    If another device is lost, SDL's event has no device number, and is ignored.
    """
    came = event.type == pygame.AUDIODEVICEADDED
    if came or event.which:
        host.device_changed(came=came)


class GameWindow:
    """Runs the program in a window.  The constructor raises `NoWindow` if none can be opened."""

    suspend = None
    """A window cannot be suspended to a shell."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        # The app asks before Alt+F4 ends it; Windows itself would not.
        os.environ.setdefault("SDL_WINDOWS_NO_CLOSE_ON_ALT_F4", "1")
        try:
            self._open()
        except pygame.error:
            pygame.display.quit()
            raise NoWindow from None
        self._waker = Waker()
        self._clock = clock
        self._picture = Picture(clock, lambda: pygame.event.peek(KEYS))
        self._mouse: tuple[int, int] | None = None
        """The last mouse position over the window."""
        self._size_before: tuple[int, int] | None = None
        """The window's size before it filled the screen."""
        self._writing = False
        self._held = HeldKey()
        self._wishes = desktop_wishes()

    def _open(self) -> None:
        pygame.display.init()
        if pygame.display.get_driver() == "x11":
            # Loading OpenGL takes longer than the whole program, to show one still picture; other
            # drivers may have nothing else to show it with.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.font.init()
        pygame.display.set_caption(CAPTION)
        pygame.display.set_icon(icon())
        width, height = pygame.display.get_desktop_sizes()[0]
        size = min(USUAL[0], width), min(USUAL[1], height)
        pygame.display.set_mode(size, pygame.RESIZABLE).fill(THEMES[Appearance().theme].background)
        ask_for_least_size()
        pygame.display.flip()
        # Otherwise an input method may swallow the letters that are commands.
        pygame.key.stop_text_input()

    # Called by the host

    def show(self, announcement: Announcement) -> None:
        """Do nothing: the newest sentence is part of the picture, which is drawn after speech."""

    def copy(self, text: str) -> bool:
        """Copy a text to the clipboard; return whether the system allowed it."""
        return clipboard.copy(text)

    def read_clipboard(self) -> str:
        """Return the text on the clipboard; empty if there is none."""
        return clipboard.read()

    def clear(self) -> None:
        """Do nothing: the next picture replaces the current one."""

    def fill_screen(self) -> bool:
        """Toggle the full screen; return whether it is on."""
        before = self._size_before
        usual = pygame.display.get_window_size()
        try:
            if before is None:
                pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            else:
                # The first call leaves the full screen, the second one restores the size.
                pygame.display.set_mode(before, pygame.RESIZABLE)
                pygame.display.set_mode(before, pygame.RESIZABLE)
        except pygame.error:  # the display refuses: the window is unchanged
            return before is not None
        self._size_before = usual if before is None else None
        ask_for_least_size()
        self._picture.forget()
        return before is None

    def open_page(self, page: str) -> bool:
        """Open a page in the browser; return whether that was possible."""
        return open_page(page)

    def wake(self) -> None:
        """Wake the loop; may be called from any thread."""
        with suppress(pygame.error):
            pygame.event.post(pygame.event.Event(WAKE))

    # The loop

    def run(self, host: Host) -> int:
        """Run until the program ends; return the exit code."""
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
        """Wake the loop at each signal, in a thread: while SDL waits, Python handles no signal."""
        while self._waker.wait():
            self.wake()

    def _turn(self, host: Host) -> None:
        """Wait for an event or a deadline; handle what has happened, and draw."""
        waits = self._picture.seconds_left(), self._held.seconds_left(self._clock())
        seconds = min(host.seconds_left(), *waits)
        milliseconds = max(1, math.ceil(1000 * seconds))
        first = pygame.event.wait(milliseconds)
        for event in [first, *pygame.event.get()]:
            if event.type in ACTS:
                self._picture.stand_still()
            self._take(event, host)
            self._switch_text_input(host)
        self._repeat(host)
        host.tick()
        self._draw(host)

    def _repeat(self, host: Host) -> None:
        """Pass a held key to the app again when its repeat is due."""
        press = self._held.repeat(self._clock())
        if press is not None:
            self._picture.stand_still()
            host.key(press.key, is_repeat=True, origin=press.origin)
            self._switch_text_input(host)

    def _take(self, event: pygame.event.Event, host: Host) -> None:
        """Handle an event."""
        match event.type:
            case pygame.KEYDOWN:
                self._key(event, host)
            case pygame.KEYUP:
                self._held.release(event)
            case pygame.TEXTINPUT if host.wants_text and not self._held.is_command:
                host.type_text(event.text)
            case pygame.MOUSEBUTTONDOWN if event.button == LEFT_BUTTON:
                self._click(event.pos, host)
            case pygame.WINDOWFOCUSGAINED | pygame.WINDOWFOCUSLOST:
                self._held.let_go()
                self._wishes = desktop_wishes()  # they may have been changed meanwhile
                host.focus(gained=event.type == pygame.WINDOWFOCUSGAINED)
            case pygame.MOUSEMOTION | pygame.WINDOWLEAVE:
                self._point(getattr(event, "pos", None))
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED:
                self._picture.forget()
            case pygame.AUDIODEVICEADDED | pygame.AUDIODEVICEREMOVED if not event.iscapture:
                _change_device(event, host)
            case pygame.QUIT:
                host.leave()

    def _key(self, event: pygame.event.Event, host: Host) -> None:
        """Handle a pressed key as a command; a key that types text is left to its text event.

        While a command is held, characters are ignored: X11 and Windows send one for a key with
        Alt, and all systems repeat a letter that has opened a text field.
        """
        press = window_key(event)
        is_text = host.wants_text and writes(event)
        if press is None:
            return
        if press.key != CTRL:  # held for another key, it does not repeat
            self._held.hold(event, None if is_text else press, self._clock())
        if not is_text:
            host.key(press.key, origin=press.origin)

    def _point(self, place: tuple[int, int] | None) -> None:
        """Handle a mouse position; the first is ignored, since the mouse may not have moved."""
        was, self._mouse = self._mouse, place
        self._picture.point(None if was is None else place)

    def _click(self, place: tuple[int, int], host: Host) -> None:
        """Handle a click: press a button's key, choose a card or row, or describe another box."""
        hit = self._picture.at(place)
        if hit is not None and hit.key:
            host.key(hit.key)
        elif hit is not None:
            host.click(hit.name)
        elif named := self._picture.called(place):
            host.missed(named)

    def _switch_text_input(self, host: Host) -> None:
        """Switch text input on if the app expects typed text, otherwise off."""
        if host.wants_text == self._writing:
            return
        self._writing = host.wants_text
        if self._writing:
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()

    def _draw(self, host: Host) -> bool:
        """Draw the current frame if it has changed; return whether it was drawn."""
        if host.code is not None:
            return False
        return host.draw(lambda frame: self._show_frame(frame, host)) or False

    def _show_frame(self, frame: Frame, host: Host) -> bool:
        """Draw a frame with the player's visual settings and those of the desktop."""
        settings = host.app.settings
        chosen = Appearance(settings.scale, settings.theme, settings.suit_letters, settings.motion)
        look = self._wishes.applied(chosen)
        surface = pygame.display.get_surface()
        is_drawn = True  # also on failure: then the window is empty
        try:
            is_drawn = self._picture.show(
                surface, frame, look, lambda key: host.app.text(key_words((key,)))
            )
        finally:
            if is_drawn:
                pygame.display.flip()
        return is_drawn
