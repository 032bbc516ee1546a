"""Opens the program for a command: in a window, in a terminal, or as printed text."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom

from audiogames.app.app import App, Launch, Opening
from audiogames.app.newer import ReleaseFeed
from audiogames.app.storage import StorageError
from audiogames.cli import arguments
from audiogames.cli.text import Printer, VirtualShell, transcript_to
from audiogames.cli.words import Failure, reason, sentence, system_language
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.core.options import OptionError
from audiogames.core.registry import Spec, games
from audiogames.shell.files import resources, user_paths
from audiogames.shell.newest import release_feed
from audiogames.shell.start import NOWHERE, CannotStart, Mode, StartOptions, run
from audiogames.shell.storage import FileStorage


def open_program(
    given: Namespace, lang: str, opening: Opening | None, spec: Spec | None = None
) -> int:
    """Open a window or terminal; if there is neither, print a demo match as text."""
    mode: Mode = "window" if given.window else "terminal" if given.terminal else "auto"
    wishes = StartOptions(
        user_paths(),
        mode,
        arguments.setting("speech", given.speech),
        arguments.setting("braille", given.braille),
        given.transcript,
        arguments.playouts(given),
    )
    try:
        code = run(lambda: make_app(given, lang, opening, release_feed()), wishes)
    except CannotStart as error:
        raise Failure(error.message) from None
    if code != NOWHERE:
        return code
    return tell_as_text(spec or games()[0], given, lang, first=(msg("cli-nowhere"),))


def make_app(
    given: Namespace, lang: str, opening: Opening | None, feed: ReleaseFeed | None = None
) -> App:
    """Create the app with the storage of the player's folders.

    When run for the first time the app asks for the language, unless `--lang` names one or a
    command opens a match.
    """
    wanted = lang if given.lang is not None or opening is not None else ""
    system = system_language(locales())
    launch = Launch(wanted, opening and _with_errors_announced(opening), feed=feed, system=system)
    return App(FileStorage(user_paths()), locales(), shuffler(), launch=launch)


def _with_errors_announced(opening: Opening) -> Opening:
    """Wrap `opening` so that its errors are announced in the main menu."""

    def run_it(app: App) -> None:
        problem = _tried(opening, app)
        if problem is not None:
            app.open_main_menu()
            app.notify(problem)

    return run_it


def _tried(opening: Opening, app: App) -> Msg | None:
    """Call `opening`; return the message of its error, None without an error."""
    try:
        opening(app)
    except StorageError as error:
        return error.message
    except (OptionError, LogError) as error:
        return reason(error, name="")
    return None


def shuffler() -> Random:
    """Return the system's random generator, whose shuffles are unpredictable."""
    return SystemRandom()


def locales() -> Path:
    """Return the folder of the message catalogues."""
    return resources() / "locales"


def tell_as_text(spec: Spec, given: Namespace, lang: str, first: Sequence[Msg] = ()) -> int:
    """Print the messages `first`, then a match between bots, one announcement a line."""
    for message in first:
        print(sentence(message, locales(), lang), file=sys.stderr)
    app = make_app(given, lang, lambda app: app.matches.demonstrate(spec, app.now))
    with transcript_to(given.transcript) as transcript:
        VirtualShell(app, Printer(transcript), arguments.playouts(given).number).run()
    return 0
