"""Helpers for tests of texts: a small catalogue, and localizers with four named players."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from audiogames.core.cues import Name
from audiogames.core.events import Seat
from audiogames.present.catalogue import Catalogue, load
from audiogames.present.localizer import Called, Localizer

LOCALES = Path(__file__).resolve().parents[2] / "locales"

PLAYERS = (
    Called("Eva", "f"),
    Called("Bruno", "m"),
    Called("Sam"),
    Called("Massimiliano", "m"),
)


def who(seat):
    return PLAYERS[seat]


def named(seat):
    return Name(Seat(seat))


def shipped(lang="it", verbosity="normal", game="novantanove"):
    """Return a localizer of the program's own catalogues, for a game of `PLAYERS`."""
    return Localizer(load(LOCALES, lang).first(game), who, verbosity)


def po(*messages, plural="n != 1"):
    """Return the text of a .po file with these messages.

    A message is `(id, text)` or `(id, (singular, plural))`, and may have a context in addition.
    """
    parts = [f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=({plural});\\n"\n']
    for id_, text, *context in messages:
        lines = [f'msgctxt "{context[0]}"'] if context else []
        lines.append(f'msgid "{id_}"')
        if isinstance(text, tuple):
            lines.append(f'msgid_plural "{id_}"')
            lines += [f'msgstr[{place}] "{form}"' for place, form in enumerate(text)]
        else:
            lines.append(f'msgstr "{text}"')
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def write_language(root, lang, *, plural="n != 1", **domains):
    """Write compiled catalogues of a language below `root`, one for each domain."""
    folder = root / lang / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for domain, messages in domains.items():
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, read_po(BytesIO(po(*messages, plural=plural).encode())))
    return root


def made(root, *messages, verbosity="normal"):
    """Return a localizer that has only these messages."""
    write_language(root, "xx", words=messages)
    return Localizer(load(root, "xx"), who, verbosity)


__all__ = ["LOCALES", "PLAYERS", "Catalogue", "made", "named", "shipped", "who", "write_language"]

KEYS = {
    "it": r"\b[Ii]nvio|[Ss]pazio|\b[Ee]sc\b|[Ff]recc|\bF\d|[Cc]ontroll?o? [A-Z]\b|[Aa]lt [A-Z]\b"
    r"|[Mm]aiuscolo [A-Z]|\b[A-Z] (aggiunge|dice)|[Pp]remi \d",
    "en": r"\b[Ee]nter\b|[Ss]pace\b|\b[Ee]sc(ape)?\b|[Aa]rrow|\bF\d|[Cc]ontrol [A-Z]\b"
    r"|[Aa]lt [A-Z]\b|[Ss]hift [A-Z]\b|\b[A-Z] adds|[Pp]ress \d",
    "es": r"\b[Ii]ntro\b|\b[Ee]spacio\b|\b[Ee]scape\b|[Ff]lecha|\bF\d|[Cc]ontrol [A-Z]\b"
    r"|[Aa]lt [A-Z]\b|[Mm]ayúsculas [A-Z]\b|\b[A-Z] añade|[Pp]ulsa \d",
    "fr": r"\bEntrée\b|\b[Ee]space\b|\b[ÉEée]chap\b|[Ff]lèche|\bF\d|[Cc]ontrôle [A-Z]\b"
    r"|[Aa]lt [A-Z]\b|\b[Mm]aj [A-Z]\b|\b[A-Z] ajoute|[Aa]ppuie sur \d",
}
"""How sentences name keys."""
