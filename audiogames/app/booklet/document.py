"""The layout of a text with headings: as pages for a braille embosser, or as HTML.

The pages are plain text; the program that drives the embosser translates it to braille.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

WIDTH: Final = 28
"""Cells in a line."""

LINES: Final = 25
"""Lines on a page; the last one holds the page number."""

INDENT: Final = "  "
"""The indentation of a paragraph's first line, as usual in braille."""

PAGE_END: Final = "\f"

ITEM: Final = re.compile(r"(- |\d+\. )")


@dataclass(frozen=True)
class Block:
    """A paragraph (level 0), a heading of this level, or an item of a list."""

    text: str
    level: int = 0
    is_item: bool = False


def markdown_blocks(text: str, below: int = 0) -> Iterator[Block]:
    """Yield the blocks of one of our Markdown texts; `below` is added to all heading levels."""
    paragraph: list[str] = []
    for line in (*text.splitlines(), ""):
        plain = line.strip().replace("**", "")
        level = len(plain) - len(plain.lstrip("#"))
        mark = ITEM.match(plain)
        if (not plain or level or mark) and paragraph:
            yield Block(" ".join(paragraph))
            paragraph = []
        if level:
            yield Block(plain.lstrip("# "), level + below)
        elif mark:
            yield Block(plain[mark.end() :] if mark[0] == "- " else plain, is_item=True)
        elif plain:
            paragraph.append(plain)


def embossed(blocks: Iterable[Block]) -> str:
    """Lay out the blocks as pages of 25 lines with 28 cells, separated by form feeds."""
    pages: list[list[str]] = [[]]
    for lines in _unbroken_lines(list(blocks)):
        page = pages[-1]
        if page and len(page) + len(lines) > LINES - 1 and len(lines) <= LINES - 1:
            pages.append(page := [])
        for line in lines:
            if len(page) == LINES - 1:
                pages.append(page := [])
            if line or (page and page[-1]):  # no empty line begins a page or repeats
                page.append(line)
    return PAGE_END.join(_numbered(page, number) for number, page in enumerate(pages, start=1))


def _numbered(page: Sequence[str], number: int) -> str:
    empty = [""] * (LINES - 1 - len(page))
    return "".join(f"{line}\n" for line in (*page, *empty, f"{number:>{WIDTH}}"))


def _unbroken_lines(blocks: Sequence[Block]) -> Iterator[list[str]]:
    """Yield groups of lines that a page break must not separate.

    A heading is kept with the first line after it.
    """
    waiting: list[str] = []
    for block in blocks:
        lines = _lines(block)
        if block.level:
            waiting += lines
        elif waiting:
            yield [*waiting, lines[0]]
            yield from ([line] for line in lines[1:])
            waiting = []
        else:
            yield from ([line] for line in lines)
    if waiting:
        yield waiting


def _lines(block: Block) -> list[str]:
    """Break a block into lines: a heading between empty lines, a paragraph or item indented."""
    first, rest = ("", "") if block.level else (("", INDENT) if block.is_item else (INDENT, ""))
    lines = textwrap.wrap(
        block.text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    return ["", *lines, ""] if block.level else lines


def html(title: str, lang: str, blocks: Iterable[Block]) -> str:
    """Return a page of HTML with semantic headings, lists and paragraphs."""
    body = "\n".join(_elements(blocks))
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n"
        "</html>\n"
    )


def _elements(blocks: Iterable[Block]) -> Iterator[str]:
    for is_item, group in groupby(blocks, lambda block: block.is_item):
        if is_item:
            items = "\n".join(f"<li>{escape(one.text)}</li>" for one in group)
            yield f"<ul>\n{items}\n</ul>"
        else:
            yield from (_element(one) for one in group)


def _element(block: Block) -> str:
    name = f"h{min(block.level, 6)}" if block.level else "p"
    return f"<{name}>{escape(block.text)}</{name}>"
