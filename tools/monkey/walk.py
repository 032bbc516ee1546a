"""Random keys, clicks, text and time in one place of the program after another, without a shell."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.app.kit import KEYS, LANGUAGES, answers, click
from tools.monkey.ear import Ear
from tools.monkey.places import Place, all_places

STRETCH: Final = 120
"""Keys pressed from one place on."""

SHOWN: Final = 20
"""The last steps that a report repeats."""

WRITTEN: Final = (*"aeioz019 .:'@%{}\\", "è", "ß", "漢", "😀", "\u202e", "ciao", "127.0.0.1")
GAPS: Final = (0.0, 0.05, 0.1, 0.1, 0.3, 0.35, 0.6, 1.0, 2.0)
"""Seconds between two keys."""
WAITS: Final = (1.0, 4.0, 12.0, 40.0)

CRASH, HANGS, SILENT, ORDER = "crash", "hangs", "silent key", "fact out of order"


@dataclass(frozen=True)
class Finding:
    """What went wrong, where, and what had been done before."""

    kind: str
    what: str
    """The same for the same fault: an error and its line, a screen and a key."""
    where: str
    """The place and the number of the walk, to do it again."""
    steps: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}\n    {self.where}\n    {' '.join(self.steps)}"


@dataclass
class Tally:
    """What was pressed and what came of it."""

    keys: Counter[str] = field(default_factory=Counter)
    """By where they were pressed."""
    facts: int = 0
    findings: list[Finding] = field(default_factory=list)
    progress: Callable[[int], None] = field(default=lambda _keys: None, compare=False)
    """Is told after each walk how many keys have been pressed."""

    def pressed(self, where: str, keys: int) -> None:
        """Note so many keys more."""
        self.keys[where] += keys
        self.progress(self.keys.total())

    def of(self, kind: str) -> list[Finding]:
        """The findings of one kind."""
        return [one for one in self.findings if one.kind == kind]


class Walk:
    """Some keys from one place on; the same number and seed do the same again."""

    def __init__(self, name: str, place: Place, number: int, seed: int) -> None:
        self._rng = Random(f"{seed} {number} {name}")
        self._lang = self._rng.choice(LANGUAGES)
        self._where = f"walk {number} of seed {seed}, {self._lang}: {name}"
        self._place = place
        self._pilot: Any = None
        self._ear: Ear
        self._steps: list[str] = []
        self._away = False
        self._last = ("", 0.0)
        """The key pressed last, and when."""

    def go(self, most: int, tally: Tally) -> int:
        """Press so many keys at most; how many it were."""
        pressed = 0
        try:
            self._pilot = self._place(self._lang)
            self._ear = Ear(self._pilot)
            while pressed < most and self._pilot.quit is None:
                pressed += self._step(tally)
                if self._pilot.quit is None:
                    assert self._pilot.app.frame().title
                self._ear.listen()
            self._ear.end()
        except Exception as failure:  # noqa: BLE001 - whatever it is, it is what is looked for
            self._found(tally, CRASH, place_of(failure))
            return pressed
        tally.facts += self._ear.facts
        for one in self._ear.found:
            self._found(tally, ORDER, str(one))
        return pressed

    def _found(self, tally: Tally, kind: str, what: str) -> None:
        steps = () if kind == ORDER else tuple(self._steps[-SHOWN:])
        tally.findings.append(Finding(kind, what, self._where, steps))

    def _step(self, tally: Tally) -> int:
        """One thing that a person may do; 1 if it was a key."""
        rng, lot = self._rng, self._rng.random()
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
        if self._pilot.app.wants_text and rng.random() < 0.5:
            self._type(rng.choice(WRITTEN))
            return 1
        self._press(self._key(), tally)
        return 1

    def _key(self) -> str:
        lot = self._rng.random()
        if lot < 0.4 and (sensible := self._sensible()):
            return self._rng.choice(sensible)
        bindings = list(self._pilot.app.keymap.of(self._pilot.app.screen.layers))
        if lot < 0.8 and bindings:
            return str(self._rng.choice(self._rng.choice(bindings).keys))
        return str(self._rng.choice(KEYS))

    def _sensible(self) -> tuple[str, ...]:
        """What somebody presses who wants the match to go on; nothing where there is none."""
        app = self._pilot.app
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

    def _press(self, key: str, tally: Tally) -> None:
        pilot, screen = self._pilot, type(self._pilot.app.screen).__name__
        self._steps.append(key)
        left_out = self._last[0] == key
        recent = pilot.now - self._last[1] < pilot.app.settings.bounce / 1000
        self._last = (key, pilot.now)
        before = len(pilot.announcements)
        is_answered = answers(pilot, key)
        if not is_answered and not (left_out and recent):
            self._found(tally, SILENT, f"{key} in {screen}")
        for one in pilot.announcements[before:]:
            if not one.text.strip():
                self._found(tally, SILENT, f"{key} in {screen}, answered without a word")

    def _type(self, text: str) -> None:
        self._steps.append(f"“{text}”")
        self._pilot.type(text)

    def _click(self, kind: str, number: int) -> int:
        self._steps.append(f"click-{kind}-{number}")
        click(self._pilot, f"{kind} {number}")
        return 1

    def _wait(self, seconds: float) -> None:
        if seconds:
            self._steps.append(f"{seconds:g}s")
            self._pilot.wait(seconds)
            self._ear.listen()  # with the next key another may take the keyboard

    def _look_away(self) -> None:
        """To another window, and back with the next such step."""
        self._away = not self._away
        self._steps.append("away" if self._away else "back")
        self._pilot.away(gone=self._away)
        if not self._away:
            self._ear.begin_anew()


def walks(seed: int) -> Iterator[tuple[int, str, Place]]:
    """Numbers, names and places without end: all places in a new order, again and again."""
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
    """So many keys over all places, `stretch` in each at a time, or one walk alone."""
    left = keys
    for number, name, place in walks(seed):
        if left <= 0 or (only is not None and number > only):
            return
        if only is None or number == only:
            done = Walk(name, place, number, seed).go(min(left, stretch), tally)
            tally.pressed(name, done)
            left -= max(1, done)


def place_of(failure: BaseException) -> str:
    """An error and the line of the program that raised it."""
    frames = traceback.extract_tb(failure.__traceback__)
    own = [frame for frame in frames if "audiogames/" in frame.filename] or frames
    last = own[-1]
    file = last.filename[last.filename.rfind("audiogames/") :]
    return f"{type(failure).__name__}: {failure} ({file}:{last.lineno})"
