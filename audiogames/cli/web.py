"""`web`: the card room as a page in this machine's browser, until the player leaves."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from audiogames.app.app import App, Launch
from audiogames.app.storage import Storage
from audiogames.cli import arguments
from audiogames.cli.opening import locales, shuffler
from audiogames.cli.text import transcript_to
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg
from audiogames.present.outputs import Announcement
from audiogames.shell.files import user_paths
from audiogames.shell.report import Transcript
from audiogames.shell.storage import FileStorage
from audiogames.shell.web.access import launch_folders
from audiogames.shell.web.opening import CannotShow, PageProgram, Showing, show_page


def show_room(given: Namespace, lang: str) -> int:
    """Serve the page, print its address, and open the browser."""

    def tell(message: Msg) -> None:
        print(sentence(message, locales(), lang), flush=True)

    port = None if given.port is None else arguments.port(given.port)
    paths = user_paths()
    wish = Showing(
        paths.reports,
        port,
        browses=not given.no_browser,
        access=paths.page,
        launches=launch_folders(paths.state),
        playouts=arguments.playouts(given),
    )
    try:
        with transcript_to(given.transcript) as transcript:
            program = PageProgram(
                lambda: FileStorage(paths),
                lambda storage, browser: _make_app(given, storage, browser),
                _writer(transcript),
            )
            show_page(wish, program, tell)
    except CannotShow as error:
        raise Failure(error.message) from None
    return 0


def _writer(transcript: Transcript | None) -> Callable[[Announcement], None]:
    return (lambda _announcement: None) if transcript is None else transcript.write


def _make_app(given: Namespace, storage: Storage, browser: str) -> App:
    """Return the app of a session, first in the language of the browser."""
    chosen = storage.load_settings()[0].language
    wanted = given.lang or ("" if chosen else browser)
    return App(storage, locales(), shuffler(), launch=Launch(wanted))
