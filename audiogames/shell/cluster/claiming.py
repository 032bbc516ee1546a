"""Claims tables that no live process owns, with all their rows.

When a process has failed, all its tables are claimed at once: one query costs the same for many
tables as for one.  The epoch is raised first, and the log is read afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from audiogames.net.server.store import Shelf, StoredRows
from audiogames.shell.cluster import schema
from audiogames.shell.cluster.listening import Connection


@dataclass
class Claimed:
    """The result of claiming tables: their epochs and rows."""

    epochs: dict[int, int] = field(default_factory=dict)
    rows: dict[int, StoredRows] = field(default_factory=dict)
    """The rows of each table."""


async def claim(
    connection: Connection, me: int, tables: Collection[int], epochs: Mapping[int, int]
) -> Claimed:
    """Claim for process `me` each of these tables that no other live process owns.

    `epochs` has the epoch of each table that `me` believes it owns.  If `me` still owns a
    table, its rows are only read again.
    """
    given = {"tables": [*tables]}
    owners = await (await connection.execute(schema.OWNERS, given)).fetchall()
    others = {process for _, process, _ in owners} - {0, me}
    cursor = await connection.execute(schema.LIVING, {"processes": [*others]})
    living = {process for (process,) in await cursor.fetchall()}
    free = {place: epoch for place, process, epoch in owners if process not in living}
    kept = {
        place: epoch
        for place, process, epoch in owners
        if process == me and epochs.get(place) == epoch
    }
    if not free:
        return Claimed()
    raised = {"me": me, "tables": [*(free.keys() - kept.keys())]}
    return await _take_over_tables(connection, {"me": me, "tables": [*free]}, raised, kept)


async def _take_over_tables(
    connection: Connection,
    given: dict[str, object],
    raised: dict[str, object],
    kept: Mapping[int, int],
) -> Claimed:
    """Raise the epochs of the `raised` tables; return all claimed tables with rows and logs."""
    async with connection.pipeline():
        epochs = await connection.execute(schema.RAISE, raised)
        going = await connection.execute(schema.GOES_WITH, given)
        logs = await connection.execute(schema.LOGS, given)
        claimed = Claimed({**kept, **dict(await epochs.fetchall())})
        claimed.rows = {place: StoredRows() for place in claimed.epochs}
        for place, shelf, key, text in await going.fetchall():
            claimed.rows[place].rows[Shelf(shelf)][key] = text
        for place, log in await logs.fetchall():
            claimed.rows[place].matches[place] = log
    return claimed
