"""Lays out a table with as many of its elements, such as seats or clock, as fit.

The first attempt includes all elements.  While they do not fit, the least important one
is dropped (`importance`).  Letters are never smaller than the size that the player has
chosen.  A card can also be drawn as a chip: only its rank and suit, one line high.  Chips
are used if the hand or the trick would otherwise be dropped, or if the hand would be cut
off and all of it fits as chips.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from audiogames.present.frame import Frame
from audiogames.shell.window.blocks import KeyName
from audiogames.shell.window.boxes import Box
from audiogames.shell.window.ruler import Ruler
from audiogames.shell.window.status import repeats_focus
from audiogames.shell.window.table.chip_layout import CHIPPED, ChipLayout
from audiogames.shell.window.table.importance import are_cards_seen, elements
from audiogames.shell.window.table.layout import TableLayout


def arrange_table(
    frame: Frame, ruler: Ruler, name_key: KeyName, page: int, between: Callable[[], None]
) -> list[Box]:
    """Lay out a table for the ruler's window, and return its boxes.

    `between` is called before each attempt to lay it out.
    """
    table = frame.table
    assert table is not None

    def most_of(kind: type[TableLayout], wanted: Sequence[str]) -> tuple[int, list[Box]]:
        """Return how many of the wanted elements fit with this layout, and their boxes."""
        best, fitting, too_many = list[Box](), 0, len(wanted) + 1
        count = len(wanted)
        while too_many - fitting > 1:
            between()
            kept = frozenset(wanted[:count])
            boxes = kind(frame, table, ruler, name_key, kept, page).boxes()
            if boxes is None:
                too_many = count
            else:
                best, fitting = boxes, count
            count = (fitting + too_many) // 2
        return fitting, best

    wanted = elements(frame, table, has_status=not repeats_focus(ruler, frame))
    count, boxes = most_of(TableLayout, wanted)
    are_seen = are_cards_seen(wanted[:count], wanted, table)
    if are_seen and (table.result is not None or _hand(boxes) == len(frame.cards)):
        return boxes
    few = [name for name in wanted if name in CHIPPED]
    chipped, chips = most_of(ChipLayout, few)
    if are_seen:
        return chips if _hand(chips) == len(frame.cards) and chipped >= count else boxes
    return chips if chipped > count else boxes


def _hand(boxes: Sequence[Box]) -> int:
    """Return how many cards of the hand are drawn."""
    return sum(box.name.startswith("card ") for box in boxes)


def ground_of(boxes: Sequence[Box], ruler: Ruler) -> Rect:
    """Return the rectangle of the table's background, between header and newest sentence."""
    width, height = ruler.window
    bottoms = {box.name: box.place for box in boxes}
    turn, status = bottoms.get("turn"), bottoms.get("status")
    is_header = turn is not None and turn.x == turn.y == ruler.gap
    top = turn.bottom + ruler.gap // 4 if turn is not None and is_header else ruler.gap // 4
    bottom = status.top if status is not None else height
    return Rect(ruler.gap // 4, top, width - ruler.gap // 2, bottom - ruler.gap // 4 - top)
