"""The words of one language, from the compiled gettext catalogues.

Messages have symbolic ids; English is a catalogue like any other.  A context chooses a form of the
message: "essential" or "full" (verbosity), "f" or "m" (gender), "braille", "none" (nothing is
counted), "the" (a card with its article), and it falls back to the message without one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

from audiogames.core.data import catalogue_files

SHARED: Final = frozenset({"audiogames", "cards", "tricks"})
"""The catalogues that belong to no game."""

REMEMBERED: Final = 4096
"""Forms of messages whose templates a catalogue has at hand: a screen asks for the same ones."""


class Catalogue:
    """All catalogues of a language as one."""

    def __init__(self, lang: str, parts: Iterable[tuple[str, GNUTranslations]]) -> None:
        self.lang = lang
        self._parts = dict(parts)
        self._found = lru_cache(REMEMBERED)(self._find)
        self._known = lru_cache(REMEMBERED)(self._has)
        self._first = cache(self._with_first)

    def find(self, id_: str, contexts: Iterable[str], number: int | None = None) -> str | None:
        """The template in the first context that has one, or None where there is none.

        The first catalogue that knows the message tells all its forms: two games that use the same
        id never lend each other a short form.
        """
        return self._found(id_, tuple(contexts), number)

    def _find(self, id_: str, contexts: tuple[str, ...], number: int | None) -> str | None:
        for part in self._parts.values():
            for context in contexts:
                template = _look_up(part, id_, context, number)
                if template is not None:
                    return template
        return None

    def first(self, domain: str) -> Catalogue:
        """The same with one game's words before all others: games may use the same ids.

        What games share comes before the words of other games.
        """
        return self._first(domain)

    def _with_first(self, domain: str) -> Catalogue:
        parts = sorted(
            self._parts.items(), key=lambda part: (part[0] != domain, part[0] not in SHARED)
        )
        return Catalogue(self.lang, parts)

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        return self.find("language-name", ("",)) or self.lang

    def has(self, id_: str, context: str = "") -> bool:
        """Whether the message exists in just this context, where it exists at all."""
        return self._known(id_, context)

    def _has(self, id_: str, context: str) -> bool:
        for part in self._parts.values():
            if _knows(part, id_, context):
                return True
            if _knows(part, id_, ""):
                return False
        return False


def _knows(part: GNUTranslations, id_: str, context: str) -> bool:
    return any(_look_up(part, id_, context, number) is not None for number in (None, 2))


def _look_up(part: GNUTranslations, id_: str, context: str, number: int | None) -> str | None:
    """Gettext answers with the id itself where it knows nothing."""
    if number is not None:
        found = (
            part.npgettext(context, id_, id_, number)
            if context
            else part.ngettext(id_, id_, number)
        )
        if found != id_:
            return found
    found = part.pgettext(context, id_) if context else part.gettext(id_)
    return None if found == id_ else found


def languages(root: Path) -> tuple[str, ...]:
    """The languages that have catalogues below `root`."""
    return tuple(sorted(path.parent.name for path in root.glob("*/LC_MESSAGES") if path.is_dir()))


@cache
def load(root: Path, lang: str) -> Catalogue:
    """The catalogue of a language.  Raises `FileNotFoundError` where there is none."""
    if not any((root / lang / "LC_MESSAGES").glob("*.mo")):
        raise FileNotFoundError(root / lang)
    return Catalogue(lang, [(path.stem, _read(path)) for path in catalogue_files(root, lang)])


def _read(path: Path) -> GNUTranslations:
    with path.open("rb") as file:
        return GNUTranslations(file)
