"""`doctor`: report the state of speech and sound and any missing parts; speak one line.

The exit code is 3 if no voice was found, otherwise 0.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

from audiogames import __version__
from audiogames.app.settings import Settings
from audiogames.app.storage import StorageError
from audiogames.app.wording import MUTE, UNHEARD, VOICE_WORDS
from audiogames.cli import arguments
from audiogames.cli.opening import locales
from audiogames.cli.rooms import state_of
from audiogames.cli.words import sentence
from audiogames.core.cues import Msg, msg
from audiogames.core.log import LogError
from audiogames.core.native import is_compiled
from audiogames.core.registry import broken_games
from audiogames.present.catalogue import COMPLETE, about_language, languages, share
from audiogames.shell.files import resources, user_paths
from audiogames.shell.mixer import open_mixer
from audiogames.shell.playouts import measured, most_playouts
from audiogames.shell.speech.chosen import Speech
from audiogames.shell.speech.lasting import wait_until_spoken
from audiogames.shell.speech.missing import missing_parts
from audiogames.shell.start import has_screen, has_terminal, load_pygame
from audiogames.shell.storage import FileStorage
from audiogames.table.decisions import validated_state

SPEECHLESS: Final = 3

VOICE_WAIT: Final = 10.0
"""Seconds that a voice of this process may take to speak its line."""


def doctor(given: Namespace, lang: str) -> int:
    """Print the state of the installation, in lines that a screen reader can read."""
    load_pygame()
    mixer = open_mixer(resources() / "sounds")
    speech = Speech(
        mixer,
        arguments.setting("speech", given.speech),
        arguments.setting("braille", given.braille),
    )
    speaker = speech.open(Settings())
    speaker.refresh(time.monotonic())
    found = _findings(
        speaker.name,
        arguments.playouts(given).fixed,
        sounds=mixer.available,
        has_braille=speaker.has_braille,
    )
    for line in found:
        print(sentence(line, locales(), lang))
    line_spoken = sentence(msg("doctor-hello"), locales(), lang)
    speaker.say(line_spoken, interrupt=True, lang=lang)
    speaker.braille(line_spoken)
    wait_until_spoken(speaker, VOICE_WAIT)
    speaker.close()
    mixer.close()
    return SPEECHLESS if speaker.name == MUTE else 0


def _findings(voice: str, playouts: int, *, sounds: bool, has_braille: bool) -> Iterator[Msg]:
    """Yield messages about voice, braille, sounds, screen, speed and missing components."""
    name = msg(VOICE_WORDS[voice]) if voice in VOICE_WORDS else msg("voice-other", name=voice)
    yield msg("doctor-program", version=__version__, python=sys.version.split()[0])
    yield msg("doctor-compiled" if is_compiled() else "doctor-pure")
    yield msg(UNHEARD[voice]) if voice in UNHEARD else msg("doctor-voice", voice=name)
    yield msg("doctor-braille" if has_braille else "doctor-no-braille")
    yield msg("doctor-sounds" if sounds else "doctor-no-sounds")
    yield msg("doctor-screen" if has_screen() else "doctor-no-screen")
    yield msg("doctor-terminal" if has_terminal() else "doctor-no-terminal")
    yield from missing_parts()
    yield msg("doctor-playouts", playouts=playouts or measured(), usual=most_playouts())
    if find_spec("prism") is None:
        yield msg("doctor-no-prism")
    for id_ in broken_games():
        yield msg("doctor-broken-game", name=id_)
    for lang in languages(locales()):
        if (done := share(locales(), lang)) < COMPLETE:
            own = about_language(locales(), lang, "language-name") or lang
            yield msg("doctor-language", name=own, missing=COMPLETE - done)
    paths = user_paths()
    yield msg("doctor-settings", path=str(paths.settings))
    yield msg("doctor-matches", path=str(paths.matches))
    yield from _unreadable(FileStorage(paths))
    yield msg("doctor-reports", path=str(paths.reports))
    yield msg("doctor-forget")


def _unreadable(storage: FileStorage) -> Iterator[Msg]:
    """Yield messages about unreadable settings and the number of unreadable matches."""
    trouble = storage.load_settings()[1]
    if trouble is not None:
        yield trouble
    left = sum(state_of(saved) is None for saved in storage.unfinished())
    finished = sum(not _is_whole(storage, name) for name in storage.finished())
    for lost, is_finished in ((left, False), (finished, True)):
        if lost:
            yield storage.unreadable(lost, finished=is_finished)


def _is_whole(storage: FileStorage, name: str) -> bool:
    """Return whether a finished match can be read and replayed."""
    try:
        validated_state(storage.recall(name))
    except (StorageError, LogError):
        return False
    return True
