"""Opening this machine's page: its server, the player's own files, and the browser."""

from __future__ import annotations

import asyncio
import errno
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from audiogames.core.cues import Msg, msg
from audiogames.net.address import PORT
from audiogames.present.outputs import Announcement
from audiogames.shell.connection import Connection
from audiogames.shell.files import resources
from audiogames.shell.mixer import SoundFiles
from audiogames.shell.playouts import Playouts
from audiogames.shell.report import write_report
from audiogames.shell.server.bots import Bots, usual_workers
from audiogames.shell.server.listening import CannotListen
from audiogames.shell.start import has_screen
from audiogames.shell.web.access import (
    LAUNCH_SECONDS,
    PageClaim,
    PageKeys,
    RunningPage,
    claim,
    remove_launches,
    write_launch,
)
from audiogames.shell.web.clock import USUAL_SILENCE, Silence
from audiogames.shell.web.console import ConsoleKeys, has_keys, reading
from audiogames.shell.web.page import PageFiles
from audiogames.shell.web.server import HERE, PageServer
from audiogames.shell.web.sessions import Sessions
from audiogames.shell.web.shared import SharedBySessions
from audiogames.shell.web.thinking import SharedBots

if TYPE_CHECKING:
    from audiogames.app.app import App
    from audiogames.app.storage import Storage

PAGE_PORT: Final = PORT + 1
"""The same port each time, if it is free: a browser's storage belongs to the address."""

ANY_PORT: Final = 0

BROWSER_SECONDS: Final = 5.0
"""How long a second start waits for the command that opens the browser."""


class CannotShow(Exception):
    """The page cannot be served as requested; `message` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True)
class Showing:
    """The options of the command line; without a `port` any will do.

    `access` is the file by which a second start finds the page, and `launches` are folders for the
    file that the browser opens.
    """

    reports: Path
    port: int | None = None
    browses: bool = True
    silence: Silence = USUAL_SILENCE
    access: Path | None = None
    launches: Sequence[Path] = ()
    playouts: Playouts = field(default_factory=Playouts)


@dataclass(frozen=True)
class PageProgram:
    """The makers of a session's storage and app, and the recorder of announcements."""

    open_storage: Callable[[], Storage]
    make_app: Callable[[Storage, str], App]
    record: Callable[[Announcement], None]


def show_page(
    wish: Showing,
    program: PageProgram,
    tell: Callable[[Msg], None],
) -> None:
    """Serve the page until its last session has ended, or open the one already served.

    `tell` takes messages for the terminal.  Raises `CannotShow`.
    """
    with claim(wish.access) as claimed:
        if isinstance(claimed, RunningPage):
            keys = PageKeys(claimed.secret)
            browser = Doorstep(wish, claimed.port, keys, tell, tell).open("cli-web-again")
            if browser is not None:
                browser.join(BROWSER_SECONDS)
        else:
            asyncio.run(_show(wish, claimed, program, tell))


async def _show(
    wish: Showing,
    claimed: PageClaim | None,
    program: PageProgram,
    tell: Callable[[Msg], None],
) -> None:
    locales, sounds = resources() / "locales", resources() / "sounds"
    loop, report = asyncio.get_running_loop(), partial(write_report, wish.reports)
    files = PageFiles(sounds)
    ports = (PAGE_PORT, ANY_PORT) if wish.port is None else (wish.port,)
    server = PageServer(files, locales, ports, lambda error: report(error, ()))
    bots = SharedBots(
        Bots(
            lambda: loop.call_soon_threadsafe(bots.hand_out),
            lambda error: report(error, ()),
            usual_workers(),
            wish.playouts,
        )
    )
    shared = SharedBySessions(
        bots,
        SoundFiles(sounds),
        report,
        program.record,
        lambda wake, _address: Connection(wake),
        program.open_storage,
        silence=wish.silence,
        is_of_one=True,
    )
    sessions = Sessions(shared, locales, program.make_app, server.end)

    with ExitStack() as stack:

        def opened() -> None:
            if claimed is not None:
                claimed.tell(server.port, sessions.keys.secret)
            step = Doorstep(wish, server.port, sessions.keys, tell, partial(_tell_soon, loop, tell))
            stack.enter_context(_opening(step, wish.launches, server.end, tell))

        try:
            await server.run(sessions, opened)
        except CannotListen as error:
            raise CannotShow(_cannot_listen(ports[0], error.errno)) from None
        finally:
            bots.close()


@contextmanager
def _opening(
    step: Doorstep,
    launches: Sequence[Path],
    end: Callable[[], None],
    tell: Callable[[Msg], None],
) -> Iterator[None]:
    """Open the page, and again whenever Enter is pressed, within this context."""
    explain = partial(tell, msg("cli-web-keys"))
    sweeping = asyncio.create_task(_remove_old(launches))
    try:
        with reading(ConsoleKeys(partial(step.open, "cli-web-again"), end, explain)):
            step.open("cli-web-opening")
            if has_keys():
                explain()
            yield
    finally:
        sweeping.cancel()
        remove_launches(launches)


def _tell_soon(loop: asyncio.AbstractEventLoop, tell: Callable[[Msg], None], message: Msg) -> None:
    """Show a message from another thread, which may outlive the loop."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(tell, message)


async def _remove_old(folders: Sequence[Path]) -> None:
    while True:
        await asyncio.sleep(LAUNCH_SECONDS / 4)
        remove_launches(folders, LAUNCH_SECONDS)


class Doorstep:
    """Opens the page in the browser, each time its owner asks."""

    def __init__(
        self,
        wish: Showing,
        port: int,
        keys: PageKeys,
        tell: Callable[[Msg], None],
        tell_from_thread: Callable[[Msg], None],
    ) -> None:
        self._wish = wish
        self._port = port
        self._keys = keys
        self._tell = tell
        self._tell_from_thread = tell_from_thread

    def open(self, words: str) -> threading.Thread | None:
        """Open the page; announce it by the message `words`, with the file that leads there.

        Returns the thread that starts the browser.  If none can be started, or no file can be
        written, the address is announced instead.
        """
        address = f"http://{HERE}:{self._port}/#{self._keys.new()}"
        if not (self._wish.browses and has_screen()):
            self._tell(msg("cli-web-open", address=address))
            return None
        path = write_launch(self._wish.launches, address)
        if path is None:
            self._tell(msg("cli-web-no-file", address=address))
            return None
        self._tell(msg(words, file=str(path)))
        return browse(path.as_uri(), lambda: self._tell_from_thread(msg("cli-web-no-browser")))


def browse(address: str, failed: Callable[[], None]) -> threading.Thread:
    """Open the browser in a thread: some commands end only when the browser is closed."""

    def open_it() -> None:
        if not webbrowser.open(address):
            failed()

    thread = threading.Thread(target=open_it, name="browser", daemon=True)
    thread.start()
    return thread


def _cannot_listen(port: int, reason: int | None) -> Msg:
    if reason == errno.EADDRINUSE:
        return msg("cli-serve-port-taken", port=port)
    if reason in {errno.EACCES, errno.EPERM}:
        return msg("cli-serve-port-forbidden", port=port)
    return msg("cli-serve-no-host", host=HERE)
