"""People at pages who live in one process: lines that speak the page's protocol, and no browser.

Each starts a match by the menus, against normal bots or strong ones, then makes a move every so
many seconds: a button that is offered, or arrows to a card that may be played and Enter.
Announcements are reported as placed half a second after they arrive. They are hurried listeners,
for whom bots need not wait long, so that matches go on at the pace of the moves.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

from audiogames.app.settings import Settings
from audiogames.shell.texts import settings_text
from audiogames.shell.web.kept import MATCH, SETTINGS
from audiogames.shell.web.lines import SOCKET
from tests.kit.rawline import RawLine
from tests.kit.tables import Table

GAMES: Final = {"novantanove": 3, "invido": 2, "tressette": 4, "wist": 4}
"""The games, with their numbers of players."""

PLACED_SECONDS: Final = 0.5
"""Seconds until a page reports an announcement as placed."""

ANSWER_SECONDS: Final = 2.0
"""A key without an answer by then counts as silent."""

BETWEEN_KEYS: Final = 0.15
BUTTON_SHARE: Final = 0.25
"""How often a button is pressed although a card could be played."""

STEPS_TO_A_CARD: Final = 4
PATIENCE: Final = 60.0
PART: Final = 600
"""Characters of the browser's storage in one message."""

AT_ONCE: Final = 20
"""Sessions opened at the same time."""

LINES_AN_ADDRESS: Final = 15
TABLES: Final = 5
"""Online tables beside the pages, each with a move every second."""

HURRIED: Final = replace(Settings(), language="en", pace=5, thought=0, rate=900)
OPTIONS: Final = "Options"
STRONG: Final = "strong"
A_SECOND: Final = 10
"""The pace with strong bots: their decisions at one table are a second apart."""


class Item(msgspec.Struct):
    """A row, a card or a button of the picture."""

    text: str = ""
    key: str = ""
    focused: bool = False
    playable: bool | None = None


class Picture(msgspec.Struct):
    """The picture that a player sees."""

    title: str = ""
    rows: list[Item] = []
    cards: list[Item] = []
    buttons: list[Item] = []


class Told(msgspec.Struct):
    """Any message to a page."""

    t: str
    n: int = 0
    name: str = ""
    text: str = ""
    frame: Picture | None = None


TOLD: Final = msgspec.json.Decoder(Told)


@dataclass
class Pace:
    """Seconds between two moves of the same person."""

    pause: float


class Guest:
    """One person at a page."""

    def __init__(self, number: int, *, strong: bool) -> None:
        self.number = number
        self._strong = strong
        """Whether the bots are strong, rather than the game's default."""
        self.game = list(GAMES)[number % len(GAMES)]
        self.picture = Picture()
        self.came = 0.0
        self.first: float | None = None
        """Seconds from connecting to the first announcement."""
        self.bytes = 0
        """Bytes of all messages received."""
        self.late: list[float] = []
        """Milliseconds from each key to its answer."""
        self.silent = 0
        self.entries = 0
        """Moves of everybody at the table, and deals."""
        self.ended: list[str] = []
        self._line = RawLine(self._hears, lambda: self.ended.append("the line was lost"))
        self._pressed: float | None = None
        self._news = asyncio.Event()
        self._rng = Random(number)

    async def come(self, port: int) -> None:
        """Open the page's connection and wait for the first picture."""
        household = self.number // LINES_AN_ADDRESS
        self.came = perf_counter()
        origin = f"Origin: http://127.0.0.1:{port}"
        await self._line.open(port, f"127.0.2.{1 + household}", SOCKET, origin)
        self._send(t="hello", lang="en")
        await self._sees(lambda: self.picture.title != "" and self.first is not None)

    async def start(self) -> None:
        """Sit down at a table with bots, and start."""
        await self._until("enter", lambda: self.picture.title == "Play")
        wanted = self.game.capitalize()
        while not any(row.focused and row.text == wanted for row in self.picture.rows):
            await self._steps_down()
        await self._until("enter", lambda: bool(self.picture.buttons))
        for _ in range(1, GAMES[self.game]):
            await self._adds_a_bot()
        if self._strong:
            await self._wants_strong_bots()
        await self._until("enter", lambda: bool(self.picture.cards or self.entries))

    async def play(self, pace: Pace) -> None:
        """Make moves at this pace until cancelled."""
        await asyncio.sleep(pace.pause * (self.number * 0.618 % 1))
        loop = asyncio.get_running_loop()
        while not self.ended:
            due = loop.time() + pace.pause
            await self._move(min(BETWEEN_KEYS, pace.pause / 10))
            await asyncio.sleep(max(0.0, due - loop.time()))

    def leave(self) -> None:
        """Close the connection."""
        self._line.drop()

    async def _steps_down(self) -> None:
        at = [row.focused for row in self.picture.rows].index(True)
        await self._until("down", lambda: not self.picture.rows[at].focused)

    async def _adds_a_bot(self) -> None:
        seats = len(self.picture.rows)
        await self._until("b", lambda: len(self.picture.rows) > seats)

    async def _wants_strong_bots(self) -> None:
        """Choose strong bots: the level is the last of the table's options, strong after normal."""
        await self._until("alt+o", lambda: self.picture.title == OPTIONS)
        await self._until("end", lambda: self.picture.rows[-1].focused)
        while STRONG not in self.picture.rows[-1].text:
            await self._changes("right")
        await self._until("escape", lambda: self.picture.title != OPTIONS)

    async def _changes(self, key: str) -> None:
        text = self.picture.rows[-1].text
        await self._until(key, lambda: self.picture.rows[-1].text != text)

    async def _move(self, between: float) -> None:
        seen = self.picture
        may_play = any(card.playable for card in seen.cards)
        if seen.buttons and (not may_play or self._rng.random() < BUTTON_SHARE):
            await self._press(self._rng.choice(seen.buttons).key)
            return
        for _ in range(STEPS_TO_A_CARD):
            cards = self.picture.cards
            if any(card.focused and card.playable for card in cards):
                break
            await self._press("home" if cards and cards[-1].focused else "down")
            await asyncio.sleep(between)
        await self._press("enter")

    async def _press(self, key: str) -> None:
        """Press a key, and wait for the answer."""
        self._pressed = perf_counter()
        self._send(t="key", key=key)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._sees(lambda: self._pressed is None)
        except TimeoutError:
            self.silent += 1
            self._pressed = None

    async def _until(self, key: str, holds: Callable[[], bool]) -> None:
        self._send(t="key", key=key)
        await self._sees(holds)

    async def _sees(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def _hears(self, data: bytes) -> None:
        now = perf_counter()
        self.bytes += len(data)
        told = TOLD.decode(data)
        if told.t in {"say", "frame"} and self._pressed is not None:
            self.late.append(1000 * (now - self._pressed))
            self._pressed = None
        match told.t:
            case "say":
                self.first = now - self.came if self.first is None else self.first
                placed = asyncio.get_running_loop().call_later
                placed(PLACED_SECONDS, lambda: self._send(t="placed", n=told.n))
            case "frame" if told.frame is not None:
                self.picture = told.frame
            case "bring":
                self._bring()
            case "keep" | "drop":
                self.entries += told.text.count("\n") if told.name.startswith(MATCH) else 0
                self._send(t="written", n=told.n, done=True)
            case "end":
                self.ended.append(told.text)
        self._news.set()

    def _bring(self) -> None:
        text = settings_text(replace(HURRIED, pace=A_SECOND) if self._strong else HURRIED)
        for begin in range(0, len(text), PART):
            self._send(t="kept", name=SETTINGS, text=text[begin : begin + PART])
        self._send(t="kept-all", there=True)

    def _send(self, **message: Any) -> None:
        self._line.send(json.dumps(message).encode())


# --- Their process --------------------------------------------------------------------------------


@dataclass
class Stretch:
    """The observations of some seconds."""

    keys: list[float]
    moves: list[float]
    """Milliseconds from each move at an online table until all three people had it."""
    entries: float
    """Moves and deals a second, of all matches on pages."""
    silent: int
    ended: list[str]


class Crowd:
    """All guests, and the online tables beside them."""

    def __init__(self, port: int, *, strong: bool) -> None:
        self._port, self._strong = port, strong
        self._pace = Pace(0.0)
        self._plays = False
        self._guests: list[Guest] = []
        self._tables: list[Table] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Open the online tables, and start playing there."""
        self._tables = [Table(number, deaf=False) for number in range(TABLES)]
        for table in self._tables:
            await table.open(self._port)
            self._tasks.append(asyncio.create_task(_moves(table)))

    async def come(self, number: int) -> list[tuple[float, int]]:
        """Add guests; return each one's seconds and bytes until the first sentence."""
        new = [Guest(len(self._guests) + more, strong=self._strong) for more in range(number)]
        self._guests += new
        for guest in new:
            await guest.come(self._port)
        return [(guest.first or 0.0, guest.bytes) for guest in new]

    async def play(self, number: int, pause: float) -> None:
        """Let the first guests play at this pace, starting a match first if necessary."""
        self._pace.pause = pause
        gate = asyncio.Semaphore(AT_ONCE)

        async def start(guest: Guest) -> None:
            async with gate:
                await guest.start()

        first = self._guests[:number]
        self._plays = bool(first)
        waiting = [one for one in first if one.picture.title == "Main menu"]
        await asyncio.gather(*map(start, waiting))
        self._tasks += [asyncio.create_task(guest.play(self._pace)) for guest in waiting]
        await asyncio.sleep(pause)

    async def stretch(self, seconds: float) -> Stretch:
        """Observe for so many seconds, or longer until there is something."""
        for table in self._tables:
            table.late.clear()
            table.measured = True
        for guest in self._guests:
            guest.late.clear()
            guest.silent = guest.entries = 0
        began = perf_counter()
        await asyncio.sleep(seconds)
        for _ in range(round(PATIENCE / BETWEEN_KEYS)):
            if self._has_noticed():
                break
            await asyncio.sleep(BETWEEN_KEYS)
        passed = perf_counter() - began
        guests = self._guests
        return Stretch(
            [late for guest in guests for late in guest.late],
            [late for table in self._tables for late in table.late],
            sum(guest.entries for guest in guests) / passed,
            sum(guest.silent for guest in guests),
            sorted({why for guest in guests for why in guest.ended}),
        )

    def _has_noticed(self) -> bool:
        is_answered = any(guest.late for guest in self._guests) or not self._plays
        return is_answered and any(table.late for table in self._tables)

    async def leave(self) -> None:
        """Disconnect everybody."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for guest in self._guests:
            guest.leave()


async def _moves(table: Table) -> None:
    await asyncio.sleep(table.number / TABLES)
    while True:
        table.move()
        await asyncio.sleep(1.0)


def crowd(port: int, pipe: Connection, *, strong: bool) -> None:
    """Run a process of guests: it receives the names of `Crowd`'s methods with arguments."""
    gc.disable()  # it is too short-lived to need garbage collection
    asyncio.run(_crowd(Crowd(port, strong=strong), pipe))


async def _crowd(guests: Crowd, pipe: Connection) -> None:
    name = ""
    while name != "leave":
        name, *wanted = await asyncio.to_thread(pipe.recv)
        pipe.send(await getattr(guests, name)(*wanted))
