"""Screens for reading a text line by line: texts with headings, the rules, and long answers."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from audiogames.app.screens.base import Action, Item, ListScreen
from audiogames.app.screens.typing import TypeLine
from audiogames.core.controls import Page
from audiogames.core.cues import Msg, msg
from audiogames.core.data import rules_file
from audiogames.present.frame import Frame, Row

if TYPE_CHECKING:
    from audiogames.app.context import Context


class TextReader(ListScreen):
    """A text as a list with a sentence on each line.

    H and Shift+H move by headings, Control+F searches.  `place` is the line to begin at, as
    returned by `heading_at`.
    """

    layers: tuple[str, ...] = ("reader", "list")
    kind = "reader"

    def __init__(self, context: Context, place: int = 0) -> None:
        super().__init__(context)
        self.place = place
        self._wanted = ""
        """The text of the last search."""
        self._open(self.file())

    def file(self) -> Path:
        """Return the path of the text in the current language."""
        raise NotImplementedError

    def items(self) -> Sequence[Item]:
        """Return an item for each line; Enter repeats the line."""
        file = self.file()
        if file != self._file and file.is_file():
            self._open(file)
        return self._items

    def actions(self) -> Mapping[str, Action]:
        """Return the actions of a list, and the actions for headings and searching."""
        return {
            **super().actions(),
            "heading": self._heading,
            "search": lambda _key: self._ask(),
            "search-on": lambda key: self._seek(-1 if key == "alt+g" else 1),
        }

    def in_picture(self, picture: Frame) -> Frame:
        """Draw the lines as a text with headings instead of a list of choices."""
        rows = tuple(
            Row(line, focused=place == self.place, heading=self._headings.get(place, 0))
            for place, line in enumerate(self._lines)
        )
        return replace(super().in_picture(picture), rows=rows, is_text=True)

    def _open(self, file: Path) -> None:
        self._file = file
        self._headings, self._lines = _read(file)
        self._items = tuple(
            Item(msg("heading" if place in self._headings else "text", text=line), self._again)
            for place, line in enumerate(self._lines)
        )

    def _ask(self) -> None:
        self.context.push(TypeLine(self.context, msg("search-title"), self._search))

    def _search(self, text: str) -> None:
        self._wanted = _folded(text)
        self._seek(1)

    def _seek(self, by: int) -> None:
        """Move to the next or previous line that contains the search words, wrapping at the end."""
        if not self._wanted:
            self._ask()
            return
        count = len(self._lines)
        around = [(self.place + by * step) % count for step in range(1, count + 1)]
        found = next(
            (place for place in around if self._wanted in _folded(self._lines[place])), None
        )
        if found is None:
            self.context.answer(msg("search-nothing", text=self._wanted))
            return
        self.place = found
        self._again()

    def _again(self) -> None:
        self.context.say(self.current())

    def _heading(self, key: str) -> None:
        ahead = [
            place
            for place in self._headings
            if (place > self.place if key == "h" else place < self.place)
        ]
        self._go((ahead[0] if key == "h" else ahead[-1]) if ahead else self.place)


class RulesReader(TextReader):
    """The rules of a game, to be read line by line."""

    def __init__(self, context: Context, game: str, place: int = 0) -> None:
        self._game = game
        super().__init__(context, place)

    def title(self) -> Msg:
        return msg("rules-of", game=msg(f"game-{self._game}"))

    def file(self) -> Path:
        """Return the path of the rules in the current language."""
        return rules_of(self.context, self._game)


def rules_of(context: Context, game: str) -> Path:
    """Return the path of a game's rules in the current language."""
    return rules_file(context.locales, context.announcer.localizer.lang, game)


def heading_at(file: Path, words: str) -> int | None:
    """Return the number of the line with this heading; None if there is none.

    Case and final punctuation are ignored.
    """
    headings, lines = _read(file)
    return next((place for place in headings if _plain(lines[place]) == _plain(words)), None)


def _folded(text: str) -> str:
    """Return the text in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()


def _plain(words: str) -> str:
    return words.strip().rstrip(".:?!").casefold()


def _read(file: Path) -> tuple[dict[int, int], list[str]]:
    """Parse a text file with Markdown headings.

    Return the levels of its headings by line number, and all lines without markup.
    """
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    headings = {
        place: len(line) - len(line.lstrip("#"))
        for place, line in enumerate(lines)
        if line.startswith("#")
    }
    return headings, [line.lstrip("#- ").replace("**", "") for line in lines]


class PageList(ListScreen):
    """A long answer as a list, with one page on each line.

    The pages are those at the time of opening, because a list must not change while it is being
    read.
    """

    kind = "pages"

    def __init__(self, context: Context, game: str, title: Msg, pages: Sequence[Page]) -> None:
        super().__init__(context)
        self._game = game
        self._title = title
        self._pages = tuple(pages)

    def title(self) -> Msg:
        """Return the question that the pages answer."""
        return self._title

    def items(self) -> Sequence[Item]:
        """Return a line for each page."""
        return tuple(Item(page.label, partial(self._more, page)) for page in self._pages)

    def _more(self, page: Page) -> None:
        """Open the rules at the heading that explains this page.

        If the rules have no such heading, announce the focused page again.
        """
        place = self._place_in_rules(page)
        if place is None:
            self.context.say(self.current())
        else:
            self.context.push(RulesReader(self.context, self._game, place))

    def _place_in_rules(self, page: Page) -> int | None:
        file = rules_of(self.context, self._game)
        if page.heading is None or not file.is_file():
            return None
        return heading_at(file, self.context.text(page.heading))
