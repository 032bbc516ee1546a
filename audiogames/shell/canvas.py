"""A frame drawn large and in strong contrast, for low vision and for friends who look on.

The picture is a column: title, lines, signs, score sheet, rows, text field, cards, status.  The
buttons stand at its right, or under the cards where there is too little room beside them.  What is
most needed gets its place first, the last sentence and what has the focus; nothing ever covers
anything else, and nothing is left out without a sign that says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import pygame

from audiogames.present.screen import Button, Frame
from audiogames.shell.blocks import (
    SIZE,
    STATUS_SIZE,
    TITLE_SIZE,
    Block,
    KeyName,
    Ruler,
    buttons_beside,
    buttons_under,
    cards_block,
    field_block,
    words_block,
)
from audiogames.shell.boxes import Box, Brush, Rule, TextBox
from audiogames.shell.lettering import LEAST, Words, fit, font_of
from audiogames.shell.lists import least_for_rows, rows_block
from audiogames.shell.sheets import sheet_block
from audiogames.shell.themes import THEMES

STATUS_SHARES: Final = ((0.3, 0.65), (0.45, 0.5), (0.55, 0.0))
"""How much of the height the last sentence may take, and how small its letters may be there."""

USUAL_LINES: Final = 2
"""Room that is kept for the last sentence, so that the rest stays where it is."""


@dataclass(frozen=True)
class Look:
    """How a player wants to see: the scale in percent, the theme, letters on the suits."""

    scale: int = 100
    theme: str = "dark"
    letters: bool = True


@dataclass
class Canvas:
    """Draws frames onto a surface; `boxes` is what was drawn, `hits` what can be clicked.

    `name_key` says how a key is called on a button.
    """

    surface: pygame.Surface
    look: Look = field(default_factory=Look)
    name_key: KeyName = str
    boxes: list[Box] = field(default_factory=list)

    def draw(self, frame: Frame) -> None:
        """Draw everything anew."""
        theme = THEMES[self.look.theme]
        self.boxes = arrange(frame, Ruler(self.surface.get_size(), self.look.scale), self.name_key)
        self.surface.fill(theme.background)
        brush = Brush(self.surface, theme, self.look.letters)
        for box in self.boxes:
            box.draw(brush)

    @property
    def hits(self) -> list[Box]:
        """What can be clicked."""
        return [box for box in self.boxes if box.can_be_clicked]


def arrange(frame: Frame, ruler: Ruler, name_key: KeyName = str) -> list[Box]:
    """Where everything stands in a window of this size."""
    gap = ruler.gap
    title = _title(ruler, frame.title)
    status = _status(ruler, frame.status)
    top, bottom = title.place.bottom + gap, status.place.top - gap
    rule = Rule("rule", ruler.across(status.place.top - gap // 2 - 1, 2))
    under, at_the_right = frame.buttons, list[Box]()
    beside = buttons_beside(ruler, frame.buttons, name_key, bottom - top)
    if beside is not None:
        under, at_the_right = (), beside.at(top)
        ruler = replace(ruler, beside=at_the_right[0].place.width + gap)
    boxes: list[Box] = [title]
    for block in _share_out(frame, under, ruler, name_key, bottom - top):
        boxes += block.at(top)
        top += block.height
    return [*boxes, *at_the_right, rule, status]


def _title(ruler: Ruler, text: str) -> TextBox:
    """Grows half as much as the rest: the room is needed for other things."""
    size = TITLE_SIZE * (100 + ruler.scale) // 200
    words = Words((), size)
    for share in (10, 5):
        words = fit([text], size, (ruler.inside, ruler.window[1] // share))
        if not words.is_cut:
            break
    return TextBox("title", ruler.across(ruler.gap, words.height), "title", words=words)


def _status(ruler: Ruler, text: str) -> TextBox:
    """At the bottom: the last sentence, in letters the larger the shorter it is."""
    words = _status_words(ruler, text)
    usual = USUAL_LINES * font_of(ruler.scaled(STATUS_SIZE)).get_linesize()
    height = max(words.height, min(usual, ruler.window[1] // 8))
    place = ruler.across(ruler.window[1] - ruler.gap - height, height)
    return TextBox("status", place, "status", words=words)


def _status_words(ruler: Ruler, text: str) -> Words:
    size = ruler.scaled(STATUS_SIZE)
    words = Words((), size)
    for share, least in STATUS_SHARES:
        words = fit([text], size, (ruler.inside, int(ruler.window[1] * share)))
        if not words.is_cut and words.size >= max(LEAST, size * least):
            break
    return words


def _share_out(
    frame: Frame, under: Sequence[Button], ruler: Ruler, name_key: KeyName, room: int
) -> Sequence[Block]:
    """Give each part its height, the most needed first; then in the order of the column."""
    typed = field_block(ruler, frame.field, room * 3 // 5)
    room -= typed.height
    one = font_of(SIZE).get_linesize() + 2 * ruler.gap
    buttons = buttons_under(ruler, under, name_key, max(room // 6, min(one, room // 3)))
    room -= buttons.height
    for_rows = least_for_rows(ruler, frame.rows, room // 3 if frame.cards else room // 2)
    for_words = _least_for_words(frame, ruler, room)
    sheet = sheet_block(ruler, frame.sheet, room - for_rows - for_words)
    room -= sheet.height
    for_cards = min(room - for_rows - for_words, room * 2 // 5 if frame.rows else room)
    cards = cards_block(ruler, frame.cards, for_cards)
    words = words_block(ruler, frame.lines, frame.symbols, room - cards.height - for_rows)
    for_rows = room - cards.height - words.height
    rows = rows_block(ruler, frame.rows, for_rows, columns=bool(frame.cards))
    cards = cards_block(ruler, frame.cards, room - words.height - rows.height)
    return words, sheet, rows, typed, cards, buttons


def _least_for_words(frame: Frame, ruler: Ruler, room: int) -> int:
    """How things stand: the less of the room, the more there is beside it to be seen."""
    if frame.rows:
        room = room // 4
    elif frame.cards or frame.sheet:
        room = room * 2 // 5
    return words_block(ruler, frame.lines, frame.symbols, room).height
