"""Report errors and gaps in the message catalogues, one plain line for each finding.

Ids are symbolic ("card-played").  English is a catalogue like the others; it also has, in a comment
for translators, what each message is for.

- Every language has the same files and the same ids.
- The contexts of an id may differ between languages (Italian needs m and f where English does
  not), but only if the id also exists without a context, as a fallback.
- The named fields of an id are the same in every language. One context or plural form may
  leave a field out; none may use a field that the id does not have.
- A plural entry has the same id twice, and as many forms as its header says; the header tells
  numbers apart as its language does, for all numbers that games use.
- A spoken message about one thing uses the word ("una carta", not "1 carta", which voices read
  wrongly): the form for one has no field for the count; beside a word that changes with a number
  there is no number except the count; and no sentence or longer text has a figure 1 before such a
  word.
- A language whose `audiogames.po` says in its header that it is unfinished may lack files and
  messages; the existing ones are checked in the same way.
- No word of another language is left by mistake: a word that many messages of another catalogue
  have, and hardly any of this one, is a finding unless `SHARED` says that both languages have it.
  Calls and declarations that every language leaves in Italian are exempt.
- The names of things of one kind (suits, ranks) have the same forms: if one has an article or a
  case, all have.
- A braille form is not longer than the sentence that it shortens. A Spanish question or exclamation
  is opened as often as it is closed.
- No entry is fuzzy, empty or duplicated, and no spoken message has a symbol, or a space before a
  punctuation mark. If a message is only written and never spoken, such as the command line's usage,
  its English comment begins with "Written only".
"""

import argparse
import re
import string
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from gettext import c2py
from pathlib import Path
from typing import TypeAlias

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

LOCALES = Path(__file__).resolve().parent.parent / "locales"
REFERENCE = "en"
SYMBOLS = frozenset("♠♥♦♣€°→*#_[]()/\\")
SPACED_MARK = re.compile("[\u00a0\u2009\u202f]| [?!:;]")
"""Spaces before punctuation, as in French typography; voices and braille lines make words and cells
of them.
"""
UNFINISHED = "X-Unfinished: yes"
WRITTEN_ONLY = "written only"
BRAILLE = "braille"
COUNT = "n"
NAMED_IN_BRAILLE = frozenset({"summary"})
"""Ids whose braille form may be longer: in Wist's standing points are bare figures in braille, so
the sentence around them says that they are points.
"""
OPENED: dict[str, tuple[tuple[str, str], ...]] = {"es": (("¿", "?"), ("¡", "!"))}
"""For each language with opening marks: the pairs of marks."""
MANY, HARDLY = 6, 2
"""A word used `MANY` times belongs to a language, and one used at most `HARDLY` times does not."""
SHARED = {
    "de": "also at fuori gioco je language lingua los partita programme rest start still",
    "en": "am chose esc fuori gioco language lingua partita partners servers",
    "es": "cosa das language les lingua me motivo parte resto",
    "fr": "but long me nombre parole possible vas",
    "it": "far language là lista online sa tiene",
}
"""Words that a language shares with another but rarely uses."""
COMMANDS = re.compile(r"^(help|cli|chat-help|doctor|forget|no-window|reserved)(-|$)")
"""Messages that name commands and their values, which are English everywhere."""
NAMES_OF_THINGS = "cards.po"
NUMBERS = range(200)
"""The numbers for which plural forms are compared.

Some languages have a form for millions, to which no game counts.
"""
FIRST_WORD = re.compile(r"^\s+([^\W\d_]+)")
LAST_WORD = re.compile(r"([^\W\d_]+)\s+$")
WORDS = re.compile(r"[^\W\d_]+")
DECIMALS = re.compile(r"[.,]$")
FIGURE_ONE = re.compile(r"(?<![\w,.])1 ([^\W\d_]+)")
ENTRY = re.compile(r'^(?:msgctxt "(?P<context>.*)"\n)?msgid "(?P<id>.+)"$', re.MULTILINE)


@dataclass
class Entry:
    """An id of a catalogue and its messages, by context (None is the message without context)."""

    messages: dict[str | None, Message] = field(default_factory=dict)

    @property
    def is_plural(self) -> bool:
        return any(message.pluralizable for message in self.messages.values())

    @property
    def fields(self) -> set[str]:
        """The field names for which callers must supply values.

        They are the fields of the message without context; if it is missing, of all messages.
        """
        plain = self.messages.get(None)
        heard = [plain] if plain else self.messages.values()
        return set().union(*(fields_of(message) for message in heard))


@dataclass
class Book:
    """A parsed catalogue file with its entries by id."""

    name: str
    language: str
    catalogue: Catalog
    entries: dict[str, Entry]
    is_unfinished: bool = False


# --- Reading -----------------------------------------------------------------------------------


def forms(message: Message) -> tuple[str, ...]:
    """Return the translations of a message: one string, or a string for each plural form."""
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(message.string or ("",))


def pieces(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield pairs of literal text and the field name after it (None after the last text)."""
    for literal, name, _, _ in string.Formatter().parse(text):
        yield literal, None if name is None else re.split(r"[.\[]", name)[0]


def fields_of(message: Message) -> set[str]:
    """Return the names of all fields in a message, except in forms that cannot be parsed."""
    names: set[str] = set()
    for text in forms(message):
        try:
            names.update(name for _, name in pieces(text) if name is not None)
        except ValueError:  # reported by text_findings
            continue
    return names


def is_whole(message: Message) -> bool:
    """Return True if all texts of a message, such as singular and plural, can be parsed.

    `text_findings` reports texts that cannot.
    """
    try:
        return all(list(pieces(text)) for text in forms(message))
    except ValueError:
        return False


def id_of(message: Message) -> str:
    """Return the symbolic id of a message (in a plural entry, the first of two equal ids)."""
    return message.id if isinstance(message.id, str) else message.id[0]


def is_unfinished(folder: Path) -> bool:
    """Return True if a language's folder is marked as unfinished."""
    po = folder / "LC_MESSAGES" / "audiogames.po"
    return po.is_file() and UNFINISHED in po.read_text(encoding="utf-8", errors="replace")


def read(po: Path, name: str, language: str, *, is_unfinished: bool = False) -> Book:
    """Read a catalogue.  Raises PoFileError if it is invalid."""
    with po.open("rb") as source:
        catalogue = read_po(source, locale=language, abort_invalid=True)
    entries: dict[str, Entry] = {}
    for message in catalogue:
        is_missing = is_unfinished and not any(forms(message))
        if message.id and not is_missing:  # the header has no id
            entries.setdefault(id_of(message), Entry()).messages[message.context] = message
    return Book(name, language, catalogue, entries, is_unfinished)


# --- One catalogue alone -----------------------------------------------------------------------


def text_findings(text: str, *, is_spoken: bool) -> Iterator[str]:
    """Yield the findings in the text of one form of a message."""
    if not text.strip():
        yield "has an empty translation"
        return
    try:
        parsed = list(pieces(text))
    except ValueError as error:
        yield f"has braces that do not match: {error}"
        return
    if any(name is not None and not name.isidentifier() for _, name in parsed):
        yield "has a field without a name"
    found = sorted(SYMBOLS & set("".join(literal for literal, _ in parsed)))
    if is_spoken and found:
        yield f"holds symbols that a voice cannot say: {' '.join(found)}"
    if is_spoken and SPACED_MARK.search(text):
        yield "has a space before a mark, or one that does not break, which braille lines show"


def message_findings(message: Message, *, is_spoken: bool) -> Iterator[str]:
    """Yield the findings in all forms of a message."""
    if message.fuzzy:
        yield "is marked fuzzy"
    if not isinstance(message.id, str) and len(set(message.id)) > 1:
        yield f"has another id for its plural: {message.id[1]}"
    for text in forms(message):
        yield from text_findings(text, is_spoken=is_spoken)


def where(book: Book, message: Message) -> str:
    """Return the file, line, id and context of a message, for a finding."""
    line = f", line {message.lineno}" if message.lineno else ""
    context = f" ({message.context})" if message.context else ""
    return f"{book.name}{line}: {id_of(message)}{context}"


def book_findings(book: Book, written_only: set[str]) -> Iterator[str]:
    """Check one catalogue by itself, and yield the findings."""
    for name, entry in book.entries.items():
        for message in entry.messages.values():
            for finding in message_findings(message, is_spoken=name not in written_only):
                yield f"{where(book, message)} {finding}."
            for finding in opening_findings(message, book.language):
                yield f"{where(book, message)} {finding}."
        yield from braille_findings(book, entry)
    yield from plural_findings(book)
    if book.name.endswith(NAMES_OF_THINGS):
        yield from form_findings(book)


def opening_findings(message: Message, language: str) -> Iterator[str]:
    """Yield sentences with a closing mark such as "?" but no opening one.

    A message that is only a mark is exempt.
    """
    for opening, closing in OPENED.get(language, ()):
        for text in forms(message):
            if text != closing and text.count(opening) != text.count(closing):
                yield f"does not have as many {opening} as {closing}"
                break


def braille_findings(book: Book, entry: Entry) -> Iterator[str]:
    """Yield a finding if a sentence's short text for braille is longer than the sentence."""
    plain, braille = entry.messages.get(None), entry.messages.get(BRAILLE)
    if not plain or not braille or id_of(plain) in NAMED_IN_BRAILLE:
        return
    if max(map(len, forms(braille))) > max(map(len, forms(plain))):
        yield f"{where(book, braille)} is longer than the sentence it shortens."


def plural_findings(book: Book) -> Iterator[str]:
    """Yield a finding if a catalogue does not have the plural rule of its language."""
    form, category = c2py(book.catalogue.plural_expr), Locale.parse(book.language).plural_form
    pairs = {(form(n), category(n)) for n in NUMBERS}
    forms, categories = {one for one, _ in pairs}, {name for _, name in pairs}
    named = book.catalogue.num_plurals
    if not named == len(forms) == len(categories) == len(pairs):
        yield (
            f"{book.name}: the header has {named} plural forms by the rule "
            f"{book.catalogue.plural_expr}; this language tells apart {listed(categories)}."
        )


def duplicate_findings(po: Path, name: str) -> Iterator[str]:
    """Yield ids that occur twice in a file, because gettext would silently use only one entry."""
    counts = Counter(match.groups() for match in ENTRY.finditer(po.read_text(encoding="utf-8")))
    for (context, key), count in counts.items():
        if count > 1:
            shown = f"{key} ({context})" if context else key
            yield f"{name}: {shown} stands there {count} times."


def comment_findings(book: Book) -> Iterator[str]:
    """Yield messages without a comment for translators."""
    for entry in book.entries.values():
        if not any(message.auto_comments for message in entry.messages.values()):
            message = next(iter(entry.messages.values()))
            yield f"{where(book, message)} has no comment for translators, a line with #. above it."


def written_only(book: Book) -> set[str]:
    """Return the ids of messages that are only written, never spoken."""
    return {
        name
        for name, entry in book.entries.items()
        for message in entry.messages.values()
        if " ".join(message.auto_comments).lower().startswith(WRITTEN_ONLY)
    }


# --- One thing, spelled out --------------------------------------------------------------------


Spoken: TypeAlias = tuple[Book, Message, set[str]]
"""A spoken message, its catalogue, and its words."""


@dataclass
class Counted:
    """Words that change with the number beside them, from a language's plural entries."""

    before: set[str] = field(default_factory=set)  # "restano", of "restano {n}"
    after: set[str] = field(default_factory=set)  # "carte", of "{n} carte"
    one: set[str] = field(default_factory=set)  # "carta", of "una carta"


def counts_one_alone(book: Book) -> bool:
    """Return True if the language's first plural form is used for the number 1 and no other."""
    form = c2py(book.catalogue.plural_expr)
    return [number for number in NUMBERS if form(number) == 0] == [1]


def spoken(book: Book, written_only: set[str]) -> Iterator[Message]:
    """Yield a catalogue's spoken messages: all except braille forms and messages only written."""
    for name, entry in book.entries.items():
        if name not in written_only:
            yield from (one for context, one in entry.messages.items() if context != BRAILLE)


def beside(text: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield the words before and after each field of a text, with the field's name."""
    parsed = list(pieces(text.lower()))
    for (literal, name), (behind, _) in zip(parsed, [*parsed[1:], ("", None)], strict=True):
        if name is not None and not DECIMALS.search(literal):
            yield name, set(LAST_WORD.findall(literal)), set(FIRST_WORD.findall(behind))


def counted_words(messages: Iterable[Message]) -> Counted:
    """Return the words that distinguish singular from plural in messages with a count.

    They are the words of the singular that the plural lacks, and the words next to the count in
    the plural that the singular lacks.
    """
    found = Counted()
    for message in messages:
        one, *more = forms(message)
        if not more:
            continue
        single, plural = (set(WORDS.findall(text.lower())) for text in (one, " ".join(more)))
        found.one |= single - plural
        for name, before, after in (near for text in more for near in beside(text)):
            if name == COUNT:
                found.before |= before - single
                found.after |= after - single
    return found


def figure_findings(message: Message, counted: Counted) -> Iterator[str]:
    """Yield findings where a number 1 would be spoken as a figure instead of a word."""
    is_plural = message.pluralizable
    if is_plural and COUNT in {name for _, name in pieces(forms(message)[0])}:
        yield f"names the count {{{COUNT}}} in the form for one, which spells it out"
    for text in forms(message):
        for name, before, after in beside(text):
            changing = (before & counted.before) | (after & counted.after)
            if changing and not (is_plural and name == COUNT):
                yield f"has {{{name}}} beside {listed(changing)}, which changes for one: count it"
        yield from bare_ones(text, counted)


def bare_ones(text: str, counted: Counted) -> Iterator[str]:
    """Yield a finding for each "1" written as a figure before a singular noun."""
    for word in FIGURE_ONE.findall(text.lower()):
        if word in counted.one:
            yield f"says the figure 1 before {word}: spell it out"


def one_findings(folder: Path, books: Iterable[Book], written_only: set[str]) -> Iterator[str]:
    """Yield findings about counts of one that are spoken as the figure 1 instead of a word.

    Only languages that have a plural form for exactly 1 are examined.
    """
    heard = [
        (book, message)
        for book in books
        if counts_one_alone(book)
        for message in spoken(book, written_only)
        if is_whole(message)
    ]
    counted = counted_words(message for _, message in heard)
    for book, message in heard:
        for finding in figure_findings(message, counted):
            yield f"{where(book, message)} {finding}."
    for path in folder.rglob("*.md"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for finding in bare_ones(line, counted):
                yield f"locales/{path.relative_to(folder.parent)}, line {number}: {finding}."


# --- Words and forms of one language beside those of the others ---------------------------------


def words_of(message: Message) -> set[str]:
    """Return the words of a message in all plural forms, in lower case, without fields."""
    return {
        word.lower()
        for text in forms(message)
        for literal, _ in pieces(text)
        for word in WORDS.findall(literal)
        if len(word) > 1  # single letters are keys
    }


def words_left_italian(spoken_words: Mapping[str, Iterable[Spoken]]) -> set[str]:
    """Return the Italian words that English messages leave untranslated, such as names of calls."""
    english = {
        (id_of(message), message.context): forms(message)
        for _, message, _ in spoken_words[REFERENCE]
    }
    return {
        word
        for _, message, words in spoken_words.get("it", ())
        for word in words
        if english.get((id_of(message), message.context)) == forms(message)
    }


def stranger_findings(books: Mapping[str, Iterable[Book]], silent: set[str]) -> Iterator[str]:
    """Yield findings about words of another language in spoken messages.

    `books` has the catalogues by language.
    """
    spoken_words: dict[str, list[Spoken]] = {
        language: [
            (book, message, words_of(message))
            for book in own
            for message in spoken(book, silent)
            if is_whole(message) and not COMMANDS.match(id_of(message))
        ]
        for language, own in books.items()
    }
    counts = {
        language: Counter(word for _, _, words in own for word in words)
        for language, own in spoken_words.items()
    }
    kept = words_left_italian(spoken_words)
    for language, own in spoken_words.items():
        others = [counts[other] for other in counts if other != language]
        known = kept | set(SHARED.get(language, "").split())
        for book, message, words in own:
            if book.is_unfinished:  # few messages have any word
                continue
            strange = {
                word
                for word in words - known
                if counts[language][word] <= HARDLY and any(one[word] >= MANY for one in others)
            }
            if strange:
                yield f"{where(book, message)} has words of another language: {listed(strange)}."


def form_findings(book: Book) -> Iterator[str]:
    """Yield names that lack a form which other names of the same kind have, such as an article."""
    kinds: dict[str, list[str]] = {}
    for name in book.entries:
        kinds.setdefault(name.rpartition("-")[0], []).append(name)
    for names in kinds.values():
        known = {one for name in names for one in book.entries[name].messages}
        for name in names if len(names) > 1 else ():
            entry = book.entries[name]
            if missing := known - entry.messages.keys():
                message = next(iter(entry.messages.values()))
                yield f"{where(book, message)} lacks forms that others have: {listed(missing)}."


# --- One catalogue beside the reference ---------------------------------------------------------


def listed(names: Iterable[str | None]) -> str:
    """Return the names sorted alphabetically and separated by commas."""
    return ", ".join(sorted(name or "none" for name in names))


def entry_findings(entry: Entry, model: Entry) -> Iterator[str]:
    """Yield an entry's differences from the reference catalogue's entry (`model`)."""
    if entry.is_plural != model.is_plural:
        yield "is plural in one of the two languages only"
    contexts, wanted = set(entry.messages), set(model.messages)
    if contexts != wanted and not (None in contexts and None in wanted):
        yield f"has the contexts {listed(contexts)} where {REFERENCE} has {listed(wanted)}"
    if missing := model.fields - entry.fields:
        yield f"does not use the fields {listed(missing)}"
    if unknown := entry.fields - model.fields:
        yield f"asks for unknown fields: {listed(unknown)}"


def context_findings(book: Book, model: Book) -> Iterator[str]:
    """Yield a finding for each message that has a context and uses unknown fields.

    A field is unknown if the entry of the same id in the reference catalogue does not have it.
    """
    for name in book.entries.keys() & model.entries.keys():
        entry, known = book.entries[name], model.entries[name].fields
        for context, message in entry.messages.items():
            unknown = fields_of(message) - known
            if unknown and context is not None and None in entry.messages:
                yield f"{where(book, message)} asks for unknown fields: {listed(unknown)}."


def pair_findings(book: Book, model: Book) -> Iterator[str]:
    """Yield the differences of a catalogue's ids and entries from the reference catalogue."""
    missing = set() if book.is_unfinished else model.entries.keys() - book.entries.keys()
    for name in missing:
        yield f"{book.name}: {name} is missing."
    for name in book.entries.keys() - model.entries.keys():
        yield f"{book.name}: {name} is not in the {REFERENCE} catalogue."
    for name in book.entries.keys() & model.entries.keys():
        for finding in entry_findings(book.entries[name], model.entries[name]):
            message = next(iter(book.entries[name].messages.values()))
            yield f"{where(book, message)} {finding}."


# --- All of them -------------------------------------------------------------------------------


def file_findings(locales: Path, languages: Iterable[str]) -> Iterator[str]:
    """Yield files that only some languages have, including the rules texts."""
    files = {
        language: {
            path.relative_to(locales / language).as_posix()
            for path in (locales / language).rglob("*")
            if path.suffix in {".po", ".md"}
        }
        for language in languages
    }
    whole = (one for one in files if not is_unfinished(locales / one))
    for language, own in ((one, files[one]) for one in whole):
        for name in set().union(*files.values()) - own:
            yield f"locales/{language}/{name} is missing; another language has it."


def books_findings(books: Mapping[str, Book]) -> Iterator[str]:
    """Yield the findings about one catalogue file, given in all languages."""
    model = books.get(REFERENCE)
    silent = written_only(model) if model else set()
    for book in books.values():
        yield from book_findings(book, silent)
    if model:
        yield from comment_findings(model)
        yield from context_findings(model, model)
        for book in books.values():
            if book is not model:
                yield from pair_findings(book, model)
                yield from context_findings(book, model)


def check(locales: Path = LOCALES) -> list[str]:
    """Check all catalogues; return the findings, sorted."""
    languages = sorted(path.name for path in locales.glob("*") if path.is_dir())
    if REFERENCE not in languages:
        return [f"locales/{REFERENCE}/LC_MESSAGES is missing: it is what the others follow."]
    findings = list(file_findings(locales, languages))
    books: dict[str, dict[str, Book]] = {}
    for po in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        language, name = po.parts[-3], f"locales/{po.relative_to(locales).as_posix()}"
        try:
            book = read(po, name, language, is_unfinished=is_unfinished(locales / language))
            books.setdefault(po.name, {})[language] = book
            findings += duplicate_findings(po, name)
        except (PoFileError, UnknownLocaleError, UnicodeDecodeError, ValueError) as error:
            findings.append(f"{name} cannot be read: {error}.")
    for same in books.values():
        findings += books_findings(same)
    silent = set().union(
        *(written_only(same[REFERENCE]) for same in books.values() if REFERENCE in same)
    )
    of_languages = {
        language: [same[language] for same in books.values() if language in same]
        for language in languages
    }
    findings += stranger_findings(of_languages, silent)
    for language, own in of_languages.items():
        findings += one_findings(locales / language, own, silent)
    return sorted(set(findings))


def main() -> int:
    """Print the findings; return 1 if there are any."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    findings = check()
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
