"""The glossary of sounds, which plays each sound and announces its meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from audiogames.app.screens.base import Item, ListScreen
from audiogames.core.cues import Msg, msg
from audiogames.core.data import sounds_folder
from audiogames.core.registry import games
from audiogames.present.outputs import PlaySound

if TYPE_CHECKING:
    from audiogames.app.context import Context

COMMON: Final = "common"
"""The folder of the sounds that belong to no game."""

MOVED: Final = "menu-move"

TAKE: Final = re.compile(r"-\d+$")
"""A frequent sound has several files, which differ in their number."""


class Glossaries(ListScreen):
    """A list of sound collections: the program's own, and one for each game."""

    def title(self) -> Msg:
        return msg("help-sounds")

    def items(self) -> Sequence[Item]:
        """Return an item for the program's sounds, and one for each game with sounds of its own."""
        own = [spec.id for spec in games() if sounds_in(self.context.locales, spec.id)]
        return tuple(
            Item(words_of(folder), partial(self._open, folder)) for folder in (COMMON, *own)
        )

    def _open(self, folder: str) -> None:
        self.context.push(Glossary(self.context, folder))


class Glossary(ListScreen):
    """A list of sounds and their meanings; moving to a sound plays it, and so does Enter."""

    def __init__(self, context: Context, folder: str) -> None:
        super().__init__(context)
        self._folder = folder
        self._sounds = sounds_in(context.locales, folder)

    def title(self) -> Msg:
        """Return the title: the program or the game to which the sounds belong."""
        return words_of(self._folder)

    def items(self) -> Sequence[Item]:
        """Return an item for each sound, with its meaning."""
        return tuple(Item(meaning(self._folder, sound), self.choose) for sound in self._sounds)

    def opened(self) -> None:
        """Play the first sound, and announce the list."""
        super().opened()
        self._play()

    def choose(self) -> None:
        """Play the focused sound again."""
        self._play()
        self.tell()

    def _move_to(self, place: int, sound: str) -> None:
        """Focus an item and play its sound; at an end of the list, play the sound of that end."""
        if sound == MOVED or place != self.place:
            self.place = place
            self._play()
            self.tell()
        else:
            super()._move_to(place, sound)

    def _play(self) -> None:
        self.context.put(PlaySound(self._sounds[self.place], 0.0, "game", self._folder))


def sounds_in(locales: Path, folder: str) -> tuple[str, ...]:
    """Return the ids of the sounds in this folder, which is in `sounds` beside the catalogues."""
    files = sounds_folder(locales.parent / "sounds", folder).glob("*.ogg")
    return tuple(sorted({TAKE.sub("", file.stem) for file in files}))


def words_of(folder: str) -> Msg:
    """Return the title of a folder that holds the sounds of the program or of a game."""
    if folder == COMMON:
        return msg("sounds-common")
    return msg("sounds-of", game=msg(f"game-{folder}"))


def meaning(folder: str, sound: str) -> Msg:
    """Return the message that explains a sound in this folder."""
    return msg(f"sound-{sound}" if folder == COMMON else f"sound-{folder}-{sound}")
