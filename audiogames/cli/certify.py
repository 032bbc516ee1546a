"""`certify`: recompute the certificate of a solved game."""

from __future__ import annotations

from argparse import Namespace

from audiogames.cli import arguments
from audiogames.cli.opening import locales
from audiogames.cli.progress import progress
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg, msg
from audiogames.solver import CannotCertify, certifier, missing


def certify(given: Namespace, lang: str) -> int:
    """Recompute the certificate of a game and print the result.

    Raises `Failure` if that is impossible, or if the result differs.
    """
    spec = arguments.a_game(given.game)
    module = certifier(spec.id)
    if module is None:
        raise Failure(msg("certify-none", name=spec.id))
    if absent := missing(module):
        raise Failure(msg("certify-extra", names=", ".join(absent)))
    _say(msg("certify-begins"), lang)
    try:
        with progress(given, "certify-progress", 100, lang) as tell:
            every = module.recompute(tell)
    except CannotCertify as error:
        raise Failure(getattr(error.reason, "message", msg("strategy-damaged"))) from error
    for checked in every:
        level = msg(f"option-level-{checked.level}")
        found, stated = (f"{100 * part:.3f}" for part in (checked.found, checked.stated))
        if not checked.agrees:
            raise Failure(msg("certify-differs", level=level, found=found, stated=stated))
        _say(msg("certify-done", level=level, found=found), lang)
    return 0


def _say(message: Msg, lang: str) -> None:
    """Print a message."""
    print(sentence(message, locales(), lang), flush=True)
