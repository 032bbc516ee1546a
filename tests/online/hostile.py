"""Sends false messages of a hostile server to the player's program, and reports faults.

Every kind of message, view and event of each game, from real matches, is altered in a few places
and sent to the program (`tests/online/lies.py`); between messages keys are pressed and time passes.
The program may announce such a message, or disconnect with an explanation; a fault or more than a
second of processor time is a finding.

`tests/long/test_hostile_server.py` sends very many.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec

from audiogames.app.app import App
from audiogames.app.outputs import Output
from audiogames.app.settings import Settings
from audiogames.core.registry import Spec
from audiogames.net import wire
from audiogames.net.address import Address
from audiogames.net.client.core import LineState
from audiogames.net.client.happenings import (
    Login,
)
from audiogames.net.client.orders import LineStatus
from audiogames.present.outputs import Announcement
from tests.kit.pilot import LOCALES, MemoryStorage
from tests.kit.places import KEYS
from tests.online.lies import change_between, lie, others, seated, true_updates

A_SECOND: Final = 1.0
TRIAL: Final = "_described"
"""The function that renders an update before anything is changed."""

KEYS_AFTER: Final = 4
"""The number of messages between two keys."""

NOT_PRESSED: Final = {"f10", "ctrl+z", "alt+f4"}
"""Keys that leave the program, or need a shell."""


@dataclass
class Tally:
    """Counts the false messages and pressed keys, and collects the faults found."""

    messages: Counter[str] = field(default_factory=Counter)
    ended: int = 0
    keys: int = 0
    slowest: float = 0.0
    findings: Counter[str] = field(default_factory=Counter)

    def found(self, what: str, message: object) -> None:
        """Count a fault, and print it at its first occurrence."""
        self.findings[what] += 1
        if self.findings[what] == 1:
            print(f"{what}\n  after {str(message)[:1500]}", file=sys.stderr, flush=True)


class Victim:
    """The program of a player, which is attacked by a hostile server."""

    def __init__(self, spec: Spec, rng: Random, tally: Tally) -> None:
        self._spec, self._rng, self._tally = spec, rng, tally
        self._now = 100.0
        self._last: object = None
        self.base = wire.MatchUpdate()
        """The full update to which changes apply."""
        self._begin()

    def _begin(self) -> None:
        settings = Settings(language=self._rng.choice(("it", "en")), nickname="Player 0")
        self.app = App(MemoryStorage(settings), LOCALES, Random(1))
        self.app.begin(self._now)

    def enter(self, first: wire.MatchUpdate) -> None:
        """Let the program enter a server and join a match in progress."""
        online = self.app.online
        if online.is_in:  # a key or a lie has left the match
            online.leave()
        online.core.greet(Login(Address("192.168.1.5", 7499, secure=False), "Player 0"), self._now)
        self.app.linked(LineStatus.OPEN, self._now)
        table = seated(self._spec, len(first.view["hand_sizes"]), me=first.seat)
        self.base = msgspec.structs.replace(first, n=1)
        for message in (wire.Welcome(name="Player 0"), table, self.base):
            self.app.received(wire.encode(message), self._now)
        if online.core.state is not LineState.IN:
            self._tally.found(f"a true message ended the line: {online.fault}", first)

    @property
    def is_in(self) -> bool:
        """Return True if the program is still connected."""
        return self.app.online.core.state is LineState.IN

    def hear(self, kind: str, data: bytes) -> None:
        """Send a message to the program, and count it under its kind."""
        self._tally.messages[kind] += 1
        self._last = data
        self._do(lambda: self._received(data))
        if not self.is_in:
            self._tally.ended += 1

    def _received(self, data: bytes) -> list[Output]:
        """Pass a message to the app; if it cannot be rendered, disconnect as the host does.

        The wire format accepts an impossible event, which is only noticed when the game renders it.
        """
        try:
            return self.app.received(data, self._now)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            if not any(frame.name == TRIAL for frame in frames):
                raise
            return self.app.broke_off("report.txt", self._now)

    def press(self) -> None:
        """Press a random key in the program, and let some time pass."""
        key = self._rng.choice(KEYS)
        if key in NOT_PRESSED:
            return
        self._tally.keys += 1
        said = self._do(lambda: self.app.handle(key, self._now))
        if said is not None and self.app.frame().title == "":
            self._tally.found("a frame without a title", self._last)
        self._now += self._rng.choice((0.1, 0.6, 3.0))
        self._do(lambda: self.app.tick(self._now))

    def _do(self, call: Callable[[], list[Output]]) -> list[Announcement] | None:
        """Call a function of the program, and return the resulting announcements.

        An exception is recorded as a fault, the program is restarted, and None is returned.
        """
        began = time.process_time()
        try:
            outputs = call()
        except Exception as error:  # noqa: BLE001 - any at all is a finding
            frames = traceback.extract_tb(error.__traceback__)
            where = " < ".join(f"{one.filename}:{one.lineno}" for one in reversed(frames[-3:]))
            self._tally.found(f"{type(error).__name__}: {error} at {where}", self._last)
            self._begin()
            return None
        took = time.process_time() - began
        self._tally.slowest = max(self._tally.slowest, took)
        if took > A_SECOND:
            self._tally.found("slow", self._last)
        return [one for one in outputs if isinstance(one, Announcement)]


def attack(spec: Spec, messages: int, seed: int, tally: Tally) -> None:
    """Send this many false messages about one game."""
    rng = Random(seed)
    victim = Victim(spec, rng, tally)
    sent = 0
    while sent < messages:
        for true in true_updates(spec, rng.randrange(10**6)):
            update = rng.choice(true)
            if not victim.is_in or victim.app.session is None:
                victim.enter(update)
            for _ in range(KEYS_AFTER):
                message = _message(spec, victim, update, rng)
                victim.hear(type(message).__name__, lie(message, rng))
                sent += 1
                if not victim.is_in:
                    break
            victim.press()
            if sent >= messages:
                return


def _message(
    spec: Spec, victim: Victim, update: wire.MatchUpdate, rng: Random
) -> wire.ServerMessage:
    """Return a genuine message to be altered: a full update, a change, or any other."""
    kind = rng.random()
    if kind < 0.45:
        return update
    if kind < 0.85 and victim.base.view.keys() == update.view.keys():
        return change_between(victim.base, update)
    return others(spec, len(update.view["hand_sizes"]), rng)
