"""A room for guests, in a process of its own: each browser keeps what is its player's.

Started anew at the same port it knows nothing of them but what their browsers bring.
"""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random

from audiogames.app.app import App, Launch
from audiogames.app.settings import Settings
from audiogames.shell.files import resources
from audiogames.shell.browser.clock import USUAL_SILENCE, Silence
from audiogames.shell.web.opening import PageProgram, Showing, show_page
from audiogames.shell.browser.storage import BrowserStorage
from tests.kit.programs.terminal import ROOT


@contextmanager
def guests(home, port=0, silence=USUAL_SILENCE, stopped=None):
    """Gives the address of such a room, with a key for one visit; `stopped` gets its process."""
    environ = {**os.environ, "AUDIOGAMES_HOME": str(home / "nobody")}
    command = [sys.executable, "-m", "tests.kit.programs.guests", str(home), str(port)]
    command += [str(silence.quiet), str(silence.dead)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True
    ) as program:
        if stopped is not None:
            stopped.append(program)
        try:
            yield re.search(r"http://\S+", program.stdout.readline())[0]
        finally:
            program.terminate()
    assert not (home / "nobody").exists()
    assert not (home / "reports").exists()


def port_of(address):
    """Where the room is: a browser keeps what it keeps by that."""
    return int(re.search(r":(\d+)/", address)[1])


def _open():
    """Where a browser brings no settings these are its player's: so that bots are quick."""
    storage = BrowserStorage()
    storage.save_settings(Settings(language="it", pace=5, thought=0, rate=900))
    return storage


def _program(storage, browser):
    chosen = storage.load_settings()[0].language
    launch = Launch("" if chosen else browser)
    return App(storage, resources() / "locales", Random(5), launch=launch)


def _tell(message):
    print(message.args["address"], flush=True)


if __name__ == "__main__":
    folder, wanted = Path(sys.argv[1]), int(sys.argv[2])
    quiet, dead = map(float, sys.argv[3:5])
    wish = Showing(folder / "reports", wanted, browses=False, silence=Silence(quiet, dead))
    show_page(wish, PageProgram(_open, _program, lambda _announcement: None), _tell)
