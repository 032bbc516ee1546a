"""The chain as the program uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable

from audiogames.shell.speakers.ao2 import Ao2Speaker
from audiogames.shell.speakers.aside import FIRST_SECONDS, Aside, Patience
from audiogames.shell.speakers.base import Speaker
from audiogames.shell.speakers.brlapi import BrailleLine
from audiogames.shell.speakers.builtin import BuiltinSpeaker, VoiceOutput
from audiogames.shell.speakers.chain import Chain, Source
from audiogames.shell.speakers.espeak import Prosody
from audiogames.shell.speakers.prism import PrismSpeaker


def open_chain(
    preference: str,
    mixer: VoiceOutput,
    *,
    prosody: Callable[[], Prosody] = Prosody,
    braille: bool = True,
    patience: Patience | None = None,
) -> Chain:
    """The standard order: accessible-output2, Prism, the built-in voice, text.

    Connects to nothing before the first `refresh`.  `braille` False leaves braille off, `prosody`
    tells how the built-in voice is to sound just now.  `patience` is how long the daemons of Linux
    are waited for; without it as long as a program that starts has time.
    """
    linux = sys.platform.startswith("linux")
    patience = patience or Patience(first=FIRST_SECONDS)

    def library(make: Callable[[], Speaker]) -> Callable[[], Speaker]:
        # Elsewhere there is no daemon that may hang, and COM binds outputs to the main thread.
        return (lambda: Aside(make(), patience)) if linux else make

    sources = [
        # On Linux accessible-output2 has no braille; there BrlAPI does it.
        Source("ao2", library(Ao2Speaker), brailles=braille and not linux),
        Source("prism", library(PrismSpeaker), brailles=braille and not linux),
        Source("builtin", lambda: BuiltinSpeaker(mixer, prosody)),
    ]
    line = BrailleLine(patience=patience) if braille and linux else None
    return Chain(preference, sources, line=line)
