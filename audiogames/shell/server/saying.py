"""Speaks a line in a separate process, since the server process loads no sound."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from audiogames.app.settings import Settings
from audiogames.shell.files import resources

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

LONGEST: Final = 30.0
"""Seconds that the built-in voice may take for a line."""


def say_aside(line: str, lang: str, speech: str | None, braille: str | None) -> BaseProcess:
    """Start a process that speaks the line, without waiting for it.

    The process is killed when the calling process ends.
    """
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_say, args=(line, lang, speech, braille), daemon=True)
    process.start()
    return process


def _say(line: str, lang: str, speech: str | None, braille: str | None) -> None:
    """Speak the line and end; runs in the process that `say_aside` starts."""
    import signal

    from audiogames.shell.mixer import open_mixer
    from audiogames.shell.speech.chosen import Speech
    from audiogames.shell.speech.lasting import wait_until_spoken

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    mixer = open_mixer(resources() / "sounds")
    speaker = Speech(mixer, speech, braille).open(Settings())
    speaker.refresh(time.monotonic())
    speaker.say(line, interrupt=True, lang=lang)
    speaker.braille(line)
    wait_until_spoken(speaker, LONGEST)
    speaker.close()
    mixer.close()
