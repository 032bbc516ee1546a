"""Runs an X screen in memory, whose keys and mouse are controlled by xdotool."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

PROGRAMS = ("Xvfb", "xdotool")

HEADER = struct.Struct(">20I")
"""The header of a screenshot by the X server: an X window dump, without the name of the window."""

COLOUR = 12
"""Bytes of a colour in the table after the header."""


def reason_missing():
    """Return why no window can be opened on this machine, or None."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    return f"not installed: {', '.join(missing)}" if missing else None


class Screen:
    """An X server with a free number; programs started with its `environ` use it.

    It draws no pointer.
    """

    def __init__(self, size="1280x800"):
        read, write = os.pipe()
        self._folder = tempfile.TemporaryDirectory(prefix="screen-")
        # Without this the server restarts after its last client and refuses others for a moment.
        stays = ("Xvfb", "-noreset", "-displayfd", str(write))
        # "-r": a key is pressed once, however long a busy machine takes to let go of it.
        shows = ("-screen", "0", f"{size}x24", "-fbdir", self._folder.name, "-nocursor")
        self._server = subprocess.Popen(
            (*stays, "-r", *shows, "-nolisten", "tcp"),
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as told:
            self.name = f":{told.readline().strip()}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.terminate()
        self._server.wait()
        self._folder.cleanup()

    @property
    def environ(self):
        """Return the environment for programs with windows on this screen and without sound."""
        outside = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        return {**outside, "DISPLAY": self.name, "SDL_AUDIODRIVER": "dummy"}

    def do(self, *arguments):
        """Run xdotool with these arguments and return its output."""
        done = subprocess.run(
            ("xdotool", *arguments), env=self.environ, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def press(self, *keys):
        """Press keys, given by their X names, one after another."""
        self.do("key", *keys)

    def type(self, text):
        """Type characters."""
        self.do("type", text)

    def click(self, x, y):
        """Click the left button at a position on the screen."""
        self.do("mousemove", str(x), str(y), "click", "1")

    def clipboard(self):
        """Return the text on the clipboard, as another program would paste it."""
        command = ("xclip", "-out", "-selection", "clipboard")
        done = subprocess.run(
            command, env=self.environ, capture_output=True, text=True, check=False, timeout=20
        )
        return done.stdout

    def put_on_clipboard(self, text):
        """Copy a text to the clipboard, where it remains until the screen is closed."""
        command = ("xclip", "-in", "-selection", "clipboard")
        subprocess.run(command, env=self.environ, input=text, text=True, check=True, timeout=20)

    def picture(self):
        """Return a screenshot as a surface.

        A picture that is being drawn meanwhile may be incomplete.
        """
        import pygame

        path = Path(self._folder.name) / "Xvfb_screen0"
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as dump:
            header = HEADER.unpack_from(dump)
            start = header[0] + header[19] * COLOUR
            width, height, stride = header[4], header[5], header[12]
            points = dump[start : start + height * stride]
        # Four bytes for each pixel; the last one has no meaning.
        dumped = pygame.image.frombuffer(points, (stride // 4, height), "BGRA")
        dumped.set_alpha(None)
        picture = pygame.Surface((width, height), depth=24)
        picture.blit(dumped, (0, 0))
        return picture

    def colours(self):
        """Return the set of colours on the screen."""
        picture = self.picture()
        width, height = picture.get_size()
        places = ((x, y) for x in range(0, width, 3) for y in range(0, height, 3))
        return {tuple(picture.get_at(place))[:3] for place in places}
