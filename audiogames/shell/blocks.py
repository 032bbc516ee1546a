"""The blocks of the picture's column: each takes no more height than it is given.

What finds no room is told: an ellipsis ends words that go on, and arrowheads stand where a list, a
hand or a score sheet goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect

from audiogames.present.screen import Button, CardShape, Row, SymbolRow
from audiogames.shell.boxes import (
    Arrow,
    Box,
    ButtonBox,
    CardBox,
    FieldBox,
    SignsBox,
    TextBox,
)
from audiogames.shell.cardfaces import WIDTH
from audiogames.shell.lettering import (
    LEAST,
    MORE,
    Words,
    broken,
    elide,
    fit,
    fit_line,
    font_of,
    keeps_words_whole,
    sizes,
    wrap,
)

SIZE, TITLE_SIZE, STATUS_SIZE, MARGIN, CARD = 38, 48, 40, 14, 180
"""In pixels at 100 %."""

LEAST_CARD: Final = 40
"""Below this a card cannot be read and is left out."""

SMALLER_CARDS: Final = 0.7
"""Cards may be so much smaller where the whole hand can be seen by that."""

STILL_LARGE: Final = 0.4
"""But not smaller than this share of what the scale wants."""

BETWEEN: Final = 4
"""Pixels between rows."""

NEIGHBOURS: Final = 0.5
"""Letters may shrink so far that what is before and after the focus is seen."""

BESIDE_SHARE: Final = 0.34
"""The buttons stand at the right where they take no more than this share of the width."""

BESIDE_SIZES: Final = 2
"""In so many of the sizes of letters they may stand there."""

ENDS: Final = (".", "?", "!", MORE)
"""A line without one of these gets a full stop where another follows it on the same line."""

KeyName = Callable[[str], str]


@dataclass(frozen=True)
class Ruler:
    """What is measured with: the window, the scale in percent, and what stands at the right."""

    window: tuple[int, int]
    scale: int = 100
    beside: int = 0
    """The width of the buttons there."""

    @property
    def gap(self) -> int:
        """The margin, which a large scale need not make large: the words need the room."""
        margin = MARGIN * (100 + (self.scale - 100) // 3) // 100
        return max(2, min(margin, min(self.window) // 36))

    @property
    def inside(self) -> int:
        """The width between the margins."""
        return max(1, self.window[0] - 2 * self.gap - self.beside)

    @property
    def letters(self) -> int:
        """The size of the letters."""
        return self.scaled(SIZE)

    @property
    def strip(self) -> int:
        """The size of the letters that count what is beyond the picture."""
        return max(LEAST, min(self.letters * 2 // 3, min(self.window) // 20))

    def scaled(self, pixels: int) -> int:
        """At this scale."""
        return pixels * self.scale // 100

    def across(self, top: int, height: int) -> Rect:
        """All of the width."""
        return Rect(self.gap, top, self.inside, height)


@dataclass(frozen=True)
class Block:
    """Boxes that stand together, measured from their own top on."""

    height: int
    boxes: tuple[Box, ...] = ()

    def at(self, top: int) -> list[Box]:
        """The boxes, from a given top on."""
        return [replace(box, place=box.place.move(0, top)) for box in self.boxes]


NOTHING: Final = Block(0)


# Words


def words_block(ruler: Ruler, texts: Sequence[str], signs: Sequence[SymbolRow], room: int) -> Block:
    """How things stand: sentences and rows of signs, in letters as large as there is room for.

    Each has a line of its own unless, one after the other, they can be larger.
    """
    least = ruler.letters
    for least in sizes(ruler.letters):
        for flows in (False, True):
            block = _words(ruler, texts, signs, least, flows=flows)
            if block is not None and block.height <= room:
                return block
    below = _signs(ruler, signs, least, flows=True)
    below = below if below.height <= room else NOTHING
    words = fit([_flowing(texts)], least, (ruler.inside, room - below.height - ruler.gap))
    return _stack(_lines(ruler, words), below)


def _words(
    ruler: Ruler, texts: Sequence[str], signs: Sequence[SymbolRow], size: int, *, flows: bool
) -> Block | None:
    """In letters of this size; None where a word or a row of signs is too wide."""
    if not keeps_words_whole(texts, size, ruler.inside):
        return None
    if any(_signs_width(row, size, ruler) > ruler.inside for row in signs):
        return None
    texts = [_flowing(texts)] if flows else texts
    lines = _lines(ruler, broken(texts, size, ruler.inside))
    return _stack(lines, _signs(ruler, signs, size, flows=flows))


def _flowing(texts: Sequence[str]) -> str:
    """One after the other, each with an end that can be seen."""
    return " ".join(text if text.endswith(ENDS) else f"{text}." for text in texts)


def _lines(ruler: Ruler, words: Words) -> Block:
    if not words.lines:
        return NOTHING
    place = ruler.across(0, words.height)
    return Block(words.height + ruler.gap, (TextBox("lines", place, words=words),))


def _signs(ruler: Ruler, rows: Sequence[SymbolRow], size: int, *, flows: bool) -> Block:
    """Rows of small signs after their words."""
    boxes: list[Box] = []
    left = top = 0
    for row in rows:
        box = _signs_box(ruler, row, size)
        if boxes and (not flows or left + box.place.width > ruler.inside):
            left, top = 0, top + box.place.height + BETWEEN
        boxes.append(replace(box, place=box.place.move(left, top)))
        left += box.place.width + 2 * ruler.gap
    return Block(boxes[-1].place.bottom + ruler.gap, tuple(boxes)) if boxes else NOTHING


def _stack(upper: Block, lower: Block) -> Block:
    return Block(upper.height + lower.height, (*upper.boxes, *lower.at(upper.height)))


def _signs_width(row: SymbolRow, size: int, ruler: Ruler) -> int:
    font = font_of(size)
    signs = len(row.symbols) * font.get_linesize()
    return font.size(row.text)[0] + ruler.gap + signs


def _signs_box(ruler: Ruler, row: SymbolRow, size: int) -> Box:
    line = font_of(size).get_linesize()
    text = elide(row.text, size, ruler.inside - ruler.gap - len(row.symbols) * line)
    words = Words((text,), size, is_cut=text != row.text)
    width = min(ruler.inside, words.width + ruler.gap + len(row.symbols) * line)
    place = Rect(ruler.gap, 0, width, line)
    return SignsBox("signs", place, words=words, signs=row.symbols)


def field_block(ruler: Ruler, text: str | None, room: int) -> Block:
    """The text that is being typed, with the cursor at its end."""
    if text is None:
        return NOTHING
    indent = ruler.gap
    words = fit([text + "_"], ruler.letters, (ruler.inside - 2 * indent, room - 2 * ruler.gap))
    if words.is_cut:
        whole = wrap(text + "_", words.size, ruler.inside - 2 * indent)
        words = whole.tail(room - 2 * ruler.gap)
    place = ruler.across(0, words.height + ruler.gap)
    box = FieldBox("field", place, words=words, indent=indent)
    return Block(place.height + ruler.gap, (box,)) if place.height <= room else NOTHING


# Cards: side by side, on several lines where there is room, else those around the focused one


@dataclass(frozen=True)
class Spread:
    """Cards of one height, in so many columns and lines as have room."""

    ruler: Ruler
    height: int
    room: int

    @property
    def below(self) -> int:
        """The room under a line, for the arrowhead of the focus."""
        return max(10, self.ruler.gap)

    @property
    def width(self) -> int:
        """Of a card."""
        return round(self.height * WIDTH)

    @property
    def across(self) -> int:
        """Cards in a line."""
        gap = self.ruler.gap
        return max(1, (self.ruler.inside + gap) // (self.width + gap))

    @property
    def down(self) -> int:
        """Lines."""
        return max(1, (self.room - self.ruler.gap) // (self.height + self.below))

    def place(self, number: int) -> Rect:
        """Of the card with this number among those that are shown."""
        row, column = divmod(number, self.across)
        left = self.ruler.gap + column * (self.width + self.ruler.gap)
        return Rect(left, row * (self.height + self.below), self.width, self.height)


def _spread(ruler: Ruler, cards: int, room: int) -> Spread:
    """As large as the scale says; a little smaller where all can be seen by that."""
    highest = Spread(ruler, 0, room)
    height = room - ruler.gap - highest.below
    height = max(0, min(ruler.scaled(CARD), height, int(ruler.inside / WIDTH)))
    least = max(LEAST_CARD, int(height * SMALLER_CARDS), int(ruler.scaled(CARD) * STILL_LARGE))
    heights = range(height, least, -2)
    spreads = (Spread(ruler, one, room) for one in heights)
    all_seen = (one for one in spreads if one.across * one.down >= cards)
    return next(all_seen, Spread(ruler, height, room))


def cards_block(ruler: Ruler, cards: Sequence[CardShape], room: int) -> Block:
    """The hand, an arrowhead under the focused card, and others where the hand goes on."""
    spread = _spread(ruler, len(cards), room)
    if not cards or spread.height < LEAST_CARD:
        return NOTHING
    first, last = around(focus_of(cards), [1] * len(cards), spread.across * spread.down)
    boxes: list[Box] = []
    for number in range(first, last):
        place = spread.place(number - first)
        boxes.append(CardBox(f"card {number}", place, cards[number]))
        if cards[number].focused:
            boxes.append(_pointer(place, spread.below))
    upper, lower = spread.place(0), spread.place(last - first - 1)
    boxes += sideways(ruler, upper.centery, before=first > 0)
    boxes += sideways(ruler, lower.centery, after=last < len(cards))
    return Block(lower.bottom + spread.below + ruler.gap, tuple(boxes))


def _pointer(card: Rect, room: int) -> Box:
    """The arrowhead under the focused card."""
    place = Rect(0, card.bottom + 2, 2 * room, room - 3)
    place.centerx = card.centerx
    return Arrow("pointer", place, "up", "focus")


def sideways(ruler: Ruler, middle: int, *, before: bool = False, after: bool = False) -> list[Box]:
    """Arrowheads in the margins, where a hand or a score sheet goes on."""
    place = Rect(1, middle - 3 * ruler.gap // 2, ruler.gap - 2, 3 * ruler.gap)
    boxes: list[Box] = [Arrow("more left", place, "left")] if before else []
    if after:
        boxes.append(Arrow("more right", place.move(ruler.gap + ruler.inside, 0), "right"))
    return boxes


# Buttons: at the right, one below the other, or under the cards, one after the other


def buttons_beside(
    ruler: Ruler, buttons: Sequence[Button], name_key: KeyName, room: int
) -> Block | None:
    """All of them at the right, or None where there is too little room."""
    texts = _button_texts(buttons, name_key)
    for size in list(sizes(ruler.letters))[:BESIDE_SIZES]:
        font = font_of(size)
        height = font.get_linesize() + ruler.gap
        width = max((font.size(text)[0] for text in texts), default=0) + 2 * ruler.gap
        too_wide = width > ruler.window[0] * BESIDE_SHARE
        if not buttons or too_wide or len(buttons) * (height + ruler.gap) > room:
            continue
        left = ruler.window[0] - ruler.gap - width
        places = [
            Rect(left, number * (height + ruler.gap), width, height)
            for number in range(len(buttons))
        ]
        return Block(room, tuple(_button_boxes(buttons, texts, places, size)))
    return None


def buttons_under(ruler: Ruler, buttons: Sequence[Button], name_key: KeyName, room: int) -> Block:
    """In letters small enough that all have room; an ellipsis stands for those without."""
    texts = _button_texts(buttons, name_key)
    size, places = ruler.letters, list[Rect]()
    for size in sizes(ruler.letters):
        places = _flow(ruler, texts, size)
        fits = all(font_of(size).size(text)[0] + 2 * ruler.gap <= ruler.inside for text in texts)
        if fits and (not places or places[-1].bottom + ruler.gap <= room):
            break
    shown = [place for place in places if place.bottom + ruler.gap <= room]
    boxes = _button_boxes(buttons, texts, shown, size)
    if boxes and len(shown) < len(places):
        words = Words((MORE,), size)
        boxes[-1] = TextBox("more buttons", shown[-1], words=words)
    return Block(shown[-1].bottom + ruler.gap, tuple(boxes)) if boxes else NOTHING


def _button_texts(buttons: Sequence[Button], name_key: KeyName) -> list[str]:
    return [f"{button.text} ({name_key(button.key)})" for button in buttons]


def _flow(ruler: Ruler, texts: Sequence[str], size: int) -> list[Rect]:
    font = font_of(size)
    height = font.get_linesize() + ruler.gap
    left, top = ruler.gap, 0
    places = []
    for text in texts:
        width = min(ruler.inside, font.size(text)[0] + 2 * ruler.gap)
        if left > ruler.gap and left + width > ruler.gap + ruler.inside:
            left, top = ruler.gap, top + height + ruler.gap
        places.append(Rect(left, top, width, height))
        left += width + ruler.gap
    return places


def _button_boxes(
    buttons: Sequence[Button], texts: Sequence[str], places: Sequence[Rect], size: int
) -> list[Box]:
    boxes: list[Box] = []
    for button, text, place in zip(buttons, texts, places, strict=False):
        words = fit_line(text, size, place.width - 8)
        boxes.append(ButtonBox(f"button {button.key}", place, words=words, key=button.key))
    return boxes


# What has the focus, and what is around it


def focus_of(items: Sequence[Row] | Sequence[CardShape]) -> int:
    """The number of the focused one, or of the first."""
    focused = [item.focused for item in items]
    return focused.index(True) if any(focused) else 0


def around(focus: int, heights: Sequence[int], room: int) -> tuple[int, int]:
    """From where and up to where (without) the things around the focused one have room."""
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
