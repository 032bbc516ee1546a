"""The languages for tests that run in every complete language."""

from __future__ import annotations

from pathlib import Path

from audiogames.present.catalogue import complete_languages, load

_LOCALES = Path(__file__).resolve().parents[2] / "locales"

COMPLETE = complete_languages(_LOCALES)


def _first_letter(lang: str, item: str) -> str:
    return (load(_LOCALES, lang).own(item) or "?")[0].lower()


NAME = {lang: load(_LOCALES, lang).own("language-name") or lang for lang in COMPLETE}
"""The name of each language in that language."""

FIRST_LETTER = {lang: _first_letter(lang, "menu-play") for lang in COMPLETE}
"""The letter that selects Play in the main menu."""

ONLINE = {lang: _first_letter(lang, "menu-online") for lang in COMPLETE}
"""The letter that selects the online tables there."""
