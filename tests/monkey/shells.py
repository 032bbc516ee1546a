"""Presses random keys in the running program: in a window under Xvfb, a terminal, or a page.

The announcements are read from the program's transcript; each key must be answered in it.
After a while the program is ended, its announcements are compared with its log on disk, and
it is started again with another game. Besides keys, inputs of other devices (`Act`) are
sent. The log must contain no move that the keys did not make.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from audiogames.app.keys.bindings import GLOBAL, HUSH
from audiogames.core.cues import Priority
from audiogames.core.events import Seat
from audiogames.core.log import LogError, read_log, undone
from audiogames.core.registry import game, game_ids
from audiogames.present.catalogue import load
from audiogames.present.localizer import Called, Localizer
from audiogames.present.outputs import Announcement
from audiogames.search.arena import levels
from audiogames.shell.keys import LETTER_PLACES
from audiogames.table.seats import read_players
from tests.kit.pilot import LOCALES
from tests.kit.places import KEYS, LANGUAGES
from tests.kit.programs.screen import Screen
from tests.kit.programs.terminal import ROOT, TerminalRun
from tests.monkey.devices import device_string, paste, times_of_held_key
from tests.monkey.keys import X_LETTERS, X_PAD, terminal_bytes, x_name
from tests.monkey.order import disorders, every_verbosity, facts
from tests.monkey.walk import CRASH, HANGS, ORDER, SHOWN, SILENT, UNPRESSED, Finding, Tally

RUN: Final = 150
"""The number of keys that are pressed in one run of a program."""

ANSWERED: Final = 5.0
"""Seconds after which another key is pressed, to see whether one was silent or is only late."""


PATIENCE: Final = 60.0
"""Seconds within which a busy machine answers; later the program counts as hung."""

LISTENING: Final = 0.15
"""The greatest number of seconds to wait between two keys."""

AGAIN: Final = 0.06
"""Seconds before the same key is pressed again; sooner, a terminal takes it for a held key."""

HOLDS: Final = 0.85
"""Seconds that a key is held."""

HELD: Final = ("enter", "escape", "space", "down", "1")
"""Keys that may be held down."""

ACTS: Final = 0.12
"""The share of steps in which a device sends input other than keys."""

PLAYING: Final = (
    *(("enter",) * 6), *(("space",) * 3), *(("down",) * 3), "up", "home", "end", "left", "right",
    "escape", "1", "2", "3", "a", "b", "i", "v",
)  # fmt: skip
"""Keys that continue a match; a key with several places in this list is more likely."""

RESUMED: Final = "resumed-match"
SETTINGS: Final = {
    "pace": 5,
    "thought": 0,
    "grace": 0,
    "rate": 900,
    "speech": "none",
    "braille": "off",
}


@dataclass(frozen=True)
class Act:
    """An input from a device, and its expected effects.

    `is_answered` says whether an answer is expected; `most_moves` is the greatest number of
    moves that the input may make.
    """

    name: str
    send: Callable[[], object]
    is_answered: bool = True
    most_moves: int = 1


class Program:
    """A running program in some shell, with a home folder that no other program uses."""

    name = ""
    where = "f5"
    """A key that is answered in every place and hardly changes anything there."""

    def __init__(self, lang: str, arguments: Sequence[str]) -> None:
        self._stack = ExitStack()
        self.home = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="monkey-")))
        self._lang = lang
        self._transcript = self.home / "transcript"
        (self.home / "settings.json").write_text(json.dumps({"language": lang, **SETTINGS}))
        environ = {**os.environ, "AUDIOGAMES_HOME": str(self.home), "SDL_AUDIODRIVER": "dummy"}
        self._start((*arguments, "--transcript", str(self._transcript)), environ)
        self.tells(0, PATIENCE)

    @classmethod
    @abstractmethod
    def can_send(cls, key: str) -> bool:
        """Return True if this shell can send the key."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key."""

    def act(self, rng: Random) -> Act | None:
        """Return a random input of one of this shell's devices, or None."""
        del rng
        return None

    @abstractmethod
    def code(self) -> int | None:
        """Return the exit code, or None if the program still runs."""

    @abstractmethod
    def _start(self, arguments: Sequence[str], environ: dict[str, str]) -> None: ...

    @property
    def size(self) -> int:
        """Return the size of the transcript in bytes."""
        return self._transcript.stat().st_size if self._transcript.exists() else 0

    def tells(self, size: int, seconds: float) -> bool:
        """Wait until the transcript exceeds `size` or the program ends; False after a timeout."""
        return self._comes(lambda: self.size > size, seconds)

    def answers(self, size: int, *, keys: int = 1, seconds: float = ANSWERED) -> bool:
        """Wait until `keys` keys were answered after the first `size` bytes of the transcript.

        Announcements of other players' moves do not count as answers.
        """
        return self._comes(lambda: self._answered(size) >= keys, seconds)

    def fault(self, size: int) -> str | None:
        """Return why a key was not answered: the program hangs, or the key was silent.

        `size` is the size of the transcript before the key.  To find out, another key is pressed:
        if there is no answer at all, the program hangs; if there is only one answer, it belongs to
        the second key, and the first was silent.  With two answers the first was only late: return
        None.
        """
        self.press(self.where)
        if not self.answers(size, seconds=PATIENCE):
            return HANGS
        return None if self.answers(size, keys=2) else SILENT

    def _comes(self, what: Callable[[], bool], seconds: float) -> bool:
        """Wait until `what` is true or the program ends; return False after `seconds` seconds."""
        end = time.monotonic() + seconds
        while not what() and self.code() is None:
            if time.monotonic() > end:
                return False
            self._attend()
            time.sleep(0.002)
        return True

    def _attend(self) -> None:
        """Read pending output, if the shell requires that to continue."""

    def _answered(self, size: int) -> int:
        """Return the number of answers after the first `size` bytes of the transcript."""
        if self.size <= size:
            return 0
        with self._transcript.open("rb") as file:
            file.seek(size)
            lines = [json.loads(line) for line in file if line.endswith(b"\n")]
        return sum(Priority[one["priority"].upper()] >= Priority.REPLY for one in lines)

    def may_be_silent(self, key: str, *, again: bool) -> bool:
        """Return True if no answer is needed: the key silences speech, or is an ignored repeat."""
        with suppress(OSError, ValueError):
            settings = json.loads((self.home / "settings.json").read_text("utf-8"))
            hushes = settings.get("keys", {}).get(GLOBAL, {}).get(HUSH, "")
            return key in hushes.split() or (again and bool(settings.get("bounce")))
        return False

    def report(self) -> str:
        """Return the error in the program's report and where it was raised, or an empty string."""
        for path in sorted((self.home / "reports").glob("*.txt")):
            trace = path.read_text("utf-8").partition("Announced before")[0].strip().splitlines()
            lines = [line.strip() for line in trace if "audiogames/" in line and "File" in line]
            return f"{trace[-1]} ({lines[-1] if lines else ''})"
        return ""

    def moves(self) -> int | None:
        """Return how many moves the player has made, or None unless there is exactly one match."""
        logs = sorted((self.home / "matches").rglob("*.jsonl"))
        if len(logs) != 1:
            return None
        with suppress(LogError, OSError):
            log = read_log(logs[0].read_text("utf-8"))
            return sum(entry.seat == 0 for entry in log.entries)
        return None

    def told(self) -> list[dict[str, Any]]:
        """Return all announcements in the transcript."""
        text = self._transcript.read_text("utf-8") if self._transcript.exists() else ""
        return [json.loads(line) for line in text.splitlines(keepends=True) if line[-1] == "\n"]

    def close(self) -> None:
        """End the program and remove its home."""
        self._stack.close()


class InWindow(Program):
    """The program in a real window, on a virtual screen."""

    name = "window"

    @classmethod
    def can_send(cls, key: str) -> bool:
        """Return True if the X server knows the key."""
        return x_name(key) is not None

    def press(self, key: str) -> None:
        """Press a key by xdotool."""
        with suppress(subprocess.CalledProcessError):
            self._screen.press(x_name(key))

    def act(self, rng: Random) -> Act:
        """Return a random input: numeric pad, held key, another layout or a paste."""
        kind = rng.choice(("pad", "num lock", "held", "layout", "paste"))
        if kind == "num lock":
            return Act(kind, lambda: self._do("key", "Num_Lock"), is_answered=False, most_moves=0)
        if kind == "held":
            key = x_name(rng.choice(HELD)) or ""
            hold = ("keydown", key, "sleep", f"{HOLDS}", "keyup", key)
            return Act(f"{key} held", lambda: self._do(*hold))
        if kind == "layout":
            layout, code = rng.choice(("ru", "gr")), rng.choice(X_LETTERS)
            return Act(f"key {code} of {layout}", lambda: self._press_in(layout, code))
        if kind == "paste":
            keys = rng.choice(("ctrl+v", "shift+Insert"))
            return Act(f"paste by {keys}", lambda: self._do("key", keys), most_moves=0)
        code = rng.choice(X_PAD)
        return Act(f"pad {code}", lambda: self._do("key", str(code)))

    def _do(self, *arguments: str) -> None:
        with suppress(subprocess.CalledProcessError):
            self._screen.do(*arguments)

    def _press_in(self, layout: str, code: int) -> None:
        """Press a key by its position in another layout, then restore the usual layout."""
        for name in (layout, "us"):
            subprocess.run(("setxkbmap", name), env=self._screen.environ, check=False)
            if name == layout:
                self._do("key", str(code))

    def code(self) -> int | None:
        """Return the exit code of the process."""
        return self._process.poll()

    def _start(self, arguments: Sequence[str], environ: dict[str, str]) -> None:
        self._screen = self._stack.enter_context(Screen())
        environ = {**environ, "DISPLAY": self._screen.name}
        environ.pop("SDL_VIDEODRIVER", None)
        command = (sys.executable, "-m", "audiogames", *arguments, "--window")
        self._process = subprocess.Popen(command, cwd=ROOT, env=environ)
        self._stack.callback(self._process.wait)
        self._stack.callback(self._process.kill)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(subprocess.CalledProcessError):
                if self._screen.do("getwindowfocus") != "1":
                    return
            time.sleep(0.05)


class InTerminal(Program):
    """The program in a pseudo-terminal."""

    name = "terminal"

    @classmethod
    def can_send(cls, key: str) -> bool:
        """Return True if a terminal has bytes for the key."""
        return terminal_bytes(key) is not None

    def press(self, key: str) -> None:
        """Send the bytes of a key, and read output, because a full terminal blocks the program."""
        self._send(terminal_bytes(key) or b"")

    def act(self, rng: Random) -> Act:
        """Return a random input, such as a terminal's reply to a query, a paste or a held key."""
        kind = rng.choice(("string", "paste", "held", "pad", "letter"))
        if kind == "string":
            sent = device_string(rng)
            return Act(repr(sent), lambda: self._send(sent), is_answered=False, most_moves=0)
        if kind == "paste":
            sent = paste(rng)
            return Act(repr(sent), lambda: self._send(sent), most_moves=0)
        if kind == "held":
            key, times = rng.choice(HELD), times_of_held_key(rng)
            return Act(f"{key} held", lambda: self._hold(terminal_bytes(key) or b"", times))
        if kind == "pad":
            sent = b"\x1bO%c" % rng.choice(b"jklmnopqrstuvwxyM")
        else:
            sent = rng.choice(tuple(LETTER_PLACES)).encode()
        return Act(repr(sent), lambda: self._send(sent))

    def _send(self, sent: bytes) -> None:
        with suppress(OSError):
            self._run.press(sent)
        self._attend()

    def _hold(self, sent: bytes, times: Sequence[float]) -> None:
        begun = time.monotonic()
        for at in times:
            time.sleep(max(0.0, begun + at - time.monotonic()))
            self._send(sent)

    def _attend(self) -> None:
        with suppress(OSError):
            while self._run._read(0.0):
                pass

    def code(self) -> int | None:
        """Return the exit code of the process."""
        code: int | None = self._run.process.poll()
        return code

    def _start(self, arguments: Sequence[str], environ: dict[str, str]) -> None:
        self._run = self._stack.enter_context(
            TerminalRun("audiogames", *arguments, "--terminal", environ=environ)
        )


Shell = type[Program]


def press_in(shell: Shell, keys: int, seed: int, tally: Tally) -> None:
    """Press this many random keys in one program after another, and record faults in the tally."""
    left, number = keys, 0
    while left > 0:
        rng = Random(f"{seed} {number} {shell.name}")
        lang = rng.choice(LANGUAGES)
        arguments = _table(rng)
        where = f"{shell.name}, run {number} of seed {seed}, {lang}: {' '.join(arguments)}"
        program = shell(lang, arguments)
        try:
            done = _run(program, rng, min(left, RUN), where, tally)
        finally:
            program.close()
        tally.pressed(shell.name, done)
        left, number = left - max(1, done), number + 1


def _table(rng: Random) -> tuple[str, ...]:
    """Return command-line arguments that start a random game, or none for the main menu."""
    if rng.random() < 0.2:
        return ()
    id_ = rng.choice(game_ids())
    level = rng.choice(levels(game(id_)))
    return ("play", id_, "--bot", level, "--seed", str(rng.randrange(1000)))


def _run(program: Program, rng: Random, most: int, where: str, tally: Tally) -> int:
    steps: list[str] = []
    sendable = [key for key in KEYS if program.can_send(key) and key != "ctrl"]
    for pressed in range(most):
        if rng.random() < ACTS and (act := program.act(rng)) is not None:
            if (kind := perform(program, act, where, steps, tally)) == HANGS:
                return pressed + 1
            if program.code() is None:
                continue
        key = rng.choice(PLAYING) if rng.random() < 0.6 else rng.choice(sendable)
        again = bool(steps) and steps[-1] == key
        steps.append(key)
        before = program.size
        time.sleep(AGAIN * again)
        program.press(key)
        if not program.answers(before) and not program.may_be_silent(key, again=again):
            if kind := program.fault(before):
                what = f"{key} in the {program.name}"
                tally.findings.append(Finding(kind, what, where, tuple(steps[-SHOWN:])))
            if kind == HANGS:
                return pressed + 1
        if (code := program.code()) is not None:
            if code or program.report():
                what = program.report() or f"exit code {code}"
                tally.findings.append(Finding(CRASH, what, where, tuple(steps[-SHOWN:])))
            most = pressed + 1
            break
        time.sleep(rng.uniform(0.0, LISTENING))
    _judge(program, where, tally)
    return most


def perform(program: Program, act: Act, where: str, steps: list[str], tally: Tally) -> str | None:
    """Send an input of a device; record and return the kind of fault that it caused, or None."""
    steps.append(act.name)
    size, moves = program.size, program.moves()
    act.send()
    kind = None
    if act.is_answered and not program.answers(size):
        kind = program.fault(size)
    elif program.code() is None:
        time.sleep(AGAIN)
        program.press(program.where)  # its answer comes after all earlier ones
        if not program.answers(size, keys=1 + act.is_answered, seconds=PATIENCE):
            kind = HANGS
    time.sleep(AGAIN)
    made = program.moves()
    if kind is None and moves is not None and made is not None and made - moves > act.most_moves:
        kind = UNPRESSED
    if kind is not None:
        what = f"{act.name} in the {program.name}"
        tally.findings.append(Finding(kind, what, where, tuple(steps[-SHOWN:])))
    return kind


def _judge(program: Program, where: str, tally: Tally) -> None:
    """Compare the announcements with the log, if there was one match without undo or resumption."""
    logs = sorted((program.home / "matches").rglob("*.jsonl"))
    told = program.told()
    if len(logs) != 1 or any(one["message"] == RESUMED for one in told):
        return
    with suppress(LogError):
        log = read_log(logs[0].read_text("utf-8"))
        if any(undone(entry) is not None for entry in log.entries):
            return
        called = [Called(one.name, one.gender) for one in read_players(log.header)]
        localizers: list[Localizer] = []
        for lang in sorted({one["lang"] for one in told}):
            catalogue = load(LOCALES, lang).first(log.header.game)
            localizers += every_verbosity(Localizer(catalogue, lambda seat: called[seat]))
        expected = facts(log, Seat(0), localizers)
        tally.facts += len(expected)
        for one in disorders(expected, map(_announcement, told)):
            tally.findings.append(Finding(ORDER, str(one), where))


def _announcement(line: dict[str, Any]) -> Announcement:
    return Announcement(
        line["at"],
        Priority[line["priority"].upper()],
        line["interrupt"],
        line["text"],
        line["braille"],
        line["lang"],
        line["message"],
    )
