"""One line aloud and in braille, from a process of its own: the server itself loads no sound."""

from __future__ import annotations

import time
from typing import Final

from audiogames.app.settings import Settings
from audiogames.shell.files import resources

ONSET: Final = 2.0
LONGEST: Final = 30.0
"""Seconds that a voice of this process may take to begin, and to end."""

POLL: Final = 0.05


def say_aside(line: str, lang: str, speech: str | None, braille: str | None) -> None:
    """Say it in another process, and do not wait."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    context.Process(target=_say, args=(line, lang, speech, braille), daemon=True).start()


def _say(line: str, lang: str, speech: str | None, braille: str | None) -> None:
    """The whole life of that process."""
    import signal

    from audiogames.shell.mixer import open_mixer
    from audiogames.shell.speech.chosen import Speech

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    mixer = open_mixer(resources() / "sounds")
    speaker = Speech(mixer, speech, braille).open(Settings())
    speaker.refresh(time.monotonic())
    speaker.say(line, interrupt=True, lang=lang)
    speaker.braille(line)
    for wanted, seconds in ((True, ONSET), (False, LONGEST)):
        end = time.monotonic() + seconds
        while mixer.voice_busy() is not wanted and time.monotonic() < end:
            time.sleep(POLL)
    speaker.close()
    mixer.close()
