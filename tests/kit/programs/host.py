"""A host of static files as Python has one, which can be gone and come back on the same port."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_): ...


class StaticHost:
    """Serves a folder under its own name, as a host does that has other sites too."""

    def __init__(self, folder):
        self.folder = folder
        self.port = 0
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
        handler = partial(_Quiet, directory=self.folder.parent)
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        Thread(target=self._server.serve_forever, daemon=True).start()

    def go(self):
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
