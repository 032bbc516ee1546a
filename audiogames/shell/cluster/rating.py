"""Stores results and ratings in PostgreSQL by the tasks of `audiogames/shell/server/rating.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, TypeVar

from audiogames.net.server.contests.rows import ConductRow, ContestRow, NameRatings, ResultRow
from audiogames.shell.cluster.listening import Connection
from audiogames.shell.server.rating import Task, kept

LOCK: Final = " FOR UPDATE"
ORDER: Final = """
SELECT 1 FROM ratings WHERE who = ANY(%s) ORDER BY game, form, who FOR UPDATE
"""
"""Locks the ratings of a whole group in a fixed order, so that two processes never deadlock."""
BEGIN_COUNTS: Final = """
INSERT INTO conduct SELECT who, 0, 0, 0 FROM unnest(%s::text[]) AS who ON CONFLICT DO NOTHING
"""
ORDER_COUNTS: Final = "SELECT 1 FROM conduct WHERE who = ANY(%s) ORDER BY who FOR UPDATE"
"""The same for the counts of accounts; a missing row cannot be locked, so it is created first."""

T = TypeVar("T")


@cache
def in_postgres(query: str) -> str:
    """Return the query with its parameters in psycopg's notation."""
    return re.sub(r":(\w+)", r"%(\1)s", query)


async def run(connection: Connection, task: Task[T]) -> T:
    """Run a task: execute each query that it yields, and send it the rows."""
    try:
        query, given = next(task)
        while True:
            cursor = await connection.execute(in_postgres(query), given)
            rows: list[Any] = [] if cursor.description is None else await cursor.fetchall()
            query, given = task.send(rows)
    except StopIteration as done:
        result: T = done.value
        return result


async def rate(connection: Connection, rows: Iterable[ContestRow]) -> None:
    """Store results and update the ratings, within the current transaction."""
    rows = list(rows)
    if not rows:
        return
    whose = {seat.who for row in rows if isinstance(row, ResultRow) for seat in row.seats}
    whose |= {row.who for row in rows if isinstance(row, NameRatings)}
    await connection.execute(ORDER, ([*whose],))
    counted = sorted(
        {seat.who for row in rows if isinstance(row, ConductRow) for seat in row.seats}
    )
    if counted:
        await connection.execute(BEGIN_COUNTS, (counted,))
        await connection.execute(ORDER_COUNTS, (counted,))
    for row in rows:
        await run(connection, kept(row, LOCK))
