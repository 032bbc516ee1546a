"""Connects one server process to the others: lookups, mail, and background tasks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from audiogames.net.cluster.cluster import ClusterProcess
from audiogames.net.server.outputs import AskStore, Output, PostMail
from audiogames.net.server.store import Unit
from audiogames.shell.cluster.asking import StoreLookups
from audiogames.shell.cluster.meeting import ProcessMeeting
from audiogames.shell.server.keeping import WaitedStore
from audiogames.shell.server.server import TableServer


class ServedCluster:
    """Connects a server to the other processes of its cluster; implements `server.Link`."""

    def __init__(
        self,
        cluster: ClusterProcess,
        server: TableServer,
        store: WaitedStore,
        now: Callable[[], float],
    ) -> None:
        self._cluster = cluster
        self._server = server
        self._now = now
        self.meeting = ProcessMeeting(store, cluster, now, server.do, server.logs)
        self._lookups = StoreLookups(store, cluster, now, server.do, server.logs.report)
        cluster.join(server.core)
        server.link = self

    # Called by the server

    async def run(self) -> None:
        """Exchange messages with the other processes until cancelled."""
        await self.meeting.run()

    def take(self, output: AskStore | PostMail) -> None:
        """Perform an output: query the store, or send mail to another process."""
        if isinstance(output, AskStore):
            self._lookups.begin(output)
        else:
            self.meeting.post(output.mail)

    def refused(self, units: Collection[Unit], *, uncertain: bool) -> list[Output]:
        """Drop the state of units that the store has refused.

        With `uncertain`, the store may have stored them.
        """
        return self._cluster.refused(units, self._now(), uncertain=uncertain)

    def hand_over(self) -> list[Output]:
        """Release all tournaments and tables to other processes when this process ends."""
        outputs, tables = self._cluster.hand_over_contests(), [*self._server.core.lobby.tables]
        return outputs + [one for number in tables for one in self._cluster.hand_over(number)]

    def close(self) -> None:
        """Cancel the pending lookups."""
        self._lookups.cancel()

    # Called with news of the database

    def know_others(self, addresses: Sequence[str]) -> None:
        """Update the public addresses of the other processes."""
        self._server.do(self._cluster.know_addresses(addresses))

    def its_own(self) -> tuple[list[int], list[str]]:
        """Return this process's tables, and the hashed tokens of its members without a table."""
        core = self._server.core
        people = core.people.by_token.items()
        return [*core.lobby.tables], [token for token, one in people if not one.table]

    def discard(self, units: Collection[Unit]) -> None:
        """Drop the state of units that now belong to another process."""
        if units and not self._server.is_ending:
            self._server.do(self.refused(units, uncertain=False))
