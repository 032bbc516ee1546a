"""Shows pictures in the program's window under Xvfb, and compares the screen with the drawing.

A window manager gives the window each size, and draws its frame.  A picture counts as shown when
the screen shows exactly what was drawn at the window's position; then its layout is checked.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import pygame

from audiogames.app.settings import Settings
from audiogames.present.frame import Frame
from audiogames.shell.host import Host
from audiogames.shell.window.boxes import Box
from audiogames.shell.window.window import GameWindow
from tests.kit.programs.manager import WindowManager, reason_unmanaged
from tests.kit.programs.screen import Screen, reason_missing
from tests.pictures.judge import faults, ruler_of
from tests.pictures.scenes import pilot_of

if TYPE_CHECKING:
    from tests.pictures.draw import Picture

T = TypeVar("T")

DESK: Final = (2700, 1560)
"""The size of the screen, larger than every window with its frame."""

PATIENCE: Final = 60.0
"""Seconds after which a picture that the screen does not show is a fault."""

LOOK_EVERY: Final = 0.02
"""Seconds between two checks of the screen."""

Fault = tuple["Picture", str]


def shown(pictures: Sequence[Picture], folder: Path) -> Iterator[Fault]:
    """Show all pictures, and save a screenshot of each; yield each picture's faults.

    Raises `RuntimeError` if a required program is not installed.
    """
    reason = reason_missing() or reason_unmanaged()
    if reason:
        raise RuntimeError(reason)
    with ExitStack() as stack:
        screen = stack.enter_context(Screen("{}x{}".format(*DESK)))
        os.environ.update(screen.environ, SDL_VIDEODRIVER="x11")
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="manager-")))
        manager = stack.enter_context(WindowManager(screen, home))
        window = WatchedWindow()
        stack.callback(window.close)
        show = Show(pictures, folder, window, screen, manager)
        window.run(cast("Host", show))
        yield from show.wrong


class WatchedWindow(GameWindow):
    """The program's window, recording which picture it has drawn and at which size."""

    drawn: tuple[Picture, tuple[int, int]] | None = None

    @property
    def boxes(self) -> Sequence[Box]:
        """Return the boxes of the picture in the window."""
        return self._picture.boxes

    def _draw(self, host: Any) -> bool:
        # When SDL looks for keys during drawing, the window may already have another size.
        size = pygame.display.get_surface().get_size()
        is_drawn = super()._draw(host)
        if is_drawn:
            self.drawn = host.picture, size
        return is_drawn


@dataclass
class Show:
    """A fake host that gives the window one picture after another."""

    pictures: Sequence[Picture]
    folder: Path
    window: WatchedWindow
    screen: Any
    manager: Any
    code: int | None = None
    wants_text: bool = False
    wrong: list[Fault] = field(default_factory=list)
    _number: int = 0
    _asked: tuple[int, int] | None = None
    """The last size that was requested of the window manager."""
    _place: pygame.Rect | None = None
    """The position of the window on the screen, while it is known."""
    _since: float = field(default_factory=time.monotonic)

    @property
    def picture(self) -> Picture:
        """Return the picture that is being shown."""
        return self.pictures[self._number]

    @property
    def app(self) -> SimpleNamespace:
        """Return the part of an app that the window uses: settings for drawing, and texts."""
        look = self.picture.look
        settings = Settings(scale=look.scale, theme=look.theme, motion=False)
        return SimpleNamespace(settings=settings, text=pilot_of(self.picture.lang).app.text)

    def begin(self) -> None:
        """Do nothing, because the window draws its first picture without being asked."""

    def frame(self) -> Frame:
        """Return the frame to be drawn."""
        return self.picture.frame

    def draw(self, draw: Callable[[Frame], T]) -> T:
        """Draw the current frame with this function; its exceptions are not handled."""
        return draw(self.frame())

    def seconds_left(self) -> float:
        """Return after how many seconds the window must call `tick`."""
        return LOOK_EVERY

    def focus(self, *, gained: bool) -> None:
        """Do nothing, because nothing is spoken here."""

    def leave(self) -> None:
        """Set the exit code to 1, as the window was closed before the last picture."""
        self.code = 1

    def tick(self) -> None:
        """Continue with the next picture if the screen shows this one, or if it takes too long."""
        is_late = time.monotonic() - self._since > PATIENCE
        trouble = self._trouble()
        if not trouble:
            self._judge()
        elif is_late:
            self.wrong.append((self.picture, trouble))
        if is_late or not trouble:
            self._go_on()

    def _trouble(self) -> str:
        """Return why the screen does not show the picture yet, or an empty string."""
        window = self.manager.window if self._place is None else True
        if window is None:
            return "there is no window"
        if self._asked != self.picture.size:
            self._ask(self.picture.size)
        if self.window.drawn != (self.picture, self.picture.size):
            return f"it was not drawn in a window of this size, but in one of {self._real_size}"
        if self._place is None:
            self._place = pygame.Rect(self.manager.place)
        trouble = unlike(self.screen.picture(), self._place, pygame.display.get_surface())
        if trouble:
            self._place = None
        return trouble

    @property
    def _real_size(self) -> tuple[int, int]:
        return pygame.display.get_window_size()

    def _ask(self, size: tuple[int, int]) -> None:
        """Ask the window manager to move the window to the corner and to resize it."""
        self.screen.do("windowmove", self.manager.window, "0", "0")
        self.screen.do("windowsize", self.manager.window, *map(str, size))
        self._asked, self._place = size, None

    def _judge(self) -> None:
        shot = self.screen.picture().subsurface(self._place)
        pygame.image.save(shot, self.folder / f"{self.picture.name}.png")
        ruler = ruler_of(self._real_size, self.picture.look.scale)
        found = faults(self.picture.frame, ruler, self.window.boxes)
        self.wrong += [(self.picture, fault) for fault in found]

    def _go_on(self) -> None:
        self._since = time.monotonic()
        if self._number + 1 == len(self.pictures):
            self.code = 0
        else:
            self._number += 1


def unlike(screen: pygame.Surface, place: pygame.Rect, drawn: pygame.Surface) -> str:
    """Return how the screen differs from the drawing, or an empty string."""
    if not screen.get_rect().contains(place):
        return f"the window is at {tuple(place)}, and the screen ends at {screen.get_size()}"
    if place.size != drawn.get_size():
        return f"the window is {place.size}, and the picture {drawn.get_size()} pixels large"
    shown = screen.subsurface(place)
    if pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(drawn, "RGB"):
        return ""
    return "the screen does not show what was drawn"
