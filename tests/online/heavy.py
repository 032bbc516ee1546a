"""Sends the heaviest allowed messages to a player's program, and measures its memory.

For each kind of message, a hostile local server brings a new process of the program into a match
and then sends N messages of that kind, of up to 56 KB each: as fast as possible, and in another
process at a pace at which no connection is cut off.  The connection, its queue and the program are
real; nothing is spoken or drawn.  `tests/long/test_hostile_server.py` judges the memory.  If this
module is run as a program, it is the player's program that receives the messages.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from audiogames.app.app import App
from audiogames.app.settings import Settings
from audiogames.core.registry import game
from audiogames.net import wire
from audiogames.net.address import Address
from audiogames.net.client.core import LineState
from audiogames.net.client.happenings import (
    Login,
)
from audiogames.net.client.orders import LineStatus
from audiogames.shell.connection import Connection
from audiogames.shell.host import ARRIVALS, HEARING
from tests.kit.pilot import LOCALES, MemoryStorage
from tests.online.lies import seated, true_updates

GAME: Final = "wist"
HEAVY: Final = 56 * 1024
"""The size of a message in bytes; a line may have 64 KB."""

MESSAGES: Final = 1000
PACE: Final = 0.02
"""Seconds between two messages at an even pace."""

SETTLE: Final = 2.0
"""Seconds of the match before memory is measured."""

TURN: Final = 0.02
AFTER: Final = 2.0
"""Seconds for pending messages after the last one was sent."""

PATIENCE: Final = 300.0
TWICE: Final = 2.0


# --- The messages ---------------------------------------------------------------------------------


def _filled(item: Any, base: int = 1000) -> list[Any]:
    """Return a list with as many copies of an item as one message may contain."""
    each = len(msgspec.json.encode(item)) + 1
    return [item] * min(512, (HEAVY - base) // each)


def _nested() -> dict[str, Any]:
    """Return nested empty lists, which need more memory per byte than any other value."""
    return {"more": _filled([[]] * 500)}


def _update(**changed: Any) -> bytes:
    spec = game(GAME)
    first = next(iter(true_updates(spec, 1)))[0]
    told: dict[str, Any] = msgspec.json.decode(wire.encode(first))
    view = told["view"] | changed.pop("view", {})
    return msgspec.json.encode(told | changed | {"view": view})


def _seated(**changed: Any) -> bytes:
    table = seated(game(GAME), 4, me=0)
    told: dict[str, Any] = msgspec.json.decode(wire.encode(table))
    return msgspec.json.encode(told | changed)


def _tables() -> bytes:
    line = wire.TableLine(1, GAME, "Ugo", 1, 2, 4, playing=True, options=_nested_shortly())
    return wire.encode(wire.TableList(tables=_filled(line)))


def _nested_shortly() -> dict[str, Any]:
    return {"a": [[[]] * 10] * 2}


KINDS: Final[dict[str, Callable[[], bytes]]] = {
    "tables": _tables,
    "people": lambda: wire.encode(wire.PeopleList(people=_filled(wire.Person("Ugo" * 6, "m", 1)))),
    "options": lambda: _seated(options=_nested()),
    "seats": lambda: _seated(seats=_filled({"name": "Ugo" * 6, "level": "easy"})),
    "news": lambda: wire.encode(wire.News(what="options-changed", name="Ugo", args=_nested())),
    "events": lambda: _update(events=_filled({"event": "CardPlayed", "card": [[[]] * 20]}, 4000)),
    "view": lambda: _update(view=_nested()),
    "refusals": lambda: wire.encode(wire.No(re=0, reason="net-bad-name", args=_nested())),
    "chat": lambda: wire.encode(wire.ChatMessage(sender="Ugo", text="ciao " * 1600)),
}
"""Kinds of messages, each as heavy as permitted; a text has 8 KB at most."""


# --- The player's program -------------------------------------------------------------------------


def memory() -> float:
    """Return the memory of this process, in megabytes."""
    status = Path("/proc/self/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


class Victim:
    """The attacked program: the app and its connection, without a screen or speech."""

    def __init__(self, port: int) -> None:
        settings = Settings(language="en", nickname="Player 0")
        self._app = App(MemoryStorage(settings), LOCALES, Random(1))
        self._began = time.monotonic()
        self._app.begin(self._now)
        self._woken = threading.Event()
        self._line = Connection(self._woken.set)
        address = Address("127.0.0.1", port, secure=False)
        self._app.online.core.greet(Login(address, "Player 0"), self._now)
        self._line.connect(address)
        self.heard = 0

    @property
    def _now(self) -> float:
        return 100.0 + time.monotonic() - self._began

    @property
    def is_in(self) -> bool:
        """Return True if the program is still connected and in a match."""
        return self._app.online.core.state is LineState.IN and self._app.session is not None

    def turn(self) -> None:
        """Run the program's loop once: receive some messages, and call `tick`."""
        self._woken.wait(TURN)
        self._woken.clear()
        end = time.monotonic() + HEARING
        for _ in range(ARRIVALS):
            arrival = self._line.arrival()
            if arrival is None:
                break
            if isinstance(arrival, Exception):
                raise arrival
            if isinstance(arrival, LineStatus):
                self._app.linked(arrival, self._now)
            else:
                self.heard += 1
                self._app.received(arrival, self._now)
            if time.monotonic() >= end:
                break
        if self._line.has_more:
            self._woken.set()
        self._app.tick(self._now)


def suffer(port: int) -> None:
    """Run the attacked process.

    At the end it prints its memory use before the attack, the highest one, and how it ended.
    """
    victim, before = Victim(port), 0.0
    settled = time.monotonic() + SETTLE
    while time.monotonic() < settled:
        victim.turn()
        before = max(before, memory())
    if not victim.is_in:
        print("0 0 0 never came in")
        return
    most, first, quiet, heard = before, victim.heard, time.monotonic(), victim.heard
    print("ready", flush=True)
    while victim.is_in and time.monotonic() - quiet < AFTER:
        victim.turn()
        most = max(most, memory())
        if victim.heard != heard:
            heard, quiet = victim.heard, time.monotonic()
    end = "listened to the end" if victim.is_in else "ended the line"
    print(f"{before:.0f} {most:.0f} {victim.heard - first} {end}", flush=True)


# --- The hostile server ---------------------------------------------------------------------------


def attack(kind: str, messages: int, pace: float) -> tuple[float, float, int, str]:
    """Attack a new process of the program with messages of this kind.

    Return its memory use before the attack, the greatest memory use, the number of messages
    received, and why it ended.
    """
    data, ready, ended = KINDS[kind](), threading.Event(), threading.Event()

    def handle(line: ServerConnection) -> None:
        first = next(iter(true_updates(game(GAME), 1)))[0]
        table = seated(game(GAME), len(first.view["hand_sizes"]), me=first.seat)
        with suppress(ConnectionClosed):
            for message in (wire.Welcome(name="Player 0"), table, first):
                line.send(wire.encode(message), text=True)
            ready.wait(PATIENCE)
            for _ in range(messages):
                line.send(data, text=True)
                time.sleep(pace)
            ended.wait(PATIENCE)

    with serve(handle, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        command = [sys.executable, "-m", "tests.online.heavy", str(port)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            told = program.stdout.readline()
            if told == "ready\n":
                ready.set()
                told = program.stdout.readline()
        ready.set()
        ended.set()
    before, most, heard, end = told.strip().split(" ", 3)
    return float(before), float(most), int(heard), end


if __name__ == "__main__":
    suffer(int(sys.argv[1]))
