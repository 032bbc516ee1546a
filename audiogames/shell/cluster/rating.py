"""Results and ratings in PostgreSQL: the tasks of `audiogames/shell/server/rating.py`, awaited."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, TypeVar

from audiogames.net.server.contests.rows import ForgetRatings, ResultRow
from audiogames.shell.cluster.listening import Connection
from audiogames.shell.server.rating import Task, kept

LOCK: Final = " FOR UPDATE"
ORDER: Final = """
SELECT 1 FROM ratings WHERE who = ANY(%s) ORDER BY game, form, who FOR UPDATE
"""
"""Locks all ratings of a group in one order, so that two processes never deadlock."""

T = TypeVar("T")


@cache
def in_postgres(query: str) -> str:
    """Return the query with its fields as psycopg writes them."""
    return re.sub(r":(\w+)", r"%(\1)s", query)


async def run(connection: Connection, task: Task[T]) -> T:
    """Run a task."""
    try:
        query, given = next(task)
        while True:
            cursor = await connection.execute(in_postgres(query), given)
            rows: list[Any] = [] if cursor.description is None else await cursor.fetchall()
            query, given = task.send(rows)
    except StopIteration as done:
        result: T = done.value
        return result


async def rate(connection: Connection, rows: Iterable[ResultRow | ForgetRatings]) -> None:
    """Store and rate results in the current transaction."""
    rows = list(rows)
    if not rows:
        return
    whose = {seat.who for row in rows if isinstance(row, ResultRow) for seat in row.seats}
    await connection.execute(ORDER, ([*whose],))
    for row in rows:
        await run(connection, kept(row, LOCK))
