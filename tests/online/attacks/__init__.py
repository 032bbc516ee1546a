"""Attacks on a server, run by `tests.online.attack`: one module each, with a function `attack`.

An attack is an asynchronous function of a `Target`, and runs in its own process.  It does a bounded
number of actions, `Target.share` of its full count, and returns an `Outcome`.  The first line of
its module's docstring is its name in the table of results.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from audiogames.net import wire
from tests.kit.rawline import RawLine

PATIENCE: Final = 30.0
"""Seconds that an attacker waits for an answer."""


@dataclass(frozen=True)
class Target:
    """A local server to be attacked; it expects to be behind a proxy.

    So a connection may claim any address as its origin.
    """

    port: int
    share: float = 1.0
    """The share of the full number of attacks: 1, or less in the short form."""

    def many(self, full: int, least: int = 1) -> int:
        """Scale the number of a full attack down to the size of this run, but not below `least`."""
        return max(least, round(self.share * full))


@dataclass(frozen=True)
class Outcome:
    """The result of an attack in a few words.

    `stolen` names anything forbidden that the attackers obtained; empty if there is nothing.
    """

    told: str = ""
    stolen: str = ""


Attack = Callable[[Target], Awaitable[Outcome]]


def attacker(household: int) -> str:
    """Return the address of this household of attackers."""
    return f"203.0.{113 + household // 250}.{1 + household % 250}"


class Heard(msgspec.Struct):
    """The fields of a server's message that an attacker reads."""

    type: str
    re: int = 0
    reason: str = ""
    code: str = ""
    table: int = 0
    token: str = ""


_HEARD: Final = msgspec.json.Decoder(Heard)


class Stranger:
    """An attacker with a connection to the server."""

    def __init__(self) -> None:
        self.line = RawLine(self._hears, self._ended)
        self.ended = False
        self.answers = 0
        """The number of messages received."""
        self.refused: dict[str, int] = {}
        """The number of refusals by reason."""
        self.raw = b""
        """The last message, in bytes."""
        self._asked = 0
        self._awaited: dict[int, asyncio.Future[Heard | None]] = {}

    async def come(self, target: Target, address: str, name: str, **more: Any) -> Heard | None:
        """Connect from this address and say hello.

        Returns the answer, or None if the connection ended instead.
        """
        try:
            await asyncio.wait_for(self.line.open(target.port, address), PATIENCE)
        except (OSError, TimeoutError):
            self.ended = True
            return None
        return await self.answer(wire.Hello, version=wire.VERSION, name=name, **more)

    def ask(self, kind: type[wire.Request], **fields: Any) -> int:
        """Send a request without waiting for the answer."""
        self._asked += 1
        self.line.send(wire.encode(kind(id=self._asked, **fields)))
        return self._asked

    async def answer(self, kind: type[wire.Request], **fields: Any) -> Heard | None:
        """Send a request and return its answer, or None if none arrived in time."""
        if self.ended:
            return None
        future: asyncio.Future[Heard | None] = asyncio.get_running_loop().create_future()
        self._awaited[self.ask(kind, **fields)] = future
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            return None

    def _hears(self, data: bytes) -> None:
        self.answers += 1
        self.raw = data
        heard = _HEARD.decode(data)
        if heard.reason:
            self.refused[heard.reason] = self.refused.get(heard.reason, 0) + 1
        future = self._awaited.pop(heard.re, None) if heard.re else None
        if future is not None and not future.done():
            future.set_result(heard)

    def _ended(self) -> None:
        self.ended = True
        for future in self._awaited.values():
            if not future.done():
                future.set_result(None)


def names() -> list[str]:
    """Return the names of all attacks, which are those of their modules."""
    return sorted(one.name for one in pkgutil.iter_modules(__path__))


def attack_of(name: str) -> tuple[str, Attack]:
    """Return the title of an attack, and its function."""
    module = importlib.import_module(f"{__name__}.{name}")
    title = (module.__doc__ or name).partition("\n")[0].rstrip(".")
    attack: Attack = module.attack
    return title, attack
