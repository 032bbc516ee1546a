"""Builds the page, and serves it by a static web host that can stop and restart."""

from __future__ import annotations

import fcntl
import os
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from audiogames.shell.web.files import is_site
from tests.kit.programs.terminal import ROOT


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_): ...


class _Ignorant(_Quiet):
    """A request handler of a web server that knows the MIME types of few files.

    It knows those of scripts, styles and pages only, and declares compressed files
    as compressed.
    """

    def guess_type(self, path):
        known = {".html", ".js", ".css"}
        return (
            super().guess_type(path) if Path(path).suffix in known else "application/octet-stream"
        )

    def end_headers(self):
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


class StaticHost:
    """A static web host that serves a folder below a path, as hosts of several sites do."""

    def __init__(self, folder, *, knows_types=True):
        self.folder = folder
        self.port = 0
        self._handler = _Quiet if knows_types else _Ignorant
        self._server = None

    def __enter__(self):
        self.come()
        return self

    def __exit__(self, *_):
        self.go()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/{self.folder.name}/"

    def come(self):
        handler = partial(self._handler, directory=self.folder.parent)
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        Thread(target=self._server.serve_forever, daemon=True).start()

    def go(self):
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


def build_site(folder):
    """Build the page into this folder."""
    command = [ROOT / "tools/site", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def built_site(tmp_path_factory):
    """Return the folder of the page, built once for all processes of this test run."""
    root = tmp_path_factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root
    folder = root / "site" / "cards"
    with (root / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_site(folder):
            build_site(folder)
    return folder
