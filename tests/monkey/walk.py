"""Random keys, clicks, texts and pauses on one screen after another, without a shell.

Inputs as devices send them (the numeric pad, other layouts, held keys, pastes, replies of a
terminal) pass through the part of the shells that names keys.
"""

from __future__ import annotations

import math
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from audiogames.app.app import App
from audiogames.app.keys.names import Origin
from audiogames.app.outputs import Output
from audiogames.shell.keys import Press, types_text
from audiogames.shell.terminal.held import MOVING, HeldInTerminal
from audiogames.shell.terminal.sequences import Paste
from tests.kit.places import KEYS, LANGUAGES
from tests.kit.pressing import answers, click
from tests.monkey.devices import (
    device_string,
    paste,
    terminal_keys,
    times_of_held_key,
    typed,
    window_keys,
)
from tests.monkey.ear import Ear
from tests.monkey.places import Place, all_places

STRETCH: Final = 120
"""The number of keys pressed from one place."""

SHOWN: Final = 20
"""The number of steps that a report repeats, from the last one back."""

WRITTEN: Final = (*"aeioz019 .:'@%{}\\", "è", "ß", "漢", "😀", "\u202e", "ciao", "127.0.0.1")
GAPS: Final = (0.0, 0.05, 0.1, 0.1, 0.3, 0.35, 0.6, 1.0, 2.0)
"""Seconds between two keys."""
WAITS: Final = (1.0, 4.0, 12.0, 40.0)

DEVICES: Final = 0.15
"""The share of steps that come from devices."""

CRASH, HANGS, SILENT, ORDER = "crash", "hangs", "silent key", "fact out of order"
WRONG, UNPRESSED = "wrong key", "nobody pressed that"


@dataclass(frozen=True)
class Finding:
    """A fault that random keys have found, and the steps that led to it."""

    kind: str
    what: str
    """A text that is equal for equal faults: an error and its line, or a screen and a key."""
    where: str
    """The place and the number of the walk, for a repetition."""
    steps: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}\n    {self.where}\n    {' '.join(self.steps)}"


@dataclass
class Tally:
    """The counts of a run: keys pressed by screen, facts compared, and faults found."""

    keys: Counter[str] = field(default_factory=Counter)
    """The keys pressed, by place."""
    facts: int = 0
    findings: list[Finding] = field(default_factory=list)
    progress: Callable[[int], None] = field(default=lambda _keys: None, compare=False)
    """Called after each walk with the number of keys pressed so far."""

    def pressed(self, where: str, keys: int) -> None:
        """Add to the number of keys pressed on this screen."""
        self.keys[where] += keys
        self.progress(self.keys.total())

    def of(self, kind: str) -> list[Finding]:
        """Return the findings of one kind."""
        return [one for one in self.findings if one.kind == kind]


class Walk:
    """A repeatable series of random actions that starts on one screen.

    The number, name and seed determine all actions.
    """

    def __init__(self, name: str, place: Place, number: int, seed: int) -> None:
        self.rng = Random(f"{seed} {number} {name}")
        self._lang = self.rng.choice(LANGUAGES)
        self._where = f"walk {number} of seed {seed}, {self._lang}: {name}"
        self._place = place
        self.pilot: Any = None
        self.ear: Ear
        self._devices = Devices(self)
        self.steps: list[str] = []
        self._away = False
        self._last = ("", 0.0)
        """The last key pressed, and when."""

    def go(self, most: int, tally: Tally) -> int:
        """Act until `most` keys are pressed or the program quits; return the number of keys."""
        pressed = 0
        try:
            self.pilot = self._place(self._lang)
            self.ear = Ear(self.pilot)
            while pressed < most and self.pilot.quit is None:
                pressed += self._step(tally)
                if self.pilot.quit is None:
                    assert self.pilot.app.frame().title
                self.ear.listen()
            self.ear.end()
        except Exception as failure:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.found(tally, CRASH, place_of(failure))
            return pressed
        tally.facts += self.ear.facts
        for one in self.ear.found:
            self.found(tally, ORDER, str(one))
        return pressed

    def found(self, tally: Tally, kind: str, what: str) -> None:
        """Record a fault, with the latest random actions that preceded it."""
        steps = () if kind == ORDER else tuple(self.steps[-SHOWN:])
        tally.findings.append(Finding(kind, what, self._where, steps))

    def _step(self, tally: Tally) -> int:
        """Perform a random action; return how many keys it pressed."""
        rng, lot = self.rng, self.rng.random()
        if self._away:  # keys go to the window that is in front
            self._wait(rng.choice(WAITS))
            self._look_away()
            return 0
        if lot < 0.03:
            self._wait(rng.choice(WAITS))
            return 0
        if lot < 0.05:
            return self._click(rng.choice(("row", "card")), rng.randrange(4))
        if lot < 0.06:
            self._look_away()
            return 0
        self._wait(rng.choice(GAPS))
        if rng.random() < DEVICES:
            return self._devices.act(tally)
        if self.pilot.app.wants_text and rng.random() < 0.5:
            self.type(rng.choice(WRITTEN))
            return 1
        self.press(self.key(), tally)
        return 1

    def key(self) -> str:
        """Return a random key, preferably one that has an effect on this screen."""
        lot = self.rng.random()
        if lot < 0.4 and (sensible := self._sensible()):
            return self.rng.choice(sensible)
        bindings = list(self.pilot.app.keymap.of(self.pilot.app.screen.layers))
        if lot < 0.8 and bindings:
            return str(self.rng.choice(self.rng.choice(bindings).keys))
        return str(self.rng.choice(KEYS))

    def _sensible(self) -> tuple[str, ...]:
        """Return keys that are likely to advance the match, or no keys outside a match."""
        app = self.pilot.app
        session, kind = app.session, app.screen.kind
        if session is None:
            return ()
        if kind in {"choice", "curtain", "lesson"}:
            return ("enter", "enter", "down", "space")
        if not app.screen.at_the_table:
            return ("escape",)
        if session.waiting or session.over:
            return ("space",)
        return ("home", "down", "down", "enter", "enter", "enter", "space")

    def press(self, key: str, tally: Tally, origin: Origin = Origin.WRITTEN) -> None:
        """Press a key, and record a fault if it is not answered."""
        pilot, screen = self.pilot, type(self.pilot.app.screen).__name__
        self.steps.append(key)
        left_out = self._last[0] == key
        recent = pilot.now - self._last[1] < pilot.app.settings.bounce / 1000
        self._last = (key, pilot.now)
        before = len(pilot.announcements)
        is_answered = answers(pilot, key, origin=origin)
        if not is_answered and not (left_out and recent):
            self.found(tally, SILENT, f"{key} in {screen}")
        for one in pilot.announcements[before:]:
            if not one.text.strip():
                self.found(tally, SILENT, f"{key} in {screen}, answered without a word")

    def type(self, text: str) -> None:
        """Type a text into the open text field."""
        self.steps.append(f"“{text}”")
        self.pilot.type(text)

    def _click(self, kind: str, number: int) -> int:
        self.steps.append(f"click-{kind}-{number}")
        click(self.pilot, f"{kind} {number}")
        return 1

    def _wait(self, seconds: float) -> None:
        if seconds:
            self.steps.append(f"{seconds:g}s")
            self.pilot.wait(seconds)
            self.ear.listen()  # with the next key another player may get the keyboard

    def _look_away(self) -> None:
        """Switch to another window, or back from it."""
        self._away = not self._away
        self.steps.append("away" if self._away else "back")
        self.pilot.away(gone=self._away)
        self.ear.begin_anew()


class Devices:
    """Sends random window and terminal input; checks that the program reads it correctly.

    Kinds of input are keys, held keys, pasted text, and strings that a terminal sends.
    """

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def act(self, tally: Tally) -> int:
        """Send a random input; return how many keys it pressed."""
        ways = (
            self._named,
            self._hold,
            self._hold,
            self._hold_in_terminal,
            self._paste,
            self._string,
        )
        return self._walk.rng.choice(ways)(tally)

    def _named(self, tally: Tally) -> int:
        """Press a key whose name depends on the device, check the name, and return 1 (one key)."""
        walk = self._walk
        sent = walk.rng.choice((window_keys, terminal_keys))(walk.rng)
        if not sent.is_right:
            walk.steps.append(sent.what)
            walk.found(tally, WRONG, f"{sent.what} is {sent.got} and not {sent.meant}")
        if sent.got is not None and not (walk.pilot.app.wants_text and types_text(sent.got.key)):
            walk.press(sent.got.key, tally, sent.got.origin)
        return 1

    def _hold(self, tally: Tally) -> int:
        """Hold a key down in a window or on a page, and check that its repeats make no move."""
        walk = self._walk
        key = walk.rng.choice((walk.key(), "enter", "space"))
        walk.press(key, tally)
        before = self._moves()
        repeats = walk.rng.choice((1, 10, 100, 300))
        walk.steps.append(f"{key} held, {repeats} repeats")
        for seconds in (0.4, *[0.06] * repeats):
            if walk.pilot.quit is None:
                self._do(seconds, partial(App.handle, key=key, is_repeat=True))
        self._judge(tally, before, f"{key} held")
        return 1

    def _hold_in_terminal(self, tally: Tally) -> int:
        """Hold a key down in a terminal, and check that the repeated bytes count as one press."""
        walk, held, pressed = self._walk, HeldInTerminal(), 0
        press = Press(walk.key())
        times = times_of_held_key(walk.rng)
        walk.steps.append(f"{press.key} held in a terminal")
        for at in times:
            counted = held.flush(at) + held.feed(press, at, is_text=False)
            pressed += sum(not one.is_repeat for one in counted)
        pressed += len(held.flush(math.inf))
        moves = press.key.rpartition("+")[2] in MOVING
        if pressed != 1 and not moves:
            walk.found(tally, UNPRESSED, f"one key held in a terminal counts {pressed} times")
        walk.press(press.key, tally)
        return 1

    def _paste(self, tally: Tally) -> int:
        """Paste a text, and check that this makes no move and closes no screen."""
        walk = self._walk
        found = typed(paste(walk.rng))
        for one in found:
            if not isinstance(one, Paste):
                walk.found(tally, UNPRESSED, f"a paste is the key {one.key}")
                walk.press(one.key, tally)
                continue
            walk.steps.append(f"paste {one.text!r}")
            app, before = walk.pilot.app, self._moves()
            screen, told = app.screen, len(walk.pilot.announcements)
            self._do(0.1, partial(App.paste, text=one.text))
            self._judge(tally, before, "paste")
            # The curtain rises as soon as what was announced before has been delivered.
            if app.screen is not screen and app.screen.kind != "curtain":
                walk.found(tally, UNPRESSED, f"a paste leaves {type(screen).__name__}")
            if len(walk.pilot.announcements) == told and (one.text.strip() or not app.wants_text):
                walk.found(tally, SILENT, f"a paste in {type(screen).__name__}")
        return 1

    def _string(self, tally: Tally) -> int:
        """Send the reply of a terminal to a query; check that it is not read as a key.

        No person typed these bytes: another program had asked the terminal for them.
        """
        walk = self._walk
        for one in typed(sent := device_string(walk.rng)):
            walk.steps.append(repr(sent))
            walk.found(tally, UNPRESSED, f"a device string is {one}")
        return 1

    def _do(self, seconds: float, act: Callable[..., list[Output]]) -> None:
        pilot = self._walk.pilot
        self._walk.ear.listen()
        pilot.wait(seconds)
        pilot.perform(act(pilot.app, now=pilot.now))

    def _moves(self) -> tuple[object, int]:
        """Return the running match, and how many moves people at this keyboard have made."""
        session = self._walk.pilot.app.session
        table = getattr(session, "table", None)
        log = getattr(table, "log", None)
        if table is None or log is None:
            return None, 0
        seats = {seat for seat, player in enumerate(table.players) if not player.is_bot}
        return table, sum(entry.seat in seats for entry in log.entries)

    def _judge(self, tally: Tally, before: tuple[object, int], what: str) -> None:
        table, moves = self._moves()
        if table is before[0] and moves > before[1]:
            self._walk.found(tally, UNPRESSED, f"a move after {what}")


def walks(seed: int) -> Iterator[tuple[int, str, Place]]:
    """Yield walks endlessly, each as a number, the name of a screen, and the screen itself.

    All screens are visited in random order, again and again.
    """
    rng, number, found = Random(seed), 0, all_places()
    while True:
        names = sorted(found)
        rng.shuffle(names)
        for name in names:
            yield number, name, found[name]
            number += 1


def press(
    keys: int, seed: int, tally: Tally, *, stretch: int = STRETCH, only: int | None = None
) -> None:
    """Press this many keys in walks of at most `stretch` keys, or only in walk number `only`."""
    left = keys
    for number, name, place in walks(seed):
        if left <= 0 or (only is not None and number > only):
            return
        if only is None or number == only:
            done = Walk(name, place, number, seed).go(min(left, stretch), tally)
            tally.pressed(name, done)
            left -= max(1, done)


def place_of(failure: BaseException) -> str:
    """Return a description of an error, with the line of the program that raised it."""
    frames = traceback.extract_tb(failure.__traceback__)
    own = [frame for frame in frames if "audiogames/" in frame.filename] or frames
    last = own[-1]
    file = last.filename[last.filename.rfind("audiogames/") :]
    return f"{type(failure).__name__}: {failure} ({file}:{last.lineno})"
