"""Access keys for the page of this machine, and the files that hold them.

A key appears in no process list and on no screen.  The browser is given a file that only its owner
can read; that file leads it to the page with a one-time key.  The secret that makes such keys is in
another file of the same owner, so that a second start opens the running page.
"""

from __future__ import annotations

import hmac
import html
import json
import os
import secrets
import sys
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from audiogames.shell.files import FILE, FOLDER, lock, patiently

SECRET_BYTES: Final = 32
NONCE_BYTES: Final = 16
MAC_BYTES: Final = 16

LAUNCH: Final = "audiogames-web.html"
"""The name of the file that the browser opens."""

LAUNCH_SECONDS: Final = 120.0
"""How long that file is kept."""

STARTING_SECONDS: Final = 10.0
"""How long a second start waits for the first to have its port."""

LOOK_SECONDS: Final = 0.05

PAGE: Final = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Audiogames</title>
<script>location.replace({target});</script>
<p><a href="{link}">Audiogames</a></p>
"""


class PageKeys:
    """One-time keys to a page, made and checked with one secret."""

    def __init__(self, secret: str = "") -> None:
        self.secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        self._used: set[str] = set()

    def new(self) -> str:
        """Return a new key."""
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        return f"{nonce}.{self._mac(nonce)}"

    def is_good(self, key: str) -> bool:
        """Return whether a key is valid and unused."""
        nonce, _, mac = key.partition(".")
        right = self._mac(nonce)
        good = hmac.compare_digest(mac.encode("utf-8", "replace"), right.encode())
        return good and nonce not in self._used

    def use(self, key: str) -> None:
        """Mark a key as used."""
        self._used.add(key.partition(".")[0])

    def _mac(self, nonce: str) -> str:
        text = nonce.encode("utf-8", "replace")
        return urlsafe_b64encode(
            hmac.digest(self.secret.encode(), text, "sha256")[:MAC_BYTES]
        ).decode()


@dataclass(frozen=True)
class RunningPage:
    """The page of the same owner that is being served already."""

    port: int
    secret: str


class PageClaim:
    """The locked file of the running page."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def tell(self, port: int, secret: str) -> None:
        """Write port and secret for a second start."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, json.dumps([port, secret]).encode())


@contextmanager
def claim(path: Path | None) -> Iterator[PageClaim | RunningPage | None]:
    """Lock the file of the running page within this context, or return the page that has it.

    None if there can be no file: then each start has a page of its own.
    """
    descriptor = None if path is None else _opened(path)
    if path is None or descriptor is None:
        yield None
        return
    try:
        if not lock(descriptor):
            yield _running(path)
            return
        os.ftruncate(descriptor, 0)
        yield PageClaim(path, descriptor)
        os.ftruncate(descriptor, 0)
        with suppress(OSError):  # on Windows an open file cannot be removed; it is empty by now
            path.unlink()
    finally:
        os.close(descriptor)


def _opened(path: Path) -> int | None:
    """Open the file, readable by its owner alone; None if that is impossible."""
    try:
        path.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), FILE)
    except OSError:
        return None
    if sys.platform != "win32":
        with suppress(OSError):
            os.fchmod(descriptor, FILE)
    return descriptor


def _running(path: Path) -> RunningPage | None:
    """Return what the locking program has written, waiting some seconds for it."""
    end = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < end:
        with suppress(OSError, ValueError, TypeError):
            port, secret = json.loads(path.read_text("utf-8"))
            return RunningPage(int(port), str(secret))
        time.sleep(LOOK_SECONDS)
    return None


# --- The file that the browser opens --------------------------------------------------------------


def launch_folders(own: Path) -> list[Path]:
    """Return the folders for that file, best first.

    Browsers in a snap or a flatpak read no hidden folders and no /tmp, but downloads.
    """
    from platformdirs import user_downloads_path

    if not sys.platform.startswith("linux"):
        return [own]
    with suppress(OSError, RuntimeError):
        return [user_downloads_path(), Path.home(), own]
    return [own]


def write_launch(folders: Iterable[Path], address: str) -> Path | None:
    """Write the file that leads to this address, for its owner alone; None if impossible."""
    link = html.escape(address, quote=True)
    text = PAGE.format(target=json.dumps(address).replace("<", "\\u003c"), link=link)
    for folder in folders:
        path = folder / LAUNCH
        with suppress(OSError):
            patiently(partial(path.unlink, missing_ok=True))
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
            with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - by its rights
                file.write(text)
            return path
    return None


def remove_launches(folders: Iterable[Path], older: float = 0.0) -> None:
    """Remove such files that are older than so many seconds."""
    for folder in folders:
        path = folder / LAUNCH
        with suppress(OSError):
            if time.time() - path.stat().st_mtime >= older:  # noqa: TID251 - the age of a file
                patiently(path.unlink)
