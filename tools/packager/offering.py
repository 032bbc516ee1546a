"""Prepares the search for newer versions: the address in the program, and the file published there.

A package without such an address never looks for a newer version.
"""

import json
from pathlib import Path
from typing import Final

from audiogames import __version__
from audiogames.app.newer import is_address
from audiogames.shell.newest import ADDRESS_FILE
from tools import install
from tools.packager.files import DATA

HERE: Final = Path(__file__).parent
NEWEST: Final = "newest.json"
"""The file at that address with the newest version."""


def check(address: str) -> None:
    """Exit with a message if packaged programs would refuse this address."""
    if not is_address(address):
        install.fail("--address needs a plain address that begins with https://.")


def name_address(folder: Path, address: str) -> None:
    """Write the address at which the program in this folder looks for newer versions.

    It looks there only if the player agrees.
    """
    (data,) = folder.rglob(DATA)
    (data / ADDRESS_FILE).write_text(f"{address.rstrip('/')}/{NEWEST}\n", "ascii")


def write_newest(target: Path, address: str) -> Path:
    """Write the file that announces this version, with the news of `news.json`; return its path."""
    news = json.loads((HERE / "news.json").read_text("utf-8"))
    path = target / NEWEST
    told = {"version": __version__, "page": address, "news": news}
    path.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return path
