"""The commands that open the program: the room, a match at once, a match to go on with."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from random import Random, SystemRandom

from audiogames.app.app import App, Launch, Opening
from audiogames.app.matches import Setup
from audiogames.cli import arguments
from audiogames.cli.words import Failure, UsageError, reason
from audiogames.core.cues import Msg, msg
from audiogames.core.game import Turn
from audiogames.core.log import Log, LogError, read_log, replay
from audiogames.core.options import OptionError
from audiogames.core.registry import game, game_ids
from audiogames.shell.paths import resources, user_paths
from audiogames.shell.start import NOWHERE, CannotStart, Mode, Wishes, run
from audiogames.shell.storage import FileStorage


def room(given: Namespace, lang: str) -> int:
    """The main menu."""
    return open_program(given, lang, None)


def play(given: Namespace, lang: str) -> int:
    """A match at once."""
    spec = arguments.a_game(given.game)
    seats = arguments.players(given.players, spec)
    setup = Setup(
        spec,
        arguments.options(given.option, spec),
        (),
        arguments.limit(given.limit),
        arguments.level(given.bot, spec),
        arguments.seed(given.seed),
    )
    check_cards(setup, seats)
    return open_program(given, lang, lambda app: app.matches.play_now(setup, seats, app.now))


def check_cards(setup: Setup, seats: int) -> None:
    """Whether the pack is large enough for so many seats."""
    try:
        setup.spec.rules.start(setup.options, seats)
    except OptionError as error:
        raise UsageError(reason(error)) from None


def resume(given: Namespace, lang: str) -> int:
    """The newest match that was left, or the one in a file."""
    storage = FileStorage(user_paths())
    if given.file is None:
        kept = [saved for saved in storage.unfinished() if saved.log is not None]
        if not kept:
            raise Failure(msg("cli-nothing-to-resume"))
        name = kept[0].name
    else:
        name = str(given.file)
        if replay(read_file(given.file)).to_act is Turn.OVER:
            raise Failure(msg("refused-match-over"))
    return open_program(given, lang, lambda app: app.matches.resume(name, app.now))


def read_file(path: Path) -> Log:
    """The log in a file, replayed once to be sure of it."""
    try:
        log = read_log(path.read_bytes().decode("utf-8"))
        replay(log)
    except OSError:
        raise Failure(msg("no-such-match", name=str(path))) from None
    except UnicodeDecodeError:
        raise Failure(msg("log-foreign", name=str(path))) from None
    except LogError as error:
        raise Failure(reason(error, name=str(path))) from None
    return log


def open_program(given: Namespace, lang: str, opening: Opening | None) -> int:
    """Window or terminal; with neither, say so and play a demonstration as text."""
    mode: Mode = "window" if given.window else "terminal" if given.terminal else "auto"
    wishes = Wishes(
        user_paths(),
        mode,
        arguments.setting("speech", given.speech),
        arguments.setting("braille", given.braille),
        given.transcript,
    )
    try:
        code = run(lambda: make_app(given, lang, opening), wishes)
    except CannotStart as error:
        raise Failure(error.message) from None
    if code != NOWHERE:
        return code
    from audiogames.cli.demo import tell_as_text

    return tell_as_text(game(game_ids()[0]), given, lang, first=(msg("cli-nowhere"),))


def make_app(given: Namespace, lang: str, opening: Opening | None) -> App:
    """The app on the player's files; the first run asks for the language unless one was given."""
    wanted = lang if given.lang is not None or opening is not None else ""
    launch = Launch(wanted, opening and _guarded(opening))
    return App(FileStorage(user_paths()), locales(), shuffler(), launch=launch)


def _guarded(opening: Opening) -> Opening:
    """What cannot be opened is told in the main menu instead."""

    def run_it(app: App) -> None:
        problem = _tried(opening, app)
        if problem is not None:
            app.open_main_menu()
            app.notify(problem)

    return run_it


def _tried(opening: Opening, app: App) -> Msg | None:
    from audiogames.app.storage import StorageError

    try:
        opening(app)
    except StorageError as error:
        return error.message
    except OptionError as error:
        return msg(error.id, **error.args_)
    except LogError as error:
        return msg(error.id, **{"name": "", **error.args_})
    return None


def shuffler() -> Random:
    """Nobody can know these shuffles beforehand."""
    return SystemRandom()


def locales() -> Path:
    """The folder of the catalogues."""
    return resources() / "locales"
