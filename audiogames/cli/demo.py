"""`demo`: bots play, you listen, or read."""

from __future__ import annotations

from argparse import Namespace

from audiogames.cli import arguments
from audiogames.cli.opening import open_program, tell_as_text
from audiogames.core.registry import games


def demo(given: Namespace, lang: str) -> int:
    """With a voice it goes at the ear's pace; without one it is text, as fast as it is made."""
    spec = arguments.a_game(given.game) if given.game else games()[0]
    if arguments.setting("speech", given.speech) == "none":
        return tell_as_text(spec, given, lang)
    return open_program(given, lang, lambda app: app.matches.demonstrate(spec, app.now), spec)
