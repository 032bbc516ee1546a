"""The chain as the program uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable

from audiogames.shell.speakers.ao2 import Ao2Speaker
from audiogames.shell.speakers.brlapi import BrailleLine
from audiogames.shell.speakers.builtin import BuiltinSpeaker, VoiceOutput
from audiogames.shell.speakers.chain import Chain, OnChange, Source
from audiogames.shell.speakers.espeak import Prosody
from audiogames.shell.speakers.prism import PrismSpeaker


def open_chain(
    preference: str,
    mixer: VoiceOutput,
    *,
    prosody: Callable[[], Prosody] = Prosody,
    braille: bool = True,
    on_change: OnChange | None = None,
) -> Chain:
    """The standard order: accessible-output2, Prism, the built-in voice, text.

    Connects to nothing before the first `refresh`.  `braille` False leaves braille off, `prosody`
    tells how the built-in voice is to sound just now.
    """
    linux = sys.platform.startswith("linux")
    sources = [
        # On Linux accessible-output2 has no braille; there BrlAPI does it.
        Source("ao2", Ao2Speaker, brailles=braille and not linux),
        Source("prism", PrismSpeaker, brailles=braille and not linux),
        Source("builtin", lambda: BuiltinSpeaker(mixer, prosody)),
    ]
    line = BrailleLine() if braille and linux else None
    return Chain(preference, sources, line=line, on_change=on_change)
