"""`serve`: a server of tables for friends, until Ctrl+C."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from audiogames.cli import arguments
from audiogames.cli.words import Failure, UsageError, sentence
from audiogames.core.cues import Msg, msg
from audiogames.net.wire import PORT
from audiogames.shell.files import resources, user_paths
from audiogames.shell.server.opening import CannotServe, Serving, serve

FOLDER: Final = "server"


def serve_tables(given: Namespace, lang: str) -> int:
    """Open the server, say where it is, and keep it until it is told to end."""
    speech = arguments.setting("speech", given.speech)
    braille = arguments.setting("braille", given.braille)

    locales = resources() / "locales"

    def tell(messages: Sequence[Msg]) -> None:
        lines = [sentence(message, locales, lang) for message in messages]
        print(*lines, sep="\n", flush=True)
        if speech != "none" or braille != "off":
            from audiogames.shell.server.saying import say_aside

            say_aside(" ".join(lines), lang, speech, braille)

    def note(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    try:
        serve(_wish(given), tell, note)
    except CannotServe as error:
        raise Failure(error.message) from None
    return 0


def _wish(given: Namespace) -> Serving:
    if (given.cert is None) != (given.key is None):
        raise UsageError(msg("cli-serve-cert-and-key"))
    data: Path = given.data or user_paths().data / FOLDER
    return Serving(
        data,
        user_paths().reports,
        given.host,
        PORT if given.port is None else arguments.port(given.port),
        given.cert,
        given.key,
        public=given.public,
        proxy=given.plain_behind_proxy,
    )
