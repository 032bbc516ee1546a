"""The entry point: parse the command line, run the command, report errors in one sentence."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from audiogames.cli.help import HelpWanted
from audiogames.cli.words import (
    ENGLISH,
    Failure,
    UsageError,
    line,
    reason,
    sentence,
    system_language,
)
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.present.catalogue import languages
from audiogames.shell.files import resources, user_paths
from audiogames.shell.terminal.plain import write_what_can_be_written

FAILED: Final = 1
MISUSED: Final = 2

Command = Callable[[Namespace, str], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command, and return the exit code."""
    argv = sys.argv[1:] if argv is None else argv
    write_what_can_be_written((sys.stdout, sys.stderr))
    lang = system_language(resources() / "locales") or ENGLISH
    try:
        from audiogames.cli import arguments

        lang = _language(arguments.language(argv), lang)
        given = arguments.read(argv)
        return _command(given.command)(given, lang)
    except HelpWanted as asked:
        return _help(asked.lines, lang)
    except UsageError as error:
        return _end(error.message, lang, MISUSED)
    except Failure as error:
        return _end(error.message, lang, error.code)
    except LogError as error:
        return _end(reason(error, name=""), lang, FAILED)
    except BrokenPipeError:
        return _discard_output()
    except KeyboardInterrupt:
        return _end(msg("cli-interrupted"), lang, FAILED)
    except SystemExit:
        raise
    except Exception as error:  # one sentence and a report instead of a traceback
        return _end(_report_unexpected(error), lang, FAILED)


def _command(name: str | None) -> Command:
    """Return the function of a command, importing only the modules that the command needs."""
    if name in {None, "play", "resume", "join"}:
        from audiogames.cli import rooms

        commands = {
            None: rooms.room,
            "play": rooms.play,
            "resume": rooms.resume,
            "join": rooms.join,
        }
        return commands[name]
    if name == "demo":
        from audiogames.cli.rooms import demo

        return demo
    if name in {"replay", "text"}:
        return _printing(name)
    if name == "doctor":
        from audiogames.cli.doctor import doctor

        return doctor
    if name in {"serve", "web"}:
        return _serving(name)
    if name in {"backup", "restore"}:
        from audiogames.cli import backup

        return backup.back_up if name == "backup" else backup.restore
    if name == "admin":
        from audiogames.cli.admin import admin

        return admin
    if name == "certify":
        from audiogames.cli.certify import certify

        return certify
    if name in {"export", "import"}:
        from audiogames.cli import things

        return things.export if name == "export" else things.import_
    if name == "forget":
        from audiogames.cli.forget import forget

        return forget
    from audiogames.cli import lines

    return lines.engine if name == "engine" else lines.simulate_many


def _printing(name: str) -> Command:
    """Return the function of a command that only prints text."""
    if name == "text":
        from audiogames.cli.booklet import print_booklet

        return print_booklet
    from audiogames.cli.retell import replay_file

    return replay_file


def _serving(name: str) -> Command:
    """Return the function of a command that runs a server."""
    if name == "web":
        from audiogames.cli.web import show_room

        return show_room
    from audiogames.cli.serve import serve_tables

    return serve_tables


def _language(given: str | None, usual: str) -> str:
    """Return the language of `--lang`, else the language of the settings, else `usual`."""
    known = languages(resources() / "locales")
    if given is not None:
        if given not in known:
            allowed = ", ".join(known)
            raise UsageError(msg("cli-bad-value", name="--lang", value=given, allowed=allowed))
        return given
    from audiogames.shell.storage import FileStorage

    chosen = FileStorage(user_paths()).load_settings()[0].language
    return chosen if chosen in known else usual


def _end(message: Msg, lang: str, code: int) -> int:
    """Print an error message to standard error, and return the exit code."""
    with suppress(OSError, ValueError):
        print(sentence(message, resources() / "locales", lang), file=sys.stderr)
    return code


def _help(lines: Sequence[Msg], lang: str) -> int:
    """Print the lines of the help."""
    with suppress(OSError, ValueError):
        for message in lines:
            print(line(message, resources() / "locales", lang))
    return 0


def _discard_output() -> int:
    """Discard all further output, because the program that reads it has closed the pipe.

    Without that Python would raise an error at exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _report_unexpected(error: Exception) -> Msg:
    """Write a report of an unexpected exception, and return the message about it."""
    from audiogames.shell.report import fault, write_report

    return fault(write_report(user_paths().reports, error, ()))
