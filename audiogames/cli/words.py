"""The messages of the command line, in the chosen language."""

from __future__ import annotations

import ctypes
import locale
import os
import sys
from pathlib import Path

from audiogames.core.contract import Refused
from audiogames.core.cues import Msg
from audiogames.core.log import LogError
from audiogames.core.options import OptionError
from audiogames.present.catalogue import known_language, load
from audiogames.present.localizer import Localizer

ENGLISH = "en"


class UsageError(Exception):
    """An invalid command line; the exit code is 2."""

    def __init__(self, message: Msg) -> None:
        super().__init__(message.id)
        self.message = message


class Failure(Exception):
    """A command has failed; the exit code is 1 unless another one is given."""

    def __init__(self, message: Msg, code: int = 1) -> None:
        super().__init__(message.id)
        self.message = message
        self.code = code


def system_language(locales: Path) -> str:
    """Return the system's language if its translation is complete, otherwise an empty text."""
    wanted = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    return known_language(locales, wanted or _code_of_system())


def _code_of_system() -> str:
    """Return the system's language code, such as "it_IT"; Windows reports a number instead."""
    if sys.platform == "win32":
        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(number, "")
    return locale.getlocale()[0] or ""


def sentence(message: Msg, locales: Path, lang: str, game: str = "") -> str:
    """Return the message as a sentence in this language."""
    catalogue = load(locales, lang)
    return Localizer(catalogue.first(game) if game else catalogue).speech(message)


def line(message: Msg, locales: Path, lang: str) -> str:
    """Return a message as a line of help.

    Unlike a sentence it may begin with a small letter, as commands do.
    """
    return Localizer(load(locales, lang)).shown(message, "", ())


def reason(error: OptionError | LogError | Refused, **more: str) -> Msg:
    """Return the message for an error about options, a log or a refused move."""
    if isinstance(error, Refused):
        return error.message
    return Msg(error.id, {**more, **error.args_})
