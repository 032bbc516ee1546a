"""Exports catalogues with English sentences for translators, and imports their translations.

The program's catalogues have symbolic ids ("card-played"), which Poedit would show instead of the
English text. An exported file has the English sentence as the id, the symbol as the context, and
above it a comment on the use of the sentence, with an example. Rules and questions are exported
line by line.

    tools/translate export LANGUAGE [FOLDER]
    tools/translate import LANGUAGE [FOLDER]

LANGUAGE is a code such as "fr" or "pt_BR"; the default FOLDER is `translations/LANGUAGE`.
"""

from __future__ import annotations

import argparse
import string
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po, write_po

from tools.check_catalogues import LOCALES, REFERENCE, UNFINISHED, check, forms, id_of

ROOT: Final = LOCALES.parent
CONTEXT: Final = "|"
"""Separates a message's symbol from its form: "menu-again|braille"."""

GENDERS: Final = ("f", "m")
"""Forms that a language may need although English does not: by the gender of a named player."""

TEXTS: Final = "text-"
"""Prefix of files with rules or questions instead of messages."""

SAMPLES: Final = {
    "card": "the seven of coins",
    "cards": "the ace of cups and the two of swords",
    "count": "10",
    "game": "Scopa",
    "n": "3",
    "name": "Bruno",
    "place": "2",
    "points": "11",
    "seat": "Ada",
    "seats": "Ada and Bruno",
    "total": "31",
    "value": "7",
    "who": "Ada",
}
"""Values of the fields in an example."""

BRACES: Final = "python-brace-format"

MILLIONS: Final = 1_000_000
"""The number from which some languages have another plural form; no game counts so far."""

ONE_OR_MORE: Final = "nplurals=2; plural=(n != 1);"
UP_TO_ONE_OR_MORE: Final = "nplurals=2; plural=(n > 1);"
"""The plural rules of most of these languages, and of those that count 0 as one."""


class TranslationError(Exception):
    """An error that a translator can correct; its text is a sentence for the translator."""


# --- Out to the translator ------------------------------------------------------------------------


def export(lang: str, folder: Path, locales: Path = LOCALES) -> int:
    """Write a language's files, with existing translations; return the number of entries."""
    plural = _plural(lang)
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for po in sorted((locales / REFERENCE / "LC_MESSAGES").glob("*.po")):
        english = _read(po, REFERENCE)
        own = _read(locales / lang / "LC_MESSAGES" / po.name, lang)
        out = _empty(lang, plural)
        for message in _wanted(english, own, _gendered(po.name, locales)):
            _add(out, message, english, own)
        number += _write(out, folder / po.name, plural)
    for text in _texts(locales / REFERENCE):
        out = _empty(lang, plural)
        for line, translated in _lines(locales, lang, text):
            out.add(line, translated, context=text.as_posix())
        number += _write(out, folder / _text_name(text), plural)
    return number


def _wanted(english: Catalog, own: Catalog, gendered: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the (id, context) pairs to be translated, in the order of the English catalogue."""
    more: dict[str, list[str]] = {}
    for message in own:
        if message.id and message.context and english.get(id_of(message), message.context) is None:
            more.setdefault(id_of(message), []).append(message.context)
    for id_ in gendered:
        more[id_] = sorted({*more.get(id_, ()), *GENDERS})
    for message in english:
        if not message.id:
            continue
        yield id_of(message), message.context or ""
        if not message.context:
            yield from ((id_of(message), context) for context in more.get(id_of(message), ()))


def _gendered(name: str, locales: Path) -> set[str]:
    """Return the ids of a catalogue that have gendered forms in at least one language."""
    found = set()
    for po in locales.glob(f"*/LC_MESSAGES/{name}"):
        catalogue = _read(po, po.parts[-3])
        found |= {id_of(one) for one in catalogue if one.context in GENDERS}
    return found


def _add(out: Catalog, wanted: tuple[str, str], english: Catalog, own: Catalog) -> None:
    id_, context = wanted
    model = english.get(id_, context or None) or english.get(id_)
    assert model is not None
    texts = forms(model)
    done = own.get(id_, context or None)
    is_plural = model.pluralizable
    given = "" if done is None else done.string
    if is_plural and not isinstance(given, tuple):
        given = ("",) * out.num_plurals
    comments = [*(model.auto_comments or _comments(english, id_)), f"Example: {example(texts[-1])}"]
    if context in GENDERS:
        comments.insert(0, {"f": "Of a woman.", "m": "Of a man."}[context])
    symbol = f"{id_}{CONTEXT}{context}" if context else id_
    ids = tuple(texts[:2]) if is_plural else texts[0]
    added = out.add(ids, given, auto_comments=comments, context=symbol)
    # gettext knows no forms such as {seat:to}: placeholders are checked on import.
    if BRACES in added.flags:
        added.flags.remove(BRACES)
        added.flags.add(f"no-{BRACES}")


def _comments(english: Catalog, id_: str) -> list[str]:
    """Return the English catalogue's comments for translators on a message."""
    return next((list(one.auto_comments) for one in english if one.id and id_of(one) == id_), [])


def example(text: str) -> str:
    """Return a sentence with its fields replaced by sample values."""
    return "".join(
        literal + ("" if name is None else SAMPLES.get(name, f"({name})"))
        for literal, name, _, _ in string.Formatter().parse(text)
    )


# --- And back -------------------------------------------------------------------------------------


def bring_back(lang: str, folder: Path, locales: Path = LOCALES) -> tuple[int, int]:
    """Import the translators' files: write the catalogues and texts of a language.

    Return the number of translated messages and of all messages.  Raises `TranslationError`.
    """
    plural = _plural(lang)
    target = locales / lang / "LC_MESSAGES"
    done = wanted = 0
    written: dict[Path, Catalog] = {}
    for po in sorted((locales / REFERENCE / "LC_MESSAGES").glob("*.po")):
        english, given = _read(po, REFERENCE), _translated(folder / po.name, lang)
        out = _empty(lang, plural)
        for message in english:
            if message.id:
                _take(out, message, english, given)
        written[target / po.name] = out
        ids = {id_of(one) for one in english if one.id}
        wanted += len(ids)
        done += len(ids & {id_of(one) for one in out if one.id})
    target.mkdir(parents=True, exist_ok=True)
    for path, out in written.items():
        _write(out, path, plural, is_unfinished=done < wanted and path.stem == "audiogames")
    for text in _texts(locales / REFERENCE):
        _write_text(locales, lang, text, folder)
    return done, wanted


def _translated(po: Path, lang: str) -> Mapping[tuple[str, str], Message]:
    """Return the complete translations in a translator's file, by id and context."""
    found = {}
    for message in _read(po, lang):
        if message.id and message.context and all(forms(message)) and not message.fuzzy:
            id_, _, context = message.context.partition(CONTEXT)
            found[id_, context] = message
    return found


def _take(
    out: Catalog, model: Message, english: Catalog, given: Mapping[tuple[str, str], Message]
) -> None:
    """Add the translations of an English message, including contexts that English does not have."""
    id_ = id_of(model)
    contexts = [model.context or ""]
    if not model.context:
        own = [context for one, context in given if one == id_ and context]
        contexts += [context for context in own if english.get(id_, context) is None]
    for context in contexts:
        found = given.get((id_, context))
        if found is not None:
            ids = (id_, id_) if model.pluralizable else id_
            comments = model.auto_comments if context == (model.context or "") else ()
            out.add(ids, found.string, auto_comments=comments, context=context or None)


# --- Rules and questions --------------------------------------------------------------------------


def _texts(folder: Path) -> list[Path]:
    """Return the paths of all text files of a language, relative to its folder."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*.md"))


def _text_name(text: Path) -> str:
    return f"{TEXTS}{'-'.join(text.with_suffix('').parts)}.po"


def _lines(locales: Path, lang: str, text: Path) -> Iterator[tuple[str, str]]:
    """Yield each distinct line of an English text with its translation, or with an empty string."""
    english = (locales / REFERENCE / text).read_text("utf-8").splitlines()
    path = locales / lang / text
    own = path.read_text("utf-8").splitlines() if path.is_file() else []
    if len(own) != len(english):  # it was not translated line by line
        own = [""] * len(english)
    found: dict[str, str] = {}
    for line, translated in zip(english, own, strict=True):
        if line and (line not in found or not found[line]):
            found[line] = "" if translated == line else translated
    return iter(found.items())


def _write_text(locales: Path, lang: str, text: Path, folder: Path) -> None:
    """Write a translated text, with English lines where a translation is missing.

    Nothing is written if no line is translated.
    """
    catalogue = _read(folder / _text_name(text), lang)
    given = {id_of(one): str(one.string) for one in catalogue if one.id and one.string}
    if not given:
        return
    english = (locales / REFERENCE / text).read_text("utf-8").splitlines()
    target = locales / lang / text
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("".join(f"{given.get(line, line)}\n" for line in english), "utf-8")


# --- Files ----------------------------------------------------------------------------------------


def _read(po: Path, lang: str) -> Catalog:
    """Read a catalogue, or return an empty one if the file does not exist.

    Raises `TranslationError` if the file cannot be parsed.
    """
    if not po.is_file():
        return Catalog(locale=Locale.parse(lang))
    try:
        return read_po(BytesIO(po.read_bytes()), locale=lang, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError, ValueError) as error:
        raise TranslationError(f"{po.name} cannot be read: {error}.") from error


def _write(catalogue: Catalog, path: Path, plural: str, *, is_unfinished: bool = False) -> int:
    """Write a catalogue in the project's format; return its number of entries."""
    out = BytesIO()
    write_po(out, catalogue, width=0, omit_header=True)
    headers = [
        *("Project-Id-Version: audiogames", f"Language: {catalogue.locale_identifier}"),
        *("MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8"),
        *("Content-Transfer-Encoding: 8bit", f"Plural-Forms: {plural}"),
        *([UNFINISHED] if is_unfinished else []),
    ]
    header = 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in headers)
    path.write_text(f"{header}\n{out.getvalue().decode().strip()}\n", "utf-8")
    return len(catalogue)


def _empty(lang: str, plural: str) -> Catalog:
    """Return an empty catalogue with this plural rule.

    The rule is not Babel's own, which may have another form for millions.
    """
    catalogue = Catalog(locale=Locale.parse(lang), project="audiogames", charset="utf-8")
    catalogue.mime_headers = [("Plural-Forms", plural)]
    return catalogue


def _plural(lang: str) -> str:
    """Return a language's plural rule, without a form for millions.  Raises `TranslationError`."""
    try:
        Locale.parse(lang)
    except (UnknownLocaleError, ValueError) as error:
        raise TranslationError(
            f"{lang} is no language that is known, such as fr or pt_BR."
        ) from error
    rule = get_plural(lang)
    if rule.num_plurals == 3 and str(MILLIONS) in rule.plural_expr:
        return UP_TO_ONE_OR_MORE if "n == 0" in rule.plural_expr else ONE_OR_MORE
    return f"{str(rule).strip(';')};"


# --- The command line -----------------------------------------------------------------------------


def main() -> int:
    """Run the command; return 1 if something must be corrected first."""
    parser = argparse.ArgumentParser(prog="tools/translate", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("export", "import"))
    parser.add_argument("language", metavar="LANGUAGE")
    parser.add_argument("folder", metavar="FOLDER", type=Path, nargs="?")
    given = parser.parse_args()
    folder = given.folder or ROOT / "translations" / given.language
    if given.what == "import" and not folder.is_dir():
        print(f"There is no folder {folder}: export the language first.")
        return 1
    try:
        if given.what == "export":
            print(f"Wrote {export(given.language, folder)} entries to {folder}.")
            return 0
        done, wanted = bring_back(given.language, folder)
    except TranslationError as error:
        print(error)
        return 1
    print(f"{given.language}: {done} of {wanted} messages are translated.")
    findings = [one for one in check() if f"locales/{given.language}/" in one]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
