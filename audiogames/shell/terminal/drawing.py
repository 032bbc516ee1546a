"""Draws the table in a terminal: the window's picture as a few lines of plain text.

It is drawn only if the player has chosen it.  A screen reader reads everything that is printed, and
the program cannot detect a screen reader that reads the terminal directly.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from audiogames.app.wording import UNHEARD
from audiogames.present.frame import CardShape, Frame, SeatShape, TableShape

if TYPE_CHECKING:
    from audiogames.shell.host import Host

APART = "  "


class TableDrawing:
    """Decides when the table is drawn in the terminal, and when the screen is blanked."""

    def __init__(self, out: TextIO) -> None:
        self.is_blank = False
        """Whether the player wants a blank screen, with nothing printed."""
        self._out = out
        self._drawn: list[str] = []

    def news(self, host: Host) -> list[str]:
        """Return the lines to print now: the whole table if it has changed, otherwise none.

        If the player wants a blank screen, return empty lines, which scroll the text away even in
        terminals without control sequences.
        """
        was_blank, self.is_blank = self.is_blank, host.app.is_blank
        if self.is_blank:
            self._drawn = []
            return [] if was_blank else [""] * shutil.get_terminal_size().lines
        again = [host.app.status] if was_blank else []
        return again + self._news_of_table(host)

    def _news_of_table(self, host: Host) -> list[str]:
        """Return the lines of the table if it has changed and the player wants it drawn.

        Otherwise return no lines.
        """
        if not self._is_wanted(host):
            self._drawn = []
            return []
        lines = host.draw(table_lines) or []
        if lines == self._drawn:
            return []
        self._drawn = lines
        return lines

    def forget(self) -> None:
        """Draw the table again at the next call, because the screen was cleared."""
        self._drawn = []

    def _is_wanted(self, host: Host) -> bool:
        """Return whether to draw the table, by the setting and the current voice."""
        match host.app.settings.terminal_table:
            case "always":
                return True
            case "auto":
                return host.app.voice.name in UNHEARD and self._out.isatty()
        return False


def table_lines(frame: Frame) -> list[str]:
    """Return the table as lines, from top to bottom; empty if the frame has no table.

    Calls and the clock are left out: a call is printed as an announcement, and the clock changes
    each second.  A row of symbols whose text is only a player's name is left out too.
    """
    table = frame.table
    if table is None:
        return []
    names = {seat.number: seat.name for seat in table.seats}
    width = max(map(len, names.values()), default=0)
    lines = [
        APART.join(table.facts),
        table.stake.parts.text if table.stake is not None else "",
        *(row.text for row in frame.symbols if row.text not in names.values()),
        *(_seat(seat, width) for seat in table.seats),
        APART.join(_middle(table)),
        APART.join(_laid(table, names)),
        APART.join(_result(table)),
        " ".join(map(_card, frame.cards)),
    ]
    return [line for line in lines if line]


def _seat(seat: SeatShape, width: int) -> str:
    """Return a seat's line: an arrow if it is its turn, name, number of cards, and notes."""
    mark = ">" if seat.acts else " "
    backs = "" if seat.is_own else f"##{seat.cards:>3}"
    return APART.join((f"{mark} {seat.name:<{width}}", f"{backs:<5}", *seat.notes)).rstrip()


def _middle(table: TableShape) -> Iterator[str]:
    """Yield the total or stake, the stock, the trump suit and the turned-up card, as text."""
    number = table.total or (None if table.stake is None else table.stake.number)
    if number is not None:
        yield f"{number.label} {number.value}"
    if table.stock is not None:
        yield f"## {table.stock}"
    if table.trump is not None:
        yield table.trump.name
    if table.turned is not None:
        yield _card(table.turned)


def _laid(table: TableShape, names: dict[int, str]) -> Iterator[str]:
    """Yield the cards on the table and of the trick; a star marks the card that takes the trick."""
    for one in table.laid:
        star = "*" if one.takes else ""
        name = "" if one.seat is None else f"{names[one.seat]} "
        yield f"{name}{_card(one.card)}{star}"


def _result(table: TableShape) -> Iterator[str]:
    """Yield the lines of the result, if there is one."""
    if table.result is not None:
        yield table.result.title
        places = zip(table.result.places, table.result.lines, strict=True)
        yield from (f"{place}. {line}" for place, line in places)


def _card(card: CardShape | None) -> str:
    """Return a card as text, such as "[7C]"; None is a card face down."""
    return "[##]" if card is None else f"[{card.rank}{card.letter}]"
