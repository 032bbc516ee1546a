"""The fixed texts of the page, and the sentences for the end of a connection."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from audiogames.core.cues import Msg
from audiogames.present.catalogue import known_language, load
from audiogames.present.localizer import TOUCH, Localizer

ENGLISH: Final = "en"

PREFIX: Final = "page-"
PAGE_WORDS: Final = (
    "page-acts",
    "page-again",
    "page-once-more",
    "page-away",
    "page-back",
    "page-cut",
    "page-deals",
    "page-face-down",
    "page-field-full",
    "page-hand",
    "page-keys",
    "page-laid",
    "page-log",
    "page-out",
    "page-points",
    "page-questions",
    "page-retry",
    "page-send",
    "page-stock",
    "page-takes",
)


@cache
def page_words(locales: Path, lang: str, *, by_touch: bool = False) -> dict[str, str]:
    """Return the fixed texts of the page, by message id without the prefix."""
    catalogue = load(locales, lang)
    contexts = (TOUCH, "") if by_touch else ("",)
    return {id_.removeprefix(PREFIX): catalogue.find(id_, contexts) or "" for id_ in PAGE_WORDS}


def spoken_language(locales: Path, wanted: str) -> str:
    """Return the language for a browser's tag such as "it-IT"; empty if there is no translation."""
    return known_language(locales, wanted)


def ending(locales: Path, lang: str, message: Msg) -> str:
    """Return the sentence that is shown when a connection ends."""
    return Localizer(load(locales, lang or ENGLISH)).speech(message)
