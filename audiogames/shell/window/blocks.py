"""The blocks of a screen without a table: title, status lines, text field, buttons.

The blocks are stacked in a column, and each uses at most its given height.  All letters have the
size that the player chose.  Text that does not fit is shown page by page, and arrowheads mark where
a list, a hand or a score sheet continues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from audiogames.present.frame import Button, CardShape, Row
from audiogames.shell.window.boxes import (
    Arrow,
    ArrowButton,
    Box,
    ButtonBox,
    FieldBox,
    Side,
    TextBox,
)
from audiogames.shell.window.lettering import MORE, WrappedText, broken, font_of, paged, wrap
from audiogames.shell.window.ruler import Ruler

BETWEEN: Final = 4
"""Pixels between rows."""

BESIDE_SHARE: Final = 0.34
"""The largest share of the width that buttons at the right may take."""

ENDS: Final = (".", "?", "!", MORE)
"""A line without one of these ends gets a full stop before another on the same line."""

ARROWS: Final[Mapping[str, Side]] = {"left": "left", "right": "right", "up": "up", "down": "down"}
"""Keys that are drawn as arrowheads if their words do not fit."""

KeyName = Callable[[str], str]


@dataclass(frozen=True)
class BoxGroup:
    """Boxes that are laid out together; their vertical coordinates start at the group's top."""

    height: int
    boxes: tuple[Box, ...] = ()

    def at(self, top: int) -> list[Box]:
        """Return the boxes, moved down so that the group's top is at `top`."""
        return [box.moved(0, top) for box in self.boxes]


NOTHING: Final = BoxGroup(0)


# Words


def title_block(ruler: Ruler, text: str, room: int) -> BoxGroup:
    """Return the block of the screen's title; an empty one if it does not fit completely."""
    words = wrap(text, ruler.letters, ruler.inside)
    height = words.height + ruler.gap
    if not words.lines or height > room:
        return NOTHING
    place = Rect(ruler.gap, 0, words.width, words.height)
    return BoxGroup(height, (TextBox("title", place, words=words, ink="title"),))


def words_block(ruler: Ruler, texts: Sequence[str], room: int, page: int = 0) -> BoxGroup:
    """Return the block of the screen's status sentences, each on a new line.

    If they do not fit, they are joined into one paragraph, and if that is still too long, shown
    page by page.
    """
    if not texts:
        return NOTHING
    height = room - ruler.gap
    words = broken(texts, ruler.letters, ruler.inside)
    if words.height > height:
        words = paged(_joined_sentences(texts), ruler.letters, (ruler.inside, height), page)
    if words.height > height:
        return NOTHING
    place = ruler.across(0, words.height)
    return BoxGroup(words.height + ruler.gap, (TextBox("lines", place, words=words),))


def _joined_sentences(texts: Sequence[str]) -> str:
    """Join sentences into a paragraph; those without punctuation get a full stop."""
    return " ".join(text if text.endswith(ENDS) else f"{text}." for text in texts)


def field_block(ruler: Ruler, text: str | None, caret: int | None, room: int) -> BoxGroup:
    """Return the block of the text field: the lines up to the caret, as many as fit."""
    if text is None:
        return NOTHING
    shown = f"{text}_" if caret is None else f"{text[:caret]}|{text[caret:]}"
    whole = wrap(shown, ruler.letters, ruler.inside - 2 * ruler.gap)
    if caret is not None:
        whole = whole.up_to(len("".join(text[:caret].split())), room - 2 * ruler.gap)
    words = whole.tail(room - 2 * ruler.gap)
    place = ruler.across(0, words.height + ruler.gap)
    box = FieldBox("field", place, words=words, indent=ruler.gap)
    return BoxGroup(place.height + ruler.gap, (box,)) if place.height <= room else NOTHING


# Continuations beyond the picture


def sideways(ruler: Ruler, middle: int, *, before: bool = False, after: bool = False) -> list[Box]:
    """Return arrowheads for the margins; they show that a hand or score sheet continues."""
    place = Rect(1, middle - 3 * ruler.gap // 2, ruler.gap - 2, 3 * ruler.gap)
    boxes: list[Box] = [Arrow("more left", place, "left")] if before else []
    if after:
        boxes.append(Arrow("more right", place.move(ruler.gap + ruler.inside, 0), "right"))
    return boxes


# Buttons: at the right, one below the other, or under the cards, side by side


def buttons_beside(
    ruler: Ruler, buttons: Sequence[Button], name_key: KeyName, room: int
) -> BoxGroup | None:
    """Return a block with all buttons in a column at the right; None if they do not fit."""
    font = font_of(ruler.letters)
    texts = [_button_text(button, name_key) for button in buttons]
    height = font.line + ruler.gap
    width = max((font.width(text) for text in texts), default=0) + 2 * ruler.gap
    too_wide = width > ruler.window[0] * BESIDE_SHARE
    if not buttons or too_wide or len(buttons) * (height + ruler.gap) > room:
        return None
    place = Rect(ruler.window[0] - ruler.gap - width, 0, width, height)
    boxes = (
        _button_box(button, place.move(0, number * (height + ruler.gap)), wrap_one(text, ruler))
        for number, (button, text) in enumerate(zip(buttons, texts, strict=True))
    )
    return BoxGroup(room, tuple(boxes))


def buttons_under(
    ruler: Ruler, buttons: Sequence[Button], name_key: KeyName, room: int
) -> BoxGroup:
    """Return a block of buttons side by side; an ellipsis stands for those that do not fit."""
    boxes = list(_flow(ruler, buttons, name_key))
    shown = [box for box in boxes if box.place.bottom + ruler.gap <= room]
    if len(shown) < len(boxes) and all(button.key in ARROWS for button in buttons):
        boxes = list(_arrows(ruler, buttons))
        shown = [box for box in boxes if box.place.bottom + ruler.gap <= room]
    if not shown:
        return NOTHING
    if len(shown) < len(boxes):
        shown = _with_ellipsis(ruler, shown)
    return BoxGroup(max(box.place.bottom for box in shown) + ruler.gap, tuple(shown))


def _with_ellipsis(ruler: Ruler, shown: Sequence[Box]) -> list[Box]:
    """Add an ellipsis for missing buttons after the last one, or in its place if space is short."""
    words, last = WrappedText((MORE,), ruler.letters), shown[-1].place
    place = Rect(last.right + ruler.gap, last.y, words.width, last.height)
    has_room = place.right <= ruler.gap + ruler.inside
    more = TextBox("more buttons", place if has_room else last, words=words, centred=True)
    return [*(shown if has_room else shown[:-1]), more]


def button_row(ruler: Ruler) -> int:
    """Return the height of a row of one-line buttons, with the gap below it."""
    return font_of(ruler.letters).line + 2 * ruler.gap


def _button_text(button: Button, name_key: KeyName) -> str:
    """Return a button's text, followed by the name of its key in parentheses."""
    return f"{button.text} ({name_key(button.key)})"


def wrap_one(text: str, ruler: Ruler) -> WrappedText:
    """Break the text of a button into lines."""
    return wrap(text, ruler.letters, ruler.inside - 2 * ruler.gap)


def _flow(ruler: Ruler, buttons: Sequence[Button], name_key: KeyName) -> Iterator[Box]:
    """Lay out buttons side by side, with new lines where necessary."""
    left = top = bottom = 0
    for button in buttons:
        words = wrap_one(_button_text(button, name_key), ruler)
        width = min(ruler.inside, words.width + 2 * ruler.gap)
        height = words.height + ruler.gap
        if left and left + width > ruler.inside:
            left, top = 0, bottom
        yield _button_box(button, Rect(ruler.gap + left, top, width, height), words)
        left += width + ruler.gap
        bottom = max(bottom, top + height + ruler.gap)


def _arrows(ruler: Ruler, buttons: Sequence[Button]) -> Iterator[Box]:
    """Lay out the buttons of arrow keys in one row, as arrowheads without words."""
    side, between = button_row(ruler) - ruler.gap, ruler.gap
    width = min(2 * side, (ruler.inside + between) // len(buttons) - between)
    for number, button in enumerate(buttons):
        place = Rect(ruler.gap + number * (width + between), 0, width, side)
        yield ArrowButton(
            f"button {button.key}", place, button.text, ARROWS[button.key], key=button.key
        )


def corner_boxes(ruler: Ruler, buttons: Sequence[Button], name_key: KeyName) -> list[Box]:
    """Return the buttons of the corner, such as help, side by side in one line."""
    boxes: list[Box] = []
    left = 0
    for button in buttons:
        words = wrap_one(_button_text(button, name_key), ruler)
        place = Rect(left, 0, words.width + ruler.gap, words.line)
        boxes.append(_button_box(button, place, words))
        left = place.right + ruler.gap // 2
    return boxes


def _button_box(button: Button, place: Rect, words: WrappedText) -> Box:
    """Return the box of a button."""
    return ButtonBox(f"button {button.key}", place, words=words, key=button.key)


# The focus and its surroundings


def focus_of(items: Sequence[Row] | Sequence[CardShape]) -> int:
    """Return the index of the focused item; 0 if none is focused."""
    focused = [item.focused for item in items]
    return focused.index(True) if any(focused) else 0


def around(focus: int, heights: Sequence[int], room: int) -> tuple[int, int]:
    """Return the range (start, stop) of items that fit into `room` around the focused one."""
    if not heights:
        return 0, 0
    first, last = focus, focus + 1
    room -= heights[focus]
    while True:
        below = last < len(heights) and heights[last] <= room
        if below:
            room -= heights[last]
            last += 1
        above = first > 0 and heights[first - 1] <= room
        if above:
            first -= 1
            room -= heights[first]
        if not (below or above):
            return first, last
