"""The files of a built page, which any host can serve, with their HTTP headers.

`tools/site` builds them.  `serve --web` serves them on the port of the tables, and `web` only to
this machine.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

START: Final = "index.html"
NOT_FOUND: Final = "404.html"
PARTS: Final = "python/parts.json"
"""The list of the program's parts, by which a built page is recognised."""

TABLES: Final = "Audiogames-Tables"
"""The header by which the page knows that its host is also a server of tables.

It is sent with `PARTS`, which a browser stores together with its headers.
"""

HEALTH: Final = "/healthz"

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".gz": "application/gzip",
}
"""The file types that are served; others in the folder are not found."""

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self' ws: wss:; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The content security policy: only files of the page, WebAssembly, and connections to servers of
tables; no embedding.
"""

SAFE: Final = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""The headers of every response."""

TEXTS: Final = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest")
"""The types that are sent compressed to browsers that decompress them."""

METHODS: Final = ("GET", "HEAD")


def is_site(folder: Path) -> bool:
    """Return whether a page was built in this folder."""
    return (folder / PARTS).is_file() and (folder / START).is_file()


class SiteFiles:
    """The files of the page that can be served, listed once; no other file is ever opened.

    `has_tables` says whether the same server has tables for online play.
    """

    def __init__(self, folder: Path, *, has_tables: bool = False) -> None:
        found = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
        self._files = {f"/{name}": path for name, path in found.items() if name != NOT_FOUND}
        self._files["/"] = found[START]
        self._has_tables = has_tables

    def size(self, target: str) -> int:
        """Return the size of the requested file in bytes; 0 if there is no such file."""
        file = self._files.get(_path(target))
        return 0 if file is None else file.stat().st_size

    def answered(self, request: Request) -> Response:
        """Return the response to a request."""
        known = ", ".join(request.headers.get_all("If-None-Match"))
        unpacks = "gzip" in ", ".join(request.headers.get_all("Accept-Encoding"))
        return self.answer(request.method, request.path, known, unpacks=unpacks)

    def answer(
        self, method: str, target: str, known: str = "", *, unpacks: bool = False
    ) -> Response:
        """Return the response to a request for the file `target`.

        `known` is the request's `If-None-Match` header; `unpacks` says whether compressed texts are
        accepted.
        """
        path = _path(target)
        if method not in METHODS:
            return refused(HTTPStatus.METHOD_NOT_ALLOWED, ("Allow", ", ".join(METHODS)))
        if path == HEALTH:
            return _response(HTTPStatus.OK, "text/plain; charset=utf-8", b"ok\n", method)
        file = self._files.get(path)
        if file is None:
            return refused(HTTPStatus.NOT_FOUND)
        kind, tag = TYPES[file.suffix], _tag(file, file.stat().st_mtime_ns)
        more = [("ETag", tag)]
        if self._has_tables and path == f"/{PARTS}":
            more.append((TABLES, "here"))
        if tag in known:
            return _response(HTTPStatus.NOT_MODIFIED, kind, b"", method, *more)
        if file.suffix in TEXTS:
            more.append(("Vary", "Accept-Encoding"))
            if unpacks:
                more.append(("Content-Encoding", "gzip"))
                return _response(HTTPStatus.OK, kind, _compressed(file, tag), method, *more)
        return _response(HTTPStatus.OK, kind, file.read_bytes(), method, *more)


def _path(target: str) -> str:
    """Return the path of a request's target, without the query."""
    return target.partition("?")[0]


@lru_cache(maxsize=4096)
def _tag(file: Path, _changed: int) -> str:
    """Return a file's ETag, computed from its content."""
    return f'"{hashlib.sha256(file.read_bytes()).hexdigest()}"'


@lru_cache(maxsize=256)
def _compressed(file: Path, _tag: str) -> bytes:
    """Return a file's content, compressed."""
    return gzip.compress(file.read_bytes(), mtime=0)


def refused(status: HTTPStatus, *more: tuple[str, str]) -> Response:
    """Return a short error response."""
    return _response(
        status, "text/plain; charset=utf-8", f"{status.phrase}.\n".encode(), "GET", *more
    )


def _response(
    status: HTTPStatus, kind: str, body: bytes, method: str, *more: tuple[str, str]
) -> Response:
    """Build a response that makes browsers ask each time whether their cached copy is current."""
    headers = Headers(
        [
            ("Date", formatdate(usegmt=True)),
            ("Connection", "close"),
            ("Content-Type", kind),
            ("Cache-Control", "no-cache"),
            *SAFE,
            *more,
        ]
    )
    if status is not HTTPStatus.NOT_MODIFIED:
        headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, headers, b"" if method == "HEAD" else body)


def _files(folder: Path) -> Iterator[Path]:
    """Return the files of a folder whose types can be served."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return (path for path in paths if path.suffix in TYPES)
