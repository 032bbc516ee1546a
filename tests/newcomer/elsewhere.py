"""The server, second player and network cable for step 40 of the newcomer's walk.

In that step the newcomer plays online.  The cable is simulated, and can be unplugged.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.kit.programs.cable import Cable
from tests.kit.programs.terminal import ROOT, TerminalRun
from tests.monkey.keys import terminal_bytes

QUIET: Final = ("--speech", "none", "--braille", "off")
SETTINGS: Final = {"language": "en", "rate": 900, "speech": "none", "braille": "off", "gender": "m"}
TABLE_CODE: Final = re.compile(r"(?:Codice|Code) ((?:\d ?)+)")


class Elsewhere:
    """A local server, to which the newcomer connects through a simulated cable."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="elsewhere-")))
        command = (sys.executable, "-m", "audiogames", "--lang", "en", *QUIET, "serve")
        where = ("--host", "127.0.0.1", "--port", "0", "--data", str(self._folder / "server"))
        self._environ = {**os.environ, "AUDIOGAMES_HOME": str(self._folder)}
        server = subprocess.Popen(
            (*command, *where), cwd=ROOT, env=self._environ, stdout=subprocess.PIPE, text=True
        )
        stack.callback(server.wait)
        stack.callback(server.kill)
        assert server.stdout is not None
        told = server.stdout.readline()
        found = re.search(r":(\d+)\D*code ((?:\d ?)+)", told)
        if found is None:
            raise ValueError(f"the server says: {told}")
        self._port, self.code = int(found[1]), found[2].replace(" ", "")
        self.cable = Cable(self._port)
        stack.callback(self.cable.close)
        self._other: TerminalRun | None = None

    @property
    def address(self) -> str:
        """Return the address to which the newcomer connects: a proxy in front of the server."""
        return f"127.0.0.1:{self.cable.port}"

    def joins(self, heard: str) -> None:
        """Start the program of a second player, Ugo, and make it join the newcomer's table.

        The table's code is the last one in `heard`, the newcomer's announcements.
        """
        (self._folder / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
        code = TABLE_CODE.findall(heard)[-1].replace(" ", "")
        address = (f"127.0.0.1:{self._port}", "--name", "Ugo", "--code", code)
        run = TerminalRun("audiogames", "join", *address, "--terminal", environ=self._environ)
        self._other = self._stack.enter_context(run)

    def plays(self) -> None:
        """Make the second player, Ugo, play the first card of the hand and then draw."""
        assert self._other is not None
        for key in ("home", "enter", "space"):
            self._other.press(terminal_bytes(key))
