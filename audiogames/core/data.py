"""Where the words, the rules and the sounds of a game are stored.

The data of the built-in games are in the program's `locales` and `sounds`.  A game from another
package provides folders with the same two names and the same layout:

    locales/LANG/LC_MESSAGES/ID.mo    the words
    locales/LANG/rules/ID.md          the rules
    sounds/ID/SOUND.ogg               the sounds of this game only
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from audiogames.core.registry import brought_data, brought_games

SUBSTITUTE = "en"
"""The language used when a package has no translation into the player's."""


def catalogue_files(locales: Path, lang: str) -> Iterator[Path]:
    """Yield the compiled catalogues for a language: the program's, then those of game packages."""
    yield from sorted(_messages(locales, lang).glob("*.mo"))
    for id_ in brought_games():
        found = _own_locales(locales, id_)
        yield from sorted(_messages(found, _spoken(found, lang)).glob("*.mo"))


def rules_file(locales: Path, lang: str, id_: str) -> Path:
    """Return the path of a game's rules; the file may be missing."""
    found = _own_locales(locales, id_)
    spoken = lang if found == locales else _spoken(found, lang)
    return found / spoken / "rules" / f"{id_}.md"


def sounds_folder(sounds: Path, id_: str) -> Path:
    """Return the path of the folder with a game's own sounds, which may be missing.

    Sounds that games share are in the folder of the id `common`.
    """
    brought = brought_data(id_)
    return (sounds if brought is None else brought / "sounds") / id_


def _own_locales(locales: Path, id_: str) -> Path:
    brought = brought_data(id_)
    return locales if brought is None else brought / "locales"


def _spoken(locales: Path, lang: str) -> str:
    return lang if (locales / lang).is_dir() else SUBSTITUTE


def _messages(locales: Path, lang: str) -> Path:
    return locales / lang / "LC_MESSAGES"
