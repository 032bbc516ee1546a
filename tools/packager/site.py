"""Builds the page that needs no server: a folder for any host of static files.

`serve --web` and `web` serve such a folder, too. Pyodide (Python for browsers) comes from npm,
compiled libraries from the package index, both with their hashes in `site.lock`. Static hosts do
not compress, so large files are stored compressed, and the page unpacks them.
"""

import argparse
import base64
import gzip
import hashlib
import html
import io
import json
import os
import shutil
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from audiogames.core.registry import own_ids
from audiogames.present.catalogue import languages, load
from audiogames.shell.web.files import PARTS, POLICY
from tools import install
from tools.compile_catalogues import compile_all
from tools.packager.files import DATA, program_files
from tools.packager.pyodide_script import shortened
from tools.packager.waves import as_wave
from tools.packager.wheels import CACHE
from tools.subset_typeface import write_letters

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).parent
LOCK: Final = HERE / "site.lock"
PAGE: Final = ROOT / "audiogames/web"
PYTHON: Final = "python"
"""The site's folder with Python and the program."""

WASM: Final = "pyodide.asm.wasm"
LIBRARY: Final = "python_stdlib.zip"
PROGRAM: Final = "program.bundle"
"""The program and its libraries: a line of JSON with names and sizes, then the files."""

LARGEST_SCRIPT: Final = "pyodide.asm.mjs"
SCRIPTS: Final = {"pyodide.mjs": "pyodide.js", LARGEST_SCRIPT: "pyodide.asm.js"}
"""Pyodide's scripts, with the names that they get: hosts that do not know `.mjs` would send no
script.
"""

PACKAGES: Final = "pyodide-lock.json"
"""The list of the packages that Pyodide offers, of which the page takes none."""

ROOTS: Final = ("audiogames.shell.browser.page", "audiogames.shell.browser.thinking")
"""The modules that the page's workers import by name, besides the games."""

PROGRAM_FILES: Final = (".py", ".json", ".jsonl")
BOTS: Final = (".bin", ".tables")
"""The suffixes of bots' files, which are downloaded when their game is opened."""

NOT_KEPT: Final = ("worker.js", "404.html", "_headers")
"""Files for the host only."""

EPOCH: Final = (2026, 1, 1, 0, 0, 0)

WORDS: Final = (
    "loading",
    "loading-part",
    "not-loaded",
    "no-wasm",
    "stopped",
    "elsewhere",
    "retry",
    "new-version",
    "use-version",
)
"""Texts for when the program cannot start, by message id without `page-`."""

HEADERS: Final = """\
/*
  Content-Security-Policy: {policy}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
"""
"""The headers for hosts that read such a file."""


def main() -> None:
    """Build the page, and print its size."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    parser = argparse.ArgumentParser(prog="tools/site", description="Build the page.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder.resolve()
    try:
        build(folder)
    except OSError as error:
        install.fail(f"{error.filename or folder} cannot be written: {error.strerror}.")
    print(f"Built {folder}. A device keeps {kept_bytes(folder) / 1e6:.1f} megabytes of it.")
    print(f"To try it: python3 -m http.server --directory {folder}")


def build(folder: Path) -> None:
    """Build the page in another folder; when it is complete, replace the content of `folder`."""
    if folder.exists() and any(folder.iterdir()) and not (folder / PARTS).is_file():
        install.fail(f"{folder} is not empty, and no site of ours.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".site-", dir=folder.parent) as work:
        _build(Path(work) / folder.name)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(Path(work) / folder.name, folder)


def _build(folder: Path) -> None:
    (folder / PYTHON).mkdir(parents=True)
    compile_all(ROOT / "locales")
    _write_letters()
    _write_python(folder / PYTHON)
    _write_page(folder)
    _write_sounds(folder / "sounds")
    write_worker(folder)


# The page ----------------------------------------------------------------------------------------


def _write_letters() -> None:
    """Write the page's subset fonts, if fontTools is installed.

    Without fontTools, the files that were written at installation are used.
    """
    if find_spec("fontTools") is not None:
        write_letters(PAGE)


def _write_page(folder: Path) -> None:
    for path in PAGE.iterdir():
        if path.is_file():
            shutil.copyfile(path, folder / path.name)
    start = folder / "index.html"
    text = start.read_text("utf-8")
    head = f'<meta http-equiv="Content-Security-Policy" content="{_meta(POLICY)}">\n<title>'
    text = text.replace("<title>", head, 1)
    text = text.replace("</body>", f"{_without_scripts()}{_words()}</body>", 1)
    start.write_text(text.replace("<main>", f"<main>\n{BAR}", 1), "utf-8")
    shutil.copyfile(start, folder / "404.html")
    (folder / "_headers").write_text(HEADERS.format(policy=POLICY), "utf-8")


BAR: Final = (
    '<progress id="loading" max="1" aria-hidden="true" hidden></progress>'
    '<button id="update" type="button" hidden></button>'
)


def _meta(policy: str) -> str:
    """Return the security policy without the part that a <meta> element cannot contain.

    That part forbids other pages to embed this one.
    """
    return policy.replace("; frame-ancestors 'none'", "")


def _without_scripts() -> str:
    """Return a <noscript> element with a sentence in each language."""
    locales = ROOT / "locales"
    said = {lang: load(locales, lang).find("page-no-scripts", ("",)) for lang in languages(locales)}
    lines = (f'<p lang="{lang}">{html.escape(text)}</p>' for lang, text in said.items() if text)
    return f"<noscript>{''.join(lines)}</noscript>\n"


def _words() -> str:
    locales = ROOT / "locales"
    found = {
        lang: {one: load(locales, lang).find(f"page-{one}", ("",)) for one in WORDS}
        for lang in languages(locales)
    }
    return f'<script type="application/json" id="words">{json.dumps(found)}</script>\n'


def _write_sounds(folder: Path) -> None:
    """Write all sounds as Ogg, and again as WAV for browsers that cannot decode Ogg."""
    for path in sorted((ROOT / "sounds").rglob("*.ogg")):
        target = folder / path.relative_to(ROOT / "sounds")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        wave = as_wave(path)
        if wave is not None:
            target.with_suffix(".wav").write_bytes(wave)


def write_worker(folder: Path) -> None:
    """Write the service worker that caches the page, with the names and hashes of all files."""
    worker = folder / "worker.js"
    hashes = {name: integrity((folder / name).read_bytes()) for name in _names(folder)}
    kept = {name: one for name, one in hashes.items() if name not in NOT_KEPT}
    later = {name: kept.pop(name) for name in list(kept) if _is_stored_on_demand(name)}
    version = hashlib.sha256(json.dumps([kept, later]).encode()).hexdigest()
    told = {"VERSION": version, "FILES": kept, "LATER": later}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in told.items())
    worker.write_text(head + (PAGE / "worker.js").read_text("utf-8"), "utf-8")


def kept_bytes(folder: Path) -> int:
    """Return how many bytes the service worker caches at the first visit."""
    kept = (
        name for name in _names(folder) if name not in NOT_KEPT and not _is_stored_on_demand(name)
    )
    return sum((folder / name).stat().st_size for name in kept)


def _names(folder: Path) -> list[str]:
    """Return the names of all files of the page, relative to its folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path.relative_to(folder).as_posix() for path in paths]


def integrity(data: bytes) -> str:
    """Return the integrity hashes that browsers check for a file.

    Some hosts decompress gzip files, so a compressed file also has the hash of its
    decompressed content.
    """
    forms = [data, gzip.decompress(data)] if data.startswith(b"\x1f\x8b") else [data]
    digests = (base64.b64encode(hashlib.sha256(one).digest()).decode() for one in forms)
    return " ".join(f"sha256-{one}" for one in digests)


def _is_stored_on_demand(name: str) -> bool:
    """Return True if a file is large and rarely used, so that it is cached only when requested."""
    return name.endswith((".wav", ".bin.gz"))


# The program -------------------------------------------------------------------------------------


def _write_python(folder: Path) -> None:
    lock = json.loads(LOCK.read_text("utf-8"))
    parts = _pyodide(lock["pyodide"])
    parts[LARGEST_SCRIPT] = shortened(parts[LARGEST_SCRIPT].decode("utf-8")).encode()
    for name, ours in SCRIPTS.items():
        text = parts[name].decode("utf-8")
        (folder / ours).write_text(text.replace(LARGEST_SCRIPT, SCRIPTS[LARGEST_SCRIPT]), "utf-8")
    offered = json.loads(parts[PACKAGES]) | {"packages": {}}
    (folder / PACKAGES).write_text(json.dumps(offered), "utf-8")
    program, library = _compiled(parts, _program(_wheels(lock)))
    packed = {WASM: parts[WASM], LIBRARY: library, PROGRAM: _bundle(program)}
    size = sum(_pack(folder / name, data) for name, data in packed.items())
    games = {game: dict(_bots_files(folder, game)) for game in own_ids()}
    hashes = {path.name: integrity(path.read_bytes()) for path in sorted(folder.glob("*.gz"))}
    told = {"bytes": size, "games": games, "hashes": hashes}
    (folder / Path(PARTS).name).write_text(json.dumps(told), "utf-8")


def _pack(path: Path, data: bytes) -> int:
    """Write the data compressed, with the suffix .gz; return the compressed size."""
    packed = _compressed(data)
    path.with_name(f"{path.name}.gz").write_bytes(packed)
    return len(packed)


def _compressed(data: bytes) -> bytes:
    """Compress by gzip, if possible with libdeflate: the result is 4 % smaller than zlib's."""
    if find_spec("deflate") is None:
        return gzip.compress(data, 9, mtime=0)
    from deflate import gzip_compress  # noqa: PLC0415 - installed for development only

    return bytes(gzip_compress(data, 12))


def _bots_files(folder: Path, game: str) -> Iterator[tuple[str, str]]:
    """Write a game's bot files compressed; yield their names on the page and in the program."""
    for path in sorted((ROOT / "audiogames/games" / game).rglob("*")):
        if path.suffix in BOTS:
            name = f"{game}-{path.name}"
            _pack(folder / name, path.read_bytes())
            yield name, path.relative_to(ROOT).as_posix()


def _program(wheels: list[Path]) -> bytes:
    """Return a zip of the program's modules, texts and libraries, with sounds as empty files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted((ROOT / "audiogames").rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in PROGRAM_FILES:
                _add(archive, place, path.read_bytes())
        for path, place in program_files(ROOT):
            _add(archive, place, b"" if place.startswith(f"{DATA}/sounds") else path.read_bytes())
        for wheel in map(zipfile.ZipFile, wheels):
            for place in wheel.namelist():
                if ".dist-info/" not in place and not place.endswith(".pyi"):
                    _add(archive, place, wheel.read(place))
    return data.getvalue()


def _bundle(zipped: bytes) -> bytes:
    """Return the files of a zip in a simple format that JavaScript unpacks quickly.

    Files with the same suffix and similar names are neighbours, which compresses better.
    """
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        names = sorted(archive.namelist(), key=lambda name: (Path(name).suffix, Path(name).name))
        files = {name: archive.read(name) for name in names}
    head = json.dumps([(name, len(data)) for name, data in files.items()])
    return b"".join([head.encode(), b"\n", *files.values()])


def _compiled(parts: dict[str, bytes], program: bytes) -> tuple[bytes, bytes]:
    """Return zips of program and library, with bytecode of only the modules a page needs."""
    node = shutil.which("node")
    if node is None:
        print("Without node (on Debian: sudo apt install nodejs) the page is larger and slower.")
        return program, parts[LIBRARY]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, data in parts.items():
            (folder / name).write_bytes(data)
        ours, library = folder / "program.zip", folder / "library.zip"
        ours.write_bytes(program)
        library.write_bytes(parts[LIBRARY])
        roots = [*ROOTS, *(f"audiogames.games.{game}" for game in own_ids())]
        command = [node, HERE / "bytecode.mjs", folder, ours, library, *roots]
        install.run(list(map(str, command)), "The modules could not be compiled.")
        return ours.read_bytes(), library.read_bytes()


def _add(archive: zipfile.ZipFile, place: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(place, EPOCH), data)


# Downloads -----------------------------------------------------------------------


def _pyodide(pinned: dict[str, str]) -> dict[str, bytes]:
    """Return the files of Pyodide's package by name, downloading it if necessary."""
    path = CACHE / "site" / pinned["url"].rpartition("/")[2]
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(pinned["url"], timeout=180) as answer:  # noqa: S310 - pinned
                path.write_bytes(answer.read())
        except (urllib.error.URLError, TimeoutError):
            install.fail("Pyodide could not be downloaded. It needs the network.")
    if hashlib.sha256(path.read_bytes()).hexdigest() != pinned["sha256"]:
        path.unlink()
        install.fail("What was downloaded is not the Pyodide that was expected.")
    with tarfile.open(path) as package:
        members = [one for one in package.getmembers() if one.isfile()]
        return {Path(one.name).name: package.extractfile(one).read() for one in members}  # type: ignore[union-attr]


def _wheels(lock: dict[str, Any]) -> list[Path]:
    """Return the wheels compiled for the browser, from the package index."""
    folder = CACHE / "site"
    wanted = folder / "wanted.txt"
    lines = [f"{name} --hash=sha256:{sha256}" for name, sha256 in lock["wheels"].items()]
    wanted.write_text("\n".join(lines) + "\n", "utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--require-hashes", "--only-binary", ":all:", "--platform", lock["platform"]]
    command += ["--implementation", "cp", "--python-version", lock["python"]]
    command += ["--dest", str(folder), "--requirement", str(wanted)]
    install.run(command, "What is compiled for the browser could not be downloaded.")
    names = [name.replace("==", "-") for name in lock["wheels"]]
    return [path for name in names for path in folder.glob(f"{name}-*.whl")]


if __name__ == "__main__":
    main()
