"""Runs a window manager, which focuses and resizes windows, on a screen in memory."""

from __future__ import annotations

import re
import shutil
import subprocess

from tests.kit.waiting import wait_until

PROGRAMS = ("jwm", "xprop", "xwininfo")
MAXIMISE = "super+Up"
"""The key that maximises in this window manager; our program does not use it."""

CONFIGURATION = """<?xml version="1.0"?>
<JWM><Key mask="4" key="Up">maximize</Key></JWM>
"""


def reason_unmanaged():
    """Return why no window manager can run on this machine, or None."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    return f"not installed: {', '.join(missing)}" if missing else None


class WindowManager:
    """A window manager on a `Screen`, until it is closed; `home` is its home folder."""

    def __init__(self, screen, home):
        self._screen = screen
        configuration = home / "jwmrc"
        configuration.write_text(CONFIGURATION, "utf-8")
        self._process = subprocess.Popen(("jwm", "-f", configuration), env=screen.environ)
        wait_until(lambda: "window id" in self._asked("-root", CHECK), "a window manager")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()

    def _asked(self, *arguments):
        command = ("xprop", *arguments)
        done = subprocess.run(
            command, env=self._screen.environ, capture_output=True, text=True, check=False
        )
        return done.stdout

    @property
    def window(self):
        """Return the X id of the focused window, or None."""
        found = re.search(r"window id # (0x[1-9a-f]\w*)", self._asked("-root", ACTIVE))
        return None if found is None else found[1]

    @property
    def place(self):
        """Return the rectangle of the focused window on the screen, without its frame."""
        command = ("xwininfo", "-id", self.window)
        told = subprocess.run(
            command, env=self._screen.environ, capture_output=True, text=True, check=True
        ).stdout
        found = [int(re.search(rf"{name}: *(-?\d+)", told)[1]) for name in MEASURES]
        return tuple(found)

    @property
    def size(self):
        """Return the size of the focused window."""
        return self.place[2:]

    @property
    def icon(self):
        """Return the icon that the focused window has set: width, height and pixels."""
        told = self._asked("-id", self.window, "-notype", "32c", ICON)
        return [int(number) for number in re.findall(r"\d+", told.partition("=")[2])]


CHECK, ACTIVE, ICON = "_NET_SUPPORTING_WM_CHECK", "_NET_ACTIVE_WINDOW", "_NET_WM_ICON"
MEASURES = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
