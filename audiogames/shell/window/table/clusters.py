"""Groups of boxes that are measured first and placed later, and functions that combine them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pygame import Rect

from audiogames.shell.window.boxes import Box, Ink, TextBox
from audiogames.shell.window.lettering import WrappedText, font_of, wrap


@dataclass(frozen=True)
class Cluster:
    """Boxes that are placed together, each with its offset from the group's upper left corner."""

    width: int
    height: int
    boxes: tuple[tuple[Box, int, int], ...] = ()

    def at(self, left: int, top: int) -> list[Box]:
        """Return the boxes, moved so that the group's corner is at this point."""
        return [box.moved(left + right, top + down) for box, right, down in self.boxes]

    def moved(self, left: int, top: int) -> Iterator[tuple[Box, int, int]]:
        """Yield each box with its offset in a larger cluster, at `left` and `top`."""
        return ((box, left + right, top + down) for box, right, down in self.boxes)


EMPTY: Final = Cluster(0, 0)


def cluster_of(*boxes: Box) -> Cluster:
    """Make a cluster of boxes whose coordinates start at its corner."""
    width = max((box.place.right for box in boxes), default=0)
    height = max((box.place.bottom for box in boxes), default=0)
    return Cluster(width, height, tuple((box, 0, 0) for box in boxes))


@lru_cache(maxsize=4096)
def wrap_whole(text: str, size: int, width: int) -> WrappedText:
    """Break a text into lines, but never inside a word, even if a line becomes too wide.

    A group of boxes with such a line is then recognised as too wide to fit.
    """
    font = font_of(size)
    widest = max((font.width(word) for word in text.split()), default=0)
    return wrap(text, size, max(width, widest))


def text_cluster(name: str, text: str, size: int, width: int, *, ink: Ink = "text") -> Cluster:
    """Return a cluster with a text, broken into as many lines as it needs."""
    return words_cluster(name, wrap_whole(text, size, width), ink)


def words_cluster(
    name: str, words: WrappedText, ink: Ink = "text", *, centred: bool = False
) -> Cluster:
    """Return a group of boxes (`Cluster`) that shows a text already broken into lines."""
    place = Rect(0, 0, words.width, words.height)
    return cluster_of(TextBox(name, place, words=words, ink=ink, centred=centred))


def stacked(clusters: Iterable[Cluster], gap: int, *, centred: bool = False) -> Cluster:
    """Combine clusters into one, in a column."""
    seen = [cluster for cluster in clusters if cluster.boxes]
    width = max((cluster.width for cluster in seen), default=0)
    boxes: list[tuple[Box, int, int]] = []
    top = 0
    for cluster in seen:
        boxes += cluster.moved((width - cluster.width) // 2 if centred else 0, top)
        top += cluster.height + gap
    return Cluster(width, max(0, top - gap), tuple(boxes))


def in_a_row(clusters: Iterable[Cluster], gap: int) -> Cluster:
    """Combine groups of boxes into one group, in a row, centred vertically."""
    seen = [cluster for cluster in clusters if cluster.boxes]
    height = max((cluster.height for cluster in seen), default=0)
    boxes: list[tuple[Box, int, int]] = []
    left = 0
    for cluster in seen:
        boxes += cluster.moved(left, (height - cluster.height) // 2)
        left += cluster.width + gap
    return Cluster(max(0, left - gap), height, tuple(boxes))


def flowing(clusters: Iterable[Cluster], width: int, gap: int) -> Cluster:
    """Combine groups of boxes into one group, in rows of at most this width."""
    lines: list[list[Cluster]] = []
    left = 0
    for cluster in clusters:
        if not cluster.boxes:
            continue
        if not lines or left + cluster.width > width:
            lines.append([])
            left = 0
        lines[-1].append(cluster)
        left += cluster.width + gap
    return stacked((in_a_row(line, gap) for line in lines), gap // 2)
