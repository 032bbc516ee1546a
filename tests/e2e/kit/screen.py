"""A screen that nobody sees, keys that nobody presses."""

from __future__ import annotations

import os
import shutil
import subprocess

PROGRAMS = ("Xvfb", "xdotool")


def reason_missing():
    """Why there can be no window here, or None."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    return f"not installed: {', '.join(missing)}" if missing else None


class Screen:
    """An X server of its own; it chooses a number that is free.  `environ` leads programs to it."""

    def __init__(self, size="1280x800"):
        read, write = os.pipe()
        # Else the server starts anew, refusing a moment's newcomers, when its last client goes.
        stays = ("Xvfb", "-noreset", "-displayfd", str(write))
        # "-r": a key is pressed once, however long a busy machine takes to let go of it.
        command = (*stays, "-r", "-screen", "0", f"{size}x24", "-nolisten")
        self._server = subprocess.Popen(
            (*command, "tcp"), pass_fds=(write,), stderr=subprocess.DEVNULL
        )
        os.close(write)
        with os.fdopen(read) as told:
            self.name = f":{told.readline().strip()}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.terminate()
        self._server.wait()

    @property
    def environ(self):
        """What a program needs in its environment to open its window here, with no sound."""
        outside = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        return {**outside, "DISPLAY": self.name, "SDL_AUDIODRIVER": "dummy"}

    def do(self, *arguments):
        """Run xdotool; what it prints."""
        done = subprocess.run(
            ("xdotool", *arguments), env=self.environ, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def press(self, *keys):
        """Press keys, by their X names, one after the other."""
        self.do("key", *keys)

    def type(self, text):
        """Type characters."""
        self.do("type", text)

    def click(self, x, y):
        """Click the left button at a place of the screen."""
        self.do("mousemove", str(x), str(y), "click", "1")

    def clipboard(self):
        """What another program is given that pastes."""
        command = ("xclip", "-out", "-selection", "clipboard")
        done = subprocess.run(
            command, env=self.environ, capture_output=True, text=True, check=False, timeout=20
        )
        return done.stdout

    def can_look(self):
        """Whether pictures can be taken."""
        return shutil.which("import") is not None

    def picture(self, path):
        """What is on the screen now, as a surface; the file at that path holds it as well."""
        import pygame

        subprocess.run(
            ("import", "-window", "root", str(path)), env=self.environ, check=True, timeout=60
        )
        return pygame.image.load(path)

    def colours(self, path):
        """The colours that are on the screen now."""
        picture = self.picture(path)
        width, height = picture.get_size()
        places = ((x, y) for x in range(0, width, 3) for y in range(0, height, 3))
        return {tuple(picture.get_at(place))[:3] for place in places}
