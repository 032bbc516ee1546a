"""Defines and parses the command line; every error is one sentence.

The help of an argument is a message id, as is the description of a command.
"""

from __future__ import annotations

import argparse
import re
from ast import literal_eval
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from audiogames import __version__
from audiogames.app.settings import Settings
from audiogames.cli.help import Help
from audiogames.cli.words import UsageError
from audiogames.core.cues import msg
from audiogames.core.options import Choice, OptionError, change_options, range_of
from audiogames.core.registry import Spec, game, game_ids
from audiogames.search.arena import BUDGET, RANDOM, levels
from audiogames.search.levelling import offered_levels
from audiogames.shell.playouts import Playouts
from audiogames.table.clock import LIMIT

COMMANDS: Final = (
    "play",
    "resume",
    "demo",
    "replay",
    "text",
    "simulate",
    "engine",
    "doctor",
    "certify",
    "export",
    "import",
    "forget",
    "serve",
    "join",
    "web",
    "admin",
    "backup",
    "restore",
)


PORTS: Final = "1-65535"
BOT: Final = "--bot"
PRESET: Final = "--preset"


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises the program's own errors."""

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError` about the invalid argument, in place of argparse's English text."""
        unknown = re.search(r"invalid choice: (.+?) \(choose from", message)
        if unknown:
            value, allowed = literal_eval(unknown[1]), ", ".join(COMMANDS)
            raise UsageError(msg("cli-unknown-command", value=value, allowed=allowed))
        argument, _, rest = message.partition(":")
        if "are required" in argument:
            raise UsageError(msg("cli-missing", text=rest.strip()))
        named = argument.removeprefix("argument ")
        raise UsageError(msg("cli-wrong-usage", text=rest.strip() if named == argument else named))


def language(argv: Sequence[str]) -> str | None:
    """Find `--lang` before parsing, so that errors are in that language; return its value."""
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("--lang")
    found: str | None = parser.parse_known_args(argv)[0].lang
    return found


def read(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; return the command and its arguments.

    Raises `UsageError`, and `HelpWanted` for `--help`.
    """
    given, unknown = _parser().parse_known_args(argv)
    if unknown:
        raise UsageError(msg("cli-unknown-argument", text=unknown[0]))
    if given.window and given.terminal:
        raise UsageError(msg("cli-window-or-terminal"))
    setting("speech", given.speech)
    setting("braille", given.braille)
    playouts(given)
    return given


def _parser() -> Parser:
    """Return the parser of the command line, with all commands."""
    parser = Parser(
        prog="audiogames", description="help-program", add_help=False, allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="command", parser_class=Parser, help="help-commands")

    def command(name: str, what: str) -> Parser:
        """Add a command with its description and the options of all commands; return its parser."""
        made = commands.add_parser(
            name, description=what, epilog="help-everywhere", add_help=False, allow_abbrev=False
        )
        _shared(made, again=True)
        return made

    _play(command("play", "help-play"))
    _file(command("resume", "help-resume"), nargs="?")
    _game(command("demo", "help-demo"), nargs="?")
    _replay(command("replay", "help-replay"))
    text = command("text", "help-text")
    _game(text)
    text.add_argument("--html", action="store_true", help="help-html")
    _simulate(command("simulate", "help-simulate"))
    _game(command("engine", "help-engine"))
    command("doctor", "help-doctor")
    _serve(command("serve", "help-serve"))
    _join(command("join", "help-join"))
    _web(command("web", "help-web"))
    _admin(command("admin", "help-admin"))
    for name in ("backup", "restore"):
        copies = command(name, f"help-{name}")
        copies.add_argument("file", type=Path, help="help-copy-file")
        copies.add_argument("--data", type=Path, help="help-data")
        copies.add_argument("--store", help="help-store")
    certify = command("certify", "help-certify")
    _game(certify)
    _progress(certify)
    _file(command("export", "help-export"), nargs="?")
    _file(command("import", "help-import"))
    forget = command("forget", "help-forget")
    forget.add_argument("--yes", action="store_true", help="help-yes")
    _shared(parser)
    parser.add_argument(
        "--version", action="version", version=f"audiogames {__version__}", help="help-version"
    )
    return parser


def _shared(parser: Parser, *, again: bool = False) -> None:
    """Add the options of all commands, which may be given before or after the command's name.

    With `again` they are added for the place after the name: without defaults, so that the second
    parsing does not overwrite the first, and without help, so that it is not repeated for each
    command.
    """

    def add(name: str, help_: str, **more: Any) -> None:
        rest = {"default": argparse.SUPPRESS, "help": argparse.SUPPRESS} if again else {}
        parser.add_argument(name, **{"help": help_, **more, **rest})

    add("--lang", "help-lang")
    add("--terminal", "help-terminal", action="store_true")
    add("--window", "help-window", action="store_true")
    add("--speech", "help-speech")
    add("--braille", "help-braille")
    add("--transcript", "help-transcript", type=Path)
    add("--playouts", "help-playouts")
    what = argparse.SUPPRESS if again else "help-help"
    parser.add_argument("-h", "--help", action=Help, nargs=0, help=what)


def _game(parser: Parser, **more: Any) -> None:
    """Add the argument that names a game."""
    parser.add_argument("game", help="help-game", **more)


def _file(parser: Parser, **more: Any) -> None:
    """Add the argument that names a file."""
    parser.add_argument("file", type=Path, help="help-file", **more)


def _table(parser: Parser) -> None:
    """Add the arguments for the game, its players and its options."""
    _game(parser)
    parser.add_argument("--players", help="help-players")
    parser.add_argument(PRESET, help="help-preset")
    parser.add_argument("--option", action="append", default=[], help="help-option")
    parser.add_argument("--seed", help="help-seed")


def _play(parser: Parser) -> None:
    """Add the arguments of `play`."""
    _table(parser)
    parser.add_argument(BOT, help="help-bot")
    parser.add_argument("--limit", help="help-limit")


def _join(parser: Parser) -> None:
    """Add the arguments of `join`."""
    parser.add_argument("address", metavar="ADDRESS", help="help-address")
    parser.add_argument("--name", help="help-name")
    parser.add_argument("--code", help="help-code")


def _serve(parser: Parser) -> None:
    """Add the arguments of `serve`."""
    parser.add_argument("--public", action="store_true", help="help-public")
    parser.add_argument("--web", action="store_true", help="help-page")
    parser.add_argument("--site", type=Path, help="help-site")
    parser.add_argument("--host", help="help-host")
    parser.add_argument("--port", help="help-port")
    parser.add_argument("--data", type=Path, help="help-data")
    parser.add_argument("--cert", type=Path, help="help-cert")
    parser.add_argument("--key", type=Path, help="help-key")
    parser.add_argument("--plain-behind-proxy", action="store_true", help="help-proxy")
    parser.add_argument("--origin", action="append", default=[], help="help-origin")
    parser.add_argument("--store", help="help-store")
    parser.add_argument("--advertise", help="help-advertise")
    parser.add_argument("--check-store", action="store_true", help="help-check-store")
    parser.add_argument("--metrics", help="help-metrics")
    parser.add_argument("--log", default="text", help="help-log")


def _admin(parser: Parser) -> None:
    """Add the arguments of `admin`."""
    parser.add_argument("action", metavar="ACTION", help="help-admin-action")
    parser.add_argument("words", metavar="WORD", nargs="*", help="help-admin-words")
    parser.add_argument("--data", type=Path, help="help-data")
    parser.add_argument("--store", help="help-store")
    parser.add_argument("--reason", help="help-admin-reason")
    parser.add_argument("--for", dest="span", help="help-admin-for")
    parser.add_argument("--address", help="help-admin-address")
    parser.add_argument("--with-address", action="store_true", help="help-admin-with-address")
    parser.add_argument("--lets-end", action="store_true", help="help-admin-lets-end")
    parser.add_argument("--last", type=int, help="help-admin-last")
    parser.add_argument("--json", action="store_true", help="help-json")


def _web(parser: Parser) -> None:
    """Add the arguments of `web`."""
    parser.add_argument("--port", help="help-port")
    parser.add_argument("--no-browser", action="store_true", help="help-no-browser")
    parser.add_argument("--site", type=Path, help="help-site")


def _replay(parser: Parser) -> None:
    """Add the arguments of `replay`."""
    _file(parser)
    parser.add_argument("--seat", help="help-seat")


def _simulate(parser: Parser) -> None:
    """Add the arguments of `simulate`."""
    _table(parser)
    parser.add_argument("--games", default="100", help="help-games")
    parser.add_argument("--bots", help="help-bots")
    parser.add_argument("--duplicate", action="store_true", help="help-duplicate")
    parser.add_argument("--json", action="store_true", help="help-json")
    _progress(parser)


def _progress(parser: Parser) -> None:
    """Add the option `--progress`."""
    parser.add_argument("--progress", default="lines", help="help-progress")


# Reading values: an error names the argument, and the allowed values


def a_game(id_: str) -> Spec:
    """Return the game with this id.  Raises `UsageError`."""
    try:
        return game(id_)
    except KeyError:
        allowed = ", ".join(game_ids())
        raise UsageError(msg("cli-unknown-game", value=id_, allowed=allowed)) from None


def players(text: str | None, spec: Spec, options: Any) -> int:
    """Return the number of players.

    If `text` is None, it is the game's usual number, or the smallest one if these options do not
    allow the usual one.
    """
    if text is None:
        usual = (spec.usual_seats, *spec.seats)
        return next((seats for seats in usual if _may_play(spec, options, seats)), usual[0])
    allowed = f"{min(spec.seats)}-{max(spec.seats)}"
    count = whole("--players", text, allowed=allowed)
    if count not in spec.seats:
        raise bad("--players", text, allowed)
    return count


def _may_play(spec: Spec, options: Any, seats: int) -> bool:
    """Return whether the options allow this number of players."""
    try:
        spec.rules.start(options, seats)
    except OptionError:
        return False
    return True


def options(given: Sequence[str], preset: str | None, spec: Spec) -> Any:
    """Return the game's options: the preset's values, changed by the given K=V."""
    known = spec.named_options
    if preset is not None and preset not in known:
        raise bad(PRESET, preset, ", ".join(known))
    pairs = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise bad("--option", one, "K=V")
        pairs[name] = value
    try:
        return change_options(known[preset or "usual"], pairs)
    except OptionError as error:
        raise UsageError(msg(error.id, **error.args_)) from None


def level(text: str | None, spec: Spec, name: str = BOT) -> str:
    """Return a bot's level, or the game's default if `text` is None; `name` is the argument's name.

    The adaptive level is valid only for `--bot`, since it needs a player.
    """
    if text is None:
        return spec.bots.default
    known = (*(offered_levels(spec) if name == BOT else levels(spec)), RANDOM)
    if text not in known:
        raise bad(name, text, ", ".join(known))
    return text


def limit(text: str | None) -> int | None:
    """Return the time limit of a turn in seconds; None for no limit."""
    if text is None or text == "none":
        return None
    seconds = LIMIT.read(text)
    if seconds is None:
        raise bad("--limit", text, f"none, {LIMIT.allowed}")
    return seconds


def port(text: str, name: str = "--port") -> int:
    """Parse the port to listen on; 0 is any free port."""
    found = whole(name, text, allowed=PORTS)
    if not 0 <= found < 65536:
        raise bad(name, text, PORTS)
    return found


def seed(text: str | None) -> int | None:
    """Return the seed of the shuffles; None if none is given."""
    return None if text is None else whole("--seed", text)


def playouts(given: argparse.Namespace) -> Playouts:
    """Return the number of rollouts that bots may make, given by `--playouts`.

    Without this option it is the default if there is a seed; otherwise it is measured.
    """
    if given.playouts is not None:
        return Playouts(whole("--playouts", given.playouts, 1))
    return Playouts(BUDGET if getattr(given, "seed", None) is not None else 0)


def whole(name: str, text: str, low: int | None = None, allowed: str | None = None) -> int:
    """Parse a whole number of at least `low`; an error shows the range `allowed`."""
    if allowed is None and low is not None:
        allowed = f"{low}+"
    try:
        number = int(text)
    except ValueError:
        if allowed is None:
            raise UsageError(msg("cli-not-whole", name=name, value=text)) from None
        raise bad(name, text, allowed) from None
    if low is not None and number < low:
        raise bad(name, text, f"{low}+")
    return number


def setting(name: str, text: str | None) -> str | None:
    """Check the value of a setting that was given on the command line, and return it.

    None means that no value was given.
    """
    if text is None:
        return None
    allowed = range_of(next(f for f in Settings.__dataclass_fields__.values() if f.name == name))
    assert isinstance(allowed, Choice)
    if text not in allowed.values:
        raise bad(f"--{name}", text, ", ".join(allowed.values))
    return text


def bad(name: str, value: str, allowed: str) -> UsageError:
    """Return the error for an argument with an invalid value."""
    return UsageError(msg("cli-bad-value", name=name, value=value, allowed=allowed))
