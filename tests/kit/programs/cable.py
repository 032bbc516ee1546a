"""A simulated network cable between a program and a server."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Cable:
    """A proxy between a program and a server, which a test can interrupt and restore."""

    def __init__(self, port):
        self._to = ("127.0.0.1", port)
        self._ends = []
        self._is_in = True
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self):
        """Close all connections and refuse new ones."""
        with self._lock:
            self._is_in = False
            ends, self._ends = self._ends, []
        for end in ends:
            _close(end)

    def put_in(self):
        """Accept connections again after `pull`."""
        self._is_in = True

    def close(self):
        self.pull()
        _close(self._socket)

    def _accept(self):
        with suppress(OSError):
            while True:
                self._connect(self._socket.accept()[0])

    def _connect(self, here):
        with self._lock:
            if not self._is_in:
                _close(here)
                return
            there = socket.create_connection(self._to)
            self._ends += [here, there]
        for ends in ((here, there), (there, here)):
            threading.Thread(target=_carry, args=ends, daemon=True).start()


def _carry(source, sink):
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    _close(source)
    _close(sink)


def _close(end):
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
