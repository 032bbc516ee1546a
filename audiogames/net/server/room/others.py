"""What this process hears of the others of its server, and tells them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from audiogames.net import wire
from audiogames.net.server.connections import Connections
from audiogames.net.server.outputs import FaultFound, Outgoing, Output, PostMail
from audiogames.net.server.people.member import row_of
from audiogames.net.server.room.correspondence import Correspondence
from audiogames.net.server.room.letters import LimitsUsed, PersonalLetter, Receipt, read_letter
from audiogames.net.server.room.own_part import PartMaker
from audiogames.net.server.sharing import Knowledge
from audiogames.net.server.store import Mail, Shown


class OtherProcesses:
    """The other processes that live.  Each call returns outputs, as those of the core do."""

    def __init__(
        self,
        knowledge: Knowledge,
        own_part: PartMaker,
        correspondence: Correspondence,
        connections: Connections,
        outgoing: Outgoing,
    ) -> None:
        self._knowledge = knowledge
        self._own_part = own_part
        self._correspondence = correspondence
        self._connections = connections
        self._outgoing = outgoing

    def shown(self) -> str:
        """What the others are to see of this one."""
        return self._own_part.text()

    def know_addresses(self, addresses: Sequence[str]) -> list[Output]:
        """Where people reach the others: everybody is told what changes."""
        if self._knowledge.others != (*addresses,):
            self._knowledge.others = (*addresses,)
            told = wire.Others(others=[*addresses])
            for connection in self._connections.by_conn.values():
                if connection.member is not None:
                    self._outgoing.answer_to(connection.conn, 0, told)
        return self._outgoing.take()

    def know(self, shown: Iterable[Shown]) -> list[Output]:
        """What the others show; they are told what was used up here since the last time."""
        for one in self._knowledge.room.know(shown):
            self._outgoing.note(f"What process {one.process} shows is of another version")
        used = self._knowledge.ledger.take()
        if used and self._knowledge.room.others:
            self._outgoing.add(PostMail(Mail(0, row_of(LimitsUsed(used=used)))))
        return self._outgoing.take()

    def hear(self, mail: Mail, now: float) -> list[Output]:
        """Another process has written."""
        self._outgoing.serve(None, 0)
        try:
            self._read(mail, now)
        except (msgspec.DecodeError, UnicodeError):
            self._outgoing.note(f"A letter of process {mail.process} is of another version")
        except Exception as error:  # noqa: BLE001 - one letter's fault ends nobody's game
            self._outgoing.add(FaultFound(error))
        return self._outgoing.take()

    def _read(self, mail: Mail, now: float) -> None:
        match read_letter(mail.text):
            case PersonalLetter() as letter:
                self._correspondence.take(mail.process, letter, now)
            case Receipt() as receipt:
                self._correspondence.received(receipt, now)
            case LimitsUsed(used=used):
                self._knowledge.ledger.count(used, now)
