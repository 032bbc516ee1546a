"""Starts the program: in a window if there is a screen, otherwise in the terminal.

The first sentence should be spoken as soon as possible: the search for speakers runs while the
window opens, and modules that the start does not need are imported later.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol

from audiogames.core.cues import Msg, msg
from audiogames.present.outputs import Announcement
from audiogames.shell.awake import AwakeClock
from audiogames.shell.files import Paths, resources
from audiogames.shell.host import Host
from audiogames.shell.playouts import Playouts
from audiogames.shell.report import fault, write_report
from audiogames.shell.services import Services

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.shell.speech.chain import Chain

Mode = Literal["auto", "window", "terminal"]

NOWHERE: Final = -1
"""Returned instead of an exit code: there is neither a screen nor a terminal."""


class CannotStart(Exception):
    """The program cannot run as requested; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


class Shell(Protocol):
    """The methods of a shell, which is a window or a terminal."""

    def show(self, announcement: Announcement) -> None: ...
    def copy(self, text: str) -> bool: ...
    def clear(self) -> None: ...
    @property
    def read_clipboard(self) -> Callable[[], str] | None: ...
    def wake(self) -> None: ...
    def run(self, host: Host) -> int: ...
    def close(self) -> None: ...
    @property
    def suspend(self) -> Callable[[Callable[[], None]], bool] | None: ...
    @property
    def fill_screen(self) -> Callable[[], bool] | None: ...
    @property
    def open_page(self) -> Callable[[str], bool] | None: ...


@dataclass(frozen=True)
class StartOptions:
    """Options of the command line; None means that the player's setting is used.

    `transcript` is the file to which announcements are appended.
    """

    paths: Paths
    mode: Mode = "auto"
    speech: str | None = None
    braille: str | None = None
    transcript: Path | None = None
    playouts: Playouts = field(default_factory=Playouts)


def run(make_app: Callable[[], App], wishes: StartOptions) -> int:
    """Run the program until it ends; return the exit code.

    Return `NOWHERE` if there is neither a window nor a terminal.  Raises `CannotStart`.
    """
    if wishes.mode == "auto" and not has_screen() and not has_terminal():
        return NOWHERE
    load_pygame()
    with ExitStack() as open_things:
        record = _open_transcript(wishes.transcript, open_things)
        try:
            return _run(make_app(), wishes, record)
        except (CannotStart, KeyboardInterrupt):
            raise
        except Exception as failure:  # before the host exists, which would report it in a sentence
            report = write_report(wishes.paths.reports, failure, ())
            raise CannotStart(fault(report)) from None


def _run(app: App, wishes: StartOptions, record: Callable[[Announcement], None]) -> int:
    """Open all services and the window or terminal, and run the program in it."""
    from audiogames.shell.connection import Connection
    from audiogames.shell.mixer import DeviceMixer, open_mixer
    from audiogames.shell.newest import NewestFile
    from audiogames.shell.speech.chosen import Speech
    from audiogames.shell.thinker import Thinker

    mixer = open_mixer(resources() / "sounds")
    report = partial(write_report, wishes.paths.reports)
    speech = Speech(mixer, wishes.speech, wishes.braille, lambda failure: report(failure, ()))
    speaker = speech.open(app.settings)
    with _finding_speaker(speaker):
        shell = _open_shell(wishes.mode)
    services = Services(
        speaker,
        mixer,
        Thinker(shell.wake, playouts=wishes.playouts),
        speech.revoice,
        record,
        report,
        Connection(shell.wake),
        shell.suspend,
        shell.fill_screen,
        shell.clear,
        shell.read_clipboard,
        newest=NewestFile(shell.wake),
        open_page=shell.open_page,
    )
    if isinstance(mixer, DeviceMixer):
        services.device_changed = mixer.device_changed
    host = Host(app, services, shell.show, shell.copy, AwakeClock())
    keep_what_is_loaded()
    try:
        return shell.run(host)
    finally:
        host.close()
        shell.close()


def keep_what_is_loaded() -> None:
    """Exclude the objects that exist now from garbage collection.

    Of the 60,000 objects of a program in a match, 55,000 are modules and their contents.  A full
    collection took 45 milliseconds every few hundred keys, during which no key was answered.
    """
    gc.freeze()


@contextmanager
def _finding_speaker(speaker: Chain) -> Iterator[None]:
    """Search for a speaker while the body of this context runs, on Linux in a thread.

    On other systems outputs are bound to the thread that creates them, so the search runs first.
    """
    search = partial(speaker.refresh, time.monotonic())
    if not sys.platform.startswith("linux"):
        search()
        yield
        return
    thread = threading.Thread(target=search, name="looking for speech", daemon=True)
    thread.start()
    yield
    thread.join()


def _open_transcript(path: Path | None, open_things: ExitStack) -> Callable[[Announcement], None]:
    """Open the transcript; return the function that writes an announcement.

    Raises `CannotStart`.
    """
    if path is None:
        return _unrecorded
    from audiogames.shell.report import Transcript

    try:
        transcript = Transcript(path)
    except OSError:
        raise CannotStart(msg("cannot-write-transcript", file=str(path))) from None
    open_things.callback(transcript.close)
    return transcript.write


def _unrecorded(_announcement: Announcement) -> None:
    """Do nothing: no transcript is written."""


# --- Window or terminal ---------------------------------------------------------------------------


def has_screen() -> bool:
    """Return whether a window can be shown; False on a text console, where SDL could also draw."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver:
        return driver not in {"dummy", "offscreen"}
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def has_terminal() -> bool:
    """Return whether a terminal is attached."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams) and _has_console()


def _has_console() -> bool:
    """Return whether keys can be read; on Windows `isatty` is also true for the null device."""
    if sys.platform != "win32":
        return True
    try:
        os.close(os.open("CONIN$", os.O_RDWR))
    except OSError:
        return False
    return True


def _open_shell(mode: Mode) -> Shell:
    """Open the window if it is wanted and possible, otherwise the terminal."""
    if mode == "window" or (mode == "auto" and has_screen()):
        try:
            return _open_window()
        except (ImportError, OSError, RuntimeError):  # no pygame, or a display that refuses
            if mode == "window" or not has_terminal():
                raise CannotStart(msg("no-window")) from None
    if sys.stdin is None or sys.stdout is None or not _has_console():
        raise CannotStart(msg("no-terminal"))
    return _open_terminal()


def _open_window() -> Shell:
    """Open a window.  Raises various exceptions if that is impossible."""
    from audiogames.shell.window.window import GameWindow

    if sys.platform.startswith("linux"):
        # Without this folder SDL's Wayland detection prints an error.
        drivers = "x11,wayland" if os.environ.get("XDG_RUNTIME_DIR") else "x11"
        os.environ.setdefault("SDL_VIDEODRIVER", drivers)
    return GameWindow()


def _open_terminal() -> Shell:
    """Return the terminal of this system."""
    if sys.platform == "win32":
        from audiogames.shell.terminal.windows import WindowsTerminal

        return WindowsTerminal()
    from audiogames.shell.terminal.terminal import Terminal

    return Terminal()


# --- A quick start --------------------------------------------------------------------------------

SLOW_AND_UNUSED: Final = ("numpy", "pkg_resources")
"""pygame imports these if they are installed, which takes four times as long as pygame itself."""


def load_pygame() -> None:
    """Import pygame without its slow optional dependencies; without pygame there is no sound."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    hidden = [name for name in SLOW_AND_UNUSED if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        import pygame  # noqa: F401
    except ImportError:
        pass
    finally:
        for name in hidden:
            del sys.modules[name]
