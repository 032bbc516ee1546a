"""The commands that open the window or terminal: with a menu, a match, a demo or a server."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from audiogames.app.app import App
from audiogames.app.following import sit_down
from audiogames.app.links import is_link, read_invitation, read_match_link
from audiogames.app.screens.menus import MainMenu
from audiogames.app.storage import Saved
from audiogames.cli import arguments
from audiogames.cli.opening import open_program, tell_as_text
from audiogames.cli.words import Failure, UsageError, reason
from audiogames.core.contract import State, Turn
from audiogames.core.cues import msg
from audiogames.core.log import Log, LogError, read_log_file, replay
from audiogames.core.options import OptionError
from audiogames.core.registry import games
from audiogames.shell.files import user_paths
from audiogames.shell.storage import FileStorage
from audiogames.table.decisions import validated_state
from audiogames.table.setup import Setup


def room(given: Namespace, lang: str) -> int:
    """Open the main menu."""
    return open_program(given, lang, None)


def play(given: Namespace, lang: str) -> int:
    """Open the program with a new match."""
    spec = arguments.a_game(given.game)
    options = arguments.options(given.option, given.preset, spec)
    seats = arguments.players(given.players, spec, options)
    setup = Setup(
        spec,
        options,
        (),
        arguments.limit(given.limit),
        arguments.level(given.bot, spec),
        arguments.seed(given.seed),
    )
    check_cards(setup, seats)
    return open_program(given, lang, lambda app: app.matches.play_now(setup, seats, app.now), spec)


def check_cards(setup: Setup, seats: int) -> None:
    """Raise `UsageError` if these options do not allow this number of players."""
    try:
        setup.spec.rules.start(setup.options, seats)
    except OptionError as error:
        raise UsageError(reason(error)) from None


def resume(given: Namespace, lang: str) -> int:
    """Open the program with the newest unfinished match, or the match in a file."""
    storage = FileStorage(user_paths())
    if given.file is None:
        name = _newest(storage)
    else:
        name = str(given.file)
        if replay(read_file(given.file)).to_act is Turn.OVER:
            raise Failure(msg("refused-match-over"))
    return open_program(given, lang, lambda app: app.matches.resume(name, app.now))


def join(given: Namespace, lang: str) -> int:
    """Open the program and enter a server, or the table that an invitation link names."""
    from audiogames.app.screens.online.entrance import Entrance
    from audiogames.net.address import AddressError, read_address
    from audiogames.net.names import read_name

    invitation = read_invitation(given.address) if is_link(given.address) else None
    if is_link(given.address) and invitation is None:
        raise UsageError(msg("link-foreign"))
    try:
        address = str(read_address(given.address)) if invitation is None else ""
    except AddressError:
        raise arguments.bad("ADDRESS", given.address, "HOST, HOST:PORT, wss://HOST") from None
    name = "" if given.name is None else read_name(given.name)
    if name is None:
        raise arguments.bad("--name", given.name, "a-z, 0-9, 1-20")
    code = "".join((given.code or "").split())

    def opening(app: App) -> None:
        if invitation is not None:
            sit_down(app, invitation, name or "")
            return
        app.stack(MainMenu(app))  # Escape leads back to it; it is not announced first
        entrance = Entrance(app, address, name or "", code)
        app.push(entrance)
        entrance.enter()

    return open_program(given, lang, opening)


def _newest(storage: FileStorage) -> str:
    """Return the newest match that can be resumed.  Raises `Failure`."""
    left = [(saved.name, state_of(saved)) for saved in storage.unfinished()]
    for name, state in left:
        if state is not None and state.to_act is not Turn.OVER:
            return name
    lost = sum(state is None for _, state in left)
    if lost:
        unreadable = storage.unreadable(lost, finished=False)
        raise Failure(msg("cli-none-readable", unreadable=unreadable))
    raise Failure(msg("cli-nothing-to-resume"))


def state_of(saved: Saved) -> State[Any, Any] | None:
    """Replay an unfinished match and return its state; None if it is unreadable."""
    try:
        return None if saved.log is None else validated_state(saved.log)
    except LogError:
        return None


def read_file(path: Path) -> Log:
    """Parse and replay the match in a file or a link; return its log.  Raises `Failure`."""
    try:
        if is_link(str(path)):
            return read_match_link(str(path))
        log, _ = read_log_file(path.read_bytes())
        validated_state(log)
    except OSError:
        raise Failure(msg("no-such-match", name=str(path))) from None
    except LogError as error:
        raise Failure(reason(error, name=str(path))) from None
    return log


def demo(given: Namespace, lang: str) -> int:
    """Show a demo match at the pace of speech; without speech, print it as fast as possible."""
    spec = arguments.a_game(given.game) if given.game else games()[0]
    if arguments.setting("speech", given.speech) == "none":
        return tell_as_text(spec, given, lang)
    return open_program(given, lang, lambda app: app.matches.demonstrate(spec, app.now), spec)
