"""Measures, in a running match, the latency from a key press until the speaker answers.

The whole program is real: window, host, app, announcer, localizer, mixer, built-in voice,
match files, bots in the worker process. Only SDL's drivers are dummies, unless
SDL_VIDEODRIVER and SDL_AUDIODRIVER name others. A thread plays: it presses keys of the
game, its lists and the global layer in the order of a match, with the pauses of a quick
player, and continues with the next deal and the next match.

For the keys answered by speech, in total and for those pressed while a bot was thinking,
it prints:

- `to say`: from posting the KEYDOWN event until `say` of the built-in voice is called. This
  includes the wait of the window's loop, and its other work;
- `said`: the same, until `say` has returned;
- `in the program`: from the window passing the key on until `say` is called;
- `computing`: the processor time of the interval `in the program`; unlike the interval, it
  is not longer when other programs run;
- `drawing`: each new picture, and each step of a moving card.  Pictures are drawn
  after speech, so `to say` includes drawing only if the next key was pressed before it
  was finished;
- `painting`: the processor time of drawing.

    python -m bench.latency [--game ID] [--level LEVEL] [--always] [--keys N] [--seed N]
        [--pause LEAST MOST]

Run it from the top folder of the project. With `--always` a second worker repeats the
last request continuously, so that after the first request every key is pressed while a
bot thinks.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, sleep, thread_time
from typing import Final

import pygame

from audiogames.app.app import App, Launch
from audiogames.app.keys.names import Origin
from audiogames.core.registry import game, game_ids
from audiogames.present.outputs import Announcement
from audiogames.shell.files import Paths, resources
from audiogames.shell.host import Host
from audiogames.shell.keys import Press, window_key
from audiogames.shell.mixer import open_mixer
from audiogames.shell.services import Services
from audiogames.shell.speech.brlapi import BrailleLine
from audiogames.shell.speech.builtin import BuiltinSpeaker
from audiogames.shell.speech.chain import Chain, Source
from audiogames.shell.start import keep_what_is_loaded
from audiogames.shell.storage import FileStorage
from audiogames.shell.thinker import BotReply, ProcessWorker, Thinker, WorkerLost
from audiogames.shell.window.window import GameWindow
from audiogames.table.protocol import Question
from audiogames.table.setup import Setup

TARGET_MS: Final = 5.0
PLAYERS: Final = 4
"""The number of players."""
PATIENCE: Final = 10.0
"""Seconds after which a key counts as lost."""

COMMON_KEYS: Final = (
    *(("down",),) * 12,
    *(("up",),) * 8,
    *(("left",), ("right",), ("home",), ("end",), ("1",), ("2",), ("3",)),
    *(("enter",),) * 12,
    *(("t",), ("h",), ("x",)) * 3,
    *(("shift+t",), ("e",), ("o",)),
    *(("f5",), ("ctrl+r",), ("ctrl+s",), ("ctrl+t",), ("j",), ("alt+1",), ("alt+right",)),
    *(("pageup", "pageup", "pagedown"), ("ctrl+pageup", "ctrl+pagedown"), ("f12",) * 3),
    *(("f6", "f7", "f8"), ("f11", "c", "space", "f11"), ("ctrl", "t"), ("shift+f8",) * 2),
    *(("f1", "down", "down", "s", "escape"), ("escape", "down", "down", "up", "escape")),
    *(("f10", "down", "down", "right", "left", "escape"), ("ctrl+f1", "down", "h", "escape")),
    ("shift+f3",) * 2,
)
"""Keys pressed at any table, drawn at random with these frequencies."""

GAME_KEYS: Final = {
    "novantanove": (*("space", "d", "c", "s") * 3, *("shift+s", "r", "v", "l", "n", "m")),
    "invido": (*("a", "i", "s", "v", "w", "c") * 3, *("r", "f", "shift+s", "l", "n", "d")),
    "tressette": (*("d", "s", "v", "c") * 3, *("f", "p", "l", "n", "shift+m", "shift+d")),
    "wist": (*("b", "a", "w", "c", "s") * 3, *("l", "n", "d", "f", "shift+s")),
}
"""Each game's own keys."""


@dataclass
class Key:
    """A pressed key, with the seconds at which it was posted, passed to the host, and answered.

    `computing` is the processor time from the host to the answer.
    """

    name: str
    posted: float = 0.0
    handed: float = 0.0
    entered: float | None = None
    returned: float = 0.0
    computing: float = 0.0
    while_thinking: bool = False
    """Whether a bot was thinking when it was posted."""
    done: threading.Event = field(default_factory=threading.Event)


class Watch:
    """All measured key presses and drawing times of a run.

    Keys reach the host in the order in which they were posted.
    """

    def __init__(self) -> None:
        self.posted: deque[Key] = deque()
        self.keys: list[Key] = []
        self.current: Key | None = None
        self.drawings: list[float] = []
        self.paintings: list[float] = []
        self.thinking = 0
        """The number of unanswered bot requests."""


class TimedVoice(BuiltinSpeaker):
    """The built-in voice, recording when it receives the first text that answers a key."""

    watch: Watch

    def say(self, text: str, *, interrupt: bool, lang: str) -> None:
        """Speak, and record when the first text of an answer was passed to the voice."""
        entered, computed = perf_counter(), thread_time()
        super().say(text, interrupt=interrupt, lang=lang)
        key = self.watch.current
        if key is not None and key.entered is None:
            key.entered, key.returned = entered, perf_counter()
            key.computing += computed


class WatchedThinker(Thinker):
    """The thinker (which asks bots for moves), recording how many requests are unanswered."""

    watch: Watch
    restless: Restless | None = None

    def think(self, wanted: Question) -> None:
        """Send a request to a bot, and count it until it is answered."""
        self.watch.thinking += 1
        if self.restless is not None:
            self.restless.wanted.append(wanted)
        super().think(wanted)

    def _thought(self, wanted: Question, generation: int) -> BotReply:
        try:
            return super()._thought(wanted, generation)
        finally:
            self.watch.thinking -= 1


class Restless:
    """A second worker process that repeats the last request, so that a bot is always thinking."""

    def __init__(self, watch: Watch) -> None:
        self.wanted: deque[Question] = deque(maxlen=1)
        self._watch = watch
        self._worker = ProcessWorker()
        threading.Thread(target=self._think, daemon=True).start()

    def _think(self) -> None:
        while not self.wanted:
            sleep(0.01)
        self._watch.thinking += 1
        with suppress(WorkerLost):
            while True:
                self._worker.think(self.wanted[-1], 0)

    def close(self) -> None:
        """End the worker process."""
        self._worker.close()


class TimedHost(Host):
    """The host, recording when it receives each key."""

    watch: Watch

    def key(self, name: str, *, is_repeat: bool = False, origin: Origin = Origin.WRITTEN) -> None:
        """Handle a key with the name that the window gives it, and record the time."""
        handed = perf_counter()
        key = self.watch.posted.popleft()
        if key.name != name:
            raise ValueError(f"{key.name} was posted, {name} came")
        key.handed, key.computing = handed, -thread_time()
        self.watch.current = key
        super().key(name, is_repeat=is_repeat, origin=origin)
        self.watch.current = None
        self.watch.keys.append(key)
        key.done.set()


class TimedWindow(GameWindow):
    """The window, recording how long it takes to draw each new picture."""

    watch: Watch

    def _draw(self, host: Host) -> bool:
        began, computed = perf_counter(), thread_time()
        is_drawn = super()._draw(host)
        if is_drawn:
            self.watch.drawings.append(perf_counter() - began)
            self.watch.paintings.append(thread_time() - computed)
        return is_drawn


# --- The player ----------------------------------------------------------------------------------


class Player:
    """A simulated player who presses keys in a thread, each after the previous one was answered."""

    def __init__(self, app: App, watch: Watch, rng: Random, asked: argparse.Namespace) -> None:
        self._app = app
        self._watch = watch
        self._rng = rng
        self._asked = asked
        own = tuple((key,) for key in GAME_KEYS[asked.game])
        self._keys = (*COMMON_KEYS, *own)

    def play(self) -> None:
        """Press the requested number of keys, then close the window."""
        while self._app.session is None:
            sleep(0.1)
        with suppress(pygame.error):  # without a window the program reports that itself
            for name in islice(self._names(), self._asked.keys):
                if not self._press(name):
                    break
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    def _names(self) -> Iterator[str]:
        while True:
            kind, session = self._app.screen.kind, self._app.session
            if kind == "choice":
                yield self._rng.choice(("down", "up", "enter", "c"))
            elif kind != "game":
                yield "escape"
            elif session is not None and (session.waiting or session.over):
                yield self._rng.choice(("space", "c", "s", "pageup"))
            else:
                yield from self._rng.choice(self._keys)

    def _press(self, name: str) -> bool:
        sleep(self._rng.uniform(*self._asked.pause) / 1000)
        event, key = key_event(name), Key(name, while_thinking=self._watch.thinking > 0)
        self._watch.posted.append(key)
        key.posted = perf_counter()
        pygame.event.post(event)
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=event.key, mod=0, scancode=0))
        return key.done.wait(PATIENCE)


MODIFIERS: Final = {"ctrl": pygame.KMOD_CTRL, "alt": pygame.KMOD_ALT, "shift": pygame.KMOD_SHIFT}
CODES: Final = {"enter": pygame.K_RETURN, "ctrl": pygame.K_LCTRL}


def key_event(name: str) -> pygame.event.Event:
    """Return the event that SDL creates for a key."""
    *held, key = name.split("+")
    code = CODES.get(key) or pygame.key.key_code(key)
    mod = sum(MODIFIERS[one] for one in held)
    event = pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)
    if window_key(event) != Press(name):
        raise ValueError(f"{name} is no key: {window_key(event)}")
    return event


# --- The program ---------------------------------------------------------------------------------


def run(home: Path, watch: Watch, asked: argparse.Namespace) -> None:
    """Run the program in a window; measure keys and drawing even before the first deal."""
    app = new_app(home, asked)
    mixer = open_mixer(resources() / "sounds")
    voice = TimedVoice(mixer)
    voice.watch = watch
    chain = Chain("builtin", [Source("builtin", lambda: voice)], line=BrailleLine())
    chain.refresh(perf_counter())
    if not voice.alive():
        sys.exit(f"The built-in voice is not available. {mixer.reason}")
    window = TimedWindow()
    window.watch = watch
    thinker = WatchedThinker(window.wake)
    thinker.watch = watch
    thinker.restless = Restless(watch) if asked.always else None
    services = Services(chain, mixer, thinker, report=fail)
    host = TimedHost(app, services, window.show, window.copy)
    host.watch = watch
    player = Player(app, watch, Random(asked.seed), asked)
    threading.Thread(target=player.play, daemon=True).start()
    keep_what_is_loaded()
    try:
        window.run(host)
    finally:
        if thinker.restless is not None:
            thinker.restless.close()
        host.close()
        window.close()


def fail(failure: Exception, _said: Iterable[Announcement]) -> str:
    """Replacement for the program's error report: stop the measurement with the error."""
    raise failure


def new_app(home: Path, asked: argparse.Namespace) -> App:
    """Create an app with its own files, at a table whose bots do not wait for speech."""
    storage = FileStorage(Paths(home, home, home))
    storage.save_settings(replace(storage.load_settings()[0], language="it", pace=5, thought=0))
    spec = game(asked.game)
    players = PLAYERS if PLAYERS in spec.seats else spec.usual_seats
    setup = Setup(spec, spec.options(), (), seed=asked.seed, level=asked.level)
    launch = Launch("it", lambda app: app.matches.play_now(setup, players, app.now))
    return App(storage, resources() / "locales", Random(asked.seed), launch=launch)


# --- Output ---------------------------------------------------------------------------------------


def told(name: str, seconds: Sequence[float]) -> str:
    """Return a line of percentiles in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    at = {"p50": cuts[49], "p90": cuts[89], "p99": cuts[98], "max": max(seconds)}
    figures = ", ".join(f"{where} {1000 * value:.2f}" for where, value in at.items())
    return f"{name}: {figures} ms ({len(seconds)})"


def moves_in(match: Path) -> int:
    """Return the number of moves in a match file (all lines after the header)."""
    return len(match.read_text("utf-8").splitlines()) - 1


def tell(watch: Watch, moves: int) -> None:
    """Print all measured times, and count the keys that were answered late or never."""
    answered = [(key, key.entered) for key in watch.keys if key.entered is not None]
    print(told("to say", [entered - key.posted for key, entered in answered]))
    thought = [entered - key.posted for key, entered in answered if key.while_thinking]
    if len(thought) > 1:
        print(told("to say while a bot thinks", thought))
    print(told("said", [key.returned - key.posted for key, _ in answered]))
    print(told("in the program", [entered - key.handed for key, entered in answered]))
    print(told("computing", [key.computing for key, _ in answered]))
    print(told("drawing", watch.drawings))
    print(told("painting", watch.paintings))
    silent = Counter(key.name for key in watch.keys if key.entered is None)
    print(f"keys: {len(watch.keys)}, of them without speech: {dict(silent) or 'none'}")
    slow = Counter(key.name for key, at in answered if 1000 * (at - key.posted) > TARGET_MS)
    print(f"slower than {TARGET_MS:g} ms: {dict(slow) or 'none'}")
    print(f"moves in the matches meanwhile: {moves}, video: {os.environ['SDL_VIDEODRIVER']}")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=game_ids(), default="novantanove")
    parser.add_argument("--level", default="normal")
    parser.add_argument("--always", action="store_true", help="some bot thinks all the time")
    parser.add_argument("--keys", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        *("--pause",),
        type=float,
        nargs=2,
        default=(20.0, 120.0),
        metavar=("LEAST", "MOST"),
        help="milliseconds before each key",
    )
    return parser.parse_args()


def main() -> int:
    """Play, measure, and print the results."""
    asked = arguments()
    watch = Watch()
    with tempfile.TemporaryDirectory(prefix="latency-") as home:
        run(Path(home), watch, asked)
        moves = sum(moves_in(path) for path in Path(home).rglob("*.jsonl"))
    if len(watch.keys) < asked.keys:
        sys.exit(f"Only {len(watch.keys)} of {asked.keys} keys were answered.")
    tell(watch, moves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
