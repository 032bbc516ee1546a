"""Performs the newcomer's forty steps in a real window, and compares speech with the script.

    python -m tests.newcomer.walk [--lang it] [--scene hour ...] [--out FILE]

Run it from the top folder of the project.  The window is on a screen of Xvfb; the words are those
that speech-dispatcher logs as received.  A person must judge differences from the script, which was
written before the program.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from tests.kit.programs.screen import Screen
from tests.kit.programs.terminal import ROOT
from tests.kit.speech_daemon import SpeechSystem
from tests.monkey.keys import x_name
from tests.newcomer.elsewhere import Elsewhere
from tests.newcomer.steps import LANGUAGES, SCRIPT, Step

QUEUED: Final = re.compile(r"Queueing message \|(.*?)\|", re.DOTALL)
ANSWER: Final = 5.0
"""Seconds within which a key is answered."""
PATIENCE: Final = 60.0
SETTLED: Final = 0.6
"""Seconds of silence after which a step goes on."""
SILENCE: Final = 4.0
"""Seconds of silence after which nothing more is announced without a key."""
ITEMS: Final = 40
"""The greatest length of a list in which an item is searched for."""
TURN: Final = ("Tocca a te", "Your turn")

OTHER_WINDOW: Final = (
    "import pygame, time\n"
    "pygame.display.set_mode((80, 80))\n"
    "for _ in range(10): pygame.event.pump(); time.sleep(0.1)\n"
)


class Newcomer:
    """A simulated newcomer, who performs a scene of the script and reads what is spoken.

    The texts are read from the log of the speech daemon.
    """

    def __init__(self, scene: str, lang: str, stack: ExitStack) -> None:
        self._lang = LANGUAGES.index(lang)
        self._elsewhere = Elsewhere(stack) if scene == "online" else None
        self._speech = stack.enter_context(SpeechSystem())
        self._screen = stack.enter_context(Screen())
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="newcomer-")))
        if scene != "hour":
            (home / "settings.json").write_text(json.dumps({"language": lang}), "utf-8")
        environ = {**os.environ, **self._speech.environ, "DISPLAY": self._screen.name}
        environ |= {"SDL_AUDIODRIVER": "dummy"}
        environ.pop("SDL_VIDEODRIVER", None)
        command = (sys.executable, "-m", "tests.newcomer.program", scene, str(home))
        self._environ = environ
        process = subprocess.Popen(command, cwd=ROOT, env=environ)
        stack.callback(process.wait)
        stack.callback(process.kill)
        self._window = ""
        self._place = 0
        self._pressed = 0
        """The number of announcements when the last key was pressed."""
        self._wait_for(lambda: bool(self.heard()) and self._has_focus(), PATIENCE)

    def heard(self) -> list[str]:
        """Return all texts that the speech daemon received since the last step."""
        return QUEUED.findall(self._speech.log()[self._place :])

    def do(self, step: Step) -> str:
        """Perform a step of the newcomer's script; return everything announced during it."""
        for written in step.keys:
            both = written.split("|")
            self._key(both[self._lang] if len(both) > 1 else written)
        self._rest(SETTLED)
        said = " ".join(self.heard())
        self._place, self._pressed = len(self._speech.log()), 0
        return said

    def _key(self, key: str) -> None:
        verb, _, text = key.partition(" ")
        match verb:
            case "until":
                self._until(text, PATIENCE)
                self._rest(SETTLED)
            case "quiet":
                self._rest(SILENCE)
            case "seek":
                self._seek(text)
            case "type":
                self._type(text)
            case "away":
                self._look_away()
            case "back":
                self._screen.do("windowfocus", "--sync", self._window)
                self._rest(SETTLED)
            case "joins" | "turn" | "pull":
                self._far_away(verb, text)
            case _:
                self._press(key)

    def _far_away(self, verb: str, text: str) -> None:
        """Perform a step without a key: an action of the second player, or unplugging the cable."""
        assert self._elsewhere is not None
        match verb:
            case "joins":
                self._elsewhere.joins(" ".join(self.heard()))
            case "turn":
                self._wait_for_turn(self._elsewhere)
            case "pull":
                self._pressed = len(self.heard())
                self._elsewhere.cable.pull()
                time.sleep(float(text))
                self._elsewhere.cable.put_in()

    def _wait_for_turn(self, elsewhere: Elsewhere) -> None:
        """Press T and let the second player play, until T announces the newcomer's turn."""
        for _ in range(ITEMS):
            self._press("t")
            if TURN[self._lang] in self.heard()[-1]:
                return
            elsewhere.plays()
            self._rest(SILENCE)

    def _until(self, text: str, seconds: float) -> None:
        """Wait until this text is announced after the last key."""
        self._wait_for(lambda: text in " ".join(self.heard()[self._pressed :]), seconds)

    def _press(self, key: str) -> None:
        self._pressed = len(self.heard())
        self._screen.press(x_name(key))
        self._wait_for(lambda: len(self.heard()) > self._pressed, ANSWER)
        self._rest(0.15)

    def _type(self, text: str) -> None:
        """Type a text, in which ADDRESS and CODE stand for the server's address and code."""
        if self._elsewhere is not None:
            text = text.replace("ADDRESS", self._elsewhere.address)
            text = text.replace("CODE", self._elsewhere.code)
        self._screen.type(text)
        self._rest(SETTLED)

    def _seek(self, text: str) -> None:
        """Press Down until an item that begins with this text is announced."""
        for _ in range(ITEMS):
            if self.heard() and self.heard()[-1].startswith(text):
                return
            self._press("down")

    def _look_away(self) -> None:
        """Open another window, which takes the focus."""
        self._window = self._screen.do("getwindowfocus")
        command = (sys.executable, "-c", OTHER_WINDOW)
        subprocess.run(command, env=self._environ, check=True, stdout=subprocess.DEVNULL)

    def _has_focus(self) -> bool:
        with suppress(subprocess.CalledProcessError):
            return str(self._screen.do("getwindowfocus")) != "1"
        return False

    def _rest(self, seconds: float) -> None:
        """Wait until nothing has been announced for this long."""
        known, since = -1, time.monotonic()
        while time.monotonic() - since < seconds:
            if (many := len(self.heard())) != known:
                known, since = many, time.monotonic()
            time.sleep(0.05)

    @staticmethod
    def _wait_for(condition: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            time.sleep(0.03)


def agrees(heard: str, wanted: str) -> bool:
    """Return True if the required words were heard, in order and without gaps.

    Capital letters are ignored, as they sound alike.
    """
    parts = [re.escape(part) for part in wanted.split("{}")]
    return re.search(".*?".join(parts), heard, re.IGNORECASE) is not None


def walked(scene: str, lang: str) -> Iterator[tuple[Step, str]]:
    """Perform the steps of a scene; yield each step and what was announced."""
    with ExitStack() as stack:
        newcomer = Newcomer(scene, lang, stack)
        for step in SCRIPT[scene]:
            yield step, newcomer.do(step)


def written(step: Step, lang: str, heard: str) -> str:
    """Return a report of a step: the required words and, below them, the announced words."""
    wanted = step.wants[LANGUAGES.index(lang)]
    verdict = "as wanted" if agrees(heard, wanted) else "DIFFERS"
    keys = ", ".join(step.keys) or "nothing"
    return (
        f"Step {step.number}, {lang}: {verdict}\n    pressed: {keys}\n"
        f"    wanted:  {wanted}\n    heard:   {heard}\n"
    )
