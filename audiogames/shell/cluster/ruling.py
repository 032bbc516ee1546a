"""Access to the shared database for the command `admin`, while processes run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from audiogames.core.cues import msg
from audiogames.net.server.contests.rows import ForgetRatings, NameRatings
from audiogames.net.server.store import ForgetRow, KeepRow, ModerationRow, Shelf
from audiogames.shell.cluster import schema
from audiogames.shell.cluster.process import options, text_of
from audiogames.shell.cluster.rating import in_postgres
from audiogames.shell.server.database import StoreError
from audiogames.shell.server.rating import kept
from audiogames.shell.server.ruling import AdminRow, AdminStore


class AdminDatabase(AdminStore):
    """Access to the shared database for the command `admin`."""

    def __init__(self, address: str) -> None:
        """Connect to the database.

        Raises `StoreError` if it cannot be used or has no tables of a server.
        """
        try:
            self._base = psycopg.connect(address, autocommit=True, **options(address))
            row = self._base.execute(schema.KNOWN).fetchone()
        except psycopg.Error as error:
            raise StoreError(msg("cli-store-unreachable", text=text_of(error))) from None
        if row is None or not row[0]:
            self._base.close()
            raise StoreError(msg("admin-no-store", path=self._base.info.dbname))

    def shelf(self, shelf: Shelf) -> dict[str, str]:
        """Return all rows of this kind, by key."""
        return dict(self._ask(schema.SHELF, (shelf.value,)))

    def write(self, rows: Sequence[AdminRow]) -> None:
        """Store the rows."""
        try:
            with self._base.transaction():
                for row in rows:
                    self._execute(row)
        except psycopg.Error as error:
            raise StoreError(msg("cli-store-refuses", text=text_of(error))) from None

    def log(self, last: int) -> list[tuple[float, str]]:
        """Return the last lines of the moderation log."""
        return self._ask(schema.LOGGED, (last,))[::-1]

    def close(self) -> None:
        """Close the connection."""
        self._base.close()

    def _ask(self, query: str, given: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Execute a query and return its rows.  Raises `StoreError`."""
        try:
            return self._base.execute(query, given).fetchall()
        except psycopg.Error as error:
            raise StoreError(msg("cli-store-refuses", text=text_of(error))) from None

    def _execute(self, row: AdminRow) -> None:
        """Store or delete one row."""
        match row:
            case KeepRow(shelf, key, text, _, names):
                self._base.execute(schema.RULE, (shelf.value, key, text))
                many = len(names)
                named = [*names], [shelf.value] * many, [key] * many
                if many and self._base.execute(schema.NAME, named).rowcount != many:
                    raise StoreError(msg("admin-name-taken"))
            case ForgetRow(shelf, key):
                self._base.execute(schema.FORGET, ([shelf.value], [key]))
            case ModerationRow(at, text):
                self._base.execute(schema.MODERATE, ([at], [text]))
            case ForgetRatings() | NameRatings():
                for query, given in kept(row):
                    self._base.execute(in_postgres(query), given)
