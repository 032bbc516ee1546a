"""The score sheet of a match, browsed by arrow keys; the match continues meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from audiogames.app.match.controller import MatchController
from audiogames.app.match.picture import sheet_shape
from audiogames.app.screens.base import Action, Screen
from audiogames.core.controls import Cell, Sheet
from audiogames.core.cues import Cue, Msg, Sound, msg, reply
from audiogames.present.frame import Frame, SheetShape

if TYPE_CHECKING:
    from audiogames.app.context import Context


class SheetScreen(Screen):
    """A score sheet with a focused cell; it opens at the column that is being filled.

    Each name has a row, each heading a column.  At the edges the focus does not wrap.
    """

    layers = ("sheet",)
    kind = "sheet"

    def __init__(self, context: Context, session: MatchController) -> None:
        super().__init__(context)
        self._session = session
        self._row = self._column = 0
        self._column = self._sheet.current

    def actions(self) -> Mapping[str, Action]:
        """Return the actions: moving, reading a row or all, leaving."""
        return {
            "columns": lambda key: self._across(self._column + (-1 if key == "left" else 1)),
            "column-edges": lambda key: self._across(0 if key == "home" else self._last_column),
            "rows": lambda key: self._down(self._row + (-1 if key == "up" else 1)),
            "cell-edges": lambda key: self._to_corner(last=key == "ctrl+end"),
            "read-sheet": lambda _key: self.context.say(*self._row_sentences()),
            "back": lambda _key: self._leave(),
        }

    def where(self) -> Sequence[Cue]:
        """Return the title, and the focused cell."""
        return reply("sheet"), self._here()

    def frame(self) -> Frame:
        """Draw the sheet as a table."""
        return Frame(
            self.context.text(msg("sheet")), status=self.context.status, sheet=self._shape()
        )

    def click(self, kind: str, number: int) -> None:
        """Focus and announce the clicked cell."""
        row, column = divmod(number, max(1, len(self._sheet.columns)))
        if kind == "cell":
            self._go(row, column)
            self.context.say(self._here())

    @property
    def _sheet(self) -> Sheet:
        """The current sheet; if the focused cell no longer exists, the nearest one is focused."""
        make = self._session.spec.sheet
        assert make is not None
        sheet = make(self._session.view)
        self._row = max(0, min(len(sheet.names) - 1, self._row))
        self._column = max(0, min(len(sheet.columns) - 1, self._column))
        return sheet

    @property
    def _last_column(self) -> int:
        return len(self._sheet.columns) - 1

    # Moving

    def _across(self, column: int) -> None:
        """Focus this column, and announce its heading and the cell."""
        self._go(self._row, column)
        self._tell_moved(self._sheet.columns, self._column)

    def _down(self, row: int) -> None:
        """Focus this row, and announce its name and the cell."""
        self._go(row, self._column)
        self._tell_moved(self._sheet.names, self._row)

    def _to_corner(self, *, last: bool) -> None:
        row, column = (len(self._sheet.names) - 1, self._last_column) if last else (0, 0)
        self._go(row, column)
        self.context.say(self._here())

    def _go(self, row: int, column: int) -> None:
        """Focus this cell, or the nearest one."""
        self._row, self._column = row, column
        is_there = self._cell is not None and (self._row, self._column) == (row, column)
        self.context.say(Sound("menu-move" if is_there else "menu-edge", notice=True))

    # Announcements

    def _tell_moved(self, heads: Sequence[Msg], place: int) -> None:
        """Announce the name of the new row or the heading of the new column, and the cell."""
        cell = self._cell
        if cell is None:
            self.context.say(self._here())
        else:
            self.context.say(reply("sheet-moved", head=heads[place], cell=_words(cell)))

    def _here(self) -> Cue:
        cell, sheet = self._cell, self._sheet
        if cell is None:
            return reply("sheet-nothing")
        name, column = sheet.names[self._row], sheet.columns[self._column]
        return reply("sheet-at", name=name, column=column, cell=_words(cell))

    @property
    def _cell(self) -> Cell | None:
        """The focused cell; None if the sheet has no cells."""
        sheet = self._sheet
        has_cells = sheet.names and sheet.columns
        return sheet.cells[self._row][self._column] if has_cells else None

    def _row_sentences(self) -> Sequence[Cue]:
        """Return a sentence for each row: its name and its cells, leaving out empty cells."""
        sheet = self._sheet
        if self._cell is None:
            return [self._here()]
        rows = zip(sheet.names, sheet.cells, strict=True)
        return [_row(name, sheet.columns, cells) for name, cells in rows]

    # Drawing

    def _shape(self) -> SheetShape:
        sheet = self._sheet
        return sheet_shape(sheet, self.context.text, (self._row, self._column))

    def _leave(self) -> None:
        self.context.sound("menu-back")
        self.context.pop()


def _words(cell: Cell) -> Msg:
    """Describe a cell: both halves, its only half, or that it is empty."""
    if cell.upper is not None and cell.lower is not None:
        return msg("sheet-both", upper=cell.upper, lower=cell.lower)
    return cell.upper or cell.lower or msg("sheet-empty")


def _row(name: Msg, columns: Sequence[Msg], cells: Sequence[Cell]) -> Cue:
    written = tuple(
        msg("sheet-under", column=column, cell=_words(cell))
        for column, cell in zip(columns, cells, strict=True)
        if cell != Cell()
    )
    return reply("sheet-row", name=name, cells=written or msg("sheet-empty"))
