"""Lays out the result of a match or a deal: a heading, the ranking, and the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect

from audiogames.present.frame import ResultShape, SheetShape
from audiogames.shell.window.boxes import THIN, Box, Brush, Ink
from audiogames.shell.window.lettering import WrappedText, font_of, room_for_mark, width_of, wrap
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.table.clusters import (
    Cluster,
    cluster_of,
    in_a_row,
    stacked,
    words_cluster,
    wrap_whole,
)

WIDEST_MARK: Final = "88/88"
"""The widest page number."""

RESULT_SIZES: Final = ((1.6, 1.5), (1.3, 1.5), (1, 1.5), (1, 1))
"""The letter sizes that are tried: that of the lines as a factor of the chosen size, and that of
the heading as a factor of the lines' size."""

FEWEST_COLUMNS: Final = 2
"""A sheet is hidden if fewer columns fit, unless the sheet itself has fewer."""

Wrapping = Callable[[str, int, int], WrappedText]
"""Breaks a text into lines, in letters of a size and in a width."""


@dataclass(frozen=True)
class ScoreCell(Box):
    """A cell of the score sheet, with its halves one above the other."""

    ink: Ink = "text"

    def draw(self, brush: Brush) -> None:
        """Draw the words in a thin outline."""
        pygame.draw.rect(brush.surface, brush.theme.background, self.place)
        brush.border(self.place, brush.theme.edge, THIN)
        brush.centre(self.words, self.place, getattr(brush.theme, self.ink))


def ranked(result: ResultShape) -> tuple[str, ...]:
    """Return the lines of a result, each with its rank."""
    if not result.places:
        return result.lines
    return tuple(
        f"{place}. {line}" for place, line in zip(result.places, result.lines, strict=True)
    )


def _largest_with_sheet(ruler: Ruler, result: ResultShape, room: Rect) -> Cluster | None:
    """Return heading, ranking and as much of the sheet as possible; None if it does not fit."""
    found = list(_layouts_with_sheet(ruler, result, room))
    return max(found, key=_cells, default=None)


def _cells(cluster: Cluster) -> int:
    """Return the number of score sheet cells in a cluster."""
    return sum(isinstance(box, ScoreCell) for box, _, _ in cluster.boxes)


def _turned(sheet: SheetShape) -> SheetShape:
    """Transpose a score sheet, so that rows become columns."""
    return SheetShape(sheet.names, sheet.heads, tuple(zip(*sheet.cells, strict=True)))


def _layouts_with_sheet(ruler: Ruler, result: ResultShape, room: Rect) -> Iterator[Cluster]:
    """Yield layouts of result and sheet in which no line of the ranking is broken.

    Those with larger letters come first.
    """
    if result.sheet is None or not result.sheet.heads:
        return
    for share, larger in RESULT_SIZES:
        size = int(ruler.letters * share)
        heading = wrap_whole(result.title, int(size * larger), room.width)
        gap = heading.line // 3
        left = room.height - heading.height - gap
        lines = stacked(_lines(result, size, room.width, left), 0)
        if _is_broken(lines) or len(heading.lines) > 1 or lines.height > left:
            continue
        top = words_cluster("result", heading, "title")
        for sheet in (result.sheet, _turned(result.sheet)):
            if beside := _sheet(ruler, sheet, room.width - lines.width - 2 * gap, left):
                body = in_a_row((lines, beside), 2 * gap)
                yield stacked((top, body), gap, centred=True)
            if below := _sheet(ruler, sheet, room.width, left - lines.height - gap):
                body = stacked((lines, below), gap, centred=True)
                yield stacked((top, body), gap, centred=True)


def _sheet(ruler: Ruler, sheet: SheetShape, width: int, height: int) -> Cluster | None:
    """Return the sheet with as many of its last columns as fit; None if too few fit."""
    size, pad = ruler.letters, ruler.gap
    cells = [[tuple(filter(None, cell)) for cell in row] for row in sheet.cells]
    names = max(width_of(name, size) for name in sheet.names) + pad
    columns = [
        (head, *(half for row in cells for half in row[column]))
        for column, head in enumerate(sheet.heads)
    ]
    widths = [max(width_of(text, size) for text in column) + pad for column in columns]
    first = len(widths)
    while first and names + sum(widths[first - 1 :]) <= width:
        first -= 1
    line = font_of(size).line
    high = [max(len(cell) for cell in (*row, ("",))) * line + pad // 2 for row in cells]
    shown = len(widths) - first
    if shown < min(FEWEST_COLUMNS, len(widths)) or line + pad // 2 + sum(high) > height:
        return None
    boxes: list[Box] = []
    left = names
    for column in range(first, len(widths)):
        place = Rect(left, 0, widths[column], line + pad // 2)
        words = WrappedText((sheet.heads[column],), size)
        boxes.append(ScoreCell(f"points head {column}", place, words=words, ink="title"))
        left += widths[column]
    top = line + pad // 2
    for number, (name, row) in enumerate(zip(sheet.names, cells, strict=True)):
        place, left = Rect(0, top, names, high[number]), names
        words = WrappedText((name,), size)
        boxes.append(ScoreCell(f"points name {number}", place, words=words, ink="title"))
        for column in range(first, len(widths)):
            place = Rect(left, top, widths[column], high[number])
            words = WrappedText(row[column], size)
            boxes.append(ScoreCell(f"points {number} {column}", place, words=words))
            left += widths[column]
        top += high[number]
    return cluster_of(*boxes)


def result_boxes(
    ruler: Ruler, result: ResultShape, room: Rect, page: int | None
) -> list[Box] | None:
    """Lay out a result as large as possible, with its score sheet if that fits.

    A result that is too long is shown page by page.  Return None if there is too little space, or
    if pages are needed and `page` is None.
    """
    if table := _largest_with_sheet(ruler, result, room):
        return table.at(room.centerx - table.width // 2, room.centery - table.height // 2)
    sizes = [(int(ruler.letters * share), larger) for share, larger in RESULT_SIZES]
    tried = [_result(result, size, int(size * larger), room) for size, larger in sizes]
    whole = [clusters for clusters in tried if len(clusters) == 1]
    unbroken = [clusters for clusters in whole if not _is_broken(clusters[0])]
    clusters = next(iter(unbroken or whole), tried[-1])
    clusters = clusters or _result_page_by_page(result, ruler.letters, room)
    if not clusters or (page is None and len(clusters) > 1):
        return None
    cluster = clusters[(page or 0) % len(clusters)]
    return cluster.at(room.centerx - cluster.width // 2, room.centery - cluster.height // 2)


def _is_broken(cluster: Cluster) -> bool:
    """Return whether any line of the result is wrapped."""
    return any(len(box.words.lines) > 1 for box, _, _ in cluster.boxes)


def _result_page_by_page(result: ResultShape, size: int, room: Rect) -> list[Cluster]:
    """Return the pages of a result whose heading or words are too long for a line."""
    width = room.width - room_for_mark(WIDEST_MARK, size)
    heading = wrap(result.title, size, width)
    lines = [
        words_cluster("result", replace(heading, lines=(line,)), "title") for line in heading.lines
    ]
    pages = _pages([*lines, *_lines(result, size, width, heading.line, wrap)], room.height)
    if any(cluster.width > width for page in pages for cluster in page):
        return []
    return [
        stacked((_marked(page[0], number, len(pages)), *page[1:]), 0, centred=True)
        for number, page in enumerate(pages)
    ]


def _marked(cluster: Cluster, page: int, pages: int) -> Cluster:
    """Return a line of the result with its page number."""
    box = cluster.boxes[0][0]
    ink: Ink = "title" if box.name == "result" else "text"
    return words_cluster(box.name, replace(box.words, page=page, pages=pages), ink)


def _result(result: ResultShape, size: int, heading_size: int, room: Rect) -> list[Cluster]:
    """Return the pages of a result in letters of this size; none if not even one line fits."""
    heading = wrap_whole(result.title, heading_size, room.width)
    if len(heading.lines) > 1 and heading_size > size:
        return []
    gap = heading.line // 3
    left = room.height - heading.height - gap
    pages = _pages(list(_lines(result, size, room.width, left)), left)
    clusters = []
    for number, shown in enumerate(pages or [[]]):
        words = replace(heading, page=number, pages=max(1, len(pages)))
        top = words_cluster("result", words, "title", centred=words.pages == 1)
        clusters.append(stacked((top, stacked(shown, 0)), gap, centred=True))
    fits = all(
        cluster.height <= room.height and cluster.width <= room.width for cluster in clusters
    )
    return clusters if fits and bool(result.lines) == bool(pages) else []


def _lines(
    result: ResultShape, size: int, width: int, height: int, wrapped: Wrapping = wrap_whole
) -> Iterator[Cluster]:
    """Yield the lines of a result; a line higher than a page is split."""
    for number, line in enumerate(ranked(result)):
        words = wrapped(line, size, width)
        parts = [words.lines] if words.height <= height else [(part,) for part in words.lines]
        for part in parts:
            yield words_cluster(f"result {number}", replace(words, lines=part))


def _pages(lines: Sequence[Cluster], height: int) -> list[list[Cluster]]:
    """Group lines into pages; return no pages if a line does not fit."""
    pages: list[list[Cluster]] = []
    left = 0
    for line in lines:
        if line.height > height:
            return []
        if not pages or line.height > left:
            pages.append([])
            left = height
        pages[-1].append(line)
        left -= line.height
    return pages
