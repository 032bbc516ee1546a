"""The page's files, by a fixed table of paths, and their HTTP headers."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from audiogames.core.data import sounds_folder
from audiogames.core.registry import game_ids
from audiogames.shell.web.services import sound_url
from audiogames.shell.web.waves import as_wave

FOLDER: Final = Path(__file__).resolve().parents[2] / "web"
"""The folder of the page, in the package itself."""

START: Final = "index.html"
WORKER: Final = "/worker.js"
HEALTH: Final = "/healthz"
WAVE: Final = ".wav"

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
}
"""The file types that are served; others in the folder are not found."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Only our own files, and no embedding in other pages."""

SAFE: Final = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""The headers of every answer."""

METHODS: Final = ("GET", "HEAD")

TEXT: Final = (".html", ".js", ".css", ".svg")
"""File types that are sent compressed."""

KEPT: Final = (*TEXT, ".woff2")
"""File types of the page itself, which its service worker caches."""

LASTING: Final = ("audio/", "font/")
"""Types cached in a browser for a day: they are the same in every version of the program."""

SMALL: Final = "gzip"


class PageFiles:
    """All servable files.  They are listed once; nothing else is ever opened.

    Those of the page are also read once: a page gets all files of the same version.
    """

    def __init__(self, sounds: Path, page: Path = FOLDER) -> None:
        found = {f"/{path.relative_to(page).as_posix()}": path for path in _files(page)}
        if f"/{START}" in found:
            found["/"] = found.pop(f"/{START}")
        read = {url: path.read_bytes() for url, path in found.items() if path.suffix in KEPT}
        if WORKER in read:
            read[WORKER] = _worker(read)
        self._files = found | {f"/{sound_url(path)}": path for path in _sounds(sounds)}
        self._read = read
        self._tags = {url: _tag(hashlib.sha256(data).hexdigest()) for url, data in read.items()}
        self._small = {
            url: gzip.compress(data, mtime=0) for url, data in read.items() if _is_text(url)
        }

    def answered(self, request: Request) -> Response:
        """Return the response to a request."""
        accepted, known = (
            ", ".join(request.headers.get_all(name))
            for name in ("Accept-Encoding", "If-None-Match")
        )
        return self.answer(request.method, request.path, accepted, known)

    def answer(self, method: str, target: str, accepted: str = "", known: str = "") -> Response:
        """Return the response to a request.

        `accepted` is the request's `Accept-Encoding`, `known` its `If-None-Match`.
        """
        path = target.partition("?")[0]
        if method not in METHODS:
            return refused(HTTPStatus.METHOD_NOT_ALLOWED, ("Allow", ", ".join(METHODS)))
        if path == HEALTH:
            return _response(HTTPStatus.OK, "text/plain; charset=utf-8", b"ok\n", method)
        file = self._files.get(path)
        if file is None:
            return self._as_wave(method, path)
        kind, tag = TYPES[file.suffix], self._tags.get(path) or _tag_of(file)
        more = [("ETag", tag)]
        if path in self._small:
            more.append(("Vary", "Accept-Encoding"))
        if tag in known:
            return _response(HTTPStatus.NOT_MODIFIED, kind, b"", method, *more)
        body = self._read[path] if path in self._read else file.read_bytes()
        if path in self._small and SMALL in accepted:
            body = self._small[path]
            more.append(("Content-Encoding", SMALL))
        return _response(HTTPStatus.OK, kind, body, method, *more)

    def _as_wave(self, method: str, path: str) -> Response:
        """Return a sound as WAV under its own name, for a browser that cannot read Ogg."""
        stem, dot, kind = path.rpartition(".")
        sound = self._files.get(f"{stem}.ogg") if dot + kind == WAVE else None
        data = None if sound is None else as_wave(sound)
        if data is None:
            return refused(HTTPStatus.NOT_FOUND)
        return _response(HTTPStatus.OK, TYPES[WAVE], data, method)


def _tag(word: str) -> str:
    """Return a weak ETag: the same file is sent compressed and plain (RFC 9110, 8.8.3)."""
    return f'W/"{word}"'


def _tag_of(file: Path) -> str:
    """Return the ETag of a file that is read at each request."""
    found = file.stat()
    return _tag(f"{found.st_mtime_ns:x}-{found.st_size:x}")


def _worker(files: Mapping[str, bytes]) -> bytes:
    """Return the worker's script, headed by the files it caches and a hash of these and itself."""
    kept = sorted(url for url in files if url != WORKER)
    version = hashlib.sha256(b"\0".join(url.encode() + b"\0" + files[url] for url in sorted(files)))
    head = f"const VERSION = {json.dumps(version.hexdigest())}, FILES = {json.dumps(kept)};\n"
    return head.encode() + files[WORKER]


def refused(status: HTTPStatus, *more: tuple[str, str]) -> Response:
    """Return a short error response."""
    return _response(
        status, "text/plain; charset=utf-8", f"{status.phrase}.\n".encode(), "GET", *more
    )


def _response(
    status: HTTPStatus, kind: str, body: bytes, method: str, *more: tuple[str, str]
) -> Response:
    """Build a response; sounds and fonts are cached for a day, the page is revalidated."""
    cache = "max-age=86400" if kind.startswith(LASTING) else "no-cache"
    headers = Headers(
        [
            ("Date", formatdate(usegmt=True)),
            ("Connection", "close"),
            ("Content-Type", kind),
            ("Cache-Control", cache),
            *SAFE,
            *more,
        ]
    )
    if status is not HTTPStatus.NOT_MODIFIED:
        headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, headers, b"" if method == "HEAD" else body)


def _is_text(url: str) -> bool:
    return url == "/" or url.endswith(TEXT)


def _files(page: Path) -> Iterator[Path]:
    return (path for path in sorted(page.glob("*")) if path.suffix in TYPES)


def _sounds(root: Path) -> Iterator[Path]:
    for folder in ("common", *game_ids()):
        yield from sorted(sounds_folder(root, folder).glob("*.ogg"))
