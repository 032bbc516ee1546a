"""The words of one language, from the compiled gettext catalogues.

Messages have symbolic ids; English is a catalogue like any other, and messages that another
language lacks are taken from English one by one.  A context chooses a form of the message:
"essential" or "full" (verbosity), "f" or "m" (gender), "braille", "none" (the count is zero), "the"
(a card with its article); if the message has no such form, its usual one is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from gettext import GNUTranslations
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Final

from audiogames.core.data import SUBSTITUTE, catalogue_files

SHARED: Final = frozenset({"audiogames", "cards", "contests", "hosting", "tricks"})
"""The catalogues that belong to no game."""

OWN_FILE: Final = "audiogames.mo"
"""The catalogue that has the language's name and its translator."""

TRANSLATED: Final = "catalogue-translated"
"""The number of messages in a catalogue, as counted by `tools/compile_catalogues.py`."""

COMPLETE: Final = 100
"""The percentage of translated messages in a complete language."""

SEVERAL: Final = 2
"""A number whose form is the plural in every language that has one."""

REMEMBERED: Final = 4096
"""The cache size for templates, because screens request the same ones again and again."""


class CatalogueFile:
    """A compiled catalogue file, which is read when a message is first looked up in it.

    Reading all files of a language takes about 20 milliseconds, half of it for the games that are
    not played.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self._path = path

    @cached_property
    def messages(self) -> GNUTranslations:
        """The messages of the file."""
        with self._path.open("rb") as file:
            return GNUTranslations(file)


class Catalogue:
    """All messages of a language; `substitute` is the catalogue for messages that it lacks.

    The files are searched for a message in the given order.
    """

    def __init__(
        self,
        lang: str,
        files: Iterable[CatalogueFile],
        substitute: Callable[[], Catalogue] | None = None,
    ) -> None:
        self.lang = lang
        self.files = tuple(files)
        self._substitute = substitute
        self.find = lru_cache(REMEMBERED)(self._find)
        self.has = lru_cache(REMEMBERED)(self._has)
        self.first = cache(self._first)

    def _find(self, id_: str, contexts: tuple[str, ...], number: int | None = None) -> str | None:
        """Return the template of a message in the first of these contexts that has one, or None.

        All forms of a message come from the same file, because two games may use the same id for
        different messages.
        """
        template = _look_up(self.files, id_, contexts, number)
        if template is not None or self._substitute is None:
            return template
        return self._substitute().find(id_, contexts, number)

    def _first(self, domain: str) -> Catalogue:
        """Return a copy of this catalogue that searches one game's messages before the shared ones.

        Several games may use the same ids for different messages.
        """
        files = sorted(self.files, key=lambda file: file.name != domain)
        substitute = self._substitute
        instead = None if substitute is None else lambda: substitute().first(domain)
        return Catalogue(self.lang, files, instead)

    def own(self, id_: str) -> str | None:
        """Return a message's text in this language, or None if it is not translated."""
        return _look_up(self.files, id_, ("",), None)

    def _has(self, id_: str, context: str = "") -> bool:
        """Return whether the message has a form in exactly this context."""
        for file in self.files:
            if _knows(file, id_, context):
                return True
            if _knows(file, id_, ""):
                return False
        return self._substitute is not None and self._substitute().has(id_, context)


def _knows(file: CatalogueFile, id_: str, context: str) -> bool:
    """Return whether a file has the message in this context, in singular or plural."""
    is_known = _look_up((file,), id_, (context,), None) is not None
    return is_known or _look_up((file,), id_, (context,), SEVERAL) is not None


def _look_up(
    files: Iterable[CatalogueFile], id_: str, contexts: Sequence[str], number: int | None
) -> str | None:
    """Return the first template found; all contexts are tried in one file before the next file.

    Gettext returns the id itself for unknown messages, and for the empty id the header of a
    catalogue, which is not a message.
    """
    if not id_:
        return None
    for file in files:
        messages = file.messages
        for context in contexts:
            if number is not None:
                counted = number or _number_for_zero(messages)
                found = (
                    messages.npgettext(context, id_, id_, counted)
                    if context
                    else messages.ngettext(id_, id_, counted)
                )
                if found != id_:
                    return found
            found = messages.pgettext(context, id_) if context else messages.gettext(id_)
            if found != id_:
                return found
    return None


def _number_for_zero(messages: GNUTranslations) -> int:
    """Return the number whose plural form is used for the count zero.

    French has one form for 0 and 1, which spells out the number ("une carte"), so zero uses the
    form for several ("0 cartes").
    """
    rule: Callable[[int], int] = messages.plural  # type: ignore[attr-defined]
    return SEVERAL if rule(0) == rule(1) else 0


@cache
def languages(root: Path) -> tuple[str, ...]:
    """Return the languages that have catalogues below `root`."""
    return tuple(sorted(path.parent.name for path in root.glob("*/LC_MESSAGES") if path.is_dir()))


@cache
def load(root: Path, lang: str) -> Catalogue:
    """Return the catalogue of a language.  Raises `FileNotFoundError`."""
    if not _is_there(root, lang):
        raise FileNotFoundError(root / lang)
    files = [CatalogueFile(path) for path in catalogue_files(root, lang)]
    files.sort(key=lambda file: file.name not in SHARED)
    if lang == SUBSTITUTE or not _is_there(root, SUBSTITUTE):
        return Catalogue(lang, files)
    return Catalogue(lang, files, lambda: load(root, SUBSTITUTE))  # mostly nothing is missing


def share(root: Path, lang: str) -> int:
    """Return the percentage of messages translated into a language, rounded down."""
    wanted = translated(root, SUBSTITUTE)
    return COMPLETE if not wanted else min(COMPLETE, COMPLETE * translated(root, lang) // wanted)


@cache
def translated(root: Path, lang: str) -> int:
    """Return how many messages a language has."""
    files = (root / lang / "LC_MESSAGES").glob("*.mo")
    return sum(int(_entry(path, TRANSLATED) or 0) for path in files)


@cache
def about_language(root: Path, lang: str, id_: str) -> str:
    """Return a text about a language, such as its name, without loading its catalogue.

    An empty text if the language does not have it.
    """
    path = root / lang / "LC_MESSAGES" / OWN_FILE
    return _entry(path, id_) if path.is_file() else ""


def _entry(path: Path, id_: str) -> str:
    """Read one message from a catalogue file; return an empty text if the file lacks it.

    Loading the files of all languages takes ten times as long.  The format is that of GNU gettext's
    manual, "The Format of GNU MO Files"; but the ids are not sorted, since Babel writes them in
    another order.
    """
    data, wanted = path.read_bytes(), id_.encode()
    count, ids, texts = unpack_from("<3I", data, 8)
    for place, (length, start) in enumerate(iter_unpack("<2I", data[ids : ids + 8 * count])):
        if length == len(wanted) and data[start : start + length] == wanted:
            size, at = unpack_from("<2I", data, texts + 8 * place)
            return data[at : at + size].decode()
    return ""


@cache
def complete_languages(root: Path) -> tuple[str, ...]:
    """Return the fully translated languages."""
    return tuple(lang for lang in languages(root) if share(root, lang) == COMPLETE)


def known_language(root: Path, wanted: str) -> str:
    """Return the complete language that fits a locale name such as "pt_BR.UTF-8".

    An empty text if there is none.
    """
    code = wanted.partition(".")[0].replace("-", "_").lower()
    known = {lang.lower(): lang for lang in complete_languages(root)}
    return known.get(code) or known.get(code.partition("_")[0], "")


def tag(lang: str) -> str:
    """Return the language tag that voices and web pages expect, such as "pt-BR" (BCP 47)."""
    return lang.replace("_", "-")


def _is_there(root: Path, lang: str) -> bool:
    """Return whether a language has any catalogue."""
    return any((root / lang / "LC_MESSAGES").glob("*.mo"))
