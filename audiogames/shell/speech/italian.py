"""Makes eSpeak NG read Italian calls with an Italian voice inside sentences of another language.

The calls of Invido and the declarations of Tressette stay Italian in every language; an English
voice would make "busso" unrecognisable.  The message `italian-words` lists them.
"""

from __future__ import annotations

import re
from functools import cache
from xml.sax.saxutils import escape

from audiogames.present.catalogue import load
from audiogames.shell.files import resources

ITALIAN = "it"


def with_italian(text: str, lang: str, variant: str) -> str | None:
    """Return the text as SSML that reads its Italian words in Italian; None if it has none."""
    pattern = _pattern(lang)
    if pattern is None or not pattern.search(text):
        return None
    voice = f"{ITALIAN}+{variant}" if variant else ITALIAN
    return pattern.sub(rf"<voice name='{voice}'>\g<0></voice>", escape(text))


@cache
def _pattern(lang: str) -> re.Pattern[str] | None:
    """Return a pattern that finds the Italian words in sentences of a language; None if none exist.

    Longer words are tried first.
    """
    if lang == ITALIAN:
        return None
    try:
        words = load(resources() / "locales", lang.replace("-", "_")).own("italian-words")
    except FileNotFoundError:
        return None
    if not words:
        return None
    longest_first = sorted((word.strip() for word in words.split(",")), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
