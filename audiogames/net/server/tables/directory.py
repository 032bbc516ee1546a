"""A directory for finding tables by their codes, and for listing public ones."""

from __future__ import annotations

from collections.abc import Iterator

from audiogames.net.wire import TableLine


class Directory:
    """Finds this process's tables by code, and lists the public ones."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._entered: dict[int, tuple[TableLine, str, bool]] = {}

    def enter(self, line: TableLine, code: str, *, public: bool) -> None:
        """Add or update a table.  Only its latest code finds it."""
        known = self._entered.get(line.table)
        if known is not None and known[1] != code:
            del self._codes[known[1]]
        self._codes[code] = line.table
        self._entered[line.table] = line, code, public

    def leave(self, table: int) -> None:
        """Remove a table."""
        known = self._entered.pop(table, None)
        if known is not None:
            del self._codes[known[1]]

    def find(self, code: str) -> int | None:
        """Return the number of the table with this code."""
        return self._codes.get(code)

    def public(self) -> Iterator[TableLine]:
        """Return the list lines of the public tables, oldest first."""
        return (line for line, _, public in self._entered.values() if public)
