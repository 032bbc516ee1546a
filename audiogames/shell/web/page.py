"""The files of the page, by a fixed table of paths, and the headers that they are sent with."""

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
from websockets.http11 import Response

from audiogames.core.data import sounds_folder
from audiogames.core.registry import game_ids
from audiogames.shell.web.services import sound_url
from audiogames.shell.web.waves import as_wave

FOLDER: Final = Path(__file__).resolve().parents[2] / "web"
"""Where the page lies, in the package itself."""

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
"""The kinds of files that are handed out; others may lie there, and are not found."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing but our own files, and no page around ours."""

SAFE: Final = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""What every answer carries."""

METHODS: Final = ("GET", "HEAD")

TEXT: Final = (".html", ".js", ".css", ".svg")
"""The kinds of files that are sent compressed."""

KEPT: Final = (*TEXT, ".woff2")
"""The kinds of files that the page is made of, which its worker keeps."""

LASTING: Final = ("audio/", "font/")
"""What stays in a browser for a day: it is the same in every version of the program."""

SMALL: Final = "gzip"


class PageFiles:
    """All files that can be asked for.  They are found once; nothing else is ever opened.

    Those of the page are read once, too: all that a page gets are of the same version.
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
        self._small = {
            url: gzip.compress(data, mtime=0) for url, data in read.items() if _is_text(url)
        }

    def answer(self, method: str, target: str, accepted: str = "") -> Response:
        """What is answered to a request; `accepted` are the codings that its sender can read."""
        path = target.partition("?")[0]
        if method not in METHODS:
            return refused(HTTPStatus.METHOD_NOT_ALLOWED, ("Allow", ", ".join(METHODS)))
        if path == HEALTH:
            return _response(HTTPStatus.OK, "text/plain; charset=utf-8", b"ok\n", method)
        file = self._files.get(path)
        if file is None:
            return self._as_wave(method, path)
        if path not in self._read:
            return _response(HTTPStatus.OK, TYPES[file.suffix], file.read_bytes(), method)
        if path not in self._small:
            return _response(HTTPStatus.OK, TYPES[file.suffix], self._read[path], method)
        vary = ("Vary", "Accept-Encoding")
        if SMALL not in accepted:
            return _response(HTTPStatus.OK, TYPES[file.suffix], self._read[path], method, vary)
        small, coding = self._small[path], ("Content-Encoding", SMALL)
        return _response(HTTPStatus.OK, TYPES[file.suffix], small, method, vary, coding)

    def _as_wave(self, method: str, path: str) -> Response:
        """A sound for a browser that cannot read its file: by the same name, with another end."""
        stem, dot, kind = path.rpartition(".")
        sound = self._files.get(f"{stem}.ogg") if dot + kind == WAVE else None
        data = None if sound is None else as_wave(sound)
        if data is None:
            return refused(HTTPStatus.NOT_FOUND)
        return _response(HTTPStatus.OK, TYPES[WAVE], data, method)


def _worker(files: Mapping[str, bytes]) -> bytes:
    """The worker's script, with the files that it keeps and a name for just these."""
    kept = sorted(url for url in files if url != WORKER)
    version = hashlib.sha256(b"\0".join(url.encode() + b"\0" + files[url] for url in sorted(files)))
    head = f"const VERSION = {json.dumps(version.hexdigest())}, FILES = {json.dumps(kept)};\n"
    return head.encode() + files[WORKER]


def refused(status: HTTPStatus, *more: tuple[str, str]) -> Response:
    """A short answer that something is not to be had."""
    return _response(
        status, "text/plain; charset=utf-8", f"{status.phrase}.\n".encode(), "GET", *more
    )


def _response(
    status: HTTPStatus, kind: str, body: bytes, method: str, *more: tuple[str, str]
) -> Response:
    """Sounds and letters stay for a day; the page must be that of the program that runs."""
    cache = "max-age=86400" if kind.startswith(LASTING) else "no-cache"
    headers = Headers(
        [
            ("Date", formatdate(usegmt=True)),
            ("Connection", "close"),
            ("Content-Length", str(len(body))),
            ("Content-Type", kind),
            ("Cache-Control", cache),
            *SAFE,
            *more,
        ]
    )
    return Response(status.value, status.phrase, headers, b"" if method == "HEAD" else body)


def _is_text(url: str) -> bool:
    return url == "/" or url.endswith(TEXT)


def _files(page: Path) -> Iterator[Path]:
    return (path for path in sorted(page.glob("*")) if path.suffix in TYPES)


def _sounds(root: Path) -> Iterator[Path]:
    for folder in ("common", *game_ids()):
        yield from sorted(sounds_folder(root, folder).glob("*.ogg"))
