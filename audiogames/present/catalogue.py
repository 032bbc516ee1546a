"""The words of one language, from the compiled gettext catalogues.

Messages have symbolic ids; English is a catalogue like any other, and what another language has not
translated yet is said in English, message by message.  A context chooses a form of the
message: "essential" or "full" (verbosity), "f" or "m" (gender), "braille", "none" (nothing is
counted), "the" (a card with its article), and it falls back to the message without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from gettext import GNUTranslations
from itertools import product
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Final

from audiogames.core.data import SUBSTITUTE, catalogue_files

SHARED: Final = frozenset({"audiogames", "hosting", "cards", "tricks"})
"""The catalogues that belong to no game."""

TRANSLATED: Final = "catalogue-translated"
"""How many messages a catalogue has, as `tools/compile_catalogues.py` counts them."""

COMPLETE: Final = 100
"""The share, in percent, of a language in which nothing is left to translate."""

SEVERAL: Final = 2
"""A number of which every language says several, where it tells them from one."""

REMEMBERED: Final = 4096
"""Forms of messages whose templates a catalogue has at hand: a screen asks for the same ones."""


class Catalogue:
    """All catalogues of a language as one; `substitute` gives one for what they lack."""

    def __init__(
        self,
        lang: str,
        parts: Iterable[tuple[str, GNUTranslations]],
        substitute: Callable[[], Catalogue] | None = None,
    ) -> None:
        self.lang = lang
        self._parts = dict(parts)
        self._substitute = substitute
        self.find = lru_cache(REMEMBERED)(self._find)
        self.has = lru_cache(REMEMBERED)(self._has)
        self.first = cache(self._first)

    def _find(self, id_: str, contexts: tuple[str, ...], number: int | None = None) -> str | None:
        """The template in the first context that has one, or None where there is none.

        The first catalogue that knows the message tells all its forms: two games that use the same
        id never lend each other a short form.
        """
        template = _look_up(self._parts.values(), id_, contexts, number)
        if template is not None or self._substitute is None:
            return template
        return self._substitute().find(id_, contexts, number)

    def _first(self, domain: str) -> Catalogue:
        """The same with one game's words before all others: games may use the same ids.

        What games share comes before the words of other games.
        """
        parts = sorted(
            self._parts.items(), key=lambda part: (part[0] != domain, part[0] not in SHARED)
        )
        substitute = self._substitute
        instead = None if substitute is None else lambda: substitute().first(domain)
        return Catalogue(self.lang, parts, instead)

    def own(self, id_: str) -> str | None:
        """A message that nothing stands in for, or None; "language-name" for example."""
        return _look_up(self._parts.values(), id_, ("",), None)

    def _has(self, id_: str, context: str = "") -> bool:
        """Whether the message exists in just this context, where it exists at all."""
        for part in self._parts.values():
            if _knows(part, id_, context):
                return True
            if _knows(part, id_, ""):
                return False
        return self._substitute is not None and self._substitute().has(id_, context)


def _knows(part: GNUTranslations, id_: str, context: str) -> bool:
    is_known = _look_up((part,), id_, (context,), None) is not None
    return is_known or _look_up((part,), id_, (context,), 2) is not None


def _look_up(
    parts: Iterable[GNUTranslations], id_: str, contexts: Sequence[str], number: int | None
) -> str | None:
    """The template of the first part, and there in the first context, that has one.

    Gettext answers the id itself where it knows nothing, and the empty id with the header of a
    catalogue, which is no message.
    """
    if not id_:
        return None
    for part, context in product(parts, contexts):
        if number is not None:
            counted = _countable(part, number)
            found = (
                part.npgettext(context, id_, id_, counted)
                if context
                else part.ngettext(id_, id_, counted)
            )
            if found != id_:
                return found
        found = part.pgettext(context, id_) if context else part.gettext(id_)
        if found != id_:
            return found
    return None


def _countable(part: GNUTranslations, number: int) -> int:
    """The number whose form is said.

    French has one form for 0 and 1, and a voice needs that one spelt out ("une carte"): nothing is
    therefore said in the form for several ("0 cartes").
    """
    rule: Callable[[int], int] = part.plural  # type: ignore[attr-defined]
    return SEVERAL if number == 0 and rule(0) == rule(1) else number


def languages(root: Path) -> tuple[str, ...]:
    """The languages that have catalogues below `root`."""
    return tuple(sorted(path.parent.name for path in root.glob("*/LC_MESSAGES") if path.is_dir()))


@cache
def load(root: Path, lang: str) -> Catalogue:
    """The catalogue of a language.  Raises `FileNotFoundError` where there is none."""
    if not _is_there(root, lang):
        raise FileNotFoundError(root / lang)
    parts = [(path.stem, _read(path)) for path in catalogue_files(root, lang)]
    if lang == SUBSTITUTE or not _is_there(root, SUBSTITUTE):
        return Catalogue(lang, parts)
    return Catalogue(lang, parts, lambda: load(root, SUBSTITUTE))  # mostly nothing is missing


def share(root: Path, lang: str) -> int:
    """How much of the words is translated, in percent; not rounded up to 100."""
    wanted = translated(root, SUBSTITUTE)
    return COMPLETE if not wanted else min(COMPLETE, COMPLETE * translated(root, lang) // wanted)


@cache
def translated(root: Path, lang: str) -> int:
    """How many messages a language has."""
    return sum(map(_translated_in, (root / lang / "LC_MESSAGES").glob("*.mo")))


def _translated_in(path: Path) -> int:
    """The number that a compiled catalogue holds for `TRANSLATED`.

    Each start asks it of every language: to load them all would take ten times as long.  The format
    is that of GNU gettext's manual, "The Format of GNU MO Files".
    """
    data, wanted = path.read_bytes(), TRANSLATED.encode()
    count, ids, texts = unpack_from("<3I", data, 8)
    for place, (length, start) in enumerate(iter_unpack("<2I", data[ids : ids + 8 * count])):
        if length == len(wanted) and data[start : start + length] == wanted:
            size, at = unpack_from("<2I", data, texts + 8 * place)
            return int(data[at : at + size])
    return 0


@cache
def complete_languages(root: Path) -> tuple[str, ...]:
    """The languages in which nothing is left to translate."""
    return tuple(lang for lang in languages(root) if share(root, lang) == COMPLETE)


def known_language(root: Path, wanted: str) -> str:
    """The complete language that a system names "pt_BR.UTF-8" or a browser "pt-BR"; else empty."""
    code = wanted.partition(".")[0].replace("-", "_").lower()
    known = {lang.lower(): lang for lang in complete_languages(root)}
    return known.get(code) or known.get(code.partition("_")[0], "")


def tag(lang: str) -> str:
    """The code of a language as voices and pages write it: "pt-BR" (BCP 47)."""
    return lang.replace("_", "-")


def _is_there(root: Path, lang: str) -> bool:
    return any((root / lang / "LC_MESSAGES").glob("*.mo"))


def _read(path: Path) -> GNUTranslations:
    with path.open("rb") as file:
        return GNUTranslations(file)
