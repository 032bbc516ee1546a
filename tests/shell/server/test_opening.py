"""A server loads all games before it reports that it is open."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from audiogames.core.registry import own_ids

LOADED_AT_OPENING = """
import os, sys, tempfile
from pathlib import Path
from audiogames.core.registry import PACKAGE, own_ids
from audiogames.shell.server.opening import Serving, serve

def tell(words):
    print(*(id for id in own_ids() if f"{PACKAGE}.{id}" in sys.modules), flush=True)
    os._exit(0)

folder = Path(sys.argv[1])
serve(Serving(folder / "data", folder / "reports", host="127.0.0.1", port=0), tell, print)
"""


@pytest.mark.slow
def test_games_are_loaded_before_the_server_opens(tmp_path: Path) -> None:
    """Regression test: loading a game at its first table delayed every player by 50 to 75 ms."""
    command = [sys.executable, "-c", LOADED_AT_OPENING, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == list(own_ids())
