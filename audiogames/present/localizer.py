"""Renders messages and their values as sentences, for speech and braille.

A template names its fields; a field may ask for a form: `{seat:to}` ("ad Ada"), `{value:signed}`
("più 11"), `{seats:and}` ("Ada e Bruno"), `{readings:or}`, `{card:the}`, `{card:suit}`,
`{card:rank}`.  If the value of a field is a message, the form is the name of a context:
`{suit:dative}`.  Every form is a message too, so that a language needs no code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import repeat
from string import Formatter
from typing import Final

from audiogames.cards.card import Card
from audiogames.core.cues import Argument, Msg, Name
from audiogames.core.events import Seat
from audiogames.present.catalogue import REMEMBERED, Catalogue, tag

BRAILLE: Final = "braille"
NONE: Final = "none"
"""The context of a message whose count is zero: "no cards", not "0 cards"."""
TOUCH: Final = "touch"
"""The context of announcements to players with a touch screen."""
SENTENCE_START: Final = re.compile(r"(?:^|[.?!] )[¿¡]?\w")
LATER_START: Final = re.compile(r"[.?!] [¿¡]?\w")
FIRST_LETTERS: Final = (3, 2, 1)
"""A form may depend on up to this many first letters of a word; the longest match counts."""
BRAILLE_NAME: Final = 8
"""The most cells of a name on the braille line."""


@dataclass(frozen=True)
class Called:
    """A player's name as announced, and their gender: "f", "m" or ""."""

    name: str
    gender: str = ""


Names = Callable[[Seat], Called]


def by_number(seat: Seat) -> Called:
    """Return the seat number as the player's name, for rendering without a table."""
    return Called(str(seat))


class Localizer:
    """Renders sentences of one language for one listener."""

    def __init__(
        self, catalogue: Catalogue, names: Names = by_number, verbosity: str = "normal"
    ) -> None:
        self.catalogue = catalogue
        self.lang = catalogue.lang
        """The language's code, which is the name of its folder: "pt_BR"."""
        self.tag = tag(self.lang)
        """The same code in BCP 47 form: "pt-BR"."""
        self.names = names
        self.verbosity = verbosity
        self.styles: tuple[str, ...] = ()
        """Contexts tried before the usual ones: a dialect, traditional names, touch."""
        self._fixed: dict[tuple[str, tuple[str, ...], re.Pattern[str]], str] = {}
        """Sentences without fields, cached because every picture asks for them."""

    def speech(self, message: Msg, *, after: str = "") -> str:
        """Render a message for speech.

        If `after`, the text before it, ends with a comma, the sentence continues in lower case.
        """
        contexts = (*self.styles, self.verbosity)
        start = LATER_START if after.endswith(",") else SENTENCE_START
        if message.args or message.number is not None:
            return _capital(self._render(message, contexts), start)
        asked = message.id, contexts, start
        if asked not in self._fixed:
            self._fixed[asked] = _capital(self._render(message, contexts), start)
        return self._fixed[asked]

    def text(self, messages: Iterable[Msg]) -> str:
        """Render several messages as one text."""
        sentences: list[str] = []
        for message in messages:
            sentences.append(self.speech(message, after=sentences[-1] if sentences else ""))
        return " ".join(sentences)

    def braille(self, message: Msg) -> str:
        """Render the short form of a message for the braille line.

        If the message has no short form, render the whole sentence.
        """
        wishes = (TOUCH, BRAILLE) if TOUCH in self.styles else (BRAILLE,)
        short = self._render(message, wishes)
        return short if self.catalogue.has(message.id, BRAILLE) else _capital(short)

    def _render(self, message: Msg, contexts: tuple[str, ...]) -> str:
        """Render a message in the first of these contexts in which it has a form.

        Raises `KeyError`.
        """
        none = (NONE,) if message.number == 0 and BRAILLE not in contexts else ()
        who = message.args.get("seat")
        gender = self.names(who.seat).gender if isinstance(who, Name) else ""
        tried = (*none, *contexts, gender, "") if gender else (*none, *contexts, "")
        template = self.catalogue.find(message.id, tried, message.number)
        if template is None:
            raise KeyError(f"no message {message.id} in {self.lang}")
        values = message.args if message.number is None else {**message.args, "n": message.number}
        text = ""
        for words, field, form, _ in _split_template(template):
            text += words
            if field is not None:
                text += self.shown(values[field], form or "", contexts)
        return text

    def shown(self, value: Argument, form: str, contexts: tuple[str, ...]) -> str:
        """Render a field's value in the form that the template asks for."""
        match value:
            case Msg():
                return self._render(value, (*contexts, form) if form else contexts)
            case Name():
                return self._name(value, form, contexts)
            case Card():
                return self._card(value, form, contexts)
            case bool() | None:
                raise TypeError("a field needs a number, a text, a name, a card or a message")
            case int() if value < 0 or form == "signed":
                return self._signed(value, contexts)
            case tuple():
                return self._list(value, form, contexts)
        return str(value)

    def _name(self, value: Name, form: str, contexts: tuple[str, ...]) -> str:
        """Render a player's name; braille shows only its beginning."""
        name = self.names(value.seat).name
        if BRAILLE in contexts:
            name = name[:BRAILLE_NAME]
        if not form:
            return name
        template = self.catalogue.find(f"name-{form}", (*_first_letter_contexts(name), ""))
        return name if template is None else template.format(name=name)

    def _card(self, card: Card, form: str, contexts: tuple[str, ...]) -> str:
        """Render a card, or with the form "suit" or "rank" only its suit or rank.

        In braille, where `contexts` begin with `BRAILLE`, the words are the abbreviations in
        `cards.po`.
        """
        halves = {"suit": card.suit, "rank": card.rank}
        if form in halves:
            found = self.catalogue.find(f"{form}-{card.pack}-{halves[form]}", (*contexts, ""))
        else:
            found = self.catalogue.find(
                f"card-{card.pack}-{card.rank}{card.suit}", (*contexts, form, "")
            )
        assert found is not None
        return found

    def _signed(self, value: int, contexts: tuple[str, ...]) -> str:
        """Render a number with its sign as a word."""
        sign = "number-minus" if value < 0 else "number-plus"
        template = self.catalogue.find(sign, (*contexts, ""))
        assert template is not None
        return template.format(n=abs(value))

    def _list(self, values: Sequence[Argument], form: str, contexts: tuple[str, ...]) -> str:
        """Render a list with commas, "and" or "or", as `form` says."""
        items = list(map(self.shown, values, repeat(""), repeat(contexts)))
        if form == "or":
            return reduce(partial(self._joined, "list-or", contexts), items)
        if BRAILLE in contexts:
            return " ".join(items)
        if form != "and" or len(items) < 2:
            return (". " if form == "apart" else ", ").join(items)
        return self._joined("list-and", contexts, ", ".join(items[:-1]), items[-1])

    def _joined(self, id_: str, contexts: tuple[str, ...], first: str, last: str) -> str:
        """Join two texts by the template `id_`, whose form may depend on how the second begins."""
        template = self.catalogue.find(id_, (*contexts, *_first_letter_contexts(last), ""))
        assert template is not None
        return template.format(first=first, last=last)


def _first_letter_contexts(word: str) -> Iterator[str]:
    """Yield a word's first letters, as contexts in which to look up a message's variant.

    Spanish, for example, has "e" instead of "y" before "Irene" and "Hilda".
    """
    return (word[:count].lower() for count in FIRST_LETTERS)


@lru_cache(REMEMBERED)
def _split_template(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Split a template into pieces: words, then the field after them and its form, if any."""
    return tuple(Formatter().parse(template))


def _capital(text: str, start: re.Pattern[str] = SENTENCE_START) -> str:
    """Capitalise the beginning of each sentence, even if it comes from a field."""
    written, end = "", 0
    for found in start.finditer(text):
        written += text[end : found.start()] + found.group().upper()
        end = found.end()
    return written + text[end:]
