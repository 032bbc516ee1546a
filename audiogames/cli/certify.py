"""`certify`: computes the certificate of a solved game again."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from audiogames.cli import arguments
from audiogames.cli.opening import locales
from audiogames.cli.words import Failure, sentence
from audiogames.core.cues import Msg, msg
from audiogames.solver import Refused, certifier, missing

STEP: Final = 20
"""Per cent after which it is told that there was progress."""


def certify(given: Namespace, lang: str) -> int:
    """Compute it, and say what it is.  Raises `Failure` where it cannot or does not agree."""
    spec = arguments.a_game(given.game)
    module = certifier(spec.id)
    if module is None:
        raise Failure(msg("certify-none", name=spec.id))
    if absent := missing(module):
        raise Failure(msg("certify-extra", names=", ".join(absent)))
    progress = _Progress(lang)
    progress.tell(msg("certify-begins"))
    try:
        checked = module.recompute(progress)
    except Refused as error:
        raise Failure(getattr(error.reason, "message", msg("strategy-damaged"))) from error
    found, stated = (f"{100 * part:.3f}" for part in (checked.found, checked.stated))
    if not checked.agrees:
        raise Failure(msg("certify-differs", found=found, stated=stated))
    progress.tell(msg("certify-done", found=found))
    return 0


class _Progress:
    """Says now and then how far it is."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.told = 0

    def tell(self, message: Msg) -> None:
        print(sentence(message, locales(), self.lang), flush=True)

    def __call__(self, done: int) -> None:
        if done >= self.told + STEP and done < 100:
            self.told = done - done % STEP
            self.tell(msg("certify-progress", done=self.told))
