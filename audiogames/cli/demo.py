"""`demo`: bots play, you listen, or read."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from audiogames.cli import arguments
from audiogames.cli.rooms import locales, make_app, open_program
from audiogames.cli.text import Printer, VirtualShell, transcript_to
from audiogames.cli.words import sentence
from audiogames.core.cues import Msg
from audiogames.core.registry import Spec, game, game_ids


def demo(given: Namespace, lang: str) -> int:
    """With a voice it goes at the ear's pace; without one it is text, as fast as it is made."""
    spec = arguments.a_game(given.game) if given.game else game(game_ids()[0])
    if arguments.setting("speech", given.speech) == "none":
        return tell_as_text(spec, given, lang)
    return open_program(given, lang, lambda app: app.matches.demonstrate(spec, app.now))


def tell_as_text(spec: Spec, given: Namespace, lang: str, first: Sequence[Msg] = ()) -> int:
    """A match between bots, line by line."""
    for message in first:
        print(sentence(message, locales(), lang), file=sys.stderr)
    app = make_app(given, lang, lambda app: app.matches.demonstrate(spec, app.now))
    with transcript_to(given.transcript) as transcript:
        VirtualShell(app, Printer(transcript)).run()
    return 0
