"""Finds the areas in which two pictures differ, so that only these are painted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pygame import Rect

from audiogames.shell.window.boxes import Box


def changed_areas(before: Sequence[Box], after: Sequence[Box]) -> list[Rect] | None:
    """Return separate areas outside which the boxes of both pictures are equal.

    Return None if boxes have changed their order, because they may cover each other.
    """
    unmatched = defaultdict[str, list[int]](list)
    for index, box in enumerate(before):
        unmatched[box.name].append(index)
    matched, changed = list[int](), list[Rect]()
    for box in after:
        same = next((index for index in unmatched[box.name] if before[index] == box), None)
        if same is None:
            changed.append(box.reach)
        else:
            unmatched[box.name].remove(same)
            matched.append(same)
    if matched != sorted(matched):
        return None
    changed += [before[index].reach for indices in unmatched.values() for index in indices]
    return _joined(changed)


def _joined(areas: Iterable[Rect]) -> list[Rect]:
    """Replace overlapping areas with one area that contains them all."""
    separate: list[Rect] = []
    for area in areas:
        while (overlapping := area.collidelist(separate)) >= 0:
            area = area.union(separate.pop(overlapping))  # noqa: PLW2901 it has grown
        separate.append(area)
    return separate
